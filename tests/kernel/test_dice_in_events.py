"""Where dice lie in events is read from their types; the slow twin looks everywhere."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from arbitro.dice.stream import Die, seed_from_text
from arbitro.kernel.event import KERNEL_EVENTS, DiceThrown, Event, Overridden
from arbitro.kernel.ruling import Check
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import dice_fields, dice_of
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset, games


def dice_anywhere(part: object) -> Iterator[Die]:
    """Every die, by looking into every field of everything."""
    if isinstance(part, Die):
        yield part
    elif isinstance(part, Struct):
        for name in part.__struct_fields__:
            yield from dice_anywhere(getattr(part, name))
    elif isinstance(part, (tuple, list)):
        for item in part:
            yield from dice_anywhere(item)
    elif isinstance(part, dict):
        for item in part.values():
            yield from dice_anywhere(item)


class Nest(Struct, frozen=True):
    """A thing that may hold others of its kind, and dice deep inside."""

    inner: "Nest | None" = None
    checks: dict[str, tuple[Check, ...]] = msgspec.field(default_factory=dict)


class Nested(Event, frozen=True, tag="nested"):
    name: str
    nest: Nest
    lone: Die | None = None
    pair: tuple[int, Die] | None = None


class Plain(Event, frozen=True, tag="plain"):
    name: str
    numbers: tuple[int, ...] = ()
    words: dict[str, str] = msgspec.field(default_factory=dict)


def test_the_fields_are_those_that_may_hold_a_die() -> None:
    assert dice_fields(Nested) == ("nest", "lone", "pair")
    assert dice_fields(Plain) == ()
    assert dice_fields(Overridden) == ("before", "after")  # of any type at all


def test_dice_are_found_in_the_order_in_which_they_stand() -> None:
    one, two, three, four = (Die(6, face, face) for face in (1, 2, 3, 4))
    check = Check((two, three), 5, ">=", 4, True)
    event = Nested("x", Nest(Nest(None, {"a": (check,)}), {"b": (check,)}), one, (1, four))
    assert dice_of(event) == list(dice_anywhere(event)) == [two, three, two, three, one, four]
    assert dice_of((event, one)) == [*dice_of(event), one]
    assert dice_of(Overridden("path", [one], {"a": two}, "because")) == [one, two]
    assert dice_of(Plain("x")) == []


@pytest.mark.parametrize("game", games())
def test_the_types_of_every_game_can_be_read(game: str) -> None:
    for kind in KERNEL_EVENTS + find_ruleset(game).event_types:
        assert set(dice_fields(kind)) <= set(kind.__struct_fields__)


def test_a_fight_has_the_same_dice_either_way() -> None:
    game: Any = find_ruleset("whitebox")
    fight = game.read_setup(open_packaged("arbitro.rules.whitebox", "fights", "orcs.yaml"))
    table = Table.open(game, "t", seed_from_text("dice"), fight.options)
    for command in fight.start:
        table.submit(command, REFEREE)
    while not game.finished(table.state):
        table.submit(game.suggest(table.state, REFEREE), REFEREE)
    found = [dice_of(entry.events) for entry in table.entries()]
    assert found == [list(dice_anywhere(entry.events)) for entry in table.entries()]
    play = [die.at for dice in found for die in dice if die.stream == "play"]
    assert play == sorted(play)
    assert table.ledger.positions["play"] == play[-1] + 1
    assert msgspec.json.encode(table.ledger) == msgspec.json.encode(
        Table.restore(game, table.records(), table.seed).ledger
    )


def test_dice_that_do_not_count_are_drawn_so():
    dice = tuple(Die(6, face) for face in (6, 1, 2, 5))
    thrown = DiceThrown("ada", "4d6kh3+1d100", "4d6kh3 (6, ~1~, 2, 5) + 1d100 (59) = 72", 72, (*dice, Die(100, 59)))
    assert thrown.dice_looks() == ("plain", "dropped", "plain", "plain", "plain")
    odd = DiceThrown("ada", "4d6", "something else", 14, dice)
    assert odd.dice_looks() == ()
