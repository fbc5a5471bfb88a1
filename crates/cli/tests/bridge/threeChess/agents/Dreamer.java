// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess.agents;

import threeChess.Board;
import threeChess.Position;

/** Never comes back, whatever it is told. */
public class Dreamer extends RandomAgent {
    private volatile long sheep = 0;

    @Override
    public Position[] playMove(Board board) {
        while (true) {
            sheep++;
        }
    }
}
