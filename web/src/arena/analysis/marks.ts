/** What a move was worth, by what the positions before and after it are. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Judged } from "../../contract";

/** By how much of the way from lost to won a move must have made things worse, to be doubtful and to be bad. */
const DOUBTFUL = 0.3;
const BAD = 0.7;

export type Mark = "" | "?" | "??";

/** Marks a move; positions are seen from the first seat, so this is for games of two. */
export function mark(before: Judged | undefined, after: Judged | undefined, mover: number | undefined): Mark {
  if (mover === undefined || typeof before?.value !== "number" || typeof after?.value !== "number") return "";
  const worse = (before.value - after.value) * (mover === 0 ? 1 : -1);
  return worse >= BAD ? "??" : worse >= DOUBTFUL ? "?" : "";
}

/** Says what a mark means. */
export function markWords(mark: Mark, best: string | null | undefined): string {
  if (mark === "") return "";
  const instead = best ? `; ${best} was better` : "";
  return (mark === "??" ? "a mistake" : "doubtful") + instead;
}
