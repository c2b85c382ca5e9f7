"""What a class gives: looking its features up, and the saving throws it is better at."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeVar

from arbitro.dice.stream import Die
from arbitro.kernel.ruling import Modifier
from arbitro.rules.infausta.features.facts import feature_facts
from arbitro.rules.infausta.features.registry import Gift, More
from arbitro.rules.infausta.features.state import Gifts
from arbitro.rules.infausta.rules import own_rules
from arbitro.rules.infausta.state import own
from arbitro.rules.whitebox.class_features import Feature, SaveAgainst
from arbitro.rules.whitebox.powers import wards
from arbitro.rules.whitebox.powers.events import Unaffected
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import Combatant
from arbitro.rules.whitebox.state import State as ParentState
from arbitro.rules.whitebox.terms import Threat, Weapon

F = TypeVar("F", bound=Feature)


def features(rules: Rules, class_id: str, kind: type[F]) -> tuple[F, ...]:
    """The features of one kind that a class has."""
    facts = rules.content.classes.get(class_id)
    return () if facts is None else tuple(part for part in facts.features if isinstance(part, kind))


def feature(rules: Rules, class_id: str, kind: type[F]) -> F | None:
    """The first feature of a kind that a class has."""
    return next(iter(features(rules, class_id, kind)), None)


@lru_cache(maxsize=256)  # asked at every blow, and content does not change
def given(rules: Rules, class_id: str) -> tuple[tuple[Any, Gift[Any]], ...]:
    """Every feature of a class, each with what it does; turning and the like are the parent's."""
    facts, known = rules.content.classes.get(class_id), own_rules(rules).gifts
    has = () if facts is None else facts.features
    return tuple((part, known[type(part)]) for part in has if type(part) in known)


def gifts(state: ParentState, who: str) -> Gifts:
    """What somebody's features remember."""
    return own(state).gifts.get(who, Gifts())


# ------------------------------------------------------------ saving throws


def save_circumstances(here: Here, one: Combatant, threat: Threat, source: str) -> tuple[Modifier, ...]:
    """What a class is good against when it saves, by what the danger is made of or who is behind it (IS-CLASS-01)."""
    bonus = class_save(here, one, threat, source)
    return (Modifier(bonus, "IS-CLASS-01", "bonus_class"),) if bonus else ()


def class_save(here: Here, one: Combatant, threat: Threat, source: str) -> int:
    """The bonus of a class against a danger; 0 where a column of the parent's has counted it already."""
    facts = here.rules.content.classes.get(one.profile.class_id)
    counted = any(
        bonus.source == "class" and bonus.danger == threat.danger
        for bonus in one.profile.save_bonuses
        if threat.danger is not None
    )
    if facts is None or counted:
        return 0
    foe = here.state.fight.combatants.get(source) if here.state.fight is not None else None
    fitting = (
        bonus.bonus
        for bonus in facts.save_bonuses
        if any(is_danger(here, one, against, threat, foe) for against in bonus.vs)
    )
    return max(fitting, default=0)


def is_danger(here: Here, one: Combatant, against: SaveAgainst, threat: Threat, foe: Combatant | None) -> bool:
    """Whether a danger is of the sort that a class saves better against."""
    if against == "trophies":
        each = ((it, gift.wary) for it, gift in given(here.rules, one.profile.class_id) if gift.wary is not None)
        return foe is not None and any(wary(it, here.state, one, foe) for it, wary in each)
    if against == "mind":
        return threat.element in feature_facts().mind
    peril = feature_facts().saves.get(against)
    if peril is None:
        return False
    if threat.element in peril.elements or threat.effect in peril.effects:
        return True
    powers = None if foe is None else foe.profile.powers
    return powers is not None and (powers.kind in peril.kinds or powers.monster in peril.monsters)


# ------------------------------------------------------------ proof against it


def proof_by_class(here: Here, one: Combatant, element: str) -> tuple[str, ...]:
    """The atoms by which an element does not touch somebody of a class at all; none: it does."""
    each = ((it, gift.proof) for it, gift in given(here.rules, one.profile.class_id) if gift.proof is not None)
    return tuple(atom for it, proof in each for atom in proof(it, here, one, element))


def further_damage(
    scene: Scene, one: Combatant, target: Combatant, weapon: Weapon, dice: tuple[Die, ...]
) -> Iterator[More]:
    """What a class adds to the dice of a hit."""
    for it, gift in given(scene.rules, one.profile.class_id):
        if gift.damage is not None:
            yield from gift.damage(it, scene, one, target, weapon, dice)


def immune(here: Here, one: Combatant, element: str, source: str = "") -> bool:
    """Whether something does not touch somebody: by nature, or because a class or a song keeps it off."""
    return bool(own_rules(here.rules).proof_by_class(here, one, element)) or wards.immune(here, one, element, source)


def endanger(scene: Scene, one: Combatant, threat: Threat, source: str) -> None:
    """What a class or a song keeps off is told with its rule."""
    proof = own_rules(scene.rules).proof_by_class(scene, one, threat.element) if threat.element else ()
    if proof:
        scene.happen(Unaffected(one.id, "immune", rules=proof[:1]))
    else:
        wards.endanger(scene, one, threat, source)
