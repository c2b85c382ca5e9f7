"""Fear, Hope, Stress, Hit Points, Armor Slots and gold: how each is gained, spent and lost."""

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.conditions import end_conditions, end_stance, release
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.defeat import foe_fell
from arbitro.rules.daggerheart.events import (
    ArmourCleared,
    ArmourMarked,
    ConditionGained,
    FearGained,
    FearSpent,
    HitPointsCleared,
    HitPointsMarked,
    HopeChanged,
    Scarred,
    StatusChanged,
    StressCleared,
    StressMarked,
)
from arbitro.rules.daggerheart.gifts import GIFT, has_passive, touched
from arbitro.rules.daggerheart.numbers import armour_slots
from arbitro.rules.daggerheart.play import Play, set_off
from arbitro.rules.daggerheart.presence import (
    afflictions,
    anybody,
    can_suffer,
    condition_entry,
    has_condition,
)
from arbitro.rules.daggerheart.prisoners import risen
from arbitro.rules.daggerheart.state import FEAR_LIMIT, HOPE_SLOTS, Condition, Dying, Foe, Hero, State

_PLACE = ("DHP-ENV-01",)
UNITED, BEARING = "united", "bearing"
"""The conditions of those who are one, and of whoever of them bears the marks of all."""
PENDANT = 5
"""The face of a d6 from which a calming pendant spares the last Stress."""
FEAR_USES = {
    "interrupt": ("DH-FEAR-07", "DH-FEAR-08"),
    "additional_move": ("DH-FEAR-07", "DH-FEAR-09"),
    "adversary_feature": ("DH-FEAR-07", "DH-FEAR-10"),
    "environment_feature": ("DH-FEAR-07", "DH-FEAR-11"),
    "experience": ("DH-FEAR-07", "DH-FEAR-12"),
    "end_effect": ("DH-FEAR-07", "DHP-DUAL-14"),
    "spotlight": ("DH-FEAR-09", "DHP-SPOT-04"),
    "ramp_up": ("DH-FEAR-10",),
    "difficulty": ("DH-FEAR-12", "DH-DIFF-02", "DHP-ADVSTAT-04"),
    "other": ("DH-FEAR-07",),
}
"""The ways to spend Fear, and the rules behind each."""


def _as_far_as(parts: tuple[Modifier, ...], short: int, rule: str, note: str) -> tuple[Modifier, ...]:
    """The parts of a number that finds fewer marks than it could clear; a number without parts stays without."""
    return (*parts, Modifier(short, rule, note)) if parts and short else parts


# ------------------------------------------------------------------ Fear


def gain_fear(
    play: Play,
    amount: int,
    why: str,
    rules: tuple[str, ...],
    dice: tuple[Die, ...] = (),
    modifiers: tuple[Modifier, ...] = (),
) -> None:
    """The GM gains Fear; what passes the limit of 12 is lost (DH-FEAR-05)."""
    amount -= _turned_to_hope(play) if amount > 0 else 0
    if amount <= 0:
        return
    held = play.state.fear.held
    kept = min(amount, FEAR_LIMIT - held)
    cited = (*rules, "DH-FEAR-05") if held + kept == FEAR_LIMIT else rules
    play.happen(FearGained(amount, amount - kept, held + kept, why, dice, modifiers, rules=cited))


def _turned_to_hope(play: Play) -> int:
    """One Fear is a Hope instead, for somebody who has none and whom Midnight has touched (DHP-CHAR-02)."""
    for hero in play.state.party.values():
        if hero.hope or hero.status != "up" or (dark := touched(hero, "hope_for_fear")) is None:
            continue
        play.happen(e.FeatureMarked(hero.id, dark.id, rules=("DHP-REST-07",)))
        return change_hope(play, hero.id, 1, "feature", (GIFT,), dark.id)
    return 0


def short_of_fear(state: State, amount: int) -> Refusal | None:
    """Why something that costs so much Fear cannot be had (DH-FEAR-07)."""
    if state.fear.held >= amount:
        return None
    return Refusal("no_fear", {"needed": amount, "held": state.fear.held}, ("DH-FEAR-07",))


