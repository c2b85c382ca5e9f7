"""Every command that a page names is there, with the options that the page gives it: also where it is not run."""

import re
import shlex
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from tests.foreign import EXAMPLE
from tests.leaving_out import MISSING

from arbitro.__main__ import application, commands

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINE = re.compile(r"`(arbitro [^`]+)`|^\$? ?(arbitro [^\n]+)$", re.MULTILINE)


@cache
def whole() -> Any:
    """The command line with all its commands, and the one that the example of the author's guide brings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLE))
        return typer.main.get_command(application([*commands().values(), "duel.terminal"]))


def lines(page: Path) -> list[str]:
    found = [one or other for one, other in LINE.findall(page.read_text(encoding="utf-8"))]
    return sorted({line.removesuffix(" …").replace("…", "x") for line in found})


def fault(line: str) -> str:
    """What no command line would take; nothing where all is well."""
    command, words = whole(), shlex.split(line, comments=True)[1:]
    while words and hasattr(command, "commands"):
        if words[0].startswith("-"):
            break
        name = words.pop(0)
        if name not in command.commands:
            return f"no command {name!r}"
        command = command.commands[name]
    known = {option for param in command.params for option in (*param.opts, *param.secondary_opts)} | {"--help", "-h"}
    given = [word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)]
    return ", ".join(f"no option {option}" for option in given if option not in known)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if lines(page)], ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_every_command_that_a_page_names_is_there(page: Path) -> None:
    if MISSING and page.name == "CHANGELOG.md":
        pytest.skip("it tells of all games")
    assert {line: found for line in lines(page) if (found := fault(line))} == {}


def test_what_is_not_there_is_noticed() -> None:
    assert fault("arbitro paly") == "no command 'paly'"
    assert fault("arbitro table lost --json") == "no command 'lost'"
    assert fault("arbitro play --auto --seeds 3") == "no option --seeds"
    assert fault("arbitro roll '4d6kh3 - 1' --seed=7") == ""
