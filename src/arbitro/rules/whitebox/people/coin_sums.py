"""How prices, the worth of a treasure and the shares of a division come about, as the parts that explain them."""

from collections.abc import Mapping
from typing import Final

from arbitro.kernel.ruling import Part, Sum
from arbitro.rules.whitebox.people.state import Coins, Hoard

COPPER_A_GOLD_PIECE: Final = 100


def price_of_parts(price: int, parts: tuple[Part, ...]) -> tuple[Sum, ...]:
    """A price in copper pieces from its parts, shown in gold pieces; none where an old log does not say."""
    return (Sum(price, parts, of="in_gold", per=COPPER_A_GOLD_PIECE),) if parts else ()


def worth_of_hoard(worth: int, hoard: Hoard) -> tuple[Sum, ...]:
    """What a treasure is worth in whole gold pieces, from coins and valuables counted in copper."""
    kinds = ("gem", "jewellery", "goods")
    stones = {kind: sum(each.gp * each.count for each in hoard.valuables if each.kind == kind) for kind in kinds}
    amounts = {
        "coins_gold": hoard.coins.gp * COPPER_A_GOLD_PIECE,
        "coins_silver": hoard.coins.sp * 10,
        "coins_copper": hoard.coins.cp,
        **{f"worth_{kind}": gold * COPPER_A_GOLD_PIECE for kind, gold in stones.items()},
    }
    found = tuple(Part(amount, rule="WB-XP-02", note=note) for note, amount in amounts.items() if amount)
    whole = Part(COPPER_A_GOLD_PIECE, "divide", "WB-XP-02", "copper_a_gold_piece")
    return (Sum(worth, (*found, whole), of="in_copper"),) if found else ()


def division(shares: Mapping[str, Coins], left: Coins, portions: Mapping[str, int]) -> tuple[Sum, ...]:
    """What each gets of the whole by their parts, and what remains when all have theirs; shown in gold pieces."""
    given = {who: coins.copper for who, coins in shares.items()}
    whole = Part(left.copper + sum(given.values()), rule="WB-XP-02", note="in_common")
    count = sum(portions.values())
    among = Part(count, "divide", "WB-XP-01", "portions", number=count)
    each = {
        who: Part(number, "times", "WB-LOYAL-06", "portions_of", number=number, sources=(who,))
        for who, number in portions.items()
    }
    sums = (
        Sum(coins, (whole, each[who], among), of="in_gold", per=COPPER_A_GOLD_PIECE) for who, coins in given.items()
    )
    taken = tuple(Part(-coins, rule="WB-XP-01", sources=(who,)) for who, coins in given.items())
    return (*sums, Sum(left.copper, (whole, *taken), of="left_in_common", per=COPPER_A_GOLD_PIECE))
