"""Cards that answer what has happened, that hang on dice, that change what somebody is: each way of it once."""

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, duality, foe, hero, play
from tests.rules.daggerheart.test_powers import gifted, struck

from arbitro.kernel.seat import Seat
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.arms import weapon_of
from arbitro.rules.daggerheart.feature_words import Impose
from arbitro.rules.daggerheart.numbers import difficulty_of, evasion_of
from arbitro.rules.daggerheart.presence import has_condition
from arbitro.rules.daggerheart.state import Condition

ADA = Seat("ada", "player", frozenset({"ada"}))
MISS = (20, 2)
HIT = (20, 19)


def hit_orc(bench: Bench, *damage: tuple[int, int], faces: tuple[int, int] = (9, 8)) -> Bench:
    """Ada hits the orc with her sword; the damage dice are thrown unless she is asked something first."""
    bench.do(c.Attack("ada", "orc", "sword"))
    return bench.do(c.Roll("ada"), *duality(*faces), *damage)


# -------------------------------------------------------------------- an attack has missed


@pytest.mark.rule("DHP-CHAR-03")
def test_a_blow_that_misses_is_paid_back_with_ones_own_weapon() -> None:
    bench = struck(play(gifted("rapid_riposte"), foe(), turn=acting()), MISS)
    bench.do(c.AnswerPower("ada", use=True), (8, 6))
    assert (bench.hero().stress_marked, bench.only(e.DamageRolled).amount, bench.foe().hp_marked) == (1, 7, 1)


@pytest.mark.rule("DHP-CHAR-03")
def test_a_shot_that_misses_is_turned_on_somebody_else_if_a_six_shows() -> None:
    shooter = foe("archer", at=40, attack=replace(foe().block.attack, range="far"))
    bench = play(gifted("redirect", proficiency=2), shooter, foe(at=5), turn=acting("archer"))
    bench.do(c.FoeAttack("archer", "ada"), MISS)
    bench.do(c.AnswerPower("ada", use=True), (6, 3), (6, 6), (8, 5))
    assert (bench.foe().hp_marked, bench.foe("archer").hp_marked, bench.hero().stress_marked) == (1, 0, 1)


@pytest.mark.rule("DHP-CHAR-03")
def test_dice_that_show_too_little_cost_nothing() -> None:
    shooter = foe("archer", at=40, attack=replace(foe().block.attack, range="far"))
    bench = play(gifted("redirect", proficiency=2), shooter, foe(at=5), turn=acting("archer"))
    bench.do(c.FoeAttack("archer", "ada"), MISS).do(c.AnswerPower("ada", use=True), (6, 3), (6, 5))
    assert (bench.foe().hp_marked, bench.hero().stress_marked) == (0, 0)
    assert bench.only(e.PowerRolled).variant() == "fails"


@pytest.mark.rule("DHP-CHAR-03")
@pytest.mark.parametrize(("stress", "hope", "left"), [(2, 2, (1, 2)), (0, 2, (0, 3))])
def test_a_swift_step_eases_or_heartens(stress: int, hope: int, left: tuple[int, int]) -> None:
    bench = struck(play(gifted("swift_step", stress_marked=stress, hope=hope), foe(), turn=acting()), MISS)
    assert (bench.hero().stress_marked, bench.hero().hope) == left


@pytest.mark.rule("DHP-CHAR-03")
def test_whoever_vanishes_is_hidden_somewhere_else() -> None:
    bench = struck(play(gifted("vanishing_dodge"), foe(), turn=acting()), MISS)
    bench.do(c.AnswerPower("ada", use=True))
    assert has_condition(bench.hero(), "hidden")
    assert abs(bench.hero().at - bench.foe().at) > 10


# -------------------------------------------------------------------- damage has counted


@pytest.mark.rule("DHP-CHAR-03")
def test_pride_that_is_hurt_strikes_back_with_what_it_has_suffered() -> None:
    bench = struck(play(gifted("never_upstaged", armour_marked=3), foe(hp=20, damage="9"), turn=acting()), HIT)
    bench.do(c.AnswerPower("ada", use=True))
    assert bench.hero().kept == {"never_upstaged": 2}
    bench = play(bench.hero(), foe(hp=20))
    hit_orc(bench, (8, 1))
    assert (bench.only(e.DamageRolled).amount, bench.hero().kept) == (1 + 1 + 10, {})


