"""Orders in a fight: one word for everybody whom a seat plays, carried out person by person (see `aim`).

- ``strike``: each strikes a foe that is at hand, or goes for the nearest;
- ``strike/FOE``: all of them that one, as long as it is there;
- ``again``: each strikes whom they struck last, with the same weapon;
- ``hold``: nobody does anything more;
- ``best``, where a game has it: each does what serves best, and answers what is asked, as an automatic player would.

An order holds for the round (where a game has none: until everybody has had a turn). It stops sooner at whatever
somebody should decide: one of ours falls or is badly hurt, a foe gives up, leaves or comes, a question is asked, a
target is gone and no other is as near, somebody has a spell ready. It never spends a spell or a power that is limited,
but for ``best``, which says that it may.
What comes next is chosen from what the seat may do and may know, and from nothing else.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeVar

from msgspec import Struct

from arbitro.kernel.aim import Aim, Course, Halt, halt, may_give
from arbitro.kernel.choice import Label
from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.kernel.state import State

if TYPE_CHECKING:
    from arbitro.kernel.ruleset import Ruleset

S = TypeVar("S", bound=State)

STRIKE, AGAIN, HOLD, BEST = "strike", "again", "hold", "best"
ORDERS: Final = (STRIKE, AGAIN, HOLD, BEST)
ASKED: Final = "asked"
"""The halt of an order that goes on once a question is answered (`Pursuit.waits`)."""

Bearing = Literal["up", "hurt", "down"]
"""How one of ours is: on their feet, badly hurt, no longer in the fight."""
Presence = Literal["there", "down", "gone", "yielded"]
"""What a foe does: fights, lies there, has left, has given up."""
Steps = Iterable[Command | Halt]
"""What would be done next, the best first; a halt where somebody should decide before what follows it is tried."""


class Sides(Struct, frozen=True):
    """Who is in a fight and how they are, as a seat may know it."""

    ours: Mapping[str, Bearing]
    """Those whom the seat plays."""
    foes: Mapping[str, Presence]
    """Those of other sides whom it sees."""


class Order(Struct, Generic[S], frozen=True):
    """An order on its way, and by whom."""

    game: "Ruleset[S]"
    state: S
    seat: Seat
    course: Course[S]
    foe: str = ""
    """Whom to strike; empty: whoever is at hand."""


class Orders(Struct, Generic[S], frozen=True):
    """What a game says of its fights to whoever gives orders in them."""

    sides: Callable[[S, Seat], Sides | None]
    """The fight that is going on; None where there is none."""
    is_over: Callable[[Order[S]], bool]
    """Whether the round is over for which an order was given."""
    strike: Callable[[Order[S]], Steps]
    again: Callable[[Order[S]], Steps]
    hold: Callable[[Order[S]], Steps]
    answer: Callable[[Order[S]], Steps] | None = None
    """Answers that belong to a blow which was ordered; whatever else is asked is for the person."""
    best: Callable[[Order[S]], Steps] | None = None
    """What an automatic player would do or answer now, but for what a person should answer alone."""


def aims(game: "Ruleset[S]", orders: Orders[S], state: S, seat: Seat) -> Iterator[Aim]:
    """The orders that a player may give now: those by which something would be done."""
    sides = orders.sides(state, seat) if seat.role == "player" else None
    if sides is None or (state.awaiting and orders.best is None):
        return
    begun = Course(state)

    def does_something(order: str) -> bool:
        kind, _, foe = order.partition("/")
        return isinstance(_next_step(orders, kind, Order(game, state, seat, begun, foe)), Command)

    given = [order for order in ((BEST,) if state.awaiting else ORDERS) if does_something(order)]
    yield from (Aim(order, Label(f"aim.{order}")) for order in given)
    there = [foe for foe, presence in sides.foes.items() if presence == "there"]
    if STRIKE not in given or len(there) < 2:  # who cannot strike at all strikes nobody in particular either
        return
    for foe in there:
        if does_something(f"{STRIKE}/{foe}"):
            yield Aim(f"{STRIKE}/{foe}", Label("aim.strike_at", {"who": f"@{foe}"}), foe)


def is_order(aim: str) -> bool:
    """Whether an aim is an order in a fight."""
    return aim.partition("/")[0] in ORDERS


def pursue(game: "Ruleset[S]", orders: Orders[S], state: S, seat: Seat, aim: str, course: Course[S]) -> Command | Halt:
    """The next command for an order, or why somebody should decide first."""
    kind, _, foe = aim.partition("/")
    before, now = orders.sides(course.begun, seat), orders.sides(state, seat)
    if kind not in ORDERS or before is None or seat.role != "player":
        return halt("gone")
    if now is None:
        return halt("fight_over", reached=True)
    return _changed(before, now) or _next_step(orders, kind, Order(game, state, seat, course, foe))


def _next_step(orders: Orders[S], kind: str, order: Order[S]) -> Command | Halt:
    """What comes next for an order in a fight that has not changed so that somebody should think about it."""
    state, seat = order.state, order.seat
    best = orders.best if kind == BEST else None
    if kind == BEST and best is None:
        return halt("gone")
    if state.awaiting:
        answers = best(order) if best is not None else () if orders.answer is None else orders.answer(order)
        mine = any(seat.may_act_for(question.who) for question in state.awaiting)
        return _first(order, answers) or (halt(ASKED) if mine else halt("others_turn"))
    if orders.is_over(order):
        return halt("round_over", reached=True)
    steps = (best or {STRIKE: orders.strike, AGAIN: orders.again, HOLD: orders.hold}[kind])(order)
    return _first(order, steps) or halt("others_turn", reached=True)


def _first(order: Order[S], steps: Steps) -> Command | Halt | None:
    """The first step that is the seat's to take and that the rules accept."""
    for step in steps:
        if isinstance(step, Halt) or may_give(order.game, order.state, order.seat, step):
            return step
    return None


def _changed(before: Sides, now: Sides) -> Halt | None:
    """What has happened to anybody since an order was given that somebody should think about."""
    for who, bearing in now.ours.items():
        was = before.ours.get(who, "up")
        if bearing == "down" and was != "down":
            return halt("fell", who=f"@{who}")
        if bearing == "hurt" and was == "up":
            return halt("hurt", who=f"@{who}")
    for who, presence in now.foes.items():
        if presence in ("gone", "yielded") and before.foes.get(who) == "there":
            return halt(f"foe_{presence}", who=f"@{who}")
        if presence == "there" and before.foes.get(who) != "there":
            return halt("foe_came", who=f"@{who}")
    return None


def fallen_since(order: Order[S], sides: Callable[[S, Seat], Sides | None]) -> frozenset[str]:
    """The foes who were there when the order was given and are no longer."""
    if order.course.begun is order.state:
        return frozenset()
    before, now = sides(order.course.begun, order.seat), sides(order.state, order.seat)
    if before is None or now is None:
        return frozenset()
    return frozenset(foe for foe, presence in before.foes.items() if presence == "there" != now.foes.get(foe))


def target_gone(foe: str = "") -> Halt:
    """The halt where a target is gone and no other is as near."""
    return halt("target_gone", who=f"@{foe}") if foe else halt("none_near")
