"""Every kind of power is registered once, with all it does; rules ask what somebody can do, never for a kind."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Final, get_args

import pytest
from tests.rules.whitebox.arena import RULES

import arbitro
from arbitro.rules.infausta import RULES as INFAUSTA
from arbitro.rules.whitebox import special as s
from arbitro.rules.whitebox.powers.monster_powers import POWERS
from arbitro.rules.whitebox.powers.registry import Power
from arbitro.text import LANGUAGES

SOURCE: Final = Path(arbitro.__file__).parent
KINDS: Final = get_args(s.AnySpecial)
NOT_MOMENTS: Final = ("kind", "words", "spell")


def names(kind: type) -> str:
    return kind.__name__


@pytest.mark.parametrize("kind", KINDS, ids=names)
def test_every_kind_of_power_is_registered_once_and_does_something(kind: type) -> None:
    (power,) = (power for power in POWERS if power.kind is kind)
    does = [each.name for each in fields(Power) if each.name not in NOT_MOMENTS and getattr(power, each.name)]
    assert does, f"{kind.__name__} has nothing to do at any moment"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not s.Narrated], ids=names)
def test_every_kind_of_power_has_its_name(kind: type, language: str) -> None:
    assert RULES.texts.say(language, f"special.{kind.__struct_config__.tag}")  # type: ignore[attr-defined,arg-type]


def test_the_variant_has_the_same_powers() -> None:
    assert INFAUSTA.powers is RULES.rules.powers
    assert set(INFAUSTA.powers) == set(KINDS)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind is not s.Weakness], ids=names)  # for packs
def test_the_bestiary_has_somebody_with_it(kind: type) -> None:
    contents = (RULES.content, INFAUSTA.content)
    entries = [entry for content in contents for entry in (*content.monsters.values(), *content.hazards.values())]
    assert any(isinstance(special, kind) for entry in entries for special in entry.specials)


# ------------------------------------------------------------ where a kind is named


def named_kinds(tree: ast.Module, module: str, of: set[str]) -> Iterator[tuple[str, int]]:
    """Where the classes of a module of schemas are named, but for annotations."""
    aliases, direct = set(), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for each in node.names:
                if f"{node.module}.{each.name}" == module:
                    aliases.add(each.asname or each.name)
                elif node.module == module and each.name in of:
                    direct[each.asname or each.name] = each.name
    annotated = {
        id(part)
        for node in ast.walk(tree)
        for note in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if note is not None
        for part in ast.walk(note)
    }
    for node in ast.walk(tree):
        if id(node) in annotated:
            continue
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
            if node.attr in of:
                yield node.attr, node.lineno
        elif isinstance(node, ast.Name) and node.id in direct:
            yield direct[node.id], node.lineno


def test_a_kind_of_power_is_named_in_its_registration_alone() -> None:
    """Elsewhere it is only what a function takes: nothing is asked for a kind, so a new one slips past nothing."""
    page = SOURCE / "rules" / "whitebox" / "powers" / "monster_powers.py"
    schemas = SOURCE / "rules" / "whitebox" / "special.py"
    found = [
        f"{path.relative_to(SOURCE)}:{line} {kind}"
        for path in SOURCE.rglob("*.py")
        if path not in (page, schemas)
        for kind, line in named_kinds(
            ast.parse(path.read_text(encoding="utf-8")), "arbitro.rules.whitebox.special", {k.__name__ for k in KINDS}
        )
    ]
    assert found == []
