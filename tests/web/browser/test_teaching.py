"""What a choice would be is told where it stands: to a mouse, to a key, to a finger, and nothing is done by asking."""

from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Visit, begin
from tests.web.browser.hands import settled, story

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


def explained(page: Page, words: str) -> None:
    """A window with words on a choice; it is shut again."""
    window = page.locator("#plain-dialog[open]")
    expect(window.locator(".help")).to_contain_text(words)
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)


WORDS_UNDER = """offer => {
  const words = document.createRange();
  words.selectNodeContents(offer);
  const said = words.getBoundingClientRect();
  const badge = document.getElementById("ask-this").getBoundingClientRect();
  return badge.left < said.right && badge.top < said.bottom && badge.bottom > said.top;
}"""
"""Whether the "?" that comes to a choice lies over its words."""


def test_a_mouse_and_a_key_ask_what_a_choice_would_be(visit: Visit) -> None:
    page = visit()
    begin(page, "whitebox", "campaigns/ready-novices")
    settled(page)
    before = story(page)
    offer = page.locator("#fragment-choices [data-do=set_out]").first
    offer.hover()
    covered = offer.evaluate(WORDS_UNDER)
    assert covered is False  # it stands in room of its own, over no word
    page.locator("#ask-this").click()
    explained(page, "The party leaves town for the dungeon")
    offer.focus()
    page.keyboard.press("?")
    explained(page, "The party leaves town for the dungeon")
    expect(offer).to_be_focused()
    assert story(page) == before


def test_a_finger_asks_first_and_presses_then(visit: Visit) -> None:
    page = visit(**PHONE, locale="it-IT")
    begin(page, "daggerheart", "campaigns/ready-crossroads")
    settled(page)
    before, toggle = story(page), page.locator("#ask-about")
    toggle.tap()
    expect(toggle).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#messages")).to_contain_text("Premi una scelta")
    page.locator("#fragment-choices [data-do=set_out]").first.tap()
    explained(page, "La compagnia lascia la città")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    assert story(page) == before
    toggle.tap()
    page.keyboard.press("Escape")
    expect(toggle).to_have_attribute("aria-pressed", "false")


def test_whoever_comes_back_sees_whose_party_it_is_and_where(visit: Visit) -> None:
    page = visit(**PHONE)
    begin(page, "whitebox", "fights/orcs")
    page.goto("/")
    glance = page.locator(".continue [data-glance]").first
    expect(glance).to_contain_text("Berto")
    expect(glance.locator("img")).to_have_js_property("complete", value=True)
    assert glance.locator("img").evaluate("image => image.naturalWidth") > 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_wish_is_answered_by_a_rule_or_leads_to_its_choice(visit: Visit) -> None:
    page = visit(**PHONE, locale="it-IT")
    begin(page, "whitebox", "campaigns/ready-novices")
    settled(page)
    before = story(page)
    page.locator("#ask-why-not").tap()
    window = page.locator("#plain-dialog[open]")
    field = window.locator("#why-not-text")
    expect(field).to_be_focused()
    field.fill("attaccare")
    field.press("Enter")
    expect(window).to_contain_text("Non c'è nessuno scontro in corso.")
    assert story(page) == before
    window.locator("#why-not-text").fill("partire")
    window.locator("#why-not-text").press("Enter")
    window.locator("[data-show-choice]").first.tap()
    expect(window).to_have_count(0)
    expect(page.locator("#story")).to_contain_text("dungeon")


def test_ones_own_words_are_done_where_they_are_clear_and_asked_about_where_not(visit: Visit) -> None:
    page = visit()
    begin(page, "daggerheart", "fights/bandits")
    settled(page)
    page.locator("#ask-why-not").click()
    window = page.locator("#plain-dialog[open]")
    window.locator("#why-not-text").fill("fall back")
    window.locator("button[name=deed]").click()
    options = window.locator("[data-meant] button")
    expect(options.first).to_contain_text("fall back")
    assert options.count() > 1
    options.first.click()
    expect(window).to_have_count(0)
    settled(page)
    page.locator("#ask-why-not").click()
    window.locator("#why-not-text").fill("Tullio opens the gate")
    window.locator("button[name=deed]").click()
    expect(window.locator("section.refused, p")).not_to_have_count(0)
    assert page.locator("#messages").inner_text() == ""
