"""What a fight came to, and what each game says about it."""

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from arbitro.chances.branching import Renewal
from arbitro.chances.lines import BlowDie, LinesFight
from arbitro.chances.targets import aimed_at, target_of
from arbitro.dice.stream import Dice
from arbitro.kernel.command import Command
from arbitro.kernel.plugins import plugged
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat
from arbitro.text import Fault, Texts, Words

TEXTS: Final = Texts("arbitro.chances")
GROUP: Final = "arbitro.readings"


class PersonLeft(Struct, frozen=True, omit_defaults=True):
    """How somebody came out of a fight."""

    id: str
    side: str
    standing: bool
    """On their feet, and in the field."""
    fallen: bool
    """Dead, or down and out of it: not those who fled or laid down their arms."""
    dead: bool
    hp: int
    """Hit points left; never below 0."""


class FightOutcome(Struct, frozen=True, omit_defaults=True):
    """What a fight came to."""

    sides: tuple[str, ...]
    winners: tuple[str, ...]
    """Who holds the field; several, or nobody, where it was broken off."""
    rounds: int
    people: tuple[PersonLeft, ...]
    resources: dict[str, int] = field(default_factory=dict)
    """What is left of what a fight uses up: spells, recoveries, Hope, Fear."""


class Unfit(Struct, frozen=True):
    """Why a fight cannot be counted out from its blows alone: a key of the texts, and what fills its gaps."""

    key: str
    values: dict[str, str | int] = field(default_factory=dict)


class NotYet(Struct, frozen=True):
    """The first turn has not begun: what comes before it is to be followed."""


class PlainFight(Struct, frozen=True, kw_only=True):
    """A fight of two lines, with who is who."""

    fight: LinesFight
    sides: tuple[str, str]
    people: tuple[tuple[str, ...], tuple[str, ...]]
    """Those of each line, in the order in which they are struck at."""
    place: tuple[str, ...]
    """The sides in the order in which the game names them."""
    gone: tuple[PersonLeft, ...] = ()
    """Those who were out of it before."""

    def turned(self) -> "PlainFight":
        """The fight with the other line in front."""
        return replace(self, fight=self.fight.turned(), sides=self.sides[::-1], people=self.people[::-1])


Throws = tuple[dict[tuple[int, int], BlowDie], dict[tuple[int, int], BlowDie]]
"""For each line of a plain fight, by striker and victim: the dice of a blow."""
Foes = tuple[tuple[str, int], ...]
"""Creatures by kind, and how many of each."""
Probed = dict[tuple[bytes, tuple[str, ...]], PlainFight]
"""What was found of fights before, by what they are and who acts first."""


def _none(state: Any, command: Command) -> tuple[Renewal, ...]:
    del state, command
    return ()


def _nobody(state: Any) -> tuple[Foes, ...]:
    del state
    return ()


def _as_it_is(state: Any) -> Any:
    return state


class EncounterWorth(Struct, frozen=True, kw_only=True):
    """What the text of a game makes of an encounter for a party, in points of its own."""

    points: float
    """What the foes cost, or are worth."""
    budget: float
    """What the party can bear."""
    category: str
    """How hard that is, in the game's own steps."""
    parts: tuple[tuple[str, int, float], ...]
    """Of each kind: how many, and what they are worth together."""
    adjustments: tuple[tuple[str, float], ...] = ()
    """What changed the budget, and by how much."""
    rules: tuple[str, ...] = ()
    source: str = "book"
    """Where the points come from, as a part of a key of the texts."""
    remarks: tuple[tuple[str, str], ...] = ()
    """What is to be said of a kind, as a part of a key of the texts; of none: of the whole."""


