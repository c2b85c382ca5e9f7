"""The referee's tools beside friends on phones: switches, faults that are seen, dice of one's own, a word in secret."""

from playwright.sync_api import expect
from tests.web.browser.conftest import Visit, begin
from tests.web.browser.hands import box, settled
from tests.web.browser.test_table import invite, menu, sit_down, tool


def test_a_referee_and_a_friend_on_a_phone(visit: Visit) -> None:
    referee, anna = visit(), visit(locale="it-IT", width=360, height=740)
    begin(referee, "archmage", "campaigns/ready-level-1", "referee")
    settled(referee)
    sit_down(anna, invite(referee, "Anna", "person-nino"))
    settled(anna)
    expect(anna.locator("[data-do=set_out]")).to_be_visible()  # who plays one of them has a say in what all do

    referee.locator("[data-open=tools-dialog]").first.click()
    monsters = referee.locator("#decides-monster_actions")
    expect(monsters).to_be_checked()
    monsters.uncheck()
    expect(referee.locator("#story")).to_contain_text("From now on a person decides: what monsters do.")
    expect(monsters).not_to_be_checked()
    referee.locator("#arrange-typed").check()
    referee.keyboard.press("Escape")

    tool(referee, "tools-order", command="{soon")
    fault = referee.locator("#messages .message")
    expect(fault).to_have_text("This is not JSON: check the quotes and brackets.")
    place = box(fault)
    middle = (place["x"] + 20, place["y"] + place["height"] / 2)
    assert referee.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('.message')", middle)
    fault.locator("button").click()  # it lies in front of the open dialog, and can be reached there
    expect(fault).to_have_count(0)
    referee.keyboard.press("Escape")

    anna.locator("[data-open=menu-dialog]").click()
    anna.locator("#typing").check()  # nothing was loaded anew
    anna.locator("#throw-form [name=notation]").fill("1d20")
    anna.locator("#throw-form button").click()
    expect(anna.locator("#die-dialog .ask")).to_have_text("Dado 1: tira un d20.")
    anna.locator("#die-dialog .faces button").nth(16).click()
    expect(referee.locator("#story .line").last).to_contain_text("Anna throws 1d20 (17) = 17.")
    expect(anna.locator("#menu-dialog")).to_be_hidden()
    menu(anna, "note-form", text="tengo l'anello", audience="seat:Anna")
    expect(referee.locator("#story .line").last).to_contain_text("(Anna, not for everybody)")
    menu(referee, "throw-form", notation="2d6", to="referee")
    expect(anna.locator("#story .line").last).to_contain_text("L'Arbitro tira 2d6 di nascosto.")
