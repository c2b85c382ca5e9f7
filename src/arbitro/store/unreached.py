"""Why a database or another server cannot be reached, in the reader's language.

What drivers and systems say of it is English, made for programmers, and names addresses and paths that are nobody
else's business: it goes into the log, not to the page.
"""

import re
from collections.abc import Iterator
from typing import Final

from arbitro.kernel.misread import TEXTS as SYSTEM_TEXTS
from arbitro.kernel.misread import misread
from arbitro.store.fault import TEXTS
from arbitro.text import Words

KNOWN: Final = (
    (re.compile(r"\bfull\b"), SYSTEM_TEXTS, "system.full"),
    (re.compile(r"read-?only"), SYSTEM_TEXTS, "system.forbidden"),
    (re.compile(r"disk i/o"), SYSTEM_TEXTS, "system.disk"),
    (re.compile(r"password|authenti|authoriz|role .* does not exist"), TEXTS, "store.problem.not_let_in"),
    (re.compile(r"does not exist"), TEXTS, "store.problem.no_such"),
    (re.compile(r"locked|busy|too many"), TEXTS, "store.problem.busy"),
    (re.compile(r"not a database|malformed|encrypted"), TEXTS, "store.problem.no_database"),
    (re.compile(r"unable to open"), TEXTS, "store.problem.not_opened"),
    (re.compile(r"refused"), SYSTEM_TEXTS, "system.refused"),
    (re.compile(r"tim(?:ed?|ing)[ -]?out"), SYSTEM_TEXTS, "system.late"),
    (re.compile(r"closed|reset|terminat|shut|starting up|connection"), SYSTEM_TEXTS, "system.hung_up"),
)
"""What drivers say, and the text that says it for us; the first that fits counts."""


def unreached(error: BaseException) -> Words:
    """What an error of a driver's or of the system's means for whoever waits for an answer."""
    told = list(_behind(error))
    for one in told:
        if isinstance(one, OSError) and (said := misread(one)).key != "system.failed":
            return said
    for one in told:
        words = f"{type(one).__name__} {one}".lower()
        for pattern, texts, key in KNOWN:
            if pattern.search(words):
                return Words(texts, key)
    return Words(SYSTEM_TEXTS, "system.failed")


def _behind(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those that led to it, the driver's own before the one of whoever calls the driver."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        inner = getattr(error, "orig", None)
        if isinstance(inner, BaseException):
            yield from _behind(inner)
        yield error
        error = error.__cause__ or error.__context__
