"""What follows of a state is kept with that table's present moment: no table is in another's way, nothing old stays."""

from typing import Any

import msgspec
import pytest
from tests.kernel.tables import WHITEBOX, begun, done, state_bytes, suggested
from tests.store.playing import memory, new_table, play, run

from arbitro.dice.stream import seed_from_text
from arbitro.kernel.choice import DESK
from arbitro.kernel.moment import PresentMoment, listed_once, once
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.state import State
from arbitro.kernel.table import Table
from arbitro.play import commands as c
from arbitro.play import find_campaign, find_game
from arbitro.rules.whitebox import deciding
from arbitro.text import Language
from arbitro.web.shelf import ready_scenes


class Counted:
    """Work that says how often it was done."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> int:
        self.times += 1
        return self.times


def test_a_state_that_is_no_tables_present_one_keeps_nothing():
    state, work = State(), Counted()
    assert [once(state, "x", work) for _ in range(3)] == [1, 2, 3]
    assert state.follows is None
    lazy = iter(listed_once(state, "y", lambda: (work() for _ in range(2))))
    assert work.times == 3
    assert list(lazy) == [4, 5]


def test_two_tables_asked_in_turn_do_not_thrash():
    """One slot on the game was emptied by the other table each time."""
    first, second, work = State(), State(), Counted()
    one, other = PresentMoment[State](), PresentMoment[State]()
    for _ in range(5):
        for moment, state in ((one, first), (other, second)):
            once(moment.at(state), "x", work)
            assert tuple(listed_once(state, "y", lambda: iter("ab"))) == ("a", "b")
    assert work.times == 2


def test_nothing_of_an_old_state_is_kept():
    moment, old, new = PresentMoment[State](), State(), State()
    once(moment.at(old), "x", Counted())
    moment.at(new)
    assert old.follows is None
    assert new.follows == {}
    once(moment.at(old), "x", again := Counted())
    assert again.times == 1


def test_what_is_kept_is_no_part_of_the_state():
    table = begun()
    before, twin = state_bytes(table), msgspec.structs.replace(table.state)
    PresentMoment[Any]().at(table.state)
    assert list(WHITEBOX.choices(table.state, REFEREE))
    assert table.state.follows
    assert state_bytes(table) == before
    assert table.state == twin
    assert msgspec.structs.replace(table.state).follows is None


def test_a_state_that_another_table_let_go_is_kept_again():
    """A table that branched off stands in the very state of the other."""
    state, parent, child = State(), PresentMoment[State](), PresentMoment[State]()
    parent.at(state)
    child.at(state)
    parent.at(State())
    assert state.follows is None
    assert child.at(state).follows == {}


def test_a_campaign_keeps_what_follows_in_its_game_too_as_long_as_that_stays():
    campaign: Any = find_campaign("whitebox")
    table: Table[Any] = Table.open(campaign, "moment", seed_from_text("moment"))
    done(table, campaign.suggest(table.state, REFEREE))
    moment, old = PresentMoment[Any](), table.state
    moment.at(old)
    once(old.game, "x", work := Counted())
    done(table, c.AskMe("all", on=True))
    assert moment.at(table.state) is not old
    assert old.follows is None
    assert once(table.state.game, "x", work) == 1  # the game is the same as before
    assert table.state.game is old.game


def count_decisions(patch: pytest.MonkeyPatch) -> Counted:
    counted = Counted()
    own = deciding.decide

    def decide(*given: Any, **how: Any) -> Any:
        counted()
        return own(*given, **how)

    patch.setattr(deciding, "decide", decide)
    return counted


def test_a_servers_tables_of_one_game_work_out_their_choices_once(monkeypatch):
    """Two tables, asked in turn for the same: the second and third time nothing is decided anew."""
    tables, moments = (begun("one"), begun("two")), (PresentMoment[Any](), PresentMoment[Any]())
    counted = count_decisions(monkeypatch)
    for turn in range(3):
        for table, moment in zip(tables, moments, strict=True):
            assert list(WHITEBOX.choices(moment.at(table.state), REFEREE))
        if turn == 0:
            first = counted.times
    assert first > 0
    assert counted.times == first
    done(tables[0], suggested(tables[0]))
    list(WHITEBOX.choices(moments[0].at(tables[0].state), REFEREE))
    assert counted.times > first


def test_a_session_that_remembers_keeps_its_present_moment_alone(tmp_path):
    async def played() -> None:
        store = await memory(tmp_path)
        session = await store.create(new_table())
        assert session.state.follows is None
        session.remember()
        old = session.state
        assert old.follows == {}
        await play(session, 1)
        assert list(session.choices(REFEREE))
        assert session.state.follows
        assert old.follows is None
        present = session.state
        await session.reload()
        assert session.state is present  # nobody wrote meanwhile

    run(played())


def seats_at(game: Any, state: Any) -> list[Seat]:
    """Everybody who may look at a table: each side, each of its people alone, the referee, an onlooker."""
    sides = list(game.seats(state))
    people = {one for side in sides for one in side.controls if one != side.name}
    return [REFEREE, SPECTATOR, *sides, *(Seat(one, "player", frozenset({one})) for one in sorted(people))]


def shown_to(game: Any, state: Any, seat: Seat, language: Language) -> dict[str, Any]:
    """All that a page shows a seat of a state."""
    offered = [choice for choice in game.choices(state, seat) if not choice.parameters and choice.group != DESK]
    commands = [game.command(choice.fill()) for choice in offered]
    return {
        "cards": game.cards(state, seat, language),
        "drawing": game.drawing(state, seat, language),
        "picture": game.picture(state, seat, language),
        "aims": tuple(game.aims(state, seat)),
        "view": game.view(state, seat),
        "chances": [game.chance(state, seat, command, language) for command in commands],
    }


@pytest.mark.parametrize(
    ("name", "scene"),
    [
        ("whitebox", "fights/orcs"),
        ("infausta", next(name for name in ready_scenes("infausta") if name.startswith("fights/"))),
        ("archmage", next(iter(ready_scenes("archmage")))),
        ("campaign-whitebox", "campaigns/ready-novices"),
    ],
)
def test_what_is_carried_over_is_what_would_be_found_anew(name, scene):
    """A table that remembers, asked by all seats in turn, shows each what a table without any memory shows it."""
    game: Any = find_game(name)
    setup = game.read_setup(ready_scenes(name)[scene])
    options = game.options.meant(setup.options)
    kept, plain = (Table.open(game, "kept", seed_from_text("kept"), options) for _ in range(2))
    for command in setup.start:
        done(kept, command)
        done(plain, command)
    moment, faults = PresentMoment[Any](), []
    for step in range(10):
        state = moment.at(kept.state)
        language: Language = "it" if step % 2 else "en"
        for seat in seats_at(game, state):
            ours, theirs = (shown_to(game, one, seat, language) for one in (state, plain.state))
            faults += [(step, seat.name, what) for what in ours if ours[what] != theirs[what]]
        following = game.suggest(kept.state, REFEREE)
        if following is None:
            break
        done(kept, following)
        done(plain, following)
    assert not faults
    assert step > 5
    assert plain.state.follows is None
