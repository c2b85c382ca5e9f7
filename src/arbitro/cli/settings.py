"""Options of a table as the command line gives them: ``--set name=value``."""

import re
from collections.abc import Iterable
from typing import Final

from arbitro.cli import TEXTS
from arbitro.kernel.event import Setting
from arbitro.text import Fault, Words

_SWITCH: Final[dict[str, bool]] = {"on": True, "off": False, "true": True, "false": False}
_WHOLE: Final = re.compile(r"-?\d+")


def settings_from(texts: Iterable[str] | None) -> dict[str, Setting]:
    """Settings by name; whether there are such options, and such values of them, is the ruleset's to say."""
    found: dict[str, Setting] = {}
    for text in texts or ():
        name, given, value = text.partition("=")
        if not given:
            raise Fault(Words(TEXTS, "cli.fight.set", text=text))
        found[name] = _setting(value)
    return found


def _setting(text: str) -> Setting:
    if text in _SWITCH:
        return _SWITCH[text]
    return int(text) if _WHOLE.fullmatch(text) else text
