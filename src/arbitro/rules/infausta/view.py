"""What a seat may know of this game's own: the day and the turn."""

from msgspec import Struct, field
from msgspec.structs import replace

from arbitro.kernel.seat import Seat
from arbitro.rules.infausta.features.state import Gifts, ShapeKind, SongKind, StanceKind
from arbitro.rules.infausta.state import State
from arbitro.rules.infausta.wilderness.state import Land, Night, Step
from arbitro.rules.whitebox.people.view import knows_sheet
from arbitro.rules.whitebox.view import View, knows_numbers


class JourneyView(Struct, frozen=True, omit_defaults=True):
    """A journey as a seat sees it: whoever is lost does not know where, and the map is the referee's."""

    day: int
    step: Step
    weather: str
    heading: str
    at: str
    forced: bool
    watches: tuple[str, ...]
    last_night: Night
    ways: tuple[str, ...]
    land: Land | None = None
    lost: bool | None = None


class TurnView(Struct, frozen=True, omit_defaults=True):
    """The dungeon turn as everybody at the table may know it."""

    turn: int
    spent: dict[str, int]
    rests_due: int
    since_rest: int
    busy: dict[str, int]


class InfaustaView(View, frozen=True, omit_defaults=True):
    """A table of this game as a seat sees it."""

    journey: JourneyView | None = None
    turn: TurnView | None = None
    sleepless: dict[str, int] = field(default_factory=dict)
    gifts: dict[str, Gifts] = field(default_factory=dict)
    """What class features remember, of those whose sheets the seat may read."""
    stances: dict[str, StanceKind] = field(default_factory=dict)
    songs: dict[str, SongKind] = field(default_factory=dict)
    shapes: dict[str, ShapeKind] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()


def journey_view(state: State, seat: Seat, ways: tuple[str, ...]) -> JourneyView | None:
    """The journey, as far as the seat knows it."""
    journey = state.journey
    if journey is None:
        return None
    referee = seat.role == "referee"
    return JourneyView(
        journey.day,
        journey.step,
        journey.weather,
        journey.heading,
        journey.at if referee or journey.known_place else "",
        journey.forced,
        journey.watches,
        journey.last_night,
        ways if referee or not journey.lost else (),
        journey.land if referee else None,
        journey.lost if referee else None,
    )


def turn_view(state: State) -> TurnView | None:
    """The dungeon turn."""
    out, delve = state.expedition, state.delve
    if out is None or delve is None or out.over or out.places[out.at].outdoors:
        return None
    busy = {task.who: task.left for task in delve.tasks}
    return TurnView(out.turns_inside + 1, delve.spent, delve.rests_due, delve.active, busy)


def widened(seen: View, state: State, seat: Seat, ways: tuple[str, ...]) -> InfaustaView:
    """The parent's view with what this game adds."""
    parts = {name: getattr(seen, name) for name in View.__struct_fields__}
    return InfaustaView(
        **parts, journey=journey_view(state, seat, ways), turn=turn_view(state), sleepless=state.sleepless
    )


def with_gifts(seen: InfaustaView, state: State, seat: Seat) -> InfaustaView:
    """The view with what class features show: stances, songs and shapes to all, the rest to those it belongs to.

    A champion of others declares in secret, as others do; whether a small animal is noticed is the referee's to know.
    """
    fight = state.fight
    told = {} if fight is None else {who: fight.combatants[who].profile for who in state.stances}
    return replace(
        seen,
        gifts={who: held for who, held in state.gifts.items() if knows_sheet(state, seat, who)},
        stances={
            who: held.kind
            for who, held in state.stances.items()
            if fight is not None
            and held.round == fight.round
            and (told[who].nature == "character" or seat.knows(told[who].side))
        },
        songs={who: song.kind for who, song in state.songs.items()},
        shapes={who: shaped.shape for who, shaped in state.shapes.items()},
        hidden=tuple(
            who
            for who in state.hidden
            if seat.role == "referee" or (who not in state.shapes and knows_numbers(state, seat, who))
        ),
    )
