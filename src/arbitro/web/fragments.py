"""The fragments of a table's page: which there are, who may see them, and what each template is given.

A table's page is a set of named fragments. Each is rendered on the server from a `Moment`, which is a table as one seat
may know it, in one language; nothing else reaches a template, so that a template cannot show what its reader may not
know. A fragment travels only when it has changed for that reader, and then without what the page shows already (see
`room.py`); the page replaces the element with ``id="fragment-<name>"`` by it.

Templates lie in ``templates/fragments/``. Beside what is listed at each function below, every template gets ``say``,
``language`` and ``kept`` (see `rendering.py`).
"""

from collections.abc import Callable, Container, Iterable
from functools import cached_property, lru_cache
from typing import Any, Final, Literal

import msgspec
from markupsafe import escape
from msgspec import Struct

from arbitro.dice.stream import Die
from arbitro.kernel.card import Card, Sheet
from arbitro.kernel.choice import DESK, Choice
from arbitro.kernel.drawing import Drawing
from arbitro.kernel.event import BackRule, Event
from arbitro.kernel.explain import Explanation, as_told, explained, label_text, purpose_text, question_text
from arbitro.kernel.fold import Ledger
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import EVERYBODY, REFEREE_ONLY, Role, Seat
from arbitro.kernel.then import Then
from arbitro.text import Language
from arbitro.web.board import Board, board
from arbitro.web.drawing import changes_in
from arbitro.web.offering import choices_html, choices_patch
from arbitro.web.rendering import part, render
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.why import Likelihood, likelihoods
from arbitro.web.wording import Offer, ReadersWords, Wording


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
    private: bool = False
    """Whether not everybody is told it."""


class Awaited(Struct, frozen=True):
    """Somebody whom the table waits for."""

    who: str
    name: str
    question: str
    """What they are asked; empty where it is simply their turn."""
    mine: bool
    """Whether the reader is the one who answers."""


class OwedShown(Struct, frozen=True):
    """A die that somebody throws with their own hands, and that the table waits for."""

    who: str
    sides: int
    """0 where the reader may not know which."""
    purpose: str
    number: int
    mine: bool
    """Whether the reader says what it shows."""
    may_roll: bool
    """Whether the reader may leave it to the engine."""


class Switch(Struct, frozen=True):
    """Something that the engine may do by itself: play a side, be the referee, take a kind of decisions."""

    name: str
    """The name to send: a side of the scene's, the id of a seat, or ``referee``."""
    text: str
    on: bool
    command: str = ""
    """The game's own command that turns it round, as JSON, where the game keeps it and not the table."""


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
    mine: bool
    """Whether it is the reader's own."""


class GoneBack(Struct, frozen=True):
    """How often somebody has taken something back."""

    seat: str
    name: str
    times: int
    past: int
    """How often of these past a die, or past something that had come to light."""


class Paused(Struct, frozen=True):
    """An automatic table that anybody with the right may let go on, or stop."""

    automatic: bool
    """Whether everything at this table is played by the engine."""
    running: bool


