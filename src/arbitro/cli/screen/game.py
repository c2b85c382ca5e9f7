"""The table as the person at the screen meets it: what was told, what may be done, and the next thing that happens.

Nothing here draws: the screen asks this for words and hands it commands.
"""

from collections.abc import Awaitable, Callable, Sequence
from fractions import Fraction
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from arbitro.cli.aiming import aims_of
from arbitro.cli.screen.chart import CharacterMap, chart
from arbitro.cli.taking_back import asking_back, steps_back, steps_forward
from arbitro.cli.teller import line_of
from arbitro.dice.stream import DieNeeded
from arbitro.kernel.card import Card, Chance, Sheet
from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import Command, Redo, Refusal, RollOwed, TellFaces
from arbitro.kernel.driving import goes_on, one_person, seat_again
from arbitro.kernel.event import Event
from arbitro.kernel.explain import Explanation, explain_refusal
from arbitro.kernel.fold import Owed
from arbitro.kernel.help import Help, help_with
from arbitro.kernel.log import Entry
from arbitro.kernel.noting import moment_of
from arbitro.kernel.ruleset import shown_then
from arbitro.kernel.saying import Heard, heard
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import label_text, named, question_text
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.then import Then
from arbitro.kernel.together import explained_together, in_runs
from arbitro.kernel.why_not import WhyNot, why_not
from arbitro.store.session import Session
from arbitro.text import LANGUAGES, Language, Texts
from arbitro.web.why import likelihoods

TEXTS: Final = Texts("arbitro.cli.screen")
RECALLED: Final = 150
"""How many entries of a resumed log are told again."""
SIDES: Final = ("own", "ally", "foe")
KEPT: Final = 400
"""How many lines of the story can be scrolled back to."""


class AskFace(Protocol):
    """Asks the person what a die shows; None where they do not say."""

    def __call__(self, needed: DieNeeded, *, owed: bool = False) -> Awaitable[int | None]:
        """Whether nothing has happened yet, or the die is owed."""
        ...


"""Asks a person what a die shows; None when they would rather not have begun."""


class ToldLine(Struct):
    """Something that was told: the event as the person may know it, with its moment, and its words so far."""

    then: Then[Any]
    run: tuple[Event, ...]
    """One event, or several alike."""
    texts: dict[Language, str]
    round: int
    """After which of the person's own commands it was told."""
    seen: tuple[Event, ...] = ()
    """All that the person may know of its entry."""


