"""How a meeting ends, and what becomes of a party that is beaten."""

from typing import Final

from msgspec.structs import replace

from arbitro.dungeon.events import SlotChanged
from arbitro.dungeon.kinds import is_treasure
from arbitro.dungeon.knowledge import visited
from arbitro.dungeon.model import BEHIND, Slot
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.chair import referee_decides
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import commands as walking_commands
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.captives import CAPTIVES, capture, rescue
from arbitro.play.sides.walking.going import put
from arbitro.play.sides.walking.ground import surface, walking_state
from arbitro.play.sides.walking.meetings import meet
from arbitro.play.sides.walking.state import Meeting
from arbitro.play.sides.walking.walker import Walker
from arbitro.play.state import GROUP, CampaignState
from arbitro.play.ways import ways

MEETING: Final = ("DA-SOLO-02",)


def fight_over(
    side: Walker, scene: Scene, how: e.Ending, left: tuple[tuple[str, int], ...], stay: tuple[str, ...] = ()
) -> None:
    """What a meeting leaves behind, in the dungeon and for the party; `stay` could not flee with the others.

    Where nobody is on their feet and a person is the referee of such things, that person is asked first.
    """
    if how == "beaten" and beaten_by_foes(side, scene.state) and referee_decides(scene.state, CAPTIVES):
        return
    meeting_over(side, scene, how, left, stay)
    if how == "beaten":
        beaten(side, scene)


def meeting_over(
    side: Walker, scene: Scene, how: e.Ending, left: tuple[tuple[str, int], ...], stay: tuple[str, ...] = ()
) -> None:
    """What follows of the end of a fight, without what becomes of a party that is beaten; some cannot flee."""
    state = walking_state(scene.state)
    meeting, left = state.meeting, () if how == "won" else left
    progress = side.won(state) if how == "won" else state.progress
    walk = {*side.able(state), *stay}
    carried = tuple(who for who in side.people(state) if who not in walk) if how == "fled" else ()
    scene.happen(e.MeetingOver(how, left, progress, carried, rules=side.ending_rules(how, meeting)))
    slot = None if meeting is None else scene.state.dungeon.slots.get(meeting.slot)
    if slot is not None:
        settle_slot(scene, slot, left)
    if stay:
        capture(side, scene, stay, left, slot)
    if how == "won":
        meet(scene, met=False)
        rescue(side, scene, "" if meeting is None else meeting.slot)
    elif how == "fled":
        put(side, scene, place_to_run_to(state, slot))


def place_to_run_to(state: CampaignState, slot: Slot | None) -> str:
    """Where a party runs to: back where it came from; from those who come from there, to another place it has seen."""
    back = state.came if state.came in state.dungeon.spaces and state.came != state.at else ""
    if slot is None or slot.approach != BEHIND:
        return back
    open_ways = (each.to for each in ways(state.dungeon, state.at) if not each.shut and not each.lead)
    seen = (to for to in open_ways if to != state.came and visited(state.dungeon, GROUP, to))
    return next(seen, back)  # where there is no other, they break through: flight itself is the game's to grant


def ending_rules(how: e.Ending, meeting: Meeting | None) -> tuple[str, ...]:
    """The rule by which a meeting ended so; where it came to no blows, the referee's default."""
    del how, meeting
    return MEETING


def beaten_by_foes(side: Walker, state: CampaignState) -> bool:
    """Whether a fight that is over has left nobody on their feet, and what becomes of them is still open."""
    meeting = walking_state(state).meeting
    down = meeting is not None and meeting.joined and not side.fighting(state) and not side.able(state)
    return down and bool(side.people(state))


def lost(side: Walker, state: CampaignState) -> bool:
    """Nobody is lost before it is said what becomes of them."""
    return not any(side.could_act(state, who) for who in side.people(state)) and not beaten_by_foes(side, state)


def judge_beaten(side: Walker, scene: Scene, command: walking_commands.JudgeBeaten) -> Refusal | None:
    """The referee's answer."""
    if not beaten_by_foes(side, scene.state):
        return Refusal("nobody_beaten", {}, ("DA-SOLO-02",))
    meeting_over(side, scene, "beaten", side.foes_left(scene.state), ())
    beaten(side, scene, command.fate)
    return None


def settle_slot(scene: Scene, slot: Slot, left: tuple[tuple[str, int], ...]) -> None:
    """Those who are left stay, with their treasure; where nobody is, it is there for the taking."""
    hoard = tuple(item for item in slot.items if is_treasure(item[0]))
    changed = replace(slot, state="met" if left else "gone", items=(*left, *hoard))
    scene.dig((SlotChanged(changed, rules=("DA-SOLO-04",), audience=REFEREE_ONLY),))


def beaten(side: Walker, scene: Scene, fate: str = "") -> None:
    """Nobody is on their feet: the survivors wake under the sky, robbed, or die; without a word, by the option."""
    if not side.people(scene.state):
        return
    if (fate or scene.state.options["beaten"]) == "dead":
        side.perish(scene)
        return
    absent = scene.state.waiting
    purses = {who: gold for who, gold in walking_state(scene.state).purses.items() if who not in absent}
    scene.happen(e.PursesChanged(dict.fromkeys(purses, 0)))
    scene.happen(e.PartyBeaten(sum(purses.values())))
    if scene.state.at:
        surface(side, scene)
    side.come_round(side, scene)
