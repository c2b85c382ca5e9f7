"""An adventure in one file: map, key, encounters, words read aloud in two languages, and what each game needs for it.

.. code-block:: yaml

    adventure: 1
    title: {it: La prima discesa, en: The first delve}
    intro: {it: …, en: …}
    games:
      a_game: {party: "ready:novices", options: {…}}
    rooms:                               # boxes of ten-foot squares; `at` is the north-west corner
      gate: {at: [20, 30], size: [2, 2], read: {it: …, en: …}}
      hall:
        at: [20, 26]
        size: [3, 4]
        foes: {a_game: [{kind: giant_rat, number: 2}]}
        treasure: {a_game: [{what: coins/gold, number: 30}]}
        cleared: {it: …, en: …}
    ways: [{from: gate, to: hall, kind: door, locked: true}]   # opening, door, secret_door, one_way_door
    entrance: gate
    hints: [{when: fight, say: {it: …, en: …}}]
    triggers: [{when: defeat, room: hall, say: {it: …, en: …}}]   # enter, leave, search, defeat, take; time with turns
    packs: [my-monsters]                 # content of one's own that it needs, by name

In place of ``ways`` and ``entrance`` a file may hold ``dungeon``: a whole dungeon as ``arbitro dungeon new`` writes it,
whose spaces the rooms then name. Whatever is wrong is a fault with file and line.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct, field

from arbitro.dungeon.blueprint import PlanBox, PlanWay, Squares, Wide, drawn, fault_in, way_id
from arbitro.dungeon.export.own import Kept, from_own, to_own
from arbitro.dungeon.kinds import is_treasure
from arbitro.dungeon.model import Dungeon
from arbitro.kernel.bounds import Large, SettingText
from arbitro.kernel.command import Command
from arbitro.kernel.rulebook import Phrase
from arbitro.kernel.ruleset import Setup
from arbitro.kernel.yamlfile import Document, unknown_name
from arbitro.play import commands as c
from arbitro.play.digging import GENERATOR
from arbitro.play.naming import TEXTS
from arbitro.play.state import HintText, PlaceTale, TriggerText
from arbitro.text import Fault, Words

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

MARK: Final = "adventure"
"""The first field of such a file."""


class KeyedFoes(Struct, frozen=True, forbid_unknown_fields=True):
    """Creatures of a game that wait in a room."""

    kind: str
    number: int = 1
    mood: str = ""


class KeyedLoot(Struct, frozen=True, forbid_unknown_fields=True):
    """Treasure that lies in a room, as the stocking of the game writes it."""

    what: str
    number: Large = 1


class RoomText(Struct, frozen=True, forbid_unknown_fields=True):
    """A room with its key; without a box where the file holds a whole dungeon."""

    at: tuple[Squares, Squares] | None = None
    size: tuple[Wide, Wide] | None = None
    passage: bool = False
    name: Phrase | None = None
    read: Phrase | None = None
    """Read aloud when the party first sees it."""
    warn: Phrase | None = None
    """A warning of what lies beyond, told with it."""
    cleared: Phrase | None = None
    """Told once nobody who was put there is left."""
    note: str = ""
    """For the referee alone."""
    foes: dict[str, tuple[KeyedFoes, ...]] = field(default_factory=dict)
    treasure: dict[str, tuple[KeyedLoot, ...]] = field(default_factory=dict)
    trap: str = ""


class GameText(Struct, frozen=True, forbid_unknown_fields=True):
    """What one game needs: a party to begin with, and options, which stand on the table's page for all to see."""

    party: str = ""
    options: dict[str, SettingText] = field(default_factory=dict)


class AdventureText(Struct, frozen=True, forbid_unknown_fields=True):
    """An adventure, as its file writes it."""

    adventure: Literal[1]
    title: Phrase
    games: dict[str, GameText]
    rooms: dict[str, RoomText]
    intro: Phrase | None = None
    ways: tuple[PlanWay, ...] = ()
    entrance: str = ""
    dungeon: str = ""
    hints: tuple[HintText, ...] = ()
    triggers: tuple[TriggerText, ...] = ()
    packs: tuple[str, ...] = ()
    """The packs that it needs, by name."""
    author: str = ""
    licence: str = ""


def is_adventure(document: Document) -> bool:
    """Whether a file is an adventure at all."""
    return MARK in document.mapping()


