"""However a log is folded (live, from the start, from any snapshot, slowly by hand), it comes to the same bytes."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.tables import PARTY, WHITEBOX, begun, done, play, state_bytes, step

from arbitro.kernel.command import (
    Annotate,
    ChangeOptions,
    Command,
    Override,
    OverrideRolls,
    Redo,
    Refusal,
    RevealSeed,
    Stir,
    Undo,
)
from arbitro.kernel.event import Redone, Undone
from arbitro.kernel.fold import Snapshot, evolve, state_at
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import dice_of

OPERATIONS = (
    ["play"] * 6
    + ["undo"] * 3
    + ["redo"] * 2
    + ["override", "overrule", "note", "secret note", "stir", "tie option", "extremes option"]
)


def perform(table: Table[Any], operation: str, number: int) -> None:
    """One thing that may happen at a table; what is refused does not happen."""
    commands: dict[str, Command] = {
        "undo": Undo(),
        "redo": Redo(),
        "override": Override(f"fight.combatants.orc-{number % 6 + 1}.hp", number % 5 - 1, "so be it"),
        "note": Annotate(number, "…"),
        "secret note": Annotate(0, "…", "referee"),
        "stir": Stir(str(number)),
        "tie option": ChangeOptions({"initiative_tie": "reroll" if number % 2 else "simultaneous"}),
        "extremes option": ChangeOptions({"natural_extremes": bool(number % 2)}),
    }
    if operation == "play":
        if table.state.fight is not None and not WHITEBOX.finished(table.state):
            step(table)
    elif operation == "overrule":
        last = next(table.entries(table.ledger.head, table.ledger.head))
        faces = tuple(die.face % die.sides + 1 for die in dice_of(last.events))
        table.submit(OverrideRolls(faces, "so be it"), REFEREE)
    else:
        table.submit(commands[operation], PARTY if operation == "stir" else REFEREE)


def by_hand(table: Table[Any]) -> list[bytes]:
    """The slow twin: the state after every entry, each from the remembered state of the entry it builds on."""
    states = {-1: WHITEBOX.initial()}
    head, found = -1, []
    for entry in table.entries():
        first = entry.events[0]
        if isinstance(first, (Undone, Redone)):
            head = first.to
        elif entry.parent >= 0 or entry.seq == 0:
            state = states[entry.parent]
            for event in entry.events:
                state = evolve(WHITEBOX, state, event)
            states[entry.seq] = state
            head = entry.seq
        found.append(msgspec.json.encode(states[head]))
    return found


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 9)), min_size=5, max_size=40), st.integers(0, 99))
def test_live_play_equals_the_log_folded_from_the_start_and_from_every_snapshot(program, seed):
    table = begun(f"fold {seed}")
    live: dict[int, bytes] = {table.ledger.length: state_bytes(table)}
    ledgers = {table.ledger.length: table.ledger}
    snapshots: dict[int, Snapshot] = {table.ledger.length: table.snapshot()}
    for operation, number in program:
        perform(table, operation, number)
        live[table.ledger.length] = state_bytes(table)
        ledgers[table.ledger.length] = table.ledger
        snapshots[table.ledger.length] = table.snapshot()
    records = list(table.records())
    slow = by_hand(table)
    for length, state in live.items():
        restored = Table.restore(WHITEBOX, records[:length], table.seed)
        assert state_bytes(restored) == state == slow[length - 1]
        assert restored.ledger == ledgers[length]
    for length, snapshot in snapshots.items():
        stored = msgspec.json.decode(msgspec.json.encode(snapshot), type=Snapshot)
        restored = Table.restore(
            WHITEBOX, records[length:], table.seed, stored, lambda first, last: records[first : last + 1]
        )
        assert state_bytes(restored) == state_bytes(table)
        assert restored.ledger == table.ledger


@pytest.mark.parametrize("seed", range(4))
def test_a_restored_table_goes_on_exactly_as_the_live_one(seed):
    table = begun(f"resume {seed}")
    play(table, 12)
    done(table, Undo())
    done(table, Stir("pepper"), PARTY)
    records = list(table.records())
    from_log = Table.restore(WHITEBOX, records, table.seed)
    from_snapshot = Table.restore(
        WHITEBOX, [], table.seed, table.snapshot(), lambda first, last: records[first : last + 1]
    )
    chance = Random(seed)
    program = [(chance.choice(OPERATIONS), chance.randrange(10)) for _ in range(30)]
    for each in (table, from_log, from_snapshot):
        for operation, number in program:
            perform(each, operation, number)
    assert list(from_log.records()) == list(table.records())
    assert list(from_snapshot.records()) == list(table.records())


def test_jumps_far_back_and_forth_find_their_state():
    table = begun("jumps")
    for _ in range(4):
        play(table, 6)
        for _ in range(5):
            done(table, Undo())
        for _ in range(3):
            done(table, Redo())
    slow = by_hand(table)
    records = list(table.records())
    for entry in table.entries():
        if entry.parent >= 0 or entry.seq == 0:
            state = state_at(WHITEBOX, entry.seq, lambda first, last: records[first : last + 1])
            assert msgspec.json.encode(state) == slow[entry.seq]
    for length in range(1, len(records) + 1):
        assert state_bytes(Table.restore(WHITEBOX, records[:length], table.seed)) == slow[length - 1]


def test_the_store_may_take_entries_away_at_any_time():
    kept: list[tuple[str, bytes]] = []
    made = begun("taken")
    kept += made.take()
    table = Table.restore(WHITEBOX, kept, made.seed, None, lambda first, last: kept[first : last + 1])
    twin = Table.restore(WHITEBOX, list(kept), made.seed)
    for operation in ["play"] * 8 + [
        "note",
        "undo",
        "undo",
        "redo",
        "stir",
        "play",
        "overrule",
        "undo",
        "undo",
        "undo",
    ]:
        for each in (table, twin):
            perform(each, operation, 1)
        kept += table.take()
        assert not table.take()
        assert table.ledger == twin.ledger
        assert state_bytes(table) == state_bytes(twin)
    assert kept == list(table.records()) == list(twin.records())


def test_every_die_of_an_entry_is_found_wherever_it_lies():
    table = begun("dice")
    play(table)
    for entry in table.entries():
        plain = msgspec.to_builtins(entry.events)
        assert len(dice_of(entry.events)) == _count_dice(plain)


def _count_dice(part: Any) -> int:
    """The slow twin of `dice_of`, on plain data."""
    if isinstance(part, dict):
        return 1 if {"sides", "face"} <= part.keys() else sum(_count_dice(item) for item in part.values())
    return sum(_count_dice(item) for item in part) if isinstance(part, (list, tuple)) else 0


def test_a_revealed_table_folds_to_a_revealed_table():
    table = begun("revealed")
    play(table, 3)
    done(table, RevealSeed())
    assert not isinstance(table.submit(Override("minutes", 9, "after the end"), REFEREE), Refusal)
    restored = Table.restore(WHITEBOX, list(table.records()), table.seed)
    assert restored.ledger == table.ledger
    assert restored.ledger.revealed
