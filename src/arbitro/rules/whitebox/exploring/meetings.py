"""Encounters: how far off, who is caught unawares, how they take it, talk, flight, the fight."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import Final, Literal, cast

from arbitro.dice.stream import REFEREE, Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier, held_against
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.basics import fight, members
from arbitro.rules.whitebox.exploring import clock, foes, strangers
from arbitro.rules.whitebox.exploring.clock import ask, at_leisure, ruled, under_way
from arbitro.rules.whitebox.exploring.commands import (
    Flee,
    JudgeMeeting,
    JudgeParley,
    Meet,
    Parley,
    PartWays,
    RollReaction,
)
from arbitro.rules.whitebox.exploring.doors import SIX, asked_about, cut_off, place_to_run_to
from arbitro.rules.whitebox.exploring.events import (
    Astray,
    EvasionRolled,
    Fled,
    MeetingEnded,
    MeetingFights,
    MeetingSurprise,
    MetSomebody,
    ParleyEnded,
    PursuitRolled,
    ReactionRolled,
    Reminder,
    RulingAsked,
)
from arbitro.rules.whitebox.exploring.foes import troop_name
from arbitro.rules.whitebox.exploring.loyalty import followers_in_danger, remind_of_loyalty
from arbitro.rules.whitebox.exploring.state import (
    FOES_SIDE,
    PARTY_SIDE,
    Attitude,
    Bound,
    Expedition,
    Meeting,
    Outcome,
    Pending,
    Place,
    Troop,
    place,
)
from arbitro.rules.whitebox.exploring.strangers import state_troop
from arbitro.rules.whitebox.exploring.travel import end_if_all_lost, party_walk
from arbitro.rules.whitebox.exploring.weather import poor_sight
from arbitro.rules.whitebox.morale import bad_weight
from arbitro.rules.whitebox.movement import FEET_IN_A_YARD
from arbitro.rules.whitebox.mustering import party_fight
from arbitro.rules.whitebox.people import records
from arbitro.rules.whitebox.people.battle import party_members
from arbitro.rules.whitebox.people.commands import PartyFight
from arbitro.rules.whitebox.people.healing import let_time_pass
from arbitro.rules.whitebox.people.load import party_rate
from arbitro.rules.whitebox.people.records import ROUND, TURN, active, company, folk
from arbitro.rules.whitebox.powers.durations import finish
from arbitro.rules.whitebox.reckoning import SURPRISED_ON
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Fight, State

FLIGHT: Final = ("WB-MOVE-06",)
"""Running decides who gets away."""
_SURPRISED: Final[dict[str, tuple[str, ...]]] = {
    "nobody": (),
    "party": (PARTY_SIDE,),
    "foes": (FOES_SIDE,),
    "both": (PARTY_SIDE, FOES_SIDE),
}


def met(state: State) -> tuple[Expedition, Meeting] | Refusal:
    """The encounter that goes on, before any fight."""
    out = under_way(state)
    if isinstance(out, Refusal):
        return out
    if out.meeting is None:
        return Refusal("nobody_met", {}, ("WB-PARLEY-01",))
    if out.meeting.stage == "fight":
        return Refusal("fight_first", {"who": f"@{PARTY_SIDE}"}, ("WB-TIME-02",))
    return out, out.meeting


# ------------------------------------------------------------ coming upon each other


def arrived(scene: Scene) -> None:
    """Whoever is in the place is met."""
    out = scene.state.expedition
    if out is None:
        return
    for troop in out.troops.values():
        if troop.place == out.at and troop.point in ("", scene.state.post) and not troop.gone:
            come_upon(scene, troop)
            return


def meet(scene: Scene, command: Meet) -> Refusal | None:
    """The referee lets the party meet somebody."""
    out = at_leisure(scene.state)
    if isinstance(out, Refusal):
        return out
    troop = out.troops.get(command.troop)
    if troop is None or troop.gone:
        return Refusal("no_troop", {"troop": command.troop}, ("WB-CORE-01",))
    come_upon(scene, troop)
    return None


def come_upon(scene: Scene, troop: Troop) -> None:
    """Noise wakes some; then how many, who is caught unawares, how far off (WB-SURPRISE-01, WB-LIGHT-04)."""
    wake_by_noise(scene)
    if troop.count.count:
        dice = troop.count.roll(scene.dice.stream(REFEREE), "appearing")
        state_troop(scene, troop, max(troop.count.total(dice), 1), dice)
        troop = troop_met(scene.state, troop.id)
    state = scene.state
    if just_parted(state, troop):
        scene.rules.stand_off(scene, troop, (), settled=True)
        return
    if state.options["surprise_method"] == "judgement":
        rules = ("WB-SURPRISE-01",)
        pending = Pending("", troop.id)
        ask(scene, RulingAsked("meeting", "", troop.id, pending=pending, rules=rules, audience=REFEREE_ONLY))
        return
    if state.options["surprise_scope"] == "individual":
        # Each combatant has an own die, which only the fight can throw.
        scene.rules.stand_off(scene, troop, (), settled=False)
        return
    scene.rules.stand_off(scene, troop, caught_sides(scene, troop), settled=True)


def just_parted(state: State, troop: Troop) -> bool:
    """Whether the party and a troop have talked, fought or run within the turn: neither is caught unawares."""
    return troop.spoke >= 0 and state.minutes - troop.spoke < TURN


def troop_met(state: State, name: str) -> Troop:
    """Somebody who was stated."""
    if state.expedition is None:
        raise LookupError("there is no expedition")
    return state.expedition.troops[name]


def caught_sides(scene: Scene, troop: Troop) -> tuple[str, ...]:
    """A die for each side that can be caught: visible light gives its bearers away (WB-LIGHT-04)."""
    lit = clock.lit(scene)
    out = scene.state.expedition
    stealth = SURPRISED_ON if out is None else foes.stealth(scene.rules, troop, place(out))
    awake = bool(party_members(scene))
    able = ((PARTY_SIDE, awake and not troop.light, stealth), (FOES_SIDE, not lit or troop.unwary, SURPRISED_ON))
    caught: list[str] = [] if awake else [PARTY_SIDE]  # whoever sleeps throws nothing
    for side, possible, on in able:
        if not possible:
            continue
        check = held_against((scene.dice.roll(SIX, "surprise"),), (), "<=", on, "surprise")
        rules: tuple[str, ...] = ("WB-SURPRISE-01", "WB-SURPRISE-02")
        if lit and side == PARTY_SIDE:  # its light gives it away, and saves it from nothing
            rules = (*rules, "WB-LIGHT-04")
        scene.happen(MeetingSurprise(side, check, check.success, rules=rules))
        if check.success:
            caught.append(side)
    return tuple(caught)


def judge_meeting(scene: Scene, command: JudgeMeeting) -> Refusal | None:
    """The referee's answer: who is caught unawares (WB-SURPRISE-01)."""
    troop = troop_met(scene.state, asked_about(scene.state))
    ruled(scene, command.surprised, ("WB-SURPRISE-01",))
    scene.rules.stand_off(scene, troop, _SURPRISED[command.surprised], settled=True)
    return None


