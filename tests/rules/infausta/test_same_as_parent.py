"""Atoms marked `same`: the parent's own tests run on this game, and the methods that carry them are the parent's."""

import inspect
from pathlib import Path
from typing import Any

import pytest
from tests.rules.infausta.arena import RULES, WHITEBOX, parent_tests

import arbitro
from arbitro.kernel.coverage import code_citations
from arbitro.rules.infausta import Infausta
from arbitro.rules.infausta.citations import CITED
from arbitro.rules.whitebox import WhiteBox

BOOK = RULES.rulebook
SAME = {atom for atom in BOOK if BOOK[atom].status == "same"}
CHILDREN: dict[str, set[str]] = {}
for _atom in BOOK:
    for _parent in BOOK[_atom].parents:
        CHILDREN.setdefault(_parent, set()).add(_atom)


def runs_the_same(atom: str) -> bool:
    """Whether an atom of the parent means the same here, whatever else refers to it."""
    return bool(CHILDREN.get(atom)) and CHILDREN[atom] <= SAME


def marks(test: Any) -> set[str]:
    return {atom for mark in getattr(test, "pytestmark", ()) if mark.name == "rule" for atom in mark.args}


FILES = sorted(
    path.relative_to(WHITEBOX).as_posix()
    for path in WHITEBOX.rglob("test_*.py")
    if path.name not in ("test_content.py", "test_properties.py", "test_reference_fight.py", "test_alternate_sequence.py")
)
COLLECTED: dict[str, str] = {}
for _file in FILES:
    for _name, _test in parent_tests(_file).items():
        if marks(_test) and all(runs_the_same(atom) for atom in marks(_test)):
            _called = f"{_name}__{Path(_file).stem.removeprefix('test_')}"
            globals()[_called] = _test
            COLLECTED[_called] = _file
