"""What an Archmage table is made of: combatants, who is engaged with whom, the order of turns, and the campaign."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field

from arbitro.kernel import state as kernel
from arbitro.rules.archmage.ongoing_effects import Affliction, Boost, Mark, Ongoing, Readied, Spent
from arbitro.rules.archmage.power import (
    Ability,
    Attack,
    Bonus,
    Cost,
    Level,
    Named,
    Special,
    Stat,
    Tier,
    Wielded,
)
from arbitro.rules.archmage.step import Step

Kind = Literal["pc", "npc", "companion", "monster"]
Category = Literal["mook", "normal", "large", "huge"]
Awareness = Literal["awake", "asleep", "unconscious", "coma", "dead", "gone", "yielded"]
LOST: Final = ("dead", "gone")
"""Dead, or away for good."""
OUT: Final = (*LOST, "yielded")
"""Out of the battle for good, one way or another."""
Band = Literal["nearby", "far"]
Phase = Literal["ambush", "rounds", "over"]
Result = Literal["", "victory", "defeat", "fled", "broken_off"]
Difficulty = Literal["easy", "average", "hard", "very_hard"]
SIZES: Final[dict[Category, int]] = {"mook": 1, "normal": 1, "large": 2, "huge": 3}
DAMAGE_TYPES: Final = (
    "acid",
    "negative_energy",
    "cold",
    "lightning",
    "fire",
    "mana",
    "psychic",
    "holy",
    "thunder",
    "poison",
)
"""The named types (AE-DMG-08); ordinary weapon damage is ``weapon``, and content may add more."""
MAX_ESCALATION: Final = 6
DAILY_POOLS: Final = ("ki", "castings", "companion_spells")
"""Points that come back with a full heal-up only."""


class Item(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A magic item's bonus to one number; of several to the same number the best counts (AE-STACK-02)."""

    name: str | Named
    stat: Stat
    value: int
    of: Wielded = ""
    """The weapon that it is, whose attacks alone it helps; empty: whatever is in hand (AE-STACK-02)."""


