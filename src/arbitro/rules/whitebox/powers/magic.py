"""Spells of the lists at work in a fight: one resolver for casters, creatures and things."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Die
from arbitro.kernel.ruling import held_against
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox.attack import attack_told
from arbitro.rules.whitebox.basics import place_of
from arbitro.rules.whitebox.events import Fell
from arbitro.rules.whitebox.exploring.doors import SIX
from arbitro.rules.whitebox.measure import Area, Save, Span
from arbitro.rules.whitebox.ongoing_effects import EffectKind, Ongoing
from arbitro.rules.whitebox.people.records import modifier
from arbitro.rules.whitebox.powers import aiming
from arbitro.rules.whitebox.powers.aiming import LONE, Working, caught_in, chosen, nearest_like, spell_working
from arbitro.rules.whitebox.powers.changes import LARGER_SHARE, MagicDelayed, SpellTurned, Teleported
from arbitro.rules.whitebox.powers.durations import lasts_until, lays, lifts, put_off, span_amount
from arbitro.rules.whitebox.powers.effects import give_back
from arbitro.rules.whitebox.powers.ending_magic import dispel
from arbitro.rules.whitebox.powers.events import NumberRolled, Unaffected
from arbitro.rules.whitebox.powers.hit_effects import SIZES, lasting_threat, threat_of
from arbitro.rules.whitebox.powers.lookups import (
    ask_referee,
    has_flame,
    hit_dice,
    is_victim,
    lasting,
    powers,
    setting_here,
    under,
)
from arbitro.rules.whitebox.powers.registry import lasting_forms, magic_of
from arbitro.rules.whitebox.powers.walls import smothered
from arbitro.rules.whitebox.powers.wards import leave, spell_fails
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.saves import saving_throw
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Blow, Combatant, State
from arbitro.rules.whitebox.terms import Harm, Spell, Threat, Weapon

HUNDRED: Final = 100
_MADE: Final = ("kind", "source", "by", "until", "level", "each", "ends_on_hurt")
"""What a working settles of a lasting effect; the rest is the effect's own."""


def spell_in_fight(scene: Scene, one: Combatant, target: Combatant, spell: Spell, manner: str) -> None:
    """Let a spell of the lists do what its entry says."""
    parts = scene.rules.content.find_spell(spell.magic)[1]
    working = replace(spell_working(scene.rules, one, spell), lone=manner == LONE, save_modifier=-keenness(scene, one))
    work(scene, target, parts, working, manner)


def keenness(here: Here, one: Combatant) -> int:
    """What a caster's mind takes from saves against spells, where the table plays it so."""
    sheet = here.state.characters.get(one.id)
    if sheet is None or not here.state.options["keen_casters"]:
        return 0
    wanted = powers(one).spell_list
    uses = here.rules.content.creation.uses
    return sum(
        modifier(here.rules, score)
        for ability, score in sheet.abilities.items()
        if ability in uses and uses[ability].spell_saves and uses[ability].spell_saves == wanted
    )


# ------------------------------------------------------------ the resolver


def work(
    scene: Scene, target: Combatant, parts: tuple[effect_kinds.AnyEffect, ...], working: Working, manner: str = ""
) -> None:
    """Let effects take place, one after the other; what can only be told is shown to the referee."""
    wanted = chosen(parts, manner)
    told = [number for number, part in enumerate(parts) if part in wanted and magic_of(scene.rules, part).narrated]
    working = replace(working, manner=manner, form=manner.partition(":")[2])
    before = len(scene.events)
    for part in wanted:
        now = basics.fight(scene.state).combatants[target.id]
        kind = magic_of(scene.rules, part)
        if kind.narrated:
            if part.save is not None and now.condition == "up":
                saving_throw(scene, now, part.save.danger)
            continue
        if kind.at_once is not None and kind.at_once(scene, now, part, working) is not False:
            continue
        forms = lasting_forms(scene.rules, part)
        for form in forms:
            lay_on(scene, now, form, part, working)
        if not forms or also_told(scene.rules, part):
            told.append(parts.index(part))
    if told:
        ask_referee(scene, working.by, working.sort, working.name, target.id, told)
    if len(scene.events) == before:  # no magic is lost without a word
        scene.happen(Unaffected(target.id, "nothing"))


