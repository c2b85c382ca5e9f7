"""What the dungeon does to those who walk in it: traps, gas, lifts, and whatever else is on the list of tasks."""

from typing import Literal

from msgspec.structs import replace

from arbitro.appendix_a import spring
from arbitro.appendix_a.clock import opens_again, step_on_trapdoor
from arbitro.appendix_a.hidden import settle_hidden_door, trap_is_pit, who_searches
from arbitro.dungeon.events import EffectDue, SlotChanged
from arbitro.dungeon.model import SURFACE, Trap
from arbitro.dungeon.stocking import fill_slot
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.afar import FAR, arrive_from_afar, send_far
from arbitro.play.ailments import TO_THE_SURFACE, lend_again, wake_those_come_upon
from arbitro.play.events import AilmentChanged, DoorGaveWay, PartySplit, TasksChanged, WanderersCame
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import GROUP, WISH, CampaignState, Task
from arbitro.play.traps import goes_off, search_over
from arbitro.play.ways import ways
from arbitro.play.wishing import RULES as WISH_RULES

CARRIED = ("slide", "descend", "teleport", "through_floor")
"""Effects that move people to another place."""
TRIES_A_TURN = 10
"""A try at a door takes a round."""


def keep_time(scene: Scene) -> None:
    """What the hour brings: ways that open again, ailments that are over."""
    scene.dig(opens_again(scene.state.dungeon, scene.state.turn))
    wake_those_come_upon(scene)
    arrive_from_afar(scene)
    for ailment in scene.state.ailments:
        over = ailment.until != TO_THE_SURFACE and ailment.until <= scene.state.turn
        outside = scene.state.waiting.get(ailment.who, scene.state.at) in ("", SURFACE)
        if over or (ailment.until == TO_THE_SURFACE and outside):
            rules = WISH_RULES if ailment.kind == WISH else ailment.rules
            unfelt = ailment.kind == "stronger" and not ailment.amount  # it never came to count
            audience = REFEREE_ONLY if unfelt else ""
            scene.happen(AilmentChanged(ailment.who, replace(ailment, until=0), rules=rules, audience=audience))
            scene.side.perils.ailment_over(scene, ailment.kind, ailment.who, ailment.amount)
            lend_again(scene, ailment.who)


def give_back(scene: Scene, who: str) -> None:
    """What somebody has borrowed goes with their life, lest they keep it when they are raised."""
    for ailment in scene.state.ailments:
        if ailment.who == who:
            scene.side.perils.ailment_over(scene, ailment.kind, who, ailment.amount)


def under_the_sky(side: Side, state: CampaignState) -> Literal["", "road", "town"]:
    """Where the party is on the surface; empty: before the entrance."""
    if state.stage == "town":
        return "town"
    return "road" if state.stage == "road" and not side.road.at_mouth(state) else ""


def somebody_comes(scene: Scene, slot: str) -> None:
    """Whoever was drawn by a search (DA-EXIT-03), or wanders by at a check point (DA-PERIODIC-10), stands there."""
    found = scene.state.dungeon.slots.get(slot)
    if found is None or found.state != "present":
        return
    if found.approach:
        scene.happen(WanderersCame(slot, found.approach, rules=("DA-PERIODIC-10",)))
        told = len(scene.events) - 1
        if found.space != scene.state.at:  # the party looked from afar, or turned back: they come to it
            here = scene.state.dungeon.spaces[scene.state.at]
            moved = replace(found, space=here.id, level=here.level)
            scene.dig((SlotChanged(moved, rules=("DA-PERIODIC-10",), audience=REFEREE_ONLY, cause=told),))
    if not scene.state.dungeon.slots[slot].items:
        scene.dig(fill_slot(scene.state.dungeon, slot, scene.side.stores.stocker(scene.state), scene.dice))
    arrived = scene.state.dungeon.slots[slot]
    if arrived.space == scene.state.at and arrived.items:
        scene.side.meetings.spring(scene, slot, 0)


def carried_off(scene: Scene, task: Task) -> None:
    """Where a slide or a lift takes people it takes all who stand there; of a pool or a hole, only those it has."""
    effect = task.effect
    if effect is None:
        return
    space = effect.space
    if effect.kind == "through_floor":
        drop_apart(scene, effect.who, space, task.rules)
        return
    if effect.kind == "teleport" and effect.detail == FAR:
        others = tuple(who for who in scene.side.party.people(scene.state) if who not in effect.who)
        if not scene.side.parting.can_go_on(scene.state, others):
            stay_behind(scene, effect.who, task.rules)
        send_far(scene, effect.who, others, task.rules)
        return
    if effect.kind == "teleport":
        stay_behind(scene, effect.who, task.rules)
    if not space and effect.kind == "descend":
        trap = scene.state.dungeon.traps[task.source]
        space = scene.state.dungeon.links[trap.link].b if trap.link else ""
        if not space:
            force_lift_door(scene, task, trap)
            return
    scene.side.walk.put(scene, "" if space == SURFACE else space)


def stay_behind(scene: Scene, gone: tuple[str, ...], rules: tuple[str, ...]) -> None:
    """Whoever enters a pool that carries people off is gone; the others are still where they were (DA-POOL-11)."""
    state = scene.state
    others = tuple(who for who in scene.side.party.people(state) if who not in gone)
    if others:
        scene.side.parting.part(scene, others, state.at)
        scene.happen(PartySplit(others, state.at, state.came, rules=rules))


