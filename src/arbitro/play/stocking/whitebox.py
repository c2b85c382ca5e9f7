"""La Scatola Bianca: wandering tables by dungeon level, and treasure by the monsters' experience (tables 38 to 70).

Ours where the book is silent: the lone gems, jewels and magic items of A.5.8 are minor on levels 1 to 3, medium on 4 to
6 and major below; of two kinds of arms that a row leaves open a die decides.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Literal, TypeVar

from msgspec.structs import replace

from arbitro.appendix_a.origin import origin_of
from arbitro.dice.amount import Amount
from arbitro.dice.stream import Dice
from arbitro.dungeon.kinds import CURSED, Arms, Coins, Jewel, Kind, Magic, OfClass, Scroll, kind_of
from arbitro.dungeon.model import Slot
from arbitro.dungeon.stocking import Stock
from arbitro.kernel.content import Noun
from arbitro.kernel.rolltable import RollTable, Row, counted
from arbitro.kernel.ruling import Lookup, Part, Sum, added_up
from arbitro.play.stocking import COINS, Stocking, as_found
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.content import WhiteBoxContent, load_content
from arbitro.rules.whitebox.ecology import CHANCE_DIE
from arbitro.rules.whitebox.effect import Enchanted
from arbitro.rules.whitebox.entry_names import entry_name
from arbitro.rules.whitebox.people.equipment import KINDS_OF_FOE
from arbitro.rules.whitebox.people.state import Item
from arbitro.rules.whitebox.people.telling import item_name
from arbitro.rules.whitebox.roll_tables import (
    Arms as ArmsFound,
)
from arbitro.rules.whitebox.roll_tables import (
    Curse,
    CursedScroll,
    Encounter,
    Found,
    MinorPower,
    Piece,
    ProtectionScroll,
    Rolls,
    Scrolls,
    Share,
    Treasure,
    Worth,
)
from arbitro.text import Language, Texts

TEXTS: Final = Texts("arbitro.play")
DEEPEST: Final = 10
"""Levels beyond this use its row."""
MONSTERS: Final = "WB-CORE-01"
LAKE: Final = ("DA-LAKE-02", MONSTERS)
NEAR: Final = 2
"""How far the hit dice of those who come with others, or live in a lake, may be from the depth."""
TREASURE: Final = ("DA-TREASURE-05", "WB-XP-02")
GOLD: Final = "WB-XP-02"
GRADES: Final = ((3, "minor"), (6, "medium"))
_HUNDRED: Final = 100
_TWENTY: Final = 20
_CASTER_DIE: Final = 6
R = TypeVar("R")
Type = Literal["melee", "missile", "armour", "shield"]
Stone = Literal["gem", "jewelry"]


def grade(level: int) -> str:
    """How good lone valuables are on a level."""
    return next((name for deepest, name in GRADES if level <= deepest), "major")


def _called(name: str) -> str:
    """Somebody of a slot, as an id that the game can name."""
    kind = kind_of(name)
    return f"class:{kind.class_id}" if isinstance(kind, OfClass) else f"monster:{name}"


class WhiteBoxStocker:
    """Fills slots by the book's own tables, misprints mended or `as_printed`; `content` may be a variant's."""

    def __init__(
        self, content: WhiteBoxContent | None = None, *, as_printed: bool = False, in_company: bool = False
    ) -> None:
        self.content = content or load_content()
        self.as_printed = as_printed
        self.in_company = in_company
        """Whether those who live with whom the tables name may be there too."""

    def monsters(self, slot: Slot, dice: Dice, /) -> Stock:
        """The level of the encounter by the depth, who it is, and how many appear; in lakes who lives in water."""
        thrown = _Thrown(self.content, dice)
        depth = min(max(slot.level, 1), DEEPEST)
        swimmers = self._swimmers(depth) if slot.where == "lake" else ()
        if swimmers:
            found = thrown.appearing(Encounter(monsters=swimmers), slot.number)
            return Stock((found,), tuple(thrown.rolls), (*origin_of(slot), *LAKE))
        table = self.content.dungeon_levels[f"dungeon_level_{depth}"]
        who = thrown.encounter(f"dungeon_{thrown.on(table).result.value}")
        if self.as_printed and who.printed:
            who = replace(who, monsters=who.printed)
        found = thrown.appearing(who, slot.number)
        company = self._company(found[0], thrown, depth) if self.in_company and not slot.number else ()
        return Stock((found, *company), tuple(thrown.rolls), (*origin_of(slot), MONSTERS))

    def _swimmers(self, depth: int) -> tuple[str, ...]:
        """Those who live in water and are not far from the depth in hit dice; the nearest where none are."""
        apart = {name: abs(self._weight(name) - depth) for name in self.content.ecology.dwellers("water")}
        if not apart:
            return ()
        most = max(NEAR, min(apart.values()))
        return tuple(name for name, far in apart.items() if far <= most)

    def _company(self, name: str, thrown: "_Thrown", depth: int) -> tuple[tuple[str, int], ...]:
        """By a die, somebody who lives with whom the table named and is not far too strong for the depth."""
        most = max(self._weight(name), depth) + NEAR if name in self.content.monsters else 0
        mates = [mate for mate in self.content.ecology.mates(name, "underground") if self._weight(mate.monster) <= most]
        if not mates:
            return ()
        chance = max(mate.chance for mate in mates)
        if thrown.number(Amount(1, CHANCE_DIE), "company") > chance:
            return ()
        mate = mates[thrown.number(Amount(1, len(mates)), "mate") - 1] if len(mates) > 1 else mates[0]
        return ((mate.monster, max(thrown.number(mate.count, "appearing"), 1)),)

    def _weight(self, name: str) -> int:
        """The hit dice that a monster counts as; the fewest, where it comes in several sizes."""
        return min(rank.hde for rank in self.content.monsters[name].hd)

    def treasure(self, slot: Slot, monsters: Stock, dice: Dice, /) -> Stock:
        """One to four times the monsters' experience in gold; parts of it may be gems or magic instead."""
        del slot
        thrown = _Thrown(self.content, dice)
        share = thrown.on(self.content.treasure_tables["treasure_value"]).result
        if not isinstance(share, Share):
            raise TypeError("table 44 gives shares")
        owners = tuple(
            Part(self.experience(name) * count, rule=GOLD, note="experience_of", sources=(_called(name),))
            for name, count in monsters.items
        )
        steps = (*owners, Part(share.multiple, "times", GOLD, "treasure_multiple"))
        left = thrown.traded(added_up(steps))
        if left != added_up(steps):
            steps = (*steps, Part(left - added_up(steps), rule=GOLD, note="traded"))
        reckoned = [Sum(left, steps, of="treasure_worth")]
        for metal, part, coins in zip(COINS, (share.copper, share.silver, share.gold), (100, 10, 1), strict=True):
            steps = (
                Part(left, rule=GOLD, note="treasure_worth"),
                Part(coins, "times", GOLD, "coins_for_a_gold_piece"),
                Part(part, "times"),
                Part(_HUNDRED, "divide", GOLD, "percent"),
            )
            told = tuple(step for step in steps if step.how == "add" or step.amount != 1)
            thrown.add(Coins(metal), added_up(told))
            if part:
                reckoned.append(Sum(added_up(told), told, of=f"coins_{metal}"))
        return replace(thrown.stock(TREASURE), reckoned=tuple(reckoned))

    def valuables(self, slot: Slot, dice: Dice, /) -> Stock:
        """Coins as counted; gems, jewels and magic items as the tables of the book have them."""
        if slot.unit in COINS:
            return as_found(slot)
        thrown = _Thrown(self.content, dice)
        for _ in range(slot.amount):
            if slot.unit == "magic_item":
                thrown.treasure(f"{grade(slot.level)}_magic")
            else:
                thrown.treasure(f"{grade(slot.level)}_gem", "gem" if slot.unit == "gem" else "jewelry")
        rule = "DA-TREASURE-04" if slot.unit == "magic_item" else "DA-TREASURE-03"
        return thrown.stock((rule, "WB-XP-02"))

    def settled(self, found: Stock, dice: Dice) -> Stock:
        """A treasure that somebody wrote down, with what only dice settle: piece, plus and foe of magic arms."""
        thrown = _Thrown(self.content, dice)
        for name, count in found.items:
            kind = kind_of(name)
            if isinstance(kind, Magic) and not kind.piece and kind.item in self.content.magic_items:
                for _ in range(count):
                    thrown.add(thrown.magic_thing(kind.item))
            else:
                thrown.add(kind, count)
        return replace(thrown.stock(found.rules), rolls=(*found.rolls, *thrown.rolls))

    def experience(self, name: str) -> int:
        """What one of those who were met is worth; somebody of a class counts by level."""
        kind = kind_of(name)
        if isinstance(kind, OfClass):
            return self.content.bestiary.xp_of(kind.level)
        return self.content.monsters[name].hd[0].xp


