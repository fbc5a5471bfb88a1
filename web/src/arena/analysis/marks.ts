/** What a move was worth, by what the positions before and after it are worth to whoever made it. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Judged, Worth } from "../../contract";
import { t } from "../../words";

export type Mark = "" | "?!" | "?" | "??";

/** By how much of the way from lost to won, which is 2, a move must have made things worse, the worst first. */
const MARKS: readonly (readonly [Mark, number])[] = [
  ["??", 0.6],
  ["?", 0.3],
  ["?!", 0.15],
];

/** How much a move lost whoever made it, of 2 from won to lost; undefined where that is not known. */
export function loss(before: Judged | undefined, after: Judged | undefined, mover: number | undefined): number | undefined {
  if (mover === undefined) return undefined;
  const [was, is] = [before?.values?.[mover], after?.values?.[mover]];
  return typeof was === "number" && typeof is === "number" ? Math.max(0, was - is) : undefined;
}

export function mark(lost: number | undefined): Mark {
  return MARKS.find(([, least]) => lost !== undefined && lost >= least)?.[0] ?? "";
}

/** Says what a mark means. */
export function markWords(mark: Mark, best: string | null | undefined): string {
  return mark === "" ? "" : t.analysis.marks[mark] + (best ? t.analysis.better(best) : "");
}

/** What a position is worth to each player, where only one of them was asked: of two, the other has the opposite. */
export function valuesOf({ value, side }: Worth, players: number): (number | null)[] {
  return Array.from({ length: players }, (_, seat) => {
    if (value === null || side === null) return null;
    return seat === side ? value : players === 2 ? -value : null;
  });
}
