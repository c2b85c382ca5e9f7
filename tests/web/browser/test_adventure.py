"""An adventure from the start page: newcomers are led to it, and by its first buttons into the dungeon."""

import pytest
from playwright.sync_api import expect
from tests.web.browser.conftest import Visit, begin
from tests.web.browser.hands import settled
from tests.web.browser.test_access import violations

FIRST = {
    "whitebox": ("adventures/first-delve", "Il mugnaio del vecchio mulino è sparito"),
    "daggerheart": ("adventures/first-candles", "nessuno accende i lampioni"),
}


@pytest.mark.parametrize("game", FIRST)
def test_a_newcomer_is_led_to_a_first_delve_and_by_first_buttons_into_it(visit: Visit, game: str) -> None:
    adventure, words = FIRST[game]
    page = visit(locale="it-IT", width=390 if game == "daggerheart" else 1440, height=844)
    page.goto("/")
    page.locator(f"input[name=game][value='{game}']").check()
    page.get_by_role("button", name="La prima volta?").click()
    expect(page.locator(f"input[value='{adventure}'][name='scene-{game}']")).to_be_checked()
    assert violations(page, "#new-game") == []
    begin(page, game, adventure)
    settled(page)
    expect(page.locator("#story")).to_contain_text(words)
    expect(page.locator("#fragment-choices [data-do=set_out]").first).to_be_visible()
    for aim in ("dungeon", "descend"):
        first = page.locator("#fragment-aims button.main")
        expect(first).to_have_attribute("data-pursue", aim)
        first.click()
        settled(page)
    expect(page.locator('[data-pursue="explore"]')).to_have_class("main")
