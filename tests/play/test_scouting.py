"""Looking for traps before one goes on, in every game: what is found, what is missed, what a known trap is good for."""

from fractions import Fraction
from itertools import chain
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.play.sides.ground import do, in_the_hall, of, refused, told
from tests.play.watching import expedition, standing_in

from arbitro.appendix_a.trap import set_trap
from arbitro.dice.stream import QuickDice, ScriptedDice, seed_from_text
from arbitro.dungeon.export.textmap import WAITING, plan
from arbitro.dungeon.knowledge import players_map
from arbitro.dungeon.model import Dungeon, Face, Trap
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import choice_text, tell
from arbitro.kernel.table import Table
from arbitro.kernel.token import token_art
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign, fold
from arbitro.play.delving import underground
from arbitro.play.hazards import seen_in_time
from arbitro.play.players import PLAYERS
from arbitro.play.players.turn import players_seat
from arbitro.play.scene import Scene
from arbitro.play.sides.walking.ground import walking_state
from arbitro.play.sight import beyond, look_beyond
from arbitro.play.state import GROUP
from arbitro.play.traps import goes_off, hidden_in
from arbitro.play.ways import way, ways
from arbitro.rules.archmage.events import SkillChecked
from arbitro.rules.infausta.commands import JudgeTraps
from arbitro.rules.infausta.events import TrapsAsked
from arbitro.rules.whitebox.exploring.events import SearchRolled

FAMILY = ("whitebox", "infausta")
WALKING = ("archmage", "daggerheart")
DWARF = {"whitebox": "dwarf", "infausta": "dvergar"}
ENOUGH = 12
TOO_LITTLE = {"archmage": ((20, 1),), "daggerheart": ((12, 2), (12, 1))}


def at_the_foot(game: str, **options: Any) -> Any:
    """A party at the foot of the first stairs."""
    campaign = find_campaign(game)
    table = Table.open(campaign, "t", seed_from_text("3"), {"road_days": 0, **options})
    for command in (c.Gather("random:4:1"), c.SetOut("road")):
        answer = table.submit(command, REFEREE)
        assert not isinstance(answer, Refusal), answer
    down = next(link.id for link in table.state.dungeon.links.values() if link.code == "ENTRANCE")
    assert not isinstance(table.submit(c.Follow(down), REFEREE), Refusal)
    return replace(table.state, tasks=())


def below(game: str, people: str = "human", **options: Any) -> Any:
    """The same in a game of the family, with a party of one people and without skills."""
    state = at_the_foot(game, **options)
    one_people = {who: replace(one, people=people, class_id=plain(game)) for who, one in state.game.characters.items()}
    return replace(state, game=replace(state.game, characters=one_people))


def plain(game: str) -> str:
    """A class without a skill of its own."""
    return {"whitebox": "fighter", "infausta": "champion"}[game]


def laid(game: str, state: Any, code: str) -> tuple[Any, str, str]:
    """The same with a trap in the next stretch of the first passage: the state, the way as it is known, the trap."""
    campaign: Any = find_campaign(game)
    scene = Scene(campaign.side, state, QuickDice(7))
    first = next(
        each for each in ways(state.dungeon, state.at) if each.kind in ("corridor", "opening") and not each.shut
    )
    known = look_beyond(scene, first)
    bare = replace(scene.state.dungeon, traps={}, slots={})
    scene.state = replace(scene.state, dungeon=bare)
    there = beyond(bare, state.at, known.id)[0]
    if code in ("PIT", "SLIDING_WALL", "ARROWS"):
        scene.state = fold.dug(scene.state, set_trap(bare, there, code, QuickDice(1)))
    else:
        floor = bare.spaces[there].parts[0]
        lift = Trap("t-x", 1, there, code, floor=floor, face=Face(*floor[0], 0, 10), levels=1)
        scene.state = replace(scene.state, dungeon=replace(bare, traps={lift.id: lift}))
    campaign.side.inner.after(scene, len(scene.events))
    return scene.state, known.id, next(iter(scene.state.dungeon.traps))


def first_of(game: str, state: Any) -> str:
    side: Any = find_campaign(game).side
    return str(side.party.able(state)[0])


# -------------------------------------------------------------------- the White Box family


