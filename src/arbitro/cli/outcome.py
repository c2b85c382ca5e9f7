"""How a command ends that could not do its work: with a sentence and an exit code, never with a traceback.

A fault of our own is written to a file beside the tables, whole, so that it can be sent to us.
"""

import errno
import os
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Final

from arbitro.cli import BAD_INPUT, TEXTS, print_error, spoken_language
from arbitro.extras import missing_extra
from arbitro.kernel.misread import misread
from arbitro.text import Fault
from arbitro.version import __version__

PIPE_CLOSED: Final = 141
"""The exit code where nobody reads on, as shells have it."""
OURS: Final = 70
"""The exit code for a fault of the program."""


def ended_by(error: Exception, extra: str) -> int:
    """Say what stood in the way; the exit code. `extra` is the one that the command belongs to."""
    language = spoken_language()
    if isinstance(error, BrokenPipeError):
        _silence_output()
        return PIPE_CLOSED
    if isinstance(error, Fault):
        print_error(error.in_(language))
        return BAD_INPUT
    if isinstance(error, ModuleNotFoundError) and (missing := missing_extra(error, extra)) is not None:
        print_error(missing.in_(language))
        return BAD_INPUT
    if isinstance(error, UnicodeEncodeError) and any(map(_has_no_letters, sys.argv)):
        print_error(TEXTS.say(language, "cli.usage.letters"))
        return BAD_INPUT
    if isinstance(error, EOFError):
        print_error(TEXTS.say(language, "cli.asking.nobody"))
        return BAD_INPUT
    if isinstance(error, OSError) and error.errno != errno.EBADF:
        _silence_output()
        place = f" ({error.filename})" if error.filename else ""
        print_error(TEXTS.say(language, "cli.system", why=f"{misread(error).in_(language)}{place}"))
        return BAD_INPUT
    print_error(TEXTS.say(language, "cli.our_fault", error=f"{type(error).__name__}: {error}", file=_kept(error)))
    return OURS


def _has_no_letters(word: str) -> bool:
    """Whether a word of the command line is not written in the letters of this system: Python stands in for them."""
    return any("\udc80" <= letter <= "\udcff" for letter in word)


def _silence_output() -> None:
    """Python writes what is left at its end: where that cannot be written, it must not try."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _kept(error: Exception) -> str:
    """The file that has the whole of a fault."""
    text = f"arbitro {__version__}, Python {sys.version}\n\n{''.join(traceback.format_exception(error))}"
    try:
        number, name = tempfile.mkstemp(".txt", "arbitro-fault-")
        with os.fdopen(number, "w", encoding="utf-8") as out:
            out.write(text)
    except OSError:
        return text
    return str(Path(name))
