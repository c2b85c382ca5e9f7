"""Running out of a fight of the White Box family that is going badly: when, and who.

Whoever is out of everybody's reach has left the fight; those who run together get away together, or most of them do.
A party is judged by what everybody at the table sees: who of both sides is still on their feet, how hurt one's own
people are, and what the bestiary says of a kind of foe.
"""

from collections.abc import Iterator

from arbitro.kernel.command import Command
from arbitro.play.sides.whitebox.box import expedition_of, inner_state
from arbitro.play.sides.whitebox.party import fighting
from arbitro.play.sides.whitebox.prepared import foes
from arbitro.play.state import CampaignState
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.commands import Declare, Run
from arbitro.rules.whitebox.declared import together
from arbitro.rules.whitebox.exploring.foes import dice_of
from arbitro.rules.whitebox.exploring.state import PARTY_SIDE
from arbitro.rules.whitebox.state import Combatant


def own_people(state: CampaignState) -> list[Combatant]:
    """Those who went into the fight that goes on for the party, whatever has become of them."""
    fight = inner_state(state).fight
    return [one for one in fight.combatants.values() if one.profile.side == PARTY_SIDE] if fight is not None else []


def odds_in_fight(game: BoxGame, state: CampaignState) -> float:
    """How many times as strong as the party those are who still fight it, in hit dice and levels."""
    out, people = expedition_of(state), inner_state(state).characters
    strength = sum(
        (people[one.id].level if one.id in people else 1) * max(one.hp, 0) / max(one.began, 1)
        for one in own_people(state)
        if one.condition == "up"
    )
    dice = dice_of(game.rules, out.troops[out.meeting.troop]) if out is not None and out.meeting is not None else 1
    return len(foes(state)) * dice / max(strength, 0.1)


def everybody_runs(state: CampaignState) -> Iterator[Command]:
    """All who are on their feet, one after the other; where intents are declared, flight must be declared first."""
    if not state.awaiting and fighting(state):
        afoot = [one.id for one in own_people(state) if one.condition == "up"]
        yield together(PARTY_SIDE, tuple(Declare(who, "flee") for who in afoot))
        yield from (Declare(who, "flee") for who in afoot)
        yield from (Run(who) for who in afoot)
