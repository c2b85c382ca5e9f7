"""The fragments of a table's page: which there are, who may see them, and what each template is given.

A table's page is a set of named fragments. Each is rendered on the server from a `Moment`, which is a table as one seat
may know it, in one language; nothing else reaches a template, so that a template cannot show what its reader may not
know. A fragment travels only when it has changed for that reader, or only the pieces of it that have (see `room.py`);
the page replaces the element with ``id="fragment-<name>"`` by it.

Templates lie in ``templates/fragments/``. Beside what is listed at each function below, every template gets ``say`` and
``language`` (see `rendering.py`) and ``table`` (the id of the table, for addresses).
"""

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Final, Literal

import msgspec
from markupsafe import Markup
from msgspec import Struct

from arbitro.dice.stream import Die
from arbitro.kernel.card import Card, Chance, Sheet
from arbitro.kernel.choice import Choice, Parameter
from arbitro.kernel.event import Event
from arbitro.kernel.explain import Explanation, choice_text, explain, label_text, named, question_text
from arbitro.kernel.fold import Ledger
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE_ONLY, Role, Seat
from arbitro.text import Language
from arbitro.web.board import Board, board
from arbitro.web.rendering import part, render
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.why import Likelihood, likelihoods

PATTERN: Final = re.compile(r"<pattern .*?</pattern>", re.DOTALL)
"""A pattern that a drawing is filled with."""


class PickShown(Struct, frozen=True):
    """One value that a field may take."""

    value: str
    text: str
    chance: Chance | None = None
    """How likely the choice succeeds with this value, where the reader may know."""


