"""What may be asked for in a White Box fight."""

from typing import Literal

from msgspec import Struct, field

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Command
from arbitro.rules.whitebox.state import IntentKind, Profile, Side
from arbitro.rules.whitebox.terms import Danger, Feature, Threat

SaveWord = Literal["avoided", "half"]
"""What a successful save does."""


class Member(Struct, frozen=True, omit_defaults=True):
    """Somebody to be put into a fight. `hp` is a number, or dice to be rolled in secret."""

    profile: Profile
    hp: Amount
    at: int
    prepared: tuple[str, ...] = ()
    """A spell prepared in advance: one at most (WB-ALTSEQ-05)."""
    weapon: str = ""
    """The weapon in hand; the first when left out."""


class StartFight(Command, frozen=True, tag="start_fight"):
    """Let sides meet."""

    sides: tuple[Side, ...]
    members: tuple[Member, ...]
    may_surprise: tuple[str, ...] = ()
    """Sides that may catch others unawares although they carry light (the referee's exception to WB-LIGHT-04)."""
    setting: tuple[Feature, ...] | None = None
    """What the place is like; None: as it tells by itself."""


class JudgeSurprise(Command, frozen=True, tag="judge_surprise"):
    """The referee says who is surprised: ids of sides or combatants with commas between, or nothing."""

    answers = "surprise"
    surprised: str = ""


class Declare(Command, frozen=True, tag="declare"):
    """Commit somebody to an action for this round; a spell must be announced this way in any case."""

    who: str
    kind: IntentKind
    target: str = ""
    spell: str = ""
    act: str = ""
    """What else it is, for `other`: the command and its thing, as in `use_device/wand_cold`."""


class DeclareTogether(Command, frozen=True, tag="declare_together"):
    """Commit several of a side at once: all that is said holds, or, where one part of it cannot be, nothing does."""

    side: str
    declarations: str
    """One after the other with commas between, each as `who/kind/target/spell/act`; what is empty at the end may be
    left out: `berto/melee/orc-1,carla/flee`."""
    target: str = ""
    """At whom those strike or shoot for whom nobody is named."""


class Attack(Command, frozen=True, tag="attack"):
    """Strike at somebody within reach, or shoot."""

    who: str
    target: str
    weapon: str = ""
    """The weapon in hand when left out."""


class Move(Command, frozen=True, tag="move"):
    """Go to a place on the line, within a combat move: the place itself, or so many feet back or ahead of it."""

    who: str
    to: int
    back: int = 0
    ahead: int = 0

    @property
    def goal(self) -> int:
        """The place."""
        return self.to - self.back + self.ahead


class Close(Command, frozen=True, tag="close"):
    """Go towards somebody, as far as reach or the combat move allows."""

    who: str
    target: str


class Run(Command, frozen=True, tag="run"):
    """Run from the enemy at twice the combat distance, doing nothing else."""

    who: str


class Surrender(Command, frozen=True, tag="surrender"):
    """Lay down arms."""

    for_good = True
    who: str


class Cast(Command, frozen=True, tag="cast"):
    """Release the spell that was announced or prepared; at another target if one is named."""

    who: str
    target: str = ""
    manner: str = ""
    """Which of its effects, for a spell that has several; the first when left out."""


class Prepare(Command, frozen=True, tag="prepare"):
    """Spend the round on preparing a spell for the next one (alternative sequence)."""

    who: str
    spell: str
    target: str


class ReadyWeapon(Command, frozen=True, tag="ready_weapon"):
    """Take a weapon in hand; it can be used from the next round on (alternative sequence)."""

    who: str
    weapon: str


class BindWounds(Command, frozen=True, tag="bind_wounds"):
    """Stop somebody's bleeding; takes the whole round."""

    who: str
    patient: str


class EndTurn(Command, frozen=True, tag="end_turn"):
    """A side has declared, or done, all it wants to."""

    side: str


class HoldBack(Command, frozen=True, tag="hold_back"):
    """Somebody has declared, or done, all they want to, while others of their side have not."""

    who: str


class CheckMorale(Command, frozen=True, tag="check_morale"):
    """The referee tests a group; what weighs on it now may be added to the roll, with a word why."""

    group: str
    modifier: int = 0
    reason: str = ""


class CallSave(Command, frozen=True, tag="call_save"):
    """The referee calls for a saving throw against a danger."""

    who: str
    threat: Threat


class NameDanger(Command, frozen=True, tag="name_danger"):
    """The referee says which column of the matrix fits; ``single`` for none of them."""

    answers = "danger"
    danger: Danger | Literal["single"]


class SettleSave(Command, frozen=True, tag="settle_save"):
    """The referee says what a successful save does where the danger does not."""

    answers = "settle_save"
    word: SaveWord


class AllowSubstitute(Command, frozen=True, tag="allow_substitute"):
    """The referee frees somebody from a declaration that has become impossible."""

    who: str


class EndFight(Command, frozen=True, tag="end_fight"):
    """The referee breaks the fight off: parley, nightfall, common sense."""

    for_good = True
    winners: tuple[str, ...] = field(default=())
