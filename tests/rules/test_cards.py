"""The contract of cards, sheets and chances, which every game keeps in every ready scene."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest
from tests.games import PLAYABLE

from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, SPECTATOR, Seat
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules import find_ruleset
from arbitro.text import LANGUAGES

SCENES = [
    ("whitebox", "fights", "ghouls.yaml"),
    ("whitebox", "fights", "skeletons.yaml"),
    ("whitebox", "jousts", "duel.yaml"),
    ("whitebox", "expeditions", "cellar.yaml"),
    ("infausta", "fights", "goblins.yaml"),
    ("infausta", "expeditions", "crypt.yaml"),
    ("infausta", "journeys", "moor.yaml"),
    ("archmage", "fights", "bridge.yaml"),
    ("archmage", "fights", "crypt.yaml"),
    ("daggerheart", "fights", "crypt.yaml"),
    ("daggerheart", "scenes", "tavern.yaml"),
]
STEPS, EVERY = 60, 4
ORDER = ("own", "ally", "foe", "place")


def moments(rules: Ruleset[Any], folder: str, name: str) -> Iterator[Any]:
    """States of a scene that plain automatic players play, every few commands and whenever a roll is due."""
    setup = rules.read_setup(open_packaged(rules.package, folder, name))
    state = rules.state_type(options=rules.options.effective(setup.options))
    dice = QuickDice(7)
    script = list(setup.start)
    for number in range(len(script) + STEPS):
        command = script[number] if number < len(script) else None
        if command is None:
            if rules.finished(state):
                break
            wishes = (rules.suggest(state, seat) for seat in (REFEREE, *rules.seats(state)))
            command = next((wish for wish in wishes if wish is not None), None)
        if command is None:
            break
        resolved = rules.decide(state, command, dice)
        assert not isinstance(resolved, Refusal), (command, resolved)
        state = resolved.state
        due = any(question.kind == "roll" for question in state.awaiting)
        if number >= len(script) and (due or (number - len(script)) % EVERY == 0):
            yield state
    yield state


def check_cards(rules: Ruleset[Any], state: Any, seat: Seat) -> None:
    """Cards and sheets of a seat: in order, complete in both languages, ready to be sent, and no number too many."""
    told = {language: rules.cards(state, seat, language) for language in LANGUAGES}
    shape = [[(one.id, one.group, one.active, one.out, [g.value for g in one.gauges]) for one in told[x]] for x in told]
    assert shape[0] == shape[1]
    for language, cards in told.items():
        text = msgspec.json.encode(cards).decode()
        assert "{who" not in text
        groups = [ORDER.index(card.group) for card in cards]
        assert groups == sorted(groups)
        assert len({card.id for card in cards}) == len(cards)
        for card in cards:
            sheet = rules.sheet(state, seat, card.id, language)
            assert (sheet is not None) == card.has_sheet, card
            msgspec.json.encode(sheet)
            if card.group == "foe" and card.id != REFEREE_ONLY and not rules.knows_numbers(state, seat, card.id):
                labels = {gauge.label for gauge in card.gauges}
                assert sheet is None
                assert labels <= {rules.texts.find(language, "gauge.points")}, card  # of a joust, which are cried aloud


def check_chances(rules: Ruleset[Any], state: Any, seat: Seat) -> int:
    """Chances of whatever a seat may do: between none and certain, with words; how many there were."""
    found = 0
    for choice in rules.choices(state, seat):
        for plain in islice(choice.fillings(), 2):
            try:
                command = rules.command(plain)
            except msgspec.ValidationError:
                continue  # a text where a number in words belongs
            chance = rules.chance(state, seat, command, "it")
            if chance is not None:
                found += 1
                assert 0 <= chance.success <= 1
                assert chance.label
                assert "{" not in chance.label
    return found


@pytest.mark.parametrize(("game", "folder", "name"), [scene for scene in SCENES if scene[0] in PLAYABLE])
def test_a_scene_from_its_beginning_to_its_end(game: str, folder: str, name: str) -> None:
    rules = find_ruleset(game)
    chances = 0
    for state in moments(rules, folder, name):
        seats = (REFEREE, SPECTATOR, *rules.seats(state))
        for seat in seats:
            check_cards(rules, state, seat)
        chances += check_chances(rules, state, REFEREE)
        assert not check_chances(rules, state, SPECTATOR)  # nothing may be done from there
    assert chances


@pytest.mark.parametrize("game", PLAYABLE)
def test_an_empty_table_has_nobody_to_show(game: str) -> None:
    rules = find_ruleset(game)
    state = rules.state_type(options=rules.options.effective({}))
    for seat in (REFEREE, SPECTATOR):
        assert rules.cards(state, seat, "it") == ()
        assert rules.sheet(state, seat, "nobody", "it") is None
