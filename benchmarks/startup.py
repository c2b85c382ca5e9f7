"""Start-up is felt: a whole ``arbitro roll 3d6`` against a Python that only imports typer."""

import subprocess
import sys
from pathlib import Path

from benchmarks.common import Report


def run(*arguments: str) -> None:
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    report = Report("start-up (whole processes)")
    script = str(Path(sys.executable).with_name("arbitro"))

    def peer() -> None:
        run(sys.executable, "-c", "import typer")

    report.ratio(
        "arbitro roll 3d6 / import typer",
        lambda: run(script, "roll", "3d6"),
        peer,
        ceiling=1.3,
        rounds=25,
    )
    report.close()
