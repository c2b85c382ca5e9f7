"""The wilderness and the dungeon turn at the table: what may be chosen, what an automatic player does, what is shown.

**The automatic party** heads straight for its goal by the shortest way, or to the first spot around it; never forces a
march; camps every night with a watch of all its members in turn; and in a dungeon rests whenever rest is due.
**In the referee's chair** it rolls for the weather; lets a party that lost its way go to the first other spot around
it, or in circles where there is none (option `lost_way`), and others where they want to; accepts the proposed factor of
hard ground and bad weather; allows marches by night; finds nothing for those who look for traps without a knack, and
lets anything else succeed on a 2 in 6 within a round.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.choice import Choice, Label, Parameter, Pick, picks_of
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.state import Question
from arbitro.kernel.witness import Noted, Said, own_name
from arbitro.rules.infausta import commands as c
from arbitro.rules.infausta import dungeon_actions
from arbitro.rules.infausta.dungeon_turn import delve_of, is_rest_due, is_turn_full, rounds_left
from arbitro.rules.infausta.state import own
from arbitro.rules.infausta.view import widened
from arbitro.rules.infausta.wilderness import commands as wilderness_commands
from arbitro.rules.infausta.wilderness.day import proposed_factor, weathers
from arbitro.rules.infausta.wilderness.journey import reachable
from arbitro.rules.infausta.wilderness.land import direction, steps_from_middle
from arbitro.rules.infausta.wilderness.state import Journey, Land
from arbitro.rules.whitebox import automatic_player, pictures, seating
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.entry_names import entry_name
from arbitro.rules.whitebox.exploring import travel as whitebox_travel
from arbitro.rules.whitebox.exploring.commands import PassTurns, Travel
from arbitro.rules.whitebox.exploring.offers import simple
from arbitro.rules.whitebox.exploring.state import Expedition, place
from arbitro.rules.whitebox.exploring.telling import table_view
from arbitro.rules.whitebox.people.commands import Rest
from arbitro.rules.whitebox.people.records import active, company, going_on
from arbitro.rules.whitebox.people.state import PARTY, Character
from arbitro.rules.whitebox.powers import offers, telling
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant, Fight
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.text import Language, Name

DOING_CHANCE = 2
REFEREES_STEPS: Final = (wilderness_commands.AnnounceWeather(), wilderness_commands.PlayEncounter())
"""What the day waits for, of the referee's: see `next_to_act`."""


def travel(scene: Scene, command: Travel) -> Refusal | None:
    """On a journey the day has an order of its own (IS-WILD-03)."""
    return out_of_order(scene.state) or whitebox_travel.travel(scene, command)


def rest(scene: Scene, command: Rest) -> Refusal | None:
    """A day of rest on a journey is one on which the party chooses to stay where it is (IS-WILD-03, IS-HEAL-03)."""
    return out_of_order(scene.state) or dungeon_actions.rest(scene, command)


def out_of_order(state: ParentState) -> Refusal | None:
    """Why a day of a journey does not go by in one piece: its checks, its camp and its night would be passed over."""
    journey = own(state).journey
    return None if journey is None or journey.over else Refusal("day_in_order", {}, ("IS-WILD-03",))


def finished(state: ParentState) -> bool:
    """A journey ends with its last day, or with the party."""
    journey = own(state).journey
    if journey is None:
        return seating.finished(state)
    return journey.over or state.expedition is None or state.expedition.over


def view(here: Here, seat: Seat) -> Struct:
    """The table as a seat may know it."""
    seen, state = table_view(here, seat), here.state
    journey = own(state).journey
    ways = reachable(journey) if journey is not None else ()
    return widened(seen, own(state), seat, ways)


# ------------------------------------------------------------ choices


def choices(here: Here, seat: Seat) -> Iterable[Choice]:
    """The parent's, then the questions and steps of this game."""
    yield from offers.choices(here, seat)
    if fighting(here.state):
        if seat.role == "referee" and here.state.fight is not None and not here.state.awaiting:
            yield from fight_for_referee(here, here.state.fight)
        return
    if here.state.awaiting:
        if seat.role == "referee":
            yield from own_answers(here)
        return
    journey = own(here.state).journey
    out = here.state.expedition
    if journey is not None and not journey.over and out is not None and out.meeting is None:
        yield from for_day(here, seat, journey)
    elif delve_of(here.state) is not None and out is not None and out.meeting is None:
        yield from for_turn(here, seat, out)


