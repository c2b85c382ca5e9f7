"""How a battle of the Archmage Engine is read."""

from collections.abc import Hashable
from typing import Final

import msgspec
from msgspec.structs import replace

from arbitro.chances.outcome import FightOutcome, FightReading, PersonLeft
from arbitro.rules.archmage.numbers import is_staggered
from arbitro.rules.archmage.state import FOES, PARTY, Combatant, State

WINNERS: Final[dict[str, tuple[str, ...]]] = {"victory": (PARTY,), "defeat": (FOES,), "fled": (FOES,)}
FALLEN: Final = ("dead", "unconscious", "coma")


def outcome(state: State) -> FightOutcome:
    """Who holds the field (those who flee leave it), who fell, and what recoveries, potions and powers are left."""
    fight = state.battle
    resources: dict[str, int] = {}
    for one in fight.combatants.values():
        if one.profile.kind == "pc":
            resources[f"recoveries/{one.id}"] = one.recoveries
            resources[f"daily_powers/{one.id}"] = _dailies(one)
        if one.profile.potions:
            resources[f"potions/{one.id}"] = one.potions
    people = tuple(_left(one) for one in fight.combatants.values())
    return FightOutcome(tuple(fight.sides), WINNERS.get(fight.result, ()), fight.round, people, resources)


def _dailies(one: Combatant) -> int:
    daily = [attack for attack in one.profile.attacks if attack.usage == "daily"]
    return sum(attack.id not in one.powers or not one.powers[attack.id].used for attack in daily)


def _left(one: Combatant) -> PersonLeft:
    fallen = one.awareness in FALLEN
    up = one.in_field and not fallen
    return PersonLeft(one.id, one.side, up, fallen, one.awareness == "dead", max(one.hp, 0))


def situation(state: State) -> Hashable:
    """The whole state; of initiative only the order counts, where nobody can bring others in between."""
    fight = state.fight
    if fight is None or any(one.profile.specials for one in fight.combatants.values()):
        return msgspec.msgpack.encode(state)
    places = {value: place for place, value in enumerate(sorted({one.initiative for one in fight.combatants.values()}))}
    ranked = {name: replace(one, initiative=places[one.initiative]) for name, one in fight.combatants.items()}
    return msgspec.msgpack.encode(replace(state, fight=replace(fight, combatants=ranked)))


def wounds(state: State) -> dict[str, int]:
    """How badly those who stand look hurt: staggered, or not."""
    standing = (one for one in state.battle.combatants.values() if one.in_field and one.conscious)
    return {one.id: 2 if is_staggered(state, one) else 0 for one in standing}


READING: Final = FightReading(
    fighting=lambda state: state.fight is not None,
    over=lambda state: state.fight is None or state.fight.phase == "over",
    outcome=outcome,
    situation=situation,
    rounds=lambda state: 0 if state.fight is None else state.fight.round,
    wounds=wounds,
)
