"""The vocabulary of the game: traits, ranges, outcomes, kinds of adversaries. Everything else is built of these."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from arbitro.kernel.named import Named as Named  # a word of the game too

Sides = Annotated[int, Meta(ge=1, le=100)]
"""Of a die that somebody has."""
HowMany = Annotated[int, Meta(ge=0, le=100)]
"""Of dice or of adversaries: whatever says how often is bounded."""
TraitNumber = Annotated[int, Meta(ge=-100, le=100)]
"""A trait, which may be a number of dice (a spell's)."""
Trait = Literal["agility", "strength", "finesse", "instinct", "presence", "knowledge"]
TRAITS: Final[tuple[Trait, ...]] = ("agility", "strength", "finesse", "instinct", "presence", "knowledge")
"""The six traits (DHP-TRAIT-01)."""
Band = Literal["melee", "very_close", "close", "far", "very_far", "out_of_range"]
BANDS: Final[tuple[Band, ...]] = ("melee", "very_close", "close", "far", "very_far", "out_of_range")
"""Ranges from near to far (DHP-RANGE-01)."""
DamageKind = Literal["physical", "magic", "both"]
Outcome = Literal["critical_success", "success_hope", "success_fear", "failure_hope", "failure_fear"]
OUTCOMES: Final[tuple[Outcome, ...]] = (
    "critical_success",
    "success_hope",
    "success_fear",
    "failure_hope",
    "failure_fear",
)
"""The five outcomes of an action roll (DHP-DUAL-03 to 07)."""
HOPE_SIDES: Final = 12
FEAR_SIDES: Final = 12
ADVANTAGE_SIDES: Final = 6
OUTCOME_RULES: Final[dict[Outcome, tuple[str, ...]]] = {
    "critical_success": ("DHP-DUAL-01", "DHP-DUAL-02", "DHP-DUAL-07", "DHP-DUAL-11"),
    "success_hope": ("DHP-DUAL-01", "DHP-DUAL-02", "DHP-DUAL-03", "DHP-DUAL-11"),
    "success_fear": ("DHP-DUAL-01", "DHP-DUAL-02", "DHP-DUAL-04", "DHP-DUAL-11"),
    "failure_hope": ("DHP-DUAL-01", "DHP-DUAL-02", "DHP-DUAL-05", "DHP-DUAL-11"),
    "failure_fear": ("DHP-DUAL-01", "DHP-DUAL-02", "DHP-DUAL-06", "DHP-DUAL-11"),
}
"""What justifies each outcome."""
FoeType = Literal["bruiser", "horde", "leader", "minion", "ranged", "skulk", "social", "solo", "standard", "support"]
"""The roles of adversaries (DHP-ADVSTAT-02)."""
PlaceType = Literal["exploration", "social", "traversal", "event"]
Tension = Literal["incidental", "minor", "typical", "major", "climactic", "none"]
Status = Literal["up", "dying", "unconscious", "dead", "retired", "yielded"]
LOST: Final[tuple[Status, ...]] = ("dead", "retired")
"""Out of the story for good."""
Cover = Literal["", "partial", "total"]
Reason = Literal[
    "roll_with_fear",
    "failed_action_roll",
    "unavoidable_consequences",
    "golden_opportunity",
    "players_look_to_gm",
    "paid_interrupt",
    "gm_decision",
    "feature",
]
"""Why a GM turn is open (DH-MOVE-03 to 07, DH-FEAR-08)."""
Landing = Literal[
    "",
    "looms",
    "stakes",
    "danger",
    "apart",
    "opportunity",
    "enemy",
    "ask",
    "reveal",
    "unseen",
    "collateral",
    "shift",
    "capture",
    "past",
]
"""What the engine can carry out of a GM move that is otherwise told."""
Reply = Literal["strain", "exposed", "driven_back", "dented", "setback", "forewarned", "seize", "let_be"]
"""What a player may answer when a GM move asks them."""
Use = Literal["attack", "chase", "notice", "talk"]
"""What an adversary's Experience may be relevant for."""
Purpose = Literal["", "door", "lock", "creep", "talk", "slip", "listen", "search", "traps", "flee"]
"""What somebody tries for, where it has a name: what can be told without the player's words."""
Until = Literal[
    "temporary",  # shed by a move against it (DHP-COND-05)
    "act",  # until the bearer next acts
    "scene",
    "rest",
    "long_rest",
    "hurt",  # until the bearer marks a Hit Point
    "healed",  # until the bearer clears a Hit Point
    "mended",  # until the bearer clears a Hit Point or rests
    "spotlight",  # until the bearer next has the spotlight
    "hope",  # until the bearer rolls with Hope
    "heartened",  # until the bearer succeeds with Hope or rests
    "shaken",  # until the bearer rolls with Fear or rests
    "eased",  # until the bearer clears a Stress
    "fear",  # until the next roll with Fear
    "calmed",  # until the bearer has marked two Stress
    "source",  # while its source is up, or until the source takes Severe damage
    "attacked",  # until the next attack on the bearer, whether it hits or not
    "setback",  # until somebody of the party fails with Fear
    "actions",  # for so many action rolls of the bearer
    "caster",  # until whoever put it on makes a roll against somebody
    "stance",  # until its source moves or fails with Fear
    "stated",  # special: only by what its own effect states (DHP-COND-06)
    "hidden",  # Hidden: seen, or making an attack (DHP-COND-02)
]

SUCCESSES: Final = frozenset({"critical_success", "success_hope", "success_fear"})
WITH_FEAR: Final = frozenset({"success_fear", "failure_fear"})


def ids(text: str) -> tuple[str, ...]:
    """The ids of a comma-separated field of a command."""
    return tuple(part for part in (piece.strip() for piece in text.split(",")) if part)


def tier_of(level: int) -> int:
    """The tier of a level: 1, 2 to 4, 5 to 7, 8 to 10 (DHP-LEVEL-01)."""
    return 1 if level < 2 else 2 if level < 5 else 3 if level < 8 else 4


def halved(amount: int) -> int:
    """Half, rounded up (DHP-GEN-01)."""
    return (amount + 1) // 2


# ------------------------------------------------------------------ the Duality Dice, one of Hope and one of Fear


def outcome_of(hope: int, fear: int, total: int, difficulty: int) -> Outcome:
    """The outcome of two faces and a total against a Difficulty; a double always succeeds (DHP-DUAL-07)."""
    if hope == fear:
        return "critical_success"
    if total >= difficulty:
        return "success_hope" if hope > fear else "success_fear"
    return "failure_hope" if hope > fear else "failure_fear"


def net(advantages: int, disadvantages: int) -> int:
    """Advantages and disadvantages cancel one for one; never more than one die is left (DHP-ADV-03)."""
    return (advantages > disadvantages) - (advantages < disadvantages)


def is_ranged(band: Band) -> bool:
    """Whether an attack of such a range is a shot, which needs line of sight (DHP-RANGE-04)."""
    return band not in ("melee", "very_close")
