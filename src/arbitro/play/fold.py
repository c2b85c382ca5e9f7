"""Folding a campaign: play's own events here, the dungeon's and the game's by those who made them."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from arbitro.appendix_a.solo import awaited
from arbitro.dungeon import fold as dungeons
from arbitro.dungeon.doors import with_door
from arbitro.dungeon.events import DUNGEON_EVENTS
from arbitro.dungeon.model import SURFACE
from arbitro.kernel.event import Event
from arbitro.play import events as e
from arbitro.play.state import GROUP, NOTHING_NEW, WISH, CampaignState, Chair, Draft, LeftDungeon, SpecialRoom, Stage

Fold = Callable[[Any, Any], Any]
Bodies = Mapping[type[Event], Callable[[Any, Any], tuple[tuple[str, int], ...]]]
"""Who comes to lie where the party is by an event of a game's: kinds, and how many; fewer than none rise again."""
S = TypeVar("S", bound=CampaignState)
_DUNGEONS = frozenset(DUNGEON_EVENTS)


def evolve(
    state: CampaignState,
    event: Event,
    inner: Callable[[Any, Event], Any],
    more: Mapping[type[Event], Fold],
    bodies: Bodies,
) -> CampaignState:
    """The state after an event; `inner` folds the events of the game, `more` those that its side folds itself."""
    after = _evolved(state, event, inner, more)
    if type(event) in bodies and state.at:
        after = _lie_here(after, state.at, bodies[type(event)](state, event))
    return after if after.chair is None else _in_its_room(after, after.chair)


def _in_its_room(state: CampaignState, chair: Chair) -> CampaignState:
    """The chair is that of one room: when the last of them leaves it, nobody has it any more (DA-SOLO-06)."""
    there = chair.space == state.at or chair.space in state.waiting.values()
    return state if there else replace(state, chair=None)


def _evolved(
    state: CampaignState, event: Event, inner: Callable[[Any, Event], Any], more: Mapping[type[Event], Fold]
) -> CampaignState:
    kind = type(event)
    if kind in _DUNGEONS:
        return dug(state, (event,))
    own = more.get(kind) or _OWN.get(kind)
    if own is not None:
        return own(state, event)
    game = inner(state.game, event)
    if game is state.game:
        return state
    if game.awaiting is state.game.awaiting:
        return replace(state, game=game)
    return _waiting(replace(state, game=game))


def _lie_here(state: CampaignState, space: str, slain: tuple[tuple[str, int], ...]) -> CampaignState:
    """The state with some more of the slain in a space."""
    if not slain:
        return state
    here = dict(state.bodies.get(space, ()))
    for kind, count in slain:
        here[kind] = here.get(kind, 0) + count
    lying = tuple((kind, count) for kind, count in here.items() if count > 0)
    return replace(state, bodies={**state.bodies, space: lying})


def dug(state: CampaignState, events: tuple[Event, ...]) -> CampaignState:
    """The state after events of the dungeon, which are folded at one go."""
    if len(events) == 1:
        dungeon = dungeons.evolve(state.dungeon, events[0])
    else:
        dungeon = dungeons.evolve_all(state.dungeon, events)
    changed = replace(state, dungeon=dungeon)
    return changed if dungeon.held is state.dungeon.held else _waiting(changed)


def _waiting(state: CampaignState) -> CampaignState:
    """Who is awaited: by the game, or by the dungeon."""
    asked = awaited(state.dungeon)
    return replace(state, awaiting=(*state.game.awaiting, *((asked,) if asked is not None else ())))


def under_way(state: S, event: e.LegBegan) -> S:
    """Another leg of the road."""
    return replace(state, homeward=event.homeward, mark=event.mark, route=event.route)


def reached(state: S, event: e.StageReached) -> S:
    """Another stage; tasks that are still due are forgotten in town."""
    changes: dict[str, Any] = {"stage": event.stage}
    if event.stage == "dungeon":
        changes["descents"] = state.descents + 1
    elif event.stage == "road":
        changes["set_out"] = event.minute
    elif event.stage == "town":
        changes["tasks"] = ()
        changes["talk"] = tuple(key for key in state.talk if key != NOTHING_NEW)
    return replace(state, **changes)


