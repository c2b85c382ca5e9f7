"""Rules of the appendix that a table meets by its own commands: trapdoors, wishes, kept maps, the turn of the chair."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import of
from tests.play.test_scouting import DWARF, at_the_foot, below, first_of

from arbitro.appendix_a.level import generate
from arbitro.appendix_a.special import draw_special
from arbitro.appendix_a.work import Work
from arbitro.dice.stream import QuickDice, ScriptedDice, seed_from_text
from arbitro.dungeon.events import Effect, EffectDue, Seen
from arbitro.dungeon.export.own import to_own
from arbitro.dungeon.knowledge import knows, players_map
from arbitro.dungeon.model import Dungeon, Known, Link, Slot, Water
from arbitro.kernel.command import ChangeOptions, Refusal
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import refusal_text, tell
from arbitro.kernel.table import Table
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.hazards import keep_time
from arbitro.play.players.turn import players_seat
from arbitro.play.revealing import concealed
from arbitro.play.rooms import open_room
from arbitro.play.scene import Scene
from arbitro.play.sight import beyond, look_beyond
from arbitro.play.state import GROUP
from arbitro.play.ways import ways

GAMES = ("whitebox", "infausta", "archmage", "daggerheart")
FAMILY = ("whitebox", "infausta")


class Loaded:
    """Any dice but one purpose, whose faces are given."""

    def __init__(self, purpose: str, *faces: int, inner: Any = None) -> None:
        self.purpose, self.faces, self.inner = purpose, list(faces), inner or QuickDice(3)

    def stream(self, name: str, /) -> "Loaded":
        twin = Loaded(self.purpose, inner=self.inner.stream(name))
        twin.faces = self.faces
        return twin

    def roll(self, sides: int, purpose: str = "", /) -> Any:
        die = self.inner.roll(sides, purpose)
        return replace(die, face=self.faces.pop(0)) if purpose == self.purpose and self.faces else die


def over_a_trapdoor(game: str, state: Any) -> tuple[Any, str, str, str]:
    """The same with a trapdoor in the next stretch: the state, the way there, the trapdoor, the space below."""
    campaign: Any = find_campaign(game)
    scene = Scene(campaign.side, state, QuickDice(7))
    first = next(way for way in ways(state.dungeon, state.at) if way.kind in ("corridor", "opening") and not way.shut)
    way = look_beyond(scene, first)
    bare = replace(scene.state.dungeon, traps={}, slots={})
    there = beyond(bare, state.at, way.id)[0]
    cellar = replace(bare.spaces[there], id="cellar", level=2)
    trap = bare.options["trapdoor"] == "trap"
    hatch = Link("hatch", "trapdoor", there, "cellar", 1, levels=1, needs="rope_or_climbing", hidden=trap)
    dungeon = replace(bare, spaces=bare.spaces | {"cellar": cellar}, links=bare.links | {"hatch": hatch})
    scene.state = replace(scene.state, dungeon=replace(dungeon, levels={**bare.levels, 2: 1}))
    campaign.side.inner.after(scene, len(scene.events))
    return scene.state, way.id, hatch.id, there


def at_the_foot_of(game: str, **options: Any) -> Any:
    """A party without an eye for stonework, and nobody who wanders about."""
    return below(game, **options) if game in FAMILY else at_the_foot(game, wandering_turns=0, **options)


def refused_by(game: str, state: Any, command: Any) -> str:
    campaign: Any = find_campaign(game)
    answer = campaign.decide(state, command, QuickDice(1))
    assert isinstance(answer, Refusal), command
    assert all(refusal_text(campaign, state, answer, language) for language in ("it", "en"))
    return answer.code


def walked(game: str, state: Any, command: Any, dice: Any) -> tuple[Any, list[Any]]:
    answer = find_campaign(game).decide(state, command, dice)
    assert not isinstance(answer, Refusal), answer
    return answer.state, answer.events


def kindling(campaign: Any, state: Any) -> Any:
    """Somebody lights something, in games of the family."""
    return next(
        campaign.command(next(choice.fillings()))
        for seat in campaign.seats(state)
        for choice in campaign.choices(state, seat)
        if choice.command == "kindle_light"
    )


def lighted(game: str, state: Any) -> Any:
    """The same with a light, where one is needed."""
    return walked(game, state, kindling(find_campaign(game), state), QuickDice(4))[0] if game in FAMILY else state


# -------------------------------------------------------------------- trapdoors


@pytest.mark.rule("DA-STAIR-09")
@pytest.mark.parametrize("game", GAMES)
def test_a_trapdoor_that_is_a_trap_opens_under_the_first_rank_two_times_in_six(game: str) -> None:
    state, way, hatch, there = over_a_trapdoor(game, at_the_foot_of(game, trapdoor="trap"))
    campaign: Any = find_campaign(game)
    leading = campaign.side.party.leading(state)
    for face in range(1, 7):
        after, events = walked(game, state, c.Follow(way), Loaded("A.6.trapdoor", face))
        due = [event for event in of(EffectDue, events) if event.source == hatch]
        assert bool(due) == (face <= 2), face
        if not due:
            assert after.at == there
            assert not knows(after.dungeon, GROUP, hatch)
            continue
        assert (due[0].effect.kind, due[0].effect.who, due[0].effect.amount) == ("fall", leading, 10)
        assert "DA-STAIR-09" in due[0].rules
        assert knows(after.dungeon, GROUP, hatch)
        assert "cellar" in (after.at, *after.waiting.values()) or after.awaiting or after.game.awaiting
        for language, word in (("it", "botola"), ("en", "trapdoor")):
            told = [tell(campaign, after, event, language) for event in events if isinstance(event, Seen)]
            assert any(word in line for line in told)


@pytest.mark.rule("DA-STAIR-09")
@pytest.mark.parametrize("game", GAMES)
def test_whoever_dies_of_a_fall_through_the_floor_lies_below(game: str) -> None:
    campaign: Any = find_campaign(game)
    state, way, _, _ = over_a_trapdoor(game, lighted(game, at_the_foot_of(game, trapdoor="trap")))
    if game in FAMILY:  # whoever hangs by a thread
        frail = {who: replace(one, hp=1) for who, one in state.game.characters.items()}
        state = replace(state, game=replace(state.game, characters=frail))
    for seed in range(12):
        after, _ = walked(game, state, c.Follow(way), Loaded("A.6.trapdoor", 1, inner=QuickDice(seed)))
        dead = {who for who, _ in campaign.side.party.dead(after)} & set(campaign.side.party.leading(state))
        fallen = {each.who: each for each in after.fallen}
        assert all((fallen[who].place, fallen[who].level) == ("cellar", 2) for who in dead)
        assert all(after.game.characters[who].lies == "cellar" for who in dead if game in FAMILY)
        if dead or game not in FAMILY:
            return
    raise AssertionError("nobody died of it")


@pytest.mark.rule("DA-STAIR-09")
@pytest.mark.parametrize("game", GAMES)
def test_only_those_who_fall_through_a_trapdoor_are_below(game: str) -> None:
    campaign: Any = find_campaign(game)
    lit = lighted(game, at_the_foot_of(game, trapdoor="trap"))
    state, way, hatch, there = over_a_trapdoor(game, lit)
    everybody, leading = campaign.side.party.people(state), campaign.side.party.leading(state)
    assert set(leading) < set(everybody)
    ended = set()
    for seed in range(12):
        after, events = walked(game, state, c.Follow(way), Loaded("A.6.trapdoor", 1, inner=QuickDice(seed)))
        above = {who for who in everybody if who not in leading}
        if after.awaiting or campaign.side.meetings.busy(after):
            continue
        dead = {who for who, _ in campaign.side.party.dead(after)}
        if after.at == "cellar":
            ended.add("below")
            assert set(campaign.side.party.people(after)) == set(leading) - dead
            assert after.waiting == dict.fromkeys(above, there)
            assert ("DA-STAIR-09",) in {each.rules for each in of(e.PartySplit, events)}
            assert campaign.allows(after, c.TurnTo(there))
            turned, _ = walked(game, after, c.TurnTo(there), QuickDice(1))
            assert any(each.id == hatch for each in ways(turned.dungeon, there)), "they may follow"
        else:
            ended.add("above")
            assert (after.at, set(campaign.side.party.people(after))) == (there, above)
            assert set(after.waiting) == set(leading) - dead
    assert "below" in ended


@pytest.mark.rule("DA-STAIR-09")
@pytest.mark.parametrize("game", GAMES)
def test_a_trapdoor_that_holds_is_known_to_nobody_and_a_hatch_to_everybody(game: str) -> None:
    campaign: Any = find_campaign(game)
    state, way, hatch, _ = over_a_trapdoor(game, at_the_foot_of(game, trapdoor="trap"))
    bare = replace(
        state, dungeon=replace(state.dungeon, links={k: v for k, v in state.dungeon.links.items() if k != hatch})
    )
    worlds = [walked(game, world, c.Follow(way), Loaded("A.6.trapdoor", 6)) for world in (state, bare)]
    seat = players_seat(campaign, state)
    seen = [campaign.view(after, seat) for after, _ in worlds]
    heard = [[event for event in events if shown_to(campaign, after, event, seat)] for after, events in worlds]
    assert seen[0] == seen[1]
    offered = [list(campaign.choices(after, seat)) for after, _ in worlds]
    assert offered[0] == offered[1]
    assert heard[0] == heard[1]
    state, way, hatch, there = over_a_trapdoor(game, at_the_foot_of(game))
    after, events = walked(game, state, c.Follow(way), Loaded("A.6.trapdoor", 1))
    assert (after.at, knows(after.dungeon, GROUP, hatch), of(EffectDue, events)) == (there, True, [])


@pytest.mark.rule("DA-STAIR-09", "WB-TRAP-02", "IS-TRAP-02")
@pytest.mark.parametrize("game", FAMILY)
def test_whoever_searches_may_find_a_trapdoor_and_the_party_goes_round_it(game: str) -> None:
    state, way, hatch, there = over_a_trapdoor(game, below(game, DWARF[game], trapdoor="trap"))
    who = first_of(game, state)
    found, events = walked(game, state, c.SearchAhead(who, way), ScriptedDice((6, 4)))
    (sought,) = of(e.TrapsLookedFor, events)
    assert sought.found == (hatch,)
    assert "botola" in tell(find_campaign(game), found, sought, "it")
    assert knows(found.dungeon, GROUP, hatch)
    assert hatch in players_map(found.dungeon, GROUP).links
    after, events = walked(game, found, c.Follow(way), Loaded("A.6.trapdoor", 1))
    assert (after.at, of(EffectDue, events)) == (there, [])
    missed, events = walked(game, state, c.SearchAhead(who, way), ScriptedDice((6, 5)))
    assert of(e.TrapsLookedFor, events)[0].found == ()
    assert not knows(missed.dungeon, GROUP, hatch)


# -------------------------------------------------------------------- wishes


def by_a_talking_pool(game: str) -> tuple[Any, str]:
    """A party beside a pool that speaks for the first of them: the state, and who that is."""
    campaign: Any = find_campaign(game)
    state = at_the_foot_of(game)
    who = campaign.side.party.able(state)[0]
    side = campaign.side.perils.bather(state, who).alignment
    pool = Water("pool", 1, state.at, "pool", "POOL_MAGIC", ((0, 0), (8, 0), (8, 8)), power="POOL_TALKING", detail=side)
    dungeon = replace(state.dungeon, waters={"pool": pool})
    known = {**dungeon.known, f"{GROUP}/pool": Known(GROUP, "pool")}
    return replace(state, dungeon=replace(dungeon, known=known)), who


@pytest.mark.rule("DA-POOL-08", "DA-POOL-10")
@pytest.mark.parametrize("game", GAMES)
def test_a_wish_is_kept_and_spoken_when_it_is_wanted(game: str) -> None:
    campaign: Any = find_campaign(game)
    state, who = by_a_talking_pool(game)
    seat = players_seat(campaign, state)
    assert refused_by(game, state, c.MakeWish(who)) == "no_wish"
    wished, events = walked(game, state, c.StepIn(who, "pool"), QuickDice(3))
    (kept,) = of(e.AilmentChanged, events)
    assert (kept.ailment.kind, kept.ailment.until) == ("wish", state.turn + 144 + 1)
    assert "desiderio" in tell(campaign, wished, kept, "it")
    assert not of(e.WishSpoken, events)
    offered = [one for one in campaign.choices(wished, seat) if one.command == "make_wish"]
    assert [one.fixed["who"] for one in offered] == [who]
    assert "DA-POOL-10" in offered[0].rules
    assert refused_by(game, wished, c.MakeWish(who, "x" * 301)) == "bad_wish"
    after, events = walked(game, wished, c.MakeWish(who, "pace"), QuickDice(3))
    (spoken,) = of(e.WishSpoken, events)
    assert {*spoken.rules} == {"DA-POOL-08", "DA-POOL-10"}
    assert "pace" in tell(campaign, after, spoken, "it")
    assert after.ailments == ()
    assert refused_by(game, after, c.MakeWish(who)) == "no_wish"


@pytest.mark.rule("DA-POOL-10")
def test_a_wish_makes_the_party_whole_and_is_lost_after_a_day() -> None:
    state, who = by_a_talking_pool("whitebox")
    hurt = {name: replace(one, hp=1) for name, one in state.game.characters.items()}
    state = replace(state, game=replace(state.game, characters=hurt))
    wished, _ = walked("whitebox", state, c.StepIn(who, "pool"), QuickDice(3))
    whole, _ = walked("whitebox", wished, c.MakeWish(who), QuickDice(3))
    assert all(one.hp == one.max_hp for one in whole.game.characters.values())
    campaign: Any = find_campaign("whitebox")
    for turns, kept in ((144, True), (145, False)):
        late = replace(wished, game=replace(wished.game, minutes=(state.turn + turns) * 10))
        scene = Scene(campaign.side, late, QuickDice(1))
        keep_time(scene)
        assert bool(scene.state.ailments) == kept
        gone = of(e.AilmentChanged, scene.events)
        assert [event.rules for event in gone] == ([] if kept else [("DA-POOL-08", "DA-POOL-10")])
        assert all("perduto" in tell(campaign, scene.state, event, "it") for event in gone)


# -------------------------------------------------------------------- poison that a referee judges


@pytest.mark.rule("DA-TRAP-09", "DA-TRAP-10")
@pytest.mark.parametrize("game", GAMES)
def test_the_referee_may_say_what_poison_does(game: str) -> None:
    campaign: Any = find_campaign(game)
    state = at_the_foot_of(game)
    told = {}
    for poison in ("save_or_die", "referee"):
        effect = Effect("missiles", dice="1d6", detail=poison, missiles=(True,) * 12, hit_dice=20)
        scene = Scene(campaign.side, state, QuickDice(5))
        campaign.side.perils.apply(scene, "trap", effect, ("DA-TRAP-09",))
        struck = [event for event in of(e.MissileFlew, scene.events) if event.poisoned]
        assert struck
        told[poison] = of(e.EffectTold, scene.events)
        assert all("veleno" in tell(campaign, scene.state, event, "it") for event in told[poison])
    assert not told["save_or_die"]
    assert told["referee"]


# -------------------------------------------------------------------- the chair goes round


@pytest.mark.rule("DA-SOLO-06")
@pytest.mark.parametrize("game", GAMES)
def test_in_a_group_without_a_referee_the_chair_goes_round_in_seating_order(game: str) -> None:
    campaign: Any = find_campaign(game)
    state = at_the_foot_of(game, mode="group_without_referee", specials="none")
    people = campaign.side.party.adventurers(state)
    assert state.dungeon.seats == people
    assert at_the_foot_of(game).dungeon.seats == ()
    for turn in range(2):
        first, slot = state.dungeon.seats[0], f"special{turn}"
        work = Work(state.dungeon, QuickDice(1), GROUP)
        work.begin_quietly(slot, "slot")
        name = draw_special(work, 1, state.at, "CONTENT_SPECIAL", ())
        scene = Scene(campaign.side, state, QuickDice(1))
        scene.dig(work.events)
        open_room(scene, name)
        state = scene.state
        assert (state.chair.seat, first) == (people[turn], people[turn])
        called = str(campaign.name_of(state, first, "it"))
        assert called in tell(campaign, state, of(e.ChairTaken, scene.events)[0], "it")
        mine, theirs = (Seat(f"player{who}", "player", frozenset((GROUP, who))) for who in (first, people[2]))
        due = c.TakeDefault("monster_actions")
        assert mine.may_act_for(campaign.owner(state, due))
        assert not theirs.may_act_for(campaign.owner(state, due))
        state = walked(game, state, c.LeaveChair(), QuickDice(1))[0]
    offered = next(one for one in campaign.choices(state, players_seat(campaign, state)) if one.command == "take_chair")
    assert [pick.value for pick in offered.parameters[0].picks][:2] == list(people[2:4])


# -------------------------------------------------------------------- kept maps


def played_map(turn: int = 500) -> Dungeon:
    """A small dungeon after a party: somebody killed, a pit known, a day's door shut behind them."""
    made, _ = generate(QuickDice(13), cap=40)
    slots = {name: replace(slot, state="gone") for name, slot in made.slots.items()}
    links = {
        name: replace(link, state="shut", until=turn + 100) if link.code == "STAIRS_DOWN_1" else link
        for name, link in made.links.items()
    }
    assert slots
    assert links != made.links
    traps = {name: replace(trap, state="known") for name, trap in made.traps.items()}
    special = Slot(
        "sp", 1, next(iter(made.spaces)), "special", "CONTENT_SPECIAL", supplier="sealed_room_stock", item="x"
    )
    laid = replace(special, id="sp+1", kind="monster", code="SPECIAL_ROOM", supplier="", item="", state="gone")
    slots |= {"sp": replace(special, state="met"), "sp+1": laid}
    return replace(made, slots=slots, links=links, traps=traps, turn=turn, options={**made.options, "gas": "permanent"})


