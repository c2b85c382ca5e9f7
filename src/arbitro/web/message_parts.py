"""What all messages and answers have in common: their form, who may send them, how long their words may be."""

import re
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta, Struct

PROTOCOL: Final = 1
"""The version of everything in this module; it is part of every address (``/v1/…``)."""

Power = Literal["watch", "act", "take_back", "referee"]
"""Who may: everybody at the table, players and the referee, the referee and who plays alone, the referee."""

Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Word = Annotated[str, Meta(max_length=200)]
Prose = Annotated[str, Meta(max_length=4000)]
Faces = Annotated[tuple[Annotated[int, Meta(ge=1, le=1_000_000)], ...], Meta(max_length=200)]


def wire_name(name: str) -> str:
    """What a message is called on its way: ``TakeSeat`` is ``take_seat``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Message(Struct, frozen=True, kw_only=True, tag_field="type", tag=wire_name, forbid_unknown_fields=True):
    """Base of what a page sends."""

    power: ClassVar[Power] = "referee"

    ref: Whole = 0


class DoneAsShown(Message, frozen=True):
    """Base of what is done to the table as it was shown: `at` is the ``seq`` that came with what was shown.

    What has happened since may have taken its meaning away; then it is refused, and nothing else is done in its place.
    """

    at: Whole


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=wire_name):
    """Base of what the server sends."""

    ref: int = 0
