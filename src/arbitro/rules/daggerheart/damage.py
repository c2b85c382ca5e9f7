"""Damage: rolling it, reducing it, holding it against thresholds, marking it (SRD chapters on combat and attacking)."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart.arms import low_faces, shown_twice
from arbitro.rules.daggerheart.commands import UseArmour
from arbitro.rules.daggerheart.conditions import end_from, release
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.defeat import foe_gone
from arbitro.rules.daggerheart.events import (
    Answered,
    Asked,
    ConditionGained,
    CounterChanged,
    DamageRolled,
    DamageTaken,
    FeatureUsed,
    MinionsFell,
    Parried,
)
from arbitro.rules.daggerheart.feature import Moment
from arbitro.rules.daggerheart.gifts import GIFT, gift_parts, has_passive, proficiency_of, watched
from arbitro.rules.daggerheart.numbers import (
    difficulty_of,
    passive_of,
    protection,
    rule_of,
    source_of,
    thresholds_of,
    total_of,
)
from arbitro.rules.daggerheart.offers import BRINK, Occasion, after, answering, of_everybody, offered
from arbitro.rules.daggerheart.play import Play, set_off
from arbitro.rules.daggerheart.power_terms import NO_SLOT, PowerMoment
from arbitro.rules.daggerheart.presence import (
    afflictions,
    anybody,
    can_suffer,
    condition_entry,
    current_scene,
    due_step,
    foes_left,
)
from arbitro.rules.daggerheart.ranges import is_near
from arbitro.rules.daggerheart.resources import free_slots, leave_form, mark_armour, mark_hp, mark_stress
from arbitro.rules.daggerheart.state import Aftermath, Agenda, Apply, Foe, Hero, Hit, Power, State
from arbitro.rules.daggerheart.steps import dealt
from arbitro.rules.daggerheart.words import DamageKind, halved

PARRY_SIDES = 6
_HIGHER_DIE = 5
"""The level from which such a die is a size larger."""
MAJOR = 2
"""Damage that makes two Hit Points be marked."""
SEVERE = 3
"""Damage that makes three of them be marked."""
_PLAIN: tuple[DamageKind, ...] = ("physical",)
"""What a flat reduction takes off if it names no kind."""


# ------------------------------------------------------------------ rolling (DH-ATK-02, DH-CRIT-02, DHP-ATK-03)


class DamageRoll(Struct, frozen=True):
    """Damage that is about to be rolled: whose it is, of which dice and kind, and by which rules."""

    source: str
    pool: tuple[Amount, ...]
    kind: DamageKind
    rules: tuple[str, ...]
    critical: bool = False
    direct: bool = False
    modifiers: tuple[Modifier, ...] = ()
    extra: tuple[Die, ...] = ()
    """Dice that have been thrown already."""
    halved_by: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    """Of each part of the pool what it comes from: a feature, a condition, a weapon; nothing, if it is plain."""
    means: str = ""
    hazard: Literal["", "fall", "collision"] = ""
    again: int = 0
    """Dice that show this or less are thrown again, once; -1: those in the lower half of their faces."""
    resonant: str = ""
    """The power by which dice of equal faces count twice."""


def roll_damage(play: Play, roll: DamageRoll) -> tuple[int, tuple[Die, ...]]:
    """Roll a pool; a critical adds the highest total that its dice could show, and leaves the number alone."""
    pool, rules, modifiers = roll.pool, roll.rules, roll.modifiers
    thrown = [part.roll(play.dice, "damage") for part in pool]
    again = tuple(die for group in thrown for die in group if roll.again and die.face <= low_faces(die, roll.again))
    fresh = tuple(play.dice.roll(die.sides, "damage") for die in again)
    dice = tuple(die for group in thrown for die in group) + roll.extra + fresh
    if again:  # the first throw lies on the table too, and does not count
        modifiers = (*modifiers, Modifier(-sum(die.face for die in again), "DHP-CHAR-03", "rerolled"))
    if roll.resonant and (twice := shown_twice(dice, again)):
        modifiers = (*modifiers, Modifier(twice, GIFT, sources=(roll.resonant,)))
    origins = roll.by or ("",) * len(pool)
    dice_by = tuple(origin for group, origin in zip(thrown, origins, strict=True) for _ in group)
    plus = sum(part.plus for part in pool)
    if plus:
        from_what = tuple(origin for part, origin in zip(pool, origins, strict=True) if part.plus and origin)
        modifiers = (Modifier(plus, rules[0], "damage_plus", from_what), *modifiers)
    if roll.critical:
        rule = "DHP-ATK-03" if roll.source in play.state.party else "DH-CRIT-02"
        most = sum(part.count * part.sides for part in pool)
        if most:
            modifiers = (*modifiers, Modifier(most, rule, "critical"))
        elif play.state.options["gm_crit_flat_damage"] == "double" and rule == "DH-CRIT-02":
            modifiers = (*modifiers, Modifier(plus, rule, "critical"))
        rules = (*rules, *((rule,) if rule not in rules else ()))
    amount = max(sum(die.face for die in dice) + sum(each.amount for each in modifiers), 0)
    if roll.halved_by:
        modifiers = (*modifiers, Modifier(halved(amount) - amount, "DHP-GEN-01", "half_damage", roll.halved_by))
        amount = halved(amount)
    shown = (*dice_by, *("" for _ in (*roll.extra, *fresh))) if any(dice_by) else ()
    told = DamageRolled(
        roll.source,
        amount,
        dice,
        modifiers,
        roll.critical,
        roll.direct,
        roll.kind,
        shown,
        roll.means,
        roll.hazard,
        rules=rules,
    )
    play.happen(told)
    return amount, dice


# ------------------------------------------------------------------ thresholds (DHP-DMG-01 to 05)


def damage_limits(one: Hero | Foe) -> tuple[int | None, int | None]:
    """Major and Severe; an adversary may lack one or both."""
    return thresholds_of(one) if isinstance(one, Hero) else (one.block.major, one.block.severe)


def severity_of(state: State, one: Hero | Foe, amount: int) -> int:
    """Minor 1, Major 2, Severe 3, massive 4; 0 for nothing."""
    if amount <= 0:
        return 0
    major, severe = damage_limits(one)
    if severe is not None and amount >= severe:
        return 4 if state.options["massive_damage"] and amount >= 2 * severe else 3
    return 2 if major is not None and amount >= major else 1


def reduced(
    books: Library, state: State, one: Hero | Foe, amount: int, kind: DamageKind
) -> tuple[int, tuple[Modifier, ...], bool]:
    """Immunity, then resistance (half, rounded up), then flat reductions (DHP-DMG-04)."""
    if immune := protection(books, state, one, kind, immune=True):
        return 0, (Modifier(-amount, "DHP-ATK-04", "immune", immune),), False
    cut, cutting = flat_reduction(one, kind)
    resisted = protection(books, state, one, kind, immune=False)
    flat_first = state.options["damage_order"] == "flat_first"
    modifiers: list[Modifier] = []
    left = amount
    for flat in (True, False) if flat_first else (False, True):
        now = max(left - cut, 0) if flat else halved(left) if resisted else left
        if flat and cut:
            modifiers.append(Modifier(now - left, "DHP-DMG-04", "reduced", cutting))
        elif not flat and resisted:
            modifiers.append(Modifier(now - left, "DHP-ATK-04", "resisted", resisted))
        left = now
    return left, tuple(modifiers), bool(resisted)


def flat_reduction(one: Hero | Foe, kind: DamageKind) -> tuple[int, tuple[str, ...]]:
    """What is taken off damage of a kind, and by what; off damage of both kinds what is taken off each."""
    if isinstance(one, Hero):
        return 0, ()
    kinds: tuple[DamageKind, ...] = ("physical", "magic") if kind == "both" else (kind,)
    features = [feature for feature in one.block.features if feature.passive == "reduce"]
    cuts = (sum(each.value for each in features if wanted in (each.kinds or _PLAIN)) for wanted in kinds)
    return min(cuts), tuple(source_of(one.id, each) for each in features if set(each.kinds or _PLAIN) & set(kinds))


# ------------------------------------------------------------------ a hit


def settle_hit(play: Play, hit: Hit) -> None:
    """Take damage: reactions that change it, reductions, thresholds, an Armor Slot, and what follows."""
    one = anybody(play.state, hit.target)
    if one is None or not can_suffer(one):
        return
    if hit.armour < 0:
        if isinstance(one, Foe) and _changed_before(play, hit):
            return
        if isinstance(one, Hero) and offered(play, hit, *_answers(play, one, hit, "damage_due", "ally_damage_due")):
            return
        hit = _measured(play, one, hit)
        if isinstance(one, Hero) and hit.severity and not hit.direct and _may_mark(play, one, hit):
            values: dict[str, str | int] = {"who": f"@{one.id}", "amount": hit.taken, "hp": hit.severity}
            question = Question("armour", one.id, values, ("DHP-ARM-02",))
            play.happen(Asked(question, (hit, *play.agenda), audience="referee", rules=("DHP-ARM-02",)))
            play.agenda = []
            return
    if isinstance(one, Hero):
        if not offered(play, hit, *_answers(play, one, hit, "wound_due", "ally_wound_due")):
            _wound_hero(play, one, hit)
    elif not watched(play.state.party, "foe_wound_due") or not offered(play, hit, *_of_the_striker(play, one, hit)):
        _wound_foe(play, one, hit)


def _of_the_striker(play: Play, foe: Foe, hit: Hit) -> Iterator[tuple[Hero, Power]]:
    """The powers by which a PC's blow costs an adversary something else than Hit Points."""
    hero = play.state.party.get(hit.source)
    if hero is None or not hit.severity or passive_of(foe, "minion") is not None:
        return iter(())
    about = Occasion("foe_wound_due", foe, hit.kind, hit.severity, foe=foe)
    return ((hero, power) for power in answering(play.rules.books, play.state, hero, about))


