"""It says far too much."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from polite import Polite, say


class Agent(Polite):
    def go(self, words):
        while True:
            say("info string " + "thinking " * 100)


Agent().run()
