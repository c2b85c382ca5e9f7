"""Cover and shots, plans of the GM's, what countdowns tell as they start, why a turn opens, rests that do nothing."""

from typing import get_args

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import (
    BOOKS,
    BOW,
    RULES,
    SHORTBOW,
    SWORD,
    Bench,
    acting,
    duality,
    foe,
    hero,
    play,
    printed,
)

from arbitro.dice.amount import Amount
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import refusal_text, tell
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.feature import Feature, Strike, Target
from arbitro.rules.daggerheart.people import Power
from arbitro.rules.daggerheart.presence import PLACE
from arbitro.rules.daggerheart.rests import LONG_MOVES, SHORT_MOVES
from arbitro.rules.daggerheart.state import Condition, Countdown, Danger, Rest, Turn
from arbitro.rules.daggerheart.words import BANDS, Named, is_ranged

OPEN = Turn("gm_decision")
IN_PLAY = [band for band in BANDS if band != "out_of_range"]

# ---------------------------------------------------------------- cover


@pytest.mark.rule("DHP-RANGE-04")
@pytest.mark.parametrize("band", IN_PLAY)
def test_partial_cover_hampers_a_pcs_shots_and_no_blow(band):
    weapon = replace(SWORD, id="means", range=band)
    spell = Power("means", Named("dardo", "dart"), range=band, die=6)
    caster = hero(weapons=(weapon,), spellcast="knowledge", powers=(spell,))
    for command in (c.Attack("ada", "orc"), c.UsePower("ada", "means", "orc")):
        bench = play(caster, foe(cover="partial")).do(command)
        put = ((6, 1),) if is_ranged(band) else ()
        bench.do(c.Roll("ada"), *duality(3, 4, *put))
        assert ("DHP-RANGE-04" in bench.only(e.ActionRolled).rules) == is_ranged(band)


@pytest.mark.rule("DHP-RANGE-04", "DH-ATK-04")
@pytest.mark.parametrize("band", IN_PLAY)
def test_partial_cover_hampers_an_adversarys_shots_and_no_blow(band):
    put = ((20, 2),) if is_ranged(band) else ()
    shot = foe(attack=replace(SHORTBOW, range=band))
    bench = play(hero(cover="partial"), shot, turn=acting()).do(c.FoeAttack("orc", "ada"), (20, 3), *put)
    assert ("DHP-RANGE-04" in bench.only(e.AttackRolled).rules) == is_ranged(band)
    feature = Feature("x", Named("x", "x"), target=Target(within=band), attack=Strike(Amount(1, 6)))
    bench = play(hero(cover="partial"), foe(feature=feature), turn=acting())
    bench.do(c.UseFeature("orc", "x", "ada"), (20, 3), *put)
    assert ("DHP-RANGE-04" in bench.only(e.AttackRolled).rules) == is_ranged(band)


@pytest.mark.rule("DHP-RANGE-04")
def test_nobody_shoots_through_total_cover_in_any_way():
    spread = Power("spread", Named("raggio", "ray"), range="far", all=True, die=6)
    caster = hero(spellcast="knowledge", powers=(spread,), weapons=(replace(BOW, second=True),))
    bench = play(caster, foe(at=60), foe("two", at=60, cover="total"))
    bench.no(c.Attack("ada", "orc", second="two"), "no_line_of_sight")
    bench.do(c.UsePower("ada", "spread"))
    assert bench.scene.pending.targets == ("orc",)
    shot = Feature("x", Named("x", "x"), target=Target(within="far"), attack=Strike(Amount(1, 6)))
    many = Feature("m", Named("m", "m"), kind="passive", passive="multi", value=2)
    archer = foe(attack=SHORTBOW, features=(shot, many))
    pair = play(hero(at=60), hero("bea", at=60, cover="total"), archer, turn=acting())
    pair.no(c.FoeAttack("orc", "ada,bea"), "no_line_of_sight")
    pair.no(c.UseFeature("orc", "x", "bea"), "not_touched")


@pytest.mark.rule("DHP-RANGE-01")
def test_a_feature_aimed_at_whom_it_cannot_reach_is_refused_and_strikes_nobody_else():
    near, far = hero(), hero("bea", at=900)
    grab = Feature("grab", Named("presa", "grab", "f"), target=Target(within="close"), attack=Strike(Amount(1, 6)))
    bench = play(near, far, foe(feature=grab), turn=acting())
    refused = bench.no(c.UseFeature("orc", "grab", "bea"), "not_touched")
    assert "Bea" in refusal_text(RULES, bench.state, refused, "it")
    (choice,) = [one for one in RULES.choices(bench.state, REFEREE) if one.id == "use_feature/orc/grab"]
    assert [pick.value for pick in choice.parameters[0].picks] == ["ada"]
    bench.do(c.UseFeature("orc", "grab", "ada"), (20, 2))


# ---------------------------------------------------------------- plans and countdowns


def plan(which: str, *, hidden: bool = False) -> Countdown:
    return Countdown(which, Named(which, which), "long_term", 8, 8, hidden=hidden)


def court(*plans: Countdown) -> Bench:
    bench = play(hero(), fear=2, turn=OPEN, place="imperial_court")
    bench.state = replace(bench.state, projects={one.id: one for one in plans})
    return bench


