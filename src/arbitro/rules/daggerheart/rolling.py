"""Action rolls of the players' side: the pool, the dice, the outcome and what it brings (DHP-DUAL-01 to 07)."""

from abc import abstractmethod

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import findings
from arbitro.rules.daggerheart.basics import PLACE, Play
from arbitro.rules.daggerheart.calling import Calling
from arbitro.rules.daggerheart.duality import ADVANTAGE_SIDES, FEAR_SIDES, HOPE_SIDES, RULES, net, outcome_of
from arbitro.rules.daggerheart.feature import Harm, Release
from arbitro.rules.daggerheart.state import (
    Agenda,
    Apply,
    Close,
    Hero,
    Request,
    Resolve,
    Rethink,
    Retry,
    State,
)
from arbitro.rules.daggerheart.words import SUCCESSES, WITH_FEAR, Outcome, ids


class Rolling(Calling):
    """From the dice to what comes of them."""

    def sources(self, state: State, hero: Hero, request: Request) -> tuple[int, int]:
        """How many advantages and disadvantages bear on a roll (DHP-ADV-03, DHP-COND-02 to 04, DHP-RANGE-04)."""
        pros, cons = request.advantages + hero.edge, request.disadvantages
        targets = [foe for foe in self.foes(state) if foe.id in request.targets]
        if targets:
            pros += all(self.exposed(foe) for foe in targets)
            cons += any(self.concealed(foe) for foe in targets)
            cons += any(foe.cover == "partial" for foe in targets)
        attack = request.kind in ("attack", "power", "tag")
        for entry in self.afflictions(hero):
            cons += request.trait in entry.hampers
            cons += attack and entry.hampers_attacks
        if attack:
            cons += any(
                foe.id not in request.targets and self.near(state, foe, hero, "melee")
                for foe in self.foes(state)
                if self.passive(foe, "in_your_face") is not None
            )
        if request.trait == "presence":
            cons += any(foe.counters.get(f"snubbed/{hero.id}", 0) for foe in targets)
        hampered = self.place_passive(state, "hampered")
        cons += hampered is not None and hampered.trait == request.trait
        return pros, cons

    def advantage_rules(self, state: State, hero: Hero, request: Request) -> tuple[str, ...]:
        """The rules of the extra die: the one that is thrown, and how several sources cancel if there are several."""
        pros, cons = self.sources(state, hero, request)
        sign = net(pros, cons)
        die = ("DHP-ADV-01",) if sign > 0 else ("DHP-ADV-02",) if sign < 0 else ()
        return (*die, *(("DHP-ADV-03",) if pros + cons > 1 else ()))

    def hope_sides(self, state: State) -> int:
        """The Hope Die, smaller on desecrated ground until it is cleansed."""
        odd = self.place_passive(state, "hope_die")
        if odd is None:
            return HOPE_SIDES
        cleansing = self.scene(state).countdowns.get(f"{PLACE}/{odd.id}")
        return odd.value if cleansing is None or cleansing.value else HOPE_SIDES

    def pool(
        self, play: Play, hero: Hero, request: Request, modifiers: tuple[Modifier, ...]
    ) -> tuple[Die, Die, tuple[Die, ...], tuple[Modifier, ...]]:
        """Throw the Duality Dice with whatever die goes with them."""
        options = play.state.options
        hope = play.dice.roll(self.hope_sides(play.state), "hope")
        fear = play.dice.roll(FEAR_SIDES, "fear")
        sign = net(*self.sources(play.state, hero, request))
        best = max(request.helped, *(each.die.face for each in request.helpers), 0)
        if sign < 0 and best and options["help_with_own_disadvantage"] == "cancel":
            return hope, fear, (), modifiers
        extra: tuple[Die, ...] = ()
        own = 0
        if sign:
            die = play.dice.roll(ADVANTAGE_SIDES, "advantage" if sign > 0 else "disadvantage")
            extra, own = (die,), sign * die.face
        if own > 0 and best and options["help_with_own_advantage"] == "highest_of_all":
            note, rule = ("advantage", "DHP-ADV-01") if own >= best else ("help", "DHP-ADV-04")
            return hope, fear, extra, (*modifiers, Modifier(max(own, best), rule, note))
        if own:
            rule = "DHP-ADV-01" if own > 0 else "DHP-ADV-02"
            modifiers = (*modifiers, Modifier(own, rule, "advantage" if own > 0 else "disadvantage"))
        if best:
            modifiers = (*modifiers, Modifier(best, "DHP-ADV-04", "help"))
        return hope, fear, extra, modifiers

    @staticmethod
    def use_edge(play: Play, request: Request) -> Request:
        """The opening of a critical success goes into the next roll, whatever it is, and is used up (DH-MOVE-11)."""
        if not play.state.party[request.actor].edge:
            return request
        play.happen(e.BoonChanged(request.actor, "edge", 0, rules=("DH-MOVE-11",)))
        return replace(request, advantages=request.advantages + 1)

    def experiences_of(self, hero: Hero, wanted: str) -> tuple[Modifier, ...] | Refusal:
        """The Experiences that a PC adds, a Hope each, none twice (DHP-EXP-01, DHP-GEN-04)."""
        names = ids(wanted)
        if len(set(names)) < len(names):
            return Refusal("experience_twice", {"who": f"@{hero.id}"}, ("DHP-GEN-04", "DHP-EXP-01"))
        known = {one.id: one for one in hero.sheet.experiences}
        for name in names:
            if name not in known:
                return Refusal("no_experience", {"who": f"@{hero.id}", "experience": name}, ("DHP-EXP-01",))
        short = self.short_of_hope(hero, len(names), ("DHP-EXP-01",))
        return short or tuple(Modifier(known[name].bonus, "DHP-EXP-01", "experience") for name in names)

    def modifiers(self, hero: Hero, request: Request) -> tuple[Modifier, ...]:
        """Trait, weapon, lasting bonuses, and what a group brought; bonuses add up (DHP-GEN-03)."""
        found = [Modifier(self.trait(hero, request.trait), "DHP-TRAIT-01", request.trait)]
        weapon = next((one for one in hero.sheet.weapons if one.id == request.means), None)
        if weapon is not None and weapon.attack:
            found.append(Modifier(weapon.attack, "DHP-ATK-01", "weapon"))
        if hero.mercy and request.kind in ("attack", "power", "tag"):
            found.append(Modifier(hero.mercy, "DHP-HOPE-06", "no_mercy"))
        if request.group:
            found.append(Modifier(sum(request.group), "DHP-GROUP-01", "group"))
        return tuple(found)

    def roll(self, play: Play, command: c.Roll) -> Refusal | None:
        """Roll the whole pool (DHP-DUAL-01, DHP-DUAL-02)."""
        request = self.pending(play.state, command.who)
        if isinstance(request, Refusal):
            return request
        hero = self.hero(play.state, command.who)
        if isinstance(hero, Refusal):
            return hero
        bought = self.experiences_of(hero, command.experiences)
        if isinstance(bought, Refusal):
            return bought
        if barred := self.barred(hero, len(bought)):
            return barred
        self.resume(play, "roll")
        for _ in bought:
            self.change_hope(play, hero.id, -1, "experience", ("DHP-EXP-01",))
        self._before_roll(play, hero)
        if play.state.party[hero.id].status != "up":
            play.happen(e.RollDropped(hero.id, rules=("DHP-HP-01",)))
            if request.first is not None:  # the starter's roll stands for both
                self.alone(play, request)
            return None
        self._throw(play, request, ids(command.experiences), bought)
        return None

    def _before_roll(self, play: Play, hero: Hero) -> None:
        """Poison and bonds take their toll of whoever acts (DHP-COND-06); tokens are given up (DHP-SPOT-03)."""
        if play.state.options["spotlight_tracker"]:
            self._give_token(play, hero.id)
        for name in dict.fromkeys(held.name for held in hero.conditions):
            entry = self.condition(name)
            if entry.poison:
                die = play.dice.roll(6, "poison")
                play.happen(e.PoisonRolled(hero.id, die, die.face <= entry.poison, rules=entry.rules))
                if die.face <= entry.poison:
                    self.mark_stress(play, hero.id, 1, name, entry.rules)
            self.mark_stress(play, hero.id, entry.roll_stress, name, entry.rules)
            if entry.roll_hope:
                self.change_hope(play, hero.id, -entry.roll_hope, name, entry.rules)

    def _give_token(self, play: Play, who: str) -> None:
        state = play.state
        left = max(state.party[who].tokens - 1, 0)
        play.happen(e.TokensChanged({who: left}, rules=("DHP-SPOT-03",)))
        if not any(hero.tokens for hero in self.heroes(play.state)):
            full = dict.fromkeys(state.party, int(state.options["spotlight_tokens"]))
            play.happen(e.TokensChanged(full, refilled=True, rules=("DHP-SPOT-03",)))

    def _throw(
        self,
        play: Play,
        request: Request,
        experiences: tuple[str, ...],
        bought: tuple[Modifier, ...],
        *,
        again: bool = False,
    ) -> None:
        request = replace(self.use_edge(play, request), experienced=bool(experiences))
        hero = play.state.party[request.actor]
        modifiers = (*self.modifiers(hero, request), *bought)
        hope, fear, extra, modifiers = self.pool(play, hero, request, modifiers)
        total = hope.face + fear.face + sum(each.amount for each in modifiers)
        needed = request.difficulty or 0
        outcome = outcome_of(hope.face, fear.face, total, needed)
        check = Check((hope, fear), total, ">=", needed, outcome in SUCCESSES, modifiers, "difficulty")
        rules = (*RULES[outcome], "DHP-TRAIT-02", *(("DHP-GEN-02",) if again else ()))
        rules = (*rules, *self.advantage_rules(play.state, hero, request))
        if len(modifiers) > 1:
            rules = (*rules, "DHP-GEN-03")
        told = e.ActionRolled(
            request.actor,
            request.kind,
            request.trait,
            check,
            outcome,
            extra,
            self.secret_of(request),
            again,
            rules=rules,
        )
        play.happen(told)
        if not again and self._second_thought(play, request, experiences, outcome, total):
            return
        play.first(Resolve(request, outcome, total))

    def _second_thought(
        self, play: Play, request: Request, experiences: tuple[str, ...], outcome: Outcome, total: int
    ) -> bool:
        """A feature that works on a known total may be used before the results play out (DHP-DUAL-10)."""
        hero = play.state.party[request.actor]
        if self.short_of_stress(hero, 1) is not None:
            return False
        who: dict[str, str | int] = {"who": f"@{hero.id}"}
        if hero.sheet.adaptable and experiences and outcome not in SUCCESSES:
            step = Retry(request, experiences, outcome, total)
            self.ask(play, Question("reroll", hero.id, who, ("DHP-GEN-02", "DHP-DUAL-10")), step)
            return True
        if outcome in WITH_FEAR and not hero.flipped and self.place_passive(play.state, "flip") is not None:
            step = Retry(request, experiences, outcome, total, flip=True)
            self.ask(play, Question("reroll", hero.id, who, ("DHP-ENV-01", "DHP-DUAL-10")), step)
            return True
        return False

    def reroll(self, play: Play, command: c.Reroll) -> Refusal | None:
        """Mark a Stress to roll again (the new result counts, DHP-GEN-02) or to turn Fear into Hope; or let it be."""
        agenda = self.scene(play.state).agenda
        step = agenda[0] if agenda else None
        if isinstance(step, Rethink):
            return self.rethink(play, command, step)
        if not isinstance(step, Retry) or step.request.actor != command.who:
            return Refusal("not_asked")
        if command.use and (short := self.short_of_stress(play.state.party[command.who], 1)):
            return short
        self.resume(play, "reroll")
        play.agenda.pop(0)
        if not command.use:
            play.first(Resolve(step.request, step.outcome, step.total))
            return None
        self.mark_stress(play, command.who, 1, "reroll", ("DHP-GEN-02",))
        if step.flip:
            turned: Outcome = "success_hope" if step.outcome in SUCCESSES else "failure_hope"
            play.happen(e.BoonChanged(command.who, "flipped", 1, rules=("DHP-ENV-01",)))
            play.first(Resolve(step.request, turned, step.total))
            return None
        known = {one.id: one.bonus for one in play.state.party[command.who].sheet.experiences}
        bought = tuple(Modifier(known[name], "DHP-EXP-01", "experience") for name in step.experiences)
        self._throw(play, step.request, step.experiences, bought, again=True)
        return None

    @abstractmethod
    def rethink(self, play: Play, command: c.Reroll, step: Rethink) -> Refusal | None:
        """A failed reaction roll is rolled again, or let be."""

    def settle_resolve(self, play: Play, step: Resolve) -> None:
        """The outcome takes effect: Hope, Fear and Stress, then what was attempted, then the spotlight."""
        request, outcome = step.request, step.outcome
        if request.partner and not request.rolled:
            self.tag_rolled(play, step)
            return
        answer = self.guidance.outcomes[outcome]
        play.happen(e.RollClosed(request.actor, outcome, step.total, request.kind, rules=(*answer.rules, "DH-MOVE-20")))
        involved = (request.actor, request.partner) if request.partner else (request.actor,)
        if answer.pc_hope:
            for who in involved:
                self.change_hope(play, who, 1, "roll", ("DHP-HOPE-04",))
        if answer.gm_fear:
            rules = ("DH-FEAR-02", "DHP-TAG-02") if request.partner else ("DH-FEAR-02",)
            self.gain_fear(play, answer.gm_fear * len(involved), "roll", rules)
        if outcome == "critical_success":
            both = play.state.options["tag_crit_stress"] == "both"
            for who in involved if both or not request.partner else (step.double,):
                self.clear_stress(play, who, 1, ("DHP-DUAL-07",))
        for who in involved:
            self.end_conditions(play, who, "act")
            if outcome not in WITH_FEAR:
                self.end_conditions(play, who, "hope")
            if request.kind in ("attack", "power", "tag"):  # an attack gives the Hidden away (DHP-COND-02)
                self.end_conditions(play, who, "hidden")
        if outcome in WITH_FEAR:
            self.fear_rolled(play)
        steps: list[Agenda] = self.carry_out(play, request, outcome, step.total)
        steps += findings.after(request, outcome)
        steps += self._landings(play)
        steps += self.ticks(play, request, outcome)
        steps += self._noticed(play, request, outcome, step.total)
        play.first(*steps, Close(request.actor, outcome, request.unavoidable_stress))

    def _landings(self, play: Play) -> list[Agenda]:
        """Whoever was dropped and has not been caught by now hits the ground (DHP-COND-06)."""
        steps: list[Agenda] = []
        for hero in self.heroes(play.state):
            for held in {each.name: each for each in hero.conditions}.values():
                entry = self.condition(held.name)
                if entry.fall is None:
                    continue
                fall = entry.fall
                if entry.by_climb:
                    fall = replace(fall, count=self.climb_dice(play.state))
                    self.slip_back(play)
                steps.append(Apply(held.source, "", hero.id, (Release(held.name), Harm(fall))))
        return steps

    @abstractmethod
    def climb_dice(self, state: State) -> int:
        """With how many dice a fall from a climb hurts, by how high it was."""

    @abstractmethod
    def slip_back(self, play: Play) -> None:
        """What was climbed before a fall has to be climbed again."""

    @abstractmethod
    def tag_rolled(self, play: Play, step: Resolve) -> None:
        """One of the two rolls of a Tag Team Roll is on the table."""

    @abstractmethod
    def alone(self, play: Play, request: Request) -> None:
        """The partner of a Tag Team Roll cannot roll any more: the starter's roll counts."""

    @abstractmethod
    def fear_rolled(self, play: Play) -> None:
        """What lasts until the next roll with Fear ends."""

    @abstractmethod
    def ticks(self, play: Play, request: Request, outcome: Outcome) -> list[Agenda]:
        """The countdowns that an action roll advances."""

    def _noticed(self, play: Play, request: Request, outcome: Outcome, total: int) -> list[Agenda]:
        """Features that watch for rolls of the PCs."""
        steps: list[Agenda] = []
        if outcome in WITH_FEAR:
            steps += self.set_off(play, "pc_fear", "", request.actor)
        if outcome not in SUCCESSES:
            steps += self.set_off(play, "pc_failed", "", request.actor)
        if outcome == "failure_fear":
            steps += self.set_off(play, "pc_failed_fear", "", request.actor)
        if request.trait == "presence" and outcome not in SUCCESSES:
            self.snub(play, request)
        if request.trait == "presence" and request.against and total <= 14:
            steps += self.set_off(play, "presence_low", request.against, request.actor)
        return steps

    def snub(self, play: Play, request: Request) -> None:
        """Some remember a failed haggle: further Presence rolls of that PC against them have disadvantage."""
        foe = self.scene(play.state).foes.get(request.against)
        feature = self.passive(foe, "haggle") if foe is not None else None
        if foe is None or feature is None or foe.counters.get(f"snubbed/{request.actor}"):
            return
        play.happen(e.FeatureUsed(foe.id, feature.id, feature.name, 0, rules=("DHP-ADVSTAT-05",)))
        play.happen(e.CounterChanged(foe.id, f"snubbed/{request.actor}", 1, audience=REFEREE_ONLY))

    def carry_out(self, play: Play, request: Request, outcome: Outcome, total: int) -> list[Agenda]:
        """What was attempted comes about, or not."""
        if outcome not in SUCCESSES:
            return []
        if request.kind == "move":
            self.relocate(play, request.actor, request.to)
        elif request.kind == "shed":
            self.shed_all(play, request.actor, request.condition)
        elif request.kind in ("attack", "power", "tag"):
            return self.struck(play, request, outcome, total)
        return []

    @abstractmethod
    def struck(self, play: Play, request: Request, outcome: Outcome, total: int) -> list[Agenda]:
        """A PC's attack has succeeded."""

    def investigate(self, play: Play, command: c.Investigate) -> Refusal | None:
        """Try what the place offers."""
        return findings.investigate(self, play, command)

    def offer_gold(self, play: Play, command: c.OfferGold) -> Refusal | None:
        """A handful of gold for an advantage."""
        return findings.offer_gold(self, play, command)

    def pay_for_lead(self, play: Play, command: c.PayForLead) -> Refusal | None:
        """Stress for what a failure still turns up."""
        return findings.pay_for_lead(self, play, command)

    def learn(self, play: Play, command: c.Learn) -> Refusal | None:
        """Choose what is told next."""
        return findings.learn(self, play, command)

    def take_spotlight(self, play: Play, command: c.TakeSpotlight) -> Refusal | None:
        """A PC comes into focus (DHP-SPOT-01)."""
        hero = self.may_act(play.state, command.who)
        if isinstance(hero, Refusal):
            return hero
        if self.scene(play.state).holder == hero.id:
            return Refusal("already_there", {"who": f"@{hero.id}"}, ("DHP-SPOT-01",))
        play.happen(e.SpotlightPassed(hero.id, rules=("DHP-SPOT-01",)))
        return None

    def note_change(self, play: Play, command: c.NoteChange) -> Refusal | None:
        """Write down what the roll changed (DHP-DUAL-13)."""
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        if scene.last is None or scene.last.told:
            return Refusal("nothing_rolled", {}, ("DHP-DUAL-13",))
        play.happen(e.ChangeNoted(command.text, rules=("DHP-DUAL-13",)))
        return None

    def give_edge(self, play: Play, command: c.GiveEdge) -> Refusal | None:
        """One more opening after a critical success: a note, or advantage on the next roll (DH-MOVE-11)."""
        awaited = play.state.awaiting
        if not awaited or awaited[0].values.get("who") != f"@{command.who}":
            return Refusal("no_critical", {"who": f"@{command.who}"}, ("DH-MOVE-11",))
        self.resume(play, "opening")
        self.opening(play, command.who, command.form, command.text)
        return None

    def opening(self, play: Play, who: str, form: str = "", text: str = "") -> None:
        """The opening after a critical success, by default as the table has it."""
        form = form or ("note" if play.state.options["gm_crit_bonus"] == "note" else "advantage")
        play.happen(e.EdgeGiven(who, form == "advantage", text, rules=("DH-MOVE-11",)))
        if text:
            play.happen(e.ChangeNoted(text, rules=("DHP-DUAL-13",)))

    def roll_fate(self, play: Play, command: c.RollFate) -> Refusal | None:
        """One Duality Die, where the table leaves things to chance (DHP-FATE-01)."""
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        if not play.state.options["fate_rolls"]:
            return Refusal("option_off", {"option": "fate_rolls"}, ("DHP-FATE-01",))
        if command.who not in play.state.party:
            return Refusal("nobody", {"who": command.who})
        die = play.dice.roll(FEAR_SIDES, "fate")
        happens = die.face <= command.limit
        play.happen(e.FateRolled(command.who, die, command.limit, happens, command.text, rules=("DHP-FATE-01",)))
        return None
