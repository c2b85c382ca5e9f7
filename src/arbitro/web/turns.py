"""Whose turn it is, told to those who are away: on the table's own address on the web, and by mail.

Everybody at a table sees whom it waits for, and so may whoever reads along where the hook leads; a letter goes to one
seat, and says what that seat is asked. Nothing else of the table is in either.
"""

from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from arbitro.kernel.driving import goes_on
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.sentence import question_text
from arbitro.text import Language
from arbitro.web.api import TEXTS
from arbitro.web.courier import Delivery, Letter, Post
from arbitro.web.driver import hands_of
from arbitro.web.sitting import Arrangement, Sitting

HookForm = Literal["generic", "discord"]
SHORT: Final = 100


class TurnNews(Struct, frozen=True):
    """What a hook is told, as JSON."""

    table: str
    title: str
    seat: str
    text: str
    link: str
    kind: str = "turn"


def awaited_sittings(
    ruleset: Ruleset[Any], state: Any, arrangement: Arrangement, sittings: Iterable[Sitting]
) -> tuple[Sitting, ...]:
    """The players whom the table waits for."""
    seats = tuple(sittings)
    if arrangement.demo or goes_on(ruleset, state, hands_of(ruleset, state, arrangement, seats)).by != "person":
        return ()
    turns = ruleset.next_to_act(state)
    found = []
    for one in seats:
        if one.role != "player" or one.id in arrangement.automatic:
            continue
        seat = one.seat(ruleset, state)
        if any(seat.may_act_for(owner) for owner in turns):
            found.append(one)
    return tuple(found)


def hook_body(form: HookForm, news: TurnNews) -> bytes:
    """The news as the receiver wants it."""
    if form == "discord":
        plain = {"content": f"{news.text} {news.link}".strip(), "allowed_mentions": {"parse": []}}
        return msgspec.json.encode(plain)
    return msgspec.json.encode(news)


def deliveries(
    table: str, ruleset: Ruleset[Any], state: Any, arrangement: Arrangement, sitting: Sitting, address: str
) -> tuple[Delivery, ...]:
    """What is sent because it is somebody's turn: to the table's hook, to their mailbox, or nowhere."""
    link = f"{address}/tables/{table}" if address else ""
    found: list[Delivery] = []
    if arrangement.webhook:
        title = (arrangement.called(arrangement.hook_language) or table)[:SHORT]
        text = TEXTS.say(arrangement.hook_language, "web.turn.hook", who=sitting.name, table=title)
        body = hook_body(arrangement.hook_form, TurnNews(table, title, sitting.name, text, link))
        found.append(Post(arrangement.webhook, body))
    if sitting.email:
        language: Language = sitting.language
        title = (arrangement.called(language) or table)[:SHORT]
        asked = _question(ruleset, state, sitting, language)
        subject = TEXTS.say(language, "web.turn.subject", table=title)
        lines = (TEXTS.say(language, "web.turn.letter", who=sitting.name, table=title), asked, link)
        text = "\n\n".join((*filter(None, lines), TEXTS.say(language, "web.turn.stop")))
        found.append(Letter(sitting.email, " ".join(subject.split()), text))
    return tuple(found)


def _question(ruleset: Ruleset[Any], state: Any, sitting: Sitting, language: Language) -> str:
    """What the seat itself is asked, if it is a question."""
    seat = sitting.seat(ruleset, state)
    own = (question for question in state.awaiting if seat.may_act_for(question.who))
    return next((question_text(ruleset, state, question, language) for question in own), "")