class PageMoment:
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
        acted_lately: Callable[[str], bool] = lambda name: False,  # noqa: ARG005 - nothing is known
        mails: bool = False,
        hooks: bool = False,
        wording: Wording | None = None,
        opened: Container[str] = (),
    ) -> None:
        self.ruleset = ruleset
        self.state = state
        self.sitting = sitting
        self.language = language
        self.arrangement = arrangement
        self.seat: Seat = sitting.at(ruleset, state, arrangement, seats)
        self.table = ledger.table
        self._ledger = ledger
        self._choices = choices
        self._seats = seats
        self._present = present
        self._last_dice = last_dice
        self._acted_lately = acted_lately
        self.mails = mails
        """Whether the server sends letters."""
        self.hooks = hooks
        """Whether tables may name an address that is told whose turn it is."""
        self.wording = wording or Wording(ruleset, state, language)
        self.opened = opened
        """The ids of the folded parts that the reader has opened."""

    @property
    def is_referee(self) -> bool:
        """Whether the reader sits in the referee's chair."""
        return self.seat.role == "referee"

    @property
    def may_take_back(self) -> bool:
        """Whether the reader may undo and redo: the referee, and whoever plays alone."""
        return self.is_referee or self.sitting.solo

    @cached_property
    def view(self) -> Any:
        """The state as the reader may know it."""
        return self.ruleset.view(self.state, self.seat)

    @cached_property
    def finished(self) -> bool:
        """Whether the scene has come to its end."""
        return self.ruleset.finished(self.state)

    @property
    def sides(self) -> tuple[Seat, ...]:
        """The players' seats that the scene offers."""
        return self.wording.sides

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """What the reader may do now; what lies on the referee's desk has a panel of its own."""
        return tuple(self.wording.offer(choice, self.seat) for choice in self._of_the_moment[0])

    @property
    def may_act(self) -> bool:
        """Whether there is anything that the reader may do now."""
        return bool(self._of_the_moment[0])

    def laid_out(self) -> Board:
        """The choices as few controls: what is folded is in words only where the reader has opened it."""
        words = ReadersWords(self.wording, self.seat, self.opened)
        outlines = () if self.paused.running else map(self.wording.outline, self._of_the_moment[0])
        return board(outlines, words, sides_among(self.sides))

    @cached_property
    def _of_the_moment(self) -> tuple[tuple[Choice, ...], bool]:
        """The choices without those of the referee's desk, which stand last, and whether there are any of these."""
        found: list[Choice] = []
        for choice in self._choices(self.seat):
            if choice.group == DESK:
                return tuple(found), True
            found.append(choice)
        return tuple(found), False

    @property
    def has_desk(self) -> bool:
        """Whether there is anything that the referee may prepare or change by hand."""
        return self._of_the_moment[1]

    @property
    def desk(self) -> tuple[Choice, ...]:
        """What the referee may prepare and change by hand; worked out when it is looked at."""
        return tuple(choice for choice in self._choices(self.seat) if choice.group == DESK)

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """What the reader is asked in the middle of something."""
        return tuple(one.question for one in self.awaited if one.mine and one.question)

    @cached_property
    def owed(self) -> OwedShown | None:
        """The die that the table waits for, where a deed has begun."""
        owed = self._ledger.owed
        if owed is None:
            return None
        mine = self.seat.role == "player" and self.seat.name == owed.who
        told = mine or self.is_referee or not owed.hidden
        called = purpose_text(self.ruleset, owed.purpose, self.language)
        alone = self.seat.role == "player" and not self.seat.refereed
        return OwedShown(
            owed.who,
            owed.sides if told else 0,
            called if told else "",
            len(owed.typed) + 1 if mine or self.is_referee else 0,
            mine,
            mine or self.is_referee or alone,
        )

    @cached_property
    def awaited(self) -> tuple[Awaited, ...]:
        """Everybody whom the table waits for, as far as the reader may know."""
        if self.owed is not None:
            return (Awaited(f"seat:{self.owed.who}", self.owed.who, "", self.owed.mine),)
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
        return self.wording.name(owner)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Everybody and every place that the reader may see at a glance."""
        return self.ruleset.cards(self.state, self.seat, self.language)

    @cached_property
    def drawing(self) -> Drawing | None:
        """The scene as a drawing; None where nothing is drawn."""
        return self.ruleset.drawing(self.state, self.seat, self.language)

    @property
    def ink(self) -> str:
        """The patterns that the drawing is filled with: they stay as they are from step to step."""
        return "" if self.drawing is None else self.drawing.ink

    @cached_property
    def picture(self) -> list[str]:
        """The scene in lines of text: the drawing's alternative."""
        return self.ruleset.picture(self.state, self.seat, self.language)

    @cached_property
    def switches(self) -> tuple[Switch, ...]:
        """Whom the engine may play by itself, the referee last."""
        names = (*(seat.name for seat in self.sides), REFEREE_ONLY)
        return tuple(Switch(name, self.owner_name(name), self.arrangement.plays(name)) for name in names)

    @cached_property
    def away(self) -> tuple[Switch, ...]:
        """The seats whose people may be away: the engine then plays what they play."""
        return tuple(Switch(one.id, one.name, self.arrangement.plays(one.id)) for one in self._seats if one.may_play)

    @cached_property
    def decisions(self) -> tuple[Switch, ...]:
        """The kinds of the referee's decisions that the engine may take although there is a referee."""
        return tuple(
            Switch(
                one.name,
                label_text(self.ruleset, self.state, one.label, self.language),
                one.on,
                msgspec.json.encode(one.command).decode(),
            )
            for one in self.ruleset.automations(self.state)
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
                one.id == self.sitting.id,
            )
            for one in self._seats
        )

    @property
    def paused(self) -> Paused:
        """Whether the table plays itself, and whether it is doing so."""
        return Paused(self.arrangement.demo, self.arrangement.demo and not self.arrangement.paused)

    @property
    def back_rule(self) -> BackRule:
        """How far anybody goes back at this table."""
        return self.arrangement.back_rule(self._seats)

    @cached_property
    def has_referee(self) -> bool:
        """Whether a person sits in the referee's chair."""
        return self.arrangement.has_referee(self._seats)

    @property
    def gone_back(self) -> tuple[GoneBack, ...]:
        """Who has taken something back, and how often."""
        counted = self._ledger.taken_back.items()
        return tuple(GoneBack(who, self.seat_name(who), times, past) for who, (times, past) in counted)

    @property
    def asked_back(self) -> tuple[tuple[str, str], ...]:
        """Who asks the referee to take back what they did: names of seats, and what the people are called."""
        return tuple((who, self.seat_name(who)) for who in self._ledger.asked_back)

    @property
    def may_regret(self) -> bool:
        """Whether the reader is a player among others who did something lately."""
        return self.seat.role == "player" and not self.sitting.solo and self._acted_lately(self.sitting.name)

    def seat_name(self, seat: str) -> str:
        """What the person in a seat is called."""
        side = seat == REFEREE_ONLY or any(one.name == seat for one in self.sides)
        return self.owner_name(seat) if side else seat

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

    def why(self, then: Then[Any], event: Event) -> tuple[Explanation, tuple[Likelihood, ...]]:
        """Why something happened: sentence, numbers and rules, and how likely each throw was to succeed."""
        return (
            explained(then, event, self.language),
            likelihoods(as_told(self.ruleset, event)),
        )


