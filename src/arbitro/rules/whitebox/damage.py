"""Damage and death (chapter «Danno e Morte» and its milder option)."""

from typing import Final

from msgspec import Struct, json

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import distance
from arbitro.rules.whitebox.commands import BindWounds
from arbitro.rules.whitebox.events import (
    BlowsLanded,
    DamageDealt,
    Fell,
    Paralysed,
    WoundsBound,
)
from arbitro.rules.whitebox.powers.durations import finish, put_off
from arbitro.rules.whitebox.powers.lookups import abilities
from arbitro.rules.whitebox.prepared_spells import spoil
from arbitro.rules.whitebox.reckoning import halved as half
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import MELEE_REACH, Blow, Combatant, Condition, State
from arbitro.rules.whitebox.terms import Result, Threat
from arbitro.rules.whitebox.whose_turn import acting, may_use_whole_round

HIT = ("WB-ATK-12", "WB-DEATH-01")
LANDING: Final[tuple[Result, ...]] = (
    "heal", "damage", "burn", "death", "level_drain", "ability_drain",
    "ends", "shown", "silence",
    "paralysis", "stone", "charm", "swallow", "ongoing", "follow", "song", "shape", "own_shape", "hide",
    "ruin", "pull", "wall", "summon", "double",
    "leave", "flight", "surrender",
)  # fmt: skip
"""In which order things land that were done at the same time (ours): help before harm, wounds before what ends and
what begins, and going away after everything else. Whatever is listed has its place, whoever was the first to say it."""
OUTLIVES: Final[tuple[Result, ...]] = ("wall", "summon", "shown")
"""What comes of somebody's deed although they fell in the same moment (WB-INIT-03)."""


class Landing(Struct, frozen=True):
    """A blow that takes effect: what was thrown for it, by which rules, and what was added."""

    blow: Blow
    dice: tuple[Die, ...] = ()
    rules: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


def spared(state: State, one: Combatant) -> bool:
    """Whether the milder rule covers somebody: characters, and whom the referee names (WB-DEATH-03)."""
    if state.options["death_rule"] != "unconscious_at_zero":
        return False
    return one.profile.nature == "character" or one.profile.merciful


def condition_at(here: Here, one: Combatant, hp: int) -> tuple[Condition, tuple[str, ...]]:
    """How somebody is at a count of hit points, and by which rules."""
    if hp > 0:
        return "up", ()
    if not spared(here.state, one):
        return ("dead" if one.profile.powers is None else end_of(here.rules, one)), ("WB-DEATH-02",)
    if here.state.options["death_floor"] == "level":
        dead = hp < -one.profile.level
    else:
        dead = hp <= int(here.state.options["death_floor_number"])
    return ("dead" if dead else "out"), ("WB-DEATH-03", "WB-DEATH-04")


def harm(
    scene: Scene,
    one: Combatant,
    amount: int,
    rules: tuple[str, ...],
    dice: tuple[Die, ...] = (),
    modifiers: tuple[Modifier, ...] = (),
) -> None:
    """Take hit points away; below the limit the victim falls, and any damage spoils a spell."""
    state, judged = scene.state, scene.rules.condition_at
    left = one.hp - amount
    condition, why = judged(scene, one, left)
    bleeds = condition == "out" and left < 0 and state.options["bleeding"] and one.dropped < 0
    dropped = basics.fight(state).round if bleeds else -1
    profile = one.profile
    scene.happen(DamageDealt(profile.id, amount, left, dice, modifiers, dropped, rules=rules))
    if condition not in ("up", one.condition):  # a blow that lands late does not bring back who has fled
        cause = len(scene.events) - 1
        scene.happen(Fell(profile.id, condition, rules=why, cause=cause))
    if profile.powers is not None or state.effects:
        is_hurt(scene, one, amount)
    if amount > 0 and (one.preparing or (one.prepared and state.options["combat_sequence"] == "standard")):
        spoil(scene, one)
    for hears in scene.rules.harmed.parts:
        hears(scene, one, amount)


