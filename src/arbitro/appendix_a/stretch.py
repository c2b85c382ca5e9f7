"""Laying corridor: stretches on the lattice, how feet are counted along them, and leaving an end for later."""

from typing import Final

from arbitro.appendix_a.work import Work
from arbitro.dungeon.lattice import common, ends, first_part, first_shape, is_diagonal, moved, stretch, units
from arbitro.dungeon.model import Lead, Polygon, Space

RULES: Final = ("DA-MAP-02",)
_EUCLID: Final = 7071
"""Ten thousand times one over the square root of two."""


def steps_for(work: Work, feet: int, heading: int) -> int:
    """How many units of corridor a number of feet comes to; a diagonal square counts as 10 ft by default."""
    steps = units(feet)
    if is_diagonal(heading) and work.options["diagonal_metric"] == "euclid":
        return (steps * _EUCLID + 20_000) // 40_000 * 4
    return steps


def feet_of(work: Work, steps: int, heading: int) -> int:
    """How many feet a number of units counts as, to the nearest 5."""
    if is_diagonal(heading) and work.options["diagonal_metric"] == "euclid":
        return (steps * 5 * 10_000 // (4 * _EUCLID) + 2) // 5 * 5
    return steps * 5 // 4


def lay_corridor(work: Work, lead: Lead, steps: int) -> tuple[Lead, int]:
    """Lay up to so many units of a corridor; its new end, and how far it got."""
    face = lead.front
    ground = work.ground(lead.level)
    if steps == 0:
        return lead, 0
    if lead.mouth is not None:
        shape = first_shape(lead.mouth, face)
        if shape[0] and not ground.clear_at(shape, face.x, face.y):
            return lead, 0
    laid = ground.reach(face, steps)
    if laid == 0:
        return lead, 0
    first: Polygon = () if lead.mouth is None else first_part(lead.mouth, face)
    space = lay_stretch(work, lead, laid, "corridor", first)
    return (
        Lead(lead.id, lead.level, "corridor", space.id, moved(face, laid), None, 0, (*lead.run, space.id)),
        laid,
    )


def lay_stretch(work: Work, lead: Lead, length: int, kind: str, first: Polygon = (), curved: int = 0) -> Space:
    """Draw a stretch of corridor or a node from the end of a lead on, and open it to what lies behind."""
    face = lead.front
    space = Space(
        work.new_id("s", "spaces"),
        lead.level,
        "node" if kind == "node" else "corridor",
        "stretch",
        (stretch(face, length),),
        face.heading,
        (first,) if first else (),
        face=face,
        length=length,
        curved=curved,
        lead=lead.id,
    )
    work.lay(space)
    mouth = lead.mouth or ends(face)
    if lead.link and space.face == lead.front:
        door = work.links[lead.link]
        leaf = door.segment and common(door.segment, mouth)
        work.change_link(door, b=space.id, segment=leaf or door.segment)
    else:
        work.link("opening", lead.space, space.id, mouth, face.heading)
    return space


def go_on(work: Work, end: Lead, feet: int, rules: tuple[str, ...] = ()) -> Lead:
    """Leave the end of a corridor to be followed later, straight on."""
    mouth = end.mouth if end.mouth is not None else ends(end.front)
    return work.open_lead(
        Lead(
            work.new_lead_id(),
            end.level,
            "corridor",
            end.space,
            end.front,
            mouth,
            feet,
            run=end.run,
            stalled=end.stalled,
        ),
        rules,
    )


def feet_left(work: Work, far: Lead, feet: int, walked: int) -> int:
    """What is left of a distance after some units of node have been laid."""
    return max(0, feet - feet_of(work, walked, far.front.heading))
