"""The log: one entry for each command that was carried out, chained by hashes, as lines of JSON.

A line is ``{"chain": "…", "entry": {…}}``. The chain of a line is the hex of
``SHA-256(hex chain of the line before + bytes of the entry)``; before the first line stand 64 zeros. After the last
entry of an export stands ``{"end": N, "chain": "…"}``, so that a file that was cut short is known by it.
Nothing is ever changed or removed: undoing is an entry too.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from io import BufferedIOBase
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.witness import Witness

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

FIRST_CHAIN = bytes(32).hex()
FORM: Final = 1
"""The form of entries and lines, as the head of a log names it; that of an event is in its tag (see `upcast`)."""
LONGEST_LINE: Final = 64 * 1024 * 1024
_encode = msgspec.json.Encoder().encode


class Entry(Struct, Generic[C, E], frozen=True, omit_defaults=True, gc=False):
    """A command that was carried out, who gave it, and what came of it."""

    seq: int
    """Counted from 0, without gaps."""
    by: str
    """The name of the seat."""
    events: tuple[E, ...]
    command: C | None = None
    parent: int = -1
    """The entry whose state this one builds on; left out where it changes no state of the game."""
    at: str = ""
    """When, as the clock outside said it (ISO 8601)."""
    then: Witness | None = None
    """How those of whom it tells were called and known; left out in logs of old: there the fold says it."""
    typed: tuple[tuple[int, int], ...] = ()
    """Which of the dice, counted from 0 as they were thrown, a person threw by hand, and the face of each."""


class Line(Struct, frozen=True):
    """An entry as it is written down: its exact bytes and the link to all lines before."""

    chain: str
    entry: msgspec.Raw


class End(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The last line of an export: how many entries there are, and the chain after them."""

    end: int
    chain: str
    seed: dict[str, str] | None = None
    """The seed of its dice, sealed with a passphrase, where it goes along."""


END: Final = b'{"end":'
"""How the last line begins."""


def encode_entry(entry: Entry[Any, Any]) -> bytes:
    """The bytes of an entry, as they are stored and hashed."""
    return _encode(entry)


def link(chain: str, body: bytes) -> str:
    """The chain after an entry, from the chain before it."""
    return sha256(chain.encode() + body).hexdigest()


def write_lines(records: Iterable[tuple[str, bytes]]) -> Iterator[bytes]:
    """(chain, body) pairs as the lines of an export, each with its newline."""
    for chain, body in records:
        yield b'{"chain":"' + chain.encode() + b'","entry":' + body + b"}\n"


def end_line(length: int, chain: str, seed: dict[str, str] | None = None) -> bytes:
    """The line after the last entry."""
    return _encode(End(length, chain, seed)) + b"\n"


def is_end(line: bytes) -> bool:
    """Whether a line is the one after the last entry, and not an entry."""
    return line.startswith(END)


def lines_of(file: BufferedIOBase) -> Iterator[bytes]:
    """The lines of an export that is still to be read: nothing is read on behind one that cannot be one of its lines.

    Whoever reads them refuses that line, so that a file without end, or with a line without end, fills no memory.
    """
    while line := file.readline(LONGEST_LINE):
        yield line
        if line.strip() and not (line.startswith(b"{") and (line.endswith(b"\n") or len(line) < LONGEST_LINE)):
            return


def read_line(line: bytes) -> tuple[str, bytes]:
    """The (chain, body) of one line; raises msgspec.DecodeError or msgspec.ValidationError."""
    try:
        text = line.decode()  # of bytes the decoder would leave the entry unread, and let a broken letter through
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(str(error)) from None
    read = read_json(text, Line)
    return read.chain, bytes(read.entry)


def read_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, tuple[str, bytes]]]:
    """The (chain, body) of every entry of an export with the number of its line; raises as `read_line` does."""
    for number, line in enumerate(lines, 1):
        if line.strip() and not is_end(line):
            yield number, read_line(line)
