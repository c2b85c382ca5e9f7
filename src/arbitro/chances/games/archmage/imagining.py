"""A battle of the Archmage Engine as somebody in a seat may imagine it.

Creatures whose numbers the seat may not know have those that the book prints under their name, and as many hit points
left as they look to have; whoever is in no book has the numbers of an ordinary creature of the party's level. What they
were seen to do and to suffer is kept; uses, points and readied acts that nobody has seen are not.
"""

from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

from msgspec.structs import replace

from arbitro.dice.stream import Dice
from arbitro.kernel.same import Same
from arbitro.kernel.seat import Seat
from arbitro.rules.archmage.bestiary import Custom, build, creature
from arbitro.rules.archmage.catalogue import Books, books_of
from arbitro.rules.archmage.ongoing_effects import Spent
from arbitro.rules.archmage.power import Named
from arbitro.rules.archmage.state import Combatant, Profile, State
from arbitro.rules.archmage.view import Person

SEEN: Final = (
    "awareness", "dropped", "downed_by", "afflictions", "ongoing", "boosts", "marks", "invisible", "precarious",
    "blocking", "present", "engaged", "grabbing", "grabbed_by", "band", "near", "behind", "beside", "initiative",
    "rolled_initiative", "turns", "turn_round", "actions", "acted", "free_actions", "interrupt_spent", "delaying",
    "hit_this_turn", "opportunities", "opportunity_round", "captive",
)  # fmt: skip
"""What everybody sees of a combatant, or saw happen."""
ALL_SEEN: Final = attrgetter(*SEEN)


def imagined(ruleset: Any, state: State, seat: Seat, dice: Dice) -> State | None:
    """The battle with everything that the seat may not know drawn anew; None in the middle of a resolution."""
    fight = state.battle
    if fight.pending or fight.asked is not None or state.awaiting:
        return None  # what is still to be done names powers of whoever does it
    books = books_of(ruleset)
    seen: dict[str, Person] = {one.id: one for one in ruleset.view(state, seat).battle.people}
    level = max((one.numbers.level for one in seen.values() if one.numbers is not None), default=1)
    people = {
        who: one if seen[who].numbers is not None else _guessed(books, one, seen[who], level, dice)
        for who, one in fight.combatants.items()
    }
    return replace(state, fight=replace(fight, combatants=people, difficulty="average"), losses=(), weight="0")


def _guessed(books: Books, one: Combatant, person: Person, level: int, dice: Dice) -> Combatant:
    """Somebody as they may be who look like this and have done what they were seen to do."""
    profile = _printed(Same(books), person.id, person.name, person.side, level)
    most = profile.max_hp
    found = Combatant(profile, _hurt_so(most, person, dice), most, **dict(zip(SEEN, ALL_SEEN(one), strict=True)))
    known = {attack.id for attack in profile.attacks}
    uses = {name: Spent(used=spent.used) for name, spent in one.powers.items() if name in known and spent.used}
    return replace(found, powers=uses, potions=profile.potions, pools=dict(profile.pools))


@lru_cache(maxsize=256)
def _printed(books: Same[Books], who: str, name: Named, side: str, level: int) -> Profile:
    """A creature as the book has it under a name, or an ordinary one of a level."""
    race = _races(books).get((name.it.casefold(), name.en.casefold()))
    if race is None:
        rows = books.thing.baselines["normal"].rows
        custom = Custom(name=name, level=min(max(level, min(rows)), max(rows)))
        return replace(build(books.thing, custom, side, who), name=name)
    return replace(creature(books.thing, race, side, who), name=name)


@lru_cache(maxsize=8)
def _races(books: Same[Books]) -> dict[tuple[str, str], str]:
    """The creatures of a book by their names in both languages."""
    return {(entry.name.it.casefold(), entry.name.en.casefold()): race for race, entry in books.thing.monsters.items()}


def _hurt_so(most: int, person: Person, dice: Dice) -> int:
    """Hit points by lot for somebody who looks so hurt."""
    if person.wounds == "down":
        return 0
    half = most // 2
    if person.wounds == "none" or half < 1:
        return most
    if person.wounds == "staggered":
        return dice.roll(half, "lot").face
    return min(half + dice.roll(max(most - half - 1, 1), "lot").face, most)
