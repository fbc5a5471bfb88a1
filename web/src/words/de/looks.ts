/** Wie Bretter und Figuren aussehen, und wie die Seite klingt. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Words } from "../en";

export const looks: Words["looks"] = {
  open: "Aussehen",
  about: "Brett und Figuren, Ton",
  title: "Brett und Figuren",
  board: "Brett",
  pieces: "Figuren",
  materials: { own: "Original", wood: "Holz", slate: "Schiefer", paper: "Papier" },
  sets: { figures: "Plastisch", flat: "Flach", letters: "Buchstaben" },
  figurines: "Figuren in der Zugliste zeigen",
  sound: "Ton",
  every: "Für alle Spiele verwenden",
  done: "Fertig",
  showcase: {
    title: (game) => `Unsere Spieler am Brett: ${game}`,
    move: (move, of) => (move === 0 ? "Es beginnt" : `Zug ${move} von ${of}`),
    play: "Das spielen",
    pause: "Anhalten",
    watch: "Zusehen",
    another: "Anderes Spiel",
  },
};
