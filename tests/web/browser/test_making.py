"""A newcomer makes a party of their own on the page, one character after the other, and goes down."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import DAY, control, do, offered, play, settled, story
from tests.web.browser.test_access import violations

GAMES = ("whitebox", "infausta", "archmage", "daggerheart")
LONGER = ("infausta", "archmage", "daggerheart")
"""Made in the slow set: the steps of each are tried without a browser."""


def begin(page: Page, game: str) -> None:
    """Three clicks: the game, a party of one's own, go."""
    page.goto("/")
    page.locator(f"input[name=game][value='{game}']").check()
    page.locator(f"input[name='scene-{game}'][value='campaigns/own']").check()
    page.locator("button[name=mode][value=solo]").click()
    settled(page)


def make(page: Page, name: str) -> list[str]:
    """Answer whatever is asked, with the first that can be chosen; the steps that were asked."""
    do(page, "begin_character")
    asked = []
    while "finish_character" not in offered(page):
        expect(page.locator("#fragment-progress .hint")).not_to_be_empty()
        step = next(one for one in offered(page) if one.startswith(("decide_character/", "throw_for_character")))
        asked.append(step)
        words = control(page, step).locator("input[type=text]")
        if words.count():
            words.fill(name if step.endswith("/name") else "Nella nebbia")
        do(page, step)
    expect(page.locator("#fragment-progress h2")).to_have_text(name)
    do(page, "finish_character")
    expect(page.locator("#fragment-progress")).to_be_hidden()
    return asked


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.slow] if game in LONGER else []) for game in GAMES]
)
def test_a_newcomer_makes_a_party_of_two_and_goes_down(visit: Visit, game: str) -> None:
    page = visit(locale="it-IT")
    begin(page, game)
    expect(page.locator("#fragment-progress")).to_be_hidden()
    asked = make(page, "Bruna")
    assert len(asked) > 6
    make(page, "Ugo")
    for name in ("bruna", "ugo"):
        expect(page.locator(f"[data-card={name}]")).to_be_visible()
    page.locator("[data-sheet=bruna]").click()
    expect(page.locator("#plain-dialog")).to_contain_text("Nella nebbia")
    page.locator("#plain-dialog [data-close]").click()
    page.get_by_role("button", name="La compagnia è al completo").click()
    settled(page)
    do(page, "set_out")
    meetings = ["flee", "part_ways", "let_them_pass", "end_turn"]
    play(page, [*DAY[game], *meetings], until="follow/", most=24)
    do(page, next(one for one in offered(page) if one.startswith("follow/")))
    assert "pianerottolo" in story(page)
    expect(page.locator(".map")).to_be_visible()


def test_the_party_goes_along_in_a_file(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    begin(page, "daggerheart")
    make(page, "Bruna")
    page.get_by_role("button", name="Menu of the table").click()
    with page.expect_download() as coming:
        page.get_by_role("link", name="The party (JSON)").click()
    kept = tmp_path / "friends.json"
    coming.value.save_as(kept)
    assert [one["id"] for one in json.loads(kept.read_text())["characters"]] == ["bruna"]

    broken = tmp_path / "broken.json"
    broken.write_text(kept.read_text().replace('"evasion"', '"evason"'))
    page.goto("/")
    page.locator("input[name=game][value=daggerheart]").check()
    page.locator("input[name='scene-daggerheart'][value='campaigns/file']").check()
    file = page.locator(".scenes:visible input[name=people]")
    file.set_input_files(broken)
    page.locator("button[name=mode][value=solo]").click()
    expect(page.locator("#new-game-failed")).to_contain_text("broken.json, line")
    file.set_input_files(kept)
    page.locator("button[name=mode][value=solo]").click()
    settled(page)
    expect(page.locator("[data-card=bruna]")).to_be_visible()
    assert "set_out" in offered(page)


def test_a_party_by_lot_is_as_large_as_one_likes(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    expect(page.locator(".scenes:visible input[name=size]")).to_be_hidden()
    page.locator("input[name='scene-whitebox'][value='campaigns/random']").check()
    page.locator(".scenes:visible input[name=size]").fill("2")
    page.locator(".scenes:visible input[name=level]").fill("3")
    page.locator("button[name=mode][value=solo]").click()
    settled(page)
    expect(page.locator("[data-card]")).to_have_count(2)
    expect(page.locator("[data-card]").first).to_contain_text("level 3")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_making_works_by_keyboard_alone_on_a_phone(visit: Visit, theme: str) -> None:
    page = visit(width=360, height=740, theme=theme)
    begin(page, "archmage")
    page.locator("[data-do=begin_character]").focus()
    page.keyboard.press("Enter")
    settled(page)
    page.locator("[name=value]").focus()
    page.keyboard.type("Bruna")
    page.keyboard.press("Enter")
    settled(page)
    for step in ("gender", "people", "origin", "class"):
        page.locator(f"button[data-do='decide_character/{step}']").first.focus()
        page.keyboard.press("Enter")
        settled(page)
    expect(page.locator("#fragment-progress [aria-current=step]")).to_contain_text("scores")
    expect(page.locator("#fragment-progress .done", has_text="human")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
    page.get_by_role("button", name="Undo").first.click()
    settled(page)
    assert "decide_character/class" in offered(page)
    do(page, "drop_character")
    assert "begin_character" in offered(page)
