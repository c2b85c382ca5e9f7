"""The same question over many variants of a fight: a grid, or the search for the one that is even.

A fight is varied where its file is (``sides.orcs.members.0.count``), in its options (``set:NAME``), in who decides
(``policy:party``), and in the packs that are laid over the game (``packs``). Every point of a sweep uses the same seed,
so that sampled points meet the same dice.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Any, Final

import msgspec
import yaml
from msgspec import Struct
from msgspec.structs import replace

from arbitro.chances.answer import FightOdds, finite, html_table, measure_name, worded
from arbitro.chances.asking import Budget, fight_odds, names_of
from arbitro.chances.bout import Bout
from arbitro.chances.building import OwnFight, put_together
from arbitro.chances.intervals import Estimate
from arbitro.chances.measures import QUESTIONS, SHARES, Question, answers, is_share
from arbitro.chances.outcome import TEXTS
from arbitro.chances.work import ALONE, FightWork
from arbitro.extras import need
from arbitro.kernel.option import load_house_rules
from arbitro.kernel.pack import Pack, read_pack
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.yamlfile import Document
from arbitro.play import find_game
from arbitro.text import Fault, Language, Words

Value = int | str | bool
SET: Final = "set:"
POLICY: Final = "policy:"
FOES: Final = "foes."
PARTY, SIZE, LEVEL, HOUSE_RULES, PACKS = "party", "size", "level", "house_rules", "packs"
NO_PACK: Final = "-"
"""The variant without any more packs."""
USUAL: Final = ("4", "1")
"""How many come by lot, and of which level, where nobody says."""
MOST_POINTS: Final = 500


class Axis(Struct, frozen=True):
    """What is varied, and over which values."""

    name: str
    values: tuple[Value, ...]


class SweepPoint(Struct, frozen=True):
    """One variant, and its odds."""

    at: dict[str, Value]
    odds: FightOdds


class FightFile(Struct, frozen=True, kw_only=True):
    """A fight as its file has it, to be varied."""

    game: str
    document: Document
    options: dict[str, Any]
    policies: dict[str, Any]
    packs: tuple[Pack, ...] = ()


def axis_from(text: str) -> Axis:
    """What is varied, as people write it: ``NAME=1..6``, ``NAME=1..9..2``, ``NAME=a,b,c``.

    >>> axis_from("sides.orcs.members.0.count=2..8..3").values
    (2, 5, 8)
    >>> axis_from("set:death_rule=dead_at_zero,unconscious_at_zero").values
    ('dead_at_zero', 'unconscious_at_zero')
    """
    name, given, values = text.partition("=")
    if not given or not values:
        raise Fault(Words(TEXTS, "chances.sweep.axis", text=text))
    bounds = values.split("..")
    try:
        if len(bounds) > 1:
            first, last, *step = map(int, bounds)
            found: tuple[Value, ...] = tuple(range(first, last + 1, *step))
        else:
            found = tuple(yaml.safe_load(value) for value in values.split(","))
    except (ValueError, TypeError, yaml.YAMLError):
        raise Fault(Words(TEXTS, "chances.sweep.axis", text=text)) from None
    if not found:
        raise Fault(Words(TEXTS, "chances.sweep.axis", text=text))
    return Axis(name, found)


def varied(file: FightFile, at: dict[str, Value]) -> Bout:
    """The fight at one point of a sweep; a fault says what cannot be varied so."""
    ruleset = find_game(file.game).with_packs(file.packs)
    plain = deepcopy(file.document.data)
    options, policies, packs = dict(file.options), dict(file.policies), file.packs
    paths: list[str] = []
    for name, value in at.items():
        if name.startswith(SET):
            options[name.removeprefix(SET)] = value
        elif name.startswith(POLICY):
            policies[name.removeprefix(POLICY)] = value
        elif name == PACKS:
            ruleset, packs = _packed(ruleset, file.packs, value)
        else:
            _put(plain, name, value)
            paths.append(f"{name}={value}")
    written = Document(file.document.name, yaml.safe_dump(plain, allow_unicode=True, sort_keys=False))
    try:
        setup = ruleset.read_setup(written)
    except Fault as fault:  # what it says of lines is of a file that nobody sees
        if not paths:
            raise
        raise Fault(Words(TEXTS, "chances.sweep.unread", what=", ".join(paths), why=fault.words)) from None
    return Bout(
        game=ruleset.id,
        packs=packs,
        start=setup.start,
        options={**setup.options, **options},
        policies=policies,
    )


def varied_own(fight: OwnFight, at: Mapping[str, Value], policies: Mapping[str, Any] | None = None) -> Bout:
    """A fight that somebody put together, at one point of a sweep; a fault says what cannot be varied so.

    ``foes.KIND`` is how many of them come, ``party`` who meets them, ``size`` and ``level`` how many people by lot and
    of which level, ``house_rules`` a file, ``packs`` folders of content (several with ``+``, ``-`` for none); options
    and policies are named as in any other fight.
    """
    people = {name: at[name] for name in (SIZE, LEVEL) if name in at}
    foes, options, deciding = dict(fight.foes), dict(fight.options), dict(policies or {})
    ruleset, packs = find_game(fight.game).with_packs(fight.packs), fight.packs
    if PACKS in at:
        ruleset, packs = _packed(ruleset, fight.packs, at[PACKS])
    party = _party(fight.party, people)
    for name, value in at.items():
        if name.startswith(FOES) and isinstance(value, int):
            foes[name.removeprefix(FOES)] = value
        elif name.startswith(SET):
            options[name.removeprefix(SET)] = value
        elif name.startswith(POLICY):
            deciding[name.removeprefix(POLICY)] = value
        elif name == HOUSE_RULES:
            options = {**load_house_rules(Path(str(value)), ruleset.id, ruleset.options).options, **options}
        elif name == PARTY:
            party = str(value) if ":" in str(value) else f"ready:{value}"
        elif name not in people and name != PACKS:
            raise Fault(Words(TEXTS, "chances.sweep.own_axis", name=name, known=", ".join(OWN_AXES)))
    met = tuple((kind, number) for kind, number in foes.items() if number > 0)
    changed = replace(
        fight, party=party, foes=met, options=options, packs=packs, people=fight.people if party == fight.party else ""
    )
    setup = put_together(changed)
    return Bout(game=ruleset.id, packs=packs, start=setup.start, options=dict(setup.options), policies=deciding)


OWN_AXES: Final = (f"{FOES}KIND", PARTY, SIZE, LEVEL, f"{SET}OPTION", f"{POLICY}SIDE", HOUSE_RULES, PACKS)


def _packed(ruleset: Ruleset[Any], packs: tuple[Pack, ...], value: Value) -> tuple[Ruleset[Any], tuple[Pack, ...]]:
    """A game with packs laid over those that it has: folders, several with a plus."""
    folders = [] if value == NO_PACK else str(value).split("+")
    more = (*packs, *(read_pack(Path(folder)) for folder in folders))
    return find_game(ruleset.id).with_packs(more), more


def _party(party: str, people: Mapping[str, Value]) -> str:
    """A party by lot, of another size or level."""
    if not people:
        return party
    _, *given = party.split(":") if party.startswith("random") else ("", *USUAL)
    size, level = [*given, *USUAL[len(given) :]][:2]
    return f"random:{people.get(SIZE, size)}:{people.get(LEVEL, level)}"


def _put(plain: Any, path: str, value: Value) -> None:
    *way, last = path.split(".")
    if not way and last not in plain:
        raise Fault(Words(TEXTS, "chances.sweep.what", name=path, known=", ".join(plain)))
    found = plain
    for step in way:
        found = _step(found, step, path)
    if isinstance(found, dict):
        found[last] = value
    elif isinstance(found, list) and last.isdecimal() and int(last) < len(found):
        found[int(last)] = value
    else:
        raise Fault(Words(TEXTS, "chances.sweep.path", path=path, step=last))


def _step(found: Any, step: str, path: str) -> Any:
    if isinstance(found, dict) and step in found:
        return found[step]
    if isinstance(found, list) and step.isdecimal() and int(step) < len(found):
        return found[int(step)]
    raise Fault(Words(TEXTS, "chances.sweep.path", path=path, step=step))


Ask = Callable[[Bout], FightOdds]
"""How the odds of one point are found."""


def asker(question: Question, budget: Budget, seed: str, work: FightWork = ALONE) -> Ask:
    """The same question and seed for every point; once one was too large to be followed, the others are not tried."""
    situations = budget.situations

    def ask(bout: Bout) -> FightOdds:
        nonlocal situations
        found = fight_odds(bout, question, replace(budget, situations=situations), seed=seed, work=work)
        situations = 0 if found.method == "sampled" else situations
        return found

    return ask


def swept(build: Callable[[dict[str, Value]], Bout], axes: Iterable[Axis], ask: Ask) -> Iterator[SweepPoint]:
    """Every point of a grid, the last axis fastest."""
    grid = tuple(axes)
    points = 1
    for axis in grid:
        points *= len(axis.values)
    if points > MOST_POINTS:
        raise Fault(Words(TEXTS, "chances.sweep.too_many", points=points, most=MOST_POINTS))
    names = [axis.name for axis in grid]
    for values in product(*(axis.values for axis in grid)):
        at = dict(zip(names, values, strict=True))
        yield SweepPoint(at, ask(build(at)))


def evened(build: Callable[[dict[str, Value]], Bout], axis: Axis, ask: Ask, goal: float = 0.5) -> list[SweepPoint]:
    """The neighbouring values between which a chance passes a goal, by halving; every point that was asked on the way.

    The chance is taken to go one way along the axis; the last point is the one that comes nearest to the goal.
    """
    asked: dict[int, SweepPoint] = {}

    def at(place: int) -> float:
        if place not in asked:
            point = {axis.name: axis.values[place]}
            found = ask(build(point))
            if not is_share(next(iter(found.answer))):
                chances = ", ".join(each for each in QUESTIONS if each in SHARES)
                raise Fault(Words(TEXTS, "chances.sweep.no_chance", question=found.asked, known=chances))
            asked[place] = SweepPoint(point, found)
        return asked[place].odds.estimate

    low, high = 0, len(axis.values) - 1
    rising = at(high) > at(low)
    while high - low > 1:
        middle = (low + high) // 2
        if (at(middle) < goal) == rising:
            low = middle
        else:
            high = middle
    nearest = min(asked, key=lambda place: abs(asked[place].odds.estimate - goal))
    return [*(asked[place] for place in asked if place != nearest), asked[nearest]]


class EvenFound(Struct, frozen=True):
    """What a search came to: the value nearest to a goal, and what is to be said of it."""

    nearest: SweepPoint
    beyond: str
    """``above`` or ``below``, where every value stays on that side of the goal for certain; else empty."""
    as_near: tuple[SweepPoint, ...]
    """All that may be the goal's as well, by the fights that were fought."""


