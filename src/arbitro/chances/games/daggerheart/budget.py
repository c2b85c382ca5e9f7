"""Encounters of the game of Hope and Fear by Battle Points (DHP-ADVSTAT-13)."""

from typing import Any, Final

from arbitro.chances.games.slots import mean_level, meeting_slot
from arbitro.chances.outcome import EncounterBook, EncounterWorth, Foes
from arbitro.dice.stream import Dice
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.yamlfile import unknown_name
from arbitro.play.stocking.daggerheart import DaggerheartStocker, Wish
from arbitro.rules.daggerheart.content import books_of
from arbitro.rules.daggerheart.encounter import RULES, cost_of, encounter
from arbitro.rules.daggerheart.words import tier_of
from arbitro.text import Fault

WISHES: Final[dict[str, Wish]] = {"easier": "easier", "balanced": "", "harder": "harder"}
MINION: Final = "minion"
BEYOND: Final = "beyond"
"""Harder than anything that the text has points for."""


def worth_of(ruleset: Ruleset[Any], people: tuple[Any, ...], foes: Foes) -> EncounterWorth:
    """What the adversaries cost, what the party can bear, and by which of the text's wishes that is so."""
    known = books_of(ruleset).adversaries
    for kind, _ in foes:
        if kind not in known:
            raise Fault(unknown_name(kind, known))
    blocks = [known[kind] for kind, number in foes for _ in range(number)]
    tier, pcs = tier_of(mean_level(people)), len(people)
    usual = encounter(books_of(ruleset), blocks, pcs, tier)
    easier, harder = (
        encounter(books_of(ruleset), blocks, pcs, tier, easier=less, harder=not less) for less in (True, False)
    )
    if easier.left >= 0:
        category = "easier"
    elif usual.left >= 0:
        category = "balanced"
    else:
        category = "harder" if harder.left >= 0 else BEYOND
    minions = [block for block in blocks if block.type == MINION]
    together = cost_of(books_of(ruleset), minions, pcs)
    parts = []
    for kind, number in foes:
        if known[kind].type == MINION:  # all of them are bought together, in groups as large as the party
            parts.append((kind, number, together * number / len(minions)))
        else:
            parts.append((kind, number, float(cost_of(books_of(ruleset), [known[kind]] * number, pcs))))
    return EncounterWorth(
        points=float(usual.cost),
        budget=float(usual.budget),
        category=category,
        parts=tuple(parts),
        adjustments=tuple((name, float(value)) for name, value in usual.adjustments.items()),
        rules=RULES,
    )


def drawn(ruleset: Ruleset[Any], people: tuple[Any, ...], wanted: str, dice: Dice) -> Foes:
    """Adversaries of one company, as many as the points of the wish allow; again while they come out as another one."""
    stocker = DaggerheartStocker(books_of(ruleset), len(people), mean_level(people), WISHES[wanted])
    found: Foes = ()
    for _ in range(TRIES):
        found = stocker.monsters(meeting_slot(mean_level(people)), dice).items
        if worth_of(ruleset, people, found).category == wanted:
            break
    return found


TRIES: Final = 40
"""So often an encounter is drawn before one that is not quite as hard is taken."""
BOOK: Final = EncounterBook(difficulties=tuple(WISHES), drawn=drawn, worth=worth_of)
