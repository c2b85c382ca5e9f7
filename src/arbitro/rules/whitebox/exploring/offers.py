"""What a seat may do out of the fight: explore, deal with those who are met, joust."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Final, cast

from msgspec.structs import replace

from arbitro.kernel.choice import Choice, Label, Parameter, Pick, picks_of
from arbitro.kernel.command import Command
from arbitro.kernel.event import tag_of
from arbitro.kernel.moment import made_of
from arbitro.kernel.seat import Seat
from arbitro.kernel.state import Question
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.exploring import commands as c
from arbitro.rules.whitebox.exploring.captives import ALL, PURSE, dead_here, helpless_here
from arbitro.rules.whitebox.exploring.joust import jousting
from arbitro.rules.whitebox.exploring.numbers import loyalty_numbers
from arbitro.rules.whitebox.exploring.senses import hidden, search_turns
from arbitro.rules.whitebox.exploring.state import FOES_SIDE, PARTY_SIDE, Door, Expedition, Fate, place
from arbitro.rules.whitebox.exploring.travel import WALKING
from arbitro.rules.whitebox.morale import MOST_WEIGHT
from arbitro.rules.whitebox.people import offers as offers_rules
from arbitro.rules.whitebox.people.records import company
from arbitro.rules.whitebox.people.state import PARTY, Character
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import State

MOST_RANSOM: Final = 100_000
WORDS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "locked_door": ("opens", ("yes", "no")),
    "wedge_door": ("holds", ("yes", "no")),
    "way": ("worth", ("nothing", "half", "all")),
    "meeting": ("surprised", ("nobody", "party", "foes", "both")),
    "parley": ("outcome", ("avoided", "delayed", "failed")),
    "captives": ("fate", ("reaction", "held", "ransomed", "robbed", "killed", "freed")),
    "joust_draw": ("word", ("draw", "pass")),
}
"""Questions that are answered by one of a few words: the field of the answer, and the words."""
FOLDED: Final = {
    **dict.fromkeys(("buy", "sell"), "shop"),
    **dict.fromkeys(("carry", "give", "use_up", "take_item", "pay", "take_from"), offers_rules.GOODS),
    **dict.fromkeys(("memorise", "memorise_all", "forget", "cast_spell", "copy_spell"), "spells"),
    **dict.fromkeys(("hire", "dismiss", "pay_wages", "retire", "join_party", "leave_party"), "people"),
    **dict.fromkeys(("set_treatment", "check_loyalty", "offer_bribe"), "loyalty"),
    **dict.fromkeys(("kindle_light", "take_light", "douse_light"), "light"),
}
"""Where choices are folded while an expedition is under way, by their command: a baggage train must not bury the way
ahead. All others are choices of the moment."""
ANSWERS: Final = {command.answers: command for command in c.COMMANDS if command.answers}


def choices(here: Here, seat: Seat) -> Iterable[Choice]:
    """What the moment asks for first (fight, joust, encounter, place), then whatever people can do at any time."""
    offered = _offered(here, seat)
    return offered if here.state.expedition is None else _in_groups(here.state, offered)


def _in_groups(state: State, offered: Iterable[Choice]) -> Iterator[Choice]:
    """Choices as they are folded under way."""
    group_of = FOLDED.get
    for choice in offered:
        group = group_of(choice.command, "")
        yield _folded(state, choice, group) if group and group != choice.group else choice


def _folded(state: State, choice: Choice, group: str) -> Choice:
    """A choice in its group: the same for all seats that have it."""
    return made_of(state, "folded", (choice,), lambda: replace(choice, group=group))


def _offered(here: Here, seat: Seat) -> Iterable[Choice]:
    own = offers_rules.choices(here, seat)
    if fighting(here.state):
        return own
    if here.state.awaiting:
        return chain(own, _own_answers(here, seat))
    return chain(for_riders(here, seat), _about_here(here, seat), own, for_captives(here, seat), _loyalty(here, seat))


def _own_answers(here: Here, seat: Seat) -> Iterator[Choice]:
    question = here.state.awaiting[0]
    if seat.may_act_for(question.who) and question.kind in ANSWERS:
        yield from answers_to(here, question)


def _about_here(here: Here, seat: Seat) -> Iterable[Choice]:
    out = here.state.expedition
    if out is None or out.over:
        return ()
    return for_encounter(here, seat, out) if out.meeting else for_place(here, seat, out)


def _loyalty(here: Here, seat: Seat) -> Iterator[Choice]:
    if seat.role == "referee":
        yield from offers_rules.with_things(here, "loyalty", for_loyalty)


def simple(here: Here, command: Command, rules: tuple[str, ...], **values: str | int) -> Iterator[Choice]:
    """A choice that is a whole command, if it is legal."""
    if allows(here, command):
        tag = tag_of(type(command))
        fixed: dict[str, str | int] = {
            name: getattr(command, name) for name in command.__struct_fields__ if getattr(command, name) != ""
        }
        name = "/".join((tag, *(str(value) for value in fixed.values())))
        yield Choice(name, tag, Label(f"choice.{tag}", values), fixed, (), rules)


# ------------------------------------------------------------ answers


def answers_to(here: Here, question: Question) -> Iterator[Choice]:
    """What the referee may answer."""
    tag = tag_of(ANSWERS[question.kind])
    if question.kind in WORDS:
        name, words = WORDS[question.kind]
        legal = [word for word in words if allows(here, ANSWERS[question.kind](word))]
        picks = tuple(Pick(word, Label(f"answer.{question.kind}.{word}")) for word in legal)
        parameter = Parameter(name, picks=picks)
    elif question.kind == "ransom":
        parameter = Parameter("gp", "number", minimum=0, maximum=MOST_RANSOM)
    elif question.kind == "terrain":
        proposed = str(here.state.options["rough_terrain_factor"])
        factors = dict.fromkeys((proposed, "1", "3/4", "2/3", "1/2", "1/3", "1/4"))
        picks = tuple(Pick(factor, Label("answer.terrain", {"factor": factor})) for factor in factors)
        parameter = Parameter("factor", picks=picks)
    else:
        out = here.state.expedition
        found = [] if out is None else [what.id for what in hidden(out)]
        plain = tuple(Pick(word, Label(f"answer.examine.{word}")) for word in ("roll", "nothing"))
        parameter = Parameter("word", picks=(*picks_of(found), *plain))
    yield Choice(tag, tag, Label(f"choice.{tag}"), {}, (parameter,), question.rules)


# ------------------------------------------------------------ the joust and loyalty


def for_riders(here: Here, seat: Seat) -> Iterator[Choice]:
    """Ride on, or give up."""
    joust = jousting(here.state)
    for who in joust.riders if joust is not None else ():
        if seat.may_act_for(who):
            yield from simple(here, c.Charge(who), ("WB-JOUST-02",), who=f"@{who}")
            yield from simple(here, c.Withdraw(who), ("WB-JOUST-10",), who=f"@{who}")


def for_loyalty(here: Here) -> Iterator[Choice]:
    """What the referee may do about followers."""
    for one in here.state.characters.values():
        if one.kind == "player":
            continue
        who = f"@{one.id}"
        yield from simple(here, c.CheckLoyalty(one.id), ("WB-LOYAL-01", "WB-LOYAL-02"), who=who)
        yield from simple(here, c.OfferBribe(one.id), ("WB-LOYAL-01",), who=who)
        proposed = loyalty_numbers().treatment
        if one.living:
            for modifier in (proposed.good, 0, proposed.bad):
                if modifier != one.loyalty.treatment:
                    command = c.SetTreatment(one.id, modifier)
                    yield from simple(here, command, ("WB-LOYAL-06",), who=who, modifier=f"{modifier:+d}")


# ------------------------------------------------------------ captives and the dead


def for_captives(here: Here, seat: Seat) -> Iterator[Choice]:
    """Ransoms that can be paid, and the referee's word on whoever is held."""
    for held in (one for one in here.state.characters.values() if one.captive is not None):
        about: dict[str, str | int] = {"captive": f"@{held.id}"}
        rules = ("WB-MORALE-02", "WB-CORE-01")
        for one in company(here.state):
            if seat.may_act_for(one.id):
                yield from simple(here, c.PayRansom(one.id, held.id), rules, who=f"@{one.id}", **about)
        if seat.role == "referee" and allows(here, c.SettleCaptive(held.id, "freed")):
            fates = cast(tuple[Fate, ...], WORDS["captives"][1][1:])
            words = [word for word in fates if allows(here, c.SettleCaptive(held.id, word))]
            fate = Parameter("fate", picks=tuple(Pick(word, Label(f"answer.captives.{word}")) for word in words))
            label = Label("choice.settle_captive", about)
            fixed: dict[str, str | int] = {"captive": held.id}
            yield Choice(f"settle_captive/{held.id}", "settle_captive", label, fixed, (fate,), rules, "people")
    yield from for_helpless(here, seat)
    for dead in dead_here(here.state):
        picks = (ALL, *((PURSE,) if dead.coins.count or dead.valuables else ()))
        things = tuple(Pick(key, Label("name", {"who": f"@{dead.id}/{key}"})) for key in dead.items)
        what = Parameter("what", picks=(*(Pick(each, Label(f"taking.{each}")) for each in picks), *things))
        for one in company(here.state):
            if seat.may_act_for(one.id) and allows(here, c.TakeFrom(one.id, dead.id)):
                label = Label("choice.take_from", {"who": f"@{one.id}", "dead": f"@{dead.id}"})
                fixed = {"who": one.id, "dead": dead.id}
                name = f"take_from/{one.id}/{dead.id}"
                yield Choice(name, "take_from", label, fixed, (what,), ("WB-DEATH-02",), "goods")