@pytest.mark.rule("WB-TRAP-02", "IS-TRAP-02", "IS-TURN-08", "DA-TRAP-01")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("game", FAMILY)
def test_a_dwarf_who_searches_finds_a_trap_of_stone_on_four_in_six(game, face):
    state, name, trap = laid(game, below(game, DWARF[game]), "PIT")
    who = first_of(game, state)
    after, events = told(game, state, c.SearchAhead(who, name), (6, face))
    (sought,) = of(e.TrapsLookedFor, events)
    assert (sought.who, sought.way, sought.found) == (who, name, (trap,) if face <= 4 else ())
    assert after.dungeon.traps[trap].state == ("known" if face <= 4 else "armed")
    assert (f"{GROUP}/{trap}" in after.dungeon.known) == (face <= 4)
    (rolled,) = of(SearchRolled, events)
    assert (rolled.what, rolled.audience) == (trap, "referee")
    assert {"whitebox": "WB-TRAP-02", "infausta": "IS-TRAP-02"}[game] in {*rolled.rules} & {*sought.rules}


@pytest.mark.rule("WB-SECRET-04", "IS-TURN-08")
def test_a_search_takes_a_turn_in_one_game_and_a_round_in_the_other():
    state, name, _ = laid("whitebox", below("whitebox", "dwarf"), "PIT")
    who = first_of("whitebox", state)
    after = do("whitebox", state, c.SearchAhead(who, name), (6, 6))
    assert after.game.expedition.busy[who] == state.minutes + 10
    assert refused("whitebox", after, c.SearchAhead(who, name)) == "busy"
    state, name, _ = laid("infausta", below("infausta", "dvergar"), "PIT")
    who = first_of("infausta", state)
    rounds = [do("infausta", state, c.SearchAhead(who, name), (6, 6)).game]
    assert rounds[0].minutes == state.minutes, "a round of the turn that goes on"


@pytest.mark.rule("WB-TRAP-02")
def test_nobody_else_has_a_die_unless_the_option_gives_one():
    state, name, trap = laid("whitebox", below("whitebox"), "PIT")
    who = first_of("whitebox", state)
    assert refused("whitebox", state, c.SearchAhead(who, name)) == "no_eye_for_traps"
    assert not [one for one in offered("whitebox", state) if one.command == "search_ahead"]
    state, name, trap = laid("whitebox", below("whitebox", others_search_traps=True), "PIT")
    found = do("whitebox", state, c.SearchAhead(who, name), (6, 2))
    missed = do("whitebox", state, c.SearchAhead(who, name), (6, 3))
    assert [world.dungeon.traps[trap].state for world in (found, missed)] == ["known", "armed"]


@pytest.mark.rule("IS-TURN-08", "IS-SEARCH-01")
@pytest.mark.parametrize("granted", [True, False])
def test_without_a_knack_the_referee_judges_and_by_default_finds_nothing(granted):
    state, name, trap = laid("infausta", below("infausta"), "PIT")
    campaign: Any = find_campaign("infausta")
    asked, events = told("infausta", state, c.SearchAhead(first_of("infausta", state), name))
    assert of(TrapsAsked, events)
    assert asked.awaiting[0].kind == "traps"
    assert campaign.side.front.kind_of(asked, JudgeTraps()) == "searching"
    assert campaign.side.front.suggest(asked, REFEREE) == JudgeTraps("")
    after = do("infausta", asked, JudgeTraps(trap if granted else ""))
    assert after.dungeon.traps[trap].state == ("known" if granted else "armed")
    assert not after.awaiting
    assert all(one.sprung for one in after.game.expedition.traps.values()), "the game's own engine never springs it"


@pytest.mark.rule("WB-TRAP-03", "IS-TRAP-03")
@pytest.mark.parametrize("game", FAMILY)
def test_a_dwarf_who_merely_passes_sees_it_in_time_on_two_in_six(game):
    state, _, trap = laid(game, below(game, DWARF[game]), "ARROWS")
    campaign: Any = find_campaign(game)
    there = state.dungeon.traps[trap].space
    state = standing_in(state, there)
    for faces, seen in (((2,), True), ((3, 1), True), ((3, 3, 3, 3), False)):
        with ScriptedDice(*((6, face) for face in faces)) as dice:
            scene = Scene(campaign.side, state, dice)
            assert seen_in_time(scene, trap) is seen
        assert scene.state.dungeon.traps[trap].state == ("known" if seen else "armed")
        assert [one.passing for one in of(e.TrapsLookedFor, scene.events)] == ([True] if seen else [])
    with ScriptedDice() as dice:  # nobody else has such an eye
        human = replace(state, game=below(game).game)
        assert not seen_in_time(Scene(campaign.side, human, dice), trap)


