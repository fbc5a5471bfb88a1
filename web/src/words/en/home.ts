/** The page at the beginning: the games there are, and those that go on. */
// SPDX-License-Identifier: MIT OR Apache-2.0

export const home = {
  which: "Which game shall it be?",
  about: "Remarkable board games, against one of our players, a friend, or an agent of your own.",
  notListed: (why: string) => `The games cannot be listed: ${why}.`,
  tryAgain: "Try again",
  noSuchGame: (name: string) => `There is no game called “${name}”.`,
  allGames: "All games",
  also: "Also here",
  learn: ["Learn a game", "the rules on boards you can touch"],
  analysis: ["Analyse a position", "let our players think about any position or record"],
  watch: ["Watch", "the games that are being played here"],
  tournaments: ["Hold a tournament", "who is the strongest, with error bars"],
  moment: "One moment…",
  goOn: "Go on",
  yourTurn: "your turn",
  toMove: (side: string) => `${side} to move`,
};