def for_helpless(here: Here, seat: Seat) -> Iterator[Choice]:
    """What may be taken up that a companion cannot use who lies there asleep, held or unconscious."""
    for other in helpless_here(here.state):
        for one in company(here.state):
            if not seat.may_act_for(one.id):
                continue
            keys = [key for key in other.items if allows(here, c.TakeFrom(one.id, other.id, key))]
            if keys:
                what = Parameter(
                    "what", picks=tuple(Pick(key, Label("name", {"who": f"@{other.id}/{key}"})) for key in keys)
                )
                label = Label("choice.take_from_helpless", {"who": f"@{one.id}", "dead": f"@{other.id}"})
                fixed: dict[str, str | int] = {"who": one.id, "dead": other.id}
                name = f"take_from/{one.id}/{other.id}"
                yield Choice(name, "take_from", label, fixed, (what,), ("WB-CORE-02",), "goods")


# ------------------------------------------------------------ somebody is here


def for_encounter(here: Here, seat: Seat, out: Expedition) -> Iterator[Choice]:
    """Fight, talk, run; and what the referee does for those who were met."""
    troop = f"@{out.meeting.troop}" if out.meeting is not None else ""
    if seat.may_act_for(PARTY):
        yield from simple(here, c.Parley(), ("WB-PARLEY-01",), troop=troop)
        yield from simple(here, c.Engage(PARTY_SIDE), ("WB-SEQ-01",), troop=troop)
        yield from simple(here, c.Flee(), ("WB-MOVE-06",), troop=troop)
    if seat.role == "referee":
        yield from reactions(here, troop)
        for choice in simple(here, c.Engage(FOES_SIDE), ("WB-SEQ-01",), troop=troop):
            yield replace(choice, label=Label("choice.engage_foes", choice.label.values))
        yield from simple(here, c.PartWays(), ("WB-PARLEY-01",), troop=troop)


