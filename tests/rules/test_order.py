"""In a fight, what is wanted stands before what gives it up: whoever takes what stands first fights on."""

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.choice import RETREAT, Choice
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document
from arbitro.rules import find_ruleset, package_of


def begun(game: str, scene: str, seed: str) -> Table[Any]:
    """A ready fight, set up."""
    ruleset = find_ruleset(game)
    file = files(package_of(game)).joinpath("fights", f"{scene}.yaml")
    setup = ruleset.read_setup(Document(file.name, file.read_text(encoding="utf-8")))
    table = Table.open(ruleset, "order", seed_from_text(seed), ruleset.options.meant(setup.options))
    for command in setup.start:
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    return table


def offered(table: Table[Any]) -> dict[str, Choice]:
    seats = (REFEREE, *table.ruleset.seats(table.state))
    return {choice.id: choice for seat in seats for choice in table.choices(seat)}


def take(table: Table[Any], choice: Choice) -> None:
    assert not isinstance(table.submit(table.ruleset.command(next(choice.fillings())), REFEREE), Refusal)


def moments(game: str, scene: str, most: int = 30) -> Iterator[Table[Any]]:
    """A fight as it goes on, of which nobody gives anything up."""
    table = begun(game, scene, "moments")
    for _ in range(most):
        yield table
        choices = [choice for choice in offered(table).values() if choice.group != RETREAT]
        take(table, next((choice for choice in choices if choice.command == "end_turn"), choices[0]))


@pytest.mark.parametrize(
    ("game", "scene", "gives_up"),
    [
        ("whitebox", "orcs", ("run/", "surrender/")),
        ("infausta", "goblins", ("run/", "surrender/")),
        ("archmage", "bridge", ("flee/",)),
    ],
)
def test_giving_up_is_folded_away(game: str, scene: str, gives_up: tuple[str, ...]) -> None:
    seen = set()
    for table in moments(game, scene):
        for name, choice in offered(table).items():
            kind = next((one for one in gives_up if name.startswith(one)), "")
            assert (choice.group == RETREAT) == bool(kind), name
            seen.add(kind)
        if seen >= set(gives_up):
            return
    raise AssertionError(seen)


def test_what_somebody_will_do_is_what_a_declaration_is_about() -> None:
    found = (offered(table) for table in moments("infausta", "goblins"))
    choices = next(choices for choices in found if any(name.startswith("declare/") for name in choices))
    assert all(choice.main for name, choice in choices.items() if name.startswith("declare/"))
    assert not any(choice.main for name, choice in choices.items() if name.startswith("take_stance/"))


@pytest.mark.rule("DHP-DUAL-01", "DHP-DUAL-10")
def test_a_roll_that_is_due_stands_before_giving_it_up() -> None:
    table = begun("daggerheart", "bandits", "due")
    take(table, next(choice for name, choice in offered(table).items() if name.startswith("attack/")))
    due = offered(table)
    rolls = [choice for name, choice in due.items() if name.startswith("roll/")]
    assert rolls
    assert all(choice.main for choice in rolls)
    assert not any(choice.main for name, choice in due.items() if name.startswith("drop_roll/"))


@pytest.mark.rule("AE-SEQ-02")
def test_whoever_has_struck_thinks_of_the_end_of_the_turn() -> None:
    table = begun("archmage", "bridge", "struck")
    before = after = None
    for _ in range(40):
        choices = offered(table)
        end = next((choice for name, choice in choices.items() if name.startswith("end/")), None)
        strike = next((choice for name, choice in choices.items() if name.startswith("attack/")), None)
        if end is not None:
            standing = "standard" in table.state.fight.combatants[table.state.fight.current].actions
            assert end.main != standing
            before, after = before or standing, after or not standing
        take(table, strike or end or next(iter(choices.values())))
        if before and after:
            return
    raise AssertionError("nobody struck")


def test_a_move_to_somebody_stands_before_one_away_from_all() -> None:
    table = begun("archmage", "bridge", "moves")
    goals: list[str] = []
    while not goals:
        choices = offered(table)
        goals = [str(choice.fixed["goal"]) for name, choice in choices.items() if name.startswith("move/")]
        end = next((choice for name, choice in choices.items() if name.startswith("end/")), None)
        if not goals:
            take(table, end or next(iter(choices.values())))
    alone = [goal in ("away", "far", "nearby") for goal in goals]
    assert alone == sorted(alone)
    assert any(alone)
    assert not all(alone)
