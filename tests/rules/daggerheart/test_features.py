"""Adversaries and environments of the book: their numbers, and their features at work."""

import pytest
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, duality, foe, hero, play, printed

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.kernel.yamlfile import Document, FileFault
from arbitro.rules.daggerheart.commands import (
    AddFoe,
    Answer,
    Attack,
    Describe,
    EndTurn,
    FoeAct,
    FoeAttack,
    OpenTurn,
    React,
    RequestRoll,
    Roll,
    SetPlace,
    Shed,
    Spotlight,
    UseArmour,
    UseFeature,
    UsePower,
)
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.damage import reduced
from arbitro.rules.daggerheart.dice_pool import roll_odds
from arbitro.rules.daggerheart.encounter import battle_points, cost_of, encounter, suggested
from arbitro.rules.daggerheart.entries import AdversaryEntry
from arbitro.rules.daggerheart.events import (
    AttackRolled,
    DamageRolled,
    DamageTaken,
    FeatureUsed,
    FoeAppeared,
    FoeLeft,
    FoeRose,
)
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.numbers import difficulty_here, difficulty_of
from arbitro.rules.daggerheart.presence import has_condition, is_concealed, is_exposed
from arbitro.rules.daggerheart.state import Condition, Turn
from arbitro.rules.daggerheart.words import Named

OPEN = Turn("failed_action_roll", subject="ada")
BARE = {"armour_marked": 3}


@pytest.mark.rule("DHP-ADVSTAT-01", "DHP-ADVSTAT-02")
def test_stat_blocks_are_complete_and_checked():
    from collections import Counter

    assert Counter(block.tier for block in BOOKS.adversaries.values()) == {1: 52, 2: 36, 3: 23, 4: 18}
    assert {block.type for block in BOOKS.adversaries.values()} == {
        "bruiser",
        "horde",
        "leader",
        "minion",
        "ranged",
        "skulk",
        "social",
        "solo",
        "standard",
        "support",
    }
    head = "{source: s, name: {it: a, en: a}, tier: 1, type: standard, difficulty: 9, hp: 1, stress: 1, "
    good = head + "attack: {name: {it: a, en: a}, range: melee, damage: {plus: 1}}}"
    assert Document("f", good).read(AdversaryEntry).difficulty == 9
    for bad in (good.replace("difficulty: 9, ", ""), good.replace("type: standard", "type: boss")):
        with pytest.raises(FileFault):
            Document("f", bad).read(AdversaryEntry)
    mosquitoes = BOOKS.adversaries["giant_mosquitoes"]
    assert mosquitoes.per_hp * mosquitoes.hp == 30


@pytest.mark.rule("DHP-ADVSTAT-01", "DHP-ENV-01")
def test_the_numbers_of_the_book():
    bear, dragon, archer = (BOOKS.adversaries[name] for name in ("bear", "young_ice_dragon", "hallowed_archer"))
    assert (bear.difficulty, bear.major, bear.severe, bear.hp, bear.stress, bear.bonus.plus) == (14, 9, 17, 7, 2, 1)
    assert str(dragon.attack.damage[0]) == "4d10"
    assert (archer.tier, archer.attack.range, str(archer.attack.damage[0])) == (4, "far", "4d8+8")
    assert BOOKS.adversaries["tiny_green_ooze"].severe is None
    assert len(BOOKS.places) == 19
    assert {place.type for place in BOOKS.places.values()} == {"exploration", "social", "traversal", "event"}
    assert (BOOKS.places["raging_river"].difficulty, BOOKS.places["imperial_court"].tier) == (10, 4)
    assert len(BOOKS.weapons) == 206  # two of them are bodies: a breath and a tongue
    assert len(BOOKS.armour) == 34


@pytest.mark.rule("DHP-ADVSTAT-08", "DHP-ADVSTAT-02")
@pytest.mark.parametrize(("marked", "die", "amount"), [(3, 4, 4), (2, 8, 5)])
def test_a_horde_thins_out(marked, die, amount):
    bench = play(hero(), printed("swarm_of_rats", hp_marked=marked), turn=acting("swarm_of_rats"))
    bench.do(FoeAttack("swarm_of_rats", "ada"), (20, 19), (die, 3))
    assert bench.only(DamageRolled).amount == amount


