"""Features of classes, subclasses and ancestries that were only told once: what each of them does at its moment."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, duality, foe, hero, play
from tests.rules.daggerheart.test_powers import gifted, struck

from arbitro.dice.amount import Amount
from arbitro.kernel.seat import Seat
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.gifts import proficiency_of, put_away
from arbitro.rules.daggerheart.numbers import evasion_of
from arbitro.rules.daggerheart.presence import has_condition
from arbitro.rules.daggerheart.state import Condition, Weapon
from arbitro.rules.daggerheart.words import Named

DAGGER = Weapon("dagger", Named("pugnale", "dagger"), "finesse", "melee", 6, 0, secondary=True)
HIT, MISS = (20, 19), (20, 2)
LASH = ((BOOKS.powers["arcane_lash"].die, 2),)


def attack(bench: Bench, *dice: tuple[int, int], faces: tuple[int, int] = (9, 8), **how: Any) -> Bench:
    """Ada attacks the orc with her sword; the Duality Dice show these faces."""
    bench.do(c.Attack("ada", "orc", "sword"))
    return bench.do(c.Roll("ada", **how), *duality(*faces), *dice)


def offered(bench: Bench, who: str = "ada") -> set[str]:
    """The ids of what a player may do now."""
    return {choice.id for choice in RULES.choices(bench.state, Seat(who, "player", frozenset({who})))}


# ---------------------------------------------------------------- Experiences


@pytest.mark.rule("DHP-CHAR-02", "DHP-EXP-01")
def test_an_adept_pays_with_stress_and_the_experience_counts_double() -> None:
    bench = play(gifted("adept", hope=3), foe(hp=20))
    bench.do(c.Attack("ada", "orc", "sword"))
    assert "roll/ada/one/doubled" in offered(bench)
    bench.do(c.Roll("ada", "one", doubled=True), *duality(5, 3), (8, 1))
    assert bench.only(e.ActionRolled).check.total == 5 + 3 + 2 + 2
    assert (bench.hero().stress_marked, bench.hero().hope) == (1, 3 + 1)


@pytest.mark.rule("DHP-CHAR-02", "DHP-EXP-01")
def test_whoever_is_no_adept_counts_nothing_double() -> None:
    bench = play(hero(hope=3), foe())
    bench.do(c.Attack("ada", "orc", "sword")).no(c.Roll("ada", "one", doubled=True), "no_power")
    assert "roll/ada/one/doubled" not in offered(bench)


@pytest.mark.rule("DHP-CHAR-02", "DHP-EXP-01")
@pytest.mark.parametrize(("face", "hope"), [(4, 2), (5, 3), (6, 3)])
def test_honed_expertise_spares_the_hope_on_a_five_or_six(face: int, hope: int) -> None:
    bench = play(gifted("honed_expertise", hope=3), foe(hp=20))
    bench.do(c.Attack("ada", "orc", "sword"))
    bench.do(c.Roll("ada", "one"), (6, face), *duality(3, 5))
    assert bench.hero().hope == hope


@pytest.mark.rule("DHP-CHAR-02", "DHP-REST-01")
def test_perfect_recall_makes_one_recall_between_rests_cheaper() -> None:
    card = BOOKS.powers["whirlwind"]
    dear = replace(BOOKS.powers["get_back_up"], recall=1)
    ada = gifted("perfect_recall", "get_back_up", "whirlwind")
    stowed = put_away(put_away(ada.sheet, BOOKS.powers["get_back_up"]), card)
    bench = play(replace(ada, sheet=stowed), foe())
    assert dear.recall == 1
    bench.do(c.SwapCard("ada", "get_back_up"))
    assert bench.hero().stress_marked == 0
    assert "perfect_recall" in bench.hero().used


# ---------------------------------------------------------------- those who stand by


@pytest.mark.rule("DHP-CHAR-02", "DHP-HOPE-05")
@pytest.mark.parametrize(("power", "sides"), [("epic_poetry", 10), ("enchanted_aid", 6)])
def test_the_die_of_help_is_larger_for_poets(power: str, sides: int) -> None:
    bench = play(hero(), gifted(power, who="bo", at=5, hope=2), foe())
    bench.do(c.Attack("ada", "orc", "sword")).do(c.GiveHelp("bo"), (sides, 4))


@pytest.mark.rule("DHP-CHAR-02", "DHP-HOPE-05")
def test_enchanted_aid_helps_spells_with_a_d8_and_trades_the_dice_of_a_roll_once() -> None:
    ada = gifted("arcane_lash", hope=2, instinct=1)
    bench = play(ada, gifted("enchanted_aid", who="bo", at=5, hope=2), foe(hp=20))
    bench.do(c.UsePower("ada", "arcane_lash", "orc")).do(c.GiveHelp("bo"), (8, 4))
    bench.do(c.Roll("ada"), *duality(3, 9))
    bench.do(c.AnswerPower("bo", use=True), *LASH)
    assert bench.only(e.RollTwisted).outcome == "success_hope"
    assert "enchanted_aid" in bench.hero("bo").used


@pytest.mark.rule("DHP-CHAR-02")
def test_a_maestros_rally_also_eases_or_heartens_the_others() -> None:
    bo, cy = hero("bo", at=5, stress_marked=2, hope=1), hero("cy", at=5, hope=1)
    bench = play(gifted("rally", "maestro", stress_marked=1, hope=1), bo, cy, foe())
    bench.do(c.UsePower("ada", "rally"))
    assert (bench.hero("bo").stress_marked, bench.hero("bo").hope) == (1, 1)
    assert (bench.hero("cy").stress_marked, bench.hero("cy").hope) == (0, 2)
    assert (bench.hero().stress_marked, bench.hero().hope) == (1, 1)


@pytest.mark.rule("DHP-CHAR-02")
@pytest.mark.parametrize(
    ("powers", "level", "lent"),
    [(("rally",), 1, "rally_die"), (("rally",), 5, "rally_die_8"), (("rally", "epic_poetry"), 8, "rally_die_10")],
)
def test_a_rally_die_grows_with_level_and_poetry(powers: tuple[str, ...], level: int, lent: str) -> None:
    bench = play(gifted(*powers, level=level), hero("bo", at=5), foe()).do(c.UsePower("ada", "rally"))
    assert [one.id for one in bench.hero("bo").lent] == [lent]


@pytest.mark.rule("DHP-CHAR-02", "DHP-TAG-01")
def test_a_comrade_starts_two_tag_teams_a_session_and_is_cheap_company() -> None:
    comrade = gifted("camaraderie", hope=6, tagged=True)
    bench = play(comrade, hero("bo", at=0, hope=6), foe(hp=30))
    bench.do(c.TagTeam("ada", "bo", "orc"))
    assert (bench.hero().hope, bench.hero().used) == (3, ("camaraderie",))
    again = play(replace(comrade, used=("camaraderie",)), hero("bo", at=0), foe(hp=30))
    again.no(c.TagTeam("ada", "bo", "orc"), "tagged")
    cheap = play(comrade, hero("bo", at=0, hope=2), foe(hp=30)).do(c.TagTeam("bo", "ada", "orc"))
    assert cheap.hero("bo").hope == 0


# ---------------------------------------------------------------- blows


@pytest.mark.rule("DHP-CHAR-02")
def test_a_weapon_specialist_adds_a_die_of_the_other_hand() -> None:
    ada = gifted("weapon_specialist", hope=2)
    armed = replace(ada, sheet=replace(ada.sheet, weapons=(*ada.sheet.weapons, DAGGER)))
    bench = attack(play(armed, foe(hp=20)))
    bench.do(c.AnswerPower("ada", use=True), (8, 4), (6, 5))
    assert bench.only(e.DamageRolled).amount == 4 + 1 + 5
    assert bench.hero().hope == 2 + 1 - 1  # the roll was with Hope


@pytest.mark.rule("DHP-CHAR-02")
def test_without_a_second_weapon_nobody_is_asked() -> None:
    bench = attack(play(gifted("weapon_specialist", hope=2), foe(hp=20)), (8, 4))
    assert bench.only(e.DamageRolled).amount == 5


@pytest.mark.rule("DHP-CHAR-02")
@pytest.mark.parametrize(("at", "amount"), [(20, 5 + 5 + 1 + 10), (5, 5 + 5 + 1)])
def test_sacred_resonance_doubles_equal_dice_of_a_weapon_that_flies(at: int, amount: int) -> None:
    bench = play(gifted("spirit_weapon", "sacred_resonance", proficiency=2), foe(hp=30, at=at))
    bench.do(c.Attack("ada", "orc", "sword")).do(c.Roll("ada"), *duality(9, 8), (8, 5), (8, 5))
    told = bench.only(e.DamageRolled)
    assert told.amount == amount


@pytest.mark.rule("DHP-CHAR-02", "DH-FEAR-01")
@pytest.mark.parametrize(("faces", "fear"), [((9, 8), 3), ((2, 1), 4)])
def test_an_apex_predator_robs_the_gm_of_fear_if_the_attack_on_the_focus_succeeds(
    faces: tuple[int, int], fear: int
) -> None:
    focus = Condition("focus", "ada", "temporary")
    bench = play(gifted("apex_predator", hope=3), foe(hp=20, conditions=(focus,)), fear=4)
    bench.do(c.Attack("ada", "orc", "sword")).do(c.Bolster("ada", "apex_predator"))
    assert bench.hero().hope == 2
    bench.do(c.Roll("ada"), *duality(*faces), *(((8, 1),) if sum(faces) > 12 else ()))
    assert bench.fear == fear


@pytest.mark.rule("DHP-CHAR-02")
def test_an_apex_predator_needs_a_focus() -> None:
    bench = play(gifted("apex_predator", hope=3), foe(hp=20)).do(c.Attack("ada", "orc", "sword"))
    bench.no(c.Bolster("ada", "apex_predator"), "no_power")


@pytest.mark.rule("DHP-CHAR-02")
def test_a_focus_that_is_missed_may_be_given_up_for_another_roll() -> None:
    focus = Condition("focus", "ada", "temporary")
    bench = attack(play(gifted("rangers_focus"), foe(hp=20, conditions=(focus,))), faces=(3, 2))
    bench.do(c.AnswerPower("ada", use=True), *duality(9, 8), (8, 1))
    assert not has_condition(bench.foe(), "focus")
    assert bench.foe().hp_marked == 1


@pytest.mark.rule("DHP-CHAR-02")
def test_raw_power_is_the_level_of_a_card_in_hope_or_twice_in_damage() -> None:
    ada = gifted("channel_raw_power", "whirlwind", "arcane_lash", hope=1, instinct=1)
    bench = play(ada, foe(hp=30))
    bench.no(c.UsePower("ada", "channel_raw_power.hope", "no_card"), "no_power")
    bench.do(c.UsePower("ada", "channel_raw_power.hope", "whirlwind"))
    assert bench.hero().hope == 2
    assert [one.id for one in bench.hero().sheet.vault] == ["whirlwind"]
    bench.no(c.UsePower("ada", "channel_raw_power.power", "arcane_lash"), "used_up")
    other = play(ada, foe(hp=30)).do(c.UsePower("ada", "channel_raw_power.power", "whirlwind"))
    assert other.hero().kept == {"channel_raw_power": 2}
    other.do(c.UsePower("ada", "arcane_lash", "orc")).do(c.Roll("ada"), *duality(9, 8), *LASH)
    assert (other.only(e.DamageRolled).amount, other.hero().kept) == (2 + BOOKS.powers["arcane_lash"].plus + 2, {})


@pytest.mark.rule("DHP-CHAR-02")
def test_the_loadout_is_offered_for_raw_power_card_by_card() -> None:
    bench = play(gifted("channel_raw_power", "whirlwind", "get_back_up"), foe(), holder="ada")
    choices = RULES.choices(bench.state, Seat("ada", "player", frozenset({"ada"})))
    (choice,) = (one for one in choices if one.id == "use_power/ada/channel_raw_power.hope")
    assert {pick.value for pick in choice.parameters[0].picks} == {"whirlwind", "get_back_up"}


# ---------------------------------------------------------------- contacts


@pytest.mark.rule("DHP-CHAR-02")
def test_contacts_lend_a_blade_once_and_with_backup_thrice() -> None:
    once = attack(play(gifted("contacts_everywhere"), foe(hp=30)))
    once.do(c.AnswerPower("ada", use=True), (8, 1), (8, 3), (8, 4))
    assert (once.only(e.DamageRolled).amount, once.hero().used) == (1 + 1 + 7, ("contacts_everywhere",))
    more = gifted("contacts_everywhere", "reliable_backup", used=("contacts_everywhere",) * 2)
    bench = struck(play(more, foe(damage="5"), turn=acting()), HIT)
    bench.do(c.UseArmour("ada", use=False)) if bench.asked == "armour" else None
    bench.do(c.AnswerPower("ada", use=True))
    assert bench.hero().used == ("contacts_everywhere",) * 3


# ---------------------------------------------------------------- the elements


@pytest.mark.rule("DHP-CHAR-02")
def test_fire_burns_whoever_wounds_its_bearer_in_melee_and_dies_with_severe_damage() -> None:
    burning = (Condition("channeling_fire", "ada", "rest"),)
    bench = struck(
        play(gifted("elemental_incarnation", conditions=burning), foe(hp=20, damage="2"), turn=acting()), HIT
    )
    bench.do(c.UseArmour("ada", use=False), (10, 9))
    assert bench.foe().hp_marked == 2
    assert has_condition(bench.hero(), "channeling_fire")
    grave = struck(
        play(gifted("elemental_incarnation", conditions=burning), foe(hp=20, damage="20"), turn=acting()), HIT
    )
    grave.do(c.UseArmour("ada", use=False), (10, 9))
    assert not has_condition(grave.hero(), "channeling_fire")


@pytest.mark.rule("DHP-CHAR-02")
def test_dominion_counts_while_its_element_is_channelled() -> None:
    plain = gifted("elemental_dominion")
    fire = replace(plain, conditions=(Condition("channeling_fire", "ada", "rest"),))
    air = replace(plain, conditions=(Condition("channeling_air", "ada", "rest"),))
    assert [proficiency_of(one) for one in (plain, fire, air)] == [1, 2, 1]
    assert [evasion_of(one) for one in (plain, fire, air)] == [12, 12, 13]


@pytest.mark.rule("DHP-CHAR-02")
def test_stone_spares_a_hit_point_for_each_six() -> None:
    stone = gifted("elemental_dominion", conditions=(Condition("channeling_earth", "ada", "rest"),))
    bench = struck(play(stone, foe(damage="14"), turn=acting()), HIT)
    dice = ((6, 6), (6, 2), (6, 5))
    bench.do(c.UseArmour("ada", use=False), *dice) if bench.asked else None
    assert bench.hero().hp_marked == 2


@pytest.mark.rule("DHP-CHAR-02")
def test_an_aura_needs_its_element_and_is_one_a_rest() -> None:
    fire = gifted("elemental_aura", conditions=(Condition("channeling_fire", "ada", "rest"),))
    bench = play(fire, foe(hp=20))
    bench.no(c.UsePower("ada", "elemental_aura.water"), "not_in_condition")
    bench.do(c.UsePower("ada", "elemental_aura.fire"))
    bench.no(c.UsePower("ada", "elemental_aura.fire"), "used_up")
    attack(bench, (8, 3))
    assert (bench.foe().hp_marked, bench.foe().stress_marked) == (1, 1)


@pytest.mark.rule("DHP-CHAR-02")
def test_wind_weakens_what_is_shot_at_an_ally_but_no_blow() -> None:
    air = gifted("elemental_aura", conditions=(Condition("aura_of_air", "ada", "rest"),))
    far = foe(at=60, attack=replace(foe().block.attack, range="far", damage=(Amount(0, 6, 9),)))
    bench = play(air, hero("bo", at=5), far, turn=acting()).do(c.FoeAttack("orc", "bo"), HIT, (8, 6))
    bench.do(c.UseArmour("bo", use=False))
    assert bench.hero("bo").hp_marked == 1
    near = foe(at=5, attack=replace(foe().block.attack, damage=(Amount(0, 6, 9),)))
    blow = play(air, hero("bo", at=5), near, turn=acting()).do(c.FoeAttack("orc", "bo"), HIT)
    blow.do(c.UseArmour("bo", use=False))
    assert blow.hero("bo").hp_marked == 2


# ---------------------------------------------------------------- reaction rolls


@pytest.mark.rule("DHP-CHAR-02", "DHP-REACT-01")
def test_quick_reactions_put_advantage_into_a_reaction_roll_for_a_stress() -> None:
    bench = play(gifted("quick_reactions"), foe(), turn=acting())
    bench.do(c.CallReaction("ada", "agility", 12, "orc"))
    assert "brace/ada/quick_reactions" in offered(bench)
    bench.do(c.Brace("ada", "quick_reactions"))
    bench.no(c.Brace("ada", "quick_reactions"), "no_power")
    bench.do(c.React("ada", "agility"), *duality(4, 3), (6, 5))
    assert (bench.only(e.ReactionRolled).check.total, bench.hero().stress_marked) == (12, 1)


# ---------------------------------------------------------------- nobody leaves


def leaving(*dice: tuple[int, int], **changes: Any) -> Bench:
    """The orc would go from Ada to Bo, who stands farther away."""
    ada = gifted("attack_of_opportunity", agility=2)
    bench = play(ada, hero("bo", at=30), foe(hp=20, **changes), turn=acting())
    return bench.do(c.FoeAttack("orc", "bo"), *dice)


@pytest.mark.rule("DHP-CHAR-02", "DHP-REACT-01")
def test_an_adversary_that_leaves_melee_is_caught_by_a_reaction_roll() -> None:
    bench = leaving(*duality(6, 4))
    assert bench.foe().at == 5
    assert bench.asked == "opportunity"
    for wrong in ("halt,strike", "dance", ""):
        bench.no(c.Seize("ada", wrong), "holds_between")
    bench.do(c.Seize("ada", "strike"), (8, 7))
    assert bench.foe().hp_marked == 2
    bench.do(c.FoeAttack("orc", "bo"), MISS)  # it is tried once in a spotlight
    assert bench.foe().at != 5


@pytest.mark.rule("DHP-CHAR-02")
def test_whoever_is_halted_stays_until_its_next_spotlight() -> None:
    bench = leaving(*duality(6, 4)).do(c.Seize("ada", "halt"))
    assert has_condition(bench.foe(), "halted")
    bench.no(c.FoeAttack("orc", "bo"), "out_of_reach")
    bench.do(c.FoeAttack("orc", "ada"), MISS)


@pytest.mark.rule("DHP-CHAR-02")
def test_whoever_follows_comes_along() -> None:
    bench = leaving(*duality(6, 4)).do(c.Seize("ada", "follow")).do(c.FoeAttack("orc", "bo"), MISS)
    assert abs(bench.hero().at - bench.foe().at) <= 5
    assert bench.foe().at > 5
    assert not any(bench.foe().counters.values())


@pytest.mark.rule("DHP-CHAR-02", "DHP-REACT-02")
def test_a_critical_success_brings_two_things() -> None:
    bench = leaving(*duality(5, 5))
    assert {choice for choice in offered(bench) if choice.startswith("seize")} == {
        "seize/ada/halt+strike",
        "seize/ada/halt+follow",
        "seize/ada/strike+follow",
    }
    bench.do(c.Seize("ada", "halt,strike"), (8, 7))
    assert (bench.foe().hp_marked, has_condition(bench.foe(), "halted")) == (2, True)


@pytest.mark.rule("DHP-CHAR-02")
def test_a_failed_roll_lets_it_go_and_nobody_is_asked() -> None:
    bench = leaving(*duality(3, 2))
    assert not bench.asked
    bench.do(c.FoeAttack("orc", "bo"), MISS)


@pytest.mark.rule("DHP-CHAR-02")
def test_nobody_is_caught_who_stays_in_melee_or_by_somebody_who_cannot_act() -> None:
    ada = gifted("attack_of_opportunity")
    play(ada, foe(hp=20), turn=acting()).do(c.FoeAttack("orc", "ada"), MISS)
    still = next(name for name, entry in BOOKS.conditions.items() if entry.still)
    helpless = replace(ada, conditions=(Condition(still, "orc", "temporary"),))
    play(helpless, hero("bo", at=30), foe(), turn=acting()).do(c.FoeAttack("orc", "bo"), MISS)


@pytest.mark.rule("DHP-CHAR-02", "DHP-RANGE-03")
def test_a_sprint_is_caught_as_well() -> None:
    bench = play(gifted("attack_of_opportunity"), foe(hp=20), turn=acting())
    bench.do(c.FoeSprint("orc", 150), *duality(8, 7))
    assert (bench.asked, bench.foe().at) == ("opportunity", 5)


def test_what_a_doubled_experience_adds_is_shown_part_by_part() -> None:
    bench = play(gifted("adept", hope=3), foe(hp=20)).do(c.Attack("ada", "orc", "sword"))
    bench.do(c.Roll("ada", "one", doubled=True), *duality(5, 3), (8, 1))
    parts = bench.only(e.ActionRolled).check.modifiers
    assert [(part.amount, part.sources) for part in parts if part.amount] == [(2, ("ada/one",)), (2, ("ada/adept",))]
