"""Dice that fall every way: a decision is made again and again until each way its dice can fall has been seen once.

A die is not thrown but left open (`OpenNumber`) until something depends on it: a comparison asks only on which side of
a number it lies, so that a d20 held against 13 falls two ways and not twenty. What is counted or written with is
settled to one number, and a die by which something would be remembered falls at once. In the end whatever the new state
holds of open numbers is settled too, and nothing else need be: what nobody asked of a die made no difference.

Where the rules throw equal dice again (`Renewal`), the way that leads there is the beginning once more: it is left out,
and the others are weighed without it, which is what going round for ever comes to.
"""

import operator
from collections.abc import Callable, Iterator
from math import prod
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dice.stream import Die

T = TypeVar("T")
R = TypeVar("R")
EVERY: Final = -1
"""The number that stands for all dice."""
HOPELESS: Final = 20
"""How many times too many ways the forks of the first one must promise for it to be given up at once."""
MOST_DICE: Final = 500
"""Whoever throws more dice for one decision will never stop."""
MOST_WAYS: Final = 20_000
"""More ways than this are too many for one decision."""


class TooManyWays(Exception):
    """A decision falls more ways than can be followed."""


class Renewed(Exception):
    """Equal dice are thrown again: from here on it is the beginning once more."""


class _ThrowPlainly(Exception):
    """Something would be looked up, or remembered, by an open number: that die is to fall at once instead."""

    def __init__(self, die: int) -> None:
        super().__init__(die)
        self.die = die


class DiceWay(Struct, Generic[R]):
    """One way that a decision can fall: how likely it is, and what comes of it."""

    chance: float
    result: R


class Renewal(Struct, frozen=True):
    """Dice of a purpose that are thrown together, so many at once, and again as long as two are equal."""

    purpose: str
    count: int


class OpenNumber:
    """A number that follows of one die, as far as that is open: for each of its faces, what it would be."""

    __slots__ = ("_die", "_path", "values")

    def __init__(self, path: "_Path", die: int, values: tuple[int, ...]) -> None:
        self._path = path
        self._die = die
        self.values = values

    def settled(self) -> int:
        """One number; the others have their turn."""
        return self._path.pick(self._die, self.values)

    def _with(self, other: Any, work: Callable[[Any, Any], Any], swapped: bool = False) -> Any:
        if isinstance(other, OpenNumber):
            if other._die == self._die:
                pairs = zip(self.values, other.values, strict=True)
                return OpenNumber(self._path, self._die, tuple([work(*pair) for pair in pairs]))
            other = other.settled()
        if not isinstance(other, int):
            number = self.settled()
            return work(other, number) if swapped else work(number, other)
        made = [work(other, value) if swapped else work(value, other) for value in self.values]
        return OpenNumber(self._path, self._die, tuple(made))

    def _holds(self, other: Any, work: Callable[[Any, Any], bool]) -> bool:
        if isinstance(other, OpenNumber):
            if other._die == self._die:
                pairs = zip(self.values, other.values, strict=True)
                return self._path.pick(self._die, tuple([work(*pair) for pair in pairs]))
            other = other.settled()
        if not isinstance(other, int | float):
            return NotImplemented  # type: ignore[no-any-return]
        return self._path.pick(self._die, tuple([work(value, other) for value in self.values]))

    def __add__(self, other: Any) -> Any:
        return self._with(other, operator.add)

    def __radd__(self, other: Any) -> Any:
        return self._with(other, operator.add, True)

    def __sub__(self, other: Any) -> Any:
        return self._with(other, operator.sub)

    def __rsub__(self, other: Any) -> Any:
        return self._with(other, operator.sub, True)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, operator.mul)

    def __rmul__(self, other: Any) -> Any:
        return self._with(other, operator.mul, True)

    def __floordiv__(self, other: Any) -> Any:
        return self._with(other, operator.floordiv)

    def __mod__(self, other: Any) -> Any:
        return self._with(other, operator.mod)

    def __neg__(self) -> "OpenNumber":
        return OpenNumber(self._path, self._die, tuple([-value for value in self.values]))

    def __abs__(self) -> "OpenNumber":
        return OpenNumber(self._path, self._die, tuple(map(abs, self.values)))

    def __lt__(self, other: Any) -> bool:
        return self._holds(other, operator.lt)

    def __le__(self, other: Any) -> bool:
        return self._holds(other, operator.le)

    def __gt__(self, other: Any) -> bool:
        return self._holds(other, operator.gt)

    def __ge__(self, other: Any) -> bool:
        return self._holds(other, operator.ge)

    def __eq__(self, other: object) -> bool:
        return self._holds(other, operator.eq)

    def __ne__(self, other: object) -> bool:
        return self._holds(other, operator.ne)

    def __bool__(self) -> bool:
        return self._holds(0, operator.ne)

    def __hash__(self) -> int:
        raise _ThrowPlainly(self._die)  # nothing that outlasts this way may hold an open number

    def __index__(self) -> int:
        return self.settled()

    def __int__(self) -> int:
        return self.settled()

    def __float__(self) -> float:
        return float(self.settled())

    def __truediv__(self, other: Any) -> Any:
        return self.settled() / other

    def __rtruediv__(self, other: Any) -> Any:
        return other / self.settled()

    def __divmod__(self, other: Any) -> Any:
        return divmod(self.settled(), other)

    def __str__(self) -> str:
        return str(self.settled())

    def __repr__(self) -> str:
        return repr(self.settled())

    def __format__(self, spec: str) -> str:
        return format(self.settled(), spec)


