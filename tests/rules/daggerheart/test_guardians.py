"""The grove's guardians, the river's snake, the temple's seraph and the realm's knight: each feature by its numbers."""

from collections import Counter

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, SWORD, acting, duality, foe, hero, play, printed

from arbitro.kernel.explain import explain
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.daggerheart.commands import (
    Answer,
    Attack,
    BeginRest,
    Describe,
    EndRest,
    EndTurn,
    FoeAttack,
    React,
    RequestRoll,
    Roll,
    Shed,
    Spotlight,
    UseArmour,
    UseFeature,
)
from arbitro.rules.daggerheart.conditions import end_conditions
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.events import (
    AttackRolled,
    ConditionLost,
    DamageRolled,
    DamageTaken,
    FeatureUsed,
    HopeChanged,
    ReactionRolled,
)
from arbitro.rules.daggerheart.numbers import difficulty_of
from arbitro.rules.daggerheart.play import begin
from arbitro.rules.daggerheart.resources import clear_hp
from arbitro.rules.daggerheart.state import Condition, Turn

GM_TURN = Turn("failed_action_roll", 1)
BARE = {"armour": None}
FAST = {"agility": 9}


def names(one):
    return [held.name for held in one.conditions]


def acts(block, *party, fear=3, others=(), **marks):
    """A printed adversary in the spotlight, called orc."""
    return play(*(party or (hero(**BARE),)), printed(block, "orc", **marks), *others, fear=fear, turn=acting())


# ---------------------------------------------------------------- the numbers of the stat blocks

PRINTED = {
    # tier, type, Difficulty, thresholds, Hit Points, Stress, attack modifier, range
    "glass_snake": (1, "standard", 14, (6, 10), 5, 3, 2, "very_close", "1d8+2"),
    "minor_chaos_elemental": (1, "solo", 14, (7, 14), 7, 3, 3, "close", "1d12+6"),
    "minor_treant": (1, "minion", 10, (None, None), 1, 1, -2, "melee", "4"),
    "sylvan_soldier": (1, "standard", 11, (6, 11), 4, 2, 0, "melee", "1d8+1"),
    "young_dryad": (1, "leader", 11, (6, 11), 6, 2, 0, "melee", "1d8+5"),
    "knight_of_the_realm": (2, "leader", 15, (13, 26), 6, 4, 4, "melee", "2d10+4"),
    "high_seraph": (4, "leader", 20, (37, 70), 7, 5, 8, "very_close", "4d10+10"),
}


@pytest.mark.rule("DHP-ADVSTAT-01", "DHP-ADVSTAT-03")
@pytest.mark.parametrize("name", PRINTED)
def test_the_numbers_are_those_of_the_stat_block(name):
    one = BOOKS.adversaries[name]
    (damage,) = one.attack.damage
    printed_damage = f"{damage.count}d{damage.sides}+{damage.plus}" if damage.count else str(damage.plus)
    numbers = (one.tier, one.type, one.difficulty, (one.major, one.severe), one.hp, one.stress, one.bonus.plus)
    assert (*numbers, one.attack.range, printed_damage) == PRINTED[name]


@pytest.mark.rule("DHP-ADVSTAT-06", "DHP-ADVSTAT-07")
def test_minor_treants_fall_by_fives_and_strike_together_for_four_each():
    trees = [printed("minor_treant", who) for who in ("orc", "two", "three")]
    axe = replace(SWORD, die=12)
    bench = play(hero(weapons=(axe,), **FAST), *trees).do(Attack("ada", "orc"))
    bench.do(Roll("ada"), *duality(9, 5), (12, 9))  # 10 damage: one, and two for each full 5
    assert [bench.foe(one.id).defeated for one in trees] == [True, True, True]
    together = play(hero(**BARE), *trees, fear=1, turn=acting()).do(UseFeature("orc", "group_attack", "ada"), (20, 15))
    assert together.only(DamageRolled).amount == 12