@pytest.mark.rule("DHP-CHAR-03")
def test_ferocity_raises_evasion_until_the_next_attack_on_oneself() -> None:
    bench = hit_orc(play(gifted("ferocity"), foe(hp=20)), (8, 8))
    bench.do(c.AnswerPower("ada", use=True))
    assert (evasion_of(bench.hero()), bench.hero().hope) == (14, 1)
    bench = struck(play(bench.hero(), foe(), turn=acting()), MISS)
    assert evasion_of(bench.hero()) == 12


@pytest.mark.rule("DHP-CHAR-03")
def test_a_strike_heals_whom_its_owner_names() -> None:
    bench = play(gifted("healing_strike", hope=3), hero("bo", hp_marked=3), hero("cy", hp_marked=1), foe(hp=20))
    hit_orc(bench, (8, 8)).no(c.AnswerPower("ada", use=True, target="orc"), "no_target")
    bench.do(c.AnswerPower("ada", use=True, target="cy"))
    assert (bench.hero("bo").hp_marked, bench.hero("cy").hp_marked) == (3, 0)


@pytest.mark.rule("DHP-CHAR-03")
def test_felling_somebody_brings_hope_or_calm_not_both() -> None:
    bench = play(gifted("gore_and_glory", stress_marked=2), foe(hp=1), foe("wolf", hp=9))
    hit_orc(bench, (8, 8))
    bench.do(c.AnswerPower("ada", use=False)).do(c.AnswerPower("ada", use=True))
    assert (bench.hero().hope, bench.hero().stress_marked) == (3, 1)  # the roll was with Hope
    assert not bench.asked


@pytest.mark.rule("DHP-CHAR-03")
def test_a_sigil_gathers_what_its_bearer_does_and_pays_it_back() -> None:
    bench = play(gifted("sigil_of_retribution"), hero("bo", at=5), foe(hp=30), fear=2)
    bench.do(c.UsePower("ada", "sigil_of_retribution.mark", "orc"))
    assert bench.fear == 3
    bench = play(*bench.state.party.values(), bench.foe(), turn=acting())
    bench.do(c.FoeAttack("orc", "bo"), HIT, (8, 3)).do(c.UseArmour("bo", use=False))
    assert bench.hero().kept == {"sigil_of_retribution": 1}
    bench = hit_orc(play(*bench.state.party.values(), bench.foe()), (8, 4), (8, 7))
    assert (bench.only(e.DamageRolled).amount, bench.hero().kept) == (4 + 1 + 7, {})


@pytest.mark.rule("DHP-CHAR-03")
@pytest.mark.parametrize(
    ("card", "used"),
    [
        ("sigil_of_retribution", "sigil_of_retribution.mark"),
        ("twilight_toll", "twilight_toll.choose"),
        ("shield_aura", "shield_aura"),
    ],
)
def test_a_plain_player_lays_once_what_one_alone_can_bear_and_then_fights(card: str, used: str) -> None:
    bench = play(gifted(card), hero("bo", at=5), foe(), foe("wolf"), holder="ada")
    first = RULES.suggest(bench.state, ADA)
    assert isinstance(first, c.UsePower)
    assert first.power == used
    then = RULES.suggest(bench.do(first).state, ADA)
    assert not isinstance(then, c.UsePower)
    if card != "shield_aura":  # whoever bore it has fallen: it is laid anew
        fallen = play(*bench.state.party.values(), replace(bench.foe(first.target), defeated=True), foe("bear"))
        assert RULES.suggest(fallen.state, ADA) == c.UsePower("ada", used, "bear")


@pytest.mark.rule("DHP-CHAR-03")
def test_an_attack_that_missed_still_grazes_for_half_the_dice() -> None:
    bench = hit_orc(play(gifted("glancing_blow", proficiency=3), foe(hp=20)), faces=(2, 3))
    bench.do(c.AnswerPower("ada", use=True), (8, 5), (8, 2))
    assert bench.only(e.DamageRolled).amount == 5 + 2 + 1


# -------------------------------------------------------------------- a blow under way


