"""What may be asked for at an Archmage table. Several targets are ids with commas between."""

from typing import Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Command, YesNo
from arbitro.rules.archmage.power import Ability, ConditionName
from arbitro.rules.archmage.rest_commands import DescribeLoss as DescribeLoss
from arbitro.rules.archmage.rest_commands import FullHealUp as FullHealUp
from arbitro.rules.archmage.rest_commands import HealInRest as HealInRest
from arbitro.rules.archmage.rest_commands import QuickRest as QuickRest
from arbitro.rules.archmage.rest_commands import Revive as Revive
from arbitro.rules.archmage.rest_commands import UseRecovery as UseRecovery
from arbitro.rules.archmage.rest_commands import Withdraw as Withdraw
from arbitro.rules.archmage.state import Ambush, Band, Difficulty, Profile, Side
from arbitro.rules.archmage.step import Goal


class Member(Struct, frozen=True, omit_defaults=True):
    """Somebody to be put into a battle. Party members known from earlier battles keep how they stand."""

    profile: Profile
    band: Band = "nearby"
    present: bool = True
    hp: int | None = None
    fresh: bool = False
    """Begin anew although the table knows somebody of this id."""
    behind: str = ""


class StartBattle(Command, frozen=True, tag="start_battle"):
    """Let two sides meet."""

    sides: tuple[Side, ...]
    members: tuple[Member, ...]
    difficulty: Difficulty = "average"
    ambush: Ambush | None = None
    room: bool = True


class JoinBattle(Command, frozen=True, tag="join_battle"):
    """Somebody arrives while a battle is going on."""

    member: Member


class Reinforce(Command, frozen=True, tag="reinforce"):
    """The referee lets a creature of the catalogue arrive on one side while a battle is going on."""

    monster: str
    side: str
    nastier: bool = False


class Attack(Command, frozen=True, tag="attack"):
    """Use an attack, spell or power."""

    who: str
    attack: str
    targets: str = ""
    flexible: bool = False
    """Declared before the roll: let the natural number choose among the flexible attacks (AE-FLEX-04)."""
    merciful: bool = False
    """To take alive (AE-DMG-09)."""


class CoupDeGrace(Command, frozen=True, tag="coup_de_grace"):
    """Strike a helpless foe in melee, giving up everything else of the turn."""

    who: str
    attack: str
    target: str


class Move(Command, frozen=True, tag="move"):
    """Go somewhere with a move action; leaving melee this way provokes."""

    who: str
    goal: Goal
    target: str = ""
    past: str = ""
    """The referee's word on whom it goes past: ``none``, or ids; empty: by the option."""


class Disengage(Command, frozen=True, tag="disengage"):
    """Try to leave melee cleanly, then go somewhere with the same move."""

    who: str
    foes: str = ""
    """Whom to leave; all when empty."""
    goal: Goal = "away"
    target: str = ""
    past: str = ""


class Release(Command, frozen=True, tag="release"):
    """Let go of somebody who is held."""

    who: str
    victim: str


class Grab(Command, frozen=True, tag="grab"):
    """Try to hold a foe: a melee attack that grabs instead of wounding (by the option)."""

    who: str
    target: str


class Rally(Command, frozen=True, tag="rally"):
    """Spend a recovery in battle."""

    who: str


class Stabilise(Command, frozen=True, tag="stabilise"):
    """Look after an ally who is dying."""

    who: str
    patient: str


class GivePotion(Command, frozen=True, tag="give_potion"):
    """Give a healing potion to somebody, or drink it."""

    who: str
    patient: str


class FreeAction(Command, frozen=True, tag="free_action"):
    """Speak, drop something, and the like."""

    who: str
    what: str = "speak"


class Surrender(Command, frozen=True, tag="surrender"):
    """Lay down one's arms."""

    for_good = True
    who: str


class FreeCaptive(Command, frozen=True, tag="free_captive"):
    """The referee sets somebody free who had surrendered."""

    who: str


