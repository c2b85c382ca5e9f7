"""Orders in a battle: each in their own turn strikes with what can be used at will, and ends it.

As the automatic player would: fighters engage a foe and strike, shooters and casters strike from where they are. Nobody
is told to use a power of the day or of the battle, to leave a melee, or to provoke a foe. Whoever is out of their mind
is left to the person. Who is told to do their best does all that, and answers whatever is asked on the way.
"""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.aim import halt
from arbitro.kernel.command import Command
from arbitro.kernel.orders import Bearing, Order, Orders, Presence, Sides, Steps, fallen_since, target_gone
from arbitro.kernel.seat import Seat
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage import tactics
from arbitro.rules.archmage.appraisal import fights_in_melee
from arbitro.rules.archmage.catalogue import Books, books_of
from arbitro.rules.archmage.natures import prefers_range
from arbitro.rules.archmage.numbers import is_staggered
from arbitro.rules.archmage.people import can_act, foes_of
from arbitro.rules.archmage.reactions import may_strike
from arbitro.rules.archmage.state import Awareness, Combatant, Fight, State
from arbitro.rules.archmage.targets import must_turn_on_allies, provoked_by

PRESENCE: Final[dict[Awareness, Presence]] = {"awake": "there", "asleep": "there", "gone": "gone", "yielded": "yielded"}
"""What a foe does by its awareness; all others are down."""


def sides(state: State, seat: Seat) -> Sides | None:
    """The battle as a seat sees it."""
    fight = state.fight
    if fight is None or fight.phase == "over":
        return None
    ours = {who: one for who, one in fight.combatants.items() if who in seat.controls}
    own = {one.side for one in ours.values()}
    others = (one for one in fight.combatants.values() if one.side not in own and one.present)
    return Sides(
        {who: _bearing(state, one) for who, one in ours.items()},
        {one.id: "yielded" if one.captive else PRESENCE.get(one.awareness, "down") for one in others},
    )


def _bearing(state: State, one: Combatant) -> Bearing:
    if not one.in_field or not one.conscious:
        return "down"
    return "hurt" if is_staggered(state, one) else "up"


def is_over(order: Order[State]) -> bool:
    """An order is given for the round."""
    return order.state.battle.round != order.course.begun.battle.round


def _own_turn(order: Order[State]) -> Combatant | None:
    fight = order.state.battle
    return fight.combatants[fight.current] if fight.current and order.seat.may_act_for(fight.current) else None


def strike(order: Order[State]) -> Steps:
    """Get at a foe and strike it, then end the turn."""
    one = _own_turn(order)
    if one is None:
        return
    if can_act(one):
        yield from _blows(order, one)
    yield c.EndTurn(one.id)


def _blows(order: Order[State], one: Combatant) -> Steps:
    state, fight, books = order.state, order.state.battle, books_of(order.game)
    if must_turn_on_allies(state, one):
        yield halt("not_oneself", who=f"@{one.id}")
        return
    there = {foe.id for foe in foes_of(fight, one) if foe.unfallen}
    blows = [each for each in _plain(books, state, fight, one) if set(each.targets.split(",")) <= there]
    ways = [each for each in tactics.approaches(books, state, fight, one) if isinstance(each, c.Move)]
    if order.foe in there:
        blows = [each for each in blows if order.foe in each.targets.split(",")]
        ways = [each for each in ways if each.target in ("", order.foe)]
    if "standard" not in one.actions:  # what is left of the turn is no reason to walk
        yield from blows
        return
    closes_in = fights_in_melee(one) and not prefers_range(books, one) and not one.engaged
    if ways and (closes_in or not blows):
        if order.foe and order.foe not in there:
            yield from blows
            yield target_gone(order.foe)
        elif _has_lost_its_foe(order, one):
            yield from blows
            yield target_gone()
        else:
            yield from ways
    yield from blows


def _plain(books: Books, state: State, fight: Fight, one: Combatant) -> Iterator[c.Attack]:
    """Attacks at will that give no foe an opening."""
    for blow in tactics.strikes(books, state, fight, one, limited=False):
        if isinstance(blow, c.Attack) and blow.targets:
            attack, targets = one.profile.known(blow.attack), tuple(blow.targets.split(","))
            if not any(may_strike(state, foe, one) for foe in provoked_by(state, one, attack, targets)):
                yield blow


def _has_lost_its_foe(order: Order[State], one: Combatant) -> bool:
    """Whether whoever somebody was engaged with when the order was given has fallen since."""
    before = order.course.begun.battle.combatants.get(one.id)
    return before is not None and any(foe in fallen_since(order, sides) for foe in before.engaged)


def again(order: Order[State]) -> Steps:
    """The attack of last round at the same foes, where it can be used at will."""
    one = _own_turn(order)
    if one is None:
        return
    fight = order.state.battle
    if can_act(one) and "standard" in one.actions and not must_turn_on_allies(order.state, one):
        last = fight.last_blows.get(one.id)
        if last is None or last.round < fight.round - 1 or not last.targets:
            yield halt("not_again", who=f"@{one.id}")
            return
        left = [foe for foe in last.targets if fight.combatants[foe].in_field]
        if not left:
            yield target_gone(last.targets[0])
            return
        yield from _same(order, one, last.attack, left)
        yield halt("not_again", who=f"@{one.id}")
    yield c.EndTurn(one.id)


def _same(order: Order[State], one: Combatant, name: str, left: list[str]) -> Iterator[Command]:
    plain = list(_plain(books_of(order.game), order.state, order.state.battle, one))
    for targets in (left, left[:1]):
        yield from (blow for blow in plain if blow.attack == name and set(blow.targets.split(",")) == set(targets))
    if not one.engaged:
        yield c.Move(one.id, "engage", left[0])


def hold(order: Order[State]) -> Steps:
    """Each ends their turn."""
    one = _own_turn(order)
    return () if one is None else (c.EndTurn(one.id),)


def best(order: Order[State]) -> Steps:
    """What an automatic player would do and answer, powers of every kind too; whether to flee is for the person."""
    if any(question.kind == "flight" for question in order.state.awaiting):
        return
    wished = order.game.suggest(order.state, order.seat)
    if wished is not None:
        yield wished


ORDERS: Final = Orders(sides, is_over, strike, again, hold, best=best)