def also_told(rules: Rules, part: effect_kinds.AnyEffect) -> bool:
    """Whether an effect lies on somebody but means something that only the referee can play out."""
    told = magic_of(rules, part).also_told
    return told is not None and told(part)


def heals(scene: Scene, target: Combatant, part: effect_kinds.Heal, working: Working) -> None:
    """Hit points come back."""
    del working
    thrown = part.amount.roll(scene.dice, "healing")
    amount, modifiers = rolled(part.amount, thrown, "WB-HEAL-03")
    give_back(scene, target, amount, thrown, ("WB-HEAL-03",), modifiers)


def disintegrates(scene: Scene, target: Combatant, part: effect_kinds.Disintegrate, working: Working) -> None:
    """Whoever does not save turns to dust."""
    magic_strikes(scene, target, saved(part, "death", working), working)


def dispels(scene: Scene, target: Combatant, part: effect_kinds.Dispel, working: Working) -> bool:
    """Magic on somebody ends."""
    return dispel(scene, target.id, part, working)


def binds(
    scene: Scene,
    victim: Combatant,
    kind: EffectKind,
    part: effect_kinds.AnyEffect,
    working: Working,
    span: Span | None = None,
) -> None:
    """Somebody is left unable, blind or out of their mind."""
    save = with_modifier(part.save, working)
    threat = lasting_threat("ongoing", save, made(working, kind), span or working.span, working.level)
    magic_strikes(scene, victim, replace(threat, element="enchantment"), working)


def stuns(scene: Scene, target: Combatant, part: effect_kinds.Stun, working: Working) -> None:
    """The victim can do nothing; what must be seen does nothing to the blind."""
    for victim in several(scene, target, None, working):
        if part.needs_sight and under(scene.state, victim.id, "blind"):
            scene.happen(Unaffected(victim.id, "sightless"))
        else:
            binds(scene, victim, "stunned", part, working, part.span)


def blinds(scene: Scene, target: Combatant, part: effect_kinds.Blind, working: Working) -> None:
    """Everybody in the area is blinded."""
    for victim in several(scene, target, part.area, working):
        binds(scene, victim, "blind", part, working)


def enfeebles(scene: Scene, target: Combatant, part: effect_kinds.Feeblemind, working: Working) -> None:
    """The mind of one of some classes is gone."""
    if part.classes and target.profile.class_id not in part.classes:
        scene.happen(Unaffected(target.id, "wrong_kind"))
        return
    for victim in several(scene, target, None, working):
        binds(scene, victim, "feebleminded", part, working)


def throws_down(scene: Scene, target: Combatant, part: effect_kinds.Prone, working: Working) -> None:
    """The victim falls and cannot act."""
    for victim in several(scene, target, None, working):
        binds(scene, victim, "prone", part, working)


def several(
    scene: Scene,
    target: Combatant,
    area: Area | None,
    working: Working,
    count: Amount | None = None,
    *,
    bursts: bool = False,
) -> tuple[Combatant, ...]:
    """Everybody in an area around (or in the direction of) the target; without an area, the target alone."""
    caster = basics.fight(scene.state).combatants[working.by]
    found = caught_in(basics.fight(scene.state), caster, target, area, bursts=bursts)
    if count is not None and count != effect_kinds.NONE:
        foes = nearest_like(scene, target, aiming.fellows(scene, target))
        found = tuple(foes[: counted(scene, working, count)])
    return found


# ------------------------------------------------------------ what it does to them


