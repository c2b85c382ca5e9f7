"""Plain fights by the million, in numba: the extra ``sim``.

What a blow's dice lead to is not written here: it is asked of the real rules, die by die (`FightReading.throws`), and
laid out in tables that compiled code walks through. Only who is struck at and when the fight ends is: as in `lines`,
after the rules have borne it out. The dice are SplitMix64, a stream for each numbered fight; they are not the audited
ones, which cost a hash each. A test feeds the very same dice to the engine and finds the same fights.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from arbitro.chances.bout import Bout
from arbitro.chances.derived import Beginning, add_ends, beginnings, seems_unfit
from arbitro.chances.intervals import Estimate, counted_from_nothing, mean_of, share
from arbitro.chances.lines import BlowDie, LinesResult, LineStand
from arbitro.chances.measures import AsksForRounds, Predicate, Spreads, is_share
from arbitro.chances.outcome import Probed, Unfit
from arbitro.dice.stream import Die, seed_from_text
from arbitro.extras import need

GOLDEN: Final = 0x9E3779B97F4A7C15
WHOLE: Final = (1 << 64) - 1


class Simulated(Struct, frozen=True):
    """What was found, and in how many fights."""

    estimates: dict[str, Estimate]
    count: int
    spreads: Spreads


class SplitMix:
    """The dice of one numbered fight, outside of compiled code: for whoever wants to throw them again."""

    def __init__(self, seed: int, number: int) -> None:
        self.state = _mixed((seed + number * GOLDEN) & WHOLE)
        self.thrown: list[tuple[int, int]] = []

    def following(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + GOLDEN) & WHOLE
        return _mixed(self.state)

    def roll(self, sides: int, purpose: str = "", /) -> Die:  # noqa: ARG002 - the protocol's
        """A die: the upper half of 64 bits, thrown again where it would favour a face."""
        while True:
            product = (self.following() >> 32) * sides
            if product & 0xFFFFFFFF >= (1 << 32) % sides:
                face = (product >> 32) + 1
                self.thrown.append((sides, face))
                return Die(sides, face, len(self.thrown) - 1)

    def stream(self, _name: str, /) -> "SplitMix":
        """The same dice: a plain fight has no others."""
        return self


def _mixed(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & WHOLE
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & WHOLE
    return value ^ (value >> 31)


def seed_number(seed: str) -> int:
    """The number that a word stands for as a seed."""
    return int.from_bytes(seed_from_text(f"{seed}/sim")[:8], "big")


class Laid(Struct, frozen=True):
    """A plain fight as tables."""

    beginnings: list[Beginning]
    tables: tuple[Any, ...]


def laid_out(bout: Bout) -> Laid | Unfit:
    """A fight as tables; or why it cannot be laid out so."""
    import numpy as np

    throws = bout.reading.throws
    probed: Probed = {}
    unfit = seems_unfit(bout, probed)
    if unfit is not None or throws is None:
        return unfit or Unfit("chances.unfit.game")
    found = beginnings(bout, probed)
    if isinstance(found, Unfit):
        return found
    ordered = {each.plain.sides: each for each in reversed(found)}  # the first of each order
    first = found[0].plain
    if any(_blows(each) != _blows(ordered[each.plain.sides]) for each in found):
        return Unfit("chances.unfit.change", {"what": "hit points"})
    wide = max(len(line.hp) for each in found for line in each.plain.fight.lines)
    long = max(len(line.order) for line in first.fight.lines)
    hp = np.zeros((len(found), 2, wide), np.int32)
    roots = np.zeros((len(found), 2, wide, wide), np.int32)
    order = np.zeros((len(found), 2, long), np.int32)
    sizes = np.zeros((len(found), 2, 2), np.int32)
    nodes: list[tuple[int, int]] = []
    falls: list[int] = []
    known: dict[BlowDie, int] = {}
    trees = {sides: throws(bout.ruleset, each.state, each.plain) for sides, each in ordered.items()}
    for at, each in enumerate(found):
        for side, line in enumerate(each.plain.fight.lines):
            hp[at, side, : len(line.hp)] = line.hp
            order[at, side, : len(line.order)] = line.order
            sizes[at, side] = len(line.hp), len(line.order)
            for (striker, victim), throw in trees[each.plain.sides][side].items():
                roots[at, side, striker, victim] = _laid(throw, nodes, falls, known)
    chances = np.cumsum([each.chance for each in found])
    dice = np.array([sides for sides, _ in nodes], np.int64), np.array([base for _, base in nodes], np.int64)
    return Laid(found, (chances / chances[-1], hp, order, sizes, roots, *dice, np.array(falls, np.int32)))


def _blows(each: Beginning) -> object:
    return tuple({key: sorted(losses) for key, losses in side.items()} for side in each.plain.fight.blows)


def _laid(throw: BlowDie, nodes: list[tuple[int, int]], falls: list[int], known: dict[BlowDie, int]) -> int:
    """The number of a die among the nodes; what its faces lead to lies in one row: a loss, or below 0 another die."""
    if throw not in known:
        led = [each if isinstance(each, int) else -1 - _laid(each, nodes, falls, known) for each in throw.falls]
        known[throw] = len(nodes)
        nodes.append((throw.sides, len(falls)))
        falls += led
    return known[throw]


def simulate(
    bout: Bout, fights: int, seed: str, predicates: Mapping[str, Predicate] | None = None
) -> Simulated | Unfit:
    """Fight a plain fight so many times; or say why it is none."""
    need("sim")
    from arbitro.chances.plain_kernel import fought_out  # late: compiled code, of an extra

    laid = laid_out(bout)
    if isinstance(laid, Unfit):
        return laid
    ends, lasted = fought_out(laid.tables, seed_number(seed), 0, fights)
    spreads: Spreads = {}
    for at, winner, fallen, hp in zip(*ends.nonzero(), strict=True):
        result: tuple[dict[LineStand, float], dict[LineStand, float]] = ({}, {})
        result[winner][LineStand(int(fallen), int(hp))] = int(ends[at, winner, fallen, hp]) / fights
        try:
            add_ends(spreads, laid.beginnings[at].plain, LinesResult(result, 0.0), predicates or {})
        except AsksForRounds:
            return Unfit("chances.why.rounds")
    spreads["rounds"] = {float(value): int(lasted[value]) / fights for value in lasted.nonzero()[0]}
    estimates = {
        name: share(each.get(1, 0.0) * fights, fights)
        if is_share(name)
        else counted_from_nothing(mean_of(each, fights))
        for name, each in spreads.items()
    }
    return Simulated(estimates, fights, spreads)