def even_found(points: list[SweepPoint], goal: float = 0.5) -> EvenFound:
    """What is to be said of a search: whether the goal was come to, and how surely."""
    ends = [point.odds.interval for point in points]
    beyond = "above" if all(low > goal for low, _ in ends) else "below" if all(high < goal for _, high in ends) else ""
    near = [point for point, (low, high) in zip(points, ends, strict=True) if low <= goal <= high and low < high]
    first = next(iter(points[-1].at))
    return EvenFound(points[-1], beyond, tuple(sorted(near, key=lambda point: str(point.at[first]).zfill(12))))


# ---------------------------------------------------------------- as tables


def columns(points: list[SweepPoint]) -> list[str]:
    """The measures that were asked for, at any point."""
    found: dict[str, None] = {}
    for point in points:
        found |= dict.fromkeys(name for name in point.odds.estimates if answers(name, point.odds.asked))
    return list(found)


class Sweep(Struct, frozen=True):
    """The points of a sweep as a table for a person, in a notebook too."""

    points: tuple[SweepPoint, ...]

    def heads(self, language: Language = "en") -> list[str]:
        """What was varied, what was asked, and of how many fights or situations each number is."""
        bout = self.points[0].odds.bout
        names = names_of(bout)[language]
        called = [measure_name(name, names, language, bout.reading.beats) for name in columns(list(self.points))]
        return [*self.points[0].at, *called, "n"]

    def rows(self, language: Language = "en") -> list[list[str]]:
        """Each point in words."""
        measures = columns(list(self.points))
        return [
            [
                *map(str, point.at.values()),
                *(self._number(point, name, language) for name in measures),
                f"{point.odds.count} ({TEXTS.say(language, f'chances.sweep.{point.odds.method}')})",
            ]
            for point in self.points
        ]

    @staticmethod
    def _number(point: SweepPoint, name: str, language: Language) -> str:
        found = point.odds.estimates.get(name)
        return "–" if found is None else worded(name, found, language)

    def _repr_html_(self) -> str:
        return html_table(self.rows(), self.heads()) if self.points else ""