def reactions(here: Here, troop: str) -> Iterator[Choice]:
    """The reaction as the dice have it, or with what the referee lets weigh on it."""
    rules = ("WB-PARLEY-01",)
    if not allows(here, c.RollReaction()):
        return
    label = Label("choice.roll_reaction", {"troop": troop})
    yield Choice("roll_reaction", "roll_reaction", label, {}, (), rules)
    weight = Parameter("modifier", "number", minimum=-MOST_WEIGHT, maximum=MOST_WEIGHT)
    why = Parameter("reason", "text", optional=True)
    label = Label("choice.roll_reaction_weighed", {"troop": troop})
    yield Choice("roll_reaction/weighed", "roll_reaction", label, {}, (weight, why), rules)


# ------------------------------------------------------------ the place


def for_place(here: Here, seat: Seat, out: Expedition) -> Iterator[Choice]:
    """The ways on for the party, and what each of its members may do."""
    doors = [door for door in out.doors.values() if out.at in door.between and door.known]
    leads = seat.may_act_for(PARTY)
    if leads:
        for door in doors:
            paces = [each for each in WALKING if allows(here, c.Go(door.id, each))]
            if paces:
                picks = tuple(Pick(each, Label(f"pace.{each}")) for each in paces)
                label = Label("choice.go", {"door": f"@{door.id}"})
                rules = ("WB-MOVE-02", "WB-MOVE-03")
                pace = Parameter("pace", picks=picks)
                yield Choice(f"go/{door.id}", "go", label, {"door": door.id}, (pace,), rules, main=True)
        if place(out).outdoors:
            yield from on_the_road(here)
    for one in company(here.state):
        if seat.may_act_for(one.id):
            explorer = partial(for_explorer, here, out, one, doors)
            yield from here.listed_once(("explorer", one.id), explorer)
    if leads:
        if allows(here, c.PassTurns()):
            turns = Parameter("turns", "number", minimum=1, maximum=6)
            yield Choice(
                "pass_turns", "pass_turns", Label("choice.pass_turns"), {}, (turns,), ("WB-TIME-01",), idle=True
            )
        yield from simple(here, c.EndExpedition(), ("WB-CORE-01",))
    if seat.role == "referee":
        yield from for_place_by_referee(here, out)


