"""The forms of a verb: from whatever somebody says to the word that a catalogue has.

Italian verbs stand in the catalogues as infinitives, from which every person of the usual tenses is made; the
irregular ones are listed whole (``say.irregular``). Pronouns that hang at the end of a form (dammelo) are taken off.
English forms are taken back to the bare verb.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from arbitro.kernel.named import slug
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Language

_ARE: Final = "o i a iamo ate ano are ando ato ata ati ate avo ava avano ero erai era eremo erete eranno erei ino"
_ERE: Final = "o i e iamo ete ono ere endo uto uta uti ute evo eva evano ero erai era eremo erete eranno erei a ano"
_IRE: Final = "o i e iamo ite ono ire endo ito ita iti ite ivo iva ivano iro irai ira iremo irete iranno irei a ano"
_ISC: Final = "isco isci isce iscono isca iscano"
_ENDINGS: Final = {"are": _ARE.split(), "ere": _ERE.split(), "ire": [*_IRE.split(), *_ISC.split()]}
_CLITICS: Final = ("lo", "la", "li", "le", "gli", "ci", "mi", "ti", "vi", "si", "ne")
_JOINED: Final = tuple(
    f"{first}{second}" for first in ("me", "te", "se", "ce", "ve", "glie") for second in ("lo", "la", "li", "le", "ne")
)
_ONESELF: Final = ("mi", "ti", "si", "ci", "vi", "me", "te", "se", "ce", "ve")
ONESELF: Final = "@"
"""Stands behind a form that turns on oneself."""
_BEFORE_CLITICS: Final = ("a", "i", "iamo", "ate", "ete", "ite", "ando", "endo")
"""What the forms end in that pronouns hang on to; an infinitive loses its last letter for them."""


@lru_cache(maxsize=8)
def _listed(language: Language) -> Mapping[str, tuple[str, ...]]:
    """The forms of each irregular verb."""
    rows = (row.partition(":") for row in TEXTS.say(language, "say.irregular").split("|"))
    return {verb: tuple(slug(form) for form in forms.split()) for verb, _, forms in rows}


def conjugated(verb: str) -> Iterator[str]:
    """The forms of an Italian verb, by its infinitive, reflexive or not; nothing for what is none."""
    if verb.endswith("rsi"):
        verb = f"{verb[:-2]}e"
    listed = _listed("it")
    irregular = max((each for each in listed if verb.endswith(each)), key=len, default="")
    if irregular and (verb == irregular or len(irregular) > len("dare")):
        yield verb
        yield from (f"{verb[: -len(irregular)]}{form}" for form in listed[irregular])
        return
    stem, ending = verb[:-3], verb[-3:]
    for each in _ENDINGS.get(ending, ()) if len(stem) > 1 else ():
        if ending == "are" and each[0] in "ie" and stem[-1] in "cg":
            yield f"{stem}h{each}"
        elif stem[-1] == "i" and each[0] in "ie" and ending == "are":
            yield f"{stem[:-1]}{each}" if each[0] == "i" or stem[-2] in "cg" else f"{stem}{each}"
        else:
            yield f"{stem}{each}"


def whole_verbs(words: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """For each form of these verbs, the infinitives that it may be one of; one that turns on oneself ends in a mark."""
    found: dict[str, list[str]] = {}
    for verb in words:
        mark = ONESELF if verb.endswith("rsi") else ""
        for form in conjugated(verb):
            verbs = found.setdefault(f"{form}{mark}", [])
            if verb not in verbs:
                verbs.append(verb)
    return {form: tuple(verbs) for form, verbs in found.items()}


def without_clitics(word: str) -> Iterator[str]:
    """What a form may be without the pronouns that hang at its end: dammelo, accendila, prenderli, avvicinati."""
    for clitic in (*_JOINED, *_CLITICS):
        host = word.removesuffix(clitic)
        if host == word or len(host) < len("da"):
            continue
        found = [f"{host}e"] if host.endswith("r") else []
        found += [host] if host.endswith(_BEFORE_CLITICS) else []
        if len(host) == len("dam") and host[-1] == clitic[0]:  # da, di, fa, sta and va double what follows
            found.append(host[:-1])
        yield from found
        if clitic[:2] in _ONESELF:
            yield from (f"{form}{ONESELF}" for form in found)


@lru_cache(maxsize=8)
def _bare_irregular(language: Language) -> Mapping[str, str]:
    return {form: verb for verb, forms in _listed(language).items() for form in forms}


def bare(word: str) -> tuple[str, ...]:
    """The verbs of which an English word may be a form."""
    found = [word.removesuffix("es"), word.removesuffix("s")]
    if word.endswith("ies"):
        found.append(f"{word[:-3]}y")
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word:
            found += [stem, f"{stem}e", *([stem[:-1]] if stem[-1:] == stem[-2:-1] else ())]
    irregular = _bare_irregular("en").get(word)
    return (*([irregular] if irregular else ()), *found)
