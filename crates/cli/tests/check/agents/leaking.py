"""It remembers too much."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from polite import Polite


class Agent(Polite):
    memories = []

    def choose(self):
        self.memories.append(bytearray(b"x") * (40 << 20))
        return super().choose()


Agent().run()