def _may_mark(play: Play, hero: Hero, hit: Hit) -> bool:
    """Whether an Armor Slot could lighten a blow: there is one, nothing forbids it, and the blow is no trifle."""
    trifle = hit.severity == 1 and has_passive(hero, "on_the_brink") is not None and hero.hp - hero.hp_marked <= BRINK
    barred = any(entry.no_armour for entry in afflictions(play.rules.books, hero))
    barred |= any(has_passive(hero, word) is not None for word in NO_SLOT[hit.kind])
    return bool(free_slots(hero)) and not trifle and not barred


def _answers(play: Play, hero: Hero, hit: Hit, moment: PowerMoment, ally: PowerMoment) -> Iterator[tuple[Hero, Power]]:
    """The powers that could make a hit lighter, or take it over: those of whoever is hit, and of allies."""
    left = hit.severity - (hit.armour == 1) + total_of(hit.lighter)
    if moment == "wound_due" and left <= 0:
        return iter(())
    attacker = anybody(play.state, hit.source)
    foe = attacker if isinstance(attacker, Foe) else None
    about = Occasion(
        moment, attacker, hit.kind, hit.severity, foe=foe, armour="marked" if hit.armour == 1 else "unmarked"
    )
    return of_everybody(play.rules.books, play.state, hero, about, ally)


