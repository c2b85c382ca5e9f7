"""Features of adversaries and environments that used to be told only: Stress for Fear, tokens, gold, ground, undead."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, SWORD, Bench, acting, duality, hero, play, printed

from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart import automatic_gm
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.agenda import run
from arbitro.rules.daggerheart.entries import AdversaryEntry, PlaceEntry
from arbitro.rules.daggerheart.feature_plays import plays_of
from arbitro.rules.daggerheart.feature_words import Take
from arbitro.rules.daggerheart.numbers import gold_of
from arbitro.rules.daggerheart.play import begin
from arbitro.rules.daggerheart.state import Apply, Condition, Countdown, Thing, Turn
from arbitro.rules.daggerheart.words import Named

SPENT = Turn("failed_action_roll", 0)
"""A GM turn whose free move is gone."""


def offered(bench: Bench) -> set[str]:
    return {choice.id for choice in RULES.choices(bench.state, REFEREE)}


# ---------------------------------------------------------------- Stress in the place of Fear


@pytest.mark.rule("DH-FEAR-09", "DHP-ADVSTAT-03", "DHP-ADVSTAT-05")
@pytest.mark.parametrize("block", ["failed_experiment", "volcanic_dragon_ashen_tyrant"])
def test_a_stress_of_its_own_is_paid_for_its_spotlight_in_the_place_of_fear(block):
    bench = play(hero(), printed(block, "orc"), fear=0, turn=SPENT).do(c.Spotlight("orc"))
    assert (bench.fear, bench.foe().stress_marked) == (0, 1)
    assert not bench.found(e.FearSpent)
    assert bench.scene.turn.acting == "orc"


@pytest.mark.rule("DH-FEAR-09", "DHP-ADVSTAT-03")
def test_the_free_move_costs_neither_and_the_gm_may_pay_fear_all_the_same():
    free = play(hero(), printed("failed_experiment", "orc"), fear=2, turn=Turn("failed_action_roll", 1))
    free.do(c.Spotlight("orc"))
    assert (free.fear, free.foe().stress_marked) == (2, 0)
    bench = play(hero(), printed("failed_experiment", "orc"), fear=2, turn=SPENT)
    assert {"spotlight/orc", "spotlight/orc/fear"} <= offered(bench)
    bench.do(c.Spotlight("orc", fear=True))
    assert (bench.fear, bench.foe().stress_marked) == (1, 0)


@pytest.mark.rule("DH-FEAR-07", "DHP-ADVSTAT-03")
def test_without_stress_to_mark_it_is_fear_again():
    full = printed("failed_experiment", "orc")
    full = replace(full, stress_marked=full.stress)
    bench = play(hero(), full, fear=1, turn=SPENT)
    assert "spotlight/orc/fear" not in offered(bench)
    bench.do(c.Spotlight("orc"))
    assert bench.fear == 0
    play(hero(), full, fear=0, turn=SPENT).no(c.Spotlight("orc"), "no_fear")


@pytest.mark.rule("DH-FEAR-14")
def test_the_automatic_gm_does_not_make_it_vulnerable_by_its_own_price():
    foe = printed("failed_experiment", "orc")
    last = play(hero(), replace(foe, stress_marked=foe.stress - 1), fear=0, turn=SPENT)
    assert not automatic_gm._affords(BOOKS, last.state, last.foe())
    fresh = play(hero(), foe, fear=0, turn=SPENT)
    assert automatic_gm._affords(BOOKS, fresh.state, fresh.foe())


# ---------------------------------------------------------------- a shot that takes time, an ally who steadies


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_a_turret_readies_its_shot_with_one_spotlight_and_fires_with_the_next():
    bench = play(hero(evasion=30), printed("vault_guardian_turret", "orc"), turn=Turn("failed_action_roll", 1))
    bench.do(c.Spotlight("orc"))
    assert bench.only(e.SlowToken).variant() == "placed_shot"
    bench.no(c.FoeAttack("orc", "ada"), "still_readying")
    assert bench.scene.turn.acting == "orc"  # its other actions stay open
    bench.do(c.FoeAct("orc", "swivels", roll="no")).do(c.EndTurn())
    again = play(hero(evasion=30), bench.foe(), turn=Turn("failed_action_roll", 1)).do(c.Spotlight("orc"))
    assert again.only(e.SlowToken).variant() == "removed_shot"
    again.do(c.FoeAttack("orc", "ada"), (20, 2))


@pytest.mark.rule("DH-REACT-01", "DHP-ADVSTAT-05")
def test_a_captain_steadies_the_reaction_rolls_of_its_kin_for_a_stress():
    captain, guard = printed("spectral_captain", "captain"), printed("spectral_guardian", "orc")
    bench = play(hero(), captain, guard)
    assert "foe_react/captain" in offered(bench)
    bench.do(c.FoeReact("orc", 15, ally="captain"), (20, 13))
    assert bench.only(e.FoeRolled).check.success
    assert bench.only(e.FoeRolled).check.total == 15
    assert bench.foe("captain").stress_marked == 1
    play(hero(), captain, printed("bear", "orc")).no(c.FoeReact("orc", 15, ally="captain"), "no_ally")
    play(hero(), captain, guard).no(c.FoeReact("captain", 15, ally="captain"), "no_ally")


# ---------------------------------------------------------------- gold in a fight


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ADV-02")
def test_attacks_on_avarice_have_disadvantage_unless_a_handful_of_gold_is_given_up():
    demon = printed("demon_of_avarice", "orc")
    plain = (
        play(hero(), hero("bea"), demon).do(c.Attack("ada", "orc", SWORD.id)).do(c.Roll("ada"), *duality(2, 1, (6, 3)))
    )
    assert plain.only(e.ActionRolled).check.total == 0
    rich = play(hero(gold=1), hero("bea"), demon)
    assert gold_of(rich.state, rich.foe()) == 2  # one for each PC
    rich.do(c.Attack("ada", "orc", SWORD.id)).do(c.OfferGold("ada"))
    assert (rich.hero().gold, gold_of(rich.state, rich.foe())) == (0, 3)
    rich.no(c.OfferGold("ada"), "gold_twice")
    rich.do(c.Roll("ada"), *duality(2, 1))
    assert rich.only(e.ActionRolled).check.total == 3


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_gold_comes_back_with_a_roll_that_is_dropped():
    bench = play(hero(gold=1), printed("demon_of_avarice", "orc"))
    bench.do(c.Attack("ada", "orc", SWORD.id)).do(c.OfferGold("ada")).do(c.DropRoll("ada"))
    assert (bench.hero().gold, gold_of(bench.state, bench.foe())) == (1, 1)


@pytest.mark.rule("DHP-ADVSTAT-05", "DH-ATK-01")
def test_avarice_adds_its_gold_to_its_attack_rolls():
    demon = printed("demon_of_avarice", "orc", counters={"gold": 5})
    plus = demon.block.bonus.plus
    bench = play(hero(evasion=40), demon, turn=acting("orc")).do(c.FoeAttack("orc", "ada"), (20, 3))
    check = bench.only(e.AttackRolled).check
    assert check.total == 3 + plus + 5
    assert sum(part.amount for part in check.modifiers) == plus + 5


# ---------------------------------------------------------------- tit for tat


@pytest.mark.rule("DHP-ADVSTAT-05", "DH-FEAR-10")
def test_my_turn_costs_as_much_fear_as_it_gives_back_wounds():
    demon = printed("demon_of_jealousy", "orc")
    strike = (c.Attack("ada", "orc", SWORD.id), c.Roll("ada"))
    bench = play(hero(agility=30), replace(demon, block=replace(demon.block, major=2, severe=90)), fear=3)
    bench.do(strike[0]).do(strike[1], *duality(5, 4), (8, 5))
    assert bench.foe().hp_marked == 2
    assert bench.state.awaiting[0].values["fear"] == 2
    bench.do(c.Answer(use=True))
    assert (bench.fear, bench.hero().hp_marked) == (1, 2)
    poor = play(hero(agility=30), replace(demon, block=replace(demon.block, major=2, severe=90)), fear=1)
    poor.do(strike[0]).do(strike[1], *duality(5, 4), (8, 5))
    assert poor.asked != "chance"


# ---------------------------------------------------------------- ground


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ADV-02")
def test_ash_hampers_every_action_roll_until_an_adversary_is_spotlighted():
    dragon = printed("volcanic_dragon_ashen_tyrant", "orc")
    bench = play(hero(), dragon, printed("bear", "bear"), fear=2, turn=acting("orc"))
    bench.do(c.UseFeature("orc", "ashen_cloud"))
    assert bench.fear == 1
    rolling = replace(bench.scene, turn=None, spotlight="players")
    inside = Bench(replace(bench.state, scene=rolling))
    inside.do(c.Attack("ada", "orc", SWORD.id)).do(c.Roll("ada"), *duality(2, 1, (6, 4)))
    assert inside.only(e.ActionRolled).check.total == -1
    bench = Bench(replace(bench.state, scene=replace(bench.scene, turn=Turn("failed_action_roll", 1))))
    bench.do(c.Spotlight("bear"))
    assert bench.scene.zones == ()


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-06")
def test_brambles_hold_those_inside_and_hurt_them_whenever_they_act():
    dryad = printed("dryad", "orc")
    bench = play(hero(), hero("bea", at=200), dryad, turn=acting("orc")).do(c.UseFeature("orc", "bramble_patch", "ada"))
    assert [held.name for held in bench.hero().conditions] == ["in_brambles"]
    assert not bench.hero("bea").conditions
    acts = Bench(replace(bench.state, scene=replace(bench.scene, turn=None, spotlight="players")))
    acts.do(c.Attack("ada", "orc", SWORD.id)).do(c.Roll("ada"), *duality(2, 1), (6, 1), (6, 1))
    assert [dealt.kind for dealt in acts.found(e.DamageRolled)] == ["physical"]
    comes = Bench(replace(bench.state, scene=replace(bench.scene, turn=None, spotlight="players", in_danger=False)))
    comes.do(c.Move("bea", 20))
    assert [held.name for held in comes.hero("bea").conditions] == ["in_brambles"]


@pytest.mark.rule("DHP-COND-06")
@pytest.mark.parametrize(("damage", "free"), [(20, False), (21, True)])
def test_more_than_twenty_damage_to_the_dryad_frees_from_the_brambles(damage, free):
    dryad = printed("dryad", "orc")
    held = hero("bea", conditions=(Condition("in_brambles", "orc", "stated", ("finesse",), 15),))
    big = replace(SWORD, plus=damage - 8)
    bench = play(hero(agility=30, weapons=(big,)), held, dryad).do(c.Attack("ada", "orc", big.id))
    bench.do(c.Roll("ada"), *duality(5, 4), (8, 8))
    assert bool(bench.hero("bea").conditions) is not free


# ---------------------------------------------------------------- the undead, the gods, an ambush, the brambles


@pytest.mark.rule("DHP-ENV-01")
def test_an_aura_of_death_mends_every_undead_near_the_necromancer_and_nobody_else():
    zombie = printed("perfected_zombie", "zombie", hp_marked=1, stress_marked=2)
    far = printed("perfected_zombie", "far", hp_marked=3, at=500)
    bench = play(
        hero(), printed("arch_necromancer", "orc", hp_marked=2), zombie, far, printed("bear", "bear", hp_marked=2),
        place="necromancers_ossuary", turn=Turn("failed_action_roll", 2),
    ).do(c.UseFeature("place", "aura_of_death"), (4, 3))  # fmt: skip
    assert (bench.foe("zombie").hp_marked, bench.foe("zombie").stress_marked) == (0, 0)
    assert [bench.foe(who).hp_marked for who in ("orc", "far", "bear")] == [2, 3, 2]
    bench.no(c.UseFeature("place", "aura_of_death"), "used_up")


@pytest.mark.rule("DHP-ENV-01", "DH-FEAR-11")
def test_no_god_is_slain_before_the_siege_has_run_out():
    usurper = printed("arch_necromancer", "orc", hp_marked=3)
    turn = Turn("failed_action_roll", 1)
    early = play(hero(), usurper, place="divine_usurpation", fear=3, turn=turn)
    early.no(c.UseFeature("place", "godslayer"), "not_set_off")
    siege = Countdown("place/beginning_of_the_end", Named("Assedio", "Siege"), "long_term", 10, 0, owner="place")
    bench = play(hero(), usurper, place="divine_usurpation", fear=3, turn=turn, countdowns={siege.id: siege})
    bench.do(c.UseFeature("place", "godslayer"))
    assert (bench.fear, bench.foe().hp_marked) == (0, 1)


@pytest.mark.rule("DHP-ENV-01", "DH-FEAR-07")
@pytest.mark.parametrize(("held", "left"), [(5, 3), (1, 0)])
def test_whoever_springs_the_trap_first_costs_the_gm_two_fear(held, left):
    bench = play(hero(), printed("bear", "orc"), place="ambushers", fear=held)
    bench.do(c.UseFeature("place", "where_did_they_come_from"))
    assert bench.fear == left


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ADVSTAT-07")
@pytest.mark.parametrize(("count", "merged"), [(2, False), (3, True), (4, True)])
def test_brambles_that_have_drunk_blood_may_become_one(count, merged):
    brambles = [printed("tangle_bramble", f"bramble-{number}") for number in range(1, count + 1)]
    bench = play(hero(evasion=1), *brambles, turn=acting("bramble-1")).do(c.FoeAttack("bramble-1", "ada"), (20, 15))
    while bench.asked == "armour":
        bench.do(c.UseArmour("ada", use=False))
    if bench.asked == "chance":
        bench.do(c.Answer(use=True))
    swarm = [foe for foe in bench.scene.foes.values() if foe.block.id == "tangle_bramble_swarm"]
    assert [foe.hp for foe in swarm] == ([count] if merged else [])
    assert all(foe.gone for foe in bench.scene.foes.values() if foe.id.startswith("bramble-")) == merged


@pytest.mark.rule("DHP-ADVSTAT-01", "DH-ATK-02")
def test_what_the_numbers_of_a_stat_block_carry_is_in_them():
    assert BOOKS.adversaries["spellblade"].attack.kind == "both"
    assert BOOKS.adversaries["demon_of_jealousy"].attack.direct
    assert BOOKS.adversaries["outer_realms_abomination"].bonus.count == 2


# ---------------------------------------------------------------- places that change, things taken, what is left


@pytest.mark.rule("DHP-ENV-01", "DHP-COUNT-01", "DH-FEAR-04")
def test_a_siege_whose_engines_break_through_becomes_a_pitched_battle():
    which = "siege_weapons"
    engines = Countdown(f"place/{which}", Named("M", "S"), "consequence", 6, 1, owner="place", feature=which)
    bench = play(hero(), printed("bear", "orc"), place="castle_siege", countdowns={engines.id: engines})
    bench.do(c.AdvanceCountdown(engines.id, 1))
    assert bench.fear == 2
    assert bench.scene.place.id == "pitched_battle"


@pytest.mark.rule("DHP-ENV-01", "DHP-COUNT-01")
def test_when_the_preparations_are_done_the_siege_of_heaven_begins():
    which = "final_preparations"
    ready = Countdown(f"place/{which}", Named("U", "F"), "long_term", 8, 1, owner="place", feature=which)
    bench = play(hero(), printed("bear", "orc"), place="divine_usurpation")
    bench.state = replace(bench.state, projects={ready.id: ready})
    bench.do(c.AdvanceCountdown(ready.id, 1))
    assert bench.only(e.CountdownStarted).countdown.id == "place/beginning_of_the_end"


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ITEM-01")
@pytest.mark.parametrize(("carried", "left"), [(("torch", "minor_health_potion"), ["torch"]), ((), [])])
def test_what_was_theirs_is_the_demons(carried, left):
    things = tuple(Thing(BOOKS.things[name]) for name in carried)
    bench = play(hero(things=things), printed("demon_of_jealousy", "orc"))
    step = Apply("orc", "whats_yours_is_mine", "ada", (Take(),))
    running = begin(RULES.rules, bench.state, ScriptedDice())
    running.agenda = [step]
    run(running)
    assert [thing.power.id for thing in running.state.party["ada"].things if thing.count] == left


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ENV-01")
def test_what_is_only_told_says_what_to_judge():
    owners = {**BOOKS.adversaries, **BOOKS.places}
    told = [(name, one.id) for name, owner in owners.items() for one in owner.features if plays_of(one) == "told"]
    assert len(told) <= 24
    words = {**BOOKS.entries("adversaries", AdversaryEntry), **BOOKS.entries("environments", PlaceEntry)}
    for owner, feature in told:
        assert words[owner].feature_words[feature].ask is not None, (owner, feature)
