/**
 * Where everything of a board is drawn, seen from a seat. Whoever draws on a board or is touched on it asks here.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { box, centroid, contains, points, reach, turned } from "./geometry";
import type { Board, Point } from "./types";
import { capital, sideName } from "../words/games";

/** How far the drawing reaches beyond its cells and the middles of its labels, in cells; and without labels. */
const [MARGIN, MARGIN_BARE] = [0.35, 0.2];
/** The same where every pixel counts: beyond cells there is a line, and beyond labels half a letter. */
const [MARGIN_LINE, MARGIN_LETTER, MARGIN_CLOSE] = [0.07, 0.75, 0.19];
/** The height of letters beside the board, as part of the board's size: so they are legible on a telephone. */
const LETTER = 0.033;
const LETTER_TIGHT = 0.027;
/** The height of letters close to a board of squares, and how far their middles and those of names are from it. */
const [LETTER_CLOSE, FAR_CLOSE, FAR_NAME] = [0.25, 0.18, 0.56];
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
  /** Close to the board, so that cells are as large as can be. */
  readonly tight?: boolean;
}

/** Lays a board out so that a seat is at the bottom. */
export function layout(board: Board, seat = 0, writing: Writing = {}): Layout {
  const { bare = false, tight = false } = writing;
  const degrees = board.turns[seat] ?? 0;
  const middle = { x: board.width / 2, y: board.height / 2 };
  const turn = (point: Point): Point => turned(point, middle, degrees);
  const outlines = board.cells.map((cell) => points(cell.outline).map(turn));
  const smallest = Math.min(...outlines.map((outline) => reach(outline, centroid(outline))));
  const places = outlines.map((outline) => {
    const centre = centroid(outline);
    return { outline, centre, radius: Math.min(reach(outline, centre), smallest * GROWTH_MAX) };
  });
  const areSquares = outlines.every(upright);
  const isClose = tight && areSquares;
  const size = Math.max(board.width, board.height);
  const letters = isClose ? LETTER_CLOSE : (tight ? LETTER_TIGHT : LETTER) * size;
  const labels = bare ? [] : written(board, { turn, middle, letters, places, areSquares, isClose }, writing);
  const wide = labels.flatMap(({ x, y, text }) => {
    const half = (text.length - 1) * HALF_WIDE * letters;
    // Numbers close to a board of squares have their room already.
    return isClose ? [{ x, y }] : [{ x: x - half, y }, { x: x + half, y }];
  });
  const room = tight ? [MARGIN_LINE, isClose ? MARGIN_CLOSE : MARGIN_LETTER * letters] : [MARGIN, MARGIN];
  const [around, beyond] = bare ? [MARGIN_BARE, MARGIN_BARE] : room;
  const [corner, , opposite] = box([...spread(outlines.flat(), around!), ...spread(wide, beyond!)]);
  return {
    degrees,
    places,
    labels,
    letters,
    x: corner.x,
    y: corner.y,
    width: opposite.x - corner.x,
    height: opposite.y - corner.y,
  };
}

/** Returns the corners of the squares around points. */
function spread(cloud: readonly Point[], by: number): Point[] {
  return cloud.flatMap(({ x, y }) => [
    { x: x - by, y: y - by },
    { x: x + by, y: y + by },
  ]);
}

interface Room {
  readonly turn: (point: Point) => Point;
  readonly middle: Point;
  readonly letters: number;
  readonly places: readonly Place[];
  readonly areSquares: boolean;
  readonly isClose: boolean;
}

/** Finds the places of all that is written at a board. */
function written(board: Board, room: Room, { names = [] }: Writing): Written[] {
  const { turn, middle, letters, places, areSquares, isClose } = room;
  const cells = box(places.flatMap(({ outline }) => outline));
  // However the board is turned, a name may stand where coordinates are: all keep the distance of the farthest.
  const seats = board.labels.filter(({ seat }) => seat !== undefined);
  const far = Math.max(0, ...seats.map((label) => distance(turn(label), [cells[0]!, cells[2]!])));
  return board.labels.map((label) => {
    const { seat } = label;
    const at = turn(label);
    const kept = !areSquares ? at : seat === undefined ? onItsSide(label, at, cells) : outward(at, cells, far);
    // Larger letters need more room between them and the board.
    const apart = away(kept, middle, Math.max(0, letters - LETTER_USUAL));
    const beside = isClose ? near(kept, cells, seat === undefined ? FAR_CLOSE : FAR_NAME) : apart;
    const text = seat === undefined ? (label.text ?? "") : short(names[seat] ?? capital(sideName(board.players[seat] ?? "")));
    return { ...beside, text, seat };
  });
}

/** Returns where a coordinate is on a turned board: beside its line, and on the side where it was. */
function onItsSide(label: Point, at: Point, [corner, , opposite]: readonly Point[]): Point {
  const isBeside = label.x < corner!.x || label.x > opposite!.x;
  return isBeside ? { x: label.x, y: at.y } : { x: at.x, y: label.y };
}

/** Returns how far a point is outside of a box, given by two opposite corners. */
function distance({ x, y }: Point, [corner, opposite]: readonly [Point, Point]): number {
  return Math.max(corner.x - x, x - opposite.x, corner.y - y, y - opposite.y);
}

/** Returns a point beside a box as far from it as told, on the same side. */
function outward(point: Point, [corner, , opposite]: readonly Point[], far: number): Point {
  const more = far - distance(point, [corner!, opposite!]);
  const away = (value: number, least: number, most: number): number =>
    value < least ? value - more : value > most ? value + more : value;
  return { x: away(point.x, corner!.x, opposite!.x), y: away(point.y, corner!.y, opposite!.y) };
}

/** Returns the nearest point that is at most so far from a box. */
function near(point: Point, [corner, , opposite]: readonly Point[], far: number): Point {
  const within = (value: number, least: number, most: number): number => Math.max(least - far, Math.min(value, most + far));
  return { x: within(point.x, corner!.x, opposite!.x), y: within(point.y, corner!.y, opposite!.y) };
}

/** Returns whether a cell is a rectangle that stands upright. */
function upright(outline: readonly Point[]): boolean {
  const isSide = (one: Point, at: number): boolean => {
    const other = outline[(at + 1) % outline.length]!;
    return Math.min(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) < 0.001;
  };
  return outline.length === 4 && outline.every(isSide);
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

function short(name: string): string {
  const letters = [...name];
  return letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join("")}…` : name;
}
