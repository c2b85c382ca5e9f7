"""The key: every numbered place in prose to be read aloud, with what is hidden set apart for the referee."""

from collections import Counter
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.draw.labels import letters, numbers
from arbitro.dungeon.export.moods import draw_mood, mood_said
from arbitro.dungeon.export.route import Atlas, Exit
from arbitro.dungeon.export.whereabouts import places_about, whereabouts
from arbitro.dungeon.export.words import (
    TEXTS,
    Namer,
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
from arbitro.dungeon.model import SURFACE, Dungeon, Slot, Space
from arbitro.text import Fault, Language, Words, capital, with_article

PATROLLED: Final = 3
"""Places between which wanderers go to and fro."""


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
    return LevelKey(level, tuple(entries), tuple(_passages(atlas, language, name)))


def drawn_levels(dungeon: Dungeon) -> list[int]:
    """The levels that are worth a sheet: those with a place, a trap, water or somebody on them.

    Stairs may touch a level of which nothing else is known; the key of the level above says where they lead.
    """
    full = {space.level for space in dungeon.spaces.values() if space.is_place}
    full |= {trap.level for trap in dungeon.traps.values()} | {water.level for water in dungeon.waters.values()}
    full |= {slot.level for slot in dungeon.slots.values()}
    return sorted(full.intersection(dungeon.levels)) or sorted(dungeon.levels)[:1]


def keys_of(
    dungeon: Dungeon, decoration: int, language: Language, level: int | None = None, name: Namer | None = None
) -> list[LevelKey]:
    """The key of all levels that have something, or of one; a `Fault` lists the levels if there is no such one."""
    levels = sorted(dungeon.levels)
    if level is not None and level not in levels:
        raise Fault(Words(TEXTS, "fault.no_level", level=level, known=", ".join(map(str, levels))))
    wanted = drawn_levels(dungeon) if level is None else [level]
    return [level_key(dungeon, each, decoration, language, name) for each in wanted]


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
        " ".join(filter(None, aloud)),
        (*place_secrets(atlas, space, language, name), *hidden),
    )


def _unseen(each: Exit) -> bool:
    """A one-way door looks like wall to those who stand on its far side."""
    return each.kind == "one_way_door" and each.enters_only


def _mood(dungeon: Dungeon, space: Space, hand: Hand, language: Language) -> str:
    """What a place is like: as somebody was told who has been there, else fitting what waits in it."""
    if any(known.thing == space.id and known.how == "visited" for known in dungeon.known.values()):
        said = mood_said(dungeon, space, hand)
        return "" if said is None else said.in_(TEXTS, language)
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


def place_secrets(atlas: Atlas, space: Space, language: Language, name: Namer | None) -> list[str]:
    """Who and what waits in a place, in sentences for the referee."""
    dungeon = atlas.dungeon
    found = [
        slot_words(slot, language, name, _at_exit(atlas, slot, language))
        for slot in dungeon.slots.values()
        if slot.space == space.id
    ]
    found += [trap_words(trap, language) for trap in dungeon.traps.values() if trap.space == space.id]
    for water in dungeon.waters.values():
        secret = water_secret(water, language) if water.space == space.id else ""
        if secret:
            found.append(secret)
    content = dungeon.contents.get(space.id)
    if content is not None and not found:
        found.append(TEXTS.say(language, "content.empty"))
    return found


def _at_exit(atlas: Atlas, slot: Slot, language: Language) -> str:
    """Which exit somebody stands at, where that is known; nothing for all others."""
    if slot.where != "exit" or slot.at is None:
        return ""
    x, y = slot.at
    near = [each for each in atlas.exits(slot.space) if each.at is not None]
    if not near:
        return ""
    nearest = min(near, key=lambda each: (each.at[0] - x) ** 2 + (each.at[1] - y) ** 2 if each.at else 0)
    return exit_words(nearest, language, route=False)


def _passages(atlas: Atlas, language: Language, name: Namer | None) -> list[str]:
    """What stands in the corridors of a level, and where: nobody needs the picture for it."""
    dungeon, level = atlas.dungeon, atlas.level
    found = []
    for trap, mark in letters(dungeon, level).items():
        there = whereabouts(atlas, dungeon.traps[trap].space, language)
        found.append(f"{mark}. {capital(there)}: {_lower(trap_words(dungeon.traps[trap], language))}")
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
        where = whereabouts(atlas, here, language)
        found.append(f"{capital(exit_words(each, language, route=True))}, {where}.")
    found += [
        slot_words(slot, language, name, _at_exit(atlas, slot, language), _beat(atlas, slot, language))
        for slot in dungeon.slots.values()
        if slot.level == level and slot.space in dungeon.spaces and not dungeon.spaces[slot.space].is_place
    ]
    return found


def _beat(atlas: Atlas, slot: Slot, language: Language) -> str:
    """Where those are to be met who are in the passages: wanderers go to and fro between the places about."""
    if slot.where == "approach" and slot.state == "present":
        about = sorted(atlas.numbers[place] for place, _ in places_about(atlas, slot.space, PATROLLED))
        if len(about) > 1:
            return TEXTS.say(language, "patrol.between", places=_listed(list(map(str, about)), language))
    return f", {whereabouts(atlas, slot.space, language)}"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


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
