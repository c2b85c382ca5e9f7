"""What can happen in a White Box fight."""

from typing import Literal

from msgspec import Struct

from arbitro.dice.stream import Die
from arbitro.kernel.event import ATTACK, Event
from arbitro.kernel.ruling import Check, Lookup, Lot, Modifier, Part, Sum, added_up, parts_of
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.reckoning import life_after, sum_of, surprise_needed
from arbitro.rules.whitebox.spell_events import SpellCast as SpellCast
from arbitro.rules.whitebox.spell_events import SpellDelayed as SpellDelayed
from arbitro.rules.whitebox.spell_events import SpellLapsed as SpellLapsed
from arbitro.rules.whitebox.spell_events import SpellLost as SpellLost
from arbitro.rules.whitebox.spell_events import SpellPrepared as SpellPrepared
from arbitro.rules.whitebox.spell_events import SpellStruck as SpellStruck
from arbitro.rules.whitebox.state import Blow, Combatant, Condition, Intent, Morale, Peril, Phase, Side
from arbitro.rules.whitebox.terms import Danger, Feature, Named

MoraleMoment = Literal["first_loss", "half_lost", "leader_lost"]
"""When courage may break."""


class FightBegan(Event, frozen=True, tag="fight_began"):
    """Two or more sides have met."""

    kept_last = "party"
    sides: tuple[Side, ...]
    setting: tuple[Feature, ...] | None = None


class Joined(Event, frozen=True, tag="joined"):
    """The members of a side, with all their numbers: for their own side and the referee."""

    combatants: tuple[Combatant, ...]
    dice: tuple[Die, ...] = ()
    """Hit points, where they were rolled."""


class Seen(Struct, frozen=True):
    """What everybody sees of somebody who joins."""

    id: str
    name: Named
    at: int


class Appeared(Event, frozen=True, tag="appeared"):
    """What everybody sees of the members of a side."""

    kept_last = "party"
    people = ("side",)
    side: str
    members: tuple[Seen, ...]

    def variant(self) -> str:
        """Several, or one whom their side may be called after."""
        return "alone" if len(self.members) == 1 else ""


class SurpriseRolled(Event, frozen=True, tag="surprise_rolled"):
    """A side (or one of its members) looked out, or failed to."""

    thrown_by = "who"
    secrets = {"check": "who", "check.needed": "teller"}
    people = ("who",)
    who: str
    check: Check
    surprised: bool
    teller: str = REFEREE_ONLY
    """Whose the number needed is: how hard the others are to see coming."""

    def sums(self) -> tuple[Sum, ...]:
        """The number needed, where the others are harder to see coming than the rule says."""
        return surprise_needed(self.check)

    def variant(self) -> str:
        """Caught or not."""
        return "caught" if self.surprised else "aware"


class Surprised(Event, frozen=True, tag="surprised"):
    """Who is caught unawares in the end, and which sides act before initiative because of it."""

    people = ("surprised", "free")
    surprised: tuple[str, ...]
    free: tuple[str, ...]
    judged: bool = False

    def variant(self) -> str:
        """Whether it is worth anything to anybody."""
        return "free" if self.free else "nothing"


class SurpriseAsked(Event, frozen=True, tag="surprise_asked"):
    """The referee is to say who is caught unawares."""


class Released(Event, frozen=True, tag="released"):
    """The referee freed somebody from a declaration."""

    people = ("who",)
    who: str


class Declared(Event, frozen=True, tag="declared"):
    """Somebody is committed to an action for this round."""

    pairs, people = True, ("who",)
    who: str
    intent: Intent


class InitiativeRolled(Event, frozen=True, tag="initiative_rolled"):
    """One die a side; the order in which the sides act, equal dice together."""

    thrown_by = "dice"
    dice: dict[str, Die]
    order: tuple[tuple[str, ...], ...]
    again: bool = False
    """Whether equal dice are thrown again (the order is then not final)."""

    def variant(self) -> str:
        """Whether the dice decided."""
        if self.again:
            return "again"
        return "tie" if len(self.order) < len(self.dice) else ""


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """The turn of some sides begins, in this phase of this round."""

    kept_last = "round"
    round: int
    phase: Phase
    order: tuple[tuple[str, ...], ...]
    turn: int

    def variant(self) -> str:
        """The phase of the round, or of the moment before the first."""
        return self.phase if self.round or self.phase in ("free", "declare") else f"free_{self.phase}"


