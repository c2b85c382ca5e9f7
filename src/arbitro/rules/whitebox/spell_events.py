"""What happens to spells in a fight: prepared, released, lost, and those that take effect when the round ends."""

from arbitro.kernel.event import Event
from arbitro.rules.whitebox.state import Peril


class SpellPrepared(Event, frozen=True, tag="spell_prepared"):
    """A spell is being prepared, or stands announced for this round."""

    people = ("who",)
    who: str
    spell: str
    target: str
    ready: bool
    """Whether it can be released in this round."""

    def variant(self) -> str:
        """Announced for this round, or prepared for the next."""
        return "announced" if self.ready else ""


class SpellLost(Event, frozen=True, tag="spell_lost"):
    """Damage spoiled a spell; it counts as cast."""

    people = ("who",)
    who: str
    spell: str


class SpellLapsed(Event, frozen=True, tag="spell_lapsed"):
    """A spell that was announced for the round was not released: it stays in memory."""

    people = ("who",)
    who: str
    spell: str


class SpellCast(Event, frozen=True, tag="spell_cast"):
    """A spell took effect."""

    deadly = ("spell", "")
    people = ("who", "target")
    who: str
    spell: str
    target: str

    def variant(self) -> str:
        """Whether it is for the caster."""
        return "self" if self.who == self.target else ""


class SpellDelayed(Event, frozen=True, tag="spell_delayed"):
    """A spell was cast whose danger waits for the end of the round."""

    people = ("who",)
    who: str
    peril: Peril


class SpellStruck(Event, frozen=True, tag="spell_struck"):
    """The round ends: a spell that waited takes effect now."""

    people = ("target",)
    target: str
