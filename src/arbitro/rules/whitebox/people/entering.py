"""How the party of a scene enters: by lot, ready-made, or as characters that somebody brings."""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Setup
from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.people.commands import RandomParty, ReadyParty
from arbitro.rules.whitebox.setup import TEXTS
from arbitro.text import Fault, Words

RANDOM: Final = "random"


def read_party(content: WhiteBoxContent, text: str) -> Command:
    """``random:4:1`` (size and level) or the name of a ready-made party."""
    name, *numbers = text.split(":")
    if name == RANDOM:
        if len(numbers) > 2 or not all(number.isdecimal() for number in numbers):
            raise Fault(Words(TEXTS, "setup.party", text=text, known=", ".join(content.parties)))
        size, level = ([int(number) for number in numbers] + [4, 1][len(numbers) :])[:2]
        return RandomParty(size, level)
    if numbers or name not in content.parties:
        raise Fault(Words(TEXTS, "setup.party", text=text, known=", ".join(content.parties)))
    return ReadyParty(name)


def with_party(setup: Setup, people: tuple[Command, ...]) -> Setup:
    """A scene into which other people go than those it was written for; a fault where it has no place for a party."""
    at = [number for number, command in enumerate(setup.start) if isinstance(command, RandomParty | ReadyParty)]
    if not at:
        raise Fault(Words(TEXTS, "setup.no_party"))
    rest = tuple(command for number, command in enumerate(setup.start) if number not in at)
    return replace(setup, start=(*rest[: at[0]], *people, *rest[at[0] :]))
