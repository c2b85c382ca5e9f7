"""Whole expeditions of every game, watched: what must hold after every command, whoever plays and whatever happens."""

import re
from itertools import chain
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.play.watching import Scattered, Step, expedition, opened, other_world, secrets_of, unaccounted, watched
from tests.sampling import sampled

from arbitro.dice.stream import QuickDice
from arbitro.kernel.choice import Choice
from arbitro.kernel.log import Entry
from arbitro.kernel.noting import witness_of
from arbitro.kernel.ruleset import shown_then, shown_to
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, Seat
from arbitro.kernel.sentence import choice_text, tell
from arbitro.kernel.sentence import told as told_then
from arbitro.kernel.table import Table
from arbitro.kernel.then import Kept
from arbitro.play import campaigns, find_campaign
from arbitro.play.commands import TakeDefault
from arbitro.play.delving import underground
from arbitro.play.events import DefaultTaken
from arbitro.play.players.reckless import any_values
from arbitro.play.players.turn import players_seat
from arbitro.play.seating import reserved
from arbitro.play.state import Chair
from arbitro.play.ways import ways
from arbitro.text import LANGUAGES

GAMES = campaigns()
WITH_LOCKS = [game for game in GAMES if find_campaign(game).side.desk.has_locks]
WATCHED = sampled([(game, seed) for seed in (1, 2) for game in GAMES], len(GAMES))
COMMANDS = 220
"""Commands of an expedition that is watched in every run."""
LONG = 600
"""The same for the many that are watched now and then."""
MANY = 24
"""Worlds that are compared, of one game."""
IN_SPIRIT = ("FightInSpirit", "ProposeFlight", "VoteFlight")
"""What the dead may do: their players have a voice in flight where the option gives them one."""


def invariants(step: Step) -> None:
    """What holds after every command."""
    campaign: Any = step.table.ruleset
    before, after, command = step.before, step.after, step.turn.command
    assert after.minutes >= before.minutes, "the clock went back"
    assert after.turn == after.minutes // 10
    assert after.dungeon.turn in (0, before.dungeon.turn), "the dungeon has a clock of its own"
    assert bool(after.at) <= (after.stage in ("dungeon", "over")), "underground, yet on the road"
    assert not after.at or after.at in after.dungeon.spaces
    dead = {who for who, _ in campaign.side.party.dead(before)}
    spirit = type(command).__name__ in IN_SPIRIT
    assert spirit or getattr(command, "who", "") not in dead, f"the dead do not act: {command}"
    assert set(campaign.side.party.able(after)) <= set(campaign.side.party.people(after))
    assert not {who for who, _ in campaign.side.party.dead(after)} & set(campaign.side.party.people(after))
    assert dead <= {fallen.who for fallen in after.fallen}, "somebody died and nobody noticed"
    present, gone = set(campaign.side.party.people(after)), {who for who, _ in campaign.side.party.dead(after)}
    assert not present & set(after.waiting), "somebody is in two places"
    assert not gone & set(after.waiting), "the dead do not wait"
    assert after.stage != "town" or not after.waiting, "somebody was left behind"
    if after.at and underground(campaign.side, after) is None:
        refused = [campaign.side.walk.may_go(after, each, "") for each in ways(after.dungeon, after.at)]
        assert "way_unknown" not in [each.code for each in refused if each], "a way on the map that the game knows not"
    assert unaccounted(step) == [], f"{command}: goods came or went without an event that says so"
    defaults(step)


def defaults(step: Step) -> None:
    """A reserved decision that the automatic referee takes is marked as its default, and nothing else is."""
    campaign: Any = step.table.ruleset
    command, marks = step.turn.command, [event for event in step.entry.events if isinstance(event, DefaultTaken)]
    if isinstance(command, TakeDefault):
        assert [mark.kind for mark in marks] == [command.kind]
        assert marks[0].audience == REFEREE_ONLY
        return
    assert marks == []
    if campaign.owner(step.before, command) == REFEREE_ONLY:
        assert campaign.side.front.kind_of(step.before, command) == "", f"{command} was taken without a mark"


def replayed(table: Table[Any]) -> None:
    """The log, read again and folded, gives the same state to the byte."""
    again = Table.restore(table.ruleset, list(table.records()), table.seed)
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)


def words(data: bytes) -> set[str]:
    """Everything in some JSON that could be an id."""
    return set(re.findall(r"[\w+./-]+", data.decode()))


def told(table: Table[Any], state: Any, entry: Entry[Any, Any], seat: Seat) -> tuple[bytes, list[str]]:
    """What a seat is sent of an entry: the events as it may know them, and the sentences of both languages."""
    shown = [found for event in entry.events if (found := shown_to(table.ruleset, state, event, seat)) is not None]
    sentences = [tell(table.ruleset, state, event, language) for event in shown for language in ("it", "en")]
    return msgspec.json.encode(shown), sentences


