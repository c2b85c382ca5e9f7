"""The picture of a fight in the page: in every game, in the light and the dark, on a phone, by keys alone."""

import re

import pytest
from playwright.sync_api import expect
from tests.web.browser.conftest import Seed, Visit, begin
from tests.web.browser.hands import box, do, play, settled, story
from tests.web.browser.test_access import SIDEWAYS, violations

FIGHTS = (
    ("whitebox", "fights/orcs", "light", "Iniziativa"),
    ("infausta", "fights/goblins", "dark", "Il round"),
    ("archmage", "fights/bridge", "light", "Escalation"),
    ("daggerheart", "fights/rats", "dark", "Riflettori"),
)

OVERLAPS = """(svg) => {
  const boxes = [...svg.querySelectorAll(".person")].map((one) => one.getBoundingClientRect());
  const own = svg.getBoundingClientRect();
  const words = [...svg.querySelectorAll("text")].map((one) => one.getBoundingClientRect());
  const over = words.filter((one) => one.right > own.right + 1).length;
  const beside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
  const apart = (a, b) => beside(a, b) || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  return over + boxes.filter((one, at) => boxes.slice(0, at).some((other) => !apart(one, other))).length;
}"""
"""How many words reach over the edge of the drawing, and figures over each other, as the browser measures them."""

BLURRED = """(svg) => {
  const light = (colour) => {
    const [red, green, blue] = colour.match(/[0-9.]+/g).map(Number);
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  };
  return [...svg.querySelectorAll("text")]
    .map((one) => [one.textContent, getComputedStyle(one)])
    .filter(([, { fill, stroke }]) => fill !== "none" && stroke !== "none")
    .filter(([, { fill, stroke }]) => Math.abs(light(fill) - light(stroke)) < 0.3)
    .map(([words]) => words);
}"""
"""The words of a drawing that are outlined in a colour too near their own to be read."""


@pytest.mark.parametrize(("game", "scene", "theme", "word"), FIGHTS, ids=[one[0] for one in FIGHTS])
def test_a_fight_is_drawn_in_every_game(visit: Visit, dice: Seed, game: str, scene: str, theme: str, word: str) -> None:
    dice.word = "picture"
    page = visit(locale="it-IT", theme=theme)
    begin(page, game, scene)
    settled(page)
    drawing = page.locator("#fragment-scene svg.sketch")
    expect(drawing).to_be_visible()
    expect(drawing).to_contain_text(word)
    drawn = drawing.locator(".person").evaluate_all("all => all.map((one) => one.dataset.id)")
    people = page.locator("#fragment-cards [data-card]").evaluate_all("all => all.map((one) => one.dataset.card)")
    assert set(drawn) <= set(people)
    assert len(drawn) > 6
    assert drawing.evaluate(OVERLAPS) == 0
    assert drawing.evaluate(BLURRED) == []
    assert violations(page) == []

    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("[data-show=scene]").click()
    assert page.evaluate(SIDEWAYS) == []
    assert box(drawing)["width"] <= 360
    small = drawing.locator("text").evaluate_all(
        "all => Math.min(...all.map((one) => one.getBoundingClientRect().height))"
    )
    assert small >= 11, "letters that can be read on a phone"
    page.locator("#scene-as-text summary").click()
    expect(page.locator("#scene-as-text .picture p").first).to_be_visible()


def test_keys_reach_everybody_of_whom_something_can_be_done(visit: Visit, dice: Seed) -> None:
    dice.word = "cripta"
    page = visit(locale="it-IT")
    begin(page, "whitebox", "fights/skeletons")
    settled(page)
    foe = page.locator(".sketch .person[tabindex='0']").first
    name = foe.locator("title").text_content() or ""
    foe.focus()
    page.keyboard.press("Enter")
    answered = page.locator("#plain-dialog[open]")
    page.wait_for_timeout(300)
    assert answered.count() or name.partition(":")[0] in story(page)


