"""Questions of those who learn the game, answered: what a choice would be."""

from typing import TYPE_CHECKING

from arbitro.web import messages as say
from arbitro.web.fragments import render_help

if TYPE_CHECKING:
    from arbitro.web.answering import Answerer


async def help_with_choice(asked: "Answerer", message: say.Help) -> say.Answer:
    """What a choice does and costs, its odds and its rules, as whoever reads may know them."""
    moment = asked.room.moment(asked.eyes, asked.language)
    html = await asked.room.choose(lambda: render_help(moment, message.choice))
    if html is None:
        return asked.problem("not_found", "web.no_choice", message.ref)
    return say.HelpShown(ref=message.ref, choice=message.choice, html=html)
