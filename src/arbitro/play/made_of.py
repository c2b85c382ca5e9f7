"""What a campaign is made of: the books and the switches of its game and of the appendix."""

from typing import Any, Final

from msgspec.structs import replace

from arbitro.appendix_a.level import used_under
from arbitro.appendix_a.tables import PACKAGE as DUNGEON
from arbitro.kernel.event import Setting
from arbitro.kernel.option import Options, load_options
from arbitro.kernel.rulebook import Rulebook, load_rulebook
from arbitro.kernel.ruleset import Ruleset
from arbitro.play import digging
from arbitro.play.side import Side
from arbitro.play.state import CampaignState

PACKAGE: Final = "arbitro.play"
GENERATOR: Final = "appendix_a"
"""A campaign is played in a dungeon of the appendix: to choose one is to choose the other (DA-SOLO-01)."""


def rulebook(name: str, game: Ruleset[Any]) -> Rulebook:
    """The game's rules and the appendix's."""
    own, dungeon = game.rulebook, load_rulebook(DUNGEON)
    atoms = {atom: own[atom] for atom in own} | {atom: dungeon[atom] for atom in dungeon}
    return Rulebook(name, f"{own.edition}+{dungeon.edition}", own.source, atoms)


def options(side: Side) -> Options:
    """The game's switches, the appendix's and the campaign's own."""
    own = (load_options(package) for package in side.option_packages)
    parts = (side.game.options, load_options(DUNGEON), digging.GENERATOR.options(), load_options(PACKAGE), *own)
    declared = {name: part[name] for part in parts for name in part}
    declared[GENERATOR] = replace(declared[GENERATOR], default=True, fixed=True)
    return Options(declared)


def with_options(game: Ruleset[Any], state: CampaignState, options: dict[str, Setting]) -> CampaignState:
    """The game inside plays by its own part of them."""
    options = {**options, GENERATOR: True}  # older tables were opened with a switch that switched nothing
    own = {name: options[name] for name in game.options if name in options}
    dungeon = used_under(state.dungeon, options) if state.dungeon.spaces else state.dungeon
    return replace(state, options=options, game=game.with_options(state.game, own), dungeon=dungeon)
