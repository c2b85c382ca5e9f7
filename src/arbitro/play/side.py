"""What a campaign needs of the game that is played in it: one `Side` for each game, a record of small groups.

Each group is a list of functions about one subject, which whoever in the campaign has to do with it asks; where only
few do, it names them, and a test holds it to that. Functions of a side see the whole state and act through the
scene. Whatever the game itself can do is done by its own commands (`Scene.play`), so that every ruling is the game's
and cites its rules. A side holds no state of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from arbitro.appendix_a.pool import Bather
from arbitro.dice.stream import Dice
from arbitro.dungeon.events import Effect
from arbitro.dungeon.stocking import Stock, Stocker
from arbitro.kernel.card import Card
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.drawing import Drawing
from arbitro.kernel.event import Event
from arbitro.kernel.hooks import Rulings
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.ruling import Check
from arbitro.kernel.seat import Seat
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.then import Then
from arbitro.play.deeds import Deed
from arbitro.play.fold import Bodies, Fold
from arbitro.play.maker import Maker
from arbitro.play.scene import Scene
from arbitro.play.state import GROUP, Called, CampaignState, Route
from arbitro.play.ways import Way
from arbitro.text import Language

A = TypeVar("A")
P = ParamSpec("P")
T = TypeVar("T")
Items = tuple[tuple[str, int], ...]
"""What a slot of the dungeon holds: ids of creatures and treasure, and how many of each."""


class Bound(Generic[A]):
    """Functions of one side, given what they all ask for first: its game, and what that game does in its own way."""

    __slots__ = ("first",)

    def __init__(self, first: A) -> None:
        self.first = first

    def __call__(self, function: Callable[Concatenate[A, P], T]) -> Callable[P, T]:
        """A function without its first argument."""
        return partial(function, self.first)


def cut_seats(people: Iterable[str]) -> tuple[Seat, ...]:
    """One seat for the whole party, and one for each character, who speaks for the party too."""
    everybody = tuple(people)
    whole = Seat(GROUP, "player", frozenset((GROUP, *everybody)))
    return (whole, *(Seat(who, "player", frozenset((GROUP, who))) for who in everybody))


@dataclass(frozen=True, kw_only=True)
class Party:
    """Who they are. Asked wherever somebody acts."""

    parties: Callable[[], tuple[tuple[str, Phrase], ...]]
    """The ready-made parties, by the word that `Gather` takes."""
    gather: Callable[[Scene, str], Refusal | None]
    """Call a party together: ``ready:<id>`` or ``random:<size>:<level>``."""
    newcomers: Callable[[CampaignState], int]
    """The level of those who can be found in town."""
    people: Callable[[CampaignState], tuple[str, ...]]
    """Everybody of the party, living, in marching order."""
    adventurers: Callable[[CampaignState], tuple[str, ...]]
    """Those of them who are players' characters, not people in their pay."""
    able: Callable[[CampaignState], tuple[str, ...]]
    """Those of them who can act now."""
    leading: Callable[[CampaignState], tuple[str, ...]]
    """The first rank, which treads on traps first."""
    fighters: Callable[[CampaignState], tuple[str, ...]]
    """Those whom strength gas strengthens (DA-GAS-06)."""
    lost: Callable[[CampaignState], bool]
    """Whether nobody is left who could go on with the campaign."""
    dead: Callable[[CampaignState], tuple[tuple[str, Called], ...]]
    """Those who are dead, with their names."""
    lies: Callable[[CampaignState, str], str]
    """The space in which the game knows the body of somebody dead to lie; empty: where they were last."""
    seats: Callable[[CampaignState], tuple[Seat, ...]]
    """The players' seats, that of the whole party first."""
    whole: Callable[[CampaignState], Any]
    """The game's state with those who wait elsewhere in it too, for names, cards and sheets."""


