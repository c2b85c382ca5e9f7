"""A fight of the bench as a table: to be played from its beginning, or with all that happened in it."""

from typing import Any

from arbitro.chances.replaying import replayed
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play.opening import cannot_begin
from arbitro.store.threads import beside
from arbitro.text import Language
from arbitro.web.bench.asked import BenchFight, bout_of, ruleset_of, setup_of
from arbitro.web.making import Mode, arrangement_for, first_sitting, free_id, seen_text, sit, slug
from arbitro.web.room import Room
from arbitro.web.sitting import Sitting
from arbitro.web.tables import OpenTables


async def open_fight(
    tables: OpenTables, asked: BenchFight, mode: Mode, language: Language, number: int | None = None
) -> tuple[Room, Sitting, str]:
    """A table with the fight, and the seat and token of whoever wanted it.

    With a number it is that fight of the run, to its end: its dice are those of the run, and it may be taken back as
    far as anybody likes and played on from there. Without, it has just begun, on dice that nobody knows.
    """
    title = seen_text((await beside(lambda: setup_of(asked))).title.in_(language))
    name = await free_id(tables, slug(title) or "fight")
    at = tables.now()
    table = await beside(lambda: _played(asked, name, tables.new_seed(), number, at))
    sitting = first_sitting(table.ruleset, table.state, mode)
    room = await tables.create(table, arrangement_for(mode, title))
    return room, sitting, await sit(tables, room, sitting)


def _played(asked: BenchFight, name: str, new: bytes, number: int | None, at: str) -> Table[Any]:
    setup = setup_of(asked)
    start: tuple[Command, ...] = setup.start
    if number is not None:
        start = tuple(step.command for step in replayed(bout_of(asked), asked.seed, number).steps)
    seed = new if number is None else seed_from_text(f"{asked.seed}/{number}")
    table = Table.open(ruleset_of(asked), name, seed, setup.options, at=at)
    for command in start:
        answer = table.submit(command, REFEREE, at=at)
        if isinstance(answer, Refusal):
            raise cannot_begin(table.ruleset, table.state, answer)
    return table
