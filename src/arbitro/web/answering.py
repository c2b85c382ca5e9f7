"""Answers to messages: what a seat asks is done or refused, whichever way the message came in.

What a seat may ask is decided here first, from the message's `power` alone; a player acts only by choices that are
offered, so that no answer depends on what the player may not know.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec

from arbitro.dice.mistake import NotationError
from arbitro.dice.notation import parse
from arbitro.dice.stream import DieNeeded
from arbitro.kernel.command import (
    Annotate,
    AskBack,
    ChangeOptions,
    Command,
    DeclineBack,
    LimitBack,
    OverrideRolls,
    Refusal,
    RevealEvent,
    RollOwed,
    Stir,
    TellFaces,
    ThrowDice,
)
from arbitro.kernel.command import Override as OverrideState
from arbitro.kernel.command import RevealSeed as Reveal
from arbitro.kernel.event import DiceAsked, tag_of
from arbitro.kernel.misread import misread
from arbitro.kernel.owed_dice import waits_for
from arbitro.kernel.pursuit import Pursuit
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import label_text, purpose_text, refusal_text
from arbitro.kernel.watch import Stopped, Watch
from arbitro.signs import all_seen
from arbitro.text import Language
from arbitro.web import doing, talking, teaching
from arbitro.web import messages as say
from arbitro.web.api import TEXTS
from arbitro.web.fragments import render_line, render_sheet, render_why
from arbitro.web.page_moment import PageMoment
from arbitro.web.preparing import number_in, render_spot
from arbitro.web.room import Room
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.tables import Decide, OpenTables
from arbitro.web.viewer import Viewer

PULSE: Final = 1.0
"""Seconds after which whoever waits is told how far it has come, again and again."""
MAILBOX: Final = re.compile(r"[^@\s<>,;:\"()\[\]]{1,64}@[A-Za-z0-9.-]{1,189}")
"""What is taken for an address of mail."""


def may(sitting: Sitting, power: say.Power) -> bool:
    """Whether a seat has a power."""
    if sitting.role == "referee":
        return True
    if power == "act":
        return sitting.role == "player"
    if power == "take_back":
        return sitting.role == "player" and sitting.solo
    return power == "watch"


class Telling:
    """Tells a page every second how far the work has come that it waits for."""

    def __init__(self, watch: Watch, viewer: Viewer, ref: int) -> None:
        self._watch = watch
        self._viewer = viewer
        self._ref = ref
        self._seconds = 0
        self._next = asyncio.get_running_loop().call_later(PULSE, self._tell)

    def _tell(self) -> None:
        self._seconds += 1
        done, of = self._watch.done, self._watch.of
        key = "web.working_of" if of else "web.working_on" if done else "web.working"
        text = TEXTS.say(self._viewer.language, key, seconds=self._seconds, done=done, of=of)
        told = say.Working(ref=self._ref, seconds=self._seconds, done=done, of=of, text=text)
        self._viewer.answer(say.write_answer(told))
        self._next = asyncio.get_running_loop().call_later(PULSE, self._tell)

    def end(self) -> None:
        """Tell no more of work that is done."""
        self._next.cancel()


class Answerer:
    """Answers messages of one seat at one table."""

    def __init__(
        self, tables: OpenTables, room: Room, sitting: Sitting, language: Language, viewer: Viewer | None
    ) -> None:
        self.tables = tables
        self.room = room
        self.sitting = sitting
        self.language: Language = language
        self.viewer = viewer
        """The open page that asks, where there is one: some questions are about the page itself."""
        self.called_off = False  # by whoever asks, before anything was begun

    @property
    def eyes(self) -> Sitting:
        """Whose knowledge the answers hold: one's own, unless the referee looks from another seat."""
        return self.sitting if self.viewer is None else self.viewer.sitting

    def _moment(self) -> PageMoment:
        return self.room.moment(self.eyes, self.language)

    @property
    def seat(self) -> Seat:
        """Who asks, as the game knows them now."""
        return self.room.seat(self.sitting)

    async def answer(self, message: say.Message) -> say.Answer:
        """Do what a message asks, or say why not."""
        figures, kind = self.tables.figures, tag_of(type(message))
        with figures.seconds.labels(kind).time():
            if may(self.sitting, message.power):
                given = await self._worked_on(message)
            else:
                given = self.problem("not_yours", "web.not_yours", message.ref)
        figures.answers.labels(kind, tag_of(type(given))).inc()
        return given

    async def _worked_on(self, message: say.Message) -> say.Answer:
        """Do what is asked, within its time; a page that waits for it is told now and then how far it has come."""
        with self.room.works.begun(self.sitting, self.tables.work_seconds, message.ref, self.called_off) as watch:
            telling = None if self.viewer is None else Telling(watch, self.viewer, message.ref)
            try:
                return await _ANSWERS[type(message)](self, message)
            except Stopped as stopped:
                return say.Problem(ref=message.ref, code="stopped", text=stopped.in_(self.language))
            finally:
                if telling is not None:
                    telling.end()

    async def call_off(self, message: say.CallOff) -> say.Answer:
        """Stop what takes long."""
        self.room.works.call_off(self.sitting, message.of)
        return say.Done(ref=message.ref)

    def problem(self, code: Any, key: str, ref: int = 0, **values: object) -> say.Problem:
        """Say what is wrong with a message."""
        return say.Problem(ref=ref, code=code, text=TEXTS.say(self.language, key, **values))

    # ---------------------------------------------------------------- asking

    async def why(self, message: say.Why) -> say.Answer:
        """Why a line is as it is."""
        moment = self._moment()
        told = await (await self.room.chronicle(moment.seat)).at(self.room.session, message.line)
        if told is None:
            return self.problem("not_found", "web.no_line", message.ref)
        html = render_why(moment, message.line, told.then, told.run or (told.event,))
        return say.Because(ref=message.ref, line=message.line, html=html)

    async def sheet(self, message: say.Sheet) -> say.Answer:
        """All that may be known of somebody."""
        html = render_sheet(self._moment(), message.subject)
        if html is None:
            return self.problem("not_found", "web.no_sheet", message.ref)
        return say.SheetShown(ref=message.ref, subject=message.subject, html=html)

    async def unfold(self, message: say.Unfold) -> say.Answer:
        """What lies in a folded part of the page."""
        for viewer in self._pages():
            await self.room.unfold(viewer, message.element)
        return say.Pong(ref=message.ref)

    async def fold(self, message: say.Fold) -> say.Answer:
        """A part of the page is not looked at any more."""
        for viewer in self._pages():
            viewer.opened.discard(message.element)
        return say.Pong(ref=message.ref)

    def _pages(self) -> list[Viewer]:
        """The page that speaks; all of its seat, where it hears by a stream of events and speaks by plain requests."""
        if self.viewer is not None:
            return [self.viewer]
        return [one for one in self.room.viewers() if one.own == self.sitting and one.language == self.language]

    async def story(self, message: say.Story) -> say.Answer:
        """Earlier lines."""
        moment = self._moment()
        chronicle = await self.room.chronicle(moment.seat)
        last = min(message.before - 1, chronicle.last)
        first = max(1, last - message.count + 1)
        lines = await chronicle.page(self.room.session, moment, first, last) if last >= first else ()
        return say.Lines(ref=message.ref, first=first, story=tuple(render_line(moment, line) for line in lines))

    async def speak(self, message: say.Speak) -> say.Answer:
        """Another language, for this page."""
        self.language = message.language
        if self.viewer is not None:
            await self.room.move(self.viewer, self.viewer.own, self.viewer.sitting, message.language)
        return say.Pong(ref=message.ref)

    async def look(self, message: say.Look) -> say.Answer:
        """Another seat's eyes, for this page."""
        eyes = self.room.sitting(message.seat) if message.seat else self.sitting
        if eyes is None or self.viewer is None:
            return self.problem("not_found", "web.no_seat", message.ref)
        await self.room.move(self.viewer, self.sitting, eyes, self.language)
        return say.Pong(ref=message.ref)

    async def desk(self, message: say.Desk) -> say.Answer:
        """A place on the referee's desk."""
        html = render_spot(self.room.moment(self.sitting, self.language), message.subject)
        if html is None:
            return self.problem("not_found", "web.no_place", message.ref)
        return say.DeskShown(ref=message.ref, subject=message.subject, html=html)

    async def ping(self, message: say.Ping) -> say.Answer:
        """Somebody is there."""
        return say.Pong(ref=message.ref)

    # ---------------------------------------------------------------- doing

    async def pursue(self, message: say.Pursue) -> say.Answer:
        """Pursue something that may be aimed at, until somebody should decide."""
        if message.faces is not None and not self.room.arrangement.may_type(self.sitting):
            return self.problem("not_yours", "web.no_typing", message.ref)
        refused = None if message.resume else await self._stale(message)  # what is resumed was seen when it was given
        owed = self.room.session.ledger.owed
        if refused is None and owed is not None:
            refused = waits_for(owed)
        if refused is not None:
            return self._answered(message.ref, refused)
        session, seat = self.room.session, self.seat
        own_dice = () if message.faces is not None and seat.role == "player" else None
        waiting = self.room.orders.pop(self.sitting.name, None)
        pursuit = waiting if message.resume else Pursuit(session.ruleset, session.state, seat, message.aim)
        if pursuit is None or pursuit.aim != message.aim:
            return self._answered(message.ref, Refusal("web.choice_gone"))
        halted = await self.tables.pursue(self.room, seat, pursuit, own_dice)
        if pursuit.waits:
            self.room.orders[self.sitting.name] = pursuit
        self.room.walks[self.sitting.name] = pursuit.walk
        if isinstance(halted, Refusal):
            return self._answered(message.ref, halted)
        owed = session.ledger.owed
        if owed is not None and owed.who == self.sitting.name:
            at = (await self.room.chronicle(self.seat)).seq
            die = self._die_asked(message.ref, owed.sides, owed.purpose, len(owed.typed) + 1)
            return msgspec.structs.replace(die, owed=True, at=at)
        text = label_text(session.ruleset, session.state, halted.reason, self.language)
        code = halted.reason.key.removeprefix("halt.")
        who = str(halted.reason.values.get("who", "")).removeprefix("@")
        back = pursuit.steps > 1 and await session.may_walk_back(pursuit.walk.first, self.sitting.name)
        return say.Halted(code, text, halted.reached, pursuit.steps, who, back, ref=message.ref)

    async def tell_faces(self, message: say.TellFaces) -> say.Answer:
        """What the dice show that are owed."""
        return await self._settle(message, TellFaces(message.faces), self.seat)

    async def roll_owed(self, message: say.RollOwed) -> say.Answer:
        """The engine rolls what is owed; where it is the referee, any player may ask it to."""
        alone = not self.room.arrangement.has_referee(self.room.sittings)
        return await self._settle(message, RollOwed(), REFEREE if alone else self.seat)

    async def _settle(self, message: say.DoneAsShown, command: Command, by: Seat) -> say.Answer:
        """Answer for dice that are owed, if they are still the ones that were shown."""

        async def decide() -> Command | Refusal:
            since, owed = (await self.room.chronicle(self.seat)).since(message.at), self.room.session.ledger.owed
            return Refusal("web.stale") if owed is not None and (since is None or owed.entry in since) else command

        return await self._asked_on(message.ref, await self.tables.submit(self.room, by, decide))

    async def _asked_on(self, ref: int, answer: Any) -> say.Answer:
        """What came of a command, or which die the reader owes for it."""
        asked = None if isinstance(answer, Refusal) else answer.events[0]
        if not isinstance(asked, DiceAsked) or asked.who != self.sitting.name:
            return self._answered(ref, answer)
        at = (await self.room.chronicle(self.seat)).seq
        die = self._die_asked(ref, asked.sides, asked.purpose, len(asked.typed) + 1)
        return msgspec.structs.replace(die, owed=True, at=at)

    async def _stale(self, message: say.DoneAsShown) -> Refusal | None:
        """What to say where the last thing that happened is no longer the one that was shown."""
        return None if (await self.room.chronicle(self.seat)).since(message.at) == () else Refusal("web.stale")

    async def throw(self, message: say.Throw) -> say.Answer:
        """Dice that no rule asked for."""
        try:
            parse(message.notation)
        except NotationError as error:
            return self.misread_dice(message.ref, message.notation, error)
        command = ThrowDice(message.notation, message.to, message.purpose)
        return await self.submit(message.ref, lambda: command, message.faces, play_on=False)

    def misread_dice(self, ref: int, notation: str, error: NotationError) -> say.Refused:
        """Say what is wrong with dice that somebody wrote."""
        words = error.mistake.message(self.language), error.mistake.advice(self.language)
        return say.Refused(ref=ref, code="notation", text=f"{notation}: {' '.join(filter(None, words))}")

    async def note(self, message: say.Note) -> say.Answer:
        """A note beside an entry."""
        chronicle = await self.room.chronicle(self.seat)
        entry = chronicle.seq - 1 if message.entry is None else message.entry
        if not self.seat.knows(message.audience):
            return self.problem("not_yours", "web.not_yours", message.ref)
        command = Annotate(entry, message.text, message.audience)
        return await self.submit(message.ref, lambda: command, play_on=False)

    async def stir_dice(self, message: say.StirDice) -> say.Answer:
        """A text mixed into the dice."""
        return await self.submit(message.ref, lambda: Stir(message.text), play_on=False)

    async def override(self, message: say.Override) -> say.Answer:
        """A value of the state, by hand."""
        command = OverrideState(message.path, message.value, message.reason)
        return await self.submit(message.ref, lambda: command)

    async def overrule(self, message: say.Overrule) -> say.Answer:
        """Other faces for the last dice. Those that no die is thrown for any more are left out, new ones asked for."""
        answer = await self._overruled(message, message.faces)
        if isinstance(answer, Refusal) and answer.code == "too_many_faces":
            answer = await self._overruled(message, message.faces[: int(answer.values["needed"])])
        if isinstance(answer, Refusal) and answer.code == "faces_missing":
            sides, number = int(answer.values["sides"]), int(answer.values["number"])
            return self._die_asked(message.ref, sides, str(answer.values["purpose"]), number)
        return self._answered(message.ref, answer)

    async def _overruled(self, message: say.Overrule, faces: tuple[int, ...]) -> Any:
        async def decide() -> Command | Refusal:
            return await self._stale(message) or OverrideRolls(faces, message.reason)

        return await self.tables.submit(self.room, self.seat, decide)

    async def tell(self, message: say.Tell) -> say.Answer:
        """What was secret, to others."""
        told = await (await self.room.chronicle(self.seat)).at(self.room.session, message.line)
        if told is None:
            return self.problem("not_found", "web.no_line", message.ref)
        whole = next(iter(await self.room.session.entries(told.entry, told.entry)))
        number = number_in(whole, told.event)
        if number is None:
            return self.problem("not_found", "web.no_line", message.ref)
        command = RevealEvent(whole.seq, number, message.audience)
        return await self.submit(message.ref, lambda: command, play_on=False)

    async def options(self, message: say.Options) -> say.Answer:
        """House rules."""
        return await self.submit(message.ref, lambda: ChangeOptions(message.options))

    async def reveal_seed(self, message: say.RevealSeed) -> say.Answer:
        """The seed, for all to check."""
        return await self.submit(message.ref, Reveal)

    async def order(self, message: say.Order) -> say.Answer:
        """Any command of the game's."""
        try:
            command = self.room.session.ruleset.command(message.command)
        except msgspec.ValidationError as error:
            return self.problem("unreadable", "web.bad_command", message.ref, detail=misread(error).in_(self.language))
        return await self.submit(message.ref, lambda: command, message.faces)

    async def bring(self, text: str) -> say.Answer:
        """A file for the table, where its game can use one now."""
        session = self.room.session
        tag = session.ruleset.brings(session.state)
        if not tag:
            return self.problem("not_found", "web.nothing_to_bring")
        command = session.ruleset.command({"type": tag, "text": text})
        return await self.submit(0, lambda: command, play_on=False)

    async def undo(self, message: say.TakeBack) -> say.Answer:
        """Take back."""
        if message.walk:
            return await self._walk_back(message)
        done = await self.tables.take_back(self.room, self.sitting, lambda: self._stale(message))
        return self._answered(message.ref, done)

    async def _walk_back(self, message: say.TakeBack) -> say.Answer:
        back = await self.tables.take_walk_back(self.room, self.sitting, lambda: self._stale(message))
        if isinstance(back, Refusal):
            return self._answered(message.ref, back)
        key = f"web.walk_back_{back.stops or 'whole'}"
        text = TEXTS.say(self.language, key, steps=back.steps, of=back.of)
        return say.WentBack(ref=message.ref, text=text, steps=back.steps, of=back.of)

    async def ask_back(self, message: say.AskTakeBack) -> say.Answer:
        """Ask the referee to take back one's own last command."""
        room = self.room
        if not room.arrangement.has_referee(room.sittings):
            return self._answered(message.ref, Refusal("nobody_to_ask"))
        return await self.submit(message.ref, lambda: AskBack(message.reason), play_on=False)

    async def answer_back(self, message: say.AnswerTakeBack) -> say.Answer:
        """Grant what somebody asked to have taken back, or let it stand."""
        if message.grant:
            return self._answered(message.ref, await self.tables.grant(self.room, message.who))
        return await self.submit(message.ref, lambda: DeclineBack(message.who), play_on=False)

    async def redo(self, message: say.PutBack) -> say.Answer:
        """Put back."""
        done = await self.tables.put_back(self.room, self.sitting, lambda: self._stale(message))
        return self._answered(message.ref, done)

    async def go_on(self, message: say.GoOn) -> say.Answer:
        """Let the engine play on."""
        if not self.tables.play_on(self.room):
            return self.problem("not_found", "web.nothing_to_go_on", message.ref)
        return say.Done(ref=message.ref)

    async def pause(self, message: say.Pause) -> say.Answer:
        """Stop or let go on a table that plays itself."""

        def paused(before: Arrangement) -> Arrangement:
            pace = before.pace if message.pace is None else message.pace
            return msgspec.structs.replace(before, paused=message.paused, pace=pace)

        await self.tables.arrange(self.room, paused)
        return say.Done(ref=message.ref)

    async def arrange(self, message: say.Arrange) -> say.Answer:
        """How the table is run."""
        changes = {
            name: value
            for name in message.__struct_fields__
            if name in Arrangement.__struct_fields__ and (value := getattr(message, name)) is not None
        }
        if message.title and not all_seen(message.title):
            return self.problem("unreadable", "web.unseen_letters", message.ref)
        if message.webhook and not self.tables.courier.carries_posts:
            return self.problem("not_yours", "web.no_hooks", message.ref)
        if message.webhook and not message.webhook.startswith(("https://", "http://")):
            return self.problem("unreadable", "web.bad_hook", message.ref)
        changed = msgspec.structs.replace(self.room.arrangement, **changes)
        rule = changed.back_rule(self.room.sittings)
        if rule != self.room.arrangement.back_rule(self.room.sittings):  # everybody is told, and since when
            told = await self.submit(message.ref, lambda: LimitBack(rule), play_on=False)
            if not isinstance(told, say.Done):
                return told
        await self.tables.arrange(self.room, lambda before: msgspec.structs.replace(before, **changes))
        return say.Done(ref=message.ref)

    async def tell_me(self, message: say.TellMe) -> say.Answer:
        """By mail, that it is one's turn."""
        if message.email and not self.tables.courier.carries_letters:
            return self.problem("not_found", "web.no_mail", message.ref)
        if message.email and not MAILBOX.fullmatch(message.email):
            return self.problem("unreadable", "web.bad_mail", message.ref)
        changed = msgspec.structs.replace(self.sitting, email=message.email, language=message.language)
        await self.tables.seats.change(self.room.id, changed)
        await self.tables.seats_changed(self.room)
        return say.Done(ref=message.ref)

    async def submit(
        self, ref: int, decide: Decide, faces: tuple[int, ...] | None = None, *, play_on: bool = True
    ) -> say.Answer:
        """Carry out a command of this seat's; what came of it, or which die it owes."""
        if faces is not None and not self.room.arrangement.may_type(self.sitting):
            return self.problem("not_yours", "web.no_typing", ref)
        try:
            answer = await self.tables.submit(self.room, self.seat, decide, faces, play_on=play_on)
        except DieNeeded as needed:
            return self._die_asked(ref, needed.sides, needed.purpose, needed.position + 1)
        return await self._asked_on(ref, answer)

    def _die_asked(self, ref: int, sides: int, purpose: str, number: int) -> say.DieAsked:
        called = purpose_text(self.room.session.ruleset, purpose, self.language)
        return say.DieAsked(ref=ref, sides=sides, purpose=called, number=number)

    def _answered(self, ref: int, answer: Any) -> say.Answer:
        if not isinstance(answer, Refusal):
            return say.Done(ref=ref)
        if answer.code.startswith("web."):
            text = TEXTS.say(self.language, answer.code, **answer.values)
        else:
            session = self.room.session
            text = refusal_text(session.ruleset, session.state, answer, self.language)
        return say.Refused(ref=ref, code=answer.code, text=text, rules=answer.rules, instead=self._own(answer.instead))

    def _own(self, offers: tuple[str, ...]) -> tuple[str, ...]:
        """Of choices named in a refusal those of this seat: what is done in its stead by the engine knows of others."""
        own = {choice.id for choice in self.room.session.choices(self.seat)} if offers else ()
        return tuple(one for one in offers if one in own)


