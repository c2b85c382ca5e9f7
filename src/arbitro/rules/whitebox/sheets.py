"""White Box in full: the sheet of somebody whose numbers the reader may know.

A thing that its owner has not found out is shown, and counts, as the ordinary piece that it looks like.
"""

from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.card import Section, Sheet
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox.attack import to_hit_modifiers
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.chances import PLAIN_DOOR
from arbitro.rules.whitebox.entry_names import entry_name
from arbitro.rules.whitebox.exploring.joust import as_jouster
from arbitro.rules.whitebox.exploring.state import Rider
from arbitro.rules.whitebox.meanings import entry_meaning, feature_text
from arbitro.rules.whitebox.people import records
from arbitro.rules.whitebox.people.battle import still_prepared
from arbitro.rules.whitebox.people.load import combat_distance, load
from arbitro.rules.whitebox.people.memory import slots_of
from arbitro.rules.whitebox.people.records import calling, class_row, modifier, top_level
from arbitro.rules.whitebox.people.state import PARTY, Character, Item
from arbitro.rules.whitebox.people.telling import calling_name, coins_text, folk_name, item_name
from arbitro.rules.whitebox.powers.lookups import abilities
from arbitro.rules.whitebox.powers.telling import special_text, thing_text
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import Combatant, Profile
from arbitro.rules.whitebox.terms import Danger, Weapon
from arbitro.text import Language

DANGERS: Final[tuple[Danger, ...]] = (
    "death_poison",
    "wands_rays",
    "paralysis_stone",
    "dragon_breath",
    "spells_staves",
)
Pairs = list[tuple[str, str]]


def full_sheet(here: Here, seat: Seat, subject: str, language: Language) -> Sheet | None:
    """The sheet of a character, a fighter or a rider; None for anybody else."""
    character = here.state.characters.get(subject)
    fighter = here.state.fight.combatants.get(subject) if here.state.fight is not None else None
    if character is not None:
        return character_sheet(here, seat, character, language)
    if fighter is not None:
        return fighter_sheet(here, fighter, language)
    rider = here.state.joust.riders.get(subject) if here.state.joust is not None else None
    return None if rider is None else rider_sheet(here, rider, language)


def section(
    rules: Rules, key: str, language: Language, pairs: Pairs, lines: tuple[str, ...] = ()
) -> tuple[Section, ...]:
    """A part of a sheet, left out where there is nothing in it."""
    title = rules.texts.say(language, f"sheet.section.{key}")
    told = tuple((str(word), str(value)) for word, value in pairs)  # names are more than text, pages want text
    return (Section(title, told, tuple(str(line) for line in lines)),) if pairs or lines else ()


def one_word(rules: Rules, key: str, language: Language) -> str:
    """The word before a value."""
    return rules.texts.say(language, f"sheet.word.{key}")


# ------------------------------------------------------------ characters


def as_known(one: Character, seat: Seat) -> Character:
    """A character as whoever plays them knows them: without the powers of things nobody has found out."""
    if seat.role == "referee":
        return one
    items = {key: plain_item(item) for key, item in one.items.items()}
    return replace(one, items={key: item for key, item in items.items() if item is not None})


def plain_item(item: Item) -> Item | None:
    """A thing as it looks; None for one that looks like nothing that could be used."""
    if item.known:
        return item
    if item.sort != "magic":
        return Item(item.sort, item.of, item.count, item.where)
    return Item(item.base_sort, item.base, item.count, item.where) if item.base_sort else None


