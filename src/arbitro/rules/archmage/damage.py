"""Damage: the one roll for all targets, resistance, temporary hit points, and who falls (chapters «Danni», «Morte»)."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.ruling import Modifier, added_up, parts_of
from arbitro.rules.archmage.catalogue import Books
from arbitro.rules.archmage.condition_table import CONDITIONS
from arbitro.rules.archmage.conditions import relieve
from arbitro.rules.archmage.effects import Retype
from arbitro.rules.archmage.events import (
    CountRolled,
    DamageDealt,
    DamageRolled,
    Fell,
    MobFelled,
    MobThinned,
    Parted,
    PowerUsed,
    Released,
    ResistRolled,
    Stabilised,
)
from arbitro.rules.archmage.moments import cheats_death, set_off_by_a_wound
from arbitro.rules.archmage.numbers import (
    LADDER,
    ability_of,
    best_item,
    bonus_applies,
    bonuses_to,
    boosts_to,
    in_state,
    item_rule,
    item_source,
    multiplier,
    stepped_die,
    unarmed_dice,
)
from arbitro.rules.archmage.ongoing_effects import ALL_BUT, Spent
from arbitro.rules.archmage.power import SPELLS, Attack
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import OUT, Awareness, Combatant, State
from arbitro.rules.archmage.states import ENDURING, IN_HARMONY, LAID_BARE, UNRESISTED, state_of
from arbitro.rules.archmage.step import Volley
from arbitro.rules.archmage.tally import Damage, Reason, Tally

SITUATIONAL: Final = "situational"
"""The name of what a referee's word lends a weapon (AE-SITWEAPON-01); features may change its die too."""
RESISTED_BY_NOBODY: Final = 20
"""The natural number that no resistance is above."""
ABILITY_RULES: Final = {1: "AE-DMG-04", 2: "AE-DMG-05", 3: "AE-DMG-06"}
"""By how often an ability counts in damage."""

# ---------------------------------------------------------------- the damage roll


def ability_in_damage(books: Books, one: Combatant, attack: Attack) -> Modifier | None:
    """The ability in a character's damage: the modifier, twice from level 5, three times from level 8."""
    ability = "str" if attack.unarmed else attack.damage_ability
    if ability is None:
        return None
    times = multiplier(books, one.profile.level)
    amount = ability_of(one.profile, ability) * times
    return Modifier(amount, ABILITY_RULES[times], "ability") if amount else None


def damage_dice(scene: Scene, one: Combatant, attack: Attack, steps: int) -> tuple[tuple[Die, ...], tuple[str, ...]]:
    """The dice of an attack: a weapon die per level, the dice of a punch, or what spell and monster print."""
    roll, level = scene.dice.roll, one.profile.level
    if attack.unarmed:
        dice = tuple(die for amount in unarmed_dice(level) for die in amount.roll(scene.dice, "damage"))
        return dice, ("AE-UNARMED-02", *(("AE-UNARMED-03",) if level % 2 else ()))
    if attack.weapon_die:
        sides = stepped_die(attack.weapon_die, steps)
        granted = any(boost.stat == "weapon_die" and boost.name == SITUATIONAL for boost in one.boosts)
        rules = ("AE-WEAPON-01", "AE-WEAPON-02", *(("AE-SITWEAPON-01",) if granted else ()))
        return tuple(roll(sides, "damage") for _ in range(level)), rules
    printed = attack.damage
    if steps and one.profile.master and printed.sides in LADDER:  # a companion's printed dice grow as weapons do
        printed = replace(printed, sides=stepped_die(printed.sides, steps))
    return printed.roll(scene.dice, "damage"), (("AE-DMG-07",) if attack.kind in SPELLS else ())


Rethrown = Literal["", "no_ones", "no_twos", "no_low", "full"]
"""Which damage dice are thrown again: ones, ones and twos, all that are low; or none, where the damage is full."""