def _changed_before(play: Play, hit: Hit) -> bool:
    """Reactions that halve the damage or take it over come first, each asked once."""
    chances = [
        *play.rules.reactions(play.rules.books, play.state, "about_to_be_damaged", hit.target, hit.source, hit),
        *play.rules.reactions(play.rules.books, play.state, "ally_about_to_be_damaged", hit.target, hit.source, hit),
    ]
    for chance in chances:
        key = f"{chance.owner}/{chance.feature}"
        if key not in hit.asked:
            play.first(chance, replace(hit, asked=(*hit.asked, key)))
            return True
    return False


def _measured(play: Play, one: Hero | Foe, hit: Hit) -> Hit:
    arrives = amount = dealt(hit)
    parried: tuple[Modifier, ...] = ()
    if isinstance(one, Hero) and hit.faces and any(weapon.parry for weapon in one.sheet.weapons):
        off = min(_parry(play, one, hit), amount)
        if off:
            parried = (Modifier(-off, "DHP-ATK-02", "parried"),)
        amount -= off
    left, reductions, resisted = (
        (amount, (), False) if hit.outright else reduced(play.rules.books, play.state, one, amount, hit.kind)
    )
    modifiers = (*parried, *reductions)
    if isinstance(one, Foe) and left and (shed := _shed_by_dice(play, one, left)):
        left, modifiers = left + shed.amount, (*modifiers, shed)
    grave = 3 if hit.outright else severity_of(play.state, one, left)
    minion = isinstance(one, Foe) and passive_of(one, "minion") is not None
    rules: tuple[str, ...] = ("DHP-DMG-04", "DHP-ADVSTAT-06" if minion and grave else "DHP-DMG-01")
    if isinstance(one, Hero):
        rules = (*rules, "DHP-DMG-03")
    if any(each.rule == "DHP-ATK-04" for each in reductions):
        rules = (*rules, "DHP-ATK-04", *(("DHP-GEN-01",) if resisted else ()))
    if grave == 4:
        rules = (*rules, "DHP-DMG-05")
    if not grave:
        rules = (*rules, "DHP-DMG-02")
    play.happen(
        DamageTaken(
            one.id,
            arrives,
            left,
            min(grave, 3),
            modifiers,
            resisted,
            hit.source,
            not grave,
            damage_limits(one),
            grave,
            hit.changes,
            minion,
            rules=rules,
        )
    )
    return replace(hit, taken=left, severity=grave, armour=0)


