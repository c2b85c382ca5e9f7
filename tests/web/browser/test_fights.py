"""A fight in each of the four games, from the first blow to the end, by what the page offers and nothing else."""

import pytest
from playwright.sync_api import expect
from tests.web.browser.conftest import Seed, Visit, begin
from tests.web.browser.hands import play, settled, story

FIGHTS = (
    ("whitebox", "fights/skeletons", "cripta", ("attack/", "close/", "end_turn/")),
    ("infausta", "fights/goblins", "bosco", ("attack/", "declare/", "close/", "end_turn/")),
    ("archmage", "fights/bridge", "ponte", ("intercept/", "attack/*2", "flee/", "recover/*1", "rest")),
    ("daggerheart", "fights/rats", "bosco", ("use_armour/", "answer_power/", "seize/", "roll/", "attack/")),
)


@pytest.mark.parametrize(
    ("game", "scene", "word", "order"),
    [pytest.param(*one, id=one[0], marks=[pytest.mark.slow] if one[0] == "infausta" else []) for one in FIGHTS],
)
def test_a_fight_is_fought_to_its_end(
    visit: Visit, dice: Seed, game: str, scene: str, word: str, order: tuple[str, ...]
) -> None:
    dice.word = word
    page = visit(locale="it-IT")
    begin(page, game, scene)
    settled(page)
    done = play(page, order)
    assert any(one.startswith("attack/") for one in done)
    expect(page.locator("#fragment-asked")).to_contain_text("È finita")
    if any(one.startswith("flee/") for one in done):  # who plays all of them answers once, and nobody is left behind
        assert "In mischia" not in page.locator("#map").inner_text()
    expect(page.locator("#choices-title")).to_be_focused()
    expect(page.locator("#choices-title")).to_have_text("La storia finisce qui")
    told = page.locator("#ending-told").inner_text()
    assert told
    assert told in story(page)
    again = page.get_by_role("link", name="La stessa, da capo")
    expect(again).to_have_attribute("href", f"/?game={game}&scene={scene}#new-game")
    assert page.locator("#story .die").count() > 0

    line = page.locator("#story .line", has=page.locator(".die")).last
    line.get_by_role("button").click()
    expect(line.locator(".because details").first).to_be_visible()
    assert "{" not in page.locator("#story").inner_text()  # no word was left without its text
