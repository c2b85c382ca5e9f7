"""The automatic referee, and plain automatic players: who decides next, and what.

**The referee's reserved decisions** (reactions, parley, locked doors, surprise by judgement …) are taken by the game's
own stated defaults. Each is marked in the log as a default (`DefaultTaken`), and a person may take over any kind of
them (`AskMe`). Monsters in a fight act by the tactics that their game documents, on what they could know.

**A plain party** looks for companions until there are four of them, cares for itself (light, wounds, spells, shares),
takes the treasure that lies before it, goes back for those of its own whom enemies hold that it need not fear, turns
back when it is weary (hurt, laden or short of light) or has lost somebody, explores the nearest way that it has not
taken and that leads no deeper than it may dare, goes round places where it knows somebody to be and doors that it
cannot open, and goes home when there is no way left. Only where a lock keeps it from every way on and out does it ask
the referee to let the door give way.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arbitro.dungeon.knowledge import knows
from arbitro.dungeon.model import SURFACE, Dungeon
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import tag_of
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, Seat
from arbitro.play import commands as c
from arbitro.play import digging
from arbitro.play.delving import clouds, entrance, loot_here, sections_here, too_sick
from arbitro.play.events import DefaultTaken
from arbitro.play.inner_commands import of_side_or_game
from arbitro.play.maker import ENROLLED
from arbitro.play.scene import Scene
from arbitro.play.seating import in_the_chair, kind_of, reserved, seats
from arbitro.play.side import Side
from arbitro.play.splitting import elsewhere, here, may_await, may_part, waiting_at
from arbitro.play.state import GROUP, CampaignState
from arbitro.play.ways import NONE, Way, nearest, path, unknown, ways
from arbitro.play.wishing import holders

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign


DEEPEST = 99
"""A level that no dungeon has."""
USUAL = 4
"""A party of fewer looks for new companions in town."""


def suggest(campaign: "Campaign", state: CampaignState, seat: Seat) -> Command | None:
    """What a seat's automatic player would do now."""
    side = campaign.side
    if state.awaiting and state.awaiting[0].kind == "adjustment":
        return c.AnswerRepair("accept") if seat.may_act_for(GROUP) else None
    if state.awaiting or side.meetings.busy(state):
        return as_default(side, state, side.front.suggest(state, seat))
    if not seat.may_act_for(GROUP):
        return None
    if state.draft is not None:
        return c.DropCharacter()  # companions are drawn by lot; who is made with care is made by a person
    return next(wishes(campaign, state), None)


def next_to_act(side: Side, state: CampaignState) -> frozenset[str]:
    """Whoever the game or its referee waits for; the party where nothing stands in its way."""
    if state.awaiting and state.awaiting[0].kind == "adjustment":
        return frozenset((GROUP,))
    if not state.awaiting and not side.meetings.busy(state):
        return frozenset((GROUP, *(each for seat in seats(side, state) for each in seat.controls)))
    found = side.front.next_to_act(state)
    return found | {in_the_chair(side, state)} if REFEREE_ONLY in found else found


def as_default(side: Side, state: CampaignState, command: Command | None) -> Command | None:
    """A reserved decision of the referee's as the command that takes it by default; any other as it is."""
    if command is None or not reserved(side, state, command):
        return command
    return c.TakeDefault(side.front.kind_of(state, command))


def due(side: Side, state: CampaignState) -> tuple[str, Command | None]:
    """The decision that the automatic referee would take now, with its kind; nothing where it is not its turn."""
    command = side.front.suggest(state, REFEREE)
    kind = "" if command is None else kind_of(side, state, command)
    return (kind, command) if kind else ("", None)


def take_default(scene: Scene, command: c.TakeDefault) -> Refusal | None:
    """Take the decision that is due, and say in the log that it is a default."""
    kind, decision = due(scene.side, scene.state)
    if decision is None or kind != command.kind:
        return Refusal("nothing_due", {"kind": command.kind}, ("DA-SOLO-02",))
    tag = tag_of(type(decision))
    scene.happen(DefaultTaken(kind, tag, rules=("DA-SOLO-02",), audience=REFEREE_ONLY))
    return of_side_or_game(scene, decision)


# -------------------------------------------------------------------- a plain party


