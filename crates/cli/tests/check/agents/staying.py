"""It does not know quit."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from polite import Polite


class Agent(Polite):
    def quit(self, words):
        pass


Agent().run()
