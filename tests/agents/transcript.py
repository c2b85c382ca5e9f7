"""What a program and the tools say to each other in a whole fight and ten steps of a campaign, as the docs have it.

`python -m tests.agents.transcript` writes it anew in both languages.
"""

import asyncio
import json
from pathlib import Path
from typing import Any, Final

from mcp import Client
from tests.agents.people import Model, house

from arbitro.agents.guest import Guest
from arbitro.agents.server import mcp_server
from arbitro.agents.wire import inside
from arbitro.text import Language

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGES: Final[dict[Language, Path]] = {"en": DOCS / "agents-transcript.md", "it": DOCS / "it" / "agenti-trascrizione.md"}
MOST_LINES: Final = 7
"""Lines of an answer that are written down."""
WIDEST: Final = 220
ONWARD: Final = ("attack", "follow", "go", "take_loot", "set_out")
_EN: Final = """\
# A transcript

*In italiano: [it/agenti-trascrizione.md](it/agenti-trascrizione.md).*

A program that takes the first thing that it is offered, attacks before all else, speaks to the tools of
[agents](agents.md) through the protocol's own client: a whole fight of White Box, then ten steps of a
campaign. Long answers are cut short. Written by `python -m tests.agents.transcript`."""
_IT: Final = """\
# Una trascrizione

*In English: [../agents-transcript.md](../agents-transcript.md).*

Un programma che prende la prima cosa che gli viene offerta, e prima di tutto attacca, parla agli strumenti
degli [agenti](agenti.md) con il client del protocollo stesso: uno scontro intero della Scatola Bianca, poi
dieci passi di una campagna. Le risposte lunghe sono accorciate. La scrive `python -m tests.agents.transcript`."""
HEADS: Final[dict[Language, tuple[str, str, str]]] = {
    "en": (_EN, "## A whole fight", "## Ten steps of a campaign"),
    "it": (_IT, "## Uno scontro intero", "## Dieci passi di una campagna"),
}


class Recorded(Model):
    """A model whose questions and answers are written down."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.lines: list[str] = []

    async def raw(self, tool: str, **arguments: Any) -> Any:
        answer = await super().raw(tool, **arguments)
        told = answer.content[0].text.splitlines()
        more = ["…"] if len(told) > MOST_LINES else []
        self.lines.append(f"> {tool} {json.dumps(arguments, ensure_ascii=False)}")
        self.lines += [line if len(line) <= WIDEST else f"{line[:WIDEST]}…" for line in (*told[:MOST_LINES], *more)]
        return answer


async def _fight(model: Recorded) -> None:
    await model.use("open_table", game="whitebox", scene="fights/orcs")
    finished = False
    while not finished:
        finished = (await model.step())["finished"]
    story = await model.use("story", count=6)
    await model.use("why", line=next(line["number"] for line in reversed(story["lines"]) if line.get("dice")))


async def _campaign(model: Recorded) -> None:
    await model.use("open_table", game="campaign-whitebox", scene="campaigns/own", party="ready:novices")
    for _ in range(10):
        await model.step(ONWARD)
    await model.use("map")


async def transcript(language: Language) -> str:
    """The page in one language; the same every time."""
    parts = [HEADS[language][0]]
    for head, play in zip(HEADS[language][1:], (_fight, _campaign), strict=True):
        async with house(seed="d") as app:
            guest = Guest(inside(app), language, "", "player", "")
            async with Client(mcp_server(lambda _, guest=guest: guest, language)) as client:
                model = Recorded(client)
                await play(model)
        body = "\n".join(line.rstrip() for line in model.lines)
        parts += [head, f"```\n{body}\n```"]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    for language, page in PAGES.items():
        page.write_text(asyncio.run(transcript(language)), encoding="utf-8")
        print(page)