def sent(campaign: Any, state: Any, seat: Seat) -> list[bytes]:
    """All that a seat can get to see of a state."""
    choices = list(campaign.choices(state, seat))
    labels = [choice_text(campaign, state, choice, language) for choice in choices for language in ("it", "en")]
    seen: list[object] = [campaign.view(state, seat), choices, labels]
    seen += [campaign.picture(state, seat, "it"), campaign.drawing(state, seat, "it")]
    seen += [campaign.cards(state, seat, "it")]
    return [msgspec.json.encode(part) for part in seen]


CHOICES, LABELS = 1, 2
"""What stands where in all that is sent."""


def beyond_the_chair(campaign: Any, one: Any, other: Any, seat: Seat) -> list[object]:
    """What tells two worlds apart for a seat, but for the decisions of a room whose referee it is (DA-SOLO-06)."""
    pairs = list(zip(sent(campaign, one, seat), sent(campaign, other, seat), strict=True))
    chair = other.chair
    if chair is None or chair.seat not in (seat.name, *seat.controls):
        return [left for left, right in pairs if left != right]
    apart: list[object] = [
        left for at, (left, right) in enumerate(pairs) if left != right and at not in (CHOICES, LABELS)
    ]
    first, second = ({choice.id: choice for choice in campaign.choices(world, seat)} for world in (one, other))
    for name in sorted(first.keys() | second.keys()):
        if first.get(name) != second.get(name):
            choice, state = (first[name], one) if name in first else (second[name], other)
            command = campaign.command(next(choice.fillings()))
            named = set(filter(lambda value: isinstance(value, str), choice.fixed.values()))
            if not reserved(campaign.side, state, command) or not named <= within(state, chair.space):
                apart.append(choice)
    return apart


def within(state: Any, space: str) -> set[str]:
    """The ids of a place, of its doors, and of what and who is in it."""
    dungeon = state.dungeon
    expedition = getattr(state.game, "expedition", None)
    troops = () if expedition is None else expedition.troops.values()
    here = {troop.id for troop in troops if troop.place == space}
    doors = {name for name, link in dungeon.links.items() if space in (link.a, link.b)}
    things = {name for name, slot in dungeon.slots.items() if slot.space == space}
    return {space, *here, *doors, *things, *(name for name, trap in dungeon.traps.items() if trap.space == space)}


@pytest.mark.rule("DA-SOLO-04", "DA-SOLO-06")
@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_the_chair_of_a_room_shows_nothing_beyond_that_room(game: str, own: bool):
    """Neither to whoever sits in it, nor to the others at the table while somebody does."""
    compared = 0
    for number, step in enumerate(chain.from_iterable(watched(game, seed, COMMANDS) for seed in range(1, 4))):
        campaign: Any = step.table.ruleset
        if number % 4 == 0 and step.after.at:
            seat = players_seat(campaign, step.after)
            state = replace(step.after, chair=Chair(seat.name if own else "Zoe", step.after.at))
            assert beyond_the_chair(campaign, other_world(state), state, seat) == [], step.turn
            compared += 1
        if compared == MANY:
            break
    assert compared > 3


@pytest.mark.rule("DA-SOLO-02")
@pytest.mark.parametrize(("game", "seed"), WATCHED)
def test_an_expedition_keeps_its_books(game: str, seed: int):
    table = None
    for step in watched(game, seed, COMMANDS):
        table = step.table
        invariants(step)
    assert table is not None
    replayed(table)


@pytest.mark.rule("DA-SOLO-04")
@pytest.mark.parametrize(("game", "seed"), WATCHED)
def test_players_are_sent_nothing_of_what_they_have_not_found(game: str, seed: int):
    for number, step in enumerate(watched(game, seed, COMMANDS)):
        campaign: Any = step.table.ruleset
        seat = players_seat(campaign, step.after)
        events, _ = told(step.table, step.after, step.entry, seat)
        hidden = secrets_of(step.after)
        assert not words(events) & hidden, step.turn
        if number % 5 == 0:
            for part in sent(campaign, step.after, seat):
                assert not words(part) & hidden, step.turn


@pytest.mark.rule("DA-SOLO-04")
@pytest.mark.parametrize(("game", "locked"), [*((game, 0) for game in GAMES), *((game, 3) for game in WITH_LOCKS)])
def test_two_worlds_that_differ_where_nobody_has_looked_look_the_same(game: str, locked: int):
    compared = 0
    options = {"locked_doors": locked} if locked else {}
    walks = (
        expedition(game, seed, COMMANDS, **options) if options else watched(game, seed, COMMANDS)
        for seed in range(1, 7)
    )
    for number, step in enumerate(chain.from_iterable(walks)):
        campaign: Any = step.table.ruleset
        if number % 6 == 0 and step.after.at:
            seat, other = players_seat(campaign, step.after), other_world(step.after)
            assert msgspec.json.encode(other) != msgspec.json.encode(step.after)
            assert beyond_the_chair(campaign, other, step.after, seat) == [], step.turn
            compared += 1
        if compared == MANY:
            break
    assert compared > 3


