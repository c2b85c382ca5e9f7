"""What traps, gas and blind stairs do when somebody comes upon them. The game in use applies the effects."""

from typing import Final

from msgspec.structs import replace

from arbitro.appendix_a.arrival import arrive, lay_unseen, lift_place
from arbitro.appendix_a.door import hang_door_ahead
from arbitro.appendix_a.hidden import trap_is_pit
from arbitro.appendix_a.level import TEXTS
from arbitro.appendix_a.shaft import HOLE
from arbitro.appendix_a.trap import reset_trap
from arbitro.appendix_a.work import Work
from arbitro.dice.amount import Amount
from arbitro.dice.stream import Dice
from arbitro.dungeon.events import Effect, EffectDue, Seen, TrapChanged
from arbitro.dungeon.lattice import DX, DY, bounds
from arbitro.dungeon.model import Dungeon, Face, Known, Lead, Point, Trap
from arbitro.kernel.event import Event
from arbitro.kernel.rolltable import counted
from arbitro.text import Fault, Words

TURNS_PER_HOUR: Final = 6
FALL: Final = "1d6"
SPIKES: Final = "1d6"
LIFT_HALF: Final = 8
UNSPRUNG: Final = ("armed", "noticed", "known")
"""Walls and lifts that are known have not worked yet, and still do for those who want it."""


def _armed(state: Dungeon, trap: str, *codes: str, states: tuple[str, ...] = ("armed", "noticed")) -> Trap:
    found = state.traps.get(trap)
    if found is None or (codes and found.code not in codes):
        raise Fault(Words(TEXTS, "fault.no_trap", trap=trap))
    if found.state not in states:
        raise Fault(Words(TEXTS, "fault.trap_done", trap=trap))
    return found


def discover(state: Dungeon, trap: str, group: str = "party") -> tuple[Event, ...]:
    """A group finds a trap before it works, by the rules of the game in use; where a door may be hidden, the pit.

    A trapdoor that would give way underfoot is a link: whoever finds it sees a hatch.
    """
    if trap in state.links:
        return (Seen(Known(group, trap), rules=("DA-STAIR-09",)),)
    found = _armed(state, trap)
    pit_or_door = found.code == "HIDDEN_DOOR" and not found.pit
    changed = replace(found, state="noticed" if pit_or_door else "known")
    rules = ("DA-TRAP-01",)
    return TrapChanged(changed, rules=rules, audience="referee"), Seen(Known(group, trap), rules=rules)


def _work(state: Dungeon, dice: Dice, trap: Trap, group: str) -> Work:
    work = Work(state, dice, group)
    work.begin_quietly(trap.id, "trap")
    return work


def spring_pit(
    state: Dungeon, trap: str, leading: tuple[str, ...], dice: Dice, group: str = "party"
) -> tuple[Event, ...]:
    """Each character of the leading rank falls on 1 to 3; afterwards the pit is open and known."""
    found = _armed(state, trap)
    if not trap_is_pit(found):
        raise Fault(Words(TEXTS, "fault.no_trap", trap=trap))
    work = _work(state, dice, found, group)
    spiked = found.code == "PIT_SPIKES"
    rules = ("DA-TRAP-04",) if spiked else ("DA-TRAP-03",)
    work.happen(TrapChanged(replace(found, state="known"), rules=rules, audience="referee"))
    work.see(trap)
    for who in leading:
        if work.chance("A.7.1.pit", who) == "falls":
            harm = f"{FALL}+{SPIKES}" if spiked else FALL
            work.happen(EffectDue(trap, Effect("fall", (who,), amount=found.depth_ft, dice=harm), rules=rules))
    return tuple(work.events)


def spring_missiles(
    state: Dungeon, trap: str, dice: Dice, group: str = "party", who: tuple[str, ...] = ()
) -> tuple[Event, ...]:
    """Arrows or spears fly at `who`: how many, and which are poisoned. The game in use throws the attack of each."""
    found = _armed(state, trap, "ARROWS", "SPEARS")
    work = _work(state, dice, found, group)
    trick = work.tables.trap.at(15 if found.code == "ARROWS" else 16).result
    count = work.amount(trick.number, *who)
    poison = tuple(work.chance_thrown(trick.poison) for _ in range(count))
    effect = Effect(
        "missiles",
        dice=str(state.options["missile_trap_damage"]),
        detail=str(state.options["missile_trap_poison"]),
        missiles=tuple(each.row == "poisoned" for each in poison),
        poison=tuple(each.total for each in poison),
        hit_dice=int(state.options["missile_trap_hit_dice"]),
    )
    work.happen(EffectDue(trap, effect, rules=trick.rules))
    work.happen(TrapChanged(replace(found, state="spent"), rules=trick.rules, audience="referee"))
    work.see(trap)
    return tuple(work.events)


