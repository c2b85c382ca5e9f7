"""A game is functions and one page: its class stands on `Ruleset` alone, and its chapters call each other downwards."""

import ast
import re
from dataclasses import fields, is_dataclass
from functools import partial
from inspect import isfunction

import pytest
from tests.games import PLAYABLE
from tests.packs.sample import sample
from tests.shape import (
    PATHS,
    SOURCE,
    fixed,
    imports,
    lookups,
    page_of,
    rings,
    shape_of,
    shape_of_campaign,
    sources,
    stubs,
    through_the_page,
    way_of,
)

from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.play import campaigns, find_campaign, find_game
from arbitro.play.campaign import RULINGS, Campaign
from arbitro.play.commands import COMMANDS
from arbitro.play.side import Side
from arbitro.play.sides.whitebox.box import BoxSide
from arbitro.rules import find_ruleset, package_of

FAMILY = "arbitro.rules.whitebox.box_game"
"""The doors that La Scatola Bianca and its variant have in common: each is made of its page."""
READING = ("at", "scene")
"""How the family's functions are called from outside: a state, or a command, as the game reads it."""
MOST_IN_A_GROUP = 13
"""Functions in one group of a side."""
FURTHEST = {
    "whitebox: a ghoul's hit": (84, 22),
    "infausta: a champion's hit": (83, 26),
    "archmage: an opportunity attack": (112, 21),
    "daggerheart: an attack that hits": (128, 25),
}
"""How many functions and files the way of a command may lead through."""
MOMENTS_OF_ALL = 5
"""Hooks of the White Box family with several parts that Infausta leaves as they are. It only goes down."""
DEEPEST = 5
"""Classes in the ancestry of a game, with packs or without."""


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_game_is_functions_and_one_page(game: str) -> None:
    assert shape_of(game).faults == []


@pytest.mark.parametrize("game", PLAYABLE)
def test_the_page_hides_no_rings(game: str) -> None:
    """A line that no game replaces is a plain call: upwards, it closes a ring that no import shows."""
    assert shape_of(game).veiled == (), "find the call that goes up"


@pytest.mark.parametrize("game", PLAYABLE)
def test_moments_that_no_variant_changes_grow_no_more(game: str) -> None:
    """Several chapters answer them, in one order for the whole family: a hook for order's sake, not for a variant's."""
    assert len(shape_of(game).unchanged) <= MOMENTS_OF_ALL


def test_a_line_that_a_variant_replaces_is_a_hook_and_any_other_function_a_call() -> None:
    homes = fixed(page_of("arbitro.rules.whitebox"))
    assert "save_number" not in homes, "the variant has its own"
    assert homes.keys() == fixed(page_of("arbitro.rules.infausta")).keys()
    trees = {"a": ast.parse("here.rules.f(1)\nrules.g()"), "b": ast.parse("f = 1"), "c": ast.parse("here.f()")}
    assert through_the_page({"f": "b", "g": "elsewhere"}, trees) == {"a": {"b"}, "b": set(), "c": set()}


@pytest.mark.parametrize("game", PLAYABLE)
def test_the_class_of_a_game_is_its_doors_alone(game: str) -> None:
    """Every method is one that every game has; what is told of the game itself beside them is data."""
    kind = type(find_ruleset(game))
    assert kind.__bases__ == (Ruleset,)
    assert kind.__module__ in (f"{package_of(game)}.game", FAMILY)
    own = {name for name, value in vars(kind).items() if isfunction(value)}
    assert own <= {*dir(Ruleset), *READING}


def test_a_campaign_is_functions_and_one_page() -> None:
    assert shape_of_campaign().faults == []


def test_the_class_of_a_campaign_is_its_doors_alone() -> None:
    assert Campaign.__bases__[0] is Ruleset
    assert {name for name, value in vars(Campaign).items() if isfunction(value)} <= set(dir(Ruleset))


