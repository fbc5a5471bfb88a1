// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess.agents;

import threeChess.Board;
import threeChess.Position;

/** Ends the whole program. */
public class Leaver extends RandomAgent {
    @Override
    public Position[] playMove(Board board) {
        System.exit(3);
        return null;
    }
}
