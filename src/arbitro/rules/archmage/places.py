"""Positions without a grid: nearby, far, behind, engaged with whom (chapters «Posizione», «Impegnato», «Afferrato»)."""

from typing import Final

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.rules.archmage.conditions import DueSave, end_of_turn, save
from arbitro.rules.archmage.damage import hurt, separate
from arbitro.rules.archmage.events import Engaged, Grabbed, Marked, PlaceChanged, PoppedFree, Teleported
from arbitro.rules.archmage.ongoing_effects import Mark
from arbitro.rules.archmage.people import contiguous, nearby, next_to, pinning_foes, stuck
from arbitro.rules.archmage.power import EASY, NORMAL
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, Fight, State
from arbitro.rules.archmage.states import SPIKED, flies, state_of
from arbitro.rules.archmage.step import Goal
from arbitro.rules.archmage.tally import Damage, Reason, Tally, flat

MOVE_RULES: Final[dict[Goal, tuple[str, ...]]] = {
    "engage": ("AE-POS-01", "AE-POS-03", "AE-POS-06", "AE-POS-11"),
    "away": ("AE-DISENGAGE-01", "AE-POS-09"),
    "far": ("AE-POS-02", "AE-POS-04", "AE-POS-08"),
    "nearby": ("AE-POS-03", "AE-POS-04"),
    "toward": ("AE-POS-04",),
    "beside": ("AE-POS-07", "AE-POS-08"),
    "behind": ("AE-POS-05", "AE-POS-08"),
}


# ---------------------------------------------------------------- engaging and parting


def engage(scene: Scene, who: str, foe: str, rules: tuple[str, ...]) -> None:
    """Two are in melee with each other from now on (AE-POS-06)."""
    one = scene.one(who)
    if foe in one.engaged:
        return
    if one.beside or any(each.behind == who for each in scene.state.battle.combatants.values()):
        scene.happen(PlaceChanged(who, "nearby", rules=("AE-POS-07",)))
    scene.happen(Engaged(who, foe, rules=rules))
    for victim, enemy in ((foe, who), (who, foe)):
        if scene.one(victim).marks:
            suffer_curses(scene, victim, enemy)
    _relieve_archers(scene, who, foe)


def _relieve_archers(scene: Scene, who: str, foe: str) -> None:
    """Some slip out of melee when a friend takes over their foe."""
    for other in scene.one(foe).engaged:
        if other != who and scene.one(other).profile.special("pops_free_when_relieved") is not None:
            pop_free(scene, other, (foe,))


def suffer_curses(scene: Scene, victim: str, enemy: str) -> None:
    """A curse that hurts whenever an enemy engages or leaves its bearer."""
    one = scene.one(victim)
    curses = [mark for mark in one.marks if mark.kind == "curse"]
    if curses and one.in_field and scene.one(enemy).side != one.side:
        worst = max(curses, key=lambda mark: mark.amount)  # of one name only one works (AE-STACK-04)
        hurt(
            scene,
            victim,
            Damage(flat(worst.amount, Reason("AE-ATK-06", "curse")), "weapon", worst.source, 20, ("AE-ATK-06",)),
        )


def part_ways(scene: Scene, who: str, foe: str, rules: tuple[str, ...]) -> None:
    """One of two leaves the other: holds between them end, and a curse may hurt whoever is left."""
    if separate(scene, who, foe, rules) and scene.one(foe).marks:
        suffer_curses(scene, foe, who)


def was_released(one: Combatant, holder: Combatant) -> bool:
    """Whether somebody has just been let go: no blow at whoever held them, when that one walks off (AE-GRAB-06)."""
    return any(mark.kind == "once" and mark.attack == "released" and mark.source == holder.id for mark in one.marks)


def pop_free(scene: Scene, who: str, foes: tuple[str, ...], *, pushed: bool = False) -> None:
    """Out of melee at once, without a check or a blow; the stuck stay (AE-COND-12)."""
    one = scene.one(who)
    leaving = tuple(foe for foe in foes if foe in one.engaged)
    if not leaving or stuck(scene.state, one):
        return
    rules = ("AE-GRAB-03" if any(foe in one.grabbed_by for foe in leaving) else "AE-ATK-06",)
    scene.happen(PoppedFree(who, leaving, pushed, rules=rules))
    for foe in leaving:
        part_ways(scene, who, foe, rules)


def grab(scene: Scene, by: str, victim: str) -> None:
    """Hold somebody, who is then engaged with the holder (AE-GRAB-01)."""
    one = scene.one(victim)
    if not one.in_field or by in one.grabbed_by or not scene.one(by).conscious:
        return
    engage(scene, by, victim, ("AE-GRAB-01", "AE-POS-06"))
    if scene.one(victim).in_field and scene.one(by).conscious:
        scene.happen(Grabbed(victim, by, rules=("AE-GRAB-01",)))


