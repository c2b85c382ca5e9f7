"""A fight to be asked about: which game, how it begins, and who decides for which side. It can be sent to a process."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct, field

from arbitro.chances.outcome import TEXTS, FightReading, reading_of
from arbitro.chances.policies import Policy, policy_of
from arbitro.dice.stream import AuditedDice, Dice, QuickDice, seed_from_text
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event, Setting
from arbitro.kernel.pack import Pack
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.state import State
from arbitro.play import find_game
from arbitro.play.opening import cannot_begin
from arbitro.text import Fault, Words

MOST_COMMANDS: Final = 20_000
"""Where a fight ends that gets nowhere: nobody has won it."""
EVERYBODY: Final = ""
"""Whose policy holds where a side has none of its own."""


class Bout(Struct, frozen=True, kw_only=True):
    """A fight: its beginning, by commands or as it stands, and who decides in it."""

    game: str
    packs: tuple[Pack, ...] = ()
    options: dict[str, Setting] = field(default_factory=dict)
    start: tuple[Command, ...] = ()
    """What the referee does first; its dice are thrown anew for each fight."""
    state: Any = None
    """How things stand before that, for a fight that has begun or people who are there: `options` are not asked."""
    policies: dict[str, str | Policy] = field(default_factory=dict)
    """By side; under the empty name, everybody else's."""

    @property
    def ruleset(self) -> Ruleset[Any]:
        """The game with its packs."""
        return _laid(self.game, self.packs)

    @property
    def reading(self) -> FightReading:
        """What the game says about its fights."""
        return reading_of(self.game)

    @property
    def suggests_only(self) -> bool:
        """Whether everybody does as the game suggests."""
        return all(policy == "suggest" for policy in self.policies.values())


@lru_cache(maxsize=16)
def _laid(game: str, packs: tuple[Pack, ...]) -> Ruleset[Any]:
    return find_game(game).with_packs(packs)


class Played(Struct, frozen=True):
    """One command of a fight: what it was, what happened, and how things stood after it."""

    command: Command
    events: tuple[Event, ...]
    state: Any


def fight_dice(seed: str, number: int) -> AuditedDice:
    """The dice of a numbered fight: those of a table whose seed is ``SEED/NUMBER``."""
    return AuditedDice(seed_from_text(f"{seed}/{number}"))


def lot_dice(seed: str, number: int) -> Dice:
    """The dice of the policies' own lots in a numbered fight."""
    return QuickDice(int.from_bytes(seed_from_text(f"{seed}/{number}/lots")[:8], "big"))


def effective_options(bout: Bout) -> dict[str, Setting]:
    """The switches of the fight's table; a fault names the first that cannot be."""
    options = bout.ruleset.options
    return options.effective(options.meant(bout.options))


def before(bout: Bout) -> State:
    """How things stand before the fight is set up."""
    ruleset = bout.ruleset
    found: State | None = bout.state
    return ruleset.with_options(ruleset.initial(), effective_options(bout)) if found is None else found


def begun(bout: Bout, dice: Dice) -> Iterator[Played]:
    """The commands that set the fight up; a fault says why it cannot begin."""
    ruleset, state = bout.ruleset, before(bout)
    for command in bout.start:
        found = ruleset.decide(state, command, dice)
        if isinstance(found, Refusal):
            raise cannot_begin(ruleset, state, found)
        state = found.state
        yield Played(command, tuple(found.events), state)


def first_state(bout: Bout, dice: Dice) -> State:
    """How the fight stands when nobody has acted yet; a fault where there is none."""
    state = before(bout)
    for played in begun(bout, dice):
        state = played.state
    if not bout.reading.fighting(state):
        raise Fault(Words(TEXTS, "chances.no_fight"))
    return state


def decider(bout: Bout, lots: Dice) -> Callable[[State], Command | None]:
    """Who decides what happens next: the game's suggestion, or the policy of the side whose move it is."""
    ruleset = bout.ruleset
    if bout.suggests_only:
        return lambda state: ruleset.suggest(state, REFEREE)
    chosen: Mapping[str, Policy] = {side: policy_of(policy) for side, policy in bout.policies.items()}

    def decide(state: State) -> Command | None:
        command = ruleset.suggest(state, REFEREE)
        if command is None:
            return None
        owner = ruleset.owner(state, command)
        seat = next((seat for seat in ruleset.seats(state) if seat.may_act_for(owner)), None)
        policy = None if seat is None else chosen.get(_side(bout, state, seat), chosen.get(EVERYBODY))
        if seat is None or policy is None:
            return command
        return policy(ruleset, state, seat, lots) or command

    return decide


def _side(bout: Bout, state: State, seat: Seat) -> str:
    """The side that a seat plays: those of its name, or that of the first whom it plays."""
    sides = bout.reading.outcome(state)
    if seat.name in sides.sides:
        return seat.name
    return next((one.side for one in sides.people if one.id in seat.controls), seat.name)


def moves(bout: Bout, state: State, dice: Dice, lots: Dice) -> Iterator[Played]:
    """The fight from a state to its end, command by command."""
    ruleset, over, decide = bout.ruleset, bout.reading.over, decider(bout, lots)
    for _ in range(MOST_COMMANDS):
        if over(state):
            return
        command = decide(state)
        if command is None:
            return
        found = ruleset.decide(state, command, dice)
        if isinstance(found, Refusal):
            raise RuntimeError(f"{command} was chosen and is refused: {found.code}")  # an error of ours
        state = found.state
        yield Played(command, tuple(found.events), state)


def fought(bout: Bout, seed: str, number: int) -> State:
    """How a numbered fight ends."""
    dice = fight_dice(seed, number).play
    state = first_state(bout, dice)
    for played in moves(bout, state, dice, lot_dice(seed, number)):
        state = played.state
    return state
