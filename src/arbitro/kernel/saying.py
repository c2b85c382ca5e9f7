"""«In one's own words»: a sentence in Italian or English, matched against what may be done now.

Nothing here knows a game, guesses or throws dice. Words are compared by what they mean (``say.concept.…`` in the
catalogues gathers words for one thing, phrases included) and else by their stems. A choice is what was meant where the
sentence's verb is its own, everybody whom the sentence names is in it, and no other choice fits nearly as well. Where
two fit, that is asked; where none does, the answer is `why_not`'s: the rule that forbids it. Negations and questions
are never acted upon.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, Literal

from msgspec import Struct

from arbitro.kernel.aim import aim_in
from arbitro.kernel.choice import DESK, Choice, Parameter
from arbitro.kernel.named import slug
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.said_aims import aims_meant
from arbitro.kernel.said_words import Spoken, all_words, clauses, listed_words, spoken_words
from arbitro.kernel.seat import Seat
from arbitro.kernel.sentence import Names, label_text
from arbitro.kernel.why_not import WhyNot, why_not, wishes
from arbitro.text import Language

NEAR: Final = 0.75
"""How much worse another choice must fit to be out of the question."""
MOST_ASKED: Final = 4
"""How many choices a question holds."""
LEFT_OVER: Final = 1.0
MISSING: Final = 0.2
"""What a word costs that only the sentence has, and one that only the choice has."""
MOST_MISSING: Final = 0.6
"""What all the words together cost at most that only the choice has: some labels are long."""
ALSO: Final = 0.8
"""How much less a word is worth that is not on the label, and only known to mean the same command."""
ANOTHERS: Final = 1.0
"""What it costs that a choice needs somebody whom the sentence does not name."""
MANNERS: Final = frozenset(("cautious", "running", "walking"))
"""Concepts of how something is done: no verbs."""
KIN: Final[Mapping[str, tuple[str, ...]]] = {
    "shoot": ("attack",),
    "throw": ("cast", "attack", "shoot"),
    "cast": ("attack", "shoot"),
    "force": ("attack", "open"),
    "wedge": ("bar",),
    "engage": ("move_on",),
    "go": ("move_on", "move_back"),
    "move": ("move_on", "move_back"),
    "running": ("go", "move_on", "move_back"),
    "give": ("surrender",),
}
"""What a verb may mean where nothing on offer is what it says: a game that has no shots has attacks with a bow."""
FIRST_NAMED: Final = 0.8
"""What it is worth that somebody is the first whom a sentence names: who gives stands before who is given."""
PLAIN: Final = ("normal", "")
"""Values that are meant where nothing is said: at a walk, the whole place."""


class MeantChoice(Struct, frozen=True):
    """A choice with what the sentence says of it."""

    choice: str
    text: str
    values: dict[str, str | int]
    missing: tuple[str, ...] = ()
    """The names of what is still to be said."""
    aim: bool = False
    """Whether it is an aim, by its id, rather than a choice."""


class Heard(Struct, frozen=True):
    """What a sentence means at this moment."""

    kind: Literal["deed", "aim", "question", "forbidden", "unknown"]
    meant: tuple[MeantChoice, ...] = ()
    """The deed, or the aim; or, for a question, what it may be."""
    why_not: WhyNot | None = None
    then: str = ""
    """What the sentence wants next, to be said again once this is done."""


def heard(
    ruleset: Ruleset[Any], state: Any, seat: Seat, choices: Iterable[Choice], said: str, language: Language
) -> Heard:
    """What a sentence means, for a seat that has these choices, aims among them; one command goes before an aim."""
    clause, then = clauses(said, language)
    choices = [choice for choice in choices if choice.group != DESK]
    offered = [choice for choice in choices if not aim_in(choice)]
    found = _fits(_Listener(ruleset, state, language, offered), clause, offered)
    if found and _sure(clause, found, language):
        return Heard("deed", (found[0][1],), then=then)
    wide = aims_meant(ruleset, state, [choice for choice in choices if aim_in(choice)], clause, language)
    if wide:
        plain = (
            clause.rstrip()[-1:] != "?" and not asks(clause, language) and not _says_no(clause, wide[0][1], language)
        )
        meant = tuple(MeantChoice(aim_in(aim), label, {}, aim=True) for aim, label in wide[:MOST_ASKED])
        return Heard("aim" if plain and len(wide) == 1 else "question", meant, then=then)
    if found:
        return Heard("question", tuple(meant for _, meant in found[:MOST_ASKED]), then=then)
    why = why_not(ruleset, state, seat, offered, clause, language)
    return Heard("forbidden" if why.cannot else "unknown", (), why, then)


def _sure(clause: str, found: Sequence[tuple[float, MeantChoice]], language: Language) -> bool:
    """Whether there is one thing that it means, wholly said, and it is neither a question nor a no."""
    meant = found[0][1]
    if len(found) > 1 or meant.missing or clause.rstrip().endswith("?"):
        return False
    if asks(clause, language) or _says_no(clause, meant.text, language):
        return False
    tool = _with_what(clause, language)
    return tool is None or bool(tool.concepts) or tool.is_in(spoken_words(meant.text, language))


def _with_what(clause: str, language: Language) -> Spoken | None:
    """What a sentence says that it is to be done with: the first word of that."""
    words = slug(clause).split("-")
    at = next((at for at, word in enumerate(words) if word in listed_words(language, "say.instruments")), None)
    return None if at is None else next(iter(spoken_words(" ".join(words[at:]), language)), None)


def asks(clause: str, language: Language) -> bool:
    """Whether a sentence begins as a question, or as a mere thought, does: what if."""
    words = [
        word
        for word in slug(clause.replace("'", " ").replace("’", " ")).split("-")
        if word not in ("and", "e", "ma", "but")
    ]
    asked = any("ask_gm" in word.concepts for word in spoken_words(clause, language)[:1])
    return bool(words) and words[0] in listed_words(language, "say.asking") and not asked


def is_question_or_no(said: str, language: Language) -> bool:
    """Whether a sentence asks, supposes or forbids something: nothing is done by it."""
    clause, _ = clauses(said, language)
    return clause.rstrip().endswith("?") or asks(clause, language) or _says_no(clause, "", language)


def _says_no(clause: str, label: str, language: Language) -> bool:
    """Whether a sentence has a negation that is no part of what the choice is called: no mercy."""
    said, called = (slug(text).split("-") for text in (clause, label))
    own = set(pairwise(called))
    return any(
        word in listed_words(language, "say.negations") and (word, following) not in own
        for word, following in pairwise((*said, ""))
    )


# ---------------------------------------------------------------- choices


class _Listener:
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
        own = self.actors.get(str(choice.fixed.get("who", "")), ())
        label = [word for word in self.words(self.label(choice)) if not word.is_in(own)]
        return bool(label) and label[0].is_in(said)

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


def _fits(listener: _Listener, clause: str, offered: list[Choice]) -> Sequence[tuple[float, MeantChoice]]:
    """The choices that the sentence may mean, best first; those that fit much less well than the best are left out."""
    said = listener.words(clause)
    if all(word.text.isdigit() for word in said):
        return []
    found = _near_best(listener, said, clause, offered)
    wordy = {choice.id for choice in offered if any(parameter.kind == "text" for parameter in choice.parameters)}
    if any(meant.choice not in wordy for _, meant in found):
        return found
    verb = _verb(said)
    kin = tuple(_with_kin(word) if word is verb else word for word in said)
    lighter = tuple(word for word in said if word is not verb) if _is_light(listener, verb) else said
    for other in (kin, lighter):
        if other != said and (better := _near_best(listener, other, clause, offered, wholly=True)):
            return better
    return found or _near_best(listener, said, clause, offered, in_own_words=True)


def _is_light(listener: _Listener, verb: Spoken | None) -> bool:
    """Whether a verb says little by itself: to take a stance, to use one's strength."""
    return verb is not None and verb.text in listed_words(listener.language, "say.light_verbs")


