"""Powers on a sheet: what is at hand, what numbers grow with, and what a sheet gains with a power for good."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from arbitro.kernel.ruling import Modifier
from arbitro.rules.daggerheart.people import Hero, Power, Sheet, Weapon
from arbitro.rules.daggerheart.power_terms import PassiveWord, PowerMoment, Scale, Stat
from arbitro.rules.daggerheart.power_words import LastingBonus, PowerChange
from arbitro.rules.daggerheart.words import TRAITS, halved, tier_of

GIFT: Final = "DHP-CHAR-02"
"""The rule of what class, subclass, heritage and cards give."""
MOST_ARMOUR: Final = 12
"""No Armor Score is higher (DHP-ARM-01)."""
FOUR_CARDS: Final = 4
"""Of a domain, for those whom it has touched."""
BARE_BONES: Final = {1: (9, 19), 2: (11, 24), 3: (13, 31), 4: (15, 38)}
"""Base thresholds by tier of those who have learned to do without armour."""


def at_hand(hero: Hero) -> Iterator[Power]:
    """Everything that somebody can use: features, cards of the loadout, what is lent, with all that is in them."""
    for power in innate(hero):
        yield power
        yield from power.options


def innate(hero: Hero) -> tuple[Power, ...]:
    """The powers of the sheet, of the beast that somebody has turned into, of what they carry, and those lent them."""
    beast = hero.form.powers if hero.form is not None else ()
    held = hero.sheet.weapons if hero.form is None else ()  # beasts use no weapons
    worn = hero.sheet.armour.powers if hero.sheet.armour is not None else ()
    gear = (*(power for weapon in held for power in weapon.powers), *worn)
    return (*hero.sheet.powers, *beast, *(one.power for one in hero.things), *gear, *hero.lent)


def bringing(hero: Hero, power: Power) -> tuple[Weapon, ...]:
    """The weapons whose feature a power is; none for what does not come with a weapon."""
    home = power.id.partition(".")[0]
    return tuple(weapon for weapon in hero.sheet.weapons if any(one.id == home for one in weapon.powers))


def known_power(hero: Hero, wanted: str) -> Power | None:
    """A power at hand, or a part of one."""
    return next((power for power in at_hand(hero) if power.id == wanted), None)


def is_on(sheet: Sheet, wanted: str) -> bool:
    """Whether a power stands on a sheet."""
    return any(power.id == wanted for power in (*sheet.powers, *sheet.vault))


def has_passive(hero: Hero, word: PassiveWord) -> Power | None:
    """The power that does something all the time, if somebody has it."""
    return next((power for power in innate(hero) if word in power.passive), None)


def four_cards(hero: Hero, power: Power) -> bool:
    """Whether four cards of a power's own domain are at hand, for those whom it has touched."""
    return scale_of(hero.sheet, "domain", power) >= FOUR_CARDS


def watched(party: Mapping[str, Hero], *moments: PowerMoment, passives: tuple[PassiveWord, ...] = ()) -> bool:
    """Whether anybody has a power that answers one of these moments, or one with such a lasting work."""
    return any(
        (power.when is not None and power.when.moment in moments) or any(word in power.passive for word in passives)
        for hero in party.values()
        for power in at_hand(hero)
    )


def touched(hero: Hero, word: PassiveWord) -> Power | None:
    """The part of a card that does something while four cards of its domain are at hand, and can still be used."""
    found = (part for part in at_hand(hero) if word in part.passive and four_cards(hero, part))
    return next((part for part in found if not part.limit or part.id not in hero.used), None)


def scale_of(sheet: Sheet, scale: Scale | str, power: Power | None = None, paid: int = 0) -> int:
    """What a number grows with comes to."""
    if not scale:
        return 1
    if scale in TRAITS:
        return sheet.traits.get(scale, 0)
    cast = sheet.spellcast
    numbers = {
        "proficiency": sheet.proficiency,
        "spellcast": max(sheet.traits.get(cast, 0), 0) if cast is not None else 0,
        "level": sheet.level,
        "tier": tier_of(sheet.level),
        "half_agility": halved(max(sheet.traits.get("agility", 0), 0)),
        "half_proficiency": halved(sheet.proficiency),
        "deft": max(sheet.traits.get("agility", 0), sheet.traits.get("finesse", 0)),
        "all_domain": sum(
            1 for one in (*sheet.powers, *sheet.vault) if power is not None and one.domain == power.domain
        ),
        "half_paid": paid // 2,
        "domain": sum(1 for one in sheet.powers if power is not None and one.domain == power.domain),
        "paid": paid,
    }
    return numbers[scale]


