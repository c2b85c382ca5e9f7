"""What a prudent player knows about the game of Hope and Fear: when a fight is lost, and when to go home."""

from collections.abc import Iterator

from arbitro.kernel.command import Command
from arbitro.play.players.habits import Habits
from arbitro.play.sides.daggerheart.party import able, fighting, inner_state, people
from arbitro.play.sides.daggerheart.scenes import best_for, foes_left, runners
from arbitro.play.sides.daggerheart.state import Camp, RunAway
from arbitro.play.sides.daggerheart.wishes import BATTERED, WORN, marked
from arbitro.play.state import CampaignState
from arbitro.rules.daggerheart import commands as daggerheart_commands
from arbitro.rules.daggerheart.content import books_of


class DaggerheartHabits(Habits):
    """The game of Hope and Fear: a short rest after every fight, and home with the first wounds that stay."""

    flights = (RunAway,)

    def before_moving(self, state: CampaignState) -> Iterator[Command]:
        """A short rest for any wound."""
        if any(hero.hp_marked for hero in inner_state(state).party.values() if hero.status == "up"):
            yield Camp("short")

    def when_met(self, state: CampaignState) -> Iterator[Command]:
        """Nobody risks it all; the nimblest leads the others out when it goes badly."""
        if state.awaiting and state.awaiting[0].kind == "death":
            yield daggerheart_commands.DeathMove(state.awaiting[0].who, "avoid_death")
        if fighting(state) and not state.awaiting and self.losing(state):
            yield RunAway(best_for(books_of(self.campaign), state, "flee"))

    def losing(self, state: CampaignState) -> bool:
        """Somebody is down, or the party has marked much, before more than one foe."""
        books = books_of(self.campaign)
        standing, living = able(books, state), people(state)
        foes = sum(count for _, count in foes_left(books, state))
        down = len(standing) < len(living)
        return bool(runners(books, state)) and (down or (marked(state, BATTERED) and foes > 1))

    def fit_to_go_on(self, state: CampaignState) -> bool:
        """No more than a few wounds, and nobody lost on this journey."""
        return super().fit_to_go_on(state) and not marked(state, WORN) and not self.mourning(state)
