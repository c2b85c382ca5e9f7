"""Death moves, rests and levels: what happens to player characters beyond a scene."""

from collections import Counter
from typing import Literal

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import growing
from arbitro.rules.daggerheart.basics import Play
from arbitro.rules.daggerheart.duality import FEAR_SIDES, HOPE_SIDES
from arbitro.rules.daggerheart.state import Dying, Experience, Foe, Hero, Rest, Sheet, State
from arbitro.rules.daggerheart.turns import Turns
from arbitro.rules.daggerheart.words import Named, tier_of

_DEATH = ("DHP-DEATH-01",)
_TOP_LEVEL = 10
SHORT_MOVES = ("tend_to_wounds", "clear_stress", "repair_armor", "prepare")
LONG_MOVES = ("tend_to_all_wounds", "clear_all_stress", "repair_all_armor", "prepare", "work_on_project")


def _prepared(preparing: tuple[str, ...]) -> dict[str, int]:
    """The Hope that preparing comes to for each, in whatever order they did: 1, and 2 in company each time.

    Whoever prepares twice may do so with one companion and then with another (DHP-REST-04).
    """
    return {who: count + min(count, len(preparing) - count) for who, count in Counter(preparing).items()}


def _company(who: str, preparing: tuple[str, ...]) -> bool:
    """Whether somebody who prepares now has company in it."""
    return _prepared((*preparing, who))[who] - _prepared(preparing).get(who, 0) > 1