class Field(Struct, frozen=True):
    """What is still to be said before a choice can be sent, under ``values.<name>``."""

    name: str
    kind: Literal["pick", "number", "text"]
    picks: tuple[PickShown, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False


class Offer(Struct, frozen=True):
    """A choice in words. Sending ``{"type": "do", "choice": id, "values": {…}}`` does it."""

    id: str
    text: str
    who: str = ""
    """The id of whoever does it, where the game names one: choices of one person may stand together."""
    who_name: str = ""
    fields: tuple[Field, ...] = ()
    chance: Chance | None = None
    """How likely it succeeds, for a choice without fields, where the reader may know."""
    rules: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    """The ids of what it is done with or to, as far as they are settled: a door, an item; drawings name them too."""


class StoryLine(Struct, frozen=True):
    """One thing that happened, in words. `number` is what "why?" asks for; each seat counts for itself, from 1."""

    number: int
    entry: int
    """The entry of the log, as the seat counts them; lines of one command share it."""
    by: str
    """The name of the seat that gave the command."""
    at: str
    text: str
    kind: str
    """The tag of the event, as a CSS class, say."""
    dice: tuple[Die, ...] = ()
    """To be drawn: sides, face, and how it came about (rolled, typed, overridden)."""
    note: bool = False
    """Whether somebody wrote it (a note), rather than that it happened."""


class Awaited(Struct, frozen=True):
    """Somebody whom the table waits for."""

    who: str
    name: str
    question: str
    """What they are asked; empty where it is simply their turn."""
    mine: bool
    """Whether the reader is the one who answers."""


class Switch(Struct, frozen=True):
    """Something that the engine may do by itself: play a side, or be the referee."""

    name: str
    """The name to send: a side of the scene's, the id of a seat, or ``referee``."""
    text: str
    on: bool


class SeatShown(Struct, frozen=True):
    """A seat as the referee sees it."""

    id: str
    name: str
    role: Role
    solo: bool
    plays: tuple[str, ...]
    """The names of all that it plays."""
    present: int
    """How many pages are open in it now."""


class Paused(Struct, frozen=True):
    """An automatic table that anybody with the right may let go on, or stop."""

    automatic: bool
    """Whether everything at this table is played by the engine."""
    running: bool


class Moment:
    """A table at one moment as one reader may know it. Everything is worked out when first asked for, and once."""

    def __init__(
        self,
        ruleset: Ruleset[Any],
        state: Any,
        ledger: Ledger,
        sitting: Sitting,
        language: Language,
        *,
        arrangement: Arrangement,
        choices: Callable[[Seat], Iterable[Choice]],
        seats: tuple[Sitting, ...] = (),
        present: Callable[[], dict[str, int]] = dict,
        last_dice: Callable[[], tuple[Die, ...]] = tuple,
    ) -> None:
        self.ruleset = ruleset
        self.state = state
        self.sitting = sitting
        self.language = language
        self.arrangement = arrangement
        self.seat: Seat = sitting.seat(ruleset, state)
        self.table = ledger.table
        self._ledger = ledger
        self._choices = choices
        self._seats = seats
        self._present = present
        self._last_dice = last_dice

    @property
    def is_referee(self) -> bool:
        """Whether the reader sits in the referee's chair."""
        return self.seat.role == "referee"

    @property
    def may_take_back(self) -> bool:
        """Whether the reader may undo and redo: the referee, and whoever plays alone."""
        return self.is_referee or self.sitting.solo

    @cached_property
    def finished(self) -> bool:
        """Whether the scene has come to its end."""
        return self.ruleset.finished(self.state)

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """What the reader may do now."""
        return tuple(self._offer(choice) for choice in self._choices(self.seat))

    def _offer(self, choice: Choice) -> Offer:
        actor = str(choice.fixed.get("who", ""))
        lone = choice.parameters[0] if len(choice.parameters) == 1 else None
        return Offer(
            choice.id,
            choice_text(self.ruleset, self.state, choice, self.language),
            actor,
            str(named(self.ruleset, self.state, actor, self.language)) if actor else "",
            tuple(self._field(choice, parameter, parameter is lone) for parameter in choice.parameters),
            None if choice.parameters else self._chance(choice, {}),
            choice.rules,
            tuple(str(value) for name, value in choice.fixed.items() if name != "who"),
        )

    def _field(self, choice: Choice, parameter: Parameter, lone: bool) -> Field:
        picks = tuple(
            PickShown(
                pick.value,
                label_text(self.ruleset, self.state, pick.label, self.language),
                self._chance(choice, {parameter.name: pick.value}) if lone else None,
            )
            for pick in parameter.picks
        )
        return Field(parameter.name, parameter.kind, picks, parameter.minimum, parameter.maximum, parameter.optional)

    def _chance(self, choice: Choice, values: dict[str, Any]) -> Chance | None:
        try:
            command = self.ruleset.command(choice.fill(**values))
        except msgspec.ValidationError:
            return None
        return self.ruleset.chance(self.state, self.seat, command, self.language)

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """What the reader is asked in the middle of something."""
        return tuple(one.question for one in self.awaited if one.mine and one.question)

    @cached_property
    def awaited(self) -> tuple[Awaited, ...]:
        """Everybody whom the table waits for, as far as the reader may know."""
        return tuple(
            Awaited(
                question.who,
                self.owner_name(question.who),
                question_text(self.ruleset, self.state, question, self.language) if mine else "",
                mine,
            )
            for question in self.state.awaiting
            if (mine := self.seat.may_act_for(question.who)) or question.who != REFEREE_ONLY
        )

    def owner_name(self, owner: str) -> str:
        """What whoever decides something is called: a character, a side, the referee."""
        if owner == REFEREE_ONLY:
            return self.ruleset.texts.say(self.language, "referee")
        return str(named(self.ruleset, self.state, owner, self.language))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Everybody and every place that the reader may see at a glance."""
        return self.ruleset.cards(self.state, self.seat, self.language)

    @cached_property
    def _drawn(self) -> tuple[str | None, str]:
        """The scene as SVG without the patterns that fill it, and these: they stay as they are from step to step."""
        drawn = self.ruleset.drawing(self.state, self.seat, self.language)
        if drawn is None:
            return None, ""
        return PATTERN.sub("", drawn), "".join(PATTERN.findall(drawn))

    @cached_property
    def drawing(self) -> Markup | None:
        """The scene as SVG; the games escape what they write into it."""
        drawn, _ = self._drawn
        return None if drawn is None else Markup(drawn)  # noqa: S704 - the drawing is the game's own

    @cached_property
    def ink(self) -> Markup:
        """The patterns that the drawing is filled with."""
        return Markup(self._drawn[1])  # noqa: S704 - the drawing is the game's own

    @cached_property
    def picture(self) -> list[str]:
        """The scene in lines of text: the drawing's alternative."""
        return self.ruleset.picture(self.state, self.seat, self.language)

    @cached_property
    def switches(self) -> tuple[Switch, ...]:
        """What the engine may play by itself."""
        sides = [seat.name for seat in self.ruleset.seats(self.state)]
        players = [Switch(one.id, one.name, self.arrangement.plays(one.id)) for one in self._seats if one.may_play]
        return (
            *(Switch(name, self.owner_name(name), self.arrangement.plays(name)) for name in (*sides, REFEREE_ONLY)),
            *players,
        )

    @cached_property
    def seats(self) -> tuple[SeatShown, ...]:
        """The seats of the table; for the referee."""
        present = self._present()
        return tuple(
            SeatShown(
                one.id,
                one.name,
                one.role,
                one.solo,
                tuple(self.owner_name(played) for played in (*one.sides, *one.controls)),
                present.get(one.id, 0),
            )
            for one in self._seats
        )

    @property
    def paused(self) -> Paused:
        """Whether the table plays itself, and whether it is doing so."""
        return Paused(self.arrangement.demo, self.arrangement.demo and not self.arrangement.paused)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self._ledger.head > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is something to put back."""
        return bool(self._ledger.undone)

    @property
    def last_dice(self) -> tuple[Die, ...]:
        """The dice of the last command, which the referee may overrule."""
        return self._last_dice() if self.is_referee else ()

    def sheet(self, subject: str) -> Sheet | None:
        """All that the reader may know of somebody who has a card."""
        if not any(card.id == subject and card.has_sheet for card in self.cards):
            return None
        return self.ruleset.sheet(self.state, self.seat, subject, self.language)

    def why(self, event: Event) -> tuple[Explanation, tuple[Likelihood, ...]]:
        """Why something happened: sentence, numbers and rules, and how likely each throw was to succeed."""
        return (
            explain(self.ruleset, self.state, event, self.language),
            likelihoods(event),
        )


# ---------------------------------------------------------------- what each template is given


def choices_context(moment: Moment) -> dict[str, Any]:
    """``laid`` (`Board`: the offers, by who would do them), ``offered`` (whether there are any), ``questions`` (str…).

    ``finished``; ``spectator``: nothing is ever offered here; ``watching``: the table plays itself, and may be stopped.
    """
    watching = moment.paused.running
    sides = frozenset(seat.name for seat in moment.ruleset.seats(moment.state) if len(seat.controls) > 1)
    return {
        "laid": board(() if watching else moment.offers, sides),
        "offered": bool(moment.offers),
        "questions": moment.questions,
        "finished": moment.finished,
        "spectator": moment.seat.role == "spectator",
        "watching": watching,
        "typed": moment.arrangement.may_type(moment.sitting),
    }


def cards_context(moment: Moment) -> dict[str, Any]:
    """``own``, ``allies``, ``foes``: `Card`… with gauges and tags; ``has_sheet``: there is more to ask for."""
    groups = {"own": [], "ally": [], "foe": []}  # type: dict[str, list[Card]]
    for card in moment.cards:
        if card.group in groups:
            groups[card.group].append(card)
    return {"own": groups["own"], "allies": groups["ally"], "foes": groups["foe"]}


def clock_context(moment: Moment) -> dict[str, Any]:
    """``places``: the cards of group ``place``: where the party is, the time, the light, the weather."""
    return {"places": [card for card in moment.cards if card.group == "place"]}


def scene_context(moment: Moment) -> dict[str, Any]:
    """``drawing`` (SVG, already safe, or None) and ``picture`` (lines of text: the alternative, always there).

    Elements of the drawing with ``data-choice="<id>"`` stand for the choice of that id; ``data-here`` marks the party.
    """
    return {"drawing": moment.drawing, "picture": moment.picture}


def ink_context(moment: Moment) -> dict[str, Any]:
    """``ink``: the patterns of SVG that the drawing refers to (already safe); sent when they change, which is rare."""
    return {"ink": moment.ink}


def asked_context(moment: Moment) -> dict[str, Any]:
    """``awaited`` (`Awaited`…), ``finished``, ``offered`` (whether the reader may act), ``paused`` (`Paused`).

    ``spectator``: nobody waits for the reader, nor they for anybody.
    """
    return {
        "awaited": moment.awaited,
        "finished": moment.finished,
        "offered": bool(moment.offers),
        "spectator": moment.seat.role == "spectator",
        "paused": moment.paused,
        "may_pause": moment.may_take_back,
        "pace": moment.arrangement.pace,
    }


def seats_context(moment: Moment) -> dict[str, Any]:
    """For the referee. ``seats`` (`SeatShown`…), ``sides`` and ``people``: what a new seat may play, as (id, name)."""
    ruleset, state, language = moment.ruleset, moment.state, moment.language
    sides = ruleset.seats(state)
    people = sorted({one for side in sides for one in side.controls})
    return {
        "seats": moment.seats,
        "sides": [(side.name, str(named(ruleset, state, side.name, language))) for side in sides],
        "people": [(one, str(named(ruleset, state, one, language))) for one in people],
    }


def tools_context(moment: Moment) -> dict[str, Any]:
    """For the referee, and in part for whoever plays alone.

    ``referee`` (bool), ``can_undo``, ``can_redo``, ``switches`` (`Switch`…), ``arrangement`` (`Arrangement`), ``typed``
    (whether this seat may type dice), ``last_dice`` (`Die`…: what may be overruled).
    """
    return {
        "referee": moment.is_referee,
        "can_undo": moment.can_undo,
        "can_redo": moment.can_redo,
        "switches": moment.switches if moment.is_referee else (),
        "arrangement": moment.arrangement,
        "typed": moment.arrangement.may_type(moment.sitting),
        "last_dice": moment.last_dice,
    }


def audiences_context(moment: Moment) -> dict[str, Any]:
    """For the referee. ``players``: whom a note may be told to alone, as (audience, name)."""
    return {"players": [(f"seat:{one.name}", one.name) for one in moment.seats if one.role == "player"]}


class Piece(Struct, frozen=True):
    """A part of a fragment that may be replaced by itself: ``id="fragment-<name>"`` is on its own element, too."""

    template: str
    one: Any
    """All that fills the template, as ``one``."""


Context = dict[str, Any]
Pieces = tuple[Any, dict[str, Piece]]
"""What a fragment is like apart from its pieces, and the pieces by name."""


def choices_pieces(context: Context) -> Pieces:
    """What each person may do, and what is done together."""
    laid: Board = context["laid"]
    names = tuple((person.id, person.name) for person in laid.people)
    rest = {**context, "laid": (bool(laid.together), names)}
    people = (laid.together, *laid.people)
    return rest, {f"offers-{person.id}": Piece("fragments/offers.html", person) for person in people if person}


def cards_pieces(context: Context) -> Pieces:
    """Each card."""
    rest = {name: [card.id for card in group] for name, group in context.items()}
    cards = {f"card-{card.id}": Piece("fragments/card.html", card) for group in context.values() for card in group}
    return rest, cards


def tools_pieces(context: Context) -> Pieces:
    """The dice that may be overruled, which are others after almost every command."""
    pieces = {"overrule": Piece("fragments/overrule.html", context["last_dice"])} if context["referee"] else {}
    return {**context, "last_dice": ()}, pieces


class Fragment(Struct, frozen=True):
    """A part of the page: its template, what fills it, and who gets it at all."""

    template: str
    context: Callable[[Moment], Context]
    who: Literal["all", "taking_back", "referee"] = "all"
    pieces: Callable[[Context], Pieces] | None = None

    def meant_for(self, moment: Moment) -> bool:
        """Whether the reader of a moment gets this fragment."""
        if self.who == "referee":
            return moment.is_referee
        return self.who == "all" or moment.may_take_back

    def render(self, moment: Moment, context: Context) -> str:
        """The HTML of the whole fragment."""
        return render(self.template, moment.language, table=moment.table, **context)

    def changes(self, name: str, moment: Moment, before: Context | None, context: Context) -> dict[str, str]:
        """What a page that shows the fragment as it was before must replace: pieces of it, or all."""
        if before is not None and self.pieces is not None:
            old_rest, old = self.pieces(before)
            rest, new = self.pieces(context)
            if old_rest == rest and old.keys() == new.keys():
                fresh = {key: piece for key, piece in new.items() if old[key] != piece}
                return {key: str(part(piece.template, moment.language, piece.one)) for key, piece in fresh.items()}
        return {name: self.render(moment, context)}


FRAGMENTS: Final[dict[str, Fragment]] = {
    "cards": Fragment("fragments/cards.html", cards_context, pieces=cards_pieces),
    "clock": Fragment("fragments/clock.html", clock_context),
    "ink": Fragment("fragments/ink.html", ink_context),
    "scene": Fragment("fragments/scene.html", scene_context),
    "choices": Fragment("fragments/choices.html", choices_context, pieces=choices_pieces),
    "asked": Fragment("fragments/asked.html", asked_context),
    "seats": Fragment("fragments/seats.html", seats_context, "referee"),
    "audiences": Fragment("fragments/audiences.html", audiences_context, "referee"),
    "tools": Fragment("fragments/tools.html", tools_context, "taking_back", pieces=tools_pieces),
}
"""Every fragment. The story is not among them: it only grows, line by line."""


def render_line(moment: Moment, line: StoryLine) -> str:
    """A line of the story, from ``fragments/line.html``: ``one`` (`StoryLine`). The page appends it to the list."""
    return str(part("fragments/line.html", moment.language, line))


def render_why(moment: Moment, number: int, event: Event) -> str:
    """The answer to "why?", from ``fragments/why.html``.

    ``number`` of the line, ``explanation`` (`Explanation`: sentence, numbers, rules), ``odds`` (`Likelihood`…).
    """
    explanation, odds = moment.why(event)
    return render(
        "fragments/why.html", moment.language, table=moment.table, number=number, explanation=explanation, odds=odds
    )


def render_sheet(moment: Moment, subject: str) -> str | None:
    """A character's sheet, from ``fragments/sheet.html``: ``subject`` (id) and ``sheet`` (`Sheet`)."""
    sheet = moment.sheet(subject)
    if sheet is None:
        return None
    return render("fragments/sheet.html", moment.language, table=moment.table, subject=subject, sheet=sheet)
