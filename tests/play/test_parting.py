"""Parties that part, in every game: who waits where with what, who is come upon, and how everybody gets home."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import do, dwellers, gathered, in_the_hall, of, refused, told, walker

from arbitro.dice.stream import QuickDice
from arbitro.dungeon.model import SURFACE
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY
from arbitro.kernel.sentence import tell
from arbitro.kernel.table import Table
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.delving import underground
from arbitro.play.sides.infausta import journey_of
from arbitro.play.sides.walking import commands as w
from arbitro.play.sides.walking import events as v
from arbitro.play.sides.walking.endings import beaten
from arbitro.play.sides.whitebox.box import expedition_of
from arbitro.play.state import Ailment
from arbitro.play.view import waiting
from arbitro.play.ways import unknown, ways
from arbitro.rules.whitebox.exploring import clock
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.exploring.events import WanderingRolled
from arbitro.rules.whitebox.exploring.state import Light
from arbitro.rules.whitebox.people import commands as p

WALKING = ("archmage", "daggerheart")
FAMILY = ("whitebox", "infausta")
over_walking = pytest.mark.parametrize("game", WALKING)
over_family = pytest.mark.parametrize("game", FAMILY)


def side(game: str) -> Any:
    return find_campaign(game).side


def parted(game: str, number: int = 1, **changes: Any) -> tuple[Any, tuple[str, ...]]:
    """The last of the party wait in the hall; the others have gone on to the gallery."""
    state = in_the_hall(game, **changes)
    last = side(game).party.people(state)[-number:]
    for who in last:
        state = do(game, state, c.SplitOff(who))
    return do(game, state, c.Follow("arch")), last


def outside(game: str, **changes: Any) -> tuple[Any, tuple[str, ...]]:
    """One waits in the hall, the others stand before the entrance."""
    state, last = parted(game, **changes)
    return do(game, do(game, state, c.Follow("arch")), c.Follow("stairs")), last


# -------------------------------------------------------------------- games of one shared scene


@over_walking
def test_whoever_stays_behind_is_out_of_the_game_and_still_known(game):
    before = in_the_hall(game)
    everybody = side(game).party.people(before)
    state, (left,) = parted(game)
    assert (state.waiting, state.at) == ({left: "hall"}, "gallery")
    assert left not in state.game.party
    assert left in state.apart
    assert set(side(game).party.people(state)) == set(everybody) - {left}
    campaign = find_campaign(game)
    assert str(campaign.name_of(state, left, "en")).lower() == left
    assert left in {seat.name for seat in campaign.seats(state)}
    card = next(card for card in campaign.cards(state, REFEREE, "en") if card.id == left)
    assert card.tags[0].text == "waits elsewhere"
    assert [line.partition(":")[0] for line in waiting(campaign.side, state, "en")] == ["Waiting elsewhere"]
    assert refused(game, state, c.SplitOff(left)) == "cannot_now"
    assert refused(game, state, c.Regroup()) == "nobody_waits"
    assert refused(game, state, c.TurnTo("vault")) == "nobody_waits"


@over_walking
def test_torches_are_shared_out_by_heads_and_the_burning_one_goes_on(game):
    before = in_the_hall(game, torches=12)
    heads = len(side(game).party.people(before))
    state, _ = parted(game, 2, torches=12)
    waiting = 12 // heads + (12 - 12 // heads) // (heads - 1)
    assert (state.torches, state.light) == (12 - waiting, 1000)
    assert (state.camps["hall"].torches, state.camps["hall"].light) == (waiting, 0)
    there = do(game, state, c.TurnTo("hall"))
    assert (there.torches, there.light) == (waiting, 0)
    assert (there.camps["gallery"].torches, there.camps["gallery"].light) == (12 - waiting, 1000)
    lit = do(game, there, w.KindleTorch(side(game).party.able(there)[0]))
    together = do(game, do(game, lit, c.Follow("arch")), c.Regroup())
    assert (together.torches, together.light, together.camps) == (11, 1000, {})
    assert (together.waiting, together.apart, together.trails) == ({}, {}, {})


@over_walking
def test_the_light_of_those_who_wait_burns_down_by_the_same_clock(game):
    state, _ = parted(game)
    turned = do(game, state, c.TurnTo("hall"))
    there = do(game, turned, w.KindleTorch(side(game).party.people(turned)[0]))
    back = do(game, there, c.TurnTo("gallery"))
    burning = back.camps["hall"].light
    assert burning == there.minutes + 60
    later, events = told(game, back, w.LetTimePass(7))
    assert later.camps["hall"].light == 0
    out = next(event for event in of(v.TorchBurnedOut, events) if event.space == "hall")
    for language in ("it", "en"):
        assert tell(find_campaign(game), later, out, language)


@over_walking
def test_only_those_who_are_there_fight_and_the_budget_counts_them_alone(game):
    state, (left,) = parted(game, slots=[dwellers(game, "vault")], doors={"door": True})
    back = do(game, do(game, state, c.Follow("arch")), c.Follow("door"))
    fight = do(game, back, w.Confront(), dice=QuickDice(3))
    assert side(game).meetings.fighting(fight)
    party = fight.game.fight.combatants if game == "archmage" else fight.game.party
    assert left not in party
    assert len(side(game).party.people(fight)) == len(side(game).party.people(in_the_hall(game))) - 1
    assert refused(game, fight, c.TurnTo("hall")) == "busy_now"


@over_walking
def test_those_to_whom_the_table_turns_run_where_they_had_come_from(game):
    state, _ = parted(game)
    assert state.came == "hall"
    there, events = told(game, state, c.TurnTo("hall"))
    assert (there.at, there.came) == ("hall", "gallery")  # as the party had come into the hall
    turned = of(e.TableTurned, events)[0]
    assert (turned.space, turned.variant()) == ("hall", "")
    assert do(game, there, c.TurnTo("gallery")).came == "hall"
    assert there.minutes == state.minutes


@over_walking
def test_somebody_able_must_go_on(game):
    state = in_the_hall(game)
    everybody = side(game).party.people(state)
    for who in everybody[1:]:
        state = do(game, state, c.SplitOff(who))
    assert refused(game, state, c.SplitOff(everybody[0])) == "nobody_goes_on"
    assert not [one for one in find_campaign(game).choices(state, REFEREE) if one.command == "split_off"]


@over_walking
def test_whoever_goes_in_front_treads_on_traps_first(game):
    state = in_the_hall(game)
    people = side(game).party.people(state)
    led = do(game, state, w.GoInFront(people[2]))
    assert side(game).party.people(led) == (people[2], people[0], people[1], *people[3:])
    assert side(game).party.leading(led) == (people[2], people[0])
    assert refused(game, led, w.GoInFront(people[2])) == "in_front_already"
    assert refused(game, led, w.GoInFront("nobody")) == "cannot_now"


# -------------------------------------------------------------------- come upon


@over_walking
def test_the_hourly_die_is_thrown_for_those_who_wait_too(game):
    state, _ = parted(game, options={"wandering_turns": 6})
    later, events = told(game, state, w.LetTimePass(6), (6, 2), (6, 3))
    kept = of(e.WatchKept, events)
    assert [(one.space, one.came, one.audience) for one in kept] == [("hall", False, REFEREE_ONLY)]
    assert (later.alarms, later.at) == ((), "gallery")
    minutes = [event.minute for event in of(e.ClockMoved, events)]
    assert 60 in minutes  # at the same minute as the party's own


@over_walking
def test_the_table_turns_to_those_who_are_come_upon(game):
    state, (left,) = parted(game, options={"wandering_turns": 6, "wandering_chance": 2})
    dice = _Fixed([(6, 5), (6, 2)])
    later, events = told(game, state, w.LetTimePass(12), dice=dice)
    assert later.minutes == 60  # the others' wait ends with it
    assert (later.at, side(game).party.people(later)) == ("hall", (left,))
    assert of(e.TableTurned, events)[0].why == "alarm"
    assert later.meeting is not None
    assert set(later.waiting.values()) == {"gallery"}
    apart = do(game, later, w.LetThemPass())
    assert do(game, apart, c.TurnTo("gallery")).at == "gallery"


@over_walking
def test_whoever_comes_to_both_at_once_is_met_one_after_the_other(game):
    state, _ = parted(game, options={"wandering_turns": 6, "wandering_chance": 6})
    both = do(game, state, w.LetTimePass(6), dice=QuickDice(1))
    assert (both.at, both.alarms) == ("gallery", ("hall",))
    assert both.meeting is not None
    then, events = told(game, both, w.LetThemPass(), dice=QuickDice(2))
    assert (then.at, then.alarms, of(e.TableTurned, events)[0].why) == ("hall", (), "alarm")
    assert then.meeting is not None


@over_walking
def test_whoever_has_come_back_in_time_is_come_upon_with_the_others(game):
    state, _ = parted(game)
    state = replace(do(game, do(game, state, c.Follow("arch")), c.Regroup()), alarms=("hall",))
    met, events = told(game, state, c.AskMe("doors"), dice=QuickDice(4))
    assert (met.alarms, met.at, of(e.TableTurned, events)) == ((), "hall", [])
    assert met.meeting is not None
    gone = replace(state, alarms=("vault",))
    assert do(game, gone, c.AskMe("doors")).alarms == ()


@over_walking
def test_the_helpless_are_passed_by(game):
    state, (left,) = parted(game, options={"wandering_turns": 6})
    state = replace(state, apart={left: laid_low(game, state.apart[left])})
    told(game, state, w.LetTimePass(6), (6, 2))  # one die, for those who walk
    assert refused(game, state, c.TurnTo("hall")) == "nobody_stands"


def laid_low(game: str, one: Any) -> Any:
    return replace(one, awareness="unconscious", hp=0) if game == "archmage" else replace(one, status="unconscious")


def dead(game: str, one: Any) -> Any:
    return replace(one, awareness="dead") if game == "archmage" else replace(one, status="dead")


class _Fixed:
    """Some dice as they are said, on every stream; then any."""

    def __init__(self, script: list[tuple[int, int]]) -> None:
        self.script, self.others = list(script), QuickDice(9)

    def roll(self, sides: int, purpose: str = "", /) -> Any:
        die = self.others.roll(sides, purpose)
        if not self.script:
            return die
        wanted, face = self.script.pop(0)
        assert wanted == sides, (purpose, sides)
        return replace(die, face=face)

    def stream(self, name: str, /) -> "_Fixed":
        del name
        return self


# -------------------------------------------------------------------- lost, home, given up


@over_walking
def test_those_who_wait_go_on_when_the_others_are_lost(game):
    state, (left,) = parted(game, torches=9)
    fallen = {who: dead(game, one) for who, one in state.game.party.items()}
    lost = replace(state, game=replace(state.game, party=fallen))
    after, events = told(game, lost, c.AskMe("doors"))
    assert of(e.TableTurned, events)[0].why == "lost"
    assert (after.stage, after.at, side(game).party.people(after)) == ("dungeon", "hall", (left,))
    assert {one.place for one in after.fallen} == {"gallery"}
    assert after.camps["gallery"].torches == state.torches  # what the others had lies where they fell
    found = do(game, after, c.Follow("arch"))
    assert (found.torches, found.camps) == (9, {})
    over = replace(
        after, game=replace(after.game, party={**after.game.party, left: dead(game, after.game.party[left])})
    )
    assert do(game, over, c.AskMe("parley")).stage == "over"


@over_walking
def test_nobody_goes_home_without_the_others(game):
    state, (left,) = outside(game)
    assert (state.stage, state.at, state.waiting) == ("road", "", {left: "hall"})
    for command, code in (
        (w.March(), "somebody_waits"),
        (c.EnterTown(), "somebody_waits"),
        (c.TurnRound(), "no_turning"),  # it stands before the dungeon: where the party is comes first
    ):
        assert refused(game, state, command) == code
    offered = {one.command for one in find_campaign(game).choices(state, REFEREE)}
    assert {"follow", "turn_to", "give_up"} <= offered
    assert not {"march", "enter_town", "turn_round"} & offered
    below = do(game, state, c.TurnTo("hall"))
    assert (below.stage, below.at, below.descents) == ("dungeon", "hall", state.descents)
    assert set(below.waiting.values()) == {SURFACE}
    above = do(game, do(game, below, c.Follow("stairs")), c.Regroup())
    assert (above.stage, above.waiting) == ("road", {})
    do(game, above, w.March())


@over_walking
def test_those_who_are_given_up_count_as_fallen_with_what_they_carried(game):
    state, (left,) = outside(game, torches=12)
    assert refused(game, state, c.GiveUp("gallery")) == "nobody_waits"
    gone, events = told(game, state, c.GiveUp("hall"))
    assert [(one.who, one.place, one.level) for one in gone.fallen] == [(left, "hall", 1)]
    assert of(e.HeroFell, events) == []
    assert (gone.waiting, gone.camps, gone.purses[left]) == ({}, {}, 0)
    assert left in {who for who, _ in side(game).party.dead(gone)}
    for language in ("it", "en"):
        assert tell(find_campaign(game), gone, of(e.GivenUp, events)[0], language)
    do(game, gone, w.March())
    below, _ = parted(game)
    assert refused(game, below, c.GiveUp("hall")) == "not_on_the_road"


@over_walking
def test_a_beaten_group_is_robbed_of_what_it_has_with_it(game):
    state, (left,) = parted(game)
    campaign = find_campaign(game)
    from arbitro.play.scene import Scene

    scene = Scene(campaign.side, replace(state, purses=dict.fromkeys(state.purses, 7)), QuickDice(1))
    beaten(walker(game), scene)
    assert scene.state.stage == "road"
    assert {who: gold for who, gold in scene.state.purses.items() if gold} == {left: 7}


@over_walking
@pytest.mark.rule("DA-GAS-07")
def test_sickness_ends_where_the_sick_see_the_sky(game):
    state, (left,) = parted(game)
    first = side(game).party.people(state)[0]
    sick = (Ailment(left, "sick", -1), Ailment(first, "sick", -1))
    up = do(game, do(game, replace(state, ailments=sick), c.Follow("arch")), c.Follow("stairs"))
    assert [each.who for each in up.ailments] == [left]


@over_walking
def test_a_plain_party_fetches_whoever_waits(game):
    campaign = find_campaign(game)
    state, _ = parted(game)
    assert campaign.suggest(state, REFEREE) == c.Follow("arch")
    assert campaign.suggest(do(game, state, c.Follow("arch")), REFEREE) == c.Regroup()
    above, _ = outside(game)
    assert campaign.suggest(above, REFEREE) == c.Follow("stairs")


def test_a_quick_rest_is_due_to_those_who_fought():
    from arbitro.rules.archmage import commands as a

    state, _ = parted("archmage")
    fought = replace(state, game=replace(state.game, resting=True))
    others = do("archmage", fought, c.TurnTo("hall"))
    assert refused("archmage", others, a.QuickRest()) == "no_rest"
    do("archmage", do("archmage", others, c.TurnTo("gallery")), a.QuickRest())


@pytest.mark.rule("DHP-REST-02")
def test_short_rests_are_counted_for_each_group():
    from arbitro.play.sides.daggerheart.state import Camp

    state, _ = parted("daggerheart")
    weary = replace(state, game=replace(state.game, short_rests=3))
    others = do("daggerheart", weary, c.TurnTo("hall"))
    assert others.game.short_rests == 0
    do("daggerheart", others, Camp("short"), dice=QuickDice(3))
    together = do("daggerheart", do("daggerheart", others, c.Follow("arch")), c.Regroup())
    assert together.game.short_rests == 3


# -------------------------------------------------------------------- the White Box family


def below(game: str, seed: int = 11) -> Table[Any]:
    """A party at leisure in the first place of the dungeon."""
    campaign = find_campaign(game)
    table = Table.open(campaign, "t", seed.to_bytes(32, "big"), {"road_days": 0})
    party = campaign.side.party.parties()[0][0]
    must(table, c.Gather(party))
    for _ in range(60):
        if table.state.at and underground(campaign.side, table.state) is None:
            return table
        must(table, campaign.suggest(table.state, REFEREE))
    raise AssertionError("the party never came underground")


def must(table: Table[Any], command: Any) -> Any:
    answer = table.submit(command, REFEREE)
    assert not isinstance(answer, Refusal), (command, answer)
    return answer


def hero(table: Table[Any]) -> str:
    """The last of the party who is nobody's servant."""
    state = table.state
    able = table.ruleset.side.party.able(state)
    return next(who for who in reversed(able) if state.game.characters[who].kind == "player")


