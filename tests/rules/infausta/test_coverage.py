"""Which entries of the two boxes the rules play, which ask the referee, which are only told, which are taken out."""

from typing import Any

import pytest
from tests.rules.infausta.arena import RULES as INFAUSTA
from tests.rules.whitebox.arena import RULES as WHITEBOX

from arbitro.kernel.coverage import WAYS, counts_played, sort_played, way_played
from arbitro.rules.whitebox.powers.coverage import DOINGS, SORTS, carried_out, effect_plays
from arbitro.rules.whitebox.powers.registry import Magic
from arbitro.text import LANGUAGES

GAMES: dict[str, Any] = {"whitebox": WHITEBOX, "infausta": INFAUSTA}
over_games = pytest.mark.parametrize("game", GAMES)
LEFT_TO_THE_REFEREE = {
    *("Food", "Questions", "Lock", "Open", "Telekinesis", "Berries", "Wishes", "Narrated", "Reincarnate"),
}
"""Kinds of effects that no rule carries out: the referee is shown their facts."""


def ways_of(game: str, sort: str) -> dict[str, str]:
    return {name.en: way for name, way in GAMES[game].entries_played()[sort].items()}


@over_games
def test_every_entry_is_counted_once_and_in_one_way(game: str) -> None:
    counted, named = GAMES[game].played(), GAMES[game].entries_played()
    assert set(counted) == set(named) == set(SORTS)
    for sort in SORTS:
        present = len(getattr(GAMES[game].content, sort))
        assert sum(counted[sort].values()) - counted[sort]["absent"] == present
        assert set(named[sort].values()) <= set(WAYS)
        for language in LANGUAGES:
            assert sort_played(sort, language)
            assert str(counted[sort]["runs"]) in counts_played(counted[sort], language)
    assert all(way_played(way, language) for way in WAYS for language in LANGUAGES)


@over_games
def test_what_a_kind_of_effect_does_decides_how_it_is_played(game: str) -> None:
    """By the registry of effects: a kind that gets a rule is counted as played from then on."""
    magic = GAMES[game].rules.magic
    assert {kind.__name__ for kind, one in magic.items() if not carried_out(one)} == LEFT_TO_THE_REFEREE
    assert all(hasattr(Magic, doing) or doing in Magic.__dataclass_fields__ for doing in DOINGS)
    parts = [part for spell in GAMES[game].content.spells.values() for part in spell.effects]
    told = [part for part in parts if not carried_out(magic[type(part)])]
    assert told
    assert {effect_plays(GAMES[game].rules, part) for part in told} == {"told"}


def test_well_known_entries_are_played_as_they_should_be() -> None:
    spells, items = ways_of("whitebox", "spells"), ways_of("whitebox", "magic_items")
    assert (spells["sleep"], spells["fireball"]) == ("runs", "asks")  # what a blaze does to its surroundings is told
    assert spells["wizard eye"] == "told"
    assert "told" in items.values()
    monsters = ways_of("whitebox", "monsters")
    assert (monsters["skeleton"], monsters["orc"]) == ("runs", "asks")  # how tribes of orcs get on is told


def test_what_the_variant_has_taken_out_is_said() -> None:
    gone = set(WHITEBOX.content.spells) - set(INFAUSTA.content.spells)
    absent = [name for name, way in ways_of("infausta", "spells").items() if way == "absent"]
    assert INFAUSTA.played()["spells"]["absent"] == len(gone) == len(absent)
    assert all(not counts["absent"] for counts in WHITEBOX.played().values())
