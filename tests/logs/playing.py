"""How the golden logs are played, and played again: every way on through `Table.submit`, as people play."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
from tests.games import ready_of
from tests.logs.archive import Head, Log, state_bytes
from tests.logs.guessing import Guessing
from tests.play.making import make, opened
from tests.play.test_any_options import any_options
from tests.play.test_campaign import LEVER
from tests.play.watching import Mixed, Scattered

from arbitro.appendix_a.level import generate
from arbitro.dice.stream import DieNeeded, QuickDice, seed_from_text
from arbitro.dungeon.events import Effect
from arbitro.dungeon.export.own import to_own
from arbitro.dungeon.model import SURFACE, Slot
from arbitro.kernel.choice import Choice, Parameter
from arbitro.kernel.command import (
    Annotate,
    ChangeOptions,
    Command,
    LimitBack,
    Override,
    OverrideRolls,
    Redo,
    Refusal,
    RevealEvent,
    RevealSeed,
    RollOwed,
    Stir,
    TellFaces,
    ThrowDice,
    Undo,
)
from arbitro.kernel.event import Branched, DiceAsked, TableOpened, tag_of
from arbitro.kernel.log import Entry
from arbitro.kernel.pack import opening_of
from arbitro.kernel.ruleset import Ruleset, Setup
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.thrown import thrown_in
from arbitro.kernel.yamlfile import Document, open_packaged
from arbitro.play import PREFIX, find_campaign, find_game
from arbitro.play import commands as c
from arbitro.play.players import PLAYERS, Player
from arbitro.play.players.turn import carry_out, next_turn, players_seat
from arbitro.play.ready import ready_adventures
from arbitro.play.sides.walking.commands import SearchBody
from arbitro.play.solo.sealed import close, room_id
from arbitro.play.state import Task
from arbitro.play.ways import ways
from arbitro.rules import find_ruleset
from arbitro.rules.whitebox.box_game import BoxGame

SEEDS = ("1", "2", "3")
SCENE_STEPS = 400
"""Where a scene ends that the automatic players do not end."""
CAMPAIGN_STEPS = 150
RARE_STEPS = 300
MOST_OF_THE_STRONGEST = 150
"""Where somebody stops waiting for what seldom comes."""
GUESS_EVERY = 8
KINDS_GUESSED = 8
GUESSES = 25
"""In odd play: at every so many steps a command is guessed, of so many kinds, so often each."""
TABLE = "golden"


def submitted(table: Table[Any], command: Command, by: Seat, **how: Any) -> Entry[Any, Any] | Refusal:
    """Carry a command out, and write its entry at once: what is noted with it is of that moment."""
    answer = table.submit(command, by, **how)
    return answer if isinstance(answer, Refusal) else table.last


def kept(name: str, *tables: Table[Any]) -> Log:
    """A table as it is kept; of one that branched off, that one comes first."""
    table = tables[-1]
    seeds = tuple(each.seed.hex() for each in tables if each.seed is not None)
    return Log(Head(name, table.ruleset.id, seeds), [body for _, body in table.records()], state_bytes(table.state))


# -------------------------------------------------------------------- by the automatic players


def begun(game: str, folder: str, name: str, seed: str, options: dict[str, Any] | None = None) -> Table[Any]:
    """A ready scene, set up."""
    ruleset = find_ruleset(game)
    setup = ruleset.read_setup(open_packaged(ruleset.package, folder, name))
    table = Table.open(ruleset, TABLE, seed_from_text(seed), setup.options if options is None else options)
    for command in setup.start:
        answer = submitted(table, command, REFEREE)
        assert not isinstance(answer, Refusal), answer
    return table


def scene(game: str, folder: str, name: str, seed: str) -> Log:
    """A ready scene, played out."""
    table = begun(game, folder, name, seed)
    for _ in range(SCENE_STEPS):
        command = None if table.ruleset.finished(table.state) else table.ruleset.suggest(table.state, REFEREE)
        if command is None:
            break
        answer = submitted(table, command, REFEREE)
        assert not isinstance(answer, Refusal), answer
    return kept(f"{folder}/{name}, seed {seed}", table)


def campaign(game: str, player: str, seed: str) -> Log:
    """The first days of a campaign."""
    ruleset: Any = find_campaign(game)
    table: Table[Any] = Table.open(ruleset, TABLE, seed_from_text(seed))
    playing = PLAYERS[player](ruleset, QuickDice(int(seed)))
    for _ in range(CAMPAIGN_STEPS):
        if ruleset.finished(table.state) or not _turn(table, playing):
            break
    return kept(f"{player} party, seed {seed}", table)


def _turn(table: Table[Any], playing: Player) -> bool:
    turn = next_turn(playing.campaign, table.state, playing)
    if turn is None:
        return False
    answer = carry_out(table, turn, playing)
    assert not isinstance(answer, Refusal), answer
    return table.last is not None


def ready(game: str) -> Iterator[Log]:
    """Everything that a game has ready and its campaign, by every seed; and a referee who does all that one may."""
    for seed in SEEDS:
        for folder, name in ready_of(game):
            yield scene(game, folder, name, seed)
        for player in PLAYERS:
            yield campaign(game, player, seed)
    folder, name = ready_of(game)[0]
    yield meddled("a referee who meddles", begun(game, folder, name, SEEDS[0]))
    yield begun_by_hand(game)
    yield below_and_rare(game)
    yield adventure(game)
    yield strongest(game)
    yield meddled("a referee who meddles", Table.open(find_campaign(game), TABLE, seed_from_text(SEEDS[0])))


def adventure(game: str) -> Log:
    """An authored adventure, after what is told of it at the inn."""
    ruleset: Any = find_campaign(game)
    setup = ruleset.read_setup(ready_adventures()["first-delve"])
    table: Table[Any] = Table.open(ruleset, TABLE, seed_from_text(SEEDS[0]), setup.options)
    for command in (*setup.start, c.Gather("random:4:1")):
        submitted(table, command, REFEREE)
    submitted(table, c.AskAround(), REFEREE)
    _play_on(table, RARE_STEPS)
    return kept("an adventure", table)


def strongest(game: str) -> Log:
    """The strongest party that a game has ready, underground."""
    table = opened(game)
    submitted(table, c.Gather(table.ruleset.side.party.parties()[-1][0]), REFEREE)
    _play_on(table, MOST_OF_THE_STRONGEST)
    return kept("the strongest party", table)


def _play_on(table: Table[Any], steps: int) -> None:
    playing = PLAYERS["plain"](table.ruleset, QuickDice(1))
    for _ in range(steps):
        if table.ruleset.finished(table.state) or not _turn(table, playing):
            break


def begun_by_hand(game: str) -> Log:
    """A campaign with characters made one by one, in a dungeon out of a file, with a room that a friend has sealed."""
    table = opened(game)
    sealed = close(LEVER)
    drawn, _ = generate(QuickDice(7), levels=1, cap=25)
    for command in (
        c.BringRooms({room_id("lever", sealed): sealed}),
        c.BringDungeon(to_own(drawn, 5).decode(), "drawn at home"),
    ):
        answer = submitted(table, command, REFEREE)
        assert not isinstance(answer, Refusal), answer
    make(table)
    make(table, name="Gino")
    _play_on(table, 60)
    return kept("begun by hand", table)


def below_and_rare(game: str) -> Log:
    """What dice seldom bring: a friend's room is opened, one who waits is given up, a remedy is put to the players."""
    ruleset: Any = find_campaign(game)
    table: Table[Any] = Table.open(ruleset, TABLE, seed_from_text(SEEDS[0]), {"adjustments": "offered"})
    playing = PLAYERS["plain"](ruleset, QuickDice(1))

    def done(command: Command) -> None:
        answer = submitted(table, command, REFEREE)
        assert not isinstance(answer, Refusal), (command, answer)

    def go_on(until: Callable[[], bool]) -> None:
        for _ in range(RARE_STEPS):
            if until() or ruleset.finished(table.state) or not _turn(table, playing):
                break

    def free_below() -> bool:
        state = table.state
        return bool(state.at) and not (state.awaiting or state.tasks or ruleset.side.meetings.busy(state))

    def at_once(task: Task) -> None:
        done(Override("tasks", msgspec.to_builtins([task]), "this comes next"))
        done(c.DrawPrompt())

    sealed = close(LEVER)
    name = room_id("lever", sealed)
    done(c.BringRooms({name: sealed}))
    go_on(free_below)
    state = table.state
    room = Slot("special", 1, state.at, "special", "SPECIAL_OR_EMPTY", supplier="sealed_room_stock", item=name)
    done(Override("dungeon.slots", msgspec.to_builtins({**state.dungeon.slots, room.id: room}), "here it lies"))
    at_once(Task("room", room.id))
    done(c.DoInRoom(ruleset.side.party.able(table.state)[0], room.id, "lever", "pull"))
    go_on(free_below)
    foot = table.state.at
    for code in ("ARROWS", "SPEARS"):
        done(c.SetTrap(foot, code))
        at_once(Task("trap", list(table.state.dungeon.traps)[-1]))
        go_on(free_below)
    at_once(Task("effect", "arrows", Effect("poison", ruleset.side.party.able(table.state)[:1]), ("DA-TRAP-01",)))
    _body_searched(table)
    done(c.SplitOff(ruleset.side.party.able(table.state)[-1]))
    up = next(way for way in ways(table.state.dungeon, foot) if way.to == SURFACE)
    done(c.Follow(up.id))
    if table.state.stage == "road" and table.state.waiting:
        done(c.GiveUp(foot))
    go_on(lambda: table.state.dungeon.held is not None)
    go_on(lambda: table.state.dungeon.held is None)
    return kept("below and rare", table)


