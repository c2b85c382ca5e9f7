"""The vocabulary of powers: what an attack may do beside its plain damage, a record for each word of its entry.

A word has here what its entry may say of it, and in `verbs` what it does and what an automatic player thinks of it; its
words for the reader are ``verb.<word>`` in the catalogues. Fields keep their order: logs hold them.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from arbitro.dice.amount import Amount

AttackKind = Literal["melee", "ranged", "close", "spell", "close_spell"]
ConditionName = Literal[
    "confused", "dazed", "hampered", "weakened", "helpless", "stuck", "fear", "stunned", "vulnerable", "asleep"
]
Stat = Literal["attack", "ac", "pd", "md", "save", "damage", "crit_range", "disengage", "weapon_die"]
On = Literal["target", "self", "both", "ally", "another"]
"""Whom an effect falls on."""
Lasts = Literal["", "source", "target", "turn", "battle", "next_attack", "crit"]
"""The end of whose next turn ends it; ``turn``: of this turn; ``next_attack``: the next attack uses it up;
``crit``: the next critical hit in melee does."""


class Effect(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"):
    """One thing that an attack does beside its plain damage."""


# ---------------------------------------------------------------- in the damage itself


class More(Effect, frozen=True, tag="more"):
    """More damage than the attack has by itself."""

    amount: Amount | None = None
    escalation: bool = False
    """The amount is what the escalation die shows."""


class Instead(Effect, frozen=True, tag="instead"):
    """Another amount in place of the damage roll."""

    amount: Amount


class Half(Effect, frozen=True, tag="half"):
    """A miss deals half of the damage roll."""


class RerollOnes(Effect, frozen=True, tag="reroll_ones"):
    """Damage dice that show a 1 are thrown again."""


# ---------------------------------------------------------------- harm


class Harm(Effect, frozen=True, tag="damage"):
    """Damage of its own."""

    amount: Amount = Amount()
    type: str = ""
    """A damage type; empty: the attack's own."""
    on: On = "target"
    by_target_level: bool = False
    """The amount is the target's level."""


class Ongoing(Effect, frozen=True, tag="ongoing"):
    """Damage at the end of each turn until a save."""

    amount: Amount
    type: str = ""
    """A damage type; empty: the attack's own."""
    save: int = 0
    """The number of the save that ends it; 0: a normal one."""
    beside: bool = False
    """It counts beside other ongoing damage of the same attack, with a save of its own."""


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


class TempHp(Effect, frozen=True, tag="temp_hp"):
    """Temporary hit points."""

    amount: Amount
    on: On = "target"


class Recovery(Effect, frozen=True, tag="recovery"):
    """The target may use a recovery."""


class Heal(Effect, frozen=True, tag="heal"):
    """Hit points back."""

    amount: Amount
    on: On = "target"


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


Aimed = Harm | Condition | Curse | Mark | LastGasp | LoseMove | Allow | Boost | TempHp | Heal | PopFree | Follow
"""The effects that may fall on somebody else than the target."""
Healing = Recovery | Heal
"""The effects that truly heal (AE-REST-03)."""
AnyEffect = (
    More
    | Instead
    | Half
    | RerollOnes
    | Harm
    | Ongoing
    | Condition
    | Drain
    | Curse
    | Mark
    | LastGasp
    | LoseMove
    | Allow
    | Boost
    | TempHp
    | Recovery
    | Heal
    | Parry
    | PopFree
    | Grab
    | Join
    | Follow
    | Again
)
"""Everything that an entry may say."""


def on_oneself(effect: AnyEffect) -> bool:
    """Whether an effect falls on the attacker alone."""
    return isinstance(effect, Aimed) and effect.on == "self"


def spares_target(effect: AnyEffect) -> bool:
    """Whether an effect is the attacker's own affair, so that even a natural 1 does not stop it (AE-FUMBLE-01)."""
    return on_oneself(effect) or isinstance(effect, Again)
