"""What features add to an attack under circumstances: to the roll, to the crit range, to the damage."""

from collections.abc import Iterable, Iterator

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import Modifier
from arbitro.rules.archmage.circumstances import holds
from arbitro.rules.archmage.numbers import OWN_SITUATIONS, Strike, bonus_amount, bonus_applies
from arbitro.rules.archmage.people import friends_of, nearby
from arbitro.rules.archmage.power import SPELLS, Attack, Bonus, BonusStat
from arbitro.rules.archmage.state import Combatant, State


def counting(strike: Strike, stat: BonusStat) -> Iterator[tuple[Combatant, Bonus]]:
    """The bonuses to a number that count for an attack, each with its bearer: own ones, and what friends share."""
    one, fight = strike.one, strike.state.battle
    for bearer in fight.combatants.values():
        if not bearer.profile.bonuses or bearer.side != one.side:
            continue
        own = bearer.id == one.id
        if not own and not (bearer.conscious and nearby(one, bearer)):
            continue
        for bonus in bearer.profile.bonuses:
            if bonus.stat == stat and bonus.for_allies != own and _fits(strike, bearer, bonus):
                yield bearer, bonus


def _fits(strike: Strike, bearer: Combatant, bonus: Bonus) -> bool:
    attack, target = strike.attack, strike.target.profile
    if bonus.kinds and attack.kind not in bonus.kinds:
        return False
    if bonus.powers and attack.id not in bonus.powers:
        return False
    if bonus.families and not {target.family, target.race} & set(bonus.families):
        return False
    if (bonus.two_weapons and not attack.two_weapons) or (bonus.guards and attack.defence not in bonus.guards):
        return False
    if bonus.wields and bonus.wields != ("implement" if attack.kind in SPELLS else attack.wields):
        return False
    return bonus_applies(strike.state, bearer, bonus) and all(holds(strike, word) for word in bonus.when)


def fits_target(state: State, one: Combatant, power: Attack, target: Combatant) -> bool:
    """Whether the circumstances are given that a power asks for with somebody as its target."""
    strike = Strike(state, one, power, target, power.type)
    return all(holds(strike, word) for word in power.when)


def to_hit(strike: Strike) -> Iterable[Modifier]:
    """What features add to an attack roll (AE-STACK-01)."""
    for _, bonus in counting(strike, "attack"):
        yield Modifier(bonus_amount(strike.state, bonus), "AE-STACK-01", "feature", (f"feature/{bonus.source}",))
    for bonus in strike.target.profile.bonuses:
        own = {strike.one.profile.family, strike.one.profile.race}
        if bonus.stat == "wary" and (not bonus.families or own & set(bonus.families)) and _wary_of(strike, bonus):
            amount = _wariness(strike, bonus)
            if amount and bonus_applies(strike.state, strike.target, bonus):
                yield Modifier(-amount, "AE-STACK-01", "feature", (f"feature/{bonus.source}",))
    if any(
        bonus.stat == "screen" for each in strike.state.battle.combatants.values() for bonus in each.profile.bonuses
    ):
        yield from _screened(strike)


def _wary_of(strike: Strike, bonus: Bonus) -> bool:
    """Whether an attack is such as somebody is on their guard against."""
    if (bonus.kinds and strike.attack.kind not in bonus.kinds) or (
        bonus.guards and strike.attack.defence not in bonus.guards
    ):
        return False
    return all(word in OWN_SITUATIONS or holds(strike, word) for word in bonus.when)


def _wariness(strike: Strike, bonus: Bonus) -> int:
    """By how much an attack on somebody is hindered; for some by how many of their friends are healthier."""
    if bonus.times != "healthier":
        return bonus_amount(strike.state, bonus)
    friends = friends_of(strike.state.battle, strike.target)
    return bonus.amount.plus * sum(each.conscious and each.hp > strike.target.hp for each in friends)


def _screened(strike: Strike) -> Iterable[Modifier]:
    """What hinders an attack on somebody, because a friend of theirs is in melee with whoever strikes."""
    for friend in strike.state.battle.combatants.values():
        if friend.side != strike.target.side or friend.id == strike.target.id or strike.one.id not in friend.engaged:
            continue
        for bonus in friend.profile.bonuses if friend.conscious else ():
            same = (each.source for each in strike.target.profile.bonuses if each.stat == "screen")
            if bonus.stat == "screen" and bonus.source not in same:
                amount = -bonus_amount(strike.state, bonus)
                yield Modifier(amount, "AE-STACK-01", "feature", (f"feature/{bonus.source}",))


def crit_range(strike: Strike) -> Iterable[Modifier]:
    """By how many points features let a critical hit come sooner (AE-CRIT-04)."""
    for _, bonus in counting(strike, "crit_range"):
        yield Modifier(bonus_amount(strike.state, bonus), "AE-CRIT-04", sources=(f"feature/{bonus.source}",))


def dice_of(strike: Strike, bonus: Bonus) -> Amount:
    """The dice and the number of a bonus to damage: as many times as the escalation die shows, where it says so."""
    shown = strike.state.battle.escalation
    times = shown if bonus.times == "escalation" else 1
    more = shown if bonus.plus == "escalation" else 0
    return Amount(bonus.amount.count * times, bonus.amount.sides, bonus.amount.plus * times + more)
