"""What a page has for several people: talk, the sheet over the map, everybody at a glance."""

from typing import Any, Final

import msgspec

from arbitro.kernel.seat import pair_address
from arbitro.web.page_moment import PageMoment
from arbitro.web.scratching import map_name, strokes_on

OVERVIEW: Final = "fragment-overview"
"""The element of the table of everybody: a page says when it is opened, and when it is shut again."""


def talk_context(moment: PageMoment) -> dict[str, Any]:
    """``speaks``: whether the reader may say something here, and there is somebody to say it to.

    ``to``: whom it may be said to alone, as (audience, name); an empty name is the referee's. ``overheard``: whether a
    person is the referee, who can read what players say to each other.
    """
    people = [one for one in moment.around.seats if one.has_hands and one.id != moment.sitting.id]
    if moment.is_referee:
        to = [(f"seat:{one.name}", one.name) for one in moment.around.seats if one.role == "player"]
    else:
        to = [(moment.seat.private, "")] if moment.has_referee else []
        others = [one for one in people if one.role == "player"] if moment.arrangement.whispers else []
        to += [(pair_address(moment.sitting.name, one.name), one.name) for one in others]
    speaks = moment.sitting.has_hands and not moment.sitting.solo and bool(people)
    return {"speaks": speaks, "to": to, "overheard": moment.has_referee and not moment.is_referee}


def scratch_context(moment: PageMoment) -> dict[str, Any]:
    """``map``: what the map is known by; ``strokes``: what was drawn on it, as JSON; ``mine`` and ``any`` (bool)."""
    strokes = strokes_on(moment.arrangement.scratch, moment.drawing)
    return {
        "map": map_name(moment.drawing) if moment.sitting.has_hands else "",
        "strokes": msgspec.json.encode(strokes).decode(),
        "mine": any(one.by == moment.sitting.name for one in strokes),
        "any": bool(strokes),
        "referee": moment.is_referee,
    }


def overview_context(moment: PageMoment) -> dict[str, Any]:
    """For the referee. ``people`` (`Card`…): everybody who is in it, in the order of their turns where there is one.

    ``shut``: nobody looks at it (`OVERVIEW` is not open), so that it is empty.
    """
    if OVERVIEW not in moment.opened:
        return {"people": [], "shut": True}
    people = [card for card in moment.cards if card.group != "place" and not card.dead]
    return {"people": sorted(people, key=lambda card: (card.out, _place(card.when))), "shut": False}


def _place(when: str) -> tuple[bool, int]:
    """Where somebody stands in the order of turns: by places of the round, or by initiative, the highest first."""
    number = int(when.rstrip(".")) if when.lstrip("-").rstrip(".").isdecimal() else 0
    return not when, number if when.endswith(".") else -number
