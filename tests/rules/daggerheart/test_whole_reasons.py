"""What bears on a roll is named and cited, what cancels is said, and nothing is decided without being asked."""

from itertools import product

import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, BOW, RULES, SHORTBOW, Bench, acting, duality, foe, hero, play

from arbitro.dice.stream import GivenDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.explain import explain
from arbitro.kernel.seat import REFEREE, Seat
from arbitro.kernel.sentence import tell
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.state import Condition, Countdown, Turn
from arbitro.rules.daggerheart.words import Named

VULNERABLE = Condition("vulnerable", "ada")

# ---------------------------------------------------------------- advantage and disadvantage


@pytest.mark.rule("DHP-COND-04", "DHP-ADV-01")
def test_an_attack_on_the_vulnerable_cites_the_condition():
    bench = play(hero(), foe(conditions=(VULNERABLE,))).do(c.Attack("ada", "orc"))
    bench.do(c.Roll("ada"), *duality(6, 4, (6, 3)), (8, 1))
    assert {"DHP-COND-04", "DHP-ADV-01"} <= set(bench.only(e.ActionRolled).rules)
    struck = play(hero(conditions=(VULNERABLE,)), foe(), turn=acting()).do(c.FoeAttack("orc", "ada"), (20, 3), (20, 4))
    assert {"DHP-COND-04", "DH-ADV-02"} <= set(struck.only(e.AttackRolled).rules)


@pytest.mark.rule("DHP-RANGE-04")
def test_cover_hampers_attacks_and_is_cited_but_words_go_round_it():
    bench = play(hero(weapons=(BOW,)), foe(at=60, cover="partial")).do(c.Attack("ada", "orc"))
    bench.do(c.Roll("ada"), *duality(3, 4, (6, 3)))
    assert {"DHP-RANGE-04", "DHP-ADV-02"} <= set(bench.only(e.ActionRolled).rules)
    talk = play(hero(), foe(cover="partial")).do(c.Describe("ada", "parla", "presence", "orc"))
    talk.do(c.RequestRoll("presence")).do(c.Roll("ada"), *duality(9, 5))
    assert talk.only(e.ActionRolled).check.total == 14


@pytest.mark.rule("DHP-ADV-03")
def test_what_cancels_is_named_for_pcs_and_adversaries():
    pc = play(hero(weapons=(BOW,)), foe(at=60, conditions=(VULNERABLE,), cover="partial")).do(c.Attack("ada", "orc"))
    pc.do(c.Roll("ada"), *duality(3, 4))
    them = play(hero(at=60, conditions=(VULNERABLE,), cover="partial"), foe(attack=SHORTBOW), turn=acting())
    them.do(c.FoeAttack("orc", "ada"), (20, 3))
    act = play(hero(), foe(), turn=acting())
    act.do(c.FoeAct("orc", "salta", "yes", 12, advantages=1, disadvantages=1), (20, 3))
    for bench, kind in ((pc, e.ActionRolled), (them, e.AttackRolled), (act, e.FoeRolled)):
        event = bench.only(kind)
        assert "che si annullano" in explain(RULES, bench.state, event, "it").numbers[0]
        assert "which cancel" in explain(RULES, bench.state, event, "en").numbers[0]


# ---------------------------------------------------------------- acting together


@pytest.mark.rule("DHP-GROUP-01")
def test_the_gm_may_name_another_difficulty_for_those_who_follow():
    bench = play(hero(), hero("bea")).do(c.GroupAction("ada", "bea", "agility", 14, 9), *duality(6, 4))
    assert bench.only(e.ReactionRolled).check.needed == 9
    assert bench.only(e.GroupJoined).by == 1


@pytest.mark.rule("DHP-GROUP-01", "DHP-TRAIT-01")
def test_everybody_follows_with_a_trait_that_suits_what_they_do():
    bench = play(hero(), hero("bea", finesse=2), hero("cia"))
    bench.do(c.GroupAction("ada", "bea:finesse,cia", "agility", 12), *duality(6, 4), *duality(6, 4))
    assert [(each.who, each.trait) for each in bench.found(e.ReactionRolled)] == [
        ("bea", "finesse"),
        ("cia", "agility"),
    ]
    play(hero(), hero("bea")).no(c.GroupAction("ada", "bea:charm", "agility", 12), "no_trait")


@pytest.mark.rule("DHP-GROUP-01")
def test_whoever_cannot_follow_is_not_left_out_without_a_word():
    play(hero(), hero("bea")).no(c.GroupAction("ada", "bea,zoe", "agility", 12), "nobody")
    play(hero(), hero("bea"), hero("cia", status="unconscious")).no(
        c.GroupAction("ada", "bea,cia", "agility", 12), "not_up"
    )


