"""What a party may aim at with one word, and how it goes about it: step by step, by ordinary commands.

- ``explore``: the nearest way that nobody has taken, on this level before any that leads down;
- ``roam``: one such way after the other, past forks and shut doors, until there is something to look at;
- ``take/WAY``: a way that nobody has taken, wherever on the map it is;
- ``go_to/SPACE``: a place where the party has been;
- ``push/WAY``: a shut door of this place, until it opens;
- ``gather``: what treasure lies in this place;
- ``search``: this place, until there is nothing left to look at;
- ``wait``: where a way is barred, until it opens;
- ``stand_by``: where one of the party lies asleep, webbed or held, until they can go on;
- ``rest``: until nothing heals any more here; in town, until everybody is whole;
- ``home``: out by the way it knows, and along the road to town;
- ``dungeon``: from town to the mouth of the dungeon;
- ``descend``: from its mouth down into it;
- in a fight, the orders of its game (see `kernel.orders`).

On its way the party lights a new torch for one that has burned down, waits for whoever is busy, takes the rest that is
due and pushes at doors that have fallen shut. It stops where somebody should decide: whenever it was told anything but
the routine of walking (somebody is met, hurt, caught in a trap …), at every new place, fork, door and dead end, before
it goes where it knows somebody or gas to be, when its light is running out, and where it knows of nothing more to do.
Nothing is chosen by anything that the party does not know.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from arbitro.dungeon.knowledge import knows, visited
from arbitro.dungeon.model import SURFACE
from arbitro.kernel.aim import Aim, Course, Halt, halt, may_give
from arbitro.kernel.choice import Label
from arbitro.kernel.command import Command
from arbitro.kernel.event import Event
from arbitro.kernel.moment import listed_once
from arbitro.kernel.orders import is_order
from arbitro.kernel.seat import Seat
from arbitro.play import commands as c
from arbitro.play.delving import clouds, entrance, free, loot_here, too_sick
from arbitro.play.events import LegBegan, PartyMoved, PlaceShown, StageReached
from arbitro.play.guide import DEEPEST, lairs, leads_nowhere_new, untaken
from arbitro.play.lingering import gather, rest, search, searches, stand_by, wait
from arbitro.play.state import GROUP, CampaignState
from arbitro.play.ways import NONE, Way, nearest, unknown, way, ways, within_reach

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

HOUR: Final = 60
LOW: Final = HOUR
"""Minutes of light: who has less left than this should think of the way back."""
ROUTINE: Final = frozenset({PartyMoved, StageReached, LegBegan, PlaceShown})
"""The campaign's own events that are told on every walk."""
NOTHING: Final = "nothing"
"""The variant of whatever is told of a search that found none."""
CAME_TO_NOTHING: Final = frozenset({"halt.dead_end", "halt.taken"})
"""Ends of a way that leave nothing to choose: a dead end, ground that is known."""

Step = Command | Halt


def aims(campaign: "Campaign", state: CampaignState, seat: Seat) -> Iterable[Aim]:
    """What a seat may aim at: what stands in a list, then what is pointed at on the map."""
    return listed_once(state, ("aims", seat), lambda: _aims(campaign, state, seat))


def _aims(campaign: "Campaign", state: CampaignState, seat: Seat) -> Iterator[Aim]:
    if not _hands_free(campaign, state, seat):
        yield from campaign.game.aims(state.played, seat)
        return
    if state.stage == "dungeon":
        yield from _underground(campaign, state, seat)
    else:
        yield from _above(campaign, state, seat)


def pursue(
    campaign: "Campaign", state: CampaignState, seat: Seat, aim: str, course: Course[CampaignState]
) -> Command | Halt:
    """The next command for an aim, or why somebody should decide first."""
    if is_order(aim):
        return _order(campaign, state, seat, aim, course)
    kind, _, about = aim.partition("/")
    if not _hands_free(campaign, state, seat):
        return halt("busy")
    wanted = _wanted(campaign, state, kind, about, course)
    if isinstance(wanted, Halt) and wanted.reached:
        return wanted
    if any(not _is_routine(campaign, event) for event in course.news):
        return halt("news")
    if isinstance(wanted, Halt):
        return wanted
    if state.stage == "dungeon":
        chore = _light_and_company(campaign, state, seat, course)
        if chore is not None:
            return chore
    return _first(campaign, state, seat, wanted) or halt("no_way")


