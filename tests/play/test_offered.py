"""What is offered to a seat is accepted from that seat: nobody is shown others' deeds, in any game."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from arbitro.dice.stream import AuditedDice, seed_from_text
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.table import Table
from arbitro.play import campaigns, find_campaign
from arbitro.play.commands import Gather

STEPS = 120
EVERY = 8
"""Each so many steps everything on offer is looked at."""


def seats_of_one(table: Table[Any]) -> list[Seat]:
    """The players' seats of a campaign, and one for each person who plays nobody else."""
    whole, *alone = table.ruleset.seats(table.state)
    people = sorted(set(whole.controls) - {whole.name})
    return [whole, *alone, *(Seat("anna", "player", frozenset({one})) for one in people)]


def faults(table: Table[Any], seat: Seat, chance: Random) -> list[str]:
    """Offers to a seat that it may not take, or that the rules refuse."""
    ruleset, state, found = table.ruleset, table.state, []
    for choice in table.choices(seat):
        filled = list(islice(choice.fillings(), 12))
        for plain in filled:
            owner = ruleset.owner(state, ruleset.command(plain))
            if not seat.may_act_for(owner):
                found.append(f"{sorted(seat.controls)} is offered {choice.id}, which is {owner}’s")
        command = ruleset.command(chance.choice(filled))
        answer = ruleset.may_begin(state, command) or ruleset.decide(state, command, AuditedDice.from_text(choice.id))
        if isinstance(answer, Refusal):
            found.append(f"{choice.id} is offered and refused: {answer.code}")
    return found


@pytest.mark.parametrize("game", campaigns())
def test_whoever_plays_one_of_a_party_is_offered_their_own_deeds_alone(game: str) -> None:
    campaign, chance = find_campaign(game), Random(7)
    for party, _ in campaign.side.party.parties()[:2]:
        table = Table.open(campaign, "offered", seed_from_text(party))
        table.submit(Gather(party), REFEREE)
        for step in range(STEPS):
            if step % EVERY == 0:
                seats = seats_of_one(table)
                for seat in (seats[0], *chance.sample(seats, min(3, len(seats)))):
                    assert faults(table, seat, chance) == []
            command = campaign.suggest(table.state, REFEREE)
            if command is None:
                break
            assert not isinstance(table.submit(command, REFEREE), Refusal)
