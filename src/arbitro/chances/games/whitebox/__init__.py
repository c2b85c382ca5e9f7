"""How a fight of the family of the white box is read."""

from collections.abc import Hashable
from itertools import repeat
from operator import attrgetter
from typing import Final

import msgspec
from msgspec.structs import replace

from arbitro.chances.branching import Renewal
from arbitro.chances.games.keys import briefly, relative_rounds, rest_of, written
from arbitro.chances.games.whitebox.encounters import BOOK
from arbitro.chances.games.whitebox.imagining import imagined
from arbitro.chances.games.whitebox.meeting import DISTANCES, meets, waiting
from arbitro.chances.games.whitebox.plain import SURPRISED, lines, throws
from arbitro.chances.games.whitebox.reading import gone, left, trimmed
from arbitro.chances.outcome import FightOutcome, FightReading
from arbitro.chances.targets import aimed_at, target_of
from arbitro.kernel.command import Command
from arbitro.rules.whitebox.basics import fight as fight_of
from arbitro.rules.whitebox.basics import standing_sides
from arbitro.rules.whitebox.commands import Declare, DeclareTogether, StartFight
from arbitro.rules.whitebox.declared import AIMED, each_declared, together
from arbitro.rules.whitebox.prepared_spells import castable
from arbitro.rules.whitebox.state import Combatant, Fight, State
from arbitro.rules.whitebox.view import wounds_of

LOOKS: Final = {"none": 0, "light": 1, "grave": 2}
MARKED: Final = ("attacked", "moved", "busy", "held_until", "stirred")
"""Fields of a combatant that hold the number of a round; -1: never."""
MARKS: Final = attrgetter(*MARKED)
REST_OF_ONE: Final = rest_of(Combatant, *MARKED, "dropped", "profile", "last_blow")
REST_OF_FIGHT: Final = rest_of(Fight, "sides", "combatants", "round", "ground", "blows", "perils", "delayed")
SELDOM: Final = attrgetter("blows", "perils", "delayed")
REST_OF_STATE: Final = rest_of(State, "fight", "minutes", "awaiting", "effects")
STEADY: Final = frozenset({"weights", "sleepless", "songs", "hidden"})
"""What a variant keeps that no clock changes."""


def outcome(state: State) -> FightOutcome:
    """Who holds the field, who fell, and which spells are left."""
    fight = fight_of(state)
    spells = {f"spells/{one.id}": len(castable(one)) for one in fight.combatants.values() if one.profile.spells}
    people = tuple(left(one) for one in fight.combatants.values())
    return FightOutcome(tuple(fight.sides), fight.winners, fight.round, people, spells)


def situation(state: State) -> Hashable:
    """The state, with rounds and minutes counted from the present ones; the whole of it on an expedition."""
    fight = state.fight
    more = None if fight is None or state.expedition is not None else _of_variant(state, fight.round)
    if fight is None or more is None:
        return msgspec.msgpack.encode(state)
    now = fight.round
    begun = min(now, 1)  # only the round before the first is unlike the others
    everybody = fight.combatants.values()
    people = tuple(map(_PLACED.get, zip(map(id, everybody), repeat(now))))
    if None in people:  # somebody was not looked at yet
        people = tuple([_placed(one, now) for one in everybody])
    lasting = _lasting(state) if state.effects else b""
    return begun, _of_fight(fight), people, _of_state(state), lasting, more


def _lasting(state: State) -> bytes:
    """What lasts on whom, with the minutes that are left of it: a disease without end is the same in every round."""
    now = state.minutes
    left_of = {
        who: [each if each.until < 0 else replace(each, until=max(each.until - now, 0)) for each in held]
        for who, held in state.effects.items()
    }
    return msgspec.msgpack.encode(left_of)


