"""Doors, ears and eyes: what somebody tries underground while the game's own check decides."""

from collections.abc import Iterator
from typing import Final

from arbitro.dungeon.doors import door_state
from arbitro.dungeon.knowledge import find_secret, knows
from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Refusal
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import commands as walking_commands
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.endings import fight_over
from arbitro.play.sides.walking.firstword import settle_first_word
from arbitro.play.sides.walking.going import spaces_beyond, stands_open
from arbitro.play.sides.walking.ground import (
    SIX,
    pass_minutes,
    underground,
    walking_state,
)
from arbitro.play.sides.walking.meetings import dwellers
from arbitro.play.sides.walking.state import Errand, WalkingState
from arbitro.play.sides.walking.walker import Walker
from arbitro.play.sight import look_beyond
from arbitro.play.state import GROUP, TURN, CampaignState
from arbitro.play.traps import hidden_in, search_over
from arbitro.play.ways import Way, way

MOMENT: Final = 1
"""Minutes for a hand on a door, or an ear."""


def found_way(side: Walker, state: CampaignState, who: str, name: str) -> Way | Refusal:
    """A way from here, for somebody who has their hands free."""
    refused = underground(side, state, who)
    if refused is not None:
        return refused
    return way(state.dungeon, state.at, name) or Refusal("way_unknown", {"way": name})


def closed_door(side: Walker, state: WalkingState, who: str, name: str) -> Way | Refusal:
    """A way from here that a door bars, for somebody who has their hands free."""
    found = found_way(side, state, who, name)
    if isinstance(found, Refusal):
        return found
    if found.shut:
        return Refusal("way_shut", {"way": f"@{found.id}"}, ("DA-STAIR-03",))
    return Refusal("door_open", {"way": f"@{found.id}"}) if stands_open(state, found) else found


def try_door(side: Walker, scene: Scene, command: walking_commands.TryDoor) -> Refusal | None:
    """At the first touch a die says whether a door sticks; one that does is the game's to force."""
    state = walking_state(scene.state)
    found = closed_door(side, state, command.who, command.way)
    if isinstance(found, Refusal):
        return found
    if not door_state(state.dungeon, found.id).tried:
        die = scene.dice.roll(SIX, "door")
        stuck = int(state.options["stuck_doors"])
        opened = die.face > stuck
        scene.happen(e.DoorPushed(command.who, found.id, opened, die, stuck))
        pass_minutes(side, scene, MOMENT)
        return None
    spend(side, scene, TURN, Errand("door", command.who, found.id))
    return None


def work_open(side: Walker, scene: Scene, command: walking_commands.WorkOpen) -> Refusal | None:
    """A door that sticks gives way to nimble fingers too; as long as it takes a shoulder."""
    state = walking_state(scene.state)
    found = closed_door(side, state, command.who, command.way)
    if isinstance(found, Refusal):
        return found
    if not door_state(state.dungeon, found.id).tried:
        return Refusal("door_untried", {"way": f"@{found.id}"})
    spend(side, scene, TURN, Errand("lock", command.who, found.id))
    return None


def spend(side: Walker, scene: Scene, minutes: int, errand: Errand) -> None:
    """The time that an errand takes, and then the check, if nobody has come by."""
    pass_minutes(side, scene, minutes)
    if not side.busy(scene.state) and errand.who in side.able(scene.state):
        side.attempt(side, scene, errand)


def listen_at(side: Walker, scene: Scene, command: walking_commands.ListenAt) -> Refusal | None:
    """What is beyond is rolled now, unseen: whoever is there can be heard."""
    found = found_way(side, scene.state, command.who, command.way)
    if isinstance(found, Refusal):
        return found
    if found.to == SURFACE or found.blind:
        return Refusal("nothing_to_hear", {"way": f"@{found.id}"})
    known_as = look_beyond(scene, found)
    spend(side, scene, MOMENT, Errand("listen", command.who, known_as.id))
    return None


def search_place(side: Walker, scene: Scene, command: walking_commands.SearchPlace) -> Refusal | None:
    """A turn of looking; each of the party may try once."""
    state = walking_state(scene.state)
    refused = underground(side, state, command.who)
    if refused is not None:
        return refused
    if f"{state.at}/{command.who}" in state.searched:
        return Refusal("searched_already", {"who": f"@{command.who}"})
    spend(side, scene, TURN, Errand("search", command.who))
    return None


def settle_errand(side: Walker, scene: Scene, errand: Errand, success: bool) -> None:
    """What came of a check."""
    state = walking_state(scene.state)
    if errand.kind in ("creep", "talk", "slip"):
        settle_first_word(side, scene, errand, success=success)
    elif errand.kind in ("door", "lock"):
        scene.happen(e.DoorPushed(errand.who, errand.way, success))
    elif errand.kind == "listen":
        heard = success and somebody_beyond(state, errand.way)
        scene.happen(e.ListenedAt(errand.who, errand.way, heard))
    elif errand.kind == "traps":
        spaces = spaces_beyond(state, errand.way) if errand.way else (state.at,)
        there = tuple(trap.id for trap in hidden_in(state.dungeon, spaces)) if success else ()
        search_over(scene, errand.who, errand.way, there)
    elif errand.kind == "search":
        found = tuple(hidden_here(state)) if success else ()
        scene.happen(e.PlaceSearched(errand.who, state.at, found, success))
        for link in found:
            scene.dig(find_secret(scene.state.dungeon, GROUP, link))
    elif success:
        fight_over(side, scene, "fled", side.foes_left(scene.state))


def somebody_beyond(state: CampaignState, name: str) -> bool:
    """Whether somebody is at home at the other end of a way."""
    return any(dwellers(state, end, met=True) for end in spaces_beyond(state, name))


def may_look_for_traps(state: CampaignState, who: str, way: str) -> Refusal | None:
    """Each of the party once along each way."""
    tried = f"{state.at}/{way}/{who}" in state.scouted
    return Refusal("searched_already", {"who": f"@{who}"}) if tried else None


def look_for_traps(side: Walker, scene: Scene, who: str, way: str) -> None:
    """Ten minutes, and then the check."""
    spend(side, scene, TURN, Errand("traps", who, way))


def hidden_here(state: CampaignState) -> Iterator[str]:
    """Secret doors of this place that the party does not know."""
    for link in state.dungeon.links.values():
        here = state.at in (link.a, link.b) and link.kind == "secret_door" and link.hidden
        if here and not knows(state.dungeon, GROUP, link.id):
            yield link.id
