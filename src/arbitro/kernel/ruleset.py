"""What a game is to the engine: one class that says what may be done, what comes of it, and who may know."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

import msgspec
from msgspec import Struct

from arbitro.dice.stream import OPEN, Dice
from arbitro.kernel.aim import Aim, Course, Halt, halt
from arbitro.kernel.automation import Automation
from arbitro.kernel.card import Card, Chance, Progress, Sheet
from arbitro.kernel.changing import Value
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import KERNEL_COMMANDS, Command, Refusal
from arbitro.kernel.drawing import Drawing, Plan
from arbitro.kernel.engraving import engraved
from arbitro.kernel.event import KERNEL_EVENTS, Branched, DiceAsked, Event, EventRevealed, Overridden, Setting
from arbitro.kernel.log import Entry
from arbitro.kernel.moment import once
from arbitro.kernel.option import Options, load_options
from arbitro.kernel.pack import Pack
from arbitro.kernel.probing import Resolved, passes
from arbitro.kernel.rulebook import Phrase, Rulebook, load_rulebook
from arbitro.kernel.ruling import Check, Lookup
from arbitro.kernel.rungs import Rung
from arbitro.kernel.same import Same
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.state import State, awaited
from arbitro.kernel.then import Now, Then
from arbitro.kernel.thrown import dice_fields, hides_addresses, without_addresses
from arbitro.kernel.upcast import KERNEL_UPCASTERS, Upcasters, UpcastReader, entry_brought_up, upcast
from arbitro.kernel.witness import Noted, own_name
from arbitro.kernel.yamlfile import TEXTS, Document
from arbitro.text import Fault, Language, Name, Texts, Words

if TYPE_CHECKING:
    from arbitro.kernel.content import Content, Noun
    from arbitro.kernel.named import Named
    from arbitro.kernel.stat_block import BlockRead

S = TypeVar("S", bound=State)


class Setup(Struct, frozen=True):
    """A scene ready to be played: commands of the referee's that set it up, and the options it was made for."""

    title: Phrase
    start: tuple[Command, ...]
    options: dict[str, Setting]


class Resolution(Struct, Generic[S]):
    """A command being resolved: the events so far and the state they lead to.

    Rules call `happen` for each thing that happens and read `state` for how things stand after it, so that the
    last event of a resolution is decided with the first one already in force.
    """

    state: S
    dice: Dice
    evolve: Callable[[S, Event], S]
    events: list[Event] = []

    def happen(self, event: Event) -> None:
        """Record an event and let it take effect."""
        self.events.append(event)
        self.state = self.evolve(self.state, event)


def may_begin(state: State, command: Command) -> Refusal | None:
    """Whether anything stands in the way of a command before its own rules are asked: an awaited answer."""
    if not state.awaiting:
        return Refusal("not_asked") if command.answers else None
    if any(question.kind == command.answers for question in state.awaiting):
        return None
    question = state.awaiting[0]
    return Refusal("awaiting", {"who": f"@{question.who}", "kind": question.kind}, question.rules)


