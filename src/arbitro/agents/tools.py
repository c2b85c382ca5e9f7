"""The tools of the table: looking, acting, asking why. Each gives data, and the same in words for who reads."""

import asyncio
from base64 import b64encode
from time import monotonic
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from arbitro.agents import TEXTS, shapes
from arbitro.agents.guest import MODES, Guest
from arbitro.client import calls
from arbitro.client.calls import TurnedAway
from arbitro.client.data import HeardData, LineData, MomentData, OfferData, Reply
from arbitro.kernel.card import Card

LONGEST: Final = 20.0
"""Seconds that the engine is waited for."""
LOOK_AGAIN: Final = 0.03
END: Final = 1_000_000_000
"""Beyond the last line of any story."""


class ToolAnswer(NamedTuple):
    """What a tool has to say: data, words, and a picture where there is one (PNG, as base64)."""

    data: Struct
    words: str
    picture: str = ""


# ---------------------------------------------------------------- where there is anything to do


async def tables(guest: Guest, _: shapes.Nothing) -> ToolAnswer:
    """The tables that one may enter."""
    found = tuple(await guest.tables())
    lines = (
        TEXTS.say(guest.language, "tables.line", table=one.id, title=one.title, game=one.game, seat=one.seat or "–")
        for one in found
    )
    return ToolAnswer(shapes.TablesFound(found), "\n".join(lines) or TEXTS.say(guest.language, "tables.none"))


async def games(guest: Guest, _: shapes.Nothing) -> ToolAnswer:
    """The games and their ready scenes."""
    listed = await guest.ask(calls.games())
    found = tuple(listed)
    lines = [f"{game.id}: {scene.id} – {scene.title}" for game in found for scene in game.scenes]
    return ToolAnswer(shapes.GamesFound(found), "\n".join(lines))


async def open_table(guest: Guest, asked: shapes.Opening) -> ToolAnswer:
    """Open a table and sit down at it."""
    more: dict[str, object] = {"title": asked.title, "options": asked.options, "party": asked.party}
    given = {name: value for name, value in more.items() if value}
    if guest.side and guest.wanted == "player":
        given["side"] = guest.side
    mode = MODES[guest.wanted]
    opened = await guest.ask(calls.open_table(asked.game, asked.scene, mode, **given))
    if mode == "demo":  # whoever opens a table that plays itself has a player's seat at it, and does not want it
        guest.table = opened.table
        await guest.seated(opened.table)
    else:
        guest.took(opened)
    return await _sitting(guest, opened.table)


async def take_seat(guest: Guest, asked: shapes.AtTable) -> ToolAnswer:
    """Sit down at a table that is there."""
    return await _sitting(guest, await guest.seated(asked.table))


async def _sitting(guest: Guest, table: str) -> ToolAnswer:
    moment = await _settled(guest, table)
    words = TEXTS.say(guest.language, "seated", table=table, seat=moment.seat, role=_role(guest, moment.role))
    return ToolAnswer(shapes.SeatTaken(table, moment.seat, moment.role), words)


def _role(guest: Guest, role: str) -> str:
    return TEXTS.say(guest.language, f"role.{role}")


# ---------------------------------------------------------------- looking


async def _moment(guest: Guest, table: str) -> MomentData:
    return await _settled(guest, await guest.seated(table))


async def look(guest: Guest, asked: shapes.AtTable) -> ToolAnswer:
    """The table as one's seat may know it."""
    moment = await _moment(guest, asked.table)
    data = shapes.Looked(
        moment.table,
        moment.game,
        moment.title,
        moment.seat,
        moment.role,
        moment.seq,
        moment.finished,
        moment.cards,
        moment.picture,
        moment.questions,
        moment.awaited,
        moment.intents,
        moment.owed,
        moment.view,
    )
    lines = [f"# {moment.title or moment.table}", *map(_card_line, moment.cards), "", *moment.picture, ""]
    lines += (f"? {question}" for question in moment.questions)
    waits = [one.name for one in moment.awaited if not one.mine]
    if waits:
        lines.append(TEXTS.say(guest.language, "waits_for", who=", ".join(waits)))
    if moment.finished:
        lines.append(TEXTS.say(guest.language, "finished"))
    return ToolAnswer(data, "\n".join(lines).strip())


