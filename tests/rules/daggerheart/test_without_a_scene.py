"""What belongs to a scene is refused where none is being played: every command there is, by its sort."""

from types import UnionType
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import RULES, foe, hero, play

from arbitro.dice.stream import GivenDice
from arbitro.kernel.command import Command, Refusal
from arbitro.rules.daggerheart.game import RULES as PAGE
from arbitro.rules.daggerheart.presence import somebody_there
from arbitro.rules.daggerheart.rules import Deed
from arbitro.rules.daggerheart.state import Countdown, State
from arbitro.rules.daggerheart.words import Named


def plain(kind: Any) -> Any:
    """Some value of a type: what is said matters less than that it is said at the wrong time."""
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    if get_origin(kind) in (UnionType, tuple):
        return None if get_origin(kind) is UnionType else ()
    if kind is Countdown:
        return Countdown("doom", Named("rovina", "doom"), "standard", 4, 4)
    return {str: "ada", int: 1, bool: True}[kind]


def said(kind: type[Command]) -> Command:
    """A command of a kind, with the fields that it must have."""
    return kind(**{field.name: plain(field.type) for field in msgspec.structs.fields(kind) if field.required})


def states() -> dict[str, State]:
    running = play(hero("ada"), foe("orc")).state
    assert running.scene is not None
    over = replace(running, scene=replace(running.scene, ending="closed"))
    return {"none": replace(running, scene=None), "over": over, "nothing": State()}


@pytest.mark.parametrize("when", states())
@pytest.mark.parametrize("kind", PAGE.rulings)
def test_no_command_stumbles_where_there_is_no_scene(kind: type[Command], when: str) -> None:
    answer = RULES.decide(states()[when], said(kind), GivenDice((6,) * 9))
    if PAGE.rulings[kind].deed in PAGE.may_do:
        assert isinstance(answer, Refusal)
        assert answer.code == "no_scene"


def test_the_guarded_sorts_are_those_of_a_scene() -> None:
    assert set(PAGE.may_do) == {Deed.ANSWER, Deed.CALL, Deed.TURN, Deed.STAGE}


def test_whoever_is_set_under_something_must_be_there() -> None:
    state = play(hero("ada"), hero("bea"), foe("orc")).state
    assert somebody_there(state, "ada") == state.party["ada"]
    fallen = replace(state, party={**state.party, "bea": replace(state.party["bea"], status="dead")})
    for who, code in (("bea", "no_target"), ("zoe", "nobody")):
        refused = somebody_there(fallen, who, "DHP-COND-01")
        assert isinstance(refused, Refusal)
        assert refused.code == code