class Ruleset(ABC, Generic[S]):
    """A game. Everything outside it (log, store, page, simulator) works through these few doors."""

    id: str
    package: str
    """Where its rulebook.yaml, options.yaml, content and texts lie."""
    event_types: tuple[type[Event], ...]
    command_types: tuple[type[Command], ...]
    state_type: type[S]
    folds: Mapping[type[Event], Callable[[Any, Any], Any]] | None = None  # `evolve`, where it is a table
    upcasters: Upcasters = Upcasters()
    """What brings events and commands of old logs into the form of today; a variant has its parent's too."""
    wording: ClassVar[int] = 3
    """Counts how often its sentences began to ask for more than was noted with the entries until then (`witness`)."""
    packs: tuple[Pack, ...] = ()
    """A reader's own content, laid over the game's."""
    rungs: tuple[Rung, ...] = ()
    """How hard things are that no rule speaks of, the easiest first."""
    values: tuple[Value, ...] = ()
    """The numbers that a referee changes by hand, in people's words; what follows of it, `settle` says."""

    def with_packs(self, packs: tuple[Pack, ...]) -> "Ruleset[S]":
        """The same game with other packs laid over its content; a fault says what is wrong with them."""
        if packs == self.packs:
            return self
        raise Fault(Words(TEXTS, "content.no_packs", game=self.id))

    def books(self) -> "Content | None":
        """The game's content with its packs, kind by kind; None where it takes none."""
        return None

    def played(self) -> "Mapping[str, Mapping[str, int]]":
        """How many entries of its content are played in which way, sort by sort: see `coverage.WAYS`."""
        books = self.books()
        return {} if books is None else books.played()

    def entries_played(self) -> "Mapping[str, Mapping[Named, str]]":
        """How each entry is played, by what it is called, where the game says so."""
        books = self.books()
        return {} if books is None else books.entries_played()

    def read_block(self, text: str) -> "BlockRead":
        """A stat block pasted as text, read into an entry of a pack; a fault says what it lacks."""
        del text
        raise Fault(Words(TEXTS, "block.none", game=self.id))

    def creatures(self) -> "Mapping[str, Noun]":
        """What each creature of its bestiary is called, by id, those of its packs among them."""
        return {}

    def creature(self, name: str) -> Struct:
        """The entry of a creature of its bestiary; KeyError where there is none."""
        raise KeyError(name)

    @cached_property
    def rulebook(self) -> Rulebook:
        """Every rule of the game, with its words."""
        return load_rulebook(self.package)

    @cached_property
    def options(self) -> Options:
        """Every switch of the game."""
        return load_options(self.package)

    @cached_property
    def book_options(self) -> dict[str, Setting]:
        """Every switch as the book has it."""
        return self.options.defaults()

    @cached_property
    def texts(self) -> Texts:
        """The sentences of the game; the kernel's own stand behind them."""
        return Texts(self.package, Texts("arbitro.kernel"))

    @cached_property
    def events(self) -> Any:
        """The union of all events that a log of this game may hold, as a type."""
        return reduce(or_, cast(Any, KERNEL_EVENTS + self.event_types))

    @cached_property
    def commands(self) -> Any:
        """The union of all commands, as a type."""
        return reduce(or_, cast(Any, KERNEL_COMMANDS + self.command_types))

    @cached_property
    def entry_decoder(self) -> UpcastReader[Entry[Any, Any]]:
        """Reads the entries of this game's logs, old ones too."""
        kind: Any = Entry
        known = KERNEL_UPCASTERS | self.upcasters
        return UpcastReader(kind[self.commands, self.events], lambda plain: entry_brought_up(plain, known))

    @cached_property
    def event_decoder(self) -> UpcastReader[Event]:
        """Reads an event that was written down by itself."""
        known = KERNEL_UPCASTERS | self.upcasters
        return UpcastReader(self.events, lambda plain: upcast(plain, known.events))

    def command(self, plain: dict[str, object]) -> Command:
        """The command that a plain mapping stands for (see `Choice.fill`); raises msgspec.ValidationError."""
        # By its tag: msgspec would look at every type of a long union anew, each time.
        kind = self._command_kinds.get(plain.get("type"))
        return cast(Command, msgspec.convert(plain, self.commands if kind is None else kind))

    @cached_property
    def _command_kinds(self) -> dict[object, type[Command]]:
        return {kind.__struct_config__.tag: kind for kind in (*KERNEL_COMMANDS, *self.command_types)}

    def initial(self) -> S:
        """The state before the first event."""
        return self.state_type()

    def may_begin(self, state: S, command: Command) -> Refusal | None:
        """Whether anything stands in the way of a command before its own rules are asked: an awaited answer."""
        return may_begin(state, command)

    def open_streams(self, seat: Seat) -> frozenset[str]:
        """The streams of which a player sees every die, and may therefore know where in it each fell."""
        return own_streams(seat)

    def takes_chair(self, command: Command) -> bool:
        """Whether a player who does this takes the referee's place: not while a person is the referee."""
        del command
        return False

    def allows(self, state: S, command: Command) -> bool:
        """Whether the rules accept a command as things stand. Throws no die and changes nothing."""
        if state.follows is None:
            return self._allows(state, command)
        try:
            return once(state, command, lambda: self._allows(state, command))
        except TypeError:  # it holds something that cannot be kept by
            return self._allows(state, command)

    def _allows(self, state: S, command: Command) -> bool:
        if self.may_begin(state, command):
            return False
        return passes(lambda dice: self.decide(state, command, dice))

    @abstractmethod
    def owner(self, state: S, command: Command) -> str:
        """The id of whoever a command belongs to; only a seat that plays it (or the referee) may send it."""

    def decides_for(self, state: S, command: Command) -> tuple[str, ...]:
        """The others for whom a command decides beside its owner: who sends it must play them too."""
        del state, command
        return ()

    @abstractmethod
    def decide(self, state: S, command: Command, dice: Dice) -> Resolved[S] | Refusal:
        """What comes of a command. Pure: checks first, throws dice only once nothing can refuse any more."""

    def cite(self, rules: tuple[str, ...]) -> tuple[str, ...]:
        """The atoms of this game's book for a list of citations: a variant that runs its parent's code has its own."""
        return rules

    @abstractmethod
    def evolve(self, state: S, event: Event) -> S:
        """The state after an event. Total, and free of rules."""

    @abstractmethod
    def choices(self, state: S, seat: Seat) -> Iterable[Choice]:
        """What a seat may do now, lazily."""

    def aims(self, state: S, seat: Seat) -> Iterable[Aim]:
        """What a seat may aim at now: things that take many of its commands and that one word is enough for."""
        del state, seat
        return ()

    def pursue(self, state: S, seat: Seat, aim: str, course: Course[S]) -> Command | Halt:
        """The next command of a seat for an aim, by its id, or why somebody should decide first.

        It uses only what the seat may know, and proposes only what the seat may do. Pure: see `kernel.pursuit`.
        """
        del state, seat, aim, course
        return halt("gone")

    def intents(self, state: S, seat: Seat, language: Language) -> tuple[str, ...]:
        """What people have declared that they will do, a line for each, as far as a seat was told."""
        del state, seat, language
        return ()

    @abstractmethod
    def view(self, state: S, seat: Seat) -> Struct:
        """The state as a seat may know it, built from what it knows and nothing else."""

    @abstractmethod
    def knowers(self, state: S, subject: str) -> tuple[str, ...] | None:
        """Who may know the exact numbers of somebody, beside themselves and the referee: ids that a seat may play.

        An empty id is everybody; None: nobody of that id is there.
        """

    def knows_numbers(self, state: S, seat: Seat, subject: str) -> bool:
        """Whether a seat may know the exact numbers of somebody."""
        return Now(self, state).knows_numbers(seat, subject)

    @abstractmethod
    def name_of(self, state: S, subject: str, language: Language) -> Name:
        """What somebody is called."""

    def meaning(self, state: S, subject: str, language: Language) -> str:
        """What an entry that `name_of` names (``spell:sleep``) is or does, in a line for anybody; empty elsewhere."""
        del state, subject, language
        return ""

    def called(self, state: S, subject: str) -> Noted:
        """What somebody is called in every language, as it is written down with what is told."""
        return own_name(self.name_of(state, subject, "it"), self.name_of(state, subject, "en"))

    def with_options(self, state: S, options: dict[str, Setting]) -> S:
        """The state under other options; a game that holds another game inside hands them on."""
        return msgspec.structs.replace(state, options=options)

    def sentence(self, then: Then[S], event: Event, language: Language) -> str | None:
        """An event that the game tells in its own way; None leaves it to the catalogue (``event.<tag>``).

        What it needs beyond the event it asks of `then`: the event may be of long ago.
        """
        del then, event, language
        return None

    def circumstance(self, then: Then[S], event: Event) -> str:
        """Under which circumstances something happened that is told otherwise for them (see `arbitro.kernel.prose`)."""
        del then, event
        return ""

    def automatic(self, state: S, command: Command) -> bool:
        """Whether the table leaves a decision of the referee's to the program, even where a person is the referee."""
        del state, command
        return False

    def may_be_left(self, state: S, owner: str) -> bool:
        """Whether the table may leave something that an owner decides now to the program: see `automatic`."""
        del state, owner
        return False

    def automations(self, state: S) -> tuple[Automation, ...]:
        """The kinds of decisions that `automatic` tells apart, each with whether the program takes them now."""
        del state
        return ()

    def words_for(self, then: Then[S], event: Event, language: Language) -> dict[str, str]:
        """More words for the gaps of an event's sentence than its fields and names give; see `sentence`."""
        del then, event, language
        return {}

    def number_needed(self, event: Event, check: Check, language: Language) -> str | None:
        """Where the number needed comes from, where a game can say more than the catalogue (``against.<word>``)."""
        del event, check, language
        return None

    def row_text(self, lookup: Lookup, language: Language) -> str:
        """What a row that was found says (``row.<table>.<row>``), or nothing; a game may know its tables better."""
        return self.texts.find(language, f"row.{lookup.table}.{lookup.row}") or ""

    @abstractmethod
    def read_setup(self, document: Document) -> Setup:
        """A scene to be played, from a small YAML file; ready ones lie in the package's ``fights`` folder."""

    @abstractmethod
    def finished(self, state: S) -> bool:
        """Whether what was set up has come to its end."""

    def accomplished(self, state: S) -> bool:
        """Whether all that was set up is done, though people may go on: a page leads to what comes after."""
        return self.finished(state)

    def seats(self, state: S) -> tuple[Seat, ...]:
        """The players' seats that a scene offers, each with all it plays; a table may cut them otherwise."""
        del state
        return ()

    def next_to_act(self, state: S) -> frozenset[str]:
        """The ids of all who may be the next to act (see `owner`), from the state alone: nobody is asked for a move.

        Empty where nothing is to be done. A game that says no more may be waiting for anybody.
        """
        if state.awaiting:
            return awaited(state)
        return frozenset((REFEREE_ONLY, *(each for seat in self.seats(state) for each in seat.controls)))

    @abstractmethod
    def suggest(self, state: S, seat: Seat) -> Command | None:
        """What a plain automatic player in this seat would do now, or None where nothing is asked of it.

        It uses only what the seat may know and always proposes a legal command; the game documents how it thinks.
        """

    @abstractmethod
    def picture(self, state: S, seat: Seat, language: Language) -> list[str]:
        """The scene in lines of plain text, as the seat may know it: for the terminal and for screen readers."""

    def sketch(self, state: S, seat: Seat, language: Language) -> Sketch | None:
        """Who stands where, in whose moment, as the seat may know it; None where there is nothing to draw."""
        del state, seat, language
        return None

    def drawing(self, state: S, seat: Seat, language: Language) -> Drawing | None:
        """The scene as a drawing, as the seat may know it; None where the game draws none."""
        sketch = self.sketch(state, seat, language)
        return None if sketch is None else engraved(sketch, state.memory)

    def brings(self, state: S) -> str:
        """The tag of the command by which a referee may bring a file to the table now, its words as ``text``."""
        del state
        return ""

    def plan(self, state: S, seat: Seat, subject: str, language: Language) -> Drawing | None:
        """A drawing of the surroundings of a place, as the seat may know them, wherever the scene is; None for none."""
        del state, seat, subject, language
        return None

    def plans(self, state: S, seat: Seat, language: Language) -> tuple[Plan, ...]:
        """The maps that a seat may look at beside the scene, that of the scene among them: `plan` draws them by id."""
        del state, seat, language
        return ()

    def cards(self, state: S, seat: Seat, language: Language) -> tuple[Card, ...]:
        """Everybody whom the seat may see at a glance, its own first: for the page and the full-screen terminal."""
        del state, seat, language
        return ()

    def sheet(self, state: S, seat: Seat, subject: str, language: Language) -> Sheet | None:
        """All that a seat may know of somebody who has a card; None where there is nothing more to tell."""
        del state, seat, subject, language
        return None

    def progress(self, state: S, seat: Seat, language: Language) -> Progress | None:
        """Something that is being made in several steps, as far as it has come; None where nothing is."""
        del state, seat, language
        return None

    def chance(self, state: S, seat: Seat, command: Command, language: Language) -> Chance | None:
        """How likely a command is to succeed, where the rules let the seat know every number; None elsewhere."""
        del state, seat, command, language
        return None

    def may_have_odds(self, command: Command) -> bool:
        """Whether `chance` has an answer for such commands at all: of others nobody need be asked."""
        del command
        return True

    def settle(self, state: S) -> Iterable[Event]:
        """Events that follow of themselves after the referee changed the state by hand."""
        del state
        return ()

    def path_knowers(self, state: S, path: str) -> tuple[str, ...]:
        """Who may know what the referee changed at a path of the state, beside the referee: see `knowers`."""
        del state, path
        return ()