@pytest.mark.rule("DHP-CHAR-03", "DHP-ARM-02")
def test_a_second_slot_is_marked_only_beside_a_first() -> None:
    bench = struck(play(gifted("brace"), foe(damage="20"), turn=acting()), HIT).do(c.UseArmour("ada", use=True))
    bench.do(c.AnswerPower("ada", use=True))
    assert (bench.hero().hp_marked, bench.hero().armour_marked, bench.hero().stress_marked) == (1, 2, 1)
    spent = struck(play(gifted("brace", armour_marked=2), foe(damage="20"), turn=acting()), HIT)
    assert not spent.do(c.UseArmour("ada", use=True)).asked


@pytest.mark.rule("DHP-CHAR-03", "DHP-ARM-02")
def test_armour_that_will_not_yield_keeps_its_slot_on_a_six() -> None:
    bench = struck(play(gifted("unyielding_armor"), foe(damage="20"), turn=acting()), HIT)
    bench.do(c.UseArmour("ada", use=True), (6, 6))
    assert (bench.hero().hp_marked, bench.hero().armour_marked) == (2, 0)


@pytest.mark.rule("DHP-CHAR-03")
def test_magic_damage_is_turned_back_on_whoever_dealt_it() -> None:
    mage = foe(hp=20, attack=replace(foe().block.attack, kind="magic"))
    bench = struck(play(gifted("arcane_reflection", hope=3), mage, turn=acting()), HIT, (8, 8))
    bench.do(c.AnswerPower("ada", use=True, spend=2), (6, 1), (6, 6))
    assert (bench.hero().hp_marked, bench.hero().hope, bench.foe().hp_marked) == (0, 1, 2)


@pytest.mark.rule("DHP-CHAR-03", "DHP-REACT-01")
@pytest.mark.parametrize(("faces", "hurt"), [((9, 8), 0), ((2, 3), 1)])
def test_a_counterspell_takes_a_reaction_roll_and_goes_to_the_vault_when_it_works(
    faces: tuple[int, int], hurt: int
) -> None:
    mage = foe(attack=replace(foe().block.attack, kind="magic"))
    bench = struck(play(gifted("counterspell", armour=None), mage, turn=acting()), HIT)
    later = ((8, 1),) if hurt else ()
    bench.do(c.AnswerPower("ada", use=True), *duality(*faces), *later)
    assert bench.hero().hp_marked == (3 if hurt else 0)
    assert [card.id for card in bench.hero().sheet.vault] == ([] if hurt else ["counterspell"])


@pytest.mark.rule("DHP-CHAR-03")
def test_wounds_are_paid_in_stress_instead() -> None:
    four = ("splendor_touched", "healing_strike", "smite", "life_ward")
    bench = struck(play(gifted(*four, armour=None, level=5), foe(damage="12"), turn=acting()), HIT)
    bench.do(c.AnswerPower("ada", use=True))
    assert (bench.hero().hp_marked, bench.hero().stress_marked) == (0, 2)


@pytest.mark.rule("DHP-CHAR-03")
def test_a_step_lighter_may_cost_the_card() -> None:
    for face, vault in ((3, ["shrug_it_off"]), (4, [])):
        bench = struck(play(gifted("shrug_it_off", armour=None), foe(damage="9"), turn=acting()), HIT)
        bench.do(c.AnswerPower("ada", use=True), (6, face))
        assert bench.hero().hp_marked == 2  # one less than Severe
        assert [card.id for card in bench.hero().sheet.vault] == vault


@pytest.mark.rule("DHP-CHAR-03")
def test_thorns_prick_whoever_strikes_from_near() -> None:
    ready = replace(gifted("thorn_skin", armour=None), kept={"thorn_skin": 2})
    bench = struck(play(ready, foe(hp=9, damage="9"), turn=acting()), HIT)
    bench.do(c.AnswerPower("ada", use=True, spend=2), (6, 4), (6, 4))
    assert (bench.hero().hp_marked, bench.foe().hp_marked) == (2, 2)  # 1 of the 9 is left, and no armour


