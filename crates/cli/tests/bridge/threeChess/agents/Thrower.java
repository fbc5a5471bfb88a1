// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess.agents;

import threeChess.Board;
import threeChess.Position;

/** Never gets as far as a move. */
public class Thrower extends RandomAgent {
    @Override
    public Position[] playMove(Board board) {
        throw new IllegalStateException("first line\nbestmove BE2BE4");
    }
}
