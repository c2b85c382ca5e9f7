"""The campaign itself: stages, ways, parting, the strongbox, special rooms, and who takes the referee's decisions."""

from functools import partial

import msgspec
import pytest
from msgspec.structs import replace

from arbitro.dungeon.events import SlotPlaced
from arbitro.dungeon.model import SURFACE, Slot
from arbitro.kernel.command import ChangeOptions, Refusal
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import choice_text, question_text, refusal_text, tell
from arbitro.kernel.table import Table
from arbitro.play import campaigns, find_campaign, find_game
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play.delving import entrance
from arbitro.play.solo.room import Outcome, RoomDeed, RoomQuestion, RoomWords, WholeRoom
from arbitro.play.solo.sealed import close, room_id
from arbitro.play.state import Task
from arbitro.play.ways import path, unknown, ways, within_reach
from arbitro.rules.whitebox.people.commands import JoinParty

WHITEBOX = find_campaign("whitebox")
PARTY = Seat("party", "player", frozenset({"party"}))


def opened(seed: int = 11, **options: object) -> Table:
    return Table.open(WHITEBOX, "t", seed.to_bytes(32, "big"), options)


def must(table: Table, command: object, by: Seat = REFEREE):
    answer = table.submit(command, by)
    assert not isinstance(answer, Refusal), (command, answer)
    return answer


def refused(table: Table, command: object, by: Seat = REFEREE) -> str:
    answer = table.submit(command, by)
    assert isinstance(answer, Refusal), command
    for language in ("it", "en"):
        assert refusal_text(table.ruleset, table.state, answer, language)
    return answer.code


def walk_until(table: Table, done, steps: int = 400) -> None:
    """Let the plain party play until something is so."""
    for _ in range(steps):
        if done(table.state):
            return
        must(table, WHITEBOX.suggest(table.state, REFEREE))
    raise AssertionError("it never came to that")


def underground(seed: int = 11) -> Table:
    table = opened(seed)
    must(table, c.Gather("ready:novices"))
    walk_until(table, lambda state: state.stage == "dungeon")
    return table


# -------------------------------------------------------------------- stages


def test_every_game_has_a_campaign_and_is_found_by_its_name():
    assert campaigns() == tuple(f"campaign-{game}" for game in ("whitebox", "infausta", "archmage", "daggerheart"))
    assert find_game("campaign-whitebox") is WHITEBOX
    assert find_campaign("wb") is WHITEBOX
    with pytest.raises(KeyError):
        find_game("campaign-chess")


def test_from_the_inn_to_the_dungeon_and_back():
    table = opened(road_days=0)
    assert refused(table, c.SetOut()) == "party_not_in_town"
    must(table, c.Gather("ready:novices"), PARTY)
    assert table.state.stage == "town"
    assert table.state.minutes == 8 * 60
    must(table, c.SetOut(), PARTY)
    assert table.state.stage == "road"
    assert refused(table, c.Lodge(1)) == "party_not_in_town"
    must(table, c.Follow(entrance(table.state.dungeon).id), PARTY)
    assert table.state.stage == "dungeon"
    assert table.state.descents == 1
    landing = table.state.at
    assert table.state.dungeon.spaces[landing].kind == "landing"
    must(table, c.GoTo(SURFACE), PARTY)
    assert (table.state.stage, table.state.at) == ("road", "")
    must(table, c.EnterTown(), PARTY)
    assert table.state.stage == "town"
    assert table.state.game.expedition.over


def test_a_road_of_a_day_is_twelve_miles_and_the_laden_take_longer():
    table = opened(road_days=1)
    must(table, c.Gather("ready:novices"))
    must(table, c.SetOut())
    assert refused(table, c.Follow(entrance(table.state.dungeon).id)) == "not_at_the_mouth"
    walk_until(table, lambda state: state.stage == "dungeon", 6)
    assert table.state.game.expedition.miles == 12  # nine, and three more the next day: the party walks in armour


def test_a_party_that_cannot_be_is_refused_in_words():
    table = opened()
    assert refused(table, c.Gather("everybody")) == "bad_party"
    assert refused(table, c.Gather("ready:nobody")) == "no_such_party"
    assert table.state.stage == "gathering"


def test_the_strongbox_keeps_gold_that_is_too_heavy():
    table = opened()
    must(table, c.Gather("ready:novices"))
    carried = table.state.game.characters["bruno"].coins.gp
    assert refused(table, c.Bank("bruno", carried + 1)) == "gold_beyond"
    must(table, c.Bank("bruno", carried))
    assert table.state.game.characters["bruno"].coins.gp == 0
    assert table.state.strongbox == {"bruno": carried}
    entry = must(table, c.Bank("bruno", carried, out=True))
    assert f"takes {carried} gold pieces out" in tell(table.ruleset, table.state, entry.events[-1], "en")
    assert refused(table, c.Bank("bruno", -1)) == refused(table, c.Bank("bruno", 1, out=True)) == "gold_beyond"
    assert table.state.game.characters["bruno"].coins.gp == carried


