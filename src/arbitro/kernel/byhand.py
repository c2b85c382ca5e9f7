"""Dice that people throw with their own hands: whose a die is, and deeds that wait for one.

A player is asked only for dice of their own people: those that fall in the open, or on their own sheet, in an event
that says so of them (`Event.thrown_by`). Whatever else a deed throws is the engine's. Whose a die is, is known from
what it would lead to: the deed is tried with the engine's dice, and tried again with each face that was given.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from arbitro.dice.stream import PLAY, AuditedDice, Dice, Die, GivenDice, WrongFace
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import ATTACK, Event
from arbitro.kernel.probing import Resolved
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import EVERYBODY, Seat
from arbitro.kernel.state import State
from arbitro.kernel.thrown import dice_of

Typed = tuple[tuple[int, int], ...]
"""Which dice of a command, counted from 0 in the order in which they were thrown, a person threw, and their faces."""


class HandThrow(NamedTuple):
    """A die as it fell, and what for."""

    die: Die
    purpose: str


class HandDice:
    """The engine's dice, but for those whose faces a person gave, by their number in the order of the throws."""

    def __init__(self, engine: Dice, faces: Mapping[int, int], thrown: list[HandThrow] | None = None) -> None:
        self._engine = engine
        self._faces = faces
        self.thrown: list[HandThrow] = [] if thrown is None else thrown

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        """Throw one die; a given face that it does not have raises `WrongFace`."""
        face = self._faces.get(len(self.thrown))
        if face is None:
            die = self._engine.roll(sides, purpose)
        elif 1 <= face <= sides:
            die = Die(sides, face, how="typed")
        else:
            raise WrongFace(face, sides, len(self.thrown))
        self.thrown.append(HandThrow(die, purpose))
        return die

    def stream(self, name: str, /) -> "HandDice":
        """Another stream of the engine's; the throws of all of them are counted together."""
        return HandDice(self._engine.stream(name), self._faces, self.thrown)


class Done(Struct, frozen=True):
    """A deed with all its dice: what came of it, which were thrown by hand, and how far the engine's have run."""

    resolved: Resolved[Any]
    typed: Typed
    engine: AuditedDice


class Needed(Struct, frozen=True):
    """The next die that is the player's to throw."""

    number: int
    sides: int
    purpose: str
    typed: Typed
    """What was given before it."""
    hidden: bool
    """Whether not everybody will see it."""


def decide_given(
    ruleset: Ruleset[Any], state: State, command: Command, given: GivenDice, count: int
) -> Resolved[Any] | Refusal:
    """Decide a command with `count` dice that somebody has named: all of them must be there, and none too many."""
    try:
        resolved = ruleset.decide(state, command, given)
    except WrongFace as wrong:
        return Refusal("wrong_face", {"face": wrong.face, "sides": wrong.sides, "number": wrong.position + 1})
    if given.left and not isinstance(resolved, Refusal):
        return Refusal("too_many_faces", {"needed": count - given.left, "given": count})
    return resolved


def decide_by_hand(
    ruleset: Ruleset[Any],
    state: State,
    command: Command,
    engine: Callable[[], AuditedDice],
    by: Seat,
    faces: Sequence[int],
    typed: Typed = (),
    settled: int = 0,
) -> Done | Needed | Refusal:
    """Decide a command with a player's own dice, as far as their faces go.

    `typed` were given before, and whose the first dice are (`settled`) is known. A face that a die does not have is
    taken for none, and so are those after it; faces that nothing asks for are passed over.
    """
    given, left = dict(typed), list(faces)
    while True:
        streams = engine()
        dice = HandDice(streams.play, given)
        resolved = ruleset.decide(state, command, dice)
        if isinstance(resolved, Refusal):
            return resolved
        theirs = _theirs(ruleset, state, resolved, by)
        found = ((number, event) for number, event in _placed(dice.thrown, settled, theirs))
        number, event = next(found, (-1, None))
        if event is None:
            return Done(resolved, tuple(given.items()), streams)
        die, purpose = dice.thrown[number]
        if not left or not 1 <= left[0] <= die.sides:
            return Needed(number, die.sides, purpose, tuple(given.items()), event.audience != EVERYBODY)
        given[number], settled = left.pop(0), number + 1


def _placed(thrown: list[HandThrow], first: int, theirs: dict[tuple[str, int], Event]) -> Iterator[tuple[int, Event]]:
    for number in range(first, len(thrown)):
        event = theirs.get((thrown[number].die.stream, thrown[number].die.at))
        if event is not None:
            yield number, event


def _theirs(ruleset: Ruleset[Any], state: State, resolved: Resolved[Any], by: Seat) -> dict[tuple[str, int], Event]:
    """The dice that are a seat's to throw, by their address, with the events that tell of them."""
    found: dict[tuple[str, int], Event] = {}
    events = tuple(resolved.events)
    people = _played_by(ruleset, state, resolved.state, by)
    for event in events:
        if not event.thrown_by or not by.knows(event.audience):
            continue
        for die in dice_of(event):
            if die.at >= 0 and not die.again and die.stream == PLAY and thrower(events, event, die) in people:
                found[die.stream, die.at] = event
    return found


def thrower(events: Sequence[Event], event: Event, die: Die) -> str:
    """Who throws a die of an event; empty where it is nobody's."""
    who: Any = getattr(event, event.thrown_by, "") if event.thrown_by != ATTACK else _attacker(events, event)
    if isinstance(who, dict):
        return next((str(one) for one, held in who.items() if die in dice_of(held)), "")
    if isinstance(who, tuple):  # several who share a die: the first of them throws it
        return str(who[0]) if who else ""
    return str(who)


def _attacker(events: Sequence[Event], event: Any) -> str:
    """Who attacked the same target last before an event."""
    place = next(place for place, other in enumerate(events) if other is event)
    for other in reversed(events[:place]):
        if getattr(other, "target", None) == event.target and other.thrown_by not in ("", ATTACK):
            return str(getattr(other, other.thrown_by))
    return ""


def _played_by(ruleset: Ruleset[Any], before: State, after: State, by: Seat) -> frozenset[str]:
    """Whom a seat plays, and who joins its people by the deed itself: somebody who is just being made."""
    known = frozenset[str]().union(*(cut.controls for cut in ruleset.seats(before)))
    new = (cut.controls - known for cut in ruleset.seats(after) if cut.controls & by.controls)
    return by.controls.union(*new)
