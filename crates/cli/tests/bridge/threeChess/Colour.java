// SPDX-License-Identifier: MIT OR Apache-2.0

package threeChess;

/** A player, in the order of play. */
public enum Colour {
    BLUE, GREEN, RED
}
