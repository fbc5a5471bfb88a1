// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess;

/** A move that cannot be played. */
public class ImpossiblePositionException extends Exception {
    private static final long serialVersionUID = 1L;

    public ImpossiblePositionException(String message) {
        super(message);
    }
}
