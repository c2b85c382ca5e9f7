"""Several people at one table, each in a browser of their own: secrets, languages, lost lines, the referee's word."""

from playwright.sync_api import Page, WebSocketRoute, expect
from tests.web.browser.conftest import Visit, begin
from tests.web.browser.hands import Ears, do, offered, play, settled, story


def invite(referee: Page, name: str, *plays: str) -> str:
    """A seat for somebody; the link that opens it."""
    referee.locator("[data-open=seats-dialog]").first.click()
    referee.locator("#seat-name").fill(name)
    for one in plays:
        referee.locator(f"#seat-{one}").check()
    referee.locator("#seats-add button[type=submit]").click()
    expect(referee.locator("#invitation h3")).to_contain_text(name)
    link = referee.locator("#invitation input").input_value()
    referee.keyboard.press("Escape")
    expect(referee.get_by_role("dialog")).to_have_count(0)
    return link


def sit_down(player: Page, link: str) -> None:
    """Take a seat by its link."""
    player.goto(link)
    player.locator("form button").click()
    player.wait_for_selector("body[data-connected]")


def tool(referee: Page, fold: str, **fields: str) -> None:
    """Use one of the referee's tools."""
    referee.locator("[data-open=tools-dialog]").first.click()
    referee.locator(f"#{fold} > summary").click()
    for name, value in fields.items():
        referee.locator(f"#{fold} [name={name}]").fill(value)
    referee.locator(f"#{fold} button[type=submit]").first.click()


def change(referee: Page, who: str, what: str, value: str, reason: str) -> None:
    """Change a value by hand, as the lists call it."""
    referee.locator("[data-open=tools-dialog]").first.click()
    referee.locator("#tools-override > summary").click()
    referee.locator("#override-who").select_option(label=who)
    referee.locator("#override-what").select_option(label=what)
    referee.locator("#override-value").fill(value)
    referee.locator("#override-reason").fill(reason)
    referee.locator("#tools-override button[type=submit]").click()


def override(referee: Page, table: str, path: str, value: int, reason: str) -> None:
    """Set a value that people have no word for, as a program does."""
    message = {"type": "override", "path": path, "value": value, "reason": reason}
    said = referee.evaluate(
        """([table, message]) => fetch(`/v1/tables/${table}/messages`, {
            method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message),
        }).then((answer) => answer.json())""",
        [table, message],
    )
    assert said["type"] == "done", said


