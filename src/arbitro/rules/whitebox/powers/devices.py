"""Magic things: what they do while worn, what happens when they are used, and what is left of them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox.basics import able
from arbitro.rules.whitebox.class_features import BackStab, CombatFury, Turns
from arbitro.rules.whitebox.enchantment import MagicItem
from arbitro.rules.whitebox.people import battle
from arbitro.rules.whitebox.people.arms import OIL, USED_UP, always_on
from arbitro.rules.whitebox.people.equipment import may_use
from arbitro.rules.whitebox.people.records import calling, may_read, out_of_mind
from arbitro.rules.whitebox.people.state import Character, Item
from arbitro.rules.whitebox.powers import monster_actions
from arbitro.rules.whitebox.powers.aiming import (
    Working,
    choices_of,
    chosen,
    knows_manner,
    nearest_end,
    reach_of_spell,
    sensible_targets,
    spreads,
    too_far_for,
    wants_otherwise,
)
from arbitro.rules.whitebox.powers.commands import UseDevice
from arbitro.rules.whitebox.powers.enchant import prolonged
from arbitro.rules.whitebox.powers.events import DeviceUsed, ThingUsed
from arbitro.rules.whitebox.powers.lookups import drunk_by, powers
from arbitro.rules.whitebox.powers.magic import work
from arbitro.rules.whitebox.powers.registry import magic_of
from arbitro.rules.whitebox.powers.state import Device, DeviceSort, Powers
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Fight, Profile
from arbitro.rules.whitebox.terms import Named
from arbitro.rules.whitebox.whose_turn import acting, may_act_instead

THING_LEVEL: Final = 6
"""The level at which things work that do not say otherwise (ours)."""
TORCHES: Final = "torches_6"


# ------------------------------------------------------------ what a sheet brings into a fight


def devices_of(rules: Rules, one: Character) -> tuple[Device, ...]:
    """The things that somebody can use in a fight."""
    return tuple(device for key, item in one.items.items() for device in devices_in(rules, one, key, item))


def devices_in(rules: Rules, one: Character, key: str, item: Item) -> Iterator[Device]:
    """What one thing offers: a use, or one for each spell that is written on it."""
    if item.where == "elsewhere":
        return
    if item.of == OIL or item.of == TORCHES:
        noun = rules.content.weapons[OIL].name if item.of == OIL else rules.content.gear[TORCHES].name
        sort: DeviceSort = "oil" if item.of == OIL else "flame"
        yield Device(
            id=key, name=Named(noun.it, noun.en, noun.gender, grammar=noun.grammar), sort=sort, uses=item.count
        )
        return
    magic = rules.content.magic_items.get(item.of) if item.sort == "magic" else None
    if magic is None or magic.ails_the_wearer or not item.known or may_use(rules, one, item) is not None:
        return
    name = item.name or Named(magic.name.it, magic.name.en, magic.name.gender, grammar=magic.name.grammar)
    if item.spells and magic.category == "scroll":
        for spell in dict.fromkeys(item.spells):
            noun = rules.content.find_spell(spell)[0].name
            yield Device(
                id=f"{key}/{spell}", name=Named(noun.it, noun.en, noun.gender), sort="scroll", of=spell,
                uses=item.spells.count(spell),
            )  # fmt: skip
        return
    active = any(magic_of(rules, part).used for part in magic.effects)
    if reusable(rules, magic):
        for spell in dict.fromkeys(item.spells):
            noun = rules.content.find_spell(spell)[0].name
            yield Device(
                id=f"{key}/{spell}", name=Named(noun.it, noun.en, noun.gender), sort="magic", of=item.of,
                uses=item.spells.count(spell) - item.spent.count(spell), stored=(spell,),
            )  # fmt: skip
    elif active or magic.category == "potion":
        yield Device(
            id=key, name=name, sort="magic", of=item.of, uses=uses_of(item, magic), stored=item.spells,
            times=item.times, force=item.force,
        )  # fmt: skip


def reusable(rules: Rules, magic: MagicItem) -> bool:
    """Whether the spells that a thing holds come back after a rest."""
    kinds = ((part, magic_of(rules, part).stored) for part in magic.effects)
    return any(stored(part).reusable for part, stored in kinds if stored is not None)


def uses_of(item: Item, magic: MagicItem) -> int:
    """How often a thing can be used; -1: without a count."""
    if item.charges >= 0:
        return item.charges
    if magic.category in USED_UP:
        return item.count
    if magic.uses is not None:
        return max(magic.uses.count.plus, 1)
    return -1


def profile_of(rules: Rules, one: Character, side: str) -> Profile:
    """The numbers that somebody has in a fight, and what they can do besides."""
    profile = battle.profile_of(rules, one, side)
    facts = calling(rules, one)
    fury = next((part.hd_max for part in facts.features if isinstance(part, CombatFury)), -1) if facts else -1
    stab = next((part for part in facts.features if isinstance(part, BackStab)), None) if facts else None
    turns = any(isinstance(part, Turns) for part in facts.features) if facts else False
    metal = any(
        item.where == "worn" and rules.content.armour[item.base or item.of].metal
        for item in one.items.values()
        if (item.base or item.of) in rules.content.armour
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
        devices=devices_of(rules, one),
        worn=always_on(rules, one),
        spell_list=facts.casting.spell_list if facts is not None and facts.casting is not None else "",
        caster=one.level if facts is not None and facts.casting is not None else 0,
    )
    return replace(profile, alignment=one.alignment, powers=powers)


# ------------------------------------------------------------ using things in a fight


def device_of(one: Combatant, wanted: str) -> Device | None:
    """A thing of somebody's that can be used."""
    return next((device for device in powers(one).devices if device.id == wanted), None)


