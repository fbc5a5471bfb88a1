/** What Rust puts into a report (`crates/page/src/report/data.rs`); nothing is computed again here. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Board } from "../board/types";

/** Games won, tied and lost. */
export type Counts = readonly [won: number, tied: number, lost: number];

export interface Standing {
  readonly entrant: number;
  readonly rank: number;
  readonly points: string;
  readonly counts: Counts;
  readonly rating: number | null;
  readonly error: number | null;
  readonly held: boolean;
  readonly group: number;
}

export interface Reason {
  readonly name: string;
  readonly meaning: string;
  readonly games: number;
}

/** A game as a list. */
export type Row = readonly [
  id: string,
  entrants: readonly number[],
  payoffs: readonly number[],
  reason: number,
  words: number | null,
  plies: number,
  finished: string | null,
  head: number | null,
  film: string,
  moves: string,
];

export interface Data {
  readonly title: string;
  readonly sentence: string;
  readonly generated: string;
  readonly method: string | null;
  readonly options: readonly (readonly [name: string, value: string])[];
  readonly board: Board;
  readonly names: readonly string[];
  readonly standings: readonly Standing[];
  readonly cross: {
    readonly order: readonly number[];
    readonly cells: readonly (readonly Counts[])[];
  };
  readonly seats: readonly {
    readonly counts: Counts;
    readonly elo: number | null;
    readonly error: number | null;
  }[];
  readonly reasons: readonly Reason[];
  readonly course: {
    readonly at: readonly number[];
    readonly lines: readonly {
      readonly entrant: number;
      readonly share: readonly (number | null)[];
    }[];
  };
  readonly set_aside: readonly (readonly [id: string, why: string])[];
  readonly heads: readonly string[];
  readonly words: readonly string[];
  readonly games: readonly Row[];
}

/** A game of the list. */
export interface Game {
  readonly id: string;
  readonly entrants: readonly number[];
  readonly payoffs: readonly number[];
  readonly reason: string;
  readonly words: string;
  readonly plies: number;
  readonly finished: string | null;
  /** The whole film, or nothing where there is none. */
  readonly film: string | null;
  readonly moves: readonly string[];
}

/** Unpacks a game. */
export function unpack(data: Data, row: Row): Game {
  const [id, entrants, payoffs, reason, words, plies, finished, head, film, moves] = row;
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
  };
}

/** What the list of games is narrowed to. */
export interface Filter {
  /** Takes part. */
  readonly one: number | null;
  /** Takes part, too. */
  readonly other: number | null;
  readonly reason: number | null;
  /** What `one` got, by sign; ignored when `one` is not given. */
  readonly payoff: number | null;
}

export const EVERYTHING: Filter = { one: null, other: null, reason: null, payoff: null };

/** Returns the places of the games that a filter lets through. */
export function matching(games: readonly Row[], filter: Filter): number[] {
  const found: number[] = [];
  games.forEach((row, at) => {
    const [, entrants, payoffs, reason] = row;
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

/** Writes points as they are written everywhere: `3`, `2½`. */
export function points([won, tied]: Counts): string {
  const halves = 2 * won + tied;
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole === 0 ? "½" : `${whole}½`;
}

export function played([won, tied, lost]: Counts): number {
  return won + tied + lost;
}

/** Returns the part of the possible points, or nothing where nothing was played. */
export function share(counts: Counts): number | null {
  const games = played(counts);
  return games === 0 ? null : (2 * counts[0] + counts[1]) / (2 * games);
}

/** Writes a whole number with its sign and a proper minus. */
export function signed(value: number): string {
  const whole = Math.round(value);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
}

/** Writes a payoff as a score. */
export function score(payoff: number, players: number): string {
  if (players > 2) return signed(payoff);
  return payoff > 0 ? "1" : payoff < 0 ? "0" : "½";
}
