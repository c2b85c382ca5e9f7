"""Whoever is held fast moves nobody: features that move their owner, and reactions that reach nobody (DHP-COND-03)."""

import pytest
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, hero, play, printed

from arbitro.kernel.explain import refusal_text
from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart.commands import UseFeature
from arbitro.rules.daggerheart.effects import aim_feature
from arbitro.rules.daggerheart.feature import Feature, moves_owner
from arbitro.rules.daggerheart.features import feature_ready
from arbitro.rules.daggerheart.narration import condition_name
from arbitro.rules.daggerheart.state import Condition

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
    assert feature_ready(free.state, "orc", feature) is None
    assert aim_feature(free.state, "orc", feature, ("ada",))
    refused = feature_ready(bound.state, "orc", feature)
    assert refused is not None
    assert refused.code == "held_fast"
    assert not aim_feature(bound.state, "orc", feature, ("ada",))
    for language in ("it", "en"):
        told = refusal_text(RULES, bound.state, refused, language)
        assert condition_name(RULES.name_of(bound.state, "orc", language), condition, language) in told
        assert feature.name.in_(language) in told
    choices = {one.id for one in RULES.choices(bound.state, REFEREE)}
    assert f"use_feature/orc/{feature.id}" not in choices
    if feature.when is None:
        bound.no(UseFeature("orc", feature.id, "ada"), "held_fast")
