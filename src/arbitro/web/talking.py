"""What people at a table say and show each other beside the game, and what a referee does for the moment."""

from collections.abc import Awaitable, Callable
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final

from arbitro.dice.mistake import NotationError
from arbitro.dice.notation import parse
from arbitro.kernel.changing import changeable
from arbitro.kernel.command import CallRoll, Command, HandOut, Override, Refusal, SayAside
from arbitro.kernel.name_lists import fresh_names
from arbitro.kernel.seat import EVERYBODY, is_pair, pair_address, seat_address
from arbitro.web import messages as say
from arbitro.web.quick_acts import render_quick
from arbitro.web.rendering import TEXTS
from arbitro.web.scratching import point, scratch, wipe

if TYPE_CHECKING:
    from arbitro.web.answering import Answerer

CHANCE: Final = SystemRandom()
FEW: Final = 6
"""How many names are offered at once."""


def reaches(asked: "Answerer", audience: str) -> bool:
    """Whether there is anybody at the table whom a word to an audience reaches."""
    names = [one.name for one in asked.room.sittings]
    pairs = (pair_address(asked.sitting.name, other) for other in names if other != asked.sitting.name)
    return audience in (EVERYBODY, "referee", *map(seat_address, names), *pairs)


async def talk(asked: "Answerer", message: say.Talk) -> say.Answer:
    """Something said at the table."""
    seat = asked.room.seat(asked.sitting)
    if is_pair(message.audience) and not asked.room.arrangement.whispers:
        return asked.problem("not_yours", "web.no_whispers", message.ref)
    if not seat.knows(message.audience) or not reaches(asked, message.audience):
        return asked.problem("not_yours", "web.not_yours", message.ref)
    command = SayAside(message.text, message.audience)
    return await asked.submit(message.ref, lambda: command, play_on=False)


async def handout(asked: "Answerer", message: say.Handout) -> say.Answer:
    """Something to read or to look at; its picture must have been brought before."""
    if not reaches(asked, message.audience):
        return asked.problem("not_found", "web.no_seat", message.ref)
    kept = {mark for mark, _ in asked.room.arrangement.handouts}
    if message.picture and message.picture not in kept:
        return asked.problem("not_found", "web.no_handout", message.ref)
    command = HandOut(message.title, message.text, message.picture, message.audience)
    given = await asked.submit(message.ref, lambda: command, play_on=False)
    if message.picture and isinstance(given, say.Done):
        await asked.tables.arrange(asked.room, lambda before: before.handed(message.picture, message.audience))
    return given


async def call_for_roll(asked: "Answerer", message: say.CallForRoll) -> say.Answer:
    """Dice that the referee asks people for."""
    if not reaches(asked, message.audience):
        return asked.problem("not_found", "web.no_seat", message.ref)
    try:
        parse(message.notation)
    except NotationError as error:
        return asked.misread_dice(message.ref, message.notation, error)
    command = CallRoll(message.notation, message.purpose, message.audience)
    return await asked.submit(message.ref, lambda: command, play_on=False)


async def adjust(asked: "Answerer", message: say.Adjust) -> say.Answer:
    """More or less of something, from how it stands now and as far as it goes."""

    def decide() -> Command | Refusal:
        session = asked.room.session
        values = changeable(session.ruleset.values, session.state)
        found = next((one for one in values if one.path == message.path), None)
        if found is None:
            return Refusal("no_such_path", {"path": message.path, "detail": message.path})
        value = max(found.least, found.value + message.by)
        if found.most is not None:
            value = min(value, max(found.most, found.value))
        return Override(message.path, value, message.reason.strip() or TEXTS.say(asked.language, "web.quick.reason"))

    return await asked.submit(message.ref, decide)


async def names(asked: "Answerer", message: say.Names) -> say.Answer:
    """A few names, other ones each time."""
    numbers = tuple(CHANCE.randrange(10_000) for _ in range(FEW))
    return say.NamesShown(ref=message.ref, names=fresh_names(numbers, asked.language, message.people))


async def quick(asked: "Answerer", message: say.Quick) -> say.Answer:
    """What the referee has at hand now."""
    moment = asked.room.moment(asked.sitting, asked.language)
    html = await asked.room.choose(lambda: render_quick(moment))
    return say.QuickShown(ref=message.ref, html=html)


ANSWERS: Final[dict[type[say.Message], Callable[["Answerer", Any], Awaitable[say.Answer]]]] = {
    say.Talk: talk,
    say.Handout: handout,
    say.CallForRoll: call_for_roll,
    say.Point: point,
    say.Scratch: scratch,
    say.WipeScratch: wipe,
    say.Adjust: adjust,
    say.Names: names,
    say.Quick: quick,
}
"""What answers each of these messages."""
