"""What powers, spells and things can bring about. Events state what is left, so that folding needs no rule."""

from typing import Final, Literal

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Check, Lookup, Modifier, Part, Sum
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.ongoing_effects import UNTOLD, EffectKind, Ongoing
from arbitro.rules.whitebox.people.state import Hoard, Item
from arbitro.rules.whitebox.reckoning import life_after, sum_of

WITH_ITS_DEED: Final[tuple[EffectKind, ...]] = ("gazed", "braved")
"""What only keeps in mind that somebody has met a gaze or a presence, which is told by itself."""
FactsOf = Literal["monster", "spell", "item", "hazard", "card", "advice"]
"""Where facts are told that only a referee can play out."""


class CreatureDrawn(Event, frozen=True, tag="creature_drawn"):
    """What the referee's dice say of creatures before they are met: number, size, variety, age."""

    monster: str
    count: int
    dice: tuple[Die, ...] = ()
    variety: str = ""
    hd: int = 0
    age: str = ""
    has: tuple[str, ...] = ()
    """Of the powers that only some of a kind have, those that this one has."""
    told: bool = True
    """Whether there is anything to tell: that one of a kind is like the others goes without saying."""
    number: int = 0
    """Which of several it is; 0 for all of them, or for one alone."""

    def variant(self) -> str:
        """Dragons have an age; companions may have stayed at home."""
        if not self.told:
            return TOLD_WITH_ANOTHER
        return "aged" if self.age else "none" if not self.count else "gifted" if self.has else ""


class EffectBegan(Event, frozen=True, tag="effect_began"):
    """Something lasts on somebody from now on."""

    secrets = {"effect": "who", "minutes": "who"}
    people = ("who",)
    who: str
    kind: EffectKind
    effect: Ongoing | None
    held: int = -1
    """The last round in which the victim cannot act because of it."""
    dice: tuple[Die, ...] = ()
    again: bool = False
    """Whether something else has brought about the same already."""
    minutes: int | None = None
    """How long it lasts; -1: it does not end by itself; None: nobody here knows, or an older log does not say."""
    each: int = 0
    """Minutes of each point, where the dice said how long; 0: they did not."""
    after: int = 0
    """The minutes until it takes hold; 0: at once."""

    def variant(self) -> str:
        """New, or one thing more that does the same, or still to come; and whether it is said how long."""
        if self.kind in WITH_ITS_DEED:
            return TOLD_WITH_ANOTHER
        lasting = "" if self.minutes is None else "lasting"
        if self.after:
            return f"later_{lasting}" if lasting else "later"
        return (f"again_{lasting}" if lasting else "again") if self.again else lasting

    def sums(self) -> tuple[Sum, ...]:
        """How long, in the unit of the dice."""
        if not (self.dice and self.each and self.minutes and self.minutes > 0):
            return ()
        total, thrown = self.minutes // self.each, sum(die.face for die in self.dice)
        fixed = (Part(total - thrown, note="flat"),) if total != thrown else ()
        return (Sum(total, (Part(thrown, dice=len(self.dice)), *fixed), self.dice, of="span"),)


class EffectEnded(Event, frozen=True, tag="effect_ended"):
    """Something that lasted on somebody is over."""

    people = ("who",)
    who: str
    kind: EffectKind
    source: str = ""
    by: str = ""
    held: int = -1
    """The last round in which other effects still hold the victim."""
    fights: bool = False
    """Whether somebody who was out of the fight is in it again."""
    until: int = -2
    """The minute in which that very one was to end; -2: all of the kind from there."""
    pace: int | None = None
    """What others of the kind that go on change of the movement rate together; None: there are none."""
    goes_on: bool = False
    """Whether something else of the kind still lasts: for whoever looks on nothing has changed."""

    def variant(self) -> str:
        """Nobody tells that it is over while it is not, nor that the dead are free of it."""
        of_the_dead = self.audience == REFEREE_ONLY and self.kind not in UNTOLD
        untold = self.goes_on or of_the_dead or self.kind in WITH_ITS_DEED
        return TOLD_WITH_ANOTHER if untold else ""


class Unaffected(Event, frozen=True, tag="unaffected"):
    """A danger does nothing to somebody."""

    people = ("who",)
    who: str
    why: Literal[
        "immune", "warded", "too_strong", "wrong_kind", "already", "slips_out", "smothered", "sightless", "too_many",
        "rotting", "too_late", "nothing", "in_the_air",
    ]  # fmt: skip
    dice: tuple[Die, ...] = ()

    def variant(self) -> str:
        """Why not."""
        return self.why