def moved(state: S, event: e.PartyMoved) -> S:
    """The way back, which is a step longer; where the party stands is kept by whoever walks."""
    trail, unseen = _trail(state.trail, event.came, event.to), event.to if event.dark else ""
    return replace(state, trail=trail, unseen=unseen, told=state.told if unseen else _with(state.told, event.to))


def _with(told: tuple[str, ...], space: str) -> tuple[str, ...]:
    return told if not space or space in told else (*told, space)


def _trail(trail: tuple[str, ...], came: str, to: str) -> tuple[str, ...]:
    """The way back with a step more; whoever comes to a place of it again has left out a round."""
    if not to:
        return ()
    longer = (*trail, came) if came and came not in trail else trail
    return longer[: longer.index(to)] if to in longer else longer


def _ailment(state: CampaignState, event: e.AilmentChanged) -> CampaignState:
    changed = event.ailment
    kept = tuple(
        each
        for each in state.ailments
        if (each.who, each.kind, each.number) != (event.who, changed.kind, changed.number)
    )
    return replace(state, ailments=(*kept, changed) if changed.until else kept)


def _asks(state: CampaignState, event: e.AsksChanged) -> CampaignState:
    kept = tuple(kind for kind in state.asks if kind != event.kind)
    return replace(state, asks=(*kept, event.kind) if event.on else kept)


def _wish_spoken(state: CampaignState, event: e.WishSpoken) -> CampaignState:
    """Of several wishes, the one that would be lost first is spoken."""
    kept = [each for each in state.ailments if (each.who, each.kind) == (event.who, WISH)]
    spoken = min(kept, key=lambda each: each.until, default=None)
    return replace(state, ailments=tuple(each for each in state.ailments if each is not spoken))


def _chair(state: CampaignState, event: e.ChairTaken) -> CampaignState:
    return replace(state, chair=Chair(event.seat, event.space) if event.seat else None)


def _opened(state: CampaignState, event: e.RoomOpened) -> CampaignState:
    return replace(state, rooms={**state.rooms, event.slot: SpecialRoom(event.room)})


def _done(state: CampaignState, event: e.RoomDone) -> CampaignState:
    room = state.rooms[event.slot]
    return replace(state, rooms={**state.rooms, event.slot: replace(room, done=(*room.done, event.done))})


def _split(state: CampaignState, event: e.PartySplit) -> CampaignState:
    waiting = {**state.waiting, **dict.fromkeys(event.who, event.space)}
    return replace(state, waiting=waiting, trails={**state.trails, **dict.fromkeys(event.who, event.came)})


def _sent_far(state: CampaignState, event: e.SentFar) -> CampaignState:
    afar = {**state.afar, **dict.fromkeys(event.who, event.until)}
    return replace(_split(state, e.PartySplit(event.who, SURFACE)) if event.parted else state, afar=afar)


def _near_again(state: CampaignState, who: tuple[str, ...]) -> CampaignState:
    return replace(state, afar={each: until for each, until in state.afar.items() if each not in who})


def _joined(state: CampaignState, event: e.PartyJoined) -> CampaignState:
    return _waits_no_more(state, event.who)


def _waits_no_more(state: CampaignState, gone: tuple[str, ...]) -> CampaignState:
    waiting = {who: space for who, space in state.waiting.items() if who not in gone}
    trails = {who: space for who, space in state.trails.items() if who not in gone}
    return replace(state, waiting=waiting, trails=trails)


def turned(state: S, event: e.TableTurned) -> S:
    """What the group that the table follows now has before it and behind it."""
    alarms = tuple(space for space in state.alarms if space != event.space)
    stage: Stage = "dungeon" if event.space else "road"
    trail = (event.came,) if event.came and event.space else ()
    return replace(state, trail=trail, stage=stage, tasks=(), alarms=alarms)


