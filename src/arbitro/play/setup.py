"""Campaigns from small YAML files: which game, which party, under which options."""

from typing import TYPE_CHECKING

from msgspec import Struct, field

from arbitro.kernel.bounds import SettingText
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Setup
from arbitro.kernel.yamlfile import Document
from arbitro.play.adventure import is_adventure, read_adventure
from arbitro.play.commands import Gather
from arbitro.play.naming import TEXTS
from arbitro.text import Words

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign


class CampaignText(Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign, as files write it."""

    game: str
    party: str = ""
    """As `Gather` takes it; empty: the players call their own."""
    title: Phrase | None = None
    options: dict[str, SettingText] = field(default_factory=dict)


def read_campaign(document: Document, campaign: "Campaign") -> Setup:
    """Read a campaign; anything wrong is a fault with its file and line."""
    if is_adventure(document):
        return read_adventure(document, campaign)
    text = document.read(CampaignText)
    if text.game not in (campaign.id, campaign.game.id):
        raise document.fault(Words(TEXTS, "setup.game", game=campaign.id, given=text.game), "game")
    title = text.title or Phrase(document.name, document.name)
    return Setup(title, (Gather(text.party),) if text.party else (), text.options)
