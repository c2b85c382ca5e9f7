"""Where dice come from: the audited stream of a table, dice typed by a person, and dice written into a test.

How an audited die is made (version 1; ``docs/audit.md`` has a short program that checks it):

* the seed is 32 secret bytes, committed to before play by ``commitment(seed)``;
* players may stir in texts of their own: ``stirred = BLAKE2b-32(stirred + who + 0x00 + text)``, from 32 zero bytes;
* each stream has ``key = BLAKE2b-64(key=seed, "arbitro-stream-1" + stirred + name)``;
* block *i* of a stream is ``BLAKE2b-64(key=key, i as 8 bytes)``: sixteen words of 32 bits, big-endian;
* the die at position *p* reads word ``p mod 16`` of block ``p div 16``. A word in the ragged end above the last
  whole multiple of ``sides`` is passed over, so every face is equally likely; else ``face = word mod sides + 1``.
"""

from collections.abc import Iterable
from hashlib import blake2b
from struct import Struct as Packed
from sys import intern
from typing import Final, Literal, Protocol, Self

from msgspec import Struct

How = Literal["rolled", "typed", "overridden"]
"""Who made a die: the engine's stream, a person's own dice, or the referee's overruling."""

PLAY: Final = "play"
REFEREE: Final = "referee"
"""Rolls that players must not see draw from here, so that their number does not show in the open stream."""
THROWS: Final = "throws"
"""Dice that people throw in the open without any rule asking for them."""
ORACLE: Final = "oracle"
"""What the oracle of those who play without a referee says."""
OPEN: Final = frozenset({PLAY, THROWS, ORACLE})
"""The streams of which everybody sees every die, unless a game says otherwise: only from these, and from a stream of
one's own, a player is told the address of a die. In any other the positions would tell how many fell unseen."""

_WORDS: Final = Packed(">16I")
_SPAN: Final = 1 << 32


class Die(Struct, frozen=True, omit_defaults=True, gc=False):
    """One die as it fell, with its address: anybody can recompute it from the seed."""

    sides: int
    face: int
    at: int = -1
    """Position in the stream; -1 for a die that came from no stream, or from one that its reader may not count."""
    stream: str = PLAY
    how: How = "rolled"
    again: bool = False
    """Told before in the same entry: its address refers to that die, and nothing was thrown for this one."""


class Dice(Protocol):
    """A source of dice. Rules draw from it and never ask where it gets them."""

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        """Throw one die. `purpose` tells a person who types dice what it is for."""
        ...

    def stream(self, name: str, /) -> "Dice":
        """The same source, drawing from another named stream."""
        ...


class DieNeeded(Exception):
    """A person types the dice and the next one is not there yet: ask for it and decide again."""

    def __init__(self, sides: int, purpose: str, position: int) -> None:
        super().__init__(f"die {position + 1} is needed: d{sides} ({purpose or 'roll'})")
        self.sides = sides
        self.purpose = purpose
        self.position = position


class WrongFace(ValueError):
    """A typed die shows a face that it does not have."""

    def __init__(self, face: int, sides: int, position: int) -> None:
        super().__init__(f"die {position + 1}: {face} is not a face of a d{sides} (1 to {sides})")
        self.face = face
        self.sides = sides
        self.position = position


class Unsuitable(AssertionError):
    """Scripted dice and the rule under test disagree about what is thrown."""


class _Limits(dict[int, int]):
    """For each number of sides, the first 32-bit word that would favour low faces."""

    def __missing__(self, sides: int) -> int:
        if not 1 <= sides <= _SPAN:
            raise ValueError(f"a die has between 1 and {_SPAN} sides, not {sides}")
        self[sides] = limit = _SPAN - _SPAN % sides
        return limit


_LIMITS: Final = _Limits()


def told_again(dice: Iterable[Die]) -> tuple[Die, ...]:
    """The same dice, for a further event of the same entry that is read off them."""
    return tuple(Die(die.sides, die.face, die.at, die.stream, die.how, True) for die in dice)


