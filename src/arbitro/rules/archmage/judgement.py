"""What the text leaves to the referee: circumstances, checks, places, what befalls somebody, the die's pace."""

from collections.abc import Callable, Mapping
from typing import Final

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.commands import ids_in
from arbitro.rules.archmage.condition_table import CONDITIONS
from arbitro.rules.archmage.conditions import afflict, relieve
from arbitro.rules.archmage.damage import SITUATIONAL, automatic_damage, is_mundane, thrown_for_resistance
from arbitro.rules.archmage.end_of_turn import burden
from arbitro.rules.archmage.events import (
    Boosted,
    CountRolled,
    EscalationHeld,
    EscalationReset,
    Flagged,
    PlaceChanged,
    Prompted,
    SkillChecked,
    SpeedChecked,
)
from arbitro.rules.archmage.healing import skill_bonus
from arbitro.rules.archmage.numbers import LADDER, ability_of
from arbitro.rules.archmage.ongoing_effects import Affliction, Boost, Ongoing, Until
from arbitro.rules.archmage.people import in_battle, ongoing_battle, out_of_battle
from arbitro.rules.archmage.places import teleport
from arbitro.rules.archmage.power import NORMAL
from arbitro.rules.archmage.recovery import give_temporary, heal
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import DAMAGE_TYPES, Combatant, State
from arbitro.rules.archmage.states import CLIMBING, flies
from arbitro.rules.archmage.tally import Reason, Tally
from arbitro.rules.archmage.turns import end_battle

SPEED: Final = ("AE-SPEED-01",)
STEALTH_BONUS: Final = 5
Imposing = Callable[[Scene, Combatant, c.Impose], Refusal | None]
"""One of the things that the referee lets befall somebody."""


def hold_escalation(scene: Scene, command: c.HoldEscalation) -> Refusal | None:
    """Hold the escalation die while the party shuns the fight, or let it go again (AE-ESC-05)."""
    fight = ongoing_battle(scene.state)
    if isinstance(fight, Refusal):
        return fight
    if fight.hold == command.hold:
        return Refusal("no_change", {}, ("AE-ESC-05",))
    scene.happen(EscalationHeld(command.hold, rules=("AE-ESC-05",)))
    return None


def reset_escalation(scene: Scene, command: c.ResetEscalation) -> Refusal | None:
    """Back to 0 when the fight threatens to stand still; it climbs again from there (AE-ESC-06)."""
    del command
    fight = ongoing_battle(scene.state)
    if isinstance(fight, Refusal):
        return fight
    if not fight.escalation:
        return Refusal("no_change", {}, ("AE-ESC-06",))
    scene.happen(EscalationReset(rules=("AE-ESC-06",)))
    return None


