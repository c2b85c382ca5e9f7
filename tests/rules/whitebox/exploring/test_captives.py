"""The enemy's power: every way in which a fight can end, times every state of somebody in it; and the dead."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.whitebox.arena import fight_with, sixes, someone
from tests.rules.whitebox.exploring.delve import RULES, Delve, door, draft, place, troop
from tests.rules.whitebox.people.camp import Camp, found, only
from tests.rules.whitebox.powers.den import beast

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.rules.whitebox.commands import EndFight, Run, Surrender
from arbitro.rules.whitebox.exploring.captives import FATES
from arbitro.rules.whitebox.exploring.clock import lit
from arbitro.rules.whitebox.exploring.commands import (
    Bring,
    Engage,
    Flee,
    Go,
    JudgeCaptives,
    JudgeMeeting,
    KindleLight,
    Meet,
    Parley,
    PayRansom,
    SettleCaptive,
    TakeFrom,
    TakeLight,
)
from arbitro.rules.whitebox.exploring.events import (
    Captured,
    Freed,
    GoodsBack,
    LightTaken,
    MeetingEnded,
    MeetingSurprise,
    MetSomebody,
    PrisonerSlain,
    PurseTaken,
    RansomDemanded,
    ReactionRolled,
    Reminder,
    Robbed,
    TakenFromDead,
    Travelled,
)
from arbitro.rules.whitebox.exploring.guide import some_light
from arbitro.rules.whitebox.ongoing_effects import HELPLESS, OUT_OF_IT, Ongoing
from arbitro.rules.whitebox.people.commands import (
    Enrol,
    Give,
    Grant,
    Hurt,
    LeaveParty,
    MarchingOrder,
    PartyFight,
    Retire,
)
from arbitro.rules.whitebox.people.events import PartyFormed
from arbitro.rules.whitebox.people.packs import stacks
from arbitro.rules.whitebox.people.records import company
from arbitro.rules.whitebox.people.state import Captivity, Coins
from arbitro.rules.whitebox.terms import Named

PARTY = Seat("party", "player", frozenset({"party", "aldo", "berto"}))
AWARE = (*sixes(6, 6), (4, 1), (4, 2))
FEW = (*sixes(4), *sixes(6, 1))
"""The hit points of one orc, and initiative."""

# How somebody is when a fight ends, and whether a foe who holds the field has them in hand.
STATES: dict[str, tuple[dict[str, Any], bool]] = {
    "up": ({}, False),
    "fled": ({"condition": "fled"}, False),
    "charmed": ({"condition": "charmed"}, True),
    "stone": ({"condition": "stone"}, True),
    "out": ({"condition": "out", "hp": 0}, True),
    "surrendered": ({"condition": "surrendered"}, True),
    "held": ({"held_until": 99}, True),
    "dead": ({"condition": "dead", "hp": -9}, False),
}
HERS = ("charmed", "surrendered")
"""Those who stay with the enemy even where both sides still stand."""
# How it ends: what becomes of the other one of the party, of the orc, and whom the referee names.
ENDS: dict[str, tuple[str, str, tuple[str, ...] | None]] = {
    "victory": ("up", "dead", None),
    "the foes flee": ("up", "fled", None),
    "the foes surrender": ("up", "surrendered", None),
    "the others flee": ("fled", "up", ("foes",)),
    "the others surrender": ("surrendered", "up", ("foes",)),
    "the others fall": ("dead", "up", ("foes",)),
    "broken off": ("up", "up", ()),
    "broken off by name": ("up", "up", ("party", "foes")),
    "nobody stands": ("dead", "dead", ()),
}
HELD_BY_FOES = ("the others flee", "the others surrender", "the others fall")
BOTH_STAND = ("broken off", "broken off by name")


def fighting(monster: str = "orc", attitude: str = "", dice: Any = (), **more: Any) -> Delve:
    """Aldo and Berto have come from the hall into the cell and fight somebody there."""
    people = (draft("aldo", gold=50), draft("berto", gold=50))
    there = troop("them", monster, attitude=attitude, place="cell")
    delve = Delve(*people, doors=(door("arch", passage=True),), troops=(there,), **more)
    for who in ("aldo", "berto"):
        delve.do(Grant(who, "weapon", "long_sword"))
    delve.do(Go("arch"), *AWARE)
    delve.do(Engage("party"), *(dice or FEW))
    return delve


def stand(delve: Delve, who: str, **changes: Any) -> None:
    """Put somebody of the fight into a state."""
    fight = delve.state.fight
    assert fight is not None
    changed = {**fight.combatants, who: replace(fight.combatants[who], **changes)}
    delve.state = replace(delve.state, fight=replace(fight, combatants=changed))


def over(delve: Delve, end: str) -> list[Any]:
    """Let the fight end in one of the ways."""
    other, foe, named = ENDS[end]
    stand(delve, "berto", **STATES[other][0])
    stand(delve, "them-1", **STATES[foe][0])
    return delve.do(EndFight(("party",) if named is None else named))


def in_hand(end: str, state: str) -> bool:
    """The law: whom the enemy has."""
    return STATES[state][1] if end in HELD_BY_FOES else end in BOTH_STAND and state in HERS


def answered(delve: Delve, fate: str) -> list[Any]:
    """The referee's word, with dice where a reaction is rolled."""
    return delve.do(JudgeCaptives(fate))  # type: ignore[arg-type]


