"""Treasure by the tables: coins by the monsters' worth, parts of them exchanged for gems, jewels and magic."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import REFEREE, Dice, Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.rolltable import RollTable
from arbitro.kernel.ruling import Lookup
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox import roll_tables
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.people.equipment import KINDS_OF_FOE, sort_of
from arbitro.rules.whitebox.people.state import Coins, Hoard, Item, Valuable
from arbitro.rules.whitebox.people.treasure import treasure_found
from arbitro.rules.whitebox.powers.commands import RollTreasure
from arbitro.rules.whitebox.powers.events import TreasureRolled
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.terms import Named

MOST_XP: Final = 1_000_000
DEEPEST: Final = 12
"""Tables that lead to tables: no chain is longer."""
SCROLL: Final = "scroll_spells"
CURSED_SCROLL: Final = "scroll_cursed"
ARMS: Final = {
    "melee": ("melee_type",),
    "missile": ("missile_type",),
    "armour": ("armour_type",),
    "weapon": ("melee_type", "missile_type"),
    "armour_or_shield": ("armour_type", "shield"),
}


class Digger:
    """Dice and tables of one treasure, with a record of every throw."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.lookups: list[Lookup] = []
        self.thrown: list[Die] = []

    def roll(self, amount: Amount, purpose: str) -> int:
        """Throw an amount."""
        faces = amount.roll(self.dice, purpose)
        self.thrown += faces
        return amount.total(faces)

    def on(self, table: RollTable[roll_tables.Treasure], dice: Amount | None = None) -> roll_tables.Treasure:
        """Read a table, with its own dice or others."""
        if dice is None:
            row, lookup = table.roll(self.dice, purpose="treasure")
        else:
            faces = dice.roll(self.dice, "treasure")
            total = dice.total(faces)
            row = table.at(total)
            lookup = Lookup(table.id, faces, total, row.id)
        self.lookups.append(lookup)
        return row.result


def roll_treasure(scene: Scene, command: RollTreasure) -> Refusal | None:
    """The referee's dice for a treasure; it comes into the party's hands, or only into the referee's notes."""
    if fighting(scene.state):
        return Refusal("fight_first", {"who": f"@{REFEREE_ONLY}"}, ("WB-XP-02",))
    for monster in command.monsters:
        if monster not in scene.rules.content.monsters:
            return Refusal("no_monster", {"monster": monster})
    xp = command.xp + sum(scene.rules.content.monsters[name].hd[0].xp for name in command.monsters)
    if not 0 < xp <= MOST_XP:
        return Refusal("bad_worth", {"xp": xp, "most": MOST_XP}, ("WB-XP-02",))
    worth, digger, hoard = dig(scene.rules, scene.dice.stream(REFEREE), xp)
    rolled = TreasureRolled(
        worth, tuple(digger.lookups), tuple(digger.thrown), hoard, rules=("WB-XP-02",), audience=REFEREE_ONLY
    )
    scene.happen(rolled)
    if command.keep and hoard != Hoard():
        treasure_found(scene, hoard)
    return None


