"""The secret of a table's dice, sealed with a passphrase, so that it may travel with a log or lie in a backup.

scrypt makes 64 bytes of the passphrase and a salt that is used once: half of them hide the seed (added to it bit by
bit, as a pad of its own length), the other half prove that passphrase, table and seed belong together. In a backup,
which holds many, the passphrase is stretched once; each seed has 64 bytes of its own of that, by a salt of its own.
"""

import hmac
import os
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import scrypt, sha256
from typing import Final

import msgspec
from msgspec import Struct

from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.log import End, is_end
from arbitro.store.fault import StoreFault

_COST: Final = 2**15
_LENGTH: Final = 32


class SealedSeed(Struct, frozen=True, forbid_unknown_fields=True):
    """A seed that only a passphrase opens; everything in hexadecimal."""

    salt: str
    hidden: str
    proof: str


Stretch = Callable[[bytes], bytes]
"""Makes 64 bytes of a salt, as a passphrase would have it."""


def seal(seed: bytes, table: str, passphrase: str) -> SealedSeed:
    """Seal the seed of a table, or of the log that ends with this chain."""
    return _sealed(seed, table, partial(_stretched, passphrase))


def unseal(sealed: SealedSeed, table: str, passphrase: str) -> bytes:
    """The seed of a table; a `StoreFault` where the passphrase is another, or something was changed."""
    return _opened(sealed, table, partial(_stretched, passphrase))


def new_salt() -> bytes:
    """A salt that nobody has used."""
    return os.urandom(_LENGTH)


class Sealer:
    """Seals and opens many seeds with one passphrase and one salt: what takes its time on purpose is done once."""

    def __init__(self, passphrase: str, salt: bytes) -> None:
        self._key = _stretched(passphrase, salt)

    def seal(self, seed: bytes, table: str) -> SealedSeed:
        """Seal the seed of a table."""
        return _sealed(seed, table, self._of)

    def unseal(self, sealed: SealedSeed, table: str) -> bytes:
        """The seed of a table; a `StoreFault` where the passphrase is another, or something was changed."""
        return _opened(sealed, table, self._of)

    def _of(self, salt: bytes) -> bytes:
        return hmac.digest(self._key, b"arbitro-backup\0" + salt, "sha512")


def _sealed(seed: bytes, table: str, stretch: Stretch) -> SealedSeed:
    salt = new_salt()
    pad, key = _halves(stretch(salt))
    hidden = bytes(one ^ other for one, other in zip(seed, pad, strict=True))
    return SealedSeed(salt.hex(), hidden.hex(), _proof(key, table, salt, hidden))


def _opened(sealed: SealedSeed, table: str, stretch: Stretch) -> bytes:
    try:
        salt, hidden = bytes.fromhex(sealed.salt), bytes.fromhex(sealed.hidden)
    except ValueError:
        raise StoreFault("store.passphrase", table=table) from None
    pad, key = _halves(stretch(salt))
    if len(hidden) != _LENGTH or not hmac.compare_digest(_proof(key, table, salt, hidden), sealed.proof):
        raise StoreFault("store.passphrase", table=table)
    return bytes(one ^ other for one, other in zip(hidden, pad, strict=True))


def sealed_in(lines: Sequence[bytes]) -> bool:
    """Whether the seed goes along with the lines of an export."""
    return _end_of(lines) is not None


def unseal_export(lines: Sequence[bytes], passphrase: str) -> bytes:
    """The seed that goes along with the lines of an export; a `StoreFault` where it does not open."""
    end = _end_of(lines)
    if end is None:
        raise StoreFault("store.not_along")
    try:
        return unseal(msgspec.convert(end.seed, SealedSeed), end.chain, passphrase)
    except (StoreFault, msgspec.ValidationError):
        raise StoreFault("store.file_passphrase") from None


def _end_of(lines: Sequence[bytes]) -> End | None:
    """The last line, where a seed stands in it."""
    last = next((line for line in reversed(lines) if line.strip()), b"")
    if not is_end(last):
        return None
    try:
        end = read_json(last, End)
    except msgspec.MsgspecError:
        return None  # what is wrong with it is said when the lines are checked
    return end if end.seed is not None else None


def _stretched(passphrase: str, salt: bytes) -> bytes:
    return scrypt(passphrase.encode(), salt=salt, n=_COST, r=8, p=1, maxmem=2**26, dklen=2 * _LENGTH)


def _halves(made: bytes) -> tuple[bytes, bytes]:
    return made[:_LENGTH], made[_LENGTH:]


def _proof(key: bytes, table: str, salt: bytes, hidden: bytes) -> str:
    return hmac.new(key, b"\0".join((b"arbitro-seed", table.encode(), salt, hidden)), sha256).hexdigest()
