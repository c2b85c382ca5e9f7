"""Random play under random options: nothing crashes, nobody is stuck, and every invariant of an expedition holds."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.games import PLAYABLE, ready_of
from tests.kernel.test_ruleset_contract import random_step
from tests.play.test_expeditions import invariants, replayed
from tests.play.watching import Mixed, Scattered, expedition, opened

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Setting
from arbitro.kernel.option import Option, Options
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.play import campaigns, find_campaign
from arbitro.rules import find_ruleset, games

CHANGED = 0.3
"""How likely an option leaves its default."""
WIDE = 40
"""How far from its default a number goes at most, so that a page of 500 squares is not the rule."""
COMMANDS = 250
"""Commands of one campaign."""
SAMPLED = 2
MANY = 80
"""Campaigns of each game: in every run, and in the slow set (80 × 250 = 20,000 decisions)."""
FRACTIONS = ("0", "1/20", "1/4", "1/3", "2/3", "1", 1)
DICE = ("0", "1", "1d4", "2d6", "1d6+1", "3")


def drawn(option: Option, chance: Random) -> Setting:
    """Any value that the option takes."""
    if option.type == "switch":
        return chance.random() < 0.5
    if option.type == "choice":
        return chance.choice(list(option.values))
    if option.type == "integer":
        default, low, high = (int(one or 0) for one in (option.default, option.minimum, option.maximum))
        return chance.randint(max(low, default - WIDE), min(high, default + WIDE))
    fitting = [value for value in (FRACTIONS if option.type == "fraction" else DICE) if option.fault(value) is None]
    return chance.choice(fitting)


def any_options(options: Options, chance: Random, given: dict[str, Setting] | None = None) -> dict[str, Setting]:
    """A set of choices that the game accepts, drawn by lot; what a scene sets itself stays."""
    chosen: dict[str, Setting] = dict(given or {})
    for name in chance.sample(sorted(options), len(options)):
        if name not in chosen and chance.random() < CHANGED:
            wider = {**chosen, name: drawn(options[name], chance)}
            if not options.faults(wider):
                chosen = wider
    return chosen


def played(game: str, seed: int) -> None:
    chance = Random(f"{game} {seed}")
    options = any_options(find_campaign(game).options, chance)
    player = Scattered if seed % 3 == 2 else Mixed
    table = opened(game, seed, **options)
    try:
        for step in expedition(game, seed, COMMANDS, player, **options):
            table = step.table
            invariants(step)
        replayed(table)
    except Exception as error:
        error.add_note(f"{game}, seed {seed}, options {options}")
        raise


@pytest.mark.parametrize("seed", range(SAMPLED))
@pytest.mark.parametrize("game", campaigns())
def test_a_campaign_under_any_options(game: str, seed: int) -> None:
    played(game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SAMPLED, MANY))
@pytest.mark.parametrize("game", campaigns())
def test_many_campaigns_under_any_options(game: str, seed: int) -> None:
    played(game, seed)


def random_scene(game: str, folder: str, name: str, seed: int, most: int = COMMANDS) -> Iterator[Table[Any]]:
    """A ready scene in which everybody does whatever comes to mind, after each step; begun anew when it is over."""
    ruleset, chance = find_ruleset(game), Random(f"{game} {name} {seed}")
    setup = ruleset.read_setup(open_packaged(ruleset.package, folder, name))
    options = any_options(ruleset.options, chance, setup.options)
    table: Table[Any] | None = None
    try:
        for count in range(most):
            if table is None or ruleset.finished(table.state):
                table = Table.open(ruleset, "any", seed_from_text(f"{name} {seed} {count}"), options)
                for command in setup.start:
                    assert not isinstance(answer := table.submit(command, REFEREE), Refusal), answer
            command = random_step(table, chance)
            assert command is not None or ruleset.finished(table.state), "nobody is offered anything"
            yield table
    except Exception as error:
        error.add_note(f"{game}, {folder}/{name}, seed {seed}, options {options}")
        raise


def scene_played(game: str, folder: str, name: str, seed: int, most: int = COMMANDS) -> None:
    """Such a scene, and its last table folds to the same state."""
    *_, table = random_scene(game, folder, name, seed, most)
    replayed(table)


READY = [(game, folder, name) for game in PLAYABLE for folder, name in ready_of(game)]


@pytest.mark.parametrize(("game", "folder", "name"), READY)
def test_a_scene_under_any_options(game: str, folder: str, name: str) -> None:
    scene_played(game, folder, name, 0, 80)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 13))
@pytest.mark.parametrize(("game", "folder", "name"), READY)
def test_scenes_under_any_options(game: str, folder: str, name: str, seed: int) -> None:
    scene_played(game, folder, name, seed)


def all_options() -> list[Any]:
    rulesets = [find_ruleset(game) for game in games()] + [find_campaign(game) for game in campaigns()]
    return [pytest.param(game.options, id=game.id) for game in rulesets]


@pytest.mark.parametrize("options", all_options())
def test_every_number_has_limits_and_none_beyond_them_is_taken(options: Options) -> None:
    for name in options:
        option = options[name]
        if option.type in ("integer", "fraction", "dice"):
            assert option.minimum is not None, name
            assert option.maximum is not None, name
            assert option.fault("-1" if option.type != "integer" else int(option.minimum) - 1) is not None, name
            assert option.fault("9999" if option.type != "integer" else int(option.maximum) + 1) is not None, name
