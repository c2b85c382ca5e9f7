"""Rules are decided beside the loop and outside of every transaction; what was outrun meanwhile is decided again."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from tests.store.playing import GAME, MAKERS, Maker, new_table, next_command, play, run, standing

from arbitro.kernel.command import Annotate, Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.watch import CalledOff, TookTooLong, goes_on, watched
from arbitro.store.fault import Conflict
from arbitro.store.threads import beside, timed
from arbitro.web.tables import OpenTables

PATIENCE = 30.0
every_store = pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)


@contextmanager
def ponderous(patch: pytest.MonkeyPatch) -> Iterator[tuple[Event, Event]]:
    """A game that thinks about its next command until it is told to go on: the events say that it does, and may."""
    thinks, may_go_on = Event(), Event()
    decide = type(GAME).decide

    def slowly(self: Any, *given: Any) -> Any:
        if not may_go_on.is_set():
            thinks.set()
            assert may_go_on.wait(PATIENCE)
        return decide(self, *given)

    patch.setattr(type(GAME), "decide", slowly)
    try:
        yield thinks, may_go_on
    finally:
        may_go_on.set()


@every_store
def test_whoever_thinks_long_keeps_nobody_waiting(make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            slow, other = await store.create(new_table()), await store.create(new_table("attic"))
            with ponderous(monkeypatch) as (thinks, may_go_on):
                waiting = asyncio.create_task(slow.submit(next_command(slow.state), REFEREE))
                assert await asyncio.to_thread(thinks.wait, PATIENCE)  # the loop goes on
                async with asyncio.timeout(PATIENCE):  # and so does the database, other tables' writes included
                    assert not isinstance(await other.submit(Annotate(0, "meanwhile"), REFEREE), Refusal)
                    assert (await store.open_table("cellar")).ledger.length == 1
                assert not waiting.done()
                may_go_on.set()
                assert not isinstance(await waiting, Refusal)
            assert slow.ledger.length == 2

    run(scene())


@every_store
def test_what_was_outrun_is_decided_again(make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            here, there = OpenTables(store), OpenTables(store)
            await store.create(new_table())
            mine, theirs = await here.room("cellar"), await there.room("cellar")
            with ponderous(monkeypatch) as (thinks, may_go_on):
                deed = here.submit(mine, REFEREE, lambda: next_command(mine.session.state), play_on=False)
                waiting = asyncio.create_task(deed)
                assert await asyncio.to_thread(thinks.wait, PATIENCE)
                note = Annotate(0, "faster")
                assert not isinstance(await there.submit(theirs, REFEREE, lambda: note, play_on=False), Refusal)
                may_go_on.set()
                answer = await waiting
            assert not isinstance(answer, Refusal)
            assert answer.seq == 2  # after the note
            await theirs.refresh()
            assert standing(theirs.session) == standing(mine.session) == standing(await store.open_table("cellar"))

    run(scene())


@every_store
def test_whoever_is_outrun_again_and_again_is_told_so(
    make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            tables = OpenTables(store)
            await store.create(new_table())
            room, faster = await tables.room("cellar"), await store.open_table("cellar")
            tried = 0

            def decide() -> Annotate:
                nonlocal tried
                tried += 1
                return Annotate(0, "slow")

            refresh = room.refresh

            async def outrun() -> None:
                await refresh()
                await faster.reload()
                await faster.submit(Annotate(0, "faster"), REFEREE)

            monkeypatch.setattr(room, "refresh", outrun)
            monkeypatch.setattr("arbitro.web.tables.FASTER", 0.5)
            await faster.submit(Annotate(0, "faster"), REFEREE)
            with pytest.raises(Conflict):
                await tables.submit(room, REFEREE, decide, play_on=False)
            assert tried > 1  # again at least, however slow the machine

    run(scene())


@every_store
def test_what_others_wrote_is_read_on_from_where_one_stands(
    make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what is new is read and folded, and the table is the same to the byte."""

    async def scene() -> None:
        async with await make(tmp_path) as store:
            one = await store.create(new_table())
            await play(one, 3)
            other = await store.open_table("cellar")
            assert not await other.behind()
            await play(one, 2)
            assert await other.behind()
            with monkeypatch.context() as patch:
                patch.setattr(store, "load", None)
                await other.reload()
            assert standing(other) == standing(one) == standing(await store.open_table("cellar"))
            await play(other, 1)

    run(scene())


def test_work_ends_when_its_time_is_up_or_nobody_wants_it() -> None:
    def counting() -> None:
        for number in range(10**9):
            goes_on(number, 10**9)

    async def scene() -> None:
        with watched(timed(0.05)) as watch, pytest.raises(TookTooLong) as late:
            await beside(counting)
        assert watch.done > 0
        assert watch.of == 10**9
        assert "0.05" in late.value.in_("en")
        assert "0.05" in late.value.in_("it")
        with watched(timed(0)) as watch:
            working = asyncio.create_task(beside(counting))
            while not watch.done:  # noqa: ASYNC110 - it is done in a thread
                await asyncio.sleep(0.001)
            watch.call_off()
            with pytest.raises(CalledOff):
                await working

    run(scene())


def test_work_that_never_looks_up_is_given_up_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitro.store.threads.GRACE", 0.01)
    let_go = Event()

    async def scene() -> None:
        with watched(timed(0.05)), pytest.raises(TookTooLong):
            await beside(lambda: let_go.wait(PATIENCE))
        let_go.set()

    run(scene())
