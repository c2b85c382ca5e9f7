"""Tables for the terminal: what a command line asks for is opened, or resumed where it is kept already."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from arbitro.cli import TEXTS
from arbitro.cli.parties import parties_of
from arbitro.cli.place import now
from arbitro.cli.settings import settings_from
from arbitro.dice.stream import seed_from_text
from arbitro.kernel.bounds import MOST_LARGE
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Setting
from arbitro.kernel.option import load_house_rules
from arbitro.kernel.pack import Pack, read_pack
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_path
from arbitro.play.opening import cannot_begin, known_game, ready_scenes, set_up, unknown_scene
from arbitro.store.base import Store
from arbitro.store.rows import Transaction
from arbitro.store.session import Session
from arbitro.text import Fault, Language, Words


class PlayRequest(msgspec.Struct, frozen=True):
    """What is to be played, as it was asked on the command line."""

    game: str
    scene: str | None
    language: Language
    auto: bool = False
    seat: str | None = None
    seed: str | None = None
    house_rules: Path | None = None
    settings: tuple[str, ...] = ()
    typed: bool = False
    why: bool = False
    json: bool = False
    table: str | None = None
    keep: bool = True
    folder: str = "fights"
    command: str = "fight"
    """The command that this was asked with."""
    picture: Path | None = None
    prepared: Setup | None = None
    """A scene that was made on the spot instead of being read."""
    party: tuple[str, ...] = ()
    """Who goes, in place of the people that the scene was written for."""
    against: tuple[str, ...] = ()
    packs: tuple[Path, ...] = ()
    screen: bool = False
    """Whether to play on the whole terminal instead of line by line."""


def find_scene(ruleset: Ruleset[Any], wanted: PlayRequest) -> tuple[str, Setup]:
    """The scene asked for: a ready one by name, or a file."""
    if wanted.prepared is not None:
        return wanted.scene or wanted.folder, joined(ruleset, wanted.prepared, wanted)
    if wanted.against and wanted.scene:
        raise named_and_put_together(wanted.scene)
    if wanted.against:
        return "-".join(text.partition(":")[0] for text in wanted.against), arranged(ruleset, wanted)
    ready = ready_scenes(ruleset, wanted.folder)
    name = wanted.scene or next(iter(ready), "")
    if not name:
        raise Fault(Words(TEXTS, "cli.fight.none_ready", game=ruleset.id))
    if name not in ready and not Path(name).is_file():
        raise unknown_scene(name, ready)
    document = ready[name] if name in ready else open_path(Path(name))
    return name if name in ready else Path(name).stem, joined(ruleset, ruleset.read_setup(document), wanted)


class NamesItsGame(msgspec.Struct, frozen=True):
    """Whatever else stands in a file: the game that it is for."""

    game: str = ""


def game_named(files: Iterable[str | None], usual: str) -> str:
    """The game that the first of some files names; the usual one where none does (whoever reads it says why)."""
    for name in files:
        if name and Path(name).is_file():
            with suppress(Fault, OSError):
                return open_path(Path(name), MOST_LARGE).read(NamesItsGame).game or usual
    return usual


def named_and_put_together(scene: str) -> Fault:
    """A fight has a name, or is put together: one of the two would be passed over."""
    return Fault(Words(TEXTS, "cli.fight.both", scene=scene))


def arranged(ruleset: Ruleset[Any], wanted: PlayRequest) -> Setup:
    """A party against creatures of the bestiary."""
    parties = parties_of(ruleset.id)
    if parties is None:
        from arbitro.chances.building import put_together  # late: most fights are ready ones
        from arbitro.cli.own_fight import entered, foes_from

        options = settings_from(wanted.settings)
        lot, party = wanted.seed or os.urandom(4).hex(), "".join(wanted.party[:1])
        return put_together(entered(ruleset, party, foes_from(wanted.against), options, lot))
    return parties.against(ruleset, parties.entering(ruleset, wanted.party or ("random",)), wanted.against)


def joined(ruleset: Ruleset[Any], setup: Setup, wanted: PlayRequest) -> Setup:
    """A scene with the party asked for, if one was, in place of its own."""
    if not wanted.party:
        return setup
    parties = parties_of(ruleset.id)
    if parties is None:
        raise Fault(Words(TEXTS, "cli.fight.against_whom", party=", ".join(wanted.party)))
    return parties.joined(setup, parties.entering(ruleset, wanted.party))


def settings_of(ruleset: Ruleset[Any], setup: Setup, wanted: PlayRequest) -> dict[str, Setting]:
    """The options of the table: the scene's, the house rules', then what the command line sets."""
    chosen: dict[str, Setting] = dict(setup.options)
    if wanted.house_rules is not None:
        chosen |= load_house_rules(wanted.house_rules, ruleset.id, ruleset.options).options
    return ruleset.options.meant(chosen | settings_from(wanted.settings))


async def opened(store: Store, wanted: PlayRequest) -> tuple[Session[Any], bool]:
    """The table to play at, and whether it is new: resumed if its name is known, opened otherwise."""
    packs = packs_of(wanted.packs)
    if wanted.table is not None and await store.has(wanted.table):
        session = await store.open_table(wanted.table)
        if packs and packs != session.ruleset.packs:
            held = ", ".join(pack.name for pack in session.ruleset.packs) or "–"
            raise Fault(Words(TEXTS, "cli.fight.other_packs", table=wanted.table, held=held))
        if wanted.scene is not None and session.ruleset.finished(session.state):
            await next_scene(session, wanted)
        return session, False
    ruleset = known_game(wanted.game).with_packs(packs)
    name, setup = find_scene(ruleset, wanted)
    seed = os.urandom(32) if wanted.seed is None else seed_from_text(wanted.seed)
    table = await store.read(lambda rows: free_name(rows, name)) if wanted.table is None else wanted.table
    made = Table.open(ruleset, table, seed, settings_of(ruleset, setup, wanted), at=now())
    set_up(made, setup.start, at=now())
    seat_of(made, wanted)  # a table that cannot be played as asked is not kept
    return await store.create(made), True


def packs_of(folders: Iterable[Path]) -> tuple[Pack, ...]:
    """A reader's own content, out of its folders."""
    return tuple(read_pack(folder) for folder in folders)


