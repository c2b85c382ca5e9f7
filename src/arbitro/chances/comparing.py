"""Two variants of a fight over the same dice, for whoever asked what the difference is."""

from collections.abc import Mapping

from msgspec import Struct, field

from arbitro.chances.answer import NOTHING, as_data, html_table, measure_name, worded
from arbitro.chances.bout import Bout
from arbitro.chances.intervals import Estimate
from arbitro.chances.measures import answers
from arbitro.chances.outcome import TEXTS
from arbitro.chances.sampled import Pair
from arbitro.text import Language


class FightComparison(Struct, frozen=True, kw_only=True):
    """What the second of two fights has more than the first, and every number of both."""

    first: Bout
    second: Bout
    asked: str
    pair: Pair
    seed: str
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By language, what people and sides are called."""

    @property
    def count(self) -> int:
        """How many fights were fought of each."""
        return self.pair.first.count

    @property
    def differences(self) -> dict[str, Estimate]:
        """What the second has more than the first, each with an interval of its own."""
        return self.pair.differences()

    def rows(self, language: Language = "en") -> list[tuple[str, str, str, str]]:
        """What was asked: its name, the first's number, the second's, and the difference."""
        one, other = self.pair.first.estimates(), self.pair.second.estimates()
        return [
            (
                measure_name(name, self.names.get(language, NOTHING), language, self.first.reading.beats),
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
        """How it was found, in a sentence."""
        return TEXTS.say(language, "chances.same_dice", count=self.count, seed=self.seed)

    def as_data(self) -> dict[str, object]:
        """The answer for a program."""
        samples = {"first": self.pair.first, "second": self.pair.second}
        told = {key: {name: as_data(each) for name, each in one.estimates().items()} for key, one in samples.items()}
        differences = {name: as_data(each) for name, each in self.differences.items()}
        return {"count": self.count, "seed": self.seed, **told, "differences": differences}

    def _repr_html_(self) -> str:
        heads = ("", *(TEXTS.say("en", f"chances.compared.{each}") for each in ("first", "second", "difference")))
        return html_table(self.rows(), heads) + f"<p>{self.found()}</p>"
