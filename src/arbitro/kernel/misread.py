"""What is wrong with something that was read, in the reader's language: words of libraries and systems are not ours.

Their messages are English and made for programmers. What we know of them is said from our catalogues, with where it is;
what we do not know is said in general.
"""

import errno
import re
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
    (re.compile(r"Expected `(?P<wanted>[^`]+)`(?: of length)? (?P<limit>[<>]=?) (?P<bound>\S+)"), "file.limit"),
    (re.compile(r"malformed|trailing characters|truncated|nested too deeply"), "file.malformed"),
)
"""What a checker says, and the text that says it for us."""
SYSTEM: Final = {
    errno.ENOENT: "system.missing",
    errno.EACCES: "system.forbidden",
    errno.EPERM: "system.forbidden",
    errno.EROFS: "system.forbidden",
    errno.EISDIR: "system.folder",
    errno.ENOTDIR: "system.no_folder",
    errno.EEXIST: "system.there_already",
    errno.ENOSPC: "system.full",
}


def misread(error: Exception) -> Words:
    """What an error of reading or writing means for whoever gave us the thing."""
    if isinstance(error, OSError):
        return Words(TEXTS, SYSTEM.get(error.errno or 0, "system.failed"))
    if isinstance(error, UnicodeError):
        return Words(TEXTS, "file.encoding")
    if not isinstance(error, msgspec.MsgspecError):
        return Words(TEXTS, "file.shape")
    message = str(error)
    where = PATH.search(message)
    said = in_words(message[: where.start()] if where else message)
    return Words(TEXTS, "file.at", where=where["path"].lstrip("."), fault=said) if where and where["path"] else said


def in_words(message: str) -> Words:
    """What a checker has found wrong, without where."""
    for pattern, key in CHECKS:
        found = pattern.search(message)
        if found:
            return Words(TEXTS, key, **found.groupdict())
    return Words(TEXTS, "file.shape")
