/** Draws pieces out of their parts: what they stand on, their shape, the light on them. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { GLYPHS, PLATES, SIDE_MARKS, type Glyph, type Part } from "./glyphs";
import type { PieceSet } from "./made.svelte";
import { make } from "./svg";
import type { Look } from "./types";

/** What a piece needs to know of its board. */
export interface Setting {
  readonly players: number;
  /** By how much the board is turned. */
  readonly degrees: number;
  /** Whether shadows and light are drawn: not on small pictures, where nobody would see them. */
  readonly fine: boolean;
  /** The drawings to use; figures unless told otherwise. */
  readonly set?: PieceSet;
}

/** Returns the drawing of a kind of piece. */
export function glyph(look: Look): Glyph | undefined {
  return GLYPHS[look.kind];
}

/** Draws a piece around the origin, 100 units wide. */
export function figure(look: Look, given: Setting): SVGGElement {
  const setting = { ...given, fine: given.fine && given.set !== "flat" };
  const side = look.owner === null ? "nobody" : `p${look.owner}`;
  const group = make("g", { class: `piece ${side} kind-${look.kind.replaceAll(/[^\w-]/g, "-")}` });
  const found = asLetter(look, setting) ? undefined : glyph(look);
  const isStatue = found?.base === "statue";
  const onPlate = found?.base === "plate" || (isStatue && setting.players > 2);
  if (setting.fine && found?.base !== "none") group.append(shadow(look, found, onPlate));
  if (look.owner !== null && (onPlate || !found)) group.append(...plate(look.owner, setting.fine));
  if (!found) {
    const text = make("text", { class: "letter" });
    text.textContent = glyph(look)?.letter ?? (setting.set === "letters" ? look.letter.toUpperCase() : look.letter);
    group.append(text);
    return group;
  }
  // On its plate a statue is smaller.
  const scale = !isStatue ? "scale(0.95)" : onPlate ? "scale(0.76)" : "translate(0 3) scale(1.07)";
  const inner = make("g", found.base === "none" ? {} : { transform: scale });
  const marks = (found.sides && look.owner !== null ? found.sides[look.owner % found.sides.length] : undefined) ?? [];
  const foot = isStatue && !onPlate && look.owner !== null ? (SIDE_MARKS[look.owner % SIDE_MARKS.length] ?? []) : [];
  for (const part of [...found.parts, ...marks, ...foot]) {
    inner.append(drawn(part, setting));
    if (setting.fine && part.as === "body") inner.append(make("path", { class: "light", d: part.d }));
  }
  group.append(inner);
  return group;
}

/** Tells whether a piece is shown by its letter: where all pieces look alike, the mark of their side says more. */
function asLetter(look: Look, { set }: Setting): boolean {
  return set === "letters" && look.owner !== null && glyph(look)?.sides === undefined;
}

function drawn(part: Part, { degrees }: Setting): SVGPathElement {
  const moved = part.turns ? `rotate(${degrees} 0 5)` : (part.moved ?? "");
  return make("path", { class: part.as, d: part.d, ...(moved && { transform: moved }) });
}

function plate(owner: number, fine: boolean): SVGElement[] {
  const d = PLATES[owner % PLATES.length]!;
  const base = make("path", { class: "plate", d });
  return fine ? [base, make("path", { class: "sheen", d }), make("path", { class: "groove", d })] : [base];
}

function shadow(look: Look, found: Glyph | undefined, onPlate: boolean): SVGElement {
  if (!found || onPlate) return make("path", { class: "shadow", d: PLATES[(look.owner ?? 0) % PLATES.length]! });
  return make("ellipse", { class: "shadow foot", cx: 0, cy: 41, rx: 33, ry: 8 });
}
