"""Locked doors in the campaigns of the White Box family: the secret die, what players find out, thieves, the desk."""

from itertools import chain
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.play.sides.ground import dungeon
from tests.play.test_expeditions import invariants
from tests.play.watching import Scattered, expedition

from arbitro.dice.stream import REFEREE as REFEREE_DICE
from arbitro.dice.stream import AuditedDice, Dice, QuickDice, ScriptedDice, seed_from_text
from arbitro.dungeon.doors import door_state
from arbitro.dungeon.model import Closed, DoorState, Known
from arbitro.kernel.audit import replay
from arbitro.kernel.command import Command, Refusal, Undo
from arbitro.kernel.log import Entry
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY
from arbitro.kernel.sentence import choice_text, refusal_text, tell
from arbitro.kernel.table import Table
from arbitro.play import commands as c
from arbitro.play import find_campaign
from arbitro.play.events import DeskUsed, LockSettled
from arbitro.play.guide import exhausted, opens_again, shut_in, towards, towards_the_unknown
from arbitro.play.players import PLAYERS
from arbitro.play.players.turn import players_seat
from arbitro.play.scene import Scene
from arbitro.play.sides.whitebox import locks, road
from arbitro.play.state import GROUP
from arbitro.play.ways import way
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.exploring import doors, guide
from arbitro.rules.whitebox.exploring.events import DoorLocked, DoorTried, LockTried

FAMILY = ("whitebox", "infausta")
SKILL = 2
"""In six: what a thief of the first level has in either book."""
PUSH = 2
"""In six: a human at a door, in either book."""


WALLS = {"arch": ((30, 10), (30, 20)), "door": ((30, 22), (30, 27)), "panel": ((10, 30), (15, 30))}
"""Where ways cross the walls of the hall."""


