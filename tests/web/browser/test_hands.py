"""Hands on the table: what a finger, a mouse or a key is meant for is done, and nothing else."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Seed, Visit, begin
from tests.web.browser.hands import DAY, box, control, do, play, settled, story

UNDER_THE_FINGER = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".offers-list button { position: fixed; inset: 0; width: 100vw; height: 100vh; z-index: 9 }");
  document.adoptedStyleSheets.push(sheet);
}"""
"""Wherever a finger is, a button of the dialog lies under it as soon as there is one."""
SWAPPED = """() => document.addEventListener("pointerup", ({ target }) => {
  const pressed = target.closest("[data-do]");
  const other = pressed.cloneNode(true);
  other.id = "swapped";
  other.firstChild.textContent = "Something else";
  pressed.replaceWith(other);
}, { once: true })"""
"""The news come between the press and the click: in its place stands another button."""
ONLY_TIME = """() => {
  for (const one of document.querySelectorAll("#fragment-choices .offer, #fragment-choices details")) {
    if (!one.closest("[data-idle]")) one.remove();
  }
}"""
"""Nothing is left but to let time pass."""
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
READY = {
    "whitebox": "campaigns/ready-novices",
    "infausta": "campaigns/ready-ill-starred",
    "archmage": "campaigns/ready-level-1",
    "daggerheart": "campaigns/ready-crossroads",
}


def go_down(page: Page, game: str = "whitebox") -> None:
    """From the inn to the first room of the dungeon."""
    begin(page, game, READY[game])
    settled(page)
    do(page, "set_out")
    play(page, DAY[game], until="follow/", most=16)
    do(page, "follow/rootk0")


def test_a_tap_on_the_map_presses_nothing_that_opens_under_the_finger(visit: Visit) -> None:
    page = visit(**PHONE)
    go_down(page)
    page.evaluate(UNDER_THE_FINGER)
    page.locator("[data-show=scene]").tap()
    before = story(page)
    for way in page.locator(".map [data-choice][role=button]").all():
        way.tap()
        expect(page.locator("#plain-dialog[open]")).to_be_visible()  # what opened stays, and nothing of it was done
        page.keyboard.press("Escape")
    assert story(page) == before
    page.locator(".map [data-choice][role=button]").first.tap()
    page.wait_for_timeout(600)  # it was read: this is no double press
    page.locator("#plain-dialog .offers-list button").last.tap()
    expect(page.locator("#plain-dialog")).to_be_hidden()


