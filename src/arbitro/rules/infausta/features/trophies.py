"""The hunter's trophies (IS-HUNT-02): one from each corpse; of a kind mastered, more damage and better saves."""

from typing import Final

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.rules.infausta.features.commands import AwardTrophies, TakeTrophies
from arbitro.rules.infausta.features.events import PreyKnown, TrophiesTaken, TrophyMastered
from arbitro.rules.infausta.features.zeal import Zeal
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.calling import SaveAgainst
from arbitro.rules.whitebox.calling import Trophies as TrophyFeature
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.state import Combatant
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.terms import Threat, Weapon

RULES: Final = ("IS-HUNT-02",)
MOST_AT_ONCE: Final = 300


class Trophies(Zeal):
    """Bones, furs and teeth, and what a hunter learns by them."""

    def trophy_kind(self, foe: Combatant) -> str:
        """Of which kind a trophy of somebody is; empty for people, and for those of whom nothing is known."""
        powers = foe.profile.powers
        if powers is None or not powers.monster:
            return ""
        known = self.facts.trophies
        by_kind = next((kind for name, kind in known.kinds.items() if name == powers.kind), "")
        return known.monsters.get(powers.monster, by_kind)

    def mastered(self, state: ParentState, who: str, class_id: str, kind: str) -> TrophyFeature | None:
        """The feature, for a kind of which somebody has trophies enough."""
        feature = self.feature(class_id, TrophyFeature)
        enough = feature is not None and self.gifts(state, who).trophies.get(kind, 0) >= feature.needed
        return feature if enough and kind else None

    # ------------------------------------------------------------ what they are worth

    def is_danger(
        self, state: ParentState, one: Combatant, against: SaveAgainst, threat: Threat, foe: Combatant | None
    ) -> bool:
        """A single trophy of a kind is enough to be wary of it."""
        if against == "trophies":
            return foe is not None and self.gifts(state, one.id).trophies.get(self.trophy_kind(foe), 0) > 0
        return super().is_danger(state, one, against, threat, foe)

    def damage_of(
        self, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, check: Check
    ) -> tuple[tuple[Die, ...], tuple[Modifier, ...], int]:
        """More dice against a kind that a hunter has mastered."""
        dice, modifiers, amount = super().damage_of(scene, one, target, weapon, check)
        kind = self.trophy_kind(target)
        feature = self.mastered(scene.state, one.id, one.profile.class_id, kind)
        if feature is None:
            return dice, modifiers, amount
        scene.happen(PreyKnown(one.id, target.id, kind, rules=RULES))
        more = feature.damage.roll(scene.dice, "damage")
        added, flat = rolled(feature.damage, more, RULES[0])
        return (*dice, *more), (*modifiers, *flat), amount + added

    # ------------------------------------------------------------ taking them

    def hunter(self, state: ParentState, who: str) -> Character | Refusal:
        """Somebody whose class takes trophies, alive and out of a fight."""
        one = self.living(state, who)
        if isinstance(one, Refusal):
            return one
        if self.feature(one.class_id, TrophyFeature) is None:
            return Refusal("no_gift", {"who": f"@{who}", "what": "@gift:trophies"}, RULES)
        return Refusal("fight_first", {"who": f"@{who}"}, RULES) if self.fighting(state) else one

    def slain(self, state: ParentState, who: str) -> list[Combatant]:
        """The dead of the last fight, of other sides than somebody's, of whom no trophy was taken yet."""
        fight = state.fight
        if fight is None or who not in fight.combatants or self.gifts(state, who).stripped == state.fights:
            return []
        side = fight.combatants[who].profile.side
        dead = (one for one in fight.combatants.values() if one.condition == "dead" and one.profile.side != side)
        return [one for one in dead if self.trophy_kind(one) or one.profile.powers is None]

    def take_trophies(self, scene: Scene, command: TakeTrophies) -> Refusal | None:
        """One from each corpse; of what kind, the lists say, or the referee."""
        one = self.hunter(scene.state, command.who)
        if isinstance(one, Refusal):
            return one
        dead = self.slain(scene.state, one.id)
        if not one.fit or not dead:
            return Refusal("no_corpse", {"who": f"@{one.id}"}, RULES)
        taken: dict[str, int] = {}
        for kind in filter(None, map(self.trophy_kind, dead)):
            taken[kind] = taken.get(kind, 0) + 1
        self.add_trophies(scene, one, taken, scene.state.fights, len(dead) - sum(taken.values()))
        return None

    def award_trophies(self, scene: Scene, command: AwardTrophies) -> Refusal | None:
        """The referee says of which kind trophies are."""
        one = self.hunter(scene.state, command.hunter)
        if isinstance(one, Refusal):
            return one
        feature = self.feature(one.class_id, TrophyFeature)
        known = () if feature is None else feature.kinds
        if command.kind not in known or not 1 <= command.count <= MOST_AT_ONCE:
            values: dict[str, str | int] = {"kind": command.kind, "known": ", ".join(known), "most": MOST_AT_ONCE}
            return Refusal("bad_trophy", values, RULES)
        self.add_trophies(scene, one, {command.kind: command.count}, self.gifts(scene.state, one.id).stripped)
        return None

    def add_trophies(self, scene: Scene, one: Character, taken: dict[str, int], fight: int, unknown: int = 0) -> None:
        """Add trophies to what a hunter has; a kind of which there are enough now is mastered."""
        before = self.gifts(scene.state, one.id).trophies
        held = {**before, **{kind: before.get(kind, 0) + count for kind, count in taken.items()}}
        scene.happen(TrophiesTaken(one.id, taken, held, unknown, fight, rules=RULES))
        feature = self.feature(one.class_id, TrophyFeature)
        for kind in taken:
            if feature is not None and before.get(kind, 0) < feature.needed <= held[kind]:
                scene.happen(TrophyMastered(one.id, kind, rules=RULES))