def small(state: Any) -> Any:
    """The small dungeon of `sides.ground`, with its ways drawn, at the hour that it is."""
    below = dungeon(state.dungeon)
    links = {name: replace(link, segment=WALLS.get(name)) for name, link in below.links.items()}
    return replace(below, links=links, turn=state.minutes // 10)


class Hall:
    """A party in a hall with stairs up, an arch to a gallery and a door to a vault (see `sides.ground`)."""

    def __init__(self, game: str, *faces: int, thief: bool = False, **options: Any) -> None:
        self.game = game
        self.campaign: Any = find_campaign(game)
        self.side = self.campaign.side
        table: Table[Any] = Table.open(self.campaign, "t", bytes(32), {"road_days": 0, **options})
        for command in (c.Gather("random:4:1"), c.SetOut("road")):
            assert isinstance(table.submit(command, REFEREE), Entry)
        state = replace(table.state, dungeon=small(table.state), stage="dungeon")
        plain = {"whitebox": "fighter", "infausta": "champion"}[game]
        people = {
            who: replace(one, people="human", class_id=plain, xp=0, level=1)
            for who, one in state.game.characters.items()
        }
        self.first, self.second = list(state.game.party.order)[:2]
        if thief:
            people[self.second] = replace(people[self.second], class_id="thief")
        self.state = replace(state, game=replace(state.game, characters=people))
        self.events: tuple[Any, ...] = ()
        self.bring("hall", *faces)

    def bring(self, space: str, *faces: int) -> None:
        """The party stands somewhere, and exactly these sixes were thrown for locks."""
        with ScriptedDice(*((6, face) for face in faces)) as dice:
            scene = Scene(self.campaign.side, self.state, dice)
            self.side.walk.put(scene, space)
        self.state, self.events = scene.state, tuple(scene.events)

    def do(self, command: Command, *faces: int, dice: Dice | None = None) -> tuple[Any, ...]:
        """What comes of a command, with exactly these sixes (or any dice, where they are given)."""
        scripted = ScriptedDice(*((6, face) for face in faces))
        answer = self.campaign.decide(self.state, command, dice or scripted)
        assert not isinstance(answer, Refusal), answer
        assert dice is not None or not scripted.left
        again = self.state
        for event in answer.events:
            again = self.campaign.evolve(again, event)
        assert msgspec.json.encode(again) == msgspec.json.encode(answer.state)
        self.state, self.events = answer.state, tuple(answer.events)
        return self.events

    def refused(self, command: Command) -> str:
        answer = self.campaign.decide(self.state, command, ScriptedDice())
        assert isinstance(answer, Refusal), answer
        for language in ("it", "en"):
            assert refusal_text(self.campaign, self.state, answer, language)
        return answer.code

    def allows(self, command: Command) -> bool:
        return bool(self.campaign.allows(self.state, command))

    @property
    def lock(self) -> str:
        """What the dungeon knows of the door, which is all that the game is told."""
        door, kept = self.state.played.expedition.doors["door"], door_state(self.state.dungeon, "door")
        assert (door.locked, door.tried, door.open) == (kept.locked, kept.tried, kept.open)
        assert "door" not in self.state.game.expedition.doors, "there are two doors"
        return "none" if not kept.locked else "found" if kept.tried else "locked"

    @property
    def seat(self) -> Any:
        return players_seat(self.campaign, self.state)

    def offered(self, kind: str, seat: Any = None) -> list[str]:
        return [one.id for one in self.campaign.choices(self.state, seat or self.seat) if one.command == kind]

    def seen(self) -> list[bytes]:
        """All that the players see of how things stand."""
        campaign, state, seat = self.campaign, self.state, self.seat
        choices = list(campaign.choices(state, seat))
        labels = [choice_text(campaign, state, choice, language) for choice in choices for language in ("it", "en")]
        parts = (campaign.view(state, seat), choices, labels, campaign.cards(state, seat, "it"))
        return [msgspec.json.encode(part) for part in parts]

    def told(self, language: Any = "en") -> list[str]:
        """What the players read of the last command."""
        shown = (shown_to(self.campaign, self.state, event, self.seat) for event in self.events)
        return [
            line for event in shown if event is not None and (line := tell(self.campaign, self.state, event, language))
        ]

    def anew(self, *faces: int) -> None:
        """Home, out again, and back in the hall: another expedition, to which the dungeon lends its doors."""
        scene = Scene(self.campaign.side, self.state, QuickDice(1))
        road.end_expedition(scene)
        assert road.begin_expedition(scene) is None
        self.state = replace(scene.state, stage="dungeon")
        assert not self.state.game.expedition.doors
        self.bring("hall", *faces)


def tried(hall: Hall) -> Hall:
    """Somebody has tried the door in vain; the automatic referee answers where it is asked."""
    hall.do(x.OpenDoor(hall.first, "door"), *(() if hall.game == "whitebox" else (6,)))
    if hall.state.awaiting:
        hall.do(c.TakeDefault("doors"))
    return hall


# -------------------------------------------------------------------- the secret die


@pytest.mark.rule("WB-DOOR-01")
@pytest.mark.parametrize("game", FAMILY)
def test_by_default_no_door_is_locked_and_no_die_thrown(game: str):
    hall = Hall(game)
    assert hall.lock == "none"
    assert hall.state.dungeon.doors == {}
    assert not any(isinstance(event, LockSettled) for event in hall.events)


@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize("chance", range(1, 7))
def test_so_many_faces_of_the_die_lock_a_door(game: str, chance: int):
    """Of the six faces exactly as many as the option says: the odds are what it promises."""
    locked = [face for face in range(1, 7) if Hall(game, face, locked_doors=chance).lock == "locked"]
    assert locked == list(range(1, chance + 1))


@pytest.mark.rule("WB-DOOR-01")
def test_the_die_is_the_referees_secret_and_explains_itself():
    hall = Hall("whitebox", 3, locked_doors=3)
    settled = next(event for event in hall.events if isinstance(event, LockSettled))
    assert (settled.door, settled.lock, settled.audience) == ("door", "locked", REFEREE_ONLY)
    assert settled.check is not None
    assert ([die.face for die in settled.check.dice], settled.check.success) == ([3], True)
    assert "WB-DOOR-01" in settled.rules
    assert shown_to(hall.campaign, hall.state, settled, hall.seat) is None
    for language in ("it", "en"):
        assert tell(hall.campaign, hall.state, settled, language)


def test_every_door_has_dice_of_its_own():
    """Whatever was thrown before, a table locks the same doors; and the die shifts no die that players see."""
    hall = Hall("whitebox", 6, locked_doors=1)
    bare = replace(
        hall.state,
        dungeon=replace(hall.state.dungeon, doors={}),
        game=replace(hall.state.game, expedition=None),
    )
    thrown = []
    for before in (0, 5):
        dice = AuditedDice(bytes(32))
        for _ in range(before):
            dice.roll(6)
            dice.stream(REFEREE_DICE).roll(6)
        positions = dice.positions
        scene = Scene(hall.campaign.side, bare, dice)
        road.begin_expedition(scene)
        hall.side.walk.put(scene, "hall")
        settled = next(event for event in scene.events if isinstance(event, LockSettled))
        assert settled.check is not None
        thrown.append(settled.check.dice)
        assert {**dice.positions, "lock/door": 0} == {**positions, "lock/door": 0}
    assert thrown[0] == thrown[1]
    assert (thrown[0][0].stream, thrown[0][0].at) == ("lock/door", 0)


@pytest.mark.parametrize("game", FAMILY)
def test_a_door_is_thrown_for_once_and_is_the_same_from_both_sides(game: str):
    hall = Hall(game, 4, locked_doors=4)
    for place in ("gallery", "hall", "vault", "hall"):  # no die any more
        hall.bring(place)
        assert hall.lock == "locked"
    hall.anew()
    assert hall.lock == "locked"
    free = Hall(game, 5, locked_doors=4)
    free.bring("vault")
    free.anew()
    assert free.lock == "none"


def test_doors_that_somebody_went_through_are_not_thrown_for_when_the_option_comes_later():
    hall = Hall("whitebox")
    known = {**hall.state.dungeon.known, f"{GROUP}/door": Known(GROUP, "door", "visited")}
    passed = replace(hall.state, dungeon=replace(hall.state.dungeon, known=known))
    later = {**passed.options, "locked_doors": 6}
    hall.state = hall.campaign.with_options(passed, later)
    hall.anew()
    assert hall.state.dungeon.doors == {}
    hall.state = hall.campaign.with_options(replace(passed, dungeon=small(passed)), later)
    hall.bring("hall", 6)  # one that nobody has touched is thrown for as soon as the party stands before it
    assert hall.lock == "locked"
    hall.anew()
    assert hall.lock == "locked"


def test_secret_doors_and_passages_have_no_locks():
    hall = Hall("whitebox", 1, locked_doors=6)
    known = {**hall.state.dungeon.known, f"{GROUP}/panel": Known(GROUP, "panel")}
    hall.state = replace(hall.state, dungeon=replace(hall.state.dungeon, known=known))
    hall.anew()
    assert set(hall.state.dungeon.doors) == {"door"}
    assert not hall.state.played.expedition.doors["panel"].locked


# -------------------------------------------------------------------- what players find out


@pytest.mark.rule("WB-DOOR-01", "DA-SOLO-04")
@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize("thief", [False, True])
def test_a_locked_door_looks_like_any_other_until_it_is_tried(game: str, thief: bool):
    shut, locked = (Hall(game, face, thief=thief, locked_doors=1) for face in (6, 1))
    assert (shut.lock, locked.lock) == ("none", "locked")
    assert shut.seen() == locked.seen()
    assert shut.told() == locked.told()
    assert locked.offered("pick_lock") == []
    assert locked.refused(x.PickLock(locked.second, "door")) == ("not_locked" if thief else "no_skill")
    push = x.OpenDoor(shut.first, "door")
    assert shut.campaign.chance(shut.state, shut.seat, push, "en") == locked.campaign.chance(
        locked.state, locked.seat, push, "en"
    )
    tried(locked)
    assert shut.seen() != locked.seen()


@pytest.mark.rule("WB-DOOR-01")
def test_no_push_opens_a_locked_door_and_the_automatic_referee_keeps_it_shut():
    hall = Hall("whitebox", 1, locked_doors=1)
    events = hall.do(x.OpenDoor(hall.first, "door"))  # no die
    assert any(isinstance(event, DoorLocked) for event in events)
    assert any("locked" in line for line in hall.told())
    assert hall.lock == "found"
    hall.do(c.TakeDefault("doors"))
    assert hall.refused(c.Follow("door")) == "shut"
    hall.anew()  # what the party knows it knows still
    assert hall.lock == "found"


@pytest.mark.rule("WB-DOOR-01", "WB-DOOR-05")
def test_a_thief_picks_two_locks_in_six_and_the_lock_stays_open():
    hall = Hall("whitebox", 1, thief=True, locked_doors=1)
    tried(hall)
    assert hall.offered("pick_lock") == [f"pick_lock/{hall.second}/door"]
    chance = hall.campaign.chance(hall.state, hall.seat, x.PickLock(hall.second, "door"), "en")
    assert (chance.success.numerator, chance.success.denominator) == (1, 3)
    events = hall.do(x.PickLock(hall.second, "door"), SKILL + 1)
    assert not next(event for event in events if isinstance(event, LockTried)).opened
    assert hall.lock == "found"
    while not hall.allows(x.PickLock(hall.second, "door")):
        hall.do(x.PassTurns(), dice=Calm())
    hall.do(x.PickLock(hall.second, "door"), SKILL)
    assert hall.lock == "none"
    hall.do(x.OpenDoor(hall.first, "door"), PUSH + 1)  # still as heavy as any
    assert not hall.state.played.expedition.doors["door"].open
    hall.do(x.OpenDoor(hall.first, "door"), PUSH)
    hall.bring("vault")
    hall.do(x.PassTurns(), dice=Calm())
    assert not hall.state.played.expedition.doors["door"].open  # it has fallen shut, and nobody is locked in
    assert hall.lock == "none"
    hall.anew()
    assert hall.lock == "none"


@pytest.mark.rule("IS-TURN-07", "IS-DOOR-01")
def test_in_infausta_the_same_push_forces_a_lock_and_a_thief_may_pick_it():
    hall = Hall("infausta", 1, thief=True, locked_doors=1)
    events = hall.do(x.OpenDoor(hall.first, "door"), PUSH + 1)
    assert [type(event) for event in events if isinstance(event, (DoorLocked, DoorTried))] == [DoorLocked, DoorTried]
    assert not hall.state.awaiting  # nobody has to be asked
    assert hall.lock == "found"
    assert hall.offered("pick_lock") == [f"pick_lock/{hall.second}/door"]
    assert hall.side.wishes.barred(hall.state) == frozenset()
    wished = list(hall.side.wishes.open_up(hall.state, way(hall.state.dungeon, "hall", "door")))
    assert wished[0] == x.PickLock(hall.second, "door")
    assert any(isinstance(wish, x.OpenDoor) for wish in wished[1:])
    forced, picked = hall, Hall("infausta", 1, thief=True, locked_doors=1)
    picked.state = hall.state
    forced.do(x.OpenDoor(forced.first, "door"), PUSH)
    assert forced.state.played.expedition.doors["door"].open
    assert forced.lock == "none"
    picked.do(x.PickLock(picked.second, "door"), SKILL)
    assert picked.lock == "none"


@pytest.mark.rule("WB-DOOR-01")
def test_what_the_referee_lets_open_is_locked_no_more():
    hall = Hall("whitebox", 1, locked_doors=1)
    hall.do(x.OpenDoor(hall.first, "door"))
    hall.do(x.JudgeDoor("yes"))
    assert hall.state.played.expedition.doors["door"].open
    assert hall.lock == "none"
    assert "door" not in hall.side.wishes.barred(hall.state)


# -------------------------------------------------------------------- automatic players


class Calm:
    """Dice on which nobody comes by."""

    def roll(self, sides: int, purpose: str = "") -> Any:
        del purpose
        return ScriptedDice((sides, sides)).roll(sides)

    def stream(self, name: str) -> "Calm":
        del name
        return self


def next_of(hall: Hall, player: str = "plain") -> Command:
    """What an automatic party does next."""
    playing = PLAYERS[player](hall.campaign, QuickDice(1))
    found = playing.choose(hall.state, hall.seat) or hall.campaign.suggest(hall.state, hall.seat)
    assert found is not None
    return found


def test_a_party_with_a_thief_pushes_then_picks_and_one_without_goes_elsewhere():
    with_thief, without = Hall("whitebox", 1, thief=True, locked_doors=1), Hall("whitebox", 1, locked_doors=1)
    for hall in (with_thief, without):
        found = way(hall.state.dungeon, "hall", "door")
        assert isinstance(next(hall.side.wishes.open_up(hall.state, found)), x.OpenDoor)
        tried(hall)
    assert next(with_thief.side.wishes.open_up(with_thief.state, found)) == x.PickLock(with_thief.second, "door")
    assert with_thief.side.wishes.barred(with_thief.state) == frozenset()
    barred = without.side.wishes.barred(without.state)
    assert barred == {"door"}
    assert towards_the_unknown(without.state).id == "door"
    assert towards_the_unknown(without.state, barred=barred) is None
    assert not exhausted(with_thief.state, barred=with_thief.side.wishes.barred(with_thief.state))
    assert exhausted(without.state, barred=barred)
    for player in ("plain", "prudent"):
        steps = []
        for _ in range(12):
            command = next_of(without, player)
            steps.append(command)
            if isinstance(command, c.Follow):
                break
            without.do(command, dice=Calm())
        assert c.Follow("stairs") in steps, steps  # nothing is left to see: home
        assert not any(isinstance(step, x.OpenDoor) for step in steps)


def test_a_thief_who_is_down_opens_nothing():
    hall = Hall("whitebox", 1, thief=True, locked_doors=1)
    tried(hall)
    people = hall.state.game.characters
    hurt = {**people, hall.second: replace(people[hall.second], health="out", hp=0)}
    down = replace(hall.state, game=replace(hall.state.game, characters=hurt))
    assert hall.side.wishes.barred(down) == {"door"}


@pytest.mark.rule("WB-DOOR-01")
def test_the_automatic_referee_locks_nobody_in():
    hall = Hall("whitebox", 1, locked_doors=1)
    hall.bring("vault")
    assert not shut_in(hall.state, hall.side.wishes.barred(hall.state))
    hall.do(x.OpenDoor(hall.first, "door"))
    barred = hall.side.wishes.barred(hall.state)
    assert barred == {"door"}
    assert shut_in(hall.state, barred)
    hall.do(c.TakeDefault("doors"))
    assert hall.state.played.expedition.doors["door"].open
    assert hall.lock == "none"


def test_a_party_that_was_refused_pleads_again_when_nothing_else_is_left():
    hall = Hall("whitebox", 1, locked_doors=1)
    hall.bring("vault")
    hall.do(x.OpenDoor(hall.first, "door"))
    hall.do(x.JudgeDoor("no"))  # a person said so
    for _ in range(6):
        command = next_of(hall)
        if isinstance(command, x.OpenDoor):
            break
        hall.do(command, dice=Calm())
    assert command == x.OpenDoor(command.who, "door")
    assert towards(hall.state, {"surface"}).id == "door"


def test_whoever_can_wait_for_a_way_to_open_is_not_let_through():
    """Stairs that are barred for a day are no reason to break a door down."""
    hall = tried(Hall("whitebox", 1, locked_doors=1))
    barred = hall.side.wishes.barred(hall.state)
    walled = {**hall.state.dungeon.links, "stairs": replace(hall.state.dungeon.links["stairs"], two_way=False)}
    shut = {**walled, "arch": replace(walled["arch"], state="shut", until=10_000)}
    assert shut_in(replace(hall.state, dungeon=replace(hall.state.dungeon, links=walled)), barred)
    assert not shut_in(replace(hall.state, dungeon=replace(hall.state.dungeon, links=shut)), barred)


def test_whoever_has_another_way_is_not_let_through():
    """A locked door between the party and the sky, but a passage that nobody has followed: that one is to be tried."""
    hall = Hall("whitebox", 1, locked_doors=1)
    hall.bring("vault")
    dug = hall.state.dungeon
    lead = next(lead for lead in find_lead().values())
    end = replace(lead, space="vault", link="", id="passage")
    closed = Closed("passage", 1, "corridor", "vault", dead_end="blocked", unseen=end)
    hall.state = replace(hall.state, dungeon=replace(dug, closed={"passage": closed}))
    hall.do(x.OpenDoor(hall.first, "door"))
    assert not shut_in(hall.state, hall.side.wishes.barred(hall.state))
    hall.do(c.TakeDefault("doors"))
    assert hall.lock == "found"


def find_lead() -> dict[str, Any]:
    """Open ends of a dungeon that was really dug."""
    table: Table[Any] = Table.open(find_campaign("whitebox"), "t", seed_from_text("lead"))
    table.submit(c.Gather("random:4:1"), REFEREE)
    return {name: lead for name, lead in table.state.dungeon.leads.items() if lead.kind == "corridor"}


# -------------------------------------------------------------------- expeditions


@pytest.mark.parametrize("player", ["plain", "prudent", "reckless"])
@pytest.mark.parametrize("game", FAMILY)
def test_an_expedition_whose_every_door_is_locked_keeps_its_books_and_gets_on(game: str, player: str):
    seen, moved = 0, 0
    locked: dict[str, Any] = {"locked_doors": 6, "road_days": 0}
    walks = (expedition(f"campaign-{game}", seed, 120, PLAYERS[player], **locked) for seed in (7, 8))
    for step in chain.from_iterable(walks):
        invariants(step)
        seen += sum(isinstance(event, LockSettled) and event.check is not None for event in step.entry.events)
        moved += step.before.at != step.after.at
    assert seen
    assert moved > 8


@pytest.mark.parametrize("player", ["plain", "prudent"])
def test_a_party_without_any_thief_is_never_stuck(player: str, monkeypatch: pytest.MonkeyPatch):
    """Where no lock can be picked the party tries each door, leaves it, and goes on elsewhere, out or home."""
    for module in (doors, guide, locks):
        monkeypatch.setattr(module, "skill_of", lambda *_: 0)
    found, idle = set(), 0
    for seed in (1, 4):
        for step in expedition("campaign-whitebox", seed, 220, PLAYERS[player], locked_doors=6, road_days=0):
            found |= {event.door for event in step.entry.events if isinstance(event, DoorLocked)}
            elsewhere = step.before.at != step.after.at or step.after.stage != "dungeon"
            busy = bool(step.after.awaiting) or step.table.ruleset.side.meetings.busy(step.after)
            waits = opens_again(step.after.dungeon)  # for stairs or a wall, which open in time
            idle = 0 if elsewhere or busy or waits else idle + 1
            assert idle < 30, step.turn
    assert len(found) > 5


@pytest.mark.parametrize("game", FAMILY)
def test_a_parted_party_among_locked_doors_keeps_its_books(game: str):
    *steps, last = expedition(f"campaign-{game}", 5, 160, Scattered, locked_doors=6, road_days=0)
    for step in (*steps, last):
        invariants(step)
    assert replay(last.table.ruleset, list(last.table.records()), last.table.seed) is None


# -------------------------------------------------------------------- the desk


@pytest.mark.rule("DA-SOLO-04")
@pytest.mark.parametrize("game", FAMILY)
def test_the_referee_locks_and_unlocks_a_door_and_nobody_sees_it(game: str):
    hall = Hall(game)
    before = hall.seen()
    assert hall.offered("set_lock", REFEREE) == ["set_lock/on"]
    assert hall.offered("set_lock") == []
    events = hall.do(c.SetLock("door", reason="the vault is dear to them"))
    assert isinstance(events[0], DeskUsed)
    assert all(event.audience == REFEREE_ONLY for event in events)
    assert hall.told() == []
    assert hall.lock == "locked"
    assert hall.seen() == before
    sheet = hall.campaign.sheet(hall.state, REFEREE, "hall", "en")
    assert "locked" in str(sheet)
    assert hall.offered("set_lock", REFEREE) == ["set_lock/on", "set_lock/off"]  # the hidden panel, and the door
    assert hall.refused(c.SetLock("door")) == "locked_already"
    hall.anew()
    assert hall.lock == "locked"
    hall.do(c.SetLock("door", on=False))
    assert hall.lock == "none"
    assert hall.refused(c.SetLock("door", on=False)) == "unlocked_already"
    for language in ("it", "en"):
        for event in (*events, *hall.events):
            tell(hall.campaign, hall.state, event, language)
        for choice in hall.campaign.choices(hall.state, REFEREE):
            if choice.command == "set_lock":
                assert choice_text(hall.campaign, hall.state, choice, language)


def test_a_secret_door_that_the_referee_locked_is_found_locked():
    hall = Hall("whitebox")
    hall.do(c.SetLock("panel"))
    known = {**hall.state.dungeon.known, f"{GROUP}/panel": Known(GROUP, "panel")}
    hall.state = replace(hall.state, dungeon=replace(hall.state.dungeon, known=known))
    for again in (lambda: hall.bring("hall"), hall.anew):
        again()
        assert hall.state.played.expedition.doors["panel"].locked


def test_a_door_may_be_unlocked_before_a_die_could_lock_it():
    hall = Hall("whitebox", locked_doors=0)
    hall.state = hall.campaign.with_options(hall.state, {**hall.state.options, "locked_doors": 6})
    hall.do(c.SetLock("door", on=False))
    hall.anew()  # no die
    assert hall.lock == "none"


def test_what_cannot_be_locked_is_refused_with_what_can():
    hall = Hall("whitebox")
    assert hall.refused(c.SetLock("arch")) == "no_such_door"
    assert hall.refused(c.SetLock("dor")) == "no_such_door"
    hall.do(x.OpenDoor(hall.first, "door"), PUSH)
    assert hall.refused(c.SetLock("door")) == "stands_open"
    walking: Any = find_campaign("archmage")
    table: Table[Any] = Table.open(walking, "t", bytes(32))
    table.submit(c.Gather(walking.side.party.parties()[0][0]), REFEREE)
    answer = table.submit(c.SetLock("door"), REFEREE)
    assert isinstance(answer, Refusal)
    assert answer.code == "no_locks"
    assert not any(choice.command == "set_lock" for choice in walking.choices(table.state, REFEREE))
    assert "locked_doors" not in walking.options


def test_a_lock_can_be_undone_and_a_player_cannot_set_one():
    campaign: Any = find_campaign("whitebox")
    table: Table[Any] = Table.open(campaign, "t", seed_from_text("desk2"))
    for command in (c.Gather("random:4:1"), c.DigLevel(1, 30)):
        assert isinstance(table.submit(command, REFEREE), Entry)
    door = next(link.id for link in table.state.dungeon.links.values() if link.kind == "door")
    assert isinstance(table.submit(c.SetLock(door), players_seat(campaign, table.state)), Refusal)
    assert isinstance(table.submit(c.SetLock(door), REFEREE), Entry)
    assert table.state.dungeon.doors == {door: DoorState(locked=True)}
    assert isinstance(table.submit(Undo(), REFEREE), Entry)
    assert table.state.dungeon.doors == {}
    assert replay(campaign, list(table.records()), table.seed) is None
