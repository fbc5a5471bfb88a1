/** What tables of tournaments show, in words; nothing is computed again here. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Counts } from "../contract";

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
  /** What the mover thought of each move, and for how long: `+0.34/12 0.51s`; may be shorter than the game. */
  readonly thoughts: readonly string[];
}

/** Writes points as they are written everywhere: `3`, `2½`, and `+2` in games of three. */
export function points([won, tied, lost]: Counts, players: number): string {
  if (players > 2) return signed(won - lost);
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
