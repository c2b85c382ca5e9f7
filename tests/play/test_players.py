"""Automatic players: they come in by a person's door, and the careful live longer."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from tests.play.journal.playing import campaign
from tests.play.watching import expedition, opened, standing_in, watched

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice
from arbitro.dungeon.model import SURFACE, Slot
from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.play import campaigns, find_campaign
from arbitro.play import commands as c
from arbitro.play.delving import entrance
from arbitro.play.events import PartyMoved, StageReached
from arbitro.play.guide import exhausted, mourning, wishes
from arbitro.play.players import PLAYERS, Player
from arbitro.play.players.plain import Plain
from arbitro.play.players.prudent import Prudent
from arbitro.play.players.reckless import any_values, filled, weighted
from arbitro.play.players.runs import Job, Unplayable, count_one, play_out
from arbitro.play.players.tally import Counting, Death, Tally, summed
from arbitro.play.players.turn import next_turn, players_seat
from arbitro.play.players.whitebox.flight import odds_in_fight
from arbitro.play.players.whitebox.habits import COMPANY, HURT, OUTMATCHED, RATIONS, TORCHES, WhiteBoxHabits
from arbitro.play.sides.walking.events import GoldShared, PartyBeaten
from arbitro.play.sides.whitebox.box import company, expedition_of
from arbitro.play.state import Called, Fallen
from arbitro.play.ways import path, unknown, way
from arbitro.rules.whitebox.commands import Attack, Run
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.exploring import state as x_state
from arbitro.rules.whitebox.exploring.events import Listened
from arbitro.rules.whitebox.people import commands as p
from arbitro.rules.whitebox.terms import Named


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("game", campaigns())
def test_a_player_does_only_what_its_seat_may(game: str, name: str):
    own = 0
    for step in expedition(game, 11, 40 if name == "reckless" else 90, PLAYERS[name]):
        if step.turn.seat != REFEREE:
            owner = step.table.ruleset.owner(step.before, step.turn.command)
            assert step.turn.seat.role == "player"
            assert step.turn.seat.may_act_for(owner)
            own += 1
    assert own > 10


@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_seed_gives_the_same_campaign(name: str):
    first, again = (list(expedition("archmage", 4, 60, PLAYERS[name])) for _ in range(2))
    assert [step.turn for step in first] == [step.turn for step in again]
    assert msgspec.json.encode(first[-1].after) == msgspec.json.encode(again[-1].after)
    other = list(expedition("archmage", 5, 60, PLAYERS[name]))
    assert [step.turn for step in first] != [step.turn for step in other]


def test_a_player_throws_no_die_of_the_table():
    """Whoever chooses by lot has dice of their own: asking what it would do leaves the table's where they were."""
    table = opened("whitebox", 5)
    campaign: Any = table.ruleset
    table.submit(c.Gather("ready:novices"), REFEREE)
    before = table.ledger.positions
    for kind in PLAYERS.values():
        next_turn(campaign, table.state, kind(campaign, QuickDice(1)))
    assert table.ledger.positions == before


@pytest.mark.parametrize("game", campaigns())
def test_a_party_of_which_nobody_stands_waits(game: str, monkeypatch: pytest.MonkeyPatch):
    """Gas has felled them all: there is no way that they could take."""
    step = next(
        step for step in expedition(game, 12, 90, PLAYERS["plain"]) if step.after.at and not step.after.awaiting
    )
    campaign: Any = step.table.ruleset
    nobody = replace(campaign.side, party=replace(campaign.side.party, able=lambda state: ()))
    monkeypatch.setattr(campaign, "side", nobody)
    wanted = list(wishes(campaign, step.after))
    assert not [command for command in wanted if isinstance(command, c.Follow)]


@pytest.mark.slow
def test_the_careful_live_longer():
    """Over ten seeds of twenty days: more of the prudent parties are left, and in as many turns underground fewer fell
    to traps: whoever lives longer meets more of them."""
    left: dict[str, int] = {}
    trapped: dict[str, float] = {}
    for name in ("plain", "prudent"):
        tallies = [count_one(Job("whitebox", name, f"careful/{number}", 20)) for number in range(10)]
        left[name] = sum(not one.over for one in tallies)
        fallen = sum(death.cause == "trap" for one in tallies for death in one.deaths)
        trapped[name] = fallen / sum(one.turns for one in tallies)
    assert left["prudent"] > left["plain"]
    assert trapped["prudent"] < trapped["plain"]