class BarTheWay(Command, frozen=True, tag="bar_the_way"):
    """Declare that one bars the way, or no longer does."""

    who: str
    on: bool = True


class Delay(Command, frozen=True, tag="delay"):
    """Let the turn pass for now."""

    who: str


class TakeDelayedTurn(Command, frozen=True, tag="take_delayed_turn"):
    """Take the delayed turn now, or go on waiting."""

    answers = "delayed"
    who: str
    word: YesNo


class Ready(Command, frozen=True, tag="ready"):
    """Prepare an action for a moment still to come."""

    who: str
    action: Literal["attack", "engage", "move", "free", "quick"]
    trigger: Literal["attacks", "moves", "casts", "word"]
    subject: str = ""
    attack: str = ""
    target: str = ""
    words: str = ""


class UseReadied(Command, frozen=True, tag="use_readied"):
    """Use the readied action now that its moment has come, or keep it."""

    answers = "readied"
    who: str
    word: YesNo


class CallMoment(Command, frozen=True, tag="call_moment"):
    """The referee says that the moment somebody waits for has come."""

    who: str


class EndTurn(Command, frozen=True, tag="end_turn"):
    """Nothing more in this turn."""

    who: str


class Opportunity(Command, frozen=True, tag="opportunity"):
    """Take the opportunity attack with a basic melee attack, or let it pass."""

    answers = "opportunity"
    who: str
    word: YesNo
    attack: str = ""


class Intercept(Command, frozen=True, tag="intercept"):
    """Stop the foe that goes past, or let it."""

    answers = "intercept"
    who: str
    word: YesNo


class JudgePassing(Command, frozen=True, tag="judge_passing"):
    """The referee says whom a move goes past: ids, or nothing."""

    answers = "going_past"
    passed: str = ""


class Reroll(Command, frozen=True, tag="reroll"):
    """Roll a natural 2 again, with two weapons in hand."""

    answers = "reroll"
    who: str
    word: YesNo


class PickFlexible(Command, frozen=True, tag="pick_flexible"):
    """Use one of the flexible attacks that the roll allows; nothing for the plain attack."""

    answers = "flexible"
    who: str
    attack: str = ""


class Interrupt(Command, frozen=True, tag="interrupt"):
    """Use an interrupt power in answer to what is happening, or let it pass."""

    answers = "interrupt"
    who: str
    word: YesNo
    attack: str = ""
    points: int = 0
    """With a command: further points, each of which helps the roll that it brings."""


class TakeMove(Command, frozen=True, tag="take_move"):
    """Move at once, as somebody's power allows; or stay, with no goal at all."""

    answers = "free_move"
    who: str
    goal: Goal | Literal[""] = ""
    target: str = ""
    checked: bool = False
    """Out of melee by a disengage check first."""


class TurnHit(Command, frozen=True, tag="turn_hit"):
    """Let a hit on a monster come to nothing, by a special of its kind, or take it."""

    answers = "turn_hit"
    who: str
    word: YesNo


class ShrugOff(Command, frozen=True, tag="shrug_off"):
    """Shake off conditions at the price of hit points, or not."""

    answers = "shrug"
    who: str
    word: YesNo


class NameStray(Command, frozen=True, tag="name_stray"):
    """The referee names the ally in the way of a stray shot; nothing for chance, ``none`` where that is allowed."""

    answers = "stray"
    victim: str = ""


class NameVictim(Command, frozen=True, tag="name_victim"):
    """The referee names the ally that a confused creature attacks."""

    answers = "confused_target"
    victim: str


class FightInSpirit(Command, frozen=True, tag="fight_in_spirit"):
    """An absent character strengthens an ally by a story."""

    who: str
    ally: str
    stat: Literal["attack", "ac", "pd", "md"]
    story: str = ""


class ProposeFlight(Command, frozen=True, tag="propose_flight"):
    """Propose that the whole party flees."""

    for_good = True
    agrees = "flight"
    who: str


