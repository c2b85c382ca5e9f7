"""A pool that sends people a hundred miles away: days of road before they stand at the entrance again (DA-POOL-11)."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import of
from tests.play.test_met_at_the_table import FAMILY, GAMES, walked
from tests.play.test_order_of_lines import lines
from tests.play.test_parting import dead
from tests.play.test_pools import by_the_pool, first

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Refusal
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.afar import DAY, FAR, MILES
from arbitro.play.splitting import elsewhere, waiting_at
from arbitro.text import LANGUAGES


def beside_it(game: str, **options: Any) -> Any:
    """Beside a pool that is known to send people a hundred miles away."""
    state = by_the_pool(game)
    pool = replace(state.dungeon.waters["pool"], power="POOL_TELEPORT", detail=FAR)
    state = replace(state, dungeon=replace(state.dungeon, waters={"pool": pool}))
    return replace(state, options={**state.options, **options}) if options else state


def sent(game: str, **options: Any) -> tuple[Any, Any, str, list[Any]]:
    """Before and after the first of the party has stepped in, who that is, and what happened."""
    state = beside_it(game, **options)
    who = first(game, state)
    after, events = walked(game, state, c.StepIn(who, "pool"), QuickDice(3))
    return state, after, who, list(events)


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
    _, after, who, _ = sent(game)
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
    state = alone(game, beside_it(game))
    who = first(game, state)
    after, events = walked(game, state, c.StepIn(who, "pool"), QuickDice(3))
    (far,) = of(e.SentFar, list(events))
    assert not far.parted
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
