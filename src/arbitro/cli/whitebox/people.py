"""Characters and parties at the terminal: made, shown and kept as small JSON files."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, cast

import msgspec
from msgspec import Struct

from arbitro.cli import print_error, print_json
from arbitro.cli.console import purpose_text
from arbitro.cli.parties import Parties, PartyRequest
from arbitro.cli.whitebox import TEXTS
from arbitro.dice.stream import DieNeeded, WrongFace, seed_from_text
from arbitro.kernel.bounds import MOST_LARGE
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.misread import misread
from arbitro.kernel.pack import Pack
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import refusal_text, tell
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import open_path, whole_file
from arbitro.play.opening import known_game
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.people.commands import Enrol, RandomParty, ReadyParty
from arbitro.rules.whitebox.people.entering import read_party, with_party
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.people.telling import sheet_text
from arbitro.rules.whitebox.powers.arranging import arrange
from arbitro.rules.whitebox.state import State
from arbitro.text import Fault, Language, Words

SUFFIX: Final = ".json"
"""A text with it is a file of characters, whether it is there or not."""


class Roll(Struct, frozen=True):
    """A file of characters: the game they belong to, and their sheets in marching order."""

    game: str
    characters: tuple[Character, ...]


class Workshop:
    """A table without players at which characters are made and changed."""

    def __init__(
        self,
        game: str,
        seed: str | None,
        language: Language,
        settings: dict[str, Any] | None = None,
        packs: tuple[Pack, ...] = (),
    ) -> None:
        ruleset = known_game(game).with_packs(packs)
        if not isinstance(ruleset, BoxGame):
            raise Fault(Words(TEXTS, "cli.character.no_people", game=game))
        self.rules: BoxGame = ruleset
        self.language = language
        self.seed = os.urandom(8).hex() if seed is None else seed
        self.table: Table[State] = Table.open(ruleset, "desk", seed_from_text(self.seed), settings or {})

    @property
    def state(self) -> State:
        """How things stand."""
        return self.table.state

    def do(self, command: Command, *, typed: bool = False) -> list[Event]:
        """Carry a command out; a refusal is a fault that says why. With `typed`, dice are asked for."""
        faces: tuple[int, ...] | None = () if typed else None
        while True:
            try:
                answer = self.table.submit(command, REFEREE, faces=faces)
            except DieNeeded as needed:
                faces = (*(faces or ()), self._ask(needed))
                continue
            except WrongFace as wrong:  # pragma: no cover - faces are checked as they are typed
                raise Fault(Words(TEXTS, "cli.console.face", sides=wrong.sides)) from None
            if isinstance(answer, Refusal):
                why = refusal_text(self.rules, self.state, answer, self.language)
                raise Fault(Words(TEXTS, "cli.character.refused", why=why))
            return cast(list[Event], list(answer.events))

    def _ask(self, needed: DieNeeded) -> int:
        purpose = purpose_text(self.rules, needed, self.language)
        while True:
            text = input(TEXTS.say(self.language, "cli.console.die", sides=needed.sides, purpose=purpose))
            if text.isdecimal() and 1 <= int(text) <= needed.sides:
                return int(text)
            print_error(TEXTS.say(self.language, "cli.console.face", sides=needed.sides))

    def enrol(self, file: Path) -> tuple[str, ...]:
        """Let the characters of a file enter; their ids."""
        roll = read_roll(file)
        for one in roll.characters:
            self.do(Enrol(one))
        return tuple(one.id for one in roll.characters)

    def tell(self, events: list[Event]) -> None:
        """Say what happened."""
        for event in events:
            line = tell(self.rules, self.state, event, self.language)
            if line:
                print(line)

    def show(self, *ids: str) -> None:
        """The sheets of some characters."""
        for number, who in enumerate(ids):
            if number:
                print()
            print(*sheet_text(self.rules.at(self.state), self.state.characters[who], self.language), sep="\n")

    def roll(self, *ids: str) -> Roll:
        """The sheets of some characters, for a file."""
        return Roll(self.rules.id, tuple(self.state.characters[who] for who in ids))


def read_roll(file: Path) -> Roll:
    """A file of characters; a fault names what is wrong with it."""
    try:
        return read_json(whole_file(file), Roll)
    except OSError as error:
        raise Fault(Words(TEXTS, "cli.character.no_file", file=str(file), why=misread(error))) from None
    except msgspec.DecodeError as error:
        why: object = error
        try:
            open_path(file, MOST_LARGE).read(Roll)
        except Fault as fault:  # it knows the line, and the reader's language
            why = fault.words
        raise Fault(Words(TEXTS, "cli.character.bad_file", file=str(file), why=why)) from None


def entering(rules: Ruleset[Any], texts: Iterable[str]) -> tuple[Command, ...]:
    """The commands by which people enter: by lot (``random:4:1``), ready-made by name, or out of files."""
    if not isinstance(rules, BoxGame):
        raise Fault(Words(TEXTS, "cli.character.no_people", game=rules.id))
    commands: list[Command] = []
    for text in texts:
        if not Path(text).is_file() and Path(text).suffix != SUFFIX:
            commands.append(read_party(rules.content, text))
            continue
        roll = read_roll(Path(text))
        if roll.game != rules.id:
            raise Fault(Words(TEXTS, "cli.character.other_game", file=text, game=roll.game, wanted=rules.id))
        commands += [Enrol(one) for one in roll.characters]
    return tuple(commands)


def write_roll(roll: Roll, file: Path) -> None:
    """Keep characters in a file."""
    try:
        file.write_bytes(msgspec.json.format(msgspec.json.encode(roll), indent=1) + b"\n")
    except OSError as error:
        raise Fault(Words(TEXTS, "cli.table.cannot_write", file=str(file), why=misread(error))) from None


def deliver(desk: Workshop, ids: tuple[str, ...], out: Path | None, *, as_json: bool, seeded: bool) -> None:
    """Show what was made, and keep it where asked."""
    roll = desk.roll(*ids)
    if out is not None:
        write_roll(roll, out)
    if as_json:
        print_json({"seed": desk.seed, "game": roll.game, "characters": roll.characters})
        return
    desk.show(*ids)
    if not seeded:
        print(f"\n--seed {desk.seed}")


def random_party(order: PartyRequest, size: int, level: int) -> None:
    """So many people of such a level by lot, shown and kept."""
    desk = Workshop(order.game, order.seed, order.language, packs=order.packs)
    desk.do(RandomParty(size, level))
    deliver(desk, desk.state.party.order, order.out, as_json=order.as_json, seeded=order.seed is not None)


def ready_party(order: PartyRequest, name: str) -> None:
    """A ready-made party by name, shown and kept; without a name, the list of them."""
    desk = Workshop(order.game, "", order.language, packs=order.packs)
    if name:
        desk.do(ReadyParty(name))
        deliver(desk, desk.state.party.order, order.out, as_json=order.as_json, seeded=True)
        return
    parties = desk.rules.content.parties
    known = {key: str(party.name.in_(order.language)) for key, party in parties.items()}
    if order.as_json:
        print_json(known)
        return
    for key, title in known.items():
        print(f"{key:12} {title} ({parties[key].level})")


def against(rules: Ruleset[Any], party: tuple[Command, ...], creatures: tuple[str, ...]) -> Setup:
    """A party against creatures of the bestiary."""
    return arrange(cast(BoxGame, rules).rules, party, creatures)


PARTIES: Final = Parties(entering, with_party, against, random_party, ready_party)
