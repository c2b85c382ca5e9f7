"""The words of the power vocabulary that features and powers of classes brought with them; see `effects`."""

from typing import Annotated, Literal

from msgspec import Meta

from arbitro.dice.amount import Amount
from arbitro.rules.archmage.effect_base import ConditionName, Effect, Lasts, On, Term


class SaveNow(Effect, frozen=True, tag="save"):
    """A save at once against something that a save ends."""

    on: On = "target"
    amount: Amount = Amount()
    """What is added to it."""
    times: Term = ""
    plus: Term = ""
    every: bool = False
    """Against everything that a save ends, one each."""
    ongoing: bool = False
    """Against ongoing damage only."""
    latest: bool = False
    """Of ongoing damage the one that began last."""
    people: Annotated[int, Meta(ge=0, le=20)] = 0
    """For so many at most of those who have something to save against; 0: for all that it falls on."""
    sure_crit: bool = False
    """After a critical hit it succeeds by itself."""
    passing: bool = False
    """Where nothing else is to be saved against: against a condition that would end with somebody's turn."""
    gives_back: str = ""
    """The pool into which a point comes back where it fails."""
    tries: Annotated[int, Meta(ge=1, le=4)] = 1
    """So many d20 are thrown, and the best counts."""


class Assume(Effect, frozen=True, tag="state"):
    """A state of a name, such as a rage, on the user, as long as it says."""

    name: str
    until: Lasts = "battle"
    on: On = "self"
    save: int = 0
    """The number of a save at the end of each turn that ends it; 0: none does."""
    amount: Amount = Amount()
    """The number that belongs to it, where it has one."""
    times: Term = ""
    plus: Term = ""
    hp_at_most: int = 0
    """Only on those who have no more hit points than this; 0: on all."""
    alone: str = ""
    """With what the names of other states begin that it ends, unless somebody may have several of them."""


class Draw(Effect, frozen=True, tag="draw"):
    """One of several states by lot, in place of any of them."""

    names: tuple[str, ...]
    beside: bool = False
    """In addition to those that are there."""


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
    top: int = 0
    """The highest number that it can show from now on in this battle; 0: as before."""


class Refresh(Effect, frozen=True, tag="refresh"):
    """A spent power is there again."""

    on: On = "self"
    power: str = ""
    """Which; empty: the first that is spent."""
    save: int = 0
    """The number that a d20 needs for it; 0: it simply is."""
    every: bool = False
    """Each of those that are spent, one by one."""
    usages: tuple[Literal["battle", "recharge", "daily"], ...] = ()
    """Only those that may be used so often; empty: any."""
    sorts: tuple[Literal["people", "flexible"], ...] = ()
    """Only powers of a people, or flexible ones; empty: any."""
    paid: bool = False
    """Whoever gets it back spends a recovery for it, which heals nothing."""
    last: bool = False
    """Only the one that was used last."""
    own_number: bool = False
    """The d20 needs what the power itself needs after a battle."""
    amount: Amount = Amount()
    """What is added to the d20."""
    times: Term = ""
    plus: Term = ""
    by_die: bool = False
    """Only where a d6 comes up no higher than the escalation die."""
    this_battle: bool = False
    """Only powers that were used in this battle."""
    this_turn: bool = False
    """Only powers that were used in this very turn of whoever gets them back."""


class Keep(Effect, frozen=True, tag="keep"):
    """The power itself is not spent by this use."""


class Soothe(Effect, frozen=True, tag="soothe"):
    """Conditions end."""

    names: tuple[ConditionName, ...]
    on: On = "target"


class Hasten(Effect, frozen=True, tag="action"):
    """One more action in this turn."""

    action: Literal["standard", "move", "quick"] = "standard"
    on: On = "self"
    next: bool = False
    """In the own next turn instead."""


class Order(Effect, frozen=True, tag="order"):
    """An ally makes a basic attack at once."""

    on: On = "ally"
    at_will: bool = False
    """Any attack that can be used at will, the best of them."""
    any: bool = False
    """Any attack that takes a standard action, the best of them."""
    critical: bool = False
    """If it hits, it is a critical hit."""


class AddToRoll(Effect, frozen=True, tag="roll"):
    """Added to the attack roll that it answers, after it has fallen."""

    amount: Amount
    times: Term = ""
    plus: Term = ""
    natural: bool = False
    """The die itself moves so far."""


class Foil(Effect, frozen=True, tag="foil"):
    """The attack that it has answered is rolled again, and the lower roll stands."""

    amount: Amount = Amount()
    """What is taken off the second roll."""
    times: Term = ""
    plus: Term = ""


class RerollAttack(Effect, frozen=True, tag="reroll"):
    """The attack roll that it answers is thrown again; the second stands, or the better."""

    amount: Amount = Amount()
    """What is added to the second roll."""
    times: Term = ""
    plus: Term = ""
    worse: bool = False
    """The lower of the two stands."""
    flat: int = 0
    """All that is added to the second roll, in place of what else would be; 0: the usual."""
    needed: int = 0
    """The number that the second roll must reach, in place of the defence; 0: the defence."""
    crit_gives: str = ""
    """The pool into which a point comes where the second roll is a critical hit."""


class Landed(Effect, frozen=True, tag="hit"):
    """The miss that it answers becomes a hit."""


class Critical(Effect, frozen=True, tag="critical"):
    """The hit that it answers becomes a critical one."""


class Plain(Effect, frozen=True, tag="no_critical"):
    """The critical hit that it answers becomes a plain one."""


