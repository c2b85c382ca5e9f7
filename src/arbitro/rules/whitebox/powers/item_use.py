"""Spells and magic things outside a fight: what they do to somebody with a sheet, and what is left of them."""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox.enchantment import MagicItem
from arbitro.rules.whitebox.exploring.traps import as_they_are, face_danger
from arbitro.rules.whitebox.ongoing_effects import EffectKind, Ongoing
from arbitro.rules.whitebox.people import records
from arbitro.rules.whitebox.people.arms import always_on
from arbitro.rules.whitebox.people.commands import Carry
from arbitro.rules.whitebox.people.equipment import carry, owned
from arbitro.rules.whitebox.people.events import XpGained
from arbitro.rules.whitebox.people.healing import Elapsed, heal_outside
from arbitro.rules.whitebox.people.levels import rise
from arbitro.rules.whitebox.people.records import MINUTES_A_DAY, top_level
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers.aiming import Working, chosen
from arbitro.rules.whitebox.powers.amounts import added_by
from arbitro.rules.whitebox.powers.changes import BookRead
from arbitro.rules.whitebox.powers.commands import UseThing
from arbitro.rules.whitebox.powers.devices import THING_LEVEL, after_use, beyond_their_wits, device_parts, devices_in
from arbitro.rules.whitebox.powers.durations import begin, finish, lasts_until, span_amount
from arbitro.rules.whitebox.powers.effects import change_attribute
from arbitro.rules.whitebox.powers.enchant import prolonged
from arbitro.rules.whitebox.powers.ending_magic import dispel
from arbitro.rules.whitebox.powers.events import Raised, SpellsRegained, ThingUsed, Unaffected
from arbitro.rules.whitebox.powers.field_magic import pierce_darkness
from arbitro.rules.whitebox.powers.lookups import ask_referee, hit_dice, lasting, under
from arbitro.rules.whitebox.powers.magic import also_told, saved
from arbitro.rules.whitebox.powers.registry import lasting_forms, magic_of
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import State

NIGHT: Final = 8 * 60
"""Minutes of rest after which the spells in a thing can be used again."""
OUTSIDE: Final[dict[str, EffectKind]] = {"disease": "diseased", "curse": "cursed", "feeblemind": "feebleminded"}
"""Afflictions that lie on a sheet."""


def spell_works(scene: Scene, one: Character, spell: str, target: str) -> None:
    """What a spell does outside a fight: what the rules can carry out, and a prompt for the rest."""
    facts, parts = scene.rules.content.find_spell(spell)
    calling = records.calling(scene.rules, one)
    name = calling.casting.spell_list if calling is not None and calling.casting is not None else ""
    span = facts.span_for(name)
    working = Working(by=one.id, source=f"spell:{spell}", level=one.level, spell=facts, span=span)
    if not work_outside(scene, target or one.id, parts, working):
        ask_referee(scene, one.id, "spell", spell, target, range(len(parts)))


def work_outside(scene: Scene, target: str, parts: tuple[effect_kinds.AnyEffect, ...], working: Working) -> bool:
    """Carry out effects on somebody with a sheet; False if nothing of them could be carried out."""
    done = False
    told = [number for number, part in enumerate(parts) if magic_of(scene.rules, part).narrated]
    for number, part in enumerate(parts):
        sheet = scene.state.characters.get(target)
        if magic_of(scene.rules, part).narrated:
            continue
        works = sheet is not None and works_on_sheet(scene, sheet, part, working)
        done = done or works
        if not works or also_told(scene.rules, part):
            told.append(number)
    if told and done:
        ask_referee(scene, working.by, working.sort, working.name, target, told)
    return done


def works_on_sheet(scene: Scene, sheet: Character, part: effect_kinds.AnyEffect, working: Working) -> bool:
    """One effect on somebody outside a fight: what it does there, or what lies on them."""
    on_sheet = magic_of(scene.rules, part).on_sheet
    if on_sheet is not None and (done := on_sheet(scene, sheet, part, working)) is not None:
        return done
    return lies_on_sheet(scene, sheet, part, working)


def heals(scene: Scene, sheet: Character, part: effect_kinds.Heal, working: Working) -> bool | None:
    """Hit points come back, but not to the dead."""
    del working
    if sheet.health == "dead":
        return None
    thrown = part.amount.roll(scene.dice, "healing")
    points, modifiers = rolled(part.amount, thrown, "WB-HEAL-03")
    heal_outside(scene, sheet, points, thrown, modifiers=modifiers)
    return True


