"""What is wrong with something that was read, in the reader's language: words of libraries and systems are not ours.

Their messages are English and made for programmers. What we know of them is said from our catalogues, with where it is;
what we do not know is said in general.
"""

import errno
import re
from socket import gaierror
from typing import Final

import msgspec

from arbitro.text import Texts, Words

TEXTS: Final = Texts("arbitro.kernel")
PATH: Final = re.compile(r" - at (?:`key` in )?`(?:key in )?\$(?P<path>[^`]*)`$")
CHECKS: Final = (
    (re.compile(r"unknown field `(?P<name>[^`]+)`"), "file.unknown"),
    (re.compile(r"missing required field `(?P<name>[^`]+)`"), "file.missing"),
    (re.compile(r"[Ii]nvalid (?:enum )?value '?(?P<value>[^']+)'?"), "file.enum"),
    (re.compile(r"Expected `(?P<wanted>[^`]+)`, got `(?P<got>[^`]+)`"), "file.expected"),
    (re.compile(r"Expected `(?P<wanted>[^`]+)` of length (?P<limit>[<>]=?) (?P<bound>\S+)"), "file.length"),
    (re.compile(r"Expected `(?P<wanted>[^`]+)` (?P<limit>[<>]=?) (?P<bound>\S+)"), "file.limit"),
    (re.compile(r"malformed|trailing characters|truncated|nested too deeply"), "file.malformed"),
)
"""What a checker says, and the text that says it for us."""
BOUNDS: Final = {"<=": "most", ">=": "least", "<": "less", ">": "more"}
SYSTEM: Final = {
    errno.ENOENT: "system.missing",
    errno.EACCES: "system.forbidden",
    errno.EPERM: "system.forbidden",
    errno.EROFS: "system.forbidden",
    errno.EISDIR: "system.folder",
    errno.ENOTDIR: "system.no_folder",
    errno.EEXIST: "system.there_already",
    errno.ENOSPC: "system.full",
    errno.EDQUOT: "system.full",
    errno.EIO: "system.disk",
    errno.ECONNREFUSED: "system.refused",
    errno.ETIMEDOUT: "system.late",
    errno.ENETUNREACH: "system.no_way",
    errno.EHOSTUNREACH: "system.no_way",
    errno.ECONNRESET: "system.hung_up",
    errno.EPIPE: "system.hung_up",
}
TYPES: Final = {
    "int": "whole",
    "float": "number",
    "str": "text",
    "bool": "switch",
    "array": "list",
    "object": "mapping",
    "null": "nothing",
    "bytes": "text",
    "date": "text",
    "datetime": "text",
}
"""What a checker calls kinds of values, and what we call them."""


def misread(error: Exception) -> Words:
    """What an error of reading or writing means for whoever gave us the thing."""
    if isinstance(error, OSError):
        if isinstance(error, gaierror):
            return Words(TEXTS, "system.no_way")
        late = "system.late" if isinstance(error, TimeoutError) else "system.failed"
        return Words(TEXTS, SYSTEM.get(error.errno or 0, late))
    if isinstance(error, UnicodeError):
        return Words(TEXTS, "file.encoding")
    if not isinstance(error, msgspec.MsgspecError):
        return Words(TEXTS, "file.shape")
    return located(str(error))


def located(message: str, place: str = "") -> Words:
    """What a checker has found wrong, and where: at a place, or where it says itself."""
    where = PATH.search(message)
    said = in_words(message[: where.start()] if where else message)
    place = place or (where["path"].lstrip(".") if where else "")
    return Words(TEXTS, "file.at", where=place, fault=said) if place else said


def in_words(message: str) -> Words:
    """What a checker has found wrong, without where."""
    for pattern, key in CHECKS:
        found = pattern.search(message)
        if found:
            said = found.groupdict()
            kinds: dict[str, object] = {name: _kind(said[name]) for name in ("wanted", "got") if name in said}
            if key == "file.length" and said["wanted"] == "str":
                key = "file.length_text"
            if "limit" in said:
                kinds |= {"limit": Words(TEXTS, f"file.bound.{BOUNDS[said['limit']]}")}
                kinds |= {"bound": int(said["bound"])} if said["bound"].isdecimal() else {}
            return Words(TEXTS, key, **said | kinds)
    return Words(TEXTS, "file.shape")


def _kind(named: str) -> Words:
    """A kind of value, or several of which one will do."""
    first, _, others = named.partition(" | ")
    one = Words(TEXTS, f"file.kind.{TYPES.get(first, 'other')}")
    return Words(TEXTS, "file.either", one=one, other=_kind(others)) if others else one
