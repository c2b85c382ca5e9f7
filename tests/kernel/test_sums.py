"""Sums behind told numbers: they add up in the order in which they are shown, and every die is shown once."""

import pytest

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.explain import explain
from arbitro.kernel.ruling import Modifier, Part, Sum, added_up, parts_of
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage.state import State

FIVE, ONE, FOUR = Die(8, 5, 1), Die(8, 1, 2), Die(8, 4, 3)


class Told(Event, frozen=True, tag="told"):
    """An event that tells a number in a test."""

    reckoned: Sum

    def sums(self) -> tuple[Sum, ...]:
        return (self.reckoned,)


def shown(reckoned: Sum) -> str:
    game = Archmage()
    state = State(options=game.options.defaults())
    return explain(game, state, Told(reckoned), "en").numbers[0]


def test_dice_thrown_again_are_shown_and_not_added() -> None:
    parts = parts_of((FIVE, ONE, FOUR), (Modifier(3, "AE-DMG-04", "ability"),), dropped=(1,))
    assert added_up(parts) == 12
    assert shown(Sum(12, parts, (FIVE, ONE, FOUR))) == (
        "d8=5 (play:1) [d8=1 (play:2): rolled again or laid aside, not counted] + d8=4 (play:3) +3 ability = 12"
    )


def test_what_there_is_so_far_is_said_before_it_is_multiplied_or_halved() -> None:
    parts = (Part(10, note="printed_damage"), Part(-5, note="debt", dice=1), Part(2, "times"), Part(how="halve"))
    assert added_up(parts) == 5
    assert shown(Sum(5, parts, (FIVE,))) == "10 printed damage - d8=5 (play:1) recovery debt = 5; ×2 = 10; ÷2 = 5"


@pytest.mark.parametrize(
    ("parts", "line"),
    [
        ((Part(7),), "7"),
        ((Part(7), Part(0, "least")), "7"),
        ((Part(-2), Part(0, "least")), "-2, at least 0 = 0"),
        ((Part(7), Part(5, "most")), "7, at most 5 = 5"),
        ((), "0"),
    ],
)
def test_limits_are_shown_where_they_bite(parts: tuple[Part, ...], line: str) -> None:
    assert shown(Sum(added_up(parts), parts)) == line