def fight_for_referee(here: Here, fight: Fight) -> Iterator[Choice]:
    """Breaking a spell, and what weighs on morale."""
    for one in fight.combatants.values():
        if allows(here, c.InterruptSpell(one.id)):
            label = Label("choice.interrupt_spell", {"who": f"@{one.id}"})
            fixed: dict[str, str | int] = {"caster": one.id}
            yield Choice(f"interrupt_spell/{one.id}", "interrupt_spell", label, fixed, (), ("IS-SPELL-02",))
    for group in dict.fromkeys(one.profile.group for one in fight.combatants.values() if may_waver(one)):
        label = Label("choice.weigh_morale", {"group": f"@{group}"})
        other = Parameter("other", "number", minimum=-12, maximum=12)
        fixed = {"group": group}
        yield Choice(f"weigh_morale/{group}", "weigh_morale", label, fixed, (other,), ("IS-MORALE-04",))


def may_waver(one: Combatant) -> bool:
    """Whether somebody's morale can be tested at all."""
    return bool(one.profile.group) and one.condition == "up" and not one.profile.fearless


def own_answers(here: Here) -> Iterator[Choice]:
    """What the referee may answer to this game's own questions."""
    question = here.state.awaiting[0]
    if question.kind in OWN_ANSWERS:
        yield from OWN_ANSWERS[question.kind](here, question)


def march_answers(here: Here, question: Question) -> Iterator[Choice]:
    """Where the day's march ends, and what it was worth."""
    journey = own(here.state).journey
    if journey is None:
        return
    spots = tuple(Pick(spot, spot_label(journey, spot)) for spot in reachable(journey))
    spots = (*spots, Pick("", Label("choice.in_circles")))
    factors = dict.fromkeys((str(proposed_factor(here)), "1", "3/4", "2/3", "1/2", "1/3", "1/4"))
    picks = tuple(Pick(factor, Label("answer.terrain", {"factor": factor})) for factor in factors)
    haste = tuple(Pick(word, Label(f"answer.forced.{word}")) for word in ("yes", "no"))
    words = ("all", "half") if journey.lost else ()
    worth = tuple(Pick(word, Label(f"answer.way.{word}")) for word in words)
    asked = (
        Parameter("to", picks=spots),
        Parameter("factor", picks=picks),
        Parameter("forced", picks=haste),
        *((Parameter("worth", picks=worth),) if worth else ()),
    )
    yield Choice("conduct_march", "conduct_march", Label("choice.conduct_march"), {}, asked, question.rules)


def night_march_answers(here: Here, question: Question) -> Iterator[Choice]:
    """Whether the party may march on in the dark."""
    del here
    picks = tuple(Pick(word, Label(f"answer.night_march.{word}")) for word in ("yes", "no"))
    allowed = (Parameter("allowed", picks=picks),)
    label = Label("choice.allow_night_march")
    yield Choice("allow_night_march", "allow_night_march", label, {}, allowed, question.rules)


def traps_answers(here: Here, question: Question) -> Iterator[Choice]:
    """Which trap of the place was found by a description, if any."""
    out = here.state.expedition
    found = () if out is None else tuple(trap for trap in out.traps.values() if trap.place == out.at)
    hidden = picks_of(trap.id for trap in found if not trap.found)
    nothing = Pick("", Label("answer.examine.nothing"))
    word = (Parameter("word", picks=(nothing, *hidden)),)
    yield Choice("judge_traps", "judge_traps", Label("choice.judge_traps"), {}, word, question.rules)


def doing_answers(here: Here, question: Question) -> Iterator[Choice]:
    """How long something takes, and how likely it is to succeed."""
    del here
    numbers = (
        Parameter("rounds", "number", minimum=0, maximum=100),
        Parameter("chance", "number", minimum=0, maximum=7),
    )
    yield Choice("judge_doing", "judge_doing", Label("choice.judge_doing"), {}, numbers, question.rules)


OWN_ANSWERS: Final[Mapping[str, Callable[[Here, Question], Iterator[Choice]]]] = {
    "march": march_answers,
    "night_march": night_march_answers,
    "traps": traps_answers,
    "doing": doing_answers,
}
"""Answers to the questions that only this game asks, by their kind."""


def spot_label(journey: Journey, spot: str) -> Label:
    """A spot by its direction on a hex map, else by its name."""
    way = direction(journey.land, journey.at, spot)
    found = journey.land.spots[spot]
    called = f"@{spot}" if found.name is not None or not way else f"@terrain:{found.terrain}"
    return Label(f"choice.direction.{way}", {"spot": called}) if way else Label("name", {"who": called})