def _of_first_named(listener: _Listener, said: tuple[Spoken, ...], offered: list[Choice]) -> Iterable[Choice]:
    """The choices of whom a sentence begins with; all where it begins otherwise."""
    leading = {who for who, words in listener.actors.items() if said and said[0].is_in(words)}
    return [choice for choice in offered if not leading or str(choice.fixed.get("who", "")) in ("", *leading)]


def _verb(said: tuple[Spoken, ...]) -> Spoken | None:
    """What is to be done: the first word that stands for a doing."""
    return next((word for word in said if word.concepts - MANNERS), None)


def _with_kin(word: Spoken) -> Spoken:
    """A word with what its verb may mean where nothing on offer is what it says."""
    more = [kin for concept in word.concepts for kin in KIN.get(concept, ())]
    return Spoken(word.text, word.stem, word.concepts.union(more)) if more else word


def _near_best(
    listener: _Listener,
    said: tuple[Spoken, ...],
    clause: str,
    offered: list[Choice],
    *,
    wholly: bool = False,
    in_own_words: bool = False,
) -> list[tuple[float, MeantChoice]]:
    """The choices that fit nearly as well as the best.

    `wholly`: only those to which every word belongs; `in_own_words`: those for what nothing else is, by what they ask.
    """
    scored: list[tuple[float, MeantChoice]] = []
    for choice in _of_first_named(listener, said, offered):
        if in_own_words:
            scored += _told_freely(listener, choice, said, clause)
        else:
            scored += _scored(listener, choice, said, clause, wholly=wholly)
    first = {choice.id for choice in offered if listener.begins_with(choice, said)}
    if any(meant.choice in first for _, meant in scored):
        scored = [(score - ALSO * (meant.choice not in first), meant) for score, meant in scored]
    else_ = {choice.id for choice in offered if listener.is_something_else(choice)}
    if not any("other" in word.concepts for word in said) and any(one.choice not in else_ for _, one in scored):
        scored = [each for each in scored if each[1].choice not in else_]
    best = max((score for score, _ in scored), default=0.0)
    if best <= 0:
        return []
    near = [one for one in scored if one[0] > best - NEAR]
    return sorted(near, key=lambda one: -one[0])


