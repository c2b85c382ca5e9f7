"""``arbitro party``: whole parties, by lot, ready-made, or as they have become at a table."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli import games_help, guarded, help_text, language_option, pack_option, pick_language, print_json
from arbitro.cli.company import campaign_of, gathered, hand_out, party_at
from arbitro.cli.parties import PartyRequest, parties_of
from arbitro.cli.sessions import packs_of
from arbitro.cli.worded import WordedTyper
from arbitro.play.opening import known_game
from arbitro.rules import first_game


def ready_elsewhere(asked: PartyRequest, name: str) -> None:
    """A ready-made party of a game whose campaign brings them; without a name, the list of them."""
    campaign, language, as_json = campaign_of(asked.game, asked.packs), asked.language, asked.as_json
    if name:
        state, _ = gathered(campaign, f"ready:{name}", "", language)
        hand_out(campaign, state, language, asked.out, as_json=as_json)
        return
    known = {party.partition(":")[2]: title.in_(language) for party, title in campaign.side.party.parties()}
    if as_json:
        print_json(known)
        return
    for key, title in known.items():
        print(f"{key:12} {title}")


def register(app: typer.Typer) -> None:
    """Add ``party`` and its commands."""
    group = WordedTyper(no_args_is_help=True, help=help_text("cli.party.help"))
    app.add_typer(group, name="party")
    first = first_game()
    Lang = Annotated[str | None, language_option()]
    Json = Annotated[bool, typer.Option("--json", help=help_text("cli.json"))]
    Rules = Annotated[str, typer.Option("--rules", help=games_help())]
    Packs = Annotated[list[Path] | None, pack_option()]
    Out = Annotated[Path | None, typer.Option("--out", dir_okay=False, help=help_text("cli.character.out"))]

    @group.command("random", help=help_text("cli.party.random"))
    def random(
        size: Annotated[int, typer.Option("--size", help=help_text("cli.party.size"))] = 4,
        level: Annotated[int, typer.Option("--level", help=help_text("cli.character.level"))] = 1,
        rules: Rules = first,
        seed: Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))] = None,
        pack: Packs = None,
        out: Out = None,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            own = parties_of(known_game(rules).id)
            packs = packs_of(pack or ())
            if own is not None:
                own.random(PartyRequest(rules, language, seed, packs, out, as_json), size, level)
                return
            campaign = campaign_of(rules, packs)
            state, word = gathered(campaign, f"random:{size}:{level}", seed, language)
            hand_out(campaign, state, language, out, as_json=as_json, seed=word)

        guarded(work, language, as_json=as_json)

    @group.command("ready", help=help_text("cli.party.ready"))
    def ready(
        name: Annotated[str, typer.Argument(help=help_text("cli.party.name"))] = "",
        rules: Rules = first,
        pack: Packs = None,
        out: Out = None,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            own = parties_of(known_game(rules).id)
            asked = PartyRequest(rules, language, "", packs_of(pack or ()), out, as_json)
            if own is None:
                ready_elsewhere(asked, name)
            else:
                own.ready(asked, name)

        guarded(work, language, as_json=as_json)

    @group.command("keep", help=help_text("cli.party.keep"))
    def keep(
        table: Annotated[str, typer.Argument(help=help_text("cli.party.table"))],
        out: Out = None,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            campaign, state = asyncio.run(party_at(table))
            hand_out(campaign, state, language, out, as_json=as_json)

        guarded(work, language, as_json=as_json)
