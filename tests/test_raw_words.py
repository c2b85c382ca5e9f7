"""No word of the program reaches a sentence as it is: names are names, all else goes through the catalogues.

The law is made from the registry of events and the gaps of their sentences: for each kind of event, each field of
words that a sentence has a gap for is the name of somebody or something, or is put into words of the reader's language.
"""

import re
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from tests.games import PLAYABLE
from tests.logs import archive

from arbitro import __version__
from arbitro.dice.stream import Die
from arbitro.kernel.event import Event, tag_of
from arbitro.kernel.ruling import Check, Lookup
from arbitro.kernel.then import Now
from arbitro.play import campaigns, find_campaign, find_game
from arbitro.rules import find_ruleset
from arbitro.text import LANGUAGES, Language, Name, Texts, load_catalogue

PROBE = "raw_word"
PROGRAMS_OWN = re.compile("[a-z]+(_[a-z]+)*")
TYPED = "as somebody at the table has typed it"
NUMBER = "a number, written as the book or the referee has it"
FREE: dict[tuple[str, str], str] = {
    ("appeared", "who"): "the printed names of those who come, each in both languages",
    ("campaign_lost", "text"): TYPED,
    ("chair_taken", "seat"): "the name under which somebody sits at the table",
    ("change_noted", "text"): TYPED,
    ("desk_used", "reason"): TYPED,
    ("desk_used", "thing"): "the number of a level; of anything else the place is named",
    ("doing_asked", "text"): TYPED,
    ("done_on_the_spot", "text"): TYPED,
    ("draft_finished", "words"): TYPED,
    ("examined", "text"): TYPED,
    ("findings_asked", "text"): TYPED,
    ("findings_told", "count"): NUMBER,
    ("findings_told", "text"): TYPED,
    ("loss_described", "text"): TYPED,
    ("march_conducted", "miles"): NUMBER,
    ("march_conducted", "wasted"): NUMBER,
    ("marched", "miles"): NUMBER,
    ("note_kept", "text"): TYPED,
    ("ruling_asked", "proposed"): NUMBER,
    ("ruling_asked", "text"): TYPED,
    ("threat_pending", "text"): TYPED,
    ("wish_spoken", "words"): TYPED,
}
"""What stands in a sentence as it is, and why."""
FIRST_LOOKED_UP = {
    ("count_rolled", "word"),
    ("fear_spent", "use"),
    ("free_action_taken", "what"),
    ("nothing_added", "against"),
    ("save_rolled", "against"),
    ("threat_settled", "text"),
}
"""What is a word of the catalogues, or else somebody's own: in all that was ever played, none of the program's own."""


@cache
def rulesets() -> dict[str, Any]:
    games = {game: find_ruleset(game) for game in PLAYABLE}
    return games | {f"campaign {game}": find_campaign(game) for game in campaigns()}


def sentences(texts: Texts, tag: str, language: Language) -> dict[str, str]:
    """Everything that may be said of a kind of event."""
    found: dict[str, str] = {}
    each: Texts | None = texts
    while each is not None:
        found = {**load_catalogue(each.package, language), **found}
        each = each.parent
    return {key: line for key, line in found.items() if key == f"event.{tag}" or key.startswith(f"event.{tag}.")}


def wordy(hint: Any) -> bool:
    """Whether a field holds words: a string, or one of several."""
    if get_origin(hint) is Literal:
        return any(isinstance(value, str) for value in get_args(hint))
    return hint is str or any(wordy(part) for part in get_args(hint) if part is not type(None))


