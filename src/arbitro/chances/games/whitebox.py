"""How a fight of the family of the white box is read."""

from collections.abc import Hashable
from typing import Final

import msgspec

from arbitro.chances.games.keys import relative_rounds, without
from arbitro.chances.outcome import FightOutcome, FightReading, PersonLeft
from arbitro.rules.whitebox.basics import fight as fight_of
from arbitro.rules.whitebox.casting import castable
from arbitro.rules.whitebox.state import Combatant, Condition, State
from arbitro.rules.whitebox.view import wounds_of

FALLEN: Final[tuple[Condition, ...]] = ("dead", "out", "stone", "swallowed")
DEAD: Final[tuple[Condition, ...]] = ("dead", "stone")
LOOKS: Final = {"none": 0, "light": 1, "grave": 2}
MARKS: Final = ("attacked", "moved", "busy", "held_until", "stirred")
"""Fields of a combatant that hold the number of a round; -1: never."""


def outcome(state: State) -> FightOutcome:
    """Who holds the field, who fell, and which spells are left."""
    fight = fight_of(state)
    spells = {f"spells/{one.id}": len(castable(one)) for one in fight.combatants.values() if one.profile.spells}
    people = tuple(_left(one) for one in fight.combatants.values())
    return FightOutcome(tuple(fight.sides), fight.winners, fight.round, people, spells)


def _left(one: Combatant) -> PersonLeft:
    return PersonLeft(
        one.id,
        one.profile.side,
        one.condition == "up",
        one.condition in FALLEN,
        one.condition in DEAD,
        max(one.hp, 0),
    )


def situation(state: State) -> Hashable:
    """The state, with rounds counted from the present one; the whole of it where something lasts by the clock."""
    fight = state.fight
    if fight is None or state.expedition is not None or _lasting(state):
        return msgspec.msgpack.encode(state)
    now = fight.round
    begun = min(now, 1)  # only the round before the first is unlike the others
    rest = msgspec.structs.replace(state, minutes=0, fight=msgspec.structs.replace(fight, combatants={}, round=begun))
    return msgspec.msgpack.encode(rest), tuple([_placed(one, now) for one in fight.combatants.values()])


def _lasting(state: State) -> bool:
    """Whether anything lasts until a minute or a round that is numbered: effects, and all that a variant keeps."""
    if state.effects:
        return True
    more = type(state).__struct_fields__[len(State.__struct_fields__) :]
    return any(getattr(state, name) for name in more)


def _placed(one: Combatant, now: int) -> Hashable:
    if one.condition == "dead" and not one.profile.spells and one.profile.powers is None:
        return one.id  # nothing more comes of the plain dead
    marks = tuple([relative_rounds(getattr(one, name), now) for name in MARKS])
    bleeding = None if one.dropped < 0 else one.dropped < now
    return one.id, marks, bleeding, msgspec.msgpack.encode(without(one, (*MARKS, "dropped")))


def wounds(state: State) -> dict[str, int]:
    """How badly those who stand look hurt."""
    found = fight_of(state).combatants.values()
    return {one.id: LOOKS.get(wounds_of(one), 2) for one in found if one.condition == "up"}


READING: Final = FightReading(
    fighting=lambda state: state.fight is not None,
    over=lambda state: state.fight is None or state.fight.phase == "over",
    outcome=outcome,
    situation=situation,
    rounds=lambda state: 0 if state.fight is None else state.fight.round,
    wounds=wounds,
    derives=True,
)
