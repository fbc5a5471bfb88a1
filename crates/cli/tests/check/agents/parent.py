"""It leaves its children behind."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import subprocess

from polite import Polite

subprocess.Popen(["sleep", "600"])
Polite().run()
