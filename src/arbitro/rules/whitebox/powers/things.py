"""Spells and magic things outside a fight: what they do to somebody with a sheet, and what is left of them."""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import effect as f
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.lasting import EffectKind, Ongoing
from arbitro.rules.whitebox.people.events import XpGained
from arbitro.rules.whitebox.people.records import MINUTES_A_DAY
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers.aiming import Working
from arbitro.rules.whitebox.powers.changes import BookRead
from arbitro.rules.whitebox.powers.commands import UseThing
from arbitro.rules.whitebox.powers.devices import THING_LEVEL, Devices
from arbitro.rules.whitebox.powers.enchant import lasting_forms, prolonged
from arbitro.rules.whitebox.powers.events import Raised, SpellsRegained, ThingUsed, Unaffected
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.state import State

NIGHT: Final = 8 * 60
"""Minutes of rest after which the spells in a thing can be used again."""
OUTSIDE: Final[dict[str, EffectKind]] = {"disease": "diseased", "curse": "cursed", "feeblemind": "feebleminded"}
"""Afflictions that lie on a sheet."""


class Things(Devices):
    """Magic between fights."""

    def spell_works(self, scene: Scene, one: Character, spell: str, target: str) -> None:
        """What a spell does outside a fight: what the rules can carry out, and a prompt for the rest."""
        facts, parts = self.content.find_spell(spell)
        calling = self.calling(one)
        name = calling.casting.spell_list if calling is not None and calling.casting is not None else ""
        span = facts.span_for(name)
        working = Working(by=one.id, source=f"spell:{spell}", level=one.level, spell=facts, span=span)
        if not self.work_outside(scene, target or one.id, parts, working):
            super().spell_works(scene, one, spell, target)
            self.ask_referee(scene, one.id, "spell", spell, target, range(len(parts)))

    def work_outside(self, scene: Scene, target: str, parts: tuple[f.AnyEffect, ...], working: Working) -> bool:
        """Carry out effects on somebody with a sheet; False if nothing of them could be carried out."""
        done = False
        told = [number for number, part in enumerate(parts) if isinstance(part, f.Narrated)]
        for number, part in enumerate(parts):
            sheet = scene.state.characters.get(target)
            if isinstance(part, f.Narrated):
                continue
            works = sheet is not None and self.works_on_sheet(scene, sheet, part, working)
            done = done or works
            if not works or self.also_told(part):
                told.append(number)
        if told and done:
            self.ask_referee(scene, working.by, working.sort, working.name, target, told)
        return done

    def works_on_sheet(self, scene: Scene, sheet: Character, part: f.AnyEffect, working: Working) -> bool:
        """One effect on somebody outside a fight."""
        match part:
            case f.Heal() if sheet.health != "dead":
                thrown = part.amount.roll(scene.dice, "healing")
                points, modifiers = rolled(part.amount, thrown, "WB-HEAL-03")
                self.heal_outside(scene, sheet, points, thrown, modifiers=modifiers)
            case f.Cure():
                return self.cure(scene, sheet.id, part.of)
            case f.Dispel():
                return self.dispel(scene, sheet.id, part, working)
            case f.Stone() if self.under(scene.state, sheet.id, "stone"):
                stone = self.under(scene.state, sheet.id, "stone")
                if stone is not None:
                    self.finish(scene, sheet.id, stone)
            case f.Raise() if sheet.health == "dead" and self.too_long_dead(scene.state, sheet, part, working.level):
                scene.happen(Unaffected(sheet.id, "too_late", rules=("WB-HEAL-03",)))
            case f.Raise() if sheet.health == "dead":
                scene.happen(Raised(sheet.id, 1, rules=("WB-HEAL-03",)))
                amount, each = self.span_amount(part.rest, working.level)
                minutes = (amount.plus if amount is not None else 1) * each
                rest = Ongoing(
                    kind="prone", source=working.source, until=self.until(scene.state, minutes), magical=False
                )
                self.begin(scene, sheet.id, rest)
            case f.Attribute() if part.lasting:
                self.change_attribute(scene, sheet, part.ability, part.amount, part.most)
            case f.Darkvision():
                self.pierce_darkness(scene, sheet.id, part, working)
            case f.LevelGain() if sheet.class_id:
                self.gain_level(scene, sheet)
            case f.Inflict() if part.what in OUTSIDE:
                kind = OUTSIDE[part.what]
                bane = Ongoing(kind=kind, source=working.source, by=working.by, level=working.level)
                self.begin(scene, sheet.id, bane)
                return part.what == "feeblemind"
            case _:
                return self.lies_on_sheet(scene, sheet, part, working)
        return True

    @staticmethod
    def too_long_dead(state: State, sheet: Character, part: f.Raise, level: int) -> bool:
        """Whether somebody has been dead for more days than magic of a caster's level reaches back."""
        days = part.days + part.days_per_level * max(level - part.above_level, 0)
        return sheet.died >= 0 and state.minutes - sheet.died > days * MINUTES_A_DAY

    def let_time_pass(
        self, scene: Scene, minutes: int, rules: tuple[str, ...] = (), days: int = 0, *, resting: bool = False
    ) -> None:
        """Move the clock; after a night's rest the spells in a thing can be used again."""
        super().let_time_pass(scene, minutes, rules, days, resting=resting)
        if minutes < NIGHT:
            return
        for one in tuple(scene.state.characters.values()):
            for key, item in one.items.items():
                if item.spent:
                    scene.happen(SpellsRegained(one.id, key, replace(item, spent=()), audience=one.id))

    def gain_level(self, scene: Scene, sheet: Character) -> None:
        """One level more, if the book is for the reader's class, drawn by lot when it is opened (WB-XP-04)."""
        names = tuple(self.content.classes)
        die = scene.dice.roll(len(names), "lot")
        meant = names[die.face - 1]
        scene.happen(BookRead(sheet.id, meant, die, meant == sheet.class_id, rules=("WB-XP-04",)))
        if meant != sheet.class_id:
            return
        rows = self.content.classes[sheet.class_id].levels
        needed = rows[sheet.level].xp if sheet.level < len(rows) else None
        if needed is None or sheet.level >= self.top_level(sheet.people, sheet.class_id):
            scene.happen(Unaffected(sheet.id, "already"))
            return
        award = max(needed - sheet.xp, 0)
        scene.happen(XpGained(sheet.id, award, 0, 0, max(needed, sheet.xp), rules=("WB-XP-04",)))
        self.rise(scene, sheet.id)

    def lies_on_sheet(self, scene: Scene, sheet: Character, part: f.AnyEffect, working: Working) -> bool:
        """An enchantment that lies on somebody outside a fight."""
        forms = lasting_forms(part)
        amount, each = self.span_amount(getattr(part, "span", None) or working.span, working.level)
        thrown = amount.roll(scene.dice, "span") if forms and amount is not None else ()
        for number, form in enumerate(forms):
            minutes = -1 if amount is None else max(amount.total(thrown), 1) * each
            ongoing = replace(
                form, source=working.source, by=working.by, level=working.level, until=self.until(scene.state, minutes)
            )
            self.begin(scene, sheet.id, ongoing, thrown if number == 0 else ())
        return bool(forms)

    def use_thing(self, scene: Scene, command: UseThing) -> Refusal | None:
        """Use a magic thing outside a fight."""
        one = self.awake(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        item = self.owned(one, command.item, 1)
        if isinstance(item, Refusal):
            return item
        device = next(
            (
                device
                for device in self.devices_in(one, command.item, item)
                if device.sort in ("magic", "scroll")
                and device.uses != 0
                and (command.manner not in item.spells or command.manner in (device.of, *device.stored))
            ),
            None,
        )
        if device is None:
            return Refusal("no_device", {"who": f"@{one.id}", "device": f"@{one.id}/{command.item}"})
        if command.target and command.target not in scene.state.characters:
            return Refusal("no_character", {"who": command.target})
        left = self.after_use(item, device, 1)
        scene.happen(ThingUsed(one.id, command.item, item, left, command.target))
        parts = self.chosen(self.device_parts(device, command.manner), command.manner)
        magic = self.content.magic_items.get(device.of)
        span = prolonged(magic.span, device.times) if magic is not None else None
        working = Working(by=one.id, source=f"item:{device.of}", level=max(one.level, THING_LEVEL), span=span)
        if device.sort == "scroll":
            facts, parts = self.content.find_spell(device.of)
            working = Working(
                by=one.id,
                source=f"spell:{device.of}",
                level=max(one.level, THING_LEVEL),
                spell=facts,
                span=facts.span_for(),
            )
        if not self.work_outside(scene, command.target or one.id, parts, working):
            self.ask_referee(scene, one.id, working.sort, working.name, command.target, range(len(parts)))
        return None
