"""What a choice is, before anybody makes it: what it does and costs, how likely it succeeds, and its rules.

The page, the terminal and programs ask here; nothing in the answer is more than the seat may know, since the choice was
offered to it and odds are told as far as its eyes reach.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from arbitro.kernel.card import Chance
from arbitro.kernel.choice import Choice
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


class Help(Struct, frozen=True, omit_defaults=True):
    """The answer to "what would that be?"."""

    title: str
    does: str = ""
    """What it does and what it costs, in a sentence or two; empty where its rules say it all."""
    odds: tuple[Likely, ...] = ()
    rules: tuple[Cited, ...] = ()


def help_with(ruleset: Ruleset[Any], state: Any, seat: Seat, choice: Choice, language: Language) -> Help:
    """All that a seat may know of a choice that is offered to it."""
    texts = ruleset.texts
    words = texts.find(language, f"help.{choice.label.key.removeprefix('choice.')}")
    return Help(
        label_text(ruleset, state, choice.label, language),
        words or texts.find(language, f"help.{choice.command}") or "",
        tuple(_odds(ruleset, state, seat, choice, language)),
        cited(ruleset, state, choice.rules, language),
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
