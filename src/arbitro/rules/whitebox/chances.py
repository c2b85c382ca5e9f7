"""How likely something is, before anybody commits to it: exactly, only where the seat may know every number behind it.

A seat that may not know gets the same answer whatever the secret is: none, the plain chance of the rules, or of a blow
an estimate against somebody middling, which says that it is one.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Final

from msgspec.structs import replace

from arbitro.dice.stream import Die
from arbitro.kernel.card import Chance
from arbitro.kernel.command import Command
from arbitro.kernel.rolltable import distribution
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox import basics, view
from arbitro.rules.whitebox.attack import weapon_of
from arbitro.rules.whitebox.basics import melee_around
from arbitro.rules.whitebox.commands import Attack
from arbitro.rules.whitebox.deciding import allows
from arbitro.rules.whitebox.exploring import senses
from arbitro.rules.whitebox.exploring.commands import Charge, Listen, OpenDoor, PickLock, Search
from arbitro.rules.whitebox.exploring.doors import PICK_LOCK, SIX, skill_of
from arbitro.rules.whitebox.exploring.joust import jousting, lance_check, opponent
from arbitro.rules.whitebox.exploring.senses import noise_near
from arbitro.rules.whitebox.exploring.state import Door, Trap
from arbitro.rules.whitebox.people.records import folk
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.powers.commands import LightOil, Sense, ThrowOil, TurnUndead
from arbitro.rules.whitebox.powers.hit_effects import dangerous_eyes
from arbitro.rules.whitebox.powers.oil import oil_check
from arbitro.rules.whitebox.powers.turning import turned_as, undead
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.state import Combatant, Fight, Profile, State
from arbitro.rules.whitebox.terms import Named
from arbitro.rules.whitebox.view import knows_numbers
from arbitro.text import Language

NOBODY_KNOWS: Final = Named("", "")
MIDDLING: Final = Profile(id="", name=NOBODY_KNOWS, side="", nature="monster", max_hp=1, armour=14, weapons=())
"""Somebody with the armour class that half of the bestiary has not: what one goes by who knows nothing of a foe."""
PLAIN_DOOR: Final = Door(id="", name=NOBODY_KNOWS, between=("", ""), secret=True)
"""A secret door without anything special about it: what a searcher may hope to find."""


def faces(sides: int, succeeds: Callable[[Die], bool]) -> Fraction:
    """The share of a die's faces that succeed."""
    return Fraction(sum(succeeds(Die(sides, face)) for face in range(1, sides + 1)), sides)


def high_faces(sides: int, succeeds: Callable[[Die], bool]) -> Fraction:
    """A chance where a higher face never does worse: the lowest one that succeeds is looked for."""
    low = bisect_left(range(1, sides + 1), True, key=lambda face: succeeds(Die(sides, face)))
    return Fraction(sides - low, sides)


@cache
def in_six(chance: int) -> Fraction:
    """A chance in six."""
    return Fraction(min(max(chance, 0), SIX), SIX)


def at_least_one(chances: Iterable[int]) -> Fraction:
    """The chance that of several dice, each with its chance in six, one succeeds at least."""
    none = Fraction(1)
    for chance in chances:
        none *= 1 - in_six(chance)
    return 1 - none


LEFT_TO_CHANCE: Final[tuple[type[Command], ...]] = (
    Attack, ThrowOil, LightOil, TurnUndead, Sense, Charge, OpenDoor, PickLock, Listen, Search
)  # fmt: skip
"""The commands that `odds` knows odds of."""


def may_have_odds(rules: Rules, command: Command) -> bool:
    """Only of commands that a die decides."""
    return isinstance(command, rules.left_to_chance)


def chance(here: Here, seat: Seat, command: Command, language: Language) -> Chance | None:
    """How likely a command is to succeed, as far as the seat may know."""
    if not may_have_odds(here.rules, command):
        return None
    if not knows_numbers(here.state, seat, getattr(command, "who", "")):
        return None
    if isinstance(command, Attack) and not knows_numbers(here.state, seat, command.target):
        return estimate(here, seat, command, language)
    if not allows(here, command):
        return None
    found = here.rules.odds(here, seat, command)
    if found is None:
        return None
    success, key, about = found

    def worded() -> str:
        return here.rules.texts.say(language, key, who=here.rules.name_of(here, about, language))

    return Chance(success, here.once(("chance", key, about, language), worded))