def seed_from_text(text: str) -> bytes:
    """The 32-byte seed that a short text stands for (``--seed 7``)."""
    return blake2b(b"arbitro-text-1" + text.encode(), digest_size=32).digest()


def commitment(seed: bytes) -> str:
    """What is published before play, so that the seed cannot be changed afterwards."""
    return blake2b(b"arbitro-seed-1" + seed, digest_size=32).hexdigest()


def stir(stirred: bytes, who: str, text: str) -> bytes:
    """Mix a player's own text into what the dice depend on; start from ``bytes(32)``."""
    return blake2b(stirred + who.encode() + b"\0" + text.encode(), digest_size=32).digest()


def stream_key(seed: bytes, stirred: bytes, name: str) -> bytes:
    """The key of one named stream."""
    return blake2b(b"arbitro-stream-1" + stirred + name.encode(), key=seed, digest_size=64).digest()


def word_at(key: bytes, position: int) -> int:
    """The 32-bit word at a position of a stream: the slow twin of what `AuditedStream.roll` reads."""
    block = blake2b((position >> 4).to_bytes(8, "big"), key=key).digest()
    offset = 4 * (position & 15)
    return int.from_bytes(block[offset : offset + 4], "big")


def face_at(key: bytes, position: int, sides: int) -> int | None:
    """The face that a die of `sides` shows at a position, or None where the word is passed over."""
    word = word_at(key, position)
    return None if word >= _LIMITS[sides] else word % sides + 1


class AuditedStream:
    """One named, counted stream of dice derived from the seed of a table."""

    __slots__ = ("_key", "_read", "_root", "_words", "name", "position")

    def __init__(self, root: "AuditedDice", name: str, key: bytes, position: int) -> None:
        self._root = root
        self._key = key
        self._read = 0
        """As far as words have been read: the position after the last of them."""
        self._words: tuple[int, ...] = ()
        self.name = name
        self.position = position
        """Where the next die will be looked for."""

    def roll(self, sides: int, _purpose: str = "", /) -> Die:
        """Throw one die of the stream."""
        limit = _LIMITS[sides]
        while True:
            at = self.position
            self.position = at + 1
            if at >= self._read:
                self._read = (at | 15) + 1
                self._words = _WORDS.unpack(blake2b((at >> 4).to_bytes(8, "big"), key=self._key).digest())
            word = self._words[at & 15]
            if word < limit:
                return Die(sides, word % sides + 1, at, self.name)

    def stream(self, name: str, /) -> "AuditedStream":
        """Another stream of the same seed."""
        return self._root.stream(name)

    def rest(self) -> None:
        """Let go of the words read ahead: the next die reads them again."""
        self._read = 0
        self._words = ()


