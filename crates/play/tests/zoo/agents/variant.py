"""An engine for chess variants, as Fairy-Stockfish talks about Joust; it checks every word it is sent.

variant.py VARIANT... names what its UCI_Variant knows. Whatever it does not expect ends it with status 7.
"""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re
import sys

START = "3n4/8/8/8/8/8/8/3N4 w - - 0 1"
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def refuse(why):
    sys.stderr.write(why + "\n")
    sys.exit(7)


def targets(knights, burned, side):
    column, row = ord(knights[side][0]) - ord("a"), int(knights[side][1]) - 1
    for right, up in JUMPS:
        if 0 <= column + right < 8 and 0 <= row + up < 8:
            square = "abcdefgh"[column + right] + str(row + up + 1)
            if square not in burned and square not in knights:
                yield square


def replay(text):
    """Returns the knights, the burned squares and the side to move after a `position` line."""
    fen, _, moves = text.partition(" moves ")
    if fen != f"position fen {START}":
        refuse(f"position: {text}")
    knights, burned, side = ["d1", "d8"], set(), 0
    for move in moves.split(" ") if moves else []:
        found = re.fullmatch(r"([a-h][1-8])([a-h][1-8]),\2\1", move)
        if not found or found[1] != knights[side] or found[2] not in targets(knights, burned, side):
            refuse(f"move: {move} in {text}")
        burned.add(found[1])
        knights[side] = found[2]
        side = 1 - side
    return knights, burned, side


def main():
    heard = []
    place = None
    played = False
    print("Fairy-Stockfish stand-in by nobody")
    for line in sys.stdin:
        line = line.rstrip("\n")
        word = line.split(" ")[0]
        if word == "uci":
            print("id name stand-in\nid author nobody\n")
            print("option name Clear Hash type button\noption name SyzygyPath type string default <empty>")
            print("option name UCI_Variant type combo default chess " + " ".join(f"var {v}" for v in sys.argv[1:]))
            print("option name Debug Log File type string default \nuciok")
        elif word == "isready":
            # The variant is said once, and stays.
            variant = [] if played else ["setoption name UCI_Variant value joust"]
            if heard != variant + ["ucinewgame"]:
                refuse(f"before isready: {heard}")
            print("info string variant joust files 8 ranks 8\nreadyok")
            heard, played = [], True
        elif word in ("setoption", "ucinewgame"):
            heard.append(line)
        elif word == "position":
            place = replay(line)
        elif word == "go":
            if not re.fullmatch(r"go (movetime \d+|wtime \d+ btime \d+( winc \d+ binc \d+)?)", line):
                refuse(line)
            knights, burned, side = place
            start = knights[side]
            moves = [f"{start}{to},{to}{start}" for to in targets(knights, burned, side)]
            print(f"info depth 1 seldepth 1 multipv 1 score cp 0 nodes 4 nps 18 tbhits 0 time 2 pv {moves[0]}")
            print(f"bestmove {moves[0]} ponder a1b3,b3a1")
        elif word == "quit":
            break
        else:
            print(f"Unknown command: {line}")


main()
