"""It cannot imagine that only one move is legal."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from polite import Polite


class Agent(Polite):
    def choose(self):
        first, second, *_ = self.legal
        return first


Agent().run()
