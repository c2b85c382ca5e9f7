"""Between battles: quick rests, recharges, full heal-ups, fleeing (chapters «Riposo e Ricarica», «Fuggire»)."""

from fractions import Fraction
from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.basics import Scene
from arbitro.rules.archmage.events import (
    Answered,
    CampaignLost,
    FlightProposed,
    FlightRefused,
    HealedUp,
    LossDescribed,
    Prompted,
    Recharged,
    RestEnded,
    Revived,
    SpiritFought,
)
from arbitro.rules.archmage.state import Boost, Combatant, Spent, State, Until
from arbitro.rules.archmage.step import Vote
from arbitro.rules.archmage.turns import Turns

FLIGHT: Final = ("AE-FLEE-01", "AE-FLEE-02")
SPIRIT: Final = ("AE-SPIRIT-01", "AE-SPIRIT-02", "AE-SPIRIT-03", "AE-SPIRIT-04", "AE-SPIRIT-05")


class Between(Turns):
    """What the party does when nobody is trying to kill it, and how it gets there."""

    def resting(self, state: State) -> Refusal | None:
        """Whether there is a quick rest to be taken: after a battle, before the next (AE-REST-01)."""
        if state.fight is not None and state.fight.phase != "over":
            return Refusal("battle_already", {}, ("AE-REST-01",))
        return None if state.resting else Refusal("no_rest", {}, ("AE-REST-01",))

    def of_the_party(self, state: State, who: str) -> Combatant | Refusal:
        """Somebody of the party, between battles."""
        if state.fight is not None and state.fight.phase != "over":
            return Refusal("battle_already")
        found = state.party.get(who)
        return Refusal("nobody", {"who": who}) if found is None else found

    # ---------------------------------------------------------------- quick rest

    def rest_recovery(self, scene: Scene, command: c.UseRecovery) -> Refusal | None:
        """Heal with a recovery, as many as one likes; the first of one who is down counts from 0 (AE-REST-02)."""
        refused = self.resting(scene.state)
        if refused is not None:
            return refused
        one = self.of_the_party(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        if one.awareness in ("dead", "coma", "gone"):
            return Refusal("cannot_heal", {"who": f"@{one.id}"}, ("AE-MEANINGFUL-02",))
        if one.hp >= one.max_hp:
            return Refusal("unhurt", {"who": f"@{one.id}"}, ("AE-RECOVERY-03",))
        self.use_recovery(scene, one.id, ("AE-REST-02", "AE-REST-03"))
        return None

    def must_heal(self, state: State, one: Combatant) -> bool:
        """Whether somebody may not end the rest like this: staggered, with recoveries, untreated (AE-REST-03)."""
        down = one.awareness in ("dead", "coma", "gone")
        return not down and not one.healed and one.recoveries > 0 and self.is_staggered(state, one)

    def quick_rest(self, scene: Scene, command: c.QuickRest) -> Refusal | None:
        """End the rest: each spent recharge power is rolled for (AE-REST-04, AE-REST-05)."""
        del command
        refused = self.resting(scene.state)
        if refused is not None:
            return refused
        for one in scene.state.party.values():
            if self.must_heal(scene.state, one):
                return Refusal("staggered_must_heal", {"who": f"@{one.id}"}, ("AE-REST-03",))
        for who, one in list(scene.state.party.items()):
            if self.is_staggered(scene.state, one) and not one.recoveries and not one.healed:
                scene.hint(Prompted("staggered_rest", who, rules=("AE-REST-03",), audience=REFEREE_ONLY))
            for power in one.profile.attacks:
                spent = scene.one(who).powers.get(power.id)
                if power.usage != "recharge" or spent is None or not (spent.used or spent.barred):
                    continue
                die = scene.dice.roll(20, "save_recharge")
                check = self.save_check(scene.state, die, power.recharge, ())
                barred = not check.success
                rules = ("AE-REST-04", "AE-SAVE-01", *(("AE-REST-05",) if barred else ()))
                scene.happen(Recharged(who, power.id, check, Spent(barred=barred), rules=rules))
        scene.happen(RestEnded(rules=("AE-REST-01",)))
        return None

    # ---------------------------------------------------------------- full heal-up

    def full_heal_up(self, scene: Scene, command: c.FullHealUp) -> Refusal | None:
        """Restore everything once enough battles were fought, or when the referee grants it (AE-FULLHEAL-01)."""
        state = scene.state
        if state.fight is not None and state.fight.phase != "over":
            return Refusal("battle_already", {}, ("AE-FULLHEAL-01",))
        if not state.party:
            return Refusal("no_party")
        needed = int(state.options["full_heal_battles"])
        if Fraction(state.weight) < needed and not command.granted:
            return Refusal("not_earned", {"weight": state.weight, "needed": needed}, ("AE-FULLHEAL-01",))
        rules = ("AE-FULLHEAL-01", "AE-FULLHEAL-03", "AE-FULLHEAL-04", "AE-LASTING-04", "AE-RECOVERY-06")
        scene.happen(HealedUp(rules=rules))
        return None

    def withdraw(self, scene: Scene, command: c.Withdraw) -> Refusal | None:
        """Take a full heal-up early, for a campaign loss (AE-FULLHEAL-05)."""
        state = scene.state
        if state.fight is not None and state.fight.phase != "over":
            return Refusal("battle_already", {}, ("AE-FULLHEAL-05",))
        needed = int(state.options["early_full_heal"])
        if Fraction(state.weight) < needed or not state.party:
            return Refusal("not_close_enough", {"weight": state.weight, "needed": needed}, ("AE-FULLHEAL-05",))
        self.lose_campaign(scene, command.text, ("AE-FULLHEAL-05", "AE-FLEE-04"))
        scene.happen(HealedUp(early=True, rules=("AE-FULLHEAL-03", "AE-FULLHEAL-05")))
        return None

    def lose_campaign(self, scene: Scene, text: str, rules: tuple[str, ...]) -> None:
        """A campaign loss: a counter, and words that the referee finds for it (AE-FLEE-04)."""
        scene.happen(CampaignLost(len(scene.state.losses) + 1, text[:500], rules=rules))
        if not text:
            scene.hint(Prompted("campaign_loss", rules=("AE-FLEE-04",), audience=REFEREE_ONLY))

    def describe_loss(self, scene: Scene, command: c.DescribeLoss) -> Refusal | None:
        """Put a campaign loss into words."""
        if not 1 <= command.number <= len(scene.state.losses) or not command.text.strip():
            return Refusal("no_such_loss", {"number": command.number}, ("AE-FLEE-04",))
        scene.happen(LossDescribed(command.number, command.text[:500], rules=("AE-FLEE-04",)))
        return None

    def revive(self, scene: Scene, command: c.Revive) -> Refusal | None:
        """Out of danger somebody can be woken from a coma (AE-MEANINGFUL-02)."""
        one = self.of_the_party(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        if one.awareness != "coma":
            return Refusal("no_coma", {"who": f"@{one.id}"}, ("AE-MEANINGFUL-02",))
        scene.happen(Revived(one.id, rules=("AE-MEANINGFUL-02",)))
        return None

    # ---------------------------------------------------------------- fleeing

    def propose_flight(self, scene: Scene, command: c.ProposeFlight) -> Refusal | None:
        """On any character's turn any player may propose that all flee; all must agree (AE-FLEE-01, AE-FLEE-02)."""
        one = self.known(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        fight = scene.fight
        current = fight.combatants.get(fight.current)
        if one.profile.kind != "pc" or one.awareness in ("dead", "gone"):
            return Refusal("characters_only", {"who": f"@{one.id}"}, FLIGHT)
        if current is None or current.profile.kind != "pc" or current.side != one.side:
            return Refusal("on_a_characters_turn", {"who": f"@{one.id}"}, ("AE-FLEE-01",))
        scene.happen(FlightProposed(one.id, rules=FLIGHT))
        self._ask_next_vote(scene)
        return None

    def voters(self, scene: Scene) -> list[Combatant]:
        """Those whose players have a say: every living character of the party, one for each player."""
        fight = scene.fight
        side = scene.one(fight.proposer).side
        found: dict[str, Combatant] = {}
        for one in fight.combatants.values():
            if one.profile.kind == "pc" and one.side == side and one.awareness not in ("dead", "gone"):
                found.setdefault(one.profile.player or one.id, one)
        proposer = scene.one(fight.proposer)
        found.pop(proposer.profile.player or proposer.id, None)
        return list(found.values())

    def _ask_next_vote(self, scene: Scene) -> None:
        for one in self.voters(scene):
            if one.id not in scene.fight.votes:
                values: dict[str, str | int] = {"who": f"@{one.id}", "by": f"@{scene.fight.proposer}"}
                scene.ask(Question("flight", one.id, values, FLIGHT), Vote(one.id))
                return
        self._flee(scene)

    def vote_flight(self, scene: Scene, command: c.VoteFlight) -> Refusal | None:
        """Agree, or stop the flight at no cost (AE-FLEE-02)."""
        if not scene.state.awaiting or scene.state.awaiting[0].who != command.who:
            return Refusal("not_asked")
        scene.happen(Answered(command.who, "flight", command.word, rules=FLIGHT))
        if command.word == "no":
            scene.happen(FlightRefused(command.who, rules=("AE-FLEE-02",)))
        else:
            self._ask_next_vote(scene)
        return None

    def _flee(self, scene: Scene) -> None:
        """The party gets away at once with its fallen, for a campaign loss (AE-FLEE-03, AE-FLEE-04)."""
        self.lose_campaign(scene, "", ("AE-FLEE-03", "AE-FLEE-04"))
        self.end_battle(scene, "fled")

    # ---------------------------------------------------------------- in spirit

    def fight_in_spirit(self, scene: Scene, command: c.FightInSpirit) -> Refusal | None:
        """An absent character's story gives an ally +1, the first time in a battle +2 (AE-SPIRIT-01 to -05)."""
        one = self.known(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        fight, options = scene.fight, scene.state.options
        away = not one.present or one.awareness in ("dead", "coma")
        if options["spirit_when_dying"] and self.dying(scene.state, one):
            away = True
        values: dict[str, str | int] = {"who": f"@{one.id}"}
        if one.profile.kind != "pc" or not away:
            return Refusal("takes_part", values, ("AE-SPIRIT-01",))
        if one.spirit_round == fight.round:
            return Refusal("once_a_round", values, ("AE-SPIRIT-02",))
        ally = fight.combatants.get(command.ally)
        if ally is None or ally.side != one.side or not ally.in_field or ally.id == one.id:
            return Refusal("no_target", {"who": f"@{command.ally}"}, ("AE-SPIRIT-03", "AE-TARGET-04"))
        bonus = 1 if fight.spirit_used else int(options["spirit_first_bonus"])
        rounds = int(options["spirit_duration_rounds"])
        current = fight.current or ally.id
        until = Until("start", current, scene.one(current).turns + rounds)
        boost = Boost("spirit", command.stat, bonus, until, spirit=True)
        scene.happen(SpiritFought(one.id, ally.id, boost, command.story[:500], rules=SPIRIT))
        return None