@pytest.mark.rule("DHP-ADVSTAT-07", "DHP-ADVSTAT-06")
def test_minions_attack_as_a_group():
    zombies = [printed("rotted_zombie", f"z{n}", at=10 + n) for n in range(4)]
    bench = play(hero(**BARE), *zombies, fear=3, turn=acting("z0"))
    bench.do(UseFeature("z0", "group_attack", "ada"), (20, 19))
    assert (bench.fear, bench.only(DamageTaken).rolled, len(bench.found(AttackRolled))) == (2, 8, 1)


@pytest.mark.rule("DHP-ADVSTAT-10", "DH-FEAR-04")
def test_momentum():
    bench = play(hero(**BARE), printed("bear"), fear=7, turn=acting("bear")).do(
        FoeAttack("bear", "ada"), (20, 15), (8, 1)
    )
    assert bench.fear == 8


@pytest.mark.rule("DHP-ADVSTAT-10", "DH-FEAR-10")
@pytest.mark.parametrize("use", [True, False])
def test_a_heavy_hitter_pays_for_more_damage(use):
    bench = play(hero(**BARE), foe(feature=BOOKS.patterns["heavy_hitter"]), fear=2, turn=acting())
    bench.do(FoeAttack("orc", "ada"), (20, 15))
    assert bench.asked == "chance"
    bench.do(Answer(use), (8, 3))
    assert (bench.only(DamageRolled).amount, bench.fear) == ((9, 1) if use else (4, 2))


@pytest.mark.rule("DHP-ADVSTAT-10")
def test_the_other_patterns():
    team = play(hero(**BARE), foe(), foe("two", feature=BOOKS.patterns["team_up"]), turn=acting())
    team.do(FoeAttack("orc", "ada"), (20, 15)).do(Answer(True), (8, 2), (8, 3))
    assert (team.only(DamageTaken).rolled, team.foe("two").stress_marked) == (7, 1)
    shred = play(hero(), foe(feature=BOOKS.patterns["shred_armor"]), turn=acting())
    shred.do(FoeAttack("orc", "ada"), (20, 15), (8, 1)).do(UseArmour("ada", False))
    assert (shred.hero().armour_marked, shred.hero().hp_marked) == (1, 1)
    bare = play(hero(**BARE), foe(feature=BOOKS.patterns["shred_armor"]), turn=acting())
    bare.do(FoeAttack("orc", "ada"), (20, 15), (8, 1))
    assert bare.hero().hp_marked == 2
    state = play().state
    assert reduced(load_library(), state, foe(feature=BOOKS.patterns["armored_carapace"]), 9, "physical")[0] == 4
    assert reduced(load_library(), state, foe(feature=BOOKS.patterns["arcane_form"]), 9, "magic")[0] == 5
    blow = play(hero(), foe(feature=BOOKS.patterns["haymaker"]), turn=acting())
    blow.do(UseFeature("orc", "haymaker", "ada"), (20, 15), (8, 1))
    assert (blow.asked, blow.hero().hp_marked, blow.foe().stress_marked) == ("", 1, 1)
    burst = play(hero(**BARE), foe(feature=BOOKS.patterns["explosion"]), fear=1, turn=acting())
    burst.do(UseFeature("orc", "explosion"), (20, 15), (8, 1))
    assert (burst.hero().at, burst.fear) == (-30, 0)
    call = play(hero(), hero("bo"), foe(feature=BOOKS.patterns["call_for_aid"]), turn=acting())
    call.do(UseFeature("orc", "call_for_aid"))
    assert len(call.found(FoeAppeared)) == 2


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_reactions_fire_on_their_trigger_and_actions_need_the_spotlight():
    knight = printed("skeleton_knight", hp_marked=4)
    bench = play(hero(hope=4, **BARE), knight, printed("skeleton_dredge"), fear=0)
    bench.do(Attack("ada", "skeleton_knight"))
    bench.do(Roll("ada"), *duality(9, 8), (8, 8), (20, 15), (4, 2), (4, 3))  # its dying blow
    assert bench.scene.spotlight == "players"
    assert bench.hero().hope == 1  # 4 + 1, less 3 by the blow and 1 by terror
    assert bench.fear == 1
    bench.no(UseFeature("skeleton_dredge", "group_attack", "ada"), "not_in_spotlight")


