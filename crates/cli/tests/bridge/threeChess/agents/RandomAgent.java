// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import threeChess.Agent;
import threeChess.Board;
import threeChess.Position;

/** Plays any legal move; always the same in the same game. */
public class RandomAgent extends Agent {
    private final Random random = new Random(1);

    @Override
    public Position[] playMove(Board board) {
        List<Position[]> moves = new ArrayList<>();
        for (Position start : Position.values()) {
            for (Position end : Position.values()) {
                if (board.isLegalMove(start, end)) {
                    moves.add(new Position[] {start, end});
                }
            }
        }
        return moves.get(random.nextInt(moves.size()));
    }

    @Override
    public String toString() {
        return "Random";
    }

    @Override
    public void finalBoard(Board finalBoard) {}
}
