/** Boards in words, for those who cannot see them, and what is asked on them, in German. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Words } from "../en";

export const board: Words["board"] = {
  piece: (side, kind) => (side === "" ? kind : `${kind} (${side})`),
  nobody: "niemand",
  empty: "leer",
  target: "Zielfeld",
  captures: (piece) => `schlägt ${piece}`,
  asks: "fragt vor dem Zug nach",
  attacked: "angegriffen",
  chosen: "gewählt",
  stopAgain: "noch einmal berühren, um hier anzuhalten",
  canMove: "kann ziehen",
  planned: "geplant",
  canBePlanned: "kann geplant werden",
  noLonger: "nicht mehr vorgeschlagen",
  proposed: (move) => `vorgeschlagen: ${move}`,
  another: "eine andere Stellung",
  on: (piece, cell) => `${piece} auf ${cell}`,
  fromTo: (piece, from, to) => `${piece} von ${from} nach ${to}`,
  becomes: (move, kind) => `${move} wird ${kind}`,
  takes: (what) => `schlägt ${what}`,
  gone: (what) => `${what} ist weg`,
  cancel: "Abbrechen",
  whichMove: "Welcher Zug?",
  stopOn: (cell) => `Auf ${cell} anhalten`,
  orGoOn: "oder weiter: berühre das nächste Feld",
  goOn: "Weiter: berühre das nächste Feld",
};
