"""The GM's turn: when it opens, what a move costs, who is in the spotlight, and how it goes back."""

from typing import Literal, cast

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import gm_moves
from arbitro.rules.daggerheart.basics import Play
from arbitro.rules.daggerheart.features import Features
from arbitro.rules.daggerheart.state import Close, Foe, Scene, State, Turn
from arbitro.rules.daggerheart.words import SUCCESSES, WITH_FEAR, Outcome, Reason

Tag = Literal["soft", "hard"]
TRIGGERS: dict[Reason, tuple[str, ...]] = {
    "roll_with_fear": ("DH-MOVE-03", "DHP-SPOT-02"),
    "failed_action_roll": ("DH-MOVE-04", "DHP-SPOT-02"),
    "unavoidable_consequences": ("DH-MOVE-05",),
    "golden_opportunity": ("DH-MOVE-06",),
    "players_look_to_gm": ("DH-MOVE-07",),
    "paid_interrupt": ("DH-FEAR-08", "DHP-SPOT-02"),
    "gm_decision": ("DH-MOVE-02",),
    "feature": ("DHP-ADVSTAT-05",),
}
"""Why a GM turn opens, and the rules behind each reason."""


class Turns(Features):
    """Moves and the spotlight."""

    # ------------------------------------------------------------------ opening (DH-MOVE-02 to 07)

    def open_turn(
        self, play: Play, reason: Reason, free: int, *, outcome: Outcome | None = None, subject: str = ""
    ) -> None:
        """The spotlight comes to the GM; a turn that is open already goes on with the new reason."""
        state = play.state
        old = self.scene(state).turn
        turn = Turn(
            reason,
            free,
            acted=old.acted if old is not None else {},
            granted=old.granted if old is not None else (),
            acting=old.acting if old is not None else "",
            outcome=outcome,
            subject=subject,
        )
        limit = int(state.options["gm_fear_reminder_at"])
        reminder = bool(limit) and state.fear.held >= limit
        rules = ("DH-SPOTLIGHT-01", *TRIGGERS[reason], *(("DH-FEAR-14",) if reminder else ()))
        play.happen(e.TurnOpened(turn, reminder, rules=rules))

    def settle_close(self, play: Play, step: Close) -> None:
        """The roll is played out: what was unavoidable follows, and the outcome says who has the spotlight."""
        if step.stress:
            self.mark_stress(play, step.actor, step.stress, "unavoidable", ("DH-ACTION-04",))
        state = play.state
        if self.scene(state).ending:
            return
        if step.outcome == "critical_success":
            if state.party[step.actor].status == "up":
                self.ask(play, Question("opening", REFEREE_ONLY, {"who": f"@{step.actor}"}, ("DH-MOVE-11",)))
            return
        with_fear, failed = step.outcome in WITH_FEAR, step.outcome not in SUCCESSES
        if not with_fear and not failed:
            return
        if not failed and state.options["gm_success_fear_spotlight"] == "players":
            return
        several = state.options["gm_free_moves_per_roll"] == "one_per_trigger"
        free = with_fear + failed if several else 1
        reason: Reason = "roll_with_fear" if with_fear else "failed_action_roll"
        self.open_turn(play, reason, free, outcome=step.outcome, subject=step.actor)

    def players_turn(self, state: State) -> Scene | Refusal:
        """A scene in which the players have the spotlight."""
        scene = self.running(state)
        if isinstance(scene, Scene) and scene.turn is not None:
            return Refusal("gm_spotlight", {}, ("DH-SPOTLIGHT-01",))
        return scene

    def call_turn(self, play: Play, command: c.OpenTurn) -> Refusal | None:
        """The GM sees an occasion that no die shows."""
        scene = self.players_turn(play.state)
        if isinstance(scene, Refusal):
            return scene
        choice = play.state.options["gm_untriggered_move"]
        if command.reason == "gm_decision" and choice == "forbid_without_fear":
            return Refusal("pay_to_interrupt", {}, ("DH-MOVE-02", "DH-FEAR-08"))
        self.open_turn(play, command.reason, 1, subject=command.who if command.who in play.state.party else "")
        return None

    def look_to_gm(self, play: Play, command: c.LookToGm) -> Refusal | None:
        """The players want to hear what happens next (DH-MOVE-07)."""
        scene = self.players_turn(play.state)
        if isinstance(scene, Refusal):
            return scene
        hero = play.state.party.get(command.who)
        if hero is None:
            return Refusal("nobody", {"who": command.who})
        if hero.status != "up":
            return Refusal("not_up", {"who": f"@{hero.id}"}, ("DHP-DEATH-03",))
        self.open_turn(play, "players_look_to_gm", 1, subject=command.who)
        return None

    def interrupt(self, play: Play, command: c.Interrupt) -> Refusal | None:
        """A Fear breaks in on the players; one move is in the price (DH-FEAR-08)."""
        del command
        scene = self.players_turn(play.state)
        if isinstance(scene, Refusal):
            return scene
        short = self.short_of_fear(play.state, 1)
        if short:
            return short
        self.spend_fear(play, 1, "interrupt")
        self.open_turn(play, "paid_interrupt", 1)
        return None

    # ------------------------------------------------------------------ moves (DH-MOVE-01, DH-FEAR-09)

    def move_cost(self, state: State) -> int:
        """The first move of a turn is free, each further one costs a Fear."""
        turn = self.scene(state).turn
        return 0 if turn is not None and turn.free > 0 else 1

    def may_move(self, state: State, fear: int) -> Refusal | None:
        """Whether the GM may make a move now, with this Fear to be paid besides."""
        scene = self.running(state)
        if isinstance(scene, Refusal):
            return scene
        if scene.turn is None:
            return Refusal("players_spotlight", {}, ("DH-SPOTLIGHT-01", "DH-FEAR-08"))
        return self.short_of_fear(state, self.move_cost(state) + fear)

    def tag_for(self, state: State, wanted: str) -> Tag:
        """Softer with Hope, harder with Fear; the GM may say otherwise (DH-SOFT-03)."""
        if wanted:
            return cast(Tag, wanted)
        turn = self.scene(state).turn
        return "hard" if turn is not None and turn.outcome in WITH_FEAR else "soft"

    def count_move(self, play: Play, move: str, tag: str, target: str = "", text: str = "") -> None:
        """Count a GM move, paying for it if the free one is gone."""
        state = play.state
        turn = self.scene(state).turn
        cost = self.move_cost(state)
        self.spend_fear(play, cost, "spotlight" if target in self.scene(state).foes else "additional_move")
        severity = self.guidance.outcomes[turn.outcome].severity if turn is not None and turn.outcome else "none"
        known = self.guidance.moves.get(move)
        soft = "DH-SOFT-01" if tag == "soft" else "DH-SOFT-02"
        listed = gm_moves.rules_of(self, state, move) if known is not None else ()
        rules = tuple(dict.fromkeys(("DH-MOVE-01", soft, "DH-SOFT-03", *listed)))
        if cost:
            rules = (*rules, "DH-FEAR-09", "DH-FEAR-13")
        audience = REFEREE_ONLY if known is not None and known.effect == "unseen" else ""
        told = e.MoveMade(move, cast(Tag, tag), cost, target, text, severity, rules=rules, audience=audience)
        play.happen(told)

    def menu(self, state: State) -> tuple[str, ...]:
        """The moves that fit the outcome, and always one of the GM's own (DH-MOVE-14, 16, 18, 21)."""
        turn = self.scene(state).turn
        answer = self.guidance.outcomes[turn.outcome] if turn is not None and turn.outcome else None
        if answer is not None and answer.severity == "minor":
            return (*self.guidance.minor, "custom")
        if answer is not None and answer.severity == "major":
            return (*self.guidance.major, "custom")
        return (*dict.fromkeys((*self.guidance.fallback, *self.guidance.examples)), "custom")

    def make_move(self, play: Play, command: c.MakeMove) -> Refusal | None:
        """A move from a list, or any other (DH-MOVE-01)."""
        state = play.state
        refused = self.may_move(state, 0)
        if refused is not None:
            return refused
        entry = self.guidance.moves.get(command.move)
        if entry is None:
            return Refusal("no_move", {"move": command.move}, ("DH-MOVE-01",))
        cited = gm_moves.rules_of(self, state, command.move)
        if entry.effect == "spotlight":
            return Refusal("name_the_foe", {}, cited)
        turn = self.scene(state).turn
        target = command.target or (turn.subject if turn is not None else "")
        if entry.effect == "clear_condition":
            return self._move_to_clear(play, command)
        if entry.effect in ("stress", "focus"):
            hero = state.party.get(target)
            if hero is None or hero.status != "up":
                return Refusal("no_target", {"who": f"@{target or REFEREE_ONLY}"}, cited)
        if command.lands and not gm_moves.possible(self, state, command.move, target):
            return Refusal("cannot_land", {"move": f"@move/{command.move}"}, cited)
        tag = self.tag_for(state, command.tag)
        self.count_move(play, command.move, tag, target if target in state.party else "", command.text)
        if command.lands:
            gm_moves.land(self, play, command.move, target)
        elif entry.effect == "stress":
            self.mark_stress(play, target, max(command.amount, 1), "gm_move", cited)
        elif entry.effect == "focus":
            free = state.options["gm_multiple_focus"] == "free_spotlights"
            freed = tuple(foe.id for foe in self.foes(state)) if free else ()
            play.happen(e.FocusSet(target, freed, rules=("DH-MOVE-01", *cited)))
        elif entry.announces and tag == "soft":
            play.happen(e.ThreatPending(command.text, command.move, rules=("DH-SOFT-01",)))
        return None

    def tell_gm(self, play: Play, command: c.TellGm) -> Refusal | None:
        """A player answers what a move asks; the GM builds on it (DH-MOVE-21, DH-SOFT-04)."""
        state = play.state
        move, who = gm_moves.asking(state)
        if not move or who != command.who:
            return Refusal("not_asked")
        rules = gm_moves.rules_of(self, state, move)
        if command.reply not in gm_moves.replies(self, state, move, command.who):
            return Refusal("no_such_answer", {"who": f"@{command.who}"}, rules)
        self.resume(play, "tell")
        play.happen(e.PlayerTold(command.who, move, command.reply, command.text, rules=rules))
        gm_moves.answered(self, play, move, command.who, command.reply)
        return None

    def _move_to_clear(self, play: Play, command: c.MakeMove) -> Refusal | None:
        """Free an adversary of a condition; a temporary one takes up its spotlight (DH-SOFT-04, DHP-COND-05)."""
        state = play.state
        foe = self.foe(state, command.target)
        if isinstance(foe, Refusal):
            return foe
        held = next((each for each in foe.conditions if not command.condition or each.name == command.condition), None)
        if held is None:
            return Refusal("no_condition", {"who": f"@{foe.id}"}, ("DH-SOFT-04",))
        uses = held.until == "temporary" and bool(state.options["gm_clear_condition_uses_spotlight"])
        if uses and (spent := self.spotlights_left(state, foe)) is not None:
            return spent
        self.count_move(play, command.move, self.tag_for(state, command.tag))
        if uses:
            turn = self.scene(play.state).turn
            times = (turn.acted.get(foe.id, 0) if turn is not None else 0) + 1
            play.happen(e.Spotlighted(foe.id, False, times, rules=("DHP-COND-05",)))
            play.happen(e.FoeDone(foe.id))
        self.release(play, foe.id, held)
        return None

    def settle_threat(self, play: Play, command: c.SettleThreat) -> Refusal | None:
        """A threat that a soft move announced is dealt with, one way or another."""
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        if not 0 <= command.number < len(scene.threats):
            return Refusal("no_threat", {}, ("DH-SOFT-01",))
        play.happen(e.ThreatSettled(scene.threats[command.number], rules=("DH-SOFT-01",)))
        return None

    # ------------------------------------------------------------------ the spotlight (DH-SPOTLIGHT-02, DHP-SPOT-04)

    def spotlights_left(self, state: State, foe: Foe) -> Refusal | None:
        """Once per GM turn, unless Relentless says more (DHP-ADVSTAT-09)."""
        if state.options["gm_spotlights_per_adversary"] == "unlimited":
            return None
        turn = self.scene(state).turn
        most = 1
        relentless, by = self.passive(foe, "relentless"), self.passive(foe, "relentless_by")
        if relentless is not None:
            most = relentless.value
        elif by is not None:
            most = max(foe.counters.get(by.condition, 3), 1)
        most = max(most, *(self.condition(held.name).spotlights for held in foe.conditions), 1)
        most += foe.counters.get("again", 0)
        if turn is not None and turn.acted.get(foe.id, 0) >= most:
            return Refusal("acted_already", {"who": f"@{foe.id}", "most": most}, ("DH-SPOTLIGHT-02", "DHP-ADVSTAT-09"))
        return None

    def give_spotlight(self, play: Play, command: c.Spotlight) -> Refusal | None:
        """Give an adversary the spotlight: a GM move, or what a feature has granted."""
        state = play.state
        scene = self.running(state)
        if isinstance(scene, Refusal):
            return scene
        turn = scene.turn
        if turn is None:
            return Refusal("players_spotlight", {}, ("DH-SPOTLIGHT-01", "DH-FEAR-08"))
        foe = self.foe(state, command.who)
        if isinstance(foe, Refusal):
            return foe
        granted = foe.id in turn.granted
        if not granted:
            spent = self.spotlights_left(state, foe)
            if spent is not None:
                return spent
        ramp = self.passive(foe, "ramp_up")
        extra = ramp.value if ramp is not None else 0
        short = self.short_of_fear(state, extra + (0 if granted else self.move_cost(state)))
        if short is not None:
            return short
        if not granted:
            self.count_move(play, command.move, self.tag_for(state, ""), foe.id)
        self.spend_fear(play, extra, "ramp_up")
        times = turn.acted.get(foe.id, 0) + 1
        first = not foe.seen
        play.happen(e.Spotlighted(foe.id, granted, times, rules=("DH-SPOTLIGHT-02", "DHP-SPOT-04", "DHP-SPOT-05")))
        if self.passive(foe, "slow") is not None:
            play.happen(e.SlowToken(foe.id, not foe.token, rules=("DHP-ADVSTAT-09",)))
        if self.passive(foe, "disguise") is not None and self.has(foe, "hidden"):
            self.end_conditions(play, foe.id, "hidden")
        steps = self.set_off(play, "spotlighted", foe.id, "")
        if first:
            steps += self.set_off(play, "first_spotlight", foe.id, "")
        play.first(*steps)
        return None

    def grant(self, play: Play, who: tuple[str, ...]) -> None:
        """Adversaries get the spotlight at no further cost, in a GM turn that opens if none is."""
        if self.scene(play.state).turn is None:
            self.open_turn(play, "feature", 0)
        play.happen(e.Granted(who, rules=("DHP-ADVSTAT-05", "DHP-SPOT-04")))

    def end_turn(self, play: Play, command: c.EndTurn) -> Refusal | None:
        """The spotlight goes back; a free move that was not made is lost (DH-SPOTLIGHT-01)."""
        del command
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        if scene.turn is None:
            return Refusal("players_spotlight", {}, ("DH-SPOTLIGHT-01",))
        play.happen(e.SpotlightReturned(scene.turn.free, rules=("DH-SPOTLIGHT-01", "DHP-SPOT-02")))
        for foe in tuple(self.foes(play.state)):
            self.end_conditions(play, foe.id, "act")
        return None

    # ------------------------------------------------------------------ Fear by hand (DH-FEAR-04, DH-FEAR-07)

    def pay_to_end(self, play: Play, command: c.PayToEnd) -> Refusal | None:
        """A Fear ends a temporary effect of a PC's spell (DHP-DUAL-14)."""
        scene = self.running(play.state)
        if isinstance(scene, Refusal):
            return scene
        one = self.anybody(play.state, command.who)
        held = next(
            (
                each
                for each in (one.conditions if one is not None else ())
                if each.name == command.condition and each.spell
            ),
            None,
        )
        if held is None:
            return Refusal("no_condition", {"who": f"@{command.who}"}, ("DHP-DUAL-14",))
        short = self.short_of_fear(play.state, 1)
        if short:
            return short
        self.spend_fear(play, 1, "end_effect")
        self.release(play, command.who, held)
        return None

    def spend_by_hand(self, play: Play, command: c.SpendFear) -> Refusal | None:
        """Some rule or feature names another use of Fear."""
        if command.amount < 1:
            return Refusal("amount", {"amount": command.amount}, ("DH-FEAR-07",))
        short = self.short_of_fear(play.state, command.amount)
        if short:
            return short
        self.spend_fear(play, command.amount, command.why or "other")
        return None

    def gain_by_hand(self, play: Play, command: c.GainFear) -> Refusal | None:
        """Some ability or effect gives the GM Fear."""
        if command.amount < 1:
            return Refusal("amount", {"amount": command.amount}, ("DH-FEAR-04",))
        self.gain_fear(play, command.amount, command.why or "other", ("DH-FEAR-04",))
        return None
