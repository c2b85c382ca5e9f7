"""A referee who takes every decision: nothing is decided unasked, and each decision can be answered or handed over."""

import pytest

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.choice import DESK
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.commands import AskMe, Gather, TakeDefault
from arbitro.play.guide import due

STEPS = 70
ASIDE = {DESK, "chair", "oracle", "goods", "spells"}


@pytest.mark.rule("DA-SOLO-02")
@pytest.mark.parametrize(
    ("game", "seed"), [("whitebox", "3"), ("infausta", "1"), ("archmage", "3"), ("daggerheart", "5")]
)
def test_every_decision_reaches_a_referee_who_wants_them_all(game, seed):
    campaign = find_campaign(game)
    table = Table.open(campaign, "table", seed_from_text(seed), {"road_days": 0})
    for command in (Gather(campaign.side.party.parties()[0][0]), AskMe("all")):
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    kinds = set()
    for _ in range(STEPS):
        state = table.state
        command = campaign.suggest(state, REFEREE)
        if campaign.finished(state) or command is None:
            break
        assert not campaign.automatic(state, command)
        kind, _ = due(campaign.side, state) if state.awaiting or campaign.side.meetings.busy(state) else ("", None)
        offered = list(campaign.choices(state, REFEREE))
        defaults = [choice.fixed["kind"] for choice in offered if choice.command == "take_default"]
        assert defaults == ([kind] if kind else [])
        if kind:
            kinds.add(kind)
            assert [choice for choice in offered if choice.group not in ASIDE and choice.command != "take_default"]
            command = TakeDefault(kind)
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    assert len(kinds) >= 2, kinds
    assert kinds <= set(campaign.side.front.decisions)