def _of_variant(state: State, now: int) -> Hashable | None:
    """What a variant keeps besides, with rounds counted from the present one; None where some of it lasts longer."""
    found: list[Hashable] = []
    for name in type(state).__struct_fields__[len(State.__struct_fields__) :]:
        value = getattr(state, name)
        if not value:
            continue
        if name == "stances":
            found.append((name, *((who, held.kind) for who, held in value.items() if held.round == now)))
        elif name == "reloading":
            found.append((name, *((what, ready - now) for what, ready in value.items() if ready > now)))
        elif name in STEADY:
            found.append((name, written(value)))
        else:
            return None
    return tuple(found)


def _of_fight(fight: Fight) -> Hashable:
    return REST_OF_FIGHT(fight), tuple(map(briefly, SELDOM(fight))), written(fight.ground, fight.sides)


def _of_state(state: State) -> Hashable:
    """What does not change in most fights: it is the same as long as nobody has touched it."""
    return briefly(state.awaiting), written(*REST_OF_STATE(state))


MOST_PLACED: Final = 1 << 14
_PLACED: Final[dict[tuple[int, int], Hashable]] = {}
"""Most people are the very same from one situation to the next."""
_PLACED_WHO: Final[dict[tuple[int, int], Combatant]] = {}
"""They are kept along, so that no other has their id."""


def _placed(one: Combatant, now: int) -> Hashable:
    """What tells somebody apart, with rounds counted from the present one."""
    key = id(one), now
    if key not in _PLACED:
        if len(_PLACED) >= MOST_PLACED:
            _PLACED.clear()
            _PLACED_WHO.clear()
        _PLACED_WHO[key] = one
        _PLACED[key] = _told_apart(one, now)
    return _PLACED[key]


def _told_apart(one: Combatant, now: int) -> Hashable:
    """Somebody as bytes: what it takes to find them again is worked out once for each, not in every situation."""
    profile = one.profile
    if gone(one):
        return profile.id
    marks = [relative_rounds(mark, now) for mark in MARKS(one)]
    bleeding = None if one.dropped < 0 else one.dropped < now
    return msgspec.msgpack.encode((marks, bleeding, REST_OF_ONE(one), written(profile)))


def renewals(state: State, command: Command) -> tuple[Renewal, ...]:
    """Initiative, where equal dice are thrown again: one die for each side that is left."""
    if state.options.get("initiative_tie") != "reroll":
        return ()
    if isinstance(command, StartFight):
        return (Renewal("initiative", len(command.sides)),)
    return () if state.fight is None else (Renewal("initiative", len(standing_sides(state.fight))),)


def wounds(state: State) -> dict[str, int]:
    """How badly those who stand look hurt."""
    found = fight_of(state).combatants.values()
    return {one.id: LOOKS.get(wounds_of(one), 2) for one in found if one.condition == "up"}


def declared_target(command: Command) -> str:
    """At whom a command is aimed; of several declarations, the first whom somebody strikes or shoots."""
    if not isinstance(command, DeclareTogether):
        return target_of(command)
    blows = (one for one in each_declared(command) if isinstance(one, Declare) and one.kind in AIMED)
    return next((one.target for one in blows if one.target), "")


def declared_at(command: Command, who: str) -> Command:
    """The same at somebody else; of several declarations, all those to strike or to shoot."""
    if not isinstance(command, DeclareTogether):
        return aimed_at(command, who)
    said = (one for one in each_declared(command) if isinstance(one, Declare))
    return together(command.side, tuple(replace(one, target=who) if one.kind in AIMED else one for one in said))


READING: Final = FightReading(
    meets=meets,
    example=(("goblin", 4),),
    distances=DISTANCES,
    light=True,
    waiting=waiting,
    fighting=lambda state: state.fight is not None,
    over=lambda state: state.fight is None or state.fight.phase == "over",
    outcome=outcome,
    situation=situation,
    rounds=lambda state: 0 if state.fight is None else state.fight.round,
    wounds=wounds,
    renewals=renewals,
    trimmed=trimmed,
    lines=lines,
    by_chance={SURPRISED: "chances.unfit.surprise"},
    throws=throws,
    encounters=BOOK,
    target_of=declared_target,
    aimed_at=declared_at,
    imagined=imagined,
)
INFAUSTA: Final = READING
"""The variant is asked as its parent is; whom it meets comes from the content that it is given."""