def drop_apart(scene: Scene, who: tuple[str, ...], below: str, rules: tuple[str, ...]) -> None:
    """Whoever fell through the floor lies below; the others stand at the edge, and may follow or not (DA-STAIR-09).

    The table follows those below, unless none of them can go on: then it stays with those above.
    """
    state, parting = scene.state, scene.side.parting
    people = scene.side.party.people(state)
    fallen = tuple(each for each in people if each in who)
    if not fallen:
        return
    above = tuple(each for each in people if each not in who)
    if parting.can_go_on(state, fallen) or not parting.can_go_on(state, above):
        stay_behind(scene, fallen, rules)
        scene.side.walk.put(scene, below)
        return
    parting.part(scene, fallen, below)
    scene.happen(PartySplit(fallen, below, state.at, rules=rules))


def trap_works(scene: Scene, trap: Trap) -> None:
    """A trap is come upon; where a door may be hidden, everybody looks for it first (DA-TRAP-02)."""
    able = scene.side.party.able(scene.state)
    if not able:
        return
    if trap.code == "HIDDEN_DOOR" and not trap.pit:
        tries = [scene.side.perils.noticed(scene, who) for who in who_searches(scene.state.dungeon, able)]  # all throw
        found = any(tries)
        scene.dig(settle_hidden_door(scene.state.dungeon, trap.id, found, scene.dice, GROUP))
        if found:
            scene.side.inner.after(scene, len(scene.events))  # the game learns of the door that was found
            return
    trap_springs(scene, scene.state.dungeon.traps[trap.id])


def tread_on_trapdoor(scene: Scene, link: str) -> None:
    """The first rank walks over a trapdoor that may give way, unless somebody sees it in time (DA-STAIR-09)."""
    leading = scene.side.party.leading(scene.state)
    if not leading:
        return
    if seen_in_time(scene, link):
        scene.side.inner.after(scene, len(scene.events))  # the game learns of the way down
        return
    suffer(scene, step_on_trapdoor(scene.state.dungeon, link, leading, scene.dice, GROUP))


def trap_springs(scene: Scene, trap: Trap, *, wanted: bool = False) -> None:
    """A trap goes off, by its row of A.7.1, unless somebody sees it in time, or knows of it and goes round it."""
    if not wanted and (not goes_off(trap) or (trap.state == "armed" and seen_in_time(scene, trap.id))):
        return
    dungeon, dice, side = scene.state.dungeon, scene.dice, scene.side
    able, now = side.party.able(scene.state), scene.state.turn
    events: tuple[Event, ...]
    if trap_is_pit(trap):
        events = spring.spring_pit(dungeon, trap.id, side.party.leading(scene.state), dice)
    elif trap.code in ("ARROWS", "SPEARS"):
        events = spring.spring_missiles(dungeon, trap.id, dice, who=side.party.people(scene.state))
    elif trap.code == "SLIDING_WALL":
        events = spring.spring_wall(dungeon, trap.id, dice, now=now)
    elif trap.code == "GAS":
        events = spring.enter_gas(
            dungeon, trap.id, side.party.people(scene.state), dice, now=now, fighters=side.party.fighters(scene.state)
        )
    elif trap.code.startswith("ELEVATOR"):
        events = spring.enter_lift(dungeon, trap.id, able, dice, now=now)
    else:
        return
    suffer(scene, events)


def seen_in_time(scene: Scene, trap: str) -> bool:
    """Whether somebody who merely comes by notices a trap before it goes off; the game says who can."""
    who, rules = scene.side.perils.sees_in_passing(scene, trap)
    if who:
        search_over(scene, who, "", (trap,), rules, passing=True)
    return bool(who)


def suffer(scene: Scene, events: tuple[Event, ...]) -> None:
    """Record what the dungeon does; what it does to people comes first on the list."""
    scene.dig(events)
    due = [Task("effect", event.source, event.effect, event.rules) for event in events if type(event) is EffectDue]
    if due:
        scene.happen(TasksChanged((*due, *scene.state.tasks), audience=REFEREE_ONLY))


def force_lift_door(scene: Scene, task: Task, trap: Trap) -> None:
    """The third lift: its door must be forced, and each failure takes it a level deeper (DA-TRAP-07).

    At the end of its run it opens no more by itself than before: the party goes on trying, ten times a turn, until
    it gives or the lift goes up again.
    """
    opened = scene.side.perils.forced(scene)
    while not opened and trap.sunk >= trap.levels and scene.state.turn < trap.until:
        for _ in range(TRIES_A_TURN - 1):
            opened = opened or scene.side.perils.forced(scene)
        if opened:
            break
        scene.side.walk.pass_turns(scene, 1)
        keep_time(scene)
        if scene.side.meetings.busy(scene.state) or not scene.side.party.able(scene.state):
            scene.happen(TasksChanged((task, *scene.state.tasks), audience=REFEREE_ONLY))
            return
    if trap.sunk >= trap.levels and not opened:
        return  # up again, to where it was entered
    dungeon, able, now = scene.state.dungeon, scene.side.party.able(scene.state), scene.state.turn
    events = spring.try_lift_door(dungeon, trap.id, opened, able, scene.dice, now=now)
    suffer(scene, events)
    after = scene.state.dungeon.traps[trap.id]
    if after.link:
        landing = scene.state.dungeon.links[after.link].b
        for door in (each for each in ways(scene.state.dungeon, landing) if each.is_door):
            scene.happen(DoorGaveWay(door.id, rules=("DA-TRAP-07",)))  # the one that was forced: it is its only one
        scene.side.walk.put(scene, landing)
