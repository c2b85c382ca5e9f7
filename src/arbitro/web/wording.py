"""Choices in words: what the reader may do, ready to be laid out.

What a choice is called does not depend on who may do it. Seats that have the same choice therefore share its words; how
likely it succeeds is asked for each seat by itself, since not everybody may know.
"""

from collections.abc import Container, Iterable
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.card import Chance
from arbitro.kernel.choice import Choice, Parameter
from arbitro.kernel.command import Command
from arbitro.kernel.help import label_meaning
from arbitro.kernel.memory import Memory
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.kernel.sentence import Names, label_text
from arbitro.text import Language, Name, same_name


class PickShown(Struct, frozen=True):
    """One value that a field may take."""

    value: str
    text: str
    chance: Chance | None = None
    """How likely the choice succeeds with this value, where the reader may know."""
    means: str = ""
    """What it is or does, where it is an entry of the game."""


class Field(Struct, frozen=True):
    """What is still to be said before a choice can be sent, under ``values.<name>``."""

    name: str
    kind: Literal["pick", "number", "text"]
    picks: tuple[PickShown, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False
    counted_from: int | None = None
    """For steps along a line: the place that they are counted from; pictures name places so."""
    backwards: bool = False


class Offer(Struct, frozen=True):
    """A choice in words. Sending ``{"type": "do", "choice": id, "values": {…}}`` does it."""

    id: str
    text: str
    who: str = ""
    """The id of whoever does it, where the game names one: choices of one person may stand together."""
    who_name: str = ""
    fields: tuple[Field, ...] = ()
    chance: Chance | None = None
    """How likely it succeeds, for a choice without fields, where the reader may know."""
    rules: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    """The ids of what it is done with or to, as far as they are settled: a door, an item; drawings name them too."""
    main: bool = False
    """Whether it is what the moment is about, and stays in sight."""
    group: str = ""
    """Where it is folded, if it is not of the moment; `group_name` is what that is called."""
    group_name: str = ""
    command: str = ""
    """The tag of the command that it becomes."""
    alike: str = ""
    """What choices that are the same act on different things have in common: see `Wording`."""
    act: str = ""
    """What a bundle of such choices is called; empty where they are never folded."""
    mark: str = ""
    """What it meant when it was shown: whoever does it says it again, and a choice that means another thing by now is
    refused."""
    idle: bool = False
    """Whether it only lets time pass: no keyboard is led to it."""
    means: str = ""
    """What the entries of the game that its words name are or do."""


class Outline(Struct, frozen=True):
    """A choice as far as it must be known to be laid out, without any words of its own."""

    choice: Choice
    id: str
    who: str
    asks: bool
    wordy: bool
    main: bool
    group: str
    group_name: str
    command: str
    about: tuple[str, ...]
    concerns: tuple[str, ...]
    alike: str
    act: str


def mark_of(choice: Choice, text: str) -> str:
    """The mark of a choice that is worded so."""
    meaning = msgspec.json.encode((choice.id, choice.command, choice.fixed, text))
    return blake2b(meaning, digest_size=6).hexdigest()


def _with_chances(offer: Offer, chances: tuple[Chance | None, ...]) -> Offer:
    """A choice with how likely it succeeds, by itself or with each value of its only field."""
    if not offer.fields:
        return replace(offer, chance=chances[0])
    (field,) = offer.fields
    picks = tuple(replace(pick, chance=chance) for pick, chance in zip(field.picks, chances, strict=True))
    return replace(offer, fields=(replace(field, picks=picks),))


def _about(choice: Choice) -> tuple[str, ...]:
    """The ids of what a choice is done with or to, as far as they are settled."""
    return tuple(str(value) for name, value in choice.fixed.items() if name != "who")


class Worded(Struct, frozen=True):
    """A choice in words, for whoever has it."""

    choice: Choice
    offer: Offer
    """Without chances."""
    commands: tuple[Command | None, ...]
    """What it comes to: the one command, or one for each value of its only field; nothing where there are more fields,
    or where no odds can be told."""
    named: frozenset[str]
    """The ids of all whose names are in the words."""


class Wording:
    """The choices of one state in one language, each put into words once.

    Choices of one command are alike where the game has a title for all of them (``title.<command>``); elsewhere those
    of them that have the same words but for the gaps (``title.<key of the label>``).

    Most choices stay from one state to the next. Their words are those of the state `before`, where everybody who is
    named in them is still called the same; `memory` holds what was made of them (see `board.py`, `offering.py`).
    """

    def __init__(self, ruleset: Ruleset[Any], state: Any, language: Language, before: "Wording | None" = None) -> None:
        self.state = state
        self._ruleset = ruleset
        self._language: Language = language
        self._names = Names(ruleset, state, language)
        self._worded: dict[str, Worded] = {}
        self._worded_before: dict[str, Worded] = {}
        self._names_before: dict[str, Name] = {}
        self._outlines: dict[str, Outline] = {}
        self._outlines_before: dict[str, Outline] = {}
        self._outlined_now: dict[int, tuple[Choice, Outline]] = {}
        """By the choices themselves: most seats have the very same ones, which need not be compared."""
        self._outlined_before: dict[int, tuple[Choice, Outline]] = {}
        self.memory = Memory()
        if before is not None and before._ruleset is ruleset and before._language == language:
            self._worded_before = before._worded
            self._outlines_before = before._outlines
            self._outlined_before = before._outlined_now
            self._names_before = dict(before._names)
            self.memory = before.memory
            self.memory.move_on()
        self._still_called: dict[str, bool] = {}

    def name(self, subject: str) -> str:
        """What somebody is called."""
        return str(self._names[subject])

    @cached_property
    def sides(self) -> tuple[Seat, ...]:
        """The players' seats that the scene offers, whichever have been handed out."""
        return self._ruleset.seats(self.state)

    def outlines(self, choices: Iterable[Choice]) -> list[Outline]:
        """Choices without their words, each the very same as in the state before, where the choice stays."""
        now, before, outlined = self._outlined_now, self._outlined_before.get, list[Outline]()
        for one in choices:
            number = id(one)  # they are kept, so that no other has its number
            found = now.get(number)
            if found is None:
                found = before(number)
                if found is None:
                    found = one, self._outline(one)
                else:
                    self._outlines[one.id] = found[1]
                now[number] = found
            outlined.append(found[1])
        return outlined

    def _outline(self, choice: Choice) -> Outline:
        found = self._outlines.get(choice.id)
        if found is None or (found.choice is not choice and found.choice != choice):
            found = self._outlines_before.get(choice.id)
            if found is None or (found.choice is not choice and found.choice != choice):
                found = self._outlined(choice)
            self._outlines[choice.id] = found
        return found

    def _outlined(self, choice: Choice) -> Outline:
        about = _about(choice)
        return Outline(
            choice,
            choice.id,
            str(choice.fixed.get("who", "")),
            bool(choice.parameters),
            any(parameter.kind == "text" for parameter in choice.parameters),
            choice.main,
            choice.group,
            self._group(choice),
            choice.command,
            about,
            (*about, *(pick.value for parameter in choice.parameters for pick in parameter.picks)),
            *self._act(choice),
        )

    def offer(self, choice: Choice, seat: Seat) -> Offer:
        """A choice in words, with its chances as far as a seat may know them."""
        worded = self._worded.get(choice.id)
        if worded is None or (
            worded.choice is not choice and worded.choice != choice
        ):  # another seat may have other values to choose from
            worded = self._worded[choice.id] = self._carried_over(choice) or self._put(choice)
        offer = worded.offer
        if not worded.commands:
            return offer
        chances = tuple([self._chance(seat, command) for command in worded.commands])
        if not any(chances):
            return offer
        told = tuple(
            [one and (one.success.numerator, one.success.denominator, one.label, one.estimate) for one in chances]
        )
        return self.memory.made(("chances", told), (offer,), lambda: _with_chances(offer, chances))

    def mark(self, choice: Choice) -> str:
        """What a choice means now."""
        return mark_of(choice, label_text(self._ruleset, self.state, choice.label, self._language, self._names))

    def _carried_over(self, choice: Choice) -> Worded | None:
        """The words that the same choice had in the state before, if they are still right."""
        worded = self._worded_before.get(choice.id)
        if worded is None or not all(map(self._is_called_as_before, worded.named)):
            return None
        if worded.choice is choice:
            return worded
        return replace(worded, choice=choice) if worded.choice == choice else None  # the next seat has this very one

    def _is_called_as_before(self, subject: str) -> bool:
        found = self._still_called.get(subject)
        if found is None:
            before, now = self._names_before.get(subject), self._names[subject]
            found = self._still_called[subject] = before is not None and same_name(before, now)
        return found

    def _put(self, choice: Choice) -> Worded:
        actor = str(choice.fixed.get("who", ""))
        text = label_text(self._ruleset, self.state, choice.label, self._language, self._names)
        offer = Offer(
            choice.id,
            text,
            actor,
            str(self._names[actor]) if actor else "",
            tuple(self._field(parameter) for parameter in choice.parameters),
            None,
            choice.rules,
            _about(choice),
            choice.main,
            choice.group,
            self._group(choice),
            choice.command,
            *self._act(choice),
            mark=mark_of(choice, text),
            idle=choice.idle,
            means=label_meaning(self._ruleset, self.state, choice.label, self._language),
        )
        commands: tuple[Command | None, ...] = ()
        if not choice.parameters:
            commands = (self._command(choice, {}),)
        elif len(choice.parameters) == 1:
            (lone,) = choice.parameters
            commands = tuple(self._command(choice, {lone.name: pick.value}) for pick in lone.picks)
        if not any(commands):
            commands = ()
        labels = (choice.label, *(pick.label for parameter in choice.parameters for pick in parameter.picks))
        values = (value for label in labels for value in label.values.values())
        named = {value[1:] for value in values if isinstance(value, str) and value[:1] == "@"}
        return Worded(choice, offer, commands, frozenset({*named, actor} if actor else named))

    def _group(self, choice: Choice) -> str:
        return self._ruleset.texts.say(self._language, f"group.{choice.group}") if choice.group else ""

    def _act(self, choice: Choice) -> tuple[str, str]:
        """What choices alike have in common, and what a bundle of them is called; nothing where they stay in sight."""
        texts, command, said = self._ruleset.texts, choice.command, choice.label.key
        of_command = texts.find(self._language, f"title.{command}")
        if of_command is not None:
            return command, of_command
        return f"{command}-{said}", texts.find(self._language, f"title.{said}") or ""

    def _field(self, parameter: Parameter) -> Field:
        picks = tuple(
            PickShown(
                pick.value,
                label_text(self._ruleset, self.state, pick.label, self._language, self._names),
                means=label_meaning(self._ruleset, self.state, pick.label, self._language),
            )
            for pick in parameter.picks
        )
        return Field(
            parameter.name,
            parameter.kind,
            picks,
            parameter.minimum,
            parameter.maximum,
            parameter.optional,
            parameter.counted_from,
            parameter.backwards,
        )

    def _command(self, choice: Choice, values: dict[str, str]) -> Command | None:
        """What a choice comes to, where there may be odds for it."""
        try:
            command = self._ruleset.command(choice.fill(**values))
        except msgspec.ValidationError:
            return None
        return command if self._ruleset.may_have_odds(command) else None

    def _chance(self, seat: Seat, command: Command | None) -> Chance | None:
        return None if command is None else self._ruleset.chance(self.state, seat, command, self._language)


class ReadersWords:
    """Choices in words for one reader, as a board is laid out of them."""

    def __init__(self, wording: Wording, seat: Seat, opened: Container[str]) -> None:
        self.memory = wording.memory
        self._wording = wording
        self._seat = seat
        self._opened = opened

    def offer(self, outline: Outline) -> Offer:
        """The choice in words."""
        return self._wording.offer(outline.choice, self._seat)

    def name(self, who: str) -> str:
        """What whoever does it is called."""
        return self._wording.name(who)

    def opened(self, element: str) -> bool:
        """Whether the reader has opened a bundle."""
        return element in self._opened
