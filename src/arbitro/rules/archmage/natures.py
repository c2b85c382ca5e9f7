"""Creatures act by their nature: whom they go for and when they leave.

They go by what the table sees: who is staggered or hurt, who holds no melee weapon, who has cast a counted spell in
this battle, who is engaged with whom, how many stand. Hit points, defences and powers not yet shown are no part of it.
Plain creatures, creatures of one's own and characters think as `tactics` says.

The game has no rules for morale: whoever has had enough goes away. Held fast, the cunning and the cowardly lay down
their arms.

* **Mindless**: whoever hit it in their last turn, then whom it was engaged with first; it leaves for no reason.
* **Cunning**: the staggered, casters who have shown it, those without a melee weapon; less whoever has left harm on it.
  Staggered itself, with half of its side down and more foes than friends standing, it goes away.
* **Cowardly**: those who look weakest, from afar if it can shoot. Once one of its side is down and they do not
  outnumber the foes it goes away.
* **Pack**: the one with whom most of its side are engaged. When the strongest of its kind is down, or half of them are
  and they do not outnumber the foes, the rest go away.
"""

from typing import Final

from arbitro.kernel.nature import Nature
from arbitro.rules.archmage.appraisal import better_from_afar, fights_in_melee
from arbitro.rules.archmage.catalogue import Books
from arbitro.rules.archmage.numbers import in_state, is_staggered
from arbitro.rules.archmage.people import foes_of, nearby
from arbitro.rules.archmage.power import AFAR, Attack
from arbitro.rules.archmage.state import Combatant, Fight, State
from arbitro.rules.archmage.states import ROUTED

STAGGERED, CASTER, UNARMED, HARMFUL = 1.6, 1.3, 1.2, 0.8
"""What a blow is worth to the cunning, by how its target looks."""
HURT: Final = 1.1
FROM_AFAR: Final = 1.5
ATTACKER, ENGAGED = 4.0, 2.0
"""How the mindless cling to whoever is at them: more than any advantage could weigh."""


def own_nature(books: Books, one: Combatant) -> Nature:
    """The nature of somebody: only creatures of the catalogue have one that is not plain."""
    return books.nature_of.get(one.profile.race, "plain") if one.profile.kind == "monster" else "plain"


# ---------------------------------------------------------------- whom to go for


def lure(books: Books, state: State, fight: Fight, one: Combatant, other: Combatant, attack: Attack) -> float:
    """How much more than its damage a blow at somebody is worth to this nature."""
    match own_nature(books, one):
        case "mindless":
            first = one.engaged[:1] == (other.id,)
            return ATTACKER if one.id in other.hit_this_turn else ENGAGED if first else 1.0
        case "cunning":
            return _opening(state, one, other)
        case "cowardly":
            afar = attack.kind in AFAR
            return _weakness(state, other) * (FROM_AFAR if afar else 1.0)
        case "pack":
            return 1.0 + _mates_at(fight, one, other)
        case _:
            return _plain_lure(state, fight, one, other)


def _plain_lure(state: State, fight: Fight, one: Combatant, other: Combatant) -> float:
    """What a blow at somebody is worth to the plain: more at the staggered, and whom an ally fights too."""
    value = 1.4 if is_staggered(state, other) else 1.0
    if any(fight.combatants[foe].side == one.side and foe != one.id for foe in other.engaged):
        value *= 1.1
    return value


def appeal(books: Books, state: State, fight: Fight, one: Combatant, foe: Combatant) -> tuple[float, ...]:
    """Whom to engage, the first choice lowest."""
    match own_nature(books, one):
        case "mindless":
            return (one.id not in foe.hit_this_turn, not nearby(one, foe))
        case "cunning":
            return (-_opening(state, one, foe), len(foe.engaged))
        case "cowardly":
            return (-_weakness(state, foe), len(foe.engaged))
        case "pack":
            return (-_mates_at(fight, one, foe), not nearby(one, foe))
        case _:
            return _plain_appeal(state, fight, foe)


def _plain_appeal(state: State, fight: Fight, foe: Combatant) -> tuple[float, ...]:
    """Whom the plain engage: who presses a staggered friend, who is free, who is staggered."""
    friends = [fight.combatants[each] for each in foe.engaged]
    pressed = any(is_staggered(state, friend) for friend in friends)
    return (not pressed, len(friends), not is_staggered(state, foe))


def _opening(state: State, one: Combatant, other: Combatant) -> float:
    """What the cunning see in a foe."""
    value = STAGGERED if is_staggered(state, other) else 1.0
    if _seen_casting(other):
        value *= CASTER
    if not fights_in_melee(other):
        value *= UNARMED
    if other.id in {*(harm.source for harm in one.ongoing), *(harm.source for harm in one.afflictions)}:
        value *= HARMFUL
    return value


def _weakness(state: State, other: Combatant) -> float:
    """What cowards see in a foe."""
    value = STAGGERED if is_staggered(state, other) else HURT if other.hp < other.max_hp else 1.0
    return value if fights_in_melee(other) else value * UNARMED


def _seen_casting(other: Combatant) -> bool:
    """Whether somebody has used a counted spell in this battle."""
    kinds = {attack.id: attack.kind for attack in other.profile.attacks}
    return any(
        spent.round >= 0 and kinds.get(power) in ("spell", "close_spell") for power, spent in other.powers.items()
    )


def _mates_at(fight: Fight, one: Combatant, other: Combatant) -> int:
    """How many others of its side are engaged with a foe."""
    return sum(fight.combatants[each].side == one.side and each != one.id for each in other.engaged)


# ---------------------------------------------------------------- how to fight


def prefers_range(books: Books, one: Combatant) -> bool:
    """Whether somebody would rather shoot: who does more harm so, and cowards who have something to shoot with."""
    if own_nature(books, one) == "cowardly" and any(
        each.basic and each.kind == "ranged" for each in one.profile.attacks
    ):
        return True
    return better_from_afar(books, one)


def takes_flight(books: Books, state: State, fight: Fight, one: Combatant) -> bool:
    """Creatures that the book lets flee, unless they are mindless; and those whose nature has had enough."""
    if in_state(one, ROUTED):
        return True
    nature = own_nature(books, one)
    if nature == "mindless":
        return False
    timid = one.profile.special("flees")
    if timid is not None and one.hp < timid.value:
        return True
    if nature == "plain":
        return False
    own = [each for each in fight.combatants.values() if each.side == one.side]
    standing = sum(each.conscious for each in own)
    seen = sum(foe.conscious and not foe.invisible for foe in foes_of(fight, one))
    if standing == len(own) or standing > seen:
        return False
    half_lost = 2 * standing <= len(own)
    if nature == "cunning":
        return half_lost and is_staggered(state, one)
    return nature == "cowardly" or half_lost or _leaderless(own, one)


def _leaderless(own: list[Combatant], one: Combatant) -> bool:
    """Whether the strongest of somebody's kin is down: a pack does as its leader does."""
    kin = [each for each in own if each.profile.race == one.profile.race or each.profile.level > one.profile.level]
    return not max(kin, key=lambda each: each.profile.level).conscious
