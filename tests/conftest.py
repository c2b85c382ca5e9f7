"""What all tests share: settings of property tests, and a terminal (a file with other needs has its own `run`)."""

import gc
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.leaving_out import belongs_to_the_missing, speaks_of_the_missing, stumbled_over_the_missing
from tests.terminal import Run

from arbitro.__main__ import main

# How fast the machine is says nothing about what a test shows: a busy one must not fail it.
settings.register_profile("at_random", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The run of every day tries the same examples each time; `make test-slow` looks for new ones.
settings.register_profile("the_same", settings.get_profile("at_random"), derandomize=True)
settings.load_profile("the_same")

# Tests play and forget by the thousand: looking for rings of garbage after every 700 things is a tenth of the run.
gc.set_threshold(50_000)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A house without one of its games has not its tests either."""
    return belongs_to_the_missing(collection_path) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Nor what other tests say of it."""
    gone = [item for item in items if speaks_of_the_missing(item)]
    if gone:
        items[:] = [item for item in items if item not in set(gone)]
        config.hook.pytest_deselected(items=gone)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test through all games ends where one is missing: it is skipped and says so."""
    report = yield
    if report.failed and stumbled_over_the_missing(call):
        report.outcome = "skipped"
        report.longrepr = (str(item.path), 0, "a game is left out")
    return report


@pytest.fixture
def run(tmp_path, monkeypatch, capsys) -> Run:
    """Run a command line with typed answers; its exit code and all it said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARBITRO_DB", str(tmp_path / "tables.db"))
    monkeypatch.setenv("ARBITRO_LANG", "en")

    def run(*words: str, answers: tuple[str, ...] = ()) -> tuple[int, str]:
        left = list(answers)

        def answer(prompt: str = "") -> str:
            print(prompt, end="")
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr(sys, "argv", ["arbitro", *words])
        monkeypatch.setattr("builtins.input", answer)
        with pytest.raises(SystemExit) as left_with:
            main()
        said = capsys.readouterr()
        return int(left_with.value.code or 0), said.out + said.err

    return run
