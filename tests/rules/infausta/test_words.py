"""The wilds in words: hexes without a name by where they lie, miles and days as people say them."""

from itertools import product

import pytest

from arbitro.rules.infausta import infausta
from arbitro.rules.infausta.wilderness.land import NEIGHBOURS, steps_from_middle
from arbitro.rules.infausta.wilderness.table import lie_of
from arbitro.rules.whitebox.entry_names import entry_name
from arbitro.text import FORMATS, LANGUAGES, Language

GAME = infausta()


def said(key: str, **values: object) -> str:
    return FORMATS["it"].vformat(GAME.texts.find("it", key) or "", (), values)


@pytest.mark.parametrize(("column", "row"), list(product(range(-4, 5), repeat=2)))
def test_the_steps_from_the_middle_lead_to_the_hex(column: int, row: int) -> None:
    steps = steps_from_middle(f"{column},{row}")
    assert len(steps) <= 2
    assert all(count > 0 for _, count in steps)
    assert tuple(sum(NEIGHBOURS[way][axis] * count for way, count in steps) for axis in (0, 1)) == (column, row)
    assert sum(count for _, count in steps) == max(abs(column), abs(row), abs(column + row)), "and no way is shorter"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("spot", ["0,0", "0,-1", "3,-2", "-2,1"])
def test_no_hex_is_told_by_its_coordinates(spot: str, language: Language) -> None:
    assert spot not in lie_of(spot).in_(GAME.texts, language)


def test_the_wilds_are_told_in_whole_words() -> None:
    assert lie_of("3,-2").in_(GAME.texts, "it") == "2 esagoni a nord-est, 1 a sud-est dal centro"
    hills = entry_name(GAME.rules, "terrain", "hills_mountains", "it")
    assert said("event.marched", miles="9/2", to=hills) == (
        "La compagnia fa 4 miglia e mezzo verso le colline o montagne."
    )
    assert said("event.set_out", at=entry_name(GAME.rules, "terrain", "settled", "it")).endswith(
        "dalle terre civilizzate."
    )
    assert said("event.rest_due", after_fights=0) == "È tempo di riposare."
    assert said("event.rest_due", after_fights=1).endswith("per lo scontro: 1 riposo dovuto.")
