"""The automatic explorer and rider: how it thinks, in the order in which it thinks.

**A party under way** lights a torch or lantern when it is dark; lets everybody end what they are at; goes through an
open way that leads where it has not been; pushes at shut doors that lead there, the likeliest first; picks a lock that
it has found where somebody can, forces it where the game lets force open locks, and gives the door up otherwise; when
nothing is left to see it searches the place once, then turns back towards the nearest way not taken, and at last goes
home. In an encounter it runs from foes whose kind has more hit dice than the party has levels, all of them counted,
talks if it has not talked yet, and fights otherwise. A rider always rides the next pass.

**In the referee's chair** it keeps locked doors shut, lets doors be wedged, finds by description whatever the words
name and asks for dice otherwise, accepts the proposed factor of hard country, reckons the day of those who lost their
way by the option `lost_way`, judges nobody surprised, rolls for a reaction, lets the hostile attack a party that is
caught unawares (one on its guard has the first word), lets talk succeed with those who took it well and put the fight
off with the uncertain (the cunning bargain, cowards slink away; the mindless cannot be talked to and attack), settles
the fate of captives by the option `captives`, calls equal points a draw, and asks as ransom what the loser carries (a
hundred gold pieces a level for somebody without a sheet). It makes no loyalty checks unasked. These are defaults; a
person may take over any of them.
"""

from collections.abc import Iterator
from typing import Literal, cast

from arbitro.kernel.command import Command
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.state import NOBODY, awaited
from arbitro.rules.whitebox import tactics
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.exploring import commands as c
from arbitro.rules.whitebox.exploring import meetings
from arbitro.rules.whitebox.exploring.captives import captors_of_the_field, pending_fate, wordless_captors
from arbitro.rules.whitebox.exploring.clock import lit
from arbitro.rules.whitebox.exploring.doors import PICK_LOCK, skill_of
from arbitro.rules.whitebox.exploring.foes import dice_of
from arbitro.rules.whitebox.exploring.joust import jousting, means_of
from arbitro.rules.whitebox.exploring.meetings import attitude_of
from arbitro.rules.whitebox.exploring.senses import hidden
from arbitro.rules.whitebox.exploring.state import FOES_SIDE, PARTY_SIDE, Door, Expedition, Fate, Meeting, Worth, place
from arbitro.rules.whitebox.people.battle import party_members
from arbitro.rules.whitebox.people.records import active, company, going_on
from arbitro.rules.whitebox.people.state import PARTY
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.seating import owner
from arbitro.rules.whitebox.state import State

MOST_ROOM = 600
"""Square feet up to which the party searches a place unasked: an hour."""


def suggest(here: Here, seat: Seat) -> Command | None:
    """The next command of a plain automatic player in a seat."""
    if fighting(here.state):
        return tactics.suggest(here, seat)
    if here.state.awaiting:
        return referee_answer(here) if seat.role == "referee" else None
    joust = jousting(here.state)
    if joust is not None:
        return next(
            (c.Charge(who) for who, one in joust.riders.items() if seat.may_act_for(who) and not one.ready), None
        )
    out = here.state.expedition
    if out is None or out.over:
        return tactics.suggest(here, seat)
    wishes = in_encounter(here, seat, out) if out.meeting is not None else in_place(here, seat, out)
    return next((command for command in wishes if allows(here, command)), None)


def next_to_act(here: Here) -> frozenset[str]:
    """Who may act next, in a fight, a joust, an encounter or on the way."""
    state = here.state
    if fighting(state):
        return tactics.next_to_act(here)
    if state.awaiting:
        return awaited(state)
    joust = jousting(state)
    if joust is not None:
        return frozenset(who for who, one in joust.riders.items() if not one.ready)
    out = state.expedition
    if out is None or out.over:
        return NOBODY
    if out.meeting is not None:
        due = next((command for command in before_the_party(here, out, out.meeting) if allows(here, command)), None)
        if due is not None:
            return frozenset((owner(here.rules.owners, due),))
        if not any(allows(here, command) for command in (c.Parley(), c.Engage(PARTY_SIDE))):
            party = (PARTY,) if allows(here, c.Flee()) else ()
            return frozenset((REFEREE_ONLY, *party))  # the party may run, and the referee lets them part
    return frozenset((PARTY, *(one.id for one in company(state))))


# ------------------------------------------------------------ the referee's answers