def on_the_road(here: Here) -> Iterator[Choice]:
    """A day's march, at both paces."""
    for forced in (False, True):
        terrains = [name for name in here.rules.content.exploration.terrains if allows(here, c.Travel(name, forced))]
        if terrains:
            picks = picks_of(terrains, "terrain:")
            key = "choice.travel_forced" if forced else "choice.travel"
            rules = ("WB-OUTDOOR-02",) if forced else ("WB-OUTDOOR-01",)
            name = "travel/forced" if forced else "travel"
            fixed: dict[str, str | int] = {"forced": forced}
            yield Choice(name, "travel", Label(key), fixed, (Parameter("terrain", picks=picks),), rules)


def for_explorer(here: Here, out: Expedition, one: Character, doors: list[Door]) -> Iterator[Choice]:
    """What somebody may do here: light, doors, ears, hands."""
    who = f"@{one.id}"
    for key, item in one.items.items():
        gear = here.rules.content.gear.get(item.of) if item.sort == "gear" else None
        if gear is not None and gear.burns:
            command = c.KindleLight(one.id, key)
            yield from simple(here, command, ("WB-LIGHT-01",), who=who, item=f"@piece:{item.of}")
    for light in out.lights.values():
        if light.bearer == one.id:
            named = f"@piece:{light.of}"
            yield from simple(here, c.KindleLight(one.id, light.id), ("WB-LIGHT-01",), who=who, item=named)
            yield from simple(here, c.DouseLight(one.id, light.id), ("WB-LIGHT-01",), who=who, item=named)
        else:
            yield from simple(here, c.TakeLight(one.id, light.id), ("WB-LIGHT-01",), who=who)
    for door in doors:
        named = f"@{door.id}"
        if not door.open and not door.passage:
            yield from simple(here, c.OpenDoor(one.id, door.id), ("WB-DOOR-01",), who=who, door=named)
            yield from simple(here, c.PickLock(one.id, door.id), ("WB-DOOR-01",), who=who, door=named)
        elif not door.passage:
            yield from simple(here, c.WedgeDoor(one.id, door.id), ("WB-DOOR-05",), who=who, door=named)
            yield from simple(here, c.ShutDoor(one.id, door.id), ("WB-DOOR-05",), who=who, door=named)
        yield from simple(here, c.Listen(one.id, door.id), ("WB-LISTEN-01",), who=who, door=named)
    if allows(here, c.Search(one.id)):
        spots = place(out).spots
        whole = Pick("", Label("choice.search_whole", {"turns": search_turns(place(out).area)}))
        parts = picks_of(spots, "spot:")
        rules = ("WB-SECRET-01", "WB-SECRET-04", "WB-SEARCH-02")
        spot = Parameter("spot", picks=(whole, *parts))
        yield Choice(
            f"search/{one.id}", "search", Label("choice.search", {"who": who}), {"who": one.id}, (spot,), rules
        )
        text = Parameter("text", "text")
        label = Label("choice.examine", {"who": who})
        yield Choice(f"examine/{one.id}", "examine", label, {"who": one.id}, (text,), ("WB-SEARCH-01",))


def for_place_by_referee(here: Here, out: Expedition) -> Iterator[Choice]:
    """What only the referee does in a place."""
    yield from simple(here, c.CheckWandering(), ("WB-CORE-01",))
    for troop in out.troops.values():
        if not troop.gone:
            yield from simple(here, c.Meet(troop.id), ("WB-CORE-01",), troop=f"@{troop.id}")
            for door in out.doors.values():
                if troop.place in door.between and not door.open and not door.passage:
                    command = c.MonstersPass(troop.id, door.id)
                    named = {"troop": f"@{troop.id}", "door": f"@{door.id}"}
                    yield from simple(here, command, ("WB-DOOR-04",), **named)
    for door in out.doors.values():
        if out.at in door.between:
            place = door.beyond(out.at)
            yield from simple(here, c.TellNoise(place), ("WB-LISTEN-02",), place=f"@{place}")
    for trap in out.traps.values():
        for one in company(here.state):
            if trap.place == out.at and not trap.sprung:
                named = {"trap": f"@{trap.id}", "who": f"@{one.id}"}
                yield from simple(here, c.SpringTrap(trap.id, one.id), ("WB-TRAP-01", "WB-CORE-02"), **named)
    if allows(here, c.AdvanceClock(1)):
        minutes = Parameter("minutes", "number", minimum=1, maximum=24 * 60)
        label = Label("choice.advance_clock")
        yield Choice("advance_clock", "advance_clock", label, {}, (minutes,), ("WB-TIME-04",))
