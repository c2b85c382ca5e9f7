"""Logs kept in the repository: one compressed file for each game, in a folder for each version that wrote some.

A file holds, for each log, a line that says what it is, its entries as they are on disk, a line each, and the state
that they came to.
"""

import lzma
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from arbitro import __version__
from arbitro.kernel.fold import Record
from arbitro.kernel.log import FIRST_CHAIN, link

FOLDER = Path(__file__).parent
TODAY = FOLDER / __version__
"""The logs of this very version: the golden ones."""
LARGE = 20_000
"""A state of more bytes is kept by its hash: most are those of dungeons dug through."""
FORMS = "forms.jsonl"
"""Beside the logs of each version: the form of everything that it writes."""


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """What stands before the entries of a log."""

    log: str
    """Which one it is: what was played, and by which seed."""
    game: str
    seeds: tuple[str, ...]
    """The table's; where it branched off another one, that one's first."""


class Log(NamedTuple):
    """A log, and what it came to."""

    head: Head
    bodies: list[bytes]
    state: bytes

    @property
    def name(self) -> str:
        """What it is called when something is wrong with it."""
        return f"{self.head.game}, {self.head.log}"

    def records(self) -> list[Record]:
        """Its entries with their chain, as a store would keep them."""
        chain, records = FIRST_CHAIN, []
        for body in self.bodies:
            chain = link(chain, body)
            records.append((chain, body))
        return records


def state_bytes(state: Any) -> bytes:
    """A state in bytes that do not hang on the order in which things came into it; of a large one only the hash."""
    whole = msgspec.json.encode(msgspec.to_builtins(state, str_keys=True, order="deterministic"))
    return whole if len(whole) <= LARGE else b'{"sha256":"' + sha256(whole).hexdigest().encode() + b'"}'


def versions() -> list[str]:
    """Every version of which there are logs."""
    return sorted(folder.name for folder in FOLDER.iterdir() if any(folder.glob("*.xz")))


def archives(version: str) -> list[str]:
    """The names of a version's archives."""
    return sorted(path.name.removesuffix(".xz") for path in (FOLDER / version).glob("*.xz"))


@cache
def read(version: str, archive: str) -> list[Log]:
    """The logs of one archive."""
    path = FOLDER / version / f"{archive}.xz"
    return list(_logs(lzma.decompress(path.read_bytes()).splitlines()))


def _logs(lines: Iterable[bytes]) -> Iterator[Log]:
    head: Head | None = None
    bodies: list[bytes] = []
    for line in lines:
        if line.startswith(b'{"log":'):
            head, bodies = msgspec.json.decode(line, type=Head), []
        elif line.startswith(b'{"seq":'):
            bodies.append(line)
        elif head is not None:
            yield Log(head, bodies, line)


def write(version: str, archive: str, logs: Iterable[Log]) -> int:
    """Keep logs, and say how many bytes they take; a file that holds the very same stays untouched."""
    plain = b"".join(b"\n".join((msgspec.json.encode(log.head), *log.bodies, log.state)) + b"\n" for log in logs)
    path = FOLDER / version / f"{archive}.xz"
    path.parent.mkdir(exist_ok=True)
    if not path.exists() or lzma.decompress(path.read_bytes()) != plain:
        path.write_bytes(lzma.compress(plain, preset=9 | lzma.PRESET_EXTREME))
    read.cache_clear()
    return path.stat().st_size
