"""The key: every numbered place in prose to be read aloud, with what is hidden set apart for the referee."""

from collections import Counter
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.labels import letters, numbers
from arbitro.dungeon.export.moods import draw_mood, mood_said
from arbitro.dungeon.export.route import Atlas, Exit
from arbitro.dungeon.export.words import (
    TEXTS,
    Namer,
    capital,
    direction,
    exit_words,
    furnishing_words,
    kind_of,
    measure,
    slot_words,
    trap_words,
    water_secret,
    water_words,
)
from arbitro.dungeon.model import SURFACE, Dungeon, Space
from arbitro.text import Fault, Language, Words, with_article


class KeyEntry(Struct, frozen=True):
    """One place of the key."""

    number: int
    title: str
    aloud: str
    """What anybody sees who comes in."""
    hidden: tuple[str, ...]
    """What the referee alone knows."""


class LevelKey(Struct, frozen=True):
    """The key of a level."""

    level: int
    entries: tuple[KeyEntry, ...]
    passages: tuple[str, ...]
    """What waits between the places: traps by their letter, ways up and down, wandering monsters."""


def level_key(dungeon: Dungeon, level: int, decoration: int, language: Language, name: Namer | None = None) -> LevelKey:
    """The key of a level, in the order of its numbers. For a group's own map give that map as the dungeon."""
    atlas, hand = Atlas(dungeon, level), Hand(decoration)
    entries = [
        _entry(dungeon, dungeon.spaces[place], number, atlas, hand, language, name)
        for place, number in numbers(dungeon, level).items()
    ]
    return LevelKey(level, tuple(entries), tuple(_passages(dungeon, level, language, name)))


def keys_of(
    dungeon: Dungeon, decoration: int, language: Language, level: int | None = None, name: Namer | None = None
) -> list[LevelKey]:
    """The key of all levels, or of one; a `Fault` lists the levels if there is no such one."""
    levels = sorted(dungeon.levels)
    if level is not None and level not in levels:
        raise Fault(Words(TEXTS, "fault.no_level", level=level, known=", ".join(map(str, levels))))
    return [level_key(dungeon, each, decoration, language, name) for each in levels if level in (None, each)]


def _entry(
    dungeon: Dungeon, space: Space, number: int, atlas: Atlas, hand: Hand, language: Language, name: Namer | None
) -> KeyEntry:
    exits = atlas.exits(space.id)
    open_ones = [each for each in exits if not each.hidden and not _unseen(each)]
    aloud = [capital(f"{kind_of(space, language)}{measure(space, language)}."), _mood(dungeon, space, hand, language)]
    aloud += furnishing_words(space, hand, language)
    aloud += [water_words(water, language) for water in dungeon.waters.values() if water.space == space.id]
    aloud += [
        TEXTS.say(language, "trap.GAS.seen")
        for trap in dungeon.traps.values()
        if trap.space == space.id and trap.code == "GAS" and trap.state == "noticed"
    ]
    aloud.append(exits_aloud(open_ones, language))
    hidden = [capital(exit_words(each, language, route=True)) + "." for each in exits]
    return KeyEntry(
        number,
        TEXTS.say(language, f"kind.{space.kind}"),
        " ".join(aloud),
        (*_secrets(dungeon, space, language, name), *hidden),
    )


def _unseen(each: Exit) -> bool:
    """A one-way door looks like wall to those who stand on its far side."""
    return each.kind == "one_way_door" and each.enters_only


def _mood(dungeon: Dungeon, space: Space, hand: Hand, language: Language) -> str:
    """What a place is like: as somebody was told who has been there, else fitting what waits in it."""
    if any(known.thing == space.id and known.how == "visited" for known in dungeon.known.values()):
        return mood_said(dungeon, space, hand).in_(TEXTS, language)
    return TEXTS.say(language, f"mood.{draw_mood(dungeon, space, hand, seen=space.id in dungeon.contents)}")