@pytest.mark.slow
def test_daring_kills_in_the_game_of_hope_and_fear():
    """The three ways to play, in the order of their skill, in the game that is played out most quickly."""
    runs = {
        name: [count_one(Job("daggerheart", name, f"careful/{number}", 10)) for number in range(7)] for name in PLAYERS
    }
    days = {name: sum(one.days for one in tallies) for name, tallies in runs.items()}
    dead = {name: sum(len(one.deaths) for one in tallies) / days[name] for name, tallies in runs.items()}
    assert days["reckless"] < days["plain"] <= days["prudent"]
    assert dead["prudent"] < dead["plain"] < dead["reckless"], "deaths a day: who lives longer has more days to die on"


# -------------------------------------------------------------------- no party goes to and fro


@pytest.mark.parametrize("seed", ["7", "8"])
def test_a_plain_party_does_not_shuttle(seed: str):
    """Whoever found nothing that they would do below asks for another dungeon instead of going there again."""
    idle = descents = known = 0
    for entry in campaign(seed).entries():
        for event in entry.events:
            if isinstance(event, StageReached) and event.stage == "dungeon":
                descents += 1
                known = 0
            elif isinstance(event, PartyMoved) and event.to:
                known += 1
            elif isinstance(event, StageReached) and event.stage == "town":
                idle = idle + 1 if descents and known <= 1 else 0
                assert idle < 2, "twice down the stairs and up again"
    assert descents


def test_a_place_behind_a_lair_is_no_reason_to_go_there():
    """The town and the dungeon must agree about what is left to see."""
    for step in watched("whitebox", 7, 200, Plain):
        state = step.after
        if not state.at or exhausted(state):
            continue
        landing = entrance(state.dungeon).b
        den = Slot("den", 1, landing, "monster", "CONTENT_MONSTER", state="met")
        dungeon = msgspec.structs.replace(state.dungeon, slots={**state.dungeon.slots, "den": den})
        guarded = msgspec.structs.replace(standing_in(state, ""), dungeon=dungeon)
        assert exhausted(guarded)
        return
    raise AssertionError("the party never went down")


def test_who_fell_at_the_gate_is_not_mourned_on_the_next_journey():
    table, _, _ = in_town()
    state = msgspec.structs.replace(table.state, set_out=500)

    def fell(minute: int) -> Any:
        return msgspec.structs.replace(state, fallen=(Fallen("bruno", Called("Bruno", "Bruno"), minute, "", 0),))

    assert not mourning(state)
    assert not mourning(fell(500))
    assert mourning(fell(501))


# -------------------------------------------------------------------- running for one's life


@pytest.mark.parametrize(("kind", "lost"), [(Plain, 0.9), (Prudent, 0.4)])
def test_it_runs_out_of_a_fight_that_is_lost(kind: Callable[..., Player], lost: float):
    ran = stayed = 0
    for seed in range(3):
        for step in expedition("whitebox", 300 + seed, 400, kind):
            side: Any = step.table.ruleset.side
            if step.turn.seat.role == "player" and side.meetings.fighting(step.before):
                weak = odds_in_fight(side.game, step.before) > lost
                ran += weak and isinstance(step.turn.command, Run)
                stayed += not weak and not isinstance(step.turn.command, Run)
                if isinstance(step.turn.command, Attack):
                    assert not weak or not side.game.allows(side.inner(step.before), Run(step.turn.command.who))
    assert ran
    assert stayed


# -------------------------------------------------------------------- the prudent player of La Scatola Bianca


def in_town(party: str = "ready:novices", seed: int = 5) -> tuple[Any, Any, Prudent]:
    table = opened("whitebox", seed)
    assert not isinstance(table.submit(c.Gather(party), REFEREE), Refusal)
    campaign: Any = table.ruleset
    player = Prudent(campaign, QuickDice(seed))
    return table, campaign, player


def play_until(table: Any, campaign: Any, player: Player, wanted: type[Any], most: int = 80) -> Any:
    """Let the player go on until it wants to do something of a kind; that command, not carried out."""
    for _ in range(most):
        turn = next_turn(campaign, table.state, player)
        assert turn is not None
        if isinstance(turn.command, wanted):
            return turn.command
        assert not isinstance(table.submit(turn.command, turn.seat), Refusal), turn
    raise AssertionError(f"it never came to {wanted.__name__}")


def test_it_outfits_the_party_before_it_sets_out():
    table, campaign, player = in_town()
    play_until(table, campaign, player, c.SetOut)
    people = list(company(table.state))
    heroes = [one for one in people if one.kind == "player"]
    assert len(people) == COMPANY
    assert all(
        sum(item.count for item in one.items.values() if item.of == "torches_6") >= TORCHES for one in heroes[:2]
    )
    assert all(
        sum(item.count for item in one.items.values() if item.of == "rations_trail") >= RATIONS for one in heroes
    )
    caster = next(one for one in heroes if one.class_id == "magic_user")
    assert "sleep" in caster.prepared


