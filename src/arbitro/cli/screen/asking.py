"""Asking for what a choice leaves open, one thing at a time, with the way back always there."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from textual.screen import Screen

from arbitro.cli.screen import paper
from arbitro.cli.screen.dialogs import Confirm, EntryDialog, PickOne
from arbitro.cli.screen.game import Game
from arbitro.dice.stream import DieNeeded
from arbitro.kernel.choice import Choice, Parameter
from arbitro.kernel.command import Command
from arbitro.kernel.said_choices import MeantChoice

Open = Callable[[Screen[Any]], Awaitable[Any]]


class Asking:
    """The questions that the screen itself asks."""

    def __init__(self, game: Game, open_dialog: Open) -> None:
        self.game = game
        self.open = open_dialog

    async def fill(self, choice: Choice) -> Command | None:
        """The command that a choice becomes; None if the person thinks better of it.

        A lone possibility is taken without asking. What needed more than one answer is shown once more before it is
        done.
        """
        asked = [parameter for parameter in choice.parameters if lone_pick(parameter) is None]
        values: dict[str, object] = {
            parameter.name: value for parameter in choice.parameters if (value := lone_pick(parameter)) is not None
        }
        said: list[str] = []
        while True:
            while len(said) < len(asked):
                parameter = asked[len(said)]
                answer = await self.ask(choice, parameter, values, said, last=len(said) == len(asked) - 1)
                if answer is not None:
                    values[parameter.name], words = answer
                    said.append(words)
                    continue
                if not said:
                    return None
                del values[asked[len(said) - 1].name]
                said.pop()
            if len(asked) < 2 or await self.confirmed(choice, values, said):
                return self.game.command(choice, values)
            said.pop()
            del values[asked[-1].name]

    async def confirmed(self, choice: Choice, values: dict[str, object], said: list[str]) -> bool:
        """Whether the person still wants it, all answers and the chance before their eyes."""
        chance = paper.chance_text(self.game.chance(choice, values))
        rows = [self.game.label(choice.label), *(f"· {words}" for words in said if words), *filter(None, [chance])]
        return bool(await self.open(Confirm(rows, self.game.text("screen.confirm"))))

    async def ask(
        self, choice: Choice, parameter: Parameter, values: dict[str, object], said: list[str], *, last: bool
    ) -> tuple[object, str] | None:
        """The value of one parameter and its words; None for the way back."""
        title = " · ".join([self.game.label(choice.label), *filter(None, said)])
        if parameter.kind == "pick":
            return await self.pick(choice, parameter, values, title, last=last)
        if parameter.kind == "number":
            hint = self.game.text("screen.number", range=self.range(parameter))
        else:
            hint = self.game.text("screen.words_or_not" if parameter.optional else "screen.words")
        given = await self.open(EntryDialog(title, hint, lambda text: self.wrong(parameter, text)))
        if given is None:
            return None
        return (int(given) if parameter.kind == "number" else given), given

    async def pick(
        self, choice: Choice, parameter: Parameter, values: dict[str, object], title: str, *, last: bool
    ) -> tuple[object, str] | None:
        """One of a parameter's picks, each with the chance that it makes where nothing else is open."""
        rows = []
        for pick in parameter.picks:
            chance = self.game.chance(choice, {**values, parameter.name: pick.value}) if last else None
            rows.append((self.game.label(pick.label), paper.chance_text(chance)))
        at = await self.open(PickOne(title, rows, self.game.text("screen.pick")))
        return None if at is None else (parameter.picks[at].value, rows[at][0])

    def range(self, parameter: Parameter) -> str:
        """The limits of a number, as far as it has any."""
        low = "" if parameter.minimum is None else str(parameter.minimum)
        high = "" if parameter.maximum is None else str(parameter.maximum)
        return f"{low}…{high}"

    def wrong(self, parameter: Parameter, text: str) -> str:
        """What is the matter with what was typed; nothing where it will do."""
        if parameter.kind == "text":
            return "" if text or parameter.optional else self.game.text("screen.words_needed")
        number = int(text) if text.lstrip("-").isdecimal() and text.count("-") < 2 else None
        low, high = parameter.minimum, parameter.maximum
        if number is None or (low is not None and number < low) or (high is not None and number > high):
            return self.game.text("screen.number_wrong", range=self.range(parameter))
        return ""

    async def sentence(self, title: str) -> str | None:
        """Something in the person's own words, and never nothing; None for the way back."""
        game = self.game

        def wrong(text: str) -> str:
            return "" if text else game.text("screen.words_needed")

        given: str | None = await self.open(EntryDialog(game.text(title), game.text("screen.words"), wrong))
        return given

    async def which(self, meant: Sequence[MeantChoice]) -> MeantChoice | None:
        """Which of several things a sentence means; None where there are none, or none of them."""
        if not meant:
            return None
        rows = [(one.text, "") for one in meant]
        at = await self.open(PickOne(self.game.text("screen.which_meant"), rows, self.game.text("screen.pick")))
        return None if at is None else meant[at]

    async def face(self, needed: DieNeeded, *, owed: bool = False) -> int | None:
        """What one die shows that the person has thrown."""
        game = self.game
        title = game.text("screen.die", sides=needed.sides, purpose=game.purpose(needed))

        def wrong(text: str) -> str:
            shows = text.isdecimal() and 1 <= int(text) <= needed.sides
            return "" if shows else game.text("screen.face", sides=needed.sides)

        given = await self.open(EntryDialog(title, game.text("screen.owed_hint" if owed else "screen.die_hint"), wrong))
        return None if given is None else int(given)


def lone_pick(parameter: Parameter) -> str | None:
    """The only value that a parameter can take, if there is but one."""
    return parameter.picks[0].value if parameter.kind == "pick" and len(parameter.picks) == 1 else None
