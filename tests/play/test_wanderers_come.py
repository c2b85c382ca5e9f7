"""Table A.1, row 20, in every game: whoever is announced comes at once, from the side that the second roll names."""

from typing import Any

import pytest
from tests.play.sides.ground import of
from tests.play.test_met_at_the_table import FAMILY, Loaded, at_the_foot_of, walked
from tests.play.test_scouting import at_the_foot

from arbitro.appendix_a.encounter import APPROACH
from arbitro.appendix_a.tables import tables
from arbitro.dice.stream import QuickDice
from arbitro.dungeon.events import SlotFilled, SlotPlaced
from arbitro.dungeon.telling import TEXTS
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.delving import coming
from arbitro.play.events import WanderersCame
from arbitro.play.players.turn import players_seat
from arbitro.play.scouting import may_search_ahead
from arbitro.play.ways import ways

GAMES = ("whitebox", "infausta", "archmage", "daggerheart")
TWENTY = 20
ROWS = {row.id: row.low for row in tables().periodic.rows if row.id in APPROACH}


def first_step(state: Any) -> str:
    return next(way.id for way in ways(state.dungeon, state.at) if way.lead and way.kind == "corridor" and not way.shut)


def going(game: str) -> tuple[Any, Any]:
    """A party, and the command that takes it to the next check point."""
    state = at_the_foot_of(game)
    return state, c.Follow(first_step(state))


def searching(game: str) -> tuple[Any, Any]:
    """A party, and the command that looks there first."""
    state = at_the_foot(game, **({} if game in FAMILY else {"wandering_turns": 0}))
    side, step = find_campaign(game).side, first_step(state)
    who = next(who for who in side.party.able(state) if may_search_ahead(side, state, who, step) is None)
    return state, c.SearchAhead(who, step)


@pytest.mark.rule("DA-PERIODIC-10")
@pytest.mark.parametrize("coming_up", [going, searching])
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("game", GAMES)
def test_wanderers_of_a_check_point_come_at_once_from_the_side_told(game: str, row: str, coming_up: Any) -> None:
    campaign: Any = find_campaign(game)
    state, command = coming_up(game)
    for seed in range(3):
        dice = Loaded("A.1", TWENTY, ROWS[row], inner=QuickDice(seed))
        after, events = walked(game, state, command, dice)
        laid = [event.slot for event in of(SlotPlaced, events) if event.slot.where == "approach"]
        assert len(laid) == 1
        for _ in range(12):  # the search itself may be a question, or a throw of the player's
            if of(WanderersCame, events):
                break
            assert [slot.id for slot in coming(after)] == [laid[0].id]
            assert after.awaiting or campaign.side.meetings.busy(after)
            seat = REFEREE if after.awaiting else players_seat(campaign, after)
            after, more = walked(game, after, campaign.suggest(after, seat) or campaign.suggest(after, REFEREE), dice)
            events = [*events, *more]
        came = of(WanderersCame, events)
        assert [(event.slot, event.approach) for event in came] == [(laid[0].id, laid[0].approach)]
        if row != "CHAMBER":  # where none fits, the passage turns
            assert laid[0].approach == APPROACH[row]
        assert campaign.side.meetings.busy(after) or after.awaiting
        assert campaign.side.meetings.slot(after) in (laid[0].id, "")
        assert after.dungeon.slots[laid[0].id].space == after.at
        filled = next(event for event in of(SlotFilled, events) if event.slot == laid[0].id)
        assert events.index(came[0]) < events.index(filled)
        for language in ("it", "en"):
            assert TEXTS.say(language, f"approach.{laid[0].approach}") in tell(campaign, after, came[0], language)


@pytest.mark.rule("DA-PERIODIC-10")
@pytest.mark.parametrize("game", GAMES)
def test_a_party_that_meets_somebody_out_of_a_chamber_is_still_before_it(game: str) -> None:
    state = at_the_foot_of(game)
    for seed in range(20):
        dice = Loaded("A.1", TWENTY, ROWS["CHAMBER"], inner=QuickDice(seed))
        after, events = walked(game, state, c.Follow(first_step(state)), dice)
        if of(WanderersCame, events)[0].approach == "out_of_the_chamber":
            assert after.dungeon.spaces[after.at].kind != "chamber"
            return
    raise AssertionError("no chamber fits")