class AuditedDice:
    """All the streams of a table: the seed, what the players stirred in, and how far each stream has run."""

    __slots__ = ("_newest", "_open", "_ran", "play", "seed", "stirred")

    def __init__(self, seed: bytes, stirred: bytes = bytes(32), positions: dict[str, int] | None = None) -> None:
        if len(seed) != 32:
            raise ValueError(f"a seed is 32 bytes, not {len(seed)}; use seed_from_text for a short one")
        self.seed = seed
        self.stirred = stirred
        self._ran: dict[str, int] = positions or {}
        """How far each stream had run when somebody last asked: a stream is opened when it is thrown from again."""
        self._open: dict[str, AuditedStream] = {}
        self._newest: tuple[AuditedStream, ...] = ()
        self.play = self.stream(PLAY)
        """The open stream of play."""

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Dice for a short, human seed."""
        return cls(seed_from_text(text))

    def stream(self, name: str, /) -> AuditedStream:
        """The stream of that name, where it stands."""
        found = self._open.get(name)
        if found is None:
            # One string for one name: a die leaves out the stream that is its default, and that is told by identity.
            key = stream_key(self.seed, self.stirred, name)
            found = AuditedStream(self, intern(name), key, self._ran.get(name, 0))
            self._open[name] = found
            # A dungeon has thousands of streams, each thrown from for a moment: older ones do not read ahead.
            for stream in self._newest:
                stream.rest()
            self._newest = (*self._newest[-1:], found)
        return found

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        """Throw one die of the open stream of play."""
        return self.play.roll(sides, purpose)

    @property
    def positions(self) -> dict[str, int]:
        """How far each stream has run, by name: what must never go back, not even by undoing.

        The very same as before where no die was thrown since.
        """
        ran = self._ran
        thrown = {name: stream.position for name, stream in self._open.items() if stream.position != ran.get(name, 0)}
        if thrown:
            ran = self._ran = dict(sorted({**ran, **thrown}.items()))
        return ran


class ScriptedDice:
    """Dice written down beforehand, as ``(sides, face)`` pairs, for tests: all must be thrown, and no other.

    >>> with ScriptedDice((20, 14), (6, 3)) as dice:
    ...     (dice.roll(20).face, dice.roll(6).face)
    (14, 3)
    """

    def __init__(self, *script: tuple[int, int]) -> None:
        self._script = list(script)
        self._thrown = 0
        for sides, face in script:
            if not 1 <= face <= sides:
                raise Unsuitable(f"a d{sides} cannot show {face}")

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        """The next die of the script; a die of another kind is an error of the test or of the rule."""
        if self._thrown == len(self._script):
            raise Unsuitable(f"d{sides} ({purpose}) was thrown after the script's {self._thrown} dice")
        wanted, face = self._script[self._thrown]
        if wanted != sides:
            raise Unsuitable(f"die {self._thrown + 1} is a d{sides} ({purpose}), the script has a d{wanted}")
        at, self._thrown = self._thrown, self._thrown + 1
        return Die(sides, face, at)

    def stream(self, _name: str, /) -> Self:  # one script serves all streams
        """The script itself: tests see every die in the order it is thrown."""
        return self

    @property
    def left(self) -> int:
        """How many dice of the script have not been thrown."""
        return len(self._script) - self._thrown

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None and self.left:
            raise Unsuitable(f"{self.left} dice of the script were not thrown: {self._script[self._thrown :]}")


class GivenDice:
    """Faces given by a person: their own dice at the table, or the referee's in place of what fell."""

    def __init__(self, faces: Iterable[int], how: How = "typed") -> None:
        self._faces = tuple(faces)
        self._used = 0
        self._how: How = how

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        """The next given face; raises `DieNeeded` when there is none and `WrongFace` when it cannot be."""
        if self._used == len(self._faces):
            raise DieNeeded(sides, purpose, self._used)
        face = self._faces[self._used]
        if not 1 <= face <= sides:
            raise WrongFace(face, sides, self._used)
        self._used += 1
        return Die(sides, face, how=self._how)

    def stream(self, _name: str, /) -> Self:  # a person has one set of dice
        """The person's own dice again: they serve for every stream."""
        return self

    @property
    def left(self) -> int:
        """How many of the given faces no die asked for."""
        return len(self._faces) - self._used


class QuickDice:
    """Plain seeded dice for simulations that nobody will audit; same face, several times the speed."""

    __slots__ = ("_bits", "_count")

    def __init__(self, seed: int) -> None:
        from random import Random  # late: play never needs it

        self._bits = Random(seed).getrandbits
        self._count = 0

    def roll(self, sides: int, _purpose: str = "", /) -> Die:
        """Throw one die."""
        width = (sides - 1).bit_length()
        face = self._bits(width) if width else 0
        while face >= sides:
            face = self._bits(width)
        self._count += 1
        return Die(sides, face + 1, self._count - 1)

    def stream(self, _name: str, /) -> Self:  # simulations keep one stream
        """The same dice again."""
        return self