def shown_to(ruleset: Ruleset[S], state: S, event: Event, seat: Seat) -> Event | None:
    """An event as a seat may know it by how things stand in a state: see `shown_then`."""
    return shown_then(Now(ruleset, state), event, seat)


def shown_then(then: Then[Any], event: Event, seat: Seat) -> Event | None:
    """An event as a seat may know it: absent if it was not meant for them, secret numbers blanked otherwise."""
    if not seat.knows(event.audience):
        return None
    if type(event) is Overridden and not seat.is_among(then.path_knowers(event.path)):
        return msgspec.structs.replace(event, path="", before=None, after=None)
    if type(event) is DiceAsked and seat.role != "referee":
        return event.as_seen_by(seat.name if seat.role == "player" else "")
    if type(event) is Branched and seat.role != "referee":
        return msgspec.structs.replace(event, parent_chain="")
    if secrets := event.secrets:
        unknown = tuple([path for path, name in secrets.items() if not then.knows_numbers(seat, getattr(event, name))])
        if unknown:
            event = without_numbers(event, unknown)
    if seat.role == "referee":
        return event
    if type(event) is EventRevealed:
        return _retold(event, then.ruleset.open_streams(seat))
    streams = then.ruleset.open_streams(seat) if dice_fields(type(event)) else None
    if streams is not None and hides_addresses(event, streams):
        return _unaddressed(Same(event), streams)
    return event