class SideDone(Event, frozen=True, tag="side_done"):
    """A side has finished while others of the same moment have not."""

    people = ("side",)
    side: str


class HeldBack(Event, frozen=True, tag="held_back"):
    """Somebody is done for this turn, while others of their side are not."""

    people = ("who",)
    who: str


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """Everybody has acted; a minute has passed."""

    kept_last = "round"
    round: int
    lapsed: tuple[str, ...] = ()
    """Casters who announced a spell and let it be."""

    def variant(self) -> str:
        """The free round before initiative is no round of the fight."""
        return "" if self.round else "free"


class AttackRolled(Event, frozen=True, tag="attack_rolled"):
    """A blow or a shot, and whether it hit."""

    thrown_by = "attacker"
    secrets = {"check": "attacker", "check.needed": "target", "row": "attacker", "armour": "target"}
    people = ("attacker", "target")
    strikes = ("attacker", "target", "hit")
    attacker: str
    target: str
    weapon: str
    check: Check
    hit: bool
    row: int | None = 0
    """The level whose row of the class's table was read; 0 where there is none."""
    armour: int | None = 0
    """The ascending armour class that it was held against; 0 where an old log does not say, or none counts."""

    def variant(self) -> str:
        """Hit or miss."""
        return "hit" if self.hit else "miss"


class ShotStrayed(Event, frozen=True, tag="shot_strayed"):
    """A shot into a melee found somebody by chance."""

    thrown_by = "attacker"
    people = ("attacker", "intended", "victim")
    attacker: str
    intended: str
    victim: str
    die: Die
    among: tuple[str, ...]

    def lots(self) -> tuple[Lot, ...]:
        """Whom it might have found."""
        return (Lot(self.die, faces=self.among),)


class DamageDealt(Event, frozen=True, tag="damage_dealt"):
    """Hit points lost; `left` is what remains."""

    thrown_by = ATTACK
    secrets = {"left": "target"}
    people = ("target",)
    target: str
    amount: int
    left: int | None
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    dropped: int = -1
    """The round in which the victim went below 0, when that starts bleeding."""

    def variant(self) -> str:
        """Whether the reader knows what is left, and whether a weapon was of no use."""
        if not self.amount and any(part.note == "ward" for part in self.modifiers):
            return "useless"
        return "hidden" if self.left is None else ""

    def sums(self) -> tuple[Sum, ...]:
        """The damage, and the hit points that it leaves."""
        life = life_after(self.left, -self.amount, "hit_points_lost")
        return (*sum_of(self.amount, self.dice, self.modifiers), *life)


class BlowHeld(Event, frozen=True, tag="blow_held"):
    """Rolled in a simultaneous turn: it will take effect at its end."""

    thrown_by = ATTACK
    people = ("target",)
    target: str
    blow: Blow
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    def variant(self) -> str:
        """What kind of blow waits."""
        return self.blow.effect

    def sums(self) -> tuple[Sum, ...]:
        """The damage, or how long it lasts."""
        return sum_of(self.blow.amount, self.dice, self.modifiers)


class BeyondTables(Event, frozen=True, tag="beyond_tables"):
    """A reminder for the referee: the tables end below somebody's level, and their last row is used."""

    people = ("who",)
    who: str
    level: int


class BlowsLanded(Event, frozen=True, tag="blows_landed"):
    """The simultaneous turn is over; what was held takes effect now."""

    count: int


class Fell(Event, frozen=True, tag="fell"):
    """Somebody is dead or unconscious."""

    people = ("who",)
    who: str
    condition: Condition
    drained: bool = False  # whether it was the last level that went, and no wound

    def variant(self) -> str:
        """Dead or unconscious; dead for want of a level is told so, for nothing else would say why."""
        return "drained" if self.drained else self.condition


class Woke(Event, frozen=True, tag="woke"):
    """Somebody who lay unconscious has hit points again."""

    people = ("who",)
    who: str


class Bled(Event, frozen=True, tag="bled"):
    """A point lost to bleeding below 0."""

    secrets = {"left": "who"}
    people = ("who",)
    who: str
    left: int | None

    def variant(self) -> str:
        """Whether the reader knows what is left."""
        return "hidden" if self.left is None else ""

    def sums(self) -> tuple[Sum, ...]:
        """A point less than there was."""
        if self.left is None:
            return ()
        lost = Part(-1, rule="WB-DEATH-05", note="bleeding")
        return (Sum(self.left, (Part(self.left + 1, note="hit_points"), lost)),)


