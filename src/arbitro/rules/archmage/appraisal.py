"""What automatic players see in an attack, a fighter and a fight, by their own numbers and by what everybody sees."""

from arbitro.rules.archmage import effects as do
from arbitro.rules.archmage.catalogue import Books
from arbitro.rules.archmage.conditions import fearless, immune, takes_hold
from arbitro.rules.archmage.numbers import ability_of, multiplier, unarmed_dice
from arbitro.rules.archmage.power import Attack
from arbitro.rules.archmage.state import Combatant, Fight
from arbitro.rules.archmage.verbs import VERBS, average


def expected(books: Books, one: Combatant, attack: Attack, other: Combatant | None = None) -> float:
    """What an attack deals on average when it hits, by the attacker's own numbers.

    With somebody named, what slides off them counts for nothing.
    """
    level = one.profile.level
    if attack.unarmed:
        total = sum(average(amount) for amount in unarmed_dice(level))
    elif attack.weapon_die:
        total = level * (attack.weapon_die + 1) / 2
    else:
        total = average(attack.damage)
    ability = "str" if attack.unarmed else attack.damage_ability
    if ability is not None:
        total += ability_of(one.profile, ability) * multiplier(books, level)
    for rider in attack.riders:
        for effect in rider.effects:
            worth = VERBS[type(effect)].worth
            if worth is not None and rider.outcome != "miss" and not (other is not None and wasted(effect, other)):
                total += max(worth(effect, level, total), 0) / 2
    return total * max(average(attack.times), 1)


def proof(one: Combatant) -> bool:
    """Whether some conditions never take hold of somebody."""
    return one.profile.special("immune") is not None or fearless(one)


def wasted(effect: do.Effect, other: Combatant) -> bool:
    """Whether an effect does nothing to somebody by what they are: fear to the fearless, sleep to a golem."""
    if isinstance(effect, do.Ongoing):
        return immune(other)
    return isinstance(effect, do.Condition) and not any(takes_hold(other, name) for name in effect.names)


def fights_in_melee(one: Combatant) -> bool:
    """Whether somebody has a weapon for melee in hand."""
    return any(each.basic and each.kind == "melee" and not each.unarmed for each in one.profile.attacks)


def better_from_afar(books: Books, one: Combatant) -> bool:
    """Whether somebody does more harm from afar than in melee, by damage and by bonus."""

    def best(*kinds: str) -> float:
        fitting = (
            each
            for each in one.profile.attacks
            if each.kind in kinds and not each.triggered and not each.friendly and each.action != "interrupt"
        )
        return max((expected(books, one, each) * (10 + each.bonus) for each in fitting), default=0.0)

    return best("ranged", "spell") > best("melee", "close", "close_spell")


def hopeless(fight: Fight, side: str) -> bool:
    """Whether half of the characters are down while foes still stand in numbers."""
    party = [one for one in fight.combatants.values() if one.profile.kind == "pc" and one.side == side]
    up = sum(1 for one in party if one.conscious)
    foes = sum(1 for one in fight.combatants.values() if one.side != side and one.conscious)
    return 2 * up <= len(party) and foes > up