# -------------------------------------------------------------------- games of one shared scene


@pytest.mark.rule("DA-TRAP-01", "AE-POS-12")
@pytest.mark.parametrize("code", ["PIT", "PIT_SPIKES", "ARROWS", "SPEARS", "SLIDING_WALL"])
def test_a_skill_check_finds_what_lies_beyond_and_each_may_try_once(code):
    trap = Trap("trap", 1, "vault", code, face=Face(1000, 0, 2, 10))
    state = in_the_hall("archmage", traps=(trap,), doors={"door": True})
    who, other = find_campaign("archmage").side.party.able(state)[:2]
    missed, events = told("archmage", state, c.SearchAhead(who, "door"), (20, 1))
    assert (missed.dungeon.traps["trap"].state, missed.minutes) == ("armed", state.minutes + 10)
    assert refused("archmage", missed, c.SearchAhead(who, "door")) == "searched_already"
    found, events = told("archmage", missed, c.SearchAhead(other, "door"), (20, 20))
    assert of(e.TrapsLookedFor, events)[0].found == ("trap",)
    assert of(SkillChecked, events)[0].check.success
    assert found.dungeon.traps["trap"].state == "known"
    there = do("archmage", found, c.Follow("door"))  # not a die: it is walked round
    assert (there.at, there.tasks, there.dungeon.traps["trap"].state) == ("vault", (), "known")
    assert "trap" in players_map(there.dungeon, GROUP).traps


@pytest.mark.rule("DA-TRAP-01")
def test_in_the_game_of_hope_and_fear_it_is_an_action_roll():
    state = in_the_hall("daggerheart", traps=(Trap("trap", 1, "hall", "PIT"),))
    campaign: Any = find_campaign("daggerheart")
    ends = set()
    for seed in range(12):
        dice, world = QuickDice(seed), state
        answer = campaign.decide(world, c.SearchAhead(campaign.side.party.able(world)[0]), dice)
        for _ in range(12):
            assert not isinstance(answer, Refusal), answer
            world = answer.state
            if walking_state(world).errand is None:
                break
            answer = campaign.decide(world, campaign.suggest(world, REFEREE), dice)
        assert world.minutes == state.minutes + 10
        assert len(world.scouted) == 1
        ends.add(world.dungeon.traps["trap"].state)
    assert ends == {"known", "armed"}


@pytest.mark.rule("DA-TRAP-01")
@pytest.mark.parametrize("game", WALKING)
def test_what_cannot_be_searched_is_refused(game):
    state = in_the_hall(game)
    who = first_of(game, state)
    assert refused(game, state, c.SearchAhead(who, "stairs")) == "way_not_searched"
    assert refused(game, state, c.SearchAhead(who, "door")) == "door_shut"
    assert refused(game, state, c.SearchAhead(who, "nowhere")) == "way_unknown"
    assert refused(game, state, c.SearchAhead("nobody", "arch")) == "cannot_now"
    assert refused(game, state, c.SetOff("nothing")) == "nothing_to_set_off"
    assert refused(game, replace(state, stage="road", at=""), c.SearchAhead(who)) == "not_underground"


@pytest.mark.rule("DA-SOLO-04")
@pytest.mark.parametrize("game", WALKING)
def test_listening_into_a_passage_leaves_it_on_the_map(game):
    """What is worked out unseen stays a way, whatever it leads to.

    A party may spend all its commands in the first fight, so several are followed until there is enough to compare.
    """
    compared = 0
    for step in chain.from_iterable(expedition(game, seed, 150, PLAYERS["plain"]) for seed in (31, 2, 3)):
        state, campaign = step.after, step.table.ruleset
        if not state.at or state.awaiting or underground(campaign.side, state) is not None:
            continue
        for each in ways(state.dungeon, state.at):
            if each.kind == "corridor" and each.lead:
                scene = Scene(campaign.side, state, QuickDice(1))
                known = look_beyond(scene, each)
                after = [one.id for one in ways(scene.state.dungeon, state.at)]
                assert known.id in after
                assert len(after) == len(list(ways(state.dungeon, state.at)))
                shown = campaign.name_of(scene.state, known.id, "en")
                assert known.id not in str(shown)
                compared += 1
        if compared > ENOUGH:
            break
    assert compared > ENOUGH


