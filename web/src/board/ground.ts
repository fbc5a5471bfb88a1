/** Draws a board without its pieces: frame, ground, cells, labels. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { area, attribute, box, hull } from "./geometry";
import type { Layout } from "./layout";
import { make } from "./svg";
import type { Board, Point } from "./types";

/** Cells cover less than this part of the board when there are gaps between them. */
const COVERED = 0.98;

/** Draws everything that stays where it is; `fine` with light and shadow. */
export function ground(board: Board, { places, labels }: Layout, fine: boolean): SVGElement[] {
  const outlines = places.map(({ outline }) => outline);
  const shape = attribute(around(outlines));
  const whole = (kind: string): SVGElement => make("polygon", { class: kind, points: shape });
  const frame = fine ? ["frame drop", "frame", "frame lit", "frame inlay", "frame inner"] : ["frame"];
  const drawn = [...frame, "ground"].map(whole);
  drawn.push(...zones(board, outlines));
  if (fine) drawn.push(...cells(board, outlines), ...borders(board, outlines), whole("glaze"));
  else drawn.push(...kinds(board, outlines));
  for (const { x, y, text, seat } of labels) {
    const kind = seat === undefined ? "label" : `label seat p${seat}`;
    const element = make("text", { class: kind, x: x.toFixed(3), y: y.toFixed(3) });
    element.textContent = text;
    drawn.push(element);
  }
  return drawn;
}

/** What cells look like: those of one kind look the same. */
const kindOf = ({ shade, zone }: Board["cells"][number]): string => `cell ${shade} ${zone}`;

/** Draws each cell, with its name. */
function cells(board: Board, outlines: readonly (readonly Point[])[]): SVGElement[] {
  return board.cells.map((cell, at) => {
    const title = make("title");
    title.textContent = cell.name;
    return make("polygon", { class: kindOf(cell), points: attribute(outlines[at]!) }, title);
  });
}

/** Draws all cells of a kind at once: walls of boards have hundreds of elements less, and thousands in all. */
function kinds(board: Board, outlines: readonly (readonly Point[])[]): SVGElement[] {
  const found = new Map<string, string>();
  board.cells.forEach((cell, at) => {
    const kind = kindOf(cell);
    found.set(kind, `${found.get(kind) ?? ""}M${attribute(outlines[at]!)}Z`);
  });
  return [...found].map(([kind, d]) => make("path", { class: kind, d }));
}

/** Returns the outline of some cells together: with the gaps between them if there are any. */
function around(list: readonly (readonly Point[])[]): Point[] {
  const corners = hull(list.flat());
  const covered = list.reduce((sum, outline) => sum + area(outline), 0);
  return covered < COVERED * area(corners) ? box(list.flat()) : corners;
}

/** Draws a plate below each zone that is not the whole board; it shines through the gaps. */
function zones(board: Board, outlines: readonly (readonly Point[])[]): SVGElement[] {
  const names = new Set(board.cells.map((cell) => cell.zone));
  names.delete("field");
  return [...names].flatMap((zone) => {
    const inside = outlines.filter((_, at) => board.cells[at]!.zone === zone);
    if (inside.length === outlines.length || zone.startsWith("section")) return [];
    return [make("polygon", { class: `ground ${zone}`, points: attribute(around(inside)) })];
  });
}

/** Draws an inlay along the border of each section. */
function borders(board: Board, outlines: readonly (readonly Point[])[]): SVGElement[] {
  const names = new Set(board.cells.map((cell) => cell.zone).filter((zone) => zone.startsWith("section")));
  return [...names].map((zone) => {
    const inside = outlines.filter((_, at) => board.cells[at]!.zone === zone);
    return make("polygon", { class: "border", points: attribute(rim(inside)) });
  });
}

/** Returns the corners of the sides that belong to one polygon only, in order. */
function rim(list: readonly (readonly Point[])[]): Point[] {
  const key = ({ x, y }: Point): string => `${x.toFixed(2)},${y.toFixed(2)}`;
  const sides = new Map<string, readonly [Point, Point]>();
  for (const outline of list) {
    outline.forEach((one, at) => {
      const other = outline[(at + 1) % outline.length]!;
      const [there, back] = [`${key(one)} ${key(other)}`, `${key(other)} ${key(one)}`];
      if (!sides.delete(back)) sides.set(there, [one, other]);
    });
  }
  const next = new Map([...sides.values()].map(([one, other]) => [key(one), other]));
  const first = [...sides.values()][0]?.[0];
  const found: Point[] = [];
  for (let at = first; at && found.length < sides.size; at = next.get(key(at))) found.push(at);
  return found;
}