def _order(
    campaign: "Campaign", state: CampaignState, seat: Seat, aim: str, course: Course[CampaignState]
) -> Command | Halt:
    """The next command for an order in a fight, as the game has it."""
    own = Course(course.begun.played, tuple(past.played for past in course.past), course.news)
    found = campaign.game.pursue(state.played, seat, aim, own)
    if isinstance(found, Halt) and found == halt("gone") and course.steps:  # such as a rest that is over now
        return halt("round_over", reached=True)
    return halt("refused") if isinstance(found, Command) and not campaign.allows(state, found) else found


def _wanted(
    campaign: "Campaign", state: CampaignState, kind: str, about: str, course: Course[CampaignState]
) -> Halt | Iterable[Command]:
    """What would be done for an aim, the best first."""
    match kind:
        case "explore":
            return _explore(campaign, state, course)
        case "roam":
            return _roam(campaign, state, course)
        case "take":
            return _take(campaign, state, about, course)
        case "go_to":
            return _go_to(campaign, state, about, course)
        case "push":
            return _push(campaign, state, about)
        case "gather":
            return gather(state, course)
        case "search":
            return search(campaign, state, course)
        case "rest":
            return rest(campaign, state, course)
        case "wait":
            return wait(campaign, state, course)
        case "stand_by":
            return stand_by(campaign, state, course)
        case "home":
            return _home(campaign, state, course)
        case _:
            return _outward(campaign, state, kind, course)


def _outward(
    campaign: "Campaign", state: CampaignState, kind: str, course: Course[CampaignState]
) -> Halt | Iterable[Command]:
    """From town to the dungeon, and down into it."""
    if kind == "dungeon":
        return _to_the_dungeon(campaign, state)
    if kind != "descend":
        return halt("gone")
    if state.stage != "dungeon":
        return _down(campaign, state)
    been = visited(course.begun.dungeon, GROUP, state.at)
    return halt("there" if been else "new_place", reached=True)


# -------------------------------------------------------------------- what is offered


def _underground(campaign: "Campaign", state: CampaignState, seat: Seat) -> Iterator[Aim]:
    side, dungeon = campaign.side, state.dungeon
    yield from _before_going_on(campaign, state, seat)
    following = _next_way(campaign, state)
    if following is not None:
        explore, roam = Aim("explore", _named(state, "aim.explore", *following)), Aim("roam", Label("aim.roam"))
        yield from (explore, roam) if state.tale is not None else (roam, explore)  # a tale is read room by room
    for each in ways(dungeon, state.at):
        if each.is_door and _shut(campaign, state, each) and each.id not in side.wishes.barred(state):
            yield Aim(f"push/{each.id}", Label("aim.push", {"way": f"@{each.id}"}))
    if _first(campaign, state, seat, searches(campaign, state)) is not None:
        yield Aim("search", Label("aim.search"))
    mends = _first(campaign, state, seat, side.chores.mend(state)) is not None
    if mends and not _is_urgent(campaign, state, seat):
        yield Aim("rest", Label("aim.rest"))
    reached = within_reach(dungeon, state.at)
    if SURFACE not in reached or any(each.shut for each in ways(dungeon, state.at)):
        yield Aim("wait", _wait_label(campaign, state))
    if SURFACE in reached and not _has_had_enough(campaign, state, seat):
        yield Aim("home", Label("aim.home"))
    for leaves, found in _open_ways(campaign, state, (state.at, *reached)):
        yield Aim(f"take/{found}", _named(state, "aim.take", leaves, found), found)
    for space in reached:
        if space == SURFACE or dungeon.spaces[space].is_place:
            yield Aim(f"go_to/{space}", Label("aim.go_to", {"to": f"@{space}"}), space)


