"""Doors of the dungeon (chapter «Porte dei dungeon»): heavy, by people and strength, no obstacle to monsters."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier, held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.exploring.clock import ask, hand_on_the_way, ruled, under_way
from arbitro.rules.whitebox.exploring.commands import (
    JudgeDoor,
    JudgeWedge,
    MonstersPass,
    OpenDoor,
    PickLock,
    ShutDoor,
    WedgeDoor,
)
from arbitro.rules.whitebox.exploring.events import (
    DoorLocked,
    DoorOpened,
    DoorShut,
    DoorsShut,
    DoorStopped,
    DoorTried,
    DoorWedged,
    LockTried,
    RulingAsked,
)
from arbitro.rules.whitebox.exploring.state import Door, Expedition, Pending
from arbitro.rules.whitebox.people.healing import let_time_pass
from arbitro.rules.whitebox.people.records import ROUND, calling, class_row, folk, modifier, plain_folk
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.reckoning import InSix, by_people, in_six_of
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State

SIX: Final = 6
PICK_LOCK: Final = "pick_lock"


DOORS_FALL_SHUT: Final = True


def door_here(state: State, out: Expedition, name: str) -> Door | Refusal:
    """A door of this place that the players know of."""
    del state
    door = out.doors.get(name)
    if door is None or out.at not in door.between or not door.known:
        return Refusal("no_door", {"door": name}, ("WB-DOOR-01",))
    return door


def place_to_run_to(out: Expedition, troop: str) -> str:
    """Where a party runs to from somebody: back where it came from, or, where they stand there, to another known place.

    Empty where there is none (WB-MOVE-06: one runs away from those who give chase, not into their arms).
    """
    ways = [door for door in out.doors.values() if door.known and out.at in door.between and not door.gone]
    back = [door for door in ways if out.came in door.between]
    if not _behind(out, troop):
        return out.came if back else ""
    open_ways = [door for door in ways if door not in back and (door.passage or door.open)]
    known = (place for door in open_ways for place in door.between if place != out.at and place in out.visited)
    return next(known, "")


def cut_off(state: State, troop: str = "") -> Refusal | None:
    """Why a party cannot run: those whom it has met have come from behind, and no other way is open."""
    out = state.expedition
    if out is None or (out.meeting is None and not troop):
        return None
    met = troop or (out.meeting.troop if out.meeting is not None else "")
    if not _behind(out, met) or place_to_run_to(out, met):
        return None
    return Refusal("cut_off", {}, ("WB-MOVE-06",))


def _behind(out: Expedition, troop: str) -> bool:
    found = out.troops.get(troop)
    return found is not None and found.behind


def door_chance(here: Here, one: Character) -> InSix:
    """In six: by people, and by the option with strength (WB-DOOR-02, WB-DOOR-03)."""
    plain, strength = plain_folk(here.rules).doors, strength_at_doors(here, one)
    parts = (*by_people(plain, folk(here.rules, one).doors, "WB-DOOR-01", "WB-DOOR-02"), *strength)
    return in_six_of(("WB-DOOR-01", "WB-DOOR-02", *(part.rule for part in strength)), *parts)


def strength_at_doors(here: Here, one: Character) -> tuple[Modifier, ...]:
    """What strength adds at a door, where the table plays so (WB-DOOR-03)."""
    if not here.state.options["door_strength_modifier"]:
        return ()
    return (Modifier(modifier(here.rules, one.abilities.get("str", 10)), "WB-DOOR-03", "strength"),)


def at_door(here: Here, who: str, name: str) -> tuple[Character, Door] | Refusal:
    """Somebody who is free to work at a door, and the door."""
    found = hand_on_the_way(here, who)
    if isinstance(found, Refusal):
        return found
    one, out = found
    door = door_here(here.state, out, name)
    return door if isinstance(door, Refusal) else (one, door)


def shut_door_for(here: Here, who: str, name: str) -> tuple[Character, Door] | Refusal:
    """Somebody who is free to work at a door, and the door, which is shut."""
    found = at_door(here, who, name)
    if isinstance(found, Refusal):
        return found
    one, door = found
    if door.passage or door.open:
        return Refusal("open_already", {"door": f"@{door.id}"}, ("WB-DOOR-01",))
    return one, door


def open_door(scene: Scene, command: OpenDoor) -> Refusal | None:
    """Push at a shut door: a d6 at or below the chance, a round for each try (WB-DOOR-01)."""
    found = shut_door_for(scene, command.who, command.door)
    if isinstance(found, Refusal):
        return found
    one, door = found
    if door.locked:
        scene.rules.at_the_lock(scene, one, door)
        return None
    odds = scene.rules.door_chance(scene, one)
    check = in_six(scene, odds.chance, "door", odds.made_of)
    scene.happen(DoorTried(one.id, door.id, check, check.success, door.pushes + 1, rules=odds.rules))
    scene.rules.take_time(scene, one.id, ROUND, ("WB-TIME-02", "WB-DOOR-01"))
    return None


def in_six(scene: Scene, chance: int, against: str, made_of: tuple[Modifier, ...] = ()) -> Check:
    """A d6 that must show the chance or less."""
    return held_against((scene.dice.roll(SIX, against),), (), "<=", chance, against, made_of)


def at_the_lock(scene: Scene, one: Character, door: Door) -> None:
    """No push opens a locked door: the referee says what does (WB-DOOR-01)."""
    if not door.tried:
        scene.happen(DoorLocked(one.id, door.id, rules=("WB-DOOR-01",)))
    rules = ("WB-DOOR-01", "WB-CORE-02")
    ask(scene, RulingAsked("locked_door", one.id, door.id, pending=Pending(one.id, door.id), rules=rules))


def judge_door(scene: Scene, command: JudgeDoor) -> Refusal | None:
    """The referee's answer on a locked door."""
    door = asked_about(scene.state)
    ruled(scene, command.opens, ("WB-DOOR-01", "WB-CORE-02"))
    if command.opens == "yes":
        scene.happen(DoorOpened(door, rules=("WB-DOOR-01", "WB-CORE-02")))
    let_time_pass(scene, ROUND, ("WB-TIME-02", "WB-DOOR-01"))
    return None


