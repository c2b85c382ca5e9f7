"""What a seat sees, as numbers: the people of its cards and its present acts, of any game.

It is made of what the page and the terminal show the seat and of nothing else, so that no secret can be learnt. Words
(conditions, positions, kinds of acts) become features by a hash of their own, which never changes.

Rows of people: present, own, ally, foe, acting now, out of it, three gauges as a share of their whole, whether one is
low, then words. Rows of acts: present, gives up, lets time pass, the places of the first two people it names among the
rows of people (counted from 1, as a share of all), the number it names, then the kind of act.
"""

import re
from functools import lru_cache
from typing import Any, Final
from zlib import crc32

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from arbitro.kernel.card import Card
from arbitro.kernel.legal_acts import LegalAct
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import Seat

Numbers = NDArray[np.float32]
GAUGES: Final = 3
WORDS: Final = 16
KINDS: Final = 24
PERSON: Final = 7 + GAUGES + WORDS
"""Columns of a row of people."""
ACT: Final = 6 + KINDS
"""Columns of a row of acts."""
LARGE: Final = 100.0
"""Numbers that an act names are given as a share of this."""
_DIGITS: Final = re.compile(r"\d+")


class Extent(Struct, frozen=True):
    """How much is shown at once: rows of people and of acts, and how many decisions a run may take."""

    people: int = 24
    acts: int = 128
    decisions: int = 400


@lru_cache(maxsize=4096)
def _bucket(word: str, of: int) -> int:
    return crc32(_DIGITS.sub("#", word).encode()) % of


class Sight(Struct, frozen=True):
    """What a seat sees at a decision."""

    people: Numbers
    acts: Numbers
    mask: NDArray[np.int8]
    clock: Numbers


def see(ruleset: Ruleset[Any], state: Any, seat: Seat, acts: list[LegalAct], extent: Extent, gone: int) -> Sight:
    """A decision as numbers; `gone` decisions lie behind it."""
    cards = ruleset.cards(state, seat, "en")[: extent.people]
    people = np.zeros((extent.people, PERSON), np.float32)
    for row, card in zip(people, cards, strict=False):
        _show(row, card)
    places = {card.id: (number + 1) / extent.people for number, card in enumerate(cards)}
    rows = np.zeros((extent.acts, ACT), np.float32)
    for row, act in zip(rows, acts, strict=False):
        _list(row, act, places)
    mask = np.zeros(extent.acts, np.int8)
    mask[: len(acts)] = 1
    return Sight(people, rows, mask, np.array([min(1.0, gone / extent.decisions)], np.float32))


def _show(row: Numbers, card: Card) -> None:
    row[0] = 1
    row[1:4] = (card.group == "own", card.group == "ally", card.group == "foe")
    row[4:6] = (card.active, card.out)
    for number, gauge in enumerate(card.gauges[:GAUGES]):
        row[6 + number] = max(0.0, min(1.0, gauge.value / (gauge.maximum or LARGE)))
        row[6 + GAUGES] = max(row[6 + GAUGES], gauge.low)
    for tag in card.tags:
        row[7 + GAUGES + _bucket(tag.text, WORDS)] = 1


def _list(row: Numbers, act: LegalAct, places: dict[str, float]) -> None:
    row[:3] = (1, act.gives_up, act.choice.idle)
    named = [places[subject] for subject in act.subjects if subject in places][:2]
    row[3 : 3 + len(named)] = named
    row[5] = max(-1.0, min(1.0, act.number / LARGE))
    row[6 + _bucket(act.choice.label.key, KINDS)] = 1
