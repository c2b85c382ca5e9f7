"""A file fits in the head, and so does a function: bounds for both, with what is beyond them today.

The tables of exceptions only shrink: a number may go down, and what keeps the bound leaves its table.
`python -m tests.sizes` prints what is beyond the bounds.
"""

import ast
from collections.abc import Callable
from functools import cache
from typing import Final

import pytest
from tests.sizes import Size, functions, modules, ways_through

MODULE: Final = 500
"""Lines of a module."""
LINES: Final = 60
"""Lines of a function, those of functions within it left out."""
WAYS: Final = 12
"""Ways through a function."""
PARAMETERS: Final = 6
"""What a function may ask for; more of it is a record. Options of the terminal's commands are no such thing."""
LONG_MODULES: Final = {
    "kernel/table.py": 588,
    "play/sides/infausta/__init__.py": 530,
    "rules/whitebox/effect.py": 650,
    "rules/whitebox/exploring/fold.py": 510,
    "rules/whitebox/exploring/meetings.py": 520,
    "rules/whitebox/powers/magic.py": 550,
    "rules/whitebox/special.py": 570,
    "web/answering.py": 525,
    "web/tables.py": 540,
}
"""Modules beyond the bound."""
LONG_FUNCTIONS: Final = {
    "chances/plain_kernel.py: _fought": 65,
    "cli/playing.py: add_command.play_scene": 80,
    "dungeon/draw/play.py: play_map": 65,
    "play/sides/archmage/__init__.py: archmage_side": 100,
    "play/sides/daggerheart/__init__.py: daggerheart_side": 97,
    "play/sides/whitebox/__init__.py: assembled": 148,
    "rules/daggerheart/referee_choices.py: _calls": 79,
}
"""Functions that are too long: each page of a side is one."""
MANY_WAYS: Final = {
    "chances/plain_kernel.py: _fought": 14,
}
"""Functions with too many ways through them."""
MANY_PARAMETERS: Final = {
    "appendix_a/level.py: begin": 8,
    "appendix_a/pool.py: enter_pool": 7,
    "appendix_a/spring.py: enter_gas": 7,
    "appendix_a/spring.py: try_lift_door": 7,
    "appendix_a/trap.py: _set": 7,
    "chances/door.py: odds": 11,
    "chances/plain_kernel.py: _fought": 13,
    "dungeon/draw/level.py: draw_level": 7,
    "dungeon/draw/play.py: play_map": 11,
    "dungeon/draw/pointing.py: _way": 7,
    "dungeon/draw/theme.py: _inks": 9,
    "dungeon/export/foundry.py: to_foundry": 7,
    "dungeon/export/key.py: _entry": 7,
    "dungeon/export/pdf.py: _sheet": 7,
    "kernel/byhand.py: decide_by_hand": 8,
    "kernel/table.py: Table.__init__": 7,
    "kernel/table.py: Table.append": 8,
    "rules/archmage/bestiary.py: creature": 7,
    "rules/archmage/damage.py: fall": 7,
    "rules/daggerheart/attacking.py: _second": 7,
    "rules/daggerheart/effects.py: perform_feature": 7,
    "rules/daggerheart/encounter.py: encounter": 7,
    "rules/infausta/setup.py: journey_setup": 7,
    "rules/whitebox/people/healing.py: set_ability": 7,
    "rules/whitebox/people/offers.py: _offer": 7,
    "rules/whitebox/powers/creatures.py: creature": 7,
    "rules/whitebox/powers/creatures.py: powers_of": 7,
    "rules/whitebox/powers/offers.py: _choice": 7,
    "rules/whitebox/powers/strikes.py: deal": 7,
    "store/counting.py: _before": 7,
    "web/bench/routes.py: told": 7,
}
"""Functions that ask for too much."""


@cache
def measured() -> tuple[Size, ...]:
    return tuple(functions())


def asked(size: Size) -> int:
    return 0 if size.name.startswith("cli/") else size.parameters


def beyond(found: dict[str, int], bound: int, kept: dict[str, int]) -> dict[str, int]:
    """Whatever is beyond a bound without being kept there, or has grown since it was."""
    return {name: number for name, number in found.items() if number > kept.get(name, bound)}


def no_longer(found: dict[str, int], bound: int, kept: dict[str, int]) -> list[str]:
    """Whatever is kept beyond a bound and is not beyond it any more."""
    return [name for name in kept if found.get(name, 0) <= bound]


def figures(read: Callable[[Size], int]) -> dict[str, int]:
    """A figure of every function; where several have one name, as overloads have, the largest."""
    found: dict[str, int] = {}
    for size in measured():
        found[size.name] = max(read(size), found.get(size.name, 0))
    return found


def test_a_module_fits_in_the_head() -> None:
    lines = {name: text.count("\n") for name, text in modules()}
    assert beyond(lines, MODULE, LONG_MODULES) == {}
    assert no_longer(lines, MODULE, LONG_MODULES) == []


@pytest.mark.parametrize(
    ("read", "bound", "kept"),
    [
        (lambda size: size.lines, LINES, LONG_FUNCTIONS),
        (lambda size: size.ways, WAYS, MANY_WAYS),
        (asked, PARAMETERS, MANY_PARAMETERS),
    ],
    ids=["lines", "ways", "parameters"],
)
def test_a_function_fits_in_the_head(read: Callable[[Size], int], bound: int, kept: dict[str, int]) -> None:
    found = figures(read)
    assert beyond(found, bound, kept) == {}
    assert no_longer(found, bound, kept) == []


def test_growth_is_seen_and_so_is_what_has_shrunk() -> None:
    kept = {"a": 9, "b": 9}
    assert beyond({"a": 10, "b": 9, "c": 6, "d": 5}, 5, kept) == {"a": 10, "c": 6}
    assert no_longer({"a": 10, "b": 5}, 5, kept) == ["b"]


def test_ways_through_a_function_are_counted_as_linters_do() -> None:
    tree = ast.parse(
        "def f(a):\n if a:\n  pass\n elif a:\n  pass\n for b in a:\n  pass\n try:\n  pass\n except A:\n  pass\n"
        " match a:\n  case 1:\n   pass\n  case _:\n   pass\n"
    )
    (function,) = tree.body
    assert isinstance(function, ast.FunctionDef)
    assert ways_through(function) == 6
