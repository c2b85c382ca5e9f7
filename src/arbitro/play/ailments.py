"""What a gas, a pool or a fright leaves on people, alike in every game; who is struck by it, each game says itself."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from arbitro.dungeon.events import Effect
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.events import AilmentChanged, EffectTold, PartySplit
from arbitro.play.scene import Scene
from arbitro.play.state import WISH, Ailment, CampaignState
from arbitro.play.ways import feet_between, ways

TO_THE_SURFACE: Final = -1
"""The end of an ailment that lasts until its bearer is under the sky again."""
TABLE_OF_GASES: Final = "DA-GAS-01"
"""The rule that says which gas it is, and of none of them what it does."""
ADDING_UP: Final = ("stronger", WISH)
"""What two sources give twice; whatever else somebody bears already lasts until the later of both ends."""


def afflict(scene: Scene, who: Iterable[str], kind: str, until: int, rules: tuple[str, ...]) -> None:
    """An ailment comes upon people, until a turn of the clock; 0: it is told, and gone again."""
    for each in who:
        lay_upon(scene, Ailment(each, kind, until), rules)


def lay_upon(scene: Scene, ailment: Ailment, rules: tuple[str, ...], audience: str = "") -> None:
    """One ailment comes upon its bearer, who may have one of the kind already."""
    who, until, own = ailment.who, ailment.until, own_rules(rules)
    held = [borne for borne in scene.state.ailments if (borne.who, borne.kind) == (who, ailment.kind)]
    if until and ailment.kind in ADDING_UP:
        number = 1 + max((borne.number for borne in held), default=0)
        fresh = replace(ailment, number=number, rules=own)
    else:
        end = max((until, *(borne.until for borne in held))) if until else 0
        fresh = replace(ailment, until=end, lent=0, rules=own)
    scene.happen(AilmentChanged(who, fresh, rules=rules, audience=audience))


def own_rules(rules: tuple[str, ...]) -> tuple[str, ...]:
    """Of the rules of a gas or a pool those that say what it does."""
    return tuple(rule for rule in rules if rule.startswith(("DA-GAS-", "DA-POOL-")) and rule != TABLE_OF_GASES)


def strengthen(scene: Scene, who: str, lent: int, effect: Effect, rules: tuple[str, ...]) -> None:
    """Strength is borrowed, up to the highest that there is: as much as was gained is given back (DA-GAS-06).

    What the highest keeps from counting is not lost: it counts as soon as something else makes room for it. Where
    nothing was gained, the referee alone knows.
    """
    gained = scene.side.perils.lend(scene, who, lent, rules)
    audience = "" if gained else REFEREE_ONLY
    if effect.until:
        waits = lent if lent != gained else 0
        lay_upon(scene, Ailment(who, "stronger", effect.until, gained, lent=waits), rules, audience)
    if not gained:
        scene.happen(EffectTold((who,), "gas", effect, rules=rules, audience=REFEREE_ONLY))


def lend_again(scene: Scene, who: str) -> None:
    """Where one source of strength has ended, or strength itself is less, what others could not give counts now."""
    for borne in scene.state.ailments:
        waits = borne.lent - borne.amount if (borne.who, borne.kind) == (who, "stronger") and borne.lent else 0
        gained = scene.side.perils.lend(scene, who, waits, ("DA-GAS-06",)) if waits > 0 else 0
        if gained:
            fuller = replace(borne, amount=borne.amount + gained)
            scene.happen(AilmentChanged(who, fuller, rules=("DA-GAS-06",)))


def lay_low(scene: Scene, struck: Sequence[str], effect: Effect, rules: tuple[str, ...]) -> None:
    """Asleep or blind for turns: the party waits for those who were struck, unless somebody comes upon it.

    Whoever comes wakes the sleepers; who is blind stays so, and the referee is told.
    """
    struck = [who for who in struck if who in scene.side.party.able(scene.state)]
    turns = effect.until - scene.state.turn
    if effect.kind == "obscured" or turns <= 0:
        afflict(scene, struck, effect.kind, 0, rules)
        return
    afflict(scene, struck, effect.kind, effect.until, rules)
    if struck:
        scene.side.walk.pass_turns(scene, turns)
    if not scene.side.meetings.busy(scene.state):
        return
    if effect.kind == "asleep":
        wake_those_come_upon(scene)
    else:
        scene.happen(EffectTold(tuple(struck), "gas", effect, rules=rules, audience=REFEREE_ONLY))


def asleep(state: CampaignState) -> frozenset[str]:
    """Those whom a gas has put to sleep, in a game that has no such state of its own between fights."""
    return frozenset(each.who for each in state.ailments if each.kind == "asleep" and each.until > state.turn)


def wake_those_come_upon(scene: Scene) -> None:
    """Whoever comes wakes the sleepers, before anybody is asked what they do (DA-GAS-05)."""
    if not scene.side.meetings.busy(scene.state):
        return
    for who in sorted(asleep(scene.state).intersection(scene.side.party.people(scene.state))):
        scene.happen(AilmentChanged(who, Ailment(who, "asleep", 0), rules=("DA-GAS-05",)))


def run_back(scene: Scene, afraid: Sequence[str], feet: int, rules: tuple[str, ...]) -> None:
    """Whoever is overcome by fear runs so far back the way they came; the others may go on (DA-GAS-04).

    Where nobody is left who could, all run together.
    """
    afflict(scene, afraid, "afraid", 0, rules)
    goal, before = as_far_back(scene.state, feet)
    if not afraid or goal == scene.state.at:
        return
    others = tuple(who for who in scene.side.party.people(scene.state) if who not in afraid)
    if not scene.side.parting.can_go_on(scene.state, others):
        scene.side.walk.put(scene, goal)
        return
    scene.side.parting.part(scene, tuple(afraid), goal)
    scene.happen(PartySplit(tuple(afraid), goal, before, fled=True, rules=rules))


def as_far_back(state: CampaignState, feet: int) -> tuple[str, str]:
    """Where a run of so many feet along the way back ends, or what there is of it; and the space before that."""
    at, gone = state.at, 0
    left = list(state.trail) or [place for place in (state.came,) if place in state.dungeon.spaces]  # of an older table
    while left and gone < feet:
        back = left[-1]
        if not any(each.to == back and not each.shut for each in ways(state.dungeon, at)):
            break
        gone += feet_between(state.dungeon, at, back)
        at = left.pop()
    return at, left[-1] if left else ""