class _Thrown:
    """The dice of one slot, read on tables, and what they have given so far."""

    def __init__(self, content: WhiteBoxContent, dice: Dice) -> None:
        self.content = content
        self.dice = dice
        self.rolls: list[Lookup] = []
        self.found: Counter[Kind] = Counter()

    def stock(self, rules: tuple[str, ...]) -> Stock:
        """All that was found."""
        items = tuple((str(kind), count) for kind, count in self.found.items() if count)
        return Stock(items, tuple(self.rolls), rules)

    def add(self, kind: Kind, count: int = 1) -> None:
        """Put something into the treasure."""
        self.found[kind] += count

    def on(self, table: RollTable[R], instead: Amount | None = None) -> Row[R]:
        """Throw on a table, with other dice than its own where a row says so."""
        if instead is None:
            row, lookup = table.roll(self.dice)
        else:
            thrown = instead.roll(self.dice, table.id)
            row = table.at(instead.total(thrown))
            lookup = Lookup(table.id, thrown, instead.total(thrown), row.id)
        self.rolls.append(lookup)
        return row

    def number(self, amount: Amount, purpose: str) -> int:
        """Throw an amount."""
        lookup = counted(purpose, amount, self.dice)
        if lookup.dice:
            self.rolls.append(lookup)
        return lookup.total

    def pick(self, among: tuple[str, ...], purpose: str) -> str:
        """One of some names, by a die where there are several."""
        if len(among) == 1:
            return among[0]
        return among[self.number(Amount(1, len(among)), purpose) - 1]

    # ------------------------------------------------------------ who

    def encounter(self, name: str) -> Encounter:
        """Throw on encounter tables until one names somebody whom the book has numbers for."""
        while True:
            row = self.on(self.content.encounter_tables[name]).result
            if row.table:
                name = row.table
            elif row.monsters or row.class_id:
                return row

    def appearing(self, who: Encounter, number: int) -> tuple[str, int]:
        """Who it is, and how many: as the slot says, as the row says, or as many as usual."""
        if who.monsters:
            name = self.pick(who.monsters, "encounter")
            usual = self.content.monsters[name].appearing.dungeon
        else:
            level = max(self.number(who.level, "level"), 1) if who.level is not None else 1
            name, usual = str(OfClass(who.class_id, level)), Amount(plus=1)
        return name, number or max(self.number(who.count or usual, "appearing"), 1)

    # ------------------------------------------------------------ treasure

    def traded(self, value: int) -> int:
        """Exchange parts of a treasure's value for gems and magic; what is left in gold pieces."""
        for trade in self.content.treasure.trades:
            for _ in range(value // trade.gold):
                if self.number(Amount(1, _HUNDRED), "trade") > trade.chance:
                    continue
                value -= trade.gold
                magic = self.number(Amount(1, _TWENTY), "gem_or_magic") >= trade.magic_on
                self.treasure(trade.magic_table if magic else trade.gem_table)
        return value

    def treasure(self, table: str, called: Stone = "gem", instead: Amount | None = None) -> None:
        """Throw on a treasure table and put down what it gives, with all that follows from it."""
        self.settle(self.on(self.content.treasure_tables[table], instead).result, called)

    def settle(self, given: Treasure, called: Stone) -> None:
        """What a row gives."""
        match given:
            case Worth():
                worth = self.number(given.dice, "worth") * given.times + given.plus
                self.add(Jewel(called, worth))
            case Rolls():
                for _ in range(given.times):
                    self.treasure(given.table, called, given.dice)
            case Found():
                self.add(self.magic_thing(given.item))
            case Scrolls():
                self.scrolls(given)
            case CursedScroll():
                self.add(Scroll(CURSED))
            case ProtectionScroll():
                self.treasure(given.table)
            case ArmsFound():
                self.arms(given)
            case _:
                raise TypeError(f"{type(given).__name__} is no treasure by itself")

    def magic_thing(self, name: str) -> Magic:
        """A thing of the catalogue, with what is settled as arms are found: piece, plus, kind of foe."""
        magic = self.content.magic_items[name]
        while magic.alternatives:
            name = self.pick(tuple(magic.alternatives), "lot")
            magic = self.content.magic_items[name]
        if magic.category not in ("weapon", "armour"):
            return Magic(name)
        piece = self.on(self.content.treasure_tables["melee_type" if magic.category == "weapon" else "armour_type"])
        if not isinstance(piece.result, Piece):
            raise TypeError("kinds of arms are pieces")
        better = next((part for part in magic.effects if isinstance(part, Enchanted)), None)
        plus, foe = 0, ""
        if better is not None:
            plus = better.plus if better.plus_roll is None else self.number(better.plus_roll, "lot")
            foe = self.pick(KINDS_OF_FOE, "lot") if better.versus else ""
        return Magic(name, piece.result.item, plus, foe)

    def scrolls(self, given: Scrolls) -> None:
        """Spells of a level, of the kind of caster that a die names; the highest level there is where there is none.

        Dice that come to nothing (1d6-1) mean the first level.
        """
        level = 0
        for _ in range(given.count):
            if given.each or not level:
                level = max(self.number(given.level, "spell_level"), 1)
            die = self.number(Amount(1, _CASTER_DIE), "caster")
            casters = self.content.treasure.scroll_caster.items()
            caster = next(name for name, (low, high) in casters if low <= die <= high)
            known = next(spells for each in range(level, 0, -1) if (spells := self.content.spell_list(caster, each)))
            self.add(Scroll(self.pick(known, "spell")))

    def arms(self, given: ArmsFound) -> None:
        """Which piece it is, and what enchantment, curse or small power it has."""
        kind: Type
        match given.what:
            case "weapon":
                kind = "melee" if self.pick(("melee", "missile"), "arms") == "melee" else "missile"
            case "armour_or_shield":
                kind = "armour" if self.pick(("armour", "shield"), "arms") == "armour" else "shield"
            case _:
                kind = given.what
        item, count = "shield", 1
        if kind != "shield":
            piece = self.on(self.content.treasure_tables[f"{kind}_type"]).result
            if not isinstance(piece, Piece):
                raise TypeError("kinds of arms are pieces")
            item, count = piece.item, max(self.number(piece.count, "count"), 1)
        power = f"{given.plus:+d}"
        if given.cursed:
            power = self.curse()
        elif given.minor:
            power += self.minor_power()
        self.add(Arms("weapon" if kind in ("melee", "missile") else "armour", item, power), count)

    def curse(self) -> str:
        """What a cursed piece does (table 55)."""
        curse = self.on(self.content.treasure_tables["cursed_arms"]).result
        if not isinstance(curse, Curse):
            raise TypeError("table 55 gives curses")
        return f"{curse.plus:+d}" if curse.plus else f"missiles{curse.missiles_to_hit:+d}"

    def minor_power(self) -> str:
        """A small power besides (table 58)."""
        power = self.on(self.content.treasure_tables["minor_ability"]).result
        if not isinstance(power, MinorPower):
            raise TypeError("table 58 gives small powers")
        return f",damage{power.damage:+d}" if power.damage else f",light{power.light}"


def stocking_from(
    game: str, content: Callable[[], WhiteBoxContent], ruleset: Callable[[str], Any] = find_ruleset
) -> Stocking:
    """How a game of the box fills a dungeon from its content."""

    def stocker(party_size: int, party_level: int) -> WhiteBoxStocker:
        del party_size, party_level  # the tables look at the level of the dungeon alone
        return WhiteBoxStocker(content())

    def in_company(party_size: int, party_level: int) -> WhiteBoxStocker:
        del party_size, party_level
        return WhiteBoxStocker(content(), in_company=True)

    def creatures() -> Mapping[str, Noun]:
        return {name: entry.name for name, entry in content().monsters.items()}

    def catalogues() -> Mapping[str, Collection[str]]:
        held = content()
        return {
            "class": held.classes,
            "magic": held.magic_items,
            "weapon": held.weapons,
            "armour": held.armour,
            "scroll": held.spells,
        }

    def called(thing: str, language: Language) -> str:
        return thing_called(ruleset(game), thing, language)

    def over(laid: BoxGame) -> Stocking:
        return stocking_from(game, lambda: laid.content, lambda _: laid)

    return Stocking(stocker, creatures, catalogues, called, in_company, over)


def thing_called(game: Any, thing: str, language: Language, count: int = 1) -> str:
    """People of a class (so many of them), magic items, arms and scrolls in words."""
    rules = game.rules

    def named(kind: str, name: str) -> str:
        return str(entry_name(rules, kind, name, language))

    match kind_of(thing):
        case OfClass(class_id, level):
            calling = game.content.classes[class_id].name
            name = calling.in_(language) if count == 1 else calling.many(language)
            return TEXTS.say(language, "stock.of_class", name=name, level=str(level)) if level else str(name)
        case Scroll(cursed=True):
            return TEXTS.say(language, "stock.cursed_scroll")
        case Scroll(spell):
            return TEXTS.say(language, "stock.scroll", name=named("spell", spell))
        case Magic(entry, "", _, _):
            return named("magic", entry)
        case Magic(entry, piece, plus, foe):
            item = item_name(rules, Item("magic", entry, plus=plus or 0, foe=foe), language)
            return f"{item}, {named(game.content.magic_items[entry].category, piece)}"
        case Arms(_, item, power) if item in game.content.gear and game.content.gear[item].piece is not None:
            return f"{game.content.gear[item].piece.in_(language)} {_power_called(power, language)}".rstrip()
        case Arms(sort, item, power):
            return f"{named(sort, item)} {_power_called(power, language)}".rstrip()
        case _:
            return thing


def _power_called(power: str, language: Language) -> str:
    """What an enchantment, a curse or a small power does: the plus by itself, anything else in words."""
    told = []
    for part in filter(None, power.split(",")):
        word = part.rstrip("+-0123456789")
        amount = part.removeprefix(word)
        said = TEXTS.say(language, f"stock.power.{word}", amount=amount, number=int(amount)) if word else part
        told.append(said)
    return ", ".join(told)


STOCKING: Final = stocking_from("whitebox", load_content)
