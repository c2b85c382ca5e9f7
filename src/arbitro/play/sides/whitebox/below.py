"""Underground, by the walk, the doors and the meetings of La Scatola Bianca, on facts that the appendix has drawn."""

from typing import Final

from arbitro.dungeon.knowledge import find_secret
from arbitro.dungeon.model import SURFACE
from arbitro.dungeon.stocking import mark_slot
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.then import Then
from arbitro.play.delving import arrive, stock
from arbitro.play.events import AilmentChanged, LegBegan, PartyMoved, StageReached
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox import facts, locks, places, spoils
from arbitro.play.sides.whitebox.box import BoxSide, box_campaign, expedition_of, inner_state
from arbitro.play.sides.whitebox.names import clash
from arbitro.play.sides.whitebox.parting import keep_watches, out_of_reach, steps
from arbitro.play.sides.whitebox.road import wait_at_the_mouth
from arbitro.play.sight import look_beyond
from arbitro.play.state import DAY, GROUP, CampaignState
from arbitro.play.ways import Way, way
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.exploring import commands as exploring_commands
from arbitro.rules.whitebox.exploring.clock import lit
from arbitro.rules.whitebox.exploring.events import (
    ExpeditionBegan,
    ExpeditionEnded,
    FactsStated,
    FeatureFound,
    MeetingEnded,
    PlaceEntered,
    TurnsBooked,
    Walked,
)
from arbitro.rules.whitebox.exploring.guide import some_light
from arbitro.rules.whitebox.exploring.state import Expedition
from arbitro.rules.whitebox.exploring.travel import party_walk, walking_pace
from arbitro.rules.whitebox.people import commands as people_commands
from arbitro.rules.whitebox.people.events import TimeWent
from arbitro.rules.whitebox.people.state import Hoard

QUIET: Final = (ExpeditionBegan, ExpeditionEnded, PlaceEntered, Walked, TimeWent, TurnsBooked)
"""Events of the game that the campaign tells in its own way."""


def survey(side: BoxSide, scene: Scene, space: str) -> None:
    """State what is known of a space to the game; doors that nobody has touched may be locked."""
    locks.settle(side, scene, space)
    out = expedition_of(scene.state)
    stated = None if out is None else facts.survey(scene.state, out, space)
    if stated is not None:
        scene.must(stated)


def ready(side: BoxSide, scene: Scene) -> bool:
    """Whoever is busy for turns is waited for, as before any walk (WB-TIME-01)."""
    inner, first = side.game.scene(inner_state(scene.state), scene.dice), len(scene.events)
    if expedition_of(scene.state) is not None:
        side.game.rules.finish_what_is_in_hand(inner)
        scene.record(inner.events)
        side.after(side, scene, first)
    return not side.busy(side, scene.state)


def go_down(side: BoxSide, scene: Scene, landing: str) -> None:
    """Down the stairs from the road to the landing."""
    light_the_way(side, scene)
    stock(scene, landing)
    put(side, scene, landing)


def light_the_way(side: BoxSide, scene: Scene) -> None:
    """Nobody goes down in the dark who has something to burn, unless the table wants it so."""
    inner, out = inner_state(scene.state), expedition_of(scene.state)
    here = side.game.at(inner)
    if out is None or lit(here) or not scene.state.options["light_on_descent"]:
        return
    kindling = next((command for command in some_light(here, out) if side.game.allows(inner, command)), None)
    if kindling is not None:
        scene.must(kindling)


def may_go(side: BoxSide, state: CampaignState, way: Way, pace: str) -> Refusal | None:
    """Doors must be open; the game says the rest."""
    out = expedition_of(state)
    door = None if out is None else out.doors.get(way.id)
    if door is None:
        return Refusal("way_unknown", {"way": way.id})
    if not (door.passage or door.open):
        return Refusal("shut", {"door": f"@{door.id}"}, ("WB-DOOR-01",))
    inner = inner_state(state)
    walk = party_walk(side.game.at(inner), pace or "normal")
    return walk if isinstance(walk, Refusal) else None


def paces(side: BoxSide, state: CampaignState) -> tuple[str, ...]:
    """The paces that the game has."""
    return tuple(
        pace
        for pace in ("normal", "careful", "running")
        if not isinstance(party_walk(side.game.at(inner_state(state)), pace), Refusal)
    )


def go(side: BoxSide, scene: Scene, way: Way, beyond: str, pace: str) -> None:
    """By the game's own walk, on facts that now include the place beyond."""
    out = expedition_of(scene.state)
    if out is None:
        return
    surface = beyond == SURFACE
    place = places.ROAD if surface else beyond
    if not surface:
        make_known(scene, out, beyond)
    first = len(scene.events)
    scene.must(
        exploring_commands.Go(way.id, walking_pace(pace) or "normal"), box_campaign(scene.state).by_way_of(way, place)
    )
    side.after(side, scene, first)


def make_known(scene: Scene, out: Expedition, space: str) -> None:
    """The game hears of a space to which the party comes, with whoever waits there."""
    stock(scene, space)
    stated = facts.whereabouts(scene.state, out, space)
    if stated is not None:
        scene.must(stated)


