/** Ways over a board as it is drawn: its rows, and what lies in which direction of a cell. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Place } from "./layout";
import type { Board, Point } from "./types";

/** The directions of the arrow keys. */
export const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** What is this far from the direction, as part of the distance along it, is not in that direction. */
const WIDTH = 1.75;
/** Cells whose middles differ less than this in height, in cells, are in the same row. */
const LEVEL = 0.25;

/** Returns the nearest cell in a direction, or the same cell when there is none. */
export function neighbour(places: readonly Place[], from: number, { x, y }: Point): number {
  const here = places[from]?.centre;
  if (!here) return from;
  let [best, least] = [from, Infinity];
  places.forEach(({ centre }, cell) => {
    const [right, down] = [centre.x - here.x, centre.y - here.y];
    const along = right * x + down * y;
    const aside = Math.abs(right * y - down * x);
    if (along < 0.01 || aside > WIDTH * along) return;
    // What lies aside is further than it looks.
    const far = along + 2 * aside;
    if (far < least - 1e-6) [best, least] = [cell, far];
  });
  return best;
}

/** Returns the cells row by row as drawn, or, on a board of sections, by section and the number in their names. */
export function rows(board: Board, places: readonly Place[]): number[][] {
  const found = new Map<string, number[]>();
  const cells = places.map((_, cell) => cell);
  if (board.cells.some(({ zone }) => zone.startsWith("section"))) {
    for (const cell of cells) {
      const { name, zone } = board.cells[cell]!;
      const row = `${zone} ${/\d+$/.exec(name)?.[0] ?? ""}`;
      found.set(row, [...(found.get(row) ?? []), cell]);
    }
    return [...found.values()];
  }
  cells.sort((one, other) => places[one]!.centre.y - places[other]!.centre.y);
  let [row, height] = [[] as number[], -Infinity];
  const drawn: number[][] = [];
  for (const cell of cells) {
    const { y } = places[cell]!.centre;
    if (y - height > LEVEL) drawn.push((row = []));
    row.push(cell);
    height = y;
  }
  for (const one of drawn) one.sort((a, b) => places[a]!.centre.x - places[b]!.centre.x);
  return drawn;
}

/** Returns the next or the last cell among some, in an order of all cells, and after the end the first again. */
export function beyond(
  order: readonly number[],
  among: readonly number[],
  from: number,
  by: 1 | -1,
): number | undefined {
  const way = by > 0 ? order : [...order].reverse();
  const start = way.indexOf(from) + 1;
  return [...way.slice(start), ...way.slice(0, start)].find((cell) => among.includes(cell));
}
