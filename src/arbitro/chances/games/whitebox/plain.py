"""A plain fight of this family: two lines at arm's length, in which nothing happens but blows.

Nothing is assumed of the rules. Who strikes at whom and when, what a blow does and what it brings with it is asked of
them, by letting the real commands fall every way they can: with everybody on their feet, and with the first, the first
two … of a line gone. Whatever is not on the lists below makes the fight one that cannot be counted out like this.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arbitro.chances.branching import TooManyWays, settled, ways
from arbitro.chances.games.whitebox.reading import left, trimmed
from arbitro.chances.lines import BlowDie, FightingLine, LinesFight, Losses
from arbitro.chances.outcome import NotYet, PlainFight, Probed, Throws, Unfit
from arbitro.dice.stream import Die
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE
from arbitro.rules.whitebox.commands import Attack, EndTurn
from arbitro.rules.whitebox.events import (
    AttackRolled,
    DamageDealt,
    Fell,
    FightEnded,
    MoraleDue,
    RoundEnded,
    SideDone,
    TurnBegan,
)
from arbitro.rules.whitebox.state import Combatant, Fight, State
from arbitro.rules.whitebox.terms import Named

OF_A_BLOW: Final = frozenset({AttackRolled, DamageDealt, Fell, MoraleDue})
"""That morale might be in doubt is only a reminder; whether anything comes of it is asked."""
OF_A_TURN: Final = frozenset({SideDone, TurnBegan, RoundEnded})
OF_A_STRIKER: Final = ("attacked", "attacks_made", "weapon", "used", "struck", "stirred", "last_blow")
"""What a blow changes of whoever strikes: that they have."""
OF_A_REMINDER: Final = ("reminded", "due")
SURPRISED: Final = "chances.unfit.surprised"
NAMELESS: Final = Named("", "")


def _whole(state: State) -> State:
    return state


class _Fell(Struct, frozen=True):
    """One way that a command fell: its chance, its events, and the state after it."""

    chance: float
    events: tuple[Event, ...]
    state: State


def lines(ruleset: Ruleset[State], state: State, known: Probed) -> PlainFight | Unfit | NotYet:
    """The fight as two lines, if the rules bear it out; it is looked at when the first turn begins."""
    fight = state.fight
    if fight is None or fight.phase == "over":
        return Unfit("chances.unfit.no_fight")
    if not fight.plain or state.effects or state.expedition is not None:
        return Unfit("chances.unfit.powers")
    if len(fight.sides) != 2:
        return Unfit("chances.unfit.sides")
    if fight.phase == "free":
        return Unfit(SURPRISED)
    if fight.phase not in ("declare", "act"):
        return Unfit("chances.unfit.phases")
    if fight.phase == "declare" or state.awaiting:
        return NotYet()
    if fight.turn or any(one.attacked == fight.round for one in fight.combatants.values()):
        return Unfit("chances.unfit.midway")
    if len(fight.order) != 2 or any(len(group) != 1 for group in fight.order):
        return Unfit("chances.unfit.together")
    sides = tuple(group[0] for group in fight.order)
    key = msgspec.msgpack.encode(replace(state, minutes=0, fight=replace(fight, order=(), initiative=())))
    try:
        if (key, sides[::-1]) in known:  # who acts first changes nothing about what a turn or a blow is
            return known[key, sides[::-1]].turned()
        known[key, sides] = found = _Probe(ruleset, state, fight).found()
    except _Other as other:
        return other.why
    return found


def throws(ruleset: Ruleset[State], state: State, plain: PlainFight) -> Throws:
    """The dice of every blow of a plain fight: each is struck with every face that they can show."""
    fight = state.fight
    assert fight is not None  # noqa: S101 - it is a plain fight
    probe = _Probe(ruleset, state, fight)
    found: Throws = ({}, {})
    known: dict[tuple[bytes, bytes], BlowDie] = {}
    for at, side in enumerate(plain.sides):
        for victim, target in enumerate(probe.members[probe.other(side)]):
            for striker, one in enumerate(probe.members[side]):
                key = _numbers(one), _numbers(target)
                if key not in known:
                    known[key] = _thrown(probe, probe.turn_of(side, 0, victim), Attack(one.id, target.id), target, ())
                found[at][striker, victim] = known[key]
    return found


def _thrown(probe: "_Probe", before: State, command: Attack, target: Combatant, faces: tuple[int, ...]) -> BlowDie:
    """The die that is asked for after such faces, and what each of its own leads to."""
    sides = 0
    falls: list[BlowDie | int] = []
    while not sides or len(falls) < sides:
        dice = _Told((*faces, len(falls) + 1))
        after = probe.ruleset.decide(before, command, dice)
        sides = dice.sides[len(faces)]
        if isinstance(after, Refusal) or after.state.fight is None:
            raise RuntimeError("a blow of a plain fight is refused")  # an error of ours
        if len(dice.sides) > len(faces) + 1:
            falls.append(_thrown(probe, before, command, target, (*faces, len(falls) + 1)))
        else:
            falls.append(target.hp - after.state.fight.combatants[target.id].hp)
    return BlowDie(sides, tuple(falls))


class _Told:
    """Dice that show what they are told, then 1; they remember what was asked of them."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = faces
        self.sides: list[int] = []

    def roll(self, sides: int, purpose: str = "", /) -> Die:  # noqa: ARG002 - the protocol's
        at = len(self.sides)
        self.sides.append(sides)
        return Die(sides, self.faces[at] if at < len(self.faces) else 1)

    def stream(self, name: str, /) -> "_Told":  # noqa: ARG002 - the protocol's
        return self


