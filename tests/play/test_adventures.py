"""Adventures in one file: read with file and line, played in every game, each word told once, and printed."""

from typing import Any

import pytest

from arbitro.dice.stream import seed_from_text
from arbitro.dungeon.blueprint import PlanBox, PlanWay, drawn, fault_in
from arbitro.dungeon.export.moods import OWN
from arbitro.dungeon.export.own import from_own, to_own
from arbitro.kernel.card import Section, Sheet
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.kernel.table import Table
from arbitro.kernel.yamlfile import Document
from arbitro.play import PREFIX, campaigns, find_campaign
from arbitro.play.adventure import read_text
from arbitro.play.commands import PlaceTreasure
from arbitro.play.digging import GENERATOR
from arbitro.play.events import PartyMoved, TaleBrought, TaleTold
from arbitro.play.opening import set_up
from arbitro.play.ready import TEACHING, joined, ready_adventures
from arbitro.play.sides.walking.commands import SearchPlace
from arbitro.play.state import GROUP
from arbitro.play.zine import booklet, key_lines
from arbitro.text import LANGUAGES, Fault

SMALL = """
adventure: 1
title: {it: Prova, en: Trial}
games: {whitebox: {party: "ready:novices", options: {road_days: 0}}}
rooms:
  stairs: {at: [20, 30], size: [1, 2], passage: true}
  hall: {at: [19, 26], size: [3, 4], foes: {whitebox: [{kind: goblin, number: 2}]}}
ways: [{from: stairs, to: hall}]
entrance: stairs
"""


def begun(name: str, game: str) -> Table[Any]:
    campaign = find_campaign(game)
    setup = campaign.read_setup(ready_adventures()[name])
    table = Table.open(campaign, "adventure", seed_from_text(name), setup.options)
    set_up(table, setup.start)
    return table


def came_to_the_store(event: Event) -> bool:
    return isinstance(event, PartyMoved) and event.to == "store"


def test_three_of_our_own_making_are_there():
    assert len(ready_adventures()) >= 3


@pytest.mark.parametrize("game", campaigns())
def test_the_first_delve_is_told_as_it_is_played_and_each_word_once(game):
    table = begun("first-delve", game)
    campaign = table.ruleset
    told = []
    inside = table.state
    for _ in range(150):
        if campaign.accomplished(table.state):  # home, with nothing known left to do
            break
        command = campaign.suggest(table.state, REFEREE)
        if command is None:
            break
        offered = [aim.id for aim in campaign.aims(table.state, campaign.seats(table.state)[0])]
        if "rest" in offered and command in list(campaign.side.chores.mend(table.state)):
            assert not {"roam", "explore", "search"} & {*offered[: offered.index("rest")]}  # wounds come first
        assert not isinstance(table.submit(command, REFEREE), Refusal)
        if table.state.at == "store":
            inside = table.state
    assert campaign.accomplished(table.state)
    if not campaign.finished(table.state):  # nothing leads back to where nothing is left to do
        ids = [choice.id for choice in table.choices(campaign.seats(table.state)[0])]
        assert ids.index("seek_dungeon") < ids.index("set_out")
        assert "dungeon" not in {aim.id for aim in campaign.aims(table.state, campaign.seats(table.state)[0])}

    for entry in table.entries():
        told += [event for event in entry.events if isinstance(event, TaleTold)]
    keys = [event.key for event in told]
    assert len(keys) == len(set(keys))
    assert {"intro", "hint-0", "steps-read", "store-read"} <= set(keys)
    for event in told:
        for language in LANGUAGES:
            assert event.words.in_(language) in tell(campaign, table.state, event, language)
    assert table.state.town.hook == 0  # the adventure says why they are here, and what its rooms are like
    assert inside.dungeon.known[f"{GROUP}/store"].mood == OWN
    coming = next(entry.events for entry in table.entries() if any(map(came_to_the_store, entry.events)))
    arrived = next(event for event in coming if came_to_the_store(event))
    for language, name in (("it", "la dispensa"), ("en", "the store")):
        assert tell(campaign, inside, arrived, language).count(". ") == 2  # when, measures, ways: no dust
        assert campaign.name_of(inside, "store", language) == name
    told_then = [event for event in coming if tell(campaign, inside, event, "en")]
    read = told_then[told_then.index(arrived) + 1]  # the place, and then who is in it
    assert isinstance(read, TaleTold)
    assert read.key == "store-read"


