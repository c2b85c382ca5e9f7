"""Looking up what somebody is and can do: entries of the bestiary, what lasts, hit dice, kinds of creatures."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.basics import fight, place_of
from arbitro.rules.whitebox.exploring.state import place
from arbitro.rules.whitebox.ongoing_effects import EffectKind, Ongoing
from arbitro.rules.whitebox.powers.changes import drunk_mark
from arbitro.rules.whitebox.powers.events import FactsOf, FactsTold
from arbitro.rules.whitebox.powers.registry import Power, UsablePower
from arbitro.rules.whitebox.powers.state import Powers
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.special import AnySpecial
from arbitro.rules.whitebox.state import Combatant, Fight, Profile, State
from arbitro.rules.whitebox.terms import Feature

BEASTS: Final = ("animal", "magical_animal")
VERMIN: Final = ("animal", "magical_animal", "vermin")
NOBODY: Final = Powers()


def powers(one: Combatant) -> Powers:
    """What somebody is beyond the plain numbers; those of whom nothing is said are men of their level."""
    return one.profile.powers or NOBODY


def abilities(rules: Rules, one: Combatant) -> tuple[tuple[Any, Power[Any]], ...]:
    """Every power and weakness of somebody, of the right variety, each with what it does."""
    powers = one.profile.powers
    if powers is None or not powers.monster:
        return ()
    return _abilities_of(rules, powers.monster, powers.variety, powers.lacks)


@lru_cache(maxsize=4096)  # asked at every blow, and content does not change
def _abilities_of(
    rules: Rules, monster: str, variety: str, lacks: tuple[str, ...]
) -> tuple[tuple[Any, Power[Any]], ...]:
    entry = rules.content.monsters.get(monster)
    return tuple(
        (special, rules.powers[type(special)])
        for special in (entry.specials if entry is not None else ())
        if special.only in ("", variety) and str(special.__struct_config__.tag) not in lacks
    )


def drunk_by(one: Combatant, thing: str, but: int = 0) -> int:
    """How many levels of spells a thing in somebody's hand has drunk, those of the tied turn `but` left out."""
    names = ("drunk", drunk_mark(thing))  # the first of old logs, which did not say by which thing
    marks = (mark.partition("@") for mark in one.spent)
    return sum(1 for name, _, round_ in marks if name in names and not (but and round_ == str(but)))


def hit_dice(one: Combatant) -> int:
    """Hit dice as tables count them; a level counts as one (0: less than one)."""
    powers = one.profile.powers
    return one.profile.level if powers is None or not powers.monster else powers.hd


def renamed(one: Combatant, who: str) -> Profile:
    """Another one exactly like somebody."""
    return replace(one.profile, id=who, leader=False)


# ------------------------------------------------------------ where


def setting_of(fight: Fight) -> tuple[Feature, ...]:
    """What the place of a fight is like: as it was said, or daylight outdoors and a dungeon elsewhere (ours)."""
    if fight.setting is not None:
        return fight.setting
    outdoors = any(one.profile.outdoors for one in fight.combatants.values())
    return ("surface", "sunlight") if outdoors else ("underground",)


def setting_here(state: State) -> tuple[Feature, ...]:
    """What the place is like, with what the expedition knows of the country."""
    if state.fight is None:
        return ()
    found = setting_of(state.fight)
    out = state.expedition
    forest = out is not None and not out.over and place(out).terrain == "forest"
    return (*found, "woods") if forest and state.fight.setting is None else found


def holds_here(state: State, where: str) -> bool:
    """Whether a power that hangs on the place holds in this one."""
    if not where:
        return True
    setting = setting_here(state)
    if where in ("at_sea", "on_land"):
        return ("water" in setting) == (where == "at_sea")
    return where in setting


# ------------------------------------------------------------ what lasts


ALOFT: Final = ("fly", "levitate", "air_walk")
"""Ways of moving by magic that touch no floor."""


def lasting(state: State, who: str) -> Iterator[Ongoing]:
    """Everything that lasts on somebody now, worn things included."""
    for effect in state.effects.get(who, ()):
        if effect.active(state.minutes):
            yield effect
    fight = state.fight
    if fight is not None and who in fight.combatants:
        powers = fight.combatants[who].profile.powers
        if powers is not None:
            yield from powers.worn


