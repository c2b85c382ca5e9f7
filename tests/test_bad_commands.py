"""Whatever somebody types: a command with anything in it that makes no sense is refused in words, or carried out."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec import inspect
from tests.bending import BEYOND, Moment, bent, bent_in_numbers, moments, read, ways_to_bend

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.number_range import beyond_all_rules
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import refusal_text, told
from arbitro.kernel.then import Now
from arbitro.play import find_game
from arbitro.rules import games
from arbitro.text import LANGUAGES

A_FEW = 4
"""Of the ways to bend a command so many are tried in every run, spread over all of them; the slow set tries each."""
PARTS = 40
"""The slow set tries them in so many tests."""
STEPS = 4
"""How far play goes on after a bent command that was carried out."""


def answered(moment: Moment, command: Command) -> Any:
    """What a table says to a command, refusals in both languages; and nothing breaks in what follows."""
    ruleset, state = moment.ruleset, moment.state
    answer = ruleset.may_begin(state, command) or ruleset.decide(state, command, QuickDice(1))
    for language in LANGUAGES:
        if isinstance(answer, Refusal):
            assert refusal_text(ruleset, state, answer, language)
        else:
            for event in answer.events:
                told(Now(ruleset, answer.state), event, language)
    if not isinstance(answer, Refusal):
        goes_on(moment, answer.state)
    return answer


def goes_on(moment: Moment, state: Any) -> None:
    """Everything that is asked of a state can be answered, and the automatic referee finds a way on."""
    ruleset = moment.ruleset
    ruleset.view(state, REFEREE)
    list(ruleset.choices(state, REFEREE))
    for number in range(STEPS):
        command = ruleset.suggest(state, REFEREE)
        answer = None if command is None else ruleset.decide(state, command, QuickDice(number))
        if answer is None or isinstance(answer, Refusal):
            return
        state = answer.state


def tried(moment: Moment, command: Command) -> None:
    try:
        answered(moment, command)
    except Exception as error:
        error.add_note(f"{moment.ruleset.id}: {command}, in place of {moment.command}")
        raise


@pytest.mark.parametrize("game", games())
def test_a_command_with_nonsense_in_it_breaks_nothing(game: str) -> None:
    found = 0
    for moment in moments(game):
        every = list(ways_to_bend(moment))
        found += len(every)
        for command in islice(read(moment, every[:: len(every) // (2 * A_FEW) + 1]), A_FEW):
            tried(moment, command)
    assert found > 2000, "hardly any command is bent"


@pytest.mark.slow
@pytest.mark.parametrize("first", range(PARTS))
@pytest.mark.parametrize("game", games())
def test_no_command_with_nonsense_in_it_breaks_anything(game: str, first: int) -> None:
    every = ((moment, command) for moment in moments(game) for command in bent(moment))
    for moment, command in islice(every, first, None, PARTS):
        tried(moment, command)


HOW_OFTEN = ("level", "die", "sides", "weapon_die", "recovery_die", "proficiency", "count")
"""The numbers by which dice are thrown or people called so many times, in what commands bring along."""
COMPARED = ("Power.level", "Target.count", "Condition.count")
"""Numbers of such names that nothing is repeated by."""


def numbers_in(form: Any, seen: set[type]) -> Iterator[tuple[str, inspect.IntType]]:
    """Every number of a record that a command brings along, by the names of record and field."""
    match form:
        case inspect.StructType() if form.cls not in seen:
            seen.add(form.cls)
            for field in form.fields:
                if isinstance(field.type, inspect.IntType):
                    yield f"{form.cls.__name__}.{field.name}", field.type
                yield from numbers_in(field.type, seen)
        case inspect.UnionType():
            for each in form.types:
                yield from numbers_in(each, seen)
        case inspect.VarTupleType() | inspect.ListType():
            yield from numbers_in(form.item_type, seen)
        case inspect.DictType():
            yield from numbers_in(form.value_type, seen)


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_what_says_how_often_is_bounded(game: str) -> None:
    """A level of a thousand million was so many weapon dice: the table stood still, and then memory was at its end."""
    seen: set[type] = set()
    found = [each for kind in find_game(game).command_types for each in numbers_in(inspect.type_info(kind), seen)]
    counts = {name: form for name, form in found if name.rpartition(".")[2] in HOW_OFTEN and name not in COMPARED}
    assert len(counts) > 3, "hardly any number is looked at"
    assert not [name for name, form in counts.items() if form.le is None or form.le > 1000]


def with_beyond(moment: Moment) -> Iterator[Command]:
    """The command with a number in it, however deep inside, beyond all sense; of very many a hundred."""
    return islice((each for each in bent_in_numbers(moment) if str(BEYOND) in str(each)), 100)


@pytest.mark.parametrize("game", games())
def test_no_number_of_any_command_is_without_bounds(game: str) -> None:
    """Whatever field it stands in, of whatever command: refused in words, or unreadable, before any rule is asked."""
    kinds: set[type] = set()
    for moment in moments(game):
        for command in with_beyond(moment):
            kinds.add(type(command))
            refusal = beyond_all_rules(command)
            assert refusal is not None, command
            assert refusal.code == "number_beyond"
    assert len(kinds) > 10, "hardly any command has numbers"
