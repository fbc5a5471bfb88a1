/**
 * Boards painted on a canvas, for walls on which dozens change every second.
 *
 * A browser keeps books about every part of a drawing in SVG and about everything that is moved in it, whether it
 * changes or not: sixty boards are ten thousand parts. A canvas has none. What is painted, and how, is still said by the
 * drawings and style sheets of boards: each kind of part is drawn once, unseen, and looked at.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Frame } from "../film";
import { figure, glyph } from "./figure";
import { attribute, shrunk } from "./geometry";
import { ground } from "./ground";
import { layout, type Layout } from "./layout";
import { made, type Made } from "./made.svelte";
import { make } from "./svg";
import type { Board, Look } from "./types";
import { waiting } from "./words";

/** Something to paint, in its own coordinates. */
interface Stroke {
  readonly path: Path2D;
  readonly text: string;
  readonly matrix: DOMMatrix;
  readonly alpha: number;
  readonly fill: { readonly colour: string; readonly alpha: number } | undefined;
  readonly line: Line | undefined;
  /** Whether lines lie below what they surround. */
  readonly lineFirst: boolean;
}
interface Line {
  readonly colour: string;
  readonly alpha: number;
  readonly width: number;
  readonly join: CanvasLineJoin;
  readonly cap: CanvasLineCap;
  readonly dash: readonly number[];
}
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
type Style = Omit<Stroke, "path" | "text" | "matrix">;

/** How far pieces reach beyond their radius, at most. */
const REACH = 1.15;
/** How much is seen of a piece where it would go. */
const GHOST = 0.45;

/** How the last move is marked. */
interface Marks {
  readonly cell: Style;
  readonly way: Style;
}

/** What is painted once and copied from then on: grounds by board and size, pieces by look and size. */
const IMAGES_MAX = 600;
const IMAGES = new Map<string, ImageBitmap>();
const PIECES = new Map<string, readonly Stroke[]>();
const MARKS = new Map<string, Marks>();

/** Paints one board. */
export class Painter {
  private readonly board: Board;
  private readonly drawn: Layout;
  private readonly made: Made;
  private readonly key: string;

  constructor(board: Board) {
    this.board = board;
    this.made = made(board.game);
    this.drawn = layout(board, 0, { bare: true });
    this.key = JSON.stringify([board.game, this.made.material, board.turns[0], board.cells]);
  }

  /** Paints a position into the middle of a canvas. */
  paint(canvas: HTMLCanvasElement, { pieces, lastMove }: Frame): void {
    const context = canvas.getContext("2d");
    if (!context) return;
    const { x, y, width, height, places } = this.drawn;
    const scale = Math.min(canvas.width / width, canvas.height / height);
    const base = new DOMMatrix()
      .translateSelf(canvas.width / 2, canvas.height / 2)
      .scaleSelf(scale)
      .translateSelf(-x - width / 2, -y - height / 2);
    const put = (look: Look, cell: number, fresh = false): void => {
      const place = places[cell];
      if (!place) return;
      const half = Math.ceil(place.radius * scale * REACH);
      const { x, y } = base.transformPoint(place.centre);
      context.drawImage(this.piece(look, fresh, place.radius * scale, half), Math.round(x) - half, Math.round(y) - half);
    };
    context.resetTransform();
    context.globalAlpha = 1;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(this.ground(canvas.width, canvas.height, base), 0, 0);
    const waits = waiting(pieces, lastMove);
    for (const stroke of this.marked(lastMove, waits !== undefined)) paint(context, stroke, base);
    context.resetTransform();
    context.globalAlpha = GHOST;
    if (waits) put(waits.look, waits.to);
    context.globalAlpha = 1;
    // What covers its cell lies below everything that stands.
    const flat = pieces.filter(({ look }) => glyph(look)?.base === "none");
    const standing = pieces.filter(({ look }) => glyph(look)?.base !== "none");
    for (const { cell, look } of [...flat, ...standing]) put(look, cell, lastMove.includes(cell));
  }

  private ground(width: number, height: number, base: DOMMatrix): ImageBitmap {
    return image(`${this.key} ${width} ${height}`, width, height, (context) => {
      const drawing = make("g", { class: "plain" }, ...ground(this.board, this.drawn, false));
      for (const stroke of this.sampled(drawing)) paint(context, stroke, base);
    });
  }

  private piece(look: Look, fresh: boolean, radius: number, half: number): ImageBitmap {
    const { game, players } = this.board;
    const { degrees } = this.drawn;
    const { material, set } = this.made;
    const key = [game, material, set, players.length, degrees, look.kind, look.owner, look.letter, fresh].join(" ");
    return image(`${key} ${radius.toFixed(2)}`, 2 * half, 2 * half, (context) => {
      const strokes = remembered(PIECES, key, () => {
        const element = figure(look, { players: players.length, degrees, fine: false, set });
        element.classList.toggle("fresh", fresh);
        return this.sampled(make("g", { class: "pieces" }, element));
      });
      const at = new DOMMatrix().translateSelf(half, half).scaleSelf(radius / 50);
      for (const stroke of strokes) paint(context, stroke, at);
    });
  }

