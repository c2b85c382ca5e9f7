"""What every chapter of White Box needs: who is where, who can act, who is an opponent."""

from collections.abc import Iterator
from typing import NamedTuple

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Fight, State


def simultaneous(fight: Fight) -> bool:
    """Whether what happens now takes effect only at the end of the turn."""
    order, turn = fight.order, fight.turn
    return turn < len(order) and len(order[turn]) > 1 and not fight.landing and fight.phase != "declare"


def place_of(fight: Fight, one: Combatant) -> int:
    """Where somebody is for those who act in the same moment: where they were before it (WB-INIT-02)."""
    return one.moved_from if simultaneous(fight) and one.moved == fight.round else one.at


def place_reached(fight: Fight, one: Combatant, target: Combatant) -> int:
    """Where somebody's deed finds a target: moving first is no escape from the same moment (WB-INIT-02)."""
    now, before = target.at, place_of(fight, target)
    return now if abs(one.at - now) <= abs(one.at - before) else before


def fight(state: State) -> Fight:
    """The fight; rules of a fight are not asked for when there is none."""
    if state.fight is None:
        raise LookupError("there is no fight")
    return state.fight


def ransom_per_level(state: State) -> int:
    """Gold pieces that are asked for each level of somebody, by the option."""
    return int(str(state.options["ransom_per_level"]))


def fighting(state: State) -> bool:
    """Whether a fight is going on."""
    return state.fight is not None and state.fight.phase != "over"


def gifted(fight: Fight) -> bool:
    """Whether anybody in a fight can do or is more than plain people."""
    if fight.plain:
        return False
    for one in fight.combatants.values():  # noqa: SIM110 - a plain loop: asked at every blow
        if one.profile.powers is not None:
            return True
    return False


def able(fight: Fight, one: Combatant) -> bool:
    """Whether somebody stands, is awake and can move."""
    return one.condition == "up" and one.held_until < fight.round


def in_the_field(one: Combatant) -> bool:
    """Whether somebody still counts for the fight: a paralysed enemy does, an unconscious one does not."""
    return one.condition == "up"


def members(fight: Fight, side: str) -> Iterator[Combatant]:
    """Those of a side who are still in the field."""
    return (one for one in fight.combatants.values() if one.profile.side == side and one.condition == "up")


def standing_sides(fight: Fight) -> set[str]:
    """The sides that have somebody in the field."""
    return {one.profile.side for one in fight.combatants.values() if one.condition == "up"}


def contested(fight: Fight) -> bool:
    """Whether more than one side has somebody in the field."""
    first: str | None = None
    for one in fight.combatants.values():
        if one.condition == "up" and (side := one.profile.side) != first:
            if first is not None:
                return True
            first = side
    return False


def opponents(fight: Fight, one: Combatant) -> Iterator[Combatant]:
    """Those of other sides who are still in the field."""
    side = one.profile.side
    return (other for other in fight.combatants.values() if other.condition == "up" and other.profile.side != side)


def distance(fight: Fight, one: Combatant, target: Combatant) -> int:
    """Feet between whoever does something and its target, for every reach: a blow, a throw, magic, a thing."""
    return abs(one.at - place_reached(fight, one, target))


def in_melee(fight: Fight, one: Combatant, other: Combatant) -> bool:
    """Whether two opponents are within reach of each other (WB-MELEE-02)."""
    if one.profile.side == other.profile.side:
        return False
    return min(distance(fight, one, other), distance(fight, other, one)) <= MELEE_REACH


def melee_around(fight: Fight, one: Combatant, doer: str = "") -> tuple[Combatant, ...]:
    """The whole melee that somebody is part of: everybody linked through a common opponent (WB-MELEE-02).

    In a tie it is the melee of the moment's start, but for the steps of `doer`, who asks (WB-INIT-02).
    """
    tied, now, people = simultaneous(fight), fight.round, fight.combatants
    places = {
        who: each.moved_from if tied and each.moved == now and who != doer else each.at for who, each in people.items()
    }
    apart = [(who, each.profile.side) for who, each in people.items() if each.condition == "up" and who != one.id]
    linked, todo = {one.id}, [(one.id, one.profile.side)]
    while todo and apart:
        who, side = todo.pop()
        near = [each for each in apart if each[1] != side and abs(places[who] - places[each[0]]) <= MELEE_REACH]
        if near:
            linked.update([other for other, _ in near])
            todo += near
            apart = [each for each in apart if each[0] not in linked]
    return tuple([each for who, each in people.items() if who in linked]) if len(linked) > 1 else ()


def known(state: State, who: str) -> Refusal | Combatant:
    """Somebody in the fight, or the refusal that says there is nobody of that id."""
    if state.fight is None or state.fight.phase == "over":
        return Refusal("no_fight")
    found = state.fight.combatants.get(who)
    return Refusal("nobody", {"who": who}) if found is None else found


class Ending(NamedTuple):
    """How a fight ended."""

    winners: tuple[str, ...]
    """The sides that hold the field, as far as any were named."""
    rules: tuple[str, ...]
    before: State
    """As all stood when it was about to end."""


def with_natural_extremes(state: State, check: Check) -> Check:
    """By the option, a natural 20 always succeeds and a natural 1 always fails (WB-ATK-04, WB-SAVE-01)."""
    face = check.dice[0].face
    if state.options["natural_extremes"] and face in (1, 20):
        return Check(check.dice, check.total, check.compare, check.needed, face == 20, check.modifiers, check.against)
    return check
