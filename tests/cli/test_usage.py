"""A command line that cannot be understood is answered in the reader's language, with what would be right."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from tests.terminal import Run

from arbitro import cli
from arbitro.__main__ import application, commands
from arbitro.cli.usage import what_is_wrong
from arbitro.cli.worded import WordedCommand, WordedGroup

SPOKEN = {"help_text", "games_help", "language_option"}
"""What gives words in the language of the command line that is being read."""
WRONG = {
    "no option": (
        ("play", "--sed", "3"),
        "arbitro play: l'opzione --sed non esiste. Simili: --sealed, --seed, --set.",
        "arbitro play: there is no option --sed. Near it: --sealed, --seed, --set.",
    ),
    "too small": (
        ("play", "--days", "0"),
        "arbitro play: --days: serve un numero non minore di 1.",
        "arbitro play: --days: a number of at least 1 is needed.",
    ),
    "too large": (
        ("play", "--days", "9999"),
        "arbitro play: --days: serve un numero non maggiore di 3650.",
        "arbitro play: --days: a number of at most 3650 is needed.",
    ),
    "no number": (
        ("play", "--days", "many"),
        "arbitro play: --days: serve un numero intero.",
        "arbitro play: --days: a whole number is needed.",
    ),
    "no value": (
        ("play", "--days"),
        "arbitro play: dopo --days serve un valore.",
        "arbitro play: --days needs a value after it.",
    ),
    "no value wanted": (
        ("play", "--auto=yes"),
        "arbitro play: --auto non prende valori.",
        "arbitro play: --auto takes no value.",
    ),
    "too much": (
        ("play", "now"),
        "arbitro play: c'è qualcosa di troppo: now",
        "arbitro play: too much on the line: now",
    ),
    "no argument": (
        ("table", "log"),
        "arbitro table log: manca TABLE. Il nome di un tavolo (vedi arbitro table list).",
        "arbitro table log: TABLE is missing. The name of a table (see arbitro table list).",
    ),
    "no file": (
        ("table", "verify", "gone.jsonl"),
        "arbitro table verify: FILE: «gone.jsonl» non esiste.",
        "arbitro table verify: FILE: there is no “gone.jsonl”.",
    ),
    "a folder": (
        ("table", "verify", "folder"),
        "arbitro table verify: FILE: «folder» è una cartella; serve un file.",
        "arbitro table verify: FILE: “folder” is a folder; a file is needed.",
    ),
    "a file": (
        ("play", "--sealed", "file"),
        "arbitro play: --sealed: «file» è un file; serve una cartella.",
        "arbitro play: --sealed: “file” is a file; a folder is needed.",
    ),
    "a group's language": (
        ("table",),
        "arbitro table: --lang va in fondo, dopo tutto il comando.",
        "arbitro table: --lang goes behind the whole command.",
    ),
}


@pytest.mark.parametrize(("language", "at"), [("it", 1), ("en", 2)])
@pytest.mark.parametrize("fault", WRONG)
def test_a_fault_is_named_in_the_language_of_the_line(run: Run, fault: str, language: str, at: int) -> None:
    Path("folder").mkdir()
    Path("file").touch()
    words = WRONG[fault][0]
    line = (*words[:1], "--lang", language, *words[1:]) if words[-1] == "--days" else (*words, "--lang", language)
    code, said = run(*line)
    assert code == 2
    first, second = said.splitlines()
    assert first == WRONG[fault][at]
    assert second.endswith(f"{first.partition(':')[0]} --help")


@pytest.mark.parametrize(
    ("language", "said"), [("it", "il comando «paly» non esiste; ci sono: play, roll"), ("en", "known: play, roll")]
)
def test_an_unknown_command_is_answered_with_the_known_ones(run: Run, language: str, said: str) -> None:
    code, told = run("paly", "--lang", language)
    assert code == 2
    assert said in told


def asked_for_at_import(source: str) -> list[str]:
    """Words of the reader's language that a module asks for when it is read, before anybody has said which that is."""
    waiting: list[ast.AST] = [ast.parse(source)]
    found = []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SPOKEN:
            found.append(ast.unparse(node))
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)
    return found


@pytest.mark.parametrize("module", sorted(Path(cli.__file__).parent.rglob("*.py")), ids=lambda path: path.stem)
def test_no_help_is_worded_before_the_language_is_known(module: Path) -> None:
    assert asked_for_at_import(module.read_text()) == []


def test_help_worded_too_early_would_be_seen() -> None:
    assert asked_for_at_import('Name = Annotated[str, Option(help=help_text("a"))]') == ["help_text('a')"]


def test_a_sentence_of_no_known_shape_is_passed_on() -> None:
    error = SimpleNamespace(message="Something new.", param=None)
    assert what_is_wrong(error, "it") == "Something new."


@pytest.mark.parametrize(("language", "title"), [("it", "Opzioni"), ("en", "Options")])
def test_help_speaks_the_language(run: Run, language: str, title: str) -> None:
    code, said = run("roll", "--help", "--lang", language)
    assert code == 0
    assert title in said
    first, about_help = {
        "it": ("Uso: arbitro roll [OPZIONI]", "Mostra questa pagina"),
        "en": ("Usage: arbitro roll [OPTIONS]", "Show this page"),
    }[language]
    assert first in said
    assert about_help in said
    code, said = run("--lang", language)
    assert code == 2
    assert {"it": "Comandi", "en": "Commands"}[language] in said


def test_the_language_may_come_first(run: Run) -> None:
    assert run("--lang", "it", "odds", "2d6", "--at-least", "9") == run(
        "odds", "2d6", "--at-least", "9", "--lang", "it"
    )
    assert run("--lang=en", "roll", "3d6", "--seed", "1") == run("roll", "3d6", "--seed", "1", "--lang", "en")


@pytest.mark.parametrize("line", [("table",), ("table", "log"), ("rules",), ("play",)])
@pytest.mark.parametrize("given", [("--lang", "it"), ("--lang=it",)])
def test_help_is_in_the_language_asked_for_wherever_it_is_asked(
    run: Run, monkeypatch: pytest.MonkeyPatch, line: tuple[str, ...], given: tuple[str, ...]
) -> None:
    asked = (*line, "--help", *given)
    monkeypatch.setattr("sys.argv", ["arbitro", *asked])
    code, told = run(*asked)
    assert code == 0
    assert told.split()[:3] == ["Uso:", "arbitro", line[0]]
    assert "Usage" not in told
    assert "[OPTIONS]" not in told
    assert "Mostra questa pagina ed esci." in " ".join(
        told.replace("│", " ").split()
    )  # it may be broken over two lines


def whole_command() -> Any:
    """All of ``arbitro``, every command registered."""
    return typer.main.get_command(application(dict.fromkeys(commands().values())))


def commands_below(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """A command, and all commands below it."""
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from commands_below(below, (*path, name))


def test_the_help_of_every_command_is_all_in_one_language() -> None:
    for path, command in commands_below(whole_command()):
        assert isinstance(command, WordedCommand | WordedGroup), path  # the library's own speak English
        assert all(one.help for one in command.params if one.name != "help"), path
