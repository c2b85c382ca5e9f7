"""The map as a thing on the table: people point at it, and draw on a sheet that lies over it.

A map is known by the name that its drawing bears. Whoever looks at another map is shown nothing of it, so that a stroke
on a level does not tell that there is such a level. What is drawn is kept with how the table is run; pointing leaves no
trace.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from arbitro.kernel.drawing import Drawing
from arbitro.web import messages as say
from arbitro.web.rendering import TEXTS
from arbitro.web.talk_messages import Stroke

if TYPE_CHECKING:
    from arbitro.web.answering import Answerer

MOST_STROKES: Final = 200
"""How many strokes lie over the maps of a table; the oldest go first."""
NAMED_BY: Final = "aria-labelledby"


def map_name(drawing: Drawing | None) -> str:
    """What a map is known by, the same for all who see it; empty where there is none to move about in."""
    if drawing is None or drawing.still:
        return ""
    return dict(drawing.attributes).get(NAMED_BY, "").partition(" ")[0]


def strokes_on(strokes: tuple[Stroke, ...], drawing: Drawing | None) -> tuple[Stroke, ...]:
    """What was drawn on the map that somebody looks at."""
    name = map_name(drawing)
    return tuple(one for one in strokes if name and one.map == name)


def seen(asked: "Answerer", name: str) -> bool:
    """Whether somebody looks at the map of a name now."""
    return bool(name) and map_name(asked.room.moment(asked.sitting, asked.language).drawing) == name


async def point(asked: "Answerer", message: say.Point) -> say.Answer:
    """A finger on the map, for all pages that are open and show the same one."""
    if not seen(asked, message.map):
        return asked.problem("not_found", "web.other_map", message.ref)
    for circle in asked.room.circles():
        if map_name(asked.room.moment(circle.sitting, circle.language, circle.opened).drawing) != message.map:
            continue
        who = asked.sitting.name
        by = TEXTS.say(circle.language, "web.role.referee").capitalize() if who == "referee" else who
        text = TEXTS.say(circle.language, "web.scratch.pointed", who=by)
        told = say.Pointed(by=by, map=message.map, x=message.x, y=message.y, text=text)
        for viewer in circle.viewers:
            viewer.answer(say.write_answer(told))
    return say.Done(ref=message.ref)


async def scratch(asked: "Answerer", message: say.Scratch) -> say.Answer:
    """A stroke on the map."""
    if len(message.points) % 2:
        return asked.problem("unreadable", "web.half_a_point", message.ref)
    if not seen(asked, message.map):
        return asked.problem("not_found", "web.other_map", message.ref)
    stroke = Stroke(message.map, asked.sitting.name, message.ink, message.points)
    await _keep(asked, lambda before: (*before, stroke)[-MOST_STROKES:])
    return say.Done(ref=message.ref)


async def wipe(asked: "Answerer", message: say.WipeScratch) -> say.Answer:
    """The map as it was before one drew on it; before anybody did, for a referee who says so."""
    every = message.all and asked.sitting.role == "referee"
    if message.all and not every:
        return asked.problem("not_yours", "web.not_yours", message.ref)
    mine = asked.sitting.name
    await _keep(
        asked, lambda before: tuple(one for one in before if one.map != message.map or not (every or one.by == mine))
    )
    return say.Done(ref=message.ref)


async def _keep(asked: "Answerer", change: Callable[[tuple[Stroke, ...]], tuple[Stroke, ...]]) -> None:
    if change(asked.room.arrangement.scratch) != asked.room.arrangement.scratch:
        await asked.tables.arrange(asked.room, lambda before: replace(before, scratch=change(before.scratch)))
