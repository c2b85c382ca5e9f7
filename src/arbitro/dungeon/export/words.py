"""Sentences about places and ways, shared by the key and the text map."""

from collections.abc import Callable
from math import hypot
from typing import Final

from arbitro.dungeon.draw.furnish import furnish
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.export.route import Exit
from arbitro.dungeon.model import UNIT_FT, Slot, Space, Trap, Water
from arbitro.text import Language, Texts

TEXTS: Final = Texts("arbitro.dungeon.export")
Namer = Callable[[str, int], str]
"""How the game in use calls so many of a thing."""
LEGS: Final = 4
"""How many legs of a way are told before the rest is summed up."""


def capital(sentence: str) -> str:
    """With a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def direction(heading: int, language: Language) -> str:
    """A heading in words."""
    return TEXTS.say(language, f"heading.{heading}")


def kind_of(space: Space, language: Language) -> str:
    """What a place is, with its article: a round chamber, a cave."""
    return TEXTS.say(language, f"place.{space.kind}.{space.shape}")


def passage_words(space: Space, language: Language) -> str:
    """A stretch of passage, with its width and how far it runs; the way it was first walked, and back."""
    face = space.front
    feet = space.length * (hypot(1, 1) if face.heading % 2 else 1) * UNIT_FT
    ahead, back = direction(face.heading, language), direction((face.heading + 4) % 8, language)
    said = {"width": face.width, "feet": max(5, 5 * round(feet / 5)), "heading": ahead, "back": back}
    return TEXTS.say(language, f"passage.{space.kind}", **said)


def space_words(space: Space, language: Language) -> str:
    """A place or a stretch of passage, with its measures."""
    if space.is_place:
        return kind_of(space, language) + measure(space, language)
    return passage_words(space, language)


def measure(space: Space, language: Language) -> str:
    """The measures of a place on the sheet, west to east and north to south."""
    if space.kind == "lift":
        return TEXTS.say(language, "measure.square", feet=20)
    if space.shape == "irregular":
        return TEXTS.say(language, "measure.area", area=space.area)
    west, north, east, south = space.box
    across, down = (east - west) * 5 / 4, (south - north) * 5 / 4
    if across == down:
        return TEXTS.say(language, "measure.round" if space.shape == "circle" else "measure.square", feet=across)
    return TEXTS.say(language, "measure.box", across=across, down=down)


def exit_words(each: Exit, language: Language, *, route: bool, among: str = "") -> str:
    """An exit as part of a sentence: what it is and where, and with `route` where it leads.

    `among` tells it from others like it, and stands behind its bearing.
    """
    if each.kind in ("stairs", "chimney", "trapdoor", "chute", "lift", "teleport"):
        way = "teleport" if each.kind == "teleport" else f"{each.kind}.{'down' if each.down else 'up'}"
        found = TEXTS.say(language, f"way.{way}") + among
        if route and each.end == "surface":
            found += " " + TEXTS.say(language, "end.surface")
        elif route and each.number:
            found += " " + TEXTS.say(language, "end.level", level=each.number)
        return found
    found = TEXTS.say(language, f"way.{each.kind}", heading=direction(each.heading, language)) + among
    if each.state == "shut":
        found += TEXTS.say(language, "way.shut")
    if each.enters_only:
        found += TEXTS.say(language, "way.enters_only")
    if not route:
        return found
    if each.end == "false":
        return found + TEXTS.say(language, "end.false")
    steps = [
        TEXTS.say(language, "leg", feet=leg.feet, heading=direction(leg.heading, language)) for leg in each.legs[:LEGS]
    ]
    if len(each.legs) > LEGS:
        steps.append(TEXTS.say(language, "leg.more"))
    walked = f" ({', '.join(steps)})" if steps else ""
    return found + TEXTS.say(language, f"end.{each.end}", number=each.number) + walked


def furnishing_words(space: Space, hand: Hand, language: Language) -> list[str]:
    """Sentences about pillars and statues."""
    things = furnish(space, hand)
    found = []
    pillars = sum(thing.kind == "pillar" for thing in things)
    if pillars:
        found.append(TEXTS.say(language, "furnishing.pillars", count=pillars))
    if any(thing.kind == "statue" for thing in things):
        found.append(TEXTS.say(language, "furnishing.statue"))
    return found


def water_words(water: Water, language: Language) -> str:
    """Water as it looks."""
    return TEXTS.say(language, f"water.{water.kind}")


def water_secret(water: Water, language: Language) -> str:
    """What the referee knows of a water; nothing where it is just water."""
    if water.power:
        return TEXTS.say(language, f"power.{water.power}")
    return TEXTS.find(language, f"secret.{water.code}") or ""


def trap_words(trap: Trap, language: Language) -> str:
    """A trap and its state, for the referee."""
    found = TEXTS.say(language, f"trap.{trap.code}")
    if trap.gas:
        found += " " + TEXTS.say(language, f"gas.{trap.gas}")
    return f"{found} {TEXTS.say(language, f'trap_state.{trap.state}')}"


def slot_words(slot: Slot, language: Language, name: Namer | None = None) -> str:
    """What a slot holds, for the referee; until a game has filled it, monsters are of its table for the level."""
    if name is not None and slot.items and slot.kind != "special":
        found = ", ".join(name(item, count) for item, count in slot.items)
    elif slot.kind == "treasure":
        found = TEXTS.say(language, f"treasure.{slot.unit or 'gold'}", amount=slot.amount)
    elif slot.kind == "special":
        found = TEXTS.say(language, "slot.special", item=slot.item or slot.supplier or "–")
    elif slot.number:
        found = TEXTS.say(language, "slot.monsters", count=slot.number, level=slot.level)
    else:
        found = TEXTS.say(language, "slot.monster", level=slot.level)
    if slot.kind == "monster":
        found += TEXTS.say(language, f"where.{slot.where}")
        found += TEXTS.say(language, "slot.with_treasure") if slot.treasure and (name is None or not slot.items) else ""
    if slot.state != "present":
        found += TEXTS.say(language, f"slot_state.{slot.state}")
    return capital(found) + "."
