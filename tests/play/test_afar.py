"""A pool that sends people a hundred miles away: days of road before they stand at the entrance again (DA-POOL-11)."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import of
from tests.play.test_met_at_the_table import FAMILY, GAMES, walked
from tests.play.test_order_of_lines import lines
from tests.play.test_parting import dead
from tests.play.test_pools import by_the_pool, first

from arbitro.dice.stream import Die, QuickDice
from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.afar import DAY, FAR, MILES
from arbitro.play.sides.whitebox.box import expedition_of
from arbitro.play.splitting import elsewhere, waiting_at
from arbitro.rules.whitebox.exploring.commands import CheckWandering
from arbitro.rules.whitebox.exploring.events import EncounterRolled, WanderingRolled
from arbitro.text import LANGUAGES


def beside_it(game: str, **options: Any) -> Any:
    """Beside a pool that is known to send people a hundred miles away."""
    state = by_the_pool(game)
    pool = replace(state.dungeon.waters["pool"], power="POOL_TELEPORT", detail=FAR)
    state = replace(state, dungeon=replace(state.dungeon, waters={"pool": pool}))
    return replace(state, options={**state.options, **options}) if options else state


def quiet(game: str, **options: Any) -> Any:
    """The same, on a road that nobody else walks."""
    return beside_it(game, far_road_encounters=False, **options)


def sent(game: str, **options: Any) -> tuple[Any, Any, str, list[Any]]:
    """Before and after the first of the party has stepped in, who that is, and what happened."""
    state = beside_it(game, **options)
    who = first(game, state)
    after, events = walked(game, state, c.StepIn(who, "pool"), QuickDice(3))
    return state, after, who, list(events)


class Never(QuickDice):
    """Dice of which none that asks whether somebody comes says so."""

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        thrown = super().roll(sides, purpose)
        return replace(thrown, face=sides) if purpose == "wandering" else thrown


def alone(game: str, state: Any) -> Any:
    """The first of the party without the others."""
    side = find_campaign(game).side
    for other in side.party.people(state)[1:]:
        state, _ = walked(game, state, c.SplitOff(other), QuickDice(1))
    return replace(state, waiting={}, trails={})


@pytest.mark.rule("DA-POOL-11")
@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_a_hundred_miles_away_is_on_the_road_for_days(game: str) -> None:
    campaign: Any = find_campaign(game)
    state, after, who, events = sent(game)
    (far,) = of(e.SentFar, events)
    assert (far.who, far.miles, far.parted) == ((who,), MILES, True)
    assert far.days == -(-MILES // far.a_day)
    assert far.until == after.afar[who] >= state.minutes + far.days * DAY
    assert far.rules[0] == "DA-POOL-11"
    assert after.at == state.at, "the table stays with the others"
    assert who not in campaign.side.party.people(after)
    assert waiting_at(after, SURFACE) == ()
    assert SURFACE not in elsewhere(after), "nobody can turn to them"
    for language in LANGUAGES:
        told = lines(game, state, after, tuple(events), language)
        assert any(str(far.days) in line for line in told if "[SentFar]" in line)
        tags = next(card.tags for card in campaign.cards(after, campaign.seats(after)[0], language) if card.id == who)
        assert tags[0].text in ("lontano", "far away")
        shown = campaign.picture(after, campaign.seats(after)[0], language)
        assert any(line.startswith(("In cammino", "Walking back")) for line in shown)


@pytest.mark.rule("DA-POOL-11")
@pytest.mark.parametrize("game", GAMES)
def test_those_outside_wait_for_them_and_go_home_only_then(game: str) -> None:
    campaign: Any = find_campaign(game)
    _, after, who, _ = sent(game, far_road_encounters=False)
    dice = QuickDice(3)
    after, _ = walked(game, after, c.GoTo(SURFACE), dice)
    if after.at:
        after, _ = walked(game, replace(after, tasks=()), c.GoTo(SURFACE), dice)
    assert after.stage == "road"
    assert isinstance(campaign.decide(after, c.Regroup(), dice), Refusal)
    refused = campaign.decide(after, c.TurnRound(), dice)
    assert isinstance(refused, Refusal)
    assert isinstance(campaign.decide(after, c.EnterTown(), dice), Refusal)
    assert any(choice.command == "await_others" for choice in campaign.choices(after, campaign.seats(after)[0]))
    until = after.afar[who]
    there, events = walked(game, after, c.AwaitOthers(), dice)
    (came,) = of(e.CameFromAfar, list(events))
    assert came.who == (who,)
    assert there.minutes >= until
    assert not there.afar
    together, _ = walked(game, there, c.Regroup(), dice)
    assert who in campaign.side.party.people(together)
    assert not together.waiting


@pytest.mark.rule("DA-POOL-11")
@pytest.mark.parametrize("game", GAMES)
def test_where_nobody_is_left_behind_the_days_go_by_at_once(game: str) -> None:
    campaign: Any = find_campaign(game)
    state = alone(game, quiet(game))
    who = first(game, state)
    after, events = walked(game, state, c.StepIn(who, "pool"), QuickDice(3))
    (far,) = of(e.SentFar, list(events))
    assert not far.parted
    assert of(e.PartyMoved, list(events))[0].variant() == "far", "nobody is before the entrance yet"
    assert not of(WanderingRolled, list(events))
    assert of(e.CameFromAfar, list(events))
    assert after.stage == "road"
    assert after.minutes >= state.minutes + far.days * DAY
    assert not after.afar
    assert campaign.side.party.people(after) == (who,)
    for language in LANGUAGES:
        told = lines(game, state, after, tuple(events), language)
        order = [next(i for i, line in enumerate(told) if mark in line) for mark in ("[SentFar]", "[CameFromAfar]")]
        assert order == sorted(order)


@pytest.mark.rule("DA-POOL-11")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("days", "expected"), [(0, 0), (4, 4)])
def test_the_table_may_say_how_many_days_it_takes(game: str, days: int, expected: int) -> None:
    _, _, _, events = sent(game, far_road_days=days)
    (far,) = of(e.SentFar, events)
    assert far.days == (expected or -(-MILES // far.a_day))
    assert bool(far.a_day) == (not days)


@pytest.mark.rule("DA-POOL-11")
@pytest.mark.parametrize("game", FAMILY)
def test_the_laden_take_longer(game: str) -> None:
    _, _, who, events = sent(game)
    light = of(e.SentFar, events)[0].days
    state = beside_it(game)
    one = state.game.characters[who]
    heavy = replace(one, coins=replace(one.coins, gp=900))
    state = replace(state, game=replace(state.game, characters={**state.game.characters, who: heavy}))
    _, events = walked(game, state, c.StepIn(who, "pool"), QuickDice(3))
    (far,) = of(e.SentFar, list(events))
    assert far.days > light
    assert len(far.rules) > 1, "the pace is the game's own"


@pytest.mark.rule("DA-POOL-11")
@pytest.mark.parametrize("game", [each for each in GAMES if each not in FAMILY])
def test_whoever_is_on_the_road_goes_on_with_the_story_when_the_others_are_lost(game: str) -> None:
    _, after, who, _ = sent(game)
    fallen = {each: dead(game, one) for each, one in after.game.party.items()}
    lost = replace(after, game=replace(after.game, party=fallen), tasks=())
    there, events = walked(game, lost, c.AskMe("doors"), QuickDice(3))
    assert of(e.TableTurned, list(events))[0].why == "lost"
    assert of(e.CameFromAfar, list(events))[0].who == (who,)
    assert (there.stage, there.at, there.afar) == ("road", "", {})
    assert there.minutes >= after.afar[who]
    assert find_campaign(game).side.party.people(there) == (who,)


@pytest.mark.rule("DA-POOL-11", "IS-WILD-06", "WB-CORE-01")
@pytest.mark.parametrize(("game", "a_day"), [("whitebox", 1), ("infausta", 3)])
def test_every_day_of_the_long_road_has_the_checks_of_a_day_in_the_open(game: str, a_day: int) -> None:
    """Dice that show no 1 bring nobody: there are as many throws as the game has for a day, in every day."""
    state = alone(game, beside_it(game))
    after, events = walked(game, state, c.StepIn(first(game, state), "pool"), Never(3))
    (far,) = of(e.SentFar, list(events))
    checks = of(WanderingRolled, list(events))
    assert len(checks) == far.days * a_day
    assert all(check.rules == (("IS-WILD-06",) if game == "infausta" else checks[0].rules) for check in checks)
    assert not after.afar


@pytest.mark.rule("DA-POOL-11")
@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize("followed", [True, False])
def test_who_is_met_on_the_way_stops_the_days_and_they_go_on_afterwards(game: str, followed: bool) -> None:
    """Both for those who walk, where the table follows them, and for those who wait before the entrance."""
    campaign: Any = find_campaign(game)
    for seed in range(2, 30):
        dice = QuickDice(seed)
        state = alone(game, beside_it(game)) if followed else beside_it(game)
        who = first(game, state)
        state, events = walked(game, state, c.StepIn(who, "pool"), dice)
        if not followed:
            state, _ = walked(game, replace(state, tasks=()), c.GoTo(SURFACE), dice)
            state, events = walked(game, state, c.AwaitOthers(), dice)
        if not state.afar or not campaign.side.meetings.busy(state):
            continue
        met = list(events)
        rows = [event.lookup.table for event in of(EncounterRolled, met)]
        assert rows[0].startswith("wilderness"), "who walks the land is met there, not who lives underground"
        assert state.minutes < state.afar[who]
        for _ in range(400):
            if not state.afar or state.stage == "over":
                break
            command = campaign.suggest(state, REFEREE)
            assert command is not None
            state, _ = walked(game, state, command, dice)
        assert not state.afar or state.stage == "over", seed
        return
    raise AssertionError("nobody was met in any of these")


@pytest.mark.rule("WB-CORE-01", "IS-WILD-06")
@pytest.mark.parametrize("game", FAMILY)
def test_a_check_by_hand_under_the_sky_goes_by_the_country(game: str) -> None:
    state = alone(game, quiet(game))
    state, _ = walked(game, state, c.StepIn(first(game, state), "pool"), QuickDice(3))
    assert expedition_of(state) is not None
    rolls: list[EncounterRolled] = []
    for seed in range(40):
        _, events = walked(game, state, CheckWandering(), QuickDice(seed))
        rolls += of(EncounterRolled, list(events))[:1]
    assert rolls
    assert all(roll.lookup.table.startswith("wilderness") for roll in rolls)
