"""What of a sentence belongs to a choice, and what does not: how well it fits, and whether anything stays in doubt."""

import re
from typing import Final, Literal

from msgspec import Struct

from arbitro.kernel.choice import Choice
from arbitro.kernel.said_filling import Listener, filled
from arbitro.kernel.said_words import MANNERS, Spoken, as_deed, is_deed

How = Literal["", "wholly", "freely", "named"]
"""How a sentence is held against choices: see `near_best` of `said_choices`."""
LEFT_OVER: Final = 1.0
MISSING: Final = 0.2
"""What a word costs that only the sentence has, and one that only the choice has."""
COLOUR: Final = 0.1
"""What a word costs that is in no catalogue and names nothing: it only tells more of what the verb says."""
MOST_COLOUR: Final = 1
"""How many such words there may be more than of those that belong to the choice, for it to be done without asking."""
LIGHT: Final = 0.3
"""What a verb costs that says little by itself."""
MOST_MISSING: Final = 0.6
"""What all the words together cost at most that only the choice has: some labels are long."""
OWN: Final = 1.0
"""What it is worth that the catalogues have a word for just such a choice."""
WORDY: Final = 0.8
"""What it costs that a choice takes words of one's own: what has a choice to itself goes before it."""
ANYBODY: Final = 0.4
"""What it costs that one of several is to do it, and the sentence does not say who."""
ANOTHERS: Final = 1.0
"""What it costs that a choice needs somebody whom the sentence does not name."""
_PRICE: Final = re.compile(r"\s\(\d[^)]*\)")
"""What a power costs, behind its name."""
WHOLE: Final = 0.5
"""What it is worth that a sentence says everything that a choice is called."""
FIRST_NAMED: Final = 0.8
"""What it is worth that somebody is the first whom a sentence names: who gives stands before who is given."""
ALSO: Final = 0.8
"""How much less a word is worth that is not on the label, and only known to mean the same command."""


class Evidence(Struct):
    """A choice held against a sentence."""

    choice: Choice
    said: tuple[Spoken, ...]
    clause: str
    how: How
    who: str
    own: tuple[Spoken, ...]
    """The name of whoever does it."""
    others: list[Spoken]
    """The names of everybody else who could do anything."""
    label: tuple[Spoken, ...]
    act: tuple[Spoken, ...]
    """What it is called, in all ways, the label first."""
    verb: Spoken | None
    called: bool
    """Whether it is called by a name that says what is done."""
    named: list[Spoken]
    """The words that name whoever does it."""
    fillings: list[tuple[dict[str, str | int], tuple[str, ...]]]
    filled: bool
    """Whether words say what it is filled with."""
    left: list[Spoken]
    """The words that have no place in it."""
    loose: list[Spoken]
    """The manners among them."""
    more: list[Spoken] = []
    """Those of the words left that ask for more than it does."""
    colour: list[Spoken] = []
    """Those that only tell more of it."""

    @property
    def wordy(self) -> bool:
        """Whether it takes words of one's own."""
        return any(parameter.kind == "text" for parameter in self.choice.parameters)

    @property
    def matched(self) -> float:
        """How many words have a place in it; those that only other names of it have count less."""
        called = self.act[: len(self.label) + 1]
        return len(self.said) - len(self.left) - ALSO * (self.verb is not None and not self.verb.is_in(called))

    @property
    def own_word(self) -> bool:
        """Whether a word is said that the catalogues have for just such a choice."""
        return any(word.is_in(self.act[len(self.label) : len(self.label) + 1]) for word in self.said)

    @property
    def about(self) -> bool:
        """Whether a word says what it is about, beside what is done."""
        verb = () if self.verb is None else (self.verb,)
        return self.filled or any(word.is_in(self.said) and not word.is_in(verb) for word in self.label)


def evidence(listener: Listener, choice: Choice, said: tuple[Spoken, ...], clause: str, how: How) -> Evidence | None:
    """A choice held against a sentence; nothing where its verb is another."""
    if listener.numbers_somebody(choice, said):
        return None
    who = str(choice.fixed.get("who", ""))
    own, label = listener.actors.get(who, ()), listener.doing(choice)
    act = (*label, listener.own(choice), *(listener.also(choice) if how != "wholly" else ()))
    called = is_called(listener, choice, label, said)
    verbs = [word for word in said if is_deed(word)]
    done = (*act, *listener.spells(choice))
    verb = next((word for word in verbs if as_deed(word).is_in(done)), None) or (verbs[0] if verbs and called else None)
    if verbs and verb is None:
        return None
    called_so = act[: len(label) + 1]
    left = [word for word in said if word.text.isdigit() or not (word is verb or word.is_in(called_so))]
    named = [word for word in left if word.is_in(own)]
    left = [word for word in left if not word.is_in(own)]
    manners = [_manner(word) for word in said if word.concepts & MANNERS and word not in left]
    before = [*left, *manners]
    fillings, loose = filled(listener, choice, before, clause)
    left = [word for word in loose if word not in manners and not word.is_in(label)]  # numbers may stand on the label
    others = [word for name, words in listener.actors.items() if name != who for word in words]
    used = len(before) > len(loose)
    found = Evidence(
        choice, said, clause, how, who, own, others, label, act, verb, called, named, fillings, used, left, loose
    )
    if not found.wordy:
        all_more = verb is None and not called
        found.more = left if all_more else [word for word in left if listener.is_more(word, choice, act, clause)]
        found.colour = [word for word in left if word not in found.more]
    return found


