"""The exploring that the campaign provides for games without their own: every verb, in both games."""

import json
from itertools import product

import msgspec
import pytest
from msgspec.structs import replace
from tests.play.sides.ground import (
    DWELLERS,
    GAMES,
    do,
    dwellers,
    gathered,
    in_the_hall,
    of,
    play_on,
    refused,
    told,
    walker,
)

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.knowledge import knows
from arbitro.dungeon.model import DoorState, Slot
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruleset import shown_to
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import label_text, tell
from arbitro.kernel.table import Table
from arbitro.play import campaigns, find_campaign
from arbitro.play import commands as c
from arbitro.play.events import ClockMoved, HeroFell, StageReached
from arbitro.play.naming import called_in_both
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import commands as w
from arbitro.play.sides.walking import events as e
from arbitro.play.sides.walking.endings import beaten
from arbitro.play.sides.walking.firstword import listens
from arbitro.play.sides.walking.meetings import dwellers as at_home
from arbitro.play.state import GROUP, Ailment, Fallen, Task
from arbitro.play.ways import ways
from arbitro.rules.archmage.events import Fell as ArchmageFell
from arbitro.rules.daggerheart.events import StatusChanged
from arbitro.text import LANGUAGES

over_games = pytest.mark.parametrize("game", GAMES)
FIRST = {"archmage": "brando", "daggerheart": "berta"}


def test_both_games_have_a_campaign():
    assert {"campaign-archmage", "campaign-daggerheart"} <= set(campaigns())


# -------------------------------------------------------------------- doors


@over_games
def test_a_door_opens_or_sticks_at_the_first_touch(game):
    state = in_the_hall(game)
    assert refused(game, state, c.Follow("door")) == "door_shut"
    opened, events = told(game, state, w.TryDoor(FIRST[game], "door"), (6, 3))
    assert of(e.DoorPushed, events)[0].variant() == "opened"
    assert opened.minutes == 4
    assert refused(game, opened, w.TryDoor(FIRST[game], "door")) == "door_open"
    stuck, events = told(game, state, w.TryDoor(FIRST[game], "door"), (6, 2))
    assert of(e.DoorPushed, events)[0].variant() == "shut"
    assert refused(game, stuck, c.Follow("door")) == "door_shut"


@over_games
def test_how_many_doors_stick_is_an_option(game):
    assert (
        do(game, in_the_hall(game, options={"stuck_doors": 0}), w.TryDoor(FIRST[game], "door"), (6, 1))
        .dungeon.doors["door"]
        .open
    )
    never = do(game, in_the_hall(game, options={"stuck_doors": 6}), w.TryDoor(FIRST[game], "door"), (6, 6))
    assert never.dungeon.doors == {"door": DoorState(tried=True)}


@over_games
def test_ways_take_time_by_their_feet_and_twice_as_long_in_the_dark(game):
    state = in_the_hall(game, doors={"door": True})
    # From the middle of 30 feet to the middle of 20: 25 feet, at 12 feet a minute.
    assert do(game, state, c.Follow("door")).minutes == 3 + 3
    dark = in_the_hall(game, doors={"door": True}, light=0)
    there = do(game, dark, c.Follow("door"))
    assert (there.at, there.minutes) == ("vault", 3 + 6)


@over_games
def test_refusals_name_what_is_wrong_in_both_languages(game):
    campaign = find_campaign(game)
    state = in_the_hall(game)
    who = FIRST[game]
    for command, code in (
        (w.TryDoor(who, "nowhere"), "way_unknown"),
        (w.TryDoor("nobody", "door"), "cannot_now"),
        (w.ListenAt(who, "stairs"), "nothing_to_hear"),
        (w.KindleTorch(who), "torch_burns"),
        (w.LetTimePass(0), "wait_turns"),
        (w.March(), "not_on_the_road"),
        (w.BuyTorches(who), "party_not_in_town"),
        (w.Confront(), "no_meeting"),
        (w.LetThemPass(), "no_meeting"),
    ):
        assert refused(game, state, command) == code
        for language in LANGUAGES:
            assert campaign.texts.find(language, f"refusal.{code}")
    above = in_the_hall(game, stage="town", at="")
    assert refused(game, above, w.SearchPlace(who)) == "not_underground"
    assert refused(game, above, w.BuyTorches(who, 99)) == "gold_short"
    assert refused(game, above, w.BuyTorches(who, 1000)) == "bad_number"
    assert refused(game, above, w.BuyTorches("nobody")) == "cannot_now"