# -------------------------------------------------------------------- every end, every state


@pytest.mark.rule("WB-MORALE-02", "WB-CORE-01")
@pytest.mark.parametrize(("end", "state"), list(product(ENDS, STATES)))
def test_whoever_is_in_the_enemys_power_stays_there(end: str, state: str) -> None:
    delve = fighting()
    stand(delve, "aldo", **STATES[state][0])
    events = over(delve, end)
    taken = {event.who for event in found(events, Captured)}
    assert ("aldo" in taken) == in_hand(end, state)
    assert ("berto" in taken) == (end == "the others surrender")
    people = [one.id for one in company(delve.state)]
    assert not taken & set(people)
    if taken:
        assert delve.state.awaiting[0].kind == "captives"
        assert delve.out.at == "cell"  # nobody falls back before the referee has spoken
    else:
        assert not delve.state.awaiting


@pytest.mark.rule("WB-MORALE-02", "WB-INIT-02")
@pytest.mark.parametrize(("foe", "left"), [("dead", 0), ("fled", 0), ("surrendered", 1), ("charmed", 1)])
@pytest.mark.parametrize("state", sorted(STATES))
def test_the_dead_are_not_met_again_though_nobody_holds_the_field(state: str, foe: str, left: int) -> None:
    """As when the last foe falls in the moment in which the last of the party yields."""
    delve = fighting()
    stand(delve, "aldo", **STATES[state][0])
    stand(delve, "berto", condition="surrendered")
    stand(delve, "them-1", **STATES[foe][0])
    ended = only(delve.do(EndFight(())), MeetingEnded)
    won = state in ("up", "held") or not left
    assert (ended.gone, ended.outcome) == (won, "won" if won else "lost")
    assert delve.out.troops["them"].gone is won


@pytest.mark.rule("WB-MORALE-02")
@pytest.mark.parametrize("fate", ["killed", "held", "ransomed", "robbed", "freed"])
@pytest.mark.parametrize("state", [name for name, (_, held) in STATES.items() if held])
def test_nobody_in_the_enemys_power_walks_home_whole(state: str, fate: str) -> None:
    delve = fighting()
    stand(delve, "aldo", **STATES[state][0])
    over(delve, "the others flee")
    events = answered(delve, fate)
    aldo, berto = delve.state.characters["aldo"], delve.state.characters["berto"]
    assert delve.out.at == "hall"  # the one who ran is back where they came from
    assert berto.coins.gp
    if fate == "killed":
        assert (aldo.health, aldo.lies) == ("dead", "cell")
        assert found(events, PrisonerSlain)
    elif fate in ("held", "ransomed"):
        assert aldo.captive is not None
        assert aldo.captive.place == "cell"
        assert bool(aldo.captive.ransom) == (fate == "ransomed")
    else:
        assert aldo.captive is None
        assert only(events, Freed).how == "released"
    if fate in ("held", "ransomed", "robbed"):
        assert aldo.coins == Coins()
        assert not any(item.where != "elsewhere" for item in aldo.items.values())
        assert aldo.taken is not None
        assert aldo.taken.items


# -------------------------------------------------------------------- they do nothing


def done_by(delve: Delve, who: str) -> list[Command]:
    """All that somebody may do now, of what is offered."""
    offered = [choice for seat in (REFEREE, PARTY) for choice in RULES.choices(delve.state, seat)]
    commands = [RULES.command(plain) for choice in offered for plain in choice.fillings()]
    return [command for command in commands if RULES.owner(delve.state, command) == who]


