"""It knows no line ends but its own."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from polite import Polite


class Agent(Polite):
    def split(self, line):
        return line.rstrip("\n").split(" ")


Agent().run()
