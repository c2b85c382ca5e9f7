"""A secret never leaves the referee: two worlds that differ only in what is hidden look the same to the byte."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.kernel.tables import ORCS, PARTY, WHITEBOX, begun, done, fight, play, refused, step

from arbitro.dice.stream import Die, seed_from_text
from arbitro.kernel.command import Annotate, Override, OverrideRolls, Redo, Refusal, Undo
from arbitro.kernel.event import Annotated, Branched, Event, Overridden, RollsOverridden
from arbitro.kernel.explain import explain, explain_refusal
from arbitro.kernel.log import Entry
from arbitro.kernel.reader import renumbered
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.ruling import Check, Modifier
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import label_text
from arbitro.kernel.table import Table
from arbitro.rules.whitebox.commands import CheckMorale, EndTurn
from arbitro.rules.whitebox.events import MoraleRolled
from arbitro.text import LANGUAGES

ONLOOKERS = (PARTY, SPECTATOR)
World = Callable[[Table[Any]], None]


def everything(table: Table[Any], seat: Seat) -> bytes:
    """All that ever reaches a seat: history, view, choices, their words, explanations, and answers to bad commands."""
    history = list(table.history(seat))
    words = [
        explain(WHITEBOX, table.state, event, language)
        for entry in history
        for event in entry.events
        for language in LANGUAGES
    ]
    choices = list(table.choices(seat))
    labels = [label_text(WHITEBOX, table.state, choice.label, "it") for choice in choices]
    refusals = [
        table.submit(command, seat)
        for command in (Undo(), EndTurn("orcs"), CheckMorale("orcs-orc"), Annotate(10_000, "x"), Annotate(-1, "x"))
        if not (isinstance(command, EndTurn) and seat.may_act_for("orcs"))
    ]
    assert all(isinstance(refusal, Refusal) for refusal in refusals)
    whys = [explain_refusal(WHITEBOX, table.state, refusal, "en") for refusal in refusals]
    picture = WHITEBOX.picture(table.state, seat, "en")
    return msgspec.json.encode([history, table.view(seat), choices, labels, words, refusals, whys, picture])


def played(world: World, seed: str = "secret") -> Table[Any]:
    """A table that goes one way in a hidden matter, in the midst of ordinary play."""
    table = begun(seed)
    play(table, 3)
    world(table)
    play(table, 2)
    done(table, Annotate(0, "a public word"))
    done(table, Undo())
    done(table, Redo())
    done(table, Undo())
    return table


def nothing(table: Table[Any]) -> None:
    """Nothing hidden happens."""


def secret_note(table: Table[Any]) -> None:
    done(table, Annotate(1, "the orcs are afraid", "referee"))


def orcs_note(table: Table[Any]) -> None:
    done(table, Annotate(1, "ambush them", "orcs"), ORCS)


def unseen_morale(table: Table[Any]) -> None:
    """A morale check that changes nothing anybody sees."""
    done(table, CheckMorale("orcs-orc"), faces=(3, 4))


def unseen_morale_undone(table: Table[Any]) -> None:
    unseen_morale(table)
    done(table, Undo())


def unseen_morale_redone(table: Table[Any]) -> None:
    unseen_morale_undone(table)
    done(table, Redo())


def unseen_morale_overruled(table: Table[Any]) -> None:
    unseen_morale(table)
    done(table, OverrideRolls((4, 4), "they were too brave"))


def many_secrets(table: Table[Any]) -> None:
    for world in (secret_note, unseen_morale_overruled, orcs_note, unseen_morale_redone):
        world(table)


@pytest.mark.parametrize("seat", ONLOOKERS, ids=lambda seat: seat.name)
@pytest.mark.parametrize(
    "world",
    [
        secret_note,
        orcs_note,
        unseen_morale,
        unseen_morale_undone,
        unseen_morale_redone,
        unseen_morale_overruled,
        many_secrets,
    ],
    ids=lambda world: world.__name__,
)
def test_what_is_hidden_leaves_no_trace_at_all(world, seat):
    hidden, plain = played(world), played(nothing)
    assert hidden.ledger.length > plain.ledger.length
    assert everything(hidden, seat) == everything(plain, seat)


def overridden(path: str, value: object) -> World:
    def world(table: Table[Any]) -> None:
        done(table, Override(path, value, "because I say so"))

    return world


@pytest.mark.parametrize("seat", ONLOOKERS, ids=lambda seat: seat.name)
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("fight.combatants.orc-5.profile.armour", 11), ("fight.combatants.orc-5.profile.armour", 12)),
        (("fight.combatants.orc-5.profile.armour", 13), ("fight.combatants.orc-6.profile.max_hp", 9)),
        (("fight.combatants.orc-5.morale", "hold"), ("fight.combatants.orc-6.morale", "attack")),
        (("fight.due", ["orcs-orc"]), ("fight.reminded", ["orcs-orc/first_loss"])),
    ],
)
def test_of_a_hidden_number_set_by_hand_only_the_fact_is_known(one, other, seat):
    tables = [begun("override"), begun("override")]
    for table, (path, value) in zip(tables, (one, other), strict=True):
        overridden(path, value)(table)
    assert everything(tables[0], seat) == everything(tables[1], seat)
    told = list(tables[0].history(seat))[-1].events[0]
    assert told == Overridden("", None, None, "because I say so")
    assert b"orc-5" not in msgspec.json.encode(told)


def test_an_own_number_set_by_hand_is_told():
    table = begun()
    done(table, Override("fight.combatants.berto.hp", 3, "a scratch"))
    assert list(table.history(PARTY))[-1].events[0] == Overridden("fight.combatants.berto.hp", 8, 3, "a scratch")
    assert list(table.history(SPECTATOR))[-1].events[0] == Overridden("", None, None, "a scratch")
    assert list(table.history(ORCS))[-1].events[0] == Overridden("", None, None, "a scratch")


@pytest.mark.parametrize("seat", ONLOOKERS, ids=lambda seat: seat.name)
def test_a_branch_does_not_betray_its_hidden_past_by_its_hash_or_its_number(seat):
    made = [played(world).branch("b", seed_from_text("branch")) for world in (many_secrets, nothing)]
    assert everything(made[0], seat) == everything(made[1], seat)
    shown = list(made[0].history(seat))[-1]
    (told,) = shown.events
    assert isinstance(told, Branched)
    assert told.parent_chain == ""
    assert told.parent_seq == shown.seq - 1
    (full,) = list(made[0].history(REFEREE))[-1].events
    assert full.parent_chain


def numbered(table: Table[Any], seat: Seat) -> list[Entry[Any, Any]]:
    shown = list(table.history(seat))
    assert [entry.seq for entry in shown] == list(range(len(shown)))
    assert all(entry.parent == -1 for entry in shown)
    return shown


def test_entries_are_counted_without_the_hidden_ones_and_references_follow():
    table = begun()
    done(table, Annotate(0, "hush", "referee"))
    entry = step(table)
    done(table, Annotate(entry.seq, "look"))
    done(table, Undo())
    assert [e.seq for e in table.history(REFEREE)] == list(range(table.ledger.length))
    shown = numbered(table, PARTY)
    assert len(shown) == table.ledger.length - 1
    note, undo = shown[-2].events[0], shown[-1].events[0]
    assert note == Annotated(entry.seq - 1, "look")
    assert (undo.undone, undo.to) == (entry.seq - 1, entry.seq - 2)
    assert list(table.history(PARTY, first=2)) == shown[2:]


def test_a_reference_to_a_hidden_entry_goes_to_the_last_one_seen_before_it():
    table = begun()
    unseen_morale(table)
    hidden = table.ledger.head
    step(table)
    done(table, Undo())
    done(table, Annotate(hidden, "remember this"))
    undo, note = (entry.events[0] for entry in numbered(table, PARTY)[-2:])
    assert (undo.undone, undo.to) == (hidden, hidden - 1)
    assert note == Annotated(hidden - 1, "remember this")


def test_players_annotate_by_their_own_count():
    table = begun()
    done(table, Annotate(0, "hush", "referee"))
    entry = step(table)
    shown = numbered(table, PARTY)
    told = done(table, Annotate(shown[-1].seq, "ouch"), PARTY).events[0]
    assert told == Annotated(entry.seq, "ouch")
    assert numbered(table, PARTY)[-1].events[0] == Annotated(shown[-1].seq, "ouch")
    beyond = refused(table, Annotate(table.ledger.length - 1, "x"), PARTY)
    assert beyond.values["last"] == table.ledger.length - 2


class _Stub(Event, frozen=True, tag="__stub"):
    """Something that happens, for whoever may know."""

    number: int


def test_a_cause_is_counted_among_what_the_reader_sees():
    told = [_Stub(0), None, _Stub(2, cause=1), None, _Stub(4, cause=2), _Stub(5, cause=0)]
    seen = [(0, _Stub(0)), (2, _Stub(2)), (4, _Stub(4, cause=1)), (5, _Stub(5, cause=0))]
    assert renumbered(told, {}) == seen


@pytest.mark.parametrize("seed", [f"cause {number}" for number in range(6)])
def test_a_cause_always_points_at_an_earlier_event_of_the_same_entry(seed):
    table = begun(seed, death_rule="unconscious_at_zero")
    play(table)
    for seat in (REFEREE, PARTY, ORCS, SPECTATOR):
        for entry in table.history(seat):
            for place, event in enumerate(entry.events):
                assert -1 <= event.cause < place


# -------------------------------------------------------------------- single events


def test_an_event_meant_for_others_is_absent():
    table = begun()
    event = Annotated(0, "x", audience="orcs")
    assert shown_to(WHITEBOX, table.state, event, PARTY) is None
    assert shown_to(WHITEBOX, table.state, event, SPECTATOR) is None
    assert shown_to(WHITEBOX, table.state, event, ORCS) == event
    assert shown_to(WHITEBOX, table.state, event, REFEREE) == event


class _Struck(Event, frozen=True, tag="__struck"):
    """A blow, with numbers of two people's in it."""

    secrets = {"left": "victim", "check": "striker", "check.needed": "victim"}  # noqa: RUF012
    striker: str
    victim: str
    left: int | None
    check: Check | None