# ---------------------------------------------------------------- glass snake


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ARM-01")
def test_shards_cost_whoever_strikes_in_melee_a_slot_or_a_hit_point():
    def struck(face, snake=None, **marks):
        bench = play(hero(**FAST, **marks), snake or printed("glass_snake", "orc"), foe("mate", at=60))
        return bench.do(Attack("ada", "orc", marks["weapons"][0].id if "weapons" in marks else "")).do(
            Roll("ada"), *duality(9, 5), (8, face)
        )

    assert struck(2).hero().armour_marked == 1
    bare = struck(2, armour_marked=3)
    assert (bare.hero().armour_marked, bare.hero().hp_marked) == (3, 1)
    slain = struck(2, printed("glass_snake", "orc", hp_marked=4))
    assert (slain.foe().defeated, slain.hero().armour_marked) == (True, 1)
    afar = struck(2, printed("glass_snake", "orc", at=20), weapons=(replace(SWORD, range="far"),))
    assert afar.hero().armour_marked == 0


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_a_missed_blow_meets_no_shards():
    bench = play(hero(), printed("glass_snake", "orc")).do(Attack("ada", "orc")).do(Roll("ada"), *duality(3, 2))
    assert bench.hero().armour_marked == 0


@pytest.mark.rule("DHP-ADVSTAT-05", "DH-ATK-04")
def test_spinning_serpent_strikes_all_around_for_a_stress():
    bench = acts("glass_snake", hero(**BARE), hero("bea", **BARE), hero("cid", at=60, **BARE))
    bench.do(UseFeature("orc", "spinning_serpent"), (20, 12), (6, 3))
    assert [one.target for one in bench.found(AttackRolled)] == ["ada", "bea"]
    assert (bench.only(DamageRolled).amount, bench.foe().stress_marked) == (4, 1)


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-REACT-01", "DH-SPOTLIGHT-02")
@pytest.mark.parametrize("face", [4, 5])
def test_the_spitter_die_is_thrown_at_each_spotlight_once_it_is_in_play(face):
    quiet = play(hero(), printed("glass_snake", "orc"), fear=3, turn=GM_TURN).do(Spotlight("orc"))
    assert not quiet.found(FeatureUsed)
    quiet.do(UseFeature("orc", "spitter"))
    assert (quiet.fear, quiet.foe().used) == (2, {"spitter": 1})
    quiet.state = replace(quiet.state, scene=replace(quiet.scene, turn=GM_TURN))
    quiet.do(Spotlight("orc"), (6, face))
    assert quiet.asked == ("reaction" if face == 5 else "")
    assert quiet.foe().counters.get("again", 0) == (face == 5)
    if face == 5:
        quiet.do(React("ada", "agility"), *duality(5, 3), (4, 3))
        assert (quiet.only(ReactionRolled).check.needed, quiet.only(DamageTaken).amount) == (14, 3)
        quiet.do(UseArmour("ada", use=False)).do(FoeAttack("orc", "ada"), (20, 1)).do(Spotlight("orc"), (6, 1))
        assert quiet.scene.turn.acting == "orc", "once more in the same turn"


@pytest.mark.rule("DHP-RANGE-01")
def test_the_snake_spits_only_ahead_and_within_far():
    people = [hero("ada", at=0), hero("bea", at=-40), hero("cid", at=30), hero("dan", at=-200)]
    snake = printed("glass_snake", "orc", at=10, counters={"spitter": 2})
    bench = play(*people, snake, turn=GM_TURN).do(Spotlight("orc"), (6, 6))
    rolled = []
    while bench.asked == "reaction":
        rolled.append(bench.state.awaiting[0].who)
        bench.do(React(rolled[-1], "agility"), *duality(11, 10))
    assert rolled == ["ada", "bea"]


