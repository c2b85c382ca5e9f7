"""The explored way: every command of the real fight along every way its dice can fall, equal situations once.

What is found is a net of situations with chances between them. How often each is come by follows from a system of
linear equations, solved exactly piece by piece: a piece is a set of situations that lead back to each other (a round in
which everybody misses), and the pieces have an order. Likelier situations are looked at first. Where there are more
than may be followed, what is known is how likely it is to leave the part that was followed: if that is next to nothing
the answer stands; if it is little, a share is known to lie between two bounds; else there is no answer.
"""

from collections.abc import Callable, Hashable, Mapping
from heapq import heappop, heappush
from typing import Any, Final

from msgspec import Struct, field

from arbitro.chances.bout import Bout, before, decider
from arbitro.chances.branching import TooManyWays, settled, ways
from arbitro.chances.intervals import Estimate, exact
from arbitro.chances.measures import Predicate, Spreads, is_share, measured, spread_into
from arbitro.chances.net import visits
from arbitro.chances.work import ALONE, FightWork
from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.state import State

MOST_AT_FIRST: Final = 5_000
"""So many ways that a command may fall by which the fight is set up."""
WAYS_EACH: Final = 6
"""So many ways for each situation that may be followed, all in all: some games throw many dice for one command."""
NEGLIGIBLE: Final = 1e-9
"""So unlikely that an answer without it is called exact."""


class Explored(Struct, frozen=True, kw_only=True):
    """What was found: each measure, how many situations there are, and how likely it is to leave those."""

    estimates: dict[str, Estimate]
    situations: int
    unresolved: float
    spreads: Spreads = field(default_factory=dict)
    """How likely each value of each measure is, where all was followed (but for the rounds, which are added up)."""

    @property
    def complete(self) -> bool:
        """Whether all that matters was followed."""
        return self.unresolved <= NEGLIGIBLE


class GaveUp(Exception):
    """The fight cannot be followed to its end: why, as a key of the texts, and how far it was followed."""

    def __init__(self, why: str, situations: int, unresolved: float = 1.0) -> None:
        super().__init__(why)
        self.why = why
        self.situations = situations
        self.unresolved = unresolved


class _Net(Struct):
    """Situations by number: their states, where they lead, and how they are found again."""

    states: list[Any] = field(default_factory=list)
    leads: dict[int, dict[int, float]] = field(default_factory=dict)
    known: dict[Hashable, int] = field(default_factory=dict)
    rounds: dict[int, float] = field(default_factory=dict)
    """By how much the count of rounds goes up on the way out of each, on average."""
    ends: set[int] = field(default_factory=set)


def explore(bout: Bout, most: int, work: FightWork = ALONE, *, unsure: float = NEGLIGIBLE) -> Explored:
    """Follow a fight wherever it can go; raises `GaveUp` where that is too far.

    With `unsure`, as much may be left: of what is a share it is then known between which bounds it lies, for certain.
    """
    net = _Net()
    try:
        start, begun = _beginnings(bout, net, min(MOST_AT_FIRST, WAYS_EACH * most))
        _followed(bout, net, start, most, work)
    except TooManyWays:
        raise GaveUp("chances.why.too_many_ways", len(net.leads)) from None
    found = visits(start, net.leads)
    unresolved = sum(found.get(at, 0.0) for at in range(len(net.states)) if at not in net.leads and at not in net.ends)
    if unresolved > max(NEGLIGIBLE, unsure):
        raise GaveUp("chances.why.too_many_states", len(net.leads), unresolved)
    spreads = _spreads(bout, net, found, work.predicates)
    return Explored(
        estimates=_estimates(net, found, begun, spreads, unresolved),
        situations=len(net.states),
        unresolved=unresolved,
        spreads=spreads if unresolved <= NEGLIGIBLE else {},
    )


def _number(bout: Bout, net: _Net, state: State) -> int:
    key = bout.reading.situation(state)
    at = net.known.get(key)
    if at is None:
        at = net.known[key] = len(net.states)
        net.states.append(state)
        if bout.reading.over(state):
            net.ends.add(at)
    return at