def _shed_by_dice(play: Play, foe: Foe, amount: int) -> Modifier | None:
    """What dice take off the damage that is left: a broken plate, a body that is half elsewhere."""
    feature = passive_of(foe, "reduce_dice")
    if feature is None or feature.damage is None:
        return None
    dice = feature.damage.roll(play.dice, "reduced")
    rules = (rule_of(feature),)
    play.happen(FeatureUsed(foe.id, feature.id, feature.name, 0, dice, rules=rules))
    off = min(feature.damage.total(dice), amount)
    return Modifier(-off, "DHP-DMG-04", "reduced", (source_of(foe.id, feature),))


def _parry(play: Play, hero: Hero, hit: Hit) -> int:
    dice = tuple(play.dice.roll(PARRY_SIDES, "parry") for _ in range(proficiency_of(hero)))
    shown = {die.face for die in dice}
    off = sum(face for face in hit.faces if face in shown)
    play.happen(Parried(hero.id, dice, off, rules=("DHP-ATK-02",)))
    return off


def use_armour(play: Play, command: UseArmour) -> Refusal | None:
    """The answer to whether an Armor Slot is marked (DHP-ARM-02)."""
    hit = due_step(play.state)
    if not isinstance(hit, Hit) or hit.target != command.who:
        return Refusal("not_asked")
    rest = current_scene(play.state).agenda[1:]
    play.happen(Answered("armour"))
    play.agenda = [replace(hit, armour=1 if command.use else 0), *rest]
    return None


