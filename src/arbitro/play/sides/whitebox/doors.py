"""Doors of the dungeon for the White Box family: the dungeon keeps how they stand, and lends them to the game.

The game is played on an expedition that has the doors within reach (`lent`); whatever its events do to one of them is
done to the dungeon's (`FOLDS`).
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from arbitro.dungeon.doors import door_state, with_door
from arbitro.dungeon.model import DoorState, Dungeon, Link
from arbitro.kernel.event import Event
from arbitro.kernel.same import Same
from arbitro.play.fold import Fold
from arbitro.play.naming import way_called
from arbitro.play.sides.whitebox.places import beyond_of, named, said, unseen
from arbitro.play.ways import Way, feet_between, hidden_ways, ways
from arbitro.rules.whitebox.exploring import events as e
from arbitro.rules.whitebox.exploring.fold import FOLD
from arbitro.rules.whitebox.exploring.state import Door, Expedition, Place
from arbitro.rules.whitebox.terms import Named

# -------------------------------------------------------------------- lent to the game


def lent(dungeon: Dungeon, out: Expedition) -> Mapping[str, Door]:
    """The doors of where the party is and of places next to it where it has been, and whatever else stands open."""
    return _lent(Same(dungeon), out.at, Same(out.places), out.visited)


@lru_cache(maxsize=16)  # of the states that a command passes through most are those of one place
def _lent(here: Same[Dungeon], at: str, seen: Same[dict[str, Place]], visited: tuple[str, ...]) -> Mapping[str, Door]:
    dungeon, places = here.thing, seen.thing
    doors = {door.id: door for door in _doors_of(dungeon, places, at)}
    around = {end: None for door in doors.values() if (end := door.beyond(at)) in visited}
    for space in around:
        doors = {door.id: door for door in _doors_of(dungeon, places, space)} | doors
    for name, stands in dungeon.doors.items():
        if stands.open and name not in doors and name in dungeon.links:
            doors[name] = _as_it_stands(dungeon, _elsewhere(dungeon.links[name], at))
    return doors


def passed_by(dungeon: Dungeon, out: Expedition, space: str) -> dict[str, Door]:
    """The secret doors of a space that nobody has found, which whoever comes there passes by."""
    return {door.id: door for door in _doors_of(dungeon, out.places, space) if not door.known}


def _doors_of(dungeon: Dungeon, places: dict[str, Place], space: str) -> Iterator[Door]:
    """The ways on from a space as doors and passages; secret doors that nobody has found too."""
    if space not in dungeon.spaces:
        return
    known, hidden = list(ways(dungeon, space)), hidden_ways(dungeon, space)
    for among in (known, hidden):
        for found in among:
            end = beyond_of(found) if beyond_of(found) in places else unseen(found.id)
            if end in places:
                door = door_of(dungeon, space, end, found, among)
                yield replace(door, found=False) if among is hidden else door


def door_of(dungeon: Dungeon, space: str, end: str, found: Way, among: list[Way]) -> Door:
    """A way from a space to a place as a door or passage, as it stands."""
    feet = feet_between(dungeon, space, end) if end in dungeon.spaces else 0
    name, secret = named(way_called(found, among)), found.kind == "secret_door"
    door = Door(id=found.id, name=name, between=(space, end), feet=feet, secret=secret, found=secret)
    return _as_it_stands(dungeon, door) if found.is_door else replace(door, passage=True)


def _elsewhere(link: Link, at: str) -> Door:
    """A door that stands open and is no way on from here: it falls shut like any other. A false one leads nowhere."""
    ends = (link.a, link.b)
    return Door(id=link.id, name=said("way.door.plain", "f"), between=ends, gone=at in ends)


def _as_it_stands(dungeon: Dungeon, door: Door) -> Door:
    return replace(door, **_standing(door_state(dungeon, door.id)))


def _standing(door: Door | DoorState) -> dict[str, Any]:
    """What the dungeon keeps of a door: the game's and the dungeon's say it alike."""
    return {name: getattr(door, name) for name in DoorState.__struct_fields__}


# -------------------------------------------------------------------- what becomes of them


def _touched(state: Any, event: Any) -> Any:
    """By the game's own fold, on doors lent by the dungeon, which takes them back as they stand then."""
    dungeon: Dungeon = state.dungeon
    own = [name for name in _doors_in(event) if name in dungeon.links]
    out = state.game.expedition
    if not own or out is None:
        return replace(state, game=FOLD[type(event)](state.game, event))
    bare = (_as_it_stands(dungeon, Door(id=name, name=Named("", ""), between=("", ""))) for name in own)
    game = replace(state.game, expedition=replace(out, doors={**out.doors, **{door.id: door for door in bare}}))
    after = FOLD[type(event)](game, event)
    doors = dict(after.expedition.doors)
    for name in own:
        door = doors.pop(name)
        if not door.passage:
            dungeon = with_door(dungeon, name, **_standing(door))
    return replace(state, dungeon=dungeon, game=replace(after, expedition=replace(after.expedition, doors=doors)))


def _doors_in(event: Any) -> Iterable[str]:
    match event:
        case e.DoorsShut():
            return event.doors
        case e.FactsStated():  # by hand, and of every door in logs of tables that stated them all
            return [door.id for door in event.doors]
        case e.FeatureFound():
            return [event.what]
        case _:
            return [event.door]


FOLDS: Final[dict[type[Event], Fold]] = dict.fromkeys(
    (
        e.DoorTried,
        e.LockTried,
        e.DoorLocked,
        e.DoorOpened,
        e.DoorWedged,
        e.DoorsShut,
        e.DoorShut,
        e.FeatureFound,
        e.FactsStated,
    ),
    _touched,
)