def asked_about(state: State) -> str:
    """What the referee was asked about."""
    out = state.expedition
    return "" if out is None or out.pending is None else out.pending.about


def skill_of(rules: Rules, one: Character, use: str) -> int:
    """In six, by the skill of the class and the level; 0 for those without it."""
    facts = calling(rules, one)
    if facts is None or facts.skill is None or use not in facts.skill.covers:
        return 0
    return class_row(rules, one.class_id, one.level).skill


def pick_lock(scene: Scene, command: PickLock) -> Refusal | None:
    """Work at a lock that was found, by a skill of one's class; takes a turn."""
    found = shut_door_for(scene, command.who, command.door)
    if isinstance(found, Refusal):
        return found
    one, door = found
    skill = skill_of(scene.rules, one, PICK_LOCK)
    if not skill:
        return Refusal("no_skill", {"who": f"@{one.id}"}, ("WB-DOOR-01",))
    if not (door.locked and door.tried):
        return Refusal("not_locked", {"door": f"@{door.id}"}, ("WB-DOOR-01",))
    check = in_six(scene, skill, "lock", (Modifier(skill, "WB-DOOR-01", "skill_of_class"),))
    scene.happen(LockTried(one.id, door.id, check, check.success, rules=("WB-DOOR-01",)))
    scene.rules.occupy(scene, one.id, 1, ())
    return None


# ------------------------------------------------------------ holding and shutting


def open_door_for(here: Here, who: str, name: str) -> tuple[Character, Door] | Refusal:
    """Somebody who is free, and a real door that stands open."""
    found = at_door(here, who, name)
    if isinstance(found, Refusal):
        return found
    one, door = found
    if door.passage or not door.open:
        return Refusal("not_open", {"door": f"@{door.id}"}, ("WB-DOOR-05",))
    return one, door


def wedge_door(scene: Scene, command: WedgeDoor) -> Refusal | None:
    """Hold or wedge a door, if the referee agrees (WB-DOOR-05)."""
    found = open_door_for(scene, command.who, command.door)
    if isinstance(found, Refusal):
        return found
    one, door = found
    if door.wedged:
        return Refusal("wedged_already", {"door": f"@{door.id}"}, ("WB-DOOR-05",))
    pending = Pending(one.id, door.id)
    ask(scene, RulingAsked("wedge_door", one.id, door.id, pending=pending, rules=("WB-DOOR-05",)))
    return None


def judge_wedge(scene: Scene, command: JudgeWedge) -> Refusal | None:
    """The referee's answer on a wedged door."""
    door = asked_about(scene.state)
    ruled(scene, command.holds, ("WB-DOOR-05",))
    if command.holds == "yes":
        scene.happen(DoorWedged(door, rules=("WB-DOOR-05",)))
    return None


def shut_door(scene: Scene, command: ShutDoor) -> Refusal | None:
    """Shut a door behind oneself."""
    found = open_door_for(scene, command.who, command.door)
    if isinstance(found, Refusal):
        return found
    scene.happen(DoorShut(command.who, command.door, rules=("WB-DOOR-05",)))
    return None


def turns_passed(scene: Scene) -> None:
    """At the end of a turn, doors that nobody holds fall shut (WB-DOOR-05)."""
    let_doors_fall(scene)


def let_doors_fall(scene: Scene) -> None:
    """Shut what stands open and is neither held nor wedged."""
    out = scene.state.expedition
    if out is None or not DOORS_FALL_SHUT:
        return
    free = [door.id for door in out.doors.values() if door.open and not door.wedged and not door.passage]
    falling = tuple(door for door in free if door not in just_opened(scene))
    if falling:
        scene.happen(DoorsShut(falling, rules=("WB-DOOR-05",)))


def just_opened(scene: Scene) -> set[str]:
    """Doors that gave way a moment ago: a hand is still on them, though the turn ends with that push (WB-DOOR-05)."""
    pushed = {event.door for event in scene.events if isinstance(event, DoorTried) and event.opened}
    return pushed | {event.door for event in scene.events if isinstance(event, DoorOpened)}


# ------------------------------------------------------------ monsters


def monsters_pass(scene: Scene, command: MonstersPass) -> Refusal | None:
    """Monsters come to a door: most open it without a roll (WB-DOOR-04)."""
    out = under_way(scene.state)
    if isinstance(out, Refusal):
        return out
    troop, door = out.troops.get(command.troop), out.doors.get(command.door)
    if troop is None or troop.gone:
        return Refusal("no_troop", {"troop": command.troop}, ("WB-DOOR-04",))
    if door is None:
        return Refusal("no_door", {"door": command.door}, ("WB-DOOR-04",))
    if door.locked and not door.open:
        return Refusal("locked_for_all", {"door": f"@{door.id}"}, ("WB-DOOR-04",))
    if not troop.opens_doors and not door.open and not door.passage:
        scene.happen(DoorStopped(door.id, troop.id, rules=("WB-DOOR-04",), audience=REFEREE_ONLY))
        return None
    scene.happen(DoorOpened(door.id, troop.id, rules=("WB-DOOR-04",), audience=REFEREE_ONLY))
    if door.known and out.at in door.between:  # the party sees it swing open, not by whose hand
        scene.happen(DoorOpened(door.id, rules=("WB-DOOR-04",)))
    return None
