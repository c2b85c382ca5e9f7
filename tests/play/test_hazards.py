"""Appendix A in play, in every game: gas seen in time, fear, lifts, walls, doors, and whoever a search brings."""

import itertools
from collections.abc import Callable
from dataclasses import replace as altered
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import of
from tests.play.test_met_at_the_table import Loaded, at_the_foot_of, lighted, walked
from tests.play.watching import Mixed, expedition, standing_in, watched
from tests.sampling import sampled

from arbitro.appendix_a.tables import tables
from arbitro.dice.stream import Die, QuickDice
from arbitro.dungeon.doors import door_state
from arbitro.dungeon.events import Effect, EffectDue, LeadClosed, LeadOpened, TableRolled, TrapChanged
from arbitro.dungeon.model import Face, Known, Link, Trap
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.kernel.then import Now
from arbitro.kernel.together import lines_of
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.aftermath import settle_down
from arbitro.play.ailments import as_far_back, run_back
from arbitro.play.delving import underground
from arbitro.play.hazards import force_lift_door
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.sight import beyond, look_beyond
from arbitro.play.state import GROUP, Task
from arbitro.play.ways import feet_between, walled_off, way, ways
from arbitro.rules.whitebox.exploring.events import SearchRolled
from arbitro.rules.whitebox.people.events import AbilityChanged, TimeWent
from arbitro.rules.whitebox.powers.events import EffectBegan, EffectEnded
from arbitro.text import LANGUAGES

GAMES = ("whitebox", "infausta", "archmage", "daggerheart")
GASES = tuple(row.id for row in tables().gas.rows)


def scene_of(game: str, state: Any, seed: int = 7) -> Scene:
    campaign: Any = find_campaign(game)
    return Scene(campaign.side, state, QuickDice(seed))


def with_trap(game: str, state: Any, trap: Trap) -> tuple[Any, str, str]:
    """The same with a trap in the next stretch, and nothing else: the state, the way there, the stretch."""
    campaign: Any = find_campaign(game)
    scene = scene_of(game, state)
    first = next(
        each for each in ways(state.dungeon, state.at) if each.kind in ("corridor", "opening") and not each.shut
    )
    known = look_beyond(scene, first)
    bare = replace(scene.state.dungeon, traps={}, slots={})
    there = beyond(bare, state.at, known.id)[0]
    seen = {**bare.known, f"{GROUP}/{trap.id}": Known(GROUP, trap.id)} if trap.code == "GAS" else bare.known
    dungeon = replace(bare, traps={trap.id: replace(trap, space=there)}, known=seen)
    scene.state = replace(scene.state, dungeon=dungeon, tasks=())
    campaign.side.inner.after(scene, len(scene.events))
    return scene.state, known.id, there


def before_gas(game: str, gas: str, **options: Any) -> tuple[Any, str, str]:
    return with_trap(game, at_the_foot_of(game, **options), Trap("cloud", 1, "", "GAS", "noticed", gas=gas))


# -------------------------------------------------------------------- gas


@pytest.mark.rule("DA-TRAP-11")
@pytest.mark.parametrize("gas", GASES)
@pytest.mark.parametrize("game", GAMES)
def test_gas_is_noticed_before_it_acts_and_the_party_may_turn_back(game: str, gas: str) -> None:
    campaign: Any = find_campaign(game)
    state, name, there = before_gas(game, gas)
    after, events = walked(game, state, c.Follow(name), QuickDice(1))
    assert after.at == state.at
    assert [event.trap for event in of(e.GasAhead, events)] == ["cloud"]
    assert not of(EffectDue, events)
    assert not after.ailments
    assert campaign.side.party.people(after) == campaign.side.party.people(state)
    for language in ("it", "en"):
        assert "gas" in tell(campaign, after, of(e.GasAhead, events)[0], language)
    inside, events = walked(game, after, c.Follow(name), QuickDice(1))
    assert not of(e.GasAhead, events)
    due = [event for event in of(EffectDue, events) if event.source == "cloud"]
    assert len(due) == 1
    assert "DA-TRAP-11" in due[0].rules
    assert there in (inside.at, inside.came, *inside.waiting.values(), *inside.trail) or inside.stage == "over"


