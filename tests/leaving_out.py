"""The tests of a house from which a game has been left out: what is that game's own goes with it, all else holds.

``python -m tests.leaving_out GAME [pytest arguments]`` copies the checkout without a game's package and runs the tests
there. In such a checkout `conftest` asks here which modules and which single tests are the missing game's own.
"""

import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ROOT / "src" / "arbitro" / "rules"
GAMES = ("whitebox", "infausta", "archmage", "daggerheart")
SHORT = {"whitebox": "wb", "archmage": "ae", "daggerheart": "dh"}
"""What some are called for short where a test types it."""
MISSING = tuple(game for game in GAMES if not (PACKAGES / game).exists())
"""The games of the house that this checkout is without."""
HEAVY = (".venv", ".git", ".mypy_cache", ".pytest_cache", ".ruff_cache", "__pycache__", "node_modules")


def belongs_to_the_missing(path: Path) -> bool:
    """Whether a test module is a missing game's own, or cannot even be read without it."""
    if not MISSING or not path.name.startswith("test_"):
        return False
    if any(game in path.relative_to(ROOT).as_posix() for game in MISSING):
        return True
    try:
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    except (LookupError, ImportError):
        return True
    return False


def speaks_of_the_missing(item: pytest.Item) -> bool:
    """Whether a single test is about a missing game: by its name, what it is given, or what it says."""
    if not MISSING:
        return False
    function = getattr(item, "function", None)
    told = f"{item.nodeid} {inspect.getsource(function) if function is not None else ''}"
    return names_a_missing_game(told)


def names_a_missing_game(told: str) -> bool:
    """Whether a missing game stands somewhere by its name, or by what it is called for short."""
    return any(game in told or re.search(rf"\b{SHORT.get(game, game)}\b", told) for game in MISSING)


def stumbled_over_the_missing(call: pytest.CallInfo[None]) -> bool:
    """Whether a test that goes through all games has failed for want of a missing one, as what it says shows."""
    told = "" if call.excinfo is None else f"{call.excinfo.value!r} {call.excinfo.value}"
    return names_a_missing_game(told)


def main(game: str, *arguments: str) -> int:
    """Copy the checkout without a game, and run its tests there."""
    with tempfile.TemporaryDirectory(prefix="without-") as place:
        copy = Path(place) / "house"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*HEAVY))
        shutil.rmtree(copy / PACKAGES.relative_to(ROOT) / game)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(copy / "src"), str(copy)))}
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
        return subprocess.run(command, cwd=copy, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
