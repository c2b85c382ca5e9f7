"""Sealed rooms: a friend writes them, nobody reads them by accident, and each is opened once, at its moment.

A sealed file is the room as JSON, compressed, in base64, under its hash. That keeps it from being read by accident and
shows whether it was changed; it is no encryption, and whoever wants to can open it.
"""

import zlib
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from textwrap import wrap
from typing import Final

import msgspec
from msgspec import Struct, field

from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.yamlfile import whole_file
from arbitro.play.solo.oracle import TEXTS
from arbitro.play.solo.room import WholeRoom
from arbitro.play.solo.settle import for_game
from arbitro.text import Fault, Words

FIRST: Final = "arbitro sealed room 1"
"""The first line of a sealed file; another number is another format."""
SUFFIX: Final = ".sealed"
LARGEST: Final = 1_000_000
"""Bytes of a room; nobody reads more aloud."""
HASH_SHOWN: Final = 12


class OpenedRoom(Struct, frozen=True, omit_defaults=True):
    """A room as it was when it was opened, for one game: kept whole in the log, so that no file is needed again."""

    id: str
    game: str
    room: WholeRoom


class SealedStock(Struct, frozen=True):
    """Sealed rooms by id; an id names the content, so that a room cannot be changed once a dungeon counts on it."""

    rooms: Mapping[str, str] = field(default_factory=dict)

    @property
    def ids(self) -> tuple[str, ...]:
        """For ``dungeon.level.begin(sealed=…)``, always in the same order."""
        return tuple(sorted(self.rooms))


def close(room: WholeRoom) -> str:
    """The text of a sealed file."""
    plain = msgspec.json.encode(room)
    packed = b64encode(zlib.compress(plain, 9)).decode()
    return "\n".join((FIRST, sha256(plain).hexdigest(), *wrap(packed, 76), ""))


def unclose(text: str, name: str) -> WholeRoom:
    """The room of a sealed file; a fault says whether it is none, of a later version, or damaged."""
    first, _, rest = text.partition("\n")
    digest, _, packed = rest.partition("\n")
    if not first.startswith(FIRST.rpartition(" ")[0]):
        raise Fault(Words(TEXTS, "fault.not_sealed", file=name))
    if first.strip() != FIRST:
        raise Fault(Words(TEXTS, "fault.later", file=name, first=FIRST))
    try:
        plain = _unpacked(b64decode("".join(packed.split()), validate=True))
        if sha256(plain).hexdigest() == digest.strip():
            return read_json(plain, WholeRoom)
    except (NotBase64, ValueError, zlib.error, msgspec.MsgspecError):
        pass
    raise Fault(Words(TEXTS, "fault.damaged", file=name))


def _unpacked(packed: bytes) -> bytes:
    """Unpack up to the largest room there may be: a small file must not grow without end."""
    unpacking = zlib.decompressobj()
    plain = unpacking.decompress(packed, LARGEST)
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("too large or cut short")
    return plain


def room_id(name: str, text: str) -> str:
    """The id of a sealed room: the name of its file and the beginning of its hash."""
    return f"{name}@{text.split(maxsplit=5)[4][:HASH_SHOWN]}"


def read_stock(folder: Path) -> SealedStock:
    """All sealed rooms of a folder, each checked; a fault names the one that is not as it should be."""
    if not folder.is_dir():
        raise Fault(Words(TEXTS, "fault.no_folder", folder=str(folder)))
    rooms: dict[str, str] = {}
    for file in sorted(folder.glob(f"*{SUFFIX}")):
        text = whole_file(file).decode(errors="replace")
        unclose(text, str(file))
        rooms[room_id(file.stem, text)] = text
    return SealedStock(rooms)


def open_room(stock: SealedStock, name: str, game: str) -> OpenedRoom:
    """Open a room of the stock at its moment; a fault where the stock no longer has it as it was."""
    text = stock.rooms.get(name)
    if text is None:
        raise Fault(Words(TEXTS, "fault.no_room", room=name, known=", ".join(stock.ids) or "–"))
    return OpenedRoom(name, game, for_game(unclose(text, name), game))
