/** The curves of a graph: what positions are worth, up for whoever is seen from. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Judged } from "../../contract";

export interface Curve {
  readonly side: number;
  /** SVG path data; a position is one unit wide, and 1 is won. */
  readonly line: string;
  /** The same down to the middle. */
  readonly area: string;
  /** How many positions are known. */
  readonly count: number;
}

/** Draws a curve for each side that positions are seen from: one in games of two. */
export function curves(worths: readonly (Judged | undefined)[], players: number): Curve[] {
  const sides = Array.from({ length: players }, (_, side) => side);
  return sides.flatMap((side) => {
    const points = worths.flatMap((worth, ply) =>
      worth && worth.side === side && worth.value !== null ? [{ ply, y: -worth.value }] : [],
    );
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return [];
    const places = points.map(({ ply, y }) => `${ply} ${y}`);
    // A single position is a short line, to be seen at all.
    const line = points.length === 1 ? `M${first.ply} ${first.y}h0.5` : `M${places.join("L")}`;
    const area = `M${first.ply} 0L${places.join("L")}L${last.ply} 0z`;
    return [{ side, line, area, count: points.length }];
  });
}