class Worn(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A true magic item that somebody has: one of the books, or a plain one of a chakra with its usual bonus."""

    item: str = ""
    chakra: str = ""
    """Where it is worn; empty: where the books say."""
    tier: Tier = "adventurer"
    name: Named | None = None
    """What it is called, where it has a name of its own."""
    off: bool = False
    """Carried, not worn: it does nothing."""


class Profile(Struct, frozen=True, omit_defaults=True):
    """What does not change while a battle lasts."""

    id: str
    name: Named
    side: str
    kind: Kind
    level: Level
    max_hp: int
    ac: int
    pd: int
    md: int
    """Class and armour part for characters, finished numbers for everybody else (AE-DEF-01)."""
    attacks: tuple[Attack, ...]
    abilities: dict[Ability, int] = field(default_factory=dict)
    initiative: int = 0
    """Printed bonus; a character's comes from Dexterity and level."""
    race: str = ""
    """The kind of monster: those of one kind share an initiative roll."""
    family: str = ""
    category: Category = "normal"
    named: bool = False
    player: str = ""
    class_id: str = ""
    recoveries: int = 0
    """0: as the class does not say, by the option."""
    recovery_die: Annotated[int, Meta(ge=1, le=100)] = 8
    background: int = 0
    """What a fitting background adds to a skill check."""
    resistances: dict[str, int] = field(default_factory=dict)
    vulnerabilities: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    specials: tuple[Special, ...] = ()
    uses_escalation: bool = False
    uses_dying_rules: bool = False
    senses_invisible: bool = False
    crit_range: int = 0
    two_weapons: bool = False
    potions: int = 0
    grabs: bool = False
    group: str = ""
    """Who stands together, in the order of entry (AE-TARGET-02)."""
    bonuses: tuple[Bonus, ...] = ()
    """What class, talents and feats add for good, under circumstances or always."""
    pools: dict[str, int] = field(default_factory=dict)
    """Points that a battle begins with, pool by pool."""
    master: str = ""
    """Who has called it up, and whose it is."""
    worn: tuple[Worn, ...] = ()
    """True magic items, worn or carried."""

    @property
    def is_hero(self) -> bool:
        """Whether it is a player's character, or a companion of one's."""
        return self.kind in ("pc", "companion")

    @property
    def asked_for(self) -> set[str]:
        """The circumstances that anything of theirs asks for."""
        riders = {word for attack in self.attacks for rider in attack.riders for word in rider.when}
        return riders | {word for bonus in self.bonuses for word in bonus.when}

    @property
    def counts_charges(self) -> bool:
        """Whether anything of theirs asks for a foe whom they have just run into, so that it must be remembered."""
        return not {"target_new", "moved_this_turn", "target_was_not_engaged"}.isdisjoint(self.asked_for)

    @property
    def answers_charges(self) -> bool:
        """Whether a power of theirs answers a foe who has come running in this turn."""
        return any("moved_this_turn" in attack.when for attack in self.attacks)

    @property
    def size(self) -> int:
        """Only compared with other sizes."""
        return SIZES[self.category]

    def known(self, name: str) -> Attack:
        """The attack of that id, where it is known to be there: one that has been declared."""
        for attack in self.attacks:
            if attack.id == name:
                return attack
        raise LookupError(f"{self.id} has no attack {name}")

    def attack(self, name: str) -> Attack | None:
        """The attack or power of that id, if there is one."""
        for attack in self.attacks:
            if attack.id == name:
                return attack
        return None

    def special(self, code: str) -> Special | None:
        """The trait of that code, if the creature has it."""
        for special in self.specials:
            if special.code == code:
                return special
        return None


class Combatant(Struct, frozen=True, omit_defaults=True):
    """Somebody in a battle, or of the party between battles."""

    profile: Profile
    hp: int
    max_hp: int
    """The maximum as it is now: lasting wounds lower it."""
    recoveries: int = 0
    recoveries_max: int = 0
    debt: int = 0
    wounds: int = 0
    temp_hp: int = 0
    potions: int = 0
    awareness: Awareness = "awake"
    dropped: bool = False
    death_fails: int = 0
    stable: bool = False
    downed_by: str = ""
    healed: bool = False
    """Whether healing has been tried in this quick rest (AE-REST-03)."""
    staggered: bool | None = None
    """The referee's word on a monster (AE-STAGGER-02)."""
    afflictions: tuple[Affliction, ...] = ()
    ongoing: tuple[Ongoing, ...] = ()
    boosts: tuple[Boost, ...] = ()
    marks: tuple[Mark, ...] = ()
    powers: dict[str, Spent] = field(default_factory=dict)
    specials_used: dict[str, int] = field(default_factory=dict)
    invisible: bool = False
    precarious: bool = False
    blocking: bool = False
    present: bool = True
    """False: wholly cut off from the battle, and able to fight in spirit only (AE-SPIRIT-01)."""
    spirit_round: int = -1
    engaged: tuple[str, ...] = ()
    grabbing: tuple[str, ...] = ()
    grabbed_by: tuple[str, ...] = ()
    band: Band = "nearby"
    near: tuple[str, ...] = ()
    """Those it is nearby although one of the two is far."""
    behind: str = ""
    beside: tuple[str, ...] = ()
    initiative: int = 0
    rolled_initiative: bool = False
    turns: int = 0
    """How many turns it has begun in this battle."""
    turn_round: int = -1
    """The last round whose turn it has had, or passed over by delaying."""
    actions: tuple[Cost, ...] = ()
    acted: bool = False
    free_actions: int = 0
    interrupt_spent: int = -1
    """The turn number up to whose end no interrupt is possible; -1: available."""
    delaying: bool = False
    readied: Readied | None = None
    hit_this_turn: tuple[str, ...] = ()
    opportunities: int = 0
    opportunity_round: int = -1
    rallies: int = 0
    rallied: int = -1
    """The turn in which it has rallied last; -1: none."""
    rally_barred: int = -1
    captive: bool = False
    """Has surrendered: in the other side's power, awake or not, until freed."""
    pools: dict[str, int] = field(default_factory=dict)
    """Points at hand, pool by pool."""
    lent: tuple[str, ...] = ()
    """Powers that somebody else has lent for this battle: they are among the attacks of the profile meanwhile."""

    @property
    def id(self) -> str:
        """The id of the profile."""
        return self.profile.id

    @property
    def side(self) -> str:
        """The side it fights on."""
        return self.profile.side

    @property
    def in_field(self) -> bool:
        """Whether it still counts: the dead, those who have fled or yielded and the absent do not."""
        return self.present and not self.captive and self.awareness not in OUT

    @property
    def lost(self) -> bool:
        """Whether it is dead, or away for good."""
        return self.awareness in LOST

    @property
    def beyond_help(self) -> bool:
        """Whether no healing reaches it before a full heal-up: it is lost, or in a coma."""
        return self.lost or self.awareness == "coma"

    @property
    def unfallen(self) -> bool:
        """Whether it has neither fallen nor fled nor yielded: it is awake, or asleep."""
        return self.awareness in ("awake", "asleep")

    @property
    def can_suffer(self) -> bool:
        """Whether what burns or poisons it goes on: of those who have yielded too."""
        return self.present and not self.lost

    @property
    def conscious(self) -> bool:
        """Whether it is there and awake."""
        return self.present and self.awareness == "awake"


PARTY, FOES = "party", "foes"
"""The ids of the two sides of a ready battle."""


class Side(Struct, frozen=True, omit_defaults=True):
    """One party to the battle."""

    id: str
    name: Named


class Ambush(Struct, frozen=True, omit_defaults=True):
    """Who surprises whom, and who springs it."""

    side: str
    starter: str


class LastBlow(Struct, frozen=True):
    """What somebody did last in a turn of their own to strike a foe."""

    round: int
    attack: str
    targets: tuple[str, ...]


class Fight(Struct, frozen=True, omit_defaults=True):
    """A battle in progress."""

    sides: dict[str, Side]
    combatants: dict[str, Combatant]
    phase: Phase = "rounds"
    round: int = 0
    order: tuple[str, ...] = ()
    current: str = ""
    last: str = ""
    """Who acted last: a delayed turn comes after it."""
    escalation: int = 0
    hold: bool = False
    reset: bool = False
    pressed: bool = False
    """Whether anybody of the party has attacked in this round (AE-ESC-05)."""
    ambush: Ambush | None = None
    acting: tuple[str, ...] = ()
    """Those who act in the ambush round and have not yet."""
    difficulty: Difficulty = "average"
    spirit_used: bool = False
    group_uses: dict[str, int] = field(default_factory=dict)
    votes: tuple[str, ...] = ()
    proposer: str = ""
    proposed: int = -1
    """The round in which flight was last proposed."""
    asked: Step | None = None
    """What the awaited answer is about."""
    pending: tuple[Step, ...] = ()
    """What is still to be done once it is answered, next last."""
    result: Result = ""
    room: bool = True
    """Whether the place has room to be far (AE-POS-04)."""
    last_blows: dict[str, LastBlow] = field(default_factory=dict)
    """By who struck."""
    top: int = MAX_ESCALATION
    """The highest number that the escalation die can show."""


class State(kernel.State, frozen=True, omit_defaults=True):
    """An Archmage table."""

    fight: Fight | None = None
    party: dict[str, Combatant] = field(default_factory=dict)
    """The characters between battles."""
    battles: int = 0
    weight: str = "0"
    """The weighted count of battles since the last full heal-up, as a fraction."""
    losses: tuple[str, ...] = ()
    """Campaign losses, in the referee's words."""
    resting: bool = False
    """Whether a quick rest may still be taken after the last battle."""

    @property
    def battle(self) -> Fight:
        """The battle; what belongs to one is not asked for when there is none."""
        if self.fight is None:
            raise LookupError("there is no battle")
        return self.fight


def standing(state: State) -> dict[str, Combatant]:
    """Everybody the table knows at this moment: the combatants of a battle, or the party between battles."""
    if state.fight is not None and state.fight.phase != "over":
        return state.fight.combatants
    return state.party