@pytest.mark.rule("DHP-ENV-01", "DHP-COUNT-01")
def test_a_decree_brings_the_plan_nearer_that_the_gm_names_and_costs_nothing_without_one():
    court().no(c.UseFeature(PLACE, "imperial_decree"), "no_countdown")
    bench = court(plan("ours"), plan("theirs", hidden=True))
    bench.no(c.UseFeature(PLACE, "imperial_decree"), "which_plan")
    (choice,) = [one for one in RULES.choices(bench.state, REFEREE) if one.id == "use_feature/place/imperial_decree"]
    assert [pick.value for pick in choice.parameters[0].picks] == ["theirs", "ours"]
    bench.do(c.UseFeature(PLACE, "imperial_decree", summon="theirs"), (4, 3))
    assert {which: one.value for which, one in bench.state.projects.items()} == {"ours": 8, "theirs": 5}
    alone = court(plan("ours")).do(c.UseFeature(PLACE, "imperial_decree"), (4, 2))
    assert alone.state.projects["ours"].value == 6


KINDS = get_args(Countdown.__annotations__["kind"])
LOOPS = get_args(Countdown.__annotations__["loop"])


@pytest.mark.rule("DHP-COUNT-01", "DHP-COUNT-02")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("loop", LOOPS)
def test_a_countdown_that_starts_tells_what_moves_it_and_whether_it_begins_again(kind, loop):
    bench = play(hero()).do(c.AddCountdown(Countdown("x", Named("Onda", "Wave"), kind, 4, 4, loop)))
    for language, again in (("it", "ricomincia"), ("en", "begins again")):
        line = tell(RULES, bench.state, bench.only(e.CountdownStarted), language)
        assert RULES.texts.say(language, f"countdown_kind.{kind}") in line
        assert (again in line) == (loop != "none")


# ---------------------------------------------------------------- the GM's turn


@pytest.mark.rule("DH-MOVE-03", "DH-MOVE-04")
@pytest.mark.parametrize(
    ("dice", "cited"),
    [((9, 4), set()), ((2, 3), {"DH-MOVE-03", "DH-MOVE-04"}), ((3, 2), {"DH-MOVE-04"}), ((6, 7), {"DH-MOVE-03"})],
)
def test_a_turn_opens_citing_all_that_the_roll_was(dice, cited):
    bench = (
        play(hero(), foe()).do(c.Attack("ada", "orc")).do(c.Roll("ada"), *duality(*dice), *[(8, 1)] * (sum(dice) > 11))
    )
    opened = bench.found(e.TurnOpened)
    assert {rule for event in opened for rule in event.rules if rule.startswith("DH-MOVE")} == cited
    for event in opened:
        for language, failed, fear in (("it", "fallito", "Paura"), ("en", "failed", "Fear")):
            line = tell(RULES, bench.state, event, language)
            assert (failed in line, fear in line) == ("DH-MOVE-04" in cited, "DH-MOVE-03" in cited)


@pytest.mark.rule("DHP-ENV-01", "DHP-ADVSTAT-05")
@pytest.mark.parametrize(("owner", "rule"), [(PLACE, "DHP-ENV-01"), ("orc", "DHP-ADVSTAT-05")])
def test_ground_that_is_safe_again_cites_whose_feature_it_was(owner, rule):
    zone = Danger(owner, "bar_fight", 0, "close")
    bench = play(hero(), foe(), place="local_tavern", zones=(zone,)).do(c.EndZone(owner, "bar_fight"))
    assert bench.only(e.ZoneSet).rules == (rule,)


# ---------------------------------------------------------------- rests

MARKS = {"wounds": "hp_marked", "stress": "stress_marked", "armor": "armour_marked"}


@pytest.mark.rule("DHP-REST-04", "DHP-REST-05")
@pytest.mark.parametrize("marked", [0, 1])
@pytest.mark.parametrize(
    ("kind", "move"), [("short", move) for move in SHORT_MOVES] + [("long", move) for move in LONG_MOVES]
)
def test_a_downtime_move_that_would_clear_nothing_is_not_offered_and_is_refused(kind, move, marked):
    mark = next((name for word, name in MARKS.items() if move.endswith(word)), "")
    if not mark:
        return
    bench = play(hero(**{mark: marked}), in_danger=False)
    bench.state = replace(bench.state, rest=Rest(kind))
    offered = {choice.id for choice in RULES.choices(bench.state, REFEREE)}
    assert (f"rest_move/ada/{move}" in offered) == bool(marked)
    if not marked:
        refused = bench.no(c.RestMove("ada", move), f"no_need_{move.replace('_all', '')}")
        for language in ("it", "en"):
            assert "Ada" in refusal_text(RULES, bench.state, refused, language)


@pytest.mark.rule("DHP-COND-02", "DHP-COND-06")
@pytest.mark.parametrize("name", [name for name, entry in BOOKS.conditions.items() if entry.seen])
def test_whoever_is_seen_by_a_condition_is_not_offered_to_hide(name):
    bench = play(hero(conditions=(Condition(name, "x", "scene"),)), printed("bear"))
    bench.no(c.SetCondition("ada", "hidden"), "given_away")
    (choice,) = [one for one in RULES.choices(bench.state, REFEREE) if one.id == "set_condition/hidden"]
    assert [pick.value for pick in choice.parameters[0].picks] == ["bear"]