@pytest.mark.rule("DHP-GROUP-01")
@pytest.mark.parametrize("option", ["same", "gm_sets"])
def test_a_group_action_is_offered_whoever_sets_the_difficulty(option: str):
    bench = play(hero(), hero("bea"), options={"group_helper_difficulty": option})
    offered = next(each for each in RULES.choices(bench.state, REFEREE) if each.id == "group_action/ada")
    filled = {part.name: part.picks[0].value if part.picks else 12 for part in offered.parameters}
    assert RULES.allows(bench.state, RULES.command(offered.fill(**filled)))


@pytest.mark.rule("DHP-REACT-02", "DHP-GROUP-01")
def test_a_double_of_somebody_who_follows_is_told_as_a_success():
    bench = play(hero(), hero("bea")).do(c.GroupAction("ada", "bea", "agility", 14), *duality(3, 3))
    assert "riesce sempre" in tell(RULES, bench.state, bench.only(e.ReactionRolled), "it")


def test_an_attack_on_a_friend_is_refused_by_who_they_are():
    play(hero(), hero("bea"), foe()).no(c.Attack("ada", "bea"), "one_of_us")


# ---------------------------------------------------------------- the last deed, and projects


@pytest.mark.rule("DHP-DEATH-02")
def test_the_deed_of_a_blaze_of_glory_is_done_before_its_doer_is_gone():
    bench = play(hero(hp_marked=5), hero("bea"), foe(), turn=acting())
    bench.do(c.FoeAttack("orc", "ada"), (20, 15), (8, 5)).do(c.UseArmour("ada", False))
    bench.do(c.DeathMove("ada", "blaze_of_glory", "orc", "sword"), (8, 5))
    kinds = [type(event) for event in bench.events]
    assert kinds.index(e.HitPointsMarked) < kinds.index(e.StatusChanged)
    assert bench.hero().status == "dead"


def resting(*projects: Countdown) -> Bench:
    state = play(hero()).state
    bench = Bench(replace(state, scene=None, projects={one.id: one for one in projects}))
    return bench.do(c.BeginRest("long"))


def project(name: str, **more: bool) -> Countdown:
    return Countdown(name, Named(name, name), "long_term", 4, 4, **more)  # type: ignore[arg-type]


@pytest.mark.rule("DHP-REST-05", "DHP-COUNT-01")
def test_of_several_projects_the_one_that_is_named_draws_nearer():
    bench = resting(project("forge"), project("map"))
    bench.no(c.RestMove("ada", "work_on_project"), "which_project")
    bench.do(c.RestMove("ada", "work_on_project", "map"))
    assert {one.id: one.value for one in bench.state.projects.values()} == {"forge": 4, "map": 3}
    offered = next(
        each
        for each in RULES.choices(bench.state, Seat("ada", controls=frozenset({"ada"})))
        if "work_on_project" in each.id
    )
    assert [pick.value for pick in offered.parameters[0].picks] == ["forge", "map"]


@pytest.mark.rule("DHP-REST-05")
def test_nobody_works_on_what_the_gm_keeps_hidden():
    bench = resting(project("plot", hidden=True))
    bench.no(c.RestMove("ada", "work_on_project"), "no_countdown")
    bench.no(c.RestMove("ada", "work_on_project", "plot"), "no_countdown")
    bench = resting(project("plot", hidden=True), project("forge")).do(c.RestMove("ada", "work_on_project"))
    assert bench.state.projects["plot"].value == 4
    assert bench.state.projects["forge"].value == 3


# ---------------------------------------------------------------- whose feature it is


@pytest.mark.rule("DHP-ENV-01", "DHP-ADV-01")
def test_an_advantage_that_gold_has_bought_is_not_said_to_be_the_gms():
    bench = play(hero(gold=3), place="bustling_marketplace").do(c.Describe("ada", "asks", "presence"))
    bench.do(c.RequestRoll("presence", 12)).do(c.OfferGold("ada")).do(c.Roll("ada"), *duality(4, 5, (6, 6)))
    rolled = bench.only(e.ActionRolled)
    assert "DHP-ENV-01" in rolled.rules
    assert "DH-ADV-01" not in rolled.rules
    assert "the GM" not in explain(RULES, bench.state, rolled, "en").numbers[0]


@pytest.mark.rule("DHP-ENV-01")
def test_every_feature_of_a_place_cites_the_rule_of_places():
    tried = 0
    for name, place in BOOKS.places.items():
        bench = play(hero(), hero("bea"), foe(), place=name, fear=6, turn=Turn("gm_decision", 3))
        for feature, targets in product((each.id for each in place.features), ("", "ada")):
            command = c.UseFeature("place", feature, targets)
            if not RULES.allows(bench.state, command):
                continue
            answer = RULES.decide(bench.state, command, GivenDice((3,) * 40))
            assert not isinstance(answer, Refusal)
            used = [event for event in answer.events if isinstance(event, e.FeatureUsed) and event.who == "place"]
            assert used, feature
            assert all("DHP-ENV-01" in event.rules and "DHP-ADVSTAT-05" not in event.rules for event in used), feature
            tried += 1
    assert tried >= len(BOOKS.places)