def _holds(hero: Hero, power: Power, bonus: LastingBonus) -> bool:
    """Whether what a lasting bonus needs is so."""
    needs = {
        "": True,
        "armoured": hero.sheet.armour is not None,
        "unarmoured": hero.sheet.armour is None,
        "strained": hero.stress_marked >= hero.stress,
        "unhurt": not hero.hp_marked,
        "four_cards": four_cards(hero, power),
        "hopeful": hero.hope >= 2,
        "worn_out": bonus.need == "worn_out" and hero.armour_marked >= _slots(hero),
    }
    return needs[bonus.need] and (not bonus.under or any(held.name == bonus.under for held in hero.conditions))


def _slots(hero: Hero) -> int:
    """The Armor Slots of what somebody wears and carries."""
    score = hero.sheet.armour.score if hero.sheet.armour is not None else 0
    carried = sum(weapon.armour for weapon in hero.sheet.weapons)
    return min(score + carried + hero.armour_bonus + gift_total(hero, "armour"), MOST_ARMOUR)


def gift_parts(hero: Hero, *stats: Stat) -> tuple[Modifier, ...]:
    """What powers and lasting effects add to a number of somebody's."""
    found = [
        Modifier(bonus.amount * scale_of(hero.sheet, bonus.by, power), GIFT, sources=(f"{hero.id}/{power.id}",))
        for power in innate(hero)
        for bonus in power.bonuses
        if bonus.stat in stats and _holds(hero, power, bonus)
    ]
    found += [
        Modifier(held.gives[stat], "DHP-COND-06", sources=(f"{hero.id}/{held.name}",))
        for held in hero.conditions
        for stat in stats
        if stat in held.gives
    ]
    return tuple(part for part in found if part.amount)


def gift_total(hero: Hero, *stats: Stat) -> int:
    """What powers and lasting effects add to a number in all."""
    return sum(part.amount for part in gift_parts(hero, *stats))


def proficiency_of(hero: Hero) -> int:
    """Proficiency, with what raises it for a while."""
    return hero.sheet.proficiency + gift_total(hero, "proficiency")


# ------------------------------------------------------------------ gaining a power


def endowed(sheet: Sheet, power: Power, *, at_hand: bool = True) -> Sheet:
    """A sheet with a power more: slots and Experiences grow for good, and what it changes of another is changed."""
    changed = replace(sheet, powers=(*sheet.powers, power)) if at_hand else sheet
    for bonus in power.bonuses:
        changed = _grown(changed, bonus)
    if power.changes is not None:
        changed = _rewritten(changed, power.changes)
    return replace(changed, adaptable=changed.adaptable or "adaptable" in power.passive)


def _grown(sheet: Sheet, bonus: LastingBonus) -> Sheet:
    if bonus.stat == "hp":
        return replace(sheet, hp=sheet.hp + bonus.amount)
    if bonus.stat == "stress":
        return replace(sheet, stress=sheet.stress + bonus.amount)
    if bonus.stat == "experience" and sheet.experiences:
        first, *others = sheet.experiences
        return replace(sheet, experiences=(replace(first, bonus=first.bonus + bonus.amount), *others))
    return sheet


def put_away(sheet: Sheet, power: Power) -> Sheet:
    """A sheet with a card of the loadout in the vault."""
    return replace(sheet, powers=tuple(one for one in sheet.powers if one != power), vault=(*sheet.vault, power))


def _rewritten(sheet: Sheet, change: PowerChange) -> Sheet:
    powers = tuple(_changed(one, change) if one.id == change.power else one for one in sheet.powers)
    return replace(sheet, powers=powers)


def _changed(power: Power, change: PowerChange) -> Power:
    options = tuple(_changed(one, change) for one in power.options)
    target = power.target
    if change.within is not None and target is not None:
        target = replace(target, within=change.within)
    uses = change.uses or power.uses
    hope = power.hope if change.hope < 0 else change.hope
    return replace(power, options=options, target=target, uses=uses, hope=hope)
