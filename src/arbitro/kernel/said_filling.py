"""What a sentence fills a choice with: whom, what, how many, how; and the choices of a moment in words."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from arbitro.kernel.choice import Choice, Parameter
from arbitro.kernel.named import slug
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.said_words import Spoken, all_words, listed_words, spoken_words
from arbitro.kernel.sentence import Names, label_text
from arbitro.kernel.why_not import wishes
from arbitro.text import Language

MOST_ASKED: Final = 4
"""How many choices a question holds."""
PLAIN: Final = ("normal", "")
"""Values that are meant where nothing is said: at a walk, the whole place."""


class Listener:
    """The choices of a moment, in words."""

    def __init__(self, ruleset: Ruleset[Any], state: Any, language: Language, offered: list[Choice]) -> None:
        self.ruleset, self.state, self.language = ruleset, state, language
        self.names = Names(ruleset, state, language)
        self._named: frozenset[str] = frozenset()
        self._also = {wish.command: f"{wish.title} {wish.also}" for wish in wishes(ruleset, language)}
        self.actors = {
            str(choice.fixed["who"]): self.words(str(self.names[str(choice.fixed["who"])]))
            for choice in offered
            if choice.fixed.get("who")
        }

        at_hand = {
            word.text
            for choice in offered
            for parameter in choice.parameters
            for pick in parameter.picks
            if pick.label.key == "name"
            for word in self.words(label_text(ruleset, state, pick.label, language, self.names))
        }
        self._named = frozenset((*at_hand, *(word.text for words in self.actors.values() for word in words)))
        self.actors = {who: tuple(map(self._as_name, words)) for who, words in self.actors.items()}
        self._things = {
            word.stem
            for choice in offered
            for name, value in choice.label.values.items()
            if name != "who" and isinstance(value, str) and value[:1] == "@"
            for word in self.words(str(self.names[value[1:]]))
        }

    def words(self, text: str) -> tuple[Spoken, ...]:
        """The words of a text that mean something; whoever is at hand is called so, whatever else it may mean."""
        return tuple(self._as_name(word) for word in spoken_words(text, self.language))

    def _as_name(self, word: Spoken) -> Spoken:
        """A word as it is meant where somebody at hand is called so: the head guard is no way to go."""
        return Spoken(word.text, word.stem) if word.text in self._named else word

    def names_a_thing(self, word: Spoken) -> bool:
        """Whether a word names a weapon, a power or whatever else something on offer is done with."""
        return word.stem in self._things

    def label(self, choice: Choice) -> str:
        """What a choice is called."""
        return label_text(self.ruleset, self.state, choice.label, self.language, self.names)

    def is_something_else(self, choice: Choice) -> bool:
        """Whether a choice is for what no other choice does: to do something else."""
        return any("other" in word.concepts for word in self.words(self.label(choice)))

    def begins_with(self, choice: Choice, said: tuple[Spoken, ...]) -> bool:
        """Whether the first word of a choice, which is what it does, is among those of a sentence."""
        label = self.doing(choice)
        return bool(label) and label[0].is_in(said)

    def doing(self, choice: Choice) -> tuple[Spoken, ...]:
        """What a choice is called, without who does it."""
        own = self.actors.get(str(choice.fixed.get("who", "")), ())
        return tuple(word for word in self.words(self.label(choice)) if not word.is_in(own))

    def also(self, choice: Choice) -> tuple[Spoken, ...]:
        """Other verbs for the same: those of the wish that it is."""
        return tuple(word for word in self.words(self._also.get(choice.command, "")) if word.concepts)

    def told(self, choice: Choice, label: str, values: Mapping[str, str | int]) -> str:
        """A choice in words, with what it is filled with."""
        said = [
            label_text(self.ruleset, self.state, pick.label, self.language, self.names)
            for parameter in choice.parameters
            for pick in parameter.picks
            if values.get(parameter.name) == pick.value
        ]
        said += [str(value) for value in values.values() if isinstance(value, int)]
        return f"{label} → {', '.join(said)}" if said else label

    def pick_words(self, parameter: Parameter) -> list[tuple[str, tuple[Spoken, ...]]]:
        """The values that a parameter may take, each in words."""
        return [
            (pick.value, self.words(label_text(self.ruleset, self.state, pick.label, self.language, self.names)))
            for pick in parameter.picks
        ]


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
            ways = [{**way, parameter.name: clause} for way in ways]
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
