"""``arbitro monster``: the bestiary of any game, entry by entry, with those of packs."""

from pathlib import Path
from typing import Annotated, Any

import typer

from arbitro.chances.bestiary import met_sheet
from arbitro.cli import games_help, guarded, language_option, pack_option, pick_language, print_json
from arbitro.cli.company import lines
from arbitro.cli.sessions import packs_of
from arbitro.cli.whitebox import TEXTS, help_text
from arbitro.cli.worded import WordedTyper
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.yamlfile import unknown_name
from arbitro.play.opening import known_game
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.powers.telling import monster_text
from arbitro.text import Fault, Language, Words


def bestiary(game: str, packs: list[Path] | None) -> BoxGame:
    """The game with a bestiary, with a reader's packs laid over it; a fault for a game without one."""
    ruleset = known_game(game).with_packs(packs_of(packs or ()))
    if not isinstance(ruleset, BoxGame):
        raise Fault(Words(TEXTS, "cli.monster.none", game=game))
    return ruleset


def stocked(game: str, packs: list[Path] | None) -> Ruleset[Any]:
    """A game that has creatures, with a reader's packs laid over it; a fault for one without any."""
    ruleset = known_game(game).with_packs(packs_of(packs or ()))
    if not ruleset.creatures():
        raise Fault(Words(TEXTS, "cli.monster.none", game=game))
    return ruleset


def shown(ruleset: Ruleset[Any], name: str, language: Language) -> list[str]:
    """An entry in lines: as the book has it, or as its sheet has it where it comes to blows."""
    if isinstance(ruleset, BoxGame):
        return list(monster_text(ruleset.rules, name, language))
    return lines(met_sheet(ruleset, name, language))


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
            ruleset = stocked(rules, pack)
            if name not in ruleset.creatures():
                raise Fault(unknown_name(name, ruleset.creatures()))
            if as_json:
                print_json({"id": name, "monster": ruleset.creature(name)})
                return
            print(*shown(ruleset, name, language), sep="\n")

        guarded(work, language, as_json=as_json)

    @group.command("list", help=help_text("cli.monster.list"))
    def list_all(rules: Rules = "whitebox", pack: Packs = None, lang: Lang = None, as_json: Json = False) -> None:
        language = pick_language(lang)

        def work() -> None:
            names = {name: str(noun.in_(language)) for name, noun in stocked(rules, pack).creatures().items()}
            if as_json:
                print_json(names)
                return
            for name, shown in names.items():
                print(f"{name:26} {shown}")

        guarded(work, language, as_json=as_json)
