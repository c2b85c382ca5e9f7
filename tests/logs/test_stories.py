"""What the golden logs tell: no line stands twice in a row in anybody's story, for the second would say nothing new."""

from collections.abc import Iterator

import pytest
from tests.logs import archive
from tests.logs.playing import reopened

from arbitro import __version__
from arbitro.dungeon.events import Adjusted, LeadOpened, LinkLaid, SectionSearched, Seen
from arbitro.kernel.event import DiceHidden, Event, Overridden
from arbitro.kernel.seat import REFEREE, SPECTATOR
from arbitro.kernel.thrown import thrown_in
from arbitro.library import Table
from arbitro.play.events import DraftAnswered
from arbitro.rules.archmage.events import FreeActionTaken
from arbitro.text import Language

ALIKE: dict[type[Event], str] = {
    FreeActionTaken: "whoever speaks twice has spoken twice",
    DiceHidden: "what the referee throws for and sees alone is not told",
    Overridden: "what the referee changes behind the screen is not told",
    DraftAnswered: "the same answer to two steps of the making",
    LeadOpened: "two ways on the same side: the map tells them apart",
    LinkLaid: "two ways of a kind in one place: the map tells them apart",
    Seen: "two hazards of a kind in one place: the map tells them apart",
    SectionSearched: "one section of a wall after another, each a Turn of its own",
    Adjusted: "the generator turns to another wall twice",
}
"""What may be told twice in a row, and why. So may two throws that fall alike."""
RARE = "found "
"""How the names of logs begin that were looked for at random, with commands that nobody would give."""


def stories(game: str, language: Language) -> Iterator[tuple[str, Event, str, str]]:
    """Each line of each log as each seat reads it: where, the event, the line and the one before it."""
    for log in archive.read(__version__, game):
        if log.head.log.startswith(RARE):
            continue
        table = Table.restore(reopened(log).ruleset, log.records(), None)
        for seat in (REFEREE, SPECTATOR, *table.ruleset.seats(table.state)[:1]):
            before = ""
            for _, (event, *_), line in table._told(seat, language):
                yield f"{log.name}, {seat.name}", event, line, before
                before = line


slow = pytest.mark.slow


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("archmage", "it"),
        ("daggerheart", "en"),
        pytest.param("archmage", "en", marks=slow),
        pytest.param("daggerheart", "it", marks=slow),
    ],
)
def test_no_line_is_told_twice_in_a_row(game: str, language: Language) -> None:
    again = [
        f"{where}: {line}"
        for where, event, line, before in stories(game, language)
        if line == before and type(event) not in ALIKE and not thrown_in([event])
    ]
    assert not again, "\n".join(again[:20])