@dataclass(frozen=True, kw_only=True)
class Purse:
    """What they own. Asked by `delving`, `offers`, `players.tally`, `stages` and `worlds.campaigns`."""

    gold: Callable[[CampaignState, str], int | None]
    """The gold that somebody carries; None for somebody who carries none of their own."""
    set_gold: Callable[[Scene, str, int], None]
    """Somebody carries another amount of gold from now on: the rest went into the strongbox."""
    receive: Callable[[Scene, Items], None]
    """Treasure comes into the party's hands."""
    wealth: Callable[[CampaignState], int]
    """Gold pieces that the party is worth, all in all."""
    experience: Callable[[CampaignState], int | None]
    """Experience points of everybody, where the game counts them."""


@dataclass(frozen=True, kw_only=True)
class Road:
    """Town and road. Asked wherever the party sets out or comes home, and where it may be under the sky."""

    routes: tuple[Route, ...] = ("road",)
    """How a party may get to the dungeon."""
    lodge: Callable[[Scene, int], Refusal | None]
    """Days in town."""
    set_out: Callable[[Scene, Route], Refusal | None]
    """Leave town; the campaign is on the road afterwards, or at the dungeon's mouth."""
    turn_round: Callable[[Scene], Refusal | None]
    """The party on the road turns round: what lay behind it lies before it."""
    come_home: Callable[[Scene], Refusal | None]
    """The party is back in town: treasure secured, experience counted, levels gained."""
    pace: Callable[[CampaignState, tuple[str, ...]], tuple[int, tuple[str, ...]]]
    """Miles that some of the party walk in a day under the sky, and the rules that say so."""
    at_gate: Callable[[CampaignState], bool]
    """Whether the party on the road stands before the town."""
    at_mouth: Callable[[CampaignState], bool]
    """Whether the party stands before the entrance of the dungeon, under the sky."""
    chart: Callable[[CampaignState, Seat, Language], Drawing | None]
    """The map of the country between town and dungeon, as a seat knows it; None where there is none."""


@dataclass(frozen=True, kw_only=True)
class Walk:
    """Going, and the time that it takes. Asked wherever the party is moved, or waits."""

    pass_turns: Callable[[Scene, int], None]
    """Turns of ten minutes go by."""
    pass_days: Callable[[Scene, int], None]
    """Days go by for a party under the sky, until something keeps it from waiting on."""
    free_hand: Callable[[CampaignState, str], Refusal | None]
    """What somebody who can act is still at, so that nobody does two things in one time."""
    ready: Callable[[Scene], bool]
    """Everybody ends what they are at before the party leaves the open air; False when something comes between."""
    go_down: Callable[[Scene, str], None]
    """From the open air down to the landing of the dungeon."""
    may_go: Callable[[CampaignState, Way, str], Refusal | None]
    """Whether the party can take a way at a pace: a door must be open, hands must be free. No die yet."""
    go: Callable[[Scene, Way, str, str], None]
    """The party goes by a way to a space that is drawn (`SURFACE`: out) at a pace, if nothing comes between.

    Time passes, those who wait there are met; the side calls `delving.arrive` once the party stands there.
    """
    paces: Callable[[CampaignState], tuple[str, ...]]
    """The paces that a party may choose from, the usual one first; none where the game has no such thing."""
    put: Callable[[Scene, str], None]
    """The party finds itself in another space: it fell, slid, sank or was spirited away; empty: on the surface."""


@dataclass(frozen=True, kw_only=True)
class Inner:
    """The game's own commands inside the campaign. Asked wherever one is played, and once its events are there."""

    before: Callable[[Scene, Command], Refusal | None]
    """What must be known before a command of the game's is decided: growing the dungeon, stating facts."""
    steps: Callable[[CampaignState, Command], tuple[Command, ...]]
    """A command of the game's as several that come to the same, so that whoever comes can interrupt them."""
    notice: Callable[[Scene, Event, CampaignState], None]
    """What an event of the game's means at once, with the state before it: arrivals come before those who are met.

    The game is in the middle of a resolution: no command of its own can be played here.
    """
    after: Callable[[Scene, int], None]
    """What follows for the campaign from the events of the game, from that place of the list on."""


