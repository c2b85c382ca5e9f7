"""A roll throws the dice it should, in order, does with them what is written, and shows every one."""

import msgspec
import pytest

from arbitro.dice.expression import EXPLOSIONS, Keep, Throw
from arbitro.dice.mistake import NotationError
from arbitro.dice.notation import parse
from arbitro.dice.rolled import Rolled, Thrown
from arbitro.dice.rolling import _kept, _Table, roll
from arbitro.dice.stream import AuditedDice, Die, DieNeeded, GivenDice, QuickDice, ScriptedDice

# The roll, the dice as (sides, faces), and the line that is shown.
ROLLS = [
    ("1d20+5", [(20, 14)], "1d20 (14) + 5 = 19"),
    ("3d6-2", [(6, 1), (6, 2), (6, 3)], "3d6 (1, 2, 3) - 2 = 4"),
    ("d%", [(100, 57)], "1d100 (57) = 57"),
    ("4dF", [(3, 1), (3, 2), (3, 3), (3, 3)], "4dF (-1, 0, 1, 1) = 1"),
    ("2*1d6+1", [(6, 4)], "2 * 1d6 (4) + 1 = 9"),
    ("2*(1d6+1)", [(6, 4)], "2 * (1d6 (4) + 1) = 10"),
    ("7/2", [], "7 / 2 = 3"),
    ("-7/2", [], "-7 / 2 = -4"),
    ("-(1d6)-1", [(6, 3)], "-1d6 (3) - 1 = -4"),
    ("4d6kh3", [(6, 4), (6, 4), (6, 6), (6, 3)], "4d6kh3 (4, 4, 6, ~3~) = 14"),
    ("4d6kl1", [(6, 4), (6, 3), (6, 6), (6, 3)], "4d6kl1 (~4~, 3, ~6~, ~3~) = 3"),
    ("4d6dl1", [(6, 2), (6, 2), (6, 6), (6, 3)], "4d6dl1 (2, ~2~, 6, 3) = 11"),
    ("4d6dh1", [(6, 2), (6, 6), (6, 6), (6, 3)], "4d6dh1 (2, 6, ~6~, 3) = 11"),
    ("4d6dh1kh1", [(6, 2), (6, 6), (6, 5), (6, 3)], "4d6dh1kh1 (~2~, ~6~, 5, ~3~) = 5"),
    ("2d6!", [(6, 6), (6, 2), (6, 6), (6, 1)], "2d6! (6!, 6!, 1, 2) = 15"),
    ("1d6xo", [(6, 6), (6, 6)], "1d6xo (6!, 6) = 12"),
    ("2d6!>=5", [(6, 5), (6, 4), (6, 1)], "2d6!>=5 (5!, 1, 4) = 10"),
    ("2d6!!kh1", [(6, 6), (6, 5), (6, 6), (6, 2)], "2d6!!kh1 (6!+6!+2, ~5~) = 14"),
    ("2d6!!kl1", [(6, 6), (6, 5), (6, 2)], "2d6!!kl1 (~6~+2, 5) = 5"),
    ("1d6!p", [(6, 6), (6, 6), (6, 3)], "1d6!p (6!, 6->5!, 3->2) = 13"),
    ("2d6!kh2", [(6, 6), (6, 3), (6, 5)], "2d6!kh2 (6!, 5, ~3~) = 11"),
    ("2d6kh1!", [(6, 6), (6, 3), (6, 5)], "2d6kh1! (6!, 5, ~3~) = 11"),
    ("3d6ro<3", [(6, 1), (6, 2), (6, 4), (6, 1), (6, 6)], "3d6ro<3 (~1~, 1, ~2~, 6, 4) = 11"),
    ("1d6rr<3", [(6, 1), (6, 2), (6, 4)], "1d6rr<3 (~1~, ~2~, 4) = 4"),
    ("2d6kh1ro6", [(6, 6), (6, 3), (6, 1)], "2d6kh1ro6 (~6~, 1, ~3~) = 1"),
    ("2d6ro1kh1", [(6, 1), (6, 3), (6, 5)], "2d6ro1kh1 (~1~, 5, ~3~) = 5"),
    ("3d6min3max5", [(6, 1), (6, 4), (6, 6)], "3d6min3max5 (1->3, 4, 6->5) = 12"),
    ("4d10cs>=8", [(10, 8), (10, 7), (10, 10), (10, 1)], "4d10cs>=8 (8+, 7, 10+, 1) = 2"),
    ("4d10cs>=8cf1", [(10, 8), (10, 7), (10, 1), (10, 1)], "4d10cs>=8cf1 (8+, 7, 1-, 1-) = -1"),
    ("3d10cf1", [(10, 1), (10, 7), (10, 1)], "3d10cf1 (1-, 7, 1-) = 2"),
    ("2d10cs>=6cs10", [(10, 10), (10, 6)], "2d10cs>=6cs10 (10+, 6+) = 3"),
    ("1d6<=2", [(6, 2)], "1d6 (2) <= 2 = 1"),
    ("1d6<=2", [(6, 3)], "1d6 (3) <= 2 = 0"),
    ("1d20+1>1d20", [(20, 9), (20, 10)], "1d20 (9) + 1 > 1d20 (10) = 0"),
    ("(1d6<=2)+(1d6<=2)", [(6, 1), (6, 2)], "(1d6 (1) <= 2) + (1d6 (2) <= 2) = 2"),
    ("{2d6,1d8}kh1", [(6, 1), (6, 2), (8, 8)], "{~2d6 (1, 2)~, 1d8 (8)}kh1 = 8"),
    ("{2d6,1d8}", [(6, 1), (6, 2), (8, 8)], "{2d6 (1, 2), 1d8 (8)} = 11"),
    ("{1d6,1d8,3}cs>=3cf1", [(6, 1), (8, 8)], "{1d6 (1)-, 1d8 (8)+, 3+}cs>=3cf1 = 1"),
    ("2d6[fuoco]+1[magia] # ahi", [(6, 1), (6, 2)], "2d6 (1, 2) [fuoco] + 1 [magia] = 4 # ahi"),
    ("1d20+5 adv", [(20, 3), (20, 12)], "2d20kh1 (~3~, 12) + 5 = 17"),
]


