// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess.agents;

import threeChess.Board;
import threeChess.Position;

/** Moves what it may not. */
public class Cheat extends RandomAgent {
    @Override
    public Position[] playMove(Board board) {
        return new Position[] {Position.BA1, Position.RA1};
    }
}