@pytest.mark.rule("DA-SOLO-04")
def test_a_way_leads_to_all_that_was_laid_with_its_first_stretch():
    """Those who wait at the end of a passage are heard, and its trap is found, from its mouth."""
    state, name, _ = laid("whitebox", below("whitebox"), "PIT")
    spaces = {key: replace(one, lead="") for key, one in state.dungeon.spaces.items()}
    first = beyond(replace(state.dungeon, spaces=spaces), state.at, name)
    assert len(first) == 1
    far = replace(spaces[first[0]], id="far", lead="L")
    spaces |= {first[0]: replace(spaces[first[0]], lead="L"), "far": far}
    assert beyond(replace(state.dungeon, spaces=spaces), state.at, name) == (first[0], "far")


# -------------------------------------------------------------------- what is known


@pytest.mark.rule("DA-TRAP-05", "DA-TRAP-06")
@pytest.mark.parametrize("code", ["ELEVATOR_1", "ELEVATOR_2"])
def test_a_room_that_sinks_is_entered_on_purpose(code):
    state = in_the_hall("archmage", traps=(lift(code),))
    who = first_of("archmage", state)
    assert not [one for one in offered("archmage", state) if one.command == "set_off"]
    found = do("archmage", state, c.SearchAhead(who), (20, 20))
    assert found.at == "hall"
    (choice,) = [one for one in offered("archmage", found) if one.command == "set_off"]
    campaign: Any = find_campaign("archmage")
    assert "sinks" in choice_text(campaign, found, choice, "en")
    after = do("archmage", found, c.SetOff("lift"), dice=QuickDice(3))
    assert after.dungeon.spaces[after.at].level == 1 + int(code[-1])
    assert after.dungeon.traps["lift"].state == "below"


def lift(code: str) -> Trap:
    return Trap("lift", 1, "hall", code, floor=((0, 0), (16, 0), (16, 16), (0, 16)), face=Face(8, 30, 0, 10))


@pytest.mark.rule("DA-TRAP-08")
def test_a_known_wall_comes_down_for_those_who_want_it():
    wall = Trap("wall", 1, "hall", "SLIDING_WALL", "known", face=Face(0, 0, 4, 10))
    state = in_the_hall("archmage", traps=(wall,))
    assert refused("archmage", state, c.SetOff("wall")) == "nothing_to_set_off", "known to the referee alone"
    seen = replace(state.dungeon, known={**state.dungeon.known, f"{GROUP}/wall": None})
    after = do("archmage", replace(state, dungeon=seen), c.SetOff("wall"), (6, 4))
    assert (after.dungeon.traps["wall"].state, after.dungeon.traps["wall"].until) == ("shut", 40)


@pytest.mark.rule("DA-TRAP-02", "DA-TRAP-03")
def test_where_a_door_may_be_hidden_the_search_finds_the_pit_and_nobody_falls():
    hint = Trap("hint", 1, "vault", "HIDDEN_DOOR", face=Face(1000, 0, 2, 10))
    state = in_the_hall("archmage", traps=(hint,), doors={"door": True})
    found, events = told("archmage", state, c.SearchAhead(first_of("archmage", state), "door"), (20, 20))
    assert found.dungeon.traps["hint"].state == "noticed"
    assert "pit" in tell(find_campaign("archmage"), found, of(e.TrapsLookedFor, events)[0], "en")
    party = len(find_campaign("archmage").side.party.able(state))
    there = do("archmage", found, c.Follow("door"), *((20, 1),) * party)  # all look for the door, and no d6 of a pit
    assert (there.dungeon.traps["hint"].state, there.dungeon.traps["hint"].pit) == ("known", True)
    assert players_map(there.dungeon, GROUP).traps["hint"].code == "PIT"


@pytest.mark.rule("DA-TRAP-02", "DA-TRAP-03")
def test_by_the_other_reading_there_is_no_pit_before_the_door_was_sought_in_vain():
    hint = Trap("hint", 1, "vault", "HIDDEN_DOOR", face=Face(1000, 0, 2, 10))
    state = in_the_hall("archmage", traps=(hint,), doors={"door": True})
    options = {**state.dungeon.options, "pit_before_the_door": False}
    state = replace(state, dungeon=replace(state.dungeon, options=options))
    found, events = told("archmage", state, c.SearchAhead(first_of("archmage", state), "door"), (20, 20))
    assert found.dungeon.traps["hint"].state == "armed"
    assert "pit" not in tell(find_campaign("archmage"), found, of(e.TrapsLookedFor, events)[0], "en")
    side = find_campaign("archmage").side
    sought, trodden = len(side.party.able(state)), len(side.party.leading(state))
    there = do("archmage", found, c.Follow("door"), *((20, 1),) * sought, *((6, 4),) * trodden)  # 3 or less: one falls
    assert (there.dungeon.traps["hint"].state, there.dungeon.traps["hint"].pit) == ("known", True)


