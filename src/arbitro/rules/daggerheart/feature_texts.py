"""Stat blocks in words for the GM: who it is, what it wants, and what each of its features does.

The words stand in the content beside the numbers. A feature made after a recurrent one has the words of that one with
its own numbers in the gaps, so that improvised adversaries and those of packs can be read as well.
"""

from collections.abc import Iterator, Mapping

from arbitro.kernel.ruleset import Ruleset
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.entries import AdversaryEntry, FeatureWords, PlaceEntry
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.state import Block, Foe, Place, State
from arbitro.text import Language

_NONE: Mapping[str, FeatureWords] = {}


def told_of(books: Library, one: Foe | Place) -> Mapping[str, FeatureWords]:
    """The words of somebody's features, by their ids; none for what the content does not know."""
    entry = block_entry(books, one.block.id) if isinstance(one, Foe) else place_entry(books, one.id)
    return entry.feature_words if entry is not None else _NONE


def block_entry(books: Library, name: str) -> AdversaryEntry | None:
    """A stat block as it is written."""
    return books.entries("adversaries", AdversaryEntry).get(name)


def place_entry(books: Library, name: str) -> PlaceEntry | None:
    """An environment as it is written."""
    return books.entries("environments", PlaceEntry).get(name)


def feature_text(game: Ruleset[State], one: Foe | Place, feature: Feature, language: Language) -> str:
    """The whole rule of a feature, for the GM; nothing where nobody has written it."""
    books = books_of(game)
    words = told_of(books, one).get(feature.id)
    if words is not None:
        return words.in_(language)
    pattern = books.pattern_words.get(feature.id)
    if pattern is None or not isinstance(one, Foe):
        return ""
    return pattern.in_(language).format(**_gaps(game, one.block, feature, language))


def _gaps(game: Ruleset[State], block: Block, feature: Feature, language: Language) -> dict[str, str]:
    """What an adversary fills into the words of a recurrent feature."""
    say, standard = game.texts.say, " + ".join(str(amount) for amount in block.attack.damage)
    target = feature.target
    return {
        "value": str(feature.value),
        "bonus": str(feature.bonus or 0),
        "damage": str(feature.damage) if feature.damage is not None else standard,
        "standard": standard,
        "kind": say(language, f"kinds.{block.attack.kind}"),
        "range": say(language, f"band.{target.within}") if target is not None else "",
    }


def features_told(
    game: Ruleset[State], one: Foe | Place, features: tuple[Feature, ...], language: Language
) -> Iterator[tuple[str, str]]:
    """Each feature by its name, with what sort it is and what it does."""
    say = game.texts.say
    for feature in features:
        kind = say(language, f"feature_kind.{feature.kind}")
        if words := feature_text(game, one, feature, language):
            yield str(feature.name.in_(language)), say(language, "sheet.feature", kind=kind, words=words)
        else:
            yield str(feature.name.in_(language)), priced_kind(game, feature, language)


def priced_kind(game: Ruleset[State], feature: Feature, language: Language) -> str:
    """What sort of feature it is and what it costs: all that can be said of one that nobody has put in words."""
    prices = {"fear": feature.fear, "stress": feature.stress}
    told = [game.texts.say(language, f"price.{name}", count=count) for name, count in prices.items() if count]
    return "; ".join((game.texts.say(language, f"feature_kind.{feature.kind}"), ", ".join(told))).removesuffix("; ")


def questions(books: Library, one: Foe | Place, language: Language) -> list[str]:
    """What the GM may ask, of the story or of the players, about somebody's features."""
    return [ask for words in told_of(books, one).values() if words.ask is not None for ask in words.ask.in_(language)]


def who_it_is(books: Library, one: Foe | Place, language: Language) -> tuple[str, str]:
    """Who an adversary or what an environment is, and what it wants; nothing where nobody has written it."""
    if isinstance(one, Foe):
        block = block_entry(books, one.block.id)
        wants = block.motives if block is not None else None
        words = block.words if block is not None else None
    else:
        place = place_entry(books, one.id)
        wants = place.impulses if place is not None else None
        words = place.words if place is not None else None
    told = ", ".join(wants.in_(language)) if wants is not None else ""
    return words.in_(language) if words is not None else "", told