def flag(scene: Scene, command: c.Flag) -> Refusal | None:
    """The referee's word: invisible, in a precarious spot, staggered, taking part."""
    one = in_battle(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if command.flag == "staggered" and one.profile.kind != "monster":
        return Refusal("monsters_only", {"who": f"@{one.id}"}, ("AE-STAGGER-02",))
    if command.flag == "present" and one.captive:
        return Refusal("captive", {"who": f"@{one.id}"}, ("AE-FLEE-01",))
    if command.flag == "present":
        if scene.state.battle.current == one.id or one.engaged:
            return Refusal("takes_part", {"who": f"@{one.id}"}, ("AE-SPIRIT-01",))
        if command.on and not one.rolled_initiative:
            return Refusal("no_initiative", {"who": f"@{one.id}"}, ("AE-INIT-05",))
    if command.on is None and command.flag != "staggered":
        return Refusal("no_change", {})
    rules = {
        "invisible": ("AE-INVIS-01", "AE-INVIS-02"),
        "precarious": ("AE-FUMBLE-02",),
        "staggered": ("AE-STAGGER-02", "AE-STAGGER-01"),
        "present": ("AE-SPIRIT-01",),
    }[command.flag]
    scene.happen(Flagged(one.id, command.flag, command.on, rules=rules))
    return None


def place(scene: Scene, command: c.Place) -> Refusal | None:
    """The referee says where somebody is: far or nearby, or nearby one foe although far (AE-POS-04)."""
    one = in_battle(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if gone := out_of_battle(one):
        return gone
    if one.engaged:
        return Refusal("engaged", {"who": f"@{one.id}"}, ("AE-POS-09",))
    if command.near and (command.near not in scene.state.battle.combatants or command.near == one.id):
        return Refusal("nobody", {"who": command.near})
    scene.happen(PlaceChanged(one.id, command.band, toward=command.near, rules=("AE-POS-02", "AE-POS-04")))
    return None


def circumstance(scene: Scene, command: c.Circumstance) -> Refusal | None:
    """+2 or -2 to attacks until the end of the next turn; several do not add up unless the option says so."""
    one = in_battle(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    amount = int(scene.state.options["circumstance_modifier"])
    if gone := out_of_battle(one):
        return gone
    if not amount:
        return Refusal("no_change", {}, ("AE-MOD-01",))
    value = amount if command.favourable else -amount
    known = sum(1 for boost in one.boosts if boost.circumstance)
    name = f"{command.name[:40]}-{known}"
    boost = Boost(name, "attack", value, Until("end", one.id, one.turns + 1), circumstance=True)
    scene.happen(Boosted(one.id, boost, "target", rules=("AE-MOD-01",)))
    return None


def grant_weapon(scene: Scene, command: c.GrantWeapon) -> Refusal | None:
    """For a memorable moment a weapon counts as larger or smaller (AE-SITWEAPON-01)."""
    one = in_battle(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if not scene.state.options["situational_weapon_dice"]:
        return Refusal("option_off", {"option": "situational_weapon_dice"}, ("AE-SITWEAPON-01",))
    if gone := out_of_battle(one):
        return gone
    if not 0 < abs(command.steps) < len(LADDER):
        return Refusal("no_change", {}, ("AE-SITWEAPON-01",))
    boost = Boost(SITUATIONAL, "weapon_die", command.steps, Until("end", one.id, one.turns + 1))
    scene.happen(Boosted(one.id, boost, "target", rules=("AE-SITWEAPON-01",)))
    return None


# ---------------------------------------------------------------- what befalls somebody


def impose(scene: Scene, command: c.Impose) -> Refusal | None:
    """The referee lets something befall somebody."""
    one = in_battle(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if not one.in_field:
        return Refusal("no_target", {"who": f"@{one.id}"})
    refused = IMPOSED[command.what](scene, one, command)
    return refused if refused is not None or scene.events else Refusal("no_change", {})


def _counted(by: Callable[[Scene, str, Amount, c.Impose], Refusal | None]) -> Imposing:
    """Something of which the referee says how much."""

    def imposing(scene: Scene, one: Combatant, command: c.Impose) -> Refusal | None:
        amount = command.amount or Amount(plus=command.points)
        return (
            Refusal("say_the_amount", {"who": f"@{one.id}"})
            if not amount.count and amount.plus < 1
            else by(scene, one.id, amount, command)
        )

    return imposing


def _unflagged(state: State, command: c.Impose) -> bool:
    """Whether the referee has yet to say if an energy is magical, where the option wants it said (AE-RESIST-03)."""
    flag_each = state.options["energy_source_default"] == "flag_each"
    return flag_each and command.damage_type in DAMAGE_TYPES and command.magical is None


def _impose_damage(scene: Scene, who: str, amount: Amount, command: c.Impose) -> Refusal | None:
    if _unflagged(scene.state, command):
        return Refusal("say_if_magical", {"who": f"@{who}"}, ("AE-RESIST-03",))
    mundane = is_mundane(scene.state, magical=command.magical)
    harm = Tally().rolling(amount, scene.dice, "damage", Reason("AE-DMG-01", "referee")).not_negative()
    automatic_damage(scene, who, harm, command.damage_type, mundane=mundane, resistible=command.resistible)
    return None


def _impose_healing(scene: Scene, who: str, amount: Amount, command: c.Impose) -> None:
    del command
    healing = Tally().rolling(amount, scene.dice, "healing", Reason("AE-RECOVERY-02", "referee"))
    heal(scene, who, _no_loss(healing), ("AE-RECOVERY-02",))


def _impose_temporary(scene: Scene, who: str, amount: Amount, command: c.Impose) -> None:
    del command
    buffer = Tally().rolling(amount, scene.dice, "temporary", Reason("AE-TEMPHP-01", "referee"))
    give_temporary(scene, who, _no_loss(buffer))


def _no_loss(amount: Tally) -> Tally:
    """What helps never harms, whatever its dice and its number come to."""
    return amount if amount.total >= 0 else amount.then(0, "least", Reason("AE-RECOVERY-02", "referee"))


def _impose_ongoing(scene: Scene, who: str, amount: Amount, command: c.Impose) -> Refusal | None:
    if _unflagged(scene.state, command):
        return Refusal("say_if_magical", {"who": f"@{who}"}, ("AE-RESIST-03",))
    kind, mundane = command.damage_type, is_mundane(scene.state, magical=command.magical)
    dice = amount.roll(scene.dice, "ongoing")
    total = amount.total(dice)
    if dice:
        scene.happen(CountRolled(who, "", "ongoing", dice, total, rules=("AE-ONGOING-01",)))
    natural, _ = thrown_for_resistance(scene, who, kind, mundane=mundane, resistible=command.resistible)
    save = command.save or NORMAL
    burden(scene, who, Ongoing(f"referee/{kind}", total, kind, save, "", natural, mundane=mundane))
    return None


def _impose_condition(scene: Scene, one: Combatant, command: c.Impose) -> Refusal | None:
    if command.condition is None:
        return Refusal("say_the_condition", {"who": f"@{one.id}"}, ("AE-COND-02",))
    afflict(scene, one.id, Affliction(command.condition, "", command.save))
    return None


def _end_condition(scene: Scene, one: Combatant, command: c.Impose) -> Refusal | None:
    if command.condition is None:
        return Refusal("say_the_condition", {"who": f"@{one.id}"}, ("AE-COND-02",))
    for each in one.afflictions:
        if each.name == command.condition:
            relieve(scene, one.id, each, CONDITIONS[each.name].rules)
    return None


IMPOSED: Final[Mapping[str, Imposing]] = {
    "damage": _counted(_impose_damage),
    "heal": _counted(_impose_healing),
    "temp_hp": _counted(_impose_temporary),
    "ongoing": _counted(_impose_ongoing),
    "condition": _impose_condition,
    "end_condition": _end_condition,
    "teleport": lambda scene, one, _: teleport(scene, one.id),
}
"""What the referee may let befall somebody, by the command's word for it."""


# ---------------------------------------------------------------- checks


def check_skill(scene: Scene, command: c.CheckSkill) -> Refusal | None:
    """d20 + ability + level + background against the referee's number (AE-POS-12); invisibility helps stealth."""
    one = in_battle(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    options = scene.state.options
    if command.purpose == "movement" and options["complicated_movement_check"] == "never":
        return Refusal("option_off", {"option": "complicated_movement_check"}, ("AE-POS-12",))
    if command.purpose == "movement" and goes_anywhere(scene.state, one):
        return Refusal("no_check_needed", {"who": f"@{one.id}"}, ("AE-POS-12",))
    listened = scene.state.battle.combatants.get(command.listener_of) if command.listener_of else None
    if command.listener_of and listened is None:
        return Refusal("nobody", {"who": command.listener_of})
    modifiers = skill_bonus(scene.state, one, command.ability, command.bonus)
    rules = ["AE-POS-12"]
    if command.purpose == "stealth" and one.invisible and not command.sensed:
        modifiers = (*modifiers, Modifier(STEALTH_BONUS, "AE-INVIS-01", "invisible"))
        rules.append("AE-INVIS-01")
    silent = listened.profile.special("silent") if listened is not None else None
    if silent is not None:
        modifiers = (*modifiers, Modifier(-silent.value, "AE-POS-12", "silent", ("special/silent",)))
    check = held_against((scene.dice.roll(20, "skill"),), modifiers, ">=", command.dc, "dc")
    scene.happen(SkillChecked(one.id, command.ability, command.purpose, check, rules=tuple(rules)))
    return None


def goes_anywhere(state: State, one: Combatant) -> bool:
    """Whether difficult ground is nothing to somebody: it flies, climbs walls or passes through things."""
    climbs = any(mark.attack == CLIMBING for mark in one.marks)
    return (
        climbs or flies(state, one) or any(one.profile.special(code) is not None for code in ("climb", "incorporeal"))
    )


def check_speed(scene: Scene, command: c.CheckSpeed) -> Refusal | None:
    """Nobody has a speed: the referee decides, or by the option a contested check does (AE-SPEED-01)."""
    runners = ids_in(command.runners)
    for who in runners:
        one = in_battle(scene.state, who)
        if isinstance(one, Refusal):
            return one
    if len(set(runners)) < 2 or len(set(runners)) < len(runners):
        return Refusal("two_runners", {}, SPEED)
    if scene.state.options["speed_check"] == "gm_decides":
        scene.hint(Prompted("speed", runners[0], rules=SPEED, audience=REFEREE_ONLY))
        return None
    dice = tuple(scene.dice.roll(20, "speed") for _ in runners)
    bonuses = []
    for who in runners:
        profile = scene.one(who).profile
        own = ability_of(profile, "dex") + profile.level if profile.abilities else profile.initiative
        bonuses.append(own + profile.background)
    totals = [die.face + bonus for die, bonus in zip(dice, bonuses, strict=True)]
    best = max(totals)
    winner = runners[totals.index(best)] if totals.count(best) == 1 else ""
    scene.happen(SpeedChecked(runners, dice, tuple(totals), winner, tuple(bonuses), rules=SPEED))
    return None


def break_off(scene: Scene, command: c.EndBattle) -> Refusal | None:
    """The referee ends the battle: parley, flight of the foes, common sense."""
    fight = ongoing_battle(scene.state)
    if isinstance(fight, Refusal):
        return fight
    end_battle(scene, command.result)
    return None