class MagicResisted(Event, frozen=True, tag="magic_resisted"):
    """The roll of a creature that magic often fails on."""

    secrets = {"check": "who"}
    people = ("who",)
    who: str
    check: Check | None
    resisted: bool

    def variant(self) -> str:
        """Whether the magic failed."""
        return "resisted" if self.resisted else "not"


class NumberRolled(Event, frozen=True, tag="number_rolled"):
    """How many creatures magic can take at most."""

    thrown_by = "who"
    people = ("who",)
    who: str
    count: int
    dice: tuple[Die, ...]
    modifiers: tuple[Modifier, ...] = ()

    def sums(self) -> tuple[Sum, ...]:
        """How many."""
        return sum_of(self.count, self.dice, self.modifiers)


class WeaponUseless(Event, frozen=True, tag="weapon_useless"):
    """A blow hit and did little or nothing."""

    people = ("who",)
    who: str
    less: bool = False

    def variant(self) -> str:
        """Less than usual; that it does nothing is told with the damage, which is none."""
        return "less" if self.less else TOLD_WITH_ANOTHER


class HpRegained(Event, frozen=True, tag="hp_regained"):
    """Hit points come back in a fight; `left` is what there is now."""

    secrets = {"left": "who"}
    people = ("who",)
    who: str
    amount: int
    left: int | None
    dice: tuple[Die, ...] = ()
    wakes: bool = False
    modifiers: tuple[Modifier, ...] = ()

    def variant(self) -> str:
        """Whether the reader knows what there is."""
        return "hidden" if self.left is None else ""

    def sums(self) -> tuple[Sum, ...]:
        """What came back, and the hit points there are."""
        life = life_after(self.left, self.amount, "hit_points_back")
        return (*sum_of(self.amount, self.dice, self.modifiers), *life)


class PowerUsed(Event, frozen=True, tag="power_used"):
    """A creature uses a power of its own."""

    people = ("who", "targets")
    who: str
    power: str
    key: str
    targets: tuple[str, ...] = ()
    passive: bool = False
    """It works by itself and costs no action."""
    moved: int | None = None
    """Where it takes its user."""

    def variant(self) -> str:
        """Which power, and whether it is used on oneself, where that is told otherwise."""
        return "spell_like_self" if self.power == "spell_like" and self.targets == (self.who,) else self.power


class DeviceUsed(Event, frozen=True, tag="device_used"):
    """Somebody uses a thing: drinks, reads, points, blows."""

    people = ("who", "target")
    who: str
    device: str
    target: str
    charges: int = 1


class FactsTold(Event, frozen=True, tag="facts_told"):
    """Facts that only the referee can play out, shown when they matter. It changes nothing."""

    reveals = True

    people = ("who", "target")
    who: str
    sort: FactsOf
    entry: str
    """Of the bestiary, the spell list, the magic items, the deadly growths, the cards, or a text of our own."""
    facts: tuple[int, ...] = ()
    """Which of the entry's told facts."""
    target: str = ""

    def variant(self) -> str:
        """Where the facts stand."""
        return self.sort if self.sort != "advice" else f"advice_{self.entry}"


class LevelsDrained(Event, frozen=True, tag="levels_drained"):
    """Levels are gone, and the hit points that came with them."""

    secrets = {"max_hp": "who", "left": "who", "level": "who"}
    people = ("who",)
    who: str
    levels: int
    level: int | None
    max_hp: int | None
    left: int | None
    dice: tuple[Die, ...] = ()
    lost: int = 0
    """Hit points that somebody had above the new maximum, and has no longer."""

    def variant(self) -> str:
        """Whether the reader knows what is left of the hit points, where some are gone."""
        return "hurt" if self.lost and self.left is not None else ""

    def sums(self) -> tuple[Sum, ...]:
        """What somebody had above the new maximum."""
        if not self.lost or self.left is None:
            return ()
        parts = (Part(self.left + self.lost, note="had_before"), Part(-self.left, note="most_now"))
        return (Sum(self.lost, parts, of="drained_points"),)


class SheetDrained(Event, frozen=True, tag="sheet_drained"):
    """Levels lost in a fight, written on the sheet."""

    people = ("who",)
    who: str
    level: int
    xp: int
    max_hp: int
    hp: int
    fallen: bool = False
    """Whether it is the sheet of somebody dead: it counts if they live again, and nobody tells it now."""

    def variant(self) -> str:
        """The death was told."""
        return TOLD_WITH_ANOTHER if self.fallen else ""


class AttributeChanged(Event, frozen=True, tag="attribute_changed"):
    """A score of a sheet is another from now on."""

    people = ("who",)
    who: str
    ability: Ability
    score: int


class Divided(Event, frozen=True, tag="divided"):
    """A creature splits instead of being hurt."""

    secrets = {"left": "who"}
    people = ("who",)
    who: str
    left: int | None


