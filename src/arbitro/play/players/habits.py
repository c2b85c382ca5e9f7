"""What a prudent player knows about a game: whom to hire, what to buy, when to run, when to turn back.

Everything is judged by what the players' seat may know: the party's own sheets, the names and the number of those who
are met, and the books that everybody at the table may read.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.plugins import is_there, plugged
from arbitro.play.guide import mourning
from arbitro.play.sides.walking import commands as walking_commands
from arbitro.play.sides.walking.events import ListenedAt
from arbitro.play.sides.walking.state import WalkingState
from arbitro.play.state import CampaignState
from arbitro.play.ways import Way

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

HABITS: Final = "arbitro.habits"
"""The group under which games bring theirs."""


class Habits:
    """A game of which the player knows no more than its side says: it does as the plain player does."""

    adventurers = 4
    """With so many it sets out, if as many come."""
    flights: tuple[type[Command], ...] = ()
    """Commands that run from those who were met."""

    def __init__(self, campaign: "Campaign") -> None:
        self.campaign = campaign

    def outfit(self, state: CampaignState) -> Iterator[Command]:
        """In town: people and things worth their money."""
        del state
        return iter(())

    def ready(self, state: CampaignState) -> bool:
        """Whether the party may set out."""
        return not self.campaign.side.wishes.weary(state)

    def fit_to_go_on(self, state: CampaignState) -> bool:
        """Whether the party may go on; if not, it turns back."""
        return not self.campaign.side.wishes.weary(state)

    def mourning(self, state: CampaignState) -> bool:
        """Whether an adventurer has been lost since the party set out."""
        return mourning(state)

    def dare(self, state: CampaignState) -> int:
        """The deepest level that it dares to go down to."""
        return self.campaign.side.wishes.dare(state)

    def before_moving(self, state: CampaignState) -> Iterator[Command]:
        """What is seen to before another step."""
        del state
        return iter(())

    def when_met(self, state: CampaignState) -> Iterator[Command]:
        """When somebody is met, before blows are exchanged."""
        del state
        return iter(())

    def when_cornered(self, state: CampaignState) -> Iterator[Command]:
        """When somebody is met from whom it has run in vain: no running any more, not even out of the fight."""
        return (wish for wish in self.when_met(state) if not isinstance(wish, self.flights))

    def at_first_sight(self, state: CampaignState) -> Iterator[Command]:
        """When somebody is met, before they have made up their minds."""
        del state
        return iter(())

    def when_lost(self, state: CampaignState) -> Iterator[Command]:
        """What even a beginner does in a fight that is plainly lost, where the game's own tactics do not."""
        del state
        return iter(())

    def listen(self, state: CampaignState, found: Way) -> Iterator[Command]:
        """Listening at a door."""
        if isinstance(state, WalkingState):
            yield from (walking_commands.ListenAt(who, found.id) for who in self.campaign.side.party.able(state)[:1])

    def sharp_eyes(self, state: CampaignState) -> Iterator[str]:
        """Who looks for traps before the others go on, the best first."""
        del state
        return iter(())

    def heard(self, event: Event) -> tuple[str, bool] | None:
        """At which door somebody has listened, and whether there was anything to hear."""
        return (event.way, event.heard) if isinstance(event, ListenedAt) else None


def habits_of(campaign: "Campaign") -> Habits:
    """The habits for a campaign's game: those that it brings, or those of a stranger to it."""
    entry = plugged(HABITS).get(campaign.side.game.id)
    if entry is None or not is_there(entry):
        return Habits(campaign)
    made: Habits = entry.load()(campaign)
    return made