def test_gas_and_what_nobody_has_found_still_happen():
    states = {"armed": True, "known": False, "spent": False, "noticed": False}
    for state, happens in states.items():
        assert goes_off(Trap("t", 1, "hall", "PIT", state)) is happens
    assert goes_off(Trap("t", 1, "hall", "GAS", "noticed"))
    assert not goes_off(Trap("t", 1, "hall", "STAIRS_UP_DEAD_END", stairs="up"))


# -------------------------------------------------------------------- choices, odds, secrets


def offered(game: str, state: Any) -> list[Any]:
    campaign: Any = find_campaign(game)
    return list(campaign.choices(state, players_seat(campaign, state)))


@pytest.mark.rule("WB-TRAP-02", "IS-TRAP-02")
@pytest.mark.parametrize("game", FAMILY)
def test_the_choice_shows_the_chance_and_a_known_trap_is_named_on_the_way(game):
    state, name, _ = laid(game, below(game, DWARF[game]), "PIT")
    campaign: Any = find_campaign(game)
    seat = players_seat(campaign, state)
    choice = next(one for one in offered(game, state) if one.id == f"search_ahead/{name}")
    command = campaign.command(next(iter(choice.fillings())))
    assert campaign.chance(state, seat, command, "en").success == Fraction(4, 6)
    found = do(game, state, command, (6, 1))
    going = next(one for one in offered(game, found) if one.id == f"follow/{name}")
    assert "pit" in choice_text(campaign, found, going, "en")
    assert "fosso" in choice_text(campaign, found, going, "it")
    commands = {one.command for one in offered(game, state)}
    assert "search_traps" not in commands, "one way to look for traps, not two"


def test_the_chance_of_a_skill_check_is_shown_too():
    state = in_the_hall("archmage", doors={"door": True})
    campaign: Any = find_campaign("archmage")
    who, seat = first_of("archmage", state), players_seat(campaign, state)
    chance = campaign.chance(state, seat, c.SearchAhead(who, "door"), "en").success
    wins = sum(
        of(SkillChecked, told("archmage", state, c.SearchAhead(who, "door"), (20, face))[1])[0].check.success
        for face in range(1, 21)
    )
    assert chance * 20 == wins


@pytest.mark.rule("DA-SOLO-04", "WB-SECRET-01")
@pytest.mark.parametrize("game", [*FAMILY, *WALKING])
def test_a_failed_search_looks_like_an_empty_passage(game):
    """Two worlds, one with a trap: the same command, the same dice in the open, the same story and the same sights."""
    campaign: Any = find_campaign(game)
    if game in FAMILY:
        state, name, trap = laid(game, below(game, DWARF[game]), "PIT")
        script: dict[bool, Any] = {True: ((6, 6),), False: ()}
    else:
        vault = Trap("trap", 1, "vault", "PIT")
        state, name, trap = in_the_hall(game, traps=(vault,), doors={"door": True}), "door", "trap"
        script = dict.fromkeys((True, False), TOO_LITTLE[game])
    empty = replace(state, dungeon=replace(state.dungeon, traps={}))
    seat, ends = players_seat(campaign, state), []
    for world, there in ((state, True), (empty, False)):
        if game == "daggerheart":
            after, events = rolled_badly(world, name)
        else:
            after, events = told(game, world, c.SearchAhead(first_of(game, world), name), *script[there])
        shown = [found for event in events if (found := shown_to(campaign, after, event, seat)) is not None]
        sentences = [tell(campaign, after, event, language) for event in shown for language in ("it", "en")]
        sights = [campaign.view(after, seat), offered(game, after), campaign.cards(after, seat, "it")]
        ends.append((msgspec.json.encode(shown), sentences, msgspec.json.encode(sights)))
    assert ends[0] == ends[1]
    assert f'"{trap}"'.encode() not in ends[0][0]
    assert any("none" in line for line in ends[0][1])


def rolled_badly(state: Any, name: str) -> tuple[Any, list[Any]]:
    """A search in the game of Hope and Fear that fails, whoever is asked what in between."""
    campaign: Any = find_campaign("daggerheart")
    for seed in range(40):
        dice, world, events = QuickDice(seed), state, []
        answer = campaign.decide(world, c.SearchAhead(campaign.side.party.able(world)[0], name), dice)
        while True:
            world, events = answer.state, [*events, *answer.events]
            if walking_state(world).errand is None:
                break
            answer = campaign.decide(world, campaign.suggest(world, REFEREE), dice)
        if not of(e.TrapsLookedFor, events)[0].found and not _succeeded(events):
            return world, events
    raise AssertionError("every search succeeds")


