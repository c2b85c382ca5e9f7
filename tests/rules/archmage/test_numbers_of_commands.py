"""Numbers of commands: every one has its range, and what is beyond it is refused in words before anything is thrown."""

import pytest
from msgspec.structs import fields, replace
from tests.rules.archmage.table import Play, foe, pc

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.sentence import refusal_text
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage import commands as c
from arbitro.text import LANGUAGES

HUGE = 10**9
CASES: tuple[Command, ...] = (
    c.GrantWeapon("ada", 1),
    c.Impose("ada", "damage", points=3),
    c.Impose("ada", "temp_hp", points=3),
    c.Impose("ada", "ongoing", points=3, damage_type="fire"),
    c.Impose("ada", "condition", condition="dazed"),
    c.CheckSkill("ada", "dex", 15),
)
SIGNED = {(c.GrantWeapon, "steps"), (c.CheckSkill, "bonus")}
"""What may also make something smaller."""
BY_INDEX = {c.DescribeLoss, c.Interrupt}
"""Those that point at one of the things there are, or are tried where they can be given (points of a command)."""


def refused(play: Play, command: Command) -> bool:
    """Whether a command is refused, in words and without a die."""
    answer = play.game.may_begin(play.state, command)
    if answer is None and play.game.allows(play.state, command):
        return False
    answer = play.decide(command)
    assert isinstance(answer, Refusal), command
    return all(refusal_text(play.game, play.state, answer, language) for language in LANGUAGES)


@pytest.fixture
def battle(game: Archmage) -> Play:
    return Play(game).options(situational_weapon_dice=True).begin(pc("ada"), foe("orc"))


@pytest.mark.parametrize("command", CASES, ids=lambda command: f"{type(command).__name__}-{command!r}"[:40])
def test_a_number_beyond_all_counting_is_refused_before_a_die_is_thrown(battle: Play, command: Command) -> None:
    assert not refused(battle, command)
    for each in fields(type(command)):
        if each.type is not int:
            continue
        for bad in (HUGE, -HUGE, -1):
            if bad == -1 and (type(command), each.name) in SIGNED:
                continue
            assert refused(battle, replace(command, **{each.name: bad})), (each.name, bad)


def test_every_command_with_a_number_is_tried() -> None:
    numbered = {kind for kind in c.COMMANDS if any(each.type is int for each in fields(kind))}
    assert numbered == {type(command) for command in CASES} | BY_INDEX


@pytest.mark.parametrize("what", ["damage", "heal", "temp_hp", "ongoing"])
@pytest.mark.parametrize("amount", [Amount(1000, 6), Amount(plus=HUGE), Amount(plus=-1)])
def test_the_referee_lets_nobody_suffer_a_thousand_dice(battle: Play, what: str, amount: Amount) -> None:
    assert refused(battle, c.Impose("ada", what, amount))  # type: ignore[arg-type]


@pytest.mark.parametrize("hp", [HUGE, -HUGE])
def test_nobody_joins_a_battle_with_hit_points_beyond_counting(battle: Play, hp: int) -> None:
    assert refused(battle, c.JoinBattle(c.Member(foe("imp"), hp=hp)))