PARTS = [
    (name, game)
    for name, document in sorted(ready_adventures().items())
    for game in campaigns()
    if game.removeprefix(PREFIX) in read_text(document)[0].games
]


def test_each_game_has_a_first_delve_of_its_own_that_stands_before_the_others():
    first = [name for name in ready_adventures() if name.startswith(TEACHING)]
    assert list(ready_adventures())[: len(first)] == first
    games = {name: set(read_text(ready_adventures()[name])[0].games) for name in first}
    for game in campaigns():
        own = {game.removeprefix(PREFIX)}
        assert own in games.values() or own <= games["first-delve"]
    assert {"infausta"} in games.values()
    assert {"archmage"} in games.values()
    assert {"daggerheart"} in games.values()


@pytest.mark.parametrize(("name", "game"), PARTS)
def test_every_ready_adventure_is_sound_in_every_game_and_can_be_printed(name, game):
    campaign = find_campaign(game)
    begun(name, game)
    text, dungeon = read_text(ready_adventures()[name])
    assert from_own(to_own(dungeon, 1), GENERATOR.options()).dungeon == dungeon
    for language in LANGUAGES:
        lines = list(key_lines(text, dungeon, campaign, language))
        for room in text.rooms.values():
            for words in (room.read, room.warn, room.cleared):
                assert words is None or any(words.in_(language) in line for line in lines)
    if game.endswith("whitebox"):
        assert booklet(text, dungeon, campaign, "it").startswith(b"%PDF")


def test_no_player_sees_what_has_not_been_told():
    table = begun("first-delve", "whitebox")
    seat = table.ruleset.seats(table.state)[0]
    events = [event for entry in table.history(seat) for event in entry.events]
    assert not any(isinstance(event, TaleBrought) for event in events)
    seen = str(events) + str(table.view(seat)) + str(list(table.choices(seat)))
    assert "sporgenza" not in seen
    assert "ledge" not in seen


