"""A White Box table as one seat may know it: built from what that seat knows, never by striking out."""

from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.moment import made_of, once
from arbitro.kernel.same import Same
from arbitro.kernel.seat import EVERYBODY, Seat
from arbitro.rules.whitebox.exploring import view as exploring_view
from arbitro.rules.whitebox.ongoing_effects import EffectKind
from arbitro.rules.whitebox.people import view as people_view
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Condition, Fight, Morale, Phase, State
from arbitro.rules.whitebox.terms import Named, Weapon

Wounds = Literal["none", "light", "grave", "down"]


class Numbers(Struct, frozen=True, omit_defaults=True):
    """What one's own side and the referee know of somebody."""

    hp: int
    max_hp: int
    armour: int
    level: int
    class_id: str
    rate: int | float
    weapons: tuple[Weapon, ...]
    spells: tuple[str, ...]
    prepared: str
    preparing: str
    morale: Morale
    bleeding: bool


class Person(Struct, frozen=True, omit_defaults=True):
    """What everybody sees of somebody, and the numbers for those who may know them."""

    id: str
    name: Named
    side: str
    at: int | None
    """Where they stand; nothing for an unseen foe whose place is not known."""
    condition: Condition
    wounds: Wounds
    held: bool
    acted: bool
    numbers: Numbers | None = None
    effects: tuple[EffectKind, ...] = ()
    """What can be seen to last on them."""


class WallSeen(Struct, frozen=True):
    """A wall of magic across the line."""

    of: str
    at: int


class Fallen(Struct, frozen=True):
    """A thrown weapon on the ground."""

    owner: str
    name: Named
    at: int


class FightView(Struct, frozen=True, omit_defaults=True):
    """A fight as a seat sees it."""

    round: int
    phase: Phase
    acting: tuple[str, ...]
    initiative: tuple[tuple[str, ...], ...]
    sides: dict[str, Named]
    people: tuple[Person, ...]
    winners: tuple[str, ...]
    surprised: tuple[str, ...]
    walls: tuple[WallSeen, ...] = ()
    lying: tuple[Fallen, ...] = ()


@lru_cache(maxsize=16)  # cards, picture and drawing ask for the same
def in_reach(seen: Same[FightView]) -> dict[str, tuple[Person, ...]]:
    """With whom each of the fighters is at blows (WB-MELEE-02), as far as the reader can see both."""
    placed = [(one, one.at) for one in seen.thing.people if one.condition == "up" and one.at is not None]
    return {
        one.id: tuple([other for other, there in placed if abs(there - here) <= MELEE_REACH and other.side != one.side])
        for one, here in placed
    }


class View(Struct, frozen=True, omit_defaults=True):
    """A White Box table as a seat sees it."""

    minutes: int
    fight: FightView | None = None
    awaited: tuple[str, ...] = ()
    """The kinds of questions that wait for this seat."""
    companions: tuple[people_view.Companion, ...] = ()
    """Everybody with a sheet."""
    party: people_view.PartyView | None = None
    expedition: exploring_view.ExpeditionView | None = None
    joust: exploring_view.JoustView | None = None


def wounds_of(one: Combatant) -> Wounds:
    """How hurt somebody looks: a referee at the table would say as much."""
    if one.condition in ("dead", "out"):
        return "down"
    if one.hp >= one.began:
        return "none"
    return "light" if 2 * one.hp > one.began else "grave"


def knowers(state: State, subject: str) -> tuple[str, ...] | None:
    """Who may know somebody's numbers beside themselves: their own side, who plays the party, who employs them."""
    if subject in state.bared:
        return (EVERYBODY,)
    fighter = state.fight.combatants.get(subject) if state.fight is not None else None
    sheet = people_view.sheet_knowers(state, subject)
    if fighter is None:
        return sheet
    side = fighter.profile.side
    return (side, *(one for one in sheet if one != side)) if sheet else (side,)


def knows_numbers(state: State, seat: Seat, subject: str) -> bool:
    """Whether a seat may know somebody's numbers: their own side's."""
    if seat.role == "referee" or subject in seat.controls:
        return True
    return seat.is_among(knowers(state, subject) or ())


def _secret_plus(sheet: Character) -> int:
    """What suits and shields that nobody has found out add to somebody's armour class without their knowing."""
    worn = (item for item in sheet.items.values() if not item.known and item.on_body)
    return sum(item.plus for item in worn if (item.base_sort or item.sort) == "armour")


def _as_it_looks(weapon: Weapon, sheet: Character) -> Weapon:
    """A weapon as its owner knows it: without the powers of one that nobody has found out."""
    item = sheet.items.get(weapon.thing)
    if item is None or item.known:
        return weapon
    return replace(weapon, bonus=0, damage_bonus=0, magic="", extra=None, element="", threat=None, foe="", foe_bonus=0)


def _numbers(one: Combatant, sheet: Character | None) -> Numbers:
    """Somebody's numbers; `sheet` only where things on it are unknown to the reader."""
    profile = one.profile
    armour, weapons = profile.armour, profile.weapons
    if sheet is not None:
        armour -= _secret_plus(sheet)
        weapons = tuple(_as_it_looks(weapon, sheet) for weapon in weapons)
    return Numbers(
        one.hp,
        profile.max_hp,
        armour,
        profile.level,
        profile.class_id,
        profile.rate,
        weapons,
        tuple([spell.id for spell in profile.spells if spell.id not in one.cast]) if profile.spells else (),
        one.prepared,
        one.preparing,
        one.morale,
        one.dropped >= 0 and one.condition == "out",
    )