  private marked(cells: readonly number[], isProposed: boolean): Stroke[] {
    const { cell, way } = remembered(MARKS, `${this.board.game} ${this.made.material} ${isProposed}`, () => {
      const parts = [make("polygon", { points: "0,0" }), make("polyline", { points: "0,0" })];
      const marks = make("g", { class: isProposed ? "marks proposed" : "marks" }, ...parts);
      const [cell, way] = this.sampled(marks);
      return { cell: cell!, way: way! };
    });
    const places = cells.flatMap((at) => this.drawn.places[at] ?? []);
    const stroke = (style: Style, d: string): Stroke => ({ ...style, path: new Path2D(d), text: "", matrix: new DOMMatrix() });
    const found = places.map(({ outline }) => stroke(cell, `M${attribute(shrunk(outline, 0.06))}Z`));
    if (places.length > 1) found.push(stroke(way, `M${attribute(places.map(({ centre }) => centre))}`));
    return found;
  }

  /** Draws something unseen on such a board, and returns what it consists of. */
  private sampled(drawing: SVGElement): Stroke[] {
    const kind = { class: "board", "data-game": this.board.game, "data-material": this.made.material };
    const svg = make("svg", { ...kind, width: 0, height: 0, "aria-hidden": "true" }, drawing);
    svg.style.position = "absolute";
    document.body.append(svg);
    const found = strokes(drawing, new DOMMatrix(), 1);
    svg.remove();
    return found;
  }
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

/** Returns what was painted before, or paints it now. */
function image(key: string, width: number, height: number, draw: (context: Context) => void): ImageBitmap {
  // Windows of every size in between were needed only once.
  if (IMAGES.size > IMAGES_MAX) IMAGES.clear();
  return remembered(IMAGES, key, () => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (context) draw(context);
    return canvas.transferToImageBitmap();
  });
}

function strokes(element: Element, outer: DOMMatrix, over: number): Stroke[] {
  const css = getComputedStyle(element);
  const matrix = css.transform === "none" ? outer : outer.multiply(new DOMMatrix(css.transform));
  const alpha = over * Number(css.opacity);
  if (element instanceof SVGGElement) return [...element.children].flatMap((child) => strokes(child, matrix, alpha));
  const text = element instanceof SVGTextElement ? (element.textContent ?? "") : "";
  return [{ path: new Path2D(outline(element)), text, matrix, ...style(css, alpha) }];
}

/** Returns a shape as a path. */
function outline(element: Element): string {
  const corners = element.getAttribute("points");
  if (corners !== null) return `M${corners}${element.tagName === "polygon" ? "Z" : ""}`;
  return element.getAttribute("d") ?? "";
}

function style(css: CSSStyleDeclaration, alpha: number): Style {
  const fill = css.fill === "none" ? undefined : { colour: css.fill, alpha: Number(css.fillOpacity) };
  const line =
    css.stroke === "none"
      ? undefined
      : {
          colour: css.stroke,
          alpha: Number(css.strokeOpacity),
          width: Number.parseFloat(css.strokeWidth),
          join: css.strokeLinejoin as CanvasLineJoin,
          cap: css.strokeLinecap as CanvasLineCap,
          dash: css.strokeDasharray === "none" ? [] : css.strokeDasharray.split(",").map(Number.parseFloat),
        };
  return { alpha, fill, line, lineFirst: css.paintOrder.startsWith("stroke") };
}

function paint(context: Context, stroke: Stroke, at: DOMMatrix): void {
  const { path, text, matrix, alpha, fill, line, lineFirst } = stroke;
  context.setTransform(at.multiply(matrix));
  const filled = (): void => {
    if (!fill) return;
    context.globalAlpha = alpha * fill.alpha;
    context.fillStyle = fill.colour;
    if (text === "") context.fill(path);
    else written(context, text);
  };
  if (!lineFirst) filled();
  if (line) {
    context.globalAlpha = alpha * line.alpha;
    context.strokeStyle = line.colour;
    context.lineWidth = line.width;
    context.lineJoin = line.join;
    context.lineCap = line.cap;
    context.setLineDash([...line.dash]);
    context.stroke(path);
  }
  if (lineFirst) filled();
}

/** Writes the letter of a piece that nobody has drawn. */
function written(context: Context, text: string): void {
  context.font = "700 56px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, 0, 0);
}