def made(working: Working, kind: EffectKind) -> Ongoing:
    """Something lasting that this magic leaves."""
    hurts = working.span is not None and working.span.unit == "concentration"
    return Ongoing(
        kind=kind,
        source=working.source,
        by=working.by,
        level=working.level,
        ends_on_hurt=hurts,
    )


def with_modifier(save: Save | None, working: Working, more: int = 0) -> Save | None:
    """A save with what the caster or the manner takes from it."""
    if save is None:
        return None
    return Save(save.danger, save.modifier + working.save_modifier + more, save.success)


def saved(
    part: effect_kinds.AnyEffect,
    effect: Harm,
    working: Working,
    *,
    amount: Amount | None = None,
    element: str = "",
    ongoing: Ongoing | None = None,
) -> Threat:
    """A danger with the save that an effect allows."""
    save = with_modifier(part.save, working)
    return threat_of(effect, save, amount=amount, element=element, ongoing=ongoing)


def magic_strikes(scene: Scene, one: Combatant, threat: Threat, working: Working) -> None:
    """Let somebody face magic, unless it fails on them."""
    now = basics.fight(scene.state).combatants[one.id]
    if now.condition != "up":
        return
    if smothered(scene.state, working.by, now, threat.element):
        scene.happen(Unaffected(now.id, "smothered", rules=("WB-SPELL-04",)))
        return
    if spell_fails(scene, now, working, threat.element):
        return
    if now.id != working.by and under(scene.state, now.id, "reflecting"):
        now = turned_back(scene, now, working)
    scene.rules.endanger(scene, now, threat, working.by)


def turned_back(scene: Scene, one: Combatant, working: Working) -> Combatant:
    """Whom a spell takes that was aimed at somebody who turns spells: whoever gets the larger share (ours)."""
    die = scene.dice.roll(HUNDRED, "turned")
    back = die.face >= LARGER_SHARE
    scene.happen(SpellTurned(one.id, working.by, die.face, back, die, rules=("WB-SPELL-04",)))
    return basics.fight(scene.state).combatants[working.by if back else one.id]


def magic_damage(scene: Scene, target: Combatant, part: effect_kinds.Damage, working: Working) -> None:
    """Damage by magic, each victim with their own dice and save."""
    amount = working.damage or part.amount
    if part.per_level is not None and working.damage is None:
        each = part.per_level
        amount = Amount(each.count * working.level, each.sides, amount.plus + each.plus * working.level)
    for effect in lasting(scene.state, working.by):
        if effect.kind == "empowered" and effect.form == working.name:
            amount = Amount(amount.count, amount.sides, amount.plus + effect.amount * amount.count)
    if part.by_touch and not touches(scene, target, working):
        return
    victims = several(scene, target, part.area or working.area, working, bursts=True)
    if part.targets != effect_kinds.ONE:
        most = counted(scene, working, part.targets)
        victims = tuple(nearest_like(scene, target, aiming.fellows(scene, target)))[:most]
    for victim in victims:
        factor = part.undead_factor if powers(victim).undead else 1
        dice = Amount(amount.count * factor, amount.sides, amount.plus * factor)
        for more in circumstances_of_damage(scene.state, victim, part):
            dice = Amount(dice.count + more.count, dice.sides, dice.plus + more.plus)
        threat = saved(part, "damage", working, amount=dice, element=part.element or "magic")
        magic_strikes(scene, victim, threat, working)


def circumstances_of_damage(state: State, victim: Combatant, part: effect_kinds.Damage) -> Iterator[Amount]:
    """More dice, of the spell's own sort, under the open sky and against those who wear metal."""
    if part.outdoors is not None and "surface" in setting_here(state):
        yield part.outdoors
    if part.metal is not None and powers(victim).metal:
        yield part.metal


