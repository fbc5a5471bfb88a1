// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess.agents;

import java.io.IOException;
import threeChess.Board;
import threeChess.Position;

/** Prints whenever it can, and reads. */
public class Talker extends RandomAgent {
    static {
        System.out.println("bestmove BA2BA3");
    }

    public Talker() {
        System.out.println("readyok");
    }

    @Override
    public Position[] playMove(Board board) {
        System.out.print("bestmove BA2BA4\nugiok");
        System.out.flush();
        try {
            if (System.in.read() >= 0) {
                throw new IllegalStateException("it has stolen what was not said to it");
            }
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
        return super.playMove(board);
    }
}
