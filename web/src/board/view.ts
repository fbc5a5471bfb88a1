/**
 * A board in an SVG element: drawn from its description, with pieces that move.
 *
 * It knows no rules and no sizes: all of that comes with the description.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { area, attribute, box, centroid, hull, points, reach, shrunk, turned } from "./geometry";
import { GLYPHS, PLATES, type Glyph } from "./glyphs";
import type { Board, Look, Placed, Point } from "./types";

const SVG = "http://www.w3.org/2000/svg";
/** How far the drawing reaches beyond its cells and the middles of its labels, in cells. */
const MARGIN = 0.35;
/** Half the width of a letter of a label, generously, in cells. */
const LETTER = 0.15;
/** The longest drawing of a step on the way of a piece, in milliseconds. */
const STEP_MS = 160;
/** Cells may be larger than the smallest; the pieces on them grow at most by so much. */
const GROWTH_MAX = 1.3;
/** Cells cover less than this part of the board when there are gaps between them. */
const COVERED = 0.98;

/** Where a cell is drawn. */
interface Place {
  readonly outline: readonly Point[];
  readonly centre: Point;
  readonly radius: number;
}

interface Standing {
  readonly look: Look;
  readonly element: SVGGElement;
}

function make<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
  ...children: readonly Node[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A board on the screen, at first seen from the first seat. */
export class BoardView {
  private readonly svg: SVGSVGElement;
  private readonly board: Board;
  private readonly plain = make("g", { class: "plain" });
  private readonly marks = make("g", { class: "marks" });
  private readonly pieces = make("g", { class: "pieces" });
  private places: Place[] = [];
  private degrees: number;
  private standing = new Map<number, Standing>();
  private marked: readonly number[] = [];

  constructor(svg: SVGSVGElement, board: Board) {
    this.svg = svg;
    this.board = board;
    this.degrees = board.turns[0] ?? 0;
    svg.classList.add("board");
    svg.dataset.game = board.game;
    svg.setAttribute("role", "img");
    svg.replaceChildren(this.plain, this.marks, this.pieces);
    this.lay();
  }

  /** Shows pieces and marks the cells of the last move; what moved slides to its new cell. */
  show(pieces: readonly Placed[], marks: readonly number[] = []): void {
    this.marked = marks;
    this.drawMarks();
    const next = new Map<number, Standing>();
    const arriving: Placed[] = [];
    for (const placed of pieces) {
      const here = this.standing.get(placed.cell);
      if (here && same(here.look, placed.look)) {
        next.set(placed.cell, here);
        this.standing.delete(placed.cell);
      } else {
        arriving.push(placed);
      }
    }
    for (const { cell, look } of arriving) {
      const from = this.leaver(look, cell);
      const old = from === undefined ? undefined : this.standing.get(from);
      const element = old?.element ?? this.draw(look);
      if (from !== undefined) this.standing.delete(from);
      this.put(element, cell);
      // What covers its cell lies below everything that stands.
      if (glyph(look)?.base === "none") this.pieces.prepend(element);
      else this.pieces.append(element);
      if (from !== undefined) this.slide(element, from, cell);
      next.set(cell, { look, element });
    }
    for (const gone of this.standing.values()) gone.element.remove();
    this.standing = next;
    for (const [cell, { element }] of next) element.classList.toggle("fresh", marks.includes(cell));
  }

  /** Turns the board so that a seat is at the bottom. */
  face(seat: number): void {
    this.degrees = this.board.turns[seat] ?? 0;
    this.lay();
    for (const [cell, { look, element }] of this.standing) {
      element.replaceChildren(...this.draw(look).childNodes);
      this.put(element, cell);
    }
    this.drawMarks();
  }

  private get centre(): Point {
    return { x: this.board.width / 2, y: this.board.height / 2 };
  }

  private lay(): void {
    const turn = (point: Point): Point => turned(point, this.centre, this.degrees);
    const outlines = this.board.cells.map((cell) => points(cell.outline).map(turn));
    const smallest = Math.min(...outlines.map((outline) => reach(outline, centroid(outline))));
    this.places = outlines.map((outline) => {
      const centre = centroid(outline);
      const radius = Math.min(reach(outline, centre), smallest * GROWTH_MAX);
      return { outline, centre, radius };
    });
    const labels = this.board.labels.map((label) => ({
      ...turn(label),
      text: label.seat === undefined ? (label.text ?? "") : (this.board.players[label.seat] ?? ""),
      seat: label.seat,
    }));
    const wide = labels.flatMap(({ x, y, text }) => {
      const half = (text.length - 1) * LETTER;
      return [{ x: x - half, y }, { x: x + half, y }];
    });
    const [corner, , opposite] = box([...outlines.flat(), ...wide]);
    const [width, height] = [opposite.x - corner.x, opposite.y - corner.y];
    const view = [corner.x - MARGIN, corner.y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
    this.svg.setAttribute("viewBox", view.map((value) => value.toFixed(3)).join(" "));
    this.plain.replaceChildren(...this.ground(outlines), ...this.cells(outlines));
    for (const { x, y, text, seat } of labels) {
      const kind = seat === undefined ? "label" : `label seat p${seat}`;
      const element = make("text", { class: kind, x: x.toFixed(3), y: y.toFixed(3) });
      element.textContent = text;
      this.plain.append(element);
    }
  }

  /** Draws the plate the cells lie on, and one below each zone that shines through its gaps. */
  private ground(outlines: readonly Point[][]): SVGElement[] {
    const around = (list: readonly Point[][]): Point[] => {
      const corners = hull(list.flat());
      const covered = list.reduce((sum, outline) => sum + area(outline), 0);
      return covered < COVERED * area(corners) ? box(list.flat()) : corners;
    };
    const shape = attribute(around(outlines));
    const drawn: SVGElement[] = [
      make("polygon", { class: "frame", points: shape }),
      make("polygon", { class: "ground", points: shape }),
    ];
    for (const zone of new Set(this.board.cells.map((cell) => cell.zone))) {
      const inside = outlines.filter((_, at) => this.board.cells[at]!.zone === zone);
      if (inside.length < outlines.length && !zone.startsWith("section")) {
        if (zone === "field") continue;
        drawn.push(make("polygon", { class: `ground ${zone}`, points: attribute(around(inside)) }));
      }
    }
    return drawn;
  }

  private cells(outlines: readonly Point[][]): SVGElement[] {
    return this.board.cells.map((cell, at) => {
      const title = make("title");
      title.textContent = cell.name;
      const shape = attribute(outlines[at]!);
      return make("polygon", { class: `cell ${cell.shade} ${cell.zone}`, points: shape }, title);
    });
  }

  private drawMarks(): void {
    const drawn: SVGElement[] = this.marked.flatMap((cell) => {
      const place = this.places[cell];
      return place ? [make("polygon", { points: attribute(shrunk(place.outline, 0.06)) })] : [];
    });
    const way = this.marked.flatMap((cell) => this.places[cell]?.centre ?? []);
    if (way.length > 1) drawn.push(make("polyline", { points: attribute(way) }));
    this.marks.replaceChildren(...drawn);
  }

  /** Finds where a piece that arrives comes from: the first cell of the move, or else any. */
  private leaver(look: Look, to: number): number | undefined {
    const fits = (cell: number): boolean => {
      const there = this.standing.get(cell);
      return there !== undefined && same(there.look, look);
    };
    if (glyph(look)?.base === "none") return undefined;
    const ends = [this.marked[0], this.marked.at(-1)].filter((cell) => cell !== undefined);
    const named = ends.filter((cell) => cell !== to).find(fits);
    return named ?? [...this.standing.keys()].find(fits);
  }

  private put(element: SVGGElement, cell: number): void {
    element.style.transform = this.transform(cell);
  }

  private transform(cell: number): string {
    const place = this.places[cell];
    if (!place) return "scale(0)";
    const { x, y } = place.centre;
    return `translate(${x.toFixed(3)}px, ${y.toFixed(3)}px) scale(${(place.radius / 50).toFixed(4)})`;
  }

  /** Moves a piece along the cells of the move, forward or back, as far as these lead there. */
  private slide(element: SVGGElement, from: number, to: number): void {
    const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
    if (still || !element.animate) return;
    const ends = [this.marked[0], this.marked.at(-1)];
    const way = ends[0] === from && ends[1] === to ? this.marked : [from, to];
    const keyframes = way.map((cell) => ({ transform: this.transform(cell) }));
    element.animate(keyframes, { duration: STEP_MS * (way.length - 1), easing: "ease-in-out" });
  }

  private draw(look: Look): SVGGElement {
    const side = look.owner === null ? "nobody" : `p${look.owner}`;
    const group = make("g", { class: `piece ${side} kind-${look.kind.replaceAll(" ", "-")}` });
    const found = glyph(look);
    const onPlate = found?.base === "plate" || (found?.base === "statue" && this.board.players.length > 2);
    if (look.owner !== null && (onPlate || !found)) {
      group.append(make("path", { class: "plate", d: PLATES[look.owner % PLATES.length]! }));
    }
    if (!found) {
      const text = make("text", { class: "letter" });
      text.textContent = look.letter;
      group.append(text);
      return group;
    }
    // On its plate a statue is smaller.
    const scale = found.base === "statue" && onPlate ? "scale(0.72)" : "scale(0.95)";
    const inner = make("g", found.base === "none" ? {} : { transform: scale });
    for (const part of found.parts) {
      const moved = part.turns ? `rotate(${this.degrees} 0 5)` : (part.moved ?? "");
      inner.append(make("path", { class: part.as, d: part.d, ...(moved && { transform: moved }) }));
    }
    group.append(inner);
    return group;
  }
}

function glyph(look: Look): Glyph | undefined {
  return GLYPHS[look.kind];
}

function same(one: Look, other: Look): boolean {
  return one.kind === other.kind && one.owner === other.owner && one.letter === other.letter;
}

/** Says what stands where, for those who cannot see it. */
export function inWords(board: Board, pieces: readonly Placed[]): string {
  const sides = new Map<string, string[]>();
  for (const { cell, look } of pieces) {
    const side = look.owner === null ? "nobody" : (board.players[look.owner] ?? "");
    const list = sides.get(side) ?? [];
    list.push(`${look.kind} ${board.cells[cell]?.name ?? ""}`);
    sides.set(side, list);
  }
  return [...sides].map(([side, list]) => `${side}: ${list.join(", ")}`).join("; ");
}
