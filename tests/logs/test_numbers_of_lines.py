"""What the golden logs tell in numbers: each number of a line is one that its explanation comes to, or says why not."""

from collections.abc import Iterator
from operator import attrgetter
from string import Formatter
from typing import Any

import pytest
from tests.logs import archive
from tests.logs.playing import reopened
from tests.rules.sums import adds_up

from arbitro import __version__
from arbitro.kernel.event import Event, tag_of
from arbitro.kernel.ruling import Check, Lookup
from arbitro.library import Table
from arbitro.text import Texts

GAMES = ("whitebox", "infausta", "archmage", "daggerheart")
OTHERWISE = {
    ("sheet_written", "character.coins.gp"): "a sheet of a ready party, as it is printed",
    ("sheet_written", "character.hp"): "a sheet of a ready party, as it is printed",
    ("met_somebody", "count"): "how many there are was thrown before they were met",
    ("level_gained", "level"): "the level, one after the other",
    ("xp_gained", "percent"): "by attributes, which the sheet shows",
    ("darkness_pierced", "feet"): "tens of feet",
    ("doing_done", "rounds"): "as the referee has said",
    ("recovery_used", "recoveries"): "a count of what is left",
    ("hit_points_marked", "marked"): "the track as it stands",
    ("hit_points_marked", "slots"): "the length of the track",
    ("hit_points_cleared", "marked"): "the track as it stands",
    ("hit_points_cleared", "slots"): "the length of the track",
    ("stress_cleared", "marked"): "the track as it stands",
    ("stress_cleared", "slots"): "the length of the track",
    ("gold_changed", "gold"): "the purse as it stands",
}
"""Numbers in lines that are not reckoned there, and what they are."""


def explained(event: Event) -> set[int]:
    """Every number that the explanation of an event shows: totals, their parts, faces."""
    found: set[int] = set()
    for reckoned in event.sums():
        adds_up(reckoned)
        found |= {reckoned.total, *(abs(part.amount) for part in reckoned.parts), *(die.face for die in reckoned.dice)}
    held = (getattr(event, name) for name in event.__struct_fields__)
    for each in (*held, *event.checks()):
        if isinstance(each, Check | Lookup):
            found.add(each.total)
        if isinstance(each, Check) and each.needed is not None:
            found.add(each.needed)
    return found


def told(texts: Texts, event: Event) -> Iterator[tuple[str, int]]:
    """The numbers in the line of an event, each with its gap."""
    tag, variant = tag_of(type(event)), event.variant()
    line = texts.find("en", f"event.{tag}.{variant}" if variant else f"event.{tag}") or ""
    for _, gap, form, _ in Formatter().parse(line):
        if gap and "[" not in gap and not (form or "").startswith("plural"):
            value: Any = None
            try:
                value = attrgetter(gap)(event)
            except AttributeError:  # words that the game adds
                continue
            if isinstance(value, int) and not isinstance(value, bool):
                yield gap, value


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_a_line_is_in_its_explanation(game: str) -> None:
    wrong = {}
    for log in archive.read(__version__, game):
        table = Table.restore(reopened(log).ruleset, log.records(), None)
        for event in (event for entry in table.entries() for event in entry.events):
            shown = explained(event)
            for gap, number in told(table.ruleset.texts, event) if shown else ():
                where = (tag_of(type(event)), gap)
                if number and number not in shown and where not in OTHERWISE:
                    wrong[where] = (log.name, event)
    assert wrong == {}
