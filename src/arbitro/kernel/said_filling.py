"""What a sentence fills a choice with: whom, what, how many, how; and the choices of a moment in words."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, Final

from arbitro.kernel.choice import Choice, Label, Parameter
from arbitro.kernel.named import slug
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.said_numbers import with_spans
from arbitro.kernel.said_spelling import LEAST, mended
from arbitro.kernel.said_words import (
    KIN,
    QUALITIES,
    Spoken,
    Vocabulary,
    all_words,
    is_deed,
    known_words,
    listed_words,
    plain_words,
    spoken_words,
)
from arbitro.kernel.sentence import Names, label_text
from arbitro.kernel.why_not import wishes
from arbitro.text import Language

MOST_ASKED: Final = 4
"""How many choices a question holds."""
TOOLS: Final = ("weapon", "item", "thing")
"""Values of labels that are mere things: a hammer is no blow."""
POWERS: Final = ("power", "spell", "feature", "use", "song", "shape", "experience")
"""Values that are done, not used: to name them is to say what one does."""
PLAIN: Final = ("normal", "")
"""Values that are meant where nothing is said: at a walk, the whole place."""


class Listener:
    """The choices of a moment, in words."""

    def __init__(self, ruleset: Ruleset[Any], state: Any, language: Language, offered: list[Choice]) -> None:
        self.ruleset, self.state, self.language = ruleset, state, language
        self.names = Names(ruleset, state, language)
        self.vocabulary = Vocabulary(ruleset.texts, frozenset(choice.label.key for choice in offered))
        self._named: frozenset[str] = frozenset()
        self._also = {wish.command: f"{wish.title} {wish.also}" for wish in wishes(ruleset, language)}
        self._labels: dict[str, str] = {}
        self._as_said: dict[str, str] = {}
        self._asked = {one.name for choice in offered for one in choice.parameters if one.kind == "number"}
        asked = [one for choice in offered for one in choice.parameters]
        picks = {pick.label.key + str(pick.label.values): pick.label for one in asked for pick in one.picks}.values()
        named = [
            pick.label for one in asked if one.name not in POWERS for pick in one.picks if pick.label.key == "name"
        ]
        called = set(map(self.called, {str(label.values): label for label in named}.values()))
        people = {str(choice.fixed["who"]) for choice in offered if choice.fixed.get("who")}
        self.actors = {who: self.words(str(self.names[who])) for who in sorted(people)}
        own = [word.text for words in self.actors.values() for word in words]
        self._named = frozenset((*own, *(word.text for name in called for word in self.words(name))))
        self.actors = {who: tuple(map(self._as_name, words)) for who, words in self.actors.items()}
        things = {
            str(self.names[str(value)[1:]])
            for choice in offered
            for name, value in choice.label.values.items()
            if name in (*TOOLS, *POWERS, "attack", "door") and str(value)[:1] == "@"
        }
        self._things = {word.stem for thing in things for word in self.words(thing)}
        plain = {
            str(self.names[str(one.label.values[key])[1:]])
            for one in offered
            for key in TOOLS
            if key in one.label.values
        }
        self._named |= {word.text for thing in plain for word in self.words(thing) if " " not in word.text}
        texts = (*called, *things, *map(self.label, offered), *map(self.called, picks))
        words = {word for text in texts for word in plain_words(text)} | set(own)
        self._at_hand = frozenset(words)
        self._stems = frozenset(word.stem for text in words for word in self.words(text))

    def called(self, label: Label) -> str:
        """A label in words."""
        return label_text(self.ruleset, self.state, label, self.language, self.names)

    def words(self, text: str) -> tuple[Spoken, ...]:
        """The words of a text that mean something; whoever is at hand is called so, whatever else it may mean."""
        return tuple(self._as_name(word) for word in spoken_words(text, self.language))

    def said(self, clause: str) -> tuple[Spoken, ...]:
        """The words of a clause that somebody says, those that the labels on offer have of their own among them."""
        return tuple(self._as_name(word) for word in spoken_words(clause, self.language, self.vocabulary))

    def _as_name(self, word: Spoken) -> Spoken:
        """A word as it is meant where somebody at hand is called so: the head guard is no way to go."""
        return Spoken(word.text, word.stem, word.concepts & QUALITIES) if word.text in self._named else word

    def understood(self, clause: str) -> str:
        """A clause with its slips of the pen mended, and spans of time in the measure that is asked for."""
        words = with_spans(plain_words(clause), self._asked, self.language)
        plain = " ".join(map(self._mended, words))
        self._as_said[plain] = clause
        return plain

    def as_said(self, plain: str) -> str:
        """What was said in a person's own words."""
        return self._as_said.get(plain, plain)

    def _mended(self, word: str) -> str:
        """A word as it must have been meant; as it is, where it means something."""
        spoken = spoken_words(word, self.language, self.vocabulary)
        if (
            not spoken
            or spoken[0].text.isdigit()
            or spoken[0].concepts
            or spoken[0].stem in self._stems
            or word in self._at_hand
        ):
            return word
        known = known_words(self.ruleset.texts, self.language) if len(word) > LEAST else frozenset()
        return mended(word, self._at_hand) or mended(word, known) or word

    @cached_property
    def deeds(self) -> frozenset[str]:
        """What the words on the labels stand for."""
        return frozenset(one for label in self._labels.values() for word in self.words(label) for one in word.concepts)

    def is_no_tool(self, clause: str, label: Iterable[Spoken]) -> bool:
        """Whether it is to be done with something of the game's books that is none of what the choice speaks of."""
        words = slug(clause).split("-")
        instruments = listed_words(self.language, "say.instruments")
        at = next((at for at, word in enumerate(words) if word in instruments), len(words))
        tool = [word for word in self.words(" ".join(words[at:])) if not is_deed(word)] if at < len(words) else []
        known = any(word.stem in name for word in tool for name in _entries(self.ruleset, self.language))
        return known and not any(word.is_in(label) for word in tool)

    def is_elsewhere(self, words: Iterable[Spoken]) -> bool:
        """Whether words are the whole name of something in the game's books: a spell, a weapon, not on offer."""
        stems = frozenset(word.stem for word in words if not word.concepts)
        return bool(stems) and any(stems >= name for name in _entries(self.ruleset, self.language))

    def names_a_thing(self, word: Spoken) -> bool:
        """Whether a word names a weapon, a power or whatever else something on offer is done with."""
        return word.stem in self._things

    def is_more(self, word: Spoken, choice: Choice, act: Iterable[Spoken], clause: str) -> bool:
        """Whether a word that has no place in a choice asks for more: a number, or what something else on offer does.

        What comes after an "and" is something else too, whether it is on offer or not.
        """
        if word.text.isdigit() or (word.text in self._named and choice.parameters):
            return True
        if not is_deed(word) or "cast" in word.concepts:  # another spell, then
            return is_deed(word)
        kin = {more for concept in word.concepts for more in KIN.get(concept, ())}
        if any(kin & each.concepts for each in act):
            return False
        joints = listed_words(self.language, "say.bare_joints")
        return bool(word.concepts & self.deeds or all_words(clause) & joints)

    def is_light(self, word: Spoken) -> bool:
        """Whether a verb says little by itself: to take a stance, to use one's strength."""
        return word.text in listed_words(self.language, "say.light_verbs")

    def label(self, choice: Choice) -> str:
        """What a choice is called."""
        if choice.id not in self._labels:
            self._labels[choice.id] = self.called(choice.label)
        return self._labels[choice.id]

    def is_something_else(self, choice: Choice) -> bool:
        """Whether a choice is for what no other choice does: to do something else."""
        return any("other" in word.concepts for word in self.words(self.label(choice)))

    def begins_with(self, choice: Choice, said: tuple[Spoken, ...]) -> bool:
        """Whether the first word of a choice, which is what it does, is among those of a sentence."""
        label = self.doing(choice)
        return (bool(label) and label[0].is_in(said)) or self.own(choice).is_in(said)

    def doing(self, choice: Choice) -> tuple[Spoken, ...]:
        """What a choice is called, without who does it."""
        own = self.actors.get(str(choice.fixed.get("who", "")), ())
        return tuple(word for word in self.words(self.label(choice)) if not word.is_in(own))

    def also(self, choice: Choice) -> tuple[Spoken, ...]:
        """Other verbs for the same: those of the wish that it is."""
        return tuple(word for word in self.words(self._also.get(choice.command, "")) if word.concepts)

    def numbers_somebody(self, choice: Choice, said: tuple[Spoken, ...]) -> bool:
        """Whether the only number of a sentence is somebody's, and the choice asks for one but for nobody: bandit 2."""
        if {parameter.kind for parameter in choice.parameters} != {"number"}:
            return False
        own = [word for words in self.actors.values() for word in words]
        before = [before for before, word in pairwise(said) if word.text.isdigit()]
        return bool(before) and all(not word.concepts and not word.is_in(own) for word in before)

    def has_object(self, choice: Choice) -> bool:
        """Whether something is called by name on the label, beside who does it."""
        return any(
            name not in ("who", "purse") and str(value)[:1] == "@" for name, value in choice.label.values.items()
        )

    def power(self, choice: Choice) -> str:
        """What somebody uses by this choice, where that is a power of theirs, by name."""
        used = any("cast" in word.concepts for word in self.doing(choice))  # to cast an attack, or to strike by one
        names = (*POWERS, "attack") if used else POWERS
        value = next((str(choice.label.values[name]) for name in names if name in choice.label.values), "")
        return str(self.names[value[1:]]) if value[:1] == "@" else ""

    def spells(self, choice: Choice) -> list[Spoken]:
        """The words of the powers among which a choice lets one pick."""
        asked = [one for one in choice.parameters if one.name in POWERS]
        return [word for one in asked for _, words in self.pick_words(one) for word in words]

    def own(self, choice: Choice) -> Spoken:
        """What the catalogues have of words for just such a choice, as one word."""
        return Spoken("", "", frozenset((choice.label.key,)))

    def told(self, choice: Choice, label: str, values: Mapping[str, str | int]) -> str:
        """A choice in words, with what it is filled with."""
        said = [
            self.called(pick.label)
            for parameter in choice.parameters
            for pick in parameter.picks
            if values.get(parameter.name) == pick.value
        ]
        said += [str(value) for value in values.values() if isinstance(value, int)]
        return f"{label} → {', '.join(said)}" if said else label

    def pick_words(self, parameter: Parameter) -> list[tuple[str, tuple[Spoken, ...]]]:
        """The values that a parameter may take, each in words."""
        return [(pick.value, self.words(self.called(pick.label))) for pick in parameter.picks]


