"""What is thrown in the open does not move with what is thrown in secret: doors that somebody pushes, and all else."""

from typing import Any

import msgspec
import pytest
from tests.play.making import opened, seat

from arbitro.dice.stream import PLAY, Die
from arbitro.dice.stream import REFEREE as BEHIND_THE_SCREEN
from arbitro.kernel.command import Refusal, ThrowDice
from arbitro.kernel.event import Event, tag_of
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, SPECTATOR
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import dice_of
from arbitro.play import campaigns
from arbitro.play.sides.walking.events import DoorPushed

STEPS = 400


def at_a_door(game: str) -> tuple[Table[Any], Any]:
    """A party before a door that nobody has tried, and the way to try it."""
    for seed in range(1, 12):
        table = opened(game, seed, road_days=0)
        for _ in range(STEPS):
            found = next((one for one in table.choices(seat(table)) if one.command == "try_door"), None)
            if found is not None:
                filled = next(found.fillings(), None)
                assert filled is not None
                return table, table.ruleset.command(filled)
            command = table.ruleset.suggest(table.state, REFEREE)
            if command is None or isinstance(table.submit(command, REFEREE), Refusal):
                break
    raise AssertionError("there is no door anywhere")


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_a_door_is_pushed_in_the_open_whatever_was_thrown_behind_the_screen(game: str) -> None:
    table, push = at_a_door(game)
    seen = []
    for hidden in (0, 5):
        world = Table.restore(table.ruleset, list(table.records()), table.seed)
        for _ in range(hidden):
            assert not isinstance(world.submit(ThrowDice("1d20", "self"), REFEREE), Refusal)
        entry = world.submit(push, seat(world))
        assert not isinstance(entry, Refusal)
        pushed = next(event for event in entry.events if isinstance(event, DoorPushed))
        assert pushed.die.stream == PLAY
        of_the_door = [
            event for one in world.history(seat(world)) for event in one.events if isinstance(event, DoorPushed)
        ]
        seen.append(msgspec.json.encode(of_the_door))
    assert seen[0] == seen[1]


def told_of(table: Table[Any], event: Event) -> list[Die]:
    shown = shown_to(table.ruleset, table.state, event, SPECTATOR)
    return [] if shown is None else dice_of(shown)


@pytest.mark.parametrize("game", campaigns())
def test_whatever_everybody_is_told_fell_in_the_open_and_what_only_the_referee_is_told_did_not(game: str) -> None:
    """Whole campaigns as they play themselves; the golden logs are held to the same (`logs/test_streams`)."""
    faults = set[tuple[str, str]]()
    for seed in (1, 2, 3):
        table = opened(game, seed, road_days=0)
        for _ in range(STEPS):
            command = table.ruleset.suggest(table.state, REFEREE)
            entry = None if command is None else table.submit(command, REFEREE)
            if entry is None or isinstance(entry, Refusal):
                break
            for event in entry.events:
                streams = {die.stream for die in dice_of(event) if die.at >= 0}
                if PLAY in streams and event.audience == REFEREE_ONLY:
                    faults.add((tag_of(type(event)), "only the referee is told"))
                if BEHIND_THE_SCREEN in streams and told_of(table, event):
                    faults.add((tag_of(type(event)), "everybody is told"))
    assert not faults
