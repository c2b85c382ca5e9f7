"""What every store promises, whatever it is made of."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.store.playing import (
    EVERY,
    FIGHT,
    GAME,
    MAKERS,
    PLAYER,
    SEED,
    Maker,
    lines_of,
    new_table,
    next_command,
    play,
    play_plain,
    run,
    standing,
)

from arbitro.dice.stream import DieNeeded, seed_from_text
from arbitro.kernel.audit import verify
from arbitro.kernel.command import Annotate, ChangeOptions, Redo, Refusal, ThrowDice, Undo
from arbitro.kernel.event import Branched, TableOpened
from arbitro.kernel.fold import Record, Snapshot
from arbitro.kernel.log import FIRST_CHAIN, link, write_lines
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.tally import STEP, LogTally
from arbitro.rules import find_ruleset
from arbitro.store.base import Store
from arbitro.store.counting import tally_stamp
from arbitro.store.fault import BadLine, Conflict, NoSuchTable, StoreFault, TableExists
from arbitro.store.past import snapshot_stamp
from arbitro.store.rows import KeptSeat, Transaction
from arbitro.store.session import Session
from arbitro.text import Fault

pytestmark = pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)


# ---------------------------------------------------------------- keeping and opening


def test_a_stored_table_is_the_table_that_was_played(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        plain = new_table()
        play_plain(plain, 60, at="later")
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await play(session, 60, at="later")
            assert standing(session) == standing(plain)
            again = await store.open_table("cellar")
            assert standing(again) == standing(plain)
            assert (await lines_of(store, "cellar"))[:-1] == list(write_lines(plain.records()))
            await play(again, 10)
            play_plain(plain, 10)
            assert standing(again) == standing(plain)  # the dice go on where they stood

    run(scene())


def test_tables_are_listed_by_id_with_their_length_and_times(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            assert await store.tables() == []
            cellar = await store.create(new_table("cellar"))
            await store.create(new_table("attic"))
            await play(cellar, 3, at="2026-11-01T21:00:00Z")
            attic, listed = await store.tables()
            assert (attic.id, attic.length) == ("attic", 1)
            assert (listed.id, listed.game, listed.length) == ("cellar", "whitebox", 4)
            assert (listed.opened, listed.changed) == ("2026-11-01T20:00:00Z", "2026-11-01T21:00:00Z")
            assert listed.chain == cellar.ledger.chain

    run(scene())


def test_what_is_not_there_or_there_already_is_named(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            with pytest.raises(NoSuchTable, match="attic"):
                await store.open_table("attic")
            with pytest.raises(NoSuchTable, match="attic"):
                await lines_of(store, "attic")
            kept = await store.create(new_table())
            await play(kept, 2)
            second = new_table()
            with pytest.raises(TableExists, match="cellar"):
                await store.create(second)
            assert len(second.fresh) == 1  # still its own, to be kept elsewhere
            assert standing(await store.open_table("cellar")) == standing(kept)

    run(scene())


def test_a_game_that_is_not_installed_is_named(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            await store.create(new_table())

            def none_installed(name: str) -> Any:
                raise KeyError(name)

            store.find = none_installed
            with pytest.raises(StoreFault) as caught:
                await store.open_table("cellar")
            assert "whitebox" in caught.value.in_("it")
            assert "whitebox" in caught.value.in_("en")

    run(scene())


# ---------------------------------------------------------------- commands


def test_a_refused_command_writes_nothing(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await play(session, 5)
            before = standing(session)
            answer = await session.submit(Undo(), PLAYER)
            assert isinstance(answer, Refusal)
            assert answer.code == "nothing_to_undo"  # of her own
            assert standing(session) == before
            assert (await store.tables())[0].length == 6

    run(scene())


def test_a_person_may_throw_the_dice(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            before = standing(session)
            with pytest.raises(DieNeeded):
                await session.submit(FIGHT.start[0], REFEREE, faces=())
            assert standing(session) == before
            faces: tuple[int, ...] = ()
            while True:
                try:
                    entry = await session.submit(FIGHT.start[0], REFEREE, faces=faces)
                    break
                except DieNeeded:
                    faces += (len(faces) % 2 + 1,)
            assert not isinstance(entry, Refusal)
            assert standing(await store.open_table("cellar")) == standing(session)

    run(scene())


class Broken(Exception):
    """The disk failed."""


def _break(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """All is written, and then the transaction fails."""
    whole = store.write

    async def half(work: Any, then: Any = None) -> Any:
        def broken(rows: Transaction) -> Any:
            work(rows)
            raise Broken

        return await whole(broken, then)

    monkeypatch.setattr(store, "write", half)


def test_what_could_not_be_written_has_not_happened(
    make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await play(session, EVERY - 2)  # the next entry comes with a snapshot
            before, shown = standing(session), msgspec.json.encode(session.view(PLAYER))
            with monkeypatch.context() as patch:
                _break(store, patch)
                with pytest.raises(Broken):
                    await session.submit(next_command(session.state), REFEREE)
                with pytest.raises(Broken):
                    await store.create(new_table("attic"))
            assert standing(session) == before
            assert msgspec.json.encode(session.view(PLAYER)) == shown
            assert standing(await store.open_table("cellar")) == before
            assert [listed.id for listed in await store.tables()] == ["cellar"]
            await play(session, 20)  # and goes on as if nothing had been tried, on the same dice
            plain = new_table()
            play_plain(plain, EVERY - 2 + 20)
            assert standing(session) == standing(plain)

    run(scene())


def test_commands_given_at_once_are_carried_out_one_after_the_other(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            notes = (session.submit(Annotate(0, f"note {number}"), PLAYER) for number in range(20))
            entries = await asyncio.gather(*notes)
            assert sorted(entry.seq for entry in entries if not isinstance(entry, Refusal)) == list(range(1, 21))
            assert standing(await store.open_table("cellar")) == standing(session)

    run(scene())


def test_a_command_is_finished_even_if_nobody_waits_for_it(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            for number in range(10):
                waiting = asyncio.create_task(session.submit(Annotate(0, f"note {number}"), PLAYER))
                for _ in range(number % 4):
                    await asyncio.sleep(0)
                waiting.cancel()
                await asyncio.gather(waiting, return_exceptions=True)
                await play(session, 1)  # no conflict with itself
            assert standing(await store.open_table("cellar")) == standing(session)

    run(scene())


# ---------------------------------------------------------------- several at one table


def test_of_two_sessions_the_slower_one_gets_a_conflict(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            fast = await store.create(new_table())
            slow = await store.open_table("cellar")
            await play(fast, 3)
            before = standing(slow)
            with pytest.raises(Conflict) as caught:
                await play(slow, 1)
            assert (caught.value.table, caught.value.expected, caught.value.found) == ("cellar", 1, 4)
            for language in ("it", "en"):
                words = caught.value.in_(language)
                assert "1" in words
                assert "4" in words
            assert standing(slow) == before
            await slow.reload()
            assert standing(slow) == standing(fast)
            await play(slow, 1)
            with pytest.raises(Conflict):
                await play(fast, 1)
            assert (await store.tables())[0].length == 5

    run(scene())


def test_a_log_that_was_put_back_to_an_earlier_copy_gets_no_gap(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        (tmp_path / "other").mkdir()
        async with await make(tmp_path) as store, await make(tmp_path / "other") as copy:
            session = await store.create(new_table())
            await copy.import_table(await lines_of(store, "cellar"), SEED)
            await play(session, 3)
            session._store = copy
            with pytest.raises(Conflict) as caught:
                await play(session, 1)
            assert (caught.value.expected, caught.value.found) == (4, 1)
            assert (await copy.tables())[0].length == 1

    run(scene())


# ---------------------------------------------------------------- snapshots and going back


async def _refolded(store: Store, table: str) -> Table[Any]:
    """A table folded from its first entry, without any snapshot."""
    listed = next(one for one in await store.tables() if one.id == table)
    records = await store.read(lambda rows: rows.records(table, 0, listed.length - 1))
    return Table.restore(GAME, records, SEED)


class Counting:
    """Rows that count how many entries are asked for."""

    def __init__(self, rows: Transaction) -> None:
        self.rows = rows
        self.entries = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rows, name)

    def records(self, table: str, first: int, last: int) -> list[Record]:
        found = self.rows.records(table, first, last)
        self.entries += len(found)
        return found


def _count(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[Counting]:
    counts: list[Counting] = []

    def counted(run_work: Any) -> Any:
        async def counting(work: Any, *then: Any) -> Any:
            def inner(rows: Transaction) -> Any:
                counts.append(Counting(rows))
                return work(counts[-1])

            return await run_work(inner, *then)

        return counting

    monkeypatch.setattr(store, "read", counted(store.read))
    monkeypatch.setattr(store, "write", counted(store.write))
    return counts


def test_a_snapshot_and_the_rest_equal_the_whole_log_to_the_byte(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            commands = [Undo(), Undo(), Redo(), Annotate(1, "a note"), ChangeOptions({}), Undo()]
            for number in range(5 * EVERY):
                await play(session, 1)
                if number % 5 == 4:
                    await session.submit(commands[number // 5 % len(commands)], REFEREE)
                opened = await store.open_table("cellar")
                assert standing(opened) == standing(session) == standing(await _refolded(store, "cellar"))

    run(scene())


def test_opening_reads_no_more_than_what_came_after_the_last_snapshot(
    make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await play(session, 10 * EVERY + 2)
            counts = _count(store, monkeypatch)
            await store.open_table("cellar")
            assert (
                sum(count.entries for count in counts) == 1 + 1 + 3
            )  # the first says what is played, and the last of the snapshot how the chain goes on

    run(scene())


def test_a_snapshot_of_another_version_is_not_looked_at(
    make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await play(session, 3 * EVERY)
            wrong = Snapshot(session.ledger, msgspec.Raw(b'{"fight": "of another shape"}'))
            stamp = snapshot_stamp(GAME)
            for length in range(EVERY, 3 * EVERY + 1, EVERY):
                ledger = msgspec.structs.replace(session.ledger, length=length)
                kept = msgspec.structs.replace(wrong, ledger=ledger)
                await store.write(lambda rows, kept=kept: rows.keep("cellar", "0.0.1+older", kept))
            counts = _count(store, monkeypatch)
            opened = await store.open_table("cellar")
            assert standing(opened) == standing(session)
            assert sum(count.entries for count in counts) == 1 + 3 * EVERY + 1  # folded from the beginning
            kept_now = await store.read(lambda rows: rows.snapshot("cellar", stamp))
            assert kept_now is not None  # and not a second time
            assert kept_now.ledger == opened.ledger

    run(scene())


def test_tallies_are_found_by_their_length_and_stamp(make: Maker, tmp_path: Path) -> None:
    kept = [LogTally(length, {((),): length, (("referee",), ("seat:Ann, b",)): 1}) for length in (32, 64, 96)]

    async def scene() -> None:
        async with await make(tmp_path) as store:
            await store.create(new_table())

            def keep(rows: Transaction) -> None:
                for tally in (LogTally(32), LogTally(64), *kept):  # the later in place of the earlier
                    rows.keep_tally("cellar", "now", tally)
                rows.keep_tally("cellar", "older", LogTally(128))

            def look(rows: Transaction) -> list[LogTally | None]:
                return [rows.tally("cellar", "now", length) for length in (31, 32, 95, 500)]

            with pytest.raises(ZeroDivisionError):
                await store.write(lambda rows: (keep(rows), 1 // 0))
            assert await store.read(look) == [None] * 4
            await store.write(keep)
            assert await store.read(look) == [None, kept[0], kept[1], kept[2]]

    run(scene())


def test_tallies_are_kept_as_a_table_grows(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await play(session, 3 * STEP + 5)
            counted = await store.read(lambda rows: rows.tally("cellar", tally_stamp(GAME), 2 * STEP + 7))
            assert counted is not None
            assert counted.length == 2 * STEP
            for seat in (REFEREE, PLAYER):
                history = await session.history(seat)
                assert (await session.tally(session.ledger.length)).standing(seat).entries == len(history)

    run(scene())


def test_going_back_beyond_every_state_at_hand(make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbitro.kernel.fold.RECENT", 4)

    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            states = [msgspec.json.encode(session.state)]
            for _ in range(5 * EVERY):
                await play(session, 1)
                states.append(msgspec.json.encode(session.state))
            for step in range(1, 5 * EVERY + 1):
                if step % 7 == 0:
                    session = await store.open_table("cellar")
                answer = await session.submit(Undo(), REFEREE)
                assert not isinstance(answer, Refusal)
                assert msgspec.json.encode(session.state) == states[-1 - step]
            assert isinstance(await session.submit(Undo(), REFEREE), Refusal)
            session = await store.open_table("cellar")
            for state in states[1:]:
                await session.submit(Redo(), REFEREE)
                assert msgspec.json.encode(session.state) == state
            assert standing(await _refolded(store, "cellar")) == standing(session)

    run(scene())


def test_going_back_one_step_after_opening_reads_from_the_last_snapshot_on(
    make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await play(session, 20 * EVERY - 1)
            assert session.ledger.length == 20 * EVERY  # at a snapshot: no earlier state is at hand after opening
            opened = await store.open_table("cellar")
            with monkeypatch.context() as patch:
                counts = _count(store, patch)
                await opened.submit(Undo(), REFEREE)
            # Two states are asked for, before and after what is undone; each read begins one before its snapshot.
            assert sum(count.entries for count in counts) <= 2 + EVERY
            assert standing(opened) == standing(await _refolded(store, "cellar"))

    run(scene())


# ---------------------------------------------------------------- secrets


def test_the_seed_is_in_nothing_that_leaves_the_store(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await play(session, 20)
            told = b"".join(await lines_of(store, "cellar"))
            told += msgspec.json.encode(await store.tables())
            told += msgspec.json.encode(await session.entries())
            told += msgspec.json.encode([session.ledger, session.state])
            assert SEED not in told
            assert SEED.hex().encode() not in told
            snapshot = await store.read(lambda rows: rows.snapshot("cellar", snapshot_stamp(GAME)))
            assert SEED.hex().encode() not in msgspec.json.encode(snapshot)

    run(scene())


def test_a_player_is_told_the_same_history_as_without_a_store(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        plain = new_table()
        play_plain(plain, 40)
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await play(session, 40)
            opened = await store.open_table("cellar")
            assert await opened.history(PLAYER) == list(plain.history(PLAYER))
            assert await opened.history(PLAYER, 5) == list(plain.history(PLAYER, 5))
            assert await opened.entries(3, 7) == list(plain.entries(3, 7))
            assert [choice.id for choice in opened.choices(PLAYER)] == [choice.id for choice in plain.choices(PLAYER)]

    run(scene())


async def varied(session: Session[Any], entries: int) -> None:
    """Play so many entries, some of which a player does not see or that speak of others."""
    while session.ledger.length < entries:
        await play(session, 9)
        await session.submit(ThrowDice("1d20", "self"), REFEREE)
        await session.submit(Annotate(session.ledger.length - 4, "seen by all"), REFEREE)
        await session.submit(Undo(), REFEREE)
        await session.submit(Redo(), REFEREE)


def test_history_from_any_entry_on_is_the_end_of_the_whole(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await varied(session, 4 * STEP)
            whole = await session.history(PLAYER)
            assert len(whole) < session.ledger.length
            for first in (*range(0, len(whole), 11), len(whole) - 1, len(whole), len(whole) + 5):
                assert await session.history(PLAYER, first) == whole[first:]

    run(scene())


def test_a_player_notes_beside_what_they_count_so(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await varied(session, 4 * STEP)
            seen = await session.history(PLAYER)
            for number in (0, 40, STEP + 3, len(seen) - 1):
                answer = await session.submit(Annotate(number, "mine"), PLAYER)
                assert not isinstance(answer, Refusal)
                noted = (await session.history(PLAYER))[-1].events[0]
                assert (noted.entry, noted.text) == (number, "mine")
            last = len(await session.history(PLAYER)) - 1
            for number in (-1, last + 1):
                refused = await session.submit(Annotate(number, "mine"), PLAYER)
                assert isinstance(refused, Refusal)
                assert refused.values == {"entry": number, "last": last}

    run(scene())


def test_the_end_of_a_long_log_is_read_without_its_beginning(
    make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await varied(session, 16 * STEP)
            last = len(await session.history(PLAYER)) - 1
            with monkeypatch.context() as patch:
                counts = _count(store, patch)
                assert len(await session.history(PLAYER, last)) == 1
                assert not isinstance(await session.submit(Annotate(last, "mine"), PLAYER), Refusal)
            assert sum(count.entries for count in counts) < 8 * STEP

    run(scene())


# ---------------------------------------------------------------- export, import, branches


def test_an_export_comes_in_again_to_the_byte(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        (tmp_path / "other").mkdir()
        async with await make(tmp_path) as store, await make(tmp_path / "other") as other:
            session = await store.create(new_table())
            await play(session, 40, at="2026-11-02")
            await session.submit(Undo(), REFEREE)
            lines = await lines_of(store, "cellar")
            came = await other.import_table(lines, SEED)
            assert standing(came) == standing(session)
            assert await lines_of(other, "cellar") == lines
            assert await other.tables() == await store.tables()
            verdict = verify(lines, (SEED,))
            assert verdict.fault is None
            assert verdict.dice > 0
            await play(session, 10)
            await play(came, 10)  # the same seed, the same dice
            assert standing(came) == standing(session) == standing(await other.open_table("cellar"))
            with pytest.raises(TableExists):
                await store.import_table(lines, SEED)

    run(scene())


def test_without_its_seed_a_table_can_be_read_but_throws_no_dice(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        (tmp_path / "other").mkdir()
        async with await make(tmp_path) as store, await make(tmp_path / "other") as other:
            session = await store.create(new_table())
            await play(session, 10)
            lines = await lines_of(store, "cellar")
            with pytest.raises(Fault):
                await other.import_table(lines, seed_from_text("another"))
            assert await other.tables() == []
            came = await other.import_table(lines)
            assert msgspec.json.encode(came.state) == msgspec.json.encode(session.state)
            answer = await came.submit(next_command(came.state), REFEREE)
            assert isinstance(answer, Refusal)
            assert answer.code == "no_seed"

    run(scene())


@pytest.mark.parametrize("fault", ["changed", "missing", "cut", "foreign"])
def test_a_line_that_does_not_hold_keeps_the_whole_table_out(make: Maker, tmp_path: Path, fault: str) -> None:
    plain = new_table()
    play_plain(plain, 12)
    lines = list(write_lines(plain.records()))
    if fault == "changed":
        lines[7] = lines[7].replace(b'"by":"referee"', b'"by":"reveree"')
    elif fault == "missing":
        del lines[7]
    elif fault == "cut":
        lines[7] = lines[7][:40]
    else:  # well chained, but an event that this game does not have
        records = list(plain.records())[:7]
        body = b'{"seq":7,"by":"referee","parent":6,"events":[{"type":"sang_a_song"}]}'
        lines = list(write_lines([*records, (link(records[-1][0], body), body)]))

    async def scene() -> None:
        async with await make(tmp_path) as store:
            with pytest.raises(BadLine) as caught:
                await store.import_table(lines, SEED)
            assert caught.value.line == 8
            assert "8" in caught.value.in_("it")
            assert await store.tables() == []

    run(scene())


def test_a_branch_is_a_table_of_its_own(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            session = await store.create(new_table())
            await play(session, 20)
            before = standing(session)
            branch = await session.branch("cellar-2", seed_from_text("branch"), at="2026-11-03")
            assert standing(session) == before
            assert branch.id == "cellar-2"
            assert msgspec.json.encode(branch.state) == before[1]
            assert type((await branch.entries())[-1].events[0]) is Branched
            await play(branch, 20)
            await play(session, 20)
            assert branch.ledger.chain != session.ledger.chain
            assert standing(await store.open_table("cellar-2")) == standing(branch)
            assert standing(await store.open_table("cellar")) == standing(session)
            verdict = verify(await lines_of(store, "cellar-2"), (SEED, seed_from_text("branch")))
            assert verdict.fault is None

    run(scene())


# ---------------------------------------------------------------- tables of other versions


def _as_another_version_wrote_it(commands: int) -> list[Record]:
    """A log whose events and options hold more than this version knows of."""
    plain = new_table()
    play_plain(plain, commands)
    records: list[Record] = []
    chain = FIRST_CHAIN
    for _, body in plain.records():
        entry = msgspec.json.decode(body)
        entry["weather"] = "rain"
        for event in entry["events"]:
            event["mood"] = {"gloomy": True}
            if event["type"] == "table_opened":
                event["options"]["retired_option"] = 3
                event["versions"]["arbitro"] = "0.0.1"
        body = msgspec.json.encode(entry)
        chain = link(chain, body)
        records.append((chain, body))
    return records


def test_a_table_of_another_version_opens_and_is_played_on(make: Maker, tmp_path: Path) -> None:
    records = _as_another_version_wrote_it(20)

    async def scene() -> None:
        async with await make(tmp_path) as store:

            def put(rows: Transaction) -> None:
                rows.add("cellar", "whitebox", "", SEED)
                rows.append("cellar", 0, FIRST_CHAIN, records)

            await store.write(put)
            session = await store.open_table("cellar")
            assert session.state.options["retired_option"] == 3
            plain = new_table()
            play_plain(plain, 20)
            assert session.state.fight == plain.state.fight
            await play(session, 20)
            play_plain(plain, 20)
            assert session.state.fight == plain.state.fight  # the same dice
            opened = (await session.entries(0, 0))[0].events[0]
            assert isinstance(opened, TableOpened)
            assert opened.versions["arbitro"] == "0.0.1"  # and the log stays as it was written
            assert (await lines_of(store, "cellar"))[:21] == list(write_lines(records))
            assert standing(await store.open_table("cellar")) == standing(session)

    run(scene())


def test_the_finder_of_the_games_is_asked_by_name(make: Maker, tmp_path: Path) -> None:
    asked: list[str] = []

    async def scene() -> None:
        async with await make(tmp_path) as store:
            await store.create(new_table())

            def find(name: str) -> Any:
                asked.append(name)
                return find_ruleset(name)

            store.find = find
            await store.open_table("cellar")

    run(scene())
    assert asked == ["whitebox"]


# ---------------------------------------------------------------- seats and arrangements


def _seats(*names: str, table: str = "cellar") -> list[KeptSeat]:
    return [KeptSeat(table, name, f"digest-{table}-{name}", f'"{name}"'.encode()) for name in names]


def test_seats_are_kept_changed_and_taken_away(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            await store.create(new_table())
            await store.create(new_table("attic"))
            anna, bruno = _seats("anna", "bruno")
            (other,) = _seats("anna", table="attic")
            for seat in (bruno, anna, other):
                await store.write(lambda rows, seat=seat: rows.keep_seat(seat))
            assert await store.read(lambda rows: rows.seats("cellar")) == [anna, bruno]
            assert await store.read(lambda rows: rows.seats("nowhere")) == []
            assert await store.read(lambda rows: rows.seat_opened_by(other.digest)) == other
            assert await store.read(lambda rows: rows.seat_opened_by("digest")) is None
            renewed = KeptSeat("cellar", "anna", "new", b"{}")
            await store.write(lambda rows: rows.keep_seat(renewed))
            assert await store.read(lambda rows: rows.seat_opened_by(anna.digest)) is None
            assert await store.read(lambda rows: rows.seat_opened_by("new")) == renewed
            await store.write(lambda rows: rows.drop_seat("cellar", "anna"))
            await store.write(lambda rows: rows.drop_seat("cellar", "nobody"))
            assert await store.read(lambda rows: rows.seats("cellar")) == [bruno]
            assert await store.read(lambda rows: rows.seats("attic")) == [other]

    run(scene())


def test_how_a_table_is_run_is_kept(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            await store.create(new_table())
            assert await store.read(lambda rows: rows.arrangement("cellar")) is None
            for body in (b"{}", b'{"title":"x"}'):
                await store.write(lambda rows, body=body: rows.arrange("cellar", body))
                assert await store.read(lambda rows: rows.arrangement("cellar")) == body
            assert await store.read(lambda rows: rows.arrangement("nowhere")) is None

    run(scene())


def test_seats_of_a_table_that_is_not_there_are_refused(make: Maker, tmp_path: Path) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            with pytest.raises(NoSuchTable):
                await store.write(lambda rows: rows.keep_seat(_seats("anna")[0]))
            with pytest.raises(NoSuchTable):
                await store.write(lambda rows: rows.arrange("cellar", b"{}"))

    run(scene())


def test_seats_that_could_not_be_written_are_as_they_were(
    make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with await make(tmp_path) as store:
            await store.create(new_table())
            anna, bruno = _seats("anna", "bruno")
            await store.write(lambda rows: rows.keep_seat(anna))
            await store.write(lambda rows: rows.arrange("cellar", b"{}"))

            def work(rows: Transaction) -> None:
                rows.keep_seat(bruno)
                rows.drop_seat("cellar", "anna")
                rows.arrange("cellar", b"[]")

            with monkeypatch.context() as patch:
                _break(store, patch)
                with pytest.raises(Broken):
                    await store.write(work)
            assert await store.read(lambda rows: rows.seats("cellar")) == [anna]
            assert await store.read(lambda rows: rows.arrangement("cellar")) == b"{}"

    run(scene())
