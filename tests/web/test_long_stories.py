"""Stories are read from their end: the same lines with the same numbers as reading everything, for what is shown."""

import asyncio
from collections.abc import Iterable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from tests.kernel.disturbed import ANNA, disturbed, seats_of
from tests.sampling import spread
from tests.store.playing import new_table, play

from arbitro.kernel.command import Annotate, Command, Override, Redo, ThrowDice, Undo
from arbitro.kernel.log import Entry, write_lines
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.tally import STEP
from arbitro.play import campaigns, find_game
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.commands import CheckMorale
from arbitro.store.memory import MemoryStore
from arbitro.store.session import Session
from arbitro.web.room import SHOWN, TAIL, Room
from arbitro.web.sitting import Arrangement
from arbitro.web.story import Chronicle, Told

IN_ENGLISH: Any = SimpleNamespace(language="en")
over_campaigns = pytest.mark.parametrize("game", spread(campaigns(), 2))


async def stored(game: str, seed: int = 0) -> Session[Any]:
    table = disturbed(game, seed)
    return await MemoryStore(find_game).import_table(list(write_lines(table.records())), table.seed)


async def everything(session: Session[Any], seat: Seat) -> Chronicle:
    """The story of a seat, read from the beginning."""
    whole = Chronicle(session.ruleset, seat)
    await whole.catch_up(session)
    assert whole.before == 0
    return whole


def told(lines: Iterable[Told | None]) -> list[tuple[Any, ...]]:
    """What lines tell of, with the numbers in it that depend on how the reader counts."""
    return [(one.entry, one.by, one.event) for one in lines if one is not None]


def same_end(found: Chronicle, whole: Chronicle) -> None:
    """Both end with the same lines, as far as they are at hand."""
    assert (found.last, found.seq, found.next) == (whole.last, whole.seq, whole.next)
    assert told(found.told) == told(whole.told[found.before :])
    at_hand = found.lines(IN_ENGLISH, 1, found.last)
    assert at_hand == whole.lines(IN_ENGLISH, found.before + 1, whole.last)


async def from_the_end(session: Session[Any], seat: Seat) -> Chronicle:
    found = Chronicle(session.ruleset, seat, keep=SHOWN)
    await found.catch_up(session)
    return found


@over_campaigns
def test_the_end_of_a_story_and_its_pages_are_those_of_the_whole(game: str):
    async def scene() -> None:
        session = await stored(game)
        chance = Random(game)
        for seat in seats_of(disturbed(game, 0)):
            whole, found = await everything(session, seat), await from_the_end(session, seat)
            same_end(found, whole)
            assert len(found.told) >= min(SHOWN, whole.last), "a page begins with so many"
            for first in (0, 1, *chance.sample(range(1, whole.last), 3)):
                for last in (first, first + 39):
                    page = await found.page(session, IN_ENGLISH, first, min(last, whole.last))
                    assert page == whole.lines(IN_ENGLISH, first, last)
            assert await found.at(session, 0) is None
            assert await found.at(session, whole.last + 1) is None
            steps = [(await session.tally(length)).standing(seat).lines for length in range(0, 200, STEP)]
            for number in (*chance.sample(range(1, whole.last), 3), *(step + 1 for step in steps)):
                assert told([await found.at(session, number)]) == told([whole.told[number - 1]])

    asyncio.run(scene())


@over_campaigns
def test_a_story_that_goes_on_stays_the_same_and_small(game: str):
    """While a long table goes on, with notes beside entries of long ago and much taken back."""

    async def scene() -> None:
        session = await stored(game, 1)
        room = Room(session, Arrangement(), ())
        seats = [*seats_of(disturbed(game, 1))[:5], ANNA]
        grown = {seat: await room.chronicle(seat) for seat in seats}
        chance = Random(7)
        doings: list[Command] = [ThrowDice("1d6"), ThrowDice("1d6", "blind"), Undo(), Annotate(3, "long ago")]
        doings += [Annotate(session.ledger.head, "private", "referee"), Undo(), Annotate(40, "to you", ANNA.private)]
        for number in range(3 * TAIL):
            entry = await session.submit(doings[number % len(doings)], REFEREE)
            if isinstance(entry, Entry):
                room.happened(entry)
            if chance.random() < 0.3:
                await room.chronicle(chance.choice(seats))
        for seat in seats:
            assert await room.chronicle(seat) is grown[seat]
            found = grown[seat]
            same_end(found, await everything(session, seat))
            assert len(found.told) <= 2 * SHOWN + 20
            assert len(found._reader._numbers) <= 10 * STEP

    asyncio.run(scene())