_SIGHT: Final[dict[Bound, tuple[str, ...]]] = {"light": ("WB-LIGHT-01",), "dark": ("WB-LIGHT-05",)}
"""The rule of light behind what has brought people nearer."""


def stand_off(scene: Scene, troop: Troop, surprised: tuple[str, ...], *, settled: bool) -> None:
    """The two see each other, so far apart; followers of the party are led into danger (WB-LOYAL-01)."""
    out = scene.state.expedition
    if out is None:
        return
    outdoors = place(out).outdoors
    facts = scene.rules.content.exploration.distances["wilderness" if outdoors else "dungeon"]
    amount = facts.surprised if surprised else facts.normal
    dice = amount.roll(scene.dice, "distance")
    times = facts.times * (FEET_IN_A_YARD if facts.unit == "yards" else 1)
    feet = amount.total(dice) * times
    dim = poor_sight(scene)
    if dim:
        feet = max(int(feet * Fraction(str(scene.state.options["poor_sight_distance"]))), 1)
    dice_say: tuple[int, Bound] = (feet, "")
    feet, bound = min((dice_say, *bounds_of_sight(scene, troop, place(out))), key=lambda each: each[0])
    count = troop.count.plus
    meeting = Meeting(troop.id, count, feet, surprised=surprised, settled=settled)
    rules = ("WB-SURPRISE-01", "WB-CORE-03", *_SIGHT.get(bound, ()))
    scene.happen(MetSomebody(troop.id, count, meeting, feet, dice, surprised, dim, times, bound, rules=rules))
    if not clock.lit(scene) and not outdoors:
        scene.happen(Reminder(troop.id, "monsters_see", rules=("WB-LIGHT-05",), audience=REFEREE_ONLY))
    if deaf_to_words(scene.rules, out, meeting) is None:
        scene.happen(Reminder(troop.id, "parley", rules=("WB-PARLEY-01",), audience=REFEREE_ONLY))
    remind_of_loyalty(scene, "danger", followers_in_danger(scene.state))


