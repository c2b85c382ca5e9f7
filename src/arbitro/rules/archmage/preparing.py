"""What an automatic player does to be stronger for a while: rages, songs, focus, creatures called up."""

from collections.abc import Iterator

from arbitro.kernel.command import Command
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.actions import may_spend
from arbitro.rules.archmage.effects import Assume, Boost, Cure, Healing, Order, Points, SaveNow, Soothe, Summon
from arbitro.rules.archmage.magic_effects import Lend, Vanish
from arbitro.rules.archmage.numbers import in_state
from arbitro.rules.archmage.people import burdened, foes_of
from arbitro.rules.archmage.power import Attack
from arbitro.rules.archmage.state import Combatant, Fight, State
from arbitro.rules.archmage.targets import cost_of, may_target, may_use

LASTING = (Assume, Boost, Points, Summon, Lend, Vanish)
"""The words by which a power does good for longer than a moment."""


AT_ONCE = (Order, SaveNow, Cure, Soothe)
"""The words by which a power helps a friend in a moment."""


def time_for_powers(fight: Fight, one: Combatant) -> bool:
    """Whether limited powers come out: once the escalation die is there, at once against large foes."""
    if one.profile.kind != "pc" or fight.escalation >= 1:
        return True
    foes = (foe.profile.category for foe in foes_of(fight, one) if foe.conscious)
    return any(category in ("large", "huge") for category in foes)


def heals(power: Attack) -> bool:
    """Whether a power gives hit points back."""
    return any(isinstance(effect, Healing) for rider in power.riders for effect in rider.effects)


def preparations(state: State, fight: Fight, one: Combatant) -> Iterator[Command]:
    """Powers for oneself and friends that last, each once: what goes on first, then what is begun anew."""
    for power in sorted(one.profile.attacks, key=lambda power: not power.lot):
        if _worth_beginning(state, fight, one, power):
            for target in _helped(state, fight, one, power):
                yield c.Attack(one.id, power.id, target.id)
        elif _helps_at_once(state, fight, one, power):
            for target in _helped(state, fight, one, power):
                if _needs(target, power):
                    yield c.Attack(one.id, power.id, target.id)


def _helps_at_once(state: State, fight: Fight, one: Combatant, power: Attack) -> bool:
    """Whether a small action can let a friend strike, save or be rid of something."""
    if not power.friendly or power.trigger is not None or power.usage == "at_will" or heals(power):
        return False
    if may_use(state, one, power) is not None or cost_of(fight, one, power) not in ("quick", "free"):
        return False
    if may_spend(one, cost_of(fight, one, power)) is not None or not time_for_powers(fight, one):
        return False
    return any(isinstance(effect, AT_ONCE) for rider in power.riders for effect in rider.effects)


def _needs(target: Combatant, power: Attack) -> bool:
    """Whether somebody has a use for a power that helps at once: something to shake off, a melee to leave."""
    effects = [effect for rider in power.riders for effect in rider.effects]
    if any(isinstance(effect, SaveNow | Cure | Soothe) for effect in effects):
        return burdened(target) or bool(target.afflictions)
    return any(isinstance(effect, Order) for effect in effects)


def _worth_beginning(state: State, fight: Fight, one: Combatant, power: Attack) -> bool:
    """Whether a power that lasts is wanted now: one that is limited in its time, one at will if it is not at work."""
    if not power.friendly or power.trigger is not None or power.teleports or may_use(state, one, power) is not None:
        return False
    cost = cost_of(fight, one, power)
    if may_spend(one, cost) is not None or (cost == "quick" and "quick" not in one.actions):
        return False
    effects = [effect for rider in power.riders for effect in rider.effects]
    if heals(power) or not any(isinstance(effect, LASTING) for effect in effects):
        return False
    states = [effect.name for effect in effects if isinstance(effect, Assume) and effect.on == "self"]
    if power.lot and power.state:
        return True  # a song goes on
    if power.usage == "at_will":
        return bool(states) and not power.state and not any(in_state(one, name) for name in states)
    calls = any(isinstance(effect, Summon) for effect in effects)
    if cost == "standard" and not calls and not states:
        return False
    mine = any(each.profile.master == one.id and each.conscious for each in fight.combatants.values())
    return time_for_powers(fight, one) and not (calls and mine) and not any(in_state(one, name) for name in states)


def _helped(state: State, fight: Fight, one: Combatant, power: Attack) -> list[Combatant]:
    """Whom a power could help, those in melee first; nobody who has it already."""
    fitting = [each for each in fight.combatants.values() if may_target(state, one, power, each) is None]
    new = [each for each in fitting if each.conscious and all(boost.name != power.id for boost in each.boosts)]
    return sorted(new, key=lambda each: (not each.engaged, each.id != one.id))