def filled(
    listener: Listener, choice: Choice, left: list[Spoken], clause: str
) -> tuple[list[tuple[dict[str, str | int], tuple[str, ...]]], list[Spoken]]:
    """The ways to fill a choice from the words that are left, and the words that fill nothing."""
    ways: list[dict[str, str | int]] = [{}]
    asked: list[str] = []
    for parameter in choice.parameters:
        if parameter.kind == "pick":
            best, used = picked(listener, parameter, left)
            left = [word for word in left if word not in used]
            plain = [value for value in best if value in PLAIN] if not used else []
            best = plain or _oneself(listener, choice, best, clause, named=bool(used)) or best
            if len(best) == 1 or used:
                ways = [{**way, parameter.name: value} for way in ways for value in best]
            else:
                asked.append(parameter.name)
        elif parameter.kind == "number":
            number = next((word for word in left if word.text.isdigit() and _within(parameter, int(word.text))), None)
            number = number or _just_one(listener, choice, clause)
            if number is not None and _is_measured_otherwise(listener, choice, clause):
                left = [word for word in left if word is not number]
                asked.append(parameter.name)  # ten steps are not ten feet
            elif number is not None:
                left = [word for word in left if word is not number]
                ways = [{**way, parameter.name: int(number.text)} for way in ways]
            elif parameter.minimum == parameter.maximum or (
                parameter.name == "count" and parameter.minimum is not None
            ):
                ways = [{**way, parameter.name: parameter.minimum or 0} for way in ways]
            else:
                asked.append(parameter.name)
        elif not parameter.optional or left:
            ways = [{**way, parameter.name: listener.as_said(clause)} for way in ways]
    return [(way, tuple(asked)) for way in ways[: MOST_ASKED + 1]], left


