"""What single stat blocks do that no recurrent feature does, each with fixed dice."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, SWORD, acting, duality, foe, hero, play, printed

from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.conditions import impose
from arbitro.rules.daggerheart.dice_pool import advantage_sources, duality_sides, roll_odds
from arbitro.rules.daggerheart.play import begin
from arbitro.rules.daggerheart.state import Condition, Request, Thing

HOPE, FEAR = duality(12, 2), duality(2, 12)


def held(name, source, until="stated", **more):
    return Condition(name, source, until, **more)


def tried(bench, trait="agility", *, dice=HOPE, against="", difficulty=5):
    """A plain action roll of Ada's."""
    bench.do(c.Describe("ada", "", trait, against)).do(c.RequestRoll(trait, 0 if against else difficulty))
    return bench.do(c.Roll("ada"), *dice)


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-DUAL-03", "DHP-DUAL-04")
def test_the_hexers_curse_turns_hope_into_fear_for_a_stress():
    bench = play(hero(conditions=(held("cursed", "jagged_knife_hexer"),)), printed("jagged_knife_hexer"))
    tried(bench)
    assert bench.state.awaiting[0].values["feature"] == "@jagged_knife_hexer/curse_takes_hold"
    bench.do(c.Answer(use=True))
    assert bench.only(e.RollClosed).outcome == "success_fear"
    assert bench.found(e.FearGained)
    spared = play(hero(conditions=(held("cursed", "jagged_knife_hexer"),)), printed("jagged_knife_hexer"))
    tried(spared).do(c.Answer(use=False))
    assert spared.only(e.RollClosed).outcome == "success_hope"
    free = tried(play(hero(), printed("jagged_knife_hexer")))
    assert not free.state.awaiting


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_harrier_keeps_its_distance_after_an_attack_if_the_gm_likes():
    bench = play(hero(evasion=30), printed("harrier", at=5), turn=acting("harrier"))
    bench.do(c.FoeAttack("harrier", "ada"), (20, 2))
    assert bench.state.awaiting[0].kind == "chance"
    bench.do(c.Answer(use=True))
    assert bench.foe("harrier").at == 105


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_from_above_the_bandit_deals_other_damage_where_the_gm_says_so():
    for above, sides in ((True, 10), (False, 8)):
        bench = play(hero(evasion=0), printed("jagged_knife_bandit"), turn=acting("jagged_knife_bandit"))
        bench.do(c.FoeAttack("jagged_knife_bandit", "ada"), (20, 12))
        bench.do(c.Answer(use=above), (sides, 4))
        assert bench.only(e.DamageRolled).dice[0].sides == sides


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-GEN-01", "DHP-EVA-01")
def test_the_flickerflies_halve_evasion():
    adult = play(hero(evasion=40), printed("adult_flickerfly"), turn=acting("adult_flickerfly"))
    adult.do(c.FoeAttack("adult_flickerfly", "ada"), (20, 2))
    assert adult.only(e.AttackRolled).check.needed == 20
    for face, needed in ((4, 7), (3, 13)):
        bench = play(hero(evasion=13), printed("juvenile_flickerfly"), turn=acting("juvenile_flickerfly"))
        bench.do(c.FoeAttack("juvenile_flickerfly", "ada"), (6, face), (20, 2))
        assert bench.only(e.AttackRolled).check.needed == needed


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-DMG-04")
def test_dice_take_damage_off_the_fallen_warlord():
    armed = hero(agility=20, weapons=(replace(SWORD, die=12, plus=40),))
    name = "fallen_warlord_realm_breaker"
    bench = play(armed, printed(name)).do(c.Attack("ada", name))
    bench.do(c.Roll("ada"), *HOPE, (12, 6), (10, 7), (10, 8))
    taken = bench.only(e.DamageTaken)
    assert (taken.rolled, taken.amount) == (46, 31)
    assert sum(part.amount for part in taken.modifiers) == -15


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-DMG-01")
def test_the_patchwork_hulk_breaks_more_under_major_damage_and_strikes_all_in_reach():
    armed = hero(agility=20, weapons=(replace(SWORD, plus=9),))
    bench = play(armed, printed("patchwork_zombie_hulk")).do(c.Attack("ada", "patchwork_zombie_hulk"))
    bench.do(c.Roll("ada"), *HOPE, (8, 1))
    assert bench.only(e.DamageTaken).severity == 2
    assert bench.only(e.HitPointsMarked).amount == 3
    many = play(
        hero(evasion=30), hero("bo", evasion=30), printed("patchwork_zombie_hulk"), turn=acting("patchwork_zombie_hulk")
    )
    many.do(c.FoeAttack("patchwork_zombie_hulk", "ada,bo"), (20, 2))
    assert len(many.found(e.AttackRolled)) == 2


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_whoever_the_kneebreaker_holds_takes_double_from_the_others():
    grip = (held("restrained", "jagged_knife_kneebreaker"),)
    for source, whole in ((grip, 14), ((), 7)):
        bench = play(hero(evasion=0, conditions=source), foe(), printed("jagged_knife_kneebreaker"), turn=acting())
        bench.do(c.FoeAttack("orc", "ada"), (20, 12), (8, 6))
        assert bench.only(e.DamageTaken).rolled == whole


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_master_assassin_deals_severe_damage_to_the_vulnerable_for_a_fear():
    soft = (held("vulnerable", "x", "scene"),)
    bench = play(
        hero(evasion=0, armour=None, conditions=soft),
        printed("master_assassin"),
        turn=acting("master_assassin"),
        fear=2,
    )
    bench.do(c.FoeAttack("master_assassin", "ada"), (20, 12), (20, 3))
    assert bench.state.awaiting[0].values["feature"] == "@master_assassin/the_subtle_blade"
    bench.do(c.Answer(use=True))
    assert bench.only(e.HitPointsMarked).amount == 3
    plain = play(hero(evasion=0), printed("master_assassin"), turn=acting("master_assassin"), fear=2)
    plain.do(c.FoeAttack("master_assassin", "ada"), (20, 12), *[(one.sides, 1) for one in _dice("master_assassin")])
    assert not any(question.kind == "chance" for question in plain.state.awaiting)