@pytest.mark.rule("DHP-CHAR-03", "DHP-DEATH-01")
@pytest.mark.parametrize(("card", "dice", "left"), [("unbreakable", ((6, 4),), 2), ("battle_hardened", (), 5)])
def test_a_death_move_is_put_off(card: str, dice: tuple[tuple[int, int], ...], left: int) -> None:
    bench = struck(play(gifted(card, hp_marked=5, armour=None), hero("bo"), foe(damage="3"), turn=acting()), HIT)
    bench.do(c.AnswerPower("ada", use=True), *dice)
    assert (bench.hero().status, bench.hero().hp_marked) == ("up", left)


@pytest.mark.rule("DHP-COND-06", "DHP-DEATH-01")
def test_a_ward_takes_the_place_of_a_death_move() -> None:
    warded = hero("bo", hp_marked=5, armour=None, conditions=(Condition("life_ward", "ada", "stated"),))
    bench = play(gifted("life_ward"), warded, foe(damage="3"), turn=acting())
    bench.do(c.FoeAttack("orc", "bo"), HIT)
    assert (bench.hero("bo").status, bench.hero("bo").hp_marked, bench.hero("bo").conditions) == ("up", 5, ())


# -------------------------------------------------------------------- rolls


@pytest.mark.rule("DHP-CHAR-03", "DHP-DUAL-10")
def test_the_dice_trade_places() -> None:
    four = ("arcana_touched", "chain_lightning", "earthquake", "counterspell")
    bench = hit_orc(play(gifted(*four), foe(hp=20)), faces=(6, 9))
    bench.do(c.AnswerPower("ada", use=True), (8, 2))
    assert (bench.only(e.RollTwisted).outcome, bench.fear, bench.hero().hope) == ("success_hope", 0, 3)


@pytest.mark.rule("DHP-CHAR-03", "DHP-DUAL-10")
def test_reality_is_adjusted_to_a_critical_success() -> None:
    bench = hit_orc(play(gifted("adjust_reality", hope=5), foe(hp=20)), faces=(1, 2))
    bench.do(c.AnswerPower("ada", use=True), (8, 2))
    assert bench.only(e.DamageRolled).amount == 2 + 1 + 8


@pytest.mark.rule("DHP-COND-06")
def test_a_surge_grows_with_every_roll_and_ends_past_its_die() -> None:
    bench = play(gifted("wild_surge"), foe(hp=50)).do(c.UsePower("ada", "wild_surge"))
    totals = []
    for _ in range(6):
        hit_orc(bench, (8, 1), faces=(7, 6))
        totals.append(bench.only(e.ActionRolled).check.total)
    assert totals == [14, 15, 16, 17, 18, 19]
    assert (bench.hero().conditions, bench.hero().stress_marked) == ((), 2)


@pytest.mark.rule("DHP-COND-06")
def test_the_invisible_are_seen_after_as_many_actions_as_the_trait_says() -> None:
    bench = play(gifted("invisibility", instinct=2), foe(hp=50)).do(c.UsePower("ada", "invisibility", "ada"))
    bench.do(c.Roll("ada"), *duality(8, 7))
    assert has_condition(bench.hero(), "invisible")
    for left in (True, False):
        hit_orc(bench, (8, 1), faces=(7, 6))
        assert has_condition(bench.hero(), "invisible") is left


# -------------------------------------------------------------------- what targets are under


@pytest.mark.rule("DHP-COND-06")
def test_a_broken_guard_costs_the_next_hit_two_twelves_once() -> None:
    bench = play(gifted("breaking_blow"), foe(hp=50)).do(c.Attack("ada", "orc", "sword"))
    bench.do(c.Roll("ada"), *duality(9, 8)).do(c.AnswerPower("ada", use=True), (8, 2))
    bench.do(c.Attack("ada", "orc", "sword")).do(c.Roll("ada"), *duality(9, 8))
    bench.do(c.AnswerPower("ada", use=False), (8, 2), (12, 9), (12, 9))
    assert bench.only(e.DamageTaken).amount == 3 + 18
    assert not has_condition(bench.foe(), "guard_broken")


@pytest.mark.rule("DHP-COND-06")
def test_who_burns_is_hurt_at_the_end_of_its_own_action() -> None:
    burning = foe(hp=9, conditions=(Condition("on_fire", "ada", "temporary"),))
    bench = struck(play(gifted("cinder_grasp"), burning, turn=acting()), MISS, (6, 5), (6, 4))
    assert bench.foe().hp_marked == 2
    bench = play(gifted("cinder_grasp"), burning, turn=acting()).do(c.FoeShed("orc", "on_fire"))
    assert bench.foe().hp_marked == 0


