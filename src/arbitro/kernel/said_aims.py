"""«In one's own words», for what takes many commands: an aim that a sentence names, alone or with where and whom.

``say.aim.…`` in the catalogues has the phrases for each kind of aim. A sentence means an aim where it has such a phrase
and every other word of it names the place, the way or the foe that the aim is about. "Until something happens" says
nothing more: that is when an aim ends anyway.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

from arbitro.kernel.choice import Choice
from arbitro.kernel.named import slug
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.said_words import Spoken, spoken_words
from arbitro.kernel.sentence import Names, label_text
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Language

NEEDS_NO_NAME: Final = frozenset(("aim.explore",))
"""Aims that are about something of their own accord: nobody has to say what."""


def aims_meant(
    ruleset: Ruleset[Any], state: Any, aims: Iterable[Choice], said: str, language: Language
) -> list[tuple[Choice, str]]:
    """The aims that a sentence may mean, each as it is called; those that it names best."""
    until = "|".join(TEXTS.say(language, "say.until").split("|"))
    plain = re.sub(rf" (?:{until}) .*$", " ", f" {slug(said.replace(chr(39), ' ')).replace('-', ' ')} ")
    names = Names(ruleset, state, language)
    found: list[tuple[int, Choice, str]] = []
    for aim in aims:
        label = label_text(ruleset, state, aim.label, language, names)
        hits = _hits(plain, _phrases(ruleset, aim, language), spoken_words(label, language), language)
        kind = aim.label.key.removesuffix(".elsewhere")
        if hits is not None and (hits or not aim.label.values or kind in NEEDS_NO_NAME):
            found.append((hits, aim, label))
    best = max((hits for hits, _, _ in found), default=0)
    return [(aim, label) for hits, aim, label in found if hits == best]


def _phrases(ruleset: Ruleset[Any], aim: Choice, language: Language) -> list[str]:
    """What is said for a kind of aim, the longest first; nothing for kinds that no catalogue knows words for."""
    key = f"say.{aim.label.key.removesuffix('.elsewhere')}"
    words = ruleset.texts.find(language, key) or TEXTS.find(language, key) or ""
    return sorted(filter(None, words.split("|")), key=len, reverse=True)


def _hits(plain: str, phrases: list[str], label: tuple[Spoken, ...], language: Language) -> int | None:
    """How many words beside the phrase name what the aim is about; None where one says something else."""
    for phrase in phrases:
        if f" {phrase} " in plain:
            rest = spoken_words(plain.replace(f" {phrase} ", " ", 1), language)
            bare = [Spoken(word.text, word.stem) for word in rest]
            called = [Spoken(word.text, word.stem) for word in label]
            if all(word.is_in(called) for word in bare):
                return len(bare)
    return None