def test_another_dungeon_can_be_sought_once_this_one_was_entered():
    table = opened(road_days=0)
    must(table, c.Gather("ready:novices"))
    assert refused(table, c.SeekDungeon()) == "dungeon_untouched"
    before = set(table.state.dungeon.spaces)
    must(table, c.SetOut())
    must(table, c.Follow(entrance(table.state.dungeon).id))
    must(table, c.GoTo(SURFACE))
    must(table, c.EnterTown())
    must(table, c.SeekDungeon())
    assert not before & set(table.state.dungeon.spaces)
    assert table.state.dungeons == 1
    must(table, c.SetOut())
    must(table, c.Follow(entrance(table.state.dungeon).id))
    assert table.state.at in table.state.dungeon.spaces


# -------------------------------------------------------------------- ways


def test_ways_are_found_named_and_taken_by_their_ids():
    table = underground()
    here = list(ways(table.state.dungeon, table.state.at))
    assert any(each.to == SURFACE for each in here)
    new = next(each for each in here if unknown(table.state.dungeon, each))
    assert refused(table, c.Follow("nowhere")) == "way_unknown"
    must(table, c.Follow(new.id))
    assert table.state.at != table.state.came
    assert not unknown(table.state.dungeon, next(iter(ways(table.state.dungeon, table.state.came))))
    for each in ways(table.state.dungeon, table.state.at):
        for language in ("it", "en"):
            assert WHITEBOX.name_of(table.state, each.id, language)


def test_the_known_way_back_is_walked_at_one_go():
    table = underground()
    walk_until(
        table, lambda state: len(state.dungeon.spaces) > 6 and bool(state.at) and not WHITEBOX.side.meetings.busy(state)
    )
    steps = path(table.state.dungeon, table.state.at, {SURFACE})
    assert steps
    assert within_reach(table.state.dungeon, table.state.at)[SURFACE] == steps[0]


# -------------------------------------------------------------------- parting


def test_somebody_waits_and_is_fetched_again():
    table = underground()
    place = table.state.at
    must(table, c.SplitOff("mirto"))
    assert table.state.waiting == {"mirto": place}
    assert "mirto" not in WHITEBOX.side.party.people(table.state)
    assert refused(table, JoinParty("mirto"), REFEREE) == "waits_elsewhere"
    new = next(each for each in ways(table.state.dungeon, place) if unknown(table.state.dungeon, each))
    must(table, c.Follow(new.id))
    away = table.state.at
    assert refused(table, c.Regroup()) == "nobody_waits"
    must(table, c.TurnTo(place))
    assert WHITEBOX.side.party.people(table.state) == ("mirto",)
    assert table.state.at == place
    assert set(table.state.waiting.values()) == {away}
    assert refused(table, c.SplitOff("mirto")) == "nobody_goes_on"
    must(table, c.GoTo(away))
    must(table, c.Regroup())
    assert set(WHITEBOX.side.party.people(table.state)) >= {"bruno", "alma", "celso", "mirto"}
    assert table.state.waiting == {}


# -------------------------------------------------------------------- the referee's decisions


@pytest.mark.rule("DA-SOLO-02")
def test_a_reserved_decision_is_a_marked_default_until_a_person_takes_it_over():
    table = underground()
    walk_until(table, lambda state: isinstance(WHITEBOX.suggest(state, REFEREE), c.TakeDefault))
    due = WHITEBOX.suggest(table.state, REFEREE)
    assert WHITEBOX.automatic(table.state, due)
    assert refused(table, c.TakeDefault("travel")) == "nothing_due"
    must(table, c.AskMe(due.kind))
    assert not WHITEBOX.automatic(table.state, due)
    assert refused(table, c.AskMe(due.kind)) == "asks_already"
    assert refused(table, c.AskMe("lunch")) == "no_such_kind"
    must(table, c.AskMe(due.kind, on=False))
    must(table, c.AskMe("all"))
    assert not WHITEBOX.automatic(table.state, due)
    must(table, c.AskMe("all", on=False))
    entry = must(table, due)
    taken = entry.events[0]
    assert isinstance(taken, e.DefaultTaken)
    assert (taken.kind, taken.audience) == (due.kind, "referee")
    assert refused(table, c.AskMe("doors"), PARTY) == "not_yours"


