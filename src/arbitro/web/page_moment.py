"""A table at one moment as one reader may know it: all that a page is drawn from."""

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arbitro.client.data import AimShown, Awaited, GoneBack, LineData, OwedShown, SeatRole
from arbitro.dice.stream import Die
from arbitro.kernel.aim import Aim, as_choice
from arbitro.kernel.card import Card, Sheet
from arbitro.kernel.choice import DESK, Choice
from arbitro.kernel.drawing import Drawing, Plan
from arbitro.kernel.event import BackRule, DieLook, Event
from arbitro.kernel.explain import Explanation
from arbitro.kernel.help import Help, help_with
from arbitro.kernel.saying import Heard, heard
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.sentence import as_told, label_text, purpose_text, question_text
from arbitro.kernel.table import Table
from arbitro.kernel.then import Then
from arbitro.kernel.together import explained_together
from arbitro.kernel.why_not import WhyNot, Wish, why_not, wishes
from arbitro.text import Language
from arbitro.web.board import Board, board
from arbitro.web.lazily import Lazily
from arbitro.web.portraits import pictured_cards, pictured_drawing
from arbitro.web.sitting import ONLOOKER, Arrangement, Sitting
from arbitro.web.why import Likelihood, likelihoods
from arbitro.web.wording import Offer, ReadersWords, Wording


class StoryLine(LineData, frozen=True):
    """One thing that happened, in words, as a page shows it.

    `number` is what "why?" asks for; each seat counts for itself, from 1, and the entries of the log likewise: lines of
    one command share theirs. `kind` is the tag of the event, as a CSS class, say.
    """

    looks: tuple[tuple[DieLook, str], ...] = ()
    """How its dice are drawn where they are not all alike, and what the game calls such a die."""
    note: bool = False
    """Whether somebody wrote it (a note), rather than that it happened."""
    private: bool = False
    """Whether not everybody is told it."""
    again: str = ""
    """What it is one more vain try of: such a line takes the place of one of the same before it."""
    call_for: str = ""
    """What the dice are for that the reader is asked to throw."""
    passing: str = ""
    """What it says to go on as it did, and no more: such a line takes the place of one like it before it."""
    who: str = ""
    """Who does it, as the line calls them: the lines of one person after each other make a paragraph."""


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
    role: SeatRole
    solo: bool
    plays: tuple[str, ...]
    """The names of all that it plays."""
    present: int
    """How many pages are open in it now."""
    mine: bool
    """Whether it is the reader's own."""


class Paused(Struct, frozen=True):
    """An automatic table that anybody with the right may let go on, or stop."""

    automatic: bool
    """Whether everything at this table is played by the engine."""
    running: bool


@dataclass(frozen=True, slots=True)
class AtTheTable:
    """What a page shows that the log of its table does not say."""

    arrangement: Arrangement
    seats: tuple[Sitting, ...] = ()
    present: Callable[[], dict[str, int]] = dict
    """How many pages are open in each seat."""
    last_dice: Callable[[], tuple[Die, ...]] = tuple
    """What was thrown last."""
    acted_lately: Callable[[str], bool] = lambda name: False  # noqa: ARG005 - nothing is known
    """Whether somebody has done something a moment ago."""
    mails: bool = False
    """Whether the server sends letters."""
    hooks: bool = False
    """Whether tables may name an address that is told whose turn it is."""


