"""Which choices a sentence may mean: those whose verb and people it names, the better the less is left over."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from arbitro.kernel.choice import Choice
from arbitro.kernel.said_evidence import ALSO, How, evidence, is_doubtful, is_something_different, score
from arbitro.kernel.said_filling import Listener, filled, picked
from arbitro.kernel.said_words import KIN, Spoken, all_words, is_deed, listed_words

NEAR: Final = 0.75
"""How much worse another choice must fit to be out of the question."""


class MeantChoice(Struct, frozen=True):
    """A choice with what the sentence says of it."""

    choice: str
    text: str
    values: dict[str, str | int]
    missing: tuple[str, ...] = ()
    """The names of what is still to be said."""
    aim: bool = False
    """Whether it is an aim, by its id, rather than a choice."""
    by: str = ""
    """Who is to do it, where the sentence names nobody who does."""
    doubtful: bool = False
    """Whether something was said that has no place in it: it is asked, never done."""


def fitting(listener: Listener, clause: str, offered: list[Choice]) -> Sequence[tuple[float, MeantChoice]]:
    """The choices that the sentence may mean, best first; those that fit much less well than the best are left out."""
    said = listener.said(clause)
    if all(word.text.isdigit() for word in said):
        return []
    found = near_best(listener, said, clause, offered)
    wordy = {choice.id for choice in offered if any(parameter.kind == "text" for parameter in choice.parameters)}
    if any(meant.choice not in wordy and not meant.doubtful for _, meant in found):
        return found
    verb = verb_of(said)
    kin = tuple(_with_kin(word) if word is verb else word for word in said)
    lighter = tuple(word for word in said if word is not verb) if verb is not None and listener.is_light(verb) else said
    for other in (kin, lighter):
        if other != said and (better := near_best(listener, other, clause, offered, "wholly")):
            return better
    return near_best(listener, said, clause, offered, "freely") or found


def _of_first_named(listener: Listener, said: tuple[Spoken, ...], offered: list[Choice]) -> Iterable[Choice]:
    """The choices of whom a sentence begins with; all where it begins otherwise."""
    leading = {who for who, words in listener.actors.items() if said and said[0].is_in(words)}
    return [choice for choice in offered if not leading or str(choice.fixed.get("who", "")) in ("", *leading)]


def verb_of(said: tuple[Spoken, ...]) -> Spoken | None:
    """What is to be done: the first word that stands for a doing."""
    return next(filter(is_deed, said), None)


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
    own = {each.id: listener.own(each) for each in offered if each.id in told}
    actors = {each.id: each.fixed.get("who") for each in offered if each.id in told}
    whole = [one for one, words in labels.items() if words and all(word.is_in(said) for word in words)]

    def narrower(choice: str) -> bool:
        for one in whole:
            more = [word for word in labels[choice] if not word.is_in(labels[one])]
            same = actors[one] == actors[choice] and all(word.is_in(labels[choice]) for word in labels[one])
            if one != choice and same and more and not any(word.is_in(said) for word in (*more, own[choice])):
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
    found = evidence(listener, choice, said, clause, how)
    if found is None or is_something_different(listener, found):
        return []
    value, doubt, text = score(listener, found), is_doubtful(listener, found), listener.label(choice)
    by = "" if found.named else found.who
    return [
        (value, MeantChoice(choice.id, listener.told(choice, text, values), values, asked, by=by, doubtful=doubt))
        for values, asked in found.fillings
    ]


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