def spend_fear(play: Play, amount: int, use: str) -> None:
    """The GM spends Fear; it is added to what the scene has cost so far (DH-TENSION-01)."""
    if amount <= 0:
        return
    state = play.state
    spent = 0 if state.scene is None else state.scene.fear_spent + amount
    rules = (*FEAR_USES.get(use, FEAR_USES["other"]), "DH-TENSION-01")
    play.happen(FearSpent(amount, state.fear.held - amount, use, spent, rules=rules))


def lose_fear(play: Play, amount: int, by: str, rules: tuple[str, ...]) -> None:
    """The GM loses Fear to a power of the players', as far as there is any."""
    lost = min(amount, play.state.fear.held)
    if lost > 0:
        play.happen(e.FearLost(lost, play.state.fear.held - lost, by, rules=rules))


# ------------------------------------------------------------------ Hope


def hope_limit(hero: Hero) -> int:
    """Six slots, less one for each scar (DHP-HOPE-02), and one more with a light in the dark (DHP-CHAR-05)."""
    return HOPE_SLOTS - hero.scars + ("light_in_the_dark" in hero.sheet.trained)


def change_hope(play: Play, who: str, by: int, why: str, rules: tuple[str, ...], power: str = "") -> int:
    """Hope is gained up to the limit, spent or lost down to 0; returns what really changed."""
    hero = play.state.party[who]
    hope = max(0, min(hero.hope + by, hope_limit(hero)))
    changed = hope - hero.hope
    if changed or by > 0:
        over = max(by - changed, 0)
        play.happen(HopeChanged(who, changed, hope, why, power, over, rules=(*rules, "DHP-HOPE-02")))
    return changed


def short_of_hope(hero: Hero, amount: int, rules: tuple[str, ...] = ("DHP-HOPE-02",)) -> Refusal | None:
    """Why something that costs so much Hope cannot be had."""
    if hero.hope >= amount:
        return None
    return Refusal("no_hope", {"who": f"@{hero.id}", "needed": amount, "held": hero.hope}, rules)


def toll_of_rolling(books: Library, hero: Hero) -> int:
    """The Hope that bonds make somebody spend to make an action roll at all (DHP-COND-06)."""
    return sum(entry.roll_hope for entry in afflictions(books, hero) if not entry.lapses)


def bar_to_rolling(books: Library, hero: Hero, besides: int = 0) -> Refusal | None:
    """Whether somebody cannot pay for an action roll, with other Hope to be spent on it besides."""
    needed = toll_of_rolling(books, hero)
    return short_of_hope(hero, needed + besides, ("DHP-COND-06",)) if needed else None


def scar(play: Play, who: str) -> None:
    """A scar crosses out a Hope slot; with the last one the journey ends (DHP-DEATH-05)."""
    hero = play.state.party[who]
    scars = hero.scars + 1
    play.happen(Scarred(who, scars, min(hero.hope, hope_limit(hero) - 1), rules=("DHP-DEATH-05",)))
    if scars >= HOPE_SLOTS:
        play.happen(StatusChanged(who, "retired", rules=("DHP-DEATH-05",)))


# ------------------------------------------------------------------ Stress (DHP-STRESS-01 to 03)


def mark_stress(play: Play, who: str, amount: int, why: str = "", rules: tuple[str, ...] = ()) -> None:
    """Mark Stress; what finds no slot costs a Hit Point (DHP-STRESS-03)."""
    who = _bearer(play, who) if amount > 0 and who in play.state.party else who
    one = anybody(play.state, who)
    if one is None or amount <= 0 or (isinstance(one, Hero) and one.status != "up"):
        return
    amount -= _shrugged_off(play, one, amount) if isinstance(one, Hero) else 0
    amount -= _soothed(play, one, amount) if isinstance(one, Hero) else 0
    amount -= _taken_by_armour(play, one, amount) if isinstance(one, Hero) else 0
    free = max(one.stress - one.stress_marked, 0)
    fits = min(free, amount)
    if fits:
        marked = one.stress_marked + fits
        cited = (*rules, "DHP-STRESS-01", *(("DHP-STRESS-02",) if marked == one.stress else ()))
        play.happen(StressMarked(who, fits, marked, one.stress, why, rules=cited))
    over = amount - fits
    if over:
        wounds = over if play.state.options["stress_overflow_hp"] == "1_per_stress" else 1
        parts = (Modifier(wounds, "DHP-STRESS-03", "for_stress"),)
        mark_hp(play, who, wounds, "stress", ("DHP-STRESS-03",), parts)
    _calm(play, who, amount)


