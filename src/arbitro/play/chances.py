"""How likely something is to succeed, before it is done."""

from typing import TYPE_CHECKING

from arbitro.kernel.card import Chance
from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.play import commands as c
from arbitro.play.seating import OWN
from arbitro.play.side import Side
from arbitro.play.state import CampaignState
from arbitro.text import Language

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign


def chance(
    campaign: "Campaign", state: CampaignState, seat: Seat, command: Command, language: Language
) -> Chance | None:
    """The chance of a command as the game has it; the side knows the chance to find a trap, and of its checks."""
    if isinstance(command, c.SearchAhead):
        found = campaign.side.perils.trap_chance(state, seat, command.who)
        name = campaign.name_of(state, command.who, language)
        return None if found is None else Chance(found, campaign.texts.say(language, "chance.trap_ahead", who=name))
    check = campaign.side.perils.check_chances.get(type(command))
    if check is not None:
        found = check(state, seat, command)
        name = campaign.name_of(state, str(getattr(command, "who", "")), language)
        return None if found is None else Chance(found, campaign.texts.say(language, "chance.check", who=name))
    if _is_ours(campaign.side, command):
        return None
    return campaign.game.chance(state.played, seat, command, language)


def may_have_odds(side: Side, command: Command) -> bool:
    """Whether a command may have odds: as the game has it, and of the campaign's own a search for traps and checks."""
    if type(command) in side.perils.check_chances:
        return True
    return isinstance(command, c.SearchAhead) if _is_ours(side, command) else side.game.may_have_odds(command)


def _is_ours(side: Side, command: Command) -> bool:
    return type(command) in OWN or type(command) in side.rulings
