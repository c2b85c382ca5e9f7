"""One moment for a page: whatever a page shows belongs to one position of the log, however fast the table goes on."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.store.playing import FIGHT, GAME, Maker, memory, next_command, sqlite

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import thrown_in
from arbitro.web.api.data import moment_data
from arbitro.web.api.tables import looked
from arbitro.web.page_moment import AtTheTable, PageMoment
from arbitro.web.room import Room, rendered
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.tables import OpenTables
from arbitro.web.viewer import Viewer

SEED = seed_from_text("one moment")
COMMANDS = 40
SEATS = (
    Sitting("r", REFEREE.name, "referee"),
    Sitting("a", "Anna", "player", ("party",)),
    Sitting("b", "Bruno", "player", (), ("berto", "dalia")),
    Sitting("s", "Teo", "spectator"),
)


def then(records: list[tuple[str, bytes]], length: int, sitting: Sitting) -> PageMoment:
    """The table as a seat saw it when it had so many entries."""
    table = Table.restore(GAME, records[:length], SEED)
    (head,) = table.entries(table.ledger.head, table.ledger.head)
    around = AtTheTable(Arrangement(), SEATS, last_dice=lambda: tuple(thrown_in(head.events)))
    return PageMoment(table, sitting, "en", around)


@pytest.mark.parametrize("make", [memory, sqlite])
def test_every_page_is_drawn_from_one_position(make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "present", lambda _: {})  # who has a page open now is no part of the log

    async def scene() -> tuple[list[tuple[Sitting, int, Any]], list[tuple[Sitting, Any]], list[tuple[str, bytes]]]:
        pages: list[tuple[Sitting, int, Any]] = []
        looks: list[tuple[Sitting, Any]] = []
        async with await make(tmp_path) as store:
            tables = OpenTables(store)
            session = await store.create(Table.open(GAME, "cellar", SEED, FIGHT.options))
            room = await tables.adopt(session, Arrangement())
            room.sittings = SEATS
            over = asyncio.Event()

            async def play() -> None:
                for _ in range(COMMANDS):
                    await tables.submit(room, REFEREE, lambda: next_command(room.session.state), play_on=False)
                over.set()

            async def watch(sitting: Sitting) -> None:
                while not over.is_set():
                    whole = json.loads(await room.whole(Viewer(sitting, "en")))
                    pages.append((sitting, whole["seq"], whole["fragments"]))
                    looks.append((sitting, msgspec.to_builtins(await looked(room, sitting, "en"))))
                    await asyncio.sleep(0)

            for sitting in SEATS:  # what is worked out once for a game
                await room.whole(Viewer(sitting, "en"))
            await asyncio.gather(play(), *(watch(sitting) for sitting in SEATS))
            records = await store.read(lambda rows: rows.records("cellar", 0, session.ledger.length - 1))
            await tables.close()
        return pages, looks, records

    pages, looks, records = asyncio.run(scene())
    assert len(records) == COMMANDS + 1
    assert len({seq for _, seq, _ in pages}) > 3  # they looked while it was played
    lengths = {sitting: seen_at(records, sitting) for sitting in SEATS}
    for sitting, seq, fragments in pages:
        candidates = [rendered(then(records, length, sitting)) for length in lengths[sitting][seq]]
        assert fragments in candidates, (sitting.name, seq)
    for sitting, look in looks:
        moments = [then(records, length, sitting) for length in lengths[sitting][look["seq"]]]
        wanted = [moment_data(one, GAME.view(one.state, one.seat), look["seq"]) for one in moments]
        assert look in [{**msgspec.to_builtins(one), "title": look["title"]} for one in wanted], sitting.name


def seen_at(records: list[tuple[str, bytes]], sitting: Sitting) -> dict[int, list[int]]:
    """The lengths of the log at which a seat has seen so many entries: it may know nothing of the last ones."""
    found: dict[int, list[int]] = {}
    for length in range(1, len(records) + 1):
        table = Table.restore(GAME, records[:length], SEED)
        seat = sitting.seat(GAME, table.state)
        found.setdefault(sum(1 for _ in table.history(seat)), []).append(length)
    return found