def tread(scene: Scene, who: str) -> None:
    """Whoever walks where a power has made stones sharp saves, once a turn, or is hurt; its friends get off lightly."""
    one = scene.one(who)
    for owner in list(scene.state.battle.combatants.values()):
        mark = state_of(owner, SPIKED)
        trod = any(each.kind == "once" and each.attack == SPIKED for each in one.marks)
        if mark is None or owner.id == who or trod or flies(scene.state, one):
            continue
        until = end_of_turn(scene, who)
        scene.happen(Marked(who, Mark("once", owner.id, attack=SPIKED, until=until), rules=("AE-ATK-06",)))
        friend = owner.side == one.side
        if save(scene, one, DueSave("effect", EASY if friend else NORMAL, ("AE-ATK-06",), SPIKED)).success:
            continue
        why = Reason("AE-ATK-06", "effect_damage")
        harm = Tally().rolling(Amount(mark.amount, mark.sides), scene.dice, "damage", why)
        harm = harm.then(0, "halve", Reason("AE-ATK-06", "half")) if friend else harm
        hurt(scene, who, Damage(harm, "weapon", owner.id, 20, ("AE-ATK-06",)))


def teleport(scene: Scene, who: str) -> None:
    """Elsewhere at once: no way in between, nothing provoked, out of melee and holds (AE-TELEPORT-01)."""
    rules = ("AE-TELEPORT-01", *(("AE-GRAB-03",) if scene.one(who).grabbed_by else ()))
    scene.happen(Teleported(who, rules=rules))
    for foe in scene.one(who).engaged:
        part_ways(scene, who, foe, rules)
    one = scene.one(who)
    if one.beside or one.behind or one.near or one.band == "far":
        scene.happen(PlaceChanged(who, "nearby", rules=rules))


# ---------------------------------------------------------------- may one move?


def may_go(state: State, one: Combatant, goal: Goal, targets: tuple[str, ...], *, free: bool) -> Refusal | None:
    """Whether a place can be reached with one move; `free`: nobody holds the mover in melee any more."""
    fight = state.battle
    who: dict[str, str | int] = {"who": f"@{one.id}"}
    rules = MOVE_RULES[goal]
    if goal in ("engage", "toward", "beside", "behind"):
        return _may_reach(state, fight, one, goal, targets)
    if targets:
        return Refusal("no_target_needed", who, rules)
    melee = [foe for foe in one.engaged if foe not in one.grabbing]  # whom it carries holds it back from nowhere
    if goal == "away":
        return None if melee else Refusal("not_engaged", who, rules)
    if goal == "nearby":
        fine = one.band == "far" and not melee
        return None if fine else Refusal("nearby_already", who, rules)
    if not free and left_behind(fight, one, ()):
        return Refusal("engaged", who, rules)
    if not fight.room:
        return Refusal("no_room", who, rules)
    return Refusal("far_already", who, rules) if one.band == "far" and not melee else None


def _may_reach(state: State, fight: Fight, one: Combatant, goal: Goal, targets: tuple[str, ...]) -> Refusal | None:
    rules = MOVE_RULES[goal]
    several = goal == "engage" and bool(state.options["engage_many"])
    if not targets or (len(targets) > 1 and not several) or len(set(targets)) < len(targets):
        return Refusal("one_target", {"who": f"@{one.id}"}, rules)
    for target in targets:
        other = fight.combatants.get(target)
        if other is None:
            return Refusal("nobody", {"who": target})
        values: dict[str, str | int] = {"who": f"@{one.id}", "target": f"@{target}"}
        wants_foe = goal in ("engage", "toward")
        if not other.in_field or target == one.id or (other.side != one.side) != wants_foe:
            return Refusal("no_target", {"who": f"@{target}"}, rules)
        if goal == "toward":
            if nearby(one, other):
                return Refusal("nearby_already", values, rules)
            continue
        if not nearby(one, other):
            return Refusal("too_far", values, ("AE-POS-04",))
        if goal == "engage" and target in one.engaged:
            return Refusal("engaged_already", values, rules)
        if goal == "beside" and next_to(one, other):
            return Refusal("beside_already", values, rules)
        if goal == "behind" and (not other.conscious or pinning_foes(fight, other) or one.behind == target):
            return Refusal("cannot_hide_behind", values, rules)
    if len(targets) > 1 and not contiguous(fight, fight.combatants[targets[0]].side, targets):
        return Refusal("not_a_group", {"who": f"@{one.id}"}, ("AE-POS-11", "AE-TARGET-02"))
    return None


def left_behind(fight: Fight, one: Combatant, freed: tuple[str, ...]) -> tuple[str, ...]:
    """The foes that a mover leaves without a check, who may strike at it; whom it carries may not (AE-GRAB-06)."""
    return tuple(foe for foe in pinning_foes(fight, one) if foe not in freed and foe not in one.grabbing)