# -------------------------------------------------------------------- light


@over_games
def test_after_a_search_that_succeeds_nobody_needs_to_look_again(game):
    state = in_the_hall(game)
    look = e.PlaceSearched(FIRST[game], state.at)
    chores = find_campaign(game).side.chores
    assert list(chores.search(e.FOLDS[e.PlaceSearched](state, look)))
    done = replace(look, thorough=True)
    assert not list(chores.search(e.FOLDS[e.PlaceSearched](state, done)))
    assert "there are no hidden doors here" in tell(find_campaign(game), state, done, "en")


@over_games
def test_a_torch_burns_for_an_hour(game):
    state = in_the_hall(game, light=0, torches=2)
    lit, events = told(game, state, w.KindleTorch(FIRST[game]))
    assert (lit.torches, lit.light) == (1, 63)
    almost = do(game, lit, w.LetTimePass(5))
    assert almost.light == 63
    out, events = told(game, almost, w.LetTimePass(1))
    assert out.light == 0
    assert len(of(e.TorchBurnedOut, events)) == 1
    assert refused(game, in_the_hall(game, light=0, torches=0), w.KindleTorch(FIRST[game])) == "no_torches"


@over_games
def test_a_torch_that_is_used_up_on_the_threshold_shows_the_place_first(game):
    after, _ = told(game, in_the_hall(game, light=99, torches=0), c.Follow("arch"))
    for light, first in ((after.minutes, "PartyMoved"), (after.minutes - 1, "TorchBurnedOut")):
        _, events = told(game, in_the_hall(game, light=light, torches=0), c.Follow("arch"))
        names = [type(event).__name__ for event in events]
        assert min(("PartyMoved", "TorchBurnedOut"), key=names.index) == first


@over_games
def test_torches_are_bought_by_the_bundle(game):
    state = in_the_hall(game, stage="town", at="", torches=1)
    gold = state.purses[FIRST[game]]
    after = do(game, state, w.BuyTorches(FIRST[game], 2))
    assert (after.torches, after.purses[FIRST[game]]) == (13, gold - 2)


@over_games
def test_a_party_without_light_turns_back_and_so_does_a_sick_one(game):
    side = find_campaign(game).side
    assert not side.wishes.weary(in_the_hall(game))
    assert not side.wishes.weary(in_the_hall(game, light=0))
    assert side.wishes.weary(in_the_hall(game, light=0, torches=0))
    assert side.wishes.weary(in_the_hall(game, ailments=(Ailment(FIRST[game], "sick", -1),)))


# -------------------------------------------------------------------- wanderers


@over_games
def test_the_referees_die_says_who_comes_by_and_nobody_else_sees_it(game):
    campaign = find_campaign(game)
    state = in_the_hall(game, options={"wandering_turns": 1})
    calm, events = told(game, state, w.LetTimePass(), (6, 2))
    assert (calm.minutes, calm.meeting) == (13, None)
    party, *_ = campaign.seats(state)
    checked = of(e.WanderingChecked, events)[0]
    assert shown_to(campaign, state, checked, party) is None
    met, events = told(game, state, w.LetTimePass(3), dice=_LowFirst())
    assert met.minutes == 10  # at the full turn, and the rest of the wait is not spent
    assert met.meeting is not None
    assert met.meeting.slot == ""
    assert campaign.side.meetings.busy(met)
    assert refused(game, met, c.Follow("arch")) == "busy_now"


