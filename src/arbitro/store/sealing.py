"""The secret of a table's dice, sealed with a passphrase, so that it may travel with a log or lie in a backup.

scrypt makes 64 bytes of the passphrase and a salt that is used once: half of them hide the seed (added to it bit by
bit, as a pad of its own length), the other half prove that passphrase, table and seed belong together.
"""

import hmac
import os
from hashlib import scrypt, sha256
from typing import Final

from msgspec import Struct

from arbitro.store.fault import StoreFault

_COST: Final = 2**15
_LENGTH: Final = 32


class SealedSeed(Struct, frozen=True, forbid_unknown_fields=True):
    """A seed that only a passphrase opens; everything in hexadecimal."""

    salt: str
    hidden: str
    proof: str


def seal(seed: bytes, table: str, passphrase: str) -> SealedSeed:
    """Seal the seed of a table."""
    salt = os.urandom(_LENGTH)
    pad, key = _keys(passphrase, salt)
    hidden = bytes(one ^ other for one, other in zip(seed, pad, strict=True))
    return SealedSeed(salt.hex(), hidden.hex(), _proof(key, table, salt, hidden))


def unseal(sealed: SealedSeed, table: str, passphrase: str) -> bytes:
    """The seed of a table; a `StoreFault` where the passphrase is another, or something was changed."""
    try:
        salt, hidden = bytes.fromhex(sealed.salt), bytes.fromhex(sealed.hidden)
    except ValueError:
        raise StoreFault("store.passphrase", table=table) from None
    pad, key = _keys(passphrase, salt)
    if len(hidden) != _LENGTH or not hmac.compare_digest(_proof(key, table, salt, hidden), sealed.proof):
        raise StoreFault("store.passphrase", table=table)
    return bytes(one ^ other for one, other in zip(hidden, pad, strict=True))


def _keys(passphrase: str, salt: bytes) -> tuple[bytes, bytes]:
    made = scrypt(passphrase.encode(), salt=salt, n=_COST, r=8, p=1, maxmem=2**26, dklen=2 * _LENGTH)
    return made[:_LENGTH], made[_LENGTH:]


def _proof(key: bytes, table: str, salt: bytes, hidden: bytes) -> str:
    return hmac.new(key, b"\0".join((b"arbitro-seed", table.encode(), salt, hidden)), sha256).hexdigest()
