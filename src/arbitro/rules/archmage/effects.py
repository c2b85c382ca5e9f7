"""The vocabulary of powers: what an attack may do beside its plain damage, a record for each word of its entry.

A word has here what its entry may say of it, and in `verbs` what it does and what an automatic player thinks of it; its
words for the reader are ``verb.<word>`` in the catalogues. Fields keep their order: logs hold them.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta

from arbitro.dice.amount import Amount
from arbitro.rules.archmage.class_effects import (
    AddDamage as AddDamage,
)
from arbitro.rules.archmage.class_effects import (
    AddToRoll as AddToRoll,
)
from arbitro.rules.archmage.class_effects import (
    Assume as Assume,
)
from arbitro.rules.archmage.class_effects import (
    Blunt as Blunt,
)
from arbitro.rules.archmage.class_effects import (
    BreakFree as BreakFree,
)
from arbitro.rules.archmage.class_effects import (
    Critical as Critical,
)
from arbitro.rules.archmage.class_effects import (
    Cure as Cure,
)
from arbitro.rules.archmage.class_effects import (
    Deny as Deny,
)
from arbitro.rules.archmage.class_effects import (
    Draw as Draw,
)
from arbitro.rules.archmage.class_effects import (
    Enlarge as Enlarge,
)
from arbitro.rules.archmage.class_effects import (
    Escalate as Escalate,
)
from arbitro.rules.archmage.class_effects import (
    Foil as Foil,
)
from arbitro.rules.archmage.class_effects import (
    Forsake as Forsake,
)
from arbitro.rules.archmage.class_effects import (
    Hasten as Hasten,
)
from arbitro.rules.archmage.class_effects import (
    Judge as Judge,
)
from arbitro.rules.archmage.class_effects import (
    Keep as Keep,
)
from arbitro.rules.archmage.class_effects import (
    Landed as Landed,
)
from arbitro.rules.archmage.class_effects import (
    Lessen as Lessen,
)
from arbitro.rules.archmage.class_effects import (
    Negate as Negate,
)
from arbitro.rules.archmage.class_effects import (
    Order as Order,
)
from arbitro.rules.archmage.class_effects import (
    PayHp as PayHp,
)
from arbitro.rules.archmage.class_effects import (
    Plain as Plain,
)
from arbitro.rules.archmage.class_effects import (
    Points as Points,
)
from arbitro.rules.archmage.class_effects import (
    RaiseDice as RaiseDice,
)
from arbitro.rules.archmage.class_effects import (
    RallyNow as RallyNow,
)
from arbitro.rules.archmage.class_effects import (
    RecoveryDice as RecoveryDice,
)
from arbitro.rules.archmage.class_effects import (
    Refresh as Refresh,
)
from arbitro.rules.archmage.class_effects import (
    RerollAttack as RerollAttack,
)
from arbitro.rules.archmage.class_effects import (
    Resist as Resist,
)
from arbitro.rules.archmage.class_effects import (
    RethrowDamage as RethrowDamage,
)
from arbitro.rules.archmage.class_effects import (
    Retype as Retype,
)
from arbitro.rules.archmage.class_effects import (
    RollTwice as RollTwice,
)
from arbitro.rules.archmage.class_effects import (
    SaveAgain as SaveAgain,
)
from arbitro.rules.archmage.class_effects import (
    SaveNow as SaveNow,
)
from arbitro.rules.archmage.class_effects import (
    Shun as Shun,
)
from arbitro.rules.archmage.class_effects import (
    Slay as Slay,
)
from arbitro.rules.archmage.class_effects import (
    Soothe as Soothe,
)
from arbitro.rules.archmage.class_effects import (
    Spoil as Spoil,
)
from arbitro.rules.archmage.class_effects import (
    Summon as Summon,
)
from arbitro.rules.archmage.effect_base import (
    AttackKind as AttackKind,
)
from arbitro.rules.archmage.effect_base import (
    ConditionName as ConditionName,
)
from arbitro.rules.archmage.effect_base import (
    Effect as Effect,
)
from arbitro.rules.archmage.effect_base import (
    Lasts as Lasts,
)
from arbitro.rules.archmage.effect_base import (
    On as On,
)
from arbitro.rules.archmage.effect_base import (
    Stat as Stat,
)
from arbitro.rules.archmage.effect_base import (
    Term as Term,
)
from arbitro.rules.archmage.magic_effects import Exhaust, Magic, MagicAimed, MagicAnswer, MagicScaled
from arbitro.rules.archmage.roll_effects import RollAimed, RollScaled, RollWords

# ---------------------------------------------------------------- in the damage itself


class More(Effect, frozen=True, tag="more"):
    """More damage than the attack has by itself."""

    amount: Amount | None = None
    escalation: bool = False
    """The amount is what the escalation die shows."""
    times: Term = ""
    """What the amount is multiplied by."""
    plus: Term = ""
    """What is added to it."""
    weapon_dice: Annotated[int, Meta(ge=0, le=4)] = 0
    """So many dice of the weapon in hand, in place of an amount."""


class Instead(Effect, frozen=True, tag="instead"):
    """Another amount in place of the damage roll."""

    amount: Amount
    times: Term = ""
    """What the amount is multiplied by."""
    plus: Term = ""
    """What is added to it."""
    factor: Annotated[int, Meta(ge=1, le=10)] = 1
    """What the dice are multiplied by."""


class Half(Effect, frozen=True, tag="half"):
    """A miss deals half of the damage roll."""


class Halved(Effect, frozen=True, tag="halved"):
    """A hit deals half of its damage."""


class RerollOnes(Effect, frozen=True, tag="reroll_ones"):
    """Damage dice that show a 1 are thrown again."""

    twos: bool = False
    """Those that show a 2 as well."""


# ---------------------------------------------------------------- harm


class Harm(Effect, frozen=True, tag="damage"):
    """Damage of its own."""

    amount: Amount = Amount()
    type: str = ""
    """A damage type; empty: the attack's own."""
    on: On = "target"
    by_target_level: bool = False
    """The amount is the target's level."""
    times: Term = ""
    """What the amount is multiplied by."""
    plus: Term = ""
    """What is added to it."""
    half_of_all: bool = False
    """The amount is half of the hit points that the target has unhurt."""
    half_of_dealt: bool = False
    """The amount is half of what the attack has dealt to its target."""
    factor: Annotated[int, Meta(ge=1, le=10)] = 1
    """What the dice are multiplied by."""
    escalation_least: bool = False
    """Dice that show less than the escalation die count as it."""
    people: Amount = Amount()
    """How many of those whom it falls on it hurts, at most; nothing: all of them."""


