"""In the dungeon: following ways, growing the map, arriving, searching walls, loot."""

from collections.abc import Container

from msgspec.structs import replace

from arbitro.appendix_a.clock import descend
from arbitro.appendix_a.solo import answer_adjustment, take_seats
from arbitro.appendix_a.spring import reach_blind_end
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.events import Seen
from arbitro.dungeon.export.moods import OWN, draw_mood, told_moods
from arbitro.dungeon.kinds import is_treasure
from arbitro.dungeon.knowledge import DOORS, knows, try_door, try_end, visit, visited
from arbitro.dungeon.model import SURFACE, Dungeon, Lead, Link, Slot, Trap
from arbitro.dungeon.stocking import fill_slot, mark_slot
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play import commands as c
from arbitro.play import digging
from arbitro.play.events import (
    GasAhead,
    LootTaken,
    PaceSet,
    PartyMoved,
    StageReached,
    TasksChanged,
    WayEnded,
)
from arbitro.play.hazards import suffer
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import GROUP, CampaignState, Task
from arbitro.play.tale import tell_of
from arbitro.play.traps import goes_off, trapdoors_in
from arbitro.play.ways import Way, path, unknown, way


def entrance(dungeon: Dungeon) -> Link:
    """The stairs from the surface."""
    return next(link for link in dungeon.links.values() if link.code == "ENTRANCE")


def free_hands(side: Side, state: CampaignState) -> tuple[str, ...]:
    """Those who can act and are at nothing that takes longer."""
    return tuple(who for who in side.party.able(state) if side.walk.free_hand(state, who) is None)


def grow(scene: Scene, lead: str, group: str = GROUP) -> str:
    """Work out a lead and say to which space it led; empty where it ended, or where the players are asked first."""
    before = scene.state.dungeon.slots
    scene.dig(digging.GENERATOR.explore(scene.state.dungeon, lead, scene.dice, group))
    call_up(scene, before)
    return led_to(scene.state.dungeon, lead)


def call_up(scene: Scene, before: Container[str]) -> None:
    """Wandering monsters of a check point that was rolled just now come at once (DA-PERIODIC-10)."""
    come = tuple(
        Task("meet", slot.id)
        for slot in scene.state.dungeon.slots.values()
        if slot.id not in before and slot.where == "approach"
    )
    if come:
        scene.happen(TasksChanged((*come, *scene.state.tasks), audience=REFEREE_ONLY))


def coming(state: CampaignState) -> list[Slot]:
    """Those who come upon the party now, before anything else happens to it."""
    slots = state.dungeon.slots
    return [slots[task.source] for task in state.tasks if task.kind == "meet" and task.source in slots]


def led_to(dungeon: Dungeon, lead: str) -> str:
    """The space that a lead led to; empty: it ended, or is not worked out."""
    closed = dungeon.closed.get(lead)
    if closed is None:
        return ""
    if closed.to in dungeon.links:
        return dungeon.links[closed.to].b
    return closed.to


def stock(scene: Scene, space: str) -> None:
    """Ask the game what waits in a space, once; those who come upon the party do not wait."""
    dungeon, on_their_way = scene.state.dungeon, coming(scene.state)
    for slot in tuple(dungeon.slots.values()):
        if slot in on_their_way:
            continue
        if slot.space == space and not slot.items and slot.state != "gone" and slot.kind != "special":
            scene.dig(fill_slot(scene.state.dungeon, slot.id, scene.side.stores.stocker(scene.state), scene.dice))


def arrive(scene: Scene, space: str, came: str) -> None:
    """The party has come to a space: it sees what is plain to see, and whatever is set there goes off in its time."""
    dark = bool(space) and scene.side.wishes.unlit(scene.state)
    known = not dark and space in scene.state.told and visited(scene.state.dungeon, GROUP, space)
    new = space not in scene.state.told
    far = not space and any(who in scene.state.afar for who in scene.side.party.people(scene.state))
    spaces = scene.state.dungeon.spaces
    left = came or scene.state.at
    deeper = spaces[space].level - spaces[left].level if space in spaces and left in spaces else 0
    scene.happen(PartyMoved(space, came, scene.state.minutes, dark, known, far, deeper))
    if not space:
        return
    scene.dig(visit(scene.state.dungeon, GROUP, space))
    stock(scene, space)
    if new:
        take_in(scene, space, seen=not dark)
    tell_of(scene, space)
    due = [
        Task("trap", trap.id) for trap in scene.state.dungeon.traps.values() if trap.space == space and goes_off(trap)
    ]
    due += [Task("trapdoor", link.id) for link in trapdoors_in(scene.state.dungeon, (space,))]
    due += [
        Task("room", slot.id)
        for slot in scene.state.dungeon.slots.values()
        if slot.space == space and slot.kind == "special" and slot.state == "present"
    ]
    if due:
        scene.happen(TasksChanged((*scene.state.tasks, *due), audience=REFEREE_ONLY))


