"""It cannot write its options."""
# SPDX-License-Identifier: MIT OR Apache-2.0

from polite import OPTIONS, Polite


class Agent(Polite):
    options = [*OPTIONS, "option name Depth type number default 3", "option name Mood type combo default bad var good"]


Agent().run()
