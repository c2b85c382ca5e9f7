"""What a table of L'Infausta Scatola has beside what the parent game has."""

from msgspec import Struct, field

from arbitro.rules.infausta.features.state import Gifts, Shaped, Song, Stance
from arbitro.rules.infausta.wilderness.state import Journey
from arbitro.rules.whitebox import state as whitebox


class MoraleWeights(Struct, frozen=True, omit_defaults=True):
    """What the referee lets weigh on a group's morale; by default the smallest step for each (IS-MORALE-04)."""

    leader: int = 1
    losses: int = -1
    other: int = 0


class Task(Struct, frozen=True, omit_defaults=True):
    """Something that takes several turns and is not finished: a search, a look around (IS-TURN-18)."""

    who: str
    kind: str
    """``search`` or ``look``."""
    spot: str
    left: int
    """Turns that it still needs."""


class Delve(Struct, frozen=True, omit_defaults=True):
    """The turn that is being played in an enclosed place (IS-TURN-02)."""

    began: int
    """The minute of the clock in which it began."""
    spent: dict[str, int] = field(default_factory=dict)
    """Rounds of it that somebody has used up; more than ten run on into the next (IS-TURN-17)."""
    worked: bool = False
    """Whether anybody has moved, toiled or fought in it, so that it is no rest."""
    progressed: bool = False
    """Whether longer tasks have gone on in it already: actions come before encounters."""
    paused: bool = False
    """Whether longer tasks wait for the rest after a fight (IS-TURN-18)."""
    waiting: int = 0
    """The dungeon level of somebody who comes by at the end of it; 0: nobody does."""
    active: int = 0
    """Turns since the last regular rest (IS-TURN-12)."""
    counted: int = 0
    """Turns of the expedition up to which they are counted."""
    rests_due: int = 0
    """Rests after fights that are still owed (IS-TURN-13)."""
    tasks: tuple[Task, ...] = ()


class State(whitebox.State, frozen=True, omit_defaults=True):
    """A table of L'Infausta Scatola."""

    weights: dict[str, MoraleWeights] = field(default_factory=dict)
    """By group, where the referee has changed what weighs on its morale."""
    reloading: dict[str, int] = field(default_factory=dict)
    """Slow weapons, as bearer/weapon: the round of the fight in which each is ready again (IS-RANGED-03)."""
    sleepless: dict[str, int] = field(default_factory=dict)
    """Nights without rest in a row, by who has any (IS-WILD-11)."""
    delve: Delve | None = None
    journey: Journey | None = None
    charted: tuple[str, ...] = ()
    """The hexes that the party has come to and knew which they were, in order, each time that it came there."""
    gifts: dict[str, Gifts] = field(default_factory=dict)
    """What class features have to remember, by whose they are."""
    stances: dict[str, Stance] = field(default_factory=dict)
    """Stances taken in this fight, each for its round (IS-CHAM-02)."""
    songs: dict[str, Song] = field(default_factory=dict)
    """What is being sung in this fight, by singer (IS-BARD-02, IS-BARD-03)."""
    shapes: dict[str, Shaped] = field(default_factory=dict)
    """Who goes about as an animal (IS-SILV-01)."""
    hidden: tuple[str, ...] = ()
    """Who is out of sight by skill or shape, until they strike or the fight is over (IS-THIEF-02, IS-SILV-02)."""
    fittings: dict[str, int] = field(default_factory=dict)
    """Suits made for another build, as bearer/thing: the minute from which each fits; -1: it does not (IS-FIT-01)."""

    @property
    def point(self) -> str:
        """On a journey the spot of the map, or how far along the way to the next."""
        out = self.expedition
        if self.journey is None or self.journey.over or out is None or out.over or not out.places[out.at].outdoors:
            return super().point
        return self.journey.point


def own(state: whitebox.State) -> State:
    """The state as this game has it."""
    if not isinstance(state, State):
        raise TypeError("a state of another game")
    return state
