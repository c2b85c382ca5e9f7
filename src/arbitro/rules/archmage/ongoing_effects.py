"""What a combatant has on them for a while: conditions, ongoing damage, boosts, marks, what is spent or readied."""

from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.rules.archmage.power import (
    AttackKind,
    ConditionName,
    Stat,
)


class Until(Struct, frozen=True, omit_defaults=True):
    """When something ends by itself: with somebody's turn of that number, an attack, a melee critical, the battle."""

    moment: Literal["battle", "start", "end", "next_attack", "crit", "hit", "missed", "attacked", "wholly_missed"]
    who: str = ""
    turn: int = 0


class Affliction(Struct, frozen=True, omit_defaults=True):
    """One instance of a condition; the same one of several powers may be there and works once (AE-COND-01)."""

    name: ConditionName
    source: str
    save: int = 0
    until: Until | None = None
    only_engaged: bool = False
    """Works only while engaged with its source."""
    family: str = ""
    """Works only for creatures of this family: vulnerable to the undead, say."""
    power: str = ""
    """The power that brought it: of one power there is one instance, whoever uses it (AE-STACK-04)."""
    saves: int = 1
    """How many saves must still succeed to end it."""
    own: bool = False
    """Of vulnerability: it counts for the attacks of its source alone."""
    ends_at: int = 0
    """So much damage at once ends it; 0: no damage does."""
    harm: Amount | None = None
    """What each failed save against it deals."""
    harm_type: str = ""
    linked: bool = False
    """It ends with the ongoing damage of the same power."""


def same_effect(one: Affliction, other: Affliction) -> bool:
    """Whether two instances are one effect of one power; what works beside its source is that one's alone."""
    if not one.power or (one.name, one.power) != (other.name, other.power):
        return False
    return not (one.only_engaged or other.only_engaged) or one.source == other.source


BESIDE: Final = "+"
"""Ends the name of what counts beside other effects of the same power."""


ALL_BUT: Final = "all-but-"
"""Begins the name of the one type of damage that a resistance against all does not cover."""


class Ongoing(Struct, frozen=True, omit_defaults=True):
    """Damage at the end of each turn until a save (AE-ONGOING-01)."""

    name: str
    amount: int
    type: str
    save: int
    source: str
    natural: int = 20
    """The natural number of the attack, for resistance (AE-RESIST-02)."""
    first: int = 1
    """What the first tick is multiplied by, after a critical hit."""
    mundane: bool = False
    growth: int = 0
    """By how much each failed save raises it."""
    saves: int = 1
    """How many saves must still succeed to end it."""


class Boost(Struct, frozen=True, omit_defaults=True):
    """A bonus or penalty for a while; of one name only the strongest counts (AE-STACK-04)."""

    name: str
    stat: Stat
    value: int
    until: Until
    attack: str = ""
    """The only attack it concerns."""
    against: str = ""
    """The only target against whom it counts."""
    kind: AttackKind | Literal[""] = ""
    """The only kind of attacks it concerns."""
    circumstance: bool = False
    spirit: bool = False
    spares: str = ""
    """The only one against whom it does not count."""
    dice: Amount | None = None
    """Of damage: dice that are added, in place of the value."""
    staggered: int = 0
    """By how much it is larger while its bearer is staggered."""
    by_die: bool = False
    """A penalty: it is no less than what the escalation die shows."""


def weighed(boosts: tuple[Boost, ...], staggered: Callable[[], bool]) -> tuple[Boost, ...]:
    """What lasts for a while, as it counts just now: some counts for more while its bearer is staggered."""
    if not any(boost.staggered for boost in boosts) or not staggered():
        return boosts
    return tuple(replace(boost, value=boost.value + boost.staggered, staggered=0) for boost in boosts)


class Mark(Struct, frozen=True, omit_defaults=True):
    """A curse on somebody: what it is, whose, and how much it does."""

    kind: Literal[
        "curse",
        "mark",
        "last_gasp",
        "allow",
        "lose_move",
        "once",
        "moved",
        "state",
        "struck",
        "shun",
        "extra",
        "ignores",
    ]
    source: str
    amount: int = 0
    sides: int = 0
    """Sides of the die that allies of the source add."""
    attack: str = ""
    until: Until | None = None
    save: int = 0
    """Of a state: the number of the save, at the end of each turn of its bearer, that ends it; 0: none does."""


class Spent(Struct, frozen=True, omit_defaults=True):
    """How a limited power stands."""

    used: int = 0
    """Uses gone since the last battle began, or since the last full heal-up for a daily one."""
    limit: int = 0
    """The number of uses, where it was rolled for this battle."""
    barred: bool = False
    """Failed its recharge: not available in this battle (AE-REST-05)."""
    last_turn: int = -1
    round: int = -1
    in_round: int = 0
    type: str = ""
    """The type of damage that was rolled for this battle."""


class Readied(Struct, frozen=True, omit_defaults=True):
    """An action waiting for its moment (AE-READY-02)."""

    action: Literal["attack", "engage", "move", "free", "quick"]
    trigger: Literal["attacks", "moves", "casts", "word"]
    subject: str = ""
    """Whose doing sets it off; empty: any foe's."""
    attack: str = ""
    target: str = ""
    """Whom it is for; empty: whoever set it off."""
    words: str = ""
    """The circumstance, where only the referee can tell that it has come."""
