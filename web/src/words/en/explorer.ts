/** The explorer. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { count } from "./count";

export const explorer = {
  title: "Explorer: what was played here",
  overHere: "The game is over here.",
  noGame: "No game on this server has come here.",
  came: (n: number) => `${count(n, "game")} came here.`,
  uncounted: (n: number) => `${count(n, "game")} still to be counted.`,
  movesPlayed: "Moves that were played",
  move: "Move",
  games: "Games",
  solved: (who: string) => `Solved: ${who} wins.`,
  forced: (who: string, moves: number) => `${who} wins by force in ${count(moves, "move")}.`,
};
