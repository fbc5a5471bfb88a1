"""It takes its time and then some."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import time

from polite import Polite


class Agent(Polite):
    def go(self, words):
        if words[:1] == ["movetime"]:
            time.sleep(int(words[1]) / 1000 + 2.5)
        super().go(words)


Agent().run()