def make(state: str) -> Callable[[Delve], None]:
    """Put Aldo, out of any fight, into a state in which nobody acts."""

    def change(delve: Delve) -> None:
        if state in ("dead", "out"):
            delve.change("aldo", health=state, lies=delve.out.at if state == "dead" else "")
        elif state == "captive":
            delve.change("aldo", captive=Captivity("them", "cell"))
        else:
            kept = Ongoing(kind=state)  # type: ignore[arg-type]
            delve.state = replace(delve.state, effects={"aldo": (kept,)})

    return change


IDLE = ("dead", "out", "captive", *HELPLESS, *OUT_OF_IT)


@pytest.mark.rule("WB-DEATH-02", "WB-CORE-01")
@pytest.mark.parametrize("state", IDLE)
def test_the_dead_the_helpless_and_the_captive_do_nothing(state: str) -> None:
    delve = Delve("aldo", "berto", doors=(door("arch", passage=True),), torches=2)
    before = done_by(delve, "aldo")
    assert before
    make(state)(delve)
    assert done_by(delve, "aldo") == []
    allowed = [command for command in before if RULES.allows(delve.state, command)]
    assert all("judge" in type(command).__name__.lower() for command in allowed), allowed


@pytest.mark.rule("WB-LIGHT-01", "WB-LIGHT-04")
@pytest.mark.parametrize("state", IDLE)
def test_they_hold_up_no_light_for_others_and_it_can_be_picked_up(state: str) -> None:
    delve = Delve("aldo", "berto", torches=2)
    delve.do(KindleLight("aldo", "torches_6"))
    assert lit(RULES.at(delve.state))
    make(state)(delve)
    assert not lit(RULES.at(delve.state))
    light = next(iter(delve.out.lights))
    if state == "captive":
        assert delve.refused(TakeLight("berto", light)) == "no_light_here"
        return
    assert TakeLight("berto", light) in tuple(some_light(RULES.at(delve.state), delve.out))
    assert only(delve.do(TakeLight("berto", light)), LightTaken).bearer == "aldo"
    assert lit(RULES.at(delve.state))


def test_a_light_in_the_hand_of_somebody_awake_is_not_taken() -> None:
    delve = Delve("aldo", "berto", torches=2)
    delve.do(KindleLight("aldo", "torches_6"))
    assert delve.refused(TakeLight("berto", next(iter(delve.out.lights)))) == "no_light_here"


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize("state", IDLE)
def test_they_lead_no_march(state: str) -> None:
    delve = Delve("aldo", "berto")
    make(state)(delve)
    assert delve.refused(MarchingOrder("aldo,berto", 1)) == "cannot_lead"
    delve.do(MarchingOrder("berto,aldo", 1))


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize("state", IDLE)
def test_the_order_of_march_is_told_without_the_dead_and_captives(state: str) -> None:
    delve = Delve("aldo", "berto", "carla")
    make(state)(delve)
    gone = state in ("dead", "captive")
    walking = ("berto", "carla") if gone else ("berto", "carla", "aldo")
    formed = only(delve.do(MarchingOrder("berto,carla,aldo", 1)), PartyFormed)
    assert formed.order == walking
    seen = RULES.view(delve.state, REFEREE).party
    assert seen is not None
    assert seen.order == walking
    if gone:
        assert only(delve.do(MarchingOrder("carla,berto", 1)), PartyFormed).order == ("carla", "berto")
    else:
        assert delve.refused(MarchingOrder("carla,berto", 1)) == "bad_order"
    assert delve.refused(MarchingOrder("carla,carla,berto", 1)) == "bad_order"
    assert set(delve.state.party.order) == {"aldo", "berto", "carla"}  # whoever comes back has a place


@pytest.mark.rule("WB-CORE-01")
@pytest.mark.parametrize("command", [Retire, LeaveParty])
@pytest.mark.parametrize("state", IDLE)
def test_nobody_leaves_the_others_under_way_who_cannot_act(state: str, command: type[Retire | LeaveParty]) -> None:
    delve = Delve("aldo", "berto")
    assert not isinstance(RULES.decide(delve.state, command("aldo"), QuickDice(1)), Refusal)
    make(state)(delve)
    assert delve.refused(command("aldo"))


# -------------------------------------------------------------------- meetings of the helpless


