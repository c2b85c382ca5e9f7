"""The rule cited is the rule applied: every kind of event of the White Box family against the law of citations."""

from typing import Any, get_args

import pytest
from tests.citing import Law
from tests.games import ready_of
from tests.play.test_any_options import random_scene
from tests.rules.whitebox.citations import ALWAYS, MAY, ON, ONLY_IF

from arbitro.kernel.event import Event
from arbitro.play import find_campaign
from arbitro.rules.infausta.citations import CITED
from arbitro.rules.whitebox.powers.events import EffectEnded

COMMANDS = 150
NEVER_BARE = (EffectEnded,)
"""Kinds that always rest on a rule."""


def own(rule: str) -> tuple[str, ...]:
    """The variant's atoms for an atom of the family."""
    return CITED.get(rule, ()) if rule.startswith("WB-") else (rule,)


def chapter(name: str) -> tuple[str, ...]:
    """The variant's atoms for a chapter of the family."""
    return tuple(each for rule in CITED if rule.rpartition("-")[0] == name for each in own(rule)) or (name,)


def injective(only_if: tuple[Any, ...]) -> tuple[Any, ...]:
    """Laws of atoms that the variant has not put into one with another: there the branch no longer shows."""
    several = {each for rule in CITED for each in own(rule) if sum(each in own(other) for other in CITED) > 1}
    return tuple(case for case in only_if if not several & set(own(case[1])))


def in_infausta(always: tuple[Any, ...]) -> tuple[Any, ...]:
    """Laws of what is always cited: talk throws no dice there, so that a reaction rests on the rule of encounters."""
    kept = tuple(case for case in injective(always) if case[0] != "ReactionRolled")
    return (*kept, ("ReactionRolled", "IS-TURN-15", lambda event: True))


LAWS = {
    "whitebox": Law(MAY, ONLY_IF, ALWAYS, ON),
    "infausta": Law(MAY, injective(ONLY_IF), in_infausta(ALWAYS), None, own, chapter),
}


def kinds(game: str) -> tuple[type[Event], ...]:
    events: Any = find_campaign(game).game.events
    return tuple(kind for kind in get_args(events) or events if not kind.__module__.startswith("arbitro.kernel"))


@pytest.mark.parametrize("game", LAWS)
def test_every_kind_of_event_is_under_the_law(game: str) -> None:
    assert {kind.__name__ for kind in kinds(game)} <= set(MAY)
    assert set(MAY) <= {kind.__name__ for kind in kinds("infausta")}


def test_the_law_speaks_of_rules_that_exist() -> None:
    books = {atom for each in LAWS for atom in find_campaign(each).rulebook}
    chapters = {rule.rpartition("-")[0] for rule in books}
    for line in MAY.values():
        for word in line.split():
            assert word in books or word in chapters, word


@pytest.mark.parametrize(("game", "folder", "name"), [(game, *ready) for game in LAWS for ready in ready_of(game)])
def test_whatever_is_played_cites_what_was_applied(game: str, folder: str, name: str) -> None:
    atoms = set(find_campaign(game).rulebook)
    for table in random_scene(game, folder, name, 3, COMMANDS):
        for event in table.last.events if table.last is not None else ():
            assert set(event.rules) <= atoms, event
            assert event.rules or type(event) not in NEVER_BARE, event
            LAWS[game].hold(event, table.state.options)
