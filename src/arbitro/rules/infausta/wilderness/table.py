"""The wilderness and the dungeon turn at the table: what may be chosen, what an automatic player does, what is shown.

**The automatic party** heads straight for its goal by the shortest way, or to the first spot around it; never forces a
march; camps every night with a watch of all its members in turn; and in a dungeon rests whenever rest is due.
**In the referee's chair** it rolls for the weather; lets a party that lost its way go to the first other spot around
it, and others where they want to; accepts the proposed factor of hard ground and bad weather; allows marches by
night; finds nothing for those who look for traps without a knack, and lets anything else succeed on a 2 in 6 within a
round.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.seat import Seat
from arbitro.kernel.then import Then
from arbitro.rules.infausta import commands as c
from arbitro.rules.infausta import events as e
from arbitro.rules.infausta.view import widened
from arbitro.rules.infausta.wilderness import commands as w
from arbitro.rules.infausta.wilderness import events as we
from arbitro.rules.infausta.wilderness.day import Days
from arbitro.rules.infausta.wilderness.land import direction, steps_from_middle
from arbitro.rules.infausta.wilderness.state import Journey, Land
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.exploring.commands import PassTurns, Travel
from arbitro.rules.whitebox.exploring.state import Expedition
from arbitro.rules.whitebox.people.state import PARTY, Character
from arbitro.rules.whitebox.state import Combatant, Fight
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.view import View
from arbitro.text import Language, Name

DOING_CHANCE = 2


class Wilderness(Days):
    """Everything that a person at the table sees of this game's own."""

    def travel(self, scene: Scene, command: Travel) -> Refusal | None:
        """On a journey the day has an order of its own (IS-WILD-03)."""
        if not isinstance(self.travelling(scene.state), Refusal):
            return Refusal("day_in_order", {}, ("IS-WILD-03",))
        return super().travel(scene, command)

    def finished(self, state: ParentState) -> bool:
        """A journey ends with its last day, or with the party."""
        journey = self.own(state).journey
        if journey is None:
            return super().finished(state)
        return journey.over or state.expedition is None or state.expedition.over

    def view(self, state: ParentState, seat: Seat) -> Struct:
        """The table as a seat may know it."""
        seen = super().view(state, seat)
        journey = self.own(state).journey
        ways = self.reachable(journey) if journey is not None else ()
        return widened(seen, self.own(state), seat, ways) if isinstance(seen, View) else seen

    # ------------------------------------------------------------ choices

    def choices(self, state: ParentState, seat: Seat) -> Iterable[Choice]:
        """The parent's, then the questions and steps of this game."""
        yield from super().choices(state, seat)
        if self.fighting(state):
            if seat.role == "referee" and state.fight is not None and not state.awaiting:
                yield from self.fight_for_referee(state, state.fight)
            return
        if state.awaiting:
            if seat.role == "referee":
                yield from self.own_answers(state)
            return
        journey = self.own(state).journey
        out = state.expedition
        if journey is not None and not journey.over and out is not None and out.meeting is None:
            yield from self.for_day(state, seat, journey)
        elif self.delve(state) is not None and out is not None and out.meeting is None:
            yield from self.for_turn(state, seat, out)

    def fight_for_referee(self, state: ParentState, fight: Fight) -> Iterator[Choice]:
        """Breaking a spell, and what weighs on morale."""
        for one in fight.combatants.values():
            if self.allows(state, c.InterruptSpell(one.id)):
                label = Label("choice.interrupt_spell", {"who": f"@{one.id}"})
                fixed: dict[str, str | int] = {"caster": one.id}
                yield Choice(f"interrupt_spell/{one.id}", "interrupt_spell", label, fixed, (), ("IS-SPELL-02",))
        for group in dict.fromkeys(one.profile.group for one in fight.combatants.values() if self.may_waver(one)):
            label = Label("choice.weigh_morale", {"group": f"@{group}"})
            other = Parameter("other", "number", minimum=-12, maximum=12)
            fixed = {"group": group}
            yield Choice(f"weigh_morale/{group}", "weigh_morale", label, fixed, (other,), ("IS-MORALE-04",))

    @staticmethod
    def may_waver(one: Combatant) -> bool:
        """Whether somebody's morale can be tested at all."""
        return bool(one.profile.group) and one.condition == "up" and not one.profile.fearless

    def own_answers(self, state: ParentState) -> Iterator[Choice]:
        """What the referee may answer to this game's own questions."""
        question = state.awaiting[0]
        journey = self.own(state).journey
        if question.kind == "march" and journey is not None:
            spots = tuple(Pick(spot, self.spot_label(journey, spot)) for spot in self.reachable(journey))
            factors = dict.fromkeys((str(self.proposed_factor(state)), "1", "3/4", "2/3", "1/2", "1/3", "1/4"))
            picks = tuple(Pick(factor, Label("answer.terrain", {"factor": factor})) for factor in factors)
            haste = tuple(Pick(word, Label(f"answer.forced.{word}")) for word in ("yes", "no"))
            asked = (Parameter("to", picks=spots), Parameter("factor", picks=picks), Parameter("forced", picks=haste))
            yield Choice("conduct_march", "conduct_march", Label("choice.conduct_march"), {}, asked, question.rules)
        elif question.kind == "night_march":
            picks = tuple(Pick(word, Label(f"answer.night_march.{word}")) for word in ("yes", "no"))
            allowed = (Parameter("allowed", picks=picks),)
            label = Label("choice.allow_night_march")
            yield Choice("allow_night_march", "allow_night_march", label, {}, allowed, question.rules)
        elif question.kind == "traps":
            out = state.expedition
            found = () if out is None else tuple(trap for trap in out.traps.values() if trap.place == out.at)
            hidden = tuple(Pick(trap.id, Label("name", {"who": f"@{trap.id}"})) for trap in found if not trap.found)
            nothing = Pick("", Label("answer.examine.nothing"))
            word = (Parameter("word", picks=(nothing, *hidden)),)
            yield Choice("judge_traps", "judge_traps", Label("choice.judge_traps"), {}, word, question.rules)
        elif question.kind == "doing":
            numbers = (
                Parameter("rounds", "number", minimum=0, maximum=100),
                Parameter("chance", "number", minimum=0, maximum=7),
            )
            yield Choice("judge_doing", "judge_doing", Label("choice.judge_doing"), {}, numbers, question.rules)

    @staticmethod
    def spot_label(journey: Journey, spot: str) -> Label:
        """A spot by its direction on a hex map, else by its name."""
        way = direction(journey.land, journey.at, spot)
        found = journey.land.spots[spot]
        called = f"@{spot}" if found.name is not None or not way else f"@terrain:{found.terrain}"
        return Label(f"choice.direction.{way}", {"spot": called}) if way else Label("name", {"who": called})

    def for_day(self, state: ParentState, seat: Seat, journey: Journey) -> Iterator[Choice]:
        """The step at which the day stands (IS-WILD-03)."""
        if seat.role == "referee":
            yield from self.day_for_referee(state, journey)
        if not seat.may_act_for(PARTY):
            return
        if journey.step == "heading":
            yield from self.headings(state, journey)
        if self.allows(state, w.MakeCamp()):
            guards = [one.id for one in self.active(state)]
            single = tuple(Pick(who, Label("name", {"who": f"@{who}"})) for who in guards)
            words = tuple(Pick(word, Label(f"answer.watches.{word}")) for word in ("all", "none"))
            watches = (Parameter("watches", picks=(*words, *single)),)
            rules = ("IS-WILD-08", "IS-WILD-17")
            yield Choice("make_camp", "make_camp", Label("choice.make_camp"), {}, watches, rules)
        yield from self.simple(state, w.MarchOn(), ("IS-WILD-11",))
        yield from self.simple(state, w.BreakCamp(), ("IS-WILD-03",))

    def day_for_referee(self, state: ParentState, journey: Journey) -> Iterator[Choice]:
        """Weather, encounters, the end, marks."""
        if self.allows(state, w.AnnounceWeather("?")):
            by_dice = Pick("?", Label("choice.weather_by_dice"))
            picks = tuple(Pick(name, Label("weather", {"weather": f"@weather:{name}"})) for name in self.weathers())
            weather = (Parameter("weather", picks=(by_dice, *picks)),)
            label = Label("choice.announce_weather")
            yield Choice("announce_weather", "announce_weather", label, {}, weather, ("IS-WILD-04",))
        yield from self.simple(state, w.PlayEncounter(), ("IS-WILD-07", "IS-TURN-15"))
        yield from self.simple(state, w.EndJourney(), ("IS-WILD-01",))
        for one in self.company(state):
            command = w.MarkFrail(one.id, one.id not in journey.frail)
            key = "choice.mark_frail" if command.frail else "choice.unmark_frail"
            fixed: dict[str, str | int] = {"walker": one.id, "frail": command.frail}
            label = Label(key, {"who": f"@{one.id}"})
            yield Choice(f"mark_frail/{one.id}", "mark_frail", label, fixed, (), ("IS-WILD-10",))

    def headings(self, state: ParentState, journey: Journey) -> Iterator[Choice]:
        """Where to go, at both paces, or to stay."""
        for forced in (False, True):
            legal = [spot for spot in self.reachable(journey) if self.allows(state, w.ChooseHeading(spot, forced))]
            if legal:
                key = "choice.choose_heading_forced" if forced else "choice.choose_heading"
                picks = (Parameter("to", picks=tuple(Pick(spot, self.spot_label(journey, spot)) for spot in legal)),)
                name = "choose_heading/forced" if forced else "choose_heading"
                rules = ("IS-WILD-04", "IS-OUT-02") if forced else ("IS-WILD-04", "IS-OUT-01")
                yield Choice(name, "choose_heading", Label(key), {"forced": forced}, picks, rules)
        if self.allows(state, w.ChooseHeading()):
            yield Choice("stay", "choose_heading", Label("choice.stay"), {"to": ""}, (), ("IS-HEAL-03",))

    def for_turn(self, state: ParentState, seat: Seat, out: Expedition) -> Iterator[Choice]:
        """Actions of the dungeon turn that the parent does not have (IS-TURN-04)."""
        if seat.may_act_for(PARTY):
            yield from self.simple(state, c.RestTurn(), ("IS-TURN-12", "IS-TURN-13"))
        for one in self.company(state):
            if seat.may_act_for(one.id) or seat.may_act_for(PARTY):
                yield from self.for_doer(state, out, one)

    def for_doer(self, state: ParentState, out: Expedition, one: Character) -> Iterator[Choice]:
        """What somebody may do in a turn."""
        who = f"@{one.id}"
        yield from self.simple(state, c.LookOver(one.id), ("IS-TURN-09",), who=who)
        if not self.allows(state, c.SearchTraps(one.id)):
            return
        doors = [door.id for door in out.doors.values() if out.at in door.between and door.known]
        spots = tuple(Pick(spot, Label("name", {"who": f"@spot:{spot}"})) for spot in self.place(out).spots)
        ways = tuple(Pick(door, Label("name", {"who": f"@{door}"})) for door in doors)
        spot = (Parameter("spot", picks=(Pick("", Label("choice.floor")), *spots, *ways)),)
        label = Label("choice.search_traps", {"who": who})
        yield Choice(f"search_traps/{one.id}", "search_traps", label, {"who": one.id}, spot, ("IS-TURN-08",))
        label = Label("choice.do_something", {"who": who})
        text = (Parameter("text", "text"),)
        yield Choice(f"do_something/{one.id}", "do_something", label, {"who": one.id}, text, ("IS-TURN-14",))

    # ------------------------------------------------------------ the automatic player

    def suggest(self, state: ParentState, seat: Seat) -> Command | None:
        """The next command of a plain automatic player in a seat."""
        if self.fighting(state):
            return super().suggest(state, seat)
        if state.awaiting:
            own = self.own_answer(state) if seat.role == "referee" else None
            return own or super().suggest(state, seat)
        journey, out = self.own(state).journey, state.expedition
        if journey is not None and not journey.over and out is not None and out.meeting is None:
            wishes = self.day_wishes(state, seat, journey)
            return next((wish for wish in wishes if self.allows(state, wish)), None)
        delve = self.delve(state)
        if delve is not None and out is not None and out.meeting is None and seat.may_act_for(PARTY):
            wishes = self.turn_wishes(state, out)
            found = next((wish for wish in wishes if self.allows(state, wish)), None)
            if found is not None:
                return found
        return super().suggest(state, seat)

    def own_answer(self, state: ParentState) -> Command | None:
        """What the automatic referee says to this game's own questions."""
        question, journey = state.awaiting[0], self.own(state).journey
        if question.kind == "march" and journey is not None:
            others = [spot for spot in self.reachable(journey) if spot != journey.heading]
            to = others[0] if journey.lost and others else journey.heading
            return w.ConductMarch(to, str(self.proposed_factor(state)))
        if question.kind == "night_march":
            return w.AllowNightMarch("yes")
        if question.kind == "traps":
            return c.JudgeTraps("")
        return c.JudgeDoing(1, DOING_CHANCE) if question.kind == "doing" else None

    def day_wishes(self, state: ParentState, seat: Seat, journey: Journey) -> Iterator[Command]:
        """The next step of the day."""
        if seat.role == "referee":
            yield w.AnnounceWeather("?")
            yield w.PlayEncounter()
        if not self.going_on(state):
            if seat.role == "referee":
                yield w.EndJourney()
            return
        if seat.may_act_for(PARTY):
            heading = self.towards(journey)
            yield w.ChooseHeading(heading)
            yield w.ChooseHeading()
            yield w.MakeCamp()
            yield w.BreakCamp()

    def towards(self, journey: Journey) -> str:
        """The first step of the way with the fewest miles to the goal; without a goal, the first spot around."""
        around = self.reachable(journey)
        if journey.on_the_way:
            return around[0]
        best = miles_to(journey.land, journey.goal) if journey.goal else {}
        return min(around, key=lambda spot: best.get(spot, 0) + journey.land.around(journey.at)[spot], default="")

    def turn_wishes(self, state: ParentState, out: Expedition) -> Iterator[Command]:
        """Rest when it is due; end a turn in which nobody can do more."""
        delve = self.delve(state)
        if delve is None or self.place(out).safe or not self.going_on(state):
            return
        if delve.rests_due or delve.active >= 5:
            yield c.RestTurn()
        if all(self.rounds_left(state, one.id) <= 0 for one in self.active(state)) or delve.tasks:
            yield PassTurns()

    # ------------------------------------------------------------ words

    def name_of(self, state: ParentState, subject: str, language: Language) -> Name:
        """Also a spot of the map, and a kind of weather."""
        journey = self.own(state).journey
        if journey is not None and subject in journey.land.spots:
            spot = journey.land.spots[subject]
            if spot.name is not None:
                return spot.name.in_(language)
            terrain = self.content.exploration.terrains[spot.terrain].name.in_(language)
            return Name(f"{terrain} ({self.lie_of(spot.id, language)})", terrain.gender, terrain.grammar)
        return super().name_of(state, subject, language)

    def lie_of(self, spot: str, language: Language) -> str:
        """Where a hex without a name lies, from the middle of the map."""
        say, steps = self.texts.say, steps_from_middle(spot)
        values: dict[str, object] = {}
        for number, (way, count) in enumerate(steps):
            values |= {f"way{number}": say(language, f"compass.{way}"), f"count{number}": count}
        return say(language, f"place.hex.{len(steps)}", **values)

    def or_nobody(self, then: Then[ParentState], people: tuple[str, ...], language: Language) -> str:
        """People by name; where there are none, nobody."""
        return ", ".join(then.name(who, language) for who in people) or self.texts.say(language, "choice.nobody")

    def words_for(self, then: Then[ParentState], event: Event, language: Language) -> dict[str, str]:
        """Weather, country and spells by name."""
        match event:
            case we.WeatherAnnounced():
                return {"weather": self.entry_name("weather", event.weather, language)}
            case we.Arrived() | we.CameTo() | we.WildernessChecked() | we.TroubleCame():
                terrain = self.entry_name("terrain", event.terrain, language)
                found: dict[str, str] = {"terrain": terrain}
                if isinstance(event, we.Arrived):  # a hex without a name is called by its country
                    told = then.name(event.at, language).startswith(terrain)
                    found["country"] = "" if told else f" ({terrain})"
                if isinstance(event, we.TroubleCame):
                    found["awake"] = self.or_nobody(then, event.awake, language)
                return found
            case we.MarchAsked() | we.CampOffered():
                return {"needy": self.or_nobody(then, event.needy, language)}
            case we.SpellSlipped():
                return {"spell": self.entry_name("spell", event.spell, language)}
            case e.SpellBroken():
                return {"spell": then.name(f"{event.who}/{event.spell}", language)}
            case e.WeaponShot():
                return {"weapon": then.name(f"{event.who}/{event.weapon}", language)}
            case e.MoraleWeighed():
                return {"group": then.name(event.group, language)}
            case e.ActionWasted():
                return {"intent": self.texts.say(language, f"intent.{event.kind}")}
            case e.TaskSet():
                return {"doing": self.texts.say(language, f"task.{event.task.kind}")}
            case _:
                return super().words_for(then, event, language)

    def picture(self, state: ParentState, seat: Seat, language: Language) -> list[str]:
        """The day or the turn above the parent's lines."""
        lines = super().picture(state, seat, language)
        if self.fighting(state):
            return lines
        say = self.texts.say
        journey, delve, out = self.own(state).journey, self.delve(state), state.expedition
        if journey is not None and not journey.over:
            known = journey.known_place or seat.role == "referee"
            at = self.name_of(state, journey.at, language) if known else say(language, "place.lost")
            weather = self.entry_name("weather", journey.weather, language) if journey.weather else "–"
            step = say(language, f"step.{journey.step}")
            lines.insert(0, say(language, "picture.day", day=journey.day, at=at, weather=weather, step=step))
        elif delve is not None and out is not None:
            lines.insert(0, say(language, "picture.turn", turn=out.turns + 1, owed=delve.rests_due, since=delve.active))
        for who, nights in self.own(state).sleepless.items():
            lines.append(say(language, "picture.sleepless", who=self.name_of(state, who, language), nights=nights))
        return lines


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
