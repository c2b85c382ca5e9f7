"""The game line by line, for screen readers and pipes; and what is left when it ends before its time."""

import asyncio
import os
import pty
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from fcntl import ioctl
from pathlib import Path
from struct import pack
from termios import TIOCSWINSZ
from time import monotonic

import pytest
from tests.terminal import Run

from arbitro.cli.place import open_store

NOVICES = ("play", "--plain", "--as", "party", "--party", "ready:novices", "--seed", "3", "--set", "road_days=0")
ORCS = ("fight", "orcs", "--as", "party", "--seed", "3")


def last(said: str, prompt: str = "Choice (? for help): ") -> list[str]:
    """What was said between the last two prompts."""
    return said.split(prompt)[-2].splitlines()


def numbered(lines: list[str]) -> dict[str, str]:
    """A menu: the number of each line of it."""
    rows = (line.strip().partition(". ") for line in lines)
    return {words: number for number, dot, words in rows if dot and number.isdigit()}


# -------------------------------------------------------------------- choosing


def test_a_group_opens_and_an_empty_answer_leaves_it(run: Run) -> None:
    _, said = run(*NOVICES, "--no-save", answers=("", ""))
    whole = numbered(last(said))
    box = next(number for words, number in whole.items() if words.startswith("Strongbox … ("))
    _, said = run(*NOVICES, "--no-save", answers=(box, "", ""))
    pages = [numbered(page.splitlines()) for page in said.split("Choice (? for help): ")]
    assert all("strongbox" in words.lower() for words in pages[1])
    assert pages[0] == pages[2] == pages[3] == whole


def test_choices_are_found_by_their_words_in_every_group(run: Run) -> None:
    _, said = run(*NOVICES, answers=("/ORACLE ask", "", "/no such thing", "q"))
    assert "\n  1. Ask the oracle" in said
    assert "No choice holds these words." in said


def test_what_cannot_be_chosen_is_answered_with_what_can(run: Run) -> None:
    _, said = run(*ORCS, answers=("99", "x", "-1", "²", "2", "3", "999", "two", "", "q"))
    assert said.count("Type a number from 1 to 7, or ? for help.") == 4
    assert said.count("Type a number from 1 to 40, or nothing to go back.") == 2


def test_the_chance_stands_beside_a_choice_where_the_rules_let_it_be_known(run: Run) -> None:
    people = ("--rules", "infausta", "--party", "ready:ill-starred")
    _, said = run("play", "--plain", "--as", "party", "--seed", "3", *people, answers=("/gilda silence", "q"))
    assert re.search(r"1\. Gilda: moving in silence {2}\(\d+% ", said)


# -------------------------------------------------------------------- asking


def test_why_always_has_an_answer(run: Run) -> None:
    _, said = run(*ORCS, answers=("w 4", "w 99", "w 7", "q"))
    assert "WB-SURP" in said
    assert "There is no line 99; the last one is 7." in said


def test_sheets_are_read_line_by_line(run: Run) -> None:
    _, said = run(*NOVICES, answers=("s", "s nobody", "s br", "q"))
    assert said.count("Whose sheet? Type s and a name: Bruno, Alma, Celso, Mirto.") == 2
    assert last(said)[1].startswith("Bruno")
    assert any(line == "  Hit points: 6/6" for line in last(said))


def test_the_map_is_drawn_where_there_is_one(run: Run) -> None:
    _, said = run(*NOVICES, answers=("m", "1", "1", "m", "q"))
    assert "There is no map here" in said
    assert any("@" in line for line in last(said))


def test_the_language_and_the_dice_change_in_the_middle(run: Run) -> None:
    _, said = run(*ORCS, answers=("l", "d", "2", "1", "1", "21", "", "q"))
    assert "Scelta (? per aiuto): d" in said
    assert "Il tuo d20 (attacco): 21\nUn d20 mostra da 1 a 20; niente lascia i dadi ad Arbitro." in said
    assert asyncio.run(kept("orcs-1"))[1:] == ["StartFight", "NoneType", "Attack"], "asking commits"


