"""Who sits where, and whose a command is."""

from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.rules import Deed, Rules
from arbitro.rules.archmage.state import PARTY, State

OWNERS: Final = {Deed.TOGETHER: PARTY, Deed.JUDGE: REFEREE_ONLY}
"""Whose some sorts of commands are; all others are of whoever does them."""


def doer(command: Command) -> str:
    """Whoever does what a command says; what nobody in particular does is the referee's."""
    return str(getattr(command, "who", REFEREE_ONLY))


def owner(rules: Rules, command: Command) -> str:
    """A command belongs to whoever acts in it, to the party as a whole, or to the referee.

    Whom a move goes past is the referee's word (AE-INTERCEPT-04): a move that says so is the referee's.
    """
    if isinstance(command, c.Move | c.Disengage) and command.past:
        return REFEREE_ONLY
    return OWNERS.get(rules.rulings[type(command)].deed) or doer(command)


def seats(state: State) -> tuple[Seat, ...]:
    """One seat for the whole party, one for the other side, one for each character with what they have called up."""
    people = dict(state.party)
    if state.fight is not None:
        people |= state.fight.combatants
    sides: dict[str, set[str]] = {}
    for one in people.values():
        sides.setdefault(one.side, set()).add(one.id)
    order = sorted(sides, key=lambda side: side != PARTY)
    whole = [Seat(side, "player", frozenset({side, *sides[side]})) for side in order]
    heroes = [one for one in people.values() if one.profile.kind == "pc"]
    own = {one.id: {each.id for each in people.values() if each.profile.master == one.id} for one in heroes}
    return (*whole, *(Seat(one.id, "player", frozenset({one.side, one.id, *own[one.id]})) for one in heroes))
