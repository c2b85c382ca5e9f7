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
Stat = Literal["attack", "ac", "pd", "md", "save", "damage", "crit_range", "disengage", "weapon_die", "resist"]
On = Literal[
    "target",
    "self",
    "both",
    "ally",
    "another",
    "hurt_ally",
    "allies",
    "company",
    "enemies",
    "engaged",
    "others_engaged",
    "another_engaged",
]
"""Whom an effect falls on. Of the attacker's side: ``ally`` is the first nearby ally, ``hurt_ally`` the one worst off,
``allies`` all nearby, ``company`` these and the attacker. Of the foes: ``another`` is the first nearby one beside the
target, ``enemies`` are all nearby, ``engaged`` all in melee with the attacker, ``others_engaged`` but the target."""
Lasts = Literal["", "source", "target", "turn", "battle", "next_attack", "crit", "source_start"]
"""The end of whose next turn ends it; ``turn``: of this turn; ``next_attack``: the next attack uses it up;
``crit``: the next critical hit in melee does; ``source_start``: the start of the user's next turn."""
Term = Literal[
    "",
    "level",
    "tier",
    "escalation",
    "str",
    "con",
    "dex",
    "int",
    "wis",
    "cha",
    "str_t",
    "con_t",
    "dex_t",
    "int_t",
    "wis_t",
    "cha_t",
]
"""What an amount may be multiplied by or have added: the level, the tier (1, 2 or 3), what the escalation die shows,
the modifier of an ability, or that modifier as it counts in damage (``cha_t``). All but the escalation die are settled
when a character is made."""


