"""Ways out of a place in words: where each exit is, how far it leads and in which direction, and to what."""

from collections import deque
from itertools import pairwise
from math import atan2, hypot, pi
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.lattice import middle
from arbitro.dungeon.model import SURFACE, UNIT_FT, Dungeon, Heading, Link, Point

End = Literal["place", "unexplored", "shaft", "dead_end", "surface", "level", "false"]
LONGEST: Final = 40
"""Pieces of passage after which a way is no longer told step by step."""


class Leg(Struct, frozen=True):
    """So many feet in one direction."""

    heading: Heading
    feet: int


class Exit(Struct, frozen=True):
    """A way out of a place."""

    kind: str
    """The kind of link, or ``passage`` for an open end."""
    heading: Heading
    """The way one faces going out."""
    end: End
    number: int = 0
    """Of the place reached, or of the level."""
    legs: tuple[Leg, ...] = ()
    state: str = "open"
    hidden: bool = False
    enters_only: bool = False
    """One can come in by it but not go out."""
    down: bool = False
    id: str = ""
    """The link, or the lead of an open end: what a live map calls it."""
    lead: str = ""
    """The open lead that is followed by going out here, where there is one."""
    to: str = ""
    """The space behind it, where that is known."""
    at: Point | None = None
    """The middle of it."""


class Atlas:
    """All ways of a level, for asking where an exit leads."""

    def __init__(self, dungeon: Dungeon, level: int) -> None:
        self.dungeon = dungeon
        self.level = level
        self.numbers = numbers(dungeon, level)
        self.ways: dict[str, list[Link]] = {}
        for link in dungeon.links.values():
            for end in {link.a, link.b}:
                self.ways.setdefault(end, []).append(link)
        self.open: dict[str, list[tuple[Heading, Point, str]]] = {}
        self.behind: dict[str, str] = {}
        """The open lead behind a door, or beyond stairs."""
        for lead in dungeon.leads_on(level):
            if lead.link:
                self.behind[lead.link] = lead.id
            elif lead.kind == "corridor" and lead.face is not None:
                self.open.setdefault(lead.space, []).append((lead.face.heading, (lead.face.x, lead.face.y), lead.id))

    def exits(self, space: str) -> list[Exit]:
        """The ways out of a place, in order around the compass from north."""
        found = [self._exit(link, space) for link in self.ways.get(space, ()) if link.kind != "portal"]
        for heading, at, lead in self.open.get(space, ()):
            found.append(Exit("passage", heading, "unexplored", id=lead, lead=lead, at=at))
        return sorted(found, key=lambda each: (each.heading, each.kind, each.number))

    def _exit(self, link: Link, space: str) -> Exit:
        told = self._told(link, space)
        to = link.b if link.a == space else link.a
        at = middle(link.segment) if link.segment else link.at if link.a == space else link.arrives
        return replace(told, id=link.id, lead=self.behind.get(link.id, ""), to=to, at=at)

    def _told(self, link: Link, space: str) -> Exit:
        forwards = link.a == space
        heading = link.heading if forwards else (link.heading + 4) % 8
        hidden = link.hidden
        enters_only = not forwards and (not link.two_way or link.kind == "one_way_door")
        if link.segment is None:
            down = (link.levels > 0) == forwards
            there = link.b if forwards else link.a
            level = link.level + link.levels if forwards else link.level
            end: End = "surface" if there == SURFACE else "level"
            number = level if there else 0
            return Exit(
                link.kind, heading, end, number, state=link.state, hidden=hidden, enters_only=enters_only, down=down
            )
        if link.state == "false":
            return Exit(link.kind, heading, "false", state=link.state)
        there = link.b if forwards else link.a
        if not there:
            return Exit(link.kind, heading, "unexplored", state=link.state, hidden=hidden)
        end, number, points = self._beyond(link, there, space)
        return Exit(link.kind, heading, end, number, legs(points), link.state, hidden, enters_only)

    def _beyond(self, link: Link, there: str, origin: str) -> tuple[End, int, list[Point]]:
        """The nearest place beyond a way, through passages alone, and the points one passes."""
        start = middle(link.segment) if link.segment else (0, 0)
        todo: deque[tuple[str, tuple[Point, ...]]] = deque([(there, (start,))])
        seen = {there, origin}
        unexplored: tuple[Point, ...] | None = None
        shaft: tuple[Point, ...] | None = None
        while todo:
            here, points = todo.popleft()
            if here in self.numbers:
                return "place", self.numbers[here], list(points)
            if here not in self.dungeon.spaces or len(points) > LONGEST:
                continue
            if here in self.open and unexplored is None:
                unexplored = (*points, self.open[here][0][1])
            for way in self.ways.get(here, ()):
                if way.segment is None and shaft is None and way.kind != "portal":
                    shaft = points
                if way.segment is None or way.hidden or (way.kind == "one_way_door" and way.a != here):
                    continue
                next_space = way.b if way.a == here else way.a
                if not next_space and way.state != "false" and unexplored is None:
                    unexplored = (*points, middle(way.segment))
                if next_space and next_space not in seen:
                    seen.add(next_space)
                    todo.append((next_space, (*points, middle(way.segment))))
        if unexplored is not None:
            return "unexplored", 0, list(unexplored)
        if shaft is not None:
            return "shaft", 0, list(shaft)
        return "dead_end", 0, [start]


def bearing(a: Point, b: Point) -> Heading:
    """The nearest of the eight headings from one point to another."""
    turn = atan2(b[0] - a[0], a[1] - b[1])
    return round(turn / (pi / 4)) % 8


def legs(points: list[Point]) -> tuple[Leg, ...]:
    """A way through points as directions and feet, to the nearest 5; equal directions are put together."""
    found: list[tuple[Heading, float]] = []
    for a, b in pairwise(points):
        far = hypot(b[0] - a[0], b[1] - a[1]) * UNIT_FT
        if not far:
            continue
        heading = bearing(a, b)
        if found and found[-1][0] == heading:
            found[-1] = (heading, found[-1][1] + far)
        else:
            found.append((heading, far))
    return tuple(Leg(heading, max(5, 5 * round(far / 5))) for heading, far in found)
