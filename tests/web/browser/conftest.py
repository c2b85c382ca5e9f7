"""A server in this process and Debian's Chromium: what a person would have in front of them."""

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, expect, sync_playwright

from arbitro.dice.stream import seed_from_text
from arbitro.play import find_game
from arbitro.store.memory import MemoryStore
from arbitro.web import shelf
from arbitro.web.app import create_app
from arbitro.web.settings import Settings

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), ""
)
ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=LocalNetworkAccessChecks",  # a page that a test listened to on its way is local all the same
]


PATIENCE = 30_000
"""Milliseconds that anything may take: nothing waits for them to pass, and a busy machine needs them."""
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser there is nothing to show; where everything must be shown, that is a failure."""
    if not CHROMIUM and not os.environ.get("CI"):
        for item in items:
            if "/web/browser/" in item.path.as_posix():
                item.add_marker(pytest.mark.skip(reason="no Chromium here"))


class Seed:
    """The word that the dice of the next tables come from."""

    word = "browser"

    def bytes(self) -> bytes:
        """As the dice take it."""
        return seed_from_text(self.word)


SEED = Seed()


@pytest.fixture
def dice() -> Iterator[Seed]:
    """Dice of a test's own choosing: ``dice.word = "crypt"`` before the table is opened."""
    usual = SEED.word
    yield SEED
    SEED.word = usual


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A running server with known dice; its address."""
    shelf.games("en")  # every game is loaded for the first page: on a busy machine no test waits for that
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = Settings(per_second=1e6, at_once=10**6, knocks_at_once=10**6)
    app = create_app(settings, store=MemoryStore(find_game), seed=SEED.bytes)
    config = uvicorn.Config(app, port=port, log_level="error", ws="websockets-sansio")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for the tests of a file; each person has a context of their own.

    It is let go with the file: as long as it runs, no other test of the same process could run a loop of its own.
    """
    with sync_playwright() as running:
        yield launched(running)


def launched(running: Playwright) -> Browser:
    return running.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)


Visit = Callable[..., Page]


@pytest.fixture
def visit(chromium: Browser, address: str) -> Iterator[Visit]:
    """Let somebody come with a browser of their own: ``visit(locale="it-IT", width=360)``.

    Nobody's page may ask another host for anything, break a rule of its own policy, or fail in its script.
    """
    contexts, wrong = [], []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and "status of 4" not in message.text:
            wrong.append(message.text)

    def look(request: Request) -> None:
        if not request.url.startswith((address, "data:", address.replace("http", "ws", 1))):
            wrong.append(f"asked elsewhere: {request.url}")

    def come(*, locale: str = "en-GB", width: int = 1280, height: int = 800, theme: Any = "light", **how: Any) -> Page:
        context = chromium.new_context(
            base_url=address,
            locale=locale,
            viewport={"width": width, "height": height},
            color_scheme=theme,
            reduced_motion="reduce",
            **how,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", look)
        return page

    yield come
    for context in contexts:
        context.close()
    assert wrong == []


def begin(page: Page, game: str, scene: str, how: str = "solo") -> str:
    """Open a table from the start page, in three clicks; the id of the table."""
    page.goto("/")
    page.locator(f"input[name=game][value='{game}']").check()
    chosen = page.locator(f"input[name='scene-{game}'][value='{scene}']")
    chosen.evaluate("one => { const folded = one.closest('details'); if (folded) folded.open = true; }")
    chosen.check()
    page.locator(f"button[name=mode][value={how}]").click()
    page.wait_for_url("**/tables/**")
    page.wait_for_selector("body[data-connected]")
    return page.url.rpartition("/")[2]
