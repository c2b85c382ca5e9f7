"""One press for a walk: the buttons, the map and the keyboard, on a desk and on a phone."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Seed, Visit, begin
from tests.web.browser.hands import settled
from tests.web.browser.test_access import SIDEWAYS, violations


def press(page: Page, aim: str) -> None:
    """Press what one word is enough for."""
    page.locator(f'[data-pursue="{aim}"]').click()
    settled(page)


def below(page: Page) -> None:
    """From the inn to the first way that nobody has taken."""
    press(page, "dungeon")
    page.get_by_role("button", name="Go down into the dungeon").click()
    settled(page)


def walk_to_another_place(page: Page, here: str) -> None:
    """Press a place of the map where the party has been."""
    place = page.locator(f'.map path[data-space]:not([data-space="{here}"])').first
    for kind in ("pointerdown", "pointerup", "click"):
        place.dispatch_event(kind, {"pointerId": 1})
    expect(page.locator("#halted")).to_have_text("There you are.")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["desk", "phone"])
def test_a_party_explores_and_walks_back_by_a_press_on_the_map(visit: Visit, dice: Seed, size: tuple[int, int]) -> None:
    dice.word = "a"
    page = visit(width=size[0], height=size[1], has_touch=size[0] < 500)
    begin(page, "archmage", "campaigns/ready-level-5")
    settled(page)
    below(page)
    lines = page.locator("#story .line").count()
    page.locator('[data-pursue="explore"]').focus()
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator("#halted")).not_to_be_empty()
    assert page.locator("#story .line").count() > lines
    party = page.locator(".map [id$=-party]")
    here = str(party.get_attribute("data-space"))
    if size[0] < 500:
        page.locator(".panes [data-show=scene]").click()
    walk_to_another_place(page, here)
    expect(page.locator(f'.map [id$=-party][data-space="{here}"]')).to_have_count(0)


def test_of_pushes_at_one_door_only_the_last_is_left_in_the_story(visit: Visit, dice: Seed) -> None:
    dice.word = "a"
    page = visit()
    begin(page, "whitebox", "campaigns/ready-novices")
    settled(page)
    press(page, "dungeon")
    while page.locator('[data-pursue="dungeon"]').count():
        press(page, "dungeon")
    page.get_by_role("button", name="Go down into the dungeon").click()
    settled(page)
    for _ in range(3):
        press(page, "explore")
    shut = page.locator("#story .line[data-again]")
    assert shut.count() > 1
    shown = page.locator("#story .line:visible").evaluate_all("all => all.map((one) => one.dataset.again ?? '')")
    assert not any(one and one == following for one, following in pairwise(shown))
    a_long_walk_is_told_in_a_line(page)


def a_long_walk_is_told_in_a_line(page: Page) -> None:
    """Passages that only go on stand folded behind the last of them, and come out when somebody asks."""
    passing = page.locator("#story .line[data-passing]")
    for _ in range(6):
        if page.locator("#story .folded").count():
            break
        press(page, "explore")
    in_a_row = "all => all.filter((one) => one.nextElementSibling?.matches('[data-passing]:not([hidden])')).length"
    assert page.locator("#story .line[data-passing]:visible").evaluate_all(in_a_row) == 0
    folded = page.locator("#story .folded").first
    expect(folded).to_have_text(re.compile(r"Lines before this one: \d+"))
    hidden = passing.count() - page.locator("#story .line[data-passing]:visible").count()
    assert hidden > 0
    folded.click()
    expect(folded).to_have_count(0) if page.locator("#story .folded").count() == 0 else None
    assert passing.count() - page.locator("#story .line[data-passing]:visible").count() < hidden


def test_a_walk_is_taken_back_as_a_whole_by_keys_alone(visit: Visit, dice: Seed) -> None:
    dice.word = "a"
    page = visit()
    begin(page, "archmage", "campaigns/ready-level-5")
    settled(page)
    below(page)
    for _ in range(2):
        press(page, "explore")
    there = str(page.locator(".map [id$=-party]").get_attribute("data-space"))
    walk_to_another_place(page, there)
    back = page.get_by_role("button", name="Take all of it back")
    back.focus()
    assert violations(page, "#pane-choices") == []
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator("#halted")).to_have_text("The walk is taken back.")
    expect(page.locator(f'.map [id$=-party][data-space="{there}"]')).to_have_count(1)
    expect(back).to_be_hidden()
    assert page.evaluate("document.activeElement.dataset.pursue")  # not lost with the button


def test_the_pace_is_in_sight_and_changed_by_one_press(visit: Visit, dice: Seed) -> None:
    dice.word = "a"
    page = visit(width=390, height=844, has_touch=True, theme="dark")
    begin(page, "whitebox", "campaigns/ready-novices")
    settled(page)
    while page.locator('[data-pursue="dungeon"]').count():
        press(page, "dungeon")
    page.get_by_role("button", name="Go down into the dungeon").click()
    settled(page)
    expect(page.locator("#fragment-clock")).not_to_contain_text("Pace")  # the usual one need not be said
    page.get_by_role("button", name="From now on move with care").tap()
    settled(page)
    expect(page.locator("#fragment-clock")).to_contain_text("with care")
    page.locator('[data-do="set_pace/running"]').focus()
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator("#fragment-clock")).to_contain_text("at a run")
    assert violations(page, "#main") == []
    assert page.evaluate(SIDEWAYS) == []


def test_a_second_press_stops_a_walk(visit: Visit, dice: Seed) -> None:
    """However soon it comes: at the very next moment, before the server has heard of the walk."""
    dice.word = "a"
    page = visit()
    begin(page, "archmage", "campaigns/ready-level-5")
    settled(page)
    below(page)
    press(page, "explore")
    page.locator('[data-pursue="home"]').evaluate("(button) => { button.click(); button.click(); }")
    expect(page.locator("#halted")).to_have_text("You stopped.")
    settled(page)
    press(page, "home")  # still on the way
    expect(page.locator("#halted")).not_to_have_text("You stopped.")
