"""Every feature of every stat block and place at work with fixed dice: price, range, hit and miss, effects, duration.

The laws are the same for all of them, read off the stat block. What a feature costs is paid, and only that.
Whom it cannot reach it does not touch. An attack that misses, or a reaction roll that succeeds, brings nothing but what
the stat block gives for it; on a hit or a failed roll everything that it names comes about.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, foe, hero, play, printed

from arbitro.dice.stream import Die
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import tell
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart import feature_words as f
from arbitro.rules.daggerheart.agenda import run
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.play import begin
from arbitro.rules.daggerheart.presence import PLACE
from arbitro.rules.daggerheart.state import Chance, Condition, Countdown, Turn
from arbitro.rules.daggerheart.words import Named

OPEN = Turn("gm_decision")


def at_will(one: Feature) -> bool:
    """Whether the GM uses it of their own accord."""
    return one.kind == "action" or (one.when is not None and one.when.moment == "any")


ACTIONS = [(name, one.id) for name, block in BOOKS.adversaries.items() for one in block.features if at_will(one)]
OF_PLACES = [(name, one.id) for name, place in BOOKS.places.items() for one in place.features if at_will(one)]
NEAR, FAR_OFF = 0, 5000


class FixedDice:
    """Dice of which each kind always shows the same: the GM's d20 and the Duality Dice as wanted, all others 2."""

    def __init__(self, gm: int = 19, duality: tuple[int, int] = (2, 1)) -> None:
        self.gm, self.duality, self.thrown = gm, duality, 0

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        self.thrown += 1
        fixed = {"hope": self.duality[0], "fear": self.duality[1], "feature_die": sides}
        wanted = fixed.get(purpose, self.gm if sides == 20 else 2)
        return Die(sides, min(wanted, sides) if purpose != "damage" else 2, self.thrown)

    def stream(self, _name: str, /) -> "FixedDice":
        return self


def feature_of(owner: str, feature: str) -> Feature:
    block = BOOKS.adversaries.get(owner) or BOOKS.places[owner]
    return next(one for one in block.features if one.id == feature)


def stage(owner: str, wanted: Feature, **marks: Any) -> Bench:
    """Two PCs beside the owner, one far off, allies around, everything there that a feature may want."""
    held = [Condition(wanted.target.having, owner, "stated")] if wanted.target and wanted.target.having else []
    crowd = ("dee",) if wanted.target is not None and wanted.target.crowd else ()
    bare: dict[str, Any] = {"at": NEAR, "hope": 3, "evasion": 12, "armour": None, "spellcast": "instinct", **marks}
    near = [hero(who, conditions=tuple(held), **bare) for who in ("ada", "bo", *crowd)]
    away = hero("cid", at=FAR_OFF, hope=3, conditions=tuple(held))
    if owner in BOOKS.places:
        return play(*near, away, foe(at=5), fear=12, turn=OPEN, place=owner)
    block = BOOKS.adversaries[owner]
    kin = [name for name, one in BOOKS.adversaries.items() if one.kin == block.kin and name != owner] or [owner]
    allies = [printed(name, f"ally-{n}", at=5, stress_marked=1) for n, name in enumerate((*kin[:1] * 3, "head_guard"))]
    under = (Condition(wanted.under, owner, "hidden"),) if wanted.under else ()
    own = printed(owner, at=5, hp_marked=int(wanted.hurt), conditions=under)
    return play(*near, away, own, *allies, fear=12, turn=acting(owner))


def used(bench: Bench, owner: str, wanted: Feature, dice: FixedDice) -> list[Any]:
    """Use a feature with these dice, and answer whatever it asks; the events of it all."""
    who = owner if owner in BOOKS.adversaries else PLACE
    if wanted.own and any(isinstance(part, f.Advance) for part in wanted.own):
        plan = Countdown("plan", Named("p", "p"), "long_term", 8, 8)
        bench.state = replace(bench.state, projects={"plan": plan})
    if wanted.once_rung:
        rung = Countdown(f"{who}/{wanted.once_rung}", Named("r", "r"), "long_term", 8, 0)
        bench.state = replace(bench.state, projects={rung.id: rung})
    command: Any = c.UseFeature(who, wanted.id)
    events: list[Any] = []
    for _ in range(60):
        answer = RULES.decide(bench.state, command, dice)
        assert not isinstance(answer, Refusal), (command, answer)
        bench.state = answer.state
        events += answer.events
        if not bench.state.awaiting or RULES.finished(bench.state):
            return events
        asked = bench.state.awaiting[0].kind
        command = RULES.suggest(bench.state, REFEREE)
        if asked == "chance":  # other reactions would only blur what this feature does
            command = c.Answer(use=False)
        if asked == "armour":
            command = c.UseArmour(bench.state.awaiting[0].who, use=False)
    raise AssertionError("questions without end")