def test_the_map_explains_its_signs_and_stays_clear_of_what_stands_beside_it(visit: Visit) -> None:
    page = visit(locale="it-IT", theme="dark")
    page.goto("/")
    page.get_by_role("button", name="Gioca da solo").click()
    settled(page)
    tabs = page.locator("#fragment-choices [role=tab]")
    assert tabs.count() == 4, "each of the party has a tab of their own"
    assert "Giorno 1, 08:00" in page.locator("#fragment-clock").inner_text()
    do(page, "set_out")
    play(page, ["travel"], until="follow/", most=4)
    do(page, "follow/rootk0")
    page.locator("#map-legend summary").click()
    legend = page.locator("#map-legend svg")
    expect(legend).to_contain_text("la compagnia è qui")
    expect(legend).to_contain_text("scala")
    assert violations(page) == []
    page.locator("#map-legend summary").click()
    drawn, beside = box(page.locator("#map svg")), box(page.locator(".beside-map"))
    assert drawn["y"] + drawn["height"] <= beside["y"] + 2

    ways = page.locator("#map path.here[tabindex='0']")
    assert ways.count() >= 2
    ways.last.focus()
    page.keyboard.press("Enter")
    settled(page) if not page.locator("#plain-dialog[open]").count() else page.keyboard.press("Escape")
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("[data-show=scene]").click()
    mark = box(page.locator("#map [id$='-party']"))
    assert mark["width"] >= 12, "the party can be seen on a phone"
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360


def test_a_foe_shows_the_odds_and_somebody_dragged_onto_it_strikes(visit: Visit, dice: Seed) -> None:
    dice.word = "picture"
    page = visit(width=1440, height=900)
    begin(page, "whitebox", "fights/orcs")
    settled(page)
    expect(page.locator(".sketch [data-id=orc-1] .odds")).to_have_text("≈40%")
    expect(page.locator("#fragment-choices .chance.estimate").first).to_contain_text("estimate")
    page.locator(".sketch [data-id=guido] .token").first.click()
    expect(page.locator("#tab-guido")).to_have_attribute("aria-selected", "true")
    page.locator(".sketch [data-id=dalia] .token").first.drag_to(page.locator(".sketch [data-id=orc-4] .token").first)
    expect(page.locator("#story")).to_contain_text("Dalia attacks Orc 4")


def test_dice_of_hope_and_fear_have_two_colours_and_may_lie_still(visit: Visit, dice: Seed) -> None:
    dice.word = "picture"
    page = visit(width=1440, height=900)
    begin(page, "daggerheart", "fights/toll")
    settled(page)
    page.locator("[data-pursue]").first.click()
    expect(page.locator("#story .die.light").first).to_have_attribute("aria-label", re.compile("Hope Die"))
    expect(page.locator("#story .die.dark").first).to_have_attribute("aria-label", re.compile("Fear Die"))
    page.locator("header [data-open=menu-dialog]").click()
    expect(page.locator("#sounds")).not_to_be_checked()
    page.locator("#still-dice").check()
    assert page.evaluate("document.body.dataset.dice") == "still"
    page.reload()
    expect(page.locator("#still-dice")).to_be_checked()


def test_a_question_of_an_order_is_answered_once_and_for_all(visit: Visit, dice: Seed) -> None:
    dice.word = "picture"
    page = visit(width=1440, height=900)
    begin(page, "daggerheart", "fights/toll")
    settled(page)
    page.locator("#fragment-aims [data-pursue]").first.click()
    expect(page.locator(".question")).to_contain_text("Armor Slot")
    page.locator("#answer-again").check()
    page.locator("#fragment-choices button[data-do='use_armour/1']").click()
    expect(page.locator(".question")).to_contain_text("Iron Will", timeout=30_000)  # a question of its own
    page.locator("#answer-again").check()
    page.locator("#fragment-choices button[data-do='answer_power/iron_will/0']").click()
    expect(page.locator("#halted")).to_contain_text("The order ends", timeout=30_000)
    marked = page.locator("#story .line", has_text="marks an Armor Slot").count()
    assert marked > 1, "it was asked again, and answered so"


def test_where_there_is_room_a_fight_stands_beside_its_order_and_whole(visit: Visit, dice: Seed) -> None:
    dice.word = "picture"
    page = visit(width=1440, height=900)
    begin(page, "infausta", "fights/goblins")
    settled(page)
    drawing = page.locator("#fragment-scene svg.sketch")
    expect(drawing).to_have_class(re.compile("beside"))
    assert drawing.evaluate(OVERLAPS) == 0
    pane = box(page.locator("#fragment-scene"))
    for ground in page.locator(".sketch .ground:not(.apart)").all():
        shown = box(ground)
        assert pane["y"] <= shown["y"]
        assert shown["y"] + shown["height"] <= pane["y"] + pane["height"] + 1
    title = box(drawing.locator("[data-part=head] text").first)
    assert title["x"] + title["width"] < min(box(one)["x"] for one in page.locator(".sketch .ground").all())
    assert page.locator(".sketch [data-side='0'] .odds").count() == 0, "nobody strikes their own"
    page.set_viewport_size({"width": 390, "height": 844})
    expect(drawing).not_to_have_class(re.compile("beside"))
    expect(drawing.locator("[data-part=field]").first).not_to_have_attribute("transform", re.compile("."))
