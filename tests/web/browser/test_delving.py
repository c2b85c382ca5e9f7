"""A delve as somebody new plays it: by the first buttons, on a phone and at a desk, and what the page then shows."""

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Seed, Visit, begin
from tests.web.browser.hands import box, play, settled
from tests.web.browser.test_access import violations

PHONE = {"width": 390, "height": 844, "has_touch": True}
BELOW = "top => document.querySelector('#map .ground').getBoundingClientRect().y >= top"
"""Waits until the ground of a fight begins below a height of the screen."""


def press(page: Page, aim: str) -> None:
    """Press what one word is enough for."""
    page.locator(f'[data-pursue="{aim}"]').click()
    settled(page)


def in_the_store(page: Page) -> None:
    """From the start page to the rats of the first delve."""
    begin(page, "whitebox", "adventures/first-delve")
    settled(page)
    for aim in ("dungeon", "descend", "explore"):
        press(page, aim)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_who_is_slain_lies_on_the_map_and_who_is_left_stands_there(visit: Visit, dice: Seed, theme: str) -> None:
    dice.word = "cellar"
    page = visit(width=1440, height=900, theme=theme)
    in_the_store(page)
    expect(page.locator("#map .person")).not_to_have_count(0)  # those who are met, in the picture of the meeting
    play(page, ["engage", "attack", "declare", "end_turn"], until="follow/", most=60)
    expect(page.locator("#fragment-clock")).to_contain_text("the store")  # the name that the story gives the place
    slain = page.locator("#map g.body")
    expect(slain).to_have_attribute("aria-label", "Slain here: 2 giant rats")
    body, store = page.locator("#map g.body + .walker"), page.locator('#map path[data-space="store"]')
    inner, outer = box(body), box(store)
    assert outer["x"] <= inner["x"]
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    page.locator("#map-legend summary").click()
    expect(page.locator("#map-legend")).to_contain_text("somebody was slain here")
    assert violations(page) == []


def test_treasure_that_lies_here_is_the_first_thing_to_press(visit: Visit, dice: Seed) -> None:
    dice.word = "cellar"
    page = visit(width=1440, height=900)
    in_the_store(page)
    play(page, ["engage", "attack", "declare", "end_turn"], until="follow/", most=60)
    press(page, "explore")
    for _ in range(3):
        if page.locator("#fragment-aims button.main[data-pursue=gather]").count():
            break
        press(page, "explore")
    expect(page.locator("#fragment-aims button.main")).to_have_text("Gather the treasure")
    press(page, "gather")
    expect(page.locator("#halted")).to_have_text("Nothing is left lying here.")
    expect(page.locator("[data-pursue=gather]")).to_have_count(0)


@pytest.mark.parametrize("language", ["it-IT", "en-GB"])
def test_one_press_explores_past_forks_and_doors(visit: Visit, dice: Seed, language: str) -> None:
    dice.word = "roam"
    page = visit(locale=language, **PHONE)
    begin(page, "archmage", "campaigns/ready-level-5")
    settled(page)
    for aim in ("dungeon", "descend"):
        press(page, aim)
    first = page.locator("#fragment-aims button.main")
    expect(first).to_have_attribute("data-pursue", "roam")
    press(page, "roam")
    said = page.locator("#halted").inner_text()
    assert said
    assert said not in ("The way forks.", "A shut door.", "A dead end.", "La via si divide.", "Una porta chiusa.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_phone_foes_and_friends_and_what_can_be_done_are_on_one_screen(
    visit: Visit, dice: Seed, theme: str
) -> None:
    dice.word = "horde"
    page = visit(theme=theme, **PHONE)
    begin(page, "infausta", "fights/goblins")
    settled(page)
    pane, order = box(page.locator("#pane-scene")), box(page.locator("[data-pursue=strike]"))
    assert order["y"] + order["height"] <= page.evaluate("innerHeight")
    for moment in ("declarations", "after an order"):
        page.wait_for_function(BELOW, arg=pane["y"])
        own = box(page.locator("#map .person", has_text="Dvalin"))
        assert own["y"] + own["height"] / 2 <= pane["y"] + pane["height"], moment
        if moment == "declarations":
            press(page, "strike")


def test_the_town_says_where_the_party_stays_and_cards_are_not_said_twice(visit: Visit) -> None:
    page = visit(width=1440, height=900)
    begin(page, "whitebox", "campaigns/ready-novices")
    settled(page)
    town = page.locator("#fragment-scene .picture")
    inn = page.locator("#story .kind-town_drawn .text").inner_text()
    assert inn.rpartition(". ")[2] in " ".join(town.inner_text().split())
    assert "Bruno" not in town.inner_text()