@pytest.mark.rule("DHP-COND-06")
def test_who_is_banished_tries_to_come_back_with_every_roll_with_fear() -> None:
    bench = play(gifted("banish", instinct=2), foe(hp=20), foe("wolf", hp=20)).do(c.UsePower("ada", "banish", "orc"))
    bench.do(c.Roll("ada"), *duality(9, 7), (20, 4), (20, 13), (20, 6))
    assert has_condition(bench.foe(), "banished")
    bench.do(c.Attack("ada", "wolf", "sword")).do(c.Roll("ada"), *duality(7, 9), (20, 11), (8, 1))
    assert has_condition(bench.foe(), "banished")
    bench = play(bench.hero(), bench.foe(), foe("wolf", hp=20)).do(c.Attack("ada", "wolf", "sword"))
    bench.do(c.Roll("ada"), *duality(7, 9), (20, 11), (8, 1))  # 13, 12, now 11
    assert not has_condition(bench.foe(), "banished")


@pytest.mark.rule("DHP-CHAR-02", "DH-DIFF-01")
def test_corrosion_lowers_the_difficulty_for_good_and_adds_up() -> None:
    bench = play(gifted("corrosive_projectile"), foe(hp=50))
    for _ in range(2):
        bench.do(c.UsePower("ada", "corrosive_projectile.corrode", "orc")).do(c.Roll("ada"), *duality(9, 8), (6, 1))
    assert difficulty_of(BOOKS, bench.foe()) == 10
    assert bench.hero().stress_marked == 4


@pytest.mark.rule("DHP-CHAR-02")
def test_lightning_leaps_from_one_to_the_next() -> None:
    bench = play(gifted("chain_lightning"), foe(hp=20, at=10), foe("wolf", hp=20, at=38), foe("rat", hp=20, at=99))
    bench.do(c.UsePower("ada", "chain_lightning"))
    bench.do(c.Roll("ada"), *duality(9, 8), (8, 4), (8, 4), (20, 3), (20, 5))
    assert [bench.foe(who).hp_marked for who in ("orc", "wolf", "rat")] == [2, 2, 0]


@pytest.mark.rule("DHP-CHAR-02", "DH-FEAR-01")
def test_terror_steals_fear_and_turns_it_on_those_who_feel_it() -> None:
    bench = play(gifted("night_terror"), foe(hp=20), foe("wolf", hp=20), fear=3)
    bench.do(c.UsePower("ada", "night_terror", "orc,wolf"), (20, 5), (20, 18), (6, 6))
    assert (bench.fear, bench.foe().hp_marked, bench.foe("wolf").hp_marked) == (2, 1, 0)


@pytest.mark.rule("DHP-CHAR-02")
def test_only_the_weak_are_unmade_and_each_costs_a_stress() -> None:
    strong = foe("giant", difficulty=19)
    bench = play(gifted("disintegration_wave"), foe(), strong, foe("wolf"))
    bench.do(c.UsePower("ada", "disintegration_wave", "orc,giant")).do(c.Roll("ada"), *duality(10, 9))
    assert [bench.foe(who).defeated for who in ("orc", "giant", "wolf")] == [True, False, False]
    assert bench.hero().stress_marked == 1


@pytest.mark.rule("DHP-CHAR-02")
def test_five_wounds_in_place_of_damage() -> None:
    bench = play(gifted("reapers_strike"), foe(hp=9)).do(c.UsePower("ada", "reapers_strike", "orc"))
    bench.do(c.Roll("ada"), *duality(9, 8))
    assert bench.foe().hp_marked == 5
    bench.no(c.UsePower("ada", "reapers_strike", "orc"), "used_up")


@pytest.mark.rule("DHP-CHAR-02")
def test_what_one_fixes_on_is_let_go_by_attacking_another() -> None:
    bench = play(gifted("deadly_focus"), foe(hp=20), foe("wolf", hp=20)).do(
        c.UsePower("ada", "deadly_focus.fix", "orc")
    )
    hit_orc(bench, (8, 2), (8, 2))
    bench.do(c.Attack("ada", "wolf", "sword")).do(c.Roll("ada"), *duality(9, 8), (8, 2))
    assert not has_condition(bench.foe(), "fixed_on")


