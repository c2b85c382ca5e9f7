"""Deciding a log again: whatever happened at a table comes out the same, and a forged ruling does not."""

from typing import Any

import pytest
from tests.kernel.tables import PARTY, WHITEBOX, begun, done, play, play_until, step, suggested

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.audit import replay, verify
from arbitro.kernel.command import Annotate, ChangeOptions, Override, OverrideRolls, Redo, RevealSeed, Stir, Undo
from arbitro.kernel.log import FIRST_CHAIN, link, write_lines
from arbitro.kernel.table import Table
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.events import AttackRolled
from arbitro.text import LANGUAGES


def eventful(seed: str = "audit") -> Table[Any]:
    """A table at which everything that can happen to a log has happened."""
    table = begun(seed)
    play(table, 6)
    done(table, Undo())
    done(table, Undo())
    done(table, Redo())
    done(table, Stir("sale"), PARTY)
    play_until(table, AttackRolled)
    done(table, OverrideRolls((20, 6), "cocked"))
    done(table, ChangeOptions({"natural_extremes": True}))
    done(table, Override("minutes", 4, "late"))
    done(table, Annotate(2, "…", "referee"))
    while not isinstance(command := suggested(table), Attack):
        step(table)
    done(table, command, faces=(20, 3))
    play(table, 8)
    return table


def test_an_eventful_log_is_decided_again_to_the_same_events():
    table = eventful()
    assert table.seed is not None
    assert replay(WHITEBOX, table.records(), table.seed) is None
    done(table, RevealSeed())
    verdict = verify(write_lines(table.records()))
    assert (verdict.line, verdict.open_dice) == (0, 0)
    assert verdict.by_hand == 4


def test_a_branch_is_decided_again_with_the_dice_of_both_tables():
    table = eventful("branch")
    made = table.branch("what if", seed_from_text("other"))
    done(made, Stir("pepe"), PARTY)
    play(made, 6)
    again = made.branch("what then", seed_from_text("third"))
    play(again, 6)
    for each in (made, again):
        assert each.seed is not None
        assert replay(WHITEBOX, each.records(), each.seed) is None
    assert table.seed is not None
    assert replay(WHITEBOX, made.records(), table.seed) is not None


def test_another_seed_decides_otherwise():
    table = eventful()
    found = replay(WHITEBOX, table.records(), seed_from_text("another"))
    assert found is not None
    assert all(found[1].in_(language) for language in LANGUAGES)


@pytest.mark.parametrize("branched", [False, True])
def test_a_forged_ruling_is_found_although_chain_and_dice_hold(branched):
    table = begun("forged")
    entry = play_until(table, AttackRolled)
    assert table.seed is not None
    if branched:
        table = table.branch("what if", seed_from_text("other"))
        step(table)
    records, chain = [], FIRST_CHAIN
    for place, (_, body) in enumerate(table.records()):
        forged = body
        if place == entry.seq:
            was, becomes = (b'"hit":true', b'"hit":false') if entry.events[0].hit else (b'"hit":false', b'"hit":true')
            assert was in body
            forged = body.replace(was, becomes)
        chain = link(chain, forged)
        records.append((chain, forged))
    assert verify(write_lines(records)).line == 0
    found = replay(WHITEBOX, records, table.seed or b"")
    assert found is not None
    assert found[0] == entry.seq