# ---------------------------------------------------------------- minor chaos elemental


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-04")
def test_sickening_flux_is_paid_with_a_hit_point_but_never_the_last():
    bench = acts("minor_chaos_elemental", hero(), hero("bea", at=30), hero("cid", at=60))
    (choice,) = [one for one in RULES.choices(bench.state, REFEREE) if one.id.endswith("sickening_flux")]
    assert (choice.label.key, choice.label.values["hp"]) == ("choice.use_feature_wounds", 1)
    bench.do(UseFeature("orc", "sickening_flux"))
    assert (bench.foe().hp_marked, bench.foe().stress_marked) == (1, 0)
    assert [names(bench.hero(who)) for who in ("ada", "bea", "cid")] == [["vulnerable"], ["vulnerable"], []]
    assert [bench.hero(who).stress_marked for who in ("ada", "bea", "cid")] == [1, 1, 0]
    acts("minor_chaos_elemental", hp_marked=6).no(UseFeature("orc", "sickening_flux"), "last_hp")


@pytest.mark.rule("DHP-COND-06", "DHP-REST-02")
def test_what_the_flux_did_ends_with_a_wound_healed_or_a_rest():
    sick = (Condition("vulnerable", "orc", "mended"),)
    healed = begin(RULES.rules, play(hero(hp_marked=2, conditions=sick)).state)
    clear_hp(healed, "ada", 1)
    assert not healed.state.party["ada"].conditions
    rested = play(hero(conditions=sick), in_danger=False).do(BeginRest("short"))
    assert names(rested.hero()) == ["vulnerable"]
    rested.do(EndRest(), (4, 1))
    assert names(rested.hero()) == []
    scene = begin(RULES.rules, play(hero(conditions=sick)).state)
    end_conditions(scene, "ada", "scene", "act")
    assert names(scene.state.party["ada"]) == ["vulnerable"]


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_remade_reality_burns_all_within_very_close_directly():
    bench = acts("minor_chaos_elemental", hero(), hero("bea", at=30)).do(
        UseFeature("orc", "remake_reality"), (6, 2), (6, 4)
    )
    rolled = bench.only(DamageRolled)
    assert (rolled.amount, rolled.kind, rolled.direct, bench.fear) == (9, "magic", True, 2)
    assert [bench.hero(who).hp_marked for who in ("ada", "bea")] == [2, 0]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-GEN-01", "DHP-ATK-04")
def test_half_of_what_an_attacker_dealt_comes_back():
    wand = replace(SWORD, kind="magic", range="far")
    near = play(hero(weapons=(wand,), armour=None, **FAST), printed("minor_chaos_elemental", "orc", at=30))
    near.do(Attack("ada", "orc")).do(Roll("ada"), *duality(9, 5), (8, 6))
    taken = {event.who: event for event in near.found(DamageTaken)}
    assert (taken["orc"].rolled, taken["orc"].amount) == (7, 4), "it resists magic"
    assert (taken["ada"].rolled, near.hero().hp_marked) == (4, 3), "half of 7, rounded up"
    shown = explain(RULES, near.state, taken["ada"], "en").numbers
    assert any("Magical Reflection" in line for line in shown), shown
    far = play(hero(weapons=(wand,), armour=None, **FAST), printed("minor_chaos_elemental", "orc", at=60))
    far.do(Attack("ada", "orc")).do(Roll("ada"), *duality(9, 5), (8, 6))
    assert not [event for event in far.found(DamageTaken) if event.who == "ada"]


# ---------------------------------------------------------------- sylvan soldier and young dryad


@pytest.mark.rule("DHP-ADVSTAT-05", "DH-FEAR-04")
@pytest.mark.parametrize(
    ("block", "mate", "amount", "fear"),
    [
        ("sylvan_soldier", "sylvan_soldier", 8, 0),
        ("sylvan_soldier", "young_dryad", 4, 0),
        ("dire_wolf", "dire_wolf", 8, 1),
    ],
)
def test_soldiers_of_the_grove_press_together_and_bring_no_fear(block, mate, amount, fear):
    bench = play(hero(evasion=0, **BARE), printed(block, "orc"), printed(mate, "mate"), turn=acting())
    bench.do(FoeAttack("orc", "ada"), (20, 15), (6 if block == "dire_wolf" else 8, 3))
    assert (bench.only(DamageRolled).amount, bench.fear) == (amount, fear)


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-REACT-01")
@pytest.mark.parametrize(("faces", "wounds"), [((8, 7), 0), ((8, 6), 3)])
def test_a_felled_tree_is_dodged_at_15(faces, wounds):
    bench = acts("sylvan_soldier").do(UseFeature("orc", "forest_control", "ada"))
    dice = duality(*faces, *(((10, 6),) if wounds else ()))
    bench.do(React("ada", "agility"), *dice)
    assert (bench.only(ReactionRolled).check.needed, bench.hero().hp_marked, bench.fear) == (15, wounds, 2)


