/** Numbers of things. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import { count } from "./count";

export const counts = {
  moves: (n: number) => count(n, "move"),
  games: (n: number) => count(n, "game"),
  players: (n: number) => count(n, "player"),
};
