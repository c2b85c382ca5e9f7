"""Everything that people read at a table keeps the rules of its language: stories, reasons, choices, refusals."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from tests.games import PLAYABLE
from tests.play.watching import expedition
from tests.sampling import spread
from tests.spoken import faults

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.explain import explain
from arbitro.kernel.ruleset import Ruleset, shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import Names, label_text, question_text, refusal_text
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document
from arbitro.play.opening import ready_scenes
from arbitro.rules import find_ruleset
from arbitro.text import LANGUAGES, Language

STEPS = 60
"""How many commands of a scene are played."""
LOOKS = 15
"""After how many commands everybody looks around: choices, cards and pictures change less than the story."""
FOLDERS = ("fights", "scenes", "expeditions", "jousts", "journeys")
SCENES = [
    pytest.param(game, folder, name, id=f"{game}-{folder}-{name}")
    for game in PLAYABLE
    for folder in FOLDERS
    for name in ready_scenes(find_ruleset(game), folder)
]
Line = tuple[Language, str, str]
"""A line as it is read, with where it stands."""


def told(ruleset: Ruleset[Any], state: Any, events: Iterable[Event]) -> Iterator[Line]:
    """What happened and why, to everybody who may know."""
    for event in events:
        for seat in (REFEREE, *ruleset.seats(state)):
            shown = shown_to(ruleset, state, event, seat)
            for language in LANGUAGES if shown is not None else ():
                explanation = explain(ruleset, state, shown, language)
                where = f"event.{type(event).__struct_config__.tag}.{shown.variant()}"
                yield language, where, explanation.sentence
                yield from ((language, f"why: {where}", line) for line in explanation.numbers)


def seen(ruleset: Ruleset[Any], state: Any) -> Iterator[Line]:
    """How things stand, and what everybody may do."""
    for seat in (REFEREE, *ruleset.seats(state)):
        choices = list(ruleset.choices(state, seat))
        for language in LANGUAGES:
            yield from ((language, "picture", line.strip()) for line in ruleset.picture(state, seat, language))
            yield from (
                (language, question.kind, question_text(ruleset, state, question, language))
                for question in state.awaiting
            )
            for card in ruleset.cards(state, seat, language):
                yield language, "card", card.line
                yield from ((language, "card", tag.text) for tag in card.tags)
                sheet = ruleset.sheet(state, seat, card.id, language) if card.has_sheet else None
                for section in sheet.sections if sheet is not None else ():
                    yield from ((language, "sheet", f"{name}: {value}") for name, value in section.pairs)
                    yield from ((language, "sheet", line) for line in section.lines)
            names = Names(ruleset, state, language)
            for choice in choices:
                picks = (pick.label for parameter in choice.parameters for pick in parameter.picks[:12])
                for label in (choice.label, *picks):
                    yield language, label.key, label_text(ruleset, state, label, language, names)


def refused(ruleset: Ruleset[Any], state: Any, choices: list[Choice], dice: Any) -> Iterator[Line]:
    """Why not, for commands that were offered a moment ago."""
    for choice in choices:
        command = ruleset.command(next(choice.fillings()))
        answer = ruleset.may_begin(state, command) or ruleset.decide(state, command, dice)
        if isinstance(answer, Refusal):
            for language in LANGUAGES:
                yield language, f"refusal.{answer.code}", refusal_text(ruleset, state, answer, language)


@cache  # names, sheets and labels come again in every scene
def _faults(line: str, language: Language) -> tuple[str, ...]:
    return tuple(faults(line, language))


def _of_a_sum(fault: str) -> bool:
    """The parts of a sum are numbers with a note, and count nothing: "5 damage of the weapon"."""
    return fault.startswith("number")


def wrong(lines: Iterable[Line]) -> dict[str, tuple[Language, str, list[str]]]:
    """The first line of each kind that breaks a rule."""
    read: set[tuple[Language, str]] = set()
    found: dict[str, tuple[Language, str, list[str]]] = {}
    for language, where, line in lines:
        if (language, line) not in read:
            read.add((language, line))
            broken = [fault for fault in _faults(line, language) if not (where.startswith("why") and _of_a_sum(fault))]
            if broken and where not in found:
                found[where] = (language, line, broken)
    return found


def played(ruleset: Ruleset[Any], document: Document, seed: int) -> Iterator[Line]:
    """A ready scene, by the automatic player or by whatever comes to mind."""
    setup = ruleset.read_setup(document)
    table = Table.open(ruleset, "spoken", seed_from_text(f"spoken {seed}"), setup.options)
    chance = Random(seed)
    for command in setup.start:
        answer = table.submit(command, REFEREE)
        assert not isinstance(answer, Refusal), answer
        yield from told(ruleset, table.state, answer.events)
    yield from seen(ruleset, table.state)
    for step in range(STEPS):
        if ruleset.finished(table.state):
            break
        seat, command = _anything(table, chance) if seed % 2 else (REFEREE, ruleset.suggest(table.state, REFEREE))
        assert command is not None
        before = list(table.choices(seat))[:40] if step % LOOKS == 0 else []
        answer = table.submit(command, seat)
        assert not isinstance(answer, Refusal), (command, answer)
        yield from told(ruleset, table.state, answer.events)
        if before:
            yield from seen(ruleset, table.state)
            yield from refused(ruleset, table.state, before, QuickDice(seed))
    yield from seen(ruleset, table.state)


def _anything(table: Table[Any], chance: Random) -> tuple[Seat, Command | None]:
    players = list(table.ruleset.seats(table.state))
    chance.shuffle(players)
    for seat in (REFEREE, *players) if chance.random() < 0.15 else (*players, REFEREE):
        choices = list(table.choices(seat))
        if choices:
            return seat, table.ruleset.command(chance.choice(list(chance.choice(choices).fillings())))
    return REFEREE, None


@pytest.mark.parametrize(("game", "folder", "name"), spread(SCENES, 5))
@pytest.mark.parametrize("seed", [0, 1], ids=["suggested", "random"])
def test_a_ready_scene_is_told_in_one_language_at_a_time(game: str, folder: str, name: str, seed: int) -> None:
    ruleset = find_ruleset(game)
    assert wrong(played(ruleset, ready_scenes(ruleset, folder)[name], seed)) == {}


@pytest.mark.parametrize("game", PLAYABLE)
@pytest.mark.parametrize("seed", [4, pytest.param(3, marks=pytest.mark.slow)])
def test_a_campaign_is_told_in_one_language_at_a_time(game: str, seed: int) -> None:
    def lines() -> Iterator[Line]:
        for number, step in enumerate(expedition(game, seed, 120)):
            yield from told(step.table.ruleset, step.after, step.entry.events)
            if number % LOOKS == 0:
                yield from seen(step.table.ruleset, step.after)

    assert wrong(lines()) == {}