def _dice(name):
    return [one for one in BOOKS.adversaries[name].attack.damage for _ in range(one.count)]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ATK-05")
def test_the_battle_box_rolls_for_what_it_does():
    bench = play(hero(finesse=-5), printed("battle_box"), turn=acting("battle_box"), fear=2)
    bench.do(c.UseFeature("battle_box", "randomized_tactics"), (6, 4))
    assert [event.feature for event in bench.found(e.FeatureUsed)][-1] == "shocking_gas"
    assert bench.state.awaiting[0].kind == "reaction"
    assert bench.foe("battle_box").stress_marked == 1


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_chaos_skull_drinks_stress_from_casters_alone():
    bench = play(hero(evasion=0), printed("chaos_skull", stress_marked=3), turn=acting("chaos_skull"), fear=2)
    bench.no(c.UseFeature("chaos_skull", "siphon_magic", "ada"), "no_target")
    bench = play(
        hero(evasion=0, spellcast="knowledge"),
        printed("chaos_skull", stress_marked=3),
        turn=acting("chaos_skull"),
        fear=2,
    )
    bench.do(c.UseFeature("chaos_skull", "siphon_magic", "ada"), (20, 12), (4, 3))
    assert (bench.hero().stress_marked, bench.foe("chaos_skull").stress_marked) == (3, 0)
    running = begin(RULES.rules, bench.state, None)
    impose(running, "chaos_skull", held("restrained", "ada"))
    assert not running.state.scene.foes["chaos_skull"].conditions


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-HOPE-02")
@pytest.mark.parametrize(("hope", "left", "stress"), [(2, 1, 0), (0, 0, 2)])
def test_the_howl_of_the_hounds_takes_hope_or_stress(hope, left, stress):
    bench = play(hero(hope=hope), printed("demonic_hound_pack"), turn=acting("demonic_hound_pack"))
    bench.do(c.UseFeature("demonic_hound_pack", "dreadhowl"))
    assert (bench.hero().hope, bench.hero().stress_marked) == (left, stress)


