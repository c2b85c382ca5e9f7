"""Hit points: damage, falling, death saves, recoveries, rallying, potions."""

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Modifier
from arbitro.rules.archmage.state import Awareness


class DamageDealt(Event, frozen=True):
    """Hit points lost; `left` is what remains and `temp` what remains of the temporary ones."""

    secrets = {"left": "target", "temp": "target"}
    people = ("target",)
    target: str
    amount: int
    left: int | None
    temp: int | None
    kind: str = "weapon"
    source: str = ""
    multiplier: int = 1
    halved: bool = False
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """Whether it does any harm, and whether the reader may know what is left."""
        if not self.amount:
            return "none"
        return "hidden" if self.left is None else ""


class MobThinned(Event, frozen=True):
    """Mooks share their hit points: what is left of one is left of each."""

    secrets = {"left": "first"}
    people = ("members",)
    first: str
    members: tuple[str, ...]
    left: int | None


class Fell(Event, frozen=True):
    """Somebody is down: dying, knocked out, in a coma, dead or gone."""

    people = ("who",)
    who: str
    awareness: Awareness
    by: str = ""
    dying: bool = False

    def variant(self) -> str:
        """How."""
        return "dying" if self.dying else self.awareness


class Woke(Event, frozen=True):
    """Somebody is conscious again."""

    people = ("who",)
    who: str


class ResistRolled(Event, frozen=True):
    """A d20 only to see whether automatic damage is resisted."""

    people = ("target",)
    target: str
    die: Die
    needed: int


class DeathSaveFailed(Event, frozen=True):
    """One step closer to death; `fails` so far in this battle."""

    people = ("who",)
    who: str
    fails: int


class RecoveryUsed(Event, frozen=True):
    """A recovery heals: hit points from the dice, half and a debt if there was none left."""

    secrets = {"hp": "who"}
    people = ("who",)
    who: str
    healed: int
    hp: int | None
    recoveries: int
    debt: int
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    halved: bool = False

    def variant(self) -> str:
        """Whether it was one that was not there."""
        return "debt" if self.halved else ""


class Healed(Event, frozen=True):
    """Hit points come back."""

    secrets = {"hp": "who"}
    people = ("who",)
    who: str
    amount: int
    hp: int | None
    dice: tuple[Die, ...] = ()


class TempGained(Event, frozen=True):
    """Temporary hit points; `temp` is what there is now."""

    secrets = {"temp": "who"}
    people = ("who",)
    who: str
    temp: int | None
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """Whether the reader may know how many."""
        return "hidden" if self.temp is None else ""


class Rallied(Event, frozen=True):
    """Somebody rallies, for this many times in the battle."""

    people = ("who",)
    who: str
    rallies: int


class RallyBarred(Event, frozen=True):
    """No further try in this round."""

    people = ("who",)
    who: str
    round: int


class Stabilised(Event, frozen=True):
    """Failed death saves no longer count."""

    people = ("who",)
    who: str
    stable: bool = True

    def variant(self) -> str:
        """Begun or undone."""
        return "" if self.stable else "undone"


class PotionGiven(Event, frozen=True):
    """A healing potion is used up."""

    people = ("who", "patient")
    who: str
    patient: str
    left: int


class WoundTaken(Event, frozen=True):
    """A lasting wound: the maximum is lower until a full heal-up."""

    secrets = {"max_hp": "who", "hp": "who"}
    people = ("who",)
    who: str
    wounds: int
    max_hp: int | None
    hp: int | None


class Revived(Event, frozen=True):
    """Somebody is brought back from a coma, once there is no danger."""

    people = ("who",)
    who: str
