"""Which of many fights are worth reading: the best for a side, the worst, and one in the middle."""

from msgspec import Struct

from arbitro.chances.sampled import Sample


class TellingFights(Struct, frozen=True):
    """The numbers of three fights out of a sample."""

    best: int
    typical: int
    worst: int


def telling_fights(sample: Sample, side: str) -> TellingFights:
    """From the worst to the best for a side; of fights that went alike, the first.

    A won fight is better than a lost one; then more on one's feet, more hit points left, fewer enemies standing, fewer
    of their hit points, and a quicker victory or a later defeat.
    """
    worth = {number: _worth(sample, side, number) for number in range(sample.count)}
    ranked = sorted(worth.values())
    first = {value: number for number, value in reversed(worth.items())}
    return TellingFights(best=first[ranked[-1]], typical=first[ranked[len(ranked) // 2]], worst=first[ranked[0]])


def _worth(sample: Sample, side: str, number: int) -> tuple[float, ...]:
    def at(name: str) -> float:
        return sample.values.get(name, {}).get(number, 0.0)

    others = [other for other in sample.sides if other != side]
    won = at(f"wins/{side}")
    return (
        won,
        at(f"standing/{side}"),
        at(f"hp/{side}"),
        -sum(at(f"standing/{other}") for other in others),
        -sum(at(f"hp/{other}") for other in others),
        -at("rounds") if won else at("rounds"),
    )
