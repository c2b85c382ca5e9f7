"""Orders in a fight of this family of games: plain blows and shots, declared first where declarations bind.

Nobody is told to cast, to use a thing or a power, to throw their only blade, or to go after those who run. A foe whom
the seat does not see is no target. Whoever has a spell ready is left to the person before the side ends its turn.
"""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.aim import Halt, halt
from arbitro.kernel.command import Command
from arbitro.kernel.orders import Bearing, Order, Orders, Presence, Sides, Steps, fallen_since, target_gone
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.attack import weapon_of
from arbitro.rules.whitebox.basics import able, distance, melee_around, opponents
from arbitro.rules.whitebox.commands import Attack, Cast, Close, Declare, EndTurn, HoldBack
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.declared import together
from arbitro.rules.whitebox.natures import can_spare, preferred, sized_up
from arbitro.rules.whitebox.powers.lookups import hit_dice
from arbitro.rules.whitebox.prepared_spells import castable
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Condition, Fight, State
from arbitro.rules.whitebox.tactics import declaration, worth_going_after
from arbitro.rules.whitebox.view import place_seen, wounds_of
from arbitro.rules.whitebox.whose_turn import ALTERNATE, STANDARD, has_acted, member_order, still_to_act

A_HIT_DIE: Final = 4
"""Wounds that fell somebody of one hit die, as often as not."""
PRESENCE: Final[dict[Condition, Presence]] = {"up": "there", "fled": "gone", "surrendered": "yielded"}
"""What a foe does by its condition; all others are down."""


def sides(state: State, seat: Seat) -> Sides | None:
    """The fight as a seat sees it."""
    fight = state.fight
    if fight is None or fight.phase == "over":
        return None
    ours = {who: one for who, one in fight.combatants.items() if who in seat.controls}
    own = {one.profile.side for one in ours.values()}
    seen = (one for one in fight.combatants.values() if one.profile.side not in own and _is_seen(state, seat, one))
    return Sides(
        {who: _bearing(one) for who, one in ours.items()},
        {one.id: PRESENCE.get(one.condition, "down") for one in seen},
    )


def _bearing(one: Combatant) -> Bearing:
    if one.condition != "up":
        return "down"
    return "hurt" if wounds_of(one) == "grave" else "up"


def _is_seen(state: State, seat: Seat, one: Combatant) -> bool:
    return place_seen(state, seat, one) is not None


def is_over(order: Order[State]) -> bool:
    """An order is given for the round; where no foe can do anything it is carried on to the end."""
    fight = basics.fight(order.state)
    return fight.round != basics.fight(order.course.begun).round and not _all_helpless(order.state, order.seat)


def _all_helpless(state: State, seat: Seat) -> bool:
    """Whether nobody whom a seat sees stand against its own people can do anything."""
    fight = basics.fight(state)
    own = {one.profile.side for who, one in fight.combatants.items() if who in seat.controls}
    others = (one for one in fight.combatants.values() if one.profile.side not in own and one.condition == "up")
    foes = [one for one in others if _is_seen(state, seat, one)]
    return bool(foes) and not any(able(fight, foe) for foe in foes)


def orders(rules: Rules) -> Orders[State]:
    """The orders of a game of this family."""

    def strike(order: Order[State]) -> Steps:
        here = Here(rules, order.state)
        yield from _for_each(here, order, _blows)
        yield from _spells_ready(here, order)
        yield from _spells_to_announce(here, order)
        yield from _ends(here, order)

    def again(order: Order[State]) -> Steps:
        here = Here(rules, order.state)
        yield from _for_each(here, order, _same_blows)
        yield from _spells_ready(here, order)
        yield from _not_repeated(here, order)
        yield from _ends(here, order)

    def hold(order: Order[State]) -> Steps:
        here = Here(rules, order.state)
        yield from _declared_before(here, order)
        yield from _ends(here, order)

    def best(order: Order[State]) -> Steps:
        """What an automatic player would do, spells and things too; no blow at whom those of the moment will fell."""
        wished = order.game.suggest(order.state, order.seat)
        if wished is None:
            return
        if isinstance(wished, Attack) and basics.fight(order.state).blows:
            yield from _rather_at_another(Here(rules, order.state), order.seat, wished)
        yield wished

    return Orders(sides, is_over, strike, again, hold, best=best)


# -------------------------------------------------------------------- person by person


Blows = Callable[[Here, Fight, Order[State], Combatant], Steps]


def _for_each(here: Here, order: Order[State], blows: Blows) -> Steps:
    fight = basics.fight(here.state)
    if fight.phase == "declare":
        yield from _all_at_once(_all_declarations(here, fight, order, blows), fight)
        return
    for one in _ours(here, order):
        yield from blows(here, fight, order, one)


