"""What can be asked for at a table of this game. Fields with several ids hold them with commas between."""

from typing import Literal

from arbitro.kernel.command import Command
from arbitro.rules.daggerheart.state import Countdown, Foe, Hero, Place
from arbitro.rules.daggerheart.words import Cover, Named, Tension, Trait, Until

# ------------------------------------------------------------------ the GM sets things up


class StartCampaign(Command, frozen=True):
    """The party is together; the GM gets a Fear for each PC."""

    party: tuple[Hero, ...]


class StartSession(Command, frozen=True):
    """Another sitting of the same campaign."""


class OpenScene(Command, frozen=True):
    """A scene begins."""

    foes: tuple[Foe, ...] = ()
    place: Place | None = None
    countdowns: tuple[Countdown, ...] = ()
    tension: Tension | None = None
    in_danger: bool = True
    goal: Named | None = None
    deeds: tuple[Trait, ...] = ()
    difficulty: int = 0
    places: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it
    """Where the PCs stand."""


class EndScene(Command, frozen=True):
    """The GM closes the scene."""


class SetTension(Command, frozen=True):
    """The GM says how tense the scene is."""

    tension: Tension


class AddFoe(Command, frozen=True):
    """An adversary of a stat block joins the scene."""

    block: str
    at: int = 0


class SetPlace(Command, frozen=True):
    """The scene takes place in this environment."""

    place: str


class SetCover(Command, frozen=True):
    """Somebody is behind something (or no longer: empty)."""

    who: str
    cover: Cover


class SetCondition(Command, frozen=True):
    """The GM puts somebody under a condition."""

    who: str
    condition: str
    until: Until = "temporary"


class EndCondition(Command, frozen=True):
    """The requirement that a condition states is met."""

    who: str
    condition: str


class GiveEdge(Command, frozen=True):
    """The extra benefit of a critical success."""

    who: str
    form: Literal["", "note", "advantage"] = ""
    text: str = ""


class AddCountdown(Command, frozen=True):
    """The GM starts a countdown."""

    countdown: Countdown


class AdvanceCountdown(Command, frozen=True):
    """The GM lets a countdown draw nearer."""

    countdown: str
    by: int = 1


class NoteChange(Command, frozen=True):
    """Say what the roll changed."""

    text: str


class SettleThreat(Command, frozen=True):
    """A pending threat is dealt with."""

    number: int


class SpendFear(Command, frozen=True):
    """Spend Fear for something that a rule or feature names."""

    amount: int
    why: str


class GainFear(Command, frozen=True):
    """Gain Fear because an ability or effect says so."""

    amount: int
    why: str


class CallReaction(Command, frozen=True):
    """PCs make reaction rolls against something."""

    targets: str
    trait: Trait
    difficulty: int = 0
    source: str = ""
    stress: int = 0
    """What a failure costs."""


class RollFate(Command, frozen=True):
    """Leave something to chance: it happens on `limit` or less of one Duality Die."""

    who: str
    limit: int
    text: str = ""


class Fall(Command, frozen=True):
    """Somebody falls or collides (DHP-FALL-01)."""

    who: str
    height: Literal["very_close", "close", "far", "very_far", "collision"]


class LevelUp(Command, frozen=True):
    """The party rises a level."""


# ------------------------------------------------------------------ players


class Describe(Command, frozen=True):
    """Say what your character does."""

    who: str
    text: str = ""
    trait: Trait | None = None
    target: str = ""


class Attack(Command, frozen=True):
    """Attack with a weapon; a second target for a weapon that can."""

    who: str
    target: str
    weapon: str = ""
    second: str = ""


class UsePower(Command, frozen=True):
    """Use a spell or a Hope Feature."""

    who: str
    power: str
    target: str = ""


class Startle(Command, frozen=True):
    """Crack the whip: for a Stress, everybody in Melee is pushed back to Close."""

    who: str


class Move(Command, frozen=True):
    """Go somewhere without another action: an Agility Roll when in danger."""

    who: str
    to: int


class Shed(Command, frozen=True):
    """Try to get rid of a temporary condition."""

    who: str
    condition: str
    trait: Trait


class GroupAction(Command, frozen=True):
    """Lead a group action; the others make reaction rolls."""

    who: str
    others: str
    trait: Trait
    difficulty: int = 0
    helpers_difficulty: int = 0


