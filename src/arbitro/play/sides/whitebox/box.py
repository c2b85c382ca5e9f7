"""A game of the White Box family in a campaign: what its two games do each in its own way, and where things stand."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.drawing import Drawing
from arbitro.kernel.event import Event
from arbitro.kernel.seat import Seat
from arbitro.play.fold import Fold
from arbitro.play.naming import TEXTS as CAMPAIGN_TEXTS
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox.state import BoxCampaign
from arbitro.play.state import CampaignState, Route
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.exploring.state import Expedition
from arbitro.rules.whitebox.people import records
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.scene import Scene as GameScene
from arbitro.rules.whitebox.state import State
from arbitro.text import Language, Texts

PACKAGE: Final = "arbitro.play.sides.whitebox"
TEXTS: Final = Texts(PACKAGE, CAMPAIGN_TEXTS)
"""The family's own sentences; the campaign's stand behind them."""


@dataclass(frozen=True, kw_only=True)
class BoxSide:
    """One game of the family; a variant replaces what it does otherwise, and whatever calls that follows."""

    game: BoxGame
    state_type: type[CampaignState]
    events: tuple[type[Event], ...]
    folds: Mapping[type[Event], Fold]
    quiet: tuple[type[Event], ...]
    """Events of the game that a campaign tells in its own words."""
    routes: tuple[Route, ...]
    cited: Callable[..., tuple[str, ...]]
    """Atoms of this game's book for atoms of the family's first."""
    lock_rules: tuple[str, ...]
    trap_rules: tuple[str, ...]
    watch_rules: tuple[str, ...]
    checks_a_day: int
    """How often a day in the open may bring somebody."""
    busy: Callable[["BoxSide", CampaignState], bool]
    set_out: Callable[["BoxSide", Scene, Route], Refusal | None]
    turn_round: Callable[[Scene], Refusal | None]
    turn_homeward: Callable[["BoxSide", Scene, int], None]
    """Under the sky again, with so many miles walked in all."""
    end_expedition: Callable[[Scene], None]
    at_mouth: Callable[[CampaignState], bool]
    at_gate: Callable[[CampaignState], bool]
    chart: Callable[["BoxSide", CampaignState, Seat, Language], Drawing | None]
    """The map of the country that the party goes across."""
    miles_left: Callable[[CampaignState], int]
    """Miles that this leg of the way still has."""
    knows_way: Callable[[CampaignState], bool]
    """Whether the party can tell."""
    go_down: Callable[["BoxSide", Scene, str], None]
    sit_out: Callable[["BoxSide", Scene, int], None]
    """The party waits for turns without stirring, as long as nobody comes."""
    after: Callable[["BoxSide", Scene, int], None]
    may_look_for_traps: Callable[["BoxSide", CampaignState, str, str], Refusal | None]
    look_for_traps: Callable[["BoxSide", Scene, str, str], None]
    time_of_search: Callable[["BoxSide", GameScene, str], None]
    part: Callable[["BoxSide", Scene, tuple[str, ...], str], None]
    rejoin: Callable[["BoxSide", Scene, tuple[str, ...], str], None]
    look_to: Callable[["BoxSide", Scene, str, str], None]
    onward: Callable[["BoxSide", CampaignState], Iterator[Command]]
    care: Callable[["BoxSide", CampaignState], Iterator[Command]]
    upkeep: Callable[["BoxSide", CampaignState], Iterator[Command]]
    routine: frozenset[type[Event]]
    kind_of: Callable[[CampaignState, Command], str]
    choices: Callable[["BoxSide", CampaignState, Seat], Iterable[Choice]]


def box_campaign(state: CampaignState) -> BoxCampaign:
    """A campaign of the family."""
    if not isinstance(state, BoxCampaign):
        raise TypeError("this is another game's campaign")
    return state


def inner_state(state: CampaignState) -> State:
    """The game's own state, as it is played here."""
    return box_campaign(state).played


def expedition_of(state: CampaignState) -> Expedition | None:
    """The expedition that goes on."""
    found = inner_state(state).expedition
    return None if found is None or found.over else found


def company(state: CampaignState) -> Iterator[Character]:
    """The living, in marching order."""
    return records.company(inner_state(state))
