"""Asking whether a command is allowed stops at its first event: the answer is that of carrying it out."""

from typing import Any

import pytest

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.rules import find_ruleset
from arbitro.web.shelf import ready_scenes

STEPS = 14
MOST = 60
"""Commands of each state that are held against a later one."""
SCENES = [(game, name) for game in ("whitebox", "infausta") for name in ready_scenes(game)]


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_what_is_allowed_is_what_is_not_refused(game: str, scene: str) -> None:
    """Commands of earlier moments are asked of later ones, where many of them are refused for one reason or another."""
    rules = find_ruleset(game)
    setup = rules.read_setup(ready_scenes(game)[scene])
    table: Table[Any] = Table.open(rules, "asking", seed_from_text(scene), rules.options.meant(setup.options))
    for command in setup.start:
        table.submit(command, REFEREE)
    offered: dict[Command, None] = {}
    for _ in range(STEPS):
        for command in list(offered)[-MOST:]:
            if rules.may_begin(table.state, command) is None:
                answer = rules.decide(table.state, command, QuickDice(1))
                happens = not isinstance(answer, Refusal) and bool(answer.events)
                assert rules.allows(table.state, command) == happens, command
        for choice in table.choices(REFEREE):
            offered |= {rules.command(filled): None for filled in list(choice.fillings())[:3]}
        following = rules.suggest(table.state, REFEREE)
        if following is None:
            break
        table.submit(following, REFEREE)
