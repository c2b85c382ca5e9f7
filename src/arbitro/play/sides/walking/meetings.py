"""Those who are at home in the dungeon, and how the party comes before them."""

from typing import Literal

from arbitro.dungeon.kinds import is_treasure
from arbitro.dungeon.model import Slot
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.arrivals import rules_of
from arbitro.play.sides.walking.ground import walking_state
from arbitro.play.sides.walking.walker import Walker
from arbitro.play.state import CampaignState
from arbitro.text import Language


def creatures_in(slot: Slot) -> tuple[tuple[str, int], ...]:
    """The creatures of a slot, without their treasure."""
    return tuple(item for item in slot.items if not is_treasure(item[0]))


def dwellers(state: CampaignState, space: str, *, met: bool) -> Slot | None:
    """Who is at home in a space; `met` counts those whom the party knows already."""
    wanted = ("present", "met") if met else ("present",)
    for slot in state.dungeon.slots.values():
        if slot.kind == "monster" and slot.space == space and slot.state in wanted and creatures_in(slot):
            return slot
    return None


def meet(scene: Scene, *, met: bool, heard: bool = False) -> None:
    """Those who are at home here, one group after the other."""
    slot = dwellers(scene.state, scene.state.at, met=met)
    if slot is not None:
        unaware = heard or scene.state.moods.get(slot.id) == "unaware"
        scene.happen(e.FoesMet(creatures_in(slot), slot.id, unaware, how=_how(slot), rules=rules_of(slot)))


def _how(slot: Slot) -> Literal["", "came", "again"]:
    """Whether those of a slot are met again, or for the first time as they come along."""
    if slot.state == "met":
        return "again"
    return "came" if slot.approach else ""


def meeting_slot(state: CampaignState) -> str:
    """Those who are at home somewhere; wanderers have no slot."""
    meeting = walking_state(state).meeting
    return "" if meeting is None else meeting.slot


def spring(scene: Scene, slot: str, feet: int) -> None:
    """Those of a slot stand before the party."""
    found = scene.state.dungeon.slots[slot]
    unaware = scene.state.moods.get(slot) == "unaware"
    scene.happen(e.FoesMet(creatures_in(found), slot, unaware, feet, _how(found), rules=rules_of(found)))


def met(state: CampaignState) -> tuple[tuple[str, int], ...]:
    """Those of the meeting."""
    found = walking_state(state).meeting
    return found.foes if found is not None else ()


def foe(state: CampaignState) -> str:
    """The first of those who were met."""
    met = walking_state(state).meeting
    return met.foes[0][0] if met is not None and met.foes else ""


def foe_called(side: Walker, foe: str, count: int, language: Language) -> str:
    """What foes are called, as the game's content has it."""
    kind = side.kind(foe)
    return kind.in_(language) if count == 1 else kind.many(language)
