"""The page in a real browser: a newcomer, a fight, keys only, a phone, two languages, one's own dice, a referee."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Visit, begin
from tests.web.browser.hands import do, play, settled


def faults(page: Page, *only: str) -> list[str]:
    """What axe finds wrong with the page, by all of its rules or by these."""
    options = {"runOnly": list(only)} if only else {}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]


def lines(page: Page) -> int:
    return page.locator("#story .line").count()


def test_a_newcomer_is_on_the_way_to_a_dungeon_with_three_clicks(visit: Visit) -> None:
    page = visit(locale="it-IT")
    page.goto("/")
    page.get_by_role("button", name="Gioca da solo").click()  # the first game and scene are chosen already
    page.wait_for_selector("body[data-connected]")
    expect(page.locator("h1")).to_contain_text("Dalla locanda al tesoro")
    before = lines(page)
    page.get_by_role("button", name=re.compile("Parti per il dungeon")).click()
    expect(page.locator("#story .line")).not_to_have_count(before)
    page.goto("/")
    page.get_by_role("link", name=re.compile("Riprendi")).first.click()
    expect(page.locator("#fragment-choices [data-do]").first).to_be_attached()


def test_a_blow_is_one_click_and_every_line_answers_why(visit: Visit) -> None:
    page = visit()
    begin(page, "whitebox", "fights/orcs")
    before = lines(page)
    page.locator("#fragment-choices button[data-do^='attack/']:visible").first.click()
    expect(page.locator("#story .line")).not_to_have_count(before)
    attack = page.locator("#story .line", has_text=" attacks ").last
    expect(attack.locator(".die.d20")).to_be_visible()
    why = attack.get_by_role("button")
    why.click()
    expect(attack.locator(".because")).to_contain_text("WB-ATK-01")
    expect(why).to_have_attribute("aria-expanded", "true")
    why.click()
    expect(attack.locator(".because")).to_have_count(0)


def test_a_sheet_opens_in_a_dialog_and_closes_with_escape(visit: Visit) -> None:
    page = visit()
    begin(page, "whitebox", "fights/orcs")
    page.get_by_role("button", name="Sheet: Berto").click()
    expect(page.get_by_role("dialog", name="Berto")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_keyboard_is_enough_and_never_loses_its_place(visit: Visit) -> None:
    page = visit()
    begin(page, "whitebox", "fights/orcs")
    page.keyboard.press("Tab")
    expect(page.locator("a.skip").first).to_be_focused()
    tab = page.locator(".people-tabs [aria-selected=true]")
    tab.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".people-tabs [aria-selected=true]")).to_be_focused()
    panel = page.locator("[role=tabpanel]:visible")
    panel.locator("button[data-do^='attack/']").first.focus()
    before = lines(page)
    page.keyboard.press("Enter")
    expect(page.locator("#story .line")).not_to_have_count(before)
    page.wait_for_function("() => document.getElementById('fragment-choices').contains(document.activeElement)")


def test_the_map_pans_and_zooms(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    page.get_by_role("button", name="Play alone").click()
    settled(page)
    do(page, "set_out")
    play(page, ["travel"], until="follow/", most=4)
    do(page, "follow/rootk0")
    drawing = page.locator(".map > svg")
    page.locator(".map").focus()
    page.keyboard.press("0")
    whole = drawing.get_attribute("viewBox")
    page.keyboard.press("+")
    zoomed = drawing.get_attribute("viewBox")
    page.keyboard.press("ArrowRight")
    assert len({whole, zoomed, drawing.get_attribute("viewBox")}) == 3
    page.keyboard.press("0")
    expect(drawing).to_have_attribute("viewBox", str(whole))


def test_the_picture_of_a_fight_offers_what_can_be_done_to_somebody(visit: Visit) -> None:
    page = visit()
    begin(page, "archmage", "fights/bridge", "referee")
    drawing = page.locator(".map > svg")
    whole = drawing.get_attribute("viewBox")
    page.locator(".map").focus()
    page.keyboard.press("+")
    assert drawing.get_attribute("viewBox") == whole, "it is read as it stands"
    aimed = page.locator("#fragment-choices .picks button").first.get_attribute("data-value")
    page.locator(f".map [data-id='{aimed}'] .token").first.click()
    offered = page.locator(f"#plain-dialog[open] button, #tab-{aimed}[aria-selected=true]")
    expect(offered.first).to_be_visible()


def test_each_reader_has_a_language_and_a_look_of_their_own(visit: Visit) -> None:
    page = visit(locale="it-IT")
    begin(page, "whitebox", "fights/orcs")
    expect(page.get_by_role("heading", name="La storia")).to_be_visible()
    page.locator("a[data-language]:visible").click()
    expect(page.get_by_role("heading", name="The story")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.locator("[data-theme-switch]:visible").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_phone_shows_one_part_at_a_time_and_never_scrolls_sideways(visit: Visit) -> None:
    page = visit(width=360, height=740)
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    begin(page, "whitebox", "fights/orcs")
    for part, shown in (("scene", "#fragment-scene"), ("people", "#fragment-cards"), ("act", "#fragment-choices")):
        page.locator(f"[data-show={part}]").click()
        expect(page.locator(shown)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 360
    expect(page.locator("#fragment-cards")).to_be_hidden()


def test_real_dice_are_asked_for_one_by_one(visit: Visit) -> None:
    page = visit()
    begin(page, "whitebox", "fights/orcs")
    page.get_by_role("button", name="Menu of the table").click()
    page.get_by_label("I throw my own, real dice").check()
    page.keyboard.press("Escape")
    page.locator("#fragment-choices button[data-do^='attack/']:visible").first.click()
    asked = page.locator("#die-dialog")
    expect(asked).to_contain_text("throw a d20")
    asked.get_by_role("button", name="2", exact=True).click()
    expect(page.locator("#story .die.typed").last).to_have_accessible_name("d20: 2, typed")


def test_a_die_that_is_owed_stays_on_the_page_until_it_is_said_or_left_to_arbitro(visit: Visit) -> None:
    page = visit()
    begin(page, "whitebox", "fights/orcs")
    page.get_by_role("button", name="Menu of the table").click()
    page.get_by_label("I throw my own, real dice").check()
    page.keyboard.press("Escape")
    page.locator("#fragment-choices button[data-do^='attack/']:visible").first.click()
    expect(page.locator("#die-dialog")).to_contain_text("throw a d20")
    page.keyboard.press("Escape")
    owed = page.locator("#fragment-owed")
    expect(owed).to_contain_text("You have begun: throw a d20 and say what it shows. (attack)")
    page.reload()
    page.wait_for_selector("body[data-connected]")
    owed.get_by_role("button", name="Say what it shows").click()
    page.locator("#die-dialog").get_by_role("button", name="20", exact=True).click()
    expect(page.locator("#die-dialog")).to_contain_text("throw a d6")
    page.keyboard.press("Escape")
    owed.get_by_role("button", name="Let Arbitro roll").click()
    expect(owed).to_be_hidden()
    expect(page.locator("#story .die.typed").last).to_have_accessible_name("d20: 20, typed")


def test_a_referee_invites_a_player_who_sits_down(visit: Visit) -> None:
    referee, player = visit(), visit(locale="it-IT")
    begin(referee, "whitebox", "fights/orcs", "referee")
    referee.get_by_role("button", name="Seats").first.click()
    referee.get_by_label("Name", exact=True).fill("Anna")
    referee.locator("#seat-side-party").check()
    referee.get_by_role("button", name="Make the invitation").click()
    expect(referee.locator("#invitation svg")).to_be_visible()
    link = referee.locator("#invitation input").input_value()
    player.goto(link)
    player.get_by_role("button", name="Siediti").click()
    player.wait_for_selector("body[data-connected]")
    expect(referee.locator(".seat-list li", has_text="Anna")).to_contain_text("1 page open")
    assert player.locator("#fragment-tools, #fragment-seats").count() == 0
    assert "4/4" not in player.content()  # an orc's hit points
    assert "4/4" in referee.content()


def test_the_players_screen_shows_what_all_may_see_and_nothing_to_press(visit: Visit) -> None:
    page = visit(width=1920, height=1080)
    table = begin(page, "whitebox", "fights/orcs", "referee")
    page.goto(f"/tables/{table}/screen")
    page.wait_for_selector("body[data-connected]")
    assert "4/4" not in page.content()
    expect(page.locator("main button:visible")).to_have_count(0)


def test_a_demo_plays_itself_until_somebody_stops_it(visit: Visit) -> None:
    page = visit()
    begin(page, "whitebox", "fights/orcs", "demo")
    page.locator("#pace").select_option("150")
    before = lines(page)
    page.wait_for_function("n => document.querySelectorAll('#story .line').length > n + 5", arg=before)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()


def test_the_first_page_is_light(visit: Visit) -> None:
    page = visit()
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(sum(request.sizes().values())))
    page.goto("/", wait_until="networkidle")
    assert sum(sizes) < 150_000


QUIET = ("/", "/rules", "/rules?q=WB-ATK-01", "/options/appendix-a", "/guides", "/guides/player")


def test_axe_finds_nothing_on_the_quiet_pages(visit: Visit) -> None:
    page = visit(locale="it-IT")
    for path in QUIET:
        page.goto(path)
        assert faults(page) == [], path


def test_axe_finds_nothing_at_the_table(visit: Visit) -> None:
    page = visit()
    table = begin(page, "archmage", "fights/bridge", "referee")
    page.locator("#story .why").last.click()
    expect(page.locator(".because")).to_be_visible()
    assert faults(page) == []
    for dialog in ("tools-dialog", "seats-dialog", "menu-dialog"):
        page.locator(f"[data-open={dialog}]").first.click()
        assert faults(page) == [], dialog
        page.keyboard.press("Escape")
    for path in ("options", "journal", "screen"):
        page.goto(f"/tables/{table}/{path}")
        assert faults(page) == [], path
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/tables/{table}")
    assert faults(page) == []


def test_the_dark_look_has_enough_contrast_too(visit: Visit) -> None:
    page = visit(theme="dark")
    for path in QUIET:
        page.goto(path)
        assert faults(page, "color-contrast") == [], path
    begin(page, "whitebox", "fights/orcs", "referee")
    assert faults(page, "color-contrast") == []
    page.get_by_role("button", name="Tools").first.click()
    assert faults(page, "color-contrast") == []


NO_SOCKETS = """
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  constructor() { super(); setTimeout(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 }))); }
  close() {}
};
"""


def test_without_a_websocket_the_table_is_followed_by_events_and_played_by_http(visit: Visit) -> None:
    page = visit()
    page.add_init_script(NO_SOCKETS)
    begin(page, "whitebox", "fights/orcs")
    expect(page.locator("#connection")).to_be_hidden()
    before = lines(page)
    page.locator("#fragment-choices button[data-do^='attack/']:visible").first.click()
    expect(page.locator("#story .line")).not_to_have_count(before)
    page.locator("#story .why").last.click()
    expect(page.locator(".because")).to_be_visible()
