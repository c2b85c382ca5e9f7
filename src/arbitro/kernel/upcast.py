"""Upcasting: events and commands of old logs, brought into the form of today when they are read.

What was once written is read for ever. A field with a default may be added to an event without further ado; whatever
else becomes of it, it gets another tag (``blow_landed`` becomes ``blow_landed.2``), and an upcaster for the old one. An
upcaster takes an event as plain data, as it stands in the log, and gives it as it would be written one step later;
upcasters follow each other until the event is one of today's. So each event says by its tag in which form it is, and a
log that a newer version went on with holds old and new ones side by side. The bytes on disk are never touched.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from arbitro.kernel.log import FORM
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Fault, Words

T = TypeVar("T")
Plain = dict[str, Any]
Upcaster = Callable[[Plain], Plain]


class Upcasters(Struct, frozen=True):
    """The upcasters of a game, each under the tag of the old form that it takes."""

    events: Mapping[str, Upcaster] = {}
    commands: Mapping[str, Upcaster] = {}

    def __or__(self, other: "Upcasters") -> "Upcasters":
        return Upcasters({**self.events, **other.events}, {**self.commands, **other.commands})


KERNEL_UPCASTERS = Upcasters()
"""Those of the events and commands that every game has."""


class UpcastReader(Generic[T]):
    """Reads one kind of thing from its bytes; what is not of today goes through the upcasters."""

    def __init__(self, kind: Any, bring_up: Callable[[Plain], Plain]) -> None:
        self._kind = kind
        self._bring_up = bring_up
        self._decode: Callable[[bytes | str], T] = msgspec.json.Decoder(kind).decode

    def decode(self, body: bytes | str) -> T:
        """What the bytes hold; raises msgspec.MsgspecError where no upcaster knows them either."""
        try:
            return self._decode(body)
        except msgspec.ValidationError as error:
            plain = msgspec.json.decode(body)
            try:
                brought = self._bring_up(plain)
            except (LookupError, TypeError, AttributeError, ValueError):  # no log ever held this
                raise error from None
            if brought == plain:
                raise
            found: T = msgspec.convert(brought, self._kind)
            return found


def upcast(plain: Plain, upcasters: Mapping[str, Upcaster]) -> Plain:
    """An event or a command in the form of today, by one upcaster after the other."""
    while (step := upcasters.get(plain.get("type", ""))) is not None:
        after = step(plain)
        if after.get("type") == plain.get("type"):  # mended in place: nothing follows
            return after
        plain = after
    return plain


def entry_brought_up(plain: Plain, upcasters: Upcasters) -> Plain:
    """An entry whose events and command are in the form of today."""
    events = [upcast(event, upcasters.events) for event in plain.get("events", ())]
    command = plain.get("command")
    if isinstance(command, dict):
        plain = {**plain, "command": upcast(command, upcasters.commands)}
    return {**plain, "events": events}


def check_form(versions: Mapping[str, str]) -> None:
    """Refuse a log whose very entries are of a later form: its head says which one it is."""
    form = versions.get("log", "1")
    if form.isdecimal() and int(form) > FORM:
        raise Fault(Words(TEXTS, "log.newer", version=versions.get("arbitro", "?")))
