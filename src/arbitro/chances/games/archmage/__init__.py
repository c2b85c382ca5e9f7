"""How a battle of the Archmage Engine is read."""

from collections import Counter
from typing import Any, Final

from msgspec.structs import replace

from arbitro.chances.games.archmage.budget import BOOK
from arbitro.chances.games.archmage.imagining import imagined
from arbitro.chances.games.archmage.situations import situation
from arbitro.chances.outcome import FightOutcome, FightReading, Foes, MeetingGround, PersonLeft
from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.rules.archmage.bestiary import creature, difficulty
from arbitro.rules.archmage.catalogue import books_of
from arbitro.rules.archmage.characters import make
from arbitro.rules.archmage.commands import Member, StartBattle
from arbitro.rules.archmage.numbers import is_staggered
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.state import FOES, PARTY, Band, Combatant, Side, State

WINNERS: Final[dict[str, tuple[str, ...]]] = {"victory": (PARTY,), "defeat": (FOES,), "fled": (FOES,)}
SIDES: Final = (Side(PARTY, Named("La compagnia", "The party", "f")), Side(FOES, Named("I nemici", "The foes")))
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


NEARBY: Final = 30
FAR: Final = 100
"""Nearby and far away, in feet: this engine has no numbers for them."""


def wounds(state: State) -> dict[str, int]:
    """How badly those who stand look hurt: staggered, or not."""
    standing = (one for one in state.battle.combatants.values() if one.in_field and one.conscious)
    return {one.id: 2 if is_staggered(state, one) else 0 for one in standing}


def meets(
    ruleset: Ruleset[Any], state: State, people: tuple[Any, ...], foes: Foes, ground: MeetingGround
) -> tuple[State, tuple[Command, ...]]:
    """A battle as hard as its numbers say; those who are dead, gone or held do not come to it."""
    heroes = [make(books_of(ruleset), hero, PARTY) for hero in people] or [
        one.profile for one in state.party.values() if _comes(one)
    ]
    names: Counter[str] = Counter()
    band: Band = "far" if ground.feet == FAR else "nearby"
    members = [Member(profile) for profile in heroes]
    for race, count in foes:
        for _ in range(count):
            names[race] += 1
            number = names[race] if sum(each for name, each in foes if name == race) > 1 else 0
            who = f"{race.replace('_', '-')}-{names[race]}"
            members.append(Member(creature(books_of(ruleset), race, FOES, who, number), band))
    levels = [profile.level for profile in heroes]
    worth = [(one.profile.level, one.profile.category) for one in members if one.profile.side == FOES]
    hard = difficulty(books_of(ruleset), worth, round(sum(levels) / len(levels)), len(levels)) if levels else "average"
    return replace(state, fight=None, awaiting=()), (StartBattle(SIDES, tuple(members), hard),)


def _comes(one: Combatant) -> bool:
    return not one.beyond_help and not one.captive


READING: Final = FightReading(
    meets=meets,
    example=(("orc_warrior", 4),),
    distances=(NEARBY, FAR),
    encounters=BOOK,
    fighting=lambda state: state.fight is not None,
    over=lambda state: state.fight is None or state.fight.phase == "over",
    outcome=outcome,
    situation=situation,
    rounds=lambda state: 0 if state.fight is None else state.fight.round,
    wounds=wounds,
    imagined=imagined,
)
