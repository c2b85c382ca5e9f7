"""Turning the undead (Table 4): clerics of Law stand against one kind of undead, once in an encounter."""

from typing import Literal

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import held_against
from arbitro.rules.whitebox.basics import fight, opponents
from arbitro.rules.whitebox.events import Fell
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers.commands import TurnUndead
from arbitro.rules.whitebox.powers.durations import lasts_until, lays, put_off
from arbitro.rules.whitebox.powers.events import TurnAttempted
from arbitro.rules.whitebox.powers.lookups import abilities, hit_dice, powers
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import Blow, Combatant, State
from arbitro.rules.whitebox.whose_turn import acting, may_act_instead

SPENT = "turning"


def may_turn(state: State, one: Combatant) -> Refusal | None:
    """Whether somebody can stand against the undead now: those of Law, once in an encounter."""
    if not powers(one).turns or one.profile.alignment != "law":
        return Refusal("cannot_turn", {"who": f"@{one.id}"})
    refused = may_act_instead(state, fight(state), one)
    if refused is not None:
        return refused
    return Refusal("turned_already", {"who": f"@{one.id}"}) if SPENT in one.spent else None


def undead(state: State, one: Combatant, kind: str = "") -> list[Combatant]:
    """The undead of a kind among somebody's opponents."""
    return [foe for foe in opponents(fight(state), one) if powers(foe).undead and kind in ("", powers(foe).monster)]


def turned_as(rules: Rules, foe: Combatant) -> int | None:
    """The hit dice as which an undead is turned; None: never."""
    for it, power in abilities(rules, foe):
        turned = 0 if power.turned_as is None else power.turned_as(it)
        if turned != 0:
            return turned
    return hit_dice(foe)


def affected(scene: Scene, foes: list[Combatant]) -> tuple[list[Combatant], tuple[Die, ...]]:
    """Who feels it: all of a kind, or by the option so many hit dice, the weakest first, and always one."""
    if not scene.state.options["turning_limit"]:
        return foes, ()
    dice = scene.rules.content.turning.affected.roll(scene.dice, "turning")
    left = scene.rules.content.turning.affected.total(dice)
    found: list[Combatant] = []
    for foe in sorted(foes, key=lambda foe: (foe.hp, foe.id)):
        left -= max(hit_dice(foe), 1)
        if left < 0 and found:
            break
        found.append(foe)
    return found, dice


def turn_undead(scene: Scene, command: TurnUndead) -> Refusal | None:
    """Roll 3d6 on the table: the undead of one kind flee, or are destroyed."""
    state = scene.state
    one = acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    refused = may_turn(state, one)
    if refused is not None:
        return refused
    foes = undead(state, one, command.kind)
    if not foes or not command.kind:
        return Refusal("no_undead", {"who": f"@{one.id}"})
    turning = scene.rules.content.turning
    hd = turned_as(scene.rules, foes[0])
    needed = None if hd is None else turning.needed(hd, one.profile.level)
    if needed is None:
        scene.happen(TurnAttempted(one.id, command.kind, None, "nothing"))
        return None
    if needed == "D":
        foes, reach = affected(scene, foes)
        scene.happen(TurnAttempted(one.id, command.kind, None, "destroyed", limit=reach))
        for foe in foes:
            if not put_off(scene, Blow(foe.id, "death", one.id)):
                scene.happen(Fell(foe.id, "dead"))
        return None
    check = held_against(turning.dice.roll(scene.dice, "turning"), (), ">=", needed, "turning")
    rounds = turning.rounds.roll(scene.dice, "span") if check.success else ()
    limit: tuple[Die, ...] = ()
    if check.success:
        foes, limit = affected(scene, foes)
    outcome: Literal["turned", "nothing"] = "turned" if check.success else "nothing"
    scene.happen(TurnAttempted(one.id, command.kind, check, outcome, rounds, limit))
    if check.success:
        until = lasts_until(state, turning.rounds.total(rounds))
        for foe in foes:
            lays(scene, foe.id, Ongoing(kind="afraid", by=one.id, until=until, magical=False))
    return None