def _watched(state: CampaignState, event: e.WatchKept) -> CampaignState:
    return replace(state, alarms=(*state.alarms, event.space)) if event.came else state


def _fell(state: CampaignState, event: e.HeroFell) -> CampaignState:
    return replace(_ails_no_more(state, (event.who,)), fallen=(*state.fallen, event.fallen))


def _given_up(state: CampaignState, event: e.GivenUp) -> CampaignState:
    return replace(_ails_no_more(state, event.who), fallen=(*state.fallen, *event.fallen))


def _ails_no_more(state: CampaignState, gone: tuple[str, ...]) -> CampaignState:
    """Nothing lasts on the dead, and nobody waits for them."""
    ailments = tuple(ailment for ailment in state.ailments if ailment.who not in gone)
    return replace(_near_again(_waits_no_more(state, gone), gone), ailments=ailments)


def _answered(state: CampaignState, event: e.DraftAnswered) -> CampaignState:
    draft = state.draft or Draft()
    name, who = (event.value, draft.id or event.who) if event.step == "name" else (draft.name, draft.id)
    answers = (*draft.answers, (event.step, event.value))
    return replace(state, draft=replace(draft, id=who, name=name, answers=answers))


def _thrown(state: CampaignState, event: e.DraftThrown) -> CampaignState:
    return replace(state, draft=replace(state.draft or Draft(), scores=event.scores))


def _reconsidered(state: CampaignState, event: e.DraftReconsidered) -> CampaignState:
    draft = state.draft or Draft()
    steps = [step for step, _ in draft.answers]
    kept = draft.answers[: steps.index(event.step)] if event.step in steps else draft.answers
    return replace(state, draft=replace(draft, answers=kept))


def _finished(state: CampaignState, event: e.DraftFinished) -> CampaignState:
    portraits = {**state.portraits, event.who: event.words} if event.words else state.portraits
    return replace(state, draft=None, portraits=portraits)


def _scouted(state: CampaignState, event: e.TrapsLookedFor) -> CampaignState:
    if event.passing:
        return state
    return replace(state, scouted=(*state.scouted, f"{state.at}/{event.way}/{event.who}"))


def _loot(state: CampaignState, event: e.LootTaken) -> CampaignState:
    return replace(state, taken=(*state.taken, event.slot))


def _mood(state: CampaignState, event: e.MoodSet) -> CampaignState:
    moods = {slot: mood for slot, mood in state.moods.items() if slot != event.slot}
    return replace(state, moods={**moods, event.slot: event.mood} if event.mood else moods)


def _lock(state: CampaignState, event: e.LockSettled) -> CampaignState:
    dungeon = with_door(state.dungeon, event.door, locked=event.lock != "none", tried=event.lock == "found")
    return replace(state, dungeon=dungeon)


def _gave_way(state: CampaignState, event: e.DoorGaveWay) -> CampaignState:
    return replace(state, dungeon=with_door(state.dungeon, event.door, open=True))


def _note(state: CampaignState, event: e.NoteKept) -> CampaignState:
    notes = {space: text for space, text in state.notes.items() if space != event.space}
    return replace(state, notes={**notes, event.space: event.text} if event.text else notes)


def _told(state: CampaignState, event: e.TaleTold) -> CampaignState:
    tale = state.tale
    return state if tale is None else replace(state, tale=replace(tale, heard=_with(tale.heard, event.key)))


def _hidden(state: CampaignState, event: e.ThingHidden) -> CampaignState:
    gone = {f"{GROUP}/{thing}" for thing in event.things}
    known = {key: known for key, known in state.dungeon.known.items() if key not in gone}
    return replace(state, dungeon=replace(state.dungeon, known=known))


def _bared(state: CampaignState, event: e.NumbersBared) -> CampaignState:
    return replace(state, bared=event.bared, game=replace(state.game, bared=event.bared))


def _rumour_heard(state: CampaignState, event: e.RumourHeard) -> CampaignState:
    left = {**state.left, str(state.dungeons): _left_now(state)} if event.kept else state.left
    return replace(state, dungeons=event.number - 1, left=left)


