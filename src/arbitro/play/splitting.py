"""Parting and meeting again: some stay behind and wait, and the table follows one group at a time.

All share one map and one clock. Those who wait underground are come upon like everybody else: whenever the game throws
for wanderers it throws for each group that waits, and where somebody comes, the table turns to that group. Nobody goes
home while others wait: they are fetched, or come up by themselves, or are given up in so many words.
"""

from collections.abc import Iterator

from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play import commands as c
from arbitro.play.afar import still_afar, walk_on
from arbitro.play.delving import free, underground
from arbitro.play.events import AlarmsChanged, GivenUp, PartyJoined, PartySplit, TableTurned, WatchKept
from arbitro.play.events.going import Turning
from arbitro.play.hazards import give_back
from arbitro.play.naming import called_in_both
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.state import CampaignState, Fallen


def waiting_at(state: CampaignState, space: str) -> tuple[str, ...]:
    """Those who wait in a space (`SURFACE`: under the sky); whoever is still on the long road there does not yet."""
    return tuple(who for who, place in state.waiting.items() if place == space and who not in state.afar)


def here(state: CampaignState) -> str:
    """Where the group that the table follows is, as those who wait would say it."""
    return state.at or SURFACE


def elsewhere(state: CampaignState) -> tuple[str, ...]:
    """The spaces, other than this one, where some wait."""
    held = dict.fromkeys(state.waiting.values())
    return tuple(space for space in held if space != here(state) and waiting_at(state, space))


def posts(side: Side, state: CampaignState) -> Iterator[str]:
    """Spaces underground where some wait who could act if somebody came; the helpless lie still and are passed by."""
    for space in dict.fromkeys(state.waiting.values()):
        if space != SURFACE and side.parting.can_go_on(state, waiting_at(state, space)):
            yield space


def keep_watch(scene: Scene) -> None:
    """The game's own check for wanderers, for each group that waits underground; a die in secret, if any."""
    for space in posts(scene.side, scene.state):
        if space not in scene.state.alarms and space != scene.state.at:
            check, rules = scene.side.parting.watch_over(scene, space)
            if check is not None:
                scene.happen(WatchKept(space, check, check.success, rules=rules, audience=REFEREE_ONLY))


def may_part(side: Side, state: CampaignState) -> Refusal | None:
    """Whether this is the place and the moment: underground, or before the entrance."""
    if state.stage == "road" and side.road.at_mouth(state):
        return free(side, state)
    return underground(side, state)


def split_off(scene: Scene, command: c.SplitOff) -> Refusal | None:
    """Somebody stays here; at least one goes on."""
    state = scene.state
    refused = may_part(scene.side, state)
    if refused is not None:
        return refused
    if command.who not in scene.side.party.people(state):
        return Refusal("cannot_now", {"who": f"@{command.who}"})
    if not go_on_without(scene.side, state, command.who):
        return Refusal("nobody_goes_on")
    stay(scene, (command.who,))
    return None


def go_on_without(side: Side, state: CampaignState, who: str) -> bool:
    """Whether the others can go on when somebody stays behind."""
    return side.parting.can_go_on(state, tuple(each for each in side.party.people(state) if each != who))


def stay(scene: Scene, who: tuple[str, ...]) -> None:
    """Some stay where the table's group is; of a group that is lost, only what it had."""
    place, came = here(scene.state), scene.state.came
    scene.side.parting.part(scene, who, place)
    if who:
        scene.happen(PartySplit(who, place, came))


def regroup(scene: Scene, command: c.Regroup) -> Refusal | None:
    """Those who wait here come along again."""
    del command
    refused = may_part(scene.side, scene.state)
    if refused is not None:
        return refused
    found = waiting_at(scene.state, here(scene.state))
    if not found:
        return Refusal("nobody_waits")
    join(scene, found)
    scene.side.inner.after(scene, len(scene.events))  # with everybody there, the way home may begin
    return None


def join(scene: Scene, who: tuple[str, ...]) -> None:
    """Take people back into the group that the table follows."""
    place = scene.state.waiting[who[0]]
    scene.happen(PartyJoined(who))
    scene.side.parting.rejoin(scene, who, place)


# -------------------------------------------------------------------- following the others


