"""Every kind of class feature is registered once, with all it does; only its own chapter asks for it."""

import ast
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from tests.rules.infausta.features.stage import RULES
from tests.rules.whitebox.powers.test_registry import named_kinds

import arbitro
from arbitro.rules.infausta import RULES as PAGE
from arbitro.rules.infausta.features.class_gifts import GIFTS
from arbitro.rules.infausta.features.feature_lookups import given
from arbitro.rules.infausta.rules import own_rules
from arbitro.rules.whitebox import class_features as f

SOURCE: Final = Path(arbitro.__file__).parent / "rules" / "infausta"
CLASSES: Final = RULES.content.classes
HAD: Final = {type(part) for facts in CLASSES.values() for part in facts.features}
OTHERS: Final = {f.Turns, f.CombatFury, f.ExtraAttacks}
"""The parent's own, and one that is a column of the class table."""
CHAPTERS: Final = {
    "songs.py": {"Inspire", "Enthral"},
    "stances.py": {"Stance"},
    "trophies.py": {"Trophies"},
    "shapes.py": {"Shape"},
    "zeal.py": {"Vows", "ZealHeal", "ZealSmite"},
}
"""The chapter that looks a kind up: what is under way goes by whoever brought it about."""


def names(kind: type) -> str:
    return kind.__name__


@pytest.mark.parametrize("kind", [kind for kind in get_args(f.AnyFeature) if kind not in OTHERS], ids=names)
def test_every_kind_of_feature_is_registered_once_and_does_something(kind: Any) -> None:
    (gift,) = (gift for gift in GIFTS if gift.kind is kind)
    plain = type(gift)(kind=kind)
    assert any(getattr(gift, each.name) != getattr(plain, each.name) for each in fields(gift)), kind
    assert own_rules(PAGE).gifts[kind] is gift
    assert kind in HAD, "no class has it"


@pytest.mark.parametrize("class_id", CLASSES)
def test_a_class_has_all_its_features_in_the_order_of_its_entry(class_id: str) -> None:
    has = [part for part in CLASSES[class_id].features if type(part) not in OTHERS]
    assert [part for part, _ in given(PAGE, class_id)] == has
    assert all(gift.kind is type(part) for part, gift in given(PAGE, class_id))


def test_a_kind_is_named_on_the_page_and_in_its_own_chapter_alone() -> None:
    kinds = {kind.__name__ for kind in get_args(f.AnyFeature)}
    for path in SOURCE.rglob("*.py"):
        if path.name == "class_gifts.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = {kind for kind, _ in named_kinds(tree, "arbitro.rules.whitebox.class_features", kinds)}
        assert found <= CHAPTERS.get(path.name, set()), path
