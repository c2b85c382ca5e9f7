"""The calendar of a table, from the terminal."""

import json
from pathlib import Path

from tests.terminal import Run


def test_a_table_gets_a_calendar_and_notes(run: Run, tmp_path: Path) -> None:
    assert run("fight", "orcs", "--table", "cellar")[0] == 0
    log = run("table", "log", "cellar")
    assert run("calendar", "show", "cellar") == (2, "This table has no calendar yet.\n")
    code, said = run("calendar", "set", "cellar")
    assert code == 0
    assert "1 Sowing, year 1" in said
    assert run("calendar", "note", "cellar", "The duke's letter", "--on", "1-5-3")[0] == 0
    assert run("calendar", "note", "cellar", "He lies", "--secret")[0] == 0
    assert "He lies" not in run("calendar", "show", "cellar")[1]
    page = json.loads(run("calendar", "show", "cellar", "--as-referee", "--json")[1])
    assert [(one["number"], one["text"]) for one in page["notes"]] == [(-1, "He lies"), (1, "The duke's letter")]
    own = tmp_path / "own.yaml"
    own.write_text("name: Ours\nmonths:\n  - {name: Only, days: 20}\n", encoding="utf-8")
    assert "1 Only" in run("calendar", "check", str(own))[1]
    assert "13 Only, year 2: The duke" in run("calendar", "set", "cellar", str(own))[1]  # 32 days on
    assert run("calendar", "drop", "cellar", "1")[0] == 0
    assert run("calendar", "drop", "cellar", "1")[0] == 2
    assert run("table", "log", "cellar") == log  # all of it beside the log


def test_what_cannot_be_meant_is_said(run: Run, tmp_path: Path) -> None:
    assert run("fight", "orcs", "--table", "cellar")[0] == 0
    assert run("calendar", "note", "cellar", "x")[0] == 2
    run("calendar", "set", "cellar")
    for words in (("x", "--on", "tomorrow"), ("x", "--on", "1-13-1"), ("x", "--on", "1-4-31"), ("  ",), ("y" * 501,)):
        code, said = run("calendar", "note", "cellar", *words)
        assert (code, said.count("\n")) == (2, 1), words
    broken = tmp_path / "broken.yaml"
    broken.write_text("name: x\nmonths: 3\n", encoding="utf-8")
    assert run("calendar", "set", "cellar", str(broken))[1].startswith("broken.yaml, line 2")
    assert run("calendar", "show", "attic")[0] == 2
    assert run("calendar", "set", "cellar", str(tmp_path / "none.yaml"))[0] == 2
