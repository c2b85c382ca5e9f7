"""The symbols of a map, each a few strokes in a frame of its own: doors, stairs, shafts, traps, furnishings."""

from collections.abc import Callable, Iterable
from math import cos, hypot, pi, sin
from typing import Final

from msgspec import Struct

from arbitro.dungeon.draw.picture import Item, Path, Text
from arbitro.dungeon.lattice import DX, DY
from arbitro.dungeon.model import Heading, Segment

Symbol = Callable[["Frame"], list[Item]]


class Frame(Struct, frozen=True):
    """Where a symbol stands: its middle in tenths, and which way its front faces."""

    x: float
    y: float
    ux: float = 0.0
    uy: float = -1.0
    """The front, as a step of length one."""
    scale: float = 1.0
    """How many times larger than on a map the symbol is drawn: those of a legend grow with the sheet."""

    def at(self, ahead: float, right: float) -> tuple[int, int]:
        """A point so far ahead of the middle and to the right of it."""
        ux, uy = self.scale * self.ux, self.scale * self.uy
        return round(self.x + ahead * ux - right * uy), round(self.y + ahead * uy + right * ux)

    def line(self, *points: tuple[float, float]) -> str:
        """A path through points given as ahead and right."""
        placed = [self.at(*point) for point in points]
        return "M" + "L".join(f"{x} {y}" for x, y in placed)

    def loop(self, *points: tuple[float, float]) -> str:
        """A closed path."""
        return self.line(*points) + "Z"

    def circle(self, radius: float, ahead: float = 0, right: float = 0) -> str:
        """A circle, in four curves."""
        x, y = self.at(ahead, right)
        r, k = round(radius * self.scale), round(radius * self.scale * 0.5523)
        return (
            f"M{x + r} {y}C{x + r} {y + k} {x + k} {y + r} {x} {y + r}C{x - k} {y + r} {x - r} {y + k} {x - r} {y}"
            f"C{x - r} {y - k} {x - k} {y - r} {x} {y - r}C{x + k} {y - r} {x + r} {y - k} {x + r} {y}Z"
        )

    def word(self, words: str, size: int) -> Text:
        """A letter in the middle."""
        high = round(size * self.scale)
        return Text(round(self.x), round(self.y + high * 0.34), words, high, bold=True, halo=True)


def across(segment: Segment, heading: int) -> Frame:
    """A frame in the middle of a stretch of wall, looking through it on the side of a heading."""
    (ax, ay), (bx, by) = segment
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (by - ay) / length, (ax - bx) / length
    if ux * DX[heading] + uy * DY[heading] < 0:
        ux, uy = -ux, -uy
    return Frame(5 * (ax + bx), 5 * (ay + by), ux, uy)


def facing(x: float, y: float, heading: Heading) -> Frame:
    """A frame at a point of the lattice that looks along a heading."""
    length = hypot(DX[heading], DY[heading])
    return Frame(10 * x, 10 * y, DX[heading] / length, DY[heading] / length)


def box(frame: Frame, ahead: float, right: float) -> str:
    """A rectangle about the middle, given by half its measures."""
    return frame.loop((-ahead, -right), (ahead, -right), (ahead, right), (-ahead, right))


# -------------------------------------------------------------------- doors: the front looks through the door


def door(frame: Frame) -> list[Item]:
    """A plain door: a leaf across the wall."""
    return [Path("leaf", box(frame, 9, 19))]


def locked_door(frame: Frame) -> list[Item]:
    """A door that is barred for now."""
    return [Path("leaf", box(frame, 9, 19)), Path("solid", box(frame, 4, 14))]


def false_door(frame: Frame) -> list[Item]:
    """A door onto nothing."""
    cross = frame.line((-9, -19), (9, 19)) + frame.line((-9, 19), (9, -19))
    return [Path("leaf", box(frame, 9, 19)), Path("line", cross)]


def one_way_door(frame: Frame) -> list[Item]:
    """A door that opens from one side: the arrow shows the way."""
    arrow = frame.line((-24, 0), (24, 0))
    return [Path("leaf", box(frame, 9, 19)), Path("line", arrow), Path("solid", frame.loop((30, 0), (17, -9), (17, 9)))]


