"""What can be asked of a fight, as numbers: every outcome is read into measures, each with a name.

``wins/SIDE`` (they alone hold the field), ``nobody_wins``, ``falls/WHO`` and ``dies/WHO``, ``anyone_falls/SIDE`` and
``anyone_dies/SIDE`` (one of them or more), ``standing/SIDE`` (how many), ``hp/WHO`` and ``hp/SIDE``, ``left/THING``
(spells, recoveries, Hope, Fear), ``rounds``, and ``holds/NAME`` for predicates of one's own. What is asked is the part
before the stroke; the whole name asks for one of them.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from arbitro.chances.outcome import TEXTS, FightOutcome
from arbitro.text import Fault, Words

Predicate = Callable[[FightOutcome], bool]
Question = str | Predicate
HOLDS: Final = "holds"
"""What predicates of one's own are called by."""
ANYONE_FALLS, ANYONE_DIES = "anyone_falls", "anyone_dies"
"""How deadly it is for a side: whether it loses somebody, whoever that is."""
QUESTIONS: Final = (
    "wins", "nobody_wins", "falls", "dies", ANYONE_FALLS, ANYONE_DIES, "standing", "hp", "left", "rounds",
)  # fmt: skip
SHARES: Final = frozenset({"wins", "nobody_wins", "falls", "dies", ANYONE_FALLS, ANYONE_DIES, "holds"})
"""Measures that are 0 or 1: their averages are probabilities."""


class AsksForRounds(Exception):
    """A predicate asks for the rounds of an end, where it is not known by how many it was come to."""


class _NoRounds:
    """Stands for a number of rounds that nobody knows; whoever asks it anything is told so."""

    def _asked(self, *_: object) -> Any:
        raise AsksForRounds

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __add__ = __radd__ = __sub__ = __rsub__ = _asked
    __mul__ = __rmul__ = __floordiv__ = __truediv__ = __mod__ = __bool__ = __int__ = __index__ = __float__ = _asked
    __hash__ = __str__ = __repr__ = __format__ = _asked


NO_ROUNDS: Final[Any] = _NoRounds()


def family(name: str) -> str:
    """What a measure is about: the part of its name before the stroke."""
    return name.partition("/")[0]


def is_share(name: str) -> bool:
    """Whether a measure is 0 or 1, so that its average is a probability."""
    return family(name) in SHARES


def measured(outcome: FightOutcome, predicates: Mapping[str, Predicate] | None = None) -> dict[str, float]:
    """Every measure of an outcome."""
    alone = outcome.winners[0] if len(outcome.winners) == 1 else None
    found: dict[str, float] = {f"wins/{side}": side == alone for side in outcome.sides}
    found["nobody_wins"] = alone is None
    found["rounds"] = outcome.rounds
    for side in outcome.sides:
        found[f"standing/{side}"] = found[f"hp/{side}"] = 0
        found[f"{ANYONE_FALLS}/{side}"] = found[f"{ANYONE_DIES}/{side}"] = False
    for one in outcome.people:
        found[f"falls/{one.id}"] = one.fallen
        found[f"dies/{one.id}"] = one.dead
        found[f"hp/{one.id}"] = one.hp
        if one.fallen:
            found[f"{ANYONE_FALLS}/{one.side}"] = True
        if one.dead:
            found[f"{ANYONE_DIES}/{one.side}"] = True
        if one.standing:
            found[f"standing/{one.side}"] = found.get(f"standing/{one.side}", 0) + 1
            found[f"hp/{one.side}"] = found.get(f"hp/{one.side}", 0) + one.hp
    found |= {f"left/{name}": amount for name, amount in outcome.resources.items()}
    for name, holds in (predicates or {}).items():
        found[f"holds/{name}"] = bool(holds(outcome))
    return found


Spreads = dict[str, dict[float, float]]
"""Of each measure, how likely each of its values is."""


def spread_into(spreads: Spreads, measures: Mapping[str, float], chance: float) -> None:
    """Add the measures of one end, which is so likely."""
    for name, value in measures.items():
        spread = spreads.setdefault(name, {})
        spread[value] = spread.get(value, 0.0) + chance


def predicates_in(questions: Iterable[Question]) -> dict[str, Predicate]:
    """The predicates among some questions, by their names."""
    return {_named(each): each for each in questions if not isinstance(each, str)}


def _named(predicate: Predicate) -> str:
    name = getattr(predicate, "__name__", "")
    return name if name.isidentifier() else "it"


def asked_of(question: Question) -> str:
    """The name that a question asks for; a fault where nothing is called so."""
    if not isinstance(question, str):
        return f"holds/{_named(question)}"
    if family(question) not in QUESTIONS:
        raise Fault(Words(TEXTS, "chances.no_question", question=question, known=", ".join(QUESTIONS)))
    return question


def answers(name: str, asked: str) -> bool:
    """Whether a measure is among what was asked."""
    return name == asked or ("/" not in asked and family(name) == asked)
