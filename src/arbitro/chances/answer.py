"""What somebody who asked for odds is given: numbers with their intervals, and how they were found."""

from collections.abc import Iterable, Mapping
from html import escape
from math import isfinite
from typing import Final

from msgspec import Struct, field

from arbitro.chances.bout import Bout
from arbitro.chances.intervals import Estimate
from arbitro.chances.measures import Spreads, answers, is_share, spread_into
from arbitro.chances.outcome import TEXTS, Unfit
from arbitro.chances.plainly import plainly
from arbitro.chances.replaying import Replay, replayed
from arbitro.chances.sampled import Sample
from arbitro.chances.telling import TellingFights, telling_fights
from arbitro.chances.work import Method
from arbitro.text import Fault, Language, Words, number_text

NOTHING: Final[dict[str, str]] = {}


class Because(Struct, frozen=True):
    """A reason in words: a key of the texts, what fills its gaps, and why the ways before it were not taken."""

    key: str
    values: dict[str, str | int] = field(default_factory=dict)
    not_taken: tuple[tuple[Method, Unfit], ...] = ()

    def in_(self, language: Language) -> str:
        """The reason in a language."""
        parts = [TEXTS.say(language, self.key, **self.values)]
        parts += [
            TEXTS.say(
                language,
                "chances.because.not",
                method=TEXTS.say(language, f"chances.method.{method}"),
                why=TEXTS.say(language, why.key, **why.values),
            )
            for method, why in self.not_taken
        ]
        return " ".join(parts)


class FightOdds(Struct, frozen=True, kw_only=True):
    """The odds of a fight: the answer to what was asked, and every other measure that came with it."""

    bout: Bout
    asked: str
    estimates: dict[str, Estimate]
    method: Method
    because: Because
    count: int
    """How many fights were fought, or situations counted."""
    seed: str = ""
    """By which seed the fights were numbered; empty where none was fought."""
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By language, what people and sides are called."""
    people: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By side, those who were there at first; others may have come later."""
    sample: Sample | None = None
    """The fights that were fought, by number; None where it was worked out."""
    spreads: Spreads = field(default_factory=dict)
    """How likely each value of each measure is, where it was worked out."""
    bounds: dict[str, Estimate] = field(default_factory=dict)
    """What was known for certain when following it everywhere was given up: shares, between two bounds."""

    @property
    def answer(self) -> dict[str, Estimate]:
        """The measures that were asked for."""
        return {name: found for name, found in self.estimates.items() if answers(name, self.asked)}

    @property
    def estimate(self) -> float:
        """The first number of the answer: how likely it is that the first side wins, say."""
        return self._first.value

    @property
    def interval(self) -> tuple[float, float]:
        """Between which that number lies; both ends are the number where it is exact."""
        return self._first.low, self._first.high

    @property
    def _first(self) -> Estimate:
        return next(iter(self.answer.values()))

    def __getitem__(self, name: str) -> Estimate:
        return self.estimates[name]

    def why(self, language: Language = "en") -> str:
        """Why it was found in this way."""
        return self.because.in_(language)

    def distribution(self, name: str) -> dict[float, float]:
        """How likely each value of a measure is, from the least; empty where only the average is known."""
        found = self.spreads.get(name, {})
        if self.sample is not None:
            values = self.sample.values.get(name, {})
            spreads: Spreads = {}
            for value in values.values():
                spread_into(spreads, {name: value}, 1 / len(values))
            found = spreads.get(name, {})
        return {value: found[value] for value in sorted(found) if found[value]}

    def telling(self, side: str = "") -> TellingFights:
        """By number, the best, the worst and a typical fight for a side: the first, where none is named."""
        if self.sample is None:
            raise Fault(Words(TEXTS, "chances.no_such_fight", number=0, count=0))
        return telling_fights(self.sample, side or self.sample.sides[0])

    def replay(self, number: int) -> Replay:
        """One of the fights that were counted, to be read with its why."""
        fights = 0 if self.sample is None else self.sample.count
        if not 0 <= number < fights:
            raise Fault(Words(TEXTS, "chances.no_such_fight", number=number, count=fights))
        return replayed(self.bout, self.seed, number)

    def lines(self, language: Language = "en") -> list[str]:
        """The answer for a person: each number in a line, then how it was found."""
        return [*(f"{name}: {value}" for name, value in self.rows(language)), self.found(language)]

    def rows(self, language: Language = "en") -> list[tuple[str, str]]:
        """Each number of the answer, named and worded."""
        return [(self.called(name, language), worded(name, found, language)) for name, found in self.answer.items()]

    def plainly(self, language: Language = "en", side: str = "") -> list[str]:
        """How it goes for a side (the first, where none is named), for people who do not read per cent."""
        return plainly(self, language, side)

    def called(self, name: str, language: Language = "en") -> str:
        """What a measure is called."""
        return measure_name(name, self.names.get(language, NOTHING), language, self.bout.reading.beats)

    def found(self, language: Language = "en") -> str:
        """How it was found, in a sentence or two."""
        key = f"chances.found.{self.method}"
        return f"{TEXTS.say(language, key, count=self.count, seed=self.seed)} {self.why(language)}"

    def known_so_far(self, language: Language = "en") -> list[str]:
        """What was known for certain of what was asked, where following it everywhere was given up."""
        return [
            f"{self.called(name, language)}: {worded(name, found, language)}"
            for name, found in self.bounds.items()
            if answers(name, self.asked) and found.width < 1
        ]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __repr__(self) -> str:  # all that is in it would fill a screen
        return f"<FightOdds {self.asked}: {self.method}, {self.count}>"

    def html(self, language: Language = "en") -> str:
        """The answer as a table, with what it comes to in plain words; notebooks show it in English by themselves."""
        plain = " ".join(self.plainly(language))
        return f"<p>{escape(plain)}</p>{html_table(self.rows(language))}<p>{escape(self.found(language))}</p>"

    def _repr_html_(self) -> str:
        return self.html()

    def as_data(self) -> dict[str, object]:
        """The answer for a program."""
        return {
            "asked": self.asked,
            "method": self.method,
            "why": self.why(),
            "count": self.count,
            "seed": self.seed,
            "estimates": {name: as_data(found) for name, found in self.estimates.items()},
        }