def spring_wall(state: Dungeon, trap: str, dice: Dice, group: str = "party", *, now: int) -> tuple[Event, ...]:
    """A wall slides shut behind the party for 10 to 60 turns."""
    found = _armed(state, trap, "SLIDING_WALL", states=UNSPRUNG)
    work = _work(state, dice, found, group)
    turns, times = work.amount("A.7.1.wall"), work.tables.amounts["A.7.1.wall"].times
    shut = replace(found, state="shut", until=now + turns)
    work.happen(TrapChanged(shut, turns, times, rules=("DA-TRAP-08",), audience="referee"))
    work.see(trap)
    return tuple(work.events)


def enter_gas(
    state: Dungeon,
    trap: str,
    who: tuple[str, ...],
    dice: Dice,
    *,
    now: int,
    fighters: tuple[str, ...] = (),
    group: str = "party",
) -> tuple[Event, ...]:
    """Somebody goes through a cloud of gas; `fighters` are those of `who` that strength gas strengthens."""
    found = _armed(state, trap, "GAS")
    work = _work(state, dice, found, group)
    row = next(row for row in work.tables.gas.rows if row.id == found.gas)
    gas = row.result
    touched = tuple(each for each in who if each in fighters) if gas.who == "fighters" else who
    turns = amount = 0
    if gas.turns:
        turns = work.amount(gas.turns, *touched)
    if gas.amount:
        amount = work.amount(gas.amount, *touched)
        turns = TURNS_PER_HOUR * _hours(work, touched)
    until = now + turns if turns else 0
    effect = Effect(gas.kind, touched, save=gas.save, amount=amount or gas.feet, until=until, detail=row.id)
    work.happen(EffectDue(trap, effect, turns, rules=("DA-GAS-01", "DA-TRAP-11", *gas.rules)))
    state_after = "noticed" if state.options["gas"] == "permanent" else "dispersed"
    work.happen(TrapChanged(replace(found, state=state_after), rules=("DA-TRAP-11",), audience="referee"))
    work.see(trap)
    return tuple(work.events)


def _hours(work: Work, whom: tuple[str, ...]) -> int:
    amount = Amount.parse(str(work.options["strength_gas_hours"]))
    lookup = counted("A.7.2.strength_hours", amount, work.dice)
    work.log(lookup, ("DA-GAS-06",), whom)
    return lookup.total


# -------------------------------------------------------------------- blind stairs


def reach_blind_end(
    state: Dungeon, trap: str, who: tuple[str, ...], dice: Dice, group: str = "party"
) -> tuple[Event, ...]:
    """The party reaches the end of blind stairs: 1 in 6 that they give way and a chute opens."""
    found = _armed(state, trap, "STAIRS_UP_DEAD_END", "STAIRS_DOWN_DEAD_END")
    rules = ("DA-STAIR-05",) if found.code == "STAIRS_UP_DEAD_END" else ("DA-STAIR-06",)
    work = Work(state, dice, group)
    work.begin(trap, "trap")
    levels = _clamped(work, found.level, found.levels) if work.chance("A.6.collapse", *who) == "collapse" else 0
    if levels == 0:
        work.happen(TrapChanged(replace(found, state="spent"), rules=rules, audience="referee"))
        work.see(trap)
        return tuple(work.events)
    at = (found.front.x - 4 * DX[found.front.heading], found.front.y - 4 * DY[found.front.heading])
    arrival = arrive(work, found.level + levels, at, found.front, HOLE, both_ways=True)
    link = work.link(
        "chute",
        found.space,
        arrival.space,
        None,
        found.front.heading,
        (*rules, "DA-STAIR-10"),
        two_way=False,
        levels=levels,
        at=at,
        arrives=arrival.at,
        code=found.code,
    )
    work.happen(TrapChanged(replace(found, state="open", link=link.id), rules=rules, audience="referee"))
    slide = Effect("slide", who, level=found.level + levels, space=arrival.space)
    work.happen(EffectDue(trap, slide, rules=rules))
    work.see(trap)
    return tuple(work.events)


