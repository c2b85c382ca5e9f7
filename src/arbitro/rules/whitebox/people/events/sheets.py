"""Who has a sheet, who goes with whom, and what changes on a sheet by itself."""

from msgspec import field

from arbitro.dice.stream import Die
from arbitro.kernel.event import TOLD_WITH_ANOTHER, Event
from arbitro.kernel.ruling import Part, Sum, added_up, parts_of
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.people.state import Battle, Character, Health


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


class Retired(Event, frozen=True, tag="retired"):
    """A career has ended."""

    people = ("who",)
    who: str
