"""``arbitro roll``: dice in the open, checkable by anybody, in the reader's language."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arbitro.__main__ import application, main
from arbitro.cli import pick_language, spoken_language
from arbitro.cli.roll import quick
from arbitro.dice.rolling import roll
from arbitro.dice.stream import AuditedDice


@pytest.fixture(autouse=True)
def no_language_around(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ARBITRO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def arbitro(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Run the command line and give back its exit code, its output and its errors."""

    def run(*arguments: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["arbitro", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        shown = capsys.readouterr()
        return left.value.code, shown.out, shown.err

    return run


def test_a_roll_with_a_seed_is_the_roll_of_the_library(arbitro) -> None:
    code, out, err = arbitro("roll", "4d6kh3+1", "--seed", "7")
    assert (code, err) == (0, "")
    assert out == f"{roll('4d6kh3+1', AuditedDice.from_text('7'))}\n"


def test_without_a_seed_the_random_one_is_shown_and_gives_the_same_dice_again(arbitro) -> None:
    _, first, _ = arbitro("roll", "8d20")
    line, seed = first.splitlines()
    assert seed.startswith("--seed ")
    _, again, _ = arbitro("roll", "8d20", *seed.split())
    assert again == f"{line}\n"
    assert arbitro("roll", "8d20")[1] != first


def test_several_rolls_several_times_come_from_one_stream(arbitro) -> None:
    _, out, _ = arbitro("roll", "2d6", "1d20", "--times", "3", "--seed=x")
    dice = AuditedDice.from_text("x")
    assert out.splitlines() == [str(roll(text, dice)) for text in ("2d6", "1d20") * 3]


def test_json_has_the_seed_and_every_die(arbitro) -> None:
    code, out, _ = arbitro("roll", "4d6kh3", "--json")
    data = json.loads(out)
    assert code == 0
    again = AuditedDice.from_text(data["seed"])
    assert data["rolls"][0]["total"] == roll("4d6kh3", again).total
    assert [die["at"] for die in data["rolls"][0]["part"]["dice"]] == [0, 1, 2, 3]


@pytest.mark.parametrize(("language", "words"), [("it", "Scrivi 'ro'"), ("en", "Write 'ro'")])
def test_a_mistake_goes_to_the_errors_with_exit_code_2(arbitro, language: str, words: str) -> None:
    code, out, err = arbitro("roll", "3d6", "2d6r1", "--lang", language)
    assert (code, out) == (2, "")
    assert err.startswith("2d6r1\n   ^\n")
    assert words in err


def test_a_mistake_in_json_too(arbitro) -> None:
    code, out, err = arbitro("roll", "1d0", "--json", "--lang", "en")
    error = json.loads(out)["error"]
    assert code == 2
    assert (error["code"], error["at"]) == ("dice.no_sides", 2)
    assert error["message"] in err


def test_a_roll_torn_apart_by_the_shell_is_understood_as_such(arbitro) -> None:
    assert "'3d6 + 2'" in arbitro("roll", "3d6", "+", "2")[2]
    assert "'3d6 + 2'" not in arbitro("roll", "3d6+")[2]


def test_a_roll_may_begin_with_a_minus(arbitro) -> None:
    assert arbitro("roll", "--seed", "7", "--", "-1d4+9")[0] == 0


def test_help_speaks_the_language_and_options_are_checked(arbitro, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Tira i dadi" in arbitro("roll", "--help")[1]
    assert "Roll dice" in arbitro("roll", "--help", "--lang", "en")[1]
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert "Roll dice" in arbitro("--help")[1]
    for wrong in (["--bogus"], ["--lang", "xx", "3d6"], ["--times", "0", "3d6"], ["--times", "many", "3d6"], []):
        assert arbitro("roll", *wrong)[0] == 2
    assert arbitro("--version")[1].startswith("arbitro ")
    assert arbitro("tango")[0] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["4d6kh3+1", "--seed", "7"],
        ["--seed=7", "2d6", "1d20"],
        ["2d6", "--times=2", "--seed", ""],
        ["2d6", "--json", "--seed", "x", "--lang", "en"],
        ["--seed", "7", "--", "-1d6"],
        ["1d6r1", "--lang=en"],
    ],
)
def test_the_quick_way_agrees_with_typer(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = quick(arguments)
    fast = capsys.readouterr()
    monkeypatch.setattr(sys, "argv", ["arbitro", "roll", *arguments])
    with pytest.raises(SystemExit) as left:
        application(["arbitro.cli.roll"])()
    assert code is not None
    assert (left.value.code, capsys.readouterr()) == (code, fast)


def test_the_quick_way_leaves_the_unusual_to_typer() -> None:
    for arguments in (
        ["-h"],
        ["3d6", "--times", "0"],
        ["3d6", "--times", "²"],
        ["3d6", "--lang", "fr"],
        ["3d6", "--seed"],
    ):
        assert quick(arguments) is None


@pytest.mark.parametrize(
    ("asked", "environ", "language"),
    [
        ("en", {"ARBITRO_LANG": "it"}, "en"),
        (None, {"ARBITRO_LANG": "en", "LC_ALL": "it_IT.UTF-8"}, "en"),
        (None, {"LC_ALL": "en_US.UTF-8", "LANG": "it_IT"}, "en"),
        (None, {"LC_ALL": "C.UTF-8", "LC_MESSAGES": "en_GB", "LANG": "it_IT"}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "it"),
        (None, {}, "it"),
    ],
)
def test_the_language_is_picked_in_order(asked: str | None, environ: dict[str, str], language: str) -> None:
    assert pick_language(asked, environ) == language


def test_the_language_of_a_command_line_is_known_before_it_is_taken_apart() -> None:
    assert spoken_language(["roll", "--lang", "en", "--help"]) == "en"
    assert spoken_language(["roll", "--lang=en"]) == "en"
    assert spoken_language(["roll", "--lang"]) == "it"


def test_a_plain_roll_loads_no_heavy_module() -> None:
    program = (
        "import sys; sys.argv = ['arbitro', 'roll', '3d6']\n"
        "from arbitro.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*{'typer', 'rich', 'yaml', 'icepool', 'pydantic'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""


def test_the_command_is_installed() -> None:
    script = Path(sys.executable).with_name("arbitro")
    done = subprocess.run([script, "roll", "1d1"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("1d1 (1) = 1\n--seed ")
