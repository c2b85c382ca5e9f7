"""On the road: turning round, arriving across country, and who is left to go on."""

from dataclasses import replace as altered
from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.watching import opened

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.log import Entry
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.kernel.table import Table
from arbitro.play import campaigns
from arbitro.play import commands as c
from arbitro.play.aftermath import count_losses
from arbitro.play.delving import underground
from arbitro.play.events import HeroFell, LegBegan, StageReached
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox.box import company, expedition_of
from arbitro.play.sides.whitebox.road import length as road_length
from arbitro.play.sides.whitebox.road import miles_walked
from arbitro.play.sides.whitebox.spoils import hoard
from arbitro.play.state import Called, Route
from arbitro.rules.whitebox.people import commands as p


def do(table: Table[Any], *commands: Command) -> Entry[Any, Any]:
    for command in commands:
        answer = table.submit(command, REFEREE)
        assert isinstance(answer, Entry), (command, answer)
    return answer


def on_the_road(game: str, seed: int = 3) -> tuple[Table[Any], Any]:
    table = opened(game, seed)
    campaign: Any = table.ruleset
    do(table, c.Gather(campaign.side.party.parties()[0][0]), c.SetOut("road"))
    return table, campaign


@pytest.mark.parametrize("game", ["whitebox", "archmage", "daggerheart"])
def test_the_road_is_drawn_with_the_party_on_it(game: str) -> None:
    table, campaign = on_the_road(game)
    seat = campaign.seats(table.state)[0]
    drawn = campaign.drawing(table.state, seat, "en")
    assert drawn is not None
    svg = drawn.svg()
    people = campaign.side.party.people(table.state)
    assert all(f'data-id="{who}"' in svg for who in people)
    assert svg.index("The entrance of the dungeon") < svg.index(f'data-id="{people[0]}"')
    lines = campaign.picture(table.state, seat, "en")
    assert sum("Day 1" in line for line in lines) == 1, "the day is said once"


def test_half_way_the_road_says_how_far_it_still_is() -> None:
    table, campaign = on_the_road("whitebox")
    svg = ""
    for _ in range(12):
        state = table.state
        half = not campaign.side.road.at_gate(state) and not campaign.side.road.at_mouth(state)
        if half and not campaign.side.meetings.busy(state):
            svg = campaign.drawing(state, campaign.seats(state)[0], "en").svg()
            break
        do(table, campaign.suggest(state, REFEREE) or next(iter(campaign.side.wishes.onward(state))))
    assert "to go" in svg


def test_nobody_looks_for_secret_doors_on_a_road() -> None:
    table, campaign = on_the_road("whitebox")
    seat = campaign.seats(table.state)[0]
    offered = {one.command for one in campaign.choices(table.state, seat)}
    assert offered
    assert "search" not in offered


def at_the_mouth(game: str, route: Route, party: str = "") -> tuple[Table[Any], Any]:
    """A party that has come all the way: the first of some that nothing stopped or slew on it."""
    for seed in range(1, 20):
        table = opened(game, seed)
        campaign: Any = table.ruleset
        do(table, c.Gather(party or campaign.side.party.parties()[0][0]), c.SetOut(route))
        for _ in range(150):
            if table.state.stage != "road":
                break
            if campaign.side.road.at_mouth(table.state) and not campaign.side.meetings.busy(table.state):
                return table, campaign
            do(table, campaign.suggest(table.state, REFEREE))
    raise AssertionError("none of them came to the mouth")


@pytest.mark.parametrize("game", campaigns())
def test_a_party_before_the_gate_has_nothing_to_turn_back_from(game: str):
    table, campaign = on_the_road(game)
    assert campaign.side.road.at_gate(table.state)
    answer = table.submit(c.TurnRound(), REFEREE)
    assert isinstance(answer, Refusal)
    assert answer.code == "no_turning"
    assert "turn_round" not in {choice.id for choice in campaign.choices(table.state, REFEREE)}


@pytest.mark.parametrize("game", campaigns())
def test_at_the_mouth_the_party_may_turn_back_and_has_the_whole_road_before_it(game: str):
    table, campaign = at_the_mouth(game, "road")
    assert "turn_round" in {choice.id for choice in campaign.choices(table.state, REFEREE)}
    entry = do(table, c.TurnRound())
    assert [event.variant() for event in entry.events if isinstance(event, LegBegan)] == ["turned_home"]
    assert table.state.homeward
    assert campaign.side.road.at_mouth(table.state)
    assert not campaign.side.road.at_gate(table.state)
    assert isinstance(table.submit(c.EnterTown(), REFEREE), Refusal)
    # It stands at the mouth and may go down after all; turning once more would change nothing.
    assert isinstance(table.submit(c.TurnRound(), REFEREE), Refusal)