def take_in(scene: Scene, space: str, *, seen: bool) -> None:
    """What a place is like to whoever comes there first, which it is told to be from then on."""
    dungeon = scene.state.dungeon
    known = dungeon.known.get(f"{GROUP}/{space}")
    if known is None or known.mood or not dungeon.spaces[space].is_place:
        return
    mood = OWN if _is_described(scene.state, space) else _drawn_mood(scene.state, space, seen=seen)
    scene.dig((Seen(replace(known, mood=mood), rules=("DA-SOLO-04",)),))


def _drawn_mood(state: CampaignState, space: str, *, seen: bool) -> str:
    hand, told = Hand(state.scenery), told_moods(state.dungeon, GROUP)
    return draw_mood(state.dungeon, state.dungeon.spaces[space], hand, seen=seen, told=told)


def _is_described(state: CampaignState, space: str) -> bool:
    """Whether an adventure says itself what a place is like: whatever were added might belie it."""
    own = state.tale.places.get(space) if state.tale is not None else None
    return own is not None and own.read is not None


def clouds_in(state: CampaignState, space: str) -> list[Trap]:
    """The clouds of gas of a space that the party has noticed and that still hang there."""
    traps = state.dungeon.traps.values()
    return [trap for trap in traps if trap.space == space and trap.code == "GAS" and trap.state == "noticed"]


def clouds(state: CampaignState) -> frozenset[str]:
    """The spaces where the party knows gas to be; not where it stands itself."""
    traps = state.dungeon.traps.values()
    gas = (trap for trap in traps if trap.code == "GAS" and trap.state == "noticed")
    return frozenset(trap.space for trap in gas if trap.space != state.at and knows(state.dungeon, GROUP, trap.id))


def loot_here(state: CampaignState) -> list[str]:
    """The slots of this space whose treasure is there for the taking."""
    return [slot.id for slot in state.dungeon.slots.values() if slot.space == state.at and _is_loot(state, slot)]


def _is_loot(state: CampaignState, slot: Slot) -> bool:
    free_to_take = slot.kind == "treasure" or slot.state == "gone"
    return slot.id not in state.taken and free_to_take and any(is_treasure(name) for name, _ in slot.items)


def loot_in_sight(state: CampaignState) -> list[Slot]:
    """What lies about that the party has seen: here, unless it is dark, and where it has been and left it."""
    dungeon = state.dungeon
    return [
        slot
        for slot in dungeon.slots.values()
        if _is_loot(state, slot)
        and slot.space != state.unseen
        and (slot.space == state.at or knows(dungeon, GROUP, slot.id))
    ]


def sections_here(state: CampaignState) -> list[tuple[Lead, str]]:
    """The sections of wall of this space that may still be searched."""
    return [
        (lead, section.id)
        for lead in state.dungeon.leads.values()
        if lead.kind == "search" and lead.space == state.at
        for section in lead.sections
        if digging.GENERATOR.may_search(state.dungeon, section.id, state.turn)
    ]


def underground(side: Side, state: CampaignState) -> Refusal | None:
    """Whether the party is in the dungeon and has its hands free."""
    if state.stage != "dungeon" or not state.at:
        return Refusal("not_underground")
    return free(side, state)


def free(side: Side, state: CampaignState) -> Refusal | None:
    """Whether nothing else must be seen to first."""
    if side.meetings.busy(state) or state.tasks or state.alarms:
        return Refusal("busy_now")
    return None if side.party.able(state) else Refusal("nobody_stands")


# -------------------------------------------------------------------- ways


def follow(scene: Scene, command: c.Follow) -> Refusal | None:
    """Take a way: work it out if nobody has been there, then go."""
    state = scene.state
    if not state.at:
        return enter(scene, command)
    refused = underground(scene.side, state)
    if refused is not None:
        return refused
    found = way(state.dungeon, state.at, command.way)
    if found is None:
        return Refusal("way_unknown", {"way": command.way})
    if found.shut:
        return Refusal("way_shut", {"way": f"@{found.id}"}, ("DA-STAIR-03",))
    pace = command.pace or own_pace(scene.side, state)
    refused = too_sick(scene.side, state, found) or scene.side.walk.may_go(state, found, pace)
    if refused is not None:
        return refused
    if found.blind:
        climb_blind(scene, found)
        return None
    beyond = worked_out(scene, found)
    comers = coming(scene.state)
    if beyond and comers:  # the party gets no farther than the check point
        beyond = comers[0].space
    if beyond == scene.state.at:
        scene.side.inner.after(scene, len(scene.events))
        return None
    if beyond and halts(scene, beyond):
        scene.side.inner.after(scene, len(scene.events))  # the game knows the way that was just worked out
        return None
    if beyond:
        set_foot_on(scene, found, beyond)
        scene.side.walk.go(scene, found, beyond, pace)
    elif scene.state.dungeon.held is None:
        set_foot_on(scene, found, "")
        scene.happen(WayEnded(found.kind, rules=("DA-PERIODIC-08",)))
        scene.side.walk.pass_turns(scene, 1)
    return None


