"""The fight (chapters «Combattimento» to «Tiri Salvezza»): what this game changes and adds."""

from typing import Final, Literal

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier, held_against
from arbitro.rules.infausta.commands import InterruptSpell
from arbitro.rules.infausta.events import ActionWasted, SpellBroken, WeaponShot
from arbitro.rules.infausta.rules import own_rules
from arbitro.rules.infausta.state import own
from arbitro.rules.infausta.wilderness.weariness import weary
from arbitro.rules.whitebox import attack as whitebox_attack
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox.basics import able, known, members, with_natural_extremes
from arbitro.rules.whitebox.commands import AllowSubstitute, Attack, Cast
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.declared import command_for
from arbitro.rules.whitebox.outfit import Weapon as ListedWeapon
from arbitro.rules.whitebox.people import arms
from arbitro.rules.whitebox.people.records import class_row
from arbitro.rules.whitebox.people.state import Character, Item
from arbitro.rules.whitebox.powers import devices, strikes
from arbitro.rules.whitebox.reasons import decisive
from arbitro.rules.whitebox.rules import AttackRead, Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Condition, Fight, Intent, Profile
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.terms import Danger, Weapon
from arbitro.rules.whitebox.whose_turn import has_acted

SAVED_FROM: Final = 15
"""What a d20 with the level must reach (IS-SAVE-02)."""
HIT_DICE_AND_SAVE: Final = 19
"""In the parent's bestiary a monster's save is this less its hit dice."""


# ------------------------------------------------------------ who has a level


def class_level(profile: Profile) -> int:
    """The level of those who have a class; beings without one count as level 0 (IS-DEATH-02)."""
    return profile.level if profile.class_id else 0


def saving_level(profile: Profile) -> int:
    """What is added to a saving throw: the level, or whole hit dice for those without a class (IS-SAVE-02)."""
    if profile.class_id:
        return profile.level
    if profile.powers is not None:
        return profile.powers.hd
    return max(HIT_DICE_AND_SAVE - profile.save, 0) if profile.save else 0


# ------------------------------------------------------------ attack, saves, damage


def base_bonus(rules: Rules, one: Combatant) -> int:
    """The bonus of the class table; classes that this game does not have keep the parent's (IS-ATK-02)."""
    profile = one.profile
    if profile.class_id in rules.content.classes:
        return class_row(rules, profile.class_id, profile.level).to_hit
    return whitebox_attack.base_bonus(rules, one)


def beyond_tables(rules: Rules, one: Combatant) -> tuple[str, ...]:
    """The class tables end; the saving throw does not, its formula has no ceiling."""
    return ("IS-ATK-02",) if one.profile.class_id in rules.content.classes else ()


def attack_check(here: Here, one: Combatant, target: Combatant, weapon: Weapon, die: Die) -> AttackRead:
    """The parent's quick method, the only one here, with what this game adds to the roll or takes from it."""
    check, rules, row, armour = whitebox_attack.attack_check(here, one, target, weapon, die)
    if here.state.fight is not None and one.attacked == here.state.fight.round and extra_blows(here.rules, one.profile):
        rules = (*rules, "IS-CHAM-01")
    more = own_rules(here.rules).further_to_hit(here, one, target, weapon)
    if not more or check.needed is None:
        return check, rules, row, armour
    check = held_against(check.dice, (*check.modifiers, *more), check.compare, check.needed, check.against)
    cited = dict.fromkeys(modifier.rule for modifier in more)
    return with_natural_extremes(here.state, check), (*rules, *cited), row, armour


def sleepless_to_hit(here: Here, one: Combatant, target: Combatant, weapon: Weapon) -> tuple[Modifier, ...]:
    """What sleepless nights take from an attack roll (IS-WILD-12)."""
    del target, weapon
    tired = weary(own(here.state), one.id)
    return (Modifier(tired.modifier, tired.rule, "sleepless"),) if tired.modifier else ()


def sleepless_damage(state: ParentState, one: Combatant, weapon: Weapon) -> tuple[Modifier, ...]:
    """Sleepless nights weaken blows too, never below no damage (IS-WILD-12)."""
    del weapon
    tired = weary(own(state), one.id)
    return (Modifier(tired.modifier, tired.rule, "sleepless"),) if tired.modifier else ()


def save_number(here: Here, one: Combatant, danger: Danger | None) -> tuple[int, tuple[str, ...]]:
    """The number that a saving throw must reach, one for everybody (IS-SAVE-02)."""
    del here, one, danger
    return SAVED_FROM, ("IS-SAVE-02",)


def save_by_level(here: Here, one: Combatant, danger: Danger | None) -> tuple[Modifier, ...]:
    """The level is added to a saving throw (IS-SAVE-02)."""
    del here, danger
    level = saving_level(one.profile)
    called = "level" if one.profile.class_id else "hit_dice"
    return (Modifier(level, "IS-SAVE-02", called),) if level else ()


def sleepless_saves(here: Here, one: Combatant, danger: Danger | None) -> tuple[Modifier, ...]:
    """What sleepless nights take from a saving throw (IS-WILD-12)."""
    del danger
    tired = weary(own(here.state), one.id)
    return (Modifier(tired.modifier, tired.rule, "sleepless"),) if tired.modifier else ()


def condition_at(here: Here, one: Combatant, hp: int) -> tuple[Condition, tuple[str, ...]]:
    """Dead as many points below zero as there are levels; out cold until then (IS-DEATH-02, IS-DEATH-03)."""
    if hp > 0:
        return "up", ()
    level = class_level(one.profile)
    if here.state.options["death_rule"] == "dead_at_zero" or not level:
        return "dead", ("IS-DEATH-02",)
    floor = -level if here.state.options["death_threshold"] == "at_minus_level" else -level - 1
    return ("dead" if hp <= floor else "out"), ("IS-DEATH-02", "IS-DEATH-03")


