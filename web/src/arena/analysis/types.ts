/** What agents say about positions, and what is said about positions that are set up. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Look } from "../../board/types";
import type { PositionAnswer } from "../types";

/** What a position is worth. */
export interface Worth {
  /** In words: `+35`, `black wins in 5`; null when whoever chose has not looked ahead. */
  readonly score: string | null;
  /** From -1, lost, to 1, won, for the side. */
  readonly value: number | null;
  /** To whom: the first seat in games of two, whoever is to move in others. */
  readonly side: number | null;
}

/** A line that an agent has found. */
export interface Found extends Worth {
  readonly moves: readonly string[];
  /** The cells that the first few moves touch; none where a move is a button. */
  readonly cells: readonly (readonly number[])[];
}

/** The topic `think`: where an agent's thinking stands. */
export interface Thought {
  readonly tag: string;
  readonly depth: number;
  readonly nodes: number;
  readonly nps: number;
  readonly elapsed: number;
  /** What it came to, when the game is over. */
  readonly over: Worth | null;
  readonly lines: readonly Found[];
  readonly done: boolean;
}

/** What a position of a game is worth, and what would have been best there. */
export interface Judged extends Worth {
  readonly best?: string | null;
}

/** The topic `graph`: a game judged move by move; null where it has not been yet, or cannot be. */
export interface Course {
  readonly tag: string;
  readonly values: readonly (Judged | null)[] | null;
  readonly done: boolean;
}

/** `POST /api/setup`: a position made of pieces, each a cell and a place in the palette, or read from a text. */
export interface SetupRequest {
  readonly game: string;
  readonly options: string;
  readonly text?: string;
  readonly pieces?: readonly (readonly [number, number])[];
  readonly turn?: number;
}
export interface SetupAnswer {
  readonly palette: readonly Look[];
  readonly pieces: readonly (readonly [number, number])[];
  readonly turn: number;
  /** The position in one line, possible or not. */
  readonly text: string;
  /** Why it is no position; null when it is one. */
  readonly problem: string | null;
  readonly position: PositionAnswer | null;
}
