// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess.agents;

import threeChess.Board;
import threeChess.Position;

/** Knows only where to begin. */
public class Half extends RandomAgent {
    @Override
    public Position[] playMove(Board board) {
        return new Position[] {Position.BE2, null};
    }
}