@pytest.mark.rule("DHP-CHAR-02")
def test_a_marked_place_is_where_one_comes_back_to() -> None:
    bench = play(gifted("phantom_retreat", hope=4), foe(at=60))
    bench.no(c.UsePower("ada", "phantom_retreat.back"), "not_in_condition")
    bench.do(c.UsePower("ada", "phantom_retreat.fix"))
    bench = play(replace(bench.hero(), at=70), foe(at=60)).do(c.UsePower("ada", "phantom_retreat.back"))
    assert (bench.hero().at, bench.hero().conditions) == (0, ())


@pytest.mark.rule("DHP-CHAR-02")
def test_the_spectral_are_solid_again_once_they_turn_on_somebody() -> None:
    bench = play(gifted("specter_of_the_dark"), foe(hp=20)).do(c.UsePower("ada", "specter_of_the_dark"))
    assert has_condition(bench.hero(), "spectral")
    hit_orc(bench, (8, 2))
    assert not has_condition(bench.hero(), "spectral")


@pytest.mark.rule("DHP-CHAR-02", "DHP-ADV-01")
def test_a_battle_cry_holds_until_somebody_fails_with_fear() -> None:
    bench = play(gifted("battle_cry"), hero("bo"), foe(hp=20)).do(c.UsePower("ada", "battle_cry"))
    hit_orc(bench, (6, 3), (8, 2))
    assert bench.only(e.ActionRolled).check.total == 20
    bench.do(c.Attack("bo", "orc", "sword")).do(c.Roll("bo"), *duality(1, 2), (6, 1))
    assert not any(has_condition(one, "fired_up") for one in bench.state.party.values())


@pytest.mark.rule("DHP-CHAR-02", "DHP-ATK-01")
def test_a_versatile_fighter_strikes_with_the_best_trait() -> None:
    found = weapon_of(gifted("versatile_fighter", strength=3), "sword")
    assert found is not None
    assert found.trait == "strength"


@pytest.mark.rule("DHP-REST-04")
def test_comfort_and_an_armorers_hands_do_more_in_a_rest() -> None:
    healer = gifted("soothing_speech", "armorer", hp_marked=3, armour_marked=2)
    bench = play(healer, hero("bo", hp_marked=4, armour_marked=2), tension="none")
    bench.do(c.EndScene()).do(c.BeginRest("short"))
    bench.do(c.RestMove("ada", "tend_to_wounds", "bo"), (4, 1))
    assert (bench.hero().hp_marked, bench.hero("bo").hp_marked) == (1, 1)
    bench.do(c.RestMove("ada", "repair_armor"), (4, 1))
    assert (bench.hero().armour_marked, bench.hero("bo").armour_marked) == (0, 1)


# -------------------------------------------------------------------- features of classes


@pytest.mark.rule("DHP-CHAR-03")
def test_a_guardian_pays_back_what_an_ally_has_suffered() -> None:
    bench = play(gifted("act_of_reprisal"), hero("bo", at=5, armour=None), foe(hp=30, damage="1"), turn=acting())
    bench.do(c.FoeAttack("orc", "bo"), HIT)
    assert has_condition(bench.foe(), "reprisal")
    bench = hit_orc(play(*bench.state.party.values(), bench.foe()), (8, 3), (8, 4))
    assert (bench.only(e.DamageRolled).amount, has_condition(bench.foe(), "reprisal")) == (8, False)


@pytest.mark.rule("DHP-CHAR-03", "DHP-DUAL-10")
def test_against_a_nemesis_the_dice_may_trade_places() -> None:
    bench = play(gifted("nemesis"), foe(hp=20)).do(c.UsePower("ada", "nemesis.name", "orc"))
    hit_orc(bench, faces=(6, 9)).do(c.AnswerPower("ada", use=True), (8, 2))
    assert (bench.only(e.RollTwisted).outcome, bench.hero().hope) == ("success_hope", 1)


