"""The pages that a program writes are the ones it would write now."""

import pytest
from docs.generate import PAGES, RULINGS, load_games, page, rulings_page

from arbitro.kernel.rulebook import load_rulebook


@pytest.mark.parametrize("language", PAGES)
def test_the_page_of_options_is_up_to_date(language) -> None:
    written = PAGES[language].read_text(encoding="utf-8")
    assert written == page(language), "run: python docs/generate.py"


@pytest.mark.parametrize("language", RULINGS)
def test_the_page_of_rulings_is_up_to_date(language) -> None:
    written = RULINGS[language].read_text(encoding="utf-8")
    assert written == rulings_page(language), "run: python docs/generate.py"


def test_every_option_that_a_ruling_names_exists() -> None:
    options = load_games()
    book = load_rulebook("arbitro.rules.whitebox")
    named = {ruling.option for atom in book for ruling in book[atom].rulings if ruling.option}
    assert named <= set(options["whitebox"])
    assert {"retainer_share", "resale_share", "daily_weather", "poor_sight_distance"} <= named