@pytest.mark.rule("DA-SOLO-04")
@pytest.mark.parametrize("how", ["fresh", "as_left"])
@pytest.mark.parametrize("said", [True, False], ids=["by_the_command", "by_the_option"])
def test_a_kept_map_is_taken_up_fresh_or_as_it_was_left(how: str, said: bool) -> None:
    campaign: Any = find_campaign("whitebox")
    other = {"fresh": "as_left", "as_left": "fresh"}[how]
    table = Table.open(
        campaign, "t", seed_from_text("9"), {"map_reuse": other if said else how, "egress_check": "every"}
    )
    assert not isinstance(table.submit(c.Gather("ready:novices"), REFEREE), Refusal)
    text = to_own(played_map(), 3).decode()
    entry = table.submit(c.BringDungeon(text, reuse=how if said else ""), REFEREE)
    assert not isinstance(entry, Refusal)
    (brought,) = of(e.DungeonBrought, entry.events)
    assert (brought.how, "DA-SOLO-04" in brought.rules) == (how, True)
    ours = table.state.dungeon
    states = {slot.state for slot in ours.slots.values()}
    stairs = [link for link in ours.links.values() if link.code == "STAIRS_DOWN_1"]
    if how == "fresh":
        assert states == {"present"}
        assert {link.state for link in stairs} == {"unchecked"}
        assert {trap.state for trap in ours.traps.values()} <= {"armed", "noticed"}
        assert "sp+1" not in ours.slots
    else:
        assert states == {"gone", "met"}
        assert {(link.state, link.until - ours.turn) for link in stairs} == {("shut", 100)}
        assert "sp+1" in ours.slots
    assert (ours.slots["sp"].supplier, ours.slots["sp"].item) == ("registered_tables", "specials")
    assert (ours.options["egress_check"], ours.options["gas"]) == ("every", "until_crossed")
    assert ours.known == {}


