"""What gases and pools leave on people for a while: one record for each source, given back whatever becomes of them."""

from itertools import permutations
from typing import Any, get_args

import pytest
from msgspec.structs import replace
from tests.play.sides.ground import DWELLERS, of
from tests.play.test_hazards import FAMILY, GAMES, scene_of
from tests.play.test_met_at_the_table import at_the_foot_of, walked
from tests.rules.whitebox.powers.den import beast

from arbitro.appendix_a.tables import tables
from arbitro.dice.stream import QuickDice
from arbitro.dungeon.events import Effect
from arbitro.play import commands as c
from arbitro.play import events as e
from arbitro.play import find_campaign
from arbitro.play.aftermath import count_losses
from arbitro.play.ailments import ADDING_UP, afflict, lay_upon
from arbitro.play.hazards import keep_time
from arbitro.play.scene import Scene
from arbitro.play.sides.walking import commands as w
from arbitro.play.sides.walking.events import FoesMet
from arbitro.play.state import WISH, Ailment
from arbitro.play.wishing import grant
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import make
from arbitro.rules.archmage.events import Fell
from arbitro.rules.archmage.state import PARTY, standing
from arbitro.rules.daggerheart.events import StatusChanged
from arbitro.rules.infausta.events import TurnKept
from arbitro.rules.whitebox.measure import Ability
from arbitro.rules.whitebox.ongoing_effects import EffectKind
from arbitro.rules.whitebox.people import commands as p
from arbitro.rules.whitebox.people.state import Captivity

ABILITIES = get_args(Ability)
KINDS = (*dict.fromkeys(row.result.kind for row in tables().gas.rows), "sick", WISH)
STATES = ("plain", "fight", "waiting", "captive", "unconscious", "dead")


def strength(game: str, state: Any, who: str) -> int:
    if game in FAMILY:
        return int(state.game.characters[who].abilities["str"])
    if game == "archmage":
        return int(state.heroes[who].abilities["str"])
    side: Any = find_campaign(game).side
    return int(side.party.whole(state).party[who].sheet.traits["strength"])


def marked(scene: Scene, who: str, **changes: Any) -> None:
    """Somebody's sheet in a game of the family, with other facts."""
    state: Any = scene.state
    known = state.game.characters
    people = {**known, who: replace(known[who], **changes)}
    scene.state = replace(state, game=replace(state.game, characters=people))


def brought_to(game: str, scene: Scene, who: str, what: str) -> None:
    """What becomes of the one who bears something."""
    match what:
        case "fight" if game in FAMILY:
            assert scene.play(p.PartyFight((beast("orc", "o", side="foes", hp=200, at=10),))) is None
        case "fight":
            scene.happen(FoesMet(DWELLERS[game]))
            scene.state, _ = walked(game, scene.state, w.StrikeFirst(), QuickDice(2))
        case "waiting":
            scene.state, _ = walked(game, scene.state, c.SplitOff(who), QuickDice(2))
        case "captive" if game in FAMILY:
            marked(scene, who, captive=Captivity("orcs", scene.state.at))
        case "unconscious" if game in FAMILY:
            marked(scene, who, health="out", hp=0)
        case "dead" if game in FAMILY:
            marked(scene, who, health="dead", hp=-10)
        case "unconscious" | "dead" if game == "archmage":
            scene.happen(Fell(who, what))
        case "unconscious" | "dead":
            scene.happen(StatusChanged(who, what))


def run_out(game: str, scene: Scene, number: int) -> None:
    """The time of one of them is over."""
    now = scene.state.minutes // 10
    ended = tuple(replace(one, until=now) if one.number == number else one for one in scene.state.ailments)
    scene.state = replace(scene.state, ailments=ended)
    keep_time(scene)
    count_losses(scene)


@pytest.mark.rule("DA-GAS-06")
@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
@pytest.mark.parametrize("what", STATES)
@pytest.mark.parametrize("game", GAMES)
def test_all_borrowed_strength_is_given_back_whatever_has_become_of_its_bearer(
    game: str, what: str, order: tuple[int, ...]
) -> None:
    campaign: Any = find_campaign(game)
    scene = scene_of(game, at_the_foot_of(game))
    who = campaign.side.party.able(scene.state)[1]
    before, turn = strength(game, scene.state, who), scene.state.turn
    for amount in (3, 4, 9):  # the last is cut short by the highest that there is
        campaign.side.perils.apply(
            scene, "gas", Effect("stronger", (who,), amount=amount, until=turn + 9), ("DA-GAS-06",)
        )
    lent = {one.number: one.lent or one.amount for one in scene.state.ailments}
    highest = strength(game, scene.state, who)
    assert before + sum(one.amount for one in scene.state.ailments) == highest > before
    brought_to(game, scene, who, what)
    for number in order:
        run_out(game, scene, number)
        lent.pop(number, None)
        left = min(highest, before + sum(lent.values()))  # what could not count before counts as soon as there is room
        assert strength(game, scene.state, who) == (before if what == "dead" else left)
    assert strength(game, scene.state, who) == before
    assert not scene.state.ailments
    if what == "fight" and game == "archmage":
        state: Any = scene.state
        assert standing(state.game)[who].profile == make(load_books(), state.heroes[who], PARTY)


