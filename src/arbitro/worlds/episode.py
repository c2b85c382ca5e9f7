"""One run of a world from its first decision to its end, played by the real rules without a log.

The dice are those of a table whose seed is ``SEED/NUMBER``, so that an episode can be played again and read at a table.
Whatever the learner's seats do not decide, others do: opponents by a policy of the bench, the referee as the game
suggests.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from arbitro.chances.bout import fight_dice, lot_dice
from arbitro.chances.policies import Policy
from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, Seat

MOST_BETWEEN: Final = 20_000
"""Commands of others between two decisions; more is a game that gets nowhere."""


class RunDice(NamedTuple):
    """The dice of a run: the game's, and those for the lots of policies."""

    play: Dice
    lots: Dice


def run_dice(seed: str, number: int) -> RunDice:
    """The dice of a numbered run."""
    return RunDice(fight_dice(seed, number).play, lot_dice(seed, number))


class Cast(NamedTuple):
    """Who plays in a run: the learner's seats by name, and by which policy each other seat does (else as suggested)."""

    learners: tuple[str, ...]
    others: Mapping[str, Policy]


class Episode:
    """A game under way, standing at a decision of one of the learner's seats, or at its end."""

    def __init__(
        self, ruleset: Ruleset[Any], over: Callable[[Any], bool], state: Any, dice: RunDice, cast: Cast
    ) -> None:
        self.ruleset = ruleset
        self.state = state
        self.seat: Seat | None = None
        """Whose decision it is; nobody's where the run has ended."""
        self.events: list[Event] = []
        """What has happened since the last decision."""
        self._over, self._dice, self._cast = over, dice, cast
        self._go_on()

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return self.seat is None

    def do(self, command: Command) -> None:
        """Let the seat whose decision it is do something, and everybody else until the next decision."""
        self.events = []
        self._decide(command)
        self._go_on()

    def _go_on(self) -> None:
        self.seat = None
        for _ in range(MOST_BETWEEN):
            if self._over(self.state):
                return
            command = self.ruleset.suggest(self.state, REFEREE)
            if command is None:
                return
            seats, owner = self.ruleset.seats(self.state), self.ruleset.owner(self.state, command)
            seat = seat_for(seats, owner, self._cast.learners)
            if seat is not None and seat.name in self._cast.learners:
                self.seat = seat
                return
            policy = None if seat is None else self._cast.others.get(seat.name)
            if seat is not None and policy is not None:
                command = policy(self.ruleset, self.state, seat, self._dice.lots) or command
            self._decide(command)

    def _decide(self, command: Command) -> None:
        found = self.ruleset.decide(self.state, command, self._dice.play)
        if isinstance(found, Refusal):
            raise RuntimeError(f"{command} was chosen and is refused: {found.code}")  # an error of ours
        self.events += found.events
        self.state = found.state


def seat_for(seats: Iterable[Seat], owner: str, learners: tuple[str, ...]) -> Seat | None:
    """The seat that decides for somebody: a learner's where there is one, else the first; None: the referee's."""
    found = [seat for seat in seats if seat.may_act_for(owner)]
    return next((seat for seat in found if seat.name in learners), found[0] if found else None)


def parted(seats: Iterable[Seat]) -> tuple[str, ...]:
    """The seats that share out everybody among them: a whole side rather than one of its people."""
    taken: set[str] = set()
    names = []
    for seat in seats:
        if taken.isdisjoint(seat.controls):
            taken |= seat.controls
            names.append(seat.name)
    return tuple(names)
