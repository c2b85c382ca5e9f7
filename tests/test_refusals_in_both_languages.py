"""No refusal and no error carries raw English: whatever a person reads comes from a catalogue, in both languages."""

import ast
import errno
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import arbitro
from arbitro.kernel.command import Refusal, in_both
from arbitro.kernel.misread import CHECKS, SYSTEM, misread
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import refusal_text
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.commands import BringDungeon, BringRooms
from arbitro.rules import games
from arbitro.text import LANGUAGES, Words

SOURCE = Path(arbitro.__file__).parent
SAYS = ("Refusal", "Words", "say", "problem")
"""Calls whose values end up before a person."""
MODULES = sorted(path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))


def caught(tree: ast.AST) -> set[str]:
    """The names under which errors are caught in a module."""
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name}


def is_raw(part: ast.AST, errors: set[str]) -> bool:
    """Whether a value is the text of an error, one language of something that has both, or a sentence."""
    match part:
        case ast.Call(func=ast.Name(id="str" | "repr"), args=[ast.Name(id=name)]):
            return name in errors
        case ast.FormattedValue(value=ast.Name(id=name)):
            return name in errors
        case ast.Attribute(attr="strerror"):
            return True
        case ast.Attribute(value=ast.Attribute(attr="name" | "noun" | "title"), attr="en" | "it"):
            return True
        case ast.Constant(value=str(text)):
            return len([word for word in text.split() if word.isalpha() and len(word) > 2]) > 1
    return False


def raw_values(tree: ast.AST) -> Iterator[int]:
    """Lines on which something raw is given to be said."""
    errors = caught(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name not in SAYS:
            continue
        given: list[ast.AST] = [word.value for word in node.keywords]
        given += node.args[1:2] if name == "Refusal" else []
        for value in given:
            yield from (node.lineno for part in ast.walk(value) if is_raw(part, errors))


def test_nothing_raw_is_given_to_be_said() -> None:
    found = {module: list(raw_values(ast.parse((SOURCE / module).read_text(encoding="utf-8")))) for module in MODULES}
    assert {module: lines for module, lines in found.items() if lines} == {}


def test_what_is_raw_is_seen() -> None:
    bad = """
try:
    f()
except ValueError as error:
    g = Refusal("x", {"why": str(error)})
    h = Refusal("x", {"who": one.name.en})
    i = Words(TEXTS, "x", why=error.strerror)
    j = Refusal("x", {"why": "not that way"})
    k = say(language, "x", why=f"{error} here")
"""
    assert list(raw_values(ast.parse(bad))) == [5, 6, 7, 8, 9]
    assert list(raw_values(ast.parse('Refusal("x", {"who": f"@{one.id}", "known": ", ".join(names)})'))) == []


# -------------------------------------------------------------------- errors of libraries and of the system


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    """Something to be read."""

    number: int
    few: tuple[int, int]


@pytest.mark.parametrize(
    "text", ['{"number": "x", "few": [1, 2]}', '{"few": [1, 2]}', '{"number": 1, "few": [1]}', "{", "[1", "nonsense",
             '{"number": 1, "few": [1, 2], "more": 1}'],
)  # fmt: skip
def test_what_a_checker_finds_is_said_in_both_languages(text: str) -> None:
    with pytest.raises(msgspec.MsgspecError) as caught:
        msgspec.json.decode(text, type=Shape)
    said = misread(caught.value)
    assert said.in_("it") != said.in_("en")
    assert said.in_("en") != str(caught.value)


@pytest.mark.parametrize("number", [*SYSTEM, errno.EPIPE])
def test_what_the_system_refuses_is_said_in_both_languages(number: int) -> None:
    said = misread(OSError(number, "No such thing in English"))
    assert said.in_("it") != said.in_("en")
    assert "No such" not in said.in_("it")


def test_every_text_of_a_check_exists() -> None:
    for _, key in CHECKS:
        for language in LANGUAGES:
            assert Words(misread(ValueError()).texts, key).texts.find(language, key) is not None


# -------------------------------------------------------------------- provoked


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize(
    "command", [BringDungeon("nonsense"), BringDungeon('{"version": 1}'), BringDungeon("\ud800"),
                BringRooms({"a": "nonsense"}), BringRooms({str(number): "x" for number in range(500)})],
    ids=["no json", "no dungeon", "no letters", "no room", "too many"],
)  # fmt: skip
def test_what_cannot_be_brought_is_refused_in_both_languages(game: str, command: Any) -> None:
    campaign = find_campaign(game)
    table: Table[Any] = Table.open(campaign, "t", bytes(32))
    refused = table.submit(command, REFEREE)
    assert isinstance(refused, Refusal)
    said = {language: refusal_text(campaign, table.state, refused, language) for language in LANGUAGES}
    assert said["it"] != said["en"]
    assert "{" not in said["it"]
    for words in ("is not", "no dungeon", "Expected", "JSON is malformed", "surrogates"):
        assert words not in said["it"]


def test_a_value_in_both_languages_is_read_in_the_readers() -> None:
    campaign = find_campaign("whitebox")
    room = Refusal("bad_room", in_both("why", Words(misread(ValueError()).texts, "file.shape")))
    said = {language: refusal_text(campaign, campaign.initial(), room, language) for language in LANGUAGES}
    assert "non ha la forma" in said["it"]
    assert "does not have the shape" in said["en"]
