"""Spells of the lists in a fight: which they are, at whom they are cast, how far they reach, whom they catch."""

from collections.abc import Iterable, Iterator
from typing import Final, cast

from msgspec import Struct

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.rules.whitebox import basics
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox.basics import distance, in_the_field, members, opponents, place_of
from arbitro.rules.whitebox.enchantment import Spell as ListedSpell
from arbitro.rules.whitebox.measure import Area, Span
from arbitro.rules.whitebox.movement import combat_move
from arbitro.rules.whitebox.people.records import out_of_mind
from arbitro.rules.whitebox.powers.events import FactsOf
from arbitro.rules.whitebox.powers.lookups import hit_dice, powers, setting_here
from arbitro.rules.whitebox.powers.registry import aims_at_foes, lasting_forms, magic_of, needs_a_foe
from arbitro.rules.whitebox.powers.walls import screened
from arbitro.rules.whitebox.prepared_spells import spell_of
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Fight, State
from arbitro.rules.whitebox.terms import Spell

LONE: Final = "lone"
"""The manner in which a spell for several is thrown at one, who saves less well."""
BOLT_WIDTH: Final = 5
"""Feet of a line that catch one more creature behind the first (ours: a fight has only one dimension)."""


def nearest_end(*reaches: int) -> int:
    """The shortest of some reaches, of which -1 is as far as the fight goes."""
    return min((feet for feet in reaches if feet >= 0), default=-1)


class Working(Struct, frozen=True, kw_only=True):
    """Magic at work: whose, how strong, for how long."""

    by: str
    source: str
    """Sort and id: ``spell:sleep``."""
    level: int
    spell: ListedSpell | None = None
    span: Span | None = None
    save_modifier: int = 0
    damage: Amount | None = None
    """Dice that take the place of the spell's own."""
    area: Area | None = None
    lone: bool = False
    manner: str = ""
    form: str = ""
    """The shape that was named, for magic that gives one."""

    @property
    def sort(self) -> FactsOf:
        """What it comes from."""
        return cast(FactsOf, self.source.partition(":")[0])

    @property
    def name(self) -> str:
        """The id alone."""
        return self.source.partition(":")[2]


def spell_working(rules: Rules, one: Combatant, spell: Spell) -> Working:
    """How strong a spell of the lists is, and how long it lasts."""
    facts, _ = rules.content.find_spell(spell.magic)
    span = facts.span_for(powers(one).spell_list)
    source = f"spell:{spell.magic}"
    return Working(by=one.id, source=source, level=caster_level(one), spell=facts, span=span, area=facts.area)


# ------------------------------------------------------------ which spells, at whom


def effects_of(rules: Rules, spell: Spell) -> tuple[effect_kinds.AnyEffect, ...]:
    """What the entry of a spell says that it does; nothing for one that no list has any more."""
    known = spell.magic in rules.content.spells or spell.magic in rules.content.reverses
    return rules.content.find_spell(spell.magic)[1] if known else ()


def manners(rules: Rules, spell: Spell) -> tuple[str, ...]:
    """The choices of a spell's effects; one for several can be thrown at one alone."""
    parts = effects_of(rules, spell) if spell.threat is None else ()
    named = choices_of(rules, parts)
    if named:
        return named
    lone = ((part, magic_of(rules, part).lone) for part in parts)
    return ("", LONE) if any(may(part) for part, may in lone if may is not None) else ("",)


def choices_of(rules: Rules, parts: Iterable[effect_kinds.AnyEffect]) -> tuple[str, ...]:
    """The manners that effects leave open; one that gives a shape is one for each shape (``other:bat``)."""
    found: dict[str, None] = {}
    for part in parts:
        names = [f"{part.choice}:{form}" for form in forms_of(rules, part)] or [part.choice]
        found |= dict.fromkeys(name for name in names if part.choice)
    return tuple(found)


def forms_of(rules: Rules, part: effect_kinds.AnyEffect) -> tuple[str, ...]:
    """The shapes that an effect gives."""
    forms = magic_of(rules, part).forms
    return () if forms is None else forms(part)


def chosen(parts: Iterable[effect_kinds.AnyEffect], manner: str) -> tuple[effect_kinds.AnyEffect, ...]:
    """The effects of a manner: those without a choice, and those of the one that was named, or of the first."""
    parts = tuple(parts)
    names = list(dict.fromkeys(part.choice for part in parts if part.choice))
    manner = manner.partition(":")[0]
    wanted = manner if manner in names else next(iter(names), "")
    return tuple(part for part in parts if part.choice in ("", wanted))


def manner_against(rules: Rules, parts: tuple[effect_kinds.AnyEffect, ...], *, foe: bool) -> str:
    """The first manner that is meant for an enemy, or for a friend, where whoever works it names none."""
    names = choices_of(rules, parts)
    fitting = (name for name in names if any(aims_at_foes(rules, part) for part in chosen(parts, name)) is foe)
    return next(fitting, "")


