"""What a package carries that people install."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def carried(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(folder)], cwd=PROJECT, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as files:
        return set(files.namelist())


def test_a_wheel_carries_the_pages_that_the_app_shows(carried: set[str]) -> None:
    assert {"arbitro/web/docs/guide-player.md", "arbitro/web/docs/it/guida-giocatore.md"} <= carried
    assert {"arbitro/web/legal/NOTICE.md", "arbitro/web/docs/pictures/start.webp"} <= carried


def test_a_wheel_carries_no_script_that_builds_it_and_no_test(carried: set[str]) -> None:
    code = {path for path in carried if path.endswith(".py")}
    sources = {path.relative_to(PROJECT / "src").as_posix() for path in (PROJECT / "src").rglob("*.py")}
    assert code == sources