def _scored(
    listener: _Listener, choice: Choice, said: tuple[Spoken, ...], clause: str, *, wholly: bool
) -> list[tuple[float, MeantChoice]]:
    """How well a choice fits, for each way to fill it that fits equally well; nothing where it cannot be meant."""
    who = str(choice.fixed.get("who", ""))
    own = listener.actors.get(who, ())
    label = tuple(word for word in listener.words(listener.label(choice)) if not word.is_in(own))
    also = listener.also(choice)
    act = (*label, *also)
    verb = _verb(said)
    called = not any(word.concepts for word in act) and 2 * sum(word.is_in(said) for word in label) >= len(label)
    if verb is not None and not called and not any(verb.concepts & word.concepts for word in act):
        return []
    left = [word for word in said if word.text.isdigit() or not (word.is_in(act) or (called and word is verb))]
    named = [word for word in left if word.is_in(own)]
    left = [word for word in left if not word.is_in(own)]
    fillings, left = _filled(listener, choice, left, clause)
    left = [word for word in left if not word.is_in(label)]  # a number that fills nothing may stand on the label
    others = [word for name, words in listener.actors.items() if name != who for word in words]
    if any(word.is_in(others) for word in left):  # somebody else is to do it, or it is to be done to them
        return []
    wordy = any(parameter.kind == "text" for parameter in choice.parameters)
    if not wordy and any(listener.names_a_thing(word) for word in left):  # it is to be done with something else
        return []
    told = [] if verb is None else left  # words of one's own are for who does what the verb says
    if (wordy and verb is None) or (wholly and (left or wordy)):
        return []
    matched = len(said) - len(left) - ALSO * sum(not word.is_in(label) and word.is_in(also) for word in said)
    if wordy:
        left = []
    missing = min(MISSING * sum(not word.is_in(said) for word in label), MOST_MISSING)
    missing += ANOTHERS * any(word.is_in(others) and not word.is_in(said) for word in label)
    if verb is not None and label:
        missing -= ALSO * (label[0].stem == verb.stem)
    if verb is not None and "cast" in verb.concepts and left and not any(word.is_in(said) for word in label[1:]):
        return []  # another spell is meant
    if not matched or (left and (verb is None or matched <= len(left))):
        return []
    everybody = [word for words in listener.actors.values() for word in words]
    first = next((word for word in said if word.is_in(everybody)), None)
    leads = FIRST_NAMED * (first is not None and first.is_in(own))
    score = matched + 0.5 * len(named) + leads - LEFT_OVER * len(left) - missing - 0.1 * len(told) * wordy
    text = listener.label(choice)
    return [
        (score, MeantChoice(choice.id, listener.told(choice, text, values), values, asked))
        for values, asked in fillings
    ]


