"""What may be asked for out of the fight: by the party, by one of its members, by a rider, by the referee."""

from typing import Final, Literal

from arbitro.kernel.command import Command, YesNo
from arbitro.rules.whitebox.exploring.state import (
    Door,
    Fate,
    Lances,
    Place,
    Rider,
    Stakes,
    Trap,
    Troop,
    Wandering,
    Worth,
)
from arbitro.rules.whitebox.people.load import Pace
from arbitro.rules.whitebox.people.state import Loyalty
from arbitro.rules.whitebox.roll_tables import Terrain

Occasion = Literal["danger", "bribe"]

# -------------------------------------------------------------------- the expedition


class StartExpedition(Command, frozen=True, tag="start_expedition"):
    """Set out: the facts of the places, and where the party is."""

    at: str
    places: tuple[Place, ...]
    doors: tuple[Door, ...] = ()
    traps: tuple[Trap, ...] = ()
    troops: tuple[Troop, ...] = ()
    wandering: Wandering = Wandering()


class StateFacts(Command, frozen=True, tag="state_facts"):
    """The referee adds facts, or states known ones anew."""

    places: tuple[Place, ...] = ()
    doors: tuple[Door, ...] = ()
    traps: tuple[Trap, ...] = ()
    troops: tuple[Troop, ...] = ()


class EndExpedition(Command, frozen=True, tag="end_expedition"):
    """The party is home, or the referee closes the day."""

    for_good = True


class Go(Command, frozen=True, tag="go"):
    """The party goes through an open door or a passage."""

    door: str
    pace: Pace = "normal"


class Bring(Command, frozen=True, tag="bring"):
    """The referee puts the party somewhere: it fell, slid, was spirited away, or the way there is not worth telling."""

    place: str
    came: str = ""
    """Where it came from, if not from where it is now."""


class WalkAbout(Command, frozen=True, tag="walk_about"):
    """The party walks a stretch that needs no door."""

    feet: int
    pace: Pace = "normal"


class PassTurns(Command, frozen=True, tag="pass_turns"):
    """The party lets turns go by: resting, waiting, whatever its members are busy with."""

    turns: int = 1


class AdvanceClock(Command, frozen=True, tag="advance_clock"):
    """The referee lets time go by, in broad strokes."""

    minutes: int


class Travel(Command, frozen=True, tag="travel"):
    """The party marches for a day outdoors."""

    terrain: Terrain
    forced: bool = False
    miles: int = 0
    """How far it is to where the party wants to go, if it is less than a day's march; 0: as far as the day leads."""


class JudgeTerrain(Command, frozen=True, tag="judge_terrain"):
    """The referee's answer: the share of a day's march that hard country leaves, such as 1/2; 1 for no change."""

    answers = "terrain"
    factor: str


class JudgeWay(Command, frozen=True, tag="judge_way"):
    """The referee's answer: what the day's march was worth to a party that has lost its way."""

    answers = "way"
    worth: Worth


# -------------------------------------------------------------------- light, doors, senses


class KindleLight(Command, frozen=True, tag="kindle_light"):
    """Light a torch, or a lantern with oil in it; `item` is a key of one's own things."""

    who: str
    item: str


class TakeLight(Command, frozen=True, tag="take_light"):
    """Pick up a light that somebody can hold up no longer."""

    who: str
    light: str


class DouseLight(Command, frozen=True, tag="douse_light"):
    """Put a light out; what is left of it keeps."""

    who: str
    light: str


class OpenDoor(Command, frozen=True, tag="open_door"):
    """Try to push a door open."""

    who: str
    door: str


class JudgeDoor(Command, frozen=True, tag="judge_door"):
    """The referee's answer: whether a locked door opens now."""

    answers = "locked_door"
    opens: YesNo


class PickLock(Command, frozen=True, tag="pick_lock"):
    """Work at a lock that was found, by a skill of one's class; takes a turn."""

    who: str
    door: str


class WedgeDoor(Command, frozen=True, tag="wedge_door"):
    """Hold or wedge an open door; the referee is asked."""

    who: str
    door: str


class JudgeWedge(Command, frozen=True, tag="judge_wedge"):
    """The referee's answer: whether the door stays open."""

    answers = "wedge_door"
    holds: YesNo


class ShutDoor(Command, frozen=True, tag="shut_door"):
    """Shut an open door."""

    who: str
    door: str


class MonstersPass(Command, frozen=True, tag="monsters_pass"):
    """The referee lets monsters come to a door."""

    troop: str
    door: str


class Listen(Command, frozen=True, tag="listen"):
    """Listen at a door, or just listen; takes a turn."""

    who: str
    door: str = ""


class TellNoise(Command, frozen=True, tag="tell_noise"):
    """The referee says what makes a noise that was heard."""

    place: str


class Search(Command, frozen=True, tag="search"):
    """Search a part of ten by ten feet, or the whole place."""

    who: str
    spot: str = ""


class Examine(Command, frozen=True, tag="examine"):
    """Say in one's own words what one examines, and how."""

    who: str
    text: str


class JudgeSearch(Command, frozen=True, tag="judge_search"):
    """The referee's answer to a description: what it finds (an id), ``roll`` for dice, ``nothing``."""

    answers = "examine"
    word: str


class SpringTrap(Command, frozen=True, tag="spring_trap"):
    """The referee lets a trap go off at somebody."""

    trap: str
    victim: str


