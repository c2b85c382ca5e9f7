"""The adventures that come with the program, and what each game brings to them.

The adventures themselves name no game. What a game needs for them lies with its side, in a file ``adventures.yaml``,
and is put into them as they are read: whoever brings a game can have it join them.
"""

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec import field

from arbitro.kernel.yamlfile import Document, is_packaged, open_packaged, unknown_name
from arbitro.play import campaigns, game_inside, side_package
from arbitro.play.adventure import GameText, KeyedFoes, KeyedLoot

PACKAGE: Final = "arbitro.play"
FOLDER: Final = "adventures"
OWN_PARTS: Final = "adventures.yaml"
"""Beside the side of a game: what it brings to the adventures of the house, by their names."""


class OwnPart(GameText, frozen=True, forbid_unknown_fields=True):
    """What one game brings to an adventure of the house: beside a party and options, what waits in which room."""

    foes: dict[str, tuple[KeyedFoes, ...]] = field(default_factory=dict)
    treasure: dict[str, tuple[KeyedLoot, ...]] = field(default_factory=dict)


TEACHING: Final = "first-"
"""How the adventures begin that teach a game: they stand before those that one is taught for."""


@cache
def ready_adventures() -> Mapping[str, Document]:
    """The adventures that come with the program, by name, with what each game that is installed brings to them."""
    place = files(PACKAGE).joinpath(FOLDER)
    names = (file.name for file in place.iterdir() if file.name.endswith(".yaml"))
    found = sorted(names, key=lambda name: (not name.startswith(TEACHING), name))
    parts = {game_inside(game): _own_parts(game_inside(game)) for game in campaigns()}
    return {name.removesuffix(".yaml"): joined(open_packaged(PACKAGE, FOLDER, name), name, parts) for name in found}


def _own_parts(game: str) -> Document | None:
    """What a game brings to the adventures of the house; None where it takes no part."""
    package = side_package(game)
    return open_packaged(package, OWN_PARTS) if is_packaged(package, OWN_PARTS) else None


def joined(house: Document, file: str, parts: Mapping[str, Document | None]) -> Document:
    """An adventure of the house as one file, with the parts of all games in it."""
    whole: dict[str, Any] = deepcopy(dict(house.mapping()))
    whole["games"] = {}
    name = file.removesuffix(".yaml")
    for game, document in parts.items():
        if document is None or name not in document.mapping():
            continue
        part = document.read(OwnPart, name)
        whole["games"][game] = {"party": part.party, "options": part.options}
        for kind, waiting in (("foes", part.foes), ("treasure", part.treasure)):
            for room, rows in waiting.items():
                if room not in whole["rooms"]:
                    raise document.fault(unknown_name(room, whole["rooms"]), name, kind, room)
                whole["rooms"][room].setdefault(kind, {})[game] = rows
    return Document(file, msgspec.json.format(msgspec.json.encode(whole)).decode())  # JSON is YAML