def aim_at(rules: Rules, parts: tuple[effect_kinds.AnyEffect, ...]) -> str:
    """For whom magic is meant: foes, friends, or the caster alone."""
    if any(needs_a_foe(rules, part) for part in parts):
        return "foe"
    if parts and all(magic_of(rules, part).oneself for part in parts):
        return "self"
    return "friend"


def spell_targets(here: Here, one: Combatant, spell: Spell) -> tuple[Combatant, ...]:
    """At whom a spell is sensibly cast: a plain danger at the enemy, any other at those whom it is for."""
    if spell.threat is not None:
        return tuple(opponents(basics.fight(here.state), one))
    return sensible_targets(here, one, effects_of(here.rules, spell))


def sensible_targets(here: Here, one: Combatant, parts: tuple[effect_kinds.AnyEffect, ...]) -> tuple[Combatant, ...]:
    """Whom magic could be meant for, the caster first among friends."""
    fight, rules = basics.fight(here.state), here.rules
    aim = aim_at(rules, parts)
    friends = [other for other in fight.combatants.values() if other.profile.side == one.profile.side]
    fallen = any(magic_of(rules, part).fallen for part in parts)
    standing = ("up", "out", "charmed", "stone") if fallen else ("up",)
    found: list[Combatant] = []
    if aim in ("foe", "friend") and any(
        needs_a_foe(rules, part) or magic_of(rules, part).either_side for part in parts
    ):
        found += [
            foe
            for foe in opponents(fight, one)
            if here.rules.can_strike(here, one, foe) and screened(here.state, one, foe) is None
        ]
    if aim != "foe" or any(lasting_forms(rules, part) and not aims_at_foes(rules, part) for part in parts):
        others = [one] if aim == "self" else [one, *(other for other in friends if other.id != one.id)]
        found += [other for other in others if other.condition in standing]
    return tuple(found)


def can_be_aimed_at(here: Here, one: Combatant, target: Combatant, spell: Spell) -> bool:
    """Whether a spell can be cast at somebody: whoever it is meant for and can be seen."""
    if spell.threat is not None:
        return in_the_field(target)
    return target.id in [other.id for other in spell_targets(here, one, spell)]


def reach_of(rules: Rules, one: Combatant, spell: Spell) -> int:
    """Feet that a spell reaches; -1: as far as the fight goes."""
    return reach_of_spell(rules, spell.magic, powers(one).spell_list, caster_level(one))


def reach_of_spell(rules: Rules, name: str, spell_list: str, level: int) -> int:
    """Feet that an entry of the lists reaches; what spreads from the caster, no farther than it spreads."""
    facts, parts = rules.content.find_spell(name)
    reach = facts.range_for(spell_list)
    feet = -1
    if reach.kind == "feet":
        feet = reach.feet + reach.per_level * level
    elif reach.kind in ("touch", "close", "self"):
        feet = MELEE_REACH
    return nearest_end(feet, spreads(rules, parts, facts.area))


def spreads(rules: Rules, parts: Iterable[effect_kinds.AnyEffect], area: Area | None = None) -> int:
    """Feet of a cone or a line that begins at the caster, the shortest of them; -1 where there is none."""
    kinds = ((part, magic_of(rules, part).area) for part in parts)
    areas = [own(part) or area for part, own in kinds if own is not None]
    lengths = [one.length for one in areas if one is not None and one.shape in ("cone", "line")]
    return min(lengths, default=-1)


def too_far_for(state: State, one: Combatant, target: Combatant, reach: int, step: int = 0) -> Refusal | None:
    """The refusal for magic at somebody beyond its reach, with so many feet still to be walked."""
    feet = distance(basics.fight(state), one, target)
    if not 0 <= reach < feet - step:
        return None
    return Refusal("spell_range", {"who": f"@{target.id}", "feet": feet, "reach": reach}, ("WB-SPELL-01",))


def may_announce(here: Here, one: Combatant, spell: str, target: str) -> Refusal | None:
    """Whether somebody has the spell, and the target could be in reach of it if the caster walks up to it."""
    found = out_of_mind(here.state, one.id) or spell_of(one, spell)
    if isinstance(found, Refusal):
        return found
    aimed = basics.fight(here.state).combatants.get(target)
    if aimed is None:
        return Refusal("nobody", {"who": target})
    if found.threat is not None or not effects_of(here.rules, found):
        return None
    return too_far_for(here.state, one, aimed, reach_of(here.rules, one, found), combat_move(one))


def caster_level(one: Combatant) -> int:
    """The level at which somebody's magic works."""
    return powers(one).caster or hit_dice(one) or 1


def may_release(here: Here, one: Combatant, target: Combatant, spell: Spell, manner: str) -> Refusal | None:
    """Whether the manner is one of the spell's, and the target within its reach."""
    if spell.threat is not None:  # a plain danger has only one manner
        return Refusal("no_manner", {"who": f"@{one.id}", "manner": manner}, ("WB-SPELL-01",)) if manner else None
    if (
        manner
        and not knows_manner(here.rules, effects_of(here.rules, spell), manner)
        and manner not in manners(here.rules, spell)
    ):
        return Refusal("no_manner", {"who": f"@{one.id}", "manner": manner}, ("WB-SPELL-01",))
    if not effects_of(here.rules, spell):
        return Refusal("no_spell", {"who": f"@{one.id}", "spell": f"@spell:{spell.id}"}, ("WB-SPELL-01",))
    wanting = wants_otherwise(here, one, target, chosen(effects_of(here.rules, spell), manner))
    return wanting or too_far_for(here.state, one, target, reach_of(here.rules, one, spell))