def _shrugged_off(play: Play, hero: Hero, amount: int) -> int:
    """The Stress that a die spares those whom nothing shakes: each on a 6 (DHP-CHAR-02)."""
    calm = has_passive(hero, "unshakable")
    if calm is None:
        return 0
    dice = tuple(play.dice.roll(6, "power") for _ in range(amount))
    spared = sum(die.face == 6 for die in dice)
    play.happen(e.PowerRolled(hero.id, calm.id, dice, 0, spared, counted=True, rules=(GIFT,)))
    return spared


def _soothed(play: Play, hero: Hero, amount: int) -> int:
    """The last Stress, which a die spares those who carry something that calms them (DHP-ITEM-01)."""
    pendant = has_passive(hero, "pendant")
    free = hero.stress - hero.stress_marked
    if pendant is None or not 0 < free <= amount:
        return 0
    die = play.dice.roll(6, "power")
    spared = int(die.face >= PENDANT)
    play.happen(e.PowerRolled(hero.id, pendant.id, (die,), 0, spared, counted=True, rules=("DHP-ITEM-01",)))
    return spared


def _taken_by_armour(play: Play, hero: Hero, amount: int) -> int:
    """Armor Slots marked for the Stress that would be the last, or find no room, for those whom Grace has touched."""
    if touched(hero, "graceful") is None:
        return 0
    room = max(hero.stress - hero.stress_marked - 1, 0)
    taken = min(max(amount - room, 0), free_slots(hero))
    for _ in range(taken):
        mark_armour(play, hero.id, benefit=False, rules=(GIFT,))
    return taken


def _bearer(play: Play, who: str) -> str:
    """Who marks what is due to somebody: of those who are united whoever bears it for all (DHP-CHAR-02)."""
    hero = play.state.party.get(who)
    if hero is None or not hero.conditions or has_condition(hero, BEARING):
        return who
    unions = {held.source for held in hero.conditions if held.name == UNITED}
    for other in play.state.party.values() if unions else ():
        bound = any(held.name == UNITED and held.source in unions for held in other.conditions)
        if bound and has_condition(other, BEARING) and other.status == "up":
            play.happen(e.PowerUsed(other.id, f"{UNITED}_{BEARING}", (who,), rules=(GIFT,)))
            return other.id
    return who


def _calm(play: Play, who: str, amount: int) -> None:
    """Some spells break once their victim has marked enough Stress."""
    one = anybody(play.state, who)
    spells = [held for held in one.conditions if held.until == "calmed"] if one is not None else []
    for held in spells:
        if held.count + amount < 2:
            grown = Condition(held.name, held.source, "calmed", held.traits, held.difficulty, count=1)
            play.happen(ConditionGained(who, grown, rules=("DHP-COND-06",)))
    release(play, who, *(held for held in spells if held.count + amount >= 2))


def short_of_stress(one: Hero | Foe, amount: int) -> Refusal | None:
    """Why something that costs Stress cannot be used: its own price needs free slots (DHP-STRESS-03)."""
    if one.stress - one.stress_marked >= amount:
        return None
    return Refusal("no_stress", {"who": f"@{one.id}", "needed": amount}, ("DHP-STRESS-03", "DHP-ADVSTAT-03"))


def clear_stress(
    play: Play, who: str, amount: int, rules: tuple[str, ...] = (), parts: tuple[Modifier, ...] = ()
) -> None:
    """Clear Stress."""
    one = anybody(play.state, who)
    if one is None:
        return
    cleared = min(amount, one.stress_marked)
    if cleared > 0:
        left = one.stress_marked - cleared
        parts = _as_far_as(parts, cleared - amount, "DHP-STRESS-01", "no_stress_marked")
        play.happen(StressCleared(who, cleared, left, one.stress, parts, rules=(*rules, "DHP-STRESS-01")))
        books = play.rules.books
        eased = (held for held in one.conditions if held.until == "eased" or condition_entry(books, held.name).eased)
        release(play, who, *eased)


