"""What happens in a dungeon, in the reader's language: a sentence for every event, words for every row of a table.

Sentences are ``event.<tag>[.<variant>]``, rows ``row.<table>.<row>``. Players hear only what is meant for them
(`heard`): what a group sees is told from its own map, so a sentence knows no more than the group does.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from arbitro.dungeon import TEXTS
from arbitro.dungeon.draw.hand import Hand
from arbitro.dungeon.events import (
    IMPOSSIBLE,
    Adjusted,
    ContentRolled,
    DecisionOffered,
    DecisionTaken,
    EffectDue,
    LeadClosed,
    LeadOpened,
    LinkChanged,
    LinkLaid,
    SeatsTaken,
    SectionSearched,
    Seen,
    SlotChanged,
    SlotFilled,
    SlotPlaced,
    SpaceLaid,
    SpecialDrawn,
    StepHeld,
    TableRolled,
    TrapChanged,
    TrapPlaced,
    TurnsPassed,
    WaterChanged,
    WaterPlaced,
)
from arbitro.dungeon.export.key import exits_aloud
from arbitro.dungeon.export.moods import mood_said
from arbitro.dungeon.export.route import Atlas, Exit
from arbitro.dungeon.export.words import TEXTS as PLACES
from arbitro.dungeon.export.words import (
    as_it_runs,
    direction,
    exit_seen,
    exit_words,
    furnishings_said,
    runs_straight_on,
    space_said,
    trap_said,
    water_said,
)
from arbitro.dungeon.kinds import AnyMagic, Coins, Jewel, kind_of
from arbitro.dungeon.knowledge import seen_thing
from arbitro.dungeon.model import Adjustment, Dungeon, Heading, Known, Lead, Link, Slot, Space, Trap, Water
from arbitro.kernel.event import Event
from arbitro.kernel.witness import Said
from arbitro.text import Fault, Gender, Grammar, Language, Name, Words, capital

Namer = Callable[[str], str]
"""How the game in use calls a character, a monster or a thing of its own."""
FEET_IN_4_UNITS: Final = 5
AHEAD: Final = "ahead"
"""Where those come from of whom nothing else is said."""


def heard(event: Event) -> bool:
    """Whether the players may hear of an event."""
    return event.audience != "referee"


def tell(event: Event, state: Dungeon, language: Language, name: Namer = str) -> str:
    """What happened, in a sentence; empty for events of others. `state` is the dungeon after the step."""
    if type(event) is Seen:
        return tell_seen(event.known, seen_thing(state, event.known.group, event.known.thing), language, name)
    return tell_drawn(event, language, name)


def tell_drawn(event: Event, language: Language, name: Namer = str) -> str:
    """What happened, in a sentence, as far as no dungeon is needed for it: all but what a group sees."""
    tag = event.__struct_config__.tag
    variant = event.variant()
    key = f"event.{tag}.{variant}" if variant else f"event.{tag}"
    if TEXTS.find(language, key) is None:
        return ""
    return TEXTS.say(language, key, **_values(event, language, name))


def tell_filled(items: str, language: Language) -> str:
    """What a slot holds, as the game in use has put it into words."""
    return TEXTS.say(language, "event.slot_filled", items=items)


def tell_players(events: Iterable[Event], state: Dungeon, language: Language, name: Namer = str) -> list[str]:
    """What players hear of a step, a sentence each."""
    told = (tell(event, state, language, name) for event in events if heard(event))
    return [sentence for sentence in told if sentence]


def question_text(state: Dungeon, language: Language) -> str:
    """What the players are asked, if a step waits for them."""
    held = state.held
    if held is None:
        return ""
    made = held.adjustment
    reason, applied = (TEXTS.say(language, key) for key in (f"reason.{made.reason}", f"applied.{made.applied}"))
    return TEXTS.say(language, "question.adjustment", lead=held.lead, reason=reason, applied=applied)


def row_text(table: str, row: str, language: Language) -> str:
    """The words of a row of a table; empty where it has none."""
    return TEXTS.find(language, f"row.{table}.{row}") or ""


def table_name(key: str) -> str:
    """The number of the table that a roll belongs to: ``A.6.egress.1`` is a note to A.6."""
    letter, *rest = key.split(".")
    numbers = []
    for part in rest:
        if not part.isdigit():
            break
        numbers.append(part)
    return ".".join((letter, *numbers))


class ToldWay(Struct, frozen=True):
    """A way out of where somebody stands, in words."""

    id: str
    """The link or the open lead; the `data-exit` of the live map."""
    kind: str
    heading: Heading
    words: str
    """What it is, where it is, and where it leads as far as that is known."""
    lead: str
    """The open lead to be explored by going there, if there is one."""
    to: str
    """The space behind it, if that is known; `SURFACE` for the open air."""


class Surroundings(Struct, frozen=True):
    """Where somebody stands, in words: the same for a page, a terminal and a screen reader."""

    space: str
    level: int
    number: int
    """The number of the place on the map; 0 in passages."""
    text: str
    """What anybody sees who stands there."""
    ways: tuple[ToldWay, ...]
    """The ways out, clockwise from north."""


def describe_place(
    shown: Dungeon, space: str, decoration: int, language: Language, *, felt: bool = False
) -> Surroundings:
    """A place or passage, what shows in it, and every way out with its bearing and where it is known to lead.

    Whatever stands in the dungeon given is told: for players give `knowledge.players_map`. A place that is only `felt`,
    in the dark, shows nothing but its ways out.
    """
    here = shown.spaces.get(space)
    if here is None:
        raise Fault(Words(TEXTS, "fault.no_place", place=space))
    atlas = Atlas(shown, here.level)
    exits = _exits(shown, here)
    text = looks_text(_looks(shown, here, exits, decoration), language, felt=felt)
    ways = tuple(
        ToldWay(each.id, each.kind, each.heading, _way_words(each, exits, language), each.lead, each.to)
        for each in exits
    )
    return Surroundings(space, here.level, atlas.numbers.get(space, 0), text, ways)


class WayOut(Struct, frozen=True, array_like=True):
    """A way out as it is seen from within."""

    kind: str
    heading: Heading
    marks: str = ""
    """Letters for what else shows: ``v`` down, ``s`` shut, ``e`` one can only come in by it."""


class Looks(Struct, frozen=True, omit_defaults=True):
    """What anybody sees who stands in a place, in keys and numbers: enough to tell it in any language, at any time."""

    space: tuple[Said, ...]
    """The parts of the first sentence: what it is, and how large."""
    more: tuple[Said, ...] = ()
    """A sentence each: what it is like, and what is in it."""
    ways: tuple[WayOut, ...] = ()
    traps: tuple[Said, ...] = ()
    """Sentences of their own for traps that have shown themselves; in older logs they stand among `more`."""


def looks_of(shown: Dungeon, space: str, decoration: int) -> Looks | None:
    """A place or passage as it looks; None where the dungeon has none of that id. As for `describe_place`."""
    here = shown.spaces.get(space)
    if here is None:
        return None
    return _looks(shown, here, _exits(shown, here), decoration)


def _looks(shown: Dungeon, here: Space, exits: list[Exit], decoration: int) -> Looks:
    hand = Hand(decoration)
    mood = mood_said(shown, here, hand) if here.is_place else None
    more = [] if mood is None else [mood, *furnishings_said(here, hand)]
    more += [water_said(water) for water in shown.waters.values() if water.space == here.id]
    return Looks(space_said(here), tuple(more), tuple(map(_way_out, exits)), traps_said(shown, here.id))


def traps_said(shown: Dungeon, space: str) -> tuple[Said, ...]:
    """What shows of the traps in a place."""
    return tuple(said for trap in shown.traps.values() if trap.space == space for said in _trap_told(trap))


def known_traps_said(state: Dungeon, group: str, space: str) -> tuple[Said, ...]:
    """What shows of the traps in a place to those who come there only now, and know of them from before."""
    seen = (seen_thing(state, group, trap.id) for trap in state.traps.values() if trap.space == space)
    return tuple(said for trap in seen if isinstance(trap, Trap) for said in _trap_told(trap))


def _way_out(each: Exit) -> WayOut:
    marks = (("v", each.down), ("s", each.state == "shut"), ("e", each.enters_only))
    return WayOut(each.kind, each.heading, "".join(mark for mark, shows in marks if shows))


def looks_text(looks: Looks, language: Language, *, felt: bool = False) -> str:
    """A place as it looks, in words; in the dark only the ways out, as hands find them."""
    headings = [way.heading for way in looks.ways]
    told = [capital("".join(as_it_runs(said, headings).in_(PLACES, language) for said in looks.space)) + "."]
    told += [said.in_(PLACES, language) for said in (*looks.more, *looks.traps)]
    exits = [exit_seen(way.kind, way.heading, way.marks) for way in looks.ways]
    if felt:
        return exits_aloud(exits, language, "felt")
    ends = all(way.kind == "onward" for way in looks.ways) and runs_straight_on(looks.space[0], headings)
    return " ".join(told if ends else (*told, exits_aloud(exits, language)))


def _exits(shown: Dungeon, here: Space) -> list[Exit]:
    """The ways out of a place; where people appear by magic there is nothing to be seen."""
    exits = Atlas(shown, here.level).exits(here.id)
    return [_as_met(each, here, shown) for each in exits if each.kind != "teleport" or not each.enters_only]


def _as_met(each: Exit, here: Space, shown: Dungeon) -> Exit:
    """From one stretch of passage to the next there is no opening: the passage goes on."""
    beyond = shown.spaces.get(each.to)
    onward = each.kind == "opening" and not here.is_place and (beyond is None or not beyond.is_place)
    return replace(each, kind="onward") if onward else each


def _trap_told(trap: Trap) -> list[Said]:
    if trap.state == "door_found":  # it is a door, and told among the ways
        return []
    hazy = trap.code == "GAS" and trap.state == "noticed" and not trap.gas
    return [Said("trap.GAS.seen")] if hazy else trap_said(trap)


def _way_words(each: Exit, exits: list[Exit], language: Language) -> str:
    """A way out as a sentence; several of a kind on one side are told apart by their order along it."""
    told = exit_words(each, language, route=True, among=_among(each, exits, language))
    return capital(told) + "."


def _among(each: Exit, exits: list[Exit], language: Language) -> str:
    alike = [other for other in exits if (other.kind, other.heading) == (each.kind, each.heading) and other.at]
    if each.at is None or len(alike) < 2:
        return ""
    # Along a wall to the north or south one counts from the west, along the others from the north.
    axis, side = (0, 6) if each.heading in (0, 4) else (1, 0)
    places = sorted({(other.at[axis], other.at[1 - axis]) for other in alike if other.at})
    number = places.index((each.at[axis], each.at[1 - axis])) + 1
    return PLACES.say(language, "way.nth", number=number, count=len(places), side=direction(side, language))


_LIFTS: Final = ("ELEVATOR_1", "ELEVATOR_2", "ELEVATOR_MULTI")


def tell_seen(
    known: Known, thing: Space | Link | Trap | Water | Slot | None, language: Language, name: Namer = str
) -> str:
    """What a group sees, as it sees it: the sentence of the drawing, without what is hidden."""
    shown: Event
    match thing:
        case Space():
            shown = SpaceLaid(thing)
        case Link():
            shown = LinkChanged(thing) if thing.state == "false" else LinkLaid(thing)
        case Trap() if thing.code in _LIFTS:  # how far it goes, and what makes it go on, is found out by riding it
            sinking = TEXTS.say(language, "event.trap_placed", trap=TEXTS.say(language, "trap_seen.lift"))
            return TEXTS.say(language, f"event.seen.{known.how}", thing=sinking)
        case Trap():
            shown = TrapPlaced(thing)
        case Water():
            shown = WaterPlaced(thing)
        case Slot():
            shown = SlotPlaced(thing)
        case _:
            return ""
    return TEXTS.say(language, f"event.seen.{known.how}", thing=tell_drawn(shown, language, name))


def _values(event: Event, language: Language, name: Namer) -> dict[str, Any]:
    """What fills the gaps of a sentence."""
    values = _VALUES.get(type(event))
    return {} if values is None else values(event, language, name)


def _rolled(event: TableRolled, language: Language, name: Namer) -> dict[str, Any]:
    lookup = event.lookup
    who = ", ".join(name(each) for each in event.whom)
    values: dict[str, Any] = {"table": table_name(lookup.table), "total": lookup.total, "who": who}
    if lookup.row:
        values["row"] = row_text(lookup.table, lookup.row, language)
    elif event.variant() in ("amount", "points"):
        values["what"] = TEXTS.say(language, f"amount.{lookup.table}")
    return values


def _space(space: Space, language: Language) -> dict[str, Any]:
    across, along = space.size
    return {
        "level": space.level,
        "way": TEXTS.say(language, f"way.{space.heading}"),
        "feet": space.length * FEET_IN_4_UNITS // 4,
        "width": space.face.width if space.face else across,
        "shape": TEXTS.say(language, f"shape.{space.shape}"),
        "across": across,
        "along": along,
        "area": space.area,
    }


def _link(link: Link, language: Language) -> dict[str, Any]:
    return {
        "levels": abs(link.levels),
        "direction": TEXTS.say(language, "direction.up" if link.levels < 0 else "direction.down"),
        "link": TEXTS.say(language, f"link.{link.kind}"),
    }


def _lasting(turns: int, until: int, language: Language, how: str = "for") -> str:
    """How long something stays so, in turns: there may be another clock at the table than the dungeon's own.

    Older logs say only the turn of the dungeon's clock at which it ends.
    """
    if turns:
        return TEXTS.say(language, f"lasting.{how}", turns=turns)
    return TEXTS.say(language, f"lasting.{how}.until", until=until)


def _lead(lead: Lead, language: Language) -> dict[str, Any]:
    heading = lead.face.heading if lead.face else 0
    return {
        "way": TEXTS.say(language, f"way.{heading}"),
        "frame": TEXTS.say(language, f"frame.{lead.frame}"),
        "count": len(lead.sections),
    }


def _wall_left(left: int, language: Language) -> str:
    """How much of the wall is still to be searched; nothing where an older log does not say."""
    return "" if left < 0 else TEXTS.say(language, "wall_left", count=left)


def _slot(slot: Slot, language: Language) -> dict[str, Any]:
    return {
        "counted": TEXTS.say(language, f"counted.{slot.unit}", count=slot.amount) if slot.unit else "",
        "approach": TEXTS.say(language, f"approach.{slot.approach or AHEAD}"),
        "waiting": Name(TEXTS.say(language, f"waiting.{slot.kind}"), *_WAITING[slot.kind]),
    }


_WAITING: Final[dict[str, tuple[Gender, Grammar]]] = {
    "monster": ("m", "many"),
    "treasure": ("m", "one"),
    "special": ("f", "one"),
}
"""Gender and number of the words for what waits in a place."""


def many(item: str, count: int, name: str, language: Language) -> str:
    """So many of what a slot holds: "3 × orco", but "1 moneta d'oro" and "2 gemme"."""
    kind = kind_of(item)
    if isinstance(kind, Coins) or (isinstance(kind, Jewel) and kind.gold is None) or isinstance(kind, AnyMagic):
        unit = kind.metal if isinstance(kind, Coins) else str(kind)
        if TEXTS.find(language, f"counted.{unit}") is not None:
            return TEXTS.say(language, f"counted.{unit}", count=count)
        return f"{count} {name}"
    return name if count == 1 else f"{count} × {name}"


def _trap(trap: Trap, language: Language) -> dict[str, Any]:
    if trap.gas:  # which one it is, for whoever knows
        return {"trap": row_text("A.7.2", trap.gas, language)}
    table = "A.6" if trap.code.startswith("STAIRS") else "A.7.1"
    return {"trap": row_text(table, trap.code, language)}


def _water(water: Water, language: Language) -> dict[str, Any]:
    table = "A.8.2" if water.kind == "pool" else "A.8.3"
    power = row_text("A.8.4", water.power, language) if water.power else ""
    return {"water": row_text(table, water.code, language), "power": power}


def _adjustment(made: Adjustment, language: Language) -> dict[str, Any]:
    return {"table": table_name(made.table), "applied": TEXTS.say(language, f"applied.{made.applied}")}


def _effect(event: EffectDue, language: Language, name: Namer) -> dict[str, Any]:
    effect = event.effect
    detail = effect.detail
    if effect.kind == "ability":
        detail = row_text("A.8.5", detail, language)
    elif effect.kind in ("wish", "damage"):
        detail = row_text("A.8.6", detail, language)
    elif effect.kind == "teleport":
        detail = row_text("A.8.4.teleport", detail, language)
    return {
        "who": ", ".join(name(each) for each in effect.who),
        "amount": effect.amount,
        "dice": effect.dice,
        "lasting": _lasting(event.turns, effect.until, language, "within" if effect.kind == "wish" else "for"),
        "level": effect.level,
        "detail": detail,
        "count": len(effect.missiles),
        "poisoned": sum(effect.missiles),
    }


def _decision(event: DecisionOffered | DecisionTaken, language: Language) -> dict[str, Any]:
    """What is proposed and chosen; repairs and answers to them have words of ours, the rest is the game's."""
    proposal = event.proposal
    if event.decision == IMPOSSIBLE:
        proposal = TEXTS.find(language, f"applied.{proposal}") or proposal
    values: dict[str, Any] = {
        "proposal": proposal,
        "decision": TEXTS.say(language, f"decision.{event.decision}"),
    }
    if isinstance(event, DecisionTaken):
        values["chosen"] = TEXTS.find(language, f"answer.{event.chosen}") or event.chosen
    return values


