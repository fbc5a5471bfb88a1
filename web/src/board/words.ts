/** Boards in words, for those who cannot see them; told from the pictures alone. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Board, Look, Placed } from "./types";
import { t } from "../words";
import { pieceName, sideName } from "../words/games";

/** What there is to see of a position. */
export interface Picture {
  readonly pieces: readonly Placed[];
  readonly lastMove: readonly number[];
}

/** More pieces than these do not change places in a move: it is another position. */
const CHANGES_MAX = 12;

/** Says what a piece is, as in `black panthan`. */
export function piece(board: Board, look: Look): string {
  const side = look.owner === null ? "" : sideName(board.players[look.owner] ?? "");
  return t.board.piece(side, pieceName(look.kind));
}

/** Says what stands where. */
export function inWords(board: Board, pieces: readonly Placed[]): string {
  const sides = new Map<string, string[]>();
  for (const { cell, look } of pieces) {
    const side = look.owner === null ? t.board.nobody : sideName(board.players[look.owner] ?? "");
    const list = sides.get(side) ?? [];
    list.push(`${pieceName(look.kind)} ${name(board, cell)}`);
    sides.set(side, list);
  }
  return [...sides].map(([side, list]) => `${side}: ${list.join(", ")}`).join("; ");
}

/** Returns who still stands where a marked move begins, and so has not made it, and where it leads. */
export function waiting(pieces: readonly Placed[], marked: readonly number[]): { look: Look; to: number } | undefined {
  const [from, to] = [marked[0], marked.at(-1)];
  if (to === undefined || from === to) return undefined;
  const look = pieces.find(({ cell }) => cell === from)?.look;
  return look && look.owner !== null ? { look, to } : undefined;
}

/** What there is to say of a cell beside what stands there. */
export interface CellState {
  readonly chosen: boolean;
  readonly target: boolean;
  /** Touching it again ends the move here. */
  readonly stop: boolean;
  readonly movable: boolean;
  /** Whether a move can be chosen there before it is one's turn. */
  readonly plannable: boolean;
  /** Whether it is an end of a move that was chosen so. */
  readonly planned: boolean;
  /** Whether what stands there is in danger. */
  readonly attacked: boolean;
  /** Whether touching it is asked about. */
  readonly asks: boolean;
}

/** Says what a cell is to whoever is about to touch it, as in `E4, white knight, can move`. */
export function cellInWords(board: Board, cell: number, look: Look | undefined, is: CellState): string {
  const stands = look ? piece(board, look) : t.board.empty;
  const taken = look && look.owner !== null;
  const parts = [name(board, cell)];
  if (!is.target) parts.push(stands);
  else if (taken) parts.push(t.board.target, t.board.captures(stands));
  else parts.push(stands, t.board.target);
  if (is.asks) parts.push(t.board.asks);
  if (is.attacked) parts.push(t.board.attacked);
  if (is.chosen) parts.push(t.board.chosen);
  if (is.stop) parts.push(t.board.stopAgain);
  if (is.planned) parts.push(t.board.planned);
  if (is.movable) parts.push(is.plannable ? t.board.canBePlanned : t.board.canMove);
  return parts.join(", ");
}

/** Says what happened between two pictures; nothing when they show the same. */
export function happened(board: Board, before: Picture, after: Picture): string {
  const left = differing(before.pieces, after.pieces);
  const come = differing(after.pieces, before.pieces);
  const { lastMove } = after;
  if (left.length + come.length === 0) {
    const [was, is] = [proposed(board, before), proposed(board, after)];
    if (was === is) return "";
    return is === "" ? t.board.noLonger : t.board.proposed(is);
  }
  if (left.length + come.length > CHANGES_MAX) return t.board.another;
  const said: string[] = [];
  const movers = new Set<number | null>();
  const ends = [lastMove[0], lastMove.at(-1)];
  /** Takes away who left and now is at a cell; at best from an end of the last move. */
  const leaver = (fits: (placed: Placed) => boolean): Placed | undefined => {
    const named = left.find((placed) => ends.includes(placed.cell) && fits(placed));
    const found = named ?? left.find(fits);
    if (found) left.splice(left.indexOf(found), 1);
    return found;
  };
  for (const { cell, look } of come) {
    const to = name(board, cell);
    const from = leaver((placed) => same(placed.look, look) && placed.cell !== cell);
    // Whoever arrives as another piece has become it.
    const was = from ?? leaver((placed) => became(placed, cell, look, ends));
    movers.add(look.owner);
    if (!was) said.push(look.owner === null ? `${to} ${pieceName(look.kind)}` : t.board.on(piece(board, look), to));
    else if (from) said.push(t.board.fromTo(piece(board, look), name(board, was.cell), to));
    else said.push(t.board.becomes(t.board.fromTo(piece(board, was.look), name(board, was.cell), to), pieceName(look.kind)));
  }
  for (const { cell, look } of left) {
    const what = t.board.on(piece(board, look), name(board, cell));
    said.push(look.owner !== null && !movers.has(look.owner) && come.length > 0 ? t.board.takes(what) : t.board.gone(what));
  }
  return said.join(", ");
}

/** Says which move is marked but not made: somebody must agree to it. */
function proposed(board: Board, { pieces, lastMove }: Picture): string {
  const [from, to] = [lastMove[0], lastMove.at(-1)];
  const look = pieces.find(({ cell }) => cell === from)?.look;
  if (!look || from === undefined || to === undefined || from === to) return "";
  return t.board.fromTo(piece(board, look), name(board, from), name(board, to));
}

function became(placed: Placed, cell: number, look: Look, ends: readonly (number | undefined)[]): boolean {
  const between = ends.includes(placed.cell) && ends.includes(cell) && placed.cell !== cell;
  return between && look.owner !== null && placed.look.owner === look.owner;
}

function differing(these: readonly Placed[], those: readonly Placed[]): Placed[] {
  const there = new Map(those.map(({ cell, look }) => [cell, look]));
  return these.filter(({ cell, look }) => {
    const other = there.get(cell);
    return other === undefined || !same(look, other);
  });
}

/** Tells whether two pieces look the same. */
export function same(one: Look, other: Look): boolean {
  return one.kind === other.kind && one.owner === other.owner && one.letter === other.letter;
}

function name(board: Board, cell: number): string {
  return board.cells[cell]?.name ?? "";
}
