"""What the tests of this game share."""

import pytest
from tests.rules.archmage.table import Play

from arbitro.rules.archmage import Archmage


@pytest.fixture(scope="session")
def game() -> Archmage:
    return Archmage()


@pytest.fixture
def play(game: Archmage) -> Play:
    return Play(game)
