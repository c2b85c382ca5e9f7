"""What a character of the archmages would sensibly be, where it is left to the lot, and the sheet with a new level.

Our rulings for the lot: the best scores go where the class has its bonus, then to Constitution and Dexterity; arms and
armour are the best that the class bears without a penalty; of talents, powers and feats those that the rules play.
"""

from collections.abc import Iterator
from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.yamlfile import unknown_name
from arbitro.play.maker import LevelWishes, MakingStep, Sense
from arbitro.play.side import Bound
from arbitro.play.sides.archmage.growing import may_grow
from arbitro.play.sides.archmage.growth import LetChoose
from arbitro.play.sides.archmage.making import DETAIL, FREE, PLACE, POWER, SHIELD, THROWN
from arbitro.play.sides.archmage.party import TEXTS, ArchmageSide, own_state, people
from arbitro.play.state import CampaignState, Draft
from arbitro.rules.archmage.catalogue import Books, Cell, ClassEntry
from arbitro.rules.archmage.characters import Hero, risen
from arbitro.rules.archmage.choosing import PLAYS_FIRST, ChoiceKind, filled, owed, taken
from arbitro.text import Fault, Words

USUAL_ORDER: Final = ("con", "dex", "wis", "str", "int", "cha")
"""Where the scores go that the class does not ask for."""
KINDS: Final[tuple[ChoiceKind, ...]] = ("raise", "talent", "detail", "power", "feat")


# -------------------------------------------------------------------- what makes sense


def likes(books: Books, draft: Draft, step: MakingStep) -> tuple[str, ...]:
    """The answers that make sense; nothing where all do."""
    if step.words == PLACE:
        first = books.classes[draft.value("class")].class_bonus
        order = (*first, *(each for each in USUAL_ORDER if each not in first))
        return (min(step.picks, key=order.index),)
    if step.id == "method":
        return tuple(pick for pick in step.picks if pick != THROWN)
    if step.id == "talent" or step.words in (POWER, "feat"):
        return _played(books, step)
    if step.words == DETAIL or "class" not in dict(draft.answers):
        return ()
    return _outfit(books.classes[draft.value("class")], step)


def _played(books: Books, step: MakingStep) -> tuple[str, ...]:
    """Of talents, powers or feats those that the rules play best."""

    def rank(pick: str) -> int:
        name, _, tier = pick.partition("/")
        entry = books.powers[name]
        plays = next((each.plays for at, each in entry.feats.items() if at == tier), entry.plays)
        return PLAYS_FIRST.index(plays)

    best = min(map(rank, step.picks), default=0)
    return tuple(pick for pick in step.picks if rank(pick) == best)


def _outfit(entry: ClassEntry, step: MakingStep) -> tuple[str, ...]:
    """The best arms and armour without a penalty."""
    match step.id:
        case "armour":
            suits = {
                pick: entry.armour[pick]
                for pick in step.picks
                if pick in entry.armour and not entry.armour[pick].attack
            }
            return (max(suits, key=lambda pick: suits[pick].ac),) if suits else ()
        case "hand":
            shield = entry.armour.get("shield")
            return (SHIELD,) if shield is not None and not shield.attack else (FREE,)
        case "melee" | "ranged":
            cells = {pick: _cell(entry, step.id, pick) for pick in step.picks}
            fair = {pick: cell.die for pick, cell in cells.items() if not cell.attack}
            return tuple(pick for pick, die in fair.items() if die == max(fair.values()))
    return ()


def _cell(entry: ClassEntry, step: str, pick: str) -> Cell:
    size, _, how = pick.partition("/")
    if step == "melee":
        return entry.melee[size][int(how) - 1]
    return next(cell for kind, cell in entry.ranged[size].items() if kind == how)


# -------------------------------------------------------------------- a new level


def choose_rest(side: ArchmageSide, state: CampaignState) -> Iterator[Command]:
    """Everybody who still has something to choose lets it be chosen."""
    books, heroes = side.game.rules.books, own_state(state).heroes
    for who in people(state):
        open_ = owed(books, heroes[who]) and filled(books, heroes[who]) != heroes[who]
        if open_ and may_grow(state, who) is None:
            yield LetChoose(who)


def raised(books: Books, hero: Hero, wishes: LevelWishes) -> Hero:
    """The character one level higher, with what is wished for and the rest chosen sensibly (AE-FULLHEAL-01)."""
    made = risen(books, hero)
    for sort, names in wishes:
        kind = next((each for each in KINDS if each == sort), None)
        if kind is None:
            raise Fault(unknown_name(sort, KINDS))
        for name in names:
            open_ = tuple(option for each in owed(books, made) if each.kind == kind for option in each.options)
            if not open_:
                raise Fault(Words(TEXTS, "rising.nothing", who=hero.name, sort=sort))
            if name not in open_:
                raise Fault(unknown_name(name, open_))
            of = next(each.of for each in owed(books, made) if each.kind == kind and name in each.options)
            made = taken(books, made, kind, name, of) or made
    return filled(books, made) if made.talents or made.raises else made


def sense(side: ArchmageSide) -> Sense:
    """What is left to the program, for the page of the side."""
    books = Bound(side.game.rules.books)
    return Sense(likes=books(likes), choose_rest=Bound(side)(choose_rest), risen=books(raised))
