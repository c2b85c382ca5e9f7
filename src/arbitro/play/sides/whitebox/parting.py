"""The White Box family: those who wait elsewhere, by the game's own party, clock and check for wandering monsters."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from msgspec.structs import asdict, replace

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.ruling import Check
from arbitro.kernel.seat import Seat
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox import facts, places
from arbitro.play.sides.whitebox.box import BoxSide, expedition_of, inner_state
from arbitro.play.sides.whitebox.road import begin_expedition, off_the_road
from arbitro.play.splitting import keep_watch
from arbitro.play.state import CampaignState
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.exploring import commands as exploring_commands
from arbitro.rules.whitebox.exploring.clock import MOST_TURNS
from arbitro.rules.whitebox.exploring.events import BodyFell, TurnsBooked, WanderingRolled
from arbitro.rules.whitebox.exploring.foes import dice_of
from arbitro.rules.whitebox.exploring.wanderers import somebody_comes, wandering_check, wandering_on, wandering_turns
from arbitro.rules.whitebox.people import commands as people_commands
from arbitro.rules.whitebox.people.offers import with_own_things, with_things
from arbitro.rules.whitebox.people.records import active, comes_to, company, marching, on_their_feet
from arbitro.rules.whitebox.people.state import PARTY, Character
from arbitro.rules.whitebox.scene import Here

IN_TOWN: Final = (people_commands.JoinParty, people_commands.LeaveParty)
"""Who comes along is settled in town; elsewhere people stay behind in a place."""


class LineFormed(Event, frozen=True, tag="line_formed"):
    """Who walks with the group that the table follows, the first in front, after some have stayed or come along."""

    order: tuple[str, ...]


def line(state: CampaignState, event: LineFormed) -> CampaignState:
    """The party with another marching order."""
    game: Any = state.game
    return replace(state, game=replace(game, party=replace(game.party, order=event.order)))


# -------------------------------------------------------------------- parting and joining


def part(side: BoxSide, scene: Scene, who: tuple[str, ...], space: str) -> None:
    """Out of the marching order."""
    del side, space
    order = inner_state(scene.state).party.order
    scene.happen(LineFormed(tuple(each for each in order if each not in who)))


def rejoin(side: BoxSide, scene: Scene, who: tuple[str, ...], space: str) -> None:
    """Back into it, at the end of the line."""
    del side, space
    scene.happen(LineFormed((*inner_state(scene.state).party.order, *who)))


def can_go_on(side: BoxSide, state: CampaignState, who: tuple[str, ...]) -> bool:
    """Somebody is on their feet or wakes by waiting, and not all are hirelings, who would go their own ways."""
    inner = inner_state(state)
    people = [inner.characters[each] for each in who]
    able = any(comes_to(side.game.at(inner), one.id) for one in people)
    return able and any(one.kind != "hireling" for one in people)


def lie_below(scene: Scene, who: tuple[str, ...], space: str, rules: tuple[str, ...]) -> None:
    """Where a body lies, its things can be taken."""
    for each in who:
        scene.happen(BodyFell(each, space, rules=rules))


def break_off(scene: Scene) -> bool:
    """Whoever was met has nobody left to meet."""
    out = expedition_of(scene.state)
    return out is None or out.meeting is None or scene.play(exploring_commands.PartWays()) is None


def look_to(side: BoxSide, scene: Scene, space: str, came: str) -> None:
    """The game follows; where the others' end has ended its expedition, this one is under way anew."""
    if expedition_of(scene.state) is None:
        begin_expedition(scene)  # refused, without effect, where nobody is left
    out = expedition_of(scene.state)
    if out is None:
        return
    place = space or places.ROAD
    known = [facts.place_of(scene.state, each) for each in (space, came) if each and each not in out.places]
    if known:
        scene.must(exploring_commands.StateFacts(tuple(known)))
    first = len(scene.events)
    back = came if came in scene.state.dungeon.spaces else places.ROAD
    scene.must(exploring_commands.Bring(place, back), noticing=False)  # they have stood there all along
    side.after(side, scene, first)


def abandon(scene: Scene, who: tuple[str, ...], space: str) -> None:
    """The careers of those who are left behind are over."""
    del space
    for each in who:
        scene.must(people_commands.Retire(each))


# -------------------------------------------------------------------- nobody reaches across the dungeon


def out_of_reach(state: CampaignState, command: Command) -> Refusal | None:
    """Whether a command is about somebody who waits elsewhere, or leaves the others behind."""
    words = [str(value) for value in asdict(command).values() if isinstance(value, str)]
    absent = next((word for word in words if word in state.waiting), None)
    if absent is not None:
        return Refusal("waits_elsewhere", {"who": f"@{absent}"})
    if isinstance(command, IN_TOWN) and not state.at_home:
        return Refusal("party_not_in_town")
    if isinstance(command, exploring_commands.Travel) and state.waiting and not off_the_road(state):
        return Refusal("somebody_waits", {"who": f"@{next(iter(state.waiting))}"})
    return None


# -------------------------------------------------------------------- what the game lets people do without offering it


