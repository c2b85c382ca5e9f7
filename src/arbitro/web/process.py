"""How a process that serves many tables shares its time between threads, and when it looks for garbage."""

import gc
import sys
from typing import Final

SWITCH: Final = 0.0005
"""Seconds that one thread may keep the others waiting: the disk's thread must not wait for pages to be written."""
GENERATIONS: Final = (20_000, 50, 200)
"""How often each generation is searched for garbage. The oldest holds every open table, and a look through all of it
stops everybody for tenths of a second; states are plain trees, so that it finds next to nothing there."""


def settle() -> None:
    """Prepare this process for serving. What it has loaded by now stays for good: it is never searched again."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*GENERATIONS)
    gc.collect()
    gc.freeze()