class TagTeam(Command, frozen=True):
    """Attack together with another PC."""

    who: str
    partner: str
    target: str


class TakeSpotlight(Command, frozen=True):
    """A PC comes into focus."""

    who: str


class LookToGm(Command, frozen=True):
    """Ask the GM what happens next."""

    who: str


class EndEffect(Command, frozen=True):
    """A caster lets a spell's effect end."""

    who: str
    target: str
    condition: str


# ------------------------------------------------------------------ answers before and after a roll


class RequestRoll(Command, frozen=True):
    """The GM calls for an action roll on what was described."""

    answers = "call"
    trait: Trait
    difficulty: int = 0
    """0: the target's, or the environment's."""
    hidden: bool = False
    stakes: str = ""
    unavoidable: str = ""
    unavoidable_stress: int = 0
    advantages: int = 0
    disadvantages: int = 0
    experience: str = ""
    """An Experience of the adversary's that raises the Difficulty."""


class NoRoll(Command, frozen=True):
    """No roll needed: it simply succeeds."""

    answers = "call"


class OfferBargain(Command, frozen=True):
    """Propose a price instead of a roll."""

    answers = "call"
    trait: Trait
    difficulty: int = 0
    stress: int = 1
    text: str = ""


class TakeBargain(Command, frozen=True):
    """Take the bargain, or decline and roll."""

    answers = "bargain"
    who: str
    taken: bool


class Roll(Command, frozen=True):
    """Roll the Duality Dice, with Experiences at a Hope each."""

    answers = "roll"
    who: str
    experiences: str = ""


class GiveHelp(Command, frozen=True):
    """Help somebody's roll: a d6 for a Hope."""

    answers = "roll"
    who: str


class Adjust(Command, frozen=True):
    """The GM changes a roll before the dice: advantage, disadvantage, Difficulty, stakes, an Experience against it."""

    answers = "roll"
    advantages: int = 0
    disadvantages: int = 0
    difficulty: int = 0
    shown: bool = False
    experience: str = ""
    stakes: str = ""
    unavoidable: str = ""
    unavoidable_stress: int = 0


class DropRoll(Command, frozen=True):
    """The roll is not made after all."""

    answers = "roll"
    who: str


class Reroll(Command, frozen=True):
    """Roll again for a Stress, or leave it."""

    answers = "reroll"
    who: str
    use: bool


class ChooseTag(Command, frozen=True):
    """Which of the two rolls counts for both; on a hit, which type the damage is."""

    answers = "tag"
    who: str
    pick: Literal["first", "second"]
    kind: Literal["physical", "magic"] = "physical"


class React(Command, frozen=True):
    """Make the reaction roll that is called for."""

    answers = "reaction"
    who: str
    trait: Trait
    experiences: str = ""


class UseArmour(Command, frozen=True):
    """Mark an Armor Slot against damage, or not."""

    answers = "armour"
    who: str
    use: bool


class Answer(Command, frozen=True):
    """Use a reaction of an adversary's that has been set off, or let it be."""

    answers = "chance"
    use: bool


class DeathMove(Command, frozen=True):
    """Make a death move."""

    answers = "death"
    who: str
    move: Literal["blaze_of_glory", "avoid_death", "risk_it_all"]
    target: str = ""
    weapon: str = ""


class SplitHealing(Command, frozen=True):
    """Divide what the Hope Die cleared between Hit Points and Stress."""

    answers = "split"
    who: str
    hp: int


# ------------------------------------------------------------------ the GM's turn


class OpenTurn(Command, frozen=True):
    """Take the spotlight because the story calls for it."""

    reason: Literal["unavoidable_consequences", "golden_opportunity", "players_look_to_gm", "gm_decision"]
    who: str = ""


class Interrupt(Command, frozen=True):
    """Break in on the players for a Fear."""


class MakeMove(Command, frozen=True):
    """A GM move from a list, or one of your own (`custom`)."""

    move: str
    tag: Literal["", "soft", "hard"] = ""
    target: str = ""
    condition: str = ""
    amount: int = 1
    text: str = ""


