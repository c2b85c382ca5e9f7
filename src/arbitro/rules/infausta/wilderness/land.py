"""Lands as small YAML files, and lands by lot.

.. code-block:: yaml

    land:
      kind: hex                   # axial coordinates; every hex has a way to each of its six neighbours
      hex_miles: 6
      hexes: {"0,0": settled, "1,0": forest, "0,1": swamp_jungle}
      names: {"0,0": {it: Vallombra, en: Vallombra}}

    land:
      kind: points                # places, and ways that are marked with days of a normal march
      places:
        mill: {terrain: settled, name: {it: Il mulino, en: The mill, gender: m}}
        tower: {terrain: hills_mountains, name: {it: La torre, en: The tower, gender: f}, encounter: 2, lost: 0}
      ways: [{ends: [mill, tower], days: 2}]
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from arbitro.dice.stream import Dice
from arbitro.kernel.named import NameText, named
from arbitro.kernel.yamlfile import Document
from arbitro.rules.infausta.wilderness.state import MILES_A_DAY, Land, MapKind, Spot, Way
from arbitro.rules.whitebox.roll_tables import Terrain
from arbitro.text import Texts, Words

TEXTS = Texts("arbitro.rules.infausta")
HEX_MILES: Final = 6
NEIGHBOURS: Final = {"n": (0, -1), "ne": (1, -1), "se": (1, 0), "s": (0, 1), "sw": (-1, 1), "nw": (-1, 0)}
"""The six directions of a hex map, in axial coordinates."""
MOST_SPOTS: Final = 2000


class PlaceText(Struct, frozen=True, forbid_unknown_fields=True):
    """A place of a point map, as files write it."""

    terrain: Terrain
    name: str | NameText = ""
    encounter: int = -1
    lost: int = -1


class WayText(Struct, frozen=True, forbid_unknown_fields=True):
    """A way of a point map, as files write it."""

    ends: tuple[str, str]
    days: int


class LandText(Struct, frozen=True, forbid_unknown_fields=True):
    """A map, as files write it."""

    kind: MapKind
    hex_miles: int = HEX_MILES
    hexes: dict[str, Terrain] = field(default_factory=dict)
    names: dict[str, str | NameText] = field(default_factory=dict)
    places: dict[str, PlaceText] = field(default_factory=dict)
    ways: tuple[WayText, ...] = ()


def read_land(document: Document, *where: str | int) -> Land:
    """Read a map; anything wrong is a fault with its file and line."""
    text = document.read(LandText, *where)
    if text.kind == "hex":
        for name in text.hexes:
            if axial(name) is None:
                raise document.fault(Words(TEXTS, "land.hex", name=name), *where, "hexes")
        for name in text.names:
            if name not in text.hexes:
                raise document.fault(Words(TEXTS, "land.unknown", name=name), *where, "names")
        land = hex_land(text.hexes, text.hex_miles, text.names)
    else:
        for number, way in enumerate(text.ways):
            for end in way.ends:
                if end not in text.places:
                    raise document.fault(Words(TEXTS, "land.unknown", name=end), *where, "ways", number)
            if way.days < 1 or way.ends[0] == way.ends[1]:
                raise document.fault(Words(TEXTS, "land.way", name="–".join(way.ends)), *where, "ways", number)
        spots = {
            name: Spot(name, place.terrain, named(place.name or name), place.encounter, place.lost)
            for name, place in text.places.items()
        }
        land = Land("points", spots, tuple(Way(way.ends, way.days * MILES_A_DAY) for way in text.ways))
    if not 2 <= len(land.spots) <= MOST_SPOTS:
        raise document.fault(Words(TEXTS, "land.size", most=MOST_SPOTS), *where)
    return land


def axial(name: str) -> tuple[int, int] | None:
    """The column and the row of a hex; None for what is no hex."""
    column, comma, row = name.partition(",")
    try:
        return (int(column), int(row)) if comma else None
    except ValueError:
        return None


def hex_land(
    hexes: Mapping[str, Terrain], miles: int = HEX_MILES, names: Mapping[str, str | NameText] | None = None
) -> Land:
    """A land of hexes with all their ways."""
    called = names or {}
    spots = {
        name: Spot(name, terrain, named(called[name]) if name in called else None) for name, terrain in hexes.items()
    }
    ways: list[Way] = []
    for name in hexes:
        place = axial(name)
        if place is None:
            continue
        for step in (NEIGHBOURS["ne"], NEIGHBOURS["se"], NEIGHBOURS["s"]):
            other = f"{place[0] + step[0]},{place[1] + step[1]}"
            if other in hexes:
                ways.append(Way((name, other), miles))
    return Land("hex", spots, tuple(ways))


def direction(land: Land, start: str, end: str) -> str:
    """The direction from one hex to its neighbour; empty on other maps."""
    one, other = axial(start), axial(end)
    if land.kind != "hex" or one is None or other is None:
        return ""
    step = (other[0] - one[0], other[1] - one[1])
    return next((name for name, each in NEIGHBOURS.items() if each == step), "")


def steps_from_middle(name: str) -> tuple[tuple[str, int], ...]:
    """How a hex lies from the middle of its map: so many steps one way, and as few as can be another."""
    place = axial(name)
    if place is None:
        return ()
    ways = list(NEIGHBOURS.items())
    for (one, first), (other, second) in zip(ways, (*ways[1:], ways[0]), strict=True):
        # any hex is some steps one way and some the next way round the compass
        turn = first[0] * second[1] - first[1] * second[0]
        along = (place[0] * second[1] - place[1] * second[0]) * turn
        across = (first[0] * place[1] - first[1] * place[0]) * turn
        if along >= 0 and across >= 0:
            steps = ((one, along), (other, across))
            return tuple(sorted((step for step in steps if step[1]), key=lambda step: -step[1]))
    return ()


def straight_line(start: str, end: str) -> tuple[str, ...]:
    """The hexes from one to another after the first, where they lie in one of the six directions; else the last."""
    one, other = axial(start), axial(end)
    if one is None or other is None:
        return (end,)
    across, down = other[0] - one[0], other[1] - one[1]
    steps = max(abs(across), abs(down), abs(across + down))
    if not steps or not (across == 0 or down == 0 or across + down == 0):
        return (end,)
    return tuple(f"{one[0] + across // steps * step},{one[1] + down // steps * step}" for step in range(1, steps + 1))


def random_land(dice: Dice, kind: MapKind, size: int) -> Land:
    """A land by lot: hexes around a settled middle as far as `size`, or `size` places in a net of ways."""
    terrains: tuple[Terrain, ...] = (
        "open", "forest", "river_coast", "swamp_jungle", "hills_mountains", "desert", "settled",
    )  # fmt: skip

    def drawn(near: Terrain) -> Terrain:
        """Country goes on as it was as often as not."""
        if dice.roll(6, "terrain").face <= 3:
            return near
        return terrains[dice.roll(len(terrains), "terrain").face - 1]

    if kind == "hex":
        hexes: dict[str, Terrain] = {}
        last: Terrain = "settled"
        for ring in range(size + 1):
            for column in range(-ring, ring + 1):
                for row in range(-ring, ring + 1):
                    if max(abs(column), abs(row), abs(column + row)) == ring:
                        last = drawn(last) if ring else "settled"
                        hexes[f"{column},{row}"] = last
        return hex_land(hexes)
    spots: dict[str, Spot] = {}
    ways: list[Way] = []
    near: Terrain = "settled"
    for number in range(1, size + 1):
        near = drawn(near) if number > 1 else "settled"
        name = f"place-{number}"
        spots[name] = Spot(name, near, named(NameText("Luogo", "Place"), number))
        if number > 1:
            back = dice.roll(number - 1, "way").face
            ways.append(Way((f"place-{back}", name), dice.roll(3, "way").face * MILES_A_DAY))
    return Land("points", spots, tuple(ways))
