"""Special rooms: a friend's sealed ones, those of our tables, and the room that a player referees (DA-SOLO-05, -06)."""

from typing import Final

from arbitro.appendix_a.solo import next_referee
from arbitro.dungeon.events import SlotFilled, SlotPlaced
from arbitro.dungeon.model import Slot
from arbitro.dungeon.stocking import Stock, mark_slot
from arbitro.kernel.command import Refusal, in_both
from arbitro.kernel.ruling import Lookup
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play import commands as c
from arbitro.play.delving import underground
from arbitro.play.events import (
    ChairTaken,
    RoomDone,
    RoomOpened,
    RoomRead,
    RoomsBrought,
    RoomSecret,
    RoomTold,
    TasksChanged,
)
from arbitro.play.naming import TEXTS
from arbitro.play.scene import Scene
from arbitro.play.solo.room import Held, RoomWords, do, open_questions
from arbitro.play.solo.sealed import OpenedRoom, SealedStock, unclose
from arbitro.play.solo.sealed import open_room as unseal
from arbitro.play.solo.settle import effects_of, foes_of, look_ahead, treasure_of
from arbitro.play.solo.specials import draw_special
from arbitro.play.state import GROUP, Task
from arbitro.text import LANGUAGES, Fault

RULES: Final = ("DA-SOLO-05",)
CHAIR_RULES: Final = ("DA-SOLO-06",)
MOST_ROOMS: Final = 200
SPECIAL: Final = "SPECIAL_ROOM"
"""The code of slots that a special room has filled."""


def laid_out(slot: Slot) -> bool:
    """Whether a slot came into being when a special room was opened: foes and treasure that lay in it."""
    return slot.code == SPECIAL


def _said(key: str) -> RoomWords:
    return RoomWords(**{language: TEXTS.say(language, key) for language in LANGUAGES})


def bring_rooms(scene: Scene, command: c.BringRooms) -> Refusal | None:
    """Sealed rooms are checked without being looked into, and kept closed in the log."""
    if scene.state.stage != "gathering":
        return Refusal("rooms_too_late", {}, RULES)
    if len(command.sealed) > MOST_ROOMS:
        return Refusal("too_many_rooms", {"count": len(command.sealed), "most": MOST_ROOMS}, RULES)
    for name, text in command.sealed.items():
        try:
            unclose(text, name)
        except Fault as fault:
            return Refusal("bad_room", in_both("why", fault), RULES)
    scene.happen(RoomsBrought(dict(command.sealed), rules=RULES, audience=REFEREE_ONLY))
    return None


# -------------------------------------------------------------------- opening


def open_room(scene: Scene, slot: str) -> None:
    """The moment of a special room: it is read aloud, and whoever waits in it is there."""
    found = scene.state.dungeon.slots[slot]
    scene.dig(mark_slot(found, "met"))
    if found.supplier == "one_room_referee":
        turn = next_referee(scene.state.dungeon)
        referee = found.item if found.item in scene.side.party.adventurers(scene.state) else turn
        scene.happen(ChairTaken(referee or found.item, found.space, rules=CHAIR_RULES))
        read = RoomRead(slot, found.supplier, _said("room.yours"), _said("room.yours.text"), rules=CHAIR_RULES)
        scene.happen(read)
        return
    opened, lookup = room_of(scene, found)
    scene.happen(RoomOpened(slot, opened, lookup, rules=RULES, audience=REFEREE_ONLY))
    scene.happen(RoomRead(slot, found.supplier, opened.room.title, opened.room.aloud, rules=RULES))
    for text in opened.room.hidden:
        scene.happen(RoomSecret(slot, text, rules=RULES, audience=REFEREE_ONLY))
    lay_out(scene, found, opened.room.foes, opened.room.treasure)


def room_of(scene: Scene, slot: Slot) -> tuple[OpenedRoom, Lookup | None]:
    """A sealed room out of the stock, or one that the dice find on our tables."""
    if slot.supplier == "sealed_room_stock":
        return unseal(SealedStock(scene.state.sealed), slot.item, scene.game.id), None
    return draw_special(scene.dice.stream(f"slot/{slot.id}"), scene.game.id)


def lay_out(scene: Scene, slot: Slot, foes: Held, treasure: Held) -> None:
    """Treasure lies there for the taking; foes are met at once."""
    dice = scene.dice.stream(f"slot/{slot.id}")
    stocker = scene.side.stores.stocker(scene.state)
    if treasure:
        found = scene.side.stores.settled(treasure_of(treasure, slot, stocker, dice), dice)
        fill(scene, slot, "treasure", found)
    if foes and fill(scene, slot, "monster", foes_of(foes, slot, stocker, dice)):
        scene.side.walk.put(scene, slot.space)


def fill(scene: Scene, slot: Slot, kind: str, stock: Stock) -> bool:
    """A new slot beside the special's own, with what the room holds; False where the dice gave nothing."""
    if not stock.items:
        return False
    number = sum(1 for each in scene.state.dungeon.slots if each.startswith(f"{slot.id}+"))
    name = f"{slot.id}+{number + 1}"
    made = Slot(name, slot.level, slot.space, "treasure" if kind == "treasure" else "monster", SPECIAL)
    scene.dig(
        (
            SlotPlaced(made, rules=RULES, audience=REFEREE_ONLY),
            SlotFilled(name, stock.items, stock.rolls, stock.reckoned, rules=stock.rules, audience=REFEREE_ONLY),
        )
    )
    return True


# -------------------------------------------------------------------- doing


def do_in_room(scene: Scene, command: c.DoInRoom) -> Refusal | None:
    """Somebody answers a question of the room; hurt, healing, foes and treasure follow as its author wrote."""
    refused = underground(scene.side, scene.state)
    if refused is not None:
        return refused
    state = scene.state
    if command.who not in scene.side.party.able(state):
        return Refusal("cannot_now", {"who": f"@{command.who}"})
    room = state.rooms.get(command.slot)
    found = state.dungeon.slots.get(command.slot)
    if room is None or found is None or found.space != state.at:
        return Refusal("no_doing", {"doing": command.doing}, RULES)
    offered = {(asked.id, doing.id) for asked in open_questions(room.opened.room, room.done) for doing in asked.doings}
    if (command.question, command.doing) not in offered:
        return Refusal("no_doing", {"doing": command.doing}, RULES)
    refused = scene.side.walk.free_hand(state, command.who)
    if refused is not None:
        return refused
    done = do(room.opened.room, command.question, command.doing, scene.dice.stream(f"slot/{command.slot}"))
    outcome = done.outcome
    scene.happen(RoomDone(command.slot, done, rules=RULES, audience=REFEREE_ONLY))
    told = RoomTold(command.who, command.slot, command.question, command.doing, outcome.told, outcome.fact, rules=RULES)
    scene.happen(told)
    effects = effects_of(outcome, command.who, scene.side.party.people(state))
    if effects:
        due = tuple(Task("effect", command.slot, effect, RULES) for effect in effects)
        scene.happen(TasksChanged((*scene.state.tasks, *due), audience=REFEREE_ONLY))
    if outcome.ahead:
        scene.dig(look_ahead(scene.state.dungeon, scene.state.at, GROUP, scene.dice))
    lay_out(scene, scene.state.dungeon.slots[command.slot], outcome.foes, outcome.treasure)
    scene.side.walk.pass_turns(scene, 1)
    return None