@pytest.mark.parametrize("game", GAMES)
def test_what_is_done_on_known_ground_is_told_alike_in_two_worlds(game: str):
    """The same harmless command with the same dice: not even its story may tell the worlds apart."""
    harmless = {"carry", "give", "kindle_light", "douse_light", "kindle_torch", "draw_prompt", "leave_loot", "buy"}
    compared = 0
    for step in chain.from_iterable(expedition(game, seed, COMMANDS) for seed in (400, 401, 402)):
        campaign: Any = step.table.ruleset
        state = step.after
        if campaign.finished(state) or not state.at or state.awaiting:
            continue
        seat = players_seat(campaign, state)
        choice = next((one for one in campaign.choices(state, seat) if one.command in harmless), None)
        if choice is None:
            continue
        command = campaign.command(next(iter(choice.fillings())))
        ends = []
        for world in (state, other_world(state)):
            table = Table(campaign, step.table.ledger, world, step.table.seed, lambda *_: [])
            entry = table.submit(command, seat)
            assert isinstance(entry, Entry), entry
            ends.append((told(table, table.state, entry, seat), sent(campaign, table.state, seat)))
        assert ends[0] == ends[1], command
        compared += 1
        if compared == 12:
            break
    assert compared > 3


ENOUGH = 400
"""Sentences that are compared."""


@pytest.mark.parametrize("game", GAMES)
def test_what_is_noted_with_an_entry_tells_players_nothing_of_what_they_have_not_seen(game: str):
    """The story of a seat, told from what was noted in either of two worlds that look alike to it, is the same."""
    compared = 0
    for step in chain.from_iterable(watched(game, seed, COMMANDS) for seed in range(1, 9)):
        campaign: Any = step.table.ruleset
        if not step.after.at:
            continue
        if compared > ENOUGH:
            break
        stories = []
        for before, after in ((step.before, step.after), (other_world(step.before), other_world(step.after))):
            then = Kept(campaign, witness_of(campaign, step.entry, before, after))
            seat = players_seat(campaign, step.after)
            shown = [event for one in step.entry.events if (event := shown_then(then, one, seat)) is not None]
            stories.append([told_then(then, event, language) for language in LANGUAGES for event in shown])
        assert stories[0] == stories[1], step.turn
        compared += len(stories[0])
    assert compared > ENOUGH


def sample(choices: list[Choice], dice: QuickDice, most: int) -> list[Choice]:
    """Some of the choices, by lot, one of each kind first."""
    kinds = list({choice.command: choice for choice in choices}.values())
    rest = [choices[dice.roll(len(choices)).face - 1] for _ in range(most)] if choices else []
    return [*kinds, *rest][: most + len(kinds)]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_offered_is_accepted(game: str):
    dice = QuickDice(500)
    for number, step in enumerate(watched(game, 1, COMMANDS)):
        if number % 8:
            continue
        campaign: Any = step.table.ruleset
        for seat in (players_seat(campaign, step.after), REFEREE):
            for choice in sample(list(campaign.choices(step.after, seat)), dice, 6):
                plain = choice.fill(**any_values(choice, dice))
                command = campaign.command(plain)
                assert campaign.allows(step.after, command), (seat.name, command)
                assert seat.may_act_for(campaign.owner(step.after, command)), (seat.name, command)


@pytest.mark.parametrize("game", GAMES)
def test_the_log_of_an_expedition_replays_under_every_reader(game: str):
    """Undone, redone and read again: always the same table."""
    last = None
    for step in expedition(game, 600, 60):
        last = step
    assert last is not None
    from arbitro.kernel.command import Redo, Undo

    table, before = last.table, msgspec.json.encode(last.table.state)
    for _ in range(10):
        assert isinstance(table.submit(Undo(), REFEREE), Entry)
    replayed(table)
    for _ in range(10):
        assert isinstance(table.submit(Redo(), REFEREE), Entry)
    assert msgspec.json.encode(table.state) == before
    replayed(table)


@pytest.mark.parametrize("game", GAMES)
def test_a_party_that_parts_keeps_its_books_too(game: str):
    """Groups on one map and one clock: whoever is followed, whoever is come upon, nothing and nobody is lost."""
    wanted, happened = {"PartySplit", "PartyJoined", "TableTurned"}, set[str]()
    for seed in range(1, 9):  # until all of it has happened
        table = opened(game, seed)
        for step in expedition(game, seed, COMMANDS, Scattered):
            table = step.table
            invariants(step)
            happened |= {type(event).__name__ for event in step.entry.events}
        replayed(table)
        if wanted <= happened:
            return
    raise AssertionError(wanted - happened)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(25))
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_expeditions(game: str, block: int):
    """Every game, many seeds: the same invariants, and the log replays."""
    many = 1000 // 25 // len(GAMES)
    for seed in range(1000 + block * many, 1000 + (block + 1) * many):
        table = opened(game, seed)
        for step in expedition(game, seed, LONG):
            table = step.table
            invariants(step)
        replayed(table)
