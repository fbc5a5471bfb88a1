"""An agent without faults, of which the others change one thing each."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import sys

OPTIONS = ["option name UGI_SendLegal type check default true"]


def say(text):
    print(text, flush=True)


class Polite:
    options = OPTIONS

    def __init__(self):
        self.legal = []

    def ugi(self, words):
        say("\n".join(["id name zoo", "id author the zoo", *self.options, "ugiok"]))

    def isready(self, words):
        say("readyok")

    def position(self, words):
        self.legal = []

    def set_legal(self, words):
        self.legal = words

    def go(self, words):
        say(f"bestmove {self.choose() if self.legal else '0000'}")

    def choose(self):
        return self.legal[0]

    def stop(self, words):
        pass

    def quit(self, words):
        sys.exit(0)

    def unknown(self, words):
        pass

    def split(self, line):
        return line.split()

    def run(self):
        known = {"ugi": self.ugi, "isready": self.isready, "position": self.position, "legal": self.set_legal}
        known |= {"go": self.go, "stop": self.stop, "quit": self.quit, "hello": self.unknown}
        for line in sys.stdin:
            command, *words = self.split(line) or [""]
            if command in known:
                known[command](words)


if __name__ == "__main__":
    Polite().run()
