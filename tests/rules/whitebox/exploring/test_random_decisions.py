"""Random legal decisions on expeditions and journeys, in White Box and its variant: everything holds."""

import pytest
from tests.rules.infausta.arena import RULES as INFAUSTA
from tests.rules.whitebox.arena import RULES as WHITEBOX
from tests.rules.whitebox.exploring.wanderers import Wanderer, scenes

GAMES = {"whitebox": WHITEBOX, "infausta": INFAUSTA}
LONGEST = 120
"""Decisions of one scene: then another begins."""


def wander(game: str, seed: str, decisions: int) -> Wanderer:
    """Scene after scene, until so many decisions are made."""
    wanderer = Wanderer(GAMES[game], f"{game}/{seed}")
    while wanderer.decisions < decisions:
        for _, setup in scenes(wanderer.rules):
            wanderer.play(setup, LONGEST)
    return wanderer


@pytest.mark.parametrize("game", GAMES)
def test_three_thousand_decisions_are_accepted_and_nothing_breaks(game):
    wanderer = wander(game, "ci", 1500)
    assert wanderer.decisions >= 1500
    assert len(wanderer.kinds) >= 45
    assert {"MetSomebody", "PlaceEntered", "FightBegan", "WanderingRolled", "TurnsBooked"} <= wanderer.events


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(10))
def test_thirty_thousand_decisions_are_accepted_and_nothing_breaks(game, seed):
    assert wander(game, str(seed), 1500).decisions >= 1500
