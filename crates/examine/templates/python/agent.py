#!/usr/bin/env python3
"""An agent for Manator: it plays a legal move at random, in every game.

It reads lines on standard input and answers on standard output. Your part is
the function `think`; the rest speaks the protocol and can stay as it is.
"""
# SPDX-License-Identifier: MIT OR Apache-2.0

import random
import sys

NAME = "my agent"
AUTHOR = "me"


def think(game, start, moves, legal, limits):
    """Return the move to play, one of `legal`.

    THINK HERE. You are given:
      game    the game and its options, such as "joust size=10x10"
      start   where the game began: "startpos", or a position as text
      moves   the moves played since then, oldest first
      legal   the legal moves, of which there is at least one
      limits  the words after `go`, such as ["p1time", "60000", "p2time", "58000"]
    In Refusal an answer is a move like any other: `legal` is then "accept" and "refuse".
    """
    return random.choice(legal)


def say(line):
    """Answer with one line, at once: an answer left in a buffer is an answer too late."""
    print(line, flush=True)


def read_position(words):
    """Split the words after `position` into where the game began and the moves since."""
    at = words.index("moves") if "moves" in words else len(words)
    start = words[1:at] if words[:1] == ["fen"] else words[:at]
    return " ".join(start), words[at + 1 :]


def read_option(words):
    """Split the words after `setoption`, name N value V, into the two texts N and V."""
    at = words.index("value") if "value" in words else len(words)
    return " ".join(words[1:at]), " ".join(words[at + 1 :])


def main():
    game, start, moves, legal = "", "startpos", [], []
    # Nonsense in the input is ignored like any unknown line, rather than an error.
    sys.stdin.reconfigure(errors="replace")
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "ugi":
            say(f"id name {NAME}")
            say(f"id author {AUTHOR}")
            # Declaring this option asks for the `legal` lines.
            say("option name UGI_SendLegal type check default true")
            say("option name UGI_Game type string default <empty>")
            say("ugiok")
        elif command == "setoption":
            name, value = read_option(words)
            if name == "UGI_Game":
                game = value
        elif command == "uginewgame":
            start, moves, legal = "startpos", [], []
        elif command == "isready":
            say("readyok")
        elif command == "position":
            start, moves = read_position(words)
            # The legal moves of the position before are no longer legal.
            legal = []
        elif command == "legal":
            legal = words
        elif command == "go":
            # Without legal moves there is nothing to choose from; 0000 is no move.
            say(f"bestmove {think(game, start, moves, legal, words) if legal else '0000'}")
        elif command == "quit":
            break
        # `stop` needs no answer: `go` was answered before this line was read.


if __name__ == "__main__":
    main()