def bounds_of_sight(here: Here, troop: Troop, where: Place) -> Iterator[tuple[int, Bound]]:
    """How far off somebody can be met between walls: as far as these are, and as far as the party's light shows.

    Whoever brings a light is seen from beyond it. In the dark it is the others who see (WB-LIGHT-05): the party knows
    of them when they are at hand.
    """
    if where.outdoors:
        return
    if where.across:
        yield where.across, "walls"
    reach, groping = clock.farthest_light(here), int(here.state.options["dark_meeting_feet"])
    if reach and not troop.light:
        yield reach, "light"
    elif groping and not troop.light:
        yield max(groping, sight_in_the_dark(here, troop)), "dark"


def sight_in_the_dark(here: Here, troop: Troop) -> int:
    """How far somebody of the party sees without a light: by magic, or by the warmth of the living (IS-DVER-02)."""
    kind = here.rules.content.monsters.get(troop.monster)
    living = kind is None or kind.kind != "undead"
    feet = [0]
    for one in active(here):
        borne = [each for each in here.state.effects.get(one.id, ()) if each.active(here.state.minutes)]
        if any(each.kind == "blind" for each in borne):
            continue
        feet += [each.radius for each in borne if each.kind == "darkvision"]
        feet += [folk(here.rules, one).infravision] if living else []
    return max(feet)


# ------------------------------------------------------------ talk


def attitude_of(rules: Rules, out: Expedition) -> Attitude:
    """How those who were met take it, as far as it is settled; the mindless have no moods and attack."""
    if out.meeting is None:
        return ""
    troop = out.troops[out.meeting.troop]
    return out.meeting.attitude or troop.attitude or ("hostile" if mindless(rules, troop) else "")


def mindless(rules: Rules, troop: Troop) -> bool:
    """Whether those who were met have no mind to be spoken to: by the bestiary, or by their nature."""
    return rules.content.nature_of.get(troop.monster) == "mindless"


def is_wordless(rules: Rules, troop: Troop) -> bool:
    """Whether those who were met understand no words: the mindless, and beasts, which do have moods."""
    return troop.monster in rules.content.wordless


def no_mood(rules: Rules, out: Expedition, meeting: Meeting) -> Refusal | None:
    """The refusal that says there is no mind to take the party well or ill (WB-MORALE-01)."""
    if not mindless(rules, out.troops[meeting.troop]):
        return None
    return Refusal("mindless", {"troop": f"@{meeting.troop}"}, ("WB-PARLEY-01", "WB-MORALE-01"))


