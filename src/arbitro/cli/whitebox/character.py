"""``arbitro character``: make, show and raise characters."""

from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from arbitro.cli import crafting, games_help, guarded, language_option, pack_option, pick_language, printing
from arbitro.cli.company import campaign_of, gathered, hand_out
from arbitro.cli.sessions import packs_of
from arbitro.cli.whitebox import TEXTS, goods, help_text
from arbitro.cli.whitebox.people import Workshop, deliver
from arbitro.cli.whitebox.sheets import NewSheet, elsewhere, raise_file, show_file, write_new
from arbitro.cli.worded import WordedTyper
from arbitro.kernel.pack import Pack
from arbitro.rules.whitebox.people.commands import RandomCharacter
from arbitro.rules.whitebox.people.events import CharacterMade
from arbitro.text import Fault, Language, Words


class Lot(NamedTuple):
    """A character by lot, as it was asked for."""

    class_id: str
    folk: str
    level: int
    rules: str
    seed: str | None
    typed: bool


def by_lot(asked: Lot, packs: tuple[Pack, ...], language: Language, out: Path | None, *, as_json: bool) -> None:
    """Make a character and hand it out; where the game's own workshop makes none, its campaign does."""
    wished = asked.class_id or asked.folk or asked.typed
    if elsewhere(asked.rules) and asked.typed:
        raise Fault(Words(TEXTS, "cli.character.not_here", option="--typed", game=asked.rules))
    if elsewhere(asked.rules) and wished:
        said = {"class": [asked.class_id], crafting.people_step(asked.rules): [asked.folk]}
        said = {step: answers for step, answers in said.items() if any(answers)}
        crafting.craft(
            crafting.CharacterRequest(asked.rules, language, said, asked.level, asked.seed, packs, out, as_json)
        )
        return
    if elsewhere(asked.rules):
        campaign = campaign_of(asked.rules, packs)
        state, word = gathered(campaign, f"random:1:{asked.level}", asked.seed, language)
        hand_out(campaign, state, language, out, as_json=as_json, seed=word)
        return
    desk = Workshop(asked.rules, asked.seed, language, packs=packs)
    events = desk.do(RandomCharacter("", asked.level, asked.class_id, asked.folk), typed=asked.typed)
    ids = tuple(event.who for event in events if isinstance(event, CharacterMade))
    deliver(desk, ids, out, as_json=as_json, seeded=asked.seed is not None or asked.typed)