def secret_door(frame: Frame) -> list[Item]:
    """A door that must be found."""
    return [Path("stone", frame.circle(19)), frame.word("S", 34)]


# -------------------------------------------------------------------- ways up and down: the front looks where one walks


def stairs(frame: Frame, length: float = 140, width: float = 64, *, down: bool = True) -> list[Item]:
    """Treads that grow narrow towards the lower end."""
    count = max(5, round(length / 15))
    path = ""
    for step in range(count):
        share = (step + 0.5) / count
        low = 1 - share if down else share
        half = width / 2 * (0.34 + 0.62 * low)
        ahead = (share - 0.5) * length
        path += frame.line((ahead, -half), (ahead, half))
    return [Path("line", path)]


def way(frame: Frame, label: str, *, down: bool, size: float = 1.0) -> list[Item]:
    """A small triangle, point down for down, and the level that is reached."""
    x, y = round(frame.x), round(frame.y)
    wide, flat, tip = round(11 * size), round(9 * size), round(10 * size)
    if down:
        point = f"M{x - wide} {y - flat}H{x + wide}L{x} {y + tip}Z"
    else:
        point = f"M{x - wide} {y + tip}H{x + wide}L{x} {y - flat}Z"
    found: list[Item] = [Path("solid", point)]
    if label:
        found.append(
            Text(x + round(16 * size), y + round(11 * size), label, round(32 * size), "start", True, halo=True)
        )
    return found


def trapdoor(frame: Frame) -> list[Item]:
    """A hatch in the floor, with its ring."""
    planks = frame.line((-22, -7), (22, -7)) + frame.line((-22, 7), (22, 7))
    return [Path("shape", box(frame, 22, 22)), Path("thin", planks), Path("shape", frame.circle(6, 14))]


def trapdoor_above(frame: Frame) -> list[Item]:
    """A hatch in the ceiling."""
    return [Path("dashed", box(frame, 22, 22))]


def chimney(frame: Frame) -> list[Item]:
    """A narrow shaft that must be climbed."""
    rungs = "".join(frame.line((ahead, -8), (ahead, 8)) for ahead in (-12, -4, 4, 12))
    return [
        Path("shape", frame.circle(22)),
        Path("thin", rungs + frame.line((-17, -8), (17, -8)) + frame.line((-17, 8), (17, 8))),
    ]


def chute(frame: Frame) -> list[Item]:
    """A slope one slides down."""
    marks = "".join(frame.line((at - 8, -13), (at + 6, 0), (at - 8, 13)) for at in (-11, 3, 17))
    return [Path("shape", box(frame, 28, 20)), Path("line", marks)]


def lift(frame: Frame, half: float = 66) -> list[Item]:
    """A room that sinks."""
    inner = half * 0.6
    corners = "".join(frame.line((a * half, b * half), (a * inner, b * inner)) for a in (-1, 1) for b in (-1, 1))
    tip, foot, wide = inner * 0.7, inner * 0.16, inner * 0.4
    return [
        Path("thin", box(frame, half, half) + corners),
        Path("shape", box(frame, inner, inner)),
        Path(
            "solid",
            frame.loop((tip, 0), (foot, -wide), (foot, wide)) + frame.loop((-tip, 0), (-foot, -wide), (-foot, wide)),
        ),
    ]


def teleport(frame: Frame) -> list[Item]:
    """A place one is carried away from, or to."""
    return [Path("shape", frame.circle(26)), Path("solid", star(frame, 20))]


def star(frame: Frame, radius: float) -> str:
    """A star of five points."""
    points = []
    for corner in range(10):
        turn = pi * corner / 5
        reach = radius if corner % 2 == 0 else radius * 0.42
        points.append((reach * cos(turn), reach * sin(turn)))
    return frame.loop(*points)


# -------------------------------------------------------------------- traps