def slays(scene: Scene, sheet: Character, part: effect_kinds.Slay, working: Working) -> bool | None:
    """Whoever it works on saves where there is a save, or dies; how far a cloud reaches the referee says."""
    if part.area is not None or part.count is not None or sheet.health == "dead":
        return None
    victim = as_they_are(scene.rules, sheet)
    if part.hd_max and hit_dice(victim) > part.hd_max:
        scene.happen(Unaffected(sheet.id, "too_strong"))
    else:
        face_danger(scene, sheet, saved(part, "death", working, element=part.element or ""), victim)
    return True


def dispels(scene: Scene, sheet: Character, part: effect_kinds.Dispel, working: Working) -> bool:
    """Magic on somebody ends."""
    return dispel(scene, sheet.id, part, working)


def to_flesh(scene: Scene, sheet: Character, part: effect_kinds.Stone, working: Working) -> bool | None:
    """Stone is flesh again."""
    del part, working
    stone = under(scene.state, sheet.id, "stone")
    if stone is None:
        return None
    finish(scene, sheet.id, stone, ("WB-SPELL-04",))
    return True


def raises(scene: Scene, sheet: Character, part: effect_kinds.Raise, working: Working) -> bool | None:
    """The dead return, if it is not too late, and must rest."""
    if sheet.health != "dead":
        return None
    if too_long_dead(scene.state, sheet, part, working.level):
        scene.happen(Unaffected(sheet.id, "too_late", rules=("WB-HEAL-03",)))
        return True
    scene.happen(Raised(sheet.id, 1, rules=("WB-HEAL-03",)))
    amount, each = span_amount(part.rest, working.level)
    minutes = (amount.plus if amount is not None else 1) * each
    rest = Ongoing(kind="prone", source=working.source, until=lasts_until(scene.state, minutes), magical=False)
    begin(scene, sheet.id, rest)
    return True


def changes_score(scene: Scene, sheet: Character, part: effect_kinds.Attribute, working: Working) -> bool | None:
    """An attribute changes for good."""
    del working
    if not part.lasting:
        return None
    change_attribute(scene, sheet, part.ability, part.amount, part.most)
    return True


def sees_in_the_dark(scene: Scene, sheet: Character, part: effect_kinds.Darkvision, working: Working) -> bool:
    """Sight in the dark."""
    pierce_darkness(scene, sheet.id, part, working)
    return True


def teaches(scene: Scene, sheet: Character, part: effect_kinds.LevelGain, working: Working) -> bool | None:
    """One level more."""
    del part, working
    if not sheet.class_id:
        return None
    gain_level(scene, sheet)
    return True


def afflicts(scene: Scene, sheet: Character, part: effect_kinds.Inflict, working: Working) -> bool | None:
    """An affliction begins; the referee says what a disease or a curse does."""
    if part.what not in OUTSIDE:
        return None
    bane = Ongoing(kind=OUTSIDE[part.what], source=working.source, by=working.by, level=working.level)
    begin(scene, sheet.id, bane)
    return part.what == "feeblemind"


def too_long_dead(state: State, sheet: Character, part: effect_kinds.Raise, level: int) -> bool:
    """Whether somebody has been dead for more days than magic of a caster's level reaches back."""
    days = part.days + part.days_per_level * max(level - part.above_level, 0)
    return sheet.died >= 0 and state.minutes - sheet.died > days * MINUTES_A_DAY


def time_passed(scene: Scene, elapsed: Elapsed) -> None:
    """Wounds close by magic, round after round; after a night's rest the spells in a thing can be used again."""
    close_wounds(scene, elapsed.minutes)
    if elapsed.minutes < NIGHT:
        return
    for one in tuple(scene.state.characters.values()):
        for key, item in one.items.items():
            if item.spent:
                scene.happen(SpellsRegained(one.id, key, replace(item, spent=()), audience=one.id))


def close_wounds(scene: Scene, rounds: int) -> None:
    """Magic that closes wounds gives so much back in each round, out of a fight as in it (WB-HEAL-03)."""
    for one in tuple(scene.state.characters.values()):
        if not one.along or one.hp >= one.max_hp:
            continue
        borne = (*always_on(scene.rules, one), *lasting(scene.state, one.id))
        closing = [each for each in borne if each.kind == "regenerating"]
        parts = added_by(scene.state, closing, lambda each: each.amount * rounds, "WB-HEAL-03")
        if parts:
            heal_outside(scene, one, sum(part.amount for part in parts), modifiers=tuple(parts))


