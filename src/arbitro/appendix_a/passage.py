"""Following a corridor: laying it to the next check point, table A.1, junctions (A.3) and bends (A.4)."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from arbitro.appendix_a.beyond import look_beyond
from arbitro.appendix_a.deadend import dead_end
from arbitro.appendix_a.door import hang_door_ahead, hang_side_door
from arbitro.appendix_a.encounter import wandering_monster
from arbitro.appendix_a.junction import Arm, bend_behind, leaves, plan_ahead, plan_behind
from arbitro.appendix_a.place import build_chamber
from arbitro.appendix_a.shaft import meet_shaft
from arbitro.appendix_a.stretch import feet_left, go_on, lay_corridor, lay_stretch, steps_for
from arbitro.appendix_a.tables import Diagonal, Junction, Rules
from arbitro.appendix_a.trap import meet_trap
from arbitro.appendix_a.work import Work
from arbitro.dungeon.events import LeadOpened
from arbitro.dungeon.ground import OFF_SHEET
from arbitro.dungeon.lattice import TEN_FT, WIDTHS, Mouth, is_diagonal, moved, stretch
from arbitro.dungeon.model import DeadEnd, Lead, Reason
from arbitro.kernel.rolltable import Row

RECHECK_FT: Final = 30
STRAIGHT_FT: Final = 60
CURVE_STEPS: Final = 16
"""A curve takes the first 20 ft."""


def follow_corridor(work: Work, lead: Lead) -> None:
    """Lay a corridor to its next check point and work out what is met there."""
    steps = steps_for(work, lead.to_go, lead.front.heading)
    end, laid = lay_corridor(work, lead, steps)
    if laid < steps:
        _blocked(work, lead, end, laid)
        return
    periodic_check(work, lead, end)


# -------------------------------------------------------------------- table A.1


def periodic_check(work: Work, lead: Lead, end: Lead) -> None:
    """Throw A.1 at a check point and work out the row."""
    row, monster = _what_comes(work)
    before, came = len(work.events), row.id
    match row.id:
        case "STRAIGHT":
            go_on(work, end, STRAIGHT_FT, row.result)
            work.close(lead, end.space)
        case "DOOR":
            _meet_door(work, lead, end, row.result)
        case "SIDE_CORRIDOR":
            _meet_junction(work, lead, end, row.result)
        case "TURN":
            if work.options["a1_11_13"] == "straight_30":
                go_on(work, end, RECHECK_FT, row.result)
                work.close(lead, end.space)
            else:
                bend(work, lead, end, forced=False)
        case "CHAMBER":
            if not build_chamber(work, lead, end):
                bend(work, lead, end, forced=True)
                came = "TURN"
        case "STAIRS":
            meet_shaft(work, lead, end)
        case "DEAD_END":
            dead_end(work, lead, end, "rolled", row.result)
        case _:
            meet_trap(work, lead, end, row.result)
    if monster:
        opened = [event.lead for event in work.events[before:] if type(event) is LeadOpened]
        wandering_monster(work, end, came, opened)


def _what_comes(work: Work) -> tuple[Row[Rules], bool]:
    """A row of A.1 that says how the way goes on, and whether somebody came by before it fell."""
    row = work.roll(work.tables.periodic)
    monster = False
    while row.id == "WANDERING_MONSTER" or (row.id == "TURN" and work.options["a1_11_13"] == "reroll"):
        if row.id == "WANDERING_MONSTER":
            if monster:
                work.adjust("A.1", 20, "repeated_encounter", "rerolled")
            monster = True
        row = work.roll(work.tables.periodic)
    return row, monster


def _meet_door(work: Work, lead: Lead, end: Lead, rules: tuple[str, ...]) -> None:
    row = work.roll(work.tables.door)
    if row.id == "DOOR_AHEAD":
        hang_door_ahead(work, end, rules)
        work.close(lead, end.space)
        return
    hang_side_door(work, lead, end, "left" if row.id == "DOOR_LEFT" else "right", rules)


# -------------------------------------------------------------------- table A.3.1


class _Wanted(Struct, frozen=True):
    """A junction as it is to be drawn here: eighths turned, the widths, whether the old corridor goes on."""

    arms: tuple[Arm, ...]
    goes_on: bool
    one_line: bool
    curved: int

    def mirrored(self) -> "_Wanted":
        arms = tuple(Arm(-arm.turn, arm.width) for arm in reversed(self.arms))
        return _Wanted(arms, self.goes_on, self.one_line, -self.curved)


def _read_junction(work: Work, junction: Junction, diagonal: bool) -> _Wanted:
    form: Junction | Diagonal = junction.diagonal if diagonal and junction.diagonal else junction
    goes_on, curved = form.goes_on, junction.curved
    if curved and work.options["curve"] == "main_bends":
        goes_on = False
    if len(form.arms) == 4 and work.options["x_fifth"] == "ahead":
        goes_on = True
    turns = [angle // 45 for angle in form.arms]
    if form.one_line:
        width = work.roll(work.tables.width).result
        widths = dict.fromkeys(turns, width)
    elif len(turns) == 4:
        # Two lines cross: first the one from -135 to 45, then the one from -45 to 135.
        one, two = work.roll(work.tables.width).result, work.roll(work.tables.width).result
        widths = {-3: one, 1: one, -1: two, 3: two}
    else:
        widths = {turn: work.roll(work.tables.width).result for turn in turns}
    return _Wanted(tuple(Arm(turn, widths[turn]) for turn in turns), goes_on, form.one_line, curved)


def _meet_junction(work: Work, lead: Lead, end: Lead, rules: tuple[str, ...]) -> None:
    row = work.roll(work.tables.junction)
    wanted = _read_junction(work, row.result, is_diagonal(end.front.heading))
    because = rules + row.result.rules
    for form in (wanted, wanted.mirrored()):
        if _draw_junction(work, end, form, because):
            if form is not wanted:
                work.adjust("A.3.1", work.last_total("A.3.1"), "no_space", "mirrored")
            work.close(lead, end.space)
            return
    work.adjust("A.3.1", work.last_total("A.3.1"), "no_space", "plain_corridor")
    go_on(work, end, RECHECK_FT, because)
    work.close(lead, end.space)


def _draw_junction(work: Work, end: Lead, form: _Wanted, rules: tuple[str, ...]) -> bool:
    ground = work.ground(end.level)
    plan = plan_ahead(end.front, form.arms, form.one_line, CURVE_STEPS if form.curved else TEN_FT)
    if ground.clear(end.front, plan.length):
        node = lay_stretch(work, end, plan.length, "node", curved=form.curved)
        far = Lead(end.id, end.level, "corridor", node.id, moved(end.front, plan.length), run=(*end.run, node.id))
        walked = plan.length
    else:
        behind = plan_behind(work, end, form.arms, form.one_line)
        if behind is None:
            return False
        plan, far, walked = behind, end, 0
    spaces = plan.where or (far.space,) * len(plan.arms)
    went_on = not form.goes_on
    for (arm, mouth), space in zip(plan.arms, spaces, strict=True):
        if arm.turn > 0 and not went_on:
            _main_goes_on(work, far, walked, rules)
            went_on = True
        opened = work.open_lead(
            Lead(work.new_lead_id(), end.level, "corridor", space, mouth.face, mouth.segment, RECHECK_FT),
            (*rules, "DA-CORR-11"),
        )
        if not leaves(ground, mouth):
            work.close(opened, dead_end="blocked", rules=("DA-SOLO-03",))
    if not went_on:
        _main_goes_on(work, far, walked, rules)
    return True


def _main_goes_on(work: Work, far: Lead, walked: int, rules: tuple[str, ...]) -> None:
    """The old corridor counts from the check point, but is never checked inside the node."""
    go_on(work, far, feet_left(work, far, RECHECK_FT, walked), rules)


# -------------------------------------------------------------------- table A.4


def bend(work: Work, lead: Lead, end: Lead, *, forced: bool, page_edge: bool = False, progress: bool = True) -> None:
    """Throw A.4 and A.3.2 and turn the corridor: on new floor ahead, or after a cut through its own walls."""
    turn = work.roll(work.tables.turn, ("DA-TURN-01",) if forced else ("DA-PERIODIC-05",))
    width = work.roll(work.tables.width, ("DA-TURN-03",)).result
    reason: Reason = "page_edge" if page_edge else "no_space"
    stalled = 0 if progress else end.stalled + 1
    if stalled <= work.tables.bends.bends_without_progress:
        for angle, try_width in _bends(work, turn.result, width):
            arm = Arm(angle // 45, try_width)
            if _turn_to(work, end, arm, forced=forced, stalled=stalled):
                if try_width != width:
                    work.adjust("A.3.2", work.last_total("A.3.2"), reason, "narrower", f"{try_width}")
                if angle != turn.result:
                    applied = "mirrored" if angle == -turn.result else "other_bend"
                    work.adjust("A.4", work.last_total("A.4"), reason, applied, f"{angle}")
                work.close(lead, end.space)
                return
    work.adjust("A.4", work.last_total("A.4"), reason, "dead_end")
    why: DeadEnd = "page_edge" if page_edge else "blocked"
    dead_end(work, lead, end, why, ("DA-TURN-01",))


def _bends(work: Work, rolled: int, width: int) -> Iterator[tuple[int, int]]:
    """The rolled bend, its mirror image and the others, each at the rolled width and then narrower."""
    for angle in dict.fromkeys((rolled, -rolled, *work.tables.bends.angles)):
        for narrower in WIDTHS:
            if narrower <= width:
                yield angle, narrower


def _turn_to(work: Work, end: Lead, arm: Arm, *, forced: bool, stalled: int) -> bool:
    ground = work.ground(end.level)
    if not forced:
        plan = plan_ahead(end.front, (arm,), one_line=False)
        if ground.clear(end.front, plan.length) and leaves(ground, plan.arms[0][1]):
            node = lay_stretch(work, end, plan.length, "node")
            _open_bend(work, end, plan.arms[0][1], node.id, stalled)
            return True
    behind = bend_behind(work, end, arm)
    if behind is not None:
        _open_bend(work, end, behind[1], behind[0], stalled)
        return True
    return False


def _open_bend(work: Work, end: Lead, mouth: Mouth, space: str, stalled: int) -> None:
    work.open_lead(
        Lead(work.new_lead_id(), end.level, "corridor", space, mouth.face, mouth.segment, RECHECK_FT, stalled=stalled),
        ("DA-TURN-02", "DA-TURN-03"),
    )


def _blocked(work: Work, lead: Lead, end: Lead, laid: int) -> None:
    """A corridor met mapped ground or the end of the sheet."""
    ground = work.ground(end.level)
    page_edge = ground.blocker(stretch(end.front, 4)) == OFF_SHEET
    if work.options["on_collision"] == "join" and not page_edge and _join(work, lead, end):
        return
    bend(work, lead, end, forced=True, page_edge=page_edge, progress=laid > 0)


def _join(work: Work, lead: Lead, end: Lead) -> bool:
    """By house rule a corridor may open into the space that it meets squarely."""
    face = end.front
    if is_diagonal(face.heading) or not end.run:
        return False
    seen = look_beyond(work.ground(end.level), face, 4)
    if seen.kind != "mapped" or seen.segment is None:
        return False
    last = lay_stretch(work, end, seen.depth, "corridor").id if seen.depth else end.space
    work.link("opening", last, seen.space, seen.segment, face.heading, ("DA-TURN-01",))
    work.close(lead, seen.space, rules=("DA-TURN-01",))
    return True


def start_crossroads(work: Work, end: Lead) -> None:
    """A dungeon may begin at a crossing of four ways."""
    arms = (Arm(-2, 10), Arm(2, 10))
    _draw_junction(work, end, _Wanted(arms, goes_on=True, one_line=True, curved=0), ("DA-MAP-03", "DA-CORR-08"))
