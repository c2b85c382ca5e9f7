"""When two moments of a battle are the same: rounds and turns count from the present one.

Nothing in these rules asks how late it is, but for the first rounds: whatever holds the number of a round or of
somebody's turn is held against the present one. So a battle may be set back in time, and goes on as it would have.
"""

from collections.abc import Hashable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arbitro.rules.archmage.ongoing_effects import Spent, Until
from arbitro.rules.archmage.state import Combatant, Fight, State

EARLY: Final = 2
"""From the second round, or turn, on they are all alike."""
SPLITS: Final = "split"
"""The special by which more come into a battle than there were."""
STOPPED: Final = "regenerate_stopped"
"""The special that remembers the number of a turn."""


def situation(state: State) -> Hashable:
    """The battle set back as far as may be; of initiative only the order counts, where nobody comes in between."""
    fight = state.fight
    if fight is None:
        return msgspec.msgpack.encode(state)
    back = set_back(state)
    if any(special.code == SPLITS for one in fight.combatants.values() for special in one.profile.specials):
        return msgspec.msgpack.encode(back)
    places = {value: place for place, value in enumerate(sorted({one.initiative for one in fight.combatants.values()}))}
    people = back.battle.combatants
    alone = len({one.side for one in people.values()}) == len(people)  # with one enemy there is no choice among them
    ranked = {
        name: replace(
            one,
            initiative=places[one.initiative],
            hit_this_turn=() if alone and not one.grabbed_by else one.hit_this_turn,
        )
        for name, one in people.items()
    }
    return msgspec.msgpack.encode(replace(back, fight=replace(back.battle, combatants=ranked)))


def set_back(state: State) -> State:
    """The same moment of the same battle, as early as it can be."""
    fight = state.fight
    if fight is None:
        return state
    early = {name: max(one.turns - EARLY, 0) for name, one in fight.combatants.items()}
    people = {name: _set_back(one, fight, early) for name, one in fight.combatants.items()}
    changed = replace(
        fight,
        combatants=people,
        round=min(fight.round, EARLY),
        proposed=_present(fight.proposed, fight),
        asked=_moved(fight.asked, early),
        pending=_moved(fight.pending, early),
        last_blows={},  # remembered for people's orders: no rule asks
    )
    return replace(state, fight=changed)


def _present(mark: int, fight: Fight) -> int:
    """The number of a round that is only asked whether it is this one."""
    return min(mark, EARLY) if mark == fight.round else -1


def _set_back(one: Combatant, fight: Fight, early: Mapping[str, int]) -> Combatant:
    turns, rounds = early[one.id], max(fight.round - EARLY, 0)
    struck = one.opportunity_round == fight.round
    interrupted = one.interrupt_spent
    return replace(
        one,
        turns=one.turns - turns,
        turn_round=one.turn_round - rounds,
        spirit_round=_present(one.spirit_round, fight),
        rallied=one.rallied - turns if one.rallied == one.turns else -1,  # only asked whether it was in this turn
        rally_barred=_present(one.rally_barred, fight),
        opportunity_round=_present(one.opportunity_round, fight),
        opportunities=one.opportunities if struck else 0,
        interrupt_spent=interrupted if interrupted < 0 else interrupted - turns,
        powers=_powers(one, fight, turns) if one.powers else one.powers,
        specials_used=_specials(one, turns) if STOPPED in one.specials_used else one.specials_used,
        afflictions=_moved(one.afflictions, early),
        ongoing=_moved(one.ongoing, early),
        boosts=_moved(one.boosts, early),
        marks=_moved(one.marks, early),
        readied=_moved(one.readied, early),
    )


def _powers(one: Combatant, fight: Fight, turns: int) -> dict[str, Spent]:
    """Of powers that are there at will only whether they were ever used counts; of all, whether it was just now."""
    at_will = {attack.id for attack in one.profile.attacks if attack.usage == "at_will"}
    found = {}
    for name, spent in one.powers.items():
        lately = spent.last_turn >= one.turns - 1
        found[name] = replace(
            spent,
            used=min(spent.used, 1) if name in at_will else spent.used,
            last_turn=spent.last_turn - turns if lately else -1,
            round=_present(spent.round, fight),
            in_round=spent.in_round if spent.round == fight.round else 0,
        )
    return found


def _specials(one: Combatant, turns: int) -> dict[str, int]:
    stopped = one.specials_used[STOPPED]
    others = {name: used for name, used in one.specials_used.items() if name != STOPPED}
    return others if stopped < one.turns else {**others, STOPPED: stopped - turns}


def _moved(thing: Any, early: Mapping[str, int]) -> Any:
    """Whatever ends with somebody's turn of a number, wherever it is written."""
    if isinstance(thing, Until):
        return replace(thing, turn=thing.turn - early[thing.who]) if thing.turn and early.get(thing.who) else thing
    if isinstance(thing, tuple):
        return tuple([_moved(each, early) for each in thing]) if thing else thing
    if isinstance(thing, Struct):
        changed = {}
        for name in thing.__struct_fields__:
            value = getattr(thing, name)
            if isinstance(value, Struct | tuple) and (moved := _moved(value, early)) != value:
                changed[name] = moved
        return replace(thing, **changed) if changed else thing
    return thing
