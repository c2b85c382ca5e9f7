"""Every adversary and every place in a whole fight by the automatic seats: nothing breaks, no line shows an id."""

import re

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, acting, hero, play, printed

from arbitro.dice.stream import AuditedDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.explain import explain
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.daggerheart.automatic_gm import foe_wishes
from arbitro.rules.daggerheart.commands import UseFeature
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.feature_plays import plays_of
from arbitro.rules.daggerheart.words import Named
from arbitro.text import LANGUAGES

RAW = re.compile(r"\b[a-z]+_[a-z_]+\b|[{}]")
LEVEL_TRAITS = dict.fromkeys(("agility", "strength", "finesse", "instinct", "presence", "knowledge"), 3)


def fight(seed, *foes, place=None, steps=120):
    """A fight that goes on by itself for so many decisions, or until it is over; every line is told and explained."""
    party = [hero(who, hp=9, evasion=13, hope=3, spellcast="instinct", **LEVEL_TRAITS) for who in ("ada", "bo", "cleo")]
    bench = play(*party, *foes, place=place, fear=4)
    state, dice = bench.state, AuditedDice(seed.to_bytes(32, "big"))
    for _ in range(steps):
        if RULES.finished(state):
            break
        command = RULES.suggest(state, REFEREE)
        if command is None:
            break
        answer = RULES.decide(state, command, dice)
        assert not isinstance(answer, Refusal), (command, answer)
        state = answer.state
        for event in answer.events:
            for language in LANGUAGES:
                line = tell(RULES, state, event, language)
                assert not RAW.search(line or ""), (event, line)
            assert explain(RULES, state, event, "it") is not None
    return state


@pytest.mark.slow
@pytest.mark.rule("DHP-ADVSTAT-05")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", list(BOOKS.adversaries))
def test_every_adversary_fights_with_its_kin(name, seed):
    kin = [other for other, block in BOOKS.adversaries.items() if block.kin == BOOKS.adversaries[name].kin][:3]
    fight(seed + 1, printed(name, "one", at=20), *(printed(other, f"mate-{n}", at=25) for n, other in enumerate(kin)))


@pytest.mark.slow
@pytest.mark.rule("DHP-ENV-01")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", list(BOOKS.places))
def test_every_place_plays_along(name, seed):
    met = BOOKS.places[name].adversaries[:2]
    foes = [printed(one, f"foe-{n}", at=20) for n, one in enumerate(met)]
    fight(seed + 1, *(foes or [printed("bear", "foe", at=20)]), place=name)


@pytest.mark.parametrize("name", [name for number, name in enumerate(BOOKS.adversaries) if number % 12 == 0])
def test_a_sample_of_adversaries_fights(name):
    fight(7, printed(name, "one", at=20), printed(name, "two", at=25), steps=40)


@pytest.mark.rule("DHP-ADVSTAT-05")
@pytest.mark.parametrize("name", list(BOOKS.adversaries))
def test_the_automatic_gm_would_use_every_action_that_does_something(name):
    """Of what it wishes for in any of many moments, each action of the stat block is one."""
    block = BOOKS.adversaries[name]
    able = {one.id for one in block.features if one.kind == "action" and one.when is None and plays_of(one) != "told"}
    wished = set()
    for number in range(60):
        kin = [other for other, each in BOOKS.adversaries.items() if each.kin == block.kin][:2]
        mates = [printed(other, f"mate-{n}", stress_marked=1) for n, other in enumerate(kin)]
        one = replace(printed(name, "one"), hp_marked=1 if block.hp > 1 else 0)
        bench = play(hero(spellcast="instinct"), one, *mates, turn=acting("one"), fear=12, tension="climactic")
        state = replace(bench.state, scene=replace(bench.scene, rolls=number))
        turn = state.scene.turn
        wished |= {each.feature for each in foe_wishes(BOOKS, state, one, turn) if isinstance(each, UseFeature)}
    assert able <= wished


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ENV-01")
def test_how_features_are_played_is_counted():
    counts = BOOKS.played()
    assert sum(counts["adversary_feature"].values()) == sum(len(one.features) for one in BOOKS.adversaries.values())
    assert sum(counts["place_feature"].values()) == sum(len(one.features) for one in BOOKS.places.values())
    assert counts["adversary_feature"]["told"] <= 22
    assert counts["place_feature"]["told"] <= 18
    assert plays_of(Feature("x", Named("x", "x"))) == "told"
    assert plays_of(BOOKS.patterns["momentum"]) == "runs"
    assert plays_of(BOOKS.patterns["team_up"]) == "asks"
