"""The automatic referee: a campaign that joins a game and a dungeon at one table."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from arbitro.kernel.ruleset import Ruleset
from arbitro.rules import ALIASES, find_ruleset, installed

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

PREFIX: Final = "campaign-"
SIDES: Final = {
    "whitebox": ("arbitro.play.sides.whitebox", "WhiteBoxSide"),
    "infausta": ("arbitro.play.sides.infausta", "InfaustaSide"),
    "archmage": ("arbitro.play.sides.archmage", "ArchmageSide"),
    "daggerheart": ("arbitro.play.sides.daggerheart", "DaggerheartSide"),
}


def campaigns() -> tuple[str, ...]:
    """The ids of the campaigns that can be played: one for each game that is installed and has a side."""
    there = installed()
    return tuple(PREFIX + name for name in SIDES if name in there)


def find_campaign(name: str) -> "Campaign":
    """The campaign of a game, by the game's name or alias with or without the prefix; KeyError if there is none."""
    wanted = name.lower().removeprefix(PREFIX)
    return _campaign(ALIASES.get(wanted, wanted))


@cache
def _campaign(game: str) -> "Campaign":
    from arbitro.play.campaign import Campaign

    module, made = SIDES[game]
    ruleset = find_ruleset(game)
    return Campaign(ruleset, getattr(import_module(module), made)(ruleset))


def find_game(name: str) -> Ruleset[Any]:
    """Whatever can be played by that name: a campaign, or a game by itself; KeyError if there is none."""
    return find_campaign(name) if name.lower().startswith(PREFIX) else find_ruleset(name)
