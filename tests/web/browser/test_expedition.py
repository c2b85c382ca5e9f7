"""A newcomer's first expedition, on the page alone: from the inn to the treasure."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Seed, Visit, begin
from tests.web.browser.hands import DAY, control, do, offered, play, settled, story

FIGHTING = ("declare/celso/cast/", "cast/celso", "attack/", "close/", "end_turn/")
"""How a newcomer fights: the spell first, then whoever can strike strikes, the others draw near."""


def explore(page: Page, unexplored: str) -> None:
    """Point at a way on the map where nobody has been, and go there."""
    open_ways = offered(page)
    ways = page.locator(".map [data-choice]", has_text=unexplored).all()
    next(way for way in ways if way.get_attribute("data-choice") in open_ways).focus()
    page.keyboard.press("Enter")
    for button in page.locator("#plain-dialog[open] .offers-list button").all()[:1]:  # a door can be listened at, too
        button.click()
    settled(page)


def test_a_newcomer_finds_a_dungeon_a_fight_and_a_treasure(visit: Visit, dice: Seed) -> None:
    dice.word = "incubo"  # kobolds in the first chamber, and what they hoarded
    page = visit(locale="it-IT")
    page.goto("/")
    page.locator("label.tile", has_text="La Scatola Bianca").first.click()
    page.locator("label.tile:visible", has_text="I novizi").click()
    page.get_by_role("button", name="Gioca da solo").click()
    settled(page)
    assert page.locator("[data-card]").count() == 4

    page.get_by_role("button", name="Parti per il dungeon").click()
    settled(page)
    play(page, ["travel"], until="follow/", most=9)
    do(page, "kindle_light/bruno/torches_6")
    page.get_by_role("button", name="Scendi nel dungeon").click()
    settled(page)
    expect(page.locator(".map [data-here], .map [id$='-party']").first).to_be_visible()

    explore(page, "ancora da esplorare")
    assert "coboldi (7)" in story(page)
    arrival = page.locator("#story .line .text", has_text="Una camera").last.inner_text()
    assert "engage/party" in offered(page)
    expect(page.locator(".map [data-exit][role=button]")).to_have_count(0)  # somebody stands in the way

    do(page, "engage/party")
    expect(page.locator("[data-card]")).to_have_count(11)
    blows = play(page, FIGHTING, until="take_loot/")
    assert any(one.startswith("attack/") for one in blows)
    assert "la meglio" in story(page).lower()

    do(page, next(one for one in offered(page) if one.startswith("take_loot/")))
    expect(page.locator("#story")).to_contain_text("La compagnia raccoglie il tesoro.")
    page.locator("#story .line", has_text="Un tesoro da").get_by_role("button").click()
    expect(page.locator(".because")).to_contain_text("WB-XP-02")

    page.get_by_role("button", name="Annulla").first.click()
    expect(page.locator("#story .line").last).to_contain_text("annullata")
    settled(page)
    assert any(one.startswith("take_loot/") for one in offered(page))
    page.get_by_role("button", name="Ripeti").first.click()
    expect(page.locator("#story .line").last).to_contain_text("vale di nuovo")
    settled(page)
    assert not any(one.startswith("take_loot/") for one in offered(page))

    page.get_by_role("button", name="Menu del tavolo").click()
    page.get_by_role("link", name="Diario").click()
    expect(page.locator("article.journal")).to_contain_text("coboldi")
    page.goto("/")
    page.get_by_role("link", name=re.compile("^Riprendi")).first.click()
    settled(page)
    expect(page.locator("#story")).to_contain_text("La compagnia raccoglie il tesoro.")
    page.get_by_role("button", name="Prima…").click()
    expect(page.locator("#story")).to_contain_text(arrival)  # what was told stays told


def test_a_newcomer_in_town_reads_plain_words(visit: Visit) -> None:
    page = visit(locale="it-IT")
    begin(page, "archmage", "campaigns/ready-level-1")
    settled(page)
    expect(page.locator("h1")).to_have_text("Dalla locanda al tesoro, con la compagnia del ponte")

    sealed = page.locator("#story .line").first
    assert not re.search("[0-9a-f]{20}", sealed.inner_text())
    sealed.get_by_role("button").click()
    expect(page.locator(".because")).to_contain_text(re.compile("BLAKE2b.*[0-9a-f]{64}"))

    assert "bank/brando/out" not in offered(page)
    gold = control(page, "bank/brando").locator("input[type=number]")
    expect(gold).to_have_attribute("min", "1")
    gold.fill("7")
    do(page, "bank/brando")
    expect(page.locator("#story")).to_contain_text("Brando lascia 7 monete")
    expect(control(page, "bank/brando/out").locator("input[type=number]")).to_have_attribute("max", "7")
    do(page, "bank/brando/out")
    expect(page.locator("#story")).to_contain_text("Brando riprende 1 moneta d'oro")


@pytest.mark.parametrize(
    ("game", "scene", "order", "told"),
    [
        ("infausta", "campaigns/ready-ill-starred", "marching_order", "Ordine di marcia"),
        ("archmage", "campaigns/ready-level-1", "go_in_front", "passa in testa"),
    ],
)
def test_the_ways_stand_first_and_the_order_of_march_is_folded(
    visit: Visit, game: str, scene: str, order: str, told: str
) -> None:
    page = visit(locale="it-IT")
    begin(page, game, scene)
    settled(page)
    do(page, "set_out")
    play(page, DAY[game], until="follow/", most=16)
    do(page, "follow/rootk0")
    ids = [one for one in offered(page) if not one.startswith("kindle_light/")]  # in the dark, light comes first
    assert ids[0].startswith("follow/")
    assert [one for one in ids if one.startswith(order)] == [order]
    assert page.locator(f"[data-do='{order}']").count() == 0  # it comes when somebody opens the bundle that it lies in
    control(page, order).click()
    settled(page)
    expect(page.locator("#story .line").last).to_contain_text(told)


def test_whoever_runs_lives(visit: Visit, dice: Seed) -> None:
    dice.word = "incubo"
    page = visit(locale="it-IT")
    page.goto("/")
    page.get_by_role("button", name="Gioca da solo").click()
    settled(page)
    do(page, "set_out")
    play(page, ["travel"], until="follow/", most=9)
    do(page, "follow/rootk0")
    explore(page, "ancora da esplorare")
    do(page, "flee")
    assert "parley" not in offered(page)
    assert "fugg" in story(page)


def test_every_way_on_the_map_can_be_taken_where_it_is_drawn(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    page.get_by_role("button", name="Play alone").click()
    settled(page)
    do(page, "set_out")
    play(page, ["travel"], until="follow/", most=9)
    do(page, "follow/rootk0")
    for _ in range(3):  # where the party stands now, every way that is drawn leads to something that can be done
        drawn = page.locator(".map [data-choice]")
        assert drawn.count() > 0
        for way in drawn.all():
            expect(way).to_have_attribute("role", "button")
            assert way.get_attribute("aria-label") or way.locator("title").count()
            choice, about = way.get_attribute("data-choice"), way.get_attribute("data-exit")
            concerning = f"[data-do='{choice}'], [data-do][data-about~='{about}']"
            assert page.locator(f"#fragment-choices :is({concerning})").count() > 0, choice
        before = story(page)
        explore(page, "not yet explored")
        assert story(page) != before
