"""The fold of what happens out of the fight: each event says what is so afterwards, so nothing here knows a rule."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.kernel.state import Question
from arbitro.rules.whitebox.exploring import events as e
from arbitro.rules.whitebox.exploring.state import Expedition, Joust, Meeting, Pending
from arbitro.rules.whitebox.people.packs import put_together
from arbitro.rules.whitebox.people.state import Captivity, Coins, Taken

if TYPE_CHECKING:
    from arbitro.rules.whitebox.state import State


def _under_way(state: "State") -> Expedition:
    if state.expedition is None:
        raise ValueError("an event of an expedition in a log without one")
    return state.expedition


def _in(state: "State", **changes: Any) -> "State":
    return replace(state, expedition=replace(_under_way(state), **changes))


def _met(state: "State") -> Meeting:
    meeting = _under_way(state).meeting
    if meeting is None:
        raise ValueError("an event of an encounter in a log without one")
    return meeting


def _loyalty(state: "State", who: str, **changes: Any) -> "State":
    one = state.characters[who]
    changed = replace(one, loyalty=replace(one.loyalty, **changes))
    return replace(state, characters={**state.characters, who: changed})


def _ask(state: "State", question: Question) -> "State":
    return replace(state, awaiting=(*state.awaiting, question))


def _answered(state: "State") -> "State":
    return replace(state, awaiting=state.awaiting[1:])


# -------------------------------------------------------------------- the expedition


def _began(state: "State", event: e.ExpeditionBegan) -> "State":
    return replace(state, expedition=event.expedition)


def _facts(state: "State", event: e.FactsStated) -> "State":
    out = _under_way(state)
    return _in(
        state,
        places={**out.places, **{each.id: each for each in event.places}},
        doors={**out.doors, **{each.id: each for each in event.doors}},
        traps={**out.traps, **{each.id: each for each in event.traps}},
        troops={**out.troops, **{each.id: each for each in event.troops}},
    )


def _entered(state: "State", event: e.PlaceEntered) -> "State":
    out = _under_way(state)
    seen = out.visited if event.place in out.visited else (*out.visited, event.place)
    if event.place == out.at:
        return _in(state, came=event.came or out.came, visited=seen)
    busy = {who: until for who, until in out.busy.items() if who not in out.searching}
    left = {"passed": (), "busy": busy, "searching": (), "under_sky": out.turns_outside(event.place)}
    return _in(state, at=event.place, came=event.came or out.at, visited=seen, **left)


def _passed(state: "State", event: e.SearchRolled) -> "State":
    if not event.passing:
        return state
    out = _under_way(state)
    felt = (*out.felt, event.what) if event.check.success else out.felt
    return _in(state, passed=(*out.passed, f"{event.who}/{event.what}"), felt=felt)


def _turns(state: "State", event: e.TurnsBooked) -> "State":
    return _in(state, turns=event.turns, checked=event.turns) if event.quiet else _in(state, turns=event.turns)


def _busy(state: "State", event: e.Busy) -> "State":
    out = _under_way(state)
    others = tuple(who for who in out.searching if who != event.who)
    searching = (*others, event.who) if event.searching else others
    return _in(state, busy={**out.busy, event.who: event.until}, searching=searching)


def _pending(state: "State", pending: Pending | None) -> "State":
    return replace(state, pending=pending) if state.expedition is None else _in(state, pending=pending)


def _asked(state: "State", event: e.RulingAsked) -> "State":
    values: dict[str, str | int] = {"text": event.text, "proposed": event.proposed}
    values |= {"who": f"@{event.who}", "about": f"@{event.about}"}
    question = Question(event.kind, "referee", values, event.rules)
    return _ask(_pending(state, event.pending), question)


def _ruled(state: "State", event: e.RulingGiven) -> "State":
    del event
    return _answered(_pending(state, None))


def _over(state: "State", event: e.ExpeditionEnded) -> "State":
    del event
    return _in(state, over=True, meeting=None)


# -------------------------------------------------------------------- light and doors


def _kindled(state: "State", event: e.LightKindled) -> "State":
    return _in(state, lights={**_under_way(state).lights, event.light.id: event.light})


def _light_taken(state: "State", event: e.LightTaken) -> "State":
    lights = _under_way(state).lights
    return _in(state, lights={**lights, event.light: replace(lights[event.light], bearer=event.who)})


def _doused(state: "State", event: e.LightDoused) -> "State":
    lights = _under_way(state).lights
    return _in(state, lights={**lights, event.light: replace(lights[event.light], left=event.left, out_at=-1)})


def _burned_down(state: "State", event: e.LightWentOut) -> "State":
    lights = {name: light for name, light in _under_way(state).lights.items() if name != event.light}
    return _in(state, lights=lights)


def _door(state: "State", door: str, **changes: Any) -> "State":
    doors = _under_way(state).doors
    return _in(state, doors={**doors, door: replace(doors[door], **changes)})


def _tried(state: "State", event: e.DoorTried) -> "State":
    return _opened(state, event) if event.opened else _door(state, event.door, pushes=event.attempt)


def _picked(state: "State", event: e.LockTried) -> "State":
    return _door(state, event.door, locked=False, tried=False) if event.opened else state


def _locked(state: "State", event: e.DoorLocked) -> "State":
    return _door(state, event.door, tried=True)


def _opened(state: "State", event: e.DoorOpened | e.DoorTried) -> "State":
    """A lock that has given way holds no more when the door falls shut (WB-DOOR-05 asks for a roll, no key)."""
    return _door(state, event.door, open=True, locked=False, tried=False, pushes=0)


def _wedged(state: "State", event: e.DoorWedged) -> "State":
    return _door(state, event.door, wedged=True)


def _doors_shut(state: "State", event: e.DoorsShut) -> "State":
    doors = _under_way(state).doors
    return _in(state, doors={**doors, **{door: replace(doors[door], open=False) for door in event.doors}})


def _door_shut(state: "State", event: e.DoorShut) -> "State":
    return _door(state, event.door, open=False, wedged=False)


# -------------------------------------------------------------------- senses and traps


def _searched(state: "State", event: e.Searched) -> "State":
    out = _under_way(state)
    searching = tuple(who for who in out.searching if who != event.who)
    searched = out.searched if event.spot or event.place in out.searched else (*out.searched, event.place)
    return _in(state, searched=searched, searching=searching)


def _found(state: "State", event: e.FeatureFound) -> "State":
    if event.kind == "door":
        return _door(state, event.what, found=True)
    return _trap(state, event.what, found=True)


def _sensed(state: "State", event: e.FeltAmiss) -> "State":
    warned = _under_way(state).warned
    return state if event.place in warned else _in(state, warned=(*warned, event.place))


def _trap(state: "State", trap: str, **changes: Any) -> "State":
    traps = _under_way(state).traps
    return _in(state, traps={**traps, trap: replace(traps[trap], **changes)})


def _sprung(state: "State", event: e.TrapSprung) -> "State":
    return _trap(state, event.trap, sprung=True, found=True)


def _perished(state: "State", event: e.Perished) -> "State":
    lies = "" if state.expedition is None or state.expedition.over else state.expedition.at
    one = replace(state.characters[event.who], health="dead", died=state.minutes, lies=lies, lies_at=state.point)
    return replace(state, characters={**state.characters, event.who: one})


def _body_fell(state: "State", event: e.BodyFell) -> "State":
    return _person(state, event.who, lies=event.place)


# -------------------------------------------------------------------- outdoors and encounters


def _travelled(state: "State", event: e.Travelled) -> "State":
    return _in(state, miles=event.total, came="")  # a day's march from there: nobody runs back in a round


def _weather(state: "State", event: e.WeatherTurned) -> "State":
    return _in(state, weather=event.weather)


def _way(state: "State", event: e.WayRolled) -> "State":
    return _in(state, lost=event.lost)


def _wasted(state: "State", event: e.MilesWasted) -> "State":
    return _in(state, miles=event.total)


def _astray(state: "State", event: e.Astray) -> "State":
    return _in(state, lost=True, astray=_under_way(state).astray + event.miles)


def _regained(state: "State", event: e.WayRegained) -> "State":
    return _in(state, miles=event.total, astray=_under_way(state).astray - event.miles)


def _wandering(state: "State", event: e.WanderingRolled) -> "State":
    return _in(state, checked=event.turn)


def _troop(state: "State", event: e.TroopStated) -> "State":
    return _in(state, troops={**_under_way(state).troops, event.troop_id: event.troop})


def _meeting(state: "State", event: e.MetSomebody) -> "State":
    return _in(state, meeting=event.meeting, met=_under_way(state).met + 1)


def _reaction(state: "State", event: e.ReactionRolled) -> "State":
    if (
        state.expedition is None or state.expedition.meeting is None
    ):  # thrown after it, for those whom the others have in hand
        return state
    return _in(state, meeting=replace(_met(state), attitude=event.attitude))


def _parleyed(state: "State", event: e.ParleyEnded) -> "State":
    # Whoever has talked stands face to face and is caught unawares no more.
    del event
    return _in(state, meeting=replace(_met(state), talked=True, settled=False, surprised=()))


def _meeting_fights(state: "State", event: e.MeetingFights) -> "State":
    met = replace(_met(state), stage="fight", distance=event.distance, settled=event.settled)
    return _in(state, meeting=replace(met, surprised=()) if event.aware else met)


def _meeting_ended(state: "State", event: e.MeetingEnded) -> "State":
    troops, spoke = _under_way(state).troops, state.minutes if event.outcome == "delayed" or event.aware else -1
    troop = troops.get(event.troop)
    known = troops if troop is None else {**troops, event.troop: replace(troop, gone=event.gone, spoke=spoke)}
    return _in(state, meeting=None, troops=known)


# -------------------------------------------------------------------- captives and the dead


def _person(state: "State", who: str, **changes: Any) -> "State":
    return replace(state, characters={**state.characters, who: replace(state.characters[who], **changes)})


def _captured(state: "State", event: e.Captured) -> "State":
    point = state.point if event.place else ""
    held = Captivity(event.by, event.place, point=point, wordless=event.wordless)
    return _person(state, event.who, captive=held, bleeding=False)


def _robbed(state: "State", event: e.Robbed) -> "State":
    one = state.characters[event.who]
    carried = {key: item for key, item in one.items.items() if item.where != "elsewhere"}
    kept = {key: item for key, item in one.items.items() if key not in carried}
    before = one.taken or Taken(event.by)
    coins, valuables = before.coins.plus(one.coins), before.valuables + one.valuables
    taken = Taken(event.by, coins, valuables, put_together(before.items, carried.values()))
    return _person(state, event.who, taken=taken, coins=Coins(), valuables=(), items=kept)


def _goods_back(state: "State", event: e.GoodsBack) -> "State":
    one = state.characters[event.who]
    if one.taken is None:
        return state
    armed = any(item.on_body for item in one.items.values())
    back = (replace(item, where="pack") if armed else item for item in one.taken.items.values())
    own = put_together(one.items, back)
    coins, valuables = one.coins.plus(one.taken.coins), one.valuables + one.taken.valuables
    return _person(state, event.who, taken=None, coins=coins, valuables=valuables, items=own)


def _ransom_demanded(state: "State", event: e.RansomDemanded) -> "State":
    held = state.characters[event.who].captive
    return state if held is None else _person(state, event.who, captive=replace(held, ransom=event.gp))


def _ransom_paid(state: "State", event: e.RansomPaid) -> "State":
    return _person(state, event.who, coins=event.left)


def _prisoner_slain(state: "State", event: e.PrisonerSlain) -> "State":
    held = state.characters[event.who].captive
    lies, point = ("", "") if held is None else (held.place, held.point)
    return _person(state, event.who, health="dead", captive=None, died=state.minutes, lies=lies, lies_at=point)


def _freed(state: "State", event: e.Freed) -> "State":
    after, order = _person(state, event.who, captive=None), state.party.order
    if event.who in order:
        return after
    return replace(after, party=replace(after.party, order=(*order, event.who)))


def _taken_from_dead(state: "State", event: e.TakenFromDead) -> "State":
    left = {key: item for key, item in state.characters[event.dead].items.items() if key != event.key}
    if event.item is not None:
        left[event.key] = event.item
    after = _person(state, event.dead, items=left)
    return _person(after, event.who, items={**after.characters[event.who].items, event.to_key: event.to_item})


def _purse_taken(state: "State", event: e.PurseTaken) -> "State":
    after = _person(state, event.dead, coins=Coins(), valuables=())
    return _person(after, event.who, coins=event.coins, valuables=event.valuables)


# -------------------------------------------------------------------- loyalty


def _loyalty_rolled(state: "State", event: e.LoyaltyRolled) -> "State":
    return _loyalty(state, event.who, next_check=event.next_check, status=event.status)


def _treatment(state: "State", event: e.TreatmentSet) -> "State":
    return _loyalty(state, event.who, treatment=event.modifier)


def _loyalty_set(state: "State", event: e.LoyaltySet) -> "State":
    return _loyalty(state, event.who, status=event.status)


# -------------------------------------------------------------------- the joust


def _jousting(state: "State") -> Joust:
    if state.joust is None:
        raise ValueError("an event of a joust in a log without one")
    return state.joust


def _rider(state: "State", who: str, **changes: Any) -> "State":
    joust = _jousting(state)
    riders = {**joust.riders, who: replace(joust.riders[who], **changes)}
    return replace(state, joust=replace(joust, riders=riders))


def _joust_began(state: "State", event: e.JoustBegan) -> "State":
    return replace(state, joust=Joust({}, event.lances, event.stakes))


def _armed(state: "State", event: e.RiderArmed) -> "State":
    joust = _jousting(state)
    return replace(state, joust=replace(joust, riders={**joust.riders, event.rider.id: event.rider}))


def _ready(state: "State", event: e.RiderReady) -> "State":
    return _rider(state, event.who, ready=True)


def _pass_began(state: "State", event: e.PassBegan) -> "State":
    joust = _jousting(state)
    riders = {who: replace(rider, ready=False, seat="mounted") for who, rider in joust.riders.items()}
    return replace(state, joust=replace(joust, riders=riders, passes=event.number))


def _lance_hurt(state: "State", event: e.LanceHurt) -> "State":
    return _rider(state, event.target, hp=event.left)


def _seat_lost(state: "State", event: e.SeatLost) -> "State":
    return _rider(state, event.who, hp=event.left, seat=event.seat)


def _points(state: "State", event: e.PointsScored) -> "State":
    return _rider(state, event.who, points=event.total)


def _draw_asked(state: "State", event: e.DrawAsked) -> "State":
    return _ask(state, Question("joust_draw", "referee", {"points": event.points}, event.rules))


def _draw_judged(state: "State", event: e.DrawJudged) -> "State":
    del event
    return _answered(state)


def _joust_ended(state: "State", event: e.JoustEnded) -> "State":
    after = _rider(state, event.loser, seat="withdrawn") if event.why == "withdrew" else state
    return replace(after, joust=replace(_jousting(after), over=True, winner=event.winner, loser=event.loser))


def _rider_home(state: "State", event: e.RiderHome) -> "State":
    died = state.characters[event.who].death_at(event.health, state.minutes)
    one = replace(state.characters[event.who], hp=event.hp, health=event.health, died=died)
    return replace(state, characters={**state.characters, event.who: one})


def _ransom_asked(state: "State", event: e.RansomAsked) -> "State":
    values: dict[str, str | int] = {"loser": f"@{event.loser}", "winner": f"@{event.winner}"}
    return _ask(state, Question("ransom", "referee", values, event.rules))


def _ransom_named(state: "State", event: e.RansomNamed) -> "State":
    after = _answered(replace(state, joust=replace(_jousting(state), ransom=event.gp)))
    characters = dict(after.characters)
    for who, coins in ((event.loser, event.left), (event.winner, event.winner_has)):
        if coins is not None:
            characters[who] = replace(characters[who], coins=coins)
    return replace(after, characters=characters)


FOLD: dict[type[Event], Callable[[Any, Any], Any]] = {
    e.ExpeditionBegan: _began,
    e.FactsStated: _facts,
    e.PlaceEntered: _entered,
    e.TurnsBooked: _turns,
    e.Busy: _busy,
    e.RulingAsked: _asked,
    e.RulingGiven: _ruled,
    e.ExpeditionEnded: _over,
    e.LightKindled: _kindled,
    e.LightDoused: _doused,
    e.LightTaken: _light_taken,
    e.Captured: _captured,
    e.Robbed: _robbed,
    e.GoodsBack: _goods_back,
    e.RansomDemanded: _ransom_demanded,
    e.RansomPaid: _ransom_paid,
    e.PrisonerSlain: _prisoner_slain,
    e.Freed: _freed,
    e.TakenFromDead: _taken_from_dead,
    e.PurseTaken: _purse_taken,
    e.LightWentOut: _burned_down,
    e.DoorTried: _tried,
    e.LockTried: _picked,
    e.DoorLocked: _locked,
    e.DoorOpened: _opened,
    e.DoorWedged: _wedged,
    e.DoorsShut: _doors_shut,
    e.DoorShut: _door_shut,
    e.Searched: _searched,
    e.FeatureFound: _found,
    e.FeltAmiss: _sensed,
    e.SearchRolled: _passed,
    e.TrapSprung: _sprung,
    e.Perished: _perished,
    e.BodyFell: _body_fell,
    e.Travelled: _travelled,
    e.WeatherTurned: _weather,
    e.WayRolled: _way,
    e.MilesWasted: _wasted,
    e.Astray: _astray,
    e.WayRegained: _regained,
    e.WanderingRolled: _wandering,
    e.TroopStated: _troop,
    e.MetSomebody: _meeting,
    e.ReactionRolled: _reaction,
    e.ParleyEnded: _parleyed,
    e.MeetingFights: _meeting_fights,
    e.MeetingEnded: _meeting_ended,
    e.LoyaltyRolled: _loyalty_rolled,
    e.TreatmentSet: _treatment,
    e.LoyaltySet: _loyalty_set,
    e.JoustBegan: _joust_began,
    e.RiderArmed: _armed,
    e.RiderReady: _ready,
    e.PassBegan: _pass_began,
    e.LanceHurt: _lance_hurt,
    e.SeatLost: _seat_lost,
    e.PointsScored: _points,
    e.DrawAsked: _draw_asked,
    e.DrawJudged: _draw_judged,
    e.JoustEnded: _joust_ended,
    e.RiderHome: _rider_home,
    e.RansomAsked: _ransom_asked,
    e.RansomNamed: _ransom_named,
}