def test_secret_numbers_are_blanked_for_those_who_may_not_know_them():
    table = begun()
    check = Check((Die(20, 14, 3),), 15, ">=", 13, True, (Modifier(1, "WB-ATK-02", "strength"),))
    struck = _Struck("berto", "orc-1", 3, check)

    def seen_by(seat: Seat) -> Event | None:
        return shown_to(WHITEBOX, table.state, struck, seat)

    assert seen_by(REFEREE) == struck
    assert seen_by(PARTY) == _Struck("berto", "orc-1", None, msgspec.structs.replace(check, needed=None))
    bare = msgspec.structs.replace(check.bare(), dice=(Die(20, 14),))  # who does not see all dice is told no place
    assert seen_by(ORCS) == _Struck("berto", "orc-1", 3, bare)
    assert seen_by(SPECTATOR) == _Struck("berto", "orc-1", None, msgspec.structs.replace(bare, needed=None))
    assert check.bare().dice == check.dice
    assert check.bare().modifiers == ()
    assert check.bare().total == 14
    assert shown_to(WHITEBOX, table.state, _Struck("berto", "orc-1", 3, None), PARTY) == _Struck(
        "berto", "orc-1", None, None
    )


def test_nobody_reads_the_commands_of_others():
    table = begun()
    side = fight(table).acting[0]
    seat, other = (PARTY, ORCS) if side == "party" else (ORCS, PARTY)
    done(table, EndTurn(side), seat)
    assert list(table.history(seat))[-1].command == EndTurn(side)
    assert list(table.history(other))[-1].command is None
    assert list(table.history(SPECTATOR))[-1].command is None
    assert all(entry.command is None for entry in list(table.history(other)))
    assert list(table.history(REFEREE))[-1].command == EndTurn(side)


def test_no_hidden_event_reaches_anybody_in_a_whole_fight():
    table = begun("whole")
    while not WHITEBOX.finished(table.state):
        step(table)
    everything_said = [event for entry in table.entries() for event in entry.events]
    assert any(isinstance(event, MoraleRolled) for event in everything_said)
    for seat in (PARTY, ORCS, SPECTATOR):
        for entry in table.history(seat):
            assert all(seat.knows(event.audience) for event in entry.events)
            assert not any(isinstance(event, (MoraleRolled, RollsOverridden)) for event in entry.events)