def for_day(here: Here, seat: Seat, journey: Journey) -> Iterator[Choice]:
    """The step at which the day stands (IS-WILD-03)."""
    if seat.role == "referee":
        yield from day_for_referee(here, journey)
    if not seat.may_act_for(PARTY):
        return
    if journey.step == "heading":
        yield from headings(here, journey)
    if allows(here, wilderness_commands.MakeCamp()):
        guards = [one.id for one in active(here)]
        single = picks_of(guards)
        words = tuple(Pick(word, Label(f"answer.watches.{word}")) for word in ("all", "none"))
        watches = (Parameter("watches", picks=(*words, *single)),)
        rules = ("IS-WILD-08", "IS-WILD-17")
        yield Choice("make_camp", "make_camp", Label("choice.make_camp"), {}, watches, rules)
    yield from simple(here, wilderness_commands.MarchOn(), ("IS-WILD-11",))
    yield from simple(here, wilderness_commands.BreakCamp(), ("IS-WILD-03",))


def day_for_referee(here: Here, journey: Journey) -> Iterator[Choice]:
    """Weather, encounters, the end, marks."""
    if allows(here, wilderness_commands.AnnounceWeather("?")):
        by_dice = Pick("?", Label("choice.weather_by_dice"))
        picks = tuple(Pick(name, Label("weather", {"weather": f"@weather:{name}"})) for name in weathers(here.rules))
        weather = (Parameter("weather", picks=(by_dice, *picks)),)
        label = Label("choice.announce_weather")
        yield Choice("announce_weather", "announce_weather", label, {}, weather, ("IS-WILD-04",))
    yield from simple(here, wilderness_commands.PlayEncounter(), ("IS-WILD-07", "IS-TURN-15"))
    yield from simple(here, wilderness_commands.EndJourney(), ("IS-WILD-01",))
    goals = [
        spot.id
        for spot in journey.land.spots.values()
        if spot.name and allows(here, wilderness_commands.ChangeGoal(spot.id))
    ]
    if goals:
        picks = picks_of(goals)
        label = Label("choice.change_goal")
        yield Choice("change_goal", "change_goal", label, {}, (Parameter("goal", picks=picks),), ("IS-WILD-04",))
    for one in company(here.state):
        command = wilderness_commands.MarkFrail(one.id, one.id not in journey.frail)
        key = "choice.mark_frail" if command.frail else "choice.unmark_frail"
        fixed: dict[str, str | int] = {"walker": one.id, "frail": command.frail}
        label = Label(key, {"who": f"@{one.id}"})
        yield Choice(f"mark_frail/{one.id}", "mark_frail", label, fixed, (), ("IS-WILD-10",))


def headings(here: Here, journey: Journey) -> Iterator[Choice]:
    """Where to go, at both paces, or to stay."""
    for forced in (False, True):
        legal = [spot for spot in reachable(journey) if allows(here, wilderness_commands.ChooseHeading(spot, forced))]
        if legal:
            key = "choice.choose_heading_forced" if forced else "choice.choose_heading"
            picks = (Parameter("to", picks=tuple(Pick(spot, spot_label(journey, spot)) for spot in legal)),)
            name = "choose_heading/forced" if forced else "choose_heading"
            rules = ("IS-WILD-04", "IS-OUT-02") if forced else ("IS-WILD-04", "IS-OUT-01")
            yield Choice(name, "choose_heading", Label(key), {"forced": forced}, picks, rules)
    if allows(here, wilderness_commands.ChooseHeading()):
        yield Choice("stay", "choose_heading", Label("choice.stay"), {"to": ""}, (), ("IS-HEAL-03",))


def for_turn(here: Here, seat: Seat, out: Expedition) -> Iterator[Choice]:
    """Actions of the dungeon turn that the parent does not have (IS-TURN-04)."""
    if seat.may_act_for(PARTY):
        yield from simple(here, c.RestTurn(), ("IS-TURN-12", "IS-TURN-13"))
    for one in company(here.state):
        if seat.may_act_for(one.id):
            yield from for_doer(here, out, one)


def for_doer(here: Here, out: Expedition, one: Character) -> Iterator[Choice]:
    """What somebody may do in a turn."""
    who = f"@{one.id}"
    yield from simple(here, c.LookOver(one.id), ("IS-TURN-09",), who=who)
    if not allows(here, c.SearchTraps(one.id)):
        return
    doors = [door.id for door in out.doors.values() if out.at in door.between and door.known]
    spots = picks_of(place(out).spots, "spot:")
    ways = picks_of(doors)
    spot = (Parameter("spot", picks=(Pick("", Label("choice.floor")), *spots, *ways)),)
    label = Label("choice.search_traps", {"who": who})
    yield Choice(f"search_traps/{one.id}", "search_traps", label, {"who": one.id}, spot, ("IS-TURN-08",))
    label = Label("choice.do_something", {"who": who})
    text = (Parameter("text", "text"),)
    yield Choice(f"do_something/{one.id}", "do_something", label, {"who": one.id}, text, ("IS-TURN-14",))


