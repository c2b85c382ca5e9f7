"""Pools, lakes and the wishes that come of them: what befalls whoever goes into water under the earth."""

from typing import Final

from arbitro.appendix_a.pool import does_nothing_by, enter_pool
from arbitro.dungeon.events import Effect, EffectDue
from arbitro.dungeon.kinds import is_treasure
from arbitro.dungeon.knowledge import knows
from arbitro.dungeon.model import Dungeon, Water
from arbitro.kernel.command import Refusal
from arbitro.play import commands as c
from arbitro.play import wishing
from arbitro.play.delving import free, underground
from arbitro.play.events import LakeEntered, PoolEntered, PulledUnder, WishSpoken
from arbitro.play.hazards import suffer
from arbitro.play.scene import Scene
from arbitro.play.state import GROUP, WISH

DEPTHS: Final = ("DA-LAKE-01",)
WATER: Final = "1d6"
"""Hit points that going under costs."""


def step_in(scene: Scene, command: c.StepIn) -> Refusal | None:
    """Somebody goes into a pool or a lake; only so is it known what it does (DA-POOL-03, DA-LAKE-03).

    Whoever still lives in the water is upon them at once.
    """
    refused = underground(scene.side, scene.state)
    if refused is not None:
        return refused
    state = scene.state
    if command.who not in scene.side.party.able(state):
        return Refusal("cannot_now", {"who": f"@{command.who}"})
    water = state.dungeon.waters.get(command.water)
    if water is None or water.space != state.at or not knows(state.dungeon, GROUP, water.id):
        return Refusal("no_pool", {"water": command.water}, ("DA-POOL-03",))
    refused = scene.side.walk.free_hand(state, command.who)
    if refused is not None:
        return refused
    stirs = is_inhabited(state.dungeon, water)
    if water.kind == "lake":
        scene.happen(LakeEntered(command.who, water.id, bool(water.link), stirs, rules=_lake_rules(water, stirs)))
        swim(scene, command.who, water)
    else:
        bather = scene.side.perils.bather(state, command.who)
        party = tuple(scene.side.perils.bather(state, who) for who in scene.side.party.people(state))
        events = enter_pool(state.dungeon, water.id, (bather,), scene.dice, now=state.turn, party=party, group=GROUP)
        plain = not any(isinstance(event, EffectDue) for event in events)
        rules = (does_nothing_by(water) if plain else "DA-POOL-03",)
        scene.happen(PoolEntered(command.who, water.id, plain, stirs, rules=rules))
        suffer(scene, events)
    if stirs:
        scene.side.meetings.spring(scene, water.slot, 0)
    else:
        scene.side.walk.pass_turns(scene, 1)
    return None


def swim(scene: Scene, who: str, lake: Water) -> None:
    """Whoever cannot keep afloat swallows water, or saves; a pool is no deeper than a person is tall (our ruling)."""
    if scene.side.perils.cannot_swim(scene.state, who):
        scene.happen(PulledUnder(who, lake.id, rules=DEPTHS))
        scene.side.perils.apply(scene, lake.id, Effect("damage", (who,), save=True, dice=WATER), DEPTHS)


def is_inhabited(dungeon: Dungeon, water: Water) -> bool:
    """Whether those whom the tables put into a pool or a lake are still there (DA-POOL-02, DA-LAKE-02, DA-LAKE-04)."""
    slot = dungeon.slots.get(water.slot)
    return slot is not None and slot.state != "gone" and any(not is_treasure(kind) for kind, _ in slot.items)


def _lake_rules(lake: Water, stirs: bool) -> tuple[str, ...]:
    if lake.link:
        return ("DA-LAKE-03",)
    if not stirs:
        return ("DA-LAKE-01",)
    return ("DA-LAKE-04",) if lake.code == "LAKE_ENCHANTED" else ("DA-LAKE-02",)


def make_wish(scene: Scene, command: c.MakeWish) -> Refusal | None:
    """A wish that was kept is spoken, wherever the party is; by our ruling the party is whole again."""
    state = scene.state
    refused = free(scene.side, state)
    if refused is not None:
        return refused
    if command.who not in scene.side.party.able(state):
        return Refusal("cannot_now", {"who": f"@{command.who}"})
    if command.who not in wishing.holders(state):
        return Refusal("no_wish", {"who": f"@{command.who}"}, wishing.RULES)
    if len(command.words) > wishing.LONGEST:
        return Refusal("bad_wish", {"most": wishing.LONGEST}, wishing.RULES)
    scene.happen(WishSpoken(command.who, command.words.strip(), rules=wishing.RULES))
    scene.side.perils.apply(scene, command.who, Effect(WISH, (command.who,)), wishing.RULES)
    return None
