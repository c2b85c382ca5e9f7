"""The core stands on four small packages; whatever else is asked for says which extra it needs, in words."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions

import pytest
from tests.sampling import spread
from tests.without import ROOT, run_commands, run_python

from arbitro.__main__ import commands
from arbitro.extras import EXTRAS, MissingExtra, missing_extra, need

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CORE = {"msgspec", "yaml", "icepool", "platformdirs"}
EVERY_EXTRA = sorted({package for packages in EXTRAS.values() for package in packages})
NO_COMMAND = {"client", "worlds"}
"""Extras for programs that import the library: no command asks for them."""
HEAVY = {"sim", "parquet", "ray"}
"""Extras that no environment need have: their tests are skipped without them."""
NEEDS = {
    "fight orcs --auto --no-save": ("terminal", "typer"),
    "fight orcs --auto": ("terminal", "sqlalchemy"),
    "play --auto --days 1 --table kept": ("terminal", "alembic"),
    "serve": ("web", "litestar"),
    "serve --help": ("web", "typer"),
    "dungeon new --seed 1 --format pdf --out OUT": ("print", "reportlab"),
    "dungeon new --seed 1 --format png --out OUT": ("print", "resvg_py"),
    "dungeon new --seed 2 --format png --out OUT": ("print", "font_caladea"),
    "serve --store postgresql+asyncpg://localhost/none": ("postgres", "asyncpg"),
    "serve --channels postgresql://localhost/none": ("postgres", "asyncpg"),
    "serve --channels redis://localhost": ("redis", "redis"),
    "mcp": ("agents", "mcp"),
    "fight orcs --sim": ("sim", "numba"),
    "sweep orcs --vary sides.orcs.members.0.count=5,6 --out OUT.parquet": ("parquet", "pyarrow"),
    "fight orcs --runs 5 --ray local": ("ray", "ray"),
}
"""Command lines, and the extra that each must name where one of its packages is missing."""


def packages_of(requirements: list[str]) -> set[str]:
    """The names by which the packages of some requirements are imported."""
    wanted = {plain(re.split(r"[\[<>=]", text)[0]) for text in requirements}
    installed = {name for name, holders in packages_distributions().items() if wanted & {plain(one) for one in holders}}
    return (installed | wanted) & imported()


def plain(distribution: str) -> str:
    return distribution.lower().replace("_", "-")


@cache
def imported() -> set[str]:
    """What the program imports that is neither its own nor Python's."""
    found = {"font_caladea"}  # named in a text, because only its files are wanted
    for path in (ROOT / "src/arbitro").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"arbitro"}


def test_the_core_stands_on_four_small_packages():
    assert packages_of(PROJECT["dependencies"]) == CORE
    assert len(PROJECT["dependencies"]) == len(CORE)


def test_every_extra_is_as_the_project_declares_it():
    declared = {extra: packages_of(wanted) for extra, wanted in PROJECT["optional-dependencies"].items()}
    assert declared == {extra: set(packages) for extra, packages in EXTRAS.items()}


@pytest.mark.parametrize("page", ["docs/python.md", "docs/it/python.md"])
def test_the_page_for_python_has_a_line_for_every_extra(page: str) -> None:
    """So that whoever misses one is told of it where the others are."""
    text = (ROOT / page).read_text(encoding="utf-8")
    told = [re.findall(r"`(\w+)`", line.split("|")[1]) for line in text.splitlines() if line.startswith("| `")]
    assert set(EXTRAS) <= {extra for line in told for extra in line}


def test_everything_imported_is_of_the_core_or_of_an_extra():
    assert imported() == CORE | set(EVERY_EXTRA)


def test_the_locks_follow_the_project():
    def locked(name: str) -> str:
        return (ROOT / "requirements" / name).read_text(encoding="utf-8")

    wanted = {extra: [re.split(r"[\[<>=]", one)[0] for one in all_] for extra, all_ in optional().items()}
    light = {package for extra, packages in wanted.items() if extra not in HEAVY for package in packages}
    for extra, packages in wanted.items():
        for package in packages:
            if extra in HEAVY and package in light:
                continue
            assert (f"\n{package}==" in f"\n{locked('dev.lock')}") != (extra in HEAVY), (extra, package)
            assert f"\n{package}==" in f"\n{locked('slow.lock')}", (extra, package)
            if extra in HEAVY:
                continue
            if extra in ("web", "terminal", "print"):
                assert f"\n{package}==" in f"\n{locked('play.lock')}", (extra, package)
    assert "\naiosqlite==" not in f"\n{locked('play.lock')}"
    assert "\naiosqlite==" in f"\n{locked('dev.lock')}"


