"""``arbitro character print``: sheets on paper, of a file of characters or of a ready-made party."""

from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli import TEXTS, games_help, guarded, help_text, language_option, pack_option, pick_language, print_json
from arbitro.cli.company import brought, campaign_of, gathered, sheets_of
from arbitro.cli.own_fight import READY
from arbitro.cli.sessions import game_named, packs_of
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.misread import misread
from arbitro.kernel.pack import Pack
from arbitro.kernel.table import Table
from arbitro.play.campaign import Campaign
from arbitro.play.opening import set_up
from arbitro.play.printed_sheet import paper_called, to_pdf
from arbitro.play.state import CampaignState
from arbitro.rules import first_game
from arbitro.text import Fault, Language, Words


def present(
    game: str, packs: tuple[Pack, ...], file: Path | None, ready: str, language: Language
) -> tuple[Campaign, CampaignState]:
    """A campaign at which those who are to be printed have come together."""
    if (file is None) == (not ready):
        raise Fault(Words(TEXTS, "cli.character.print_one"))
    campaign = campaign_of(game, packs)
    if file is None:
        return campaign, gathered(campaign, READY + ready.removeprefix(READY), "", language)[0]
    table: Table[CampaignState] = Table.open(campaign, "desk", seed_from_text(""))
    set_up(table, brought(campaign, file))
    return campaign, table.state


def register(group: typer.Typer) -> None:
    """Add ``character print``."""

    @group.command("print", help=help_text("cli.character.print"))
    def print_sheets(
        file: Annotated[Path | None, typer.Argument(dir_okay=False, help=help_text("cli.character.print_file"))] = None,
        ready: Annotated[str, typer.Option("--ready", help=help_text("cli.character.print_ready"))] = "",
        rules: Annotated[str | None, typer.Option("--rules", help=games_help(), show_default=first_game())] = None,
        paper: Annotated[str, typer.Option("--paper", help=help_text("cli.character.paper"))] = "a4",
        out: Annotated[Path, typer.Option("--out", dir_okay=False, help=help_text("cli.character.print_out"))] = Path(
            "sheets.pdf"
        ),
        pack: Annotated[list[Path] | None, pack_option()] = None,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            size = paper_called(paper)
            game = rules or game_named((str(file) if file else None,), first_game())
            campaign, state = present(game, packs_of(pack or ()), file, ready, language)
            sheets = sheets_of(campaign, state, campaign.side.party.people(state), language)
            try:
                out.write_bytes(to_pdf(sheets, language, size))
            except OSError as error:
                raise Fault(Words(TEXTS, "cli.table.cannot_write", file=str(out), why=misread(error))) from None
            if as_json:
                print_json({"file": str(out), "sheets": [sheet.title for sheet in sheets]})
            else:
                print(TEXTS.say(language, "cli.character.printed", count=len(sheets), file=str(out)))

        guarded(work, language, as_json=as_json)
