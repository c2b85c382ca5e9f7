"""What the terminal asks before something grave: answered in the reader's language, and left with Ctrl+C at once."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from tests.terminal import Run

from arbitro.cli import BAD_INPUT, INTERRUPTED

ARBITRO = (sys.executable, "-m", "arbitro")


@pytest.fixture
def table(run: Run) -> str:
    """The name of a table that is kept."""
    assert run("fight", "orcs", "--rules", "whitebox", "--auto", "--seed", "3", "--table", "one")[0] == 0
    return "one"


@pytest.mark.parametrize(
    ("language", "answer", "gone"),
    [
        ("it", "s", True),
        ("it", "Sì", True),
        ("it", "yes", True),
        ("it", "no", False),
        ("it", "", False),
        ("en", "s", True),
    ],
)
def test_a_yes_is_a_yes_in_any_language(run: Run, table: str, language: str, answer: str, gone: bool) -> None:
    code, said = run("table", "delete", table, "--lang", language, answers=("perhaps", answer))
    assert code == (0 if gone else 1)
    assert ("[s/N]" if language == "it" else "[y/N]") in said
    assert ("one" not in run("table", "list")[1]) == gone


def test_nobody_is_asked_about_what_is_not_there(run: Run) -> None:
    code, said = run("table", "delete", "nothing")
    assert code == BAD_INPUT
    assert "[y/N]" not in said


def test_an_input_that_ends_before_the_answer_forgets_nothing(run: Run, table: str) -> None:
    code, said = run("table", "delete", table)
    assert code == BAD_INPUT
    assert said.endswith("the input has ended.\n")
    assert "one" in run("table", "list")[1]


def quiet(tmp_path: Path) -> dict[str, str]:
    own = {"ARBITRO_DB": str(tmp_path / "tables.db"), "ARBITRO_LANG": "it", "PYTHONPATH": os.pathsep.join(sys.path)}
    return {key: word for key, word in os.environ.items() if key != "ARBITRO_PASSPHRASE"} | own


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (("table", "delete", "one"), b"\xff\xfe\n"),
        (("character", "new", "--name", "Ada", "--class", "fighter", "--typed"), b"\xff\n"),
        (("fight", "orcs"), b"\xff\n\xfe\n"),
    ],
)
def test_letters_that_are_none_are_no_fault_of_ours(
    run: Run, table: str, words: tuple[str, ...], typed: bytes, tmp_path: Path
) -> None:
    done = subprocess.run((*ARBITRO, *words), input=typed, capture_output=True, env=quiet(tmp_path))
    assert done.returncode in (0, 1, BAD_INPUT), done.stderr
    assert b"Un errore di Arbitro" not in done.stderr


@pytest.mark.parametrize(("piped", "code"), [("", BAD_INPUT), ("short\n", BAD_INPUT), ("a long enough phrase\n", 0)])
def test_a_passphrase_may_come_through_a_pipe(run: Run, table: str, piped: str, code: int, tmp_path: Path) -> None:
    done = subprocess.run(
        (*ARBITRO, "backup", "all.backup"),
        input=piped, capture_output=True, text=True, cwd=tmp_path, env=quiet(tmp_path), start_new_session=True,
    )  # fmt: skip
    assert done.returncode == code
    assert "Warning" not in done.stderr
    assert (tmp_path / "all.backup").exists() == (code == 0)
    if not piped:
        assert "ARBITRO_PASSPHRASE" in done.stderr


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, words: tuple[str, ...], tmp_path: Path) -> None:
        self.pid, self.line = pty.fork()
        if self.pid == 0:  # pragma: no cover - another process
            os.chdir(tmp_path)
            os.execve(sys.executable, (*ARBITRO, *words), quiet(tmp_path))
        self.said = ""

    def wait_for(self, words: str) -> None:
        """Read on until it says this."""
        while words not in self.said:
            self.said += os.read(self.line, 4096).decode(errors="replace")

    def type(self, text: str) -> None:
        """Press keys; what was said before is done with."""
        self.said = ""
        os.write(self.line, text.encode())

    def ended(self) -> int:
        """Its exit code."""
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.line)
        return code


def test_a_new_passphrase_is_typed_twice_and_ctrl_c_leaves_at_once(run: Run, table: str, tmp_path: Path) -> None:
    for answers, code in ((("\x03",), INTERRUPTED), (("one phrase\n", "another\n", "one phrase\n", "one phrase\n"), 0)):
        terminal = Terminal(("backup", "all.backup"), tmp_path)
        for number, answer in enumerate(answers):
            terminal.wait_for("Di nuovo" if number % 2 else "Frase segreta")
            terminal.type(answer)
        assert terminal.ended() == code
    assert (tmp_path / "all.backup").exists()
