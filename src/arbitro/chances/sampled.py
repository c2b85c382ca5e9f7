"""The sampled way: the fight is played through the real rules, by numbered seeds, until the interval is narrow enough.

Fight number *n* of a seed is the fight that a table with the seed ``SEED/n`` would see: any of them can be played again
alone and read with its why (`replaying`). Nothing is sealed or kept meanwhile. Batches go to any executor of
`concurrent.futures`; they are taken up in the order of their numbers, so that the answer does not depend on who was
quicker.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Final

from msgspec import Struct, field

from arbitro.chances.bout import Bout, fought
from arbitro.chances.intervals import Estimate, Z, counted_from_nothing, mean, paired_means, paired_shares, share
from arbitro.chances.measures import Predicate, answers, family, is_share, measured
from arbitro.chances.work import ALONE, FightWork

BATCH: Final = 50
"""Fights in a batch: at a few milliseconds each, sending one there and back costs next to nothing."""
AHEAD: Final = 2
"""Batches that are under way at once for each worker."""
LEAST: Final = 2 * BATCH
"""Below so many fights no interval is believed."""

Measures = dict[str, float]


class Stop(Struct, frozen=True, kw_only=True):
    """When there have been enough fights."""

    fights: int
    width: float = 0.0
    """The widest interval of what was asked that is narrow enough; 0: all fights are fought."""
    asked: str = "wins"


class Sample(Struct, frozen=True):
    """What was found in a number of fights: of each measure its values, by the number of the fight."""

    seed: str
    count: int
    values: dict[str, dict[int, float]] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order in which the game names them."""
        return tuple(name.partition("/")[2] for name in self.values if family(name) == "wins")

    def estimates(self) -> dict[str, Estimate]:
        """Every measure, with its interval."""
        return {name: _estimate(name, list(found.values())) for name, found in self.values.items()}


def _estimate(name: str, values: Sequence[float]) -> Estimate:
    return share(sum(values), len(values)) if is_share(name) else counted_from_nothing(mean(values))


def play_batch(bout: Bout, seed: str, first: int, count: int, predicates: Mapping[str, Predicate]) -> list[Measures]:
    """The measures of a run of numbered fights: what a worker is asked for."""
    read = bout.reading.outcome
    return [measured(read(fought(bout, seed, number)), predicates) for number in range(first, first + count)]


def sample(bout: Bout, seed: str, stop: Stop, work: FightWork = ALONE, *, begun: Sample | None = None) -> Sample:
    """Fight until it is enough; with a sample that was begun, from where that left off."""
    found = Sample(seed, 0) if begun is None else begun
    for batch in _batches(bout, seed, stop.fights, work, found.count):
        found = _added(found, batch)
        if work.enough("sampled", found.count, stop.fights):
            break
        if stop.width and found.count >= LEAST and _narrow(found, stop):
            break
    return found


def _added(found: Sample, batch: list[Measures]) -> Sample:
    """With a batch more; the values go on in the same dictionaries, as copying them each time would cost a square."""
    for number, measures in enumerate(batch, found.count):
        for name, value in measures.items():
            found.values.setdefault(name, {})[number] = value
    return Sample(found.seed, found.count + len(batch), found.values)


def _narrow(found: Sample, stop: Stop) -> bool:
    asked = [name for name in found.values if answers(name, stop.asked)]
    return all(_estimate(name, list(found.values[name].values())).within(stop.width) for name in asked)


def _batches(bout: Bout, seed: str, fights: int, work: FightWork, begin: int = 0) -> Iterator[list[Measures]]:
    """Batch after batch, in the order of their numbers."""
    runs = ((first, min(BATCH, fights - first)) for first in range(begin, fights, BATCH))
    if work.executor is None:
        for first, count in runs:
            yield play_batch(bout, seed, first, count, work.predicates)
        return
    under_way: deque[Future[list[Measures]]] = deque()
    try:
        for first, count in runs:
            under_way.append(work.executor.submit(play_batch, bout, seed, first, count, work.predicates))
            if len(under_way) >= work.workers * AHEAD:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        for each in under_way:
            each.cancel()


class Pair(Struct, frozen=True):
    """Two variants of a fight over the same seeds."""

    first: Sample
    second: Sample

    def differences(self) -> dict[str, Estimate]:
        """What the second has more than the first, each with an interval of its own."""
        both = [name for name in self.first.values if name in self.second.values]
        return {name: _difference(name, self.first, self.second) for name in both}

    def difference(self, name: str, z: float) -> Estimate:
        """One of them, with an interval that reaches so many deviations."""
        return _difference(name, self.first, self.second, z)


def compare(first: Bout, second: Bout, seed: str, stop: Stop, work: FightWork = ALONE) -> Pair:
    """Fight both with the same dice, until the difference of what was asked is as sure as it should be."""
    one, other = Sample(seed, 0), Sample(seed, 0)
    for batch, answer in zip(*(_batches(each, seed, stop.fights, work) for each in (first, second)), strict=True):
        one, other = _added(one, batch), _added(other, answer)
        if work.enough("sampled", one.count, stop.fights):
            break
        if stop.width and one.count >= LEAST:
            asked = [name for name in one.values if name in other.values and answers(name, stop.asked)]
            if all(_difference(name, one, other).within(stop.width) for name in asked):
                break
    return Pair(one, other)


def _difference(name: str, one: Sample, other: Sample, z: float = Z) -> Estimate:
    """Over those fights in which both have it: somebody may be there in one of them alone."""
    numbers = [number for number in one.values[name] if number in other.values[name]]
    values = [one.values[name][number] for number in numbers], [other.values[name][number] for number in numbers]
    return paired_shares(*values, z) if is_share(name) else paired_means(*values, z)
