"""Resolve the dependencies into hashed lock files.

``play.lock`` is what a player installs: the core with the extras for playing in the browser and the terminal and for
printing. ``serve.lock`` is what a server needs, ``dev.lock`` has the tools and every extra but the heavy ones for
designers (``sim``, ``parquet``, ``ray``: hundreds of megabytes; their tests are skipped without them). All follow
pyproject.toml. ``slow.lock`` adds those to the tools, for ``make test-slow``. ``bench.lock`` holds the peers that a
benchmark runs in an environment of their own, from ``bench.in``.
Run by ``make lock``, or with the names of some of them; needs `uv`, which is itself fetched for the occasion. No index
address is written into them.
"""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BUILD = "requirements/build.in"  # the build back-end, locked too, since installs run without build isolation
PLAYING = ["--extra", "web", "--extra", "terminal", "--extra", "print"]
SERVERS = ["--extra", "postgres", "--extra", "redis", "--extra", "agents"]
LEARNERS = ["--extra", "worlds"]
DESIGNERS = ["--extra", "sim", "--extra", "parquet", "--extra", "ray"]
LOCKS = {
    "play.lock": ["pyproject.toml", BUILD, *PLAYING],
    "serve.lock": ["pyproject.toml", BUILD, "--extra", "web", *SERVERS],
    "dev.lock": ["pyproject.toml", BUILD, *PLAYING, *SERVERS, *LEARNERS, "--group", "dev"],
    "slow.lock": ["pyproject.toml", BUILD, *PLAYING, *SERVERS, *LEARNERS, *DESIGNERS, "--group", "dev"],
    "bench.lock": ["requirements/bench.in"],
}


def compile_lock(target: str) -> None:
    """Write `target` beside this file."""
    command = ["uv", "pip", "compile", *LOCKS[target]]
    command += ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-emit-index-url"]
    command += ["--no-header", "--quiet", "--upgrade", "-o", str(HERE / target)]
    subprocess.run([sys.executable, "-m", *command], cwd=HERE.parent, check=True)  # noqa: S603 - our own words


if __name__ == "__main__":
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "uv"], check=True)
    for name in sys.argv[1:] or LOCKS:
        compile_lock(name)
