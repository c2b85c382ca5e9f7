"""Who sits where, and whose a command is."""

from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.rules.daggerheart.rules import Deed, Rules
from arbitro.rules.daggerheart.state import State

OF_PLAYERS: Final = frozenset({Deed.ATTEMPT, Deed.SPEAK, Deed.ANSWER, Deed.REST, Deed.GROW})
"""Commands of these sorts belong to whoever plays the PC in them; all others are the GM's."""


def owner(rules: Rules, command: Command) -> str:
    """A command belongs to the PC who acts in it, or to the GM."""
    if rules.rulings[type(command)].deed not in OF_PLAYERS:
        return REFEREE_ONLY
    return str(getattr(command, "who", REFEREE_ONLY))


def seats(state: State) -> tuple[Seat, ...]:
    """One seat for the whole party and one for each PC; the GM sits in the referee's chair."""
    if not state.party:
        return ()
    each = (Seat(who, "player", frozenset((who,))) for who in state.party)
    return (Seat("party", "player", frozenset(state.party)), *each)