def test_it_wears_the_best_armour_that_it_can_pay():
    table, _, player = in_town()
    habits = player.habits
    assert isinstance(habits, WhiteBoxHabits)
    bruno = table.state.game.characters["bruno"]
    assert bruno.items["chain"].where == "worn"
    rich = msgspec.structs.replace(bruno, coins=msgspec.structs.replace(bruno.coins, gp=500))
    assert [type(wish) for wish in habits.armour(rich)] == [p.Buy]
    assert next(iter(habits.armour(rich))) == p.Buy("bruno", "plate")
    plate = msgspec.structs.replace(bruno.items["chain"], of="plate", where="pack")
    both = msgspec.structs.replace(rich, items={**bruno.items, "plate": plate})
    assert list(habits.armour(both)) == [
        p.Carry("bruno", "chain", "pack"),
        p.Sell("bruno", "chain"),
        p.Carry("bruno", "plate", "worn"),
    ]


def test_it_stays_in_town_until_everybody_is_whole():
    table, campaign, player = in_town()
    table.submit(p.Hurt("bruno", Amount(plus=2)), REFEREE)
    play_until(table, campaign, player, c.SetOut)
    assert table.state.minutes > 24 * 60
    assert player.habits.health(table.state) == 1


def test_it_turns_back_when_it_is_hurt():
    table, _, player = in_town()
    habits = player.habits
    assert habits.fit_to_go_on(table.state)
    heroes = [one for one in company(table.state) if one.kind == "player"]
    left = sum(one.max_hp for one in heroes)
    for one in heroes:
        table.submit(p.Hurt(one.id, Amount(plus=one.hp - 1)), REFEREE)
    assert len(heroes) < HURT * left
    assert not habits.fit_to_go_on(table.state)


def test_it_runs_from_the_strong_before_they_have_made_up_their_minds():
    seen = {True: 0, False: 0}
    for seed in range(6):
        for step in expedition("whitebox", 900 + seed, 250, Prudent):
            campaign: Any = step.table.ruleset
            side, habits = campaign.side, WhiteBoxHabits(campaign)
            out = expedition_of(step.before)
            if out is None or out.meeting is None or side.meetings.fighting(step.before) or step.before.awaiting:
                continue
            if step.turn.seat.role == "player":
                strong = habits.worth_running(step.before, out)
                assert not strong or habits.odds(step.before, out) > OUTMATCHED
                flight = x.Flee()
                if strong and campaign.allows(step.before, flight):
                    assert step.turn.command == flight
                    seen[True] += 1
                else:
                    assert step.turn.command != flight
                    seen[False] += 1
    assert seen[True]
    assert seen[False]


@pytest.mark.parametrize("game", ["whitebox", "infausta"])
def test_whoever_has_run_in_vain_again_and_again_runs_no_more(game: str):
    """Where the one way home leads past those it fears, it would run to and fro until the lights are out."""
    for seed in range(6):
        for step in expedition(game, 900 + seed, 250, Prudent):
            campaign: Any = step.table.ruleset
            if not (step.before.at and isinstance(step.turn.command, x.Flee)):
                continue
            player, seat = Prudent(campaign, QuickDice(seed)), step.turn.seat
            player.runs[step.before.at] = {1, 2}
            assert player.forestall(step.before, seat) == x.Flee() or player.choose(step.before, seat) == x.Flee()
            player.runs[step.before.at] = {1, 2, 3}
            assert player.forestall(step.before, seat) is None
            assert isinstance(player.choose(step.before, seat), x.Parley | x.Engage | None)
            return
    raise AssertionError("nobody ran")


@pytest.mark.parametrize("game", campaigns())
def test_it_fears_the_place_that_it_ran_from_and_no_way_that_nobody_has_seen(game: str):
    """Whoever runs on the road is nowhere on the map: an unexplored way leads nowhere yet either, and is not feared."""
    flights = 0
    for seed in range(2):
        player = Watched(find_campaign(game), QuickDice(40 + seed))
        for step in expedition(game, 40 + seed, 200, player.at_the_table):
            flights += player.ran
            assert "" not in player.feared
            assert not (player.ran and step.before.at) or step.before.at in player.feared
            player.ran = False
    assert flights or not isinstance(player.habits, WhiteBoxHabits)  # elsewhere few are worth running from


