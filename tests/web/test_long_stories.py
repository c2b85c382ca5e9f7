"""Stories are read from their end: the same lines with the same numbers as reading everything, for what is shown."""

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from tests.kernel.disturbed import ANNA, disturbed, seats_of

from arbitro.kernel.command import Annotate, Command, ThrowDice, Undo
from arbitro.kernel.log import Entry, write_lines
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.tally import STEP
from arbitro.play import campaigns, find_game
from arbitro.store.base import Session
from arbitro.store.memory import MemoryStore
from arbitro.web.fragments import StoryLine
from arbitro.web.room import SHOWN, TAIL, Room
from arbitro.web.sitting import Arrangement
from arbitro.web.story import Chronicle

IN_ENGLISH: Any = SimpleNamespace(language="en")
over_campaigns = pytest.mark.parametrize("game", campaigns())


async def stored(game: str, seed: int = 0) -> Session[Any]:
    table = disturbed(game, seed)
    return await MemoryStore(find_game).import_table(list(write_lines(table.records())), table.seed)


async def everything(session: Session[Any], seat: Seat) -> tuple[StoryLine, ...]:
    """The story of a seat, read from the beginning."""
    whole = Chronicle(session.ruleset, seat)
    await whole.catch_up(session)
    assert whole.before == 0
    return whole.lines(IN_ENGLISH, 1, whole.last)


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
            assert found.last == len(whole)
            assert found.seq == len(await session.history(seat))
            assert found.lines(IN_ENGLISH, 1, found.last) == whole[found.before :]
            assert len(found.told) >= min(SHOWN, len(whole)), "a page begins with so many"
            for first in (0, 1, *chance.sample(range(1, len(whole)), 3)):
                for count in (1, 40):
                    page = await found.page(session, IN_ENGLISH, first, first + count - 1)
                    assert page == whole[max(0, first - 1) : first + count - 1]
            assert await found.at(session, 0) is None
            assert await found.at(session, len(whole) + 1) is None
            for line in chance.sample(whole, 2):
                told = await found.at(session, line.number)
                assert told is not None
                assert (told.entry, told.by, told.event.__struct_config__.tag) == (line.entry, line.by, line.kind)

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
            whole, found = await everything(session, seat), grown[seat]
            assert found.lines(IN_ENGLISH, 1, found.last) == whole[found.before :]
            assert found.last == len(whole)
            assert len(found.told) <= 2 * SHOWN + 20
            assert len(found._reader._numbers) <= 10 * STEP

    asyncio.run(scene())


def test_who_comes_to_a_long_table_reads_its_end_only():
    """The first page of it, and each page before, costs its lines and not the log; the first of all counts it once."""

    async def scene() -> None:
        session = await stored("campaign-whitebox")
        chance = Random(3)
        while session.ledger.length < 1_500:
            await session.submit(ThrowDice("1d6", chance.choice(("open", "self"))), REFEREE)
        await from_the_end(session, REFEREE)
        read: list[int] = []
        plain = session.witnessed

        async def counted(first: int = 0, last: int | None = None) -> list[Entry[Any, Any]]:
            entries = await plain(first, last)
            read.append(len(entries))
            return entries

        session.witnessed = counted  # type: ignore[method-assign]
        found = await from_the_end(session, REFEREE)
        assert sum(read) <= SHOWN + 3 * STEP
        read.clear()
        await found.page(session, IN_ENGLISH, 301, 330)
        assert sum(read) <= 30 + 2 * STEP
        read.clear()
        await from_the_end(session, Seat("of few words"))
        assert sum(read) <= 2 * SHOWN + 6 * STEP

    asyncio.run(scene())


def test_stretches_without_a_line_are_passed_over():
    """Who is told little reads what they were told, wherever it lies, and not what lies between."""

    async def scene() -> None:
        session = await stored("campaign-whitebox")
        for number in range(20 * STEP):
            hidden = "open" if number % (5 * STEP) == 0 else "self"
            await session.submit(ThrowDice("1d6", hidden), REFEREE)
        seat = Seat("of few words")
        whole, found = await everything(session, seat), await from_the_end(session, seat)
        assert found.lines(IN_ENGLISH, 1, found.last) == whole[found.before :]
        assert len(found.told) >= SHOWN

    asyncio.run(scene())


def test_tallies_are_kept_as_the_table_grows_and_are_the_same_after_it_is_opened_again():
    async def scene() -> None:
        store = MemoryStore(find_game)
        table = disturbed("campaign-whitebox", 0)
        session = await store.import_table(list(write_lines(table.records())), table.seed)
        kept = await session.kept_tally(session.ledger.length)
        assert session.ledger.length - kept.length < STEP
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