def _clamped(work: Work, level: int, levels: int) -> int:
    bottom = int(work.options["bottom_level"])
    if bottom and level + levels > bottom:
        work.adjust("A.6", 0, "below_bottom", "reduced" if bottom > level else "dead_end")
        return max(0, bottom - level)
    return levels


# -------------------------------------------------------------------- lifts


def enter_lift(
    state: Dungeon, trap: str, who: tuple[str, ...], dice: Dice, group: str = "party", *, now: int
) -> tuple[Event, ...]:
    """The party has walked into a lift: it sinks at once. With no ground for it below, A.7.1 is thrown again."""
    found = _armed(state, trap, "ELEVATOR_1", "ELEVATOR_2", "ELEVATOR_MULTI", states=UNSPRUNG)
    work = Work(state, dice, group)
    work.begin(trap, "trap")
    trick = next(row.result for row in work.tables.trap.rows if row.id == found.code)
    multi = found.code == "ELEVATOR_MULTI"
    run = work.amount("A.7.1.depth") if multi else trick.levels
    run = _clamped(work, found.level, run)
    first = min(run, 1) if multi else run
    sunk = replace(found, state="below", levels=run, sunk=first, until=now + trick.locked)
    if first == 0 or (not multi and not _land(work, sunk, trick.rules, now)):
        work.adjust("A.7.1", 0, "no_space" if first else "below_bottom", "rerolled")
        reset_trap(work, found)
        return tuple(work.events)
    if multi:
        work.happen(TrapChanged(sunk, trick.locked, rules=trick.rules, audience="referee"))
    work.happen(EffectDue(trap, Effect("descend", who, level=found.level + first), rules=trick.rules))
    work.see(trap)
    return tuple(work.events)


def try_lift_door(
    state: Dungeon, trap: str, opened: bool, who: tuple[str, ...], dice: Dice, group: str = "party", *, now: int
) -> tuple[Event, ...]:
    """An attempt to open the door of the third lift: a failure takes it one level further, to the end of its run."""
    found = state.traps.get(trap)
    if found is None or found.code != "ELEVATOR_MULTI" or found.state != "below" or found.link:
        raise Fault(Words(TEXTS, "fault.no_lift_door", trap=trap))
    work = Work(state, dice, group)
    work.begin(f"{trap}-{found.sunk}", "trap")
    rules = ("DA-TRAP-07",)
    if opened:
        if not _land(work, found, rules, now):
            work.adjust("A.7.1", 11, "no_space", "dead_end")
        return tuple(work.events)
    if found.sunk < found.levels:
        deeper = replace(found, sunk=found.sunk + 1)
        work.happen(TrapChanged(deeper, still_down(deeper, now), rules=rules, audience="referee"))
        work.happen(EffectDue(trap, Effect("descend", who, level=found.level + deeper.sunk), rules=rules))
    return tuple(work.events)


def still_down(lift: Trap, now: int) -> int:
    """Turns until a lift can move again."""
    return max(lift.until - now, 0)


def _land(work: Work, lift: Trap, rules: tuple[str, ...], now: int) -> bool:
    """Draw a lift where it has come to rest, with its only door straight ahead."""
    heading = lift.front.heading
    at = _lift_middle(lift)
    placed = lift_place(work, lift.level + lift.sunk, at, heading)
    if placed is None:
        return False
    space, point = placed
    lay_unseen(work, space)
    link = work.link(
        "lift",
        lift.space,
        space.id,
        None,
        heading,
        (*rules, "DA-STAIR-10"),
        levels=lift.sunk,
        at=at,
        arrives=point,
        code=lift.code,
        state="shut",
        until=lift.until,
    )
    here = replace(lift, link=link.id)
    work.happen(TrapChanged(here, still_down(here, now), rules=rules, audience="referee"))
    front = Face(point[0] + LIFT_HALF * DX[heading], point[1] + LIFT_HALF * DY[heading], heading, 10)
    hang_door_ahead(work, Lead(lift.id, space.level, "corridor", space.id, front), ("DA-TRAP-05",))
    work.see(space.id, "visited")
    return True


def _lift_middle(lift: Trap) -> Point:
    """The middle of the 20 by 20 ft behind the entry, or of the whole place where that is smaller."""
    x0, y0, x1, y1 = bounds(lift.floor)
    dx, dy = DX[lift.front.heading], DY[lift.front.heading]
    x, y = lift.front.x + LIFT_HALF * dx, lift.front.y + LIFT_HALF * dy
    return min(max(x, x0), x1) // 4 * 4, min(max(y, y0), y1) // 4 * 4
