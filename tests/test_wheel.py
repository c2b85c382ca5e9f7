"""What a package carries that people install."""

import os
import re
import subprocess
import sys
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

PROJECT = Path(__file__).parents[1]


def built(folder: Path, home: str = "") -> Path:
    """A wheel of this project, released from a home on the web or from none."""
    build = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    settings = {**os.environ, "ARBITRO_HOME": home}
    command = [sys.executable, "-c", build, str(folder)]
    subprocess.run(command, cwd=PROJECT, check=True, stdout=subprocess.DEVNULL, env=settings)
    (wheel,) = folder.glob("*.whl")
    return wheel


def said_of_itself(wheel: Path) -> Message:
    """What a package index reads in a wheel."""
    with ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(files.read(name))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def carried(wheel: Path) -> set[str]:
    with ZipFile(wheel) as files:
        return set(files.namelist())


def test_a_wheel_carries_the_pages_that_the_app_shows(carried: set[str]) -> None:
    assert {"arbitro/web/docs/guide-player.md", "arbitro/web/docs/it/guida-giocatore.md"} <= carried
    assert {"arbitro/web/legal/NOTICE.md", "arbitro/web/docs/pictures/start.webp"} <= carried


def test_a_wheel_carries_no_script_that_builds_it_and_no_test(carried: set[str]) -> None:
    code = {path for path in carried if path.endswith(".py")}
    sources = {path.relative_to(PROJECT / "src").as_posix() for path in (PROJECT / "src").rglob("*.py")}
    assert code == sources


LINKS = re.compile(r"\]\(([^)\s]+)\)")


def test_on_an_index_no_link_leads_nowhere(wheel: Path) -> None:
    """Beside what an index shows lies no file of ours: a link is an address, or the words that it was."""
    said = said_of_itself(wheel)
    page = str(said.get_payload())
    assert page.startswith("# Arbitro")
    assert said["Description-Content-Type"] == "text/markdown"
    assert not [link for link in LINKS.findall(page) if not link.startswith(("https://", "http://", "#"))]
    assert said.get_all("Project-URL") is None


@pytest.mark.slow
def test_whoever_releases_it_names_where_it_is_at_home(tmp_path: Path) -> None:
    said = said_of_itself(built(tmp_path, "https://arbitro.example/files/"))
    addresses = dict(each.split(", ", 1) for each in said.get_all("Project-URL", []))
    assert addresses["Homepage"] == "https://arbitro.example/files"
    assert addresses["Changelog"] == "https://arbitro.example/files/CHANGELOG.md"
    page = str(said.get_payload())
    assert "(https://arbitro.example/files/docs/guide-player.md)" in page
    home = [link for link in LINKS.findall(page) if link.startswith("https://arbitro.example/files/")]
    assert home
    assert all(
        (PROJECT / link.removeprefix("https://arbitro.example/files/").partition("#")[0]).exists() for link in home
    )
