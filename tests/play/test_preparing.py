"""The referee's desk: digging ahead, placing and editing, hiding and showing, in every game."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.play.watching import expedition

from arbitro.appendix_a.level import generate
from arbitro.appendix_a.trap import TRAPS
from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.dungeon.doors import stands
from arbitro.dungeon.export.own import to_own
from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.model import Closed
from arbitro.kernel.audit import replay
from arbitro.kernel.command import ChangeOptions, Command, Refusal, Undo
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY
from arbitro.kernel.sentence import choice_text, label_text, refusal_text, tell
from arbitro.kernel.state import Question
from arbitro.kernel.table import Table
from arbitro.play import campaigns, find_campaign
from arbitro.play import commands as c
from arbitro.play.delving import underground
from arbitro.play.events import DeskUsed, ThingShown
from arbitro.play.hazards import trap_works
from arbitro.play.players import PLAYERS
from arbitro.play.players.turn import carry_out, next_turn, players_seat
from arbitro.play.scene import Scene
from arbitro.play.sight import open_ends
from arbitro.play.spots import visited
from arbitro.play.state import GROUP
from arbitro.play.ways import ways

GAMES = campaigns()


class Desk:
    """A campaign with a referee at it."""

    def __init__(self, game: str, seed: str = "desk2") -> None:
        self.campaign: Any = find_campaign(game)
        self.table: Table[Any] = Table.open(self.campaign, "desk", seed_from_text(seed))
        self.player = PLAYERS["plain"](self.campaign, QuickDice(1))

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def seat(self) -> Any:
        return players_seat(self.campaign, self.state)

    def do(self, command: Command) -> Entry[Any, Any]:
        """Something that the referee may do."""
        answer = self.table.submit(command, REFEREE)
        assert isinstance(answer, Entry), answer
        return answer

    def no(self, command: Command) -> str:
        """Something that is refused, and changes nothing; why, in words."""
        before = self.state
        answer = self.table.submit(command, REFEREE)
        assert isinstance(answer, Refusal), command
        assert self.state is before
        for language in ("it", "en"):
            assert refusal_text(self.campaign, self.state, answer, language)
        return refusal_text(self.campaign, self.state, answer, "en")

    def gather(self) -> "Desk":
        self.do(c.Gather(self.campaign.side.party.parties()[0][0]))
        return self

    def prepared(self) -> "Desk":
        """In town, with a level dug."""
        self.gather().do(c.DigLevel(1, 30))
        return self

    def go(self, until: Any, most: int = 120) -> "Desk":
        """Let a plain party play until something is so."""
        for _ in range(most):
            if until(self.state):
                return self
            turn = next_turn(self.campaign, self.state, self.player)
            assert turn is not None
            answer = carry_out(self.table, turn, self.player)
            assert not isinstance(answer, Refusal), (turn, answer)
        raise AssertionError("it never came to that")

    def underground(self) -> "Desk":
        """The party stands in the dungeon, with its hands free."""
        return self.go(lambda state: underground(self.campaign.side, state) is None)

    def told(self, entry: Entry[Any, Any], language: Any = "en") -> list[str]:
        """What a player reads of an entry."""
        shown = (shown_to(self.campaign, self.state, event, self.seat) for event in entry.events)
        sentences = (tell(self.campaign, self.state, event, language) for event in shown if event is not None)
        return [sentence for sentence in sentences if sentence]

    def seen(self) -> list[bytes]:
        """All that a player is shown of how things stand."""
        campaign, state, seat = self.campaign, self.state, self.seat
        choices = list(campaign.choices(state, seat))
        parts = [campaign.view(state, seat), choices, campaign.picture(state, seat, "it")]
        parts += [campaign.drawing(state, seat, "it"), campaign.cards(state, seat, "it")]
        return [msgspec.json.encode(part) for part in parts]

    def room(self) -> str:
        """A place that the party has never seen."""
        spaces = self.state.dungeon.spaces.values()
        return next(space.id for space in spaces if space.is_place and not visited(self.state.dungeon, space.id))

    def holds(self, space: str) -> Counter[str]:
        """Who and what is in a place."""
        slots = self.state.dungeon.slots.values()
        return Counter(dict(item for slot in slots if slot.space == space for item in slot.items))


def kinds(desk: Desk) -> tuple[str, str]:
    """Two creatures of a game that most parties survive."""
    known = desk.campaign.side.stores.kinds()
    small = [
        name for name in ("kobold", "rat_giant", "goblin_grunt", "giant_rat", "jagged_knife_lackey") if name in known
    ]
    return (*small, *known)[0], (*small, *known)[1]


# -------------------------------------------------------------------- digging


@pytest.mark.rule("DA-SOLO-01")
@pytest.mark.parametrize("game", GAMES)
def test_what_is_dug_ahead_is_seen_by_nobody(game: str):
    desk = Desk(game).gather()
    before = desk.seen()
    entry = desk.do(c.DigLevel(1, 30, "for tonight"))
    assert len(desk.state.dungeon.spaces) == 30
    assert desk.told(entry) == []
    assert all(event.audience == REFEREE_ONLY for event in entry.events)
    assert desk.seen() == before
    assert not desk.state.dungeon.known
    used = entry.events[0]
    assert isinstance(used, DeskUsed)
    assert (used.command, used.reason) == ("dig_level", "for tonight")


@pytest.mark.parametrize("game", GAMES)
def test_the_party_walks_through_what_was_dug_ahead(game: str):
    desk = Desk(game).prepared()
    drawn = set(desk.state.dungeon.spaces)
    desk.go(lambda state: sum(visited(state.dungeon, space) for space in state.dungeon.spaces) >= 5)
    assert sum(visited(desk.state.dungeon, space) for space in drawn) >= 5
    assert replay(desk.campaign, list(desk.table.records()), desk.table.seed) is None


def look(dungeon: Any) -> dict[str, Counter[int]]:
    """The ways out of every space that the party knows, by their bearing."""
    return {
        space: Counter(way.heading for way in ways(dungeon, space))
        for space in dungeon.spaces
        if visited(dungeon, space)
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_way_that_the_party_has_seen_stays_a_way_whatever_was_found_beyond(game: str):
    dug = 0
    for seed in (11, 12, 13, 14):
        *_, last = expedition(game, seed, 70)
        table, campaign = last.table, last.table.ruleset
        while leads := [
            lead
            for lead in table.state.dungeon.leads.values()
            if lead.kind != "search" and visited(table.state.dungeon, lead.space)
        ]:
            if table.state.awaiting or campaign.finished(table.state):
                break
            before, shown = look(table.state.dungeon), players_map(table.state.dungeon, GROUP)
            entry = table.submit(c.DigAhead(leads[0].id, 1), REFEREE)
            assert isinstance(entry, Entry), entry
            assert look(table.state.dungeon) == before
            after = players_map(table.state.dungeon, GROUP)
            assert (after.spaces, after.slots, after.traps, after.waters) == (
                shown.spaces,
                shown.slots,
                shown.traps,
                shown.waters,
            )
            dug += 1
    assert dug


@pytest.mark.rule("DA-PERIODIC-08")
@pytest.mark.parametrize("game", GAMES)
def test_an_end_that_was_found_ahead_is_found_again_by_whoever_tries_it(game: str):
    desk = Desk(game).gather().underground()
    dungeon = desk.state.dungeon
    lead = next(lead for lead in dungeon.leads.values() if lead.kind == "corridor" and lead.space == desk.state.at)
    closed = Closed(lead.id, lead.level, "corridor", lead.space, dead_end="blocked", unseen=lead)
    leads = {name: one for name, one in dungeon.leads.items() if name != lead.id}
    ended = replace(dungeon, leads=leads, closed={**dungeon.closed, lead.id: closed})
    desk.table.state = replace(desk.state, dungeon=ended)
    assert lead.id in players_map(ended, GROUP).leads
    offered = [choice.id for choice in desk.campaign.choices(desk.state, desk.seat)]
    if f"follow/{lead.id}" not in offered:  # the game knows the way by this name already
        desk.do(c.KeepNote(desk.state.at, "x"))
    answer = desk.table.submit(c.Follow(lead.id), desk.seat)
    assert isinstance(answer, Entry), answer
    assert any("ends here" in line for line in desk.told(answer))
    assert lead.id not in players_map(desk.state.dungeon, GROUP).leads
    assert lead.id not in [way.id for way in ways(desk.state.dungeon, desk.state.at)]


def test_digging_is_refused_where_there_is_nothing_to_dig():
    desk = Desk("whitebox").prepared()
    assert "there are: 1" in desk.no(c.DigLevel(7))
    assert "from 1 to 20" in desk.no(c.DigAhead(next(open_ends(desk.state.dungeon)).id, 0))
    assert "no unexplored way" in desk.no(c.DigAhead("nowhere"))
    desk.no(c.DigLevel(1, -1))


def test_digging_ahead_stops_at_the_rooms_that_were_asked_for():
    desk = Desk("whitebox").gather()
    lead = next(iter(desk.state.dungeon.leads))
    desk.do(c.DigAhead(lead, 2))
    rooms = sum(1 for space in desk.state.dungeon.spaces.values() if space.is_place)
    assert rooms >= 2
    assert all(slot.items for slot in desk.state.dungeon.slots.values() if slot.kind != "special")


# -------------------------------------------------------------------- another dungeon


@pytest.mark.parametrize("game", GAMES)
def test_a_dungeon_that_nobody_entered_may_be_begun_anew_under_other_options(game: str):
    desk = Desk(game).gather()
    before = desk.state.dungeon
    desk.do(ChangeOptions({"start": "crossroads"}))
    desk.do(c.BeginAnew("a crossroads is better"))
    assert desk.state.dungeon.options["start"] == "crossroads"
    assert desk.state.dungeon.spaces != before.spaces
    desk.underground()
    assert "knows this dungeon" in desk.no(c.BeginAnew())
    assert "knows this dungeon" in desk.no(c.BringDungeon("{}"))


def test_before_there_is_a_dungeon_none_is_begun_anew():
    assert "No dungeon" in Desk("whitebox").no(c.BeginAnew())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("first", [True, False], ids=["before_the_party", "in_town"])
def test_a_dungeon_out_of_a_file_is_the_campaigns(game: str, first: bool):
    made, _ = generate(QuickDice(7), levels=1, cap=25)
    desk = Desk(game)
    if not first:
        desk.gather()
    desk.do(c.BringDungeon(to_own(made, 5).decode(), "drawn at home"))
    if first:
        desk.gather()
    assert set(desk.state.dungeon.spaces) == set(made.spaces)
    desk.go(lambda state: sum(visited(state.dungeon, space) for space in state.dungeon.spaces) >= 3)
    assert replay(desk.campaign, list(desk.table.records()), desk.table.seed) is None


def test_a_file_that_holds_no_dungeon_is_refused_with_the_reason():
    desk = Desk("whitebox").gather()
    assert "no dungeon" in desk.no(c.BringDungeon("not at all"))
    assert "no dungeon" in desk.no(c.BringDungeon('{"format": "arbitro-dungeon", "version": 9}'))
    made, _ = generate(QuickDice(7), levels=1, cap=5)
    assert "no stairs" in desk.no(c.BringDungeon(to_own(replace(made, links={}), 5).decode()))


def test_what_another_game_put_into_a_dungeon_is_stocked_anew():
    made = Desk("daggerheart").prepared().state.dungeon
    assert any(slot.kind == "monster" and slot.items for slot in made.slots.values())
    desk = Desk("archmage").gather()
    desk.do(c.BringDungeon(to_own(made, 5, "daggerheart").decode()))
    known = desk.campaign.side.stores.kinds()
    for slot in desk.state.dungeon.slots.values():
        assert all("/" in name or name in known or name in ("gem", "jewelry", "magic_item") for name, _ in slot.items)


# -------------------------------------------------------------------- placing


@pytest.mark.rule("DA-CONTENT-03", "DA-TREASURE-01")
@pytest.mark.parametrize("game", GAMES)
def test_monsters_and_treasure_are_placed_changed_and_removed(game: str):
    desk = Desk(game).prepared()
    room, (one, other) = desk.room(), kinds(desk)
    before, seen = desk.holds(room), desk.seen()
    desk.do(c.PlaceMonsters(room, one, 3, "unaware", "the cook sleeps"))
    desk.do(c.PlaceTreasure(room, "coins/gold", 50))
    assert desk.holds(room) - before == Counter({one: 3, "coins/gold": 50})
    slots = desk.state.dungeon.slots
    monsters = next(slot.id for slot in slots.values() if (one, 3) in slot.items and slot.code == "DESK")
    gold = next(slot.id for slot in slots.values() if ("coins/gold", 50) in slot.items)
    assert desk.state.moods == {monsters: "unaware"}
    desk.do(c.ChangeContents(monsters, other, 5))
    desk.do(c.ChangeContents(gold, "coins/silver", 9))
    desk.do(c.SetMood(monsters, "friendly"))
    assert desk.holds(room) - before == Counter({other: 5, "coins/silver": 9})
    assert desk.state.moods == {monsters: "friendly"}
    desk.do(c.SetMood(monsters, ""))
    assert desk.state.moods == {}
    assert desk.seen() == seen
    for thing in (monsters, gold):
        desk.do(c.RemoveThing(thing))
        assert desk.state.dungeon.slots[thing].state == "gone"
    assert desk.holds(room) == before
    desk.do(Undo())
    assert desk.state.dungeon.slots[gold].state == "present"
    assert replay(desk.campaign, list(desk.table.records()), desk.table.seed) is None


@pytest.mark.rule("DA-SOLO-04")
@pytest.mark.parametrize("game", GAMES)
def test_two_worlds_that_differ_by_the_desk_look_the_same_underground(game: str):
    desk = Desk(game).prepared().underground()
    kind, _ = kinds(desk)
    seen = desk.seen()
    near = [link.b for link in desk.state.dungeon.links.values() if link.a == desk.state.at]
    unseen = [space for space in near if space and not visited(desk.state.dungeon, space)]
    for room in (*unseen, desk.room()):
        for command in (
            c.PlaceMonsters(room, kind, 4, "hostile", "an ambush"),
            c.PlaceTreasure(room, "coins/gold", 500),
            c.SetTrap(room, "ARROWS"),
            c.KeepNote(room, "a trap for the greedy"),
        ):
            assert desk.told(desk.do(command)) == []
    for slot in [slot for slot in desk.state.dungeon.slots.values() if slot.code == "DESK" and slot.kind == "monster"]:
        assert desk.told(desk.do(c.ChangeContents(slot.id, kind, 1))) == []
        assert desk.told(desk.do(c.SetMood(slot.id, "unaware"))) == []
        assert desk.told(desk.do(c.RemoveThing(slot.id))) == []
    assert desk.seen() == seen


@pytest.mark.parametrize("game", GAMES)
def test_what_does_not_exist_is_refused_with_what_does(game: str):
    desk = Desk(game).prepared()
    room, (kind, _) = desk.room(), kinds(desk)
    assert kind in desk.no(c.PlaceMonsters(room, kind[:-1]))
    assert room in desk.no(c.PlaceMonsters(room[:-1], kind))
    assert "from 1 to 99" in desk.no(c.PlaceMonsters(room, kind, 0))
    assert "friendly" in desk.no(c.PlaceMonsters(room, kind, 1, "sleepy"))
    assert "coins/gold" in desk.no(c.PlaceTreasure(room, "coins/golden"))
    assert "coins/gold" in desk.no(c.PlaceTreasure(room, kind))
    thing = next(what for what in desk.campaign.side.stores.valuables() if not what.startswith("coins/"))
    assert "from 1 to 99" in desk.no(c.PlaceTreasure(room, thing, 1_000_000))
    assert "ARROWS" in desk.no(c.SetTrap(room, "ELEVATOR_1"))
    desk.do(c.PlaceMonsters(room, kind))
    slot = next(one.id for one in desk.state.dungeon.slots.values() if one.code == "DESK")
    assert slot in desk.no(c.RemoveThing(f"{slot}x"))
    assert "no creature" in desk.no(c.ChangeContents(slot, "coins/gold"))
    desk.no(c.KeepNote(room, "x" * 3000))
    assert "No fight" in desk.no(c.SendReinforcements(kind))
    assert "No fight" in desk.no(c.TakeOut("nobody"))
    desk.no(c.SpringEncounter(kind))  # nobody is underground


@pytest.mark.rule("DA-TRAP-01")
@pytest.mark.parametrize("code", TRAPS)
def test_every_trap_of_the_list_can_be_set_and_works(code: str):
    for game in ("whitebox", "archmage"):
        desk = Desk(game).gather().underground()
        here = desk.state.at
        desk.do(c.SetTrap(here, code, "they are too sure of themselves"))
        trap = next(one for one in desk.state.dungeon.traps.values() if one.space == here and one.code == code)
        assert bool(trap.gas) == (code == "GAS")
        assert desk.campaign.drawing(desk.state, REFEREE, "en").svg()
        scene = Scene(desk.campaign.side, desk.state, QuickDice(3))
        trap_works(scene, trap)
        assert scene.events


def test_a_trap_is_taken_away_once():
    desk = Desk("whitebox").prepared()
    room = desk.room()
    desk.do(c.SetTrap(room, "PIT"))
    trap = next(one.id for one in desk.state.dungeon.traps.values() if one.space == room and one.state == "armed")
    desk.do(c.RemoveThing(trap))
    assert desk.state.dungeon.traps[trap].state == "spent"
    assert "cannot be taken away" in desk.no(c.RemoveThing(trap))


def test_a_note_is_kept_and_struck_out():
    desk = Desk("whitebox").prepared()
    room, seen = desk.room(), desk.seen()
    entry = desk.do(c.KeepNote(room, "the king hid here"))
    assert desk.told(entry) == []
    sheet = desk.campaign.sheet(desk.state, REFEREE, room, "it")
    assert "the king hid here" in str(sheet)
    assert desk.seen() == seen
    desk.do(c.KeepNote(room))
    assert desk.state.notes == {}


# -------------------------------------------------------------------- now


@pytest.mark.rule("DA-CONTENT-03")
@pytest.mark.parametrize("game", GAMES)
def test_an_encounter_is_sprung_and_the_fight_is_the_referees_to_change(game: str):
    desk = Desk(game).gather().underground()
    side, (one, other) = desk.campaign.side, kinds(desk)
    entry = desk.do(c.SpringEncounter(one, 2, "hostile", 40 if side.desk.distances else 0, "they dawdle"))
    assert desk.told(entry)
    assert side.meetings.foe(desk.state) == one
    slot = side.meetings.slot(desk.state)
    assert "faces them now" in desk.no(c.ChangeContents(slot, other))
    desk.go(lambda state: side.meetings.fighting(state) and bool(side.meetings.foes(state)), 12)
    if side.desk.distances and game.endswith("daggerheart"):
        assert desk.state.meeting.feet == 40
    first = side.meetings.foes(desk.state)
    assert len(first) == 2
    offered = {choice.id: choice for choice in desk.campaign.choices(desk.state, REFEREE) if choice.group == "desk"}
    desk.go(lambda state: desk.campaign.allows(state, c.SendReinforcements(other)), 20)
    assert side.meetings.fighting(desk.state)
    before = side.meetings.foes(desk.state)
    desk.do(c.SendReinforcements(other, 2, "they heard it"))
    more = [foe for foe in side.meetings.foes(desk.state) if foe not in before]
    assert len(more) == 2
    assert all(desk.campaign.name_of(desk.state, foe, "it") for foe in more)
    desk.do(c.BareNumbers(more[0], reason="the sage knows them"))
    seat = desk.seat
    assert desk.campaign.knows_numbers(desk.state, seat, more[0])
    assert not desk.campaign.knows_numbers(desk.state, seat, more[1])
    cards = {card.id: card for card in desk.campaign.cards(desk.state, seat, "en")}
    assert len(cards[more[0]].gauges) > len(cards[more[1]].gauges)
    assert "open already" in desk.no(c.BareNumbers(more[0]))
    desk.do(c.BareNumbers(more[0], on=False))
    assert not desk.campaign.knows_numbers(desk.state, seat, more[0])
    desk.do(c.BareNumbers(more[0]))
    assert more[0] in desk.state.game.bared
    assert {"take_out", "bare_numbers/open"} <= set(offered)
    assert more[0] in desk.no(c.TakeOut("nobody"))
    for foe in side.meetings.foes(desk.state):
        desk.do(c.TakeOut(foe, "they lose heart"))
    assert not side.meetings.fighting(desk.state)
    assert desk.state.bared == () == desk.state.game.bared
    assert replay(desk.campaign, list(desk.table.records()), desk.table.seed) is None


@pytest.mark.parametrize("game", GAMES)
def test_those_who_are_unaware_or_friendly_meet_the_party_as_such(game: str):
    desk = Desk(game).gather().underground()
    side, (one, _) = desk.campaign.side, kinds(desk)
    desk.do(c.SpringEncounter(one, 2, "friendly"))
    desk.go(lambda state: not side.meetings.busy(state), 12)
    assert not side.meetings.fighting(desk.state)
    desk.do(c.SpringEncounter(one, 2, "unaware"))
    if hasattr(desk.state, "meeting"):
        assert desk.state.meeting.heard
    else:
        assert desk.state.game.expedition.troops[side.meetings.slot(desk.state)].unwary


def test_a_distance_that_the_referee_names_stands():
    desk = Desk("whitebox").gather().underground()
    desk.do(c.SpringEncounter("kobold", 2, "", 70))
    assert desk.state.game.expedition.meeting.distance == 70
    assert "0 to 0" in Desk("archmage").gather().underground().no(c.SpringEncounter("kobold_warrior", 1, "", 5))


@pytest.mark.parametrize("game", GAMES)
def test_an_open_question_does_not_stop_what_is_prepared_elsewhere(game: str):
    desk = Desk(game).prepared().underground()
    room, (kind, _) = desk.room(), kinds(desk)
    asked = Question("meeting", "referee")
    desk.table.state = replace(desk.state, awaiting=(asked,))
    offered = [choice for choice in desk.campaign.choices(desk.state, REFEREE) if choice.group == "desk"]
    names = {choice.id for choice in offered}
    assert {"place_monsters", "keep_note", "reveal"} <= names
    assert not names & {"dig_ahead", "dig_level/1", "spring_encounter"}
    desk.do(c.PlaceMonsters(room, kind))
    desk.do(c.Reveal(room))
    desk.no(c.DigLevel(1))
    desk.no(c.SpringEncounter(kind))
    assert asked in desk.state.awaiting


# -------------------------------------------------------------------- hiding and showing


@pytest.mark.rule("DA-SOLO-04")
@pytest.mark.parametrize("game", GAMES)
def test_a_place_and_what_is_in_it_are_shown_piece_by_piece_and_hidden_again(game: str):
    desk = Desk(game).prepared()
    room, (one, _) = desk.room(), kinds(desk)
    desk.do(c.PlaceMonsters(room, one, 2))
    desk.do(c.SetTrap(room, "PIT"))
    dungeon = desk.state.dungeon
    slot = next(each.id for each in dungeon.slots.values() if each.code == "DESK")
    trap = next(each.id for each in dungeon.traps.values() if each.space == room and each.code == "PIT")
    assert "comes first" in desk.no(c.Reveal(slot))
    assert "comes first" in desk.no(c.Reveal(trap))
    entry = desk.do(c.Reveal(room, "they found the old plan"))
    assert len(desk.told(entry)) == 1
    shown = players_map(desk.state.dungeon, GROUP)
    assert set(shown.spaces) == {room}
    assert not shown.slots
    assert not shown.traps
    assert "knows that already" in desk.no(c.Reveal(room))
    entry = desk.do(c.Reveal(slot))
    assert any(isinstance(event, ThingShown) and event.items for event in entry.events)
    desk.do(c.Reveal(trap))
    shown = players_map(desk.state.dungeon, GROUP)
    assert set(shown.slots) == {slot}
    assert shown.slots[slot].items == ()
    assert set(shown.traps) == {trap}
    entry = desk.do(c.Hide(room, "it was the wrong plan"))
    assert desk.told(entry) == []
    shown = players_map(desk.state.dungeon, GROUP)
    assert not (shown.spaces)
    assert not (shown.slots)
    assert not (shown.traps)
    assert not (shown.links)
    assert "does not know" in desk.no(c.Hide(room))
    assert "nothing" in desk.no(c.Hide("nowhere"))


@pytest.mark.parametrize("game", GAMES)
def test_a_secret_door_is_shown_and_then_it_is_a_way(game: str):
    desk = Desk(game).gather().underground()
    here = desk.state.at
    link = next(one for one in desk.state.dungeon.links.values() if here in (one.a, one.b) and one.code == "ENTRANCE")
    secret = replace(
        link, id="secretk0", kind="secret_door", hidden=True, code="SECRET_DOOR", a=here, b=link.b, levels=0
    )
    links = {**desk.state.dungeon.links, secret.id: secret}
    desk.table.state = replace(desk.state, dungeon=replace(desk.state.dungeon, links=links))
    assert secret.id not in [way.id for way in ways(desk.state.dungeon, here)]
    desk.do(c.Reveal(secret.id))
    assert secret.id in [way.id for way in ways(desk.state.dungeon, here)]
    desk.do(c.Hide(secret.id))
    assert secret.id not in [way.id for way in ways(desk.state.dungeon, here)]
    assert "Somebody of the party" in desk.no(c.Hide(here))


# -------------------------------------------------------------------- the desk itself


@pytest.mark.parametrize("game", GAMES)
def test_the_desk_is_the_referees_alone(game: str):
    desk = Desk(game).prepared()
    room, (kind, _) = desk.room(), kinds(desk)
    orders = (c.DigLevel(1), c.PlaceMonsters(room, kind), c.Reveal(room), c.KeepNote(room, "x"), c.BeginAnew())
    for command in orders:
        answer = desk.table.submit(command, desk.seat)
        assert isinstance(answer, Refusal)
        assert answer.code == "not_yours"
    assert [choice for choice in desk.campaign.choices(desk.state, desk.seat) if choice.group == "desk"] == []
    assert desk.campaign.sheet(desk.state, desk.seat, room, "en") is None
    assert desk.campaign.plan(desk.state, desk.seat, room, "en") is None
    assert "plan1-party" in desk.campaign.plan(desk.state, REFEREE, room, "en").svg()


@pytest.mark.parametrize("game", GAMES)
def test_the_desk_says_how_a_door_stands(game: str):
    desk = Desk(game).prepared()

    def doors(state: Any) -> list[str]:
        return [link for link in state.dungeon.links if stands(state.dungeon, link)]

    desk.go(lambda state: bool(doors(state)))
    door = desk.state.dungeon.links[doors(desk.state)[0]]
    sheet = desk.campaign.sheet(desk.state, REFEREE, door.a, "en")
    how = stands(desk.state.dungeon, door.id)
    assert f", {'wedged open' if how == 'wedged' else how}: " in str(sheet)


@pytest.mark.parametrize("game", GAMES)
def test_everything_on_the_desk_has_a_name_and_a_place(game: str):
    desk = Desk(game).prepared()
    desk.do(c.SetTrap(desk.room(), "GAS"))
    desk.do(c.Reveal(desk.room()))
    spaces = desk.state.dungeon.spaces
    for choice in desk.campaign.choices(desk.state, REFEREE):
        if choice.group != "desk":
            continue
        assert choice_text(desk.campaign, desk.state, choice, "it")
        for parameter in choice.parameters:
            for pick in parameter.picks:
                assert label_text(desk.campaign, desk.state, pick.label, "it")
                assert not pick.about or pick.about in spaces
    for space in spaces:
        sheet = desk.campaign.sheet(desk.state, REFEREE, space, "it")
        assert sheet is not None
        assert sheet.title
