"""Work beside the event loop: rules are decided and long logs read in threads, so that nobody else waits for them.

Threads share one processor with the loop, in short turns. Where somebody looks at a watch (`kernel.watch`), work that
takes too long is given up: it ends at its next piece, and whoever waits for it is told so at once.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from time import monotonic
from typing import Final, TypeVar

from arbitro.kernel.watch import TookTooLong, Watch, watch_now

T = TypeVar("T")
THREADS: Final = 8
"""How many pieces of work may be under way at once; others wait for their turn."""
GRACE: Final = 1.0
"""Seconds beyond its time in which work may end by itself."""

_threads: Final = ThreadPoolExecutor(THREADS, "arbitro-rules")


def timed(seconds: float) -> Watch:
    """A watch for work that may take so many seconds from now on; 0: as long as it likes."""
    return Watch(seconds, monotonic)


async def beside(work: Callable[[], T]) -> T:
    """Run work in a thread; raises `Stopped` where it took too long or was called off."""
    watch = watch_now()
    begun = asyncio.get_running_loop().run_in_executor(_threads, copy_context().run, work)
    if watch is None:
        return await begun
    try:
        async with asyncio.timeout(watch.seconds + GRACE if watch.seconds else None):
            return await begun
    except TimeoutError:
        watch.call_off()
        raise TookTooLong(watch.seconds) from None
    except asyncio.CancelledError:
        watch.call_off()  # whoever has gone away wants no more of it
        raise
