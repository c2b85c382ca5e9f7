"""Every option of every command that reads a file, given one that would hang or crash a reader: refused in a sentence.

The doors are found from the commands themselves: one that is added reads such files, too, or says that it writes.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import typer
from tests.leaving_out import MISSING
from tests.terminal import Run

from arbitro.__main__ import application, commands

WRITTEN: Final = {"out", "picture"}
"""Options that say where something is written to."""
NOT_READ: Final = {
    ("backup", "file"): "it is written",
    ("table export", "file"): "it is written",
    ("adventure new", "file"): "it is written",
    ("rules coverage", "tests"): "a folder of tests",
    ("play", "sealed"): "a folder; its files are those of `sealed`",
}
BEFORE: Final = {
    "fight": ("orcs",),
    "odds": ("fight", "orcs"),
    "sweep": ("orcs", "--vary", "size=1"),
    "explore": ("cellar",),
    "scene": ("tavern",),
    "encounter judge": ("whitebox", "4 orc"),
    "encounter build": ("whitebox",),
    "backup": ("x.backup",),
    "adventure new": ("new.yaml",),
    "adventure check": ("first-delve",),
    "adventure print": ("first-delve",),
    "adventure play": ("first-delve",),
    "pack read": ("whitebox",),
    "pack list": ("whitebox",),
    "party ready": ("whitebox",),
    "calendar set": ("cellar",),
    "character new": ("--name", "Ada", "--class", "fighter"),
    "character print --pack": ("--ready", "novices"),
    "character show --pack": ("there",),
    "character level-up --pack": ("there",),
    "restore --config": ("there",),
    "monster show": ("orc",),
}
"""What a command wants to be told before it comes to the file."""
FILES: Final = {
    "deep": b"[" * 60_000,
    "deep_fields": b'{"a":' * 60_000,
    "shortcuts": b"a: &a [x, x, x, x, x, x, x, x, x]\n"
    + b"".join(b"%c: &%c [%s]\n" % (98 + n, 98 + n, b", ".join([b"*%c" % (97 + n)] * 9)) for n in range(12)),
    "broken_letters": b"\xff\xfe\xfa name: x",
    "nul": b"game: whitebox\nname: \x00\n",
    "tag": b"!!python/object/apply:os.getcwd []\n",
    "ring": b"&a [*a]\n",
    "number": b"game: whitebox\nx: " + b"9" * 5_000,
    "list": b"- 1\n- 2\n",
    "empty": b"",
}


def doors() -> Iterator[tuple[str, str, str]]:
    """Every parameter that is a path: its command, its name, and how it is written."""

    def walk(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
        for name, below in getattr(command, "commands", {}).items():
            yield from walk(below, (*path, name))
        if not hasattr(command, "commands"):
            yield " ".join(path), command

    for name, command in walk(typer.main.get_command(application(dict.fromkeys(commands().values())))):
        for one in command.params:
            if "Path" in str(one.type_descriptor.annotation):
                yield name, one.name, one.opts[0]


READ: Final = [one for one in doors() if one[1] not in WRITTEN and one[:2] not in NOT_READ]


def refused(run: Run, door: tuple[str, str, str], file: Path) -> None:
    command, _, option = door
    given = (option, str(file)) if option.startswith("-") else (str(file),)
    file.with_name("there").write_text("game: whitebox\n", encoding="utf-8")
    before = BEFORE.get(f"{command} {option}", BEFORE.get(command, ()))
    code, said = run(*command.split(), *before, *given)
    assert code in (1, 2), (door, said)
    assert "Traceback" not in said, door
    assert file.name in said or "ine 1" in said or "stat block" in said, (door, said)  # it was that, not another fault


def test_the_commands_read_files_at_many_doors() -> None:
    assert len(READ) > 50
    known = {(command, name) for command, name, _ in doors()}
    assert set(NOT_READ) <= known
    of_a_game = {"scene"} if MISSING else set()
    assert {one.partition(" --")[0] for one in BEFORE} - {command for command, _ in known} <= of_a_game


@pytest.mark.parametrize("door", READ, ids=lambda door: f"{door[0]} {door[1]}".replace(" ", "-"))
def test_a_file_that_is_nested_without_end_is_refused(
    door: tuple[str, str, str], run: Run, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setenv("ARBITRO_PASSPHRASE", "a long enough phrase")
    file = tmp_path / "hostile.yaml"
    file.write_bytes(FILES["deep"])
    refused(run, door, file)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no device that never ends")
@pytest.mark.parametrize("door", READ, ids=lambda door: f"{door[0]} {door[1]}".replace(" ", "-"))
def test_a_file_that_never_ends_is_refused(door: tuple[str, str, str], run: Run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("ARBITRO_PASSPHRASE", "a long enough phrase")
    file = tmp_path / "hostile.yaml"
    file.symlink_to("/dev/zero")
    refused(run, door, file)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in FILES if kind not in ("deep", "empty")])
@pytest.mark.parametrize("door", READ, ids=lambda door: f"{door[0]} {door[1]}".replace(" ", "-"))
def test_any_other_file_is_refused_too(
    door: tuple[str, str, str], kind: str, run: Run, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setenv("ARBITRO_PASSPHRASE", "a long enough phrase")
    file = tmp_path / "hostile.yaml"
    file.write_bytes(FILES[kind])
    refused(run, door, file)
