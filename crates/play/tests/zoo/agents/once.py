"""One-shot agents that behave badly, one way each: once.py SIN."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import signal
import subprocess
import sys
import time

SIN = sys.argv[1]
FOREVER = 600


def flood(fd):
    while True:
        os.write(fd, b"ha\n" * 1000)


def kill():
    os.kill(os.getpid(), signal.SIGKILL)


def leave_child(code):
    subprocess.Popen(["sleep", str(FOREVER)])
    sys.stdout.flush()
    os._exit(code)


if SIN == "unread":
    # It plays without having read the question.
    print("C1D3")
    sys.exit(0)
legal = []
for line in sys.stdin:
    if line.startswith("legal"):
        legal = line.split()[1:]

match SIN:
    case "illegal":
        print("C1C2")
    case "wrong-player":
        print("bestmove C5D3")
    case "nonsense":
        print("I resign, I think")
    case "nothing":
        pass
    case "null":
        print("bestmove 0000")
    case "crash":
        print("hm")
        raise ValueError("the agent broke")
    case "exit-3":
        sys.exit(3)
    case "kill":
        kill()
    case "stall":
        time.sleep(FOREVER)
    case "endless":
        while True:
            os.write(1, b"x" * 4096)
    case "long-line":
        print("x" * 70_000)
    case "flood":
        flood(1)
    case "flood-aside":
        flood(2)
    case "close-output":
        os.close(1)
        time.sleep(FOREVER)
    case "leave-child":
        leave_child(4)
    case "leave-child-after-move":
        print(legal[0])
        leave_child(0)
    case "binary":
        os.write(1, b"\x00\xff\xfe\n\xc3\x28\n")
        print(legal[0])
    case "noise":
        print(f"thinking\n\n{legal[0]}\nwhat a move")
    case "crlf":
        print(legal[0], end="\r\n")
    case "unfinished":
        print(legal[0], end="")
    case "stays":
        print(legal[0], flush=True)
        time.sleep(FOREVER)
    case "ponder":
        print(f"bestmove {legal[0]} ponder A1A1")
