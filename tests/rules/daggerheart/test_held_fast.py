"""Whoever is held fast moves nobody: features that move their owner, and reactions that reach nobody (DHP-COND-03)."""

import pytest
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, foe, hero, play, printed

from arbitro.dice.stream import ScriptedDice
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import refusal_text
from arbitro.rules.daggerheart.commands import UseFeature
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.effects import aim_feature
from arbitro.rules.daggerheart.feature import Feature, moves_owner
from arbitro.rules.daggerheart.features import feature_ready, settle_chance
from arbitro.rules.daggerheart.narration import condition_name
from arbitro.rules.daggerheart.play import begin
from arbitro.rules.daggerheart.state import Chance, Condition, Hit

FIXING = [name for name, entry in BOOKS.conditions.items() if entry.fixed]
MOVING = [(name, one) for name, block in BOOKS.adversaries.items() for one in block.features if moves_owner(one)]


def held(condition: str) -> tuple[Condition, ...]:
    return (Condition(condition, "ada", "temporary", ("strength",), 12),)


def at_stake(owner: str, *, at: int, conditions: tuple[Condition, ...] = ()) -> Bench:
    own = printed(owner, "orc", at=at, conditions=conditions)
    return play(hero(armour=None), hero("bea", at=1), own, fear=12, turn=acting())


def test_charges_and_taking_off_are_among_the_features_that_move_their_owner():
    assert {one.id for _, one in MOVING} >= {"rampaging_fury", "trample", "charging_bull", "take_off"}


@pytest.mark.rule("DHP-COND-03")
@pytest.mark.parametrize("condition", FIXING)
@pytest.mark.parametrize(("owner", "feature"), MOVING, ids=lambda one: getattr(one, "id", one))
def test_whoever_is_held_fast_uses_no_feature_that_moves_it(owner: str, feature: Feature, condition: str):
    """Refused before any die, in words that name the condition; nobody is in its path, and nothing is offered."""
    free, bound = at_stake(owner, at=10), at_stake(owner, at=10, conditions=held(condition))
    assert feature_ready(load_library(), free.state, "orc", feature) is None
    assert aim_feature(load_library(), free.state, "orc", feature, ("ada",))
    refused = feature_ready(load_library(), bound.state, "orc", feature)
    assert refused is not None
    assert refused.code == "held_fast"
    assert not aim_feature(load_library(), bound.state, "orc", feature, ("ada",))
    for language in ("it", "en"):
        told = refusal_text(RULES, bound.state, refused, language)
        assert condition_name(load_library(), RULES.name_of(bound.state, "orc", language), condition, language) in told
        assert feature.name.in_(language) in told
    choices = {one.id for one in RULES.choices(bound.state, REFEREE)}
    assert f"use_feature/orc/{feature.id}" not in choices
    if feature.when is None:
        bound.no(UseFeature("orc", feature.id, "ada"), "held_fast")


# ---------------------------------------------------------------- reactions that reach nobody

FAR_OFF = 5000
REACHING = [
    (name, one)
    for name, block in BOOKS.adversaries.items()
    for one in block.features
    if one.when is not None
    and one.when.moment != "any"
    and one.count is None
    and (one.attack is not None or ((one.do or one.roll) and one.target is not None and not one.own))
    and (one.target is None or one.target.within != "out_of_range")
]


def offered(bench: Bench, chance: Chance, *due: Hit) -> bool:
    """Whether a reaction is offered; none is paid for, and nothing is thrown or told, if it is not."""
    with ScriptedDice() as none:
        running = begin(RULES.rules, bench.state, none)
        running.agenda = [chance]
        running.agenda += due
        settle_chance(running, running.agenda.pop(0))
    if not running.state.awaiting:
        assert not running.events
    return bool(running.state.awaiting)


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-RANGE-04")
@pytest.mark.parametrize(("owner", "feature"), REACHING, ids=lambda one: getattr(one, "id", one))
def test_a_reaction_that_reaches_nobody_is_neither_offered_nor_paid_for(owner: str, feature: Feature):
    total = feature.when.total if feature.when is not None else 0
    own = printed(owner, "orc", at=FAR_OFF, hp_marked=max(total, int(feature.hurt)), counters={"overheard": 1})
    bench = play(hero(armour=None), own, fear=12)
    assert not offered(bench, Chance("orc", feature.id, "ada", wounds=3))


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-03")
@pytest.mark.parametrize("condition", ["", *FIXING])
@pytest.mark.parametrize(("owner", "feature"), [("shark", "blood_in_the_water"), ("dire_bat", "guardian")])
def test_a_strike_by_reaction_is_offered_only_to_whoever_can_get_there(owner: str, feature: str, condition: str):
    own = printed(owner, "orc", at=25, conditions=held(condition) if condition else ())
    assert offered(play(hero(), own), Chance("orc", feature, "ada")) == (not condition)


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-03")
@pytest.mark.parametrize("condition", FIXING)
def test_whoever_is_held_fast_shields_only_an_ally_in_melee(condition: str):
    shields = [(name, one) for name, block in BOOKS.adversaries.items() for one in block.features if one.take_over]
    assert shields
    for owner, feature in shields:
        for at, conditions, wanted in ((15, (), True), (15, held(condition), False), (9, held(condition), True)):
            own = printed(owner, "orc", at=at, conditions=conditions)
            bench = play(hero(), own, foe("lord", type="leader", at=5))
            blow = Hit("lord", 9, "physical", "ada")
            assert offered(bench, Chance("orc", feature.id, "ada"), blow) == wanted, (owner, at)
