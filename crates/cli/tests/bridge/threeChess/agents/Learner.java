// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess.agents;

import threeChess.Board;
import threeChess.ImpossiblePositionException;
import threeChess.Position;

/**
 * Wins if it can, and says which of its kind it is and what it saw at the end, in the only way that is
 * heard.
 */
public class Learner extends RandomAgent {
    private static int made = 0;
    private final int number = ++made;

    @Override
    public Position[] playMove(Board board) {
        try {
            for (Position start : Position.values()) {
                for (Position end : Position.values()) {
                    Board after = (Board) board.clone();
                    if (board.isLegalMove(start, end)) {
                        after.move(start, end);
                    }
                    if (after.gameOver()) {
                        return new Position[] {start, end};
                    }
                }
            }
        } catch (CloneNotSupportedException | ImpossiblePositionException error) {
            throw new IllegalStateException(error);
        }
        return super.playMove(board);
    }

    @Override
    public void finalBoard(Board finalBoard) {
        String end = finalBoard.gameOver() ? "the end" : "no end";
        String seen = number + " saw " + finalBoard.getMoveCount() + " moves and " + end;
        throw new IllegalStateException("number " + seen);
    }
}
