"""What can happen to people between fights. Events state what is left, so that folding needs no rule."""

from typing import Final, Literal

from msgspec import field

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Modifier, Part, Sum, added_up, parts_of
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.people.coin_sums import division, price_of_parts, worth_of_hoard
from arbitro.rules.whitebox.people.state import Battle, Career, Character, Coins, Health, Hoard, Item, Place, Valuable
from arbitro.rules.whitebox.reckoning import life_sums


class ScoresRolled(Event, frozen=True, tag="scores_rolled"):
    """The attributes of a character to be, in the order of the book."""

    thrown_by = "who"
    who: str
    abilities: dict[Ability, int]
    dice: tuple[Die, ...]

    def sums(self) -> tuple[Sum, ...]:
        """Every attribute from its own dice, in the order of the throws."""
        each = len(self.dice) // max(len(self.abilities), 1)
        found = []
        for place, (ability, score) in enumerate(self.abilities.items()):
            thrown = self.dice[place * each : (place + 1) * each]
            found.append(Sum(score, parts_of(thrown, ()), thrown, f"score_{ability}"))
        return tuple(found) if self.dice else ()


class SheetWritten(Event, frozen=True, tag="sheet_written"):
    """A character with all numbers: for whoever plays it and the referee."""

    kept_last = "party"
    thrown_by = "who"
    people = ("who",)
    who: str
    character: Character
    dice: tuple[Die, ...] = ()
    """Scores, hit points, gold and lots, where they were rolled for this sheet."""
    runs: tuple[tuple[str, int], ...] = ()
    """How many of the dice after each other were for what, as a purpose of the catalogues."""
    hit_points: tuple[Part, ...] = ()
    """What is done to the hit dice."""
    gold: tuple[Part, ...] = ()
    """What is done to the dice for gold; without dice, what was given and what was spent of it."""

    def sums(self) -> tuple[Sum, ...]:
        """What every throw came to, and what became of it on the sheet."""
        rest = {"hit_points": self.hit_points, "gold": self.gold}
        place, found = 0, []
        for purpose, count in self.runs:
            thrown = self.dice[place : place + count]
            place += count
            parts = (*parts_of(thrown, ()), *rest.pop(purpose, ()))
            found.append(Sum(added_up(parts), parts, thrown, purpose))
        if rest.get("hit_points"):
            parts = (Part(sum(self.character.rolled), note="dice_as_given"), *self.hit_points)
            found.append(Sum(added_up(parts), parts, of="hit_points"))
        if rest.get("gold"):
            found.append(Sum(added_up(self.gold), self.gold, of="gold"))
        return tuple(found)


class CharacterMade(Event, frozen=True, tag="character_made"):
    """What everybody is told of somebody new."""

    kept_last = "party"
    people = ("who",)
    who: str
    folk: str
    class_id: str
    level: int
    trade: str = ""
    employer: str = ""

    def variant(self) -> str:
        """An adventurer, or somebody for hire."""
        return "hired" if self.trade else "retainer" if self.employer else ""


class PartyFormed(Event, frozen=True, tag="party_formed"):
    """Who goes together, and in which order."""

    kept_last = "party"
    people = sequences = ("order",)
    order: tuple[str, ...]
    abreast: int
    absent: tuple[str, ...] = ()
    """Those of the party who walk in no line: the dead and captives."""

    def variant(self) -> str:
        """Whether anybody is left."""
        return "" if self.order else "nobody"


class Bought(Event, frozen=True, tag="bought"):
    """Something was bought; `item` is what the bearer has of it now."""

    secrets = {"coins": "who"}
    people = ("who",)
    who: str
    key: str
    item: Item
    count: int
    price: int
    """In copper pieces."""
    coins: Coins | None
    """What is left."""
    parts: tuple[Part, ...] = ()
    """What the price comes from, in copper pieces."""

    def sums(self) -> tuple[Sum, ...]:
        """The price, in gold pieces."""
        return price_of_parts(self.price, self.parts)


class Sold(Event, frozen=True, tag="sold"):
    """Something was sold; nothing of it is left where `item` is none."""

    secrets = {"coins": "who"}
    people = ("who",)
    who: str
    key: str
    of: Item
    item: Item | None
    count: int
    price: int
    coins: Coins | None
    parts: tuple[Part, ...] = ()
    """What the price comes from, in copper pieces."""

    def sums(self) -> tuple[Sum, ...]:
        """The price, in gold pieces."""
        return price_of_parts(self.price, self.parts)