@pytest.mark.rule("DA-GAS-06")
@pytest.mark.parametrize("game", FAMILY)
def test_strength_that_ends_in_a_fight_is_missing_from_the_next_blow(game: str) -> None:
    campaign: Any = find_campaign(game)
    scene = scene_of(game, at_the_foot_of(game))
    who = campaign.side.party.able(scene.state)[0]
    marked(scene, who, abilities={**dict.fromkeys(("dex", "con", "int", "wis", "cha"), 10), "str": 10})
    brought_to(game, scene, who, "fight")
    plain = fighter(scene, who)
    scene.state = replace(scene.state, game=replace(scene.state.game, fight=None))
    until = scene.state.turn + 9
    campaign.side.perils.apply(scene, "gas", Effect("stronger", (who,), amount=8, until=until), ("DA-GAS-06",))
    brought_to(game, scene, who, "fight")
    assert fighter(scene, who) != plain
    run_out(game, scene, 1)
    assert fighter(scene, who) == plain


def fighter(scene: Scene, who: str) -> Any:
    state: Any = scene.state
    return state.game.fight.combatants[who].profile


@pytest.mark.rule("DA-GAS-01", "DA-POOL-08")
@pytest.mark.parametrize("ends", [(2, 5), (5, 2), (3, 3)])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_two_sources_of_a_kind_add_up_or_last_until_the_later_ends(game: str, kind: str, ends: tuple[int, int]) -> None:
    campaign: Any = find_campaign(game)
    scene = scene_of(game, at_the_foot_of(game))
    who, turn = campaign.side.party.able(scene.state)[0], scene.state.turn
    for end in ends:
        afflict(scene, (who,), kind, turn + end, ("DA-GAS-01",))
    borne = [one.until - turn for one in scene.state.ailments]
    assert sorted(borne) == (sorted(ends) if kind in ADDING_UP else [max(ends)])
    afflict(scene, (who,), kind, 0, ("DA-GAS-01",))
    assert len(scene.state.ailments) == (2 if kind in ADDING_UP else 0)


@pytest.mark.rule("DA-POOL-08", "DA-POOL-10")
@pytest.mark.parametrize("game", GAMES)
def test_two_pools_grant_two_wishes_and_the_older_is_spoken_first(game: str) -> None:
    campaign: Any = find_campaign(game)
    scene = scene_of(game, at_the_foot_of(game))
    who, turn = campaign.side.party.able(scene.state)[0], scene.state.turn
    for until in (turn + 144, turn + 150):
        grant(scene, Effect(WISH, (who,), until=until), ("DA-POOL-08",))
    state = scene.state
    for left in ([turn + 151], []):
        state, events = walked(game, state, c.MakeWish(who), QuickDice(1))
        assert of(e.WishSpoken, events)
        assert [one.until for one in state.ailments] == left


@pytest.mark.rule("WB-CORE-02")
@pytest.mark.parametrize("ability", ABILITIES)
@pytest.mark.parametrize("game", FAMILY)
def test_a_fight_takes_up_whatever_an_attribute_gives(game: str, ability: Ability) -> None:
    campaign: Any = find_campaign(game)
    scene = scene_of(game, at_the_foot_of(game))
    who = campaign.side.party.able(scene.state)[0]
    marked(scene, who, abilities=dict.fromkeys(ABILITIES, 10))
    brought_to(game, scene, who, "fight")
    scene.must(p.ChangeAbility(who, ability, 8))
    changed: Any = scene.state
    rules = campaign.side.game.rules
    assert fighter(scene, who) == rules.profile_of(rules, changed.game.characters[who], "party")


@pytest.mark.rule("DA-GAS-06")
@pytest.mark.parametrize("game", GAMES)
def test_what_the_highest_kept_from_counting_counts_when_another_source_ends(game: str) -> None:
    campaign: Any = find_campaign(game)
    scene = scene_of(game, at_the_foot_of(game))
    who = campaign.side.party.able(scene.state)[1]
    before, turn = strength(game, scene.state, who), scene.state.turn
    reached = []
    while len(reached) < 2 or reached[-1] != reached[-2]:  # until one more source adds nothing
        effect = Effect("stronger", (who,), amount=5, until=turn + 9)
        campaign.side.perils.apply(scene, "gas", effect, ("DA-GAS-06",))
        reached.append(strength(game, scene.state, who))
    silent = scene.state.ailments[-1]
    assert (silent.amount, silent.lent > 0) == (0, True)
    run_out(game, scene, 1)
    full = min(reached[-1], before + sum(one.lent or one.amount for one in scene.state.ailments))
    assert strength(game, scene.state, who) == full
    for number in range(2, len(reached) + 1):
        run_out(game, scene, number)
    assert strength(game, scene.state, who) == before


# -------------------------------------------------------------------- what a game has a state for is that state

LASTING = tuple(row.result for row in tables().gas.rows if row.result.turns or row.result.kind == "sick_until_surface")