class Fall(Command, frozen=True, tag="fall"):
    """The referee lets somebody fall."""

    victim: str
    feet: int


# -------------------------------------------------------------------- encounters


class CheckWandering(Command, frozen=True, tag="check_wandering"):
    """The referee checks for wandering monsters."""


class Meet(Command, frozen=True, tag="meet"):
    """The referee lets the party meet somebody."""

    troop: str


class JudgeMeeting(Command, frozen=True, tag="judge_meeting"):
    """The referee's answer: who is caught unawares."""

    answers = "meeting"
    surprised: Literal["nobody", "party", "foes", "both"]


class RollReaction(Command, frozen=True, tag="roll_reaction"):
    """The referee rolls how those who are met take it, with what weighs on it and a word why."""

    modifier: int = 0
    reason: str = ""


class Parley(Command, frozen=True, tag="parley"):
    """The party talks instead of fighting."""


class JudgeParley(Command, frozen=True, tag="judge_parley"):
    """The referee's answer: what talking led to."""

    answers = "parley"
    outcome: Literal["avoided", "delayed", "failed"]


class Engage(Command, frozen=True, tag="engage"):
    """A side opens the fight."""

    side: Literal["party", "foes"]


class Flee(Command, frozen=True, tag="flee"):
    """The party turns and runs before the fight begins."""


class PartWays(Command, frozen=True, tag="part_ways"):
    """The referee lets those who were met go their way."""


# -------------------------------------------------------------------- loyalty


class JudgeCaptives(Command, frozen=True, tag="judge_captives"):
    """The referee's answer: what becomes of those who were taken; ``reaction``: by how the captors took it."""

    answers = "captives"
    fate: Fate | Literal["reaction"]


class SettleCaptive(Command, frozen=True, tag="settle_captive"):
    """The referee says what becomes of one who is held."""

    captive: str
    fate: Fate


class PayRansom(Command, frozen=True, tag="pay_ransom"):
    """Buy somebody free."""

    who: str
    captive: str


class TakeFrom(Command, frozen=True, tag="take_from"):
    """Take a thing (its key), the ``purse``, or ``all`` from the dead who lie here; a thing from a helpless friend."""

    who: str
    dead: str
    what: str = "all"


class OfferBribe(Command, frozen=True, tag="offer_bribe"):
    """The referee lets somebody try to buy a follower."""

    servant: str


class CheckLoyalty(Command, frozen=True, tag="check_loyalty"):
    """The referee tests the loyalty of one follower."""

    servant: str
    occasion: Occasion = "danger"


class SetTreatment(Command, frozen=True, tag="set_treatment"):
    """The referee enters what the treatment of a follower is worth in a loyalty check."""

    servant: str
    modifier: int


class SetLoyalty(Command, frozen=True, tag="set_loyalty"):
    """The referee says what a follower is from now on: a traitor, a loyalist, neither."""

    servant: str
    status: Loyalty


# -------------------------------------------------------------------- the joust


class StartJoust(Command, frozen=True, tag="start_joust"):
    """Let two riders joust. What is left out is as the options of the table have it."""

    riders: tuple[Rider, ...]
    lances: Lances | Literal[""] = ""
    stakes: Stakes | Literal[""] = ""


class JoustOf(Command, frozen=True, tag="joust_of"):
    """Let two characters joust, on mounts of theirs."""

    first: str
    second: str
    lances: Lances | Literal[""] = ""
    stakes: Stakes | Literal[""] = ""


class Charge(Command, frozen=True, tag="charge"):
    """Couch the lance and ride; the pass is run when both do."""

    who: str


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Give the joust up."""

    for_good = True
    who: str


class JudgeDraw(Command, frozen=True, tag="judge_draw"):
    """The referee's answer to equal points: a draw, or another pass."""

    answers = "joust_draw"
    word: Literal["draw", "pass"]


class NameRansom(Command, frozen=True, tag="name_ransom"):
    """The referee's answer: what the loser of a duel owes, in gold pieces."""

    answers = "ransom"
    gp: int


COMMANDS: tuple[type[Command], ...] = (
    StartExpedition,
    StateFacts,
    EndExpedition,
    Go,
    Bring,
    WalkAbout,
    PassTurns,
    AdvanceClock,
    Travel,
    JudgeTerrain,
    JudgeWay,
    KindleLight,
    TakeLight,
    DouseLight,
    OpenDoor,
    JudgeDoor,
    PickLock,
    WedgeDoor,
    JudgeWedge,
    ShutDoor,
    MonstersPass,
    Listen,
    TellNoise,
    Search,
    Examine,
    JudgeSearch,
    SpringTrap,
    Fall,
    CheckWandering,
    Meet,
    JudgeMeeting,
    RollReaction,
    Parley,
    JudgeParley,
    Engage,
    Flee,
    PartWays,
    JudgeCaptives,
    SettleCaptive,
    PayRansom,
    TakeFrom,
    OfferBribe,
    CheckLoyalty,
    SetTreatment,
    SetLoyalty,
    StartJoust,
    JoustOf,
    Charge,
    Withdraw,
    JudgeDraw,
    NameRansom,
)

PARTYS: Final[tuple[type[Command], ...]] = (EndExpedition, Go, WalkAbout, PassTurns, Travel, Parley, Flee)
"""Commands of whoever plays the party."""
