"""Numbers and texts in commands: how far a number goes, and what no text holds. The rest is refused in words, at once.

A table refuses what no rule of any game asks for; a game says what its own rules know.
"""

from collections.abc import Iterator, Mapping
from string import ascii_letters
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import astuple, fields

from arbitro.kernel.bounds import MOST_LARGE, beyond, holds_numbers, numbers_in
from arbitro.kernel.command import Command, Refusal
from arbitro.signs import CONTROL


class NumberRange(NamedTuple):
    """From where to where a number goes; the word for it is ``value_of.<word>`` in the game's catalogues."""

    least: int
    most: int
    rules: tuple[str, ...] = ()
    word: str = ""
    """Empty: as the field is called."""


NumberRanges = Mapping[type, Mapping[str, NumberRange]]
"""The bounds of the fields of commands, and of what commands are made of."""


_encode: Final = msgspec.json.Encoder().encode
_ALIKE: Final = bytes.maketrans(b"123456789", b"000000000")
"""Every digit alike, so that long numbers are found at a glance."""
_NO_NUMBERS: Final = bytes(each for each in ascii_letters.encode() + b'"{}[]_ ' if each not in b"enul")
"""What is in no number, however it is written: left out, what is looked through is a third as long.

Commas and colons stay, so that no two numbers grow together."""


WITHOUT_NUMBERS: Final[set[type[Command]]] = set()
"""Kinds of commands that cannot hold a number, as far as any were asked about: by far the most commands are of them."""


class _OnlyTexts(dict[type[Command], bool]):
    """For each kind of command, whether all that it should hold is text: ids, most often."""

    def __missing__(self, kind: type[Command]) -> bool:
        self[kind] = found = all(field.type is str for field in fields(kind))
        return found


_ONLY_TEXTS: Final = _OnlyTexts()
_LOOKED_THROUGH: Final[list[Command | None]] = [None]
"""The last command with numbers in which nothing was amiss: a thousand fights of one setup begin with the very same."""


def refused_at_sight(command: Command) -> Refusal | None:
    """The refusal of a command that holds a text which cannot be written down, or a number beyond all rules."""
    if command is _LOOKED_THROUGH[0]:
        return None
    refused = Refusal("not_text") if unwritable(command) else beyond_all_rules(command)
    if refused is None and type(command) not in WITHOUT_NUMBERS:
        _LOOKED_THROUGH[0] = command
    return refused


def beyond_all_rules(command: Command) -> Refusal | None:
    """The refusal of a command that holds a number which no rule of any game asks for."""
    kind = type(command)
    if not holds_numbers(kind):
        WITHOUT_NUMBERS.add(kind)
        return None
    if _all_small(command):
        return None
    found = beyond(command, kind, MOST_LARGE)
    return None if found is None else Refusal("number_beyond", {"number": f"{found.value:.0f}", "most": MOST_LARGE})


def _all_small(command: Command) -> bool:
    """Whether no number of a command is long enough to be worth a look; of what is written as bytes this is quick.

    No four digits on end, no exponent, nothing that a number without end is written as: so all are small, and so is
    what a few hundred dice come to.
    """
    try:
        written = _encode(command).translate(_ALIKE, _NO_NUMBERS)
    except (TypeError, ValueError, OverflowError):  # it cannot be written down: looked at field by field
        return False
    return b"0000" not in written and b"0e" not in written and b"null" not in written


def unwritable(command: Command) -> bool:
    """Whether a command holds a text that cannot be written down: broken letters, or what would steer a terminal.

    Of texts alone, or of what is written as bytes, that is seen at a glance; only where it might be so is it looked at
    twice.
    """
    if _ONLY_TEXTS[type(command)]:
        try:
            if "".join(astuple(command)).isprintable():
                return False
        except TypeError:  # something else where a text belongs
            pass
    try:
        written = _encode(command)
    except UnicodeEncodeError:
        return True
    except (TypeError, ValueError, OverflowError):  # a number that cannot be: whoever looks at numbers says so
        return False
    if b"\\u00" not in written and b"\x7f" not in written and b"\xc2" not in written:
        return False
    return any(CONTROL.search(text) for text in _texts(msgspec.json.decode(written)))


def _texts(value: Any) -> Iterator[str]:
    """Every text in a value as it is written, names of fields included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


_WITHIN: Final[list[tuple[NumberRanges, Command] | None]] = [None]
"""The last command whose numbers a game knows, as in `_LOOKED_THROUGH`: a battle is set up with the very same command
once for every way in which its dice may fall."""


def out_of_range(bounds: NumberRanges, command: Command) -> Refusal | None:
    """Why a number of a command is beyond what the rules of a game know, where one is."""
    known = _WITHIN[0]
    if not holds_numbers(type(command)) or (known is not None and known[0] is bounds and known[1] is command):
        return None
    for number in numbers_in(command):
        bound = bounds.get(number.holder, {}).get(number.field)
        if bound is not None and not bound.least <= number.value <= bound.most:
            said: dict[str, str | int] = {
                "value": f"{number.value:.0f}",
                "fault": f"value_of.{bound.word or number.field}",
                "least": bound.least,
                "most": bound.most,
            }
            return Refusal("out_of_range", said, bound.rules)
    _WITHIN[0] = bounds, command
    return None