def is_something_different(listener: Listener, found: Evidence) -> bool:
    """Whether the sentence speaks of something that the choice is not, whatever they have in common."""
    choice, left = found.choice, found.left
    if any(word.is_in(found.others) for word in left):  # somebody else is to do it, or it is to be done to them
        return True
    if found.wordy:
        nothing_done = found.verb is None or found.how == "wholly" or not listener.begins_with(choice, found.said)
        return nothing_done or found.how == "named"
    return (
        _is_with_another_thing(listener, found)
        or (found.how == "wholly" and bool(found.more or any(map(is_deed, found.colour))))
        or (bool(found.colour) and not found.called and not found.about and listener.has_object(choice))
        or _only_speaks_of(listener, found)
        or _is_too_little(found)
    )


def _is_with_another_thing(listener: Listener, found: Evidence) -> bool:
    """Whether it is to be done with a thing, or is a spell, that the choice has nothing to do with."""
    choice, left = found.choice, found.left
    about = any(parameter.kind == "pick" for parameter in choice.parameters) or listener.has_object(choice)
    if about and (any(listener.names_a_thing(word) for word in left) or listener.is_elsewhere(left)):
        return True
    if found.how == "wholly" and listener.is_no_tool(found.clause, (*found.own, *found.label)):
        return True
    spells = (*found.label[1:], *listener.spells(choice))
    return _conjures(found.verb) and bool(left) and not any(word.is_in(found.said) for word in spells)


def _is_too_little(found: Evidence) -> bool:
    """Whether less of the sentence belongs to the choice than not."""
    if found.how == "named":
        return len(found.said) - len(found.left) - len(found.named) < 1 or len(found.left) > 1
    undone = found.verb is None and not found.called
    return not found.matched or bool(found.more and (undone or found.matched <= len(found.more)))


def score(listener: Listener, found: Evidence) -> float:
    """How well a choice fits."""
    everybody = [word for words in listener.actors.values() for word in words]
    first = next((word for word in found.said if word.is_in(everybody)), None)
    leads = FIRST_NAMED * (first is not None and first.is_in(found.own))
    cost = sum(LIGHT if listener.is_light(word) else LEFT_OVER for word in found.more) + COLOUR * len(found.colour)
    cost += ANYBODY * (bool(found.who) and not found.named and len(listener.actors) > 1)
    told = 0 if found.verb is None else len(found.left)  # words of one's own are for who does what the verb says
    cost += (WORDY + 0.1 * told) * found.wordy
    missing = 0.0 if found.own_word else _missing(found)
    if found.verb is not None and found.label:
        missing -= ALSO * (found.label[0].stem == found.verb.stem)
        missing -= WHOLE * all(word.is_in(found.said) for word in found.label)
    return found.matched + 0.5 * len(found.named) + leads + OWN * found.own_word - cost - missing


def is_doubtful(listener: Listener, found: Evidence) -> bool:
    """Whether something was said that the choice has no place for, or so much that the rest may be about anything."""
    power = listener.words(listener.power(found.choice))
    if any(not listener.is_light(word) for word in found.more):
        return True
    if power and not any(word.is_in(found.said) for word in (*power, *found.label) if not word.text.isdigit()):
        return True  # to blast may be any power, or none
    aimless = not found.about and not found.called
    asks = any(parameter.kind == "pick" for parameter in found.choice.parameters)
    if found.colour and ((aimless and asks) or (found.how == "wholly" and _conjures(found.verb))):
        return True
    plain = [_manner(word) for word in found.said if word.concepts & MANNERS and not is_deed(word)]
    if any(not word.is_in(found.label) for word in plain if word in found.loose):
        return True
    return len(found.colour) > MOST_COLOUR + found.matched - len(found.named)


def _only_speaks_of(listener: Listener, found: Evidence) -> bool:
    """Whether what is to be done is only what the choice speaks of: to fight is not to run from a fight."""
    at = next((at for at, word in enumerate(found.label) if is_deed(word)), None)
    if at is None or found.verb is None or found.called or found.own_word:
        return False
    head, objects, said = found.label[at], found.label[at + 1 :], as_deed(found.verb)
    if (
        listener.is_light(head)
        or found.choice.command in said.concepts
        or as_deed(head).is_in(found.said)
        or not said.is_in(objects)
    ):
        return False
    also = [word for word in listener.also(found.choice) if not word.is_in(objects)]
    return not said.is_in((*also, *listener.spells(found.choice)))


def _conjures(verb: Spoken | None) -> bool:
    """Whether a verb is for magic: what is not known of may be a spell."""
    return verb is not None and "cast" in verb.concepts


def _missing(found: Evidence) -> float:
    """What it costs that words of the label are not said, names above all."""
    cost = min(MISSING * sum(not word.is_in(found.said) for word in found.label), MOST_MISSING)
    return cost + ANOTHERS * any(word.is_in(found.others) and not word.is_in(found.said) for word in found.label)


def _manner(word: Spoken) -> Spoken:
    """The manner that a verb has in it: to sneak is to go with care."""
    return Spoken(word.text, word.stem, word.concepts & MANNERS)


def is_called(listener: Listener, choice: Choice, label: tuple[Spoken, ...], said: tuple[Spoken, ...]) -> bool:
    """Whether a sentence calls by its name what has a name of its own and no verb: its price need not be said."""
    power = listener.power(choice)
    if not power and any(word.concepts for word in label):
        return False
    name = power or _PRICE.sub("", listener.label(choice))
    named = listener.words(name) if power else [word for word in label if word.is_in(listener.words(name))]
    return bool(named) and 2 * sum(word.is_in(said) for word in named) >= len(named)