def touches(scene: Scene, target: Combatant, working: Working) -> bool:
    """A touch that must hit."""
    one = basics.fight(scene.state).combatants[working.by]
    hand = Weapon(working.name, one.profile.name, effect_kinds.NONE)
    read = scene.rules.attack_check(scene, one, target, hand, scene.dice.roll(20, "attack"))
    scene.happen(attack_told(one, target, working.name, read))
    return read[0].success


def magic_sleep(scene: Scene, target: Combatant, part: effect_kinds.Sleep, working: Working) -> None:
    """Creatures of the target's hit dice fall asleep, as many as the dice say, without a save."""
    hd = hit_dice(target)
    row = next((row for row in part.rows if row.dice_min <= hd <= row.dice_max), None)
    if row is None or powers(target).plus > 1:
        scene.happen(Unaffected(target.id, "too_strong"))
        return
    alike = (
        one
        for one in aiming.fellows(scene, target)
        if row.dice_min <= hit_dice(one) <= row.dice_max and powers(one).plus <= 1
    )
    victims = nearest_like(scene, target, alike)
    for victim in victims[: counted(scene, working, row.count)]:
        threat = lasting_threat(
            "ongoing", part.save, made(working, "asleep"), working.span, working.level, element="sleep"
        )
        magic_strikes(scene, victim, threat, working)


def magic_charm(scene: Scene, target: Combatant, part: effect_kinds.Charm, working: Working) -> None:
    """Victims count the caster among their friends and leave the fight."""
    many = part.count != effect_kinds.ONE and (not part.hd_below or hit_dice(target) < part.hd_below)
    victims = [target]
    if many:
        victims = nearest_like(scene, target, aiming.fellows(scene, target))
        victims = [one for one in victims if not part.hd_below or hit_dice(one) < part.hd_below]
        victims = victims[: counted(scene, working, part.count)]
    if part.held:
        victims = victims[: max(part.held - charmed_by(scene.state, working), 0)]
        if not victims:
            scene.happen(Unaffected(target.id, "too_many"))
    for victim in victims:
        if not is_victim(victim, part.victims) or hit_dice(victim) < part.hd_from:
            scene.happen(Unaffected(victim.id, "wrong_kind"))
            continue
        threat = lasting_threat(
            "charm",
            with_modifier(part.save, working),
            made(working, "charmed"),
            part.span or working.span,
            working.level,
            element="charm",
        )
        magic_strikes(scene, victim, threat, working)


def charmed_by(state: State, working: Working) -> int:
    """How many this magic of somebody's holds already."""
    return sum(
        effect.kind == "charmed" and (effect.by, effect.source) == (working.by, working.source)
        for held in state.effects.values()
        for effect in held
        if effect.active(state.minutes)
    )


def counted(scene: Scene, working: Working, count: Amount) -> int:
    """How many an effect takes at most."""
    thrown = count.roll(scene.dice, "victims")
    number, modifiers = rolled(count, thrown, "WB-SPELL-01", least=1)
    if thrown:
        scene.happen(NumberRolled(working.by, number, thrown, modifiers))
    return number


def magic_hold(scene: Scene, target: Combatant, part: effect_kinds.Hold, working: Working) -> None:
    """Victims cannot move: as many as the dice say, or one, who saves less well."""
    if part.area is not None:
        victims = list(several(scene, target, part.area, working))
    elif working.lone:
        victims = [target]
    else:
        fellows = (one for one in aiming.fellows(scene, target) if is_victim(one, part.victims))
        victims = nearest_like(scene, target, fellows)
        victims = victims[: max(counted(scene, working, part.count), part.least)]
    worse = part.lone_modifier if working.lone else 0
    for victim in victims or [target]:
        if not is_victim(victim, part.victims):
            scene.happen(Unaffected(victim.id, "wrong_kind"))
            continue
        threat = lasting_threat(
            "ongoing",
            with_modifier(part.save, working, worse),
            made(working, "held"),
            part.span or working.span,
            working.level,
            element="hold",
        )
        magic_strikes(scene, victim, threat, working)


