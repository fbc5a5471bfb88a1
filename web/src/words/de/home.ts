/** The page at the beginning: the games there are, and those that go on, in German. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Words } from "../en";

export const home: Words["home"] = {
  which: "Welches Spiel soll es sein?",
  about: "Besondere Brettspiele, gegen einen unserer Spieler, einen Freund oder deinen eigenen Agenten.",
  notListed: (why) => `Die Spiele lassen sich nicht auflisten: ${why}.`,
  tryAgain: "Noch einmal versuchen",
  noSuchGame: (name) => `Ein Spiel namens „${name}“ gibt es nicht.`,
  allGames: "Alle Spiele",
  also: "Auch hier",
  learn: ["Ein Spiel lernen", "die Regeln auf Brettern zum Anfassen"],
  analysis: ["Eine Stellung analysieren", "lass unsere Spieler über eine Stellung oder Partie nachdenken"],
  watch: ["Zuschauen", "die Partien, die hier gerade laufen"],
  tournaments: ["Ein Turnier veranstalten", "wer am stärksten ist, mit Fehlerbalken"],
  moment: "Einen Moment …",
  goOn: "Weiterspielen",
  yourTurn: "du bist am Zug",
  toMove: (side) => `${side} am Zug`,
};
