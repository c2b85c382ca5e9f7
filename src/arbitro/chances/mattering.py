"""Which option matters most in a fight: each is set otherwise, one at a time, and held against the fight as it is.

Where both can be counted out the difference is exact. Elsewhere both meet the same dice, fight by fight: an option that
changed nothing in the first fifty fights is left at that, the others are fought as often as was asked. As many are
looked at at once, their intervals are wider than those of a single comparison: all of them hold the truth together in
95 cases of 100.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.chances.answer import FightOdds, as_data, finite, html_table, worded
from arbitro.chances.asking import Budget, fight_odds
from arbitro.chances.bout import Bout, before
from arbitro.chances.derived import derive
from arbitro.chances.intervals import Estimate, apart, looked_at_together
from arbitro.chances.measures import Question
from arbitro.chances.outcome import TEXTS, Unfit
from arbitro.chances.sampled import Pair, Sample, Stop, sample
from arbitro.chances.work import ALONE, FightWork, WorkProgress
from arbitro.kernel.event import Setting
from arbitro.kernel.option import Option
from arbitro.text import Fault, Language

FIRST_LOOK: Final = 50
"""After so many fights that were all the same, an option is not looked at any longer."""
FIGHTS: Final = 400
"""How often each is fought where nobody says."""


class OptionSet(Struct, frozen=True):
    """An option of a fight, as it is and as it might be."""

    name: str
    now: Setting
    then: Setting


class OptionEffect(Struct, frozen=True):
    """What an option changes in what was asked."""

    changed: OptionSet
    difference: Estimate

    @property
    def sure(self) -> bool:
        """Whether it matters, more or less: the interval leaves nothing out but that it does."""
        return self.difference.low > 0 or self.difference.high < 0


class Mattering(Struct, frozen=True, kw_only=True):
    """What the options of a fight matter, those that matter most in front."""

    odds: FightOdds
    """How it goes as it is."""
    asked: str
    """The measure that was held against each."""
    effects: tuple[OptionEffect, ...]
    unmoved: tuple[OptionSet, ...]
    """Those that changed nothing at all in the fights of a first look."""
    left_out: tuple[str, ...]
    """Options that cannot be set otherwise by themselves."""
    fights: int
    """How often each was fought, where it was."""

    @property
    def ranked(self) -> tuple[tuple[OptionEffect, ...], tuple[OptionEffect, ...]]:
        """Those that matter for sure, and those that cannot be told from luck."""
        sure = tuple(each for each in self.effects if each.sure)
        return sure, tuple(each for each in self.effects if not each.sure)

    def rows(self, language: Language = "en") -> list[tuple[str, str, str]]:
        """Each effect: the option, from what to what, and the difference."""
        return [self._row(each, language) for each in self.effects]

    def _row(self, each: OptionEffect, language: Language) -> tuple[str, str, str]:
        option = self.odds.bout.ruleset.options[each.changed.name]
        change = f"{shown(each.changed.now)} → {shown(each.changed.then)}"
        difference = worded(self.asked, each.difference, language, signed=True)
        return f"{option.title.in_(language)} ({each.changed.name})", change, difference

    def lines(self, language: Language = "en") -> list[str]:
        """What matters, for a person."""
        what, now = self.odds.called(self.asked, language), worded(self.asked, self.odds[self.asked], language)
        told = [TEXTS.say(language, "chances.matters.asked", what=what, now=now)]
        for key, some in zip(("sure", "luck"), self.ranked, strict=True):
            if some:
                told.append(TEXTS.say(language, f"chances.matters.{key}"))
                told += [f"  {': '.join(self._row(each, language))}" for each in some]
        if not self.ranked[0]:
            told.append(TEXTS.say(language, "chances.matters.nothing"))
        return [*told, *self._rest(language)]

    def _rest(self, language: Language) -> Iterator[str]:
        if self.unmoved:
            names = ", ".join(f"{each.name}={shown(each.then)}" for each in self.unmoved)
            yield TEXTS.say(language, "chances.matters.unmoved", count=min(FIRST_LOOK, self.fights), names=names)
        if self.left_out:
            yield TEXTS.say(language, "chances.matters.left_out", names=", ".join(self.left_out))
        if any(each.difference.how != "exact" for each in self.effects):
            count = len(self.effects) + len(self.unmoved)
            yield TEXTS.say(language, "chances.matters.found", fights=self.fights, count=count)

    def as_data(self) -> dict[str, Any]:
        """The answer for a program."""
        return {
            "asked": self.asked,
            "now": as_data(self.odds[self.asked]),
            "effects": [
                {
                    "option": each.changed.name,
                    "from": each.changed.now,
                    "to": each.changed.then,
                    "sure": each.sure,
                    **as_data(each.difference),
                }
                for each in self.effects
            ],
            "unmoved": [{"option": one.name, "from": one.now, "to": one.then} for one in self.unmoved],
            "left_out": list(self.left_out),
            "fights": self.fights,
        }

    def records(self) -> list[dict[str, Any]]:
        """The effects as rows of a table for a program."""
        return [
            {
                "option": each.changed.name,
                "from": shown(each.changed.now),
                "to": shown(each.changed.then),
                self.asked: each.difference.value,
                "low": finite(each.difference.low),
                "high": finite(each.difference.high),
                "sure": each.sure,
            }
            for each in self.effects
        ]

    def html(self, language: Language = "en") -> str:
        """The effects as a table."""
        heads = [TEXTS.say(language, f"chances.matters.head.{each}") for each in ("option", "change", "difference")]
        return html_table(self.rows(language), heads)

    def _repr_html_(self) -> str:
        return self.html()


def shown(value: Setting) -> str:
    """A setting as people write it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def what_matters(
    bout: Bout,
    question: Question = "wins",
    fights: int = FIGHTS,
    *,
    options: Iterable[str] = (),
    seed: str = "1",
    work: FightWork = ALONE,
) -> Mattering:
    """Set each option otherwise, or those that are named, and see what it does to the first number of an answer."""
    known = bout.ruleset.options
    names = tuple(options) or tuple(known)
    for name in names:
        if name not in known:
            raise Fault(known.faults({name: True})[name])
    settings, left_out = _settings(bout, names)
    whole = (len(settings) + 1) * fights
    counted = derive(bout, work.predicates)
    exactly = not isinstance(counted, Unfit)
    told = _told(work, 0, whole)
    odds = fight_odds(bout, question, Budget(fights=fights, width=0.0, situations=0), seed=seed, work=told)
    asked = next(iter(odds.answer))
    base = odds.sample or Sample(seed, 0)
    effects: list[OptionEffect] = []
    unmoved: list[OptionSet] = []
    z = looked_at_together(len(settings))
    for number, each in enumerate(settings, 1):
        other = _with(bout, each)
        as_derived = derive(other, work.predicates) if exactly else Unfit("")
        if not isinstance(as_derived, Unfit):
            difference = apart(odds[asked], as_derived.estimates[asked])
            moved = any(abs(apart(odds[name], found).value) > SAME for name, found in as_derived.estimates.items())
        else:
            told = _told(work, number * fights, whole)
            if base.count < fights:  # what could be counted out was not fought yet
                base = sample(bout, seed, Stop(fights=fights), told)
            difference, moved = _fought(other, base, asked, z, told)
        if moved:
            effects.append(OptionEffect(each, difference))
        else:
            unmoved.append(each)
    ranked = sorted(effects, key=lambda effect: (effect.sure, abs(effect.difference.value)), reverse=True)
    return Mattering(
        odds=odds, asked=asked, effects=tuple(ranked), unmoved=tuple(unmoved), left_out=left_out, fights=fights
    )


