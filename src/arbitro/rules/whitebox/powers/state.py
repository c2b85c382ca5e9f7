"""What a combatant can do beyond plain blows: whose powers, which things in hand, what the class teaches."""

from typing import Literal

from msgspec import Struct

from arbitro.rules.whitebox.measure import Size
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.terms import Named

DeviceSort = Literal["magic", "scroll", "oil", "flame"]


class Device(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A thing that can be used in a fight: drunk, read, pointed, blown, thrown."""

    id: str
    """The key of the thing on its bearer's sheet, or a name of its own."""
    name: Named
    sort: DeviceSort
    of: str = ""
    """The entry of the magic items; for a scroll, the spell."""
    uses: int = -1
    """How often it can still be used; -1: without a count."""
    stored: tuple[str, ...] = ()
    """Spells that it holds."""
    times: int = 1
    """How much longer than usual it works."""
    force: int = 1
    """How much stronger than usual it is."""

    @property
    def magical(self) -> bool:
        """Whether it works by magic: a magic item, or a scroll."""
        return self.sort in ("magic", "scroll")


class Powers(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What somebody is and can do beyond the plain numbers of a profile."""

    monster: str = ""
    """Whose entry of the bestiary holds."""
    variety: str = ""
    lacks: tuple[str, ...] = ()
    """Powers of the kind that this one does not have: a snake without poison."""
    kind: str = "human"
    hd: int = 1
    """Hit dice as tables count them: 0 is less than one; characters count their level."""
    plus: int = 0
    """What stands after the hit dice."""
    size: Size = "man"
    person: bool = False
    undead: bool = False
    thinking: bool = True
    folk: str = ""
    per_hd: int = 0
    """Of a dragon: hit points and breath for each hit die, by its age (table 41)."""
    strength_score: int = 10
    metal: bool = False
    """Wears metal."""
    natural: bool = False
    """Fights with its body: nothing to be eaten away or dropped."""
    turns: bool = False
    """Can turn the undead."""
    fury: int = -1
    """Against foes of at most these hit dice, as many blows as levels; -1: never."""
    stab_to_hit: int = 0
    stab_rolls: int = 1
    """Against those who do not see it coming."""
    devices: tuple[Device, ...] = ()
    worn: tuple[Ongoing, ...] = ()
    """What things that are worn or held do all the time."""
    spell_list: str = ""
    caster: int = 0
    """The level at which it casts."""
