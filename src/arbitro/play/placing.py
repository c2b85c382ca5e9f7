"""The referee places and edits who and what is in the dungeon, and takes a hand in a fight that goes on.

Monsters and treasure are those of the game in play: its `Side` says which there are, and takes note of every change.
"""

from difflib import get_close_matches
from typing import Final

from msgspec.structs import replace

from arbitro.appendix_a.trap import TRAPS
from arbitro.appendix_a.trap import set_trap as lay_trap
from arbitro.dungeon.doors import door_state
from arbitro.dungeon.events import SlotChanged, SlotFilled, SlotPlaced, TrapChanged
from arbitro.dungeon.kinds import Coins, is_treasure, kind_of
from arbitro.dungeon.knowledge import DOORS
from arbitro.dungeon.model import Slot
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play import commands as c
from arbitro.play.delving import underground
from arbitro.play.events import LockSettled, MoodSet, NoteKept, NumbersBared
from arbitro.play.preparing import used, used_at
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import CampaignState

MONSTERS: Final = ("DA-SOLO-01",)
"""No row put them there: the referee has."""
TREASURE: Final = ("DA-TREASURE-01",)
MOST: Final = 99
"""Monsters of one group, or things of one kind that lie together: each has a sheet or a place in a pack of its own."""
MOST_COINS: Final = 1_000_000
MOST_FEET: Final = 500
LONGEST_NOTE: Final = 2000
NEAREST: Final = 12
"""How many right names are given to somebody who wrote a wrong one."""
DESK: Final = "DESK"
"""The code of slots that the referee has placed."""


def nearest(name: str, known: tuple[str, ...]) -> str:
    """The names that are likest to a wrong one."""
    return ", ".join(get_close_matches(name, known, NEAREST, 0)) or "–"


def are_coins(what: str) -> bool:
    """Whether treasure is counted by the heap rather than piece by piece."""
    return isinstance(kind_of(what), Coins)


def most_of(what: str) -> int:
    """How much of one kind of treasure may lie together."""
    return MOST_COINS if are_coins(what) else MOST


def out_of_bounds(number: int, most: int, least: int = 1) -> Refusal | None:
    """A number that cannot be."""
    if least <= number <= most:
        return None
    return Refusal("bad_number", {"number": number, "least": least, "most": most})


# -------------------------------------------------------------------- what may stand in the way


def no_space(state: CampaignState, space: str) -> Refusal | None:
    """A space that is not drawn."""
    if space in state.dungeon.spaces:
        return None
    return Refusal("no_space", {"space": space, "known": nearest(space, tuple(state.dungeon.spaces))})


def no_kind(side: Side, kind: str) -> Refusal | None:
    """A creature that the game does not have."""
    if side.stores.is_kind(kind):
        return None
    return Refusal("no_kind", {"kind": kind, "known": nearest(kind, side.stores.kinds())}, MONSTERS)


def no_valuable(side: Side, what: str) -> Refusal | None:
    """Treasure that the game does not have."""
    if is_treasure(what) and side.stores.is_valuable(what):
        return None
    return Refusal("no_valuable", {"what": what, "known": nearest(what, side.stores.valuables())}, TREASURE)


def no_mood(side: Side, mood: str) -> Refusal | None:
    """A mood that the game makes nothing of."""
    if not mood or mood in side.desk.moods:
        return None
    return Refusal("no_mood", {"mood": mood, "known": ", ".join(side.desk.moods) or "–"})


def no_slot(side: Side, state: CampaignState, slot: str) -> Refusal | None:
    """A slot that is not there, or whose people the party faces now."""
    found = state.dungeon.slots.get(slot)
    if found is None or found.state == "gone":
        known = tuple(one.id for one in state.dungeon.slots.values() if one.state != "gone")
        return Refusal("slot_unknown", {"slot": slot, "known": nearest(slot, known)})
    return Refusal("met_now", {"slot": slot}) if slot == side.meetings.slot(state) else None


# -------------------------------------------------------------------- placing


def place_monsters(scene: Scene, command: c.PlaceMonsters) -> Refusal | None:
    """The referee places monsters: they wait there from now on."""
    refused = (
        no_space(scene.state, command.space)
        or no_kind(scene.side, command.kind)
        or no_mood(scene.side, command.mood)
        or out_of_bounds(command.number, MOST)
    )
    if refused is not None:
        return refused
    used(scene, command, command.space)
    slot = put_slot(scene, command.space, "monster", command.kind, command.number)
    if command.mood:
        scene.happen(MoodSet(slot, command.mood, audience=REFEREE_ONLY))
    scene.side.desk.restock(scene, slot)
    return None