class ValuablesSold(Event, frozen=True, tag="valuables_sold"):
    """Gems, jewellery or goods were turned into coins."""

    secrets = {"coins": "who", "left": "who"}
    people = ("who",)
    who: str
    kind: str
    left: tuple[Valuable, ...] | None
    price: int
    coins: Coins | None
    parts: tuple[Part, ...] = ()
    """What the price comes from, in copper pieces."""

    def sums(self) -> tuple[Sum, ...]:
        """The price, in gold pieces."""
        return price_of_parts(self.price, self.parts)


class ItemMoved(Event, frozen=True, tag="item_moved"):
    """A thing is carried elsewhere now."""

    people = ("who",)
    who: str
    key: str
    where: Place

    def variant(self) -> str:
        """Where to."""
        return self.where


class ItemGained(Event, frozen=True, tag="item_gained"):
    """Somebody has a thing, or more of it."""

    people = ("who",)
    who: str
    key: str
    item: Item
    count: int
    dice: tuple[Die, ...] = ()
    """For the foe of a weapon that has one."""


class ItemSpent(Event, frozen=True, tag="item_spent"):
    """A thing was used up, shot or thrown away; nothing is left of it where `item` is none."""

    people = ("who",)
    who: str
    key: str
    of: Item
    item: Item | None
    count: int

    def variant(self) -> str:
        """What a rule takes of a supply is told by the shot or the light it serves; the last piece is worth a line."""
        of_own_will = "parted" if self.of.sort in ("weapon", "armour", "transport") else ""
        return of_own_will if not self.rules else TOLD_WITH_ANOTHER if self.item is not None else ""


class ItemGiven(Event, frozen=True, tag="item_given"):
    """A thing changed hands."""

    people = ("who", "to")
    who: str
    to: str
    key: str
    item: Item | None
    to_key: str
    to_item: Item
    count: int


class Paid(Event, frozen=True, tag="paid"):
    """Coins changed hands, or were spent."""

    secrets = {"left": "who", "to_has": "to"}
    people = ("who", "to")
    who: str
    to: str
    amount: Coins
    left: Coins | None
    to_has: Coins | None = None

    def variant(self) -> str:
        """To somebody, or spent."""
        return "" if self.to else "spent"


class SpellMemorised(Event, frozen=True, tag="spell_memorised"):
    """A spell is in memory; the day has so much less room."""

    kept_last = "party"
    people = ("who",)
    who: str
    spell: str
    day: int
    filled: tuple[int, ...]


class SpellForgotten(Event, frozen=True, tag="spell_forgotten"):
    """A spell was let go from memory."""

    people = ("who",)
    who: str
    spell: str
    filled: tuple[int, ...]


class SpellLearned(Event, frozen=True, tag="spell_learned"):
    """A spell stands in somebody's book."""

    people = ("who",)
    who: str
    spell: str


class SpellSpent(Event, frozen=True, tag="spell_spent"):
    """A spell was cast outside a fight and is gone from memory."""

    people = ("who",)
    who: str
    spell: str
    target: str = ""


class SpellAsks(Event, frozen=True, tag="spell_asks"):
    """Only in older logs: what comes of a spell that was cast outside a fight is the referee's to tell."""

    people = ("who",)
    who: str
    spell: str


