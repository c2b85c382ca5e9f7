"""What the party sees now: the places in sight, and how far its light reaches into them."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from arbitro.dungeon.draw.clear import Middle
from arbitro.dungeon.draw.pen import floor_of
from arbitro.dungeon.model import Dungeon, Space
from arbitro.kernel.drawing import Piece
from arbitro.kernel.same import Same

FLAME, SHADE = "#f2b63c", "#1d2733"
"""The colours of light, and of the dark."""
UNIT_FEET: Final = 8
"""Tenths of a unit to the foot."""


class Lighting(Struct, frozen=True):
    """Whether the party sees where it stands, and how."""

    kind: str = ""
    """``lit``: by a light that it carries; ``day``: without one; ``dark``: not at all; empty: nobody says."""
    feet: int = 30
    """How far its light reaches."""


UNTOLD: Final = Lighting()
"""Nothing is said of it."""


def in_sight(shown: Dungeon, here: Space) -> list[Space]:
    """The space of the party, and those on its level that lie open to it."""
    found = {here.id: here}
    for link in shown.links_on(here.level):
        if link.kind != "opening" or here.id not in (link.a, link.b):
            continue
        other = shown.spaces.get(link.b if link.a == here.id else link.a)
        if other is not None and other.level == here.level:
            found[other.id] = other
    return list(found.values())


def seen(shown: Dungeon, here: Space, at: Middle, sight: Lighting, name: str) -> Iterator[Piece]:
    """A glow over what is in sight, brightest about the party; a shade over the place where it stands in the dark."""
    if not sight.kind:
        return
    if sight.kind == "dark":
        yield Piece("sight", f'<path class="in-the-dark" d="{floor_of(Same(here))}" fill="{SHADE}" opacity=".3"/>')
        return
    path = "".join(floor_of(Same(space)) for space in in_sight(shown, here))
    yield Piece("sight", f'<path class="in-sight" d="{path}" fill="{FLAME}" opacity=".13"/>')
    if sight.kind == "day":
        return
    middle = f'cx="{at[0]}" cy="{at[1]}" r="{UNIT_FEET * sight.feet}"'
    yield Piece("clip", f'<clipPath id="{name}clip"><path d="{path}"/></clipPath>')
    yield Piece(
        "glow",
        f'<radialGradient id="{name}glow" gradientUnits="userSpaceOnUse" {middle}>'
        f'<stop offset="0" stop-color="{FLAME}" stop-opacity=".34"/>'
        f'<stop offset=".75" stop-color="{FLAME}" stop-opacity=".16"/>'
        f'<stop offset="1" stop-color="{FLAME}" stop-opacity="0"/></radialGradient>',
    )
    yield Piece("light", f'<circle class="light" {middle} fill="url(#{name}glow)" clip-path="url(#{name}clip)"/>')
