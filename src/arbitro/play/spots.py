"""Places of the dungeon and what is in them, as the referee speaks of them: by the numbers of the referee's map."""

from collections.abc import Callable, Iterable
from typing import Final

from arbitro.dungeon import knowledge
from arbitro.dungeon.draw.labels import numbers
from arbitro.dungeon.kinds import AnyMagic, Arms, Coins, Jewel, Kind, Magic, Scroll, is_treasure, kind_of
from arbitro.dungeon.model import Dungeon, Link
from arbitro.dungeon.telling import many, row_text
from arbitro.kernel.witness import Noted, Said, in_words, own_name
from arbitro.play.side import Side
from arbitro.play.state import GROUP, CampaignState
from arbitro.play.traps import TRAPDOOR
from arbitro.text import Language, Name, Texts

TEXTS: Final = Texts("arbitro.play")


def visited(dungeon: Dungeon, space: str) -> bool:
    """Whether the party has been in a space, or was shown it."""
    return knowledge.visited(dungeon, GROUP, space)


def place_of(dungeon: Dungeon, thing: str) -> str:
    """The space that something is in: of a way the one that the party knows, or the first; empty: there is none."""
    if thing in dungeon.spaces:
        return thing
    for table in (dungeon.slots, dungeon.traps, dungeon.waters):
        if thing in table:
            return str(table[thing].space)
    link = dungeon.links.get(thing)
    if link is None:
        return ""
    ends = [end for end in (link.a, link.b) if end in dungeon.spaces]
    return next((end for end in ends if visited(dungeon, end)), ends[0] if ends else "")


def is_known(dungeon: Dungeon, thing: str) -> bool:
    """Whether something is on the party's map."""
    if thing in dungeon.spaces:
        return visited(dungeon, thing)
    trap = dungeon.traps.get(thing)
    return knowledge.knows(dungeon, GROUP, thing) and (trap is None or trap.state != "armed")


def held_said(side: Side, items: Iterable[tuple[str, int]], language: Language) -> str:
    """All that a slot holds, with how many there are of each: "7 orchetti, 2 gemme da 5 mo"."""
    return ", ".join(_so_many(side, item, count, language) for item, count in items)


def _so_many(side: Side, item: str, count: int, language: Language) -> str:
    kind = kind_of(item)
    if not is_treasure(item):
        called = side.stores.kind_called(item, count, language)
        return called[:1].lower() + called[1:] if count == 1 else f"{count} {called}"
    if count > 1 and isinstance(kind, Jewel) and kind.gold is not None:
        return TEXTS.say(language, f"treasure.{kind.sort}.many", count=count, worth=str(kind.gold))
    return many(item, count, held_called(side, item, language), language)


def held_called(side: Side, item: str, language: Language) -> str:
    """Something that a slot holds: a creature, or treasure by its kind and worth."""
    if not is_treasure(item):
        return side.stores.kind_called(item, 1, language)
    return side.stores.valuable_called(item, language) or _treasure_called(kind_of(item), language)


def _treasure_called(kind: Kind, language: Language) -> str:
    """Treasure by its kind, where the game has no name of its own for it."""
    match kind:
        case Coins():
            return TEXTS.find(language, f"treasure.coins.{kind.metal}") or str(kind)
        case Jewel(gold=None):
            return TEXTS.say(language, f"treasure.{kind.sort}.plain")
        case Jewel():
            return TEXTS.say(language, f"treasure.{kind.sort}", worth=str(kind.gold))
        case AnyMagic():
            return TEXTS.say(language, "treasure.magic_item.plain")
        case Magic():
            return TEXTS.say(language, "treasure.magic", worth=kind.item.replace("_", " "))
        case Scroll():
            return TEXTS.say(language, "treasure.scroll", worth=kind.spell.replace("_", " "))
        case Arms():
            return TEXTS.say(language, f"treasure.{kind.sort}", worth=kind.item.replace("_", " "), power=kind.power)
        case _:
            return str(kind)


def spot_called(dungeon: Dungeon, space: str, language: Language) -> str:
    """A space as the referee's map numbers it."""
    return spot_said(dungeon, space).in_(TEXTS, language)


