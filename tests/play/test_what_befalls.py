"""Lifts, pits and arrows as a party of the White Box family meets them: the lines it reads, and the rules behind."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import of
from tests.play.test_met_at_the_table import FAMILY, at_the_foot_of, lighted, walked
from tests.play.test_order_of_lines import lines
from tests.play.test_scouting import laid

from arbitro.appendix_a.tables import tables
from arbitro.appendix_a.trap import set_trap
from arbitro.dice.stream import Die, QuickDice
from arbitro.dungeon.events import TableRolled
from arbitro.kernel.explain import explained
from arbitro.kernel.log import Entry
from arbitro.kernel.noting import moment_of, witness_of
from arbitro.kernel.ruling import Check, Lookup
from arbitro.kernel.sentence import tell
from arbitro.kernel.then import Now
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign, fold
from arbitro.play.sight import beyond
from arbitro.rules.whitebox.people.events import WoundSuffered
from arbitro.text import LANGUAGES, Language

SINKS: dict[Language, tuple[str, str]] = {"it": ("sprofond", "livell"), "en": ("sink", "level")}


def before(game: str, code: str) -> tuple[Any, str]:
    """A lighted party before a trap in the next stretch, and the way there."""
    state, way, _ = laid(game, lighted(game, at_the_foot_of(game)), code)
    if code in ("SPEARS", "PIT_SPIKES"):
        bare = replace(state.dungeon, traps={})
        there = beyond(bare, state.at, way)[0]
        state = fold.dug(replace(state, dungeon=bare), set_trap(bare, there, code, QuickDice(1)))
    return state, way


@pytest.mark.rule("DA-TRAP-05", "DA-TRAP-06", "DA-TRAP-07")
@pytest.mark.parametrize("code", ["ELEVATOR_1", "ELEVATOR_2", "ELEVATOR_MULTI"])
@pytest.mark.parametrize("game", FAMILY)
def test_a_lift_says_nothing_before_it_sinks_nor_how_far_it_goes(game: str, code: str) -> None:
    state, way = before(game, code)
    after, events = walked(game, state, c.Follow(way), QuickDice(3))
    for language in LANGUAGES:
        sinks, level = SINKS[language]
        story = lines(game, state, after, tuple(events), language)
        arrival = next(line for line in story if "[PartyMoved]" in line)
        assert sinks not in arrival
        (seen,) = [line for line in story if "[Seen]" in line]
        assert sinks in seen
        assert level not in seen
        tries = [line for line in story if "[Tried]" in line]
        assert len(set(tries)) == len(tries), "each try at the door is told with its number"
    if code == "ELEVATOR_MULTI":
        assert [event.attempt for event in of(e.Tried, events)] == [1, 2, 3, 4]


@pytest.mark.rule("DA-TRAP-04", "DA-TRAP-09", "DA-TRAP-10")
@pytest.mark.parametrize(
    ("code", "rule"), [("PIT_SPIKES", "DA-TRAP-04"), ("ARROWS", "DA-TRAP-09"), ("SPEARS", "DA-TRAP-10")]
)
@pytest.mark.parametrize("game", FAMILY)
def test_what_a_trap_costs_cites_its_row(game: str, code: str, rule: str) -> None:
    state, way = before(game, code)
    for seed in range(40):
        _, events = walked(game, state, c.Follow(way), QuickDice(seed))
        wounds = of(WoundSuffered, events)
        if wounds:
            assert any(rule in wound.rules for wound in wounds)
            return
    raise AssertionError("nobody was hurt")


@pytest.mark.rule("DA-TRAP-09")
@pytest.mark.parametrize("game", FAMILY)
def test_those_among_whom_a_lot_was_drawn_are_named(game: str) -> None:
    campaign: Any = find_campaign(game)
    state, way = before(game, "ARROWS")
    after, events = walked(game, state, c.Follow(way), QuickDice(2))
    entry: Entry[Any, Any] = Entry(1, "party", tuple(events))
    then = moment_of(campaign, Entry(1, "party", tuple(events), then=witness_of(campaign, entry, state, after)))
    (flew, *_) = of(e.MissileFlew, events)
    (lot, *_) = explained(then, flew, "it").numbers
    assert all(str(campaign.name_of(after, who, "it")) in lot for who in flew.among)
    assert not any(who in lot for who in flew.among), "nobody by their id"


@pytest.mark.rule("DA-TRAP-09", "DA-TRAP-10")
@pytest.mark.parametrize("code", ["ARROWS", "SPEARS"])
@pytest.mark.parametrize("game", FAMILY)
def test_the_die_of_poison_of_a_missile_that_hits_stands_in_its_why(game: str, code: str) -> None:
    campaign: Any = find_campaign(game)
    state, way = before(game, code)
    for seed in range(60):
        after, events = walked(game, state, c.Follow(way), QuickDice(seed))
        thrown = [event.lookup.total for event in of(TableRolled, events) if event.lookup.table.endswith("_poison")]
        flown = of(e.MissileFlew, events)
        assert [each.poison for each in flown] == [
            face if each.hit else 0 for face, each in zip(thrown, flown, strict=False)
        ]
        struck = [each for each in flown if each.hit]
        own, other = ("DA-TRAP-09", "DA-TRAP-10") if code == "ARROWS" else ("DA-TRAP-10", "DA-TRAP-09")
        for each in flown:
            cited = [rule.id for rule in explained(Now(campaign, after), each, "en").rules]
            assert own in cited
            assert other not in cited, "the rule of the other trap"
        for each in struck:
            assert each.poisoned == (each.poison == 1)
            for language, word in (("it", "veleno"), ("en", "poison")):
                shown = [line for line in explained(Now(campaign, after), each, language).numbers if word in line]
                assert shown, "the die of poison stands in no why"
                assert str(each.poison) in shown[0]
        if struck:
            return
    raise AssertionError("nobody was hit")


# -------------------------------------------------------------------- dice that decide of people

OF_THE_MAP = (
    *(
        "A.1",
        "A.2.",
        "A.3.",
        "A.4",
        "A.5.",
        "A.6.egress",
        "A.7.1.depth",
        "A.8.1",
        "A.8.2",
        "A.8.3",
        "A.8.exit",
        "layout",
    ),
    *("A.7.1.arrow_poison", "A.7.1.spear_poison"),
)
"""Tables that draw what is there, not what becomes of people; poison is told with the missile that hits."""
PEOPLE = [
    key
    for key in (*tables().chances, *tables().amounts, "A.7.2.strength_hours")
    if not any(key.startswith(each) for each in OF_THE_MAP)
]


@pytest.mark.rule("DA-TRAP-03", "DA-TRAP-04", "DA-TRAP-09", "DA-TRAP-10")
@pytest.mark.parametrize("code", ["PIT", "PIT_SPIKES", "ARROWS", "SPEARS"])
@pytest.mark.parametrize("game", FAMILY)
def test_a_die_that_decides_of_people_is_told_with_its_face(game: str, code: str) -> None:
    campaign: Any = find_campaign(game)
    state, way = before(game, code)
    for seed in range(4):
        after, events = walked(game, state, c.Follow(way), QuickDice(seed))
        entry: Entry[Any, Any] = Entry(1, "party", tuple(events))
        then = moment_of(campaign, Entry(1, "party", tuple(events), then=witness_of(campaign, entry, state, after)))
        thrown = [each for each in of(TableRolled, events) if each.lookup.table in PEOPLE]
        assert thrown
        for each in thrown:
            for language in LANGUAGES:
                line = explained(then, each, language)
                assert all(str(campaign.name_of(after, who, language)) in line.sentence for who in each.whom), line
                assert each.whom
                assert f"={each.lookup.dice[0].face} " in line.numbers[0]


@pytest.mark.parametrize("key", PEOPLE)
def test_every_throw_for_people_has_a_line(key: str) -> None:
    campaign: Any = find_campaign("whitebox")
    rows = [row.id for row in tables().chances[key].rows] if key in tables().chances else [""]
    state = at_the_foot_of("whitebox")
    who = campaign.side.party.people(state)[:1]
    for row in rows:
        rolled = TableRolled("x", Lookup(key, (), 1, row), who)
        for language in LANGUAGES:
            assert str(campaign.name_of(state, who[0], language)) in tell(campaign, state, rolled, language)
            assert not tell(campaign, state, replace(rolled, whom=()), language)


@pytest.mark.rule("DA-TRAP-02")
def test_who_finds_the_door_that_may_be_there_is_told_that_it_is_a_door() -> None:
    campaign: Any = find_campaign("whitebox")
    found = e.Tried("ugo", "search", Check((Die(6, 1, 0),), 1, "<=", 2, True), True)
    said = {language: tell(campaign, at_the_foot_of("whitebox"), found, language) for language in LANGUAGES}
    assert "porta" in said["it"]
    assert "door" in said["en"]
