// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess.agents;

import threeChess.Board;
import threeChess.Position;

/** Works on its first move until nobody waits for it any more, and answers then. */
public class Late extends RandomAgent {
    private boolean isFirst = true;

    @Override
    public Position[] playMove(Board board) {
        while (isFirst && !Thread.currentThread().isInterrupted()) {
            Thread.yield();
        }
        isFirst = false;
        return super.playMove(board);
    }
}
