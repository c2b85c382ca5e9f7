"""The table of conditions: complete, cited and worded; the chapters name only those that a rule of theirs names."""

import ast
from pathlib import Path
from typing import Final, get_args

import pytest

import arbitro
from arbitro.rules import find_ruleset
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.condition_table import CONDITIONS
from arbitro.rules.archmage.numbers import multiplier
from arbitro.rules.archmage.power import ConditionName
from arbitro.text import LANGUAGES, Language

RULES: Final = find_ruleset("archmage")
SOURCE: Final = Path(arbitro.__file__).parent / "rules" / "archmage"
WORDS: Final = ("condition", "event.afflicted", "event.relieved", "word.condition")
NAMED: Final = {
    "circumstances.py": {"dazed", "stuck"},  # a power that is better against these
    "conditions.py": {"asleep", "confused", "fear"},  # what begins and ends with them; who is fearless has no fear
    "declaring.py": {"helpless", "confused"},  # the coup de grâce; turning on a friend
    "choices.py": {"helpless"},
    "targets.py": {"confused"},
    "fold.py": {"asleep"},  # a state of mind as well
    "numbers.py": {"vulnerable"},
    "moments.py": {"helpless"},  # whoever is saved from turning to stone
    "end_of_turn.py": {"helpless"},  # whoever turns to stone
    "people.py": {"fear"},  # that of a dreadful presence
}
"""Where a chapter asks for a condition by name, because its rule does."""


def test_every_condition_is_in_the_table() -> None:
    assert set(CONDITIONS) == set(get_args(ConditionName))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_has_its_atoms_and_its_words(name: ConditionName, language: Language) -> None:
    it = CONDITIONS[name]
    for atom in filter(None, (*it.rules, it.attacks, it.defences, it.limit)):
        assert atom in RULES.rulebook
    assert {it.attacks, it.defences, it.limit} - {""} <= set(it.rules)
    assert all(RULES.texts.find(language, f"{word}.{name}") for word in WORDS)
    assert (it.leaves is None) is (not it.limit)
    if it.limit:
        assert RULES.texts.find(language, f"refusal.{name}")
    if it.attacks or it.defences:
        assert RULES.texts.find(language, f"note.{name}")


def test_a_chapter_asks_by_name_only_where_its_rule_does() -> None:
    """`has(state, somebody, "name")`, and comparisons with an affliction's name."""
    for path in SOURCE.glob("*.py"):
        found = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            asked: list[ast.expr] = []
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("has", "afflict"):
                asked = node.args
            if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name | ast.Attribute):
                name = node.left.id if isinstance(node.left, ast.Name) else node.left.attr
                asked = node.comparators if name in ("name", "attack") else []
            found |= {each.value for each in asked if isinstance(each, ast.Constant) and each.value in CONDITIONS}
        assert found <= NAMED.get(path.name, set()), path


@pytest.mark.rule("AE-DMG-04", "AE-DMG-05", "AE-DMG-06")
def test_an_ability_counts_once_from_level_5_twice_from_level_8_three_times() -> None:
    assert [multiplier(load_books(), level) for level in range(1, 11)] == [1, 1, 1, 1, 2, 2, 2, 3, 3, 3]