def price(events: list[Any], owner: str) -> tuple[int, int]:
    """The Fear and the Stress that were paid."""
    paid = [event for event in events if isinstance(event, e.FearSpent) and "feature" in event.use]
    marked = [event for event in events if isinstance(event, e.StressMarked) and event.who == owner]
    return sum(event.amount for event in paid), sum(event.amount for event in marked)


def touched(events: list[Any]) -> set[str]:
    """The PCs to whom something happened."""
    kinds = e.DamageTaken | e.StressMarked | e.HitPointsMarked | e.ConditionGained | e.HopeChanged | e.ArmourMarked
    return {event.who for event in events if isinstance(event, kinds)} & {"ada", "bo", "cid"}


def everywhere(wanted: Feature) -> bool:
    return wanted.target is None or wanted.target.within == "out_of_range"


def parts(*effects: tuple[Any, ...]) -> Iterator[Any]:
    for part in (one for group in effects for one in group):
        if not isinstance(part, f.IfWounded | f.IfUnarmored | f.Break):
            yield part


def comes_about(part: Any, events: list[Any], who: str, owner: str, blow: bool) -> bool:
    """Whether an effect on a PC shows in the events."""
    match part:
        case f.Harm():
            taken = [one for one in events if isinstance(one, e.DamageTaken) and one.who == who]
            return bool(taken) and all(one.direct == part.direct for one in rolled(events, owner))
        case f.Stress():
            marked = [one for one in events if isinstance(one, e.StressMarked) and one.who == who]
            return bool(marked) and (part.all or sum(one.amount for one in marked) >= part.amount.plus)
        case f.Wound():
            return any(isinstance(one, e.HitPointsMarked) and one.who == who for one in events)
        case f.Hope():
            lost = [-one.by for one in events if isinstance(one, e.HopeChanged) and one.who == who]
            return sum(lost) >= (3 if part.all else min(3, part.amount.plus + 2 * part.amount.count))
        case f.Impose():
            return any(
                isinstance(one, e.ConditionGained)
                and one.who == who
                and (one.condition.name, one.condition.until) == (part.condition, part.until)
                for one in events
            )
        case f.Release():
            return any(isinstance(one, e.ConditionLost) and one.who == who for one in events)
        case f.Push():
            return any(isinstance(one, e.Moved) and one.who == who for one in events)
        case f.Fear():
            return any(isinstance(one, e.FearGained) for one in events)
        case f.Mend():
            return True
        case _:
            return isinstance(part, f.Tell | f.Chase) or not blow


def rolled(events: list[Any], owner: str) -> list[e.DamageRolled]:
    return [one for one in events if isinstance(one, e.DamageRolled) and one.source == owner]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ADVSTAT-10", "DH-FEAR-10")
@pytest.mark.parametrize(("owner", "feature"), ACTIONS)
def test_an_action_costs_its_price_and_touches_nobody_out_of_reach(owner, feature):
    wanted = feature_of(owner, feature)
    events = used(stage(owner, wanted), owner, wanted, FixedDice())
    fear, stress = price(events, owner)
    assert fear == wanted.fear * (3 if wanted.per_pc else 1)
    assert stress == wanted.stress
    assert "cid" not in touched(events) or everywhere(wanted)


@pytest.mark.rule("DHP-ADVSTAT-05", "DH-ATK-01")
@pytest.mark.parametrize(
    ("owner", "feature"), [key for key in ACTIONS if feature_of(*key).attack is not None or feature_of(*key).group]
)
def test_an_attack_of_a_feature_that_misses_does_nothing(owner, feature):
    wanted = feature_of(owner, feature)
    bench = stage(owner, wanted)
    events = used(bench, owner, wanted, FixedDice(gm=1))
    assert [one for one in events if isinstance(one, e.AttackRolled)]
    assert not any(one.hit for one in events if isinstance(one, e.AttackRolled))
    assert bool(touched(events)) == bool(wanted.miss)
    assert price(events, owner) == ((0, 0) if wanted.on_hit else (wanted.fear, wanted.stress))
    assert not [one for one in events if isinstance(one, e.FearGained | e.StressCleared | e.HitPointsCleared)]


