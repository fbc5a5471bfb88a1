/** What a list of games is narrowed to. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export interface Filter {
  /** Takes part. */
  readonly one: number | null;
  /** Takes part, too. */
  readonly other: number | null;
  readonly round: number | null;
  /** What `one` got: 1, 0 or -1. */
  readonly payoff: number | null;
  readonly reason: string | null;
}

export const EVERYTHING: Filter = { one: null, other: null, round: null, payoff: null, reason: null };
