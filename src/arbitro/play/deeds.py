"""What sort of thing a command of the campaign's is: whose it is, and when it may come, follows from it."""

from enum import StrEnum
from typing import Final


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
