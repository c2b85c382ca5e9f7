"""Treasure as the stocker writes it, turned into the hoard of La Scatola Bianca."""

from typing import Final, Literal

from msgspec.structs import replace

from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.people.state import Coins, Hoard, Item, Valuable

SCROLL = "scroll_spells"
CURSED_SCROLL = "scroll_cursed"
COMMONEST: Final[dict[str, tuple[Literal["weapon", "armour"], str]]] = {
    "weapon": ("weapon", "long_sword"),
    "armour": ("armour", "chain"),
}
METALS = {"gold": "gp", "silver": "sp", "copper": "cp"}


def hoard(content: WhiteBoxContent, items: tuple[tuple[str, int], ...]) -> Hoard:
    """Coins, gems, jewels and magic of a slot (see `play.stocking` for how they are written)."""
    coins = {"gp": 0, "sp": 0, "cp": 0}
    valuables: list[Valuable] = []
    things: list[Item] = []
    for name, count in items:
        sort, _, rest = name.partition("/")
        match sort:
            case "coins":
                coins[METALS[rest]] += count
            case "gem":
                valuables.append(Valuable("gem", int(rest), count))
            case "jewelry":
                valuables.append(Valuable("jewellery", int(rest), count))
            case "magic":
                things += [_magic(content, rest) for _ in range(count)]
            case "scroll":
                spells = () if rest == "cursed" else (rest,)
                things += [
                    Item("magic", SCROLL if spells else CURSED_SCROLL, spells=spells, known=bool(spells))
                ] * count
            case "weapon" | "armour":
                things.append(_arms(content, sort, rest, count))
            case _:
                raise LookupError(f"no treasure: {name}")
    return Hoard(Coins(**coins), tuple(valuables), tuple(things))


def _magic(content: WhiteBoxContent, rest: str) -> Item:
    """A thing of the catalogue, with the most charges that it can have been left with: a whole wand is found whole.

    Of arms the ordinary piece, the plus and the foe are written behind; where nobody settled them, the commonest serve.
    """
    name, base, plus, foe = (*rest.split("/"), "", "", "")[:4]
    magic = content.magic_items[name]
    charges = -1
    if magic.charges is not None:
        charges = max(magic.charges.count * magic.charges.sides + magic.charges.plus, 1)
    if magic.category not in COMMONEST:
        return Item("magic", name, charges=charges, known=False)
    sort, usual = COMMONEST[magic.category]
    found = Item("magic", name, charges=charges, base=base or usual, base_sort=sort, known=False, foe=foe)
    return replace(found, plus=int(plus or 0))


def _arms(content: WhiteBoxContent, sort: str, rest: str, count: int) -> Item:
    """Enchanted or cursed arms: the piece and its plus; small powers beside it are the referee's note.

    Arrows and bolts stand among the gear.
    """
    piece, _, power = rest.partition("/")
    plus = power.partition(",")[0]
    number = int(plus) if plus.lstrip("+-").isdigit() else 0
    catalogue: Literal["weapon", "armour", "gear"] = "armour" if sort == "armour" else "weapon"
    if piece in content.gear:
        catalogue = "gear"
    return Item(catalogue, piece, count, plus=number, known=False)
