"""The plain automatic player: how it thinks, in the order in which it thinks.

A member of a side, the nimbler first: runs if its morale broke; releases a spell that is ready; strikes the first
enemy within reach; shoots the nearest enemy who stands in no melee; otherwise closes in on the nearest one who is not
running away, or shoots into the melee if it cannot. Casters announce (or prepare) the first spell they still have,
against the nearest enemy. Where declarations bind, everybody declares what they would do if it were their turn now,
and at whom; if that one is gone when the moment comes, the blow is lost. Nobody throws their only blade. Somebody who
bleeds within reach is bound up first, when no enemy is there to be struck. A side with nothing left ends its turn.

In the referee's chair it judges nobody surprised, tests morale whenever it was reminded, takes the single saving throw
where no column of the matrix was given, lets a save avert a danger that does not say, and breaks off a fight in which
all hold their ground out of each other's reach. These are defaults; a person may take over any of them.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from arbitro.kernel.command import Command
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox.choices import Offers
from arbitro.rules.whitebox.commands import (
    Attack,
    BindWounds,
    Cast,
    CheckMorale,
    Close,
    Declare,
    EndFight,
    EndTurn,
    JudgeSurprise,
    Move,
    NameDanger,
    Prepare,
    Run,
    SettleSave,
    Surrender,
)
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Fight, State
from arbitro.rules.whitebox.terms import Spell, Weapon


class Tactics(Offers):
    """What an automatic player would do."""

    def suggest(self, state: State, seat: Seat) -> Command | None:
        """The next command of a plain automatic player in a seat."""
        fight = state.fight
        if fight is None or fight.phase == "over":
            return None
        if state.awaiting:
            return self._answer(state) if seat.role == "referee" else None
        if seat.role == "referee":
            for group in fight.due:  # a group may have left the field since
                if self.minds_losses(fight, group) and self.allows(state, CheckMorale(group)):
                    return CheckMorale(group)
        if seat.role == "referee" and self._at_a_standstill(fight):
            return EndFight(tuple(side for side in fight.sides if any(True for _ in self.members(fight, side))))
        for side in fight.acting:
            if side not in fight.done and seat.may_act_for(side):
                return self._for_side(state, fight, side, seat)
        return None

    def _at_a_standstill(self, fight: Fight) -> bool:
        """Whether all who stand hold their ground and nobody can do another any harm from there."""
        standing = [one for one in fight.combatants.values() if one.condition == "up"]
        if not all(self.holds_ground(one) for one in standing):
            return False
        return not any(
            self.castable(one)
            or self.melee_around(fight, one)
            or any(weapon.kind == "missile" for weapon in one.profile.weapons)
            for one in standing
        )

    def _answer(self, state: State) -> Command:
        kind = state.awaiting[0].kind
        if kind == "surprise":
            return JudgeSurprise("")
        return NameDanger("single") if kind == "danger" else SettleSave("avoided")

    def _for_side(self, state: State, fight: Fight, side: str, seat: Seat) -> Command:
        for one in self.member_order(fight, side):
            if not seat.may_act_for(one.id):
                continue
            for command in self._wishes(state, fight, one):
                if self.allows(state, command):
                    return command
        return EndTurn(side)

    def _wishes(self, state: State, fight: Fight, one: Combatant) -> Iterator[Command]:
        """What somebody would like to do, best first; the first legal wish is taken."""
        foes = self.sized_up(state, fight, one)
        if one.intent is not None and one.intent.kind in ("melee", "missile") and one.intent.target:
            foes = [foe for foe in foes if foe.id == one.intent.target]  # what was declared binds
        if not foes:
            return
        if fight.phase == "declare":
            yield from self._intents(state, one, foes)
            return
        if self.lays_down_arms(state, one, foes):
            yield Surrender(one.id)
        if one.morale == "flee" or self.gives_up(state, one, foes):
            yield Run(one.id)
            return
        if one.prepared:
            ready = next(spell for spell in one.profile.spells if spell.id == one.prepared)
            yield from (Cast(one.id, *aim) for aim in self.spell_aims(state, one, ready, foes))
        for spell in self.worth_casting(state, one, foes):
            yield from (Prepare(one.id, spell.id, aim[0]) for aim in self.spell_aims(state, one, spell, foes) if aim[0])
        yield from self.cunning(state, fight, one, foes)
        blades = [weapon.id for weapon in one.profile.weapons if weapon.kind == "melee"]
        bows = [weapon.id for weapon in one.profile.weapons if weapon.kind == "missile" and self.can_spare(one, weapon)]
        reached = [foe for foe in foes if self.distance(fight, one, foe) <= MELEE_REACH]
        for foe in self.preferred(state, one, reached):
            yield from (Attack(one.id, foe.id, weapon) for weapon in blades)
        if not reached:
            for other in self.members_down(fight, one):
                yield BindWounds(one.id, other.id)
        for weapon in bows:
            yield from (Attack(one.id, foe.id, weapon) for foe in foes if not self.melee_around(fight, foe))
        staying = next((foe for foe in foes if self.worth_chasing(fight, one, foe)), None)
        if blades and staying is not None:
            yield Close(one.id, staying.id)
        yield from (Attack(one.id, foes[0].id, weapon) for weapon in bows)

    def sized_up(self, state: State, fight: Fight, one: Combatant) -> list[Combatant]:
        """All enemies, in the order in which somebody would go for them: plain people take the nearest."""
        del state
        return sorted(self.opponents(fight, one), key=lambda foe: abs(foe.at - one.at))

    def keeps_off(self, one: Combatant) -> bool:
        """Whether somebody would rather shoot at those who are near than strike; plain people would not."""
        del one
        return False

    @staticmethod
    def can_spare(one: Combatant, weapon: Weapon) -> bool:
        """Whether a shot leaves something to fight with: nobody throws away the only blade."""
        if not weapon.thrown or weapon.pieces > 1:
            return True
        key = weapon.id.partition("~")[0]
        blades = [other.id.partition("~")[0] for other in one.profile.weapons if other.kind == "melee"]
        return key not in blades or any(blade != key for blade in blades)

    def cunning(self, state: State, fight: Fight, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
        """What somebody would rather do than strike; plain people have nothing of the kind."""
        del state, fight, one, foes
        return iter(())

    def gives_up(self, state: State, one: Combatant, foes: list[Combatant]) -> bool:
        """Whether somebody sees no point in fighting on; plain people leave that to morale."""
        del state, one, foes
        return False

    def lays_down_arms(self, state: State, one: Combatant, foes: list[Combatant]) -> bool:
        """Whether somebody surrenders; plain people leave that to morale."""
        del state, one, foes
        return False

    def minds_losses(self, fight: Fight, group: str) -> bool:
        """Whether the automatic referee tests the morale of a group that has lost somebody."""
        del fight, group
        return True

    def preferred(self, state: State, one: Combatant, reached: list[Combatant]) -> list[Combatant]:
        """Enemies within reach, the one to strike first in front."""
        del state, one
        return reached

    def worth_casting(self, state: State, one: Combatant, foes: list[Combatant]) -> Iterable[Spell]:
        """Spells that somebody would cast now, the first choice first."""
        del state, foes
        return self.castable(one)

    def spell_aims(
        self, state: State, one: Combatant, spell: Spell, foes: list[Combatant]
    ) -> Iterable[tuple[str, str]]:
        """At whom a spell goes, and in which manner: whoever was named for it, then the nearest enemy."""
        del state, spell
        return (("", ""), (foes[0].id, "")) if one.prepared else ((foes[0].id, ""),)

    def worth_chasing(self, fight: Fight, one: Combatant, foe: Combatant) -> bool:
        """Whether to close in on somebody: not on those who run."""
        del one
        return not self._running(fight, foe)

    @staticmethod
    def _running(fight: Fight, one: Combatant) -> bool:
        """Whether somebody was seen to run in this round or the last: a chase on foot would never end."""
        return one.moved >= fight.round - 1 and one.busy == one.moved >= 0

    @staticmethod
    def members_down(fight: Fight, one: Combatant) -> Iterator[Combatant]:
        """Friends who lie bleeding."""
        return (
            other
            for other in fight.combatants.values()
            if other.condition == "out" and other.dropped >= 0 and other.profile.side == one.profile.side
        )

    def _foreseen(self, state: State, one: Combatant) -> Iterator[Command]:
        """To declare what one would do if it were one's turn now, and at whom."""
        fight = self.fight(state)
        acting = replace(fight, phase="act", order=((one.profile.side,),), turn=0, done=())
        imagined = replace(state, fight=acting)
        for wish in self._wishes(imagined, acting, one):
            if not isinstance(wish, Surrender) and self.allows(imagined, wish):  # giving up needs no declaration
                yield self.declaration(one, wish)
                return

    def declaration(self, one: Combatant, wish: Command) -> Command:
        """The declaration by which somebody may do something later in the round."""
        if isinstance(wish, Attack):
            weapon = self.weapon_of(one, wish.weapon)
            return Declare(one.id, "melee" if weapon is None else weapon.kind, wish.target)
        if isinstance(wish, Close):
            return Declare(one.id, "melee", wish.target)
        if isinstance(wish, Run):
            return Declare(one.id, "flee")
        return Declare(one.id, "move" if isinstance(wish, Move) else "other")

    def _intents(self, state: State, one: Combatant, foes: list[Combatant]) -> Iterator[Command]:
        if one.morale == "flee" or self.gives_up(state, one, foes):
            yield Declare(one.id, "flee")
        for spell in self.worth_casting(state, one, foes):
            for target, _ in self.spell_aims(state, one, spell, foes):
                yield Declare(one.id, "cast", target, spell.id)
        if state.options["declare_intent"] and state.options["combat_sequence"] == "standard":
            yield from self._foreseen(state, one)
        kinds = {weapon.kind for weapon in one.profile.weapons}
        near = min(abs(foe.at - one.at) for foe in foes) <= MELEE_REACH + self.combat_move(one)
        if "melee" in kinds and ((near and not self.keeps_off(one)) or "missile" not in kinds):
            yield Declare(one.id, "melee")
        if "missile" in kinds:
            yield Declare(one.id, "missile")
        yield Declare(one.id, "other")
