"""A game at the terminal, line by line: what happened, what may be done, and why.

It is driven by the game's choices and texts alone and works the same for every game, on a screen, through a pipe and
with a screen reader.
"""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from arbitro.cli.aiming import aims_of, pursue, pursuit_of
from arbitro.cli.asking import interruptible
from arbitro.cli.screen.game import percent
from arbitro.cli.screen.menu import Fold, Item, matches, opened
from arbitro.cli.taking_back import asking_back, steps_back, steps_forward, walk_back
from arbitro.cli.teller import Say, TableTeller
from arbitro.dice.stream import DieNeeded
from arbitro.kernel.aim import aim_in
from arbitro.kernel.choice import Choice, Parameter
from arbitro.kernel.command import Command, Redo, Refusal, RollOwed, TellFaces
from arbitro.kernel.driving import GoesOn, goes_on, one_person, seat_again
from arbitro.kernel.explain import explain_refusal
from arbitro.kernel.fold import Owed
from arbitro.kernel.owed_dice import waits_for
from arbitro.kernel.pursuit import Pursuit
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.saying import heard
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import label_text, named, question_text, refusal_text
from arbitro.kernel.taking_back import Outing
from arbitro.store.fault import Conflict
from arbitro.store.session import Session
from arbitro.text import LANGUAGES, Language

Ask = Callable[[str], str]


def purpose_text(ruleset: Ruleset[Any], needed: DieNeeded, language: Language) -> str:
    """What a die that a person is to throw is for."""
    return ruleset.texts.find(language, f"purpose.{needed.purpose}") or needed.purpose


class Left(Exception):
    """The person at the terminal has had enough for now."""


@contextmanager
def stoppable() -> Iterator[Callable[[], bool]]:
    """Let Ctrl+C end a walk before its next step, and not the game; yields whether it was pressed."""
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


