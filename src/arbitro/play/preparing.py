"""The referee prepares the dungeon: digs ahead while nobody looks, begins another, or brings one out of a file.

Digging goes by the appendix's own rolls, through the same machinery as walking, on the dice that each way would have
thrown anyway. The party learns nothing of it: a way that it has seen stays a way, whatever was found beyond.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from arbitro.appendix_a.level import used_under
from arbitro.appendix_a.reuse import AS_LEFT, at_hour, take_up
from arbitro.dungeon.events import LeadOpened, SpaceLaid
from arbitro.dungeon.fold import evolve_all
from arbitro.dungeon.kinds import is_treasure
from arbitro.dungeon.model import SURFACE, Dungeon, Lead, Slot
from arbitro.dungeon.reading.maps import MapRead, read_map
from arbitro.kernel.command import Command, Refusal, in_both
from arbitro.kernel.event import Event, tag_of
from arbitro.kernel.misread import misread
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play import commands as c
from arbitro.play import digging
from arbitro.play.delving import stock
from arbitro.play.events import DeskUsed, DungeonBrought, RumourHeard
from arbitro.play.rooms import laid_out
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.sight import MOST_STEPS, Sight, open_ends
from arbitro.play.solo.specials import SPECIALS
from arbitro.play.stages import begin_dungeon, specials_of
from arbitro.play.state import GROUP, CampaignState
from arbitro.text import Fault

RULES: Final = ("DA-SOLO-01",)
REUSED: Final = ("DA-SOLO-04",)
MOST_ROOMS: Final = 20
"""Rooms that are dug at once."""
MOST_SPACES: Final = 400
LONGEST_REASON: Final = 500
FILE: Final = "map"
"""What a map is called whose file nobody has named."""


def untouched(dungeon: Dungeon) -> bool:
    """Whether nobody has set foot in a dungeon."""
    return not dungeon.known


def used_at(scene: Scene) -> int:
    """Where on the list it says that the desk was used: the cause of what the desk does, and the one line of it."""
    return next(place for place, event in enumerate(scene.events) if type(event) is DeskUsed)


def used(scene: Scene, command: Command, thing: str) -> None:
    """Write down that the desk was used, and why; only the referee reads it."""
    reason = str(getattr(command, "reason", "")).strip()[:LONGEST_REASON]
    scene.happen(DeskUsed(tag_of(type(command)), thing, reason, rules=RULES, audience=REFEREE_ONLY))


def look_again(scene: Scene) -> None:
    """What has changed around the party is stated to its game anew."""
    if scene.state.at and not scene.side.meetings.busy(scene.state):
        scene.side.inner.after(scene, len(scene.events))


# -------------------------------------------------------------------- digging


def dig_ahead(scene: Scene, command: c.DigAhead) -> Refusal | None:
    """From one way on, nearest first."""
    dungeon = scene.state.dungeon
    if command.lead not in {lead.id for lead in open_ends(dungeon)}:
        known = ", ".join(lead.id for lead in open_ends(dungeon)) or "–"
        return Refusal("no_open_end", {"lead": command.lead, "known": known}, RULES)
    if not 1 <= command.rooms <= MOST_ROOMS:
        return Refusal("bad_number", {"number": command.rooms, "least": 1, "most": MOST_ROOMS})
    used(scene, command, dungeon.leads[command.lead].space)
    sight = Sight(dungeon)
    todo, rooms = deque([command.lead]), 0
    for _ in range(MOST_STEPS):
        if not todo or rooms >= command.rooms:
            break
        events = digging.GENERATOR.explore(scene.state.dungeon, todo.popleft(), scene.dice, "")
        dig_unseen(scene, events, sight)
        todo.extend(opened.id for opened in _opened(events) if opened.id in scene.state.dungeon.leads)
        rooms += sum(1 for event in events if type(event) is SpaceLaid and event.space.is_place)
    finish_unseen(scene, sight)
    return None


def dig_level(scene: Scene, command: c.DigLevel) -> Refusal | None:
    """All open ways of a level, as if every door were opened."""
    dungeon = scene.state.dungeon
    if command.level not in dungeon.levels:
        known = ", ".join(str(level) for level in dungeon.levels) or "–"
        return Refusal("no_level", {"level": command.level, "known": known}, RULES)
    if not 0 <= command.most <= MOST_SPACES:
        return Refusal("bad_number", {"number": command.most, "least": 0, "most": MOST_SPACES})
    if not any(lead.level == command.level for lead in open_ends(dungeon)):
        return Refusal("level_dug", {"level": command.level}, RULES)
    used(scene, command, str(command.level))
    cap = command.most or MOST_SPACES
    sight = Sight(dungeon)
    dig_unseen(scene, digging.GENERATOR.dig_level(dungeon, command.level, scene.dice, cap=cap), sight)
    finish_unseen(scene, sight)
    return None


def dig_unseen(scene: Scene, events: Iterable[Event], sight: Sight) -> None:
    """Record what was dug: whatever the party could see before, and nothing else, it sees still."""
    found = [replace(event, cause=used_at(scene)) for event in sight.over(events)]
    scene.dig(found)
    for event in found:
        if type(event) is SpaceLaid:
            stock(scene, event.space.id)


def finish_unseen(scene: Scene, sight: Sight) -> None:
    """A passage may be mended by a bend in ground that the party knows: it is dug on, so that nobody sees it open.

    Whoever comes by the next time finds it.
    """
    for _ in range(MOST_STEPS):
        stray = next((lead for lead in open_ends(scene.state.dungeon) if sight.is_stray(lead)), None)
        if stray is None:
            break
        dig_unseen(scene, digging.GENERATOR.explore(scene.state.dungeon, stray.id, scene.dice, ""), sight)
    look_again(scene)


# -------------------------------------------------------------------- another dungeon


def begin_anew(scene: Scene, command: c.BeginAnew) -> Refusal | None:
    """Another dungeon, by other dice, under the table's options of now."""
    refused = may_replace(scene.state)
    if refused is not None:
        return refused
    if not scene.state.dungeon.spaces:
        return Refusal("dungeon_not_begun", {}, RULES)
    used(scene, command, "")
    scene.happen(RumourHeard(scene.state.newest + 2, audience=REFEREE_ONLY))
    begin_dungeon(scene)
    return None


