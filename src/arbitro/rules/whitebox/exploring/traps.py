"""Traps (chapter «Trappole»): who treads on them, who sees them in time, how they spring, how far one falls."""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import REFEREE
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.exploring.clock import at_leisure
from arbitro.rules.whitebox.exploring.commands import Fall, SpringTrap
from arbitro.rules.whitebox.exploring.doors import SIX
from arbitro.rules.whitebox.exploring.events import (
    Busy,
    HadAFall,
    Perished,
    Reminder,
    Stopped,
    TrapSaved,
    TrapSprung,
    TrapTrodden,
)
from arbitro.rules.whitebox.exploring.senses import find, found_by, passing_chance
from arbitro.rules.whitebox.exploring.state import Trap
from arbitro.rules.whitebox.people.arms import always_on
from arbitro.rules.whitebox.people.healing import hurtable, wound_outside
from arbitro.rules.whitebox.people.records import calling, company, living, on_their_feet
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers.amounts import added_by
from arbitro.rules.whitebox.powers.durations import hold_fast
from arbitro.rules.whitebox.powers.events import Unaffected
from arbitro.rules.whitebox.powers.lookups import off_the_ground
from arbitro.rules.whitebox.reckoning import halved, rolled
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.saves import averted_by_saving, saving_throw
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import Combatant, State
from arbitro.rules.whitebox.terms import SaveBonus, Threat

DEEPEST: Final = 1000


FEET_A_DIE: Final = 10
FALL_DIE: Final = 6
"""A d6 for each full ten feet (WB-TRAP-04)."""

# ------------------------------------------------------------ treading on one


def cross(scene: Scene, traps: tuple[Trap, ...], *, watchful: bool) -> bool:
    """Everybody crosses, in marching order; False if somebody saw a trap in time and the party stops before it."""
    for trap in traps:
        for one in tuple(company(scene.state)):
            if not on_their_feet(scene.state, one.id) or passes_over(scene.state, one.id, trap):
                continue
            if watchful and sees_in_time(scene, one, trap):
                return False
            if treads_on(scene, one, trap):
                break
    return True


def passes_over(state: State, who: str, trap: Trap) -> bool:
    """Whether somebody does not touch the floor that sets a trap off; one in a door finds whoever opens it."""
    return not trap.door and off_the_ground(state, who)


def sees_in_time(scene: Scene, one: Character, trap: Trap) -> bool:
    """A dwarf may notice stonework before stepping on it (WB-TRAP-03)."""
    odds = passing_chance(scene.rules, one, trap)
    if not found_by(scene, one, trap, odds, passing=True):
        return False
    find(scene, one, trap, odds.rules)
    scene.happen(Stopped(trap.id, rules=("WB-TRAP-03",)))
    return True


def treads_on(scene: Scene, one: Character, trap: Trap) -> bool:
    """A d6 for whoever crosses; the trap springs at or below its number (WB-TRAP-01)."""
    die = scene.dice.stream(REFEREE).roll(SIX, "trap")
    check = held_against((die,), (), "<=", trap.trigger, "trap")
    scene.happen(TrapTrodden(one.id, trap.id, check, rules=("WB-TRAP-01",), audience=REFEREE_ONLY))
    if check.success:
        spring(scene, one, trap, ("WB-TRAP-01",))
    return check.success


def spring(scene: Scene, one: Character, trap: Trap, rules: tuple[str, ...]) -> None:
    """A trap goes off at somebody: the fall, then whatever else it does."""
    scene.happen(TrapSprung(one.id, trap.id, trap.pit, rules=rules))
    if trap.pit:
        drop(scene, one, trap.pit)
    hurt = scene.state.characters[one.id]
    if trap.threat is not None and hurt.living:
        face_trap(scene, hurt, trap.threat)
    if not trap.pit and trap.threat is None:
        rules = ("WB-CORE-01", "WB-CORE-02")
        scene.happen(Reminder(trap.id, "no_rule", rules=rules, audience=REFEREE_ONLY))


# ------------------------------------------------------------ what it does


