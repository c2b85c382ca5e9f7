"""``arbitro about``: whose games these are, in both languages, and the licences in full."""

import json

import pytest
from typer.testing import CliRunner

from arbitro.__main__ import application
from arbitro.cli.rules import installed_books

RUNNER = CliRunner()
APP = application(["arbitro.cli.about"])


def run(*words: str, code: int = 0) -> str:
    """Run a command line; what it prints."""
    result = RUNNER.invoke(APP, ["about", *words])
    assert result.exit_code == code, (result.output, result.exception)
    return result.output


@pytest.mark.parametrize(("language", "word"), [("it", "Contenuto di Gioco Aperto"), ("en", "Open Game Content")])
def test_every_installed_game_is_credited(language: str, word: str) -> None:
    told = run("--lang", language)
    for game in installed_books():
        assert f"{game}: " in told
    assert told.count(word) == 4


def test_a_game_under_another_licence_is_credited_as_that_asks() -> None:
    assert "daggerheart" in installed_books()
    assert "Critical Role, LLC" in run("--lang", "en")


def test_programs_read_the_same() -> None:
    known = json.loads(run("--json"))
    assert set(known["games"]) == set(installed_books())
    assert all(set(words) == {"it", "en"} for words in known["games"].values())


def test_the_licences_stand_in_full() -> None:
    assert "OPEN GAME LICENSE" in run("--text", "ogl").upper()
    assert "# Avviso" in run("--text", "notice", "--lang", "it")
    assert "# Notices" in run("--text", "notice", "--lang", "en")
    assert "notice, ogl" in run("--text", "moon", "--lang", "en", code=2)
