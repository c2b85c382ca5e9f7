"""A chance that is not the plain rule's shows what it is made of: for every people, class and thing that gives one."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.logs import archive

from arbitro import __version__
from arbitro.dice.stream import QuickDice
from arbitro.kernel.explain import explain
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.play import find_game
from arbitro.rules import find_ruleset
from arbitro.rules.infausta.dungeon_actions import FLAT_DOOR
from arbitro.rules.whitebox.exploring.events.doors import DoorTried
from arbitro.rules.whitebox.exploring.senses import OTHERS_FIND_TRAPS, listen_chance, passing_chance
from arbitro.rules.whitebox.exploring.state import Door, Trap
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.reckoning import FOR_ALL, InSix
from arbitro.rules.whitebox.terms import Named
from arbitro.text import LANGUAGES

NAME = Named("la cosa", "the thing")
SCORES = (3, 10, 18)
OPTIONS = ("door_strength_modifier", "others_search_traps", "door_odds_flat")
THINGS = tuple(
    thing
    for modifier in (-2, 0, 5)
    for thing in (
        Door(id="d", name=NAME, between=("a", "b"), secret=True, modifier=modifier),
        Trap(id="t", name=NAME, place="a", modifier=modifier),
        Trap(id="s", name=NAME, place="a", stone=True, modifier=modifier),
    )
)


def sheets(game: Any) -> Iterator[Character]:
    """One of every people and class that there is, weak, middling and strong, at every level."""
    for people, facts in game.content.peoples.items():
        for class_id, top in facts.classes.items():
            for score in SCORES:
                for level in range(1, (top or 1) + 1, 3):
                    yield Character("a", NAME, people, class_id, "law", {"str": score}, 1, 1, (1,), level=level)


def chances(game: Any, one: Character) -> Iterator[tuple[InSix, set[int]]]:
    """Everything that somebody throws a d6 for, and what anybody may need for it by the plain rules."""
    rules, plain = game.rules, game.content.peoples["human"]
    off = {**game.options.defaults(), **{name: False for name in OPTIONS if name in game.options}}
    for switched in ({}, *({name: True} for name in OPTIONS if name in game.options)):
        here = game.at(game.with_options(game.initial(), {**off, **switched}))
        yield rules.door_chance(here, one), {FLAT_DOOR if "door_odds_flat" in switched else plain.doors}
        for thing in THINGS:
            others = {OTHERS_FIND_TRAPS} if "others_search_traps" in switched else set()
            anybody = {plain.secret_doors.search} if isinstance(thing, Door) else others
            yield rules.search_chance(here, one, thing), anybody
    yield listen_chance(rules, one), {plain.listen}
    for thing in THINGS:
        yield passing_chance(rules, one, thing), set()


@pytest.mark.rule("WB-DOOR-02", "WB-LISTEN-01", "WB-SECRET-02", "WB-SECRET-03", "WB-TRAP-02", "WB-TRAP-03")
@pytest.mark.parametrize("name", ["whitebox", "infausta"])
def test_every_chance_that_is_not_anybody_s_adds_up_from_parts_with_names_and_rules(name: str) -> None:
    game: Any = find_ruleset(name)
    notes: set[str] = set()
    for one in sheets(game):
        for odds, anybody in chances(game, one):
            if not odds.made_of:
                assert odds.chance in (0, *anybody), (one, odds)
                continue
            assert sum(part.amount for part in odds.made_of) == odds.chance
            assert [part.note for part in odds.made_of] != [FOR_ALL]
            notes.update(part.note for part in odds.made_of)
            assert set(game.cite(tuple(part.rule for part in odds.made_of))) <= set(game.rulebook)
    assert notes >= {FOR_ALL, "of_people", "stonework", "strength", "of_the_thing", "within_six"}
    assert all(game.texts.find(language, f"note.{note}") for note in notes for language in LANGUAGES)


@pytest.mark.rule("WB-DOOR-02")
def test_the_parts_are_shown_where_the_number_is() -> None:
    game: Any = find_ruleset("whitebox")
    odds = InSix(1, ("WB-DOOR-01",), (Modifier(2, "WB-DOOR-01", FOR_ALL), Modifier(-1, "WB-DOOR-02", "of_people")))
    check = held_against((QuickDice(1).roll(6, "door"),), (), "<=", odds.chance, "door", odds.made_of)
    event = DoorTried("aldo", "oak", check, check.success, rules=odds.rules)
    (said,) = explain(game, game.initial(), event, "it").numbers
    assert "2 per chiunque -1 per la sua gente" in said


@pytest.mark.parametrize("name", ["whitebox", "infausta"])
def test_no_secret_number_is_told_by_its_parts(name: str) -> None:
    """What a number is made of is sent along with it: an event whose number some may not know must have none."""
    game: Any = find_ruleset(name)
    secret = {kind for kind in game.event_types if "check.needed" in kind.secrets}
    assert secret
    for log in archive.read(__version__, name):
        for body in log.bodies:
            if b'"made_of"' in body:
                events = find_game(log.head.game).entry_decoder.decode(body).events
                assert not [each for each in events if type(each) in secret and each.check and each.check.made_of]
