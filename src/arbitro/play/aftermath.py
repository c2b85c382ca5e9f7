"""After every command: clock, ailments and losses are brought up to date, and the dungeon does what is due."""

from msgspec.structs import replace

from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.play.afar import on_the_way, walk_on
from arbitro.play.events import HeroFell, NumbersBared, PlaceShown, StageReached, TasksChanged
from arbitro.play.hazards import (
    CARRIED,
    carried_off,
    give_back,
    keep_time,
    somebody_comes,
    trap_works,
    tread_on_trapdoor,
    under_the_sky,
)
from arbitro.play.rooms import open_room
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.splitting import alarm_due, all_lost, answer_alarm
from arbitro.play.state import WISH, CampaignState, Fallen, Task
from arbitro.play.tale import tell_tale
from arbitro.play.traps import goes_off, trapdoors_in
from arbitro.play.wishing import grant


def settle_down(scene: Scene) -> None:
    """Bring clock, ailments and losses up to date, and let the dungeon do what is due."""
    see_at_last(scene)
    keep_time(scene)
    count_losses(scene)
    tell_tale(scene)
    while True:
        if task_due(scene.side, scene.state):
            task, *rest = scene.state.tasks
            scene.happen(TasksChanged(tuple(rest), audience=REFEREE_ONLY))
            carry_out_task(scene, task)
        elif alarm_due(scene.side, scene.state):
            answer_alarm(scene)
        elif on_the_way(scene.side, scene.state) and walk_on(scene):
            pass  # the days are behind them
        else:
            return
        keep_time(scene)
        count_losses(scene)


def see_at_last(scene: Scene) -> None:
    """Whoever has groped into a place sees it as soon as there is a light."""
    state = scene.state
    there = state.unseen and state.unseen == state.at and scene.side.party.able(state)
    if there and not scene.side.wishes.unlit(state):
        scene.happen(PlaceShown(state.at))


def task_due(side: Side, state: CampaignState) -> bool:
    """Whether the dungeon acts now."""
    return bool(state.tasks) and state.stage == "dungeon" and not side.meetings.busy(state) and not state.awaiting


def count_losses(scene: Scene) -> None:
    """Who has died since, and whether anybody is left; with a fight ends what was laid open for it."""
    state = scene.state
    known = {fallen.who for fallen in state.fallen}
    for who, name in scene.side.party.dead(state):
        if who not in known:
            place = place_of_death(scene.side, state, who)
            level = state.dungeon.spaces[place].level if place in state.dungeon.spaces else 0
            sky = "" if level or who in state.waiting else under_the_sky(scene.side, state)
            give_back(scene, who)
            scene.happen(HeroFell(who, Fallen(who, name, state.minutes, place if level else "", level, sky)))
    started = state.under_way
    over = started and not scene.side.meetings.fighting(scene.state) and scene.side.party.lost(scene.state)
    if over and all_lost(scene):
        scene.happen(StageReached("over", scene.state.minutes))
    if scene.state.bared and not scene.side.meetings.fighting(
        scene.state
    ):  # those of the next fight may bear the same names
        scene.happen(NumbersBared((), audience=REFEREE_ONLY))


def place_of_death(side: Side, state: CampaignState, who: str) -> str:
    """Where somebody was who has just died: below, whoever fell there, though the others have yet to part.

    Where the others have run since, it is where the game knows the body to lie.
    """
    falls = (task.effect for task in state.tasks if task.effect is not None and task.effect.kind == "through_floor")
    below = next((fall.space for fall in falls if who in fall.who), "")
    lies = side.party.lies(state, who)
    return below or (lies if lies in state.dungeon.spaces else "") or state.waiting.get(who, state.at)


def carry_out_task(scene: Scene, task: Task) -> None:
    """A trap works, a special room is opened, or an effect reaches those it is meant for."""
    if task.kind == "room":
        open_room(scene, task.source)
    elif task.kind == "trap":
        trap = scene.state.dungeon.traps.get(task.source)
        if trap is not None and trap.space == scene.state.at and goes_off(trap):
            trap_works(scene, trap)
    elif task.kind == "meet":
        somebody_comes(scene, task.source)
    elif task.kind == "trapdoor":
        if task.source in {link.id for link in trapdoors_in(scene.state.dungeon, (scene.state.at,))}:
            tread_on_trapdoor(scene, task.source)
    elif task.effect is not None:
        if task.effect.kind in CARRIED:
            carried_off(scene, task)
            return
        if task.effect.kind == WISH:
            grant(scene, task.effect, task.rules)
            return
        scene.side.perils.apply(scene, task.source, task.effect, task.rules)
        if task.effect.kind == "fall" and task.effect.space:  # through the floor, not into a pit
            below = Task("effect", task.source, replace(task.effect, kind="through_floor"), task.rules)
            scene.happen(TasksChanged((below, *scene.state.tasks), audience=REFEREE_ONLY))
            dead = tuple(who for who, _ in scene.side.party.dead(scene.state) if who in task.effect.who)
            scene.side.parting.lie_below(scene, dead, task.effect.space, task.rules)
