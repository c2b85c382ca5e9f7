"""Where the terminal keeps its tables, and how it opens them."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from arbitro.play import find_game
from arbitro.store.base import Store


def database() -> Path:
    """The file of the tables: ARBITRO_DB, or one in the user's data folder."""
    given = os.environ.get("ARBITRO_DB")
    return Path(given) if given else Path(platformdirs.user_data_dir("arbitro")) / "tables.db"


@asynccontextmanager
async def open_store(place: str = "", *, keep: bool = True) -> AsyncIterator[Store]:
    """The store of this machine, another one (a file, or the address of a database), or one that is not kept."""
    if not keep:
        from arbitro.store.memory import MemoryStore

        async with MemoryStore(find_game) as store:
            yield store
        return
    from arbitro.store.sql import SqlStore

    kept = place or str(database())
    if "://" not in kept:
        Path(kept).parent.mkdir(parents=True, exist_ok=True)
    async with await SqlStore.open(kept, find_game) as store:
        yield store


def now() -> str:
    """The time by the clock of this machine, as the log writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
