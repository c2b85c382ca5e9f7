"""The journal of a table as one seat may know it: for its page, and to take along."""

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import msgspec
from litestar import Request
from litestar.openapi.spec import OpenAPIFormat, OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, Schema

from arbitro.dungeon.draw.picture import Picture
from arbitro.play.journal.html import to_html
from arbitro.play.journal.markdown import to_markdown
from arbitro.play.journal.model import Journal
from arbitro.play.journal.write import Illustrated, write_illustrated
from arbitro.store.threads import beside
from arbitro.text import Fault, Language, Words
from arbitro.web.api import TEXTS
from arbitro.web.room import Room
from arbitro.web.sitting import Sitting

Format = Literal["markdown", "html", "pdf", "json"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
MEDIA: Final[dict[Format, str]] = {
    "markdown": "text/markdown",
    "html": "text/html",
    "pdf": "application/pdf",
    "json": "application/json",
}
"""Under which name each format goes; whoever says nothing of it is given the first."""
ENDINGS: Final[dict[Format, str]] = {"markdown": "md", "html": "html", "pdf": "pdf", "json": "json"}


def format_wanted(request: Request[Any, Any, Any], named: str) -> Format:
    """The format that a program named, or the best of those that it says it takes."""
    for each in FORMATS:
        if each == named:
            return each
    if named:
        raise Fault(Words(TEXTS, "web.no_format", name=named, known=", ".join(FORMATS)))
    best = request.accept.best_match(list(MEDIA.values()), default=MEDIA["markdown"])
    return next(each for each, media in MEDIA.items() if media == best)


async def journal_of(room: Room, sitting: Sitting, language: Language) -> Illustrated:
    """The journal of a table, for the eyes of a seat. It is written beside the loop: a long log takes its time."""
    session = room.session
    seat, entries = sitting.seat(session.ruleset, session.state), await session.told()
    title = room.arrangement.called(language)
    return await beside(lambda: write_illustrated(session.ruleset, entries, language, seat, title))


async def laid_out(written: Illustrated, wanted: Format) -> bytes:
    """A journal of a table as a file."""
    return await beside(lambda: _file(written.journal, written.plans, wanted))


def _file(journal: Journal, plans: dict[str, Picture], wanted: Format) -> bytes:
    match wanted:
        case "markdown":
            return to_markdown(journal).encode()
        case "html":
            return to_html(journal).encode()
        case "json":
            return msgspec.json.encode(journal)
        case "pdf":
            from arbitro.play.journal.pdf import to_pdf

            return to_pdf(journal, plans)


@dataclass
class JournalOperation(Operation):
    """The description of the address that gives a journal: one answer in four formats."""

    def __post_init__(self) -> None:
        """Add the formats that are no JSON to the one that is."""
        answer = (self.responses or {}).get("200")
        if isinstance(answer, OpenAPIResponse) and answer.content is not None:
            for each, media in MEDIA.items():
                kind = Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY if each == "pdf" else None)
                answer.content.setdefault(media, OpenAPIMediaType(schema=kind))