def blended():
    bench = acts("sylvan_soldier").do(FoeAttack("orc", "ada"), (20, 15), (8, 1))
    assert bench.asked == "chance"
    return bench.do(Answer(use=True))


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-02")
def test_a_soldier_that_blends_in_is_hidden_until_it_attacks():
    bench = blended()
    assert (names(bench.foe()), bench.foe().stress_marked) == (["hidden"], 1)
    again = play(bench.hero(), bench.foe(), turn=acting()).do(FoeAttack("orc", "ada"), (20, 1))
    assert names(again.foe()) == []


@pytest.mark.rule("DHP-COND-06", "DH-DIFF-02")
@pytest.mark.parametrize(
    ("trait", "faces", "needed", "found"),
    [("instinct", (8, 6), 14, True), ("instinct", (8, 5), 14, False), ("presence", (8, 6), 11, False)],
)
def test_a_pc_finds_it_with_instinct_at_14(trait, faces, needed, found):
    bench = blended().do(EndTurn()).do(Describe("ada", "among the leaves", trait, "orc")).do(RequestRoll(trait))
    assert bench.scene.pending.difficulty == needed
    unseen = ((6, 1),) if trait != "instinct" else ()  # other rolls against the Hidden have disadvantage
    bench.do(Roll("ada"), *duality(*faces), *unseen)
    assert (names(bench.foe()) == []) == found
    assert bool(bench.found(ConditionLost)) == found


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-RANGE-01")
def test_the_voice_of_the_forest_spurs_on_those_with_somebody_in_reach():
    near, out, archer = foe("near"), foe("out", at=20), printed("archer_guard", "archer", at=60)
    bench = acts("young_dryad", others=(near, out, archer)).do(UseFeature("orc", "voice_of_the_forest"), (4, 3))
    assert (bench.scene.turn.granted, bench.foe().stress_marked) == (("near", "archer"), 1)
    bench.do(Spotlight("near")).do(FoeAttack("near", "ada"), (20, 15), (8, 6))
    assert bench.only(DamageRolled).amount == 4
    one = acts("young_dryad", others=(near, out, archer)).do(UseFeature("orc", "voice_of_the_forest"), (4, 1))
    assert one.scene.turn.granted == ("near",)


@pytest.mark.rule("DHP-COND-06", "DHP-STRESS-01")
def test_every_try_at_the_thorny_cage_costs_a_stress():
    bench = acts("young_dryad").do(UseFeature("orc", "thorny_cage", "ada")).do(EndTurn())
    assert (names(bench.hero()), bench.fear) == (["caged"], 2)
    bench.no(Shed("ada", "caged", "agility"), "wrong_trait")
    failed = play(bench.hero(), bench.foe()).do(Shed("ada", "caged", "strength")).do(Roll("ada"), *duality(5, 4))
    assert (names(failed.hero()), failed.hero().stress_marked) == (["caged"], 1)
    freed = play(bench.hero(), bench.foe()).do(Shed("ada", "caged", "strength")).do(Roll("ada"), *duality(7, 4))
    assert (names(freed.hero()), freed.hero().stress_marked) == ([], 1)
    strikes = play(bench.hero(), bench.foe()).do(Attack("ada", "orc")).do(Roll("ada"), *duality(3, 2))
    assert strikes.hero().stress_marked == 0, "only a roll against the cage"


# ---------------------------------------------------------------- knight of the realm


