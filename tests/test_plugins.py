"""A ruleset is a plug-in: found by its entry point, named nowhere else, and as good as the house's own."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest
import yaml
from tests import leaving_out
from tests.foreign import EXAMPLE, ROOT, distribution, install_example

import arbitro
from arbitro.__main__ import COMMANDS, commands
from arbitro.kernel.option import load_options
from arbitro.kernel.plugins import CHECKOUT, declared_in, found_in, is_there, plugged
from arbitro.rules import declared, find_ruleset, first_game, games, installed, meant_by
from arbitro.text import LANGUAGES

SOURCE = Path(arbitro.__file__).parent
OWN = declared_in(ROOT / "pyproject.toml")
GROUPS = sorted(OWN or ())


# -------------------------------------------------------------------- what the house declares


def test_the_house_declares_its_games_in_the_order_of_the_shelf() -> None:
    assert list(games()) == ["whitebox", "infausta", "archmage", "daggerheart"]
    assert (first_game(), meant_by("WB"), meant_by("dh"), meant_by("chess")) == (
        "whitebox",
        "whitebox",
        "daggerheart",
        "chess",
    )
    assert set(games()) < set(installed())


@pytest.mark.parametrize("group", GROUPS)
def test_all_that_is_declared_is_there(group: str) -> None:
    for name, entry in plugged(group).items():
        if group in ("arbitro.aliases", "arbitro.shelf"):
            assert entry.value in games(), name
        else:
            assert is_there(entry), name
            assert entry.load() is not None, name


def groups_that_are_read() -> set[str]:
    """The groups that some module asks `plugged` for, by name or by a constant of its own."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        constants = dict(re.findall(r'^([A-Z_]+)(?:: Final)? = ("arbitro\.\w+")$', text, re.MULTILINE))
        asked = re.findall(r"(?<!def )\bplugged\(([^)]*)\)", text)
        found |= {constants.get(each, each).strip('"') for each in asked}
    return found


def test_a_group_that_is_read_is_declared_and_the_other_way_round() -> None:
    assert groups_that_are_read() == set(GROUPS)


