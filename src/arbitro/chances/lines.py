"""Two lines of people who go for each other's first: the whole fight counted out from what single blows do.

Everybody who stands strikes at the first of the other line who stands, one line after the other. How a line stands is
then two numbers: how many have fallen, and the hit points of who is struck at next. A blow never makes that better, so
all there is to know follows in one pass from the first state to the last; only a round in which everybody misses leads
back to where it began, and that is a geometric series.
"""

from typing import Final

from msgspec import Struct

Losses = tuple[tuple[float, int], ...]
"""What a blow takes away: chances and hit points. What it takes beyond the victim's is lost."""
NOTHING: Final = 0.0


class BlowDie(Struct, frozen=True):
    """A die of a blow, and what follows of each of its faces: another die, or what is lost."""

    sides: int
    falls: tuple["BlowDie | int", ...]


class FightingLine(Struct, frozen=True):
    """One line: its hit points in the order in which they are struck at, and who strikes when."""

    hp: tuple[int, ...]
    order: tuple[int, ...]
    """The members, by their place among `hp`, in the order in which they act."""


class LinesFight(Struct, frozen=True):
    """Two lines, and what each blow does."""

    lines: tuple[FightingLine, FightingLine]
    blows: tuple[dict[tuple[int, int], Losses], dict[tuple[int, int], Losses]]
    """For each line, by striker and victim."""
    first: tuple[float, float]
    """How likely each line is to act first."""

    def turned(self) -> "LinesFight":
        """The fight with the other line in front, to act first as this one's is."""
        return LinesFight(self.lines[::-1], self.blows[::-1], self.first)


class LineStand(Struct, frozen=True):
    """How a line stands at the end: how many have fallen, and the hit points of the next."""

    fallen: int
    hp: int


class LinesResult(Struct, frozen=True):
    """How likely each end is: for each line that may have won, how it stands then."""

    ends: tuple[dict[LineStand, float], dict[LineStand, float]]
    rounds: float


def solve(fight: LinesFight) -> LinesResult:
    """Count the fight out."""
    stands = tuple([_stands(line) for line in fight.lines])
    volleys = tuple([_volleys(fight, side, stands) for side in (0, 1)])
    ends: tuple[dict[LineStand, float], dict[LineStand, float]] = ({}, {})
    rounds = 0.0
    for side in (0, 1):
        if fight.first[side]:
            rounds += _passed(stands, volleys, side, fight.first[side], ends)
    return LinesResult(ends, rounds)


def _stands(line: FightingLine) -> list[LineStand]:
    """Every way that a line can stand, from untouched to gone."""
    found = [LineStand(lost, hp) for lost, most in enumerate(line.hp) for hp in range(most, 0, -1)]
    return [*found, LineStand(len(line.hp), 0)]


Row = list[tuple[int, float]]
"""Where a line may stand after a volley, by its number, and how likely."""
Volley = tuple[float, Row]
"""How likely a line stands after a volley as it stood before it; and where else it may stand."""


def _volleys(fight: LinesFight, side: int, stands: tuple[list[LineStand], ...]) -> list[list[Volley]]:
    """For each number of fallen strikers, what their volley does to the other line, from each of its stands."""
    line, blows, others = fight.lines[side], fight.blows[side], stands[1 - side]
    starts = [0]
    for most in fight.lines[1 - side].hp:
        starts.append(starts[-1] + most)
    one_blow: dict[tuple[Losses, ...], list[Row]] = {}
    known: dict[tuple[tuple[Losses, ...], ...], list[Row]] = {(): [[(at, 1.0)] for at in range(len(others))]}
    found = []
    for fallen in range(len(line.hp)):
        sequence: tuple[tuple[Losses, ...], ...] = ()
        for striker in line.order:
            if striker < fallen:
                continue
            blow = tuple([blows[striker, victim] for victim in range(len(starts) - 1)])
            longer = (*sequence, blow)
            if longer not in known:
                if blow not in one_blow:
                    one_blow[blow] = _after_blow(blow, others, starts)
                known[longer] = _then(known[sequence], one_blow[blow])
            sequence = longer
        found.append([_volley(at, row) for at, row in enumerate(known[sequence])])
    return found


def _volley(before: int, row: Row) -> Volley:
    """Staying as before apart from all else: half a round in which nothing comes of anything goes round."""
    after = dict(row)
    stay = after.pop(before, 0.0)
    return stay, list(after.items())


def _after_blow(blow: tuple[Losses, ...], stands: list[LineStand], starts: list[int]) -> list[Row]:
    """Where a line stands after one blow, from each of its stands."""
    rows: list[Row] = []
    for at, stand in enumerate(stands[:-1]):
        row: dict[int, float] = {}
        next_one = starts[stand.fallen + 1]
        for chance, loss in blow[stand.fallen]:
            to = at + loss if loss < stand.hp else next_one
            row[to] = row.get(to, 0.0) + chance
        rows.append(list(row.items()))
    return [*rows, [(len(stands) - 1, 1.0)]]


def _then(first: list[Row], second: list[Row]) -> list[Row]:
    found: list[Row] = []
    for row in first:
        made: dict[int, float] = {}
        for middle, chance in row:
            for to, further in second[middle]:
                made[to] = made.get(to, NOTHING) + chance * further
        found.append(list(made.items()))
    return found


def _passed(
    stands: tuple[list[LineStand], ...],
    volleys: tuple[list[list[Volley]], ...],
    first: int,
    chance: float,
    ends: tuple[dict[LineStand, float], dict[LineStand, float]],
) -> float:
    """All that may come of a line acting first is added to the ends; the rounds that it takes are given back."""
    ours, theirs = stands
    size, width = len(ours) - 1, len(theirs) - 1
    mine = [[0.0] * (width + 1) for _ in range(size + 1)]
    """How likely it is that the first line is to act with the two standing so; then the same for the second."""
    yours = [[0.0] * (width + 1) for _ in range(size + 1)]
    (mine, yours)[first][0][0] = chance
    rounds = 0.0
    for one in range(size):
        fall = volleys[0][ours[one].fallen]
        to_act, to_answer = mine[one], yours[one]
        for other in range(width):
            came, answered = to_act[other], to_answer[other]
            if not came and not answered:
                continue
            stay, row = fall[other]
            still, reply = volleys[1][theirs[other].fallen][one]
            whole = 1.0 - stay * still
            acts, answers = (came + still * answered) / whole, (answered + stay * came) / whole
            rounds += answers if first else acts
            for at, p in row:
                to_answer[at] += acts * p
            for at, p in reply:
                mine[at][other] += answers * p
    for one in range(size):
        if yours[one][width]:
            ends[0][ours[one]] = ends[0].get(ours[one], 0.0) + yours[one][width]
    for other in range(width):
        if mine[size][other]:
            ends[1][theirs[other]] = ends[1].get(theirs[other], 0.0) + mine[size][other]
    return rounds
