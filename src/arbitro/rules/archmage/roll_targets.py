"""How many rolls an attack has, and at whom: as named, by dice, by lot, or by hit points (chapter «Bersagli»)."""

from typing import Final

from arbitro.dice.amount import Amount
from arbitro.rules.archmage.events import CountRolled
from arbitro.rules.archmage.power import Attack
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant
from arbitro.rules.archmage.targets import everybody, more_targets

ONCE: Final = Amount(plus=1)
MOST_ROLLS: Final = 100
"""However often somebody writes that an attack is made."""


def by_lot(scene: Scene, one: Combatant, attack: Attack) -> tuple[str, ...]:
    """As many targets as the attack has, drawn among all that it could have."""
    pool = list(everybody(scene.state, one, attack))
    dice = attack.targets.roll(scene.dice, "targets")
    if dice:
        rules = ("AE-ATK-05", "AE-TARGET-03")
        scene.happen(CountRolled(one.id, attack.id, "targets", dice, attack.targets.total(dice), rules=rules))
    chosen: list[str] = []
    count = min(attack.targets.total(dice), len(pool))
    for _ in range(scene.state.battle.escalation if attack.by_die else count):
        die = scene.dice.roll(len(pool), "lot")
        scene.happen(CountRolled(one.id, attack.id, "lot", (die,), die.face, rules=("AE-ATK-05",)))
        chosen.append(pool[die.face - 1])
        if not attack.by_die:  # as many rolls as the die shows may fall on one and the same
            pool.pop(die.face - 1)
    return tuple(chosen)


def counted(scene: Scene, one: Combatant, attack: Attack, named: tuple[str, ...], *, ally: bool) -> tuple[str, ...]:
    """The final list of targets, one entry for each attack roll."""
    state = scene.state
    if attack.targets.count:
        dice = attack.targets.roll(scene.dice, "targets")
        count = attack.targets.total(dice)
        rules = ("AE-ATK-05", "AE-TARGET-02" if attack.in_group else "AE-TARGET-03")
        scene.happen(CountRolled(one.id, attack.id, "targets", dice, count, rules=rules))
        return more_targets(state, one, attack, named, count, ally=ally)
    if attack.hp_pool is not None:
        return _within_a_pool(scene, one, attack, attack.hp_pool)
    if attack.times == ONCE:
        return named
    times = _times(scene, one, attack)
    if attack.different:
        return more_targets(state, one, attack, named, times, ally=ally)
    return tuple(named[min(number, len(named) - 1)] for number in range(times))


def _within_a_pool(scene: Scene, one: Combatant, attack: Attack, pool: Amount) -> tuple[str, ...]:
    """The weakest foes in reach, one after the other, as long as their hit points fit into what is thrown."""
    dice = pool.roll(scene.dice, "targets")
    left = pool.total(dice)
    scene.happen(CountRolled(one.id, attack.id, "hp_pool", dice, left, rules=("AE-ATK-05", "AE-TARGET-06")))
    chosen: list[str] = []
    people = [scene.one(who) for who in everybody(scene.state, one, attack)]
    for foe in sorted(people, key=lambda foe: foe.hp):
        if foe.hp > left:
            break
        left -= foe.hp
        chosen.append(foe.id)
    return tuple(chosen)


def _times(scene: Scene, one: Combatant, attack: Attack) -> int:
    """How many rolls an attack has."""
    if not attack.times.count:
        return min(attack.times.plus, MOST_ROLLS)
    dice = attack.times.roll(scene.dice, "times")
    times = min(attack.times.total(dice), MOST_ROLLS)
    scene.happen(CountRolled(one.id, attack.id, "times", dice, times, rules=("AE-ATK-05",)))
    return times


def coup_rolls(scene: Scene, one: Combatant, attack: Attack, named: tuple[str, ...]) -> tuple[str, ...]:
    """The whole attack falls on the helpless foe: each roll that it could have on one target (AE-COUP-02)."""
    if attack.different or attack.times == ONCE or scene.state.options["coup_rolls"] == "one":
        return named
    return named * _times(scene, one, attack)