@pytest.mark.rule("WB-SURPRISE-02", "WB-PARLEY-01", "WB-MORALE-02")
@pytest.mark.parametrize("state", IDLE)
def test_a_party_of_which_nobody_is_awake_throws_nothing_says_nothing_and_is_taken(state: str) -> None:
    delve = Delve("aldo", troops=(troop("them", attitude="negative"),))
    make(state)(delve)
    events = delve.do(Meet("them"), *sixes(6), (3, 1))  # one die only: the orc's
    assert [event.side for event in found(events, MeetingSurprise)] == ["foes"]
    assert only(events, MetSomebody).surprised == ("party",)
    for command in (Parley(), Flee(), Engage("party")):
        delve.refused(command)
    if state in ("dead", "captive"):
        return
    assert RULES.suggest(delve.state, REFEREE) == Engage("foes")
    events = delve.do(Engage("foes"))
    assert only(events, Captured).who == "aldo"
    assert only(events, MeetingEnded).outcome == "lost"


@pytest.mark.rule("WB-SURPRISE-02")
def test_whoever_sleeps_rolls_no_surprise_of_their_own() -> None:
    delve = Delve("aldo", "berto", troops=(troop("them"),), surprise_scope="individual")
    delve.state = replace(delve.state, effects={"aldo": (Ongoing(kind="asleep"),)})
    delve.do(Meet("them"), (4, 1), (4, 2))
    delve.do(Engage("party"), *sixes(4), *sixes(5, 5), *sixes(6, 1))  # berto and the orc
    assert "aldo" not in delve.state.fight.combatants


@pytest.mark.rule("WB-MORALE-02")
def test_whoever_lay_helpless_beside_a_lost_fight_is_taken_too() -> None:
    people = ("aldo", "berto", "carlo")
    delve = Delve(*people, doors=(door("arch", passage=True),), troops=(troop("them", place="cell"),))
    delve.state = replace(delve.state, effects={"carlo": (Ongoing(kind="asleep"),)})
    delve.do(Go("arch"), *AWARE)
    delve.do(Engage("party"), *FEW)
    stand(delve, "aldo", condition="fled")
    assert [event.who for event in found(over(delve, "the others flee"), Captured)] == ["carlo"]


# -------------------------------------------------------------------- the harpies' song


@pytest.mark.rule("WB-MORALE-02", "WB-SEQ-03")
def test_when_the_last_free_one_runs_from_harpies_the_charmed_stay() -> None:
    delve = fighting()
    stand(delve, "aldo", condition="charmed")
    stand(delve, "berto", at=0)
    stand(delve, "them-1", at=900)
    events = delve.do(Run("berto"))
    assert [event.who for event in found(events, Captured)] == ["aldo"]
    answered(delve, "held")
    assert [one.id for one in company(delve.state)] == ["berto"]
    assert delve.out.at == "hall"


@pytest.mark.rule("WB-MORALE-02")
def test_a_party_that_surrenders_does_not_walk_off_armed() -> None:
    delve = fighting(attitude="positive")
    delve.do(Surrender("aldo"))
    events = delve.do(Surrender("berto"))
    assert len(found(events, Captured)) == 2
    assert RULES.suggest(delve.state, REFEREE) == JudgeCaptives("reaction")
    events = answered(delve, "reaction")
    assert {event.who for event in found(events, Robbed)} == {"aldo", "berto"}
    assert delve.out.at == "hall"
    assert not any(item.where != "elsewhere" for one in company(delve.state) for item in one.items.values())


# -------------------------------------------------------------------- the referee's word and its default


@pytest.mark.rule("WB-PARLEY-01", "WB-MORALE-02")
@pytest.mark.parametrize(("attitude", "fate"), list(FATES.items()))
def test_by_reaction(attitude: str, fate: str) -> None:
    delve = fighting(attitude=attitude)
    stand(delve, "aldo", condition="charmed")
    over(delve, "the others flee")
    events = answered(delve, "reaction")
    told = {"killed": PrisonerSlain, "held": Robbed, "ransomed": RansomDemanded, "robbed": Freed}[fate]
    assert found(events, told)
    assert (delve.state.characters["aldo"].captive is not None) == (fate in ("held", "ransomed"))


@pytest.mark.rule("WB-PARLEY-01", "WB-MORALE-02")
def test_where_nobody_knows_how_they_took_it_the_table_says_it_in_secret() -> None:
    delve = fighting()
    stand(delve, "aldo", condition="charmed")
    over(delve, "the others flee")
    rolled = only(delve.do(JudgeCaptives("reaction"), *sixes(3, 4)), ReactionRolled)
    assert (rolled.attitude, rolled.audience) == ("uncertain", "referee")
    assert delve.state.characters["aldo"].captive.ransom == 100


