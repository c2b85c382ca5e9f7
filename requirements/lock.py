"""Resolve the dependencies of pyproject.toml into the two hashed lock files.

``play.lock`` is what a player installs, ``dev.lock`` adds the tools.  Run by ``make lock``; needs `uv`,
which is itself fetched for the occasion.  No index address is written into the files.
"""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BUILD = HERE / "build.in"  # the build back-end, locked too, since installs run without build isolation


def compile_lock(target: str, *arguments: str) -> None:
    """Write `target` beside this file from pyproject.toml and the given extras."""
    command = ["uv", "pip", "compile", "pyproject.toml", str(BUILD), *arguments]
    command += ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-emit-index-url"]
    command += ["--no-header", "--quiet", "--upgrade", "-o", str(HERE / target)]
    subprocess.run([sys.executable, "-m", *command], cwd=HERE.parent, check=True)  # noqa: S603 - our own words


if __name__ == "__main__":
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    compile_lock("play.lock")
    compile_lock("dev.lock", "--group", "dev")
