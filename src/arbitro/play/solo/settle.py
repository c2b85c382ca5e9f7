"""From what a room's author wrote to what the game in use can play: foes, treasure, hurt, healing, with their dice."""

from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Dice
from arbitro.dungeon.events import Effect, Seen, SpaceLaid
from arbitro.dungeon.model import Dungeon, Known, Lead, Slot, Space
from arbitro.dungeon.stocking import Stock, Stocker
from arbitro.kernel.event import Event
from arbitro.kernel.rolltable import counted
from arbitro.kernel.ruling import Lookup
from arbitro.play import digging
from arbitro.play.solo.known import ANY
from arbitro.play.solo.room import RULES, Held, Outcome, WholeRoom
from arbitro.play.stocking import COINS


def chosen(held: Held, game: str) -> Held:
    """The part of what a room holds that a game uses: its own, else what is meant for any."""
    key = game if game in held else ANY
    return {key: held[key]} if key in held else {}


def for_game(room: WholeRoom, game: str) -> WholeRoom:
    """A room with nothing in it of other games."""

    def narrowed(outcome: Outcome) -> Outcome:
        return replace(outcome, foes=chosen(outcome.foes, game), treasure=chosen(outcome.treasure, game))

    questions = tuple(
        replace(
            question,
            doings=tuple(
                replace(
                    doing,
                    then=narrowed(doing.then),
                    rows=tuple(replace(row, outcome=narrowed(row.outcome)) for row in doing.rows),
                )
                for doing in question.doings
            ),
        )
        for question in room.questions
    )
    return replace(room, foes=chosen(room.foes, game), treasure=chosen(room.treasure, game), questions=questions)


def foes_of(held: Held, slot: Slot, stocker: Stocker, dice: Dice) -> Stock:
    """Who comes: creatures by name as the room has them, or those of the level that the game's stocker gives."""

    def of_the_level(_name: str, number: int) -> Stock:
        return stocker.monsters(replace(slot, kind="monster", number=number), dice)

    return _settled(held, dice, of_the_level)


def treasure_of(held: Held, slot: Slot, stocker: Stocker, dice: Dice) -> Stock:
    """What is found: as the room has it, or the appendix's units as the game's stocker counts them, coins by level."""

    def counted(unit: str, number: int) -> Stock:
        amount = number * max(slot.level, 1) if unit in COINS else number
        return stocker.valuables(replace(slot, kind="treasure", unit=unit, amount=amount), dice)

    return _settled(held, dice, counted)


def _settled(held: Held, dice: Dice, asked: Callable[[str, int], Stock]) -> Stock:
    """How many of each thing that a room holds; what is meant for any game is `asked` of the one in use."""
    thrown = _Thrown(dice)
    for game, items in held.items():
        for name, count in items.items():
            number = thrown.number(str(count), name)
            if game != ANY:
                thrown.add(name, number)
            elif number:
                thrown.take(asked(name, number))
    return thrown.stock()


def effects_of(outcome: Outcome, who: str, everybody: tuple[str, ...]) -> tuple[Effect, ...]:
    """Hurt and healing as effects of the dungeon, whose dice the game in use throws."""
    found = []
    if outcome.harm is not None:
        hurt = everybody if outcome.harm.everybody else (who,)
        found.append(Effect("damage", hurt, save=outcome.harm.save, dice=str(outcome.harm.dice)))
    if outcome.healing:
        found.append(Effect("healing", (who,), dice=outcome.healing))
    return tuple(found)


def look_ahead(state: Dungeon, space: str, group: str, dice: Dice) -> tuple[Event, ...]:
    """Work out the open end nearest to a space, as the party would on going there, and let the party see what it is.

    Nothing happens where no end of the level is open, or while a step waits for the players' decision.
    """
    here = state.spaces[space]
    leads = [lead for lead in state.leads_on(here.level) if lead.kind != "search" and not lead.encounter]
    if not leads or state.held is not None:
        return ()
    nearest = min(leads, key=lambda lead: (lead.space != space, _apart(here, lead)))
    events = digging.GENERATOR.explore(state, nearest.id, dice, "")
    laid = [event.space for event in events if type(event) is SpaceLaid]
    return (*events, *(Seen(Known(group, each.id), rules=RULES) for each in laid))


def _apart(here: Space, lead: Lead) -> int:
    """How far an open end is, as far as it matters: in whole units from corner to corner."""
    (x, y), at = here.floor[0][0], lead.front
    return abs(at.x - x) + abs(at.y - y)


class _Thrown:
    """The dice of one part of a room, and what they have given so far."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.rolls: list[Lookup] = []
        self.rules: list[str] = list(RULES)
        self.found: Counter[str] = Counter()

    def number(self, text: str, purpose: str) -> int:
        """How many, never fewer than none."""
        lookup = counted(purpose, Amount.parse(text), self.dice, least=0)
        if lookup.dice:
            self.rolls.append(lookup)
        return lookup.total

    def add(self, name: str, number: int) -> None:
        """So many of something."""
        self.found[name] += number

    def take(self, stock: Stock) -> None:
        """All that a stocker gave."""
        for name, number in stock.items:
            self.add(name, number)
        self.rolls += stock.rolls
        self.rules += stock.rules

    def stock(self) -> Stock:
        """All that was found, with its dice."""
        items = tuple((name, count) for name, count in self.found.items() if count)
        return Stock(items, tuple(self.rolls), tuple(dict.fromkeys(self.rules)))
