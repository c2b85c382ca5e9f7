"""How a command ends when the world is against it: with a sentence in the reader's language, never with a traceback."""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.terminal import Run

from arbitro.cli import BAD_INPUT, INTERRUPTED
from arbitro.cli.outcome import OURS, PIPE_CLOSED, ended_by
from arbitro.text import Fault, Words

ARBITRO = (sys.executable, "-m", "arbitro")


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    own = {"ARBITRO_DB": str(tmp_path / "tables.db"), "ARBITRO_LANG": "it", "PYTHONPATH": os.pathsep.join(sys.path)}
    return {**os.environ, **own, **more}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_output_is_said_in_a_sentence(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            (*ARBITRO, "table", "list"), stdout=full, stderr=subprocess.PIPE, text=True, env=environment(tmp_path)
        )
    assert done.returncode == BAD_INPUT
    assert done.stderr.startswith("Qui non si può fare: ")
    assert "Traceback" not in done.stderr


def test_a_reader_who_leaves_early_is_not_complained_about(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        (*ARBITRO, "rules", "--help"), stdout=writing, stderr=subprocess.PIPE, text=True, env=environment(tmp_path)
    )
    os.close(writing)
    assert done.returncode in (1, PIPE_CLOSED)
    assert done.stderr == ""


@pytest.mark.skipif(shutil.which("sh") is None, reason="this system has no shell that closes outputs")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("table list", 0),
        ("roll d6", 0),
        ("about", 0),
        ("table log nothing", BAD_INPUT),
        ("pack read whitebox", BAD_INPUT),
    ],
)
def test_what_is_closed_is_not_complained_about(words: str, code: int, closed: str, tmp_path: Path) -> None:
    done = subprocess.run(
        ("sh", "-c", f'exec "$0" -m arbitro {words} {closed}', sys.executable),
        stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment(tmp_path),
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    assert "AttributeError" not in done.stderr
    assert "Traceback" not in done.stderr
    if ">&-" in closed.split():
        assert done.stdout == ""


@pytest.mark.skipif(shutil.which("sh") is None, reason="this system has no shell that closes outputs")
def test_no_table_lies_where_an_output_was_closed(tmp_path: Path) -> None:
    """The file that takes the place of a closed output is written over by whatever is said."""
    words = "fight orcs --rules whitebox --auto --seed 3 --table one"
    command = ("sh", "-c", f'exec "$0" -m arbitro {words} >&- 2>&-', sys.executable)
    assert subprocess.run(command, stdin=subprocess.DEVNULL, env=environment(tmp_path), check=False).returncode == 0
    told = subprocess.run((*ARBITRO, "table", "list"), capture_output=True, text=True, env=environment(tmp_path))
    assert "one" in told.stdout


def test_a_terminal_of_few_letters_gets_what_it_can_show(tmp_path: Path) -> None:
    few = environment(tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    done = subprocess.run((*ARBITRO, "table", "log", "città"), capture_output=True, text=True, env=few)
    assert done.returncode == BAD_INPUT
    assert "Qui non c'" in done.stderr or "tavolo" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_interrupted_command_says_nothing_more(tmp_path: Path) -> None:
    begun = subprocess.Popen(
        (*ARBITRO, "serve", "--port", "0"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
    )
    assert begun.stdout is not None
    begun.stdout.readline()  # it has told where it listens
    begun.send_signal(signal.SIGINT)
    _, said = begun.communicate(timeout=60)
    assert begun.returncode in (0, INTERRUPTED)
    assert "Traceback" not in said


@pytest.mark.parametrize("command", [("table", "list"), ("serve", "--port", "0")])
def test_a_place_that_is_no_store_is_named(run: Run, tmp_path: Path, monkeypatch, command: tuple[str, ...]) -> None:
    place = tmp_path / "no.db"
    place.write_text("no database at all, but long enough to be looked at as if it were one" * 20)
    monkeypatch.setenv("ARBITRO_DB", str(place))
    code, said = run(*command)
    assert code == BAD_INPUT
    assert f"{place} cannot be opened as a store" in said
    monkeypatch.setenv("ARBITRO_DB", str(place / "deeper" / "tables.db"))
    code, said = run(*command)
    assert code == BAD_INPUT
    assert said.startswith("This cannot be done here: ")


def test_a_damaged_table_is_told_up_to_the_damage_and_repaired(run: Run, tmp_path: Path) -> None:
    import sqlite3

    assert run("fight", "orcs", "--rules", "whitebox", "--auto", "--seed", "3", "--table", "one")[0] == 0
    whole = run("table", "log", "one")[1].splitlines()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
        connection.execute("UPDATE entries SET body = x'7b7d' WHERE table_id = 'one' AND seq = 9")
    code, said = run("table", "log", "one")
    assert code == BAD_INPUT
    lines = said.splitlines()
    assert len(lines) > 5
    assert lines[:-1] == whole[: len(lines) - 1]
    assert "Entry 9 of the table “one” is damaged" in lines[-1]
    assert run("table", "repair", "one", "two") == (
        0,
        "“two” has the 9 entries of “one” that hold, and goes on from there with dice of its own.\n",
    )
    assert run("table", "log", "two")[0] == 0
    assert run("table", "repair", "two", "three")[0] == BAD_INPUT


def test_an_export_that_fails_leaves_the_older_file_as_it_was(run: Run, tmp_path: Path) -> None:
    import sqlite3

    assert run("fight", "orcs", "--rules", "whitebox", "--auto", "--seed", "3", "--table", "one")[0] == 0
    assert run("table", "export", "one", "log.jsonl")[0] == 0
    before = (tmp_path / "log.jsonl").read_bytes()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
        connection.execute("UPDATE entries SET body = x'7b7d' WHERE table_id = 'one' AND seq = 9")
    assert run("table", "export", "one", "log.jsonl")[0] == BAD_INPUT
    assert (tmp_path / "log.jsonl").read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir() if "log" in file.name) == ["log.jsonl"]


def test_a_fault_of_our_own_is_kept_whole_and_said_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise KeyError("lost")
    except KeyError as error:
        code = ended_by(error, "terminal")
    said = capsys.readouterr().err
    assert code == OURS
    assert said.count("\n") == 1
    file = Path(next(word for word in said.split() if "arbitro-fault-" in word).rstrip(";:,"))
    assert "Traceback" in file.read_text(encoding="utf-8")
    file.unlink()


def test_a_fault_that_has_words_says_them(capsys: pytest.CaptureFixture[str]) -> None:
    from arbitro.store.fault import TEXTS

    assert ended_by(Fault(Words(TEXTS, "store.whole", table="x")), "terminal") == BAD_INPUT
    assert "x" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_errors_that_cannot_be_written_leave_the_exit_code(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            (*ARBITRO, "table", "log", "nothing"), stdout=subprocess.PIPE, stderr=full, env=environment(tmp_path)
        )
    assert done.returncode == BAD_INPUT


def test_a_word_in_no_letters_is_refused(tmp_path: Path) -> None:
    for words in (("table", "log", b"\xff"), ("table", "decline", "one", b"\xff"), ("calendar", "show", b"\xff\xfe")):
        done = subprocess.run((*ARBITRO, *words), capture_output=True, text=True, env=environment(tmp_path))
        assert done.returncode == BAD_INPUT, done.stderr
        assert "Un errore di Arbitro" not in done.stderr