def device_left(one: Combatant, device: Device) -> int:
    """How often a thing can still be used; -1: without a count."""
    return device.uses - one.spent.count(device.id) if device.uses >= 0 else -1


def device_parts(rules: Rules, device: Device, manner: str) -> tuple[effect_kinds.AnyEffect, ...]:
    """What using a thing does."""
    if device.sort == "scroll":
        return rules.content.find_spell(device.of)[1]
    if device.stored:
        spell = manner if manner in device.stored else device.stored[0]
        return (effect_kinds.Cast(spell=spell),)
    magic = rules.content.magic_items.get(device.of)
    parts = magic.effects if magic is not None else ()
    used = ((part, magic_of(rules, part)) for part in parts)
    force = device.force
    return tuple(
        part if force == 1 or kind.stronger is None else kind.stronger(part, force)
        for part, kind in used
        if not kind.quality
    )


def device_manners(rules: Rules, device: Device) -> tuple[str, ...]:
    """The ways in which a thing can be used; most have one, without a name."""
    if device.stored:
        return tuple(dict.fromkeys(device.stored))
    parts = device_parts(rules, device, "")
    inner = (cast for cast in casts_in(rules, parts) if not cast.manner)
    open_ones = (name for cast in inner for name in choices_of(rules, rules.content.find_spell(cast.spell)[1]))
    return choices_of(rules, parts) or tuple(open_ones) or ("",)


def casts_in(rules: Rules, parts: Iterable[effect_kinds.AnyEffect]) -> list[effect_kinds.Cast]:
    """The spells that a thing casts."""
    kinds = ((part, magic_of(rules, part).spell) for part in parts)
    return [spell(part) for part, spell in kinds if spell is not None]


def device_targets(here: Here, one: Combatant, device: Device, manner: str) -> tuple[Combatant, ...]:
    """On whom a thing can be used now, as far as its magic does not want things otherwise."""
    meant = whom_it_is_for(here, one, device, manner)
    return tuple(other for other in meant if objection(here, one, other, device, manner) is None)


def objection(here: Here, one: Combatant, target: Combatant, device: Device, manner: str) -> Refusal | None:
    """Why a thing's magic cannot be worked on somebody now; which of several forms it takes is seen to elsewhere."""
    plain = (part for part in parts_in_use(here.rules, device, manner) if not part.choice)
    return wants_otherwise(here, one, target, plain)