@pytest.mark.rule("DH-DIFF-01", "DHP-ADVSTAT-05")
def test_severe_damage_unseats_the_knight_until_its_next_spotlight():
    knight = printed("knight_of_the_realm", "orc")
    assert difficulty_of(load_library(), knight) == 17
    lance = replace(SWORD, die=12, plus=24)

    def struck(face):
        bench = play(hero(weapons=(lance,), **FAST), knight).do(Attack("ada", "orc"))
        return bench.do(Roll("ada"), *duality(9, 5), (12, face))

    held = struck(4)  # 28, less 3 for its armour: Major
    assert (difficulty_of(load_library(), held.foe()), held.found(DamageTaken)[0].amount) == (17, 25)
    thrown = struck(5)  # 26: Severe
    assert (difficulty_of(load_library(), thrown.foe()), names(thrown.foe())) == (15, ["unhorsed"])
    afoot = play(hero(), thrown.foe(), fear=3, turn=acting())
    afoot.no(UseFeature("orc", "cavalry_charge", "ada"), "blocked")
    up = play(hero(), thrown.foe(), turn=GM_TURN).do(Spotlight("orc"))
    assert (difficulty_of(load_library(), up.foe()), names(up.foe())) == (17, [])


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-RANGE-03")
@pytest.mark.parametrize(("at", "reached"), [(105, True), (111, False)])
def test_the_cavalry_charges_as_far_as_far_and_strikes_in_melee(at, reached):
    bench = acts("knight_of_the_realm", at=at)
    if not reached:
        bench.no(UseFeature("orc", "cavalry_charge", "ada"), "no_target")
        return
    bench.do(UseFeature("orc", "cavalry_charge", "ada"), (20, 15), (8, 3), (8, 2))
    assert (bench.only(DamageRolled).amount, bench.hero().stress_marked) == (9, 1)
    assert abs(bench.foe().at - bench.hero().at) <= 5


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-GEN-01")
def test_for_the_realm_spurs_on_one_more_than_the_die_shows():
    others = [foe(f"man-{number}", at=200) for number in range(5)]
    bench = acts("knight_of_the_realm", others=others).do(UseFeature("orc", "for_the_realm"), (4, 2))
    assert (bench.scene.turn.granted, bench.foe().stress_marked) == (("man-0", "man-1", "man-2"), 1)
    assert names(bench.foe("man-0")) == ["spurred"]


# ---------------------------------------------------------------- high seraph


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-06")
def test_one_at_a_time_is_guilty_as_long_as_the_seraph_stands():
    bench = acts("high_seraph", hero(), hero("bea", at=200)).do(UseFeature("orc", "judgment", "ada"))
    bench.state = replace(bench.state, scene=replace(bench.scene, turn=acting()))
    bench.do(UseFeature("orc", "judgment", "bea"))
    assert ([names(bench.hero(who)) for who in ("ada", "bea")], bench.fear) == ([[], ["guilty"]], 1)
    blade = replace(SWORD, plus=99)
    slayer = hero(weapons=(blade,), agility=20, conditions=(Condition("guilty", "orc", "source"),))
    slain = play(slayer, printed("high_seraph", "orc", hp_marked=6), foe("mate"))
    slain.do(Attack("ada", "orc")).do(Roll("ada"), *duality(9, 5), (8, 1))
    assert (slain.foe().defeated, names(slain.hero())) == (True, [])


GUILTY = (Condition("guilty", "orc", "source"),)


@pytest.mark.rule("DHP-HOPE-04", "DHP-COND-06")
@pytest.mark.parametrize(("conditions", "hope"), [((), 3), (GUILTY, 2)])
def test_the_guilty_gain_no_hope_from_results_with_hope(conditions, hope):
    bench = play(hero(hope=2, conditions=conditions), printed("high_seraph", "orc"))
    bench.do(Attack("ada", "orc")).do(Roll("ada"), *duality(5, 4))
    assert bench.hero().hope == hope
    told = tell(RULES, bench.state, bench.only(HopeChanged), "en")
    assert ("gains no Hope" in told) == bool(conditions)