@pytest.mark.rule("DHP-ENV-01", "DH-FEAR-04")
@pytest.mark.parametrize(("hope", "fear"), [(1, 1), (2, 0)])
def test_the_last_hope_lost_in_the_chaos_realm_is_fear_gained(hope, fear):
    bench = tried(play(hero(hope=hope), place="chaos_realm"), dice=FEAR)
    before = bench.state.fear.held
    assert bench.state.awaiting[0].values["feature"] == "@place/disorienting_reality"
    bench.do(c.Answer(use=True))
    assert bench.state.fear.held - before == fear


@pytest.mark.rule("DHP-ADVSTAT-05")
@pytest.mark.parametrize(("dice", "stress", "soft"), [(duality(2, 1), 2, True), (duality(9, 8), 1, False)])
def test_the_courtesans_glance(dice, stress, soft):
    bench = play(hero(), printed("courtesan"))
    tried(bench, "presence", dice=dice, difficulty=10)
    bench.do(c.Answer(use=True))
    assert bench.hero().stress_marked == stress
    assert any(one.name == "vulnerable" for one in bench.hero().conditions) == soft
    other = tried(play(hero(), printed("courtesan")), "agility")
    assert not any(question.kind == "chance" for question in other.state.awaiting)


@pytest.mark.rule("DHP-ADVSTAT-05")
@pytest.mark.parametrize(("dice", "stress"), [(duality(8, 7), 1), (duality(9, 8), 0)])
def test_a_low_roll_against_the_royal_advisor_costs_a_stress(dice, stress):
    bench = tried(play(hero(), printed("royal_advisor")), "knowledge", dice=dice, against="royal_advisor")
    assert bench.hero().stress_marked == stress


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COUNT-01")
def test_the_secret_keepers_ritual_drinks_its_wounds_and_its_allies_feed_fear():
    bench = play(
        hero(agility=20, weapons=(replace(SWORD, plus=9),)),
        printed("secret_keeper"),
        printed("cult_initiate"),
        fear=2,
        turn=acting(""),
    )
    bench.do(c.Spotlight("cult_initiate"))
    assert bench.state.awaiting[0].values["feature"] == "@secret_keeper/our_masters_will"
    bench.do(c.Answer(use=True))
    assert bench.foe("secret_keeper").stress_marked == 1
    bench.do(c.FoeAct("cult_initiate", "waits")).do(c.Spotlight("secret_keeper"))
    bench.do(c.FoeAct("secret_keeper", "chants")).do(c.EndTurn())
    assert bench.state.projects["secret_keeper/summoning_ritual"].value == 6
    bench.do(c.Attack("ada", "secret_keeper")).do(c.Roll("ada"), *HOPE, (8, 8))
    lost = bench.only(e.HitPointsMarked).amount
    assert lost
    assert bench.state.projects["secret_keeper/summoning_ritual"].value == 6 - lost


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_spectral_archer_picks_one_in_a_crowd():
    alone = play(
        hero(),
        hero("bo", at=60),
        hero("cleo", at=60),
        printed("spectral_archer"),
        turn=acting("spectral_archer"),
        fear=2,
    )
    alone.no(c.UseFeature("spectral_archer", "pick_your_target", "ada"), "no_target")
    crowd = play(hero(), hero("bo"), hero("cleo"), printed("spectral_archer"), turn=acting("spectral_archer"), fear=2)
    crowd.do(c.UseFeature("spectral_archer", "pick_your_target", "ada"), (20, 1))


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_spectral_captain_calls_its_fallen_back():
    fallen = [printed("spectral_guardian", f"g{n}", defeated=True, hp_marked=4) for n in (1, 2, 3)]
    bench = play(hero(), printed("spectral_captain"), *fallen, turn=acting("spectral_captain"), fear=2)
    bench.do(c.UseFeature("spectral_captain", "unending_battle"), (4, 1))
    back = [one for one in bench.scene.foes.values() if one.block.id == "spectral_guardian" and not one.defeated]
    assert [one.hp_marked for one in back] == [0, 0]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-02", "DHP-ATK-04")
