"""The program of the page on checking dice, and Arbitro's own check, agree about tables that were really played."""

from pathlib import Path
from typing import Any

import pytest
from tests.docs.checking import check_by_page

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.audit import verify
from arbitro.kernel.command import Command, OverrideRolls, Redo, Refusal, RevealSeed, Stir, Undo
from arbitro.kernel.log import Entry, write_lines
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.commands import Attack

WHITEBOX = find_ruleset("whitebox")
PAGE = Path(__file__).parents[2] / "docs" / "audit.md"


def done(table: Table[Any], command: Command, **how: Any) -> Entry[Any, Any]:
    answer = table.submit(command, REFEREE, **how)
    assert not isinstance(answer, Refusal), answer
    return answer


def played() -> Table[Any]:
    """A fight with typed, undone, redone, stirred and overruled dice, hidden ones among them, played to its end."""
    table = Table.open(WHITEBOX, "audited", seed_from_text("3"))
    for command in WHITEBOX.read_setup(open_packaged("arbitro.rules.whitebox", "fights", "orcs.yaml")).start:
        done(table, command)
    done(table, Attack("berto", "orc-1"), faces=(15, 4))
    done(table, Undo())
    done(table, Attack("berto", "orc-1"))
    done(table, Undo())
    done(table, Redo())
    done(table, Stir("però"))
    done(table, Attack("dalia", "orc-1"))
    done(table, OverrideRolls((19, 6), "the die was cocked"))
    finish(table)
    return table


def finish(table: Table[Any]) -> None:
    while not WHITEBOX.finished(table.state):
        done(table, WHITEBOX.suggest(table.state, REFEREE))


def lines(table: Table[Any]) -> list[bytes]:
    return list(write_lines(table.records()))


def test_both_hold_for_a_table_that_was_played_and_revealed(tmp_path: Path) -> None:
    table = played()
    done(table, RevealSeed())
    verdict = verify(lines(table))
    assert (verdict.fault, verdict.open_dice, verdict.by_hand) == (None, 0, 4)
    assert verdict.dice > 20
    assert check_by_page(PAGE, lines(table), tmp_path).stdout == f"{verdict.dice} dice hold\n"


def test_both_hold_for_a_branch_whose_parent_was_revealed_first(tmp_path: Path) -> None:
    table = played()
    done(table, RevealSeed())
    branch = table.branch("other", seed_from_text("4"))
    for _ in range(6):
        done(branch, Undo())
    finish(branch)
    done(branch, RevealSeed())
    verdict = verify(lines(branch))
    assert verdict.fault is None
    assert verdict.dice > verify(lines(table)).dice
    assert check_by_page(PAGE, lines(branch), tmp_path).stdout == f"{verdict.dice} dice hold\n"


@pytest.mark.parametrize("seed", [b"", bytes(32)])
def test_neither_accepts_another_seed_or_none(seed: bytes, tmp_path: Path) -> None:
    table = played()
    log = lines(table)
    if seed:
        done(table, RevealSeed())
        own = table.seed
        assert own is not None
        log = [line.replace(own.hex().encode(), seed.hex().encode()) for line in lines(table)]
    assert check_by_page(PAGE, log, tmp_path).returncode != 0
    verdict = verify(log)
    assert verdict.fault is not None if seed else verdict.open_dice > 20