class XpCounted(Event, frozen=True, tag="xp_counted"):
    """For the referee: what slain monsters are worth, and those whose worth is not printed."""

    xp: int
    unpriced: tuple[str, ...] = ()
    slain: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Who was worth how much each; those alike together."""

    def variant(self) -> str:
        """Whether the referee is asked for a value."""
        return "asked" if self.unpriced else ""

    def sums(self) -> tuple[Sum, ...]:
        """What each of the slain is worth in the book."""
        alike = tuple(
            Part(
                worth * len(who), rule="WB-XP-01", note="each_worth" if len(who) > 1 else "", number=worth, sources=who
            )
            for worth, who in self.slain
        )
        return (Sum(self.xp, alike),) if alike else ()


class XpPriced(Event, frozen=True, tag="xp_priced"):
    """The referee has said what monsters without a printed value are worth."""

    xp: int


class XpDivided(Event, frozen=True, tag="xp_divided"):
    """The experience of an adventure was divided: monsters, treasure, and what a full share is."""

    people = ("members",)
    monsters: int
    treasure: int
    share: int
    members: tuple[str, ...]
    split: tuple[int, int] = (0, 0)
    """A full share as a fraction of the whole; nothing where an old log does not say."""

    def sums(self) -> tuple[Sum, ...]:
        """Monsters and treasure together, divided; remainders are dropped."""
        times, among = self.split
        if not among:
            return ()
        parts = (
            Part(self.monsters, rule="WB-XP-01", note="xp_monsters"),
            Part(self.treasure, rule="WB-XP-02", note="xp_treasure"),
            Part(times, "times"),
            Part(among, "divide", rule="WB-XP-03", note="shares"),
        )
        kept = tuple(part for part in parts if part.amount != (0 if part.how == "add" else 1))
        return (Sum(self.share, kept, of="share"),)


class XpGained(Event, frozen=True, tag="xp_gained"):
    """An award with its personal bonus."""

    secrets = {"total": "who", "percent": "who"}
    people = ("who",)
    who: str
    award: int
    percent: int | None
    bonus: int
    total: int | None

    def variant(self) -> str:
        """With or without a bonus; the sums are for those who know the sheet."""
        if self.total is None:
            return "hidden"
        return "bonus" if self.bonus > 0 else "malus" if self.bonus < 0 else ""

    def sums(self) -> tuple[Sum, ...]:
        """What there was before, the award and the bonus."""
        if self.total is None:
            return ()
        before = Part(self.total - self.award - self.bonus, note="xp_before")
        award = Part(self.award, rule="WB-XP-04", note="award")
        bonus = (Part(self.bonus, rule="WB-XP-06", note="xp_bonus"),) if self.bonus else ()
        return (Sum(self.total, (before, award, *bonus)),)


class LevelGained(Event, frozen=True, tag="level_gained"):
    """Somebody rose a level."""

    thrown_by = "who"
    secrets = {"rolled": "who", "max_hp": "who", "hp": "who", "parts": "who"}
    people = ("who",)
    who: str
    level: int
    rolled: tuple[int, ...] | None
    max_hp: int | None
    hp: int | None
    dice: tuple[Die, ...] = ()
    parts: tuple[Part, ...] | None = None
    """From the hit dice to the hit points; None where an old log does not say, or the reader may not know."""

    def variant(self) -> str:
        """Whether the reader knows the hit points."""
        return "hidden" if self.max_hp is None else ""

    def sums(self) -> tuple[Sum, ...]:
        """The dice of earlier levels, those of this one, and what is added to all of them."""
        if self.max_hp is None or self.parts is None:
            return ()
        return (Sum(self.max_hp, self.parts, self.dice, "hit_points"),)


class LevelBarred(Event, frozen=True, tag="level_barred"):
    """Enough experience, but the people or the tables go no further."""

    people = ("who",)
    who: str
    level: int


class StrongholdOpen(Event, frozen=True, tag="stronghold_open"):
    """Somebody may found a stronghold now, and bear a title."""

    people = ("who",)
    who: str
    class_id: str


class ClassChosen(Event, frozen=True, tag="class_chosen"):
    """Somebody with more than one class takes up another."""

    thrown_by = "who"
    secrets = {"rolled": "who", "max_hp": "who", "hp": "who", "xp": "who", "careers": "who"}
    people = ("who",)
    who: str
    class_id: str
    level: int
    xp: int | None
    rolled: tuple[int, ...] | None
    max_hp: int | None
    hp: int | None
    careers: dict[str, Career] | None
    dice: tuple[Die, ...] = ()


class Rested(Event, frozen=True, tag="rested"):
    """Days of rest, and the hit points they gave back."""

    kept_last = "rest"
    thrown_by = "who"
    secrets = {"left": "who", "healed": "who", "modifiers": "who"}
    people = ("who",)
    who: str
    days: int
    healed: int | None
    left: int | None
    rested: int
    """Days in a row by now."""
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] | None = ()
    in_camp: bool = False
    """Whether the night in which all of them rest is told by itself."""

    def variant(self) -> str:
        """Healed, or nothing to heal."""
        healed = self.left is not None and self.healed
        return "" if healed else TOLD_WITH_ANOTHER if self.in_camp else "nothing"

    def sums(self) -> tuple[Sum, ...]:
        """What came back, and the hit points there are."""
        return life_sums(self.healed, self.left if self.healed else None, self.dice, self.modifiers)


class RestBroken(Event, frozen=True, tag="rest_broken"):
    """Rest was interrupted, and the count of days begins again."""

    people = ("who",)
    who: tuple[str, ...]
    ended_by: Literal["", "toil"] = ""
    """Nothing: the day in hand gives nothing. Toil: something done after days of rest ended their row."""

    def variant(self) -> str:
        """The day that is lost, or the row that has ended."""
        return self.ended_by


class AbilityChanged(Event, frozen=True, tag="ability_changed"):
    """An attribute is another one from now on."""

    people = ("who",)
    who: str
    ability: Ability
    score: int
    by: int
    gains: dict[str, int | float] = field(default_factory=dict)
    """By how much their numbers in the fight that they are in change with it."""
    lent: bool = False
    """Whether it is borrowed for a while, or what was borrowed is given back."""

    def variant(self) -> str:
        """Up or down, for good or on loan."""
        if self.lent:
            return "lent" if self.by > 0 else "given_back"
        return "up" if self.by > 0 else "down"

    def sums(self) -> tuple[Sum, ...]:
        """What it was, and by how much it has changed."""
        return (Sum(self.score, (Part(self.score - self.by, note="score_before"), Part(self.by, note="change"))),)


class CoinsChanged(Event, frozen=True, tag="coins_changed"):
    """What is in somebody's purse has changed by itself."""

    people = ("who",)
    who: str
    coins: Coins


