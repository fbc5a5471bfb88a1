"""It never says that it is ready."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from polite import Polite


class Agent(Polite):
    def isready(self, words):
        pass


Agent().run()
