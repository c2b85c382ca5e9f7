"""Time and use: what opens again at its turn, stairs that shut behind those who go down.

A dungeon has no clock of its own: whoever keeps one says which turn it is (`now`).
"""

from typing import Final

from msgspec.structs import replace

from arbitro.appendix_a.level import TEXTS
from arbitro.appendix_a.shaft import gives_way
from arbitro.appendix_a.work import Work
from arbitro.dice.stream import Dice
from arbitro.dungeon.events import (
    Effect,
    EffectDue,
    LinkChanged,
    TrapChanged,
)
from arbitro.dungeon.model import Dungeon, Link, Trap
from arbitro.kernel.event import Event
from arbitro.text import Fault, Words

DAY: Final = 144
"""Turns of ten minutes to the day."""


def opens_again(state: Dungeon, now: int) -> tuple[Event, ...]:
    """What was shut for a while and opens again by this turn, in the order of the turns."""
    due: list[tuple[int, int, Link | Trap]] = []
    for number, link in enumerate(state.links.values()):
        if link.state == "shut" and link.until <= now:
            due.append((link.until, number, link))
    for number, trap in enumerate(state.traps.values(), len(state.links)):
        if trap.state in ("shut", "below") and trap.until <= now:
            due.append((trap.until, number, trap))
    events: list[Event] = []
    for _, _, thing in sorted(due, key=lambda each: each[:2]):
        if isinstance(thing, Link):
            rules = ("DA-STAIR-03",) if thing.kind == "stairs" else ("DA-TRAP-05", "DA-TRAP-07")
            events.append(LinkChanged(replace(thing, state="open", until=0), rules=rules, audience="referee"))
        elif thing.state == "shut":
            events.append(TrapChanged(replace(thing, state="open", until=0), rules=("DA-TRAP-08",), audience="referee"))
        else:
            events.append(
                TrapChanged(
                    replace(thing, state="ready", until=0), rules=("DA-TRAP-05", "DA-TRAP-07"), audience="referee"
                )
            )
    return tuple(events)


def descend(state: Dungeon, link: str, dice: Dice, group: str = "party", *, now: int) -> tuple[Event, ...]:
    """The party goes down stairs. Only then is it thrown whether a door bars the way back for a day."""
    stairs = state.links.get(link)
    if stairs is None or stairs.kind != "stairs":
        raise Fault(Words(TEXTS, "fault.no_stairs", link=link))
    again = state.options["egress_check"] == "every" and stairs.state == "open" and stairs.code != "ENTRANCE"
    work = Work(state, dice, group)
    if stairs.levels > 0 and (stairs.state == "unchecked" or again):
        work.begin_quietly(link, "link")
        shut = work.chance(f"A.6.egress.{min(stairs.levels, 3)}") == "shut"
        turns, rules = DAY if shut else 0, ("DA-STAIR-03", "DA-STAIR-04")
        work.change_link(stairs, rules, turns, state="shut" if shut else "open", until=now + turns if shut else 0)
    work.see(link)
    work.see(stairs.b, "visited")
    return tuple(work.events)


def step_on_trapdoor(
    state: Dungeon, link: str, who: tuple[str, ...], dice: Dice, group: str = "party"
) -> tuple[Event, ...]:
    """Somebody walks over a trapdoor: a hatch does nothing by itself; by house rule it gives way 2 times in 6.

    Once it has opened it is known to the group, which goes round it from then on.
    """
    trapdoor = state.links.get(link)
    if trapdoor is None or trapdoor.kind != "trapdoor":
        raise Fault(Words(TEXTS, "fault.no_trapdoor", link=link))
    if not gives_way(state.options):
        return ()
    work = Work(state, dice, group)
    work.begin_quietly(link, "link")
    if work.chance("A.6.trapdoor", *who) == "opens":
        work.see(link)
        level = trapdoor.level + trapdoor.levels
        fall = Effect("fall", who, level=level, space=trapdoor.b, amount=10 * trapdoor.levels)
        work.happen(EffectDue(link, fall, rules=("DA-STAIR-09",)))
    return tuple(work.events)


def may_pass(link: Link, start: str) -> bool:
    """Whether a link can be used from one of its ends as things stand."""
    if link.state in ("shut", "false") or not link.b:
        return False
    return start == link.a or (start == link.b and link.two_way)
