"""What ``import arbitro`` gives: games by name, tables with everything at hand, dice.

No method here decides anything: each is a short way to what the engine does, and a table of this module goes wherever
the engine takes one (into a store, say).
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import msgspec

from arbitro.dice.rolled import Rolled
from arbitro.dice.rolling import roll as throw
from arbitro.dice.stream import AuditedDice, seed_from_text
from arbitro.kernel.audit import Verdict, replay, verify
from arbitro.kernel.card import Chance
from arbitro.kernel.choice import Choice, Choices
from arbitro.kernel.command import Command, Redo, Refusal, RevealSeed, Undo
from arbitro.kernel.driving import goes_on, one_person
from arbitro.kernel.event import Event, Setting
from arbitro.kernel.explain import Explanation
from arbitro.kernel.log import Entry, end_line, write_lines
from arbitro.kernel.noting import moment_of
from arbitro.kernel.refused import Refused
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import choice_text
from arbitro.kernel.state import State
from arbitro.kernel.table import Table as KernelTable
from arbitro.kernel.then import Then
from arbitro.kernel.together import explained_together, lines_of
from arbitro.kernel.yamlfile import open_path
from arbitro.play import PREFIX, find_game, game_inside
from arbitro.play import campaigns as known_campaigns
from arbitro.play.opening import FOLDERS, known_game, ready_scenes, set_up, unknown_scene
from arbitro.rules import games as known_games
from arbitro.store.reading import read_table
from arbitro.text import Fault, Language, Texts, Words

if TYPE_CHECKING:
    from arbitro.play.campaign import Campaign

S = TypeVar("S", bound=State)
TEXTS: Final = Texts("arbitro")


# ---------------------------------------------------------------- games


def games() -> tuple[str, ...]:
    """The names of the games of this installation.

    >>> "whitebox" in games()
    True
    """
    return tuple(known_games())


def game(name: str) -> Ruleset[Any]:
    """The game of a name or alias: its rules, rulebook, options and words. A `Fault` names the known ones.

    >>> game("whitebox").rulebook["WB-ATK-01"].title.en
    'The attack roll'
    """
    return known_game(name)


def campaigns() -> tuple[str, ...]:
    """The names of the campaigns of this installation: one for each game that has one.

    >>> "campaign-whitebox" in campaigns()
    True
    """
    return known_campaigns()


def campaign(name: str) -> "Campaign":
    """The campaign of a game, by the game's name: town, road, dungeon and the game itself at one table.

    >>> campaign("whitebox").id
    'campaign-whitebox'
    """
    from arbitro.play.campaign import Campaign  # late: a fight needs none of it

    found = known_game(PREFIX + game_inside(name.lower()))
    assert isinstance(found, Campaign)  # noqa: S101 - what the prefix means
    return found


def scenes(of: str | Ruleset[Any]) -> dict[str, str]:
    """The scenes that come with a game, each with its title in English.

    >>> scenes("whitebox")["fights/orcs"]
    'Four fighters against six orcs'
    """
    ruleset = known_game(of) if isinstance(of, str) else of
    return {
        f"{folder}/{name}": ruleset.read_setup(document).title.en
        for folder in FOLDERS
        for name, document in ready_scenes(ruleset, folder).items()
    }


def _setup_of(ruleset: Ruleset[Any], scene: str | Path) -> Setup:
    """A ready scene, as ``orcs`` or ``fights/orcs``, or one in a file of one's own."""
    ready = {(folder, name): found for folder in FOLDERS for name, found in ready_scenes(ruleset, folder).items()}
    for (folder, name), document in ready.items():
        if scene in (name, f"{folder}/{name}"):
            return ruleset.read_setup(document)
    if Path(scene).is_file():
        return ruleset.read_setup(open_path(Path(scene)))
    raise unknown_scene(str(scene), (f"{folder}/{name}" for folder, name in ready))


# ---------------------------------------------------------------- dice


def roll(notation: str, seed: str | None = None) -> Rolled:
    """Throw dice. With a seed, the same ones for ever; without, from the chance of the machine.

    >>> print(roll("4d6kh3", seed="7"))
    4d6kh3 (3, ~1~, 6, 4) = 13
    >>> roll("3d6").total in range(3, 19)
    True
    """
    return throw(notation, AuditedDice(_seed_of(seed)))


