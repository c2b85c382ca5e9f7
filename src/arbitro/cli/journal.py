"""``arbitro journal``: what happened at a table as prose, in Markdown, HTML or PDF."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from arbitro.cli import BAD_INPUT, TEXTS, help_text, language_option, leave, pick_language, print_error, print_json
from arbitro.cli.place import open_store
from arbitro.dungeon.draw.picture import Picture
from arbitro.kernel.misread import misread
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.play.journal.html import to_html
from arbitro.play.journal.markdown import to_markdown
from arbitro.play.journal.model import Journal
from arbitro.play.journal.write import write_illustrated
from arbitro.store.session import Session
from arbitro.text import Fault, Language, Words

FORMATS: Final = ("md", "html", "pdf")


def known_formats(text: str) -> tuple[str, ...]:
    """Formats from a list with commas; a fault names one that is unknown."""
    found = tuple(dict.fromkeys(word.strip().lower() for word in text.split(",") if word.strip()))
    for name in found:
        if name not in FORMATS:
            raise Fault(Words(TEXTS, "cli.journal.no_format", name=name, known=", ".join(FORMATS)))
    return found or ("md",)


def whose(session: Session[Any], name: str | None) -> Seat | None:
    """The seat whose journal it is; None leaves it to the table's own."""
    if name is None:
        return None
    seats = {seat.name: seat for seat in (REFEREE, SPECTATOR, *session.ruleset.seats(session.state))}
    if name not in seats:
        raise Fault(Words(TEXTS, "cli.fight.no_seat", seat=name, known=", ".join(seats)))
    return seats[name]


def files_of(journal: Journal, plans: dict[str, Picture], name: str, formats: tuple[str, ...]) -> dict[str, bytes]:
    """The files of a journal, by name; Markdown has its maps beside it, PDF has them drawn from `plans`."""
    files: dict[str, bytes] = {}
    if "md" in formats:
        charts = {chart.name: f"{name}-{chart.name}.svg" for chart in journal.charts}
        files[f"{name}.md"] = to_markdown(journal, charts).encode()
        files |= {charts[chart.name]: chart.svg.encode() for chart in journal.charts}
    if "html" in formats:
        files[f"{name}.html"] = to_html(journal).encode()
    if "pdf" in formats:
        from arbitro.play.journal.pdf import to_pdf

        files[f"{name}.pdf"] = to_pdf(journal, plans)
    return files


async def read(table: str, seat: str | None, language: Language) -> tuple[Journal, dict[str, Picture]]:
    """The journal of a table that is kept here, and the drawings of its maps."""
    async with open_store() as store:
        session = await store.open_table(table)
        return write_illustrated(session.ruleset, await session.witnessed(), language, whose(session, seat))


def write(table: str, journal: Journal, plans: dict[str, Picture], formats: tuple[str, ...], out: Path) -> list[str]:
    """Write the files of a journal into a folder; their paths."""
    plain = "".join(letter if letter.isalnum() else "-" for letter in table)
    written = []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, data in files_of(journal, plans, f"{plain}-journal", formats).items():
            (out / name).write_bytes(data)
            written.append(str(out / name))
    except OSError as error:
        why = misread(error)
        raise Fault(Words(TEXTS, "cli.dungeon.cannot_write", folder=str(out), why=why)) from None
    return written


def run(table: str, formats: str, out: Path | None, seat: str | None, language: Language, as_json: bool) -> int:
    """Write the journal to a folder, or its text here; the exit code."""
    try:
        chosen = known_formats(formats)
        if out is None and "pdf" in chosen and not as_json:
            raise Fault(Words(TEXTS, "cli.journal.where"))
        journal, plans = asyncio.run(read(table, seat, language))
        written = write(table, journal, plans, chosen, out) if out is not None else []
    except Fault as fault:
        print_error(fault.in_(language))
        if as_json:
            print_json({"error": {"message": fault.in_(language)}})
        return BAD_INPUT
    if as_json:
        print_json({"journal": journal, "files": written})
    elif out is None:
        for name in chosen:
            sys.stdout.write(to_html(journal) if name == "html" else to_markdown(journal))
    else:
        print("\n".join(written))
    return 0


def register(app: typer.Typer) -> None:
    """Add ``journal``."""

    @app.command("journal", help=help_text("cli.journal.help"))
    def journal(
        table: Annotated[str, typer.Argument(help=help_text("cli.table.table"))],
        formats: Annotated[str, typer.Option("--format", help=help_text("cli.journal.format"))] = "md",
        out: Annotated[Path | None, typer.Option("--out", file_okay=False, help=help_text("cli.journal.out"))] = None,
        seat: Annotated[str | None, typer.Option("--as", help=help_text("cli.journal.as"))] = None,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        leave(run(table, formats, out, seat, pick_language(lang), as_json))