def deaf_to_words(rules: Rules, out: Expedition, meeting: Meeting) -> Refusal | None:
    """The refusal that says there is nobody to talk to."""
    if not is_wordless(rules, out.troops[meeting.troop]):
        return None
    wordless = Refusal("wordless", {"troop": f"@{meeting.troop}"}, ("WB-PARLEY-01", "WB-MORALE-02"))
    return no_mood(rules, out, meeting) or wordless


def roll_reaction(scene: Scene, command: RollReaction) -> Refusal | None:
    """Table 33, in secret: a help for the referee, who decides (WB-PARLEY-01)."""
    found = met(scene.state)
    if isinstance(found, Refusal):
        return found
    refused = no_mood(scene.rules, *found) or bad_weight(command.modifier)
    if refused is not None:
        return refused
    if attitude_of(scene.rules, found[0]):
        return Refusal("attitude_known", {"troop": f"@{found[1].troop}"}, ("WB-PARLEY-01",))
    weight = (Modifier(command.modifier, "WB-PARLEY-01", "referee"),) if command.modifier else ()
    row, lookup = scene.rules.content.reactions["reaction"].roll(scene.dice.stream(REFEREE), weight, "reaction")
    taken, rules = cast(Attitude, row.id), ("WB-PARLEY-01",)
    scene.happen(ReactionRolled(lookup, taken, command.reason, rules=rules, audience=REFEREE_ONLY))
    return None


def parley(scene: Scene, command: Parley) -> Refusal | None:
    """Words instead of blows: no die, the referee says what comes of it (WB-PARLEY-01)."""
    del command
    found = met(scene.state)
    if isinstance(found, Refusal):
        return found
    out, meeting = found
    refused = deaf_to_words(scene.rules, out, meeting) or scene.rules.speechless(scene)
    if refused is not None:
        return refused
    if PARTY_SIDE in meeting.surprised and FOES_SIDE not in meeting.surprised:
        return Refusal("caught_unawares", {}, ("WB-SURPRISE-03",))
    if meeting.talked:
        return Refusal("talked_already", {}, ("WB-PARLEY-01",))
    pending = Pending("", meeting.troop)
    ask(scene, RulingAsked("parley", "", meeting.troop, pending=pending, rules=("WB-PARLEY-01",)))
    return None


def speechless(here: Here) -> Refusal | None:
    """Whether the party has nobody who could speak for it."""
    return may_fight(here)


def judge_parley(scene: Scene, command: JudgeParley) -> Refusal | None:
    """The referee's answer: avoided, put off, or failed, which goes on to initiative: nobody is caught unawares."""
    if command.outcome == "failed":
        refused = may_fight(scene)
        if refused is not None:
            return refused
    ruled(scene, command.outcome, ("WB-PARLEY-01",))
    scene.happen(ParleyEnded(command.outcome, rules=("WB-PARLEY-01",)))
    if command.outcome == "failed":
        fight_it_out(scene)
    else:
        scene.rules.part(scene, command.outcome, gone=command.outcome == "avoided", rules=("WB-PARLEY-01",))
    return None


def part_ways(scene: Scene, command: PartWays) -> Refusal | None:
    """The referee lets them go."""
    del command
    found = met(scene.state)
    if isinstance(found, Refusal):
        return found
    scene.rules.part(scene, "avoided", gone=True, rules=("WB-CORE-01",))
    return None


def part(scene: Scene, outcome: Outcome, *, gone: bool, rules: tuple[str, ...]) -> None:
    """The encounter is over, by the rules of whatever ended it: words, feet, blows, the referee."""
    out = scene.state.expedition
    if out is not None and out.meeting is not None:
        fled = outcome == "escaped" and FOES_SIDE not in out.meeting.surprised  # whoever saw nobody is unaware still
        aware = not gone and (fled or outcome in ("lost", "broken_off"))
        scene.happen(MeetingEnded(out.meeting.troop, outcome, gone, aware, rules=rules))


# ------------------------------------------------------------ the fight