def test_half_way_the_party_has_as_far_back_as_it_has_come():
    table, campaign = on_the_road("whitebox")
    out = expedition_of(table.state)
    walked = replace(out, miles=out.miles + 5)
    state = replace(table.state, game=replace(table.state.game, expedition=walked))
    half = Table(campaign, table.ledger, state, table.seed, lambda *_: [])
    assert miles_walked(half.state) == 5
    do(half, c.TurnRound())
    assert miles_walked(half.state) == road_length(half.state) - 5
    do(half, c.TurnRound())
    assert miles_walked(half.state) == 5
    assert not half.state.homeward


def test_nobody_buys_or_hires_at_the_dungeons_mouth_after_a_journey():
    table, campaign = at_the_mouth("infausta", "wilds", "random:6:5")
    offered = {choice.command for choice in campaign.choices(table.state, campaign.seats(table.state)[0])}
    assert "buy" not in offered
    assert "hire" not in offered
    assert any(choice.command == "follow" for choice in campaign.choices(table.state, REFEREE))


def test_hirelings_without_an_employer_go_their_own_ways():
    table = opened("whitebox", 5)
    campaign: Any = table.ruleset
    do(table, c.Gather("ready:novices"), p.Hire("bruno", "horseman", 2))
    assert not campaign.side.party.lost(table.state)
    heroes = [one.id for one in company(table.state) if one.kind == "player"]
    from arbitro.dice.amount import Amount

    for who in heroes:
        entry = do(table, p.Hurt(who, Amount(plus=60)))
    assert campaign.side.party.able(table.state)
    assert any(isinstance(event, StageReached) and event.stage == "over" for event in entry.events)
    assert campaign.finished(table.state)


def test_enchanted_arrows_are_found_among_the_gear():
    table = opened("whitebox", 5)
    campaign: Any = table.ruleset
    do(table, c.Gather("ready:novices"))
    found = hoard(campaign.game.content, (("weapon/arrows_20/-2", 8), ("weapon/long_sword/+1", 1)))
    assert [(item.sort, item.of, item.count, item.plus) for item in found.items] == [
        ("gear", "arrows_20", 8, -2),
        ("weapon", "long_sword", 1, 1),
    ]
    do(table, p.FindTreasure(found))


def test_a_party_of_those_who_are_enrolled_needs_somebody():
    table = opened("whitebox", 5)
    answer = table.submit(c.Gather("enrolled"), REFEREE)
    assert isinstance(answer, Refusal)
    assert answer.code == "bad_party"


@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_those_who_wait_below_go_on_when_the_others_fall(game: str):
    from arbitro.dice.amount import Amount

    for seed in range(8):
        table, campaign = on_the_road(game, seed)
        for _ in range(60):
            if table.state.at and underground(campaign.side, table.state) is None:
                break
            command = campaign.suggest(table.state, REFEREE)
            if command is None or campaign.finished(table.state):
                break
            do(table, command)
        if not table.state.at or underground(campaign.side, table.state) is not None:
            continue
        left = campaign.side.party.able(table.state)[0]
        below = table.state.at
        do(table, c.SplitOff(left))
        others = campaign.side.party.people(table.state)
        for who in others:
            do(table, p.Hurt(who, Amount(plus=60)))
        assert not campaign.finished(table.state)
        assert campaign.side.party.people(table.state) == (left,)
        assert (table.state.stage, table.state.at, table.state.waiting) == ("dungeon", below, {})
        do(table, p.Hurt(left, Amount(plus=60)))
        assert campaign.finished(table.state)
        return
    raise AssertionError("no party came underground")


# -------------------------------------------------------------------- those who do not arrive


@pytest.mark.parametrize("game", campaigns())
@pytest.mark.parametrize(
    ("where", "it", "en"), [("road", "per strada", "on the road"), ("town", "in città", "in town")]
)
def test_deaths_are_told_where_they_happened(
    game: str, where: str, it: str, en: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, campaign = on_the_road(game)
    state = table.state if where == "road" else replace(table.state, stage="town")
    assert not campaign.side.road.at_mouth(table.state)
    who = campaign.side.party.people(state)[0]
    dead = altered(campaign.side.party, dead=lambda _: ((who, Called("Anna", "Anna", "f")),))
    monkeypatch.setattr(campaign, "side", altered(campaign.side, party=dead))
    scene = Scene(campaign.side, state, QuickDice(1))
    count_losses(scene)
    fell = next(event for event in scene.events if isinstance(event, HeroFell))
    assert it in tell(campaign, scene.state, fell, "it")
    assert en in tell(campaign, scene.state, fell, "en")
    below = replace(state, waiting={who: SURFACE})
    scene = Scene(campaign.side, below, QuickDice(1))
    count_losses(scene)
    fell = next(event for event in scene.events if isinstance(event, HeroFell))
    assert "ingresso" in tell(campaign, scene.state, fell, "it")
