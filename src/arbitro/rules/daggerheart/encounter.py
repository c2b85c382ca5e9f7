"""Building encounters by Battle Points (DHP-ADVSTAT-13). Guidance: it counts and compares, and forbids nothing."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import ceil

from msgspec import Struct

from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.feature_words import Split
from arbitro.rules.daggerheart.state import Block
from arbitro.rules.daggerheart.words import Tension

RULES = ("DHP-ADVSTAT-13",)
_BIG = frozenset({"bruiser", "horde", "leader", "solo"})


class Encounter(Struct, frozen=True):
    """What an encounter costs, what the party can bear, and why."""

    cost: int
    budget: int
    adjustments: Mapping[str, int]
    """What changed the budget."""
    rules: tuple[str, ...] = RULES

    @property
    def left(self) -> int:
        """Points not used; negative when the encounter is over the budget."""
        return self.budget - self.cost


def battle_points(pcs: int) -> int:
    """Three for each PC, and two."""
    return 3 * pcs + 2


def cost_of(books: Library, blocks: Iterable[Block], pcs: int) -> int:
    """The price of adversaries; Minions are bought in groups as large as the party."""
    prices = books.guidance.battle_cost
    count = Counter(block.type for block in blocks)
    minions = count.pop("minion", 0)
    return sum(prices[kind] * number for kind, number in count.items()) + prices["minion"] * ceil(minions / max(pcs, 1))


def later_phases(books: Library) -> frozenset[str]:
    """Stat blocks that another turns into when it is defeated: nobody meets them before that one."""
    return frozenset(
        part.into
        for block in books.adversaries.values()
        for feature in block.features
        if feature.when is not None and feature.when.moment == "defeated"
        for part in feature.own
        if isinstance(part, Split) and part.count == 1
    )


def encounter(
    books: Library,
    blocks: Iterable[Block],
    pcs: int,
    tier: int,
    *,
    easier: bool = False,
    harder: bool = False,
    extra_damage: bool = False,
) -> Encounter:
    """Hold an encounter against the party's Battle Points."""
    known = tuple(blocks)
    adjust = books.guidance.battle_adjust
    kinds = [block.type for block in known]
    wanted = {
        "easier": easier,
        "two_or_more_solos": kinds.count("solo") >= 2,
        "extra_damage": extra_damage,
        "lower_tier": any(block.tier < tier for block in known),
        "no_big_types": bool(known) and not _BIG & set(kinds),
        "harder": harder,
    }
    made = {name: adjust[name] for name, holds in wanted.items() if holds}
    return Encounter(cost_of(books, known, pcs), battle_points(pcs) + sum(made.values()), made)


def tension_of(books: Library, blocks: Iterable[Block], pcs: int) -> Tension:
    """How tense a fight is by who is in it: a Solo or a Leader, half of the Battle Points at most, or in between."""
    known = tuple(blocks)
    if any(block.leads for block in known):
        return "major"
    return "minor" if 2 * cost_of(books, known, pcs) <= battle_points(pcs) else "typical"


def suggested(books: Library, pcs: int, tier: int, leader: str, filler: str) -> tuple[str, ...]:
    """A balanced group: one of the first stat block, and as many of the second as the points allow."""
    known = books.adversaries
    chosen = [leader]
    while True:
        more = [*chosen, filler]
        if encounter(books, [known[name] for name in more], pcs, tier).left < 0:
            return tuple(chosen)
        chosen = more