@pytest.mark.rule("WB-MORALE-02")
@pytest.mark.parametrize("fate", ["reaction", "held", "ransomed", "robbed", "killed"])
def test_the_option_is_the_automatic_referees_default(fate: str) -> None:
    delve = fighting(captives=fate)
    stand(delve, "aldo", condition="out", hp=0)
    over(delve, "the others flee")
    assert RULES.suggest(delve.state, REFEREE) == JudgeCaptives(fate)  # type: ignore[arg-type]
    offered = [choice for choice in RULES.choices(delve.state, REFEREE) if choice.command == "judge_captives"]
    assert offered[0].parameters[0].picks[0].value == "reaction"
    assert not list(RULES.choices(delve.state, PARTY))


@pytest.mark.rule("WB-MORALE-01", "WB-MORALE-02")
def test_the_mindless_take_no_prisoners_whatever_the_option() -> None:
    delve = fighting("skeleton", dice=((3, 2), *sixes(6, 1)), captives="robbed")
    stand(delve, "aldo", condition="out", hp=0)
    over(delve, "the others flee")
    assert RULES.suggest(delve.state, REFEREE) == JudgeCaptives("killed")


@pytest.mark.rule("WB-MORALE-02")
@pytest.mark.parametrize("price", [100, 250])
def test_a_ransom_is_so_much_a_level_and_buys_the_person_not_the_things(price: int) -> None:
    delve = fighting(ransom_per_level=price)
    stand(delve, "aldo", condition="charmed")
    over(delve, "the others flee")
    assert only(answered(delve, "ransomed"), RansomDemanded).gp == price
    assert delve.refused(PayRansom("berto", "aldo")) == "captors_elsewhere"
    delve.state = replace(delve.state, expedition=replace(delve.out, over=True))
    assert delve.refused(PayRansom("berto", "aldo")) == "too_dear"
    delve.change("berto", coins=Coins(price))
    assert only(delve.do(PayRansom("berto", "aldo")), Freed).how == "ransomed"
    assert delve.state.characters["berto"].coins == Coins()
    assert delve.state.characters["aldo"].taken is not None


@pytest.mark.rule("WB-MORALE-02")
def test_where_nobody_is_free_to_pay_what_they_had_must_do() -> None:
    delve = fighting()
    stand(delve, "aldo", condition="surrendered")
    over(delve, "the others surrender")
    events = answered(delve, "ransomed")
    assert {event.who for event in found(events, Freed)} == {"aldo", "berto"}
    assert not found(events, RansomDemanded)


# -------------------------------------------------------------------- free again


def held() -> Delve:
    """Aldo is held in the cell, Berto is back in the hall."""
    delve = fighting()
    stand(delve, "aldo", condition="charmed")
    over(delve, "the others flee")
    answered(delve, "held")
    return delve


@pytest.mark.rule("WB-MORALE-02")
def test_beaten_captors_give_back_people_and_things() -> None:
    delve = held()
    delve.do(Go("arch"), *AWARE[2:])  # they have just run from each other: nobody is caught unawares
    delve.do(Engage("party"), *FEW)
    assert "aldo" not in delve.state.fight.combatants
    stand(delve, "them-1", condition="dead")
    events = delve.do(EndFight(("party",)))
    assert only(events, Freed).how == "rescued"
    assert only(events, GoodsBack).who == "aldo"
    aldo = delve.state.characters["aldo"]
    assert (aldo.captive, aldo.taken, aldo.coins.gp > 0) == (None, None, True)


@pytest.mark.rule("WB-MORALE-02")
def test_what_comes_back_lies_beside_what_was_got_since() -> None:
    delve = held()
    aldo = delve.state.characters["aldo"]
    assert aldo.taken is not None
    key, lost = next((key, item) for key, item in aldo.taken.items.items() if stacks(item))
    got = replace(lost, count=3, where="pack")
    characters = {**delve.state.characters, "aldo": replace(aldo, items={key: got})}
    state = RULES.evolve(replace(delve.state, characters=characters), GoodsBack("aldo"))
    after = state.characters["aldo"]
    assert after.items[key].count == lost.count + 3
    assert len(after.items) == len(aldo.taken.items)


@pytest.mark.rule("WB-MORALE-02", "WB-CORE-01")
def test_the_referee_may_settle_a_captives_fate_at_any_time() -> None:
    delve = held()
    assert RULES.owner(delve.state, SettleCaptive("aldo", "freed")) == "referee"
    assert delve.refused(SettleCaptive("berto", "freed")) == "not_captive"
    assert delve.refused(Give("berto", "long_sword", "aldo")) == "captive"
    delve.do(SettleCaptive("aldo", "freed"))
    assert [one.id for one in company(delve.state)] == ["aldo", "berto"]


