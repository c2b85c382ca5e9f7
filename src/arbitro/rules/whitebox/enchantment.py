"""Spells and magic items: who can use them, what they reach, how long they last. What they do is in `effect`."""

from typing import Final, Literal

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.content import Noun, Sourced
from arbitro.rules.whitebox.effect import AnyEffect
from arbitro.rules.whitebox.measure import Area, Reach, Span

Target = Literal[
    "self", "creature", "creatures", "person", "persons", "object", "creature_or_object", "area", "door", "corpse",
    "corpses", "nothing",
]  # fmt: skip


class Reversed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The other side of a spell, for clerics of Chaos."""

    id: str
    name: Noun
    effects: tuple[AnyEffect, ...]


class Spell(Sourced, frozen=True, kw_only=True):
    """A spell."""

    name: Noun
    lists: dict[str, int]
    """Its level in each list."""
    scroll_only: tuple[str, ...] = ()
    """Lists in which it can only be cast from a scroll."""
    range: dict[str, Reach]
    """By list; `any` where all are alike."""
    span: dict[str, Span]
    target: Target
    area: Area | None = None
    effects: tuple[AnyEffect, ...]
    reverse: Reversed | None = None
    casting_turns: int = 0
    """Turns that casting takes outside a fight, where the entry says so."""

    def range_for(self, spell_list: str) -> Reach:
        """How far it reaches for casters of a list; for one of no such list, as far as for the first."""
        return self.range.get(spell_list) or next(iter(self.range.values()))

    def span_for(self, spell_list: str = "") -> Span:
        """How long it lasts for casters of a list; out of a thing or a creature, as long as for the first."""
        return self.span.get(spell_list) or next(iter(self.span.values()))


class Uses(Struct, frozen=True, forbid_unknown_fields=True):
    """How often an item works."""

    count: Amount
    per: Literal["day", "week", "ever"]


WORN: Final = frozenset({"ring", "armour", "wondrous", "cursed"})
"""Categories of things that are worn unless an entry says that it is not."""


class MagicItem(Sourced, frozen=True, kw_only=True):
    """A magic item."""

    name: Noun
    category: Literal["potion", "scroll", "wand", "ring", "staff", "wondrous", "cursed", "weapon", "armour"]
    effects: tuple[AnyEffect, ...]
    charges: Amount | None = None
    rechargeable: bool = False
    uses: Uses | None = None
    span: Span | None = None
    classes: tuple[str, ...] = ()
    """Who can use it; empty: everybody."""
    barred: tuple[str, ...] = ()
    cursed: bool = False
    """It cannot be laid aside without remove curse."""
    alternatives: tuple[str, ...] = ()
    """Items of which it is one, with equal chances."""
    worn: bool | None = None
    """Whether it is worn on the body; unsaid: as things of its category are."""

    @property
    def wearable(self) -> bool:
        """Whether it can be put on: nobody wears a potion or a scroll."""
        return self.category in WORN if self.worn is None else self.worn

    @property
    def ails_the_wearer(self) -> bool:
        """Whether it works on whoever puts it on, and on nobody else."""
        return self.category == "cursed" and self.wearable