def gone_on(game: str) -> tuple[Table[Any], str, str]:
    """One waits at the foot of the stairs, the others have gone on; nobody is met on the way."""
    for seed in range(11, 60):
        table = below(game, seed)
        campaign: Any = table.ruleset
        place, left = table.state.at, hero(table)
        must(table, c.SplitOff(left))
        here = table.state.dungeon
        new = [each for each in ways(here, place) if unknown(here, each) and not each.is_door]
        if not new or isinstance(table.submit(c.Follow(new[0].id), REFEREE), Refusal):
            continue
        state = table.state
        if underground(campaign.side, state) is None and state.at not in (place, "") and not state.awaiting:
            return table, left, place
    raise AssertionError("everybody is always met")


def decided(table: Table[Any], command: Any, dice: Any) -> Any:
    answer = table.ruleset.decide(table.state, command, dice)
    assert not isinstance(answer, Refusal), answer
    return answer


@over_family
@pytest.mark.rule("WB-CORE-03", "IS-TURN-03")
def test_wandering_monsters_are_checked_for_those_who_wait_at_the_same_turns(game):
    table, _, place = gone_on(game)
    answer = decided(table, x.PassTurns(7), _Fixed([(6, 6), (6, 6)]))
    mine, theirs = of(WanderingRolled, answer.events), of(e.WatchKept, answer.events)
    assert len(mine) == len(theirs) == 1
    assert [(one.space, one.came, one.audience) for one in theirs] == [(place, False, REFEREE_ONLY)]
    assert theirs[0].check.against == mine[0].check.against
    assert theirs[0].rules == mine[0].rules


