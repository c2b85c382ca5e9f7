"""The explored way: every command of the real fight along every way its dice can fall, equal situations once.

What is found is a net of situations with chances between them. How often each is come by follows from a system of
linear equations, solved exactly piece by piece: a piece is a set of situations that lead back to each other (a round in
which everybody misses), and the pieces have an order. Likelier situations are looked at first, and ends are told apart
by nothing but what they came to. Where there are more than may be followed, what is known is how likely it is to leave
the part that was followed: if that is next to nothing the answer stands; if it is little, a share is known to lie
between two bounds; else there is no answer, but those bounds are given along.
"""

from collections.abc import Callable, Hashable, Mapping
from heapq import heappop, heappush
from typing import Any, Final

from msgspec import Struct, field
from msgspec.msgpack import encode
from msgspec.structs import replace

from arbitro.chances.bout import Bout, before, decider
from arbitro.chances.branching import TooManyWays, settled, ways
from arbitro.chances.intervals import Estimate, exact
from arbitro.chances.measures import NO_ROUNDS, AsksForRounds, Predicate, Spreads, is_share, measured, spread_into
from arbitro.chances.net import visits
from arbitro.chances.outcome import FightOutcome, Unfit
from arbitro.chances.work import ALONE, FightWork
from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.state import State

MOST_AT_FIRST: Final = 5_000
"""So many ways that a command may fall by which the fight is set up."""
WAYS_EACH: Final = 10
"""So many ways for each situation that may be followed, all in all: some games throw many dice for one command."""
NEGLIGIBLE: Final = 1e-9
"""So unlikely that an answer without it is called exact."""
LOOKED_AT: Final = 100
"""After so many situations whoever asked is told, and may say that it is enough."""
SMALLEST_STEP: Final = 1.25
"""By so much the part that is known must have grown before it is solved once more, to see whether it is enough."""


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
    """The fight cannot be followed to its end: why, how far it was followed, and what is known for certain."""

    def __init__(self, why: Unfit, situations: int, unresolved: float = 1.0) -> None:
        super().__init__(why.key)
        self.reason = why
        self.situations = situations
        self.unresolved = unresolved
        self.bounds: dict[str, Estimate] = {}
        """Of what is a share, between which bounds it lies."""

    @property
    def why(self) -> str:
        """The key of the reason."""
        return self.reason.key


class _Net(Struct):
    """Situations by number: their states, where they lead, and how they are found again."""

    states: list[Any] = field(default_factory=list)
    """Of an end, and of what was followed, None."""
    leads: dict[int, dict[int, float]] = field(default_factory=dict)
    known: dict[Hashable, int] = field(default_factory=dict)
    rounds: dict[int, float] = field(default_factory=dict)
    """By how much the count of rounds goes up on the way out of each, on average."""
    ends: dict[int, FightOutcome] = field(default_factory=dict)

    def unresolved(self, found: Mapping[int, float]) -> float:
        """How likely it is to come to a situation that was not followed."""
        return sum(chance for at, chance in found.items() if at not in self.leads and at not in self.ends)


def explore(bout: Bout, most: int, work: FightWork = ALONE, *, unsure: float = NEGLIGIBLE) -> Explored:
    """Follow a fight wherever it can go, through so many situations at most; raises `GaveUp` where that is too far.

    With `unsure`, as much may be left: of what is a share it is then known between which bounds it lies, for certain.
    """
    net = _Net()
    try:
        start, begun = _beginnings(bout, net, min(MOST_AT_FIRST, WAYS_EACH * most))
    except TooManyWays:
        raise GaveUp(Unfit("chances.why.too_many_ways"), len(net.leads)) from None
    why = _followed(bout, net, start, most, work)
    found = visits(start, net.leads)
    unresolved = net.unresolved(found)
    try:
        spreads = _spreads(net, found, work.predicates)
    except AsksForRounds:
        raise GaveUp(Unfit("chances.why.rounds"), len(net.leads)) from None
    estimates = _estimates(net, found, begun, spreads, unresolved)
    if unresolved > max(NEGLIGIBLE, unsure):
        gave_up = GaveUp(why, len(net.leads), unresolved)
        gave_up.bounds = estimates
        raise gave_up
    return Explored(
        estimates=estimates,
        situations=len(net.states),
        unresolved=unresolved,
        spreads=spreads if unresolved <= NEGLIGIBLE else {},
    )


def _number(bout: Bout, net: _Net, result: State | FightOutcome) -> int:
    key = _key(bout, result)
    at = net.known.get(key)
    if at is None:
        at = net.known[key] = len(net.states)
        net.states.append(None if isinstance(result, FightOutcome) else result)
        if isinstance(result, FightOutcome):
            net.ends[at] = result
    return at


