"""The hunter: trophies from the slain, kinds mastered, saves, traces."""

from collections import Counter

import pytest
from msgspec.structs import replace
from tests.rules.infausta.camp import Camp, one
from tests.rules.infausta.features.stage import RULES, Stage, beast, hero, opened, staged
from tests.rules.whitebox.arena import JudgeSurprise, d6, d20, someone, threat
from tests.rules.whitebox.people.camp import found, only

from arbitro.kernel.seat import REFEREE
from arbitro.rules.infausta.features.commands import AwardTrophies, TakeTrophies
from arbitro.rules.infausta.features.events import PreyKnown, TrophiesTaken, TrophyMastered
from arbitro.rules.infausta.features.facts import feature_facts
from arbitro.rules.infausta.features.state import Gifts
from arbitro.rules.infausta.features.trophies import trophy_kind
from arbitro.rules.whitebox.bestiary import MonsterKind
from arbitro.rules.whitebox.class_features import Trophies
from arbitro.rules.whitebox.commands import Attack, Declare, EndFight, EndTurn
from arbitro.rules.whitebox.events import DamageDealt
from arbitro.rules.whitebox.people.commands import PartyFight

KINDS = next(part for part in RULES.content.classes["hunter"].features if isinstance(part, Trophies)).kinds


def with_trophies(stage: Stage, **held: int) -> Stage:
    stage.state = replace(stage.state, gifts={"a": Gifts(trophies=held)})
    return stage


@pytest.mark.rule("IS-HUNT-02")
@pytest.mark.parametrize(
    ("monster", "kind"),
    [
        ("demon_balor", "demon"),
        ("elemental_air", "magical_being"),
        ("golem_iron", "construct"),
        ("zombie", "undead"),
        ("giant_hill", "giant"),
        ("bugbear", "giant"),
        ("dragon_red", "draconic"),
        ("kobold", "draconic"),
        ("wyvern", "draconic"),
        ("goblin", "greenskin"),
        ("troll", "greenskin"),
        ("boar", "animal"),
        ("spider_giant", "animal"),
        ("ochre_jelly", "underworld"),
        ("banshee", "fey"),
        ("nixie", "fey"),
        ("human_bandit", ""),
        ("dvergar", ""),
    ],
)
def test_the_kind_of_a_trophy(monster, kind):
    stage = opened(hero("a", "hunter"), beast(monster, "foe"))
    assert trophy_kind(stage.fight.combatants["foe"]) == kind


@pytest.mark.rule("IS-HUNT-02")
def test_every_kind_of_the_book_can_be_had_and_no_other():
    facts = feature_facts().trophies
    given = Counter(
        facts.monsters.get(name, facts.kinds.get(entry.kind, "")) for name, entry in RULES.content.monsters.items()
    )
    assert {kind for kind in given if kind} == set(KINDS)
    assert set(facts.monsters) <= set(RULES.content.monsters)
    people = {name for name, entry in RULES.content.monsters.items() if entry.kind == "human"}
    assert not people & set(facts.monsters)
    assert set(MonsterKind.__args__) - set(facts.kinds) == {"human", "humanoid"}


@pytest.mark.rule("IS-HUNT-02")
@pytest.mark.parametrize(("trophies", "extra"), [(20, True), (19, False), (0, False)])
def test_with_twenty_trophies_a_hit_does_a_d6_more(trophies, extra):
    stage = with_trophies(staged(hero("a", "hunter"), beast("ogre", hp=30)), giant=trophies)
    events = stage.do(Attack("a", "ogre"), d20(20), d6(3), *((d6(5),) if extra else ()))
    assert only(events, DamageDealt).amount == (8 if extra else 3)
    assert [event.rules for event in found(events, PreyKnown)] == ([("IS-HUNT-02",)] if extra else [])