def under(state: State, who: str, *kinds: EffectKind) -> Ongoing | None:
    """The first lasting effect of these kinds on somebody."""
    for effect in lasting(state, who):  # a plain loop: asked of everybody for everything that they might do
        if effect.kind in kinds:
            return effect
    return None


def shared(state: State, one: Combatant) -> Iterator[Ongoing]:
    """What lasts on somebody, and what friends near by have that covers the ground around them."""
    yield from lasting(state, one.id)
    fight = state.fight
    if fight is None:
        return
    for who, effects in state.effects.items():
        if who == one.id or who not in fight.combatants:
            continue
        other = fight.combatants[who]
        for effect in effects:
            near = effect.radius and abs(place_of(fight, other) - place_of(fight, one)) <= effect.radius
            if near and other.profile.side == one.profile.side and effect.active(state.minutes):
                yield effect


def has_flame(state: State, one: Combatant) -> bool:
    """Whether somebody has something that burns at hand: a torch, or the light of their side."""
    if fight(state).sides[one.profile.side].light:
        return True
    return any(device.sort == "flame" for device in powers(one).devices)


def flies(here: Here, one: Combatant) -> bool:
    """Whether somebody is in the air: by wings, or by magic."""
    entry = here.rules.content.monsters.get(powers(one).monster)
    if entry is not None and "fly" in entry.move:
        return True
    moves = (effect for effect in lasting(here.state, one.id) if effect.kind == "moving")
    return any(effect.feet or effect.amount > 0 for effect in moves)  # old logs keep no feet


def off_the_ground(state: State, who: str) -> bool:
    """Whether magic holds somebody up, or they have no body: no floor gives way under them, and they do not fall."""
    if not state.effects.get(who):
        return False
    aloft = (each.feet or each.form in ALOFT for each in lasting(state, who) if each.kind == "moving")
    return under(state, who, "bodiless") is not None or any(aloft)


# ------------------------------------------------------------ kinds of creatures


def is_victim(one: Combatant, victims: str) -> bool:
    """Whether a spell for such creatures takes hold of somebody."""
    powers = one.profile.powers
    if victims in ("monsters", "all", ""):
        return True
    if powers is None or not powers.monster:
        return victims in ("persons", "mammals", "men")
    kinds: dict[str, bool] = {
        "persons": powers.person,
        "men": powers.kind in ("human", "humanoid"),
        "animals": powers.kind in VERMIN,
        "mammals": powers.kind == "animal" and powers.size != "huge",
        "plants": powers.kind == "plant",
        "undead": powers.undead,
        "dragons": powers.kind == "dragon",
        "demons": powers.kind == "demon",
        "demon": powers.kind == "demon",
        "elemental": powers.kind == "elemental",
        "lycanthrope": powers.kind == "lycanthrope",
    }
    return kinds.get(victims, powers.monster == victims)


# ------------------------------------------------------------ the referee's part


def ask_referee(scene: Scene, who: str, sort: FactsOf, entry: str, target: str = "", facts: Iterable[int] = ()) -> None:
    """Show the referee facts that only a person can play out."""
    scene.happen(FactsTold(who, sort, entry, tuple(facts), target, rules=("WB-CORE-01",), audience=REFEREE_ONLY))


def told_facts(rules: Rules, one: Combatant) -> tuple[int, ...]:
    """Which powers of somebody's entry can only be told."""
    entry = rules.content.monsters.get(powers(one).monster)
    if entry is None:
        return ()
    variety = powers(one).variety
    return tuple(
        number
        for number, special in enumerate(entry.specials)
        if special.only in ("", variety) and only_told(rules, special)
    )


def only_told(rules: Rules, special: AnySpecial) -> bool:
    """Whether a power is for the referee alone: told facts, and disguises."""
    told = rules.powers[type(special)].told
    return told is not None and told(special)


def usable_powers(rules: Rules, one: Combatant) -> dict[str, UsablePower]:
    """The powers that somebody can choose to use, by key."""
    found: dict[str, UsablePower] = {}
    for it, power in abilities(rules, one):
        if power.use is not None:
            for key in power.use.keys(it) if power.use.keys is not None else (str(it.__struct_config__.tag),):
                while key in found:
                    key += "-2"
                found[key] = UsablePower(it, power.use)
    return found


def has_usable_power(rules: Rules, one: Combatant) -> bool:
    """Powers and things have their moment where missiles have theirs."""
    own = powers(one)
    return bool(own.devices or own.turns or usable_powers(rules, one))
