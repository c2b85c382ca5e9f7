"""Doors: where they stand (A.2.1), and how what lies behind joins on to them."""

from typing import Final

from arbitro.appendix_a.deadend import leaf_ahead
from arbitro.appendix_a.junction import side_segment, walked
from arbitro.appendix_a.stretch import feet_left, go_on, lay_stretch
from arbitro.appendix_a.work import Work
from arbitro.dungeon.ground import along
from arbitro.dungeon.lattice import (
    DX,
    DY,
    TEN_FT,
    Mouth,
    across,
    common,
    ends,
    is_diagonal,
    middle,
    mouth_at,
    moved,
)
from arbitro.dungeon.model import Face, Frame, Heading, Lead, LinkKind, Segment, Space

PAST_FT: Final = 30
"""DA-DOOR-02: the next roll on A.1 is 30 ft past a door or beyond it."""


def hang_door_ahead(work: Work, end: Lead, rules: tuple[str, ...], kind: LinkKind = "door") -> Lead:
    """A door closes the corridor."""
    face = end.front
    link = work.link(kind, end.space, "", leaf_ahead(face), face.heading, (*rules, "DA-DOOR-01"))
    return work.open_lead(
        Lead(
            work.new_lead_id(),
            end.level,
            "door",
            end.space,
            face,
            ends(face),
            frame="ahead",
            came=face.heading,
            width=face.width,
            link=link.id,
        ),
        ("DA-DOOR-02",),
    )


def hang_side_door(work: Work, lead: Lead, end: Lead, side: Frame, rules: tuple[str, ...]) -> None:
    """A door in a side wall; the corridor goes on past it."""
    signs = {"left": (-1, 1), "right": (1, -1)}[side]
    if work.ground(end.level).clear(end.front, TEN_FT):
        node = lay_stretch(work, end, TEN_FT, "node")
        _hang(work, node, end.front.heading, signs[0], 0, rules)
        far = Lead(end.id, end.level, "corridor", node.id, moved(end.front, TEN_FT), run=(*end.run, node.id))
        go_on(work, far, feet_left(work, far, PAST_FT, TEN_FT), ("DA-DOOR-02",))
    else:
        _hang_behind(work, end, signs, rules)
        go_on(work, end, PAST_FT, ("DA-DOOR-02",))
    work.close(lead, end.space)


def _hang_behind(work: Work, end: Lead, signs: tuple[int, int], rules: tuple[str, ...]) -> None:
    """No floor ahead: the door stands in the last 10 ft of the run, on either side, or is dropped."""
    roll = work.last_total("A.2.1")
    space = work.spaces[end.run[-1]] if end.run else None
    if space is not None and space.length >= TEN_FT:
        low = space.length - TEN_FT
        for sign in signs:
            wall = side_segment(space, end.front.heading, sign, low, space.length)
            if not any(along(wall, cut) for cut in work.cuts(space.id)):
                _hang(work, space, end.front.heading, sign, low, rules)
                if sign != signs[0]:
                    work.adjust("A.2.1", roll, "no_wall_slot", "mirrored")
                return
    work.adjust("A.2.1", roll, "no_wall_slot", "dropped")


def _hang(work: Work, space: Space, heading: Heading, sign: int, low: int, rules: tuple[str, ...]) -> None:
    leaf = side_segment(space, heading, sign, low + 2, low + 6)
    wall = side_segment(space, heading, sign, low, low + TEN_FT)
    facing = (heading + 2 * sign) % 8
    face = walked(space, heading)
    link = work.link("door", space.id, "", leaf, facing, (*rules, "DA-DOOR-01"))
    x, y = middle(wall)
    work.open_lead(
        Lead(
            work.new_lead_id(),
            space.level,
            "door",
            space.id,
            Face(x, y, facing, 10, face.cut),
            wall,
            frame="left" if sign < 0 else "right",
            came=heading,
            width=face.width,
            link=link.id,
        ),
        ("DA-DOOR-02",),
    )


# -------------------------------------------------------------------- behind it


def wall_normal(lead: Lead) -> Heading:
    """Which way the wall of a door looks: the end of a diagonal corridor is cut along the squares."""
    face = lead.front
    if not is_diagonal(face.heading) or lead.frame != "ahead":
        return face.heading
    if face.cut == "h":
        return 0 if DY[face.heading] < 0 else 4
    return 2 if DX[face.heading] > 0 else 6


def door_mouth(lead: Lead, heading: Heading, width: int) -> Mouth | None:
    """The mouth of an arm centred on a door, to the nearest 5 ft line."""
    at = (lead.front.x, lead.front.y)
    line = across(heading, at)
    for wanted in sorted(range(line - 2, line + 3), key=lambda each: (each % 4 != 0, abs(each - line), each)):
        mouth = mouth_at(at, wall_normal(lead), heading, width, wanted, lead.front.cut)
        if mouth is not None:
            return mouth
    return None


def lead_through(work: Work, lead: Lead, to: str, mouth: Segment) -> None:
    """The door of a lead opens into a space; the leaf keeps to the wall that the two have in common."""
    link = work.links[lead.link]
    shared = link.segment and common(link.segment, mouth)
    work.change_link(link, b=to, segment=shared or link.segment)


def false_door(work: Work, lead: Lead) -> None:
    """Nothing can be laid behind a door, as whoever has opened it sees."""
    work.change_link(work.links[lead.link], ("DA-SOLO-03",), state="false")
    work.see(lead.link, "visited")
    work.close(lead, lead.link, "false_door", ("DA-SOLO-03",))