@pytest.mark.rule("DA-TRAP-11")
@pytest.mark.parametrize("game", GAMES)
def test_whoever_goes_far_stops_before_gas_on_the_way(game: str) -> None:
    state, _name, there = before_gas(game, GASES[0])
    known = replace(state.dungeon, known={**state.dungeon.known, f"{GROUP}/{there}": Known(GROUP, there, "visited")})
    after, events = walked(game, replace(state, dungeon=known), c.GoTo(there), QuickDice(1))
    assert after.at == state.at
    assert of(e.GasAhead, events)
    inside, _ = walked(game, after, c.GoTo(there), QuickDice(1))
    assert inside.at == there


@cache
def deep_inside(game: str) -> Any:
    """A party of several, free to act, a few places behind the entrance."""
    for seed in range(30):
        for step in (
            expedition(game, seed, 120, Mixed, wandering_turns=0) if game not in FAMILY else watched(game, seed, 120)
        ):
            campaign: Any = step.table.ruleset
            state = step.after
            able = () if campaign.finished(state) or not state.at else campaign.side.party.able(state)
            free = len(able) > 2 and underground(campaign.side, state) is None and not state.waiting
            if free and len(state.trail) > 2 and as_far_back(state, 120)[0] != state.at:  # the way back is open
                return state
    raise AssertionError("no such party")


FAMILY = ("whitebox", "infausta")


@pytest.mark.rule("DA-GAS-04")
@pytest.mark.parametrize("game", GAMES)
def test_those_who_fail_run_120_feet_back_and_those_who_saved_may_go_on(game: str) -> None:
    campaign: Any = find_campaign(game)
    state = deep_inside(game)
    people = campaign.side.party.people(state)
    able = campaign.side.party.able(state)
    goal, before = as_far_back(state, 120)
    assert goal in state.trail
    steps = [state.at, *reversed(state.trail[state.trail.index(goal) :])]
    feet = [feet_between(state.dungeon, one, other) for one, other in itertools.pairwise(steps)]
    assert sum(feet[:-1]) < 120
    barred = not any(each.to == before and not each.shut for each in ways(state.dungeon, goal))
    assert sum(feet) >= 120 or not before or barred
    scene = scene_of(game, state)
    run_back(scene, able[1:2], 120, ("DA-GAS-04",))
    after = scene.state
    assert after.at == state.at
    assert after.waiting == {able[1]: goal}
    assert campaign.side.party.people(after) == tuple(who for who in people if who != able[1])
    (split,) = of(e.PartySplit, scene.events)
    assert split.fled
    assert all(tell(campaign, after, split, language) for language in ("it", "en"))
    together = scene_of(game, after)
    assert not isinstance(campaign.decide(after, c.GoTo(goal), together.dice), Refusal)


@pytest.mark.rule("DA-GAS-04")
@pytest.mark.parametrize("game", GAMES)
def test_where_all_fail_all_run_and_nobody_runs_farther_than_they_came(game: str) -> None:
    campaign: Any = find_campaign(game)
    state = deep_inside(game)
    for feet in (120, 100_000):
        goal, _ = as_far_back(state, feet)
        scene = scene_of(game, state)
        run_back(scene, campaign.side.party.able(state), feet, ("DA-GAS-04",))
        assert scene.state.at == goal
        assert not scene.state.waiting
    assert as_far_back(replace(standing_in(state, state.at, ""), trail=()), 120) == (state.at, "")


@pytest.mark.rule("DA-GAS-01")
@pytest.mark.parametrize("gas", GASES)
@pytest.mark.parametrize("game", GAMES)
def test_gas_does_nothing_to_those_who_wait_elsewhere_or_are_dead(game: str, gas: str) -> None:
    campaign: Any = find_campaign(game)
    state, name, _ = before_gas(game, gas)
    away = campaign.side.party.able(state)[-1]
    state, _ = walked(game, state, c.SplitOff(away), QuickDice(1))
    state, _ = walked(game, state, c.Follow(name), QuickDice(1))
    after, events = walked(game, state, c.Follow(name), QuickDice(4))
    assert all(away not in event.effect.who for event in of(EffectDue, events))
    assert all(one.who != away for one in after.ailments)
    assert not [event for event in of(e.HeroFell, events) if event.who == away]


# -------------------------------------------------------------------- the wall that slides


def stretch_with(*links: Link, front: int) -> Any:
    from arbitro.dungeon.model import Dungeon

    wall = Trap("wall", 1, "room", "SLIDING_WALL", "shut", face=Face(0, 0, front, 10))
    return Dungeon(links={link.id: link for link in links}, traps={"wall": wall}), wall


