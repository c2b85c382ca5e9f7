"""Ability modifiers, defences, attack totals, stacking (chapters «Difese», «Cumulabilità»)."""

import pytest
from tests.rules.archmage.table import Play, bow, foe, pc, spell, strike, sword

from arbitro.dice.amount import Amount
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import max_hp
from arbitro.rules.archmage.events import AttackRolled, DamageDealt, DamageRolled
from arbitro.rules.archmage.numbers import (
    best_item,
    condition_penalty,
    defence_of,
    initiative_bonus,
    modifier,
    multiplier,
    standing_defence,
    stepped_die,
    unarmed_dice,
)
from arbitro.rules.archmage.ongoing_effects import Boost, Until
from arbitro.rules.archmage.state import Item

BATTLE = Until("battle")


def total(play: Play, profile, attack: str, natural: int, *dice: tuple[int, int], escalation: int = 0) -> int:
    """The total of an attack of a character on an engaged foe of AC 30."""
    play.begin(profile, foe(ac=30, pd=30, md=30)).engage(profile.id, "orc").set(escalation=escalation)
    play.do(c.Attack(profile.id, attack, "orc"), (20, natural), *dice)
    for _ in range(3):
        if play.state.awaiting:
            play.do(c.Opportunity("orc", "no"))
    return next(e for e in play.log if isinstance(e, AttackRolled)).check.total


@pytest.mark.rule("AE-ATK-02", "AE-DMG-03")
def test_attack_total_of_a_character(play, game):
    assert total(play, pc("ada", level=3, abilities={"str": 16}), "sword", 9) == 15
    weak = pc("ada", abilities={"str": 8}, items=(Item("blade", "attack", 1),))
    assert total(Play(game), weak, "sword", 12) == 13
    great = pc("ada", level=10, abilities={"str": 20}, items=(Item("blade", "attack", 3),))
    assert total(Play(game), great, "sword", 2, escalation=6) == 26


@pytest.mark.rule("AE-ATK-02")
def test_a_monster_rolls_its_printed_bonus_and_no_level(play):
    play.begin(foe("orc", strike(bonus=9), level=7), pc(ac=40)).engage("orc", "ada")
    play.do(c.Attack("orc", "strike", "ada"), (20, 4))
    assert play.find(AttackRolled).check.total == 13


@pytest.mark.rule("AE-ATK-08")
@pytest.mark.parametrize(
    ("level", "score", "item", "escalation", "natural", "expected"), [(4, 18, 1, 0, 10, 19), (7, 15, 0, 2, 5, 16)]
)
def test_spell_attack_total(play, level, score, item, escalation, natural, expected):
    items = (Item("wand", "attack", item),) if item else ()
    caster = pc("ada", spell(), level=level, abilities={"int": score}, items=items)
    play.begin(caster, foe(pd=40)).set(escalation=escalation)
    play.do(c.Attack("ada", "spell", "orc"), (20, natural))
    assert play.find(AttackRolled).check.total == expected


@pytest.mark.rule("AE-DMG-03")
@pytest.mark.parametrize(
    ("score", "expected"), [(8, -1), (9, -1), (10, 0), (11, 0), (12, 1), (18, 4), (20, 5), (5, -3)]
)
def test_modifier_is_rounded_down(score, expected):
    assert modifier(score) == expected


@pytest.mark.rule("AE-DEF-06")
@pytest.mark.parametrize(("three", "expected"), [((5, -2, 1), 1), ((3, 3, -1), 3), ((-1, -1, 4), -1), ((0, 0, 0), 0)])
def test_the_middle_one_is_the_median(three, expected):
    first, second, third = (10 + 2 * modifier for modifier in three)
    will = pc("ada", md=0, level=1, abilities={"int": first, "wis": second, "cha": third})
    assert standing_defence(will, "md") == expected + will.level


@pytest.mark.rule("AE-DEF-01", "AE-DEF-02", "AE-DEF-03", "AE-DEF-04")
@pytest.mark.parametrize(
    ("abilities", "defence", "expected"),
    [
        ({"con": 16, "dex": 12, "wis": 8}, "ac", 1),
        ({"con": 10, "dex": 18, "wis": 18}, "ac", 4),
        ({"str": 20, "con": 14, "dex": 8}, "pd", 2),
        ({"str": 8, "con": 8, "dex": 16}, "pd", -1),
        ({"int": 18, "wis": 10, "cha": 14}, "md", 2),
        ({}, "md", 0),
    ],
)
def test_each_defence_uses_its_own_three_abilities(game, abilities, defence, expected):
    profile = pc("ada", level=3, ac=14, pd=14, md=14, abilities=abilities)
    assert standing_defence(profile, defence) == 14 + 3 + expected


