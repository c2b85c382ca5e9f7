"""A game is functions and one page: its class stands on `Ruleset` alone, and its chapters call each other downwards."""

import ast
from inspect import isfunction

import pytest
from tests.games import PLAYABLE
from tests.shape import PATHS, imports, lookups, rings, shape_of, sources, stubs, way_of

from arbitro.kernel.ruleset import Ruleset
from arbitro.rules import find_ruleset, package_of

FAMILY = "arbitro.rules.whitebox.doors"
"""The doors that La Scatola Bianca and its variant have in common: each is made of its page."""
READING = ("at", "scene")
"""How the family's functions are called from outside: a state, or a command, as the game reads it."""
FURTHEST = {
    "whitebox: a ghoul's hit": (130, 34),
    "infausta: a champion's hit": (130, 38),
    "archmage: an opportunity attack": (130, 25),
    "daggerheart: an attack that hits": (95, 26),
}
"""How many functions and files the way of a command may lead through."""


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_game_is_functions_and_one_page(game: str) -> None:
    assert shape_of(game).faults == []


@pytest.mark.parametrize("game", PLAYABLE)
def test_the_class_of_a_game_is_its_doors_alone(game: str) -> None:
    """Every method is one that every game has; what is told of the game itself beside them is data."""
    kind = type(find_ruleset(game))
    assert kind.__bases__ == (Ruleset,)
    assert kind.__module__ in (f"{package_of(game)}.game", FAMILY)
    own = {name for name, value in vars(kind).items() if isfunction(value)}
    assert own <= {*dir(Ruleset), *READING}


@pytest.mark.parametrize("name", PATHS)
def test_the_way_of_a_command_grows_no_longer(name: str) -> None:
    way = PATHS[name]()
    functions, files = FURTHEST[name]
    assert way.functions <= functions, way
    assert way.files <= files, way


def test_a_ring_is_seen_and_a_chain_is_none() -> None:
    assert list(rings({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}})) == [("b", "c")]
    assert list(rings({"a": {"b"}, "b": {"c"}, "c": set()})) == []


def test_promises_and_lookups_are_seen() -> None:
    tree = ast.parse("class A:\n @abstractmethod\n def f(self): ...\n def g(self): raise NotImplementedError\n")
    assert list(stubs(tree)) == [3, 4]
    assert list(lookups(ast.parse("getattr(self, name)\ngetattr(self, 'name')\ngetattr(row, name)"))) == [1]


def test_imports_for_the_type_checker_are_no_calls() -> None:
    package = "arbitro.rules.archmage"
    assert f"{package}.rules" not in imports(sources(package))[f"{package}.scene"]


def test_a_way_counts_functions_once_and_only_those_of_its_package() -> None:
    kind = type(find_ruleset("archmage"))
    way = way_of(
        lambda: (kind().finished(kind().initial()), kind().finished(kind().initial())), "arbitro.rules.archmage"
    )
    assert (way.functions, way.files, way.switches) == (2, 2, 3)