def test_an_answer_through_a_pipe_is_repeated(run: Run) -> None:
    _, said = run(*NOVICES, answers=("?", "q"))
    assert "Choice (? for help): ?\nA number chooses, and so do your own words" in said
    assert "Choice (? for help): q\nThe table" in said


# -------------------------------------------------------------------- the end before its time


async def kept(table: str) -> list[str]:
    """The commands of a table, as they are on disk."""
    async with open_store() as store:
        session = await store.open_table(table)
        return [type(entry.command).__name__ for entry in await session.entries()]


class Terminal:
    """A terminal with the program in it, in a process of its own."""

    def __init__(self, *words: str) -> None:
        self.ours, theirs = pty.openpty()
        ioctl(theirs, TIOCSWINSZ, pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "arbitro", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.said = ""

    def until(self, met: Callable[[], bool]) -> None:
        """Read on until something holds."""
        ends = monotonic() + 60
        while not met():
            assert monotonic() < ends, self.said
            if select.select([self.ours], [], [], 0.05)[0]:
                try:
                    self.said += os.read(self.ours, 65536).decode(errors="replace")
                except OSError:  # the other end is closed
                    return

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.ours, keys.encode())

    def end(self, how: signal.Signals) -> int:
        """End the program; its exit code. A signal may come just before the program listens: then it comes again."""
        sent = 0.0

        def over() -> bool:
            nonlocal sent
            if self.process.poll() is None and monotonic() > sent + 3:
                self.process.send_signal(how)
                sent = monotonic()
            return self.process.poll() is not None

        self.until(over)
        return self.process.wait()


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Terminal]]:
    monkeypatch.setenv("ARBITRO_DB", str(tmp_path / "tables.db"))
    monkeypatch.setenv("ARBITRO_LANG", "en")
    monkeypatch.setenv("TERM", "xterm-256color")
    opened: list[Terminal] = []

    def begin(*words: str) -> Terminal:
        opened.append(Terminal(*words))
        return opened[-1]

    yield begin
    for one in opened:
        one.process.kill()
        one.process.wait()
        os.close(one.ours)


@pytest.mark.parametrize("mode", ["--plain", "--lang=en"])
def test_a_power_cut_loses_nothing(terminal: Callable[..., Terminal], run: Run, mode: str) -> None:
    """With `--plain` line by line, without it on the whole screen."""
    asking = "Choice (? for help): " if mode == "--plain" else "Set out for the dungeon"
    begun = terminal(*NOVICES[:1], *NOVICES[2:], "--table", "ours", mode)
    begun.until(lambda: asking in begun.said)
    begun.type("1\n" if mode == "--plain" else "1")
    begun.until(lambda: "Go down into the dungeon" in begun.said)
    assert begun.end(signal.SIGKILL) == -signal.SIGKILL
    before = asyncio.run(kept("ours"))
    assert before[-1] == "SetOut"
    _, said = run("play", "--plain", "--table", "ours", answers=("1", "q"))
    assert "The table “ours” goes on." in said
    assert "[1] " in said.partition("Choice")[0], "where one was is told again"
    after = asyncio.run(kept("ours"))
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_ctrl_c_at_a_question_says_how_to_go_on(terminal: Callable[..., Terminal]) -> None:
    begun = terminal(*NOVICES, "--table", "ours")
    begun.until(lambda: "Choice (? for help): " in begun.said)
    assert begun.end(signal.SIGINT) == 0
    assert begun.said.rstrip().endswith("The table “ours” waits for you: arbitro play --table ours")
    assert "Traceback" not in begun.said


def test_ones_own_words_choose_and_are_asked_about_where_they_are_not_clear(run: Run) -> None:
    _, said = run(*ORCS, answers=("attack orc 2", "Dalia strikes orc 2", "say dalia opens the door", "q"))
    asked = next(line for line in said.splitlines() if line.startswith("Which do you mean: "))
    assert "Berto: strike (sword) → Orc 2" in asked
    assert "Dalia: strike (axe) → Orc 2" in asked
    assert "\nDalia: strike (axe) → Orc 2\n" in said
    assert "Dalia attacks Orc 2 (axe)" in said
    assert "No expedition is under way." in said