class Watched(Prudent):
    """Says whether the last thing that it wished itself, and not the guide, was to run."""

    ran = False

    def at_the_table(self, campaign: Any, dice: Any) -> Prudent:
        super().__init__(campaign, dice)
        return self

    def first(self, state: Any, seat: Any, wishes: Any) -> Any:
        chosen = super().first(state, seat, wishes)
        self.ran = isinstance(chosen, self.habits.flights)
        return chosen


@pytest.mark.parametrize(("monster", "runs"), [("rat_giant", True), ("wolf", True), ("worg", False)])
def test_it_runs_from_beasts_that_no_word_holds_back_though_they_are_faster(monster: str, runs: bool):
    table, _, player = in_town()
    hall = entrance(table.state.dungeon).b
    troop, place = x_state.Troop(id="met", monster=monster), x_state.Place(id=hall, name=Named("sala", "hall"))
    out = x_state.Expedition(
        at=hall, began=0, places={hall: place}, troops={"met": troop}, meeting=x_state.Meeting("met", 40, 30)
    )
    state = msgspec.structs.replace(table.state, game=msgspec.structs.replace(table.state.game, expedition=out))
    habits = player.habits
    assert isinstance(habits, WhiteBoxHabits)
    assert state.at == hall
    assert habits.odds(state, out) > OUTMATCHED
    assert habits.worth_running(state, out) is runs


def test_it_listens_at_a_door_before_it_opens_it():
    listened: set[str] = set()
    opened_doors = 0
    for step in watched("whitebox", 7, 300, Prudent):
        command, state = step.turn.command, step.before
        if isinstance(command, x.Listen):
            listened.add(command.door)
        elif isinstance(command, x.OpenDoor):
            door = way(state.dungeon, state.at, command.door)
            if door is not None and unknown(state.dungeon, door):
                assert command.door in listened, command
                opened_doors += 1
        elif isinstance(command, c.SetOut):
            listened.clear()
    assert opened_doors


def test_it_leaves_a_door_alone_behind_which_it_heard_something():
    campaign = find_campaign("whitebox")
    for step in watched("whitebox", 7, 300, Prudent):
        state = step.after
        if not state.at:
            continue
        player = Prudent(campaign, QuickDice(1))
        wanted = player.new_way(state, state.at, 9)
        if wanted is not None and wanted.is_door:
            player.notice(state, (Listened("bruno", wanted.id, heard=True),))
            assert player.noisy(wanted)
            assert player.new_way(state, state.at, 9) != wanted
            player.notice(state, (Listened("bruno", wanted.id, heard=False),))
            assert player.noisy(wanted)  # silence does not take back what was heard
            return
    raise AssertionError("there was no door")


def test_it_goes_round_a_place_that_it_fears_and_through_it_only_where_no_other_way_leads_out():
    round_it = through_it = 0
    for step in watched("whitebox", 7, 260, Prudent):
        state, campaign = step.after, find_campaign("whitebox")
        if not state.at:
            continue
        player = Prudent(campaign, QuickDice(1))
        home = player.towards(state, {SURFACE})
        if home is None or home.to not in state.dungeon.spaces:
            continue
        player.feared.add(home.to)
        other = player.towards(state, {SURFACE})
        assert other is not None
        if other.to == home.to:
            through_it += 1
            assert path(state.dungeon, state.at, {SURFACE}, frozenset({home.to})) is None
        else:
            round_it += 1
            onwards = path(state.dungeon, other.to, {SURFACE}, frozenset({home.to}))
            assert onwards is not None
            assert home.to not in {each.to for each in onwards}
    assert round_it > 10
    assert through_it > 10


def test_it_dares_no_level_deeper_than_its_own():
    table, _, player = in_town()
    assert player.habits.dare(table.state) == 1
    table, _, player = in_town("random:4:5")
    assert player.habits.dare(table.state) == 5


# -------------------------------------------------------------------- lots


def test_lots_are_fair_to_their_weights():
    dice = QuickDice(3)
    drawn = [weighted({"often": 3, "seldom": 1}, dice) for _ in range(4000)]
    assert 2850 < drawn.count("often") < 3150  # 3 in 4, within about five standard deviations


def test_a_parameter_is_filled_within_its_limits():
    from arbitro.kernel.choice import Label, Parameter, Pick

    dice = QuickDice(4)
    numbers = {filled(Parameter("days", "number", minimum=2, maximum=5), dice) for _ in range(200)}
    assert numbers == {2, 3, 4, 5}
    picks = tuple(Pick(word, Label(word)) for word in ("left", "right"))
    assert {filled(Parameter("way", picks=picks), dice) for _ in range(50)} == {"left", "right"}


# -------------------------------------------------------------------- counting