def may_replace(state: CampaignState) -> Refusal | None:
    """Only a dungeon that nobody knows can be another without anybody noticing."""
    if state.stage not in ("gathering", "town", "road"):
        return Refusal("dungeon_entered", {}, RULES)
    return None if untouched(state.dungeon) else Refusal("dungeon_entered", {}, RULES)


def bring_dungeon(scene: Scene, command: c.BringDungeon) -> Refusal | None:
    """A dungeon out of a file; what it holds is kept where this game knows it, and stocked anew where not."""
    refused = may_replace(scene.state)
    if refused is not None:
        return refused
    try:
        kept = read_map(FILE, command.text.encode(), digging.GENERATOR.options())
    except UnicodeEncodeError as error:
        return Refusal("bad_dungeon", in_both("why", misread(error)), RULES)
    except Fault as fault:
        return Refusal("bad_dungeon", in_both("why", fault), RULES)
    if not any(link.code == "ENTRANCE" and link.a == SURFACE for link in kept.dungeon.links.values()):
        return Refusal("no_entrance", {}, RULES)
    used(scene, command, "")
    how = command.reuse or str(scene.state.options["map_reuse"])
    ours = as_ours(scene.side, scene.state, kept, how)
    scene.happen(DungeonBrought(ours, kept.decoration, how, rules=(*RULES, *REUSED), audience=REFEREE_ONLY))
    return None


def as_ours(side: Side, state: CampaignState, kept: MapRead, how: str) -> Dungeon:
    """A dungeon as this campaign takes it up: at this hour, known to nobody, with what this game knows.

    Special rooms that only the other table could open are thrown for on our tables.
    """
    taken = used_under(evolve_all(kept.dungeon, take_up(kept.dungeon, GROUP, how)), state.options)
    made = [slot for slot in taken.slots.values() if how == AS_LEFT or not laid_out(slot)]
    slots = {slot.id: special_here(state, held_here(side, slot)) for slot in made}
    sealed, tables = specials_of(state)
    ours = replace(taken, known={}, held=None, doors={}, slots=slots, seats=(), sealed=sealed, tables=tables)
    return at_hour(ours, state.turn)


def special_here(state: CampaignState, slot: Slot) -> Slot:
    """A special of another table's as one of ours."""
    ours = slot.supplier == "sealed_room_stock" and slot.item in state.sealed
    if slot.kind != "special" or ours:
        return slot
    return replace(slot, supplier="registered_tables", item=SPECIALS)


def held_here(side: Side, slot: Slot) -> Slot:
    """A slot with what it holds, if this game knows all of it; else empty, to be stocked when it matters."""
    ours = all(
        side.stores.is_valuable(name) if is_treasure(name) else side.stores.is_kind(name) for name, _ in slot.items
    )
    return slot if ours else replace(slot, items=())


def _opened(events: Iterable[Event]) -> Iterator[Lead]:
    return (event.lead for event in events if type(event) is LeadOpened and event.lead.kind != "search")