@pytest.mark.rule("DA-SOLO-06")
def test_the_chair_goes_round():
    table = underground()
    must(table, c.TakeChair("Anna"), PARTY)
    assert table.state.chair.seat == "Anna"
    assert refused(table, c.TakeChair("Bruno"), PARTY) == "chair_taken"
    must(table, c.LeaveChair(), PARTY)
    assert table.state.chair is None
    assert refused(table, c.LeaveChair(), PARTY) == "no_chair"


@pytest.mark.rule("DA-SOLO-06")
def test_whoever_has_the_chair_takes_the_decisions_of_the_room():
    table = underground()
    anna = Seat("Anna", "player", frozenset({"party"}))

    def decision_due_where_she_sits(state) -> bool:
        if state.chair is None and state.at:
            must(table, c.TakeChair("Anna"), anna)
        return isinstance(WHITEBOX.suggest(table.state, REFEREE), c.TakeDefault)

    walk_until(table, decision_due_where_she_sits)
    due = WHITEBOX.suggest(table.state, REFEREE)
    assert not WHITEBOX.automatic(table.state, due)
    assert refused(table, due, PARTY) == "not_yours"
    offered = {choice.command for choice in table.choices(anna)} - {choice.command for choice in table.choices(PARTY)}
    assert offered
    must(table, due, anna)


@pytest.mark.rule("DA-SOLO-06")
def test_the_chair_is_of_one_room_and_who_leaves_the_room_leaves_it():
    table = underground()
    must(table, c.TakeChair("Anna"), PARTY)
    here = table.state.at
    assert WHITEBOX.owner(table.state, c.TakeDefault("doors")) != "referee"
    walk_until(table, lambda state: state.at != here or WHITEBOX.finished(state))
    assert table.state.at != here
    assert table.state.chair is None
    assert WHITEBOX.owner(table.state, c.TakeDefault("doors")) == "referee"
    assert refused(table, c.LeaveChair(), PARTY) == "no_chair"
    must(table, c.TakeChair("Bruno"), PARTY)  # the next room has a referee of its own
    again = Table.restore(table.ruleset, list(table.records()), table.seed)
    assert again.state == table.state


@pytest.mark.rule("DA-SOLO-06")
def test_nobody_has_the_chair_while_the_table_looks_elsewhere_and_it_is_theirs_where_they_wait():
    table = underground()
    must(table, c.TakeChair("Anna"), PARTY)
    state, here = table.state, table.state.at
    game = state.game
    elsewhere = replace(state, game=replace(game, expedition=replace(game.expedition, at="elsewhere")))
    follow = partial(WHITEBOX.evolve, event=e.TasksChanged(()))
    assert follow(elsewhere).chair is None
    waited = follow(replace(elsewhere, waiting={"anna": here}))
    assert waited.chair is not None
    assert waited.chair_here is None
    assert WHITEBOX.owner(waited, c.TakeDefault("doors")) == "referee"


@pytest.mark.rule("DA-SOLO-06")
def test_nobody_takes_the_chair_of_a_person_who_sits_in_it():
    table = underground()
    refereed = Seat("Anna", "player", frozenset({"party"}), refereed=True)
    assert refused(table, c.TakeChair("Anna"), refereed) == "chair_held"
    assert c.TakeChair("Anna") not in table.choices(refereed)
    assert "take_chair" not in {choice.command for choice in table.choices(refereed)}
    alone = msgspec.structs.replace(refereed, refereed=False)
    assert "take_chair" in {choice.command for choice in table.choices(alone)}
    must(table, c.TakeChair("Anna"))  # but the referee may hand it over
    assert table.state.chair.seat == "Anna"


@pytest.mark.rule("DA-SOLO-06")
def test_at_a_table_with_a_referee_of_its_own_the_chair_does_not_go_round():
    table = underground()
    must(table, ChangeOptions({"mode": "referee_pregenerates"}))
    assert refused(table, c.TakeChair("Anna"), PARTY) == "chair_stays"
    assert "take_chair" not in {choice.command for choice in table.choices(PARTY)}


@pytest.mark.rule("DA-SOLO-02")
def test_the_oracle_answers_at_the_table_and_its_dice_are_in_the_log():
    table = underground()
    assert refused(table, c.AskOracle("  "), PARTY) == "bad_question"
    assert refused(table, c.AskOracle("C'è qualcuno?", "perhaps"), PARTY) == "bad_likelihood"
    entry = must(table, c.AskOracle("C'è qualcuno?"), PARTY)
    spoken = entry.events[0]
    assert isinstance(spoken, e.OracleSpoke)
    assert spoken.lookup.dice[0].sides == 100
    assert "C'è qualcuno?" in tell(WHITEBOX, table.state, spoken, "it")
    wordless = must(table, c.AskOracle("…"), PARTY).events[0]
    assert tell(WHITEBOX, table.state, wordless, "it").startswith("L'oracolo (")
    drawn = must(table, c.DrawPrompt(), PARTY).events[0]
    assert tell(WHITEBOX, table.state, drawn, "en")


