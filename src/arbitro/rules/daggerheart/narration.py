"""The game in words: names, what fills the gaps of its sentences, and the scene as lines of text."""

from msgspec.structs import replace

from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.sketch import Sketch
from arbitro.kernel.then import Then
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import picture, view
from arbitro.rules.daggerheart.basics import PLACE
from arbitro.rules.daggerheart.duality import net
from arbitro.rules.daggerheart.natures import NaturalTactics
from arbitro.rules.daggerheart.state import Foe, Hero, State
from arbitro.text import Language, Name


class Narration(NaturalTactics):
    """Everything a reader sees of the game."""

    def seats(self, state: State) -> tuple[Seat, ...]:
        """One seat for the whole party and one for each PC; the GM sits in the referee's chair."""
        if not state.party:
            return ()
        each = (Seat(who, "player", frozenset((who,))) for who in state.party)
        return (Seat("party", "player", frozenset(state.party)), *each)

    # ------------------------------------------------------------------ names

    def name_of(self, state: State, subject: str, language: Language) -> Name:
        """A PC, an adversary, the environment, a thing of theirs (``berta/mace``), a condition, a move."""
        who, _, thing = subject.partition("/")
        if who in ("landing", "move", "outcome", "trait"):
            return Name(self.texts.say(language, f"{who}.{thing}"))
        if who == "class" and thing in self.library.classes:
            return self.library.classes[thing].name.in_(language)
        if who == "detail":
            return Name(dict(self.learnable(state))[int(thing)].in_(language))
        if who == "countdown":
            found = self.find_countdown(state, thing)
            return found.name.in_(language) if found is not None else Name(thing)
        one = self.anybody(state, who)
        if one is not None:
            return self._thing(one, thing, language) if thing else one.name.in_(language)
        if who == PLACE:
            return self._of_place(state, thing, language)
        if who == REFEREE_ONLY:
            return Name(self.texts.say(language, "referee"))
        return self._in_books(subject, language)

    def _thing(self, one: Hero | Foe, thing: str, language: Language) -> Name:
        if isinstance(one, Hero):
            sheet = one.sheet
            things = {each.id: each.name for each in sheet.weapons}
            things |= {each.id: each.name for each in (*sheet.powers, *sheet.vault)}
            things |= {each.id: each.name for each in sheet.experiences}
            if thing == "unarmed":
                return Name(self.texts.say(language, "unarmed"), "f")
        else:
            things = {each.id: each.name for each in one.block.features}
            things |= {each.id: each.name for each in one.block.experiences}
        return things[thing].in_(language) if thing in things else Name(thing)

    def _of_place(self, state: State, thing: str, language: Language) -> Name:
        place = state.scene.place if state.scene is not None else None
        if place is None:
            return Name(thing or self.texts.say(language, "place"))
        feature = next((each for each in place.features if each.id == thing), None)
        return feature.name.in_(language) if feature is not None else place.name.in_(language)

    def _in_books(self, subject: str, language: Language) -> Name:
        books = self.library
        if subject in books.conditions:
            return books.conditions[subject].name.in_(language)
        if subject in books.adversaries:
            return books.adversaries[subject].name.in_(language)
        if subject in books.places:
            return books.places[subject].name.in_(language)
        return books.powers[subject].name.in_(language) if subject in books.powers else Name(subject)

    # ------------------------------------------------------------------ gaps

    def words_for(self, then: Then[State], event: Event, language: Language) -> dict[str, str]:
        """Names of things and reasons that an event only has ids of."""
        say = self.texts.say
        match event:
            case e.CampaignBegan():
                return {"party": ", ".join(hero.name.in_(language) for hero in event.party)}
            case e.SceneOpened():
                goal = event.goal.in_(language) if event.goal is not None else ""
                return {"goal": goal, "tension": say(language, f"tension.{event.tension}")}
            case e.SceneEnded():
                verdict = say(language, f"verdict.{event.verdict}")
                return {"verdict": verdict, "tension": say(language, f"tension.{event.tension}")}
            case e.TensionSet():
                return {"tension": say(language, f"tension.{event.tension}")}
            case e.FoeAppeared():
                return {"who": self._several(event, language) if event.together > 1 else event.name.in_(language)}
            case (
                e.PlaceSeen()
                | e.CountdownStarted()
                | e.CountdownShown()
                | e.CountdownAdvanced()
                | e.CountdownTriggered()
                | e.CountdownDropped()
            ):
                return {"name": event.name.in_(language)}
            case e.FeatureUsed():
                faces = ", ".join(f"d{die.sides}: {die.face}" for die in event.dice)
                return {"name": event.name.in_(language), "shown": faces}
            case e.GoldChanged():
                return {"count": str(abs(event.by))}
            case e.Found():
                return {"name": event.name.in_(language)}
            case e.Learned():
                return {"details": "; ".join(detail.in_(language) for detail in event.details)}
            case e.FearGained():
                return {"why": self._why(language, event.why)}
            case e.HopeChanged():
                return {"why": self._why(language, event.why), "count": str(abs(event.by))}
            case e.FearSpent():
                return {
                    "use": say(language, f"fear_use.{event.use}")
                    if self.texts.find(language, f"fear_use.{event.use}")
                    else event.use
                }
            case e.ConditionGained():
                return {
                    "condition": self._condition_name(then.name(event.who, language), event.condition.name, language)
                }
            case e.ConditionLost():
                return {"condition": self._condition_name(then.name(event.who, language), event.name, language)}
            case e.RollRequested():
                request = event.request
                stakes = say(language, "stakes", stakes=request.stakes) if request.stakes else ""
                warned = say(language, "unavoidable", text=request.unavoidable) if request.unavoidable else ""
                trait = say(language, f"trait.{request.trait}")
                return {"trait": trait, "stakes": stakes + warned, "difficulty": str(request.difficulty)}
            case e.ActionRolled() | e.ReactionRolled():
                dice = event.check.dice
                faces = say(language, "duality", hope=dice[0].face, fear=dice[1].face)
                return {"trait": say(language, f"trait.{event.trait}"), "faces": faces}
            case e.RollClosed() | e.TagChosen():
                return {"phrase": say(language, f"phrase.{event.outcome}")}
            case e.MoveMade():
                return {
                    "move": say(language, f"move.{event.move}"),
                    "tag": say(language, f"tag.{event.tag}"),
                    "note": self._note(event.text),
                }
            case e.ThreatPending():
                return {"text": event.text or say(language, f"move.{event.move}")}
            case e.ThreatSettled():
                key = f"move.{event.text}"
                return {"text": say(language, key) if self.texts.find(language, key) else event.text}
            case e.FoeActed() | e.PlayerTold() | e.EdgeGiven() | e.BargainOffered() | e.FateRolled():
                return {"note": self._note(event.text)}
            case e.RestMoveMade():
                other = then.name(event.whom, language) if event.whom not in ("", event.who) else ""
                return {"move": say(language, f"rest.{event.move}"), "whom": self._note(other)}
            case e.DamageRolled():
                return {
                    "kind": say(language, f"kind.{event.kind}"),
                    "direct": say(language, "direct") if event.direct else "",
                }
            case e.Described():
                return {"trait": say(language, f"trait.{event.deed.trait}") if event.deed.trait else "–"}
            case e.CardTaken():
                return {"power": event.power.name.in_(language)}
            case e.CardMoved():
                return {"power": then.name(f"{event.who}/{event.power}", language)}
            case e.Advanced():
                return {"kind": say(language, f"advance.{event.kind}")}
            case e.TokensChanged():
                return {"shown": ", ".join(f"{then.name(who, language)} {n}" for who, n in event.tokens.items())}
            case _:
                return {}

    def _several(self, event: e.FoeAppeared, language: Language) -> Name:
        """Those who appear together, in the plural; whoever was made up on the spot has no other form."""
        kind = self.library.kinds.get(event.who.rpartition("-")[0])
        return replace(event.name, number=0).in_(language) if kind is None else kind.many(language)

    def _condition_name(self, bearer: Name, name: str, language: Language) -> str:
        noun = self.library.conditions[name].name
        return noun.feminine if language == "it" and bearer.gender == "f" and noun.feminine else noun.in_(language)

    def _why(self, language: Language, why: str) -> str:
        key = f"gained.{why}"
        return self.texts.say(language, key) if self.texts.find(language, key) is not None else why

    @staticmethod
    def _note(text: str) -> str:
        return f" ({text})" if text else ""

    # ------------------------------------------------------------------ the scene in lines

    def picture(self, state: State, seat: Seat, language: Language) -> list[str]:
        """Fear and spotlight, the party, the adversaries, the countdowns; for the GM what the rules call for."""
        seen = view.view(state, seat)
        if seen.scene is None:
            return []
        say, scene = self.texts.say, seen.scene
        holder = self.name_of(state, scene.holder, language) if picture.holder(seen, scene) else "–"
        lines = [
            say(
                language,
                "picture.moment",
                fear=seen.fear.held,
                spent=scene.fear_spent,
                side=say(language, f"side.{scene.spotlight}"),
                holder=holder,
            )
        ]
        if scene.place is not None:
            lines.append(say(language, "picture.place", place=scene.place.in_(language)))
        if scene.goal is not None:
            lines.append(say(language, "picture.goal", goal=scene.goal.in_(language)))
        lines.append(say(language, "picture.party"))
        lines += [f"  {self._hero_line(state, hero, language)}" for hero in seen.party]
        if scene.foes:
            lines.append(say(language, "picture.foes"))
            lines += [f"  {self._foe_line(state, foe, language)}" for foe in scene.foes]
        for countdown in scene.countdowns:
            lines.append(say(language, "picture.countdown", name=countdown.name.in_(language), value=countdown.value))
        if scene.pending is not None:
            lines.append(self._request_line(state, scene.pending, language))
        if seat.knows(REFEREE_ONLY):
            lines += [say(language, "picture.advice", text=each.text) for each in self.advice(state, language)]
        return lines

    def _hero_line(self, state: State, hero: view.HeroView, language: Language) -> str:
        say = self.texts.say
        name = hero.name.in_(language)
        if hero.status != "up":
            return say(language, "picture.down", who=name, status=say(language, f"status.{hero.status}", who=name))
        return say(
            language,
            "picture.hero",
            who=name,
            hope=hero.hope,
            hp=hero.hp[0],
            hp_max=hero.hp[1],
            stress=hero.stress[0],
            stress_max=hero.stress[1],
            armour=hero.armour_marked,
            armour_max=self.armour_slots(state.party[hero.id]),
            evasion=self.evasion(state.party[hero.id]),
            feet=hero.at,
            conditions=self._conditions(state, hero.id, hero.conditions, language),
        )

    def _request_line(self, state: State, request: view.RequestView, language: Language) -> str:
        """What a roll that is due adds to the dice; its exact odds where the seat knows the Difficulty."""
        full = self.scene(state).pending
        if full is None:
            return ""
        say, hero = self.texts.say, state.party[request.actor]
        sign = net(*self.sources(state, hero, full))
        die = say(language, "picture.die_more" if sign > 0 else "picture.die_less") if sign else ""
        values: dict[str, object] = {
            "who": hero.name.in_(language),
            "trait": say(language, f"trait.{request.trait}"),
            "modifier": f"{sum(each.amount for each in self.modifiers(hero, full)):+d}",
            "die": die,
        }
        line = say(language, "picture.request", **values)
        if request.difficulty is None:
            return line
        shown = (
            f"{say(language, f'outcome.{name}')} {100 * float(chance):.0f} %"
            for name, chance in self.odds(state, full).items()
        )
        return line + say(language, "picture.request_odds", difficulty=request.difficulty, odds=", ".join(shown))

    def _foe_line(self, state: State, foe: view.FoeView, language: Language) -> str:
        say = self.texts.say
        name = foe.name.in_(language)
        health = say(language, f"wounds.{foe.wounds}", who=name)
        if foe.wounds == "down":
            return say(language, "picture.down", who=name, status=health)
        if foe.numbers is not None:
            numbers = foe.numbers
            health += say(
                language,
                "picture.numbers",
                difficulty=numbers.difficulty,
                hp=numbers.hp[0],
                hp_max=numbers.hp[1],
                stress=numbers.stress[0],
                stress_max=numbers.stress[1],
            )
        conditions = self._conditions(state, foe.id, foe.conditions, language)
        return say(language, "picture.foe", who=name, feet=foe.at, health=health, conditions=conditions)

    def _conditions(self, state: State, who: str, names: tuple[str, ...], language: Language) -> str:
        return f" [{', '.join(self.condition_names(state, who, names, language))}]" if names else ""

    def condition_names(self, state: State, who: str, names: tuple[str, ...], language: Language) -> list[str]:
        """Conditions in words that agree with whoever bears them."""
        bearer = self.name_of(state, who, language)
        return [self._condition_name(bearer, name, language) for name in names]

    # ------------------------------------------------------------------ the scene to look at

    def sketch(self, state: State, seat: Seat, language: Language) -> Sketch | None:
        """The spotlight, Fear, the countdowns, and everybody on the line."""
        return picture.sketch(self, state, seat, language)
