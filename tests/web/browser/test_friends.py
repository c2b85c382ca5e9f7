"""A table with friends in the browser: what a referee does most often, counted in clicks, and hands on the map."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.web.browser.conftest import Seed, Visit, begin
from tests.web.browser.hands import control, do, settled
from tests.web.browser.test_access import violations
from tests.web.browser.test_table import invite, sit_down
from tests.web.test_pictures import png

DOCS = Path(__file__).parents[3] / "docs"


ON_THE_MAP = """(spot) => {
  const svg = document.querySelector("#map svg");
  const shown = () => document.querySelector(".finger circle").getBoundingClientRect();
  const [x, y] = spot ?? [shown().left + shown().width / 2, shown().top + shown().height / 2];
  const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}"""
"""Where on the map a spot of the screen is, or the finger that is shown."""


class Hands:
    """Somebody at a page who presses, and counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    def press(self, selector: str) -> None:
        """One click."""
        self.page.locator(selector).first.click()
        self.clicks += 1

    def choose(self, selector: str, value: str) -> None:
        """One click on a list, and the line of it."""
        self.page.locator(selector).select_option(value)
        self.clicks += 1

    def write(self, selector: str, text: str) -> None:
        """Words take no click where the page has put the cursor there, or a key leads to them."""
        self.page.locator(selector).fill(text)


def told(page: Page, kind: str) -> None:
    expect(page.locator(f"#story .kind-{kind}").last).to_be_attached()


def note(hands: Hands) -> None:
    """Words, a call or a Difficulty as they had to be told before: by a note."""
    hands.press("[data-open=menu-dialog]")
    hands.press("#note-form textarea")
    hands.write("#note-form textarea", "Throw a d20!")
    hands.press("#note-form [type=submit]")
    told(hands.page, "annotated")


def change(hands: Hands, word: str) -> None:
    """A value, changed by the tools: a list that is chosen from is one click."""
    hands.press("[data-open=tools-dialog]")
    fold = hands.page.locator("#tools-override")
    fold.evaluate("one => { one.open = false; }")  # as it is when the tools are opened for the first time
    hands.press("#tools-override > summary")
    hands.page.wait_for_selector("#override-who option[value=bruno]", state="attached")
    if hands.page.locator("#override-who").input_value() != "bruno":
        hands.choose("#override-who", "bruno")
    if not hands.page.locator("#override-what").input_value().endswith(word):
        wanted = hands.page.locator("#override-what option").evaluate_all("all => all.map((one) => one.value)")
        hands.choose("#override-what", next(path for path in wanted if path.endswith(word)))
    hands.press("#override-value")
    hands.write("#override-value", "3")
    hands.press("#override-reason")
    hands.write("#override-reason", "so it is")
    hands.press("#tools-override [type=submit]")
    told(hands.page, "overridden")


def wait_a_while(hands: Hands) -> None:
    """Turns that go by, from the list of choices."""
    found = control(hands.page, "pass_turns")
    number = found.locator("input[type=number]")
    number.click()
    number.fill("3")
    found.locator("button[type=submit]").click()
    hands.clicks += 2
    settled(hands.page)


def spring(hands: Hands) -> None:
    """Somebody to meet, from the desk."""
    hands.press("[data-open=tools-dialog]")
    hands.press("#tools-desk")
    hands.press("#desk-offer-spring_encounter > summary")
    hands.choose("#desk-offer-spring_encounter [name=kind]", "kobold")
    hands.press("#desk-offer-spring_encounter [type=submit]")
    hands.page.keyboard.press("Escape")


BEFORE: dict[str, Callable[[Hands], None] | None] = {
    "talk": note,
    "handout": note,
    "call": note,
    "difficulty": note,
    "wound": lambda hands: change(hands, ".hp"),
    "gold": lambda hands: change(hands, ".gp"),
    "name": None,
    "overview": None,
    "time": wait_a_while,
    "foe": spring,
}
"""The same acts by what a referee had before there was a bar of quick acts; None: there was no such thing."""


def talk(hands: Hands) -> None:
    hands.press("#talk-text")
    hands.write("#talk-text", "The lamp burns low.")
    hands.press("[data-talk] button")
    told(hands.page, "said_aside")


def handout(hands: Hands) -> None:
    hands.press("#handout-open")
    hands.write("#handout-form [name=title]", "A letter")
    hands.write("#handout-form [name=text]", "Do not open the red door.")
    hands.press("#handout-form [type=submit]")
    told(hands.page, "handed_out")


def call(hands: Hands) -> None:
    hands.press("#quick-open")
    hands.write("#quick-dice", "1d20")
    hands.press("[data-call-form] [type=submit]")
    told(hands.page, "roll_called")


def difficulty(hands: Hands) -> None:
    hands.press("#quick-open")
    hands.press("[data-call]")
    expect(hands.page.locator("#quick-dialog")).to_be_hidden()


def wound(hands: Hands) -> None:
    hands.press("[data-adjust=bruno]")
    hands.press("[data-step='game.characters.bruno.hp -1']")
    told(hands.page, "overridden")


def gold(hands: Hands) -> None:
    hands.page.keyboard.press("Escape")
    hands.press("[data-adjust=bruno]")
    hands.press("[data-step='game.characters.bruno.coins.gp 10']")
    expect(hands.page.locator(".adjusting")).to_contain_text("56")
    hands.page.keyboard.press("Escape")


