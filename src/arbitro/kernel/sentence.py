"""From events, choices and refusals to sentences in the reader's language.

Nothing here knows a game: sentences come from the game's catalogue, names from the moment that is told of.
"""

import re
from functools import partial
from typing import Any, Final, TypeVar

from arbitro.kernel.changing import named as named_value
from arbitro.kernel.choice import Choice, Label
from arbitro.kernel.command import LISTED, Refusal
from arbitro.kernel.event import (
    BackAsked,
    BackDeclined,
    DiceAsked,
    DiceHidden,
    DiceThrown,
    Event,
    EventRevealed,
    Overridden,
    Stirred,
    Undone,
)
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.state import Question, State
from arbitro.kernel.then import Now, Then
from arbitro.text import Language, Name, NameRow, by_number, capital

S = TypeVar("S", bound=State)
_WHO_IS_TOLD: Final = re.compile(r"^\(\w+\) ")
"""The mark at the head of a line that is the referee's: the sentence begins behind it."""
BY_SEATS: Final = (DiceThrown, DiceHidden, Stirred, Undone, BackAsked, BackDeclined, DiceAsked)
"""What people do in their own name, not in that of somebody whom they play."""


def tell(ruleset: Ruleset[S], state: S, event: Event, language: Language) -> str:
    """What happened, in a sentence, as things stand in a state; empty for an event that has nothing to say."""
    return told(Now(ruleset, state), event, language)


def told(then: Then[Any], event: Event, language: Language) -> str:
    """What happened, in a sentence; empty for an event that has nothing to say."""
    said = told_on(then, event, language)
    begins = _WHO_IS_TOLD.sub("", said, count=1)
    return said[: len(said) - len(begins)] + capital(begins)


def told_on(then: Then[Any], event: Event, language: Language) -> str:
    """A sentence that goes on within a text: a name at its head that is written small stays so."""
    found = to_say(then, event, language)
    return found if isinstance(found, str) else then.ruleset.texts.say(language, found[0], **found[1])


def to_say(then: Then[Any], event: Event, language: Language) -> str | tuple[str, dict[str, Any]]:
    """The sentence of an event: the key and what fills its gaps, or the whole where the game says it in its own way."""
    ruleset = then.ruleset
    if type(event) is EventRevealed:
        said = told(then, as_told(ruleset, event), language)
        return ("event.event_revealed", {"told": said}) if said else ""
    own = ruleset.sentence(then, event, language)
    if own is not None:
        return own
    key = key_of(event)
    if ruleset.texts.find(language, key) is None:
        return ""
    values: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    for name in event.people:
        values[name] = names_of(then, values[name], language, as_they_stand=name in event.sequences)
    if type(event) in BY_SEATS:
        values["who"] = _seat_name(then, values["who"], language)
    if type(event) is DiceAsked:
        values["purpose"] = purpose_text(ruleset, event.purpose, language)
    if type(event) is Overridden:
        values["path"] = _whose(then, event.path, language)
    values |= ruleset.words_for(then, event, language)
    return key, values


def purpose_text(ruleset: Ruleset[Any], purpose: str, language: Language) -> str:
    """What a die is thrown for, as the game calls it."""
    return ruleset.texts.find(language, f"purpose.{purpose}") or purpose


def _seat_name(then: Then[Any], seat: str, language: Language) -> str | Name:
    """What the person in a seat is called; who plays a whole side alone has no other name than the side's."""
    if seat == REFEREE.name:
        return then.ruleset.texts.say(language, "referee")

    def is_side(state: Any) -> bool | None:
        return any(each.name == seat for each in then.ruleset.seats(state)) or None

    return then.name(seat, language) if then.fact(f"seat.{seat}", bool, is_side) else seat


def says_something(then: Then[Any], event: Event, language: Language) -> bool:
    """Whether an event has a sentence: the same as whether `to_say` finds one, without looking for its words."""
    if type(event) is EventRevealed:
        return bool(to_say(then, event, language))
    own = then.ruleset.sentence(then, event, language)
    return bool(own) if own is not None else then.ruleset.texts.find(language, key_of(event)) is not None


def key_of(event: Event) -> str:
    """The key of the sentence that tells an event."""
    tag, variant = str(event.__struct_config__.tag), event.variant()
    return f"event.{tag}.{variant}" if variant else f"event.{tag}"


