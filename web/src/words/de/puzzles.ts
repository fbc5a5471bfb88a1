/** Puzzles, and what became of a move in one, in German. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Words } from "../en";
import { count } from "./count";

export const puzzles: Words["puzzles"] = {
  title: "Aufgaben",
  titleOf: (game) => `Aufgaben: ${game}`,
  noSuchPuzzle: (number, all) => `Aufgabe ${number} gibt es nicht: Erwartet wird eine Zahl von 1 bis ${all}.`,
  lead: "Stellungen aus echten Partien, in denen genau ein Zug gewinnt. Jede ist bewiesen. Für jedes Spiel kommt täglich eine neue.",
  allSolved: (solved, all) => `Alle Aufgaben: ${solved} von ${all} gelöst`,
  winIn: (moves) => `Gewinn in ${count(moves, "Zug", "Zügen")}`,
  solvedMark: ", gelöst",
  board: (game, number) => `${game}, Aufgabe ${number}`,
  answer: "Deine Antwort",
  ofTheDay: "Aufgabe des Tages",
  number: (number) => `Aufgabe ${number}`,
  task: (side, moves) => `${side} am Zug gewinnt in ${count(moves, "Zug", "Zügen")}`,
  exactlyOne: "Genau ein Zug schafft es.",
  exactlyOneOfThree: "Genau ein Zug schafft es, was auch immer die beiden anderen gemeinsam spielen.",
  lookAt: (piece, cell) => `Sieh dir die Figur auf ${cell} an: ${piece}`,
  theMove: (move) => `Der Zug ist ${move}`,
  next: "Nächste Aufgabe",
  again: "Noch einmal",
  takeBack: "Zurücknehmen und neu versuchen",
  showMove: "Zug zeigen",
  hint: "Tipp",
  skip: "Überspringen",
  inARow: "In Folge",
  best: "Rekord",
  daily: "Täglich, in Folge",
  days: (n) => count(n, "Tag", "Tage"),
  answered: (move, replies) => `Auf ${move} folgt ${replies}`,
  solved: "Gelöst!",
  right: (move) => `Richtig: ${move}. Nun bring es zu Ende.`,
  good: (move) => `Gut: ${move}. Weiter so.`,
  slower: (move, moves) => `${move} gewinnt auch, braucht aber ${count(moves, "Zug", "Züge")}. Es geht schneller.`,
  stillWins: (move) => `${move} gewinnt immer noch, wenn auch nicht so schnell wie möglich. Weiter so.`,
  fails: (answer, moves) => `${answer}, und in ${count(moves, "Zug", "Zügen")} ist kein Gewinn zu erzwingen. Versuch einen anderen Zug.`,
  loses: (answer) => `${answer}, und du verlierst. Versuch einen anderen Zug.`,
  unknown: (move) => `Ob ${move} gewinnt, war in der Zeit nicht herauszufinden. Versuch einen anderen Zug.`,
};