def test_those_who_were_left_bound_are_found_when_the_captors_are_gone() -> None:
    delve = held()
    troops = {**delve.out.troops, "them": replace(delve.out.troops["them"], gone=True)}
    delve.state = replace(delve.state, expedition=replace(delve.out, troops=troops))
    assert only(delve.do(Go("arch")), Freed).how == "found"


# -------------------------------------------------------------------- the things of the dead


def with_a_body() -> Delve:
    """Aldo lies dead in the hall with his things."""
    delve = Delve(draft("aldo", gold=50), "berto", doors=(door("arch", passage=True),), torches=2)
    delve.do(Grant("aldo", "weapon", "long_sword"))
    delve.change("aldo", health="dead", lies="hall", coins=Coins(7, 3))
    return delve


@pytest.mark.rule("WB-DEATH-02")
def test_gear_and_gold_of_the_dead_can_be_taken() -> None:
    delve = with_a_body()
    dead = delve.state.characters["aldo"]
    events = delve.do(TakeFrom("berto", "aldo", "purse"))
    assert only(events, PurseTaken).gp == 7
    assert delve.state.characters["berto"].coins.copper >= 730
    keys = tuple(dead.items)
    assert keys
    delve.do(TakeFrom("berto", "aldo", keys[0]))
    assert keys[0] not in delve.state.characters["aldo"].items
    assert len(found(delve.do(TakeFrom("berto", "aldo")), TakenFromDead)) == len(keys) - 1 > 0
    assert delve.refused(TakeFrom("berto", "aldo")) == "nothing_left"


@pytest.mark.rule("WB-DEATH-02")
def test_only_where_the_body_lies_and_only_from_the_dead() -> None:
    delve = with_a_body()
    assert any(choice.command == "take_from" for choice in RULES.choices(delve.state, PARTY))
    delve.do(Go("arch"))
    assert delve.refused(TakeFrom("berto", "aldo")) == "no_body_here"
    assert not any(choice.command == "take_from" for choice in RULES.choices(delve.state, PARTY))
    delve.change("aldo", health="out", lies="")
    assert delve.refused(TakeFrom("berto", "aldo")) == "one_at_a_time"  # whoever lives is not stripped


@pytest.mark.rule("WB-DEATH-02")
def test_whoever_dies_in_a_fight_lies_where_it_was() -> None:
    delve = fighting()
    stand(delve, "aldo", **STATES["dead"][0])
    over(delve, "the others flee")
    assert delve.state.characters["aldo"].lies == "cell"
    assert delve.out.at == "hall"


@pytest.mark.rule("WB-SURPRISE-01", "WB-PARLEY-01")
@pytest.mark.parametrize(("minutes", "rolled"), [(1, False), (8, False), (10, True)])
def test_whoever_goes_back_at_once_to_those_they_ran_from_is_not_caught_unawares(minutes: int, rolled: bool) -> None:
    """Both know of each other and where: the ruling that holds after words holds after blows."""
    delve = fighting()
    over(delve, "the others flee")
    delve.state = replace(delve.state, minutes=delve.state.minutes + minutes)
    answer = RULES.decide(delve.state, Meet("them"), QuickDice(3))
    assert not isinstance(answer, Refusal)
    assert bool(found(answer.events, MeetingSurprise)) is rolled


@pytest.mark.rule("WB-MORALE-02")
def test_the_referee_is_reminded_of_foes_who_gave_up() -> None:
    delve = fighting()
    told = found(over(delve, "the foes surrender"), Reminder)
    assert [(event.about, event.what, event.audience) for event in told] == [("them", "prisoners", "referee")]
    assert not found(over(fighting(), "the foes flee"), Reminder)


# -------------------------------------------------------------------- under open sky


def on_the_heath(**more: Any) -> Delve:
    """Aldo and Berto in open country."""
    people = (draft("aldo", gold=500), draft("berto", gold=500))
    return Delve(*people, places=(place("hall", outdoors=True, terrain="open"),), **more)


def a_day_on(delve: Delve) -> None:
    """A day's march on which nobody is met and the way is kept."""
    delve.state = RULES.evolve(delve.state, Travelled(12, "open", False, "1", delve.out.miles + 12))


@pytest.mark.rule("WB-DEATH-02", "WB-OUTDOOR-01")
@pytest.mark.parametrize("marched", [0, 1])
def test_a_day_on_the_road_leaves_the_body_behind(marched: int) -> None:
    delve = on_the_heath(torches=1)
    for _ in range(marched):
        a_day_on(delve)
    delve.do(Hurt("aldo", Amount(plus=99)))
    assert RULES.allows(delve.state, TakeFrom("berto", "aldo", "purse"))
    before = delve.state
    a_day_on(delve)
    assert delve.refused(TakeFrom("berto", "aldo")) == "no_body_here"
    assert not any(choice.command == "take_from" for choice in RULES.choices(delve.state, PARTY))
    delve.state = before
    delve.do(TakeFrom("berto", "aldo", "purse"))


