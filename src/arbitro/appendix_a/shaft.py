"""Ways between levels (A.6): stairs, blind stairs, chimneys and trapdoors."""

from collections.abc import Mapping
from typing import Final

from arbitro.appendix_a.arrival import arrive
from arbitro.appendix_a.deadend import dead_end, offer_dead_end_walls
from arbitro.appendix_a.stretch import feet_left, go_on, lay_stretch
from arbitro.appendix_a.tables import Shaft
from arbitro.appendix_a.work import Work
from arbitro.dungeon.events import TrapPlaced
from arbitro.dungeon.lattice import DX, DY, moved
from arbitro.dungeon.model import SURFACE, Face, Lead, LinkKind, Point, Trap
from arbitro.kernel.event import Setting

STAIRS: Final = 16
"""Stairs take 20 ft of corridor, shafts and trapdoors 10."""
HOLE: Final = 8
RECHECK_FT: Final = 30


def gives_way(options: Mapping[str, Setting]) -> bool:
    """Whether trapdoors are traps at this table: unseen, and opening underfoot; else hatches in plain sight."""
    return options["trapdoor"] == "trap"


def meet_shaft(work: Work, lead: Lead, end: Lead) -> None:
    """Throw A.6 at a check point."""
    row = work.roll(work.tables.shaft)
    while row.id == "CHIMNEY_DOWN_1" and work.options["a6_12"] == "reroll":
        row = work.roll(work.tables.shaft)
    shaft, code = row.result, row.id
    if code == "CHIMNEY_DOWN_1" and work.options["a6_12"] == "stairs_up_1":
        shaft, code = Shaft("stairs", -1, ("DA-STAIR-08",)), "STAIRS_UP_1"
    if shaft.kind == "blind":
        _blind_stairs(work, lead, end, shaft, code)
        return
    levels = _reachable(work, end.level, shaft.levels)
    if levels == 0:
        dead_end(work, lead, end, "below_bottom", shaft.rules)
        return
    length = STAIRS if shaft.kind == "stairs" else HOLE
    here, walked = _ground_for(work, end, length)
    at = _middle(end.front, length) if walked else _middle(moved(end.front, -length), length)
    _sink(work, here, shaft, code, levels, at)
    if shaft.goes_on:
        go_on(work, here, feet_left(work, here, RECHECK_FT, walked), shaft.rules)
    work.close(lead, here.space, rules=shaft.rules)


def _reachable(work: Work, level: int, levels: int) -> int:
    """How many levels a way really leads: to the surface at most, and not below the bottom."""
    roll = work.last_total("A.6")
    bottom = int(work.options["bottom_level"])
    if level + levels < 0:
        work.adjust("A.6", roll, "above_surface", "surface")
        return -level
    if bottom and level + levels > bottom:
        work.adjust("A.6", roll, "below_bottom", "reduced" if bottom > level else "dead_end")
        return max(0, bottom - level)
    return levels


def _ground_for(work: Work, end: Lead, length: int) -> tuple[Lead, int]:
    """New floor ahead for a way between levels, or the end of the run where there is none."""
    if not work.ground(end.level).clear(end.front, length):
        return end, 0
    node = lay_stretch(work, end, length, "node")
    far = Lead(end.id, end.level, "corridor", node.id, moved(end.front, length), run=(*end.run, node.id))
    return far, length


def _middle(face: Face, length: int) -> Point:
    half = length // 2
    return face.x + half * DX[face.heading], face.y + half * DY[face.heading]


def _sink(work: Work, here: Lead, shaft: Shaft, code: str, levels: int, at: Point) -> None:
    """Draw the way and reserve its far end at once, even on a level that is still blank."""
    level = here.level + levels
    stairs = shaft.kind == "stairs"
    if level == 0:
        space, arrives = SURFACE, at
    else:
        length = STAIRS if stairs else HOLE
        arrival = arrive(work, level, at, here.front, length, both_ways=not stairs)
        space, arrives = arrival.space, arrival.at
    kind: LinkKind = "stairs" if stairs else "chimney" if shaft.kind == "chimney" else "trapdoor"
    needs = "climbing" if kind == "chimney" else "rope_or_climbing" if kind == "trapdoor" else ""
    work.link(
        kind,
        here.space,
        space,
        None,
        here.front.heading,
        (*shaft.rules, "DA-STAIR-10"),
        needs=needs,
        levels=levels,
        at=at,
        arrives=arrives,
        code=code,
        state="unchecked" if stairs and levels > 0 else "open",
        hidden=kind == "trapdoor" and gives_way(work.options),
    )


def _blind_stairs(work: Work, lead: Lead, end: Lead, shaft: Shaft, code: str) -> None:
    """Stairs to a blank wall; whether they give way is thrown when somebody reaches their end."""
    here, _ = _ground_for(work, end, STAIRS)
    trap = Trap(
        work.new_id("t", "traps"),
        here.level,
        here.space,
        code,
        floor=work.spaces[here.space].parts[0],
        face=here.front,
        levels=shaft.levels,
        stairs=work.new_id("k", "links"),
    )
    work.happen(TrapPlaced(trap, rules=shaft.rules, audience="referee"))
    work.see(trap.stairs)
    work.close(lead, here.space, "stairs_blind", shaft.rules)
    if here.run:
        offer_dead_end_walls(work, here)
