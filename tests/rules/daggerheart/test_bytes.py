"""What is written is what is read: an event or a state that was stored and read again is written the same."""

import random

import msgspec
import pytest
from tests.rules.daggerheart.bench import BOOKS, RULES
from tests.rules.daggerheart.test_play import SCENES, opened, random_options, random_scene

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart.state import Block, Hero, Place, Power, State

STATES = msgspec.json.Decoder(State)
EVENTS = msgspec.json.Decoder(RULES.events)
COMMANDS = msgspec.json.Decoder(RULES.commands)


def same(value: object, decoder: msgspec.json.Decoder) -> None:
    """A default is left out by identity: equal values that are not the same object must not come to other bytes."""
    written = msgspec.json.encode(value)
    read = decoder.decode(written)
    assert read == value
    assert msgspec.json.encode(read) == written


@pytest.mark.parametrize("seed", range(4))
def test_everything_met_in_random_play_is_written_as_it_is_read(seed):
    chance = random.Random(100 + seed)
    for game in range(4):
        scene = random_scene(chance) if game else None
        table = opened(chance.choice(SCENES), f"bytes-{seed}-{game}", random_options(chance), scene)
        for _ in range(60):
            offered = list(table.choices(REFEREE))
            kind = chance.choice(sorted({choice.command for choice in offered}))
            choice = chance.choice([each for each in offered if each.command == kind])
            command = RULES.command(chance.choice(list(choice.fillings())))
            answer = table.submit(command, REFEREE)
            assert not isinstance(answer, Refusal), answer
            same(command, COMMANDS)
            same(table.state, STATES)
            for event in answer.events:
                same(event, EVENTS)


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_so_is_automatic_play(path):
    table = opened(path, "bytes")
    for entry in table.entries():
        for event in entry.events:
            same(event, EVENTS)
    for _ in range(150):
        if RULES.finished(table.state):
            break
        answer = table.submit(RULES.suggest(table.state, REFEREE), REFEREE)
        same(table.state, STATES)
        for event in answer.events:
            same(event, EVENTS)


def test_so_is_everything_in_the_books():
    for block in BOOKS.adversaries.values():
        same(block, msgspec.json.Decoder(Block))
    for place in BOOKS.places.values():
        same(place, msgspec.json.Decoder(Place))
    for power in BOOKS.powers.values():
        same(power, msgspec.json.Decoder(Power))
    for hero in BOOKS.characters.values():
        same(hero, msgspec.json.Decoder(Hero))