@over_family
def test_the_table_turns_to_those_whom_wandering_monsters_find(game):
    table, left, place = gone_on(game)
    before = table.state.minutes
    answer = decided(table, x.PassTurns(20), _Fixed([(6, 6), (6, 1)]))
    after = answer.state
    campaign: Any = table.ruleset
    assert of(e.TableTurned, answer.events)[0].why == "alarm"
    assert (after.at, campaign.side.party.people(after)) == (place, (left,))
    assert after.minutes - before <= 70  # the wait of the others ended with it
    out = expedition_of(after)
    assert out.at == place
    assert (after.came, out.came) == ("", "road")  # down the stairs, and up again if need be


@over_family
def test_a_torch_shines_where_its_bearer_is(game):
    table, left, place = gone_on(game)
    campaign: Any = table.ruleset
    inner = table.state.game
    lights = {"light/1": Light("light/1", left, "torches_6", 0, inner.minutes + 60)}
    dark = replace(inner, expedition=replace(inner.expedition, lights=lights))
    assert not clock.lit(campaign.game.at(dark))
    turned = campaign.decide(replace(table.state, game=dark), c.TurnTo(place), QuickDice(1))
    assert clock.lit(campaign.game.at(turned.state.game))


@over_family
def test_nobody_hands_things_across_the_dungeon(game):
    table, left, _ = gone_on(game)
    campaign: Any = table.ruleset
    here = campaign.side.party.people(table.state)[0]
    item = next(iter(table.state.game.characters[here].items))
    for command in (p.Give(here, left, item), p.JoinParty(left)):
        answer = table.submit(command, REFEREE)
        assert isinstance(answer, Refusal)
        assert answer.code == "waits_elsewhere"
    answer = table.submit(p.LeaveParty(here), REFEREE)
    assert isinstance(answer, Refusal)
    assert answer.code == "party_not_in_town"
    for choice in campaign.choices(table.state, REFEREE):
        assert left not in choice.fixed.values()
        assert all(left != pick.value for each in choice.parameters for pick in each.picks)


