"""A duel on one die: two people, some hearts each, a strike or a feint at a time."""

from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from arbitro.dice.stream import Dice
from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.hooks import Collect, Forbid, Rulings
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
    def other(self) -> str:
        return next(who for who in self.people if who != self.turn)

    def with_turn(self, turn: str, *changed: Duellist) -> "Ground":
        return replace(self, people={**self.people, **{one.id: one for one in changed}}, turn=turn)


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


class Deed(Enum):  # what the rules are made of
    REFEREE = auto()
    TURN = auto()


class Scene(Resolution[Ground], kw_only=True):
    rules: "Rules"


class Rules(Struct, frozen=True, kw_only=True):
    rulings: Rulings[Scene, Deed]
    may_do: Forbid[[Ground, Deed, Any]]
    to_hit: Collect[[Ground], Modifier]
    fold: dict[type[Event], Callable[[Ground, Any], Ground]]


def over(state: Ground) -> bool:  # the rules
    return any(one.hearts < 1 for one in state.people.values())


def in_turn(state: Ground, deed: Deed, command: Any) -> Refusal | None:
    mine = deed is Deed.REFEREE or (command.who == state.turn and not over(state))
    return None if mine else Refusal("not_your_turn", rules=("DU-TURN-01",))


def meet(scene: Scene, command: Meet) -> Refusal | None:
    if scene.state.people:
        return Refusal("already_met", rules=("DU-TURN-01",))
    first, second = command.people
    scene.happen(Met(first.id, second.id, command.people, rules=("DU-TURN-01",)))
    return None


def feint(scene: Scene, command: Feint) -> Refusal | None:
    if scene.state.people[command.who].feinted:
        return Refusal("feinted_already", rules=("DU-FEINT-01",))
    scene.happen(Feinted(command.who, scene.state.other, rules=("DU-FEINT-01",)))
    return None


def after_a_feint(state: Ground) -> tuple[Modifier, ...]:
    return (Modifier(2, "DU-FEINT-01", "feint"),) if state.people[state.turn].feinted else ()


def strike(scene: Scene, command: Strike) -> None:
    die, needed = scene.dice.roll(6, "strike"), int(scene.state.options["to_hit"])
    added = scene.rules.to_hit(scene.state)
    total = die.face + sum(each.amount for each in added)
    check = Check((die,), total, ">=", needed, total >= needed, added, "guard")
    at = scene.state.people[scene.state.other]
    rules = ("DU-STRIKE-01",) if at.hearts > check.success else ("DU-STRIKE-01", "DU-END-01")
    scene.happen(Struck(command.who, at.id, check, at.hearts - check.success, rules=rules))


def met(state: Ground, event: Met) -> Ground:  # what follows of what happened
    return state.with_turn(event.first, *event.duellists)


def feinted(state: Ground, event: Feinted) -> Ground:
    return state.with_turn(event.at, replace(state.people[event.who], feinted=True))


def struck(state: Ground, event: Struck) -> Ground:
    who, at = state.people[event.who], state.people[event.at]
    return state.with_turn(event.at, replace(who, feinted=False), replace(at, hearts=event.hearts))


RULES = Rules(  # the page
    rulings=Rulings[Scene, Deed]()
    .on(Meet, Deed.REFEREE, meet)
    .on(Strike, Deed.TURN, strike)
    .on(Feint, Deed.TURN, feint),
    may_do=Forbid(in_turn),
    to_hit=Collect(after_a_feint),
    fold={Met: met, Feinted: feinted, Struck: struck},
)


class Duel(Ruleset[Ground]):  # the doors
    id = "duel"
    package = "duel"
    event_types = tuple(RULES.fold)
    command_types = tuple(RULES.rulings)
    state_type = Ground

    def __init__(self, rules: Rules = RULES) -> None:
        self.rules = rules

    def decide(self, state: Ground, command: Command, dice: Dice) -> Scene | Refusal:
        ruling, scene = self.rules.rulings[type(command)], Scene(state, dice, self.evolve, rules=self.rules)
        return self.rules.may_do(state, ruling.deed, command) or ruling.decide(scene, command) or scene

    def evolve(self, state: Ground, event: Event) -> Ground:
        return self.rules.fold[type(event)](state, event)

    def finished(self, state: Ground) -> bool:
        return over(state)

    def next_to_act(self, state: Ground) -> frozenset[str]:
        return frozenset({state.turn} if state.turn and not over(state) else ())

    def owner(self, state: Ground, command: Command) -> str:
        return command.who if isinstance(command, Strike | Feint) else REFEREE_ONLY

    def seats(self, state: Ground) -> tuple[Seat, ...]:
        return tuple(Seat(who, controls=frozenset({who})) for who in state.people)

    def choices(self, state: Ground, seat: Seat) -> Iterator[Choice]:
        for who in filter(seat.may_act_for, self.next_to_act(state)):
            for kind, rule in (("strike", "DU-STRIKE-01"), ("feint", "DU-FEINT-01")):
                label = Label(f"choice.{kind}", {"who": f"@{who}", "at": f"@{state.other}"})
                choice = Choice(f"{kind}/{who}", kind, label, {"who": who}, rules=(rule,))
                if self.allows(state, self.command(choice.fill())):
                    yield choice

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
            f"{'▸' if who == state.turn else ' '} {one.name} {'♥' * one.hearts}" for who, one in state.people.items()
        ]

    def read_setup(self, document: Document) -> Setup:
        document.fields("game", "title", "people", "options")
        people = document.read(tuple[Duellist, Duellist], "people")
        return Setup(document.read(Phrase, "title"), (Meet(people),), {**document.read(dict[str, int], "options")})