def may_fight(here: Here) -> Refusal | None:
    """Whether the party has anybody to fight with."""
    return None if party_members(here) else Refusal("empty_side", {"side": PARTY_SIDE})


def fight_it_out(scene: Scene, distance: int = -1, by: Literal["", "party", "foes"] = "") -> None:
    """From the encounter into the fight, with what it settled."""
    out = scene.state.expedition
    if out is None or out.meeting is None:
        return
    meeting = out.meeting
    feet = meeting.distance if distance < 0 else distance
    aware = meeting.talked or distance >= 0
    settled, rules = meeting.settled or aware, ("WB-SEQ-01", "WB-TIME-02")
    scene.happen(MeetingFights(feet, settled, aware, by, rules=(*rules, "WB-SURPRISE-01") if aware else rules))
    troop = out.troops[meeting.troop]
    outdoors = place(out).outdoors
    party_fight(
        scene,
        PartyFight(
            strangers.foes(scene, troop, meeting.count, feet, outdoors=outdoors),
            troop_name(scene.rules, troop, meeting.count),
            clock.lit(scene),
            troop.light,
            (PARTY_SIDE,) if troop.unwary else (),
        ),
    )


def who_holds_the_field(state: State, winners: tuple[str, ...]) -> tuple[bool, bool]:
    """Whether the party, and whether the foes, are still there; where nobody was named, by who stands."""
    there = sides_left(fight(state), winners)
    return PARTY_SIDE in there, FOES_SIDE in there


def sides_left(fight: Fight, winners: tuple[str, ...]) -> tuple[str, ...]:
    """The sides that are still there at the end of a fight: those that were named, or else those that stand."""
    return winners or tuple(side for side in fight.sides if any(True for _ in members(fight, side)))


def leave_the_field(scene: Scene, troop: str, attitude: Attitude, *, won: bool, stand: bool) -> None:
    """A party that has not held its ground falls back, if anybody is left of it."""
    del attitude, stand
    if not end_if_all_lost(scene) and not won:
        fall_back(scene, troop)


def alive_there(state: State, side: str) -> Iterator[Combatant]:
    """Those of a side who are left where a fight was: they live and have not run."""
    people = fight(state).combatants.values()
    return (one for one in people if one.profile.side == side and one.condition not in ("dead", "fled"))


# ------------------------------------------------------------ flight


def flee(scene: Scene, command: Flee) -> Refusal | None:
    """Run before the fight begins: do they give chase, and does the party shake them off (WB-MOVE-06)."""
    del command
    state = scene.state
    found = met(state)
    if isinstance(found, Refusal):
        return found
    out, meeting = found
    faster = party_rate(scene) > strangers.troop_rate(scene.rules, out.troops[meeting.troop])
    if PARTY_SIDE in meeting.surprised and FOES_SIDE not in meeting.surprised and not faster:
        return Refusal("caught_unawares", {}, ("WB-SURPRISE-03",))
    walk = party_walk(scene, "running")
    if isinstance(walk, Refusal):
        return walk
    refused = cut_off(state) or may_fight(scene)
    if refused is not None:
        return refused
    evasion = scene.rules.content.exploration.evasion
    hostile = attitude_of(scene.rules, out) in ("hostile", "negative")
    needed = evasion.pursue_hostile if hostile else evasion.pursue_others
    pursued = goes_on(scene, needed, again=False)
    scene.happen(Fled(pursued, rules=FLIGHT))
    if not pursued:
        scene.rules.part(scene, "escaped", gone=place(out).outdoors, rules=FLIGHT)  # in the open both are soon far away
        fall_back(scene, meeting.troop)
    elif place(out).outdoors:
        chase_outdoors(scene, out, meeting)
    else:
        chase_indoors(scene, out.troops[meeting.troop])
    return None