@over_family
def test_the_others_wait_before_the_entrance_until_all_are_there(game):
    table = below(game)
    left, place = hero(table), table.state.at
    must(table, c.SplitOff(left))
    must(table, c.GoTo(SURFACE))
    assert (table.state.stage, table.state.waiting) == ("road", {left: place})
    answer = table.submit(c.EnterTown(), REFEREE)
    assert isinstance(answer, Refusal)
    assert answer.code == "somebody_waits"
    must(table, c.TurnTo(place))
    assert (table.state.stage, table.state.at) == ("dungeon", place)
    must(table, c.GoTo(SURFACE))
    must(table, c.Regroup())
    assert table.state.waiting == {}
    must(table, c.EnterTown())


@over_family
def test_whoever_is_given_up_never_comes_back(game):
    table = below(game)
    left, place = hero(table), table.state.at
    must(table, c.SplitOff(left))
    must(table, c.GoTo(SURFACE))
    must(table, c.GiveUp(place))
    assert [one.who for one in table.state.fallen] == [left]
    must(table, c.EnterTown())
    assert isinstance(table.submit(p.JoinParty(left), REFEREE), Refusal)


def test_hirelings_alone_do_not_go_on():
    table = below("whitebox")
    campaign: Any = table.ruleset
    state = table.state
    who = hero(table)
    people = {**state.game.characters, who: replace(state.game.characters[who], kind="hireling")}
    hired = replace(state, game=replace(state.game, characters=people))
    assert campaign.side.parting.can_go_on(state, (who,))
    assert not campaign.side.parting.can_go_on(hired, (who,))