@pytest.mark.rule("DHP-CHAR-03")
def test_a_charge_is_let_go_with_a_magic_hit() -> None:
    bench = play(gifted("arcane_charge", "book_of_wards_and_ice", hope=2), foe(hp=30))
    bench.do(c.UsePower("ada", "arcane_charge.draw")).do(c.UsePower("ada", "book_of_wards_and_ice.power_push", "orc"))
    bench.do(c.Roll("ada"), *duality(9, 8)).do(c.AnswerPower("ada", use=True), (10, 3))
    assert (bench.only(e.DamageRolled).amount, has_condition(bench.hero(), "charged")) == (15, False)


# ---------------------------------------------------------------- what was in code only, held against the facts


@pytest.mark.rule("DHP-CHAR-03", "DHP-REST-07")
@pytest.mark.parametrize(("kind", "left"), [("short", ["life_ward", "charged"]), ("long", [])])
def test_a_ward_and_a_charge_outlast_a_short_rest(kind, left) -> None:
    both = (Condition("life_ward", "bo", "long_rest"), Condition("charged", "ada", "long_rest"))
    bench = play(hero(conditions=both), hero("bo"), in_danger=False)
    bench.do(c.BeginRest(kind)).do(c.EndRest(), (4, 1))
    assert [held.name for held in bench.hero().conditions] == left
    powers = (
        *BOOKS.powers["life_ward"].do,
        *(part for one in BOOKS.powers["arcane_charge"].options for part in one.own),
    )
    lasting = {part.until for part in powers if isinstance(part, Impose)}
    assert lasting == {"long_rest"}


@pytest.mark.rule("DHP-CHAR-03", "DHP-DUAL-14")
def test_one_fear_lifts_the_eclipse_from_everybody() -> None:
    dark = Condition("eclipsed", "ada", "source", spell=True)
    bench = play(hero(conditions=(dark,)), hero("bo", conditions=(dark,)), foe(), fear=1)
    bench.do(c.PayToEnd("bo", "eclipsed"))
    assert bench.fear == 0
    assert [bench.hero(who).conditions for who in ("ada", "bo")] == [(), ()]


@pytest.mark.rule("DHP-CHAR-03", "DHP-DMG-01")
@pytest.mark.parametrize(("damage", "ends"), [("13", False), ("14", True)])
def test_severe_damage_to_its_caster_ends_the_eclipse(damage, ends) -> None:
    dark = Condition("eclipsed", "ada", "source", spell=True)
    caster = hero(armour=None, level=7, conditions=(dark,))  # thresholds 7 and 14
    bench = play(caster, hero("bo", conditions=(dark,)), foe(damage=damage), turn=acting())
    bench.do(c.FoeAttack("orc", "ada"), (20, 19), (20, 19))
    assert bool(bench.hero("bo").conditions) is not ends


@pytest.mark.rule("DHP-CHAR-03")
@pytest.mark.parametrize("faces", [(2, 1), (9, 8)])
def test_whoever_next_attacks_the_singled_out_takes_heart_even_on_a_miss(faces) -> None:
    marked = foe(conditions=(Condition("singled_out", "bo", "scene"),), hp=9)
    bench = play(hero(stress_marked=2), hero("bo"), marked).do(c.Attack("ada", "orc", "sword"))
    bench.do(c.Roll("ada"), *duality(*faces), *(((8, 1),) if sum(faces) >= 12 else ()))
    assert bench.hero().stress_marked == 1
    assert not bench.foe().conditions


@pytest.mark.rule("DHP-CHAR-04")
def test_a_beast_tramples_those_on_one_side_of_it_and_runs_up_to_the_last() -> None:
    beast = hero(powers=(BOOKS.powers["form_trample"],), agility=30, at=50)
    foes = [foe(who, at=at, hp=9) for who, at in (("near", 60), ("far", 75), ("behind", 40), ("beyond", 200))]
    bench = play(beast, *foes).do(c.UsePower("ada", "form_trample", "near")).do(c.Roll("ada"), *duality(5, 4), (8, 3))
    assert {event.who for event in bench.found(e.ConditionGained)} == {"near", "far"}
    assert bench.hero().at == 75
    held = replace(beast, conditions=(Condition("restrained", "near"),))
    play(held, *foes).no(c.UsePower("ada", "form_trample", "near"), "restrained")
