"""Action rolls of the players' side: described, called for, prepared, rolled and resolved (DHP-DUAL-09)."""

from abc import abstractmethod
from typing import Literal

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.basics import Play
from arbitro.rules.daggerheart.damage import Damage
from arbitro.rules.daggerheart.duality import ADVANTAGE_SIDES, FEAR_SIDES, HOPE_SIDES, RULES, net, outcome_of
from arbitro.rules.daggerheart.state import (
    Agenda,
    Close,
    Deed,
    Foe,
    Help,
    Hero,
    Request,
    Resolve,
    Retry,
    State,
)
from arbitro.rules.daggerheart.words import SUCCESSES, WITH_FEAR, Outcome, ids

_DECLARED = ("DHP-DUAL-09", "DHP-DUAL-10")


class Rolling(Damage):
    """From what a player says to what comes of it."""

    # ------------------------------------------------------------------ asking and answering

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

    # ------------------------------------------------------------------ describing (DH-ACTION-01 to 05)

    def describe(self, play: Play, command: c.Describe) -> Refusal | None:
        """A player says what their character does; the GM decides whether dice are needed."""
        hero = self.may_act(play.state, command.who)
        if isinstance(hero, Refusal):
            return hero
        if command.target and isinstance(foe := self.foe(play.state, command.target), Refusal):
            return foe
        deed = Deed(command.who, "action", command.text, command.trait, command.target)
        self._call(play, deed, ("DH-ACTION-01",))
        return None

    def _call(self, play: Play, deed: Deed, rules: tuple[str, ...]) -> None:
        """The GM's panel before a roll: whether it is needed, what is at stake, what follows anyway, a bargain."""
        play.happen(e.Described(deed.who, deed, rules=rules))
        guide = (
            "DH-ACTION-01",
            "DH-ACTION-02",
            "DH-ACTION-03",
            "DH-ACTION-04",
            "DH-ACTION-05",
            "DH-ADV-01",
            "DH-DIFF-03",
        )
        self.ask(play, Question("call", REFEREE_ONLY, {"who": f"@{deed.who}"}, guide))

    def no_roll(self, play: Play, command: c.NoRoll) -> Refusal | None:
        """What is trivial, or dull to fail at, succeeds without dice (DHP-DUAL-12)."""
        del command
        deed = self.scene(play.state).deed
        if deed is None:
            return Refusal("not_asked")
        self.resume(play, "call")
        play.happen(e.Waived(deed.who, rules=("DHP-DUAL-12", "DH-ACTION-01", "DH-ACTION-02")))
        if deed.kind == "move":
            self.relocate(play, deed.who, deed.to)
        elif deed.kind == "shed":
            self.shed_all(play, deed.who, deed.condition)
        return None

    def call_difficulty(self, state: State, deed: Deed, wanted: int) -> int | Refusal:
        """The number to reach: the GM's, the target's, or the environment's; without any the roll cannot start."""
        if wanted > 0:
            return wanted
        target = state.scene.foes.get(deed.target) if state.scene is not None and deed.target else None
        found = self.difficulty_of(target) if target is not None else self.difficulty_here(state)
        return found or Refusal("difficulty_needed", {"who": f"@{deed.who}"}, ("DH-DIFF-03",))

    def request_roll(self, play: Play, command: c.RequestRoll) -> Refusal | None:
        """The GM calls for the roll, with stakes and whatever will follow anyway."""
        state = play.state
        deed = self.scene(state).deed
        if deed is None:
            return Refusal("not_asked")
        difficulty = self.call_difficulty(state, deed, command.difficulty)
        if isinstance(difficulty, Refusal):
            return difficulty
        bonus = self.experience_against(state, deed.target, command.experience, attack=False)
        if isinstance(bonus, Refusal):
            return bonus
        self.resume(play, "call")
        if bonus:
            self.spend_fear(play, int(state.options["gm_experience_difficulty_cost"]), "difficulty")
        request = Request(
            deed.who,
            deed.kind,
            command.trait,
            difficulty + bonus,
            command.hidden or bool(deed.target),
            deed.target,
            targets=(deed.target,) if deed.target else (),
            advantages=command.advantages,
            disadvantages=command.disadvantages,
            stakes=command.stakes,
            unavoidable=command.unavoidable,
            unavoidable_stress=command.unavoidable_stress,
            deed=deed.text,
            raised=bonus,
            to=deed.to,
            condition=deed.condition,
        )
        self.request(play, request, ("DH-ACTION-03", "DH-ACTION-04", "DH-DIFF-02", "DH-DIFF-03"))
        return None

    def experience_against(self, state: State, foe_id: str, experience: str, *, attack: bool) -> int | Refusal:
        """What an adversary's Experience adds to the Difficulty, at a Fear (DH-DIFF-02, DHP-ADVSTAT-04)."""
        if not experience:
            return 0
        foe = self.foe(state, foe_id)
        if isinstance(foe, Refusal):
            return foe
        if attack and state.options["gm_experience_vs_attack"] == "never":
            return Refusal("experience_vs_attack", {"who": f"@{foe_id}"}, ("DH-DIFF-01", "DHP-ADVSTAT-04"))
        found = next((one for one in foe.block.experiences if one.id == experience), None)
        if found is None:
            return Refusal("no_experience", {"who": f"@{foe_id}", "experience": experience}, ("DH-ADVERSARY-06",))
        short = self.short_of_fear(state, int(state.options["gm_experience_difficulty_cost"]))
        return short or found.bonus

    def request(self, play: Play, request: Request, rules: tuple[str, ...] = (), *, again: bool = False) -> None:
        """Everything before the dice is settled: the roller is asked to roll, others may still help."""
        secret = self.secret_of(request)
        play.happen(e.RollRequested(request.actor, request, secret, again, rules=(*_DECLARED, *rules)))
        values: dict[str, str | int] = {"who": f"@{request.actor}"}
        self.ask(play, Question("roll", request.actor, values, _DECLARED))

    @staticmethod
    def secret_of(request: Request) -> str:
        """Whose number the Difficulty is: an adversary's, the GM's own, or nobody's."""
        if not request.hidden:
            return ""
        return request.against or REFEREE_ONLY

    def offer_bargain(self, play: Play, command: c.OfferBargain) -> Refusal | None:
        """A price instead of a roll; the player may still prefer the dice (DH-ACTION-05)."""
        state = play.state
        deed = self.scene(state).deed
        if deed is None:
            return Refusal("not_asked")
        difficulty = self.call_difficulty(state, deed, command.difficulty)
        if isinstance(difficulty, Refusal):
            return difficulty
        self.resume(play, "call")
        request = Request(
            deed.who,
            deed.kind,
            command.trait,
            difficulty,
            bool(deed.target),
            deed.target,
            deed=deed.text,
            to=deed.to,
            condition=deed.condition,
            bargain_stress=command.stress,
        )
        rules = ("DH-ACTION-05",)
        play.happen(e.RollRequested(deed.who, request, self.secret_of(request), rules=_DECLARED))
        play.happen(e.BargainOffered(deed.who, command.stress, command.text, rules=rules))
        values: dict[str, str | int] = {"who": f"@{deed.who}", "stress": command.stress}
        self.ask(play, Question("bargain", deed.who, values, rules))
        return None

    def take_bargain(self, play: Play, command: c.TakeBargain) -> Refusal | None:
        """An accepted bargain is no roll: no Hope, no Fear, no countdown."""
        request = self.scene(play.state).pending
        if request is None or request.actor != command.who:
            return Refusal("not_asked")
        self.resume(play, "bargain")
        play.happen(e.BargainAnswered(command.who, command.taken, rules=("DH-ACTION-05",)))
        if not command.taken:
            self.ask(play, Question("roll", command.who, {"who": f"@{command.who}"}, _DECLARED))
            return None
        self.mark_stress(play, command.who, request.bargain_stress, "bargain", ("DH-ACTION-05",))
        if request.kind == "move":
            self.relocate(play, command.who, request.to)
        elif request.kind == "shed":
            self.shed_all(play, command.who, request.condition)
        return None

    # ------------------------------------------------------------------ before the dice (DHP-DUAL-10)

    def pending(self, state: State, who: str = "") -> Request | Refusal:
        """The roll that is due."""
        request = self.scene(state).pending
        if request is None or (who and request.actor != who):
            return Refusal("no_roll_pending", {}, _DECLARED)
        return request

    def give_help(self, play: Play, command: c.GiveHelp) -> Refusal | None:
        """A Hope for a d6 that the roller may add; only the best help counts (DHP-HOPE-05)."""
        request = self.pending(play.state)
        if isinstance(request, Refusal):
            return request
        hero = self.hero(play.state, command.who)
        if isinstance(hero, Refusal):
            return hero
        if command.who == request.actor or any(each.who == command.who for each in request.helpers):
            return Refusal("no_help", {"who": f"@{command.who}"}, ("DHP-HOPE-05", "DHP-GEN-04"))
        short = self.short_of_hope(hero, 1, ("DHP-HOPE-05",))
        if short:
            return short
        self.change_hope(play, command.who, -1, "help", ("DHP-HOPE-05",))
        die = play.dice.roll(ADVANTAGE_SIDES, "help")
        play.happen(e.Helped(command.who, request.actor, Help(command.who, die), die, rules=("DHP-HOPE-05",)))
        return None

    def adjust(self, play: Play, command: c.Adjust) -> Refusal | None:
        """The GM changes the roll before the dice; a die rather than another Difficulty is advised (DH-ADV-01)."""
        state = play.state
        request = self.pending(state)
        if isinstance(request, Refusal):
            return request
        attack = request.kind in ("attack", "power", "tag")
        if command.experience and request.raised:
            return Refusal("one_experience", {"who": f"@{request.against}"}, ("DH-DIFF-02",))
        bonus = self.experience_against(state, request.against, command.experience, attack=attack)
        if isinstance(bonus, Refusal):
            return bonus
        agenda = self.scene(state).agenda
        if bonus:
            self.spend_fear(play, int(state.options["gm_experience_difficulty_cost"]), "difficulty")
        base = command.difficulty or (request.difficulty or 0)
        changed = replace(
            request,
            difficulty=base + bonus,
            hidden=request.hidden and not command.shown,
            advantages=request.advantages + command.advantages,
            disadvantages=request.disadvantages + command.disadvantages,
            raised=request.raised + bonus,
            stakes=command.stakes or request.stakes,
            unavoidable=command.unavoidable or request.unavoidable,
            unavoidable_stress=command.unavoidable_stress or request.unavoidable_stress,
        )
        play.agenda = list(agenda)
        self.request(play, changed, ("DH-ADV-01", "DH-ACTION-03", "DH-ACTION-04"), again=True)
        return None

    def drop_roll(self, play: Play, command: c.DropRoll) -> Refusal | None:
        """The roll is not made; helpers' Hope is spent all the same."""
        request = self.pending(play.state, command.who)
        if isinstance(request, Refusal):
            return request
        if request.first is not None:
            return Refusal("no_roll_pending", {}, ("DHP-TAG-02",))
        self.resume(play, "roll")
        play.happen(e.RollDropped(command.who, rules=_DECLARED))
        return None

    # ------------------------------------------------------------------ the pool

    def sources(self, state: State, hero: Hero, request: Request) -> tuple[int, int]:
        """How many advantages and disadvantages bear on a roll (DHP-ADV-03, DHP-COND-02 to 04, DHP-RANGE-04)."""
        pros, cons = request.advantages + hero.edge, request.disadvantages
        targets = [foe for foe in self.foes(state) if foe.id in request.targets]
        if targets:
            pros += all(self.exposed(foe) for foe in targets)
            cons += any(self.concealed(foe) for foe in targets)
            cons += any(foe.cover == "partial" for foe in targets)
        attack = request.kind in ("attack", "power", "tag")
        for held in hero.conditions:
            entry = self.condition(held.name)
            cons += request.trait in entry.hampers
            cons += attack and entry.hampers_attacks
        if attack:
            cons += any(
                foe.id not in request.targets and self.near(state, foe, hero, "melee")
                for foe in self.foes(state)
                if self.passive(foe, "in_your_face") is not None
            )
        hampered = self.place_passive(state, "hampered")
        cons += hampered is not None and hampered.trait == request.trait
        return pros, cons

    def pool(
        self, play: Play, hero: Hero, request: Request, modifiers: tuple[Modifier, ...]
    ) -> tuple[Die, Die, tuple[Die, ...], tuple[Modifier, ...]]:
        """Throw the Duality Dice with whatever die goes with them."""
        options = play.state.options
        odd = self.place_passive(play.state, "hope_die")
        hope = play.dice.roll(odd.value if odd is not None else HOPE_SIDES, "hope")
        fear = play.dice.roll(FEAR_SIDES, "fear")
        sign = net(*self.sources(play.state, hero, request))
        best = max((each.die.face for each in request.helpers), default=0)
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

    # ------------------------------------------------------------------ rolling

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
        self.resume(play, "roll")
        for _ in bought:
            self.change_hope(play, hero.id, -1, "experience", ("DHP-EXP-01",))
        self._before_roll(play, hero)
        if play.state.party[hero.id].status != "up":
            play.happen(e.RollDropped(hero.id, rules=("DHP-HP-01",)))
            return None
        self._throw(play, request, ids(command.experiences), bought)
        return None

    def _before_roll(self, play: Play, hero: Hero) -> None:
        """Poison and bonds take their toll of whoever acts (DHP-COND-06); tokens are given up (DHP-SPOT-03)."""
        if play.state.options["spotlight_tracker"]:
            self._give_token(play, hero.id)
        for held in hero.conditions:
            entry = self.condition(held.name)
            if entry.poison:
                die = play.dice.roll(6, "poison")
                play.happen(e.PoisonRolled(hero.id, die, die.face <= entry.poison, rules=entry.rules))
                if die.face <= entry.poison:
                    self.mark_stress(play, hero.id, 1, held.name, entry.rules)
            self.mark_stress(play, hero.id, entry.roll_stress, held.name, entry.rules)
            if entry.roll_hope:
                self.change_hope(play, hero.id, -entry.roll_hope, held.name, entry.rules)

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
        hero = play.state.party[request.actor]
        modifiers = (*self.modifiers(hero, request), *bought)
        hope, fear, extra, modifiers = self.pool(play, hero, request, modifiers)
        total = hope.face + fear.face + sum(each.amount for each in modifiers)
        needed = request.difficulty or 0
        outcome = outcome_of(hope.face, fear.face, total, needed)
        check = Check((hope, fear), total, ">=", needed, outcome in SUCCESSES, modifiers, "difficulty")
        rules = (*RULES[outcome], "DHP-TRAIT-02", *(("DHP-GEN-02",) if again else ()))
        if any(self.sources(play.state, hero, request)):
            rules = (*rules, "DHP-ADV-03")
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
        if hero.edge:
            play.happen(e.BoonChanged(hero.id, "edge", 0, rules=("DH-MOVE-11",)))
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

    # ------------------------------------------------------------------ resolving (DH-MOVE-10, DHP-DUAL-03 to 07)

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
        steps += self.ticks(play, request, outcome)
        steps += self._noticed(play, request, outcome, step.total)
        play.first(*steps, Close(request.actor, outcome, request.unavoidable_stress))

    @abstractmethod
    def tag_rolled(self, play: Play, step: Resolve) -> None:
        """One of the two rolls of a Tag Team Roll is on the table."""

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
        if request.trait == "presence" and request.against and total <= 14:
            steps += self.set_off(play, "presence_low", request.against, request.actor)
        return steps

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

    # ------------------------------------------------------------------ moving and shedding conditions

    def relocate(self, play: Play, who: str, to: int, how: Literal["walked", "sprinted", "pushed"] = "walked") -> None:
        """Somebody goes elsewhere."""
        one = self.anybody(play.state, who)
        if one is None or one.at == to:
            return
        counted = ("DHP-RANGE-02",) if play.state.options["defined_ranges"] else ()
        play.happen(e.Moved(who, one.at, to, how, rules=("DHP-RANGE-03", *counted)))
        if isinstance(one, Hero) and how == "walked":
            self.entered(play, who)

    @abstractmethod
    def entered(self, play: Play, who: str) -> None:
        """What a PC walks into."""

    def move(self, play: Play, command: c.Move) -> Refusal | None:
        """Go somewhere without another action: freely out of danger, by an Agility Roll in it (DHP-RANGE-03)."""
        hero = self.may_act(play.state, command.who)
        if isinstance(hero, Refusal):
            return hero
        if self.fixed(hero):
            return Refusal("restrained", {"who": f"@{hero.id}"}, ("DHP-COND-03",))
        if abs(command.to - hero.at) > self.reach(play.state, "very_far"):
            return Refusal("too_far", {"who": f"@{hero.id}"}, ("DHP-RANGE-03",))
        if command.to == hero.at:
            return Refusal("already_there", {"who": f"@{hero.id}"}, ("DHP-RANGE-03",))
        if not self.scene(play.state).in_danger:
            self.relocate(play, hero.id, command.to)
            return None
        self._call(play, Deed(hero.id, "move", trait="agility", to=command.to), ("DHP-RANGE-03", "DH-DIFF-11"))
        return None

    def shed(self, play: Play, command: c.Shed) -> Refusal | None:
        """Try to shake off a temporary condition with an action roll (DHP-COND-05)."""
        hero = self.may_act(play.state, command.who)
        if isinstance(hero, Refusal):
            return hero
        held = next((each for each in hero.conditions if each.name == command.condition), None)
        if held is None:
            return Refusal("no_condition", {"who": f"@{hero.id}"}, ("DHP-COND-01",))
        if held.until != "temporary" and not held.traits:
            return Refusal("special_condition", {"who": f"@{hero.id}"}, ("DHP-COND-06",))
        if held.traits and command.trait not in held.traits:
            return Refusal("wrong_trait", {"who": f"@{hero.id}", "trait": command.trait}, ("DHP-COND-05",))
        if held.difficulty:
            request = Request(
                hero.id, "shed", command.trait, held.difficulty, condition=held.name, hidden=bool(held.source)
            )
            self.request(play, request, ("DHP-COND-05",))
        else:
            self._call(play, Deed(hero.id, "shed", trait=command.trait, condition=held.name), ("DHP-COND-05",))
        return None

    def shed_all(self, play: Play, who: str, name: str) -> None:
        """Get rid of a condition as far as a move against it can."""
        one = self.anybody(play.state, who)
        for held in one.conditions if one is not None else ():
            if held.name == name and (held.until == "temporary" or held.traits):
                self.release(play, who, held)

    def approach(self, state: State, one: Hero | Foe, target: Hero | Foe, band: str, limit: str) -> int | None:
        """Where somebody must stand to have a target within a range, if a free move gets them there."""
        reach = self.reach(state, band)  # type: ignore[arg-type]
        gap = abs(one.at - target.at) - reach
        if gap <= 0:
            return one.at
        if self.fixed(one) or gap > self.reach(state, limit):  # type: ignore[arg-type]
            return None
        return one.at + gap if target.at > one.at else one.at - gap

    def visible(self, one: Hero | Foe, *, ranged: bool) -> Refusal | None:
        """Whether somebody can be aimed at: a ranged attack needs line of sight (DHP-RANGE-04)."""
        if ranged and one.cover == "total":
            return Refusal("no_line_of_sight", {"who": f"@{one.id}"}, ("DHP-RANGE-04",))
        return None

    # ------------------------------------------------------------------ the players' spotlight

    def take_spotlight(self, play: Play, command: c.TakeSpotlight) -> Refusal | None:
        """A PC comes into focus (DHP-SPOT-01)."""
        hero = self.may_act(play.state, command.who)
        if isinstance(hero, Refusal):
            return hero
        if self.scene(play.state).holder == hero.id:
            return Refusal("already_there", {"who": f"@{hero.id}"}, ("DHP-SPOT-01",))
        play.happen(e.SpotlightPassed(hero.id, rules=("DHP-SPOT-01",)))
        return None

    def longest_without(self, state: State) -> str:
        """The PC whom the engine would suggest next: who has waited longest (DHP-SPOT-01)."""
        scene = self.scene(state)
        up = {hero.id for hero in self.heroes(state) if not state.options["spotlight_tracker"] or hero.tokens}
        return next((who for who in scene.waited if who in up), "")

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
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        last = scene.last
        if last is None or last.outcome != "critical_success" or last.actor != command.who or last.told:
            return Refusal("no_critical", {"who": f"@{command.who}"}, ("DH-MOVE-11",))
        form = command.form or ("note" if play.state.options["gm_crit_bonus"] == "note" else "advantage")
        play.happen(e.EdgeGiven(command.who, form == "advantage", command.text, rules=("DH-MOVE-11",)))
        play.happen(e.ChangeNoted(command.text, rules=("DHP-DUAL-13",)))
        return None

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
