"""The oracle: a yes or no to any question, and words to start an idea from. All tables are our own (data/*.yaml).

A d100 is thrown under the chance of yes that goes with a likelihood. Of the yeses, and of the noes, the fifth furthest
from the border is stronger ("yes, and …"), the fifth nearest to it weaker ("yes, but …"). Doubles (11, 22 … 99, 100)
come with a twist, one throw in ten.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.stream import Dice
from arbitro.kernel.rolltable import RollTable, read_tables
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruling import Lookup
from arbitro.kernel.yamlfile import open_packaged
from arbitro.text import LANGUAGES, Fault, Language, Texts, Words

PACKAGE: Final = "arbitro.play.solo"
TEXTS: Final = Texts(PACKAGE)
RULES: Final = ("DA-SOLO-02",)
"""Without a referee the players settle what would be the referee's; the oracle proposes, they decide."""
EVEN: Final = "even"
TWIST: Final = "twist"
IDEA: Final = ("action", "subject")
"""The two tables of a plain prompt."""
_DOUBLES: Final = frozenset((*range(11, 100, 11), 100))


class OracleAnswer(Struct, frozen=True, omit_defaults=True):
    """What the oracle said: ids and dice, ready to be kept in an event."""

    likelihood: str
    word: str
    """``yes_and``, ``yes``, ``yes_but``, ``no_but``, ``no`` or ``no_and``."""
    lookup: Lookup
    twist: bool = False
    """Whether the dice call for a twist beside the answer."""

    @property
    def yes(self) -> bool:
        """Whether it is a yes of any kind."""
        return self.word.startswith("yes")


ORACLE: Final = "oracle."
"""What the names of the oracle's tables begin with in the log."""


@cache
def oracles() -> Mapping[str, RollTable[Any]]:
    """The table of each likelihood, from impossible to certain."""
    return read_tables(open_packaged(PACKAGE, "data", "oracle.yaml"), Any, "oracle")


@cache
def prompts() -> Mapping[str, RollTable[Phrase]]:
    """The tables of prompts, by name."""
    return read_tables(open_packaged(PACKAGE, "data", "prompts.yaml"), Phrase, "prompts")


def likelihood_of(text: str) -> str:
    """A likelihood by its id or by its name in either language; a fault that lists them otherwise."""
    wanted = text.strip().lower().replace(" ", "_").replace("-", "_")
    named = {name: name for name in oracles()}
    for language in LANGUAGES:
        named |= {likelihood_text(name, language).lower().replace(" ", "_"): name for name in oracles()}
    found = named.get(wanted)
    if found is None:
        near = get_close_matches(wanted, named, 1)
        raise Fault(
            Words(TEXTS, "fault.likelihood", text=text, known=", ".join(oracles()), near=near[0] if near else EVEN)
        )
    return found


def ask(likelihood: str, dice: Dice) -> OracleAnswer:
    """Ask the oracle. `likelihood` is one of `oracles`; `likelihood_of` reads what a person types."""
    row, lookup = oracles()[likelihood].roll(dice, purpose="oracle")
    return OracleAnswer(likelihood, row.id, replace(lookup, table=f"{ORACLE}{likelihood}"), lookup.total in _DOUBLES)


def prompt(dice: Dice, *tables: str) -> tuple[Lookup, ...]:
    """Throw on tables of prompts, an action and a subject where none is named; each lookup names table and row."""
    for name in tables:
        if name not in prompts():
            raise Fault(Words(TEXTS, "fault.prompt", name=name, known=", ".join(prompts())))
    return tuple(prompts()[name].roll(dice, purpose="prompt")[1] for name in tables or IDEA)


def answer_text(answer: OracleAnswer, language: Language) -> str:
    """The oracle's word."""
    return TEXTS.say(language, f"answer.{answer.word}")


def likelihood_text(likelihood: str, language: Language) -> str:
    """What a likelihood is called."""
    return TEXTS.say(language, f"likelihood.{likelihood}")


def prompt_text(lookup: Lookup, language: Language) -> str:
    """The words that a prompt fell on."""
    return prompts()[lookup.table].at(lookup.total).result.in_(language)