def test_the_stonewraith_strikes_out_of_the_stone():
    bench = play(hero(agility=-5, instinct=-5), printed("stonewraith"), turn=acting("stonewraith"))
    bench.no(c.UseFeature("stonewraith", "rocky_ambush", "ada"), "not_under")
    bench.do(c.UseFeature("stonewraith", "stonestrider"))
    assert bench.foe("stonewraith").conditions[0].name == "in_stone"
    bench = play(
        hero(), printed("stonewraith", conditions=bench.foe("stonewraith").conditions), turn=acting("stonewraith")
    )
    bench.do(c.UseFeature("stonewraith", "rocky_ambush", "ada"))
    assert not bench.foe("stonewraith").conditions


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COUNT-02")
def test_the_stonewraiths_roar_leaves_rubble_to_clear():
    bench = play(hero(), printed("stonewraith"), turn=acting("stonewraith"), fear=2)
    bench.do(c.UseFeature("stonewraith", "avalanche_roar"))
    countdown = bench.scene.countdowns["stonewraith/avalanche_roar"]
    assert (countdown.kind, countdown.value) == ("progress", 8)
    assert bench.state.awaiting[0].kind == "reaction"


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-DUAL-02", "DHP-DUAL-08")
def test_despair_and_wrath_change_the_duality_dice_of_those_near():
    bench = play(hero(), printed("demon_of_despair"), turn=acting("demon_of_despair"), fear=2)
    bench.do(c.UseFeature("demon_of_despair", "your_struggle_is_pointless"))
    assert duality_sides(BOOKS, bench.state, bench.hero())[:2] == (8, 12)
    request = Request("ada", "action", "agility", 10)
    assert sum(roll_odds(BOOKS, bench.state, request).values()) == 1
    bench.do(c.EndTurn())
    tried(bench, dice=((8, 8), (12, 2)))
    assert duality_sides(BOOKS, bench.state, bench.hero())[:2] == (12, 12), "a success with Hope ends it"
    wrath = play(hero(), printed("demon_of_wrath"), turn=acting("demon_of_wrath"), fear=2)
    wrath.do(c.UseFeature("demon_of_wrath", "battle_lust"))
    assert duality_sides(BOOKS, wrath.state, wrath.hero())[:2] == (12, 20)


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_despair_takes_hope_from_the_friends_of_whoever_fails():
    bench = play(hero(), hero("bo"), printed("demon_of_despair"))
    tried(bench, dice=duality(1, 2), difficulty=20)
    bench.do(c.Answer(use=True))
    assert (bench.state.party["ada"].hope, bench.state.party["bo"].hope) == (2, 1)


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_dryad_feeds_on_the_fall_of_an_ally():
    strong = hero(agility=20, weapons=(replace(SWORD, plus=9),))
    bench = play(strong, printed("dryad", hp_marked=3, stress_marked=2), printed("minor_treant"), fear=2)
    bench.do(c.Attack("ada", "minor_treant")).do(c.Roll("ada"), *HOPE, (8, 1))
    assert not bench.state.awaiting, "Minions fall without a moment of their own to react to"
    bench = play(strong, printed("dryad", hp_marked=3, stress_marked=2), foe(hp_marked=4), fear=2)
    bench.do(c.Attack("ada", "orc")).do(c.Roll("ada"), *HOPE, (8, 1))
    assert bench.state.awaiting[0].values["feature"] == "@dryad/we_are_all_one"
    bench.do(c.Answer(use=True))
    assert (bench.foe("dryad").hp_marked, bench.foe("dryad").stress_marked) == (1, 0)


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-DMG-03")
def test_the_blade_of_the_forest_adds_each_targets_own_threshold():
    bench = play(hero(evasion=0), printed("stag_knight"), turn=acting("stag_knight"), fear=2)
    bench.do(c.UseFeature("stag_knight", "blade_of_the_forest"), (20, 12), (4, 1), (4, 1), (4, 1))
    taken = bench.only(e.DamageTaken)
    assert taken.rolled == 3 + 7


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_a_jet_that_misses_still_costs_a_stress():
    bench = play(hero(evasion=30), printed("greater_water_elemental"), turn=acting("greater_water_elemental"))
    bench.do(c.UseFeature("greater_water_elemental", "water_jet", "ada"), (20, 2))
    assert bench.hero().stress_marked == 1


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-06", "DHP-ADV-03")
def test_the_taunted_and_the_boxed_in_are_hampered_by_whoever_did_it():
    taunted = hero(conditions=(held("taunted", "weaponmaster"),))
    bench = play(taunted, printed("weaponmaster"), foe())
    for target, hampered in (("orc", True), ("weaponmaster", False)):
        request = Request("ada", "attack", "agility", 12, targets=(target,), against=target, means="sword")
        assert bool(advantage_sources(BOOKS, bench.state, taunted, request)[1]) == hampered
    boxed = hero(conditions=(held("boxed_in", "vault_guardian_sentinel"),))
    for at, hampered in ((5, True), (40, False)):
        bench = play(boxed, printed("vault_guardian_sentinel", at=at), foe())
        request = Request("ada", "attack", "agility", 12, targets=("orc",), against="orc", means="sword")
        assert bool(advantage_sources(BOOKS, bench.state, boxed, request)[1]) == hampered