@pytest.mark.parametrize(
    ("wrong", "right", "line", "said"),
    [
        ("to: hall", "to: cellar", 8, "cellar"),
        ("at: [19, 26]", "at: [20, 29]", 7, "upon each other"),
        ("at: [19, 26]", "at: [40, 26]", 8, "share no wall"),
        ("entrance: stairs", "entrance: nowhere", 9, "nowhere"),
        ("kind: goblin", "kind: gobblin", 7, "gobblin"),
        ("road_days: 0", "road_dais: 0", 4, "road_dais"),
        ("at: [19, 26], ", "", 7, "needs"),
        ("ways: [{from: stairs, to: hall}]", "ways: []", 7, "No way leads"),
        ("entrance: stairs", "entrance: stairs\npacks: [moor]", 10, "moor"),
        (
            "entrance: stairs",
            "entrance: stairs\ntriggers:\n- {when: enter, room: hal, say: {it: a, en: b}}",
            11,
            "hall",
        ),
        ("entrance: stairs", "entrance: stairs\ntriggers:\n- {when: time, say: {it: a, en: b}}", 11, "turns"),
        ("entrance: stairs", "entrance: stairs\ntriggers:\n- {when: dusk, say: {it: a, en: b}}", 11, "dusk"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(wrong, right, line, said):
    campaign = find_campaign("whitebox")
    campaign.read_setup(Document("small.yaml", SMALL))
    assert wrong in SMALL
    with pytest.raises(Fault) as fault:
        campaign.read_setup(Document("small.yaml", SMALL.replace(wrong, right)))
    assert f"line {line}" in str(fault.value), str(fault.value)
    assert said in str(fault.value)


def test_an_adventure_says_for_which_games_it_is():
    with pytest.raises(Fault, match="archmage"):
        find_campaign("archmage").read_setup(Document("small.yaml", SMALL))


def test_what_a_game_brings_to_a_room_that_is_not_there_is_named_with_its_line():
    house = Document("small.yaml", SMALL)
    part = Document("adventures.yaml", "small:\n  foes:\n    hall: [{kind: orc}]\n    hal: [{kind: orc}]\n", ours=True)
    with pytest.raises(Fault, match="hall") as fault:
        joined(house, "small.yaml", {"whitebox": part})
    assert "line 4" in str(fault.value)


def test_a_game_without_a_part_in_an_adventure_is_not_among_its_games():
    part = Document("adventures.yaml", "small:\n  foes:\n    hall: [{kind: orc, number: 3}]\n", ours=True)
    whole = joined(Document("small.yaml", SMALL), "small.yaml", {"whitebox": None, "infausta": part})
    text, _ = read_text(whole)
    assert list(text.games) == ["infausta"]
    assert [foes.number for foes in text.rooms["hall"].foes["infausta"]] == [3]


def test_ways_stand_in_the_wall_that_two_rooms_share():
    rooms = {"a": PlanBox((10, 10), (2, 2)), "b": PlanBox((12, 11), (2, 2)), "c": PlanBox((10, 8), (2, 2))}
    ways = (PlanWay("a", "b", "door"), PlanWay("a", "c"))
    assert fault_in(rooms, ways, "a") is None
    made = drawn(rooms, ways, "a", GENERATOR.options().defaults())
    assert made.links["way-1"].heading == 2
    assert made.links["way-1"].segment == ((96, 88), (96, 92))
    assert made.links["way-2"].heading == 0
    assert made.links["way-2"].segment == ((84, 80), (92, 80))


DOORS = """
adventure: 1
title: {it: Porte, en: Doors}
games: {whitebox: {party: "ready:novices", options: {road_days: 0}}, archmage: {}}
rooms:
  stairs: {at: [20, 30], size: [1, 2], passage: true}
  hall: {at: [19, 26], size: [3, 4], name: {it: La sala, en: The hall}}
  vault: {at: [22, 26], size: [2, 2], name: {it: La cripta, en: The vault}}
  cell: {at: [16, 26], size: [3, 2], name: {it: La cella, en: The cell}}
ways:
  - {from: stairs, to: hall, kind: door, locked: true}
  - {from: hall, to: vault, kind: secret_door}
  - {from: hall, to: cell, kind: one_way_door}
entrance: stairs
"""


def test_doors_of_an_adventure_are_secret_locked_or_open_one_way():
    document = Document("doors.yaml", DOORS)
    campaign = find_campaign("whitebox")
    setup = campaign.read_setup(document)
    table = Table.open(campaign, "doors", seed_from_text("doors"), setup.options)
    set_up(table, setup.start)
    dungeon = table.state.dungeon
    assert dungeon.doors["way-1"].locked
    assert dungeon.links["way-2"].hidden
    assert not dungeon.links["way-3"].two_way
    text, drawn_ = read_text(document)
    printed = "\n".join(key_lines(text, drawn_, campaign, "en"))
    for said in (
        "A secret door: The vault",
        "A secret door: The hall",
        "A door that opens from here only: The cell",
        "A door that opens from the other side only: The hall",
        "A door: The hall (locked)",
    ):
        assert said in printed
    find_campaign("archmage").read_setup(document)


def test_an_opening_cannot_be_locked():
    with pytest.raises(Fault) as found:
        read_text(Document("doors.yaml", DOORS.replace("kind: door, locked", "locked")))
    assert "doors.yaml, line 11" in found.value.in_("en")
    assert "solo una porta" in found.value.in_("it")


def test_a_room_that_only_a_door_from_within_leads_to_is_lost():
    with pytest.raises(Fault) as found:
        read_text(Document("doors.yaml", DOORS.replace("from: hall, to: cell", "from: cell, to: hall")))
    assert "“cell”" in found.value.in_("en")


TRIGGERED = (
    SMALL.replace("goblin, number: 2", "goblin, number: 1")
    + """
triggers:
  - {when: enter, room: hall, say: {it: entrati, en: entered}}
  - {when: leave, room: stairs, say: {it: partiti, en: left}}
  - {when: search, room: hall, say: {it: cercato, en: searched}}
  - {when: defeat, room: hall, say: {it: vinto, en: beaten}}
  - {when: take, room: hall, say: {it: preso, en: taken}}
  - {when: time, turns: 2, say: {it: tardi, en: late}}
"""
)


def test_triggers_tell_their_words_once_when_what_they_wait_for_has_happened():
    campaign = find_campaign("whitebox")
    setup = campaign.read_setup(Document("small.yaml", TRIGGERED))
    table = Table.open(campaign, "adventure", seed_from_text("triggers"), setup.options)
    set_up(table, setup.start)
    table.submit(PlaceTreasure("hall", "coins/gold", 5), REFEREE)

    def told() -> list[str]:
        events = [event for entry in table.entries() for event in entry.events if isinstance(event, TaleTold)]
        return [event.words.en for event in events if event.key.startswith("trigger-")]

    assert told() == []
    for _ in range(200):
        command = campaign.suggest(table.state, REFEREE)
        if command is None or (table.state.stage == "town" and {"entered", "left", "beaten"} <= set(told())):
            break
        assert not isinstance(table.submit(command, REFEREE), Refusal)
    assert {"entered", "left", "beaten", "taken", "late"} <= set(told())
    assert len(told()) == len(set(told()))
    lines = list(key_lines(read_text(Document("small.yaml", TRIGGERED))[0], table.state.dungeon, campaign, "en"))
    assert any("After 2 turns: late" in line for line in lines)
    assert any("When all who were here are beaten: beaten" in line for line in lines)


@pytest.mark.parametrize(("game", "party"), [("archmage", "level-1"), ("daggerheart", "crossroads")])
def test_whoever_searches_the_room_of_a_trigger_is_told(game, party):
    foes = ", foes: {whitebox: [{kind: goblin, number: 1}]}"
    assert foes in TRIGGERED
    text = TRIGGERED.replace(foes, "").replace("whitebox:", f"{game}:").replace("novices", party)
    campaign = find_campaign(game)
    setup = campaign.read_setup(Document("small.yaml", text))
    table = Table.open(campaign, "adventure", seed_from_text("search"), setup.options)
    set_up(table, setup.start)
    while table.state.at != "hall":
        assert not isinstance(table.submit(campaign.suggest(table.state, REFEREE), REFEREE), Refusal)
    assert "trigger-2" not in table.state.tale.heard
    answer = table.submit(SearchPlace(campaign.side.party.people(table.state)[0]), REFEREE)
    assert not isinstance(answer, Refusal)
    for _ in range(5):  # a roll may be asked for in between
        if "trigger-2" in table.state.tale.heard:
            break
        table.submit(campaign.suggest(table.state, REFEREE), REFEREE)
    assert "trigger-2" in table.state.tale.heard


def test_creatures_have_their_stat_blocks_where_they_are_asked_for():
    campaign = find_campaign("archmage")
    text, dungeon = read_text(ready_adventures()["toll-house"])
    block = Sheet("x", sections=(Section("Numbers", (("AC", "18"),), ("bites",)),))
    lines = list(key_lines(text, dungeon, campaign, "en", lambda _: block))
    assert "  Numbers: AC 18; bites" in lines