@pytest.mark.parametrize("guide", ["docs/guide-author.md", "docs/it/guida-autore.md"])
def test_the_guide_has_a_line_for_every_group(guide: str) -> None:
    lines = re.findall(r"^\| `(arbitro\.\w+)` \|", (ROOT / guide).read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(lines) == GROUPS


def test_commands_of_games_come_after_those_of_the_house() -> None:
    assert list(commands())[: len(COMMANDS)] == list(COMMANDS)
    assert {"explore", "day", "scene"} <= set(commands()) - set(COMMANDS)


def without_examples(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, but for examples that are run: those have to play something."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        shown = line.strip()
        inside = shown.startswith(">>> ") or (inside and shown not in ("", '"""'))
        if not inside:
            yield number, line


ROOMS = ("rules", "play/sides", "play/stocking", "play/players", "chances/games", "cli")
"""Where games have packages, or modules, of their own."""


def is_a_games_own(path: Path) -> bool:
    """Whether a file of the house lies in the room of a game."""
    place = path.relative_to(SOURCE).with_suffix("").as_posix() + "/"
    return any(place.startswith(f"{room}/{game}/") for room in ROOMS for game in declared())


def house_lines() -> Iterator[tuple[str, Path, str]]:
    """Every line of the house that belongs to no game: where it stands, its file, and what it says."""
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix in (".py", ".yaml", ".html", ".js", ".css") and not is_a_games_own(path):
            for number, line in without_examples(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(SOURCE)}:{number}", path, line


def test_no_game_is_named_outside_its_own_packages() -> None:
    """Whoever adds a game, or takes one away, touches nothing but its own folders and its entry points."""
    words = {*declared(), *(alias for alias in plugged("arbitro.aliases") if len(alias) > 2)}
    titles = ("white box", "white_box", "scatola bianca")  # in the texts of the dungeon: for which games it was written
    found = []
    for place, path, line in house_lines():
        named = [word for word in words if word in line.lower()]
        if path.suffix == ".py":
            named += [word for word in titles if word in line.lower()]
        found += [f"{place}: {word}" for word in named]
    assert found == []


def test_no_rule_or_option_of_a_game_is_named_outside_its_own_packages() -> None:
    """Texts, data and code of the house hold no game's matter, not as an example either."""
    marks = sorted({atom.partition("-")[0] for game in games() for atom in find_ruleset(game).rulebook})
    atom = re.compile(rf"\b(?:{'|'.join(marks)})-[A-Z][A-Z0-9]*-\d+\b")
    shared = {name for package in ("arbitro.play", "arbitro.appendix_a") for name in load_options(package)}
    options = {name for game in games() for name in find_ruleset(game).options} - shared
    option = re.compile(rf"\b(?:{'|'.join(sorted(name for name in options if '_' in name))})\b")
    found = [
        f"{place}: {named[0]}"
        for place, _, line in house_lines()
        if (named := atom.search(line) or option.search(line))
    ]
    assert found == []


def test_no_file_outside_its_own_packages_is_a_games() -> None:
    """A file or a folder that is called after a game lies in one of the rooms for games."""
    named = [path for path in SOURCE.rglob("*") if path.stem in declared() and "__pycache__" not in path.parts]
    assert [str(path.relative_to(SOURCE)) for path in named if not is_a_games_own(path)] == []


# -------------------------------------------------------------------- where the declarations are read


def test_a_checkout_is_believed_before_its_metadata(tmp_path, monkeypatch) -> None:
    distribution(tmp_path, "arbitro", {"arbitro.games": {"old": "old:Old"}})
    monkeypatch.syspath_prepend(tmp_path)
    assert "old" in {entry.name for entry in entry_points(group="arbitro.games")}
    assert OWN is not None
    assert set(found_in("arbitro.games", OWN)) >= {"whitebox"}
    assert "old" not in found_in("arbitro.games", OWN)


def test_without_a_checkout_the_metadata_are_read(tmp_path, monkeypatch) -> None:
    assert declared_in(tmp_path / "pyproject.toml") is None
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\n', encoding="utf-8")
    assert declared_in(tmp_path / "pyproject.toml") is None
    distribution(tmp_path, "arbitro", OWN or {})
    monkeypatch.syspath_prepend(tmp_path)
    for group in GROUPS:
        read, written = found_in(group, None), found_in(group, OWN)
        assert {name: entry.value for name, entry in read.items()} == {n: e.value for n, e in written.items()}


def test_nobody_displaces_a_game_of_the_house(tmp_path, monkeypatch) -> None:
    distribution(tmp_path, "impostor", {"arbitro.games": {"whitebox": "impostor:Game", "chess": "chess:Chess"}})
    monkeypatch.syspath_prepend(tmp_path)
    found = found_in("arbitro.games", OWN)
    assert found["whitebox"].module == "arbitro.rules.whitebox"
    assert found["chess"].module == "chess"
    assert not is_there(found["chess"])


def test_the_tests_run_on_the_checkout_that_they_lie_in() -> None:
    assert CHECKOUT == ROOT


# -------------------------------------------------------------------- somebody else's game


@pytest.fixture(scope="module")
def foreign(tmp_path_factory) -> dict[str, str]:
    """The environment of a house beside which the example game is installed."""
    return install_example(tmp_path_factory.mktemp("foreign"))


def ran(environment: dict[str, str], *words: str) -> str:
    """What a Python program says in an environment; it must end well."""
    done = subprocess.run(
        [sys.executable, *words], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_terminal_finds_it(foreign) -> None:
    told = ran(foreign, "-m", "arbitro", "fight", "--rules", "duello", "--auto", "--seed", "1", "--no-save", "--why")
    assert "Ada and Bruno face each other." in told
    assert "The duel is over." in told
    assert "[DU-STRIKE-01]" in told or "DU-STRIKE-01" in told


def test_its_headings_journal_and_command_are_its_own_files(foreign) -> None:
    """What a game of the house has, it has too: nothing of it lies in a folder of the house."""
    told = ran(foreign, "-m", "arbitro", "rules", "show", "DU-STRIKE-01", "--lang", "it")
    assert "I colpi" in told
    assert "Fight a duel." in ran(foreign, "-m", "arbitro", "--help")
    assert "A ready duel" in ran(foreign, "-m", "arbitro", "duel", "--help")
    played = ran(foreign, "-m", "arbitro", "duel", "--auto", "--seed", "1", "--table", "dawn", "--lang", "it")
    assert "Ada e Bruno si affrontano." in played
    journal = ran(foreign, "-m", "arbitro", "journal", "dawn", "--lang", "it")
    assert "## Il duello" in journal
    assert "Ieri sera Ada e Bruno avevano parole." in journal
    assert "La lama di " in journal
    assert "Poi " in journal
    assert "colpisce a vuoto" not in journal


def test_coverage_counts_its_rules_with_the_others(foreign) -> None:
    tests = str(EXAMPLE / "tests")
    told = json.loads(ran(foreign, "-m", "arbitro", "rules", "coverage", "--game", "duel", "--tests", tests, "--json"))
    (duel,) = told["games"]
    assert [(atom["atom"], bool(atom["code"]), bool(atom["tests"])) for atom in duel["atoms"]] == [
        (f"DU-{rule}-01", True, True) for rule in ("TURN", "STRIKE", "FEINT", "END")
    ]
    assert duel["atoms"][0]["code"][0].startswith("duel/")


PAGE = """
from tests.web.tables import opened, server
with server() as client:
    page = client.get("/", headers={"Accept-Language": "en"})
    assert page.status_code == 200 and "The duel" in page.text and "behind the convent" in page.text, page.text[:2000]
    person = opened(client, game="duel", scene="fights/dawn", options={"to_hit": 2})
    assert [one["id"] for one in person.look()["choices"]][:2] == ["strike/ada", "feint/ada"]
    assert person.say("do", **person.first_choice("strike"))["type"] == "done"
    assert client.get("/v1/games/duel").status_code == 200
print("played")
"""


def test_the_page_shows_it_and_plays_it(foreign) -> None:
    assert ran(foreign, "-c", PAGE).strip() == "played"


def test_its_own_tests_and_the_contract_of_every_game_hold_for_it(foreign) -> None:
    contract = "tests/kernel/test_ruleset_contract.py"
    told = ran(foreign, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "duel", contract, str(EXAMPLE / "tests"))
    assert " passed" in told
    counted = ran(foreign, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "duel", "--collect-only", contract)
    assert sum("[duel" in line for line in counted.splitlines()) > 15


# -------------------------------------------------------------------- and the page that walks through it

BLOCK = re.compile(r"```(\w+)\n(.*?)\n```", re.DOTALL)


@pytest.mark.parametrize(("page", "language"), [("docs/guide-author.md", "en"), ("docs/it/guida-autore.md", "it")])
def test_the_guide_shows_every_line_of_the_example(page: str, language: str) -> None:
    shown: dict[str, list[str]] = {}
    for kind, text in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
        shown.setdefault(kind, []).append(text)

    def lines(text: str) -> list[str]:
        return [line for line in text.splitlines() if line.strip()]

    def written(name: str) -> str:
        return (EXAMPLE / name).read_text(encoding="utf-8")

    terminal = next(text for text in shown["text"] if "def register" in text)
    shown["text"].remove(terminal)
    assert lines(terminal) == lines(written("duel/terminal.py"))
    assert lines("\n".join(shown["text"])) == lines(written("duel/__init__.py"))
    names = ("rulebook.yaml", "options.yaml", f"locale/{language}.yaml", "headings.yaml", "journal.yaml")
    names = (*names, "fights/dawn.yaml")
    assert [lines(text) for text in shown["yaml"]] == [lines(written(f"duel/{name}")) for name in names]
    assert lines("\n".join(shown["toml"])) == lines(written("pyproject.toml"))


def test_the_example_says_the_same_in_both_languages() -> None:
    """Same keys, same gaps: what the tests of the house ask of every catalogue."""
    words = [yaml.safe_load((EXAMPLE / f"duel/locale/{name}.yaml").read_text(encoding="utf-8")) for name in LANGUAGES]
    gaps = [{key: set(re.findall(r"\{(\w+)", text)) for key, text in each.items()} for each in words]
    assert gaps[0] == gaps[1]


# -------------------------------------------------------------------- a game that is left out whole


LEFT_OUT = """
import importlib, json, pkgutil
import arbitro
from arbitro.__main__ import application, commands
from arbitro.rules import find_ruleset, games
application(dict.fromkeys(commands().values()))
for name in games():
    find_ruleset(name)
print(json.dumps([list(games()), sorted(commands())]))
"""
PLAYED_WITHOUT = """
import importlib, pkgutil
import arbitro
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.rules import games
for module in pkgutil.walk_packages(arbitro.__path__, "arbitro."):
    try:
        if GAME not in module.name and not module.name.endswith(("__main__", ".env")):  # programs, no modules
            importlib.import_module(module.name)
    except ModuleNotFoundError as missing:  # an extra that is not installed
        assert not str(missing.name).startswith("arbitro"), missing
for name in games():
    table = Table.open(find_campaign(name), "t", bytes(32), {})
    table.submit(c.Gather(table.ruleset.side.party.parties()[0][0]), REFEREE)
    for _ in range(40):
        command = table.ruleset.suggest(table.state, REFEREE)
        assert not isinstance(table.submit(command, REFEREE), Refusal), command
print(len(games()))
"""


def without(game: str, place: Path, program: str) -> str:
    """What a program prints where the package of a game is not there."""
    shutil.copytree(SOURCE, place / "src" / "arbitro", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", place)
    shutil.rmtree(place / "src" / "arbitro" / "rules" / game)
    ran = subprocess.run(
        [sys.executable, "-c", f"GAME = {game!r}\n{program}"],
        cwd=place,
        env={"PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("game", ["daggerheart", "archmage"])
def test_a_game_whose_rules_are_left_out_is_missed_by_nothing_else(game: str, tmp_path: Path) -> None:
    """Whoever passes the house on may leave the package of a game out, as the notice of its content asks."""
    present, offered = json.loads(without(game, tmp_path, LEFT_OUT))
    assert present == [name for name in games() if name != game]
    assert not any(f".{game}." in module for name, module in commands().items() if name in offered)


@pytest.mark.slow
def test_the_tests_of_the_rest_hold_without_the_pack_of_the_spotlight_game() -> None:
    """`python -m tests.leaving_out daggerheart` runs all of them; here those of the kernel and of the sides."""
    assert leaving_out.main("daggerheart", "-q", "-n0", "-m", "not slow", "tests/kernel", "tests/play/sides") == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["daggerheart", "archmage"])
def test_without_a_game_every_other_module_is_read_and_every_other_campaign_played(game: str, tmp_path: Path) -> None:
    assert int(without(game, tmp_path, PLAYED_WITHOUT)) == len(games()) - 1