async def next_scene(session: Session[Any], wanted: PlayRequest) -> None:
    """Begin another scene at a table whose last one is over: whoever was there comes as it left them."""
    _, setup = find_scene(session.ruleset, wanted)
    for command in setup.start:
        answer = await session.submit(command, REFEREE, at=now())
        if isinstance(answer, Refusal):
            raise cannot_begin(session.ruleset, session.state, answer)


def free_name(rows: Transaction, name: str) -> str:
    """A name with a number that no table has; looked for in strides, however many tables there are."""
    taken, free = 0, 1
    while rows.find(f"{name}-{free}") is not None:
        taken, free = free, 2 * free
    while free - taken > 1:
        middle = (taken + free) // 2
        taken, free = (taken, middle) if rows.find(f"{name}-{middle}") is None else (middle, free)
    return f"{name}-{free}"


async def seated(store: Store, session: Session[Any], wanted: PlayRequest) -> Seat | None:
    """The person's seat, at a table where others may sit in the browser."""
    seat = seat_of(session, wanted)
    if seat is None or seat.role != "player":
        return seat
    from arbitro.web.seats import Seats  # late: only who plays asks for it

    seats = Seats(store)
    arrangement = await seats.arrangement(session.id)
    return msgspec.structs.replace(seat, refereed=arrangement.has_referee(await seats.at(session.id)))


def seat_of(session: Session[Any] | Table[Any], wanted: PlayRequest) -> Seat | None:
    """The person's seat: the side asked for, the first one, the referee's chair, or none when all is automatic."""
    if wanted.auto:
        return None
    if wanted.seat in ("referee", "arbitro"):
        return REFEREE
    seats = {seat.name: seat for seat in session.ruleset.seats(session.state)}
    if wanted.seat is None:
        return next(iter(seats.values()), REFEREE)
    if wanted.seat not in seats:
        raise Fault(Words(TEXTS, "cli.fight.no_seat", seat=wanted.seat, known=", ".join((*seats, "referee"))))
    return seats[wanted.seat]
