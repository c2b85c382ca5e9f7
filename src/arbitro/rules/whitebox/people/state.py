"""Who the people of a table are: characters, what they carry, and the party that they march in."""

from typing import Final, Literal

from msgspec import Struct, field

from arbitro.rules.whitebox.measure import Ability, Alignment
from arbitro.rules.whitebox.terms import Named

Health = Literal["well", "out", "dead", "retired"]
"""`out`: alive at 0 hit points or fewer (WB-DEATH-03); `retired`: no longer goes on adventures."""
Kind = Literal["player", "retainer", "hireling"]
"""`player`: somebody's character. `retainer`: follows an employer, gains experience. `hireling`: works for wages."""
Sort = Literal["weapon", "armour", "gear", "transport", "magic"]
"""In which catalogue the thing is found."""
Place = Literal["hand", "worn", "pack", "elsewhere"]
"""`hand`, `worn` and `pack` weigh on the bearer; `elsewhere` is on a mount, in a cart, in camp."""
Loyalty = Literal["", "traitor", "loyalist"]
PARTY: Final = "party"
"""The id of the party: the side on which it fights, and what a seat controls that plays it."""


class Coins(Struct, frozen=True, omit_defaults=True):
    """Money: gold, silver and copper pieces (1 gp = 10 sp = 100 cp)."""

    gp: int = 0
    sp: int = 0
    cp: int = 0

    @property
    def count(self) -> int:
        """How many pieces, for their weight."""
        return self.gp + self.sp + self.cp

    @property
    def copper(self) -> int:
        """The whole worth in copper pieces."""
        return self.gp * 100 + self.sp * 10 + self.cp

    def plus(self, other: "Coins") -> "Coins":
        """Coins and others, counted together."""
        return Coins(self.gp + other.gp, self.sp + other.sp, self.cp + other.cp)


class Item(Struct, frozen=True, omit_defaults=True):
    """A thing, or several alike, that somebody owns."""

    sort: Sort
    of: str
    """The id in the catalogue of its sort; for `magic`, in that of magic items."""
    count: int = 1
    where: Place = "pack"
    plus: int = 0
    """The enchantment of arms and armour (negative: cursed)."""
    charges: int = -1
    """Charges or uses that are left; -1: it has none."""
    spells: tuple[str, ...] = ()
    """What is written on a scroll."""
    base: str = ""
    """For a magic weapon or suit: which ordinary piece it is."""
    base_sort: Literal["", "weapon", "armour"] = ""
    known: bool = True
    """Whether its owner knows what it is; if not, `of`, `plus` and `charges` are the referee's."""
    name: Named | None = None
    """A name of its own."""
    foe: str = ""
    """For a weapon that is better against one kind of creature: which kind."""
    times: int = 1
    """For a scroll of protection: how much longer than usual it lasts."""
    force: int = 1
    """For a scroll of protection: how much stronger than usual it is."""
    spent: tuple[str, ...] = ()
    """Spells out of those that a thing holds which need a rest before they can be used again."""

    @property
    def on_body(self) -> bool:
        """Whether it is in hand or worn."""
        return self.where in ("hand", "worn")


class Valuable(Struct, frozen=True, omit_defaults=True):
    """A gem, a piece of jewellery or goods, and what one is worth in gold pieces."""

    kind: Literal["gem", "jewellery", "goods"]
    gp: int
    count: int = 1
    name: Named | None = None