@pytest.mark.rule("DHP-ADVSTAT-12")
@pytest.mark.parametrize(
    ("tier", "bonus", "difficulty", "major", "severe"),
    [(1, 1, 11, 7, 12), (2, 2, 14, 10, 20), (3, 3, 17, 20, 32), (4, 4, 20, 25, 45)],
)
def test_improvised_adversaries(tier, bonus, difficulty, major, severe):
    made = BOOKS.improvised(tier, Named("x", "x"))
    assert (made.bonus.plus, made.difficulty, made.major, made.severe) == (bonus, difficulty, major, severe)
    numbers = BOOKS.guidance.adversary_tiers["2"]
    assert [str(amount) for amount in numbers.damage] == ["2d6+3", "2d12+4"]


@pytest.mark.rule("DHP-ADVSTAT-13")
def test_battle_points():
    assert battle_points(4) == 14
    group = [BOOKS.adversaries[name] for name in ("head_guard", "bladed_guard", "bladed_guard", *["giant_rat"] * 4)]
    assert cost_of(load_library(), group, 4) == 8
    solos = encounter(load_library(), [BOOKS.adversaries["bear"], *[BOOKS.adversaries["cave_ogre"]] * 2], 4, 1)
    assert (solos.budget, solos.cost, solos.adjustments) == (12, 14, {"two_or_more_solos": -2})
    weak = encounter(load_library(), [BOOKS.adversaries["giant_rat"]], 4, 2, easier=True, extra_damage=True)
    assert weak.adjustments == {"easier": -1, "extra_damage": -2, "lower_tier": 1, "no_big_types": 1}
    assert encounter(load_library(), group, 4, 1, harder=True).left == 8
    picked = suggested(load_library(), 4, 1, "head_guard", "bladed_guard")
    assert encounter(load_library(), [BOOKS.adversaries[name] for name in picked], 4, 1).left >= 0


@pytest.mark.rule("DHP-ENV-01")
def test_an_environment_gives_the_default_difficulty():
    bench = play(hero(), place="raging_river").do(Describe("ada", "wade across", "strength"))
    bench.do(RequestRoll("strength"))
    assert bench.scene.pending.difficulty == 10
    ambush = play(hero(), foe(difficulty=15), place="ambushed")
    assert difficulty_here(load_library(), ambush.state) == 15
    empty = play(hero())
    empty.no(SetPlace("moon"), "no_place")
    empty.do(SetPlace("local_tavern"))
    assert empty.scene.place.id == "local_tavern"
    empty.no(AddFoe("moon_bat"), "no_block")


@pytest.mark.rule("DHP-ENV-02")
def test_environments_adapt_to_a_tier():
    river = play(hero())
    river.no(SetPlace("raging_river", 5), "no_tier")
    river.do(SetPlace("raging_river", 3))
    assert (river.scene.place.tier, river.scene.place.difficulty) == (3, 17)
    assert difficulty_here(load_library(), river.state) == 17
    tiers = BOOKS.guidance.place_tiers
    assert [tiers[tier].difficulty for tier in "1234"] == [11, 14, 17, 20]
    assert [str(amount) for amount in tiers["3"].damage] == ["3d8+3", "3d10+1"]


# ---------------------------------------------------------------- features, one by one


def test_an_area_attack_and_what_it_breaks():
    worm = printed("acid_burrower")
    bench = play(hero(), hero("bo", **BARE), worm, turn=acting("acid_burrower"))
    bench.do(UseFeature("acid_burrower", "spit_acid"), (20, 19), (6, 1), (6, 1)).do(UseArmour("ada", False))
    assert (bench.hero().armour_marked, bench.hero().hp_marked) == (1, 1)
    assert (bench.hero("bo").hp_marked, bench.fear) == (2, 1)