@pytest.mark.rule("DHP-ADVSTAT-05", "DH-ATK-02")
@pytest.mark.parametrize(("owner", "feature"), [key for key in ACTIONS if feature_of(*key).attack is not None])
def test_an_attack_of_a_feature_that_hits_deals_its_damage_and_all_its_effects(owner, feature):
    wanted = feature_of(owner, feature)
    strike = wanted.attack
    events = used(stage(owner, wanted), owner, wanted, FixedDice(duality=(2, 1)))
    hit = [one.target for one in events if isinstance(one, e.AttackRolled) and one.hit]
    target = wanted.target
    assert hit
    assert set(hit) == ({"ada"} if target is None or target.who == "one" else {"ada", "bo"})
    first = rolled(events, owner)[:1]
    if strike.harmless:
        assert not first
    else:
        pool = (strike.damage,) if strike.damage is not None else BOOKS.adversaries[owner].attack.damage
        (blow,) = first
        assert sorted(die.sides for die in blow.dice) == sorted(one.sides for one in pool for _ in range(one.count))
        assert blow.amount == sum(2 * one.count + one.plus for one in pool)
        always = any(one.passive == "direct" for one in BOOKS.adversaries[owner].features)
        assert blow.direct == (strike.direct or always)
        kind = strike.kind if strike.damage is not None else BOOKS.adversaries[owner].attack.kind
        assert blow.kind == kind
    for who in hit:
        for part in parts(wanted.do if wanted.roll is None else wanted.roll.fail):
            assert comes_about(part, events, who, owner, True), (who, part)