class Effect(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do"):
    """One thing that an attack does beside its plain damage."""


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


class Instead(Effect, frozen=True, tag="instead"):
    """Another amount in place of the damage roll."""

    amount: Amount


class Half(Effect, frozen=True, tag="half"):
    """A miss deals half of the damage roll."""


class Halved(Effect, frozen=True, tag="halved"):
    """A hit deals half of its damage."""


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
    times: Term = ""
    """What the amount is multiplied by."""
    plus: Term = ""
    """What is added to it."""


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
    against: bool = False
    """Of one on oneself: it counts against the target alone."""
    spares: bool = False
    """It counts against everybody but the other of the two, and while that one is up; one such bond at a time."""
    most: int = 0
    """Of those that stack: how many at most; 0: any number."""
    times: Term = ""
    """What the amount is multiplied by."""
    plus: Term = ""
    """What is added to it."""


class TempHp(Effect, frozen=True, tag="temp_hp"):
    """Temporary hit points."""

    amount: Amount
    on: On = "target"
    times: Term = ""
    """What the amount is multiplied by."""
    plus: Term = ""
    """What is added to it."""


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


class Heal(Effect, frozen=True, tag="heal"):
    """Hit points back."""

    amount: Amount
    on: On = "target"
    times: Term = ""
    """What the amount is multiplied by."""
    plus: Term = ""
    """What is added to it."""


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


# ---------------------------------------------------------------- what classes bring


class SaveNow(Effect, frozen=True, tag="save"):
    """A save at once against something that a save ends."""

    on: On = "target"
    amount: Amount = Amount()
    """What is added to it."""
    every: bool = False
    """Against everything that a save ends, one each."""


class Assume(Effect, frozen=True, tag="state"):
    """A state of a name, such as a rage, on the user, as long as it says."""

    name: str
    until: Lasts = "battle"
    on: On = "self"


class Draw(Effect, frozen=True, tag="draw"):
    """One of several states by lot, in place of any of them."""

    names: tuple[str, ...]


class Forsake(Effect, frozen=True, tag="end_state"):
    """A state of the user is over."""

    name: str
    on: On = "self"


class Points(Effect, frozen=True, tag="points"):
    """Points of a pool for the user: of command, of ki."""

    pool: str
    amount: Amount
    times: Term = ""
    plus: Term = ""
    on: On = "self"


class Escalate(Effect, frozen=True, tag="escalate"):
    """The escalation die goes up, or is thrown."""

    amount: Amount = Amount(plus=1)
    thrown: bool = False
    """It is thrown, and shows from now on what has come up."""


class Refresh(Effect, frozen=True, tag="refresh"):
    """A spent power is there again."""

    on: On = "self"
    power: str = ""
    """Which; empty: the first that is spent."""
    save: int = 0
    """The number that a d20 needs for it; 0: it simply is."""


class Soothe(Effect, frozen=True, tag="soothe"):
    """Conditions end."""

    names: tuple[ConditionName, ...]
    on: On = "target"


class Hasten(Effect, frozen=True, tag="action"):
    """One more action in this turn."""

    action: Literal["standard", "move", "quick"] = "standard"
    on: On = "self"


class Order(Effect, frozen=True, tag="order"):
    """An ally makes a basic attack at once."""

    on: On = "ally"


class AddToRoll(Effect, frozen=True, tag="roll"):
    """Added to the attack roll that it answers, after it has fallen."""

    amount: Amount
    times: Term = ""
    plus: Term = ""
    natural: bool = False
    """The die itself moves so far."""


class RerollAttack(Effect, frozen=True, tag="reroll"):
    """The attack roll that it answers is thrown again; the second stands, or the better."""

    amount: Amount = Amount()
    """What is added to the second roll."""
    times: Term = ""
    plus: Term = ""


class Landed(Effect, frozen=True, tag="hit"):
    """The miss that it answers becomes a hit."""


class Critical(Effect, frozen=True, tag="critical"):
    """The hit that it answers becomes a critical one."""


class Plain(Effect, frozen=True, tag="no_critical"):
    """The critical hit that it answers becomes a plain one."""


class Lessen(Effect, frozen=True, tag="lessen"):
    """Half of the damage of the hit that it answers."""

    taken: bool = False
    """Whoever uses it takes the other half."""
    save: int = 0
    """The number that a save needs for it; 0: it needs none."""


class Resist(Effect, frozen=True, tag="resist"):
    """Resistance against damage for a while: attacks below the number deal half."""

    number: Annotated[int, Meta(ge=1, le=20)]
    types: tuple[str, ...] = ()
    """Types of damage; empty: all of it."""
    until: Lasts = "battle"
    on: On = "target"


class PayHp(Effect, frozen=True, tag="pay"):
    """The user loses hit points for it."""

    amount: Amount
    times: Term = ""
    plus: Term = ""


class Judge(Effect, frozen=True, tag="judge"):
    """The referee says what comes of it, by the words of the power."""


Aimed = (
    Harm
    | Condition
    | Curse
    | Mark
    | LastGasp
    | LoseMove
    | Allow
    | Boost
    | TempHp
    | Recovery
    | Heal
    | PopFree
    | Follow
    | SaveNow
    | Assume
    | Forsake
    | Points
    | Refresh
    | Soothe
    | Hasten
    | Order
    | Resist
)
"""The effects that may fall on somebody else than the target."""
Scaled = More | Harm | Ongoing | Boost | TempHp | Recovery | Heal | Points | AddToRoll | RerollAttack | PayHp
"""The effects whose amount may grow with somebody's numbers."""
Answering = Parry | AddToRoll | RerollAttack | Landed | Critical | Plain | Lessen
"""The effects that change the very blow that a power answers."""
Healing = Recovery | Heal
"""The effects that truly heal (AE-REST-03)."""
AnyEffect = (
    More
    | Instead
    | Half
    | Halved
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
    | SaveNow
    | Assume
    | Draw
    | Forsake
    | Points
    | Escalate
    | Refresh
    | Soothe
    | Hasten
    | Order
    | AddToRoll
    | RerollAttack
    | Landed
    | Critical
    | Plain
    | Lessen
    | Resist
    | PayHp
    | Judge
)
"""Everything that an entry may say."""


def on_oneself(effect: AnyEffect) -> bool:
    """Whether an effect falls on the attacker, or on the attacker's own side."""
    return isinstance(effect, Aimed) and effect.on in ("self", "hurt_ally", "allies", "company")


def spares_target(effect: AnyEffect) -> bool:
    """Whether an effect is the attacker's own affair, so that even a natural 1 does not stop it (AE-FUMBLE-01)."""
    return on_oneself(effect) or isinstance(effect, Again)
