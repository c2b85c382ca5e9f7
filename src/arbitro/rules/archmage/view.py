"""An Archmage table as one seat may know it: built from what that seat knows, never by striking out."""

from typing import Literal

from msgspec import Struct

from arbitro.kernel.seat import EVERYBODY, Seat
from arbitro.rules.archmage.numbers import defence_of, is_staggered
from arbitro.rules.archmage.power import Cost, Named
from arbitro.rules.archmage.state import Awareness, Band, Category, Combatant, Phase, Result, State, standing
from arbitro.rules.archmage.targets import available

Wounds = Literal["none", "light", "staggered", "down"]


class Power(Struct, frozen=True, omit_defaults=True):
    """A power of one's own, and how it stands."""

    id: str
    name: Named
    available: bool


class Numbers(Struct, frozen=True, omit_defaults=True):
    """What one's own side and the referee know of somebody."""

    hp: int
    max_hp: int
    temp_hp: int
    ac: int
    pd: int
    md: int
    level: int
    initiative: int
    recoveries: int
    recoveries_max: int
    debt: int
    wounds: int
    death_fails: int
    stable: bool
    potions: int
    powers: tuple[Power, ...]


class Person(Struct, frozen=True, omit_defaults=True):
    """What everybody sees of somebody, and the numbers for those who may know them."""

    id: str
    name: Named
    side: str
    category: Category | None
    awareness: Awareness
    wounds: Wounds
    engaged: tuple[str, ...]
    grabbed_by: tuple[str, ...]
    band: Band
    behind: str
    beside: tuple[str, ...]
    conditions: tuple[str, ...]
    ongoing: tuple[str, ...]
    delaying: bool
    readied: bool
    present: bool
    actions: tuple[Cost, ...]
    numbers: Numbers | None = None


class BattleView(Struct, frozen=True, omit_defaults=True):
    """A battle as a seat sees it."""

    phase: Phase
    round: int
    escalation: int
    held: bool
    current: str
    order: tuple[str, ...]
    sides: dict[str, Named]
    people: tuple[Person, ...]
    result: Result


class View(Struct, frozen=True, omit_defaults=True):
    """An Archmage table as a seat sees it."""

    battles: int
    weight: str
    losses: tuple[str, ...]
    resting: bool
    battle: BattleView | None = None
    party: tuple[Person, ...] = ()
    awaited: tuple[str, ...] = ()
    """The kinds of questions that wait for this seat."""


def knowers(state: State, subject: str) -> tuple[str, ...] | None:
    """Who may know somebody's numbers beside themselves: their own side."""
    if subject in state.bared:
        return (EVERYBODY,)
    people = state.party if state.fight is None else state.party | state.fight.combatants
    one = people.get(subject)
    return None if one is None else (one.side, *(who for who, other in people.items() if other.side == one.side))


def path_knowers(state: State, path: str) -> tuple[str, ...]:
    """What the referee changed in one's own people is told; other changes only as a fact."""
    steps = path.split(".")
    named = {"fight": 2, "party": 1}.get(steps[0], 99)
    return (steps[named], *(knowers(state, steps[named]) or ())) if len(steps) > named else ()


def knows_numbers(state: State, seat: Seat, subject: str) -> bool:
    """Whether a seat may know somebody's numbers: its own side's."""
    return seat.knows_numbers(subject, knowers(state, subject) or ())


def _numbers(state: State, one: Combatant) -> Numbers:
    powers = tuple(
        Power(power.id, power.name, available(one, power)) for power in one.profile.attacks if power.usage != "at_will"
    )
    return Numbers(
        one.hp,
        one.max_hp,
        one.temp_hp,
        defence_of(state, one, "ac"),
        defence_of(state, one, "pd"),
        defence_of(state, one, "md"),
        one.profile.level,
        one.initiative,
        one.recoveries,
        one.recoveries_max,
        one.debt,
        one.wounds,
        one.death_fails,
        one.stable,
        one.potions,
        powers,
    )


def _person(state: State, seat: Seat, one: Combatant) -> Person:
    profile = one.profile
    wounds: Wounds = "none" if one.hp >= one.max_hp else "light"
    if one.awareness in ("unconscious", "coma", "dead"):
        wounds = "down"
    elif is_staggered(state, one):
        wounds = "staggered"
    names = sorted({each.name for each in one.afflictions})
    open_facts = bool(state.options.get("show_target_facts", True)) or seat.role == "referee"
    return Person(
        one.id,
        profile.name,
        profile.side,
        profile.category if open_facts or profile.kind == "pc" else None,
        one.awareness,
        wounds,
        one.engaged if state.fight is not None and state.fight.phase != "over" else (),  # what is over holds nobody
        one.grabbed_by,
        one.band,
        one.behind,
        one.beside,
        tuple(names),
        tuple(sorted({each.type for each in one.ongoing})),
        one.delaying,
        one.readied is not None,
        one.present,
        one.actions,
        _numbers(state, one) if knows_numbers(state, seat, one.id) else None,
    )


def view(state: State, seat: Seat) -> View:
    """The table as a seat may know it."""
    awaited = tuple(question.kind for question in state.awaiting if seat.may_act_for(question.who))
    losses = state.losses
    fight = state.fight
    battle = None
    if fight is not None:
        people = tuple(_person(state, seat, one) for one in fight.combatants.values())
        sides = {side.id: side.name for side in fight.sides.values()}
        battle = BattleView(
            fight.phase,
            fight.round,
            fight.escalation,
            fight.hold,
            fight.current,
            fight.order,
            sides,
            people,
            fight.result,
        )
    party: tuple[Person, ...] = ()
    if fight is None or fight.phase == "over":
        party = tuple(_person(state, seat, one) for one in standing(state).values())
    return View(state.battles, state.weight, losses, state.resting, battle, party, awaited)