class VoteFlight(Command, frozen=True, tag="vote_flight"):
    """Agree to flee, or not."""

    answers = "flight"
    agrees = "flight"
    who: str
    word: YesNo


class Leave(Command, frozen=True, tag="leave"):
    """A foe that is far goes away for good."""

    for_good = True
    who: str


class HoldEscalation(Command, frozen=True, tag="hold_escalation"):
    """The referee holds the escalation die from the next round on, or lets it go."""

    hold: bool = True


class ResetEscalation(Command, frozen=True, tag="reset_escalation"):
    """The referee sets the escalation die back to 0."""


class Reorder(Command, frozen=True, tag="reorder"):
    """The referee puts somebody before another of the same initiative count."""

    who: str
    before: str


class Flag(Command, frozen=True, tag="flag"):
    """The referee's word on somebody."""

    who: str
    flag: Literal["invisible", "precarious", "staggered", "present"]
    on: bool | None = True


class Place(Command, frozen=True, tag="place"):
    """The referee says who is far from or nearby whom."""

    who: str
    band: Band
    near: str = ""


class Circumstance(Command, frozen=True, tag="circumstance"):
    """The referee gives somebody a favourable or adverse circumstance until the end of their next turn."""

    who: str
    favourable: bool
    name: str = "circumstance"


class GrantWeapon(Command, frozen=True, tag="grant_weapon"):
    """The referee lets somebody's weapon count as larger or smaller until the end of their next turn."""

    who: str
    steps: int = 1


class Impose(Command, frozen=True, tag="impose"):
    """The referee lets something befall somebody: damage, a condition, healing, temporary points, another place."""

    who: str
    what: Literal["damage", "condition", "end_condition", "heal", "temp_hp", "ongoing", "teleport"]
    amount: Amount | None = None
    damage_type: str = "weapon"
    magical: bool | None = None
    """Whether energy is magical; None: as the option has it for the surroundings."""
    resistible: bool = False
    """Automatic damage that may be resisted: a d20 is held against the resistance (AE-RESIST-05)."""
    condition: ConditionName | None = None
    save: int = 11
    points: int = 0
    """The amount where it is a plain number and not dice."""


class CheckSkill(Command, frozen=True, tag="check_skill"):
    """The referee calls for a skill check."""

    who: str
    ability: Ability
    dc: int
    purpose: Literal["movement", "stealth", "other"] = "other"
    bonus: int = 0
    """Background, or the whole bonus, as the option has it."""
    sensed: bool = False
    """Whether those who might notice can sense the invisible."""
    listener_of: str = ""
    """Against whose silence the check is made."""


class CheckSpeed(Command, frozen=True, tag="check_speed"):
    """Who is faster? Ids with commas between."""

    runners: str


class EndBattle(Command, frozen=True, tag="end_battle"):
    """The referee breaks the battle off."""

    for_good = True
    result: Literal["victory", "defeat", "broken_off"] = "broken_off"


COMMANDS: tuple[type[Command], ...] = (
    StartBattle, JoinBattle, Reinforce, Attack, CoupDeGrace, Move, Disengage, Release, Grab, Rally, Stabilise,
    GivePotion, FreeAction, Surrender, FreeCaptive, BarTheWay, Delay, TakeDelayedTurn, Ready, UseReadied,
    CallMoment, EndTurn, Opportunity, Intercept, JudgePassing, Reroll, PickFlexible, Interrupt, TakeMove,
    TurnHit, ShrugOff,
    NameStray, NameVictim, FightInSpirit, ProposeFlight, VoteFlight, Leave, HoldEscalation, ResetEscalation,
    Reorder, Flag, Place, Circumstance, GrantWeapon, Impose, CheckSkill, CheckSpeed, EndBattle, UseRecovery,
    HealInRest, QuickRest, FullHealUp, Withdraw, DescribeLoss, Revive,
)  # fmt: skip


def ids_in(text: str) -> tuple[str, ...]:
    """The ids in a list with commas between."""
    return tuple(part for part in (each.strip() for each in text.split(",")) if part)