def place_treasure(scene: Scene, command: c.PlaceTreasure) -> Refusal | None:
    """The referee places treasure: it lies there for the taking."""
    refused = (
        no_space(scene.state, command.space)
        or no_valuable(scene.side, command.what)
        or out_of_bounds(command.number, most_of(command.what))
    )
    if refused is not None:
        return refused
    used(scene, command, command.space)
    put_slot(scene, command.space, "treasure", command.what, command.number)
    return None


def put_slot(scene: Scene, space: str, kind: str, what: str, number: int) -> str:
    """A slot of the referee's own, filled by hand."""
    slots = scene.state.dungeon.slots
    count = 1
    while f"{space}desk{count}" in slots:
        count += 1
    name = f"{space}desk{count}"
    level = scene.state.dungeon.spaces[space].level
    made = Slot(name, level, space, "treasure" if kind == "treasure" else "monster", DESK)
    rules = TREASURE if kind == "treasure" else MONSTERS
    scene.dig(
        (
            SlotPlaced(made, rules=rules, audience=REFEREE_ONLY, cause=used_at(scene)),
            SlotFilled(name, ((what, number),), rules=rules, audience=REFEREE_ONLY),
        )
    )
    return name


def change_contents(scene: Scene, command: c.ChangeContents) -> Refusal | None:
    """Others, or another number of them."""
    refused = no_slot(scene.side, scene.state, command.slot)
    if refused is not None:
        return refused
    slot = scene.state.dungeon.slots[command.slot]
    if slot.kind == "special":
        return Refusal("special_slot", {"slot": slot.id}, ("DA-SOLO-05",))
    if slot.kind == "monster":
        refused = no_kind(scene.side, command.what) or out_of_bounds(command.number, MOST)
    else:
        refused = no_valuable(scene.side, command.what) or out_of_bounds(command.number, most_of(command.what))
    if refused is not None:
        return refused
    used(scene, command, slot.space)
    owned = tuple(item for item in slot.items if slot.kind == "monster" and is_treasure(item[0]))
    change_slot(scene, replace(slot, items=((command.what, command.number), *owned)))
    return None


def change_slot(scene: Scene, slot: Slot) -> None:
    """Record what a slot is now, and let the game take note of it."""
    scene.dig((SlotChanged(slot, rules=("DA-SOLO-04",), audience=REFEREE_ONLY),))
    scene.side.desk.restock(scene, slot.id)


def set_mood(scene: Scene, command: c.SetMood) -> Refusal | None:
    """How they will take it."""
    refused = no_slot(scene.side, scene.state, command.slot) or no_mood(scene.side, command.mood)
    if refused is not None:
        return refused
    slot = scene.state.dungeon.slots[command.slot]
    if slot.kind != "monster":
        return Refusal("no_monsters", {"slot": slot.id}, MONSTERS)
    used(scene, command, slot.space)
    scene.happen(MoodSet(slot.id, command.mood, audience=REFEREE_ONLY))
    scene.side.desk.restock(scene, slot.id)
    return None


def set_trap(scene: Scene, command: c.SetTrap) -> Refusal | None:
    """A trap that works when the party comes in the next time."""
    refused = no_space(scene.state, command.space)
    if refused is None and command.code not in TRAPS:
        refused = Refusal("no_trap_kind", {"code": command.code, "known": ", ".join(TRAPS)}, ("DA-TRAP-01",))
    if refused is not None:
        return refused
    used(scene, command, command.space)
    scene.dig(lay_trap(scene.state.dungeon, command.space, command.code, scene.dice))
    return None


def set_lock(scene: Scene, command: c.SetLock) -> Refusal | None:
    """Nobody sees it; whoever tries the door finds out."""
    refused = no_lock(scene.side, scene.state, command.door, on=command.on)
    if refused is not None:
        return refused
    used(scene, command, command.door)
    scene.happen(LockSettled(command.door, "locked" if command.on else "none", audience=REFEREE_ONLY))
    return None


