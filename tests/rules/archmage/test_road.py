"""The ready party of the road: five classes with talents, powers and feats, at three levels."""

import pytest

from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import make
from arbitro.rules.archmage.choosing import known_groups, powers_due, talents_due
from arbitro.rules.archmage.setup import hero, ready_party
from arbitro.rules.archmage.state import PARTY

BOOKS = load_books()


@pytest.mark.parametrize("level", [1, 5, 8])
def test_nobody_of_the_road_has_anything_left_to_choose(level: int) -> None:
    heroes = [hero(text) for text in ready_party(f"road-{level}")]
    assert {each.class_id for each in heroes} == {"bard", "commander", "druid", "necromancer", "occultist"}
    for each in heroes:
        assert each.level == level
        assert not talents_due(BOOKS, each)
        assert not any(powers_due(BOOKS, each, group) for group in known_groups(BOOKS, each))
        make(BOOKS, each, PARTY)
