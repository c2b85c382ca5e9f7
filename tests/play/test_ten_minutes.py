"""A first delve takes ten minutes, counted in presses and in words to read, by who presses what stands first."""

from typing import Any

import pytest
from tests.play.test_aims import Walk

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.kernel.aim import halt
from arbitro.kernel.noting import moment_of
from arbitro.kernel.table import Table
from arbitro.kernel.together import lines_of
from arbitro.play import find_campaign
from arbitro.play.opening import set_up
from arbitro.play.players.plain import Plain
from arbitro.play.ready import ready_adventures

DELVES = [
    ("whitebox", "first-delve", "den"),
    ("infausta", "first-charcoal", "lair"),
    ("archmage", "first-beacon", "lantern"),
    ("daggerheart", "first-candles", "workshop"),
]
WORDS_A_MINUTE = 240
"""That grown-ups read silently."""
SECONDS_A_PRESS = 5
MINUTES = 10


class Delve(Walk):
    """A party on a first delve."""

    def __init__(self, game: str, adventure: str, seed: str) -> None:
        self.campaign = find_campaign(game)
        setup = self.campaign.read_setup(ready_adventures()[adventure])
        self.table: Table[Any] = Table.open(self.campaign, "delve", seed_from_text(seed), setup.options)
        set_up(self.table, setup.start)
        self.player = Plain(self.campaign, QuickDice(1))
        self.steps, self.ends = [], []

    def press(self) -> bool:
        """Press what stands first: an order, the way on, else what a plain player does; False: all is over."""
        offered = [aim.id for aim in self.campaign.aims(self.state, self.seat)]
        wanted = [each for each in ("strike", "dungeon", "descend", "explore", "home") if each in offered]
        here = self.state
        if wanted:
            self.towards(wanted[0])
        return self.state is not here or self.plainly()

    def words(self) -> int:
        """How many words the party has been told."""
        lines = (
            line
            for entry, events in self.table.seen(self.seat)
            for run, line in lines_of(moment_of(self.campaign, entry), events, "it")
            if not all(event.only_goes_on(moment_of(self.campaign, entry)) for event in run)
        )
        return sum(len(line.split()) for line in lines)


@pytest.mark.parametrize(("game", "adventure", "last"), DELVES)
def test_a_first_delve_takes_ten_minutes(game: str, adventure: str, last: str) -> None:
    ends = []
    for seed in "abc":
        delve = Delve(game, adventure, seed)
        pressed = 0
        while pressed < 120 and delve.press():
            pressed += 1
            heard = delve.state.tale.heard if delve.state.tale is not None else ()
            if f"{last}-cleared" in heard or (f"{last}-read" in heard and delve.state.stage == "town"):
                break
        minutes = delve.words() / WORDS_A_MINUTE + pressed * SECONDS_A_PRESS / 60
        ends.append((f"{last}-read" in heard, pressed, round(minutes, 1)))
    assert all(seen for seen, _, _ in ends), ends
    assert sorted(minutes for _, _, minutes in ends)[1] <= MINUTES, ends


def test_whoever_has_seen_all_of_it_is_told_so_at_home() -> None:
    delve = Delve("archmage", "first-beacon", "a")
    for _ in range(120):
        assert delve.press()
        if delve.ends and delve.ends[-1][0] == "home" and delve.state.stage == "town":
            break
    assert delve.ends[-1][2] == halt("home_done", reached=True)
    for aim in ("dungeon", "descend"):
        delve.towards(aim)
    assert delve.ends[-1][2] == halt("there", reached=True), "a place that was seen before is no new one"
