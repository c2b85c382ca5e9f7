"""A duel on one die: two people, some hearts each, a strike or a feint at a time."""

from collections.abc import Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from arbitro.dice.stream import Dice
from arbitro.kernel.card import Card, Gauge
from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Resolution, Ruleset, Setup
from arbitro.kernel.ruling import Check, Modifier
from arbitro.kernel.seat import EVERYBODY, REFEREE_ONLY, Seat
from arbitro.kernel.state import State
from arbitro.kernel.yamlfile import Document
from arbitro.text import Language, Name


class Duellist(Struct, frozen=True, omit_defaults=True):  # what there is
    id: str
    name: str
    hearts: int
    feinted: bool = False


class Ground(State, frozen=True, omit_defaults=True):
    people: dict[str, Duellist] = field(default_factory=dict)
    turn: str = ""

    @property
    def other(self) -> Duellist:
        return next(one for one in self.people.values() if one.id != self.turn)


class Meet(Command, frozen=True, tag="meet"):  # what may be asked
    people: tuple[Duellist, Duellist]


class Strike(Command, frozen=True, tag="strike"):
    who: str


class Feint(Command, frozen=True, tag="feint"):
    who: str


class Met(Event, frozen=True, tag="met"):  # what may happen
    people = ("first", "second")
    first: str
    second: str
    duellists: tuple[Duellist, ...]


class Feinted(Event, frozen=True, tag="feinted"):
    people = ("who", "at")
    who: str
    at: str


class Struck(Event, frozen=True, tag="struck"):
    people = ("who", "at")
    who: str
    at: str
    check: Check
    hearts: int

    def variant(self) -> str:
        return "won" if not self.hearts else "hit" if self.check.success else "missed"


def meet(state: Ground, command: Meet) -> Event | Refusal:  # the rules
    if state.people:
        return Refusal("already_met", rules=("DU-TURN-01",))
    first, second = command.people
    return Met(first.id, second.id, command.people, rules=("DU-TURN-01",))


def feint(state: Ground) -> Event | Refusal:
    if state.people[state.turn].feinted:
        return Refusal("feinted_already", rules=("DU-FEINT-01",))
    return Feinted(state.turn, state.other.id, rules=("DU-FEINT-01",))


def strike(state: Ground, dice: Dice) -> Event:
    die, needed = dice.roll(6, "strike"), int(state.options["to_hit"])
    added = (Modifier(2, "DU-FEINT-01", "feint"),) if state.people[state.turn].feinted else ()
    total = die.face + sum(each.amount for each in added)
    check = Check((die,), total, ">=", needed, total >= needed, added, "guard")
    left = state.other.hearts - check.success
    return Struck(state.turn, state.other.id, check, left, rules=("DU-STRIKE-01", *(() if left else ("DU-END-01",))))


class Duel(Ruleset[Ground]):  # the doors
    id = "duel"
    package = "duel"
    event_types = (Met, Feinted, Struck)
    command_types = (Meet, Strike, Feint)
    state_type = Ground

    def decide(self, state: Ground, command: Command, dice: Dice) -> Resolution[Ground] | Refusal:
        if isinstance(command, Meet):
            answer = meet(state, command)
        elif self.finished(state) or self.owner(state, command) != state.turn:
            answer = Refusal("not_your_turn", rules=("DU-TURN-01",))
        else:
            answer = feint(state) if isinstance(command, Feint) else strike(state, dice)
        if isinstance(answer, Refusal):
            return answer
        done = Resolution(state, dice, self.evolve)
        done.happen(answer)
        return done

    def evolve(self, state: Ground, event: Event) -> Ground:
        match event:
            case Met():
                return replace(state, people={one.id: one for one in event.duellists}, turn=event.first)
            case Feinted():
                who = replace(state.people[event.who], feinted=True)
                return replace(state, people={**state.people, who.id: who}, turn=event.at)
            case Struck():
                who, at = state.people[event.who], state.people[event.at]
                changed = {who.id: replace(who, feinted=False), at.id: replace(at, hearts=event.hearts)}
                return replace(state, people={**state.people, **changed}, turn=event.at)
        return state

    def finished(self, state: Ground) -> bool:
        return any(one.hearts < 1 for one in state.people.values())

    def next_to_act(self, state: Ground) -> frozenset[str]:
        return frozenset() if self.finished(state) or not state.turn else frozenset({state.turn})

    def owner(self, state: Ground, command: Command) -> str:
        return command.who if isinstance(command, Strike | Feint) else REFEREE_ONLY

    def seats(self, state: Ground) -> tuple[Seat, ...]:
        return tuple(Seat(who, controls=frozenset({who})) for who in state.people)

    def choices(self, state: Ground, seat: Seat) -> Iterator[Choice]:
        if not any(map(seat.may_act_for, self.next_to_act(state))):
            return
        words: dict[str, str | int] = {"who": f"@{state.turn}", "at": f"@{state.other.id}"}
        who: dict[str, str | int] = {"who": state.turn}
        yield Choice(f"strike/{state.turn}", "strike", Label("choice.strike", words), who, rules=("DU-STRIKE-01",))
        if not state.people[state.turn].feinted:
            yield Choice(f"feint/{state.turn}", "feint", Label("choice.feint", words), who, rules=("DU-FEINT-01",))

    def suggest(self, state: Ground, seat: Seat) -> Command | None:
        first = next(self.choices(state, seat), None)
        return None if first is None else self.command(first.fill())

    def view(self, state: Ground, seat: Seat) -> Struct:
        return state

    def knowers(self, state: Ground, subject: str) -> tuple[str, ...] | None:
        return (EVERYBODY,) if subject in state.people else None

    def name_of(self, state: Ground, subject: str, language: Language) -> Name:
        return Name(state.people[subject].name if subject in state.people else subject)

    def picture(self, state: Ground, seat: Seat, language: Language) -> list[str]:
        return [
            f"{'▸' if one.id == state.turn else ' '} {one.name} {'♥' * one.hearts}" for one in state.people.values()
        ]

    def cards(self, state: Ground, seat: Seat, language: Language) -> tuple[Card, ...]:
        word = self.texts.say(language, "hearts")
        return tuple(
            Card(one.id, one.name, gauges=(Gauge(word, one.hearts),), active=one.id == state.turn, out=one.hearts < 1)
            for one in state.people.values()
        )

    def read_setup(self, document: Document) -> Setup:
        document.fields("game", "title", "people", "options")
        people = document.read(tuple[Duellist, Duellist], "people")
        options = document.read(dict[str, int], "options")
        return Setup(document.read(Phrase, "title"), (Meet(people),), {**options})