def test_who_comes_to_a_long_table_reads_its_end_only(monkeypatch):
    """The first page of it, and each page before, costs its lines and not the log; the first of all counts it once."""

    async def scene() -> None:
        session = await stored("campaign-whitebox")
        chance = Random(3)
        while session.ledger.length < 1_500:
            await session.submit(ThrowDice("1d6", chance.choice(("open", "self"))), REFEREE)
        await from_the_end(session, REFEREE)
        read: list[int] = []
        plain = Table.entries

        def counted(table: Table[Any], first: int = 0, last: int | None = None) -> Iterator[Entry[Any, Any]]:
            for entry in plain(table, first, last):
                read.append(entry.seq)
                yield entry

        monkeypatch.setattr(Table, "entries", counted)
        found = await from_the_end(session, REFEREE)
        assert len(read) <= SHOWN + 3 * STEP
        read.clear()
        await found.page(session, IN_ENGLISH, 901, 930)
        assert len(read) <= 30 + 2 * STEP
        read.clear()
        await from_the_end(session, Seat("of few words"))
        assert len(read) <= 2 * SHOWN + 6 * STEP

    asyncio.run(scene())


def test_stretches_without_a_line_are_passed_over():
    """Who is told little reads what they were told, wherever it lies, and not what lies between."""

    async def scene() -> None:
        session = await stored("campaign-whitebox")
        for number in range(20 * STEP):
            hidden = "open" if number % (5 * STEP) == 0 else "self"
            await session.submit(ThrowDice("1d6", hidden), REFEREE)
        seat = Seat("of few words")
        found = await from_the_end(session, seat)
        same_end(found, await everything(session, seat))
        assert len(found.told) >= SHOWN

    asyncio.run(scene())


def test_tallies_are_kept_as_the_table_grows_and_are_the_same_after_it_is_opened_again():
    async def scene() -> None:
        store = MemoryStore(find_game)
        table = disturbed("campaign-whitebox", 0)
        session = await store.import_table(list(write_lines(table.records())), table.seed)
        await session.count(session.ledger.length)
        for _ in range(3 * STEP):
            await session.submit(ThrowDice("1d6"), REFEREE)

        def never(*_: object) -> None:
            raise AssertionError("it was counted already")

        store.write = never  # type: ignore[assignment, method-assign]
        again = await store.open_table(session.id)
        for length in (session.ledger.length, 100, 5):
            assert await again.tally(length) == await session.tally(length)

    asyncio.run(scene())


def test_a_log_whose_tallies_are_lost_is_counted_anew():
    async def scene() -> None:
        store = MemoryStore(find_game)
        table = disturbed("campaign-whitebox", 0)
        session = await store.import_table(list(write_lines(table.records())), table.seed)
        before = await session.tally(session.ledger.length)
        shelf = store._shelves[session.id]
        for length in list(shelf.tallies)[2:]:
            del shelf.tallies[length]
        found = await from_the_end(session, REFEREE)
        assert found.last == before.standing(REFEREE).lines
        assert await session.tally(session.ledger.length) == before

    asyncio.run(scene())


@pytest.mark.parametrize("seat", [REFEREE, SPECTATOR, ANNA], ids=lambda seat: seat.name)
def test_what_takes_back_an_entry_that_was_not_read_is_seen_by_who_saw_that_one(seat: Seat):
    """The undo is the first entry that is read, and what it takes back, seen or hidden, the last that is not."""

    async def scene() -> None:
        session = await MemoryStore(find_ruleset).create(new_table())
        await play(session, 1)
        for hidden in (True, False):
            while session.ledger.length % STEP != STEP - 1:
                await session.submit(ThrowDice("1d6"), REFEREE)
            if hidden:
                done = await session.submit(CheckMorale("orcs-orc"), REFEREE, faces=(3, 4))
            else:
                done = await session.submit(Override("minutes", 3, "late"), REFEREE)
            assert isinstance(done, Entry)
            assert {event.audience for event in done.events} == {"referee" if hidden else ""}
            for command in (Undo(), Redo()):
                assert isinstance(await session.submit(command, REFEREE), Entry)
        while session.ledger.length < 8 * STEP:
            await session.submit(ThrowDice("1d6"), REFEREE)
        whole, found = await everything(session, seat), await from_the_end(session, seat)
        same_end(found, whole)
        assert found.before > 0
        for number in range(1, found.before + 1):
            assert told([await found.at(session, number)]) == told([whole.told[number - 1]])

    asyncio.run(scene())
