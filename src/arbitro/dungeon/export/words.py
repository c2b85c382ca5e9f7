"""Sentences about places and ways, shared by the key and the text map."""

from collections.abc import Callable
from math import hypot
from typing import Final, Literal

from arbitro.dungeon.draw.furnish import furnish
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.export.route import Exit
from arbitro.dungeon.kinds import is_treasure
from arbitro.dungeon.model import UNIT_FT, Heading, Slot, Space, Trap, Water
from arbitro.kernel.witness import Said
from arbitro.text import Language, Texts, capital

TEXTS: Final = Texts("arbitro.dungeon.export")
Namer = Callable[[str, int], str]
"""How the game in use calls so many of a thing."""
LEGS: Final = 4
"""How many legs of a way are told before the rest is summed up."""


def direction(heading: int, language: Language) -> str:
    """A heading in words."""
    return TEXTS.say(language, f"heading.{heading}")


def kind_of(space: Space, language: Language) -> str:
    """What a place is, with its article: a round chamber, a cave."""
    return _kind(space).in_(TEXTS, language)


def _kind(space: Space) -> Said:
    return Said(f"place.{space.kind}.{space.shape}")


def _passage(space: Space) -> Said:
    """A stretch of passage, with its width and how far it runs; the way it was first walked, and back."""
    face = space.front
    feet = space.length * (hypot(1, 1) if face.heading % 2 else 1) * UNIT_FT
    ahead, back = f"@heading.{face.heading}", f"@heading.{(face.heading + 4) % 8}"
    said: dict[str, int | float | str] = {"width": face.width, "feet": max(5, 5 * round(feet / 5))}
    return Said(f"passage.{space.kind}", {**said, "heading": ahead, "back": back})


def space_words(space: Space, language: Language) -> str:
    """A place or a stretch of passage, with its measures."""
    return "".join(said.in_(TEXTS, language) for said in space_said(space))


def space_said(space: Space) -> tuple[Said, ...]:
    """The parts of the same, to be said later."""
    return (_kind(space), _measure(space)) if space.is_place else (_passage(space),)


def measure(space: Space, language: Language) -> str:
    """The measures of a place on the sheet, west to east and north to south."""
    return _measure(space).in_(TEXTS, language)


def _in_fives(feet: float) -> int:
    """A measure as people pace it out and as the tables have it, in steps of five feet."""
    return int(feet / 5 + 0.5) * 5


def _measure(space: Space) -> Said:
    if space.kind == "lift":
        return Said("measure.square", {"feet": 20})
    if space.shape == "irregular":
        return Said("measure.area", {"area": space.area})
    west, north, east, south = space.box
    across, down = (_in_fives((far - near) * 5 / 4) for near, far in ((west, east), (north, south)))
    if across == down and space.shape in ("circle", "square"):
        return Said("measure.round" if space.shape == "circle" else "measure.square", {"feet": across})
    return Said("measure.box", {"across": across, "down": down})


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
    end = TEXTS.say(language, f"end.{each.end}", number=each.number, level=each.number)
    return found + (f" {end}" if each.end in ("surface", "level") else end) + walked


def exit_seen(kind: str, heading: Heading, marks: str) -> Exit:
    """A way out as it is seen from within; letters say what shows: ``v`` down, ``s`` shut, ``e`` only to come in."""
    state: Literal["shut", "open"] = "shut" if "s" in marks else "open"
    return Exit(kind, heading, "unexplored", state=state, enters_only="e" in marks, down="v" in marks)


def as_it_runs(said: Said, headings: list[int]) -> Said:
    """A joint of passages as it looks from within, by the headings of its ways out: it forks, bends or only goes on."""
    if said.key != "passage.node":
        return said
    return Said(f"passage.{'fork' if len(headings) > 2 else 'bend' if _bends(headings) else 'corridor'}", said.values)


def _bends(headings: list[int]) -> bool:
    return len(headings) == 2 and (headings[0] - headings[1]) % 8 != 4


def runs_straight_on(said: Said, headings: list[int]) -> bool:
    """Whether ways out with these headings are no more than the two ends that its first sentence has named."""
    return said.key in ("passage.corridor", "passage.node") and len(headings) == 2 and not _bends(headings)


def furnishing_words(space: Space, hand: Hand, language: Language) -> list[str]:
    """Sentences about pillars and statues."""
    return [said.in_(TEXTS, language) for said in furnishings_said(space, hand)]


def furnishings_said(space: Space, hand: Hand) -> list[Said]:
    """Pillars and statues, to be said in any language."""
    things = furnish(space, hand)
    found = []
    pillars = sum(thing.kind == "pillar" for thing in things)
    if pillars:
        found.append(Said("furnishing.pillars", {"count": pillars}))
    if any(thing.kind == "statue" for thing in things):
        found.append(Said("furnishing.statue"))
    return found


def water_words(water: Water, language: Language) -> str:
    """Water as it looks."""
    return water_said(water).in_(TEXTS, language)


def water_said(water: Water) -> Said:
    """Water as it looks, to be said in any language."""
    return Said(f"water.{water.kind}")


def water_secret(water: Water, language: Language) -> str:
    """What the referee knows of a water; nothing where it is just water."""
    if water.power:
        return TEXTS.say(language, f"power.{water.power}")
    return TEXTS.find(language, f"secret.{water.code}") or ""


def trap_words(trap: Trap, language: Language) -> str:
    """A trap and its state, for the referee."""
    return " ".join(said.in_(TEXTS, language) for said in trap_said(trap))


def trap_said(trap: Trap) -> list[Said]:
    """A trap and its state, to be said in any language."""
    gas = [Said(f"gas.{trap.gas}")] if trap.gas else []
    return [Said(f"trap.{trap.code}"), *gas, Said(f"trap_state.{trap.state}")]


def slot_words(slot: Slot, language: Language, name: Namer | None = None, exit_: str = "", beat: str = "") -> str:
    """What a slot holds, for the referee; until a game has filled it, monsters are of its table for the level.

    `exit_` is the exit that a guard stands at, `beat` where those are to be met who are in no numbered place.
    """
    filled = name is not None and bool(slot.items) and slot.kind != "special"
    hoard = ""
    if name is not None and filled:
        own = [name(item, count) for item, count in slot.items if slot.kind == "monster" and is_treasure(item)]
        rest = [name(item, count) for item, count in slot.items if slot.kind != "monster" or not is_treasure(item)]
        found, hoard = ", ".join(rest), ", ".join(own)
    elif slot.kind == "treasure":
        found = TEXTS.say(language, f"treasure.{slot.unit or 'gold'}", amount=slot.amount)
    elif slot.kind == "special":
        kept = f"slot.special.{slot.supplier}"
        known = slot.item and TEXTS.find(language, kept) is not None
        found = TEXTS.say(language, kept if known else "slot.special", item=slot.item)
    elif slot.number:
        found = TEXTS.say(language, "slot.monsters", count=slot.number, level=slot.level)
    else:
        found = TEXTS.say(language, "slot.monster", level=slot.level)
    if slot.kind == "monster":
        found += (
            TEXTS.say(language, "where.at_exit", exit=exit_) if exit_ else TEXTS.say(language, f"where.{slot.where}")
        )
    found += beat
    if hoard:
        found += TEXTS.say(language, "slot.hoard", hoard=hoard)
    elif slot.kind == "monster" and slot.treasure and not filled:
        found += TEXTS.say(language, "slot.with_treasure")
    if slot.state != "present":
        found += TEXTS.say(language, f"slot_state.{slot.state}")
    return capital(found) + "."
