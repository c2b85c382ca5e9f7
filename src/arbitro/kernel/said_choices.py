"""Which choices a sentence may mean: those whose verb and people it names, the better the less is left over."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from arbitro.kernel.choice import Choice
from arbitro.kernel.said_filling import Listener, filled, picked
from arbitro.kernel.said_words import Spoken, all_words, listed_words

How = Literal["", "wholly", "freely", "named"]
"""How a sentence is held against choices: see `near_best`."""
NEAR: Final = 0.75
"""How much worse another choice must fit to be out of the question."""
LEFT_OVER: Final = 1.0
MISSING: Final = 0.2
"""What a word costs that only the sentence has, and one that only the choice has."""
MOST_MISSING: Final = 0.6
"""What all the words together cost at most that only the choice has: some labels are long."""
ALSO: Final = 0.8
"""How much less a word is worth that is not on the label, and only known to mean the same command."""
ANOTHERS: Final = 1.0
"""What it costs that a choice needs somebody whom the sentence does not name."""
_PRICE: Final = re.compile(r"\s\(\d[^)]*\)")
"""What a power costs, behind its name."""
WHOLE: Final = 0.5
"""What it is worth that a sentence says everything that a choice is called."""
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
    "drink": ("cast",),
    "attack": ("shoot",),
}
"""What a verb may mean where nothing on offer is what it says: a game that has no shots has attacks with a bow."""
FIRST_NAMED: Final = 0.8
"""What it is worth that somebody is the first whom a sentence names: who gives stands before who is given."""


class MeantChoice(Struct, frozen=True):
    """A choice with what the sentence says of it."""

    choice: str
    text: str
    values: dict[str, str | int]
    missing: tuple[str, ...] = ()
    """The names of what is still to be said."""
    aim: bool = False
    """Whether it is an aim, by its id, rather than a choice."""


def fitting(listener: Listener, clause: str, offered: list[Choice]) -> Sequence[tuple[float, MeantChoice]]:
    """The choices that the sentence may mean, best first; those that fit much less well than the best are left out."""
    said = listener.words(clause)
    if all(word.text.isdigit() for word in said):
        return []
    found = near_best(listener, said, clause, offered)
    wordy = {choice.id for choice in offered if any(parameter.kind == "text" for parameter in choice.parameters)}
    if any(meant.choice not in wordy for _, meant in found):
        return found
    verb = verb_of(said)
    kin = tuple(_with_kin(word) if word is verb else word for word in said)
    lighter = tuple(word for word in said if word is not verb) if _is_light(listener, verb) else said
    for other in (kin, lighter):
        if other != said and (better := near_best(listener, other, clause, offered, "wholly")):
            return better
    return found or near_best(listener, said, clause, offered, "freely")


def _is_light(listener: Listener, verb: Spoken | None) -> bool:
    """Whether a verb says little by itself: to take a stance, to use one's strength."""
    return verb is not None and verb.text in listed_words(listener.language, "say.light_verbs")


def _of_first_named(listener: Listener, said: tuple[Spoken, ...], offered: list[Choice]) -> Iterable[Choice]:
    """The choices of whom a sentence begins with; all where it begins otherwise."""
    leading = {who for who, words in listener.actors.items() if said and said[0].is_in(words)}
    return [choice for choice in offered if not leading or str(choice.fixed.get("who", "")) in ("", *leading)]


def verb_of(said: tuple[Spoken, ...]) -> Spoken | None:
    """What is to be done: the first word that stands for a doing."""
    return next((word for word in said if word.concepts - MANNERS), None)


def _with_kin(word: Spoken) -> Spoken:
    """A word with what its verb may mean where nothing on offer is what it says."""
    more = [kin for concept in word.concepts for kin in KIN.get(concept, ())]
    return Spoken(word.text, word.stem, word.concepts.union(more)) if more else word


def near_best(
    listener: Listener,
    said: tuple[Spoken, ...],
    clause: str,
    offered: list[Choice],
    how: How = "",
) -> list[tuple[float, MeantChoice]]:
    """The choices that fit nearly as well as the best.

    `wholly`: only those to which every word belongs; `freely`: those for what nothing else is, by what they ask;
    `named`: those that have to do with what is named, whatever the verb means.
    """
    scored: list[tuple[float, MeantChoice]] = []
    for choice in _of_first_named(listener, said, offered):
        if how == "freely":
            scored += _told_freely(listener, choice, said, clause)
        else:
            scored += _scored(listener, choice, said, clause, how)
    scored = _for_everybody(listener, scored, clause)
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
    return sorted(_broadest(listener, near, said, offered), key=lambda one: -one[0])


