"""Monsters act by their nature: one scene for each, and nothing that they could not see changes their minds."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.rules.whitebox.arena import BOW, RULES, SWORD, Arena, fight_with, weapon
from tests.rules.whitebox.powers.den import beast, caster, hero

from arbitro.kernel.command import Command
from arbitro.kernel.pack import read_pack
from arbitro.kernel.seat import REFEREE
from arbitro.rules.whitebox.commands import Attack, CheckMorale, Close, Run, Surrender
from arbitro.rules.whitebox.content import load_content
from arbitro.rules.whitebox.natures import nature_of, sized_up
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers.commands import UsePower
from arbitro.rules.whitebox.state import Profile

NATURAL = {"skeleton": "mindless", "vampire": "cunning", "goblin": "cowardly", "wolf": "pack", "ogre": "plain"}
BARE = {"metal": False}
MAIL = {"metal": True}


def scene(*members: Any, **marks: dict[str, Any]) -> Arena:
    """A fight in which side B, the monsters, is about to act; then marks set by hand."""
    order = sorted(members, key=lambda member: member.profile.side)
    arena = fight_with(*order, first="B")
    for who, changes in marks.items():
        people = {**arena.fight.combatants, who: replace(arena[who], **changes)}
        arena.state = replace(arena.state, fight=replace(arena.fight, combatants=people))
    return arena


def next_of(arena: Arena) -> Command:
    """What the automatic referee would do."""
    command = RULES.suggest(arena.state, REFEREE)
    assert command is not None
    assert RULES.allows(arena.state, command)
    return command


def target_of(arena: Arena) -> str:
    """Whom the next monster goes for."""
    command = next_of(arena)
    assert isinstance(command, Attack | Close)
    return command.target


@pytest.mark.parametrize(("monster", "nature"), NATURAL.items())
def test_the_bestiary_has_natures(monster: str, nature: str) -> None:
    assert RULES.content.nature_of[monster] == nature
    arena = scene(beast(monster, "m"), hero("a"))
    assert nature_of(RULES.rules, arena["m"]) == nature
    assert nature_of(RULES.rules, arena["a"]) == "plain"


def test_a_plain_monster_strikes_the_first_in_reach() -> None:
    arena = scene(beast("ogre", "m"), hero("a", gifts=MAIL), hero("b", gifts=BARE), b={"hp": 1})
    assert target_of(arena) == "a"


def test_the_mindless_go_for_the_nearest_and_for_whoever_struck_them_last() -> None:
    people = (beast("skeleton", "m"), hero("far", at=0), hero("near", at=5), hero("weak", at=0, gifts=BARE))
    assert target_of(scene(*people, weak={"hp": 1})) == "near"
    assert target_of(scene(*people, far={"attacked": 0, "struck": ("m",)}, weak={"hp": 1})) == "far"


def test_the_mindless_never_give_up() -> None:
    in_vain = {"spent": ("proof",) * 9}
    arena = scene(beast("skeleton", "m", fearless=False), hero("a"), a=in_vain)
    assert isinstance(next_of(arena), Attack)
    arena = scene(beast("ogre", "m"), hero("a"), a=in_vain)
    assert next_of(arena) == Run("m")


def test_the_cunning_take_the_wounded_then_the_caster_then_the_unarmoured() -> None:
    people = (
        beast("doppelganger", "m"),
        hero("mail", gifts=MAIL),
        hero("bare", gifts=BARE),
        hero("mage", gifts=MAIL),
    )
    assert target_of(scene(*people)) == "bare"
    assert target_of(scene(*people, mage={"cast": ("sleep",)})) == "mage"
    assert target_of(scene(*people, mage={"cast": ("sleep",)}, mail={"hp": 3})) == "mail"


def test_the_cunning_leave_whoever_struck_them_for_an_equal() -> None:
    people = (beast("doppelganger", "m"), hero("a", gifts=BARE), hero("b", gifts=BARE))
    assert target_of(scene(*people)) == "a"
    assert target_of(scene(*people, a={"attacked": 0, "struck": ("m",)})) == "b"


def test_the_cunning_breathe_when_it_catches_half_and_no_friend() -> None:
    dragon = beast("dragon_red", "m", per_hd=3, at=40)
    people = (hero("a", at=0), hero("b", at=0))
    assert isinstance(next_of(scene(dragon, *people)), UsePower)
    assert next_of(scene(dragon, *people, beast("ogre", "o", at=20))) != UsePower("m", "breath", "a")
    spread = (hero("a", at=0), hero("b", at=300), hero("c", at=300), hero("d", at=300))
    assert not isinstance(next_of(scene(dragon, *spread)), UsePower)


def test_cowards_take_the_weakest_looking() -> None:
    people = (beast("goblin", "m"), beast("goblin", "n"), hero("whole", gifts=BARE), hero("hurt", gifts=MAIL))
    assert target_of(scene(*people)) == "whole"
    assert target_of(scene(*people, hurt={"hp": 7})) == "hurt"


def test_cowards_shoot_before_they_strike() -> None:
    arms = (SWORD, BOW)
    people = (hero("near", at=0), hero("back", at=-60))
    shy = next_of(scene(beast("goblin", "m", weapons=arms), *people))
    assert shy == Attack("m", "back", "bow")
    assert next_of(scene(beast("ogre", "m", weapons=arms), *people)) == Attack("m", "near", "sword")


@pytest.mark.parametrize(
    ("monster", "fallen", "foes", "morale", "runs"),
    [
        ("goblin", 1, 2, "", True),
        ("goblin", 0, 2, "", False),  # nobody has fallen yet
        ("goblin", 1, 1, "", False),  # still the more numerous
        ("goblin", 1, 2, "hold", False),  # morale has spoken
        ("ogre", 1, 2, "", False),
    ],
)
def test_cowards_run_once_it_costs_them_and_they_do_not_outnumber(
    monster: str, fallen: int, foes: int, morale: str, runs: bool
) -> None:
    band = [beast(monster, f"m{number}") for number in range(3)]
    marks: dict[str, dict[str, Any]] = {"m0": {"morale": morale}, "m1": {"morale": morale}}
    if fallen:
        marks["m2"] = {"condition": "dead", "hp": 0}
    arena = scene(*band, *(hero(f"h{number}") for number in range(foes)), **marks)
    assert (next_of(arena) in (Run("m0"), Surrender("m0"))) is runs


LOST = {"condition": "dead", "hp": 0}


@pytest.mark.rule("WB-MORALE-02")
def test_cowards_surrender_to_the_fast_at_their_heels_and_run_from_the_others() -> None:
    band = [beast("goblin", f"m{number}") for number in range(2)]
    near, far = (hero("a"), hero("b")), (hero("a", at=-60), hero("b", at=-60))
    assert next_of(scene(*band, *near, m1=LOST)) == Surrender("m0")
    assert next_of(scene(*band, *far, m1=LOST)) == Run("m0")
    arena = scene(*band, *near, m1=LOST)
    arena.do(Surrender("m0"))
    assert arena["m0"].condition == "surrendered"


def test_a_coward_without_words_only_runs() -> None:
    band = [beast("bat", f"m{number}") for number in range(2)]
    assert next_of(scene(*band, hero("a"), hero("b"), m1=LOST)) == Run("m0")


@pytest.mark.rule("WB-MORALE-02")
def test_the_cunning_ask_for_terms_when_all_is_lost_and_they_cannot_get_away() -> None:
    band = [beast("doppelganger", f"m{number}") for number in range(2)]
    people = (hero("a"), hero("b"))
    assert next_of(scene(*band, *people, m0={"hp": 3}, m1=LOST)) == Surrender("m0")
    assert isinstance(next_of(scene(*band, *people, m1=LOST)), Attack), "it is whole itself"
    assert isinstance(next_of(scene(*band, *people, m0={"hp": 3})), Attack), "nobody has fallen"
    assert isinstance(next_of(scene(*band, hero("a"), m0={"hp": 3, "morale": "attack"}, m1=LOST)), Attack)
    away = (hero("a", at=-60), hero("b", at=-60))
    assert next_of(scene(*band, *away, m0={"hp": 3}, m1=LOST)) == Run("m0")


@pytest.mark.rule("WB-MORALE-02")
def test_a_pack_does_as_its_leader_does() -> None:
    led = [beast("gnoll", "chief", leader=True, group="pack"), beast("gnoll", "m", group="pack")]
    people = (hero("a"), hero("b"))
    assert isinstance(next_of(scene(*led, *people, chief={"attacked": 0, "moved": 0, "busy": 0})), Attack)
    assert next_of(scene(*led, *people, chief={"condition": "fled"})) == Run("m")
    assert next_of(scene(*led, *people, chief=LOST)) == Run("m")
    assert next_of(scene(*led, *people, chief={"condition": "surrendered"})) == Surrender("m")
    assert isinstance(next_of(scene(*led, hero("a", at=-60), hero("b"), chief=LOST, m={"morale": "attack"})), Attack)
    wolves = [beast("wolf", f"w{number}") for number in range(4)]
    three = (hero("a"), hero("b"), hero("c"))
    assert isinstance(next_of(scene(*wolves, *three, w3=LOST)), Attack), "one of four"
    assert next_of(scene(*wolves, *three, w2=LOST, w3=LOST)) == Run("w0")


@pytest.mark.rule("WB-MORALE-01", "WB-MORALE-02")
def test_the_mindless_neither_run_nor_surrender_and_are_not_tested() -> None:
    brave = [beast("ogre", f"m{number}", group="ogres") for number in range(3)]
    dull = [beast("grey_ooze", f"m{number}", group="oozes", fearless=False) for number in range(3)]
    assert nature_of(RULES.rules, scene(*dull, hero("a"))["m0"]) == "mindless"
    for band, group, tested in ((brave, "ogres", True), (dull, "oozes", False)):
        arena = scene(*band, hero("a"), hero("b"), m2=LOST)
        arena.state = replace(arena.state, fight=replace(arena.fight, due=(group,)))
        assert (next_of(arena) == CheckMorale(group)) is tested
    alone = scene(*dull, hero("a"), hero("b"), m1=LOST, m2=LOST, m0={"hp": 1})
    assert isinstance(next_of(alone), Attack)


def test_a_pack_falls_on_one_until_it_falls() -> None:
    wolves = [beast("wolf", f"w{number}") for number in range(3)]
    people = (hero("a"), hero("b"), hero("c"))
    at_b = {"attacked": 0, "struck": ("b",)}
    assert target_of(scene(*wolves, *people, a={"hp": 1})) == "a"
    assert target_of(scene(*wolves, *people, w1=at_b, a={"hp": 1})) == "b"
    assert target_of(scene(*wolves, *people, w1=at_b, b={"condition": "out", "hp": 0})) == "a"


@pytest.mark.parametrize("monster", ["doppelganger", "goblin", "wolf"])
def test_how_the_unseen_look_draws_nobody(monster: str) -> None:
    arena = scene(beast(monster, "m"), hero("a", at=-5), hero("b", gifts=BARE), b={"hp": 1})
    assert target_of(arena) == "b"
    hidden = {**arena.state.effects, "b": (Ongoing(kind="invisible"),)}
    arena.state = replace(arena.state, effects=hidden)
    assert sized_up(RULES.at(arena.state), arena.fight, arena["m"])[0].id == "a"


def test_a_pack_that_has_not_struck_yet_goes_for_the_one_nearest_to_all() -> None:
    wolves = [beast("wolf", "w0", at=40), beast("wolf", "w1", at=100)]
    assert target_of(scene(*wolves, hero("left", at=0), hero("right", at=130))) == "right"


HIDDEN = st.fixed_dictionaries(
    {
        "max_hp": st.integers(8, 60),
        "armour": st.integers(2, 25),
        "save": st.integers(2, 19),
        "strength": st.integers(-3, 3),
        "level": st.integers(1, 9),
        "spells": st.sampled_from([(), caster("x", "sleep").profile.spells]),
        "weapons": st.sampled_from([(SWORD,), (weapon("sword", bonus=3),)]),
    }
)


@given(
    monster=st.sampled_from(sorted(NATURAL)),
    numbers=st.tuples(HIDDEN, HIDDEN, HIDDEN),
    hp=st.integers(21, 39),
    fallen=st.booleans(),
)
def test_hidden_numbers_change_no_decision(
    monster: str, numbers: tuple[dict[str, Any], ...], hp: int, fallen: bool
) -> None:
    """Two worlds that look alike: hit points within the same look, armour class, saves, levels, spells, magic."""
    people = (hero("a", hp=40, gifts=MAIL), hero("b", hp=40, gifts=BARE), hero("c", hp=40, gifts=BARE))
    pack = [beast(monster, f"m{number}") for number in range(3)]
    lost = {"m2": {"condition": "dead", "hp": 0}} if fallen else {}
    arena = scene(*pack, *people, b={"hp": 30}, **lost)
    seen = next_of(arena)
    changed = dict(arena.fight.combatants)
    for who, hidden in zip("abc", numbers, strict=True):
        profile: Profile = replace(changed[who].profile, **hidden)
        changed[who] = replace(changed[who], profile=profile)
    changed["b"] = replace(changed["b"], hp=hp)
    arena.state = replace(arena.state, fight=replace(arena.fight, combatants=changed))
    assert next_of(arena) == seen


def test_a_new_monster_of_a_pack_gets_its_nature_by_kind(tmp_path: Any) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "monsters.yaml").write_text(
        "content: monsters\ninherit: whitebox\nentries:\n"
        "  pink_jelly:\n    new: true\n    source: ours\n    name: {it: gelatina rosa, en: pink jelly, gender: f}\n"
        "    kind: ooze\n    alignment: neutrality\n    ac: 8\n    hd: [{dice: 2, hde: 2, xp: 30}]\n"
        "    move: {walk: 3}\n    appearing: {dungeon: 1, wilderness: 1}\n",
        encoding="utf-8",
    )
    assert load_content((read_pack(folder),)).nature_of["pink_jelly"] == "mindless"