class Hoard(Struct, frozen=True, omit_defaults=True):
    """Treasure that is nobody's own yet: found, carried by the party together, or to be divided."""

    coins: Coins = Coins()
    valuables: tuple[Valuable, ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def copper(self) -> int:
        """What coins and valuables are worth, in copper pieces; magic counts for nothing until sold (WB-XP-02)."""
        return self.coins.copper + 100 * sum(found.gp * found.count for found in self.valuables)

    def plus(self, other: "Hoard") -> "Hoard":
        """Two hoards, put together."""
        return Hoard(self.coins.plus(other.coins), self.valuables + other.valuables, self.items + other.items)


class Career(Struct, frozen=True, omit_defaults=True):
    """Level and experience in a class that is not being played now: elves have two, kept apart."""

    level: int = 1
    xp: int = 0
    rolled: tuple[int, ...] = ()


class LoyaltyRecord(Struct, frozen=True, omit_defaults=True):
    """The loyalty of one person, nobody else's (WB-LOYAL-07)."""

    next_check: int = 0
    """The modifier that the last check left for the next one (WB-LOYAL-04)."""
    status: Loyalty = ""
    treatment: int = 0
    """What the referee entered for how they are treated (WB-LOYAL-06)."""


class Battle(Struct, frozen=True, omit_defaults=True):
    """What somebody brought home from the last fight, for binding wounds (WB-BIND-02)."""

    number: int
    """Which fight of the table (`State.fights`)."""
    began: int
    """Hit points when it began."""
    ended: int
    """The minute of the clock in which it ended."""
    bound: bool = False
    """Whether the wounds were looked after already: once a battle."""
    bandaged: bool = False
    """Whether this one has given the turn after it to somebody's wounds."""


class Captivity(Struct, frozen=True, omit_defaults=True):
    """In whose power somebody is who was left to the enemy, laid down arms, or was found helpless."""

    by: str
    """The troop that holds this one."""
    place: str
    """Where."""
    ransom: int = 0
    """What is asked for this one, in gold pieces; 0: nothing was named."""
    point: str = ""
    """Under open sky: where in that place, as the table has it."""
    wordless: bool = False
    """Whether those who hold this one are beasts; of a troop of the expedition its own entry says it."""


class Taken(Struct, frozen=True, omit_defaults=True):
    """What captors took from somebody: it comes back when they are beaten."""

    by: str
    coins: Coins = Coins()
    valuables: tuple[Valuable, ...] = ()
    items: dict[str, Item] = field(default_factory=dict)


class Character(Struct, frozen=True, omit_defaults=True):
    """A character: a player's, a retainer, or somebody for hire."""

    id: str
    name: Named
    people: str
    class_id: str
    """Empty for a hireling without a class, who then has `monster` numbers."""
    alignment: Alignment
    abilities: dict[Ability, int]
    hp: int
    max_hp: int
    rolled: tuple[int, ...]
    """Every hit die as it fell, in order, before constitution (the table of the class says how many count)."""
    level: int = 1
    xp: int = 0
    xp_bonus: int = 0
    """Percentage on every award, settled when the character was made (WB-XP-06)."""
    careers: dict[str, Career] = field(default_factory=dict)
    """The classes that are not being played now, of somebody who has more than one."""
    coins: Coins = Coins()
    items: dict[str, Item] = field(default_factory=dict)
    """By an id of its own for this bearer: ``long_sword``, ``long_sword-2``."""
    valuables: tuple[Valuable, ...] = ()
    book: tuple[str, ...] = ()
    """Spells in the spell book; empty for those who know their whole list."""
    prepared: tuple[str, ...] = ()
    """Spells in memory, each as often as it was memorised; a cast one is gone from here."""
    languages: tuple[str, ...] = ()
    kind: Kind = "player"
    employer: str = ""
    loyalty: LoyaltyRecord = LoyaltyRecord()
    trade: str = ""
    """For a hireling: the entry of the hirelings' list, with its weekly wage."""
    paid: int = 0
    """For a hireling: the first day of the clock for which no wage is paid yet."""
    monster: str = ""
    """For a hireling without a class: whose numbers serve in a fight."""
    health: Health = "well"
    bleeding: bool = False
    """Below 0 and losing more every round until somebody binds the wounds (WB-DEATH-05)."""
    rested: int = 0
    """Days of rest in a row, up to now (WB-HEAL-02)."""
    stirred: int = 0
    """Minutes since then that went by otherwise than in rest."""
    memorised: int = -1
    """The day of the clock on which spells were memorised last; -1: never."""
    filled: tuple[int, ...] = ()
    """How many spells of each level that day has room for no more: those kept from before and those memorised."""
    battle: Battle | None = None
    died: int = -1
    """The minute of the clock of somebody's death; -1: alive, or nobody knows."""
    captive: Captivity | None = None
    """Set while somebody is in the enemy's power: such a one does nothing and goes nowhere."""
    taken: Taken | None = None
    """What the enemy took from this one."""
    lies: str = ""
    """The place of the expedition where the body of somebody dead lies; empty: elsewhere."""
    lies_at: str = ""
    """Under open sky: at which point of that place."""

    def death_at(self, health: Health, minutes: int) -> int:
        """When somebody died who is found to be so at a minute of the clock."""
        if health != "dead":
            return -1
        return self.died if self.health == "dead" else minutes

    @property
    def fit(self) -> bool:
        """Whether this one can act: awake, alive, free and still an adventurer."""
        return self.health == "well" and self.captive is None

    @property
    def living(self) -> bool:
        """Whether this one is alive and still an adventurer."""
        return self.health in ("well", "out")

    @property
    def along(self) -> bool:
        """Whether this one is alive and free, so that a party has somebody to walk with, or to carry."""
        return self.captive is None and self.health in ("well", "out")


class Party(Struct, frozen=True, omit_defaults=True):
    """Those who go together."""

    name: Named = Named("La compagnia", "The party", "f")
    order: tuple[str, ...] = ()
    """Ids in marching order, the first in front."""
    abreast: int = 2
    """How many walk beside each other."""
    hoard: Hoard = Hoard()
    """Treasure in common, not secured yet: it counts for nothing until it is."""
    stash: Hoard = Hoard()
    """Treasure that is secured (its experience is counted) and waits to be divided."""
    slain_xp: int = 0
    """Experience for monsters slain since the last award (WB-XP-01)."""
    secured_cp: int = 0
    """The worth, in copper, of treasure secured since the last award (WB-XP-02)."""
    unpriced: tuple[str, ...] = ()
    """Slain monsters without a printed value: the referee is asked (WB-XP-01)."""

    def rank(self, who: str) -> int:
        """In which row somebody walks, from 0; -1 for those who are not of the party."""
        return self.order.index(who) // max(self.abreast, 1) if who in self.order else -1
