/**
 * Where everything of a board is drawn, seen from a seat. Whoever draws on a board or is touched on it asks here.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { box, centroid, contains, points, reach, turned } from "./geometry";
import type { Board, Point } from "./types";

/** How far the drawing reaches beyond its cells and the middles of its labels, in cells; and without labels. */
const [MARGIN, MARGIN_BARE] = [0.35, 0.2];
/** The height of letters beside the board, as part of the board's size: so they are legible on a telephone. */
const LETTER = 0.033;
/** The height of letters that the places of labels are meant for, in cells. */
const LETTER_USUAL = 0.34;
/** Half the width of a letter, generously, as part of its height. */
const HALF_WIDE = 0.44;
/** Cells may be larger than the smallest; the pieces on them grow at most by so much. */
const GROWTH_MAX = 1.3;
/** What a seat is called beside the board is cut to so many letters. */
const NAME_MAX = 18;

/** Where a cell is drawn. */
export interface Place {
  readonly outline: readonly Point[];
  readonly centre: Point;
  /** Of the piece that stands there. */
  readonly radius: number;
}

/** A text and where its middle is. */
export interface Written extends Point {
  readonly text: string;
  readonly seat: number | undefined;
}

/** A board as it is drawn. */
export interface Layout {
  readonly degrees: number;
  /** In the order of the cells. */
  readonly places: readonly Place[];
  readonly labels: readonly Written[];
  /** The height of the letters of labels. */
  readonly letters: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is written beside a board. */
export interface Writing {
  /** What to call the seats, if not by their sides. */
  readonly names?: readonly string[];
  /** Nothing at all. */
  readonly bare?: boolean;
}

/** Lays a board out so that a seat is at the bottom. */
export function layout(board: Board, seat = 0, { names = [], bare = false }: Writing = {}): Layout {
  const degrees = board.turns[seat] ?? 0;
  const middle = { x: board.width / 2, y: board.height / 2 };
  const turn = (point: Point): Point => turned(point, middle, degrees);
  const outlines = board.cells.map((cell) => points(cell.outline).map(turn));
  const smallest = Math.min(...outlines.map((outline) => reach(outline, centroid(outline))));
  const places = outlines.map((outline) => {
    const centre = centroid(outline);
    return { outline, centre, radius: Math.min(reach(outline, centre), smallest * GROWTH_MAX) };
  });
  const letters = LETTER * Math.max(board.width, board.height);
  // Larger letters need more room between them and the board.
  const labels = (bare ? [] : board.labels).map((label) => ({
    ...away(turn(label), middle, Math.max(0, letters - LETTER_USUAL)),
    text: label.seat === undefined ? (label.text ?? "") : short(names[label.seat] ?? capital(board.players[label.seat] ?? "")),
    seat: label.seat,
  }));
  const wide = labels.flatMap(({ x, y, text }) => {
    const half = (text.length - 1) * HALF_WIDE * letters;
    return [{ x: x - half, y }, { x: x + half, y }];
  });
  const [corner, , opposite] = box([...outlines.flat(), ...wide]);
  const margin = bare ? MARGIN_BARE : MARGIN;
  return {
    degrees,
    places,
    labels,
    letters,
    x: corner.x - margin,
    y: corner.y - margin,
    width: opposite.x - corner.x + 2 * margin,
    height: opposite.y - corner.y + 2 * margin,
  };
}

/** Writes the part of the plane that is drawn, for an SVG attribute. */
export function viewBox({ x, y, width, height }: Layout): string {
  return [x, y, width, height].map((value) => value.toFixed(3)).join(" ");
}

/** Returns the point of the drawing that is shown at a point of the window. */
export function unprojected(drawn: Layout, screen: DOMRect, at: Point): Point {
  // A drawing in a box of other proportions is in its middle.
  const scale = Math.min(screen.width / drawn.width, screen.height / drawn.height) || 1;
  return {
    x: drawn.x + drawn.width / 2 + (at.x - screen.x - screen.width / 2) / scale,
    y: drawn.y + drawn.height / 2 + (at.y - screen.y - screen.height / 2) / scale,
  };
}

/** Returns the cell at a point of the drawing. */
export function cellAt({ places }: Layout, point: Point): number | undefined {
  const found = places.findIndex(({ outline }) => contains(outline, point));
  return found < 0 ? undefined : found;
}

function away(point: Point, from: Point, by: number): Point {
  const [x, y] = [point.x - from.x, point.y - from.y];
  const part = by / (Math.hypot(x, y) || 1);
  return { x: point.x + x * part, y: point.y + y * part };
}

function capital(side: string): string {
  return side.charAt(0).toUpperCase() + side.slice(1);
}

function short(name: string): string {
  const letters = [...name];
  return letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join("")}…` : name;
}