class WoundsBound(Event, frozen=True, tag="wounds_bound"):
    """Somebody's bleeding was stopped."""

    people = ("who", "patient")
    who: str
    patient: str


class SaveRolled(Event, frozen=True, tag="save_rolled"):
    """A saving throw."""

    thrown_by = "who"
    secrets = {"check": "who"}
    people = ("who",)
    who: str
    danger: Danger | None
    check: Check
    saved: bool
    against: str = ""
    """What it was to avert, in a word: poison, paralysis, fire; empty where that is nobody's to know."""

    def variant(self) -> str:
        """Saved or not."""
        return "saved" if self.saved else "failed"


class PerilFaced(Event, frozen=True, tag="peril_faced"):
    """A danger waits for the referee's word."""

    people = ("who",)
    who: str
    peril: Peril


class PerilSettled(Event, frozen=True, tag="peril_settled"):
    """The referee has spoken on the danger that waited."""

    who: str
    word: str


class Paralysed(Event, frozen=True, tag="paralysed"):
    """Somebody cannot act up to and including a round."""

    people = ("who",)
    who: str
    until: int
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    def sums(self) -> tuple[Sum, ...]:
        """The round in which it struck, and how many more it lasts."""
        parts = parts_of(self.dice, self.modifiers)
        struck = Part(self.until - added_up(parts), note="round_now")
        return (Sum(self.until, (struck, *parts), self.dice),) if parts else ()


class Moved(Event, frozen=True, tag="moved"):
    """Somebody changed place along the line."""

    kept_last = "step"
    people = ("who",)
    who: str
    start: int
    to: int
    ran: bool = False

    def variant(self) -> str:
        """Walking or running."""
        return "ran" if self.ran else ""


class WeaponReadied(Event, frozen=True, tag="weapon_readied"):
    """Somebody spent the round on making a weapon ready."""

    people = ("who",)
    who: str
    weapon: str


class MoraleDue(Event, frozen=True, tag="morale_due"):
    """A reminder for the referee: this would be a moment to think of morale. It changes nothing."""

    group: str
    why: MoraleMoment
    also: tuple[MoraleMoment, ...] = ()
    """What else the same loss is: the first may be half of a group."""


class MoraleRolled(Event, frozen=True, tag="morale_rolled"):
    """A group's morale, for the referee's eyes; what it does shows by itself."""

    group: str
    members: tuple[str, ...]
    lookup: Lookup
    result: Morale
    reason: str = ""
    """Why the referee has added something, in the referee's words."""

    def variant(self) -> str:
        """The row of Table 20."""
        return self.result


class MoraleStands(Event, frozen=True, tag="morale_stands"):
    """No check: this group knows no fear."""

    group: str


class Yielded(Event, frozen=True, tag="yielded"):
    """Somebody laid down their arms, or left the fight."""

    people = ("who",)
    who: str
    condition: Condition

    def variant(self) -> str:
        """Surrender or flight."""
        return self.condition


class FightEnded(Event, frozen=True, tag="fight_ended"):
    """One side at most is left in the field."""

    people = ("winners",)
    winners: tuple[str, ...]
    rounds: int
    minutes: int = 0
    """Time of the last round, which was cut short."""

    def variant(self) -> str:
        """Whether anybody is left, and whether it came to a round at all."""
        return ("" if self.winners else "nobody") if self.rounds else ("at_once" if self.winners else "nobody_at_once")


EVENTS: tuple[type[Event], ...] = (
    FightBegan,
    Joined,
    Appeared,
    BeyondTables,
    SurpriseRolled,
    Surprised,
    SurpriseAsked,
    Released,
    Declared,
    InitiativeRolled,
    TurnBegan,
    SideDone,
    HeldBack,
    RoundEnded,
    SpellLapsed,
    AttackRolled,
    ShotStrayed,
    DamageDealt,
    BlowHeld,
    BlowsLanded,
    Fell,
    Woke,
    Bled,
    WoundsBound,
    SaveRolled,
    PerilFaced,
    PerilSettled,
    Paralysed,
    Moved,
    WeaponReadied,
    SpellPrepared,
    SpellLost,
    SpellCast,
    SpellDelayed,
    SpellStruck,
    MoraleDue,
    MoraleRolled,
    MoraleStands,
    Yielded,
    FightEnded,
)