class _LowFirst(QuickDice):
    """The first die is a 1, the others fall as they fall."""

    def __init__(self) -> None:
        super().__init__(3)
        self._first = True

    def stream(self, name, /):
        return self

    def roll(self, sides, purpose="", /):
        die = super().roll(sides, purpose)
        if self._first:
            self._first = False
            return replace(die, face=1)
        return die


@over_games
def test_nobody_wanders_above_the_ground_or_without_the_option(game):
    assert do(game, in_the_hall(game), w.LetTimePass(40)).meeting is None
    sky = in_the_hall(game, stage="road", at="", options={"wandering_turns": 1, "wandering_chance": 6})
    assert do(game, sky, w.LetTimePass(10)).meeting is None


# -------------------------------------------------------------------- meetings


@over_games
def test_those_at_home_are_met_and_the_referee_decides(game):
    campaign = find_campaign(game)
    state = in_the_hall(game, slots=[dwellers(game)], doors={"door": True})
    met, events = told(game, state, c.Follow("door"))
    (meeting,) = of(e.FoesMet, events)
    assert (meeting.foes, meeting.slot) == (DWELLERS[game], "den")
    assert met.at == "vault"
    assert campaign.suggest(met, REFEREE) == campaign.suggest(met, campaign.seats(met)[0]) == w.StrikeFirst()
    asked = do(game, met, c.AskMe("encounters"))
    assert campaign.suggest(asked, REFEREE) == c.TakeDefault("encounters")
    assert campaign.suggest(asked, campaign.seats(met)[0]) is None
    assert not campaign.automatic(asked, c.TakeDefault("encounters"))
    parted = do(game, met, w.LetThemPass())
    assert parted.meeting is None
    assert parted.dungeon.slots["den"].state == "met"
    assert not campaign.side.meetings.busy(parted)
    back = do(game, do(game, parted, c.Follow("door")), c.Follow("door"))
    assert back.meeting is not None  # they are still there


@over_games
def test_a_fight_that_is_won_leaves_the_hoard(game):
    hoard = (("coins/gold", 42), ("gem", 2))
    slot = dwellers(game, treasure=hoard)
    met = do(game, in_the_hall(game, slots=[slot], doors={"door": True}), c.Follow("door"))
    for seed in range(20):
        after = play_on(game, met, 600, QuickDice(seed))
        if after.at == "vault" and after.dungeon.slots["den"].state == "gone":
            break
    else:
        pytest.fail("twenty fights against two, and none was won")
    assert after.progress != "0"
    before = dict(after.purses)
    rich, events = told(game, after, c.TakeLoot("den"), dice=QuickDice(1))
    assert of(e.GoldShared, events)[0].gold == 42 + 2 * 25
    living = find_campaign(game).side.party.people(rich)
    gained = [rich.purses[who] - before.get(who, 0) for who in living]
    assert sum(gained) == 92
    assert max(gained) - min(gained) <= 92 % len(living)


@over_games
def test_whoever_was_heard_is_surprised(game):
    state = in_the_hall(game, slots=[dwellers(game)], doors={"door": True}, heard=("door",))
    met = do(game, state, c.Follow("door"))
    assert met.meeting.heard
    joined, events = told(game, met, w.StrikeFirst(), dice=QuickDice(2))
    assert of(e.FightJoined, events)[0].surprised == "foes"
    asked = do(game, met, c.AskMe("encounters"))
    _, events = told(game, asked, c.TakeDefault("encounters"), dice=QuickDice(2))
    assert of(e.FightJoined, events)[0].surprised == "foes"
    assert joined.meeting.joined
    _, events = told(game, met, w.Confront("party"), dice=QuickDice(2))
    assert of(e.FightJoined, events)[0].surprised == "party"
    assert of(e.FightJoined, told(game, met, w.Confront("nobody"), dice=QuickDice(2))[1])[0].surprised == ""


