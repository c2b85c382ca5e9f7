"""Choices: to this engine what the list of legal moves is to a chess program.

The page, the terminal, automatic players and every API are driven by them and need to know nothing of a game.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, Literal

from msgspec import Struct, field

from arbitro.kernel.command import Command

DESK: Final = "desk"
"""The group of what a referee prepares and changes by hand: an editor gathers it by places (see `Pick.about`).

Such choices stand last, and are worked out only for who reads on to them."""
RETREAT: Final = "retreat"
"""The group of what gives a fight up: nobody should do it by a slip of the finger."""


class Label(Struct, frozen=True, omit_defaults=True):
    """Words to be found later: a key of the game's texts and what fills its gaps."""

    key: str
    values: dict[str, str | int] = field(default_factory=dict)
    """Values that start with ``@`` are ids of somebody, to be shown by name."""


class Pick(Struct, frozen=True, omit_defaults=True):
    """One value that a parameter may take."""

    value: str
    label: Label
    about: str = ""
    """The place that it is or belongs to, on lists that span many: an editor shows those of one place together."""
    most: int = 0
    """How many of it there may be, where the choice asks for a number too; 0: as many as the number allows."""


def picks_of(names: Iterable[str], sort: str = "") -> tuple[Pick, ...]:
    """People or things to choose from, by their names; `sort` stands before the id of an entry (``monster:``)."""
    return tuple(Pick(name, Label("name", {"who": f"@{sort}{name}"})) for name in names)


