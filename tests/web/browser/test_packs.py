"""Content of one's own in the browser: a pack and house rules handed in, refused with their line, saved again."""

from pathlib import Path

from playwright.sync_api import expect
from tests.packs.sample import TEXTS
from tests.web.browser.conftest import Visit
from tests.web.browser.hands import settled


def test_files_of_ones_own_go_into_a_new_table_and_house_rules_come_out(visit: Visit, tmp_path: Path) -> None:
    pack, house, wrong = (tmp_path / name for name in ("toads.yaml", "house.yaml", "wrong.yaml"))
    pack.write_text(TEXTS["whitebox"], encoding="utf-8")
    house.write_text("game: whitebox\noptions: {natural_extremes: on}\n", encoding="utf-8")
    wrong.write_text(TEXTS["whitebox"].replace("ac: 7", "ac: seven"), encoding="utf-8")
    page = visit(locale="it-IT")
    page.goto("/")
    page.locator(".own-files summary").click()
    page.locator("[name=packs]").set_input_files(wrong)
    page.locator("button[name=mode][value=referee]").click()
    expect(page.locator("#new-game-failed")).to_contain_text("wrong.yaml, riga 10")
    page.locator("[name=packs]").set_input_files(pack)
    page.locator("[name=house-rules]").set_input_files(house)
    expect(page.locator("#new-game-failed")).to_be_hidden()
    page.locator("button[name=mode][value=referee]").click()
    settled(page)
    table = page.url
    page.goto(f"{table}/options")
    expect(page.locator("[name=natural_extremes]")).to_be_checked()
    with page.expect_download() as saving:
        page.get_by_role("link", name="Salva le regole della casa in un file").click()
    saved = tmp_path / "saved.yaml"
    saving.value.save_as(saved)
    assert "natural_extremes: true" in saved.read_text(encoding="utf-8")
    page.locator("[name=natural_extremes]").uncheck()
    expect(page.locator("#options-said")).to_be_visible()
    page.locator("#house-rules").set_input_files(saved)
    expect(page.locator("[name=natural_extremes]")).to_be_checked()
    page.locator("#house-rules").set_input_files(wrong)
    expect(page.locator("#options-said")).to_contain_text("wrong.yaml")
