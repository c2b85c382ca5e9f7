"""Our own format: everything about a dungeon, with a published schema, read back to the byte.

``schema.json`` beside this module is what `schema` gives; a test keeps it so.
"""

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from arbitro.dungeon.export.sound import unsound
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.misread import misread
from arbitro.kernel.option import Options
from arbitro.text import Fault, Texts, Words

TEXTS: Final = Texts("arbitro.dungeon.export")
VERSION: Final = 1
SCHEMA_ID: Final = "arbitro-dungeon-1"


class Kept(Struct, frozen=True, omit_defaults=True):
    """A dungeon in a file, with the number that its decoration is drawn from."""

    format: Literal["arbitro-dungeon"]
    version: Literal[1]
    decoration: int
    dungeon: Dungeon
    game: str = ""
    """The game whose monsters and treasure fill it; left out where none does."""


def to_own(dungeon: Dungeon, decoration: int, game: str = "") -> bytes:
    """The file of a dungeon: the same bytes whenever the dungeon is the same."""
    return msgspec.json.encode(Kept("arbitro-dungeon", VERSION, decoration, dungeon, game)) + b"\n"


def from_own(data: bytes, declared: Options) -> Kept:
    """The dungeon that `to_own` wrote; a `Fault` says what is wrong with a file that is none.

    `declared` are the options of the generator that drew it.
    """
    try:
        plain = read_json(data)
    except msgspec.DecodeError:
        raise Fault(Words(TEXTS, "fault.not_json")) from None
    version = plain.get("version", VERSION) if isinstance(plain, dict) else VERSION
    if version != VERSION:
        raise Fault(Words(TEXTS, "fault.version", version=version, known=VERSION))
    try:
        kept = msgspec.json.decode(data, type=Kept)
    except msgspec.ValidationError as error:
        raise Fault(Words(TEXTS, "fault.not_ours", why=misread(error))) from None
    fault = unsound(kept.dungeon, declared)
    if fault is not None:
        raise Fault(Words(TEXTS, "fault.not_ours", why=fault))
    return kept


def schema() -> dict[str, Any]:
    """The JSON Schema of the format."""
    found = msgspec.json.schema(Kept)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "Arbitro dungeon",
        **found,
    }