def put(side: BoxSide, scene: Scene, space: str) -> None:
    """The referee brings the party somewhere."""
    out = expedition_of(scene.state)
    if out is None:
        return
    if space:
        make_known(scene, out, space)
    first = len(scene.events)
    scene.must(exploring_commands.Bring(space or places.ROAD))
    side.after(side, scene, first)


def pass_turns(side: BoxSide, scene: Scene, turns: int) -> None:
    """The game's clock goes on, as long as nobody comes."""
    for step in steps(scene.state, exploring_commands.PassTurns(turns)):
        first = len(scene.events)
        if side.busy(side, scene.state) or scene.state.alarms or scene.play(step) is not None:
            return
        side.after(side, scene, first)


def pass_days(side: BoxSide, scene: Scene, days: int) -> None:
    """The game's clock goes on by days in the open, each with its checks, as long as nobody comes upon anybody."""
    watched = bool(scene.state.options.get("far_road_encounters"))
    spell = exploring_commands.AdvanceClock(DAY // side.checks_a_day)
    for _ in range(days * side.checks_a_day):
        first = len(scene.events)
        if side.busy(side, scene.state) or scene.state.alarms:
            return
        if scene.play(spell) is not None:
            return
        if watched and not side.busy(side, scene.state):
            scene.play(exploring_commands.CheckWandering())
        side.after(side, scene, first)


def before(side: BoxSide, scene: Scene, command: Command) -> Refusal | None:
    """Names of the dungeon are its own; whoever listens at a door must be able to hear what is behind it.

    That place is rolled now, unseen.
    """
    refused = clash(scene.state, command) or out_of_reach(scene.state, command)
    if refused is not None:
        return refused
    if isinstance(command, exploring_commands.Listen) and command.door and scene.state.at:
        refused = None if side.game.allows(inner_state(scene.state), command) else scene.play(command)
        if refused is not None:
            return refused
        found = way(scene.state.dungeon, scene.state.at, command.door)
        if found is not None and found.lead and found.is_door:
            look_beyond(scene, found)
            survey(side, scene, scene.state.at)
    return None


def notice(scene: Scene, event: Event, before: CampaignState) -> None:
    """The party stands in another space, or under the sky: that comes before whoever it meets there."""
    here = scene.state.at
    if not isinstance(event, PlaceEntered) or here == before.at or not before.abroad:
        return
    arrive(scene, here, before.at)
    if not here:
        scene.happen(StageReached("road", scene.state.minutes))


def untold(side: BoxSide, then: Then[CampaignState], event: Event) -> bool:
    """Facts of the dungeon were told when they were dug: only others are told again."""
    if isinstance(event, StageReached):  # the leg of the way that begins is told
        return event.stage == "road"
    if isinstance(event, FactsStated):
        places, doors = (place.id for place in event.places), (door.id for door in event.doors)
        others = (*(trap.id for trap in event.traps), *(troop.id for troop in event.troops))
        key = f"by_hand:{','.join((*places, *doors, *others))}"
        return not then.fact(key, bool, lambda state: not facts.all_of_the_dungeon(state, event))
    if isinstance(event, AilmentChanged):  # strength is told by the score that it comes to
        return event.ailment.kind == "stronger"
    return type(event) in side.quiet


def after(side: BoxSide, scene: Scene, first: int) -> None:
    """Encounters that ended, doors that were found, and where the party stands now."""
    for event in scene.events[first:]:
        if isinstance(event, MeetingEnded) and event.troop in scene.state.dungeon.slots:
            settle_slot(scene, event)
        elif isinstance(event, FeatureFound) and event.what in scene.state.dungeon.links:
            scene.dig(find_secret(scene.state.dungeon, GROUP, event.what))
    keep_watches(side, scene, scene.events[first:])
    wait_at_the_mouth(scene)
    go_on(side, scene, came_out=just_out(scene.events[first:]))


def settle_slot(scene: Scene, ended: MeetingEnded) -> None:
    """The dungeon keeps who is left of those who were met, for this expedition and the next."""
    slot, out = scene.state.dungeon.slots[ended.troop], inner_state(scene.state).expedition
    if out is not None and ended.troop in out.troops and not ended.gone:
        slot = facts.left_in(slot, out.troops[ended.troop])
    scene.dig(mark_slot(slot, "gone" if ended.gone else "met"))


def just_out(events: list[Event]) -> bool:
    """Whether the party has come out of the dungeon and its way home has not begun yet."""
    steps = [
        event for event in events if isinstance(event, LegBegan) or (isinstance(event, PartyMoved) and not event.to)
    ]
    return bool(steps) and isinstance(steps[-1], PartyMoved)


def go_on(side: BoxSide, scene: Scene, *, came_out: bool) -> None:
    """Whoever came out turns homeward; whoever is below looks round."""
    out, here = expedition_of(scene.state), scene.state.at
    if out is None or not scene.state.abroad:
        return
    if came_out and not here:
        side.turn_homeward(side, scene, out.miles)
    if here and scene.state.stage == "road":  # chased down the stairs again
        scene.happen(StageReached("dungeon", scene.state.minutes))
    if here and not fighting(inner_state(scene.state)):
        survey(side, scene, here)


def receive(side: BoxSide, scene: Scene, items: tuple[tuple[str, int], ...]) -> None:
    """Into the common hoard."""
    hoard = spoils.hoard(side.game.content, items)
    if hoard != Hoard():
        scene.must(people_commands.FindTreasure(hoard))
