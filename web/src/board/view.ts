/**
 * A board in an SVG element: drawn from its description, with pieces that move.
 *
 * It knows no rules and no sizes: all of that comes with the description.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { figure, glyph } from "./figure";
import { attribute, corners, shrunk } from "./geometry";
import { ground } from "./ground";
import { layout, viewBox, type Layout, type Writing } from "./layout";
import { made, type Made, type PieceSet } from "./made.svelte";
import { materials } from "./materials";
import { glide, make, motionless, vanish } from "./svg";
import type { Board, Look, Placed, Point } from "./types";
import { same, waiting } from "./words";

export { inWords } from "./words";

interface Standing {
  readonly look: Look;
  readonly element: SVGGElement;
}

/** The cells that somebody who has taken up a piece may touch. */
export interface Offer {
  /** Next, empty or with something to capture. */
  readonly empty: readonly number[];
  /** Those of them that are asked about before they are played. */
  readonly special: readonly number[];
  readonly captures: readonly number[];
  /** Further on. */
  readonly further: readonly number[];
  /** Below the held piece. */
  readonly over: number | undefined;
}

/** How a board is shown. */
export interface Manner extends Writing {
  /** The seat at the bottom, at first. */
  readonly seat?: number;
  /** Whether it is without light and shadow, as small pictures are. */
  readonly plain?: boolean;
  /** Whether nothing ever moves: pieces are where they are at once. */
  readonly still?: boolean;
  /** What it is made of, if not of what was chosen for its game. */
  readonly made?: Made | undefined;
}

/** A board on the screen, at first seen from the first seat. */
export class BoardView {
  private readonly svg: SVGSVGElement;
  private readonly board: Board;
  private readonly manner: Manner;
  private readonly plain = make("g", { class: "plain" });
  private readonly marks = make("g", { class: "marks" });
  private readonly alarms = make("g", { class: "alarms" });
  private readonly refusals = make("g", { class: "refusals" });
  private readonly way = make("g", { class: "way" });
  private readonly offered = make("g", { class: "offer" });
  private readonly pieces = make("g", { class: "pieces" });
  private readonly fine: boolean;
  private readonly set: PieceSet;
  private seat: number;
  private drawn: Layout;
  private standing = new Map<number, Standing>();
  private shown: readonly Placed[] = [];
  private marked: readonly number[] = [];
  private chosen: readonly number[] = [];
  private alarmed: readonly number[] = [];
  private refused: readonly number[] = [];
  /** A piece in somebody's hand: where it stands, and where it is held. */
  private held: { readonly cell: number; readonly at: Point } | undefined;

  constructor(svg: SVGSVGElement, board: Board, manner: Manner = {}) {
    this.svg = svg;
    this.board = board;
    this.manner = manner;
    this.seat = manner.seat ?? 0;
    this.drawn = layout(board, this.seat, manner);
    this.fine = !manner.plain;
    if (this.fine) materials();
    svg.classList.add("board");
    svg.classList.toggle("fine", this.fine);
    svg.classList.toggle("tight", manner.tight ?? false);
    svg.dataset.game = board.game;
    const { material, set } = manner.made ?? made(board.game);
    svg.dataset.material = material;
    this.set = set;
    svg.setAttribute("role", "img");
    svg.replaceChildren(this.plain, this.marks, this.alarms, this.way, this.offered, this.pieces, this.refusals);
    this.lay();
  }

