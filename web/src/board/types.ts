/**
 * What a board and its pieces are, as the Rust side describes them.
 *
 * Nothing here is known to the client: it draws what it is told, and knows no rules.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

/** A point, or a distance: right and down, a grid's cell is one unit wide. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One cell; its number is its place in the list. */
export interface Cell {
  readonly name: string;
  /** The corners in order: x, y, x, y, ... */
  readonly outline: readonly number[];
  readonly shade: "light" | "dark";
  /** `field`, `court`, or `section0`, `section1`, ... */
  readonly zone: string;
}

/** A text beside the cells: one that is always the same, or the name of a seat. */
export interface Label {
  readonly text?: string;
  readonly seat?: number;
  readonly x: number;
  readonly y: number;
}

/** A board without its pieces. */
export interface Board {
  /** The name of the game, which chooses the materials. */
  readonly game: string;
  readonly title: string;
  /** The names of the seats. */
  readonly players: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly cells: readonly Cell[];
  readonly labels: readonly Label[];
  /** By how many degrees the drawing turns so that each seat is at the bottom. */
  readonly turns: readonly number[];
}

/** What a piece looks like. */
export interface Look {
  readonly kind: string;
  readonly owner: number | null;
  readonly letter: string;
}

/** A piece on a cell. */
export interface Placed {
  readonly cell: number;
  readonly look: Look;
}

/** A legal move, and how a person makes it: by touching cells in order, or by pressing a button. */
export interface Legal {
  readonly move: string;
  readonly cells?: readonly number[];
  readonly button?: string;
}

/** A move shown on the board: the cells it leads over. */
export interface Arrow {
  readonly cells: readonly number[];
  readonly kind: "hint" | "best" | "other";
}