def records(points: list[SweepPoint]) -> list[dict[str, Any]]:
    """The sweep as rows: what was varied, then each number with its interval, then how it was found."""
    names = columns(points)
    found = []
    for point in points:
        row: dict[str, Any] = dict(point.at)
        for name in names:
            each: Estimate | None = point.odds.estimates.get(name)
            row |= {name: None, f"{name} low": None, f"{name} high": None}
            if each is not None:
                value = None if each.how == "bounds" else each.value
                row |= {name: value, f"{name} low": finite(each.low), f"{name} high": finite(each.high)}
        found.append({**row, "method": point.odds.method, "count": point.odds.count})
    return found


def rows_as(ending: str, rows: list[dict[str, Any]]) -> bytes:
    """Rows of a table as a file has them, by its ending: ``.csv``, ``.json``, or ``.parquet`` with that extra."""
    if ending == ".parquet":
        return _parquet(rows)
    return _csv(rows).encode() if ending == ".csv" else msgspec.json.encode(rows)


def _csv(rows: list[dict[str, Any]]) -> str:
    written = io.StringIO()
    writer = csv.DictWriter(written, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return written.getvalue()


def _parquet(rows: list[dict[str, Any]]) -> bytes:
    need("parquet")
    import pyarrow
    import pyarrow.parquet

    written = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), written)
    return written.getvalue()
