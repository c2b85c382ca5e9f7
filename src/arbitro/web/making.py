"""New tables: a ready scene opened and set up, with a seat for whoever asked for it."""

import re
from collections.abc import Iterable
from itertools import count
from typing import Any, Final, Literal
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Setting
from arbitro.kernel.option import HouseRules, house_rules_from_text
from arbitro.kernel.pack import Pack, pack_from_text
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY
from arbitro.kernel.sentence import refusal_text
from arbitro.kernel.table import Table
from arbitro.play import find_game as find_playable
from arbitro.play.campaign import Campaign
from arbitro.play.commands import Gather
from arbitro.play.maker import ENROLLED, people_file, read_people
from arbitro.signs import all_seen
from arbitro.store.threads import beside
from arbitro.text import Language
from arbitro.web.house_files import chosen
from arbitro.web.listing import free_number
from arbitro.web.room import Room
from arbitro.web.seats import TABLE_ID, new_seat_id
from arbitro.web.shelf import game_names, ready_scenes
from arbitro.web.sitting import Arrangement, Sitting
from arbitro.web.tables import OpenTables
from arbitro.web.visitor import Turned

Mode = Literal["solo", "referee", "demo"]
"""Play alone with the engine as referee, be the referee, or watch the engine play for everybody."""
MOST_HOUSE_RULES: Final = 50_000
"""How many letters a file of house rules may have."""
HOUSE_FILE: Final = "house.yaml"
"""What a file of house rules is called that has no name."""
PARTY_FILE: Final = "party.json"
"""What a file of characters is called that has no name."""
RESERVED: Final = ("referee", "spectator", "arbitro")
"""Names that the log gives to the table itself."""


class TableRequest(Struct, frozen=True):
    """A table that somebody wants."""

    game: str
    scene: str
    mode: Mode = "solo"
    title: str = ""
    table: str = ""
    side: str = ""
    options: dict[str, Setting] = {}
    party: str = ""
    """What a campaign begins with instead of the scene's own party, as `Gather` takes it."""
    people: str = ""
    """The text of a party file that it begins with."""
    file: str = ""
    """The name of that file, for what there is to say of it."""
    packs: tuple[tuple[str, str], ...] = ()
    """Packs: the name and the text of each file."""
    house_rules: tuple[str, str] | None = None
    """The name and the text of a file of house rules."""
    house_files: tuple[str, ...] = ()
    """Packs and house rules of the house's own, by name."""


def find_game(name: str) -> Ruleset[Any]:
    """The game of a name."""
    if name not in game_names():
        raise Turned(400, "no_game", game=name, known=", ".join(game_names()))
    return find_playable(name)


async def make_table(tables: OpenTables, wanted: TableRequest, language: Language) -> tuple[Room, Sitting, str]:
    """Open a table and set its scene up; the seat of whoever wanted it, and the token of that seat."""
    asked = seen_text(wanted.title)
    packs, rules = chosen(tables.settings, wanted.house_files)
    ruleset = await laid_game(wanted.game, wanted.packs, packs)
    setup = await beside(lambda: _scene(ruleset, wanted.scene))
    name = await free_id(tables, wanted.table or slug(asked) or wanted.scene.rpartition("/")[2])
    house: dict[str, Setting] = {}
    for file, text in (*rules, *([] if wanted.house_rules is None else [wanted.house_rules])):
        house |= (await house_rules_of(ruleset, file, text)).options
    options = ruleset.options.meant({**setup.options, **house, **wanted.options})

    def begun() -> Table[Any]:
        table = Table.open(ruleset, name, tables.new_seed(), options, at=tables.now())
        for command in beginning(ruleset, wanted) or setup.start:
            answer = table.submit(command, REFEREE, at=tables.now())
            if isinstance(answer, Refusal):
                raise Turned(400, "bad_scene", why=refusal_text(ruleset, table.state, answer, language))
        return table

    table = await beside(begun)
    sitting = first_sitting(ruleset, table.state, wanted.mode, wanted.side)
    arrangement = replace(arrangement_for(wanted.mode, asked), titles=setup.title, scene=wanted.scene)
    room = await tables.create(table, arrangement)
    return room, sitting, await sit(tables, room, sitting)


def _scene(ruleset: Ruleset[Any], name: str) -> Any:
    """How a ready scene of a game is set up."""
    scenes = ready_scenes(ruleset.id)
    if name not in scenes:
        raise Turned(400, "no_scene", scene=name, known=", ".join(scenes))
    return ruleset.read_setup(scenes[name])


