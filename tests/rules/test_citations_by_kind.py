"""The rule cited is the rule applied, in the games of capable heroes: each kind of event cites rules of its own matter.

The tables beside the tests of each game were read one by one against its rulebook; the golden logs, where nearly every
kind occurs, are held against them. Which branch of a rule was applied is the matter of `test_explanations.py`.
"""

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.citing import Law
from tests.logs import archive
from tests.logs.playing import reopened

from arbitro import __version__
from arbitro.kernel.rulebook import load_rulebook
from arbitro.library import Table
from arbitro.rules.archmage.events import EVENTS as OF_ARCHMAGE
from arbitro.rules.daggerheart.events import EVENTS as OF_DAGGERHEART

KINDS = {"archmage": OF_ARCHMAGE, "daggerheart": OF_DAGGERHEART}
TABLES: dict[str, dict[str, str]] = {
    game: yaml.safe_load((Path(__file__).parent / game / "citations.yaml").read_text(encoding="utf-8"))
    for game in KINDS
}


@pytest.mark.parametrize("game", KINDS)
def test_every_kind_of_event_is_under_the_law(game: str) -> None:
    assert {kind.__name__ for kind in KINDS[game]} == set(TABLES[game])


@pytest.mark.parametrize("game", KINDS)
def test_the_law_speaks_of_rules_that_exist(game: str) -> None:
    book = set(load_rulebook(f"arbitro.rules.{game}")) | set(load_rulebook("arbitro.appendix_a"))
    chapters = {rule.rpartition("-")[0] for rule in book}
    assert {word for line in TABLES[game].values() for word in line.split()} <= book | chapters


@pytest.mark.parametrize("game", KINDS)
def test_whatever_the_golden_logs_tell_cites_what_was_applied(game: str) -> None:
    law = Law(TABLES[game])
    module = f"arbitro.rules.{game}"
    for log in archive.read(__version__, game):
        table: Table[Any] = Table.restore(reopened(log).ruleset, log.records(), None)
        for event in (event for entry in table.entries() for event in entry.events):
            if type(event).__module__.startswith(module):
                law.hold(event, table.state.options)
