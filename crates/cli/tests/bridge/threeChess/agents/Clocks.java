// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess.agents;

import threeChess.Board;
import threeChess.Colour;
import threeChess.Position;

/** Says what the clocks show, in the only way that is heard. */
public class Clocks extends RandomAgent {
    @Override
    public Position[] playMove(Board board) {
        StringBuilder shown = new StringBuilder("clocks");
        for (Colour colour : Colour.values()) {
            shown.append(" ").append(board.getTimeLeft(colour));
        }
        throw new IllegalStateException(shown.toString());
    }
}
