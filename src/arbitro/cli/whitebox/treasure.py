"""``arbitro treasure``: a treasure by the tables, for creatures or for their worth in experience."""

from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli import games_help, guarded, language_option, pack_option, pick_language, print_json
from arbitro.cli.whitebox import TEXTS, help_text
from arbitro.cli.whitebox.monster import bestiary
from arbitro.cli.whitebox.people import Workshop
from arbitro.rules.whitebox.powers.arranging import read_bands
from arbitro.rules.whitebox.powers.commands import RollTreasure
from arbitro.rules.whitebox.powers.events import TreasureRolled
from arbitro.text import Fault, Words


def register(app: typer.Typer) -> None:
    """Add ``treasure``."""

    @app.command("treasure", help=help_text("cli.treasure.help"))
    def treasure(
        monsters: Annotated[list[str] | None, typer.Argument(help=help_text("cli.treasure.monsters"))] = None,
        xp: Annotated[int, typer.Option("--xp", help=help_text("cli.treasure.xp"))] = 0,
        rules: Annotated[str, typer.Option("--rules", help=games_help())] = "whitebox",
        pack: Annotated[list[Path] | None, pack_option()] = None,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))] = None,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            game = bestiary(rules, pack)
            bands = read_bands(game.rules, monsters or ())
            if not bands and xp < 1:
                raise Fault(Words(TEXTS, "cli.treasure.nothing"))
            names = tuple(band.monster for band in bands for _ in range(max(band.count, 1)))
            desk = Workshop(rules, seed, language, packs=game.packs)
            events = desk.do(RollTreasure(xp, names, keep=False))
            if as_json:
                found = next(event for event in events if isinstance(event, TreasureRolled))
                print_json({"seed": desk.seed, "worth": found.worth, "found": found.found})
                return
            desk.tell(events)

        guarded(work, language, as_json=as_json)
