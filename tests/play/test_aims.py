"""One word for many commands: every aim in every game, what its steps are, and where it stops."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from benchmarks.clicks import A_THIRD, expedition
from msgspec.structs import replace

from arbitro.dice.stream import QuickDice, seed_from_text
from arbitro.dungeon.knowledge import visited
from arbitro.dungeon.model import SURFACE
from arbitro.kernel.aim import Course, Halt, halt
from arbitro.kernel.command import Command
from arbitro.kernel.driving import Hand
from arbitro.kernel.event import DiceAsked
from arbitro.kernel.log import Entry
from arbitro.kernel.orders import is_order
from arbitro.kernel.pursuit import MOST_STEPS, Pursuit, pursue
from arbitro.kernel.seat import REFEREE, SPECTATOR, Seat
from arbitro.kernel.sentence import label_text
from arbitro.kernel.table import Table
from arbitro.kernel.taking_back import way_back
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.campaign import Campaign
from arbitro.play.players.plain import Plain
from arbitro.play.players.prudent import Prudent
from arbitro.play.players.turn import carry_out, next_turn, players_seat
from arbitro.play.state import GROUP, CampaignState
from arbitro.play.ways import unknown, ways
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.text import LANGUAGES

GAMES = ("whitebox", "infausta", "archmage", "daggerheart")

SEED = "b"
WALKS = 60


class Walk:
    """A party whose only wish is to press what may be aimed at, and to play plainly where nothing may."""

    def __init__(self, game: str, seed: str = SEED) -> None:
        self.campaign = find_campaign(game)
        self.table: Table[Any] = Table.open(self.campaign, "aims", seed_from_text(seed))
        self.player = Plain(self.campaign, QuickDice(1))
        self.steps: list[tuple[CampaignState, Command]] = []
        """Every command of the party's for an aim, with the state that it was given in."""
        self.ends: list[tuple[str, CampaignState, Halt, CampaignState]] = []
        """Every aim: where it began, why it ended, and where."""

    @property
    def state(self) -> CampaignState:
        found: CampaignState = self.table.state
        return found

    @property
    def seat(self) -> Seat:
        return players_seat(self.campaign, self.state)

    def hands(self, owner: str) -> Hand:
        return "person" if self.seat.may_act_for(owner) else "program"

    def aims(self) -> list[str]:
        return [aim.id for aim in self.campaign.aims(self.state, self.seat) if not is_order(aim.id)]

    def towards(self, aim: str) -> Halt:
        """Pursue an aim, and remember its steps."""
        begun, before = self.state, [self.state]

        def watch(entry: Entry[Any, Any]) -> None:
            if entry.by == self.seat.name:
                self.steps.append((before[0], entry.command))
            before[0] = self.state

        found = pursue(self.table, self.seat, aim, self.hands, watch=watch)
        self.ends.append((aim, begun, found, self.state))
        return found

    def plainly(self) -> bool:
        """What a plain player would do; False where all is over."""
        turn = None if self.campaign.finished(self.state) else next_turn(self.campaign, self.state, self.player)
        return turn is not None and isinstance(carry_out(self.table, turn, self.player), Entry)

    def until(self, wanted: Callable[["Walk"], bool], most: int = 400) -> "Walk":
        """Play plainly until something holds."""
        for _ in range(most):
            if wanted(self):
                return self
            assert self.plainly()
        raise AssertionError("it never came to that")


def rounds(walk: Walk) -> Iterator[str]:
    """Press each kind of aim in turn, as long as the campaign goes on."""
    for number in range(WALKS):
        offered = walk.aims()
        if not offered:
            if not walk.plainly():
                return
            continue
        yield offered[number % len(offered)]


@pytest.fixture(scope="module", params=GAMES)
def walked(request: pytest.FixtureRequest) -> Walk:
    """A campaign in which everything that may be aimed at has been."""
    walk = Walk(request.param)
    for aim in rounds(walk):
        if not walk.towards(aim).reached and not walk.plainly():
            break
    return walk


def test_every_step_is_the_seats_own_and_legal(walked: Walk) -> None:
    campaign = walked.campaign
    assert len(walked.steps) > WALKS // 4
    for state, command in walked.steps:
        seat = players_seat(campaign, state)
        assert seat.may_act_for(campaign.owner(state, command))
        assert campaign.allows(state, command)


def test_every_aim_and_every_halt_has_words_in_both_languages(walked: Walk) -> None:
    campaign = walked.campaign
    for _, begun, found, after in walked.ends:
        labels = [found.reason, *(aim.label for aim in campaign.aims(begun, players_seat(campaign, begun)))]
        for language in LANGUAGES:
            texts = [label_text(campaign, after, label, language) for label in labels]
            assert not any(text.startswith(("aim.", "halt.")) or "{" in text for text in texts)


def test_somebody_met_stops_every_walk(walked: Walk) -> None:
    for _, _, found, after in walked.ends:
        if walked.campaign.side.meetings.busy(after) or after.awaiting:
            assert found.reason.key in ("halt.busy", "halt.news")


