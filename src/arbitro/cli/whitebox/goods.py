"""What is for sale: the lists of arms, armour, gear and transport, and how a buyer names a thing of them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct

from arbitro.cli import games_help, guarded, language_option, pack_option, pick_language, print_json
from arbitro.cli.sessions import packs_of
from arbitro.cli.whitebox import help_text
from arbitro.cli.whitebox.people import Workshop
from arbitro.kernel.yamlfile import unknown_name
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.people.equipment import bundle, listed, sort_of
from arbitro.rules.whitebox.people.state import Coins
from arbitro.rules.whitebox.people.telling import coins_text
from arbitro.text import Fault, Language


class Article(Struct, frozen=True):
    """One entry of the lists."""

    name: str
    sort: str
    gp: int
    count: int
    """How many pieces one purchase brings."""


def articles(rules: BoxGame, language: Language) -> dict[str, Article]:
    """Everything that the lists offer, by id."""
    content = rules.content
    found = {}
    for item in (*content.weapons, *content.armour, *content.gear, *content.transport):
        sort = sort_of(rules.rules, item)
        entry = None if sort is None else listed(rules.rules, sort, item)
        if sort is not None and entry is not None:
            found[item] = Article(str(entry.name.in_(language)), sort, entry.cost, bundle(rules.rules, item))
    return found


def chosen(rules: BoxGame, texts: Iterable[str], language: Language) -> list[str]:
    """The ids of things that a buyer names, by id or as the reader calls them; a fault names the nearest otherwise."""
    offered = articles(rules, language)
    by_name = {article.name.lower(): item for item, article in offered.items()}
    found = []
    for text in texts:
        item = by_name.get(text.lower(), text)
        if item not in offered:
            raise Fault(unknown_name(text, (*offered, *by_name)))
        found.append(item)
    return found


def register(group: typer.Typer) -> None:
    """Add ``character goods``."""

    @group.command("goods", help=help_text("cli.character.goods"))
    def goods(
        rules: Annotated[str, typer.Option("--rules", help=games_help())] = "whitebox",
        pack: Annotated[list[Path] | None, pack_option()] = None,
        lang: Annotated[str | None, language_option()] = None,
        as_json: Annotated[bool, typer.Option("--json", help=help_text("cli.json"))] = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            desk = Workshop(rules, "", language, packs=packs_of(pack or ()))
            offered = articles(desk.rules, language)
            if as_json:
                print_json(offered)
                return
            for item, article in offered.items():
                pieces = f" × {article.count}" if article.count > 1 else ""
                price = coins_text(desk.rules.rules, Coins(article.gp), language)
                print(f"{item:24} {article.name}{pieces}: {price}")

        guarded(work, language, as_json=as_json)