def test_reaction_rolls_for_half_damage():
    demon = printed("minor_demon")
    bench = play(hero(**BARE), hero("bo", **BARE), demon, fear=1, turn=acting("minor_demon"))
    bench.do(UseFeature("minor_demon", "hellfire"), (20, 11))  # 14 magic for all
    bench.do(React("ada", "agility"), *duality(9, 8)).do(React("bo", "agility"), *duality(1, 2))
    assert (bench.hero().hp_marked, bench.hero("bo").hp_marked) == (2, 3)


def test_a_pc_who_fails_with_fear_near_a_demon_loses_hope():
    bench = play(hero(hope=2), printed("minor_demon")).do(Attack("ada", "minor_demon")).do(Roll("ada"), *duality(2, 5))
    assert bench.hero().hope == 1


def test_an_ogre_pays_to_be_spotlighted_and_sweeps():
    ogre = printed("cave_ogre")
    bench = play(hero(), hero("bo"), ogre, fear=1, turn=OPEN).do(Spotlight("cave_ogre"))
    assert bench.fear == 0
    bench.do(FoeAttack("cave_ogre", "ada,bo"), (20, 19), (10, 4))
    assert (bench.asked, bench.hero().hp_marked, bench.hero("bo").hp_marked) == ("", 1, 1)  # direct damage
    play(hero(), ogre, turn=OPEN).no(Spotlight("cave_ogre"), "no_fear")


def test_wolves_hunt_in_packs():
    wolves = (printed("dire_wolf", "w1"), printed("dire_wolf", "w2"))
    bench = play(hero(**BARE), *wolves, turn=acting("w1")).do(FoeAttack("w1", "ada"), (20, 15), (6, 2))
    assert (bench.only(DamageRolled).amount, bench.fear) == (7, 1)


def test_resistance_and_reforming():
    bench = play(hero(), printed("skeleton_warrior", hp_marked=2), foe()).do(Attack("ada", "skeleton_warrior"))
    bench.do(Roll("ada"), *duality(9, 4), (8, 6), (6, 6))
    assert bench.only(DamageTaken).amount == 4
    assert bench.only(FoeRose).rose
    assert bench.foe("skeleton_warrior").hp_marked == 0


def test_an_ooze_splits():
    bench = play(hero(), printed("green_ooze", hp_marked=2), fear=1).do(Attack("ada", "green_ooze"))
    bench.do(Roll("ada"), *duality(9, 4), (8, 1)).do(Answer(True))
    assert bench.only(FoeLeft).who == "green_ooze"
    assert len(bench.found(FoeAppeared)) == 2
    assert (bench.scene.spotlight, len(bench.scene.turn.granted), bench.fear) == ("gm", 2, 0)
    first = bench.scene.turn.granted[0]
    bench.do(Spotlight(first))
    assert bench.scene.turn.made == 0  # granted, not bought


def test_mist_halves_and_vassals_step_in():
    bench = play(hero(), printed("vampire"), fear=1).do(Attack("ada", "vampire"))
    bench.do(Roll("ada"), *duality(11, 9), (8, 7)).do(Answer(True))
    assert bench.only(DamageTaken).amount == 4
    court = play(hero(), printed("elite_soldier"), printed("head_guard")).do(Attack("ada", "head_guard"))
    court.do(Roll("ada"), *duality(11, 9), (8, 7)).do(Answer(True))
    assert (court.foe("head_guard").hp_marked, court.foe("elite_soldier").hp_marked) == (0, 1)


def test_a_hydra_loses_and_grows_heads():
    hydra = printed("hydra")
    bench = play(hero(weapons=(BOOKS.weapons["longsword"],), proficiency=3), hydra).do(Attack("ada", "hydra"))
    bench.do(Roll("ada"), *duality(11, 9), (10, 9), (10, 9), (10, 3))
    assert bench.foe("hydra").counters["heads"] == 2
    grown = play(hero(), printed("hydra", hp_marked=2, counters={"heads": 2}), fear=1, turn=acting("hydra"))
    grown.do(UseFeature("hydra", "regeneration"))
    assert (grown.foe("hydra").counters["heads"], grown.foe("hydra").hp_marked) == (4, 1)
    dazed = printed("hydra", conditions=(Condition("dazed", "hydra", "fear"),))
    play(hero(), dazed, fear=1, turn=acting("hydra")).no(UseFeature("hydra", "regeneration"), "blocked")
    assert reduced(load_library(), bench.state, dazed, 9, "magic")[0] == 0