def turn_to(scene: Scene, command: c.TurnTo) -> Refusal | None:
    """The table follows those who wait elsewhere; the others wait where they are."""
    refused = may_part(scene.side, scene.state)
    if refused is not None:
        return refused
    if command.space not in elsewhere(scene.state):
        return Refusal("nobody_waits")
    if not scene.side.parting.can_go_on(scene.state, waiting_at(scene.state, command.space)):
        return Refusal("nobody_stands")
    follow_others(scene, command.space)
    return None


def follow_others(scene: Scene, space: str, why: Turning = "", others: tuple[str, ...] = ()) -> None:
    """Change over from one group to another: those who wait in a space, unless others are named."""
    stay(scene, scene.side.party.people(scene.state))
    others = others or waiting_at(scene.state, space)
    came = scene.state.trails.get(others[0], "")
    join(scene, others)
    at = "" if space == SURFACE else space
    scene.happen(TableTurned(at, came, scene.state.minutes, why))
    scene.side.parting.look_to(scene, at, came)


def all_lost(scene: Scene) -> bool:
    """Where nobody of this group stands any more, those who wait go on with the story, if anybody can."""
    for space in dict.fromkeys(scene.state.waiting.values()):
        able = scene.side.parting.can_go_on(scene.state, waiting_at(scene.state, space))
        if able and scene.side.parting.break_off(scene):
            follow_others(scene, space, "lost")
            return False
    walking = tuple(scene.state.afar)
    if scene.side.parting.can_go_on(scene.state, walking) and scene.side.parting.break_off(scene):
        follow_others(scene, SURFACE, "lost", walking)
        return False
    return True


# -------------------------------------------------------------------- those who are come upon


def alarm_due(side: Side, state: CampaignState) -> bool:
    """Whether somebody has come upon those who wait, and the table can turn to them now."""
    ready = bool(state.alarms) and state.abroad
    return ready and not (state.tasks or state.awaiting or side.meetings.busy(state))


def answer_alarm(scene: Scene) -> None:
    """The table turns to those who are come upon, unless they have gone since or are with the others again."""
    space = scene.state.alarms[0]
    who = waiting_at(scene.state, space)
    if space != scene.state.at and who and scene.side.parting.can_go_on(scene.state, who):
        follow_others(scene, space, "alarm")
    else:
        scene.happen(AlarmsChanged(scene.state.alarms[1:], audience=REFEREE_ONLY))
    if scene.state.at == space and not scene.side.meetings.busy(scene.state):
        scene.side.parting.come_upon(scene)


# -------------------------------------------------------------------- those who do not come back


def give_up(scene: Scene, command: c.GiveUp) -> Refusal | None:
    """Whoever stands before the entrance may go home without those who are still below."""
    state = scene.state
    if state.stage != "road":
        return Refusal("not_on_the_road")
    refused = may_part(scene.side, state)
    if refused is not None:
        return refused
    who = waiting_at(state, command.space)
    if not who or command.space not in state.dungeon.spaces:
        return Refusal("nobody_waits")
    level, names = (
        state.dungeon.spaces[command.space].level,
        {each: called_in_both(scene.game, scene.side.party.whole(state), each) for each in who},
    )
    lost = tuple(Fallen(each, names[each], state.minutes, command.space, level) for each in who)
    scene.side.parting.abandon(scene, who, command.space)
    for each in who:
        give_back(scene, each)
    scene.happen(GivenUp(who, lost))
    scene.side.inner.after(scene, len(scene.events))
    return None


# -------------------------------------------------------------------- those who are on the long road


def await_others(scene: Scene, command: c.AwaitOthers) -> Refusal | None:
    """Before the entrance, until the next of those who walk back to it are there."""
    del command
    refused = may_await(scene.side, scene.state)
    if refused is None:
        walk_on(scene)
    return refused


def may_await(side: Side, state: CampaignState) -> Refusal | None:
    """Whether the party stands where they will come, with nothing else to do."""
    if state.stage != "road" or not side.road.at_mouth(state):
        return Refusal("not_at_the_mouth")
    return free(side, state) or (None if state.afar else Refusal("nobody_waits"))


def nobody_waits(state: CampaignState) -> Refusal | None:
    """Whether everybody is here, so that the party may leave the dungeon behind it."""
    if state.afar and set(state.waiting) <= set(state.afar):
        return still_afar(state)
    return Refusal("somebody_waits", {"who": f"@{next(iter(state.waiting))}"}) if state.waiting else None
