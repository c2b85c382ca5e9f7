"""The hunter's trophies (IS-HUNT-02): one from each corpse; of a kind mastered, more damage and better saves."""

from collections.abc import Iterator
from typing import Final

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal, listed
from arbitro.rules.infausta.features import feature_lookups
from arbitro.rules.infausta.features.commands import AwardTrophies, TakeTrophies
from arbitro.rules.infausta.features.events import PreyKnown, TrophiesTaken, TrophyMastered
from arbitro.rules.infausta.features.facts import feature_facts
from arbitro.rules.infausta.features.feature_lookups import gifts
from arbitro.rules.infausta.features.registry import More
from arbitro.rules.whitebox.basics import fighting
from arbitro.rules.whitebox.class_features import Trophies as TrophyFeature
from arbitro.rules.whitebox.people.records import awake, living
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.reckoning import rolled
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.terms import Weapon

RULES: Final = ("IS-HUNT-02",)
MOST_AT_ONCE: Final = 300


def trophy_kind(foe: Combatant) -> str:
    """Of which kind a trophy of somebody is; empty for people, and for those of whom nothing is known."""
    powers = foe.profile.powers
    if powers is None or not powers.monster:
        return ""
    known = feature_facts().trophies
    by_kind = next((kind for name, kind in known.kinds.items() if name == powers.kind), "")
    return known.monsters.get(powers.monster, by_kind)


# ------------------------------------------------------------ what they are worth


def wary(feature: TrophyFeature, state: ParentState, one: Combatant, foe: Combatant) -> bool:
    """A single trophy of a kind is enough to be wary of it."""
    del feature
    return gifts(state, one.id).trophies.get(trophy_kind(foe), 0) > 0


def known_prey(
    feature: TrophyFeature, scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, dice: tuple[Die, ...]
) -> Iterator[More]:
    """More dice against a kind that a hunter has mastered."""
    del weapon, dice
    kind = trophy_kind(target)
    if kind and gifts(scene.state, one.id).trophies.get(kind, 0) >= feature.needed:
        scene.happen(PreyKnown(one.id, target.id, kind, rules=RULES))
        more = feature.damage.roll(scene.dice, "damage")
        yield more, rolled(feature.damage, more, RULES[0])[1]


# ------------------------------------------------------------ taking them


def hunter(here: Here, who: str) -> Character | Refusal:
    """Somebody whose class takes trophies, alive and out of a fight."""
    one = living(here.state, who)
    if isinstance(one, Refusal):
        return one
    if fighting(here.state):
        return Refusal("fight_first", {"who": f"@{who}"}, RULES)
    if feature_lookups.feature(here.rules, one.class_id, TrophyFeature) is None:
        return Refusal("no_gift", {"who": f"@{who}", "what": "@gift:trophies"}, RULES)
    return one


def slain(state: ParentState, who: str) -> list[Combatant]:
    """The dead of the last fight, of other sides than somebody's, of whom no trophy was taken yet."""
    fight = state.fight
    if fight is None or who not in fight.combatants or gifts(state, who).stripped == state.fights:
        return []
    side = fight.combatants[who].profile.side
    dead = (one for one in fight.combatants.values() if one.condition == "dead" and one.profile.side != side)
    return [one for one in dead if trophy_kind(one) or one.profile.powers is None]


def take_trophies(scene: Scene, command: TakeTrophies) -> Refusal | None:
    """One from each corpse, by whoever is awake; of what kind, the lists say, or the referee."""
    one = awake(scene.state, command.who)
    if not isinstance(one, Refusal):
        one = hunter(scene, command.who)
    if isinstance(one, Refusal):
        return one
    dead = slain(scene.state, one.id)
    if not dead:
        return Refusal("no_corpse", {"who": f"@{one.id}"}, RULES)
    taken: dict[str, int] = {}
    for kind in filter(None, map(trophy_kind, dead)):
        taken[kind] = taken.get(kind, 0) + 1
    add_trophies(scene, one, taken, scene.state.fights, len(dead) - sum(taken.values()))
    return None


def award_trophies(scene: Scene, command: AwardTrophies) -> Refusal | None:
    """The referee says of which kind trophies are."""
    one = hunter(scene, command.hunter)
    if isinstance(one, Refusal):
        return one
    feature = feature_lookups.feature(scene.rules, one.class_id, TrophyFeature)
    known = () if feature is None else feature.kinds
    if command.kind not in known or not 1 <= command.count <= MOST_AT_ONCE:
        values: dict[str, str | int] = {"kind": command.kind, "known": listed("trophy", known), "most": MOST_AT_ONCE}
        return Refusal("bad_trophy", values, RULES)
    add_trophies(scene, one, {command.kind: command.count}, gifts(scene.state, one.id).stripped)
    return None


def add_trophies(scene: Scene, one: Character, taken: dict[str, int], fight: int, unknown: int = 0) -> None:
    """Add trophies to what a hunter has; a kind of which there are enough now is mastered."""
    before = gifts(scene.state, one.id).trophies
    held = {**before, **{kind: before.get(kind, 0) + count for kind, count in taken.items()}}
    scene.happen(TrophiesTaken(one.id, taken, held, unknown, fight, rules=RULES))
    feature = feature_lookups.feature(scene.rules, one.class_id, TrophyFeature)
    for kind in taken:
        if feature is not None and before.get(kind, 0) < feature.needed <= held[kind]:
            scene.happen(TrophyMastered(one.id, kind, rules=RULES))