# ------------------------------------------------------------ what was declared binds


def allow_substitute(scene: Scene, command: AllowSubstitute) -> Refusal | None:
    """Nothing is exchanged for what was declared (IS-COMBAT-02)."""
    one = known(scene.state, command.who)
    return one if isinstance(one, Refusal) else Refusal("no_substitute", {"who": f"@{one.id}"}, ("IS-COMBAT-02",))


def told_of_intent(one: Combatant) -> str:
    """What others than characters intend is fixed before the roll and need not be shown (IS-INIT-01)."""
    return "" if one.profile.nature == "character" else one.profile.side


def closing_turn(scene: Scene, side: str) -> None:
    """What was declared and can no longer be done is wasted (IS-COMBAT-02)."""
    fight = basics.fight(scene.state)
    if fight.phase != "act":
        return
    for one in tuple(members(fight, side)):
        if wasted(scene, one):
            lost = one.intent or Intent("other")
            told, rules = scene.rules.told_of_intent(one), ("IS-COMBAT-02",)
            why = what_came_between(fight, one, lost)
            wasted_act = ActionWasted(
                one.id, lost.kind, lost.target, lost.spell, lost.act, why, rules=rules, audience=told
            )
            scene.happen(wasted_act)


def what_came_between(fight: Fight, one: Combatant, lost: Intent) -> Literal["", "helpless", "gone"]:
    """Why somebody could not do what was declared, as far as it can be seen."""
    if not able(fight, one):
        return "helpless"
    target = fight.combatants.get(lost.target)
    return "gone" if target is not None and target.condition != "up" else ""


def wasted(here: Here, one: Combatant) -> bool:
    """Whether what was declared at somebody was not done, and could not be: gone, out of sight or out of reach."""
    intent, fight = one.intent, basics.fight(here.state)
    if intent is None or has_acted(fight, one):
        return False
    if intent.act:
        declared_act = command_for(one, intent, tuple(here.rules.rulings))
        return declared_act is not None and not allows(here, declared_act)
    if intent.kind not in ("melee", "missile", "cast"):
        return False
    target = fight.combatants.get(intent.target)
    if target is None:
        return False
    if intent.kind == "cast":
        return bool(one.prepared) and not allows(here, Cast(one.id))
    weapons = [weapon for weapon in one.profile.weapons if weapon.kind == intent.kind]
    return not any(allows(here, Attack(one.id, target.id, weapon.id)) for weapon in weapons)


def interrupt_spell(scene: Scene, command: InterruptSpell) -> Refusal | None:
    """The referee finds that something other than damage breaks a declared spell (IS-SPELL-02)."""
    one = known(scene.state, command.caster)
    if isinstance(one, Refusal):
        return one
    if not one.prepared:
        return Refusal("nothing_prepared", {"who": f"@{one.id}"}, ("IS-SPELL-02",))
    scene.happen(SpellBroken(one.id, one.prepared, rules=("IS-SPELL-02", "IS-SPELL-01")))
    return None


# ------------------------------------------------------------ rate of fire


def attacks_a_round(rules: Rules, one: Combatant, weapon: Weapon) -> int:
    """As many shots as the weapon's rate of fire (IS-RANGED-03); a class has more blows, not more shots."""
    attacks = whitebox_attack.attacks_a_round(rules, one, weapon)
    return max(attacks - extra_blows(rules, one.profile), weapon.shots) if weapon.kind == "missile" else attacks


def extra_blows(rules: Rules, profile: Profile) -> int:
    """Attacks in the hand that a class has beside the first, by level (IS-CHAM-01)."""
    known = profile.class_id in rules.content.classes
    return class_row(rules, profile.class_id, profile.level).extra_attacks if known else 0


def may_attack(here: Here, fight: Fight, one: Combatant, target: Combatant, weapon: Weapon) -> Refusal | None:
    """A slow weapon shoots only every so many rounds (IS-RANGED-03)."""
    refused = strikes.may_attack(here, fight, one, target, weapon)
    if weapon.reload <= 1:
        return refused
    ready = own(here.state).reloading.get(f"{one.id}/{weapon.id}", 0)
    if fight.round >= ready:
        return refused
    return decisive(Refusal("reloading", {"who": f"@{one.id}", "round": ready}, ("IS-RANGED-03",)), refused)


def unload(scene: Scene, one: Combatant, weapon: Weapon) -> None:
    """A shot from a slow weapon leaves it unloaded (IS-RANGED-03)."""
    if weapon.reload > 1:
        ready = basics.fight(scene.state).round + weapon.reload
        scene.happen(WeaponShot(one.id, weapon.id, ready, rules=("IS-RANGED-03",)))


def ways_to_attack(rules: Rules, key: str, item: Item, facts: ListedWeapon) -> tuple[Weapon, ...]:
    """The parent's ways, with the rate of fire of the weapon list (IS-RANGED-03)."""
    ways = arms.ways_to_attack(rules, key, item, facts)
    return tuple(replace(way, shots=facts.shots, reload=facts.rounds) if way.kind == "missile" else way for way in ways)


def profile_of(rules: Rules, one: Character, side: str) -> Profile:
    """The parent's numbers, and the attacks that a class has beside the first (IS-CHAM-01)."""
    profile = devices.profile_of(rules, one, side)
    return replace(profile, attacks=profile.attacks + extra_blows(rules, profile))


# ------------------------------------------------------------ the joust


def attack_for_points(check: Check) -> int:
    """The whole attack roll counts towards Table 21, the base bonus too (IS-JOUST-06)."""
    return check.total
