"""Takes the pictures of the README anew: ``python docs/pictures.py``.

A server with known dice, tables that were played up to a good moment, and a browser that looks at them. Pictures are
kept as WebP, each well under 150 kB.
"""

import asyncio
import io
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import uvicorn
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_game
from arbitro.store.memory import MemoryStore
from arbitro.web.app import create_app
from arbitro.web.making import arrangement_for, first_sitting, sit
from arbitro.web.settings import Settings
from arbitro.web.shelf import ready_scenes
from arbitro.web.tables import OpenTables

FOLDER: Final = Path(__file__).parent / "pictures"
LARGEST: Final = 150_000
ARGUMENTS: Final = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
DUNGEON: Final = ("campaign-whitebox", "novices", "50", 142, "From the inn to the treasure")
"""A table: the game, the scene, the seed, how many decisions have been taken by then, and what it is called."""
FIGHT: Final = ("whitebox", "orcs", "3", 12, "Quattro guerrieri contro sei orchi")
PHONE: Final = ("campaign-whitebox", "novices", "76", 119, "Dalla locanda al tesoro")


async def played(store: MemoryStore, game: str, scene: str, seed: str, steps: int, title: str) -> tuple[str, str]:
    """A table played by the automatic players up to some moment, and the token of the seat that plays on alone."""
    tables = OpenTables(store)
    ruleset = find_game(game)
    scenes = ready_scenes(ruleset.id)
    document = next(one for name, one in scenes.items() if name.rpartition("/")[2].endswith(scene))
    setup = ruleset.read_setup(document)
    table = Table.open(ruleset, f"{game}-{seed}", seed_from_text(seed), ruleset.options.meant(setup.options))
    for command in setup.start:
        submitted(table, command)
    for _ in range(steps):
        submitted(table, ruleset.suggest(table.state, REFEREE))
    room = await tables.create(table, arrangement_for("solo", title))
    token = await sit(tables, room, first_sitting(ruleset, table.state, "solo"))
    await tables.close()
    return room.id, token


def submitted(table: Table[Any], command: Any) -> None:
    """A command that must be legal."""
    answer = table.submit(command, REFEREE)
    if isinstance(answer, Refusal):
        raise TypeError(answer.code)


@contextmanager
def serving(store: MemoryStore) -> Iterator[str]:
    """A server for a while; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(
        uvicorn.Config(create_app(Settings(), store=store), port=port, log_level="error", ws="websockets-sansio")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


def keep(name: str, page: Page) -> None:
    """Write what the page shows."""
    page.wait_for_timeout(400)  # pictures settle
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
    for quality in (88, 80, 70, 60):
        written = io.BytesIO()
        picture.convert("RGB").save(written, "WEBP", quality=quality, method=6)
        if written.tell() < LARGEST:
            break
    (FOLDER / f"{name}.webp").write_bytes(written.getvalue())
    print(f"{name}.webp: {written.tell() // 1000} kB")


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(exist_ok=True)
    store = MemoryStore(find_game)
    dungeon, fight, phone = (asyncio.run(played(store, *one)) for one in (DUNGEON, FIGHT, PHONE))
    with serving(store) as address, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        visit = visitor(browser, address)
        keep("start", visit("en-GB", "light", 1280, 800))
        keep("dungeon", seated(visit("en-GB", "light", 1440, 900), address, dungeon))
        page = seated(visit("it-IT", "dark", 1280, 800), address, fight)
        page.locator("#story .line", has_text="a segno").last.get_by_role("button").click()
        page.wait_for_selector(".because")
        keep("why", page)
        page = seated(visit("it-IT", "light", 390, 780, phone=True), address, phone)
        page.locator("[data-show=scene]").click()
        keep("phone", page)
        browser.close()


def visitor(browser: Browser, address: str) -> Callable[..., Page]:
    """Somebody who comes with a browser of their own and looks at the start page."""

    def come(locale: str, theme: Any, width: int, height: int, *, phone: bool = False) -> Page:
        context = browser.new_context(
            locale=locale,
            color_scheme=theme,
            viewport={"width": width, "height": height},
            device_scale_factor=2 if phone else 1,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(address)
        return page

    return come


def seated(page: Page, address: str, place: tuple[str, str]) -> Page:
    """The same, sitting at a table."""
    page.goto(f"{address}/join/{place[1]}")
    page.locator("form button").last.click()
    page.wait_for_selector("body[data-connected]")
    closing = page.locator("[data-tip-close]")
    if closing.is_visible():
        closing.click()
    return page


if __name__ == "__main__":
    main()
