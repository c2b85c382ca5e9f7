"""For everybody: keys alone, a phone, the dark, no movement, a screen reader's view of every page."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Visit, begin
from tests.web.browser.hands import box, control, do, play, settled

STANDARD = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

STOP = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const style = getComputedStyle(one);
  const shadowed = style.boxShadow !== "none";
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  const { width, height } = one.getBoundingClientRect();
  const seen = width > 0 && height > 0 && style.visibility === "visible";
  return { name: one.id || one.dataset.do || one.dataset.choice || one.outerHTML.slice(0, 120), seen,
           marked: outlined || shadowed || one.matches(":focus-visible") && one.tagName === "INPUT" };
}"""
"""Where the focus is: a name for it, whether it can be seen there, and whether it is marked."""

SIDEWAYS = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest("svg, .unseen, [hidden]"))
  .filter((one) => { const { right, width } = one.getBoundingClientRect(); return width && right > innerWidth + 1; })
  .filter((one) => { for (let up = one.parentElement; up; up = up.parentElement)
                       if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(up).overflowX)) return false;
                     return true; })
  .map((one) => one.outerHTML.slice(0, 100))"""
"""Everything that reaches beyond the right edge of the window."""


def violations(page: Page, within: str | None = None) -> list[str]:
    """What axe finds against the standard (WCAG 2.2, levels A and AA), on the whole page or within a part of it."""
    options: dict[str, Any] = {"runOnly": {"type": "tag", "values": STANDARD}}
    found = Axe().run(page, context=within, options=options).response["violations"]
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"][:2]]


def walk(page: Page, most: int = 250) -> list[str]:
    """Press Tab until the focus has gone round the whole page; where it stopped on the way."""
    stops: list[str] = []
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None or (stops and stop["name"] == stops[0]):
            return stops
        assert stop["seen"], stop
        assert stop["marked"], stop
        stops.append(stop["name"])
    raise AssertionError(f"the focus never came round: {stops[-5:]}")


def test_keys_alone_open_a_table_and_fight(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    page.locator("input[name=game]").first.focus()
    for key in ("ArrowRight", "ArrowLeft", *("Tab",) * 5):  # another game and back, the first delve, parties, scenes,
        page.keyboard.press(key)  # one's own files, the button
    assert page.evaluate("document.activeElement.value") == "solo"
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator("h1")).to_contain_text("From the inn to the treasure")
    page.locator("#fragment-choices [data-do=set_out]").focus()
    page.keyboard.press("Enter")
    settled(page)
    expect(page.locator("#fragment-choices [data-do=enter_town]")).to_be_attached()
    assert page.evaluate("document.getElementById('fragment-choices').contains(document.activeElement)")


def test_the_focus_goes_round_every_page_and_can_always_be_seen(visit: Visit) -> None:
    page = visit()
    for path in ("/", "/rules", "/guides"):
        page.goto(path)
        assert len(walk(page)) > 8, path
    begin(page, "whitebox", "fights/skeletons", "referee")
    settled(page)
    stops = walk(page)
    assert any("attack/" in one or "close/" in one or "end_turn/" in one for one in stops)
    assert "story" in stops
    page.locator("[data-open=menu-dialog]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.evaluate("'open' in document.activeElement.dataset")  # back where it was


def test_a_phone_plays_a_whole_round(visit: Visit) -> None:
    page = visit(width=360, height=740, locale="it-IT", has_touch=True, is_mobile=True)
    page.goto("/")
    assert page.evaluate(SIDEWAYS) == []
    page.get_by_role("button", name="Gioca da solo").tap()
    settled(page)
    for show in ("scene", "story", "people", "act"):
        page.locator(f"[data-show={show}]").tap()
        assert page.evaluate("() => document.documentElement.scrollWidth") == 360, show
        assert page.evaluate(SIDEWAYS) == [], show
    do(page, "set_out")
    play(page, ["travel"], until="follow/", most=4)
    do(page, "follow/rootk0")
    page.locator("[data-show=scene]").tap()
    place = box(page.locator(".map"))
    assert place["width"] >= 300
    assert place["height"] >= 200
    small = page.locator("button:visible, a.button:visible, summary:visible").evaluate_all(
        "all => all.filter((one) => { const { width, height } = one.getBoundingClientRect();"
        " return Math.min(width, height) < 24; }).map((one) => one.outerHTML.slice(0, 120))"
    )
    assert small == []
    page.locator("[data-open=menu-dialog]").tap()
    assert page.evaluate(SIDEWAYS) == []
    inside = box(page.locator("#menu-dialog"))
    assert inside["x"] >= 0
    assert inside["x"] + inside["width"] <= 360


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_way_from_the_inn_to_the_dungeon(visit: Visit, theme: str) -> None:
    page = visit(locale="it-IT", theme=theme)
    page.goto("/")
    page.get_by_role("button", name="Gioca da solo").click()
    settled(page)
    assert violations(page) == []  # the town and its shops
    page.get_by_role("button", name="Scheda: Celso").click()
    expect(page.get_by_role("dialog", name="Celso")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    do(page, "set_out")
    play(page, ["travel"], until="follow/", most=4)
    do(page, "follow/rootk0")
    assert violations(page) == []  # the map and its ways
    table = page.url
    for path in ("journal", "options", "screen"):
        page.goto(f"{table}/{path}")
        assert violations(page) == [], path


def test_axe_finds_nothing_on_pages_to_read(visit: Visit) -> None:
    page = visit(locale="it-IT", width=360, height=740)
    for path in ("/", "/rules/daggerheart", "/options/archmage", "/guides/referee", "/guides/author", "/nowhere"):
        page.goto(path)
        assert violations(page) == [], path
        assert page.evaluate("() => document.documentElement.scrollWidth") == 360, path


def test_nothing_moves_for_whoever_wants_it_still(visit: Visit) -> None:
    page = visit()
    begin(page, "whitebox", "fights/skeletons")
    settled(page)
    play(page, ("attack/", "close/", "end_turn/"), most=60, until="attack/")
    moving = "() => document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 0).length"
    page.locator("[data-open=menu-dialog]").click()
    assert page.evaluate(moving) == 0
    still = "() => getComputedStyle(document.querySelector('button')).transitionDuration"
    assert page.evaluate(still) == "0s"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(still) != "0s"  # whoever likes it has it


COVERED = """() => {
  const controls = [...document.querySelectorAll("button, select, input, summary, a[href], textarea")];
  const notices = [...document.querySelectorAll("main :is(.notice, [role=status], [role=alert] > *, #fragment-owed)")];
  const at = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2);
  };
  const under = (notice) => {
    notice.style.visibility = "hidden"; // as large as before, and through it one sees what it lies over
    const beneath = controls.filter((one) => one.checkVisibility() && !notice.contains(one) && one.contains(at(one)));
    notice.style.visibility = "";
    return beneath.filter((one) => notice.contains(at(one)));
  };
  return notices.flatMap((notice) => {
    const [was, said] = [notice.hidden, notice.textContent.trim()];
    notice.hidden = false;
    const words = said ? null : notice.appendChild(document.createTextNode("words ".repeat(20)));
    const found = under(notice).map((one) => `${notice.id || notice.className} over ${one.outerHTML.slice(0, 100)}`);
    words?.remove();
    notice.hidden = was;
    return found;
  });
}"""
"""Every notice of the page, shown with words in it: over which controls it lies."""


@pytest.mark.parametrize("size", [(390, 844), (1440, 900), (844, 390)], ids=["phone", "desk", "lying phone"])
def test_no_notice_lies_over_what_can_be_pressed(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(locale="it-IT", width=size[0], height=size[1], has_touch=size[0] < 1000)
    begin(page, "whitebox", "fights/orcs")
    settled(page)
    page.locator("#ask-about").scroll_into_view_if_needed()
    top = box(page.locator("#ask-about"))
    page.locator("#ask-about").click()
    page.wait_for_function("() => parseFloat(document.body.style.getPropertyValue('--messages')) > 40")
    for pane in ("act", "scene", "story", "people"):
        if size[0] < 500:
            page.locator(f".panes [data-show={pane}]").click()
        assert page.evaluate(COVERED) == [], pane
    if size[0] < 500:
        page.locator(".panes [data-show=act]").click()
    assert box(page.locator("#ask-about")) == top  # nor does it push away what it speaks of
    page.keyboard.press("Escape")  # nobody is asked any more
    expect(page.locator("#messages .message")).to_have_count(0)


@pytest.mark.parametrize("touch", [False, True], ids=["keys", "phone"])
def test_what_ends_something_is_asked_once_with_what_follows(visit: Visit, *, touch: bool) -> None:
    page = visit(width=390 if touch else 1280, height=844, has_touch=touch)
    begin(page, "whitebox", "fights/orcs")
    settled(page)
    yielding = control(page, "surrender/berto")
    asked = page.get_by_role("dialog", name="Berto: surrender")
    before = page.locator("#story .line").count()
    for answer in ("Escape", "Enter"):  # the second stands on "No, go back"
        if touch:
            yielding.tap()
        else:
            yielding.focus()
            page.keyboard.press("Enter")
        expect(asked).to_have_accessible_description(re.compile("The arms go down"))
        assert violations(page, "#sure-dialog") == []
        page.keyboard.press(answer)
        expect(asked).to_have_count(0)
        settled(page)
        expect(yielding).to_be_focused()
    assert page.locator("#story .line").count() == before
    yielding.click()
    asked.get_by_role("button", name="Yes, do it").click()
    settled(page)
    expect(page.locator("#story")).to_contain_text("Berto lays down arms.")
