"""Magic pools (A.8.4 to A.8.6): known only by stepping in."""

from msgspec import Struct
from msgspec.structs import replace

from arbitro.appendix_a.clock import DAY
from arbitro.appendix_a.level import TEXTS
from arbitro.appendix_a.teleport import land_below
from arbitro.appendix_a.work import Work
from arbitro.dice.stream import Dice
from arbitro.dungeon.events import Effect, EffectDue, WaterChanged
from arbitro.dungeon.model import SURFACE, Dungeon, Water
from arbitro.kernel.event import Event
from arbitro.text import Fault, Words


class Bather(Struct, frozen=True):
    """A character who steps into a pool, as far as the pool cares."""

    id: str
    alignment: str = ""
    """``LAW``, ``NEUTRALITY`` or ``CHAOS``."""
    gold: int = 0


def enter_pool(
    state: Dungeon,
    water: str,
    bathers: tuple[Bather, ...],
    dice: Dice,
    *,
    now: int,
    party: tuple[Bather, ...] = (),
    group: str = "party",
) -> tuple[Event, ...]:
    """Characters step into a pool in the same turn. `party` is everybody, for ability pools that take them all."""
    pool = state.waters.get(water)
    if pool is None or pool.kind != "pool":
        raise Fault(Words(TEXTS, "fault.no_pool", water=water))
    if pool.code != "POOL_MAGIC" or pool.spent or not bathers:
        return ()
    work = Work(state, dice, group)
    work.begin(f"{water}-{len(pool.bathers)}" if pool.power else water, "pool")
    new = not pool.power
    if new:
        row = work.roll(work.tables.power, ("DA-POOL-03",))
        pool = replace(pool, power=row.id)
    match pool.power:
        case "POOL_GOLD":
            pool = _gold(work, pool, bathers)
        case "POOL_ABILITY":
            pool = _ability(work, pool, bathers, party)
        case "POOL_TALKING":
            pool = _talking(work, pool, bathers, now)
        case _:
            pool = _teleport(work, pool, bathers)
    work.happen(WaterChanged(pool, rules=("DA-POOL-03", "DA-POOL-04"), audience="referee"))
    if new:  # what is known of it is said once
        work.see(water)
    return tuple(work.events)


SPENT_BY = {"POOL_GOLD": "DA-POOL-05", "POOL_ABILITY": "DA-POOL-06", "POOL_TALKING": "DA-POOL-08"}
"""The rule by which a magic pool does nothing (more) to somebody, by its power."""


def does_nothing_by(pool: Water) -> str:
    """Why stepping into a pool was without effect: it is plain water, or its magic acts but once."""
    return SPENT_BY.get(pool.power, "DA-POOL-02") if pool.code == "POOL_MAGIC" else "DA-POOL-02"


def _gold(work: Work, pool: Water, bathers: tuple[Bather, ...]) -> Water:
    """Gold turns into platinum or lead, piece for piece; the pool is spent after the turn of its first use."""
    metal = work.chance("A.8.4.gold", *(each.id for each in bathers))
    for bather in bathers:
        effect = Effect(
            f"gold_to_{metal}",
            (bather.id,),
            amount=bather.gold,
            detail=f"{work.options['platinum_value']}" if metal == "platinum" else "0",
        )
        work.happen(EffectDue(pool.id, effect, rules=("DA-POOL-05",)))
    return replace(pool, detail=metal, spent=True)


def _ability(work: Work, pool: Water, bathers: tuple[Bather, ...], party: tuple[Bather, ...]) -> Water:
    """One ability of each character changes for good, once."""
    touched = bathers
    if work.options["ability_pool"] == "whole_party":
        touched = party or bathers
    bounds = (int(work.options["ability_pool_minimum"]), int(work.options["ability_pool_maximum"]))
    changed = list(pool.bathers)
    for bather in touched:
        if bather.id in changed:
            continue
        sign = 1 if work.chance("A.8.4.sign", bather.id) == "plus" else -1
        amount = work.amount("A.8.4.amount", bather.id)
        ability = work.roll(work.tables.ability, whom=(bather.id,)).id
        effect = Effect("ability", (bather.id,), amount=sign * amount, detail=ability, bounds=bounds)
        work.happen(EffectDue(pool.id, effect, rules=("DA-POOL-06", "DA-POOL-07")))
        changed.append(bather.id)
    spent = work.options["ability_pool"] == "whole_party"
    return replace(pool, bathers=tuple(changed), spent=spent)


def _talking(work: Work, pool: Water, bathers: tuple[Bather, ...], now: int) -> Water:
    """A wish for those of the pool's alignment, at their first entry; damage for all others."""
    if not pool.detail:
        pool = replace(pool, detail=work.roll(work.tables.alignment, ("DA-POOL-08",)).id)
    known = list(pool.bathers)
    wished = pool.wished
    for bather in bathers:
        if bather.alignment != pool.detail:
            harm = Effect("damage", (bather.id,), amount=work.amount("A.8.4.damage", bather.id), detail=pool.detail)
            work.happen(EffectDue(pool.id, harm, rules=("DA-POOL-08", "DA-POOL-09")))
        elif bather.id not in known and not (wished and work.options["talking_pool"] == "one_in_all"):
            wish = Effect("wish", (bather.id,), until=now + DAY, detail=pool.detail)
            work.happen(EffectDue(pool.id, wish, DAY, rules=("DA-POOL-08", "DA-POOL-10")))
            wished = True
        if bather.id not in known:
            known.append(bather.id)
    return replace(pool, bathers=tuple(known), wished=wished)


def _teleport(work: Work, pool: Water, bathers: tuple[Bather, ...]) -> Water:
    """Bathers vanish: to the surface, a level down, or to the surface 100 miles away."""
    apart = work.options["teleport"] == "per_character"
    for bather in bathers:
        if apart or not pool.detail:
            detail = work.chance("A.8.4.teleport", *([bather.id] if apart else (each.id for each in bathers)))
            compass = work.layout.below(8) if detail == "surface_100_miles" else pool.compass
            pool = replace(pool, detail=detail, compass=compass)
        level, space = 0, SURFACE
        if pool.detail == "level_down":
            level, space, pool = land_below(work, pool)
        effect = Effect("teleport", (bather.id,), level=level, space=space, detail=pool.detail, amount=pool.compass)
        work.happen(EffectDue(pool.id, effect, rules=("DA-POOL-11",)))
    known = tuple(dict.fromkeys((*pool.bathers, *(bather.id for bather in bathers))))
    return replace(pool, bathers=known)
