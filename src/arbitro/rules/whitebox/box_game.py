"""A game of this family: what the kernel asks, each answered by its page (`Rules`)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from msgspec import Struct

from arbitro.dice.stream import PLAY, Dice
from arbitro.kernel import orders as kernel_orders
from arbitro.kernel.aim import Aim, Course, Halt
from arbitro.kernel.card import Card, Chance, Sheet
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command
from arbitro.kernel.content import Content, Noun
from arbitro.kernel.drawing import Drawing
from arbitro.kernel.event import Event
from arbitro.kernel.named import Named
from arbitro.kernel.option import Options
from arbitro.kernel.orders import Orders
from arbitro.kernel.pack import Pack
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.kernel.ruling import Check, Lookup
from arbitro.kernel.seat import Seat
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.stat_block import BlockRead
from arbitro.kernel.then import Now, Then
from arbitro.kernel.witness import Noted, own_name
from arbitro.kernel.yamlfile import Document
from arbitro.rules.whitebox import (
    cards,
    chances,
    deciding,
    meanings,
    narration,
    orders,
    pictures,
    seating,
    settling,
    stat_block,
    view,
    whose_turn,
)
from arbitro.rules.whitebox.commands import DeclareTogether, EndTurn
from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.declared import each_declared
from arbitro.rules.whitebox.exploring.telling import row_text
from arbitro.rules.whitebox.people.state import PARTY
from arbitro.rules.whitebox.powers import coverage
from arbitro.rules.whitebox.recounting import Recounting
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State
from arbitro.text import Language, Name, Texts


class BoxGame(Ruleset[State]):
    """A game of the family of the white box, by its page."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.id = rules.id
        self.package = rules.package
        self.event_types = rules.event_types
        self.command_types = tuple(rules.rulings)
        self.state_type = rules.state_type
        self.folds = rules.fold
        self.packs = rules.packs
        self._meanings: dict[tuple[str, Language], str] = {}
        self._laid: dict[tuple[Pack, ...], BoxGame] = {}

    def at(self, state: State) -> Here:
        """A state, as this game reads it."""
        return Here(self.rules, state)

    def scene(self, state: State, dice: Dice) -> Scene:
        """A command about to be resolved."""
        return self.rules.scene(self.rules, state, dice=dice)

    @property
    def content(self) -> WhiteBoxContent:
        """Classes, peoples, creatures, lists and tables."""
        return self.rules.content

    @cached_property
    def options(self) -> Options:
        """Every switch of the game."""
        return self.rules.options()

    @cached_property
    def texts(self) -> Texts:
        """The sentences of the game."""
        return self.rules.texts

    def with_packs(self, packs: tuple[Pack, ...]) -> "BoxGame":
        """The same game with a reader's own content laid over it; one object for the same packs."""
        if packs == self.packs:
            return self
        if packs not in self._laid:
            made = BoxGame(replace(self.rules, packs=packs))
            made.content.monsters  # noqa: B018 - read now, so that faults show at once
            self._laid[packs] = made
        return self._laid[packs]

    def books(self) -> Content:
        """The game's content with its packs, kind by kind."""
        return self.content

    def played(self) -> Mapping[str, Mapping[str, int]]:
        """Spells, magic items, monsters and hazards: how many are played in which way."""
        return coverage.played(self.rules)

    def entries_played(self) -> Mapping[str, Mapping[Named, str]]:
        """How each of them is played."""
        return coverage.entries_played(self.rules)

    def read_block(self, text: str) -> BlockRead:
        """A stat block pasted as text, read into an entry of a pack."""
        return stat_block.read_block(self.content, text)

    def creatures(self) -> Mapping[str, Noun]:
        """What each monster is called."""
        return {name: entry.name for name, entry in self.content.monsters.items()}

    def creature(self, name: str) -> Struct:
        """The entry of a monster."""
        return self.content.monsters[name]

    def owner(self, state: State, command: Command) -> str:
        """A command belongs to whoever acts in it, to a side, or to the referee."""
        del state
        return seating.owner(self.rules.owners, command)

    def decides_for(self, state: State, command: Command) -> tuple[str, ...]:
        """Who ends the turn of a side decides for all of it who could still act, who declares for those named."""
        if type(command) is DeclareTogether:
            return tuple(said.who for said in each_declared(command) if not isinstance(said, str))
        fight = state.fight
        if type(command) is not EndTurn or fight is None or fight.phase == "over" or command.side not in fight.acting:
            return ()
        return whose_turn.still_to_act(self.rules, state, command.side)

    decide = deciding.decide

    def cite(self, rules: tuple[str, ...]) -> tuple[str, ...]:
        """The atoms of this game's book for a list of citations."""
        return self.rules.cite(rules)

    def allows(self, state: State, command: Command) -> bool:
        """Whether the rules accept a command as things stand."""
        return deciding.allows(self.at(state), command)

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        after: State = self.rules.fold[type(event)](state, event)
        return after

    values = settling.VALUES
    rungs = settling.RUNGS

    def settle(self, state: State) -> list[Event]:
        """What follows of itself after the referee changed the state by hand."""
        return settling.settle(self.at(state))

    def read_setup(self, document: Document) -> Setup:
        """A scene from a small YAML file."""
        return self.rules.read_setup(document, self.content)

    def finished(self, state: State) -> bool:
        """Whether what was set up is over."""
        return self.rules.finished(state)

    def open_streams(self, seat: Seat) -> frozenset[str]:
        """The dice of sheets fall among those of play, and only who plays the whole party sees them all."""
        streams = super().open_streams(seat)
        return streams if PARTY in seat.controls else streams - {PLAY}

    def seats(self, state: State) -> tuple[Seat, ...]:
        """The players' seats that a scene offers."""
        return seating.seats(state)

    def choices(self, state: State, seat: Seat) -> Iterable[Choice]:
        """What a seat may do now, lazily."""
        return self.rules.choices(self.at(state), seat)

    def aims(self, state: State, seat: Seat) -> Iterable[Aim]:
        """The orders that a seat may give in a fight."""
        return kernel_orders.aims(self, self._orders, state, seat)

    def pursue(self, state: State, seat: Seat, aim: str, course: Course[State]) -> Command | Halt:
        """The next command for an order."""
        return kernel_orders.pursue(self, self._orders, state, seat, aim, course)

    @cached_property
    def _orders(self) -> Orders[State]:
        return orders.orders(self.rules)

    def intents(self, state: State, seat: Seat, language: Language) -> tuple[str, ...]:
        """What everybody has declared, as far as the seat was told."""
        return narration.intents(self.rules, Now(self, state), seat, language)

    def next_to_act(self, state: State) -> frozenset[str]:
        """Who may act next."""
        return self.rules.next_to_act(self.at(state))

    def suggest(self, state: State, seat: Seat) -> Command | None:
        """What a plain automatic player in this seat would do now."""
        return self.rules.suggest(self.at(state), seat)

    def view(self, state: State, seat: Seat) -> Struct:
        """The table as a seat may know it."""
        return self.rules.view(self.at(state), seat)

    def knowers(self, state: State, subject: str) -> tuple[str, ...] | None:
        """One's own side's numbers are known, the others' are the referee's."""
        return view.knowers(state, subject)

    def path_knowers(self, state: State, path: str) -> tuple[str, ...]:
        """Who may know what the referee changed."""
        return seating.path_knowers(state, path)

    def name_of(self, state: State, subject: str, language: Language) -> Name:
        """What somebody is called."""
        return self.rules.name_of(self.at(state), subject, language)

    def meaning(self, state: State, subject: str, language: Language) -> str:
        """What an entry of the books is or does, in a line; what somebody's own thing is, nobody learns from it."""
        del state
        sort, _, entry = subject.partition(":")
        known = self._meanings.get((subject, language))
        if known is None:
            known = self._meanings[subject, language] = meanings.entry_meaning(self.rules, sort, entry, language)
        return known

    def called(self, state: State, subject: str) -> Noted:
        """What somebody is called in every language."""
        here, name_of = self.at(state), self.rules.name_of
        return self.rules.said(here, subject) or own_name(name_of(here, subject, "it"), name_of(here, subject, "en"))

    def words_for(self, then: Then[State], event: Event, language: Language) -> dict[str, str]:
        """More words for the gaps of an event's sentence."""
        words = self.rules.words.get(type(event))
        return {} if words is None else words(Recounting(self.rules, then, language), event)

    def number_needed(self, event: Event, check: Check, language: Language) -> str | None:
        """Where the number needed comes from."""
        return narration.number_needed(self.rules, event, check, language)

    def row_text(self, lookup: Lookup, language: Language) -> str:
        """What the row that was found on a table says."""
        return row_text(self.rules, lookup, language)

    def picture(self, state: State, seat: Seat, language: Language) -> list[str]:
        """The scene in lines of plain text."""
        return self.rules.picture(self.at(state), seat, language)

    def sketch(self, state: State, seat: Seat, language: Language) -> Sketch | None:
        """Who stands where, in whose moment."""
        return pictures.sketch(self.at(state), seat, language)

    def drawing(self, state: State, seat: Seat, language: Language) -> Drawing | None:
        """The fight or the meeting; else the map of the country, where the party travels by one."""
        return super().drawing(state, seat, language) or self.rules.chart(self.at(state), seat, language)

    def cards(self, state: State, seat: Seat, language: Language) -> tuple[Card, ...]:
        """Everybody whom the seat may see at a glance."""
        return self.rules.cards(self.at(state), seat, language)

    def sheet(self, state: State, seat: Seat, subject: str, language: Language) -> Sheet | None:
        """All that a seat may know of somebody."""
        return cards.sheet(self.at(state), seat, subject, language)

    def chance(self, state: State, seat: Seat, command: Command, language: Language) -> Chance | None:
        """How likely a command is to succeed."""
        return chances.chance(self.at(state), seat, command, language)

    def may_have_odds(self, command: Command) -> bool:
        """Whether `chance` has an answer for such commands at all."""
        return chances.may_have_odds(self.rules, command)