HIDDEN: Final[frozenset[EffectKind]] = frozenset(
    {"gazed", "located", "lycanthropy", "diseased", "seared", "size", "sees_invisible", "braved", "darkvision"}
)
"""Effects that nobody can see on somebody."""


def _effects(state: State, one: Combatant) -> tuple[EffectKind, ...]:
    """What can be seen to last on somebody."""
    held = state.effects.get(one.profile.id)
    if not held:
        return ()
    kinds = (effect.kind for effect in held if effect.active(state.minutes) and effect.kind not in HIDDEN)
    return tuple(dict.fromkeys(kinds))


def _walls(state: State) -> tuple[WallSeen, ...]:
    """The walls that everybody sees."""
    held = (effect for effects in state.effects.values() for effect in effects if effect.active(state.minutes))
    return tuple(WallSeen(wall.of, wall.at) for effect in held for wall in effect.barriers)


def place_seen(state: State, seat: Seat, one: Combatant) -> int | None:
    """Where somebody stands, unless the seat sees nothing there (WB-INVIS-01)."""
    return None if _unseen(state, one) and not knows_numbers(state, seat, one.id) else one.at


def _unseen(state: State, one: Combatant) -> bool:
    """Whether only those see somebody who know their numbers."""
    if one.profile.powers is None and not state.effects:  # nothing can hide anybody
        return False
    held = tuple(effect for effect in state.effects.get(one.id, ()) if effect.active(state.minutes))
    worn = one.profile.powers.worn if one.profile.powers is not None else ()
    if not any(effect.kind == "invisible" for effect in (*held, *worn)) or one.condition != "up":
        return False
    return not any(effect.kind == "located" and not effect.by for effect in held)


def _with_secrets(state: State, who: str) -> Character | None:
    """The sheet of somebody who has things on them that only the referee knows the powers of."""
    sheet = state.characters.get(who)
    return None if sheet is None or all(item.known for item in sheet.items.values()) else sheet


Knowledge = Literal["sight", "numbers", "secrets"]
"""How much of somebody one knows: what is seen, their numbers, or, as the referee does, their things' powers too."""


def _people(state: State, seat: Seat, fight: Fight) -> tuple[Person, ...]:
    """Everybody in a fight as a seat sees them: worked out once for each who knows as much of them."""
    informed: dict[str, tuple[str, ...]] = once(
        state, "informed", lambda: {who: knowers(state, who) or () for who in fight.combatants}
    )
    seen: dict[tuple[str, Knowledge], Person] = once(state, "people", dict)
    most: Knowledge = "secrets" if seat.role == "referee" else "numbers"
    people = []
    for who, one in fight.combatants.items():
        known = most if seat.knows_numbers(who, informed[who]) else "sight"
        person = seen.get((who, known))
        if person is None:
            person = seen[who, known] = _person(state, fight, one, known)
        people.append(person)
    return tuple(people)


def _person(state: State, fight: Fight, one: Combatant, known: Knowledge) -> Person:
    """Somebody as those see them who know so much of them: the very same as long as nothing changes."""
    profile, informed = one.profile, known != "sight"
    at, effects = None if not informed and _unseen(state, one) else one.at, _effects(state, one)
    held, acted = one.held_until >= fight.round, one.attacked == fight.round or one.busy == fight.round
    sheet = _with_secrets(state, profile.id) if known == "numbers" else None

    def seen() -> Person:
        numbers = _numbers(one, sheet) if informed else None
        return Person(
            profile.id, profile.name, profile.side, at, one.condition, wounds_of(one), held, acted, numbers, effects
        )

    return made_of(state, ("person", at, held, acted, informed, effects), (one, sheet), seen)


def view(state: State, seat: Seat, met: dict[str, Named] | None = None) -> View:
    """The table as a seat may know it; `met` names those whom the party has come upon."""
    return _viewed(state, seat, met) if met else _view(Same(state), seat)


@lru_cache(maxsize=16)  # cards, picture and drawing ask for the same
def _view(same: Same[State], seat: Seat) -> View:
    return _viewed(same.thing, seat, {})


def _viewed(state: State, seat: Seat, met: dict[str, Named]) -> View:
    awaited = tuple(question.kind for question in state.awaiting if seat.may_act_for(question.who))
    fight = state.fight
    companions, party = people_view.companions(state, seat), people_view.party(state, seat)
    out, joust = exploring_view.expedition(state, seat, met), exploring_view.joust(state, seat)
    if fight is None:
        return View(state.minutes, None, awaited, companions, party, out, joust)
    people = _people(state, seat, fight)
    walls = _walls(state) if state.effects else ()
    shown = made_of(state, ("fight", walls), (fight, *people), lambda: _fight_seen(fight, people, walls))
    return View(state.minutes, shown, awaited, companions, party, out, joust)


def _fight_seen(fight: Fight, people: tuple[Person, ...], walls: tuple[WallSeen, ...]) -> FightView:
    """The fight for all who see these people so."""
    return FightView(
        fight.round,
        fight.phase,
        fight.acting,
        fight.initiative,
        {side.id: side.name for side in fight.sides.values()},
        people,
        fight.winners,
        fight.surprised,
        walls,
        tuple(Fallen(thing.owner, thing.ways[0].name, thing.at) for thing in fight.lying) if fight.lying else (),
    )
