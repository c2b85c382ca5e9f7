"""Choices: cheap to ask, testable with `in`, and the only source of what is allowed."""

from typing import Any

import pytest
from tests.kernel.tables import ORCS, PARTY, WHITEBOX, begun, done, fight, open_table, state_bytes, step, suggested

from arbitro.kernel.choice import Choice, Choices, Label, Parameter, Pick
from arbitro.kernel.command import (
    KERNEL_COMMANDS,
    Annotate,
    AskBack,
    CallRoll,
    ChangeOptions,
    DeclineBack,
    HandOut,
    LimitBack,
    Override,
    OverrideRolls,
    Redo,
    RevealEvent,
    RevealSeed,
    RollOwed,
    SayAside,
    Stir,
    TellFaces,
    ThrowDice,
    Undo,
)
from arbitro.kernel.moment import PresentMoment
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.rules.whitebox.commands import Attack, EndTurn, Surrender


def picks(*values: str) -> tuple[Pick, ...]:
    return tuple(Pick(value, Label("name", {"who": value})) for value in values)


def test_a_choice_is_filled_in_every_way_its_parameters_allow():
    choice = Choice(
        "attack/berto/sword",
        "attack",
        Label("choice.strike"),
        {"who": "berto", "weapon": "sword"},
        (Parameter("target", picks=picks("orc-1", "orc-2")), Parameter("bonus", "number", minimum=-1, maximum=3)),
    )
    assert list(choice.fillings()) == [
        {"type": "attack", "who": "berto", "weapon": "sword", "target": target, "bonus": bonus}
        for target in ("orc-1", "orc-2")
        for bonus in (-1, 3)
    ]
    assert choice.fill(target="orc-9") == {"type": "attack", "who": "berto", "weapon": "sword", "target": "orc-9"}


@pytest.mark.parametrize(
    ("parameter", "values"),
    [
        (Parameter("p", picks=picks("a", "b")), ["a", "b"]),
        (Parameter("p"), []),
        (Parameter("p", "number", minimum=2, maximum=5), [2, 5]),
        (Parameter("p", "number", minimum=4), [4]),
        (Parameter("p", "number", minimum=3, maximum=3), [3]),
        (Parameter("p", "number", maximum=0), [0]),
        (Parameter("p", "text"), ["…"]),
    ],
)
def test_each_kind_of_parameter_takes_its_values(parameter, values):
    choice = Choice("x", "x", Label("x"), parameters=(parameter,))
    assert [plain["p"] for plain in choice.fillings()] == values


def test_choices_are_asked_anew_each_time_they_are_used():
    asked = []

    def offers():
        asked.append(1)
        return [Choice("a", "a", Label("a")), Choice("b", "b", Label("b"))]

    choices = Choices(offers, lambda command: isinstance(command, EndTurn))
    assert asked == []
    assert [choice.id for choice in choices] == ["a", "b"]
    assert len(choices) == 2
    assert choices
    assert choices["b"].command == "b"
    with pytest.raises(KeyError):
        choices["c"]
    assert EndTurn("x") in choices
    assert Surrender("x") not in choices
    assert not Choices(list, lambda command: False)
    assert len(asked) == 5


def test_every_filled_choice_is_in_the_choices_and_nothing_else_is_drawn():
    table = begun()
    before = table.ledger.positions, state_bytes(table)
    for seat in (REFEREE, PARTY, ORCS):
        for choice in table.choices(seat):
            for plain in choice.fillings():
                assert WHITEBOX.command(plain) in table.choices(seat)
    assert (table.ledger.positions, state_bytes(table)) == before
    assert table.dice is not None
    assert table.dice.positions == before[0]


def test_a_seat_is_offered_only_what_it_plays():
    table = begun()
    acting = fight(table).acting[0]
    seat, other = (PARTY, ORCS) if acting == "party" else (ORCS, PARTY)
    assert table.choices(seat)
    assert not table.choices(other)
    assert not table.choices(SPECTATOR)
    one = next(iter(sorted(seat.controls - {acting})))
    lonely = Seat("one", "player", frozenset({one}))
    assert {choice.fixed["who"] for choice in table.choices(lonely)} == {one}
    assert EndTurn(acting) in table.choices(seat)
    assert EndTurn(acting) not in table.choices(other)
    assert EndTurn(acting) not in table.choices(lonely)
    assert EndTurn(acting) not in table.choices(SPECTATOR)


def test_an_id_stays_as_long_as_its_choice():
    table = begun()
    before = {choice.id for choice in table.choices(REFEREE)}
    assert len(before) == len(table.choices(REFEREE))
    command = suggested(table)
    assert isinstance(command, Attack)
    done(table, command)
    after = {choice.id for choice in table.choices(REFEREE)}
    gone = before - after
    assert gone
    assert all(command.who in choice_id for choice_id in gone)


def test_commands_of_the_log_are_no_choices_of_the_game():
    table = begun()
    examples = (
        Undo(),
        AskBack(),
        DeclineBack("x"),
        LimitBack("strict"),
        Redo(),
        Override("minutes", 1, "x"),
        OverrideRolls((1,), "x"),
        Annotate(0, "x"),
        SayAside("x"),
        HandOut("x"),
        CallRoll("1d20"),
        RevealEvent(0),
        ChangeOptions({}),
        Stir("x"),
        RevealSeed(),
        ThrowDice("2d6"),
        TellFaces((1,)),
        RollOwed(),
    )
    assert {type(command) for command in examples} == set(KERNEL_COMMANDS)
    assert not any(command in table.choices(REFEREE) for command in examples)


def test_before_anything_is_set_up_nothing_is_offered():
    assert not open_table().choices(REFEREE)
    table = begun()
    while not WHITEBOX.finished(table.state):
        step(table)
    assert not table.choices(PARTY)


def test_what_is_remembered_as_allowed_is_what_is_allowed():
    """A server keeps the answers for a table's present state: the slow twin asks anew each time."""
    table, moment = begun(), PresentMoment[Any]()
    for _ in range(6):
        fillings = [plain for seat in (REFEREE, PARTY) for one in table.choices(seat) for plain in one.fillings()]
        commands = [WHITEBOX.command(plain) for plain in fillings] + [
            Attack("nobody", "orc-1"),
            Attack("orc-1", "orc-2"),
        ]
        slow = [WHITEBOX.allows(table.state, command) for command in commands]
        moment.at(table.state)
        for _ in range(2):
            assert [WHITEBOX.allows(table.state, command) for command in commands] == slow
        assert set(slow) == {True, False}
        done(table, suggested(table))
