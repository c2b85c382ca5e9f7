"""Treasure as the stocker writes it, turned into the hoard of La Scatola Bianca."""

from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.people.state import Coins, Hoard, Item, Valuable

SCROLL = "scroll_spells"
CURSED_SCROLL = "scroll_cursed"
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


def _magic(content: WhiteBoxContent, name: str) -> Item:
    """A thing of the catalogue, with the most charges that it can have been left with: a whole wand is found whole."""
    magic = content.magic_items[name]
    charges = -1
    if magic.charges is not None:
        charges = max(magic.charges.count * magic.charges.sides + magic.charges.plus, 1)
    return Item("magic", name, charges=charges, known=False)


def _arms(content: WhiteBoxContent, sort: str, rest: str, count: int) -> Item:
    """Enchanted or cursed arms: the piece and its plus; small powers beside it are the referee's note."""
    piece, _, power = rest.partition("/")
    plus = power.partition(",")[0]
    number = int(plus) if plus.lstrip("+-").isdigit() else 0
    listed = content.weapons if sort == "weapon" else content.armour
    return Item("weapon" if piece in listed and sort == "weapon" else "armour", piece, count, plus=number, known=False)
