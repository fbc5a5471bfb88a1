// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess;

/** What every agent of the course extends. */
public abstract class Agent {
    public abstract Position[] playMove(Board board);

    public abstract String toString();

    public abstract void finalBoard(Board finalBoard);
}
