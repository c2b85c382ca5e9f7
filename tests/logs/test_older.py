"""Logs of every version open today: they are checked, imported, folded and told in both languages, and nothing of them
is decided again. The folder of a version holds what that version wrote; it is never changed once the version is out."""

import asyncio
import re
from pathlib import Path

import msgspec
import pytest
from tests.logs import archive
from tests.logs.archive import FOLDER, FORMS, Log, state_bytes
from tests.logs.forms import broken, forms_today, read_forms, rulesets

from arbitro import __version__
from arbitro.appendix_a.level import settings
from arbitro.kernel.audit import verify
from arbitro.kernel.command import Refusal
from arbitro.kernel.log import write_lines
from arbitro.kernel.noting import moment_of
from arbitro.kernel.pack import opening_of
from arbitro.kernel.reader import Reader
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import told
from arbitro.kernel.table import Table
from arbitro.kernel.upcast import KERNEL_UPCASTERS
from arbitro.play import find_game
from arbitro.store.memory import MemoryStore
from arbitro.text import LANGUAGES

SAMPLED = 6
"""Of so many logs one is opened in every run, the others in the slow set; `test_golden` decides all of today again."""
ROOT = Path(__file__).parents[2]
FURTHER = 12
"""So many commands an older table is played on."""
ARCHIVES = [(version, name) for version in archive.versions() for name in archive.archives(version)]


def imported(log: Log) -> int:
    """Bring a log into an empty store; how many entries the table has there."""

    async def scene() -> int:
        return (await MemoryStore(find_game).import_table(list(write_lines(log.records())))).ledger.length

    return asyncio.run(scene())


@pytest.mark.parametrize("offset", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, SAMPLED))])
@pytest.mark.parametrize(("version", "name"), ARCHIVES)
def test_every_log_of_every_version_verifies_opens_and_is_told(version: str, name: str, offset: int) -> None:
    for log in archive.read(version, name)[offset::SAMPLED]:
        try:
            check(version, log)
        except Exception as error:
            error.add_note(f"{version}: {log.name}")
            raise


def check(version: str, log: Log) -> None:
    seeds = [bytes.fromhex(seed) for seed in log.head.seeds]
    verdict = verify(write_lines(log.records()), seeds)
    assert (verdict.fault, verdict.open_dice, verdict.lines) == (None, 0, len(log.bodies))
    assert imported(log) == len(log.bodies)
    table = Table.restore(opening_of(log.bodies[0]).ruleset(find_game), log.records(), seeds[-1])
    if version == __version__:
        assert state_bytes(table.state) == log.state
    reader = Reader(table.ruleset, REFEREE)
    for entry in table.witnessed():
        then = moment_of(table.ruleset, entry)
        for event in reader.read(then, entry):
            for language in LANGUAGES:
                told(then, event, language)


@pytest.mark.parametrize(("version", "name"), [each for each in ARCHIVES if each[0] != __version__])
def test_tables_of_older_versions_are_played_on(version: str, name: str) -> None:
    """Options and facts that have come since have their values in them too."""
    moved = 0
    for log in archive.read(version, name)[::SAMPLED]:
        if len(log.head.seeds) > 1:  # another seed held in the middle
            continue
        ruleset = opening_of(log.bodies[0]).ruleset(find_game)
        left_in_the_middle = log.records()[: max(len(log.bodies) * 2 // 3, 1)]
        table = Table.restore(ruleset, left_in_the_middle, bytes.fromhex(log.head.seeds[-1]))
        for _ in range(FURTHER):
            command = table.ruleset.suggest(table.state, REFEREE)
            if command is None or isinstance(table.submit(command, REFEREE), Refusal):
                break
            moved += 1
    assert moved, "some of them go on"


def test_an_option_that_dungeons_of_older_versions_lack_is_asked_for_with_what_held_then() -> None:
    begun = {
        name
        for log in archive.read("0.1.0", "whitebox")
        for entry in log.bodies
        for event in msgspec.json.decode(entry)["events"]
        if event["type"] == "dungeon_begun"
        for name in event["options"]
    }
    later = set(settings(None)) - begun
    asked = {
        (path.name, name)
        for path in (ROOT / "src" / "arbitro").rglob("*.py")
        for name in re.findall(r'(?:dungeon|work|state)\.options\["(\w+)"\]', path.read_text(encoding="utf-8"))
        if name in later
    }
    assert begun
    assert asked == set()


def test_this_version_has_logs() -> None:
    assert __version__ in archive.versions(), "write them: python -m tests.logs.write"


# -------------------------------------------------------------------- the forms of what is on disk


WHAT_TO_DO = (
    "A renamed class keeps its tag. A new field has a default, and the default stays. Whatever else changes gets a new "
    "tag, and an upcaster for the old one (CONTRIBUTING.md, “Old logs”)."
)


def upcast_tags() -> dict[str, set[str]]:
    """The tags that each game's upcasters know."""
    known = {}
    for ruleset in rulesets():
        both = KERNEL_UPCASTERS | ruleset.upcasters
        known[ruleset.id] = {*both.events, *both.commands}
    return known


@pytest.mark.parametrize("version", [version for version in archive.versions() if (FOLDER / version / FORMS).exists()])
def test_what_a_version_wrote_is_read_for_ever(version: str) -> None:
    lost = list(broken(read_forms(FOLDER / version / FORMS), forms_today(), upcast_tags()))
    head = f"Logs of {version} hold what is no longer read, or would be read otherwise:"
    assert not lost, "\n".join((head, *lost, WHAT_TO_DO))


def test_the_forms_of_today_are_written_down() -> None:
    path = FOLDER / __version__ / FORMS
    assert path.exists(), "write them: python -m tests.logs.write --forms"
    written, now = read_forms(path), forms_today()
    new = [
        f"{name} is not written down as it is"
        for name, shape in now.structs.items()
        if written.structs.get(name) != shape
    ]
    new += [f"{name} is no more" for name in written.structs if name not in now.structs]
    assert not new, "\n".join((*new[:20], "Write them down: python -m tests.logs.write --forms"))
    assert written == now, "a tag has come, gone or moved: python -m tests.logs.write --forms"