def _told_freely(
    listener: _Listener, choice: Choice, said: tuple[Spoken, ...], clause: str
) -> list[tuple[float, MeantChoice]]:
    """A deed in one's own words: where the sentence names who does it, and whatever else the choice asks."""
    own = listener.actors.get(str(choice.fixed.get("who", "")), ())
    if not listener.is_something_else(choice) or not any(word.is_in(own) for word in said):
        return []
    asked = [parameter for parameter in choice.parameters if parameter.kind == "pick"]
    named = [_picked(listener, parameter, list(said))[1] for parameter in asked]
    if not asked or not all(named) or not any(parameter.kind == "text" for parameter in choice.parameters):
        return []
    fillings, _ = _filled(listener, choice, list(said), clause)
    text = listener.label(choice)
    return [
        (1.0, MeantChoice(choice.id, listener.told(choice, text, values), values, missing))
        for values, missing in fillings
    ]


def _filled(
    listener: _Listener, choice: Choice, left: list[Spoken], clause: str
) -> tuple[list[tuple[dict[str, str | int], tuple[str, ...]]], list[Spoken]]:
    """The ways to fill a choice from the words that are left, and the words that fill nothing."""
    ways: list[dict[str, str | int]] = [{}]
    asked: list[str] = []
    for parameter in choice.parameters:
        if parameter.kind == "pick":
            best, used = _picked(listener, parameter, left)
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
            if number is not None and all_words(clause) & listed_words(listener.language, "say.other_measures"):
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


def _oneself(listener: _Listener, choice: Choice, values: list[str], clause: str, *, named: bool) -> list[str]:
    """Whoever acts, where a sentence names nobody else but themselves."""
    who = str(choice.fixed.get("who", ""))
    reflexive = all_words(clause) & listed_words(listener.language, "say.reflexives")
    return [who] if reflexive and not named and who in values else []


def _just_one(listener: _Listener, choice: Choice, clause: str) -> Spoken | None:
    """One, where it counts something that the choice speaks of: one turn."""
    label = all_words(listener.label(choice))
    for word, counted in pairwise(slug(clause).split("-")):
        if word in listed_words(listener.language, "say.one") and any(each[:4] == counted[:4] for each in label):
            return Spoken("1", "1")
    return None


def _within(parameter: Parameter, number: int) -> bool:
    low, high = parameter.minimum, parameter.maximum
    return (low is None or number >= low) and (high is None or number <= high)


def _picked(listener: _Listener, parameter: Parameter, left: list[Spoken]) -> tuple[list[str], list[Spoken]]:
    """The values that the words name best, and the words that name them; all values where none is named."""
    best: list[str] = []
    used: list[Spoken] = []
    highest = 0.0
    for value, words in listener.pick_words(parameter):
        hits = [word for word in left if word.is_in(words)]
        score = len(hits) - 0.1 * (len(words) - len(hits)) if hits else 0.0
        if hits and score > highest + 0.05:
            best, used, highest = [value], hits, score
        elif hits and score > highest - 0.05:
            best.append(value)
    if used:
        return best, used
    return [value for value, _ in listener.pick_words(parameter)], []
