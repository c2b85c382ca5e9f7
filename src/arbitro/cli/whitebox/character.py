"""``arbitro character``: make, show and raise characters."""

from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from arbitro.cli import games_help, guarded, language_option, pack_option, pick_language
from arbitro.cli.company import campaign_of, gathered, hand_out
from arbitro.cli.parties import parties_of
from arbitro.cli.sessions import packs_of
from arbitro.cli.settings import settings_from
from arbitro.cli.whitebox import TEXTS, goods, help_text
from arbitro.cli.whitebox.people import Workshop, deliver, read_roll
from arbitro.cli.worded import WordedTyper
from arbitro.kernel.named import slug
from arbitro.kernel.pack import Pack
from arbitro.kernel.yamlfile import unknown_name
from arbitro.play.opening import known_game
from arbitro.rules.whitebox.people.commands import CreateCharacter, GiveXp, RandomCharacter, RollAbilities
from arbitro.rules.whitebox.people.events import CharacterMade
from arbitro.rules.whitebox.people.levels import with_bonus
from arbitro.rules.whitebox.people.records import top_level
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.terms import Named
from arbitro.text import Fault, Language, Words


def pairs(texts: list[str] | None, least: int = 1) -> dict[str, int]:
    """Texts such as ``torches_6=2`` or plain ``dagger``, as a mapping."""
    found: dict[str, int] = {}
    for text in texts or ():
        name, given, number = text.partition("=")
        if given and not number.isdecimal():
            raise Fault(Words(TEXTS, "cli.character.pair", text=text))
        found[name] = int(number) if given else least
    return found


def numbers(text: str | None) -> tuple[int, ...]:
    """Numbers with commas between."""
    if not text:
        return ()
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise Fault(Words(TEXTS, "cli.character.numbers", text=text))
    return tuple(int(part) for part in parts)


def next_threshold(desk: Workshop, one: Character) -> int:
    """Experience that is missing for the next level; a fault where there is none."""
    rules = desk.rules
    top = top_level(rules.rules, one.people, one.class_id) if one.class_id else 0
    if one.level >= top:
        raise Fault(Words(TEXTS, "cli.character.top", who=one.name.in_(desk.language), level=one.level))
    needed = rules.content.classes[one.class_id].levels[one.level].xp or 0
    missing = max(needed - one.xp, 0)
    award = missing
    while award + with_bonus(award, one.xp_bonus) < missing:  # a penalty asks for more
        award += 1
    while award > 1 and award - 1 + with_bonus(award - 1, one.xp_bonus) >= missing:  # a bonus for less
        award -= 1
    return max(award, 1)


def check_new(desk: Workshop, name: str, level: int, gold: int, languages: list[str], spells: list[str]) -> None:
    """What a sheet to be made is told before the rules look at it: slips of the pen, with what was meant."""
    content = desk.rules.content
    if not name.strip():
        raise Fault(Words(TEXTS, "cli.character.no_name"))
    creation = content.creation
    most = creation.gold.count * creation.gold.sides * creation.gold_times
    if level == 1 and gold > most:
        raise Fault(Words(TEXTS, "cli.character.too_rich", gold=gold, most=most))
    for given, known in ((languages, content.languages), (spells, content.spells)):
        for word in given:
            if word not in known:
                raise Fault(unknown_name(word, known))


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
    if parties_of(known_game(asked.rules).id) is None and not wished:
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
    goods.register(group)
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
        class_id: Annotated[str, typer.Option("--class", help=help_text("cli.character.class"))],
        folk: Annotated[str, typer.Option("--people", help=help_text("cli.character.people"))] = "human",
        alignment: Annotated[str, typer.Option("--alignment", help=help_text("cli.character.alignment"))] = "law",
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
            desk = Workshop(rules, seed, language, settings_from(settings), packs_of(pack or ()))
            check_new(desk, name, level, gold, tongue or [], spell or [])
            order = desk.rules.content.creation.order
            typed_scores = numbers(scores)
            if typed_scores and len(typed_scores) != len(order):
                raise Fault(Words(TEXTS, "cli.character.six", count=len(order), order=", ".join(order)))
            if alignment not in desk.rules.content.creation.alignments:
                known = ", ".join(desk.rules.content.creation.alignments)
                raise Fault(Words(TEXTS, "cli.character.bad_alignment", alignment=alignment, known=known))
            taken: dict[Any, int] = dict(pairs(trade))
            for ability in taken:
                if ability not in order:
                    raise Fault(Words(TEXTS, "cli.character.six", count=len(order), order=", ".join(order)))
            bought = pairs(buy)
            if (taken or tongue) and not typed_scores:  # both depend on the scores, which must fall first
                desk.do(RollAbilities(slug(name)), typed=typed)
            command = CreateCharacter(
                who=slug(name),
                name=Named(name, name, "f" if woman else "m"),
                folk=folk,
                class_id=class_id,
                alignment=alignment,
                abilities=dict(zip(order, typed_scores, strict=False)),
                trades=taken,
                hit_dice=numbers(hit_dice),
                gold=gold,
                level=level,
                languages=tuple(tongue or ()),
                book=tuple(spell or ()),
                buy=dict(zip(goods.chosen(desk.rules, bought, language), bought.values(), strict=True)),
                kit=kit,
            )
            desk.do(command, typed=typed)
            deliver(desk, (command.who,), out, as_json=as_json, seeded=seed is not None or typed)

        guarded(work, language, as_json=as_json)

    @group.command("show", help=help_text("cli.character.show"))
    def show(file: File, pack: Packs = None, lang: Lang = None, as_json: Json = False) -> None:
        language = pick_language(lang)

        def work() -> None:
            desk = Workshop(read_roll(file).game, "", language, packs=packs_of(pack or ()))
            ids = desk.enrol(file)
            deliver(desk, ids, None, as_json=as_json, seeded=True)

        guarded(work, language, as_json=as_json)

    @group.command("level-up", help=help_text("cli.character.level_up"))
    def level_up(
        file: File,
        xp: Annotated[int | None, typer.Option("--xp", help=help_text("cli.character.xp"))] = None,
        seed: Seed = None,
        typed: Typed = False,
        pack: Packs = None,
        out: Out = None,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)

        def work() -> None:
            desk = Workshop(read_roll(file).game, seed, language, packs=packs_of(pack or ()))
            ids = desk.enrol(file)
            awards = {who: next_threshold(desk, desk.state.characters[who]) if xp is None else xp for who in ids}
            for who, award in awards.items():
                events = desk.do(GiveXp(who, award), typed=typed)
                if not as_json:
                    desk.tell(events)
            deliver(desk, ids, out or file, as_json=as_json, seeded=seed is not None or typed)

        guarded(work, language, as_json=as_json)