def without_numbers(event: Event, paths: tuple[str, ...]) -> Event:
    """An event without the secret numbers at some paths."""
    return _blanked(Same(event), paths)


@lru_cache(maxsize=256)
def own_streams(seat: Seat) -> frozenset[str]:
    """The open streams, and that of the dice which a seat throws for itself alone."""
    return OPEN | {seat.private}


@lru_cache(maxsize=256)
def _unaddressed(same: Same[Event], streams: frozenset[str]) -> Event:
    return cast(Event, without_addresses(same.thing, streams))


def _retold(event: EventRevealed, streams: frozenset[str]) -> EventRevealed:
    """What was told later does not say where among the hidden dice its own fell either."""
    told = without_addresses(msgspec.json.decode(event.told), streams)
    return msgspec.structs.replace(event, told=msgspec.json.encode(told).decode())


@lru_cache(maxsize=256)  # most seats of a table are shown the same
def _blanked(same: Same[Event], paths: tuple[str, ...]) -> Event:
    event = same.thing
    hidden: dict[str, Any] = {}
    for path in paths:
        name, _, part = path.partition(".")
        held = hidden.get(name, getattr(event, name))
        if isinstance(held, Check) and not part:
            hidden[name] = held.bare()
        else:
            hidden[name] = msgspec.structs.replace(held, **{part: None}) if part and held is not None else None
    return msgspec.structs.replace(event, **hidden)
