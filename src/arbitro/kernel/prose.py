"""Real sentences for the moments that matter: a death, a victory, the first sight of a dungeon.

Beside ``event.fell.dead`` a catalogue may have ``prose.event.fell.dead.1``, ``.2`` and so on: the same fact, told as a
referee tells it. Where the blow is known that led to it, ``prose.event.fell.dead.by.1`` and its kin are told instead,
with the gaps ``by`` and ``means``; where it was no blow but something that kills by itself (`Event.deadly`), those of
``prose.event.fell.dead.trap``, say; where the game names a circumstance (`Ruleset.circumstance`), those of
``prose.event.….<circumstance>``. Readers who want plain lines are told the plain one.

Which variant it is follows from what the reader may see of the entry, from nothing else, so that a line stays as it is.
A variant that is added takes over some lines of old tables: say a new circumstance rather than a new number.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final
from zlib import crc32

from arbitro.kernel.event import Event
from arbitro.kernel.sentence import key_of, to_say
from arbitro.kernel.then import Then
from arbitro.text import Language, Name, Texts, capital

BY: Final = "by"
FAR: Final = 8
"""How many events may lie between a blow and what came of it."""


def prose(then: Then[Any], seen: Sequence[Event], event: Event, language: Language) -> str:
    """An event as a referee tells it; empty: it has no such words. `seen` is what the reader may know of its entry."""
    texts, key = then.ruleset.texts, f"prose.{key_of(event)}"
    circumstance = then.ruleset.circumstance(then, event)
    if circumstance:
        key = f"{key}.{circumstance}"
    blow = _blow(then, seen, event, language) if _variants(texts, language, f"{key}.{BY}") else {}
    cause = BY if blow else _cause(seen, event)
    if cause and _variants(texts, language, f"{key}.{cause}"):
        key = f"{key}.{cause}"
    count = _variants(texts, language, key)
    if not count:
        return ""
    found = to_say(then, event, language)
    if isinstance(found, str):
        return ""
    said = texts.say(language, f"{key}.{_drawn(seen, event, count)}", **(found[1] | blow))
    return capital(said)


def told_prose(then: Then[Any], seen: Sequence[Event], run: tuple[Event, ...], language: Language) -> str:
    """A line as a referee tells it; empty where the plain line stands, as where it tells several events in one."""
    try:
        return prose(then, seen, run[0], language) if len(run) == 1 else ""
    except Exception:  # one line that cannot be told so must not take all others with it
        return ""


def _variants(texts: Texts, language: Language, key: str) -> int:
    """How many sentences there are under a key."""
    count = 0
    while texts.find(language, f"{key}.{count + 1}") is not None:
        count += 1
    return count


def _blow(then: Then[Any], seen: Sequence[Event], event: Event, language: Language) -> dict[str, Any]:
    """Who struck the blow that led to an event, and with what; nothing where no such blow was seen.

    Where the victim had a throw of their own after it, against poison, say, it was not the blow that decided.
    """
    victim = _victim(event)
    for one in _shortly_before(seen, event):
        by, whom = one.struck()
        if whom and whom == victim:
            name = then.name(by, language) if by and by != victim else Name("")
            if not name or name == by:
                return {}
            found = to_say(then, one, language)
            means = "" if isinstance(found, str) else found[1].get("means", "")
            return {BY: name, "means": means}
        if "check" in one.__struct_fields__ and any(getattr(one, field) == victim for field in one.people):
            return {}
    return {}


def _cause(seen: Sequence[Event], event: Event) -> str:
    """The word for what somebody died of, where it was no blow: the last thing before it that is deadly to them."""
    for one in _shortly_before(seen, event):
        word, field = one.deadly
        missed = "hit" in one.__struct_fields__ and not getattr(one, "hit", True)
        if word and not missed and (not field or getattr(one, field) == _victim(event)):
            return word
    return ""


def _victim(event: Event) -> str:
    return str(getattr(event, event.people[0])) if event.people else ""


def _shortly_before(seen: Sequence[Event], event: Event) -> Iterator[Event]:
    """What was seen before an event, the last of it first, as far back as it may have led to it."""
    place = next((number for number, one in enumerate(seen) if one is event), 0)
    return reversed(seen[max(place - FAR, 0) : place])


def _drawn(seen: Sequence[Event], event: Event, count: int) -> int:
    """Which of so many, from 1: by who was there, in all that led to the event. The one with the highest lot wins."""
    led: list[str] = []
    for one in seen:
        led.append(str(one.__struct_config__.tag))
        led += [str(getattr(one, name)) for name in one.people]
        if one is event:
            break
    own = (str(getattr(event, name)) for name in event.drawn_by)
    seed = " ".join((*led, str(getattr(event, "minute", "")), *own))
    return max(range(1, count + 1), key=lambda number: crc32(f"{seed} {number}".encode()))
