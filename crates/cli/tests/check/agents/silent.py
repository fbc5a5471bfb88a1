"""It forgets to flush its output."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import polite

# A buffer of its own, whatever the environment says about Python's.
OUTPUT = open(1, "w", buffering=1 << 16)
polite.say = lambda text: print(text, file=OUTPUT)
polite.Polite().run()