@dataclass(frozen=True, kw_only=True)
class Perils:
    """What the dungeon does to people. Asked wherever traps, gas and pools are looked for, work, or wear off."""

    apply: Callable[[Scene, str, Effect, tuple[str, ...]], None]
    """A trap, gas or pool acts on people: the game's own way of hurting, saving and changing."""
    ailment_over: Callable[[Scene, str, str, int], None]
    """What a gas or a pool had left on somebody (kind, who, amount) is over, whatever they are by now, also dead."""
    lend: Callable[[Scene, str, int, tuple[str, ...]], int]
    """So much strength is borrowed, as far as the game's highest allows; how much of it counts."""
    noticed: Callable[[Scene, str], bool]
    """Whether somebody finds a hidden door where the tables hint at one (DA-TRAP-02): the game's own check."""
    forced: Callable[[Scene], bool]
    """Whether the party forces a door that will not open: the game's own check (DA-TRAP-07)."""
    may_look_for_traps: Callable[[CampaignState, str, str], Refusal | None]
    """Whether somebody can look for traps beyond a way (empty: here), by the game's own rules. No die yet."""
    look_for_traps: Callable[[Scene, str, str], None]
    """Somebody does, in the game's own time and by its own check; `traps.search_over` says what came of it.

    What lies beyond the way is drawn. Nothing that the players are told may depend on it, unless it is found.
    """
    trap_chance: Callable[[CampaignState, Seat, str], Fraction | None]
    """How likely somebody finds a trap where there is one; None where the seat may not know, or nobody can."""
    sees_in_passing: Callable[[Scene, str], tuple[str, tuple[str, ...]]]
    """Who notices a trap before it goes off without having searched, and by which rules; empty: nobody."""
    bather: Callable[[CampaignState, str], Bather]
    """Somebody as a pool looks at them."""
    cannot_swim: Callable[[CampaignState, str], bool]
    """Whether somebody who goes into deep water goes under with all they wear, where the table plays by that."""
    searches: tuple[type[Event], ...] = ()
    """What happens, in the game's own way, where somebody searches the place they are in."""
    check_chances: Mapping[type[Command], Callable[[CampaignState, Seat, Command], Fraction | None]] = field(
        default_factory=dict
    )
    """Of the side's own commands that a check decides: how likely; None where the seat may not know, or none falls."""


@dataclass(frozen=True, kw_only=True)
class Meetings:
    """Those whom the party faces. Asked wherever something must wait for them, and by the referee's hand."""

    busy: Callable[[CampaignState], bool]
    """Whether a fight, a meeting or a question of the game stands in the way of everything else."""
    fighting: Callable[[CampaignState], bool]
    """Whether a fight goes on: only then is a party without anybody on their feet not lost yet."""
    slot: Callable[[CampaignState], str]
    """The slot of those whom the party faces now; empty: nobody, or nobody of the dungeon's."""
    where: Callable[[CampaignState, str], str]
    """The place of those whom the game keeps under an id, slot or not; empty: it keeps nobody under it."""
    spring: Callable[[Scene, str, int], None]
    """The party, with its hands free, meets those of a slot here and now, so many feet off; 0: as the game has it."""
    foes: Callable[[CampaignState], tuple[str, ...]]
    """Those whom the party fights now and who still count."""
    met: Callable[[CampaignState], Items]
    """Whom the party has met and not come to blows with, by kind and number; nothing where there is nobody, or where
    they are people who have no kind."""
    foe: Callable[[CampaignState], str]
    """Whom the party has met or fights now: an id of the game's content, empty for nobody; for statistics."""
    menace: Callable[[CampaignState], float]
    """How dangerous those are whom the party faces: 0 for nobody, 1 where about one fight in two is lost."""
    reinforce: Callable[[Scene, str, int], Refusal | None]
    """More foes of a kind join the fight that goes on."""
    take_out: Callable[[Scene, str], None]
    """A foe leaves the fight that goes on; it may be over then."""


