"""Slips of the pen: the one word that must have been meant, by one letter more, less, other or in the wrong place."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

LEAST: Final = 5
"""Letters of a word that may have a slip in it: a shorter one is too near to too many others."""


def mended(word: str, known: frozenset[str]) -> str:
    """The known word that differs by one slip and begins alike, where there is just one; else nothing."""
    if len(word) < LEAST:
        return ""
    without = _without_a_letter(known)
    near = {word, *_shorter(word)}
    found = {each for short in near for each in without.get(short, ()) if each[0] == word[0] and _one_slip(word, each)}
    stems = {each[:-1] for each in found}
    return min(found) if len(found) == 1 or (found and len(stems) == 1) else ""


def _shorter(word: str) -> Iterator[str]:
    """A word with each of its letters left out."""
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


@lru_cache(maxsize=16)
def _without_a_letter(known: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
    """Known words by what is left of them without one letter, and whole."""
    found: dict[str, tuple[str, ...]] = {}
    for word in sorted(_long(known)):
        for short in {word, *_shorter(word)}:
            found[short] = (*found.get(short, ()), word)
    return found


def _long(words: Iterable[str]) -> Iterator[str]:
    return (word for word in words if len(word) >= LEAST - 1)


def _one_slip(one: str, other: str) -> bool:
    """Whether two words differ by one letter more, less or other, or by two neighbours that changed places."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    at = next((at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right), None)
    if at is None:
        return True
    if len(one) == len(other):
        swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
        return swapped or one[at + 1 :] == other[at + 1 :]
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return longer[at + 1 :] == shorter[at:]
