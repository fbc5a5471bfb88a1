/** The explorer, in German. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Words } from "../en";
import { count } from "./count";

export const explorer: Words["explorer"] = {
  title: "Explorer: was hier gespielt wurde",
  overHere: "Hier ist die Partie zu Ende.",
  noGame: "Auf diesem Server kam noch keine Partie hierher.",
  came: (n) => (n === 1 ? "1 Partie kam hierher." : `${count(n, "Partie", "Partien")} kamen hierher.`),
  uncounted: (n) => `${count(n, "Partie ist", "Partien sind")} noch zu zählen.`,
  movesPlayed: "Gespielte Züge",
  move: "Zug",
  games: "Partien",
  solved: (who) => `Gelöst: ${who} gewinnt.`,
  forced: (who, moves) => `${who} gewinnt zwingend in ${count(moves, "Zug", "Zügen")}.`,
};
