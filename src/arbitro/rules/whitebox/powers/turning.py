"""Turning the undead (Table 4): clerics of Law stand against one kind of undead, once in an encounter."""

from typing import Literal

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import held_against
from arbitro.rules.whitebox import special as s
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.events import Fell
from arbitro.rules.whitebox.lasting import Ongoing
from arbitro.rules.whitebox.powers.commands import TurnUndead
from arbitro.rules.whitebox.powers.events import TurnAttempted
from arbitro.rules.whitebox.powers.oil import Oil
from arbitro.rules.whitebox.state import Blow, Combatant, State

SPENT = "turning"


class TurningUndead(Oil):
    """Clerics against the undead."""

    def may_turn(self, state: State, one: Combatant) -> Refusal | None:
        """Whether somebody can stand against the undead now: those of Law, once in an encounter."""
        if not self.powers(one).turns or one.profile.alignment != "law":
            return Refusal("cannot_turn", {"who": f"@{one.id}"})
        if SPENT in one.spent:
            return Refusal("turned_already", {"who": f"@{one.id}"})
        return self.may_act_instead(state, self.fight(state), one)

    def undead(self, state: State, one: Combatant, kind: str = "") -> list[Combatant]:
        """The undead of a kind among somebody's opponents."""
        return [
            foe
            for foe in self.opponents(self.fight(state), one)
            if self.powers(foe).undead and kind in ("", self.powers(foe).monster)
        ]

    def turned_as(self, foe: Combatant) -> int | None:
        """The hit dice as which an undead is turned; None: never."""
        for special in self.specials(foe, s.Turning):
            if special.never:
                return None
            if special.as_hd:
                return special.as_hd
        return self.hit_dice(foe)

    def affected(self, scene: Scene, foes: list[Combatant]) -> tuple[list[Combatant], tuple[Die, ...]]:
        """Who feels it: all of a kind, or by the option so many hit dice, the weakest first, and always one."""
        if not scene.state.options["turning_limit"]:
            return foes, ()
        dice = self.content.turning.affected.roll(scene.dice, "turning")
        left = self.content.turning.affected.total(dice)
        found: list[Combatant] = []
        for foe in sorted(foes, key=lambda foe: (foe.hp, foe.id)):
            left -= max(self.hit_dice(foe), 1)
            if left < 0 and found:
                break
            found.append(foe)
        return found, dice

    def turn_undead(self, scene: Scene, command: TurnUndead) -> Refusal | None:
        """Roll 3d6 on the table: the undead of one kind flee, or are destroyed."""
        state = scene.state
        one = self.acting(state, command.who)
        if isinstance(one, Refusal):
            return one
        refused = self.may_turn(state, one)
        if refused is not None:
            return refused
        foes = self.undead(state, one, command.kind)
        if not foes or not command.kind:
            return Refusal("no_undead", {"who": f"@{one.id}"})
        turning = self.content.turning
        hd = self.turned_as(foes[0])
        needed = None if hd is None else turning.needed(hd, one.profile.level)
        if needed is None:
            scene.happen(TurnAttempted(one.id, command.kind, None, "nothing"))
            return None
        if needed == "D":
            foes, reach = self.affected(scene, foes)
            scene.happen(TurnAttempted(one.id, command.kind, None, "destroyed", limit=reach))
            for foe in foes:
                if not self.put_off(scene, Blow(foe.id, "death", one.id)):
                    scene.happen(Fell(foe.id, "dead"))
            return None
        check = held_against(turning.dice.roll(scene.dice, "turning"), (), ">=", needed, "turning")
        rounds = turning.rounds.roll(scene.dice, "span") if check.success else ()
        limit: tuple[Die, ...] = ()
        if check.success:
            foes, limit = self.affected(scene, foes)
        outcome: Literal["turned", "nothing"] = "turned" if check.success else "nothing"
        scene.happen(TurnAttempted(one.id, command.kind, check, outcome, rounds, limit))
        if check.success:
            until = self.until(state, turning.rounds.total(rounds))
            for foe in foes:
                self.lays(scene, foe.id, Ongoing(kind="afraid", by=one.id, until=until, magical=False))
        return None