def estimate(here: Here, seat: Seat, command: Attack, language: Language) -> Chance | None:
    """About how likely a blow at a stranger is to land: as against middling armour, with nothing else against it."""
    combatants = basics.fight(here.state).combatants
    one, target = combatants[command.who], combatants.get(command.target)
    there = None if target is None else view.place_seen(here.state, seat, target)
    if there is None or not all_known(here, seat, one) or not allows(here, command):
        return None
    return here.once(("estimate", command, there, language), lambda: _estimate(here, one, there, command, language))


def _estimate(here: Here, one: Combatant, there: int, command: Attack, language: Language) -> Chance | None:
    """What one would go by who knows the attacker and sees where the stranger stands: nobody else's numbers."""
    weapon = weapon_of(one, command.weapon)
    if weapon is None:
        return None
    stranger = Combatant(MIDDLING, 1, there, 1)

    def counted() -> Fraction:
        return high_faces(20, lambda die: here.rules.attack_check(here, one, stranger, weapon, die)[0].success)

    hits = here.once(("about", one.id, there, weapon.id), counted)
    say = here.rules.texts.say
    return Chance(hits, say(language, "chance.estimate", who=here.rules.name_of(here, command.target, language)), True)


def odds(here: Here, seat: Seat, command: Command) -> tuple[Fraction, str, str] | None:
    """The chance, the words for what counts as success, and whom or what it is about."""
    found: Fraction | None = None
    key, about = "chance.hit", ""
    match command:
        case Attack():
            found, about = strike_chance(here, seat, command), command.target
        case ThrowOil() | LightOil():
            found, about = oil_chance(here, seat, command), command.target
            key = "chance.oil" if isinstance(command, ThrowOil) else "chance.light_oil"
        case TurnUndead():
            found, key, about = turning_chance(here, seat, command), "chance.turn", command.who
        case Sense() if seat.role == "referee":
            found, key, about = in_six(command.chance), "chance.sense", command.target
        case Charge():
            found, key, about = lance_chance(here, seat, command), "chance.lance", command.who
        case OpenDoor() | PickLock() | Listen() | Search():
            return exploring_odds(here, seat, command)
        case _:
            return None
    return None if found is None else (found, key, about)


# ------------------------------------------------------------ the fight


def all_known(here: Here, seat: Seat, *people: Combatant) -> bool:
    """Whether a seat knows every number of some people: things that nobody has found out yet are secret too."""
    for one in people:
        if not knows_numbers(here.state, seat, one.id):
            return False
        sheet = here.state.characters.get(one.id)
        if sheet is not None and seat.role != "referee" and not all(item.known for item in sheet.items.values()):
            return False
    return True


def strike_chance(here: Here, seat: Seat, command: Attack) -> Fraction | None:
    """The chance to hit; none where eyes that kill may come before the blow."""
    fight = basics.fight(here.state)
    one, target = fight.combatants[command.who], fight.combatants[command.target]
    weapon = weapon_of(one, command.weapon)
    if weapon is None or not all_known(here, seat, one, target):
        return None
    if weapon.kind == "melee" and (dangerous_eyes(here.rules, one) or dangerous_eyes(here.rules, target)):
        return None

    def counted() -> Fraction:
        return high_faces(20, lambda die: here.rules.attack_check(here, one, target, weapon, die)[0].success)

    hits = here.once(("hits", one.id, target.id, weapon.id), counted)
    return hits if weapon.kind == "melee" else not_straying(here.state, seat, fight, one, target, hits)


def not_straying(
    state: State, seat: Seat, fight: Fight, one: Combatant, target: Combatant, hits: Fraction
) -> Fraction | None:
    """The chance of a shot that may fall on somebody else in the melee (WB-RANGED-02)."""
    seen = view.view(state, seat).fight
    if seen is None or any(person.at is None for person in seen.people):
        return None  # somebody unseen may stand in the way
    exposed = [other for other in melee_around(fight, target, one.id) if other.id != one.id]
    return hits / len(exposed) if len(exposed) > 1 else hits