# ---------------------------------------------------------------- what each template is given


def sides_among(seats: tuple[Seat, ...]) -> frozenset[str]:
    """The seats that stand for several people; a member of a party may speak for it too and is still one person."""
    whole = (
        seat for seat in seats if len(seat.controls) > 1 and not any(seat.controls < other.controls for other in seats)
    )
    return frozenset(seat.name for seat in whole)


def choices_context(moment: PageMoment) -> dict[str, Any]:
    """``laid`` (`Board`: the offers, by who would do them), ``offered`` (whether there are any), ``questions`` (str…).

    ``finished``; ``spectator``: nothing is ever offered here; ``watching``: the table plays itself, and may be stopped.
    """
    return {
        "laid": moment.laid_out(),
        "offered": moment.may_act,
        "questions": moment.questions,
        "finished": moment.finished,
        "spectator": moment.seat.role == "spectator",
        "watching": moment.paused.running,
    }


def cards_context(moment: PageMoment) -> dict[str, Any]:
    """``own``, ``allies``, ``foes``: `Card`… with gauges and tags; ``has_sheet``: there is more to ask for."""
    groups = {"own": [], "ally": [], "foe": []}  # type: dict[str, list[Card]]
    for card in moment.cards:
        if card.group in groups:
            groups[card.group].append(card)
    return {"own": groups["own"], "allies": groups["ally"], "foes": groups["foe"]}


