"""The bench as a person has it in front of them: put together, followed, stopped, read, opened; by eye and by ear."""

import json

from playwright.sync_api import FilePayload, Page, expect
from tests.packs.sample import TEXTS
from tests.web.browser.conftest import Visit, begin
from tests.web.browser.test_access import SIDEWAYS, violations

SMALL = "/bench?game=whitebox&party=ready:novices&foe=goblin:1&fights=200&sampled=1"


def found(page: Page) -> None:
    """Ask, and wait for the answer."""
    page.locator("#bench button.main").click()
    page.wait_for_function("() => document.querySelector('.bench-running').hidden")
    expect(page.locator(".bench-fault")).to_be_hidden()


def test_a_fight_is_put_together_found_out_changed_read_opened_and_found_again(visit: Visit) -> None:
    page = visit()
    page.goto(SMALL)
    found(page)
    expect(page.locator("#bench-result")).to_be_focused()
    expect(page.locator(".odds-wins tbody tr")).to_have_count(2)
    expect(page.locator("svg.bars").first).to_be_visible()
    page.locator("[data-add-foe]").click()
    page.keyboard.type("Kob")
    page.locator(".foe [name=number]").last.fill("2")
    page.locator("[name=feet]").select_option("60")
    found(page)
    assert "foe=kobold%3A2&feet=60" in page.url  # it can be kept, and sent to somebody
    expect(page.locator(".odds-change").first).to_be_visible()
    page.locator("[data-replay]").first.click()
    page.locator(".replay-lines summary").nth(5).click()
    expect(page.locator(".replay-lines .because").nth(5)).to_be_visible()
    assert violations(page, "#bench-result") == []
    with page.expect_download() as taken:
        page.locator("[data-download=json]").click()
    told = json.loads(taken.value.path().read_text())
    assert (told["fight"]["foes"][1], told["count"]) == ({"kind": "kobold", "number": 2}, 200)
    page.locator("[data-open-fight]").click()
    page.wait_for_url("**/tables/**")
    page.wait_for_selector("body[data-connected]")
    assert page.locator("#story li").count() > 5
    page.go_back()
    expect(page.locator(".odds-change").first).to_be_visible()
    expect(page.locator("[name=kind]").last).to_have_value("kobold")


def test_files_are_read_and_settings_come_back(visit: Visit) -> None:
    page = visit()
    page.goto("/bench?game=daggerheart&foe=mud_toad:1&fights=200&sampled=1")
    expect(page.locator("#bench-unknown")).to_contain_text("mud_toad")
    expect(page.locator(".foe")).to_have_count(0)
    page.locator("details.panel summary").click()
    rules = "game: daggerheart\nname: Ours\noptions: {scene_default_tension: major}\n"
    page.locator("[name=house-rules]").set_input_files(yaml_file("house.yaml", rules))
    expect(page.locator("#bench-files")).to_contain_text("Ours")
    expect(page.locator("[name=scene_default_tension]")).to_have_value("major")
    page.locator("[name=packs]").set_input_files(yaml_file("toads.yaml", TEXTS["daggerheart"]))
    expect(page.locator("#bench-files")).to_contain_text("toads.yaml")
    expect(page.locator("#bench-unknown")).to_be_hidden()
    expect(page.locator("[name=kind]").first).to_have_value("mud_toad")
    found(page)
    expect(page.locator(".odds-answer")).to_contain_text("Mud toad")
    with page.expect_download() as taken:
        page.locator("[data-download=settings]").click()
    page.goto("/bench?game=whitebox")
    page.locator("details.panel summary").click()
    for name, file, told in (
        ("packs", yaml_file("bad.yaml", "content: zzz"), "bad.yaml"),
        (
            "packs",
            yaml_file("latin.yaml", "a: 1\nword: perché", "latin-1"),
            "latin.yaml, line 2: this is not text in UTF-8",
        ),
        (
            "house-rules",
            yaml_file("wide.yaml", "game: whitebox", "utf-16"),
            "wide.yaml, line 1: this is not text in UTF-8",
        ),
        (
            "packs",
            yaml_file("long.yaml", "#" * 200_001),
            "long.yaml is too long: the most letters that a file may have here: 200000",
        ),
        ("settings", yaml_file("odd.json", "{"), "“odd.json” holds no settings"),
    ):
        page.locator(f"[name={name}]").set_input_files(file)
        expect(page.locator(".bench-fault")).to_contain_text(told)
    page.locator("[name=party]").select_option("file")
    page.locator("#bench button.main").click()
    expect(page.locator(".bench-fault")).to_contain_text("Choose the party's file first")
    page.locator("[name=settings]").set_input_files(yaml_file("fight.json", taken.value.path().read_text()))
    page.wait_for_url("**/bench?game=daggerheart")
    expect(page.locator("[name=kind]").first).to_have_value("mud_toad")
    expect(page.locator("[name=scene_default_tension]")).to_have_value("major")


def yaml_file(name: str, text: str, encoding: str = "utf-8") -> FilePayload:
    return {"name": name, "mimeType": "application/yaml", "buffer": text.encode(encoding)}


def test_a_run_is_stopped_and_on_a_phone_in_the_dark_nothing_reaches_over_the_edge(visit: Visit) -> None:
    page = visit(width=390, height=844, theme="dark", locale="it-IT")
    page.goto(SMALL.replace("fights=200", "fights=5000"))
    page.locator("#bench button.main").click()
    page.locator("[data-stop]").click()
    expect(page.locator(".bench-fault")).to_have_text("Fermato.")
    page.locator("select[name=fights]").select_option("200")
    found(page)
    page.locator("details.panel summary").click()
    assert page.evaluate(SIDEWAYS) == []
    assert violations(page) == []


def test_the_referee_asks_how_this_would_go(visit: Visit) -> None:
    page = visit()
    table = begin(page, "whitebox", "fights/orcs", "referee")
    page.goto(f"/tables/{table}/odds")
    expect(page.locator("[data-to-come]")).to_be_hidden()
    page.locator("select[name=fights]").select_option("200")
    page.locator("#table-odds button.main").click()
    expect(page.locator(".odds-wins tbody tr")).to_have_count(2)
    assert violations(page) == []
