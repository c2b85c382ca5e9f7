"""The referee's desk in the browser: preparing the dungeon, placing and changing, hiding and showing, telling."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Seed, Visit, begin
from tests.web.browser.hands import Ears, do, settled, story
from tests.web.browser.test_access import violations
from tests.web.browser.test_table import invite, sit_down

from arbitro.appendix_a.level import generate
from arbitro.dice.stream import QuickDice
from arbitro.dungeon.export.own import to_own


def open_desk(referee: Page) -> None:
    """From the tools to the desk."""
    referee.locator("[data-open=tools-dialog]").first.click()
    referee.locator("#tools-desk").click()
    expect(referee.locator("#desk-dialog")).to_be_visible()


def work(referee: Page, offer: str, **fields: str) -> None:
    """Do something on the desk, and wait for what comes of it."""
    fold = referee.locator(f"[id='desk-offer-{offer}']")
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()
    for name, value in fields.items():
        field = fold.locator(f"[name={name}]")
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    panel = referee.locator(".desk").element_handle()
    assert panel is not None
    fold.locator("button[type=submit]").click()
    panel.wait_for_element_state("hidden")  # the panel was shown anew


def go_to(referee: Page, name: str) -> None:
    """Choose a place from the list."""
    referee.locator("#desk-place").select_option(label=name)
    expect(referee.locator("#desk-dialog h2").first).to_have_text(name)


@pytest.fixture
def referee(visit: Visit, dice: Seed) -> Page:
    """A referee whose party is in town, with thirty spaces dug that nobody has seen."""
    dice.word = "desk2"
    page = visit()
    begin(page, "whitebox", "campaigns/ready-novices", "referee")
    settled(page)
    open_desk(page)
    work(page, "dig_level/1", most="30", reason="for tonight")
    expect(page.locator("#desk-place option")).to_have_count(31)
    return page


def test_a_referee_prepares_a_dungeon_that_nobody_sees(referee: Page, visit: Visit) -> None:
    referee.keyboard.press("Escape")
    anna, bea = visit(), visit(locale="it-IT")
    ears = Ears(anna)
    sit_down(anna, invite(referee, "Anna", "person-bruno", "person-alma"))
    sit_down(bea, invite(referee, "Bea", "person-celso"))
    open_desk(referee)
    go_to(referee, "Room 1, level 1")
    work(referee, "place_monsters", kind="banshee", number="3", mood="unaware", reason="they mourn the cook")
    expect(referee.locator(".desk .sheet")).to_contain_text("3 banshees (asleep or unaware)")
    work(referee, "change_contents/monsters", what="ghoul", number="2")
    expect(referee.locator(".desk .sheet")).to_contain_text("2 ghouls")
    work(referee, "place_treasure", what="coins/gold", number="70")
    work(referee, "set_trap", code="PIT")
    work(referee, "keep_note", text="the king hid here")
    for words in ("2 ghouls", "70 gold pieces", "pit 10 feet deep", "the king hid here", "secret"):
        expect(referee.locator(".desk .sheet")).to_contain_text(words)
    spaces = referee.locator("#desk-place option").evaluate_all("all => all.map((one) => one.value).filter(Boolean)")
    expect(referee.locator("#story")).to_contain_text("they mourn the cook")

    work(referee, "reveal")
    expect(anna.locator("#story")).to_contain_text("The referee shows the party: room 1, level 1.")
    expect(bea.locator("#story")).to_contain_text("L'Arbitro mostra alla compagnia: stanza 1, livello 1.")
    heard = ears.heard()
    shown = referee.locator("#desk-place").input_value()
    assert shown in heard
    hidden = [space for space in spaces if space != shown]
    assert [space for space in hidden if re.search(rf"\b{space}\b", heard)] == []
    assert [word for word in ("ghoul", "mourn", "king hid", "70 gold", "pit 10") if word in heard] == []

    work(referee, "hide", reason="the wrong plan")
    expect(referee.locator(".desk .lead")).to_contain_text("never seen")
    assert "wrong plan" not in ears.heard()
    assert "wrong plan" in story(referee)


def test_a_place_is_opened_from_the_map_and_from_its_plan(referee: Page) -> None:
    referee.keyboard.press("Escape")
    place = referee.locator("#map [data-space]").nth(3)
    place.dispatch_event("click")
    expect(referee.locator("#desk-dialog")).to_be_visible()
    assert referee.locator("#desk-place").input_value() == place.get_attribute("data-space")
    other = referee.locator(".desk-plan [data-space]").nth(5)
    wanted = other.get_attribute("data-space")
    other.dispatch_event("click")
    expect(referee.locator("#desk-place")).to_have_value(wanted or "")


def test_what_is_wrong_is_said_on_the_desk(referee: Page) -> None:
    go_to(referee, "Room 1, level 1")
    referee.locator("#desk-offer-place_monsters summary").click()
    number = referee.locator("#desk-place_monsters-number")
    number.evaluate("one => one.removeAttribute('max')")
    number.fill("500")
    referee.locator("#desk-offer-place_monsters button[type=submit]").click()
    expect(referee.locator(".desk-fault")).to_be_visible()
    expect(referee.locator(".desk .sheet")).not_to_contain_text("500")


def test_an_encounter_is_sprung_and_the_fight_changed(referee: Page) -> None:
    referee.keyboard.press("Escape")
    do(referee, "set_out")
    while "follow/rootk0" not in referee.locator("[data-do]").evaluate_all("all => all.map((one) => one.dataset.do)"):
        do(referee, "travel")
    do(referee, "follow/rootk0")
    open_desk(referee)
    work(referee, "spring_encounter", kind="kobold", number="2", mood="hostile", feet="30", reason="they dawdle")
    referee.keyboard.press("Escape")
    expect(referee.locator("#story")).to_contain_text("kobold")
    settled(referee)
    do(referee, "engage/foes")
    open_desk(referee)
    foes = referee.locator("[id='desk-offer-take_out'] option")
    expect(foes).to_have_count(2)
    work(referee, "send_reinforcements", kind="kobold", number="1")
    expect(foes).to_have_count(3)
    work(referee, "bare_numbers/open")
    expect(referee.locator("#story")).to_contain_text("open to everybody")
    work(referee, "take_out", reason="it runs")
    expect(foes).to_have_count(2)


def test_a_secret_line_is_told_to_one_player_and_then_to_all(referee: Page, visit: Visit) -> None:
    referee.keyboard.press("Escape")
    anna, bea = visit(), visit(locale="it-IT")
    sit_down(anna, invite(referee, "Anna", "person-bruno"))
    sit_down(bea, invite(referee, "Bea", "person-celso"))
    line = referee.locator("#story .line", has_text="The referee digs out a level").first
    line.locator(".why").click()
    line.locator("[data-tell] select").select_option(label="Anna")
    line.locator("[data-tell] button").click()
    expect(anna.locator("#story")).to_contain_text("The referee reveals: The referee digs out a level: 1 (for tonight)")
    expect(bea.locator("#story")).not_to_contain_text("scava")
    line.locator(".why").click()
    line.locator("[data-tell] button").click()
    expect(bea.locator("#story")).to_contain_text("L'Arbitro rivela: L'Arbitro scava un livello: 1 (for tonight).")


def test_a_value_is_changed_by_whose_it_is_and_what_it_is(referee: Page) -> None:
    referee.keyboard.press("Escape")
    referee.locator("[data-open=tools-dialog]").first.click()
    referee.locator("#tools-override summary").click()
    who, what = referee.locator("#override-who"), referee.locator("#override-what")
    expect(who.locator("option", has_text="Bruno")).to_have_count(1)
    who.select_option(label="Alma")
    what.select_option(label="hit points: 4")
    expect(referee.locator("#override-value")).to_have_value("4")
    expect(referee.locator("#override-range")).to_have_text("(-99 to 4)")
    assert referee.locator("#override-value").get_attribute("max") == "4"
    referee.locator("#override-value").fill("2")
    referee.locator("#override-reason").fill("she was scratched")
    referee.locator("#tools-override button[type=submit]").click()
    expect(referee.locator("[data-card=alma]")).to_contain_text("2/4")
    expect(referee.locator("#story")).to_contain_text("she was scratched")


def test_a_dungeon_out_of_a_file(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    begin(page, "whitebox", "campaigns/ready-novices", "referee")
    settled(page)
    made, _ = generate(QuickDice(7), levels=1, cap=25)
    good, bad = tmp_path / "dungeon.json", tmp_path / "bad.json"
    good.write_bytes(to_own(made, 5))
    bad.write_text("no", encoding="utf-8")
    open_desk(page)
    page.locator("#desk-file").set_input_files(bad)
    expect(page.locator(".desk-fault")).to_contain_text("no dungeon")
    page.locator("#desk-file").set_input_files(good)
    expect(page.locator("#desk-place option")).to_have_count(len(made.spaces) + 1)


def test_the_desk_by_keyboard_alone(referee: Page) -> None:
    referee.keyboard.press("Escape")
    referee.locator("header [data-open=tools-dialog]").focus()
    referee.keyboard.press("Enter")
    referee.locator("#tools-desk").focus()
    referee.keyboard.press("Enter")
    expect(referee.locator("#desk-place")).to_be_focused()
    referee.keyboard.press("ArrowDown")
    expect(referee.locator("#desk-dialog h2").first).to_have_text("Room 1, level 1")
    expect(referee.locator("#desk-place")).to_be_focused()
    for _ in range(20):
        referee.keyboard.press("Tab")
        if referee.evaluate("() => document.activeElement.textContent.trim()") == "Place monsters":
            break
    referee.keyboard.press("Enter")
    referee.keyboard.press("Tab")
    referee.keyboard.type("ghoul")
    for _ in range(4):
        referee.keyboard.press("Tab")
    referee.keyboard.press("Enter")
    expect(referee.locator(".desk .sheet")).to_contain_text("ghoul")
    referee.keyboard.press("Escape")
    expect(referee.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(("width", "theme", "locale"), [(1280, "light", "en-GB"), (360, "dark", "it-IT")])
def test_the_desk_is_accessible(visit: Visit, dice: Seed, width: int, theme: str, locale: str) -> None:
    dice.word = "desk2"
    page = visit(locale=locale, width=width, theme=theme)
    begin(page, "infausta", "campaigns/ready-ill-starred", "referee")
    settled(page)
    page.evaluate("() => document.querySelector('[data-open=tools-dialog]').click()")
    page.locator("#tools-desk").click()
    expect(page.locator("#desk-dialog")).to_be_visible()
    work(page, "dig_level/1", most="30")
    page.locator("#desk-place").select_option(index=1)
    expect(page.locator(".desk-plan svg")).to_be_visible()
    work(page, "set_trap", code="GAS")
    page.locator("#desk-offer-place_monsters summary").click()
    assert violations(page) == []
    inside = page.locator("#desk-dialog .inside")
    assert inside.evaluate("one => one.scrollWidth <= one.clientWidth")