def _all_declarations(here: Here, fight: Fight, order: Order[State], blows: Blows) -> Iterator[Declare | Halt]:
    for one in _ours(here, order):
        yield from _declarations(here, fight, order, one, blows)


def _all_at_once(steps: Iterator[Declare | Halt], fight: Fight) -> Steps:
    """The declarations up to the first halt as one command; one by one, where they cannot be given so."""
    said: list[Declare] = []
    halted: Halt | None = None
    for step in steps:
        if isinstance(step, Halt):
            halted = step
            break
        said.append(step)
    sides = dict.fromkeys(fight.combatants[one.who].profile.side for one in said)
    for side in sides:
        own = tuple(one for one in said if fight.combatants[one.who].profile.side == side)
        if len(own) > 1:
            yield together(side, own)
    yield from said
    if halted is not None:
        yield halted


def _ours(here: Here, order: Order[State]) -> tuple[Combatant, ...]:
    """Those of the seat's whose moment it is, the nimbler first; whoever runs away obeys nobody."""
    fight, seat = basics.fight(here.state), order.seat
    return here.once(
        ("ours", seat),
        lambda: tuple(
            one
            for side in fight.acting
            if side not in fight.done
            for one in member_order(fight, side)
            if seat.may_act_for(one.id) and one.id not in fight.held_back and one.morale != "flee"
        ),
    )


def _waiting(here: Here, order: Order[State]) -> Iterator[Combatant]:
    """Those of them who could still do something, and are not bound to what has become impossible."""
    for one in _ours(here, order):
        if one.intent is None and one.id in still_to_act(here.rules, here.state, one.profile.side):
            yield one


def _declarations(
    here: Here, fight: Fight, order: Order[State], one: Combatant, blows: Blows
) -> Iterator[Declare | Halt]:
    """To declare the blow that one would strike if it were one's turn now."""
    side = one.profile.side
    if not here.state.options["declare_intent"] or one.id not in still_to_act(here.rules, here.state, side):
        return
    phases = ALTERNATE if here.state.options["combat_sequence"] == "alternate" else STANDARD
    for phase in phases:
        acting = replace(fight, phase=phase, order=((side,),), turn=0, done=())
        imagined = here.at(replace(here.state, fight=acting))
        for wish in blows(imagined, acting, order, one):
            if isinstance(wish, Halt):
                yield wish
            elif allows(imagined, wish):
                yield declaration(one, wish)
                return


def _blows(here: Here, fight: Fight, order: Order[State], one: Combatant) -> Steps:
    """Blows at those at hand, shots at those in no melee, then the way to the nearest."""
    bound = one.intent.target if one.intent is not None else ""
    if one.intent is not None and one.intent.kind not in ("melee", "missile"):
        return
    seen = here.once(("foes seen", one.id, order.seat), lambda: _foes_seen(here, fight, order.seat, one))
    wanted = tuple([foe for foe in seen if foe.id == (bound or order.foe)])
    foes = wanted or (() if bound else seen)
    if fight.blows:
        foes = tuple(sorted(foes, key=lambda foe: _will_fall(fight, foe)))
    reached = [foe for foe in foes if distance(fight, one, foe) <= MELEE_REACH]
    for foe in preferred(here, one, reached):
        yield from _with_each(one, foe, "melee")
    shoots = any(weapon.kind == "missile" for weapon in one.profile.weapons)
    for foe in foes if shoots else ():
        if not melee_around(fight, foe):
            yield from _with_each(one, foe, "missile")
    if reached or has_acted(fight, one):
        return
    if order.foe and not wanted and not bound:
        yield target_gone(order.foe)
    elif not bound and not _all_helpless(here.state, order.seat) and _has_lost_all_near(order, one):
        yield target_gone()
    elif bound or not castable(one):  # nobody who can cast is sent into the melee
        yield from (Close(one.id, foe.id) for foe in foes if worth_going_after(here, one, foe))


def _will_fall(fight: Fight, foe: Combatant) -> bool:
    """Whether the blows that all strike at once seem to be enough for somebody, by the hit dice that one can see."""
    coming = [blow for blow in fight.blows if blow.target == foe.id]
    wounds = sum(blow.amount for blow in coming if blow.effect == "damage")
    return wounds >= A_HIT_DIE * max(1, hit_dice(foe)) or any(blow.effect == "death" for blow in coming)


def _rather_at_another(here: Here, seat: Seat, wished: Attack) -> Iterator[Attack]:
    """The same blow at others whom it reaches, where whoever it was meant for will fall anyway."""
    fight = basics.fight(here.state)
    one, foe = fight.combatants[wished.who], fight.combatants[wished.target]
    if one.intent is None and _will_fall(fight, foe):
        others = _foes_seen(here, fight, seat, one) if distance(fight, one, foe) <= MELEE_REACH else ()
        near = (other for other in others if distance(fight, one, other) <= MELEE_REACH)
        yield from (Attack(one.id, other.id, wished.weapon) for other in near if not _will_fall(fight, other))


