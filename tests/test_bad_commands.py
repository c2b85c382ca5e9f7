"""Whatever somebody types: a command with anything in it that makes no sense is refused in words, or carried out."""

from typing import Any

import pytest
from tests.bending import Moment, bent, moments

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.explain import refusal_text, told
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.then import Now
from arbitro.rules import games
from arbitro.text import LANGUAGES

SAMPLED = 40
"""Of so many bent commands one is tried in every run; the slow set tries them all."""
STEPS = 4
"""How far play goes on after a bent command that was carried out."""


def answered(moment: Moment, command: Command) -> Any:
    """What a table says to a command, refusals in both languages; and nothing breaks in what follows."""
    ruleset, state = moment.ruleset, moment.state
    answer = ruleset.may_begin(state, command) or ruleset.decide(state, command, QuickDice(1))
    for language in LANGUAGES:
        if isinstance(answer, Refusal):
            assert refusal_text(ruleset, state, answer, language)
        else:
            for event in answer.events:
                told(Now(ruleset, answer.state), event, language)
    if not isinstance(answer, Refusal):
        goes_on(moment, answer.state)
    return answer


def goes_on(moment: Moment, state: Any) -> None:
    """Everything that is asked of a state can be answered, and the automatic referee finds a way on."""
    ruleset = moment.ruleset
    ruleset.view(state, REFEREE)
    list(ruleset.choices(state, REFEREE))
    for number in range(STEPS):
        command = ruleset.suggest(state, REFEREE)
        answer = None if command is None else ruleset.decide(state, command, QuickDice(number))
        if answer is None or isinstance(answer, Refusal):
            return
        state = answer.state


def tried(game: str, first: int, every: int) -> None:
    number = 0
    for moment in moments(game):
        for command in bent(moment):
            number += 1
            if number % every != first:
                continue
            try:
                answered(moment, command)
            except Exception as error:
                error.add_note(f"{moment.ruleset.id}: {command}, in place of {moment.command}")
                raise
    assert number > 2000, "hardly any command is bent"


@pytest.mark.parametrize("game", games())
def test_a_command_with_nonsense_in_it_breaks_nothing(game: str) -> None:
    tried(game, 0, SAMPLED)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1, SAMPLED))
@pytest.mark.parametrize("game", games())
def test_no_command_with_nonsense_in_it_breaks_anything(game: str, first: int) -> None:
    tried(game, first, SAMPLED)
