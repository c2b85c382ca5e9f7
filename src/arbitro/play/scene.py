"""A command of a campaign being resolved: play's own events, the dungeon's and the game's on one list."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.state import State
from arbitro.play import fold
from arbitro.play.state import CampaignState

if TYPE_CHECKING:
    from arbitro.play.side import Side


class NotRefused(RuntimeError):
    """The campaign asked its game for something that the game refuses: an error of ours, and nothing happens."""


class Scene:
    """A command of a campaign being resolved: what has happened so far, and the state it leads to."""

    def __init__(self, side: "Side", state: CampaignState, dice: Dice) -> None:
        self.side = side
        self.game = side.game
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        """Record an event of play's own, with the citations of this game's book."""
        event = self.cited(event)
        self.events.append(event)
        self.state = fold.evolve(self.state, event, self.game.evolve, self.side.folds, self.side.bodies)

    def dig(self, events: Iterable[Event]) -> None:
        """Record events of the dungeon."""
        found = tuple(map(self.cited, events))
        if found:
            self.events.extend(found)
            self.state = fold.dug(self.state, found)

    def cited(self, event: Event) -> Event:
        """An event with the atoms of this game's book, where what it came of cites those of the game it is made of."""
        rules = self.game.cite(event.rules)
        return event if rules == event.rules else replace(event, rules=rules)

    def play(self, command: Command, played: State | None = None, *, noticing: bool = True) -> Refusal | None:
        """Let the game decide a command, and record what comes of it; `played`: where it stands otherwise."""
        answer = self.game.decide(self.state.played if played is None else played, command, self.dice)
        if isinstance(answer, Refusal):
            return answer
        self.record(answer.events, noticing=noticing)
        return None

    def record(self, events: Iterable[Event], *, noticing: bool = True) -> None:
        """Record events that the game has worked out; what one came of is known here by its place on this list.

        What each means for the campaign at once comes before the ones that follow of it; `noticing` is False where the
        campaign has said so itself.
        """
        places: list[int] = []
        for event in events:
            places.append(len(self.events))
            before = self.state
            self.happen(replace(event, cause=places[event.cause]) if event.cause >= 0 else event)
            if noticing:
                self.side.inner.notice(self, event, before)

    def must(self, command: Command, played: State | None = None, *, noticing: bool = True) -> None:
        """Let the game decide a command of the campaign's own making, which it cannot refuse."""
        refused = self.play(command, played, noticing=noticing)
        if refused is not None:
            raise NotRefused(f"{type(command).__name__}: {refused.code} {refused.values}")
