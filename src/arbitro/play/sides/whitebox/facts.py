"""The dungeon as La Scatola Bianca states it: places, doors, troops for what the appendix has drawn."""

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dungeon.kinds import OfClass, is_treasure, kind_of
from arbitro.dungeon.model import SURFACE, Slot
from arbitro.dungeon.model import Trap as DungeonTrap
from arbitro.play.sides.whitebox import locks
from arbitro.play.state import Called, CampaignState
from arbitro.play.telling import TEXTS, place_called, trap_found, way_called
from arbitro.play.ways import Way, extent, feet_between, hidden_ways, ways
from arbitro.rules.whitebox.exploring.commands import StateFacts
from arbitro.rules.whitebox.exploring.events import FactsStated
from arbitro.rules.whitebox.exploring.state import Door, Expedition, Place, Trap, Troop
from arbitro.rules.whitebox.terms import Named

ROAD = "road"
HOME = "home"
SQUARE_FT = 10


def named(called: Called) -> Named:
    """A name as the game writes it."""
    return Named(called.it, called.en, called.gender)


def said(key: str, gender: str = "m") -> Named:
    """Words of the catalogues as a name."""
    return Named(TEXTS.say("it", key), TEXTS.say("en", key), "f" if gender == "f" else "m")


def beyond_of(found: Way) -> str:
    """The place at the other end, as the game calls it: a space, the road, or one that is not drawn yet."""
    if found.to == SURFACE:
        return ROAD
    return found.to if found.to and not found.lead else f"?{found.id}"


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
        who = next(((name, count) for name, count in slot.items if not is_treasure(name)), None)
        if who is None:
            continue
        found.append(in_mood(troop_of(slot.id, *who, space), state.moods.get(slot.id, "")))
    return tuple(found)


def troop_of(name: str, kind: str, count: int, place: str = "") -> Troop:
    """Several of a kind: monsters of the bestiary, or people of a class."""
    who = kind_of(kind)
    if isinstance(who, OfClass):
        return Troop(id=name, class_id=who.class_id, level=who.level, count=Amount(plus=count), place=place)
    return Troop(id=name, monster=kind, count=Amount(plus=count), place=place)


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


def door_of(state: CampaignState, space: str, found: Way, among: list[Way], old: Door | None) -> Door:
    """A way as a door or passage; what was done to it before stays done."""
    beyond = beyond_of(found)
    feet = feet_between(state.dungeon, space, found.to) if found.to in state.dungeon.spaces else 0
    name = named(way_called(found, among))
    if old is not None:
        ends = old.between if {space, beyond} == set(old.between) else (space, beyond)
        return replace(old, name=name, between=ends, feet=feet, gone=False, found=old.found or old.secret)
    secret = found.kind == "secret_door"
    ends = (space, beyond)
    door = Door(id=found.id, name=name, between=ends, feet=feet, passage=not found.is_door, secret=secret, found=secret)
    return locks.as_settled(state, door)


def survey(state: CampaignState, out: Expedition, space: str) -> StateFacts | None:
    """Everything about a space that the game does not know yet, or knows otherwise; None where there is nothing."""
    places: dict[str, Place] = {}
    doors: dict[str, Door] = {}
    here = place_of(state, space)
    if out.places.get(space) != here:
        places[space] = here
    among = list(ways(state.dungeon, space))
    for found in among:
        end = beyond_of(found)
        if end.startswith("?"):
            if end not in out.places:
                places[end] = Place(id=end, name=said("place.beyond"))
        elif end not in out.places and end in state.dungeon.spaces:
            places[end] = place_of(state, end)
        door = door_of(state, space, found, among, out.doors.get(found.id))
        if out.doors.get(found.id) != door:
            doors[found.id] = door
    doors |= _hidden_doors(state, out, space, places)
    known = {found.id for found in among}
    for name, door in out.doors.items():
        if space in door.between and name not in known and not door.gone and door.known:
            doors[name] = replace(door, gone=True)
    troops = tuple(troop for troop in troops_in(state, space) if troop.id not in out.troops)
    if not (places or doors or troops):
        return None
    return StateFacts(tuple(places.values()), tuple(doors.values()), (), troops)


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


def _hidden_doors(state: CampaignState, out: Expedition, space: str, places: dict[str, Place]) -> dict[str, Door]:
    """Secret doors that are drawn here and that nobody has found: the game's own searches may find them."""
    found: dict[str, Door] = {}
    among = hidden_ways(state.dungeon, space)
    for hidden in among:
        if hidden.id in out.doors:
            continue
        end = hidden.to or f"?{hidden.id}"
        if end not in out.places and end not in places:
            drawn = end in state.dungeon.spaces
            places[end] = place_of(state, end) if drawn else Place(id=end, name=said("place.beyond"))
        name = named(way_called(hidden, among))
        door = Door(id=hidden.id, name=name, between=(space, end), secret=True, found=False)
        found[hidden.id] = locks.as_settled(state, door)
    return found
