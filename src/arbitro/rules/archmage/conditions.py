"""Conditions, ongoing damage and saves (chapters «Condizioni», «Danni continuati», «Tiri salvezza»)."""

import math
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.ruling import Check, Modifier, held_against
from arbitro.rules.archmage.condition_table import CONDITIONS
from arbitro.rules.archmage.effects import Lasts
from arbitro.rules.archmage.events import (
    Afflicted,
    HoldLoosened,
    NothingAdded,
    OngoingEnded,
    RanOut,
    Relieved,
    SaveRolled,
    Woke,
)
from arbitro.rules.archmage.numbers import bonuses_to, save_bonuses
from arbitro.rules.archmage.ongoing_effects import BESIDE, Affliction, Ongoing, Until, same_effect
from arbitro.rules.archmage.power import NORMAL, Attack
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant, Fight, State
from arbitro.rules.archmage.step import Volley

TIME_UP: Final = ("AE-ATK-06", "AE-SEQ-02")
"""An effect lasts as long as the attack says, measured in turns."""
STEADFAST: Final = "steadfast"
"""The state of whoever rolls a failed save again, once."""
SaveKind = Literal["effect", "ongoing", "disengage", "rally", "recharge", "death", "last_gasp"]


def turns_left(fight: Fight, affliction: Affliction) -> tuple[int, int, float]:
    """How hard an instance is to be rid of: its saves, then how many turns are to come before it ends by itself."""
    until = affliction.until
    if until is None or until.moment not in ("start", "end") or until.who not in fight.combatants:
        return affliction.save, affliction.saves, math.inf
    order = fight.order
    place, now = (order.index(each) if each in order else 0 for each in (until.who, fight.current))
    rounds = until.turn - fight.combatants[until.who].turns
    coming = place - now
    if coming < 0:
        coming += len(order)
    if coming:  # somebody else's turn: the next one is still to come in this time around
        rounds -= 1
    return affliction.save, affliction.saves, rounds * len(order) + coming


# ---------------------------------------------------------------- saves


def save_check(state: State, die: Die, needed: int, modifiers: tuple[Modifier, ...]) -> Check:
    """A save held against its number; by the option a 1 always fails and a 20 always succeeds (AE-SAVE-01)."""
    check = held_against((die,), modifiers, ">=", needed, "save")
    if state.options["save_auto_results"] and die.face in (1, 20):
        decides = Modifier(0, "AE-SAVE-01", "saved_by_20" if die.face == 20 else "failed_by_1")
        return replace(check, success=die.face == 20, modifiers=(*modifiers, decides))
    return check


class DueSave(NamedTuple):
    """A save that somebody has to throw."""

    kind: SaveKind
    needed: int = NORMAL
    rules: tuple[str, ...] = ()
    against: str = ""
    """What it is thrown against: a condition, a sort of damage, a power."""
    if_failed: tuple[str, ...] = ()
    """The rules that are cited only where it fails."""


def save(scene: Scene, one: Combatant, due: DueSave, more: tuple[Modifier, ...] = ()) -> Check:
    """Throw a save: an unmodified d20, but for the rare bonuses (AE-SAVE-01, AE-SAVE-02, AE-SAVE-03)."""
    kind, needed, rules, against, if_failed = due
    bonuses = save_bonuses(scene.state, one) if kind != "recharge" else ()
    if kind == "death":
        bonuses = (*bonuses, *bonuses_to(scene.state, one, "death_save"))
    if kind == "last_gasp":
        bonuses = (*bonuses, *bonuses_to(scene.state, one, "last_gasp"))
    modifiers = (*more, *bonuses)
    check = save_check(scene.state, scene.dice.roll(20, f"save_{kind}"), needed, modifiers)
    if not check.success and any(mark.kind == "state" and mark.attack == STEADFAST for mark in one.marks):
        scene.happen(SaveRolled(one.id, kind, check, check.success, against, rules=("AE-SAVE-01", *rules)))
        end_state(scene, one.id, STEADFAST)
        check = save_check(scene.state, scene.dice.roll(20, f"save_{kind}"), needed, modifiers)
    cited = ("AE-SAVE-01", "AE-SAVE-02", *rules, *(() if check.success else if_failed))
    if bonuses:
        cited = (*cited, "AE-SAVE-03")
    scene.happen(SaveRolled(one.id, kind, check, check.success, against, rules=cited))
    return check


def save_for(scene: Scene, one: Combatant, power: Attack, needed: int) -> bool:
    """Whether a save succeeds on which a power of somebody's own depends."""
    return save(scene, one, DueSave("effect", needed, ("AE-SAVE-02",), f"power/{power.id}")).success


# ---------------------------------------------------------------- conditions


def moment_of(scene: Scene, word: str, source: str, target: str) -> Until | None:
    """The moment that an effect's word stands for."""
    match word:
        case "source":
            return Until("end", source, scene.one(source).turns + 1)
        case "target":
            return Until("end", target, scene.one(target).turns + 1)
        case "turn":
            return end_of_turn(scene, source)
        case "battle" | "crit" | "hit" | "missed" | "attacked" | "wholly_missed":
            return Until(word, source)
        case "next_attack":  # what comes in the middle of one's own attack is for the one after it
            amid = any(isinstance(step, Volley) and step.attacker == target for step in scene.agenda)
            return Until(word, source, 0 if amid else 1)
        case "source_start":
            return Until("start", source, scene.one(source).turns + 1)
        case "target_start":
            return Until("start", target, scene.one(target).turns + 1)
        case _:
            return None