def _key(bout: Bout, result: State | FightOutcome) -> Hashable:
    """What tells situations apart; of an end nothing counts but what it came to."""
    if isinstance(result, FightOutcome):
        return "over", encode(replace(result, rounds=0))
    return bout.reading.situation(result)


def _rounds(bout: Bout, result: State | FightOutcome) -> int:
    return result.rounds if isinstance(result, FightOutcome) else bout.reading.rounds(result)


def _beginnings(bout: Bout, net: _Net, most: int) -> tuple[dict[int, float], float]:
    """The situations in which the fight may begin, with their chances, and the rounds that have passed by then."""
    states: list[tuple[float, Any]] = [(1.0, before(bout))]
    for number, command in enumerate(bout.start, 1):
        merged: dict[Hashable, list[Any]] = {}
        for chance, state in states:
            decision = _decision(bout, state, command, ends=number == len(bout.start))
            for way in ways(decision, bout.reading.renewals(state, command), most):
                kept = merged.setdefault(_key(bout, way.result), [0.0, way.result])
                kept[0] += chance * way.chance
        states = [(chance, state) for chance, state in merged.values()]
    start: dict[int, float] = {}
    begun = 0.0
    for chance, state in states:
        at = _number(bout, net, state)
        start[at] = start.get(at, 0.0) + chance
        begun += chance * _rounds(bout, state)
    return start, begun


def _decision(bout: Bout, state: State, command: Any, *, ends: bool = True) -> Callable[[Any], State | FightOutcome]:
    """What comes of a command with dice that are open; where the fight is over then, only what it came to."""
    ruleset, reading = bout.ruleset, bout.reading

    def decide(dice: Any) -> State | FightOutcome:
        found = ruleset.decide(state, command, dice)
        if isinstance(found, Refusal):
            raise RuntimeError(f"{command} was chosen and is refused: {found.code}")  # an error of ours
        if ends and reading.over(found.state):
            outcome: FightOutcome = settled(reading.outcome(found.state))
            return outcome
        made: State = settled(reading.trimmed(found.state), state)
        return made

    return decide


def _followed(bout: Bout, net: _Net, start: dict[int, float], most: int, work: FightWork) -> Unfit:
    """Look at situations, likelier ones first, until all have been seen or there are too many; why not all were."""
    choose = decider(bout, QuickDice(0))  # policies that throw lots are not followed
    mass: dict[int, float] = dict(start)
    waits = sum(chance for at, chance in start.items() if at not in net.ends)  # loops make it more: no more than a hint
    waiting = [(-chance, at) for at, chance in start.items()]
    waiting.sort()
    tried, solved = 0, LOOKED_AT
    too_many = Unfit("chances.why.too_many_states", {"count": most})
    while waiting and len(net.leads) < most:
        _, at = heappop(waiting)
        if at in net.leads or at in net.ends:
            continue
        count = len(net.leads)
        if count % LOOKED_AT == 0:
            if work.enough("explored", count, most):
                return Unfit("chances.why.enough", {"count": count})
            if count >= solved * SMALLEST_STEP and waits <= NEGLIGIBLE:
                solved = count
                if net.unresolved(visits(start, net.leads)) <= NEGLIGIBLE:
                    return too_many
        waits -= mass[at]
        state = net.states[at]
        command = choose(state)
        if command is None:
            net.ends[at] = bout.reading.outcome(state)
            continue
        before = bout.reading.rounds(state)
        out: dict[int, float] = {}
        later = 0.0
        try:
            left = WAYS_EACH * most - tried
            found = ways(_decision(bout, state, command), bout.reading.renewals(state, command), left)
        except TooManyWays:
            return too_many
        tried += len(found)
        for way in found:
            to = _number(bout, net, way.result)
            out[to] = out.get(to, 0.0) + way.chance
            later += way.chance * (_rounds(bout, way.result) - before)
        net.leads[at] = out
        net.rounds[at] = later
        net.states[at] = None  # looked at once: whoever collects what is left lying need not look through it
        for to, chance in out.items():
            more = mass[at] * chance
            mass[to] = mass.get(to, 0.0) + more
            if to not in net.leads and to not in net.ends:
                waits += more
                heappush(waiting, (-mass[to], to))
    return too_many


def _spreads(net: _Net, found: dict[int, float], predicates: Mapping[str, Predicate]) -> Spreads:
    """How likely each value of each measure is, over the ends."""
    spreads: Spreads = {}
    for at, outcome in net.ends.items():
        measures = measured(replace(outcome, rounds=NO_ROUNDS), predicates)  # situations do not remember them
        del measures["rounds"]
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