def _succeeded(events: list[Any]) -> bool:
    outcomes = [event.outcome for event in events if type(event).__name__ == "RollClosed"]
    return any("success" in str(outcome) for outcome in outcomes)


@pytest.mark.parametrize("game", FAMILY)
def test_a_prudent_party_lets_its_dwarf_look_first(game):
    campaign: Any = find_campaign(game)
    player = PLAYERS["prudent"](campaign, QuickDice(1))
    for people, wanted in ((DWARF[game], c.SearchAhead), ("human", c.Follow)):
        state, name, _ = laid(game, below(game, people), "PIT")
        found = way(state.dungeon, state.at, name)
        seat = players_seat(campaign, state)
        chosen = player.first(state, seat, player.take(state, found))
        assert isinstance(chosen, wanted), chosen


def test_hidden_traps_are_those_that_nobody_knows():
    traps = {name: Trap(name, 1, "hall", "PIT", state) for name, state in (("a", "armed"), ("b", "known"))}
    traps["c"] = Trap("c", 1, "vault", "PIT")
    assert [trap.id for trap in hidden_in(Dungeon(traps=traps), ("hall",))] == ["a"]


# -------------------------------------------------------------------- the map marks those who wait


@pytest.mark.parametrize("game", [*FAMILY, *WALKING])
def test_the_map_marks_where_others_wait(game):
    campaign: Any = find_campaign(game)
    state = at_the_foot(game)
    place, last = state.at, campaign.side.party.people(state)[-1]
    state = do(game, state, c.SplitOff(last))
    seat, name = players_seat(campaign, state), str(campaign.name_of(state, last, "it"))
    for language, words in (("it", "Aspetta qui"), ("en", "Waiting here")):
        drawing = campaign.drawing(state, seat, language)
        drawn = str(drawing)
        assert f'id="map1-waiting-{place}"' in drawn
        assert f"{words}: {name}" in drawn
        assert drawn.count('-party"') == 1
        pieces = {piece.key: piece.markup for piece in drawing.pieces()}
        for card in campaign.cards(state, seat, language):
            if card.group == "own":
                assert token_art(card.token) in pieces[f"face/{card.id}"], "the same token as on the card"
                assert f'href="#map1-face-{card.id}"' in pieces[f"person/{card.id}/map"]
    again = do(game, state, c.Regroup())
    assert "map1-waiting" not in str(campaign.drawing(again, seat, "it"))


def test_whoever_walks_on_keeps_the_face_that_a_page_has():
    campaign: Any = find_campaign("whitebox")
    table = Table.open(campaign, "t", seed_from_text("3"), {"road_days": 0})
    for command in (c.Gather("random:4:1"), c.SetOut("road")):
        assert not isinstance(table.submit(command, REFEREE), Refusal)

    def people(kind: str) -> dict[str, str]:
        drawing = campaign.drawing(table.state, players_seat(campaign, table.state), "it")
        pieces = () if drawing is None else drawing.pieces()
        return {piece.key: piece.markup for piece in pieces if piece.key.startswith(f"{kind}/")}

    walked = 0
    for _ in range(40):
        before, faces, at = people("person"), people("face"), table.state.at
        assert not isinstance(table.submit(campaign.suggest(table.state, REFEREE), REFEREE), Refusal)
        there = people("person")
        moved = [who for who in before if who.endswith("/map") and there.get(who, before[who]) != before[who]]
        if table.state.at != at and moved:
            walked += 1
            assert {who: people("face")[who] for who in faces} == faces
            assert all(len(there[who]) < 250 for who in moved), "where they stand, and not what they look like"
    assert walked > 3


@pytest.mark.parametrize("game", WALKING)
def test_the_map_in_characters_marks_them_too(game):
    state = in_the_hall(game)
    state = do(game, state, c.SplitOff(find_campaign(game).side.party.people(state)[-1]))
    gone = do(game, state, c.Follow("arch"))
    shown = players_map(gone.dungeon, GROUP)
    assert WAITING in "\n".join(plan(shown, 1, gone.at, gone.waiting.values()))
    assert WAITING not in "\n".join(plan(shown, 1, gone.at))
