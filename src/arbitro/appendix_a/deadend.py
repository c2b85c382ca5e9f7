"""Dead ends and the walls that may be searched there."""

from itertools import pairwise

from msgspec import Struct

from arbitro.appendix_a.junction import side_segment
from arbitro.appendix_a.work import Work
from arbitro.dungeon.ground import along
from arbitro.dungeon.lattice import FIVE_FT, TEN_FT, cut_vector, ends
from arbitro.dungeon.model import DeadEnd, Face, Frame, Heading, Lead, Polygon, Section, Segment


class Wall(Struct, frozen=True):
    """A piece of wall to be offered for searching."""

    segment: Segment
    facing: Heading
    frame: Frame
    neck: Polygon = ()


def dead_end(work: Work, lead: Lead, end: Lead, why: DeadEnd, rules: tuple[str, ...] = ()) -> None:
    """Close a corridor for good; if it has floor, its walls may be searched."""
    if lead.link and end is lead:
        work.change_link(work.links[lead.link], ("DA-SOLO-03",), state="false")
        work.see(lead.link, "visited")
        why = "false_door"
    work.close(lead, end.space if end.run else "", why, rules)
    if end.run:
        offer_dead_end_walls(work, end)


def offer_dead_end_walls(work: Work, end: Lead) -> None:
    """The last 10 ft on the left and on the right, and the end wall in sections of 10 ft."""
    space = work.spaces[end.run[-1]]
    heading = end.front.heading
    walls: list[Wall] = []
    low = max(0, space.length - TEN_FT)
    walls.append(Wall(side_segment(space, heading, -1, low, space.length), (heading - 2) % 8, "left"))
    walls.append(Wall(side_segment(space, heading, 1, low, space.length), (heading + 2) % 8, "right"))
    walls.extend(Wall(segment, heading, "ahead") for segment in end_sections(end.front))
    cuts = work.cuts(space.id)
    free = [wall for wall in walls if not any(along(wall.segment, cut) for cut in cuts)]
    offer_sections(work, end.level, space.id, free, ("DA-PERIODIC-08", "DA-EXIT-03"), end.front)


def end_sections(face: Face) -> list[Segment]:
    """The end wall of a corridor in pieces of about 10 ft: one for widths of 5 and 10 ft, two for 20, three for 30."""
    (lx, ly), (rx, ry) = ends(face)
    count = max(1, face.width // 10)
    points = [(lx + (rx - lx) * number // count, ly + (ry - ly) * number // count) for number in range(count + 1)]
    return list(pairwise(points))


def offer_sections(
    work: Work,
    level: int,
    space: str,
    walls: list[Wall],
    rules: tuple[str, ...],
    face: Face | None = None,
) -> None:
    """Open a search lead on some walls, if there are any."""
    if not walls:
        return
    name = work.new_lead_id()
    sections = tuple(
        Section(f"{name}w{number}", wall.segment, wall.facing, wall.frame, wall.neck)
        for number, wall in enumerate(walls)
    )
    work.open_lead(Lead(name, level, "search", space, face, sections=sections), rules)


def leaf_ahead(face: Face) -> Segment:
    """The 5 ft leaf of a door in the middle of the end of a corridor."""
    cx, cy = cut_vector(face.heading, face.width, face.cut)
    half = FIVE_FT // 2
    dx, dy = (half if cx > 0 else -half if cx else 0), (half if cy > 0 else -half if cy else 0)
    return (face.x - dx, face.y - dy), (face.x + dx, face.y + dy)
