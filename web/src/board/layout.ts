/**
 * Where everything of a board is drawn, seen from a seat. Whoever draws on a board or is touched on it asks here.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { box, centroid, contains, points, reach, turned } from "./geometry";
import type { Board, Point } from "./types";

/** How far the drawing reaches beyond its cells and the middles of its labels, in cells; and without labels. */
const [MARGIN, MARGIN_BARE] = [0.35, 0.2];
/** The same where every pixel counts: beyond cells there is a line, and beyond labels half a letter. */
const [MARGIN_LINE, MARGIN_LETTER] = [0.07, 0.75];
/** The height of letters beside the board, as part of the board's size: so they are legible on a telephone. */
const LETTER = 0.033;
const LETTER_TIGHT = 0.027;
/** The height of letters within cells, and how far their middles are from that of the cell, as part of the way out. */
const [LETTER_INSIDE, OUT_INSIDE] = [0.26, 0.74];
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
  /** Whether it stands in a cell. */
  readonly inside: boolean;
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
  /** Within the cells where they are upright, and close to the board where not, so that cells are as large as can be. */
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
  const isInside = tight && outlines.every(upright);
  const size = Math.max(board.width, board.height);
  const letters = isInside ? LETTER_INSIDE : (tight ? LETTER_TIGHT : LETTER) * size;
  const labels = bare ? [] : written(board, { turn, middle, letters, places, isInside }, writing);
  const wide = labels
    .filter(({ inside }) => !inside)
    .flatMap(({ x, y, text }) => {
      const half = (text.length - 1) * HALF_WIDE * letters;
      return [{ x: x - half, y }, { x: x + half, y }];
    });
  const room = tight ? [MARGIN_LINE, MARGIN_LETTER * letters] : [MARGIN, MARGIN];
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
  readonly isInside: boolean;
}

/** Finds the places of all that is written at a board. */
function written(board: Board, { turn, middle, letters, places, isInside }: Room, { names = [] }: Writing): Written[] {
  return board.labels.map((label) => {
    const { seat } = label;
    const inside = isInside && seat === undefined;
    // Larger letters need more room between them and the board; where the others are inside, names come close.
    const apart = away(turn(label), middle, Math.max(0, letters - LETTER_USUAL));
    const beside = isInside ? near(apart, box(places.flatMap(({ outline }) => outline)), 1.2 * letters) : apart;
    const text = seat === undefined ? (label.text ?? "") : short(names[seat] ?? capital(board.players[seat] ?? ""));
    return { ...(inside ? cornered(turn(label), places) : beside), text, seat, inside };
  });
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

/** Returns the corner of the nearest cell where a label is out of the way: labels of two sides get two corners. */
function cornered(label: Point, places: readonly Place[]): Point {
  const far = ({ centre }: Place): number => Math.hypot(centre.x - label.x, centre.y - label.y);
  const nearest = places.reduce((best, place) => (far(place) < far(best) ? place : best));
  const { centre, outline } = nearest;
  const [corner] = box(outline);
  const out = { x: Math.abs(corner.x - centre.x) * OUT_INSIDE, y: Math.abs(corner.y - centre.y) * OUT_INSIDE };
  const [right, down] = [label.x - centre.x, label.y - centre.y];
  const sign = Math.abs(down) > Math.abs(right) ? Math.sign(down) : Math.sign(right);
  return { x: centre.x + sign * out.x, y: centre.y + sign * out.y };
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
