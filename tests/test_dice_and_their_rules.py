"""A die rests on no rule that says that none is thrown."""

import re

import msgspec
import pytest
from tests.logs.test_golden import logs

from arbitro.rules import find_ruleset, games

NO_DICE = re.compile(
    r"[Nn]on si tirano dadi|[Nn]on ci sono dadi|[Nn]o dice are (?:rolled|thrown)|[Tt]here are no dice", re.ASCII
)


@pytest.mark.parametrize("game", games())
def test_no_die_of_the_golden_logs_cites_a_rule_without_dice(game: str) -> None:
    book = find_ruleset(game).rulebook
    silent = {rule for rule in book if any(NO_DICE.search(book[rule].text.in_(language)) for language in ("it", "en"))}
    wrong = {
        (event["type"], rule)
        for log in logs(game)
        for body in log.bodies
        for event in msgspec.json.decode(body).get("events", ())
        if b'"face"' in msgspec.json.encode(event)
        for rule in silent.intersection(event.get("rules", ()))
    }
    assert wrong == set()
