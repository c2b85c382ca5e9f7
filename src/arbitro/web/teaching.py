"""Questions of those who learn the game, answered: what a choice would be, and why something cannot be done."""

from typing import TYPE_CHECKING

from arbitro.web import messages as say
from arbitro.web.fragments import render_help, render_why_not

if TYPE_CHECKING:
    from arbitro.web.answering import Answerer


async def help_with_choice(asked: "Answerer", message: say.Help) -> say.Answer:
    """What a choice does and costs, its odds and its rules, as whoever reads may know them."""
    moment = asked.room.moment(asked.eyes, asked.language)
    html = await asked.room.choose(lambda: render_help(moment, message.choice))
    if html is None:
        return asked.problem("not_found", "web.no_choice", message.ref)
    return say.HelpShown(ref=message.ref, choice=message.choice, html=html)


async def why_not(asked: "Answerer", message: say.WhyNot) -> say.Answer:
    """The choice that does what somebody wishes, or the rule that forbids it, as whoever reads may know it."""
    moment = asked.room.moment(asked.eyes, asked.language)
    found, html = await asked.room.choose(lambda: render_why_not(moment, message.text))
    return say.WhyNotShown(ref=message.ref, found=found, html=html)