def referee_answer(here: Here) -> Command | None:
    """What the automatic referee says when it is asked."""
    question = here.state.awaiting[0]
    match question.kind:
        case "locked_door":
            return c.JudgeDoor("no")
        case "wedge_door":
            return c.JudgeWedge("yes")
        case "terrain":
            return c.JudgeTerrain(str(here.state.options["rough_terrain_factor"]))
        case "way":
            return c.JudgeWay(cast(Worth, here.state.options["lost_way"]))
        case "meeting":
            return c.JudgeMeeting("nobody")
        case "parley":
            answer = c.JudgeParley(talked_into(here))
            return answer if allows(here, answer) else c.JudgeParley("delayed")  # nobody is left to fight
        case "examine":
            return c.JudgeSearch(named_in(here.state, str(question.values.get("text", ""))))
        case "captives":
            return c.JudgeCaptives(usual_fate(here))
        case "joust_draw":
            return c.JudgeDraw("draw")
        case "ransom":
            return c.NameRansom(fair_ransom(here.state))
        case _:
            return None


def talked_into(here: Here) -> Literal["avoided", "delayed", "failed"]:
    """What talk leads to, by how they took it and by their nature: see `natures`."""
    out = here.state.expedition
    attitude = "" if out is None else attitude_of(here.rules, out)
    meeting = None if out is None else out.meeting
    if out is not None and meeting is not None:
        nature = here.rules.content.nature_of.get(out.troops[meeting.troop].monster, "plain")
        if attitude == "negative" and nature == "cunning":
            return "delayed"
        few = meeting.count <= sum(1 for _ in active(here))
        if attitude == "negative" and nature == "cowardly" and few:
            return "avoided"
    if attitude in ("positive", "enthusiastic"):
        return "avoided"
    return "failed" if attitude in ("hostile", "negative") else "delayed"


def usual_fate(here: Here) -> Fate | Literal["reaction"]:
    """By the option; the mindless take no prisoners, and where others would want something beasts go away."""
    out, asked = here.state.expedition, pending_fate(here.state)
    captors = None if out is None else out.troops.get(asked.about)
    mindless = meetings.mindless(here.rules, captors) if captors is not None else mindless_field(here)
    if mindless:
        return "killed"
    usual = cast(Fate | Literal["reaction"], here.state.options["captives"])
    wordless = any(wordless_captors(here, who) for who in asked.people)
    return "freed" if wordless and usual not in ("reaction", "killed") else usual


def mindless_field(here: Here) -> bool:
    """Whether those who hold the field of a fight without an encounter have no mind."""
    minds = (one.profile.powers for one in captors_of_the_field(here.state))
    kinds = ["" if powers is None else powers.monster for powers in minds]
    return bool(kinds) and all(here.rules.content.nature_of.get(kind) == "mindless" for kind in kinds)


def named_in(state: State, text: str) -> str:
    """The hidden thing whose working feature a description names; dice where it names none (WB-SEARCH-01)."""
    out = state.expedition
    if out is None:
        return "roll"
    said = text.casefold()
    for what in hidden(out):
        if any(word.casefold() in said for word in what.works_by):
            return what.id
    return "roll"


def fair_ransom(state: State) -> int:
    """What the loser can raise."""
    return 0 if state.joust is None else means_of(state, state.joust.riders[state.joust.loser])[0]


# ------------------------------------------------------------ wishes, best first


def in_encounter(here: Here, seat: Seat, out: Expedition) -> Iterator[Command]:
    """Those who were met make up their minds, then the party does."""
    meeting = out.meeting
    if meeting is None:
        return
    if seat.role == "referee":
        yield from before_the_party(here, out, meeting)
    if seat.may_act_for(PARTY):
        levels = sum(one.level for one in active(here))
        if meeting.count * dice_of(here.rules, out.troops[meeting.troop]) > levels:
            yield c.Flee()
        if any(one.captive is not None and one.captive.by == meeting.troop for one in here.state.characters.values()):
            yield c.Engage(PARTY_SIDE)  # they hold some of its own
        yield c.Parley()
        yield c.Engage(PARTY_SIDE)
    if seat.role == "referee":
        yield c.PartWays()


