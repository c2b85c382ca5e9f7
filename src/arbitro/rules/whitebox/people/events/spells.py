"""Spells that are learned, memorised and spent outside a fight."""

from arbitro.kernel.event import Event


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