class Spoil(Effect, frozen=True, tag="spoil"):
    """The attack that it answers goes wide: a hit becomes a miss, or where it says so a miss as bad as a natural 1."""

    wholly: bool = False
    """A miss becomes one that does nothing at all."""
    check: Literal["", "str", "con", "dex", "int", "wis", "cha"] = ""
    """Only if a check with this ability reaches the Mental Defence of whoever strikes."""


class Lessen(Effect, frozen=True, tag="lessen"):
    """Less damage of the hit that it answers: half of it, or so much."""

    taken: bool = False
    """Whoever uses it takes the other half."""
    save: int = 0
    """The number that a save needs for it; 0: it needs none."""
    amount: Amount = Amount()
    """How much less; nothing: half."""
    level: bool = False
    """It deals no more than the level of whoever strikes."""
    spared: bool = False
    """Whoever was hit takes nothing; whoever uses it takes half all the same."""
    failed: str = ""
    """The state of the user, for this turn, where its save fails."""
    wholly: int = 0
    """From this number of its save's die on no damage is left, and a foe takes a quarter of it; 0: never."""


class Resist(Effect, frozen=True, tag="resist"):
    """Resistance against damage for a while: attacks below the number deal half."""

    number: Annotated[int, Meta(ge=1, le=20)]
    types: tuple[str, ...] = ()
    """Types of damage; empty: all of it."""
    until: Lasts = "battle"
    on: On = "target"
    but: str = ""
    """The type of damage that it does not help against, where it helps against all others."""


class PayHp(Effect, frozen=True, tag="pay"):
    """The user loses hit points for it."""

    amount: Amount
    times: Term = ""
    plus: Term = ""
    dice_less: Annotated[int, Meta(ge=0, le=4)] = 0
    """By how many dice it is less."""


class Summon(Effect, frozen=True, tag="summon"):
    """Creatures of the house's own come to fight for the user, right after their turn."""

    creature: str
    amount: Amount = Amount(plus=1)
    ordered: bool = False
    """They add the escalation die without being told to."""
    stays: bool = False
    """It is no summons but a companion, and falls as characters do."""
    beside: bool = False
    """It comes beside others that are there already."""
    hp: Amount = Amount()
    """What each has more."""
    third_from: int = 0
    """From this number of the escalation die on three come in place of two; 0: never."""
    times: Term = ""
    plus: Term = ""


class Slay(Effect, frozen=True, tag="slay"):
    """The target is at 0 hit points, whatever it had."""


class Shun(Effect, frozen=True, tag="shun"):
    """The target cannot attack the user."""

    on: On = "target"
    until: Lasts = "target"


class BreakFree(Effect, frozen=True, tag="break_free"):
    """Somebody pops free of a foe, or of all; by a check where it says so."""

    on: On = "target"
    every: bool = False
    check: bool = False
    """Only by disengaging, which costs no action."""
    amount: Amount = Amount()
    """What is added to that check."""
    staggered: bool = False
    """Only of foes that are staggered."""


class Cure(Effect, frozen=True, tag="cure"):
    """An effect on somebody ends, whatever would end it."""

    on: On = "target"
    ongoing: bool = False
    """All ongoing damage, and nothing else."""


class Enlarge(Effect, frozen=True, tag="grow"):
    """Ongoing damage on the target grows."""

    amount: Amount
    times: Term = ""
    plus: Term = ""


class AddDamage(Effect, frozen=True, tag="add_damage"):
    """Added to the damage of the hit that it answers."""

    amount: Amount
    times: Term = ""
    plus: Term = ""
    shared: bool = False
    """Whoever uses it takes as much."""


class RethrowDamage(Effect, frozen=True, tag="rethrow"):
    """The low dice of the damage that it answers are thrown again."""


class Blunt(Effect, frozen=True, tag="blunt"):
    """The hit that it answers deals its damage and does nothing else."""


class RaiseDice(Effect, frozen=True, tag="raise_dice"):
    """Damage dice that show less than the escalation die count as it."""


class Retype(Effect, frozen=True, tag="retype"):
    """The damage of the attack is of another type."""

    types: tuple[str, ...]
    if_better: bool = False
    """Only where the target resists the attack's own type, and one of these less."""


class RollTwice(Effect, frozen=True, tag="roll_twice"):
    """The damage dice are thrown twice, and the higher roll counts."""


class SaveAgain(Effect, frozen=True, tag="save_again"):
    """A save that somebody has failed is rolled again."""

    on: On = "target"


class Negate(Effect, frozen=True, tag="negate"):
    """The attack that it answers does nothing at all."""


class Deny(Effect, frozen=True, tag="deny"):
    """The target has no more actions in this turn."""

    on: On = "target"


class RallyNow(Effect, frozen=True, tag="rally"):
    """Somebody rallies at once, by the rules of rallying."""

    on: On = "target"
    amount: Amount = Amount()
    """What the recovery heals beyond its own."""
    times: Term = ""
    plus: Term = ""
    first: bool = False
    """Only if they have not rallied in this battle."""


class RecoveryDice(Effect, frozen=True, tag="recovery_dice"):
    """The dice of a recovery as temporary hit points, and none is spent."""

    on: On = "target"
    amount: Amount = Amount()
    times: Term = ""
    plus: Term = ""
    average: bool = False
    """What they come to on average."""


class Judge(Effect, frozen=True, tag="judge"):
    """The referee says what comes of it, by the words of the power."""
