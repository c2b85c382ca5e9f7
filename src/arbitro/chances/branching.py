"""Dice that fall every way: a decision is made again and again until each way its dice can fall has been seen once.

A die is not thrown but left open (`OpenNumber`) until something depends on it: a comparison asks only on which side of
a number it lies, so that a d20 held against 13 falls two ways and not twenty. What is counted or written with is
settled to one number, and a die by which something would be remembered falls at once. Dice that are added up or held
against each other are open together: two d12 and a number to reach fall as many ways as somebody asks about, and not
144. In the end whatever the new state holds of open numbers is settled too, and nothing else need be: what nobody asked
of a die made no difference.

Where the rules throw equal dice again (`Renewal`), the way that leads there is the beginning once more: it is left out,
and the others are weighed without it, which is what going round for ever comes to.
"""

import operator
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import compress, product
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
MOST_TOGETHER: Final = 600
"""Dice are open together as long as they have no more faces between them than this."""


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


class _Together:
    """Dice that are open together: what is left of all the ways they may lie, each as likely as the others."""

    __slots__ = ("die", "left", "merged", "size", "split")

    def __init__(self, die: int, size: int) -> None:
        self.die = die
        """The number of the first of them."""
        self.size = size
        self.left: tuple[int, ...] = ()
        self.merged: _Together | None = None
        """What they have become part of."""
        self.split: tuple[int, ...] = ()
        """For each way in which all of those may lie, the way in which these lie then."""


class OpenNumber:
    """A number that follows of some dice, as far as they are open: for each way they may lie, what it would be."""

    __slots__ = ("_dice", "_path", "_values")

    def __init__(self, path: "_Path", dice: _Together, values: tuple[Any, ...]) -> None:
        self._path = path
        self._dice = dice
        self._values = values

    def _now(self) -> tuple[_Together, tuple[Any, ...]]:
        """The dice that it follows of, with those that are open together with them by now."""
        while (whole := self._dice.merged) is not None:
            values = self._values
            self._values = tuple([values[at] for at in self._dice.split])
            self._dice = whole
        return self._dice, self._values

    def settled(self) -> int:
        """One number; the others have their turn."""
        found: int = self._path.pick(*self._now(), _numbers)
        return found

    def _both(self, other: "OpenNumber") -> bool:
        """Whether two numbers follow of the same dice, once they are laid together where that is not too many."""
        one, two = self._now()[0], other._now()[0]
        return one is two or self._path.together_now(one, two)

    def _with(self, other: Any, work: Callable[[Any, Any], Any], swapped: bool = False) -> Any:
        if isinstance(other, OpenNumber):
            if self._both(other):
                (dice, values), (_, others) = self._now(), other._now()
                return OpenNumber(self._path, dice, tuple(map(work, values, others)))
            other = other.settled()
        if not isinstance(other, int):
            number = self.settled()
            return work(other, number) if swapped else work(number, other)
        dice, values = self._now()
        return OpenNumber(self._path, dice, _worked(work, values, other, swapped))

    def _holds(self, other: Any, work: Callable[[Any, Any], bool]) -> bool:
        if isinstance(other, OpenNumber):
            if self._both(other):
                (dice, values), (_, others) = self._now(), other._now()
                return self._path.pick(dice, tuple(map(work, values, others)), _sides)
            other = other.settled()
        if not isinstance(other, int | float):
            return NotImplemented  # type: ignore[no-any-return]
        dice, values = self._now()
        held: bool = self._path.pick(dice, _worked(work, values, other, False), _sides)
        return held

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
        dice, values = self._now()
        return OpenNumber(self._path, dice, tuple([-value for value in values]))

    def __abs__(self) -> "OpenNumber":
        dice, values = self._now()
        return OpenNumber(self._path, dice, tuple(map(abs, values)))

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
        raise _ThrowPlainly(self._now()[0].die)  # nothing that outlasts this way may hold an open number

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


def _groups(left: tuple[int, ...], values: tuple[T, ...]) -> list[tuple[T, tuple[int, ...]]]:
    """The values that are still possible, each with the ways in which dice lie then."""
    groups: dict[T, list[int]] = {}
    for way in left:
        groups.setdefault(values[way], []).append(way)
    return [(value, tuple(ways)) for value, ways in groups.items()]


# The same questions are asked of the same dice again and again. Truths and numbers are remembered apart: True is 1.
_sides: Final[Callable[[tuple[int, ...], tuple[bool, ...]], list[tuple[bool, tuple[int, ...]]]]] = lru_cache(4096)(
    _groups
)
_numbers: Final[Callable[[tuple[int, ...], tuple[int, ...]], list[tuple[int, tuple[int, ...]]]]] = lru_cache(4096)(
    _groups
)


@lru_cache(4096, typed=True)
def _worked(work: Callable[[Any, Any], Any], values: tuple[Any, ...], other: float, swapped: bool) -> tuple[Any, ...]:
    return tuple([work(other, value) if swapped else work(value, other) for value in values])