def character_sheet(here: Here, seat: Seat, one: Character, language: Language) -> Sheet:
    """A character's whole sheet."""
    known = as_known(one, seat)
    fighter = here.state.fight.combatants.get(one.id) if fighting(here.state) and here.state.fight is not None else None
    hp = one.hp if fighter is None else fighter.hp
    numbers = Combatant(here.rules.profile_of(here.rules, known, PARTY), hp, 0, hp)
    say = here.rules.texts.say
    key = "card.companion" if one.class_id else "card.hireling"
    folk, calling = folk_name(here.rules, one, language), calling_name(here.rules, one, language)
    abilities = here.rules.content.creation.abilities
    scores: Pairs = [
        (abilities[name].name.in_(language), f"{score} ({modifier(here.rules, score):+d})")
        for name, score in one.abilities.items()
    ]
    sections = (
        *section(here.rules, "abilities", language, scores),
        *section(here.rules, "fight", language, fight_pairs(here.rules, numbers, language)),
        *section(here.rules, "saves", language, save_pairs(here, numbers, language)),
        *section(here.rules, "attacks", language, attack_pairs(here.rules, numbers, language)),
        *section(here.rules, "experience", language, experience_pairs(here.rules, one, language)),
        *section(
            here.rules,
            "skills",
            language,
            here.rules.skill_pairs(here, one, language),
            feature_lines(here.rules, one, language),
        ),
        *section(here.rules, "spells", language, spell_pairs(here.rules, one, fighter, language)),
        *things(here.rules, seat, one, language),
        *section(here.rules, "person", language, person_pairs(here, seat, one, language)),
    )
    return Sheet(str(one.name.in_(language)), say(language, key, folk=folk, calling=calling, level=one.level), sections)


def experience_pairs(rules: Rules, one: Character, language: Language) -> Pairs:
    """Level, experience, what the next level takes; and the classes that are not played now."""
    if not one.class_id:
        return []
    levels = rules.content.classes[one.class_id].levels
    top = one.level >= top_level(rules, one.people, one.class_id)
    needed = None if top else levels[one.level].xp
    pairs = [
        (one_word(rules, "level", language), str(one.level)),
        (one_word(rules, "xp", language), str(one.xp)),
        (one_word(rules, "next_level", language), "–" if needed is None else str(needed)),
        (one_word(rules, "xp_bonus", language), f"{one.xp_bonus}%"),
    ]
    for name, career in one.careers.items():
        told = rules.texts.say(language, "sheet.career", level=career.level, xp=career.xp)
        pairs.append((entry_name(rules, "class", name, language), told))
    return pairs


def skill_pairs(here: Here, one: Character, language: Language) -> Pairs:
    """Chances in six that everybody has, and those of class and people."""
    folk, facts = records.folk(here.rules, one), calling(here.rules, one)
    chances = {
        "doors": here.rules.door_chance(here, one)[0],
        "listen": folk.listen,
        "secret_doors": here.rules.search_chance(here, one, PLAIN_DOOR)[0],
        "stonework": folk.stonework.search if folk.stonework is not None else 0,
        "hides": folk.hides,
    }
    told = {one_word(here.rules, key, language): number for key, number in chances.items()}
    if facts is not None and facts.skill is not None:
        told[facts.skill.name.in_(language)] = class_row(here.rules, one.class_id, one.level).skill
    pairs = [
        (word, here.rules.texts.say(language, "sheet.in_six", chance=number)) for word, number in told.items() if number
    ]
    if folk.infravision:
        pairs.append(
            (
                one_word(here.rules, "infravision", language),
                here.rules.texts.say(language, "sheet.feet", feet=folk.infravision),
            )
        )
    return pairs


def feature_lines(rules: Rules, one: Character, language: Language) -> tuple[str, ...]:
    """What the class can do besides."""
    facts = calling(rules, one)
    return () if facts is None else tuple(feature_text(rules, feature, language) for feature in facts.features)


def spell_pairs(rules: Rules, one: Character, fighter: Combatant | None, language: Language) -> Pairs:
    """What is in memory, in the book, and how much a day has room for."""
    slots = slots_of(rules, one)
    held = still_prepared(one, fighter)
    pairs: Pairs = []
    for key, spells in (("prepared", tuple(held)), ("book", one.book)):
        if spells:
            names = ", ".join(entry_name(rules, "spell", spell, language) for spell in spells)
            pairs.append((one_word(rules, key, language), names))
    for spell in dict.fromkeys((*held, *one.book)):
        pairs.append((entry_name(rules, "spell", spell, language), entry_meaning(rules, "spell", spell, language)))
    if any(slots):
        reached = max(level for level, room in enumerate(slots, 1) if room)
        pairs.append((one_word(rules, "slots", language), " / ".join(str(room) for room in slots[:reached])))
    return pairs