@pytest.mark.rule("DA-GAS-03", "DA-GAS-05")
@pytest.mark.parametrize("result", LASTING, ids=lambda result: result.kind)
@pytest.mark.parametrize("game", FAMILY)
def test_an_ailment_that_the_game_has_a_state_for_is_that_state(game: str, result: Any) -> None:
    scene, who = overcome(game, result.kind)
    own = {each.kind for each in scene.state.game.effects.get(who, ())}
    assert own == ({result.kind} & set(get_args(EffectKind)))
    assert not (own and scene.state.ailments)


def overcome(game: str, kind: str) -> tuple[Scene, str]:
    """One of the party in a gas, while somebody comes upon others elsewhere: the time of it is not waited for."""
    campaign: Any = find_campaign(game)
    scene = scene_of(game, replace(at_the_foot_of(game), alarms=("elsewhere",)))
    who = campaign.side.party.able(scene.state)[0]
    until = scene.state.turn + 5
    campaign.side.perils.apply(scene, "gas", Effect(kind, (who,), amount=2, until=until), ("DA-GAS-01",))
    scene.state = replace(scene.state, alarms=())
    return scene, who


@pytest.mark.rule("DA-GAS-05")
@pytest.mark.parametrize("game", GAMES)
def test_whoever_sleeps_in_gas_cannot_act_wakes_in_time_and_is_not_lost(game: str) -> None:
    campaign: Any = find_campaign(game)
    side = campaign.side
    scene, who = overcome(game, "asleep")
    everybody = side.party.people(scene.state)
    assert who not in side.party.able(scene.state)
    scene.state = replace(scene.state, alarms=("elsewhere",))
    until = scene.state.turn + 5
    side.perils.apply(scene, "gas", Effect("asleep", everybody, until=until), ("DA-GAS-05",))
    scene.state = replace(scene.state, alarms=(), dungeon=replace(scene.state.dungeon, slots={}))
    assert side.party.able(scene.state) == ()
    assert not side.party.lost(scene.state)
    for _ in range(12):
        waiting = next(iter(side.wishes.wait(scene.state)))
        scene.state, _ = walked(game, scene.state, waiting, QuickDice(4))
        if side.party.able(scene.state):
            break
    assert set(side.party.able(scene.state)) == set(everybody)


@pytest.mark.rule("DA-GAS-05")
@pytest.mark.parametrize("game", GAMES)
def test_whoever_comes_wakes_those_who_sleep_in_gas(game: str) -> None:
    campaign: Any = find_campaign(game)
    scene, who = overcome(game, "asleep")
    campaign.side.parting.come_upon(scene)
    keep_time(scene)
    assert campaign.side.meetings.busy(scene.state)
    assert who in campaign.side.party.able(scene.state)


@pytest.mark.rule("IS-TURN-12", "DA-GAS-03", "DA-GAS-05")
@pytest.mark.parametrize(("worked", "active"), [(False, 0), (True, 0)])
@pytest.mark.parametrize("kind", ["asleep", "blind"])
@pytest.mark.parametrize("struck", ["all", "one"])
def test_turns_spent_waiting_for_those_in_a_gas_are_of_rest(struck: str, kind: str, worked: bool, active: int) -> None:
    campaign: Any = find_campaign("infausta")
    side = campaign.side
    scene = scene_of("infausta", at_the_foot_of("infausta"))
    scene.state = replace(scene.state, dungeon=replace(scene.state.dungeon, slots={}))
    delve = replace(scene.state.game.delve, worked=worked, active=4)
    scene.state = replace(scene.state, game=replace(scene.state.game, delve=delve))
    people = side.party.people(scene.state)
    who = people if struck == "all" else people[:1]
    effect = Effect(kind, who, until=scene.state.turn + 5)
    side.perils.apply(scene, "gas", effect, ("DA-GAS-05",))
    assert not side.meetings.busy(scene.state)
    assert scene.state.game.delve.active == active
    kept = [event.rested for event in scene.events if isinstance(event, TurnKept)]
    assert kept == [not worked, True, True, True, True]


@pytest.mark.rule("DA-GAS-03", "DA-GAS-05", "DA-GAS-06", "DA-GAS-07")
@pytest.mark.parametrize(
    ("kind", "rule"),
    [("stronger", "DA-GAS-06"), ("sick", "DA-GAS-07"), ("asleep", "DA-GAS-05"), ("blind", "DA-GAS-03")],
)
@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_an_ailment_cites_what_it_came_by(game: str, kind: str, rule: str) -> None:
    scene = scene_of(game, at_the_foot_of(game))
    campaign: Any = find_campaign(game)
    who = campaign.side.party.able(scene.state)[1]
    lay_upon(scene, Ailment(who, kind, scene.state.dungeon.turn + 9, 1), ("DA-TRAP-11", "DA-GAS-01", rule))
    run_out(game, scene, scene.state.ailments[0].number)
    ended = [event for event in scene.events if isinstance(event, e.AilmentChanged) and not event.ailment.until]
    assert [event.rules for event in ended] == [(rule,)]
