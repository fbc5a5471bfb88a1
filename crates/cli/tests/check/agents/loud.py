"""It writes bestmove in capital letters."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from polite import Polite, say


class Agent(Polite):
    def go(self, words):
        say(f"BestMove {self.choose()}")


Agent().run()