class WeaponRuined(Event, frozen=True, tag="weapon_ruined"):
    """A weapon is eaten away."""

    people = ("who",)
    who: str
    weapon: str
    item: str = ""


class ArmourRuined(Event, frozen=True, tag="armour_ruined"):
    """Armour is eaten away; what is left is worth this much."""

    secrets = {"armour": "who"}
    people = ("who",)
    who: str
    armour: int | None
    item: str = ""


class TurnAttempted(Event, frozen=True, tag="turn_attempted"):
    """A cleric stands against the undead."""

    thrown_by = "who"
    secrets = {"check": "who"}
    people = ("who",)
    who: str
    kind: str
    check: Check | None
    outcome: Literal["turned", "destroyed", "nothing"]
    dice: tuple[Die, ...] = ()
    limit: tuple[Die, ...] = ()
    """The hit dice that it reaches, where they are limited."""

    def variant(self) -> str:
        """What comes of it."""
        return self.outcome

    def sums(self) -> tuple[Sum, ...]:
        """For how many rounds they flee, and how many hit dice of them."""
        thrown = (("span", self.dice), ("turning_reach", self.limit))
        faces = ((of, dice, sum(die.face for die in dice)) for of, dice in thrown if dice)
        return tuple(Sum(total, (Part(total, dice=len(dice)),), dice, of=of) for of, dice, total in faces)


class OilThrown(Event, frozen=True, tag="oil_thrown"):
    """A flask of oil is thrown at somebody."""

    thrown_by = "attacker"
    secrets = {"check": "attacker"}
    people = ("attacker", "target")
    attacker: str
    target: str
    device: str
    check: Check
    hit: bool

    def variant(self) -> str:
        """Hit or miss."""
        return "hit" if self.hit else "miss"


class OilLit(Event, frozen=True, tag="oil_lit"):
    """A flame is thrown at oil."""

    thrown_by = "attacker"
    secrets = {"check": "attacker"}
    people = ("attacker", "target")
    attacker: str
    target: str
    lit: bool
    check: Check | None = None

    def variant(self) -> str:
        """Whether it burns."""
        return "lit" if self.lit else "missed"


class UnseenSensed(Event, frozen=True, tag="unseen_sensed"):
    """The referee's roll: whether a creature finds an unseen foe."""

    people = ("who", "target")
    who: str
    target: str
    check: Check

    def variant(self) -> str:
        """Found or not."""
        return "found" if self.check.success else "not"


class SenseAdvised(Event, frozen=True, tag="sense_advised"):
    """A reminder for the referee: this creature may notice the unseen."""

    people = ("who", "target")
    who: str
    target: str
    chance: int


class MagicEnded(Event, frozen=True, tag="magic_ended"):
    """The roll for dispelling one lasting piece of magic."""

    people = ("who",)
    who: str
    kind: EffectKind
    check: Check

    def variant(self) -> str:
        """Gone or not."""
        return "gone" if self.check.success else "stays"


class Bewildered(Event, frozen=True, tag="bewildered"):
    """What the confused do next."""

    people = ("who",)
    who: str
    lookup: Lookup


class TreasureRolled(Event, frozen=True, tag="treasure_rolled"):
    """The referee's dice for a treasure, table by table, and what they come to."""

    worth: int
    """Gold pieces in coins before anything was exchanged."""
    lookups: tuple[Lookup, ...]
    dice: tuple[Die, ...]
    found: Hoard


class Raised(Event, frozen=True, tag="raised"):
    """Somebody dead lives again; rest is needed."""

    people = ("who",)
    who: str
    hp: int


class ThingUsed(Event, frozen=True, tag="thing_used"):
    """A magic thing was used outside a fight; `item` is what is left of it."""

    people = ("who",)
    who: str
    key: str
    of: Item
    item: Item | None
    target: str = ""


class SpellsRegained(Event, frozen=True, tag="spells_regained"):
    """After a rest, the spells that a thing holds can be used again."""

    people = ("who",)
    who: str
    key: str
    item: Item


EVENTS: tuple[type[Event], ...] = (
    CreatureDrawn,
    EffectBegan,
    EffectEnded,
    Unaffected,
    MagicResisted,
    NumberRolled,
    WeaponUseless,
    HpRegained,
    PowerUsed,
    DeviceUsed,
    FactsTold,
    LevelsDrained,
    SheetDrained,
    AttributeChanged,
    Divided,
    WeaponRuined,
    ArmourRuined,
    TurnAttempted,
    OilThrown,
    OilLit,
    UnseenSensed,
    SenseAdvised,
    MagicEnded,
    Bewildered,
    TreasureRolled,
    Raised,
    ThingUsed,
    SpellsRegained,
)