def whom_it_is_for(here: Here, one: Combatant, device: Device, manner: str) -> tuple[Combatant, ...]:
    """On whom a thing is used: potions on the drinker alone, but those that command others."""
    parts = parts_in_use(here.rules, device, manner)
    kinds = [(part, magic_of(here.rules, part)) for part in parts]
    if is_drunk(here.rules, device) and not any(kind.commands for _, kind in kinds):
        return (one,)
    alone = [kind.only_oneself(part) for part, kind in kinds if kind.only_oneself is not None]
    if alone and all(alone):
        return (one,)
    return sensible_targets(here, one, parts)


def parts_in_use(rules: Rules, device: Device, manner: str) -> tuple[effect_kinds.AnyEffect, ...]:
    """What using a thing comes to in the manner that was named."""
    parts = chosen(device_parts(rules, device, manner), manner)
    return tuple(inner for part in parts for inner in inner_parts(rules, part, manner))


def is_drunk(rules: Rules, device: Device) -> bool:
    """Whether a thing is a potion."""
    magic = rules.content.magic_items.get(device.of)
    return magic is not None and magic.category == "potion"


def inner_parts(rules: Rules, part: effect_kinds.AnyEffect, manner: str) -> tuple[effect_kinds.AnyEffect, ...]:
    """What an effect of a thing comes to: a spell that it casts is its effects in the manner that was named."""
    spell = magic_of(rules, part).spell
    if spell is None:
        return (part,)
    cast = spell(part)
    parts = rules.content.find_spell(cast.spell)[1]
    wanted = cast.manner or manner
    return chosen(parts, wanted) if knows_manner(rules, parts, wanted) else parts


def use_device(scene: Scene, command: UseDevice) -> Refusal | None:
    """Drink, read, point or blow something."""
    state = scene.state
    one = acting(scene, command.who)
    if isinstance(one, Refusal):
        return one
    device = device_of(one, command.device)
    if device is None or not device.magical:
        return Refusal("no_device", {"who": f"@{one.id}", "device": command.device})
    fight: Fight = basics.fight(state)
    refused = may_act_instead(state, fight, one)
    if refused is not None:
        return refused
    refused = beyond_their_wits(scene, one.id, device)
    if refused is not None:
        return refused
    if command.manner and not device_knows(scene.rules, device, command.manner):
        return Refusal("no_manner", {"who": f"@{one.id}", "manner": command.manner})
    parts = chosen(device_parts(scene.rules, device, command.manner), command.manner)
    cost = max((part.charges for part in parts), default=1)
    left = device_left(one, device)
    if 0 <= left < max(cost, 1):
        return Refusal("device_empty", {"who": f"@{one.id}", "device": f"@{one.id}/{device.id}"})
    possible = device_targets(scene, one, device, command.manner)
    reach = reach_of_device(scene.rules, one, device, command.manner)
    near = [other for other in possible if too_far_for(state, one, other, reach) is None]
    target = next((other for other in near if command.target in ("", other.id)), None)
    far = next((other for other in possible if command.target in ("", other.id)), None)
    if target is None:
        if far is not None:
            return too_far_for(state, one, far, reach)
        meant = whom_it_is_for(scene, one, device, command.manner)
        late = next((other for other in meant if command.target in ("", other.id)), None)
        wanting = None if late is None else objection(scene, one, late, device, command.manner)
        return wanting or Refusal("no_target", {"who": f"@{command.target or one.id}"})
    scene.happen(DeviceUsed(one.id, device.id, target.id, cost, rules=("WB-SEQ-02",)))
    work(
        scene,
        target,
        device_parts(scene.rules, device, command.manner),
        device_working(scene.rules, one, device),
        command.manner,
    )
    return None


def beyond_their_wits(here: Here, who: str, device: Device) -> Refusal | None:
    """What is read wants eyes and a mind, and what obeys words of power a mind (WB-CORE-02)."""
    magic = here.rules.content.magic_items.get(device.of)
    if device.sort == "scroll" or (magic is not None and magic.category == "scroll"):
        return may_read(here.state, who)
    spoken = magic is not None and magic.category in ("wand", "staff")
    return out_of_mind(here.state, who) if spoken else None


