"""Wounds outside fights (chapters «Guarigione» and «Bendare le ferite»): rest, magic, bandages, bleeding, time."""

from fractions import Fraction
from typing import Final, NamedTuple

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.people.commands import (
    Bandage,
    ChangeAbility,
    ChangeCoins,
    HealByMagic,
    Hurt,
    Rest,
    StopBleeding,
)
from arbitro.rules.whitebox.people.events import (
    BLOOD,
    AbilityChanged,
    Bandaged,
    BleedingStopped,
    CoinsChanged,
    Healed,
    RestBroken,
    Rested,
    Revived,
    TimeWent,
    WoundSuffered,
)
from arbitro.rules.whitebox.people.records import MINUTES_A_DAY, TURN, awake, living
from arbitro.rules.whitebox.people.state import PARTY, Character, Health
from arbitro.rules.whitebox.powers.events import Unaffected
from arbitro.rules.whitebox.powers.lookups import under
from arbitro.rules.whitebox.reckoning import Reckoned, added, not_above, rolled
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Profile, State

FULL_RECOVERY: Final = 28
"""Days of rest in a row after which everything is healed (WB-HEAL-02)."""
LONGEST_REST: Final = 365
LOWEST: Final = 1
HIGHEST: Final = 30
"""Between these an attribute stays, whatever bounds somebody gives; those of mortals are narrower (WB-CORE-02)."""
_HEALTH: Final[dict[str, Health]] = {"up": "well", "out": "out", "dead": "dead"}


# ------------------------------------------------------------ time


class Elapsed(NamedTuple):
    """Time that has passed outside a fight."""

    since: int
    """The minute of the clock in which it began."""
    minutes: int
    resting: bool


def let_time_pass(
    scene: Scene, minutes: int, rules: tuple[str, ...] = (), days: int = 0, *, resting: bool = False
) -> None:
    """Move the clock; whoever bleeds goes on bleeding."""
    since = scene.state.minutes
    for one in tuple(scene.state.characters.values()):
        if one.bleeding and one.health == "out":
            bleed_on(scene, one, minutes)
    scene.happen(TimeWent(minutes, days, resting, since + minutes, rules=rules))
    scene.rules.time_passed(scene, Elapsed(since, minutes, resting))


def bleed_on(scene: Scene, one: Character, minutes: int) -> None:
    """A point a round is lost until death or a bandage (WB-DEATH-05)."""
    hp, health = one.hp, one.health
    for _ in range(minutes):
        hp -= 1
        health, _why = health_at(scene, one, hp)
        if health == "dead":
            break
    lost = one.hp - hp
    if lost:
        bleeding = health == "out"
        blood = (Modifier(lost, "WB-DEATH-05", BLOOD),)
        rules = ("WB-DEATH-05", "WB-TIME-02")
        scene.happen(WoundSuffered(one.id, lost, hp, health, bleeding, modifiers=blood, rules=rules))


# ------------------------------------------------------------ wounds


def as_combatant(one: Character, hp: int) -> Combatant:
    """Somebody as the rules of damage look at them."""
    profile = Profile(
        one.id,
        one.name,
        PARTY,
        "character" if one.kind == "player" else "npc",
        one.max_hp,
        10,
        (),
        class_id=one.class_id,
        level=one.level,
    )
    return Combatant(profile, hp, 0, hp)


def health_at(here: Here, one: Character, hp: int) -> tuple[Health, tuple[str, ...]]:
    """How somebody is at a count of hit points, by the rules of damage and death."""
    condition, rules = here.rules.condition_at(here, as_combatant(one, hp), hp)
    return _HEALTH[condition], rules


def wound_outside(
    scene: Scene,
    one: Character,
    amount: int,
    dice: tuple[Die, ...] = (),
    rules: tuple[str, ...] = (),
    modifiers: tuple[Modifier, ...] = (),
) -> None:
    """Take hit points away outside a fight (WB-DEATH-01)."""
    left = one.hp - amount
    health, why = health_at(scene, one, left)
    bleeding = health == "out" and left < 0 and bool(scene.state.options["bleeding"])
    rules = ("WB-DEATH-01", *rules, *why)
    scene.happen(WoundSuffered(one.id, amount, left, health, bleeding, dice, modifiers, rules=rules))