def things(rules: Rules, seat: Seat, one: Character, language: Language) -> tuple[Section, ...]:
    """Everything that is owned, what it weighs, and the purse."""
    say = rules.texts.say
    pairs = [
        (thing(rules, item, seat, language), _place_and_meaning(rules, item, seat, language))
        for item in one.items.values()
    ]
    for found in one.valuables:
        name = found.name.in_(language) if found.name is not None else say(language, f"valuable.{found.kind}")
        count = f"{found.count} × " if found.count > 1 else ""
        pairs.append((count + name, say(language, "coins.gp", count=found.gp)))
    pairs.append((one_word(rules, "coins", language), coins_text(rules, one.coins, language)))
    if not one.monster:
        pairs.append((one_word(rules, "load", language), say(language, "sheet.pounds", pounds=load(rules, one))))
    return section(rules, "things", language, pairs)


def _place_and_meaning(rules: Rules, item: Item, seat: Seat, language: Language) -> str:
    """Where a thing is carried and what it is for, as far as its owner has found it out."""
    seen = item if item.known or seat.role == "referee" else plain_item(item)
    means = "" if seen is None else entry_meaning(rules, seen.sort, seen.of, language)
    return ". ".join(part for part in (rules.texts.say(language, f"place.{item.where}"), means) if part)


def thing(rules: Rules, item: Item, seat: Seat, language: Language) -> str:
    """A thing in a line: how many, what it is, charges and spells where its owner knows of them."""
    if seat.role == "referee" and not item.known:
        return rules.texts.say(language, "sheet.unknown_thing", thing=thing_text(rules, item, language))
    name = item_name(rules, item, language)
    count = f"{item.count} × " if item.count > 1 else ""
    if not item.known:
        return f"{count}{name}"
    spells = ", ".join(entry_name(rules, "spell", spell, language) for spell in item.spells)
    charges = rules.texts.say(language, "treasure.charges", count=item.charges) if item.charges >= 0 else ""
    more = "; ".join(part for part in (spells, charges) if part)
    return f"{count}{name}" + (f" [{more}]" if more else "")


def person_pairs(here: Here, seat: Seat, one: Character, language: Language) -> Pairs:
    """Alignment, languages, service; loyalty is for the referee alone (WB-LOYAL-05)."""
    pairs: Pairs = [
        (
            one_word(here.rules, "alignment", language),
            entry_name(here.rules, "alignment", one.alignment, language),
        )
    ]
    spoken = ", ".join(entry_name(here.rules, "language", name, language) for name in one.languages)
    if spoken:
        pairs.append((one_word(here.rules, "languages", language), spoken))
    if one.employer:
        pairs.append((one_word(here.rules, "employer", language), here.rules.name_of(here, one.employer, language)))
    if one.rested:
        pairs.append((one_word(here.rules, "rested", language), str(one.rested)))
    if seat.role == "referee" and one.kind != "player":
        loyalty = one.loyalty
        status = here.rules.texts.say(language, f"loyalty.{loyalty.status or 'neither'}")
        told = here.rules.texts.say(
            language,
            "sheet.loyalty",
            status=status,
            next=f"{loyalty.next_check:+d}",
            treatment=f"{loyalty.treatment:+d}",
        )
        pairs.append((one_word(here.rules, "loyalty", language), told))
    return pairs


# ------------------------------------------------------------ numbers of a fight


def fight_pairs(rules: Rules, one: Combatant, language: Language) -> Pairs:
    """Hit points, armour, movement."""
    profile, say = one.profile, rules.texts.say
    feet = combat_distance(Fraction(profile.rate))
    return [
        (one_word(rules, "hp", language), f"{one.hp}/{profile.max_hp}"),
        (
            one_word(rules, "armour", language),
            say(language, "sheet.both_ways", down=19 - profile.armour, up=profile.armour),
        ),
        (one_word(rules, "to_hit", language), f"{rules.base_bonus(rules, one):+d}"),
        (one_word(rules, "rate", language), say(language, "sheet.rate", rate=profile.rate, feet=feet)),
    ]


def save_pairs(here: Here, one: Combatant, language: Language) -> Pairs:
    """What saving throws need: one number, or the columns of the matrix; bonuses beside it."""
    matrix = here.state.options["saving_throws"] == "matrix" and bool(one.profile.class_id)
    columns: tuple[Danger | None, ...] = DANGERS if matrix else (None,)
    pairs: Pairs = []
    for danger in columns:
        needed, _ = here.rules.save_number(here, one, danger)
        bonus = sum(part.amount for part in here.rules.save_bonuses(here, one, danger))
        name = here.rules.texts.say(language, f"danger.{danger}") if danger else one_word(here.rules, "save", language)
        pairs.append((name, f"{needed}+" + (f" ({bonus:+d})" if bonus else "")))
    if not matrix:
        for extra in one.profile.save_bonuses:
            if extra.danger is not None:
                name = here.rules.texts.say(language, f"danger.{extra.danger}")
                pairs.append((name, f"{extra.amount:+d}"))
    return pairs


