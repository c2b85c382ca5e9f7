"""Anybody against anybody, anywhere, under any options: legal decisions by lot, and every line is held to account.

Ready fights have a few people each. Here a party of any classes and powers meets any creatures, so that what only some
of them can do comes up beside what only some options allow.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.kernel.test_ruleset_contract import random_step
from tests.play.test_any_options import any_options
from tests.play.test_expeditions import replayed
from tests.play.test_spoken_tables import seen, told, wrong
from tests.rules.archmage import test_explanations as archmage_sums
from tests.rules.archmage.test_class_battles import CLASSES, recruit
from tests.rules.archmage.test_random import check as archmage_check
from tests.rules.daggerheart import test_explanations as daggerheart_sums
from tests.rules.daggerheart.bench import BOOKS, RULES
from tests.rules.daggerheart.random_heroes import random_hero
from tests.rules.daggerheart.test_play import random_scene, sound

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.rules.archmage import Archmage, bestiary
from arbitro.rules.archmage import commands as a
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import make
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.state import FOES, PARTY, Side
from arbitro.rules.daggerheart.commands import StartCampaign

ARCHMAGE = Archmage()
LIVELY = 0.6
"""How often the automatic player decides, so that fights go on and come to an end."""
MEETING = 100
"""Decisions of one meeting."""
NAMES = (Named("Aldo", "Aldo"), Named("Zita", "Zita", "f"), Named("Ines", "Ines", "f"), Named("Gnaeo", "Gnaeo"))
Sound = Callable[[Any, Event], None]


def battle(chance: Random) -> list[Command]:
    """Four of any classes and one level against three kinds of creatures of about that level."""
    known, level = load_books(), chance.randint(1, 10)
    party = [recruit(chance.choice(CLASSES), level, chance, number) for number in range(4)]
    named = (replace(hero, id=name.it.lower(), name=name) for hero, name in zip(party, NAMES, strict=True))
    members = [a.Member(make(known, hero, PARTY)) for hero in named]
    near = [name for name, each in known.monsters.items() if abs(each.level - level) <= 2]
    for number, race in enumerate(chance.sample(near, min(3, len(near)))):
        count = 3 if known.monsters[race].category == "mook" else 1
        ids = (f"{race}-{number}{which}" for which in range(count))
        nastier = chance.random() < 0.5
        members += [
            a.Member(bestiary.creature(known, race, FOES, who, at, nastier=nastier)) for at, who in enumerate(ids, 1)
        ]
    sides = (Side(PARTY, Named("la compagnia", "the party", "f")), Side(FOES, Named("l'orda", "the horde", "f")))
    return [a.StartBattle(sides, tuple(members), room=chance.random() < 0.8)]


def meeting(chance: Random) -> list[Command]:
    """Three of any classes and one level in any place with four adversaries."""
    level = chance.choice((1, 2, 5, 8))
    callings = [chance.choice(list(BOOKS.classes)) for _ in range(3)]
    party = tuple(random_hero(chance, each, level, f"pc{number}") for number, each in enumerate(callings))
    return [StartCampaign(party), random_scene(chance)]


def archmage_account(state: Any, event: Event) -> None:
    archmage_sums.hold_to_account(ARCHMAGE, state, event)
    if state.fight is not None:
        archmage_check(ARCHMAGE, state)


def daggerheart_account(state: Any, event: Event) -> None:
    daggerheart_sums.hold_to_account(state, event)
    sound(state)


GAMES: dict[str, tuple[Ruleset[Any], Callable[[Random], list[Command]], Sound]] = {
    "archmage": (ARCHMAGE, battle, archmage_account),
    "daggerheart": (RULES, meeting, daggerheart_account),
}


def steps(game: str, seed: int, most: int) -> Iterator[tuple[Table[Any], list[Event]]]:
    """A meeting under options by lot, decision after decision, with what each brought."""
    ruleset, begin, _ = GAMES[game]
    chance = Random(f"{game} {seed}")
    options = any_options(ruleset.options, chance)
    table: Table[Any] = Table.open(ruleset, "t", seed_from_text(f"anybody {game} {seed}"), options)
    try:
        for command in begin(chance):
            answer = table.submit(command, REFEREE)
            assert not isinstance(answer, Refusal), answer
            yield table, list(answer.events)
        for _ in range(most):
            if ruleset.finished(table.state):
                return
            lively = ruleset.suggest(table.state, REFEREE) if chance.random() < LIVELY else None
            if lively is None:
                assert random_step(table, chance) is not None, "nobody is offered anything"
            else:
                answer = table.submit(lively, REFEREE)
                assert not isinstance(answer, Refusal), (lively, answer)
            entry = table.last
            assert entry is not None
            yield table, list(entry.events)
    except Exception as error:
        error.add_note(f"{game}, seed {seed}, options {options}")
        raise


def met(game: str, seed: int, most: int = MEETING) -> int:
    """One meeting, with everything that happens held to account; how many decisions it had."""
    ruleset, _, account = GAMES[game]
    count = 0
    for table, events in steps(game, seed, most):
        count += 1
        for event in events:
            account(table.state, event)
        found = wrong(told(ruleset, table.state, events))
        assert not found, (game, seed, found)
    miscounted = [line for line in wrong(seen(ruleset, table.state)).values() if line[2][0].startswith("number")]
    assert not miscounted, (game, seed, miscounted)
    replayed(table)
    return count


@pytest.mark.parametrize("game", GAMES)
def test_some_meetings_of_anybody_under_any_options(game: str) -> None:
    for seed in range(3):
        met(game, seed, 40)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("game", GAMES)
def test_twenty_thousand_decisions_of_anybody_under_any_options(game: str, part: int) -> None:
    made, seed = 0, 1000 * (part + 1)
    while made < 2000:
        made += met(game, seed)
        seed += 1
    print(f"{game}: {made} decisions in {seed - 1000 * (part + 1)} meetings")