def optional() -> dict[str, list[str]]:
    found: dict[str, list[str]] = PROJECT["optional-dependencies"]
    return found


# -------------------------------------------------------------------- the core alone


def test_the_core_plays_a_fight_to_its_end_without_any_extra():
    code = """
import arbitro
table = arbitro.Table.new("whitebox", "orcs", seed="3")
while not table.over:
    seat, command = next((seat, command) for seat in table.seats if (command := table.suggest(seat)) is not None)
    table.do(command, seat)
print(table.story()[-1])
print(table.verify().holds, arbitro.Table.load(table.export(), "3").state == table.state)
"""
    *_, last, checked = run_python(code, EVERY_EXTRA).splitlines()
    assert last
    assert checked == "True True"


def test_every_module_of_the_core_loads_without_any_extra():
    code = """
import pkgutil
from importlib import import_module
import arbitro
outside = ("arbitro.web", "arbitro.agents", "arbitro.cli",
    "arbitro.store.sql", "arbitro.store.lane", "arbitro.store.schema",
    "arbitro.store.migrations", "arbitro.chances.plain_kernel", "arbitro.__main__",
    "arbitro.worlds.spaces", "arbitro.worlds.sight", "arbitro.worlds.seat_world", "arbitro.worlds.fights",
    "arbitro.worlds.campaigns", "arbitro.worlds.sides")
count = 0
def walk(package):
    global count
    for found in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if not found.name.startswith(outside):
            count += 1
            module = import_module(found.name)
            if found.ispkg:
                walk(module)
walk(arbitro)
print(count)
"""
    assert int(run_python(code, EVERY_EXTRA)) > 300


def test_the_core_alone_rolls_at_the_command_line():
    (rolled,) = run_commands(["roll 3d6 --seed 1"], EVERY_EXTRA)
    assert (rolled["code"], rolled["error"]) == (0, "")
    assert rolled["out"].startswith("3d6 (")


# -------------------------------------------------------------------- what is missing is said


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_command_says_which_extra_it_misses(language):
    words = {"en": "This needs the extra “{0}”", "it": "Per questo serve l'aggiunta «{0}»"}[language]
    answers = run_commands([f"{name} --help --lang {language}" for name in commands()], EVERY_EXTRA)
    assert len(answers) == len(commands())
    for name, answer in zip(commands(), answers, strict=True):
        extra = {"serve": "web", "host-key": "web", "mcp": "agents"}.get(name, "terminal")
        assert answer["code"] == 2
        assert answer["out"] == ""
        assert answer["error"].startswith(words.format(extra)), answer
        assert answer["error"].endswith(f'"arbitro[{extra}]"\n')
        assert len(answer["error"].splitlines()) == 1


@pytest.mark.parametrize("line", spread(NEEDS, 3))
def test_a_command_says_which_extra_it_misses_further_on(line, tmp_path):
    extra, package = NEEDS[line]
    asked = line.replace("OUT", str(tmp_path / "out"))
    (answer,) = run_commands([asked], [package], ARBITRO_DB=str(tmp_path / "tables.db"))
    assert answer["code"] == 2
    assert answer["error"] == (
        f'This needs the extra “{extra}” ({package} is not installed): pip install "arbitro[{extra}]"\n'
    )


def test_every_extra_is_missed_by_some_command():
    assert {extra for extra, _ in NEEDS.values()} == set(EXTRAS) - NO_COMMAND


def test_what_no_extra_has_is_no_missing_extra():
    assert missing_extra(ModuleNotFoundError("no", name="of_nobody")) is None


def test_an_extra_is_asked_for_before_something_begins(monkeypatch):
    need("print")
    monkeypatch.setitem(sys.modules, "reportlab", None)
    with pytest.raises(MissingExtra) as missing:
        need("print")
    assert (missing.value.extra, missing.value.package) == ("print", "reportlab")
