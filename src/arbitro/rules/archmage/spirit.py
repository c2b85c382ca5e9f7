"""Fighting in spirit: what an absent character's story does for an ally."""

from typing import Final

from arbitro.kernel.command import Refusal
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.events import SpiritFought
from arbitro.rules.archmage.healing import dying
from arbitro.rules.archmage.ongoing_effects import Boost, Until
from arbitro.rules.archmage.people import in_battle
from arbitro.rules.archmage.scene import Scene

SPIRIT: Final = ("AE-SPIRIT-01", "AE-SPIRIT-02", "AE-SPIRIT-03", "AE-SPIRIT-04", "AE-SPIRIT-05")


def fight_in_spirit(scene: Scene, command: c.FightInSpirit) -> Refusal | None:
    """An absent character's story gives an ally +1, the first time in a battle +2 (AE-SPIRIT-01 to -05)."""
    one = in_battle(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    fight, options = scene.state.battle, scene.state.options
    away = not one.in_field or one.awareness == "coma"
    if options["spirit_when_dying"] and dying(scene.state, one):
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
    rules = tuple(rule for rule in SPIRIT if rule != "AE-SPIRIT-04" or not fight.spirit_used)
    scene.happen(SpiritFought(one.id, ally.id, boost, command.story[:500], rounds, rules=rules))
    return None