def spot_said(dungeon: Dungeon, space: str) -> Said:
    """A space as the referee's map numbers it, in any language; passages are counted by themselves."""
    here = dungeon.spaces[space]
    number = numbers(dungeon, here.level).get(space, 0)
    if not number:
        passages = [each.id for each in dungeon.spaces_on(here.level) if not each.is_place]
        number = passages.index(space) + 1
    return Said(f"place.{here.kind}.numbered", {"number": number, "level": here.level})


def end_called(dungeon: Dungeon, lead: str, language: Language) -> str:
    """An unexplored way, with the space that it leaves from."""
    found = dungeon.leads[lead]
    kind = "door" if found.kind == "door" else "corridor"
    bearing = TEXTS.say(language, f"bearing.{found.front.heading}")
    way = TEXTS.say(language, f"way.{kind}", bearing=bearing)
    return TEXTS.say(language, "desk.in_place", what=way, place=spot_called(dungeon, found.space, language))


def trap_called(code: str, language: Language) -> str:
    """A trap by its row of A.7.1; a trapdoor that gives way is one of A.6."""
    if code == TRAPDOOR:
        return TEXTS.say(language, "way.trapdoor.plain")
    return row_text("A.7.1", code, language)


def thing_called(side: Side, state: CampaignState, thing: str, language: Language) -> str:
    """Anything of the dungeon, with the place that it is in."""
    return in_words(thing_said(side, state, thing), TEXTS, language)


def thing_said(side: Side, state: CampaignState, thing: str) -> Noted:
    """Anything of the dungeon, with the place that it is in, to be said in any language."""
    dungeon = state.dungeon
    what: Noted
    if thing in dungeon.spaces:
        return spot_said(dungeon, thing)
    if thing in dungeon.slots:
        what = _in_both(lambda language: held_words(side, state, thing, language))
    elif thing in dungeon.traps:
        what = trap_said(dungeon.traps[thing].code)
    elif thing in dungeon.links:
        what = link_said(dungeon.links[thing])
    elif thing in dungeon.waters:
        what = Said("water")
    else:
        return (thing,)
    place = place_of(dungeon, thing)
    return Said("desk.in_place", parts={"what": what, "place": spot_said(dungeon, place)}) if place else what


def trap_said(code: str) -> Noted:
    """A trap by the name that its row has."""
    return Said("way.trapdoor.plain") if code == TRAPDOOR else _in_both(lambda language: trap_called(code, language))


def _in_both(called: Callable[[Language], str]) -> tuple[str, ...]:
    """A name, or names with how many there are of each, in both languages."""
    return own_name(Name(called("it")), Name(called("en")))


def link_called(link: Link, language: Language) -> str:
    """A way by what it is and where it goes, seen from where it was found."""
    return link_said(link).in_(TEXTS, language)


def link_said(link: Link) -> Said:
    """A way by what it is and where it goes, to be said in any language."""
    kind = f"{link.kind}_{'down' if link.levels > 0 else 'up'}" if link.levels else link.kind
    key = f"way.{kind}" if TEXTS.find("it", f"way.{kind}") else "way.some"
    return Said(key, {"bearing": f"@bearing.{link.heading}"})


def held_words(side: Side, state: CampaignState, slot: str, language: Language) -> str:
    """Who and what is in a slot, with how they will take it."""
    found = state.dungeon.slots[slot]
    if found.kind == "special":
        return TEXTS.say(language, "desk.special")
    mood = state.moods.get(slot)
    words = held_said(side, found.items, language) or TEXTS.say(language, f"desk.unfilled.{found.kind}")
    return f"{words} ({TEXTS.say(language, f'mood.{mood}')})" if mood else words


OF_THE_DESK: Final[dict[str, Callable[[Side, CampaignState, str, Language], str]]] = {
    "spot": lambda _, state, space, language: spot_called(state.dungeon, space, language),
    "end": lambda _, state, lead, language: end_called(state.dungeon, lead, language),
    "thing": thing_called,
    "held": lambda side, _, item, language: held_called(side, item, language),
    "trapkind": lambda _, __, code, language: trap_called(code, language),
}
"""How subjects of the desk are named, by the word before the colon."""
