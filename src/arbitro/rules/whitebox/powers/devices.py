"""Magic things: what they do while worn, what happens when they are used, and what is left of them."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import effect as f
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.enchantment import MagicItem
from arbitro.rules.whitebox.lasting import Ongoing
from arbitro.rules.whitebox.outfit import BackStab, CombatFury, Turns
from arbitro.rules.whitebox.outfit import Weapon as ListedWeapon
from arbitro.rules.whitebox.people.battle import FISTS
from arbitro.rules.whitebox.people.state import Character, Item
from arbitro.rules.whitebox.powers.aiming import Working
from arbitro.rules.whitebox.powers.arts import Arts
from arbitro.rules.whitebox.powers.commands import UseDevice, UseThing
from arbitro.rules.whitebox.powers.enchant import lasting_forms
from arbitro.rules.whitebox.powers.events import DeviceUsed, Raised, ThingUsed
from arbitro.rules.whitebox.powers.state import Device, Powers
from arbitro.rules.whitebox.state import Combatant, Fight, Named, Profile, State, Weapon

THING_LEVEL: Final = 6
"""The level at which things work that do not say otherwise (ours)."""
OIL: Final = "oil_flask"
TORCHES: Final = "torches_6"
PASSIVE: Final = (
    f.Bonus | f.BaseArmour | f.Resist | f.Regeneration | f.Retaliate | f.MissileWard | f.Protection | f.Attribute
)
"""Effects that work all the time while a thing is worn or held."""
USED_UP: Final = ("potion", "scroll")


class Devices(Arts):
    """Things with powers."""

    # ------------------------------------------------------------ what a sheet brings into a fight

    def worn_things(self, one: Character) -> Iterator[tuple[str, MagicItem]]:
        """Magic things that somebody wears or holds and may use."""
        for key, item in one.items.items():
            magic = self.content.magic_items.get(item.of) if item.sort == "magic" else None
            if magic is not None and item.where in ("worn", "hand") and self.may_use(one, item) is None:
                yield key, magic

    def always_on(self, one: Character) -> tuple[Ongoing, ...]:
        """What worn things do all the time."""
        found: list[Ongoing] = []
        for _, magic in self.worn_things(one):
            if magic.category in USED_UP or magic.charges is not None:
                continue
            for part in magic.effects:
                if isinstance(part, PASSIVE) or (isinstance(part, f.Speed) and not part.rest):
                    found += [replace(form, worn=True, source=f"item:{magic.name.en}") for form in lasting_forms(part)]
                elif isinstance(part, f.Detect):
                    found += [replace(form, worn=True) for form in lasting_forms(part)]
        return tuple(found)

    def devices_of(self, one: Character) -> tuple[Device, ...]:
        """The things that somebody can use in a fight."""
        return tuple(device for key, item in one.items.items() for device in self.devices_in(one, key, item))

    def devices_in(self, one: Character, key: str, item: Item) -> Iterator[Device]:
        """What one thing offers: a use, or one for each spell that is written on it."""
        if item.where == "elsewhere":
            return
        if item.of == OIL or item.of == TORCHES:
            noun = self.content.weapons[OIL].name if item.of == OIL else self.content.gear[TORCHES].name
            sort = "oil" if item.of == OIL else "flame"
            yield Device(id=key, name=Named(noun.it, noun.en, noun.gender), sort=sort, uses=item.count)  # type: ignore[arg-type]
            return
        magic = self.content.magic_items.get(item.of) if item.sort == "magic" else None
        if magic is None or not item.known or self.may_use(one, item) is not None:
            return
        name = item.name or Named(magic.name.it, magic.name.en, magic.name.gender)
        if item.spells and magic.category == "scroll":
            for spell in dict.fromkeys(item.spells):
                noun = self.content.find_spell(spell)[0].name
                yield Device(
                    id=f"{key}/{spell}", name=Named(noun.it, noun.en, noun.gender), sort="scroll", of=spell,
                    uses=item.spells.count(spell),
                )  # fmt: skip
            return
        active = [
            part for part in magic.effects if not isinstance(part, PASSIVE | f.Enchanted | f.Narrated | f.Storage)
        ]
        if active or magic.category == "potion":
            yield Device(
                id=key, name=name, sort="magic", of=item.of, uses=self.uses_of(item, magic), stored=item.spells
            )

    @staticmethod
    def uses_of(item: Item, magic: MagicItem) -> int:
        """How often a thing can be used; -1: without a count."""
        if item.charges >= 0:
            return item.charges
        if magic.category in USED_UP:
            return item.count
        if magic.uses is not None:
            return max(magic.uses.count.plus, 1)
        return -1

    def armour_class(self, one: Character) -> int:
        """Also what is worn of magic that counts as armour by itself."""
        armour = super().armour_class(one)
        return max((armour, *(effect.base_armour for effect in self.always_on(one))))

    def profile_of(self, one: Character, side: str) -> Profile:
        """The numbers that somebody has in a fight, and what they can do besides."""
        profile = super().profile_of(one, side)
        facts = self.calling(one)
        fury = next((part.hd_max for part in facts.features if isinstance(part, CombatFury)), -1) if facts else -1
        stab = next((part for part in facts.features if isinstance(part, BackStab)), None) if facts else None
        turns = any(isinstance(part, Turns) for part in facts.features) if facts else False
        metal = any(
            item.where == "worn" and self.content.armour[item.base or item.of].metal
            for item in one.items.values()
            if (item.base or item.of) in self.content.armour
        )
        powers = Powers(
            kind="human" if one.people == "human" else "humanoid",
            hd=max(one.level, 1),
            person=True,
            size="small" if one.people == "halfling" else "man",
            folk=one.people,
            strength_score=one.abilities.get("str", 10),
            metal=metal,
            turns=turns,
            fury=fury,
            stab_to_hit=stab.to_hit if stab is not None else 0,
            stab_rolls=max(stab.damage_rolls, stab.damage_factor) if stab is not None else 1,
            devices=self.devices_of(one),
            worn=self.always_on(one),
            spell_list=facts.casting.spell_list if facts is not None and facts.casting is not None else "",
            caster=one.level if facts is not None and facts.casting is not None else 0,
        )
        return replace(profile, alignment=one.alignment, powers=powers)

    def weapons_of(self, one: Character) -> tuple[Weapon, ...]:
        """The weapons on somebody; oil is thrown by rules of its own."""
        found = super().weapons_of(one)
        return tuple(weapon for weapon in found if weapon.id.partition("-")[0] != OIL) or (FISTS,)

    def ways_to_attack(self, key: str, item: Item, facts: ListedWeapon) -> tuple[Weapon, ...]:
        """A weapon with what it is made of, and what magic there is in it."""
        magic = self.content.magic_items.get(item.of) if item.sort == "magic" else None
        ways = []
        for weapon in super().ways_to_attack(key, item, facts):
            made = replace(weapon, silver=facts.silver, blunt=facts.blunt, edged=not facts.blunt)
            for part in magic.effects if magic is not None else ():
                if isinstance(part, f.Enchanted):
                    bonus = item.plus or part.plus
                    hurts = 0 if part.to_hit_only else bonus
                    extra = part.damage if part.damage.count else None
                    made = replace(
                        made, bonus=bonus, damage_bonus=hurts, extra=extra, element=part.element or "", magic=item.of
                    )
            ways.append(made)
        return tuple(ways)

    # ------------------------------------------------------------ using things in a fight

    def device_of(self, one: Combatant, wanted: str) -> Device | None:
        """A thing of somebody's that can be used."""
        return next((device for device in self.powers(one).devices if device.id == wanted), None)

    @staticmethod
    def device_left(one: Combatant, device: Device) -> int:
        """How often a thing can still be used; -1: without a count."""
        return device.uses - one.spent.count(device.id) if device.uses >= 0 else -1

    def device_parts(self, device: Device, manner: str) -> tuple[f.AnyEffect, ...]:
        """What using a thing does."""
        if device.sort == "scroll":
            return self.content.find_spell(device.of)[1]
        if device.stored:
            spell = manner if manner in device.stored else device.stored[0]
            return (f.Cast(spell=spell),)
        magic = self.content.magic_items.get(device.of)
        parts = magic.effects if magic is not None else ()
        return tuple(part for part in parts if not isinstance(part, f.Enchanted | f.Storage))

    def device_manners(self, device: Device) -> tuple[str, ...]:
        """The ways in which a thing can be used; most have one, without a name."""
        if device.stored:
            return tuple(dict.fromkeys(device.stored))
        parts = self.device_parts(device, "")
        return tuple(dict.fromkeys(part.choice for part in parts if part.choice)) or ("",)

    def device_targets(self, state: State, one: Combatant, device: Device, manner: str) -> tuple[Combatant, ...]:
        """On whom a thing can be used: potions on the drinker alone, but those that command others."""
        parts = self.chosen(self.device_parts(device, manner), manner)
        parts = tuple(
            inner
            for part in parts
            for inner in (self.content.find_spell(part.spell)[1] if isinstance(part, f.Cast) else (part,))
        )
        magic = self.content.magic_items.get(device.of)
        drunk = magic is not None and magic.category == "potion"
        if drunk and not any(isinstance(part, f.Charm) for part in parts):
            return (one,)
        return self.sensible_targets(state, one, parts)

    def use_device(self, scene: Scene, command: UseDevice) -> Refusal | None:
        """Drink, read, point or blow something."""
        state = scene.state
        one = self.acting(state, command.who)
        if isinstance(one, Refusal):
            return one
        device = self.device_of(one, command.device)
        if device is None or device.sort not in ("magic", "scroll"):
            return Refusal("no_device", {"who": f"@{one.id}", "device": command.device})
        fight: Fight = self.fight(state)
        refused = self.may_act_instead(state, fight, one)
        if refused is not None:
            return refused
        if command.manner and command.manner not in self.device_manners(device):
            return Refusal("no_manner", {"who": f"@{one.id}", "manner": command.manner})
        parts = self.chosen(self.device_parts(device, command.manner), command.manner)
        cost = max((part.charges for part in parts), default=1)
        left = self.device_left(one, device)
        if 0 <= left < max(cost, 1):
            return Refusal("device_empty", {"who": f"@{one.id}", "device": f"@{one.id}/{device.id}"})
        possible = self.device_targets(state, one, device, command.manner)
        target = next((other for other in possible if command.target in ("", other.id)), None)
        if target is None:
            return Refusal("no_target", {"who": f"@{command.target or one.id}"})
        scene.happen(DeviceUsed(one.id, device.id, target.id, cost, rules=("WB-SEQ-02",)))
        self.work(
            scene, target, self.device_parts(device, command.manner), self.device_working(one, device), command.manner
        )
        self.show_oneself(scene, self.fight(scene.state).combatants[one.id])
        return None

    def device_working(self, one: Combatant, device: Device) -> Working:
        """How strong a thing's magic is, and how long it lasts."""
        level = max(self.powers(one).caster, THING_LEVEL)
        if device.sort == "scroll":
            facts, _ = self.content.find_spell(device.of)
            span = next(iter(facts.span.values()))
            return Working(by=one.id, source=f"spell:{device.of}", level=level, spell=facts, span=span, area=facts.area)
        magic = self.content.magic_items[device.of]
        return Working(by=one.id, source=f"item:{device.of}", level=level, span=magic.span)

    # ------------------------------------------------------------ afterwards

    def come_home(self, scene: Scene, one: Combatant) -> None:
        """What was drunk, read and burnt in a fight is gone from the sheet."""
        super().come_home(scene, one)
        used = Counter(one.spent)
        sheet = scene.state.characters[one.id]
        for key, item in sheet.items.items():
            for device in self.powers(one).devices:
                if device.id.partition("/")[0] == key and used[device.id]:
                    now = scene.state.characters[one.id].items.get(key, item)
                    scene.happen(
                        ThingUsed(one.id, key, now, self.after_use(now, device, used[device.id]), audience=one.id)
                    )

    def after_use(self, item: Item, device: Device, times: int) -> Item | None:
        """What is left of a thing after so many uses."""
        if device.sort == "scroll":
            left = list(item.spells)
            for _ in range(times):
                if device.of in left:
                    left.remove(device.of)
            return replace(item, spells=tuple(left)) if left else None
        magic = self.content.magic_items.get(item.of)
        if item.charges >= 0:
            return replace(item, charges=max(item.charges - times, 0))
        if device.sort in ("oil", "flame") or (magic is not None and magic.category in USED_UP):
            return replace(item, count=item.count - times) if item.count > times else None
        return item

    # ------------------------------------------------------------ outside a fight

    def spell_works(self, scene: Scene, one: Character, spell: str, target: str) -> None:
        """What a spell does outside a fight: what the rules can carry out, and a prompt for the rest."""
        facts, parts = self.content.find_spell(spell)
        calling = self.calling(one)
        name = calling.casting.spell_list if calling is not None and calling.casting is not None else ""
        span = facts.span.get(name) or facts.span.get("any") or next(iter(facts.span.values()))
        working = Working(by=one.id, source=f"spell:{spell}", level=one.level, spell=facts, span=span)
        if not self.work_outside(scene, target or one.id, parts, working):
            super().spell_works(scene, one, spell, target)

    def work_outside(self, scene: Scene, target: str, parts: tuple[f.AnyEffect, ...], working: Working) -> bool:
        """Carry out effects on somebody with a sheet; False if nothing of them could be carried out."""
        done = False
        told = [number for number, part in enumerate(parts) if isinstance(part, f.Narrated)]
        for number, part in enumerate(parts):
            sheet = scene.state.characters.get(target)
            if isinstance(part, f.Narrated):
                continue
            if sheet is not None and self.works_on_sheet(scene, sheet, part, working):
                done = True
            else:
                told.append(number)
        if told and done:
            self.ask_referee(scene, working.by, working.source.partition(":")[0], working.name, target, told)
        return done

    def works_on_sheet(self, scene: Scene, sheet: Character, part: f.AnyEffect, working: Working) -> bool:
        """One effect on somebody outside a fight."""
        match part:
            case f.Heal() if sheet.health != "dead":
                thrown = part.amount.roll(scene.dice, "healing")
                self.heal_outside(scene, sheet, part.amount.total(thrown), thrown)
            case f.Cure():
                return self.cure(scene, sheet.id, part.of)
            case f.Dispel():
                return self.dispel(scene, sheet.id, part, working)
            case f.Stone() if self.under(scene.state, sheet.id, "stone"):
                stone = self.under(scene.state, sheet.id, "stone")
                if stone is not None:
                    self.finish(scene, sheet.id, stone)
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
            case _:
                return self.lies_on_sheet(scene, sheet, part, working)
        return True

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
                if device.sort in ("magic", "scroll") and device.uses != 0
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
        span = magic.span if magic is not None else None
        working = Working(by=one.id, source=f"item:{device.of}", level=max(one.level, THING_LEVEL), span=span)
        if device.sort == "scroll":
            facts, parts = self.content.find_spell(device.of)
            working = Working(
                by=one.id,
                source=f"spell:{device.of}",
                level=max(one.level, THING_LEVEL),
                spell=facts,
                span=next(iter(facts.span.values())),
            )
        if not self.work_outside(scene, command.target or one.id, parts, working):
            self.ask_referee(
                scene, one.id, working.source.partition(":")[0], working.name, command.target, range(len(parts))
            )
        return None