def test_a_walk_to_new_ground_ends_on_the_first_place_or_fork(walked: Walk) -> None:
    """Passages that only go on are followed; wherever there is something to choose the party stops."""
    for (state, command), (later, _) in zip(walked.steps, walked.steps[1:], strict=False):
        fresh = later.at and later.at != state.at and not visited(state.dungeon, GROUP, later.at)
        if not fresh or not isinstance(command, c.Follow) or not later.dungeon.spaces[later.at].is_place:
            continue
        begins = {id(begun) for _, begun, _, _ in walked.ends}
        assert id(later) in begins  # the next step is another aim's


def test_nothing_is_chosen_by_what_the_party_does_not_know(walked: Walk) -> None:
    """The same party over another dungeon, of which it knows as much, takes the same step."""
    campaign = walked.campaign
    for _, begun, _, _ in walked.ends[::4]:
        if not begun.at:
            continue
        seat, dungeon = players_seat(campaign, begun), begun.dungeon
        seen = {thing.thing for thing in dungeon.known.values()}
        unmet = {name: slot for name, slot in dungeon.slots.items() if slot.state != "present" or name in seen}
        unfound = {name: trap for name, trap in dungeon.traps.items() if name in seen or trap.stairs}
        other = replace(begun, dungeon=replace(dungeon, slots=unmet, traps=unfound))
        for aim in ("explore", "home", "rest"):
            mine = campaign.pursue(begun, seat, aim, Course(begun))
            assert campaign.pursue(other, seat, aim, Course(other)) == mine


@pytest.mark.parametrize("game", GAMES)
def test_who_roams_is_stopped_by_what_happens_not_by_forks_and_doors(game: str) -> None:
    walk, ends = Walk(game), set()
    for _ in range(600):
        if "roam" not in walk.aims():
            if len(walk.ends) > 12 or not walk.plainly():
                break
            continue
        begun = walk.state
        found = walk.towards("roam")
        ends.add(found.reason.key)
        if found.reason.key == "halt.new_place":
            assert not visited(begun.dungeon, GROUP, walk.state.at)
    assert ends
    assert not ends & {"halt.fork", "halt.door", "halt.dead_end", "halt.taken", "halt.gone"}


@pytest.mark.parametrize("game", GAMES)
def test_one_word_from_town_to_the_dungeon_and_home_again(game: str) -> None:
    walk = Walk(game, "quiet")
    walk.until(lambda now: "dungeon" in now.aims())
    for _ in range(400):
        if walk.state.at:
            break
        if "dungeon" in walk.aims():
            walk.towards("dungeon")
        else:
            assert walk.plainly()
    walk.until(lambda now: bool(now.state.at) and "home" in now.aims())
    for _ in range(400):
        if walk.state.stage == "town" or walk.campaign.finished(walk.state):
            break
        if "home" in walk.aims():
            walk.towards("home")
        else:
            assert walk.plainly()
    assert walk.state.stage == "town" or walk.campaign.finished(walk.state)


@pytest.mark.parametrize("game", GAMES)
def test_a_known_place_and_a_way_far_off_are_walked_to(game: str) -> None:
    walk = Walk(game)

    def far(now: Walk) -> bool:
        return any(aim.startswith("go_to/") and aim != f"go_to/{SURFACE}" for aim in now.aims())

    walk.until(far)
    aim = next(aim for aim in walk.aims() if aim.startswith("go_to/") and aim != f"go_to/{SURFACE}")
    found = walk.towards(aim)
    if found.reason.key == "halt.there":
        assert walk.state.at == aim.removeprefix("go_to/")
        assert not any(unknown(state.dungeon, way) for state, way in _ways_taken(walk))


def _ways_taken(walk: Walk) -> Iterator[tuple[CampaignState, Any]]:
    for state, command in walk.steps:
        if isinstance(command, c.Follow) and state.at:
            yield from ((state, way) for way in ways(state.dungeon, state.at) if way.id == command.way)


@pytest.mark.parametrize("game", GAMES)
def test_a_door_is_pushed_until_it_opens_or_somebody_decides(game: str) -> None:
    walk = Walk(game)
    walk.until(lambda now: any(aim.startswith("push/") for aim in now.aims()))
    door = next(aim for aim in walk.aims() if aim.startswith("push/"))
    found = walk.towards(door)
    assert found.reason.key in ("halt.opened", "halt.busy", "halt.news", "halt.locked")
    if found.reached:
        assert door not in walk.aims()
        assert f"follow/{door.removeprefix('push/')}" in {
            choice.id for choice in walk.campaign.choices(walk.state, walk.seat)
        }


@pytest.mark.parametrize("game", GAMES)
def test_who_does_not_speak_for_the_party_aims_at_nothing(game: str) -> None:
    walk = Walk(game)
    walk.until(lambda now: bool(now.state.at) and bool(now.aims()))
    campaign, state = walk.campaign, walk.state
    for seat in (SPECTATOR, Seat("guest", "player", frozenset({"nobody"}))):
        assert not list(campaign.aims(state, seat))
        assert campaign.pursue(state, seat, "explore", Course(state)) == halt("busy")
    assert campaign.pursue(state, walk.seat, "fly", Course(state)) == halt("gone")
    assert campaign.pursue(state, walk.seat, "take/nowhere", Course(state)) == halt("gone")
    assert campaign.pursue(state, walk.seat, "go_to/nowhere", Course(state)) == halt("gone")


