"""Features as their stat blocks say, each at its edges: on a hit or on a wound, near or far, once or again."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, SWORD, acting, duality, foe, hero, play, printed

from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import tell
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.commands import (
    AdvanceCountdown,
    Answer,
    Attack,
    BeginRest,
    CutRest,
    Describe,
    EndRest,
    EndScene,
    EndTurn,
    EndZone,
    FoeAct,
    FoeAttack,
    Move,
    React,
    RequestRoll,
    RestMove,
    Roll,
    SetPlace,
    Shed,
    Spotlight,
    Startle,
    UseArmour,
    UseFeature,
)
from arbitro.rules.daggerheart.dice_pool import duality_sides
from arbitro.rules.daggerheart.events import AttackRolled, DamageRolled, DamageTaken, FearGained, FoeLeft
from arbitro.rules.daggerheart.state import Condition, Turn

GM_TURN = Turn("failed_action_roll", 1)
BARE = {"armour": None}


def names(one):
    return [held.name for held in one.conditions]


def acts(block, *party, fear=3, others=(), **marks):
    """A printed adversary in the spotlight, called orc."""
    return play(*(party or (hero(**BARE),)), printed(block, "orc", **marks), *others, fear=fear, turn=acting())


# ---------------------------------------------------------------- the named ones


@pytest.mark.rule("DHP-ADVSTAT-05", "DH-FEAR-04")
def test_fly_on_the_wall_pays_only_when_the_spy_gets_away():
    bench = acts("spy").do(UseFeature("orc", "fly_on_the_wall"))
    assert (bench.foe().stress_marked, bench.fear) == (1, 3)
    bench.do(FoeAct("orc", leaves=True), (4, 3))
    assert bench.fear == 6
    ignorant = acts("spy").do(FoeAct("orc", leaves=True))
    assert ignorant.fear == 3
    caught = play(hero(**BARE), printed("spy", "orc", hp_marked=3, counters={"overheard": 2}), fear=3)
    caught.do(Attack("ada", "orc")).do(Roll("ada"), *duality(11, 9), (8, 1))
    assert (caught.foe().defeated, caught.fear) == (True, 3)


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_regeneration_wants_a_wound():
    acts("hydra").no(UseFeature("orc", "regeneration"), "unhurt")
    assert "use_feature/orc/regeneration" not in {one.id for one in RULES.choices(acts("hydra").state, REFEREE)}
    healed = acts("hydra", hp_marked=1).do(UseFeature("orc", "regeneration"))
    assert (healed.foe().hp_marked, healed.foe().counters["heads"]) == (0, 5)


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-RANGE-01")
def test_feed_on_followers_bites_an_ally_in_melee_and_no_other():
    near, far = printed("vampire", "near", at=8), printed("vampire", "far", at=60)
    acts("head_vampire", others=(far,), hp_marked=2).no(UseFeature("orc", "feed_on_followers"), "no_ally")
    bench = acts("head_vampire", others=(far, near), hp_marked=2)
    bench.no(UseFeature("orc", "feed_on_followers", ally="far"), "no_ally")
    bench.do(UseFeature("orc", "feed_on_followers"))
    assert [bench.foe(who).hp_marked for who in ("orc", "near", "far")] == [1, 1, 0]
    chosen = acts("head_vampire", others=(near, printed("sellsword", "servant", at=5)), hp_marked=2)
    (choice,) = [one for one in RULES.choices(chosen.state, REFEREE) if one.id.endswith("feed_on_followers")]
    assert [pick.value for pick in choice.parameters[0].picks] == ["near", "servant"]
    chosen.do(UseFeature("orc", "feed_on_followers", ally="servant"))
    assert chosen.foe("servant").defeated


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-06")
def test_only_the_gorgons_bow_makes_people_glow():
    snakes = acts("gorgon").do(UseFeature("orc", "crown_of_serpents", "ada"), (20, 15), (10, 1), (10, 1))
    assert (names(snakes.hero()), snakes.hero().stress_marked, snakes.foe().stress_marked) == ([], 1, 1)
    bow = acts("gorgon").do(FoeAttack("orc", "ada"), (20, 15), (20, 1), (20, 1))
    assert names(bow.hero()) == ["glowing"]
    missed = acts("gorgon").do(UseFeature("orc", "crown_of_serpents", "ada"), (20, 2))
    assert missed.foe().stress_marked == 0


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_vampire_drains_those_who_mark_hit_points():
    dice = ((20, 15), *[(4, 1)] * 5)
    bench = acts("vampire", hero(hope=3, **BARE), hp_marked=2).do(UseFeature("orc", "draining_bite", "ada"), *dice)
    assert (bench.hero().hope, bench.hero().stress_marked, bench.foe().hp_marked) == (2, 1, 1)
    armoured = acts("vampire", hero(hope=3), hp_marked=2).do(UseFeature("orc", "draining_bite", "ada"), *dice)
    armoured.do(UseArmour("ada", use=True))
    assert (armoured.hero().hope, armoured.hero().stress_marked, armoured.foe().hp_marked) == (3, 0, 2)


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_not_today_at_seven_marked_however_they_were_marked():
    struck = play(hero(agility=9, **BARE), printed("arch_necromancer", "orc", hp_marked=6), fear=1)
    struck.do(Attack("ada", "orc")).do(Roll("ada"), *duality(11, 9), (8, 1))  # the 7th
    assert struck.asked == "chance"
    assert struck.do(Answer(use=True)).found(FoeLeft)
    later = play(hero(), printed("arch_necromancer", "orc", hp_marked=7, used={"your_life_is_mine": 1}), fear=1)
    assert "use_feature/orc/not_today" in {one.id for one in RULES.choices(later.state, REFEREE)}
    assert later.do(UseFeature("orc", "not_today")).found(FoeLeft)
    whole = play(hero(), printed("arch_necromancer", "orc", hp_marked=6), fear=1)
    whole.no(UseFeature("orc", "not_today"), "no_feature")
    poor = play(hero(), printed("arch_necromancer", "orc", hp_marked=7), fear=0)
    poor.no(UseFeature("orc", "not_today"), "no_fear")


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COUNT-01")
def test_your_life_is_mine_heals_by_what_the_target_marked():
    started = play(hero(agility=9, **BARE), printed("arch_necromancer", "orc", hp_marked=5, stress_marked=3))
    started.do(Attack("ada", "orc")).do(Roll("ada"), *duality(11, 9), (8, 1), (6, 1), (6, 1))
    state = started.foe()
    started.do(AdvanceCountdown("orc/your_life_is_mine", 2), (10, 9), (10, 9))  # 24: Severe
    assert started.hero().hp_marked == 3
    assert (state.hp_marked - started.foe().hp_marked) == 3


# ---------------------------------------------------------------- on a wound, by the standard attack, on the spot


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_what_needs_a_wound_needs_a_wound():
    shot = UseFeature("orc", "hobbling_shot", "ada")
    wounded = acts("archer_guard").do(shot, (20, 15), (12, 1))
    assert names(wounded.hero()) == ["hobbled"]
    spared = acts("archer_guard", hero()).do(shot, (20, 15), (12, 1)).do(UseArmour("ada", use=True))
    assert names(spared.hero()) == []


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_what_belongs_to_the_standard_attack_goes_with_no_other():
    claws = acts("bear").do(FoeAttack("orc", "ada"), (20, 15), (8, 1))
    assert claws.hero().at == -5  # thrown to Very Close
    bite = acts("bear").do(UseFeature("orc", "bite", "ada"), (20, 15), (4, 1), (4, 1), (4, 1))
    assert bite.hero().at == 0
    heavy = BOOKS.patterns["heavy_hitter"]
    strong = play(hero(**BARE), foe(feature=heavy), fear=1, turn=acting())
    assert strong.do(FoeAttack("orc", "ada"), (20, 15)).asked == "chance"


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-05")
def test_detained_until_a_roll_or_a_successful_attack():
    held = acts("bladed_guard").do(UseFeature("orc", "detain", "ada"), (20, 15)).do(EndTurn())
    assert names(held.hero()) == ["restrained"]
    held.do(Attack("ada", "orc")).do(Roll("ada"), *duality(9, 5), (8, 1))
    assert names(held.hero()) == []
    missed = acts("bladed_guard").do(UseFeature("orc", "detain", "ada"), (20, 15)).do(EndTurn())
    missed.do(Attack("ada", "orc")).do(Roll("ada"), *duality(3, 2))
    assert names(missed.hero()) == ["restrained"]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ATK-05")
def test_on_my_signal_the_archers_shoot_together():
    archers = [printed("archer_guard", who, at=60) for who in ("one", "two")]
    others = (*archers, printed("skeleton_archer", "bones", at=60), printed("archer_guard", "away", at=300))
    bench = play(hero(**BARE), hero("bea", at=-30), printed("head_guard", "orc"), *others, turn=GM_TURN)
    bench.do(Spotlight("orc")).do(EndTurn())
    volley = ((20, 15), (20, 3), (8, 4), (20, 2), (20, 14), (8, 5))  # two d20 each: advantage
    bench.do(AdvanceCountdown("orc/on_my_signal", 5), *volley)
    assert bench.only(DamageTaken).rolled == 4 + 3 + 5 + 3
    assert [event.attacker for event in bench.found(AttackRolled)] == ["one", "two"]


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_envelop_is_a_standard_attack_besides():
    bench = acts("green_ooze", hero(armour_marked=3)).do(UseFeature("orc", "envelop", "ada"), (20, 15), (6, 2))
    assert (bench.hero().hp_marked, bench.hero().stress_marked, names(bench.hero())) == (2, 2, ["enveloped"])


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_an_ooze_splits_once_three_are_marked_however_and_whenever():
    ooze = printed("green_ooze", "orc", hp_marked=3)
    later = play(hero(), ooze, fear=1).do(UseFeature("orc", "split"))
    assert {who for who, one in later.scene.foes.items() if not one.gone} == {"tiny_green_ooze-1", "tiny_green_ooze-2"}
    play(hero(), replace(ooze, hp_marked=2), fear=1).no(UseFeature("orc", "split"), "no_feature")


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_dying_strike_their_slayer_on_the_spot():
    grave = printed("skeleton_knight", "orc", hp_marked=4)
    slain = play(hero("zoe", agility=9, **BARE), hero("ada"), grave, foe("other"))
    slain.do(Attack("zoe", "orc")).do(Roll("zoe"), *duality(11, 9), (8, 1), (20, 15), (4, 1), (4, 1))
    assert [event.target for event in slain.found(AttackRolled)] == ["zoe"]
    bow = replace(SWORD, id="bow", range="far")
    shot = play(hero(weapons=(bow,), at=-20), grave, foe("other"))
    shot.do(Attack("ada", "orc")).do(Roll("ada"), *duality(11, 9), (8, 1))  # nobody within Very Close
    assert shot.foe().at == 5
    assert not shot.found(AttackRolled)


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-SPOT-05")
@pytest.mark.parametrize(
    ("block", "feature", "dice"),
    [("construct", "trample", ((20, 2),)), ("minotaur_wrecker", "charging_bull", ((20, 2),))],
)
def test_a_charge_goes_through_those_in_its_way(block, feature, dice):
    bench = acts(block, hero(at=10), hero("bea", at=30)).do(UseFeature("orc", feature), *dice)
    assert bench.foe().at == 30
    held = acts(block, hero(at=10), conditions=(Condition("restrained", "x"),))
    held.no(UseFeature("orc", feature), "held_fast")


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_a_double_strike_reaches_those_within_reach_from_where_it_is_made():
    both = acts("giant_scorpion", hero(at=10), hero("bea", at=12))
    both.do(UseFeature("orc", "double_strike", "ada,bea"), (20, 2))
    assert len(both.found(AttackRolled)) == 2
    apart = acts("giant_scorpion", hero(at=25), hero("bea", at=-20))
    apart.do(UseFeature("orc", "double_strike", "ada,bea"), (20, 2))
    assert [event.target for event in apart.found(AttackRolled)] == ["ada"]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-01")
def test_an_eagle_drops_only_whom_it_holds_itself():
    held = hero(conditions=(Condition("lifted", "mate", "source"),))
    acts("giant_eagle", held, others=(printed("giant_eagle", "mate"),)).no(
        UseFeature("orc", "deadly_drop", "ada"), "no_target"
    )
    struggling = play(replace(held, conditions=(Condition("lifted", "orc", "source", ("strength",), 14),)), foe())
    struggling.do(Shed("ada", "lifted", "strength")).do(Roll("ada"), *duality(11, 9))
    assert names(struggling.hero()) == []


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-STRESS-01")
def test_clearing_a_stress_ends_the_chill():
    cold = hero(conditions=(Condition("chilled", "orc", "rest"),), stress_marked=2)
    bench = play(cold, in_danger=False).do(BeginRest("short")).do(RestMove("ada", "clear_stress"), (4, 1))
    assert names(bench.hero()) == []
    assert names(play(cold).hero()) == ["chilled"]


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_sirens_raise_each_others_song():
    mates = (printed("siren", "two"), printed("siren", "tired", stress_marked=3), printed("siren", "far", at=90))
    song = acts("siren", hero(), others=mates).do(UseFeature("orc", "enchanting_song", ally="two"))
    assert (song.scene.agenda[0].difficulty, song.foe("two").stress_marked) == (15, 1)
    for who in ("tired", "far", "orc"):
        acts("siren", hero(), others=mates).no(UseFeature("orc", "enchanting_song", ally=who), "no_ally")


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_sirens_bite_is_worse_for_those_under_her_own_spell():
    for source, sides in (("orc", 10), ("mate", 6)):
        held = hero(conditions=(Condition("entranced", source, "calmed"),), **BARE)
        bench = acts("siren", held, others=(printed("siren", "mate"),))
        bench.do(FoeAttack("orc", "ada"), (20, 15), (20, 2), (sides, 1), (sides, 1))
        assert bench.only(DamageRolled).dice[0].sides == sides


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_an_immovable_object_is_moved_two_ranges_less():
    whip = replace(SWORD, push=True)
    rock = printed("greater_earth_elemental", "orc")
    bench = play(hero(weapons=(whip,)), rock, foe("two")).do(Startle("ada"))
    assert (bench.foe().at, bench.foe("two").at) == (5, 15)
    hook = replace(SWORD, range="far", pull=True)
    pulled = play(hero(agility=9, weapons=(hook,)), replace(rock, at=90)).do(Attack("ada", "orc"))
    pulled.do(Roll("ada"), *duality(11, 9), (8, 1))
    assert 10 < pulled.foe().at <= 30  # from Far to Close, not into Melee


@pytest.mark.rule("DH-FEAR-10")
def test_a_sentence_on_the_party_costs_a_fear_for_each():
    court = acts("monarch", hero(), hero("bea"), fear=2).do(UseFeature("orc", "execute_them", "ada"))
    assert court.fear == 0
    acts("monarch", hero(), hero("bea"), fear=1).no(UseFeature("orc", "execute_them", "ada"), "no_fear")
    six = acts("monarch").do(UseFeature("orc", "crossguard", summon="treant_sapling"))
    assert len(six.scene.foes) == 7


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_a_merchant_remembers_a_failed_haggle():
    bench = play(hero(), printed("merchant", "orc"), printed("merchant", "two"))
    ask = Describe("ada", "a better price", "presence", "orc")
    bench.do(ask).do(RequestRoll("presence", 20)).do(Roll("ada"), *duality(9, 8))
    bench.state = replace(bench.state, scene=replace(bench.scene, turn=None, spotlight="players"))
    bench.do(ask).do(RequestRoll("presence", 10)).do(Roll("ada"), *duality(9, 8, (6, 2)))
    other = Describe("ada", "a better price", "presence", "two")
    bench.do(other).do(RequestRoll("presence", 10)).do(Roll("ada"), *duality(9, 8))


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_stepping_into_melee_is_not_staying_there():
    count = printed("head_vampire", "orc", at=5)
    stays = play(hero(at=0), count, in_danger=False).do(Move("ada", 2))
    assert stays.asked == ""
    steps = play(hero(at=-20), count, in_danger=False).do(Move("ada", 0))
    assert steps.asked == "reaction"


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_whoever_takes_a_blow_for_another_steps_up():
    soldier = printed("elite_soldier", "guard", at=14)
    bench = play(hero(agility=9), printed("head_guard", "orc", at=5), soldier).do(Attack("ada", "orc"))
    bench.do(Roll("ada"), *duality(11, 9), (8, 1)).do(Answer(use=True))
    assert (bench.foe("guard").hp_marked, bench.foe("guard").at) == (1, 10)


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_thrown_clear_of_an_eruption():
    wizard = acts("war_wizard", hero(at=40, **BARE)).do(UseFeature("orc", "eruption", "ada"), (10, 1), (10, 1))
    wizard.do(React("ada", "agility"), *duality(3, 2))
    assert wizard.hero().at == 55


# ---------------------------------------------------------------- places


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_acid_stays_on_the_ground():
    burrower = printed("acid_burrower", "orc", at=30)
    bench = play(hero(agility=9, weapons=(replace(SWORD, range="far", plus=15),), at=-10), burrower)
    bench.do(Attack("ada", "orc")).do(Roll("ada"), *duality(11, 9), (8, 1))
    (zone,) = bench.scene.zones
    assert (zone.at, zone.within, zone.lasting) == (30, "very_close", True)
    walk = play(hero(**BARE), replace(burrower, at=200), zones=(zone,), in_danger=False)
    through = walk.do(Move("ada", 60), (6, 3))  # straight across it
    assert through.hero().hp_marked == 3
    walk.do(EndZone("orc", "acid_bath")).do(Move("ada", 0))
    walk.no(EndZone("orc", "acid_bath"), "no_zone")


@pytest.mark.rule("DHP-ENV-01")
def test_a_bar_fight_hurts_those_who_cross_the_room():
    bench = play(hero(**BARE), place="local_tavern", turn=GM_TURN, fear=1, in_danger=False)
    bench.do(UseFeature("place", "bar_fight")).do(EndTurn())
    assert bench.asked == ""
    bench.do(Move("ada", 20)).do(React("ada", "presence"), *duality(3, 2), (6, 1))
    assert bench.hero().hp_marked == 3
    still = {one.id for one in RULES.choices(bench.state, REFEREE)}
    assert "end_zone/place/bar_fight" in still


@pytest.mark.rule("DHP-ENV-01", "DHP-COND-06")
def test_a_fall_from_the_cliff_is_as_deep_as_the_climb_was_high():
    def falls(left, *dice):
        bench = play(hero(**BARE), fear=2).do(SetPlace("cliffside_ascent"))
        bench.do(AdvanceCountdown("place/the_climb", 12 - left)) if left < 12 else None
        bench.state = replace(bench.state, scene=replace(bench.scene, turn=GM_TURN, spotlight="gm"))
        bench.do(UseFeature("place", "fall", "ada")).do(EndTurn())
        bench.do(Describe("ada", "", "agility")).do(RequestRoll("agility")).do(Roll("ada"), *duality(3, 2), *dice)
        return bench.only(DamageTaken).rolled, bench.scene.countdowns["place/the_climb"].value

    assert falls(8, (12, 5)) == (5, 10)
    assert falls(5, (12, 5), (12, 4)) == (9, 7)
    assert falls(3, (12, 5), (12, 4), (12, 1)) == (10, 5)


@pytest.mark.rule("DHP-ENV-01", "DHP-COUNT-02")
def test_desecrated_ground_can_be_cleansed():
    bench = play(hero()).do(SetPlace("cult_ritual"))
    assert duality_sides(BOOKS, bench.state, bench.state.party["ada"])[0] == 10
    bench.do(AdvanceCountdown("place/desecrated_ground", 6))
    assert duality_sides(BOOKS, bench.state, bench.state.party["ada"])[0] == 12


@pytest.mark.rule("DHP-ENV-01", "DHP-COUNT-01")
def test_the_summoning_dies_with_its_leader():
    leader = printed("head_guard", "orc", hp_marked=6, at=40)
    bench = play(hero(agility=9, at=35), leader, foe("two")).do(SetPlace("cult_ritual"))
    bench.do(Attack("ada", "orc")).do(Roll("ada"), (10, 9), (12, 8), (8, 1))
    assert "place/the_summoning" not in bench.scene.countdowns
    servant = play(hero(agility=9), foe(hp_marked=4), foe("two")).do(SetPlace("cult_ritual"))
    servant.do(Attack("ada", "orc")).do(Roll("ada"), (10, 9), (12, 8), (8, 1))
    assert "place/the_summoning" in servant.scene.countdowns  # nobody led it
    comes = play(hero(), printed("head_guard", "orc", at=40)).do(SetPlace("cult_ritual"))
    comes.do(AdvanceCountdown("place/the_summoning", 6))
    assert comes.foe("minor_demon-1").at == 50  # Very Close to the leader


@pytest.mark.rule("DHP-ENV-01", "DH-FEAR-11")
def test_stray_shots_follow_an_adversarys_defeat():
    siege = play(hero(agility=9), hero("bea", at=8), foe(hp_marked=4), foe("two"), place="castle_siege", fear=1)
    siege.do(Attack("ada", "orc")).do(Roll("ada"), *duality(11, 9), (8, 1))
    assert siege.asked == "chance"
    siege.do(Answer(use=True))
    assert siege.asked == "reaction"
    rats = play(hero(), printed("giant_rat", "orc"), foe("two"), place="castle_siege", fear=1)
    rats.do(Attack("ada", "orc")).do(Roll("ada"), *duality(11, 9), (8, 1))
    assert rats.asked == "chance"


@pytest.mark.rule("DHP-ENV-01", "DHP-REST-03")
def test_a_place_of_healing_heals_whoever_rests_there_to_the_end():
    def temple(*people):
        return play(*people, place="hallowed_temple", in_danger=False).do(BeginRest("short"))

    rested = temple(hero(hp_marked=4), hero("bea", hp_marked=6, status="unconscious")).do(EndRest(), (4, 1))
    assert (rested.hero().hp_marked, rested.hero("bea").status) == (0, "up")
    assert temple(hero(hp_marked=4)).do(CutRest()).hero().hp_marked == 4


@pytest.mark.rule("DHP-COND-01", "DHP-COND-05", "DHP-COND-06")
@pytest.mark.parametrize("until", ["temporary", "stated", "scene", "source", "act", "fear", "calmed", "hidden"])
def test_what_the_scene_caused_stays_behind_with_it(until):
    bench = play(hero(conditions=(Condition("vulnerable", "orc", until),)), foe()).do(EndScene())
    assert bench.hero().conditions == ()


@pytest.mark.rule("DHP-COND-06")
@pytest.mark.parametrize("until", ["rest", "healed", "hope"])
def test_what_a_rest_a_cure_or_a_roll_ends_goes_along(until):
    bench = play(hero(conditions=(Condition("vulnerable", "orc", until),)), foe()).do(EndScene())
    assert names(bench.hero()) == ["vulnerable"]


def test_fear_is_gained_at_the_breach():
    siege = play(hero(), place="castle_siege", turn=GM_TURN).do(UseFeature("place", "siege_weapons"))
    assert siege.scene.countdowns["place/siege_weapons"].value == 6
    assert siege.do(AdvanceCountdown("place/siege_weapons", 6)).only(FearGained).amount == 2


@pytest.mark.rule("DHP-RANGE-03", "DHP-ADVSTAT-05")
def test_nobody_walks_up_to_a_shield_wall_in_passing():
    guard = printed("bladed_guard", "guard", at=30)
    bench = play(hero(), guard, foe(at=34))
    bench.no(Attack("ada", "guard"), "shield_wall")
    bench.no(Attack("ada", "orc"), "shield_wall")  # who stands behind it
    inside = play(hero(at=22), guard).do(Attack("ada", "guard"))
    assert inside.asked == "roll"
    archer = play(hero(weapons=(replace(SWORD, range="far"),)), guard).do(Attack("ada", "guard"))
    assert archer.asked == "roll"


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_a_charging_bull_throws_people_into_the_open_or_against_something():
    charge = UseFeature("orc", "charging_bull")
    plain = acts("minotaur_wrecker", hero(at=10, **BARE)).do(charge, (20, 15), (6, 1), (6, 1))
    assert (plain.only(DamageTaken).rolled, plain.hero().at > 100) == (10, True)
    wall = acts("minotaur_wrecker", hero(at=10, **BARE))
    wall.do(replace(charge, summon="impact"), (20, 15), (6, 1), (6, 1), (6, 4))
    assert wall.only(DamageTaken).rolled == 14
    (choice,) = [
        one
        for one in RULES.choices(acts("minotaur_wrecker").state, REFEREE)
        if one.id == "use_feature/orc/charging_bull"
    ]
    assert [pick.value for pick in choice.parameters[0].picks] == ["open", "impact"]


# ---------------------------------------------------------------- what everybody sees


def lines_seen(bench, language="en"):
    """What a player is told of the last command."""
    seat = Seat("ada", "player", ("ada",))
    shown = [shown_to(RULES, bench.state, event, seat) for event in bench.events]
    return [tell(RULES, bench.state, event, language) for event in shown if event is not None]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ADVSTAT-09")
def test_everybody_sees_how_many_heads_a_hydra_has():
    strong = hero(agility=9, weapons=(replace(SWORD, plus=40),))
    bench = play(strong, printed("hydra", "orc")).do(Attack("ada", "orc"))
    bench.do(Roll("ada"), *duality(11, 9), (8, 2))
    assert "The hydra now has 2 heads." in lines_seen(bench)
    bench = play(hero(), printed("hydra", "orc", hp_marked=2, counters={"heads": 2}), fear=1, turn=acting())
    bench.do(UseFeature("orc", "regeneration"))
    assert "L'idra ora ha 4 teste." in lines_seen(bench, "it")
    whole = play(hero(), printed("hydra", "orc", hp_marked=2, counters={"heads": 5}), fear=1, turn=acting())
    whole.do(UseFeature("orc", "regeneration"))
    assert whole.found(e.CounterChanged) == []


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_everybody_sees_a_warding_sphere_go_and_come_back():
    wizard = printed("war_wizard", "orc", counters={"sphere": 0})
    bench = play(hero(), wizard, turn=acting()).do(UseFeature("orc", "refresh_warding_sphere"))
    assert any("is whole again" in line for line in lines_seen(bench))


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_ground_that_is_safe_again_is_told():
    archers = printed("archer_squadron", "orc")
    bench = play(hero(), archers, turn=acting()).do(UseFeature("orc", "suppressing_fire", "ada"))
    bench.do(EndZone("orc", "suppressing_fire"))
    assert lines_seen(bench) == ["“Suppressing Fire”: the ground there is safe again."]
