"""Magic that changes the field, the eyes or the fate of somebody: walls, mud, afflictions, what can be detected."""

from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.ruling import held_against
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox.basics import distance, opponents, place_of
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.damage import Landing
from arbitro.rules.whitebox.joining import join
from arbitro.rules.whitebox.measure import Area
from arbitro.rules.whitebox.ongoing_effects import Barrier, EffectKind, Ongoing
from arbitro.rules.whitebox.powers import lookups
from arbitro.rules.whitebox.powers.aiming import Working, knows_manner
from arbitro.rules.whitebox.powers.changes import DarknessPierced, Detected, Fizzled, WallRaised
from arbitro.rules.whitebox.powers.durations import lasts_until, lays, lifts, put_off, span_thrown
from arbitro.rules.whitebox.powers.events import MagicResisted
from arbitro.rules.whitebox.powers.hit_effects import lasting_threat
from arbitro.rules.whitebox.powers.lookups import flies, hit_dice, lasting, renamed
from arbitro.rules.whitebox.powers.magic import (
    HUNDRED,
    counted,
    made,
    magic_strikes,
    saved,
    several,
    with_modifier,
    work,
)
from arbitro.rules.whitebox.powers.unseen import betray_oneself, invisible
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import Blow, Combatant

SENSED: Final = ("chaos", "law", "magic", "enemies", "thoughts")
"""What can be told of those who are present; the rest lies in the place, and is the referee's to tell."""
CONFUSION: Final = "confusion"
"""Madness goes by the table of the spell of confusion (ours)."""
TOLD_AFTER: Final = ("disease", "curse", "age")
"""Afflictions of which the referee says what they do."""


def sets_task(scene: Scene, target: Combatant, part: effect_kinds.Task, working: Working) -> None:
    """Somebody must carry out a task, or else."""
    name = lookups.powers(basics.fight(scene.state).combatants[working.by]).spell_list
    outcome = part.ignored.get(name) or next(iter(part.ignored.values()))
    tasked = replace(made(working, "tasked"), form=outcome)
    magic_strikes(scene, target, saved(part, "ongoing", working, ongoing=tasked), working)


# ------------------------------------------------------------ things that cast


def cast_from_thing(scene: Scene, target: Combatant, part: effect_kinds.Cast, working: Working) -> None:
    """A thing casts a spell, if it does not fail."""
    if part.success < HUNDRED:
        check = held_against((scene.dice.roll(HUNDRED, "works"),), (), "<=", part.success, "works")
        scene.happen(Fizzled(working.by, check))
        if not check.success:
            return
    facts, parts = scene.rules.content.find_spell(part.spell)
    span = part.span or facts.span_for()
    inner = Working(
        by=working.by,
        source=f"spell:{part.spell}",
        level=max(working.level, 1),
        spell=facts,
        span=span,
        damage=part.damage,
        area=part.area or facts.area,
        save_modifier=working.save_modifier,
    )
    work(scene, target, parts, inner, inner_manner(scene, target, part, parts, working))


def inner_manner(
    scene: Scene,
    target: Combatant,
    part: effect_kinds.Cast,
    parts: tuple[effect_kinds.AnyEffect, ...],
    working: Working,
) -> str:
    """How a thing casts its spell: as it says, as its user says, or as the target asks for."""
    if part.manner or knows_manner(scene.rules, parts, working.manner):
        return part.manner or working.manner
    friend = target.profile.side == basics.fight(scene.state).combatants[working.by].profile.side
    fits = "self" if friend else "other"
    return fits if knows_manner(scene.rules, parts, fits) else part.choice


# ------------------------------------------------------------ the field