@over_games
def test_a_second_group_follows_the_first(game):
    other = Slot("nest", 1, "vault", "monster", "CONTENT_MONSTER", items=DWELLERS[game])
    state = in_the_hall(game, slots=[dwellers(game), other], doors={"door": True})
    met = do(game, state, c.Follow("door"))
    assert met.meeting.slot == "den"
    scene_state = do(game, met, w.LetThemPass())
    assert scene_state.meeting is None  # who lets one group pass is not set upon by the next
    assert at_home(scene_state, "vault", met=False).id == "nest"


# -------------------------------------------------------------------- when it goes wrong


@over_games
def test_a_beaten_party_wakes_robbed_or_not_at_all(game):
    campaign = find_campaign(game)
    for word in ("robbed", "dead"):
        state = _felled(game, in_the_hall(game, options={"beaten": word}))
        assert campaign.side.party.able(state) == ()
        scene = Scene(campaign.side, state, QuickDice(1))
        beaten(walker(game), scene)
        if word == "dead":
            assert campaign.side.party.people(scene.state) == ()
            continue
        assert scene.state.stage == "road"
        assert scene.state.at == ""
        assert set(scene.state.purses.values()) == {0}
        assert campaign.side.party.able(scene.state)
        assert of(e.PartyBeaten, scene.events)[0].gold == sum(state.purses.values())


def _felled(game, state):
    """Everybody is unconscious, nobody dead."""
    party = {}
    for who, one in state.game.party.items():
        if game == "archmage":
            party[who] = replace(one, hp=-1, awareness="unconscious")
        else:
            party[who] = replace(one, hp_marked=one.hp, status="unconscious")
    inner = replace(state.game, party=party)
    if game == "archmage":
        inner = replace(inner, resting=True)
    return replace(state, game=inner)


@over_games
def test_what_was_due_below_is_left_below(game):
    state = in_the_hall(game, came="")
    busy = replace(state, tasks=(Task("trap", "gone"),))
    assert refused(game, busy, w.LetTimePass()) == "busy_now"
    campaign = find_campaign(game)
    scene = Scene(campaign.side, busy, QuickDice(1))
    campaign.side.walk.put(scene, "")
    assert scene.state.tasks == ()
    assert scene.state.homeward
    assert campaign.side.road.at_mouth(scene.state)


# -------------------------------------------------------------------- the road


@over_games
def test_the_road_out_and_home(game):
    campaign = find_campaign(game)
    town = in_the_hall(game, stage="town", at="", came="", options={"road_days": 2})
    assert refused(game, town, w.March()) == "not_on_the_road"
    road = do(game, town, c.SetOut())
    assert campaign.side.road.at_gate(road)
    assert refused(game, road, c.Follow("stairs")) == "not_at_the_mouth"
    half = do(game, road, w.March())
    assert refused(game, half, c.EnterTown()) == "road_left"
    there = do(game, half, w.March())
    assert there.minutes == 3 + 2 * 24 * 60
    assert refused(game, there, w.March()) == "arrived"
    below = do(game, there, c.Follow("stairs"))
    assert (below.stage, below.at, below.descents) == ("dungeon", "hall", 1)
    above, events = told(game, below, c.Follow("stairs"))
    assert of(StageReached, events)[-1].stage == "road"
    home = do(game, do(game, do(game, above, w.March()), w.March()), c.EnterTown())
    assert (home.stage, home.homeward) == ("town", True)


@over_games
def test_what_the_fallen_carried_is_divided_at_home(game):
    campaign = find_campaign(game)
    state = in_the_hall(game, stage="road", at="", homeward=True, options={"road_days": 0}, purses={"ghost": 11})
    home = do(game, state, c.EnterTown())
    assert home.purses["ghost"] == 0
    assert sum(home.purses.values()) == 11
    assert all(who in campaign.side.party.people(home) for who, gold in home.purses.items() if gold)


