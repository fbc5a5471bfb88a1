/** Arrows over cells: from beside the first middle, over those between, to the last one. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Place } from "./layout";

/** How far from the middle of the first cell an arrow begins, in radii of its piece. */
const BEGIN = 0.35;
/** The length of the head and half its width, in radii. */
const [LENGTH, HALF] = [0.62, 0.36];

/** Returns the data of two SVG paths, both empty when there is nowhere to go. */
export function arrow(places: readonly Place[]): { readonly shaft: string; readonly head: string } {
  const [first, last, before] = [places[0], places.at(-1), places.at(-2)];
  if (!first || !last || !before || places.length < 2) return { shaft: "", head: "" };
  const { x, y } = direction(before, last);
  const tip = { x: last.centre.x + x * 0.1 * last.radius, y: last.centre.y + y * 0.1 * last.radius };
  const [long, half] = [LENGTH * last.radius, HALF * last.radius];
  const neck = { x: tip.x - x * long, y: tip.y - y * long };
  const out = direction(first, places[1]!);
  const begin = {
    x: first.centre.x + out.x * BEGIN * first.radius,
    y: first.centre.y + out.y * BEGIN * first.radius,
  };
  const way = [begin, ...places.slice(1, -1).map(({ centre }) => centre), neck];
  const corners = [tip, { x: neck.x - y * half, y: neck.y + x * half }, { x: neck.x + y * half, y: neck.y - x * half }];
  return { shaft: path(way), head: `${path(corners)}Z` };
}

function direction(from: Place, to: Place): { x: number; y: number } {
  const [x, y] = [to.centre.x - from.centre.x, to.centre.y - from.centre.y];
  const length = Math.hypot(x, y) || 1;
  return { x: x / length, y: y / length };
}

function path(way: readonly { readonly x: number; readonly y: number }[]): string {
  return `M${way.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`).join("L")}`;
}
