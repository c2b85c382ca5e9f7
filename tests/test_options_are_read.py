"""No option is an empty promise: code outside the tests reads each, and tells its values apart."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import arbitro
from arbitro.appendix_a.level import IN_PLAY
from arbitro.appendix_a.level import options as dungeon_options
from arbitro.kernel.option import Options
from arbitro.play import campaigns, find_campaign

SOURCE = Path(arbitro.__file__).parent


@cache
def nodes() -> tuple[ast.AST, ...]:
    """All that the code is made of, as far as strings can stand in it."""
    wanted = (ast.Subscript, ast.Call, ast.Expr, ast.Constant)
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py")))
    return tuple(node for tree in trees for node in ast.walk(tree) if isinstance(node, wanted))


def constant(node: ast.AST | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def keys() -> Iterator[str]:
    """Every word that something is looked up by: ``options["word"]``, ``options.get("word")``."""
    for node in nodes():
        if isinstance(node, ast.Subscript):
            yield constant(node.slice)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            yield from map(constant, node.args[:1])


@cache
def read() -> frozenset[str]:
    return frozenset(keys())


@cache
def words() -> frozenset[str]:
    """Every string of the code; what stands alone is a docstring."""
    told = {id(node.value) for node in nodes() if isinstance(node, ast.Expr)}
    return frozenset(constant(node) for node in nodes() if constant(node) and id(node) not in told)


def values(options: Options, name: str) -> list[object]:
    """What an option can be set to: all of it, or both ends and something between."""
    option = options[name]
    if option.fixed:
        return [option.default]
    if option.type == "switch":
        return [True, False]
    if option.type == "choice":
        return list(option.values)
    if option.type == "integer":
        ends = {option.minimum, option.maximum, option.default}
        return sorted(int(end) for end in ends if end is not None)
    return [option.default]


@pytest.mark.parametrize("game", campaigns())
def test_every_option_of_a_game_is_read_and_its_values_told_apart(game: str) -> None:
    options = find_campaign(game).options
    assert len(options) > 50
    for name in options:
        option = options[name]
        assert name in read(), f"{name} is read nowhere"
        for value in values(options, name):
            needed: dict[str, object] = {other: allowed[0] for other, allowed in option.requires.items()}
            bound = [option.not_above, *(other for other in options if options[other].not_above == name)]
            needed |= {other: value for other in bound if other}
            assert options.faults({**needed, name: value}) == {}, (name, value)
        unnamed = [value for value in option.values if value not in words()]
        assert len(unnamed) <= 1, f"{name}: nothing tells {unnamed} apart"


def test_options_of_the_appendix_that_follow_the_table_are_options() -> None:
    assert set(IN_PLAY) <= set(dungeon_options())


@pytest.mark.rule("DA-SOLO-01")
@pytest.mark.parametrize("game", campaigns())
def test_a_campaign_is_played_with_the_generator_of_the_appendix(game: str) -> None:
    option = find_campaign(game).options["appendix_a"]
    assert (option.default, option.fixed) == (True, True)
    assert find_campaign(game).options.faults({"appendix_a": False})
    old = find_campaign(game).with_options(find_campaign(game).initial(), {"appendix_a": False})
    assert old.options == {"appendix_a": True}