def _comes_to_nothing(amount: Amount) -> bool:
    """Whether an amount is nothing however its dice fall."""
    return amount.count * amount.sides + amount.plus <= 0


def hurt(scene: Scene, command: Hurt) -> Refusal | None:
    """The referee lets somebody lose hit points."""
    one = hurtable(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if _comes_to_nothing(command.amount):
        return Refusal("nothing_changes")
    dice = command.amount.roll(scene.dice, "damage")
    amount, modifiers = rolled(command.amount, dice, "WB-CORE-01")
    wound_outside(scene, one, amount, dice, modifiers=modifiers)
    return None


def change_ability(scene: Scene, command: ChangeAbility) -> Refusal | None:
    """An attribute changes for good; it stays within its bounds (WB-CORE-02)."""
    one = living(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if not LOWEST <= command.lowest <= command.highest <= HIGHEST:
        bounds: dict[str, str | int] = {"low": command.lowest, "high": command.highest}
        return Refusal("bad_bounds", {**bounds, "least": LOWEST, "most": HIGHEST}, ("WB-CORE-02",))
    score = one.abilities.get(command.ability, 10)
    changed = min(max(score + command.by, command.lowest), command.highest)
    if changed == score:
        return Refusal("ability_same", {"who": f"@{one.id}"}, ("WB-CORE-02",))
    set_ability(scene, one, command.ability, changed)
    return None


def set_ability(
    scene: Scene,
    one: Character,
    ability: Ability,
    score: int,
    audience: str = "",
    lent_by: tuple[str, ...] = (),
    why: tuple[str, ...] = ("WB-CORE-02",),
) -> None:
    """An attribute is another one, and with it whatever it gives, in a fight that is going on too.

    `lent_by` are the rules of what is borrowed, or given back, rather than changed for good.
    """
    old = one.abilities.get(ability, 10)
    fight = scene.state.fight
    gains: dict[str, int | float] = {}
    if fight is not None and one.id in fight.combatants:
        side = fight.combatants[one.id].profile.side
        other = replace(one, abilities={**one.abilities, ability: score})
        before, after = (scene.rules.profile_of(scene.rules, each, side) for each in (one, other))
        gains = gained(before, after)
    rules, by, lent = lent_by or why, score - old, bool(lent_by)
    scene.happen(AbilityChanged(one.id, ability, score, by, gains, lent, rules=rules, audience=audience))


def gained(before: Profile, after: Profile) -> dict[str, int | float]:
    """By how much each number of somebody in a fight changes with the sheet."""
    numbers = ((name, getattr(before, name), getattr(after, name)) for name in Profile.__struct_fields__)
    gains = {name: new - old for name, old, new in numbers if isinstance(old, int | float) and new != old}
    if before.powers is not None and after.powers is not None:
        stronger = after.powers.strength_score - before.powers.strength_score
        gains |= {"strength_score": stronger} if stronger else {}
    return gains


def change_coins(scene: Scene, command: ChangeCoins) -> Refusal | None:
    """The purse is another one."""
    one = living(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if min(command.coins.gp, command.coins.sp, command.coins.cp) < 0:
        return Refusal("bad_sheet", {"who": one.id, "field": "coins"})
    scene.happen(CoinsChanged(one.id, command.coins, rules=("WB-CORE-02",)))
    return None


def hurtable(state: State, who: str) -> Character | Refusal:
    """Somebody alive, outside a fight."""
    one = living(state, who)
    if not isinstance(one, Refusal) and fighting(state):
        return Refusal("fight_first", {"who": f"@{who}"}, ("WB-TIME-02",))
    return one


def settle_sheets(scene: Scene) -> None:
    """After the referee changed hit points by hand between fights: health follows from them (WB-CORE-02)."""
    for one in tuple(scene.state.characters.values()):
        if not one.living:
            continue
        health, rules = health_at(scene, one, one.hp)
        if health == "well":
            wake_if_healed(scene, one.id)
        elif health != one.health:
            scene.happen(WoundSuffered(one.id, 0, one.hp, health, rules=("WB-CORE-02", *rules)))


# ------------------------------------------------------------ rest


def rest(scene: Scene, command: Rest) -> Refusal | None:
    """Days of rest for everybody alive: so much a day, everything after four weeks in a row."""
    state = scene.state
    if fighting(state):
        return Refusal("fight_first", {"who": f"@{REFEREE_ONLY}"}, ("WB-HEAL-01",))
    if not 1 <= command.days <= LONGEST_REST:
        return Refusal("bad_days", {"days": command.days, "most": LONGEST_REST}, ("WB-HEAL-01",))
    quiet = command.days - 1 if command.broken else command.days
    resting = [one for one in state.characters.values() if one.living and not one.bleeding]
    if quiet:
        for one in resting:
            scene.rules.rest_days(scene, one, quiet)
    if command.broken:
        scene.happen(RestBroken(tuple(one.id for one in resting), rules=("WB-HEAL-01", "WB-HEAL-02")))
    rules = ("WB-TIME-04", "WB-HEAL-01")
    let_time_pass(scene, command.days * MINUTES_A_DAY, rules, days=command.days, resting=True)
    return None


def days_to_full_recovery(state: State) -> int:
    """Days of rest in a row that heal everything (WB-HEAL-02)."""
    del state
    return FULL_RECOVERY


def rest_days(scene: Scene, one: Character, days: int, *, complete: bool = True, in_camp: bool = False) -> None:
    """What quiet days give back, never beyond the normal maximum (WB-HEAL-01, WB-HEAL-02)."""
    amount = Amount.parse(str(scene.state.options["rest_hp_per_day"]))
    hp = one.hp
    thrown: list[Die] = []
    pace = healing_pace(scene.state, one.id)
    healing = int((one.rested + days) * pace) - int(one.rested * pace)
    healed: Reckoned = (0, ())
    for _ in range(healing):
        if hp >= one.max_hp:
            break
        dice = amount.roll(scene.dice, "rest")
        thrown += dice
        healed = added(healed, rolled(amount, dice, "WB-HEAL-01", note="days_of_rest"))
        hp = min(one.hp + healed[0], one.max_hp)
    rested = one.rested + days if complete else 0
    rules: tuple[str, ...] = ("WB-HEAL-01",)
    if str(scene.state.options["rest_hp_per_day"]) != "1":
        rules = (*rules, "WB-BIND-04")
    if rested * pace >= scene.rules.days_to_full_recovery(scene.state) and hp < one.max_hp:
        whole = Modifier(one.max_hp - one.hp - healed[0], "WB-HEAL-02", "long_rest")
        hp, healed, rules = one.max_hp, added(healed, (whole.amount, (whole,))), (*rules, "WB-HEAL-02")
    _, modifiers = not_above(max(one.max_hp - one.hp, 0), healed, "WB-HEAL-01")
    scene.happen(Rested(one.id, days, hp - one.hp, hp, rested, tuple(thrown), modifiers, in_camp, rules=rules))
    wake_if_healed(scene, one.id)


def wake_if_healed(scene: Scene, who: str) -> None:
    """Whoever has a hit point again is awake (WB-DEATH-03)."""
    one = scene.state.characters[who]
    if one.health == "out" and one.hp > 0:
        scene.happen(Revived(who, rules=("WB-DEATH-03",)))


# ------------------------------------------------------------ magic and bandages


def heal_outside(
    scene: Scene,
    one: Character,
    amount: int,
    dice: tuple[Die, ...] = (),
    rules: tuple[str, ...] = ("WB-HEAL-03",),
    modifiers: tuple[Modifier, ...] = (),
) -> None:
    """Give hit points back at once, up to the normal maximum (WB-HEAL-03); magic does not heal whoever rots."""
    if scene.state.effects and under(scene.state, one.id, "rotting"):
        scene.happen(Unaffected(one.id, "rotting", dice, rules=rules))
        return
    healed, modifiers = not_above(one.max_hp - one.hp, (amount, modifiers), "WB-HEAL-03")
    scene.happen(Healed(one.id, healed, one.hp + healed, dice, modifiers, rules=rules))
    wake_if_healed(scene, one.id)


def heal_by_magic(scene: Scene, command: HealByMagic) -> Refusal | None:
    """The referee lets magic heal somebody."""
    one = hurtable(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    if _comes_to_nothing(command.amount):
        return Refusal("nothing_changes")
    dice = command.amount.roll(scene.dice, "healing")
    amount, modifiers = rolled(command.amount, dice, "WB-HEAL-03")
    heal_outside(scene, one, amount, dice, modifiers=modifiers)
    return None


def bandage(scene: Scene, command: Bandage) -> Refusal | None:
    """First aid: after a battle, in the turn after it, once for each, for this battle's losses alone."""
    state = scene.state
    if not state.options["bind_wounds"]:
        return Refusal("option_off", {"option": "bind_wounds"}, ("WB-BIND-01",))
    helper = living(state, command.who)
    if fighting(state) and not isinstance(helper, Refusal):
        return Refusal("after_battle", {}, ("WB-BIND-01",))
    helper = awake(state, command.who)
    if isinstance(helper, Refusal):
        return helper
    patient = living(state, command.patient)
    if isinstance(patient, Refusal):
        return patient
    battle = patient.battle
    if battle is None or battle.number != state.fights or state.minutes - battle.ended >= TURN:
        return Refusal("too_late_to_bind", {"who": f"@{patient.id}"}, ("WB-BIND-01",))
    if battle.bound:
        return Refusal("bound_already", {"who": f"@{patient.id}"}, ("WB-BIND-01",))
    if helper.battle is not None and helper.battle.number == state.fights and helper.battle.bandaged:
        return Refusal("bandaging_already", {"who": f"@{helper.id}"}, ("WB-BIND-01", "WB-TIME-01"))
    amount = Amount.parse(str(state.options["bandage_dice"]))
    dice = amount.roll(scene.dice, "bandage")
    healed, modifiers = not_above(bandage_heals_most(patient), rolled(amount, dice, "WB-BIND-02"), "WB-BIND-02")
    capped = patient.hp + healed == patient.max_hp
    rules: tuple[str, ...] = ("WB-BIND-01", "WB-BIND-02", *(("WB-BIND-03",) if capped else ()))
    if state.options["bandage_dice"] != "1d4":
        rules = (*rules, "WB-BIND-04")
    scene.happen(Bandaged(helper.id, patient.id, healed, patient.hp + healed, dice, modifiers, rules=rules))
    if patient.bleeding:
        scene.happen(BleedingStopped(helper.id, patient.id, rules=("WB-DEATH-05",)))
    wake_if_healed(scene, patient.id)
    return None


def bandage_heals_most(patient: Character) -> int:
    """The loss of this battle that is still there, and no more than the way to the maximum (WB-BIND-02)."""
    began = patient.hp if patient.battle is None else patient.battle.began
    return min(max(0, began - patient.hp), patient.max_hp - patient.hp)


def stop_bleeding(scene: Scene, command: StopBleeding) -> Refusal | None:
    """Bind the wounds of somebody who bleeds; needs no option and no roll (WB-DEATH-05)."""
    helper = awake(scene.state, command.who)
    if isinstance(helper, Refusal):
        return helper
    patient = living(scene.state, command.patient)
    if isinstance(patient, Refusal):
        return patient
    if not patient.bleeding:
        return Refusal("not_bleeding", {"who": f"@{patient.id}"}, ("WB-DEATH-05",))
    scene.happen(BleedingStopped(helper.id, patient.id, rules=("WB-DEATH-05",)))
    let_time_pass(scene, 1, ("WB-TIME-02",))
    return None


def healing_pace(state: State, who: str) -> Fraction:
    """Rot lets wounds close at a fraction of the usual pace."""
    rot = under(state, who, "rotting") if state.effects else None
    return Fraction(1) if rot is None else Fraction(str(rot.factor))
