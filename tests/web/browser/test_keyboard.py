"""A newcomer without a mouse: where the keyboard stands after each thing that is done, and what is said aloud."""

from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Seed, Visit, begin
from tests.web.browser.hands import control, do, offered, settled, story


def focused(page: Page) -> str:
    """The choice that has the focus; where it is, if that is none."""
    found = "() => { const one = document.activeElement; return one.closest('[data-do]')?.dataset.do ?? one.tagName; }"
    return str(page.evaluate(found))


def press(page: Page, *keys: str) -> str:
    """Press keys, wait for what comes of them; the choice that has the focus then."""
    for key in keys:
        page.keyboard.press(key)
    settled(page)
    return focused(page)


def test_enter_alone_leads_from_the_inn_underground(visit: Visit) -> None:
    page = visit(locale="it-IT")
    begin(page, "whitebox", "campaigns/ready-novices")
    settled(page)
    assert press(page, "Tab", "Enter") == "set_out"  # the first link of the page leads to the first choice
    assert press(page, "Enter") == "travel"
    while focused(page) == "travel":
        press(page, "Enter")
    onward = press(page, "Enter")  # a light is kindled on the way down
    assert onward == next(one for one in offered(page) if one.startswith("follow/"))
    assert "inesplorato" in page.evaluate("document.activeElement.textContent")
    here = press(page, "Enter")
    assert here == offered(page)[0] != onward  # another place is begun at its beginning

    page.get_by_role("button", name="Scheda: Bruno").focus()
    assert press(page, "Escape") == here
    page.locator("#fragment-choices summary", has_text="Oracolo").focus()
    assert press(page, "Enter", "ArrowDown") == "draw_prompt"
    page.keyboard.press("Escape")
    expect(page.locator("#fragment-choices summary", has_text="Oracolo")).to_be_focused()
    form = control(page, "pass_turns")
    form.locator("button").focus()
    assert press(page, "Enter") == "pass_turns"  # what was sent can be sent again


def test_on_the_map_the_keyboard_goes_along(visit: Visit) -> None:
    page = visit()
    begin(page, "archmage", "campaigns/ready-level-1")
    settled(page)
    do(page, "set_out")
    do(page, "march")
    do(page, "follow/rootk0")
    page.locator("#map [data-choice][tabindex='0']").last.focus()
    page.keyboard.press("Enter")
    if page.locator("#plain-dialog[open]").count():
        page.keyboard.press("Enter")
    settled(page)
    page.wait_for_function("() => document.activeElement.matches('#map [data-choice], #fragment-choices *')")


def test_a_fight_is_fought_with_one_key(visit: Visit, dice: Seed) -> None:
    dice.word = "one key"
    page = visit()
    begin(page, "whitebox", "fights/orcs")
    settled(page)
    press(page, "Tab", "Enter")
    done = []
    for _ in range(14):
        choice = focused(page)
        assert choice in offered(page), (choice, done)
        done.append(choice.partition("/")[0])
        press(page, "Enter")
        if "is over" in story(page).lower():
            break
    assert {"attack", "end_turn"} <= set(done)
    assert not {"surrender", "run"} & set(done)
    said = page.locator("#said p").all_inner_texts()
    assert said
    assert not any("Why?" in line for line in said)  # what happened, not the buttons beside it
    expect(page.locator("#story")).to_have_attribute("aria-live", "off")


def test_a_second_press_in_haste_does_nothing(visit: Visit) -> None:
    page = visit(locale="it-IT")
    begin(page, "whitebox", "campaigns/ready-novices")
    settled(page)
    page.locator("[data-do=set_out]").dblclick()
    settled(page)
    assert "travel" in offered(page)
    assert "Un giorno di marcia" not in story(page)


def test_what_is_folded_comes_when_it_is_opened_and_the_keyboard_stays_where_it_was(visit: Visit) -> None:
    page = visit(locale="it-IT")
    begin(page, "whitebox", "campaigns/ready-novices")
    settled(page)
    bundle = page.locator("#fragment-choices details[data-shut]").first
    name = str(bundle.get_attribute("id"))
    count = bundle.locator("summary span").inner_text()
    opened = page.locator(f"[id='{name}']")
    bundle.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(opened.locator("[data-do]").first).to_be_visible()
    expect(opened).not_to_have_attribute("data-shut", count)
    expect(opened.locator("summary")).to_be_focused()
    assert opened.locator(".offer").count() == int(count)
    page.keyboard.press("ArrowDown")
    assert page.evaluate("id => document.getElementById(id).contains(document.activeElement)", name)
    page.keyboard.press("Escape")
    expect(opened.locator("summary")).to_be_focused()
    expect(opened.locator("[data-do]").first).to_be_hidden()
    page.keyboard.press("Enter")  # what was sent once is at hand
    expect(opened.locator("[data-do]").first).to_be_visible()
