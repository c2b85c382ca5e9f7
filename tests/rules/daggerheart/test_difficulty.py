"""Difficulty: against adversaries, set by the GM, and the benchmark tables, searched in both languages."""

from fractions import Fraction

import pytest
from tests.rules.daggerheart.bench import BOOKS, RULES, duality, foe, hero, play

from arbitro.rules.daggerheart import advice
from arbitro.rules.daggerheart.commands import Adjust, Attack, Describe, RequestRoll, Roll
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.difficulty import benchmarks_search, column, jump_difficulty, verbs
from arbitro.rules.daggerheart.state import Experience
from arbitro.rules.daggerheart.words import TRAITS, Named

KEEN = (Experience("keen", Named("Sensi", "Keen Senses"), 3), Experience("hunter", Named("Caccia", "Hunter"), 2))


@pytest.mark.rule("DH-DIFF-01", "DHP-ADVSTAT-04")
@pytest.mark.parametrize(("choice", "allowed"), [("never", False), ("pay_fear", True)])
def test_an_attack_meets_the_printed_difficulty(choice, allowed):
    bench = play(hero(), foe(difficulty=14, experiences=KEEN), fear=2, options={"gm_experience_vs_attack": choice})
    bench.do(Attack("ada", "orc"))
    assert bench.scene.pending.difficulty == 14
    if allowed:
        bench.do(Adjust(experience="keen"))
        assert (bench.scene.pending.difficulty, bench.fear) == (17, 1)
    else:
        bench.no(Adjust(experience="keen"), "experience_vs_attack")


@pytest.mark.rule("DH-DIFF-02", "DHP-ADVSTAT-04", "DH-DIFF-23")
def test_another_roll_against_an_adversary_may_meet_one_experience():
    bench = play(hero(), foe(experiences=KEEN), fear=2).do(Describe("ada", "sneak past", "finesse", "orc"))
    plain = type(bench)(bench.state).do(RequestRoll("finesse"))
    assert plain.scene.pending.difficulty == 12  # and no benchmark
    bench.do(RequestRoll("finesse", experience="keen"))
    assert (bench.scene.pending.difficulty, bench.fear) == (15, 1)
    bench.no(Adjust(experience="hunter"), "one_experience")
    thief = play(hero(), foe(difficulty=13, experiences=KEEN), fear=1).do(Describe("ada", "", "finesse", "orc"))
    thief.do(RequestRoll("finesse", experience="hunter"))
    assert (thief.scene.pending.difficulty, thief.fear) == (15, 0)
    poor = play(hero(), foe(experiences=KEEN)).do(Describe("ada", "", "finesse", "orc"))
    poor.no(RequestRoll("finesse", experience="keen"), "no_fear")


@pytest.mark.rule("DH-DIFF-02")
def test_the_price_of_that_is_an_option():
    bench = play(hero(), foe(experiences=KEEN), options={"gm_experience_difficulty_cost": 0})
    bench.do(Describe("ada", "", "finesse", "orc")).do(RequestRoll("finesse", experience="keen"))
    assert (bench.scene.pending.difficulty, bench.fear) == (15, 0)


@pytest.mark.rule("DH-DIFF-03", "DH-DIFF-04")
def test_the_gm_sets_what_nothing_states():
    bench = play(hero()).do(Describe("ada", "pick the lock"))
    bench.no(RequestRoll("finesse"), "difficulty_needed")
    bench.do(RequestRoll("finesse", 13))  # between the rungs
    bench.do(Roll("ada"), *duality(9, 4))
    assert bench.scene.last.outcome == "success_hope"
    hints = list(advice.hints(RULES, play(hero()).do(Describe("ada", "pick the lock of the door")).state, "en"))
    assert any(hint.key == "benchmark" and "DH-DIFF-33" in hint.rules for hint in hints)


@pytest.mark.rule("DH-DIFF-04")
def test_the_layout_of_the_tables():
    entries = BOOKS.benchmarks.values()
    assert sum(len(entry.rungs) for entry in entries) == 108
    assert all([rung.difficulty for rung in entry.rungs] == [5, 10, 15, 20, 25, 30] for entry in entries)
    assert {trait: verbs(load_library(), trait, "en") for trait in TRAITS} == {
        "agility": ("sprint", "leap", "maneuver"),
        "strength": ("lift", "smash", "grapple"),
        "finesse": ("control", "hide", "tinker"),
        "instinct": ("perceive", "sense", "navigate"),
        "presence": ("charm", "perform", "deceive"),
        "knowledge": ("recall", "analyze", "comprehend"),
    }


