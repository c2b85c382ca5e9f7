"""Orders to everybody in a fight: by a press, by the keyboard and on a phone, in both languages."""

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Seed, Visit, begin
from tests.web.browser.hands import settled

WORDS = {"en-GB": ("Orders to all", "All strike"), "it-IT": ("Ordini a tutti", "Tutti all'attacco")}


def in_sight(page: Page, selector: str) -> bool:
    """Whether something is on the screen without scrolling."""
    box = page.locator(selector).bounding_box()
    size = page.viewport_size
    return box is not None and size is not None and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize(
    ("locale", "width", "height"), [("it-IT", 1440, 900), ("en-GB", 390, 844)], ids=["desk", "phone"]
)
def test_a_round_by_one_press(visit: Visit, dice: Seed, locale: str, width: int, height: int) -> None:
    dice.word = "c"
    page = visit(locale=locale, width=width, height=height, has_touch=width < 500)
    begin(page, "infausta", "fights/goblins")
    settled(page)
    strike = page.locator('[data-pursue="strike"]')
    head, word = WORDS[locale]
    region = page.get_by_role("region", name=head)
    expect(region.get_by_role("button", name=word)).to_be_visible()
    assert in_sight(page, '[data-pursue="strike"]')
    lines = page.locator("#story .line").count()
    strike.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#halted")).not_to_be_empty()
    settled(page)
    assert page.locator("#story .line").count() > lines + 2
    expect(region.get_by_role("listitem").first).to_contain_text(":")  # who declared what
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_foe_is_named_and_an_order_goes_on_after_the_answer(visit: Visit, dice: Seed) -> None:
    dice.word = "c"
    page = visit()
    begin(page, "daggerheart", "fights/toll")
    settled(page)
    halted = page.locator("#halted")
    for _ in range(12):
        if not page.locator('[data-pursue="strike"]').count():
            break
        page.locator("#aim-foe").select_option(index=0)
        page.locator("form:has(#aim-foe) button").click()
        expect(halted).not_to_be_empty()
        settled(page)
    expect(halted).to_contain_text("a question is for you")
    lines = page.locator("#story .line").count()
    for _ in range(12):  # one answer may bring the next question
        if "a question is for you" not in halted.inner_text():
            break
        page.evaluate("document.getElementById('halted').textContent = 'answering'")
        page.locator("#fragment-choices button:visible[data-do]").first.click()
        expect(halted).not_to_have_text("answering")  # nobody pressed the order again: it goes on by itself
        expect(halted).not_to_be_empty()
        settled(page)
    expect(halted).not_to_contain_text("a question is for you")
    assert page.locator("#story .line").count() > lines
