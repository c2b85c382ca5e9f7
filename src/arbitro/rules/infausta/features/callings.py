"""What a class gives: looking its features up, and the saving throws it is better at."""

from functools import cached_property
from typing import TypeVar

from arbitro.kernel.ruling import Modifier
from arbitro.rules.infausta.cards import Cards
from arbitro.rules.infausta.features.facts import FeatureFacts, feature_facts
from arbitro.rules.infausta.features.state import Gifts
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.calling import Feature, SaveAgainst
from arbitro.rules.whitebox.powers.events import Unaffected
from arbitro.rules.whitebox.state import Combatant
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.terms import Threat

F = TypeVar("F", bound=Feature)


class Callings(Cards):
    """Questions about class features that have nothing to do with a single one."""

    @cached_property
    def facts(self) -> FeatureFacts:
        """What stands in no class table."""
        return feature_facts()

    def features(self, class_id: str, kind: type[F]) -> tuple[F, ...]:
        """The features of one kind that a class has."""
        facts = self.content.classes.get(class_id)
        return () if facts is None else tuple(part for part in facts.features if isinstance(part, kind))

    def feature(self, class_id: str, kind: type[F]) -> F | None:
        """The first feature of a kind that a class has."""
        return next(iter(self.features(class_id, kind)), None)

    def gifts(self, state: ParentState, who: str) -> Gifts:
        """What somebody's features remember."""
        return self.own(state).gifts.get(who, Gifts())

    # ------------------------------------------------------------ saving throws

    def save_circumstances(
        self, state: ParentState, one: Combatant, threat: Threat, source: str
    ) -> tuple[Modifier, ...]:
        """Also what the class is good against, by what the danger is made of or who is behind it (IS-CLASS-01)."""
        found = super().save_circumstances(state, one, threat, source)
        bonus = self.class_save(state, one, threat, source)
        return (*found, Modifier(bonus, "IS-CLASS-01", "bonus_class")) if bonus else found

    def class_save(self, state: ParentState, one: Combatant, threat: Threat, source: str) -> int:
        """The bonus of a class against a danger; 0 where a column of the parent's has counted it already."""
        facts = self.content.classes.get(one.profile.class_id)
        counted = any(
            bonus.source == "class" and bonus.danger == threat.danger
            for bonus in one.profile.save_bonuses
            if threat.danger is not None
        )
        if facts is None or counted:
            return 0
        foe = state.fight.combatants.get(source) if state.fight is not None else None
        fitting = (
            bonus.bonus
            for bonus in facts.save_bonuses
            if any(self.is_danger(state, one, against, threat, foe) for against in bonus.vs)
        )
        return max(fitting, default=0)

    def is_danger(
        self, state: ParentState, one: Combatant, against: SaveAgainst, threat: Threat, foe: Combatant | None
    ) -> bool:
        """Whether a danger is of the sort that a class saves better against."""
        del one, state
        if against == "mind":
            return threat.element in self.facts.mind
        peril = self.facts.saves.get(against)
        if peril is None:
            return False
        if threat.element in peril.elements or threat.effect in peril.effects:
            return True
        powers = None if foe is None else foe.profile.powers
        return powers is not None and (powers.kind in peril.kinds or powers.monster in peril.monsters)

    # ------------------------------------------------------------ proof against it

    def proof_by_class(self, state: ParentState, one: Combatant, element: str) -> str:
        """The atom by which something of this kind does not touch somebody at all; empty: it does."""
        del state, one, element
        return ""

    def immune(self, state: ParentState, one: Combatant, element: str, source: str = "") -> bool:
        """Also what a class or a song keeps off."""
        return bool(self.proof_by_class(state, one, element)) or super().immune(state, one, element, source)

    def endanger(self, scene: Scene, one: Combatant, threat: Threat, source: str) -> None:
        """What a class or a song keeps off is told with its rule."""
        proof = self.proof_by_class(scene.state, one, threat.element) if threat.element else ""
        if proof:
            scene.happen(Unaffected(one.id, "immune", rules=(proof,)))
        else:
            super().endanger(scene, one, threat, source)