def drop(scene: Scene, one: Character, feet: int) -> None:
    """A fall: a d6 for each full ten feet (WB-TRAP-04); whoever is in the air does not fall."""
    if off_the_ground(scene.state, one.id):
        scene.happen(Unaffected(one.id, "in_the_air", rules=("WB-TRAP-04",)))
        return
    amount = Amount(feet // FEET_A_DIE, FALL_DIE)
    scene.happen(HadAFall(one.id, feet, rules=("WB-TRAP-04",)))
    if amount.count:
        dice = amount.roll(scene.dice, "fall")
        wound_outside(scene, one, amount.total(dice), dice, ("WB-TRAP-04",))


def face_trap(scene: Scene, one: Character, threat: Threat) -> None:
    """A trap's danger, with what the class knows of traps."""
    face_danger(scene, one, threat, saves_against_traps(scene.rules, one))


def face_danger(scene: Scene, one: Character, threat: Threat, victim: Combatant) -> None:
    """A danger out of the fight: the saving throw if there is one, then what is left of it (WB-SAVE-02).

    What keeps somebody from harm in a fight does so here: immunity, and whatever helps against that element.
    """
    worn = always_on(scene.rules, one)  # on somebody in a fight it lies as any other effect does
    proof = any(
        effect.element == threat.element and effect.factor == 0 for effect in worn if effect.kind == "resisting"
    )
    if threat.element and (proof or scene.rules.immune(scene, victim, threat.element, "")):
        scene.happen(Unaffected(one.id, "immune"))
        return
    more = scene.rules.save_circumstances(scene, victim, threat, "")
    helping = [effect for effect in worn if not effect.alignment and effect.saves_vs in ("", threat.element)]
    more += tuple(added_by(scene.state, helping, lambda effect: effect.saves, "WB-SAVE-10"))
    saved = threat.save and saving_throw(scene, victim, threat.danger, more, averted_by_saving(threat))
    rules = ("WB-SAVE-02",) if threat.save else ()
    averted = saved and (threat.on_success != "half" or threat.effect == "death")
    scene.happen(TrapSaved(one.id, averted, saved and not averted, rules=rules))
    if averted:
        return
    dice = threat.amount.roll(scene.dice, threat.effect) if threat.amount is not None else ()
    amount, modifiers = rolled(threat.amount, dice, "WB-ATK-12") if threat.amount is not None else (0, ())
    if threat.effect == "damage":
        if saved:
            amount, modifiers = halved((amount, modifiers), "WB-SAVE-02")
        wound_outside(scene, one, amount, dice, rules, modifiers)
    elif threat.effect == "paralysis":
        until = scene.state.minutes + amount
        scene.happen(Busy(one.id, until, 0, dice, rules=(*rules, "WB-TIME-02")))
        hold_fast(scene, one.id, until)
    else:
        scene.happen(Perished(one.id, dice, rules=rules))


def saves_against_traps(rules: Rules, one: Character) -> Combatant:
    """Somebody as saving throws look at them, with what the class knows of traps."""
    profile = rules.profile_of(rules, one, one.id)
    facts = calling(rules, one)
    knack = [bonus for bonus in facts.save_bonuses if "traps" in bonus.vs] if facts is not None else []
    more = (SaveBonus(bonus.bonus, "class", with_matrix=bonus.with_matrix) for bonus in knack)
    bonuses = (*profile.save_bonuses, *more)
    return Combatant(replace(profile, save_bonuses=bonuses), one.hp, 0, one.hp)


def as_they_are(rules: Rules, one: Character) -> Combatant:
    """Somebody as saving throws look at them."""
    return Combatant(rules.profile_of(rules, one, one.id), one.hp, 0, one.hp)


# ------------------------------------------------------------ the referee's word


def spring_trap(scene: Scene, command: SpringTrap) -> Refusal | None:
    """The referee lets a trap go off."""
    out = at_leisure(scene.state)
    if isinstance(out, Refusal):
        return out
    trap = out.traps.get(command.trap)
    if trap is None or trap.sprung:
        return Refusal("no_trap", {"trap": command.trap}, ("WB-TRAP-01",))
    one = living(scene.state, command.victim)
    if isinstance(one, Refusal):
        return one
    spring(scene, one, trap, ("WB-TRAP-01", "WB-CORE-02"))
    return None


def fall(scene: Scene, command: Fall) -> Refusal | None:
    """The referee lets somebody fall, at the rate of a pit (WB-TRAP-04)."""
    one = hurtable(scene.state, command.victim)
    if isinstance(one, Refusal):
        return one
    if not 1 <= command.feet <= DEEPEST:
        return Refusal("bad_feet", {"feet": command.feet, "most": DEEPEST}, ("WB-TRAP-04",))
    drop(scene, one, command.feet)
    return None
