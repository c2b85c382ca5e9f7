"""The plain automatic player in any seat: what is due before anybody's turn, then what the moment asks for."""

from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox import tactics
from arbitro.rules.whitebox.basics import fighting, opponents
from arbitro.rules.whitebox.commands import EndFight
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.exploring import guide
from arbitro.rules.whitebox.powers.commands import Sense
from arbitro.rules.whitebox.powers.unseen import OFTEN, invisible, may_notice
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.seating import owner
from arbitro.rules.whitebox.state import Fight

LONGEST: Final = 100

IDLE: Final = 10
"""Rounds without a blow after which a fight is over for want of fighting."""


def suggest(here: Here, seat: Seat) -> Command | None:
    """The next command of a plain automatic player in a seat."""
    due = duty(here) if seat.role == "referee" else None
    return guide.suggest(here, seat) if due is None else due


def next_to_act(here: Here) -> frozenset[str]:
    """Who may act next; whoever may notice somebody unseen is asked before all others."""
    due = duty(here)
    return guide.next_to_act(here) if due is None else frozenset((owner(here.rules.owners, due),))


def duty(here: Here) -> EndFight | Sense | None:
    """What is due before anybody's turn: the end of a fight that drags on, or a die for who may notice the unseen."""
    fight = here.state.fight
    if fight is None or not fighting(here.state) or here.state.awaiting:
        return None
    if drags_on(fight):
        return tactics.broken_off(fight)
    powers_at_work = here.state.effects or any(one.profile.powers is not None for one in fight.combatants.values())
    return to_sense(here, fight) if powers_at_work else None


def drags_on(fight: Fight) -> bool:
    """Whether a fight has gone on too long, or nobody has struck for a while."""
    if fight.round > LONGEST:
        return True
    last = max((one.attacked for one in fight.combatants.values()), default=-1)
    return fight.round - max(last, 0) > IDLE


def to_sense(here: Here, fight: Fight) -> Sense | None:
    """A creature that may notice an unseen foe and has not tried in this round."""
    for target in fight.combatants.values():
        if target.condition == "up" and invisible(here, target):
            for one in opponents(fight, target):
                command = Sense(one.id, target.id, OFTEN)
                if may_notice(one) and allows(here, command):
                    return command
    return None
