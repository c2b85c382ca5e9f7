"""A campaign as a seat may know it: the game's own view, and the dungeon as far as the party has been."""

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from arbitro.dungeon.draw.play import play_map
from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.model import Dungeon
from arbitro.dungeon.telling import describe_place
from arbitro.kernel.seat import Seat
from arbitro.play.offers import follow_id
from arbitro.play.state import GROUP, Ailment, CampaignState, Chair, Fallen, Stage
from arbitro.play.telling import TEXTS, moment
from arbitro.play.ways import ways
from arbitro.text import Language

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign


class CampaignView(Struct, frozen=True, omit_defaults=True):
    """What a seat may know."""

    game: Any
    map: Dungeon
    stage: Stage
    at: str
    minutes: int
    descents: int
    fallen: tuple[Fallen, ...] = ()
    ailments: tuple[Ailment, ...] = ()
    asks: tuple[str, ...] = ()
    chair: Chair | None = None


def shown_map(state: CampaignState, seat: Seat) -> Dungeon:
    """The dungeon for a referee whole, for everybody else as the party knows it."""
    return state.dungeon if seat.role == "referee" else players_map(state.dungeon, GROUP)


def view(campaign: "Campaign", state: CampaignState, seat: Seat) -> CampaignView:
    """The campaign as a seat may know it."""
    return CampaignView(
        campaign.game.view(state.game, seat),
        shown_map(state, seat),
        state.stage,
        state.at,
        state.minutes,
        state.descents,
        state.fallen,
        state.ailments,
        state.asks,
        state.chair,
    )


def picture(campaign: "Campaign", state: CampaignState, seat: Seat, language: Language) -> list[str]:
    """Where the party is and which ways lead on; the game's own picture while it is busy."""
    lines = [moment(state.minutes, language) + " · " + TEXTS.say(language, f"stage.{state.stage}")]
    if state.stage not in ("gathering", "over"):
        lines += campaign.side.status(state, language)
    if campaign.side.busy(state) or not state.at:
        return [*lines, *campaign.game.picture(state.game, seat, language)]
    told = describe_place(players_map(state.dungeon, GROUP), state.at, state.scenery, language)
    return [*lines, told.text, *(f"· {each.words}" for each in told.ways)]


def drawing(campaign: "Campaign", state: CampaignState, seat: Seat, language: Language) -> str | None:
    """The game's drawing of a fight, or the map of the level that the party is on."""
    if campaign.side.busy(state):
        drawn = campaign.game.drawing(state.game, seat, language)
        if drawn is not None:
            return drawn
    if not state.dungeon.known:
        return None
    here = state.dungeon.spaces.get(state.at)
    drawn = play_map(shown_map(state, seat), here.level if here else 1, state.scenery, language, party=state.at)
    for each in ways(state.dungeon, state.at) if here else ():
        drawn = drawn.replace(f'data-exit="{each.id}"', f'data-exit="{each.id}" data-choice="{follow_id(each.id)}"', 1)
    return drawn
