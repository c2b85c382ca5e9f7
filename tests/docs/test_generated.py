"""The pages that a program writes are the ones it would write now."""

import pytest
from docs.generate import PAGES, page


@pytest.mark.parametrize("language", PAGES)
def test_the_page_of_options_is_up_to_date(language) -> None:
    written = PAGES[language].read_text(encoding="utf-8")
    assert written == page(language), "run: python docs/generate.py"