def wishes(campaign: "Campaign", state: CampaignState) -> Iterator[Command]:
    """What a plain party wants, best first; all of it is legal."""
    side = campaign.side
    if state.stage != "town" and side.wishes.weary(state):  # the inn heals for less than a wish
        spoken = (c.MakeWish(who) for who in holders(state))
        yield from (command for command in spoken if campaign.allows(state, command))
    match state.stage:
        case "gathering":
            if side.party.people(state):
                yield c.Gather(ENROLLED)
            yield c.Gather(next((name for name, _ in side.party.parties()), "random:4:1"))
        case "town":
            yield from newcomers(campaign, state, USUAL)
            yield from side.wishes.care(state)
            if side.wishes.weary(state):
                yield c.Lodge(1)
            done = exhausted(state, side.wishes.dare(state), side.wishes.barred(state))
            yield c.SeekDungeon() if done and not to_be_freed(side, state) else c.SetOut("road")
        case "road":
            yield from side.wishes.care(state)
            yield from _together_again(campaign.side, state)
            yield from _on_the_road(campaign, state)
        case "dungeon":
            yield from _together_again(campaign.side, state)
            yield from _underground(campaign.side, state)
        case _:
            return


def _together_again(side: Side, state: CampaignState) -> Iterator[Command]:
    """Whoever was parted from the others goes to them; from outside, those who cannot be reached come by themselves."""
    if not state.waiting or may_part(side, state) is not None:
        return
    if waiting_at(state, here(state)):
        yield c.Regroup()
    if may_await(side, state) is None:
        yield c.AwaitOthers()
    others, barred = elsewhere(state), side.wishes.barred(state)
    if state.at:
        yield from _take(side, state, towards(state, set(others), barred))
        return
    stairs = entrance(state.dungeon)
    if stairs.b in others or path(state.dungeon, stairs.b, set(others), barred=barred):
        yield c.Follow(stairs.id)
    yield from (c.TurnTo(space) for space in others if side.parting.can_go_on(state, waiting_at(state, space)))
    yield from (c.GiveUp(space) for space in others)


def to_be_freed(side: Side, state: CampaignState) -> set[str]:
    """Places where some of the party's own are in the power of enemies whom it dares to fight for them."""
    held = set(side.parting.held_here(state).values()) - {state.at}
    return {place for place in held if side.wishes.dares_free(state, met_in(state, place))}


def met_in(state: CampaignState, space: str) -> dict[str, int]:
    """Whom the party has met in a place and left there, and how many."""
    found: dict[str, int] = {}
    for slot in state.dungeon.slots.values():
        if slot.space == space and slot.kind == "monster" and slot.state == "met":
            for kind, count in slot.items:
                found[kind] = found.get(kind, 0) + count
    return found


def mourning(state: CampaignState) -> bool:
    """Whether somebody has been lost since the party set out; who fell at the gate, just before, is mourned already."""
    return any(one.minute > state.set_out for one in state.fallen)


def newcomers(campaign: "Campaign", state: CampaignState, wanted: int) -> Iterator[Command]:
    """New companions by lot, until there are so many."""
    missing = wanted - len(campaign.side.party.adventurers(state))
    call = c.Gather(f"random:{missing}:{campaign.side.party.newcomers(state)}")
    if missing > 0 and campaign.allows(state, call):
        yield call


def _on_the_road(campaign: "Campaign", state: CampaignState) -> Iterator[Command]:
    side = campaign.side
    if state.homeward or side.wishes.weary(state) or mourning(state):
        if side.road.at_gate(state):
            yield c.EnterTown()
        elif not state.homeward and campaign.allows(state, c.TurnRound()):
            yield c.TurnRound()
    elif side.road.at_mouth(state):
        yield c.Follow(entrance(state.dungeon).id)
    yield from side.wishes.onward(state)


def _underground(side: Side, state: CampaignState) -> Iterator[Command]:
    yield from side.wishes.care(state)
    if not side.party.able(state):
        yield from side.wishes.wait(state)
        return
    weary, barred = side.wishes.weary(state) or mourning(state), side.wishes.barred(state)
    if not weary:
        yield from (c.TakeLoot(slot) for slot in loot_here(state))
        yield from _take(side, state, towards(state, to_be_freed(side, state), barred))
        step = towards_the_unknown(state, side.wishes.dare(state), barred, past_gas=False)
        step = step or towards_the_unknown(
            state, side.wishes.dare(state), barred
        )  # through gas where nothing else is left
        if step is not None:
            yield from _take(side, state, step)
        else:
            yield from _search_walls(side, state)
    yield from _take(side, state, towards(state, {SURFACE}, barred))
    # Shut in: wait for what bars the way to open, or look for another way out.
    for lead in state.dungeon.leads.values():
        if lead.kind != "search" and lead.space == state.at:
            found = next((each for each in ways(state.dungeon, state.at) if each.lead == lead.id), None)
            yield from _take(side, state, found if found is None or found.id not in barred else None)
    yield from _take(side, state, towards_the_unknown(state, barred=barred))
    if barred and not opens_again(state.dungeon):  # locked in: past those who are met, or plead with the referee
        yield from _take(side, state, towards_the_unknown(state, barred=barred, past_lairs=True))
        yield from _take(side, state, towards(state, {SURFACE}) or towards_the_unknown(state, past_lairs=True))
    yield from side.wishes.wait(state)


