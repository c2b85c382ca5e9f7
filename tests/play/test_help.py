"""Every choice answers "what would that be?": by words of its own or by its rules, in both languages, in every game."""

from typing import Any

import pytest
from tests.kernel.tables import PARTY, WHITEBOX, begun, step

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.choice import Choice
from arbitro.kernel.help import help_with
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import campaigns, find_campaign
from arbitro.play.commands import Gather
from arbitro.text import LANGUAGES

STEPS, EVERY = 160, 8


def offered(game: str) -> tuple[Table[Any], list[tuple[Any, Any, Choice]]]:
    """One choice of each kind that a party is offered on its way, with the state and the seat."""
    campaign = find_campaign(game)
    found: dict[tuple[str, str], tuple[Any, Any, Choice]] = {}
    table = Table.open(campaign, "help", seed_from_text(game))
    table.submit(Gather(campaign.side.party.parties()[0][0]), REFEREE)
    for number in range(STEPS):
        if number % EVERY == 0:
            seat = campaign.seats(table.state)[0]
            for choice in table.choices(seat):
                found.setdefault((choice.command, choice.label.key), (table.state, seat, choice))
        command = campaign.suggest(table.state, REFEREE)
        if command is None:
            break
        table.submit(command, REFEREE)
    return table, list(found.values())


@pytest.mark.parametrize("game", campaigns())
def test_no_choice_is_without_a_meaning(game):
    table, choices = offered(game)
    assert len(choices) > 25
    mute = set()
    for state, seat, choice in choices:
        for language in LANGUAGES:
            found = help_with(table.ruleset, state, seat, choice, language)
            assert found.title
            if not found.does and not any(rule.text for rule in found.rules):
                mute.add(f"{choice.command}: {choice.label.key}")
    assert mute == set()


def test_the_odds_are_those_that_the_seat_may_know():
    table, told = begun("help"), dict.fromkeys((PARTY, REFEREE), 0)
    for _ in range(12):
        for seat in told:
            for choice in table.choices(seat):
                plains = list(choice.fillings()) if len(choice.parameters) < 2 else []
                chances = [WHITEBOX.chance(table.state, seat, WHITEBOX.command(plain), "en") for plain in plains]
                odds = help_with(WHITEBOX, table.state, seat, choice, "en").odds
                assert [one.chance for one in odds] == [one for one in chances if one]
                told[seat] += len(odds)
        step(table)
    assert told[REFEREE] > told[PARTY]  # the party does not know how well armoured an orc is