def before_the_party(here: Here, out: Expedition, meeting: Meeting) -> Iterator[Command]:
    """What is due of those who were met before the party has its say."""
    yield c.RollReaction()
    caught = PARTY_SIDE in meeting.surprised and FOES_SIDE not in meeting.surprised
    if (caught or not party_members(here)) and attitude_of(here.rules, out) in ("hostile", "negative"):
        yield c.Engage(FOES_SIDE)  # a party that is on its guard has the first word


def in_place(here: Here, seat: Seat, out: Expedition) -> Iterator[Command]:
    """Light, ways not taken, shut doors, a search, the way back, home."""
    if not seat.may_act_for(PARTY):
        return
    if not any(True for _ in active(here)):
        yield c.PassTurns() if going_on(here) else c.EndExpedition()
        return
    if not lit(here) and not place(out).outdoors:
        yield from some_light(here, out)
    if any(until > here.state.minutes for until in out.busy.values()):
        yield c.PassTurns()
    ways = [door for door in out.doors.values() if out.at in door.between and door.known]
    fresh = [door for door in ways if door.beyond(out.at) not in out.visited]
    yield from (c.Go(door.id) for door in fresh)
    yield from at_doors(here, [door for door in fresh if worth_trying(here, door)])
    if (
        out.at not in out.searched
        and not out.being_searched(here.state.minutes)
        and not place(out).outdoors
        and place(out).area <= MOST_ROOM
    ):
        yield from (c.Search(one.id) for one in company(here.state))
    back = way_back(here, out)
    if back is not None:
        yield c.Go(back.id)
        yield from at_doors(here, [back])
    yield c.EndExpedition()


def worth_trying(here: Here, door: Door) -> bool:
    """A shut door; one that is known to be locked only where something can be done about locks."""
    if door.passage or door.open:
        return False
    return opens_locks(here) or not (door.locked and door.tried)


def opens_locks(here: Here) -> bool:
    """Whether the party can do something about a lock: by force where that is enough, else by somebody's skill."""
    return here.rules.force_opens_locks or any(skill_of(here.rules, one, PICK_LOCK) for one in active(here))


def some_light(here: Here, out: Expedition) -> Iterator[Command]:
    """Whatever burns: a lantern or torch that was put out first, then new ones."""
    for light in out.lights.values():
        yield c.KindleLight(light.bearer, light.id)
        yield from (c.TakeLight(one.id, light.id) for one in company(here.state))
    for one in company(here.state):
        for key, item in one.items.items():
            gear = here.rules.content.gear.get(item.of) if item.sort == "gear" else None
            if gear is not None and gear.burns:
                yield c.KindleLight(one.id, key)


def at_doors(here: Here, doors: list[Door]) -> Iterator[Command]:
    """Push, the likeliest first; where a lock was found, pick it, or force it where that is enough."""
    able = [one for one in company(here.state) if here.rules.door_chance(here, one)[0]]
    strong = sorted(able, key=lambda one: -here.rules.door_chance(here, one)[0])
    for door in doors:
        yield from (c.PickLock(one.id, door.id) for one in company(here.state))
        if here.rules.force_opens_locks or not (door.locked and door.tried):
            yield from (c.OpenDoor(one.id, door.id) for one in strong)


def way_back(here: Here, out: Expedition) -> Door | None:
    """The first step towards the nearest way that was not taken, or towards a safe place."""
    home = {place for place in out.visited if out.places[place].safe}
    return step_towards(here, out, has_more(here, out)) or step_towards(here, out, home)


def has_more(here: Here, out: Expedition) -> set[str]:
    """Places with a way that leads where the party has not been."""
    return {
        end
        for door in out.doors.values()
        if door.known and (door.passage or door.open or worth_trying(here, door))
        for end in door.between
        if end in out.visited and door.beyond(end) not in out.visited
    }


def step_towards(here: Here, out: Expedition, wanted: set[str]) -> Door | None:
    """The first door of the shortest known way to one of these places; none from within one."""
    if out.at in wanted:
        return None
    came: dict[str, Door] = {}
    seen, todo = {out.at}, [out.at]
    while todo:
        place = todo.pop(0)
        for door in out.doors.values():
            passable = door.passage or door.open or worth_trying(here, door)
            if place not in door.between or not door.known or not passable:
                continue
            beyond = door.beyond(place)
            if beyond in seen or beyond not in out.visited:
                continue
            seen.add(beyond)
            came[beyond] = came.get(place, door)
            if beyond in wanted:
                return came[beyond]
            todo.append(beyond)
    return None
