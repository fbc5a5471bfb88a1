"""It answers stop even when it has answered go."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from polite import Polite


class Agent(Polite):
    def stop(self, words):
        self.go(words)


Agent().run()
