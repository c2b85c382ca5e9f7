"""What the words do that come before a roll, and those that let somebody move out of turn: see `roll_effects`."""

from typing import Final

from msgspec.structs import replace

from arbitro.rules.archmage import roll_effects as rolls
from arbitro.rules.archmage.aiming import OWN_DOING, scaled, source_of, whom
from arbitro.rules.archmage.conditions import end_state
from arbitro.rules.archmage.damage import hurt
from arbitro.rules.archmage.events import (
    AttackLapsed,
    CountRolled,
    InitiativeChanged,
    Marked,
    PowerRegained,
    RecoveryUsed,
)
from arbitro.rules.archmage.initiative import set_order
from arbitro.rules.archmage.numbers import initiative_bonus
from arbitro.rules.archmage.ongoing_effects import Mark, Spent, Until
from arbitro.rules.archmage.people import can_act
from arbitro.rules.archmage.recovery import Extra, use_recovery
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.states import FIXED, KEPT, state_of
from arbitro.rules.archmage.step import Blow, Offer, Volley
from arbitro.rules.archmage.tally import Damage, Reason, flat

WORD: Final = ("AE-ATK-06",)
"""The rule by which a power does what its text says."""


def hurry(scene: Scene, effect: rolls.Hurry, step: Blow) -> None:
    """Another initiative, and with it that of whoever acts after its bearer; then the order is set anew."""
    for who in whom(scene, effect, step):
        one = scene.one(who)
        followers = (each.id for each in scene.state.battle.combatants.values() if each.profile.master == who)
        bonus = initiative_bonus(one.profile)
        die = scene.dice.roll(20, "initiative") if effect.again else None
        more = scaled(scene, effect.amount, effect.times, effect.plus).plus
        total = one.initiative + more if die is None else die.face + bonus + more
        changed = InitiativeChanged((who, *followers), one.initiative, total, die, bonus + more)
        scene.happen(replace(changed, rules=("AE-INIT-01", *WORD)))
    set_order(scene)


def free_move(scene: Scene, effect: rolls.FreeMove, step: Blow) -> None:
    """Each in turn is asked where to go."""
    for who in whom(scene, effect, step):
        if can_act(scene.one(who)):
            scene.then(Offer("free_move", who, step.volley.attacker, more=effect.amount.plus))


def keep_roll(scene: Scene, effect: rolls.KeepRoll, step: Blow) -> None:
    """A die is thrown for later; an earlier one is forgotten."""
    del effect
    who = step.volley.attacker
    end_state(scene, who, KEPT)
    die = scene.dice.roll(20, "kept_roll")
    scene.happen(CountRolled(who, step.volley.attack, "kept", (die,), die.face, rules=WORD))
    until = Until("start", who, scene.one(who).turns + 1)
    scene.happen(Marked(who, Mark("state", who, die.face, attack=KEPT, until=until), rules=WORD))


def set_roll(scene: Scene, effect: rolls.SetRoll, step: Blow) -> None:
    """The next attack roll of whoever it is about shows a number, without a die."""
    user = step.volley.attacker
    kept = state_of(scene.one(user), KEPT)
    number = effect.number or (kept.amount if kept is not None else 0)
    if not number:
        return
    end_state(scene, user, KEPT)
    about = step.volley.on_behalf or user
    scene.happen(Marked(about, Mark("state", user, number, attack=FIXED, until=Until("battle", user)), rules=WORD))


def interpose(scene: Scene, effect: rolls.Interpose, step: Blow) -> None:
    """The attack that waits for its roll has another target."""
    del effect
    user, friend = step.volley.attacker, step.volley.on_behalf
    for place, waiting in enumerate(scene.agenda):
        if isinstance(waiting, Volley) and waiting.attacker == step.target and friend in waiting.targets:
            targets = tuple(
                user if at == waiting.index and each == friend else each for at, each in enumerate(waiting.targets)
            )
            scene.agenda[place] = replace(waiting, targets=targets)


def quash(scene: Scene, effect: rolls.Quash, step: Blow) -> None:
    """The attack that waits for its roll does not come about."""
    del effect
    for place, waiting in enumerate(scene.agenda):
        if isinstance(waiting, Volley) and waiting.attacker == step.target:
            attack = scene.one(step.target).profile.known(waiting.attack)
            del scene.agenda[place]
            scene.happen(AttackLapsed(step.target, attack.id, rules=WORD))
            used = scene.one(step.target).powers.get(attack.id, Spent()).used
            if step.natural % 2 and attack.usage != "at_will" and used:
                scene.happen(PowerRegained(step.target, attack.id, used - 1, None, 0, True, rules=WORD))
            return


def share_recovery(scene: Scene, effect: rolls.ShareRecovery, step: Blow) -> None:
    """Half of a recovery heals, half burns."""
    who = step.volley.attacker
    before = len(scene.events)
    use_recovery(scene, who, ("AE-RECOVERY-02", *WORD), extra=Extra(percent=50))
    healed = sum(event.healed for event in scene.events[before:] if isinstance(event, RecoveryUsed))
    foe = next((each for each in scene.one(who).engaged if scene.one(each).in_field), "")
    if foe and healed:
        why = Reason("AE-ATK-06", "effect_damage", source_of(scene, effect, step))
        hurt(scene, foe, Damage(flat(healed, why), effect.type, who, OWN_DOING, WORD))