@pytest.mark.rule("AE-DEF-01", "AE-DEF-05")
def test_characters_add_their_level_and_monsters_do_not(game):
    one, two = pc("ada", level=1, ac=15), pc("ada", level=2, ac=15)
    assert [standing_defence(one, each) for each in ("ac", "pd", "md")] == [16, 13, 13]
    assert [standing_defence(two, each) for each in ("ac", "pd", "md")] == [17, 14, 14]
    assert standing_defence(foe(level=5, ac=21), "ac") == 21


@pytest.mark.rule("AE-HP-01")
def test_hit_points_come_from_class_constitution_and_level():
    assert max_hp(load_books(), load_books().classes["fighter"], 16, 1) == (8 + 3) * 3
    assert max_hp(load_books(), load_books().classes["wizard"], 12, 5) == (6 + 1) * 8
    assert max_hp(load_books(), load_books().classes["cleric"], 14, 10) == (7 + 2) * 24


@pytest.mark.rule("AE-INIT-01")
def test_initiative_bonus(game):
    assert initiative_bonus(pc("ada", level=3, abilities={"dex": 14})) == 5
    assert initiative_bonus(pc("ada", level=1, abilities={"dex": 7})) == -1
    assert initiative_bonus(foe(initiative=6, level=4)) == 6


@pytest.mark.rule("AE-STACK-01", "AE-MOD-01")
def test_bonuses_add_up_by_default(play):
    play.begin(pc("ada", level=1), foe(ac=40)).engage("ada", "orc")
    boosts = (Boost("song", "attack", 1, BATTLE), Boost("feature", "attack", 2, BATTLE))
    play.change("ada", boosts=(*boosts, Boost("high-0", "attack", 2, BATTLE, circumstance=True)))
    play.do(c.Attack("ada", "sword", "orc"), (20, 9))
    assert play.find(AttackRolled).check.total == 9 + 1 + 5


@pytest.mark.rule("AE-STACK-02")
def test_only_the_best_magic_item_counts_for_a_number(game):
    items = (Item("cloak", "ac", 1), Item("armour", "ac", 2), Item("helm", "md", 1), Item("blade", "attack", 1))
    plain, decked = pc("ada"), pc("ada", items=items)
    assert standing_defence(decked, "ac") == standing_defence(plain, "ac") + 2
    assert standing_defence(decked, "md") == standing_defence(plain, "md") + 1
    best = best_item(decked, "attack")
    assert best is not None
    assert best.value == 1


@pytest.mark.rule("AE-STACK-03", "AE-COND-05", "AE-COND-08")
def test_only_the_worst_condition_penalty_counts(play, game):
    play.begin(foe(), pc("ada"))
    base = [defence_of(play.state, play.one("ada"), each) for each in ("ac", "pd", "md")]
    for name in ("dazed", "weakened", "stunned"):
        play.do(c.Impose("ada", "condition", condition=name))
    now = [defence_of(play.state, play.one("ada"), each) for each in ("ac", "pd", "md")]
    assert now == [number - 4 for number in base]
    penalty = condition_penalty(play.state, play.one("ada"), "attack")
    assert penalty is not None
    assert penalty.amount == -4
    play.change("ada", debt=1)
    assert defence_of(play.state, play.one("ada"), "ac") == base[0] - 5


@pytest.mark.rule("AE-STACK-04")
def test_same_named_effects_count_once_and_the_stronger_works(play, game):
    play.begin(pc("ada"), foe())
    base = defence_of(play.state, play.one("ada"), "ac")
    play.change("ada", boosts=(Boost("aura", "ac", -2, BATTLE), Boost("aura", "ac", -2, BATTLE)))
    assert defence_of(play.state, play.one("ada"), "ac") == base - 2
    play.change("ada", boosts=(Boost("spell", "ac", 1, BATTLE), Boost("spell", "ac", 3, BATTLE)))
    assert defence_of(play.state, play.one("ada"), "ac") == base + 3


@pytest.mark.rule("AE-DMG-04", "AE-DMG-05", "AE-DMG-06", "AE-WEAPON-02")
@pytest.mark.parametrize(("level", "expected"), [(4, 1), (5, 2), (7, 2), (8, 3), (10, 3)])
def test_the_ability_counts_twice_from_five_and_three_times_from_eight(level, expected):
    assert multiplier(load_books(), level) == expected


def damage(play: Play, level: int, die: int, ability: int, faces: list[int]) -> int:
    play.begin(pc("ada", sword(die), level=level, abilities={"str": 10 + 2 * ability}), foe(ac=1, hp=999))
    play.engage("ada", "orc")
    play.do(c.Attack("ada", "sword", "orc"), (20, 10), *((die, face) for face in faces))
    return play.find(DamageDealt).amount