def _seed_of(seed: str | bytes | None) -> bytes:
    """The 32 bytes behind all dice: given, from a short text, or by chance."""
    if seed is None:
        return os.urandom(32)
    return seed_from_text(seed) if isinstance(seed, str) else seed


# ---------------------------------------------------------------- tables


class Table(KernelTable[S]):
    """A game in progress: what may be done, doing it, taking it back, telling it, writing it down.

    `state` is how things stand, for the referee; `view(seat)` is what one seat may know of it. A seat that is left out
    is the referee's, who knows everything and may act for everybody.

    >>> table = Table.new("whitebox", "orcs", seed="3")
    >>> company, orcs = table.seats
    >>> [choice.id for choice in table.choices(company)][:2]
    ['attack/berto/sword', 'move/berto/back']
    """

    @classmethod
    def new(
        cls,
        of: str | Ruleset[S],
        scene: str | Path | Setup | None = None,
        *,
        seed: str | bytes | None = None,
        options: Mapping[str, Setting] | None = None,
        name: str = "table",
    ) -> Self:
        """A table of a game, with a scene set up: a ready one by name, a YAML file, or none.

        A short text as seed gives the same dice every time; without one they come from the chance of the machine.

        >>> len(Table.new("whitebox", "fights/orcs", options={"death_rule": "unconscious_at_zero"}).seats)
        2
        """
        ruleset: Ruleset[S] = known_game(of) if isinstance(of, str) else of
        setup = _setup_of(ruleset, scene) if isinstance(scene, str | Path) else scene
        chosen = {**(setup.options if setup is not None else {}), **(options or {})}
        table = cls.open(ruleset, name, _seed_of(seed), ruleset.options.meant(chosen))
        set_up(table, setup.start if setup is not None else ())
        return table

    @classmethod
    def load(cls, log: bytes | Iterable[bytes], seed: str | bytes | None = None) -> Self:
        """A table from its exported log. Without its seed it can be read and checked, but throws no more dice.

        Chain, dice and every entry are checked first: a `Fault` names the first line that does not hold.

        >>> kept = Table.new("whitebox", "orcs", seed="3").export()
        >>> Table.load(kept, "3").export() == kept
        True
        """
        lines = log.splitlines() if isinstance(log, bytes) else log
        table, _ = read_table(list(lines), None if seed is None else _seed_of(seed), find_game, cls)
        return table

    # ------------------------------------------------------------ asking

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players' seats that the scene offers."""
        return self.ruleset.seats(self.state)

    @property
    def over(self) -> bool:
        """Whether the scene is over."""
        return self.ruleset.finished(self.state)

    @property
    def turn(self) -> tuple[Seat, ...]:
        """The seats that may act next: several, where a game gives nobody the turn; none, where the referee must.

        >>> [seat.name for seat in Table.new("whitebox", "orcs", seed="3").turn]
        ['party']
        """
        owners = () if self.over else self.ruleset.next_to_act(self.state)
        return tuple(seat for seat in self.seats if any(seat.may_act_for(owner) for owner in owners))

    def choices(self, seat: Seat = REFEREE) -> Choices:
        """What may be done now: the list of legal moves. A command can be asked for with ``in``."""
        return super().choices(seat)

    def called(self, choice: Choice, language: Language = "en") -> str:
        """What a choice is called.

        >>> table = Table.new("whitebox", "orcs", seed="3")
        >>> table.called(table.choices()["attack/berto/sword"])
        'Berto: strike (sword)'
        """
        return choice_text(self.ruleset, self.state, choice, language)

    def command(self, move: "Move", by: Seat = REFEREE, **values: object) -> Command:
        """The command that a move stands for: a choice or its id, with what it still asks for; or a command itself."""
        if isinstance(move, Command):
            return move
        choice = self._choice(move, by) if isinstance(move, str) else move
        return self.ruleset.command(choice.fill(**values))

    def _choice(self, name: str, by: Seat) -> Choice:
        offered = {choice.id: choice for choice in self.choices(by)}
        if name not in offered:
            raise Fault(Words(TEXTS, "library.no_choice", choice=name, known=", ".join(offered) or "–"))
        return offered[name]

    def suggest(self, seat: Seat) -> Command | None:
        """What a plain automatic player in this seat would do; None where it has nothing to do now."""
        return self.ruleset.suggest(self.state, seat)

    def chance(self, move: "Move", by: Seat = REFEREE, *, language: Language = "en", **values: object) -> Chance | None:
        """How likely a move is to come off, exactly; None where the game does not say or the seat may not know.

        >>> table = Table.new("whitebox", "orcs", seed="3")
        >>> print(table.chance("attack/berto/sword", target="orc-1").success)
        9/20
        """
        return self.ruleset.chance(self.state, by, self.command(move, by, **values), language)

    # ------------------------------------------------------------ doing

    def do(self, move: "Move", by: Seat = REFEREE, **values: object) -> Entry[Any, Any]:
        """Make a move; the entry of the log that says what came of it. Raises `Refused`, and then nothing happened.

        `submit` does the same with a command and gives a `Refusal` as a value instead.

        >>> table = Table.new("whitebox", "orcs", seed="3")
        >>> attack = table.command("attack/berto/sword", target="orc-1")
        >>> entry = table.do(attack)
        >>> table.do(attack)
        Traceback (most recent call last):
        ...
        arbitro.kernel.refused.Refused: Berto has acted in this round already.
        """
        answer = self.submit(self.command(move, by, **values), by)
        if isinstance(answer, Refusal):
            raise Refused(self.ruleset, self.state, answer)
        return answer

    def go_on(self, person: Seat | None = None) -> list[Entry[Any, Any]]:
        """Let the program play everybody but one person, until that one decides or the scene is over.

        >>> table = Table.new("whitebox", "orcs", seed="3")
        >>> entries = table.go_on()
        >>> table.over, table.verify().holds
        (True, True)
        """
        done = []
        while (command := goes_on(self.ruleset, self.state, one_person(person)).by_itself) is not None:
            done.append(self.do(command))
        return done

    def undo(self) -> Entry[Any, Any]:
        """Take back the last thing that changed the state. The log remembers both."""
        return self.do(Undo())

    def redo(self) -> Entry[Any, Any]:
        """Do again what was taken back last."""
        return self.do(Redo())

    def reveal(self) -> Entry[Any, Any]:
        """End the table and reveal its seed, so that anybody can check every die without having to ask."""
        return self.do(RevealSeed())

    # ------------------------------------------------------------ telling

    def _told(self, seat: Seat, language: Language) -> Iterator[tuple[Then[S], tuple[Event, ...], str]]:
        for entry, events in self.seen(seat):
            then = moment_of(self.ruleset, entry)
            yield from ((then, run, line) for run, line in lines_of(then, events, language))

    def story(self, seat: Seat = REFEREE, language: Language = "en") -> list[str]:
        """What happened so far, a sentence each, as far as a seat may know it."""
        return [sentence for _, _, sentence in self._told(seat, language)]

    def why(self, line: int = -1, seat: Seat = REFEREE, language: Language = "en") -> Explanation:
        """The dice, numbers and rules behind a line of `story`; the last one, unless another is asked for.

        >>> table = Table.new("whitebox", "orcs", seed="3")
        >>> entry = table.do("attack/berto/sword", target="orc-1")
        >>> table.why().rules[0].id
        'WB-ATK-01'
        """
        then, run, _ = list(self._told(seat, language))[line]
        return explained_together(then, run, language)

    def picture(self, seat: Seat = REFEREE, language: Language = "en") -> str:
        """The scene as it stands, in lines of text."""
        return "\n".join(self.ruleset.picture(self.state, seat, language))

    # ------------------------------------------------------------ keeping

    def export(self) -> bytes:
        """The whole log as lines of JSON, each chained to those before. The seed is not among them until `reveal`."""
        return b"".join((*write_lines(self.records()), end_line(self.ledger.length, self.ledger.chain)))

    def verify(self) -> Verdict:
        """Check the chain and every die, and decide every command anew; see `Verdict.holds`.

        >>> Table.new("whitebox", "orcs", seed="3").verify().holds
        True
        """
        records = list(self.records())
        verdict = verify(write_lines(records), () if self.seed is None else (self.seed,))
        if not verdict.holds or self.seed is None:
            return verdict
        other = replay(self.ruleset, records, self.seed)
        if other is None:
            return verdict
        return msgspec.structs.replace(verdict, line=other[0] + 1, fault=other[1])


Move = str | Choice | Command
"""A choice, its id, or a command."""