def _foes_seen(here: Here, fight: Fight, seat: Seat, one: Combatant) -> tuple[Combatant, ...]:
    """Whom somebody could go for, as far as the seat sees them, the likeliest first."""
    sized = here.once(("sized up", one.id), lambda: sized_up(here, fight, one))
    return tuple([foe for foe in sized if _is_seen(here.state, seat, foe)])


def _with_each(one: Combatant, foe: Combatant, kind: str) -> Iterator[Command]:
    for weapon in one.profile.weapons:
        if weapon.kind == kind and can_spare(one, weapon):
            yield Attack(one.id, foe.id, weapon.id)


def _has_lost_all_near(order: Order[State], one: Combatant) -> bool:
    """Whether somebody had a foe at hand when the order was given, and those are down."""
    before = basics.fight(order.course.begun)
    fallen = fallen_since(order, sides)
    then = before.combatants.get(one.id)
    if then is None or not fallen:
        return False
    return any(foe.id in fallen and distance(before, then, foe) <= MELEE_REACH for foe in opponents(before, then))


def _declared_before(here: Here, order: Order[State]) -> Steps:
    """Blows that some had declared before the others were told to hold: whoever said so strikes."""
    fight, begun = basics.fight(here.state), basics.fight(order.course.begun)
    if fight.phase == "declare" or begun.phase != "declare":
        return
    for one in _ours(here, order):
        before = begun.combatants.get(one.id)
        if before is not None and before.intent is not None:
            yield from _blows(here, fight, order, one)


def _same_blows(here: Here, fight: Fight, order: Order[State], one: Combatant) -> Steps:
    """The blow of last round once more; whoever came closer, or has declared a blow, goes on as if told to strike."""
    if fight.phase != "declare" and one.intent is not None:
        yield from _blows(here, fight, order, one)
        return
    if one.attacked < fight.round - 1 and one.moved == fight.round - 1:
        yield from _blows(here, fight, order, one)
    name, target = one.last_blow
    weapon, foe = weapon_of(one, name), fight.combatants.get(target)
    if one.attacked < fight.round - 1 or weapon is None or foe is None or not can_spare(one, weapon):
        return
    if foe.condition == "up" and _is_seen(here.state, order.seat, foe):
        yield Attack(one.id, target, name)
        far = weapon.kind == "melee" and distance(fight, one, foe) > MELEE_REACH
        if one.attacked != fight.round and far and worth_going_after(here, one, foe):
            yield Close(one.id, target)


# -------------------------------------------------------------------- before and at the end of a turn


def _spells_ready(here: Here, order: Order[State]) -> Iterator[Halt]:
    """A spell that is ready would be lost with the turn: whether to let it go is the player's to say."""
    if basics.fight(here.state).phase != "declare":
        for one in _ours(here, order):
            if one.prepared and allows(here, Cast(one.id)):
                yield halt("spell_ready", who=f"@{one.id}")


def _not_repeated(here: Here, order: Order[State]) -> Iterator[Halt]:
    """Whoever did last round what no order repeats, or at somebody who is gone, decides anew."""
    fight = basics.fight(here.state)
    for one in _waiting(here, order):
        target = one.last_blow[1] if one.attacked >= fight.round - 1 else ""
        foe = fight.combatants.get(target)
        gone = foe is not None and foe.condition != "up"
        yield target_gone(target) if gone else halt("not_again", who=f"@{one.id}")


def _spells_to_announce(here: Here, order: Order[State]) -> Iterator[Halt]:
    """Whoever stays out of the melee for the sake of spells, and must declare something, decides what."""
    if basics.fight(here.state).phase == "declare" and here.state.options["declare_intent"]:
        for one in _waiting(here, order):
            if castable(one):
                yield halt("undeclared", who=f"@{one.id}")


def _ends(here: Here, order: Order[State]) -> Steps:
    """The end of the turn, or of one's own people's where others of the side are not done; who must declare waits."""
    fight, seat = basics.fight(here.state), order.seat
    if fight.phase == "declare" and here.state.options["declare_intent"]:
        yield from _all_at_once((Declare(one.id, "other") for one in _waiting(here, order)), fight)
    for side in fight.acting:
        if side in fight.done:
            continue
        waiting = still_to_act(here.rules, here.state, side)
        if all(map(seat.may_act_for, waiting)):
            yield EndTurn(side)
        yield from (HoldBack(one) for one in waiting if seat.may_act_for(one))
