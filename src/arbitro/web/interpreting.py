"""What a sentence leaves open, asked of a model: which of the things that may be done now it means, if any.

It is off unless an endpoint is set (`storyteller` has the same). Only what the words alone leave open is asked, never a
question or a no. The model is given the sentence and a numbered list as data, and answers with a number: one of the
list, or none. What it names is put to the person as a question, "do you mean …?": a guess of a model's does nothing by
itself. Where it is late, says something else, or has spent the table's budget, the answer is what it was without it.
"""

import asyncio
import os
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from arbitro.agents.asking import choice_messages
from arbitro.client.data import HeardData, MeantData
from arbitro.kernel.legal_acts import legal_acts
from arbitro.kernel.saying import is_question_or_no
from arbitro.text import Language
from arbitro.web.api import TEXTS
from arbitro.web.endpoint import SILENCES, Endpoint, ask
from arbitro.web.page_moment import PageMoment
from arbitro.web.settings import Settings
from arbitro.web.storyteller import KEY
from arbitro.web.tables import OpenTables

PATIENCE: Final = 6.0
"""Seconds that somebody waits for a model, at most, who has said something."""
MOST_LISTED: Final = 120
"""How many things a model may choose among."""
LONGEST_ANSWER: Final = 40
"""Letters of an answer; whoever says more says no number."""
_NUMBER: Final = re.compile(r"\s*#?([0-9]{1,3})[.)\s]*")


async def interpreted(
    tables: OpenTables, settings: Settings, moment: PageMoment, said: str, heard: HeardData
) -> HeardData:
    """What a sentence means, with a model's help where words leave it open; what it was where that is of no help."""
    open_ = heard.kind in ("question", "unknown") and not is_question_or_no(said, moment.language)
    if not settings.narrator_url or not open_ or not moment.sitting.has_hands:
        return heard
    listed = [one for one in heard.meant if not one.missing] if heard.kind == "question" else []
    listed = listed if len(listed) > 1 else list(islice(_what_may_be_done(moment), MOST_LISTED))
    if not listed or not await tables.seats.may_ask_narrator(moment.table, settings.narrator_budget):
        return heard
    number = await _asked(settings, said, [one.text for one in listed], moment.language)
    if not 1 <= number <= len(listed):
        return heard
    meant = listed[number - 1]
    text = TEXTS.say(moment.language, "web.say.sure", what=meant.text)
    return HeardData("question", heard.seq, text, (meant,), (), heard.then)


def _what_may_be_done(moment: PageMoment) -> Iterator[MeantData]:
    """Everything that may be done now, wholly filled in, and what may be aimed at."""
    for aim in moment.aims:
        yield MeantData(aim.id, "", aim.text, {}, (), aim=True)
    offers = {offer.id: offer for offer in moment.offers}
    for act in legal_acts(moment.ruleset, moment.state, moment.seat):
        offer = offers.get(act.choice.id)
        if offer is None:
            continue
        picks = {(field.name, pick.value): pick.text for field in offer.fields for pick in field.picks}
        said = [picks.get((name, str(value)), str(value)) for name, value in act.values.items()]
        text = f"{offer.text} → {', '.join(said)}" if said else offer.text
        yield MeantData(offer.id, offer.mark, text, act.values, ())


async def _asked(settings: Settings, said: str, listed: list[str], language: Language) -> int:
    """The number that the model names; 0 where it names none, or is not heard."""
    seconds = min(settings.narrator_seconds, PATIENCE)
    endpoint = Endpoint(settings.narrator_url, settings.narrator_model, os.environ.get(KEY, ""), seconds, words=8)
    messages = choice_messages(said, listed, language)
    try:
        asked = asyncio.to_thread(ask, endpoint, messages, lambda so_far: len(so_far) <= LONGEST_ANSWER)
        answer = await asyncio.wait_for(asked, seconds + 1)
    except SILENCES:
        return 0
    found = _NUMBER.fullmatch(answer)
    return int(found.group(1)) if found else 0