def _broadest(
    listener: Listener, near: list[tuple[float, MeantChoice]], said: tuple[Spoken, ...], offered: list[Choice]
) -> list[tuple[float, MeantChoice]]:
    """Without what is the same and something more that nobody spoke of: to search is not to look for traps."""
    if len(near) < 2:
        return near
    told = {meant.choice for _, meant in near}
    labels = {each.id: listener.doing(each) for each in offered if each.id in told}
    actors = {each.id: each.fixed.get("who") for each in offered if each.id in told}
    whole = [one for one, words in labels.items() if words and all(word.is_in(said) for word in words)]

    def narrower(choice: str) -> bool:
        for one in whole:
            more = [word for word in labels[choice] if not word.is_in(labels[one])]
            same = actors[one] == actors[choice] and all(word.is_in(labels[choice]) for word in labels[one])
            if one != choice and same and more and not any(word.is_in(said) for word in more):
                return True
        return False

    return [each for each in near if not narrower(each[1].choice)]


def _for_everybody(
    listener: Listener, scored: list[tuple[float, MeantChoice]], clause: str
) -> list[tuple[float, MeantChoice]]:
    """Where a sentence speaks of everybody, what is done for everybody at once, if there is such a thing."""
    everybody = listed_words(listener.language, "say.everybody")
    if not all_words(clause) & everybody:
        return scored
    return [each for each in scored if all_words(each[1].text) & everybody] or scored


def _scored(
    listener: Listener, choice: Choice, said: tuple[Spoken, ...], clause: str, how: How
) -> list[tuple[float, MeantChoice]]:
    """How well a choice fits, for each way to fill it that fits equally well; nothing where it cannot be meant."""
    who = str(choice.fixed.get("who", ""))
    own = listener.actors.get(who, ())
    label = listener.doing(choice)
    also = listener.also(choice)
    act = (*label, *also)
    verb = verb_of(said)
    called = _is_called(listener, choice, label, said)
    if verb is not None and not called and not any(verb.concepts & word.concepts for word in act):
        return []
    left = [word for word in said if word.text.isdigit() or not (word.is_in(act) or (called and word is verb))]
    named = [word for word in left if word.is_in(own)]
    left = [word for word in left if not word.is_in(own)]
    manners = [_manner(word) for word in said if word.concepts & MANNERS and word not in left]
    fillings, left = filled(listener, choice, [*left, *manners], clause)
    left = [
        word for word in left if word not in manners and not word.is_in(label)
    ]  # a number that fills nothing may stand on the label
    others = [word for name, words in listener.actors.items() if name != who for word in words]
    if any(word.is_in(others) for word in left):  # somebody else is to do it, or it is to be done to them
        return []
    wordy = any(parameter.kind == "text" for parameter in choice.parameters)
    if not wordy and any(listener.names_a_thing(word) for word in left):  # it is to be done with something else
        return []
    told = [] if verb is None else left  # words of one's own are for who does what the verb says
    if (wordy and verb is None) or (how == "wholly" and (left or wordy)):
        return []
    matched = len(said) - len(left) - ALSO * sum(not word.is_in(label) and word.is_in(also) for word in said)
    if wordy:
        left = []
    missing = min(MISSING * sum(not word.is_in(said) for word in label), MOST_MISSING)
    missing += ANOTHERS * any(word.is_in(others) and not word.is_in(said) for word in label)
    if verb is not None and label:
        missing -= ALSO * (label[0].stem == verb.stem)
        missing -= WHOLE * all(word.is_in(said) for word in label)
    if verb is not None and "cast" in verb.concepts and left and not any(word.is_in(said) for word in label[1:]):
        return []  # another spell is meant
    if how == "named":
        if len(said) - len(left) - len(named) < 1 or len(left) > 1 or wordy:
            return []
    elif not matched or (left and (verb is None or matched <= len(left))):
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


def _manner(word: Spoken) -> Spoken:
    """The manner that a verb has in it: to sneak is to go with care."""
    return Spoken(word.text, word.stem, word.concepts & MANNERS)


def _is_called(listener: Listener, choice: Choice, label: tuple[Spoken, ...], said: tuple[Spoken, ...]) -> bool:
    """Whether a sentence calls by its name what has a name of its own and no verb: its price need not be said."""
    if any(word.concepts for word in label):
        return False
    name = _PRICE.sub("", listener.label(choice))
    named = [word for word in label if word.is_in(listener.words(name))]
    return bool(named) and 2 * sum(word.is_in(said) for word in named) >= len(named)


def _told_freely(
    listener: Listener, choice: Choice, said: tuple[Spoken, ...], clause: str
) -> list[tuple[float, MeantChoice]]:
    """A deed in one's own words: where the sentence names who does it, and whatever else the choice asks."""
    own = listener.actors.get(str(choice.fixed.get("who", "")), ())
    if not listener.is_something_else(choice) or not any(word.is_in(own) for word in said):
        return []
    asked = [parameter for parameter in choice.parameters if parameter.kind == "pick"]
    named = [picked(listener, parameter, list(said))[1] for parameter in asked]
    if not asked or not all(named) or not any(parameter.kind == "text" for parameter in choice.parameters):
        return []
    fillings, _ = filled(listener, choice, list(said), clause)
    text = listener.label(choice)
    return [
        (1.0, MeantChoice(choice.id, listener.told(choice, text, values), values, missing))
        for values, missing in fillings
    ]
