"""What the referee changes by hand goes by people's words, within what the rules know, and has its consequences."""

from typing import Any

import pytest
from tests.games import PLAYABLE
from tests.kernel.tables import begun, done, refused
from tests.logs import archive

from arbitro import __version__
from arbitro.kernel.changing import changeable
from arbitro.kernel.command import Override, Refusal
from arbitro.kernel.event import tag_of
from arbitro.kernel.explain import explained
from arbitro.kernel.noting import moment_of
from arbitro.kernel.pack import opening_of
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import refusal_text
from arbitro.kernel.table import Table
from arbitro.play import find_game
from arbitro.text import LANGUAGES


def tables(game: str) -> list[Table[Any]]:
    """Tables of a game's golden logs, in the middle of what they play."""
    found = []
    for log in archive.read(__version__, game)[:40:4]:
        ruleset = opening_of(log.bodies[0]).ruleset(find_game)
        records = log.records()
        found.append(Table.restore(ruleset, records[: max(2, len(records) // 2)], None))
    return found


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_value_has_a_word_a_range_and_a_consequence_that_holds(game: str) -> None:
    seen = set()
    for table in tables(game):
        ruleset = table.ruleset
        for one in list(changeable(ruleset.values, table.state))[:60]:
            seen.add(one.word)
            for language in LANGUAGES:
                assert ruleset.texts.find(language, f"value_of.{one.word}"), one.word
            assert one.least <= one.value, one
            beyond = [one.least - 1, *(() if one.most is None else (one.most + 1,))]
            for value in beyond:
                said = table.submit(Override(one.path, value, "why not"), REFEREE)
                assert isinstance(said, Refusal), one
                assert said.code in ("out_of_range", "below_range")
                for language in LANGUAGES:
                    told = refusal_text(ruleset, table.state, said, language)
                    assert str(one.least) in told
                    assert one.path not in told
            answer = table.submit(Override(one.path, one.least, "so be it"), REFEREE)
            assert not isinstance(answer, Refusal), (one, answer)
            if one.of:
                (entry,) = table.witnessed(answer.seq, answer.seq)
                for language in LANGUAGES:
                    told = explained(moment_of(ruleset, entry), entry.events[0], language).sentence
                    assert ruleset.texts.say(language, f"value_of.{one.word}") in told, told
            if list(ruleset.settle(table.state)):
                raise AssertionError((one, "something still follows of it"))
            break_off = ruleset.finished(table.state)
            if break_off:
                break
    assert seen


def test_hit_points_at_nothing_are_a_fall_as_the_rules_have_it():
    table = begun()
    orc = next(one for one in table.state.fight.combatants if one.startswith("orc"))
    entry = done(table, Override(f"fight.combatants.{orc}.hp", 0, "the ceiling"))
    assert "fell" in [tag_of(type(event)) for event in entry.events]
    assert table.state.fight.combatants[orc].condition == "dead"
    assert refused(table, Override("fight.combatants.berto.hp", 999, "a boon")).code == "out_of_range"