class TimeWent(Event, frozen=True, tag="time_went"):
    """The clock of the table went on."""

    minutes: int
    days: int = 0
    resting: bool = False
    """Whether everybody rested the while, so that it counts as nobody's toil."""
    clock: int = 0
    """The minutes of the table's clock now; older logs do not say."""

    def variant(self) -> str:
        """In days, or in minutes."""
        return "days" if self.days else "again" if self.clock > self.minutes else ""


class Healed(Event, frozen=True, tag="healed"):
    """Magic gave hit points back."""

    thrown_by = "who"
    secrets = {"left": "who"}
    people = ("who",)
    who: str
    healed: int
    left: int | None
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    def variant(self) -> str:
        """Whether the reader knows what is left."""
        return "hidden" if self.left is None else ""

    def sums(self) -> tuple[Sum, ...]:
        """What came back, and the hit points there are."""
        return life_sums(self.healed, self.left, self.dice, self.modifiers)


class Revived(Event, frozen=True, tag="revived"):
    """Somebody who lay unconscious has hit points again."""

    people = ("who",)
    who: str


class Bandaged(Event, frozen=True, tag="bandaged"):
    """First aid after a battle."""

    thrown_by = "who"
    secrets = {"left": "patient"}
    people = ("who", "patient")
    who: str
    patient: str
    healed: int
    left: int | None
    dice: tuple[Die, ...]
    modifiers: tuple[Modifier, ...] = ()

    def variant(self) -> str:
        """Whether the reader knows what is left, and whether they are their own wounds."""
        own = "own" if self.who == self.patient else ""
        return f"hidden_{own}".rstrip("_") if self.left is None else own

    def sums(self) -> tuple[Sum, ...]:
        """What came back, and the hit points there are."""
        return life_sums(self.healed, self.left, self.dice, self.modifiers)


class BleedingStopped(Event, frozen=True, tag="bleeding_stopped"):
    """Somebody's bleeding was stopped outside a fight."""

    people = ("who", "patient")
    who: str
    patient: str


BLOOD: Final = "bleeding"
"""The note of what is lost round by round below zero."""


class WoundSuffered(Event, frozen=True, tag="wound_suffered"):
    """Hit points lost outside a fight."""

    secrets = {"left": "who"}
    people = ("who",)
    who: str
    amount: int
    left: int | None
    health: Health
    bleeding: bool = False
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    def variant(self) -> str:
        """How it leaves them, with the count for those who may know it; whoever bled lay there before."""
        blood = any(each.note == BLOOD for each in self.modifiers)
        told = f"{self.health}_bled" if blood else self.health
        return told if self.left is not None else f"{told}_hidden"

    def sums(self) -> tuple[Sum, ...]:
        """What was lost, and the hit points that are left."""
        return life_sums(-self.amount, self.left, self.dice, self.modifiers)