def wants_otherwise(
    here: Here, one: Combatant, target: Combatant, parts: Iterable[effect_kinds.AnyEffect]
) -> Refusal | None:
    """Why effects cannot be worked on somebody as things stand, by whatever means: a spell, a scroll, a thing."""
    for part in parts:
        may = magic_of(here.rules, part).may_release
        refused = None if may is None else may(part, here, one, target)
        if refused is not None:
            return refused
    return None


def own_shape_only(part: effect_kinds.Polymorph, here: Here, one: Combatant, target: Combatant) -> Refusal | None:
    """What changes the caster's own shape changes nobody else's."""
    del here
    if part.who != "self" or target.id == one.id:
        return None
    return Refusal("no_target", {"who": f"@{target.id}"}, ("WB-SPELL-01",))


def before_blows(part: effect_kinds.Bonus, here: Here, one: Combatant, target: Combatant) -> Refusal | None:
    """Some blessings come too late for whoever has a foe at hand, or has struck already in this fight."""
    del one
    if not part.before_blows:
        return None
    fight = basics.fight(here.state)
    if target.attacked < 0 and not basics.melee_around(fight, target):
        return None
    return Refusal("at_blows", {"who": f"@{target.id}"}, ("WB-SPELL-01", "WB-MELEE-02"))


def under_the_sky(part: effect_kinds.Rout, here: Here, one: Combatant, target: Combatant) -> Refusal | None:
    """Some magic wants the open air."""
    del one, target
    if not part.open_air or "surface" in setting_here(here.state):
        return None
    return Refusal("no_open_air", {}, ("WB-SPELL-01",))


def room_for_wall(part: effect_kinds.Wall, here: Here, one: Combatant, target: Combatant) -> Refusal | None:
    """A wall across the way needs a way."""
    if part.ring or place_of(basics.fight(here.state), target) != one.at:
        return None
    return Refusal("no_room_for_wall", {"who": f"@{target.id}"}, ("WB-SPELL-01",))


def knows_manner(rules: Rules, parts: tuple[effect_kinds.AnyEffect, ...], manner: str) -> bool:
    """Whether effects have such a manner; a shape may be any creature that can be fought."""
    choice, colon, form = manner.partition(":")
    if choice not in {part.choice for part in parts if part.choice}:
        return False
    if not colon:
        return True
    shapes = any(magic_of(rules, part).forms is not None and part.choice == choice for part in parts)
    return shapes and form in rules.content.monsters and rules.content.monsters[form].ac is not None


# ------------------------------------------------------------ whom it catches


def caught_in(
    fight: Fight, caster: Combatant, target: Combatant, area: Area | None, *, bursts: bool = False
) -> tuple[Combatant, ...]:
    """Whom an area takes in, friends as well; nobody steps out of it in a tie.

    Not the one it starts from; but what `bursts` around somebody else takes in a caster who stands too near.
    """
    if area is None or area.shape == "single":
        return (target,) if target.condition == "up" else ()
    spared = caster.id if not bursts or area.shape != "radius" else ""
    standing = [one for one in fight.combatants.values() if one.condition == "up" and one.id != spared]
    if area.shape in ("cone", "line"):
        met = {one.id: place_of(fight, one) for one in standing}
        there = met.get(target.id, target.at)
        if abs(there - caster.at) > area.length:  # whoever has walked into reach can be aimed at
            there = met[target.id] = target.at
        way = 1 if there >= caster.at else -1
        found = [one for one in standing if 0 <= (met[one.id] - caster.at) * way <= area.length]
        found.sort(key=lambda one: (one.profile.side == caster.profile.side, abs(met[one.id] - there)))
        found = [one for one in found if one.profile.side != caster.profile.side or met[one.id] != caster.at]
        if area.shape == "line":
            found = found[: 1 + max(area.width, BOLT_WIDTH) // BOLT_WIDTH]
        return tuple(found)
    radius = area.radius or max(area.length, area.width) // 2
    if area.shape == "wall":
        return ()
    centre = place_of(fight, target)
    return tuple(one for one in standing if abs(place_of(fight, one) - centre) <= radius)


def nearest_like(scene: Scene, target: Combatant, wanted: Iterable[Combatant]) -> list[Combatant]:
    """Others of the target's side, the target first, then the nearest."""
    fight = basics.fight(scene.state)
    centre = place_of(fight, target)
    return sorted(wanted, key=lambda one: (one.id != target.id, abs(place_of(fight, one) - centre)))


def fellows(scene: Scene, target: Combatant) -> Iterator[Combatant]:
    """Those of the target's side who stand."""
    return members(basics.fight(scene.state), target.profile.side)
