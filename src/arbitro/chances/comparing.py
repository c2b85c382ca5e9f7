"""Two variants of a fight, for whoever asked what the difference is: exact, or over the same dice."""

from collections.abc import Mapping
from html import escape

from msgspec import Struct

from arbitro.chances.answer import NOTHING, FightOdds, as_data, html_table, measure_name, worded
from arbitro.chances.intervals import Estimate, apart
from arbitro.chances.measures import answers
from arbitro.chances.outcome import TEXTS
from arbitro.chances.sampled import Pair
from arbitro.text import Language


class FightComparison(Struct, frozen=True, kw_only=True):
    """What the second of two fights has more than the first, and every number of both."""

    one: FightOdds
    other: FightOdds

    @property
    def asked(self) -> str:
        """What was asked of both."""
        return self.one.asked

    @property
    def pair(self) -> Pair | None:
        """Both as they were fought, seed by seed; None where an exact answer made that needless."""
        one, other = self.one.sample, self.other.sample
        return None if one is None or other is None else Pair(one, other)

    @property
    def count(self) -> int:
        """How many fights, or situations, the first comes from."""
        return self.one.count

    @property
    def differences(self) -> dict[str, Estimate]:
        """What the second has more than the first, each with an interval of its own where it is not exact."""
        if self.pair is not None:
            return self.pair.differences()
        one, other = self.one.estimates, self.other.estimates
        return {name: apart(one[name], other[name]) for name in one if name in other}

    @property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        """By language, what people and sides of both are called."""
        return {language: {**self.other.names[language], **named} for language, named in self.one.names.items()}

    def rows(self, language: Language = "en") -> list[tuple[str, str, str, str]]:
        """What was asked: its name, the first's number, the second's, and the difference."""
        one, other, names = self.one.estimates, self.other.estimates, self.names.get(language, NOTHING)
        return [
            (
                measure_name(name, names, language, self.one.bout.reading.beats),
                worded(name, one[name], language),
                worded(name, other[name], language),
                worded(name, difference, language, signed=True),
            )
            for name, difference in self.differences.items()
            if answers(name, self.asked)
        ]

    def lines(self, language: Language = "en") -> list[str]:
        """The answer for a person: each number in a line, then how it was found."""
        keys = ("what", "first", "second", "difference")
        told = [
            TEXTS.say(language, "chances.compared", **dict(zip(keys, row, strict=True))) for row in self.rows(language)
        ]
        return [*told, self.found(language)]

    def found(self, language: Language = "en") -> str:
        """How it was found, in a sentence or two."""
        if self.pair is not None:
            return TEXTS.say(language, "chances.same_dice", count=self.count, seed=self.one.seed)
        ways = {key: each.found(language) for key, each in (("first", self.one), ("second", self.other))}
        return TEXTS.say(language, "chances.both_exact", **ways)

    def as_data(self) -> dict[str, object]:
        """The answer for a program."""
        both = {"first": self.one, "second": self.other}
        told = {key: {name: as_data(each) for name, each in odds.estimates.items()} for key, odds in both.items()}
        differences = {name: as_data(each) for name, each in self.differences.items()}
        methods = {"methods": [odds.method for odds in both.values()]}
        return {"count": self.count, "seed": self.one.seed, **methods, **told, "differences": differences}

    def html(self, language: Language = "en") -> str:
        """The comparison as a table; notebooks show it in English by themselves."""
        heads = ("", *(TEXTS.say(language, f"chances.compared.{each}") for each in ("first", "second", "difference")))
        return html_table(self.rows(language), heads) + f"<p>{escape(self.found(language))}</p>"

    def _repr_html_(self) -> str:
        return self.html()