# ------------------------------------------------------------ the automatic player


def suggest(here: Here, seat: Seat) -> Command | None:
    """The next command of a plain automatic player in a seat."""
    if fighting(here.state):
        return automatic_player.suggest(here, seat)
    if here.state.awaiting:
        answer = own_answer(here) if seat.role == "referee" else None
        return answer or automatic_player.suggest(here, seat)
    journey, out = own(here.state).journey, here.state.expedition
    if journey is not None and not journey.over and out is not None and out.meeting is None:
        wishes = day_wishes(here, seat, journey)
        return next((wish for wish in wishes if allows(here, wish)), None)
    delve = delve_of(here.state)
    if delve is not None and out is not None and out.meeting is None and seat.may_act_for(PARTY):
        wishes = turn_wishes(here, out)
        found = next((wish for wish in wishes if allows(here, wish)), None)
        if found is not None:
            return found
    return automatic_player.suggest(here, seat)


def next_to_act(here: Here) -> frozenset[str]:
    """Who may act next; on a journey the day waits for the referee first, then for the party."""
    journey, out = own(here.state).journey, here.state.expedition
    quiet = not fighting(here.state) and not here.state.awaiting
    if quiet and journey is not None and not journey.over and out is not None and out.meeting is None:
        due = not going_on(here) or any(allows(here, step) for step in REFEREES_STEPS)
        return frozenset((REFEREE_ONLY if due else PARTY,))
    return automatic_player.next_to_act(here)


def own_answer(here: Here) -> Command | None:
    """What the automatic referee says to the questions of this chapter and of the turn."""
    question, journey = here.state.awaiting[0], own(here.state).journey
    if question.kind == "march" and journey is not None:
        return usual_march(here, journey)
    if question.kind == "night_march":
        return wilderness_commands.AllowNightMarch("yes")
    if question.kind == "traps":
        return c.JudgeTraps("")
    return c.JudgeDoing(1, DOING_CHANCE) if question.kind == "doing" else None


def usual_march(here: Here, journey: Journey) -> Command:
    """Where the heading is, unless the way is lost: then astray, as far as the option `lost_way` goes."""
    factor, worth = proposed_factor(here), str(here.state.options["lost_way"])
    if not journey.lost or worth == "all":
        return wilderness_commands.ConductMarch(journey.heading, str(factor))
    if worth == "half":
        return wilderness_commands.ConductMarch(journey.heading, str(factor), worth="half")
    others = () if journey.on_the_way else tuple(spot for spot in reachable(journey) if spot != journey.heading)
    return wilderness_commands.ConductMarch(others[0] if others else "", str(factor))


def day_wishes(here: Here, seat: Seat, journey: Journey) -> Iterator[Command]:
    """The next step of the day."""
    if seat.role == "referee":
        yield from REFEREES_STEPS
    if not going_on(here):
        if seat.role == "referee":
            yield wilderness_commands.EndJourney()
        return
    if seat.may_act_for(PARTY):
        heading = towards(journey, own(here.state).charted)
        yield wilderness_commands.ChooseHeading(heading)
        yield wilderness_commands.ChooseHeading()
        yield wilderness_commands.MakeCamp()
        yield wilderness_commands.BreakCamp()


def towards(journey: Journey, been: tuple[str, ...] = ()) -> str:
    """The first step of the way with the fewest miles to the goal; without a goal, to where the party has not been.

    `been`: the hexes that it has come to, in that order; where it was longest ago comes before where it was last. On
    roads, where nobody keeps a chart, it takes them by turns.
    """
    around = reachable(journey)
    if journey.goal:
        best = miles_to(journey.land, journey.goal)
        return min(around, key=lambda spot: best.get(spot, 0) + journey.miles_from_here(spot), default="")
    if journey.on_the_way:
        return around[0]
    if journey.land.kind != "hex":
        return around[journey.day % len(around)] if around else ""
    last = {spot: number for number, spot in enumerate(been, 1)}
    return min(around, key=lambda spot: (last.get(spot, 0), journey.miles_from_here(spot)), default="")