_ANSWERS: Final[dict[type[say.Message], Callable[[Answerer, Any], Awaitable[say.Answer]]]] = {
    say.Do: doing.do,
    say.Pursue: Answerer.pursue,
    say.TellFaces: Answerer.tell_faces,
    say.RollOwed: Answerer.roll_owed,
    say.Throw: Answerer.throw,
    say.Note: Answerer.note,
    say.StirDice: Answerer.stir_dice,
    say.Why: Answerer.why,
    say.Help: teaching.help_with_choice,
    say.WhyNot: teaching.why_not,
    say.Sheet: Answerer.sheet,
    say.Story: Answerer.story,
    say.Speak: Answerer.speak,
    say.CallOff: Answerer.call_off,
    say.Ping: Answerer.ping,
    say.TakeBack: Answerer.undo,
    say.AskTakeBack: Answerer.ask_back,
    say.AnswerTakeBack: Answerer.answer_back,
    say.TellMe: Answerer.tell_me,
    say.PutBack: Answerer.redo,
    say.GoOn: Answerer.go_on,
    say.Pause: Answerer.pause,
    say.Arrange: Answerer.arrange,
    say.Override: Answerer.override,
    say.Overrule: Answerer.overrule,
    say.Options: Answerer.options,
    say.RevealSeed: Answerer.reveal_seed,
    say.Look: Answerer.look,
    say.Desk: Answerer.desk,
    say.Unfold: Answerer.unfold,
    say.Fold: Answerer.fold,
    say.Tell: Answerer.tell,
    say.Order: Answerer.order,
    **talking.ANSWERS,
}