def _body_searched(table: Table[Any]) -> None:
    """Where the campaign keeps purses: somebody dies with gold on them, and a friend takes it."""
    able = table.ruleset.side.party.able(table.state)
    dead = next((who for who in reversed(able) if _set(table, f"game.party.{who}.status", "dead")), None)
    if dead is not None and _set(table, "purses", {**table.state.purses, dead: 7}):
        for command in (c.DrawPrompt(), SearchBody(able[0], dead)):  # the dead are counted with the next command
            answer = submitted(table, command, REFEREE)
            assert not isinstance(answer, Refusal), answer


def _set(table: Table[Any], path: str, value: Any) -> bool:
    return not isinstance(submitted(table, Override(path, value, "as the scene wants it"), REFEREE), Refusal)


# -------------------------------------------------------------------- with all that a referee may do to a log


def meddled(name: str, table: Table[Any]) -> Log:
    """A log with everything in it that a table writes beside the game: taken back, overruled, noted, branched off."""

    def go_on(steps: int) -> None:
        for _ in range(steps):
            command = table.ruleset.suggest(table.state, REFEREE)
            if command is not None:
                done(command)

    def done(command: Command, **how: Any) -> Entry[Any, Any]:
        answer = submitted(table, command, REFEREE, **how)
        assert not isinstance(answer, Refusal), (command, answer)
        return answer

    go_on(3)
    done(Annotate(1, "Here it began."))
    done(Annotate(1, "For me alone.", "referee"))
    done(Stir("a word of my own"))
    go_on(2)
    done(Undo())
    done(Undo())
    done(Redo())
    go_on(2)
    for to in ("open", "referee", "blind", "self"):
        done(ThrowDice("2d6+1", to, "luck"))
    done(ThrowDice("3d6"), faces=(1, 2, 3))
    _with_typed_dice(table)
    _overruled(table)
    go_on(2)
    _changed_by_hand(table)
    _other_house_rule(table)
    _something_told(table)
    done(LimitBack("strict"))
    go_on(2)
    branch = table.branch(f"{TABLE}-2", seed_from_text("another"))
    parent, table = table, branch
    go_on(4)
    done(RevealSeed())
    return kept(name, parent, table)