class Ongoing(Effect, frozen=True, tag="ongoing"):
    """Damage at the end of each turn until a save."""

    amount: Amount
    type: str = ""
    """A damage type; empty: the attack's own."""
    save: int = 0
    """The number of the save that ends it; 0: a normal one."""
    beside: bool = False
    """It counts beside other ongoing damage of the same attack, with a save of its own."""
    times: Term = ""
    """What the amount is multiplied by."""
    plus: Term = ""
    """What is added to it."""
    growth: Annotated[int, Meta(ge=0, le=1000)] = 0
    """By how much each failed save raises it."""
    saves: Annotated[int, Meta(ge=1, le=4)] = 1
    """How many saves must succeed to end it."""
    on: On = "target"
    by_target_level: bool = False
    """The amount is the target's level."""


class Condition(Effect, frozen=True, tag="condition"):
    """Conditions, until a save or a moment."""

    names: tuple[ConditionName, ...]
    save: int = 0
    """The number of the save that ends it; 0: no save."""
    until: Lasts = ""
    on: On = "target"
    while_engaged: bool = False
    """It works only while engaged with its source."""
    family: str = ""
    """It works only for creatures of this family."""
    saves: Annotated[int, Meta(ge=1, le=4)] = 1
    """How many saves must succeed to end it."""
    own: bool = False
    """Of vulnerability: to the attacks of whoever brings it alone."""
    ends_at: int = 0
    """So much damage at once ends it; 0: no damage does."""
    harm: Amount | None = None
    """What each failed save against it deals."""
    harm_type: str = ""
    linked: bool = False
    """It ends with the ongoing damage of the same power, by one save."""