def pit(frame: Frame) -> list[Item]:
    """A pit under a false floor."""
    cross = frame.line((-26, -26), (26, 26)) + frame.line((-26, 26), (26, -26))
    return [Path("shape", box(frame, 26, 26)), Path("thin", cross)]


def spiked_pit(frame: Frame) -> list[Item]:
    """A pit with spikes."""
    spikes = "".join(
        frame.loop((ahead - 6, right - 5), (ahead + 8, right), (ahead - 6, right + 5))
        for ahead, right in ((12, 0), (-14, 0), (-1, -15), (-1, 15))
    )
    return [*pit(frame), Path("solid", spikes)]


def missiles(frame: Frame, *, long: bool = False) -> list[Item]:
    """Arrows or spears out of the wall ahead."""
    reach = 32 if long else 22
    shafts = "".join(frame.line((reach, right), (-reach + 8, right)) for right in (-14, 0, 14))
    heads = "".join(frame.loop((-reach - 4, r), (-reach + 10, r - 6), (-reach + 10, r + 6)) for r in (-14, 0, 14))
    return [Path("line", shafts), Path("solid", heads)]


def spears(frame: Frame) -> list[Item]:
    """Spears out of the wall ahead."""
    return missiles(frame, long=True)


def sliding_wall(frame: Frame, half: float = 40) -> list[Item]:
    """A wall that comes down behind the party."""
    return [Path("heavy", frame.line((0, -half), (0, half)))]


def hidden_door(frame: Frame) -> list[Item]:
    """Perhaps a door, perhaps a pit: settled when somebody searches."""
    return [Path("dashed", frame.circle(22)), frame.word("?", 36)]


def gas(frame: Frame, points: Iterable[tuple[float, float]] = ((-14, -9), (4, -16), (14, 4), (-5, 13))) -> list[Item]:
    """A cloud: rings here and there."""
    return [Path("thin", "".join(frame.circle(8, ahead, right) for ahead, right in points))]


# -------------------------------------------------------------------- furnishings


def pillar(frame: Frame) -> list[Item]:
    """A round pillar."""
    return [Path("shade", frame.circle(13)), Path("shape", frame.circle(10))]


def statue(frame: Frame) -> list[Item]:
    """A statue on its base."""
    return [Path("shape", box(frame, 18, 18)), Path("solid", star(frame, 15))]


def open_end(frame: Frame, half: float = 34) -> list[Item]:
    """Where the map is not finished."""
    return [Path("dotted", frame.line((0, -half), (0, half)))]


SYMBOLS: Final[dict[str, Symbol]] = {
    "door": door,
    "locked_door": locked_door,
    "one_way_door": one_way_door,
    "secret_door": secret_door,
    "false_door": false_door,
    "stairs": lambda frame: stairs(frame, 66, 44),
    "trapdoor": trapdoor,
    "trapdoor_above": trapdoor_above,
    "chimney": chimney,
    "chute": chute,
    "lift": lambda frame: lift(frame, 28),
    "teleport": teleport,
    "pit": pit,
    "spiked_pit": spiked_pit,
    "arrows": missiles,
    "spears": spears,
    "sliding_wall": lambda frame: sliding_wall(frame, 30),
    "hidden_door": hidden_door,
    "gas": gas,
    "pillar": pillar,
    "statue": statue,
    "open_end": lambda frame: open_end(frame, 30),
}
"""Every symbol that a legend may explain, at the size it has there."""

REACHES: Final[dict[str, tuple[float, float]]] = {
    "door": (12, 21),
    "locked_door": (12, 21),
    "one_way_door": (32, 21),
    "secret_door": (21, 21),
    "false_door": (12, 21),
    "trapdoor": (24, 24),
    "trapdoor_above": (24, 24),
    "chimney": (24, 24),
    "chute": (30, 22),
    "teleport": (28, 28),
    "pit": (28, 28),
    "spiked_pit": (28, 28),
    "arrows": (28, 22),
    "spears": (38, 22),
    "hidden_door": (24, 24),
    "pillar": (14, 14),
    "statue": (20, 20),
    "stone": (14, 14),
}
"""How far the symbols of a map reach ahead and to the side, with the width of their lines."""
