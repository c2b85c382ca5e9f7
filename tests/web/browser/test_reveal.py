"""The lines of a long turn come one after another, and nobody has to wait for them."""

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Late
from tests.web.browser.conftest import PATIENCE, Visit, begin
from tests.web.browser.hands import box

COMING = "#story .line.coming"


def sit_down(page: Page) -> None:
    """A fight of a reader who likes motion; the page's clock stands still."""
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    begin(page, "archmage", "fights/bridge")
    page.clock.pause_at(page.evaluate("Date.now()") + 5000)
    page.mouse.move(3, 3)  # whoever points at the picture sees it as it stands


MORE_LINES = "before => document.querySelectorAll('#story .line').length > before"


def act(page: Page) -> None:
    """Do what is offered first, and wait for what comes of it."""
    lines = page.locator("#story .line").count()
    for _ in range(10):  # a control that was pressed before the news came is refused: whoever sees it presses the next
        page.locator("#fragment-choices [data-do]").first.evaluate("control => control.click()")
        try:
            page.wait_for_function(MORE_LINES, arg=lines, timeout=PATIENCE / 10)
        except Late:
            continue
        break
    page.wait_for_function(MORE_LINES, arg=lines)
    page.wait_for_function("() => !document.body.classList.contains('waiting')")


def a_long_turn(page: Page) -> None:
    """Act until more has happened at once than is read at a glance."""
    for _ in range(8):
        act(page)
        if page.locator(COMING).count() > 1:
            return
    raise AssertionError("every turn was short")


def test_lines_of_a_long_turn_come_one_after_another_and_the_cards_after_them(visit: Visit) -> None:
    page = visit()
    sit_down(page)
    a_long_turn(page)
    left = page.locator(COMING).count()
    expect(page.locator("#show-all")).to_be_visible()
    told, button = box(page.locator("#story")), box(page.locator("#show-all"))
    assert button["x"] + button["width"] <= told["x"]  # it covers no word
    choices = page.locator("#pane-choices")
    expect(choices).to_have_attribute("aria-busy", "true")
    expect(page.locator("#fragment-choices")).to_have_css("opacity", "0")  # they would give the end away
    said = page.locator("#said").inner_text()
    last = page.locator("#story .line").last.locator(".text").inner_text()
    assert last.split()[0] in said  # who reads by ear has heard all of it
    page.clock.run_for(1200)
    assert page.locator(COMING).count() < left
    page.clock.run_for(12_000)
    expect(page.locator(COMING)).to_have_count(0)
    expect(page.locator("#show-all")).to_be_hidden()
    expect(choices).to_have_attribute("aria-busy", "false")
    expect(page.locator("#fragment-choices")).to_have_css("opacity", "1")

    cards = page.locator("#fragment-cards")
    for _ in range(8):
        a_long_turn(page)
        before = cards.inner_text()
        page.keyboard.press("Shift")
        after = cards.inner_text()
        if after != before:  # they would have given the end away
            break
    assert after != before
    page.reload()
    assert cards.inner_text() == after


def test_a_key_or_a_tap_shows_what_is_left_and_whoever_wants_all_at_once_keeps_it(visit: Visit) -> None:
    page = visit()
    sit_down(page)
    a_long_turn(page)
    page.keyboard.press("Shift")
    expect(page.locator(COMING)).to_have_count(0)
    a_long_turn(page)
    page.locator("#show-all").dispatch_event("pointerdown")
    expect(page.locator(COMING)).to_have_count(0)

    page.get_by_label("Long turns at once").evaluate("box => box.click()")
    for _ in range(4):
        act(page)
        assert page.locator(COMING).count() == 0
    page.reload()
    expect(page.locator("#at-once")).to_be_checked()