def attack_pairs(rules: Rules, one: Combatant, language: Language) -> Pairs:
    """Every way to attack: what is added to the roll, and the damage."""
    pairs: Pairs = []
    for weapon in one.profile.weapons:
        to_hit = rules.base_bonus(rules, one) + sum(part.amount for part in to_hit_modifiers(one, weapon))
        count = f"{weapon.count} × " if weapon.count > 1 else ""
        pairs.append((count + weapon.name.in_(language), f"{to_hit:+d}, {damage_text(one.profile, weapon)}"))
    return pairs


def damage_text(profile: Profile, weapon: Weapon) -> str:
    """The dice of a hit with all that is always added."""
    plus = weapon.damage.plus + weapon.damage_bonus + (profile.damage if weapon.kind == "melee" else 0)
    return str(Amount(weapon.damage.count, weapon.damage.sides, plus))


# ------------------------------------------------------------ others


def kind_of(rules: Rules, one: Combatant, language: Language) -> str:
    """Class and level of people, hit dice of creatures."""
    profile = one.profile
    if profile.class_id:
        facts = rules.content.classes.get(profile.class_id)
        woman = language == "it" and profile.name.gender == "f" and facts is not None and facts.name.feminine
        calling = woman or entry_name(rules, "class", profile.class_id, language)
        return rules.texts.say(language, "card.class", calling=calling, level=profile.level)
    powers = profile.powers
    if powers is None or not powers.monster:
        return rules.texts.say(language, "card.save", save=profile.save) if profile.save else ""
    kind = entry_name(rules, "monster", powers.monster, language)
    dice = f"{powers.hd}{powers.plus:+d}" if powers.plus else str(powers.hd)
    return rules.texts.say(language, "card.monster", kind=kind, dice=dice)


def fighter_sheet(here: Here, one: Combatant, language: Language) -> Sheet:
    """Somebody of a fight who has no sheet of their own: a monster, or a name in a quick fight."""
    profile, powers = one.profile, one.profile.powers
    person: Pairs = []
    if profile.alignment:
        person.append(
            (
                one_word(here.rules, "alignment", language),
                entry_name(here.rules, "alignment", profile.alignment, language),
            )
        )
    if profile.xp >= 0:
        person.append((one_word(here.rules, "slain", language), str(profile.xp)))
    if profile.fearless:
        person.append((one_word(here.rules, "morale", language), here.rules.texts.say(language, "sheet.fearless")))
    left = [spell.name.in_(language) for spell in profile.spells if spell.id not in one.cast]
    spells = [(one_word(here.rules, "prepared", language), ", ".join(left))] if left else []
    devices = tuple(device.name.in_(language) for device in powers.devices) if powers is not None else ()
    traits = tuple(special_text(here.rules, special, language) for special, _ in abilities(here.rules, one))
    sections = (
        *section(here.rules, "fight", language, fight_pairs(here.rules, one, language)),
        *section(here.rules, "saves", language, save_pairs(here, one, language)),
        *section(here.rules, "attacks", language, attack_pairs(here.rules, one, language)),
        *section(here.rules, "spells", language, spells),
        *section(here.rules, "powers", language, [], traits),
        *section(here.rules, "things", language, [], devices),
        *section(here.rules, "person", language, person),
    )
    return Sheet(str(profile.name.in_(language)), kind_of(here.rules, one, language), sections)


def rider_sheet(here: Here, rider: Rider, language: Language) -> Sheet:
    """A rider of a joust who is nobody's character."""
    one = as_jouster(rider)
    sections = (
        *section(here.rules, "fight", language, fight_pairs(here.rules, one, language)),
        *section(here.rules, "saves", language, save_pairs(here, one, language)),
        *section(here.rules, "attacks", language, attack_pairs(here.rules, one, language)),
    )
    mount = entry_name(here.rules, "transport", rider.mount, language)
    return Sheet(str(rider.name.in_(language)), str(mount), sections)