class _Path:
    """One way through a decision: which side of each fork is taken, and what is left open of each die."""

    def __init__(self, taken: list[tuple[int, int]], renewals: tuple[Renewal, ...], plainly: set[int]) -> None:
        self.taken = taken
        """At each fork so far: which branch, and how many there are."""
        self.plainly = plainly
        """The dice, by their number, that fall at once."""
        self.at = 0
        self.left: list[tuple[int, ...]] = []
        """Of each die, the faces (from 0) that are still possible."""
        self.sides: list[int] = []
        self.renewals = {each.purpose: each.count for each in renewals}
        self.together: dict[str, list[Any]] = {}

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        """A die that is still open; the protocol's `roll`."""
        count = self.renewals.get(purpose)
        if count is not None and len(self.together.get(purpose, ())) == count:
            thrown = self.together.pop(purpose)
            if len(set(map(int, thrown))) < count:
                raise Renewed
        die = len(self.left)
        if die == MOST_DICE:
            raise TooManyWays
        self.left.append(tuple(range(sides)))
        self.sides.append(sides)
        face: Any = OpenNumber(self, die, tuple(range(1, sides + 1)))
        if die in self.plainly or EVERY in self.plainly:
            face = face.settled()
        if count is not None:
            self.together.setdefault(purpose, []).append(face)
        return Die(sides, face, die)

    def stream(self, _name: str, /) -> "_Path":
        """The very same dice, for whatever stream: every stream is open."""
        return self

    def pick(self, die: int, values: tuple[T, ...]) -> T:
        """One of the values that an open number can still have; what is left of the die fits it from now on."""
        left = self.left[die]
        first = values[left[0]]
        for face in left:
            if values[face] != first:
                break
        else:
            return first
        groups: dict[T, list[int]] = {}
        for face in left:
            groups.setdefault(values[face], []).append(face)
        if self.at == len(self.taken):
            self.taken.append((0, len(groups)))
        branch = self.taken[self.at][0]
        self.at += 1
        value = list(groups)[branch]
        self.left[die] = tuple(groups[value])
        return value

    @property
    def chance(self) -> float:
        """How likely this way is."""
        found = 1.0
        for left, sides in zip(self.left, self.sides, strict=True):
            found *= len(left) / sides
        return found


def settled(new: Any, old: Any = None) -> Any:
    """A state without open numbers; what it shares with the old one has none."""
    if isinstance(new, OpenNumber):
        return new.settled()
    if isinstance(new, Struct):
        return _settled_struct(new, old if type(old) is type(new) else None)
    if isinstance(new, dict):
        before = old if isinstance(old, dict) else {}
        made = {}
        for key, value in new.items():
            if value is not before.get(key, _MISSING) and (found := settled(value, before.get(key))) is not value:
                made[key] = found
        return {**new, **made} if made else new
    if isinstance(new, tuple) and any(not isinstance(item, str) for item in new):
        items = tuple(map(settled, new))
        return items if any(one is not other for one, other in zip(items, new, strict=True)) else new
    return new


_MISSING: Final = object()
_PLAIN: Final = frozenset({str, int, bool, type(None), float, bytes})


def _settled_struct(new: Struct, old: Struct | None) -> Struct:
    changed = {}
    for name in new.__struct_fields__:
        value = getattr(new, name)
        if type(value) in _PLAIN:
            continue
        before = None if old is None else getattr(old, name)
        if value is not before and (found := settled(value, before)) is not value:
            changed[name] = found
    return replace(new, **changed) if changed else new


def ways(decide: Callable[[Any], R], renewals: tuple[Renewal, ...] = (), most: int = MOST_WAYS) -> list[DiceWay[R]]:
    """Every way that a decision can fall: `decide` is given dice, and settles what it gives back.

    >>> found = ways(lambda dice: dice.roll(20).face + 1 >= 13)
    >>> [(round(way.chance, 2), way.result) for way in found]
    [(0.55, False), (0.45, True)]
    """
    found = [DiceWay(path.chance, result) for path, result in _paths(decide, renewals, most)]
    whole = sum(way.chance for way in found)
    if renewals and abs(whole - 1.0) > 1e-12:
        for way in found:
            way.chance /= whole
    return found


def _paths(decide: Callable[[Any], R], renewals: tuple[Renewal, ...], most: int) -> Iterator[tuple[_Path, R]]:
    taken: list[tuple[int, int]] = []
    plainly: set[int] = set()
    found: list[tuple[_Path, R]] = []
    for _ in range(most):
        path = _Path(taken, renewals, plainly)
        try:
            found.append((path, decide(path)))
        except Renewed:
            pass
        except _ThrowPlainly as wanted:
            plainly.add(wanted.die)
            taken, found = [], []
            continue
        except TypeError:
            if EVERY in plainly:
                raise
            plainly.add(EVERY)  # somebody takes none but true numbers
            taken, found = [], []
            continue
        if not any(branch for branch, _ in taken) and prod(count for _, count in taken) > HOPELESS * most:
            raise TooManyWays  # seen on the first way already
        while taken and taken[-1][0] + 1 == taken[-1][1]:
            taken.pop()
        if not taken:
            return iter(found)
        branch, count = taken[-1]
        taken[-1] = (branch + 1, count)
    raise TooManyWays
