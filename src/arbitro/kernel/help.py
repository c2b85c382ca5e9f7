"""What a choice is, before anybody makes it: what it does and costs, how likely it succeeds, and its rules.

The page, the terminal and programs ask here; nothing in the answer is more than the seat may know, since the choice was
offered to it and odds are told as far as its eyes reach.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from arbitro.kernel.card import Chance
from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import LISTED
from arbitro.kernel.explain import Cited, cited
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.sentence import label_text
from arbitro.text import Language


class Likely(Struct, frozen=True, omit_defaults=True):
    """How likely a choice succeeds, for one value of what is still to be said."""

    chance: Chance
    of: str = ""
    """The value in words; empty where nothing is to be said any more."""


class Explained(Struct, frozen=True, omit_defaults=True):
    """Something that a choice names, and what it is or does."""

    name: str
    words: str


class Help(Struct, frozen=True, omit_defaults=True):
    """The answer to "what would that be?"."""

    title: str
    does: str = ""
    """What it does and what it costs, in a sentence or two; empty where its rules say it all."""
    odds: tuple[Likely, ...] = ()
    rules: tuple[Cited, ...] = ()
    means: tuple[Explained, ...] = ()
    """The spells, powers, things and conditions that it names or lets one choose from."""


def label_meaning(ruleset: Ruleset[Any], state: Any, label: Label, language: Language) -> str:
    """What the entries that a label names are or do; empty where it names none."""
    found = (ruleset.meaning(state, subject, language) for subject in _named_in(label))
    return " ".join(dict.fromkeys(words for words in found if words))


def _named_in(label: Label) -> Iterator[str]:
    """The ids of what a label names, but for lists."""
    for value in label.values.values():
        if isinstance(value, str) and value[:1] == "@" and not value.startswith(LISTED):
            yield value[1:]


def meant(ruleset: Ruleset[Any], state: Any, choice: Choice, language: Language) -> tuple[Explained, ...]:
    """What a choice names and lets one choose from, each with its words."""
    picks = (pick.label for parameter in choice.parameters for pick in parameter.picks)
    subjects = dict.fromkeys(subject for label in (choice.label, *picks) for subject in _named_in(label))
    found = ((subject, ruleset.meaning(state, subject, language)) for subject in subjects)
    return tuple(Explained(str(ruleset.name_of(state, subject, language)), words) for subject, words in found if words)


def what_it_does(ruleset: Ruleset[Any], choice: Choice, language: Language) -> str:
    """What a choice does and costs, in a sentence or two; empty where its rules say it all."""
    texts = ruleset.texts
    words = texts.find(language, f"help.{choice.label.key.removeprefix('choice.')}")
    return words or texts.find(language, f"help.{choice.command}") or ""


def help_with(ruleset: Ruleset[Any], state: Any, seat: Seat, choice: Choice, language: Language) -> Help:
    """All that a seat may know of a choice that is offered to it."""
    return Help(
        label_text(ruleset, state, choice.label, language),
        what_it_does(ruleset, choice, language),
        tuple(_odds(ruleset, state, seat, choice, language)),
        cited(ruleset, state, choice.rules, language),
        meant(ruleset, state, choice, language),
    )


def _odds(ruleset: Ruleset[Any], state: Any, seat: Seat, choice: Choice, language: Language) -> Iterator[Likely]:
    """How likely it succeeds: by itself, or for each value of its only list."""
    if not choice.parameters:
        values = [("", choice.fill())]
    elif len(choice.parameters) == 1:
        (lone,) = choice.parameters
        values = [
            (label_text(ruleset, state, pick.label, language), choice.fill(**{lone.name: pick.value}))
            for pick in lone.picks
        ]
    else:
        values = []
    for of, plain in values:
        try:
            command = ruleset.command(plain)
        except msgspec.ValidationError:
            continue  # it is no command yet
        chance = ruleset.chance(state, seat, command, language) if ruleset.may_have_odds(command) else None
        if chance is not None:
            yield Likely(chance, of)