def _beginnings(bout: Bout, net: _Net, most: int) -> tuple[dict[int, float], float]:
    """The situations in which the fight may begin, with their chances, and the rounds that have passed by then."""
    states = [(1.0, before(bout))]
    for command in bout.start:
        merged: dict[Hashable, list[Any]] = {}
        for chance, state in states:
            for way in ways(_decision(bout, state, command), bout.reading.renewals(state, command), most):
                kept = merged.setdefault(bout.reading.situation(way.result), [0.0, way.result])
                kept[0] += chance * way.chance
        states = [(chance, state) for chance, state in merged.values()]
    start: dict[int, float] = {}
    begun = 0.0
    for chance, state in states:
        at = _number(bout, net, state)
        start[at] = start.get(at, 0.0) + chance
        begun += chance * bout.reading.rounds(state)
    return start, begun


def _decision(bout: Bout, state: State, command: Any) -> Callable[[Any], State]:
    ruleset, trimmed = bout.ruleset, bout.reading.trimmed

    def decide(dice: Any) -> State:
        found = ruleset.decide(state, command, dice)
        if isinstance(found, Refusal):
            raise RuntimeError(f"{command} was chosen and is refused: {found.code}")  # an error of ours
        made: State = settled(trimmed(found.state), state)
        return made

    return decide


def _followed(bout: Bout, net: _Net, start: dict[int, float], most: int, work: FightWork) -> None:
    """Look at situations, likelier ones first, until all have been seen or there are too many."""
    choose = decider(bout, QuickDice(0))  # policies that throw lots are not followed
    mass: dict[int, float] = dict(start)
    waiting = [(-chance, at) for at, chance in start.items()]
    waiting.sort()
    tried = 0
    while waiting and len(net.leads) < most:
        _, at = heappop(waiting)
        if at in net.leads or at in net.ends:
            continue
        if len(net.leads) % 100 == 0 and work.enough("explored", len(net.leads), most):
            return
        state = net.states[at]
        command = choose(state)
        if command is None:
            net.ends.add(at)
            continue
        before = bout.reading.rounds(state)
        out: dict[int, float] = {}
        later = 0.0
        try:
            left = WAYS_EACH * most - tried
            found = ways(_decision(bout, state, command), bout.reading.renewals(state, command), left)
        except TooManyWays:
            return
        tried += len(found)
        for way in found:
            to = _number(bout, net, way.result)
            out[to] = out.get(to, 0.0) + way.chance
            later += way.chance * (bout.reading.rounds(way.result) - before)
        net.leads[at] = out
        net.rounds[at] = later
        for to, chance in out.items():
            mass[to] = mass.get(to, 0.0) + mass[at] * chance
            if to not in net.leads and to not in net.ends:
                heappush(waiting, (-mass[to], to))


def _spreads(bout: Bout, net: _Net, found: dict[int, float], predicates: Mapping[str, Predicate]) -> Spreads:
    """How likely each value of each measure is, over the ends."""
    spreads: Spreads = {}
    for at in net.ends:
        measures = measured(bout.reading.outcome(net.states[at]), predicates)
        del measures["rounds"]  # situations do not remember them
        spread_into(spreads, measures, found.get(at, 0.0))
    return spreads


def _estimates(
    net: _Net, found: dict[int, float], begun: float, spreads: Spreads, unresolved: float
) -> dict[str, Estimate]:
    """Every measure, as the average over the ends; rounds are counted along the way."""
    sums = {name: sum(value * chance for value, chance in each.items()) for name, each in spreads.items()}
    if unresolved > NEGLIGIBLE:
        return {name: exact(total, unresolved) for name, total in sums.items() if is_share(name)}
    whole = {name: sum(each.values()) for name, each in spreads.items()}
    estimates = {name: exact(_rounded(name, total / whole[name])) for name, total in sums.items() if whole[name] > 0}
    estimates["rounds"] = exact(begun + sum(found.get(at, 0.0) * later for at, later in net.rounds.items()))
    return estimates


def _rounded(name: str, value: float) -> float:
    return min(1.0, max(0.0, value)) if is_share(name) else value