def test_zones_catch_those_who_walk_into_them():
    squad = printed("archer_squadron", at=80)
    bench = play(hero(at=30), hero("bo"), foe(at=60), squad, turn=acting("archer_squadron"))
    bench.do(UseFeature("archer_squadron", "suppressing_fire")).do(EndTurn())
    bench.do(Attack("ada", "orc")).do(Roll("ada"), *duality(9, 4), (8, 1), (6, 2), (6, 1))
    assert bench.asked == "reaction"
    bench.do(React("ada", "agility"), *duality(9, 8))
    assert bench.asked == "armour"
    assert bench.scene.zones


def test_summoning_rallying_and_signals():
    captain = printed("pirate_captain")
    bench = play(hero(), captain, turn=acting("pirate_captain")).do(UseFeature("pirate_captain", "reinforcements"))
    assert "pirate_raiders-1" in bench.scene.foes
    again = play(hero(), printed("pirate_captain", used={"reinforcements": 1}), turn=acting("pirate_captain"))
    again.no(UseFeature("pirate_captain", "reinforcements"), "used_up")
    guards = (printed("head_guard"), printed("archer_guard", at=60), printed("bladed_guard"))
    rally = play(hero(), *guards, fear=2, turn=OPEN).do(Spotlight("head_guard"))
    assert rally.scene.countdowns["head_guard/on_my_signal"].value == 5
    rally.do(UseFeature("head_guard", "rally_guards"), (4, 1), (4, 1))
    assert set(rally.scene.turn.granted) == {"head_guard", "archer_guard", "bladed_guard"}
    from arbitro.rules.daggerheart.commands import AdvanceCountdown

    signal = rally.do(EndTurn()).do(AdvanceCountdown("head_guard/on_my_signal", 5), (20, 2), (20, 3))  # with advantage
    assert signal.scene.turn is None


@pytest.mark.rule("DHP-ADVSTAT-01")
@pytest.mark.parametrize(
    ("there", "called", "feature", "names"),
    [
        ((), "pirate_raiders", "reinforcements", ["Pirate raider band"]),
        (("pirate_raiders",), "pirate_raiders", "reinforcements", ["Pirate raider band 2"]),
        ((), "treant_sapling", "", ["Treant sapling"]),
        (("treant_sapling",), "treant_sapling", "", ["Treant sapling 2"]),
    ],
)
def test_only_those_who_have_a_namesake_are_numbered(there, called, feature, names):
    others = [printed(block) for block in there]
    captain = printed("pirate_captain")
    bench = play(hero(), captain, *others, turn=acting("pirate_captain"))
    bench.do(UseFeature("pirate_captain", feature) if feature else AddFoe(called, 10))
    assert [str(RULES.name_of(bench.state, each.who, "en")) for each in bench.found(FoeAppeared)] == names


@pytest.mark.rule("DHP-ADVSTAT-01")
def test_those_who_are_called_together_are_told_of_in_one_breath():
    bench = play(hero(), printed("monarch"), turn=acting("monarch")).do(UseFeature("monarch", "crossguard"))
    appeared = bench.found(FoeAppeared)
    assert [each.together for each in appeared] == [6, 0, 0, 0, 0, 0]
    assert [each.name.number for each in appeared] == [1, 2, 3, 4, 5, 6]
    first, second = (tell(RULES, bench.state, each, "it") for each in appeared[:2])
    assert first.startswith("Compaiono 6 ")
    assert not second