def clock_context(moment: PageMoment) -> dict[str, Any]:
    """``places``: the cards of group ``place``: where the party is, the time, the light, the weather."""
    return {"places": tuple(card for card in moment.cards if card.group == "place")}


def scene_context(moment: PageMoment) -> dict[str, Any]:
    """``drawing`` (`Drawing`, or None) and ``picture`` (HTML: lines of text, the alternative, always there).

    Elements of the drawing with ``data-choice="<id>"`` stand for the choice of that id; ``data-here`` marks the party.
    """
    return {"drawing": moment.drawing, "picture": "".join(_line(line) for line in moment.picture)}


@lru_cache(maxsize=4096)  # most lines stay as they are, and most seats are told the same
def _line(line: str) -> str:
    bare = line.strip()
    return f'<p class="depth-{(len(line) - len(line.lstrip())) // 2 if bare else 0}">{escape(bare)}</p>'


def ink_context(moment: PageMoment) -> dict[str, Any]:
    """``ink``: the patterns of SVG that the drawing refers to; sent when they change, which is rare."""
    return {"ink": moment.ink}


def progress_context(moment: PageMoment) -> dict[str, Any]:
    """``progress`` (`Progress`, or None): something that takes several steps, as far as it has come."""
    return {"progress": moment.ruleset.progress(moment.state, moment.seat, moment.language)}


def asked_context(moment: PageMoment) -> dict[str, Any]:
    """``awaited`` (`Awaited`…), ``finished``, ``offered`` (whether the reader may act), ``paused`` (`Paused`).

    ``spectator``: nobody waits for the reader, nor they for anybody.
    """
    return {
        "awaited": moment.awaited,
        "finished": moment.finished,
        "offered": moment.may_act,
        "spectator": moment.seat.role == "spectator",
        "paused": moment.paused,
        "may_pause": moment.may_take_back,
        "pace": moment.arrangement.pace,
    }


def seats_context(moment: PageMoment) -> dict[str, Any]:
    """For the referee. ``seats`` (`SeatShown`…), and what a new seat may play: ``sides``, whole ones, as (id, name).

    ``people``: single ones, as (id, name, the side for which they may speak, or nothing); ``speakers``: to decide what
    a whole side does together, as (id, name).
    """
    whole = [side for side in moment.sides if side.name in sides_among(moment.sides)]
    speakers = [side.name for side in whole if side.name in side.controls]
    speaks = {one: side.name for side in whole if side.name in speakers for one in side.controls}
    people = sorted({one for side in moment.sides for one in side.controls} - {side.name for side in whole})
    return {
        "seats": moment.seats,
        "sides": [(side.name, moment.owner_name(side.name)) for side in whole],
        "people": [(one, moment.owner_name(one), speaks.get(one, "")) for one in people],
        "speakers": [(one, moment.owner_name(one)) for one in speakers],
    }


def tools_context(moment: PageMoment) -> dict[str, Any]:
    """For the referee, and in part for whoever plays alone.

    ``referee`` (bool), ``can_undo``, ``can_redo``, ``switches``, ``away`` and ``decisions`` (`Switch`…),
    ``arrangement`` (`Arrangement`), ``last_dice`` (`Die`…: what may be overruled), ``desk`` (whether there is anything
    to prepare by hand: see `preparing.py`).
    """
    return {
        "referee": moment.is_referee,
        "can_undo": moment.can_undo,
        "can_redo": moment.can_redo,
        "switches": moment.switches if moment.is_referee else (),
        "away": moment.away if moment.is_referee else (),
        "decisions": moment.decisions if moment.is_referee else (),
        "arrangement": moment.arrangement,
        "last_dice": moment.last_dice,
        "desk": moment.is_referee and moment.has_desk,
    }


def back_context(moment: PageMoment) -> dict[str, Any]:
    """``mine``: the reader may take back what they did, or ask for it; ``asked``: they have asked already.

    ``can_ask``: there is a referee to ask; ``requests``: for the referee, who asks, as (name of the seat, name).
    """
    return {
        "mine": moment.may_regret,
        "asked": any(who == moment.sitting.name for who, _ in moment.asked_back),
        "can_ask": moment.has_referee,
        "requests": moment.asked_back if moment.is_referee else (),
    }


