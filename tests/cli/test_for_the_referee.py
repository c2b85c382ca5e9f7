"""In a terminal nothing but words says for whom a line is: what only the referee knows says so at its head."""

from typing import Any

import pytest
from tests.play.watching import expedition

from arbitro.cli.teller import line_of, marked
from arbitro.kernel.event import Event
from arbitro.kernel.noting import moment_of
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.sentence import told
from arbitro.play import campaigns
from arbitro.text import Language

MARKS: dict[str, dict[Language, str]] = {"daggerheart": {"it": "(GM) ", "en": "(GM) "}}
USUAL: dict[Language, str] = {"it": "(Arbitro) ", "en": "(Referee) "}


@pytest.mark.parametrize("game", campaigns())
def test_every_line_that_only_the_referee_knows_says_so_and_no_other_does(game: str) -> None:
    secret = plain = 0
    marks = next((found for name, found in MARKS.items() if name in game), USUAL)
    for step in expedition(game, 8, 60):
        then = moment_of(step.table.ruleset, step.entry)
        for event in step.entry.events:
            for language, mark in marks.items():
                line = line_of(then, (event,), language)
                if event.audience == REFEREE_ONLY:
                    assert not line or line.startswith(mark), line
                    secret += bool(line)
                else:
                    assert not line.startswith(mark), line
                    plain += bool(line)
    assert secret
    assert plain


def test_a_line_that_says_it_itself_says_it_once() -> None:
    step = next(iter(expedition("whitebox", 8, 1)))
    then: Any = moment_of(step.table.ruleset, step.entry)
    event: Event = next(event for event in step.entry.events if told(then, event, "en"))
    secret = type(event)(
        **{**{name: getattr(event, name) for name in event.__struct_fields__}, "audience": REFEREE_ONLY}
    )
    assert marked(then, secret, "Nobody hears it.", "en") == "(Referee) Nobody hears it."
    assert marked(then, secret, "(Referee) Nobody hears it.", "en") == "(Referee) Nobody hears it."
    assert marked(then, secret, "", "en") == ""
    assert marked(then, event, "All hear it.", "en") == "All hear it."