def test_conditions_that_features_impose():
    eagle = printed("giant_eagle")
    lift = play(hero(**BARE), eagle, turn=acting("giant_eagle"))
    lift.do(UseFeature("giant_eagle", "take_off", "ada"), (20, 19), (4, 1), (4, 1))
    lift.do(React("ada", "agility"), *duality(1, 2))
    assert has_condition(lift.hero(), "lifted")
    siren = printed("siren")
    song = play(hero(), siren, fear=1, turn=acting("siren")).do(UseFeature("siren", "enchanting_song"))
    song.do(React("ada", "instinct"), *duality(1, 2)).do(EndTurn())
    song.no(Attack("ada", "siren"), "cannot_act")
    assert is_exposed(load_library(), song.hero())
    scorpion = printed("giant_scorpion")
    sting = play(hero(**BARE), scorpion, fear=1, turn=acting("giant_scorpion"))
    sting.do(UseFeature("giant_scorpion", "venomous_stinger", "ada"), (20, 19), (4, 1))
    assert has_condition(sting.hero(), "poisoned")
    assert sting.fear == 1  # one paid on the hit, one gained by momentum
    missed = play(hero(), scorpion, fear=1, turn=acting("giant_scorpion"))
    missed.do(UseFeature("giant_scorpion", "venomous_stinger", "ada"), (20, 2))
    assert missed.fear == 1


def test_passives_that_change_rolls():
    rats = printed("swarm_of_rats")
    distracted = play(hero(), rats, foe("other", at=6)).do(Attack("ada", "other"))
    distracted.do(Roll("ada"), *duality(11, 9, (6, 1)), (8, 1))
    zombies = (printed("shambling_zombie", "z1"), printed("shambling_zombie", "z2"))
    play(hero(), *zombies, turn=acting("z1")).do(FoeAttack("z1", "ada"), (20, 2), (20, 3))
    archer = printed("skeleton_archer", at=60)
    sniper = play(hero(**BARE), archer, foe(), foe("two"), turn=acting("skeleton_archer"))
    sniper.do(FoeAttack("skeleton_archer", "ada"), (20, 19), (8, 3))
    assert sniper.only(DamageTaken).rolled == 8  # doubled
    flying = printed("giant_mosquitoes")
    assert difficulty_of(load_library(), flying) == 12
    fearsome = play(hero(powers=(BOOKS.powers["bolt_beacon"],), spellcast="knowledge"), printed("perfected_zombie"))
    fearsome.no(UsePower("ada", "bolt_beacon", "perfected_zombie"), "fearsome")
    tree = play(hero(), printed("oak_treant", conditions=(Condition("hidden", "oak_treant", "hidden"),)), turn=OPEN)
    tree.do(Spotlight("oak_treant"))
    assert not is_concealed(load_library(), tree.foe("oak_treant"))


def test_places_at_work():
    climb = play(hero(), fear=2).do(SetPlace("cliffside_ascent"))
    assert climb.scene.countdowns["place/the_climb"].value == 12
    climb.do(Describe("ada")).do(RequestRoll("agility")).do(Roll("ada"), *duality(9, 4))
    assert climb.scene.countdowns["place/the_climb"].value == 10
    climb.do(OpenTurn("golden_opportunity")).do(UseFeature("place", "fall", "ada"))
    assert has_condition(climb.hero(), "slipping")
    climb.do(EndTurn()).do(Shed("ada", "slipping", "agility")).do(Roll("ada"), *duality(2, 1), (12, 5))
    assert climb.only(DamageTaken).rolled == 5
    assert climb.scene.countdowns["place/the_climb"].value == 12  # two steps to climb again
    ritual = play(hero(), place="cult_ritual").do(Describe("ada")).do(RequestRoll("agility"))
    ritual.do(Roll("ada"), (10, 10), (12, 4))  # the Hope Die is a d10 there
    due = play(hero(), place="cult_ritual").do(Describe("ada")).do(RequestRoll("agility"))
    assert (
        roll_odds(load_library(), due.state, due.scene.pending)["success_hope"]
        < roll_odds(load_library(), due.state, due.scene.pending)["success_fear"]
    )
    temple = play(hero(), place="hallowed_temple").do(Describe("ada")).do(RequestRoll("agility"))
    temple.do(Roll("ada"), *duality(4, 9))
    assert temple.asked == "reroll"
    from arbitro.rules.daggerheart.commands import Reroll

    temple.do(Reroll("ada", True))
    assert (temple.scene.last.outcome, temple.hero().stress_marked) == ("success_hope", 1)
    ghosts = play(hero(), foe(), place="haunted_city")
    assert reduced(load_library(), ghosts.state, ghosts.foe(), 9, "physical")[0] == 5
    court = play(hero(), place="imperial_court").do(Describe("ada")).do(RequestRoll("presence"))
    court.do(Roll("ada"), *duality(11, 10, (6, 1)))