def register(app: typer.Typer) -> None:
    """Add ``character`` and its commands."""
    group = WordedTyper(no_args_is_help=True, help=help_text("cli.character.help"))
    app.add_typer(group, name="character")
    Lang = Annotated[str | None, language_option()]
    Json = Annotated[bool, typer.Option("--json", help=help_text("cli.json"))]
    Rules = Annotated[str, typer.Option("--rules", help=games_help())]
    Seed = Annotated[str | None, typer.Option("--seed", help=help_text("cli.fight.seed"))]
    Out = Annotated[Path | None, typer.Option("--out", dir_okay=False, help=help_text("cli.character.out"))]
    Level = Annotated[int, typer.Option("--level", help=help_text("cli.character.level"))]
    Typed = Annotated[bool, typer.Option("--typed", help=help_text("cli.fight.typed"))]
    Packs = Annotated[list[Path] | None, pack_option()]
    Choose = Annotated[list[str] | None, typer.Option("--choose", help=help_text("cli.character.choose"))]
    goods.register(group)
    printing.register(group)
    File = Annotated[Path, typer.Argument(dir_okay=False, help=help_text("cli.character.file"))]

    @group.command("random", help=help_text("cli.character.random"))
    def random(
        class_id: Annotated[str, typer.Option("--class", help=help_text("cli.character.class"))] = "",
        folk: Annotated[str, typer.Option("--people", help=help_text("cli.character.people"))] = "",
        level: Level = 1,
        rules: Rules = "whitebox",
        seed: Seed = None,
        typed: Typed = False,
        pack: Packs = None,
        out: Out = None,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)

        lot = Lot(class_id, folk, level, rules, seed, typed)

        def work() -> None:
            by_lot(lot, packs_of(pack or ()), language, out, as_json=as_json)

        guarded(work, language, as_json=as_json)

    @group.command("new", help=help_text("cli.character.new"))
    def new(
        name: Annotated[str, typer.Option("--name", help=help_text("cli.character.name"))],
        class_id: Annotated[str, typer.Option("--class", help=help_text("cli.character.class"))] = "",
        folk: Annotated[str, typer.Option("--people", help=help_text("cli.character.people"))] = "",
        alignment: Annotated[str, typer.Option("--alignment", help=help_text("cli.character.alignment"))] = "",
        woman: Annotated[bool, typer.Option("--woman", help=help_text("cli.character.woman"))] = False,
        scores: Annotated[str | None, typer.Option("--scores", help=help_text("cli.character.scores"))] = None,
        trade: Annotated[list[str] | None, typer.Option("--trade", help=help_text("cli.character.trade"))] = None,
        hit_dice: Annotated[str | None, typer.Option("--hit-dice", help=help_text("cli.character.hit_dice"))] = None,
        gold: Annotated[int, typer.Option("--gold", help=help_text("cli.character.gold"))] = -1,
        level: Level = 1,
        buy: Annotated[list[str] | None, typer.Option("--buy", help=help_text("cli.character.buy"))] = None,
        kit: Annotated[bool, typer.Option("--kit", help=help_text("cli.character.kit"))] = False,
        tongue: Annotated[list[str] | None, typer.Option("--language", help=help_text("cli.character.tongue"))] = None,
        spell: Annotated[list[str] | None, typer.Option("--spell", help=help_text("cli.character.spell"))] = None,
        choose: Choose = None,
        rules: Rules = "whitebox",
        settings: Annotated[list[str] | None, typer.Option("--set", help=help_text("cli.fight.settings"))] = None,
        seed: Seed = None,
        typed: Typed = False,
        pack: Packs = None,
        out: Out = None,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            write_new(
                NewSheet(
                    name=name,
                    class_id=class_id,
                    folk=folk,
                    alignment=alignment,
                    woman=woman,
                    scores=scores or "",
                    trade=tuple(trade or ()),
                    hit_dice=hit_dice or "",
                    gold=gold,
                    buy=tuple(buy or ()),
                    kit=kit,
                    languages=tuple(tongue or ()),
                    spells=tuple(spell or ()),
                    choose=tuple(choose or ()),
                    settings=tuple(settings or ()),
                    typed=typed,
                ),
                crafting.CharacterRequest(rules, language, {}, level, seed, packs_of(pack or ()), out, as_json),
            )

        guarded(work, language, as_json=as_json)

    @group.command("choices", help=help_text("cli.character.choices"))
    def choices(
        class_id: Annotated[str, typer.Option("--class", help=help_text("cli.character.class"))] = "",
        choose: Choose = None,
        rules: Rules = "archmage",
        seed: Seed = None,
        pack: Packs = None,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            said = ({"class": [class_id]} if class_id else {}) | crafting.said_of(choose)
            packs = packs_of(pack or ())
            crafting.list_choices(crafting.CharacterRequest(rules, language, said, 1, seed, packs, None, as_json))

        guarded(work, language, as_json=as_json)

    @group.command("show", help=help_text("cli.character.show"))
    def show(file: File, pack: Packs = None, lang: Lang = None, as_json: Json = False) -> None:
        language = pick_language(lang)

        def work() -> None:
            show_file(file, packs_of(pack or ()), language, as_json=as_json)

        guarded(work, language, as_json=as_json)

    @group.command("level-up", help=help_text("cli.character.level_up"))
    def level_up(
        file: File,
        xp: Annotated[int | None, typer.Option("--xp", help=help_text("cli.character.xp"))] = None,
        choose: Annotated[list[str] | None, typer.Option("--choose", help=help_text("cli.character.wish"))] = None,
        seed: Seed = None,
        typed: Typed = False,
        pack: Packs = None,
        out: Out = None,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            asked = crafting.CharacterRequest(
                crafting.game_in(file), language, {}, 1, seed, packs_of(pack or ()), out or file, as_json
            )
            raise_file(file, asked, xp=xp, wishes=choose or [], typed=typed)

        guarded(work, language, as_json=as_json)
