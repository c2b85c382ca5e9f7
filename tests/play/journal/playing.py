"""Tables that play themselves, for journals to be written of."""

from functools import cache
from typing import Any

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import Setup
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.play import find_game
from arbitro.rules import package_of

SCENES = {
    "fight": ("whitebox", "fights", "orcs.yaml"),
    "explore": ("whitebox", "expeditions", ""),
    "joust": ("whitebox", "jousts", ""),
    "journey": ("infausta", "journeys", ""),
    "battle": ("archmage", "fights", ""),
    "scene": ("daggerheart", "scenes", ""),
    "clash": ("daggerheart", "fights", ""),
}
"""What is played: the game, the folder of its ready scenes, and which one (none: the first)."""


def _ready(game: str, folder: str, name: str) -> Setup:
    from importlib.resources import files

    package = package_of(game)
    names = sorted(file.name for file in files(package).joinpath(folder).iterdir() if file.name.endswith(".yaml"))
    return find_game(game).read_setup(open_packaged(package, folder, name or names[0]))


def play_on(table: Table[Any], most: int) -> None:
    """Let automatic players play until it is over, or for so many commands."""
    ruleset = table.ruleset
    for _ in range(most):
        if ruleset.finished(table.state):
            return
        for seat in (REFEREE, *ruleset.seats(table.state)):
            command = ruleset.suggest(table.state, seat)
            if command is not None:
                answer = table.submit(command, seat, at="2026-11-15T13:00:00+00:00")
                assert not isinstance(answer, Refusal), answer
                break
        else:
            return


@cache
def played(scene: str, seed: str = "7", most: int = 400) -> Table[Any]:
    """A table on which a ready scene was played."""
    game, folder, name = SCENES[scene]
    setup = _ready(game, folder, name)
    table = Table.open(find_game(game), scene, seed_from_text(seed), setup.options, at="2026-11-15T12:00:00+00:00")
    for command in setup.start:
        answer = table.submit(command, REFEREE)
        assert isinstance(answer, Entry), answer
    play_on(table, most)
    return table


@cache
def campaign(
    seed: str = "8", most: int = 250, party: str = "random:4:1", game: str = "campaign-whitebox"
) -> Table[Any]:
    """A campaign that was played for a while."""
    from arbitro.play.commands import Gather

    table = Table.open(find_game(game), "campaign", seed_from_text(seed))
    answer = table.submit(Gather(party), REFEREE)
    assert isinstance(answer, Entry), answer
    play_on(table, most)
    return table