@pytest.mark.rule("DA-TRAP-08")
@pytest.mark.parametrize("turn", [0, 1, 7])
@pytest.mark.parametrize("kind", ["opening", "door", "secret_door", "one_way_door"])
def test_a_sliding_wall_shuts_the_way_in_and_no_other_of_the_same_wall(kind: Any, turn: int) -> None:
    entry = Link("entry", kind, "corridor", "room", 1, heading=(4 + turn) % 8)
    same_wall = Link("back", "door", "room", "closet", 1, heading=0)
    found_later = Link("late", "door", "cave", "room", 1, heading=4)
    dungeon, wall = stretch_with(entry, same_wall, found_later, front=4)
    assert walled_off(dungeon, wall) == "entry"


@pytest.mark.rule("DA-TRAP-08")
def test_a_wall_in_a_place_that_nobody_walked_into_shuts_nothing() -> None:
    dungeon, wall = stretch_with(Link("out", "opening", "room", "hall", 1, heading=0), front=4)
    assert walled_off(dungeon, wall) == ""


# -------------------------------------------------------------------- the lift of several levels


def with_forced(side: Side, forced: Callable[[Scene], bool]) -> Side:
    """A side by which doors are forced as we will."""
    return altered(side, perils=altered(side.perils, forced=forced))


