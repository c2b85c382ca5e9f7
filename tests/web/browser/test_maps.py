"""The map in the browser: other levels by mouse, keys and touch; tokens; a country of hexes to travel in."""

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Seed, Visit, begin
from tests.web.browser.hands import do, play, settled
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


def test_a_hex_is_pressed_to_travel_there(visit: Visit, dice: Seed) -> None:
    dice.word = "moor"
    page = visit(locale="it-IT")
    begin(page, "infausta", "campaigns/ready-wayfarers")
    settled(page)
    do(page, "set_out/wilds")
    expect(page.locator("#map g.said")).not_to_have_count(0)
    hexes = page.locator("#map path.here[data-exit]")
    expect(hexes.first).to_be_visible()
    assert violations(page) == []
    hexes.first.focus()
    page.keyboard.press("Enter")  # at which pace is asked
    page.locator("#plain-dialog[open] button", has_text="Mettiti in marcia").first.click()
    settled(page)
    expect(page.locator("#story")).to_contain_text("verso")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[data-show=scene]").click()
    assert page.evaluate(SIDEWAYS) == []


def test_the_party_walks_by_its_tokens(visit: Visit) -> None:
    page = visit(locale="it-IT")
    page.goto("/")
    page.get_by_role("button", name="Gioca da solo").click()
    settled(page)
    do(page, "set_out")
    play(page, ["travel"], until="follow/", most=4)
    do(page, "follow/rootk0")
    tokens = page.locator("#map .walker")
    expect(tokens).to_have_count(4)
    names = tokens.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    cards = page.locator("#fragment-cards [data-card] h3, #fragment-cards [data-card] .name").all_inner_texts()
    assert set(names) <= {name.strip() for name in cards}
    expect(page.locator("#map .light, #map .in-the-dark")).to_have_count(1)


HELD = """frames => frames.map((frame) => [frame.getBBox(), frame.nextElementSibling])
  .filter(([box, words]) => words.getBBox().x < box.x || words.getBBox().x + words.getBBox().width > box.x + box.width)
  .map(([, words]) => words.textContent)"""
"""The words of present moments that stick out of their frames."""


@pytest.mark.parametrize(
    ("game", "scene", "who"),
    [
        ("whitebox", "fights/orcs", "Berto"),
        ("infausta", "fights/goblins", "Arduina"),
        ("archmage", "fights/bridge", "Sibilla"),
        ("daggerheart", "fights/rats", "Tullio"),
    ],
)
def test_a_stretch_of_ground_is_tapped_to_go_there(visit: Visit, dice: Seed, game: str, scene: str, who: str) -> None:
    dice.word = "picture"
    page = visit(locale="it-IT")
    begin(page, game, scene)
    settled(page)
    page.locator(".sketch .ground").first.click(position={"x": 6, "y": 6})
    expect(page.locator("#plain-dialog[open] h2")).to_contain_text(who)
    expect(page.locator("#plain-dialog[open] .offers-list button")).not_to_have_count(0)
    page.keyboard.press("Escape")
    assert page.locator(".sketch rect.now").evaluate_all(HELD) == []
    play(page, ("declare_together/party/move", "end_turn/party*1"), until="move", most=3)  # where one says so first
    lines = page.locator("#story .line")
    told = lines.count()
    empty = page.locator(".sketch .ground.clear[role=button]").last  # nobody is there, and there one can go
    empty.focus()
    page.keyboard.press("Enter")
    expect(lines.nth(told)).to_contain_text(who)