@pytest.mark.parametrize("game", [*WALKING, *FAMILY])
def test_every_game_offers_to_part(game):
    if game in WALKING:
        offered = {one.command for one in find_campaign(game).choices(in_the_hall(game), REFEREE)}
    else:
        table = below(game)
        offered = {one.command for one in table.ruleset.choices(table.state, REFEREE)}
    assert "split_off" in offered
    assert gathered(game, "", ()).waiting == {}


@over_family
def test_the_order_of_march_and_what_is_thrown_away_are_choices(game):
    table = below(game)
    campaign: Any = table.ruleset
    people = campaign.side.party.people(table.state)
    offered = {one.id: one for one in campaign.choices(table.state, REFEREE)}
    must(table, campaign.command(offered["marching_order"].fill(order=",".join((people[-1], *people[:-1])))))
    assert campaign.side.party.people(table.state) == (people[-1], *people[:-1])
    key, item = next((key, item) for key, item in table.state.game.characters[people[0]].items.items() if item.count)
    must(table, campaign.command(offered[f"use_up/{people[0]}/{key}"].fill(count=item.count)))
    left = table.state.game.characters[people[0]].items.get(key)
    assert left is None or left.count == 0


def test_across_country_the_way_home_begins_when_all_are_there():
    campaign: Any = find_campaign("infausta")
    for seed in range(4, 40):
        table = Table.open(campaign, "t", seed.to_bytes(32, "big"))
        must(table, c.Gather(campaign.side.party.parties()[-1][0]))
        must(table, c.SetOut("wilds"))
        for _ in range(400):
            if campaign.finished(table.state) or (table.state.at and underground(campaign.side, table.state) is None):
                break
            must(table, campaign.suggest(table.state, REFEREE))
        if not table.state.at or len(campaign.side.party.able(table.state)) < 2:
            continue
        left, place = hero(table), table.state.at
        must(table, c.SplitOff(left))
        must(table, c.GoTo(SURFACE))
        if table.state.stage != "road":
            continue
        assert journey_of(table.state) is None  # the others wait for whoever is below
        must(table, c.TurnTo(place))
        must(table, c.GoTo(SURFACE))
        if table.state.stage != "road":
            continue
        must(table, c.Regroup())
        assert journey_of(table.state) is not None
        return
    raise AssertionError("no party came so far")


