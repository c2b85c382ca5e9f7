"""What a character of the game of Hope and Fear would sensibly be, where it is left to the lot, and a new level.

Our rulings for the lot: traits, weapons and armour are those of a ready character of the class; where there is none,
the Spellcast trait is the best, the primary weapon goes by it, any armour is worn; cards are those that the rules play.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final, get_args, get_type_hints

from msgspec import convert
from msgspec.structs import replace

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.refused import RefusalWords
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import unknown_name
from arbitro.play.maker import LevelWishes, MakingStep, Sense
from arbitro.play.side import Bound
from arbitro.play.sides.daggerheart.making import TRAIT_STEPS, UNARMOURED
from arbitro.play.sides.daggerheart.party import TEXTS, DaggerheartSide, inner_state
from arbitro.play.sides.daggerheart.resting import growth
from arbitro.play.state import CampaignState, Draft
from arbitro.rules.daggerheart import Spotlight
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.people import Sheet
from arbitro.rules.daggerheart.player_entries import PowerEntry, power_plays
from arbitro.rules.daggerheart.state import Hero
from arbitro.text import Fault, Words

CARD: Final = "card"
"""The sort of choice that is no advancement: the domain card of the level."""
TRADE: Final = "trade"
"""A card for another: the one that is given up, then the one that is taken."""
BONUS: Final = dict(zip(TRAIT_STEPS, (2, 1, -1), strict=True))
PLAYS_FIRST: Final = ("runs", "asks", "told")


def advancements() -> tuple[str, ...]:
    """The sorts of advancements, by the words of the command."""
    return get_args(get_type_hints(c.Advance)["kind"])


# -------------------------------------------------------------------- what makes sense


def likes(books: Library, draft: Draft, step: MakingStep) -> tuple[str, ...]:
    """The answers that make sense; nothing where all do."""
    if step.id in TRAIT_STEPS:
        return _traits(books, draft, step)
    if step.id in ("weapon", "second", "armour"):
        return _outfit(books, draft, step)
    if step.id == CARD:
        entries = books.entries("powers", PowerEntry)
        ranks = {pick: PLAYS_FIRST.index(power_plays(entries[pick])) for pick in step.picks}
        return tuple(pick for pick in step.picks if ranks[pick] == min(ranks.values()))
    return ()


def _outfit(books: Library, draft: Draft, step: MakingStep) -> tuple[str, ...]:
    """What a ready character of the class has; else what goes by the best trait, and any armour."""
    model = _model(books, draft)
    if model is not None:
        worn = (*(weapon.id for weapon in model.weapons), *((model.armour.id,) if model.armour is not None else ()))
        return tuple(pick for pick in step.picks if pick in worn)
    if step.id == "weapon":
        return tuple(pick for pick in step.picks if books.weapons[pick].trait == draft.value("best"))
    return tuple(pick for pick in step.picks if pick != UNARMOURED) if step.id == "armour" else ()


def _model(books: Library, draft: Draft) -> Sheet | None:
    """The first ready character of the class."""
    sheets = (hero.sheet for hero in books.characters.values())
    return next((sheet for sheet in sheets if sheet.class_id == draft.value("class")), None)


def _traits(books: Library, draft: Draft, step: MakingStep) -> tuple[str, ...]:
    """Those of a ready character of the class; else the one that spells go by."""
    model = _model(books, draft)
    if model is not None:
        wanted = {str(trait) for trait, bonus in model.traits.items() if bonus == BONUS[step.id]}
        return tuple(pick for pick in step.picks if pick in wanted)
    spellcast = books.classes[draft.value("class")].spellcast
    return (spellcast,) if step.id == "best" and spellcast in step.picks else ()


# -------------------------------------------------------------------- a new level


def choose_rest(side: DaggerheartSide, state: CampaignState) -> Iterator[Command]:
    """Advancements and cards as plain characters take them."""
    yield from growth(side.game, inner_state(state))


def raised(game: Spotlight, sheet: Sheet, wishes: LevelWishes) -> Sheet:
    """The character one level higher, with what is wished for and the rest chosen sensibly (DHP-LEVEL-01)."""
    table = Table.open(game, "desk", seed_from_text(sheet.id))
    _do(table, c.StartCampaign((Hero(sheet),)))
    _do(table, c.LevelUp())
    for sort, names in wishes:
        _do(table, _wish(sheet.id, sort, names))
    given_up = {names[0] for sort, names in wishes if sort == TRADE and names}
    while (command := next(_others(growth(game, table.state), given_up), None)) is not None:
        _do(table, command)
    return table.state.party[sheet.id].sheet


def _others(wished: Iterator[Command], given_up: Collection[str]) -> Iterator[Command]:
    """What is wished for, but for a card that was just given up."""
    return (one for one in wished if not (isinstance(one, c.TakeCard) and one.power in given_up))


def _wish(who: str, sort: str, names: tuple[str, ...]) -> Command:
    if sort == CARD:
        return c.TakeCard(who, *names[:1])
    if sort == TRADE:
        return c.TradeCard(who, *(*names, "", "")[:2])
    if sort not in advancements():
        raise Fault(unknown_name(sort, (CARD, TRADE, *advancements())))
    made: c.Advance = convert({"who": who, "kind": sort}, c.Advance)
    first, second, third = (*names, "", "", "")[:3]
    return replace(made, first=first, second=second, third=third)


def _do(table: Table[Any], command: Command) -> None:
    answer = table.submit(command, REFEREE)
    if isinstance(answer, Refusal):
        raise Fault(Words(TEXTS, "rising.refused", why=RefusalWords(table.ruleset, table.state, answer)))


def sense(side: DaggerheartSide) -> Sense:
    """What is left to the program, for the page of the side."""
    books = Bound(side.game.rules.books)
    return Sense(likes=books(likes), choose_rest=Bound(side)(choose_rest), risen=Bound(side.game)(raised))
