"""Creatures act by their nature: one scene for each, and nothing that they could not see changes their minds."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.rules.archmage.table import Play, bow, foe, pc, spell, sword

from arbitro.dice.amount import Amount
from arbitro.kernel.seat import REFEREE
from arbitro.rules.archmage import Archmage, bestiary
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.natures import own_nature
from arbitro.rules.archmage.ongoing_effects import Affliction, Spent
from arbitro.rules.archmage.power import Rider
from arbitro.rules.archmage.state import Profile

GAME = Archmage()
HEROES = ("ada", "bea", "cid")


def table(race: str, *, count: int = 1, heroes: tuple[Profile, ...] = (), apart: bool = False) -> Play:
    """Creatures about to act, the first of them in melee with every hero unless they stand apart."""
    band = [bestiary.creature(load_books(), race, "foes", f"m{number}") for number in range(count)]
    people = heroes or tuple(pc(who) for who in HEROES)
    play = Play(GAME).begin(*band, *people)
    play.set(current="m0", order=(*(one.id for one in band), *(one.id for one in people)))
    play.change("m0", actions=("standard", "move", "quick"))
    if not apart:
        for one in people:
            play.engage("m0", one.id)
    return play


def next_of(play: Play) -> Any:
    """What the automatic referee would do, always something legal."""
    command = GAME.suggest(play.state, REFEREE)
    assert command is not None
    assert GAME.allows(play.state, command)
    return command


def target_of(play: Play) -> str:
    """Whom the creature attacks or engages."""
    command = next_of(play)
    return command.target if isinstance(command, c.Move) else command.targets


@pytest.mark.parametrize(
    ("race", "nature"),
    [
        ("zombie_shuffler", "mindless"),
        ("vampire", "cunning"),
        ("kobold_archer", "cowardly"),
        ("gnoll_savage", "pack"),
        ("ogre", "plain"),
    ],
)
def test_the_catalogue_has_natures(race: str, nature: str) -> None:
    assert load_books().nature_of[race] == nature


def test_characters_and_creatures_of_ones_own_are_plain() -> None:
    play = Play(GAME).begin(foe("custom-toad"), pc("wolf", race="wolf"))
    assert own_nature(load_books(), play.one("custom-toad")) == own_nature(load_books(), play.one("wolf")) == "plain"


def test_a_plain_creature_takes_the_staggered() -> None:
    assert target_of(table("orc_warrior").change("cid", hp=10)) == "cid"


def test_the_mindless_stay_with_the_first_unless_somebody_hit_them() -> None:
    play = table("human_zombie").change("cid", hp=10)
    assert target_of(play) == "ada"
    assert target_of(play.change("bea", hit_this_turn=("m0",))) == "bea"


def test_the_mindless_never_leave() -> None:
    play = table("human_zombie", count=3).change("m1", awareness="dead").change("m2", awareness="dead")
    assert isinstance(next_of(play), c.Attack)


def test_the_cunning_take_the_staggered_the_caster_and_those_without_a_blade() -> None:
    shown = {"fire": Spent(1, round=0)}
    heroes = (pc("ada"), pc("bea", sword(), spell(id="fire", usage="daily")), pc("cid", bow()))
    play = table("orc_shaman", heroes=heroes)
    assert own_nature(load_books(), play.one("m0")) == "cunning"
    assert target_of(play) == "cid"
    assert target_of(play.change("bea", powers=shown)) == "bea"
    assert target_of(play.change("ada", hp=10)) == "ada"


def test_the_cunning_leave_whoever_put_a_condition_on_them_for_an_equal() -> None:
    play = table("orc_shaman")
    first = target_of(play)
    other = target_of(play.change("m0", afflictions=(Affliction("vulnerable", first),)))
    assert other != first


def test_cowards_take_the_weakest_looking_and_shoot() -> None:
    play = table("goblin_grunt", count=4, apart=True).change("bea", hp=29)
    command = next_of(play)
    assert (command.attack, command.targets) == ("shortbow", "bea")
    brave = table("orc_warrior", count=4, apart=True).change("bea", hp=29)
    assert isinstance(next_of(brave), c.Move)


@pytest.mark.parametrize(
    ("race", "down", "leaves"),
    [("human_thug", 1, True), ("human_thug", 0, False), ("orc_warrior", 1, False)],
)
def test_cowards_go_once_it_costs_them_and_they_do_not_outnumber(race: str, down: int, leaves: bool) -> None:
    play = table(race, count=4, apart=True)
    for number in range(1, 1 + down):
        play.change(f"m{number}", awareness="dead")
    assert (next_of(play) == c.Move("m0", "far")) is leaves
    if leaves:
        play.change("ada", awareness="dying")
        assert next_of(play) != c.Move("m0", "far"), "three against two"


def test_a_pack_is_all_on_one_until_it_falls() -> None:
    play = table("wolf", count=3, apart=True).engage("m1", "bea").change("cid", hp=10)
    assert next_of(play) == c.Move("m0", "engage", "bea")
    play.engage("m0", "bea").engage("m0", "cid")
    assert target_of(play) == "bea"
    play.change("bea", awareness="dying", hp=0)
    assert target_of(play) == "cid"


def test_the_cunning_go_away_when_all_is_lost() -> None:
    play = table("orc_shaman", count=4, apart=True).change("m2", awareness="dead").change("m3", awareness="dead")
    assert next_of(play) != c.Move("m0", "far"), "it is sound itself"
    assert next_of(play.change("m0", hp=5)) == c.Move("m0", "far")
    alone = table("orc_shaman", count=4, apart=True).change("m0", hp=5).change("m3", awareness="dead")
    assert next_of(alone) != c.Move("m0", "far"), "most of its side still stand"


def test_a_pack_goes_away_without_its_strongest_or_without_half_of_it() -> None:
    play = table("wolf", count=4, apart=True).change("m3", awareness="dead")
    assert next_of(play) != c.Move("m0", "far")
    assert next_of(play.change("m2", awareness="dead")) == c.Move("m0", "far")
    band = [
        bestiary.creature(load_books(), race, "foes", who)
        for race, who in (("wolf", "m0"), ("wolf", "m1"), ("dire_wolf", "m2"))
    ]
    led = Play(GAME).begin(*band, *(pc(who) for who in HEROES))
    led.set(current="m0", order=("m0", "m1", "m2", *HEROES)).change("m0", actions=("standard", "move", "quick"))
    assert next_of(led) != c.Move("m0", "far")
    assert next_of(led.change("m2", awareness="dead")) == c.Move("m0", "far")


HIDDEN = st.fixed_dictionaries(
    {"ac": st.integers(10, 30), "pd": st.integers(8, 30), "md": st.integers(8, 30), "potions": st.integers(0, 3)}
)


@given(
    race=st.sampled_from(["human_zombie", "orc_shaman", "human_thug", "wolf"]),
    numbers=st.tuples(HIDDEN, HIDDEN, HIDDEN),
    hp=st.integers(1, 15),
    recoveries=st.integers(0, 9),
    fallen=st.booleans(),
)
def test_hidden_numbers_change_no_decision(
    race: str, numbers: tuple[dict[str, Any], ...], hp: int, recoveries: int, fallen: bool
) -> None:
    """Two worlds that look alike: hit points within the same look, defences, potions, recoveries, unused powers."""
    play = table(race, count=3).change("bea", hp=10)
    if fallen:
        play.change("m1", awareness="dead")
    seen = next_of(play)
    for who, hidden in zip(HEROES, numbers, strict=True):
        attacks = (*play.one(who).profile.attacks, spell(id="fire", usage="daily"))
        profile = replace(play.one(who).profile, attacks=attacks, **hidden)
        play.change(who, profile=profile, recoveries=recoveries)
    play.change("bea", hp=hp)
    assert next_of(play) == seen


@pytest.mark.rule("AE-COND-01")
@pytest.mark.parametrize(("race", "chosen"), [("human_thug", "lull"), ("stone_golem", "spark")])
def test_an_automatic_caster_lulls_nobody_whom_no_condition_takes_hold_of(race: str, chosen: str) -> None:
    lull = spell(id="lull", damage=Amount(), damage_ability=None, riders=(Rider((do.Condition(("asleep",)),)),))
    spark = spell(id="spark", damage=Amount(plus=1), damage_ability=None)
    play = Play(GAME).begin(pc("ada", spark, lull, level=5), bestiary.creature(load_books(), race, "foes", "m"))
    play.set(current="ada", order=("ada", "m")).change("ada", actions=("standard", "move", "quick"))
    command = next_of(play)
    assert isinstance(command, c.Attack)
    assert command.attack == chosen
