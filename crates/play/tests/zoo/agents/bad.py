"""Agents that behave badly, one way each: bad.py SIN [AFTER], where AFTER good moves come before the sin."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import signal
import subprocess
import sys
import time

SIN = sys.argv[1]
AFTER = int(sys.argv[2]) if len(sys.argv) > 2 else 0
FOREVER = 600


def say(text):
    """Says lines in one write, so that they arrive together."""
    raw((text + "\n").encode())


def raw(data):
    while data:
        data = data[os.write(1, data):]


def stall():
    time.sleep(FOREVER)


def grow():
    """Writes without an end of the line, for ever."""
    while True:
        raw(b"x" * 4096)


def flood(fd, line):
    while True:
        os.write(fd, line * 1000)


def crash():
    raise ValueError("the agent broke")


def close_output():
    os.close(1)
    stall()


def close_output_and_flood():
    os.close(1)
    flood(2, b"!\n")


def leave_child():
    """Ends, while a child holds the output open."""
    subprocess.Popen(["sleep", str(FOREVER)])
    os._exit(4)


def leave_session():
    """The same, with a child that cannot be found by the group of its parent."""
    subprocess.Popen(["sleep", "60"], start_new_session=True)
    os._exit(4)


def long_last_words():
    sys.stderr.write("y" * 70_000 + "\nthe very last\n")
    sys.exit(5)


def kill(number):
    os.kill(os.getpid(), number)
    stall()


# What is said or done instead of a good answer to `go`, by sin.
INSTEAD = {
    "illegal": lambda: say("bestmove C1C2"),
    "wrong-player": lambda: say("bestmove C5D3"),
    "nonsense": lambda: say("bestmove ,;:-)"),
    "long-nonsense": lambda: say("bestmove " + "z" * 60_000),
    "nothing": lambda: say("bestmove"),
    "more": lambda: say(f"bestmove {legal[0]} quickly"),
    "null": lambda: say("bestmove 0000"),
    "none": lambda: say("bestmove (none)"),
    "crash": crash,
    "exit-3": lambda: sys.exit(3),
    "abort": lambda: kill(signal.SIGABRT),
    "kill": lambda: kill(signal.SIGKILL),
    "stall": stall,
    "endless": grow,
    "long-line": lambda: say("x" * 70_000),
    "flood": lambda: flood(1, b"ha\n"),
    "flood-aside": lambda: flood(2, b"ha\n"),
    "close-output": close_output,
    "close-output-and-flood": close_output_and_flood,
    "leave-child": leave_child,
    "leave-session": leave_session,
    "long-last-words": long_last_words,
    "drip": lambda: [(say("soon"), time.sleep(0.02)) for _ in range(FOREVER * 50)],
}

# What is said besides a good answer: before it, and after it in the same write.
BESIDES = {
    "binary": (b"\x00\xff\xfe\x1b[2J\x80\n\xc3\x28 bestmove A1A1\n", b""),
    "noise": (b"thinking {hard}; [%clk 0:00:01] (\nbest move is near\ninfo string \"all\" is well\n\n", b""),
    "twice": (b"", b"bestmove C1C2\n"),
    "numbers": (
        b"info depth 99999999999999999999 score cp 1\n"
        b"info depth 4294967295 multipv 4294967295 score cp 9223372036854775807 nodes 18446744073709551615"
        b" nps 18446744073709551615 time 18446744073709551615 pv A1A1\n"
        b"info score mate -9223372036854775808 depth 0 multipv 0\ninfo score mate 0\ninfo score\ninfo\n",
        b"",
    ),
}

legal = []
asked = 0


def answer():
    global asked
    asked += 1
    if asked <= AFTER:
        say(f"bestmove {legal[0]}")
        return
    if SIN in INSTEAD:
        INSTEAD[SIN]()
        return
    if SIN == "slow-500":
        time.sleep(0.5)
    before, after = BESIDES.get(SIN, (b"", b""))
    ponder = " ponder E5E4" if SIN == "ponder" else ""
    if SIN == "illegal-first" and asked % 2 == 1:
        INSTEAD["illegal"]()
        return
    raw(before + f"bestmove {legal[0]}{ponder}\n".encode() + after)
    if SIN == "twice-later":
        time.sleep(0.05)
        say("bestmove C1C2")
        with open(os.environ["MANATOR_DONE"], "a") as done:
            done.write("x")


def introduce():
    if SIN == "stall-ugi":
        stall()
    if SIN == "drip-ugi":
        INSTEAD["drip"]()
    if SIN == "exit-0":
        sys.exit(0)
    game = "" if SIN == "no-game" else "option name UGI_Game type string default joust\n"
    name = {"unnamed": "", "exit-3": f" run {os.getpid()}"}.get(SIN, f' "{SIN}" \\ ]')
    say(f"id name{name}\n{game}option name UGI_SendLegal type check default true")
    if SIN == "options":
        for number in range(100):
            say("\n".join(f"option name O{number * 1000 + k} type button" for k in range(1000)))
    say("uciok" if SIN.startswith("uci-only") else "ugiok")


def get_ready():
    if SIN == "stall-ready":
        stall()
    if SIN == "drip-ready":
        INSTEAD["drip"]()
    if SIN == "leave-child-early":
        leave_child()
    if SIN == "blind":
        say("readyok")
        while True:
            say("bestmove 0000")
            time.sleep(0.005)
    if SIN == "close-input":
        # Before it says that it is ready, so that the question finds it closed.
        os.close(0)
        say("readyok")
        stall()
    say("readyok\nreadyok" if SIN == "ready-twice" else "readyok")


def main():
    global legal
    if SIN == "ignore-term":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if SIN == "deaf":
        stall()
    if SIN == "fork":
        subprocess.Popen(["sleep", str(FOREVER)])
    for line in sys.stdin:
        words = line.split()
        match words[0]:
            case "ugi" if SIN == "uci-only":
                pass
            case "ugi" if SIN == "uci-only-and-says-so":
                say("Unknown command: 'ugi'")
            case "uci" | "ugi":
                introduce()
            case "uginewgame" if SIN.startswith("uci-only"):
                sys.exit(8)
            case "isready" if SIN == "early":
                # In one write, so that it is there before the question.
                say("readyok\nbestmove C1C2")
            case "isready" if SIN == "renamed":
                say("id name somebody else\nreadyok")
            case "isready":
                get_ready()
            case "setoption" if SIN == "no-game" and words[2] == "UGI_Game":
                say("bestmove A1A1")
                sys.exit(9)
            case "legal":
                legal = words[1:]
            case "go":
                answer()
            case "quit" if SIN != "ignore-term":
                break
    if SIN == "ignore-term":
        stall()


if SIN == "crlf":
    say_lf = say

    def say(text):
        say_lf(text.replace("\n", "\r\n") + "\r")

main()