def raise_wall(scene: Scene, target: Combatant, part: effect_kinds.Wall, working: Working) -> None:
    """A wall half way to the target, or in a circle around it; one caster holds one wall of a kind."""
    caster = basics.fight(scene.state).combatants[working.by]
    for effect in scene.state.effects.get(caster.id, ()):
        if effect.kind == "wall" and effect.source == working.source:
            lifts(scene, caster.id, effect, ("WB-SPELL-04",))
    radius, there = part.area.radius, place_of(basics.fight(scene.state), target)
    if target.id == caster.id:
        there = caster.at
    places = (there - radius, there + radius + 1) if part.ring else ((caster.at + there + 1) // 2,)
    thrown, minutes = span_thrown(scene, part.span or working.span, working.level)
    wall = replace(
        made(working, "wall"),
        until=lasts_until(scene.state, minutes),
        barriers=tuple(barrier(part, place) for place in places),
    )
    rounds = sum(die.face for die in thrown)
    if not put_off(scene, Blow(caster.id, "wall", caster.id, rounds, ongoing=wall), thrown, ("WB-SPELL-04",)):
        scene.happen(WallRaised(caster.id, part.of, places[0], wall, thrown, rules=("WB-SPELL-04",)))


def wall_stands(scene: Scene, one: Combatant, landing: Landing) -> None:
    """A wall of a simultaneous turn stands when it is over."""
    blow, rules = landing.blow, (*landing.rules, "WB-SPELL-04")
    if blow.ongoing is not None:
        wall = blow.ongoing.barriers[0]
        scene.happen(WallRaised(one.id, wall.of, wall.at, blow.ongoing, landing.dice, rules=rules))


def double_stands(scene: Scene, one: Combatant, landing: Landing) -> None:
    """Whoever looked into the mirror in a simultaneous turn faces their double when it is over."""
    del landing
    face_double(scene, one)


def barrier(part: effect_kinds.Wall, place: int) -> Barrier:
    """A wall as it stands on the line."""
    return Barrier(
        of=part.of,
        at=place,
        solid=part.solid,
        stops_hd=part.stops_hd,
        damage=part.damage if part.damage != effect_kinds.NONE else None,
        undead_factor=part.undead_factor,
        fire_creatures=part.fire_creatures if part.fire_creatures != effect_kinds.NONE else None,
        save=part.save is not None,
        danger=part.save.danger or "" if part.save is not None else "",
        stops_missiles=part.stops_missiles,
        opaque=part.opaque,
        hampers=part.hampers or "",
    )


def mire(scene: Scene, target: Combatant, part: effect_kinds.Mire, working: Working) -> None:
    """Everybody on the soft ground, friend or foe, moves at a share of their rate; those who fly do not."""
    for victim in several(scene, target, part.area, working):
        if not flies(scene, victim):
            slow = replace(made(working, "mired"), factor=part.factor)
            threat = lasting_threat("ongoing", None, slow, working.span, working.level)
            magic_strikes(scene, victim, threat, working)


def reveal(scene: Scene, target: Combatant, part: effect_kinds.Reveal, working: Working) -> None:
    """Whatever is unseen around the user can be seen, as far as magic hides it; other things are given away."""
    del target
    fight = basics.fight(scene.state)
    user = fight.combatants[working.by]
    for one in tuple(fight.combatants.values()):
        if one.condition != "up" or distance(fight, user, one) > part.radius or not invisible(scene, one):
            continue
        for effect in scene.state.effects.get(one.id, ()):
            if effect.kind == "invisible":
                lifts(scene, one.id, effect, ("WB-SPELL-04",))
        if any(effect.kind == "invisible" for effect in lookups.powers(one).worn):
            betray_oneself(scene, one)


def opposes(scene: Scene, target: Combatant, part: effect_kinds.Opposition, working: Working) -> None:
    """Whoever looks faces their double."""
    del part, working
    face_double(scene, target)


def face_double(scene: Scene, one: Combatant) -> None:
    """An evil double steps out and fights whoever looked, with the same arms, spells and things."""
    if put_off(scene, Blow(one.id, "double", one.id)):
        return
    fight = basics.fight(scene.state)
    foe = next(opponents(fight, one), None)
    side = foe.profile.side if foe is not None else next(name for name in fight.sides if name != one.profile.side)
    double = renamed(one, f"{one.id}~double")
    twin = replace(double, side=side, nature="monster", group=f"{side}-double", alignment="chaos")
    join(scene, side, (Member(twin, Amount(plus=max(one.hp, 1)), one.at),))


def ward_off(scene: Scene, target: Combatant, part: effect_kinds.Banish, working: Working) -> bool:
    """So many creatures of a kind, or of each band of hit dice, are kept off; the dice are thrown once (ours)."""
    if part.per_round is None and not part.bands:
        return False  # all of them: that lies on somebody
    bands = part.bands or (effect_kinds.SleepRow(0, 99, part.per_round or effect_kinds.ONE),)
    for band in bands:
        ward = replace(
            made(working, "banishing"),
            source=f"{working.source}/{band.dice_min}",
            victims=part.kind,
            radius=part.radius,
            amount=counted(scene, working, band.count),
            hd_min=band.dice_min,
            hd_max=band.dice_max,
        )
        thrown, minutes = span_thrown(scene, working.span, working.level)
        lays(scene, target.id, replace(ward, until=lasts_until(scene.state, minutes)), thrown)
    return True


# ------------------------------------------------------------ afflictions


def inflict(scene: Scene, target: Combatant, part: effect_kinds.Inflict, working: Working) -> bool:
    """An affliction begins; False where the referee is to say what it does."""
    kinds: dict[str, EffectKind] = {
        "disease": "diseased",
        "curse": "cursed",
        "insanity": "confused",
        "feeblemind": "feebleminded",
        "dancing": "dazed",
    }
    kind = kinds.get(part.what)
    if kind is None:
        return False
    area = Area("radius", radius=part.radius) if part.radius else None
    for victim in several(scene, target, area, working):
        if part.hd_max and hit_dice(victim) > part.hd_max and resists(scene, victim, part):
            continue
        bane = made(working, kind)
        if kind == "confused":
            bane = replace(bane, ability=CONFUSION, amount=scene.state.minutes + 1)
        span = part.span or working.span
        save = with_modifier(part.save, working)
        threat = lasting_threat("ongoing", save, bane, span, working.level)
        magic_strikes(scene, victim, threat, working)
    return part.what not in TOLD_AFTER


def resists(scene: Scene, victim: Combatant, part: effect_kinds.Inflict) -> bool:
    """Whether somebody with many hit dice shakes an affliction off: so often in four, or always."""
    if not part.resists_in_four:
        return True
    check = held_against((scene.dice.roll(4, "resists"),), (), "<=", part.resists_in_four, "resists")
    scene.happen(MagicResisted(victim.id, check, check.success))
    return check.success


# ------------------------------------------------------------ eyes


def pierces_darkness(scene: Scene, target: Combatant, part: effect_kinds.Darkvision, working: Working) -> None:
    """Sight in the dark."""
    pierce_darkness(scene, target.id, part, working)


def pierce_darkness(scene: Scene, who: str, part: effect_kinds.Darkvision, working: Working) -> None:
    """Sight in the dark, as far as the dice say."""
    row, lookup = scene.rules.content.spell_tables[part.table].roll(scene.dice, purpose="darkvision")
    scene.happen(DarknessPierced(who, lookup, row.result.feet, rules=("WB-LIGHT-05",)))
    thrown, minutes = span_thrown(scene, working.span, working.level)
    sight = Ongoing(
        kind="darkvision", source=working.source, by=working.by, level=working.level, radius=row.result.feet,
        until=lasts_until(scene.state, minutes),
    )  # fmt: skip
    lays(scene, who, sight, thrown)


def detect(scene: Scene, target: Combatant, part: effect_kinds.Detect, working: Working) -> bool:
    """Who among those present is of an alignment, hostile, thinking, or touched by magic."""
    del target
    if part.what not in SENSED:
        return False
    fight = basics.fight(scene.state)
    user = fight.combatants[working.by]
    found = tuple(
        one.id
        for one in fight.combatants.values()
        if one.id != user.id
        and one.condition == "up"
        and (not part.radius or distance(fight, user, one) <= part.radius)
        and betrays(scene, user, one, part.what)
    )
    scene.happen(Detected(user.id, part.what, found, rules=("WB-SPELL-04",), audience=user.profile.side))
    return True


def betrays(scene: Scene, user: Combatant, one: Combatant, what: str) -> bool:
    """Whether somebody is what is looked for."""
    powers = lookups.powers(one)
    if what == "enemies":
        return one.profile.side != user.profile.side and powers.thinking
    if what == "thoughts":
        return powers.thinking
    if what == "magic":
        laid = any(effect.magical for effect in lasting(scene.state, one.id))
        carried = any(device.magical for device in powers.devices)
        return laid or carried or any(weapon.bonus for weapon in one.profile.weapons)
    return one.profile.alignment == what
