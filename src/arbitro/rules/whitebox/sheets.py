"""White Box in full: the sheet of somebody whose numbers the reader may know.

A thing that its owner has not found out is shown, and counts, as the ordinary piece that it looks like.
"""

from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.card import Section, Sheet
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox.chances import PLAIN_DOOR, Chances
from arbitro.rules.whitebox.exploring.state import Rider
from arbitro.rules.whitebox.people.state import PARTY, Character, Item
from arbitro.rules.whitebox.state import Combatant, Profile, State
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


class Sheets(Chances):
    """Everything that stands on a sheet, in sections."""

    def full_sheet(self, state: State, seat: Seat, subject: str, language: Language) -> Sheet | None:
        """The sheet of a character, a fighter or a rider; None for anybody else."""
        character = state.characters.get(subject)
        fighter = state.fight.combatants.get(subject) if state.fight is not None else None
        if character is not None:
            return self.character_sheet(state, seat, character, language)
        if fighter is not None:
            return self.fighter_sheet(state, fighter, language)
        rider = state.joust.riders.get(subject) if state.joust is not None else None
        return None if rider is None else self.rider_sheet(state, rider, language)

    def section(self, key: str, language: Language, pairs: Pairs, lines: tuple[str, ...] = ()) -> tuple[Section, ...]:
        """A part of a sheet, left out where there is nothing in it."""
        title = self.texts.say(language, f"sheet.section.{key}")
        told = tuple((str(word), str(value)) for word, value in pairs)  # names are more than text, pages want text
        return (Section(title, told, tuple(str(line) for line in lines)),) if pairs or lines else ()

    def word(self, key: str, language: Language) -> str:
        """The word before a value."""
        return self.texts.say(language, f"sheet.word.{key}")

    # ------------------------------------------------------------ characters

    def as_known(self, one: Character, seat: Seat) -> Character:
        """A character as whoever plays them knows them: without the powers of things nobody has found out."""
        if seat.role == "referee":
            return one
        items = {key: self.plain_item(item) for key, item in one.items.items()}
        return replace(one, items={key: item for key, item in items.items() if item is not None})

    @staticmethod
    def plain_item(item: Item) -> Item | None:
        """A thing as it looks; None for one that looks like nothing that could be used."""
        if item.known:
            return item
        if item.sort != "magic":
            return Item(item.sort, item.of, item.count, item.where)
        return Item(item.base_sort, item.base, item.count, item.where) if item.base_sort else None

    def character_sheet(self, state: State, seat: Seat, one: Character, language: Language) -> Sheet:
        """A character's whole sheet."""
        known = self.as_known(one, seat)
        fighter = state.fight.combatants.get(one.id) if self.fighting(state) and state.fight is not None else None
        hp = one.hp if fighter is None else fighter.hp
        numbers = Combatant(self.profile_of(known, PARTY), hp, 0, hp)
        say = self.texts.say
        key = "card.companion" if one.class_id else "card.hireling"
        folk, calling = self.folk_name(one, language), self.calling_name(one, language)
        abilities = self.content.creation.abilities
        scores: Pairs = [
            (abilities[name].name.in_(language), f"{score} ({self.modifier(score):+d})")
            for name, score in one.abilities.items()
        ]
        sections = (
            *self.section("abilities", language, scores),
            *self.section("fight", language, self.fight_pairs(numbers, language)),
            *self.section("saves", language, self.save_pairs(state, numbers, language)),
            *self.section("attacks", language, self.attack_pairs(numbers, language)),
            *self.section("experience", language, self.experience_pairs(one, language)),
            *self.section(
                "skills", language, self.skill_pairs(state, one, language), self.feature_lines(one, language)
            ),
            *self.section("spells", language, self.spell_pairs(one, fighter, language)),
            *self.things(seat, one, language),
            *self.section("person", language, self.person_pairs(state, seat, one, language)),
        )
        return Sheet(
            str(one.name.in_(language)), say(language, key, folk=folk, calling=calling, level=one.level), sections
        )

    def experience_pairs(self, one: Character, language: Language) -> Pairs:
        """Level, experience, what the next level takes; and the classes that are not played now."""
        if not one.class_id:
            return []
        levels = self.content.classes[one.class_id].levels
        top = one.level >= self.top_level(one.people, one.class_id)
        needed = None if top else levels[one.level].xp
        pairs = [
            (self.word("level", language), str(one.level)),
            (self.word("xp", language), str(one.xp)),
            (self.word("next_level", language), "–" if needed is None else str(needed)),
            (self.word("xp_bonus", language), f"{one.xp_bonus}%"),
        ]
        for name, career in one.careers.items():
            told = self.texts.say(language, "sheet.career", level=career.level, xp=career.xp)
            pairs.append((self.entry_name("class", name, language), told))
        return pairs

    def skill_pairs(self, state: State, one: Character, language: Language) -> Pairs:
        """Chances in six that everybody has, and those of class and people."""
        folk, facts = self.folk(one), self.calling(one)
        chances = {
            "doors": self.door_chance(state, one)[0],
            "listen": folk.listen,
            "secret_doors": self.search_chance(state, one, PLAIN_DOOR)[0],
            "stonework": folk.stonework.search if folk.stonework is not None else 0,
            "hides": folk.hides,
        }
        told = {self.word(key, language): number for key, number in chances.items()}
        if facts is not None and facts.skill is not None:
            told[facts.skill.name.in_(language)] = self.row(one.class_id, one.level).skill
        pairs = [
            (word, self.texts.say(language, "sheet.in_six", chance=number)) for word, number in told.items() if number
        ]
        if folk.infravision:
            pairs.append(
                (self.word("infravision", language), self.texts.say(language, "sheet.feet", feet=folk.infravision))
            )
        return pairs

    def feature_lines(self, one: Character, language: Language) -> tuple[str, ...]:
        """What the class can do besides."""
        facts = self.calling(one)
        return () if facts is None else tuple(feature.name.in_(language) for feature in facts.features)

    def spell_pairs(self, one: Character, fighter: Combatant | None, language: Language) -> Pairs:
        """What is in memory, in the book, and how much a day has room for."""
        slots = self.slots(one)
        gone = () if fighter is None else fighter.cast
        held = list(one.prepared)
        for spell in gone:
            if spell.partition("~")[0] in held:
                held.remove(spell.partition("~")[0])
        pairs: Pairs = []
        for key, spells in (("prepared", tuple(held)), ("book", one.book)):
            if spells:
                names = ", ".join(self.entry_name("spell", spell, language) for spell in spells)
                pairs.append((self.word(key, language), names))
        if any(slots):
            reached = max(level for level, room in enumerate(slots, 1) if room)
            pairs.append((self.word("slots", language), " / ".join(str(room) for room in slots[:reached])))
        return pairs

    def things(self, seat: Seat, one: Character, language: Language) -> tuple[Section, ...]:
        """Everything that is owned, what it weighs, and the purse."""
        say = self.texts.say
        pairs = [
            (self.thing(item, seat, language), say(language, f"place.{item.where}")) for item in one.items.values()
        ]
        for found in one.valuables:
            name = found.name.in_(language) if found.name is not None else say(language, f"valuable.{found.kind}")
            count = f"{found.count} × " if found.count > 1 else ""
            pairs.append((count + name, say(language, "coins.gp", count=found.gp)))
        pairs.append((self.word("coins", language), self.coins_text(one.coins, language)))
        if not one.monster:
            pairs.append((self.word("load", language), say(language, "sheet.pounds", pounds=self.load(one))))
        return self.section("things", language, pairs)

    def thing(self, item: Item, seat: Seat, language: Language) -> str:
        """A thing in a line: how many, what it is, charges and spells where its owner knows of them."""
        if seat.role == "referee" and not item.known:
            return self.texts.say(language, "sheet.unknown_thing", thing=self.thing_text(item, language))
        name = self.item_name(item, language)
        count = f"{item.count} × " if item.count > 1 else ""
        if not item.known:
            return f"{count}{name}"
        spells = ", ".join(self.entry_name("spell", spell, language) for spell in item.spells)
        charges = self.texts.say(language, "treasure.charges", count=item.charges) if item.charges >= 0 else ""
        more = "; ".join(part for part in (spells, charges) if part)
        return f"{count}{name}" + (f" [{more}]" if more else "")

    def person_pairs(self, state: State, seat: Seat, one: Character, language: Language) -> Pairs:
        """Alignment, languages, service; loyalty is for the referee alone (WB-LOYAL-05)."""
        pairs: Pairs = [(self.word("alignment", language), self.entry_name("alignment", one.alignment, language))]
        spoken = ", ".join(self.entry_name("language", name, language) for name in one.languages)
        if spoken:
            pairs.append((self.word("languages", language), spoken))
        if one.employer:
            pairs.append((self.word("employer", language), self.name_of(state, one.employer, language)))
        if one.rested:
            pairs.append((self.word("rested", language), str(one.rested)))
        if seat.role == "referee" and one.kind != "player":
            loyalty = one.loyalty
            status = self.texts.say(language, f"loyalty.{loyalty.status or 'neither'}")
            told = self.texts.say(
                language,
                "sheet.loyalty",
                status=status,
                next=f"{loyalty.next_check:+d}",
                treatment=f"{loyalty.treatment:+d}",
            )
            pairs.append((self.word("loyalty", language), told))
        return pairs

    # ------------------------------------------------------------ numbers of a fight

    def fight_pairs(self, one: Combatant, language: Language) -> Pairs:
        """Hit points, armour, movement."""
        profile, say = one.profile, self.texts.say
        feet = self.combat_distance(Fraction(profile.rate))
        return [
            (self.word("hp", language), f"{one.hp}/{profile.max_hp}"),
            (
                self.word("armour", language),
                say(language, "sheet.both_ways", down=19 - profile.armour, up=profile.armour),
            ),
            (self.word("to_hit", language), f"{self.base_bonus(one):+d}"),
            (self.word("rate", language), say(language, "sheet.rate", rate=profile.rate, feet=feet)),
        ]

    def save_pairs(self, state: State, one: Combatant, language: Language) -> Pairs:
        """What saving throws need: one number, or the columns of the matrix; bonuses beside it."""
        matrix = state.options["saving_throws"] == "matrix" and bool(one.profile.class_id)
        columns: tuple[Danger | None, ...] = DANGERS if matrix else (None,)
        pairs: Pairs = []
        for danger in columns:
            needed, _ = self.save_number(state, one, danger)
            bonus = sum(part.amount for part in self.save_bonuses(state, one, danger))
            name = self.texts.say(language, f"danger.{danger}") if danger else self.word("save", language)
            pairs.append((name, f"{needed}+" + (f" ({bonus:+d})" if bonus else "")))
        if not matrix:
            for extra in one.profile.save_bonuses:
                if extra.danger is not None:
                    name = self.texts.say(language, f"danger.{extra.danger}")
                    pairs.append((name, f"{extra.amount:+d}"))
        return pairs

    def attack_pairs(self, one: Combatant, language: Language) -> Pairs:
        """Every way to attack: what is added to the roll, and the damage."""
        pairs: Pairs = []
        for weapon in one.profile.weapons:
            to_hit = self.base_bonus(one) + sum(part.amount for part in self.to_hit_modifiers(one, weapon))
            count = f"{weapon.count} × " if weapon.count > 1 else ""
            pairs.append((count + weapon.name.in_(language), f"{to_hit:+d}, {self.damage_text(one.profile, weapon)}"))
        return pairs

    @staticmethod
    def damage_text(profile: Profile, weapon: Weapon) -> str:
        """The dice of a hit with all that is always added."""
        plus = weapon.damage.plus + weapon.damage_bonus + (profile.damage if weapon.kind == "melee" else 0)
        return str(Amount(weapon.damage.count, weapon.damage.sides, plus))

    # ------------------------------------------------------------ others

    def kind_of(self, one: Combatant, language: Language) -> str:
        """Class and level of people, hit dice of creatures."""
        profile = one.profile
        if profile.class_id:
            facts = self.content.classes.get(profile.class_id)
            woman = language == "it" and profile.name.gender == "f" and facts is not None and facts.name.feminine
            calling = woman or self.entry_name("class", profile.class_id, language)
            return self.texts.say(language, "card.class", calling=calling, level=profile.level)
        powers = profile.powers
        if powers is None or not powers.monster:
            return self.texts.say(language, "card.save", save=profile.save) if profile.save else ""
        kind = self.entry_name("monster", powers.monster, language)
        dice = f"{powers.hd}{powers.plus:+d}" if powers.plus else str(powers.hd)
        return self.texts.say(language, "card.monster", kind=kind, dice=dice)

    def fighter_sheet(self, state: State, one: Combatant, language: Language) -> Sheet:
        """Somebody of a fight who has no sheet of their own: a monster, or a name in a quick fight."""
        profile, powers = one.profile, one.profile.powers
        person: Pairs = []
        if profile.alignment:
            person.append((self.word("alignment", language), self.entry_name("alignment", profile.alignment, language)))
        if profile.xp >= 0:
            person.append((self.word("slain", language), str(profile.xp)))
        if profile.fearless:
            person.append((self.word("morale", language), self.texts.say(language, "sheet.fearless")))
        left = [spell.name.in_(language) for spell in profile.spells if spell.id not in one.cast]
        spells = [(self.word("prepared", language), ", ".join(left))] if left else []
        devices = tuple(device.name.in_(language) for device in powers.devices) if powers is not None else ()
        traits = tuple(self.special_text(special, language) for special in self.all_specials(one))
        sections = (
            *self.section("fight", language, self.fight_pairs(one, language)),
            *self.section("saves", language, self.save_pairs(state, one, language)),
            *self.section("attacks", language, self.attack_pairs(one, language)),
            *self.section("spells", language, spells),
            *self.section("powers", language, [], traits),
            *self.section("things", language, [], devices),
            *self.section("person", language, person),
        )
        return Sheet(str(profile.name.in_(language)), self.kind_of(one, language), sections)

    def rider_sheet(self, state: State, rider: Rider, language: Language) -> Sheet:
        """A rider of a joust who is nobody's character."""
        one = self.as_jouster(rider)
        sections = (
            *self.section("fight", language, self.fight_pairs(one, language)),
            *self.section("saves", language, self.save_pairs(state, one, language)),
            *self.section("attacks", language, self.attack_pairs(one, language)),
        )
        mount = self.entry_name("transport", rider.mount, language)
        return Sheet(str(rider.name.in_(language)), str(mount), sections)