def menu(page: Page, form: str, **fields: str) -> None:
    """Fill in one of the small forms of the menu."""
    page.locator("[data-open=menu-dialog]").click()
    for name, value in fields.items():
        field = page.locator(f"#{form} [name={name}]")
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.locator(f"#{form} button[type=submit]").click()
    expect(page.locator("body.waiting")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_is_secret_never_arrives(visit: Visit) -> None:
    referee, anna, bea = visit(), visit(), visit(locale="it-IT")
    table = begin(referee, "whitebox", "fights/orcs", "referee")
    settled(referee)
    ears = {"anna": Ears(anna), "bea": Ears(bea)}
    sit_down(anna, invite(referee, "Anna", "person-berto", "person-dalia"))
    sit_down(bea, invite(referee, "Bea", "person-guido", "person-livia"))

    menu(referee, "note-form", text="sapphires under the altar", audience="referee")
    menu(referee, "note-form", text="a whisper for one", audience="seat:Anna")
    menu(referee, "throw-form", notation="3d977", to="referee", purpose="for luck")
    menu(anna, "throw-form", notation="2d947", to="blind")
    override(referee, table, "fight.combatants.orc-1.began", 7331, "a die had rolled under the table")
    expect(referee.locator("#story")).to_contain_text("a die had rolled under the table")
    settled(anna)
    do(anna, next(one for one in offered(anna) if one.startswith(("attack/", "end_turn/"))))
    menu(referee, "note-form", text="that is all for now", audience="")
    for page in (anna, bea):
        expect(page.locator("#story")).to_contain_text("that is all for now")
        page.reload()
        page.wait_for_selector("body[data-connected]")
        for path in ("journal", "options", "screen"):
            page.goto(f"/tables/{table}/{path}")
        for path in ("", "/log", "/journal"):
            page.evaluate("path => fetch(path).then((answer) => answer.text())", f"/v1/tables/{table}{path}")

    thrown = referee.locator("#story .line", has_text="3d977").locator(".die text").all_inner_texts()
    thrown += referee.locator("#story .line", has_text="2d947").locator(".die text").all_inner_texts()
    assert len(thrown) == 5
    secrets = ("sapphires", "7331", "orc-1.hp", '"hp":4', "4/4", *(f"7: {face}" for face in thrown))
    for name, one in ears.items():
        heard = one.heard()
        assert "that is all for now" in heard  # the ears are open
        assert [secret for secret in secrets if secret in heard] == [], name
    assert "a whisper for one" in ears["anna"].heard()
    assert "a whisper for one" not in ears["bea"].heard()
    whole = referee.content()
    assert "sapphires under the altar" in whole
    assert "7331" in whole


def test_each_seat_acts_for_its_own_people_and_all_see_it_in_their_language(visit: Visit) -> None:
    referee, anna, bea = visit(), visit(), visit(locale="it-IT")
    begin(referee, "whitebox", "fights/orcs", "referee")
    settled(referee)
    sit_down(anna, invite(referee, "Anna", "person-berto", "person-dalia"))
    sit_down(bea, invite(referee, "Bea", "person-guido", "person-livia"))
    play(referee, ("surprise", "answer"), until="attack/", most=6)
    play(referee, ("end_turn/orcs", "attack/orc", "end_turn/"), until="attack/berto", most=12)
    settled(anna)
    assert {one.split("/")[1] for one in offered(anna) if one.startswith("attack/")} == {"berto", "dalia"}
    assert not any("berto" in one for one in offered(bea))
    do(anna, next(one for one in offered(anna) if one.startswith("attack/berto")))
    expect(anna.locator("#story")).to_contain_text("Berto attacks")
    expect(bea.locator("#story")).to_contain_text("Berto attacca")
    bea.locator("a[data-language]:visible").click()
    expect(bea.locator("html")).to_have_attribute("lang", "en")
    expect(bea.locator("#story")).to_contain_text("Berto attacks")
    expect(anna.locator("html")).to_have_attribute("lang", "en")
    expect(referee.locator("#story")).to_contain_text("Berto attacks")


def test_a_referee_changes_a_number_and_overrules_dice_and_says_why(visit: Visit) -> None:
    page = visit()
    begin(page, "whitebox", "fights/orcs", "referee")
    settled(page)
    play(page, ("surprise", "answer"), until="attack/", most=6)
    do(page, next(one for one in offered(page) if one.startswith("attack/")))
    before = story(page)
    tool(page, "tools-overrule", face="20", reason="the table agreed: a masterly stroke")
    asked = page.locator("#die-dialog")  # a miss has become a hit: now there is damage to be thrown
    expect(asked).to_contain_text("d6")
    asked.get_by_role("button", name="3", exact=True).click()
    expect(page.locator("#story")).to_contain_text("a masterly stroke")
    settled(page)
    assert story(page) != before
    expect(page.locator("#story .die.overridden").first).to_be_visible()
    change(page, "Berto", "hit points: 8", "3", "the cursed sword bites back")
    expect(page.locator("[data-card=berto]")).to_contain_text("3/8")
    line = page.locator("#story .line", has_text="the cursed sword bites back")
    expect(line).to_be_visible()
    page.locator("[data-undo]").click()
    expect(page.locator("[data-card=berto]")).to_contain_text("8/8")
    page.locator("[data-redo]").click()
    expect(page.locator("[data-card=berto]")).to_contain_text("3/8")


class Line:
    """The live line of a page, which can be cut and mended."""

    def __init__(self, page: Page) -> None:
        self._whole = True
        self._open: list[WebSocketRoute] = []
        page.route_web_socket("**/live*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if not self._whole:
            socket.close(code=1013)
            return
        socket.connect_to_server()
        self._open.append(socket)

    def cut(self) -> None:
        self._whole = False
        for socket in self._open:
            socket.close(code=1012)
        self._open.clear()

    def mend(self) -> None:
        self._whole = True


def test_whoever_comes_back_has_missed_nothing(visit: Visit) -> None:
    referee, anna = visit(), visit()
    line = Line(anna)
    begin(referee, "whitebox", "fights/orcs", "referee")
    settled(referee)
    sit_down(anna, invite(referee, "Anna", "side-party"))
    line.cut()
    expect(anna.locator("#connection")).to_be_visible()
    play(referee, ("surprise", "answer"), until="attack/", most=6)
    do(referee, next(one for one in offered(referee) if one.startswith("attack/")))
    menu(referee, "note-form", text="while Anna was away", audience="")
    assert "while Anna was away" not in story(anna)
    line.mend()
    expect(anna.locator("#story")).to_contain_text("while Anna was away", timeout=20_000)
    expect(anna.locator("#connection")).to_be_hidden()
    settled(anna)
    kept = (story(anna), offered(anna), anna.locator("#fragment-cards").inner_text())
    anna.reload()
    settled(anna)
    assert (story(anna), offered(anna), anna.locator("#fragment-cards").inner_text()) == kept
    elsewhere = anna.context.new_page()  # the same person on another page
    elsewhere.goto(anna.url)
    settled(elsewhere)
    assert story(elsewhere) == kept[0]
