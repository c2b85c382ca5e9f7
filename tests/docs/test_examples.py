"""The examples of the pages run and print what the pages say; every link leads somewhere.

In a block marked ``console`` a line ``$ arbitro …`` is run and the lines under it are what it prints. ``…`` stands for
whatever comes there, alone on a line for any number of lines. Where the program asks, the answer follows the question
on its line. A ``yaml`` or ``text`` block that begins with ``# file: NAME`` is written to that file first. In a block
marked ``python`` each ``print(…)  # text`` prints that text. The blocks of a page are run in order, in a folder of
their own.
"""

import ast
import asyncio
import re
import shlex
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from arbitro.__main__ import main

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("legal/*.md")])
ITALIAN = re.compile(r"^docs/it/|\.it\.md$")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TWINS = {
    "README.md": "README.it.md",
    "docs/fight.md": "docs/it/combattimento.md",
    "docs/python.md": "docs/it/python.md",
    "docs/kernel.md": "docs/it/motore.md",
    "docs/log.md": "docs/it/registro.md",
    "docs/options.md": "docs/it/opzioni.md",
    "docs/packs.md": "docs/it/pacchetti.md",
    "docs/dungeon.md": "docs/it/dungeon.md",
    "docs/infausta.md": "docs/it/infausta.md",
    "docs/archmage.md": "docs/it/archmage.md",
    "docs/whitebox.md": "docs/it/scatola-bianca.md",
    "docs/guide-player.md": "docs/it/guida-giocatore.md",
    "docs/guide-referee.md": "docs/it/guida-arbitro.md",
    "docs/guide-designer.md": "docs/it/guida-progettista.md",
    "docs/guide-author.md": "docs/it/guida-autore.md",
    "docs/solo.md": "docs/it/solo.md",
    "docs/campaign.md": "docs/it/campagna.md",
    "docs/architecture.md": "docs/it/architettura.md",
}


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, *kinds: str) -> list[tuple[str, str]]:
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [(kind, text) for kind, text in found if kind in kinds]


ELSEWHERE = {
    "docs/audit.md": "the program that checks dice wants a log: test_audit gives it one",
    "docs/it/verifica.md": "the same program",
    "CONTRIBUTING.md": "an invented rule and its test",
    "docs/api.md": "the client wants a server: tests/agents/test_client gives it one",
    "docs/it/api.md": "the same client",
}
"""Pages whose code is run by other tests, or is not to be run, and why."""


def runnable(kind: str) -> list[str]:
    """Every page with blocks of a kind: also those that are written tomorrow."""
    return [name_of(page) for page in PAGES if name_of(page) not in ELSEWHERE and blocks(page, kind)]


TOP_LEVEL_AWAIT = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
"""Pages may await as one does at an interactive prompt."""


def examples(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with what it should print."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert not parts[0], "a console block begins with a command"
    return [(command, shown) for command, _, shown in (part.partition("\n") for part in parts[1:])]


def pattern_of(shown: str) -> str:
    """A regular expression for what a page shows."""
    lines = []
    for line in shown.splitlines():
        inside = ".*".join(re.escape(part) for part in line.split("…"))
        lines.append(r"(?:.*\n)*?" if line == "…" else inside + r"\n")
    return "".join(lines)


class Terminal:
    """A person who reads a page and types what it shows them typing."""

    def __init__(self, shown: str) -> None:
        self.left = shown.splitlines()

    def isatty(self) -> bool:
        return True

    def answer(self, prompt: str = "") -> str:
        while self.left:
            line = self.left.pop(0)
            if line.startswith(prompt.rstrip()):
                typed = line[len(prompt) :]
                print(f"{prompt}{typed}".rstrip())
                return typed
        raise AssertionError(f"the page does not show what is answered to: {prompt}")


@pytest.mark.parametrize("page", runnable("console"))
def test_the_commands_of_a_page_print_what_it_says(page, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARBITRO_DB", str(tmp_path / "tables.db"))
    monkeypatch.setenv("ARBITRO_LANG", "it" if ITALIAN.search(page) else "en")
    for kind, text in blocks(ROOT / page, "console", "yaml", "text"):
        if kind != "console":
            first, _, rest = text.partition("\n")
            if first.startswith("# file: "):
                Path(first.removeprefix("# file: ")).write_text(rest, encoding="utf-8")
            continue
        for command, shown in examples(text):
            words = shlex.split(command)
            assert words[0] == "arbitro", f"only arbitro is run: {command}"
            terminal = Terminal(shown)
            monkeypatch.setattr(sys, "argv", words)
            monkeypatch.setattr(sys, "stdin", terminal)
            monkeypatch.setattr("builtins.input", terminal.answer)
            with suppress(SystemExit):
                main()
            said = capsys.readouterr()
            printed = said.out + said.err
            assert re.fullmatch(pattern_of(shown), printed), f"$ {command}\n{printed}"


@pytest.mark.parametrize("page", runnable("python"))
def test_the_python_of_a_page_prints_what_it_says(page, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "page"}
    for _, text in blocks(ROOT / page, "python"):
        awaited = eval(compile(text, page, "exec", TOP_LEVEL_AWAIT), namespace)
        if awaited is not None:
            asyncio.run(awaited)
        assert capsys.readouterr().out.splitlines() == re.findall(r"^ *print\(.*\)  # (.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("page", runnable("sh"))
def test_what_a_page_has_made_can_be_made(page) -> None:
    targets = re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    lines = [line.partition("#")[0].split() for _, text in blocks(ROOT / page, "sh") for line in text.splitlines()]
    assert {words[0] for words in lines if words} <= {"make", "arbitro"}  # commands of ours: see test_commands
    assert [words for words in lines if words[:1] == ["make"] and words[1] not in targets] == []


@pytest.mark.parametrize("english", TWINS)
def test_both_languages_show_the_same_commands_and_code(english) -> None:
    def commands(page: str) -> list[str]:
        shown = [examples(text) for _, text in blocks(ROOT / page, "console")]
        return [re.sub(r"\w+\.(yaml|jsonl)", r"FILE.\1", command) for block in shown for command, _ in block]

    def code(page: str) -> list[str]:
        return [re.sub(r" *#.*", "", text) for _, text in blocks(ROOT / page, "python", "json")]

    assert code(english) == code(TWINS[english])
    if english != "README.md":  # the Italian one is shorter
        assert commands(english) == commands(TWINS[english])


def anchors(page: Path) -> set[str]:
    """The places in a page that a link can lead to, named as forges name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]
    return set(plain)


@pytest.mark.parametrize("page", [name_of(page) for page in PAGES])
def test_every_link_leads_somewhere(page) -> None:
    text = BLOCK.sub("", (ROOT / page).read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, place = target.partition("#")
        linked = (ROOT / page).parent / path if path else ROOT / page
        assert linked.exists(), f"{page} links to {target}"
        if place and linked.suffix == ".md":
            assert place in anchors(linked), f"{page} links to {target}"
