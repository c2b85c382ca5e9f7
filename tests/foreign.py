"""The example game as somebody else's package: laid beside the house with metadata of its own."""

import os
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "duel"


def distribution(folder: Path, name: str, groups: Mapping[str, Mapping[str, str]]) -> None:
    """Metadata of a package that brings entry points, as they lie beside an installed one."""
    home = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    home.mkdir(parents=True)
    (home / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = [
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in held.items()) for group, held in groups.items()
    ]
    (home / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


def install_example(folder: Path) -> dict[str, str]:
    """Install the example game into a folder; the environment in which a program finds it there."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    distribution(folder, project["name"], project["entry-points"])
    shutil.copytree(EXAMPLE / "duel", folder / "duel", ignore=shutil.ignore_patterns("__pycache__"))
    path = os.pathsep.join(map(str, (folder, ROOT / "src", ROOT)))
    return {**os.environ, "PYTHONPATH": path, "ARBITRO_DB": str(folder / "tables.db"), "ARBITRO_LANG": "en"}
