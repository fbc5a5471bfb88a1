"""It moves from a square to itself."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from polite import Polite


class Agent(Polite):
    def choose(self):
        return self.legal[0][:2] * 2


Agent().run()