def _wound_hero(play: Play, hero: Hero, hit: Hit) -> None:
    armoured = hit.armour == 1
    wounds = hit.severity
    parts: tuple[Modifier, ...] = (Modifier(wounds, "DHP-DMG-01", "by_thresholds"),)
    if armoured:
        mark_armour(play, hero.id, benefit=True, rules=("DHP-ARM-02",))
        wounds -= 1
        parts = (*parts, Modifier(-1, "DHP-ARM-02", "armour_slot"))
        hit = _shielded(play, hero, hit, wounds)
    lighter = (*hit.lighter, *(_hardened(hero) if hit.kind == "physical" else ()))
    if lighter:
        before, wounds = wounds, max(wounds + total_of(lighter), 0)
        parts = (*parts, *lighter)
        if (over := wounds - before - total_of(lighter)) > 0:
            parts = (*parts, Modifier(over, "DHP-DMG-01", "nothing_left"))
    marked = mark_hp(play, hero.id, wounds, "damage", ("DHP-DMG-01",), parts)
    if wounds >= MAJOR and has_passive(hero, "fragile") is not None:
        leave_form(play, play.state.party[hero.id])
    if wounds >= SEVERE:
        end_from(play, hero.id)  # what a PC keeps up gives way
    settled = replace(hit, severity=wounds, armour=int(armoured))
    steps: list[Agenda] = []
    if hit.do:
        steps.append(Apply(hit.source, hit.feature, hero.id, hit.do, marked, armoured))
    if hit.taken and hit.source not in play.state.party:
        told = Aftermath("wounded", hero.id, hit.source, hit.kind, marked, marked, hit.taken, armoured)
        steps += after(play.state, told)
    if hit.taken:
        steps += set_off(play, "damages", hit.source, hero.id, settled)
        steps += set_off(play, "pc_hurt", "", hero.id, hit)
    if hit.attack:
        steps += set_off(play, "hit", hit.source, hero.id, settled)
        if wounds:
            steps += set_off(play, "wounded_target", hit.source, hero.id, settled)
            steps += set_off(play, "ally_wounds", hit.source, hero.id, settled)
    play.first(*steps)


def _shielded(play: Play, hero: Hero, hit: Hit, left: int) -> Hit:
    """An Armor Slot that counts for more, while an aura lasts; where it leaves no Hit Point to mark, that is over."""
    for held in hero.conditions:
        entry = condition_entry(play.rules.books, held.name)
        if entry.armour_steps and left > 0:
            more = Modifier(-entry.armour_steps, entry.rules[0], sources=(f"{hero.id}/{held.name}",))
            hit = replace(hit, lighter=(*hit.lighter, more))
            if left <= entry.armour_steps:
                release(play, hero.id, held)
    return hit


def _hardened(hero: Hero) -> tuple[Modifier, ...]:
    """What makes every physical blow lighter by a step, while it lasts."""
    return tuple(replace(part, amount=-part.amount) for part in gift_parts(hero, "toughness"))


def _wound_foe(play: Play, foe: Foe, hit: Hit) -> None:
    minion = passive_of(foe, "minion")
    if minion is not None and hit.taken > 0:
        _fell_minions(play, foe, hit, max(minion.value, 1))
        return
    wounds = hit.severity
    parts: tuple[Modifier, ...] = (Modifier(wounds, "DHP-DMG-01", "by_thresholds"),)
    weak = passive_of(foe, "weak")
    if wounds and weak is not None and hit.kind in weak.kinds:
        wounds += weak.value
        parts = (*parts, Modifier(weak.value, rule_of(weak), "weakness", (source_of(foe.id, weak),)))
    brittle = passive_of(foe, "brittle")
    if brittle is not None and hit.severity >= MAJOR:
        wounds += brittle.value
        parts = (*parts, Modifier(brittle.value, rule_of(brittle), "weakness", (source_of(foe.id, brittle),)))
    heads = passive_of(foe, "heads")
    if heads is not None and hit.severity >= 2:
        before = foe.counters.get("heads", heads.value)
        if before:
            play.happen(CounterChanged(foe.id, "heads", before - 1, rules=(rule_of(heads),)))
    striker = play.state.party.get(hit.source)
    relentless = has_passive(striker, "onslaught") if striker is not None and hit.attack and hit.reach else None
    if relentless is not None and 0 < wounds < MAJOR:
        parts = (*parts, Modifier(MAJOR - wounds, GIFT, sources=(f"{hit.source}/{relentless.id}",)))
        wounds = MAJOR
    if hit.strains:
        mark_stress(play, foe.id, wounds, "damage", (GIFT,))
        wounds, marked = 0, 0
    else:
        marked = mark_hp(play, foe.id, wounds, "damage", ("DHP-DMG-01", "DHP-ADVSTAT-03"), parts)
    if hit.taken:
        release(play, foe.id, *(held for held in foe.conditions if condition_entry(play.rules.books, held.name).wakes))
    settled = replace(hit, severity=hit.severity, extra=wounds)
    _free_victims(play, foe.id, hit.severity, hit.taken if hit.attack else 0)
    if wounds:
        _climb(play, hit.source)
    steps: list[Agenda] = []
    if hit.do:
        steps.append(Apply(hit.source, hit.feature, foe.id, hit.do, wounds))
    # what was brought to 0 is no damage that was taken (DHP-DMG-02)
    moments: dict[Moment, bool] = {"struck": hit.attack, "damaged": hit.taken > 0, "ally_wounded": wounds > 0}
    for moment, so in moments.items():
        steps += set_off(play, moment, foe.id, hit.source, settled) if so else []
    play.first(*steps, *_struck(play, foe, hit, marked))