def html_table(rows: Iterable[Iterable[str]], heads: Iterable[str] = ()) -> str:
    """Rows of words as a table, for notebooks."""
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if head else ''}<tbody>{body}</tbody></table>"


def as_data(found: Estimate) -> dict[str, object]:
    """A number and its interval, for a program; between bounds there is no number that is likelier than others.

    An end that is not known is None; where all fights were alike, ``differs_at_most`` is how likely it is, at most,
    that another one is not.
    """
    told: dict[str, object] = {
        "value": None if found.how == "bounds" else found.value,
        "low": finite(found.low),
        "high": finite(found.high),
        "how": found.how,
    }
    return {**told, "differs_at_most": found.differs} if found.how == "alike" else told


def finite(end: float) -> float | None:
    """The end of an interval, None where it has none: programs cannot read an infinite number."""
    return end if isfinite(end) else None


def measure_name(name: str, names: Mapping[str, str], language: Language, beats: str = "rounds") -> str:
    """What a measure is called: ``falls/berto`` is that Berto falls; `beats` is what the game has for rounds."""
    kind, _, of = name.partition("/")
    if kind == "rounds":
        return TEXTS.say(language, f"chances.measure.{beats}")
    if kind == "left":
        thing, _, whose = of.partition("/")
        word = TEXTS.say(language, f"chances.left.{thing}")
        return f"{word} ({names.get(whose, whose)})" if whose else word
    return TEXTS.say(language, f"chances.measure.{kind}", who=names.get(of, of))


def worded(name: str, found: Estimate, language: Language, *, signed: bool = False) -> str:
    """A number for a person: per cent for a share, with its interval where there is one."""
    per, unit = (100.0, " %") if is_share(name) else (1.0, "")

    def shown(value: float) -> str:
        digits = "z.4f" if found.how in ("exact", "bounds") and unit else "z.2f"  # nothing is no less than nothing
        told = number_text(value * per, language, digits)
        return f"+{told}" if signed and value > 0 and told.strip("0.,") else told

    if found.how == "exact":
        return f"{shown(found.value)}{unit}"
    if found.how == "bounds":
        return TEXTS.say(language, "chances.bounds", low=shown(found.low), high=shown(found.high)) + unit
    if found.how == "alike":
        chance = number_text(100 * found.differs, language, ".2f")
        return f"{shown(found.value)} ({TEXTS.say(language, 'chances.alike', count=found.count, chance=chance)})"
    if not found.known:
        alone = f" ({TEXTS.say(language, 'chances.one_fight')})" if found.count == 1 else ""
        return f"{shown(found.value)}{unit}{alone}"
    between = TEXTS.say(language, "chances.between", low=shown(found.low), high=shown(found.high))
    return f"{shown(found.value)}{unit} ({between}{unit})"
