/** Page, in German. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Words } from "../en";

export const page: Words["page"] = {
  home: "Manator, Startseite",
  main: "Hauptmenü",
  skip: "Zum Inhalt springen",
  views: {
    play: "Spielen",
    puzzles: "Aufgaben",
    analysis: "Analyse",
    watch: "Zuschauen",
    games: "Partien",
    tournaments: "Turniere",
    learn: "Lernen",
    student: "Teilnehmer",
    instructor: "Kursleitung",
  },
  sound: (on) => `Ton: ${on ? "an" : "aus"}`,
  colours: { system: "Farben: wie im System", light: "Farben: hell", dark: "Farben: dunkel" },
  language: "Sprache",
  unreachable: "Der Server ist nicht erreichbar. Neuer Versuch …",
  notLoaded: "Diese Ansicht konnte nicht geladen werden.",
  loadAgain: "Seite neu laden",
  noSuchPage: "Seite nicht gefunden",
  noSuchPageHere: "Diese Seite gibt es nicht",
  nothingAt: { before: "Unter", after: " ist nichts zu finden. Vielleicht ist die Adresse falsch geschrieben, oder die Seite wurde verschoben." },
};
