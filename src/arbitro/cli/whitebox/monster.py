"""``arbitro monster``: the bestiary, entry by entry."""

from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli import games_help, guarded, language_option, pack_option, pick_language, print_json
from arbitro.cli.sessions import packs_of
from arbitro.cli.whitebox import TEXTS, help_text
from arbitro.cli.worded import WordedTyper
from arbitro.kernel.yamlfile import unknown_name
from arbitro.play.opening import known_game
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.powers.telling import monster_text
from arbitro.text import Fault, Words


def bestiary(game: str, packs: list[Path] | None) -> BoxGame:
    """The game with a bestiary, with a reader's packs laid over it; a fault for a game without one."""
    ruleset = known_game(game).with_packs(packs_of(packs or ()))
    if not isinstance(ruleset, BoxGame):
        raise Fault(Words(TEXTS, "cli.monster.none", game=game))
    return ruleset


def register(app: typer.Typer) -> None:
    """Add ``monster`` and its commands."""
    group = WordedTyper(no_args_is_help=True, help=help_text("cli.monster.help"))
    app.add_typer(group, name="monster")
    Lang = Annotated[str | None, language_option()]
    Json = Annotated[bool, typer.Option("--json", help=help_text("cli.json"))]
    Rules = Annotated[str, typer.Option("--rules", help=games_help())]
    Packs = Annotated[list[Path] | None, pack_option()]

    @group.command("show", help=help_text("cli.monster.show"))
    def show(
        name: Annotated[str, typer.Argument(help=help_text("cli.monster.name"))],
        rules: Rules = "whitebox",
        pack: Packs = None,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            game = bestiary(rules, pack)
            if name not in game.content.monsters:
                raise Fault(unknown_name(name, game.content.monsters))
            if as_json:
                print_json({"id": name, "monster": game.content.monsters[name]})
                return
            for line in monster_text(game.rules, name, language):
                print(line)

        guarded(work, language, as_json=as_json)

    @group.command("list", help=help_text("cli.monster.list"))
    def list_all(rules: Rules = "whitebox", pack: Packs = None, lang: Lang = None, as_json: Json = False) -> None:
        language = pick_language(lang)

        def work() -> None:
            game = bestiary(rules, pack)
            names = {name: str(entry.name.in_(language)) for name, entry in game.content.monsters.items()}
            if as_json:
                print_json(names)
                return
            for name, shown in names.items():
                print(f"{name:26} {shown}")

        guarded(work, language, as_json=as_json)
