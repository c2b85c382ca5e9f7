"""What sort of thing a command is to everybody who watches.

Every command names its deed on the page of its game (`game`). Whoever is unseen, hidden, singing or in another shape is
therefore treated alike at every way of striking, throwing, using a thing or casting: what a chapter has to say about
deeds is a part of `Rules.may_do`, `doing` and `done` (see `customs`), asked at every command.
"""

from enum import StrEnum
from typing import Final

from msgspec import Struct


class Deed(StrEnum):
    """What a command is, as others see it."""

    STRIKE = "strike"
    """A blow or a shot with a weapon of one's own, claws among them."""
    THROW = "throw"
    """Something thrown, poured or held out at a foe: oil, fire, holy water, garlic."""
    CAST = "cast"
    POWER = "power"
    """A power of one's own: breath, a cry, a touch, standing against the undead."""
    THING = "thing"
    """Something carried is used, taken up or handed over."""
    TEND = "tend"
    """Somebody's wounds are seen to."""
    SING = "sing"
    SKILL = "skill"
    """A skill of one's class, hiding among them."""
    SHIFT = "shift"
    """Into another shape, or back."""
    WALK = "walk"
    FLEE = "flee"
    YIELD = "yield"
    TALK = "talk"
    LOOK = "look"
    """Eyes, ears and attention: nothing that others would notice."""
    DOOR = "door"
    """A door is pushed open, shut or held."""
    MARCH = "march"
    """The party goes somewhere, by a door, a passage or a road: whoever cannot walk is carried or left."""
    EXPLORE = "explore"
    """Searching, waiting: what is done on an expedition without things of one's own."""
    AFFAIRS = "affairs"
    """Sheets, shops, study, company: what is done at leisure."""
    REFEREE = "referee"
    """The referee's word."""


ATTACKS: Final = frozenset((Deed.STRIKE, Deed.THROW))
"""Deeds that are always an attack; others are one when they are meant to harm somebody."""
HEARD: Final = frozenset((Deed.CAST, Deed.POWER, Deed.SING, Deed.YIELD, Deed.TALK))
"""Deeds that give away where an unseen doer is, attack or not (WB-INVIS-01)."""

UNNOTICED: Final = frozenset((Deed.LOOK, Deed.MARCH, Deed.EXPLORE, Deed.AFFAIRS, Deed.REFEREE))
"""Deeds that no custom has anything to say about."""


class Act(Struct, frozen=True):
    """Somebody does something, at somebody or not."""

    deed: Deed
    who: str
    target: str = ""
    harms: bool = False
    """Whether it is an attack, or meant to harm somebody."""
