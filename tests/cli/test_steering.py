"""What others wrote does not steer the terminal of whoever reads it, however it came into the log."""

import asyncio
import os
import pty
import subprocess
from pathlib import Path

import pytest
from tests.cli.test_outcome import ARBITRO, environment
from tests.store.playing import GAME, SEED
from textual.content import Content

from arbitro.cli.screen import paper
from arbitro.cli.steering import STEERING
from arbitro.kernel.command import Annotate
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_game
from arbitro.store.sql import SqlStore

HOSTILE = "mine\x1b]0;title\x07\x1b[2J\x1b]52;c;eA==\x07\x9b2Jgone\rover\x00"
"""Sets the title, clears the screen, fills the clipboard, writes over the line."""


async def forged(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table whose log was written by somebody who kept to no rule."""
    monkeypatch.setattr("arbitro.kernel.table.unwritable", lambda _: False)
    store = await SqlStore.open(place, find_game)
    session = await store.create(Table.open(GAME, "orcs", SEED))
    await session.submit(Annotate(0, HOSTILE), REFEREE)
    await store.close()


def on_a_terminal(tmp_path: Path, *words: str) -> bytes:
    """All that a command writes where its output is a terminal."""
    ours, theirs = pty.openpty()
    begun = subprocess.Popen((*ARBITRO, *words), stdout=theirs, stderr=theirs, stdin=theirs, env=environment(tmp_path))
    os.close(theirs)
    said = b""
    try:
        while part := os.read(ours, 65536):
            said += part
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert begun.wait(60) == 0, said
    return said


def test_a_log_is_told_without_what_would_steer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(forged(tmp_path / "tables.db", monkeypatch))
    said = on_a_terminal(tmp_path, "table", "log", "orcs")
    assert b"mine" in said
    assert b"gone" in said
    text = said.decode().replace("\r\n", "\n")
    assert "\x1b[" in text  # the colours are ours
    assert not STEERING.search(text)
    assert "\x07" not in text


def test_what_goes_into_a_pipe_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(forged(tmp_path / "tables.db", monkeypatch))
    words = (*ARBITRO, "table", "log", "orcs")
    done = subprocess.run(words, capture_output=True, env=environment(tmp_path), check=True)
    assert HOSTILE.encode() in done.stdout


def test_a_fault_that_quotes_a_hostile_name_does_not_either(tmp_path: Path) -> None:
    words = (*ARBITRO, "table", "log", "a\x1b]0;x\x07")
    done = subprocess.run(words, capture_output=True, env=environment(tmp_path), check=False)
    assert b"\x1b" not in done.stderr
    assert b"\x07" not in done.stderr


def test_nothing_on_the_whole_screen_does() -> None:
    for shown in (Content(HOSTILE), Content.styled(HOSTILE, paper.STRONG), Content.assemble((HOSTILE, paper.BAD))):
        assert not STEERING.search(shown.plain)
        assert shown.plain.startswith("mine")
    assert Content("a\tb\nc").plain == "a\tb\nc"


@pytest.mark.parametrize("ours", ["\x1b[1;36m2.\x1b[0m open", "\x1b[K", "line\r\nline", "tab\t", "città — «sì»"])
def test_colours_and_letters_come_through(ours: str) -> None:
    assert not STEERING.search(ours)
