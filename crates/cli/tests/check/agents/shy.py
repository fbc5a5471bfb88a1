"""It ends at a word that it does not know."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import sys

from polite import Polite


class Agent(Polite):
    def unknown(self, words):
        sys.exit("I do not know this word")


Agent().run()
