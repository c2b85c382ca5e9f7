"""A game at the terminal, line by line: what happened, what may be done, and why.

It is driven by the game's choices and texts alone and works the same for every game, on a screen, through a pipe and
with a screen reader.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from arbitro.cli import TEXTS
from arbitro.cli.taking_back import steps_back, steps_forward
from arbitro.dice.stream import DieNeeded
from arbitro.kernel.choice import Choice, Parameter
from arbitro.kernel.command import Command, Redo, Refusal, Undo
from arbitro.kernel.event import Event
from arbitro.kernel.explain import Explanation, explain, explain_refusal, label_text, question_text, tell
from arbitro.kernel.ruleset import Ruleset, shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.store.base import Session
from arbitro.text import Fault, Language, Words

Say = Callable[[str], None]
Ask = Callable[[str], str]


def purpose_text(ruleset: Ruleset[Any], needed: DieNeeded, language: Language) -> str:
    """What a die that a person is to throw is for."""
    return ruleset.texts.find(language, f"purpose.{needed.purpose}") or needed.purpose


class Left(Exception):
    """The person at the terminal has had enough for now."""


class Console:
    """One person (or nobody) at a table, with automatic players in the other seats."""

    def __init__(
        self,
        session: Session[Any],
        language: Language,
        say: Say,
        ask: Ask,
        *,
        seat: Seat | None = None,
        typed: bool = False,
        why: bool = False,
        now: Callable[[], str] = str,
        drawn_to: Path | None = None,
    ) -> None:
        self.session = session
        self.language = language
        self.say = say
        self.ask = ask
        self.seat = seat
        self.typed = typed
        self.why = why
        self.now = now
        self.told: list[Event] = []
        self.drawn_to = drawn_to
        self.picture_due = False
        """Whether something has happened beside which the picture belongs."""
        self.shown: list[str] = []
        """The picture as it was shown last."""

    @property
    def eyes(self) -> Seat:
        """Whose knowledge is shown: the person's, or everything when nobody plays."""
        return self.seat or REFEREE

    async def play(self) -> None:
        """Play until the scene is finished or the person leaves."""
        ruleset = self.session.ruleset
        while not ruleset.finished(self.session.state):
            state = self.session.state
            self.sit_again()
            command = ruleset.suggest(state, REFEREE)
            if command is None:
                self.say(self.text("cli.console.stuck"))
                if self.seat is None:
                    return
                await self.turn()
                continue
            owner = ruleset.owner(state, command)
            mine = self.seat is not None and self.seat.may_act_for(owner)
            if mine and not ruleset.automatic(state, command):
                await self.turn()
                continue
            if self.picture_due:
                self.show_picture()
            if not await self.submit(command, REFEREE):
                return  # nobody would propose anything else: a table whose seed is revealed, say
        if self.picture_due:
            self.show_picture()
        self.draw()

    def sit_again(self) -> None:
        """Take the seat as the scene now cuts it: somebody who has joined the person's side since is theirs too."""
        if self.seat is not None and self.seat.role == "player":
            seats = {seat.name: seat for seat in self.session.ruleset.seats(self.session.state)}
            self.seat = seats.get(self.seat.name, self.seat)

    def text(self, key: str, **values: object) -> str:
        """A sentence of the terminal's own."""
        return TEXTS.say(self.language, key, **values)

    # ---------------------------------------------------------------- telling

    def tell(self, events: Iterable[Event]) -> None:
        """Tell what happened, as far as the person may know it, each line with a number for "why"."""
        session = self.session
        for event in events:
            shown = shown_to(session.ruleset, session.state, event, self.eyes)
            sentence = tell(session.ruleset, session.state, shown, self.language) if shown is not None else ""
            self.picture_due = self.picture_due or (shown is not None and event.pictured)
            if shown is None or not sentence:
                continue
            self.told.append(shown)
            self.say(f"[{len(self.told)}] {sentence}")
            if self.why:
                self.show_why(len(self.told))

    def show_why(self, number: int) -> None:
        """Explain a line that was told."""
        if not 1 <= number <= len(self.told):
            self.say(self.text("cli.console.no_line", number=number, last=len(self.told)))
            return
        session = self.session
        self.show_explanation(explain(session.ruleset, session.state, self.told[number - 1], self.language))

    def show_explanation(self, explanation: Explanation) -> None:
        """Dice, numbers and rules behind something."""
        for line in explanation.numbers:
            self.say(f"      {line}")
        for rule in explanation.rules:
            self.say(f"      {rule.id} {rule.title} ({rule.where})")
            if rule.text:
                self.say(f"        {rule.text}")
            for reading in rule.readings:
                self.say(f"        · {reading}")

    def show_picture(self) -> None:
        """The scene as it stands, in lines and, if so wished, as a drawing in a file."""
        session = self.session
        self.picture_due = False
        self.draw()
        self.shown = session.ruleset.picture(session.state, self.eyes, self.language)
        for line in self.shown:
            self.say(f"    {line}")

    def draw(self) -> None:
        """Write the drawing of the scene over the last one, where somebody wants it and the game draws one."""
        if self.drawn_to is not None:
            session = self.session
            drawing = session.ruleset.drawing(session.state, self.eyes, self.language)
            if drawing is not None:
                try:
                    self.drawn_to.write_text(drawing, encoding="utf-8")
                except OSError as error:
                    words = Words(TEXTS, "cli.table.cannot_write", file=self.drawn_to, why=error.strerror)
                    raise Fault(words) from None

    # ---------------------------------------------------------------- doing

    async def submit(self, command: Command, by: Seat, *, typed: bool = False) -> bool:
        """Send a command, with typed dice if so wished, and tell what came of it; whether it was carried out."""
        faces: tuple[int, ...] | None = () if typed else None
        while True:
            try:
                answer = await self.session.submit(command, by, at=self.now(), faces=faces)
            except DieNeeded as needed:
                faces = (*(faces or ()), self.ask_face(needed))
                continue
            break
        if isinstance(answer, Refusal):
            session = self.session
            explanation = explain_refusal(session.ruleset, session.state, answer, self.language)
            self.say(self.text("cli.console.refused", why=explanation.sentence))
            self.show_explanation(explanation)
            return False
        self.tell(answer.events)
        return True

    def ask_face(self, needed: DieNeeded) -> int:
        """Ask for one die that the person has thrown."""
        purpose = purpose_text(self.session.ruleset, needed, self.language)
        while True:
            answer = self.read(self.text("cli.console.die", sides=needed.sides, purpose=purpose))
            if answer.isdigit() and 1 <= int(answer) <= needed.sides:
                return int(answer)
            self.say(self.text("cli.console.face", sides=needed.sides))

    def read(self, prompt: str) -> str:
        """Read an answer; the end of the input is a wish to leave."""
        try:
            return self.ask(prompt).strip()
        except EOFError:
            raise Left from None

    async def turn(self) -> None:
        """Offer the person their choices and do what they choose."""
        session = self.session
        seat = self.eyes
        for question in session.state.awaiting:
            if seat.may_act_for(question.who):
                self.say(question_text(session.ruleset, session.state, question, self.language))
        offers = list(session.choices(seat).all())
        asked_again = bool(session.state.awaiting)
        if not asked_again or self.shown != session.ruleset.picture(session.state, seat, self.language):
            self.show_picture()  # a row of questions about one moment needs it once
        shown = self.menu(offers)
        while True:
            answer = self.read(self.text("cli.console.prompt"))
            if answer.isdigit() and 1 <= int(answer) <= len(shown):
                picked = shown[int(answer) - 1]
                if isinstance(picked, str):
                    shown = self.menu([replace(each, group="") for each in offers if each.group == picked])
                    continue
                command = self.filled(picked)
                if command is not None:
                    await self.submit(command, seat, typed=self.typed)
                return
            if not answer and any(choice.group for choice in offers):
                shown = self.menu(offers)
            elif not await self.aside(answer.lower(), len(shown)):
                return

    def menu(self, offers: list[Choice]) -> list[Choice | str]:
        """Show choices by number, those of a group folded into one line; what each number stands for."""
        session = self.session
        groups = dict.fromkeys(choice.group for choice in offers if choice.group)
        shown: list[Choice | str] = [*(choice for choice in offers if not choice.group), *groups]
        for number, each in enumerate(shown, 1):
            if isinstance(each, str):
                name = session.ruleset.texts.say(self.language, f"group.{each}")
                text = f"{name} … ({sum(1 for choice in offers if choice.group == each)})"
            else:
                text = label_text(session.ruleset, session.state, each.label, self.language)
            self.say(f"{number:3}. {text}")
        return shown

    async def aside(self, answer: str, last: int) -> bool:
        """Everything that is not a choice: why, picture, undo, redo, help, leave. Whether to go on asking."""
        word, _, rest = answer.partition(" ")
        if word in ("q", "quit", "esci"):
            raise Left
        if word in ("w", "why", "perché", "perche", "p?"):
            number = int(rest) if rest.isdigit() else len(self.told)
            self.show_why(number)
        elif word in ("u", "undo", "annulla"):
            await self.take_back()
            return False
        elif word in ("r", "redo", "ripeti"):
            await self.put_back()
            return False
        elif word in ("v", "view", "vedi"):
            self.show_picture()
        elif word in ("?", "h", "help", "aiuto"):
            self.say(self.text("cli.console.help"))
        else:
            self.say(self.text("cli.console.number", last=last))
        return True

    async def take_back(self) -> None:
        """Undo as far as the person's own last command: what automatic players did since goes with it."""
        steps = await steps_back(self.session, self.eyes)
        if steps:
            await self.repeat(Undo(), steps)
        else:
            self.say(self.text("cli.console.nothing_to_undo"))

    async def put_back(self) -> None:
        """Redo the command that was undone last, and what automatic players did after it."""
        await self.repeat(Redo(), await steps_forward(self.session, self.eyes))

    async def repeat(self, command: Command, times: int) -> None:
        """Send one of the log's own commands several times, and tell of the last."""
        for _ in range(times - 1):
            await self.session.submit(command, REFEREE, at=self.now())
        await self.submit(command, REFEREE)

    def filled(self, choice: Choice) -> Command | None:
        """A choice with its parameters asked for; None if the person thinks better of it."""
        values: dict[str, object] = {}
        for parameter in choice.parameters:
            value = self.parameter(parameter)
            if value is None:
                return None
            values[parameter.name] = value
        try:
            return self.session.ruleset.command(choice.fill(**values))
        except msgspec.ValidationError as error:
            self.say(str(error))
            return None

    def parameter(self, parameter: Parameter) -> str | int | None:
        """Ask for one parameter; a lone possibility is taken without asking, an empty answer goes back."""
        session = self.session
        if parameter.kind == "pick":
            if len(parameter.picks) == 1:
                return parameter.picks[0].value
            for number, pick in enumerate(parameter.picks, 1):
                self.say(f"     {number:3}. {label_text(session.ruleset, session.state, pick.label, self.language)}")
        while True:
            low = 1 if parameter.kind == "pick" else parameter.minimum
            high = len(parameter.picks) if parameter.kind == "pick" else parameter.maximum
            optional = parameter.kind == "text" and parameter.optional
            prompt = "cli.console.which" if parameter.kind != "text" else "cli.console.text"
            answer = self.read(self.text("cli.console.text_or_not" if optional else prompt, low=low, high=high))
            if not answer:
                return "" if optional else None
            if parameter.kind == "text":
                return answer
            if answer.lstrip("-").isdigit() and _within(int(answer), low, high):
                return parameter.picks[int(answer) - 1].value if parameter.kind == "pick" else int(answer)
            self.say(self.text("cli.console.which_again", low=low, high=high))


def _within(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)
