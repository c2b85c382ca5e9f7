"""English verbs that agree with a name of several: "the witches lose", where the catalogue's sentence says "loses".

Sentences are written for one person, as nearly everybody is. Italian needs no such care: several people have sentences
of their own there, and a name with the article of several is chosen for by `{who:plural|…}`.
"""

import re
from collections.abc import Iterable
from typing import Final

_IRREGULAR: Final = {"is": "are", "was": "were", "has": "have", "isn't": "aren't", "hasn't": "haven't"}
_NO_VERBS: Final = frozenset(("this", "less", "always", "perhaps", "mappings", "passages", "valuables"))
"""What ends like a verb and stands where one could, in the sentences of the catalogues."""
_OBJECT: Final = re.compile(
    r"\b(of|to|at|with|for|on|from|against|over|into|in|by|around|behind|towards|under|through|between|beside)\s$",
    re.IGNORECASE,
)
"""What makes of the name behind it anything but the subject."""
_FIRST: Final = re.compile(r"^( ?(?:(?:now|still|also|simply|already|no longer) )?)([a-z']+)")
_FURTHER: Final = re.compile(r"\b((?:and|but|or) (?:[a-z]+ly )?)([a-z]+s)\b")
_CLAUSE: Final = re.compile(r"[.;:(]")


def plural_verb(verb: str) -> str:
    """The form for several of a verb of the third person; what is no such verb stays."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _NO_VERBS or not verb.endswith("s") or verb.endswith(("ss", "us")):
        return verb
    if verb.endswith("ies") and len(verb) > len("dies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zes", "oes")) else verb[:-1]


def agreeing(pieces: Iterable[tuple[str, bool]]) -> str:
    """A sentence out of pieces, of which those marked are names of several: the verb behind such a subject agrees."""
    said, subject = "", False
    for text, several in pieces:
        if subject and text.strip():
            text, subject = _for_several(text), False
        if several:
            subject = _OBJECT.search(said) is None
        said += text
    return said


def _for_several(text: str) -> str:
    end = _CLAUSE.search(text)
    clause, rest = (text, "") if end is None else (text[: end.start()], text[end.start() :])
    agreed = _FIRST.sub(lambda found: found[1] + plural_verb(found[2]), clause, count=1)
    if agreed != clause:  # what goes on about the same people
        agreed = _FURTHER.sub(lambda found: found[1] + plural_verb(found[2]), agreed)
    return agreed + rest