def _with_typed_dice(table: Table[Any]) -> None:
    """The next command that throws dice, with dice of one's own."""
    for _ in range(40):
        command = table.ruleset.suggest(table.state, REFEREE)
        assert command is not None
        faces: tuple[int, ...] = ()
        while True:
            try:
                answer = submitted(table, command, REFEREE, faces=faces)
                break
            except DieNeeded as needed:
                faces = (*faces, (needed.sides + 1) // 2)
        assert not isinstance(answer, Refusal), answer
        if faces:
            return
    raise AssertionError("nobody throws dice any more")


def _overruled(table: Table[Any]) -> None:
    """Other dice in place of those of the last command."""
    entry = table.last
    assert entry is not None
    faces = tuple(die.face % die.sides + 1 for die in thrown_in(entry.events))
    for _ in range(40):
        answer = submitted(table, OverrideRolls(faces, "it fell off the table"), REFEREE)
        if not isinstance(answer, Refusal):
            return
        faces = (*faces, 1) if answer.code == "faces_missing" else faces[:-1]
    raise AssertionError(f"these dice are never right: {answer}")


def _changed_by_hand(table: Table[Any]) -> None:
    """Any number of the state, one higher."""
    for path, value in _numbers(msgspec.to_builtins(table.state), ()):
        answer = submitted(table, Override(".".join(path), value + 1, "as I had it in mind"), REFEREE)
        if not isinstance(answer, Refusal):
            return
    raise AssertionError("no number can be changed")


def _numbers(part: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    if isinstance(part, dict):
        for name, item in part.items():
            yield from _numbers(item, (*path, str(name)))
    elif type(part) is int and path[-1] in ("hp", "stress", "minutes", "fear"):
        yield path, part


def _other_house_rule(table: Table[Any]) -> None:
    """Any switch the other way."""
    for name in table.ruleset.options:
        value = table.state.options.get(name)
        if type(value) is bool and not isinstance(submitted(table, ChangeOptions({name: not value}), REFEREE), Refusal):
            return
    raise AssertionError("no house rule can be changed")


def _something_told(table: Table[Any]) -> None:
    """Any event that was not for everybody."""
    for entry in list(table.entries()):
        for number in range(len(entry.events)):
            if not isinstance(submitted(table, RevealEvent(entry.seq, number), REFEREE), Refusal):
                return
    raise AssertionError("there is no secret")


# -------------------------------------------------------------------- by whatever comes to mind


class Kinds:
    """Which kinds of events and commands have occurred, and how often each command was tried in odd play."""

    def __init__(self) -> None:
        self.events: set[str] = set()
        self.commands: set[str] = set()
        self.tried: Counter[str] = Counter()
        self.guessed: set[str] = set()

    def note(self, entry: Entry[Any, Any]) -> bool:
        """Count an entry; whether there is anything new in it."""
        known = len(self.events) + len(self.commands)
        self.events.update(tag_of(type(event)) for event in entry.events)
        if entry.command is not None:
            self.commands.add(tag_of(type(entry.command)))
        return len(self.events) + len(self.commands) > known

    def rare(self, chance: Random, offered: list[Choice]) -> Choice:
        """One of these choices: the rarer its command, the likelier; above all one that was never carried out."""
        tags = sorted({choice.command for choice in offered})
        weights = [(1 if tag in self.commands else 10) / (1 + self.tried[tag]) for tag in tags]
        tag = chance.choices(tags, weights)[0]
        self.tried[tag] += 1
        return chance.choice([choice for choice in offered if choice.command == tag])


def odd_step(table: Table[Any], chance: Random, kinds: Kinds) -> bool:
    """Somebody takes a command that has rarely been given; False where nobody is offered any."""
    seats = [*table.ruleset.seats(table.state), REFEREE]
    if table.ruleset.id.startswith(PREFIX):  # there the lists are long
        seats = [REFEREE if chance.random() < 0.3 else players_seat(table.ruleset, table.state)]
    offered = {choice.id: (seat, choice) for seat in seats for choice in table.choices(seat).all()}
    if not offered:
        return False
    choice = kinds.rare(chance, [choice for _, choice in offered.values()])
    values = {each.name: _value(each, chance) for each in choice.parameters}
    submitted(table, table.ruleset.command(choice.fill(**values)), offered[choice.id][0])
    return True


def _value(parameter: Parameter, chance: Random) -> str | int:
    """Any value of a parameter."""
    if parameter.kind == "pick":
        return chance.choice(parameter.picks).value
    if parameter.kind == "text":
        return "…"
    low = parameter.minimum or 0
    return chance.randint(low, max(low, 6 if parameter.maximum is None else parameter.maximum))


def guessed_step(table: Table[Any], chance: Random, kinds: Kinds) -> None:
    """Something that the referee may do now and that has never been done, as far as it can be guessed."""
    unheard = [kind for kind in table.ruleset.command_types if tag_of(kind) not in kinds.commands]
    guessing = Guessing(table.ruleset, table.state, chance)
    for kind in chance.sample(unheard, min(len(unheard), KINDS_GUESSED)):
        command = guessing.command(kind, GUESSES)
        if command is not None:
            submitted(table, command, REFEREE)
            return


def odd_scene(game: str, setup: Setup, seed: str, kinds: Kinds, most: int) -> Table[Any]:
    """A scene under any options, in which people do what has rarely been done, or what is sensible."""
    ruleset, chance = find_ruleset(game), Random(f"{game} {setup.title} {seed}")
    options = any_options(ruleset.options, chance, setup.options)
    table = Table.open(ruleset, TABLE, seed_from_text(seed), options)
    if any(isinstance(submitted(table, command, REFEREE), Refusal) for command in setup.start):
        return table
    sensible = chance.choice((0.2, 0.5, 0.7))
    for number in range(most):
        if ruleset.finished(table.state) and chance.random() < 0.2:
            break
        if number % GUESS_EVERY == 0:
            guessed_step(table, chance, kinds)
            continue
        command = ruleset.suggest(table.state, REFEREE) if chance.random() < sensible else None
        if command is not None:
            submitted(table, command, REFEREE)
        elif not odd_step(table, chance, kinds):
            break
    return table


def any_fight(game: str, chance: Random) -> Setup | None:
    """A party of some experience against monsters by lot; None where a game does not set fights up so."""
    ruleset: Any = find_ruleset(game)
    if not isinstance(ruleset, BoxGame):
        return None
    monsters = [
        f"{{monster: {name}, count: {chance.randint(1, 3)}}}"
        for name in chance.sample(sorted(ruleset.content.nature_of), 2)
    ]
    party = f"{{size: {chance.randint(3, 6)}, level: {chance.randint(2, 9)}}}"
    text = f"""
game: {game}
title: {{it: Scontro, en: Fight}}
distance: {chance.choice((10, 30, 60))}
sides:
  party: {{name: {{it: La compagnia, en: The party}}, light: true, party: {party}}}
  others: {{name: {{it: Gli altri, en: The others}}, monsters: [{", ".join(monsters)}]}}
"""
    return ruleset.read_setup(Document("any", text))


def odd_campaign(game: str, seed: str, kinds: Kinds, most: int) -> Table[Any]:
    """The same for a campaign."""
    ruleset: Any = find_campaign(game)
    chance = Random(f"{game} campaign {seed}")
    table = Table.open(ruleset, TABLE, seed_from_text(seed), any_options(ruleset.options, chance))
    playing = chance.choice((Mixed, Scattered, PLAYERS["prudent"]))(ruleset, QuickDice(int(seed)))
    sensible = chance.choice((0.5, 0.7, 0.9))
    for number in range(most):
        if ruleset.finished(table.state):
            break
        if number % GUESS_EVERY == GUESS_EVERY - 1:
            guessed_step(table, chance, kinds)
        elif chance.random() < sensible:
            if not _turn(table, playing):
                break
        elif not odd_step(table, chance, kinds):
            break
    return table


def shortened(table: Table[Any], kinds: Kinds) -> Log | None:
    """The log up to its last entry with anything new in it; None where there is nothing new."""
    last = max((entry.seq for entry in table.entries() if kinds.note(entry)), default=-1)
    if last < 0:
        return None
    short = Table.restore(table.ruleset, list(table.records())[: last + 1], table.seed)
    return kept("", short)


# -------------------------------------------------------------------- again


def reopened(log: Log) -> Table[Any]:
    """A new table that is opened as that of the log was."""
    ruleset: Ruleset[Any] = opening_of(log.bodies[0]).ruleset(find_game)
    opened = ruleset.entry_decoder.decode(log.bodies[0]).events[0]
    assert isinstance(opened, TableOpened)
    return Table.open(ruleset, opened.table, bytes.fromhex(log.head.seeds[0]), opened.options)


def again(log: Log) -> Iterator[tuple[Entry[Any, Any], Table[Any], Entry[Any, Any] | Refusal | None]]:
    """Every command of a log given again: the entry of old, the table after it, and what it answered.

    Nothing is read from the old entries but who asked for what, and with which dice of their own.
    """
    table = reopened(log)
    yield table.ruleset.entry_decoder.decode(log.bodies[0]), table, None
    for body in log.bodies[1:]:
        entry = table.ruleset.entry_decoder.decode(body)
        first = entry.events[0]
        if isinstance(first, Branched):
            table = table.branch(first.table, bytes.fromhex(log.head.seeds[1]))
            yield entry, table, table.last
            continue
        typed = [die.face for die in thrown_in(entry.events) if die.how == "typed"]
        if entry.typed:
            typed = [face for _, face in entry.typed]
        faces = {"faces": tuple(typed)} if typed else {}
        try:
            if isinstance(first, DiceAsked) or table.ledger.owed is not None:
                answer = _owing(table, entry)
            else:
                answer = submitted(table, entry.command, _seat(table, entry.by), **faces)
        except DieNeeded:
            answer = Refusal("die_needed")
        yield entry, table, answer


def _owing(table: Table[Any], entry: Entry[Any, Any]) -> Entry[Any, Any] | Refusal:
    """A deed with dice of one's own: begun, gone on with, or left to the engine."""
    first, owed = entry.events[0], table.ledger.owed
    typed = first.typed if isinstance(first, DiceAsked) else entry.typed
    faces = tuple(face for _, face in typed)
    if owed is None:
        deed = table.ruleset.command(msgspec.json.decode(first.deed))
        return submitted(table, deed, _seat(table, entry.by), faces=faces)
    more = faces[len(owed.typed) :]
    return submitted(table, TellFaces(more) if more else RollOwed(), _seat(table, entry.by))


def _seat(table: Table[Any], name: str) -> Seat:
    """Whoever sat there."""
    if name == REFEREE.name:
        return REFEREE
    seats = {seat.name: seat for seat in table.ruleset.seats(table.state)}
    if name not in seats and table.ruleset.id.startswith(PREFIX):
        return players_seat(table.ruleset, table.state)
    return seats.get(name, REFEREE)


def replayed(log: Log) -> Log:
    """The log as it comes out today: what is refused now is left out."""
    *_, (_, table, _) = again(log)
    return Log(log.head, [body for _, body in table.records()], state_bytes(table.state))
