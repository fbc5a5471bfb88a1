/** Numbers of things, in German. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Words } from "../en";
import { count } from "./count";

export const counts: Words["counts"] = {
  moves: (n) => count(n, "Zug", "Züge"),
  games: (n) => count(n, "Partie", "Partien"),
  players: (n) => count(n, "Spieler", "Spieler"),
};
