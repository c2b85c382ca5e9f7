"""Who may act now, where they go, and how a resolution stops for an answer and goes on after it."""

from typing import Literal

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.basics import Play
from arbitro.rules.daggerheart.damage import Damage
from arbitro.rules.daggerheart.state import (
    Agenda,
    Entry,
    Foe,
    Hero,
    State,
)
from arbitro.rules.daggerheart.words import Band


class Asking(Damage):
    """The ground under every roll."""

    def ask(self, play: Play, question: Question, *steps: Agenda) -> None:
        """Stop here until somebody has answered; everything still to be settled waits in the state."""
        play.happen(e.Asked(question, (*steps, *play.agenda), audience=REFEREE_ONLY, rules=question.rules))
        play.agenda = []

    def resume(self, play: Play, kind: str) -> list[Agenda]:
        """Go on after an answer."""
        agenda = list(self.scene(play.state).agenda)
        play.happen(e.Answered(kind, audience=REFEREE_ONLY))
        play.agenda = agenda
        return agenda

    def may_act(self, state: State, who: str) -> Hero | Refusal:
        """A PC who may do something now: the players have the spotlight and nothing is pending."""
        scene = self.running(state)
        if isinstance(scene, Refusal):
            return scene
        if scene.spotlight != "players":
            return Refusal("gm_spotlight", {}, ("DH-SPOTLIGHT-01",))
        if state.rest is not None:
            return Refusal("resting", {}, ("DHP-REST-01",))
        hero = self.hero(state, who)
        if isinstance(hero, Hero) and state.options["spotlight_tracker"] and not hero.tokens:
            return Refusal("no_tokens", {"who": f"@{who}"}, ("DHP-SPOT-03",))
        return hero

    def toll(self, hero: Hero) -> int:
        """The Hope that bonds make somebody spend to make an action roll at all (DHP-COND-06)."""
        return sum(entry.roll_hope for entry in self.afflictions(hero))

    def barred(self, hero: Hero, besides: int = 0) -> Refusal | None:
        """Whether somebody cannot pay for an action roll, with other Hope to be spent on it besides."""
        needed = self.toll(hero)
        return self.short_of_hope(hero, needed + besides, ("DHP-COND-06",)) if needed else None

    def relocate(
        self, play: Play, who: str, to: int, how: Literal["walked", "sprinted", "pushed", "returned"] = "walked"
    ) -> None:
        """Somebody goes elsewhere."""
        one = self.anybody(play.state, who)
        if one is None or one.at == to:
            return
        counted = ("DHP-RANGE-02",) if play.state.options["defined_ranges"] else ()
        rule = {"pushed": "DHP-RANGE-01", "returned": "DHP-DUAL-10"}.get(how, "DHP-RANGE-03")
        play.happen(e.Moved(who, one.at, to, how, rules=(rule, *counted)))
        if isinstance(one, Hero) and how == "walked":
            play.agenda.append(Entry(who, one.at))

    def shed_all(self, play: Play, who: str, name: str) -> None:
        """Get rid of a condition as far as a move against it can."""
        one = self.anybody(play.state, who)
        for held in one.conditions if one is not None else ():
            if held.name == name and (held.until == "temporary" or held.traits):
                self.release(play, who, held)

    def approach(self, state: State, one: Hero | Foe, target: Hero | Foe, band: Band, limit: Band) -> int | None:
        """Where somebody must stand to have a target within a range, if a free move gets them there."""
        reach = self.reach(state, band)
        gap = abs(one.at - target.at) - reach
        if gap <= 0:
            return one.at
        if self.fixed(one) or gap > self.reach(state, limit):
            return None
        return one.at + gap if target.at > one.at else one.at - gap

    def visible(self, one: Hero | Foe, *, ranged: bool) -> Refusal | None:
        """Whether somebody can be aimed at: a ranged attack needs line of sight (DHP-RANGE-04)."""
        if ranged and one.cover == "total":
            return Refusal("no_line_of_sight", {"who": f"@{one.id}"}, ("DHP-RANGE-04",))
        return None

    def longest_without(self, state: State) -> str:
        """The PC whom the engine would suggest next: who has waited longest (DHP-SPOT-01)."""
        scene = self.scene(state)
        up = {hero.id for hero in self.heroes(state) if not state.options["spotlight_tracker"] or hero.tokens}
        return next((who for who in scene.waited if who in up), "")