class Drain(Effect, frozen=True, tag="drain"):
    """A limited power of the target is gone, as if it had been used."""


# ---------------------------------------------------------------- marks that stay on somebody


class Curse(Effect, frozen=True, tag="curse"):
    """Damage whenever an enemy engages or leaves its bearer."""

    amount: Amount
    until: Lasts = ""
    on: On = "target"


class Mark(Effect, frozen=True, tag="mark"):
    """Allies of the attacker's kin roll a die more against its bearer."""

    amount: Amount
    on: On = "target"


class LastGasp(Effect, frozen=True, tag="last_gasp"):
    """Hard saves against turning to stone."""

    on: On = "target"


class LoseMove(Effect, frozen=True, tag="lose_move"):
    """No move action in the next turn."""

    on: On = "target"


class Allow(Effect, frozen=True, tag="allow"):
    """Another attack may be used in the attacker's next turn; only on whoever was hit, where it says ``target``."""

    on: On = "target"
    attack: str = ""


# ---------------------------------------------------------------- help and hindrance


class Boost(Effect, frozen=True, tag="boost"):
    """A bonus or penalty for a while."""

    amount: Amount
    until: Lasts = ""
    on: On = "target"
    attack: str = ""
    """The only attack that it concerns."""
    stat: Stat = "attack"
    kind: AttackKind | Literal[""] = ""
    """The only kind of attacks that it concerns."""
    stacks: bool = False
    against: bool = False
    """Of one on oneself: it counts against the target alone."""
    spares: bool = False
    """It counts against everybody but the other of the two, while both can fight: a bond between rivals."""
    by_die: bool = False
    """On the target it is a penalty of no less than what the escalation die shows."""
    most: int = 0
    """Of those that stack: how many at most; 0: any number."""
    times: Term = ""
    """What the amount is multiplied by."""
    plus: Term = ""
    """What is added to it."""
    hp_at_most: int = 0
    """Only for those who have no more hit points than this; 0: for all."""
    people: Annotated[int, Meta(ge=0, le=20)] = 0
    """For so many of them at most; 0: for all."""
    staggered: int = 0
    """By how much it is larger while its bearer is staggered."""


class TempHp(Effect, frozen=True, tag="temp_hp"):
    """Temporary hit points."""

    amount: Amount
    on: On = "target"
    times: Term = ""
    """What the amount is multiplied by."""
    plus: Term = ""
    """What is added to it."""
    doubled: bool = False
    """Twice as much for those who are staggered."""


class Recovery(Effect, frozen=True, tag="recovery"):
    """The target may use a recovery."""

    on: On = "target"
    free: bool = False
    """It costs none of the target's recoveries."""
    amount: Amount = Amount()
    """What it heals beyond what a recovery does."""
    times: Term = ""
    """What that amount is multiplied by."""
    plus: Term = ""
    """What is added to it."""
    count: Annotated[int, Meta(ge=1, le=4)] = 1
    """How many of them at once."""
    own: bool = False
    """It is one of the user's recoveries, healing what the target's own would."""
    percent: Annotated[int, Meta(ge=10, le=1000)] = 100
    """How much of the usual it heals."""


class Heal(Effect, frozen=True, tag="heal"):
    """Hit points back."""

    amount: Amount
    on: On = "target"
    times: Term = ""
    """What the amount is multiplied by."""
    plus: Term = ""
    """What is added to it."""
    doubled: bool = False
    """Twice as much."""