@pytest.mark.parametrize("finger", [True, False])
def test_a_double_press_on_a_foe_presses_nothing_in_the_list_that_opens(visit: Visit, *, finger: bool) -> None:
    page = visit(**PHONE) if finger else visit()
    begin(page, "whitebox", "fights/orcs", "referee")
    page.evaluate(UNDER_THE_FINGER)
    if finger:
        page.locator("[data-show=scene]").tap()
    before = story(page)
    foe = page.locator(".map .person[role=button]").last
    where = box(foe)
    at = (where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    if finger:
        page.touchscreen.tap(*at)
        page.touchscreen.tap(*at)
    else:
        page.mouse.dblclick(*at)
    expect(page.locator("#plain-dialog[open]")).to_be_visible()
    assert story(page) == before


def test_what_takes_the_place_of_a_pressed_button_is_not_pressed(visit: Visit) -> None:
    page = visit(**PHONE)
    begin(page, "whitebox", "fights/orcs")
    before = story(page)
    page.evaluate(SWAPPED)
    page.locator("#fragment-choices button[data-do]:visible").first.tap()
    expect(page.locator("#swapped")).to_be_visible()
    assert story(page) == before
    page.locator("#swapped").tap()  # now it is meant
    expect(page.locator("#story .line").last).not_to_have_text(before.splitlines()[-1])


def test_whoever_must_roll_is_in_sight_and_nobody_changes_places(visit: Visit) -> None:
    page = visit(locale="it-IT")
    begin(page, "daggerheart", "fights/bandits")
    settled(page)
    tabs = page.locator(".people-tabs [role=tab]")
    before = tabs.all_inner_texts()
    do(page, "attack/corvo/dagger")
    do(page, "give_help/tullio")  # from his own tab
    expect(page.locator(".people-tabs [aria-selected=true]")).to_have_text("Corvo")
    expect(page.locator("[data-do='roll/corvo/']")).to_be_visible()
    do(page, "roll/corvo/")
    assert tabs.all_inner_texts() == before


AT_END = "() => { const { scrollHeight, scrollTop, clientHeight } = document.getElementById('story');\
 return scrollHeight - scrollTop - clientHeight < 3; }"


def test_the_story_goes_on_in_sight_while_an_answer_is_open(visit: Visit) -> None:
    page = visit(locale="it-IT")
    begin(page, "whitebox", "fights/orcs")
    settled(page)
    control(page, "attack/berto/sword", "orc-1").click()
    settled(page)
    for why in page.locator("#story [data-why]").all()[-4:][::-1]:
        why.click()
    expect(page.locator("#story .because")).to_have_count(4)
    do(page, "end_turn/party")
    page.wait_for_function(AT_END)
    page.locator("#story").hover()
    page.mouse.wheel(0, -400)  # whoever reads further up stays there
    page.wait_for_function(f"() => !({AT_END})()")
    top = page.evaluate("document.getElementById('story').scrollTop")
    do(page, "end_turn/party")
    assert page.evaluate("document.getElementById('story').scrollTop") == top


@pytest.mark.parametrize("finger", [True, False])
def test_a_foe_in_a_crowd_is_struck_where_it_stands(visit: Visit, dice: Seed, *, finger: bool) -> None:
    dice.word = "e"
    page = visit(**PHONE) if finger else visit()
    begin(page, "archmage", "fights/wolves")
    settled(page)
    if finger:
        page.locator("[data-show=scene]").tap()
    foe = page.locator(".map [data-id='dire-rat-5']")
    expect(foe).to_have_attribute("role", "button")  # with so many of them, those who can be struck are a list
    (foe.tap if finger else foe.click)()
    strike = page.locator("#plain-dialog .offers-list button").first
    page.wait_for_timeout(600)
    (strike.tap if finger else strike.click)()
    expect(page.locator("#story .line", has_text=re.compile("Nino.*Dire rat 5", re.DOTALL)).first).to_be_attached(
        timeout=5000
    )


def test_whoever_shops_stays_in_the_shop_and_buys_as_many_as_they_like(visit: Visit) -> None:
    page = visit(locale="it-IT")
    begin(page, "whitebox", READY["whitebox"])
    settled(page)
    page.locator("#tab-bruno").click()
    form = control(page, "buy/bruno/gear")
    form.locator("select").select_option("torches_6")
    form.locator("input").fill("3")
    form.locator("button").click()
    settled(page)
    expect(page.locator("#story .line").last).to_contain_text("18 torce")
    expect(page.locator("#tab-bruno")).to_have_attribute("aria-selected", "true")
    expect(form.locator("select")).to_have_value("torches_6")
    expect(form.locator("input")).to_have_value("1")
    expect(form.locator("button")).to_be_in_viewport()


@pytest.mark.parametrize("game", ["whitebox", "archmage"])
def test_no_key_is_led_to_what_only_lets_time_pass(visit: Visit, game: str) -> None:
    page = visit()
    go_down(page, game)
    waits = page.locator("#fragment-choices [data-idle]")
    expect(waits.first).to_be_attached()
    page.keyboard.press("Escape")
    assert page.evaluate("() => !document.activeElement.closest('[data-idle]')")
    page.evaluate(ONLY_TIME)
    page.keyboard.press("Escape")
    assert page.evaluate("() => document.activeElement.id") == "pane-choices"