@pytest.mark.rule("WB-MORALE-02", "WB-OUTDOOR-01")
def test_a_day_on_the_road_leaves_captives_and_captors_behind() -> None:
    delve = on_the_heath(troops=(troop("them"),), surprise_method="judgement")
    delve.do(Meet("them"))
    delve.do(JudgeMeeting("nobody"), *sixes(1, 1, 1, 1))
    delve.do(Engage("party"), *FEW)
    stand(delve, "aldo", **STATES["surrendered"][0])
    over(delve, "the others flee")
    answered(delve, "ransomed")
    assert RULES.allows(delve.state, PayRansom("berto", "aldo"))
    before = delve.state
    a_day_on(delve)
    assert delve.refused(PayRansom("berto", "aldo")) == "captors_elsewhere"
    assert not found(delve.do(Bring("hall")), MetSomebody)  # the captors stayed a day behind
    assert not delve.state.awaiting  # and nobody is asked how they are met
    delve.state = before
    delve.do(PayRansom("berto", "aldo"))
    assert delve.state.characters["aldo"].captive is None


# -------------------------------------------------------------------- beasts


@pytest.mark.rule("WB-MORALE-02")
@pytest.mark.parametrize(("attitude", "dead"), [("hostile", True), ("negative", True), ("uncertain", False)])
def test_beasts_kill_or_leave_and_take_nothing(attitude: str, dead: bool) -> None:
    delve = fighting("wolf", attitude, sixes(3, 6, 1))
    stand(delve, "aldo", condition="out", hp=0)
    over(delve, "the others flee")
    assert RULES.suggest(delve.state, REFEREE) == JudgeCaptives("reaction")
    for fate in ("ransomed", "robbed"):
        assert delve.refused(JudgeCaptives(fate)) == "beasts_want_no_gold"
    events = answered(delve, "reaction")
    assert bool(found(events, PrisonerSlain)) == dead
    assert bool(found(events, Freed)) != dead
    assert not found(events, Robbed)


@pytest.mark.rule("WB-MORALE-02")
@pytest.mark.parametrize(
    ("option", "fate"), [("held", "freed"), ("robbed", "freed"), ("ransomed", "freed"), ("killed", "killed")]
)
def test_an_option_that_wants_something_makes_beasts_go_away(option: str, fate: str) -> None:
    delve = fighting("wolf", dice=sixes(3, 6, 1), captives=option)
    stand(delve, "aldo", condition="out", hp=0)
    over(delve, "the others flee")
    assert RULES.suggest(delve.state, REFEREE) == JudgeCaptives(fate)  # type: ignore[arg-type]
    answered(delve, "held")  # dragged off, but with everything
    assert delve.state.characters["aldo"].items
    assert delve.refused(SettleCaptive("aldo", "robbed")) == "beasts_want_no_gold"


# -------------------------------------------------------------------- fights that grew out of no encounter

ASLEEP: dict[str, tuple[dict[str, Any], bool]] = {
    **STATES,
    **{kind: ({"held_until": 99}, True) for kind in HELPLESS},
}
"""The states of somebody as a fight ends, with each thing by which people lie helpless."""


class Chance:
    """Aldo and Berto in a fight that the referee set up by hand: at home, or on an expedition between encounters."""

    def __init__(self, foe: str = "goblin", *, out: bool = False, **options: Any) -> None:
        people = (draft("aldo", gold=50), draft("berto", gold=50))
        self.table: Any = Delve(*people, **options) if out else Camp(*people, **options)
        for who in ("aldo", "berto"):
            if who not in self.table.state.party.order:
                self.table.do(Enrol(who))
            self.table.do(Grant(who, "weapon", "long_sword"))
        member = beast(foe, "them-1", "foes", 4, at=30)
        self.table.do(PartyFight((member,), Named("nemici", "enemies", "m", 2)), *sixes(6), *sixes(6, 1))

    def stand(self, who: str, **changes: Any) -> None:
        """Put somebody of the fight into a state."""
        stand(self.table, who, **changes)

    def over(self, end: str) -> list[Any]:
        """Let the fight end in one of the ways."""
        return over(self.table, end)


