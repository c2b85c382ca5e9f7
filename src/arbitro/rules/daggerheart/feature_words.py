"""The words that features are made of: what may befall a target, the owner and the scene."""

from typing import Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.rules.daggerheart.words import Band, DamageKind, HowMany, Named, Sides, Trait, Until


class Part(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """One thing done to a target or to the scene."""

    @property
    def choices(self) -> tuple[str, ...]:
        """What it lets the GM pick from; nothing where there is no choice."""
        return ()


class Harm(Part, frozen=True):
    """Damage; `standard`: as much as the owner's standard attack."""

    damage: Amount = Amount()
    kind: DamageKind = "physical"
    direct: bool = False
    standard: bool = False
    by: str = ""
    """Of a power: as many times the dice as the sheet has of this (see `power_words`)."""
    half: bool = False
    """Of a power that goes with an attack: half of what the attack deals."""
    same: bool = False
    """Of a power: as much as the damage that it answers, or that it has taken off."""
    theirs: bool = False
    """Of a power that answers an attack: as much as that attack deals."""


class Stress(Part, frozen=True):
    """The target marks Stress; `all` of it if so stated."""

    amount: Amount = Amount(0, 6, 1)
    all: bool = False
    drains: bool = False
    """The owner clears as much Stress."""
    by: str = ""
    """Of a power: as many times the dice as the sheet has of this (see `power_words`)."""
    best: bool = False
    """Only the highest of its dice counts."""

    @classmethod
    def of(cls, amount: int) -> "Stress":
        """So much Stress, without dice."""
        return cls(Amount(0, 6, amount))


class Wound(Part, frozen=True):
    """The target marks Hit Points, whatever its thresholds."""

    amount: int = 1
    same: bool = False
    """As many as the owner has just marked."""


class Reflect(Part, frozen=True):
    """The target, whose attack has just counted against the owner, takes half of the damage that it dealt."""


class Hope(Part, frozen=True):
    """The target loses Hope, or gains it (a negative amount)."""

    amount: Amount = Amount(0, 6, 1)
    all: bool = False
    wounds: bool = False
    """As much as the damage before made the target mark Hit Points."""
    none: "tuple[Stress | Wound | Fear, ...]" = ()
    """What happens instead to whoever has no Hope left."""
    last: "tuple[Stress | Wound | Fear, ...]" = ()
    """What follows if it was the last Hope."""
    by: str = ""
    """Of a power: so many times the amount (see `power_words`)."""


class Impose(Part, frozen=True):
    """The target gets a condition, until something ends it."""

    condition: str
    until: Until = "temporary"
    traits: tuple[Trait, ...] = ()
    """With which a PC may shed it; any that fits when empty."""
    difficulty: int = 0
    """Of that roll; the owner's when 0."""
    countdown: int = 0
    """Attacks on the owner until the target must make a death move."""
    by_attack: bool = False
    """A successful attack of the target's ends it too."""
    sole: bool = False
    """Only one target at a time: whoever was under it from the same owner is free of it."""
    actions: str = ""
    """Of a power: it lasts for as many action rolls of the target as the sheet has of this, one at least."""


class Release(Part, frozen=True):
    """The target loses a condition."""

    condition: str


class Push(Part, frozen=True):
    """The target is thrown to a range from the owner; `clear`: out of an area of that size instead."""

    to: Band
    clear: bool = False


class Mend(Part, frozen=True):
    """The owner clears a Hit Point, or as many marks as the target marked Hit Points (`wounds`), wounds first."""

    wounds: bool = False


class Fear(Part, frozen=True):
    """The GM gains Fear (DH-FEAR-04)."""

    amount: Amount = Amount(0, 6, 1)


class Tell(Part, frozen=True):
    """Something that only the story shows; the GM says how."""


class Chase(Part, frozen=True):
    """Two countdowns against each other, the party's progress and what escapes it; the first to end drops the other."""

    progress: int
    consequence: int
    caught: Named
    lost: Named


class Take(Part, frozen=True):
    """The target loses something that they carry: what they came by last."""


Simple = Take | Harm | Stress | Wound | Reflect | Hope | Impose | Release | Push | Mend | Fear | Chase | Tell


class Break(Part, frozen=True):
    """The target marks an Armor Slot without benefit; if none is free, `otherwise` happens."""

    otherwise: tuple[Simple, ...] = ()


class IfWounded(Part, frozen=True):
    """What follows if the damage before made the target mark at least so many Hit Points."""

    least: int
    then: tuple[Simple, ...]


class IfUnarmored(Part, frozen=True):
    """What follows if the target marked no Armor Slot against the damage before (or did: `marked`)."""

    then: tuple[Simple, ...]
    marked: bool = False


Effect = Simple | Break | IfWounded | IfUnarmored


class Clear(Part, frozen=True):
    """The owner (or an ally) clears marks."""

    hp: int = 0
    stress: int = 0
    who: Literal["owner", "ally"] = "owner"
    within: Band = "out_of_range"
    """How near an ally must be."""
    bleed: int = 0
    """Hit Points that an ally marks for it."""
    either: bool = False
    """Hit Points or Stress, not both: as the GM says, otherwise Hit Points while any are marked."""
    join: bool = False
    """The owner first goes into Melee with the ally, from where it strikes."""

    @property
    def choices(self) -> tuple[str, ...]:
        """Hit Points or Stress, where it says so."""
        return ("hp", "stress") if self.either else ()


class Summon(Part, frozen=True):
    """Adversaries appear; `spotlight`: they may act at once."""

    what: tuple[str, ...]
    count: Amount = Amount(0, 6, 1)
    per_pc: bool = False
    """So many for each PC of the party."""
    within: Band = "far"
    spotlight: bool = False
    by_leader: bool = False
    """Near the leader of those present, if there is one."""
    by_pc: bool = False
    """Near a PC, not near the owner."""

    @property
    def choices(self) -> tuple[str, ...]:
        """One of several stat blocks."""
        return self.what if len(self.what) > 1 else ()


class Rally(Part, frozen=True):
    """Allies within a range get the spotlight for free, under a condition if one is named."""

    count: Amount
    within: Band = "far"
    of: str = ""
    """Only this type of adversary."""
    who: tuple[str, ...] = ()
    """Only these stat blocks, or adversaries of these kins."""
    unmarked: bool = False
    """As many as the owner has Stress left to mark, rather than `count`."""
    condition: str = ""
    owner: bool = False
    """The owner gets it too."""
    in_reach: bool = False
    """Only those who can attack somebody from where they stand."""


class Barrage(Part, frozen=True):
    """Everybody of a stat block near the owner shoots at the nearest PC with advantage; hits on one PC add up."""

    of: str
    within: Band = "far"


class Again(Part, frozen=True):
    """The owner may be spotlighted once more in this turn."""


class Split(Part, frozen=True):
    """The owner is replaced by others, which act at once."""

    into: str
    count: HowMany = 2


class Reform(Part, frozen=True):
    """The owner may rise again: on this face or higher of a d6, while other adversaries stand."""

    least: int = 6


class Counter(Part, frozen=True):
    """A number kept for the owner changes: heads of a hydra, a charge that is used up."""

    name: str
    by: int
    most: int = 99


class Ally(Part, frozen=True):
    """An ally within a range gets a condition of its own for as long as stated."""

    condition: str
    within: Band = "close"
    until: Until = "source"


class Self(Part, frozen=True):
    """The owner gets a condition."""

    condition: str
    until: Until = "stated"
    traits: tuple[Trait, ...] = ()
    """With which a PC's roll against the owner ends it."""
    difficulty: int = 0
    """Of that roll."""


class Imbue(Part, frozen=True):
    """An adversary of the GM's choice gets one of these conditions (or `all`) for the scene, and the spotlight."""

    conditions: tuple[str, ...]
    all: bool = False

    @property
    def choices(self) -> tuple[str, ...]:
        """One of the boons, unless it gives all."""
        return () if self.all else self.conditions


class Leave(Part, frozen=True):
    """The owner escapes from the scene."""


class Zone(Part, frozen=True):
    """Until the next roll with Fear, whoever moves near the target's spot makes the reaction roll of this feature."""

    within: Band = "close"
    here: bool = False
    """Around the owner, not around a target."""
    lasting: bool = False
    """For the rest of the scene, or until the GM ends it."""
    harm: Harm | None = None
    """Dealt without a roll."""
    snare: Impose | None = None
    """Put without a roll on whoever is there now, and on whoever comes there."""
    hampers: bool = False
    """Action rolls in there have disadvantage; nothing befalls those who move."""
    until: Literal["fear", "spotlight"] = "fear"
    """It ends with the next roll with Fear, or when an adversary is next spotlighted."""


class Drain(Part, frozen=True):
    """A d8; on this face or higher everybody within a range marks a Hit Point."""

    least: int
    within: Band


class Tick(Part, frozen=True):
    """A countdown of the owner's draws nearer, by as much as the owner has just marked Hit Points."""

    feature: str


class Clock(Part, frozen=True):
    """A countdown begins beside what else happens; what it is for the GM tells."""

    name: Named
    start: Amount
    kind: Literal["standard", "progress", "consequence", "long_term"] = "progress"


class Revive(Part, frozen=True):
    """Defeated adversaries of a kin come back where they fell, with nothing marked."""

    kin: str
    count: Amount


class Sustain(Part, frozen=True):
    """Each of some adversaries near one stat block clears so many marks in all, wounds first."""

    who: tuple[str, ...]
    """Stat blocks, or adversaries of these kins."""
    amount: Amount
    near: str
    """The stat block that they must be near to, where one of it is there."""
    within: Band = "far"


class Ascend(Part, frozen=True):
    """An adversary of the GM's choice clears Hit Points."""

    hp: int = 1


class Dread(Part, frozen=True):
    """The GM loses Fear, as far as there is any."""

    amount: int = 1


class Merge(Part, frozen=True):
    """So many of the owner's stat block or more, within a range, become one adversary with a Hit Point for each."""

    into: str
    least: int = 3
    within: Band = "close"


class Shift(Part, frozen=True):
    """The environment becomes another one."""

    to: str


class Begin(Part, frozen=True):
    """The countdown of another feature of the owner's begins."""

    feature: str


class Cracks(Part, frozen=True):
    """A die for each Hit Point that the owner has just marked: the GM gains a Fear for each that shows enough."""

    sides: Sides
    least: int


class Advance(Part, frozen=True):
    """A countdown advances by a roll."""

    amount: Amount
    kind: str = "long_term"


Own = (
    Clear
    | Fear
    | Summon
    | Rally
    | Barrage
    | Again
    | Split
    | Reform
    | Counter
    | Ally
    | Self
    | Imbue
    | Leave
    | Zone
    | Drain
    | Tick
    | Clock
    | Revive
    | Sustain
    | Ascend
    | Dread
    | Merge
    | Shift
    | Begin
    | Cracks
    | Advance
    | Tell
)