def _old_place_sought(state: CampaignState, event: e.OldPlaceSought) -> CampaignState:
    number = event.number - 1
    known = {**state.left, str(state.dungeons): _left_now(state)}
    back = known.pop(str(number))
    return replace(state, dungeons=number, dungeon=back.dungeon, scenery=back.scenery, left=known, told=(), bodies={})


def _left_now(state: CampaignState) -> LeftDungeon:
    return LeftDungeon(state.dungeon, state.scenery)


def _brought(state: CampaignState, event: e.DungeonBrought) -> CampaignState:
    fresh: dict[str, Any] = {"taken": (), "told": (), "moods": {}, "notes": {}, "bodies": {}}
    return replace(state, dungeon=event.dungeon, scenery=event.decoration, **fresh)


def _same(state: CampaignState, event: Event) -> CampaignState:
    del event
    return state


_OWN: dict[type[Event], Callable[[CampaignState, Any], CampaignState]] = {
    e.StageReached: reached,
    e.SceneryDrawn: lambda state, event: replace(state, scenery=event.number, told=(), talk=(), bodies={}),
    e.TownDrawn: lambda state, event: replace(state, town=event.town),
    e.TalkHeard: lambda state, event: replace(state, talk=(*state.talk, event.key)),
    e.RumourHeard: _rumour_heard,
    e.OldPlaceSought: _old_place_sought,
    e.Banked: lambda state, event: replace(state, strongbox={**state.strongbox, event.who: event.total}),
    e.DraftBegan: lambda state, _: replace(state, draft=Draft()),
    e.DraftAnswered: _answered,
    e.DraftThrown: _thrown,
    e.DraftReconsidered: _reconsidered,
    e.DraftDropped: lambda state, _: replace(state, draft=None),
    e.DraftFinished: _finished,
    e.LegBegan: under_way,
    e.ClockMoved: _same,
    e.PartyMoved: moved,
    e.PlaceShown: lambda state, event: replace(state, unseen="", told=_with(state.told, event.space)),
    e.PaceSet: lambda state, event: replace(state, pace=event.pace),
    e.TasksChanged: lambda state, event: replace(state, tasks=event.tasks),
    e.PartySplit: _split,
    e.PartyJoined: _joined,
    e.SentFar: _sent_far,
    e.CameFromAfar: lambda state, event: _near_again(state, event.who),
    e.TableTurned: turned,
    e.WatchKept: _watched,
    e.AlarmsChanged: lambda state, event: replace(state, alarms=event.spaces),
    e.GivenUp: _given_up,
    e.WayEnded: _same,
    e.GasAhead: lambda state, event: replace(state, halted=(*state.halted, event.trap)),
    e.WanderersCame: _same,
    e.EffectTold: _same,
    e.AilmentChanged: _ailment,
    e.WishSpoken: _wish_spoken,
    e.MissileFlew: _same,
    e.PoolEntered: _same,
    e.GoldTurned: _same,
    e.Tried: _same,
    e.DoorGaveWay: _gave_way,
    e.TrapsLookedFor: _scouted,
    e.HeroFell: _fell,
    e.LootTaken: _loot,
    e.DefaultTaken: _same,
    e.AsksChanged: _asks,
    e.ChairTaken: _chair,
    e.RoomsBrought: lambda state, event: replace(state, sealed={**state.sealed, **event.sealed}),
    e.RoomOpened: _opened,
    e.RoomRead: _same,
    e.RoomSecret: _same,
    e.RoomDone: _done,
    e.RoomTold: _same,
    e.OracleSpoke: _same,
    e.PromptDrawn: _same,
    e.DeskUsed: _same,
    e.MoodSet: _mood,
    e.LockSettled: _lock,
    e.NoteKept: _note,
    e.TaleBrought: lambda state, event: replace(state, tale=event.tale),
    e.TaleTold: _told,
    e.ThingShown: _same,
    e.ThingHidden: _hidden,
    e.NumbersBared: _bared,
    e.DungeonBrought: _brought,
}