ROLLED = [
    key
    for key in (*ACTIONS, *OF_PLACES)
    if (one := feature_of(*key)).roll is not None
    and one.attack is None
    and one.count is None
    and not any(isinstance(part, f.Zone) for part in one.own)
]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-REACT-01", "DH-REACT-01")
@pytest.mark.parametrize("success", [False, True])
@pytest.mark.parametrize(("owner", "feature"), ROLLED)
def test_a_reaction_roll_brings_what_the_stat_block_gives_for_its_end(owner, feature, success):
    wanted = feature_of(owner, feature)
    roll = wanted.roll
    traits = dict.fromkeys(roll.traits, 20 if success else -5)
    events = used(stage(owner, wanted, **traits), owner, wanted, FixedDice(duality=(3, 2)))
    tried = [one for one in events if isinstance(one, e.ReactionRolled)]
    near = wanted.target is not None and wanted.target.who == "one"
    assert {one.who for one in tried} >= ({"ada"} if near else {"ada", "bo"})
    ours = [one for one in tried if one.who != "cid"]
    assert {one.trait for one in ours} <= set(roll.traits)
    assert {one.check.success for one in ours} == {success}
    needed = {one.check.needed for one in ours}
    block = BOOKS.adversaries.get(owner) or BOOKS.places[owner]
    assert needed == {roll.difficulty or block.difficulty}
    for who in {one.who for one in ours}:
        for part in parts(roll.success if success else roll.fail):
            assert comes_about(part, events, who, owner, False), (who, part)
        if success and not any(isinstance(part, f.Impose | f.IfWounded) for part in roll.success):
            assert not [one for one in events if isinstance(one, e.ConditionGained) and one.who == who]
        if roll.half is not None:
            (taken,) = [one for one in events if isinstance(one, e.DamageTaken) and one.who == who]
            full = 2 * roll.half.damage.count + roll.half.damage.plus
            assert taken.amount == ((full + 1) // 2 if success else full)


DONE = [
    key
    for key in (*ACTIONS, *OF_PLACES)
    if (one := feature_of(*key)).do and one.attack is None and one.roll is None and one.count is None
]


@pytest.mark.rule("DHP-ADVSTAT-05")
@pytest.mark.parametrize(("owner", "feature"), DONE)
def test_what_needs_no_roll_simply_comes_about(owner, feature):
    wanted = feature_of(owner, feature)
    events = used(stage(owner, wanted), owner, wanted, FixedDice())
    whom = {"ada"} if wanted.target is None or wanted.target.who == "one" else {"ada", "bo"}
    for who in whom:
        for part in parts(wanted.do):
            assert comes_about(part, events, who, owner, False), (who, part)


@pytest.mark.rule("DHP-ENV-01", "DH-FEAR-11")
@pytest.mark.parametrize(("owner", "feature"), [key for key in OF_PLACES if feature_of(*key).count is None])
def test_a_feature_of_a_place_costs_its_price_and_no_more(owner, feature):
    wanted = feature_of(owner, feature)
    events = used(stage(owner, wanted), owner, wanted, FixedDice())
    assert price(events, PLACE) == (wanted.fear, 0)


@pytest.mark.rule("DHP-ENV-01")
@pytest.mark.parametrize(("owner", "feature"), OF_PLACES)
@pytest.mark.parametrize("turn", [OPEN, None])
def test_what_a_place_does_never_cites_the_rule_of_adversaries_features(owner, feature, turn):
    wanted = feature_of(owner, feature)
    bench = stage(owner, wanted)
    if turn is None and wanted.when is None:
        return  # it is a move, which needs a turn
    bench.state = replace(bench.state, scene=replace(bench.scene, turn=turn))
    for event in used(bench, owner, wanted, FixedDice()):
        told = isinstance(event, e.FeatureUsed) and event.who != PLACE  # an adversary that joins in has features too
        assert told or "DHP-ADVSTAT-05" not in event.rules, event


SUMMONS = [
    (owner, feature, number)
    for owner, feature in (*ACTIONS, *OF_PLACES)
    for number, part in enumerate(feature_of(owner, feature).own)
    if isinstance(part, f.Summon) and feature_of(owner, feature).count is None
]
WITHIN = {"very_close": (0, 10), "close": (0, 30), "far": (30, 100), "very_far": (100, 300)}


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-RANGE-01", "DH-FEAR-13")
@pytest.mark.parametrize(("owner", "feature", "number"), SUMMONS)
def test_those_who_are_called_appear_in_their_number_at_their_range(owner, feature, number):
    wanted = feature_of(owner, feature)
    part = wanted.own[number]
    bench = stage(owner, wanted)
    party = {who: one for who, one in bench.state.party.items() if who != "cid"}
    bench.state = replace(bench.state, party=party)
    before = set(bench.scene.foes)
    used(bench, owner, wanted, FixedDice())
    come = [one for who, one in bench.scene.foes.items() if who not in before and one.block.id == part.what[0]]
    assert len(come) == (part.count.plus + 2 * part.count.count) * (2 if part.per_pc else 1)
    start = 5 if owner in BOOKS.adversaries and not part.by_pc else 0
    low, high = WITHIN[part.within]
    assert all(low <= abs(one.at - start) <= high for one in come), [one.at for one in come]
    turn = bench.scene.turn
    assert all((one.id in (turn.granted if turn is not None else ())) == part.spotlight for one in come)


# ---------------------------------------------------------------- reactions and what goes by itself

SET_OFF = [
    (name, one.id)
    for name, block in BOOKS.adversaries.items()
    for one in block.features
    if one.when is not None
    and one.when.moment != "any"
    and not (one.bonus or one.bonus_marked or one.add_standard or one.halve or one.take_over)  # of a blow; elsewhere
    and not (one.swap or one.severe)
]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ADVSTAT-10", "DH-FEAR-10")
@pytest.mark.parametrize("use", [True, False])
@pytest.mark.parametrize(("owner", "feature"), SET_OFF)
def test_what_is_set_off_is_paid_for_or_let_be_and_does_all_that_it_says(owner, feature, use):
    wanted = feature_of(owner, feature)
    traits = dict.fromkeys(wanted.roll.traits, -5) if wanted.roll is not None else {}
    bench = stage(owner, wanted, **traits)
    own = replace(bench.scene.foes[owner], hp_marked=wanted.when.total, counters={wanted.after: 1})
    bench.state = replace(bench.state, scene=replace(bench.scene, foes={**bench.scene.foes, owner: own}, turn=None))
    dice = FixedDice(duality=(3, 2))
    running = begin(RULES.rules, bench.state, dice)
    running.agenda = [Chance(owner, feature, "ada", wounds=3)]
    run(running)
    events: list[Any] = list(running.events)
    bench.state = running.state
    asked = bench.state.awaiting[0] if bench.state.awaiting else None
    priced = bool(wanted.fear or wanted.stress or wanted.asks)
    fear = wanted.fear * (3 if wanted.per_wound else 1)
    ours = asked is not None and asked.values.get("feature") == f"@{owner}/{feature}"
    assert ours == priced
    if priced:
        assert (asked.values["fear"], asked.values["stress"]) == (fear, wanted.stress)
        answer = RULES.decide(bench.state, c.Answer(use=use), dice)
        bench.state, events = answer.state, list(answer.events)
        if not use:
            assert price(events, owner) == (0, 0)
            assert not touched(events)
            return
    elif not use:
        return
    events += finished(bench, dice)
    assert price(events, owner) == (fear, wanted.stress)
    assert [one for one in events if isinstance(one, e.FeatureUsed) and one.feature == feature]
    if wanted.count is not None:
        assert [one for one in events if isinstance(one, e.CountdownStarted)]
        return
    assert "cid" not in touched(events)
    whom = {"ada", "bo"} if wanted.target is not None and wanted.target.who == "all" else {"ada"}
    if wanted.target is not None and wanted.target.others:
        whom -= {"ada"}
    if wanted.attack is not None:
        assert {one.target for one in events if isinstance(one, e.AttackRolled)} == whom
        pool = (wanted.attack.damage,) if wanted.attack.damage is not None else BOOKS.adversaries[owner].attack.damage
        assert rolled(events, owner)[0].amount == sum(2 * one.count + one.plus for one in pool)
        extra = next(one.others for one in events if isinstance(one, e.AttackRolled))
        assert bool(extra) == bool(wanted.attack.advantage)
    for who in whom:
        for part in parts(wanted.do, wanted.roll.fail if wanted.roll is not None else ()):
            assert comes_about(part, events, who, owner, False), (who, part)
    for part in wanted.own:
        if isinstance(part, f.Fear):
            assert [one for one in events if isinstance(one, e.FearGained)]
        if isinstance(part, f.Self):
            assert bench.scene.foes[owner].conditions[-1].name == part.condition
        if isinstance(part, f.Leave):
            assert bench.scene.foes[owner].gone
        if isinstance(part, f.Zone):
            assert bench.scene.zones


def finished(bench: Bench, dice: FixedDice) -> list[Any]:
    """Answer what is still asked: rolls are rolled, armour is not used, other reactions are let be."""
    events: list[Any] = []
    for _ in range(40):
        if not bench.state.awaiting or RULES.finished(bench.state):
            return events
        asked = bench.state.awaiting[0]
        command = RULES.suggest(bench.state, REFEREE)
        if asked.kind == "chance":
            command = c.Answer(use=False)
        if asked.kind == "armour":
            command = c.UseArmour(asked.who, use=False)
        answer = RULES.decide(bench.state, command, dice)
        assert not isinstance(answer, Refusal), (command, answer)
        bench.state = answer.state
        events += answer.events
    raise AssertionError("questions without end")


# ---------------------------------------------------------------- what the sweep does not see


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-COND-06")
def test_a_treant_gives_its_roots_up_and_still_acts():
    rooted = printed("oak_treant", "oak", conditions=(Condition("rooted", "oak", "stated"),))
    bench = play(hero(), rooted, turn=acting("oak")).do(c.FoeShed("oak", "rooted"))
    assert not bench.foe("oak").conditions
    assert bench.scene.turn.acting == "oak"
    held = printed("oak_treant", "oak", conditions=(Condition("restrained", "ada", "stated"),))
    play(hero(), held, turn=acting("oak")).no(c.FoeShed("oak", "restrained"), "special_condition")


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_gm_says_whom_a_shroud_protects():
    adept, one, two = printed("cult_adept", "adept"), printed("cult_initiate", "a"), printed("cult_initiate", "b")
    bench = play(hero(), adept, one, two, turn=acting("adept")).do(c.UseFeature("adept", "shroud", ally="b"))
    assert [who for who in "ab" if bench.foe(who).conditions] == ["b"]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-RANGE-03")
def test_a_soldier_strikes_from_beside_the_ally_it_reinforces():
    soldier = printed("elite_soldier", "soldier", at=40)
    knight = printed("head_guard", "knight", at=15, stress_marked=1)
    bench = play(hero(armour=None), soldier, knight, turn=acting("soldier"))
    bench.do(c.UseFeature("soldier", "reinforce", "ada"), (20, 18), (10, 3), (10, 4))
    assert abs(bench.foe("soldier").at - 15) <= 5
    assert bench.foe("knight").stress_marked == 0
    alone = play(hero(), soldier, turn=acting("soldier"))
    alone.no(c.UseFeature("soldier", "reinforce", "ada"), "no_ally")


@pytest.mark.rule("DHP-ADVSTAT-05")
@pytest.mark.parametrize("feature", ["dance_of_death", "dance_of_death_full"])
def test_the_dance_of_death_reaches_allies_wherever_they_are(feature):
    arch, far = printed("arch_necromancer", "arch"), printed("zombie_legion", "legion", at=900)
    bench = play(hero(), arch, far, fear=3, turn=acting("arch")).do(c.UseFeature("arch", feature), (4, 1))
    assert bench.scene.turn.granted == ("legion",)


@pytest.mark.rule("DHP-ADVSTAT-05")
def test_the_crownsguard_are_minions_of_tier_3():
    (part,) = feature_of("monarch", "crossguard").own
    assert {(BOOKS.adversaries[name].tier, BOOKS.adversaries[name].type) for name in part.what} == {(3, "minion")}


@pytest.mark.rule("DHP-ENV-01", "DHP-REACT-01")
def test_an_empires_offer_is_accepted_or_costs_all_stress_and_then_exile():
    def offered(**marks: Any) -> Bench:
        bench = play(hero(**marks), fear=1, turn=OPEN, place="imperial_court")
        return bench.do(c.UseFeature(PLACE, "gravity_of_empire", "ada"))

    fails, wins = ((12, 4), (12, 3), (6, 1)), ((12, 11), (12, 10), (6, 1))  # Presence is hampered here
    refuses = offered(stress_marked=2).do(c.React("ada", "presence"), *fails)
    assert refuses.hero().stress_marked == 6
    assert "react/ada/accept" in {choice.id for choice in RULES.choices(offered().state, REFEREE)}
    yields = offered(stress_marked=2).do(c.React("ada", "presence", rather=True), *fails)
    assert (yields.hero().stress_marked, yields.only(e.OfferAnswered).taken) == (2, True)
    spent = offered(stress_marked=6).do(c.React("ada", "presence"), *fails)
    assert (spent.hero().hp_marked, spent.only(e.OfferAnswered).taken) == (0, False)
    for rather in (False, True):
        resists = offered(stress_marked=2).do(c.React("ada", "presence", rather=rather), *wins, (4, 3))
        assert resists.hero().stress_marked == 5
        assert not resists.found(e.OfferAnswered)


THROWN = [
    (owner, feature, number)
    for owner, feature in (*ACTIONS, *OF_PLACES)
    for number, part in enumerate(feature_of(owner, feature).own)
    if isinstance(part, f.Summon | f.Rally) and part.count.count and feature_of(owner, feature).count is None
]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ENV-01")
@pytest.mark.parametrize(("owner", "feature", "number"), THROWN)
def test_what_a_feature_throws_is_told_with_what_is_added_and_what_it_comes_to(owner, feature, number):
    wanted = feature_of(owner, feature)
    amount = wanted.own[number].count
    bench = stage(owner, wanted)
    totals = [
        one.total for one in used(bench, owner, wanted, FixedDice()) if isinstance(one, e.FeatureUsed) and one.dice
    ]
    assert 2 * amount.count + amount.plus in totals


@pytest.mark.rule("DHP-SPOT-04")
@pytest.mark.parametrize(
    ("count", "words"), [(1, ("può agire", "Orc may act")), (2, ("Possono agire", "They may act"))]
)
def test_whoever_may_act_at_once_is_told_in_the_right_number(count, words):
    bench = play(hero(), foe(), foe("two"))
    event = e.Granted(("orc", "two")[:count])
    for language, wanted in zip(("it", "en"), words, strict=True):
        assert wanted in tell(RULES, bench.state, event, language)
