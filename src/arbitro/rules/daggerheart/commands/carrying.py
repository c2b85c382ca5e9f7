"""Things to carry: given by the GM, found by dice, handed over, used between scenes."""

from typing import Annotated, Literal

from msgspec import Meta

from arbitro.kernel.command import Command

Rarity = Literal["common", "uncommon", "rare", "legendary"]


class GiveThing(Command, frozen=True, tag="give_thing"):
    """The GM lets somebody have something, or takes it from them (a negative number)."""

    who: str
    thing: str
    count: Annotated[int, Meta(ge=-1000, le=1000)] = 1


class FindLoot(Command, frozen=True, tag="find_loot"):
    """Somebody finds an item or a consumable: dice by its rarity say which."""

    who: str
    kind: Literal["item", "consumable"]
    rarity: Rarity = "common"


class HandThing(Command, frozen=True, tag="hand_thing"):
    """Hand something over to another PC."""

    who: str
    thing: str
    whom: str


class UseThing(Command, frozen=True, tag="use_thing"):
    """Use something between scenes or at rest; in a scene it is used as a power is."""

    who: str
    thing: str