class CameHome(Event, frozen=True, tag="came_home"):
    """What a fight leaves of somebody: for whoever plays them and the referee."""

    people = ("who",)
    who: str
    hp: int
    health: Health
    prepared: tuple[str, ...]
    bleeding: bool
    battle: Battle
    spell: str = ""
    """What holds somebody whom the end of the fight does not set free: stone, a charm, a maw."""

    def variant(self) -> str:
        """The dead do not come home: their death has been told. Of the unhurt there is nothing to tell."""
        unhurt = self.health == "well" and self.hp == self.battle.began and not self.spell
        told = self.spell or ("out" if self.health == "out" else "")
        return TOLD_WITH_ANOTHER if self.health == "dead" or unhurt else told


class TreasureFound(Event, frozen=True, tag="treasure_found"):
    """Treasure in the party's hands."""

    found: Hoard
    worth: int
    """In gold pieces, magic not counted."""

    def sums(self) -> tuple[Sum, ...]:
        """Every kind of coin, and what gems, jewels and goods are worth."""
        return worth_of_hoard(self.worth, self.found)


class ThingsUnknown(Event, frozen=True, tag="things_unknown"):
    """What everybody sees of treasure whose nature is not known yet."""

    coins: Coins
    worth: int
    count: int


class TreasureSecured(Event, frozen=True, tag="treasure_secured"):
    """The party's treasure counts as acquired."""

    worth: int
    """In copper pieces."""
    gp: int
    hoard: Hoard | None = None
    """What it was; None for something that was sold, and where an old log does not say."""

    def sums(self) -> tuple[Sum, ...]:
        """Every kind of coin, and what gems, jewels and goods are worth."""
        return () if self.hoard is None else worth_of_hoard(self.gp, self.hoard)


class TreasureDivided(Event, frozen=True, tag="treasure_divided"):
    """Secured coins and the price of valuables were divided."""

    shares: dict[str, Coins]
    """What each gets."""
    left: Coins
    portions: dict[str, int] = field(default_factory=dict)
    """How many equal parts each has a right to; nothing where an old log does not say."""

    def sums(self) -> tuple[Sum, ...]:
        """What each gets of the whole by their parts, and what remains when all have theirs."""
        return division(self.shares, self.left, self.portions) if self.portions else ()


class ItemTaken(Event, frozen=True, tag="item_taken"):
    """Somebody took a thing from the secured treasure."""

    people = ("who",)
    who: str
    number: int
    key: str
    item: Item


class WagesPaid(Event, frozen=True, tag="wages_paid"):
    """A week's wages."""

    secrets = {"coins": "who"}
    people = ("who",)
    who: str
    price: int
    coins: Coins | None
    parts: tuple[Part, ...] = ()
    """What the price comes from, in copper pieces."""
    paid: dict[str, int] = field(default_factory=dict)
    """Who has their wages, and until which day of the clock."""

    def sums(self) -> tuple[Sum, ...]:
        """The price, in gold pieces."""
        return price_of_parts(self.price, self.parts)


class Dismissed(Event, frozen=True, tag="dismissed"):
    """Somebody is no longer in service."""

    people = ("who", "servant")
    who: str
    servant: str


class Retired(Event, frozen=True, tag="retired"):
    """A career has ended."""

    people = ("who",)
    who: str


EVENTS: tuple[type[Event], ...] = (
    ScoresRolled,
    SheetWritten,
    CharacterMade,
    PartyFormed,
    Bought,
    Sold,
    ValuablesSold,
    ItemMoved,
    ItemGained,
    ItemSpent,
    ItemGiven,
    Paid,
    SpellMemorised,
    SpellForgotten,
    SpellLearned,
    SpellSpent,
    SpellAsks,
    XpCounted,
    XpPriced,
    XpDivided,
    XpGained,
    LevelGained,
    LevelBarred,
    StrongholdOpen,
    ClassChosen,
    Rested,
    RestBroken,
    AbilityChanged,
    CoinsChanged,
    TimeWent,
    Healed,
    Revived,
    Bandaged,
    BleedingStopped,
    WoundSuffered,
    CameHome,
    TreasureFound,
    ThingsUnknown,
    TreasureSecured,
    TreasureDivided,
    ItemTaken,
    WagesPaid,
    Dismissed,
    Retired,
)
