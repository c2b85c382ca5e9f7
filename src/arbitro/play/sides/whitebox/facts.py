"""The dungeon as La Scatola Bianca states it: places and troops for what the appendix has drawn.

The dungeon keeps both. What the game has of them is made here and nowhere else, and what it leaves of a troop goes back
(`left_in`): no expedition knows more than the next.
"""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dungeon.kinds import OfClass, is_treasure, kind_of
from arbitro.dungeon.model import BEHIND, Slot
from arbitro.dungeon.model import Trap as DungeonTrap
from arbitro.play.naming import place_called, trap_found
from arbitro.play.sides.whitebox.places import beyond_of, is_unseen, named, said
from arbitro.play.state import CampaignState
from arbitro.play.ways import extent, hidden_ways, ways
from arbitro.rules.whitebox.exploring.commands import StateFacts
from arbitro.rules.whitebox.exploring.events import FactsStated
from arbitro.rules.whitebox.exploring.state import Expedition, Place, Trap, Troop
from arbitro.rules.whitebox.terms import Named

SQUARE_FT: Final = 10


def place_of(state: CampaignState, space: str) -> Place:
    """A space of the dungeon; those who are at home in it can be heard through its doors."""
    here = state.dungeon.spaces[space]
    stirring = any(_waiting(slot, space) for slot in state.dungeon.slots.values())
    area = here.area or SQUARE_FT * extent(here)
    return Place(
        id=space,
        name=named(place_called(state.dungeon, space)),
        level=here.level,
        area=area,
        across=extent(here) if here.is_place else 0,
        noise=said("noise") if stirring else None,
    )


def _waiting(slot: Slot, space: str) -> bool:
    return slot.kind == "monster" and slot.space == space and slot.state != "gone" and bool(slot.items)


def troops_in(state: CampaignState, space: str) -> tuple[Troop, ...]:
    """Those who wait in a space, as the stocker has named them."""
    found = []
    for slot in state.dungeon.slots.values():
        if not _waiting(slot, space):
            continue
        at = _who(slot)
        if at is None:
            continue
        troop = replace(troop_of(slot.id, *slot.items[at], space), behind=slot.approach == BEHIND)
        found.append(in_mood(troop, state.moods.get(slot.id, "")))
    return tuple(found)


def left_in(slot: Slot, troop: Troop) -> Slot:
    """A slot with as many as the game has left of those who wait in it."""
    at = _who(slot)
    if at is None:
        return slot
    items = (*slot.items[:at], (slot.items[at][0], troop.count.plus), *slot.items[at + 1 :])
    return replace(slot, items=items)


def _who(slot: Slot) -> int | None:
    """Where in a slot those are who wait in it: beside them is what they own."""
    return next((at for at, (name, _) in enumerate(slot.items) if not is_treasure(name)), None)


def troop_of(name: str, kind: str, count: int, place: str = "") -> Troop:
    """Several of a kind: monsters of the bestiary, or people of a class, who carry a light between walls."""
    who, many = kind_of(kind), Amount(plus=count)
    if isinstance(who, OfClass):
        return Troop(id=name, class_id=who.class_id, level=who.level, count=many, place=place, light=bool(place))
    return Troop(id=name, monster=kind, count=many, place=place)


def in_mood(troop: Troop, mood: str) -> Troop:
    """Those who wait, as the referee has settled how they take it."""
    match mood:
        case "unaware":
            return replace(troop, unwary=True)
        case "hostile":
            return replace(troop, attitude="hostile")
        case "friendly":
            return replace(troop, attitude="positive")
        case _:
            return troop


def survey(state: CampaignState, out: Expedition, space: str) -> StateFacts | None:
    """Everything about a space that the game does not know yet, or knows otherwise; None where there is nothing."""
    dungeon = state.dungeon
    places: dict[str, Place] = {}
    here = place_of(state, space)
    if out.places.get(space) != here:
        places[space] = here
    for found in (*ways(dungeon, space), *hidden_ways(dungeon, space)):
        end = beyond_of(found)
        if end not in out.places and (end in dungeon.spaces or is_unseen(end)):
            places[end] = Place(id=end, name=said("place.beyond")) if is_unseen(end) else place_of(state, end)
    return _new(state, out, space, places)


def whereabouts(state: CampaignState, out: Expedition, space: str) -> StateFacts | None:
    """What the game must know before the party comes to a space: the place, and whoever waits there.

    And where a secret door leads that elves pass by (WB-SECRET-03).
    """
    here = place_of(state, space)
    places = {} if out.places.get(space) == here else {space: here}
    for found in hidden_ways(state.dungeon, space):
        end = beyond_of(found)
        if end not in out.places and end in state.dungeon.spaces:
            places[end] = place_of(state, end)
    return _new(state, out, space, places)


def _new(state: CampaignState, out: Expedition, space: str, places: dict[str, Place]) -> StateFacts | None:
    troops = tuple(troop for troop in troops_in(state, space) if troop.id not in out.troops)
    return StateFacts(tuple(places.values()), (), (), troops) if places or troops else None


def all_of_the_dungeon(state: CampaignState, stated: FactsStated) -> bool:
    """Whether facts say nothing but what the appendix has drawn: a referee may state others by hand."""
    dungeon = state.dungeon
    places = all(place.id in dungeon.spaces or place.id[:1] == "?" for place in stated.places)
    doors = all(
        door.id in dungeon.links or door.id in dungeon.leads or door.id in dungeon.closed for door in stated.doors
    )
    traps = all(trap.id in dungeon.traps or trap.id in dungeon.links for trap in stated.traps)
    return places and doors and traps and all(troop.id in dungeon.slots for troop in stated.troops)


def trap_of(trap: DungeonTrap, place: str, way: str) -> Trap:
    """A trap of the appendix for the game's own searches, on the way from a place; it springs by the appendix alone."""
    name = Named(trap_found(trap.code, "it"), trap_found(trap.code, "en"), "f")
    return Trap(id=trap.id, name=name, place=place, door=way)