def goes_on(scene: Scene, needed: int, *, again: bool) -> bool:
    """Whether pursuers give chase, or go on with it: a die in secret."""
    die = scene.dice.stream(REFEREE).roll(SIX, "pursuit")
    check = held_against((die,), (), ">=", needed, "pursuit")
    scene.happen(PursuitRolled(check, again, rules=("WB-CORE-01", "WB-MOVE-06"), audience=REFEREE_ONLY))
    return check.success


def chase_indoors(scene: Scene, troop: Troop) -> None:
    """Between walls the feet decide: only the faster catch up; doors do not stop most monsters (WB-DOOR-04)."""
    caught = strangers.troop_rate(scene.rules, troop) > party_rate(scene)
    scene.happen(EvasionRolled(None, not caught, rules=("WB-MOVE-06", "WB-DOOR-04")))
    if caught:
        fight_it_out(scene, MELEE_REACH)
    else:
        scene.rules.part(scene, "escaped", gone=False, rules=FLIGHT)
        fall_back(scene, troop.id)


def fall_back(scene: Scene, troop: str = "") -> None:
    """Whoever runs, runs where they came from, or elsewhere if those stand there, if there is a way: a round's run."""
    out = scene.state.expedition
    if out is None or not out.came or not any(True for _ in active(scene.here())):
        return
    refuge = place_to_run_to(out, troop)
    if refuge:
        scene.rules.enter_place(scene, refuge, ("WB-MOVE-06",))
        let_time_pass(scene, ROUND, ("WB-TIME-02",))


def chase_outdoors(scene: Scene, out: Expedition, meeting: Meeting) -> None:
    """In the open a die decides, better for few against many; who gets away may be off the way."""
    evasion = scene.rules.content.exploration.evasion
    fugitives = sum(1 for _ in company(scene.state))
    if fugitives * 4 <= meeting.count:
        needed = evasion.evade_quarter
    else:
        needed = evasion.evade_half if fugitives * 2 <= meeting.count else evasion.evade
    modifiers: tuple[Modifier, ...] = ()
    if FOES_SIDE in meeting.surprised and PARTY_SIDE not in meeting.surprised:  # of both, the two effects cancel
        modifiers = (Modifier(evasion.modifier, "WB-SURPRISE-03", "pursuers_surprised"),)
    if party_rate(scene) >= 2 * strangers.troop_rate(scene.rules, out.troops[meeting.troop]):
        modifiers = (*modifiers, Modifier(evasion.modifier, "WB-MOVE-06", "twice_as_fast"))
    if poor_sight(scene):
        modifiers = (*modifiers, Modifier(evasion.modifier, "WB-MOVE-06", "poor_sight"))
    for attempt in count(1):
        check = held_against((scene.dice.roll(SIX, "evasion"),), modifiers, ">=", needed, "evasion")
        scene.happen(EvasionRolled(check, check.success, attempt, rules=("WB-MOVE-06", "WB-CORE-02")))
        if not check.success:
            fight_it_out(scene, MELEE_REACH)
            return
        if not goes_on(scene, evasion.go_on, again=True):
            break
    if scene.state.options["flight_leads_astray"]:
        dice = evasion.displaced.roll(scene.dice.stream(REFEREE), "displaced")
        scene.rules.go_astray(scene, dice, evasion.displaced.total(dice))
    scene.rules.part(scene, "escaped", gone=True, rules=FLIGHT)


def go_astray(scene: Scene, dice: tuple[Die, ...], hexes: int) -> None:
    """Whoever ran is so many hexes off the way, and has their miles to walk before it is found again."""
    across = scene.rules.content.exploration.evasion.hex_miles
    scene.happen(Astray(dice, hexes, hexes * across, across, rules=("WB-CORE-02",), audience=REFEREE_ONLY))


def wake_by_noise(scene: Scene) -> None:
    """Whoever comes is heard by those whom noise wakes, before anybody is caught unawares."""
    for one in records.company(scene.state):
        for effect in scene.state.effects.get(one.id, ()):
            if effect.noise_ends:
                finish(scene, one.id, effect, ("WB-CORE-01",))
