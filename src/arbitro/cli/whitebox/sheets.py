"""Sheets written and raised by command: by the book of the White Box family, or as another campaign makes them."""

from collections.abc import Collection
from pathlib import Path
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from arbitro.cli import crafting
from arbitro.cli.crafting import CharacterRequest
from arbitro.cli.parties import parties_of
from arbitro.cli.settings import settings_from
from arbitro.cli.whitebox import TEXTS, goods
from arbitro.cli.whitebox.people import Workshop, deliver, read_roll
from arbitro.kernel.named import slug
from arbitro.kernel.pack import Pack
from arbitro.kernel.yamlfile import unknown_name
from arbitro.play.opening import known_game
from arbitro.rules.whitebox.measure import Alignment
from arbitro.rules.whitebox.people.commands import CreateCharacter, GiveXp, RollAbilities
from arbitro.rules.whitebox.people.levels import with_bonus
from arbitro.rules.whitebox.people.records import top_level
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.terms import Named
from arbitro.text import Fault, Language, Words

USUAL_PEOPLE: Final = "human"
USUAL_ALIGNMENT: Final = "law"
"""What somebody is where nothing is said of it."""


class NewSheet(Struct, frozen=True, kw_only=True):
    """A character, as the command line describes it."""

    name: str
    class_id: str = ""
    folk: str = ""
    alignment: str = ""
    woman: bool = False
    scores: str = ""
    trade: tuple[str, ...] = ()
    hit_dice: str = ""
    gold: int = -1
    buy: tuple[str, ...] = ()
    kit: bool = False
    languages: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    """Answers to the steps of games that ask so."""
    settings: tuple[str, ...] = ()
    typed: bool = False


def pairs(texts: Collection[str], least: int = 1) -> dict[str, int]:
    """Texts such as ``torches_6=2`` or plain ``dagger``, as a mapping."""
    found: dict[str, int] = {}
    for text in texts:
        name, given, number = text.partition("=")
        if given and not number.isdecimal():
            raise Fault(Words(TEXTS, "cli.character.pair", text=text))
        found[name] = int(number) if given else least
    return found


def numbers(text: str) -> tuple[int, ...]:
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


def check_new(desk: Workshop, sheet: NewSheet, level: int) -> None:
    """What a sheet to be made is told before the rules look at it: slips of the pen, with what was meant."""
    content = desk.rules.content
    if not sheet.name.strip():
        raise Fault(Words(TEXTS, "cli.character.no_name"))
    creation = content.creation
    most = creation.gold.count * creation.gold.sides * creation.gold_times
    if level == 1 and sheet.gold > most:
        raise Fault(Words(TEXTS, "cli.character.too_rich", gold=sheet.gold, most=most))
    alignment, known_sides = sheet.alignment or USUAL_ALIGNMENT, creation.alignments
    if alignment not in known_sides:
        raise Fault(Words(TEXTS, "cli.character.bad_alignment", alignment=alignment, known=", ".join(known_sides)))
    for given, known in ((sheet.languages, content.languages), (sheet.spells, content.spells)):
        for word in given:
            if word not in known:
                raise Fault(unknown_name(word, known))


def elsewhere(game: str) -> bool:
    """Whether the characters of a game are made by its campaign, not by this workshop."""
    return parties_of(known_game(game).id) is None


def for_this_game(game: str, options: dict[str, object]) -> None:
    """A fault names the first option that was given and means nothing in a game."""
    for option, value in options.items():
        if value:
            raise Fault(Words(TEXTS, "cli.character.not_here", option=option, game=game))


def write_new(sheet: NewSheet, asked: CharacterRequest) -> None:
    """Make the character that is described, in its game's own way."""
    if elsewhere(asked.game):
        _by_steps(sheet, asked)
    else:
        _by_the_book(sheet, asked)


