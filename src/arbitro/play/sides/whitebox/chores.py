"""What a party of La Scatola Bianca does over and over: light, waiting, bandages, a look round the room."""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.play.sides.whitebox.box import BoxSide, company, expedition_of, inner_state
from arbitro.play.state import CampaignState
from arbitro.rules.whitebox.exploring import commands as exploring_commands
from arbitro.rules.whitebox.exploring import events as e
from arbitro.rules.whitebox.exploring.clock import farthest_light, lit
from arbitro.rules.whitebox.exploring.guide import MOST_ROOM, some_light
from arbitro.rules.whitebox.people import commands as people_commands
from arbitro.rules.whitebox.people.events import Bandaged, BleedingStopped, ItemSpent, Rested
from arbitro.rules.whitebox.people.records import comes_to, ends_by, on_their_feet

LONGEST_WAIT: Final = 240
"""Minutes that a party would sit down and wait for somebody."""
ROUTINE: Final[frozenset[type[Event]]] = frozenset(
    {
        e.Busy,
        e.DoorTried,
        e.DoorsShut,
        e.LightKindled,
        e.LightTaken,
        e.LightWentOut,
        e.Travelled,
        Bandaged,
        BleedingStopped,
        ItemSpent,
        Rested,
    }
)
"""What is told on every walk."""


def upkeep(side: BoxSide, state: CampaignState) -> Iterator[Command]:
    """A new light for one that has burned down; whoever is busy is waited for."""
    inner, out = inner_state(state), expedition_of(state)
    if out is None or not state.at:
        return
    if not lit(side.game.at(inner)):
        yield from some_light(side.game.at(inner), out)
    if any(until > inner.minutes for until in out.busy.values()):
        yield exploring_commands.PassTurns()


def come_to(side: BoxSide, state: CampaignState) -> tuple[str, ...]:
    """Those who sleep, are caught in a web or held, and will be free of it before long."""
    here = side.game.at(inner_state(state))
    lying = (one.id for one in company(state) if not on_their_feet(here.state, one.id) and comes_to(here, one.id))
    return tuple(who for who in lying if ends_by(here.state, who, here.state.minutes + LONGEST_WAIT))


def shines(side: BoxSide, state: CampaignState) -> int:
    """As far as the farthest of the lights that are carried (WB-LIGHT-01)."""
    return farthest_light(side.game.at(inner_state(state)))


def light(side: BoxSide, state: CampaignState) -> int | None:
    """What burns longest, and all that could be lit after it."""
    inner, out = inner_state(state), expedition_of(state)
    if out is None:
        return None
    burning = max((one.out_at - inner.minutes for one in out.lights.values()), default=0)
    gear = side.game.content.gear
    spare = sum(
        item.count * gear[item.of].burns * 10
        for one in company(state)
        for item in one.items.values()
        if item.sort == "gear" and item.of in gear and gear[item.of].burns
    )
    return max(burning, 0) + spare


def mend(state: CampaignState) -> Iterator[Command]:
    """Bleeding is stopped and wounds are bound; more than that takes a bed."""
    people = list(company(state))
    hands = [one.id for one in people if one.fit]
    for one in people:
        if one.bleeding:
            yield from (people_commands.StopBleeding(who, one.id) for who in hands if who != one.id)
        if one.battle is not None and not one.battle.bound and one.hp < one.max_hp:
            yield from (people_commands.Bandage(who, one.id) for who in hands)


def search(state: CampaignState) -> Iterator[Command]:
    """Once, by whoever goes in front and has their hands free; of a hall, only the walls."""
    out = expedition_of(state)
    inner = inner_state(state)
    if out is None or out.at in out.searched or out.places[out.at].area > MOST_ROOM:
        return
    if out.being_searched(inner.minutes):
        return
    yield from (exploring_commands.Search(one.id) for one in company(state) if one.fit)
