"""Where a sentence falls apart: one thing after the other, each to be done by itself."""

import re
from collections.abc import Iterator

from arbitro.kernel.named import slug
from arbitro.kernel.said_words import all_words, listed_words, meaning
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Language


def _any_of(key: str, language: Language) -> str:
    """A pattern for any phrase of a list in the catalogues."""
    return "|".join(re.escape(phrase) for phrase in TEXTS.say(language, key).split("|"))


def clauses(said: str, language: Language) -> tuple[str, str]:
    """The first thing that a sentence wants, and the rest; "it" in the rest is what the first was about."""
    openings, fillers = _any_of("say.openings", language), _any_of("say.fillers", language)
    said = re.sub(rf"^\s*(?:(?:{openings})[\s,]+)+", "", said.replace("’", "'"), flags=re.IGNORECASE)
    said = re.sub(rf"[\s,]*\b(?:{fillers})(?=[\s.,!]|$)", "", said, flags=re.IGNORECASE)
    joints = _any_of("say.joints", language)
    parts = re.split(rf"\s*(?:[;.]\s+|,?\s+(?:{joints})\s+)", said.strip(" .!,"), maxsplit=1, flags=re.IGNORECASE)
    if len(parts) == 1 or not parts[1].strip():
        return parts[0], ""
    return parts[0].strip(" ,"), about_the_same(parts[0], parts[1], language)


def joined(clause: str, language: Language) -> Iterator[tuple[str, str]]:
    """The ways to part a clause at a mere "and" or a comma, what comes first and the rest."""
    joints = _any_of("say.bare_joints", language)
    for found in re.finditer(rf"\s*,\s*(?:(?:{joints})\s+)?|\s+(?:{joints})\s+", clause, flags=re.IGNORECASE):
        first, rest = clause[: found.start()], clause[found.end() :]
        if first.strip() and rest.strip() and not any_listed(rest, "say.conditions", language):
            yield first.strip(), about_the_same(first, rest, language)


def any_listed(text: str, key: str, language: Language) -> bool:
    """Whether one of a list of words in the catalogues is in a text."""
    return bool(all_words(text) & listed_words(language, key))


def about_the_same(first: str, rest: str, language: Language) -> str:
    """What comes after something, with what that was about in the place of "it"."""
    words = first.split()
    verb = next((at for at, word in enumerate(words) if meaning(slug(word), language)), 0)
    about = " ".join(words[verb + 1 :])
    made: list[str] = []
    for word in rest.split():
        bare = slug(word)
        host = next((bare[: -len(end)] for end in ("la", "lo", "li", "le") if bare.endswith(end)), "")
        begun = language == "it" and any(meaning(slug(each), language) for each in made)  # an article, then
        phrase = any(meaning(f"{' '.join(made[-back:])} {bare}".lower(), language) for back in (1, 2))  # run for it
        if bare in listed_words(language, "say.pronouns") and not begun and not phrase:
            made.append(about)
        elif language == "it" and meaning(host, language):
            made += [host, about]
        else:
            made.append(word)
    return " ".join(made)