def test_campaigns_are_counted():
    lost = Tally("1", 4, 100, True, 2, 7, (1, 2), 30, 60, 120, (Death("foe:orc", 2), Death("trap", 1)), 50)
    home = Tally("2", 6, 100, False, 4, 9, (1,), 20, 140, 380, (Death("foe:orc", 0),), 100, 3)
    found = summed([lost, home])
    assert (found.runs, found.survived, found.days, found.descents, found.rooms, found.deepest) == (2, 1, 5, 3, 8, 1.5)
    assert (found.treasure_per_turn, found.treasure_per_day, found.experience_per_day) == (4, 20, 50)
    assert (found.secured_per_day, found.deaths, found.beatings) == (15, 1.5, 1.5)
    assert [(row.level, row.reached, row.lost, row.deaths) for row in found.levels] == [
        (0, 2, 1, 1),
        (1, 2, 1, 1),
        (2, 1, 1, 1),
    ]
    assert found.causes == (("foe:orc", 2), ("trap", 1))
    assert summed([]).runs == 0


@pytest.mark.parametrize(("game", "seed"), [("whitebox", "richer"), ("archmage", "rich")])
def test_what_came_home_is_what_the_party_is_richer_by(game: str, seed: str):
    """Each time in town again, over what it had when it went; what it is robbed of on the way is not counted."""
    left_with = brought = beaten = 0

    def watch(table: Any, entry: Any) -> None:
        nonlocal left_with, brought, beaten
        wealth = table.ruleset.side.purse.wealth(table.state)
        if isinstance(entry.command, c.SetOut):
            left_with = wealth
        elif isinstance(entry.command, c.EnterTown):
            brought += max(wealth - left_with, 0)
        beaten += sum(isinstance(event, PartyBeaten) for event in entry.events)

    _, tally = play_out(Job(game, "plain", seed, 9), watch)
    assert tally.secured == brought > 0
    assert tally.beatings == beaten


def test_rooms_of_every_dungeon_are_counted():
    table, campaign, _ = in_town()
    counting = Counting(campaign, table.state)
    step = next(step for step in expedition("whitebox", 12, 90, PLAYERS["plain"]) if step.after.at)
    counting.leave(step.after)
    once = counting.rooms, set(counting.levels)
    counting.leave(step.after)
    assert counting.rooms == 2 * once[0]
    assert counting.levels == once[1] == {1}


def test_a_campaign_that_cannot_begin_says_why():
    with pytest.raises(Unplayable) as bad:
        play_out(Job("whitebox", "plain", "1", 1, (c.Gather("ready:nobody"),)))
    assert bad.value.refusal.code == "no_such_party"


def test_everybody_who_fell_is_counted_with_a_cause():
    table, tally = play_out(Job("whitebox", "plain", "causes", 10))
    assert len(tally.deaths) == len(table.state.fallen) > 0
    side = find_campaign("whitebox").side
    for death in tally.deaths:
        kind, _, foe = death.cause.partition(":")
        assert kind in ("foe", "trap", "pool", "other")
        if kind == "foe":
            called = side.stores.kind_called(foe, 1, "it")
            assert called
            assert not {"_", ":"} & set(called), "a name, not an id"


def test_the_seat_of_the_players_speaks_for_the_party():
    table, campaign, _ = in_town()
    assert players_seat(campaign, table.state).may_act_for("party")
    assert players_seat(campaign, table.state).role == "player"


@pytest.mark.parametrize("game", ["archmage", "daggerheart"])
def test_gold_counted_as_found_is_the_gold_that_was_told(game: str):
    found = 0
    for seed in range(4):
        told: list[int] = []

        def watch(table: Any, entry: Any, told: list[int] = told) -> None:
            if table.state.stage != "town":  # there the purses of the dead are divided
                told += [event.gold for event in entry.events if isinstance(event, GoldShared)]

        _, tally = play_out(Job(f"campaign-{game}", "plain", f"gold{seed}", 12), watch)
        assert tally.treasure == sum(told)
        found += tally.treasure
        if found:
            return
    raise AssertionError("nobody found any gold")


@pytest.mark.parametrize("seed", range(20))
def test_a_reckless_player_takes_no_more_of_a_thing_than_there_may_be(seed: int) -> None:
    what = Parameter("item", picks=(Pick("polearm", Label("x"), most=3), Pick("torch", Label("x"), most=500)))
    choice = Choice("buy", "buy", Label("x"), {}, (what, Parameter("count", "number", minimum=1, maximum=500)))
    values = any_values(choice, QuickDice(seed))
    assert 1 <= int(values["count"]) <= {"polearm": 3, "torch": 500}[str(values["item"])]