@over_games
def test_gold_goes_into_the_strongbox_and_out_again(game):
    who = FIRST[game]
    town = in_the_hall(game, stage="town", at="")
    carried = town.purses[who]
    banked = do(game, town, c.Bank(who, carried))
    assert (banked.purses[who], banked.strongbox[who]) == (0, carried)
    back = do(game, banked, c.Bank(who, carried, out=True))
    assert (back.purses[who], back.strongbox[who]) == (carried, 0)


# -------------------------------------------------------------------- choices, words and secrets


@over_games
def test_everything_offered_is_accepted_and_has_words(game):
    campaign = find_campaign(game)
    den = dwellers(game)
    states = [
        in_the_hall(game, slots=[den]),
        in_the_hall(game, light=0, doors={"door": False}),
        in_the_hall(game, stage="town", at=""),
        in_the_hall(game, stage="road", at=""),
        do(game, in_the_hall(game, slots=[den], doors={"door": True}), c.Follow("door")),
    ]
    for state in states:
        for seat in (REFEREE, *campaign.seats(state)):
            for choice in campaign.choices(state, seat):
                for language in LANGUAGES:
                    assert label_text(campaign, state, choice.label, language)
                for plain in choice.fillings():
                    command = campaign.command(plain)
                    assert seat.may_act_for(campaign.owner(state, command)), command
                    assert campaign.allows(state, command), command


@over_games
def test_the_picture_shows_light_and_stores(game):
    campaign = find_campaign(game)
    state = play_on(game, gathered(game, "", ()), 20, until="dungeon")
    party, *_ = campaign.seats(state)
    now = state.minutes
    for light, torches, italian, english in ((now + 30, 5, "30 minuti", "30 minutes"), (0, 2, "buio", "dark")):
        shown = replace(state, light=light, torches=torches)
        lines = "\n".join(campaign.picture(shown, party, "it"))
        assert italian in lines
        assert f"Torce: {torches}" in lines
        assert english in "\n".join(campaign.picture(shown, party, "en"))


@over_games
def test_a_card_shows_light_and_stores(game):
    campaign = find_campaign(game)
    state = in_the_hall(game, light=13, torches=2)
    party, *_ = campaign.seats(state)
    *people, stores = campaign.cards(state, party, "en")
    assert {card.id for card in people} >= set(campaign.side.party.people(state))
    assert [(gauge.label, gauge.value, gauge.low) for gauge in stores.gauges] == [
        ("Minutes of light", 10, True),
        ("Torches", 2, True),
    ]
    assert stores.line == walker(game).money(sum(state.purses.values()), "en")
    in_town = campaign.cards(in_the_hall(game, stage="town", at=""), party, "it")[-1]
    assert [gauge.label for gauge in in_town.gauges] == ["Torce"]


@over_games
def test_a_player_is_not_told_of_doors_that_nobody_has_found(game):
    campaign = find_campaign(game)
    state = in_the_hall(game, slots=[dwellers(game, "crypt")])
    party, *_ = campaign.seats(state)
    seen = msgspec.json.encode(campaign.view(state, party)).decode()
    assert "panel" not in seen
    assert "crypt" not in seen
    assert not any("panel" in choice.id for choice in campaign.choices(state, party))


@over_games
def test_what_lies_beyond_a_door_is_drawn_for_the_listener_and_shown_to_nobody(game):
    campaign = find_campaign(game)
    state = play_on(game, gathered(game, "", (("wandering_turns", 0),)), 20, until="dungeon")
    party, *_ = campaign.seats(state)
    (found,) = [each for each in ways(state.dungeon, state.at) if each.lead]
    after, events = told(game, state, w.ListenAt(FIRST[game], found.id), dice=QuickDice(4))
    beyond = set(after.dungeon.spaces) - set(state.dungeon.spaces)
    assert beyond
    seen = msgspec.json.encode(campaign.view(after, party)).decode()
    seen += "".join(str(shown_to(campaign, after, event, party) or "") for event in events)
    assert not [name for name in beyond if f'"{name}"' in seen or f"'{name}'" in seen]


