"""A name of the dungeon is nobody else's: no person and no fact stated by hand may take it, and the survey goes on."""

from typing import Any

import pytest
from tests.play.watching import Mixed, expedition

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.sentence import refusal_text
from arbitro.play.sides.whitebox.box import expedition_of
from arbitro.play.sides.whitebox.facts import survey
from arbitro.rules.whitebox.exploring.commands import StateFacts
from arbitro.rules.whitebox.exploring.state import Door, Place, Trap, Troop
from arbitro.rules.whitebox.people.commands import RandomCharacter, RollAbilities
from arbitro.rules.whitebox.terms import Named
from arbitro.text import LANGUAGES

X = Named("una cosa", "a thing", "f")


def below(game: str) -> Any:
    """A campaign in the dungeon, with ways on that nobody has seen the end of."""
    for step in expedition(game, 3, 150, Mixed):
        state = step.table.state
        if state.stage == "dungeon" and expedition_of(state) is not None and state.dungeon.leads:
            return step.table
    raise AssertionError("nobody went down")


def stated(sort: str, name: str, here: str) -> Command:
    """A fact of a sort, under a name."""
    match sort:
        case "places":
            return StateFacts(places=(Place(id=name, name=X),))
        case "doors":
            return StateFacts(doors=(Door(id=name, name=X, between=(here, here)),))
        case "traps":
            return StateFacts(traps=(Trap(id=name, name=X, place=here),))
        case "troops":
            return StateFacts(troops=(Troop(id=name, monster="orc", place=here),))
        case "drawn":
            return RandomCharacter(who=name)
        case _:
            return RollAbilities(name)


@pytest.mark.parametrize("sort", ["places", "doors", "traps", "troops", "drawn", "rolled"])
@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_a_name_of_the_dungeon_is_not_given_again(game: str, sort: str) -> None:
    table = below(game)
    state, rules = table.state, table.ruleset
    dungeon = state.dungeon
    names = {"places": dungeon.spaces, "doors": {**dungeon.links, **dungeon.leads, **dungeon.closed}}
    for kind, taken in names.items():
        if kind == sort:
            continue
        for name in taken:
            answer = rules.decide(state, stated(sort, name, state.at), QuickDice(1))
            assert isinstance(answer, Refusal), (sort, kind, name)
            assert answer.code in ("same_fact", "id_taken")
            for language in LANGUAGES:
                assert refusal_text(rules, state, answer, language)


@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_what_is_surveyed_can_always_be_stated(game: str) -> None:
    table = below(game)
    state, rules = table.state, table.ruleset
    state = rules.decide(state, RandomCharacter(who="somebody"), QuickDice(1)).state
    out = expedition_of(state)
    assert out is not None
    for space in state.dungeon.spaces:
        facts = survey(state, out, space)
        assert facts is None or not isinstance(rules.decide(state, facts, QuickDice(1)), Refusal)