class EncounterBook(Struct, frozen=True, kw_only=True):
    """How a game builds encounters for people who come in by their sheets."""

    difficulties: tuple[str, ...]
    """What can be asked for, from the easiest."""
    drawn: Callable[[Ruleset[Any], tuple[Any, ...], str, Dice], Foes]
    """Foes of a difficulty, drawn by lot; without a `worth`, a kind of whom the odds will say how many."""
    worth: Callable[[Ruleset[Any], tuple[Any, ...], Foes], EncounterWorth] | None = None
    """What the text makes of foes; None where it says nothing of that."""


class MeetingGround(Struct, frozen=True):
    """Where it comes to blows."""

    feet: int = 0
    """How far apart the sides begin; 0: as far as usual."""
    light: bool = True
    """Whether the party has light."""


USUAL_GROUND: Final = MeetingGround()


class FightReading(Struct, frozen=True, kw_only=True):
    """What a game says about its fights; each is asked of a state."""

    fighting: Callable[[Any], bool]
    """Whether there is a fight at all, over or not."""
    over: Callable[[Any], bool]
    """Whether it has come to its end (what follows it is no part of it)."""
    outcome: Callable[[Any], FightOutcome]
    situation: Callable[[Any], Hashable]
    """What of a state decides how the fight goes on, and how it is then read: equal situations are equal fights."""
    rounds: Callable[[Any], int]
    beats: str = "rounds"
    """What it counts as rounds: ``rounds``, or ``action_rolls`` where there are none."""
    wounds: Callable[[Any], dict[str, int]]
    """Who still stands, with how badly they look hurt: 0, 1 or 2, as everybody can see."""
    renewals: Callable[[Any, Command], tuple[Renewal, ...]] = _none
    """Dice that its rules throw again while two of them are equal, when a command is decided."""
    lines: Callable[[Ruleset[Any], Any, Probed], PlainFight | Unfit | NotYet] | None = None
    """The fight as two lines of people who do nothing but strike, where the rules bear that out."""
    by_chance: dict[str, str] = field(default_factory=dict)
    """Reasons that hold for one way in which a fight begins, by the reason that holds for it before its dice fall."""
    throws: Callable[[Ruleset[Any], Any, PlainFight], Throws] | None = None
    """The dice of every blow of a plain fight, as its rules throw them."""
    meets: Callable[[Any, Any, tuple[Any, ...], Foes, MeetingGround], tuple[Any, tuple[Command, ...]]] | None = None
    """How a fight begins: of a game, a state, people who come in by their sheets, foes, and where they meet, the
    commands that lead into it, and the state from which they do. Without people, those of the state fight."""
    example: Foes = ()
    """Foes that make a small fight for the first ready party, to begin with."""
    distances: tuple[int, ...] = ()
    """How far apart, in feet, its rules know sides to begin; the usual first."""
    light: bool = False
    """Whether it makes a difference who has light."""
    encounters: EncounterBook | None = None
    """How its encounters are built and judged."""
    waiting: Callable[[Any], tuple[Foes, ...]] = _nobody
    """Whom the people of a state have met, or may meet where they are, before it comes to blows."""
    trimmed: Callable[[Any], Any] = _as_it_is
    """A state without what can make no difference any more: how far below 0 the dead are, say."""
    target_of: Callable[[Command], str] = target_of
    """At whom a command is aimed; nobody where it says none."""
    aimed_at: Callable[[Command, str], Command] = aimed_at
    """The same command at somebody else."""
    leads: bool = False
    """Whether one of a side may act again and again while the others wait."""
    imagined: Callable[[Any, Any, Seat, Dice], Any] | None = None
    """Of a game, a fight under way and a seat: the fight as the seat may imagine it, with all that it may not know
    drawn anew; None where this moment cannot be. States that look the same to the seat lead to the same, by the same
    dice: nothing else of them is read."""


@cache
def reading_of(game: str) -> FightReading:
    """What a game says about its fights; a fault where it says nothing."""
    entry = plugged(GROUP).get(game)
    if entry is None:
        raise Fault(Words(TEXTS, "chances.no_reading", game=game, known=", ".join(plugged(GROUP))))
    reading: FightReading = entry.load()
    return reading