def _wait_label(campaign: "Campaign", state: CampaignState) -> Label:
    """Waiting, with the most that it costs, and the light that there is for it."""
    left = campaign.side.chores.light(state)
    return Label("aim.wait.lit", {"hours": -(-left // HOUR)}) if left else Label("aim.wait")


def _before_going_on(campaign: "Campaign", state: CampaignState, seat: Seat) -> Iterator[Aim]:
    """What comes before any other way: a friend who cannot go on, treasure that lies here, wounds, the way home."""
    homeward = _has_had_enough(campaign, state, seat) and SURFACE in within_reach(state.dungeon, state.at)
    if homeward and _in_the_dark(campaign, state):
        yield Aim("home", Label("aim.home"))
    for who in campaign.side.chores.come_to(state)[:1]:
        yield Aim("stand_by", Label("aim.stand_by", {"who": f"@{who}"}))
    if _first(campaign, state, seat, map(c.TakeLoot, loot_here(state))) is not None:
        yield Aim("gather", Label("aim.gather"))
    if _is_urgent(campaign, state, seat):
        yield Aim("rest", Label("aim.rest"))
    if homeward and not _in_the_dark(campaign, state):
        yield Aim("home", Label("aim.home"))


def _is_urgent(campaign: "Campaign", state: CampaignState, seat: Seat) -> bool:
    """Whether a plain party would see to its wounds before anything else."""
    first = _first(campaign, state, seat, campaign.side.wishes.care(state))
    return first is not None and first in list(campaign.side.chores.mend(state))


def _has_had_enough(campaign: "Campaign", state: CampaignState, seat: Seat) -> bool:
    """Whether the party would go home now: in the dark, or hurt so that nothing done here would help."""
    mends = _first(campaign, state, seat, campaign.side.chores.mend(state)) is not None
    return _in_the_dark(campaign, state) or (campaign.side.wishes.weary(state) and not mends)


def _in_the_dark(campaign: "Campaign", state: CampaignState) -> bool:
    """Whether the last light is spent."""
    return campaign.side.chores.light(state) == 0


def _above(campaign: "Campaign", state: CampaignState, seat: Seat) -> Iterator[Aim]:
    side = campaign.side
    if state.stage == "town":
        if side.wishes.weary(state):
            yield Aim("rest", Label("aim.rest_in_town"))
        if not leads_nowhere_new(side, state):
            yield Aim("dungeon", Label("aim.dungeon"))
        return
    if state.stage != "road":
        return
    down = _first(campaign, state, seat, _down(campaign, state)) is not None
    weary = side.wishes.weary(state)  # what comes first is what a party in this state would do next
    homeward = weary or state.homeward
    if not side.road.at_mouth(state) and not homeward:
        yield Aim("dungeon", Label("aim.dungeon"))
    if down and not weary:
        yield Aim("descend", Label("aim.descend"))
    if _first(campaign, state, seat, side.chores.mend(state)) is not None:
        yield Aim("rest", Label("aim.rest"))
    if not state.waiting:
        yield Aim("home", Label("aim.home"))
    if not side.road.at_mouth(state) and homeward:
        yield Aim("dungeon", Label("aim.dungeon"))
    if down and weary:
        yield Aim("descend", Label("aim.descend"))


def _named(state: CampaignState, key: str, leaves: str, name: str) -> Label:
    """A label that names a way, and the place that it leaves from where that is another."""
    if leaves == state.at:
        return Label(key, {"way": f"@{name}"})
    return Label(f"{key}.elsewhere", {"way": f"@{name}", "place": f"@{leaves}"})


def _open_ways(campaign: "Campaign", state: CampaignState, spaces: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The ways that nobody has taken, each with the space that it leaves from."""
    barred = campaign.side.wishes.barred(state)
    for space in spaces:
        if space != SURFACE:
            yield from ((space, each.id) for each in untaken(state, space, DEEPEST, NONE, barred))


# -------------------------------------------------------------------- whether to go on at all


def _hands_free(campaign: "Campaign", state: CampaignState, seat: Seat) -> bool:
    """Whether nothing else is asked of the seat, and it speaks for the party."""
    if not state.under_way or state.awaiting or state.draft is not None:
        return False
    return seat.may_act_for(GROUP) and free(campaign.side, state) is None


def _is_routine(campaign: "Campaign", event: Event) -> bool:
    """Whether something that was told is no reason to stop and think."""
    return (
        type(event) in ROUTINE
        or type(event) in campaign.side.chores.routine
        or event.variant().partition(".")[0] == NOTHING
    )


def _light_and_company(
    campaign: "Campaign", state: CampaignState, seat: Seat, course: Course[CampaignState]
) -> Step | None:
    """Underground, before any other step: a light that runs low is said, one that is out is made anew."""
    chores, before = campaign.side.chores, course.begun
    left = chores.light(state)
    had = chores.light(before) if before.stage == "dungeon" else None
    if left is not None and had is not None and left < LOW <= had:
        return halt("light")
    if left == 0 and had:
        return halt("dark")
    return _first(campaign, state, seat, chores.upkeep(state))


def _first(campaign: "Campaign", state: CampaignState, seat: Seat, wanted: Iterable[Command]) -> Command | None:
    """The first command that is the seat's to give and that the rules accept."""
    return next((each for each in wanted if may_give(campaign, state, seat, each)), None)


# -------------------------------------------------------------------- ways


def _next_way(campaign: "Campaign", state: CampaignState) -> tuple[str, str] | None:
    """The nearest way that nobody has taken: round lairs and gas, and on this level as long as there is one."""
    if state.at not in state.dungeon.spaces:
        return None
    barred, shunned = campaign.side.wishes.barred(state), lairs(state) | clouds(state)
    level = state.dungeon.spaces[state.at].level
    for deepest in (level, DEEPEST):
        here = (state.at, *(space for space in within_reach(state.dungeon, state.at) if space != SURFACE))
        for space in here:
            found = next(untaken(state, space, deepest, shunned, barred), None)
            if found is not None and space not in shunned:
                return space, found.id
    return None


def _leaves_from(state: CampaignState, name: str) -> str:
    """The nearest space that a way leaves from, as the party knows it."""

    def has_it(space: str) -> bool:
        return space != SURFACE and way(state.dungeon, space, name) is not None

    steps = nearest(state.dungeon, state.at, has_it)
    return "" if steps is None else steps[-1].to if steps else state.at


def _explore(campaign: "Campaign", state: CampaignState, course: Course[CampaignState]) -> Halt | Iterable[Command]:
    """The next way that nobody has taken; where that comes to nothing, the next after it."""
    target = _next_way(campaign, course.begun)
    wanted = halt("explored") if target is None else _take(campaign, state, target[1], course)
    if target is None or not isinstance(wanted, Halt) or wanted.reason.key not in CAME_TO_NOTHING:
        return wanted
    target = _next_way(campaign, state)
    return wanted if target is None else _go_and_take(campaign, state, target[1], course)


def _roam(campaign: "Campaign", state: CampaignState, course: Course[CampaignState]) -> Halt | Iterable[Command]:
    """From one way that nobody has taken to the next, until there is a place to look at, or a way to another level."""
    at = state.at
    fresh = course.steps > 0 and at in _explored_since(course.begun, state)
    if fresh and (state.dungeon.spaces[at].is_place or loot_here(state)):
        return halt("new_place", reached=True)
    target = _next_way(campaign, state)
    if target is None:
        return halt("explored", reached=course.steps > 0)
    leaves, name = target
    found = way(state.dungeon, leaves, name)
    if course.steps and found is not None and found.levels:
        return halt("stairs", reached=True)
    return _go_and_take(campaign, state, name, course)


def _take(
    campaign: "Campaign", state: CampaignState, target: str, course: Course[CampaignState]
) -> Halt | Iterable[Command]:
    """Go to where a way begins, open it, and follow it as far as there is nothing to choose."""
    fresh = _explored_since(course.begun, state)
    return _on_new_ground(campaign, state, fresh, course) if fresh else _go_and_take(campaign, state, target, course)


def _go_and_take(
    campaign: "Campaign", state: CampaignState, target: str, course: Course[CampaignState]
) -> Halt | Iterable[Command]:
    leaves = _leaves_from(state, target)
    found = way(state.dungeon, leaves, target) if leaves else None
    if found is None or not unknown(state.dungeon, found):
        return halt("taken", reached=True) if course.steps else halt("gone")
    if leaves != state.at:
        return _walk(campaign, state, {leaves}, course)
    return _through(campaign, state, found)


def _explored_since(before: CampaignState, state: CampaignState) -> list[str]:
    """The spaces where the party has been, or that it overlooks, since things stood otherwise."""
    if before.dungeon.known is state.dungeon.known:
        return []
    spaces = [each.thing for each in state.dungeon.known.values() if each.thing in state.dungeon.spaces]
    return [
        space for space in spaces if visited(state.dungeon, GROUP, space) and not visited(before.dungeon, GROUP, space)
    ]


def _on_new_ground(
    campaign: "Campaign", state: CampaignState, fresh: list[str], course: Course[CampaignState]
) -> Halt | Iterable[Command]:
    """A passage that only goes on is followed; everything else is for the party to look at, from where it begins."""
    spaces, at = state.dungeon.spaces, state.at
    if at in fresh and (spaces[at].is_place or loot_here(state)):
        return halt("new_place", reached=True)
    barred = campaign.side.wishes.barred(state)
    ends = {space: list(untaken(state, space, DEEPEST, NONE, barred)) for space in fresh}
    goals = {space for space, leading in ends.items() if leading}
    if not goals:
        return halt("dead_end", reached=True)
    if at not in goals:
        return _walk(campaign, state, goals, course)
    ahead = ends[at]
    if sum(map(len, ends.values())) > 1:
        return halt("fork", reached=True)
    if _shut(campaign, state, ahead[0]):
        return halt("door", reached=True)
    if ahead[0].levels:
        return halt("stairs", reached=True)
    return _through(campaign, state, ahead[0])


def _through(campaign: "Campaign", state: CampaignState, found: Way) -> Halt | Iterable[Command]:
    """Take a way, or do what must be done before it can be taken."""
    side = campaign.side
    if found.shut or too_sick(side, state, found) is not None:
        return halt("barred")
    if not _shut(campaign, state, found):
        return (c.Follow(found.id),)
    return halt("locked") if found.id in side.wishes.barred(state) else side.wishes.open_up(state, found)


def _shut(campaign: "Campaign", state: CampaignState, found: Way) -> bool:
    """Whether a way must be opened first."""
    return campaign.side.walk.may_go(state, found, "") is not None


def _walk(
    campaign: "Campaign", state: CampaignState, goals: set[str], course: Course[CampaignState]
) -> Halt | Iterable[Command]:
    """A step of the shortest known way; past somebody, or through gas, only for who stands before it and insists."""
    barred, danger = campaign.side.wishes.barred(state), (lairs(state) | clouds(state)) - {state.at}
    for shunned in (danger - goals, NONE):
        steps = nearest(state.dungeon, state.at, goals.__contains__, frozenset(shunned), barred)
        if steps:
            break
    else:
        return halt("no_way")
    if steps[0].to in danger and course.steps:
        return halt("danger")
    return _through(campaign, state, steps[0])


def _go_to(
    campaign: "Campaign", state: CampaignState, space: str, course: Course[CampaignState]
) -> Halt | Iterable[Command]:
    if space == (state.at or SURFACE):
        return halt("there", reached=True)
    if state.stage != "dungeon" or (space != SURFACE and not knows(state.dungeon, GROUP, space)):
        return halt("gone")
    return _walk(campaign, state, {space}, course)


def _push(campaign: "Campaign", state: CampaignState, name: str) -> Halt | Iterable[Command]:
    found = way(state.dungeon, state.at, name) if state.at else None
    if found is None:
        return halt("gone")
    return _through(campaign, state, found) if _shut(campaign, state, found) else halt("opened", reached=True)


# -------------------------------------------------------------------- the way home


def _all_taken(state: CampaignState) -> bool:
    """Whether the party has been below and knows of no way there that nobody has taken."""
    been = [space for space in state.dungeon.spaces if visited(state.dungeon, GROUP, space)]
    return bool(been) and not any(any(untaken(state, space, DEEPEST, NONE)) for space in been)


def _home(campaign: "Campaign", state: CampaignState, course: Course[CampaignState]) -> Halt | Iterable[Command]:
    if state.stage == "town":
        return halt("home_done" if _all_taken(state) else "home", reached=True)
    if state.stage == "dungeon":
        return _walk(campaign, state, {SURFACE}, course)
    if state.waiting:
        return halt("waiting")
    if campaign.side.road.at_gate(state):
        return (c.EnterTown(),)
    return campaign.side.wishes.onward(state) if state.homeward else (c.TurnRound(),)


def _to_the_dungeon(campaign: "Campaign", state: CampaignState) -> Halt | Iterable[Command]:
    if state.stage == "town":
        return (c.SetOut("road"),)
    if state.stage != "road":
        return halt("gone")
    if campaign.side.road.at_mouth(state):
        return halt("mouth", reached=True)
    return (c.TurnRound(),) if state.homeward else campaign.side.wishes.onward(state)


def _down(campaign: "Campaign", state: CampaignState) -> Iterable[Command]:
    """From the mouth of the dungeon, the way into it; from anywhere else none."""
    return (c.Follow(entrance(state.dungeon).id),) if campaign.side.road.at_mouth(state) else ()