def _search_walls(side: Side, state: CampaignState) -> Iterator[Command]:
    """With no way left to take: rooms without another exit may have a secret door."""
    yield from (c.SearchWall(section) for _, section in sections_here(state))
    yield from _take(side, state, towards(state, unsearched(state), side.wishes.barred(state)))


def unsearched(state: CampaignState) -> set[str]:
    """The places that the party knows and whose walls it has not searched to the end."""
    return {
        lead.space
        for lead in state.dungeon.leads.values()
        if lead.kind == "search"
        and knows(state.dungeon, GROUP, lead.space)
        and any(digging.GENERATOR.may_search(state.dungeon, section.id, state.turn) for section in lead.sections)
    }


def _take(side: Side, state: CampaignState, found: Way | None) -> Iterator[Command]:
    """Take a way, or do what must be done before it can be taken."""
    if found is None or found.shut or too_sick(side, state, found) is not None:
        return
    if side.walk.may_go(state, found, "") is None:
        yield c.Follow(found.id)
    else:
        yield from side.wishes.open_up(state, found)


def towards(state: CampaignState, goals: set[str], barred: frozenset[str] = NONE) -> Way | None:
    """The first step of the shortest known way to somewhere, round the lairs where there is such a way."""
    dungeon, at = state.dungeon, state.at
    feared, gas = lairs(state) - goals, clouds(state) - goals
    steps = path(dungeon, at, goals, feared | gas, barred) or path(dungeon, at, goals, feared, barred)
    steps = steps or path(dungeon, at, goals, barred=barred)
    return steps[0] if steps else None


def shut_in(state: CampaignState, barred: frozenset[str]) -> bool:
    """Whether doors that it cannot open keep the party from the surface and from every way that it has not taken.

    Where something is shut only for a while, it can wait for that.
    """
    if not state.at or not barred or opens_again(state.dungeon):
        return False
    if towards(state, {SURFACE}, barred) is not None:
        return False
    return towards_the_unknown(state, barred=barred, past_lairs=True) is None


def opens_again(dungeon: Dungeon) -> bool:
    """Whether something of a dungeon is shut now and will open by itself: stairs, a sliding wall, a room that sank."""
    links = any(link.state == "shut" for link in dungeon.links.values())
    return links or any(trap.state in ("shut", "below") for trap in dungeon.traps.values())


def exhausted(state: CampaignState, deepest: int = DEEPEST, barred: frozenset[str] = NONE) -> bool:
    """Whether the party has been everywhere that it would go: by open ways, past no lair, and not too deep."""
    if not state.dungeon.known:
        return False
    landing, shunned = entrance(state.dungeon).b, lairs(state)
    if landing in shunned:
        return True

    def has_more(space: str) -> bool:
        return any(untaken(state, space, deepest, shunned, barred))

    return nearest(state.dungeon, landing, has_more, shunned, barred) is None


def leads_nowhere_new(side: Side, state: CampaignState) -> bool:
    """Whether the party is home from a dungeon where it knows of no way to go on, and of nobody to be freed."""
    return state.stage == "town" and exhausted(state) and not to_be_freed(side, state)


def lairs(state: CampaignState) -> frozenset[str]:
    """Places where somebody whom the party has met still is, as far as it knows; not where it stands itself."""
    slots = state.dungeon.slots.values()
    return frozenset(
        slot.space for slot in slots if slot.kind == "monster" and slot.state == "met" and slot.space != state.at
    )


def untaken(
    state: CampaignState, space: str, deepest: int, shunned: frozenset[str], barred: frozenset[str] = NONE
) -> Iterator[Way]:
    """The ways on from a space that nobody has taken, without those too deep down or to a shunned place."""
    level = state.dungeon.spaces[space].level if space in state.dungeon.spaces else 0
    for each in ways(state.dungeon, space):
        if each.id in barred or each.to in shunned or not unknown(state.dungeon, each):
            continue
        if each.levels <= 0 or level < deepest:
            yield each


def towards_the_unknown(
    state: CampaignState,
    deepest: int = DEEPEST,
    barred: frozenset[str] = NONE,
    *,
    past_lairs: bool = False,
    past_gas: bool = True,
) -> Way | None:
    """The first step to the nearest way that nobody has taken, round lairs and gas unless it dares to go past them."""
    shunned = (NONE if past_lairs else lairs(state)) | (NONE if past_gas else clouds(state))
    first = next(untaken(state, state.at, deepest, shunned, barred), None)
    if first is not None:
        return first

    def has_more(space: str) -> bool:
        return any(untaken(state, space, deepest, shunned, barred))

    steps = nearest(state.dungeon, state.at, has_more, shunned, barred)
    return steps[0] if steps else None
