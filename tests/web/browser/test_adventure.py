"""An adventure from the start page: it is listed there, and begins with its own words."""

from playwright.sync_api import expect
from tests.web.browser.conftest import Visit, begin
from tests.web.browser.hands import settled


def test_the_first_delve_begins_with_its_words(visit: Visit) -> None:
    page = visit(locale="it-IT")
    begin(page, "whitebox", "adventures/first-delve")
    settled(page)
    told = page.locator("#story")
    expect(told).to_contain_text("Il mugnaio del vecchio mulino è sparito")
    expect(page.locator("#fragment-choices [data-do=set_out]").first).to_be_visible()