def magic_entangle(scene: Scene, target: Combatant, part: effect_kinds.Entangle, working: Working) -> None:
    """Strands hold everybody in the area, each for as long as it takes them to get through."""
    for victim in several(scene, target, part.area, working, part.count):
        span = None if part.hit_points else time_to_get_free(scene.state, victim, part)
        threat = lasting_threat("ongoing", part.save, made(working, "webbed"), span)
        magic_strikes(scene, victim, threat, working)
    if part.hit_points:  # what can be cut through has no time of its own: the referee counts the blows
        told = parts_of(scene.rules, working).index(part)
        ask_referee(scene, working.by, working.sort, working.name, target.id, (told,))


def time_to_get_free(state: State, one: Combatant, part: effect_kinds.Entangle) -> Span:
    """A flame and a blade are quickest, then the strength of a horse; all others need longest."""
    if has_flame(state, one) and any(weapon.edged and weapon.kind == "melee" for weapon in one.profile.weapons):
        return Span("turns", Amount(plus=part.with_fire)) if part.with_fire else Span("rounds", effect_kinds.ONE)
    if SIZES.index(powers(one).size) > SIZES.index("man"):
        return Span("turns", Amount(plus=part.strong))
    return Span("turns", part.others)


def magic_rout(scene: Scene, target: Combatant, part: effect_kinds.Rout, working: Working) -> None:
    """Victims flee."""
    caster = basics.fight(scene.state).combatants[working.by]
    for victim in several(scene, target, part.area, working):
        if victim.profile.side == caster.profile.side:
            continue
        if part.hd_below and hit_dice(victim) >= part.hd_below:
            scene.happen(Unaffected(victim.id, "too_strong"))
            continue
        afraid = made(working, "afraid")
        span = working.span if working.span is not None else Span("rounds", Amount(1, 6, 0))
        threat = lasting_threat(
            "ongoing", with_modifier(part.save, working), afraid, span, working.level, element="fear"
        )
        magic_strikes(scene, victim, threat, working)


def magic_slay(scene: Scene, target: Combatant, part: effect_kinds.Slay, working: Working) -> None:
    """Creatures that are not too strong die outright."""
    victims = list(several(scene, target, part.area, working))
    if part.count is not None:
        weak = [one for one in victims if not part.hd_max or hit_dice(one) <= part.hd_max]
        victims = nearest_like(scene, target, weak)[: counted(scene, working, part.count)]
    for victim in victims:
        if part.hd_max and hit_dice(victim) > part.hd_max:
            scene.happen(Unaffected(victim.id, "too_strong"))
            continue
        magic_strikes(scene, victim, saved(part, "death", working, element=part.element or ""), working)


def parts_of(rules: Rules, working: Working) -> tuple[effect_kinds.AnyEffect, ...]:
    """All effects of the entry that magic comes from."""
    if working.sort == "item":
        return rules.content.magic_items[working.name].effects
    return rules.content.find_spell(working.name)[1]


def teleport(scene: Scene, target: Combatant, part: effect_kinds.Teleport, working: Working) -> None:
    """Elsewhere at once; the less of the place is known, the likelier something goes wrong."""
    sure = target.id == working.by and under(scene.state, target.id, "unerring") is not None
    if part.arrival is not None and not sure:
        lost = teleport_ends(scene, target, part.arrival)
        if lost:
            if not put_off(scene, Blow(target.id, "death", working.by), rules=("WB-SPELL-04",)):
                scene.happen(Fell(target.id, "dead", rules=("WB-SPELL-04",)))
            return
    leave(scene, target.id, ("WB-CORE-01",))