def going_back_context(moment: PageMoment) -> dict[str, Any]:
    """``rule`` (`BackRule`): how far anybody goes back here; ``gone`` (`GoneBack`…): who has, and how often.

    ``referee``: whether a person sits in the referee's chair.
    """
    return {"rule": moment.back_rule, "gone": moment.gone_back, "referee": moment.has_referee}


def telling_context(moment: PageMoment) -> dict[str, Any]:
    """``email``: where the reader is told by mail that it is their turn; ``mails``: whether letters are sent at all.

    For the referee, ``hooks`` (whether the table may name an address on the web) and ``arrangement``.
    """
    return {
        "mails": moment.mails and moment.seat.role == "player",
        "email": moment.sitting.email,
        "hooks": moment.hooks and moment.is_referee,
        "arrangement": moment.arrangement if moment.is_referee else None,
    }


def title_context(moment: PageMoment) -> dict[str, Any]:
    """``title``: what the table is called."""
    return {"title": moment.arrangement.title or moment.table}


def owed_context(moment: PageMoment) -> dict[str, Any]:
    """``owed`` (`OwedShown`, or None): the die that the table waits for."""
    return {"owed": moment.owed}


def typing_context(moment: PageMoment) -> dict[str, Any]:
    """``typed``: whether the reader may type the dice that they threw by hand."""
    return {"typed": moment.arrangement.may_type(moment.sitting)}


def audiences_context(moment: PageMoment) -> dict[str, Any]:
    """For the referee. ``players``: whom a note may be told to alone, as (audience, name)."""
    return {"players": [(f"seat:{one.name}", one.name) for one in moment.seats if one.role == "player"]}


Context = dict[str, Any]


# ---------------------------------------------------------------- what of it a page has already
#
# Each function is given what a fragment was filled with when the page was sent it, and what fills it now. It returns
# what the page must replace: pieces of the fragment by their names, or the fragment itself. In place of what the page
# shows already, HTML may hold an element with ``data-keep`` (the ids of elements, with spaces between), and a drawing
# one with ``data-keep-drawn`` (see `drawing.py`).


def cards_patch(moment: PageMoment, before: Context, now: Context) -> dict[str, str]:
    """The cards that have changed; if others come or go, the list of all."""
    old = {card.id: card for group in before.values() for card in group}
    new = {card.id: card for group in now.values() for card in group}
    if any([card.id for card in before[name]] != [card.id for card in group] for name, group in now.items()):
        kept = frozenset(f"fragment-card-{who}" for who, card in new.items() if old.get(who) == card)
        return {"cards": render("fragments/cards.html", moment.language, **now, kept=kept)}
    fresh = [card for who, card in new.items() if old[who] != card]
    return {f"card-{card.id}": str(part("fragments/card.html", moment.language, card)) for card in fresh}


def scene_patch(moment: PageMoment, before: Context, now: Context) -> dict[str, str]:
    """The scene, without what is already drawn."""
    old, new = before["drawing"], now["drawing"]
    if not old or not new:
        return {"scene": _scene(moment.language, new, now["picture"])}
    kept = () if old.still or new.still else ("map-tools",)
    return {"scene": _scene(moment.language, changes_in(old, new), now["picture"], kept)}


@lru_cache(maxsize=64)  # many at a table are shown the same
def _scene(language: Language, drawing: Drawing | None, picture: str, kept: tuple[str, ...] = ()) -> str:
    return render("fragments/scene.html", language, drawing=drawing, picture=picture, kept=kept)


def tools_patch(moment: PageMoment, before: Context, now: Context) -> dict[str, str]:
    """The dice that may be overruled, which are others after almost every command."""
    if {**before, "last_dice": ()} == {**now, "last_dice": ()} and now["referee"]:
        return {"overrule": str(part("fragments/overrule.html", moment.language, now["last_dice"]))}
    return {"tools": render("fragments/tools.html", moment.language, **now)}