@pytest.mark.rule("IS-HUNT-02")
def test_the_extra_die_is_for_that_kind_alone_and_for_hunters():
    stage = with_trophies(staged(hero("a", "hunter"), beast("zombie", hp=30)), giant=20)
    assert only(stage.do(Attack("a", "zombie"), d20(20), d6(3)), DamageDealt).amount == 3
    stage = with_trophies(staged(hero("a", "champion"), beast("ogre", hp=30)), giant=20)
    assert only(stage.do(Attack("a", "ogre"), d20(20), d6(3)), DamageDealt).amount == 3


@pytest.mark.rule("IS-CLASS-01", "IS-HUNT-02")
@pytest.mark.parametrize(("trophies", "bonus"), [(1, 2), (0, 0)])
def test_one_trophy_makes_saves_against_the_kind_better(trophies, bonus):
    stage = with_trophies(opened(hero("a", "hunter"), beast("ogre")), giant=trophies)
    more = RULES.rules.save_circumstances(RULES.at(stage.state), stage.fight.combatants["a"], threat("death"), "ogre")
    assert sum(one.amount for one in more) == bonus


def after_a_fight(*foes, **more):
    """A hunter's camp when the foes are slain."""
    camp = Camp(one("orio", class_id="hunter", level=3), **more, surprise_method="judgement")
    camp.do(PartyFight(tuple(foes)))
    camp.do(JudgeSurprise(""))
    fight = camp.state.fight
    dead = {who: replace(each, condition="dead") if who != "orio" else each for who, each in fight.combatants.items()}
    camp.state = replace(camp.state, fight=replace(fight, combatants=dead))
    camp.do(EndFight(("party",)))
    return camp


@pytest.mark.rule("IS-HUNT-02")
def test_one_trophy_from_each_corpse_and_only_once():
    foes = [beast("goblin", f"g{n}", side="foes") for n in (1, 2)] + [beast("zombie", "z", side="foes")]
    camp = after_a_fight(*foes, beast("human_bandit", "man", side="foes"))
    taken = only(camp.do(TakeTrophies("orio")), TrophiesTaken)
    assert (taken.taken, taken.unknown, taken.rules) == ({"greenskin": 2, "undead": 1}, 0, ("IS-HUNT-02",))
    assert camp.state.gifts["orio"].trophies == {"greenskin": 2, "undead": 1}
    assert camp.refused(TakeTrophies("orio")).code == "no_corpse"


@pytest.mark.rule("IS-HUNT-02")
def test_of_those_nobody_knows_the_referee_says_the_kind():
    camp = after_a_fight(someone("thing", "foes"))
    assert only(camp.do(TakeTrophies("orio")), TrophiesTaken).unknown == 1
    camp.do(AwardTrophies("orio", "fey"))
    assert camp.state.gifts["orio"].trophies == {"fey": 1}
    for kind, count in (("socks", 1), ("fey", 0)):
        assert camp.refused(AwardTrophies("orio", kind, count)).code == "bad_trophy"


@pytest.mark.rule("IS-HUNT-02")
def test_the_twentieth_makes_the_hunter_a_master_of_the_kind():
    camp = Camp(one("orio", class_id="hunter"), one("berto"))
    assert not found(camp.do(AwardTrophies("orio", "giant", 19)), TrophyMastered)
    assert only(camp.do(AwardTrophies("orio", "giant", 1)), TrophyMastered).kind == "giant"
    assert not found(camp.do(AwardTrophies("orio", "giant", 1)), TrophyMastered)
    assert camp.refused(AwardTrophies("berto", "giant", 1)).code == "no_gift"
    assert camp.refused(TakeTrophies("orio")).code == "no_corpse"
    offered = {choice.id for choice in RULES.choices(camp.state, REFEREE)}
    assert "award_trophies/orio" in offered
    assert "take_trophies/orio" not in offered


def test_no_trophies_in_the_middle_of_a_fight():
    camp = Camp(one("orio", class_id="hunter"), surprise_method="judgement")
    camp.do(PartyFight((beast("goblin", side="foes"),)))
    camp.do(JudgeSurprise(""))
    assert camp.refused(TakeTrophies("orio")).code == "fight_first"
    camp.do(Declare("orio", "melee"))
    camp.do(EndTurn("party"))
