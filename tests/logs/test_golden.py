"""The golden logs: what was played comes out the same to the byte when it is decided again.

When a rule changes on purpose, `python -m tests.logs.write --diff` shows what comes of it, `python -m tests.logs.write`
writes the logs anew, and both belong to the change (CONTRIBUTING.md, "Golden logs").
"""

import pytest
from tests.logs import archive
from tests.logs.archive import TODAY, Log
from tests.logs.comparing import difference
from tests.logs.playing import again, ready
from tests.logs.write import ENOUGH, NEVER, figures, missing, occurring, registered

from arbitro import __version__
from arbitro.kernel.command import Refusal
from arbitro.rules import games

ON_PURPOSE = (
    "If the rules were meant to change: look at `python -m tests.logs.write --diff`, then write the logs anew with "
    "`python -m tests.logs.write`, and commit both. If not, this is where they changed."
)


def logs(game: str) -> list[Log]:
    assert (TODAY / f"{game}.xz").exists(), f"no golden logs of {game} {__version__}: python -m tests.logs.write"
    return archive.read(__version__, game)


def decided_again(log: Log) -> str:
    """Decide every command of a log again, up to the first entry that comes out otherwise; what differs, in words."""
    bodies: list[bytes] = []
    for entry, table, answer in again(log):
        if isinstance(answer, Refusal):
            return f"{log.name}: entry {entry.seq}, {type(entry.command).__name__} is refused now: {answer.code}"
        bodies.append(table.fresh[-1][1])
        if bodies[-1] != log.bodies[entry.seq]:
            break
    return difference(
        log._replace(bodies=log.bodies[: len(bodies)]), Log(log.head, bodies, archive.state_bytes(table.state))
    )


@pytest.mark.parametrize("game", games())
def test_every_golden_log_is_decided_to_the_same_bytes(game: str) -> None:
    otherwise = [said for log in logs(game) if (said := decided_again(log))]
    assert not otherwise, "\n".join((*otherwise[:20], f"{len(otherwise)} logs differ. {ON_PURPOSE}"))


@pytest.mark.parametrize("game", games())
def test_nearly_every_kind_of_event_and_command_occurs(game: str) -> None:
    kinds = occurring(logs(game))
    for all_of, lost in zip(registered(game), missing(game, kinds), strict=True):
        assert 1 - len(lost) / len(all_of) >= ENOUGH, (
            f"{figures(game, kinds)}\nLook for more: python -m tests.logs.write --gather {game}"
        )


@pytest.mark.parametrize("game", games())
def test_what_is_said_never_to_come_about_does_not(game: str) -> None:
    kinds = occurring(logs(game))
    never = {tag for tag, where in NEVER.items() if game in where}
    assert not never & (kinds.events | kinds.commands)


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_automatic_players_play_the_ready_logs_as_they_did(game: str) -> None:
    """Not only what commands lead to, but which ones are chosen."""
    golden = {log.name: log for log in logs(game)}
    otherwise = [said for log in ready(game) if (said := difference(golden[log.name], log))]
    assert not otherwise, "\n".join((*otherwise[:20], ON_PURPOSE))
