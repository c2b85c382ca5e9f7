"""The ways on from a space, as the party knows them: openings, doors, stairs and shafts, and ends not yet followed."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.appendix_a.clock import may_pass
from arbitro.dungeon.knowledge import knows, visited
from arbitro.dungeon.model import SURFACE, UNIT_FT, Dungeon, Lead, Link, Space, Trap
from arbitro.play.state import GROUP

DOORS: Final = ("door", "secret_door", "one_way_door")
VERTICAL: Final = ("stairs", "chimney", "trapdoor", "chute", "lift", "portal", "teleport")
SLIDING_WALL: Final = "SLIDING_WALL"
SHORTEST: Final = 10
"""Feet of the shortest step from one space to the next."""


class Way(Struct, frozen=True, omit_defaults=True):
    """A way on. Its id is the link's, or the lead's where no link is drawn yet."""

    id: str
    kind: str
    """``corridor``, ``opening``, or the kind of the link."""
    heading: int
    to: str = ""
    """The space beyond; empty where nobody has been and nothing is drawn, `SURFACE` for the open air."""
    lead: str = ""
    """The lead that must be worked out before anybody can go."""
    levels: int = 0
    """How many levels down it goes; negative: up."""
    shut: bool = False
    """Whether it cannot be used now: barred, walled off, or the wrong side of a one-way door."""
    blind: str = ""
    """Stairs that lead nowhere: the trap that they are. Whoever has not tried them sees stairs."""

    @property
    def is_door(self) -> bool:
        """Whether it has a leaf to be opened."""
        return self.kind in DOORS


class _Index:
    """Links, blind stairs and corridors by the space they leave from: a dungeon has many, a space a few."""

    def __init__(self, dungeon: Dungeon) -> None:
        self.links, self.traps, self.leads, self.closed = dungeon.links, dungeon.traps, dungeon.leads, dungeon.closed
        self.listed: tuple[object, dict[str, tuple[Way, ...]]] = (dungeon.known, {})
        """The ways that were asked for, by their space, and of what was known then: they depend on nothing else."""
        self.pending = {lead.link: lead for lead in dungeon.leads.values() if lead.link}
        walls = (trap for trap in dungeon.traps.values() if trap.code == SLIDING_WALL and trap.state == "shut")
        self.walled = {walled_off(dungeon, wall) for wall in walls}
        self.links_of: dict[str, list[Link]] = {}
        for link in dungeon.links.values():
            for end in dict.fromkeys((link.a, link.b)):
                self.links_of.setdefault(end, []).append(link)
        self.stairs_of: dict[str, list[Trap]] = {}
        for trap in dungeon.traps.values():
            if trap.stairs:
                self.stairs_of.setdefault(trap.space, []).append(trap)
        self.corridors_of: dict[str, list[Lead]] = {}
        for lead in dungeon.leads.values():
            if (
                lead.kind == "corridor" and lead.face is not None and not lead.link
            ):  # behind a door, the door is the way
                self.corridors_of.setdefault(lead.space, []).append(lead)
        self.ends_of: dict[str, list[Lead]] = {}
        for closed in dungeon.closed.values():
            if closed.unseen is not None:
                self.ends_of.setdefault(closed.space, []).append(closed.unseen)

    def holds(self, dungeon: Dungeon) -> bool:
        """Whether it was made of the same parts: a dungeon whose clock went on shares them with the one before."""
        same = self.links is dungeon.links and self.traps is dungeon.traps
        return same and self.leads is dungeon.leads and self.closed is dungeon.closed


_latest = _Index(Dungeon())
"""The index made last: the same dungeon is asked for many of its spaces in a row."""


def _index(dungeon: Dungeon) -> _Index:
    global _latest
    found = _latest
    if not found.holds(dungeon):
        found = _latest = _Index(dungeon)
    return found


def ways(dungeon: Dungeon, space: str) -> Iterator[Way]:
    """Every way on that the party knows from a space, in the order in which the dungeon has them."""
    index = _index(dungeon)
    known, listed = index.listed
    if known is not dungeon.known:
        listed = {}
        index.listed = (dungeon.known, listed)
    found = listed.get(space)
    if found is None:
        found = listed[space] = tuple(_ways(index, dungeon, space))
    return iter(found)


def _ways(index: _Index, dungeon: Dungeon, space: str) -> Iterator[Way]:
    for link in index.links_of.get(space, ()):
        if knows(dungeon, GROUP, link.id) and not _found_false(dungeon, link) and not comes_out_of_nowhere(link, space):
            tried = visited(dungeon, GROUP, link.id)
            found = _by_link(link, space, index.pending.get(link.id), tried)
            yield replace(found, shut=True) if link.id in index.walled else found
    for trap in index.stairs_of.get(space, ()):
        if not knows(dungeon, GROUP, trap.id):
            levels = -1 if trap.code == "STAIRS_UP_DEAD_END" else 1
            yield Way(trap.stairs, "stairs", trap.front.heading, levels=levels, blind=trap.id)
    for lead in index.corridors_of.get(space, ()):
        if lead.face is not None:
            yield Way(lead.id, "corridor", lead.face.heading, lead=lead.id)
    for end in index.ends_of.get(space, ()):
        if not knows(dungeon, GROUP, end.id):
            yield Way(end.id, "corridor", end.front.heading)


def comes_out_of_nowhere(link: Link, space: str) -> bool:
    """Whether people appear in a space by magic: nothing is there that would be a way (DA-POOL-10)."""
    return link.kind == "teleport" and not link.two_way and link.b == space


def _found_false(dungeon: Dungeon, link: Link) -> bool:
    """Whether the party has opened a false door onto bare rock; until then it is a door like any other."""
    return link.state == "false" and visited(dungeon, GROUP, link.id)


def walled_off(dungeon: Dungeon, wall: Trap) -> str:
    """The link that a sliding wall shuts: the one by which its space is entered, and no other (DA-TRAP-08).

    That is the first that led there; one that was drawn about a corner is up to 45 degrees off.
    """
    for link in dungeon.links.values():
        if link.b == wall.space and link.kind in ("opening", *DOORS):
            turn = (link.heading - wall.front.heading) % 8
            if turn in (0, 1, 7):
                return link.id
    return ""


def _by_link(link: Link, space: str, lead: Lead | None, tried: bool) -> Way:
    """A link as a way; a one-way door that nobody has tried is a door like any other."""
    kind = "door" if link.kind == "one_way_door" and not tried else link.kind
    forth = link.a == space
    heading = link.heading if forth else (link.heading + 4) % 8
    beyond = link.b if forth else link.a
    passable = lead is not None or link.state == "false" or may_pass(link, space)
    return Way(
        link.id,
        kind,
        heading,
        beyond,
        lead.id if lead is not None else "",
        link.levels if forth else -link.levels,
        not passable,
    )


def hidden_ways(dungeon: Dungeon, space: str) -> list[Way]:
    """Secret doors of a space that the party knows nothing of, as ways: for the referee."""
    links = _index(dungeon).links_of.get(space, ())
    hidden = (link for link in links if link.kind == "secret_door" and link.hidden)
    return [_by_link(link, space, None, tried=False) for link in hidden if not knows(dungeon, GROUP, link.id)]


def way(dungeon: Dungeon, space: str, name: str) -> Way | None:
    """One way on by its id."""
    return next((each for each in ways(dungeon, space) if each.id == name), None)


def extent(space: Space) -> int:
    """How far it is across a space, in feet."""
    if space.is_place:
        return max(*space.size, SHORTEST)
    feet = space.length * UNIT_FT * (2**0.5 if space.heading % 2 else 1)
    return max(round(feet / 5) * 5, SHORTEST)


def feet_between(dungeon: Dungeon, start: str, end: str) -> int:
    """How far it is from the middle of one space to the middle of the next, in feet."""
    across = [extent(dungeon.spaces[name]) for name in (start, end) if name in dungeon.spaces]
    return max(sum(across) // 2, SHORTEST)


NONE: Final[frozenset[str]] = frozenset()


def _steps_from(
    dungeon: Dungeon, start: str, shunned: frozenset[str] = NONE, barred: frozenset[str] = NONE
) -> Iterator[tuple[str, str, Way]]:
    """Every space that known and open ways lead to, nearest first, each with the space before it and the last step."""
    todo, seen = [start], {start, *shunned}
    while todo:
        following: list[str] = []
        for space in todo:
            for each in ways(dungeon, space):
                if each.shut or each.lead or not each.to or each.to in seen or each.id in barred:
                    continue
                if each.to != SURFACE and not knows(dungeon, GROUP, each.to):
                    continue
                seen.add(each.to)
                yield each.to, space, each
                if each.to != SURFACE:
                    following.append(each.to)
        todo = following


def path(
    dungeon: Dungeon, start: str, goals: set[str], shunned: frozenset[str] = NONE, barred: frozenset[str] = NONE
) -> list[Way] | None:
    """The fewest steps by known and open ways from a space to one of others; None where there is no such way.

    Spaces that are shunned are not gone through, nor ways that are barred.
    """
    return nearest(dungeon, start, goals.__contains__, shunned, barred)


def nearest(
    dungeon: Dungeon,
    start: str,
    wanted: Callable[[str], bool],
    shunned: frozenset[str] = NONE,
    barred: frozenset[str] = NONE,
) -> list[Way] | None:
    """The shortest way to the nearest space that is wanted; no farther space is looked at."""
    if wanted(start):
        return []
    came: dict[str, tuple[str, Way]] = {}
    for space, before, step in _steps_from(dungeon, start, shunned, barred):
        came[space] = (before, step)
        if wanted(space):
            steps: list[Way] = []
            while space != start:
                space, step = came[space]
                steps.append(step)
            return steps[::-1]
    return None


def within_reach(dungeon: Dungeon, start: str) -> dict[str, Way]:
    """Every space that known and open ways lead to, nearest first, with the first step towards it."""
    first: dict[str, Way] = {}
    for space, before, step in _steps_from(dungeon, start):
        first[space] = first.get(before, step)
    return first


def unknown(dungeon: Dungeon, each: Way) -> bool:
    """Whether a way leads where the party has not been."""
    if each.shut or each.to == SURFACE:
        return False
    open_end = bool(each.lead or each.blind) or each.id in dungeon.closed
    return open_end or (bool(each.to) and not visited(dungeon, GROUP, each.to))
