"""Rolls that take more than one: reactions, group actions and Tag Team Rolls."""

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.attacking import Attacking
from arbitro.rules.daggerheart.basics import Play
from arbitro.rules.daggerheart.feature import Effect, Stress
from arbitro.rules.daggerheart.state import (
    HOPE_SLOTS,
    Agenda,
    Apply,
    Choose,
    Dodged,
    Hero,
    Hit,
    Request,
    Resolve,
    Rethink,
)
from arbitro.rules.daggerheart.words import Trait, halved, ids

_REACTION = ("DHP-REACT-01",)
_TAG_PRICE = 3


class Teamwork(Attacking):
    """Several people, one result."""

    # ------------------------------------------------------------------ reaction rolls (DHP-REACT-01, DHP-REACT-02)

    def reaction(
        self,
        play: Play,
        hero: Hero,
        trait: Trait,
        difficulty: int,
        experiences: str = "",
        secret: str = "",
        *,
        advantages: int = 0,
        disadvantages: int = 0,
        again: bool = False,
    ) -> tuple[bool, bool] | Refusal:
        """Roll a reaction: whether it succeeds, and whether on a double; Experiences are paid for once."""
        bought = self.experiences_of(replace(hero, hope=HOPE_SLOTS) if again else hero, experiences)
        if isinstance(bought, Refusal):
            return bought
        for _ in bought if not again else ():
            self.change_hope(play, hero.id, -1, "experience", ("DHP-EXP-01",))
        request = Request(hero.id, "action", trait, difficulty, advantages=advantages, disadvantages=disadvantages)
        request = self.use_edge(play, request)
        modifiers = (*self.modifiers(hero, request), *bought)
        hope, fear, extra, modifiers = self.pool(play, hero, request, modifiers)
        total = hope.face + fear.face + sum(each.amount for each in modifiers)
        double = hope.face == fear.face
        success = double or total >= difficulty
        check = Check((hope, fear), total, ">=", difficulty, success, modifiers, "difficulty")
        rules = (*_REACTION, *(("DHP-REACT-02",) if double else ()), *self.advantage_rules(play.state, hero, request))
        if again:
            rules = (*rules, "DHP-GEN-02")
        play.happen(e.ReactionRolled(hero.id, trait, check, double, extra, secret, again, rules=rules))
        return success, double

    def settle_dodged(self, play: Play, step: Dodged) -> None:
        """Ask a PC for the reaction roll that is due; whoever cannot act fails to be asked."""
        hero = play.state.party.get(step.who)
        if hero is None or hero.status != "up":
            return
        values: dict[str, str | int] = {"who": f"@{step.who}"}
        rules = ("DHP-REACT-01", "DH-ADVERSARY-03")
        self.ask(play, Question("reaction", step.who, values, rules), step)

    def react(self, play: Play, command: c.React) -> Refusal | None:
        """Make the reaction roll: effects of failure, of success, or none at all on a double."""
        agenda = self.scene(play.state).agenda
        step = agenda[0] if agenda else None
        if not isinstance(step, Dodged) or step.who != command.who:
            return Refusal("not_asked")
        if command.trait not in step.traits:
            return Refusal("wrong_trait", {"who": f"@{command.who}", "trait": f"@trait/{command.trait}"}, _REACTION)
        hero = play.state.party[command.who]
        bought = self.experiences_of(hero, command.experiences)
        if isinstance(bought, Refusal):
            return bought
        if command.rather and (short := self._no_way_out(hero, step)):
            return short
        edge = hero.edge
        self.resume(play, "reaction")
        play.agenda.pop(0)
        rolled = self._roll_reaction(play, step, command.trait, command.experiences)
        if isinstance(rolled, Refusal):
            return rolled
        may = hero.sheet.adaptable and bool(command.experiences) and not self.short_of_stress(hero, 1)
        if not rolled[0] and may:
            kept = replace(step, advantages=step.advantages + edge)
            values: dict[str, str | int] = {"who": f"@{hero.id}"}
            question = Question("reroll", hero.id, values, ("DHP-GEN-02", "DHP-DUAL-10"))
            self.ask(play, question, Rethink(kept, command.trait, command.experiences, command.rather))
            return None
        self._reacted(play, step, success=rolled[0], double=rolled[1], rather=command.rather)
        return None

    def _roll_reaction(
        self, play: Play, step: Dodged, trait: Trait, experiences: str, *, again: bool = False
    ) -> tuple[bool, bool] | Refusal:
        return self.reaction(
            play,
            play.state.party[step.who],
            trait,
            step.difficulty,
            experiences,
            step.source or REFEREE_ONLY,
            advantages=step.advantages,
            disadvantages=step.disadvantages,
            again=again,
        )

    def _reacted(self, play: Play, step: Dodged, *, success: bool, double: bool, rather: bool = False) -> None:
        """What comes of a reaction roll: nothing at all on a double (DHP-REACT-02)."""
        hero = play.state.party[step.who]
        if step.offer and not success and (rather or hero.stress_marked >= hero.stress):
            play.happen(e.OfferAnswered(step.who, rather, rules=_REACTION))
            return
        if success and rather and step.spare and not double:
            self.mark_stress(play, step.who, step.spare, step.feature, _REACTION)
            step = replace(step, amount=0)
        if not double:
            self._after_reaction(play, step, success=success)

    def rethink(self, play: Play, command: c.Reroll, step: Rethink) -> Refusal | None:
        """Mark a Stress to roll a failed reaction again, Experiences and all; or let it be."""
        who = step.dodged.who
        if who != command.who:
            return Refusal("not_asked")
        if command.use and (short := self.short_of_stress(play.state.party[who], 1)):
            return short
        self.resume(play, "reroll")
        play.agenda.pop(0)
        if not command.use:
            self._reacted(play, step.dodged, success=False, double=False, rather=step.rather)
            return None
        self.mark_stress(play, who, 1, "reroll", ("DHP-GEN-02",))
        rolled = self._roll_reaction(play, step.dodged, step.trait, step.experiences, again=True)
        if isinstance(rolled, Refusal):
            return rolled
        self._reacted(play, step.dodged, success=rolled[0], double=rolled[1], rather=step.rather)
        return None

    def _no_way_out(self, hero: Hero, step: Dodged) -> Refusal | None:
        """Whether there is a choice: Stress rather than half damage, or an offer; the feature must allow it."""
        if step.offer:
            return None
        if not step.spare:
            return Refusal("no_way_out", {"who": f"@{hero.id}"}, _REACTION)
        return self.short_of_stress(hero, step.spare)

    def _after_reaction(self, play: Play, step: Dodged, *, success: bool) -> None:
        effects = step.success if success else step.fail
        half = (Modifier(halved(step.amount) - step.amount, "DHP-GEN-01", "halved"),) if success else ()
        steps: list[Agenda] = []
        if step.amount:
            steps.append(
                Hit(
                    step.who,
                    step.amount,
                    step.kind,
                    step.source,
                    step.direct,
                    attack=False,
                    do=effects,
                    feature=step.feature,
                    changes=half,
                )
            )
        elif effects:
            steps.append(Apply(step.source, step.feature, step.who, effects))
        play.first(*steps)

    def call_reaction(self, play: Play, command: c.CallReaction) -> Refusal | None:
        """The GM lets PCs react rather than an adversary roll (DH-ADVERSARY-03)."""
        state = play.state
        scene = self.running(state)
        if isinstance(scene, Refusal):
            return scene
        difficulty = command.difficulty
        if not difficulty:
            foe = scene.foes.get(command.source)
            if foe is not None and state.options["gm_reaction_default_difficulty"] == "adversary_difficulty":
                difficulty = self.difficulty_of(foe)
            elif foe is None:
                difficulty = self.difficulty_here(state)
        if difficulty <= 0:
            return Refusal("difficulty_needed", {"who": "@referee"}, ("DH-ADVERSARY-03", "DH-DIFF-03"))
        targets = [who for who in ids(command.targets) if who in state.party and state.party[who].status == "up"]
        if not targets:
            return Refusal("no_target", {"who": "@referee"}, _REACTION)
        fail: tuple[Effect, ...] = (Stress.of(command.stress),) if command.stress else ()
        play.first(
            *(
                Dodged(
                    who,
                    command.source,
                    "",
                    (command.trait,),
                    difficulty,
                    fail=fail,
                    advantages=command.advantages,
                    disadvantages=command.disadvantages,
                )
                for who in targets
            )
        )
        return None

    def adjust_reaction(self, play: Play, command: c.AdjustReaction) -> Refusal | None:
        """The GM grants an advantage or a disadvantage to a reaction roll that is due (DH-ADV-01)."""
        agenda = self.scene(play.state).agenda
        step = agenda[0] if agenda else None
        if not isinstance(step, Dodged):
            return Refusal("not_asked")
        if not (command.advantages or command.disadvantages):
            return Refusal("nothing_changed", {}, ("DH-ADV-01",))
        self.resume(play, "reaction")
        changed = replace(
            step,
            advantages=step.advantages + command.advantages,
            disadvantages=step.disadvantages + command.disadvantages,
        )
        play.happen(e.ReactionAdjusted(step.who, command.advantages, command.disadvantages, rules=("DH-ADV-01",)))
        play.agenda[0] = changed
        return None

    # ------------------------------------------------------------------ group actions (DHP-GROUP-01)

    def group_action(self, play: Play, command: c.GroupAction) -> Refusal | None:
        """The others make reaction rolls, +1 or -1 each; then the leader's action roll is due."""
        state = play.state
        hero = self.may_act(state, command.who)
        if isinstance(hero, Refusal):
            return hero
        others = [state.party[who] for who in ids(command.others) if who in state.party and who != command.who]
        others = [other for other in others if isinstance(self.hero(state, other.id), Hero)]
        if barred := self.barred(hero):
            return barred
        if not others:
            return Refusal("no_group", {"who": f"@{hero.id}"}, ("DHP-GROUP-01",))
        difficulty = command.difficulty or self.difficulty_here(state)
        if not difficulty:
            return Refusal("difficulty_needed", {"who": f"@{hero.id}"}, ("DH-DIFF-03",))
        theirs = difficulty
        if state.options["group_helper_difficulty"] == "gm_sets":
            theirs = command.helpers_difficulty
            if theirs <= 0:
                return Refusal("difficulty_needed", {"who": f"@{others[0].id}"}, ("DHP-GROUP-01",))
        brought: list[int] = []
        for other in others:
            rolled = self.reaction(play, other, command.trait, theirs)
            by = 1 if not isinstance(rolled, Refusal) and rolled[0] else -1
            brought.append(by)
            play.happen(e.GroupJoined(other.id, hero.id, by, rules=("DHP-GROUP-01",)))
        request = Request(hero.id, "action", command.trait, difficulty, group=tuple(brought))
        self.request(play, request, ("DHP-GROUP-01",))
        return None

    # ------------------------------------------------------------------ Tag Team Rolls (DHP-TAG-01 to 03)

    def tag_team(self, play: Play, command: c.TagTeam) -> Refusal | None:
        """Two PCs attack as one: three Hope, once per session for each player."""
        state = play.state
        hero = self.may_act(state, command.who)
        if isinstance(hero, Refusal):
            return hero
        partner = self.hero(state, command.partner)
        if isinstance(partner, Refusal):
            return partner
        if partner.id == hero.id:
            return Refusal("nobody", {"who": command.partner}, ("DHP-TAG-01",))
        if hero.tagged:
            return Refusal("tagged", {"who": f"@{hero.id}"}, ("DHP-TAG-01",))
        foe = self.foe(state, command.target)
        if isinstance(foe, Refusal):
            return foe
        short = self.short_of_hope(hero, _TAG_PRICE + self.toll(hero), ("DHP-TAG-01",)) or self.barred(partner)
        if short:
            return short
        weapon, theirs = self.weapon_of(hero, ""), self.weapon_of(partner, "")
        if weapon is None or theirs is None:
            return Refusal("no_weapon", {"who": f"@{hero.id}", "weapon": ""}, ("DHP-TAG-01",))
        spots = [self.aimed(state, hero, foe, weapon.range), self.aimed(state, partner, foe, theirs.range)]
        for spot in spots:
            if isinstance(spot, Refusal):
                return spot
        self.change_hope(play, hero.id, -_TAG_PRICE, "tag_team", ("DHP-TAG-01",))
        play.happen(e.TagStarted(hero.id, partner.id, rules=("DHP-TAG-01",)))
        for who, spot in zip((hero.id, partner.id), spots, strict=True):
            if isinstance(spot, int):
                self.relocate(play, who, spot)
        request = Request(
            hero.id,
            "tag",
            weapon.trait,
            self.difficulty_of(foe),
            True,
            foe.id,
            targets=(foe.id,),
            means=weapon.id,
            partner=partner.id,
            stood={hero.id: hero.at, partner.id: partner.at},
            paid_hope=_TAG_PRICE,
        )
        self.request(play, request, ("DHP-TAG-02",))
        return None

    def tag_rolled(self, play: Play, step: Resolve) -> None:
        """After the starter the partner rolls; after both the players choose (DHP-TAG-02)."""
        request = step.request
        if request.first is None:
            partner = play.state.party[request.partner]
            if isinstance(self.hero(play.state, partner.id), Refusal) or self.barred(partner):
                self.alone(play, replace(request, first=step.outcome, first_total=step.total, partner=request.actor))
                return
            weapon = self.weapon_of(partner, "")
            turned = replace(
                request,
                actor=request.partner,
                partner=request.actor,
                trait=weapon.trait if weapon is not None else "strength",
                means=weapon.id if weapon is not None else "",
                first=step.outcome,
                first_total=step.total,
                helpers=(),
                helped=0,
                helping=(),
            )
            self.request(play, turned, ("DHP-TAG-02",))
            return
        starter = request.partner
        values: dict[str, str | int] = {
            "who": f"@{starter}",
            "first": request.first,
            "second": step.outcome,
        }
        choose = Choose(request, step.outcome, step.total)
        self.ask(play, Question("tag", starter, values, ("DHP-TAG-02", "DHP-TAG-03")), choose)

    def alone(self, play: Play, request: Request) -> None:
        """The partner cannot roll any more: the starter's roll counts, and the starter's blow alone."""
        starter = play.state.party[request.partner]
        weapon = self.weapon_of(starter, "")
        if request.first is None or weapon is None:
            return
        kind = replace(
            request, actor=starter.id, partner="", kind="attack", means=weapon.id, trait=weapon.trait, rolled=True
        )
        play.first(Resolve(kind, request.first, request.first_total))

    def choose_tag(self, play: Play, command: c.ChooseTag) -> Refusal | None:
        """One of the two rolls stands for both; different damage types become the one that is chosen."""
        agenda = self.scene(play.state).agenda
        step = agenda[0] if agenda else None
        if not isinstance(step, Choose) or step.request.partner != command.who or step.request.first is None:
            return Refusal("not_asked")
        self.resume(play, "tag")
        play.agenda.pop(0)
        request = step.request
        starter, partner = request.partner, request.actor
        first = command.pick == "first"
        outcome = request.first if first and request.first is not None else step.second
        total = request.first_total if first else step.second_total
        weapon = self.weapon_of(play.state.party[starter], "")
        play.happen(e.TagChosen(starter, partner, outcome, rules=("DHP-TAG-02",)))
        both = replace(
            request,
            actor=starter,
            partner=partner,
            means=weapon.id if weapon is not None else "",
            trait=weapon.trait if weapon is not None else request.trait,
            rolled=True,
            damage_kind=command.kind,
        )
        play.first(Resolve(both, outcome, total, starter if first else partner))
        return None
