"""It thinks aloud."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from polite import Polite, say


class Agent(Polite):
    def go(self, words):
        say("let me think\n\x1b[31m*** %s ***" % words)
        super().go(words)


Agent().run()