def in_passing(side: BoxSide, state: CampaignState, seat: Seat) -> Iterator[Choice]:
    """Who goes in front, and things that are thrown away."""
    inner = inner_state(state)
    here = side.game.at(inner)
    if seat.may_act_for(PARTY):
        yield from with_things(here, "in front", in_front)
    for one in company(inner):
        if seat.may_act_for(one.id):
            yield from with_own_things(here, ("thrown away", one.id), one, partial(thrown_away, one=one))


def in_front(here: Here) -> Iterator[Choice]:
    """Who may go in front."""
    order, abreast = marching(here.state), here.state.party.abreast
    able = [who for who in order if on_their_feet(here.state, who)]
    leaders = {who: ",".join((who, *(each for each in order if each != who))) for who in able[1:]}
    picks = tuple(
        Pick(led, Label("name", {"who": f"@{who}"}))
        for who, led in leaders.items()
        if allows(here, people_commands.MarchingOrder(led, abreast))
    )
    if picks:
        label, led_by = Label("choice.go_in_front"), Parameter("order", picks=picks)
        fixed: dict[str, str | int] = {"abreast": abreast}
        yield Choice("marching_order", "marching_order", label, fixed, (led_by,), ("WB-CORE-01",), "people")


def thrown_away(here: Here, one: Character) -> Iterator[Choice]:
    """Things that somebody may leave behind."""
    for key, item in one.items.items():
        if item.count and allows(here, people_commands.UseUp(one.id, key)):
            label = Label("choice.throw_away", {"who": f"@{one.id}", "item": f"@{one.id}/{key}"})
            fixed: dict[str, str | int] = {"who": one.id, "item": key}
            count = (Parameter("count", "number", minimum=1, maximum=item.count),)
            yield Choice(f"use_up/{one.id}/{key}", "use_up", label, fixed, count, ("WB-MOVE-01",), "goods")


# -------------------------------------------------------------------- who comes upon those who wait


def watch_over(side: BoxSide, scene: Scene, space: str) -> tuple[Check | None, tuple[str, ...]]:
    """A check for wandering monsters where some wait, by the die and the odds of those who walk."""
    del space
    out = expedition_of(scene.state)
    chance = 0 if out is None else wandering_on(side.game.rules, out)
    return wandering_check(side.game.scene(inner_state(scene.state), scene.dice), chance), side.watch_rules


def come_upon(side: BoxSide, scene: Scene) -> None:
    """By the game's tables for this depth."""
    first = len(scene.events)
    level = scene.state.dungeon.spaces[scene.state.at].level
    inner = side.game.scene(inner_state(scene.state), scene.dice)
    somebody_comes(inner, level)
    scene.record(inner.events)
    side.after(side, scene, first)


def keep_watches(side: BoxSide, scene: Scene, events: list[Event]) -> None:
    """A check for those who wait whenever there is one for those who walk, or would be if they were not outside."""
    booked = False
    for event in events:
        if isinstance(event, TurnsBooked):
            booked = True
            for _ in range(checks_outside(side, scene.state, event)):
                keep_watch(scene)
        elif isinstance(event, WanderingRolled) and booked:  # one by hand is for those who walk alone
            keep_watch(scene)


def checks_outside(side: BoxSide, state: CampaignState, booked: TurnsBooked) -> int:
    """How many checks fall into turns that were spent under the sky."""
    out = expedition_of(state)
    if out is None or not booked.quiet:
        return 0
    every = wandering_turns(side.game.rules, out)
    return booked.turns // every - (booked.turns - booked.added) // every


def steps(state: CampaignState, command: Command) -> tuple[Command, ...]:
    """While some wait, turns go by one at a time: whoever comes to them does so in time."""
    many = isinstance(command, exploring_commands.PassTurns) and 1 < command.turns <= MOST_TURNS
    if many and state.waiting and isinstance(command, exploring_commands.PassTurns):
        return (exploring_commands.PassTurns(),) * command.turns
    return (command,)


def without(choice: Choice, absent: dict[str, str]) -> Choice | None:
    """A choice without some people: None where it is theirs, or nobody is left to pick."""
    if any(value in absent for value in choice.fixed.values() if isinstance(value, str)):
        return None
    parameters = []
    for parameter in choice.parameters:
        picks = tuple(pick for pick in parameter.picks if pick.value not in absent)
        if parameter.picks and not picks:
            return None
        parameters.append(replace(parameter, picks=picks))
    return replace(choice, parameters=tuple(parameters))


def held_here(state: CampaignState) -> dict[str, str]:
    """Who is held in a place of the dungeon of now, and where; captors under the sky have led theirs away."""
    people = inner_state(state).characters.values()
    held = {one.id: one.captive.place for one in people if one.captive is not None}
    return {who: place for who, place in held.items() if place in state.dungeon.spaces}


def dares_free(side: BoxSide, state: CampaignState, captors: Mapping[str, int]) -> bool:
    """No more hit dice of them than the party has levels: from others it would run when it met them again."""
    levels = sum(one.level for one in active(side.game.at(inner_state(state))))
    kinds = (count * dice_of(side.game.rules, facts.troop_of(kind, kind, count)) for kind, count in captors.items())
    return sum(kinds) <= levels
