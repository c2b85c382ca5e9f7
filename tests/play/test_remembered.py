"""What a server remembers from moment to moment is what it would work out anew, in every game, over odd play."""

from collections.abc import Callable, Iterable
from itertools import dropwhile
from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.test_offered import seats_of_one
from tests.play.watching import expedition

from arbitro.kernel.choice import DESK, Choice
from arbitro.kernel.moment import PresentMoment
from arbitro.kernel.seat import REFEREE
from arbitro.play import campaigns
from arbitro.play.sides.whitebox import parting
from arbitro.play.sides.whitebox.box import BoxSide
from arbitro.rules.whitebox.people import offers
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.scene import Here

SEED, STEPS = 8, 110


def as_it_is(here: Here, key: object, listed: Callable[[Here], Iterable[Choice]]) -> Iterable[Choice]:
    """Choices worked out of the whole state, whatever they should depend on."""
    del key
    return listed(here)


def own_as_they_are(
    here: Here, key: object, one: Character, listed: Callable[[Here], Iterable[Choice]]
) -> Iterable[Choice]:
    """The same, whoever they are about."""
    del one
    return as_it_is(here, key, listed)


@pytest.mark.parametrize("game", campaigns())
def test_what_is_remembered_is_what_would_be_worked_out_anew(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    moment, stayed, all_of_them = PresentMoment[Any](), 0, 0
    before: set[int] = set()
    kept: list[Choice] = []
    for step in expedition(game, SEED, STEPS):
        campaign, state = step.table.ruleset, step.after
        anew = replace(state, game=replace(state.game))  # nothing lies with these
        now: list[Choice] = []
        for seat in (REFEREE, *seats_of_one(step.table)[:3]):
            remembered = list(campaign.choices(moment.at(state), seat))
            with monkeypatch.context() as patch:
                for module in (offers, parting):
                    patch.setattr(module, "with_things", as_it_is)
                    patch.setattr(module, "with_own_things", own_as_they_are)
                assert remembered == list(campaign.choices(anew, seat))
            now += remembered
            # worked out once for those who know as much
            for shown in (campaign.cards, campaign.picture, campaign.drawing):
                assert shown(moment.at(state), seat, "it") == shown(anew, seat, "it")
            assert all(choice.group == DESK for choice in dropwhile(lambda one: one.group != DESK, remembered))
        all_of_them += len(now)
        stayed += sum(id(choice) in before for choice in now)
        kept, before = now, {id(choice) for choice in now}  # held, so that no other takes its place
    assert kept
    if isinstance(campaign.side, BoxSide):  # most that these offer is what to do with what one carries
        assert stayed > 0.4 * all_of_them