@cache
def _lying(sides: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The ways in which a die may lie, and what it shows then."""
    return tuple(range(sides)), tuple(range(1, sides + 1))


class _Path:
    """One way through a decision: which side of each fork is taken, and what is left open of each die."""

    def __init__(self, taken: list[tuple[int, int]], renewals: tuple[Renewal, ...], plainly: set[int]) -> None:
        self.taken = taken
        """At each fork so far: which branch, and how many there are."""
        self.plainly = plainly
        """The dice, by their number, that fall at once."""
        self.at = 0
        self.thrown = 0
        """How many dice there have been."""
        self.open: list[_Together] = []
        self.renewals = {each.purpose: each.count for each in renewals}
        self.together: dict[str, list[Any]] = {}

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        """A die that is still open; the protocol's `roll`."""
        count = self.renewals.get(purpose)
        if count is not None and len(self.together.get(purpose, ())) == count:
            thrown = self.together.pop(purpose)
            if len(set(map(int, thrown))) < count:
                raise Renewed
        die = self.thrown
        if die == MOST_DICE:
            raise TooManyWays
        self.thrown += 1
        dice = _Together(die, sides)
        dice.left, faces = _lying(sides)
        self.open.append(dice)
        face: Any = OpenNumber(self, dice, faces)
        if die in self.plainly or EVERY in self.plainly:
            face = face.settled()
        if count is not None:
            self.together.setdefault(purpose, []).append(face)
        return Die(sides, face, die)

    def stream(self, _name: str, /) -> "_Path":
        """The very same dice, for whatever stream: every stream is open."""
        return self

    def together_now(self, one: _Together, two: _Together) -> bool:
        """Lay two lots of open dice together; whether that was done."""
        if len(one.left) * len(two.left) > MOST_TOGETHER:
            return False
        whole = _Together(min(one.die, two.die), one.size * two.size)
        pairs = tuple(product(one.left, two.left))
        whole.left = tuple(range(len(pairs)))
        one.split, two.split = tuple(first for first, _ in pairs), tuple(second for _, second in pairs)
        one.merged = two.merged = whole
        self.open = [*(each for each in self.open if each is not one and each is not two), whole]
        return True

    def pick(
        self,
        dice: _Together,
        values: tuple[T, ...],
        groups_of: Callable[[tuple[int, ...], tuple[T, ...]], list[tuple[T, tuple[int, ...]]]],
    ) -> T:
        """One of the values that an open number can still have; what is left of its dice fits it from now on."""
        groups = groups_of(dice.left, values)
        if len(groups) == 1:
            return groups[0][0]
        if self.at == len(self.taken):
            self.taken.append((0, len(groups)))
        branch = self.taken[self.at][0]
        self.at += 1
        value, dice.left = groups[branch]
        return value

    @property
    def chance(self) -> float:
        """How likely this way is."""
        return prod(len(dice.left) / dice.size for dice in self.open)


def settled(new: Any, old: Any = None) -> Any:
    """A state without open numbers; what it shares with the old one has none."""
    kind = type(new)
    if kind in _PLAIN or new is old:
        return new
    if kind is OpenNumber:
        return new.settled()
    if isinstance(new, Struct):
        return _settled_struct(new, old if type(old) is kind else None)
    if isinstance(new, dict):
        return _settled_dict(new, old if isinstance(old, dict) else {})
    if isinstance(new, tuple) and not _PLAIN.issuperset(map(type, new)):
        items = tuple(map(settled, new))
        return items if any(map(operator.is_not, items, new)) else new
    return new


_PLAIN: Final = frozenset({str, int, bool, type(None), float, bytes})


def _settled_dict(new: dict[Any, Any], old: dict[Any, Any]) -> dict[Any, Any]:
    made = {}
    for key in compress(new, map(operator.is_not, new.values(), map(old.get, new))):
        value = new[key]
        if (found := settled(value, old.get(key))) is not value:
            made[key] = found
    return {**new, **made} if made else new


@cache
def _fields(kind: type[Struct]) -> tuple[tuple[str, ...], Callable[[Any], Any]]:
    """The names of a kind's fields, and what reads them all at once."""
    names = kind.__struct_fields__
    if len(names) == 1:
        return names, lambda thing: (getattr(thing, names[0]),)
    return names, operator.attrgetter(*names) if names else lambda _: ()


def _settled_struct(new: Struct, old: Struct | None) -> Struct:
    names, read = _fields(type(new))
    values = read(new)
    changed = {}
    befores = (None,) * len(names) if old is None else read(old)
    for at in compress(range(len(names)), map(operator.is_not, values, befores)):
        value = values[at]
        if type(value) not in _PLAIN and (found := settled(value, befores[at])) is not value:
            changed[names[at]] = found
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