SAME: Final = 1e-12
"""Exact numbers that are no further apart than this are the same: the rest is rounding."""


def _told(work: FightWork, done: int, whole: int) -> FightWork:
    """Whoever asked is told of all that is to be done, not of one option."""
    if work.on_progress is None:
        return work
    tell = work.on_progress
    return replace(work, on_progress=lambda far: tell(WorkProgress(far.method, done + far.count, whole)))


def _fought(other: Bout, base: Sample, asked: str, z: float, work: FightWork) -> tuple[Estimate, bool]:
    """The difference over the same dice, and whether anything at all was otherwise."""
    first = sample(other, base.seed, Stop(fights=min(FIRST_LOOK, base.count)), work)
    if not _differs(base, first):
        return Pair(base, first).difference(asked, z), False
    return Pair(base, sample(other, base.seed, Stop(fights=base.count), work, begun=first)).difference(asked, z), True


def _differs(base: Sample, other: Sample) -> bool:
    return any(
        base.values.get(name, {}).get(number) != value
        for name, values in other.values.items()
        for number, value in values.items()
    )


def _settings(bout: Bout, names: Sequence[str]) -> tuple[list[OptionSet], tuple[str, ...]]:
    """Every other setting of each option, and those options that have none by themselves."""
    known, now = bout.ruleset.options, before(bout).options
    found: list[OptionSet] = []
    left_out: list[str] = []
    for name in names:
        others = [value for value in _others(known[name], now[name]) if not known.faults({**now, name: value})]
        found += [OptionSet(name, now[name], value) for value in others]
        if not others:
            left_out.append(name)
    return found, tuple(left_out)


def _others(option: Option, now: Setting) -> list[Setting]:
    """What else it may be set to: of a number its limits, or one less and one more where it has none."""
    if option.type == "switch":
        return [not now]
    if option.type == "choice":
        return [value for value in option.values if value != now]
    if option.type != "integer" or not isinstance(now, int):
        return []
    low, high = (
        int(now) + step if end is None else int(end) for end, step in ((option.minimum, -1), (option.maximum, 1))
    )
    return [value for value in dict.fromkeys((low, high)) if value != now]


def _with(bout: Bout, each: OptionSet) -> Bout:
    """The fight with that option set otherwise; one that has begun goes on under it."""
    if bout.state is None:
        return replace(bout, options={**bout.options, each.name: each.then})
    return replace(bout, state=bout.ruleset.with_options(bout.state, {**bout.state.options, each.name: each.then}))
