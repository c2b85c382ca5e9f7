"""Every choice answers "what would that be?": by words of its own or by its rules, in both languages, in every game."""

import re
from typing import Any, Final, get_args

import pytest
from tests.kernel.tables import PARTY, WHITEBOX, begun, step

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.choice import Choice
from arbitro.kernel.help import help_with
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import campaigns, find_campaign, find_game
from arbitro.play.commands import Gather
from arbitro.rules import games
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


ENDING: Final = re.compile(
    r"surrender|give [^:]* up\b|give up|retire from|dismiss|for good|\bend the \w+$|break [^:]* off|withdraw|"
    r"propose to flee|leave the battle|close the scene|leave the treasure"
)
"""How choices are called that end something, or give somebody or something up."""


def labels(texts: Any, tag: str) -> list[str]:
    """What choices of a command are called."""
    return [str(texts.find("en", f"{kind}.{tag}") or "") for kind in ("choice", "title")]


@pytest.mark.parametrize("game", [*games(), *campaigns()])
def test_what_ends_something_says_so_and_what_follows(game):
    """A page asks once before it (`Command.for_good`): by the kind of the command, told here by what it is called."""
    ruleset = find_game(game)
    for command in get_args(ruleset.commands):
        tag = command.__struct_config__.tag
        called = ENDING.search(" / ".join(labels(ruleset.texts, tag)).lower())
        assert not called or command.for_good, tag
        for language in LANGUAGES if command.for_good else ():
            assert ruleset.texts.find(language, f"help.{tag}"), (tag, language)
