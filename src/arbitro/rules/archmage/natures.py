"""Creatures act by their nature: whom they go for and when they leave.

They go by what the table sees: who is staggered or hurt, who holds no melee weapon, who has cast a counted spell in
this battle, who is engaged with whom, how many stand. Hit points, defences and powers not yet shown are no part of it.
Plain creatures, creatures of one's own and characters think as `tactics` says.

The game has no rules for morale or surrender: whoever has had enough goes away.

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
from arbitro.rules.archmage.catalogue import nature_of
from arbitro.rules.archmage.power import Attack
from arbitro.rules.archmage.state import Combatant, Fight, State
from arbitro.rules.archmage.tactics import Tactics

STAGGERED, CASTER, UNARMED, HARMFUL = 1.6, 1.3, 1.2, 0.8
"""What a blow is worth to the cunning, by how its target looks."""
HURT: Final = 1.1
FROM_AFAR: Final = 1.5
ATTACKER, ENGAGED = 4.0, 2.0
"""How the mindless cling to whoever is at them: more than any advantage could weigh."""


class NaturalTactics(Tactics):
    """What a creature of a nature other than the plain one would do."""

    def nature(self, one: Combatant) -> Nature:
        """The nature of somebody: only creatures of the catalogue have one that is not plain."""
        return nature_of().get(one.profile.race, "plain") if one.profile.kind == "monster" else "plain"

    # ---------------------------------------------------------------- whom to go for

    def lure(self, state: State, fight: Fight, one: Combatant, other: Combatant, attack: Attack) -> float:
        """How much more than its damage a blow at somebody is worth to this nature."""
        match self.nature(one):
            case "mindless":
                first = one.engaged[:1] == (other.id,)
                return ATTACKER if one.id in other.hit_this_turn else ENGAGED if first else 1.0
            case "cunning":
                return self._opening(state, one, other)
            case "cowardly":
                afar = attack.kind in ("ranged", "spell")
                return self._weakness(state, other) * (FROM_AFAR if afar else 1.0)
            case "pack":
                return 1.0 + self._mates_at(fight, one, other)
            case _:
                return super().lure(state, fight, one, other, attack)

    def appeal(self, state: State, fight: Fight, one: Combatant, foe: Combatant) -> tuple[float, ...]:
        """Whom to engage, the first choice lowest."""
        match self.nature(one):
            case "mindless":
                return (one.id not in foe.hit_this_turn, not self.nearby(one, foe))
            case "cunning":
                return (-self._opening(state, one, foe), len(foe.engaged))
            case "cowardly":
                return (-self._weakness(state, foe), len(foe.engaged))
            case "pack":
                return (-self._mates_at(fight, one, foe), not self.nearby(one, foe))
            case _:
                return super().appeal(state, fight, one, foe)

    def _opening(self, state: State, one: Combatant, other: Combatant) -> float:
        """What the cunning see in a foe."""
        value = STAGGERED if self.is_staggered(state, other) else 1.0
        if self._seen_casting(other):
            value *= CASTER
        if not self.fights_in_melee(other):
            value *= UNARMED
        if other.id in {*(harm.source for harm in one.ongoing), *(harm.source for harm in one.afflictions)}:
            value *= HARMFUL
        return value

    def _weakness(self, state: State, other: Combatant) -> float:
        """What cowards see in a foe."""
        value = STAGGERED if self.is_staggered(state, other) else HURT if other.hp < other.max_hp else 1.0
        return value if self.fights_in_melee(other) else value * UNARMED

    @staticmethod
    def _seen_casting(other: Combatant) -> bool:
        """Whether somebody has used a counted spell in this battle."""
        kinds = {attack.id: attack.kind for attack in other.profile.attacks}
        return any(
            spent.round >= 0 and kinds.get(power) in ("spell", "close_spell") for power, spent in other.powers.items()
        )

    @staticmethod
    def _mates_at(fight: Fight, one: Combatant, other: Combatant) -> int:
        """How many others of its side are engaged with a foe."""
        return sum(fight.combatants[each].side == one.side and each != one.id for each in other.engaged)

    # ---------------------------------------------------------------- how to fight

    def prefers_range(self, one: Combatant) -> bool:
        """Cowards shoot whenever they have something to shoot with."""
        if self.nature(one) == "cowardly" and any(each.basic and each.kind == "ranged" for each in one.profile.attacks):
            return True
        return super().prefers_range(one)

    def takes_flight(self, state: State, fight: Fight, one: Combatant) -> bool:
        """Creatures that the book lets flee, unless they are mindless; and those whose nature has had enough."""
        nature = self.nature(one)
        if nature == "mindless":
            return False
        if super().takes_flight(state, fight, one):
            return True
        if nature == "plain":
            return False
        own = [each for each in fight.combatants.values() if each.side == one.side]
        standing = sum(each.conscious for each in own)
        seen = sum(foe.conscious and not foe.invisible for foe in self.foes(fight, one))
        if standing == len(own) or standing > seen:
            return False
        half_lost = 2 * standing <= len(own)
        if nature == "cunning":
            return half_lost and self.is_staggered(state, one)
        return nature == "cowardly" or half_lost or self._leaderless(own, one)

    @staticmethod
    def _leaderless(own: list[Combatant], one: Combatant) -> bool:
        """Whether the strongest of somebody's kin is down: a pack does as its leader does."""
        kin = [each for each in own if each.profile.race == one.profile.race or each.profile.level > one.profile.level]
        return not max(kin, key=lambda each: each.profile.level).conscious
