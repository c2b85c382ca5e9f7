"""The derived way: what single blows do is asked of the rules, and the rest is counted out (`lines`).

It answers in a few thousandths of a second, for fights in which a game's reading has found nothing but blows.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.chances.bout import Bout, before, first_state
from arbitro.chances.branching import TooManyWays, settled, ways
from arbitro.chances.intervals import Estimate, exact
from arbitro.chances.lines import LinesFight, LinesResult, LineStand, solve
from arbitro.chances.measures import NO_ROUNDS, AsksForRounds, Predicate, Spreads, measured, spread_into
from arbitro.chances.outcome import FightOutcome, NotYet, PersonLeft, PlainFight, Probed, Unfit
from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import REFEREE

MOST_BEGINNINGS: Final = 500
"""So many ways for a fight to begin (with other hit points, say) are counted out one by one."""
MOST_BEFORE: Final = 20
"""Commands before the first turn."""
WHY_POLICY: Final = "chances.unfit.policy"
NO_PREDICATES: Final[Mapping[str, Predicate]] = {}


class Derived(Struct, frozen=True):
    """What was found, and in how many situations."""

    estimates: dict[str, Estimate]
    situations: int
    spreads: Spreads
    """How likely each value of each measure is (but for the rounds, which are added up)."""


def derive(bout: Bout, predicates: Mapping[str, Predicate] = NO_PREDICATES) -> Derived | Unfit:
    """Count a fight out, or say why that cannot be done."""
    probed: Probed = {}
    unfit = seems_unfit(bout, probed)
    found = _plain(bout, probed) if unfit is None else unfit
    if isinstance(found, Unfit):
        return found
    spreads: Spreads = {}
    situations, rounds = 0, 0.0
    for plain in found:
        result = solve(plain.fight)
        situations += _count(plain.fight)
        rounds += result.rounds
        try:
            add_ends(spreads, plain, result, predicates)
        except AsksForRounds:
            return Unfit("chances.why.rounds")
    sums = {name: sum(value * chance for value, chance in each.items()) for name, each in spreads.items()}
    sums["rounds"] = rounds
    return Derived({name: exact(value) for name, value in sums.items()}, situations, spreads)


def seems_unfit(bout: Bout, probed: Probed) -> Unfit | None:
    """Why a fight is not plain, seen from one way for it to begin: most are not, and all need not be followed then."""
    lines = bout.reading.lines
    if lines is None:
        return Unfit("chances.unfit.game")
    if not bout.suggests_only:
        return Unfit(WHY_POLICY)
    found = lines(bout.ruleset, first_state(bout, QuickDice(1)), probed)
    if not isinstance(found, Unfit):
        return None
    return Unfit(bout.reading.by_chance.get(found.key, found.key), found.values) if bout.start else found


def _count(fight: LinesFight) -> int:
    first, second = fight.lines
    return 2 * sum(first.hp) * sum(second.hp)


class Beginning(Struct, frozen=True):
    """One way for a plain fight to begin: how likely, from which state, and as which two lines."""

    chance: float
    state: Any
    plain: PlainFight


def _plain(bout: Bout, probed: Probed) -> list[PlainFight] | Unfit:
    """Every way that the fight may begin, as two lines; ways that differ in who is first only are put together."""
    found = beginnings(bout, probed)
    if isinstance(found, Unfit):
        return found
    together: dict[Any, list[tuple[float, PlainFight]]] = {}
    for each in found:
        plain = each.plain
        key = tuple(sorted(zip(plain.sides, plain.fight.lines, strict=True), key=lambda pair: pair[0]))
        together.setdefault(key, []).append((each.chance, plain))
    return [_one(several) for several in together.values()]


def beginnings(bout: Bout, probed: Probed) -> list[Beginning] | Unfit:
    """Every way that a plain fight may begin; or why it is none. What was probed before is not asked again."""
    lines = bout.reading.lines
    assert lines is not None  # noqa: S101 - whoever asks has looked
    begun: list[Beginning] = []
    states = _opened(bout)
    if isinstance(states, Unfit):
        return states
    for _ in range(MOST_BEFORE):
        waiting: list[tuple[float, Any]] = []
        for chance, state in states:
            found = lines(bout.ruleset, state, probed)
            if isinstance(found, Unfit):
                return found
            if isinstance(found, NotYet):
                command = bout.ruleset.suggest(state, REFEREE)
                if command is None:
                    return Unfit("chances.unfit.command", {"command": "–"})
                waiting += [(chance * more, after) for more, after in _after(bout, state, command)]
            else:
                begun.append(Beginning(chance, state, found))
        states = _merged(bout, waiting)
        if len(states) + len(begun) > MOST_BEGINNINGS:
            return Unfit("chances.unfit.beginnings")
        if not states:
            return begun
    return Unfit("chances.unfit.beginnings")


def _one(several: list[tuple[float, PlainFight]]) -> PlainFight:
    """The same two lines, with the chances of who is first."""
    kept = several[0][1]
    first = sum(chance for chance, plain in several if plain.sides == kept.sides)
    whole = sum(chance for chance, _ in several)
    return replace(kept, fight=replace(kept.fight, first=(first, whole - first)))


def _opened(bout: Bout) -> list[tuple[float, Any]] | Unfit:
    states: list[tuple[float, Any]] = [(1.0, before(bout))]
    for command in bout.start:
        try:
            states = _merged(bout, [(p * q, to) for p, state in states for q, to in _after(bout, state, command)])
        except TooManyWays:
            return Unfit("chances.unfit.beginnings")
        if len(states) > MOST_BEGINNINGS:
            return Unfit("chances.unfit.beginnings")
    return states


def _merged(bout: Bout, states: list[tuple[float, Any]]) -> list[tuple[float, Any]]:
    found: dict[Any, tuple[float, Any]] = {}
    for chance, state in states:
        key = bout.reading.situation(state)
        found[key] = (found[key][0] + chance, found[key][1]) if key in found else (chance, state)
    return list(found.values())


def _after(bout: Bout, state: Any, command: Command) -> list[tuple[float, Any]]:
    def decide(dice: Any) -> Any:
        found = bout.ruleset.decide(state, command, dice)
        if isinstance(found, Refusal):
            raise RuntimeError(f"{command} was chosen and is refused: {found.code}")  # an error of ours
        return settled(found.state, state)

    return [
        (way.chance, way.result) for way in ways(decide, bout.reading.renewals(state, command), 10 * MOST_BEGINNINGS)
    ]


def add_ends(spreads: Spreads, plain: PlainFight, result: LinesResult, predicates: Mapping[str, Predicate]) -> None:
    """The measures of every end, each with its chance."""
    for winner, ends in enumerate(result.ends):
        for stand, chance in ends.items():
            measures = measured(_outcome(plain, winner, stand), predicates)
            del measures["rounds"]
            spread_into(spreads, measures, chance)


def _outcome(plain: PlainFight, winner: int, stand: LineStand) -> FightOutcome:
    """The end in which a line has won and stands so; what is asked of it does not depend on the rounds."""
    people = []
    for at in sorted((0, 1), key=lambda at: plain.place.index(plain.sides[at])):
        for number, who in enumerate(plain.people[at]):
            up = at == winner and number >= stand.fallen
            hp = 0 if not up else stand.hp if number == stand.fallen else plain.fight.lines[at].hp[number]
            people.append(PersonLeft(who, plain.sides[at], up, not up, not up, hp))
    return FightOutcome(plain.place, (plain.sides[winner],), NO_ROUNDS, (*people, *plain.gone))
