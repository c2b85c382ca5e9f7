"""What the terminal asks before it does something grave: a yes or no, and a passphrase that nobody sees."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getpass
from typing import Final

from arbitro.cli import TEXTS, print_error
from arbitro.cli.paint import asker
from arbitro.text import LANGUAGES, Fault, Language, Words

VARIABLE: Final = "ARBITRO_PASSPHRASE"
SHORTEST: Final = 8
"""Letters that a passphrase must have."""


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl+C end a question at once: the event loop would wait for the answer first."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def sure(question: str, language: Language) -> bool:
    """Whether somebody says yes, in whatever language; an empty line is a no."""
    ask = asker()
    while True:
        with interruptible():
            answer = ask(TEXTS.say(language, "cli.asking.sure", question=question)).strip().casefold()
        if not answer or _is("no", answer):
            return False
        if _is("yes", answer):
            return True


def _is(word: str, answer: str) -> bool:
    return any(answer in TEXTS.say(language, f"cli.asking.{word}").split() for language in LANGUAGES)


def ask_passphrase(language: Language, *, new: bool) -> str:
    """The passphrase that seals the seeds: from the environment, or asked for, twice where it is a new one."""
    given = os.environ.get(VARIABLE) or _typed(language, new=new)
    if new and len(given) < SHORTEST:
        raise Fault(Words(TEXTS, "cli.backup.short"))
    return given


def _typed(language: Language, *, new: bool) -> str:
    """The passphrase as a person types it, unseen; the first line of what comes through a pipe."""
    if not sys.stdin.isatty():
        given = sys.stdin.readline().rstrip("\r\n")
        if not given:
            raise Fault(Words(TEXTS, "cli.asking.no_passphrase", variable=VARIABLE))
        return given
    while True:
        with interruptible():
            given = getpass(f"{TEXTS.say(language, 'cli.backup.passphrase')}: ")
            if not new or getpass(f"{TEXTS.say(language, 'cli.asking.again')}: ") == given:
                return given
        print_error(TEXTS.say(language, "cli.asking.differs"))