def _changed_link(event: LinkChanged, language: Language) -> dict[str, Any]:
    return {**_link(event.link, language), "lasting": _lasting(event.turns, event.link.until, language)}


def _changed_trap(event: TrapChanged, language: Language) -> dict[str, Any]:
    return {**_trap(event.trap, language), "lasting": _lasting(event.turns, event.trap.until, language)}


def _searched(event: SectionSearched, language: Language) -> dict[str, Any]:
    return {"turn": event.searched.turn, "left": _wall_left(event.left, language)}


def _filled(event: SlotFilled, language: Language, name: Namer) -> dict[str, Any]:
    return {"items": ", ".join(many(item, count, name(item), language) for item, count in event.items)}


def _held(event: StepHeld, language: Language) -> dict[str, Any]:
    return {} if event.held is None else _adjustment(event.held.adjustment, language)


_VALUES: Final[dict[type[Event], Callable[[Any, Language, Namer], dict[str, Any]]]] = {
    TableRolled: _rolled,
    SpaceLaid: lambda event, language, _: _space(event.space, language),
    LinkLaid: lambda event, language, _: _link(event.link, language),
    LinkChanged: lambda event, language, _: _changed_link(event, language),
    LeadOpened: lambda event, language, _: _lead(event.lead, language),
    LeadClosed: lambda event, language, _: {"level": event.closed.level},  # noqa: ARG005 - a number in any language
    SlotPlaced: lambda event, language, _: _slot(event.slot, language),
    SlotChanged: lambda event, language, _: _slot(event.slot, language),
    ContentRolled: lambda event, language, _: {"content": row_text("A.5.7", event.content.code, language)},
    TrapPlaced: lambda event, language, _: _trap(event.trap, language),
    TrapChanged: lambda event, language, _: _changed_trap(event, language),
    WaterPlaced: lambda event, language, _: _water(event.water, language),
    WaterChanged: lambda event, language, _: _water(event.water, language),
    Adjusted: lambda event, language, _: _adjustment(event.adjustment, language),
    SectionSearched: lambda event, language, _: _searched(event, language),
    TurnsPassed: lambda event, language, _: {"turn": event.turn},  # noqa: ARG005 - a number in any language
    SpecialDrawn: lambda event, _, name: {"item": name(event.item)},
    SeatsTaken: lambda event, _, name: {"seats": ", ".join(map(name, event.seats))},
    SlotFilled: _filled,
    EffectDue: _effect,
    DecisionOffered: lambda event, language, _: _decision(event, language),
    DecisionTaken: lambda event, language, _: _decision(event, language),
    StepHeld: lambda event, language, _: _held(event, language),
}
"""What fills the gaps of each event's sentence, for those that have some."""
