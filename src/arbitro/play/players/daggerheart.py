"""What a prudent player knows about the game of Hope and Fear: when a fight is lost, and when to go home."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arbitro.kernel.command import Command
from arbitro.play.players.habits import Habits
from arbitro.play.sides.daggerheart import BATTERED, WORN, DaggerheartSide
from arbitro.play.sides.daggerheart.state import Camp, RunAway
from arbitro.play.state import CampaignState
from arbitro.rules.daggerheart import commands as d

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign


class DaggerheartHabits(Habits):
    """The game of Hope and Fear: a short rest after every fight, and home with the first wounds that stay."""

    flights = (RunAway,)

    def __init__(self, campaign: "Campaign", side: DaggerheartSide) -> None:
        super().__init__(campaign)
        self.side = side

    def before_moving(self, state: CampaignState) -> Iterator[Command]:
        """A short rest for any wound."""
        if any(hero.hp_marked for hero in self.side.inner(state).party.values() if hero.status == "up"):
            yield Camp("short")

    def when_met(self, state: CampaignState) -> Iterator[Command]:
        """Nobody risks it all; the nimblest leads the others out when it goes badly."""
        if state.awaiting and state.awaiting[0].kind == "death":
            yield d.DeathMove(state.awaiting[0].who, "avoid_death")
        if self.side.fighting(state) and not state.awaiting and self.losing(state):
            yield RunAway(self.side.best_for(state, "flee"))

    def losing(self, state: CampaignState) -> bool:
        """Somebody is down, or the party has marked much, before more than one foe."""
        able, living = self.side.able(state), self.side.people(state)
        foes = sum(count for _, count in self.side.foes_left(state))
        down = len(able) < len(living)
        return bool(self.side.runners(state)) and (down or (self.side.marked(state, BATTERED) and foes > 1))

    def fit_to_go_on(self, state: CampaignState) -> bool:
        """No more than a few wounds, and nobody lost on this journey."""
        return super().fit_to_go_on(state) and not self.side.marked(state, WORN) and not self.mourning(state)