async def laid_game(name: str, files: Iterable[tuple[str, str]], packs: tuple[Pack, ...] = ()) -> Ruleset[Any]:
    """The game of a name with packs over it, and over these the files of others; beside, for reading takes a while."""
    texts = tuple(files)

    def laid() -> Ruleset[Any]:
        ruleset = find_game(name)
        if not texts and not packs:
            return ruleset
        return ruleset.with_packs((*packs, *(pack_from_text(file, text) for file, text in texts)))

    return await beside(laid)


async def house_rules_of(ruleset: Ruleset[Any], file: str, text: str) -> HouseRules:
    """House rules out of the text of a file, read beside the loop; a fault names its line."""
    if len(text) > MOST_HOUSE_RULES:
        raise Turned(400, "house_rules_too_long", most=MOST_HOUSE_RULES)
    return await beside(lambda: house_rules_from_text(file or HOUSE_FILE, text, ruleset.id, ruleset.options))


def beginning(ruleset: Ruleset[Any], wanted: TableRequest) -> tuple[Command, ...]:
    """How a party enters that was asked for by name or brought in a file; nothing, where the scene has its own."""
    if not wanted.party and not wanted.people:
        return ()
    if not isinstance(ruleset, Campaign):
        raise Turned(400, "no_party_here", scene=wanted.scene)
    if wanted.people:
        file = people_file(wanted.file or PARTY_FILE, wanted.people)
        return (*read_people(file, ruleset.side.maker, ruleset.game.id), Gather(ENROLLED))
    return (Gather(wanted.party),)


def arrangement_for(mode: Mode, title: str) -> Arrangement:
    """How a new table is run: alone or watching, the engine is the referee."""
    automatic = () if mode == "referee" else (REFEREE_ONLY,)
    return Arrangement(title=title, automatic=automatic, demo=mode == "demo")


def first_sitting(ruleset: Ruleset[Any], state: Any, mode: Mode, side: str = "") -> Sitting:
    """The seat of whoever opens a table."""
    if mode == "referee":
        return Sitting(new_seat_id(), REFEREE.name, "referee")
    sides = [seat.name for seat in ruleset.seats(state)]
    if side and side not in sides:
        raise Turned(400, "no_side", side=side, known=", ".join(sides))
    if not sides:
        return Sitting(new_seat_id(), REFEREE.name, "referee")
    played = side or sides[0]
    return Sitting(new_seat_id(), played, "player", (played,), solo=True)


def numbered_name(room: Room, role: str) -> str:
    """A name for somebody who has none, which nobody at the table has or had."""
    taken = {*(one.name for one in room.sittings), *room.arrangement.former}
    return next(name for number in count(len(room.sittings) + 1) if (name := f"{role}-{number}") not in taken)


async def sit(tables: OpenTables, room: Room, sitting: Sitting) -> str:
    """Hand out a seat; the token that opens it."""
    token = await tables.seats.hand_out(room.id, sitting)
    await tables.seats_changed(room)
    return token


def checked_name(room: Room, name: str, but: str = "") -> str:
    """A name for a seat that nobody else at the table has."""
    given = seen_text(" ".join(normalize("NFKC", name).split()))  # letters that look the same are the same
    if not given or given.casefold() in RESERVED or given.startswith("@") or ":" in given:
        raise Turned(400, "name_reserved", name=given)
    if any(one.name.casefold() == given.casefold() and one.id != but for one in room.sittings):
        raise Turned(400, "name_taken", name=given)
    if any(one.casefold() == given.casefold() for one in room.arrangement.former):
        raise Turned(400, "name_former", name=given)
    return given


def seen_text(text: str) -> str:
    """A name or title in which every letter can be seen; anything else might pass for what it is not."""
    if not all_seen(text):
        raise Turned(400, "unseen_letters")
    return normalize("NFC", text)


def slug(title: str) -> str:
    """A title as the id of a table: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:48]


async def free_id(tables: OpenTables, wanted: str) -> str:
    """An id that no table has yet: the one wanted, with a number after it."""
    base = slug(wanted) or "table"
    name = f"{base}-{await tables.store.read(lambda rows: free_number(rows, base))}"
    if not TABLE_ID.fullmatch(name):
        raise Turned(400, "bad_id", table=wanted)
    return name
