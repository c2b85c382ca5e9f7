"""Stress, Hit Points, thresholds, armour, damage types, and the order of reductions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.daggerheart.bench import BOOKS, LEATHER, RULES, SWORD, WAND, Bench, duality, foe, hero, play, printed

from arbitro.dice.amount import Amount
from arbitro.rules.daggerheart.agenda import run
from arbitro.rules.daggerheart.commands import Attack, Fall, MakeMove, Roll, UseArmour, UsePower
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.damage import reduced, severity_of
from arbitro.rules.daggerheart.events import DamageRolled, DamageTaken, MinionsFell
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.numbers import armour_slots, evasion_of, thresholds_of, trait_of
from arbitro.rules.daggerheart.play import begin
from arbitro.rules.daggerheart.presence import is_exposed
from arbitro.rules.daggerheart.resources import short_of_stress
from arbitro.rules.daggerheart.state import Condition, Hit, Turn, Weapon
from arbitro.rules.daggerheart.words import Named, halved


def hurt(bench: Bench, who: str, amount: int, kind: str = "physical", *, direct: bool = False) -> Bench:
    """Let damage count against somebody, and stop where somebody is asked."""
    from arbitro.dice.stream import ScriptedDice

    scene = begin(RULES.rules, bench.state, ScriptedDice())
    scene.agenda.append(Hit(who, amount, kind, "orc", direct, attack=False))
    run(scene)
    bench.state, bench.events = scene.state, scene.events
    return bench


@pytest.mark.rule("DHP-DMG-01", "DHP-DMG-02")
@pytest.mark.parametrize(("amount", "marked"), [(14, 3), (7, 2), (6, 1), (0, 0)])
def test_thresholds_of_a_pc(amount, marked):
    bench = hurt(play(hero(armour_marked=3), foe()), "ada", amount)
    assert bench.hero().hp_marked == marked


@pytest.mark.rule("DHP-DMG-03", "DHP-LEVEL-01")
def test_a_pcs_thresholds_are_armour_plus_level():
    assert thresholds_of(hero()) == (7, 14)
    assert thresholds_of(hero(level=4)) == (10, 17)
    assert thresholds_of(hero(level=3, armour=None)) == (3, 6)


@pytest.mark.rule("DHP-DMG-05")
@pytest.mark.parametrize(("on", "marked"), [(True, 4), (False, 3)])
def test_massive_damage_is_an_option(on, marked):
    bench = play(hero(armour_marked=3), foe(), options={"massive_damage": on})
    assert hurt(bench, "ada", 28).hero().hp_marked == marked


@pytest.mark.rule("DHP-ARM-01", "DHP-CHAR-01", "DHP-EVA-01")
def test_armour_score_and_evasion():
    from msgspec.structs import replace

    shield = Weapon("shield", Named("scudo", "shield"), "strength", "melee", 4, secondary=True, armour=1)
    assert armour_slots(hero(armour=replace(LEATHER, score=4), weapons=(SWORD, shield))) == 5
    assert armour_slots(hero(armour=replace(LEATHER, score=8), armour_bonus=6)) == 12
    assert armour_slots(hero(armour=None, armour_bonus=2)) == 0
    assert evasion_of(hero(evasion=11, armour=replace(LEATHER, evasion=-1))) == 10
    guardian = BOOKS.classes["guardian"]
    mail = BOOKS.armour["chainmail_armor"]
    made = hero(class_id="guardian", evasion=guardian.evasion, hp=guardian.hp, armour=mail)
    assert (evasion_of(made), made.hp, thresholds_of(made), armour_slots(made)) == (8, 7, (8, 16), 4)


@pytest.mark.rule("DHP-ARM-02")
@pytest.mark.parametrize(("amount", "use", "marked", "slots"), [(14, True, 2, 1), (3, True, 0, 1), (14, False, 3, 0)])
def test_an_armor_slot_saves_one_hit_point(amount, use, marked, slots):
    bench = hurt(play(hero(), foe()), "ada", amount)
    assert bench.asked == "armour"
    bench.do(UseArmour("ada", use))
    assert (bench.hero().hp_marked, bench.hero().armour_marked) == (marked, slots)


@pytest.mark.rule("DHP-ARM-02", "DHP-ATK-04")
def test_direct_damage_and_full_armour_leave_no_choice():
    direct = hurt(play(hero(), foe()), "ada", 7, direct=True)
    assert (direct.asked, direct.hero().hp_marked) == ("", 2)
    full = hurt(play(hero(armour_marked=3), foe()), "ada", 7)
    assert (full.asked, full.hero().hp_marked) == ("", 2)


@pytest.mark.rule("DHP-ATK-04", "DHP-GEN-01")
def test_resistance_immunity_and_both_kinds():
    state = play().state
    proof = hero(resists=("magic",))
    assert reduced(load_library(), state, proof, 9, "magic")[0] == 5
    assert reduced(load_library(), state, hero(resists=("physical",)), 9, "both")[0] == 9
    assert reduced(load_library(), state, hero(resists=("physical", "magic")), 9, "both")[0] == 5
    assert reduced(load_library(), state, hero(immune=("physical",)), 9, "physical")[0] == 0
    assert halved(7) == 4


@pytest.mark.rule("DHP-DMG-04")
def test_the_order_of_reductions():
    bench = hurt(play(hero(resists=("physical",)), foe()), "ada", 13)
    assert bench.only(DamageTaken).amount == 7
    bench.do(UseArmour("ada", True))
    assert bench.hero().hp_marked == 1


@pytest.mark.rule("DHP-DMG-04")
@pytest.mark.parametrize(("order", "left"), [("resistance_first", 3), ("flat_first", 4)])
def test_halving_before_or_after_flat_reductions(order, left):
    tough = foe(
        features=(
            Feature("hard", kind="passive", passive="reduce", value=2),
            Feature("bony", kind="passive", passive="resist", kinds=("physical",)),
        )
    )
    state = play(hero(), tough, options={"damage_order": order}).state
    assert reduced(load_library(), state, tough, 10, "physical")[0] == left


@pytest.mark.rule("DHP-HP-01", "DHP-DEATH-01")
def test_whoever_marks_the_last_hit_point_falls():
    bench = hurt(play(hero(hp_marked=5, armour_marked=3), hero("bo"), foe()), "ada", 14)
    assert (bench.hero().hp_marked, bench.hero().status, bench.asked) == (6, "dying", "death")


@pytest.mark.rule("DHP-ADVSTAT-03", "DHP-ADVSTAT-11", "DHP-ADVSTAT-01")
def test_adversaries_mark_by_their_own_thresholds():
    assert hurt(play(hero(), foe()), "orc", 14).foe().hp_marked == 3
    beaten = hurt(play(hero(), foe(hp_marked=4), foe("two")), "orc", 9)
    assert (beaten.foe().hp_marked, beaten.foe().defeated) == (5, True)
    small = foe(hp=6, major=4, severe=None)
    assert hurt(play(hero(), small), "orc", 20).foe().hp_marked == 2


@pytest.mark.rule("DHP-STRESS-01", "DHP-STRESS-02", "DHP-COND-04")
def test_the_last_stress_makes_vulnerable():
    assert (hero().stress_marked, hero().stress) == (0, 6)
    bench = play(hero(stress_marked=5), turn=Turn("failed_action_roll", subject="ada")).do(MakeMove("mark_stress"))
    assert bench.hero().stress_marked == 6
    assert is_exposed(load_library(), bench.hero())
    assert not is_exposed(load_library(), hero(stress_marked=5))


@pytest.mark.rule("DHP-STRESS-03", "DH-SOFT-04", "DH-SOFT-02")
def test_stress_without_a_slot_costs_a_hit_point():
    bench = play(hero(stress_marked=6, hp_marked=1), turn=Turn("failed_action_roll", subject="ada"))
    bench.do(MakeMove("mark_stress", "hard"))
    assert (bench.hero().stress_marked, bench.hero().hp_marked) == (6, 2)
    assert short_of_stress(bench.hero(), 1).code == "no_stress"


@pytest.mark.rule("DHP-STRESS-03")
@pytest.mark.parametrize(("choice", "hp"), [("1_total", 1), ("1_per_stress", 2)])
def test_how_much_excess_stress_hurts_is_an_option(choice, hp):
    bench = play(
        hero(stress_marked=5), turn=Turn("failed_action_roll", subject="ada"), options={"stress_overflow_hp": choice}
    )
    bench.do(MakeMove("mark_stress", amount=3))
    assert (bench.hero().stress_marked, bench.hero().hp_marked) == (6, hp)


@pytest.mark.rule("DHP-ATK-01", "DH-DIFF-01", "DHP-ATK-02")
def test_a_pcs_attack():
    strong = hero(agility=2, weapons=(Weapon("w", Named("w", "w"), "agility", "melee", 8, 2),), proficiency=2)
    bench = play(strong, foe(difficulty=13, experiences=())).do(Attack("ada", "orc"))
    assert bench.scene.pending.difficulty == 13
    bench.do(Roll("ada"), *duality(6, 5), (8, 3), (8, 4))
    assert bench.scene.last.outcome == "success_hope"
    assert bench.only(DamageRolled).amount == 9  # 2d8+2
    assert bench.foe().hp_marked == 2


@pytest.mark.rule("DHP-ATK-01")
def test_bare_hands():
    bench = play(hero(weapons=(), finesse=1, proficiency=2), foe()).do(Attack("ada", "orc", "unarmed"))
    assert bench.scene.pending.trait == "finesse"
    bench.do(Roll("ada"), *duality(9, 4), (4, 1), (4, 3))
    assert bench.only(DamageRolled).amount == 4


@pytest.mark.rule("DHP-ATK-03", "DHP-DUAL-07")
def test_critical_damage_of_a_pc():
    weapon = Weapon("w", Named("w", "w"), "agility", "melee", 8, 1)
    bench = play(hero(weapons=(weapon,), proficiency=2), foe(hp=9, severe=60)).do(Attack("ada", "orc"))
    bench.do(Roll("ada"), *duality(3, 3), (8, 3), (8, 5))
    assert bench.only(DamageRolled).amount == 25


@pytest.mark.rule("DHP-TRAIT-03", "DHP-ATK-02", "DHP-HOPE-06")
def test_spellcast_rolls():
    lash, bolt = BOOKS.powers["arcane_lash"], BOOKS.powers["bolt_beacon"]
    play(hero(powers=(lash,)), foe()).no(UsePower("ada", "arcane_lash", "orc"), "no_spellcast")
    plain = play(hero(powers=(lash,), spellcast="knowledge", knowledge=0), foe())
    plain.do(UsePower("ada", "arcane_lash", "orc")).do(Roll("ada"), *duality(9, 4))
    assert plain.only(DamageRolled).amount == 0  # no dice at +0
    able = play(hero(powers=(lash,), spellcast="knowledge", knowledge=2), foe())
    able.do(UsePower("ada", "arcane_lash", "orc")).do(Roll("ada"), *duality(9, 4), (6, 2), (6, 5))
    assert able.only(DamageRolled).amount == 7
    lit = play(hero(powers=(bolt,), spellcast="knowledge", hope=1), foe()).do(UsePower("ada", "bolt_beacon", "orc"))
    lit.do(Roll("ada"), *duality(9, 4), (8, 3))
    assert (lit.hero().hope, is_exposed(load_library(), lit.foe())) == (1, True)  # 1 + 1 - 1


@pytest.mark.rule("DHP-ATK-05", "DHP-RANGE-04")
def test_one_roll_for_several_targets():
    blades = BOOKS.powers["rain_of_blades"]
    bench = play(
        hero(powers=(blades,), spellcast="finesse", hope=2), foe(), foe("tough", difficulty=16), foe("far", at=60)
    )
    bench.do(UsePower("ada", "rain_of_blades")).do(Roll("ada"), *duality(9, 5), (8, 7))
    assert [bench.foe(who).hp_marked for who in ("orc", "tough", "far")] == [2, 0, 0]


@pytest.mark.rule("DHP-ATK-05")
def test_simultaneous_damage_is_added_before_thresholds():
    blades = BOOKS.powers["rain_of_blades"]
    soft = foe(conditions=(Condition("vulnerable", "x", "scene"),), severe=15)
    bench = play(hero(powers=(blades,), spellcast="finesse", hope=2), soft).do(UsePower("ada", "rain_of_blades"))
    bench.do(Roll("ada"), *duality(9, 5, (6, 1)), (8, 3), (8, 4))  # 3 + 2 and 4 at the same moment
    assert bench.only(DamageTaken).rolled == 9
    assert bench.foe().hp_marked == 2


@pytest.mark.rule("DHP-ADVSTAT-06")
@pytest.mark.parametrize(
    ("choice", "face", "fallen"), [("whole_damage", 6, 3), ("excess", 6, 2), ("whole_damage", 1, 1)]
)
def test_minions_fall_together(choice, face, fallen):
    rats = [printed("giant_rat", f"rat-{n}") for n in range(5)]
    bench = play(hero(), *rats, options={"minion_spill": choice}).do(Attack("ada", "rat-0"))
    bench.do(Roll("ada"), *duality(9, 4), (8, face))  # d8+1 against Minion (3)
    assert len(bench.only(MinionsFell).who) == fallen
    assert sum(one.defeated for one in bench.scene.foes.values()) == fallen


@pytest.mark.rule("DHP-FALL-01")
def test_falls_are_an_option():
    play(hero()).no(Fall("ada", "close"), "option_off")
    bench = play(hero(armour_marked=3), options={"falling_damage": True}).do(Fall("ada", "close"), (20, 9))
    assert bench.only(DamageTaken).amount == 14
    hit = play(hero(), options={"falling_damage": True}).do(Fall("ada", "collision"), (20, 9))
    assert (hit.asked, hit.hero().hp_marked) == ("", 3)
    assert BOOKS.guidance.falls["very_close"] == Amount(1, 10, 3)
    assert BOOKS.guidance.falls["far"] == BOOKS.guidance.falls["very_far"] == Amount(1, 100, 15)


@pytest.mark.rule("DHP-ATK-02")
@pytest.mark.parametrize(
    ("weapon", "dice", "amount"),
    [
        ("greatsword", ((10, 2), (10, 7)), 10),  # an extra die, the lowest dropped, +3
        ("knuckle_blades", ((10, 10), (10, 4)), 20),  # a maximum rolls another, +6
        ("dagger", ((8, 3),), 4),
    ],
)
def test_weapons_that_bend_the_dice(weapon, dice, amount):
    bench = play(hero(weapons=(BOOKS.weapons[weapon],)), foe(hp=9)).do(Attack("ada", "orc"))
    bench.do(Roll("ada"), *duality(9, 4), *dice)
    assert bench.only(DamageRolled).amount == amount


@pytest.mark.rule("DHP-ATK-02", "DHP-ATK-05", "DHP-STRESS-03")
def test_more_weapon_features():
    quick = play(hero(weapons=(BOOKS.weapons["rapier"],)), foe(), foe("two")).do(Attack("ada", "orc", "rapier", "two"))
    quick.do(Roll("ada"), *duality(9, 4), (8, 3))
    assert (quick.hero().stress_marked, quick.foe().hp_marked, quick.foe("two").hp_marked) == (1, 1, 1)
    paired = play(hero(weapons=(BOOKS.weapons["dagger"], BOOKS.weapons["small_dagger"])), foe()).do(
        Attack("ada", "orc")
    )
    paired.do(Roll("ada"), *duality(9, 4), (8, 3))
    assert paired.only(DamageRolled).amount == 6
    reload = play(hero(weapons=(BOOKS.weapons["blunderbuss"],)), foe(at=20)).do(Attack("ada", "orc"))
    reload.do(Roll("ada"), *duality(9, 4), (8, 3), (6, 1))
    assert reload.hero().stress_marked == 1
    pull = play(hero(weapons=(BOOKS.weapons["grappler"],)), foe(at=25)).do(Attack("ada", "orc"))
    pull.do(Roll("ada"), *duality(9, 4), (6, 3))
    assert pull.foe().at == 0
    from arbitro.rules.daggerheart.commands import Startle

    whip = play(hero(weapons=(BOOKS.weapons["whip"],)), foe(at=5)).do(Startle("ada"))
    assert (whip.foe().at, whip.hero().stress_marked) == (15, 1)
    reliable = play(hero(weapons=(BOOKS.weapons["broadsword"],)), foe()).do(Attack("ada", "orc"))
    reliable.do(Roll("ada"), *duality(7, 4), (8, 3))
    assert reliable.scene.last.total == 12
    assert evasion_of(hero(weapons=(BOOKS.weapons["warhammer"],))) == 11
    assert trait_of(hero(weapons=(BOOKS.weapons["halberd"],)), "finesse") == -1


@pytest.mark.rule("DHP-DMG-01", "DHP-ATK-04", "DHP-GEN-01")
@given(st.integers(0, 60), st.integers(1, 20), st.integers(1, 20))
def test_more_damage_never_marks_fewer_hit_points(amount, major, more):
    target = foe(major=major, severe=major + more)
    state = play(hero(), target).state
    here, next_ = severity_of(state, target, amount), severity_of(state, target, amount + 1)
    assert 0 <= here <= next_ <= 3
    assert halved(amount) == -(-amount // 2) == int(Fraction(amount + 1, 2))


@pytest.mark.rule("DHP-ARM-01")
def test_parrying_takes_matching_dice_away():
    from tests.rules.daggerheart.bench import acting

    from arbitro.rules.daggerheart.commands import FoeAttack

    keen = hero(weapons=(SWORD, BOOKS.weapons["parrying_dagger"]), armour_marked=3)
    bench = play(keen, foe(damage="2d6"), turn=acting()).do(FoeAttack("orc", "ada"), (20, 19), (6, 4), (6, 5), (6, 4))
    assert bench.only(DamageTaken).amount == 5
    assert WAND.kind == "magic"
