"""A reader's own content: a folder of YAML files, read once and kept in the log of every table opened with it.

The log is the table: a table that was opened with packs is resumed, replayed, branched and exported without the folder.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.yamlfile import TEXTS, Document, text_of
from arbitro.text import Fault, Words

if TYPE_CHECKING:
    from arbitro.kernel.ruleset import Ruleset


class Pack(Struct, frozen=True):
    """A folder of content: its name, and its files by name with their text as it was."""

    name: str
    files: tuple[tuple[str, str], ...]

    def documents(self) -> list[Document]:
        """The files, taken apart; a fault names the one that is no YAML."""
        return [Document(f"{self.name}/{name}", text) for name, text in self.files]


def read_pack(folder: Path) -> Pack:
    """The pack that lies in a folder; a fault where there is none."""
    found = sorted((*folder.glob("*.yaml"), *folder.glob("*.yml"))) if folder.is_dir() else []
    if not found:
        raise Fault(Words(TEXTS, "content.pack", folder=str(folder)))
    return Pack(folder.resolve().name, tuple((file.name, text_of(file)) for file in found))


class Opening(Struct, frozen=True):
    """What a log begins with: which table of which game, and the packs that lie over the game."""

    table: str
    game: str
    packs: tuple[Pack, ...] = ()

    def ruleset(self, find: "Callable[[str], Ruleset[Any]]") -> "Ruleset[Any]":
        """The game as this table plays it; KeyError where it is not known, a fault where it takes no packs."""
        return find(self.game).with_packs(self.packs)


class _Named(Struct, frozen=True):
    table: str
    game: str


class _Laid(Struct, frozen=True):
    pack: Pack | None = None


class _First(Struct, frozen=True):
    events: tuple[msgspec.Raw, ...]


def opening_of(body: bytes) -> Opening:
    """What the first entry of a log says, before its game is known; raises msgspec.MsgspecError."""
    first, *more = read_json(body, _First).events or (msgspec.Raw(b"{}"),)
    named = read_json(bytes(first), _Named)
    laid = (read_json(bytes(event), _Laid).pack for event in more)
    return Opening(named.table, named.game, tuple(pack for pack in laid if pack is not None))
