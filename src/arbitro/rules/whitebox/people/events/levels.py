"""Experience, levels and classes."""

from arbitro.dice.stream import Die
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Part, Sum
from arbitro.rules.whitebox.people.state import Career


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