# -------------------------------------------------------------------- whole expeditions


@over_games
@pytest.mark.parametrize("seed", [3, 7, 20, 33, 41])
def test_whole_expeditions_play_by_themselves_and_replay_to_the_byte(game, seed):
    campaign = find_campaign(game)
    table = Table.open(campaign, "t", seed.to_bytes(32, "big"))
    clock = 0
    for _ in range(260):
        if campaign.finished(table.state):
            break
        command = campaign.suggest(table.state, REFEREE)
        assert command is not None, table.state.stage
        answer = table.submit(command, REFEREE)
        assert not isinstance(answer, Refusal), (command, answer)
        state = table.state
        assert state.minutes >= clock
        clock = state.minutes
        assert all(gold >= 0 for gold in state.purses.values())
        assert state.torches >= 0
        for event in answer.events:
            for language in LANGUAGES:
                tell(campaign, state, event, language)
    restored = Table.restore(campaign, list(table.records()), seed.to_bytes(32, "big"))
    assert msgspec.json.encode(restored.state) == msgspec.json.encode(table.state)
    assert table.state.descents >= 1
    json.loads(msgspec.json.encode(campaign.view(table.state, campaign.seats(table.state)[0])))


@over_games
def test_a_search_of_walls_that_brings_somebody_is_a_meeting(game):
    campaign = find_campaign(game)
    state = in_the_hall(game, slots=[dwellers(game, "hall")])
    scene = Scene(campaign.side, state, QuickDice(1))
    campaign.side.walk.pass_turns(scene, 1)
    assert scene.state.meeting.slot == "den"
    assert not of(ClockMoved, scene.events)
    assert not knows(state.dungeon, GROUP, "panel")


# -------------------------------------------------------------------- the first word


def met(game, **changes):
    """The party has come upon those at home in the vault."""
    return do(game, in_the_hall(game, slots=[dwellers(game)], doors={"door": True}, **changes), c.Follow("door"))


def tried(game, state, command, *, success):
    """The state after a first word whose check goes well or badly, and what happened."""
    for seed in range(80):
        after, events = told(game, state, command, dice=QuickDice(seed))
        for _ in range(12):
            spoken = of(e.FirstWordSpoken, events)
            if spoken:
                break
            following = find_campaign(game).suggest(after, REFEREE)
            after, events = told(game, after, following, dice=QuickDice(seed))
        if spoken and spoken[0].success == success:
            return after, events
    raise AssertionError("the dice never fall like that")


@over_games
def test_the_party_has_the_first_word(game):
    campaign, state = find_campaign(game), met(game)
    offered = {one.command for one in campaign.choices(state, campaign.seats(state)[0])}
    words = {"strike_first", "creep_up", "slip_away"}
    assert words <= offered
    assert ("talk_round" in offered) == listens(walker(game), state.meeting)
    beasts = {"archmage": ("bear", "giant_scorpion"), "daggerheart": ("bear", "giant_scorpion")}[game]
    assert all(walker(game).mindless(name) for name in beasts)
    again = tell(campaign, state, e.FoesMet(((beasts[0], 1),), "slot", how="again"), "en")
    assert again.startswith("They are still here")
    fight, events = told(game, state, w.StrikeFirst(), dice=QuickDice(2))
    assert of(e.FightJoined, events)[0].surprised == ""
    assert campaign.side.meetings.fighting(fight)
    hall = in_the_hall(game)
    for command in (w.StrikeFirst(), w.CreepUp(FIRST[game]), w.TalkRound(FIRST[game]), w.SlipAway(FIRST[game])):
        assert refused(game, hall, command) == "no_meeting"
    assert refused(game, state, w.SlipAway("nobody")) == "cannot_now"


