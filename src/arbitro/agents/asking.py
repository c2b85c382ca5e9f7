"""What a model is asked: to narrate what happened, or which of several things a sentence means; data stay data."""

import msgspec

from arbitro.agents import TEXTS
from arbitro.agents.checking import LONGEST, Facts
from arbitro.text import Language

Messages = list[dict[str, str]]


def narrator_messages(facts: Facts, language: Language) -> Messages:
    """The question; the data hold names and lines that others wrote, which are no part of what is asked."""
    data = msgspec.json.encode({"lines": facts.lines, "seen": facts.seen}).decode()
    return [
        {"role": "system", "content": TEXTS.say(language, "narrator.system")},
        {"role": "user", "content": TEXTS.say(language, "narrator.data", data=data)},
    ]


def once_more(asked: Messages, said: str, why: str, language: Language) -> Messages:
    """The question again, with what was wrong with the answer."""
    again = {"role": "user", "content": TEXTS.say(language, "narrator.again", why=why)}
    return [*asked, {"role": "assistant", "content": said[:LONGEST]}, again]


def choice_messages(said: str, listed: list[str], language: Language) -> Messages:
    """Which of a numbered list a sentence means: one number is the answer, 0 where it is none."""
    numbered = {str(number): text for number, text in enumerate(listed, 1)}
    data = msgspec.json.encode({"sentence": said, "list": numbered}).decode()
    return [
        {"role": "system", "content": TEXTS.say(language, "say.system")},
        {"role": "user", "content": TEXTS.say(language, "say.data", data=data)},
    ]
