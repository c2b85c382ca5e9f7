"""A reader's own content: a YAML file or a folder of them, read once and kept in the log of every table opened with it.

The log is the table: a table that was opened with packs is resumed, replayed, branched and exported without the files.
A file may hold several kinds of content, one after the other, with a line of three hyphens between them.
"""

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.yamlfile import TEXTS, Document, text_of
from arbitro.text import Fault, Words

if TYPE_CHECKING:
    from arbitro.kernel.ruleset import Ruleset


MOST_PACK: Final = 1_000_000
"""How many letters a pack may have in all: the log of every table that is played with it holds them."""
MOST_DOCUMENTS: Final = 100
"""How many kinds of content, one after the other, its files may hold."""
ENDINGS: Final = (".yaml", ".yml")
_BETWEEN: Final = "---"


class Pack(Struct, frozen=True):
    """A reader's content: its name, and its files by name with their text as it was."""

    name: str
    files: tuple[tuple[str, str], ...]

    @property
    def fingerprint(self) -> str:
        """A short hash of all that is in it: two packs with the same one say the same."""
        whole = blake2b(digest_size=6)
        for name, text in self.files:
            for part in (name, text):
                written = part.encode()
                whole.update(len(written).to_bytes(8))
                whole.update(written)
        return whole.hexdigest()

    def documents(self) -> list[Document]:
        """The parts of its files, taken apart; a fault names the file and the line that is no YAML."""
        parts = [(self._called(name), first, text) for name, whole in self.files for first, text in _parts(whole)]
        if len(parts) > MOST_DOCUMENTS:
            raise Fault(Words(TEXTS, "content.too_many_parts", pack=self.name, most=MOST_DOCUMENTS))
        return [Document(name, text, first=first) for name, first, text in parts]

    def _called(self, file: str) -> str:
        """A file as a fault names it: alone where it is the pack, else with the folder."""
        return file if file == self.name else f"{self.name}/{file}"


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """What stands between lines of three hyphens, each with the number of its first line; empty parts are none."""
    lines = text.splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines) if line.startswith(_BETWEEN) and not line[3:].strip()]
    first = 0
    for end in (*ends, len(lines)):
        if any(line.strip() and not line.lstrip().startswith("#") for line in lines[first:end]):
            yield first + 1, "".join(lines[first:end])
        first = end + 1


def read_pack(place: Path) -> Pack:
    """The pack that a file is, or that lies in a folder; a fault where there is none."""
    if place.is_file() and place.suffix in ENDINGS:
        return pack_of_files(place.name, [(place.name, text_of(place))])
    found = sorted(file for ending in ENDINGS for file in place.glob(f"*{ending}")) if place.is_dir() else []
    if not found:
        raise Fault(Words(TEXTS, "content.pack", folder=str(place)))
    return pack_of_files(place.resolve().name, ((file.name, text_of(file)) for file in found))


def pack_from_text(file: str, text: str) -> Pack:
    """The pack that somebody has handed in as a file of such a name."""
    return pack_of_files(Path(file).name, [(Path(file).name, text)])


def pack_of_files(name: str, files: Iterable[tuple[str, str]]) -> Pack:
    """Files as a pack; a fault where they are too long together, or empty."""
    pack = Pack(name, tuple(files))
    if sum(len(text) for _, text in pack.files) > MOST_PACK:
        raise Fault(Words(TEXTS, "content.pack_too_long", pack=name, most=MOST_PACK))
    if not pack.documents():
        raise Fault(Words(TEXTS, "content.pack_empty", pack=name))
    return pack


def game_of(pack: Pack) -> str:
    """The game that a pack says it lies over; a fault where it says none."""
    first = pack.documents()[0]
    game = first.mapping().get("inherit")
    if not isinstance(game, str):
        raise first.fault(Words(TEXTS, "content.game_unsaid"), "inherit")
    return game


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