def own_pace(side: Side, state: CampaignState) -> str:
    """The pace that the party has set itself, as long as it can walk at it; empty: the usual one."""
    return state.pace if state.pace in side.walk.paces(state) else ""


def other_paces(side: Side, state: CampaignState) -> tuple[str, ...]:
    """The paces that the party could take up instead of its own."""
    paces = side.walk.paces(state)
    own = state.pace if state.pace in paces else next(iter(paces), "")
    return tuple(pace for pace in paces if pace != own)


def set_pace(scene: Scene, command: c.SetPace) -> Refusal | None:
    """How the party walks from now on; a word is enough, and takes no time."""
    side, state = scene.side, scene.state
    if not state.abroad:
        return Refusal("not_on_the_way")
    refused = free(side, state)
    if refused is not None:
        return refused
    paces = side.walk.paces(state)
    if command.pace not in paces:
        return Refusal("no_such_pace" if paces else "no_paces", {"pace": command.pace} if paces else {})
    if command.pace not in other_paces(side, state):
        return Refusal("pace_already", {"how": f"@pace:{command.pace}"})
    scene.happen(PaceSet(command.pace))
    return None


def go_to(scene: Scene, command: c.GoTo) -> Refusal | None:
    """Step by step along known and open ways; whatever happens on the way ends the walk."""
    refused = underground(scene.side, scene.state)
    if refused is not None:
        return refused
    dungeon, at = scene.state.dungeon, scene.state.at
    fresh_air = clouds(scene.state) - {command.to}
    steps = path(dungeon, at, {command.to}, fresh_air) or path(dungeon, at, {command.to})
    if not steps:
        return Refusal("no_known_way", {"to": f"@{command.to}"} if command.to in scene.state.dungeon.spaces else {})
    refused = scene.side.walk.may_go(scene.state, steps[0], own_pace(scene.side, scene.state))
    if refused is not None:
        return refused
    for step in steps:
        at, pace = scene.state.at, own_pace(scene.side, scene.state)
        if scene.side.walk.may_go(scene.state, step, pace) is not None:
            break
        if halts(scene, step.to) or (step is not steps[0] and any(clouds_in(scene.state, step.to))):
            break
        set_foot_on(scene, step, step.to)
        scene.side.walk.go(scene, step, step.to, pace)
        if scene.state.at == at or free(scene.side, scene.state) is not None:
            break
        if scene.state.at != step.to and step.to != SURFACE:
            break
    return None


def too_sick(side: Side, state: CampaignState, found: Way) -> Refusal | None:
    """Whoever is sick must get to the surface before anything new is explored (DA-GAS-07)."""
    here = side.party.people(state)
    sick = next((each.who for each in state.ailments if each.kind == "sick" and each.who in here), None)
    if sick is None or not unknown(state.dungeon, found):
        return None
    home = path(state.dungeon, state.at, {SURFACE}, barred=side.wishes.barred(state))
    if home is None:  # no other way leads there
        return None
    return Refusal("sick", {"who": f"@{sick}"}, ("DA-GAS-07",))


def enter(scene: Scene, command: c.Follow) -> Refusal | None:
    """Down the first stairs, from under the sky."""
    state = scene.state
    if state.stage != "road" or not scene.side.road.at_mouth(state):
        return Refusal("not_at_the_mouth")
    refused = free(scene.side, state)
    if refused is not None:
        return refused
    stairs = entrance(state.dungeon)
    if command.way != stairs.id:
        return Refusal("way_unknown", {"way": command.way})
    if not scene.side.walk.ready(scene):
        return None
    begin_descent(scene)
    scene.dig(descend(scene.state.dungeon, stairs.id, scene.dice, GROUP, now=scene.state.turn))
    scene.side.walk.go_down(scene, stairs.b)
    return None


def begin_descent(scene: Scene) -> None:
    """The party leaves the light of day; in a group without a referee, everybody's turn in the chair is settled."""
    scene.dig(take_seats(scene.state.dungeon, scene.side.party.adventurers(scene.state)))
    scene.happen(StageReached("dungeon", scene.state.minutes))


