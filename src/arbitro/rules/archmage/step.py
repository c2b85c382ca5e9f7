"""The agenda of a resolution: what is still to be done, as data, so that it can wait in the state for an answer."""

from typing import Literal

from msgspec import Struct

from arbitro.rules.archmage.power import Cost, Outcome, Trigger

Mode = Literal["turn", "opportunity", "readied", "free", "interrupt", "coup", "intercept"]
Goal = Literal["engage", "away", "far", "nearby", "toward", "beside", "behind"]


class Volley(Struct, frozen=True, omit_defaults=True, tag="volley"):
    """An attack on its way: its targets, one after the other."""

    attacker: str
    attack: str
    targets: tuple[str, ...]
    index: int = 0
    damage: int = -1
    """The one damage roll for all targets (AE-DMG-02); -1: not rolled yet."""
    damage_type: str = ""
    """The damage type, as it was rolled where it is wild."""
    mode: Mode = "turn"
    merciful: bool = False
    flexible: bool = False
    begun: bool = False
    stray: bool = False
    """A shot that went wrong, now rolled against an ally (AE-MOD-03)."""
    grabs: bool = False
    """Meant to hold instead of to wound."""
    situational: int = 0
    repeats: int = 0
    """How often this attack has been made again."""
    last: bool = False
    """A dying creature's last blow: it strikes although it has fallen."""
    single: bool = False
    """One roll, however many the attack usually has."""
    met_by: tuple[str, ...] = ()
    """The rules of what others have done since it was declared; where it lapses, they are why."""
    halved: bool = False
    """A hit deals half of its damage."""
    critical: bool = False
    """A hit is a critical one."""
    on_behalf: str = ""
    """Of a power that answers what has happened to a friend: whose."""
    about: str = ""
    """Of a power that answers a failed save: what it was against, and by how much it failed."""
    to_reach: int = 0
    """Of a blow that answers another: the natural number below which it comes to nothing."""
    forced: int = 0
    """Of a command: the further points that it was given with, each of which helps the roll that it brings."""
    struck: bool = False
    """It has hit somebody."""
    heralded: int = 0
    """At how many of its targets others have been asked before the roll."""


class Announce(Struct, frozen=True, omit_defaults=True, tag="announce"):
    """An attack that is to be declared when its moment comes, before those who wait for it or are provoked."""

    volley: Volley
    declared: bool = False
    """It has been, and those who waited have acted: now whoever is in melee with the attacker may be provoked."""


class Blow(Struct, frozen=True, omit_defaults=True, tag="blow"):
    """One attack roll that has fallen and waits for its last word."""

    volley: Volley
    target: str
    natural: int
    total: int
    outcome: Outcome
    stage: int = 0
    rerolled: bool = False
    pick: str = ""
    """The flexible attack chosen for it."""
    asked: tuple[str, ...] = ()
    """Who has been offered an answer to it."""
    added: tuple[str, ...] = ()
    """Powers of the attacker that ride along with it."""
    lessened: str = ""
    """Whose power halves its damage."""
    borne_by: str = ""
    """Who takes the other half."""
    more: int = 0
    """What powers of others add to its damage."""
    rethrown: bool = False
    """Whether low damage dice are thrown again."""
    foiled: bool = False
    """Whether it is to be rolled again, and the lower roll to stand."""
    less: int = 0
    """By how much it is lessened; 0: by half."""
    flipped: bool = False
    """Whether its natural number counts as even if odd, and as odd if even."""
    dealt: int = 0
    """The damage that the hit has dealt, before what comes beside it."""
    resisted: int = 0
    """The natural number below which it deals half; 0: none."""
    blunt: bool = False
    """It does nothing to the target but its damage."""
    at_level: bool = False
    """It deals no more than the level of whoever strikes."""
    spared: bool = False
    """The target takes nothing of it, whoever bears half of it still does."""
    halved_again: bool = False
    """Whoever bears a part of it takes half of that."""
    forced: int = 0
    """The further points of a command that lets it be rolled again."""
    foiled_by: int = 0
    """What is taken off the roll that is made again."""


class Offer(Struct, frozen=True, omit_defaults=True, tag="offer"):
    """A reaction to be offered to somebody."""

    kind: Literal["opportunity", "intercept", "readied", "delayed", "shrug", "free_move"]
    who: str
    about: str = ""
    """Whose doing it answers to."""
    goal: str = ""
    trigger: str = ""
    more: int = 0
    """What is added to a check that it may take."""


class Walk(Struct, frozen=True, omit_defaults=True, tag="walk"):
    """A move on its way."""

    who: str
    goal: Goal
    targets: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    """Foes that are left without a disengage check."""
    freed: tuple[str, ...] = ()
    """Foes that a disengage check has freed the mover from."""
    past: str = ""
    """Whom it goes past, where the referee has said so."""
    stage: int = 0
    mode: Mode = "turn"
    paid: Cost | Literal[""] = ""
    """The action that it has cost, to be had back where others make it impossible before it begins (AE-READY-03)."""
    asked: tuple[str, ...] = ()
    """Whose readied action has had its chance when it began."""
    leaves: bool = False
    """It leads out of the battle for good."""
    met_by: tuple[str, ...] = ()
    """The rules of what others have done since it began; where it is lost, they are why."""
    slipped: bool = False
    """Of an interception: whoever intercepts has slipped out of melee for it."""


class Leap(Struct, frozen=True, omit_defaults=True, tag="leap"):
    """A teleport to a foe that an attack brings with it, after those who wait for a move."""

    who: str
    target: str


class TurnEnd(Struct, frozen=True, omit_defaults=True, tag="turn_end"):
    """The end of somebody's turn: ongoing damage, saves, what runs out."""

    who: str
    forfeited: bool = False


class TurnNext(Struct, frozen=True, omit_defaults=True, tag="turn_next"):
    """Find out whose turn it is."""

    asked: bool = False
    """Whether those who delay have been asked."""


class TurnStart(Struct, frozen=True, omit_defaults=True, tag="turn_start"):
    """Somebody's turn begins."""

    who: str
    shrugged: bool = False
    resumed: bool = False
    """The turn was put off before, and is taken now."""
    saving: bool = False
    """It has begun, and its owner's death save is due."""


class Stray(Struct, frozen=True, omit_defaults=True, tag="stray"):
    """A shot into melee has shown a 1, and the ally it is rolled against is to be named."""

    volley: Volley
    allies: tuple[str, ...]


class Bewildered(Struct, frozen=True, omit_defaults=True, tag="bewildered"):
    """A confused creature attacks, and the ally it turns on is to be named."""

    volley: Volley
    allies: tuple[str, ...]


class Vote(Struct, frozen=True, omit_defaults=True, tag="vote"):
    """The party is asked whether to flee."""

    who: str


class Occasion(Struct, frozen=True, omit_defaults=True, tag="occasion"):
    """Something has happened that powers of others may answer."""

    trigger: Trigger
    about: str
    """Whom it has happened to."""
    by: str = ""
    """Who has brought it about."""
    power: str = ""
    """The power that it is about."""
    asked: tuple[str, ...] = ()
    """Who has been asked about it."""


class Collapse(Struct, frozen=True, omit_defaults=True, tag="collapse"):
    """Somebody has given everything for an attack, and falls when it is over."""

    who: str
    attack: str


Step = (
    Volley
    | Announce
    | Blow
    | Offer
    | Walk
    | Leap
    | TurnEnd
    | TurnNext
    | TurnStart
    | Stray
    | Bewildered
    | Vote
    | Occasion
    | Collapse
)