def _card_line(card: Card) -> str:
    gauges = (
        f"{one.label} {one.value}" + (f"/{one.maximum}" if one.maximum is not None else "") for one in card.gauges
    )
    parts = ", ".join((*gauges, *(tag.text for tag in card.tags)))
    return f"- {card.name} ({card.id})" + (f", {card.line}" if card.line else "") + (f": {parts}" if parts else "")


async def choices(guest: Guest, asked: shapes.AtTable) -> ToolAnswer:
    """What may be done now."""
    moment = await _moment(guest, asked.table)
    data = shapes.Offered(moment.table, moment.seq, moment.questions, moment.choices, moment.aims)
    lines = [*(f"? {question}" for question in moment.questions), *map(_offer_line, moment.choices)]
    lines += (f"* {aim.id}: {aim.text}" for aim in moment.aims)
    lines = lines or [TEXTS.say(guest.language, "nothing_to_do")]
    return ToolAnswer(data, "\n".join((*lines, _shown_at(guest, moment))))


def _shown_at(guest: Guest, moment: MomentData) -> str:
    return TEXTS.say(guest.language, "shown_at", seq=moment.seq)


def _offer_line(offer: OfferData) -> str:
    line = f"- {offer.id}: {offer.text}"
    if offer.chance is not None:
        line += f" [{offer.chance.label} {'~' if offer.chance.estimate else ''}{offer.chance.success:.0%}]"
    for field in offer.fields:
        if field.kind == "pick":
            picks = (
                f"{pick.value} ({pick.text}{f', {pick.chance.success:.0%}' if pick.chance else ''})"
                for pick in field.picks
            )
            line += f"; {field.name}: {' | '.join(picks)}"
        else:
            bounds = "" if field.minimum is None else f" {field.minimum}–{field.maximum}"
            line += f"; {field.name}: {field.kind}{bounds}"
    return line


async def story(guest: Guest, asked: shapes.Since) -> ToolAnswer:
    """What happened, in sentences."""
    table = await guest.seated(asked.table)
    found = await guest.ask_at(table, calls.story(table, asked.after, asked.count))
    return ToolAnswer(found, _told(found.lines))


def _told(lines: tuple[LineData, ...]) -> str:
    return "\n".join(f"{line.number}. {line.text}" for line in lines)


async def sheet(guest: Guest, asked: shapes.AboutSomebody) -> ToolAnswer:
    """Everything about somebody who has a card."""
    table = await guest.seated(asked.table)
    found = (await guest.ask_at(table, calls.sheet(table, asked.who))).sheet
    lines = [f"# {found.title}", found.line]
    for section in found.sections:
        lines += [f"## {section.title}", *(f"{word}: {value}" for word, value in section.pairs), *section.lines]
    return ToolAnswer(
        shapes.SheetRead(asked.who, found.title, found.line, found.sections), "\n".join(filter(None, lines))
    )


async def show_map(guest: Guest, asked: shapes.AtTable) -> ToolAnswer:
    """The scene in words and, where the game draws one, as a picture."""
    moment = await _moment(guest, asked.table)
    try:
        png = await guest.ask_at(moment.table, calls.picture(moment.table, "png"))
    except TurnedAway as away:
        if away.status not in (404, 501):  # nothing is drawn now, or nothing that draws is installed
            raise
        png = b""
    words = "\n".join(moment.picture) or TEXTS.say(guest.language, "no_picture")
    return ToolAnswer(shapes.MapShown(moment.picture, bool(png)), words, b64encode(png).decode())


# ---------------------------------------------------------------- acting