def _by_steps(sheet: NewSheet, asked: CharacterRequest) -> None:
    """The answers that were given, and the rest by lot."""
    for_this_game(
        asked.game,
        {
            "--alignment": sheet.alignment,
            "--scores": sheet.scores,
            "--trade": sheet.trade,
            "--hit-dice": sheet.hit_dice,
            "--gold": sheet.gold >= 0,
            "--buy": sheet.buy,
            "--kit": sheet.kit,
            "--language": sheet.languages,
            "--spell": sheet.spells,
            "--set": sheet.settings,
            "--typed": sheet.typed,
        },
    )
    if not sheet.name.strip():
        raise Fault(Words(TEXTS, "cli.character.no_name"))
    named = {"name": [sheet.name], "class": [sheet.class_id], crafting.people_step(asked.game): [sheet.folk]}
    said = {step: answers for step, answers in named.items() if any(answers)} | crafting.said_of(sheet.choose)
    crafting.craft(replace(asked, said={"gender": ["f" if sheet.woman else "m"], **said}))


def _by_the_book(sheet: NewSheet, asked: CharacterRequest) -> None:
    """What is given holds, what is not is thrown."""
    for_this_game(asked.game, {"--choose": sheet.choose})
    if not sheet.class_id:
        raise Fault(Words(TEXTS, "cli.character.no_class"))
    desk = Workshop(asked.game, asked.seed, asked.language, settings_from(sheet.settings), asked.packs)
    check_new(desk, sheet, asked.level)
    order, scores, taken = desk.rules.content.creation.order, numbers(sheet.scores), pairs(sheet.trade)
    if (scores and len(scores) != len(order)) or any(ability not in order for ability in taken):
        raise Fault(Words(TEXTS, "cli.character.six", count=len(order), order=", ".join(order)))
    bought, trades = pairs(sheet.buy), dict[Any, int](taken)
    if (taken or sheet.languages) and not scores:  # both depend on the scores, which must fall first
        desk.do(RollAbilities(slug(sheet.name)), typed=sheet.typed)
    command = CreateCharacter(
        who=slug(sheet.name),
        name=Named(sheet.name, sheet.name, "f" if sheet.woman else "m"),
        folk=sheet.folk or USUAL_PEOPLE,
        class_id=sheet.class_id,
        alignment=next(each for each in get_args(Alignment) if each == (sheet.alignment or USUAL_ALIGNMENT)),
        abilities=dict(zip(order, scores, strict=False)),
        trades=trades,
        hit_dice=numbers(sheet.hit_dice),
        gold=sheet.gold,
        level=asked.level,
        languages=sheet.languages,
        book=sheet.spells,
        buy=dict(zip(goods.chosen(desk.rules, bought, asked.language), bought.values(), strict=True)),
        kit=sheet.kit,
    )
    desk.do(command, typed=sheet.typed)
    seeded = asked.seed is not None or sheet.typed
    deliver(desk, (command.who,), asked.out, as_json=asked.as_json, seeded=seeded)


def show_file(file: Path, packs: tuple[Pack, ...], language: Language, *, as_json: bool) -> None:
    """The characters of a file, after checking them."""
    if elsewhere(crafting.game_in(file)):
        crafting.show(file, packs, language, as_json=as_json)
        return
    desk = Workshop(read_roll(file).game, "", language, packs=packs)
    deliver(desk, desk.enrol(file), None, as_json=as_json, seeded=True)


def raise_file(file: Path, asked: CharacterRequest, *, xp: int | None, wishes: list[str], typed: bool) -> None:
    """The characters of a file a level higher, or with so much more experience; the file is written anew."""
    if elsewhere(asked.game):
        for_this_game(asked.game, {"--xp": xp, "--typed": typed})
        crafting.level_up(file, crafting.wishes_of(wishes), asked)
        return
    for_this_game(asked.game, {"--choose": wishes})
    desk = Workshop(read_roll(file).game, asked.seed, asked.language, packs=asked.packs)
    ids = desk.enrol(file)
    awards = {who: next_threshold(desk, desk.state.characters[who]) if xp is None else xp for who in ids}
    for who, award in awards.items():
        events = desk.do(GiveXp(who, award), typed=typed)
        if not asked.as_json:
            desk.tell(events)
    deliver(desk, ids, asked.out, as_json=asked.as_json, seeded=asked.seed is not None or typed)