def reach_of_device(rules: Rules, one: Combatant, device: Device, manner: str) -> int:
    """Feet that a thing's magic reaches: as its spell does, or as it spreads; -1: as far as the fight goes."""
    level = max(powers(one).caster, THING_LEVEL)
    if device.sort == "scroll":
        return reach_of_spell(rules, device.of, "", level)
    parts = chosen(device_parts(rules, device, manner), manner)
    inner = (reach_of_spell(rules, cast.spell, "", level) for cast in casts_in(rules, parts))
    return nearest_end(spreads(rules, parts), *inner)


def can_still_use(here: Here, one: Combatant, target: Combatant, feet: int) -> bool:
    """A wand, a staff or a scroll holds a runner in the fight as a power does."""
    if monster_actions.can_still_use(here, one, target, feet):
        return True
    return any(
        feet <= reach_of_device(here.rules, one, device, manner)
        and target.id in {other.id for other in device_targets(here, one, device, manner)}
        for device in (powers(one).devices if able(basics.fight(here.state), one) else ())
        if device.magical and device_left(one, device)
        for manner in device_manners(here.rules, device)
    )


def device_knows(rules: Rules, device: Device, manner: str) -> bool:
    """Whether a thing can be used in a manner; a shape may be any creature that can be fought."""
    if manner in device_manners(rules, device):
        return True
    parts = device_parts(rules, device, manner)
    spells = (rules.content.find_spell(cast.spell)[1] for cast in casts_in(rules, parts))
    return any(knows_manner(rules, known, manner) for known in (parts, *spells))


def device_working(rules: Rules, one: Combatant, device: Device) -> Working:
    """How strong a thing's magic is, and how long it lasts."""
    level = max(powers(one).caster, THING_LEVEL)
    if device.sort == "scroll":
        facts, _ = rules.content.find_spell(device.of)
        span = facts.span_for()
        return Working(by=one.id, source=f"spell:{device.of}", level=level, spell=facts, span=span, area=facts.area)
    magic = rules.content.magic_items[device.of]
    return Working(by=one.id, source=f"item:{device.of}", level=level, span=prolonged(magic.span, device.times))


# ------------------------------------------------------------ afterwards


def come_home(scene: Scene, who: str) -> None:
    """What was drunk, read and burnt in a fight is gone from the sheet."""
    one = basics.fight(scene.state).combatants[who]
    used = Counter(one.spent)
    sheet = scene.state.characters[one.id]
    for key, item in sheet.items.items():
        for device in powers(one).devices:
            if device.id.partition("/")[0] == key and used[device.id]:
                now = scene.state.characters[one.id].items.get(key, item)
                scene.happen(
                    ThingUsed(one.id, key, now, after_use(scene.rules, now, device, used[device.id]), audience=one.id)
                )
    for thirst in powers(one).worn:
        drunk = drunk_by(one, thirst.form) if thirst.kind == "drinking" else 0
        if drunk:
            item = scene.state.characters[one.id].items[thirst.form]
            full = replace(item, charges=max(thirst.amount - drunk, 0))
            scene.happen(ThingUsed(one.id, thirst.form, item, full, audience=one.id))


def after_use(rules: Rules, item: Item, device: Device, times: int) -> Item | None:
    """What is left of a thing after so many uses."""
    if device.sort == "scroll":
        left = list(item.spells)
        for _ in range(times):
            if device.of in left:
                left.remove(device.of)
        return replace(item, spells=tuple(left)) if left else None
    magic = rules.content.magic_items.get(item.of)
    if magic is not None and reusable(rules, magic):
        return replace(item, spent=(*item.spent, *device.stored * times))
    if item.charges >= 0:
        return replace(item, charges=max(item.charges - times, 0))
    if device.sort in ("oil", "flame") or (magic is not None and magic.category in USED_UP):
        return replace(item, count=item.count - times) if item.count > times else None
    return item
