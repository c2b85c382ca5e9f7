"""Why something happened: the dice, the numbers and the rules behind an event, in the reader's language.

Nothing here knows a game: numbers come from the event, titles from its rulebook.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any, Final, TypeVar

from msgspec import Struct

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import (
    Event,
    Setting,
)
from arbitro.kernel.headings import place_in
from arbitro.kernel.rulebook import Ruling
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.ruling import Check, Lookup, Lot, Modifier, Part, Sum, counted, part_of, reckoned_fields
from arbitro.kernel.sentence import as_told, option_title, purpose_text, refusal_text, told
from arbitro.kernel.state import State
from arbitro.kernel.then import Now, Then
from arbitro.text import Language, number_text

S = TypeVar("S", bound=State)
LIMITS: Final = ("least", "most")
"""Parts that say nothing unless they are reached."""


class Cited(Struct, frozen=True, omit_defaults=True):
    """A rule that an event rests on."""

    id: str
    title: str
    where: str
    """The heading in the source."""
    text: str
    readings: tuple[str, ...] = ()
    """How unclear places of it are read here, and by which option."""


class Explanation(Struct, frozen=True, omit_defaults=True):
    """The answer to "why?"."""

    sentence: str
    numbers: tuple[str, ...]
    """Dice, modifiers and comparisons, a line each."""
    rules: tuple[Cited, ...]


def explain(ruleset: Ruleset[S], state: S, event: Event, language: Language) -> Explanation:
    """Why something happened, as things stand in a state: the dice, the numbers and the rules."""
    return explained(Now(ruleset, state), event, language)


def explained(then: Then[Any], event: Event, language: Language) -> Explanation:
    """Why something happened: the dice, the numbers and the rules."""
    found = as_told(then.ruleset, event)
    numbers = tuple(_numbers(then, found, language))
    return Explanation(told(then, event, language), numbers, _cited(then, rules_behind(then.ruleset, found), language))


def rules_behind(ruleset: Ruleset[Any], event: Event) -> tuple[str, ...]:
    """The rules that an event cites, and after them those of every amount that its explanation shows.

    What a variant inherits is explained by its parent's amounts, and cited by its own book.
    """
    shown = ruleset.cite(tuple(part.rule for part in steps_of(event) if part.rule))
    return tuple(dict.fromkeys((*event.rules, *shown)))


def steps_of(event: Event) -> Iterator[Modifier | Part]:
    """Every amount that goes into a number of an event, those left out that change nothing."""
    for name in reckoned_fields(type(event)):
        value = getattr(event, name)
        if isinstance(value, Check):
            yield from (*value.modifiers, *(value.made_of or ()))
        elif isinstance(value, Lookup):
            yield from value.modifiers
        elif isinstance(value, tuple) and value and isinstance(value[0], Modifier):
            yield from value
    for reckoning in event.sums():
        so_far = 0
        for part in reckoning.parts:
            before, so_far = so_far, counted(so_far, part)
            if part.how not in LIMITS or so_far != before:
                yield part


def explain_refusal(ruleset: Ruleset[S], state: S, refusal: Refusal, language: Language) -> Explanation:
    """Why something was refused."""
    sentence = refusal_text(ruleset, state, refusal, language)
    return Explanation(sentence, (), cited(ruleset, state, refusal.rules, language))


def cited(ruleset: Ruleset[S], state: S, rules: tuple[str, ...], language: Language) -> tuple[Cited, ...]:
    """The rules behind something, in words, with the options of a state."""
    return _cited(Now(ruleset, state), rules, language)


def _cited(then: Then[Any], rules: tuple[str, ...], language: Language) -> tuple[Cited, ...]:
    """The rules behind something, in words. An id that an old log cites and the rulebook has lost keeps its id."""
    ruleset, found = then.ruleset, []
    for rule in dict.fromkeys(rules):
        if rule not in ruleset.rulebook:
            found.append(Cited(rule, rule, "", ""))
            continue
        atom = ruleset.rulebook[rule]
        readings = []
        for ruling in atom.rulings:
            value = then.option(ruling.option) if ruling.option else None
            if value is not None:
                chosen = _chosen(ruleset, ruling.option, value, language)
                readings.append(f"{_reading(ruling, language)} {chosen}")
            elif not ruling.option:
                readings.append(_reading(ruling, language))
        title, text = atom.title.in_(language), atom.text.in_(language)
        found.append(Cited(rule, title, place_in(atom, language), text, tuple(readings)))
    return tuple(found)


def _reading(ruling: Ruling, language: Language) -> str:
    return f"{ruling.question.in_(language)} {ruling.ruling.in_(language)}"


def _chosen(ruleset: Ruleset[S], name: str, value: Setting, language: Language) -> str:
    """What the table has chosen where a ruling leaves a choice, by the titles that the reader knows."""
    said = str(value)
    if isinstance(value, bool):
        said = ruleset.texts.say(language, "why.on" if value else "why.off")
    elif name in ruleset.options and said in ruleset.options[name].values:
        said = ruleset.options[name].values[said].in_(language).rstrip(".")
    return ruleset.texts.say(language, "why.option", option=option_title(ruleset, name, language), value=said)


def _numbers(then: Then[Any], event: Event, language: Language) -> Iterator[str]:
    ruleset = then.ruleset
    loose: list[Die] = []
    modifiers: tuple[Modifier, ...] = ()
    lots = event.lots()
    yield from (_lot(then, each, language) for each in lots)
    for name in event.__struct_fields__:
        part = getattr(event, name)
        if isinstance(part, Check):
            yield _check(then, event, part, language)
        elif isinstance(part, Lookup):
            yield _lookup(then, part, language)
        elif isinstance(part, tuple) and part and isinstance(part[0], Lookup):
            yield from (_one_of_many(then, each, language) for each in part)
        elif isinstance(part, Die):
            loose.append(part)
        elif name == "commitment":
            yield ruleset.texts.say(language, "why.seal", commitment=part)
        elif isinstance(part, tuple) and part and isinstance(part[0], Die):
            loose += part
        elif isinstance(part, tuple) and part and isinstance(part[0], Modifier):
            modifiers = part
        elif isinstance(part, dict) and part and all(isinstance(item, Die) for item in part.values()):
            loose += part.values()
    sums = event.sums()
    yield from (_sum(then, each, language) for each in sums)
    checks = event.checks()
    yield from (_check(then, event, each, language) for each in checks)
    if loose and not (sums or lots or checks):
        total = sum(die.face for die in loose) + sum(modifier.amount for modifier in modifiers)
        if len(loose) > 1 and not modifiers:  # each is read by itself
            yield ", ".join(die_text(ruleset, die, language) for die in loose)
            return
        thrown, added = _thrown(ruleset, tuple(loose), language), _added(then, modifiers, language)
        yield ruleset.texts.say(language, "why.sum", dice=thrown, added=added, total=total)


def _lot(then: Then[Any], lot: Lot, language: Language) -> str:
    """A die with whom it was for before it, and behind it what each of its faces stood for."""
    ruleset = then.ruleset
    before = then.name(lot.whose, language) if lot.whose else purpose_text(ruleset, lot.purpose, language)
    shown = die_text(ruleset, lot.die, language)
    faces = ", ".join(f"{face} {then.name(each, language)}" for face, each in enumerate(lot.faces, 1))
    return ": ".join(part for part in (before, shown, faces) if part)


def _thrown(ruleset: Ruleset[Any], dice: tuple[Die, ...], language: Language) -> str:
    return " + ".join(die_text(ruleset, die, language) for die in dice)


def die_text(ruleset: Ruleset[Any], die: Die, language: Language) -> str:
    """A die with its address, where it may be known, or with the mark of who made it."""
    if die.how == "rolled" and die.at < 0:
        return f"d{die.sides}={die.face}"
    where = f"{die.stream}:{die.at}" if die.how == "rolled" else ruleset.texts.say(language, f"why.{die.how}")
    return f"d{die.sides}={die.face} ({where})"


def _added(then: Then[Any], modifiers: tuple[Modifier, ...], language: Language) -> str:
    return "".join(f" {each.amount:+d} {_reason(then, part_of(each), language)}" for each in modifiers)


def _reason(then: Then[Any], part: Part, language: Language) -> str:
    """What an amount is, and what it comes from; the id of its rule where neither has a name."""
    texts = then.ruleset.texts
    known = bool(part.note) and texts.find(language, f"note.{part.note}") is not None
    note = texts.say(language, f"note.{part.note}", number=part.number) if known else ""
    sources = ", ".join(then.name(source, language) for source in dict.fromkeys(part.sources))
    return f"{note} ({sources})" if note and sources else note or sources or part.rule


def _check(then: Then[Any], event: Event, check: Check, language: Language) -> str:
    ruleset, texts = then.ruleset, then.ruleset.texts
    key = "why.check_hidden" if check.needed is None else "why.check"
    against = ruleset.number_needed(event, check, language) or texts.find(language, f"against.{check.against}")
    if check.made_of and check.needed is not None:
        made_of = _added(then, check.made_of, language).lstrip(" +")
        against = f"{against}: {made_of}" if against else made_of
    ending = "success" if check.success else "failure"
    # A die that decides whether something comes about is nobody's success: its end is told in its own words.
    result = texts.find(language, f"result.{check.against}.{ending}") or texts.say(language, f"why.{ending}")
    added = _added(then, check.modifiers, language)
    return texts.say(
        language,
        key,
        dice=_thrown(ruleset, check.dice, language),
        added=added if check.dice else added.lstrip(" +"),  # a die that stands elsewhere in the log begins the sum
        total=check.total,
        compare="≥" if check.compare == ">=" else "≤",
        needed=check.needed,
        against=f" ({against})" if against else "",
        result=result,
    )


def _sum(then: Then[Any], reckoning: Sum, language: Language) -> str:
    """A sum in the order in which it is made; before anything but adding, what there is so far is said."""
    ruleset = then.ruleset
    dice = iter(reckoning.dice)
    so_far, terms, line = 0, 0, ""
    for part in reckoning.parts:
        thrown = tuple(islice(dice, part.dice))
        before, so_far = so_far, counted(so_far, part)
        if part.how in LIMITS and so_far == before:
            continue  # a limit that was not reached has nothing to say
        if part.how not in ("add", "dropped"):
            line += f" = {_whole(before, reckoning, language)}; " if terms > 1 else ", " if line else ""
        if reckoning.per > 1 and part.how == "add" and not thrown:
            line += _piece(then, part, reckoning, language, first=not line)
        else:
            line += _part(then, part, thrown, language, first=not line)
        terms += part.how != "dropped"
    if terms > 1 or not line:
        total = _whole(reckoning.total, reckoning, language)
        line += f" = {total}" if line else total
    name = _sum_called(ruleset, reckoning.of, language) if reckoning.of else None
    return ruleset.texts.say(language, "why.sum_of", of=name, line=line) if name else line


def _whole(number: int, reckoning: Sum, language: Language) -> str:
    """A number of a sum, which may be counted in pieces of one."""
    return str(number) if reckoning.per == 1 else number_text(Fraction(number, reckoning.per), language)


def _piece(then: Then[Any], part: Part, reckoning: Sum, language: Language, *, first: bool) -> str:
    """An amount that is counted in pieces of one."""
    sign = "" if first else " -" if part.amount < 0 else " +"
    amount = _whole(part.amount if first else abs(part.amount), reckoning, language)
    return f"{sign}{amount} {_reason(then, part, language)}".rstrip()


def _sum_called(ruleset: Ruleset[Any], of: str, language: Language) -> str | None:
    """What a sum is of: a name of its own, or what its dice were thrown for."""
    texts = ruleset.texts
    return texts.find(language, f"sum.{of}") or texts.find(language, f"purpose.{of}")


def _part(then: Then[Any], part: Part, thrown: tuple[Die, ...], language: Language, *, first: bool) -> str:
    ruleset, texts = then.ruleset, then.ruleset.texts
    named = _reason(then, part, language)
    name = f" {named}" if named else ""
    if part.how == "dropped":
        dice = " + ".join(die_text(ruleset, die, language) for die in thrown)
        return f"{'' if first else ' '}[{dice}: {named or texts.say(language, 'why.dropped')}]"
    if part.how == "times":
        return f"×{part.amount}{name}"
    if part.how in ("halve", "divide"):
        return f"÷{2 if part.how == 'halve' else part.amount}{name}"
    if part.how in LIMITS:
        said = texts.say(language, f"why.{part.how}", amount=part.amount)
        return said + name if part.note or part.sources else said
    if not thrown:
        return f"{part.amount}{name}" if first else f" {part.amount:+d}{name}"
    sign = " - " if part.amount < 0 else " + "
    dice = sign.join(die_text(ruleset, die, language) for die in thrown)
    lead = sign.lstrip() if part.amount < 0 else ""  # a sum may begin with what is taken away
    return (lead if first else sign) + dice + name


def _one_of_many(then: Then[Any], lookup: Lookup, language: Language) -> str:
    """One throw of several that an event rests on: what it was for, and the row where that has words."""
    ruleset = then.ruleset
    line = _thrown(ruleset, lookup.dice, language) + _added(then, lookup.modifiers, language)
    if len(lookup.dice) > 1 or lookup.modifiers:
        line += f" = {lookup.total}"
    row = ruleset.row_text(lookup, language)
    if row:
        line += f": {row}"
    name = _sum_called(ruleset, lookup.table, language)
    return ruleset.texts.say(language, "why.sum_of", of=name, line=line) if name else line


def _lookup(then: Then[Any], lookup: Lookup, language: Language) -> str:
    ruleset = then.ruleset
    row = ruleset.row_text(lookup, language)
    return ruleset.texts.say(
        language,
        "why.lookup",
        dice=_thrown(ruleset, lookup.dice, language),
        added=_added(then, lookup.modifiers, language),
        total=lookup.total,
        row=f": {row}" if row else "",  # of some rolls the total is the answer
    )
