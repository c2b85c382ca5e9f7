"""What an adventure says of itself as it is played: words read aloud, hints and warnings, each told once.

The words lie in the state, where only the referee looks; whoever comes to a place, into a fight or home is told what
belongs to it. Nothing of the rules changes by it.
"""

from typing import Final

from arbitro.dungeon.events import SectionSearched
from arbitro.dungeon.knowledge import visited
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play import commands as c
from arbitro.play.events import TaleBrought, TaleTold, TrapsLookedFor
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import GROUP, CampaignState, HintWhen, Tale, TaleKind, TriggerText

TURN: Final = 10
"""Minutes."""
SEARCHES: Final = (SectionSearched, TrapsLookedFor)
"""What happens in every game where somebody searches walls, or for traps."""


def bring_tale(scene: Scene, command: c.BringTale) -> Refusal | None:
    """The words of an adventure come to the table, before anybody has set out."""
    if not scene.state.at_home:
        return Refusal("party_not_in_town")
    scene.happen(
        TaleBrought(
            Tale(command.title, command.places, command.hints, intro=command.intro, triggers=command.triggers),
            audience=REFEREE_ONLY,
        )
    )
    return None


def tell_tale(scene: Scene) -> None:
    """Tell what is due and has not been told yet."""
    tale = scene.state.tale
    if tale is None:
        return
    if tale.intro is not None and "intro" not in tale.heard and scene.state.stage == "town":
        scene.happen(TaleTold("intro", "read", tale.intro))
    for number, hint in enumerate(tale.hints):
        key = f"hint-{number}"
        if key not in tale.heard and hint_due(scene.side, scene.state, hint.when):
            scene.happen(TaleTold(key, "hint", hint.say))
    _tell_place(scene, tale)
    for number, trigger in enumerate(tale.triggers):
        key = f"trigger-{number}"
        if key not in tale.heard and trigger_due(scene, trigger):
            scene.happen(TaleTold(key, "read", trigger.say))


def tell_of(scene: Scene, space: str) -> None:
    """What an adventure says of a place to those who come there: before they see who else is in it."""
    tale, unseen = scene.state.tale, scene.state.unseen
    own = tale.places.get(space) if tale is not None else None
    if own is None or own.read is None or tale is None or f"{space}-read" in tale.heard or unseen == space:
        return
    scene.happen(TaleTold(f"{space}-read", "read", own.read))


def _tell_place(scene: Scene, tale: Tale) -> None:
    """What there is to say of where the party stands."""
    state = scene.state
    if state.stage != "dungeon" or state.unseen == state.at or state.tale is None:
        return
    place = tale.places.get(state.at)
    if place is None:
        return
    parts: tuple[tuple[TaleKind, Phrase | None, bool], ...] = (
        ("read", place.read, True),
        ("warning", place.warn, True),
        ("cleared", place.cleared, not guarded(state, state.at) and not scene.side.meetings.busy(state)),
    )
    for kind, words, due in parts:
        key = f"{state.at}-{kind}"
        if words is not None and due and key not in tale.heard:
            scene.happen(TaleTold(key, kind, words))


def guarded(state: CampaignState, space: str) -> bool:
    """Whether somebody who was put there is there still."""
    slots = state.dungeon.slots.values()
    return any(slot.space == space and slot.kind == "monster" and slot.state != "gone" for slot in slots)


def trigger_due(scene: Scene, trigger: TriggerText) -> bool:
    """Whether what brings words about has happened."""
    state, room = scene.state, trigger.room
    seen = state.stage == "dungeon" and visited(state.dungeon, GROUP, room)
    match trigger.when:
        case "time":
            return state.minutes >= trigger.turns * TURN and state.stage == "dungeon"
        case "enter":
            return seen and state.at == room and state.unseen != room
        case "leave":
            return seen and state.at != room
        case "search":
            kinds: tuple[type[Event], ...] = (*SEARCHES, *scene.side.perils.searches)
            return seen and state.at == room and any(isinstance(event, kinds) for event in scene.events)
        case "defeat":
            return seen and emptied(state, room, "monster") and not scene.side.meetings.busy(state)
        case "take":
            return seen and emptied(state, room, "treasure")


def emptied(state: CampaignState, space: str, kind: str) -> bool:
    """Whether something of a kind was put there, and nothing of it is left."""
    there = [slot.state for slot in state.dungeon.slots.values() if slot.space == space and slot.kind == kind]
    return bool(there) and all(each == "gone" for each in there)


def hint_due(side: Side, state: CampaignState, when: HintWhen) -> bool:
    """Whether a hint is of use for the first time."""
    match when:
        case "start":
            return state.stage == "town"
        case "dungeon":
            return state.stage == "dungeon" and bool(state.at)
        case "meeting":
            return state.stage == "dungeon" and side.meetings.busy(state) and not side.meetings.fighting(state)
        case "fight":
            return side.meetings.fighting(state)
        case "treasure":
            slots = state.dungeon.slots.values()
            here = any(slot.space == state.at and slot.kind == "treasure" and slot.state == "present" for slot in slots)
            return state.stage == "dungeon" and here and not side.meetings.busy(state)
        case "fallen":
            return bool(state.fallen)
        case "home":
            return state.stage == "town" and state.minutes > 0 and bool(state.dungeon.known)