@pytest.mark.rule("DA-TRAP-07")
@pytest.mark.parametrize("tries", [1, 4, 25])
@pytest.mark.parametrize("game", GAMES)
def test_at_the_bottom_the_door_still_has_to_be_forced(game: str, tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign: Any = find_campaign(game)
    state = at_the_foot_of(game)
    tried: list[bool] = []

    def forced(scene: Scene) -> bool:
        tried.append(len(tried) + 1 == tries)
        return tried[-1]

    monkeypatch.setattr(campaign, "side", with_forced(campaign.side, forced))
    here = state.dungeon.spaces[state.at]
    box = Face(here.parts[0][0][0], here.parts[0][0][1], 0, 10)
    lift = Trap(
        "lift",
        1,
        state.at,
        "ELEVATOR_MULTI",
        "below",
        here.parts[0],
        face=box,
        levels=1,
        sunk=1,
        until=state.turn + 60,
    )
    dungeon = replace(state.dungeon, traps={"lift": lift}, slots={})
    scene = scene_of(game, replace(state, dungeon=dungeon, tasks=()))
    force_lift_door(scene, Task("effect", "lift"), lift)
    assert len(tried) == tries
    assert sum(tried) == 1
    assert scene.state.turn - state.turn <= (tries - 1) // 10
    assert scene.state.dungeon.spaces[scene.state.at].level == 2 or campaign.side.meetings.busy(scene.state)
    landing = scene.state.dungeon.links[scene.state.dungeon.traps["lift"].link].b
    (moved,) = of(e.PartyMoved, scene.events)
    assert (moved.to, moved.deeper) == (landing, 1)
    assert "1 level farther down" in tell(campaign, scene.state, moved, "en")
    (door,) = (each for each in ways(scene.state.dungeon, landing) if each.is_door)
    assert door_state(scene.state.dungeon, door.id).open, "nobody forces the same door twice"
    if not campaign.side.meetings.busy(scene.state):
        assert campaign.side.walk.may_go(scene.state, door, "") is None


@pytest.mark.rule("DA-TRAP-07")
@pytest.mark.parametrize("game", GAMES)
def test_a_door_that_never_gives_is_left_when_the_lift_goes_up_again(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign: Any = find_campaign(game)
    state = at_the_foot_of(game)
    monkeypatch.setattr(campaign, "side", with_forced(campaign.side, lambda scene: False))
    here = state.dungeon.spaces[state.at]
    lift = Trap("lift", 1, state.at, "ELEVATOR_MULTI", "below", here.parts[0], levels=1, sunk=1, until=state.turn + 3)
    scene = scene_of(game, replace(state, dungeon=replace(state.dungeon, traps={"lift": lift}, slots={}), tasks=()))
    force_lift_door(scene, Task("effect", "lift"), lift)
    assert scene.state.at == state.at
    assert scene.state.dungeon.traps["lift"].state in ("below", "ready")


class Rigged(QuickDice):
    """Dice of which some purposes show given faces, one after the other."""

    def __init__(self, seed: int, **faces: int) -> None:
        super().__init__(seed)
        self.faces = {purpose.replace("_", "."): face for purpose, face in faces.items()}

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        thrown = super().roll(sides, purpose)
        face = self.faces.pop(purpose, 0)
        return replace(thrown, face=face) if face else thrown


def come_upon_gas(game: str, row: int) -> tuple[Any, Rigged]:
    """A party that has come upon gas by a way that nobody had taken, and has stopped before it."""
    state = lighted(game, at_the_foot_of(game))
    dice = Rigged(11, A_1=19, A_7_1=17, A_7_2=row)
    lead = next(each for each in ways(state.dungeon, state.at) if each.lead)
    state, events = walked(game, state, c.Follow(lead.id), dice)
    assert of(e.GasAhead, events)
    return state, dice


@pytest.mark.rule("DA-TRAP-11")
@pytest.mark.parametrize("game", GAMES)
def test_whoever_has_stopped_before_gas_may_go_on_into_it(game: str) -> None:
    """The way is a new one, worked out by the step that was not taken: the game knows it at once."""
    state, dice = come_upon_gas(game, 1)
    (on,) = (each for each in ways(state.dungeon, state.at) if each.kind == "opening")
    after, _ = walked(game, state, c.Follow(on.id), dice)
    assert after.at == on.to


@pytest.mark.rule("DA-GAS-03", "DA-GAS-05", "WB-TIME-01")
@pytest.mark.parametrize(("row", "kind"), [(6, "blind"), (8, "asleep")])
@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_turns_of_gas_are_whole_ones_from_the_minute_they_begin(game: str, row: int, kind: str) -> None:
    """Whatever the hour: as many turns of ten minutes as were thrown, and the party waits for their end."""
    state, dice = come_upon_gas(game, row)
    events: list[Any] = []
    while not of(EffectBegan, events):
        on = [each for each in ways(state.dungeon, state.at) if each.kind in ("opening", "corridor")][-1]
        state, events = walked(game, state, c.Follow(on.id), dice)
    began = of(EffectBegan, events)
    thrown = next(event.lookup.total for event in of(TableRolled, events) if event.lookup.table.startswith("A.7.2."))
    hour = events[events.index(began[0]) :]
    passed = sum(event.minutes for event in of(TimeWent, hour))
    assert {each.effect.kind for each in began} == {kind}
    assert thrown * 10 <= passed < thrown * 10 + 10
    assert {each.effect.until - (state.minutes - passed) for each in began} == {thrown * 10}
    assert len(of(EffectEnded, hour)) == len(began)


# -------------------------------------------------------------------- searching walls


@pytest.mark.rule("DA-EXIT-03")
@pytest.mark.parametrize("game", GAMES)
def test_a_twelve_on_a_searched_wall_brings_somebody_at_once(game: str) -> None:
    campaign: Any = find_campaign(game)
    searched = 0
    for seed in range(1, 40):
        for step in watched(game, seed, 150):
            state = step.after
            if campaign.finished(state) or not state.at or underground(campaign.side, state) is not None:
                continue
            offer = next((each for each in campaign.choices(state, REFEREE) if each.command == "search_wall"), None)
            if offer is None:
                continue
            section = str(offer.parameters[0].picks[0].value)
            after, _events = walked(game, state, c.SearchWall(section), Loaded("A.5.4.search", 12))
            assert campaign.side.meetings.busy(after) or after.awaiting
            assert campaign.side.meetings.foe(after) or after.awaiting or campaign.side.meetings.fighting(after)
            new = [slot for slot in after.dungeon.slots if slot not in state.dungeon.slots]
            assert len(new) == 1
            assert campaign.side.meetings.slot(after) in (new[0], "")
            searched += 1
            break
        if searched >= 3:
            return
    assert searched


# -------------------------------------------------------------------- doors that lead on, doors that do not


@pytest.mark.rule("DA-DOOR-03", "DA-PERIODIC-08")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", sampled(range(1, 5), 2))
def test_rock_behind_a_door_is_told_only_of_doors_that_lead_nowhere(game: str, seed: int) -> None:
    for step in watched(game, seed, 200):
        events = step.entry.events
        ended = of(e.WayEnded, list(events))
        if not ended:
            continue
        command = step.turn.command
        assert not of(LeadOpened, list(events)), command
        said = [tell(step.table.ruleset, step.after, event, "en") for event in (*of(LeadClosed, list(events)), *ended)]
        assert len([line for line in said if line]) == 1, "the referee reads once that the way is at an end"
        state = step.after
        if isinstance(command, c.Follow) and state.at == step.before.at:
            again = way(state.dungeon, state.at, command.way)
            assert again is None or again.shut or not (again.lead or again.to), again


@pytest.mark.rule("DA-GAS-02", "DA-GAS-04", "DA-GAS-06", "DA-GAS-07")
@pytest.mark.parametrize("gas", GASES)
@pytest.mark.parametrize("game", GAMES)
def test_what_gas_does_to_many_is_told_in_one_line(game: str, gas: str) -> None:
    campaign: Any = find_campaign(game)
    state, name, _ = before_gas(game, gas)
    for _ in range(2):  # before the cloud, and into it
        state, events = walked(game, state, c.Follow(name), QuickDice(1))
    then = Now(campaign, state)
    for language in LANGUAGES:
        runs = [run for run, _ in lines_of(then, events, language)]
        for kind, alike in itertools.groupby(runs, lambda run: (type(run[0]), run[0].variant())):
            if kind[0] in (e.AilmentChanged, AbilityChanged):
                assert len(list(alike)) < 3, kind


def test_trap_changes_are_the_referees_alone() -> None:
    state, name, _ = before_gas("whitebox", GASES[0])
    state, _ = walked("whitebox", state, c.Follow(name), QuickDice(1))
    _, events = walked("whitebox", state, c.Follow(name), QuickDice(1))
    assert all(event.audience == "referee" for event in of(TrapChanged, events))


# -------------------------------------------------------------------- everything that the dungeon does × everybody


EFFECTS = {
    "fall": Effect("fall", amount=10, dice="1d6"),
    "spikes": Effect("fall", amount=10, dice="1d6+1d6"),
    "missiles": Effect("missiles", dice="1d6", detail="save_or_die", missiles=(True, False, True), hit_dice=1),
    "damage": Effect("damage", dice="2d6", amount=7),
    "gold_to_platinum": Effect("gold_to_platinum", detail="5"),
    "gold_to_lead": Effect("gold_to_lead", detail="0"),
    "ability": Effect("ability", amount=-2, detail="STRENGTH", bounds=(3, 18)),
    "wish": Effect("wish"),
    **{
        row.id: Effect(
            row.result.kind, save=row.result.save, amount=row.result.feet or 3, until=8 if row.result.turns else 0
        )
        for row in tables().gas.rows
    },
}
"""What traps, gases and pools do, by the row of the table or the kind of the effect."""


def as_it_is(game: str, state: Any, who: str) -> Any:
    """All that a game knows of somebody."""
    campaign: Any = find_campaign(game)
    whole = campaign.side.party.whole(state)
    sheet = whole.characters[who] if hasattr(whole, "characters") else whole.party[who]
    return sheet, campaign.side.purse.gold(state, who), [each for each in state.ailments if each.who == who]


@pytest.mark.rule("DA-TRAP-01", "DA-GAS-01", "DA-POOL-03")
@pytest.mark.parametrize("name", EFFECTS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(1))
def test_nothing_reaches_those_who_wait_elsewhere(game: str, name: str, seed: int) -> None:
    campaign: Any = find_campaign(game)
    state = at_the_foot_of(game)
    people = campaign.side.party.people(state)
    state, _ = walked(game, state, c.SplitOff(people[-1]), QuickDice(1))
    effect = replace(EFFECTS[name], who=people, until=state.turn + EFFECTS[name].until)
    scene = scene_of(game, state, seed)
    before = as_it_is(game, state, people[-1])
    scene.state = replace(scene.state, dungeon=replace(scene.state.dungeon, slots={}, traps={}))
    campaign.side.perils.apply(scene, "trap", effect, ("DA-TRAP-01",))
    assert as_it_is(game, scene.state, people[-1]) == before
    assert scene.state.waiting[people[-1]] == state.waiting[people[-1]]


@pytest.mark.rule("DA-GAS-04", "DA-GAS-05")
@pytest.mark.parametrize("name", EFFECTS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_whatever_befalls_a_party_its_people_are_somewhere_and_it_can_go_on_or_is_over(
    game: str, name: str, seed: int
) -> None:
    """Those who saved, those who did not, those who sleep: nobody is in two places, nobody sleeps and fights."""
    campaign: Any = find_campaign(game)
    state = at_the_foot_of(game)
    people = campaign.side.party.people(state)
    effect = replace(EFFECTS[name], who=people, until=state.turn + EFFECTS[name].until)
    state = replace(state, tasks=(Task("effect", "trap", effect, ("DA-TRAP-01",)),))
    scene = scene_of(game, state, seed)
    settle_down(scene)
    after = scene.state
    present = set(campaign.side.party.people(after))
    dead = {who for who, _ in campaign.side.party.dead(after)}
    assert not present & set(after.waiting)
    assert present | set(after.waiting) | dead >= set(people)
    assert not [one for one in after.ailments if one.who in dead]
    if campaign.side.meetings.busy(after):
        assert not [one for one in after.ailments if one.kind == "asleep" and one.who in present]
    else:
        assert after.stage == "over" or campaign.side.party.able(after) or after.waiting
    for event in scene.events:
        for language in ("it", "en"):
            tell(campaign, after, event, language)


# -------------------------------------------------------------------- what elves pass by


@pytest.mark.rule("WB-SECRET-03")
@pytest.mark.parametrize("game", FAMILY)
def test_whoever_comes_to_a_place_for_the_first_time_passes_its_secret_doors(game: str) -> None:
    state, name, there = with_trap(game, at_the_foot_of(game), Trap("none", 1, "", "PIT", "spent"))
    keen = "elf" if game == "whitebox" else "silvano"
    elves = {who: replace(one, people=keen) for who, one in state.game.characters.items()}
    door = Link("secret", "secret_door", there, "vault", 1, heading=0, hidden=True)
    spaces = {**state.dungeon.spaces, "vault": replace(state.dungeon.spaces[there], id="vault")}
    dungeon = replace(state.dungeon, spaces=spaces, links={**state.dungeon.links, door.id: door}, traps={})
    state = replace(state, game=replace(state.game, characters=elves), dungeon=dungeon)
    after, events = walked(game, state, c.Follow(name), QuickDice(1))
    assert after.at == there
    thrown = [event for event in of(SearchRolled, events) if event.passing and event.what == "secret"]
    sensed = [event.check.success for event in thrown]
    assert sensed
    assert sensed == [*[False] * (len(sensed) - 1), sensed[-1]]  # one after the other, until somebody feels it
    assert sensed[-1] or len(sensed) == len(elves)
    assert [event.audience for event in thrown] == ["referee"] * len(thrown)
    for language in ("it", "en"):
        assert tell(find_campaign(game), after, thrown[0], language)


@pytest.mark.rule("DA-GAS-06")
@pytest.mark.parametrize(
    ("game", "fighters"), [("whitebox", {"fighter", "elf_adventurer"}), ("infausta", {"champion"})]
)
def test_strength_gas_knows_the_fighters_of_every_book(game: str, fighters: set[str]) -> None:
    campaign: Any = find_campaign(game)
    state = at_the_foot_of(game)
    who, one = next(iter(state.game.characters.items()))
    for class_id in campaign.side.game.rules.content.classes:
        changed = {who: replace(one, class_id=class_id)}
        as_such = replace(state, game=replace(state.game, characters={**state.game.characters, **changed}))
        assert (who in campaign.side.party.fighters(as_such)) is (class_id in fighters)


@pytest.mark.rule("DA-GAS-08")
@pytest.mark.parametrize("game", FAMILY)
def test_poison_gas_is_a_saving_throw_for_each_and_no_trap_that_springs_at_somebody(game: str) -> None:
    state, name, _ = before_gas(game, "GAS_POISON")
    people = find_campaign(game).side.party.people(state)
    warned, _ = walked(game, state, c.Follow(name), QuickDice(1))
    after, events = walked(game, warned, c.Follow(name), QuickDice(5))
    kinds = [type(event).__name__ for event in events]
    assert [event.who for event in events if type(event).__name__ == "SaveRolled"] == list(people)
    assert kinds.count("TrapSaved") == len(people)
    assert "TrapSprung" not in kinds
    assert {event.who for event in events if type(event).__name__ == "Perished"} == {each.who for each in after.fallen}
