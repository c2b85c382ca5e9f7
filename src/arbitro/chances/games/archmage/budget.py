"""Battles of the Archmage Engine by their budget: what the foes count in average ones, one for each character."""

from collections import Counter
from fractions import Fraction
from typing import Any, Final

from arbitro.chances.games.slots import mean_level
from arbitro.chances.outcome import EncounterBook, EncounterWorth, Foes
from arbitro.dice.stream import Dice
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.yamlfile import unknown_name
from arbitro.rules.archmage.bestiary import DEADLY, FAIR, TOUGH, difficulty, encounter, worth
from arbitro.rules.archmage.catalogue import books_of
from arbitro.rules.archmage.state import Category
from arbitro.text import Fault

SHARES: Final = {"easy": FAIR / 2, "average": FAIR, "hard": TOUGH, "very_hard": DEADLY}
"""What the foes of a difficulty are worth, for each character."""
RULES: Final = ("AE-FULLHEAL-02",)
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
        rules=RULES,
    )


def drawn(ruleset: Ruleset[Any], people: tuple[Any, ...], wanted: str, dice: Dice) -> Foes:
    """Creatures by lot within the budget of a difficulty; again while they come out as another one."""
    share: Fraction = SHARES[wanted]
    found: Foes = ()
    for _ in range(TRIES):
        chosen = encounter(books_of(ruleset), dice, mean_level(people), len(people), share)
        found = tuple(Counter(chosen).items())
        if found and worth_of(ruleset, people, found).category == wanted:
            break
    return found


BOOK: Final = EncounterBook(difficulties=tuple(SHARES), drawn=drawn, worth=worth_of)
