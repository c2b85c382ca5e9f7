"""What is told of one moment comes in the order in which it happens, and once."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_hazards import GAMES, GASES, before_gas, with_trap
from tests.play.test_met_at_the_table import at_the_foot_of, lighted, walked

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.export.words import TEXTS as PLACES
from arbitro.dungeon.export.words import trap_said
from arbitro.dungeon.knowledge import find_secret
from arbitro.dungeon.model import Link, Trap
from arbitro.kernel.event import Event
from arbitro.kernel.log import Entry
from arbitro.kernel.noting import moment_of, witness_of
from arbitro.kernel.sentence import told
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.scene import Scene
from arbitro.play.state import GROUP, Ailment
from arbitro.text import LANGUAGES, Language

GONE: dict[Language, str] = {"it": "dispers", "en": "dispersed"}
"""What nobody can say of a gas who has just come in."""


def lines(game: str, before: Any, after: Any, events: tuple[Event, ...], language: Language) -> list[str]:
    """The story of an entry, told from what is noted with it; in brackets the kind of event."""
    campaign: Any = find_campaign(game)
    entry: Entry[Any, Any] = Entry(1, "party", tuple(events))
    entry = Entry(1, "party", tuple(events), then=witness_of(campaign, entry, before, after))
    then = moment_of(campaign, entry)
    said = ((type(event).__name__, told(then, event, language)) for event in events)
    return [f"[{kind}] {line}" for kind, line in said if line]


@pytest.mark.rule("DA-TRAP-11", "DA-GAS-01")
@pytest.mark.parametrize("gas", GASES)
@pytest.mark.parametrize("game", GAMES)
def test_the_line_of_a_place_says_nothing_that_comes_after_it(game: str, gas: str) -> None:
    state, name, _there = before_gas(game, gas)
    warned, _ = walked(game, lighted(game, state), c.Follow(name), QuickDice(1))
    after, events = walked(game, warned, c.Follow(name), QuickDice(1))
    for language in LANGUAGES:
        story = lines(game, warned, after, events, language)
        arrival = next(line for line in story if line.startswith("[PartyMoved]"))
        assert GONE[language] not in arrival.lower()
        hazy = {"it": "Una foschia ristagna", "en": "haze"}[language]
        assert hazy in arrival


@pytest.mark.rule("DA-TRAP-02", "DA-TRAP-09")
@pytest.mark.parametrize("code", ["PIT", "ARROWS", "SPEARS"])
@pytest.mark.parametrize("game", GAMES)
def test_a_trap_that_goes_off_is_not_told_before_it_does(game: str, code: str) -> None:
    trap = Trap("jaws", 1, "", code, "armed", depth_ft=10)
    state, name, there = with_trap(game, at_the_foot_of(game), trap)
    after, events = walked(game, state, c.Follow(name), QuickDice(3))
    if after.dungeon.traps["jaws"].state == "armed":
        pytest.skip("it did not go off by these dice")
    for language in LANGUAGES:
        story = lines(game, state, after, events, language)
        arrival = next(line for line in story if line.startswith("[PartyMoved]"))
        sprung = Trap("jaws", 1, there, code, "spent", depth_ft=10)
        assert trap_said(sprung)[0].in_(PLACES, language) not in arrival


@pytest.mark.rule("DA-GAS-06")
@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_borrowed_strength_is_told_once(game: str) -> None:
    state, name, _there = before_gas(game, "GAS_STRENGTH")
    warned, _ = walked(game, state, c.Follow(name), QuickDice(1))
    after, events = walked(game, warned, c.Follow(name), QuickDice(1))
    borne = [each for each in after.ailments if each.kind == "stronger" and each.amount]
    assert borne
    for language, word in (("it", "forza"), ("en", "strength")):
        story = [line for line in lines(game, warned, after, events, language) if word in line.lower()]
        told_of = [line for line in story if line.startswith(("[AbilityChanged]", "[AilmentChanged]"))]
        assert len(told_of) == len(borne)
    campaign: Any = find_campaign(game)
    scene = Scene(campaign.side, after, QuickDice(1))
    for each in borne:
        campaign.side.perils.ailment_over(scene, "stronger", each.who, each.amount)
        scene.happen(e.AilmentChanged(each.who, Ailment(each.who, "stronger", 0, each.amount, each.number)))
    for language, word in (("it", "prestito"), ("en", "borrowed")):
        gone = [line for line in lines(game, after, scene.state, tuple(scene.events), language) if word in line]
        assert len(gone) == len(borne)


@pytest.mark.rule("DA-TRAP-02")
@pytest.mark.parametrize("game", GAMES)
def test_a_secret_door_that_is_found_on_coming_in_is_not_told_of_before(game: str) -> None:
    trap = Trap("none", 1, "", "PIT", "spent")
    state, name, there = with_trap(game, at_the_foot_of(game), trap)
    after, events = walked(game, state, c.Follow(name), QuickDice(3))
    assert after.at == there
    door = Link("secret", "secret_door", there, "vault", 1, heading=0, hidden=True)
    spaces = {**after.dungeon.spaces, "vault": replace(after.dungeon.spaces[there], id="vault")}
    dungeon = replace(after.dungeon, spaces=spaces, links={**after.dungeon.links, door.id: door})
    found = find_secret(dungeon, GROUP, door.id)
    before = replace(state, dungeon=replace(state.dungeon, spaces=spaces, links=dungeon.links))
    known: Any = replace(after, dungeon=dungeon)
    for event in found:
        known = find_campaign(game).evolve(known, event)
    for language, word in (("it", "porta segreta"), ("en", "secret door")):
        story = lines(game, before, known, (*events, *found), language)
        arrival = next(line for line in story if line.startswith("[PartyMoved]"))
        assert word not in arrival
        again = lines(game, known, known, (e.PartyMoved(there, state.at, known.minutes),), language)
        assert word in again[0]  # whoever comes back knows of it