def test_the_log_holds_ordinary_entries_that_can_be_taken_back_one_by_one() -> None:
    walk = Walk("whitebox")
    walk.until(lambda now: "explore" in now.aims())
    before = walk.table.ledger.length
    walk.towards("explore")
    own = [entry for entry in walk.table.entries(before) if entry.by == walk.seat.name]
    assert own
    assert all(type(entry.command) in walk.campaign.command_types for entry in own)
    assert way_back(walk.table, walk.seat.name).entries[-1] == own[-1].seq


def test_a_die_that_is_owed_ends_a_walk() -> None:
    walk = Walk("whitebox")
    walk.until(lambda now: "explore" in now.aims())
    pursuit = Pursuit(walk.campaign, walk.state, walk.seat, "explore")
    assert isinstance(pursuit.next(walk.state), Command)
    asked = DiceAsked(walk.seat.name, 6, "door", "{}", 0)
    pursuit.happened(Entry(seq=1, parent=0, by=walk.seat.name, command=None, events=(asked,)))
    assert pursuit.next(walk.state) == halt("owed")


def test_nobody_walks_for_ever() -> None:
    walk = Walk("whitebox")
    walk.until(lambda now: "explore" in now.aims())
    pursuit = Pursuit(walk.campaign, walk.state, walk.seat, "explore")
    for _ in range(MOST_STEPS):
        assert isinstance(pursuit.next(walk.state), Command)
        pursuit.happened(Entry(seq=1, parent=0, by=walk.seat.name, command=None, events=()))
    assert pursuit.next(walk.state) == halt("long")


def test_light_that_runs_low_stops_a_walk_once() -> None:
    walk = Walk("archmage")
    walk.until(lambda now: "explore" in now.aims() and bool(now.state.at))
    state = replace(walk.state, torches=0, light=walk.state.minutes + 50)
    richer = replace(walk.state, torches=3)
    campaign: Campaign = walk.campaign
    assert campaign.pursue(state, walk.seat, "explore", Course(richer)) == halt("light")
    assert isinstance(campaign.pursue(state, walk.seat, "explore", Course(state)), Command)
    dark = replace(walk.state, torches=0, light=0)
    assert campaign.pursue(dark, walk.seat, "explore", Course(state)) == halt("dark")
    out = replace(walk.state, torches=2, light=0)  # whoever waits is told of every torch, and asked again every hour
    assert campaign.pursue(out, walk.seat, "wait", Course(out, (state,))) == halt("burnt_down")
    assert isinstance(campaign.pursue(out, walk.seat, "wait", Course(out)), Command)
    assert campaign.pursue(state, walk.seat, "wait", Course(state, (state,) * 6)) == halt("waited")
    assert next(aim.id for aim in campaign.aims(dark, walk.seat)) == "home", "what stands first leads out of the dark"


def test_whoever_lies_in_a_web_is_waited_for_before_anything_else() -> None:
    walk = Walk("whitebox")
    walk.until(lambda now: "explore" in now.aims() and len(now.campaign.side.party.able(now.state)) > 1)
    inner = walk.state.game
    who = walk.campaign.side.party.people(walk.state)[0]
    web = Ongoing(kind="webbed", source="spell:web", until=inner.minutes + 25)
    walk.table.state = replace(walk.state, game=replace(inner, effects={who: (web,)}))
    assert walk.aims()[0] == "stand_by"
    began = walk.state.game.minutes
    walk.towards("stand_by")
    halted = walk.ends[-1][2]
    assert halted == halt("recovered", reached=True, who=f"@{who}") or not halted.reached, halted
    assert walk.state.game.minutes > began, (halted, walk.steps[-3:])


def test_a_referee_may_aim_for_the_party() -> None:
    walk = Walk("daggerheart")
    walk.until(lambda now: "explore" in now.aims())
    assert "explore" in [aim.id for aim in walk.campaign.aims(walk.state, REFEREE)]


@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_a_walk_takes_at_most_a_third_of_the_clicks(game: str) -> None:
    """Of an expedition whose party knows its trade; `python -m benchmarks clicks` counts more of them."""
    found = expedition(game, "veterans/2", Prudent)
    assert found.walk_commands > 50
    assert found.walk <= A_THIRD * found.walk_commands


@pytest.mark.parametrize("game", GAMES)
def test_whoever_presses_what_stands_first_is_led_from_town_into_the_dungeon(game: str) -> None:
    """The first button is the way on: a newcomer who presses nothing else is not sent home from the very door."""
    walk = Walk(game)
    pressed = []
    while walk.state.stage != "dungeon" and len(pressed) < 6:
        walk.until(lambda walk: bool(walk.aims()))
        pressed.append(walk.aims()[0])
        walk.towards(pressed[-1])
    assert walk.state.stage == "dungeon"
    assert "home" not in pressed
    assert pressed[-1] == "descend"