@pytest.mark.rule("DHP-COND-06")
def test_whoever_burns_pays_with_each_action_roll():
    bench = play(hero(conditions=(held("ignited", "red_ooze"),)), printed("red_ooze"))
    tried(bench, dice=(*HOPE, (4, 3)))
    assert bench.only(e.DamageRolled).kind == "magic"
    assert bench.state.awaiting[0].kind == "armour"


@pytest.mark.rule("DHP-ADVSTAT-05", "DH-FEAR-04")
def test_cracked_scales_give_a_fear_for_each_die_that_shows_enough():
    strong = hero(agility=20, weapons=(replace(SWORD, die=12, plus=60),))
    name = "volcanic_dragon_molten_scourge"
    bench = play(strong, printed(name)).do(c.Attack("ada", name))
    bench.do(c.Roll("ada"), *HOPE, (12, 1), (6, 4), (6, 3), (6, 6), (10, 1), (10, 1))
    assert sum(event.amount for event in bench.found(e.FearGained)) == 2


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_shattering_strike_takes_as_much_hope_as_hit_points():
    name = "fallen_warlord_undefeated_champion"
    bench = play(hero(evasion=0, armour=None, hope=5), printed(name), turn=acting(name))
    dice = [(one.sides, one.sides) for one in _dice(name)]
    bench.do(c.UseFeature(name, "shattering_strike"), (20, 12), *dice)
    assert bench.found(e.HopeChanged)[0].by == -bench.only(e.HitPointsMarked).amount


@pytest.mark.rule("DHP-COND-06")
def test_the_turrets_mark_goes_when_its_target_hides():
    bench = play(
        hero(conditions=(held("marked", "vault_guardian_turret", "source"),)), printed("vault_guardian_turret")
    )
    running = begin(RULES.rules, bench.state, None)
    impose(running, "ada", held("hidden", "ada", "hidden"))
    assert [one.name for one in running.state.party["ada"].conditions] == ["hidden"]


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_beastmasters_animal_acts_with_it():
    bench = play(hero(), printed("giant_beastmaster"), printed("bear"), printed("cave_ogre"), turn=acting(""), fear=1)
    bench.do(c.Spotlight("giant_beastmaster"))
    assert bench.scene.turn.granted == ("bear",)


@pytest.mark.rule("DHP-ENV-01", "DHP-RANGE-03")
def test_in_a_sea_of_steel_nobody_gets_far_and_leaving_melee_costs_a_stress():
    bench = play(hero(), printed("bear", at=5), place="pitched_battle")
    bench.no(c.Move("ada", 45), "too_far")
    assert bench.do(c.Move("ada", -20)).hero().stress_marked == 1
    far = play(hero(), printed("bear", at=80), place="pitched_battle").do(c.Move("ada", -20))
    assert far.hero().stress_marked == 0


@pytest.mark.rule("DHP-ENV-01", "DHP-HOPE-06")
@pytest.mark.parametrize(("place", "left"), [("necromancers_ossuary", 1), ("hallowed_temple", 2)])
def test_healing_among_the_dead_costs_a_hope_more(place, left):
    potion = (Thing(BOOKS.things["minor_health_potion"]),)
    bench = play(hero(hope=2, hp_marked=3, things=potion), printed("bear", at=80), place=place)
    bench.do(c.UsePower("ada", "minor_health_potion"), (4, 2))
    assert (bench.hero().hope, bench.hero().hp_marked) == (left, 1)
