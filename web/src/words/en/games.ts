/** What the server sends as a code or as a constant text, by that; what is missing here is shown as it was sent. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export const games = {
  sides: {} as Record<string, string>,
  pieces: {} as Record<string, string>,
  summaries: {} as Record<string, string>,
  /** What the buttons of a game say. */
  buttons: {} as Record<string, string>,
  /** How a game ended, by its reason: whose sides won and lost. */
  endings: {} as Record<string, (winners: string, losers: string) => string>,
  /** What the reasons mean. */
  reasons: {} as Record<string, string>,
  /** What is said before it is too late, by its code: about whose side, with which numbers, and to all as well as to whom it concerns. */
  notices: {} as Record<string, readonly [words: (side: string, ...values: number[]) => string, yours: (...values: number[]) => string]>,
  /** What levels and agents are called. */
  levels: {} as Record<string, string>,
  /** Agents: what they do. */
  agents: {} as Record<string, string>,
  options: {} as Record<string, string>,
  optionSummaries: {} as Record<string, string>,
  /** The values of options, `option=value`: what they are called, and what they mean. */
  choices: {} as Record<string, string>,
  meanings: {} as Record<string, string>,
  /** Sentences that are always the same. */
  said: {} as Record<string, string>,
  /** What a search has proven: about a side, or about whoever is to move where none is given. */
  proven: (side: string, wins: boolean, plies: number | null) =>
    `${side === "" ? "" : `${side} `}${wins ? "wins" : "loses"}${plies === null ? "" : ` in ${plies}`}`,
  and: "and",
};
