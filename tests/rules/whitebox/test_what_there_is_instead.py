"""A refusal that says what there is instead names it in the reader's language, with the id that is to be typed."""

import ast
from pathlib import Path
from typing import Any

import pytest

import arbitro
from arbitro.kernel.command import Refusal, listed
from arbitro.kernel.sentence import refusal_text
from arbitro.rules import find_ruleset
from arbitro.rules.infausta.features.facts import feature_facts
from arbitro.rules.infausta.state import State as InfaustaState
from arbitro.rules.whitebox.state import State
from arbitro.text import LANGUAGES

SOURCE = Path(arbitro.__file__).parent / "rules"
STATES: dict[str, type[Any]] = {"whitebox": State, "infausta": InfaustaState}
FAMILY = tuple(STATES)
MODULES = sorted(path for game in FAMILY for path in (SOURCE / game).rglob("*.py"))
TYPED = {
    "no_place": "places of the referee's own map",
    "unknown_fact": "places, doors and traps that the referee has stated, by their ids",
    "no_way": "spots of a map, by their ids",
    "bad_order": "people, by the ids of their sheets",
}
"""Refusals whose list is of ids that somebody at the table has made up."""


def sorts(game: str) -> dict[str, Any]:
    """The lists of content that refusals speak of."""
    content = find_ruleset(game).rules.content  # type: ignore[attr-defined]
    lists: dict[str, Any] = {
        "class": content.classes,
        "people": content.peoples,
        "trade": content.hirelings,
        "party": content.parties,
        "terrain": content.exploration.terrains,
    }
    return {**lists, "skill": feature_facts().skills} if game == "infausta" else lists


@pytest.mark.parametrize(("game", "sort"), [(game, sort) for game in FAMILY for sort in sorts(game)])
def test_every_entry_has_a_name_in_each_language_beside_its_id(game: str, sort: str) -> None:
    rules, entries = find_ruleset(game), sorts(game)[sort]
    refusal = Refusal("no_such_trade", {"trade": "x", "known": listed(sort, entries)})
    told = {each: refusal_text(rules, STATES[game](), refusal, each) for each in LANGUAGES}
    for entry in entries:
        assert all(f" ({entry})" in line for line in told.values()), entry
    assert "@" not in "".join(told.values())
    assert told["it"].partition(": ")[2] != told["en"].partition(": ")[2]


def joined(path: Path) -> list[str]:
    """Codes of refusals in a module that list what there is as bare words."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal"):
            continue
        code, *values = node.args
        if values and isinstance(values[0], ast.Dict) and isinstance(code, ast.Constant):
            for key, value in zip(values[0].keys, values[0].values, strict=True):
                bare = any(isinstance(each, ast.Attribute) and each.attr == "join" for each in ast.walk(value))
                if bare and isinstance(key, ast.Constant) and key.value == "known":
                    found.append(str(code.value))
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_refusal_lists_bare_ids_of_content(path: Path) -> None:
    assert set(joined(path)) <= TYPED.keys()


def test_nothing_is_listed_as_nothing() -> None:
    assert listed("class", ()) == "–"