class Lives(Turns):
    """Dying, resting and growing."""

    # ------------------------------------------------------------------ death (DHP-DEATH-01 to 05)

    def settle_dying(self, play: Play, step: Dying) -> None:
        """A PC who has fallen must choose; nothing else is open to that player."""
        hero = play.state.party.get(step.who)
        if hero is None or hero.status != "dying":
            return
        self.ask(play, Question("death", step.who, {"who": f"@{step.who}"}, _DEATH), step)

    def death_move(self, play: Play, command: c.DeathMove) -> Refusal | None:
        """Blaze of Glory, Avoid Death or Risk It All."""
        agenda = self.scene(play.state).agenda
        step = agenda[0] if agenda else None
        if not isinstance(step, Dying) or step.who != command.who:
            return Refusal("not_asked")
        hero = play.state.party[command.who]
        target: Foe | None = None
        weapon = self.weapon_of(hero, command.weapon)
        if command.move == "blaze_of_glory" and command.target:
            found = self.foe(play.state, command.target)
            if isinstance(found, Refusal):
                return found
            target = found
        self.resume(play, "death")
        play.agenda.pop(0)
        if command.move == "blaze_of_glory":
            play.happen(e.DeathMoved(hero.id, "blaze_of_glory", rules=(*_DEATH, "DHP-DEATH-02")))
            if target is not None and weapon is not None:
                play.first(self.blaze(play, hero, target, weapon))
            play.happen(e.StatusChanged(hero.id, "dead", rules=("DHP-DEATH-02",)))
        elif command.move == "avoid_death":
            die = play.dice.roll(HOPE_SIDES, "hope")
            play.happen(e.DeathMoved(hero.id, "avoid_death", (die,), rules=(*_DEATH, "DHP-DEATH-03")))
            play.happen(e.StatusChanged(hero.id, "unconscious", rules=("DHP-DEATH-03",)))
            if die.face <= hero.sheet.level:
                self.scar(play, hero.id)
        else:
            self._risk(play, hero)
        return None

    def _risk(self, play: Play, hero: Hero) -> None:
        """All on the Duality Dice: up with Hope, dead with Fear, whole on a double (DHP-DEATH-04)."""
        hope, fear = play.dice.roll(HOPE_SIDES, "hope"), play.dice.roll(FEAR_SIDES, "fear")
        rules = (*_DEATH, "DHP-DEATH-04")
        play.happen(e.DeathMoved(hero.id, "risk_it_all", (hope, fear), rules=rules))
        if hope.face < fear.face:
            play.happen(e.StatusChanged(hero.id, "dead", rules=("DHP-DEATH-04",)))
            return
        play.happen(e.StatusChanged(hero.id, "up", rules=("DHP-DEATH-04",)))
        if hope.face == fear.face:
            if play.state.options["death_risk_double"] == "clear_all":
                self.clear_hp(play, hero.id, hero.hp_marked, rules)
                self.clear_stress(play, hero.id, hero.stress_marked, rules)
            return
        if hope.face >= hero.hp_marked + hero.stress_marked:
            rolled = Modifier(hope.face, "DHP-DEATH-04", "rolled")
            to_hp = Modifier(-hero.hp_marked, "DHP-DEATH-04", "to_hp")
            self.clear_hp(play, hero.id, hope.face, rules, (rolled,))
            self.clear_stress(play, hero.id, hope.face - hero.hp_marked, rules, (rolled, to_hp))
            return
        values: dict[str, str | int] = {"who": f"@{hero.id}", "amount": hope.face}
        self.ask(play, Question("split", hero.id, values, ("DHP-DEATH-04",)))

    def split_limits(self, state: State, who: str) -> tuple[int, int]:
        """The least and the most Hit Points that a split may clear: at least 1 (DHP-DEATH-04)."""
        hero = state.party[who]
        amount = int(state.awaiting[0].values.get("amount", 0)) if state.awaiting else 0
        return max(1, amount - hero.stress_marked), max(1, min(amount, hero.hp_marked))

    def split_healing(self, play: Play, command: c.SplitHealing) -> Refusal | None:
        """What the Hope Die shows is split at will, but the PC must be able to stand."""
        state = play.state
        hero = state.party.get(command.who)
        question = state.awaiting[0] if state.awaiting else None
        if hero is None or question is None or question.who != command.who:
            return Refusal("not_asked")
        low, high = self.split_limits(state, command.who)
        if not low <= command.hp <= high:
            return Refusal("split", {"low": low, "high": high}, ("DHP-DEATH-04",))
        amount = int(question.values["amount"])
        self.resume(play, "split")
        rules, rolled = ("DHP-DEATH-04",), Modifier(amount, "DHP-DEATH-04", "rolled")
        stress = amount - command.hp
        to_stress = (Modifier(-stress, "DHP-DEATH-04", "to_stress"),) if stress else ()
        self.clear_hp(play, hero.id, command.hp, rules, (rolled, *to_stress))
        self.clear_stress(play, hero.id, stress, rules, (rolled, Modifier(-command.hp, "DHP-DEATH-04", "to_hp")))
        return None

    # ------------------------------------------------------------------ rests (DHP-REST-01 to 07)

    def resting(self, state: State) -> Rest | Refusal:
        """The rest that is being taken."""
        return state.rest or Refusal("no_rest", {}, ("DHP-REST-01",))

    def begin_rest(self, play: Play, command: c.BeginRest) -> Refusal | None:
        """The party settles down, where it is safe; after three short rests only a long one will do."""
        state = play.state
        if state.rest is not None:
            return Refusal("resting", {}, ("DHP-REST-01",))
        if not (self.alive(state) if command.kind == "long" else any(True for _ in self.heroes(state))):
            return Refusal("nobody_left", {}, ("DHP-REST-01",))
        if state.scene is not None and not state.scene.ending and state.scene.in_danger:
            return Refusal("in_danger", {"who": "@referee"}, ("DHP-REST-01",))
        if command.kind == "short" and state.short_rests >= 3:
            return Refusal("long_rest_needed", {}, ("DHP-REST-02",))
        play.happen(e.RestBegan(command.kind, rules=("DHP-REST-01", "DHP-REST-02")))
        return None

    def _fear_of(self, play: Play, rest: Rest) -> None:
        """The Fear of a rest that counted; of a long one that was cut short as the table has it."""
        if not rest.cut:
            self._rest_fear(play, rest.kind)
            return
        choice = play.state.options["rest_fear_on_interrupted"]
        if choice != "never":
            self._rest_fear(play, "long" if choice == "always" else "short")

    def _rest_fear(self, play: Play, kind: Literal["short", "long"]) -> None:
        """1d4 for a short rest, and as many as there are PCs besides for a long one (DH-FEAR-03, DHP-REST-06)."""
        die = play.dice.roll(4, "rest_fear")
        more = self.alive(play.state) if kind == "long" else 0
        added = (Modifier(more, "DHP-REST-06", "for_each_pc"),) if more else ()
        self.gain_fear(play, die.face + more, "rest", ("DH-FEAR-03", "DHP-REST-06"), (die,), added)

    def rest_move(self, play: Play, command: c.RestMove) -> Refusal | None:
        """Up to two downtime moves for each PC; the same one twice is fine."""
        state = play.state
        rest = self.resting(state)
        if isinstance(rest, Refusal):
            return rest
        hero = state.party.get(command.who)
        if hero is None or hero.status != "up":
            return Refusal("not_up", {"who": f"@{command.who}"}, ("DHP-REST-01", "DHP-DEATH-03"))
        if len(rest.moves.get(command.who, ())) >= 2:
            return Refusal("two_moves", {"who": f"@{command.who}"}, ("DHP-REST-01",))
        if command.move not in (SHORT_MOVES if rest.kind == "short" else LONG_MOVES):
            return Refusal("wrong_rest", {"move": command.move}, ("DHP-REST-04", "DHP-REST-05", "DHP-REST-03"))
        whom = state.party.get(command.whom or command.who)
        if whom is None or whom.status not in ("up", "unconscious"):
            return Refusal("nobody", {"who": command.whom})
        if command.move in ("clear_stress", "clear_all_stress", "prepare") and whom.id != hero.id:
            return Refusal("only_self", {"who": f"@{hero.id}"}, ("DHP-REST-04", "DHP-REST-05"))
        if command.move == "work_on_project" and not any(one.value for one in state.projects.values()):
            return Refusal("no_countdown", {"countdown": ""}, ("DHP-REST-05",))
        self._rest_does(play, rest, hero, command.move, whom)
        return None

    def _rest_does(self, play: Play, rest: Rest, hero: Hero, move: str, whom: Hero) -> None:
        short = rest.kind == "short"
        rules = ("DHP-REST-04",) if short else ("DHP-REST-05",)
        amount = Amount(1, 4, tier_of(hero.sheet.level))
        rolls = move in ("tend_to_wounds", "clear_stress", "repair_armor")
        dice = amount.roll(play.dice, "downtime") if rolls else ()
        cleared = amount.total(dice) if rolls else growing.MOST_SLOTS
        together = move == "prepare" and _company(hero.id, rest.preparing)
        tier = (Modifier(amount.plus, rules[0], "tier"),) if rolls else ()
        play.happen(e.RestMoveMade(hero.id, move, whom.id, dice, together, tier, rules=("DHP-REST-01", *rules)))
        parts = (*(Modifier(die.face, rules[0], "rolled") for die in dice), *tier)
        if move in ("tend_to_wounds", "tend_to_all_wounds"):
            self.clear_hp(play, whom.id, cleared, rules, parts)
        elif move in ("clear_stress", "clear_all_stress"):
            self.clear_stress(play, whom.id, cleared, rules, parts)
        elif move in ("repair_armor", "repair_all_armor"):
            self.clear_armour(play, whom.id, cleared, rules, parts)
        elif move == "prepare":
            before, now = _prepared(rest.preparing), _prepared((*rest.preparing, hero.id))
            for who in now:  # those who prepared alone have company now
                if now[who] > before.get(who, 0):
                    self.change_hope(play, who, now[who] - before.get(who, 0), "prepare", rules)
        else:
            project = next(one for one in play.state.projects.values() if one.value)
            play.first(*self.tick(play, project, 1))

    def cut_rest(self, play: Play, command: c.CutRest) -> Refusal | None:
        """An interrupted short rest gives nothing, a long one the benefits of a short one (DHP-REST-03)."""
        del command
        state = play.state
        rest = self.resting(state)
        if isinstance(rest, Refusal):
            return rest
        if rest.moves or rest.cut:
            return Refusal("rest_moves_made", {}, ("DHP-REST-03",))
        benefit: Literal["none", "short"] = "short" if rest.kind == "long" else "none"
        play.happen(e.RestCut(benefit, rules=("DHP-REST-03",)))
        if benefit == "none" and state.options["rest_fear_on_interrupted"] == "always":
            self._rest_fear(play, "short")
        return None

    def end_rest(self, play: Play, command: c.EndRest) -> Refusal | None:
        """What rests limit is fresh again; a long rest wakes the unconscious and may bring a long-term plan nearer."""
        state = play.state
        rest = self.resting(state)
        if isinstance(rest, Refusal):
            return rest
        project = state.projects.get(command.countdown)
        if command.countdown and (project is None or rest.kind != "long" or not project.value):
            return Refusal("no_countdown", {"countdown": command.countdown}, ("DHP-REST-06",))
        refreshed = {
            who: tuple(used for used in hero.used if rest.kind == "short" and self._limit(hero, used) == "long_rest")
            for who, hero in state.party.items()
        }
        row = 0 if rest.kind == "long" else min(state.short_rests + 1, 3)
        self._fear_of(play, rest)
        if self.place_passive(play.state, "place_of_healing") is not None:  # a rest cut short heals nobody
            for hero in tuple(play.state.party.values()):
                if hero.status in ("up", "unconscious"):
                    self.clear_hp(play, hero.id, hero.hp_marked, ("DHP-ENV-01",))
        play.happen(e.RestEnded(rest.kind, refreshed, row, rules=("DHP-REST-07", "DHP-REST-02")))
        for hero in tuple(play.state.party.values()):
            self.end_conditions(play, hero.id, "rest")
            if rest.kind == "long" and hero.status == "unconscious":
                self.clear_hp(play, hero.id, 1, ("DHP-DEATH-03",))
        if project is not None:
            play.first(*self.tick(play, project, 1))
        return None

    @staticmethod
    def _limit(hero: Hero, power: str) -> str:
        return next((one.limit for one in (*hero.sheet.powers, *hero.sheet.vault) if one.id == power), "")

    def skip_time(self, play: Play, command: c.SkipTime) -> Refusal | None:
        """A time skip brings the GM 1d6 Fear for each PC, and plans ripen (DHP-REST-06)."""
        state = play.state
        if state.rest is not None or (state.scene is not None and not state.scene.ending and state.scene.in_danger):
            return Refusal("in_danger", {"who": "@referee"}, ("DHP-REST-06",))
        count = self.alive(state)
        if not count:
            return Refusal("nobody_left", {}, ("DHP-REST-06",))
        project = state.projects.get(command.countdown)
        if command.countdown and (project is None or not project.value or command.by < 1):
            return Refusal("no_countdown", {"countdown": command.countdown}, ("DHP-REST-06",))
        play.happen(e.TimeSkipped(rules=("DHP-REST-06",)))
        dice = tuple(play.dice.roll(6, "rest_fear") for _ in range(count))
        self.gain_fear(play, sum(die.face for die in dice), "rest", ("DHP-REST-06",), dice)
        if project is not None:
            play.first(*self.tick(play, project, command.by))
        return None

    def swap_card(self, play: Play, command: c.SwapCard) -> Refusal | None:
        """A card moves between loadout and vault: freely at a rest, for Stress at other times."""
        return growing.swap_card(self, play, command)

    # ------------------------------------------------------------------ levels (DHP-LEVEL-01, DHP-LEVEL-02)

    def level_up(self, play: Play, command: c.LevelUp) -> Refusal | None:
        """The whole party rises when the GM says so; at 2, 5 and 8 more than usual."""
        del command
        state = play.state
        living = {who: hero for who, hero in state.party.items() if hero.status not in ("dead", "retired")}
        if not living:
            return Refusal("nobody_left", {}, ("DHP-LEVEL-01",))
        if state.scene is not None and not state.scene.ending and state.scene.in_danger:
            return Refusal("in_danger", {"who": "@referee"}, ("DHP-LEVEL-01",))
        level = max(hero.sheet.level for hero in living.values()) + 1
        if level > _TOP_LEVEL:
            return Refusal("top_level", {"level": _TOP_LEVEL}, ("DHP-LEVEL-01",))
        sheets = {who: self.raised(hero.sheet, level) for who, hero in living.items()}
        play.happen(e.LevelGained(level, sheets, rules=("DHP-LEVEL-01", "DHP-LEVEL-02")))
        return None

    @staticmethod
    def raised(sheet: Sheet, level: int) -> Sheet:
        """A sheet at the next level, before its player has chosen anything (DHP-LEVEL-01)."""
        changed = replace(sheet, level=level)
        if level in (2, 5, 8):
            number = len(sheet.experiences) + 1
            learned = Experience(f"level_{level}", Named(f"Esperienza {number}", f"Experience {number}", "f"))
            changed = replace(changed, proficiency=sheet.proficiency + 1, experiences=(*sheet.experiences, learned))
        return replace(changed, marked_traits=()) if level in (5, 8) else changed

    def advance(self, play: Play, command: c.Advance) -> Refusal | None:
        """One of the advancements of a level."""
        return growing.advance(self, play, command)

    def slots_left(self, sheet: Sheet, kind: str) -> int:
        """How often an advancement can still be taken."""
        return growing.slots_left(self, sheet, kind)

    def take_card(self, play: Play, command: c.TakeCard) -> Refusal | None:
        """A new domain card."""
        return growing.take_card(self, play, command)