class PageMoment:
    """A table at one moment as one reader may know it. Everything is worked out when first asked for, and once."""

    def __init__(
        self,
        table: Table[Any],
        sitting: Sitting,
        language: Language,
        around: AtTheTable,
        *,
        wording: Wording | None = None,
        opened: Container[str] = (),
    ) -> None:
        self.ruleset = table.ruleset
        self.state = table.state
        self.sitting = sitting
        self.language = language
        self.arrangement = around.arrangement
        self.seat: Seat = sitting.at(self.ruleset, self.state, around.arrangement, around.seats)
        self.table = table.ledger.table
        self.around = around
        self._ledger = table.ledger
        self._choices = table.choices
        self.wording = wording or Wording(self.ruleset, self.state, language)
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

    @Lazily
    def view(self) -> Any:
        """The state as the reader may know it."""
        return self.ruleset.view(self.state, self.seat)

    @Lazily
    def finished(self) -> bool:
        """Whether the scene has come to its end."""
        return self.ruleset.finished(self.state)

    @Lazily
    def accomplished(self) -> bool:
        """Whether all that was set up is done, though people may go on."""
        return self.ruleset.accomplished(self.state)

    @property
    def sides(self) -> tuple[Seat, ...]:
        """The players' seats that the scene offers."""
        return self.wording.sides

    @Lazily
    def offers(self) -> tuple[Offer, ...]:
        """What the reader may do now; what lies on the referee's desk has a panel of its own."""
        return tuple(self.wording.offer(choice, self.seat) for choice in self._of_the_moment[0])

    @Lazily
    def aims(self) -> tuple[AimShown, ...]:
        """What the reader may aim at with one word; nothing while a die is owed, or once no more are thrown."""
        return tuple(
            AimShown(aim.id, label_text(self.ruleset, self.state, aim.label, self.language), aim.about)
            for aim in self._open_aims
        )

    @Lazily
    def _open_aims(self) -> tuple[Aim, ...]:
        """What may be aimed at now."""
        if not self.sitting.has_hands or self.paused.running:
            return ()
        if self._ledger.revealed or self._ledger.owed is not None:
            return ()
        return tuple(self.ruleset.aims(self.state, self.seat))

    @Lazily
    def intents(self) -> tuple[str, ...]:
        """What people have declared, a line for each."""
        return self.ruleset.intents(self.state, self.seat, self.language)

    @property
    def may_act(self) -> bool:
        """Whether there is anything that the reader may do now."""
        return bool(self._of_the_moment[0])

    def laid_out(self) -> Board:
        """The choices as few controls: what is folded is in words only where the reader has opened it."""
        words = ReadersWords(self.wording, self.seat, self.opened)
        outlines = () if self.paused.running else self.wording.outlines(self._of_the_moment[0])
        order = [card.id for card in self.cards]
        asked = frozenset(one.who for one in self.awaited if one.mine and one.question)
        return board(outlines, words, sides_among(self.sides), order=order, asked=asked)

    @Lazily
    def _of_the_moment(self) -> tuple[tuple[Choice, ...], bool]:
        """The choices without those of the referee's desk, which stand last, and whether there are any of these."""
        return self._choices(self.seat).of_the_moment() if self.sitting.has_hands else ((), False)

    @property
    def has_desk(self) -> bool:
        """Whether there is anything that the referee may prepare or change by hand."""
        return self._of_the_moment[1]

    @property
    def desk(self) -> tuple[Choice, ...]:
        """What the referee may prepare and change by hand; worked out when it is looked at."""
        return tuple(choice for choice in self._choices(self.seat) if choice.group == DESK)

    @Lazily
    def questions(self) -> tuple[str, ...]:
        """What the reader is asked in the middle of something."""
        return tuple(one.question for one in self.awaited if one.mine and one.question)

    @Lazily
    def owed(self) -> OwedShown | None:
        """The die that the table waits for, where a deed has begun."""
        owed = self._ledger.owed
        if owed is None:
            return None
        mine = self.sitting.role == "player" and self.seat.name == owed.who
        told = mine or self.is_referee or not owed.hidden
        called = purpose_text(self.ruleset, owed.purpose, self.language)
        alone = self.sitting.role == "player" and not self.seat.refereed
        return OwedShown(
            owed.who,
            owed.sides if told else 0,
            called if told else "",
            len(owed.typed) + 1 if mine or self.is_referee else 0,
            mine,
            mine or self.is_referee or alone,
        )

    @Lazily
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
            if (mine := self.sitting.has_hands and self.seat.may_act_for(question.who)) or question.who != REFEREE_ONLY
        )

    def owner_name(self, owner: str) -> str:
        """What whoever decides something is called: a character, a side, the referee."""
        if owner == REFEREE_ONLY:
            return self.ruleset.texts.say(self.language, "referee")
        return self.wording.name(owner)

    @Lazily
    def cards(self) -> tuple[Card, ...]:
        """Everybody and every place that the reader may see at a glance."""
        shown = self.ruleset.cards(self.state, self.seat, self.language)
        if self.arrangement.pictures:
            shown = pictured_cards(shown, self.table, dict(self.arrangement.pictures))
        if self.sitting != ONLOOKER or not self._screen_numbers:
            return shown
        own = {card.id: card for card in self.ruleset.cards(self.state, self._players, self.language)}
        return tuple(
            replace(card, gauges=own[card.id].gauges)
            if card.group != "foe" and card.id in self._players.controls
            else card
            for card in shown
        )

    @property
    def _screen_numbers(self) -> bool:
        """Whether a players' screen shows numbers: where the referee says so, and where nobody else sits."""
        return self.arrangement.screen_numbers or any(one.solo for one in self.around.seats)

    @property
    def _players(self) -> Seat:
        """The eyes of all players together."""
        people = frozenset(one for side in self.sides for one in side.controls)
        seats = [one.seat(self.ruleset, self.state) for one in self.around.seats if one.role == "player"]
        played = frozenset(one for seat in seats for one in seat.controls)
        return Seat(ONLOOKER.name, "player", played or people)

    @Lazily
    def drawing(self) -> Drawing | None:
        """The scene as a drawing; None where nothing is drawn."""
        return self.ruleset.drawing(self.state, self.seat, self.language)

    @property
    def pictured(self) -> Drawing | None:
        """The drawing as a page shows it: with the pictures that people have given to those whom they play."""
        marks = self.arrangement.pictures
        return self.drawing if self.drawing is None or not marks else pictured_drawing(self.drawing, self.table, marks)

    @Lazily
    def plans(self) -> tuple[Plan, ...]:
        """The maps that the reader may look at beside the scene; none where there is no other."""
        found = self.ruleset.plans(self.state, self.seat, self.language) if self.drawing is not None else ()
        return found if len(found) > 1 else ()

    def plan(self, subject: str) -> Drawing | None:
        """One of these maps."""
        if not any(one.id == subject for one in self.plans):
            return None
        return self.ruleset.plan(self.state, self.seat, subject, self.language)

    def may_picture(self, who: str) -> bool:
        """Whether the reader may give somebody a picture: whoever plays them, and the referee."""
        sheet = any(card.id == who and card.has_sheet for card in self.cards)
        return sheet and self.sitting.has_hands and (self.is_referee or self.seat.may_act_for(who))

    @property
    def ink(self) -> str:
        """The patterns that the drawing is filled with: they stay as they are from step to step."""
        return "" if self.drawing is None else self.drawing.ink

    @Lazily
    def picture(self) -> list[str]:
        """The scene in lines of text: the drawing's alternative."""
        return self.ruleset.picture(self.state, self.seat, self.language)

    @Lazily
    def switches(self) -> tuple[Switch, ...]:
        """Whom the engine may play by itself, the referee last."""
        names = (*(seat.name for seat in self.sides), REFEREE_ONLY)
        return tuple(Switch(name, self.owner_name(name), self.arrangement.plays(name)) for name in names)

    @Lazily
    def away(self) -> tuple[Switch, ...]:
        """The seats whose people may be away: the engine then plays what they play."""
        return tuple(
            Switch(one.id, one.name, self.arrangement.plays(one.id)) for one in self.around.seats if one.may_play
        )

    @Lazily
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

    @Lazily
    def seats(self) -> tuple[SeatShown, ...]:
        """The seats of the table; for the referee."""
        present = self.around.present()
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
            for one in self.around.seats
        )

    @property
    def paused(self) -> Paused:
        """Whether the table plays itself, and whether it is doing so."""
        return Paused(self.arrangement.demo, self.arrangement.demo and not self.arrangement.paused)

    @property
    def back_rule(self) -> BackRule:
        """How far anybody goes back at this table."""
        return self.arrangement.back_rule(self.around.seats)

    @Lazily
    def has_referee(self) -> bool:
        """Whether a person sits in the referee's chair."""
        return self.arrangement.has_referee(self.around.seats)

    @property
    def gone_back(self) -> tuple[GoneBack, ...]:
        """Who has taken back what all had seen, and how often; by name, since a first time may have been hidden."""
        counted = sorted(self._ledger.taken_back.items())
        return tuple(GoneBack(who, self.seat_name(who), times, past) for who, (times, past) in counted if times)

    @property
    def asked_back(self) -> tuple[tuple[str, str], ...]:
        """Who asks the referee to take back what they did: names of seats, and what the people are called."""
        return tuple((who, self.seat_name(who)) for who in self._ledger.asked_back)

    @property
    def may_regret(self) -> bool:
        """Whether the reader is a player among others who did something lately."""
        return self.sitting.role == "player" and not self.sitting.solo and self.around.acted_lately(self.sitting.name)

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
        return self.around.last_dice() if self.is_referee else ()

    def sheet(self, subject: str) -> Sheet | None:
        """All that the reader may know of somebody who has a card."""
        if not any(card.id == subject and card.has_sheet for card in self.cards):
            return None
        return self.ruleset.sheet(self.state, self.seat, subject, self.language)

    def help(self, choice_id: str) -> Help | None:
        """What a choice would be; None where it is not offered to the reader."""
        offered = self._choices(self.seat) if self.sitting.has_hands else ()
        found = next((choice for choice in offered if choice.id == choice_id), None)
        return None if found is None else help_with(self.ruleset, self.state, self.seat, found, self.language)

    @property
    def wishes(self) -> tuple[Wish, ...]:
        """What may be wished for by name."""
        return wishes(self.ruleset, self.language)

    def heard(self, said: str) -> Heard:
        """What a sentence in the reader's own words means."""
        offered = self._choices(self.seat) if self.sitting.has_hands else ()
        offered = (*offered, *map(as_choice, self._open_aims))
        return heard(self.ruleset, self.state, self.seat, offered, said, self.language)

    def mark(self, choice_id: str) -> str:
        """What a choice that is offered means now."""
        found = next((one for one in self._choices(self.seat) if one.id == choice_id), None)
        return "" if found is None else self.wording.mark(found)

    def why_not(self, said: str) -> WhyNot:
        """What does something that the reader wishes, or what forbids it."""
        return why_not(self.ruleset, self.state, self.seat, self._choices(self.seat), said, self.language)

    def why(self, then: Then[Any], run: tuple[Event, ...]) -> tuple[Explanation, tuple[Likelihood, ...]]:
        """Why what a line tells happened: sentence, numbers and rules, and how likely each throw was to succeed."""
        odds = (one for event in run for one in likelihoods(as_told(self.ruleset, event)))
        return explained_together(then, run, self.language), tuple(dict.fromkeys(odds))


def sides_among(seats: tuple[Seat, ...]) -> frozenset[str]:
    """The seats that stand for several people; a member of a party may speak for it too and is still one person."""
    whole = (
        seat for seat in seats if len(seat.controls) > 1 and not any(seat.controls < other.controls for other in seats)
    )
    return frozenset(seat.name for seat in whole)
