"""Runs a program or the command line as if some packages were not installed: ``python -m tests.without PACKAGES``.

The lines of standard input are command lines; what comes of each is printed as a line of JSON.
"""

import contextlib
import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def hidden(packages: Iterable[str]) -> str:
    """Python that takes packages out of sight."""
    return f"import sys; sys.modules.update(dict.fromkeys({sorted(packages)!r}))\n"


def run_python(code: str, packages: Iterable[str]) -> str:
    """What a program prints where these packages are not installed."""
    ran = subprocess.run(
        [sys.executable, "-c", hidden(packages) + code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def run_commands(lines: Iterable[str], packages: Iterable[str], **environment: str) -> list[dict[str, Any]]:
    """What comes of some command lines where these packages are not installed: the exit code and what is said."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.without", *packages],
        cwd=ROOT,
        input="\n".join(lines),
        env={**os.environ, "ARBITRO_LANG": "en", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def answer(line: str) -> dict[str, Any]:
    from arbitro.__main__ import main

    out, error = io.StringIO(), io.StringIO()
    sys.argv = ["arbitro", *shlex.split(line)]
    code: Any = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        try:
            main()
        except SystemExit as left:
            code = left.code
    return {"line": line, "code": code, "out": out.getvalue(), "error": error.getvalue()}


if __name__ == "__main__":
    sys.modules.update(dict.fromkeys(sys.argv[1:]))
    for asked in sys.stdin.read().splitlines():
        print(json.dumps(answer(asked)))
