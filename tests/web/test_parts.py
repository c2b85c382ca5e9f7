"""Small parts of the server: who plays by itself, how likely it was, the journal, and the words."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.store.playing import FIGHT, GAME, new_table

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check, Modifier
from arbitro.kernel.seat import REFEREE
from arbitro.web.desk import may
from arbitro.web.driver import next_by_itself
from arbitro.web.fragments import StoryLine
from arbitro.web.journal import journal
from arbitro.web.making import slug
from arbitro.web.messages import ANSWERS, MESSAGES, schema
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.why import likelihoods

CHAIR = Sitting("r", "referee", "referee")
ANNA = Sitting("a", "Anna", "player", ("party",))
BOTH = Sitting("b", "Bruno", "player", ("party", "orcs"))


def fight() -> Any:
    table = new_table()
    table.submit(FIGHT.start[0], REFEREE)
    return table.state


# ---------------------------------------------------------------- the engine's own turn


@pytest.mark.parametrize(
    ("automatic", "sittings", "plays"),
    [
        ((), (CHAIR,), False),
        (("referee",), (), True),
        (("referee",), (CHAIR,), True),
        (("party", "orcs"), (CHAIR,), True),
        (("referee",), (CHAIR, BOTH), False),
        (("referee", "party", "orcs"), (BOTH,), False),  # a person in the seat decides, whatever a side is marked as
        (("referee", "b"), (BOTH,), True),  # unless the seat itself is marked
        (("referee",), (Sitting("t", "Teo", "spectator"),), True),
    ],
)
def test_the_engine_plays_what_nobody_else_does(automatic, sittings, plays):
    assert (next_by_itself(GAME, fight(), Arrangement(automatic=automatic), sittings) is not None) == plays


def test_a_demo_is_played_for_everybody():
    assert next_by_itself(GAME, fight(), Arrangement(demo=True), (ANNA,)) is not None


def test_only_the_fitting_side_is_played():
    state = fight()
    owner = GAME.owner(state, GAME.suggest(state, REFEREE))
    for side in GAME.seats(state):
        played = next_by_itself(GAME, state, Arrangement(automatic=(side.name,)), (CHAIR,))
        assert (played is not None) == (owner in side.controls)


def test_powers_grow_from_seat_to_seat():
    solo = Sitting("s", "party", "player", ("party",), solo=True)
    onlooker = Sitting("t", "Teo", "spectator")
    table = {
        "watch": (True, True, True, True),
        "act": (False, True, True, True),
        "take_back": (False, False, True, True),
        "referee": (False, False, False, True),
    }
    for power, expected in table.items():
        assert tuple(may(sitting, power) for sitting in (onlooker, ANNA, solo, CHAIR)) == expected


# ---------------------------------------------------------------- how likely it was


class Tried(Event, frozen=True):
    """Something with a check in it."""

    check: Check | None


def brute(sides: tuple[int, ...], added: int, compare: str, needed: int) -> Fraction:
    """By throwing every combination."""
    totals = [sum(faces) + added for faces in product(*(range(1, side + 1) for side in sides))]
    hits = [total for total in totals if (total >= needed if compare == ">=" else total <= needed)]
    return Fraction(len(hits), len(totals))


@pytest.mark.parametrize("sides", [(20,), (6, 6), (12, 12), (4, 6, 8)])
@pytest.mark.parametrize("compare", [">=", "<="])
@pytest.mark.parametrize("needed", [-3, 1, 7, 13, 40])
@pytest.mark.parametrize("added", [-2, 0, 3])
def test_the_chance_of_a_check_is_that_of_throwing_everything(sides, compare, needed, added):
    dice = tuple(Die(side, 1, at) for at, side in enumerate(sides))
    total = len(sides) + added
    check = Check(dice, total, compare, needed, False, (Modifier(added, "X-1"),))
    (found,) = likelihoods(Tried(check))
    assert found.success == brute(sides, added, compare, needed)


def test_of_a_hidden_number_or_a_dropped_die_no_chance_is_told():
    die = Die(20, 7, 0)
    assert likelihoods(Tried(Check((die,), 7, ">=", None, True))) == ()
    assert likelihoods(Tried(Check((die, Die(20, 3, 1)), 7, ">=", 5, True))) == ()
    assert likelihoods(Tried(None)) == ()


# ---------------------------------------------------------------- journal, names, messages


def test_a_journal_has_a_paragraph_for_each_command_and_escapes_what_people_wrote():
    lines = [
        StoryLine(1, 0, "referee", "", "It begins.", "x"),
        StoryLine(2, 0, "referee", "", "Torches   burn.", "x"),
        StoryLine(3, 1, "Anna", "", "Note: *look* <script> [x](y)", "annotated", note=True),
    ]
    text = journal("The # cellar", lines)
    assert text.splitlines()[0] == "# The \\# cellar"
    assert "It begins. Torches burn." in text
    assert "\\*look\\* \\<script\\> \\[x\\](y)" in text


@pytest.mark.parametrize(
    ("title", "made"), [("The Mill!", "the-mill"), ("  ", ""), ("Città", "citt"), ("a" * 90, "a" * 48), ("--x--", "x")]
)
def test_a_title_becomes_part_of_an_address(title, made):
    assert slug(title) == made


def test_every_message_and_answer_is_in_the_schema_with_its_tag():
    described = schema()
    for kinds, part in ((MESSAGES, "messages"), (ANSWERS, "answers")):
        tags = set(described[part]["discriminator"]["mapping"])
        assert tags == {str(kind.__struct_config__.tag) for kind in kinds}
    assert all(kind.__doc__ for kind in (*MESSAGES, *ANSWERS))
