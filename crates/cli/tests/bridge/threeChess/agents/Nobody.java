// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess.agents;

import threeChess.Board;
import threeChess.Position;

/** Has no answer. */
public class Nobody extends RandomAgent {
    @Override
    public Position[] playMove(Board board) {
        return null;
    }
}