def oil_chance(here: Here, seat: Seat, command: ThrowOil | LightOil) -> Fraction | None:
    """The chance to hit with a flask or a flame: armour does not count, so that everybody knows it (WB-OIL-02)."""
    fight = basics.fight(here.state)
    one, target = fight.combatants[command.who], fight.combatants[command.target]
    if not all_known(here, seat, one):
        return None
    if isinstance(command, LightOil) and not here.state.options["oil_second_roll"]:
        return Fraction(1)
    known = {who: held for who, held in here.state.effects.items() if knows_numbers(here.state, seat, who)}
    plain = replace(here.state, effects=known)  # what lasts on others, their size above all, is the referee's
    hits = faces(20, lambda die: oil_check(here.at(plain), one, target, die).success)
    if isinstance(command, LightOil):
        return hits
    return not_straying(here.state, seat, fight, one, target, hits)


def turning_chance(here: Here, seat: Seat, command: TurnUndead) -> Fraction | None:
    """The chance to turn the undead of a kind, for those who know their hit dice."""
    one = basics.fight(here.state).combatants[command.who]
    foes = undead(here.state, one, command.kind)
    if not all(knows_numbers(here.state, seat, foe.id) for foe in foes):
        return None
    turning, hd = here.rules.content.turning, turned_as(here.rules, foes[0])
    needed = None if hd is None else turning.needed(hd, one.profile.level)
    if needed is None or needed == "D":
        return Fraction(needed == "D")
    return sum((chance for total, chance in distribution(turning.dice).items() if total >= needed), Fraction(0))


def lance_chance(here: Here, seat: Seat, command: Charge) -> Fraction | None:
    """The chance that the lance strikes when the pass is run (WB-JOUST-08)."""
    joust = jousting(here.state)
    if joust is None:
        return None
    rider = joust.riders[command.who]
    other = opponent(joust, command.who)
    if not knows_numbers(here.state, seat, other.id):
        return None
    return faces(20, lambda die: lance_check(here, rider, other, die)[0].success)


# ------------------------------------------------------------ exploring


def exploring_odds(
    here: Here, seat: Seat, command: OpenDoor | PickLock | Listen | Search
) -> tuple[Fraction, str, str] | None:
    """Chances in six of those who push, pick, listen and search."""
    one = here.state.characters[command.who]
    referee = seat.role == "referee"
    match command:
        case OpenDoor():
            found = push_chance(here, seat, one, command.door)
            return None if found is None else (found, "chance.door", command.door)
        case PickLock():
            return in_six(skill_of(here.rules, one, PICK_LOCK)), "chance.lock", command.door
        case Listen():
            listened = in_six(folk(here.rules, one).listen)
            return listening(here.state, command, listened) if referee else listened, "chance.listen", command.who
        case Search() if referee:
            return search_odds(here, one, command.spot), "chance.search_any", command.who
        case _:
            return in_six(here.rules.search_chance(here, one, PLAIN_DOOR)[0]), "chance.search", command.who


def push_chance(here: Here, seat: Seat, one: Character, name: str) -> Fraction | None:
    """The chance to push a door open; a lock that was not found yet is a secret and changes nothing."""
    out = here.state.expedition
    if out is None:
        return None
    door = out.doors[name]
    barred = door.locked and (door.tried or seat.role == "referee")
    return None if barred and not here.rules.force_opens_locks else in_six(here.rules.door_chance(here, one)[0])


def listening(state: State, command: Listen, chance: Fraction) -> Fraction:
    """For the referee: nothing is heard where there is nothing, and the loud is heard without a roll."""
    out = state.expedition
    source = None if out is None else noise_near(out, command.door)
    return Fraction(0) if source is None else Fraction(1) if source.loud else chance


def search_odds(here: Here, one: Character, spot: str) -> Fraction:
    """For the referee: the chance to find anything of what really is hidden."""
    out = here.state.expedition
    hidden: list[Door | Trap] = [] if out is None else list(senses.hidden(out, spot))
    return at_least_one(here.rules.search_chance(here, one, what)[0] for what in hidden)