def _struck(play: Play, foe: Foe, hit: Hit, marked: int) -> list[Aftermath]:
    """What a PC's damage to an adversary may bring besides, where powers answer it."""
    now = anybody(play.state, foe.id)
    felled = isinstance(now, Foe) and now.defeated
    means = ("attack", "weapon", hit.means) if hit.means else ()
    told = Aftermath("dealt", hit.source, foe.id, hit.kind, hit.severity, marked, hit.taken, felled=felled, means=means)
    return after(play.state, told) if hit.taken else []


def _climb(play: Play, who: str) -> None:
    """What grows with every wound that its bearer deals: one more on damage, until the die would pass its top face."""
    hero = play.state.party.get(who)
    for held in hero.conditions if hero is not None else ():
        entry = condition_entry(play.rules.books, held.name)
        if hero is None or not entry.climbs:
            continue
        value, top = held.gives.get("damage", 0) + 1, entry.climbs + 2 * (hero.sheet.level >= _HIGHER_DIE)
        if value > top:
            release(play, who, held)
        else:
            play.happen(ConditionGained(who, replace(held, gives={**held.gives, "damage": value}), rules=entry.rules))


def _free_victims(play: Play, source: str, severity: int, attack: int) -> None:
    """Damage to the source frees those whom it holds: so grave, or so much of it by an attack."""
    for hero in tuple(play.state.party.values()):
        for held in hero.conditions:
            entry = condition_entry(play.rules.books, held.name)
            grave = entry.freed_by and severity >= entry.freed_by
            if held.source == source and (grave or (entry.freed_over and attack > entry.freed_over)):
                release(play, hero.id, held)


def _fell_minions(play: Play, foe: Foe, hit: Hit, each: int) -> None:
    """Any damage fells a Minion, and one more for every full X of it (DHP-ADVSTAT-06)."""
    state = play.state
    excess = state.options["minion_spill"] == "excess"
    counted = max(hit.taken - each, 0) if excess else hit.taken
    hero = state.party.get(hit.source)
    others = [
        other.id
        for other in foes_left(state)
        if other.id != foe.id
        and passive_of(other, "minion") is not None
        and (hit.critical or difficulty_of(play.rules.books, other) <= hit.total)
        and hero is not None
        and hit.reach is not None
        and is_near(play.rules.books, state, hero, other, hit.reach)
    ][: counted // each]
    felled = (foe.id, *others)
    play.happen(MinionsFell(felled, foe.id, counted, each, rules=("DHP-ADVSTAT-06", "DHP-ADVSTAT-11")))
    for who in felled:
        foe_gone(play, who)
    play.first(*set_off(play, "foe_defeated", foe.id, hit.source), *_struck(play, foe, hit, 1))
