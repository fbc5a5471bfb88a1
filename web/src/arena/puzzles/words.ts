/** What became of a move in a puzzle, as a sentence. */
// SPDX-License-Identifier: MIT OR Apache-2.0

import type { PuzzleVerdict } from "../../contract";
import { counted } from "../ui/words";

/** Says what became of a move; `first` of the puzzle, where only the fastest win counts. */
export function judged({ kind, moves, replies }: PuzzleVerdict, move: string, first: boolean): string {
  const answer = replies.length > 0 ? `${move} is answered by ${replies.join(", ")}` : move;
  switch (kind) {
    case "won":
      return "Solved!";
    case "wins":
      return first ? `Right: ${move}. Now finish it.` : `Good: ${move}. Go on.`;
    case "slower":
      return first
        ? `${move} wins too, but takes ${counted(moves, "move")}. There is a faster win.`
        : `${move} still wins, though not as fast as it could. Go on.`;
    case "fails":
      return `${answer}, and there is no forced win in ${counted(moves, "move")}. Try another move.`;
    case "loses":
      return `${answer}, and you lose. Try another move.`;
    case "unknown":
      return `Whether ${move} wins could not be found out in time. Try another move.`;
  }
}
