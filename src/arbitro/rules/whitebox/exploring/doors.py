"""Doors of the dungeon (chapter «Porte dei dungeon»): heavy, by people and strength, no obstacle to monsters."""

from typing import ClassVar, Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.exploring.clock import Clock
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
from arbitro.rules.whitebox.people.records import ROUND
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.state import State

SIX: Final = 6
PICK_LOCK: Final = "pick_lock"


class Doors(Clock):
    """Opening, holding and the falling shut."""

    doors_fall_shut: ClassVar[bool] = True
    force_opens_locks: ClassVar[bool] = False
    """Whether a push may open a locked door; where it may not, the referee says what does (WB-DOOR-01)."""

    def door_here(self, state: State, out: Expedition, name: str) -> Door | Refusal:
        """A door of this place that the players know of."""
        del state
        door = out.doors.get(name)
        if door is None or out.at not in door.between or not door.known:
            return Refusal("no_door", {"door": name}, ("WB-DOOR-01",))
        return door

    def door_chance(self, state: State, one: Character) -> tuple[int, tuple[str, ...]]:
        """In six: by people, and by the option with strength (WB-DOOR-02, WB-DOOR-03)."""
        chance = self.folk(one).doors
        if not state.options["door_strength_modifier"]:
            return chance, ("WB-DOOR-01", "WB-DOOR-02")
        chance += self.modifier(one.abilities.get("str", 10))
        return min(max(chance, 0), SIX), ("WB-DOOR-01", "WB-DOOR-02", "WB-DOOR-03")

    def shut_door_for(self, state: State, who: str, name: str) -> tuple[Character, Door] | Refusal:
        """Somebody who is free to work at a door, and the door, which is shut."""
        one = self.free_hand(state, who)
        if isinstance(one, Refusal):
            return one
        out = self.under_way(state)
        if isinstance(out, Refusal):
            return out
        door = self.door_here(state, out, name)
        if isinstance(door, Refusal):
            return door
        if door.passage or door.open:
            return Refusal("open_already", {"door": f"@{door.id}"}, ("WB-DOOR-01",))
        return one, door

    def open_door(self, scene: Scene, command: OpenDoor) -> Refusal | None:
        """Push at a shut door: a d6 at or below the chance, a round for each try (WB-DOOR-01)."""
        found = self.shut_door_for(scene.state, command.who, command.door)
        if isinstance(found, Refusal):
            return found
        one, door = found
        if door.locked:
            self.at_the_lock(scene, one, door)
            return None
        chance, rules = self.door_chance(scene.state, one)
        check = self.in_six(scene, chance, "door")
        scene.happen(DoorTried(one.id, door.id, check, check.success, rules=rules))
        self.take_time(scene, one.id, ROUND, ("WB-TIME-02", "WB-DOOR-01"))
        return None

    def in_six(self, scene: Scene, chance: int, against: str) -> Check:
        """A d6 that must show the chance or less."""
        return held_against((scene.dice.roll(SIX, against),), (), "<=", chance, against)

    def at_the_lock(self, scene: Scene, one: Character, door: Door) -> None:
        """No push opens a locked door: the referee says what does (WB-DOOR-01)."""
        if not door.tried:
            scene.happen(DoorLocked(one.id, door.id, rules=("WB-DOOR-01",)))
        rules = ("WB-DOOR-01", "WB-CORE-02")
        self.ask(scene, RulingAsked("locked_door", one.id, door.id, pending=Pending(one.id, door.id), rules=rules))

    def judge_door(self, scene: Scene, command: JudgeDoor) -> Refusal | None:
        """The referee's answer on a locked door."""
        door = self.asked_about(scene.state)
        self.ruled(scene, command.opens, ("WB-DOOR-01", "WB-CORE-02"))
        if command.opens == "yes":
            scene.happen(DoorOpened(door, rules=("WB-DOOR-01", "WB-CORE-02")))
        self.let_time_pass(scene, ROUND, ("WB-TIME-02", "WB-DOOR-01"))
        return None

    @staticmethod
    def asked_about(state: State) -> str:
        """What the referee was asked about."""
        out = state.expedition
        return "" if out is None or out.pending is None else out.pending.about

    def skill_of(self, one: Character, use: str) -> int:
        """In six, by the skill of the class and the level; 0 for those without it."""
        facts = self.calling(one)
        if facts is None or facts.skill is None or use not in facts.skill.covers:
            return 0
        return self.row(one.class_id, one.level).skill

    def pick_lock(self, scene: Scene, command: PickLock) -> Refusal | None:
        """Work at a lock that was found, by a skill of one's class; takes a turn."""
        found = self.shut_door_for(scene.state, command.who, command.door)
        if isinstance(found, Refusal):
            return found
        one, door = found
        skill = self.skill_of(one, PICK_LOCK)
        if not skill:
            return Refusal("no_skill", {"who": f"@{one.id}"}, ("WB-DOOR-01",))
        if not (door.locked and door.tried):
            return Refusal("not_locked", {"door": f"@{door.id}"}, ("WB-DOOR-01",))
        check = self.in_six(scene, skill, "lock")
        scene.happen(LockTried(one.id, door.id, check, check.success, rules=("WB-DOOR-01",)))
        self.occupy(scene, one.id, 1, ())
        return None

    # ------------------------------------------------------------ holding and shutting

    def open_door_for(self, state: State, who: str, name: str) -> tuple[Character, Door] | Refusal:
        """Somebody who is free, and a real door that stands open."""
        one = self.free_hand(state, who)
        if isinstance(one, Refusal):
            return one
        out = self.under_way(state)
        if isinstance(out, Refusal):
            return out
        door = self.door_here(state, out, name)
        if isinstance(door, Refusal):
            return door
        if door.passage or not door.open:
            return Refusal("not_open", {"door": f"@{door.id}"}, ("WB-DOOR-05",))
        return one, door

    def wedge_door(self, scene: Scene, command: WedgeDoor) -> Refusal | None:
        """Hold or wedge a door, if the referee agrees (WB-DOOR-05)."""
        found = self.open_door_for(scene.state, command.who, command.door)
        if isinstance(found, Refusal):
            return found
        one, door = found
        if door.wedged:
            return Refusal("wedged_already", {"door": f"@{door.id}"}, ("WB-DOOR-05",))
        pending = Pending(one.id, door.id)
        self.ask(scene, RulingAsked("wedge_door", one.id, door.id, pending=pending, rules=("WB-DOOR-05",)))
        return None

    def judge_wedge(self, scene: Scene, command: JudgeWedge) -> Refusal | None:
        """The referee's answer on a wedged door."""
        door = self.asked_about(scene.state)
        self.ruled(scene, command.holds, ("WB-DOOR-05",))
        if command.holds == "yes":
            scene.happen(DoorWedged(door, rules=("WB-DOOR-05",)))
        return None

    def shut_door(self, scene: Scene, command: ShutDoor) -> Refusal | None:
        """Shut a door behind oneself."""
        found = self.open_door_for(scene.state, command.who, command.door)
        if isinstance(found, Refusal):
            return found
        scene.happen(DoorShut(command.who, command.door, rules=("WB-DOOR-05",)))
        return None

    def turns_passed(self, scene: Scene) -> None:
        """At the end of a turn, doors that nobody holds fall shut (WB-DOOR-05)."""
        super().turns_passed(scene)
        self.let_doors_fall(scene)

    def begin_round(self, scene: Scene, number: int) -> bool:
        """In a fight doors fall shut at the end of the round (WB-DOOR-05)."""
        if number > 1 and scene.state.expedition is not None:
            self.let_doors_fall(scene)
        return super().begin_round(scene, number)

    def let_doors_fall(self, scene: Scene) -> None:
        """Shut what stands open and is neither held nor wedged."""
        out = scene.state.expedition
        if out is None or not self.doors_fall_shut:
            return
        falling = tuple(door.id for door in out.doors.values() if door.open and not door.wedged and not door.passage)
        if falling:
            scene.happen(DoorsShut(falling, rules=("WB-DOOR-05",)))

    # ------------------------------------------------------------ monsters

    def monsters_pass(self, scene: Scene, command: MonstersPass) -> Refusal | None:
        """Monsters come to a door: most open it without a roll (WB-DOOR-04)."""
        out = self.under_way(scene.state)
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
