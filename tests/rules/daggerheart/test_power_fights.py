"""Fights of every class with powers by lot: nothing breaks, nothing stands still, no line shows an id."""

import random
import re

import msgspec
import pytest
from tests.rules.daggerheart.bench import BOOKS, RULES, play, printed
from tests.rules.daggerheart.random_heroes import random_hero

from arbitro.dice.stream import AuditedDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.explain import explain
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.daggerheart.state import State
from arbitro.text import LANGUAGES

RAW = re.compile(r"\b[a-z]+_[a-z_]+\b|[{}]")
FOES = {1: ("jagged_knife_bandit", "giant_rat"), 5: ("sellsword", "jagged_knife_bandit"), 9: ("sellsword", "cave_ogre")}
POWERS = ("use_power", "bolster", "answer_power")


def wanted(state: State, chance: random.Random) -> Command | None:
    """What the automatic seats would do, or, often enough, any use of a power that is offered."""
    if chance.random() < 0.4:
        offered = [one for one in RULES.choices(state, REFEREE) if one.command in POWERS]
        if offered:
            return RULES.command(chance.choice(list(chance.choice(offered).fillings())[:6]))
    return RULES.suggest(state, REFEREE)


def fight(seed: int, calling: str, level: int, steps: int = 120) -> set[str]:
    """A fight that goes on by itself; gives the powers that were used."""
    chance = random.Random(f"{seed}/{calling}/{level}")
    party = [
        random_hero(chance, calling, level, "ada"),
        random_hero(chance, chance.choice(list(BOOKS.classes)), level, "bo"),
    ]
    foes = [
        printed(name, f"foe-{number}", at=chance.choice((5, 20, 45))) for number, name in enumerate(FOES[level] * 2)
    ]
    bench = play(*(msgspec.structs.replace(one, hope=4) for one in party), *foes, fear=4)
    state, dice, used = bench.state, AuditedDice((seed * 100 + level).to_bytes(32, "big")), set()
    for _ in range(steps):
        if RULES.finished(state) or (command := wanted(state, chance)) is None:
            break
        answer = RULES.decide(state, command, dice)
        assert not isinstance(answer, Refusal), (command, answer)
        folded = state
        for event in answer.events:
            folded = RULES.evolve(folded, event)
            used |= {getattr(event, "power", "")} if type(event).__name__ == "PowerUsed" else set()
            for language in LANGUAGES:
                line = tell(RULES, folded, event, language)
                assert not RAW.search(line or ""), (event, line)
            assert explain(RULES, folded, event, "it") is not None
        assert msgspec.json.encode(folded) == msgspec.json.encode(answer.state)
        state = answer.state
    return used


@pytest.mark.rule("DHP-CHAR-02", "DHP-CHAR-03")
@pytest.mark.parametrize("calling", list(BOOKS.classes))
def test_a_class_fights_with_powers_by_lot(calling: str) -> None:
    used: set[str] = set()
    for level in FOES:
        used |= fight(1, calling, level, 60)
    assert used


@pytest.mark.slow
@pytest.mark.parametrize("level", list(FOES))
@pytest.mark.parametrize("calling", list(BOOKS.classes))
def test_many_fights_of_a_class(calling: str, level: int) -> None:
    for seed in range(40):
        fight(seed + 2, calling, level)