def no_lock(side: Side, state: CampaignState, door: str, *, on: bool) -> Refusal | None:
    """A door that there is not, that stands open, or that is locked or unlocked already."""
    if not side.desk.has_locks:
        return Refusal("no_locks")
    links = state.dungeon.links
    if door not in links or links[door].kind not in DOORS:
        known = tuple(link.id for link in links.values() if link.kind in DOORS)
        return Refusal("no_such_door", {"door": door, "known": nearest(door, known)})
    if door_state(state.dungeon, door).open:
        return Refusal("stands_open", {"door": f"@{door}"})
    open_yet = door not in state.dungeon.doors and bool(state.options["locked_doors"])  # a die may settle it later
    locked = door_state(state.dungeon, door).locked
    if locked != on or (open_yet and not on):
        return None
    return Refusal("locked_already" if on else "unlocked_already", {"door": f"@{door}"})


def remove_thing(scene: Scene, command: c.RemoveThing) -> Refusal | None:
    """The referee removes something, as if it had never been there."""
    dungeon = scene.state.dungeon
    trap = dungeon.traps.get(command.thing)
    if trap is not None:
        if trap.stairs or trap.code.startswith("ELEVATOR") or trap.state == "spent":
            return Refusal("trap_stays", {"trap": trap.id}, ("DA-TRAP-01",))
        used(scene, command, trap.space)
        spent = replace(trap, state="spent")
        scene.dig((TrapChanged(spent, rules=("DA-TRAP-01",), audience=REFEREE_ONLY),))
        return None
    refused = no_slot(scene.side, scene.state, command.thing)
    if refused is not None:
        return refused
    slot = dungeon.slots[command.thing]
    used(scene, command, slot.space)
    change_slot(scene, replace(slot, state="gone", items=()))
    return None


def keep_note(scene: Scene, command: c.KeepNote) -> Refusal | None:
    """For the referee's eyes."""
    refused = no_space(scene.state, command.space)
    if refused is not None:
        return refused
    text = command.text.strip()
    if len(text) > LONGEST_NOTE:
        return Refusal("note_too_long", {"most": LONGEST_NOTE})
    scene.happen(NoteKept(command.space, text, audience=REFEREE_ONLY))
    return None


# -------------------------------------------------------------------- now


def spring_encounter(scene: Scene, command: c.SpringEncounter) -> Refusal | None:
    """The party meets them here and now, by the game's own way of meeting."""
    side = scene.side
    refused = (
        underground(scene.side, scene.state)
        or no_kind(scene.side, command.kind)
        or no_mood(scene.side, command.mood)
        or out_of_bounds(command.number, MOST)
        or out_of_bounds(command.feet, MOST_FEET if side.desk.distances else 0, 0)
    )
    if refused is not None:
        return refused
    used(scene, command, scene.state.at)
    slot = put_slot(scene, scene.state.at, "monster", command.kind, command.number)
    if command.mood:
        scene.happen(MoodSet(slot, command.mood, audience=REFEREE_ONLY))
    side.meetings.spring(scene, slot, command.feet)
    return None


def send_reinforcements(scene: Scene, command: c.SendReinforcements) -> Refusal | None:
    """More of them come."""
    refused = (
        no_fight(scene.side, scene.state) or no_kind(scene.side, command.kind) or out_of_bounds(command.number, MOST)
    )
    if refused is not None:
        return refused
    used(scene, command, scene.state.at)
    return scene.side.meetings.reinforce(scene, command.kind, command.number)


def take_out(scene: Scene, command: c.TakeOut) -> Refusal | None:
    """One of them is out of it."""
    refused = no_foe(scene.side, scene.state, command.foe)
    if refused is not None:
        return refused
    used(scene, command, command.foe)
    scene.side.meetings.take_out(scene, command.foe)
    return None


def bare_numbers(scene: Scene, command: c.BareNumbers) -> Refusal | None:
    """Everybody may know them until the fight is over, or the referee thinks better of it."""
    refused = no_foe(scene.side, scene.state, command.foe)
    if refused is not None:
        return refused
    bared = scene.state.bared
    if (command.foe in bared) == command.on:
        return Refusal("bared_already" if command.on else "kept_already", {"foe": f"@{command.foe}"})
    used(scene, command, command.foe)
    now = (*bared, command.foe) if command.on else tuple(one for one in bared if one != command.foe)
    scene.happen(NumbersBared(now, command.foe))
    return None


def no_fight(side: Side, state: CampaignState) -> Refusal | None:
    """Only a fight that goes on can be joined."""
    return None if side.meetings.fighting(state) else Refusal("nobody_fights")


def no_foe(side: Side, state: CampaignState, foe: str) -> Refusal | None:
    """Somebody who is not among those whom the party fights."""
    known = side.meetings.foes(state)
    if foe in known:
        return None
    return no_fight(side, state) or Refusal("no_foe", {"foe": foe, "known": ", ".join(known) or "–"})