@pytest.mark.parametrize(
    ("trait", "verb", "difficulty", "it", "en"),
    [
        pytest.param("agility", "sprint", 10, "Lontani", "as far as Far", marks=pytest.mark.rule("DH-DIFF-11")),
        pytest.param("agility", "sprint", 20, "mischia", "brawl", marks=pytest.mark.rule("DH-DIFF-11")),
        pytest.param("agility", "leap", 15, "due altezze", "two heights", marks=pytest.mark.rule("DH-DIFF-12")),
        pytest.param("agility", "maneuver", 15, "di corsa", "running", marks=pytest.mark.rule("DH-DIFF-13")),
        pytest.param("agility", "maneuver", 30, "2,5 cm", "2.5 cm", marks=pytest.mark.rule("DH-DIFF-13")),
        pytest.param("strength", "lift", 25, "bue", "ox", marks=pytest.mark.rule("DH-DIFF-21")),
        pytest.param("strength", "lift", 15, "adulta", "grown person", marks=pytest.mark.rule("DH-DIFF-21")),
        pytest.param("strength", "smash", 15, "porta di legno", "door of wood", marks=pytest.mark.rule("DH-DIFF-22")),
        pytest.param("strength", "grapple", 15, "adulto medio", "average adult", marks=pytest.mark.rule("DH-DIFF-23")),
        pytest.param("finesse", "control", 20, "carro", "cart over rough", marks=pytest.mark.rule("DH-DIFF-31")),
        pytest.param("finesse", "hide", 10, "limitato", "limited cover", marks=pytest.mark.rule("DH-DIFF-32")),
        pytest.param("finesse", "hide", 30, "nessun riparo", "no cover", marks=pytest.mark.rule("DH-DIFF-32")),
        pytest.param("finesse", "tinker", 15, "trappola comune", "common trap", marks=pytest.mark.rule("DH-DIFF-33")),
        pytest.param("instinct", "perceive", 20, "furtivo", "sneaking", marks=pytest.mark.rule("DH-DIFF-41")),
        pytest.param("instinct", "perceive", 30, "100 passi", "100 paces", marks=pytest.mark.rule("DH-DIFF-41")),
        pytest.param("instinct", "sense", 15, "mercante", "merchant", marks=pytest.mark.rule("DH-DIFF-42")),
        pytest.param("instinct", "navigate", 25, "nessun sentiero", "no path", marks=pytest.mark.rule("DH-DIFF-43")),
        pytest.param("presence", "charm", 15, "nobile", "noble", marks=pytest.mark.rule("DH-DIFF-51")),
        pytest.param("presence", "perform", 20, "teatro", "theatre", marks=pytest.mark.rule("DH-DIFF-52")),
        pytest.param("presence", "deceive", 25, "spie", "spies", marks=pytest.mark.rule("DH-DIFF-53")),
        pytest.param("knowledge", "recall", 25, "regno caduto", "fallen realm", marks=pytest.mark.rule("DH-DIFF-61")),
        pytest.param("knowledge", "analyze", 15, "cifrario", "code", marks=pytest.mark.rule("DH-DIFF-62")),
        pytest.param("knowledge", "comprehend", 30, "incomplete", "incomplete", marks=pytest.mark.rule("DH-DIFF-63")),
    ],
)
def test_rungs(trait, verb, difficulty, it, en):
    for language, words in (("it", it), ("en", en)):
        rung = next(each for each in column(load_library(), trait, verb, language) if each.difficulty == difficulty)
        assert words in rung.text


@pytest.mark.rule("DH-DIFF-12")
@pytest.mark.parametrize(
    ("distance", "height", "difficulty"),
    [("5.4", "1.8", 20), ("2.0", "1.0", 15), ("4.0", "1.8", 20), ("99", "1.8", 30)],
)
def test_jumps_by_height(distance, height, difficulty):
    assert jump_difficulty(load_library(), Fraction(distance), Fraction(height)) == difficulty


@pytest.mark.rule("DH-DIFF-03", "DH-DIFF-33", "DH-DIFF-32", "DH-DIFF-22")
@pytest.mark.parametrize(
    ("text", "language", "trait", "difficulty"),
    [
        ("scassinare una porta", "it", "finesse", 25),
        ("hide in shadows", "en", "finesse", 20),
        ("nascondersi tra le ombre", "it", "finesse", 20),
        ("sfondare una porta di legno", "it", "strength", 15),
        ("disarm a common trap", "en", "finesse", 15),
        ("lie to a merchant", "en", "presence", 15),
    ],
)
def test_searching(text, language, trait, difficulty):
    found = benchmarks_search(load_library(), text, language)
    assert (found[0].trait, found[0].difficulty) == (trait, difficulty), found
    assert benchmarks_search(load_library(), "xyzzy", language) == []