class Parameter(Struct, frozen=True, omit_defaults=True):
    """What is still to be said before a choice is a command."""

    name: str
    kind: Literal["pick", "number", "text"] = "pick"
    picks: tuple[Pick, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False
    counted_from: int | None = None
    """For steps along a line: the place that they are counted from, as pictures name places (`Spot.place`)."""
    backwards: bool = False
    """Whether such steps lead back along the line."""


class Choice(Struct, frozen=True, omit_defaults=True):
    """Something that may be done now."""

    id: str
    """Stable as long as the choice itself: the same action by the same actor keeps it."""
    command: str
    """The tag of the command that it becomes.

    Pages fold many of one under ``title.<command>`` or ``title.<key of the label>`` of the texts."""
    label: Label
    fixed: dict[str, str | int] = field(default_factory=dict)
    parameters: tuple[Parameter, ...] = ()
    rules: tuple[str, ...] = ()
    group: str = ""
    """Where a long list is folded: choices of the moment have none, others a name (``group.<name>`` in the texts)."""
    main: bool = False
    """Whether it is what the moment is about: it stays in sight, even where it waits for words of one's own."""
    idle: bool = False
    """Whether it only lets time pass: a key that is pressed once too often must not do it."""

    def fill(self, **values: object) -> dict[str, object]:
        """The command as a plain mapping, ready to be decoded by the game."""
        return {"type": self.command, **self.fixed, **values}

    def fillings(self) -> Iterator[dict[str, object]]:
        """Every way to fill the parameters that are picked from a list; numbers take both ends, texts one word."""
        return (self.fill(**values) for values in _combinations(self.parameters))


def _combinations(parameters: tuple[Parameter, ...], most: int = 0) -> Iterator[dict[str, object]]:
    """The values of all parameters; `most` is how many there may be of what was picked before."""
    if not parameters:
        yield {}
        return
    first, rest = parameters[0], parameters[1:]
    values: Iterable[tuple[object, int]]
    if first.kind == "pick":
        values = [(pick.value, pick.most) for pick in first.picks]
    elif first.kind == "number":
        least = first.minimum or 0
        highest = first.maximum if first.maximum is not None else least
        values = [(number, 0) for number in sorted({least, min(highest, most) if most else highest})]
    else:
        values = [("…", 0)]
    for value, limit in values:
        for others in _combinations(rest, limit):
            yield {first.name: value, **others}


class Unrolled:
    """Choices worked out once, as far as anybody has asked for them, and found again by their ids.

    Whoever looks for one that was shown already works nothing out. One at a time works on; whoever comes meanwhile, on
    another thread, works out for themselves what is not there yet.
    """

    def __init__(self, offers: Callable[[], Iterable[Choice]]) -> None:
        self._offers = offers
        self._further: list[Iterator[Choice] | None] = [None]
        """Taken out by whoever works on; nothing yet, where nobody has begun."""
        self._listed: list[Choice] = []
        self._by_id: dict[str, Choice] = {}
        self._indexed = 0
        """How many of the list are found by their ids."""
        self._desk = -1
        """The place of the first of the desk, as soon as it is known."""

    def __iter__(self) -> Iterator[Choice]:
        at, listed = 0, self._listed
        while at < len(listed) or self._go_on():
            if at == len(listed):  # somebody else is at it
                yield from islice(self._offers(), at, None)
                return
            yield listed[at]
            at += 1

    def of_the_moment(self) -> tuple[tuple[Choice, ...], bool]:
        """Those before the desk, and whether anything lies on it."""
        while self._desk < 0:
            before = len(self._listed)
            if not self._go_on():
                return tuple(self._listed), False
            if len(self._listed) == before:  # somebody else is at it
                return before_the_desk(self._offers())
        return tuple(self._listed[: self._desk]), True

    def find(self, choice_id: str) -> Choice | None:
        """The choice of that id; the desk, which stands last, is worked out only where it is on none of the others."""
        while choice_id not in self._index():
            before = len(self._listed)
            if not self._go_on():
                return None
            if len(self._listed) == before:  # the same
                return next((choice for choice in self._offers() if choice.id == choice_id), None)
        return self._by_id[choice_id]

    def _index(self) -> dict[str, Choice]:
        """What is listed, by the ids; the first of an id stands. Most of the time nobody looks for any."""
        listed = self._listed[self._indexed :]
        end = self._indexed + len(listed)
        for choice in listed:
            self._by_id.setdefault(choice.id, choice)
        self._indexed = end  # set, not counted: several may look at once
        return self._by_id

    def _go_on(self) -> bool:
        """Work out some more of them, up to the first of the desk, and one by one from there.

        False: there are none. Where somebody else is working on, nothing is done.
        """
        try:
            further = self._further.pop()
        except IndexError:
            return True
        listed = self._listed
        if further is None:  # the first time, or whoever asked was called off in the middle
            further = islice(self._offers(), len(listed), None)
        before, kept = len(listed), None
        try:
            for choice in further:
                listed.append(choice)
                if choice.group == DESK:
                    if self._desk < 0:
                        self._desk = len(listed) - 1
                    break
            kept = further
        finally:
            self._further.append(kept)
        return len(listed) > before


def before_the_desk(offers: Iterable[Choice]) -> tuple[tuple[Choice, ...], bool]:
    """The choices without those of the referee's desk, which stand last, and whether there are any of these."""
    found: list[Choice] = []
    for choice in offers:
        if choice.group == DESK:
            return tuple(found), True
        found.append(choice)
    return tuple(found), False


class Choices:
    """All that one seat may do now: iterate it, count it, or ask whether a command is ``in`` it."""

    def __init__(self, offers: Callable[[], Iterable[Choice]], allows: Callable[[Command], bool]) -> None:
        self._offers = offers
        self._allows = allows

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._offers())

    def of_the_moment(self) -> tuple[tuple[Choice, ...], bool]:
        """Those before the referee's desk, and whether anything lies on it."""
        offers = self._offers()
        return offers.of_the_moment() if isinstance(offers, Unrolled) else before_the_desk(offers)

    def all(self) -> tuple[Choice, ...]:
        """All of them at once; `list` would ask for the length first, and so work them out twice."""
        return tuple(self._offers())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __contains__(self, command: Command) -> bool:
        return self._allows(command)

    def __getitem__(self, choice_id: str) -> Choice:
        offers = self._offers()
        if isinstance(offers, Unrolled):
            found = offers.find(choice_id)
        else:
            found = next((choice for choice in offers if choice.id == choice_id), None)
        if found is None:
            raise KeyError(choice_id)
        return found