@pytest.mark.rule("WB-MORALE-02", "WB-CORE-01")
@pytest.mark.parametrize("out", [False, True], ids=["at home", "on an expedition"])
@pytest.mark.parametrize(("end", "state"), list(product(ENDS, ASLEEP)))
def test_whoever_is_in_the_power_of_chance_met_foes_stays_there(end: str, state: str, out: bool) -> None:
    chance = Chance(out=out)
    if state in HELPLESS:
        kept = Ongoing(kind=state)  # type: ignore[arg-type]
        chance.table.state = replace(chance.table.state, effects={"aldo": (kept,)})
    chance.stand("aldo", **ASLEEP[state][0])
    events = chance.over(end)
    taken = {event.who for event in found(events, Captured)}
    held = ASLEEP[state][1] if end in HELD_BY_FOES else end in BOTH_STAND and state in HERS
    assert ("aldo" in taken) == held
    assert ("berto" in taken) == (end == "the others surrender")
    assert [question.kind for question in chance.table.state.awaiting] == (["captives"] if taken else [])
    people = chance.table.state.characters
    assert all((people[who].captive is not None) == (who in taken) for who in people)
    lost = {event.who for event in found(events, Robbed)}
    dead = {who for who in people if people[who].health == "dead"}
    assert lost == (dead if end in HELD_BY_FOES else set())  # the field is the enemy's, and so is what lies on it
    assert not any(people[who].coins.gp for who in lost)


@pytest.mark.rule("WB-MORALE-02")
@pytest.mark.parametrize("fate", ["killed", "held", "ransomed", "robbed", "freed"])
@pytest.mark.parametrize("out", [False, True], ids=["at home", "on an expedition"])
def test_what_becomes_of_them_is_the_referees_word(fate: str, out: bool) -> None:
    chance = Chance(out=out)
    chance.stand("aldo", condition="surrendered")
    chance.over("the others flee")
    offered = [choice.id for choice in RULES.choices(chance.table.state, REFEREE)]
    assert any(name.startswith("judge_captives") for name in offered)
    events = chance.table.do(JudgeCaptives(fate))  # type: ignore[arg-type]
    aldo, berto = chance.table.state.characters["aldo"], chance.table.state.characters["berto"]
    assert berto.coins.gp == 50
    assert not chance.table.state.awaiting
    assert (aldo.health == "dead") == (fate == "killed")
    assert (aldo.captive is not None) == (fate in ("held", "ransomed"))
    assert bool(aldo.coins.gp) == (fate in ("freed", "killed"))
    assert any(item.of == "long_sword" for item in aldo.items.values()) == (fate in ("freed", "killed"))
    if fate == "ransomed":
        price = only(events, RansomDemanded).gp
        chance.table.change("berto", coins=Coins(gp=price))
        if not out:
            chance.table.do(PayRansom("berto", "aldo"))
            assert chance.table.state.characters["aldo"].captive is None
    elif fate == "held":
        chance.table.do(SettleCaptive("aldo", "freed"))
        assert chance.table.state.characters["aldo"].coins.gp == 50


@pytest.mark.rule("WB-MORALE-02", "WB-CORE-01")
@pytest.mark.parametrize("usual", ["reaction", "held", "ransomed", "robbed", "killed"])
@pytest.mark.parametrize(("foe", "only_fate"), [("goblin", ""), ("zombie", "killed"), ("wolf", "freed")])
def test_the_automatic_referee_goes_by_the_option_and_by_the_nature_of_the_victors(
    usual: str, foe: str, only_fate: str
) -> None:
    chance = Chance(foe, captives=usual)
    chance.stand("aldo", condition="charmed")
    chance.over("the others flee")
    answer = RULES.suggest(chance.table.state, REFEREE)
    assert isinstance(answer, JudgeCaptives)
    wanted = only_fate or usual
    if foe == "wolf" and usual in ("reaction", "killed"):
        wanted = usual
    assert answer.fate == wanted
    if foe == "wolf":
        assert chance.table.refused(JudgeCaptives("robbed")) == "beasts_want_no_gold"
    assert not RULES.finished(chance.table.state)
    resolved = RULES.decide(chance.table.state, answer, QuickDice(2))
    folded = chance.table.state
    for event in resolved.events:
        folded = RULES.evolve(folded, event)
    assert folded == resolved.state
    assert RULES.finished(folded)


def test_a_fight_of_people_without_a_party_leaves_no_captives() -> None:
    arena = fight_with(someone("a"), someone("b", "B"))
    arena.do(Surrender("a"))
    assert not arena.state.awaiting
    assert arena.fight.phase == "over"
