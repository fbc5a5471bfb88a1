/**
 * A board in an SVG element: drawn from its description, with pieces that move.
 *
 * It knows no rules and no sizes: all of that comes with the description.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { area, attribute, box, hull, shrunk } from "./geometry";
import { GLYPHS, PLATES, type Glyph } from "./glyphs";
import { layout, viewBox, type Layout } from "./layout";
import { glide, make, vanish } from "./svg";
import type { Board, Look, Placed, Point } from "./types";
import { same } from "./words";

export { inWords } from "./words";

/** Cells cover less than this part of the board when there are gaps between them. */
const COVERED = 0.98;

interface Standing {
  readonly look: Look;
  readonly element: SVGGElement;
}

/** How a board is shown. */
export interface Manner {
  /** The seat at the bottom, at first. */
  readonly seat?: number;
  /** What to call the seats. */
  readonly names?: readonly string[];
  /** Whether nothing ever moves: pieces are where they are at once. */
  readonly still?: boolean;
}

/** A board on the screen, at first seen from the first seat. */
export class BoardView {
  private readonly svg: SVGSVGElement;
  private readonly board: Board;
  private readonly manner: Manner;
  private readonly plain = make("g", { class: "plain" });
  private readonly marks = make("g", { class: "marks" });
  private readonly pieces = make("g", { class: "pieces" });
  private seat: number;
  private drawn: Layout;
  private standing = new Map<number, Standing>();
  private marked: readonly number[] = [];
  /** A piece in somebody's hand: where it stands, and where it is held. */
  private held: { readonly cell: number; readonly at: Point } | undefined;

  constructor(svg: SVGSVGElement, board: Board, manner: Manner = {}) {
    this.svg = svg;
    this.board = board;
    this.manner = manner;
    this.seat = manner.seat ?? 0;
    this.drawn = layout(board, this.seat, manner.names);
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
    for (const { element } of this.standing.values()) {
      if (this.manner.still) element.remove();
      else vanish(element);
    }
    this.standing = next;
    for (const [cell, { element }] of next) {
      element.classList.toggle("fresh", marks.includes(cell));
      element.classList.remove("held");
    }
    if (this.held && next.has(this.held.cell)) this.put(next.get(this.held.cell)!.element, this.held.cell);
    this.held = undefined;
  }

  /** Turns the board so that a seat is at the bottom. */
  face(seat: number): void {
    if (seat === this.seat) return;
    this.seat = seat;
    this.drawn = layout(this.board, seat, this.manner.names);
    this.lay();
    for (const [cell, { look, element }] of this.standing) {
      element.replaceChildren(...this.draw(look).childNodes);
      this.put(element, cell);
    }
    this.drawMarks();
  }

  /** Holds the piece of a cell elsewhere, above all others. */
  hold(cell: number, at: Point): void {
    const element = this.standing.get(cell)?.element;
    if (!element) return;
    if (this.held && this.held.cell !== cell) this.release();
    if (!this.held) {
      this.pieces.append(element);
      element.classList.add("held");
    }
    this.held = { cell, at };
    for (const motion of element.getAnimations?.() ?? []) motion.cancel();
    element.style.transform = this.transform(at, cell);
  }

  /** Lets the held piece go back to its cell. */
  release(): void {
    if (!this.held) return;
    const { cell, at } = this.held;
    this.held = undefined;
    const element = this.standing.get(cell)?.element;
    if (!element) return;
    element.classList.remove("held");
    this.put(element, cell);
    this.move(element, [this.transform(at, cell), element.style.transform]);
  }

  private lay(): void {
    const outlines = this.drawn.places.map(({ outline }) => outline);
    this.svg.setAttribute("viewBox", viewBox(this.drawn));
    this.plain.replaceChildren(...this.ground(outlines), ...this.cells(outlines));
    for (const { x, y, text, seat } of this.drawn.labels) {
      const kind = seat === undefined ? "label" : `label seat p${seat}`;
      const element = make("text", { class: kind, x: x.toFixed(3), y: y.toFixed(3) });
      element.textContent = text;
      this.plain.append(element);
    }
  }

  /** Draws the plate the cells lie on, and one below each zone that shines through its gaps. */
  private ground(outlines: readonly (readonly Point[])[]): SVGElement[] {
    const around = (list: readonly (readonly Point[])[]): Point[] => {
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

  private cells(outlines: readonly (readonly Point[])[]): SVGElement[] {
    return this.board.cells.map((cell, at) => {
      const title = make("title");
      title.textContent = cell.name;
      const shape = attribute(outlines[at]!);
      return make("polygon", { class: `cell ${cell.shade} ${cell.zone}`, points: shape }, title);
    });
  }

  private drawMarks(): void {
    const { places } = this.drawn;
    const drawn: SVGElement[] = this.marked.flatMap((cell) => {
      const place = places[cell];
      return place ? [make("polygon", { points: attribute(shrunk(place.outline, 0.06)) })] : [];
    });
    const way = this.marked.flatMap((cell) => places[cell]?.centre ?? []);
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
    const place = this.drawn.places[cell];
    element.style.transform = place ? this.transform(place.centre, cell) : "scale(0)";
  }

  private transform({ x, y }: Point, cell: number): string {
    const radius = this.drawn.places[cell]?.radius ?? 0;
    return `translate(${x.toFixed(3)}px, ${y.toFixed(3)}px) scale(${(radius / 50).toFixed(4)})`;
  }

  /** Moves a piece along the cells of the move, forward or back, as far as these lead there. */
  private slide(element: SVGGElement, from: number, to: number): void {
    const { places } = this.drawn;
    const [first, last] = [this.marked[0], this.marked.at(-1)];
    let way: readonly number[] = [from, to];
    if (first === from && last === to) way = this.marked;
    const steps = way.map((cell) => this.transform(places[cell]?.centre ?? { x: 0, y: 0 }, cell));
    // Out of a hand it goes straight to its cell.
    if (this.held?.cell === from) this.move(element, [this.transform(this.held.at, from), steps.at(-1)!]);
    else this.move(element, steps);
  }

  private move(element: SVGGElement, steps: readonly string[]): void {
    if (!this.manner.still) glide(element, steps);
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
      const moved = part.turns ? `rotate(${this.drawn.degrees} 0 5)` : (part.moved ?? "");
      inner.append(make("path", { class: part.as, d: part.d, ...(moved && { transform: moved }) }));
    }
    group.append(inner);
    return group;
  }
}

function glyph(look: Look): Glyph | undefined {
  return GLYPHS[look.kind];
}