def read_text(document: Document) -> tuple[AdventureText, Dungeon]:
    """An adventure and its dungeon, checked as far as no game is needed for it."""
    text = document.read(AdventureText)
    if text.dungeon:
        dungeon = _kept(document, text).dungeon
        check_triggers(document, text, dungeon)
        return text, dungeon
    boxes: dict[str, PlanBox] = {}
    for name, room in text.rooms.items():
        if room.at is None or room.size is None:
            raise document.fault(Words(TEXTS, "adventure.no_box", room=name), "rooms", name)
        boxes[name] = PlanBox(room.at, room.size, room.passage)
    wrong = fault_in(boxes, text.ways, text.entrance)
    if wrong is not None:
        words, way = wrong
        raise document.fault(words, *way)
    made = drawn(boxes, text.ways, text.entrance, GENERATOR.options().defaults())
    check_triggers(document, text, made)
    return text, made


def _kept(document: Document, text: AdventureText) -> Kept:
    try:
        kept = from_own(text.dungeon.encode(), GENERATOR.options())
    except Fault as fault:
        raise document.fault(fault.words, "dungeon") from None
    for name in text.rooms:
        if name not in kept.dungeon.spaces:
            raise document.fault(unknown_name(name, kept.dungeon.spaces), "rooms", name)
    return kept


def read_adventure(document: Document, campaign: "Campaign") -> Setup:
    """An adventure, ready to be played in a campaign's game: everything in it is checked against that game."""
    text, dungeon = read_text(document)
    game = campaign.game.id
    if game not in text.games:
        raise document.fault(Words(TEXTS, "adventure.no_game", game=game, known=", ".join(text.games)), "games")
    check_packs(document, text, campaign)
    check_game(document, text, campaign)
    own = text.games[game]
    decoration = _kept(document, text).decoration if text.dungeon else len(text.title.en)
    places = {name: PlaceTale(room.read, room.warn, room.cleared, room.name) for name, room in text.rooms.items()}
    # the tale comes first: it says why they are here
    start: list[Command] = [c.BringTale(text.title, places, text.hints, text.intro, text.triggers)]
    start += [c.Gather(own.party)] if own.party else []
    start.append(c.BringDungeon(to_own(dungeon, decoration, game).decode(), reuse="as_left"))
    start += _placed(text, game)
    start += _locked(text) if campaign.side.desk.has_locks else ()
    return Setup(text.title, tuple(start), own.options)


def _placed(text: AdventureText, game: str) -> Iterator[Command]:
    """Who and what is where, by the commands of the referee's desk."""
    for name, room in text.rooms.items():
        for foes in room.foes.get(game, ()):
            yield c.PlaceMonsters(name, foes.kind, foes.number, foes.mood)
        for loot in room.treasure.get(game, ()):
            yield c.PlaceTreasure(name, loot.what, loot.number)
        if room.trap:
            yield c.SetTrap(name, room.trap)
        if room.note:
            yield c.KeepNote(name, room.note)


def _locked(text: AdventureText) -> Iterator[Command]:
    """The doors that are locked from the first."""
    return (c.SetLock(way_id(number)) for number, way in enumerate(text.ways, 1) if way.locked)


def check_triggers(document: Document, text: AdventureText, dungeon: Dungeon) -> None:
    """Refuse a trigger in a room that is not there, or one that nothing could bring about, at its line."""
    for number, trigger in enumerate(text.triggers):
        if trigger.when == "time":
            if trigger.turns < 1 or trigger.room:
                raise document.fault(Words(TEXTS, "adventure.bad_time"), "triggers", number)
        elif trigger.room not in dungeon.spaces:
            raise document.fault(unknown_name(trigger.room, dungeon.spaces), "triggers", number)


def check_packs(document: Document, text: AdventureText, campaign: "Campaign") -> None:
    """Refuse to play without a pack that the adventure needs: it is named, at its line."""
    given = [pack.name for pack in campaign.packs]
    for number, name in enumerate(text.packs):
        if name not in given:
            raise document.fault(Words(TEXTS, "adventure.no_pack", pack=name), "packs", number)


def check_game(document: Document, text: AdventureText, campaign: "Campaign") -> None:
    """Refuse creatures, treasure and options that a game does not have, at their lines."""
    game, stores = campaign.game.id, campaign.side.stores
    for name, room in text.rooms.items():
        for number, foes in enumerate(room.foes.get(game, ())):
            if not stores.is_kind(foes.kind):
                raise document.fault(unknown_name(foes.kind, stores.kinds()), "rooms", name, "foes", game, number)
        for number, loot in enumerate(room.treasure.get(game, ())):
            if not is_treasure(loot.what) or not stores.is_valuable(loot.what):
                wrong = Words(TEXTS, "adventure.no_treasure", what=loot.what)
                raise document.fault(wrong, "rooms", name, "treasure", game, number)
    for option, fault in campaign.options.faults(text.games[game].options).items():
        raise document.fault(Words(TEXTS, "adventure.option", name=option, fault=fault), "games", game, "options")