# ------------------------------------------------------------------ Hit Points (DHP-HP-01)


def mark_hp(
    play: Play,
    who: str,
    amount: int,
    why: str = "",
    rules: tuple[str, ...] = (),
    parts: tuple[Modifier, ...] = (),
) -> int:
    """Mark Hit Points; whoever marks the last one falls. Returns how many were marked."""
    who = _bearer(play, who) if amount > 0 and who in play.state.party else who
    one = anybody(play.state, who)
    if one is None or amount <= 0 or not can_suffer(one):
        return 0
    marked = min(one.hp, one.hp_marked + amount)
    counted = marked - one.hp_marked
    if counted < amount:
        parts = (
            *(parts or (Modifier(amount, "DHP-HP-01", "to_mark"),)),
            Modifier(counted - amount, "DHP-HP-01", "no_slot"),
        )
    play.happen(HitPointsMarked(who, counted, marked, one.hp, why, parts, rules=(*rules, "DHP-HP-01")))
    end_conditions(play, who, "hurt")
    if marked < one.hp:
        if isinstance(one, Foe):
            play.first(*set_off(play, "wounded", who, ""))
    elif isinstance(one, Hero):
        leave_form(play, one)
        end_stance(play, who)
        play.happen(StatusChanged(who, "dying", rules=("DHP-HP-01", "DHP-DEATH-01")))
        play.first(Dying(who))
    else:
        foe_fell(play, who)
    return counted


def leave_form(play: Play, hero: Hero) -> None:
    """Somebody who is a beast is themselves again."""
    if hero.form is not None:
        play.happen(e.FormLeft(hero.id, hero.form.name, rules=("DHP-CHAR-04",)))


def clear_hp(play: Play, who: str, amount: int, rules: tuple[str, ...] = (), parts: tuple[Modifier, ...] = ()) -> None:
    """Clear Hit Points; an unconscious PC wakes (DHP-DEATH-03)."""
    one = anybody(play.state, who)
    if one is None:
        return
    cleared = min(amount, one.hp_marked)
    if cleared <= 0:
        return
    parts = _as_far_as(parts, cleared - amount, "DHP-HP-01", "none_marked")
    left = one.hp_marked - cleared
    play.happen(HitPointsCleared(who, cleared, left, one.hp, parts, rules=(*rules, "DHP-HP-01")))
    if isinstance(one, Hero) and one.status == "unconscious":
        play.happen(risen(one, ("DHP-DEATH-03",)))
    end_conditions(play, who, "healed", "mended")


# ------------------------------------------------------------------ Armor Slots (DHP-ARM-02)


def free_slots(hero: Hero) -> int:
    """Armor Slots that are not marked."""
    return max(armour_slots(hero) - hero.armour_marked, 0)


def mark_armour(play: Play, who: str, *, benefit: bool, rules: tuple[str, ...]) -> None:
    """Mark an Armor Slot."""
    hero = play.state.party[who]
    play.happen(ArmourMarked(who, hero.armour_marked + 1, armour_slots(hero), benefit, rules=rules))
    painful = has_passive(hero, "painful_slots")
    if painful is not None:
        mark_stress(play, who, 1, painful.id, (GIFT,))


def clear_armour(play: Play, who: str, amount: int, rules: tuple[str, ...], parts: tuple[Modifier, ...] = ()) -> None:
    """Free Armor Slots."""
    marked = play.state.party[who].armour_marked
    cleared = min(amount, marked)
    if cleared > 0:
        parts = _as_far_as(parts, cleared - amount, "DHP-ARM-02", "no_slot_marked")
        play.happen(ArmourCleared(who, cleared, marked - cleared, parts, rules=rules))


# ------------------------------------------------------------------ gold


def change_gold(play: Play, who: str, by: int, dice: tuple[Die, ...] = (), rules: tuple[str, ...] = _PLACE) -> None:
    """Handfuls of gold come or go."""
    if by:
        held = max(play.state.party[who].gold + by, 0)
        play.happen(e.GoldChanged(who, by, held, dice, rules=rules))
