"""What tables give: encounters, treasure, weather, and the small numbers of travel and of the bestiary."""

from typing import Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.bounds import Large
from arbitro.kernel.content import Noun, Sourced
from arbitro.kernel.named import Named
from arbitro.kernel.rulebook import Phrase
from arbitro.rules.whitebox.measure import Alignment, snake

WeatherDice = Literal["default", "after_hot", "after_rain"]
Terrain = Literal["open", "forest", "river_coast", "swamp_jungle", "hills_mountains", "desert", "settled"]


class Encounter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who is met: one of these monsters, somebody of a class, or a roll on another table."""

    monsters: tuple[str, ...] = ()
    class_id: str = ""
    level: Amount | None = None
    """Of somebody of a class; None: the referee's choice."""
    count: Amount | None = None
    """None: as many as usual."""
    table: str = ""
    party: bool = False
    """A party of adventurers."""
    reroll: bool = False
    unlisted: Phrase | None = None
    """A creature that the bestiary does not hold, for the referee to supply."""
    printed: tuple[str, ...] = ()
    """The monsters that the source prints, where we follow another reading."""


class Share(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """The worth of a treasure as a multiple of the monsters' experience, and how its value is split, in a hundred."""

    multiple: int
    copper: int
    silver: int
    gold: int


class Worth(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """The value of a gem or jewel in gold pieces: dice times a number, plus a number."""

    dice: Amount
    times: Large = 1
    plus: Large = 0


class Rolls(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """Roll on another table, so often, with these dice instead of its own."""

    table: str
    times: int = 1
    dice: Amount | None = None


class Found(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A magic item of the catalogue."""

    item: str


class Scrolls(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """Scrolls of spells of a level: one roll for all, or one for each."""

    count: int
    level: Amount
    each: bool = False


class CursedScroll(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A scroll with a curse of the referee's."""


class ProtectionScroll(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A scroll of protection: roll for which."""

    table: str
    time_factor: int = 1
    effect_factor: int = 1


class Arms(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """Enchanted arms or armour; roll for which piece, and for a curse or a minor power where the row says so."""

    what: Literal["melee", "missile", "armour", "shield", "weapon", "armour_or_shield"]
    plus: int = 0
    cursed: bool = False
    minor: bool = False


class Curse(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """What a cursed piece does."""

    plus: int = 0
    missiles_to_hit: int = 0
    """Missiles fly towards it, with this bonus."""


class Piece(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A piece of ordinary equipment that is enchanted, or several."""

    item: str
    count: Amount = Amount(plus=1)
    name: Noun | None = None
    """What it is called where the catalogue has only something like it."""


class MinorPower(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A small power of a weapon."""

    damage: int = 0
    light: int = 0


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """A card of the Deck of Many Things."""

    name: Noun
    text: Phrase
    xp: Large = 0
    levels: int = 0
    table: str = ""
    times: Amount | None = None
    wishes: Amount | None = None
    foe_hd: Amount | None = None


Treasure = (
    Share | Worth | Rolls | Found | Scrolls | CursedScroll | ProtectionScroll | Arms | Curse | Piece | MinorPower | Card
)


class Weather(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The day's weather."""

    name: Phrase
    travel: float = 1.0
    """The share of a day's march that it leaves."""
    poor_sight: bool = False
    next_day: WeatherDice = "default"
    """Which dice tell the weather of the day after."""
    text: Phrase | None = None


class Reaction(Struct, frozen=True, forbid_unknown_fields=True):
    """How those who are met take it."""

    name: Phrase


class SpellOutcome(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table that belongs to a spell."""

    name: Phrase
    feet: int = 0


class DragonAge(Struct, frozen=True, forbid_unknown_fields=True):
    """The age of a dragon: hit points, and breath damage, for each hit die."""

    name: Phrase
    per_hd: int


class Number(Struct, frozen=True, forbid_unknown_fields=True):
    """A plain number."""

    value: int


class AlignmentRow(Struct, frozen=True, forbid_unknown_fields=True):
    """The alignment of somebody met by chance."""

    alignment: Alignment


class TerrainOdds(Struct, frozen=True, forbid_unknown_fields=True):
    """Chances in six of getting lost and of meeting something (table 34)."""

    name: Named
    lost: int
    encounter: int
    table: str
    """The encounter table to roll on."""


class Distance(Struct, frozen=True, forbid_unknown_fields=True):
    """How far off an encounter begins: dice times `times`."""

    surprised: Amount
    normal: Amount
    times: int
    unit: Literal["feet", "yards"]


class Evasion(Struct, frozen=True, forbid_unknown_fields=True):
    """Getting away in the open: what a d6 must reach."""

    pursue_hostile: int
    pursue_others: int
    evade_quarter: int
    evade_half: int
    evade: int
    modifier: int
    """For each of: pursuers surprised, poor sight, twice as fast."""
    go_on: int
    displaced: Amount
    """How many hexes off its way a party is that got away."""
    hex_miles: int


class Exploration(Sourced, frozen=True, kw_only=True):
    """Wandering monsters, terrain, distance and flight."""

    wandering_turns: int
    wandering_die: int
    wandering_on: int
    terrains: dict[Terrain, TerrainOdds]
    distances: dict[Literal["dungeon", "wilderness"], Distance]
    evasion: Evasion
    party_size: Amount
    party_level: Amount
    party_name: Phrase
    """What a party of adventurers is called."""
    weather_dice: dict[WeatherDice, Amount]


class MoraleHint(Struct, frozen=True, forbid_unknown_fields=True):
    """A monster's steadiness as a modifier on the morale roll."""

    up_to: int
    modifier: int


class BestiaryFacts(Sourced, frozen=True, kw_only=True):
    """What the bestiary says of all monsters."""

    xp: tuple[Large, ...]
    """By hit dice equivalent from 0 (less than one) on (table 43)."""
    xp_beyond: Large
    """For each further one."""
    morale: tuple[MoraleHint, ...]

    def xp_of(self, hde: int) -> int:
        """Experience for a hit dice equivalent."""
        last = len(self.xp) - 1
        return self.xp[hde] if hde <= last else self.xp[last] + (hde - last) * self.xp_beyond


class TreasureFacts(Sourced, frozen=True, kw_only=True):
    """How treasure is put together."""

    trades: tuple["Trade", ...]
    scroll_caster: dict[Literal["magic_user", "cleric"], tuple[int, int]]
    gems: tuple[Phrase, ...]
    jewels: tuple[Phrase, ...]


class Trade(Struct, frozen=True, forbid_unknown_fields=True):
    """For each such part of a treasure's value, a chance in a hundred to exchange it."""

    gold: Large
    chance: int
    gem_table: str
    magic_table: str
    magic_on: int
    """On a d20: this or more is magic."""