async def do(guest: Guest, asked: shapes.Doing) -> ToolAnswer:
    """Do something that is offered, and tell what came of it."""
    moment = await _moment(guest, asked.table)
    last = await _last(guest, moment.table)
    now = next((offer.mark for offer in moment.choices if offer.id == asked.choice), "")
    mark = asked.mark or (now if asked.seq == moment.seq else "")  # what it meant before is not known by its id
    call = calls.message(moment.table, "do", choice=asked.choice, mark=mark, at=asked.seq, values=dict(asked.values))
    return await outcome(guest, moment.table, await guest.ask_at(moment.table, call), last)


async def say(guest: Guest, asked: shapes.Speaking) -> ToolAnswer:
    """Do what a sentence means where that is clear; otherwise say what is to be asked, or what forbids it."""
    moment = await _moment(guest, asked.table)
    heard = await guest.ask_at(moment.table, calls.say(moment.table, asked.text))
    data = shapes.SaidSo(heard.kind, heard.text, heard.meant, heard.rules, heard.then)
    words = _heard_words(heard)
    if heard.kind in ("deed", "aim") and asked.act:
        (deed,) = heard.meant
        last = await _last(guest, moment.table)
        if deed.aim:
            call = calls.message(moment.table, "pursue", aim=deed.choice, at=heard.seq)
        else:
            say = {"choice": deed.choice, "mark": deed.mark, "at": heard.seq, "values": deed.values}
            call = calls.message(moment.table, "do", **say)
        came = await outcome(guest, moment.table, await guest.ask_at(moment.table, call), last)
        data = replace(data, outcome=came.data)
        words = [deed.text, came.words]
    if heard.then:
        words.append(TEXTS.say(guest.language, "then", text=heard.then))
    return ToolAnswer(data, "\n".join(filter(None, words)))


async def why_not(guest: Guest, asked: shapes.Wishing) -> ToolAnswer:
    """The choice that does what is wished for, or the rule that forbids it. Nothing is done."""
    moment = await _moment(guest, asked.table)
    heard = await guest.ask_at(moment.table, calls.say(moment.table, asked.text))
    text = "\n".join(filter(None, _heard_words(heard)))
    return ToolAnswer(shapes.Refusing(heard.meant, heard.text, heard.rules), text)


def _heard_words(heard: HeardData) -> list[str]:
    """What a sentence means, in lines: what is to be asked, the choices that it may mean, the rules that forbid it."""
    meant = (f"- {one.choice} {one.values}: {one.text}" for one in heard.meant)
    return [heard.text, *meant, *(f"{rule.id} {rule.title}: {rule.text}" for rule in heard.rules)]


async def pursue(guest: Guest, asked: shapes.Pursuing) -> ToolAnswer:
    """Pursue an aim, command by command, until somebody should decide."""
    moment = await _moment(guest, asked.table)
    last = await _last(guest, moment.table)
    call = calls.message(moment.table, "pursue", aim=asked.aim, at=asked.seq, resume=asked.resume)
    return await outcome(guest, moment.table, await guest.ask_at(moment.table, call), last)


async def undo(guest: Guest, asked: shapes.TakingBack) -> ToolAnswer:
    """Take back the last thing done, as far as the table allows."""
    moment = await _moment(guest, asked.table)
    last = await _last(guest, moment.table)
    reply = await guest.ask_at(moment.table, calls.message(moment.table, "undo", at=asked.seq))
    return await outcome(guest, moment.table, reply, last)


async def note(guest: Guest, asked: shapes.Noting) -> ToolAnswer:
    """Write a note beside what happened last."""
    table = await guest.seated(asked.table)
    last = await _last(guest, table)
    call = calls.message(table, "note", text=asked.text, audience=asked.audience)
    return await outcome(guest, table, await guest.ask_at(table, call), last)