def exits_aloud(exits: list[Exit], language: Language, how: Literal["seen", "felt"] = "seen") -> str:
    """The exits as somebody sees or feels them who comes in: nothing shows that a door opens from one side only."""
    if not exits:
        return TEXTS.say(language, f"exits.{how}.none")
    seen = [replace(each, kind="door") if each.kind == "one_way_door" else each for each in exits]
    told = []
    onward = [direction(each.heading, language) for each in seen if each.kind == "onward"]
    if onward:
        told.append(TEXTS.say(language, "way.onward", heading=_listed(list(dict.fromkeys(onward)), language)))
        seen = [each for each in seen if each.kind != "onward"]
    counted = Counter((each.kind, each.heading, exit_words(each, language, route=False)) for each in seen)
    for (kind, heading, words), count in counted.items():
        many = TEXTS.find(language, f"count.{count}") or str(count)
        if count > 1 and TEXTS.find(language, f"ways.{kind}"):
            words = TEXTS.say(language, f"ways.{kind}", count=many, heading=direction(heading, language))
        told.append(words)
    return TEXTS.say(language, f"exits.{how}.some", exits=_listed(told, language))


def _listed(words: list[str], language: Language) -> str:
    """Several things in one breath: a, b and c."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {with_article(words[-1], 'and', language)}"


def _secrets(dungeon: Dungeon, space: Space, language: Language, name: Namer | None) -> list[str]:
    found = [slot_words(slot, language, name) for slot in dungeon.slots.values() if slot.space == space.id]
    found += [trap_words(trap, language) for trap in dungeon.traps.values() if trap.space == space.id]
    for water in dungeon.waters.values():
        secret = water_secret(water, language) if water.space == space.id else ""
        if secret:
            found.append(secret)
    content = dungeon.contents.get(space.id)
    if content is not None and not found:
        found.append(TEXTS.say(language, "content.empty"))
    return found


def _passages(dungeon: Dungeon, level: int, language: Language, name: Namer | None) -> list[str]:
    """What stands in the corridors of a level."""
    marks = letters(dungeon, level)
    found = [f"{mark}. {trap_words(dungeon.traps[trap], language)}" for trap, mark in marks.items()]
    for link in dungeon.links_on(level):
        if link.segment is not None or link.kind == "portal":
            continue
        here = link.a if link.level == level else link.b
        if here not in dungeon.spaces or dungeon.spaces[here].is_place:
            continue
        forwards = link.level == level
        there = link.b if forwards else link.a
        down = (link.levels > 0) == forwards
        target = link.level + link.levels if forwards else link.level
        each = Exit(
            link.kind, link.heading, "surface" if there == SURFACE else "level", target if there else 0, down=down
        )
        found.append(capital(exit_words(each, language, route=True)) + ".")
    found += [
        slot_words(slot, language, name)
        for slot in dungeon.slots.values()
        if slot.level == level and slot.space in dungeon.spaces and not dungeon.spaces[slot.space].is_place
    ]
    return found


def to_markdown(keys: list[LevelKey], language: Language, *, referee: bool = True) -> str:
    """The whole key as Markdown: what is read aloud as quotations, what is hidden as lists."""
    lines = [f"# {TEXTS.say(language, 'key.title')}", ""]
    for key in keys:
        lines += [f"## {TEXTS.say(language, 'key.level', level=key.level)}", ""]
        for entry in key.entries:
            lines += [f"### {entry.number}. {entry.title}", "", f"> {entry.aloud}", ""]
            if referee and entry.hidden:
                lines += [f"**{TEXTS.say(language, 'key.hidden')}**", ""]
                lines += [f"- {each}" for each in entry.hidden]
                lines.append("")
        if referee and key.passages:
            lines += [f"### {TEXTS.say(language, 'key.passages')}", ""]
            lines += [f"- {each}" for each in key.passages]
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"
