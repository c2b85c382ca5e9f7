"""An expedition and a joust as one seat may know them: what was found, seen and told, and nothing else."""

from typing import TYPE_CHECKING

from msgspec import Struct

from arbitro.kernel.moment import once
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox.exploring import state as exploring_state
from arbitro.rules.whitebox.terms import Named

if TYPE_CHECKING:
    from arbitro.rules.whitebox.state import State


class DoorView(Struct, frozen=True, omit_defaults=True):
    """A way out that the players know of."""

    id: str
    name: Named
    passage: bool
    open: bool
    wedged: bool
    locked: bool
    """Known to be locked."""
    leads: str = ""
    """Where to, if the party has been there."""


class LightView(Struct, frozen=True, omit_defaults=True):
    """A light in the party's hands."""

    id: str
    bearer: str
    of: str
    burning: bool
    minutes: int


class MeetingView(Struct, frozen=True, omit_defaults=True):
    """Somebody who is met, as the party sees them."""

    troop: str
    name: Named
    count: int
    feet: int
    surprised: tuple[str, ...]


class ExpeditionView(Struct, frozen=True, omit_defaults=True):
    """An expedition as a seat sees it; the referee has the facts besides."""

    place: str
    name: Named
    text: Named | None
    outdoors: bool
    turns: int
    miles: int
    over: bool
    doors: tuple[DoorView, ...]
    spots: dict[str, Named]
    traps: tuple[str, ...]
    """Traps of this place that are known."""
    lights: tuple[LightView, ...]
    busy: dict[str, int]
    """Minutes for which somebody still has something in hand."""
    visited: tuple[str, ...]
    weather: str = ""
    meeting: MeetingView | None = None
    facts: exploring_state.Expedition | None = None
    """For the referee: everything."""


class RiderView(Struct, frozen=True, omit_defaults=True):
    """A rider as everybody sees one, and the numbers for those who may know them."""

    id: str
    name: Named
    mount: str
    points: int
    seat: exploring_state.Seat
    ready: bool
    hp: int | None = None
    max_hp: int | None = None
    armour: int | None = None


class JoustView(Struct, frozen=True, omit_defaults=True):
    """A joust as a seat sees it."""

    riders: tuple[RiderView, ...]
    lances: exploring_state.Lances
    stakes: exploring_state.Stakes
    passes: int
    over: bool
    winner: str
    ransom: int


def _meeting(out: exploring_state.Expedition, names: dict[str, Named]) -> MeetingView | None:
    met = out.meeting
    if met is None:
        return None
    name = names.get(met.troop, Named(met.troop, met.troop))
    return MeetingView(met.troop, name, met.count, met.distance, met.surprised)


def expedition(state: "State", seat: Seat, names: dict[str, Named]) -> ExpeditionView | None:
    """The expedition as a seat may know it; `names` are those of the troops that were met."""
    out = state.expedition
    if out is None:
        return None
    whole = seat.role == "referee"
    return once(state, ("expedition", whole, tuple(names.items())), lambda: _expedition(state, out, names, whole=whole))


def _expedition(
    state: "State", out: exploring_state.Expedition, names: dict[str, Named], *, whole: bool
) -> ExpeditionView:
    place = out.places[out.at]
    doors = tuple(
        DoorView(
            door.id,
            door.name,
            door.passage,
            door.open,
            door.wedged,
            door.locked and door.tried,
            door.beyond(out.at) if door.beyond(out.at) in out.visited else "",
        )
        for door in out.doors.values()
        if out.at in door.between and door.known
    )
    lights = tuple(
        LightView(
            light.id,
            light.bearer,
            light.of,
            light.burning(state.minutes),
            light.out_at - state.minutes if light.burning(state.minutes) else light.left,
        )
        for light in out.lights.values()
    )
    return ExpeditionView(
        out.at,
        place.name,
        place.text,
        place.outdoors,
        out.turns_inside,
        out.miles,
        out.over,
        doors,
        place.spots,
        tuple(trap.id for trap in out.traps.values() if trap.place == out.at and trap.found),
        lights,
        {who: until - state.minutes for who, until in out.busy.items() if until > state.minutes},
        out.visited,
        out.weather,
        _meeting(out, names),
        out if whole else None,
    )


def joust(state: "State", seat: Seat) -> JoustView | None:
    """The joust as a seat may know it."""
    shown = state.joust
    if shown is None:
        return None
    riders = []
    for rider in shown.riders.values():
        knows = seat.role == "referee" or rider.id in seat.controls
        numbers = (rider.hp, rider.max_hp, rider.armour) if knows else (None, None, None)
        riders.append(RiderView(rider.id, rider.name, rider.mount, rider.points, rider.seat, rider.ready, *numbers))
    return JoustView(tuple(riders), shown.lances, shown.stakes, shown.passes, shown.over, shown.winner, shown.ransom)
