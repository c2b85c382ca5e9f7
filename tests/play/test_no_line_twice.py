"""No seat reads the same line twice in a row: what happens again is told so that it says something new.

Campaigns of the two games are played afresh, and the story of every seat is read in both languages.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest
from tests.play.watching import Mixed, watched

from arbitro.kernel.event import Event, tag_of
from arbitro.kernel.log import Entry
from arbitro.kernel.noting import moment_of, witness_of
from arbitro.kernel.ruleset import shown_then
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import told
from arbitro.play.players import PLAYERS
from arbitro.text import LANGUAGES, Language

EXCEPTIONS: Final = {
    "lead_opened": "the generator's own record, for the referee: each door that it draws",
    "link_laid": "the generator's own record, for the referee: each way that it draws",
    "adjusted": "the generator's own record, for the referee: each result that did not fit",
    "slot_filled": "the generator's own record, for the referee: two places may hold the same",
    "attack_rolled": "a second blow with the same number and the same outcome is a blow of its own",
    "damage_dealt": "two blows may do the same harm to somebody whose hit points the reader may not know",
    "blow_held": "two blows of one moment may do the same harm",
    "oracle_spoke": "the same question asked again at once is answered by a die of its own",
    "party_moved": "stretches of corridor without a number, on a way already known: a page folds them behind the last",
    "skill_tried": "whoever tries again at once and fails again has a die of their own for it",
}
"""Events of which two in a row may read the same, and why."""
COMMANDS: Final = 160
GAMES: Final = ("whitebox", "infausta")


class Line(NamedTuple):
    """A line as a seat reads it."""

    reader: tuple[str, Language]
    event: Event
    text: str


def lines(game: str, seed: int, player: Any) -> Iterator[Line]:
    """The whole story of a campaign, as every seat reads it."""
    for step in watched(game, seed, COMMANDS, player):
        campaign = step.table.ruleset
        seats: tuple[Seat, ...] = (REFEREE, SPECTATOR, *campaign.seats(step.after))
        entry: Entry[Any, Any] = step.entry
        then = moment_of(
            campaign, Entry(1, "", entry.events, then=witness_of(campaign, entry, step.before, step.after))
        )
        for event in entry.events:
            for seat in seats:
                shown = shown_then(then, event, seat)
                for language in LANGUAGES if shown is not None else ():
                    text = told(then, shown, language)
                    if text:
                        yield Line((seat.name, language), shown, text)


def told_twice(story: Iterator[Line]) -> dict[str, str]:
    """The first line of each kind of event that somebody reads twice in a row."""
    last: dict[tuple[str, Language], str] = {}
    found: dict[str, str] = {}
    for reader, event, text in story:
        tag = tag_of(type(event))
        if last.get(reader) == text and tag not in EXCEPTIONS:
            found.setdefault(tag, f"{reader}: {text}")
        last[reader] = text
    return found


@pytest.mark.parametrize("player", [Mixed, *PLAYERS.values()], ids=["mixed", *PLAYERS])
@pytest.mark.parametrize("game", GAMES)
def test_nobody_reads_the_same_line_twice_in_a_row(game: str, player: Any) -> None:
    assert told_twice(lines(game, 5, player)) == {}