def worked_out(scene: Scene, found: Way) -> str:
    """The space at the other end, rolled now where nobody has been; empty where the way ends or must wait."""
    if not found.lead:
        return found.to
    beyond = grow(scene, found.lead)
    again = way(scene.state.dungeon, scene.state.at, found.id)
    if not beyond and again is not None and again.lead not in ("", found.lead) and scene.state.dungeon.held is None:
        return worked_out(scene, again)  # a door that opens on a passage: one does not stop on its threshold
    if beyond:
        stock(scene, beyond)
    return beyond


def halts(scene: Scene, space: str) -> bool:
    """Whether the party sees gas ahead for the first time, and stops before it (DA-TRAP-11)."""
    cloud = next((each.id for each in clouds_in(scene.state, space) if each.id not in scene.state.halted), "")
    if cloud:
        scene.happen(GasAhead(cloud, rules=("DA-TRAP-11",)))
    return bool(cloud)


def set_foot_on(scene: Scene, found: Way, beyond: str) -> None:
    """What using a way brings with it: stairs that may shut behind those who go down, doors tried."""
    dungeon = scene.state.dungeon
    link = dungeon.links.get(found.id)
    if link is None:
        scene.dig(try_end(dungeon, GROUP, found.id))
        return
    if link.kind == "stairs" and found.levels > 0 and beyond != SURFACE:
        scene.dig(descend(dungeon, link.id, scene.dice, GROUP, now=scene.state.turn))
    elif link.kind in DOORS:
        scene.dig(try_door(dungeon, GROUP, link.id))


def climb_blind(scene: Scene, found: Way) -> None:
    """Stairs that lead nowhere: their end is reached, and it may give way."""
    people = scene.side.party.people(scene.state)
    scene.side.walk.pass_turns(scene, 1)
    events = reach_blind_end(scene.state.dungeon, found.blind, people, scene.dice, GROUP)
    suffer(scene, events)


def answer_repair(scene: Scene, command: c.AnswerRepair) -> Refusal | None:
    """The players' word on a result that cannot be drawn; the way can be taken afterwards."""
    if scene.state.dungeon.held is None:
        return Refusal("not_asked")
    scene.dig(answer_adjustment(scene.state.dungeon, command.answer, scene.dice))
    if scene.state.at:
        scene.side.inner.after(scene, len(scene.events))  # the game knows the way that was worked out
    return None


# -------------------------------------------------------------------- walls, water, treasure


def search_wall(scene: Scene, command: c.SearchWall) -> Refusal | None:
    """Ten feet of wall, a turn, a d12 (A.5.4)."""
    refused = underground(scene.side, scene.state)
    if refused is not None:
        return refused
    found = next((lead for lead, section in sections_here(scene.state) if section == command.section), None)
    if found is None:
        return Refusal("no_wall", {"section": command.section}, ("DA-EXIT-03",))
    known = scene.state.dungeon.slots
    dungeon, now = scene.state.dungeon, scene.state.turn
    scene.dig(digging.GENERATOR.search(dungeon, found.id, command.section, scene.dice, GROUP, now=now))
    come = tuple(Task("meet", slot) for slot in scene.state.dungeon.slots if slot not in known)
    stock(scene, scene.state.at)
    if come:
        scene.happen(TasksChanged((*come, *scene.state.tasks), audience=REFEREE_ONLY))
    scene.side.walk.pass_turns(scene, 1)
    return None


def take_loot(scene: Scene, command: c.TakeLoot) -> Refusal | None:
    """A turn to gather what lies here."""
    refused = _loot(scene, command.slot)
    if refused is not None:
        return refused
    slot = scene.state.dungeon.slots[command.slot]
    items = tuple((name, count) for name, count in slot.items if is_treasure(name))
    scene.happen(LootTaken(slot.id, items, rules=("DA-TREASURE-01",)))
    if slot.state != "gone":
        scene.dig(mark_slot(slot, "gone"))
    scene.side.purse.receive(scene, items)
    scene.side.walk.pass_turns(scene, 1)
    return None


def leave_loot(scene: Scene, command: c.LeaveLoot) -> Refusal | None:
    """Let it lie."""
    refused = _loot(scene, command.slot)
    if refused is None:
        scene.happen(LootTaken(command.slot, (), left=True))
    return refused


def _loot(scene: Scene, slot: str) -> Refusal | None:
    refused = underground(scene.side, scene.state)
    if refused is None and slot not in loot_here(scene.state):
        return Refusal("no_loot", {"slot": slot})
    return refused
