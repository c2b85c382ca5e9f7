"""A warning before what will likely kill: by who is met and how many, against the party as it stands."""

from typing import Any

import pytest
from msgspec.structs import replace

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.card import Card
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.play import find_campaign
from arbitro.play.commands import SpringEncounter
from arbitro.play.opening import set_up
from arbitro.play.players.turn import players_seat
from arbitro.play.ready import ready_adventures

FOES = {
    "whitebox": (("rat_giant", 2), ("ogre", 3)),
    "infausta": (("rat_giant", 2), ("ogre", 4)),
    "archmage": (("dire_rat", 2), ("ogre", 2)),
    "daggerheart": (("giant_rat", 2), ("cave_ogre", 6)),
}
"""Who is met: no match for the party, and more than it can bear."""


def below(game: str) -> Table[Any]:
    """A party of beginners at the foot of the first stairs."""
    campaign = find_campaign(game)
    setup = campaign.read_setup(ready_adventures()["first-delve"])
    table = Table.open(campaign, "danger", seed_from_text("danger"), setup.options)
    set_up(table, setup.start)
    while not table.state.at:
        command = campaign.suggest(table.state, REFEREE)
        assert command is not None
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    return table


def warned(table: Table[Any], language: Any = "en") -> Card | None:
    campaign = table.ruleset
    cards = campaign.cards(table.state, players_seat(campaign, table.state), language)
    return next((card for card in cards if card.id == "danger"), None)


@pytest.mark.parametrize("game", FOES)
def test_whoever_meets_more_than_they_can_bear_is_warned_before_they_choose(game: str) -> None:
    weak, strong = FOES[game]
    table = below(game)
    assert warned(table) is None
    assert not isinstance(table.submit(SpringEncounter(*weak), REFEREE), Refusal)
    assert warned(table) is None
    table = below(game)
    assert not isinstance(table.submit(SpringEncounter(*strong), REFEREE), Refusal)
    for language, said in (("en", "kill"), ("it", "mortale")):
        card = warned(table, language)
        assert card is not None
        assert said in card.tags[0].text
        assert card.tags[0].tone == "bad"
        assert card.tags[0].note


def test_the_same_foes_are_deadlier_to_the_hurt() -> None:
    table = below("whitebox")
    campaign = table.ruleset
    table.submit(SpringEncounter("hobgoblin", 6), REFEREE)
    whole = campaign.side.meetings.menace(table.state)
    people = table.state.game.characters
    hurt = {name: replace(one, hp=1, prepared=()) for name, one in people.items()}
    state = replace(table.state, game=replace(table.state.game, characters=hurt))
    assert whole < 1 < campaign.side.meetings.menace(state)