class Console(TableTeller):
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
        super().__init__(session, language, say, seat=seat, why=why, drawn_to=drawn_to)
        self.ask = ask
        self.typed = typed
        self.now = now
        self.order: Pursuit[Any] | None = None
        """An order in a fight that waits for an answer."""
        self.walk = Outing()
        """The last walk by one word, which can be taken back as a whole while it is the last thing done."""

    async def play(self) -> None:
        """Play until the scene is finished or the person leaves."""
        while (following := self.following()).by != "over":
            try:
                if not await self.step(following):
                    return
            except Conflict:  # somebody else was faster: what was wanted is looked at again
                await self.catch_up()
        if self.picture_due:
            self.show_picture()
        self.draw()

    async def step(self, following: GoesOn) -> bool:
        """Let the next thing happen; whether the table goes on from there."""
        if self.session.ledger.owed is not None:
            await self.settle(self.session.ledger.owed)
            return True
        if following.command is None or following.by == "person":
            if following.by == "nobody":
                self.say(self.text("cli.console.stuck"))
            if self.seat is None:
                return False
            await self.turn()
            return True
        if self.picture_due:
            self.show_picture()
        # Where it is refused nobody would propose anything else: a table whose seed is revealed, say.
        return await self.submit(following.command, REFEREE)

    async def catch_up(self) -> bool:
        """Tell what others have done at the table meanwhile; whether there was anything."""
        session, known = self.session, self.session.ledger.length
        if not await session.behind():
            return False
        await session.reload()
        self.say(self.text("cli.console.meanwhile"))
        for entry in await session.witnessed(known):
            self.tell(entry)
        return True

    def following(self) -> GoesOn:
        """How the table goes on."""
        ruleset, state = self.session.ruleset, self.session.state
        self.seat = seat_again(ruleset, state, self.seat)
        return goes_on(ruleset, state, one_person(self.seat))

    # ---------------------------------------------------------------- doing

    async def submit(self, command: Command, by: Seat, *, typed: bool = False) -> bool:
        """Send a command, with typed dice if so wished, and tell what came of it; whether it was carried out."""
        faces: tuple[int, ...] | None = () if typed else None
        while True:
            try:
                answer = await self.session.submit(command, by, at=self.now(), faces=faces)
            except DieNeeded as needed:
                face = self.ask_face(needed, "cli.console.face")
                if face is None:
                    self.say(self.text("cli.console.given_up"))
                    return False
                faces = (*(faces or ()), face)
                continue
            owed = self.session.ledger.owed
            if isinstance(answer, Refusal) or owed is None or owed.entry != answer.seq:
                break
            command, faces = self.settling(owed), None
        if isinstance(answer, Refusal):
            self.refused(answer)
            return False
        self.tell(answer)
        return True

    def refused(self, refusal: Refusal) -> None:
        """Say why not."""
        session = self.session
        explanation = explain_refusal(session.ruleset, session.state, refusal, self.language)
        self.say(self.text("cli.console.refused", why=explanation.sentence))
        self.show_explanation(explanation)

    async def settle(self, owed: Owed) -> None:
        """What to do about a die that was owed when the person came: it is theirs, the engine's, or somebody else's."""
        eyes = self.eyes
        if self.seat is None:
            await self.submit(RollOwed(), REFEREE)
        elif eyes.role == "referee" or eyes.name == owed.who:
            await self.submit(self.settling(owed), eyes)
        else:
            why = refusal_text(self.session.ruleset, self.session.state, waits_for(owed), self.language)
            answer = self.read(self.text("cli.console.owed" if eyes.refereed else "cli.console.owed_roll", why=why))
            await self.catch_up()
            still = self.session.ledger.owed == owed
            if still and answer.lower() in ("d", "dice", "dadi") and not eyes.refereed:
                await self.submit(RollOwed(), REFEREE)
            elif answer.lower() in ("q", "quit", "esci"):
                raise Left

    def settling(self, owed: Owed) -> Command:
        """What a die shows that is owed; nothing leaves it to the engine."""
        face = self.ask_face(DieNeeded(owed.sides, owed.purpose, len(owed.typed)), "cli.console.face_owed")
        return RollOwed() if face is None else TellFaces((face,))

    def ask_face(self, needed: DieNeeded, wrong: str) -> int | None:
        """Ask for one die that the person has thrown; None where they do not say. `wrong` is said of a wrong face."""
        purpose = purpose_text(self.session.ruleset, needed, self.language)
        while True:
            answer = self.read(self.text("cli.console.die", sides=needed.sides, purpose=purpose))
            if not answer:
                return None
            if answer.isdecimal() and 1 <= int(answer) <= needed.sides:
                return int(answer)
            self.say(self.text(wrong, sides=needed.sides))

    def read(self, prompt: str) -> str:
        """Read an answer; the end of the input and Ctrl+C are a wish to leave."""
        try:
            with interruptible():
                return self.ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.say("")
            raise Left from None

    async def turn(self) -> None:
        """Offer the person their choices and do what they choose."""
        session = self.session
        seat = self.eyes
        self.ask_what_is_awaited()
        offers = [*session.choices(seat).all(), *aims_of(session, seat)]
        news = len(self.told) > self.told_before and not session.state.awaiting
        if news or self.shown != session.ruleset.picture(session.state, seat, self.language):
            self.show_picture()  # a row of questions about one moment needs it once
        path: list[tuple[str, str]] = []
        shown = self.page(offers, path)
        while True:
            answer = self.read(self.text("cli.console.prompt"))
            if await self.catch_up():
                return  # what was chosen was chosen at another table, so to speak: the choices are shown anew
            if answer.isdecimal() and 1 <= int(answer) <= len(shown):
                picked = shown[int(answer) - 1]
                if isinstance(picked, Fold):
                    path.append((picked.by, picked.name))
                    shown = self.page(offers, path)
                    continue
                if aim_in(picked):
                    await self.pursue(pursuit_of(session, self.eyes, aim_in(picked)))
                    return
                command = self.filled(picked)
                if command is not None:
                    await self.act(command, seat)
                    return
                shown = self.page(offers, path)
            elif not answer:
                del path[-1:]
                shown = self.page(offers, path)
            elif answer.startswith("/"):
                shown = self.find(offers, answer[1:]) or shown
            elif not await self.aside(answer.lower(), len(shown)):
                self.order = None
                return

    def ask_what_is_awaited(self) -> None:
        """Put the questions that the rules ask of the person."""
        session = self.session
        for question in session.state.awaiting:
            if self.eyes.may_act_for(question.who):
                self.say(question_text(session.ruleset, session.state, question, self.language))

    async def act(self, command: Command, seat: Seat) -> None:
        """Do what was chosen; an order that waited for it goes on."""
        if await self.submit(command, seat, typed=self.typed) and self.order is not None:
            await self.pursue(self.order)

    async def pursue(self, pursuit: Pursuit[Any]) -> None:
        """Walk or fight on by one word, until the person should decide."""

        async def give(command: Command, by_itself: bool) -> bool:
            return await self.submit(command, REFEREE if by_itself else self.eyes, typed=self.typed and not by_itself)

        self.brief = True
        try:
            with stoppable() as stopped:
                halted = await pursue(self.session, self.eyes, pursuit, give, stopped)
        finally:
            self.brief = False
        self.order = pursuit if pursuit.waits else None
        self.walk = pursuit.walk
        self.say(label_text(self.session.ruleset, self.session.state, halted.reason, self.language))
        if self.walk.steps > 1:
            self.say(self.text("cli.console.walk_back"))

    def page(self, offers: Sequence[Choice], path: list[tuple[str, str]]) -> list[Item]:
        """Show choices by number, groups and the many choices of one actor folded into a line each."""
        shown, way = opened(offers, path, self.eyes.name)
        path[:] = [(fold.by, fold.name) for fold in way]
        self.menu(shown)
        return shown

    def find(self, offers: Sequence[Choice], wanted: str) -> list[Item]:
        """Show the choices that hold these words, whatever group they are in."""
        found: list[Item] = [choice for choice in offers if wanted.strip() and matches(self.label(choice), wanted)]
        if not found:
            self.say(self.text("cli.console.not_found"))
        self.menu(found)
        return found

    def menu(self, shown: Sequence[Item]) -> None:
        """Show one page of choices."""
        session = self.session
        for number, each in enumerate(shown, 1):
            if isinstance(each, Choice):
                chance = "" if each.parameters else self.chance(each, {})
                self.say(f"{number:3}. {self.label(each)}{chance}")
            elif each.by == "group":
                name = session.ruleset.texts.say(self.language, f"group.{each.name}")
                self.say(f"{number:3}. {name} … ({len(each.choices)})")
            else:
                name = str(named(session.ruleset, session.state, each.name, self.language))
                self.say(f"{number:3}. {name} … ({len(each.choices)})")

    def label(self, choice: Choice) -> str:
        """The words of a choice."""
        return label_text(self.session.ruleset, self.session.state, choice.label, self.language)

    def chance(self, choice: Choice, values: dict[str, object]) -> str:
        """How likely a choice with these values is to succeed, in words, where the person may know."""
        session = self.session
        try:
            command = session.ruleset.command(choice.fill(**values))
        except msgspec.ValidationError:
            return ""
        found = session.ruleset.chance(session.state, self.eyes, command, self.language)
        return "" if found is None else f"  ({percent(found.success)} {found.label})"

    async def aside(self, answer: str, last: int) -> bool:
        """Everything that is not a choice: why, picture, undo, redo, help, leave. Whether to go on asking."""
        word, _, rest = answer.partition(" ")
        if word in ("q", "quit", "esci"):
            raise Left
        if self.look(word, rest):
            return True
        if word in ("u", "undo", "annulla"):
            await (self.take_walk_back() if rest in ("all", "tutto") else self.take_back())
        elif word in ("r", "redo", "ripeti"):
            await self.put_back()
        elif word in ("ask", "chiedi"):
            await self.ask_back()
        elif word in ("l", "lang", "lingua"):
            self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        else:
            return not await self.in_words(rest if word in ("say", "di", "di'") else answer, last)
        return False

    def look(self, word: str, rest: str) -> bool:
        """Show something without anything happening: why, the picture, a sheet, help. Whether it was asked for."""
        if word in ("w", "why", "perché", "perche", "p?"):
            self.ask_why(rest)
        elif word in ("v", "view", "vedi"):
            self.show_picture()
        elif word in ("m", "map", "mappa"):
            self.show_map()
        elif word in ("s", "sheet", "scheda"):
            self.show_sheet(rest)
        elif word in ("d", "dice", "dadi"):
            self.typed = not self.typed
            self.say(self.text("cli.console.dice_typed" if self.typed else "cli.console.dice_thrown"))
        elif word in ("?", "h", "help", "aiuto"):
            for line in self.text("cli.console.help").split("|"):
                self.say(line)
        else:
            return False
        return True

    async def in_words(self, said: str, last: int) -> bool:
        """Do what a sentence means; where that is not clear, ask, or tell what forbids it. Whether it was done."""
        session = self.session
        choices = tuple(session.choices(self.eyes))
        offered = (*choices, *aims_of(session, self.eyes))
        found = heard(session.ruleset, session.state, self.eyes, offered, said, self.language)
        if found.kind == "aim":
            (aim,) = found.meant
            self.say(aim.text)
            await self.pursue(pursuit_of(session, self.eyes, aim.choice))
            if found.then:
                self.say(self.text("cli.console.then", text=found.then))
            return True
        if found.kind == "deed":
            (deed,) = found.meant
            self.say(deed.text)
            choice = next(one for one in choices if one.id == deed.choice)
            await self.act(session.ruleset.command(choice.fill(**deed.values)), self.eyes)
            if found.then:
                self.say(self.text("cli.console.then", text=found.then))
            return True
        if found.kind == "question":
            self.say(self.text("cli.console.which_meant", what="; ".join(one.text for one in found.meant)))
        elif found.kind == "forbidden" and found.why_not is not None:
            self.tell_why_not(found.why_not)
        else:
            self.say(self.text("cli.console.number", last=last))
        return False

    def ask_why(self, rest: str) -> None:
        """Why something happened, by the number of its line, or («why not …») why something cannot be done."""
        word, _, wish = rest.partition(" ")
        if word in ("not", "non"):
            self.show_why_not(wish, self.session.choices(self.eyes))
        else:
            self.show_why(int(rest) if rest.isdecimal() else len(self.told))

    async def take_back(self) -> None:
        """Undo as far as the person's own last command: what automatic players did since goes with it."""
        steps = await steps_back(self.session, self.eyes)
        if not isinstance(steps, Refusal):
            await self.in_a_row(steps)
        elif steps.code == "nothing_to_undo":
            self.say(self.text("cli.console.nothing_to_undo"))
        else:
            self.refused(steps)

    async def take_walk_back(self) -> None:
        """Undo the last walk as far as no die fell on it and nothing came to light, and say how far that is."""
        found = await walk_back(self.session, self.eyes, self.walk)
        if isinstance(found, Refusal):
            self.refused(found)
            return
        steps, back = found
        await self.in_a_row(steps)
        self.say(self.text(f"cli.console.walk_back_{back.stops or 'whole'}", steps=back.steps, of=back.of))

    async def put_back(self) -> None:
        """Redo the command that was undone last, and what automatic players did after it."""
        await self.in_a_row([Redo()] * await steps_forward(self.session, self.eyes))

    async def ask_back(self) -> None:
        """Ask the referee at the table to take back the person's own last command."""
        asked = await asking_back(self.session, self.eyes)
        if isinstance(asked, Refusal):
            self.refused(asked)
        else:
            await self.submit(asked, self.eyes)

    async def in_a_row(self, commands: Sequence[Command]) -> None:
        """Send several of the log's own commands, and tell of the last."""
        for command in commands[:-1]:
            await self.session.submit(command, REFEREE, at=self.now())
        await self.submit(commands[-1], REFEREE)

    def filled(self, choice: Choice) -> Command | None:
        """A choice with its parameters asked for; None if the person thinks better of it."""
        values: dict[str, object] = {}
        for parameter in choice.parameters:
            value = self.parameter(choice, parameter, values)
            if value is None:
                return None
            values[parameter.name] = value
        try:
            return self.session.ruleset.command(choice.fill(**values))
        except msgspec.ValidationError:
            self.say(self.text("cli.console.unfit"))
            return None

    def parameter(self, choice: Choice, parameter: Parameter, values: dict[str, object]) -> str | int | None:
        """Ask for one parameter; a lone possibility is taken without asking, an empty answer goes back."""
        session = self.session
        if parameter.kind == "pick":
            if len(parameter.picks) == 1:
                return parameter.picks[0].value
            last = parameter is choice.parameters[-1]
            for number, pick in enumerate(parameter.picks, 1):
                chance = self.chance(choice, {**values, parameter.name: pick.value}) if last else ""
                text = label_text(session.ruleset, session.state, pick.label, self.language)
                self.say(f"     {number:3}. {text}{chance}")
        low = 1 if parameter.kind == "pick" else parameter.minimum
        high = len(parameter.picks) if parameter.kind == "pick" else parameter.maximum
        open_ended = "_any" if low is None or high is None else ""
        while True:
            optional = parameter.kind == "text" and parameter.optional
            prompt = f"cli.console.which{open_ended}" if parameter.kind != "text" else "cli.console.text"
            answer = self.read(self.text("cli.console.text_or_not" if optional else prompt, low=low, high=high))
            if not answer:
                return "" if optional else None
            if parameter.kind == "text":
                return answer
            if answer.removeprefix("-").isdecimal() and _within(int(answer), low, high):
                return parameter.picks[int(answer) - 1].value if parameter.kind == "pick" else int(answer)
            self.say(self.text(f"cli.console.again{open_ended}", low=low, high=high))


def _within(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)