def filled(hint: Any) -> Any:
    """Some value of a type, with a word that no catalogue has wherever any word will do."""
    if get_origin(hint) is Literal:
        return get_args(hint)[0]
    simple: dict[Any, Any] = {str: PROBE, int: 2, float: 2.0, bool: True, type(None): None}
    if hint in simple:
        return simple[hint]
    if hint is Die:
        return Die(6, 3)
    if hint is Check:
        return Check((Die(6, 3),), 3, ">=", 2, True)
    if hint is Lookup:
        return Lookup(PROBE, (Die(6, 3),), 3, PROBE)
    origin, parts = get_origin(hint), get_args(hint)
    if origin is tuple:
        return (filled(parts[0]),) if len(parts) == 2 and parts[1] is ... else tuple(filled(part) for part in parts)
    if origin in (list, frozenset):
        return origin((filled(parts[0]),))
    if origin is dict:
        return {filled(parts[0]): filled(parts[1])}
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return made(hint)
    return filled(parts[0]) if parts else PROBE


def made(kind: type[msgspec.Struct]) -> Any:
    hints = get_type_hints(kind)
    needed = [field for field in msgspec.structs.fields(kind) if field.required or wordy(hints[field.name])]
    return kind(**{field.name: filled(hints[field.name]) for field in needed})


def raw_words(ruleset: Any, kind: type[Event]) -> set[str]:
    """The fields of words that go into a sentence of an event as they are."""
    hints, tag = get_type_hints(kind), tag_of(kind)
    lines = {language: sentences(ruleset.texts, tag, language) for language in LANGUAGES}
    gaps = {gap for each in lines.values() for line in each.values() for gap in re.findall(r"\{(\w+)[:}]", line)}
    suspects = {
        field.name
        for field in msgspec.structs.fields(kind)
        if field.name in gaps and field.name not in kind.people and wordy(hints[field.name])
    }
    if not suspects:
        return set()
    event = made(kind)
    then = Now(ruleset, ruleset.initial())
    try:
        if ruleset.sentence(then, event, "it") is not None:
            return set()  # the game says it in its own way
        words = ruleset.words_for(then, event, "it")
    except (LookupError, AttributeError, ValueError, TypeError, StopIteration):
        return set()  # a word that no catalogue has was looked for in one
    return {name for name in suspects if name not in words or is_raw(words[name], getattr(event, name))}


def is_raw(said: Any, held: Any) -> bool:
    """Whether what is said is what the event holds; a name is a name, though it is all that is known."""
    return not isinstance(said, Name) and isinstance(said, str) and said == held


@pytest.mark.parametrize("name", rulesets())
def test_every_word_of_a_sentence_is_a_name_or_comes_from_a_catalogue(name: str) -> None:
    ruleset = rulesets()[name]
    found = {(tag_of(kind), word) for kind in ruleset.event_types for word in raw_words(ruleset, kind)}
    assert not found - FREE.keys() - FIRST_LOOKED_UP, sorted(found - FREE.keys() - FIRST_LOOKED_UP)


def test_nothing_is_let_through_in_vain() -> None:
    found = {
        (tag_of(kind), word)
        for ruleset in rulesets().values()
        for kind in ruleset.event_types
        for word in raw_words(ruleset, kind)
    }
    assert found == FREE.keys() | FIRST_LOOKED_UP


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_words_that_may_be_somebodys_own_are_never_the_programs(game: str) -> None:
    raw: set[tuple[str, str, str]] = set()
    for log in archive.read(__version__, game):
        ruleset: Any = find_game(log.head.game)
        then = Now(ruleset, ruleset.initial())
        for body in log.bodies:
            entry = ruleset.entry_decoder.decode(body)
            for event in entry.events:
                for tag, field in FIRST_LOOKED_UP:
                    word = getattr(event, field, "") if tag_of(type(event)) == tag else ""
                    ours = PROGRAMS_OWN.fullmatch(word) and word not in str(entry.command)
                    if ours and is_raw(said(ruleset, then, event, field), word):
                        raw.add((tag, field, word))
    assert not raw


def said(ruleset: Any, then: Any, event: Event, field: str) -> Any:
    return ruleset.words_for(then, event, "it").get(field, getattr(event, field))