def roll_damage(
    scene: Scene, one: Combatant, attack: Attack, volley: Volley, how: Rethrown = "", least: int = 0
) -> int:
    """Roll damage once for everybody the attack hits (AE-DMG-02); never less than 0.

    Ones, or all low dice, may be thrown again; where the damage is full there is no die, but the most. No die counts
    for less than `least`.
    """
    full = how == "full"
    most = attack.damage.count * attack.damage.sides * attack.damage_times
    dice, rules = ((), ("AE-DMG-07",)) if full else damage_dice(scene, one, attack, volley.situational)
    dropped: tuple[int, ...] = ()
    if how and not full:
        worst = {"no_ones": 1, "no_twos": 2}.get(how)
        dropped = tuple(place for place, die in enumerate(dice) if die.face <= (worst or max(1, die.sides // 2)))
        dice = (*dice, *(scene.dice.roll(dice[place].sides, "damage_again") for place in dropped))
    modifiers = [] if not attack.damage.plus else [Modifier(attack.damage.plus, "AE-ATK-06", "printed_damage")]
    if full and most:
        modifiers.append(Modifier(most, "AE-ATK-06", "maximised"))
    elif attack.damage_times > 1:
        shown = sum(die.face for place, die in enumerate(dice) if place not in dropped)
        modifiers.append(Modifier(shown * (attack.damage_times - 1), "AE-DMG-07", "tenfold"))
    raised = sum(max(least - die.face, 0) for place, die in enumerate(dice) if place not in dropped) if least else 0
    if raised:
        modifiers.append(Modifier(raised, "AE-ATK-06", "escalation"))
    ability = ability_in_damage(scene.rules.books, one, attack)
    if ability is not None:
        modifiers.append(ability)
    item = best_item(one.profile, "damage", attack)
    if item is not None:
        rule = item_rule(one.profile, "damage", attack, "AE-STACK-01")
        modifiers.append(Modifier(item.value, rule, "magic_item", (item_source(one.profile, item),)))
    modifiers.extend(boosts_to(scene.state, one, "damage", attack))
    total = max(added_up(parts_of(dice, tuple(modifiers), dropped)), 0)
    scored = ("AE-DMG-03",) if ability is not None else ()
    cited = ("AE-DMG-02", *scored, *rules, *(each.rule for each in modifiers))
    scene.happen(DamageRolled(one.id, attack.id, total, dice, tuple(modifiers), dropped, rules=cited))
    return total


def damage_type(scene: Scene, one: Combatant, attack: Attack) -> str:
    """The type of an attack's damage where it is wild: rolled, for each attack or for the battle (AE-DMG-08)."""
    spent = one.powers.get(attack.id, Spent())
    if attack.type_for_battle and spent.type:
        return spent.type
    die = scene.dice.roll(len(attack.random_type), "damage_type")
    word = attack.random_type[die.face - 1]
    among = attack.random_type
    scene.happen(CountRolled(one.id, attack.id, "type", (die,), die.face, word, among, rules=("AE-DMG-08",)))
    if attack.type_for_battle:
        scene.happen(PowerUsed(one.id, attack.id, replace(spent, type=word), rules=("AE-DMG-08",)))
    return word


def kind_against(state: State, target: Combatant, kind: str, effects: Sequence[Retype]) -> str:
    """The type of an attack's damage as effects make it: of several the one that the target resists least."""
    for effect in effects:
        among = (kind, *effect.types) if effect.if_better else effect.types
        kind = min(among, key=lambda each: resistance(state, target, each))
    return kind


# ---------------------------------------------------------------- taking it


def resistance(state: State, one: Combatant, kind: str) -> int:
    """The number below which an attack of a type deals half: by nature, by a feature or for a while (AE-RESIST-01)."""
    if one.marks and in_state(one, LAID_BARE):
        return 0
    needed = one.profile.resistances.get(kind, 0)
    for boost in one.boosts:
        every = boost.attack.startswith(ALL_BUT) and boost.attack != f"{ALL_BUT}{kind}"
        if boost.stat == "resist" and (every or boost.attack in ("", kind)):
            needed = max(needed, boost.value)
    for bonus in one.profile.bonuses:
        if bonus.stat == "resist" and bonus_applies(state, one, bonus):
            needed = max(needed, bonus.amount.plus)
    return needed


def resist(
    state: State, one: Combatant, kind: str, natural: int, harm: Tally, *, mundane: bool
) -> tuple[Tally, bool, tuple[str, ...]]:
    """Damage as resistance leaves it, whether it was halved, and by which rules (AE-RESIST-01)."""
    needed = resistance(state, one, kind)
    if not needed:
        return harm, False, ()
    if mundane and kind != "weapon":  # resistance to an ordinary energy is immunity
        return harm.then(0, "times", Reason("AE-RESIST-03", "immune")), False, ("AE-RESIST-03",)
    why = ("AE-RESIST-01", "AE-RESIST-04") if kind == "weapon" else ("AE-RESIST-01",)
    if natural >= needed:
        return harm, False, why
    return harm.then(0, "halve", Reason(why[0], "resistance")), True, why


def hurt(scene: Scene, who: str, damage: Damage) -> None:
    """Take hit points away: multiplied first, halved by resistance, temporary ones first (AE-DMG-01)."""
    who = _who_bears_it(scene, who) if scene.one(who).marks else who
    one = scene.one(who)
    if not one.can_suffer:
        return
    harm, kind, source, times = damage.amount, damage.kind, damage.source, damage.multiplier
    if times != 1:
        harm = harm.then(times, "times", Reason("AE-CRIT-01", "critical", damage.crit_by))
    traits = scene.rules.traits
    for special in one.profile.specials:
        soaks = traits[special.code].soaks
        if soaks is not None:
            harm = soaks(scene, special, damage, harm)
    striker = scene.state.fight.combatants.get(source) if scene.state.fight is not None else None
    piercing = striker is not None and any(mark.attack == UNRESISTED for mark in striker.marks)
    natural = RESISTED_BY_NOBODY if piercing else damage.natural
    harm, halved, why = resist(scene.state, one, kind, natural, harm, mundane=damage.mundane)
    if damage.crit and one.profile.special("crit_kills") is not None and harm.total < one.hp + one.temp_hp:
        killed = Reason("AE-ATK-06", "crit_kills")
        harm = harm.then(one.hp + one.temp_hp, "least", killed)  # told only where it counts: it is a secret
    total = harm.total
    buffered = min(one.temp_hp, total)
    cited = ("AE-DMG-01", *damage.rules, *why, *(("AE-TEMPHP-03",) if buffered else ()))
    dealt = DamageDealt(
        who,
        total,
        one.hp - (total - buffered),
        one.temp_hp - buffered,
        kind,
        source,
        times,
        halved,
        harm.dice,
        harm.parts,
        one.hp,
        buffered,
        rules=cited,
    )
    if one.profile.category == "mook" and not one.captive:  # a prisoner is of the mob no more
        _hurt_mob(scene, one, dealt, merciful=damage.merciful)
        _rouse(scene, who, total)
        return
    if one.profile.kind == "monster" and one.hp - (total - buffered) < 0:
        dealt = replace(dealt, left=0)
    scene.happen(dealt)
    set_off_by_a_wound(scene, one, source, hit=damage.hit and total > 0)
    if total and one.stable and scene.state.options["damage_ends_stable"]:
        scene.happen(Stabilised(who, stable=False, rules=("AE-DYING-11",)))
    fall_if_spent(scene, who, source, merciful=damage.merciful)
    if one.afflictions:
        _rouse(scene, who, total)
    for special in one.profile.specials:
        react = traits[special.code].hurt
        if react is not None:
            react(scene, who, special, damage, total)


def _who_bears_it(scene: Scene, who: str) -> str:
    """Whom damage falls on: of those in a bond of harmony whoever has the most hit points, while all of them stand."""
    fight = scene.state.fight
    bond = state_of(scene.one(who), IN_HARMONY) if fight is not None and fight.phase != "over" else None
    if fight is None or bond is None:
        return who
    shared = [
        each
        for each in fight.combatants.values()
        if (mark := state_of(each, IN_HARMONY)) is not None and mark.source == bond.source
    ]
    if any(each.hp <= 0 for each in shared) or not scene.one(who).in_field:  # who has yielded burns alone
        return who
    most = max((each for each in shared if each.in_field), key=lambda each: (each.hp, each.id == who))
    return most.id


def _rouse(scene: Scene, who: str, total: int) -> None:
    """What so much damage at once puts an end to: some sleep (AE-COND-07)."""
    for each in scene.one(who).afflictions:
        if each.ends_at and total >= each.ends_at and scene.one(who).in_field:
            relieve(scene, who, each, CONDITIONS[each.name].rules)


def _hurt_mob(scene: Scene, one: Combatant, dealt: DamageDealt, *, merciful: bool) -> None:
    """Mooks of a kind share their hit points: each full measure of damage takes one of them, this one first."""
    mob = [
        other
        for other in scene.state.battle.combatants.values()
        if other.profile.category == "mook" and other.profile.race == one.profile.race and other.side == one.side
    ]
    amount, source = dealt.amount - (dealt.buffered or 0), dealt.source
    alive = [other.id for other in mob if other.conscious or other.awareness == "asleep"]
    if one.id not in alive:  # knocked out before: a further blow is the last
        scene.happen(replace(dealt, left=0))
        fall_if_spent(scene, one.id, source, merciful=merciful)
        return
    at = alive.index(one.id)
    alive = alive[at:] + alive[:at]
    most = one.max_hp
    lost, rest = divmod(most - one.hp + amount, most)
    fallen, left = alive[:lost], alive[lost:]
    hp = 0 if fallen else most - rest
    scene.happen(replace(dealt, left=hp, rules=(*dealt.rules, "AE-TARGET-01")))
    if len(fallen) > 1:
        scene.happen(MobFelled(one.id, tuple(fallen[1:]), amount, most, most - one.hp, rules=("AE-TARGET-01",)))
    absent = [other.id for other in mob if not other.present and other.unfallen]
    sharing = (*left, *(other for other in absent if other not in left))
    if any(scene.one(other).hp != most - rest for other in sharing):
        scene.happen(MobThinned(sharing[0], sharing, most - rest, rules=("AE-TARGET-01",)))
    for who in fallen:
        drop_foe(scene, who, source, merciful=merciful)


# ---------------------------------------------------------------- falling


FRESH: Final = ("awake", "asleep", "yielded")
"""Those who can still fall."""


def fall_if_spent(scene: Scene, who: str, by: str, *, merciful: bool = False) -> None:
    """Whoever has no hit points left falls: foes die, characters are dying (AE-DMG-09, AE-DMG-10)."""
    one = scene.one(who)
    if one.hp > 0 or not one.can_suffer:
        return
    if not uses_dying_rules(scene.state, one):
        drop_foe(scene, who, by, merciful=merciful)
        return
    if one.hp <= line_of_death(scene.state, one):
        if one.awareness != "coma" or truly_killed(scene, one, by):
            fresh = one.awareness in FRESH
            kill(scene, who, by, ("AE-DYING-07", "AE-DMG-10"), below=-one.hp)
            if fresh and not scene.one(who).conscious:
                scene.rules.fell(scene, one, by)
        return
    if one.awareness in FRESH:
        fall(scene, who, "unconscious", by, ("AE-DMG-10", "AE-DYING-01"), dying=True)
        scene.rules.fell(scene, one, by)


def drop_foe(scene: Scene, who: str, by: str, *, merciful: bool = False) -> None:
    """A foe at 0 is dead, or knocked out by somebody who meant to take it alive (AE-DMG-09); some do not simply die."""
    before = scene.one(who)
    able = before.unfallen
    if able:
        for special in before.profile.specials:
            spares = scene.rules.traits[special.code].spares
            if spares is not None and spares(scene, who, special, by):
                return
    fall(scene, who, "unconscious" if able and merciful else "dead", by, ("AE-DMG-09",))
    scene.rules.fell(scene, before, by)


def uses_dying_rules(state: State, one: Combatant) -> bool:
    """Who falls unconscious instead of dying at 0: characters, companions, and by the option other allies."""
    profile = one.profile
    if profile.uses_dying_rules or profile.is_hero:
        return True
    return profile.kind == "npc" and bool(state.options["npc_dying_rules"])


def kill(scene: Scene, who: str, by: str, rules: tuple[str, ...], *, below: int | None = None) -> None:
    """Somebody dies; by the option only a named antagonist kills, otherwise it is a coma (AE-MEANINGFUL-01)."""
    if cheats_death(scene, who):
        return
    if truly_killed(scene, scene.one(who), by):
        fall(scene, who, "dead", by, rules, below=below)
    else:
        fall(scene, who, "coma", by, (*rules, "AE-MEANINGFUL-01", "AE-MEANINGFUL-02"), below=below)


def line_of_death(state: State, one: Combatant) -> int:
    """The hit points at which somebody is dead: minus half of all, for some minus all of them (AE-DYING-07)."""
    late = in_state(one, ENDURING) or any(True for _ in bonuses_to(state, one, "dies_late"))
    return -(one.max_hp if late else one.max_hp // 2)


def truly_killed(scene: Scene, one: Combatant, by: str) -> bool:
    """Whether death is death: always, unless by the option a character has no named killer (AE-MEANINGFUL-01)."""
    if not scene.state.options["meaningful_death"] or one.profile.kind != "pc":
        return True
    killer = scene.state.battle.combatants.get(by)
    return killer is not None and killer.profile.named


def separate(scene: Scene, who: str, foe: str, rules: tuple[str, ...]) -> bool:
    """Two are out of melee and let go of each other; whether they were in it."""
    one, other = scene.one(who), scene.one(foe)
    if foe in one.grabbed_by:
        scene.happen(Released(who, foe, rules=rules))
    if who in other.grabbed_by:
        scene.happen(Released(foe, who, rules=rules))
    if foe not in one.engaged:
        return False
    fallen = one.awareness in OUT or other.awareness in OUT
    scene.happen(Parted(who, foe, fallen, rules=rules))
    return True


def fall(
    scene: Scene,
    who: str,
    awareness: Awareness,
    by: str,
    rules: tuple[str, ...],
    *,
    dying: bool = False,
    below: int | None = None,
) -> None:
    """Somebody goes down, or away: the dead and gone are in no melee, whoever is out cold holds nobody (AE-POS-11)."""
    most = None if below is None else scene.one(who).max_hp
    scene.happen(Fell(who, awareness, by, dying, below, most, rules=rules))
    one = scene.one(who)
    for victim in one.grabbing:
        scene.happen(Released(victim, who, rules=("AE-POS-11",)))
    if one.in_field:
        return
    for foe in one.engaged:
        separate(scene, who, foe, ("AE-POS-11",))


# ---------------------------------------------------------------- damage without an attack


def automatic_damage(scene: Scene, who: str, harm: Tally, kind: str, *, mundane: bool, resistible: bool) -> None:
    """Damage without an attack; where it may be resisted a d20 is thrown only for that (AE-RESIST-05)."""
    natural, rules = thrown_for_resistance(scene, who, kind, mundane=mundane, resistible=resistible)
    hurt(scene, who, Damage(harm, kind, "", natural, rules, mundane=mundane))


def thrown_for_resistance(
    scene: Scene, who: str, kind: str, *, mundane: bool, resistible: bool
) -> tuple[int, tuple[str, ...]]:
    """The natural number that stands for the attack roll there is none of, and by which rule (AE-RESIST-05)."""
    word = scene.state.options["automatic_damage_resistance_roll"]
    needed = resistance(scene.state, scene.one(who), kind)
    if not needed or (mundane and kind != "weapon") or word == "never" or not (resistible or word == "always"):
        return RESISTED_BY_NOBODY, ()
    die = scene.dice.roll(20, "resist")
    rules = ("AE-RESIST-05",)
    scene.happen(ResistRolled(who, die, needed, rules=rules))
    return die.face, rules


def is_mundane(state: State, *, magical: bool | None) -> bool:
    """Whether energy of no creature is of the ordinary kind: as flagged, or by the option (AE-RESIST-03)."""
    if magical is not None:
        return not magical
    return state.options["energy_source_default"] == "creatures_magical_environment_ordinary"
