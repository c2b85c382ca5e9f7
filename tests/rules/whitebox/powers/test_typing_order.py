"""A simultaneous turn: whichever of two acts is said first, the end of the moment is the same (WB-INIT-02)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, get_args

import pytest
from msgspec.structs import replace
from tests.rules.moments import told_apart
from tests.rules.whitebox.arena import RULES, SWORD, tied, weapon
from tests.rules.whitebox.powers.den import OIL, TORCH, beast, hero, magic, spell

from arbitro.kernel.command import Command
from arbitro.rules.whitebox import commands as c
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.damage import LANDING
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.powers import commands as w
from arbitro.rules.whitebox.powers.aiming import manners
from arbitro.rules.whitebox.powers.devices import device_manners
from arbitro.rules.whitebox.powers.lookups import usable_powers
from arbitro.rules.whitebox.special import Aura
from arbitro.rules.whitebox.state import Lying, State
from arbitro.rules.whitebox.terms import Result

SEEDS = (1, 2, 3)
SHARES = 5
"""Of all probes every act meets one in so many; in the long run all of them."""
BOW = weapon("bow", kind="missile", range=70)
SPEAR = weapon("spear")


@dataclass(frozen=True)
class Act:
    """Something that somebody can do in a fight: who they are, and in which ways they can do it."""

    name: str
    doer: Callable[[str, str], Member]
    """Of an id, on a side."""
    ways: Callable[[State, str], Iterator[Command]]
    prepared: str = ""

    def __str__(self) -> str:
        return self.name


def adept(who: str, side: str, **gifts: Any) -> Member:
    """A character who can strike, shoot, throw, cast and use things."""
    kit = {"devices": (OIL, TORCH), "caster": 14, "spell_list": "magic_user", "turns": True, **gifts}
    return hero(who, side, 30, level=9, class_id="cleric", alignment="law", weapons=(SWORD, BOW), gifts=kit)


def at_each(state: State, make: Callable[[str], Command]) -> Iterator[Command]:
    """A command with each combatant as its target."""
    assert state.fight is not None
    return (make(target) for target in state.fight.combatants)


def spell_act(name: str) -> Act:
    """A spell, cast in its first manners."""

    def ways(state: State, who: str) -> Iterator[Command]:
        for manner in manners(RULES.rules, spell(name))[:2]:
            yield from at_each(state, lambda target, manner=manner: c.Cast(who, target, manner))

    return Act(f"spell {name}", adept, ways, prepared=name)


def thing_act(name: str) -> Act:
    """A magic thing, used in its first manners."""
    device = magic(name, 9, stored=("fireball",))

    def ways(state: State, who: str) -> Iterator[Command]:
        for manner in device_manners(RULES.rules, device)[:2]:
            yield from at_each(state, lambda target, manner=manner: w.UseDevice(who, name, target, manner))

    return Act(f"thing {name}", lambda who, side: adept(who, side, devices=(device,)), ways)


def creature_act(name: str) -> Act:
    """All powers and blows of a creature."""
    entry = RULES.content.monsters[name]

    def doer(who: str, side: str) -> Member:
        variety = next(iter(entry.varieties), "")
        one = beast(name, who, side, 30, variety=variety, per_hd=3 if entry.aged else 0, spells=())
        return replace(one, profile=replace(one.profile, fearless=False))

    def ways(state: State, who: str) -> Iterator[Command]:
        assert state.fight is not None
        one = state.fight.combatants[who]
        for key in usable_powers(RULES.rules, one):
            yield from at_each(state, lambda target, key=key: w.UsePower(who, key, target))
        for blade in one.profile.weapons:
            yield from at_each(state, lambda target, blade=blade: c.Attack(who, target, blade.id))
        yield c.Move(who, one.at - 5)

    return Act(f"creature {name}", doer, ways)


def plain(name: str, make: Callable[[State, str], Iterator[Command]]) -> Act:
    """Something that needs no magic."""
    return Act(name, adept, make)


def aimed(make: Callable[[str, str], Command]) -> Callable[[State, str], Iterator[Command]]:
    """A command with each combatant as its target."""
    return lambda state, who: at_each(state, lambda target: make(who, target))


def alone(make: Callable[[str], Command]) -> Callable[[State, str], Iterator[Command]]:
    """A command without a target."""
    return lambda _, who: iter((make(who),))


PLAIN = (
    plain("blow", aimed(lambda who, target: c.Attack(who, target, "sword"))),
    plain("shot", aimed(lambda who, target: c.Attack(who, target, "bow"))),
    plain("oil", aimed(w.ThrowOil)),
    plain("flame", aimed(w.LightOil)),
    plain("turning", alone(lambda who: w.TurnUndead(who, "zombie"))),
    plain("step back", alone(lambda who: c.Move(who, -5 if who == "m" else 15))),
    plain("step ahead", alone(lambda who: c.Move(who, 25 if who == "m" else -15))),
    plain("approach", aimed(c.Close)),
    plain("flight", alone(c.Run)),
    plain("surrender", alone(c.Surrender)),
    plain("eyes averted", alone(w.AvertEyes)),
    plain("wounds bound", aimed(c.BindWounds)),
    plain("pick up", alone(lambda who: w.PickUp(who, "spear"))),
)
SPELLS = tuple(spell_act(name) for name in (*RULES.content.spells, *RULES.content.reverses))
THINGS = tuple(thing_act(name) for name, thing in RULES.content.magic_items.items() if thing.effects)
CREATURES = tuple(
    creature_act(name)
    for name, entry in RULES.content.monsters.items()
    if entry.ac is not None and not any(isinstance(special, Aura) for special in entry.specials)
)
"""All that can be fought, but for those whose mere nearness throws dice as the fight begins."""
ACTS = (*PLAIN, *SPELLS, *THINGS, *CREATURES)
TRIED = ("sleep", "fireball", "charm_person", "hold_person", "dispel_magic", "invisibility", "haste", "slow",
         "cure_light_wounds", "wall_of_stone", "polymorph", "web", "protection_from_evil_10_radius", "confusion",
         "animate_dead", "remove_curse")  # fmt: skip
PROBES = (
    *PLAIN,
    *(act for act in SPELLS if act.prepared in TRIED),
    *(act for act in CREATURES if act.name in ("creature vampire", "creature harpy", "creature medusa",
                                               "creature dragon_red", "creature spider_phase")),
)  # fmt: skip
"""What everything else is tried against: each sort of deed, and each sort of mark that magic leaves."""


def meeting(one: Act, other: Act, feet: int = 10) -> State:
    """A tied fight of two doers so far apart, each with a hurt and cursed friend, a bleeding one and an undead one."""
    first, second = one.doer("m", "A"), other.doer("n", "B")
    arena = tied(
        first, hero("c", "A", 20), hero("o", "A", 20), beast("zombie", "y", "A", 20),
        second, hero("d", "B", 20), hero("p", "B", 20), beast("zombie", "z", "B", 20),
        beast("wolf", "v", "B", 20, at=15),
        death_rule="unconscious_at_zero",
    )  # fmt: skip
    state = arena.state
    for who, act in (("m", one), ("n", other)):
        if act.prepared:  # known only now: nobody declares it
            profile = replace(arena[who].profile, spells=(spell(act.prepared),))
            state = marked(state, who, profile=profile, prepared=act.prepared, aim="n" if who == "m" else "m")
    fight = state.fight
    assert fight is not None
    for who, foe in fight.combatants.items():
        if foe.profile.side == "B":
            state = marked(state, who, at=foe.at - 10 + feet)
    for who in ("c", "d"):
        state = marked(state, who, hp=3)
    for who in ("o", "p"):
        state = marked(state, who, condition="out", hp=-1, dropped=0)
    fight = state.fight
    assert fight is not None
    lying = tuple(Lying(who, "spear", at, (SPEAR,)) for who, at in (("m", 0), ("n", feet)))
    oiled = Ongoing(kind="oiled", by="x", magical=False)
    cursed = Ongoing(kind="cursed", to_hit=-1, source="spell:curse", by="x")
    veiled = Ongoing(kind="invisible", source="spell:invisibility", by="v", ends_on_attack=True)
    effects = {"c": (cursed,), "d": (cursed,), "m": (oiled,), "n": (oiled,), "v": (veiled,)}
    ground = replace(fight.ground, lying=lying)
    return replace(state, fight=replace(fight, ground=ground), effects=effects)


def marked(state: State, who: str, **marks: Any) -> State:
    """The state with marks of one combatant changed."""
    fight = state.fight
    assert fight is not None
    people = {**fight.combatants, who: replace(fight.combatants[who], **marks)}
    return replace(state, fight=replace(fight, combatants=people))


def ways_of(state: State, act: Act, who: str, most: int) -> list[Command]:
    """Some of the ways in which somebody can do it now: at the other doer, at oneself, at others."""
    foe = "n" if who == "m" else "m"
    legal = [command for command in act.ways(state, who) if RULES.allows(state, command)]
    order = (foe, who, "")
    legal.sort(key=lambda command: order.index(at) if (at := getattr(command, "target", "")) in order else 9)
    return legal[:most]


def for_one_alone(mine: Command, theirs: Command) -> bool:
    """Whether two acts are one and the same to whoever they are for: a wound is bound once, no matter by whom."""
    return isinstance(mine, c.BindWounds) and isinstance(theirs, c.BindWounds) and mine.patient == theirs.patient


def they_walk(mine: Command, theirs: Command) -> bool:
    """Whether somebody walks up to another who walks: how far is worked out from where both are, as a player would.

    The step that comes of it is a plain move, which the sweep tries as such.
    """
    steps = (c.Close, c.Move)
    return isinstance(mine, steps) and isinstance(theirs, steps) and c.Close in (type(mine), type(theirs))


def holds(one: Act, other: Act, most: int, seeds: tuple[int, ...], feet: int = 10) -> None:
    """The law, for two acts."""
    state = meeting(one, other, feet)
    for mine in ways_of(state, one, "m", most):
        for theirs in ways_of(state, other, "n", most):
            if for_one_alone(mine, theirs) or they_walk(mine, theirs):
                continue
            for seed in seeds:
                apart = told_apart(RULES, state, mine, theirs, seed)
                assert apart is None, (mine, theirs, seed, apart)


@pytest.mark.rule("WB-INIT-02", "WB-INIT-03")
@pytest.mark.parametrize("feet", [10, 35])
@pytest.mark.parametrize("one", PLAIN, ids=str)
def test_whichever_deed_is_said_first_the_moment_ends_alike(one: Act, feet: int) -> None:
    for other in PROBES:
        holds(one, other, 2, (1 + (len(one.name) + len(other.name)) % len(SEEDS),), feet)


def some_of(number: int) -> tuple[Act, ...]:
    """A share of the probes, another one for each act: together they make the whole round several times over."""
    return PROBES[number % SHARES :: SHARES]


@pytest.mark.rule("WB-INIT-02", "WB-INIT-03")
@pytest.mark.parametrize("number", range(len(ACTS)), ids=lambda number: str(ACTS[number]))
def test_whatever_magic_and_powers_meet_in_a_moment_their_order_decides_nothing(number: int) -> None:
    for seed, other in enumerate(some_of(number)):
        holds(ACTS[number], other, 1, (seed % 3,))


@pytest.mark.slow
@pytest.mark.rule("WB-INIT-02", "WB-INIT-03")
@pytest.mark.parametrize("one", ACTS, ids=str)
def test_everything_against_every_probe(one: Act) -> None:
    for other in PROBES:
        holds(one, other, 4 if one in PLAIN else 2, SEEDS)


def test_whatever_waits_for_the_end_of_a_moment_has_its_place_in_the_order_of_landing() -> None:
    named = [name for part in get_args(Result) for name in get_args(part)]
    assert sorted(named) == sorted(LANDING)
