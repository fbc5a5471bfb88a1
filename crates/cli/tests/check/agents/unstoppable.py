"""It thinks for ever when nothing limits it, and reads nothing meanwhile."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import time

from polite import Polite


class Agent(Polite):
    def go(self, words):
        while words == ["infinite"]:
            time.sleep(1)
        super().go(words)


Agent().run()
