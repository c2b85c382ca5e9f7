"""Automatic parties of L'Infausta Scatola take the rest that is due underground (IS-TURN-12, IS-TURN-13)."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_parting import gone_on

from arbitro.play.players import PLAYERS
from arbitro.play.players.runs import Job, play_out
from arbitro.rules.infausta.commands import RestTurn
from arbitro.rules.infausta.events import RestDue, TurnKept
from arbitro.rules.whitebox.exploring.commands import PassTurns
from arbitro.rules.whitebox.exploring.events import Walked

SENSIBLE = sorted(set(PLAYERS) - {"reckless"})
"""The reckless one rests as seldom as it can: that is how it is."""


class Reminders:
    """Reminders in a row between two commands that leave the party where it is."""

    def __init__(self) -> None:
        self.row = self.longest = self.rests = 0

    def watch(self, table: Any, entry: Any) -> None:
        del table
        events = entry.events
        if any(isinstance(event, TurnKept) and event.rested for event in events):
            self.rests += 1
            self.row = 0
        reminded = any(isinstance(event, RestDue) for event in events)
        walked = any(isinstance(event, Walked) for event in events)
        self.row = 0 if not reminded or walked else self.row + 1
        self.longest = max(self.longest, self.row)


@pytest.mark.rule("IS-TURN-12", "IS-TURN-13")
@pytest.mark.parametrize("player", SENSIBLE)
def test_an_automatic_party_rests_underground_and_is_not_reminded_without_end(player: str) -> None:
    heard = Reminders()
    for seed in ("7/1", "314"):
        play_out(Job("campaign-infausta", player, seed, 5), heard.watch)
    assert heard.rests
    assert heard.longest <= 3


@pytest.mark.rule("IS-TURN-12", "IS-TURN-13")
@pytest.mark.parametrize(("active", "owed"), [(5, 0), (0, 1), (7, 2)])
@pytest.mark.parametrize("worked", [False, True])
def test_the_turn_under_way_ends_and_the_next_is_rest(active: int, owed: int, worked: bool) -> None:
    table, _, _ = gone_on("infausta")
    campaign: Any = table.ruleset
    state = replace(table.state, game=replace(table.state.game, delve=replace(
        table.state.game.delve, active=active, rests_due=owed, worked=worked, spent={}, tasks=(), waiting=0
    )))  # fmt: skip
    wished = next(each for each in campaign.side.wishes.care(state) if isinstance(each, PassTurns | RestTurn))
    assert wished == (PassTurns() if worked else RestTurn())
    assert campaign.allows(state, wished)


@pytest.mark.rule("IS-TURN-12")
def test_nobody_wishes_for_a_rest_that_is_not_due() -> None:
    table, _, _ = gone_on("infausta")
    campaign: Any = table.ruleset
    rested = replace(table.state.game.delve, active=4, rests_due=0, tasks=(), waiting=0)
    state = replace(table.state, game=replace(table.state.game, delve=rested))
    assert RestTurn() not in list(campaign.side.wishes.care(state))