@pytest.mark.parametrize(("text", "script", "shown"), ROLLS, ids=[f"{one[0]} {one[2]}" for one in ROLLS])
def test_a_roll_throws_these_dice_and_shows_this(text: str, script: list[tuple[int, int]], shown: str) -> None:
    with ScriptedDice(*script) as dice:
        rolled = roll(text, dice)
    assert str(rolled) == shown
    assert rolled.show() == shown
    assert str(rolled.total) == shown.partition(" #")[0].rpartition(" = ")[2]
    assert sorted(die.at for die in rolled.dice) == list(range(len(script)))


def test_the_three_ways_of_showing() -> None:
    def dice() -> ScriptedDice:
        return ScriptedDice((6, 4), (6, 4), (6, 6), (6, 3))

    assert roll("4d6kh3", dice()).show("markdown") == "4d6kh3 (4, 4, **6**, ~~3~~) = 14"
    assert roll("4d6kh3", dice()).show("plain") == "4d6kh3 (4, 4, 6, ~3~) = 14"
    shown = roll("4d6kh3[x]", dice()).show("rich")
    assert shown == r"4d6kh3 (4, 4, [bold]6[/bold], [strike dim]3[/strike dim]) \[x] = 14"


def test_nobody_can_write_marks_into_a_label_or_a_comment() -> None:
    from rich.text import Text

    rolled = roll("1d6[*a* `b`] # [red]x[/red] _y_", ScriptedDice((6, 3)))
    assert rolled.show("markdown") == r"1d6 (3) [\*a\* \`b\`] = 3 # [red]x[/red] \_y\_"
    assert Text.from_markup(rolled.show("rich")).plain == rolled.show()


def test_a_roll_travels_as_json_with_the_address_of_every_die() -> None:
    dice = AuditedDice.from_text("7")
    rolled = roll("{4d6kh3!,2d8ro1}kh1+1d4[bonus]*2 # prova", dice)
    data = msgspec.json.encode(rolled)
    assert msgspec.json.decode(data, type=Rolled) == rolled
    again = AuditedDice.from_text("7")
    thrown = sorted(rolled.dice, key=lambda die: die.at)
    assert [again.roll(die.sides) for die in thrown] == thrown
    assert b'"label":"bonus"' in data
    assert rolled.comment == "prova"


def test_the_kept_dice_are_told() -> None:
    rolled = roll("4d6kh3", ScriptedDice((6, 4), (6, 4), (6, 6), (6, 3)))
    assert isinstance(rolled.part, Thrown)
    assert rolled.part.kept == (0, 1, 2)
    assert rolled.part.dropped == (3,)


def test_an_expression_rolls_like_its_text() -> None:
    text = "2d6+3 # colpo"
    assert roll(parse(text), QuickDice(3)) == roll(text, QuickDice(3))


def test_a_refused_text_throws_no_die() -> None:
    dice = AuditedDice.from_text("7")
    with pytest.raises(NotationError):
        roll("3d6+2d6r1", dice)
    assert dice.positions == {}


def test_explosions_end() -> None:
    assert len(roll("1d6!", ScriptedDice(*[(6, 6)] * (EXPLOSIONS + 1))).dice) == EXPLOSIONS + 1
    assert roll("1d6!!", ScriptedDice(*[(6, 6)] * (EXPLOSIONS + 1))).total == 6 * (EXPLOSIONS + 1)


def test_a_person_who_types_dice_is_told_what_each_is_for() -> None:
    with pytest.raises(DieNeeded) as caught:
        roll("1d8[danno]+1d20", GivenDice([]))
    assert (caught.value.sides, caught.value.purpose) == (8, "danno")
    rolled = roll("1d8+1d20", GivenDice([3, 17]))
    assert rolled.total == 20
    assert {die.how for die in rolled.dice} == {"typed"}


@pytest.mark.parametrize("mode", ["kh", "kl", "dl", "dh"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_short_way_of_keeping_agrees_with_the_long_one(mode: str, number: int) -> None:
    keep = Keep(mode, number)
    throw = Throw(4, 6, (keep,))
    short, long = QuickDice(11), QuickDice(11)
    for _ in range(400):
        assert _kept(throw, keep)(short) == _Table(throw, long).result()


def test_the_short_way_of_throwing_agrees_with_the_long_one() -> None:
    for text in ("1d20", "8d6", "3d10[x]"):
        throw = parse(text).root
        assert isinstance(throw, Throw)
        assert roll(text, QuickDice(5)).part == _Table(throw, QuickDice(5)).result()


def test_the_dice_of_a_plain_roll_come_from_the_stream_in_order() -> None:
    stream = AuditedDice.from_text("x").stream("referee")
    rolled = roll("3d6", stream)
    assert [(die.at, die.stream) for die in rolled.dice] == [(at, "referee") for at in range(3)]
    assert all(isinstance(die, Die) for die in rolled.dice)
