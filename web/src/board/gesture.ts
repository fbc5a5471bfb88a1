/**
 * From touched cells to moves. The rules are in the list of legal moves alone: a move is made by touching its cells
 * in order, and moves may share a beginning, end within another one, or be made by the very same cells. Where only
 * one piece can move it need not be touched first.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Legal } from "./types";

/** A legal move that is made on the board. */
export interface Traced extends Legal {
  readonly cells: readonly number[];
}

/** What comes of touching a cell. */
export type Step =
  /** These cells are touched now; none when there was nothing to begin or it was given up. */
  | { readonly is: "path"; readonly path: readonly number[] }
  | { readonly is: "move"; readonly move: string }
  /** Several moves are made like that. */
  | { readonly is: "choice"; readonly moves: readonly Traced[] }
  /** No legal move is made like that. */
  | { readonly is: "none"; readonly cells: readonly number[] };

/** Returns the moves that are made on the board. */
export function traced(legal: readonly Legal[]): Traced[] {
  return legal.filter((one): one is Traced => one.cells !== undefined && one.cells.length > 0);
}

/** Returns the moves that begin with these cells. */
export function following(moves: readonly Traced[], path: readonly number[]): Traced[] {
  return moves.filter(({ cells }) => path.every((cell, at) => cells[at] === cell));
}

/** Returns the cells that may be touched next, each once. */
export function nexts(moves: readonly Traced[], path: readonly number[]): number[] {
  const cells = following(moves, path).flatMap((one) => one.cells[path.length] ?? []);
  return [...new Set(cells)];
}

/** Returns the cells that count as touched: those of a path, or else the only piece that can move. */
export function begun(moves: readonly Traced[], path: readonly number[]): readonly number[] {
  const firsts = nexts(moves, []);
  return path.length === 0 && firsts.length === 1 ? firsts : path;
}

/** Returns the cells, other than the next ones, in which a move ends that goes on from here. */
export function ends(moves: readonly Traced[], path: readonly number[]): number[] {
  const near = new Set(nexts(moves, path));
  const last = following(moves, path).map((one) => one.cells.at(-1)!);
  return [...new Set(last)].filter((cell) => !near.has(cell) && !path.includes(cell));
}

/** Returns the moves that are made by exactly these cells. */
export function made(moves: readonly Traced[], path: readonly number[]): Traced[] {
  return following(moves, path).filter(({ cells }) => cells.length === path.length);
}

/**
 * Touches a cell after those of a path. `begins` says which cells may be taken up instead, and a path of one cell
 * that is touched again is given up.
 */
export function touch(
  moves: readonly Traced[],
  path: readonly number[],
  cell: number,
  begins: (cell: number) => boolean,
): Step {
  if (nexts(moves, path).includes(cell)) return advance(moves, [...path, cell]);
  if (path.length > 0 && path.at(-1) === cell) {
    const here = made(moves, path);
    return here.length > 0 ? played(here) : { is: "path", path: [] };
  }
  if (path.length > 0) {
    // Whoever touches the end of a chain of steps need not touch every step of it.
    const far = following(moves, path).filter((one) => one.cells.at(-1) === cell);
    if (far.length > 0) return played(far);
  }
  if (begins(cell)) return { is: "path", path: [cell] };
  const lone = path.length === 0 ? begun(moves, path) : [];
  if (lone.length > 0) return touch(moves, lone, cell, begins);
  return path.length > 0 ? { is: "none", cells: [...path, cell] } : { is: "path", path: [] };
}

function advance(moves: readonly Traced[], path: readonly number[]): Step {
  const here = made(moves, path);
  const goesOn = following(moves, path).length > here.length;
  return goesOn ? { is: "path", path } : played(here);
}

function played(moves: readonly Traced[]): Step {
  return moves.length === 1 ? { is: "move", move: moves[0]!.move } : { is: "choice", moves };
}
