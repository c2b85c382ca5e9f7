"""L'Infausta Scatola in a campaign: its dungeon turn underground, and its wilderness days on the way there."""

from arbitro.play.sides.whitebox import WhiteBoxSide
from arbitro.play.state import CampaignState
from arbitro.rules.infausta.state import State


class InfaustaCampaign(CampaignState, frozen=True, kw_only=True):
    """A campaign of L'Infausta Scatola."""

    game: State


class InfaustaSide(WhiteBoxSide):
    """The game's part."""

    state_type = InfaustaCampaign