def end_state(scene: Scene, who: str, name: str) -> None:
    """A state of somebody's, such as a rage, is over."""
    one = scene.one(who)
    gone = tuple(mark for mark in one.marks if mark.kind == "state" and mark.attack == name)
    if gone:
        left = tuple(mark for mark in one.marks if mark not in gone)
        scene.happen(RanOut(who, one.boosts, left, lifted=gone, rules=("AE-ATK-06",)))


def end_of_turn(scene: Scene, who: str) -> Until:
    """The end of the turn in progress, whoever's it is."""
    current = scene.state.battle.current or who
    return Until("end", current, scene.one(current).turns)


def immune(one: Combatant) -> bool:
    """Whether conditions and ongoing damage slide off somebody: a golem's special."""
    special = one.profile.special("immune")
    return special is not None and not special.types


def fearless(one: Combatant) -> bool:
    """Whether somebody knows no fear: that one condition never takes hold of them."""
    return one.profile.special("fearless") is not None


def takes_hold(one: Combatant, name: str) -> bool:
    """Whether a condition can begin on somebody at all, by what they are."""
    special = one.profile.special("immune")
    if special is not None and (not special.types or name in special.types):
        return False
    return not (name == "fear" and fearless(one))


def afflict(scene: Scene, who: str, affliction: Affliction, lasts: Lasts = "") -> None:
    """Let a condition begin; of one power only the instance that lasts longest stays (AE-STACK-04).

    One of another power stays beside it, and only the worst works (AE-COND-01).
    """
    one, name = scene.one(who), affliction.name
    if not one.in_field or not takes_hold(one, name) or (name == "asleep" and one.awareness != "awake"):
        return
    known = [each for each in one.afflictions if same_effect(each, affliction)]
    lasting = turns_left(scene.state.battle, affliction)
    if affliction in one.afflictions or any(turns_left(scene.state.battle, each) >= lasting for each in known):
        scene.happen(NothingAdded(who, "condition", name, rules=("AE-STACK-04",)))
        return
    repeated = any(each.name == name and each not in known for each in one.afflictions)
    rules = (
        *CONDITIONS[name].rules,
        *(("AE-COND-01",) if repeated else ()),
        *(("AE-STACK-04",) if known else ()),
    )
    scene.happen(Afflicted(who, affliction, lasts, rules=rules))
    if name == "confused":
        _confusion_begins_anew(scene, who)


def _confusion_begins_anew(scene: Scene, who: str) -> None:
    """Whoever has turned on a friend in an earlier confusion does so again in a new one (AE-COND-04)."""
    one = scene.one(who)
    marks = tuple(mark for mark in one.marks if not (mark.kind == "once" and mark.attack == "confused"))
    if len(marks) < len(one.marks):
        scene.happen(RanOut(who, one.boosts, marks, rules=("AE-COND-04",)))


def counting(one: Combatant) -> list[Affliction]:
    """Of each condition the instance that counts: the one hardest to be rid of (AE-COND-01)."""
    worst: dict[str, Affliction] = {}
    for each in one.afflictions:
        known = worst.get(each.name)
        if known is None or each.save > known.save:
            worst[each.name] = each
    return list(worst.values())


def loosened(scene: Scene, who: str, effect: Affliction | Ongoing) -> bool:
    """Whether a save that has succeeded against an effect is only one of several that are needed to end it."""
    if effect.saves <= 1:
        return False
    loose = replace(effect, saves=effect.saves - 1)
    held = loose if isinstance(loose, Affliction) else None
    burning = loose if isinstance(loose, Ongoing) else None
    scene.happen(HoldLoosened(who, effect.saves - 1, held, burning, rules=("AE-SAVE-02",)))
    return True


def relieve(scene: Scene, who: str, affliction: Affliction, rules: tuple[str, ...]) -> None:
    """End an instance of a condition; a sleeper without another reason to sleep wakes."""
    still = sum(1 for each in scene.one(who).afflictions if each.name == affliction.name) > 1
    scene.happen(Relieved(who, affliction, still, rules=rules))
    one = scene.one(who)
    sleeps = any(each.name == "asleep" for each in one.afflictions)
    if affliction.name == "asleep" and one.awareness == "asleep" and not sleeps:
        scene.happen(Woke(who, rules=rules))


def end_ongoing(scene: Scene, who: str, ongoing: Ongoing, rules: tuple[str, ...], *, saved: bool = False) -> None:
    """Ongoing damage is over, and with it whatever the same power has tied to it."""
    scene.happen(OngoingEnded(who, ongoing.name, ongoing.type, saved, rules=rules))
    for each in scene.one(who).afflictions:
        if each.linked and each.power == ongoing.name.removesuffix(BESIDE):
            relieve(scene, who, each, rules)


# ---------------------------------------------------------------- what runs out


def run_out(scene: Scene, moment: Literal["start", "end"], who: str, turn: int = -1) -> None:
    """Let everything end, on anybody, that ends at this moment of somebody's turn: of this one, or of `turn`."""
    if turn < 0:
        turn = scene.one(who).turns

    def over(until: Until | None) -> bool:
        return until is not None and until.moment == moment and until.who == who and until.turn <= turn

    for other in list(scene.state.battle.combatants):
        one = scene.one(other)
        for each in one.afflictions:
            if over(each.until):
                relieve(scene, other, each, TIME_UP)
        one = scene.one(other)
        boosts = tuple(boost for boost in one.boosts if not over(boost.until))
        marks = tuple(mark for mark in one.marks if not over(mark.until))
        if len(boosts) < len(one.boosts) or len(marks) < len(one.marks):
            ended = tuple(boost for boost in one.boosts if over(boost.until))
            lifted = tuple(mark for mark in one.marks if over(mark.until))
            scene.happen(RanOut(other, boosts, marks, ended, lifted, rules=TIME_UP))