def suffer(scene: Scene, one: Combatant, threat: Threat, source: str, *, halved: bool) -> None:
    """Roll what a danger does and apply it, at once or at the end of a simultaneous turn."""
    dice = threat.amount.roll(scene.dice, threat.effect) if threat.amount is not None else ()
    amount, modifiers = rolled(threat.amount, dice, "WB-ATK-12") if threat.amount is not None else (0, ())
    if halved:
        amount, modifiers = half((amount, modifiers), "WB-SAVE-02")
    amount = max(amount, threat.drain)  # levels are lost without a die
    blow = Blow(one.id, threat.effect, source, amount, threat.element, threat.ongoing, threat.save)
    rules = ("WB-SAVE-02",) if threat.save else ()
    if not put_off(scene, blow, dice, rules, modifiers):
        land(scene, blow, dice, rules, modifiers)


def land(
    scene: Scene,
    blow: Blow,
    dice: tuple[Die, ...] = (),
    rules: tuple[str, ...] = (),
    modifiers: tuple[Modifier, ...] = (),
) -> None:
    """Let a blow take effect."""
    one = basics.fight(scene.state).combatants[blow.target]
    if one.condition == "dead" and blow.effect not in OUTLIVES:
        return
    scene.rules.lands[blow.effect](scene, one, Landing(blow, dice, rules, modifiers))


def is_slain(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Death at once."""
    scene.happen(Fell(one.id, "dead", rules=landing.rules))


def is_paralysed(scene: Scene, one: Combatant, landing: Landing) -> None:
    """So many rounds without moving."""
    until = basics.fight(scene.state).round + landing.blow.amount
    scene.happen(Paralysed(one.id, until, landing.dice, landing.modifiers, rules=landing.rules))


def land_held_blows(scene: Scene) -> None:
    """End of a simultaneous turn: every blow lands, the slain one's too (WB-INIT-03), and those that landing brings."""
    while blows := basics.fight(scene.state).blows:
        scene.happen(BlowsLanded(len(blows), rules=("WB-INIT-02", "WB-INIT-03")))
        for blow in in_order_of_landing(scene.state, blows):
            rolled_before = (Modifier(blow.amount, "WB-INIT-02", "held_blow"),) if blow.amount else ()
            land(scene, blow, rules=("WB-INIT-02", "WB-INIT-03"), modifiers=rolled_before)


def in_order_of_landing(state: State, blows: tuple[Blow, ...]) -> list[Blow]:
    """What was done in one moment, by sort, doer and target: the order in which it was said decides nothing."""
    seats = {who: number for number, who in enumerate(basics.fight(state).combatants)}

    def place(blow: Blow) -> tuple[int, int, int, bytes]:
        doer, target = (seats.get(who, len(seats)) for who in (blow.source, blow.target))
        return LANDING.index(blow.effect), doer, target, json.encode(blow)

    return sorted(blows, key=place)


def bind_wounds(scene: Scene, command: BindWounds) -> Refusal | None:
    """Stop somebody's bleeding: anyone within reach, the whole round, no roll (WB-DEATH-05)."""
    one = acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    refused = may_use_whole_round(scene.state, one)
    if refused:
        return refused
    patient = basics.fight(scene.state).combatants.get(command.patient)
    if patient is None or patient.condition != "out" or patient.dropped < 0:
        return Refusal("not_bleeding", {"who": f"@{command.patient}"}, ("WB-DEATH-05",))
    feet = distance(basics.fight(scene.state), one, patient)
    if feet > MELEE_REACH:
        return Refusal("out_of_reach", {"who": f"@{patient.id}", "feet": feet}, ("WB-DEATH-05",))
    scene.happen(WoundsBound(one.id, patient.id, rules=("WB-DEATH-05",)))
    return None


def end_of(rules: Rules, one: Combatant) -> Condition:
    """What becomes of somebody with powers at 0 hit points: some turn to mist and go home."""
    return next((power.ends_as for _, power in abilities(rules, one) if power.ends_as is not None), "dead")


def is_hurt(scene: Scene, one: Combatant, amount: int) -> None:
    """Pain wakes and breaks concentration, and some strike once more as they fall."""
    if scene.state.effects and amount > 0:
        pain(scene, one.id)
    for it, power in abilities(scene.rules, one):
        if power.falls is not None:
            power.falls(it, scene, one)


def pain(scene: Scene, who: str) -> None:
    """A wound ends what pain ends, on the victim and on those whom the victim's concentration holds."""
    for other, effects in scene.state.effects.items():
        for effect in effects:
            wakes = other == who and effect.kind == "asleep"
            if wakes or (effect.ends_on_hurt and effect.by == who):
                finish(scene, other, effect, ("WB-SPELL-04",))
