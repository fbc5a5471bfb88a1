/**
 * What a board and its pieces are, as the Rust side describes them.
 *
 * Nothing here is known to the client: it draws what it is told, and knows no rules.
 */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Look } from "../contract";

export type { Board, Cell, Label, Legal, Look } from "../contract";

/** A point, or a distance: right and down, a grid's cell is one unit wide. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A piece on a cell. */
export interface Placed {
  readonly cell: number;
  readonly look: Look;
}

/** A move shown on the board: the cells it leads over. */
export interface Arrow {
  readonly cells: readonly number[];
  readonly kind: "hint" | "best" | "other" | "planned";
}
