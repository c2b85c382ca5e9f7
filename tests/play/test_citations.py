"""The rule cited is the rule applied, in every campaign: its own events, its side's and its game's."""

from typing import Any, get_args

import pytest
from msgspec.structs import replace
from tests.citing import Law
from tests.play.citations import ALWAYS, OF_SIDES, ONLY_IF, PLAY
from tests.play.sides.ground import DWELLERS, do, in_the_hall, of, told
from tests.play.watching import Mixed, expedition
from tests.rules.whitebox.test_citations import LAWS as OF_GAMES
from tests.rules.whitebox.test_citations import chapter, own

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.model import Slot
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.scene import Scene
from arbitro.play.sides.daggerheart.state import RunAway
from arbitro.play.sides.walking import commands as w
from arbitro.play.sides.walking import events as e
from arbitro.rules.daggerheart.events import RollRequested

GAMES = ("whitebox", "infausta", "archmage", "daggerheart")
LAWS = {
    game: Law(
        {**PLAY, **OF_SIDES[game]},
        ONLY_IF,
        ALWAYS,
        None,
        *((lambda rule: (rule, *own(rule)), lambda name: (name, *chapter(name))) if game == "infausta" else ()),
    )
    for game in GAMES
}


def own_kinds(game: str) -> set[str]:
    """Kinds of events of a campaign that are neither its game's, nor the dungeon's, nor every table's."""
    events: Any = find_campaign(game).events
    kinds: tuple[type[Event], ...] = get_args(events) or events
    return {kind.__name__ for kind in kinds if kind.__module__.startswith("arbitro.play")}


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_event_of_a_campaign_is_under_the_law(game: str) -> None:
    assert own_kinds(game) == {*PLAY, *OF_SIDES[game]}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_played_cites_the_rules_of_its_own_books_and_those_applied(game: str, seed: int) -> None:
    campaign: Any = find_campaign(game)
    atoms = set(campaign.rulebook)
    for step in expedition(game, seed, 120, Mixed):
        for event in step.entry.events:
            assert set(event.rules) <= atoms, event
            LAWS[game].hold(event, step.before.options)
            if game in OF_GAMES:
                OF_GAMES[game].hold(event, step.before.options)


@pytest.mark.parametrize("game", GAMES)
def test_so_do_choices_and_refusals(game: str) -> None:
    campaign: Any = find_campaign(game)
    atoms = set(campaign.rulebook)
    for number, step in enumerate(expedition(game, 1, 60, Mixed)):
        if number % 6 == 0:
            for choice in campaign.choices(step.after, REFEREE):
                assert set(choice.rules) <= atoms, choice
    refused = campaign.decide(step.before, c.Follow("nowhere"), QuickDice(1))
    assert set(refused.rules) <= atoms


# -------------------------------------------------------------------- who comes, and why


PLACED = {
    "room": (Slot("den", 1, "vault", "monster", "CONTENT_MONSTER"), "DA-CONTENT-01"),
    "room_with_treasure": (Slot("den", 1, "vault", "monster", "MONSTER_AND_TREASURE"), "DA-CONTENT-01"),
    "corridor": (Slot("den", 1, "vault", "monster", "WANDERING_MONSTER", "approach", "ahead"), "DA-PERIODIC-10"),
    "searched_wall": (Slot("den", 1, "vault", "monster", "WANDERING_MONSTER", "approach"), "DA-EXIT-03"),
    "cave_exit": (Slot("den", 1, "vault", "monster", "CAVE_EXIT_MONSTER", "exit"), "DA-CAVE-02"),
    "lake": (Slot("den", 1, "vault", "monster", "LAKE_MONSTER", "lake"), "DA-CAVE-07"),
    "desk": (Slot("vaultdesk1", 1, "vault", "monster", "DESK"), "DA-SOLO-02"),
}


@pytest.mark.rule("DA-CONTENT-01", "DA-PERIODIC-10", "DA-EXIT-03", "DA-CAVE-02")
@pytest.mark.parametrize("why", PLACED)
@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_who_is_met_is_there_by_the_row_that_put_them_there(game: str, why: str) -> None:
    slot, rule = PLACED[why]
    state = in_the_hall(game, slots=[replace(slot, items=DWELLERS[game])], doors={"door": True})
    _, events = told(game, state, c.Follow("door"))
    assert of(e.FoesMet, events)[0].rules == (rule,)


@pytest.mark.rule("DA-SOLO-02")
@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_wanderers_come_by_our_own_die_and_not_by_a_rooms_contents(game: str) -> None:
    campaign: Any = find_campaign(game)
    scene = Scene(campaign.side, in_the_hall(game), QuickDice(1))
    campaign.side.parting.come_upon(scene)
    met = of(e.FoesMet, scene.events)[0]
    assert met.variant() == "wandering"
    assert met.rules[0] == "DA-SOLO-02"
    assert not any(rule.startswith("DA-CONTENT") for rule in met.rules)


# -------------------------------------------------------------------- a roll without anybody against it


@pytest.mark.rule("DH-DIFF-02", "DH-DIFF-03")
def test_a_roll_against_nobody_has_the_gms_number_and_one_against_a_foe_the_foes() -> None:
    den = Slot("den", 1, "vault", "monster", "CONTENT_MONSTER", items=DWELLERS["daggerheart"])
    state = in_the_hall("daggerheart", slots=[den], doors={"door": True, "panel": False})
    searching = do("daggerheart", state, w.SearchPlace("corvo"), dice=QuickDice(1))
    _, events = told("daggerheart", searching, c.TakeDefault("rulings"), dice=QuickDice(1))
    (called,) = of(RollRequested, events)
    assert "DH-DIFF-03" in called.rules
    assert "DH-DIFF-02" not in called.rules
    fight = do("daggerheart", do("daggerheart", state, c.Follow("door")), w.Confront(), dice=QuickDice(1))
    _, events = told("daggerheart", do("daggerheart", fight, RunAway("corvo")), c.TakeDefault("rulings"))
    (called,) = of(RollRequested, events)
    assert "DH-DIFF-02" in called.rules
    assert "DH-DIFF-03" not in called.rules
