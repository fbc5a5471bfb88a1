/** The games of a report: unpacked, and those that a filter lets through. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { ReportData, ReportGame } from "../contract";
import type { Game } from "../tables/data";

/** Unpacks a game. */
export function unpack(data: ReportData, row: ReportGame): Game {
  const [id, entrants, payoffs, reason, words, plies, finished, head, film, moves, thoughts] = row;
  return {
    id,
    entrants,
    payoffs,
    reason: data.reasons[reason]?.name ?? "",
    words: words === null ? "" : (data.words[words] ?? ""),
    plies,
    finished,
    film: head === null ? null : (data.heads[head] ?? "") + film,
    moves: moves.split(" ").filter((move) => move !== ""),
    thoughts: thoughts.split(","),
  };
}

/** What the list of games is narrowed to. */
export interface Filter {
  /** Takes part. */
  readonly one: number | null;
  /** Takes part, too. */
  readonly other: number | null;
  /** The first number of their ids. */
  readonly round: number | null;
  readonly reason: number | null;
  /** What `one` got, by sign; ignored when `one` is not given. */
  readonly payoff: number | null;
}

export const EVERYTHING: Filter = { one: null, other: null, round: null, reason: null, payoff: null };

/** Returns the places of the games that a filter lets through. */
export function matching(games: readonly ReportGame[], filter: Filter): number[] {
  const found: number[] = [];
  games.forEach((row, at) => {
    const [id, entrants, payoffs, reason] = row;
    if (filter.round !== null && !id.startsWith(`${filter.round}.`)) return;
    if (filter.reason !== null && reason !== filter.reason) return;
    if (filter.other !== null && !entrants.includes(filter.other)) return;
    if (filter.one !== null) {
      const seat = entrants.indexOf(filter.one);
      if (seat < 0) return;
      if (filter.payoff !== null && Math.sign(payoffs[seat]!) !== filter.payoff) return;
    }
    found.push(at);
  });
  return found;
}