# -------------------------------------------------------------------- special rooms

LEVER = WholeRoom(
    RoomWords("La leva", "The lever"),
    RoomWords("Una leva di ferro.", "An iron lever."),
    hidden=(RoomWords("Il pavimento è vuoto.", "The floor is hollow."),),
    questions=(
        RoomQuestion(
            "lever",
            RoomWords("La tirate?", "Do you pull it?"),
            (
                RoomDeed(
                    "pull",
                    RoomWords("sì", "yes"),
                    Outcome(told=RoomWords("Cadono monete.", "Coins fall."), treasure={"any": {"gold": "10"}}),
                ),
                RoomDeed("leave", RoomWords("no", "no")),
            ),
        ),
    ),
)


@pytest.mark.rule("DA-SOLO-05")
def test_a_friends_sealed_room_stays_closed_until_its_moment():
    text = close(LEVER)
    name = room_id("lever", text)
    table = opened()
    assert refused(table, c.BringRooms({name: text[:-9]}), PARTY) == "bad_room"
    must(table, c.BringRooms({name: text}), PARTY)
    must(table, c.Gather("ready:novices"), PARTY)
    assert table.state.dungeon.sealed == (name,)
    assert refused(table, c.BringRooms({name: text}), PARTY) == "rooms_too_late"
    walk_until(table, lambda state: state.stage == "dungeon")
    slot = Slot("special", 1, table.state.at, "special", "SPECIAL_OR_EMPTY", supplier="sealed_room_stock", item=name)
    # A lever room is set where the party stands: the dice would take long to bring one.
    table.state = WHITEBOX.evolve(table.state, SlotPlaced(slot))
    table.state = WHITEBOX.evolve(table.state, e.TasksChanged((Task("room", "special"),)))
    entry = must(table, c.DrawPrompt())
    seat = WHITEBOX.seats(table.state)[0]
    heard = [shown for event in entry.events if (shown := shown_to(WHITEBOX, table.state, event, seat))]
    told = " ".join(tell(WHITEBOX, table.state, event, "en") for event in heard)
    assert "An iron lever." in told
    assert "hollow" not in msgspec.json.encode(heard).decode()
    offers = [choice for choice in table.choices(seat) if choice.command == "do_in_room"]
    assert [choice_text(WHITEBOX, table.state, choice, "en") for choice in offers] == [
        "Do you pull it? – yes",
        "Do you pull it? – no",
    ]
    assert refused(table, c.DoInRoom("bruno", "special", "lever", "eat")) == "no_doing"
    must(table, c.DoInRoom("bruno", "special", "lever", "pull"))
    assert refused(table, c.DoInRoom("bruno", "special", "lever", "leave")) == "no_doing"
    loot = next(choice for choice in table.choices(seat) if choice.command == "take_loot")
    must(table, WHITEBOX.command(loot.fill()))
    assert table.state.game.party.hoard.coins.gp == 10


# -------------------------------------------------------------------- the log


def test_a_campaign_replays_to_the_byte_and_its_view_is_the_players_own():
    table = underground(5)
    for _ in range(120):
        command = WHITEBOX.suggest(table.state, REFEREE)
        if command is None or WHITEBOX.finished(table.state):
            break
        must(table, command)
    again = Table.restore(WHITEBOX, list(table.records()), table.seed)
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
    seen = msgspec.json.encode(table.view(PARTY)).decode()
    hidden = [space for space in table.state.dungeon.spaces if f"party/{space}" not in table.state.dungeon.known]
    assert not any(f'"{space}"' in seen for space in hidden)


def test_a_result_that_cannot_be_drawn_is_put_to_the_players():
    for seed in range(60):
        table = opened(seed, road_days=0, adjustments="offered")
        must(table, c.Gather("ready:novices"))
        for _ in range(120):
            if table.state.awaiting and table.state.awaiting[0].kind == "adjustment":
                question = table.state.awaiting[0]
                assert question_text(WHITEBOX, table.state, question, "it")
                answers = [choice for choice in table.choices(PARTY) if choice.command == "answer_repair"]
                assert [pick.value for pick in answers[0].parameters[0].picks] == ["accept", "reroll", "dead_end"]
                must(table, c.AnswerRepair("accept"), PARTY)
                return
            command = WHITEBOX.suggest(table.state, REFEREE)
            if command is None or WHITEBOX.finished(table.state):
                break
            must(table, command)
    raise AssertionError("no result was ever impossible")
