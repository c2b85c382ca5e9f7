"""Orders in a scene with adversaries: whoever has waited longest attacks with a weapon, until all have had a turn.

There are no rounds: an order holds until as many action rolls were made as the seat has PCs on their feet. The roll
that belongs to an ordered blow is made plainly, without Hope, Stress, a power or a friend's help; where somebody else's
PC could help, it is left to them. Powers that could ward a blow off one of ours are asked about. To hold is to look to
the GM. To do one's best is to play as an automatic player would, questions answered too, but for those of fate.
"""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.aim import Aim, Halt, halt
from arbitro.kernel.choice import Label
from arbitro.kernel.command import Command
from arbitro.kernel.orders import BEST, Bearing, Order, Orders, Sides, Steps, fallen_since, target_gone
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.acting import may_act
from arbitro.rules.daggerheart.content import books_of
from arbitro.rules.daggerheart.presence import current_scene, foes_left
from arbitro.rules.daggerheart.rest_wishes import rest_moves
from arbitro.rules.daggerheart.state import Foe, Hero, Landed, PowerChance, Resolve, State
from arbitro.rules.daggerheart.tactics import in_order

PLAIN: Final = ("attack", "move")
"""The rolls that an order makes."""
FATES: Final = ("death", "bargain", "tell", "opening", "split")
"""Questions that no order answers: how somebody dies, what they give up, what they tell."""


def sides(state: State, seat: Seat) -> Sides | None:
    """The scene as a seat sees it; None where there is nobody to fight."""
    scene = state.scene
    if scene is None or scene.ending or state.rest is not None or not scene.foes:
        return None
    return Sides(
        {who: _bearing(hero) for who, hero in state.party.items() if who in seat.controls},
        {who: "gone" if foe.gone else "down" if foe.defeated else "there" for who, foe in scene.foes.items()},
    )


def _bearing(hero: Hero) -> Bearing:
    if hero.status != "up":
        return "down"
    return "hurt" if hero.hp_marked and 3 * hero.hp_marked >= 2 * hero.hp else "up"


def is_over(order: Order[State]) -> bool:
    """Whether everybody has had a turn."""
    begun = order.course.begun
    up = sum(1 for who, hero in begun.party.items() if who in order.seat.controls and hero.status == "up")
    return current_scene(order.state).rolls - current_scene(begun).rolls >= up


def _ours(order: Order[State]) -> Iterator[Hero]:
    """Those of the seat's who may act and have not since the order was given, by how long they have waited."""
    state = order.state
    scene = current_scene(state)
    rolled = scene.rolls - current_scene(order.course.begun).rolls
    for who in scene.waited[: len(scene.waited) - rolled] if scene.turn is None else ():
        hero = may_act(books_of(order.game), state, who)
        if order.seat.may_act_for(who) and isinstance(hero, Hero):
            yield hero


def strike(order: Order[State]) -> Steps:
    """A blow at somebody in reach, or the way to the nearest."""
    for hero in _ours(order):
        foes = in_order(order.state, hero)
        wanted = [foe for foe in foes if foe.id == order.foe]
        yield from _blows(hero, wanted or foes)
        if order.foe and not wanted:
            yield target_gone(order.foe)
        elif not order.foe and _has_lost_all_near(order, hero):
            yield target_gone()
        else:
            nearest = sorted(wanted or foes, key=lambda foe: abs(foe.at - hero.at))
            yield from (c.Move(hero.id, towards=foe.id) for foe in nearest)


def _blows(hero: Hero, foes: list[Foe]) -> Iterator[Command]:
    weapons = [weapon.id for weapon in hero.sheet.weapons] or ["unarmed"]
    return (c.Attack(hero.id, foe.id, weapon) for foe in foes for weapon in weapons)


def _has_lost_all_near(order: Order[State], hero: Hero) -> bool:
    """Whether somebody could strike one, when the order was given, who has fallen since."""
    begun, fallen = order.course.begun, fallen_since(order, sides)
    near = [foe for foe in foes_left(begun) if foe.id in fallen]
    return any(order.game.allows(begun, blow) for blow in _blows(begun.party[hero.id], near))


def again(order: Order[State]) -> Steps:
    """The blow that each struck last, once more."""
    there = {foe.id for foe in foes_left(order.state)}
    blows = current_scene(order.state).last_blows
    for hero in _ours(order):
        weapon, target = blows.get(hero.id, ("", ""))
        if target in there:
            yield c.Attack(hero.id, target, weapon)
            yield c.Move(hero.id, towards=target)
    for hero in _ours(order):
        _, target = blows.get(hero.id, ("", ""))
        yield target_gone(target) if target and target not in there else halt("not_again", who=f"@{hero.id}")


def hold(order: Order[State]) -> Steps:
    """Look to the GM, once."""
    if order.course.steps:
        yield halt("round_over", reached=True)
    yield from (c.LookToGm(hero.id) for hero in _ours(order))


def answer(order: Order[State]) -> Steps:
    """The roll of a blow that was ordered, plainly, without powers; only where nobody else's PC could help."""
    agenda = current_scene(order.state).agenda
    if order.course.steps and len(agenda) > 1 and isinstance(agenda[1], Resolve | Landed):
        chance = agenda[0]
        if isinstance(chance, PowerChance) and agenda[1].request.kind in PLAIN:
            yield c.AnswerPower(chance.who, use=False)
    pending, turns = current_scene(order.state).pending, order.game.next_to_act(order.state)
    ordered = order.course.steps > 0 and pending is not None and pending.kind in PLAIN
    if pending is not None and ordered and all(map(order.seat.may_act_for, turns)):
        yield c.Roll(pending.actor, "")


def best(order: Order[State]) -> Steps:
    """What an automatic player would do and answer: powers, armour, help and Hope too; fates are for the person."""
    awaiting = order.state.awaiting
    if awaiting and awaiting[0].kind in FATES:
        return
    wished = order.game.suggest(order.state, order.seat)
    if wished is not None:
        yield wished


ORDERS: Final = Orders(sides, is_over, strike, again, hold, answer, best)


# ------------------------------------------------------------------ a rest


def recovers(game: Ruleset[State], state: State, seat: Seat) -> Iterator[Aim]:
    """At a rest: everybody does with it what they need most."""
    if isinstance(recover(game, state, seat), Command):
        yield Aim(BEST, Label("aim.recover"))


def recover(game: Ruleset[State], state: State, seat: Seat) -> Command | Halt:
    """The next downtime move of somebody whom a seat plays; the rest is for others to end."""
    rest = state.rest
    if rest is None or seat.role != "player":
        return halt("gone")
    wished = (move for move in rest_moves(game, state, rest) if seat.may_act_for(move.who))
    return next(wished, None) or halt("others_turn", reached=True)