class Parry(Effect, frozen=True, tag="parry"):
    """For an interrupt: the defence rises against the blow that it answers."""

    amount: Amount


# ---------------------------------------------------------------- places, and attacks that follow


class PopFree(Effect, frozen=True, tag="pop_free"):
    """Out of melee at once."""

    on: On = "target"
    from_target: bool = False
    """Whoever pops free does so from the target only."""


class Grab(Effect, frozen=True, tag="grab"):
    """The target is held."""


class Join(Effect, frozen=True, tag="join"):
    """The attacker teleports to the target and into melee."""


class Follow(Effect, frozen=True, tag="attack"):
    """Another attack follows at once."""

    on: On = "target"
    attack: str = ""
    single: bool = False
    """It is one roll, however many it usually has."""


class Again(Effect, frozen=True, tag="again"):
    """The same attack once more, or more often."""

    count: Annotated[int, Meta(ge=0, le=20)] = 1


Aimed = (
    Harm | Ongoing | Condition | Curse | Mark | LastGasp | LoseMove | Allow | Boost | TempHp | Recovery | Heal
    | PopFree | Follow | SaveNow | Assume | Forsake | Points | Refresh | Soothe | Hasten | Order | Resist | Shun
    | BreakFree | Cure | Deny | RallyNow | RecoveryDice | SaveAgain | MagicAimed | RollAimed
)  # fmt: skip
"""The effects that may fall on somebody else than the target."""
Scaled = (
    More | Instead | Harm | Ongoing | Boost | TempHp | Recovery | Heal | Points | AddToRoll | RerollAttack
    | PayHp | Enlarge | AddDamage | RallyNow | RecoveryDice | Assume | Refresh | Foil | SaveNow | MagicScaled
    | RollScaled
)  # fmt: skip
"""The effects whose amount may grow with somebody's numbers."""
Answering = (
    Parry | AddToRoll | RerollAttack | Landed | Critical | Plain | Lessen | Spoil | AddDamage | RethrowDamage | Negate
    | Blunt | MagicAnswer
)  # fmt: skip
"""The effects that change the very blow that a power answers."""
Healing = Recovery | Heal
"""The effects that truly heal (AE-REST-03)."""
AnyEffect = (
    More | Instead | Half | Halved | RerollOnes | Harm | Ongoing | Condition | Drain | Curse | Mark | LastGasp
    | LoseMove | Allow | Boost | TempHp | Recovery | Heal | Parry | PopFree | Grab | Join | Follow | Again
    | SaveNow | Assume | Draw | Forsake | Points | Escalate | Refresh | Soothe | Hasten | Order | AddToRoll
    | RerollAttack | Landed | Critical | Plain | Lessen | Spoil | Resist | PayHp | Judge | Summon | Slay | Shun
    | BreakFree | Cure | Enlarge | AddDamage | RethrowDamage | Negate | Deny | RallyNow | RecoveryDice | Keep | Foil
    | Blunt | RollTwice | RaiseDice | Retype | SaveAgain | Magic | RollWords
)  # fmt: skip
"""Everything that an entry may say."""


OWN_SIDE: Final[tuple[On, ...]] = (
    "self",
    "hurt_ally",
    "allies",
    "company",
    "burdened_ally",
    "engaged_ally",
    "minions",
)
"""Of whom the target of an attack is none."""


def on_oneself(effect: AnyEffect) -> bool:
    """Whether an effect falls on the attacker, or on the attacker's own side."""
    return isinstance(effect, Aimed) and effect.on in OWN_SIDE


def spares_target(effect: AnyEffect) -> bool:
    """Whether an effect is the attacker's own affair, so that even a natural 1 does not stop it (AE-FUMBLE-01)."""
    return on_oneself(effect) or isinstance(effect, Again | Keep | Summon | Exhaust)
