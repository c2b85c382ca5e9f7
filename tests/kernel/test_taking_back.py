"""Going back is told and counted, one's own slip can be taken back, and for all else one asks the referee."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from tests.games import PLAYABLE
from tests.kernel.tables import begun, done, refused, step
from tests.logs import archive

from arbitro import __version__
from arbitro.dice.stream import DieNeeded, GivenDice
from arbitro.kernel.command import Annotate, AskBack, Command, DeclineBack, Redo, ThrowDice, Undo
from arbitro.kernel.event import Branched, Undone, tag_of
from arbitro.kernel.explain import explained
from arbitro.kernel.fold import evolve
from arbitro.kernel.log import Entry
from arbitro.kernel.noting import moment_of
from arbitro.kernel.pack import opening_of
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.table import Table
from arbitro.kernel.taking_back import gone_past, walk_back, way_back, way_back_to
from arbitro.kernel.thrown import dice_of
from arbitro.play import find_game
from arbitro.text import LANGUAGES

ANNA = Seat(
    "Anna",
    "player",
    frozenset({"party", "berto", "dalia", "guido", "livia", "orcs", *map("orc-{}".format, range(1, 7))}),
)


def throws(table: Table[Any], command: Command) -> bool:
    """Whether a command throws a die; none is thrown to find out."""
    try:
        table.ruleset.decide(table.state, command, GivenDice(()))
    except DieNeeded:
        return True
    return False


def moves(table: Table[Any]) -> Iterator[Command]:
    """Everything that may be done now."""
    for choice in table.choices(ANNA):
        values = {each.name: each.picks[0].value if each.picks else each.minimum or 0 for each in choice.parameters}
        yield table.ruleset.command(choice.fill(**values))


def harmless(table: Table[Any]) -> Command:
    """Something that throws no die and shows nothing."""
    return next(one for one in moves(table) if not throws(table, one))


def with_a_die(table: Table[Any]) -> Command:
    """Something that throws dice."""
    return next(one for one in moves(table) if throws(table, one))


def last_words(table: Table[Any]) -> tuple[str, ...]:
    (entry,) = table.witnessed(table.ledger.length - 1)
    return tuple(
        explained(moment_of(table.ruleset, entry), entry.events[0], language).sentence for language in LANGUAGES
    )


# ---------------------------------------------------------------- one's own slip


def test_a_slip_is_taken_back_by_whoever_made_it():
    table = begun()
    before = table.state
    done(table, harmless(table), ANNA)
    entry = done(table, Undo(), ANNA)
    assert table.state == before
    assert entry.events[0] == Undone(entry.seq - 1, entry.seq - 2, "Anna", "", 1, 0)
    assert all("Anna" in line for line in last_words(table))


def test_a_slip_is_nobody_elses_to_take_back():
    table = begun()
    done(table, harmless(table), ANNA)
    for other in (Seat("Bruno", "player", ANNA.controls), SPECTATOR):
        assert refused(table, Undo(who="Anna"), other).code in ("nothing_to_undo", "referee_only")


def test_nobody_takes_back_their_own_throw():
    table = begun()
    command = with_a_die(table)
    done(table, command, ANNA)
    assert refused(table, Undo(), ANNA).code == "back_die"


def test_nobody_takes_back_what_others_have_acted_upon():
    table = begun()
    done(table, harmless(table), ANNA)
    step(table)
    assert refused(table, Undo(), ANNA).code == "back_acted"


def test_a_walk_is_taken_back_as_far_as_no_die_fell():
    table = begun()
    first = done(table, with_a_die(table), ANNA)
    for _ in range(2):
        done(table, harmless(table), ANNA)
    whole = walk_back(table, first.seq, "Anna")
    assert (whole.steps, whole.of, whole.stops) == (2, 3, "die")
    assert whole.way.entries == (first.seq + 2, first.seq + 1)
    innocent = walk_back(table, first.seq + 1, "Anna")
    assert (innocent.steps, innocent.of, innocent.stops) == (2, 2, "")
    done(table, ThrowDice("1d6"), Seat("Bruno"))
    assert walk_back(table, first.seq + 1, "Anna").stops == "die"  # somebody has seen it fall since
    assert walk_back(table, 0, "Anna").of == 0


def test_notes_are_no_deeds_and_dice_on_the_table_are():
    table = begun()
    done(table, harmless(table), ANNA)
    done(table, Annotate(table.ledger.head, "hm"), Seat("Bruno"))
    assert way_back(table, "Anna").past == ""
    done(table, ThrowDice("1d6"), Seat("Bruno"))
    assert refused(table, Undo(), ANNA).code == "back_die"


def test_what_a_player_takes_back_is_told_under_their_own_name():
    table = begun()
    done(table, harmless(table), ANNA)
    told = done(table, Undo(who="Bruno", part=True), ANNA).events[0]
    assert (told.who, told.part) == ("Anna", False)


# ---------------------------------------------------------------- told and counted


def test_going_back_past_dice_is_counted_by_person():
    table = begun()
    for times in (1, 2):
        done(table, with_a_die(table))
        told = done(table, Undo()).events[0]
        assert (told.who, told.past, told.times, told.past_times) == ("referee", "die", times, times)
    done(table, harmless(table), ANNA)
    done(table, Undo(), ANNA)
    assert table.ledger.taken_back == {"referee": (2, 2), "Anna": (1, 0)}
    restored = Table.restore(table.ruleset, list(table.records()), table.seed)
    assert restored.ledger == table.ledger


def test_several_steps_of_one_wish_are_told_once_with_all_they_went_past():
    table = begun()
    done(table, with_a_die(table), ANNA)
    done(table, harmless(table))
    done(table, Undo("Anna", part=True))
    told = done(table, Undo("Anna")).events[0]
    assert (told.who, told.past, told.times) == ("Anna", "die", 1)
    shown = [event for entry in table.history(SPECTATOR) for event in entry.events if isinstance(event, Undone)]
    assert [event.part for event in shown] == [True, False]


# ---------------------------------------------------------------- asking


def test_the_referee_grants_what_somebody_asks_for():
    table = begun()
    before = table.state
    done(table, with_a_die(table), ANNA)
    before = table.state_at(table.ledger.head - 1)
    asked = done(table, AskBack("slipped"), ANNA)
    assert all("Anna" in line and "slipped" in line for line in last_words(table))
    assert table.ledger.asked_back == {"Anna": asked.seq - 1}
    assert refused(table, AskBack(), ANNA).code == "asked_already"
    told = done(table, Undo("Anna")).events[0]
    assert told.granted
    assert told.who == "Anna"
    assert told.past == "die"
    assert table.state == before
    assert table.ledger.asked_back == {}


def test_the_referee_declines():
    table = begun()
    done(table, with_a_die(table), ANNA)
    done(table, AskBack(), ANNA)
    assert refused(table, DeclineBack("Anna"), ANNA).code == "referee_only"
    done(table, DeclineBack("Anna"))
    assert table.ledger.asked_back == {}
    assert refused(table, DeclineBack("Anna")).code == "nobody_asked"


def test_only_who_did_something_asks():
    table = begun()
    assert refused(table, AskBack(), ANNA).code == "nothing_to_undo"
    for seat in (REFEREE, SPECTATOR):
        assert refused(table, AskBack(), seat).code == "ask_players_only"


def test_what_was_asked_for_is_found_behind_what_others_did():
    table = begun()
    done(table, harmless(table), ANNA)
    own = table.ledger.head
    step(table)
    done(table, AskBack(), ANNA)
    way = way_back_to(table, own)
    assert way.entries[-1] == own
    assert len(way.entries) == 2
    done(table, Undo(part=True))
    done(table, Undo("Anna"))
    assert way_back_to(table, own).entries == ()
    done(table, Redo())
    assert way_back_to(table, own).entries == (own,)


# ---------------------------------------------------------------- what a step back goes past, in every game


def moments(game: str) -> Iterator[tuple[Ruleset[Any], Entry[Any, Any], Any, Any]]:
    """Every entry of a game's golden logs that was a command of a player's kind, with the states around it."""
    for log in archive.read(__version__, game):
        ruleset = opening_of(log.bodies[0]).ruleset(find_game)
        own = set(ruleset.command_types)
        states: dict[int, Any] = {-1: ruleset.initial()}
        for body in log.bodies:
            entry = ruleset.entry_decoder.decode(body)
            if isinstance(entry.events[0], Branched):
                break
            if entry.parent < 0 and entry.seq:
                continue
            after = before = states[entry.parent]
            for event in entry.events:
                after = evolve(ruleset, after, event)
            states[entry.seq] = after
            if type(entry.command) in own:
                yield ruleset, entry, before, after


FREE = {"buy", "carry", "declare", "marching_order", "go_in_front", "buy_torches", "begin_character", "swap_card"}
"""What one mistypes, and has no dice."""
OPEN_EYED = {"search", "search_ahead", "take_chair", "go"}
"""What is done in order to learn something, whatever comes of it."""


@pytest.mark.parametrize("game", PLAYABLE)
def test_slips_go_past_nothing_and_finding_out_goes_past_something(game: str) -> None:
    free, checked = Counter[str](), Counter[str]()
    for ruleset, entry, before, after in moments(game):
        kind = tag_of(type(entry.command))
        if kind in FREE and not dice_of(entry.events):
            checked[kind] += 1
            free[kind] += gone_past(ruleset, entry, before, after) == ""
        if kind in OPEN_EYED and {tag_of(type(one)) for one in entry.events} & {
            "searched",
            "traps_looked_for",
            "chair_taken",
        }:
            checked[kind] += 1
            assert gone_past(ruleset, entry, before, after), entry
    assert checked
    for kind in FREE & set(checked):
        assert free[kind] == checked[kind], kind


@pytest.mark.parametrize("game", PLAYABLE)
def test_whoever_sees_a_new_part_of_the_dungeon_has_learnt_something(game: str) -> None:
    seen = 0
    for ruleset, entry, before, after in moments(game):
        if tag_of(type(entry.command)) != "follow" or dice_of(entry.events) or seen >= 40:
            continue
        seat = ruleset.seats(after)[0]
        if len(ruleset.view(after, seat).map.spaces) > len(ruleset.view(before, seat).map.spaces):
            seen += 1
            assert gone_past(ruleset, entry, before, after)
    assert seen