class Game:
    """One person (or nobody) at a table, with automatic players in the other seats."""

    def __init__(
        self,
        session: Session[Any],
        seat: Seat | None,
        language: Language,
        *,
        typed: bool = False,
        now: Callable[[], str] = str,
        pace: float = 0.0,
    ) -> None:
        self.session = session
        self.seat = seat
        self.language = language
        self.typed = typed
        self.now = now
        self.pace = pace
        self.lines: list[ToldLine] = []
        self.round = 0

    # ---------------------------------------------------------------- words

    @property
    def eyes(self) -> Seat:
        """Whose knowledge is shown: the person's, or everything when nobody plays."""
        return self.seat or REFEREE

    def text(self, key: str, **values: object) -> str:
        """A sentence of the screen's own."""
        return TEXTS.say(self.language, key, **values)

    def switch_language(self) -> None:
        """Go on in the next language; what was told is told in it, too."""
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]

    def label(self, label: Label) -> str:
        """The words of a label."""
        return label_text(self.session.ruleset, self.session.state, label, self.language)

    def name(self, subject: str) -> str:
        """What somebody is called."""
        return str(named(self.session.ruleset, self.session.state, subject, self.language))

    def group(self, name: str) -> str:
        """What a group of choices is called."""
        return self.session.ruleset.texts.say(self.language, f"group.{name}")

    def purpose(self, needed: DieNeeded) -> str:
        """What a die that the person throws is for."""
        return self.session.ruleset.texts.find(self.language, f"purpose.{needed.purpose}") or needed.purpose

    # ---------------------------------------------------------------- the story

    async def recall(self) -> None:
        """Tell the last part of what has happened so far."""
        first = max(1, self.session.ledger.length - RECALLED)
        for entry in await self.session.witnessed(first):
            self.hear(entry)

    def hear(self, entry: Entry[Any, Any]) -> int:
        """Take in what happened, as far as the person may know it; how many lines it makes.

        The entry says how things stood: it comes from a submitted command, or from `Session.witnessed`.
        """
        before, then = len(self.lines), moment_of(self.session.ruleset, entry)
        shown = (shown_then(then, event, self.eyes) for event in entry.events)
        seen = tuple(event for event in shown if event is not None)
        for run in in_runs(then, [event for event in seen if line_of(then, (event,), self.language)]):
            tried = run[0].vain_try()
            if self.lines and tried and self.lines[-1].run[0].vain_try() == tried:
                del self.lines[-1]  # one more vain try of the same, which says how manieth it is
            text = line_of(then, run, self.language, seen)
            self.lines.append(ToldLine(then, run, {self.language: text}, self.round, seen))
        heard = max(len(self.lines) - before, 0)
        del self.lines[:-KEPT]
        return heard

    async def catch_up(self) -> bool:
        """Hear what others have done at the table meanwhile; whether there was anything."""
        session, known = self.session, self.session.ledger.length
        if not await session.behind():
            return False
        await session.reload()
        for entry in await session.witnessed(known):
            self.hear(entry)
        return True

    def line_text(self, told: ToldLine) -> str:
        """A line in the language of now."""
        if self.language not in told.texts:
            told.texts[self.language] = line_of(told.then, told.run, self.language, told.seen)
        return told.texts[self.language]

    def why(self, told: ToldLine) -> tuple[Explanation, tuple[str, ...]]:
        """Why something happened, and how likely each throw of it was to succeed."""
        explanation = explained_together(told.then, told.run, self.language)
        odds = tuple(
            self.text("screen.odds", compare=one.compare, needed=one.needed, chance=percent(one.success))
            for event in told.run
            for one in likelihoods(event)
        )
        return explanation, odds

    # ---------------------------------------------------------------- how things stand

    def picture(self) -> list[str]:
        """The scene in lines of text; the first says when and where. A new table has a word of welcome instead."""
        ruleset, state = self.session.ruleset, self.session.state
        picture = ruleset.picture(state, self.eyes, self.language)
        return (
            [*picture, *ruleset.intents(state, self.eyes, self.language)]
            if self.lines
            else [*picture[:1], *self.text("screen.welcome").split("|")]
        )

    def sketch(self) -> Sketch | None:
        """The picture of a fight or a meeting, once the table has begun."""
        return self.session.ruleset.sketch(self.session.state, self.eyes, self.language) if self.lines else None

    def chart(self) -> CharacterMap | None:
        """The map, where there is one to walk by."""
        return chart(self.session.ruleset, self.session.state, self.eyes)

    def cards(self) -> tuple[Card, ...]:
        """Everybody whom the person may see."""
        return self.session.ruleset.cards(self.session.state, self.eyes, self.language)

    def people(self) -> list[Card]:
        """Those of the cards that are people: one's own, friends, foes, and last those who are out of it."""
        cards = [card for card in self.cards() if card.group in SIDES]
        return sorted(cards, key=lambda card: (card.out, SIDES.index(card.group)))

    def sheet(self, subject: str) -> Sheet | None:
        """All that the person may know of somebody."""
        return self.session.ruleset.sheet(self.session.state, self.eyes, subject, self.language)

    def questions(self) -> list[str]:
        """What the rules ask the person now."""
        state = self.session.state
        return [
            question_text(self.session.ruleset, state, question, self.language)
            for question in state.awaiting
            if self.eyes.may_act_for(question.who)
        ]

    @property
    def finished(self) -> bool:
        """Whether the scene has come to its end."""
        return self.session.ruleset.finished(self.session.state)

    # ---------------------------------------------------------------- what may be done

    def choices(self) -> list[Choice]:
        """What the person may do now."""
        return [] if self.seat is None else [*self.session.choices(self.seat), *aims_of(self.session, self.seat)]

    def command(self, choice: Choice, values: dict[str, object]) -> Command | None:
        """The command that a choice becomes with these values; None where they do not fill it."""
        try:
            return self.session.ruleset.command(choice.fill(**values))
        except msgspec.ValidationError:
            return None

    def chance(self, choice: Choice, values: dict[str, object]) -> Chance | None:
        """How likely a choice with these values is to succeed, where the person may know."""
        command = self.command(choice, values)
        if command is None:
            return None
        return self.session.ruleset.chance(self.session.state, self.eyes, command, self.language)

    def help(self, choice: Choice) -> Help:
        """What a choice does and costs, its odds and its rules."""
        return help_with(self.session.ruleset, self.session.state, self.eyes, choice, self.language)

    def heard(self, said: str) -> Heard:
        """What a sentence in the person's own words means now."""
        session = self.session
        choices = session.choices(self.eyes)
        offered = (*choices, *aims_of(session, self.eyes))
        return heard(session.ruleset, session.state, self.eyes, offered, said, self.language)

    def why_cannot(self, wish: str) -> WhyNot:
        """The choices that do what the person wishes, or the rules that forbid it."""
        session = self.session
        return why_not(session.ruleset, session.state, self.eyes, session.choices(self.eyes), wish, self.language)

    def next_by_itself(self) -> Command | None:
        """What an automatic player does now; None where the person decides, nobody knows how, or it is over."""
        ruleset, state = self.session.ruleset, self.session.state
        self.seat = seat_again(ruleset, state, self.seat)
        return goes_on(ruleset, state, one_person(self.seat)).by_itself

    # ---------------------------------------------------------------- doing

    async def play_by_itself(self, command: Command) -> int | str:
        """Let an automatic player act: how many lines it made, or why not."""
        answer = await self.session.submit(command, REFEREE, at=self.now())
        if isinstance(answer, Refusal):
            return explain_refusal(self.session.ruleset, self.session.state, answer, self.language).sentence
        return self.hear(answer)

    async def act(self, command: Command, ask_face: AskFace, *, typed: bool = True) -> Explanation | None:
        """Carry out a command of the person's, with their own dice if they wish; why not, if it was refused."""
        faces: tuple[int, ...] | None = () if self.typed and typed else None
        while True:
            try:
                answer = await self.session.submit(command, self.eyes, at=self.now(), faces=faces)
            except DieNeeded as needed:
                face = await ask_face(needed)
                if face is None:
                    return None  # nothing has been thrown or written yet
                faces = (*(faces or ()), face)
                continue
            owed = self.session.ledger.owed
            if isinstance(answer, Refusal) or owed is None or owed.entry != answer.seq:
                break
            command, faces = await settling(owed, ask_face), None
        if isinstance(answer, Refusal):
            return explain_refusal(self.session.ruleset, self.session.state, answer, self.language)
        self.round += 1
        self.hear(answer)
        return None

    async def settle(self, owed: Owed, ask_face: AskFace) -> Explanation | None:
        """Say what a die shows that was owed when the person came; why not, if it was refused."""
        return await self.act(await settling(owed, ask_face), ask_face, typed=False)

    async def roll_owed(self) -> None:
        """Let the engine roll for somebody else, if it is still owed."""
        answer = await self.session.submit(RollOwed(), REFEREE, at=self.now())
        if not isinstance(answer, Refusal):
            self.hear(answer)

    async def take_back(self) -> Explanation | None:
        """Undo the person's last command and all that followed; why not, if that may not be."""
        steps = await steps_back(self.session, self.eyes)
        if isinstance(steps, Refusal):
            return self.why_not(steps)
        await self._in_a_row(steps)
        return None

    async def ask_back(self) -> Explanation | None:
        """Ask the referee at the table to take back the person's last command; why not, if that may not be."""
        asked = await asking_back(self.session, self.eyes)
        answer = asked if isinstance(asked, Refusal) else await self.session.submit(asked, self.eyes, at=self.now())
        if isinstance(answer, Refusal):
            return self.why_not(answer)
        self.hear(answer)
        return None

    def why_not(self, refusal: Refusal) -> Explanation:
        """A refusal in words."""
        return explain_refusal(self.session.ruleset, self.session.state, refusal, self.language)

    async def put_back(self) -> bool:
        """Redo what was undone last; whether there was anything."""
        steps = await steps_forward(self.session, self.eyes) if self.session.ledger.undone else 0
        return await self._in_a_row([Redo()] * steps)

    async def _in_a_row(self, commands: Sequence[Command]) -> bool:
        for done, command in enumerate(commands):
            answer = await self.session.submit(command, REFEREE, at=self.now())
            if isinstance(answer, Refusal):
                return done > 0
            if done == len(commands) - 1:
                self.round += 1
                self.hear(answer)
        return bool(commands)


async def settling(owed: Owed, ask_face: AskFace) -> Command:
    """What a die shows that is owed; who does not say leaves it to the engine."""
    face = await ask_face(DieNeeded(owed.sides, owed.purpose, len(owed.typed)), owed=True)
    return RollOwed() if face is None else TellFaces((face,))


def percent(chance: Fraction) -> str:
    """A chance in whole percent; what is only almost sure or impossible is not said to be so."""
    whole = round(chance * 100)
    if whole == 0 and chance > 0:
        return "<1%"
    return ">99%" if whole == 100 and chance < 1 else f"{whole}%"