  /** Shows pieces and marks the cells of the last move; what moved slides to its new cell. */
  show(pieces: readonly Placed[], marks: readonly number[] = []): void {
    this.shown = pieces;
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
    for (const [cell, { element }] of this.standing) {
      if (this.manner.still) element.remove();
      else vanish(element);
      // Something came where it stood.
      if (next.has(cell)) this.burst(cell);
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
    this.drawn = layout(this.board, seat, this.manner);
    this.lay();
    for (const [cell, { look, element }] of this.standing) {
      element.replaceChildren(...this.draw(look).childNodes);
      this.put(element, cell);
    }
    this.drawMarks();
    this.choose(this.chosen);
    this.alarm(this.alarmed);
    this.refuse(this.refused);
  }

  /** Marks the cells that somebody has touched, below the pieces. */
  choose(path: readonly number[]): void {
    this.chosen = path;
    const places = path.flatMap((cell) => this.drawn.places[cell] ?? []);
    const drawn: SVGElement[] = places.map(({ outline }) => make("polygon", { points: attribute(shrunk(outline, 0.06)) }));
    if (places.length > 1) drawn.push(make("polyline", { points: attribute(places.map(({ centre }) => centre)) }));
    this.way.replaceChildren(...drawn);
  }

  /** Lets cells glow whose pieces are in danger. */
  alarm(cells: readonly number[]): void {
    this.alarmed = cells;
    const places = cells.flatMap((cell) => this.drawn.places[cell] ?? []);
    this.alarms.replaceChildren(...places.map(({ outline }) => make("polygon", { points: attribute(shrunk(outline, 0.03)) })));
  }

  /** Shows a move that was refused: where the piece would have gone, crossed out. */
  refuse(cells: readonly number[]): void {
    this.refused = cells;
    const look = this.shown.find(({ cell }) => cell === cells[0])?.look;
    const [to, place] = [cells.at(-1), this.drawn.places[cells.at(-1) ?? -1]];
    if (!look || to === undefined || !place) return this.refusals.replaceChildren();
    const ghost = this.draw(look);
    ghost.classList.replace("piece", "ghost");
    this.put(ghost, to);
    const way = cells.flatMap((cell) => this.drawn.places[cell]?.centre ?? []);
    const [{ x, y }, arm] = [place.centre, place.radius * 0.75];
    const cross = make("path", { d: `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}` });
    this.refusals.replaceChildren(make("polyline", { points: attribute(way) }), ghost, cross);
  }

  /** Shows what may be touched, below the pieces: the one that is dragged covers it. */
  offer({ empty, special, captures, further, over }: Offer): void {
    const { places } = this.drawn;
    const dots = (cells: readonly number[], kind: string, size: number): SVGElement[] =>
      cells.flatMap((cell) => {
        const place = places[cell];
        const shape = { class: special.includes(cell) ? `${kind} special` : kind, r: (place?.radius ?? 0) * size };
        return place ? [make("circle", { ...shape, cx: place.centre.x, cy: place.centre.y })] : [];
      });
    const taken = captures.flatMap((cell) => {
      const d = corners(shrunk(places[cell]?.outline ?? [], 0.1));
      return [make("path", { class: "capture under", d }), make("path", { class: "capture", d })];
    });
    const below = over === undefined ? undefined : places[over];
    const ring = below ? [make("polygon", { class: "over", points: attribute(shrunk(below.outline, 0.02)) })] : [];
    this.offered.replaceChildren(...ring, ...taken, ...dots(empty, "target", 0.38), ...dots(further, "further", 0.14));
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
    this.svg.setAttribute("viewBox", viewBox(this.drawn));
    this.svg.style.setProperty("--letters", `${this.drawn.letters.toFixed(3)}px`);
    this.plain.replaceChildren(...ground(this.board, this.drawn, this.fine));
  }

  private drawMarks(): void {
    const { places } = this.drawn;
    const drawn: SVGElement[] = this.marked.flatMap((cell) => {
      const place = places[cell];
      return place ? [make("polygon", { points: attribute(shrunk(place.outline, 0.06)) })] : [];
    });
    const way = this.marked.flatMap((cell) => places[cell]?.centre ?? []);
    if (way.length > 1) drawn.push(make("polyline", { points: attribute(way) }));
    // A move that is not made yet is shown as it would be.
    const waits = waiting(this.shown, this.marked);
    this.marks.classList.toggle("proposed", waits !== undefined);
    if (waits) {
      const ghost = this.draw(waits.look);
      ghost.classList.replace("piece", "ghost");
      this.put(ghost, waits.to);
      drawn.push(ghost);
    }
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

  /** Shows that a piece was taken: a ring that widens. */
  private burst(cell: number): void {
    const place = this.drawn.places[cell];
    if (!place || this.manner.still || motionless()) return;
    const { x, y } = place.centre;
    const ring = make("circle", { class: "burst", cx: x, cy: y, r: place.radius });
    this.pieces.append(ring);
    vanish(ring, "scale(1.7)");
  }

  private move(element: SVGGElement, steps: readonly string[]): void {
    if (!this.manner.still) glide(element, steps);
  }

  private draw(look: Look): SVGGElement {
    const { degrees } = this.drawn;
    return figure(look, { players: this.board.players.length, degrees, fine: this.fine, set: this.set });
  }
}
