"""Creatures of the bestiary in one line, and characters who can do more than strike."""

from typing import Any

from msgspec.structs import replace
from tests.rules.whitebox.arena import RULES, someone

from arbitro.dice.amount import Amount
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.powers.commands import Band
from arbitro.rules.whitebox.powers.creatures import creature, powers_of
from arbitro.rules.whitebox.powers.state import Device, Powers
from arbitro.rules.whitebox.terms import Named, Spell, Weapon


def beast(
    monster: str,
    who: str = "",
    side: str = "B",
    hp: int = 20,
    *,
    at: int | None = None,
    rank: int = 0,
    variety: str = "",
    per_hd: int = 0,
    lacks: tuple[str, ...] = (),
    **more: Any,
) -> Member:
    """One creature with fixed hit points; side A stands at 0, all others within reach at 10."""
    entry = RULES.content.monsters[monster]
    powers = powers_of(RULES.rules, monster, entry, entry.hd[rank], variety, lacks, per_hd)
    place = at if at is not None else 0 if side == "A" else 10
    made = creature(RULES.rules, Band(monster=monster, side=side, at=place), entry, entry.hd[rank], powers, 0)
    profile = replace(made.profile, id=who or monster, max_hp=max(hp, 1), **more)
    return Member(profile, Amount(plus=hp), place)


def hero(who: str, side: str = "A", hp: int = 8, **more: Any) -> Member:
    """A character of a class who has powers of the usual sort: a person of their level."""
    level = more.get("level", 1)
    gifts: dict[str, Any] = {"hd": level, "person": True, **more.pop("gifts", {})}
    more.setdefault("class_id", "fighter")
    return someone(who, side, hp, powers=Powers(**gifts), **more)


def spell(name: str) -> Spell:
    """A spell of the lists."""
    noun = RULES.content.find_spell(name)[0].name
    return Spell(name, Named(noun.it, noun.en), magic=name)


def caster(
    who: str, *spells: str, side: str = "A", level: int = 5, spell_list: str = "magic_user", **more: Any
) -> Member:
    """Somebody who casts these spells of the lists."""
    gifts = {"spell_list": spell_list, "caster": level, **more.pop("gifts", {})}
    more.setdefault("class_id", spell_list)
    return hero(who, side, level=level, spells=tuple(spell(name) for name in spells), gifts=gifts, **more)


def magic(name: str, uses: int = -1, key: str = "", stored: tuple[str, ...] = ()) -> Device:
    """A magic thing that can be used in a fight."""
    noun = RULES.content.magic_items[name].name
    return Device(id=key or name, name=Named(noun.it, noun.en), sort="magic", of=name, uses=uses, stored=stored)


OIL = Device(id="oil", name=Named("olio", "oil"), sort="oil", uses=3)
TORCH = Device(id="torch", name=Named("torcia", "torch"), sort="flame", uses=6)


def blade(name: str = "sword", damage: str = "1d6", **more: Any) -> Weapon:
    """A weapon with more to it."""
    return Weapon(name, Named(name, name), Amount.parse(damage), **more)
