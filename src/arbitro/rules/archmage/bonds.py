"""Bonds between rivals, each of whom is hindered against everybody else: made, met and ended."""

from arbitro.rules.archmage.conditions import end_of_turn, relieve
from arbitro.rules.archmage.events import Marked, RanOut
from arbitro.rules.archmage.numbers import MET, bonuses_to
from arbitro.rules.archmage.ongoing_effects import Mark
from arbitro.rules.archmage.scene import Scene
from arbitro.rules.archmage.state import Combatant

WORD = ("AE-ATK-06",)
"""The rule by which a power does what its text says."""


def end_bond(scene: Scene, name: str, one: str, other: str) -> None:
    """Two are rivals no more, and what came with their bond is over too."""
    for who, rival in ((one, other), (other, one)):
        known = scene.one(who)
        gone = tuple(each for each in known.boosts if each.spares == rival and each.name == name)
        if gone:
            left = tuple(each for each in known.boosts if each not in gone)
            scene.happen(RanOut(who, left, known.marks, gone, rules=WORD))
        for each in known.afflictions:
            if each.linked and each.power == name and each.source == rival:
                relieve(scene, who, each, WORD)


def make_room(scene: Scene, name: str, source: str, target: str) -> None:
    """Before a new bond: the oldest goes of those that its maker may not have beside it, and any on the target."""
    most = 1 + sum(each.amount for each in bonuses_to(scene.state, scene.one(source), "rivals"))
    rivals = [each.spares for each in scene.one(source).boosts if each.name == name and each.until.who == source]
    others = [rival for rival in dict.fromkeys(rivals) if rival != target]
    for rival in others[: max(len(others) - most + 1, 0)]:
        end_bond(scene, name, source, rival)
    for each in scene.one(target).boosts:
        if each.spares and each.spares != source and each.until.who == each.spares:
            end_bond(scene, each.name, target, each.spares)


def part_rivals(scene: Scene, before: Combatant) -> None:
    """Somebody has fallen: none of their bonds outlasts that."""
    for each in before.boosts:
        if each.spares:
            end_bond(scene, each.name, before.id, each.spares)


def meet_rival(scene: Scene, one: Combatant, rival: str) -> None:
    """Somebody strikes at a rival: for this turn nothing hinders them against others."""
    if scene.state.battle.current == one.id and any(each.spares == rival for each in one.boosts):
        scene.happen(Marked(one.id, Mark("once", rival, attack=MET, until=end_of_turn(scene, one.id)), rules=WORD))
