"""What a slot may hold: the notation and the types are the same, and only one module looks into the notation."""

import ast
from pathlib import Path

import pytest
from msgspec.structs import replace

import arbitro
from arbitro.dice.stream import QuickDice
from arbitro.dungeon.kinds import (
    CURSED,
    AnyMagic,
    Arms,
    Coins,
    Creature,
    Jewel,
    Kind,
    Magic,
    Nameless,
    OfClass,
    Scroll,
    Unread,
    is_treasure,
    kind_of,
)
from arbitro.dungeon.model import Slot
from arbitro.play.stocking import COINS, stocker_for, stocking_games

SOURCE = Path(arbitro.__file__).parent
WRITTEN: dict[str, Kind] = {
    "orc": Creature("orc"),
    "monster/3": Nameless(3),
    "class/fighter/4": OfClass("fighter", 4),
    "coins/gold": Coins("gold"),
    "gem": Jewel("gem"),
    "jewelry/500": Jewel("jewelry", 500),
    "magic_item": AnyMagic(),
    "magic/ring": Magic("ring"),
    "magic/slayer/long_sword/+2/undead": Magic("slayer", "long_sword", 2, "undead"),
    "magic/cursed_blade/dagger/-1": Magic("cursed_blade", "dagger", -1),
    "magic/plain/dagger/+0": Magic("plain", "dagger", 0),
    "scroll/light": Scroll("light"),
    "scroll/cursed": Scroll(CURSED),
    "weapon/long_sword/+1,light20": Arms("weapon", "long_sword", "+1,light20"),
    "armour/shield/missiles-2": Arms("armour", "shield", "missiles-2"),
}
SORTS = sorted({text.partition("/")[0] for text in WRITTEN if "/" in text})


@pytest.mark.parametrize(("text", "kind"), WRITTEN.items(), ids=list(WRITTEN))
def test_the_notation_is_read_and_written(text: str, kind: Kind) -> None:
    assert kind_of(text) == kind
    assert str(kind) == text
    assert is_treasure(text) == (not isinstance(kind, Creature | Nameless | OfClass))


@pytest.mark.parametrize(
    "text", ["gem/much", "gem/1/2", "scroll/", "magic", "coins", "a/b", "weapon/a/b/c", "monster/x", "class/a/b/c"]
)
def test_what_is_mistyped_is_no_kind_and_stays_as_it_was(text: str) -> None:
    kind = kind_of(text)
    assert kind == (Unread(text) if "/" in text else Creature(text))
    assert str(kind) == text


def test_the_plus_of_arms_stands_before_their_small_powers() -> None:
    assert [Arms("weapon", "axe", power).plus for power in ("+2", "-1", "+1,damage+1", "missiles-2", "")] == [
        2,
        -1,
        1,
        0,
        0,
    ]


@pytest.mark.parametrize("game", stocking_games())
def test_whatever_a_game_puts_into_a_dungeon_is_of_a_kind(game: str) -> None:
    stocker, seen = stocker_for(game), set()
    for level in range(1, 11):
        for number in range(30):
            dice = QuickDice(100 * level + number)
            slot = Slot("s", level, "a", "monster", "CONTENT_MONSTER", treasure="standard_monster_treasure")
            met = stocker.monsters(slot, dice)
            items = [*met.items, *stocker.treasure(slot, met, dice).items]
            lone = Slot("t", level, "a", "treasure", "GP_400", amount=2)
            for unit in (*COINS, "gem", "jewelry", "magic_item"):
                items += stocker.valuables(replace(lone, unit=unit), dice).items
            for text, _ in items:
                kind = kind_of(text)
                assert not isinstance(kind, Unread), text
                assert str(kind) == text
                seen.add(type(kind))
            assert not any(is_treasure(text) for text, _ in met.items)
    assert {Creature, Coins, Jewel} <= seen


def parts_of_code(tree: ast.AST) -> list[str]:
    """The texts of a module and the beginnings of its patterns; docstrings are left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def test_nothing_else_looks_into_the_notation() -> None:
    """Whoever wants to know or to name a kind asks for its type."""
    found = [
        f"{path.relative_to(SOURCE)}: {text}"
        for package in ("dungeon", "appendix_a", "play", "cli", "web")
        for path in sorted((SOURCE / package).rglob("*.py"))
        if path.name != "kinds.py"
        for text in parts_of_code(ast.parse(path.read_text(encoding="utf-8")))
        if text.startswith(tuple(f"{sort}/" for sort in SORTS))
    ]
    assert found == []
