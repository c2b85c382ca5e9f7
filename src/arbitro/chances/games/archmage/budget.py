"""Battles of the Archmage Engine by their budget: what the foes count in average ones, one for each character."""

from collections import Counter
from fractions import Fraction
from typing import Any, Final

from arbitro.chances.games.slots import mean_level
from arbitro.chances.outcome import EncounterBook, EncounterWorth, Foes
from arbitro.dice.stream import Dice
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.yamlfile import unknown_name
from arbitro.rules.archmage.bestiary import DEADLY, FAIR, TOUGH, difficulty, encounter, steps_above, worth
from arbitro.rules.archmage.catalogue import books_of
from arbitro.rules.archmage.state import Category
from arbitro.text import Fault

SHARES: Final = {"easy": FAIR / 2, "average": FAIR, "hard": TOUGH, "very_hard": DEADLY}
"""What the foes of a difficulty are worth, for each character."""
TOPS: Final = {
    "easy": Fraction(74, 100),
    "average": TOUGH - Fraction(1, 100),
    "hard": DEADLY - Fraction(1, 100),
    "very_hard": 2 * DEADLY,
}
"""What they are worth at most: where nothing comes as near to the other as it should, as for a single character."""
TRIES: Final = 40
"""So often a battle is drawn before one that is not quite as hard is taken."""


def worth_of(ruleset: Ruleset[Any], people: tuple[Any, ...], foes: Foes) -> EncounterWorth:
    """What the foes count, and how hard that makes the battle."""
    level, known = mean_level(people), books_of(ruleset).monsters
    parts, all_of_them = [], list[tuple[int, Category]]()
    for kind, number in foes:
        if kind not in known:
            raise Fault(unknown_name(kind, known))
        entry = known[kind]
        parts.append((kind, number, float(number * worth(books_of(ruleset), entry.level, entry.category, level))))
        all_of_them += [(entry.level, entry.category)] * number
    return EncounterWorth(
        points=sum(value for _, _, value in parts),
        budget=float(FAIR * len(people)),
        category=difficulty(books_of(ruleset), all_of_them, level, max(len(people), 1)),
        parts=tuple(parts),
        source="table",
        remarks=(*_off_the_table(ruleset, foes, level), ("", "steps_are_ours")),
    )


def _off_the_table(ruleset: Ruleset[Any], foes: Foes, level: int) -> list[tuple[str, str]]:
    """Whom the table of equivalents does not know, being too weak or too strong for the party."""
    books, found = books_of(ruleset), []
    for kind, _ in foes:
        diff = steps_above(books, books.monsters[kind].level, level)
        if diff < books.building.equivalents[0].diff:
            found.append((kind, "below_the_table"))
        elif diff > books.building.equivalents[-1].diff:
            found.append((kind, "above_the_table"))
    return found


def drawn(ruleset: Ruleset[Any], people: tuple[Any, ...], wanted: str, dice: Dice) -> Foes:
    """Creatures by lot within the budget of a difficulty; again while they come out as another one."""
    found: Foes = ()
    for share in (SHARES[wanted], TOPS[wanted]):
        for _ in range(TRIES):
            chosen = encounter(books_of(ruleset), dice, mean_level(people), len(people), share)
            found = tuple(Counter(chosen).items())
            if found and worth_of(ruleset, people, found).category == wanted:
                return found
    return found


BOOK: Final = EncounterBook(difficulties=tuple(SHARES), drawn=drawn, worth=worth_of)