def _oneself(listener: Listener, choice: Choice, values: list[str], clause: str, *, named: bool) -> list[str]:
    """Whoever acts, where a sentence names nobody else but themselves."""
    who = str(choice.fixed.get("who", ""))
    reflexive = all_words(clause) & listed_words(listener.language, "say.reflexives")
    return [who] if reflexive and not named and who in values else []


def _just_one(listener: Listener, choice: Choice, clause: str) -> Spoken | None:
    """One, where it counts something that the choice speaks of: one turn."""
    label = all_words(listener.label(choice))
    for word, counted in pairwise(slug(clause).split("-")):
        if word in listed_words(listener.language, "say.one") and any(each[:4] == counted[:4] for each in label):
            return Spoken("1", "1")
    return None


def _is_measured_otherwise(listener: Listener, choice: Choice, clause: str) -> bool:
    """Whether a sentence counts in another measure than the choice does: ten steps, three days."""
    measures = listed_words(listener.language, "say.measures")
    said = {word[:4] for word in all_words(clause) & measures}
    return bool(said) and not any(word[:4] in said for word in all_words(listener.label(choice)) & measures)


def _within(parameter: Parameter, number: int) -> bool:
    low, high = parameter.minimum, parameter.maximum
    return (low is None or number >= low) and (high is None or number <= high)


def picked(listener: Listener, parameter: Parameter, left: list[Spoken]) -> tuple[list[str], list[Spoken]]:
    """The values that the words name best, and the words that name them; all values where none is named."""
    best: list[str] = []
    used: list[Spoken] = []
    highest = 0.0
    for value, words in listener.pick_words(parameter):
        hits = [word for word in left if word.is_in(words)]
        score = len(hits) - 0.1 * (len(words) > len(hits)) if hits else 0.0
        if hits and score > highest + 0.05:
            best, used, highest = [value], hits, score
        elif hits and score > highest - 0.05:
            best.append(value)
    if used:
        return best, used
    return [value for value, _ in listener.pick_words(parameter)], []


@lru_cache(maxsize=32)
def _entries(ruleset: Ruleset[Any], language: Language) -> tuple[frozenset[str], ...]:
    """The stems of the names of all entries of a game's books; what stands for something is no name."""
    books = ruleset.books()
    found = [] if books is None else [name for _, _, name in books.entry_names(language)]
    words = {spoken_words(name, language) for name in found}
    return tuple(frozenset(word.stem for word in each) for each in words if each and not all(w.concepts for w in each))