class Fragment(Struct, frozen=True):
    """A part of the page: its template, what fills it, and who gets it at all."""

    template: str
    context: Callable[[PageMoment], Context]
    who: Literal["all", "taking_back", "referee"] = "all"
    patch: Callable[[PageMoment, Context, Context], dict[str, str]] | None = None
    written: Callable[[PageMoment, Context], str] | None = None
    """What writes the whole fragment, where that is more than filling in its template."""

    def meant_for(self, moment: PageMoment) -> bool:
        """Whether the reader of a moment gets this fragment."""
        if self.who == "referee":
            return moment.is_referee
        return self.who == "all" or moment.may_take_back

    def render(self, moment: PageMoment, context: Context) -> str:
        """The HTML of the whole fragment."""
        if self.written is not None:
            return self.written(moment, context)
        return render(self.template, moment.language, **context)

    def changes(self, name: str, moment: PageMoment, before: Context | None, now: Context) -> dict[str, str]:
        """What a page that shows the fragment as it was before must replace: pieces of it, or all."""
        if before is not None and self.patch is not None:
            return self.patch(moment, before, now)
        return {name: self.render(moment, now)}


FRAGMENTS: Final[dict[str, Fragment]] = {
    "title": Fragment("fragments/title.html", title_context),
    "cards": Fragment("fragments/cards.html", cards_context, patch=cards_patch),
    "clock": Fragment("fragments/clock.html", clock_context),
    "ink": Fragment("fragments/ink.html", ink_context),
    "scene": Fragment("fragments/scene.html", scene_context, patch=scene_patch),
    "choices": Fragment("fragments/choices.html", choices_context, patch=choices_patch, written=choices_html),
    "progress": Fragment("fragments/progress.html", progress_context),
    "asked": Fragment("fragments/asked.html", asked_context),
    "seats": Fragment("fragments/seats.html", seats_context, "referee"),
    "back": Fragment("fragments/back.html", back_context),
    "going_back": Fragment("fragments/going_back.html", going_back_context),
    "telling": Fragment("fragments/telling.html", telling_context),
    "owed": Fragment("fragments/owed.html", owed_context),
    "typing": Fragment("fragments/typing.html", typing_context),
    "audiences": Fragment("fragments/audiences.html", audiences_context, "referee"),
    "tools": Fragment("fragments/tools.html", tools_context, "taking_back", patch=tools_patch),
}
"""Every fragment. The story is not among them: it only grows, line by line."""


def render_line(moment: PageMoment, line: StoryLine) -> str:
    """A line of the story, from ``fragments/line.html``: ``one`` (`StoryLine`). The page appends it to the list."""
    return str(part("fragments/line.html", moment.language, line))


def render_why(moment: PageMoment, number: int, then: Then[Any], event: Event) -> str:
    """The answer to "why?", from ``fragments/why.html``.

    ``number`` of the line, ``explanation`` (`Explanation`: sentence, numbers, rules), ``odds`` (`Likelihood`…),
    ``players``: to whom the referee may tell a line that not everybody knows, as (audience, name); empty: to nobody.
    """
    explanation, odds = moment.why(then, event)
    secret = moment.is_referee and (event.audience != EVERYBODY or bool(event.secrets))
    players = audiences_context(moment)["players"] if secret else ()
    return render(
        "fragments/why.html",
        moment.language,
        number=number,
        explanation=explanation,
        odds=odds,
        secret=secret,
        players=players,
    )


def render_sheet(moment: PageMoment, subject: str) -> str | None:
    """A character's sheet, from ``fragments/sheet.html``: ``subject`` (id) and ``sheet`` (`Sheet`)."""
    sheet = moment.sheet(subject)
    if sheet is None:
        return None
    return render("fragments/sheet.html", moment.language, subject=subject, sheet=sheet)
