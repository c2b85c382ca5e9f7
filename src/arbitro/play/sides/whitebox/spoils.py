"""Treasure as the stocker writes it, turned into the hoard of La Scatola Bianca."""

from typing import Final, Literal

from msgspec.structs import replace

from arbitro.dungeon.kinds import Arms, Coins, Jewel, Magic, Scroll, kind_of
from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.people.state import Coins as Purse
from arbitro.rules.whitebox.people.state import Hoard, Item, Valuable

SCROLL = "scroll_spells"
CURSED_SCROLL = "scroll_cursed"
COMMONEST: Final[dict[str, tuple[Literal["weapon", "armour"], str]]] = {
    "weapon": ("weapon", "long_sword"),
    "armour": ("armour", "chain"),
}
METALS = {"gold": "gp", "silver": "sp", "copper": "cp"}


def hoard(content: WhiteBoxContent, items: tuple[tuple[str, int], ...]) -> Hoard:
    """Coins, gems, jewels and magic of a slot."""
    coins = {"gp": 0, "sp": 0, "cp": 0}
    valuables: list[Valuable] = []
    things: list[Item] = []
    for name, count in items:
        match kind_of(name):
            case Coins(metal):
                coins[METALS[metal]] += count
            case Jewel(sort, int(gold)):
                valuables.append(Valuable("gem" if sort == "gem" else "jewellery", gold, count))
            case Magic() as magic:
                things += [_magic(content, magic) for _ in range(count)]
            case Scroll(spell) as scroll:
                spells = () if scroll.cursed else (spell,)
                things += [
                    Item("magic", SCROLL if spells else CURSED_SCROLL, spells=spells, known=bool(spells))
                ] * count
            case Arms() as arms:
                things.append(_arms(content, arms, count))
            case _:
                raise LookupError(f"no treasure: {name}")
    return Hoard(Purse(**coins), tuple(valuables), tuple(things))


def _magic(content: WhiteBoxContent, found: Magic) -> Item:
    """A thing of the catalogue, with the most charges that it can have been left with: a whole wand is found whole.

    Where nobody settled which arms they are, the commonest serve.
    """
    magic = content.magic_items[found.item]
    charges = -1
    if magic.charges is not None:
        charges = max(magic.charges.count * magic.charges.sides + magic.charges.plus, 1)
    if magic.category not in COMMONEST:
        return Item("magic", found.item, charges=charges, known=False)
    sort, usual = COMMONEST[magic.category]
    base = found.piece or usual
    item = Item("magic", found.item, charges=charges, base=base, base_sort=sort, known=False, foe=found.foe)
    return replace(item, plus=found.plus or 0)


def _arms(content: WhiteBoxContent, found: Arms, count: int) -> Item:
    """Enchanted or cursed arms: the piece and its plus; small powers beside it are the referee's note.

    Arrows and bolts stand among the gear.
    """
    catalogue: Literal["weapon", "armour", "gear"] = "gear" if found.item in content.gear else found.sort
    return Item(catalogue, found.item, count, plus=found.plus, known=False)