@pytest.mark.rule("DA-STAIR-03", "DA-STAIR-09")
def test_options_of_use_follow_the_table_and_those_of_drawing_stay() -> None:
    campaign: Any = find_campaign("archmage")
    table = Table.open(campaign, "t", seed_from_text("9"))
    assert not isinstance(table.submit(c.Gather("random:4:1"), REFEREE), Refusal)
    changed = {"egress_check": "every", "trapdoor": "trap", "page_width_squares": 72}
    assert not isinstance(table.submit(ChangeOptions(changed), REFEREE), Refusal)
    options = table.state.dungeon.options
    assert (options["egress_check"], options["trapdoor"]) == ("every", "trap")
    assert options["page_width_squares"] != 72


# -------------------------------------------------------------------- lakes


@pytest.mark.rule("DA-LAKE-01", "DA-LAKE-03")
@pytest.mark.parametrize("game", GAMES)
def test_only_whoever_goes_into_a_lake_learns_where_it_leads(game: str) -> None:
    campaign: Any = find_campaign(game)
    assert at_the_foot_of(game, enchanted_lake_target="map").dungeon.planes == ("elsewhere",)
    state = at_the_foot_of(game)
    assert state.dungeon.planes == ()
    who, seat = campaign.side.party.able(state)[0], players_seat(campaign, state)
    seen, told = [], []
    for portal in (False, True):
        lake = Water("lake", 1, state.at, "lake", "LAKE_ENCHANTED", ((0, 0), (8, 0), (8, 8)))
        links = dict(state.dungeon.links)
        if portal:
            lake = replace(lake, detail="portal", link="gate")
            links["gate"] = Link("gate", "portal", state.at, "plane/elsewhere", 1, hidden=True)
        known = {**state.dungeon.known, f"{GROUP}/lake": Known(GROUP, "lake")}
        world = replace(state, dungeon=replace(state.dungeon, waters={"lake": lake}, links=links, known=known))
        seen.append((campaign.view(world, seat), list(campaign.choices(world, seat))))
        assert "gate" not in concealed(world.dungeon)
        after, events = walked(game, world, c.StepIn(who, "lake"), QuickDice(3))
        (entered,) = of(e.LakeEntered, events)
        assert entered.rules == (("DA-LAKE-03",) if portal else ("DA-LAKE-01",))
        told.append(tell(campaign, after, entered, "it"))
    assert seen[0] == seen[1]
    assert ["piano" in line for line in told] == [False, True]
