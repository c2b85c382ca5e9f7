"""What a campaign keeps for a game that has no exploring rules of its own: light, doors, purses, what is going on."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeVar

from msgspec import Struct, field

from arbitro.play.state import CampaignState

P = TypeVar("P")
ErrandKind = Literal["door", "lock", "listen", "search", "traps", "flee", "creep", "talk", "slip"]


class Errand(Struct, frozen=True, omit_defaults=True):
    """What somebody tries while the game's own check decides."""

    kind: ErrandKind
    who: str
    way: str = ""
    """The door or passage that it is about."""
    done: bool = False
    """The roll has succeeded, and something comes first: it comes about when the players have the word again."""


class Meeting(Struct, frozen=True, omit_defaults=True):
    """Those whom the party has come upon: ids of the game's content, and how many of each."""

    foes: tuple[tuple[str, int], ...]
    slot: str = ""
    """Where the dungeon keeps them; empty: they wander."""
    heard: bool = False
    """Whether the party had heard them before."""
    joined: bool = False
    """Whether it has come to a fight."""
    feet: int = 0
    """How far apart they are, where the referee has said so."""


class Stores(Struct, frozen=True, omit_defaults=True):
    """What a group has in common while it waits elsewhere."""

    torches: int = 0
    light: int = 0
    """The minute at which its burning torch goes out; 0: none burns."""
    rests: int = 0
    """What the game counts of its rests."""

    def joined(self, other: "Stores") -> "Stores":
        """Two groups' together: the longer light is enough, and whoever is wearier sets the count of rests."""
        light, rests = max(self.light, other.light), max(self.rests, other.rests)
        return Stores(self.torches + other.torches, light, rests)


class Captivity(Struct, frozen=True, omit_defaults=True):
    """Where somebody is held, and by whom."""

    by: str
    """The slot of the captors."""
    space: str
    dungeon: int = 0
    """The number of the dungeon that both are of."""
    ransom: int = 0
    """Gold pieces; 0: none is asked."""
    purse: int = 0
    """Gold that the captors have taken."""
    potions: int = 0
    """Potions that they have taken."""


class WalkingState(CampaignState, frozen=True, kw_only=True):
    """Base of the campaigns whose exploring the campaign itself provides."""

    at: str = ""
    """The space of the dungeon that the party is in; empty: on the surface. The game has no places of its own."""
    came: str = ""
    """The space it came from."""
    minutes: int = 0
    """The clock: the game has none of its own."""
    torches: int = 0
    light: int = 0
    """The minute at which the burning torch goes out; 0: none burns."""
    camps: dict[str, Stores] = field(default_factory=dict)
    """What those have who wait elsewhere, by their space; also what a group that was lost has left lying."""
    heard: tuple[str, ...] = ()
    """Ways beyond which the party has heard somebody before it went there."""
    searched: tuple[str, ...] = ()
    """Who has searched which place, ``space/who``; forgotten elsewhere."""
    purses: dict[str, int] = field(default_factory=dict)
    """Gold pieces in hand."""
    days: int = 0
    """Days of road walked in all."""
    errand: Errand | None = None
    meeting: Meeting | None = None
    progress: str = "0"
    """What has been won since the last level, as a fraction; the game says what it counts."""
    captives: dict[str, Captivity] = field(default_factory=dict)
    """Those who are in the enemy's power: out of the game like whoever waits elsewhere."""


def in_order(people: Mapping[str, P], order: Iterable[str]) -> dict[str, P]:
    """People in a marching order; whoever is not in it comes last."""
    return {**{who: people[who] for who in order}, **people}
