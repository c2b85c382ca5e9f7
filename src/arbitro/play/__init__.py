"""The automatic referee: a campaign that joins a game and a dungeon at one table."""

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from arbitro.kernel.plugins import is_there, plugged
from arbitro.kernel.ruleset import Ruleset
from arbitro.rules import find_ruleset, games, meant_by

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

PREFIX: Final = "campaign-"
SIDES: Final = "arbitro.sides"
"""The group under which games bring what a campaign needs of them."""


def game_inside(name: str) -> str:
    """The id of the game that a campaign's id stands for; any other is that of a game itself."""
    return name.removeprefix(PREFIX)


def campaigns() -> tuple[str, ...]:
    """The ids of the campaigns that can be played: one for each game that is installed and has a side."""
    sides = plugged(SIDES)
    return tuple(PREFIX + name for name in games() if name in sides and is_there(sides[name]))


def side_package(game: str) -> str:
    """Where the side of a game lies, by the game's id; reading files there does not load it."""
    return plugged(SIDES)[game].module


def find_campaign(name: str) -> "Campaign":
    """The campaign of a game, by the game's name or alias with or without the prefix; KeyError if there is none."""
    return _campaign(meant_by(game_inside(name.lower())))


@cache
def _campaign(game: str) -> "Campaign":
    from arbitro.play.campaign import Campaign

    return Campaign(find_ruleset(game), plugged(SIDES)[game].load())


def find_game(name: str) -> Ruleset[Any]:
    """Whatever can be played by that name: a campaign, or a game by itself; KeyError if there is none."""
    return find_campaign(name) if name.lower().startswith(PREFIX) else find_ruleset(name)