async def tell(guest: Guest, asked: shapes.Narrating) -> ToolAnswer:
    """Tell in prose what happened; it is kept beside the lines that it tells."""
    table = await guest.seated(asked.table)
    await guest.ask_at(table, calls.narrate(table, asked.text, asked.after))
    return ToolAnswer(shapes.ToldSo(await _last(guest, table)), TEXTS.say(guest.language, "told_so"))


async def send(guest: Guest, asked: shapes.Sending) -> ToolAnswer:
    """Send any message of the protocol."""
    table = await guest.seated(asked.table)
    last = await _last(guest, table)
    reply = await guest.ask_at(table, calls.saying(table, asked.message))
    return await outcome(guest, table, reply, last)


async def _last(guest: Guest, table: str) -> int:
    return (await guest.ask_at(table, calls.story(table, END, 1))).last


async def outcome(guest: Guest, table: str, reply: Reply, last: int) -> ToolAnswer:
    """What came of a message: where it was done, once everybody has moved whom the engine moves."""
    moment = await _settled(guest, table) if reply.done else await guest.ask_at(table, calls.look(table))
    lines = (await guest.ask_at(table, calls.story(table, last, 500))).lines if reply.done else ()
    own = bool(moment.choices)
    text = reply.text
    if reply.type == "die_asked":
        text = TEXTS.say(guest.language, "die_asked", sides=reply.sides, purpose=reply.purpose)
    code = reply.code or reply.type
    data = shapes.Outcome(reply.done, code, text, reply.rules, reply.instead, lines, moment.seq, moment.finished, own)
    words = [text, _told(lines), *(f"[{rule}]" for rule in reply.rules)]
    if reply.instead:
        words.append(TEXTS.say(guest.language, "instead", choices=", ".join(reply.instead)))
    if moment.finished:
        words.append(TEXTS.say(guest.language, "finished"))
    elif reply.done:
        words += moment.questions or (TEXTS.say(guest.language, "your_turn" if own else "not_your_turn"),)
    words.append(_shown_at(guest, moment))
    return ToolAnswer(data, "\n".join(filter(None, words)))


async def _settled(guest: Guest, table: str) -> MomentData:
    """The table once the engine has done what it does by itself."""
    end = monotonic() + LONGEST
    moment = await guest.ask_at(table, calls.look(table))
    while moment.busy and monotonic() < end:
        await asyncio.sleep(LOOK_AGAIN)
        moment = await guest.ask_at(table, calls.look(table))
    return moment


# ---------------------------------------------------------------- asking why


async def why(guest: Guest, asked: shapes.AboutLine) -> ToolAnswer:
    """The dice, the numbers and the rules behind a line of the story."""
    table = await guest.seated(asked.table)
    line = asked.line or await _last_told(guest, table)
    found = await guest.ask_at(table, calls.why(table, line))
    told = found.explanation
    data = shapes.Because(line, told.sentence, told.numbers, told.rules, found.odds)
    words = [told.sentence, *told.numbers, *(f"{rule.id} {rule.title}: {rule.text}" for rule in told.rules)]
    return ToolAnswer(data, "\n".join(words))


async def _last_told(guest: Guest, table: str) -> int:
    """The number of the last line: what is told together with one before has none of its own."""
    last = await _last(guest, table)
    lines = (await guest.ask_at(table, calls.story(table, max(0, last - 50), 50))).lines
    return lines[-1].number if lines else last


async def help_with(guest: Guest, asked: shapes.AboutChoice) -> ToolAnswer:
    """What a choice does and costs, how likely it succeeds, and its rules."""
    table = await guest.seated(asked.table)
    found = await guest.ask_at(table, calls.help_with(table, asked.choice))
    odds = (f"{one.text or one.chance.label}: {one.chance.success:.1%}" for one in found.odds if one.chance)
    words = [found.title, found.does, *odds, *(f"{rule.id} {rule.title}: {rule.text}" for rule in found.rules)]
    return ToolAnswer(found, "\n".join(filter(None, words)))