def gain_level(scene: Scene, sheet: Character) -> None:
    """One level more, if the book is for the reader's class, drawn by lot when it is opened (WB-XP-04)."""
    names = tuple(scene.rules.content.classes)
    die = scene.dice.roll(len(names), "lot")
    meant = names[die.face - 1]
    among = tuple(f"class:{name}" for name in names)
    scene.happen(BookRead(sheet.id, meant, die, meant == sheet.class_id, among, rules=("WB-XP-04",)))
    if meant != sheet.class_id:
        return
    rows = scene.rules.content.classes[sheet.class_id].levels
    needed = rows[sheet.level].xp if sheet.level < len(rows) else None
    if needed is None or sheet.level >= top_level(scene.rules, sheet.people, sheet.class_id):
        scene.happen(Unaffected(sheet.id, "already"))
        return
    award = max(needed - sheet.xp, 0)
    scene.happen(XpGained(sheet.id, award, 0, 0, max(needed, sheet.xp), rules=("WB-XP-04",)))
    rise(scene, sheet.id)


def lies_on_sheet(scene: Scene, sheet: Character, part: effect_kinds.AnyEffect, working: Working) -> bool:
    """An enchantment that lies on somebody outside a fight."""
    forms = lasting_forms(scene.rules, part)
    amount, each = span_amount(getattr(part, "span", None) or working.span, working.level)
    thrown = amount.roll(scene.dice, "span") if forms and amount is not None else ()
    for number, form in enumerate(forms):
        minutes = -1 if amount is None else max(amount.total(thrown), 1) * each
        ongoing = replace(
            form, source=working.source, by=working.by, level=working.level, until=lasts_until(scene.state, minutes)
        )
        begin(scene, sheet.id, ongoing, thrown if number == 0 else (), each=each)
    return bool(forms)


def use_thing(scene: Scene, command: UseThing) -> Refusal | None:
    """Use a magic thing outside a fight."""
    one = records.awake(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    item = owned(scene.rules, one, command.item, 1)
    if isinstance(item, Refusal):
        return item
    device = next(
        (
            device
            for device in devices_in(scene.rules, one, command.item, item)
            if device.magical
            and device.uses != 0
            and (command.manner not in item.spells or command.manner in (device.of, *device.stored))
        ),
        None,
    )
    if device is None:
        return Refusal("no_device", {"who": f"@{one.id}", "device": f"@{one.id}/{command.item}"})
    refused = beyond_their_wits(scene, one.id, device)
    if refused is not None:
        return refused
    if command.target and command.target not in scene.state.characters:
        return Refusal("no_character", {"who": command.target})
    left = after_use(scene.rules, item, device, 1)
    scene.happen(ThingUsed(one.id, command.item, item, left, command.target))
    parts = chosen(device_parts(scene.rules, device, command.manner), command.manner)
    magic = scene.rules.content.magic_items.get(device.of)
    span = prolonged(magic.span, device.times) if magic is not None else None
    working = Working(by=one.id, source=f"item:{device.of}", level=max(one.level, THING_LEVEL), span=span)
    if device.sort == "scroll":
        facts, parts = scene.rules.content.find_spell(device.of)
        working = Working(
            by=one.id,
            source=f"spell:{device.of}",
            level=max(one.level, THING_LEVEL),
            spell=facts,
            span=facts.span_for(),
        )
    if not work_outside(scene, command.target or one.id, parts, working):
        ask_referee(scene, one.id, working.sort, working.name, command.target, range(len(parts)))
    return None


def put_on(scene: Scene, command: Carry) -> Refusal | None:
    """A thing is put somewhere else; whoever puts on a cursed one finds out at once what it does."""
    refused = carry(scene, command)
    if refused is not None or command.where != "worn":
        return refused
    item = scene.state.characters[command.who].items[command.item]
    magic = scene.rules.content.magic_items.get(item.of) if item.sort == "magic" else None
    if magic is not None and magic.ails_the_wearer:
        curse_wakes(scene, command.who, Working(by=command.who, source=f"item:{item.of}", level=THING_LEVEL), magic)
    return None


def curse_wakes(scene: Scene, who: str, working: Working, magic: MagicItem) -> None:
    """What the rules can carry out of a thing that ails its wearer; the rest is the referee's to play."""
    told = []
    for number, part in enumerate(magic.effects):
        on_sheet = magic_of(scene.rules, part).on_sheet
        if on_sheet is None or not on_sheet(scene, scene.state.characters[who], part, working):
            told.append(number)
    if told:
        ask_referee(scene, who, working.sort, working.name, who, told)
