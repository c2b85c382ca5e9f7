"""What a player reads along the way: prices, miles to go, the sensible choice first, arrivals before meetings."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.watching import expedition, opened, watched

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.model import Slot
from arbitro.dungeon.stocking import Stock
from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import label_text, tell
from arbitro.play import campaigns, find_campaign
from arbitro.play import commands as c
from arbitro.play.events import PartyMoved
from arbitro.play.guide import lairs
from arbitro.play.players.plain import Plain
from arbitro.play.players.turn import players_seat
from arbitro.play.sides.walking import ground
from arbitro.play.sides.whitebox import box_side, road
from arbitro.play.sides.whitebox.box import expedition_of
from arbitro.play.sides.whitebox.road import length as road_length
from arbitro.play.sides.whitebox.road import miles_walked
from arbitro.play.sides.whitebox.spoils import hoard
from arbitro.play.stocking.daggerheart import SINGLE, DaggerheartStocker
from arbitro.play.stocking.whitebox import WhiteBoxStocker
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.whitebox.content import load_content
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.exploring.events import FactsStated, MetSomebody
from arbitro.rules.whitebox.exploring.guide import talked_into
from arbitro.rules.whitebox.people import commands as p
from arbitro.rules.whitebox.people.state import Valuable

WHITE = ("whitebox", "infausta")
SLAYER = "weapon_slayer_4"


def must(table: Any, *commands: Any) -> Any:
    for command in commands:
        answer = table.submit(command, REFEREE)
        assert not isinstance(answer, Refusal), (command, answer)
    return answer


def in_town(game: str = "whitebox") -> Any:
    table = opened(game, 5)
    must(table, c.Gather(table.ruleset.side.party.parties()[0][0]))
    return table


def offered(table: Any) -> list[Choice]:
    return list(table.ruleset.choices(table.state, players_seat(table.ruleset, table.state)))


def words(table: Any, choice: Choice, language: Any = "it") -> str:
    return label_text(table.ruleset, table.state, choice.label, language)


def picks(table: Any, choice: Choice, language: Any = "it") -> dict[str, str]:
    return {
        pick.value: label_text(table.ruleset, table.state, pick.label, language)
        for part in choice.parameters
        for pick in part.picks
    }


# -------------------------------------------------------------------- prices


def test_whatever_is_sold_shows_what_it_fetches() -> None:
    table = in_town()
    sell = next(choice for choice in offered(table) if choice.id == "sell/bruno")
    shown = picks(table, sell)
    assert shown["long_sword"] == "spada lunga, 5 mo"  # half of the list price
    assert picks(table, sell, "en")["long_sword"] == "long sword, 5 gp"
    coins = table.state.game.characters["bruno"].coins.copper
    must(table, p.Sell("bruno", "long_sword"))
    assert table.state.game.characters["bruno"].coins.copper == coins + 500


def test_gems_can_be_sold_for_their_worth() -> None:
    table = in_town()
    bruno = table.state.game.characters["bruno"]
    rich = replace(bruno, valuables=(Valuable("gem", 50, 2), Valuable("jewellery", 300)))
    game = replace(table.state.game, characters={**table.state.game.characters, "bruno": rich})
    state = replace(table.state, game=game)
    seat = players_seat(table.ruleset, state)
    sell = next(choice for choice in table.ruleset.choices(state, seat) if choice.id == "sell/bruno")
    shown = {
        pick.value: label_text(table.ruleset, state, pick.label, "it")
        for part in sell.parameters
        for pick in part.picks
    }
    assert (shown["gem"], shown["jewellery"]) == ("gemme, 100 mo", "gioielli, 300 mo")
    assert all(table.ruleset.allows(state, p.Sell("bruno", pick)) for pick in ("gem", "jewellery"))


def test_those_for_hire_show_their_wage_and_who_pays_shows_the_purse() -> None:
    table = in_town()
    hire = next(choice for choice in offered(table) if choice.id == "hire/bruno")
    assert words(table, hire) == "Bruno: assolda qualcuno (hai 46 mo)"
    assert words(table, hire, "en") == "Bruno: hire somebody (you have 46 gp)"
    shown = picks(table, hire)
    assert shown["horseman"] == "cavaliere, 3 mo alla settimana"
    wages = {trade: facts.wage for trade, facts in table.ruleset.game.content.hirelings.items()}
    assert set(shown) == {trade for trade, wage in wages.items() if wage <= 46}, "nobody whom the purse cannot pay"
    must(table, p.Hire("bruno", "horseman", 2))
    assert not any(choice.command == "pay_wages" for choice in offered(table)), "the first week is paid"
    must(table, c.Lodge(7))
    pay = next(choice for choice in offered(table) if choice.id == "pay_wages/bruno")
    assert words(table, pay) == "Bruno: paga il soldo di una settimana (6 mo)"


@pytest.mark.parametrize("game", campaigns())
@pytest.mark.parametrize("language", ["it", "en"])
def test_every_trade_in_town_names_a_price(game: str, language: str) -> None:
    table = in_town(game)
    for choice in offered(table):
        if choice.command in ("buy", "sell", "hire", "pay_wages"):
            said = [words(table, choice, language), *picks(table, choice, language).values()]
            assert all(any(sign.isdigit() for sign in text) for text in (said[1:] or said)), said
        elif choice.command == "buy_torches":
            assert ("moneta d'oro" if language == "it" else "gold piece") in words(table, choice, language)


# -------------------------------------------------------------------- the road


def test_the_road_says_how_far_it_still_is() -> None:
    table = in_town("whitebox")
    must(table, c.SetOut("road"))
    march = next(choice for choice in offered(table) if choice.command == "travel")
    length = road_length(table.state)
    assert f"ancora {length} miglia" in words(table, march)
    assert not march.parameters, "the road goes through one kind of country"
    for _ in range(30):
        if miles_walked(table.state):
            break
        must(table, table.ruleset.suggest(table.state, REFEREE))
    state = table.state
    miles, days = road.to_go(box_side(table.ruleset.game), state)
    assert 0 < miles < length
    assert days >= 1
    lines = table.ruleset.picture(state, players_seat(table.ruleset, state), "en")
    assert any(f"{miles} miles to go" in line for line in lines)


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_the_road_says_how_many_days_are_left(game: str) -> None:
    table = in_town(game)
    must(table, c.SetOut("road"))
    days = ground.to_go(table.state)
    lines = table.ruleset.picture(table.state, players_seat(table.ruleset, table.state), "en")
    assert any(line.startswith(f"To the dungeon: {days} day") for line in lines)


@pytest.mark.rule("WB-MOVE-06")
def test_nobody_runs_back_in_a_round_over_a_day_of_road() -> None:
    """Whoever has marched a day from the dungeon and runs is not in the dungeon again."""
    runs = 0
    for seed in range(40):
        table = opened("whitebox", 300 + seed)
        must(table, c.Gather("ready:novices"), c.SetOut("road"))
        for _ in range(60):
            state = table.state
            out = expedition_of(state)
            far = state.stage == "road" and out is not None and out.meeting is not None and out.miles
            if far and table.ruleset.allows(state, x.Flee()) and not table.ruleset.side.meetings.fighting(state):
                must(table, x.Flee())
                assert table.state.stage == "road"
                runs += 1
                break
            command = table.ruleset.suggest(state, REFEREE)
            if command is None or state.stage == "over" or state.stage == "dungeon":
                break
            must(table, command)
    assert runs


# -------------------------------------------------------------------- order and sentences


def met(game: str, seed: int = 30) -> tuple[Any, Any]:
    """A step in which the party comes upon somebody at home in a place."""
    for number in range(seed, seed + 12):
        for step in expedition(game, number, 200, Plain):
            tags = [type(event) for event in step.entry.events]
            if MetSomebody in tags and PartyMoved in tags and step.after.at and not step.after.awaiting:
                out = expedition_of(step.after)
                if (
                    out is not None
                    and out.meeting is not None
                    and not step.table.ruleset.side.meetings.fighting(step.after)
                ):
                    return step.table, step
    raise AssertionError("nobody was met")


@pytest.mark.parametrize("game", WHITE)
def test_the_party_arrives_before_it_meets_anybody(game: str) -> None:
    _, step = met(game)
    tags = [type(event) for event in step.entry.events]
    assert tags.index(PartyMoved) < tags.index(MetSomebody)


@pytest.mark.parametrize("game", WHITE)
def test_in_a_meeting_talk_comes_first_and_rest_is_no_choice(game: str) -> None:
    table, step = met(game)
    campaign = table.ruleset
    for seat in (players_seat(campaign, step.after), REFEREE):
        commands = list(dict.fromkeys(choice.command for choice in campaign.choices(step.after, seat)))
        wanted = [name for name in ("parley", "engage", "flee") if name in commands]
        assert commands[: len(wanted)] == wanted
        assert "rest" not in commands


MARCHES = {"travel", "march", "choose_heading"}


@pytest.mark.parametrize("game", campaigns())
def test_below_the_ways_come_first_and_on_the_road_the_march(game: str) -> None:
    seen = set()
    for step in expedition(game, 8, 60, Plain):
        campaign, state = step.table.ruleset, step.after
        if campaign.side.meetings.busy(state) or state.awaiting or state.draft is not None:
            continue
        commands = [choice.command for choice in campaign.choices(state, players_seat(campaign, state))]
        if state.stage == "dungeon" and "follow" in commands:
            assert commands[0] == ("take_loot" if "take_loot" in commands else "follow")
            seen.add("dungeon")
        elif state.stage == "road" and MARCHES & set(commands) and "follow" not in commands:
            assert commands[0] in (*MARCHES, "enter_town")
            seen.add("road")
    assert seen == {"dungeon", "road"}


def test_those_who_are_met_have_their_article() -> None:
    for seed in range(30, 60):  # the mindless are not talked to
        table, step = met("whitebox", seed)
        campaign, state = table.ruleset, step.after
        talk = next((choice for choice in campaign.choices(state, REFEREE) if choice.command == "parley"), None)
        if talk is not None:
            break
    assert talk is not None
    out = expedition_of(state)
    name = campaign.name_of(state, out.meeting.troop, "it")
    said = label_text(campaign, state, talk.label, "it")
    assert said.endswith(str(name))
    assert said.removesuffix(str(name)).removeprefix("Parla con ").strip() in (
        "i",
        "gli",
        "le",
        "il",
        "lo",
        "l'",
        "la",
    )


def test_what_the_dungeon_is_made_of_is_told_once() -> None:
    told = [
        tell(step.table.ruleset, step.after, event, "it")
        for step in watched("whitebox", 7, 60, Plain)
        for event in step.entry.events
        if isinstance(event, FactsStated)
    ]
    assert told
    assert not any(told)
    table = in_town()
    must(table, c.SetOut("road"))
    trap = x.StateFacts((), (), (), ())
    assert isinstance(table.submit(trap, REFEREE), Refusal)


def test_a_way_elsewhere_is_named_by_its_kind() -> None:
    for step in watched("whitebox", 7, 90, Plain):
        state, campaign = step.after, step.table.ruleset
        far = [
            link.id
            for link in state.dungeon.links.values()
            if link.kind == "door" and state.at and state.at not in (link.a, link.b)
        ]
        if far:
            assert campaign.name_of(state, far[0], "it") == "una porta"
            assert campaign.name_of(state, far[0], "en") == "a door"
            return
    raise AssertionError("there was no other door")


def test_a_plain_party_goes_round_those_whom_it_has_met() -> None:
    for step in watched("whitebox", 7, 200, Plain):
        for slot in step.after.dungeon.slots.values():
            if slot.kind == "monster" and slot.state == "met" and slot.space != step.after.at:
                assert slot.space in lairs(step.after)
                return
    raise AssertionError("everybody was fought or gone")


# -------------------------------------------------------------------- what fills the dungeon


@pytest.mark.parametrize("game", WHITE)
def test_the_stocker_heeds_the_option_for_misprints(game: str) -> None:
    side = find_campaign(game).side
    table = opened(game, 1)
    for word, printed in (("mended", False), ("printed", True)):
        options = {**table.state.options, "misprints": word}
        assert side.stores.stocker(replace(table.state, options=options)).as_printed is printed
    content = load_content()
    rows = [row.result for found in content.encounter_tables.values() for row in found.rows if row.result.printed]
    assert rows, "the book has misprints"


def test_a_room_that_grants_a_slayer_gives_it_a_foe() -> None:
    stocker = WhiteBoxStocker()
    settled = stocker.settled(Stock(((f"magic/{SLAYER}", 1), ("coins/gold", 7))), QuickDice(3))
    (thing, _), gold = settled.items
    assert gold == ("coins/gold", 7)
    found = hoard(load_content(), ((thing, 1),)).items[0]
    assert found.foe
    assert found.plus
    assert settled.rolls


def test_a_referee_who_grants_a_slayer_gives_it_a_foe() -> None:
    table = in_town()
    must(table, p.Grant("bruno", "magic", SLAYER))
    assert table.state.game.characters["bruno"].items[SLAYER].foe


def test_an_encounter_has_one_leader_or_solo_at_most() -> None:
    blocks = load_library().adversaries
    many = 0
    for size in (3, 5, 6):
        stocker = DaggerheartStocker(load_library(), size)
        for seed in range(120):
            stock = stocker.monsters(Slot("s", 1 + seed % 8, "room", "monster", "MONSTER"), QuickDice(seed))
            single = sum(count for name, count in stock.items if blocks[name].type in SINGLE)
            assert single <= 1, stock.items
            many += single
    assert many
    crowd = DaggerheartStocker(load_library(), 4).monsters(
        Slot("s", 1, "room", "monster", "MONSTER", number=3), QuickDice(2)
    )
    assert all(blocks[name].type not in SINGLE for name, _ in crowd.items)


# -------------------------------------------------------------------- natures in talk


@pytest.mark.rule("WB-PARLEY-01")
@pytest.mark.parametrize(
    ("monster", "count", "attitude", "outcome"),
    [
        ("ogre", 1, "negative", "failed"),
        ("ogre", 1, "positive", "avoided"),
        ("skeleton", 1, "negative", "failed"),
        ("doppelganger", 1, "negative", "delayed"),  # a beginning
        ("doppelganger", 1, "hostile", "failed"),
        ("goblin", 1, "negative", "avoided"),
        ("goblin", 30, "negative", "failed"),  # the more numerous
    ],
)
def test_talk_goes_by_nature(monster: str, count: int, attitude: str, outcome: str) -> None:
    table, step = met("whitebox")
    game = step.after.game
    out = game.expedition
    troop = replace(out.troops[out.meeting.troop], monster=monster, class_id="", members=())
    meeting = replace(out.meeting, attitude=attitude, count=count)
    expedition_now = replace(out, meeting=meeting, troops={**out.troops, troop.id: troop})
    assert talked_into(table.ruleset.game.at(replace(game, expedition=expedition_now))) == outcome