def dig(rules: Rules, dice: Dice, xp: int) -> tuple[int, Digger, Hoard]:
    """A treasure worth a multiple of experience: coins, then exchanges from the largest step down."""
    digger = Digger(dice)
    share = digger.on(rules.content.treasure_tables["treasure_value"])
    if not isinstance(share, roll_tables.Share):
        raise TypeError("the table of treasure values gives shares")
    worth = xp * share.multiple
    copper, silver, gold = worth * share.copper, worth * share.silver // 10, worth * share.gold // 100
    valuables: list[Valuable] = []
    items: list[Item] = []
    for trade in rules.content.treasure.trades:
        for _ in range(gold // trade.gold):
            if digger.roll(Amount(1, 100), "trade") > trade.chance:
                continue
            gold -= trade.gold
            if digger.roll(Amount(1, 20), "trade") >= trade.magic_on:
                items += found_on(rules, digger, rules.content.treasure_tables[trade.magic_table])
            else:
                valuables.append(gem(rules, digger, trade.gem_table))
    hoard = Hoard(Coins(gold, silver, copper), tuple(valuables), tuple(items))
    return worth, digger, hoard


def gem(rules: Rules, digger: Digger, table: str) -> Valuable:
    """A gem or a jewel; which one is decoration."""
    worth = digger.on(rules.content.treasure_tables[table])
    if not isinstance(worth, roll_tables.Worth):
        raise TypeError("the tables of gems give worths")
    gp = max(digger.roll(worth.dice, "treasure") * worth.times + worth.plus, 1)
    names = rules.content.treasure.gems + rules.content.treasure.jewels
    which = digger.roll(Amount(1, len(names)), "lot") - 1
    phrase = names[which]
    is_gem = which < len(rules.content.treasure.gems)
    return Valuable("gem" if is_gem else "jewellery", gp, 1, Named(phrase.it, phrase.en))


# ------------------------------------------------------------ magic


def found_on(
    rules: Rules, digger: Digger, table: RollTable[roll_tables.Treasure], dice: Amount | None = None, depth: int = 0
) -> Iterator[Item]:
    """The magic things that a table gives."""
    found = digger.on(table, dice)
    match found:
        case roll_tables.Rolls() if depth < DEEPEST:
            for _ in range(found.times):
                yield from found_on(rules, digger, rules.content.treasure_tables[found.table], found.dice, depth + 1)
        case roll_tables.Found():
            yield magic_thing(rules, digger, found.item)
        case roll_tables.Scrolls():
            yield from scrolls(rules, digger, found)
        case roll_tables.CursedScroll():
            yield Item("magic", CURSED_SCROLL, known=False)
        case roll_tables.ProtectionScroll():
            for scroll in found_on(rules, digger, rules.content.treasure_tables[found.table], None, depth + 1):
                yield replace(scroll, times=found.time_factor, force=found.effect_factor)
        case roll_tables.Arms():
            yield arms(rules, digger, found)
        case _:
            return


def magic_thing(rules: Rules, digger: Digger, name: str) -> Item:
    """A thing of the catalogue, with its charges, bonus and spells settled."""
    magic = rules.content.magic_items[name]
    while magic.alternatives:
        name = magic.alternatives[digger.roll(Amount(1, len(magic.alternatives)), "lot") - 1]
        magic = rules.content.magic_items[name]
    charges = -1
    if magic.charges is not None:
        charges = max(digger.roll(magic.charges, "charges"), 1)
    elif magic.uses is not None and magic.uses.per == "ever" and magic.category != "potion":
        charges = max(digger.roll(magic.uses.count, "charges"), 1)
    plus, spells, foe = 0, tuple[str, ...](), ""
    for part in magic.effects:
        kind = rules.magic[type(part)]
        if kind.enchants is not None:
            better = kind.enchants(part)
            plus = digger.roll(better.plus_roll, "lot") if better.plus_roll is not None else better.plus
            if better.versus:
                foe = KINDS_OF_FOE[digger.roll(Amount(1, len(KINDS_OF_FOE)), "lot") - 1]
        if kind.stored is not None:
            spells += stored(rules, digger, kind.stored(part))
    base, sort = base_piece(rules, digger, magic.category)
    thing = Item("magic", name, plus=plus, charges=charges, spells=spells, base=base, known=False, foe=foe)
    return replace(thing, base_sort=sort)


def base_piece(rules: Rules, digger: Digger, category: str) -> tuple[str, str]:
    """Which ordinary piece a magic weapon or suit is."""
    if category not in ("weapon", "armour"):
        return "", ""
    piece = digger.on(rules.content.treasure_tables["melee_type" if category == "weapon" else "armour_type"])
    return (piece.item, category) if isinstance(piece, roll_tables.Piece) else ("", "")


def stored(rules: Rules, digger: Digger, part: effect_kinds.StoredSpell) -> tuple[str, ...]:
    """The spells that a thing holds."""
    found = []
    for _ in range(max(digger.roll(part.count, "lot"), 1)):
        name = part.spell_list if part.spell_list != "either" else caster_by_lot(rules, digger)
        found.append(spell_by_lot(rules, digger, name, max(digger.roll(part.level, "lot"), 1)))
    return tuple(found)


def caster_by_lot(rules: Rules, digger: Digger) -> str:
    """Whose spells a scroll holds."""
    face = digger.roll(Amount(1, 6), "lot")
    ranges = rules.content.treasure.scroll_caster
    return next((name for name, (low, high) in ranges.items() if low <= face <= high), "magic_user")


def spell_by_lot(rules: Rules, digger: Digger, spell_list: str, level: int) -> str:
    """A spell of a list and level; the lists of clerics end sooner."""
    names = rules.content.spell_list(spell_list, level)
    while not names and level > 1:
        level -= 1
        names = rules.content.spell_list(spell_list, level)
    return names[digger.roll(Amount(1, len(names)), "lot") - 1]


def scrolls(rules: Rules, digger: Digger, found: roll_tables.Scrolls) -> Iterator[Item]:
    """Scrolls of spells: one roll of the level for all, or one for each."""
    level = 0
    for _ in range(found.count):
        if not level or found.each:
            level = max(digger.roll(found.level, "lot"), 1)
        spell = spell_by_lot(rules, digger, caster_by_lot(rules, digger), level)
        yield Item("magic", SCROLL, spells=(spell,))


def arms(rules: Rules, digger: Digger, found: roll_tables.Arms) -> Item:
    """Enchanted arms or armour, or cursed ones."""
    tables = rules.content.treasure_tables
    plus = found.plus
    if found.cursed:
        curse = digger.on(tables["cursed_arms"])
        plus = curse.plus if isinstance(curse, roll_tables.Curse) else -1
    names = ARMS.get(found.what, ("shield",))
    name = names[digger.roll(Amount(1, len(names)), "lot") - 1] if len(names) > 1 else names[0]
    if found.what == "shield" or name == "shield":
        return Item("armour", "shield", plus=plus, known=False)
    piece = digger.on(tables[name])
    if not isinstance(piece, roll_tables.Piece):
        raise TypeError("the tables of arms give pieces")
    count = max(digger.roll(piece.count, "lot"), 1)
    if found.minor:
        power = digger.on(tables["minor_ability"])
        plus += power.damage if isinstance(power, roll_tables.MinorPower) else 0
    sort = sort_of(rules, piece.item) or "weapon"
    named = Named(piece.name.it, piece.name.en, piece.name.gender) if piece.name is not None else None
    return Item(sort, piece.item, count=count, plus=plus, known=False, name=named)