def turn_wishes(here: Here, out: Expedition) -> Iterator[Command]:
    """Rest when it is due; end a turn in which nobody can do more."""
    delve = delve_of(here.state)
    if delve is None or place(out).safe or not going_on(here):
        return
    yield from rest_that_is_due(here.state)
    if all(rounds_left(here.state, one.id) <= 0 for one in active(here)) or delve.tasks:
        yield PassTurns()


def rest_that_is_due(state: ParentState) -> Iterator[Command]:
    """A turn of rest; where the turn under way is none any more, its end comes first (IS-TURN-12, IS-TURN-13).

    The last turn before it ends when somebody has no room for another step: a walk would begin the turn of rest.
    """
    delve = delve_of(state)
    if delve is None:
        return
    if is_rest_due(delve):
        yield c.RestTurn()
        yield PassTurns()
    elif is_rest_due(replace(delve, active=delve.active + 1)) and is_turn_full(delve):
        yield PassTurns()


# ------------------------------------------------------------ words


def name_of(here: Here, subject: str, language: Language) -> Name:
    """The name of a spot of the map or a kind of weather."""
    found = said(here, subject)
    if found is not None:
        return found.in_(here.rules.texts, language)
    journey = own(here.state).journey
    spot = journey.land.spots.get(subject) if journey is not None else None
    return telling.name_of(here, subject, language) if spot is None or spot.name is None else spot.name.in_(language)


def said(here: Here, subject: str) -> Said | None:
    """A hex without a name: its country, and where it lies."""
    journey = own(here.state).journey
    spot = journey.land.spots.get(subject) if journey is not None else None
    if spot is None or spot.name is not None:
        return telling.said(here, subject)
    name = here.rules.content.exploration.terrains[spot.terrain].name
    italian = name.in_("it")
    parts: dict[str, Noted] = {"terrain": own_name(italian, name.in_("en")), "lie": lie_of(spot.id)}
    return Said("place.hex", gender=italian.gender, grammar=italian.grammar, parts=parts)


def compass(rules: Rules, way: str, language: Language) -> str:
    """One of the six directions of a hex map, in words."""
    return rules.texts.say(language, f"compass.{way}")


def lie_of(spot: str) -> Said:
    """Where a hex without a name lies, from the middle of the map."""
    steps = steps_from_middle(spot)
    values: dict[str, int | float | str] = {}
    for number, (way, count) in enumerate(steps):
        values |= {f"way{number}": f"@compass.{way}", f"count{number}": count}
    return Said(f"place.hex.{len(steps)}", values)


def picture(here: Here, seat: Seat, language: Language) -> list[str]:
    """The day or the turn above the parent's lines."""
    lines = pictures.picture(here, seat, language)
    if fighting(here.state):
        return lines
    say = here.rules.texts.say
    journey, delve, out = own(here.state).journey, delve_of(here.state), here.state.expedition
    if journey is not None and not journey.over:
        known = journey.known_place or seat.role == "referee"
        at = here.rules.name_of(here, journey.at, language) if known else say(language, "place.lost")
        weather = entry_name(here.rules, "weather", journey.weather, language) if journey.weather else "–"
        step = say(language, f"step.{journey.told_step}")
        told = "picture.day" if journey.day else "picture.night"
        lines.insert(0, say(language, told, day=journey.day, at=at, weather=weather, step=step))
        if known and journey.land.kind == "hex" and not journey.on_the_way:
            lines.insert(1, say(language, "chart.around", ways="; ".join(around(here, journey, language).values())))
    elif delve is not None and out is not None:
        turn = out.turns_inside + 1
        lines.insert(0, say(language, "picture.turn", turn=turn, owed=delve.rests_due, since=delve.active))
    for who, nights in own(here.state).sleepless.items():
        lines.append(say(language, "picture.sleepless", who=here.rules.name_of(here, who, language), nights=nights))
    return lines


def around(here: Here, journey: Journey, language: Language) -> dict[str, str]:
    """What country lies in each direction of the hex where the party stands."""
    terrains, say = here.rules.content.exploration.terrains, here.rules.texts.say
    found = {}
    for spot in reachable(journey):
        terrain = terrains[journey.land.spots[spot].terrain].name.in_(language)
        way = direction(journey.land, journey.at, spot)
        found[spot] = say(language, f"choice.direction.{way}", spot=terrain) if way else str(terrain)
    return found


def miles_to(land: Land, goal: str) -> dict[str, int]:
    """The fewest miles from every spot to a goal."""
    best = {goal: 0}
    todo = [goal]
    while todo:
        todo.sort(key=best.__getitem__)
        here = todo.pop(0)
        for other, miles in land.around(here).items():
            if other not in best or best[here] + miles < best[other]:
                best[other] = best[here] + miles
                todo.append(other)
    return best
