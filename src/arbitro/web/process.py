"""How a process that serves many tables shares its time between threads, and when it looks for garbage."""

import asyncio
import gc
import sys
from collections.abc import Callable
from mmap import PAGESIZE as PAGE
from pathlib import Path
from typing import Final

SWITCH: Final = 0.0005
"""Seconds that one thread may keep the others waiting: the disk's thread must not wait for pages to be written."""
FEW: Final = 20_000
"""So few new objects are not worth a look for garbage, however quiet it is."""
MANY: Final = 1_000_000
"""With so many new objects Python takes one by itself, in a process that nobody sweeps."""
GROWN: Final = 128 * 2**20
"""Bytes by which the process may grow, or by half of what it is, before a look is taken however busy it is.

Few objects may hold a large file that was refused.
"""
SWEEP: Final = 1.0
"""Seconds after which it is asked whether a look should be taken."""
QUIET: Final = 5.0
"""It is quiet where nothing was asked for so many seconds."""


def held() -> int:
    """Bytes of memory that this process holds; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE
    except OSError:
        return 0


def settle() -> None:
    """Prepare this process for serving: what it has loaded by now stays for good."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(MANY if held() else FEW, 50, 200)
    gc.collect()
    gc.freeze()


class Sweeper:
    """Looks for garbage when nobody waits.

    What goes round in circles is all that has to be looked for: a dozen objects are of each table that was opened, more
    of whatever was refused, and none of what is played. A look through whatever is at hand takes a tenth of a second
    for a hundred thousand objects, and stops every table for as long: a server with hundreds of them would do little
    else. So what lives is set aside from time to time, which costs nothing, and is looked through in a quiet moment, or
    when the process has grown. Where that is not known, Python looks by itself.
    """

    def __init__(self) -> None:
        self._new = 0
        """How many objects more there are than at the last look."""
        self._held = held()
        """What the process held after it."""

    def sweep(self, *, quiet: bool) -> None:
        """Look for garbage if it is quiet, or high time; in a process that has not settled nothing is changed."""
        if gc.get_threshold()[0] != MANY:  # `gc.get_freeze_count` would count them all, one by one
            return
        now = held()
        self._new += gc.get_count()[0]
        if (quiet and self._new > FEW) or now > self._held + max(GROWN, self._held // 2):
            gc.unfreeze()
            gc.collect()
            self._new, self._held = 0, held()
        gc.freeze()

    async def keep_swept(self, quiet_for: Callable[[float], bool]) -> None:
        """Look for garbage now and then, as long as the process serves."""
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep(quiet=quiet_for(QUIET))