def teleport_ends(scene: Scene, target: Combatant, odds: effect_kinds.Arrival) -> bool:
    """Roll how a teleport ends; whether whoever was sent is lost."""
    check = held_against((scene.dice.roll(HUNDRED, "arrival"),), (), ">=", odds.failure + 1, "arrival")
    dice: tuple[Die, ...] = ()
    feet, low = 0, False
    if not check.success and not odds.dies:
        errs = odds.off_in_six >= SIX
        if not errs:
            dice = (scene.dice.roll(SIX, "arrival"),)
            errs = dice[0].face <= odds.off_in_six
        if errs:
            way, faces = scene.dice.roll(SIX, "arrival"), odds.off.roll(scene.dice, "arrival")
            dice = (*dice, way, *faces)
            feet, low = odds.off.total(faces) * odds.times, 2 * way.face <= SIX
    lost = odds.dies and not check.success
    scene.happen(Teleported(target.id, check, feet, low, lost, dice, rules=("WB-SPELL-04",)))
    return lost


def magic_stone(scene: Scene, target: Combatant, part: effect_kinds.Stone, working: Working) -> None:
    """Flesh to stone, or the other way round."""
    stone = under(scene.state, target.id, "stone")
    if stone is not None:
        lifts(scene, target.id, stone, ("WB-SPELL-04",))
        return
    threat = saved(part, "stone", working, element="stone", ongoing=made(working, "stone"))
    magic_strikes(scene, target, threat, working)


def magic_confusion(scene: Scene, target: Combatant, part: effect_kinds.Confusion, working: Working) -> None:
    """Creatures act at random; the weak ones have no save."""
    more = max(working.level - part.more_above_level, 0)
    victims = nearest_like(scene, target, aiming.fellows(scene, target))
    victims = victims[: counted(scene, working, part.count) + more]
    later = 0
    if any(hit_dice(victim) > part.hd_no_save for victim in victims):
        thrown = part.delay.roll(scene.dice, "delay")
        later = max(part.delay.total(thrown), 1)
        scene.happen(MagicDelayed(working.by, later, thrown, rules=("WB-SPELL-04",)))
    for victim in victims:
        weak = hit_dice(victim) <= part.hd_no_save
        minute = scene.state.minutes + 1 + (0 if weak else later)
        confused = replace(made(working, "confused"), ability=part.table, amount=minute)
        save = None if weak else with_modifier(part.save, working)
        threat = lasting_threat("ongoing", save, confused, working.span, working.level, element="confusion")
        magic_strikes(scene, victim, threat, working)


# ------------------------------------------------------------ what it lays on them


def lay_on(scene: Scene, target: Combatant, form: Ongoing, part: effect_kinds.AnyEffect, working: Working) -> None:
    """Let an enchantment lie on the target, and on friends where it takes in several."""
    amount, each = span_amount(getattr(part, "span", None) or working.span, working.level)
    ongoing = replace(
        made(working, form.kind),
        **{name: getattr(form, name) for name in form.__struct_fields__ if name not in _MADE},
        each=each,
    )
    save = with_modifier(part.save, working)
    victims: tuple[Combatant, ...] = (target,)
    many = magic_of(scene.rules, part).many
    count, area = (1, None) if many is None else many(part)
    if count > 1:
        fellows = nearest_like(scene, target, aiming.fellows(scene, target))
        reach = area.radius if area is not None else 0
        fight = basics.fight(scene.state)
        centre = place_of(fight, target)
        near = tuple(one for one in fellows if not reach or abs(place_of(fight, one) - centre) <= reach)
        victims = near[:count]
    if save is not None:
        for victim in victims:
            threat = threat_of("ongoing", save, amount=amount, ongoing=ongoing, element="magic")
            magic_strikes(scene, victim, threat, working)
        return
    thrown = amount.roll(scene.dice, "span") if amount is not None else ()
    if amount is not None:
        until = lasts_until(scene.state, max(amount.total(thrown), 1) * each)
        ongoing = replace(ongoing, until=until, each=0)
    for number, victim in enumerate(victims):
        lays(scene, victim.id, ongoing, thrown if number == 0 else (), each=each)
