"""Every creature of the bestiary against a party of its level: the automatic players bring each fight to an end."""

import random
from typing import Any

import pytest
from tests.rules.whitebox.arena import RULES

from arbitro.dice.stream import Die, QuickDice
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import choice_text, tell
from arbitro.kernel.thrown import dice_of
from arbitro.rules.whitebox.people.commands import RandomParty
from arbitro.rules.whitebox.powers.commands import Band, Muster
from arbitro.rules.whitebox.state import Side, State
from arbitro.rules.whitebox.terms import Named
from arbitro.rules.whitebox.view import view

MONSTERS = [name for name, entry in RULES.content.monsters.items() if entry.ac is not None]
MOST_ROUNDS = 300
"""The referee breaks off after a hundred; rounds in which everybody is helpless pass by themselves."""
SIDES = (Side("party", Named("a", "a"), light=True), Side("foes", Named("b", "b")))
OPTIONS: list[dict[str, Any]] = [
    {},
    {"combat_sequence": "alternate"},
    {"initiative_tie": "reroll", "initiative_frequency": "every_round"},
    {"saving_throws": "matrix", "death_rule": "unconscious_at_zero"},
    {"declare_intent": True, "ac_system": "ascending", "natural_extremes": True, "oil_second_roll": True},
]


class Counted:
    """Dice that count how often they are thrown, in all streams together."""

    def __init__(self, dice: Any, tally: list[int]) -> None:
        self.dice = dice
        self.tally = tally

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        """Throw one die."""
        self.tally[0] += 1
        return self.dice.roll(sides, purpose)

    def stream(self, name: str, /) -> "Counted":
        """The same tally for another stream."""
        return Counted(self.dice.stream(name), self.tally)


class Ring:
    """A fight on a bare state with quick dice, checked at every step."""

    def __init__(self, seed: int, options: dict[str, Any], level: int, *bands: Band) -> None:
        self.state = State(options=RULES.options.effective(options))
        self.tally = [0]
        self.dice = Counted(QuickDice(seed), self.tally)
        self.do(RandomParty(5, level))
        self.do(Muster(SIDES, bands, party="party"))

    def do(self, command: Any) -> None:
        """Carry out a command: events fold to the same state, and every die stands in an event."""
        before = self.tally[0]
        resolved = RULES.may_begin(self.state, command) or RULES.decide(self.state, command, self.dice)
        assert not isinstance(resolved, Refusal), (command, resolved)
        folded = self.state
        for event in resolved.events:
            folded = RULES.evolve(folded, event)
        assert folded == resolved.state
        assert len(list(dice_of(resolved.events))) == self.tally[0] - before, command
        for event in resolved.events:
            for seat in (REFEREE, Seat("party", "player", frozenset({"party"}))):
                shown = shown_to(RULES, resolved.state, event, seat)
                if shown is not None:
                    tell(RULES, resolved.state, shown, "it")
        self.state = resolved.state

    @property
    def over(self) -> bool:
        """Whether the fight has ended."""
        return self.state.fight is not None and self.state.fight.phase == "over"

    def play(self) -> int:
        """Let automatic players fight it out; the number of rounds."""
        for _ in range(8000):
            if self.over:
                assert self.state.fight is not None
                return self.state.fight.round
            command = RULES.suggest(self.state, REFEREE)
            assert command is not None
            self.do(command)
        raise AssertionError("the fight does not end")


def level_for(monster: str) -> int:
    """A party that is a match for it, as far as peoples and classes go."""
    return max(1, min(RULES.content.monsters[monster].hd[0].value, 4))


def band(monster: str) -> Band:
    """A few of the weak, one of the strong."""
    return Band(monster=monster, side="foes", count=1 if RULES.content.monsters[monster].hd[0].value > 2 else 4)


@pytest.mark.parametrize("monster", MONSTERS[::4])
def test_a_sample_of_fights_ends(monster: str) -> None:
    number = MONSTERS.index(monster)
    ring = Ring(number, OPTIONS[number // 4 % len(OPTIONS)], level_for(monster), band(monster))
    assert ring.play() <= MOST_ROUNDS


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("monster", MONSTERS)
def test_every_fight_ends_under_every_rule(monster: str, options: dict[str, Any]) -> None:
    for seed in range(3):
        ring = Ring(1000 + seed, options, level_for(monster), band(monster))
        assert ring.play() <= MOST_ROUNDS


@pytest.mark.slow
def test_no_pair_of_creatures_crashes() -> None:
    lots = random.Random(7)
    for seed in range(1500):
        one, other = lots.choice(MONSTERS), lots.choice(MONSTERS)
        bands = (Band(monster=one, side="party", count=2, at=0), Band(monster=other, side="foes", count=2))
        ring = Ring(seed, lots.choice(OPTIONS), 1, *bands)
        assert ring.play() <= MOST_ROUNDS


def _fill(choice: Choice, lots: random.Random) -> Any:
    return RULES.command(lots.choice(list(choice.fillings())))


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_whatever_is_offered_is_accepted(number: int) -> None:
    lots = random.Random(number)
    made = 0
    while made < 400:
        monster = lots.choice(MONSTERS)
        ring = Ring(lots.randrange(10**6), OPTIONS[number], level_for(monster), band(monster))
        for _ in range(60):
            if ring.over:
                break
            offers = [choice for choice in RULES.choices(ring.state, REFEREE) if choice.command != "end_fight"]
            if not offers:
                break
            choice = lots.choice(offers)
            choice_text(RULES, ring.state, choice, "en")
            ring.do(_fill(choice, lots))
            made += 1
        for seat in (REFEREE, Seat("party", "player", frozenset({"party"})), Seat("x", "spectator")):
            view(ring.state, seat)
            RULES.picture(ring.state, seat, "it")