@dataclass(frozen=True, kw_only=True)
class Parting:
    """Those who wait elsewhere. Asked where the party parts, and wherever those who are not there count too."""

    part: Callable[[Scene, tuple[str, ...], str], None]
    """Some no longer walk with the group that the table follows: they wait in a space (`SURFACE`: outside)."""
    rejoin: Callable[[Scene, tuple[str, ...], str], None]
    """Some who waited in a space walk with it again."""
    can_go_on: Callable[[CampaignState, tuple[str, ...]], bool]
    """Whether some of the living, here or waiting elsewhere, could go on with the story by themselves."""
    look_to: Callable[[Scene, str, str], None]
    """The table has turned to a group that has been in a space all the while (empty: under the sky), and whence."""
    watch_over: Callable[[Scene, str], tuple[Check | None, tuple[str, ...]]]
    """The game's check for wanderers where some wait, with the rules behind it."""
    lie_below: Callable[[Scene, tuple[str, ...], str, tuple[str, ...]], None]
    """Some who died of a fall through the floor lie in the space below, by the rules that say so."""
    come_upon: Callable[[Scene], None]
    """Somebody comes upon the group that the table follows, by the game's own tables."""
    break_off: Callable[[Scene], bool]
    """End whatever a group was in that can go on no more; False where it cannot be ended."""
    abandon: Callable[[Scene, tuple[str, ...], str], None]
    """Some who wait in a space are given up for good."""
    held_here: Callable[[CampaignState], Mapping[str, str]]
    """Who is in the enemy's power in this dungeon, and in which space: the way to it is not forgotten."""


@dataclass(frozen=True, kw_only=True)
class Stores:
    """What a dungeon may hold, by the game's own lists. Asked wherever something is placed or called by its name."""

    stocker: Callable[[CampaignState], Stocker]
    """What fills the slots of the dungeon."""
    settled: Callable[[Stock, Dice], Stock]
    """Treasure that the author of a room wrote down, with whatever the game leaves to dice."""
    kinds: Callable[[], tuple[str, ...]]
    """The ids of all creatures that may be placed."""
    is_kind: Callable[[str], bool]
    """Whether the game has such a creature."""
    kind_called: Callable[[str, int, Language], str]
    """What so many of a kind of creature are called, without their number."""
    glyph: Callable[[str], str]
    """The sign on the token of a kind of creature; empty: its initials."""
    valuables: Callable[[], tuple[str, ...]]
    """Treasure that may be placed, as the game's stocking writes it."""
    is_valuable: Callable[[str], bool]
    """Whether the game knows such treasure."""
    valuable_called: Callable[[str, Language], str]
    """What a piece of treasure is called where the game has a name for it; empty: by its sort and worth."""


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What the referee may change by hand. Asked by `placing`, `desk` and `adventure`."""

    moods: tuple[str, ...] = ("unaware", "hostile", "friendly")
    """How those who wait somewhere may be made to take it, as far as the game makes anything of it."""
    has_locks: bool = False
    """Whether doors can be locked, as far as the game has rules for that."""
    distances: bool = False
    """Whether those who meet are so many feet apart."""
    restock: Callable[[Scene, str], None]
    """What waits in a slot is other than it was; for games that keep facts of their own."""


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """A plain party's wishes. Asked by automatic players, and wherever what a plain party would do is the default."""

    care: Callable[[CampaignState], Iterator[Command]]
    """What the party sees to before it moves on, legal all of it: light, wounds, spells, shares, supplies."""
    weary: Callable[[CampaignState], bool]
    """Whether a prudent party turns back, or stays in town: hurt, laden, short of light."""
    dare: Callable[[CampaignState], int]
    """The deepest level of the dungeon that a party of its kind may hope to come back from."""
    onward: Callable[[CampaignState], Iterator[Command]]
    """How the party gets on along the road."""
    open_up: Callable[[CampaignState, Way], Iterator[Command]]
    """What may open a way that cannot be taken yet."""
    barred: Callable[[CampaignState], frozenset[str]]
    """Doors that the party has found locked and can do nothing about; nothing that it has not found out."""
    wait: Callable[[CampaignState], Iterator[Command]]
    """How the party lets a turn go by."""
    dares_free: Callable[[CampaignState, Mapping[str, int]], bool]
    """Whether a party of its strength goes back for its own against so many of each kind."""
    unlit: Callable[[CampaignState], bool]
    """Whether the party stands in the dark though it could have light: making some is what the moment is about."""


