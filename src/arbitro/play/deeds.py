"""What sort of thing a command of a campaign or a side is: whose it is, and when it may come, follows from it."""

from enum import StrEnum
from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.state import GROUP


class Deed(StrEnum):
    """The sorts of commands."""

    PARTY = "party"
    """What the party does, or the one of it who is named."""
    REFEREE = "referee"
    """What the referee does by hand as long as no question is open."""
    DESK = "desk"
    """What the referee does by hand at any time: it concerns no question."""
    DEFAULT = "default"
    """A reserved decision that the program takes: the answer to whatever is asked of the referee."""


ANY_TIME: Final = frozenset({Deed.DESK, Deed.DEFAULT})
"""What waits for no answer."""
REFEREES: Final = frozenset({Deed.REFEREE, Deed.DESK})
"""What is the referee's alone; a default is whoever's the decision is."""


def owner_by(deed: Deed, command: Command) -> str:
    """Whose a command of its sort is: the referee's, that of the one who is named in it, or the party's."""
    return REFEREE_ONLY if deed in REFEREES else str(getattr(command, "who", GROUP))