def time(hands: Hands) -> None:
    hands.press("#quick-open")
    hands.press("[data-span=let_turns_pass][data-amount='3']")
    expect(hands.page.locator("#quick-dialog")).to_be_hidden()


def foe(hands: Hands) -> None:
    hands.press("#quick-open")
    hands.press("[id='quick-go-send_wanderers']")
    expect(hands.page.locator("#quick-dialog")).to_be_hidden()
    settled(hands.page)


def name(hands: Hands) -> None:
    hands.press("#names-open")
    hands.press("#names-list button")
    expect(hands.page.locator("#names-dialog")).to_be_hidden()


def overview(hands: Hands) -> None:
    hands.press("#overview-open")
    expect(hands.page.locator("#fragment-overview")).to_contain_text("Bruno")
    hands.page.keyboard.press("Escape")


ACTS: dict[str, Callable[[Hands], None] | None] = {
    "talk": talk,
    "handout": handout,
    "call": call,
    "difficulty": difficulty,
    "wound": wound,
    "gold": gold,
    "name": name,
    "overview": overview,
    "time": time,
    "foe": foe,
}


def friends(visit: Visit) -> tuple[Page, Page]:
    """A referee and a player before the entrance of the first delve, and down the stairs."""
    referee = visit()
    begin(referee, "whitebox", "adventures/first-delve", "referee")
    link = invite(referee, "Anna", "side-party")
    referee.keyboard.press("Escape")
    player = visit(locale="it-IT")
    sit_down(player, link)
    for choice in ("set_out", "follow/entrance"):
        do(referee, choice)
    return referee, player


def counted(page: Page, acts: dict[str, Callable[[Hands], None] | None]) -> dict[str, int]:
    """Every act, carried out, with the clicks it took; 0 where there is no such thing."""
    found = {}
    for act, carry_out in acts.items():
        hands = Hands(page)
        if carry_out is not None:
            carry_out(hands)
        found[act] = hands.clicks
    return found


def test_the_ten_most_common_acts_take_at_most_three_clicks(visit: Visit) -> None:
    referee, player = friends(visit)
    now = counted(referee, ACTS)
    assert len(now) == 10
    assert max(now.values()) <= 3
    expect(player.locator("#story .kind-said_aside").last).to_contain_text("The lamp burns low.")
    player.locator("#story [data-throw='1d20']").last.click()
    told(referee, "dice_thrown")
    referee, _ = friends(visit)
    before = counted(referee, BEFORE)
    for page in (DOCS / "guide-referee.md", DOCS / "it" / "guida-arbitro.md"):
        rows = [line for line in page.read_text("utf-8").splitlines() if "<!-- clicks:" in line]
        written = {row.split("clicks:")[1].split()[0]: row.split("|")[2].strip() for row in rows}
        assert written == {act: f"{before[act] or '–'} → {clicks}" for act, clicks in now.items()}


def test_a_picture_goes_to_one_player_and_hands_lie_on_the_map(visit: Visit) -> None:
    referee, player = friends(visit)
    referee.locator("#handout-open").click()
    picture = {"name": "map.png", "mimeType": "image/png", "buffer": png(64)}
    referee.locator("#handout-form [name=file]").set_input_files([picture])
    referee.locator("#handout-form [name=audience]").select_option("seat:Anna")
    referee.locator("#handout-form [type=submit]").click()
    shown = player.locator("#story .kind-handed_out img")
    expect(shown).to_be_attached()
    shown.scroll_into_view_if_needed()
    player.wait_for_function("() => document.querySelector('.kind-handed_out img').naturalWidth > 0")
    # a finger on the map, and a stroke that stays
    settled(player)
    player.locator("#scratch-point").click()
    box = player.locator("#map").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    player.mouse.click(*middle)
    expect(referee.locator(".finger")).to_contain_text("Anna")
    meant, shown_at = player.evaluate(ON_THE_MAP, middle), referee.evaluate(ON_THE_MAP, None)
    assert shown_at == pytest.approx(meant, abs=2), "the finger lands where it points, on every screen"
    expect(player.locator("#scratch-point")).to_have_attribute("aria-pressed", "false")
    player.locator("#scratch-draw").click()
    player.mouse.move(*middle)
    player.mouse.down()
    for step in range(1, 6):
        player.mouse.move(middle[0] + 12 * step, middle[1] + 5 * step)
    player.mouse.up()
    expect(referee.locator("#map .scratch .stroke")).to_have_count(1)
    assert violations(player) == []
    player.keyboard.press("Escape")
    player.locator("#scratch-wipe").click()
    expect(referee.locator("#map .scratch .stroke")).to_have_count(0)
    # who somebody is, without leaving the table
    referee.locator("#fragment-card-bruno h3").hover()
    expect(referee.locator("#peek")).to_contain_text("Bruno")
    referee.keyboard.press("Escape")
    expect(referee.locator("#peek")).to_be_hidden()
    referee.locator("#sheet-of-alma").focus()
    assert violations(referee) == []


@pytest.mark.parametrize("width", [390, 1440])
def test_talk_fits_the_phone_and_the_desk(visit: Visit, dice: Seed, width: int) -> None:
    dice.word = "friends"
    referee = visit(width=width, height=844, locale="it-IT")
    begin(referee, "whitebox", "fights/orcs", "referee")
    expect(referee.locator("#quick-open")).to_be_visible()
    referee.locator("#overview-open").click()
    expect(referee.locator("#fragment-overview tbody tr").first).to_be_visible()
    assert violations(referee) == []
    wide = referee.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert wide
