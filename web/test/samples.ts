/** Boards and films that Rust wrote, with what they show (`crates/state/tests/board.rs`). */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { Board, Placed } from "../src/board/types";
import jetan from "./samples/jetan.json";
import joust from "./samples/joust.json";
import kingsCourt from "./samples/kings-court.json";
import refusal from "./samples/refusal.json";
import threechess from "./samples/threechess.json";

export interface Sample {
  readonly board: Board;
  readonly film: string;
  readonly frames: readonly {
    readonly pieces: readonly Placed[];
    readonly lastMove: readonly number[];
    readonly toMove: number | null;
  }[];
}

export const SAMPLES = [jetan, threechess, joust, kingsCourt, refusal] as unknown as readonly Sample[];