@pytest.mark.parametrize("name", campaigns())
def test_every_command_of_a_campaign_has_its_rule(name: str) -> None:
    campaign = find_campaign(name)
    assert set(RULINGS) == set(COMMANDS)
    own = {*campaign.game.command_types, *RULINGS, *campaign.side.rulings}
    assert set(campaign.command_types) == own
    assert len(campaign.command_types) == len(own), "no command is decided in two places"


def test_no_command_of_a_side_is_left_off_its_page() -> None:
    ruled = {command for name in campaigns() for command in find_campaign(name).side.rulings}
    written = {kind for kind in Command.__subclasses__() if kind.__module__.startswith("arbitro.play.sides.")}
    assert written == ruled


@pytest.mark.parametrize("name", campaigns())
def test_a_side_is_a_record_of_small_groups(name: str) -> None:
    """Nothing stands on anything else: a side is data, and its groups are, none with more than a page of functions."""
    side = find_campaign(name).side
    groups = [getattr(side, each.name) for each in fields(side) if is_dataclass(each.type)]
    assert len(groups) >= 12
    for group in (side, *groups):
        assert type(group).__mro__ == (type(group), object)
        assert len(fields(group)) <= MOST_IN_A_GROUP + (group is side) * MOST_IN_A_GROUP
        assert not [each for each, value in vars(type(group)).items() if isfunction(value) and each[:2] != "__"]


def askers_of(group: str) -> set[str]:
    """The modules that ask a group of a side, as they stand below `arbitro` or, in a campaign, below `play`."""
    found = re.compile(rf"\bside\.{group}\b")
    files = (path for path in SOURCE.rglob("arbitro/**/*.py") if "rules" not in path.parts)  # which know no campaign
    places = (path for path in files if found.search(path.read_text(encoding="utf-8")))
    names = (path.relative_to(SOURCE).with_suffix("").as_posix().replace("/", ".") for path in places)
    return {name.removeprefix("arbitro.").removeprefix("play.") for name in names}


@pytest.mark.parametrize("group", [each.name for each in fields(Side) if is_dataclass(each.type)])
def test_a_group_of_a_side_is_asked_by_somebody_and_only_by_those_it_names(group: str) -> None:
    asked = askers_of(group)
    assert asked
    kind = next(each.type for each in fields(Side) if each.name == group)
    said = re.search(r"Asked by (`.+`)", str(kind.__doc__))
    assert said is None or set(re.findall(r"`([\w.]+)`", said[1])) == asked


def test_infausta_is_its_parent_but_for_what_it_names() -> None:
    """What the variant does not name on its page is the parent's own function, given its own game."""
    parent, child = find_campaign("whitebox").side, find_campaign("infausta").side
    theirs = {each.name for each in fields(BoxSide)}
    for group in (each.name for each in fields(Side) if is_dataclass(each.type)):
        for each in fields(getattr(parent, group)):
            old, new = (getattr(getattr(side, group), each.name) for side in (parent, child))
            assert unbound(old) == unbound(new) or each.name in theirs, f"{group}.{each.name}"


def unbound(what: object) -> object:
    """A function without the game that it was given; of a record of functions, each of them so."""
    if is_dataclass(what) and not isinstance(what, type):
        return {each.name: unbound(getattr(what, each.name)) for each in fields(what)}
    return what.func if isinstance(what, partial) else what


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
    game = find_ruleset("archmage")
    way = way_of(lambda: (game.finished(game.initial()), game.finished(game.initial())), "arbitro.rules.archmage")
    assert (way.functions, way.files, way.switches) == (2, 2, 3)


# -------------------------------------------------------------------- packs


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_game_with_packs_is_no_other_class_and_hands_its_content_on(game: str) -> None:
    packs = (sample(game),)
    for plain in (find_game(game), find_campaign(game)):
        laid = plain.with_packs(packs)
        assert type(laid) is type(plain)
        assert len(type(laid).__mro__) <= DEEPEST
        assert laid.packs == packs
        assert laid.books() is not plain.books()
        assert set(laid.creatures()) > set(plain.creatures())
