"""Whether a fight is one of plain people is kept by the fold, and must never hide somebody who is more."""

from typing import Any

import pytest

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.rules import find_ruleset
from arbitro.web.shelf import ready_scenes

COMMANDS = 40
"""How far each fight is played: far enough for shapes to change and for more to come."""
SCENES = [
    (game, name) for game in ("whitebox", "infausta") for name in ready_scenes(game) if name.startswith("fights/")
]


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_a_fight_is_plain_only_while_nobody_in_it_has_powers(game: str, scene: str) -> None:
    rules = find_ruleset(game)
    setup = rules.read_setup(ready_scenes(game)[scene])
    table: Table[Any] = Table.open(rules, "plain", seed_from_text(scene), rules.options.meant(setup.options))
    for command in setup.start:
        table.submit(command, REFEREE)
    begun_plain = all(one.profile.powers is None for one in table.state.fight.combatants.values())
    assert table.state.fight.plain == begun_plain
    for _ in range(COMMANDS):
        following = rules.suggest(table.state, REFEREE)
        if following is None:
            break
        table.submit(following, REFEREE)
        fight = table.state.fight
        if fight.plain:
            assert all(one.profile.powers is None for one in fight.combatants.values())