@pytest.mark.rule("DHP-DMG-01", "DHP-ARM-02", "DHP-ADVSTAT-05")
def test_the_seraphs_sword_deals_the_guilty_severe_damage_without_a_roll():
    bench = acts("high_seraph", hero(conditions=GUILTY, resists=("physical",))).do(FoeAttack("orc", "ada"), (20, 15))
    taken = bench.only(DamageTaken)
    assert (taken.severity, taken.amount, bench.found(DamageRolled)) == (3, 14, [])
    (line, *_) = [one for one in explain(RULES, bench.state, taken, "en").numbers if "Sentence" in one]
    assert "14" in line
    assert bench.do(UseArmour("ada", use=True)).hero().hp_marked == 2
    plain = acts("high_seraph", hero(**BARE)).do(FoeAttack("orc", "ada"), (20, 15), *[(10, 1)] * 4)
    assert plain.only(DamageRolled).amount == 14
    others = (Condition("guilty", "else", "source"),)
    spared = acts("high_seraph", hero(conditions=others, **BARE)).do(FoeAttack("orc", "ada"), (20, 15), *[(10, 1)] * 4)
    assert spared.found(DamageRolled), "judged by another seraph"


@pytest.mark.rule("DHP-REACT-01", "DHP-ADV-02")
def test_god_rays_find_the_guilty_with_disadvantage():
    bench = acts("high_seraph", hero(conditions=GUILTY, **BARE), hero("bea", at=300, **BARE))
    bench.do(UseFeature("orc", "god_rays", "ada,bea"), *[(6, 3)] * 4)
    assert (bench.only(DamageRolled).amount, bench.foe().stress_marked) == (24, 1)
    bench.do(React("ada", "presence"), *duality(11, 10, (6, 2)))
    rolled = bench.only(ReactionRolled)
    assert (rolled.check.total, rolled.check.needed, rolled.check.success) == (19, 20, False)
    assert any("Guilty" in line for line in explain(RULES, bench.state, rolled, "en").numbers)
    bench.do(React("bea", "presence"), *duality(11, 10))
    assert bench.only(DamageTaken).amount == 12


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-RANGE-03", "DH-FEAR-10")
def test_divine_flight_and_we_are_one():
    flown = acts("high_seraph", at=105).do(FoeAttack("orc", "ada"), (20, 2))
    assert (flown.fear, flown.foe().at) == (2, 10)
    near, far = foe("near", at=100), foe("far", at=120)
    bench = acts("high_seraph", others=(near, far)).do(UseFeature("orc", "we_are_one"))
    assert (bench.scene.turn.granted, bench.fear) == (("near",), 2)
    bench.state = replace(bench.state, scene=replace(bench.scene, turn=acting()))
    bench.no(UseFeature("orc", "we_are_one"), "used_up")


# ---------------------------------------------------------------- places bring their own

BROUGHT = {
    ("abandoned_grove", "not_welcome"): {"young_dryad": 1, "sylvan_soldier": 2, "minor_treant": 2},
    ("abandoned_grove", "defiler"): {"minor_chaos_elemental": 1},
    ("raging_river", "patient_hunter"): {"glass_snake": 1},
    ("hallowed_temple", "divine_censure"): {"high_seraph": 1, "bladed_guard": 2},
    ("castle_siege", "reinforcements"): {"knight_of_the_realm": 1, "treant_sapling": 2, "archer_squadron": 2},
}


@pytest.mark.rule("DHP-ENV-01")
@pytest.mark.parametrize(("place", "feature"), BROUGHT)
def test_a_place_brings_the_adversaries_that_its_stat_block_names(place, feature):
    bench = play(hero(), hero("bea"), place=place, fear=3, turn=Turn("gm_decision", 1))
    bench.do(UseFeature("place", feature), *(((4, 2),) if feature == "divine_censure" else ()))
    assert Counter(one.block.id for one in bench.scene.foes.values()) == BROUGHT[place, feature]


@pytest.mark.rule("DHP-ENV-01")
def test_the_river_snake_can_spin_at_once():
    bench = play(hero(**BARE), hero("bea", **BARE), place="raging_river", fear=3, turn=Turn("gm_decision", 1))
    bench.do(UseFeature("place", "patient_hunter")).do(Spotlight("glass_snake-1"))
    bench.do(UseFeature("glass_snake-1", "spinning_serpent"), (20, 1))
    assert len(bench.found(AttackRolled)) == 2
