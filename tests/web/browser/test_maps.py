"""The map in the browser: other levels by mouse, keys and touch; tokens; a country of hexes to travel in."""

from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Seed, Visit, begin
from tests.web.browser.hands import settled
from tests.web.browser.test_access import SIDEWAYS, violations
from tests.web.browser.test_desk import open_desk, work


def two_levels(visit: Visit, dice: Seed, theme: str) -> Page:
    """A referee whose dungeon has a level below the first."""
    dice.word = "plans"
    page = visit(locale="it-IT", theme=theme)
    begin(page, "whitebox", "campaigns/ready-novices", "referee")
    settled(page)
    open_desk(page)
    work(page, "dig_level/1", most="60", reason="")
    page.keyboard.press("Escape")
    return page


def test_another_level_is_looked_at_and_left_again(visit: Visit, dice: Seed) -> None:
    page = two_levels(visit, dice, "dark")
    levels = page.get_by_label("Quale mappa guardare")
    expect(levels).to_be_visible()
    levels.select_option("level/2")
    below = page.locator("#map svg:has(> title[id^=other2])")
    expect(below).to_be_visible()
    expect(page.locator("#map svg:has(> title[id^=map1])")).to_be_hidden()
    assert violations(page) == []
    page.locator("#map-in").click()
    assert below.get_attribute("viewBox") != below.get_attribute("data-whole")

    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[data-show=scene]").click()
    assert page.evaluate(SIDEWAYS) == []
    levels.focus()
    page.keyboard.press("ArrowUp")  # a list of the browser's own: keys and screen readers know it
    expect(page.locator("#map svg:has(> title[id^=map1])")).to_be_visible()
    expect(below).to_have_count(0)