def _under(feature):
    """What an adversary must be under to use a feature."""
    return (Condition(feature.under, "x", "hidden"),) if feature.under else ()


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ADVSTAT-10")
@pytest.mark.parametrize("block", list(BOOKS.adversaries))
def test_every_action_of_every_adversary_can_be_used(block):
    """Each action, somewhere, by its own adversary, against a party that gives it every occasion."""
    wanted = [one.target.having for one in BOOKS.adversaries[block].features if one.target and one.target.having]
    soft = (Condition("vulnerable", "x", "scene"), *(Condition(one, block, "stated") for one in wanted))
    party = [hero(who, hope=3, conditions=soft, spellcast="instinct") for who in ("ada", "bo", "cleo")]
    kin = BOOKS.adversaries[block].kin
    friends = [printed(name, f"friend-{n}", stress_marked=1) for n, name in enumerate(_kin(kin, block))]
    for feature in BOOKS.adversaries[block].features:
        anytime = feature.when is not None and feature.when.moment == "any"
        if feature.kind == "passive" or (feature.when is not None and not anytime):
            continue
        state = play(
            *party,
            printed(block, hp_marked=int(feature.hurt), conditions=_under(feature)),
            *friends,
            fear=6,
            turn=acting(block),
        ).state
        offered = {choice.id: choice for choice in RULES.choices(state, REFEREE)}
        assert f"use_feature/{block}/{feature.id}" in offered, feature.id
        _use(state, offered[f"use_feature/{block}/{feature.id}"], feature)


def _kin(kin: str, block: str) -> list[str]:
    same = [name for name, one in BOOKS.adversaries.items() if one.kin == kin and name != block]
    return [*(same or [block])[:1] * 3, "giant_rat", "skeleton_archer"]


def _use(state: object, choice: object, feature: Feature) -> None:
    from arbitro.dice.stream import QuickDice

    for seed in range(4):
        filling = next(iter(choice.fillings()))
        answer = RULES.decide(state, RULES.command(filling), QuickDice(seed))
        assert not isinstance(answer, Refusal), answer
        used = [event for event in answer.events if isinstance(event, FeatureUsed)]
        assert used
        assert used[0].feature == feature.id
        _finish(Bench(answer.state), seed)


def _finish(bench: Bench, seed: int) -> None:
    """Let the automatic players and GM answer whatever the feature asks."""
    from arbitro.dice.stream import QuickDice

    dice = QuickDice(seed)
    for _ in range(40):
        if not bench.state.awaiting or RULES.finished(bench.state):
            return
        command = RULES.suggest(bench.state, REFEREE)
        answer = RULES.decide(bench.state, command, dice)
        assert not isinstance(answer, Refusal), answer
        bench.state = answer.state
    raise AssertionError("questions without end")


@pytest.mark.rule("DHP-ENV-01", "DH-FEAR-11")
@pytest.mark.parametrize("place", list(BOOKS.places))
def test_every_action_of_every_environment_can_be_used(place):
    from arbitro.rules.daggerheart.state import Countdown

    for feature in BOOKS.places[place].features:
        anytime = feature.when is not None and feature.when.moment == "any"
        if feature.kind == "passive" or feature.count is not None or (feature.when is not None and not anytime):
            continue
        bench = play(hero(), hero("bo"), foe(), fear=6, turn=OPEN, place=place)
        from msgspec.structs import replace

        plan = Countdown("plan", Named("p", "p"), "long_term", 8, 8)
        rung = Countdown(f"place/{feature.once_rung}", Named("r", "r"), "long_term", 8, 0)
        bench.state = replace(bench.state, projects={"plan": plan, rung.id: rung})
        offered = {choice.id: choice for choice in RULES.choices(bench.state, REFEREE)}
        assert f"use_feature/place/{feature.id}" in offered, feature.id
        _use(bench.state, offered[f"use_feature/place/{feature.id}"], feature)


def test_a_foe_that_does_nothing_is_done():
    bench = play(hero(), foe(), turn=acting()).do(FoeAct("orc"))
    assert bench.scene.turn.acting == ""