@dataclass(frozen=True, kw_only=True)
class Chores:
    """What a party does over and over without being asked each time.

    For walks (`aims`), and for the habits of automatic players.
    """

    upkeep: Callable[[CampaignState], Iterator[Command]]
    """What is seen to before another step: a new light for one that is out, whoever is busy waited for, rest due."""
    light: Callable[[CampaignState], int | None]
    """Minutes of light that the party has with it, burning or not; None where it needs none."""
    shines: Callable[[CampaignState], int]
    """Feet that the light shows which the party holds up now; 0 in the dark."""
    mend: Callable[[CampaignState], Iterator[Command]]
    """What makes the hurt better here and now, the first thing first; nothing where nothing is left to do."""
    come_to: Callable[[CampaignState], tuple[str, ...]]
    """Those of the party who cannot go on by themselves, and can again within hours if the others wait."""
    search: Callable[[CampaignState], Iterator[Command]]
    """How this place is searched by the game's own rules, each who may; nothing where everybody has."""
    routine: frozenset[type[Event]]
    """Events that are no reason to stop and think, even where they are told."""


@dataclass(frozen=True, kw_only=True)
class Front:
    """What the table sees and is asked.

    Asked by `campaign`, `chair`, `guide`, `offers`, `road_picture`, `seating`, `telling` and `view`.
    """

    decisions: tuple[str, ...] = ("monster_actions", "encounters", "captives", "rulings")
    """The kinds of the referee's decisions that come up in the game, for `AskMe`."""
    owner: Callable[[CampaignState, Command], str]
    """Whose a command of the game's is; those of the side's go by their deeds."""
    kind_of: Callable[[CampaignState, Command], str]
    """Which kind of reserved decision a command of the referee's is; empty for none."""
    choices: Callable[[CampaignState, Seat], Iterable[Choice]]
    """The game's own choices that fit the moment, and those of the side's commands."""
    next_to_act: Callable[[CampaignState], frozenset[str]]
    """Who may act next while `Meetings.busy`."""
    suggest: Callable[[CampaignState, Seat], Command | None]
    """What the game's automatic player or referee would do while `Meetings.busy`."""
    status: Callable[[CampaignState, Language], list[str]]
    """What the picture says of the party beside where it is: stores and light, where the game shows none."""
    cards: Callable[[CampaignState, Seat, Language], tuple[Card, ...]]
    """The people of the game, and whatever the side keeps for it."""
    sketch: Callable[[CampaignState, Seat, Language], Sketch | None]
    """The picture of a fight or a meeting, as the seat may know it."""
    untold: Callable[[Then[CampaignState], Event], bool]
    """Whether an event of the game's is told by the campaign in its own way, or not at all."""
    words_for: Callable[[Then[CampaignState], Event, Language], dict[str, str]]
    """Words for the gaps of the sentences that tell the side's own events."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """A game's part in a campaign."""

    game: Ruleset[Any]
    state_type: type[CampaignState]
    """The campaign's state with the game's own in it."""
    events: tuple[type[Event], ...] = ()
    """Events that the side adds."""
    folds: Mapping[type[Event], Fold] = field(default_factory=dict)
    """How those of them that change the state are folded, and events of play's own where the side keeps more."""
    bodies: Bodies = field(default_factory=dict)
    """By which of the game's events those whom the party fights come to lie dead where they are, and who they are."""
    rulings: Rulings[Scene, Deed] = field(default_factory=Rulings)
    """Commands that the side adds, each with its rule."""
    option_packages: tuple[str, ...] = ()
    """Where switches of the side's own lie (``options.yaml``)."""
    text_packages: tuple[str, ...] = ()
    """Where sentences of the side's own lie (``locale``)."""
    party: Party
    maker: Maker
    purse: Purse
    road: Road
    walk: Walk
    inner: Inner
    perils: Perils
    meetings: Meetings
    parting: Parting
    stores: Stores
    desk: Desk
    wishes: Wishes
    chores: Chores
    front: Front