class _Lowest:
    """Dice that show 1."""

    def roll(self, sides: int, purpose: str = "", /) -> Die:  # noqa: ARG002 - the protocol's
        return Die(sides, 1)

    def stream(self, name: str, /) -> "_Lowest":  # noqa: ARG002 - the protocol's
        return self


class _Other(Exception):
    """Something that is not on the lists."""

    def __init__(self, why: Unfit) -> None:
        super().__init__(why.key)
        self.why = why


class _Probe:
    """The questions that the rules are asked about one fight."""

    def __init__(self, ruleset: Ruleset[State], state: State, fight: Fight) -> None:
        self.ruleset = ruleset
        self.state = state
        self.sides: tuple[str, ...] = tuple(side for group in fight.order for side in group)
        self.members = {
            side: [one for one in fight.combatants.values() if one.profile.side == side and one.condition == "up"]
            for side in self.sides
        }
        self.known: dict[tuple[bytes, bytes], Losses] = {}

    def found(self) -> PlainFight:
        """The two lines, the first to act in front."""
        first, second = self.sides
        ordered = {side: self.strikers(side, self.other(side)) for side in self.sides}
        blows = tuple(self.blows(side, self.other(side)) for side in self.sides)
        for side in self.sides:
            self.losses_change_nothing(side, ordered[side])
        made = tuple(
            FightingLine(tuple(one.hp for one in self.members[side]), tuple(ordered[side])) for side in (first, second)
        )
        ids = tuple(tuple(one.id for one in self.members[side]) for side in (first, second))
        fight = self.state.fight
        assert fight is not None  # noqa: S101 - `lines` has looked
        return PlainFight(
            fight=LinesFight((made[0], made[1]), (blows[0], blows[1]), (1.0, 0.0)),
            sides=(first, second),
            people=(ids[0], ids[1]),
            place=tuple(fight.sides),
            gone=tuple(left(one) for one in fight.combatants.values() if one.condition != "up"),
        )

    def other(self, side: str) -> str:
        """The other side."""
        return self.sides[1 - self.sides.index(side)]

    # ------------------------------------------------------------ states to ask about

    def turn_of(self, side: str, fallen: int = 0, victims: int = 0, hp: int | None = None) -> State:
        """The beginning of a side's turn, with so many of its own and of the others gone; `hp`: the next one's."""
        fight = self.state.fight
        assert fight is not None  # noqa: S101 - `lines` has looked
        gone = [*self.members[side][:fallen], *self.members[self.other(side)][:victims]]
        people = {**fight.combatants, **{one.id: replace(one, hp=0, condition="dead") for one in gone}}
        if hp is not None:
            victim = self.members[self.other(side)][victims]
            people[victim.id] = replace(victim, hp=hp)
        at = self.sides.index(side)
        return replace(self.state, fight=replace(fight, combatants=people, turn=at))

    def falls(self, state: State, command: Command, trim: Callable[[State], State] = _whole) -> list[_Fell]:
        """Every way that a command can fall."""

        def decide(dice: Any) -> tuple[tuple[Event, ...], State]:
            found = self.ruleset.decide(state, command, dice)
            if isinstance(found, Refusal):
                raise _Other(Unfit("chances.unfit.refused", {"code": found.code}))
            return tuple(found.events), settled(trim(found.state), state)

        try:
            return [_Fell(way.chance, *way.result) for way in ways(decide)]
        except TooManyWays:
            raise _Other(Unfit("chances.unfit.event", {"event": "dice"})) from None

    # ------------------------------------------------------------ who strikes when

    def strikers(self, side: str, other: str, fallen: int = 0) -> list[int]:
        """Who of a side strikes in its turn, in order, if everybody misses; then the turn ends and nothing else."""
        state = self.turn_of(side, fallen)
        found: list[int] = []
        ids = [one.id for one in self.members[side]]
        first = self.members[other][0].id
        while True:
            command = self.ruleset.suggest(state, REFEREE)
            if isinstance(command, EndTurn):
                break
            if not isinstance(command, Attack) or command.target != first or command.who not in ids:
                raise _Other(Unfit("chances.unfit.command", {"command": _tag(command)}))
            if len(found) > 4 * len(ids):
                raise _Other(Unfit("chances.unfit.command", {"command": _tag(command)}))
            found.append(ids.index(command.who))
            state = self.missed(state, command)
        ends = self.falls(state, command)
        strange = [event for fell in ends for event in fell.events if type(event) not in OF_A_TURN]
        if strange or len(ends) != 1:
            raise _Other(Unfit("chances.unfit.event", {"event": _tag(strange[0]) if strange else "dice"}))
        return found

    def missed(self, state: State, command: Attack) -> State:
        """The state after a blow that missed: the lowest of every die."""
        found = self.ruleset.decide(state, command, _Lowest())
        if isinstance(found, Refusal):
            raise _Other(Unfit("chances.unfit.refused", {"code": found.code}))
        if any(type(event) is not AttackRolled for event in found.events):
            raise _Other(Unfit("chances.unfit.never_misses"))
        return found.state

    def losses_change_nothing(self, side: str, order: list[int]) -> None:
        """With the first of a side gone the others strike in the same order, and nobody else does."""
        for fallen in range(1, len(self.members[side])):
            if self.strikers(side, self.other(side), fallen) != [who for who in order if who >= fallen]:
                raise _Other(Unfit("chances.unfit.order"))

    # ------------------------------------------------------------ what a blow does

    def blows(self, side: str, other: str) -> dict[tuple[int, int], Losses]:
        """What each of a side does to each of the other, with all before that one gone."""
        found = {}
        for victim, target in enumerate(self.members[other]):
            for striker, one in enumerate(self.members[side]):
                key = _numbers(one), _numbers(target)
                if key not in self.known:
                    self.known[key] = self.losses(side, one, victim, target)
                found[striker, victim] = self.known[key]
            self.kills(side, self.members[side][0], victim, target)
        return found

    def losses(self, side: str, one: Combatant, victim: int, target: Combatant) -> Losses:
        """What a blow takes away, and that it does nothing else."""
        before = self.turn_of(side, 0, victim)
        found: dict[int, float] = {}
        last = victim == len(self.members[self.other(side)]) - 1
        for fell in self.falls(before, Attack(one.id, target.id)):
            left = self.checked(before, fell, one, target, last=last)
            loss = target.hp - left.hp
            if (loss >= target.hp) != (left.condition == "dead") or loss < 0:
                raise _Other(Unfit("chances.unfit.condition", {"condition": left.condition}))
            found[loss] = found.get(loss, 0.0) + fell.chance
        return tuple((chance, loss) for loss, chance in found.items())

    def kills(self, side: str, one: Combatant, victim: int, target: Combatant) -> None:
        """The death of each brings nothing with it, and that of the last the end."""
        before = self.turn_of(side, 0, victim, hp=1)
        last = victim == len(self.members[self.other(side)]) - 1
        died = False
        for fell in self.falls(before, Attack(one.id, target.id), trimmed):
            left = self.checked(before, fell, one, replace(target, hp=1), last=last)
            died = died or left.condition == "dead"
            if left.condition not in ("up", "dead") or (left.condition == "up") != (left.hp > 0):
                raise _Other(Unfit("chances.unfit.condition", {"condition": left.condition}))
        if not died:
            raise _Other(Unfit("chances.unfit.condition", {"condition": "up"}))

    def checked(self, before: State, fell: _Fell, one: Combatant, target: Combatant, *, last: bool) -> Combatant:
        """The victim after a blow, once it is sure that nothing else has changed."""
        old, new = before.fight, fell.state.fight
        assert old is not None  # noqa: S101 - `lines` has looked
        if new is None:
            raise _Other(Unfit("chances.unfit.change", {"what": "fight"}))
        left, striker = new.combatants[target.id], new.combatants[one.id]
        ended = last and left.condition == "dead"
        for event in fell.events:
            if type(event) not in OF_A_BLOW and not (ended and isinstance(event, FightEnded)):
                raise _Other(Unfit("chances.unfit.event", {"event": _tag(event)}))
        if ended:
            if new.phase != "over" or new.winners != (one.profile.side,):
                raise _Other(Unfit("chances.unfit.change", {"what": "winners"}))
            return left
        was = old.combatants[one.id]
        marks = {name: getattr(was, name) for name in OF_A_STRIKER}
        people = {
            **new.combatants,
            target.id: replace(left, hp=target.hp, condition=target.condition),
            one.id: replace(striker, **marks),
        }
        if any(type(event) is MoraleDue for event in fell.events):
            following = self.ruleset.suggest(fell.state, REFEREE)
            if not isinstance(following, Attack | EndTurn):
                raise _Other(Unfit("chances.unfit.command", {"command": _tag(following)}))
        reminders = {name: getattr(old, name) for name in OF_A_REMINDER}
        if replace(fell.state, fight=replace(new, combatants=people, **reminders)) != before:
            raise _Other(Unfit("chances.unfit.change", {"what": "state"}))
        return left


def _tag(thing: Struct | None) -> str:
    return "–" if thing is None else str(thing.__struct_config__.tag)


def _numbers(one: Combatant) -> bytes:
    """All that tells two people apart but their names."""
    weapons = tuple(replace(weapon, id="", name=NAMELESS) for weapon in one.profile.weapons)
    profile = replace(one.profile, id="", name=NAMELESS, weapons=weapons)
    return msgspec.msgpack.encode(replace(one, profile=profile, weapon=""))