def test_the_odds_of_a_first_word_are_known_to_whoever_would_speak_it():
    campaign, state = find_campaign("archmage"), met("archmage")
    own, stranger = campaign.seats(state)[0], Seat("Zita", "player", frozenset())
    creep, slip = w.CreepUp(FIRST["archmage"]), w.SlipAway(FIRST["archmage"])
    odds = campaign.chance(state, own, creep, "en")
    assert odds is not None
    assert 0 < odds.success < 1
    tries = 200
    begun = [told("archmage", state, creep, dice=QuickDice(seed))[1] for seed in range(tries)]
    share = sum(of(e.FirstWordSpoken, events)[0].success for events in begun) / tries
    assert abs(share - odds.success) < 0.12
    assert campaign.chance(state, stranger, creep, "en") is None
    assert campaign.chance(met("archmage", heard=("door",)), own, slip, "en") is None, "nobody has noticed them"


@over_games
def test_whoever_creeps_up_unheard_springs_an_ambush(game):
    _, events = tried(game, met(game), w.CreepUp(FIRST[game]), success=True)
    assert of(e.FightJoined, events)[0].surprised == "foes"
    _, events = tried(game, met(game), w.CreepUp(FIRST[game]), success=False)
    assert of(e.FightJoined, events)[0].surprised == ""
    assert refused(game, met(game, heard=("door",)), w.CreepUp(FIRST[game])) == "unaware_already"


@over_games
def test_talk_may_avert_a_fight_with_those_who_have_a_mind(game):
    side = find_campaign(game).side
    names = side.stores.kinds()
    talker = next(name for name in names if not walker(game).mindless(name))
    brute = next(name for name in names if walker(game).mindless(name))
    state = met(game)
    talking = replace(state, meeting=replace(state.meeting, foes=((talker, 2),)))
    quiet, events = tried(game, talking, w.TalkRound(FIRST[game]), success=True)
    assert of(e.MeetingOver, events)[0].how == "parted"
    assert quiet.at == "vault"
    _, events = tried(game, talking, w.TalkRound(FIRST[game]), success=False)
    assert of(e.FightJoined, events)
    deaf = replace(state, meeting=replace(state.meeting, foes=((brute, 2),)))
    assert refused(game, deaf, w.TalkRound(FIRST[game])) == "deaf_to_words"
    assert "talk_round" not in {one.command for one in find_campaign(game).choices(deaf, REFEREE)}


@over_games
def test_whoever_slips_away_is_chased_or_not_even_seen(game):
    gone, events = tried(game, met(game), w.SlipAway(FIRST[game]), success=True)
    assert of(e.MeetingOver, events)[0].how == "fled"
    assert gone.at == "hall"
    _, events = tried(game, met(game), w.SlipAway(FIRST[game]), success=False)
    assert of(e.FightJoined, events)
    unseen, events = told(game, met(game, heard=("door",)), w.SlipAway(FIRST[game]))
    assert unseen.at == "hall"
    assert unseen.dungeon.slots["den"].state == "met"


@over_games
def test_a_stuck_door_gives_way_to_patience_too(game):
    fresh, stuck = in_the_hall(game), in_the_hall(game, doors={"door": False})
    assert refused(game, fresh, w.WorkOpen(FIRST[game], "door")) == "door_untried"
    assert refused(game, in_the_hall(game, doors={"door": True}), w.WorkOpen(FIRST[game], "door")) == "door_open"
    offered = {one.command for one in find_campaign(game).choices(stuck, REFEREE)}
    assert {"try_door", "work_open"} <= offered
    after = do(game, stuck, w.WorkOpen(FIRST[game], "door"), dice=QuickDice(3))
    assert after.minutes == 13