@pytest.mark.rule("AE-WEAPON-01", "AE-WEAPON-02", "AE-DMG-05", "AE-DMG-06")
def test_a_weapon_die_per_level(play, game):
    assert damage(play, 1, 8, 3, [5]) == 8
    assert damage(Play(game), 4, 6, 4, [4, 4, 4, 3]) == 19
    assert damage(Play(game), 5, 6, 4, [6, 4, 4, 4, 4]) == 30
    assert damage(Play(game), 7, 8, -1, [4, 4, 4, 4, 4, 4, 1]) == 23
    assert damage(Play(game), 8, 10, 5, [5] * 8) == 55
    assert damage(Play(game), 10, 6, -2, [5, 5, 5, 5, 4, 4, 4, 4, 4, 4]) == 38


@pytest.mark.rule("AE-WEAPON-02")
def test_monsters_roll_what_is_printed(play):
    play.begin(foe("ogre", strike(damage=Amount(1, 6, 4)), level=9), pc(hp=60)).engage("ogre", "ada")
    play.do(c.Attack("ogre", "strike", "ada"), (20, 15), (6, 5))
    assert play.find(DamageRolled).total == 9


@pytest.mark.rule("AE-DMG-04")
def test_plus_ability_is_the_modifier(play):
    caster = pc("ada", spell(damage=Amount(2, 6), damage_ability="str"), level=2, abilities={"str": 16, "int": 20})
    play.begin(caster, foe()).do(c.Attack("ada", "spell", "orc"), (20, 12), (6, 3), (6, 5))
    assert play.find(DamageDealt).amount == 11


@pytest.mark.rule("AE-DMG-07")
def test_spell_dice_do_not_grow_by_themselves(play):
    caster = pc("ada", spell(damage=Amount(4, 8)), level=6, abilities={"int": 14})
    play.begin(caster, foe(hp=90)).do(c.Attack("ada", "spell", "orc"), (20, 12), (8, 4), (8, 4), (8, 4), (8, 5))
    assert play.find(DamageDealt).amount == 21


@pytest.mark.rule("AE-UNARMED-01", "AE-UNARMED-02", "AE-UNARMED-03")
def test_bare_hands(play, game):
    fist = sword(0, None, id="unarmed", unarmed=True, weapon_die=0)
    assert total(play, pc("ada", fist, level=3, abilities={"str": 14}), "unarmed", 10) == 13
    by_level = {1: "1d3", 2: "1d6", 3: "1d6+1d3", 4: "2d6", 5: "2d6+1d3", 6: "3d6", 7: "3d6+1d3"}
    by_level |= {8: "4d6", 9: "4d6+1d3", 10: "5d6"}
    for level, text in by_level.items():
        assert "+".join(str(amount) for amount in unarmed_dice(level)) == text
    other = Play(game).begin(pc("ada", fist, level=5, abilities={"str": 18}), foe(ac=1, hp=60)).engage("ada", "orc")
    other.do(c.Attack("ada", "unarmed", "orc"), (20, 9), (6, 6), (6, 6), (3, 3))
    assert other.find(DamageDealt).amount == 23


@pytest.mark.rule("AE-SITWEAPON-01")
def test_situational_weapon_dice(play, game):
    profile = pc("ada", sword(6), level=4)
    play.begin(profile, foe(ac=1, hp=99)).engage("ada", "orc")
    assert play.refused(c.GrantWeapon("ada")) == "option_off"
    play.do(c.Attack("ada", "sword", "orc"), (20, 9), (6, 1), (6, 1), (6, 1), (6, 1))
    other = Play(game).options(situational_weapon_dice=True).begin(profile, foe(ac=1, hp=99)).engage("ada", "orc")
    other.do(c.GrantWeapon("ada"))
    other.do(c.Attack("ada", "sword", "orc"), (20, 9), (8, 1), (8, 1), (8, 1), (8, 1))
    assert (stepped_die(6, 1), stepped_die(6, -1), stepped_die(12, 1), stepped_die(3, -1)) == (8, 4, 12, 3)


@pytest.mark.rule("AE-WEAPON-03", "AE-ATK-06")
def test_the_class_says_ability_die_and_penalty():
    wizard, rogue, ranger = (
        load_books().classes["wizard"],
        load_books().classes["rogue"],
        load_books().classes["ranger"],
    )
    assert (wizard.melee["heavy"][0].die, wizard.melee["heavy"][0].attack) == (8, -5)
    assert (rogue.melee["small"][0].die, rogue.basic_melee.abilities) == (8, ("dex",))
    assert ranger.basic_melee.damage == "str"
    assert not wizard.basic_melee.miss_level
    assert bow().reach == "far"
