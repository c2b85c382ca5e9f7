"""Running out of a fight of the White Box family that is going badly: when, and who.

Whoever is out of everybody's reach has left the fight; those who run together get away together, or most of them do.
A party is judged by what everybody at the table sees: who of both sides is still on their feet, how hurt one's own
people are, and what the bestiary says of a kind of foe.
"""

from collections.abc import Iterator

from arbitro.kernel.command import Command
from arbitro.play.sides.whitebox import WhiteBoxSide
from arbitro.play.state import CampaignState
from arbitro.rules.whitebox.commands import Declare, Run
from arbitro.rules.whitebox.exploring.foes import dice_of
from arbitro.rules.whitebox.exploring.state import PARTY_SIDE
from arbitro.rules.whitebox.state import Combatant


def own_people(side: WhiteBoxSide, state: CampaignState) -> list[Combatant]:
    """Those who went into the fight that goes on for the party, whatever has become of them."""
    fight = side.inner(state).fight
    return [one for one in fight.combatants.values() if one.profile.side == PARTY_SIDE] if fight is not None else []


def odds_in_fight(side: WhiteBoxSide, state: CampaignState) -> float:
    """How many times as strong as the party those are who still fight it, in hit dice and levels."""
    out, people = side.out(state), side.inner(state).characters
    strength = sum(
        (people[one.id].level if one.id in people else 1) * max(one.hp, 0) / max(one.began, 1)
        for one in own_people(side, state)
        if one.condition == "up"
    )
    dice = dice_of(side.game.rules, out.troops[out.meeting.troop]) if out is not None and out.meeting is not None else 1
    return len(side.foes(state)) * dice / max(strength, 0.1)


def everybody_runs(side: WhiteBoxSide, state: CampaignState) -> Iterator[Command]:
    """All who are on their feet, one after the other; where intents are declared, flight must be declared first."""
    if not state.awaiting and side.fighting(state):
        afoot = [one.id for one in own_people(side, state) if one.condition == "up"]
        yield from (Declare(who, "flee") for who in afoot)
        yield from (Run(who) for who in afoot)
