/** The tables of a tournament, as `crates/page/src/report/tables.rs` makes them; nothing is computed again here. */
// SPDX-License-Identifier: MIT OR Apache-2.0

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

/** Somebody in a round. */
export interface Side {
  /** Nobody as long as that is not known. */
  readonly entrant: number | null;
  /** Which of those who will be left, from 1, as long as that is not known. */
  readonly left: number | null;
  /** The number of the seed, or whose place it is; empty where there are no seeds. */
  readonly seed: string;
  /** Empty before the first game. */
  readonly points: string;
  readonly won: boolean;
}

/** Those who meet in a round. */
export interface Meeting {
  readonly sides: readonly Side[];
  /** The first games and the play-offs after them; the ids of games begin with that of theirs. */
  readonly legs: readonly { readonly id: string; readonly points: readonly string[] }[];
  readonly played: number;
  readonly games: number;
  readonly decided: boolean;
  /** What there is to say about how it was decided. */
  readonly how: string;
}

export interface Round {
  readonly number: number;
  readonly name: string;
  readonly meetings: readonly Meeting[];
  readonly byes: readonly Side[];
}

/** The bracket of a knockout, or who met whom in a Swiss tournament. */
export interface Rounds {
  readonly kind: "knockout" | "swiss";
  readonly rounds: readonly Round[];
  readonly champion: number | null;
}

/** What reports and the arena both show. */
export interface Tables {
  readonly sentence: string;
  /** How the ratings were computed, where there are any. */
  readonly method: string | null;
  readonly names: readonly string[];
  readonly standings: readonly Standing[];
  readonly cross: {
    readonly order: readonly number[];
    readonly cells: readonly (readonly Counts[])[];
  };
  /** Where results decide who meets whom. */
  readonly rounds: Rounds | null;
  readonly seats: readonly {
    readonly counts: Counts;
    readonly elo: number | null;
    readonly error: number | null;
  }[];
  readonly reasons: readonly Reason[];
}

/** A game to replay. */
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