@pytest.mark.rule("IS-TURN-12", "IS-TURN-13")
def test_those_who_wait_rest_and_those_who_walk_grow_weary():
    table, _, place = gone_on("infausta")
    campaign: Any = table.ruleset
    state = table.state
    weary = replace(state.game, delve=replace(state.game.delve, rests_due=2, active=4))
    state = replace(state, game=weary)
    away = state.at
    there = campaign.decide(state, c.TurnTo(place), QuickDice(1)).state
    assert there.game.delve.rests_due == 0  # the fight was the others'
    assert (there.worn[away].rests_due, there.worn[away].active) == (2, 4)
    assert [there.worn[away].by(there.minutes + turns * 10) for turns in (0, 1, 2, 3)] == [
        (4, 2),
        (4, 1),
        (4, 0),
        (0, 0),
    ]
    back = campaign.decide(there, c.TurnTo(away), QuickDice(1)).state
    assert (back.game.delve.rests_due, back.game.delve.active) == (2, 4)
    assert away not in back.worn


@pytest.mark.rule("WB-CORE-02", "WB-OUTDOOR-01")
@pytest.mark.parametrize("miles", [6, 30])
@pytest.mark.parametrize("space", ["", SURFACE], ids=["below", "before the entrance"])
@over_family
def test_whoever_fled_from_the_entrance_comes_back_to_those_who_wait(game, space, miles):
    """A flight may lead miles away: the way back is walked, and no farther, until everybody is there or given up."""
    table = below(game)
    left = hero(table)
    must(table, c.SplitOff(left))
    must(table, c.GoTo(SURFACE))
    campaign: Any = table.ruleset
    state = table.state
    state = replace(state, waiting={left: space or state.waiting[left]})
    fled = replace(state.game.expedition, astray=miles, lost=True)
    state = replace(state, game=replace(state.game, expedition=fled))
    days = 0
    while not campaign.side.road.at_mouth(state) or campaign.side.meetings.busy(state):
        command = campaign.suggest(state, REFEREE)
        assert command is not None
        days += isinstance(command, x.Travel)
        assert days <= 9
        state = campaign.decide(state, command, QuickDice(days)).state
    assert refused(game, state, x.Travel("open")) == "somebody_waits"
    assert {choice.command for choice in campaign.choices(state, REFEREE)} & {"regroup", "turn_to", "give_up"}