def with_a_dead_one(game, place="hall"):
    """A party in the hall, and one of it dead somewhere with a purse."""
    campaign = find_campaign(game)
    state = in_the_hall(game)
    dead = campaign.side.party.people(state)[1]
    name = called_in_both(campaign.game, campaign.side.party.whole(state), dead)
    slain = ArchmageFell(dead, "dead") if game == "archmage" else StatusChanged(dead, "dead")
    for event in (slain, HeroFell(dead, Fallen(dead, name, 3, place, 1))):
        state = campaign.evolve(state, event)
    return replace(state, purses={**state.purses, dead: 12}), dead


@over_games
def test_what_the_dead_had_can_be_taken_where_they_lie(game):
    campaign = find_campaign(game)
    state, dead = with_a_dead_one(game)
    who = campaign.side.party.able(state)[0]
    had = state.purses[who]
    assert dead not in campaign.side.party.people(state)
    after, events = told(game, state, w.SearchBody(who, dead))
    assert (after.purses[dead], after.purses[who]) == (0, had + 12)
    for event, language in product(of(e.BodySearched, events), LANGUAGES):
        assert tell(campaign, after, event, language)
    assert refused(game, after, w.SearchBody(who, dead)) == "nothing_on_the_body"
    assert refused(game, state, w.SearchBody(dead, dead)) == "cannot_now"
    away, _ = with_a_dead_one(game, "vault")
    assert refused(game, away, w.SearchBody(who, dead)) == "nothing_on_the_body"
    assert "search_body" in {one.command for one in campaign.choices(state, REFEREE)}
    assert "search_body" not in {one.command for one in campaign.choices(away, REFEREE)}


def test_potions_of_the_dead_are_taken_too():
    campaign = find_campaign("archmage")
    state, dead = with_a_dead_one("archmage")
    party = {**state.game.party, dead: replace(state.game.party[dead], potions=2)}
    state = replace(state, game=replace(state.game, party=party))
    who = campaign.side.party.able(state)[0]
    had = state.game.party[who].potions
    after, _ = told("archmage", state, w.SearchBody(who, dead))
    assert (after.game.party[dead].potions, after.game.party[who].potions) == (0, had + 2)


@over_games
def test_the_dead_lead_no_march(game):
    state, dead = with_a_dead_one(game)
    assert refused(game, state, w.GoInFront(dead)) == "cannot_now"


@over_games
def test_gold_goes_from_hand_to_hand(game):
    state = in_the_hall(game)
    who, to = find_campaign(game).side.party.people(state)[:2]
    has, had = state.purses[who], state.purses[to]
    after, events = told(game, state, w.HandOver(who, to, "gold", 3))
    assert (after.purses[who], after.purses[to]) == (has - 3, had + 3)
    for language in LANGUAGES:
        assert tell(find_campaign(game), after, of(e.GoldHanded, events)[0], language)
    for bad in (w.HandOver(who, who, "gold", 1), w.HandOver(who, to, "gold", has + 1), w.HandOver(who, to, "shoes", 1)):
        assert refused(game, state, bad) == "cannot_hand"
    assert refused(game, state, w.HandOver(who, "nobody", "gold", 1)) == "cannot_now"


UNABLE = {"archmage": {"awareness": "unconscious", "hp": -2}, "daggerheart": {"status": "unconscious"}}


@pytest.mark.parametrize("game", GAMES)
def test_from_whoever_lies_there_it_is_taken_and_of_two_such_neither_does_anything(game):
    state = in_the_hall(game)
    who, to = find_campaign(game).side.party.people(state)[:2]
    has = state.purses[who]

    def lie(state, *down):
        party = {each: replace(one, **(UNABLE[game] if each in down else {})) for each, one in state.game.party.items()}
        return replace(state, game=replace(state.game, party=party))

    after, events = told(game, lie(state, who), w.HandOver(who, to, "gold", 3))
    assert after.purses[who] == has - 3
    (line,) = [tell(find_campaign(game), after, event, "en") for event in events]
    assert " takes " in line
    assert refused(game, lie(state, who, to), w.HandOver(who, to, "gold", 3)) == "cannot_now"
