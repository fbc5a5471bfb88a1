// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess.agents;

/** Cannot be made. */
public class Unborn extends RandomAgent {
    public Unborn() {
        throw new IllegalStateException("not today");
    }
}