def _whose(then: Then[Any], path: str, language: Language) -> str:
    """A path of the state as people read it: whose value, by name, and which; as it is, where it is nobody's."""
    steps = path.split(".")

    def step_of_somebody(state: Any) -> int | None:
        people = {one for seat in then.ruleset.seats(state) for one in seat.controls}
        return next((number for number, step in enumerate(steps[:-1]) if step in people), None)

    place = then.fact(f"whose:{path}", int, step_of_somebody)
    value = named_value(then.ruleset.values, path)
    word = "" if value is None else value_word(then.ruleset, value.word, language)
    if not place:  # the first step is the state's, never somebody
        return word or path
    return f"{then.name(steps[place], language)}, {word or '.'.join(steps[place + 1 :])}"


def value_word(ruleset: Ruleset[Any], word: str, language: Language) -> str:
    """What people call a value that the referee may change by hand (`Value.word`)."""
    return ruleset.texts.say(language, f"value_of.{word}")


def names_of(then: Then[Any], subject: Any, language: Language, *, as_they_stand: bool = False) -> Name:
    """The name of an id, or the names of several with commas between: by their numbers, unless their order is meant."""
    if isinstance(subject, str):
        return then.name(subject, language) if subject else Name("")
    if len(subject) == 1:
        return names_of(then, subject[0], language)
    names = (names_of(then, one, language) for one in subject)
    return NameRow(names if as_they_stand else by_number(names))


def named(ruleset: Ruleset[S], state: S, subject: Any, language: Language) -> Name:
    """The name of an id, or the names of several with commas between, as things stand in a state."""
    return names_of(Now(ruleset, state), subject, language)


class Names(dict[str, Name]):
    """The names of one state in one language, each looked up once: for where many labels name the same people."""

    def __init__(self, ruleset: Ruleset[S], state: S, language: Language) -> None:
        super().__init__()
        self._find = partial(names_of, Now(ruleset, state), language=language)

    def __missing__(self, subject: str) -> Name:
        found = self[subject] = self._find(subject)
        return found


def _filled(
    ruleset: Ruleset[S], state: S, values: dict[str, str | int], language: Language, names: Names | None = None
) -> dict[str, object]:
    known = Names(ruleset, state, language) if names is None else names
    return {
        name: _named_in(value, known) if isinstance(value, str) and value[:1] == "@" else value
        for name, value in values.items()
    }


def _named_in(value: str, known: Names) -> str:
    """What is named in a value: one, or a list of entries, each with the id by which it is asked for."""
    if not value.startswith(LISTED):
        return known[value[1:]]
    entries = value.removeprefix(LISTED).split(",")
    return ", ".join(f"{known[entry]} ({entry.partition(':')[2]})" for entry in entries)


def _fault_filled(ruleset: Ruleset[S], values: dict[str, object], language: Language) -> dict[str, object]:
    """A refusal may carry what is wrong as ``fault``, the key of a text of its own that the other values fill."""
    key = values.get("fault")
    return values if key is None else {**values, "fault": ruleset.texts.say(language, str(key), **values)}


def label_text(ruleset: Ruleset[S], state: S, label: Label, language: Language, names: Names | None = None) -> str:
    """The words of a label; `names` are at hand where many labels of the same state are asked for."""
    return ruleset.texts.say(language, label.key, **_filled(ruleset, state, label.values, language, names))


def choice_text(ruleset: Ruleset[S], state: S, choice: Choice, language: Language) -> str:
    """What a choice is called."""
    return label_text(ruleset, state, choice.label, language)


def question_text(ruleset: Ruleset[S], state: S, question: Question, language: Language) -> str:
    """What somebody is asked."""
    filled = _filled(ruleset, state, question.values, language)
    key = f"question.{question.kind}.{question.way}" if question.way else f"question.{question.kind}"
    return ruleset.texts.say(language, key, **filled)


def refusal_text(ruleset: Ruleset[S], state: S, refusal: Refusal, language: Language) -> str:
    """Why not, in a sentence."""
    read = {name.removesuffix(f".{language}"): value for name, value in refusal.values.items()}
    filled = _fault_filled(ruleset, _filled(ruleset, state, read, language), language)
    if "option" in filled:
        filled["option"] = option_title(ruleset, str(filled["option"]), language)
    return ruleset.texts.say(language, f"refusal.{refusal.code}", **filled)


def as_told(ruleset: Ruleset[S], event: Event) -> Event:
    """What an event tells of: itself, or what was secret before it revealed it."""
    if type(event) is not EventRevealed:
        return event
    return ruleset.event_decoder.decode(event.told)


def option_title(ruleset: Ruleset[S], name: str, language: Language) -> str:
    """What an option is called."""
    return ruleset.options[name].title.in_(language) if name in ruleset.options else name