class Spotlight(Command, frozen=True):
    """Give an adversary the spotlight."""

    who: str
    move: Literal["spotlight_adversary", "adversary_attacks"] = "spotlight_adversary"


class FoeAttack(Command, frozen=True):
    """The adversary in the spotlight makes its standard attack."""

    who: str
    targets: str
    experience: str = ""
    advantages: int = 0
    disadvantages: int = 0


class UseFeature(Command, frozen=True):
    """Use a feature of the adversary in the spotlight, or of the environment (`place`)."""

    who: str
    feature: str
    targets: str = ""
    experience: str = ""
    summon: str = ""


class FoeShed(Command, frozen=True):
    """The adversary in the spotlight shakes off a temporary condition."""

    who: str
    condition: str


class FoeSprint(Command, frozen=True):
    """The adversary in the spotlight runs somewhere, as far as Very Far."""

    who: str
    to: int


class FoeAct(Command, frozen=True):
    """The adversary in the spotlight does something else; it succeeds unless the GM wants a roll."""

    who: str
    text: str = ""
    roll: Literal["", "yes", "no"] = ""
    difficulty: int = 0
    experience: str = ""
    advantages: int = 0
    disadvantages: int = 0


class FoeReact(Command, frozen=True):
    """A reaction roll of an adversary's."""

    who: str
    difficulty: int = 0
    experience: str = ""
    advantages: int = 0
    disadvantages: int = 0


class PayToEnd(Command, frozen=True):
    """End a temporary effect of a PC's spell for a Fear."""

    who: str
    condition: str


class EndTurn(Command, frozen=True):
    """Give the spotlight back to the players."""


# ------------------------------------------------------------------ rests and levels


class BeginRest(Command, frozen=True):
    """The party rests."""

    kind: Literal["short", "long"]


class RestMove(Command, frozen=True):
    """A downtime move; for yourself if nobody is named."""

    who: str
    move: Literal[
        "tend_to_wounds",
        "clear_stress",
        "repair_armor",
        "prepare",
        "tend_to_all_wounds",
        "clear_all_stress",
        "repair_all_armor",
        "work_on_project",
    ]
    whom: str = ""


class CutRest(Command, frozen=True):
    """Something interrupts the rest."""


class EndRest(Command, frozen=True):
    """The rest is over; a long one may bring a long-term countdown nearer."""

    countdown: str = ""


class SkipTime(Command, frozen=True):
    """Extended downtime: 1d6 Fear for each PC."""

    countdown: str = ""
    by: int = 1


class SwapCard(Command, frozen=True):
    """Move a card between loadout and vault, at a rest."""

    who: str
    power: str


class Advance(Command, frozen=True):
    """Choose one of the advancements of a level."""

    who: str
    kind: Literal["traits", "hp", "stress", "experiences", "evasion", "proficiency"]
    first: str = ""
    second: str = ""


class TakeCard(Command, frozen=True):
    """Take the domain card of a level."""

    who: str
    power: str


COMMANDS: tuple[type[Command], ...] = (
    StartCampaign,
    StartSession,
    OpenScene,
    EndScene,
    SetTension,
    AddFoe,
    SetPlace,
    SetCover,
    SetCondition,
    EndCondition,
    GiveEdge,
    AddCountdown,
    AdvanceCountdown,
    NoteChange,
    SettleThreat,
    SpendFear,
    GainFear,
    CallReaction,
    RollFate,
    Fall,
    LevelUp,
    Describe,
    Attack,
    UsePower,
    Startle,
    Move,
    Shed,
    GroupAction,
    TagTeam,
    TakeSpotlight,
    LookToGm,
    EndEffect,
    RequestRoll,
    NoRoll,
    OfferBargain,
    TakeBargain,
    Roll,
    GiveHelp,
    Adjust,
    DropRoll,
    Reroll,
    ChooseTag,
    React,
    UseArmour,
    Answer,
    DeathMove,
    SplitHealing,
    OpenTurn,
    Interrupt,
    MakeMove,
    Spotlight,
    FoeAttack,
    UseFeature,
    FoeShed,
    FoeSprint,
    FoeAct,
    FoeReact,
    PayToEnd,
    EndTurn,
    BeginRest,
    RestMove,
    CutRest,
    EndRest,
    SkipTime,
    SwapCard,
    Advance,
    TakeCard,
)
