/** What became of a move in a puzzle, as a sentence. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { PuzzleVerdict } from "../../contract";
import { t } from "../../words";

/** Says what became of a move; `first` of the puzzle, where only the fastest win counts. */
export function judged({ kind, moves, replies }: PuzzleVerdict, move: string, first: boolean): string {
  const { puzzles } = t;
  const answer = replies.length > 0 ? puzzles.answered(move, replies.join(", ")) : move;
  switch (kind) {
    case "won":
      return puzzles.solved;
    case "wins":
      return first ? puzzles.right(move) : puzzles.good(move);
    case "slower":
      return first ? puzzles.slower(move, moves) : puzzles.stillWins(move);
    case "fails":
      return puzzles.fails(answer, moves);
    case "loses":
      return puzzles.loses(answer);
    case "unknown":
      return puzzles.unknown(move);
  }
}
